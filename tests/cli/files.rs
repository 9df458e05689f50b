//! Files, folders, standard input and narrow terminals.

use super::*;

/// A small game that is not formatted.
const MESSY: &str = "game \"X\"\nboard square 3 x 3\nplayers A,B\npiece s\nlegend a = s of A\nsetup {\n  . . .\n  a . .\n  . . .\n}\n\
    action place(p: empty) do put s at p\nend { when none(empty): draw }\n";

#[test]
fn line_ends_stay_what_they_are() {
    let folder = folder();
    let run = |args: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "");
    write(&folder, "x.game", MESSY.replace('\n', "\r\n"));
    run("fmt --check x.game").code(1).out("x.game is not formatted");
    run("fmt x.game").code(0).out("Formatted");
    let formatted = read(&folder, "x.game");
    assert_eq!(formatted.matches('\n').count(), formatted.matches("\r\n").count(), "{formatted:?}");
    run("fmt --check x.game").code(0);
    write(&folder, "y.game", MESSY);
    run("fmt y.game").code(0);
    assert_eq!(read(&folder, "y.game"), formatted.replace("\r\n", "\n"));
}

#[test]
fn a_diff_shows_what_formatting_would_change() {
    let folder = folder();
    write(&folder, "x.game", MESSY);
    let ran = run_in(folder.path(), &["fmt", "--diff", "x.game"], "").code(1);
    let ran = ran.out("- players A,B").out("+ players A, B");
    assert!(!ran.out.contains("Formatted"), "{}", ran.out);
    assert_eq!(read(&folder, "x.game"), MESSY);
    run_in(folder.path(), &["fmt", "--diff", "-"], &bundled("rush").replace('\n', "\r\n").replacen("\r\n", "\n", 1))
        .code(1)
        .out("only line ends differ");
    run_in(folder.path(), &["fmt", "--diff", "-"], MESSY).code(1).out("+ players A, B");
    run_in(folder.path(), &["fmt", "x.game"], "").code(0);
    assert_eq!(run_in(folder.path(), &["fmt", "--diff", "x.game"], "").code(0).out, "");
}

#[test]
fn a_folder_stands_for_its_rule_files() {
    let folder = folder();
    let run = |args: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "");
    run("check .").code(2).err("no rule files in the folder `.`");
    write(&folder, "a.game", MESSY);
    write(&folder, "in/b.game", bundled("rush"));
    run("check .").code(0).out("a.game: ").out("b.game: no mistakes found");
    run("check in a.game").code(0).out("a.game: ");
    run("fmt --check .").code(1).out("a.game is not formatted");
    run("fmt in").code(0);
    run("fmt .").code(0).out("Formatted ./a.game");
}

#[test]
fn rules_are_read_from_standard_input() {
    let folder = folder();
    let run = |args: &str, input: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), input);
    run("check -", MESSY).code(0).out("standard input: ");
    run("check - --format json", "game \"X\"\n").code(1).out("standard input");
    run("check --deep --games 5 -", MESSY).code(0).out("5 random games");
    run("moves -", MESSY).code(0).out("a1\n");
    run("check --fix --dry-run -", &bundled("rush").replace("some(", "some (")).code(1).out("+   when connections");
    let slip = bundled("rush").replace("neighbors(p) & occupied", "neigbors(p) & occupied");
    run("check --fix -", &slip).code(2).err("standard input cannot be changed");
    run("record - --moves a1 --append", MESSY).code(2).err("standard input cannot be changed");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn rules_from_standard_input_are_not_saved_by_name() {
    let folder = folder();
    let run = |args: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), MESSY);
    let help = "write the rules to a file, and name this file instead of `-`";
    run("playout - --games 2 --records g.jsonl").code(2).err("read from standard input").err(help);
    run("match - random random --games 2 --records g.jsonl").code(2).err("read from standard input").err(help);
    run_in(folder.path(), &["repl", "-", "--eval", "save g.json"], MESSY).code(1).err(help);
    assert!(!folder.path().join("g.jsonl").exists() && !folder.path().join("g.json").exists());
    write(&folder, "old.json", r#"{"format":"boardwright record 1","game":"-","moves":[]}"#);
    for args in ["show old.json", "play old.json", "record old.json"] {
        run(args).code(2).err("its rules were read from standard input");
    }
}

#[test]
fn a_file_that_cannot_be_read_does_not_end_the_others() {
    let folder = folder();
    let run = |args: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "s\n");
    write(&folder, "a.game", b"game \"\xe9\"\n");
    write(&folder, "b.game", bundled("rush"));
    run("check a.game none.game b.game").code(2).err("is not UTF-8").err("file not found").out("b.game: no mistakes");
    run("fmt --check a.game b.game").code(2).err("is not UTF-8");
    run("test a.game b.game").code(1).out("is not UTF-8").out("PASS");
    run("test --accept b.game").code(0);
    let changed = read(&folder, "b.game").replace("connections(p) < 2 or", "connections(p) < 3 or");
    write(&folder, "b.game", changed);
    run("test --review .").code(1).out("is not UTF-8").out("b.game (1 of 1)").out("1 skipped");
    run("test --coverage a.game b.game").code(2).err("is not UTF-8");
}

#[test]
fn deep_says_what_it_counts() {
    run("check --deep --games 50 tic-tac-toe").code(0).out("(50 random games; every move of all 5478 positions)");
}

#[test]
fn compiling_is_not_part_of_the_speed() {
    run("playout jostle --games 20").code(0).out("seconds of compiling");
    let ran = run("playout jostle --games 20 --format json").code(0).json();
    assert!(ran["compile_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{ran}");
    let ran = run("playout jostle --games 20 --engine reference").code(0);
    assert!(!ran.out.contains("compiling"), "{}", ran.out);
    let ran = run("playout jostle --games 20 --engine reference --format json").code(0).json();
    assert!(ran["compile_seconds"].is_null(), "{ran}");
}

/// Returns what the script of bash is offered for the last word of a line.
fn offered(folder: &TempDir, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let output = program(folder.path())
        .env("BOARDWRIGHT_COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env("_CLAP_IFS", "\n")
        .arg("--")
        .args(words)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

#[test]
fn games_settings_and_codes_are_offered() {
    let folder = folder();
    write(&folder, "rules.game", bundled("tiger"));
    write(&folder, "notes.txt", "");
    assert_eq!(offered(&folder, "boardwright play ru"), ["rush", "russian-draughts", "rules.game"]);
    assert!(offered(&folder, "boardwright diff rush chi").contains(&"chinese-checkers".to_owned()));
    let walls = ["walls=bounce", "walls=open", "walls=wrap"];
    assert_eq!(offered(&folder, "boardwright play tiger --set wal"), walls);
    assert_eq!(offered(&folder, "boardwright moves rules.game --set wal"), walls);
    assert!(offered(&folder, "boardwright explain E0").contains(&"E01".to_owned()));
    assert!(offered(&folder, "boardwright pl").contains(&"playout".to_owned()));
    assert_eq!(offered(&folder, "boardwright check no"), Vec::<String>::new());
}

#[test]
fn only_rule_files_are_looked_for_in_a_folder() {
    let folder = folder();
    let run = |args: &str| run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "");
    for name in
        ["notes.txt", "x.game.bak", "game", ".hidden/b.game", ".own.game", "target/c.game", "node_modules/d.game"]
    {
        write(&folder, name, "SECRET");
    }
    write(&folder, "1/2/3/4/e.game", "SECRET");
    for command in ["check .", "fmt .", "fmt --check .", "test ."] {
        let ran = run(command).code(2).err("no rule files in the folder `.`");
        assert!(!format!("{}{}", ran.out, ran.err).contains("SECRET"), "{command}: {}{}", ran.out, ran.err);
    }
    write(&folder, "1/2/3/f.game", bundled("rush"));
    run("check .").code(0).out("f.game: no mistakes found");
    // What no text can be is named, and not shown.
    write(&folder, "g.game", [b"SECRET \xff" as &[u8], &[0; 64]].concat());
    let ran = run("check .").code(2).err("g.game` is not UTF-8").out("f.game: no mistakes found");
    assert!(!format!("{}{}", ran.out, ran.err).contains("SECRET"));
}

#[cfg(unix)]
#[test]
fn links_that_go_round_and_pipes_are_left_out() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    write(&folder, "in/a.game", bundled("rush"));
    std::os::unix::fs::symlink(folder.path(), path("in/round")).unwrap();
    std::os::unix::fs::symlink(path("in"), path("in/round.game")).unwrap();
    std::os::unix::fs::symlink(path("gone"), path("in/gone.game")).unwrap();
    assert!(Command::new("mkfifo").arg(path("in/pipe.game")).status().unwrap().success());
    let ran = run_in(folder.path(), &["check", "."], "").code(0).out("a.game: no mistakes found");
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    // A link to a rule file is one.
    std::os::unix::fs::symlink(path("in/a.game"), path("in/b.game")).unwrap();
    run_in(folder.path(), &["check", "."], "").code(0).out("b.game: no mistakes found");
}
