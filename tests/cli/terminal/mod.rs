//! `play` in a terminal: games are played to their ends by keys and by mouse.
//!
//! The tests need tmux. `BOARDWRIGHT_TERMINAL_GAMES=24` plays more games than usual.

mod hands;
mod tmux;

use super::{bundled, run_in, write};
use hands::{Hands, Table};
use tmux::Terminal;

/// The five games, on small boards where they have a choice.
const GAMES: [(&str, &str); 5] = [("rush", "size=5"), ("slash", "size=4"), ("jostle", ""), ("push", ""), ("tiger", "")];

/// How many games are played, unless the variable says otherwise.
const FEW: usize = 5;

#[test]
fn games_are_played_to_their_ends() {
    if !tmux::is_installed() {
        return;
    }
    let wanted = std::env::var("BOARDWRIGHT_TERMINAL_GAMES").ok().and_then(|games| games.parse().ok());
    let hands = [Hands::Keys, Hands::Mouse, Hands::Words];
    let games = (0..wanted.unwrap_or(FEW)).map(|n| (n, GAMES[n % GAMES.len()], hands[n % hands.len()]));
    let games: Vec<_> = games.collect();
    // Two at a time: most of the time is spent waiting.
    std::thread::scope(|scope| {
        for half in 0..2 {
            let own = games.iter().skip(half).step_by(2);
            scope.spawn(move || own.for_each(|(n, (game, setting), hands)| play(*n, game, setting, *hands)));
        }
    });
}

/// Plays a game to its end: against another person at the same screen, or against the computer.
fn play(n: usize, game: &str, setting: &str, hands: Hands) {
    let mut table = Table::new(game, setting, n as u64);
    let terminal = Terminal::new(90, 30);
    let set = if setting.is_empty() { String::new() } else { format!("--set {setting}") };
    let (first, second) = table.players();
    let against_computer = n % 2 == 1 && table.position.is_none();
    let second = match against_computer {
        false => format!("--side {second}=human"),
        true => format!("--side {second}=random:seed={n}"),
    };
    let position = table.position.as_ref().map_or(String::new(), |line| format!("--position '{line}'"));
    terminal.start(&format!("play {game} {set} --side {first}=human {second} {position}"));
    terminal.wait_for(" to move");
    table.play_to_the_end(&terminal, hands, against_computer);
    let result = table.result();
    terminal.wait_for(&result);
    terminal.keys(&["C-q"]);
    terminal.is_clean();
}

#[test]
fn control_c_leaves_a_clean_terminal() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    // While nobody thinks, while the computer thinks, in a list and in a line that is typed.
    for keys in [&[][..], &["Enter"], &["?"], &["a"], &["Enter", "!"]] {
        terminal.start("play rush --set size=5");
        terminal.wait_for("Black to move");
        terminal.keys(keys);
        terminal.keys(&["C-c"]);
        terminal.is_clean();
    }
}

#[test]
fn a_signal_leaves_a_clean_terminal() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    for (signal, code) in [("HUP", 129), ("INT", 130), ("QUIT", 131), ("TERM", 143)] {
        terminal.start("play rush --set size=5");
        terminal.wait_for("? keys");
        terminal.signal(signal);
        terminal.wait("prompt", |screen| screen.trim_end().ends_with("READY>"));
        terminal.type_text("echo code $?\n");
        terminal.wait_for(&format!("code {code}"));
        terminal.is_clean();
    }
}

#[test]
fn a_stopped_screen_is_drawn_again() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    terminal.start("play rush --set size=5");
    terminal.wait_for("? keys");
    terminal.signal("TSTP");
    terminal.wait_for("Stopped");
    terminal.is_clean();
    terminal.type_text("fg\n");
    terminal.wait("board", |screen| screen.starts_with("Rush") && screen.contains("? keys"));
    terminal.keys(&["C-c"]);
    terminal.is_clean();
}

#[test]
fn the_screen_follows_the_size_of_the_window() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    terminal.start("play rush --black human --white human");
    let screen = terminal.wait_for("Black to move");
    assert!(screen.contains("19 .") && screen.contains("● Black  ○ White"), "{screen}");
    terminal.keys(&["Enter"]);
    terminal.wait_for("White to move");
    terminal.resize(40, 14);
    terminal.wait("small board", |screen| screen.contains("White to move") && !screen.contains("19 ."));
    terminal.resize(20, 5);
    terminal.wait_for("too small");
    terminal.resize(120, 50);
    terminal.wait("large board", |screen| screen.contains("19 .   .") && screen.contains("White to move"));
    terminal.keys(&["Right", "Enter"]);
    terminal.wait_for("Black to move");
    terminal.keys(&["C-c"]);
    terminal.is_clean();
}

#[test]
fn a_plain_game_has_no_screen() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    for start in ["play rush --set size=5 --white random --plain", "play rush --set size=5 --white random < /dev/tty"] {
        let is_plain = start.ends_with("--plain");
        terminal.start(start);
        // The first game, too, has said who is to move.
        terminal.wait_for(if is_plain { "Black to move" } else { "? keys" });
        if is_plain {
            terminal.type_text("c3\n");
            terminal.wait_for("White plays");
            terminal.type_text("quit\n");
        } else {
            terminal.keys(&["C-c"]);
        }
        terminal.is_clean();
    }
}

#[test]
fn a_line_that_is_no_text_ends_nothing() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 40);
    terminal.start("play rush --set size=5 --white random --plain");
    terminal.wait_for("Black to move");
    terminal.byte(0xff);
    terminal.wait_for("it is not UTF-8");
    terminal.type_text("c3\n");
    terminal.wait_for("White plays");
    terminal.type_text("quit\n");
    terminal.is_clean();
}

#[test]
fn a_review_keeps_what_it_says() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 40);
    let games = terminal.folder.path();
    let (jostle, tic_tac_toe) = (bundled("jostle"), bundled("tic-tac-toe"));
    write(&terminal.folder, "jostle.game", &jostle);
    write(&terminal.folder, "tic-tac-toe.game", &tic_tac_toe);
    run_in(games, &["test", "--accept", "."], "").code(0);
    write(&terminal.folder, "jostle.game", jostle.replace("> value(p, own)", ">= value(p, own)"));
    write(&terminal.folder, "tic-tac-toe.game", tic_tac_toe.replace("players X, O", "players O, X"));
    write(&terminal.folder, "bad.game", "game");
    terminal.start("test --review .");
    terminal.wait_for("(1 of 2)");
    terminal.type_text("s");
    assert!(terminal.wait_for("(2 of 2)").contains("skipped"));
    terminal.type_text("s");
    assert!(terminal.wait_for("2 skipped").contains("bad.game"));
}

#[test]
fn without_colors_marks_are_characters() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    terminal.type_text("export NO_COLOR=1\n");
    terminal.start("play rush --set size=5 --black human --white human");
    terminal.wait_for("[.]");
    terminal.keys(&["Enter"]);
    terminal.wait_for("[●]");
    terminal.keys(&["Left"]);
    terminal.wait_for("|●|");
    terminal.keys(&["C-c"]);
    terminal.is_clean();
}

#[test]
fn a_game_is_saved_and_loaded_on_the_screen() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    terminal.start("play rush --set size=5 --black human --white human");
    terminal.wait_for("Black to move");
    terminal.keys(&["Enter", "C-s"]);
    terminal.wait_for("> save game.json");
    terminal.keys(&["Enter"]);
    terminal.wait_for("Saved to game.json");
    terminal.keys(&["C-q"]);
    terminal.is_clean();
    assert!(terminal.folder.path().join("game.json").is_file());
    terminal.start("play rush --black human --white human --load game.json");
    terminal.wait_for("White to move");
    terminal.keys(&["<"]);
    terminal.wait_for("Black to move");
    terminal.keys(&["C-c"]);
    terminal.is_clean();
}

#[test]
fn lines_of_play_are_edited_completed_and_remembered() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    terminal.start("play jostle --red human --blue human --plain");
    terminal.wait_for("Red to move");
    // A letter is corrected, and the rest is completed.
    terminal.type_text("d4");
    terminal.keys(&["BSpace"]);
    terminal.type_text("3-");
    terminal.keys(&["Tab"]);
    terminal.wait_for("> d3-d2");
    terminal.keys(&["Enter"]);
    terminal.wait_for("Blue to move");
    terminal.type_text("nonsense\n");
    terminal.wait_for("writes such a move");
    terminal.keys(&["Up", "Up"]);
    terminal.wait("the line from the history", |screen| screen.matches("> d3-d2").count() > 1);
    terminal.keys(&["C-u"]);
    terminal.type_text("q\n");
    terminal.is_clean();
    terminal.start("play jostle --red human --blue human --plain");
    terminal.wait_for("Red to move");
    terminal.keys(&["C-c"]);
    terminal.is_clean();
}

#[test]
fn a_move_is_typed_loosely_on_the_screen() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 30);
    terminal.start("play chess --white human --black human");
    terminal.wait_for("White to move");
    terminal.type_text("e2e4");
    terminal.keys(&["Enter"]);
    terminal.wait_for("Black to move");
    terminal.type_text("g8");
    terminal.keys(&["Enter"]);
    terminal.wait_for("g8-f6");
    terminal.keys(&["C-c"]);
    terminal.is_clean();
}

#[test]
fn the_list_of_games_fits_a_narrow_terminal() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(50, 90);
    terminal.start("list");
    let screen = terminal.wait("list", |screen| screen.contains("xiangqi") && screen.contains("READY>"));
    assert!(screen.lines().any(|line| line.starts_with("international-draughts  ")), "{screen}");
    // No line goes on in the next one.
    let names: Vec<&str> = boardwright::bundled::names().collect();
    let others = screen.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("READY>"));
    let broken: Vec<&str> =
        others.filter(|line| !line.split(' ').next().is_some_and(|name| names.contains(&name))).collect();
    assert_eq!(broken, [""; 0], "{screen}");
}

#[test]
fn a_review_clears_the_screen_and_fits_it() {
    if !tmux::is_installed() {
        return;
    }
    let terminal = Terminal::new(80, 24);
    let write = |text: &str| std::fs::write(terminal.folder.path().join("x.game"), text).unwrap();
    let rules = bundled("rush");
    write(&rules);
    terminal.start("test --accept x.game");
    terminal.wait_for("1 snapshot");
    write(&rules.replace("connections(p) < 2 or", "connections(p) < 3 or"));
    terminal.start("test --review x.game");
    let screen = terminal.wait_for("[q]uit?");
    assert!(screen.starts_with("x.game (1 of 1)"), "{screen}");
    assert!(screen.contains("more lines: `boardwright test x.game` shows them all"), "{screen}");
    terminal.type_text("q");
    terminal.wait_for("1 not reviewed");
    terminal.is_clean();
}
