//! `boardwright engine`: a dialog with another program.

use super::outside::find_program;
use super::*;

/// Sends lines to an engine and returns its answers.
pub fn dialog(args: &str, lines: &[&str]) -> Ran {
    let args: Vec<&str> = ["engine"].into_iter().chain(args.split_whitespace()).collect();
    run_in(folder().path(), &args, &(lines.join("\n") + "\n")).code(0)
}

/// The last line that begins with a word.
#[track_caller]
pub fn last<'r>(ran: &'r Ran, word: &str) -> &'r str {
    let found = ran.out.lines().rfind(|line| line.starts_with(word));
    found.unwrap_or_else(|| panic!("no `{word}` in {}", ran.out))
}

#[test]
fn uci_is_spoken() {
    let ran = dialog("chess", &["uci", "isready", "ucinewgame", "position startpos moves e2e4 e7e5", "go nodes 50"]);
    let ran =
        ran.out("id name Boardwright").out("option name Level type spin default 10 min 1 max 10").out("uciok\nreadyok");
    assert!(
        last(&ran, "info depth").contains(" score cp ") && last(&ran, "info depth").contains(" pv "),
        "{}",
        ran.out
    );
    assert_eq!(last(&ran, "bestmove").split(' ').nth(1).unwrap().len(), 4);
}

#[test]
fn a_mate_is_found_and_reported() {
    let ran = dialog("chess", &["uci", "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "go nodes 3000"]);
    assert!(last(&ran, "info depth").contains(" score mate 1 "), "{}", ran.out);
    assert_eq!(last(&ran, "bestmove"), "bestmove e1e8");
    let ran = dialog("chess", &["position fen 4R1k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "go movetime 10"]);
    assert_eq!(last(&ran, "bestmove"), "bestmove (none)");
}

#[test]
fn each_line_says_whether_it_mates() {
    let lines = ["setoption name MultiPV value 3", "position fen 6k1/5ppp/8/8/8/8/8/K2QR3 w - - 0 1", "go depth 2"];
    let ran = dialog("chess --player alphabeta", &lines);
    let line = |n: u32| last(&ran, &format!("info depth 2 multipv {n}"));
    assert!(line(1).contains(" score mate 1 ") && line(2).contains(" score mate 1 "), "{}", ran.out);
    assert!(line(3).contains(" score cp "), "{}", ran.out);
}

/// Red wins in 15 plies at the earliest, and lines have no more than 12 moves.
#[test]
fn a_mate_may_be_longer_than_its_line() {
    let position = "position 1r5/rr1r3/ry1y2y/yy1r2y/ryyry1r/rryryyy Red";
    let ran = dialog("connect-four --player alphabeta", &[position, "go nodes 200000"]);
    assert!(last(&ran, "info depth").contains(" score mate 8 "), "{}", ran.out);
    let ran = dialog("connect-four --player mcts", &[position, "go nodes 200000"]);
    let moves: u32 =
        last(&ran, "info depth").split(" mate ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((8..=12).contains(&moves), "{}", ran.out);
    // What was dropped from the tree leaves no line too short: Yellow loses in 19 plies at the latest.
    let position = "position startpos moves f1 g1 a1 g2 b1 b2 d1 b3 a2 a3 e1 e2 e3 e4 a4";
    let ran = dialog("connect-four --player mcts:memory=1", &[position, "go nodes 3000000"]);
    assert!(!last(&ran, "info depth").contains(" mate "), "{}", ran.out);
}

#[test]
fn a_loss_that_is_proven_is_a_mate_and_the_only_move_has_its_line() {
    let lines = ["position startpos moves a1 b1 b2", "go nodes 20000"];
    let ran = dialog("tic-tac-toe --player mcts", &lines);
    assert!(last(&ran, "info depth").contains(" score mate -2 "), "{}", ran.out);
    let lines = ["position startpos moves a1 b1 c1 b2 a2 c2 b3 a3", "go nodes 100"];
    let ran = dialog("tic-tac-toe --player mcts", &lines);
    assert!(last(&ran, "info depth").ends_with(" pv c3"), "{}", ran.out);
    assert_eq!(last(&ran, "bestmove"), "bestmove c3");
}

#[test]
fn a_long_search_counts_all_its_nodes() {
    let ran = dialog("hex --player mcts", &["position startpos", "go movetime 2100"]);
    let infos = ran.out.lines().filter(|line| line.starts_with("info depth"));
    let number = |line: &str, word: &str| {
        let mut words = line.split(' ').skip_while(|other| *other != word);
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    let found: Vec<_> = infos.map(|line| ["nodes", "nps", "time"].map(|word| number(line, word))).collect();
    assert!(found.len() > 2 && found.is_sorted_by(|one, next| one[0] < next[0]), "{}", ran.out);
    // The last part of the time is the shortest one.
    let [nodes, nps, time] = found[found.len() - 1];
    assert!(nps == nodes * 1000 / time && nodes > found[found.len() - 2][0], "{}", ran.out);
}

#[test]
fn castling_promotion_and_drops_are_those_of_uci() {
    let moves = "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8";
    let ran = dialog("chess", &["uci", moves, "go nodes 5"]);
    assert!(!ran.out.contains("info string"), "{}", ran.out);
    let ran = dialog("chess", &["position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h7h6", "go nodes 5"]);
    assert!(!ran.out.contains("info string"), "{}", ran.out);
    let ran = dialog("crazyhouse", &["position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4", "go nodes 5"]);
    assert!(!ran.out.contains("info string"), "{}", ran.out);
    let fen = "position fen rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3 moves P@e4";
    let ran = dialog("crazyhouse", &[fen, "go nodes 5"]);
    assert!(!ran.out.contains("info string"), "{}", ran.out);
    let moves = "position fen bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1 moves f2f4 f7f5";
    dialog("chess960", &["setoption name UCI_Chess960 value true", moves, "go nodes 5"]).out("bestmove ");
}

#[test]
fn a_promotion_on_stacks_is_a_move_of_uci() {
    let text = "game \"Towers\"
board square 3 x 3 stacks of 6
players White going N, Black going S
piece man, king
legend m k = man king of White, M K = man king of Black
setup {
  . M .
  m . .
  . . .
}
action step(p: own & man, q: neighbors(p))
  do { move p to q; if q in edge(forward) { remove top of q; put king at q } }
end { when stuck(next): next loses }
";
    let folder = folder();
    write(&folder, "towers.game", text);
    let ask = |lines: &str| run_in(folder.path(), &["engine", "towers.game", "--player", "random"], lines).code(0);
    let ran = ask("uci\nposition startpos moves a2a3k b3c3\nposition startpos moves a2b2 b3c3 b2b3k\nisready\n");
    assert!(!ran.out.contains("info string"), "{}", ran.out);
    // It is written like this, too.
    let ran = ask("uci\nposition \"3/1m1/2M White\"\nposition startpos moves K@a3\n");
    ran.out("illegal move `K@a3`; the legal moves are `a2a1`, `a2b2`, `a2a3k`");
}

#[test]
fn an_illegal_move_is_answered_with_legal_ones() {
    dialog("chess", &["position startpos moves e2e5"])
        .out("illegal move `e2e5`; legal moves are for instance `b1a3`, `b1c3`, `g1f3`, `g1h3`");
    dialog("tic-tac-toe", &["position startpos moves a1 b1 c1 a2 b2 c2 b3 a3 a1"])
        .out("illegal move `a1`; the only legal move is `c3`");
}

#[test]
fn any_game_is_played() {
    let moves = "position startpos moves d4 e3 pass";
    let ran = dialog("reversi", &["uci", moves, "go nodes 20"]);
    ran.out("info string illegal move `d4`").out("bestmove ");
    let ran = dialog("hex --set size=3", &["position fen 3/1b1/3 White", "go nodes 20"]);
    ran.out("bestmove ");
    let ran = dialog("chinese-checkers", &["uci", "go nodes 5"]);
    ran.out("bestmove ");
}

#[test]
fn a_search_is_stopped() {
    let since = Instant::now();
    let mut child = program(folder().path())
        .args(["engine", "chess"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    input.write_all(b"position startpos\ngo infinite\nisready\n").unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "readyok");
    // It reports while it searches.
    assert!(lines.next().unwrap().unwrap().starts_with("info depth "));
    input.write_all(b"stop\n").unwrap();
    assert!(lines.any(|line| line.unwrap().starts_with("bestmove ")));
    input.write_all(b"go infinite\nquit\n").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(since.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_search_that_waits_is_stopped_too() {
    let mut child = program(folder().path())
        .args(["engine", "chess"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let (sender, answers) = std::sync::mpsc::channel();
    let read = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    std::thread::spawn(move || read.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    input.write_all(b"go movetime 600000\nposition startpos moves e2e4\ngo infinite\nstop\n").unwrap();
    let lines = std::iter::from_fn(|| answers.recv_timeout(Duration::from_secs(60)).ok());
    let stopped = lines.filter(|line| line.starts_with("bestmove ")).take(2).count();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(stopped, 2);
}

#[test]
fn bad_input_ends_nothing() {
    let wrong = [
        "hello",
        "uci",
        "",
        "positio startpos",
        "position",
        "position fen",
        "position fen x y z",
        "position fen 8/8 w",
        "position startpos moves e2e5",
        "go depth",
        "go depth x",
        "go silly",
        "setoption",
        "setoption name Levl value 3",
        "setoption name Level value 11",
        "setoption name Player value mtcs",
        "setoption name UCI_Variant value hex",
        "go wtime -5 btime 0 nodes 1",
        "position fen 9/8/8/8/8/8/8/8 w - - 0 1",
        "stop",
        "\u{7f}\u{0}",
        "position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
        "isready",
    ];
    let ran = dialog("chess", &wrong).out("readyok").out("unknown command `hello`").out("did you mean `position`?");
    let ran = ran.out("illegal move `e2e5`").out("expected a number after `depth`").out("did you mean `Level`?");
    ran.out("expected a number from 1 to 10 for Level").out("unknown player `mtcs`").out("there is no such rook");
    dialog("chess", &[&"x".repeat(3_000_000), "isready"]).out("readyok");
}

#[test]
fn usi_is_spoken() {
    let lines = ["usi", "isready", "usinewgame", "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e", "go nodes 5"];
    let ran = dialog("shogi", &lines).out("usiok\nreadyok").out("bestmove ");
    assert!(!ran.out.contains("info string"), "{}", ran.out);
    let sfen = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2p 1 moves G*5b";
    dialog("shogi", &["usi", sfen, "go mate 1000"]).out("checkmate notimplemented");
    let ran = dialog("shogi", &["usi", sfen, "go byoyomi 50"]);
    assert_eq!(last(&ran, "bestmove"), "bestmove resign");
}

#[test]
fn wrong_arguments_are_refused() {
    run("engine chess --player mtcs").code(2).err("did you mean `mcts`?");
    run("engine chss").code(2).err("did you mean `chess`?");
    run("engine chess --protocol xboard").code(2).err("gtp");
}

/// A client of UCI that is not ours: a whole game, an analysis, variants. An engine that is left to itself would let Python wait
/// for ever after a failure, and one that does not answer, too.
const PYTHON: &str = r#"
import chess, chess.engine, chess.variant, signal, sys
signal.alarm(200)
def popen(*args):
    return chess.engine.SimpleEngine.popen_uci([sys.argv[1], "engine", *args])
with popen("chess", "--player", "random") as engine:
    board = chess.Board()
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split():
        board.push_uci(text)
    while not board.is_game_over() and board.ply() < 60:
        board.push(engine.play(board, chess.engine.Limit(nodes=1)).move)
    engine.configure({"Player": "mcts", "Level": 10, "Threads": 2, "Hash": 32})
    info = engine.analyse(chess.Board(), chess.engine.Limit(time=0.3), multipv=2)
    assert len(info) == 2 and info[0]["pv"][0] in chess.Board().legal_moves, info
    board = chess.Board("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    assert engine.play(board, chess.engine.Limit(time=1)).move == chess.Move.from_uci("e1e8")
    move = chess.Move.from_uci("a2a3")
    played = engine.play(chess.Board(), chess.engine.Limit(time=0.1), root_moves=[move], info=chess.engine.INFO_ALL)
    assert played.move == move and played.info["pv"][0] == move, played
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("pv"):
                break
    assert "UCI_Chess960" not in engine.options
with popen("chess960", "--player", "random") as engine:
    board = chess.Board("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1", chess960=True)
    while not board.is_game_over(claim_draw=True) and board.ply() < 60:
        board.push(engine.play(board, chess.engine.Limit(nodes=5)).move)
with popen("crazyhouse", "--player", "random") as engine:
    board = chess.variant.CrazyhouseBoard()
    while not board.is_game_over() and board.ply() < 60:
        board.push(engine.play(board, chess.engine.Limit(nodes=1)).move)
    board = chess.variant.CrazyhouseBoard(board.fen())
    if not board.is_game_over():
        engine.play(board, chess.engine.Limit(nodes=1))
print("played")
"#;

#[test]
fn python_chess_is_a_client() {
    let has_chess = Command::new("python3").args(["-c", "import chess"]).output().is_ok_and(|out| out.status.success());
    if !has_chess {
        return leave_out("python-chess");
    }
    let output = Command::new("python3").args(["-c", PYTHON, env!("CARGO_BIN_EXE_boardwright")]).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "played\n", "{err}");
}

#[test]
fn another_form_of_chess_is_not_played_by_the_rules_of_chess() {
    let ran = dialog("chess", &["uci", "setoption name UCI_Chess960 value false", "quit"]);
    assert!(!ran.out.contains("Chess960"), "{}", ran.out);
    dialog("chess", &["setoption name UCI_Chess960 value true", "quit"]).out("`boardwright engine chess960`");
    dialog("chess960", &["uci", "quit"]).out("option name UCI_Chess960 type check default true");
}

#[test]
fn fairy_stockfish_understands_our_positions() {
    // The same program is at both ends: our engine against theirs, each in its own process.
    if find_program("fairy-stockfish").is_none() {
        return;
    }
    let own = format!("uci:{} engine chess", env!("CARGO_BIN_EXE_boardwright"));
    let args = ["match", "chess", &own, "uci:fairy-stockfish", "--games", "2", "--playouts", "20", "--format", "json"];
    let value = run_in(folder().path(), &args, "").code(0).json();
    assert_eq!(value["failures"], serde_json::json!([]));
}

#[test]
fn commands_wait_for_the_search() {
    let lines = ["uci", "position startpos", "go nodes 50", "position startpos moves e2e4", "go nodes 60", "quit"];
    let ran = dialog("chess", &lines);
    let searched: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(ran.out.matches("bestmove ").count(), 2, "{}", ran.out);
    assert!(!searched.is_empty() && searched.iter().all(|line| !line.contains(" nodes 0 ")), "{}", ran.out);
    let ran = dialog("chess", &["go infinite", "quit"]);
    assert!(!last(&ran, "info depth").contains(" nodes 0 "), "{}", ran.out);
    let ran = dialog("chess", &["go nodes 1000000000", "position startpos moves e2e4", "stop"]);
    assert_eq!(ran.out.matches("bestmove ").count(), 1, "{}", ran.out);
}

/// A move puts a new piece on the board, so that two moves can do the same to a cell.
const MADE_ANEW: &str = "game \"V\"
board square 3 x 3
players White, Black
piece man, king
setup { man of White at {a1 c1}; man of Black at {a3 c3} }
action go(p: own, q: neighbors(p) & empty)
  do { remove p; put king at q }
end { when stuck(next): next loses
 when ply == 20: draw }
";

#[test]
fn moves_that_would_share_a_text_keep_their_own() {
    let folder = folder();
    write(&folder, "v.game", MADE_ANEW);
    let ask = |lines: &str| run_in(folder.path(), &["engine", "v.game", "--player", "random:seed=1"], lines).code(0);
    // Both men can go to b1.
    let position = "position 1m1/3/M1M White moves";
    ask(&format!("uci\n{position} K@b1\nquit\n")).out("info string `K@b1` means 2 moves; write `a1-b1` or `c1-b1`");
    let mut written = std::collections::BTreeSet::new();
    for seed in 1..=8 {
        let player = format!("random:seed={seed}");
        let args = ["engine", "v.game", "--player", &player];
        let ran = run_in(folder.path(), &args, "uci\nposition 1m1/3/M1M White\ngo nodes 1\nquit\n").code(0);
        written.insert(last(&ran, "bestmove").to_owned());
    }
    let shared = "bestmove K@b1";
    assert!(!written.contains(shared) && written.contains("bestmove K@a2"), "{written:?}");
    assert!(written.contains("bestmove a1-b1") || written.contains("bestmove c1-b1"), "{written:?}");
    let ran = ask(&format!("uci\n{position} c1-b1 k@b2\ngo nodes 1\nquit\n"));
    assert!(!ran.out.contains("info string"), "{}", ran.out);
}

#[test]
fn vertices_that_two_moves_would_share_are_refused() {
    let folder = folder();
    write(&folder, "v.game", MADE_ANEW);
    let lines = "play white B1\nplay white c1-b1\nplay black B3\nplay black c3-b3\n";
    let ran = run_in(folder.path(), &["engine", "v.game", "--player", "random"], lines).code(0);
    ran.out("? illegal move: `B1` means 2 moves; write `a1-b1` or `c1-b1`\n\n=\n\n? illegal move: `B3` means 2 moves; write ");
}
