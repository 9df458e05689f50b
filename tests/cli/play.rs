//! The game at the table, from a pipe.

use super::*;

fn play(folder: &TempDir, args: &str, lines: &[&str]) -> Ran {
    let args: Vec<&str> = ["play"].into_iter().chain(args.split_whitespace()).collect();
    run_in(folder.path(), &args, &lines.join("\n"))
}

#[test]
fn a_person_begins_and_the_machine_answers() {
    let ran = play(&folder(), "rush --set size=5", &["c3"]).code(0);
    ran.out("White plays ").out("Black to move");
}

#[test]
fn a_game_is_played_to_its_end() {
    let ran = play(&folder(), "tic-tac-toe --x human --o human", &["a1", "b1", "a2", "b2", "a3", "a1"]);
    ran.code(0).out("wins").out("The game is over");
    play(&folder(), "rush --set size=5 --black random --white random --seed 1", &[]).code(0).out("wins");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = || play(&folder(), "jostle --red random --blue random --seed 5", &[]).code(0).out;
    assert_eq!(game(), game());
}

#[test]
fn an_illegal_move_is_refused_with_its_rule() {
    let ran = play(&folder(), "jostle", &["d3-d4", "nonsense", "d3-d2", "quit"]).code(0);
    let ran = ran
        .out("`d3-d4` is not legal: move needs q in neighbors(p) & empty (jostle.game:")
        .out("Similar legal moves: d3-d2");
    ran.out("no action of this game writes such a move here").out("Blue plays");
}

#[test]
fn lines_that_are_no_moves() {
    let lines = ["help", "moves", "why d3-d4", "why", "board", "undo", "save", "one two", "", "\u{7f}", "quit"];
    play(&folder(), "tic-tac-toe", &["help"]).out("Type a move, such as `a1`; the cell");
    let ran = play(&folder(), "jostle", &lines).code(0);
    ran.out("take back").out("c8-b8").out("jostle.game:").out("No move to take back").out("Missing file name after");
}

#[test]
fn control_characters_are_not_printed() {
    let long = format!("\u{1b}{}", "x".repeat(500));
    let lines = ["\u{1b}[31mred\u{7}", "c\r3", &long, &"word".repeat(30), "c3", "quit"];
    let ran = play(&folder(), "rush --set size=5 --black human --white human", &lines).code(0);
    assert!(!ran.out.chars().any(|c| c.is_control() && c != '\n'), "{:?}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() < 200), "{}", ran.out);
    ran.out(r"neither a command nor a move: `\u{1b}[31mred\u{7}`").out("White to move");
}

#[test]
fn a_word_that_is_no_command_is_called_so() {
    let ran = play(&folder(), "rush --set size=5", &["last", "udno", "quit"]).code(0);
    ran.out("`last` is not a command, and no action of this game writes such a move here.").out("did you mean `undo`?");
}

#[test]
fn the_rules_are_read_in_the_line_mode() {
    let rules = run("show rush --set size=5 --rules").code(0).out;
    play(&folder(), "rush --set size=5", &["rules", "quit"]).code(0).out(&rules);
    play(&folder(), "rush --set size=5", &["help", "quit"]).code(0).out("  rules ");
}

#[test]
fn a_cell_is_refused_for_what_is_on_it() {
    let ran = play(&folder(), "push --white human --black human", &["why a6", "d4", "a1", "quit"]).code(0);
    ran.out("No legal move begins with a6: a6 is Black's.").out("No legal move begins with d4: d4 is empty.");
    // A stone may be put on empty cells.
    let ran = play(&folder(), "jostle --red human --blue human", &["e9", "quit"]).code(0);
    ran.out("No legal move begins with e9");
}

#[test]
fn swapped_sides_are_named() {
    let ran = play(&folder(), "rush --set size=5 --white random", &["swap", "quit"]).code(0);
    ran.out("Swapped who plays: random for Black, you for White; swap sides again to undo it.");
}

#[test]
fn undo_takes_back_to_the_persons_turn() {
    let ran = play(&folder(), "rush --set size=5 --white random --seed 1", &["c3", "undo", "c3", "quit"]).code(0);
    let answers: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("White plays")).collect();
    assert_eq!(answers.len(), 2, "{}", ran.out);
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn players_are_named() {
    let ran = play(&folder(), "tic-tac-toe --x mcts --player o=mcts:seed=2,level=9", &[]).code(0);
    ran.out("X plays ").out("O plays ").out("a draw");
    let lines = ["hint", "expect", "level 3", "player o human", "a1", "b1", "swap", "quit"];
    let ran = play(&folder(), "tic-tac-toe --level 2", &lines).code(0);
    ran.out("X 5").out("Level 3.").out("O is played by human.");
}

#[test]
fn the_game_is_resigned_redone_and_begun_again() {
    let lines = ["a1", "b1", "undo", "redo", "redo", "resign", "undo", "new", "pause", "quit"];
    let ran = play(&folder(), "tic-tac-toe --x human --o human", &lines).code(0);
    ran.out("No move to make again").out("O wins: X resigns").out("X to move").out("without `--plain`");
}

#[test]
fn a_saved_game_is_where_play_begins() {
    let folder = folder();
    play(&folder, "tic-tac-toe --x human --o human", &["a1", "save g.json"]).code(0);
    play(&folder, "tic-tac-toe --x human --o human --load g.json", &[]).code(0).out("O to move");
    play(&folder, "tic-tac-toe --load none.json", &[]).code(2).err("not found");
    play(&folder, "tic-tac-toe --clock x", &[]).code(2).err("such as `5+3`");
}

#[test]
fn a_saved_game_is_taken_up_again() {
    let folder = folder();
    let lines = ["a1", "b1", "save game.json", "c1", "save game.json", "quit"];
    play(&folder, "tic-tac-toe --x human --o human", &lines).code(0).out("Saved to game.json");
    let kept = read(&folder, "game.json");
    assert!(kept.contains("\"tic-tac-toe\"") && kept.contains("\"c1\""), "{kept}");
    let ran = play(&folder, "rush", &["load game.json", "moves"]).code(0);
    assert!(!ran.out.lines().last().unwrap().contains("a1"), "{}", ran.out);
}

#[test]
fn a_foreign_file_is_not_overwritten() {
    let folder = folder();
    write(&folder, "notes.txt", "mine");
    play(&folder, "tic-tac-toe", &["save notes.txt"]).code(0).out("already exists").out("save! notes.txt");
    assert_eq!(read(&folder, "notes.txt"), "mine");
    play(&folder, "tic-tac-toe", &["save! notes.txt"]).code(0).out("Saved");
    assert_ne!(read(&folder, "notes.txt"), "mine");
}

#[test]
fn a_corrupt_saved_game_is_refused_and_the_game_goes_on() {
    let folder = folder();
    let record = |game: &str, moves: &str, result: &str| {
        format!("{{\"format\":\"boardwright record 1\",\"game\":\"{game}\",\"moves\":[{moves}],\"result\":{result}}}")
    };
    write(&folder, "broken.json", "{\"format\":");
    write(&folder, "other.json", "{\"a\": 1}");
    write(&folder, "binary.json", [0xff, 0xfe, 0]);
    write(&folder, "illegal.json", record("tic-tac-toe", "\"a1\", \"a1\"", "null"));
    write(&folder, "wrong.json", record("tic-tac-toe", "\"a1\"", "{\"winner\":\"X\"}"));
    write(&folder, "game.json", record("tic-tac-tow", "", "null"));
    let files = ["broken", "other", "binary", "illegal", "wrong", "game", "none"];
    let mut lines: Vec<String> = files.iter().map(|name| format!("load {name}.json")).collect();
    lines.push("load .".to_owned());
    lines.push("b2".to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let ran = play(&folder, "tic-tac-toe --x human --o human", &lines).code(0);
    let ran =
        ran.out("line 1").out("missing field `format`").out("UTF-8").out("move 2 of the saved game").out("lead to");
    ran.out("did you mean `tic-tac-toe`").out("File not found: `none.json`").out("is a folder").out("O to move");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_said() {
    let folder = folder();
    let ran = play(
        &folder,
        "tic-tac-toe --x human --o human",
        &["a1", "save no/such/folder.json", "save /proc/x.json", "b1"],
    );
    let ran = ran.code(0).out("annot save `no/such/folder.json`").out("annot save `/proc/x.json`");
    ran.out("X to move");
}

#[test]
fn sides_that_do_not_exist() {
    play(&folder(), "rush --blakc random", &[]).code(2).err("did you mean `Black`");
    play(&folder(), "rush --black mctts", &[]).code(2);
    play(&folder(), "rush --side black=mctts", &[]).code(2).err("did you mean `mcts`").err("`human`");
    play(&folder(), "rush --black=mctts", &[]).code(2).err("did you mean `mcts`").err("`human`");
    play(&folder(), "rush --white mcts:sed=1", &[]).code(2).err("did you mean `seed`");
}

#[test]
fn a_game_that_was_taken_back_does_not_replace_the_saved_one_unasked() {
    let folder = folder();
    let players = "tic-tac-toe --x human --o human";
    let lines =
        ["a1", "b1", "save g.json", "undo", "save g.json", "c1", "save g.json", "save! g.json", "a2", "save g.json"];
    let ran = play(&folder, players, &lines).code(0);
    assert_eq!(ran.out.matches("use `save! g.json` to replace it").count(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches("Saved to g.json.").count(), 3, "{}", ran.out);
    let saved = read(&folder, "g.json");
    assert!(saved.contains("a2") && !saved.contains("b1"), "{saved}");
}

#[test]
fn a_move_is_understood_without_its_signs() {
    let jostle = |lines: &[&str]| play(&folder(), "jostle --red human --blue human", lines).code(0);
    for line in ["d3d2", "D3-D2", "d3 d2", "D3 to D2"] {
        jostle(&[line, "quit"]).out("Blue to move");
    }
    let chess = play(&folder(), "chess --white human --black human", &["e2e4", "E7-E5", "G1F3", "undo 3", "q"]).code(0);
    assert_eq!(chess.out.matches("White to move").count(), 3, "{}", chess.out);
    play(&folder(), "rush --set size=5 --black human --white human", &["C3"]).code(0).out("White to move");
    // Never another move than the one that is meant.
    let ran = jostle(&["d2d3", "d3d4", "e9"]);
    ran.out("`d3-d4` is not legal").out("No legal move begins with e9").out("Similar legal moves: d3-d2");
    let ran = play(&folder(), "rush --set size=5 --black human --white human", &["c3 d4"]).code(0);
    ran.out("neither a command nor a single move");
}

#[test]
fn the_cell_of_a_piece_lists_its_moves() {
    let chess = |lines: &[&str]| play(&folder(), "chess --white human --black human", lines).code(0);
    for line in ["g1", "moves g1", "G1"] {
        chess(&[line]).out("g1-f3  g1-h3").out("White to move");
    }
    chess(&["moves g1-h"]).out("\ng1-h3\n");
    chess(&["e3", "moves e3"]).out("No legal move begins with e3");
}

#[test]
fn commands_have_short_names() {
    let lines = ["h", "?", "e2-e4", "e7-e5", "undo 2", "redo 2", "undo x", "q", "e2-e4"];
    let ran = play(&folder(), "chess --white human --black human", &lines).code(0);
    assert_eq!(ran.out.matches("undo 2").count(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches("White to move").count(), 4, "{}", ran.out);
    ran.out("`undo` takes a number of turns, not `x`");
}

#[test]
fn a_second_move_is_explained() {
    let lines = ["a1", "c1", "b1", "b2"];
    let ran = play(&folder(), "rush --set size=3 --black human --white human", &lines).code(0);
    ran.out("Black moves again: connections(p) >= 2 (rush.game:");
}

#[test]
fn the_innermost_if_explains_a_second_move() {
    let folder = folder();
    let rules = "game \"Twice\" board square 3 x 3 players A, B piece stone
action place(p: empty) do {
  put stone at p
  if (row(p) == 1) {
    if column(p) == 1 { } else { /* } */ }
    again
  }
}
end { when stuck(next): next loses }
";
    write(&folder, "twice.game", rules.replace(" /* } */ ", " // }\n    "));
    let ran = play(&folder, "twice.game --a human --b human", &["a1", "quit"]).code(0);
    ran.out("A moves again: (row(p) == 1) (twice.game:");
}

#[test]
fn the_end_is_explained_with_its_numbers() {
    let lines = ["a1", "b1", "a2", "b2", "a3"];
    play(&folder(), "tic-tac-toe --x human --o human", &lines).code(0).out("Reason: ").out("(tic-tac-toe.game:");
    let ran = play(&folder(), "rush --set size=5 --black random --white random --seed 1", &[]).code(0);
    let reason = ran.out.lines().find(|line| line.starts_with("Reason: ")).unwrap_or_default();
    assert!(reason.starts_with("Reason: none(empty): most pieces wins, no ties (rush.game:"), "{reason}");
    let points: Vec<u32> =
        reason.rsplit("; ").next().unwrap().split(|c: char| !c.is_numeric()).flat_map(str::parse).collect();
    assert_eq!((points.len(), points.iter().sum::<u32>()), (2, 25), "{reason}");
    ran.out(
        "\nIn words: If there is no empty cell, the player with the most pieces on the board wins; there can be no tie",
    );
    let folder = folder();
    let rules = "game \"X\" board square 3 x 3 players Black, White piece stone
        action place(p: empty) do put stone at p
        end { when count(own) >= 2 and ply > 0: mover wins when none(empty): draw }";
    write(&folder, "x.game", rules);
    let ran = play(&folder, "x.game --black human --white human", &["a1", "b1", "c1"]).code(0);
    ran.out("Reason: count(own) >= 2 and ply > 0: mover wins (x.game:3); 3 > 0");
}

#[test]
fn the_last_move_stays_marked_after_undo() {
    let marked = |ran: &Ran| ran.out.matches("[x]").count();
    let lines = ["a1", "b1", "undo", "quit"];
    let ran = play(&folder(), "tic-tac-toe --x human --o human", &lines).code(0);
    // After the first move, and again after the second one is taken back.
    assert_eq!(marked(&ran), 2, "{}", ran.out);
    let args = ["repl", "rush", "--set", "size=5", "--after", "c3 d4", "-e", "undo"];
    run_in(folder().path(), &args, "").code(0).out("[●]");
}

#[test]
fn a_loaded_game_is_confirmed() {
    let folder = folder();
    play(&folder, "tic-tac-toe --x human --o human", &["a1", "b1", "save g.json"]).code(0).out("Saved to g.json.");
    let said = "Loaded g.json: a game of Tic-Tac-Toe, after 2 plies.";
    play(&folder, "tic-tac-toe --x human --o human", &["load g.json"]).code(0).out(said);
    play(&folder, "tic-tac-toe --x human --o human --load g.json", &[]).code(0).out(said);
    let other = "Loaded g.json: a game of Tic-Tac-Toe, not of Rush (size=5), after 2 plies.";
    play(&folder, "rush --set size=5 --black human --white human", &["load g.json"]).code(0).out(other);
    play(&folder, "rush --set size=5 --black human --white human --load g.json", &[]).code(0).out(other);
    run_in(folder.path(), &["repl", "jostle"], "load g.json\n").code(0).out("a game of Tic-Tac-Toe, not of Jostle");
}

#[test]
fn a_saved_game_is_given_as_the_game() {
    let folder = folder();
    let run = |args: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "");
    play(&folder, "rush --set size=5 --black human --white human", &["a1", "b2", "save g.json"]).code(0);
    play(&folder, "g.json --black human --white human", &["undo"])
        .code(0)
        .out("Rush (size=5), after 2 plies")
        .out("White to move");
    let moves = run("moves g.json").code(0).out;
    assert!(!moves.contains("a1\n") && moves.contains("c3\n"), "{moves}");
    assert_eq!(moves, run("moves rush --set size=5 --after a1,b2").out);
    run("moves g.json --after c3 --why c3").out("`c3` is not legal");
    let shown = run("show g.json").code(0).out("Rush (size=5)").out("[○]").out;
    assert_eq!(shown, run("show rush --set size=5 --after a1,b2").out);
    run("repl g.json -e ply -e undo -e ply").code(0).out("2\n").out("\n1\n");
    run("perft g.json 1").code(0).out("perft 1  23");
    run("playout g.json --games 2 --records r.jsonl").code(0).out("position \"");
    assert!(read(&folder, "r.jsonl").contains("\"rush\""));
    run("play r.jsonl").code(2).err("it has 2 games");
    run("moves g.json --set size=7").code(2).err("`--set` cannot be used with a saved game");
    run("play g.json --load g.json").code(2).err("both saved games");
    run("check g.json").code(2).err("not a rule file").err("take a saved game");
}

#[test]
fn a_clock_runs_in_the_line_mode() {
    let ran = play(&folder(), "rush --set size=5 --black human --white human --clock 5+3", &["c3", "quit"]).code(0);
    ran.out("Clocks: Black 5:00, White 5:00").out("Clocks: Black 5:03, White 5:00");
    let ran =
        play(&folder(), "rush --set size=5 --black human --white human --clock 0.0000001", &["c3", "moves"]).code(0);
    ran.out("White wins: Black is out of time").out("The game is over: White wins: Black is out of time.");
    // The line that came too late is still read.
    let folder = folder();
    let late = "rush --set size=5 --black human --white human --clock 0.0000001";
    let ran = play(&folder, late, &["c3", "quit", "moves"]).code(0).out("The game is over. Type `undo`");
    assert!(!ran.out.contains("The game is over: White wins"), "{}", ran.out);
    play(&folder, late, &["save late.json"]).code(0).out("is out of time").out("\nSaved to late.json.");
    play(&folder, late, &["clock off", "undo", "c3"]).code(0).out("No clocks.").out("White to move");
    let lines = ["clock 5", "board", "clock off", "clock x", "pause"];
    let ran = play(&folder, "tic-tac-toe --x human --o human", &lines).code(0);
    ran.out("The clocks run.").out("Clocks: X 5:00").out("No clocks.").out("such as `5+3`").out("without `--plain`");
}

#[test]
fn moves_of_a_finished_game_say_that_it_is_over() {
    let lines = ["a1", "b1", "a2", "b2", "a3", "moves"];
    play(&folder(), "tic-tac-toe --x human --o human", &lines).code(0).out("The game is over: X wins.");
    play(&folder(), "tic-tac-toe --x human --o human", &["resign", "moves a1"]).code(0).out("The game is over: O wins");
    run("moves tic-tac-toe --after a1,b1,a2,b2,a3").code(0).err("The game is over: X wins");
}

#[test]
fn undo_says_what_it_takes_back() {
    let lines = ["a1", "b1", "undo 7", "undo 2", "undo", "quit"];
    let ran = play(&folder(), "rush --set size=3 --black human --white human", &lines).code(0);
    ran.out("Only 2 moves can be taken back.").out("Taken back: a1, b1.").out("No move to take back.");
}
