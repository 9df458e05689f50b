//! What `alphabeta` plays when its time ends after it has refuted the move that seemed best.

use crate::players_alphabeta::{after, at, choose, in_position};
use boardwright::player::Budget;
use boardwright::session::Session;
use boardwright::solve::Solver;

/// Black threatens to win by two more stones; the search ends long before it has refuted all other moves.
#[test]
fn a_move_that_is_refuted_is_not_made_while_others_are_not() {
    let moves = "k10 k8 k9 i10 i11 k12 j12 j11 h8 h10 j8 k11 l11 m11";
    for work in [3000, 8000, 20_000] {
        let (text, choice) = choose(&mut after("connect6", &[], moves), Budget::work(work));
        let line = choice.judgment.unwrap().lines.remove(0);
        assert!(["g11", "h11"].contains(&&*text) && !line.is_proven && line.value > -1.0, "{text}: {line:?}");
    }
}

/// The time ends after the best move has been refuted: one of the others is refuted in three plies more.
#[test]
fn what_replaces_a_refuted_move_is_looked_at() {
    let rules = "game \"Piles\"\nboard square 4 x 3 stacks of 12\nplayers Red, Blue\npiece disc\n\
        setup { disc of Red at {a1 c1 b3 d3}\ndisc of Blue at {b1 d1 a3 c3} }\n\
        action go(p: own, n: 1..4, d: orthogonal)\nlet q = step(p, d, n)\nwhen n <= height(p)\nwhen q != off\n\
        as \"{n}{p}{d}\"\ndo move top n of p to q\n\
        def tall(P: player) = some(p in pieces of P: height(p) >= 4)\n\
        end { when tall(mover): mover wins\nwhen tall(next): next wins\nwhen none(pieces of next): mover wins\n\
        when stuck(next): next loses\nwhen repeated(next) >= 2: draw\nwhen ply >= 60: draw }";
    let engine = boardwright::load_text(rules, &[]).expect("it is right");
    for work in [3000, 5250, 7000, 9000] {
        let mut session = in_position(&engine, "1b[br]r/3b/1[br]1r Blue ply=5");
        let (text, choice) = choose(&mut session, Budget::work(work));
        session.make(choice.index).unwrap();
        let mut solver = Solver::new(engine.clone(), &session.position()).unwrap().with_plies(3);
        let solution = solver.solve(&Budget::default(), &mut |_| {}).unwrap();
        assert_eq!(solution.value, None, "{work}: {text}");
    }
}

/// All moves lose here, most of them at once.
#[test]
fn a_slow_loss_is_not_given_up_for_a_quick_one() {
    let line = "1bb1bbb1/bb3b2/w1b2bw1/b5b1/ww1w4/3w1bw1/w2wbw1w/3ww1ww White";
    for work in [700, 794, 900, 1100, 1300, 1500, 2000] {
        let mut session = at("breakthrough", line);
        let (text, choice) = choose(&mut session, Budget::work(work));
        session.make(choice.index).unwrap();
        let wins = |session: &mut Session, n: usize| {
            session.make(n).unwrap();
            let is_over = session.outcome().is_some();
            session.undo();
            is_over
        };
        let replies = session.legal_moves().unwrap().len();
        assert!(!(0..replies).any(|n| wins(&mut session, n)), "{work}: {text}");
    }
}
