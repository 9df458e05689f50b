//! Boards with stacks: their statements in both engines, positions, and reports of what cannot be.

use crate::common::both;
use boardwright::check::check;
use boardwright::diagnostic::Code;
use boardwright::game::Game;
use boardwright::source::Source;
use boardwright::{bundled::Bundled, notation, position_line};
use std::sync::Arc;

/// A row of five cells, on which the actions do what the test says.
fn game(actions: &str) -> Arc<Game> {
    let text = format!(
        "game \"Row\"\nboard square 5 x 1 stacks of 4\nplayers White, Black\npiece man, king\nneutral rock\n\
         legend m k = man king of White, M K = man king of Black, x = rock\n{actions}\n\
         end {{ when stuck(next): draw when ply > 9: draw }}\n"
    );
    let checked = check(Source::new("row.game", &*text), &Bundled, &[]);
    let reports: Vec<&String> = checked.diagnostics.iter().map(|one| &one.message).collect();
    checked.game.unwrap_or_else(|| panic!("{reports:?}\n{text}"))
}

/// Plays the only move of `do` in a position, on both engines, and returns the board after it.
fn after(statements: &str, before: &str) -> String {
    let game = game(&format!("action go()\n  do {{ {statements} }}"));
    let boards = both(&game).map(|engine| {
        let position = position_line::parse(&*engine, &format!("{before} White")).unwrap();
        assert_eq!(position_line::write(&*engine, &position).unwrap(), format!("{before} White"));
        let mv = engine.find(&position, "go").unwrap().expect("it is legal");
        let after = engine.play(&position, &mv).unwrap().expect("it is legal");
        assert!(after.fits(&game));
        let line = position_line::write(&*engine, &after).unwrap();
        line.split(' ').next().unwrap_or_default().to_owned()
    });
    let [one, other] = boards;
    assert_eq!(one, other, "{statements}");
    one
}

#[test]
fn the_words_of_stacks_take_no_other_names() {
    let items = "param n = 1 in 1..3\nvar left = 9\nvar m(P: player) = 0\ndef q = 2\neffect p() { left -= q }\n";
    let board = "game \"Row\"\nboard square 5 x 1 stacks of n + 3\nplayers White, Black\npiece man\n";
    let rules = "action go(c: empty) when height(c) < n\n  do { put man at c; move top of c to a1; m(mover) += 1; p() }\n\
                 end { when left < 0 or m(White) > 9: draw when stuck(next): draw }\n";
    let checked = check(Source::new("row.game", format!("{board}{items}{rules}")), &Bundled, &[]);
    let reports: Vec<&String> = checked.diagnostics.iter().map(|one| &one.message).collect();
    assert!(reports.is_empty(), "{reports:?}");
    for [engine] in both(&checked.game.unwrap()).map(|engine| [engine]) {
        let after = notation::play(&*engine, &engine.start().unwrap(), "c1").unwrap();
        assert_eq!(position_line::write(&*engine, &after).unwrap(), "w4 Black left=7 m(White)=1");
    }
    let taken = check(Source::new("row.game", format!("{board}var stack_depth = 0\n{rules}")), &Bundled, &[]);
    let report = taken.diagnostics.iter().find(|one| one.code == Code::E03).unwrap();
    assert_eq!(&*taken.sources.place(report.span()).0, "row.game", "{}", report.message);
}

#[test]
fn pieces_are_put_on_top() {
    assert_eq!(after("put man at a1", "M4"), "[Mm]4");
    assert_eq!(after("put king of Black at {a1 b1 c1}", "M[xm]3"), "[MK][xmK]K2");
    assert_eq!(after("put rock at occupied", "M[xm]3"), "[Mx][xmx]3");
    // What is put, and where, is what it was before anything is covered.
    assert_eq!(after("put under(b1, 1) at b1", "1[kM]3"), "1[kMk]3");
    assert_eq!(after("put man at { p in occupied: height(p) == 1 }", "M[xm]3"), "[Mm][xm]3");
    assert_eq!(after("put kind(a1) of owner(a1) at {a1 b1}", "K[xm]3"), "[KK][xmK]3");
}

#[test]
fn stacks_move_as_a_whole_or_in_part() {
    assert_eq!(after("move b1 to c1", "1[kM]m2"), "2[mkM]2");
    assert_eq!(after("move top of b1 to c1", "1[kM]m2"), "1k[mM]2");
    assert_eq!(after("move top 2 of b1 to e1", "1[kMx]m2"), "1km1[Mx]");
    assert_eq!(after("move top (height(b1) - 1) of b1 to c1", "1[kMx]m2"), "1k[mMx]2");
    assert_eq!(after("let n = 1 move top n + 1 of b1 to c1", "1[kMx]m2"), "1k[mMx]2");
    assert_eq!(after("move b1 to b1", "1[kM]3"), "1[kM]3");
    assert_eq!(after("move top of b1 to off", "1[kM]3"), "1k3");
    assert_eq!(after("move b1 to off", "1[kM]3"), "5");
}

/// The statements that reports give as help for pieces that go under others.
#[test]
fn pieces_are_laid_under_a_stack() {
    assert_eq!(after("move b1 to a1; move a1 to b1", "[mk][MK]3"), "1[mkMK]3");
    assert_eq!(after("let h = height(b1); move b1 to a1; move top (h + 1) of a1 to b1", "[mk]M3"), "m[kM]3");
    assert_eq!(
        after("let h = height(b1); move b1 to c1; put man at b1; move top h of c1 to b1", "1[MK]m2"),
        "1[mMK]m2"
    );
}

#[test]
fn a_piece_that_comes_to_lie_under_others_has_moved() {
    let game = game("action jump()\n  do { move top of b1 to c1; move a1 to c1 }");
    for engine in both(&game) {
        let changes = |before: &str| -> Vec<String> {
            let position = position_line::parse(&*engine, before).unwrap();
            let mv = engine.find(&position, "jump").unwrap().expect("it is legal");
            engine.details(&position, &mv).unwrap().changes.iter().map(|change| change.text(&game)).collect()
        };
        let both = ["man of Black moves from b1 to c1", "man of White moves from a1 to c1"];
        assert_eq!(changes("mM3 White"), both);
        assert_eq!(changes("m[kM]3 White"), both);
        // The pieces below a top go its way.
        let all = [
            "man of Black moves from b1 to c1",
            "king of Black moves from a1 to c1",
            "man of White moves from a1 to c1",
        ];
        assert_eq!(changes("[Km]M3 White"), all);
    }
}

#[test]
fn pieces_are_removed_from_both_ends() {
    assert_eq!(after("remove {a1 b1}", "m[kM]x2"), "2x2");
    assert_eq!(after("remove top of {a1 b1 d1}", "m[kM]x2"), "1kx2");
    assert_eq!(after("remove top 2 of b1", "m[kMx]3"), "mk3");
    assert_eq!(after("remove bottom of {a1 b1 d1}", "m[kMx]3"), "1[Mx]3");
    assert_eq!(after("remove bottom 2 of b1", "m[kMxm]3"), "m[xm]3");
    assert_eq!(after("remove bottom 9 of b1", "m[kMxm]3"), "m4");
    assert_eq!(after("give b1 to mover", "1[kM]3"), "1[km]3");
}

#[test]
fn words_of_stacks_have_values_everywhere() {
    let counted = "if height(off) == 0 and height(a1) == 0 and height(b1) == 3 and stack(b1, 1) == man of White \
                   and stack(b1, 3) == at(b1) and stack(b1, 4) == nothing and stack(b1, 0) == nothing \
                   and under(b1, 0) == at(b1) and under(b1, 2) == man of White and under(b1, 3) == nothing \
                   and stack(off, 1) == nothing and height == 1 { put rock at e1 }";
    assert_eq!(after(counted, "1[mKM]3"), "1[mKM]2x");
}

#[test]
fn a_stack_is_neither_too_high_nor_too_low() {
    for (statements, before, message) in [
        ("put man at b1", "1[mmmm]3", "the stack on `b1` gets more than 4 pieces"),
        ("move a1 to b1", "[MM][mmm]3", "the stack on `b1` gets more than 4 pieces"),
        ("move top 3 of a1 to b1", "[MM]4", "this takes more pieces from a stack than it has"),
        ("move c1 to b1", "[MM]4", "`move` found no piece on `c1`"),
        ("move top of c1 to b1", "[MM]4", "`move` found no piece on `c1`"),
    ] {
        let game = game(&format!("action go()\n  do {{ {statements} }}"));
        for engine in both(&game) {
            let position = position_line::parse(&*engine, &format!("{before} White")).unwrap();
            let fault = engine.legal_moves(&position).and_then(|_| {
                let mv = engine.find(&position, "go")?.expect("it has no condition");
                engine.play(&position, &mv).map(|_| ())
            });
            let fault = fault.expect_err(statements);
            assert_eq!(fault.message, message);
            assert_eq!(game.sources.text(fault.span), statements);
        }
    }
}

#[test]
fn a_move_without_end_is_reported_in_the_rules() {
    for before in ["", "n += 1\n", "n += 1\nn += 1\n", "n += 1\nn += 1\nn += 1\n"] {
        let game = game(&format!(
            "var n = 0\naction go()\n  do {{\n{before}while n >= 0 {{ move top of a1 to b1\nmove top of b1 to a1 }}\n}}"
        ));
        for engine in both(&game) {
            let position = position_line::parse(&*engine, "[MMM]4 White").unwrap();
            let fault = engine.legal_moves(&position).and_then(|_| {
                let mv = engine.find(&position, "go")?.expect("it has no condition");
                engine.play(&position, &mv).map(|_| ())
            });
            let fault = fault.expect_err(before);
            assert_eq!((fault.code, fault.span.source.0), (Code::F04, 0), "{}", game.sources.text(fault.span));
        }
    }
}

#[test]
fn lines_of_positions_are_checked() {
    let [engine, _] = both(&game("action pass()\n  do {}"));
    let error = |line: &str| position_line::parse(&*engine, line).unwrap_err().to_string();
    assert_eq!(error("[mmmmm]4 White"), "the stack on a1 has more than 4 pieces");
    assert_eq!(error("[mQ]4 White"), "unknown kind of piece `mQ`");
    assert_eq!(error("5 White stack_depth(a1)=3"), "unknown variable `stack_depth`");
    for line in ["[m+king of White+x]4 White", "[m+k+x]4 White", "[mkx]4 White"] {
        let position = position_line::parse(&*engine, line).unwrap();
        assert_eq!(position_line::write(&*engine, &position).unwrap(), "[mkx]4 White");
        assert_eq!(notation::legal_texts(&*engine, &position).unwrap(), ["pass"]);
    }
}

#[test]
fn what_cannot_be_is_reported() {
    let codes = |board: &str, rest: &str| {
        let text = format!(
            "game \"Row\"\nboard square 5 x 1{board}\nplayers White, Black\npiece man\nlegend m = man of White\n{rest}\n\
             end {{ when stuck(next): draw when ply > 9: draw }}\n"
        );
        let checked = check(Source::new("row.game", text), &Bundled, &[]);
        checked.diagnostics.iter().map(|one| one.code).collect::<Vec<Code>>()
    };
    let walk = "action walk(p: own, q: neighbors(p) & empty)\n  do move p to q\nsetup { man of White at a1 man of Black at e1 }";
    assert_eq!(codes(" stacks of 4", walk), []);
    assert_eq!(codes(" stacks", walk), [Code::W28]);
    assert_eq!(codes(" stacks of 1", walk), [Code::E34]);
    assert_eq!(codes(" stacks of 4 stacks of 5", walk), [Code::E01]);
    assert_eq!(codes(" stacks of count(own)", walk), [Code::E22]);
    assert_eq!(codes(" stacks of 99999", walk), [Code::E34]);
    assert_eq!(codes(" stacks of 4", &format!("{walk}\nvar under(c: cell) = 0")), [Code::E03]);
    assert_eq!(codes(" stacks of 4", &walk.replace("move p to q", "{ move p to q stack_depth(p) = 3 }")), [Code::E05]);
    assert_eq!(codes(" stacks of 4", &format!("{walk}\nexample \"e\" {{ set stack_depth(a1) = 2 }}")), [Code::E05]);
    assert_eq!(codes("", &walk.replace("move p to q", "move top of p to q")), [Code::E20]);
    assert_eq!(codes("", &walk.replace("man of White at a1", "man of White, man of Black at a1")), [Code::W25]);
    let each = "move each c in own to step(c, E)";
    assert_eq!(codes(" stacks of 4", &walk.replace("move p to q", each)), [Code::E20]);
    let picture = walk.replace("man of White at a1 man of Black at e1", "[mm] . . . .");
    assert_eq!(codes(" stacks of 4", &picture), []);
    assert_eq!(codes("", &picture), [Code::E30]);
}

#[test]
fn a_position_from_outside_has_no_holes_in_its_stacks() {
    let game = game("action pass()\n  do {}");
    let [engine, _] = both(&game);
    let position = position_line::parse(&*engine, "1[mMk]3 White").unwrap();
    assert!(position.fits(&game));
    for n in 0..position.words.len() {
        let mut other = position.clone();
        other.words[n] ^= 1;
        // Neither a stack of another height nor a piece without an owner is taken.
        let changed = position_line::write(&*engine, &other).unwrap();
        assert!(!other.fits(&game) || changed != "1[mMk]3 White", "word {n}");
    }
}
