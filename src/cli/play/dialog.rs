//! The dialog of `play`: reads lines and answers them.

use super::live_game::LiveGame;
use super::sides::Who;
use crate::cli::out::{CliError, Exit, Out, remark, report_for_stderr};
use crate::cli::talk;
use crate::cli::{chosen, files, show};
use boardwright::internals::wording::sentence;
use boardwright::notation::NotPlayed;
use boardwright::outcome::Fault;
use std::io::{self, IsTerminal};
use std::path::Path;

/// The most plies of a game without people.
const MOST_PLIES: usize = 10_000;

const HELP: &str = "\
Type a move, or:
  moves        list the legal moves
  why MOVE     explain why a move is illegal
  board        draw the board again
  undo         take back your last move
  save FILE    save the game; `save! FILE` replaces an existing file
  load FILE    load a saved game
  quit         quit
";

/// The next step after a line.
enum Next {
    /// Draw the board and continue.
    Redraw,
    Continue,
    Quit,
}

/// Runs the dialog until `quit` or the end of the input, or until the game is over if no person plays.
pub fn run(game: &mut LiveGame, out: &mut Out) -> Result<Exit, CliError> {
    let prompts = io::stdin().is_terminal() && out.terminal;
    out.line(format!("{}\n", game.rules().full_title()))?;
    let mut exit = Exit::Success;
    let (mut plies, mut greeted) = (0, false);
    loop {
        let fault = play_computer(game, &mut plies, out)?;
        show::draw(game.rules(), game.position(), game.last(), out)?;
        if let Some(fault) = fault.or_else(|| game.engine.legal_moves(game.position()).err()) {
            out.flush()?;
            remark(report_for_stderr(&fault.diagnostic(), &game.rules().sources).trim_end());
            exit = Exit::Problems;
        }
        if !game.has_humans() {
            return Ok(exit);
        }
        if prompts && game.is_over() {
            out.line("Type `undo`, `save FILE` or `quit`.")?;
        } else if prompts && !greeted {
            out.line("Type a move, or `help` for a list of commands.")?;
            greeted = true;
        }
        loop {
            let Some(line) = read_line(prompts, out)? else { return Ok(exit) };
            match answer(game, line.trim(), out)? {
                Next::Redraw => break,
                Next::Continue => {}
                Next::Quit => return Ok(exit),
            }
        }
        out.line("")?;
    }
}

/// Reads the next line, or returns `None` at the end of the input.
fn read_line(prompts: bool, out: &mut Out) -> Result<Option<String>, CliError> {
    if prompts {
        out.text("> ")?;
    }
    out.flush()?;
    let line = files::read_line()?;
    if prompts && line.is_none() {
        out.line("")?;
    }
    Ok(line)
}

/// Plays the moves of the computer until a person is to move. Returns the fault that stopped it, if there was one.
fn play_computer(game: &mut LiveGame, plies: &mut usize, out: &mut Out) -> Result<Option<Fault>, CliError> {
    while game.turn() == Some(Who::Random) {
        if *plies >= MOST_PLIES {
            out.line(format!("Stopped after {MOST_PLIES} plies."))?;
            break;
        }
        let name = game.rules().player_name(game.position().mover).to_owned();
        let text = match game.play_random() {
            Ok(Some(text)) => text,
            Ok(None) => break,
            Err(fault) => return Ok(Some(fault)),
        };
        *plies += 1;
        out.line(format!("{name} plays {text}"))?;
        if game.is_over() || game.turn() == Some(Who::Human) {
            out.line("")?;
        }
    }
    Ok(None)
}

/// Answers a line. A legal move comes before a command of the same name.
fn answer(game: &mut LiveGame, line: &str, out: &mut Out) -> Result<Next, CliError> {
    if line.is_empty() {
        return Ok(Next::Continue);
    }
    let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    if rest.is_empty() && game.turn() == Some(Who::Human) && game.play(word).is_ok() {
        return Ok(Next::Redraw);
    }
    match (word.to_ascii_lowercase().as_str(), rest) {
        ("help" | "?", _) => out.text(HELP)?,
        ("quit" | "exit", "") => return Ok(Next::Quit),
        ("board", "") => return Ok(Next::Redraw),
        ("moves", "") => print_answer(talk::list_moves(&*game.engine, game.position()), game, out)?,
        ("why", "") => out.line("Missing move after `why`, such as `why a1`.")?,
        ("why", text) => print_answer(talk::explain_move(&*game.engine, game.position(), text), game, out)?,
        ("undo", "") => match game.undo() {
            true => return Ok(Next::Redraw),
            false => out.line("No move to take back.")?,
        },
        ("save" | "save!" | "load", "") => out.line(format!("Missing file name after `{word}`."))?,
        (save @ ("save" | "save!"), file) => match game.save(Path::new(file), save == "save!") {
            Ok(()) => out.line(format!("Saved to {file}."))?,
            Err(why) => out.line(sentence(&why))?,
        },
        ("load", file) => match game.load(Path::new(file)) {
            Ok(()) => return Ok(Next::Redraw),
            Err(why) => out.line(sentence(&why))?,
        },
        _ if game.is_over() => out.line("The game is over. Type `undo` to take back a move, or `quit`.")?,
        (_, "") => explain_illegal(game, line, out)?,
        _ => {
            out.line(format!("`{line}` is neither a command nor a single move. Type `help` for a list of commands."))?
        }
    }
    Ok(Next::Continue)
}

fn print_answer(answer: Result<String, Fault>, game: &LiveGame, out: &mut Out) -> Result<(), CliError> {
    match answer {
        Ok(text) => out.line(text),
        Err(fault) => {
            remark(chosen::fault_report(&*game.engine, &fault));
            Ok(())
        }
    }
}

/// Explains why a move is illegal, and suggests similar legal moves.
fn explain_illegal(game: &mut LiveGame, text: &str, out: &mut Out) -> Result<(), CliError> {
    match game.play(text) {
        Ok(()) => Ok(()),
        Err(NotPlayed::Fault(fault)) => {
            remark(chosen::fault_report(&*game.engine, &fault));
            Ok(())
        }
        Err(NotPlayed::Illegal { why, .. }) => {
            out.line(sentence(&why))?;
            out.line(talk::suggest_moves(&*game.engine, game.position(), text))
        }
    }
}
