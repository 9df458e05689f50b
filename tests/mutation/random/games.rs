//! Whole games made up at random.

use super::{Declared, Maker};
use crate::mutation::words;
use boardwright::rng::Rng;

/// A whole game.
pub fn game(rng: &mut Rng) -> String {
    let kinds: &[&'static str] = &["man", "king", "rock"];
    let depth = |rng: &mut Rng| 1 + rng.below(4) as u32;
    let three = rng.below(6) == 0;
    let board = words::board(rng);
    let (up, down) = if board.contains("hex") { ("NE", "SW") } else { ("N", "S") };
    let third = if three { ", C going E" } else { "" };
    let players = format!("players A going {up}, B going {down}{third}");
    let mut text = format!("game \"Random\"\n{board}\n{players}\npiece man, king\nneutral rock\n");
    text += &format!("setup {}\n", words::setup("piece man, king\nplayers A, B", rng));
    for var in
        ["var turns = 0", "var marked: cells", "var last: cell = off", "var held: piece", "var score(P: player) = 1"]
    {
        let each = if rng.below(3) == 0 { " each turn" } else { "" };
        text += &format!("{var}{each}\n");
    }
    let heading = rng.below(2) == 0;
    if heading {
        text += ["var heading: dir\n", "var heading: dir each turn\n", "var heading: dir = nothing\n"][rng.below(3)];
    }
    let make = |rng: &mut Rng, cells: &[&str], declared, what: &dyn Fn(&mut Maker<'_>, u32) -> String| {
        let d = depth(rng);
        what(&mut Maker { heading, ..Maker::new(rng, cells, kinds, declared) }, d)
    };
    text += &format!("def near(c: cell): cells = {}\n", make(rng, &["c"], Declared::Vars, &|m, d| m.set(d)));
    text += &format!("def worth(c: cell): int = {}\n", make(rng, &["c"], Declared::Vars, &|m, d| m.number(d)));
    text += &format!(
        "def good(c: cell, e: cell): bool = {}\n",
        make(rng, &["c", "e"], Declared::Vars, &|m, d| m.condition(d))
    );
    text += &format!(
        "def among(area: cells, c: cell): cells = {}\n",
        make(rng, &["c"], Declared::Vars, &|m, d| {
            m.sets.push("area".to_owned());
            m.set(d + 1)
        })
    );
    text += &format!(
        "def crowd(area: cells, n: int): int = {}\n",
        make(rng, &[], Declared::Vars, &|m, d| {
            m.sets.push("area".to_owned());
            m.numbers.push("n".to_owned());
            m.number(d + 1)
        })
    );
    text += &format!(
        "effect change(c: cell) {{ {} }}\n",
        make(rng, &["c"], Declared::Vars, &|m, d| {
            m.returns = true;
            m.statements(d)
        })
    );
    for n in 0..=rng.below(2) {
        let name = ["walk", "jump"][n];
        let from = make(rng, &[], Declared::All, &|m, d| m.set(d.min(1)));
        let to = make(rng, &["p"], Declared::All, &|m, d| m.set(d));
        let from = if rng.below(3) == 0 { from } else { "own".to_owned() };
        text += &format!("action {name}(p: {from}, q: {to})\n");
        for _ in 0..rng.below(3) {
            text += &format!("  when {}\n", make(rng, &["p", "q"], Declared::All, &|m, d| m.condition(d)));
        }
        text += &format!("  as \"{name}/{{p}}-{{q}}\"\n");
        let first = ["if p in occupied { move p to q }", "put man at q", "turns += 1"][rng.below(3)];
        text += &format!("  do {{ {first} {} }}\n", make(rng, &["p", "q"], Declared::All, &|m, d| m.statements(d)));
        if rng.below(4) == 0 {
            text += &format!("  ensure {}\n", make(rng, &["p", "q"], Declared::All, &|m, d| m.condition(d)));
        }
        if rng.below(6) == 0 {
            text += &format!("  maximize {}\n", make(rng, &["p", "q"], Declared::All, &|m, d| m.number(d)));
        }
    }
    if rng.below(2) == 0 {
        text += "action drop(p: empty, k: {man, king}) as \"{k}@{p}\" do put k at p\n";
    }
    if rng.below(2) == 0 {
        text += &format!(
            "action pass() {} do turns += 1\n",
            if rng.below(2) == 0 { "when not possible(walk)" } else { "" }
        );
    }
    if rng.below(8) == 0 {
        text += &format!("always fair: {}\n", make(rng, &[], Declared::All, &|m, d| m.condition(d)));
    }
    text += "end {\n";
    for _ in 0..rng.below(3) {
        text += &match rng.below(5) {
            0 => "  when repeated(mover, turns) >= 1: draw\n".to_owned(),
            1 => {
                let when =
                    ["none(pieces of P)", "count(pieces of P) < 3", "some(pieces of P & edge(E))", "score(P) > 2"];
                format!("  for P in players when {}: P loses\n", when[rng.below(4)])
            }
            _ => {
                let result = ["draw", "mover wins", "next wins", "most own wins or draw", "mover loses"][rng.below(5)];
                format!("  when ply > 4 and {}: {result}\n", make(rng, &[], Declared::All, &|m, d| m.condition(d)))
            }
        };
    }
    text += "  when stuck(next): next loses\n  when ply > 40: draw\n}\n";
    text
}
