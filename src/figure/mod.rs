//! [`example`]: turns a played game into the text of an `example`, as a designer would write it.
//!
//! It begins at the start of the game, or at a later position as a picture. Then come the moves, the final position, the player to
//! move or the winner, and the number of moves.

pub(crate) mod layout;

use crate::engine::Engine;
use crate::game::Game;
use crate::notation;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::position_line::{self, values};
use crate::wording::counted;
use std::fmt::{self, Write};

/// The maximum width of a line.
const WIDTH: usize = 100;

/// Up to this number, changed values are written as conditions.
const MOST_CONDITIONS: usize = 24;

/// Up to this number, legal moves are listed instead of counted.
const FEW: usize = 8;

/// A line of play that becomes an example.
#[derive(Clone, Copy, Debug)]
pub struct FigureLine<'a> {
    /// The title of the example.
    pub title: &'a str,
    /// The settings of the game as written.
    pub settings: &'a [(String, String)],
    /// The positions, including the one before the first move.
    pub positions: &'a [Position],
    /// The moves between them.
    pub moves: &'a [String],
    /// The number of moves before the example begins.
    pub from: usize,
    /// Whether the first position is not the game's own.
    pub set_up: bool,
}

/// The reason why a line of play cannot become an example.
#[derive(Clone, Debug)]
pub enum NoFigure {
    /// There are fewer moves.
    TooFew {
        /// The number of moves.
        moves: usize,
    },
    /// The title cannot be written.
    Title,
    /// The game is over where the example would begin.
    Over,
    /// The rules failed.
    Fault(Fault),
}

impl fmt::Display for NoFigure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoFigure::TooFew { moves } => write!(out, "the game has only {}", counted(*moves, "move")),
            NoFigure::Title => out.write_str("a title cannot contain double quotes or line breaks"),
            NoFigure::Over => out.write_str("the game is over there, so an example would have nothing to show"),
            NoFigure::Fault(fault) => write!(out, "the rules failed: {fault}"),
        }
    }
}

impl std::error::Error for NoFigure {}

impl From<Fault> for NoFigure {
    fn from(fault: Fault) -> NoFigure {
        NoFigure::Fault(fault)
    }
}

// Writing to a string cannot fail, so this file ignores the results of `write!`.

/// Returns the text of the example, with a line end.
pub fn example(engine: &dyn Engine, played: &FigureLine<'_>) -> Result<String, NoFigure> {
    let game = engine.game();
    let too_few = NoFigure::TooFew { moves: played.moves.len() };
    let (Some(first), Some(last)) = (played.positions.get(played.from), played.positions.last()) else {
        return Err(too_few);
    };
    let moves = played.moves.get(played.from..).ok_or(too_few)?;
    if played.title.contains(['"', '\n', '\r']) {
        return Err(NoFigure::Title);
    }
    let mut text = format!("example \"{}\" {{\n", played.title);
    for (name, value) in played.settings {
        let _ = writeln!(text, "  set {name} = {value}");
    }
    let is_start = played.from == 0 && !played.set_up;
    if !is_start {
        begin(&mut text, engine, first)?;
    }
    plays(&mut text, moves);
    if !moves.is_empty() {
        if !game.kinds.is_empty() {
            layout::position(&mut text, game, last);
        }
        expects(&mut text, engine, first, last)?;
    }
    if is_start || !moves.is_empty() {
        to_move(&mut text, game, last);
    }
    end(&mut text, engine, last)?;
    text.push_str("}\n");
    Ok(text)
}

/// Writes the first position, with its variables. Only a line can say that a player is out.
fn begin(text: &mut String, engine: &dyn Engine, position: &Position) -> Result<(), NoFigure> {
    let game = engine.game();
    if position.outcome.is_some() {
        return Err(NoFigure::Over);
    }
    if position.players.count_ones() as usize != game.players.len() {
        let _ = writeln!(text, "  position \"{}\"", position_line::write(engine, position)?);
        return Ok(());
    }
    if !game.kinds.is_empty() {
        layout::position(text, game, position);
    }
    // The values of the variables without `set`.
    let bare = engine.position(&layout::placements(game, position), Some(position.mover))?;
    for (name, value) in values::assignments(game, &bare, position) {
        let _ = writeln!(text, "  set {name} = {value}");
    }
    if game.uses_ply {
        let _ = writeln!(text, "  set ply = {}", position.ply);
    }
    to_move(text, game, position);
    Ok(())
}

/// Writes the player to move, if any.
fn to_move(text: &mut String, game: &Game, position: &Position) {
    if position.outcome.is_none() {
        let _ = writeln!(text, "  {} to move", game.player_name(position.mover));
    }
}

/// Writes the moves, in lines of limited width.
fn plays(text: &mut String, moves: &[String]) {
    let mut line = String::new();
    for text_of_move in moves.iter().map(|mv| write_move(mv)) {
        if !line.is_empty() && line.len() + 2 + text_of_move.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line.clear();
        }
        line += if line.is_empty() { "  play " } else { ", " };
        line += &text_of_move;
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{line}");
    }
}

/// Writes the values that the moves have changed: as conditions, or as the position in one line if there are many.
fn expects(text: &mut String, engine: &dyn Engine, first: &Position, last: &Position) -> Result<(), Fault> {
    let conditions = values::conditions(engine.game(), first, last);
    if conditions.len() > MOST_CONDITIONS && last.outcome.is_none() {
        let line = position_line::write(engine, last)?;
        let _ = writeln!(text, "  position \"{line}\"");
        return Ok(());
    }
    let mut line = String::new();
    for condition in conditions {
        if !line.is_empty() && line.len() + 5 + condition.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line.clear();
        }
        line += if line.is_empty() { "  expect " } else { " and " };
        line += &condition;
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{line}");
    }
    Ok(())
}

/// Writes the facts about the last position: the result, or the legal moves.
fn end(text: &mut String, engine: &dyn Engine, position: &Position) -> Result<(), Fault> {
    let game = engine.game();
    let _ = match position.outcome {
        Some(Outcome::Draw) => writeln!(text, "  result draw"),
        Some(Outcome::Win(winner)) => writeln!(text, "  result {} wins", game.player_name(winner)),
        None => {
            let legal = notation::legal_texts(engine, position)?;
            let listed: Vec<String> = legal.iter().map(|mv| write_move(mv)).collect();
            match listed.len() <= FEW {
                true => writeln!(text, "  legal only {}", listed.join(", ")),
                false => writeln!(text, "  moves {}", listed.len()),
            }
        }
    };
    Ok(())
}

/// Writes a move as examples do: in quotes if it would not be read as a whole.
fn write_move(mv: &str) -> String {
    let is_bare =
        !mv.is_empty() && !mv.contains([' ', ',', ';', '}', '"', '\t']) && !mv.starts_with("//") && mv != "only";
    if is_bare { mv.to_owned() } else { format!("\"{mv}\"") }
}

/// Returns a default title that describes the line of play.
pub fn title(game: &Game, played: &FigureLine<'_>) -> String {
    let moves = played.moves.len().saturating_sub(played.from);
    let count = if moves == 1 { "one move".to_owned() } else { format!("{moves} moves") };
    match (played.positions.last().and_then(|position| position.outcome), played.from) {
        (Some(Outcome::Draw), _) => format!("a draw after {count}"),
        (Some(Outcome::Win(winner)), _) => format!("{} wins after {count}", game.player_name(winner)),
        (None, 0) if played.set_up && moves == 0 => "a position".to_owned(),
        (None, 0) if played.set_up => format!("{count} from a position on"),
        (None, 0) if moves == 0 => "the beginning".to_owned(),
        (None, 0) => format!("the first {count}").replace("first one move", "first move"),
        (None, from) if moves == 0 => format!("the position after {}", counted(from, "ply")),
        (None, from) => format!("{count} from ply {from} on"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "game \"X\"
        board square 3 x 2
        players Black, White
        piece stone
        legend b = stone of Black, w = stone of White
        var hand(P: player) = 3
        var last: cell
        var taken: cells
        action place(p: empty) when hand(mover) > 0 do { put stone at p; hand(mover) -= 1; last = p; taken = taken | p }
        end { when none(empty): mover wins when ply > 9: draw }";

    fn written_of(rules: &str, moves: &str, from: usize) -> String {
        let engine = crate::load_text(rules, &[]).unwrap();
        let moves: Vec<String> = notation::split(moves).map(String::from).collect();
        let start = engine.start().unwrap();
        let after = notation::play_all(&*engine, &start, moves.iter().map(String::as_str)).unwrap();
        let positions: Vec<Position> = [start].into_iter().chain(after).collect();
        let played =
            FigureLine { title: "a game", settings: &[], positions: &positions, moves: &moves, from, set_up: false };
        let text = example(&*engine, &played).unwrap();
        // The generated example passes.
        let engine = crate::load_text(&format!("{rules}\n{text}"), &[]).unwrap();
        let failures = crate::example::run(&*engine, &engine.game().examples[0]);
        assert!(failures.is_empty(), "{text}\n{failures:?}");
        text
    }

    #[test]
    fn a_game_from_its_beginning() {
        let expected = "example \"a game\" {\n  play a1, b2\n  position {\n    . w .\n    b . .\n  }\n  \
                        expect hand(Black) == 2 and hand(White) == 2 and last == b2 and taken == {a1 b2}\n  Black to move\n  \
                        legal only b1, c1, a2, c2\n}\n";
        assert_eq!(written_of(RULES, "a1 b2", 0), expected);
        assert!(written_of(RULES, "a1 b1 c1 a2 b2 c2", 0).ends_with("  result White wins\n}\n"));
    }

    #[test]
    fn a_game_from_a_later_position_on() {
        let text = written_of(RULES, "a1 b2 c1", 2);
        assert!(
            text.contains(
                "  set hand = 2\n  set last = b2\n  set taken = {a1 b2}\n  set ply = 2\n  Black to move\n  play c1"
            ),
            "{text}"
        );
    }

    #[test]
    fn a_game_goes_on_after_a_player_is_out() {
        let rules = "game \"X\"
            board square 3 x 2
            players Black, White, Red
            piece stone
            var taken: cells
            action place(p: empty) do { put stone at p; taken = taken | p }
            end { when a1 in taken and count(taken) == 2: mover loses when stuck(next): draw }";
        let text = written_of(rules, "b1 a1 c1 a2", 2);
        assert!(
            text.contains("  position \"3/wb1 Red players={Black, Red} taken={a1 b1}\"\n  play c1, a2\n"),
            "{text}"
        );
    }

    #[test]
    fn random_games_of_bundled_games_become_examples() {
        for name in crate::bundled::names() {
            let source = crate::bundled::source(name).unwrap();
            let engine = crate::load_bundled(name, &[]).unwrap();
            let mut positions = vec![engine.start().unwrap()];
            let mut moves = Vec::new();
            let mut rng = crate::rng::Rng::for_game(1, 0);
            while let Some(position) = positions.last().filter(|_| moves.len() < 30) {
                let legal = engine.legal_moves(position).unwrap();
                let Some(mv) = legal.get(rng.below(legal.len().max(1))) else { break };
                moves.push(engine.text(position, mv).unwrap());
                let mut after = position.clone();
                engine.play_unchecked(&mut after, mv).unwrap();
                positions.push(after);
            }
            let title = "random moves of a test";
            let played =
                FigureLine { title, settings: &[], positions: &positions, moves: &moves, from: 0, set_up: false };
            let text = example(&*engine, &played).unwrap();
            let whole = crate::source::Source::new(name, format!("{}\n{text}", source.text));
            let checked = crate::check::check(whole, &crate::bundled::Bundled, &[]);
            let engine = crate::load::engine(checked).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            let failures = crate::example::run(&*engine, engine.game().examples.last().unwrap());
            assert!(failures.is_empty(), "{name}\n{text}\n{failures:?}");
        }
    }

    #[test]
    fn without_a_legend_pieces_are_placed_by_name() {
        let plain = RULES.replace("legend b = stone of Black, w = stone of White", "");
        assert!(
            written_of(&plain, "a1 b2 c1", 0)
                .contains("  position { stone of Black at {a1 c1}; stone of White at b2 }")
        );
    }
}
