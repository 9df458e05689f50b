//! Each command does what it says.

use super::*;

#[test]
fn without_a_command_it_prints_what_to_try() {
    run("").code(0).out("abstract board games").out("boardwright play rush");
}

#[test]
fn every_command_has_help_with_examples() {
    run("--help").code(0).out("Exit code");
    for command in
        "list check explain show moves play perft playout match train bench test fmt new completions".split_whitespace()
    {
        run(&format!("{command} --help")).code(0).out("Examples:").out(&format!("boardwright {command}"));
    }
}

#[test]
fn list_names_the_games() {
    run("list").code(0).out("rush").out("Mark Steere").out("square 13 x 13").out("Red, Blue");
    let listed = run("list").out;
    let (ours, classics) = listed.split_once("\n\n").unwrap();
    assert!(ours.contains("\nrush ") && !ours.contains("\nchess "), "{ours}");
    assert!(classics.contains("\nchess ") && !classics.contains("\nrush "), "{classics}");
}

#[test]
fn every_bundled_game_checks_without_a_finding() {
    let names: Vec<&str> = boardwright::bundled::names().collect();
    let ran = run(&format!("check {}", names.join(" "))).code(0);
    assert_eq!(ran.out.lines().count(), names.len(), "{}", ran.out);
}

#[test]
fn explain_has_a_page_for_every_code() {
    let codes = run("explain").code(0).out;
    for code in codes.lines().filter_map(|line| line.split(' ').next()) {
        run(&format!("explain {code}")).code(0).out(code);
    }
    run("explain e10").code(0).out("E10");
    run("explain X99").code(2).err("unknown code `X99`");
    run("explain E10 w03").code(0).out("# E10: wrong type").out("# W03: no clause can end the game");
    assert_eq!(run("explain E10 W03 --format json").code(0).json().as_array().map(Vec::len), Some(2));
}

#[test]
fn explain_draws_its_markdown_in_colors_only() {
    let folder = folder();
    let drawn = |color: &str| {
        let output = program(folder.path()).args(["explain", "E10"]).env(color, "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let colored = drawn("CLICOLOR_FORCE");
    assert!(colored.contains("\u{1b}[") && colored.contains("E10: wrong type"), "{colored}");
    let marks = ["# ", "```", "**"].into_iter().find(|mark| colored.contains(mark));
    assert_eq!(marks, None, "{colored}");
    assert!(drawn("NO_COLOR").starts_with("# E10: wrong type\n"));
}

#[test]
fn reports_end_with_the_command_that_explains_their_codes() {
    let folder = folder();
    write(
        &folder,
        "a.game",
        "game \"A\"\nboard square 3 x 3\nplayers A, B\npiece man\naction a(p: emtpy & foo)\n  do remove p\n",
    );
    let told = "for details, run `boardwright explain E02";
    assert_eq!(run_in(folder.path(), &["check", "a.game"], "").code(1).out(told).out.matches("for details").count(), 1);
    run_in(folder.path(), &["moves", "a.game"], "").code(1).err("for details, run `boardwright explain E02");
    run("check rush").code(0).out("no mistakes found");
}

#[test]
fn show_draws_the_board_and_says_whose_turn_it_is() {
    run("show rush --set size=5").code(0).out("Rush (size=5)").out("Black to move").out("a");
    run("show tic-tac-toe --after a1,b1,a2,b2,a3").code(0).out("wins");
    let svg = run("show tiger --format svg").code(0).out("</svg>").out;
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"));
}

#[test]
fn colors_can_be_turned_on_and_off() {
    assert!(!run("show rush").out.contains('\u{1b}'));
    assert!(run("show rush --color always").out.contains('\u{1b}'));
    let colored = |name: &str| program(folder().path()).env(name, "1").args(["show", "rush"]).output().unwrap();
    assert!(!colored("NO_COLOR").stdout.contains(&0x1b));
    assert!(colored("CLICOLOR_FORCE").stdout.contains(&0x1b));
}

#[test]
fn boards_are_drawn_in_the_colors_of_the_terminal() {
    let drawn = |term: &str, color_term: &str| {
        let folder = folder();
        let mut command = program(folder.path());
        command.args(["show", "jungle", "--color", "always"]).env("TERM", term).env("COLORTERM", color_term);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let (basic, palette, full) =
        (drawn("linux", ""), drawn("xterm-256color", ""), drawn("xterm-256color", "truecolor"));
    // the river, which a map colors
    assert!(palette.contains("\u{1b}[38;5;33m~") && full.contains("\u{1b}[38;2;0;135;255m~"), "{palette}{full}");
    assert!(basic.contains("\u{1b}[94m~") && !basic.contains("38;"), "{basic}");
    let plain = |text: &str| {
        text.split('\u{1b}')
            .map(|part| part.split_once('m').map_or(part, |(_, rest)| rest).to_owned())
            .collect::<String>()
    };
    assert_eq!(plain(&basic), plain(&full));
}

#[test]
fn moves_are_listed_one_per_line() {
    assert_eq!(run("moves jostle").code(0).out.lines().count(), 16);
    run("moves tic-tac-toe --after a1,b1,a2,b2,a3").code(0).err("wins");
}

#[test]
fn perft_counts() {
    run("perft jostle 3").code(0).out("perft 1  16").out("perft 3  5068");
    run("perft rush 2 --set size=9").code(0).out("6480");
    run("perft push 0").code(0).out("perft 0  1");
    let divided = run("perft push 2 --divide").code(0).out;
    assert_eq!(divided.lines().count(), 13);
    assert!(divided.ends_with("perft 2  144\n"));
}

#[test]
fn playouts_of_a_seed_are_the_same() {
    let games = |seed: u64| run(&format!("playout tic-tac-toe --games 50 --seed {seed}")).code(0).out;
    let figures =
        |text: String| text.lines().filter(|line| !line.contains("second")).map(String::from).collect::<Vec<_>>();
    assert_eq!(figures(games(3)), figures(games(3)));
    assert_ne!(figures(games(3)), figures(games(4)));
}

#[test]
fn playouts_are_written_as_saved_games() {
    let folder = folder();
    let run = |args: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "");
    run("playout tic-tac-toe --games 3 --after a1 --max-plies 7 --records games.jsonl").code(0);
    let text = std::fs::read_to_string(folder.path().join("games.jsonl")).expect("a file");
    assert_eq!(text.lines().count(), 3);
    for (n, line) in text.lines().enumerate() {
        std::fs::write(folder.path().join(format!("{n}.json")), line).expect("written");
        run(&format!("record {n}.json")).code(0).out("position");
    }
    run("playout tic-tac-toe --records games.jsonl").code(2).err("`games.jsonl` already exists");
}

#[test]
fn a_new_game_checks_and_plays_and_tests() {
    let folder = folder();
    let run = |args: &[&str]| run_in(folder.path(), args, "");
    run(&["new", "my game"]).code(0).out("Created my game.game");
    run(&["check", "my game.game"]).code(0).out("no mistakes");
    run(&["playout", "my game.game", "--games", "5"]).code(0);
    run(&["test", "my game.game"]).code(0).out("PASS");
    run(&["fmt", "--check", "my game.game"]).code(0);
    run(&["new", "my game"]).code(2).err("already exists");
    run(&["new", "--", "-x"]).code(2).err("invalid name `-x`");
    run(&["new", "--", "./-x.game"]).code(2).err("invalid name");
}

#[test]
fn a_new_variant_has_three_lines_that_play() {
    let folder = folder();
    let run = |args: &[&str]| run_in(folder.path(), args, "");
    for base in boardwright::bundled::names() {
        let name = format!("my-{base}");
        run(&["new", &name, "--from", base]).code(0);
        let file = format!("{name}.game");
        assert_eq!(read(&folder, &file).lines().count(), 3);
        run(&["check", &file]).code(0);
    }
    run(&["new", "second", "--from", "my-rush.game"]).code(0);
    run(&["moves", "second.game"]).code(0);
    run(&["new", "third", "--from", "rsh"]).code(2).err("did you mean");
}

#[test]
fn fmt_formats_and_keeps_files_with_errors() {
    let folder = folder();
    write(&folder, "x.game", bundled("rush").replace("  when connections", "        when   connections"));
    let run = |args: &[&str], input: &str| run_in(folder.path(), args, input);
    run(&["fmt", "--check", "x.game"], "").code(1).out("x.game is not formatted");
    run(&["fmt", "x.game"], "").code(0).out("Formatted x.game");
    run(&["fmt", "--check", "x.game"], "").code(0);
    let formatted = read(&folder, "x.game");
    assert_eq!(run(&["fmt", "-"], &formatted).code(0).out, formatted);
    write(&folder, "broken.game", "game \"X\"\nboard squary 3 x\n");
    run(&["fmt", "broken.game"], "").code(1).err("E01");
    assert_eq!(read(&folder, "broken.game"), "game \"X\"\nboard squary 3 x\n");
}

#[test]
fn completions_are_scripts_that_ask_the_program() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        run(&format!("completions {shell}")).code(0).out("BOARDWRIGHT_COMPLETE");
    }
}

#[test]
fn json_is_a_format() {
    run("moves rush --json").code(2).err("--format json");
    let ran = run("bench --nonsense").code(2);
    assert!(!ran.err.contains("--format json"), "{}", ran.err);
}

#[test]
fn a_snapshot_is_told_from_a_rule_file() {
    let folder = folder();
    write(&folder, "my.snap", "# Rush\n");
    let ran = run_in(folder.path(), &["diff", "rush", "my.snap"], "").code(2);
    ran.err("`my.snap` is a snapshot, not a rule file").err("boardwright diff my.game");
}

#[test]
fn a_file_of_random_games_is_not_continued() {
    let folder = folder();
    write(&folder, "r.jsonl", "");
    let ran = run_in(folder.path(), &["playout", "rush", "--games", "1", "--records", "r.jsonl"], "").code(2);
    let ran = ran.err("`r.jsonl` already exists");
    assert!(!ran.err.contains("--continue"), "{}", ran.err);
}

#[test]
fn settings_say_all_their_words() {
    run("show hex --set pie=1").code(2).err("true or false (or yes, no, on, off)");
}

#[test]
fn show_has_the_variables_of_a_turn_that_goes_on() {
    let folder = folder();
    let rules = "game \"Two\"\nboard square 3 x 3\nplayers Black, White\npiece stone\nvar done = 0 each turn\n\
        action place(p: empty) do { put stone at p; done += 1; if done < 2 { again } }\n\
        end { when none(empty): draw }\n";
    write(&folder, "two.game", rules);
    let show = |after: &str| run_in(folder.path(), &["show", "two.game", "--after", after], "").code(0);
    show("a1").out("\ndone: 1\n");
    assert!(!show("a1 b1").out.contains("done"));
    run_in(folder.path(), &["repl", "two.game"], "play a1\n").code(0).out("done: 1");
}

#[test]
fn a_saved_game_can_have_numbers_as_settings() {
    let folder = folder();
    let save = |settings: &str| {
        let text = format!(r#"{{"format":"boardwright record 1","game":"rush","settings":{settings},"moves":["a1"]}}"#);
        write(&folder, "g.json", text);
        run_in(folder.path(), &["moves", "g.json"], "")
    };
    save(r#"{"size":5}"#).code(0).out("e5");
    save(r#"{"size":5.5}"#).code(2).err("the setting `size` is a text or a whole number, not `5.5`");
    write(&folder, "g.jsonl", "");
    for command in ["moves", "play", "record"] {
        run_in(folder.path(), &[command, "g.jsonl"], "").code(2).err("`g.jsonl`: not a saved game: the file is empty");
    }
}
