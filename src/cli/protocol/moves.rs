//! [`Translator`] and [`Vertices`]: moves as other programs write them.

use super::changes::Doing;
use super::form::Form;
use super::letters::Letters;
use super::squares;
use boardwright::game::Game;
use boardwright::game::cells::Cell;
use boardwright::moves::Move;
use boardwright::{Session, SessionError};

/// A move without an effect in UCI.
const NULL: &str = "0000";

/// Writes and reads the moves of a game in UCI and USI. A move that has no text there, or shares it with another one, keeps the
/// text that it has in Boardwright.
#[derive(Clone, Debug)]
pub struct Translator {
    pub form: Form,
    pub letters: Letters,
    /// Whether castling is written as the king taking his rook, as in UCI's form for Chess960.
    pub takes_rook: bool,
}

impl Translator {
    /// Creates a translator for a game.
    pub fn new(game: &Game, form: Form) -> Translator {
        Translator { form, letters: Letters::new(game), takes_rook: false }
    }

    /// Returns the text of the legal move with this index.
    pub fn write(&self, session: &mut Session, index: usize) -> Result<String, SessionError> {
        let Some(text) = self.plain(session, index)? else { return session.notation(index) };
        let moves = session.legal_moves()?;
        let Some(first) = moves.get(index).and_then(|mv| mv.values.first().copied()) else { return Ok(text) };
        let rivals: Vec<usize> =
            (0..moves.len()).filter(|n| *n != index && moves[*n].values.contains(&first)).collect();
        for rival in rivals {
            if self.plain(session, rival)?.as_ref() == Some(&text) {
                return match self.rook_taking(session, index)? {
                    Some(other) => Ok(other),
                    None => session.notation(index),
                };
            }
        }
        Ok(text)
    }

    /// Writes a move by itself, even if another one has the same text.
    fn plain(&self, session: &mut Session, index: usize) -> Result<Option<String>, SessionError> {
        let doing = Doing::of(session, index)?;
        Ok(doing.and_then(|doing| self.text(session.game(), &doing)))
    }

    /// Writes castling as the king taking his rook.
    fn rook_taking(&self, session: &mut Session, index: usize) -> Result<Option<String>, SessionError> {
        let castle = Doing::of(session, index)?.filter(|doing| matches!(doing, Doing::Castle { .. }));
        let form = Translator { takes_rook: true, ..self.clone() };
        Ok(castle.and_then(|doing| form.text(session.game(), &doing)))
    }

    fn text(&self, game: &Game, doing: &Doing) -> Option<String> {
        let square = |cell: Cell| squares::write(&game.board, self.form, cell);
        match *doing {
            Doing::Step { from, to, becomes } => {
                let suffix = match becomes {
                    None => String::new(),
                    Some(kind) => match self.letters.of(kind)? {
                        promoted if promoted.starts_with('+') => "+".to_owned(),
                        letter => letter.to_ascii_lowercase(),
                    },
                };
                Some(format!("{}{}{suffix}", square(from)?, square(to)?))
            }
            Doing::Castle { from, other, .. } if self.takes_rook => {
                Some(format!("{}{}", square(from)?, square(other)?))
            }
            Doing::Castle { from, to, other } if from == to => Some(format!("{}{}", square(from)?, square(other)?)),
            Doing::Castle { from, to, .. } => Some(format!("{}{}", square(from)?, square(to)?)),
            // With one kind of pieces, the cell is the move, as Boardwright writes it.
            Doing::Put { kind, to } if self.letters.kinds() > 1 => {
                let sign = if self.form == Form::Uci { '@' } else { '*' };
                Some(format!("{}{sign}{}", self.letters.of(kind)?, square(to)?))
            }
            Doing::Put { .. } | Doing::Pass => None,
        }
    }

    /// Returns the index of the legal move that a text means, or `None` if it means none.
    pub fn find(&self, session: &mut Session, text: &str) -> Result<Option<usize>, SessionError> {
        if let Some(index) = session.find(text)? {
            return Ok(Some(index));
        }
        let Some(meant) = Meant::read(session.game(), self.form, text) else { return Ok(None) };
        let legal = session.legal_moves()?;
        let has = |mv: &Move, cell: Cell| mv.values.contains(&i32::from(cell.0));
        // The moves that name the cells are tried first: what the others change is rarely needed.
        let mut tried: Vec<usize> = (0..legal.len()).collect();
        let rank = |index: usize| {
            let mv = &legal[index];
            meant.from.is_some_and(|from| !has(mv, from)) as u8 * 2 + meant.to.is_some_and(|to| !has(mv, to)) as u8
        };
        tried.sort_by_key(|index| rank(*index));
        let ranks: Vec<u8> = (0..legal.len()).map(rank).collect();
        let (mut near, mut best) = (Vec::new(), u8::MAX);
        for index in tried {
            if ranks[index] > best {
                break;
            }
            match Doing::of(session, index)?.map(|doing| meant.fit(&self.letters, &doing)) {
                Some(Fit::Exact) => return Ok(Some(index)),
                Some(Fit::Near) => {
                    best = ranks[index];
                    near.push(index);
                }
                _ => {}
            }
        }
        // If several are near, the text does not say which is meant.
        Ok(if let [only] = near.as_slice() { Some(*only) } else { None })
    }
}

/// What a text of a move says.
struct Meant {
    from: Option<Cell>,
    to: Option<Cell>,
    /// The letter of a piece that is put on the board, or that a piece becomes.
    letter: String,
}

/// How well a move fits a text.
enum Fit {
    Exact,
    /// But for what a piece becomes, or which one is put, or as the other form of castling.
    Near,
    Not,
}

impl Meant {
    fn read(game: &Game, form: Form, text: &str) -> Option<Meant> {
        let board = &game.board;
        if text == NULL {
            return Some(Meant { from: None, to: None, letter: String::new() });
        }
        if let Some((letter, cell)) = text.split_once(['@', '*']) {
            let (to, rest) = squares::read(board, form, cell)?;
            return rest.is_empty().then(|| Meant { from: None, to: Some(to), letter: letter.to_ascii_uppercase() });
        }
        let (from, rest) = squares::read(board, form, text)?;
        let (to, suffix) = squares::read(board, form, rest)?;
        let suffix = suffix.trim_start_matches('=').to_ascii_uppercase();
        let letter = if suffix == "=" { String::new() } else { suffix };
        (letter.len() <= 1).then_some(Meant { from: Some(from), to: Some(to), letter })
    }

    fn fit(&self, letters: &Letters, doing: &Doing) -> Fit {
        match (doing, self.from, self.to) {
            (Doing::Step { from, to, becomes }, Some(one), Some(other)) if (*from, *to) == (one, other) => {
                let letter = becomes.and_then(|kind| letters.of(kind)).unwrap_or("");
                let is_same = letter == self.letter || self.letter == "+" && letter.starts_with('+');
                if is_same {
                    Fit::Exact
                } else if self.letter.is_empty() || becomes.is_some() && self.letter != "+" {
                    // A promotion without its letter, or with a letter of its own, if there is only one.
                    Fit::Near
                } else {
                    Fit::Not
                }
            }
            (Doing::Castle { from, to, other }, Some(one), Some(target)) if *from == one => match target {
                target if target == *other => Fit::Exact,
                target if target == *to => Fit::Near,
                _ => Fit::Not,
            },
            (Doing::Put { kind, to }, None, Some(cell)) if *to == cell => {
                if letters.of(*kind) == Some(self.letter.as_str()) { Fit::Exact } else { Fit::Near }
            }
            (Doing::Pass, None, None) => Fit::Exact,
            _ => Fit::Not,
        }
    }
}

/// Writes and reads the moves of a game as the vertices of GTP: `D4`, `pass`. A move that puts no piece on the board keeps the text
/// that it has in Boardwright.
pub struct Vertices;

impl Vertices {
    /// Returns the text of the legal move with this index.
    pub fn write(session: &mut Session, index: usize) -> Result<String, SessionError> {
        let text = match Doing::of(session, index)? {
            Some(Doing::Put { to, .. }) => squares::write_vertex(&session.game().board, to),
            Some(Doing::Pass) => Some("pass".to_owned()),
            _ => None,
        };
        match text {
            Some(text) => Ok(text),
            None => session.notation(index),
        }
    }

    /// Returns the index of the legal move that a text means, or `None` if it means none.
    pub fn find(session: &mut Session, text: &str) -> Result<Option<usize>, SessionError> {
        let board = &session.game().board;
        let cell = squares::read_vertex(board, text);
        let is_pass = text.eq_ignore_ascii_case("pass");
        if cell.is_none() && !is_pass {
            return session.find(text);
        }
        let legal = session.legal_moves()?;
        let names = |mv: &Move| match cell {
            Some(cell) => mv.values.contains(&i32::from(cell.0)),
            None => mv.values.is_empty(),
        };
        let tried: Vec<usize> = (0..legal.len()).filter(|index| names(&legal[*index])).collect();
        let mut found = None;
        for index in tried {
            let is_meant = match Doing::of(session, index)? {
                Some(Doing::Put { to, .. }) => Some(to) == cell,
                Some(Doing::Pass) => is_pass,
                _ => false,
            };
            match (is_meant, found) {
                (true, None) => found = Some(index),
                // Different pieces can be put there: the text does not say which.
                (true, Some(_)) => return Ok(None),
                (false, _) => {}
            }
        }
        match found {
            Some(index) => Ok(Some(index)),
            None => session.find(text),
        }
    }
}
