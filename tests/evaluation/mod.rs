//! What the rules of small games mean on the reference engine. Helpers first, then tests of whole questions.

mod doubles;
mod look;
mod memo;
mod repeat;
mod setup;
mod stmt;
mod turn;

use boardwright::diagnostic::Code;
use boardwright::engine::{Engine, Reason};
use boardwright::internals::load;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use std::sync::Arc;

/// Makes a game from the items after its title.
fn game(items: &str) -> Arc<dyn Engine> {
    by_reference(load::load_text(&format!("game \"T\"\n{items}"), &[]).unwrap_or_else(|error| panic!("{error}")))
}

/// A bundled game.
fn load_bundled(name: &str, settings: &[(&str, &str)]) -> Result<Arc<dyn Engine>, load::LoadError> {
    load::load_bundled(name, settings).map(by_reference)
}

fn by_reference(engine: Arc<dyn Engine>) -> Arc<dyn Engine> {
    Arc::new(boardwright::engine::reference::Reference::new(Arc::new(engine.game().clone())))
}

/// Returns the texts of the legal moves, separated by spaces.
fn moves(engine: &dyn Engine, position: &Position) -> String {
    let moves = engine.legal_moves(position).unwrap();
    let texts: Vec<String> = moves.iter().map(|mv| engine.text(position, mv).unwrap()).collect();
    texts.join(" ")
}

/// Returns the position after these moves, separated by spaces, or the fault.
fn after(engine: &dyn Engine, moves: &str) -> Result<Position, Fault> {
    let mut position = engine.start()?;
    for text in moves.split_whitespace() {
        let mv = engine.find(&position, text)?.unwrap_or_else(|| panic!("{text} is not legal"));
        engine.play_unchecked(&mut position, &mv)?;
    }
    Ok(position)
}

/// The winner's name, `draw`, or nothing.
fn result(engine: &dyn Engine, position: &Position) -> String {
    use boardwright::outcome::Outcome;
    match position.outcome {
        None => String::new(),
        Some(Outcome::Draw) => "draw".to_string(),
        Some(Outcome::Win(player)) => engine.game().player_name(player).to_string(),
    }
}

/// Returns the code, message and underlined text of the fault that the first moves lead to.
fn fault(items: &str) -> (Code, String, String) {
    let engine = game(items);
    let start = engine.start();
    let fault = start.and_then(|start| {
        let moves = engine.legal_moves(&start)?;
        let mut after = start.clone();
        engine.play_unchecked(&mut after, &moves[0])?;
        Ok(())
    });
    let fault = fault.expect_err("a fault");
    (fault.code, fault.message.clone(), engine.game().sources.text(fault.span).to_string())
}

/// A board of three cells and one kind of piece, for tests that need nothing else.
pub(super) const SMALL: &str = "board square 3 x 1 players A, B piece stone\n";

#[test]
fn positions_from_elsewhere_are_refused() {
    let (rush, slash) = (load_bundled("rush", &[]).unwrap(), load_bundled("slash", &[("size", "4")]).unwrap());
    let foreign = slash.start().unwrap();
    let fault = rush.legal_moves(&foreign).unwrap_err();
    assert_eq!((fault.code, fault.message.as_str()), (Code::F06, "this is not a position of Rush"));

    let mut forged = rush.start().unwrap();
    forged.pieces_key ^= 1;
    assert!(rush.legal_moves(&forged).is_err());
    let oware = load_bundled("oware", &[]).unwrap();
    let mut forged = oware.start().unwrap();
    *forged.words.last_mut().unwrap() = 1 << 40;
    assert!(oware.legal_moves(&forged).is_err());
}

#[test]
fn moves_from_elsewhere_are_refused() {
    let push = load_bundled("push", &[]).unwrap();
    let start = push.start().unwrap();
    let good = push.legal_moves(&start).unwrap()[0].clone();
    for spoil in [
        |mv: &mut boardwright::moves::Move| mv.action.0 = 9,
        |mv: &mut boardwright::moves::Move| mv.values[0] = 36,
        |mv: &mut boardwright::moves::Move| mv.values[1] = -1,
        |mv: &mut boardwright::moves::Move| mv.values.push(1),
        |mv: &mut boardwright::moves::Move| mv.values.clear(),
    ] {
        let mut bad = good.clone();
        spoil(&mut bad);
        let mut position = start.clone();
        assert_eq!(push.play_unchecked(&mut position, &bad).unwrap_err().code, Code::F06);
        assert_eq!(position, start);
        assert!(!push.is_legal(&start, &bad).unwrap());
    }
}

#[test]
fn hashes_follow_the_pieces() {
    for name in ["chess", "tiger", "oware", "push"] {
        let engine = load_bundled(name, &[]).unwrap();
        let mut rng = boardwright::rng::Rng::new(7);
        let mut position = engine.start().unwrap();
        let mut seen = vec![engine.zobrist_hash(&position)];
        for _ in 0..40 {
            engine.playout(&mut position, &mut rng, 1).unwrap();
            assert_eq!(
                position.pieces_key,
                boardwright::engine::reference::pieces_key(engine.game(), &position),
                "{name}"
            );
            seen.push(engine.zobrist_hash(&position));
        }
        seen.dedup();
        assert!(seen.len() > 30, "{name}");
    }
}

#[test]
fn a_playout_is_a_series_of_listed_moves() {
    let engine = load_bundled("tiger", &[]).unwrap();
    let mut quick = engine.start().unwrap();
    let plies = engine.playout(&mut quick, &mut boardwright::rng::Rng::new(3), 60).unwrap();
    let mut slow = engine.start().unwrap();
    let mut rng = boardwright::rng::Rng::new(3);
    for _ in 0..plies {
        let moves = engine.legal_moves(&slow).unwrap();
        slow = engine.play(&slow, &moves[rng.below(moves.len())]).unwrap().unwrap();
    }
    assert_eq!(quick, slow);
}

#[test]
fn deep_expressions_have_stack_enough() {
    let deep = format!("f(p, n - 1){}", " | step(p, N)".repeat(190));
    let engine = game(&format!(
        "board square 32 x 32 players A, B piece stone
         def f(p: cell, n: int): cells = if n == 0 then p else {deep}
         action a(p: {{a1}}) when count(f(p, 200)) > 0 do put stone at p
         end {{ when stuck(next): draw }}"
    ));
    let small = std::thread::Builder::new().stack_size(2 << 20);
    let moves = small.spawn(move || engine.legal_moves(&engine.start().unwrap()).unwrap().len());
    assert_eq!(moves.unwrap().join().unwrap(), 1);
}

/// The reason for a refusal, in short.
fn why(engine: &dyn Engine, moves: &str, text: &str) -> String {
    let refusal = engine.why_not(&after(engine, moves).unwrap(), text).unwrap();
    let rule = |span| engine.game().sources.text(span).to_string();
    let reason = match refusal.reason {
        Reason::NotInSet { value, span, .. } => format!("{} not in {}", value.as_deref().unwrap_or("none"), rule(span)),
        Reason::Fails { clause, span, values } => format!("{clause} {}: {}", rule(span), values.unwrap_or_default()),
        Reason::Choices(texts) => format!("choices {}", texts.join(" ")),
        Reason::NoChoice { stem, rest, legal, .. } => format!("no {rest} after {stem}: {}", legal.join(" ")),
        other => format!("{other:?}"),
    };
    format!("{} {reason}", refusal.action.unwrap_or_default())
}

#[test]
fn the_condition_that_refuses_a_move_is_named() {
    let jostle = load_bundled("jostle", &[]).unwrap();
    assert_eq!(why(&*jostle, "", "c3-b3"), "move c3 not in p: own");
    assert_eq!(why(&*jostle, "", "d3-e3"), "move e3 not in q: neighbors(p) & empty");
    assert_eq!(why(&*jostle, "", "d3-d2"), "move Legal");
    assert_eq!(why(&*jostle, "", "d3d2"), " NoSuchText([\"d3-d2\"])");
    let push = load_bundled("push", &[]).unwrap();
    assert_eq!(why(&*push, "", "a1-b1"), "push when step(head, d) != off: off != off");
    let tiger = load_bundled("tiger", &[]).unwrap();
    assert_eq!(why(&*tiger, "", "b3-b12"), "slide b12 not in q: ray(p, d, empty)");
    let chess = load_bundled("chess", &[]).unwrap();
    assert_eq!(why(&*chess, "e2-e4 e7-e5", "e4-e5"), "move e5 not in q: targets(p)");
    let exposed = "e2-e4 f7-f6 d2-d4 e8-f7 d1-h5";
    assert_eq!(why(&*chess, exposed, "f6-f5"), "move always safe not attacked(king of mover, rival(mover)): ");
}

#[test]
fn a_text_reads_as_the_position_has_it() {
    let engine = game(
        "board square 3 x 1 players A, B piece man \"M\", king
         setup { man of A at a1; man of B at c1 }
         action step(p: own, d: E | W)
           when step(p, d) in empty
           as match d { E: (if p in king then \"O-O\" else \"{kind(p)}>\"), W: \"{at(p)}<\" }
           do { move p to step(p, d)
                choose k in {man, king} as if k == king then \"=K\" else \"\" { put k at step(p, d) } }
         end { when ply == 9: draw when stuck(next): next loses }",
    );
    assert_eq!(moves(&*engine, &engine.start().unwrap()), "M> M>=K");
    let later = after(&*engine, "M>=K").unwrap();
    assert_eq!(later.outcome, Some(boardwright::outcome::Outcome::Win(boardwright::game::piece::Player(0))));
    assert_eq!(why(&*engine, "", "O-O"), " NoSuchText([])");
    assert_eq!(why(&*engine, "", "M<"), "step when step(p, d) in empty: off in {b1}");
}

#[test]
fn unfinished_moves_and_smaller_captures_are_explained() {
    let draughts = game(
        "board square 5 x 1 players A, B piece man
         setup { man of A at a1; man of B at {b1 d1} }
         effect jump(p: cell) { choose q in hop(p, E, enemy) & empty as \"x{q}\" { remove between(p, q); move p to q; jump(q) } }
         action capture(p: own) when some(hop(p, E, enemy) & empty) do jump(p)
         action stay() do {}
         end { when none(enemy): mover wins when stuck(next): draw }",
    );
    assert_eq!(moves(&*draughts, &draughts.start().unwrap()), "a1xc1xe1 stay");
    assert_eq!(why(&*draughts, "", "a1xc1"), "capture choices a1xc1xe1");
    assert_eq!(why(&*draughts, "", "a1"), "capture choices a1xc1xe1");
    assert_eq!(why(&*draughts, "", "b1xd1"), "capture b1 not in p: own");

    // A choice that is not on offer is reported with the place where it would be made.
    assert_eq!(why(&*draughts, "", "a1xd1"), "capture no xd1 after a1: a1xc1xe1");
    assert_eq!(why(&*draughts, "", "a1xc1xb1"), "capture no xb1 after a1xc1: a1xc1xe1");

    let greedy = game(
        "board square 3 x 1 players A, B piece man setup { man of B at a1 }
         action take(p: occupied | empty) do remove p maximize 1 - count(occupied)
         end { when none(occupied): mover wins when stuck(next): draw }",
    );
    assert_eq!(moves(&*greedy, &greedy.start().unwrap()), "a1");
    assert_eq!(why(&*greedy, "", "b1"), "take NotGreatest(0, 1)");
    assert_eq!(why(&*greedy, "a1", "a1"), " Over");
}

#[test]
fn the_part_of_a_set_that_refuses_a_cell_is_named() {
    let engine = game(
        "board square 4 x 2 players A, B piece man, king setup { man of A at {a1 b1}; king of A at d1; man of B at d2 }
         action drop(p: empty & rows(1)) as \"+{p}\" do put man at p
         action step(p: own & man, q: neighbors(p, all) except own) do move p to q
         action fly(p: own & king, q: ray(p, all, empty)) do move p to q
         end { when stuck(next): draw }",
    );
    let told = |text: &str| {
        let refusal = engine.why_not(&engine.start().unwrap(), text).unwrap();
        let sentence = boardwright::internals::refusal::sentence(engine.game(), text, &refusal);
        sentence.split_once("but ").map_or(sentence.clone(), |(_, told)| told.to_owned())
    };
    assert_eq!(told("+a2"), "a2 is not in rows(1)");
    assert_eq!(told("+a1"), "a1 is occupied by an A man");
    assert_eq!(told("a1-b1"), "b1 is occupied by an A man");
    assert_eq!(told("a1-c1"), "c1 is not in neighbors(p, all)");
    assert_eq!(told("d1-a2"), "a2 is not in it");
    // Being empty is a reason only if the set is about pieces.
    let named = game(
        "board square 4 x 1 players A, B piece man setup { man of A at a1 }
         def near = neighbors(own) & empty
         action drop(p: near) do put man at p end { when stuck(next): draw }",
    );
    let refusal = named.why_not(&named.start().unwrap(), "d1").unwrap();
    let told = boardwright::internals::refusal::sentence(named.game(), "d1", &refusal);
    assert!(told.ends_with("but in `near`, d1 is not in neighbors(own)"), "{told}");
    // The action that writes the text refuses this piece: the report adds what the piece can do.
    let walk = game(
        "board square 4 x 2 players A going E, B going W piece man, king setup { man of A at a1; man of B at d1 }
         action walk(p: own & man, d: forward) let q = step(p, d) when q in empty as \"{p}-{q}\" do move p to q
         action fly(p: own & king, q: ray(p, all, empty)) do move p to q
         end { when stuck(next): draw }",
    );
    let refusal = walk.why_not(&walk.start().unwrap(), "a1-c1").unwrap();
    assert!(
        boardwright::internals::refusal::sentence(walk.game(), "a1-c1", &refusal)
            .ends_with("a1 is occupied by an A man; with a1 you can play `a1-b2` or `a1-b1`")
    );
}

#[test]
fn a_refusal_goes_into_defs_with_the_values_it_found() {
    let engine = game(
        "board square 5 x 5 players White, Black piece worker, dome neutral rock
         setup { worker of White at c3; worker of Black at {d4 a5}; rock at c5 }
         var level(c: cell) = if c == c4 or c == b3 then 3 else 1
         def low(p: cell, q: cell) = level(q) <= level(p) + 1
         def ways(p: cell) = { q in neighbors(p, all): low(p, q) and q not in occupied }
         def free(p: cell) = if p in occupied then false else none(neighbors(p) & pieces)
         def lines_of(p: cell) = ray(p, all, empty) | neighbors(p)
         action build(p: own, q: ways(p)) as \"{p}>{q}\" do move p to q
         action slide(p: own, q: ray(p, all, empty)) as \"{p}={q}\" do move p to q
         action put(q: board) when free(q) as \"+{q}\" do put worker at q
         action raise(q: board) when level(q) > 1 or (count(own) > 3 and ply > 5) as \"^{q}\" do level(q) += 1
         action guard(q: board) when every(x in neighbors(q): level(x) < 3) as \"!{q}\" do level(q) -= 1
         action hold(p: own, q: lines_of(p)) as \"{p}:{q}\" do move p to q
         end { when stuck(next): draw }",
    );
    let start = engine.start().unwrap();
    let told = |text: &str| {
        let refusal = engine.why_not(&start, text).unwrap();
        boardwright::internals::refusal::sentence(engine.game(), text, &refusal)
    };
    for (text, end) in [
        ("c3>c4", "but in `low`, level(q) 3 > level(p) 1 + 1"),
        ("c3>d4", "but d4 is occupied by a Black worker"),
        ("c3=e5", "but d4 is occupied by a Black worker"),
        ("c3=d4", "but d4 is occupied by a Black worker"),
        ("c3=c5", "but c5 is occupied by a rock"),
        ("a1=a2", "but a1 is empty"),
        ("+d4", "but d4 is occupied by a Black worker"),
        ("^a1", "but level(q) 1 <= 1, and 1 <= 3"),
        ("!c3", "but for b3, level(x) 3 >= 3"),
    ] {
        assert!(told(text).ends_with(end), "{text}: {}", told(text));
    }
}

#[test]
fn the_one_of_a_set() {
    let one = |of: &str| {
        fault(&format!(
            "board square 3 x 1 wraps E/W players A, B piece stone setup {{ stone of A at {{a1 b1}} }} var c: cell var d: dir
             action act() do {{ {of} }} end {{ when stuck(next): draw }}"
        ))
    };
    assert_eq!(
        one("c = the(own)"),
        (Code::F06, "`the` needs a set of one element, got {a1, b1}".into(), "the(own)".into())
    );
    assert_eq!(
        one("d = the({ e in all: step(b1, e) in empty | own })").1,
        "`the` needs a set of one element, got {E, W}"
    );
    assert_eq!(one("d = the(toward(a1, a1))").1, "`the` needs a set of one direction, got none");
}
