//! `--position`: the commands begin with a position that is one line of text.

use super::*;
use serde_json::Value;

/// A position of connect-four, with Yellow to move.
const FOUR: &str = "7/7/7/7/3r3/2yr3 Yellow";
/// A known position of chess for perft, which its author gives as FEN `8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -`.
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 White rights={}";

fn with_position(command: &str, line: &str) -> Ran {
    let args: Vec<&str> = command.split_whitespace().chain(["--position", line]).collect();
    run_in(folder().path(), &args, "")
}

#[test]
fn show_prints_the_line_and_takes_it_back() {
    let shown = run("show chess --after e2-e4").code(0);
    let last = shown.out.lines().next_back().unwrap().to_owned();
    assert_eq!(last, "position \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR Black passed=e3\"");
    let line = last.trim_start_matches("position ").trim_matches('"');
    let again = with_position("show chess", line).code(0);
    assert_eq!(again.out.lines().next_back(), Some(&*last));
    assert!(again.out.contains("Black to move"), "{}", again.out);
    // All of what `show` prints can be pasted.
    assert_eq!(with_position("show chess", &last).code(0).out, again.out);
    let json = with_position("show chess --format json", line).json();
    assert_eq!(json["position"], Value::from(line));
    assert_eq!(json["vars"]["passed"], serde_json::json!(["e3"]));
}

#[test]
fn fen_is_a_position_too() {
    let line = |game: &str, fen: &str| {
        let ran = with_position(&format!("show {game}"), fen).code(0);
        ran.out.lines().next_back().unwrap().trim_start_matches("position ").trim_matches('"').to_owned()
    };
    assert_eq!(line("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), ENDGAME);
    assert_eq!(line("chess", "4k3/8/8/8/8/8/8/4K2R b K -"), "4k3/8/8/8/8/8/8/4K2R Black rights=h1");
    assert_eq!(line("crazyhouse", "4k3/8/8/8/8/8/8/R3K2R w Q -"), "4k3/8/8/8/8/8/8/R3K2R White rights=a1");
    let sfen = line("shogi", "4k4/9/9/9/9/9/9/9/4K4 w 2P 1");
    assert!(sfen.starts_with("4k4/9/9/9/9/9/9/9/4K4 Gote") && sfen.contains("pawn"), "{sfen}");
    with_position("show chess", "8/8/8/8/8/8/8 w - -").code(2).err("wrong FEN: expected 8 rows, found 7");
}

#[test]
fn a_line_in_which_all_have_lost_is_read() {
    let folder = folder();
    let rules = "game \"Over\"\nboard square 3 x 3\nplayers White, Black\npiece man\naction wait()\n  do { }\n\
                 end { for P in players when none(pieces of P): P loses }\n";
    write(&folder, "over.game", rules);
    let line = "3/3/3 draw mover=White players={}";
    let shown = run_in(folder.path(), &["show", "over.game", "--position", line], "").code(0);
    shown.out(&format!("position \"{line}\""));
    run_in(folder.path(), &["moves", "over.game", "--position", line], "").code(0);
    run_in(folder.path(), &["perft", "over.game", "2", "--position", line], "").code(0);
}

#[test]
fn moves_follow_the_position() {
    let ran = with_position("show connect-four --after c2", FOUR).code(0);
    assert!(ran.out.contains("position \"7/7/7/7/2yr3/2yr3 Red\""), "{}", ran.out);
    with_position("show connect-four --after c9", FOUR).code(2).err("move 1 of --after");
}

#[test]
fn every_command_begins_there() {
    with_position("perft chess 4", ENDGAME).code(0).out("perft 4  43238");
    let all = with_position("moves chess", ENDGAME).code(0).out;
    assert_eq!(all.lines().count(), 14, "{all}");
    let reasons = with_position("moves chess --why b5-b6", ENDGAME).code(1).out;
    assert!(!reasons.is_empty());
    let ran = with_position("playout connect-four --games 10 --format json", FOUR).code(0).json();
    assert_eq!((&ran["games"], &ran["position"]), (&Value::from(10), &Value::from(FOUR)));
    let ran = with_position("playout connect-four --games 2 --after c2", FOUR).code(0);
    let ran = ran.out("seed 1\nposition \"7/7/7/7/2yr3/2yr3 Red\"\n\n");
    assert!(ran.out.contains("Red wins"), "{}", ran.out);
    assert_eq!(run("playout connect-four --games 2 --format json").code(0).json()["position"], Value::Null);
    with_position("repl connect-four -e count(own) -e count(enemy)", FOUR).code(0).out("1\n2");
    let repl = ["repl", "connect-four", "--position", FOUR];
    let ran = run_in(folder().path(), &repl, "play c2\nrestart\ncount(enemy)\n").code(0);
    assert_eq!(ran.out.lines().next_back(), Some("2"), "{}", ran.out);
}

#[test]
fn the_repl_saves_a_game_from_a_position() {
    let folder = folder();
    let repl = ["repl", "connect-four", "--position", FOUR];
    run_in(folder.path(), &repl, "play c2\nsave game.json\n").code(0).out("Saved");
    assert!(read(&folder, "game.json").contains(FOUR));
    let lines = "load game.json\nreload\ncount(own)\nundo\nposition \"6y/7/7/7/7/7 Red\"\nplay a1\nsave! game.json\n";
    run_in(folder.path(), &["repl", "rush"], lines).code(0).out("2");
    let kept = read(&folder, "game.json");
    assert!(kept.contains("6y/7/7/7/7/7 Red") && kept.contains("\"a1\"") && !kept.contains("c2"), "{kept}");
}

#[test]
fn diff_compares_from_there() {
    let ran = with_position("diff rush --set size=3 --set size=5", "3/3/3 Black").code(2);
    assert!(ran.err.contains("the position has 3 rows, but the board has 5"), "{}", ran.err);
    assert!(ran.err.ends_with("B (Rush (size=5)) has no such position; A (Rush (size=3)) has it\n"), "{}", ran.err);
    let neither = with_position("diff rush --set size=5 --set size=7", "3/3/3 Black").code(2);
    neither.err("Neither A (Rush (size=5)) nor B (Rush (size=7)) has such a position");
    // The line is read even if there is nothing to play.
    with_position("diff chess chess", "8 White").code(2).err("Neither A (Chess) nor B (Chess)");
    let ran = with_position(
        "diff chess king-of-the-hill --games 2 --depth 1 --positions 5",
        "8/8/8/8/8/3k4/8/3K4 White rights={}",
    );
    ran.code(1).out("1   2   2   1.000").out(
        "position \"8/8/8/8/8/3k4/8/3K4 White rights={}\"\n\nBlack wins in 0 % of games in A, 100 % in B.\nChanged",
    );
    let short = "diff chess king-of-the-hill --games 2 --depth 1 --positions 5";
    let ran = with_position(&format!("{short} --format json"), "8/8/8/8/8/3k4/8/3K4  White rights={}").json();
    assert_eq!(ran["b"]["position"], "8/8/8/8/8/3k4/8/3K4 White rights={}");
    let page = with_position(&format!("{short} --format html"), "8/8/8/8/8/3k4/8/3K4 White rights={}").code(1).out;
    assert!(page.contains("<p>position &quot;8/8/8/8/8/3k4/8/3K4 White rights={}&quot;</p>"), "{page}");
}

#[test]
fn a_wrong_line_is_reported_with_its_place() {
    let ran = with_position("show connect-four", "7/7/7/7/3r3/2yr3 Yelow").code(2);
    assert_eq!(ran.out, "");
    let ran = ran.err("unknown player `Yelow`").err("[--position:1:18]").err("did you mean `Yellow`?");
    assert!(ran.err.contains("─────"), "{}", ran.err);
    for command in ["moves", "perft", "playout", "repl", "play"] {
        let depth = if command == "perft" { " 2" } else { "" };
        let ran = with_position(&format!("{command} connect-four{depth}"), "7/7/7/7/3r3 Yellow").code(2);
        ran.err("the position has 5 rows, but the board has 6");
    }
    with_position("show chess --rules", ENDGAME).code(2).err("`--position` cannot be used with `--rules`");
}

#[test]
fn a_game_from_a_position_is_saved_and_recorded() {
    let folder = folder();
    let play = |args: &[&str], lines: &str| run_in(folder.path(), &[&["play"], args].concat(), lines);
    let args = ["connect-four", "--position", FOUR, "--yellow", "human", "--red", "human"];
    play(&args, "c2\nd3\nsave game.json\nquit\n").code(0).out("Saved to game.json");
    let kept = read(&folder, "game.json");
    assert!(kept.contains(FOUR), "{kept}");
    // The line is kept as `show` prints it, however it was given.
    let pasted = format!(" position \"{FOUR}\"");
    let args = ["connect-four", "--position", &pasted, "--yellow", "human", "--red", "human"];
    play(&args, "c2\nd3\nsave same.json\nquit\n").code(0);
    assert!(read(&folder, "same.json").contains(&format!("\"position\": \"{FOUR}\"")));
    play(&["rush"], "load game.json\nmoves\nquit\n").code(0).out("d4");
    let ran = run_in(folder.path(), &["record", "game.json"], "").code(0);
    ran.out("play c2, d3").out("Yellow to move");
    write(&folder, "bad.json", kept.replace("Yellow\"", "Yelow\""));
    let ran = play(&["rush"], "load bad.json\nquit\n").code(0);
    let ran = ran.out("the position of the saved game is wrong: unknown player `Yelow`");
    ran.out("[position in bad.json:1:18]").out("did you mean `Yellow`?");
    let ran = run_in(folder.path(), &["record", "bad.json"], "").code(2);
    ran.err("`bad.json`: the position of the saved game is wrong").err("[position in bad.json:1:18]").err("─────");
}

#[test]
fn record_begins_with_a_position() {
    let folder = folder();
    let record = |args: &[&str], input: &str| run_in(folder.path(), &[&["record"], args].concat(), input);
    let args = ["connect-four", "--position", FOUR, "--moves", "c2, d3"];
    let ran = record(&args, "").code(0).out("example \"2 moves from a position on\"").out("play c2, d3");
    let ran = ran.out("  Yellow to move\n  play");
    // A saved game becomes the same example.
    let play = ["play", "connect-four", "--position", FOUR, "--yellow", "human", "--red", "human"];
    run_in(folder.path(), &play, "c2\nd3\nsave game.json\nquit\n").code(0);
    assert_eq!(record(&["game.json"], "").code(0).out, ran.out);
    assert_eq!(record(&args[..3], "c2\nd3\n").code(0).out, ran.out);
    write(&folder, "my.game", bundled("connect-four"));
    record(&["my.game", "--position", FOUR, "--moves", "c2", "--append"], "").code(0);
    run_in(folder.path(), &["test", "my.game", "--filter", "from a position"], "").code(0).out("1 passed");
    record(&["connect-four", "--position", "7/7 Yellow", "--moves", "c2"], "").code(2).err("[--position:1:1]");
    record(&["connect-four", "--position", "", "--moves", "c2"], "").code(2).err("the position has 1 row");
    let ran = record(&["game.json", "--position", FOUR], "").code(2);
    ran.err("`--moves`, `--position` and `--set` cannot be used with a saved game");
}

#[test]
fn the_examples_of_the_help_can_be_run() {
    for command in ["show", "moves", "perft", "playout", "diff", "record"] {
        let help = run(&format!("{command} --help")).code(0).out;
        assert!(help.contains("--position"), "{help}");
        for example in help.lines().filter(|line| line.starts_with("  boardwright") && line.contains("--position")) {
            let (before, rest) = example.split_once('"').unwrap();
            let (line, after) = rest.split_once('"').unwrap();
            let args = before.split_whitespace().skip(1).chain([line]).chain(after.split_whitespace());
            let mut args: Vec<&str> = args.collect();
            if command == "diff" {
                args.extend(["--games", "2", "--depth", "1", "--positions", "3"]);
            }
            let ran = run_in(folder().path(), &args, "");
            assert!(ran.code == Some(0) || command == "diff" && ran.code == Some(1), "{example}\n{}", ran.err);
        }
    }
}

#[test]
fn values_that_are_cut_do_not_say_what_is_elsewhere() {
    let folder = folder();
    let rules = "game \"Tall\"\nboard square 10 x 10\nplayers A, B\npiece stone\nvar tall(c: cell) = 0
action place(p: empty) do {
  put stone at p
  for c in board { tall(c) = row(c) }
}
end { when stuck(next): next loses }
";
    write(&folder, "tall.game", rules);
    let ran = run_in(folder.path(), &["show", "tall.game", "--after", "a1"], "").code(0);
    let line = ran.out.lines().find(|line| line.starts_with("tall: ")).unwrap();
    assert!(line.ends_with(" … and 40 more") && !line.contains("elsewhere"), "{line}");
}
