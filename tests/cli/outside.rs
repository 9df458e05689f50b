//! Engines of others as players. The tests use real ones where they are installed.

use super::*;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Finds a program in the folders of `PATH`, or in that for games.
pub fn find_program(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        leave_out(name);
    }
    found
}

/// This program as an engine.
fn own(arguments: &str) -> String {
    format!("{} engine {arguments}", env!("CARGO_BIN_EXE_boardwright"))
}

/// Plays a match of two games, without printing the board; returns what it says and its result.
fn matched(folder: &TempDir, game: &str, players: [&str; 2], more: &str) -> (String, Value) {
    let args = ["match"].into_iter().chain(game.split_whitespace()).chain(players);
    let rest = format!("--games 2 --threads 1 --format json {more}");
    let args: Vec<&str> = args.chain(rest.split_whitespace()).collect();
    let ran = run_in(folder.path(), &args, "").code(0);
    let value = ran.json();
    (ran.err, value)
}

/// A match without failures.
#[track_caller]
fn plays(game: &str, engine: &str, more: &str) {
    let (err, value) = matched(&folder(), game, [engine, "random"], more);
    assert_eq!(value["failures"], json!([]), "{err}");
    assert_eq!((&err[..], &value["games"]), ("", &json!(2)));
}

/// An engine that does this loses each game with this message.
#[track_caller]
fn loses(protocol: &str, script: &str, why: &str) {
    let folder = folder();
    write(&folder, "fake.sh", script);
    let name = format!("{protocol}:sh fake.sh; grace=0.5");
    let (err, value) = matched(&folder, "tic-tac-toe", [&name, "random"], "--time 0.01");
    assert_eq!(err.matches("loses, because it failed: ").count(), 2, "{err}");
    assert!(err.contains(why), "no `{why}` in: {err}");
    assert_eq!(value["players"][0]["lost"], json!(2));
}

/// A UCI engine as a shell script, up to its search.
const UCI: &str =
    "while read -r command rest; do case $command in uci) echo uciok;; isready) echo readyok;; quit) exit;; go) ";

#[test]
fn who_hangs_loses() {
    loses("uci", "sleep 1000", "no answer to `uci` after 0.5 s");
    loses("gtp", "sleep 1000", "no answer to `list_commands` after 0.5 s");
    loses("uci", &format!("{UCI} sleep 1000;; esac; done"), "no answer to `go movetime 10` after 0.5 s");
}

#[test]
fn who_dies_loses() {
    loses("uci", "echo sorry >&2; exit 3", "the program has ended: sorry");
    loses("gtp", "exit 3", "the program has ended");
    loses("uci", &format!("{UCI} exit;; esac; done"), "the program has ended");
}

#[test]
fn who_writes_nonsense_loses() {
    loses("uci", &format!("{UCI} echo bestmove nonsense;; esac; done"), "it chose the illegal move `nonsense`");
    loses("uci", &format!("{UCI} echo bestmove;; esac; done"), "it says that there is no legal move");
    loses("gtp", "echo hello; sleep 1000", "the answer to `list_commands` is not GTP: `hello`");
    loses("gtp", "while read -r line; do echo '? no'; echo; done", "it does not accept `list_commands`: no");
    loses("gtp", "while read -r line; do echo '= z9'; echo; done", "it chose the illegal move `z9`");
    loses("uci", "printf '\\377\\n'; sleep 1000", "is not text");
}

#[test]
fn who_resigns_loses() {
    let folder = folder();
    write(&folder, "fake.sh", "while read -r line; do echo '= resign'; echo; done");
    let args = ["match", "tic-tac-toe", "gtp:sh fake.sh", "random", "--games", "2", "--opening", "0"];
    let ran = run_in(folder.path(), &args, "").code(0).err("game 1: gtp:sh fake.sh resigns\n");
    ran.out("resigned ").out("  2  100.0 %");
}

#[test]
fn who_writes_without_end_loses() {
    loses("uci", "tr '\\0' x < /dev/zero", "a line is too long");
    loses("uci", "yes", "no answer to `uci`");
    loses("gtp", "yes =", "the answer to `list_commands` has more than 1000 lines");
    loses("uci", &format!("{UCI} yes info depth 1;; esac; done"), "no answer to `go movetime 10`");
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left() {
    let folder = folder();
    write(&folder, "fake.sh", "echo $$ >> pids\nsleep 1000 &\necho $! >> pids\nwait\n");
    matched(&folder, "tic-tac-toe", ["uci:sh fake.sh; grace=0.3", "random"], "");
    let pids = read(&folder, "pids");
    assert_eq!(pids.lines().count(), 4);
    for pid in pids.lines() {
        let stat = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // Whoever adopts a process may not have noticed yet that it has ended.
        let has_ended = || stat().is_empty() || stat().contains(") Z ");
        // A process that is killed takes a moment to end.
        let end = Instant::now() + Duration::from_secs(10);
        while !has_ended() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(has_ended(), "{}", stat());
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_for_an_engine_that_starts() {
    let since = Instant::now();
    let ran = stopped(folder().path(), "match tic-tac-toe random uci:cat;grace=60 --threads 1").code(130);
    assert!(since.elapsed() < Duration::from_secs(30) && ran.out.is_empty(), "{}", ran.out);
    ran.err("Stopped after 0 of 100 games");
}

#[test]
fn a_wrong_name_is_wrong_usage() {
    let refused = |name: &str| run_in(folder().path(), &["match", "hex", "random", name], "").code(2);
    refused("gtp:no-such-engine --x").err("cannot find the program `no-such-engine`");
    refused("uci:").err("missing program after `uci:`");
    refused("uci:sh 'x").err("missing `'` at the end");
    refused("uci:sh; Threads").err("missing value in `Threads`");
    let args = ["play", "chinese-checkers", "--side", "Red=gtp:sh", "--plain"];
    run_in(folder().path(), &args, "").code(2);
}

#[test]
fn boardwright_plays_boardwright() {
    plays("tic-tac-toe", &format!("uci:{}", own("tic-tac-toe --player random; Level=3")), "--playouts 20");
    plays("hex --set size=4", &format!("uci:{}", own("hex --set size=4")), "--playouts 20");
    plays("shogi", &format!("usi:{}", own("shogi --protocol usi --player random")), "--playouts 5");
    plays("go --set size=5", &format!("gtp:{}", own("go --player random")), "--time 0.02 --max-plies 60");
    plays("crazyhouse", &format!("uci:{}", own("crazyhouse --player random")), "--max-plies 80");
}

#[test]
fn an_engine_plays_at_the_table() {
    let folder = folder();
    let engine = format!("--x=uci:{}", own("tic-tac-toe"));
    let ran = run_in(folder.path(), &["play", "tic-tac-toe", &engine, "--o", "mcts", "--plain"], "").code(0);
    ran.out("X plays ").out("a draw");
    write(&folder, "fake.sh", "exit");
    let ran = run_in(folder.path(), &["play", "tic-tac-toe", "--o", "uci:sh fake.sh", "--plain"], "a1\nquit\n").code(0);
    ran.err("O (uci:sh fake.sh): the program has ended").out("X wins: O has failed");
    // An engine that does not start takes nobody else's advice away.
    let ran = run_in(folder.path(), &["play", "tic-tac-toe", "--o", "uci:sh fake.sh", "--plain"], "expect\nquit\n");
    ran.code(0).out("X 5");
}

#[test]
fn an_engine_follows_undo() {
    for protocol in ["gtp", "uci"] {
        let engine = format!("--o={protocol}:{}", own("tic-tac-toe --player random"));
        let args = ["play", "tic-tac-toe", &engine, "--plain"];
        let lines = "a1\nundo\nb2\nundo\nnew\nc3\nquit\n";
        let ran = run_in(folder().path(), &args, lines).code(0);
        assert_eq!((ran.out.matches("O plays ").count(), &ran.err[..]), (3, ""), "{}", ran.out);
    }
}

#[test]
fn fairy_stockfish_plays_chess_and_its_family() {
    if find_program("fairy-stockfish").is_none() {
        return;
    }
    for game in
        ["chess", "crazyhouse", "chess960", "antichess", "king-of-the-hill", "los-alamos-chess", "shogi", "minishogi"]
    {
        plays(game, "uci:fairy-stockfish; Skill Level=-20", "--playouts 20 --max-plies 60");
    }
    for game in ["breakthrough", "clobber", "xiangqi"] {
        plays(game, "uci:fairy-stockfish", "--depth 1 --max-plies 100");
    }
    let (err, _) = matched(&folder(), "hex", ["uci:fairy-stockfish", "random"], "");
    assert!(
        err.contains("`fairy-stockfish` has no variant Hex; if it has another name for it, add `; UCI_Variant=NAME`")
    );
    let (err, _) = matched(&folder(), "chess", ["uci:fairy-stockfish; Skil Level=3", "random"], "");
    assert!(err.contains("has no option `Skil Level`; did you mean `Skill Level`?"), "{err}");
}

#[test]
fn an_engine_begins_with_any_position() {
    if find_program("fairy-stockfish").is_none() {
        return;
    }
    let args =
        ["play", "chess", "--position", "6k1/5ppp/8/8/8/8/8/K3R3 White rights={}", "--white", "uci:fairy-stockfish"];
    let ran = run_in(folder().path(), &[&args[..], &["--black", "random", "--plain"]].concat(), "").code(0);
    ran.out("White plays e1-e8");
}

#[test]
fn gnu_go_plays_go() {
    if find_program("gnugo").is_some() {
        plays(
            "go --set size=7",
            "gtp:gnugo --mode gtp --level 1 --chinese-rules --capture-all-dead",
            "--max-plies 120",
        );
    }
}

#[test]
fn rhino_plays_reversi() {
    if find_program("gtp-rhino").is_some() {
        plays("reversi", "gtp:gtp-rhino --level 1", "--time 0.1");
    }
}
