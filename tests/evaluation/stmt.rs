//! Statements.

use super::*;

const END: &str = "end { when stuck(next): draw }";

fn fault_of(body: &str) -> (Code, String, String) {
    fault(&format!(
        "board square 3 x 1 players A, B piece stone, man neutral rock
         setup {{ stone of A at a1; rock at b1 }}
         var n = 0 var k: kind
         effect again_and_again(p: cell) {{ again_and_again(p) }}
         action act() do {{ {body} }} {END}"
    ))
}

#[test]
fn what_runs_on_is_stopped() {
    assert_eq!(fault_of("while true { n = 1 - n }").0, Code::F04);
    assert_eq!(fault_of("again_and_again(a1)").0, Code::F04);
    let loops = "for x in 1..100000 { for y in 1..100000 { } }";
    assert_eq!(fault_of(loops).1, "more than 100000 statements in one move: this `for` has run 99998 times");
    // The outer loop is the one that does not end.
    let (_, message, at) = fault_of("while n < 5 { n = 0 while n < 3 { n += 1 } }");
    assert!(message.contains("this `while` has run "), "{message}");
    assert_eq!(at, "n < 5");
}

#[test]
fn a_loop_of_declined_choices_is_named() {
    let (code, message, _) = fault_of("while n == 0 { may choose q in empty { n = 1 } }");
    assert_eq!(code, Code::F04);
    assert_eq!(message, "more than 1000 choices after each other in one move");
}

#[test]
fn numbers_and_questions_without_an_answer() {
    assert_eq!(fault_of("n = 2000000000; n += 2000000000").0, Code::F05);
    assert_eq!(fault_of("n = 7 / n"), (Code::F05, "7 is divided by 0".into(), "7 / n".into()));
    assert_eq!(fault_of("n = row(step(a1, W))").0, Code::F06);
    assert_eq!(fault_of("n = max(x in empty & occupied: 1)").0, Code::F06);
    assert_eq!(fault_of("n = match owner(c1) { A: 1, B: 2 }").0, Code::F07);
}

#[test]
fn pieces_that_cannot_be_put_moved_or_given() {
    assert_eq!(fault_of("move c1 to a1"), (Code::F08, "`move` found no piece on `c1`".into(), "move c1 to a1".into()));
    assert_eq!(fault_of("put at(c1) at a1").0, Code::F08);
    assert_eq!(fault_of("put k at a1").0, Code::F08);
    assert_eq!(fault_of("put stone of owner(c1) at a1").0, Code::F08);
    assert_eq!(fault_of("move each c in {a1 b1} to c1").1, "`move each` moves two pieces to `c1`");
    assert_eq!(fault_of("give b1 to B").1, "the rock on `b1` is neutral and cannot be given");
}

#[test]
fn all_move_at_once_and_replace_what_stands_there() {
    let engine = game(
        "board square 4 x 1 players A, B piece stone
         setup { stone of A at {a1 b1}; stone of B at c1 }
         action push() do move each c in own to step(c, E)
         action rush() do move each c in own to step(c, E, 3)
         end { when none(enemy): mover wins when stuck(next): draw }",
    );
    let name = |moves: &str, cell: &str| {
        let position = after(&*engine, moves).unwrap();
        let owner = position.at(engine.game(), engine.game().board.cell(cell).unwrap()).owner;
        engine.game().player_name(owner).to_string()
    };
    assert_eq!((name("push", "a1"), name("push", "b1"), name("push", "c1")), ("nobody".into(), "A".into(), "A".into()));
    assert_eq!((name("rush", "d1"), name("rush", "b1")), ("A".into(), "nobody".into()));
    assert_eq!(result(&*engine, &after(&*engine, "push").unwrap()), "A");
}

#[test]
fn choices_come_in_order_and_leaving_first() {
    let engine = game(&format!(
        "board square 3 x 1 players A, B piece stone
         action act() do {{ may choose c in empty {{ put stone at c; choose d in empty except c as \"+{{d}}\" {{ put stone at d }} }} }}
         {END}"
    ));
    let start = engine.start().unwrap();
    let all = "act act-a1+b1 act-a1+c1 act-b1+a1 act-b1+c1 act-c1+a1 act-c1+b1";
    assert_eq!(moves(&*engine, &start), all);
    let mv = engine.find(&start, "act-b1+c1").unwrap().unwrap();
    assert_eq!(mv.values.as_slice(), [1, 2]);
}
