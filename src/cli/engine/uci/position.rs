//! The command `position`.

use super::UciServer;
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
        for text in &texts[common..] {
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
                let is_fen = matches!(text.split_whitespace().nth(1), Some("w" | "b"));
                Err(format!("wrong position: {}", if is_fen { fen.to_string() } else { line.to_string() }))
            }
        }
    }
}
