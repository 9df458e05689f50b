//! The commands of GTP.

mod time;

use super::answers::say;
use super::input;
use super::score;
use super::thinker::Thinker;
use crate::cli::chosen;
use crate::cli::options::GameArgs;
use crate::cli::out::CliError;
use crate::cli::play::typed;
use crate::cli::protocol::{Found, Vertices, black, other};
use boardwright::Session;
use boardwright::game::Game;
use boardwright::game::piece::Player;
use boardwright::game::rules::Domain;
use boardwright::internals::suggest;
use boardwright::internals::wording::counted;
use boardwright::notation;
use boardwright::player::Budget;
use boardwright::render;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use time::{GtpTime, TIME};

/// The commands and their arguments.
const COMMANDS: [(&str, &[&str]); 18] = [
    ("boardsize", &["SIZE"]),
    ("clear_board", &[]),
    ("final_score", &[]),
    ("genmove", &["COLOR"]),
    ("known_command", &["COMMAND"]),
    ("komi", &["KOMI"]),
    ("list_commands", &[]),
    ("list_games", &[]),
    ("name", &[]),
    ("play", &["COLOR", "MOVE"]),
    ("protocol_version", &[]),
    ("quit", &[]),
    ("reg_genmove", &["COLOR"]),
    ("showboard", &[]),
    ("time_left", &["COLOR", "SECONDS", "MOVES"]),
    ("time_settings", &["SECONDS", "PERIOD", "MOVES"]),
    ("undo", &[]),
    ("version", &[]),
];

/// The commands that need no game for two.
const GENERAL: [&str; 8] =
    ["known_command", "list_commands", "list_games", "name", "protocol_version", "quit", "showboard", "version"];

/// Returns the arguments of a command, or `None` if there is no such command.
pub fn arguments_of(command: &str) -> Option<&'static [&'static str]> {
    COMMANDS.iter().find(|(name, _)| *name == command).map(|(_, arguments)| *arguments)
}

/// An engine that speaks GTP.
struct GtpServer {
    args: GameArgs,
    session: Session,
    thinker: Thinker,
    /// How many plies each move has made: a player who moves twice in a row lets the other one pass.
    plies: Vec<usize>,
    time: GtpTime,
    /// Set when nobody may be waiting for a move any more.
    stop: Arc<AtomicBool>,
}

/// Answers commands until `quit` or the end of the input. Then a move takes no longer than one without settings of time: its client may be gone.
pub fn serve(args: GameArgs, session: Session, thinker: Thinker, lines: impl Iterator<Item = String> + Send + 'static) {
    let stop = Arc::new(AtomicBool::new(false));
    let ended = stop.clone();
    let at_end = move || {
        std::thread::sleep(TIME);
        ended.store(true, Ordering::Relaxed);
    };
    let Some(read) = input::read_ahead(lines, at_end) else { return say("? cannot start a thread\n") };
    let mut server = GtpServer { args, session, thinker, plies: Vec::new(), time: GtpTime::default(), stop };
    for line in read {
        // Control characters mean nothing, and a comment ends the line.
        let line: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let line = line.split('#').next().unwrap_or("");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
        let number = if words.first().is_some_and(is_number) { words.remove(0) } else { "" };
        let Some((command, arguments)) = words.split_first() else { continue };
        match server.obey(command, arguments) {
            // An empty line ends the answer.
            Ok(answer) => {
                let lines: Vec<&str> = answer.lines().filter(|line| !line.trim().is_empty()).collect();
                let start = if answer.starts_with('\n') { "\n" } else { " " };
                say(format!("={number}{start}{}", lines.join("\n")).trim_end_matches(' '));
            }
            Err(why) => say(&format!("?{number} {}", why.replace('\n', " "))),
        }
        say("");
        if *command == "quit" {
            return;
        }
    }
}

impl GtpServer {
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        let none = || Ok(String::new());
        let game = self.session.game();
        if game.players.len() != 2 && arguments_of(command).is_some() && !GENERAL.contains(&command) {
            let players = counted(game.players.len(), "player");
            return Err(format!("GTP is for games for two, but {} has {players}", game.title));
        }
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Boardwright".to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [command, ..]) => Ok(arguments_of(command).is_some().to_string()),
            ("known_command", []) => Ok("false".to_owned()),
            ("list_commands", _) => Ok(COMMANDS.map(|(name, _)| name).join("\n")),
            ("list_games", _) => Ok(self.session.game().title.clone()),
            ("quit", _) => none(),
            ("boardsize", [size, ..]) => self.set_size(size).and_then(|()| none()),
            ("clear_board", _) => self.clear().and_then(|()| none()),
            ("komi", [komi, ..]) => self.set_komi(komi).and_then(|()| none()),
            ("play", [color, text]) => self.play(color, text).and_then(|()| none()),
            ("genmove", [color, ..]) => self.choose(color, true),
            ("reg_genmove", [color, ..]) => self.choose(color, false),
            ("undo", _) => self.undo().and_then(|()| none()),
            ("showboard", _) => Ok(self.show()),
            ("time_settings", [main, byoyomi, stones]) => self.time.set(main, byoyomi, stones).and_then(|()| none()),
            ("time_left", [color, left, stones]) => {
                let player = self.player(color)?;
                self.time.set_left(player, left, stones).and_then(|()| none())
            }
            ("final_score", _) => score::final_score(&mut self.session),
            _ => {
                if let Some(expected) = arguments_of(command) {
                    let (count, names) = (counted(expected.len(), "argument"), expected.join(" "));
                    let got = if arguments.is_empty() { "none".to_owned() } else { arguments.len().to_string() };
                    return Err(format!("`{command}` takes {count}, `{names}`, got {got}"));
                }
                let names = COMMANDS.map(|(name, _)| name);
                let help = suggest::did_you_mean(command, names).map_or(String::new(), |help| format!("; {help}"));
                Err(format!("unknown command `{command}`{help}"))
            }
        }
    }

    /// Reads a color or the name of a player.
    fn player(&self, color: &str) -> Result<Player, String> {
        let game = self.session.game();
        find_player(game, color).ok_or_else(|| {
            let black = black(game);
            let name = |player: Player| game.player_name(player);
            let (first, second) = match (name(black), name(other(black))) {
                ("Black", "White") => (String::new(), String::new()),
                (black, white) => (format!(" ({black})"), format!(" ({white})")),
            };
            format!("expected `black`{first} or `white`{second}, found `{color}`")
        })
    }

    /// Loads the rules with another setting, and makes these moves. If they are not legal then, everything stays as it is.
    fn set(&mut self, name: &str, value: &str, texts: &[String]) -> Result<(), String> {
        let mut args = self.args.clone();
        args.settings.set.retain(|set| set.split('=').next().map(str::trim) != Some(name));
        args.settings.set.push(format!("{name}={value}"));
        let engine = chosen::load_engine(&args).map_err(CliError::into_message)?;
        let mut session = engine.session().map_err(|fault| fault.to_string())?;
        for text in texts {
            session.make_text(text).map_err(|error| error.to_string())?;
        }
        self.thinker.set_engine(&engine);
        (self.session, self.args) = (session, args);
        if texts.is_empty() {
            self.plies.clear();
        }
        Ok(())
    }

    fn has_param(&self, name: &str) -> bool {
        self.session.game().params.iter().any(|param| param.name == name)
    }

    fn set_size(&mut self, text: &str) -> Result<(), String> {
        let Ok(size) = text.parse::<i32>() else { return Err(format!("`{text}` is not a number")) };
        let board = &self.session.game().board;
        if (board.width(), board.height()) == (size, size) {
            return self.clear();
        }
        if !self.has_param("size") {
            let game = self.session.game();
            let (width, height) = (game.board.width(), game.board.height());
            let names: Vec<&str> = game.params.iter().map(|param| param.name.as_str()).collect();
            let settings = match names.as_slice() {
                [] => String::new(),
                names => {
                    format!("; its settings are {}: `boardwright engine GAME --set NAME=VALUE`", suggest::listed(names))
                }
            };
            return Err(format!(
                "unacceptable size: {} has {width} x {height} cells, and no setting `size`{settings}",
                game.title
            ));
        }
        self.set("size", text, &[]).map_err(|why| format!("unacceptable size: {why}"))
    }

    fn set_komi(&mut self, text: &str) -> Result<(), String> {
        let komi: f64 = text
            .parse()
            .ok()
            .filter(|komi: &f64| komi.abs() < 1e6)
            .ok_or_else(|| format!("`{text}` is not a number"))?;
        if !score::has_komi(self.session.game()) {
            return match komi {
                0.0 => Ok(()),
                _ => Err(format!("{} has no komi", self.session.game().title)),
            };
        }
        let halves = 2.0 * komi;
        if halves.fract() != 0.0 {
            return Err(format!("komi is a number of half points, but `{text}` is not"));
        }
        let param = self.session.game().params.iter().find(|param| param.name == "komi");
        if let Some(Domain::Range(least, most)) = param.map(|param| &param.domain)
            && !(f64::from(*least)..=f64::from(*most)).contains(&halves)
        {
            let [least, most] = [least, most].map(|bound| f64::from(*bound) / 2.0);
            return Err(format!("komi is from {least} to {most} points, but `{text}` is not"));
        }
        let texts = self.texts()?;
        self.set("komi", &format!("{halves:.0}"), &texts)
    }

    /// Returns the texts of the moves so far.
    fn texts(&self) -> Result<Vec<String>, String> {
        let mut fork = self.session.fork();
        let moves: Vec<_> = fork.played().cloned().collect();
        while fork.undo().is_some() {}
        let mut texts = Vec::new();
        for mv in moves {
            let index = fork.legal_moves().map_err(|error| error.to_string())?.iter().position(|legal| *legal == mv);
            let Some(index) = index else { return Err("the game cannot be played again".to_owned()) };
            texts.push(fork.notation(index).map_err(|error| error.to_string())?);
            fork.make(index).map_err(|error| error.to_string())?;
        }
        Ok(texts)
    }

    fn clear(&mut self) -> Result<(), String> {
        self.session.reset().map_err(|error| error.to_string())?;
        self.plies.clear();
        self.thinker.prepare();
        self.thinker.begin().map_err(|error| error.to_string())
    }

    /// Lets a player be the one to move: if it is the other one's turn, he passes. Returns the plies of that.
    fn let_move(&mut self, player: Player) -> Result<usize, String> {
        let game = self.session.game();
        let name = game.player_name(player).to_owned();
        match self.session.to_move() {
            None => Err("the game is over".to_owned()),
            Some(mover) if mover == player => Ok(0),
            Some(_) => {
                let pass = Vertices::find(&mut self.session, "pass").map_err(|error| error.to_string())?;
                let Some(pass) = pass.only() else { return Err(format!("it is not the turn of {name}")) };
                self.session.make(pass).map_err(|error| error.to_string())?;
                if self.session.to_move() == Some(player) {
                    return Ok(1);
                }
                self.session.undo();
                Err(format!("it is not the turn of {name}"))
            }
        }
    }

    fn play(&mut self, color: &str, text: &str) -> Result<(), String> {
        let player = self.player(color)?;
        let passed = self.let_move(player)?;
        let found = Vertices::find(&mut self.session, text).map_err(|error| error.to_string());
        let made = found.and_then(|found| match found.only().or_else(|| self.find_typed(text)) {
            Some(index) => self.session.make(index).map_err(|error| error.to_string()),
            None => Err(self.explain_illegal(&found, text)),
        });
        match made {
            Ok(()) => self.plies.push(passed + 1),
            Err(_) => (0..passed).for_each(|_| drop(self.session.undo().cloned())),
        }
        made
    }

    /// Finds a move that names several cells without the signs between them, `d2d4`.
    fn find_typed(&mut self, text: &str) -> Option<usize> {
        let position = self.session.position();
        let meant = typed::only_move(self.session.engine(), &position, text)?;
        self.session.find(&meant).ok()?
    }

    /// Says why a move is illegal.
    fn explain_illegal(&mut self, found: &Found, text: &str) -> String {
        if let Ok(Some(why)) = found.explain_several(&mut self.session, text) {
            return format!("illegal move: {why}");
        }
        match self.session.make_text(&text.to_ascii_lowercase()) {
            Err(error) => format!("illegal move: {error}"),
            Ok(()) => {
                self.session.undo();
                format!("illegal move: `{text}` means more than one move")
            }
        }
    }

    /// Chooses a move, and makes it if `plays` is set.
    fn choose(&mut self, color: &str, plays: bool) -> Result<String, String> {
        let player = self.player(color)?;
        if self.session.outcome().is_some() {
            // After two passes, a user interface may still ask.
            return Ok("pass".to_owned());
        }
        let passed = self.let_move(player)?;
        let chosen = self.choose_here(player);
        let made = chosen.and_then(|(index, text)| {
            if plays {
                self.session.make(index).map_err(|error| error.to_string())?;
                self.plies.push(passed + 1);
            }
            Ok(text)
        });
        if made.is_err() || !plays {
            (0..passed).for_each(|_| drop(self.session.undo().cloned()));
        }
        made
    }

    fn choose_here(&mut self, player: Player) -> Result<(usize, String), String> {
        let since = Instant::now();
        let budget = Budget::time(self.time.for_move(player));
        let index = self.thinker.think(&mut self.session, budget, &self.stop)?;
        self.time.spend(player, since.elapsed());
        let text = Vertices::write(&mut self.session, index).map_err(|error| error.to_string())?;
        Ok((index, text))
    }

    fn undo(&mut self) -> Result<(), String> {
        let Some(plies) = self.plies.pop() else { return Err("cannot undo: no move has been made".to_owned()) };
        (0..plies).for_each(|_| drop(self.session.undo().cloned()));
        Ok(())
    }

    fn show(&mut self) -> String {
        let position = self.session.position();
        let game = self.session.game();
        let board = render::text(game, &position, &render::TextStyle::default());
        format!("\n{board}\n{}", notation::status(game, &position))
    }
}

/// Returns the player of a game for two who is meant by a color, a name, or the first letter of one of these. The letters of the colors
/// mean the colors, and a letter that both names begin with means nobody.
fn find_player(game: &Game, text: &str) -> Option<Player> {
    let text = text.to_lowercase();
    let black = black(game);
    let names = [Player(0), Player(1)].map(|player| (game.player_name(player).to_lowercase(), player));
    if let Some((_, player)) = names.iter().find(|(name, _)| *name == text) {
        return Some(*player);
    }
    match text.as_str() {
        "b" | "black" => return Some(black),
        "w" | "white" => return Some(other(black)),
        _ => {}
    }
    let is_letter = text.chars().count() == 1;
    let mut meant = names.iter().filter(|(name, _)| is_letter && name.starts_with(&text));
    meant.next().filter(|_| meant.next().is_none()).map(|(_, player)| *player)
}
