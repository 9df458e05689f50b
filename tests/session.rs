//! Laws of sessions: they agree with the engine that defines the meaning ply by ply, and taking a move back restores the
//! position, its hash, its moves and its history.

use crate::alike::takes_long;
use crate::common;
use crate::mutation;
use crate::mutation::Rules;
use boardwright::check::{self, Bases};
use boardwright::diagnostic::Code;
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::moves::Move;
use boardwright::outcome::Outcome;
use boardwright::position::Position;
use boardwright::rng::Rng;
use boardwright::source::Source;
use boardwright::{Session, SessionError, bundled, load_bundled, load_text};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Of a position with more moves than this, only some are made and taken back.
const SOME: usize = 6;

/// The engines whose sessions are compared with the reference: itself, and the one that has generated its code.
type Compared = (Arc<Reference>, Arc<Fast>);

fn each((reference, fast): &Compared) -> [Arc<dyn Engine>; 2] {
    [reference.clone(), fast.clone()]
}

/// All that a session says of its position.
#[derive(PartialEq, Debug)]
struct Said {
    position: Position,
    hash: u64,
    moves: Result<Vec<Move>, Code>,
    outcome: Option<Outcome>,
    ply: u32,
    played: usize,
}

fn code(error: SessionError) -> Code {
    match error {
        SessionError::Fault(fault) => fault.code,
        other => panic!("{other}"),
    }
}

fn said(session: &mut Session) -> Said {
    Said {
        moves: session.legal_moves().map(<[Move]>::to_vec).map_err(code),
        position: session.position(),
        hash: session.hash(),
        outcome: session.outcome(),
        ply: session.ply(),
        played: session.played().count(),
    }
}

/// Tests that a session stands where the reference says.
fn stands(session: &mut Session, reference: &Reference, position: &Position) -> Result<(), String> {
    // Before the moves are listed, as well as after.
    let early = (session.outcome(), session.position(), session.hash());
    let is = said(session);
    if (is.outcome, &is.position, is.hash) != (early.0, &early.1, early.2) {
        return Err(format!("{early:?} before the moves are listed, then {is:?}"));
    }
    let moves = reference.legal_moves(position);
    if moves.as_ref().is_err_and(takes_long) {
        return Ok(());
    }
    let moves = moves.map_err(|fault| fault.code);
    let played = is.played;
    let hash = reference.zobrist_hash(position);
    let expected =
        Said { position: position.clone(), hash, moves, outcome: position.outcome, ply: position.ply, played };
    let to_move = position.outcome.is_none().then_some(position.mover);
    if session.to_move() != to_move {
        return Err(format!("{:?} is to move, not {to_move:?}", session.to_move()));
    }
    if is == expected { Ok(()) } else { Err(format!("{is:?}\n  expected: {expected:?}")) }
}

/// Makes a move on the session and with the reference. Returns the position after it, if it is no fault on both.
fn made(session: &mut Session, reference: &Reference, before: &Position, n: usize) -> Result<Option<Position>, String> {
    let mv = &session.legal_moves().map_err(|error| error.to_string())?[n].clone();
    let mut after = before.clone();
    // A search makes the moves of its tree without listing them again.
    let made = if n.is_multiple_of(2) { session.make(n) } else { session.make_unchecked(mv) };
    match (made, reference.play_unchecked(&mut after, mv)) {
        (Ok(()), Ok(())) => {
            stands(session, reference, &after).map_err(|what| format!("after {mv:?}: {what}"))?;
            Ok(Some(after))
        }
        (Err(SessionError::Fault(one)), Err(other)) if one.code == other.code => Ok(None),
        // A fault at the end of a ply may be reported by the list of moves.
        (Ok(()), Err(fault)) if session.legal_moves().is_err_and(|error| code(error) == fault.code) => {
            session.undo();
            Ok(None)
        }
        (one, other) => Err(format!("{mv:?}: {one:?}\n  expected: {other:?}")),
    }
}

/// Plays a random game with a session, looks at some moves of each position, and takes all of them back.
fn plays(engine: &Arc<dyn Engine>, reference: &Reference, seed: u64, plies: u32) -> Result<(), String> {
    let Ok(mut position) = reference.start() else { return Ok(()) };
    let (begun, mut rng) = (Instant::now(), Rng::new(seed));
    let mut session = engine.session().map_err(|fault| fault.to_string())?;
    let mut way = Vec::new();
    while way.len() < plies as usize && begun.elapsed() < Duration::from_secs(1) {
        let place = |what: String| format!("seed {seed}, ply {}: {what}", way.len());
        let Ok(moves) = reference.legal_moves(&position) else { break };
        stands(&mut session, reference, &position).map_err(place)?;
        let here = said(&mut session);
        for n in 0..moves.len().min(SOME) {
            let n = if moves.len() > SOME { rng.below(moves.len()) } else { n };
            if made(&mut session, reference, &position, n).map_err(place)?.is_some() {
                let undone = session.undo().cloned();
                if undone.as_ref() != Some(&moves[n]) {
                    return Err(place(format!("{undone:?} is taken back instead of {:?}", moves[n])));
                }
            }
            let back = said(&mut session);
            if back != here {
                return Err(place(format!("{back:?} after {:?} is taken back; before: {here:?}", moves[n])));
            }
        }
        if moves.is_empty() {
            break;
        }
        let Some(after) = made(&mut session, reference, &position, rng.below(moves.len())).map_err(place)? else {
            break;
        };
        way.push(here);
        position = after;
    }
    let mut other = session.fork();
    while let Some(before) = way.pop() {
        session.undo();
        let back = said(&mut session);
        if back != before {
            return Err(format!("seed {seed}: {back:?} on the way back; there: {before:?}"));
        }
    }
    if session.undo().is_some() {
        return Err("a move is taken back that was never made".to_owned());
    }
    stands(&mut other, reference, &position).map_err(|what| format!("a fork: {what}"))?;
    other.set_position(&position).map_err(|error| error.to_string())?;
    stands(&mut other, reference, &position).map_err(|what| format!("from the last position: {what}"))?;
    if other.undo().is_some() { Err("a move before the first position is taken back".to_owned()) } else { Ok(()) }
}

fn all_play(engines: &Compared, seed: u64, plies: u32) -> Result<(), String> {
    each(engines).iter().try_for_each(|engine| plays(engine, &engines.0, seed, plies))
}

#[test]
fn sessions_of_bundled_games_agree_with_the_reference() {
    for name in bundled::names() {
        all_play(&common::both_engines(name), 1, 24).unwrap_or_else(|what| panic!("{name}: {what}"));
    }
}

/// Plays the rules of a text, if they pass the check.
fn text_plays(text: &str, seed: u64) -> Option<Result<(), String>> {
    let bases: &dyn Bases = &common::Folder;
    let game = check::check(Source::new("made.game", text), bases, &[]).game?;
    Some(all_play(&common::translated(game), seed, 30))
}

#[test]
fn sessions_of_made_up_rules_agree_with_the_reference() {
    let (mut wrong, mut played) = (Vec::new(), 0);
    let read = |name: String| {
        let text = std::fs::read_to_string(common::file(&name)).unwrap();
        Rules::read(&name, &text).unwrap_or_else(|| panic!("{name} cannot be read"))
    };
    let all: Vec<Rules> = common::all_games().into_iter().map(read).collect();
    let many = std::env::var("BOARDWRIGHT_CHANGES").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(12);
    for seed in 0..many {
        let changed = mutation::changed(&all, &mut Rng::new(seed)).map(|(_, text)| text);
        for text in changed.into_iter().chain([mutation::random::game(&mut Rng::new(seed))]) {
            let Some(result) = text_plays(&text, seed) else { continue };
            played += 1;
            wrong.extend(result.err().map(|what| format!("--- seed {seed}: {what}\n{text}")));
        }
    }
    assert!(wrong.is_empty(), "{} of {played} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(played > many / 4, "only {played} were played");
}

/// Native code looks for new rows through the new piece only. The row here is older.
#[test]
fn a_row_that_is_there_before_the_first_move_counts() {
    let text = "game \"Old row\"\nboard square 4 x 4\nplayers X, O\npiece stone\nsetup { stone of X at rows(1) }\n\
        action place(p: empty)\n  do put stone at p\nend {\n  when some(lines(own, 3)): mover wins\n  \
        when none(empty): draw\n}\n";
    text_plays(text, 1).expect("no mistake").unwrap();
}

#[test]
fn a_session_goes_over_to_native_code_in_the_middle_of_a_game() {
    let engine = load_bundled("reversi", &[]).unwrap();
    let reference = Reference::new(Arc::new(engine.game().clone()));
    let mut session = engine.session().unwrap();
    let mut rng = Rng::new(1);
    let mut position = reference.start().unwrap();
    // Each game asks more questions; code is generated in one of them.
    for _ in 0..40 {
        while let Some(n) = session.random_move(&mut rng).unwrap() {
            position = made(&mut session, &reference, &position, n).unwrap().unwrap();
        }
        let ended = said(&mut session);
        session.fork().undo().unwrap();
        assert_eq!(said(&mut session), ended);
        session.reset().unwrap();
        position = reference.start().unwrap();
        stands(&mut session, &reference, &position).unwrap();
    }
}

#[test]
fn a_playout_leaves_the_session_and_its_moves_lead_to_its_end() {
    for name in bundled::names() {
        let engines = common::both_engines(name);
        let reference = &engines.0;
        for engine in each(&engines) {
            let mut session = engine.session().unwrap();
            for _ in 0..4 {
                session.make(0).unwrap();
            }
            let before = said(&mut session);
            let playout = session.playout(&mut Rng::new(5), 30).unwrap();
            let mut played = Vec::new();
            let same = session.playout_with_moves(&mut Rng::new(5), 30, &mut played).unwrap();
            assert_eq!(playout, same, "{name}");
            assert_eq!(said(&mut session), before, "{name}");
            let mut position = before.position.clone();
            engine.playout(&mut position, &mut Rng::new(5), 30).unwrap();
            assert_eq!(playout.outcome, position.outcome, "{name}");
            let mut there = before.position;
            for mv in &played {
                there = reference.play(&there, mv).unwrap().unwrap_or_else(|| panic!("{name}: {mv:?} is not legal"));
            }
            assert_eq!((there, played.len() as u32), (position, playout.plies), "{name}");
        }
    }
}

#[test]
fn a_playout_stops_when_it_should() {
    for engine in each(&common::both_engines("tic-tac-toe")) {
        let mut session = engine.session().unwrap();
        let mut rng = Rng::new(1);
        for plies in 0..4 {
            let playout = session.playout(&mut rng, plies).unwrap();
            assert_eq!((playout.plies, playout.outcome, playout.returns()), (plies, None, vec![0.0, 0.0]));
        }
        for text in ["b2", "a1", "a2", "b1", "c2"] {
            session.make_text(text).unwrap();
        }
        let over = session.playout(&mut rng, 9).unwrap();
        assert_eq!((over.plies, over.outcome, over.returns()), (0, session.outcome(), session.returns()));
        assert_eq!(session.random_move(&mut rng).unwrap(), None);
    }
}

#[test]
fn random_moves_are_equally_likely() {
    let mut session = load_bundled("connect-four", &[]).unwrap().session().unwrap();
    let (mut rng, mut drawn) = (Rng::new(1), [0; 7]);
    for _ in 0..7000 {
        drawn[session.random_move(&mut rng).unwrap().unwrap()] += 1;
    }
    assert!(drawn.iter().all(|times| (880..=1120).contains(times)), "{drawn:?}");
}

#[test]
fn errors_say_what_is_wrong() {
    let mut session = load_bundled("jostle", &[]).unwrap().session().unwrap();
    assert_eq!(session.make(16).unwrap_err().to_string(), "no move 16: there are 16 legal moves");
    let refused = session.make_text("d3-d4").unwrap_err().to_string();
    assert!(refused.starts_with("`d3-d4` is not legal: move needs"), "{refused}");
    let mv = session.legal_moves().unwrap()[0].clone();
    session.make_move(&mv).unwrap();
    assert_eq!(session.make_move(&mv).unwrap_err().to_string(), "the move is not legal here");
    assert_eq!(session.played().cloned().collect::<Vec<_>>(), [mv]);
    let chess = load_bundled("chess", &[]).unwrap().start().unwrap();
    assert!(matches!(session.set_position(&chess), Err(SessionError::WrongPosition)));
    let two_on_a_cell = Position { words: vec![1; chess.words.len()].into(), ..chess.clone() };
    let mut other = load_bundled("chess", &[]).unwrap().session().unwrap();
    let refused = other.set_position(&two_on_a_cell).unwrap_err();
    assert_eq!(refused.to_string(), "the position does not fit the game");
    let wrong_key = Position { pieces_key: chess.pieces_key ^ 1, ..chess.clone() };
    assert!(other.set_position(&wrong_key).is_err());
    assert_eq!((session.ply(), other.position()), (1, chess));
}

#[test]
fn a_fault_leaves_the_session_as_it_was() {
    let rules = "game \"Faulty\" board square 3 x 1 players A, B piece stone var n = 1
         action place(p: empty) do { put stone at p; n = 6 / (column(p) - 2) }
         end { when none(empty): draw when stuck(next): draw }";
    let game = Arc::new(load_text(rules, &[]).unwrap().game().clone());
    for engine in each(&common::translated(game.clone())) {
        let mut session = engine.session().unwrap();
        session.make(0).unwrap();
        let before = said(&mut session);
        assert_eq!(code(session.make(0).unwrap_err()).name(), "F05");
        assert_eq!(said(&mut session), before);
        assert!(session.undo().is_some());
    }
}

#[test]
fn a_fault_of_the_end_is_reported_by_all_that_follows() {
    // The position after the first ply has no move and no result.
    let rules = "game \"Silent\" board square 2 x 1 players A, B piece stone
         action place(p: empty) when none(enemy) do put stone at p
         end { when ply > 9: draw when stuck(next) and ply > 5: draw }";
    let game = Arc::new(load_text(rules, &[]).unwrap().game().clone());
    for engine in each(&common::translated(game.clone())) {
        let mut session = engine.session().unwrap();
        let before = said(&mut session);
        session.make(0).unwrap();
        assert_eq!(code(session.legal_moves().map(drop).unwrap_err()).name(), "F01");
        assert_eq!(code(session.make(0).unwrap_err()).name(), "F01");
        assert_eq!(code(session.playout(&mut Rng::new(1), 9).unwrap_err()).name(), "F01");
        assert!(session.undo().is_some());
        assert_eq!(said(&mut session), before);
    }
}

#[test]
fn a_session_continues_from_a_position() {
    let engine = load_bundled("chess", &[]).unwrap();
    let mut session = engine.session().unwrap();
    for text in ["e2-e4", "e7-e5", "d1-h5", "b8-c6", "f1-c4", "g8-f6"] {
        session.make_text(text).unwrap();
    }
    let position = session.position();
    let mut other = engine.session().unwrap();
    other.set_position(&position).unwrap();
    assert_eq!(other.undo(), None);
    let index = other.find("h5-f7").unwrap().unwrap();
    assert_eq!(other.notation(index).unwrap(), "h5-f7");
    other.make(index).unwrap();
    assert_eq!(other.returns(), [1.0, -1.0]);
    assert_eq!(std::thread::spawn(move || session.fork().ply()).join().unwrap(), 6);
}
