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
    ran.out("no action of this game writes such a move").out("Blue plays");
}

#[test]
fn lines_that_are_no_moves() {
    let lines = ["help", "moves", "why d3-d4", "why", "board", "undo", "save", "one two", "", "\u{7f}", "quit"];
    let ran = play(&folder(), "jostle", &lines).code(0);
    ran.out("take back").out("c8-b8").out("jostle.game:").out("No move to take back").out("Missing file name after");
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
    let lines = ["a1", "b1", "undo", "redo", "redo", "resign", "undo", "new", "clock 5", "quit"];
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
