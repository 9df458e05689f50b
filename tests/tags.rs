//! Words that stand for themselves: values of variables, defs and tables, in both engines and from outside.

use crate::common::both;
use boardwright::game::Game;
use boardwright::game::piece::{Player, Tag};
use boardwright::game::value::Value;
use boardwright::{LoadError, PositionBuilder, load_text, position_line};
use std::sync::Arc;

const RULES: &str = "
game \"Phases\"
board square 4 x 4
players White, Black
piece man
param opening: free | edges = free
var phase: placing | moving
var last(P: player): left | right | straight = straight
def stage(P: player): placing | moving = if count(man of P) < 3 then placing else moving
map ground: ~ = river, . = plain, ^ = hill {
  . . ~ .
  . ^ ~ .
  . . ~ .
  . . ~ .
}
effect turn_to(way: left | right) { last(mover) = way }
action place(p: empty)
  when phase == placing and (opening == free or p in edge)
  as \"{p}/{ground(p)}\"
  do {
    put man at p
    if count(man) == 6 { phase = moving }
    let now = stage(mover)
    if now == moving { turn_to(left) } else { turn_to(right) }
  }
action move(p: own, q: neighbors(p) & empty)
  when phase in {moving} and match ground(q) { river: last(mover) == right, hill: true, plain: true }
  do move p to q
end {
  when ply >= 40: draw
  when stuck(next): mover wins
}";

fn game() -> Arc<Game> {
    Arc::new(load_text(RULES, &[]).unwrap_or_else(|error| panic!("{error:?}")).game().clone())
}

#[test]
fn both_engines_play_with_words() {
    let game = game();
    let [reference, fast] = both(&game);
    let mut position = reference.start().unwrap();
    for ply in 0..12 {
        let moves = reference.legal_moves(&position).unwrap();
        assert_eq!(fast.legal_moves(&position).unwrap(), moves, "{ply}");
        assert_eq!(fast.perft(&position, 2).unwrap(), reference.perft(&position, 2).unwrap(), "{ply}");
        let Some(mv) = moves.get(ply * 5 % moves.len().max(1)) else { break };
        let mut other = position.clone();
        reference.play_unchecked(&mut position, mv).unwrap();
        fast.play_unchecked(&mut other, mv).unwrap();
        assert_eq!(other, position, "{ply}");
    }
    let value = |name: &str, indexes: &[Value]| position.value(&game, name, indexes).unwrap().text(&game);
    assert_eq!(value("phase", &[]), "moving");
    assert_eq!(value("last", &[Value::Player(Player(0))]), "left");
}

#[test]
fn positions_name_words() {
    let game = game();
    let words = ["free", "edges", "placing", "moving", "left", "right", "straight", "river", "plain", "hill"];
    assert_eq!(game.tags, words);
    let [engine, _] = both(&game);
    let line = "4/4/4/ww2 White phase=moving last(Black)=left";
    let position = position_line::parse(&*engine, line).unwrap();
    assert_eq!(position_line::write(&*engine, &position).unwrap(), line);
    let refused = |line: &str| position_line::parse(&*engine, line).unwrap_err().to_string();
    assert_eq!(refused("4/4/4/4 White phase=movin"), "unknown word `movin`");
    assert_eq!(refused("4/4/4/4 White phase=left"), "unknown word `left`");
    let mut builder = PositionBuilder::new(&game);
    assert!(builder.set_value("phase", &[], Value::Tag(Tag(3))).is_ok());
    for wrong in [Value::Tag(Tag(0)), Value::Tag(Tag(200)), Value::Int(1)] {
        assert!(builder.set_value("last", &[Value::Player(Player(0))], wrong).is_err());
    }
}

#[test]
fn a_game_has_at_most_64_words() {
    let words: Vec<String> = (0..65).map(|n| format!("word_{n}")).collect();
    let rules = |count: usize| {
        format!(
            "game \"Many\"\nboard square 3 x 3\nplayers A, B\npiece man\nvar now: {}\n\
             action go(p: empty) do {{ put man at p now = {} }}\nend {{ when stuck(next): draw }}",
            words[..count].join(" | "),
            words[count - 1]
        )
    };
    assert!(load_text(&rules(64), &[]).is_ok());
    let Err(LoadError::Wrong { diagnostics, .. }) = load_text(&rules(65), &[]) else { panic!("it has too many words") };
    assert!(diagnostics.iter().any(|finding| finding.message.contains("at most 64")), "{diagnostics:?}");
}
