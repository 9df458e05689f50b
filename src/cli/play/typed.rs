//! [`Meaning`]: what a typed line can mean beside the exact text of a move, such as `e2e4`, `D4` or the cell of a piece.

use super::command;
use super::occupant::contrast;
pub use super::picking::Picking;
use super::written::{letters, written};
use boardwright::engine::{Engine, Reason, Refusal};
use boardwright::game::Game;
use boardwright::game::cells::Cell;
use boardwright::game::text::TextPart;
use boardwright::internals::wording::sentence;
use boardwright::internals::{refusal, suggest};
use boardwright::outcome::Fault;
use boardwright::position::Position;
use std::sync::Arc;

/// The most texts that are tried to explain why a line is not a move.
const MOST_FORMS: usize = 24;

/// The longest word that is read as cells.
const LONGEST_WORD: usize = 1000;

/// The most letters of a refused line, in the answer to it.
const LONGEST_SHOWN: usize = 60;

/// What a typed line means. Moves are indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Only this move.
    Move(usize),
    /// One of these moves; which one remains open.
    Several(Vec<usize>),
    /// The first cells of these moves.
    Begins(Vec<usize>),
    /// No move.
    Nothing,
}

/// Reads a line: as the text of a move without its signs or in other case, or else as the cells of a move.
pub fn read(picking: &Picking, game: &Game, line: &str) -> Meaning {
    let line = line.trim();
    let texts: Vec<String> = (0..picking.moves().len()).map(|index| picking.text(index)).collect();
    if let Some(index) = texts.iter().position(|text| text == line) {
        return Meaning::Move(index);
    }
    let is_written_so = |index: &usize| texts.get(*index).is_some_and(|text| has_signs_of(game, line, text));
    let same = |bare: fn(&str) -> String| -> Vec<usize> {
        let wanted = bare(line);
        let found = texts.iter().enumerate().filter(|(_, text)| !wanted.is_empty() && bare(text) == wanted);
        found.map(|(index, _)| index).filter(is_written_so).collect()
    };
    for bare in [letters as fn(&str) -> String, |text| letters(text).to_lowercase()] {
        match same(bare).as_slice() {
            [] => {}
            [only] => return Meaning::Move(*only),
            several => return Meaning::Several(several.to_vec()),
        }
    }
    let cells = cells(game, line);
    let written_so = |moves: Vec<usize>| -> Vec<usize> { moves.into_iter().filter(is_written_so).collect() };
    let begun = written_so(picking.beginning_with(&cells));
    match (cells.as_slice(), written_so(picking.with_path(&cells)).as_slice()) {
        ([], _) => Meaning::Nothing,
        (_, []) if begun.is_empty() => Meaning::Nothing,
        (_, []) => Meaning::Begins(begun),
        ([_], moves) if moves.len() < begun.len() => Meaning::Begins(begun),
        (_, [only]) => Meaning::Move(*only),
        (_, several) => Meaning::Several(several.to_vec()),
    }
}

/// Returns the text of the only legal move that a line can mean, or `None` if it can mean several or nothing.
pub fn only_move(engine: &Arc<dyn Engine>, position: &Position, line: &str) -> Option<String> {
    let picking = Picking::new(engine, position).ok()?;
    match read(&picking, engine.game(), line) {
        Meaning::Move(index) => Some(picking.text(index)),
        _ => None,
    }
}

/// Returns the moves that a typed beginning leaves: those that begin with its cells, or with its text.
pub fn list(picking: &Picking, game: &Game, line: &str) -> Vec<usize> {
    let cells = cells(game, line);
    let begun = if cells.is_empty() { Vec::new() } else { picking.beginning_with(&cells) };
    if !begun.is_empty() {
        return begun;
    }
    let line = line.to_lowercase();
    (0..picking.moves().len()).filter(|index| picking.text(*index).to_lowercase().starts_with(&line)).collect()
}

/// Returns whether a line can mean the move with this text by its signs: `b1-b2` is not `b1>b2` if an action writes `-`. Other
/// signs are read as if they were left out.
fn has_signs_of(game: &Game, line: &str, text: &str) -> bool {
    let signs = |text: &str| -> String { text.chars().filter(|c| is_sign(*c)).collect() };
    let typed = signs(line);
    let of_parts = |parts: &[TextPart]| -> String {
        let plain =
            parts.iter().filter_map(|part| if let TextPart::Plain(plain) = part { Some(signs(plain)) } else { None });
        plain.collect()
    };
    let is_of_action =
        || game.actions.iter().any(|action| action.text.each().iter().any(|parts| of_parts(parts) == typed));
    typed.is_empty() || signs(text).starts_with(&typed) || !is_of_action()
}

fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && c != '_'
}

/// Reads cells, with signs and spaces between them or without, or with the `x` of a capture; none if a part is not a cell, or if
/// there are several ways to read it.
fn cells(game: &Game, line: &str) -> Vec<Cell> {
    let cells = plain_cells(game, line);
    if cells.is_empty() { plain_cells(game, &line.replace(['x', 'X', '×'], " ")) } else { cells }
}

fn plain_cells(game: &Game, line: &str) -> Vec<Cell> {
    let parts = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|part| !part.is_empty() && *part != "to");
    let mut cells = Vec::new();
    for part in parts {
        match split(game, part).as_slice() {
            [only] => cells.extend(only),
            _ => return Vec::new(),
        }
    }
    cells
}

/// Returns the ways to read a word as cells, at most two of them. A word that is a cell is read as this cell.
fn split(game: &Game, word: &str) -> Vec<Vec<Cell>> {
    let named = |name: &str| game.board.named(name).or_else(|| game.board.named(&name.to_lowercase()));
    if let Some(cell) = named(word) {
        return vec![vec![cell]];
    }
    // Each way is kept whole for each end of a name: in a very long word they would fill the memory.
    if word.len() > LONGEST_WORD {
        return Vec::new();
    }
    let mut ways: Vec<Vec<Vec<Cell>>> = vec![vec![Vec::new()]];
    let ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    let starts: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).collect();
    for (n, end) in ends.iter().enumerate() {
        let mut here: Vec<Vec<Cell>> = Vec::new();
        for (at, start) in starts.iter().enumerate().take(n + 1).rev() {
            // No name of a cell is longer.
            if n - at > 12 {
                break;
            }
            let Some(cell) = word.get(*start..*end).and_then(named) else { continue };
            let before = ways.get(at).into_iter().flatten();
            here.extend(before.map(|way| way.iter().copied().chain([cell]).collect()));
        }
        here.truncate(2);
        ways.push(here);
    }
    ways.pop().unwrap_or_default()
}

/// A line that is no legal move.
pub struct Refused {
    /// The line, as a move would be written.
    pub text: String,
    /// Why it is illegal, as a sentence without a full stop.
    pub reason: String,
    /// Whether it is legal after all, as somebody may ask.
    pub is_legal: bool,
    /// Whether a rule refuses it; otherwise no action writes such a move.
    pub is_by_rule: bool,
}

impl Refused {
    /// Returns why it is illegal, as a sentence.
    pub fn why(&self) -> String {
        sentence(&self.reason)
    }
}

/// Explains why a line is no legal move: as it is typed, or else as its cells would be written.
pub fn explain(engine: &Arc<dyn Engine>, position: &Position, line: &str) -> Result<Refused, Fault> {
    let game = engine.game();
    let refused = |text: &str, refusal: &Refusal| Refused {
        text: text.to_owned(),
        reason: refusal::sentence(game, text, refusal),
        is_legal: matches!(refusal.reason, Reason::Legal),
        is_by_rule: !matches!(refusal.reason, Reason::NoSuchText(_)),
    };
    let refusal = engine.why_not(position, line)?;
    if !matches!(refusal.reason, Reason::NoSuchText(_)) {
        return Ok(refused(line, &refusal));
    }
    let picking = Picking::new(engine, position)?;
    if let Meaning::Move(index) = read(&picking, game, line) {
        let text = picking.text(index);
        return Ok(refused(&text, &engine.why_not(position, &text)?));
    }
    let cells = cells(game, line);
    let forms = picking.forms(&cells).into_iter().chain(written(game, line));
    let forms = forms.filter(|form| has_signs_of(game, line, form)).collect();
    if let Some((text, refusal)) = first_refusal(&**engine, position, forms) {
        return Ok(refused(&text, &refusal));
    }
    Ok(match cells.as_slice() {
        [cell] if picking.beginning_with(&cells).is_empty() => {
            let none = format!("no legal move begins with {}", game.board.name(*cell));
            let contrast = contrast(game, position, &picking, *cell);
            let reason = contrast.map_or_else(|| none.clone(), |contrast| format!("{none}: {contrast}"));
            Refused { text: line.to_owned(), reason, is_legal: false, is_by_rule: false }
        }
        _ => refused(line, &refusal),
    })
}

/// Explains why a typed line is neither a command nor a legal move: a word may have been meant as a command, and so may several.
pub fn explain_line(engine: &Arc<dyn Engine>, position: &Position, line: &str) -> Result<Refused, Fault> {
    let refused = explain(engine, position, line)?;
    let is_shown = line.chars().count() <= LONGEST_SHOWN;
    let is_word = line.chars().all(char::is_alphabetic) && cells(engine.game(), line).is_empty();
    if refused.is_by_rule || is_shown && !is_word && !line.contains(char::is_whitespace) {
        return Ok(refused);
    }
    let reason = match line.split_whitespace().count() {
        _ if !is_shown => {
            let shown: String = line.chars().take(LONGEST_SHOWN).collect();
            format!("`{shown}…` is neither a command nor a move")
        }
        1 => {
            let nothing = engine.why_not(position, line)?;
            let why = refusal::sentence(engine.game(), line, &nothing);
            let why = why.split_once(": ").map_or(why.as_str(), |(_, why)| why);
            let meant = suggest::did_you_mean(line, command::words());
            let meant = meant.map_or_else(String::new, |meant| format!("; {meant}"));
            format!("`{line}` is not a command, and {why}{meant}")
        }
        _ => format!("`{line}` is neither a command nor a single move; type `help` for a list of commands"),
    };
    Ok(Refused { reason, ..refused })
}

/// Returns the first of some texts that a rule refuses, and why. Those whose legality cannot be found out are left out.
pub fn first_refusal(engine: &dyn Engine, position: &Position, texts: Vec<String>) -> Option<(String, Refusal)> {
    texts.into_iter().take(MOST_FORMS).find_map(|text| {
        let refusal = engine.why_not(position, &text).ok()?;
        let is_refused = !matches!(refusal.reason, Reason::NoSuchText(_) | Reason::Legal | Reason::Over);
        is_refused.then_some((text, refusal))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_in(game: &str, position: Option<&str>, line: &str) -> String {
        read_on(&boardwright::load_bundled(game, &[]).unwrap(), position, line)
    }

    fn read_on(engine: &Arc<dyn Engine>, position: Option<&str>, line: &str) -> String {
        let position = match position {
            Some(line) => boardwright::position_line::parse(&**engine, line).unwrap(),
            None => engine.start().unwrap(),
        };
        let picking = Picking::new(engine, &position).unwrap();
        let texts = |moves: Vec<usize>| moves.iter().map(|index| picking.text(*index)).collect::<Vec<_>>().join(" ");
        match read(&picking, engine.game(), line) {
            Meaning::Move(index) => picking.text(index),
            Meaning::Several(moves) => format!("one of {}", texts(moves)),
            Meaning::Begins(moves) => format!("begins {}", texts(moves)),
            Meaning::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn signs_and_case_can_be_left_out() {
        for line in ["e2-e4", "e2e4", "E2-E4", "E2E4", "e2 e4", "e2 to e4", "e2xe4"] {
            assert_eq!(read_in("chess", None, line), "e2-e4", "{line}");
        }
        assert_eq!(read_in("hex", None, "D4"), "d4");
        assert_eq!(read_in("jostle", None, "d3d2"), "d3-d2");
        assert_eq!(read_in("oware", None, "b"), "B");
        assert_eq!(read_in("international-draughts", None, "3228"), "32-28");
    }

    #[test]
    fn a_very_long_word_is_no_move() {
        assert_eq!(read_in("chess", None, &"a1b2".repeat(100_000)), "nothing");
    }

    #[test]
    fn cells_are_read_in_their_order() {
        assert_eq!(read_in("jostle", None, "d2d3"), "nothing");
        assert_eq!(read_in("chess", None, "e2e5"), "nothing");
        assert_eq!(read_in("chess", None, "e2"), "begins e2-e3 e2-e4");
        assert_eq!(read_in("chess", None, "e3"), "nothing");
        assert_eq!(read_in("rush", None, "c3 d4"), "nothing");
        assert_eq!(read_in("chess", None, ""), "nothing");
    }

    #[test]
    fn the_order_of_binders_does_not_matter() {
        let read_by = |binders: &str, line: &str| {
            let rules = format!(
                "game \"S\" board square 3 x 1 players A, B piece stone
                 setup {{ stone of A at a1; stone of B at b1 }}
                 action take({binders}) as \"{{p}}x{{r}}\" do move p to r
                 end {{ when stuck(next): draw }}"
            );
            read_on(&boardwright::load_text(&rules, &[]).unwrap(), None, line)
        };
        for (line, meant) in [("a1b1", "a1xb1"), ("a1-b1", "a1xb1"), ("b1a1", "nothing"), ("a1", "begins a1xb1")] {
            for binders in ["p: own, r: neighbors(p) & enemy", "r: enemy, p: neighbors(r) & own"] {
                assert_eq!(read_by(binders, line), meant, "{binders}: {line}");
            }
        }
    }

    #[test]
    fn castling_and_promotion_are_read_by_their_cells() {
        let castling = Some("4k3/8/8/8/8/8/8/4K2R White rights={h1}");
        assert_eq!(read_in("chess", castling, "e1g1"), "O-O");
        assert_eq!(read_in("chess", castling, "o-o"), "O-O");
        let promotion = Some("8/P7/8/8/8/8/8/k6K White rights={}");
        assert_eq!(read_in("chess", promotion, "a7a8q"), "a7-a8=Q");
        assert!(read_in("chess", promotion, "a7a8").starts_with("one of "));
    }
}
