//! Examples of rule files: which lines fail, and what their failures say.

use boardwright::internals::example::*;

fn failures(checks: &str) -> Vec<String> {
    let text = format!(
        "game \"X\"\nboard square 2 x 2\nplayers Black, White\npiece stone\n\
         action place(p: empty) do put stone at p\n\
         end {{ when none(empty): most pieces wins or draw when stuck(next): next loses }}\n\
         example \"e\" {{ {checks} }}"
    );
    let engine = boardwright::load_text(&text, &[]).unwrap();
    let failures = run(&*engine, &engine.game().examples[0]);
    failures.iter().map(Failure::to_string).collect()
}

#[test]
fn correct_examples_have_no_failures() {
    let none: [String; 0] = [];
    assert_eq!(failures("legal only a1, b1, a2, b2; perft 2 = 12; play a1, b2; Black to move; illegal a1"), none);
    assert_eq!(failures("play a1, b1, a2, b2; result draw"), none);
    assert_eq!(failures("position { stone of White at {a1 b1} } White to move; moves 2; expect some(own)"), none);
}

#[test]
fn canceled_examples_end() {
    let push = boardwright::load_text(
        &format!("{}example \"deep\" {{ moves 12 perft 90 = 1 }}", boardwright::bundled::source("push").unwrap().text),
        &[],
    )
    .unwrap();
    let example = push.game().examples.last().unwrap();
    let asked = std::cell::Cell::new(0);
    let wanted = || asked.replace(asked.get() + 1) < 200;
    assert!(run_while(&*push, example, &wanted).is_none());
    assert_eq!(asked.get(), 201);
    let first = &push.game().examples[0];
    assert!(run_while(&*push, first, &|| true).is_some_and(|failures| failures.is_empty()));
}

#[test]
fn failures_state_the_actual_values() {
    let said = failures("moves 3; legal only a1; expect none(empty); result Black wins; White to move");
    assert_eq!(said[0], "there are 4 legal moves, not 3");
    assert_eq!(said[1], "also legal: b1, a2, b2");
    assert_eq!(said[2], "`none(empty)` does not hold: it is none({a1 b1 a2 b2})");
    assert_eq!(said[3], "expected: Black wins, but the game is not over");
    assert_eq!(said[4], "expected White to move, found: Black to move");
    assert_eq!(said.len(), 5);
}

#[test]
fn a_position_after_a_play_is_checked() {
    let none: [String; 0] = [];
    let stones = "stone of Black at a1; stone of White at b2";
    assert_eq!(failures(&format!("play a1, b2; position {{ {stones} }} play a2")), none);
    let said = failures("play a1, b2; position { stone of Black at {a1 b1} } White to move");
    assert_eq!(
        said[0],
        "the position differs: found nothing on b1, expected stone of Black; stone of White on b2, expected nothing"
    );
    assert!(said[1].starts_with("expected White to move"), "{}", said[1]);
    let board = "position { stone of Black at a1 } moves 3; position { stone of White at a1 } legal a2";
    assert_eq!(failures(board), ["the position differs: found stone of Black on a1, expected stone of White"]);
}

#[test]
fn a_failed_expectation_shows_values_and_point_of_view() {
    let said = failures("play a1; expect own == a1; expect count(enemy) > 1 and true; expect 1 == 2 or 2 == 3");
    assert_eq!(said[0], "`own == a1` does not hold: it is {} == {a1}; `own` refers to White, who moves next");
    assert!(said[1].contains("it is 1 > 1; `enemy` refers to White"), "{}", said[1]);
    assert_eq!(said[2], "`1 == 2 or 2 == 3` does not hold");
}

#[test]
fn a_failed_expectation_shows_single_values_and_small_sets() {
    let came = |expect: &str| failures(&format!("play a1; expect {expect}")).pop().unwrap();
    for (expect, but) in [
        ("toward(a1, b1) == N", "{E} == {N}"),
        ("step(a1, N) == b1", "a2 == b1"),
        ("owner(a1) == White", "Black == White"),
        ("kind(a1) != stone", "stone != stone"),
        ("at(a1) == nothing", "stone of Black == nothing"),
        ("a1 in empty", "a1 in {b1 a2 b2}"),
        ("enemy within empty", "{a1} within {b1 a2 b2}"),
        ("every(p in board: p in empty)", "false for a1"),
        ("none(p in board: p in enemy)", "true for a1"),
        ("not (count(enemy) == 1)", "1 != 1"),
    ] {
        assert!(came(expect).contains(&format!(": it is {but}")), "{expect}: {}", came(expect));
    }
}

#[test]
fn an_example_can_set_whole_variables_and_parameters() {
    let rules = |examples: &str| {
        let text = format!(
            "game \"X\"\nparam size = 2 in 2..5\nparam pie = true\nboard square size x size\nplayers A, B\npiece stone\n\
             var hand(P: player) = 9\n\
             action place(p: if pie then empty else empty except a1) when hand(mover) > 0 do put stone at p\n\
             end {{ when stuck(next): draw }}\n{examples}"
        );
        boardwright::load_text(&text, &[])
    };
    let engine = rules(
        "example \"small\" { moves 4 expect hand(A) == 9 }
         example \"no more\" { set hand = 0 expect hand(A) + hand(B) == 0 result draw }
         example \"large\" { set size = 5 position { stone of A at e5 } set hand = 3 play e4; moves 23; illegal e5 }
         example \"both\" { set pie = false set size = 3 moves 7 }",
    )
    .unwrap();
    let examples = &engine.game().examples;
    assert_eq!(
        examples.iter().map(|example| example.title.as_str()).collect::<Vec<_>>(),
        ["small", "no more", "large", "both"]
    );
    let failed = |n: usize| run(&*engine, &examples[n]).iter().map(Failure::to_string).collect::<Vec<_>>();
    for n in 0..3 {
        assert_eq!(failed(n), [""; 0], "{n}");
    }
    assert_eq!(failed(3), ["there are 8 legal moves, not 7"]);
    assert_eq!(run(&*engine, &examples[3])[0].game.as_ref().unwrap().full_title(), "X (size=3, pie=false)");
    let told = |example: &str| rules(example).err().unwrap().to_string();
    assert!(told("example \"x\" { set size = 9 moves 1 }").contains("`size` cannot be 9: it is not in 2..5"));
    assert!(told("example \"x\" { set size = 3 play d4 moves 1 set size = 2 }").contains("`set` must come before"));
    assert!(told("example \"x\" { set size = 3 expect d4 in empty }").contains("no cell `d4`"));
    let setup = "setup { stone of A at b2 } example \"x\" { moves 3 } example \"y\" { set size = 3 moves 8 }";
    assert!(rules(setup).is_ok());
    let setup = "def far = e5 example \"y\" { set size = 3 moves 8 }";
    assert!(told(setup).contains("no cell `e5`"));
}

#[test]
fn an_invalid_setting_is_reported_at_the_example() {
    let text = "game \"X\" param size = 3 in 2..5 board square size x size players A, B piece stone
        setup { stone of A at c3 }
        action place(p: empty) do put stone at p
        end { when none(empty): draw }
        example \"y\" { set size = 2 moves 3 }";
    let told = boardwright::load_text(text, &[]).err().unwrap().to_string();
    assert!(told.contains("the rules are wrong with this setting") && told.contains("no cell `c3`"), "{told}");
}

#[test]
fn a_player_without_a_first_move_is_stuck() {
    let full = "position { stone of Black at board } White to move;";
    let none: [String; 0] = [];
    assert_eq!(failures(&format!("{full} expect stuck; moves 0; perft 1 = 0; illegal a1; result Black wins")), none);
}

#[test]
fn an_illegal_move_ends_the_example() {
    let said = failures("play a1, a1; moves 77");
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("`a1` is not legal: place needs p in empty"), "{}", said[0]);
}

#[test]
fn a_line_is_the_whole_starting_position() {
    let none: [String; 0] = [];
    assert_eq!(failures("position \"w1/2 Black\" Black to move legal only a1, b1, b2 play b1 White to move"), none);
    assert_eq!(failures("position \"w1/2 White\" Black to move"), ["expected Black to move, found: White to move"]);
    assert_eq!(failures("position \"ww/bb White wins mover=Black\" result White wins"), none);
}

#[test]
fn a_line_after_a_play_states_the_whole_position() {
    let none: [String; 0] = [];
    assert_eq!(failures("play a1, b2; position \"1w/b1 Black\" play a2; position \"bw/b1 White\""), none);
    let said = failures("play a1, b2; position \"2/b1 Black\" position \"1w/b1 White\"");
    assert_eq!(said[0], "the position differs: found stone of White on b2, expected nothing");
    assert_eq!(said[1], "the position differs: found Black to move, expected White to move");
}

#[test]
fn an_example_with_a_setting_has_its_own_board_for_a_line() {
    let text = "game \"X\" param size = 3 in 2..5 board square size x size players Black, White piece stone \
                legend b = stone of Black \
                action place(p: empty) do put stone at p end { when none(empty): draw } \
                example \"small\" { set size = 2 position \"b1/2 White\" moves 3 }";
    let engine = boardwright::load_text(text, &[]).unwrap();
    assert!(run(&*engine, &engine.game().examples[0]).is_empty());
}

#[test]
fn a_line_that_differs_says_which_parts() {
    let text = |example: &str| {
        format!(
            "game \"X\" board square 6 x 1 players Black, White piece stone legend b = stone of Black \
             var score(P: player) = 0 var last: cell \
             action place(p: empty) do {{ put stone at p; score(mover) += 2; last = p }} \
             end {{ when ply > 4: draw when none(empty): draw }} example \"x\" {{ {example} }}"
        )
    };
    let said = |example: &str| {
        let engine = boardwright::load_text(&text(example), &[]).unwrap();
        let failures = run(&*engine, &engine.game().examples[0]);
        failures.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let none: [String; 0] = [];
    assert_eq!(said("play a1 position \"b5 White ply=1 score(Black)=2 last=a1\""), none);
    assert_eq!(
        said("play a1 position \"1b4 Black score=2 last=off\""),
        [
            "the position differs: found stone of Black on a1, expected nothing; nothing on b1, expected stone of Black; \
             White to move, expected Black to move; ply=1, expected ply=0; score(White)=0, expected score(White)=2; \
             last=a1, expected last=off"
        ]
    );
    assert_eq!(
        said(
            "position \"b5 White last=b1\" moves 5 position \"b5 draw mover=White last=b1\" \
              position \"bbbbb1 White players={White} last=b1\""
        ),
        [
            "the position differs: found White to move, expected a draw",
            "the position differs: found nothing on b1, expected stone of Black; nothing on c1, expected stone of Black; \
             nothing on d1, expected stone of Black; and 1 more cell; players={Black, White}, expected players={White}"
        ]
    );
    assert_eq!(
        said("position \"b5 draw mover=White\" moves 0 position \"b5 draw mover=Black\""),
        ["the position differs: found mover=White, expected mover=Black"]
    );
}
