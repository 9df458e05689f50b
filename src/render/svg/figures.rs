//! The look of pieces on paper.

use super::xml::Xml;
use super::{colors, pieces};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::{Kind, Piece};
use crate::position::Position;
use crate::render::colors::Paint;
use crate::render::svg::xml::number;

/// The look of each piece of a game.
pub(super) struct Figures {
    paints: Vec<Paint>,
    kinds: Vec<KindLook>,
    /// Letters of players whose names are marks, such as X and O.
    marks: Vec<Option<char>>,
}

/// The look of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
enum KindLook {
    /// A disc in the player's color, with optional letters or a sign.
    Disc(Option<String>),
    /// A chess piece.
    Chess(char),
    /// A small square, for neutral pieces.
    Block(Option<String>),
}

/// The solid chess figures, which take a player's color, with their usual letters.
const CHESS: [(&str, &str, char); 6] = [
    ("pawn", "P", '♟'),
    ("knight", "N", '♞'),
    ("bishop", "B", '♝'),
    ("rook", "R", '♜'),
    ("queen", "Q", '♛'),
    ("king", "K", '♚'),
];

/// Returns the figure for a kind of this name, and whether it may stand for a kind with this sign.
fn chess(name: &str, sign: Option<&str>) -> Option<(char, bool)> {
    let (_, letter, figure) = CHESS.iter().find(|(kind, ..)| *kind == name)?;
    Some((*figure, sign.is_none_or(|sign| sign == *letter)))
}

/// Returns the only character of a text.
fn single(text: &str) -> Option<char> {
    let mut all = text.chars();
    all.next().filter(|_| all.next().is_none())
}

/// Returns the height of this many letters side by side; `alone` is the height of one.
fn letters_height(letters: &str, alone: f64) -> f64 {
    alone.min(0.76 / letters.chars().count() as f64)
}

/// Chooses the letters for kinds: their own signs, the letters of the legend, or others from their names.
struct Letters {
    taken: Vec<String>,
}

impl Letters {
    fn of(&mut self, game: &Game, kind: usize) -> Option<String> {
        let info = game.kinds.get(kind)?;
        if info.sign.is_some() {
            return info.sign.clone();
        }
        self.of_legend(game, kind).or_else(|| {
            let letters = info.name.chars().chain('a'..='z').filter(|c| c.is_alphanumeric());
            self.take(letters.map(|c| c.to_ascii_uppercase().to_string()))
        })
    }

    /// Returns the letter that the legend gives a kind, if it is the same for all players up to its case.
    fn of_legend(&mut self, game: &Game, kind: usize) -> Option<String> {
        let symbols = game.legend.iter().filter(|symbol| usize::from(symbol.piece.kind.0) == kind);
        let mut letters = symbols.map(|symbol| symbol.symbol.to_uppercase().to_string());
        let letter = letters.next().filter(|letter| letters.all(|other| other == *letter))?;
        self.take(std::iter::once(letter))
    }

    /// Returns the first of these that stands for no other kind.
    fn take(&mut self, mut letters: impl Iterator<Item = String>) -> Option<String> {
        let letter = letters.find(|letter| !self.taken.contains(letter))?;
        self.taken.push(letter.clone());
        Some(letter)
    }
}

impl Figures {
    pub(super) fn new(game: &Game) -> Figures {
        let owned: Vec<&str> = game.kinds.iter().filter(|kind| !kind.neutral).map(|kind| kind.name.as_str()).collect();
        let all_chess =
            owned.len() > 2 && owned.iter().filter(|name| chess(name, None).is_some()).count() * 2 > owned.len();
        let neutrals = game.kinds.len() - owned.len();
        let mut letters = Letters { taken: game.kinds.iter().filter_map(|kind| kind.sign.clone()).collect() };
        let kinds = game.kinds.iter().enumerate().map(|(at, info)| {
            match (&info.sign, chess(&info.name, info.sign.as_deref())) {
                (None, _) if info.neutral && neutrals == 1 => KindLook::Block(None),
                _ if info.neutral => KindLook::Block(letters.of(game, at)),
                _ if owned.len() == 1 => KindLook::Disc(info.sign.clone()),
                (_, Some((figure, true))) if all_chess => KindLook::Chess(figure),
                // The first kind is the plain one, unless the legend has a letter for each of several.
                (None, _) if !all_chess && owned.first() == Some(&info.name.as_str()) => {
                    KindLook::Disc(letters.of_legend(game, at).filter(|_| owned.len() > 2))
                }
                (None, Some((figure @ ('♚' | '♛'), _))) => KindLook::Disc(Some(figure.to_string())),
                _ => KindLook::Disc(letters.of(game, at)),
            }
        });
        let kinds = kinds.collect();
        let plain = game.kinds.iter().all(|kind| kind.neutral || kind.sign.is_none());
        let marks =
            game.players.iter().map(|player| single(&player.name).filter(|_| owned.len() == 1 && plain)).collect();
        Figures { paints: colors::paints(game), kinds, marks }
    }

    /// Draws a piece around a center, in a cell of this size.
    pub(super) fn draw(&self, xml: &mut Xml, piece: Piece, x: f64, y: f64, size: f64) {
        let paint = self.paints.get(piece.owner.0 as usize).copied().unwrap_or(colors::NEUTRAL);
        let shape = format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.outline);
        let bold = format!("fill=\"{}\" font-weight=\"bold\"", paint.mark);
        // as a character, not as a colored picture
        let sign = |sign: char| format!("{sign}\u{fe0e}");
        if let Some(Some(mark)) = self.marks.get(piece.owner.0 as usize) {
            let ink = format!("fill=\"{}\" font-weight=\"bold\"", paint.outline);
            return xml.label(x, y, 0.8 * size, &ink, &mark.to_string());
        }
        match self.kinds.get(piece.kind.0 as usize) {
            Some(KindLook::Disc(mark)) => {
                xml.circle(x, y, 0.4 * size, &format!("{shape} stroke-width=\"{}\"", number(size / 32.0)));
                match mark.as_deref().map(|mark| (mark, single(mark))) {
                    Some((_, Some(mark))) if !mark.is_alphanumeric() => {
                        xml.label(x, y, 0.56 * size, &bold, &sign(mark));
                    }
                    Some((mark, _)) => xml.label(x, y, letters_height(mark, 0.42) * size, &bold, mark),
                    None => {}
                }
            }
            Some(KindLook::Chess(figure)) => {
                let stroke = format!("{shape} stroke-width=\"{}\" paint-order=\"stroke\"", number(size / 20.0));
                xml.label(x, y, 0.86 * size, &stroke, &sign(*figure));
            }
            Some(KindLook::Block(mark)) => {
                let (corner, side) = (|middle: f64| number(middle - 0.26 * size), number(0.52 * size));
                let place =
                    format!("x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\"", corner(x), corner(y));
                xml.element("rect", &format!("{place} {shape}"));
                if let Some(mark) = mark {
                    xml.label(x, y, letters_height(mark, 0.36) * size, &bold, mark);
                }
            }
            None => {}
        }
    }

    /// Returns the pieces that need a legend: players not named after their color, letters on discs, neutral pieces.
    pub(super) fn legend(&self, game: &Game, position: &Position) -> Vec<(Piece, String)> {
        let mut pieces = pieces::all(game);
        // The pieces on the board explain the legend best.
        let cells = || (0..game.board.len()).map(|cell| position.at(game, Cell(cell as u16)));
        pieces.sort_by_key(|piece| !cells().any(|other| other == *piece));
        let mut legend: Vec<(Piece, String)> = Vec::new();
        let colors = |name: &str| colors::by_name(name).is_some() || name.chars().count() == 1;
        for (n, player) in game.players.iter().enumerate().filter(|(_, player)| !colors(&player.name)) {
            let first = pieces.iter().find(|piece| piece.owner.0 as usize == n);
            legend.extend(first.map(|piece| (*piece, player.name.clone())));
        }
        for (kind, look) in self.kinds.iter().enumerate() {
            let name = game.kind_name(Kind(kind as u8));
            let needed = matches!(look, KindLook::Disc(Some(_)) | KindLook::Block(_));
            if needed && !legend.iter().any(|(_, known)| known.eq_ignore_ascii_case(name)) {
                let first = pieces.iter().find(|piece| piece.kind.0 as usize == kind);
                legend.extend(first.map(|piece| (*piece, name.to_string())));
            }
        }
        legend
    }
}
