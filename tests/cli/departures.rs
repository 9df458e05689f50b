//! A player who goes out of a game for three.

use super::*;

const ARMIES: &str = r#"game "Three Armies"
board square 3 x 3
players Red, Green, Blue
piece man
legend r = man of Red, g = man of Green, b = man of Blue
setup {
  b . b
  . . .
  r g .
}
action step(p: own, q: neighbors(p) except own)
  do move p to q
end {
  for P in players when none(pieces of P): P loses
  when stuck(next): next loses
}
"#;

/// The rule that decides it.
const REASON: &str = "for P in players when none(pieces of P): P loses (armies.game:14)";

fn armies() -> TempDir {
    let folder = folder();
    write(&folder, "armies.game", ARMIES);
    folder
}

#[test]
fn show_says_who_is_out_and_why() {
    let show = |args: &[&str]| run_in(armies().path(), &[&["show", "armies.game"], args].concat(), "").code(0);
    show(&["--after", "a1-b1"]).out("\nBlue to move; Green is out\n").out(&format!("\nGreen is out: {REASON}\n"));
    let later = show(&["--after", "a1-b1 a3-a2"]).out("\nRed to move; Green is out\n");
    assert!(!later.out.contains("Green is out:"), "{}", later.out);
    assert_eq!(show(&["--after", "a1-b1", "--format", "json"]).json()["out"], serde_json::json!(["Green"]));
    assert_eq!(show(&["--format", "json"]).json().get("out"), None);
}

#[test]
fn details_of_a_move_have_who_goes_out() {
    let moves = |args: &[&str]| run_in(armies().path(), &[&["moves", "armies.game", "--details"], args].concat(), "");
    let text = moves(&[]).code(0);
    let text = text.out(&format!("\n  Green is out: {REASON}\n  Blue to move; Green is out\n"));
    assert_eq!(text.out.matches("Green is out:").count(), 1, "only a1-b1 does it: {}", text.out);
    let json = moves(&["--format", "json"]).code(0).json();
    let of =
        |text: &str| json["moves"].as_array().unwrap().iter().find(|mv| mv["text"] == text).unwrap()["out"].clone();
    assert_eq!(of("a1-b1"), serde_json::json!([{"player": "Green", "reason": REASON}]));
    assert_eq!(of("a1-a2"), serde_json::Value::Null);
}

#[test]
fn play_tells_who_goes_out_once_and_then_who_is_out() {
    let play = |lines: &str| {
        let args = "play armies.game --red human --green human --blue human --plain";
        run_in(armies().path(), &args.split(' ').collect::<Vec<_>>(), lines).code(0)
    };
    let ran = play("a1-b1\na3-a2\nundo\nundo\na1-b1\nquit\n").out(&format!("Green is out: {REASON}\n"));
    assert_eq!(ran.out.matches("Green is out:").count(), 2, "once for each time it happens: {}", ran.out);
    ran.out("Blue to move; Green is out").out("Red to move; Green is out").out("Red to move\n");
    // The end has its own reason.
    let ran = play("a1-b1\na3-a2\nb1-c1\na2-a1\nc1-c2\nc3-c2\nquit\n").out("Blue wins\nReason: ");
    assert_eq!(ran.out.matches("is out:").count(), 1, "{}", ran.out);
}

#[test]
fn the_machines_moves_tell_it_too() {
    let folder = armies();
    // Each takes what it can: there is one such move in most positions.
    let args = "play armies.game --red random --green random --blue random --seed 3 --plain";
    let ran = run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "").code(0);
    let lines: Vec<&str> = ran.out.lines().collect();
    let at = lines.iter().position(|line| line.contains(" is out: ")).expect(&ran.out);
    assert!(lines[at - 1].contains(" plays "), "{}", ran.out);
}

#[test]
fn resigning_among_three_ends_the_game_without_a_winner() {
    let args = "play armies.game --red human --green human --blue human --plain";
    let lines = "resign\nsave g.json\nundo\na1-a2\nquit\n";
    let folder = armies();
    let ran = run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), lines).code(0);
    ran.out("Red resigns: with 3 players nobody wins, and the game ends without a result").out("Green to move");
    let saved: serde_json::Value = serde_json::from_str(&read(&folder, "g.json")).unwrap();
    assert_eq!(saved["result"], serde_json::Value::Null);
}

#[test]
fn resigning_as_one_of_the_last_two_lets_the_other_one_win() {
    let args = "play armies.game --red human --green human --blue human --plain";
    let folder = armies();
    let play = |args: &str, lines: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), lines).code(0);
    // Green is out, and Blue is to move.
    let ran = play(args, "a1-b1\nresign\nsave g.json\nquit\n").out("Red wins: Blue resigns");
    assert!(!ran.out.contains("nobody wins"), "{}", ran.out);
    let saved: serde_json::Value = serde_json::from_str(&read(&folder, "g.json")).unwrap();
    assert_eq!(saved["stopped"], serde_json::json!({ "loser": "Blue", "why": "it resigns" }));
    play("play g.json --red human --green human --blue human --plain", "undo\nquit\n")
        .out("Red wins: Blue resigns")
        .out("Blue to move");
    // Green, the only person, is out and has nothing to give up.
    let args = "play armies.game --red random --green human --blue random --seed 3 --plain";
    let ran = play(args, "resign\nquit\n");
    assert!(!ran.out.contains("Green resigns"), "{}", ran.out);
}

#[test]
fn a_decided_game_names_the_clause_that_decided_it() {
    let folder = folder();
    // The last move takes the last man of Green, which is out, and the draw decides.
    let text = ARMIES.replace("  when stuck", "  when ply == 1: draw\n  when stuck");
    write(&folder, "armies.game", text);
    let args = "play armies.game --red human --green human --blue human --plain";
    let ran = run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "a1-b1\nquit\n").code(0);
    ran.out("a draw\nReason: ply == 1: draw (armies.game:15)");
}
