//! Positions as FEN and SFEN.
//!
//! Variables with the names that the rules of chess use have their places in FEN: `rights` (rooks that may castle), `passed` (where a
//! pawn is taken en passant), `quiet` (plies since the last capture or pawn move), `hand` (pieces in hand) and `promoted`
//! (promoted pieces that are captured as pawns). A game with other variables has a FEN as long as they have their first values.

use super::form::{Form, other, white};
use super::letters::Letters;
use super::squares;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::game::cells::{Cell, CellSet};
use boardwright::game::piece::{Kind, Piece, Player};
use boardwright::game::value::Value;
use boardwright::position::Position;
use boardwright::position_line;
use std::fmt;

/// The variables that have their places in FEN.
const KNOWN: [&str; 6] = ["rights", "passed", "quiet", "hand", "promoted", "ply"];

/// Why a text is not a FEN of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError(String);

impl fmt::Display for FenError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn wrong<T>(why: impl Into<String>) -> Result<T, FenError> {
    Err(FenError(why.into()))
}

/// Returns whether the positions of a game can have a FEN, which has one piece on a cell.
fn has_fen(game: &Game) -> bool {
    game.stacks.is_none() && game.players.len() == 2 && squares::is_rectangle(&game.board)
}

/// Returns whether a text looks like FEN: the rows, then `w` or `b`.
pub fn is_like_fen(text: &str) -> bool {
    matches!(text.split_whitespace().nth(1), Some("w" | "b"))
}

fn cells(game: &Game, position: &Position, name: &str) -> Option<CellSet> {
    match position.value(game, name, &[])? {
        Value::Cells(cells) => Some(cells),
        _ => None,
    }
}

/// Returns the number of pieces of a kind in a player's hand.
fn in_hand(game: &Game, position: &Position, player: Player, kind: Kind) -> Option<i32> {
    match position.value(game, "hand", &[Value::Player(player), Value::Kind(kind)])? {
        Value::Int(count) => Some(count),
        _ => None,
    }
}

fn has_hands(game: &Game, position: &Position) -> bool {
    in_hand(game, position, Player(0), Kind(0)).is_some()
}

impl Letters {
    /// Writes a position, or returns `None` if it has no FEN.
    pub fn write_position(&self, engine: &dyn Engine, form: Form, position: &Position) -> Option<String> {
        let game = engine.game();
        let line = position_line::write(engine, position).ok()?;
        if !has_fen(game) || position.outcome.is_some() || set_names(&line).any(|name| !KNOWN.contains(&name)) {
            return None;
        }
        let rows = self.write_rows(game, form, position)?;
        let hands = self.write_hands(game, form, position)?;
        let moves = position.ply / 2 + 1;
        if form == Form::Usi {
            let side = if position.mover == Player(0) { 'b' } else { 'w' };
            let hands = if hands.is_empty() { "-" } else { &hands };
            return Some(format!("{rows} {side} {hands} {}", position.ply + 1));
        }
        let side = if position.mover == white(game) { 'w' } else { 'b' };
        let hands = if has_hands(game, position) { format!("[{hands}]") } else { String::new() };
        let rights = self.write_rights(game, position);
        let passed = cells(game, position, "passed").and_then(|cells| cells.iter().next());
        let passed = passed.and_then(|cell| squares::write(&game.board, form, cell));
        let quiet = match position.value(game, "quiet", &[]) {
            Some(Value::Int(quiet)) => quiet,
            _ => 0,
        };
        let passed = passed.as_deref().unwrap_or("-");
        Some(format!("{rows}{hands} {side} {rights} {passed} {quiet} {moves}"))
    }

    fn write_rows(&self, game: &Game, form: Form, position: &Position) -> Option<String> {
        let board = &game.board;
        let promoted = cells(game, position, "promoted").unwrap_or(CellSet::EMPTY);
        let mut rows = Vec::new();
        for row in (1..=board.height()).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for column in 1..=board.width() {
                let cell = board.at(column, row);
                let piece = position.at(game, cell);
                if piece.is_nothing() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &self.write(piece)?;
                if form == Form::Uci && promoted.contains(cell) {
                    text.push('~');
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        Some(rows.join("/"))
    }

    fn write_hands(&self, game: &Game, form: Form, position: &Position) -> Option<String> {
        let mut text = String::new();
        let first = if form == Form::Uci { white(game) } else { Player(0) };
        for owner in [first, other(first)] {
            for kind in (0..game.kinds.len()).rev().map(|kind| Kind(kind as u8)) {
                let count = in_hand(game, position, owner, kind).unwrap_or(0);
                if count <= 0 {
                    continue;
                }
                let letter = self.write(Piece { owner, kind })?;
                match form {
                    Form::Uci => text += &letter.repeat(usize::try_from(count).ok()?),
                    Form::Usi if count > 1 => text += &format!("{count}{letter}"),
                    Form::Usi => text += &letter,
                }
            }
        }
        Some(text)
    }

    /// Returns the king of a player: the piece with the letter K.
    fn king(&self, game: &Game, position: &Position, owner: Player) -> Option<Cell> {
        let kind = self.kind("K")?;
        let king = Piece { owner, kind };
        position.pieces(game).find(|(_, piece)| *piece == king).map(|(cell, _)| cell)
    }

    /// Returns the rooks of a player in the row of his king, from West to East.
    fn rooks(&self, game: &Game, position: &Position, owner: Player, king: Cell) -> Vec<Cell> {
        let Some(kind) = self.kind("R") else { return Vec::new() };
        let Some(row) = game.board.row(king) else { return Vec::new() };
        let row = (1..=game.board.width()).map(|column| game.board.at(column, row));
        row.filter(|cell| position.at(game, *cell) == Piece { owner, kind }).collect()
    }

    fn write_rights(&self, game: &Game, position: &Position) -> String {
        let Some(rights) = cells(game, position, "rights") else { return "-".to_owned() };
        let column = |cell: Cell| game.board.column(cell).unwrap_or(0);
        let mut text = String::new();
        for owner in [white(game), other(white(game))] {
            let Some(king) = self.king(game, position, owner) else { continue };
            let rooks = self.rooks(game, position, owner, king);
            for rook in rooks.iter().rev().filter(|rook| rights.contains(**rook)) {
                let is_east = column(*rook) > column(king);
                let outermost = if is_east { rooks.last() } else { rooks.first() };
                let letter = match (outermost == Some(rook), is_east) {
                    (true, true) => 'K',
                    (true, false) => 'Q',
                    // Not the outermost rook: its column says which one.
                    (false, _) => u8::try_from(column(*rook) - 1).map_or('?', |n| char::from(b'A' + n % 26)),
                };
                text.push(if owner == white(game) { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// Reads a position as FEN, or as SFEN in a game like shogi, with pieces in hand and no castling: there, the third field says what is in
    /// hand.
    pub fn read_fen(&self, engine: &dyn Engine, text: &str) -> Result<Position, FenError> {
        let game = engine.game();
        let is_like_shogi = |start: Position| has_hands(game, &start) && start.value(game, "rights", &[]).is_none();
        let form = if engine.start().is_ok_and(is_like_shogi) { Form::Usi } else { Form::Uci };
        self.read_position(engine, form, text)
    }

    /// Reads a position.
    pub fn read_position(&self, engine: &dyn Engine, form: Form, text: &str) -> Result<Position, FenError> {
        let game = engine.game();
        if !has_fen(game) {
            return wrong(format!("positions of {} have no FEN", game.title));
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, side, rest @ ..] = fields.as_slice() else { return wrong("missing the player to move: `w` or `b`") };
        let first = if form == Form::Uci { white(game) } else { other(Player(0)) };
        let mover = match *side {
            "w" => first,
            "b" => other(first),
            _ => return wrong(format!("expected `w` or `b` for the player to move, found `{side}`")),
        };
        let most = if form == Form::Uci { 4 } else { 2 };
        if let Some(other) = rest.get(most) {
            return wrong(format!("unexpected `{other}` after the position"));
        }
        if let Some(number) = rest.get(most - 1).filter(|number| **number != "-" && number.parse::<u32>().is_err()) {
            return wrong(format!("`{number}` is not the number of a move"));
        }
        let (rows, hands) = match form {
            Form::Uci => match rows.split_once('[') {
                None => (*rows, ""),
                Some((rows, hands)) => match hands.strip_suffix(']') {
                    Some(hands) => (rows, hands),
                    None => return wrong("the pieces in hand do not end with `]`"),
                },
            },
            Form::Usi => (*rows, rest.first().copied().unwrap_or("-")),
        };
        let Rows { line, promoted } = self.read_rows(game, rows)?;
        let mut line = format!("{line} {}", game.player_name(mover));
        let blank = position_line::parse(engine, &line).map_err(|error| FenError(error.to_string()))?;
        let names =
            |cells: &[Cell]| cells.iter().map(|cell| game.board.coordinate(*cell)).collect::<Vec<_>>().join(" ");
        if blank.value(game, "promoted", &[]).is_some() {
            line += &format!(" promoted={{{}}}", names(&promoted));
        }
        if has_hands(game, &blank) {
            line += &self.read_hands(game, hands)?;
        }
        if form == Form::Uci {
            let field = |n: usize| rest.get(n).copied().unwrap_or("-");
            if blank.value(game, "rights", &[]).is_some() {
                let rights = self.read_rights(game, &blank, field(0))?;
                line += &format!(" rights={{{}}}", names(&rights));
            }
            if blank.value(game, "passed", &[]).is_some() && field(1) != "-" {
                let passed = squares::read(&game.board, form, field(1)).filter(|(_, rest)| rest.is_empty());
                let Some((cell, _)) = passed else { return wrong(format!("`{}` is not a cell", field(1))) };
                line += &format!(" passed={{{}}}", names(&[cell]));
            }
            if blank.value(game, "quiet", &[]).is_some() && field(2) != "-" {
                let Ok(quiet) = field(2).parse::<u16>() else {
                    return wrong(format!("`{}` is not a number", field(2)));
                };
                line += &format!(" quiet={quiet}");
            }
        }
        position_line::parse(engine, &line).map_err(|error| FenError(error.to_string()))
    }

    fn read_rows(&self, game: &Game, text: &str) -> Result<Rows, FenError> {
        let board = &game.board;
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() as i32 != board.height() {
            return wrong(format!("expected {} rows, found {}", board.height(), rows.len()));
        }
        let mut promoted = Vec::new();
        let mut lines = Vec::new();
        for (row, number) in rows.iter().zip((1..=board.height()).rev()) {
            let (mut line, mut column, mut rest) = (String::new(), 1, *row);
            while let Some(c) = rest.chars().next() {
                if column > board.width() {
                    return wrong(format!("row `{row}` has more than {} cells", board.width()));
                }
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                if digits > 0 {
                    let count: i32 = rest[..digits].parse().unwrap_or(i32::MAX);
                    if !(1..=board.width() + 1 - column).contains(&count) {
                        return wrong(format!("row `{row}` has more than {} cells", board.width()));
                    }
                    line += &rest[..digits];
                    (column, rest) = (column + count, &rest[digits..]);
                    continue;
                }
                let after =
                    c.len_utf8() + if c == '+' { rest[1..].chars().next().map_or(0, char::len_utf8) } else { 0 };
                let letter = &rest[..after];
                let Some(piece) = self.read(letter) else { return wrong(format!("`{letter}` is not a piece")) };
                line += &format!("[{}]", game.piece_name(piece));
                rest = &rest[after..];
                if let Some(more) = rest.strip_prefix('~') {
                    promoted.push(board.at(column, number));
                    rest = more;
                }
                column += 1;
            }
            if column <= board.width() {
                return wrong(format!(
                    "row `{row}` has {} cells, but the board's row has {}",
                    column - 1,
                    board.width()
                ));
            }
            lines.push(line);
        }
        Ok(Rows { line: lines.join("/"), promoted })
    }

    fn read_hands(&self, game: &Game, text: &str) -> Result<String, FenError> {
        let mut counts: Vec<(Piece, u32)> = Vec::new();
        let mut rest = text.trim_matches('-');
        while let Some(c) = rest.chars().next() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let count: u32 = if digits == 0 { 1 } else { rest[..digits].parse().unwrap_or(u32::MAX) };
            let letter = rest[digits..].chars().next().unwrap_or(c);
            let Some(piece) = self.read(&letter.to_string()).filter(|_| count < 1000) else {
                return wrong(format!("`{rest}` is not a list of pieces in hand"));
            };
            match counts.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, known)) => *known = known.saturating_add(count),
                None => counts.push((piece, count)),
            }
            rest = &rest[digits + letter.len_utf8()..];
        }
        let write = |(piece, count): &(Piece, u32)| {
            format!(" hand({}, {})={count}", game.player_name(piece.owner), game.kind_name(piece.kind))
        };
        Ok(counts.iter().map(write).collect())
    }

    fn read_rights(&self, game: &Game, position: &Position, text: &str) -> Result<Vec<Cell>, FenError> {
        let mut found = Vec::new();
        for letter in text.chars().filter(|c| *c != '-') {
            let owner = if letter.is_ascii_uppercase() { white(game) } else { other(white(game)) };
            let rook = self.king(game, position, owner).and_then(|king| {
                let (rooks, column) = (self.rooks(game, position, owner, king), game.board.column(king)?);
                let is_east = |cell: &&Cell| game.board.column(**cell).is_some_and(|other| other > column);
                match letter.to_ascii_uppercase() {
                    'K' => rooks.iter().rfind(is_east).copied(),
                    'Q' => rooks.iter().find(|cell| !is_east(cell)).copied(),
                    letter => {
                        let wanted = letter as i32 - 'A' as i32 + 1;
                        rooks.iter().find(|cell| game.board.column(**cell) == Some(wanted)).copied()
                    }
                }
            });
            match rook {
                Some(rook) => found.push(rook),
                None => return wrong(format!("`{letter}` is not a right to castle here: there is no such rook")),
            }
        }
        Ok(found)
    }
}

/// The rows of a FEN.
struct Rows {
    /// As a line of Boardwright has them.
    line: String,
    promoted: Vec<Cell>,
}

/// Returns the names of the variables that a line sets: `hand` for `hand(White, pawn)=1`.
fn set_names(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('=').filter_map(|(at, _)| {
        let before = &line[..at];
        let before = match before.strip_suffix(')') {
            Some(indexed) => indexed.rsplit_once('(').map_or("", |(name, _)| name),
            None => before,
        };
        before.rsplit(' ').next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a position and writes it again.
    fn again(game: &str, form: Form, text: &str) -> String {
        let engine = boardwright::load_bundled(game, &[]).unwrap();
        let letters = Letters::new(engine.game());
        let position = letters.read_position(&*engine, form, text);
        position.map_or_else(|error| error.to_string(), |read| letters.write_position(&*engine, form, &read).unwrap())
    }

    #[test]
    fn positions_are_read_and_written() {
        for (game, fen) in [
            ("chess", "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR b KQkq e3 0 1"),
            ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 1"),
            ("chess960", "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[QPPn] w - - 0 1"),
            ("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"),
            ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ] {
            assert_eq!(again(game, Form::Uci, fen), fen);
        }
        let sfen = "lnsgk1snl/1r5b1/pppppp+Bpp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL b 2Pg 1";
        assert_eq!(again("shogi", Form::Usi, sfen), sfen);
    }

    #[test]
    fn a_wrong_position_is_explained() {
        let refused = |fen: &str| again("chess", Form::Uci, fen);
        assert_eq!(refused("8/8 w"), "expected 8 rows, found 2");
        assert_eq!(refused("9/8/8/8/8/8/8/8 w"), "row `9` has more than 8 cells");
        assert_eq!(refused("8/8/8/8/8/8/8/7 w"), "row `7` has 7 cells, but the board's row has 8");
        assert_eq!(refused("8/8/8/8/8/8/8/7x w"), "`x` is not a piece");
        assert_eq!(refused("8/8/8/8/8/8/8/8"), "missing the player to move: `w` or `b`");
        assert_eq!(again("hex", Form::Uci, "3/3/3 w"), "positions of Hex have no FEN");
    }
}
