//! The command `position`.

use super::{UciServer, complain};
use crate::cli::protocol::{Form, Translator, is_like_fen, other};
use boardwright::Session;
use boardwright::engine::Engine;
use boardwright::outcome::Outcome;
use boardwright::position::Position;
use boardwright::position_line;

impl UciServer {
    /// Goes to a position: `startpos`, `fen` or `sfen`, and then moves. If anything is wrong, there is no position to search until the next
    /// command: a client must not get a move for another position than its own.
    pub(super) fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        self.is_position_wrong = true;
        let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let first = match words[..at] {
            ["startpos"] => self.engine.start().map_err(|fault| fault.to_string())?,
            ["fen" | "sfen", ..] => self.read_position(&words[1..at].join(" "))?,
            [_, ..] => self.read_position(&words[..at].join(" "))?,
            [] => return Err("expected `startpos` or `fen` after `position`".to_owned()),
        };
        let texts = words.get(at + 1..).unwrap_or(&[]);
        let Some(session) = &mut self.session else { return Err("no game".to_owned()) };
        if *session.first() != first {
            session.set_position(&first).map_err(|error| error.to_string())?;
            self.moves.clear();
        }
        let common = self.moves.iter().zip(texts).take_while(|(one, other)| one == *other).count();
        (common..self.moves.len()).for_each(|_| drop(session.undo().cloned()));
        self.moves.truncate(common);
        for (n, text) in texts.iter().enumerate().skip(common) {
            let found = self.translator.find(session, text).map_err(|error| error.to_string())?;
            let Some(index) = found.only() else {
                if let Some(why) = found.explain_several(session, text).map_err(|error| error.to_string())? {
                    return Err(why);
                }
                let legal = self.translator.legal_moves(session).map_err(|error| error.to_string())?;
                return Err(format!("illegal move `{text}`{legal}"));
            };
            session.make(index).map_err(|error| error.to_string())?;
            self.moves.push((*text).to_owned());
            if go_on_after_draw(&self.translator, session) {
                // From here on, the session has other moves than the client.
                self.moves.clear();
                if n + 1 == texts.len() {
                    let title = &self.engine.game().title;
                    complain(format!(
                        "after `{text}` the rules of {title} end the game in a draw; going on without its past"
                    ));
                }
            }
        }
        self.is_position_wrong = false;
        Ok(())
    }

    /// Reads a position as Boardwright writes it, or as FEN.
    fn read_position(&self, text: &str) -> Result<Position, String> {
        let text = text.trim_matches('"');
        let fen = self.translator.letters.read_position(&*self.engine, self.translator.form, text);
        match (fen, position_line::parse(&*self.engine, text)) {
            (Ok(position), _) | (_, Ok(position)) => Ok(position),
            (Err(fen), Err(line)) => {
                Err(format!("wrong position: {}", if is_like_fen(text) { fen.to_string() } else { line.to_string() }))
            }
        }
    }
}

/// Lets a game go on that its last move has drawn, if there is still something to play. Returns whether it does.
///
/// A game may end by itself where a client only lets a player claim a draw, or counts otherwise. If the client goes on, so does the
/// engine, from the position as it can be written: without its past, and with the counters of their first values.
fn go_on_after_draw(translator: &Translator, session: &mut Session) -> bool {
    if session.outcome() != Some(Outcome::Draw) {
        return false;
    }
    let finished = session.position();
    let Some(open) = without_past(translator, &**session.engine(), finished) else { return false };
    open.outcome.is_none() && session.set_position(&open).is_ok()
}

/// Returns the finished position with the next player to move, as a FEN without a count of plies says it; `None` if it has none.
fn without_past(translator: &Translator, engine: &dyn Engine, finished: Position) -> Option<Position> {
    let open = Position { outcome: None, mover: other(finished.mover), ..finished };
    let fen = translator.letters.write_position(engine, translator.form, &open)?;
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let (Form::Uci, [_, _, _, _, quiet, _]) = (translator.form, fields.as_mut_slice()) {
        *quiet = "-";
    }
    translator.letters.read_position(engine, translator.form, &fields.join(" ")).ok()
}
