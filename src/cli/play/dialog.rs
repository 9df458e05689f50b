//! The conversation at the table: a line in, what became of it out.

use super::live_game::LiveGame;
use super::sides::Who;
use crate::cli::out::{CliError, Exit, Out, remark, report_for_stderr};
use crate::cli::talk;
use crate::cli::{chosen, show};
use boardwright::notation::NotPlayed;
use boardwright::outcome::Fault;
use boardwright::wording::sentence;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

/// After so many plies a game among machines is left.
const MOST_PLIES: usize = 10_000;

const HELP: &str = "\
Type a move, or:
  moves        list the legal moves
  why MOVE     say which rule refuses a move
  board        draw the board again
  undo         take back your last move
  save FILE    save the game      (save! FILE replaces a file)
  load FILE    take up a saved game
  quit         leave
";

/// What a line led to.
enum Next {
    /// The board has changed.
    Changed,
    /// Nothing has changed; read on.
    Same,
    /// The dialog is over.
    Quit,
}

/// Plays until the game is over, or nobody types any more.
pub fn run(table: &mut LiveGame, out: &mut Out) -> Result<Exit, CliError> {
    let prompts = io::stdin().is_terminal() && out.terminal;
    out.line(format!("{}\n", table.game().full_title()))?;
    let mut exit = Exit::Success;
    let (mut plies, mut greeted) = (0, false);
    loop {
        let reached = machines(table, &mut plies, out);
        show::draw(table.game(), table.position(), table.last(), out)?;
        match reached.and_then(|()| table.engine.legal_moves(table.position()).map_err(Halt::Fault)) {
            Ok(_) => {}
            Err(Halt::Fault(fault)) => {
                out.flush()?;
                remark(report_for_stderr(&fault.diagnostic(), &table.game().sources).trim_end());
                exit = Exit::Problems;
            }
            Err(Halt::Stop(stop)) => return Err(stop),
        }
        if !table.has_humans() {
            return Ok(exit);
        }
        if prompts && table.is_over() {
            out.line("`undo`, `save FILE` or `quit`?")?;
        } else if prompts && !greeted {
            out.line("Type a move, or `help`.")?;
            greeted = true;
        }
        loop {
            let Some(line) = read(prompts, out)? else { return Ok(exit) };
            match answer(table, line.trim(), out)? {
                Next::Changed => break,
                Next::Same => {}
                Next::Quit => return Ok(exit),
            }
        }
        out.line("")?;
    }
}

/// The next line; none at the end of the input.
fn read(prompts: bool, out: &mut Out) -> Result<Option<String>, CliError> {
    if prompts {
        out.text("> ")?;
    }
    out.flush()?;
    let mut line = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) => {
            if prompts {
                out.line("")?;
            }
            Ok(None)
        }
        Ok(_) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
        Err(error) => Err(CliError::usage(format!("cannot read standard input: {}", crate::cli::out::plain(&error)))),
    }
}

/// Why the machines stopped before it was somebody's turn.
enum Halt {
    Fault(Fault),
    Stop(CliError),
}

/// Lets the machines move until it is the turn of somebody who types.
fn machines(table: &mut LiveGame, plies: &mut usize, out: &mut Out) -> Result<(), Halt> {
    while table.turn() == Some(Who::Random) {
        if *plies >= MOST_PLIES {
            return out.line(format!("Left after {MOST_PLIES} plies.")).map_err(Halt::Stop);
        }
        let name = table.game().player_name(table.position().mover).to_owned();
        let Some(text) = table.play_random().map_err(Halt::Fault)? else { break };
        *plies += 1;
        out.line(format!("{name} plays {text}")).map_err(Halt::Stop)?;
        if table.is_over() || table.turn() == Some(Who::Human) {
            out.line("").map_err(Halt::Stop)?;
        }
    }
    Ok(())
}

/// Answers a line. A text that is a legal move is that move, whatever else it could mean.
fn answer(table: &mut LiveGame, line: &str, out: &mut Out) -> Result<Next, CliError> {
    if line.is_empty() {
        return Ok(Next::Same);
    }
    let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    if rest.is_empty() && table.turn() == Some(Who::Human) && table.play(word).is_ok() {
        return Ok(Next::Changed);
    }
    match (word.to_ascii_lowercase().as_str(), rest) {
        ("help" | "?", _) => out.text(HELP)?,
        ("quit" | "exit", "") => return Ok(Next::Quit),
        ("board", "") => return Ok(Next::Changed),
        ("moves", "") => say(talk::list_moves(&*table.engine, table.position()), table, out)?,
        ("why", "") => out.line("`why` needs a move, such as `why a1`.")?,
        ("why", text) => say(talk::explain_move(&*table.engine, table.position(), text), table, out)?,
        ("undo", "") => match table.undo() {
            true => return Ok(Next::Changed),
            false => out.line("There is nothing to take back.")?,
        },
        ("save" | "save!" | "load", "") => out.line(format!("`{word}` needs the name of a file."))?,
        (save @ ("save" | "save!"), file) => match table.save(Path::new(file), save == "save!") {
            Ok(()) => out.line(format!("Saved to {file}."))?,
            Err(why) => out.line(sentence(&why))?,
        },
        ("load", file) => match table.load(Path::new(file)) {
            Ok(()) => return Ok(Next::Changed),
            Err(why) => out.line(sentence(&why))?,
        },
        _ if table.is_over() => out.line("The game is over. `undo` takes a move back, `quit` leaves.")?,
        (_, "") => refuse(table, line, out)?,
        _ => out.line(format!("`{line}` is no command and more than one move. `help` lists what you can type."))?,
    }
    Ok(Next::Same)
}

/// Says what was asked for, or reports the fault.
fn say(said: Result<String, Fault>, table: &LiveGame, out: &mut Out) -> Result<(), CliError> {
    match said {
        Ok(said) => out.line(said),
        Err(fault) => {
            remark(chosen::fault_report(&*table.engine, &fault));
            Ok(())
        }
    }
}

/// Says why a move is not legal, and which ones near it are.
fn refuse(table: &mut LiveGame, text: &str, out: &mut Out) -> Result<(), CliError> {
    match table.play(text) {
        Ok(()) => Ok(()),
        Err(NotPlayed::Fault(fault)) => {
            remark(chosen::fault_report(&*table.engine, &fault));
            Ok(())
        }
        Err(NotPlayed::Illegal { why, .. }) => {
            out.line(sentence(&why))?;
            out.line(talk::suggest_moves(&*table.engine, table.position(), text))
        }
    }
}
