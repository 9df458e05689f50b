//! Laws of position lines: every position of every bundled game becomes a line and that line the same position, and whatever else a
//! line says, its error points into it.

use crate::common;
use boardwright::check;
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::game::expr::{Frame, IntExpr};
use boardwright::game::piece::{Piece, Player};
use boardwright::game::spec::{LineError, PositionNames};
use boardwright::game::value::Value;
use boardwright::position::Position;
use boardwright::position_line::{self, NotSetUp};
use boardwright::rng::Rng;
use boardwright::source::Source;
use boardwright::{PositionBuilder, load_bundled, load_text};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::sync::{Arc, LazyLock};

/// Returns a position without its past: the line does not have it, and `ply` only if the rules use it.
fn without_past(engine: &dyn Engine, position: &Position) -> Position {
    let mut position = position.clone();
    let ply = if engine.game().uses_ply { position.ply as i32 } else { 0 };
    engine.set_ply(&mut position, &IntExpr::Const(ply), Frame::default()).unwrap();
    position
}

/// Asserts that a position becomes a line, and that line the position. Returns the line.
fn there_and_back(name: &str, engine: &dyn Engine, position: &Position) -> String {
    let line = position_line::write(engine, position).unwrap();
    let back = position_line::parse(engine, &line).unwrap_or_else(|error| panic!("{name}: {error}\n{line}"));
    let wanted = without_past(engine, position);
    assert_eq!(back, wanted, "{name}: {line}");
    assert_eq!(engine.zobrist_hash(&back), engine.zobrist_hash(&wanted), "{name}: {line}");
    assert_eq!(engine.legal_moves(&back).unwrap(), engine.legal_moves(&wanted).unwrap(), "{name}: {line}");
    assert_eq!(position_line::write(engine, &back).unwrap(), line, "{name}");
    // One pair of double quotes is enough for a shell.
    assert!(!line.contains(['"', '$', '`', '\\', '!', '\n']), "{name}: {line}");
    line
}

/// Plays random games and takes every `step`-th position of them there and back, and the last one.
fn play_there_and_back(name: &str, engine: &dyn Engine, games: u64, plies: u32, step: u32) {
    for seed in 0..games {
        let (mut position, mut rng) = (engine.start().unwrap(), Rng::for_game(11, seed));
        for ply in 0..plies {
            let is_over = position.outcome.is_some();
            if is_over || ply % step == 0 {
                there_and_back(name, engine, &position);
            }
            if is_over {
                break;
            }
            let moves = engine.legal_moves(&position).unwrap();
            engine.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
        }
    }
}

#[test]
fn every_bundled_game_there_and_back() {
    for name in common::all_games() {
        play_there_and_back(&name, &*common::both_engines(&name).1, 3, 300, 5);
    }
}

#[test]
fn every_setting_there_and_back() {
    for name in common::all_games() {
        let text = std::fs::read_to_string(common::file(&name)).unwrap();
        let checked = |settings: &[(String, String)]| {
            check::check(Source::new(format!("{name}.game"), text.as_str()), &common::Folder, settings).game
        };
        let Some(game) = checked(&[]) else { panic!("{name}") };
        for settings in common::settings(&game).into_iter().skip(1) {
            // not all values fit together
            let Some(game) = checked(&settings) else { continue };
            play_there_and_back(&name, &Reference::new(game), 1, 60, 20);
        }
    }
}

/// Rules with every type of variable, four players of which some go out, holes, signs that a shell reads, and two kinds with
/// the same letters.
const RULES: &str = r#"
game "Everything"
board square 5 x 4 without {c2 c3}
players Red, Blue, Green, Gold
piece man, men, king "$"
neutral rock "7", ram
legend ! = man of Red
var tally(P: player, n: -1..2) = 0
var flag = false
var last: cell
var marked: cells = {a1}
var way: dir = N
var ways: dirs
var who: player = Blue
var hated: players
var best: kind
var sorts: kinds = {man}
var top(c: cell): piece = at(c)
var by(k: kind, d: dir) = 0
action add(p: empty, k: {man, men, king})
  as "{k}:{p}"
  do {
    put k of mover at p
    tally(mover, ply % 4 - 1) += ply
    flag = not flag
    last = if ply % 3 == 0 then off else p
    marked = marked | p
    way = if ply % 2 == 0 then E else S
    ways = if ply % 2 == 0 then {N, E} else {}
    who = if ply % 3 == 0 then nothing else mover
    hated = {mover, Gold}
    best = if ply % 4 == 0 then nothing else k
    sorts = {k}
    top(p) = if ply % 2 == 0 then k of mover else rock
    by(k, way) -= 3
  }
action drop(p: empty & rows(1), k: {rock, ram})
  as "drop{k}{p}"
  do put k at p
end {
  for P in players when count(pieces of P) == 3: P loses
  when none(empty): draw
}
"#;

#[test]
fn every_type_and_every_character_there_and_back() {
    let engine = load_text(RULES, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    play_there_and_back("everything", &*engine, 40, 60, 1);
    let start = engine.start().unwrap();
    assert_eq!(there_and_back("start", &*engine, &start), "5/4/4/5 Red");
}

#[test]
fn more_kinds_than_letters_are_written_in_brackets() {
    let kinds: Vec<String> = (0..40).map(|n| format!("kind_{n}")).collect();
    let rules = format!(
        "game \"X\" board square 40 x 2 players A, B piece {} action add(p: empty, k: kinds) as \"{{k}}:{{p}}\" do put k at p \
         end {{ when none(empty): draw }}",
        kinds.join(", ")
    );
    let engine = load_text(&rules, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut builder = PositionBuilder::new(engine.game());
    for (n, kind) in kinds.iter().enumerate() {
        let column = PositionNames::new(engine.game()).rows()[1][n];
        let cell = engine.game().board.coordinate(column).to_owned();
        builder.put(&cell, kind, if n % 2 == 0 { "A" } else { "B" }).unwrap();
    }
    let position = engine.set_up(&builder.spec().unwrap()).unwrap();
    let line = there_and_back("kinds", &*engine, &position);
    assert!(line.starts_with("40/") && line.contains('['), "{line}");
    play_there_and_back("kinds", &*engine, 2, 80, 10);
}

/// Returns the error of a line for chess.
fn wrong(line: &str) -> (String, String, String) {
    let chess = load_bundled("chess", &[]).unwrap();
    match position_line::parse(&*chess, line) {
        Err(NotSetUp::Line(LineError { range, error })) => {
            (line[range].to_owned(), error.to_string(), error.help().unwrap_or_default())
        }
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn errors_point_into_the_line() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (fields, place, message, help) in [
        ("Wite", "Wite", "unknown player `Wite`", "did you mean `White`?"),
        ("", "", "missing player to move", ""),
        ("w KQkq - 0 1", "w", "unknown player `w`", "did you mean `White`?"),
        ("x", "x", "unknown player `x`", "the game has `White` and `Black`"),
        ("White KQkq - 0 1", "KQkq", "unknown variable `KQkq`", "the variables are `rights`, `passed` and `quiet`"),
        ("White - - 0 1", "-", "expected a variable, found `-`", "write each value with its name, as `NAME=VALUE`"),
        (
            "White rights=KQkq",
            "KQkq",
            "the board has no cell `KQkq`",
            "write cells in braces, such as `{a1 b1}`, or `{}` for none",
        ),
        ("White rights={a1", "{", "this `{` is never closed", "write `}`"),
        ("White rights=-", "-", "expected a cell, found `-`", "write cells in braces"),
        (
            "White ply=4294967296",
            "4294967296",
            "the number 4294967296 is out of range",
            "a number is between -2147483648",
        ),
        ("White quit=3", "quit", "unknown variable `quit`", "did you mean `quiet`?"),
        ("White quiet=many", "many", "expected a number, found `many`", ""),
        ("White quiet=99999999999", "99999999999", "the number 99999999999 is out of range", ""),
        ("White quiet=1 quiet=2", "quiet", "`quiet` is given twice", "remove one of them"),
        ("White quiet(a1)=1", "quiet", "`quiet` has no indexes, got 1", "write `quiet=` and the value"),
        ("White rights={a1 k9}", "k9", "the board has no cell `k9`", ""),
        ("White quiet", "", "missing `=`", ""),
        ("White plyers={White}", "plyers", "unknown variable `plyers`", "did you mean `players`?"),
        (", White", ",", "expected player to move, found `,`", "separate values by spaces"),
        ("White, quiet=3", ",", "expected a variable, found `,`", "separate values by spaces"),
        ("White ply=-1", "ply", "expected the number of plies made, found `-1`", ""),
        ("White mover=Black", "mover=Black", "`mover` belongs to a finished game", "remove it"),
        ("White wins", "White wins", "missing player who moved last", "add the player"),
        ("White players={Black}", "White", "White is to move, but is out of the game", ""),
    ] {
        let found = wrong(&format!("{start} {fields}"));
        assert_eq!((found.0.as_str(), found.1.as_str()), (place, message), "{fields}");
        assert!(found.2.starts_with(help), "{fields}: {}", found.2);
    }
    for (rows, place, message) in [
        ("8/8/8/8/8/8/8", "8/8/8/8/8/8/8", "the position has 7 rows, but the board has 8"),
        ("8/8/8/8/8/8/7/8", "7", "this row has 7 cells, but the board's row has 8"),
        ("8/8/8/8/8/4k4/8/8", "4k4", "this row has 9 cells, but the board's row has 8"),
        ("8/8/8/8/8/4x3/8/8", "x", "no piece is written `x`"),
        ("8/8/8/8/8/4[kin of White]3/8/8", "kin", "unknown kind of piece `kin`"),
        ("8/8/8/8/8/4[king]3/8/8", "king", "missing owner of `king`"),
        ("8/8/8/8/8/4[king of White3/8/8", "[", "this `[` is never closed"),
        ("8/8/8/8/8/4[kq/8/8", "[", "this `[` is never closed"),
        ("8/8/8/8/8/8/8/[kq", "[", "this `[` is never closed"),
        ("8/8/8/8/8/8/8/[kq[q]6", "[", "this `[` is never closed"),
        ("8/8/8/8/8/999999999999999999999999/8/8", "999999999999999999999999", "this row has"),
        ("", "White", "no piece is written `W`"),
    ] {
        let found = wrong(&format!("{rows} White"));
        let place = if rows.is_empty() { "W" } else { place };
        assert_eq!(found.0, place, "{rows}");
        assert!(found.1.starts_with(message), "{rows}: {}", found.1);
    }
    assert!(wrong(&format!("{}8/8/8/8/8/8/8 White", "8/".repeat(3 << 20))).1.starts_with("a position has at most"));
}

#[test]
fn a_help_names_what_the_game_has() {
    let rules = "game \"X\" param size = 3 in 3..5 board square size x 2 players Red, Teal piece man, king \
        var hand(P: player, k: kind) = 0 var honey(P: player, n: -1..2) = 0 var last: cell var who: player var top: piece \
        action put(p: empty) do { put man at p; hand(mover, man) += 1; last = p; honey(mover, 0) += 1 } \
        end { when none(empty): draw when who == nothing and top == nothing and ply > 9: draw }";
    let engine = load_text(rules, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    for (line, place, message, help) in [
        (
            "3/3 Red size=4",
            "size",
            "unknown variable `size`",
            "`size` is a setting of the game: use `--set size=VALUE`",
        ),
        (
            "3/3 Red hand(Red man)=2",
            "man",
            "expected a comma between two indexes, found `man`",
            "write `hand(Red, man)`",
        ),
        ("3/3 Red honey(Red 2)=2", "2", "expected a comma between two indexes, found `2`", "write `honey(Red, 2)`"),
        ("3/3 Red hand(Red, man king)=2", "hand", "`hand` has 2 indexes, got 3", "write `hand=` and a value"),
        ("3/3 Red hand[Teal]=2", "[", "expected `(`, found `[`", "write indexes in parentheses: `hand(Teal)=`"),
        ("3/3 Red hand[", "[", "expected `(`, found `[`", "write indexes in parentheses: `hand(..)=`"),
        ("3/3 Red last={}", "{", "expected a cell, found `{`", "write one cell, such as `a1`, or `off` for none"),
        ("3/3 Red last=nothing", "nothing", "the board has no cell `nothing`", "write one cell"),
        (
            "3/3 Red who={}",
            "{",
            "expected a player, found `{`",
            "write one player, such as `Red`, or `nothing` for none",
        ),
        ("3/3 Red top={}", "{", "expected a kind of piece, found `{`", "write one piece, such as `man of Red`"),
        ("3/(Red man)2 Red", "(", "no piece is written `(`", "write a piece in brackets, such as `[man of Red]`"),
        (
            "3/3 Red mover=Teal",
            "mover=Teal",
            "`mover` belongs to a finished game",
            "remove it; the player to move follows the board, and a result is `draw` or `Red wins`",
        ),
        (
            "3/3 Red wins",
            "Red wins",
            "missing player who moved last",
            "add the player who moved last, for example `mover=Red`",
        ),
        ("\"3/3 Red\"", "\"", "no piece is written `\\\"`", "remove the quotes"),
    ] {
        let error = match position_line::parse(&*engine, line) {
            Err(NotSetUp::Line(error)) => error,
            other => panic!("{line}: {other:?}"),
        };
        let said = (&line[error.range.clone()], error.to_string(), error.error.help().unwrap_or_default());
        assert_eq!((said.0, said.1.as_str()), (place, message), "{line}");
        assert!(said.2.starts_with(help), "{line}: {}", said.2);
    }
}

#[test]
fn more_plies_than_rules_can_count() {
    let rules = "game \"X\" board square 3 x 1 players A, B piece man action put(p: empty) do put man at p \
        end { when none(empty): draw when ply == 5: draw }";
    let engine = load_text(rules, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut builder = PositionBuilder::new(engine.game());
    let error = builder.ply(1 << 31).spec().unwrap_err();
    assert_eq!(error.to_string(), "the number 2147483648 is out of range");
    let last = engine.set_up(&builder.ply(i32::MAX as u32).spec().unwrap()).unwrap();
    assert_eq!(position_line::write(&*engine, &last).unwrap(), "3 A ply=2147483647");
    // A line written after it can be read.
    let next = boardwright::notation::play(&*engine, &last, "a1").unwrap();
    let line = position_line::write(&*engine, &next).unwrap();
    assert_eq!(line, "m2 B ply=2147483647".replace('m', &line[..1]));
    position_line::parse(&*engine, &line).unwrap();
}

#[test]
fn brackets_dots_and_spaces_may_be_written_anywhere() {
    let chess = load_bundled("chess", &[]).unwrap();
    let one = position_line::parse(&*chess, "8/8/8/8/8/5k2/4p3/4K3 Black rights={} quiet=3").unwrap();
    for line in [
        "  8/8/8/8/8/.....k../4p3/1..1[king of White]3   Black  quiet = 3 rights={}",
        "8/8/8/8/8/5[ king  of Black ]2/4p3/4K3 Black rights={ }quiet=3",
    ] {
        assert_eq!(position_line::parse(&*chess, line).unwrap(), one, "{line}");
    }
}

#[test]
fn a_stuck_player_ends_the_game_where_it_begins() {
    let chess = load_bundled("chess", &[]).unwrap();
    let mated = position_line::parse(&*chess, "R5k1/5ppp/8/8/8/8/8/K7 Black rights={}").unwrap();
    let line = position_line::write(&*chess, &mated).unwrap();
    assert_eq!(line, "R5k1/5ppp/8/8/8/8/8/K7 White wins mover=Black players={White} rights={}");
    there_and_back("mate", &*chess, &mated);
}

#[test]
fn a_builder_refuses_what_is_no_position() {
    let game = load_text(RULES, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let mut builder = PositionBuilder::new(game.game());
    builder.put("a1", "man", "Red").unwrap().put("b1", "rock", None).unwrap().out("Blue").unwrap().ply(7);
    builder.set("tally(Gold, -1)", "-3").unwrap().set("by", "2").unwrap().set("by(men, NE)", "5").unwrap();
    builder.set_value("flag", &[], true).unwrap();
    let position = game.set_up(&builder.spec().unwrap()).unwrap();
    let line = there_and_back("builder", &*game, &position);
    assert!(
        line.starts_with("5/4/4/[man of Red][rock]3 Red players={Red, Green, Gold} ply=7 tally(Gold, -1)=-3 flag=true"),
        "{line}"
    );
    assert_eq!(position.value(game.game(), "tally", &[Player(3).into(), (-1).into()]), Some(Value::Int(-3)));
    assert_eq!(position.value(game.game(), "tally", &[Player(3).into(), 3.into()]), None);
    let place = game.game().board.cell("c1").unwrap();
    for (error, said) in [
        (builder.clone().put("c2", "man", "Red").unwrap_err(), "the board has no cell `c2`"),
        (builder.clone().put("c1", "mann", "Red").unwrap_err(), "unknown kind of piece `mann`"),
        (builder.clone().put("c1", "man", "Rot").unwrap_err(), "unknown player `Rot`"),
        (builder.clone().put("c1", "man", None).unwrap_err(), "missing owner of `man`"),
        (builder.clone().put("c1", "rock", "Red").unwrap_err(), "`rock` is neutral: it has no owner"),
        (builder.clone().put("a1", "rock", None).unwrap_err(), "there are two pieces on a1"),
        (builder.clone().to_move("Blue").unwrap().spec().unwrap_err(), "Blue is to move, but is out of the game"),
        (builder.clone().ply(1 << 31).spec().unwrap_err(), "the number 2147483648 is out of range"),
        (builder.clone().set("mover", "Red").unwrap_err(), "unknown variable `mover`"),
        (builder.clone().set("flag", "false").unwrap_err(), "`flag` is given twice"),
        (builder.clone().set("by", "3").unwrap_err(), "`by` is given twice"),
        (builder.clone().set("tally(Red)", "3").unwrap_err(), "`tally` has 2 indexes, got 1"),
        (builder.clone().set("tally(Red, 3)", "3").unwrap_err(), "the index 3 is out of range: it goes from -1 to 2"),
        (builder.clone().set("top(off)", "nothing").unwrap_err(), "the index must be a cell"),
        (builder.clone().set("way", "up").unwrap_err(), "the board has no direction `up`"),
        (builder.clone().set("last", "3").unwrap_err(), "expected a cell, found `3`"),
        (builder.clone().set("last", "c1 d1").unwrap_err(), "expected the end, found `d1`"),
        (builder.clone().set_value("last", &[], 3).unwrap_err(), "`last` needs a cell, got a number"),
        (
            builder.clone().set_value("top", &[3.into()], Piece::NOTHING).unwrap_err(),
            "`top` needs a cell, got a number",
        ),
        (builder.clone().set_value("top", &[], place).unwrap_err(), "`top` needs a piece, got a cell"),
    ] {
        assert_eq!(error.to_string(), said);
    }
    assert!(builder.clone().ply(i32::MAX as u32).spec().is_ok());
    // What a line has besides the variables is nothing that a builder can set.
    let help = builder.clone().set_value("movr", &[], 1).unwrap_err().help().unwrap();
    assert!(help.starts_with("some of the variables are `tally`") && !help.contains("mover"), "{help}");
}

/// Engines of games with different lines, and a line of each.
static SEEDS: LazyLock<Vec<(Arc<dyn Engine>, String)>> = LazyLock::new(|| {
    let mut seeds: Vec<(Arc<dyn Engine>, u32)> =
        vec![(load_text(RULES, &[]).unwrap_or_else(|error| panic!("{error:?}")), 9)];
    for name in ["chess", "lasca", "oware", "quoridor", "chinese-checkers", "onitama", "mu-torere"] {
        seeds.push((load_bundled(name, &[]).unwrap(), 30));
    }
    let line = |(engine, plies): (Arc<dyn Engine>, u32)| {
        let mut position = engine.start().unwrap();
        engine.playout(&mut position, &mut Rng::new(3), plies).unwrap();
        let line = position_line::write(&*engine, &position).unwrap();
        (engine, line)
    };
    seeds.into_iter().map(line).collect()
});

/// Pieces of text that are put into lines.
const PIECES: &[&str] = &[
    "/",
    "8",
    "0",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    "=",
    " ",
    ".",
    "-",
    "of",
    "wins",
    "draw",
    "ply=",
    "players=",
    "mover=",
    "nothing",
    "off",
    "a1",
    "é",
    "∞",
    "99999999999999999999",
    "White",
    "Red",
    "king",
    "man of Red",
    "=1",
    "\u{0}",
    "\u{a0}",
    "\"",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// A changed line is a position, or an error that points into it.
    #[test]
    fn a_changed_line_is_a_position_or_an_error(
        seed in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), 0..4usize, select(PIECES)), 1..4),
    ) {
        let (engine, line) = seed.get(&SEEDS);
        let mut line: Vec<char> = line.chars().collect();
        for (at, removed, piece) in changes {
            let at = at.index(line.len() + 1);
            let end = (at + removed).min(line.len());
            line.splice(at..end, piece.chars());
        }
        let line: String = line.into_iter().collect();
        match position_line::parse(&**engine, &line) {
            Ok(position) => {
                prop_assert!(position.fits(engine.game()), "{}", line);
                let again = position_line::write(&**engine, &position).unwrap();
                let back = position_line::parse(&**engine, &again).unwrap_or_else(|error| panic!("{error}\n{again}"));
                prop_assert_eq!(position_line::write(&**engine, &back).unwrap(), again);
            }
            Err(NotSetUp::Line(error)) => {
                prop_assert!(line.get(error.range.clone()).is_some(), "{} at {:?}: {}", line, error.range, error);
                prop_assert!(!error.to_string().is_empty());
            }
            Err(NotSetUp::Fault(_)) => {}
        }
    }
}

#[test]
fn no_direction_is_a_value() {
    let text = "game \"Turns\" board square 3 x 3 players A, B piece man setup { man of A at a1; man of B at c3 }
        var last: dir var begun: dir = E
        action go(p: own, d: orthogonal) when d != last and step(p, d) in empty as \"{p}{d}{last}\"
          do { move p to step(p, d) last = d begun = nothing }
        end { when ply > 9: draw when stuck(next): next loses }";
    let turns = load_text(text, &[]).unwrap();
    let start = turns.start().unwrap();
    assert_eq!(start.value(turns.game(), "last", &[]).unwrap().text(turns.game()), "nothing");
    assert_eq!(there_and_back("turns", &*turns, &start), "2b/3/a2 A");
    let after = boardwright::notation::play(&*turns, &start, "a1Nnothing").unwrap();
    assert_eq!(there_and_back("turns", &*turns, &after), "2b/a2/3 B ply=1 last=N begun=nothing");
    let error = position_line::parse(&*turns, "2b/a2/3 B last=X").unwrap_err();
    assert!(error.to_string().contains("X"), "{error}");
    // Serialized positions are checked before an engine uses them.
    let mut wrong = after.clone();
    let at = wrong.words.len() - 1;
    for (word, fits) in [(255, true), (7, true), (8, false), (256, false)] {
        wrong.words[at] = word;
        assert_eq!(wrong.fits(turns.game()), fits, "{word}");
    }
}
