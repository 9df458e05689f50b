//! Any input gives a clear message and an exit code, never a panic, a hang or a lost file.

use super::*;
use std::time::{Duration, Instant};

/// Checks an invalid text: it ends soon, with exit code 1 and without a panic.
#[track_caller]
fn check_invalid(text: impl AsRef<[u8]>) -> Ran {
    let folder = folder();
    write(&folder, "x.game", text);
    let since = Instant::now();
    let ran = run_in(folder.path(), &["check", "x.game"], "").code(1);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    assert!(ran.out.len() < 200_000, "{} bytes of report", ran.out.len());
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    ran
}

/// A minimal game with some text inserted.
fn game(board: &str, body: &str, end: &str) -> String {
    format!(
        "game \"X\"\nboard {board}\nplayers Black, White\npiece stone\n{body}\naction place(p: empty) do put stone at p\nend {{ {end} }}\n"
    )
}

#[test]
fn files_that_cannot_be_read() {
    let folder = folder();
    let check = |name: &str| run_in(folder.path(), &["check", name], "").code(2);
    check("nothing.game").err("file not found: `nothing.game`");
    check(".").err("folder");
    std::fs::create_dir(folder.path().join("dir.game")).unwrap();
    check("dir.game").err("folder");
    write(&folder, "latin.game", b"game \"X\"\nboard \xe9\n");
    check("latin.game").err("UTF-8").err("line 2, column 7");
    write(&folder, "huge.game", vec![b'x'; 10_000_000]);
    check("huge.game").err("too large");
}

#[test]
fn texts_that_are_not_games() {
    check_invalid("");
    check_invalid("   \n\n// nothing\n");
    check_invalid("x".repeat(3_000_000));
    check_invalid("x ".repeat(500_000));
    check_invalid("{".repeat(500_000));
    check_invalid((0..1_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8 & 0x7f).collect::<Vec<u8>>());
    check_invalid("\u{feff}game");
    check_invalid("game \"X\nboard");
}

#[test]
fn deep_nesting() {
    for (open, close) in [("(", ")"), ("not ", ""), ("-", ""), ("{ p in ", "}"), ("if true then ", ""), ("count(", ")")]
    {
        let deep = format!("def f = {}1{}", open.repeat(10_000), close.repeat(10_000));
        check_invalid(game("square 3 x 3", &deep, "when none(empty): draw"));
    }
    let deep = format!("effect e() {{ {} {} }}", "if true {".repeat(10_000), "}".repeat(10_000));
    check_invalid(game("square 3 x 3", &deep, "when none(empty): draw"));
}

#[test]
fn boards_that_are_too_large() {
    check_invalid(game("square 10000 x 10000", "", "when none(empty): draw")).out("E34");
    check_invalid(game("square 99999999999 x 3", "", "when none(empty): draw"));
    check_invalid(game("hex side 60000", "", "when none(empty): draw")).out("E34");
}

#[test]
fn settings_that_do_not_fit() {
    run("show rush --set size=99").code(2).err("size");
    run("show rush --set size=8").code(2).err("size");
    run("show rush --set size=big").code(2).err("size");
    run("show rush --set size=99999999999999999999").code(2).err("size");
    run("show rush --set syze=9").code(2).err("did you mean `size`");
    run("show tiger --set walls=opne").code(2).err("open");
    run("show rush --set size").code(2).err("missing value");
    run("check rush --set size=8").code(2);
}

#[test]
fn a_saved_game_is_no_rule_file() {
    let folder = folder();
    write(&folder, "empty.jsonl", "");
    write(&folder, "one.json", "{}");
    for name in ["empty.jsonl", "one.json"] {
        run_in(folder.path(), &["diff", "rush", name], "").code(2).err("is not a rule file").err("a saved game");
        run_in(folder.path(), &["check", name], "").code(2).err("is not a rule file");
    }
}

#[test]
fn games_that_do_not_exist() {
    run("show rsh").code(2).err("did you mean `rush`");
    run("show").code(2);
    run("show Rush").code(2).err("did you mean `rush`");
    run("frobnicate").code(2);
    run("perft rush many").code(2);
}

#[test]
fn bases_in_a_circle_or_nowhere() {
    let folder = folder();
    write(&folder, "a.game", "extends \"b\"\ngame \"A\"\n");
    write(&folder, "b.game", "extends \"a\"\ngame \"B\"\n");
    write(&folder, "c.game", "extends \"tigre\"\ngame \"C\"\n");
    write(&folder, "d.game", "extends \"d\"\ngame \"D\"\n");
    let check = |name: &str| run_in(folder.path(), &["check", name], "").code(1);
    check("a.game").out("E53");
    check("c.game").out("E52").out("tiger");
    check("d.game").out("E53");
}

#[test]
fn a_map_of_the_base_has_to_fit_the_board_of_its_variant() {
    let folder = folder();
    let map = "map w = water, t = trap {\n  w . .\n  . . .\n  . . t\n}\n\
               action go(p: empty except (water | trap)) do put stone at p";
    write(&folder, "base.game", game("square 3 x 3", map, "when none(empty): draw"));
    run_in(folder.path(), &["check", "base.game"], "").code(0);
    // Each region can be gone: what is left of the picture is still checked.
    let changes =
        ["", "replace def water = corner", "without def water without def trap def water = corner def trap = center"];
    for (change, code) in changes.into_iter().zip([1, 1, 0]) {
        let text = format!("extends \"base\" game \"Wide\" replace board square 4 x 4 {change}");
        write(&folder, "wide.game", text);
        let ran = run_in(folder.path(), &["check", "wide.game"], "").code(code);
        assert_eq!(ran.out.contains("9 cells, but the board has 16"), code == 1, "{change}: {}", ran.out);
    }
}

#[test]
fn a_file_may_have_the_name_of_its_base() {
    let folder = folder();
    write(&folder, "tiger.game", "extends \"tiger\"\ngame \"My tiger\"\nreplace param gravity = 1\n");
    run_in(folder.path(), &["moves", "tiger.game"], "").code(0);
    // And it does not change the bundled games.
    run_in(folder.path(), &["perft", "tiger-low-gravity", "1"], "").code(0).out("151");
}

#[test]
fn a_fault_before_the_first_move_still_shows_the_board() {
    let folder = folder();
    let body = "def f(n: int): int = f(n + 1) action a() when f(0) == 1";
    write(&folder, "x.game", game("square 3 x 3", body, "when stuck(next): draw"));
    run_in(folder.path(), &["show", "x.game"], "").code(1).out("a b c").err("F0");
    run_in(folder.path(), &["show", "x.game", "--format", "svg"], "").code(1).out("</svg>").err("F0");
}

#[test]
fn rules_that_never_end_or_fault() {
    let folder = folder();
    let playout = |body: &str, end: &str, code: &str| {
        write(&folder, "x.game", game("square 3 x 3", body, end));
        let since = Instant::now();
        run_in(folder.path(), &["playout", "x.game", "--games", "20"], "").code(1).err(code);
        assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    };
    playout("action a() do { var n = 0 while n == 0 { } }", "when none(empty): draw", "F04");
    playout("effect e() { e() } action a() do e()", "when none(empty): draw", "F04");
    playout("def f(n: int): int = f(n + 1) action a() when f(0) == 1", "when none(empty): draw", "F0");
    playout("var n = 2000000000 action a() do n += n", "when none(empty): draw", "F05");
    playout("", "when ply > 1000: draw", "F01");
}

#[test]
fn moves_of_after_that_cannot_be_made() {
    run("show jostle --after d3-d4").code(2).err("move 1 of --after").err("jostle.game:");
    run("moves rush --after a1,a1").code(2).err("move 2 of --after");
    run("perft rush 1 --after zz").code(2).err("`zz`");
    run("playout slash --after a1,swap,swap").code(2).err("move 3 of --after");
    run("moves tic-tac-toe --after a1,b1,a2,b2,a3,c3").code(2).err("the game is over");
}

#[test]
fn a_closed_output_is_not_an_error() {
    for args in ["list", "moves rush", "explain", "show tiger --format svg", "playout tic-tac-toe", "--help"] {
        let mut child = program(folder().path())
            .args(args.split(' '))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for args in ["moves rush", "help", "--version"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program(folder().path()).args(args.split(' ')).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no space left"), "{args}");
    }
}

#[test]
fn options_and_commands_of_other_programs() {
    for (args, tip) in [
        ("playout rush --playouts 5", "use `--games N`"),
        ("playout rush --ply 5", "use `--max-plies N`"),
        ("match rush random random --iterations 4", "use `--playouts N`"),
        ("perft rush --depth 3", "`boardwright perft GAME DEPTH`"),
        ("perft rush 2 -j2", "use `--threads N`"),
        ("show rush -o x.txt", "`> FILE` writes the output to a file"),
        ("show rush --svg", "use `--format svg`"),
        ("show rush --source", "`boardwright show GAME --format file`"),
        ("show rush size=5", "`--set size=5`"),
        ("moves rush c3", "`--after \"MOVES\"`"),
        ("perft rush 2 3", "`perft` takes only GAME and DEPTH"),
        ("moves rush --from c3", "`boardwright moves GAME | grep c8`"),
        ("simulate rush", "use `boardwright playout`"),
        ("svg rush", "`boardwright show GAME --format svg`"),
        ("position rush", "`boardwright show GAME --position LINE`"),
        ("fix rush", "`boardwright check GAME --fix`"),
        ("hint rush", "use `boardwright play`"),
        ("example rush", "use `boardwright test`"),
        ("help lint", "use `boardwright check`"),
        ("rules rush", "`boardwright show GAME --rules`"),
        ("help rush", "`boardwright show rush --rules`"),
        ("rush", "`boardwright play rush`"),
    ] {
        let ran = run(args).code(2).err(tip);
        assert!(!ran.err.contains("as a value"), "{}", ran.err);
    }
}

#[test]
fn the_usage_after_a_wrong_option_requires_no_option() {
    let ran = run("match rush random random --rounds 3").code(2);
    ran.err("Usage: boardwright match [OPTIONS] <GAME> <PLAYER> <PLAYER>...");
}

#[test]
fn values_that_are_not_numbers() {
    run("playout rush --seed -1")
        .code(2)
        .err("invalid value `-1` for `--seed <N>`: expected a whole number from 0, such as 10");
    run("playout rush --games 1e3").code(2).err("expected a whole number from 1\n");
    run("playout rush --games -3")
        .code(2)
        .err("invalid value `-3` for `--games <N>`: expected a whole number from 1\n");
    run("playout rush --games=-3").code(2).err("expected a whole number from 1\n");
    run("match rush random random --games -3").code(2).err("expected a whole number from 1 to 1000000000");
    run("match rush random random --time -3").code(2).err("expected a number of seconds from 0.001 to 86400");
    run("train rush --match -3").code(2).err("expected a whole number from 2 to 1000000");
    run("train rush --measure many").code(2).err("expected a whole number from 0 to 1000000");
    run("play rush --level 99999999999999999999999").code(2).err("expected a number from 1 to 10");
    run("playout rush --threads -1").code(2).err("expected a number from 1 to 1024, or `all`");
    run("perft rush -1").code(2).err("write a number from 0");
    run("playout rush --games 0").code(2).err("expected a number from 1");
    run("playout rush --threads 0").code(2).err("expected a number from 1 to 1024, or `all`");
    run("play rush --level 11").code(2).err("expected a number from 1 to 10");
}
