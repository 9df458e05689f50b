//! [`Translator`] and [`Vertices`]: moves as other programs write them.

use super::changes::Doing;
use super::form::Form;
use super::letters::Letters;
use super::squares;
use boardwright::game::Game;
use boardwright::game::cells::Cell;
use boardwright::{Session, SessionError};

/// A move without an effect in UCI.
const NULL: &str = "0000";

/// The most moves that a message lists.
const MOST_LISTED: usize = 4;

/// The legal moves, by their indexes, that a text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Only this one.
    Move(usize),
    /// Each of these.
    Several(Vec<usize>),
    /// None.
    Nothing,
}

impl Found {
    fn new(moves: Vec<usize>) -> Found {
        match moves.as_slice() {
            [] => Found::Nothing,
            [only] => Found::Move(*only),
            _ => Found::Several(moves),
        }
    }

    /// Returns the move if it is the only one.
    pub fn only(&self) -> Option<usize> {
        match self {
            Found::Move(index) => Some(*index),
            Found::Several(_) | Found::Nothing => None,
        }
    }

    /// Says that a text means several moves, and how to write them; `None` if it does not.
    pub fn explain_several(&self, session: &mut Session, text: &str) -> Result<Option<String>, SessionError> {
        let Found::Several(moves) = self else { return Ok(None) };
        let mut texts = Vec::new();
        for index in moves.iter().take(MOST_LISTED) {
            texts.push(format!("`{}`", session.notation(*index)?));
        }
        let more = if moves.len() > MOST_LISTED { ", ..." } else { "" };
        Ok(Some(format!("`{text}` means {} moves; write {}{more}", moves.len(), texts.join(" or "))))
    }
}

/// Writes and reads the moves of a game in UCI and USI. A move that has no text there, or shares it with another one, keeps the
/// text that it has in Boardwright.
///
/// [`Translator::write`] and [`Translator::find`] are each other's inverse.
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
        for text in [self.plain(session, index)?, self.rook_taking(session, index)?].into_iter().flatten() {
            // What is read as another move, or as several, is not written.
            if self.find(session, &text)? == Found::Move(index) {
                return Ok(text);
            }
        }
        session.notation(index)
    }

    /// Returns the end of a sentence about an illegal move: all legal moves, or some of many.
    pub fn legal_moves(&self, session: &mut Session) -> Result<String, SessionError> {
        let count = session.legal_moves()?.len();
        let mut texts = Vec::new();
        for index in 0..count.min(MOST_LISTED) {
            texts.push(format!("`{}`", self.write(session, index)?));
        }
        let texts = texts.join(", ");
        Ok(match count {
            0 => String::new(),
            1 => format!("; the only legal move is {texts}"),
            2..=MOST_LISTED => format!("; the legal moves are {texts}"),
            _ => format!("; legal moves are for instance {texts}"),
        })
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

    /// Finds the legal move that a text means.
    pub fn find(&self, session: &mut Session, text: &str) -> Result<Found, SessionError> {
        if let Some(index) = session.find(text)? {
            return Ok(Found::Move(index));
        }
        let Some(meant) = Meant::read(session.game(), self.form, text) else { return Ok(Found::Nothing) };
        let (mut exact, mut near) = (Vec::new(), Vec::new());
        for index in changing(session, &meant.cells())? {
            match Doing::of(session, index)?.map(|doing| meant.fit(&self.letters, &doing)) {
                Some(Fit::Exact) => exact.push(index),
                Some(Fit::Near) => near.push(index),
                Some(Fit::Not) | None => {}
            }
        }
        Ok(Found::new(if exact.is_empty() { near } else { exact }))
    }
}

/// Returns the legal moves that change what is on one of these cells, or all if there are no cells.
fn changing(session: &mut Session, cells: &[Cell]) -> Result<Vec<usize>, SessionError> {
    let count = session.legal_moves()?.len();
    let before = session.position();
    let mut found = Vec::new();
    for index in 0..count {
        // A move that faults has no text but that of Boardwright.
        if session.make(index).is_err() {
            continue;
        }
        let (after, game) = (session.position(), session.game());
        let changes = |cell: &Cell| after.differs_at(game, &before, *cell);
        if cells.is_empty() || cells.iter().any(changes) {
            found.push(index);
        }
        session.undo();
    }
    Ok(found)
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
    /// Returns the cells of the text.
    fn cells(&self) -> Vec<Cell> {
        self.from.into_iter().chain(self.to).collect()
    }

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

/// Writes and reads the moves of a game as the vertices of GTP: `D4`, `pass`. A move that puts no piece on the board, or shares its
/// vertex with another one, keeps the text that it has in Boardwright. [`Vertices::write`] and [`Vertices::find`] are each other's
/// inverse.
pub struct Vertices;

impl Vertices {
    /// Returns the text of the legal move with this index.
    pub fn write(session: &mut Session, index: usize) -> Result<String, SessionError> {
        match Vertices::plain(session, index)? {
            Some(text) if Vertices::find(session, &text)? == Found::Move(index) => Ok(text),
            _ => session.notation(index),
        }
    }

    /// Writes a move by itself, even if another one has the same vertex.
    fn plain(session: &mut Session, index: usize) -> Result<Option<String>, SessionError> {
        Ok(match Doing::of(session, index)? {
            Some(Doing::Put { to, .. }) => squares::write_vertex(&session.game().board, to),
            Some(Doing::Pass) => Some("pass".to_owned()),
            _ => None,
        })
    }

    /// Finds the legal move that a text means.
    pub fn find(session: &mut Session, text: &str) -> Result<Found, SessionError> {
        let own = session.find(text)?;
        // Without the letter I, `j1` is the vertex of another cell than in Boardwright: a move that is written so has no vertex.
        if let Some(index) = own {
            let vertex = Vertices::plain(session, index)?;
            let meant = vertex.map(|vertex| Vertices::at(session, &vertex)).transpose()?;
            if meant != Some(Found::Move(index)) {
                return Ok(Found::Move(index));
            }
        }
        match Vertices::at(session, text)? {
            Found::Move(index) => Ok(Found::Move(index)),
            found => Ok(own.map_or(found, Found::Move)),
        }
    }

    /// Finds the legal moves with a vertex.
    fn at(session: &mut Session, vertex: &str) -> Result<Found, SessionError> {
        let cell = squares::read_vertex(&session.game().board, vertex);
        let is_pass = vertex.eq_ignore_ascii_case("pass");
        if cell.is_none() && !is_pass {
            return Ok(Found::Nothing);
        }
        let cells: Vec<Cell> = cell.into_iter().collect();
        let mut meant = Vec::new();
        for index in changing(session, &cells)? {
            let is_meant = match Doing::of(session, index)? {
                Some(Doing::Put { to, .. }) => Some(to) == cell,
                Some(Doing::Pass) => is_pass,
                _ => false,
            };
            if is_meant {
                meant.push(index);
            }
        }
        Ok(Found::new(meant))
    }
}
