//! How pieces look on paper.

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
    kinds: Vec<Look>,
    /// Letters of players whose names are marks themselves, as X and O are.
    marks: Vec<Option<char>>,
}

/// How a kind looks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Look {
    /// A disc in the player's colour, perhaps with a letter or sign on it.
    Disc(Option<char>),
    /// A chess piece.
    Chess(char),
    /// A small square, for what belongs to nobody.
    Block(Option<char>),
}

/// The solid chess signs, which take a player's colour.
const CHESS: [(&str, char); 6] =
    [("pawn", '♟'), ("knight", '♞'), ("bishop", '♝'), ("rook", '♜'), ("queen", '♛'), ("king", '♚')];

fn chess(name: &str) -> Option<char> {
    CHESS.iter().find(|(kind, _)| *kind == name).map(|(_, sign)| *sign)
}

impl Figures {
    pub(super) fn new(game: &Game) -> Figures {
        let owned: Vec<&str> = game.kinds.iter().filter(|kind| !kind.neutral).map(|kind| kind.name.as_str()).collect();
        let all_chess = owned.len() > 2 && owned.iter().filter(|name| chess(name).is_some()).count() * 2 > owned.len();
        let neutrals = game.kinds.len() - owned.len();
        let mut letters: Vec<char> = Vec::new();
        // The file's own letters first.
        let mut letter = |at: usize, name: &str| {
            let own =
                game.legend.iter().filter(|symbol| symbol.piece.kind.0 as usize == at).map(|symbol| symbol.symbol);
            let mut all = own.chain(name.chars()).chain('a'..='z').map(|c| c.to_ascii_uppercase());
            let letter = all.find(|c| c.is_alphanumeric() && !letters.contains(c));
            letters.extend(letter);
            letter
        };
        let kinds = game.kinds.iter().enumerate().map(|(at, kind)| match chess(&kind.name) {
            _ if kind.neutral => Look::Block(if neutrals > 1 { letter(at, &kind.name) } else { None }),
            _ if owned.len() == 1 => Look::Disc(None),
            Some(sign) if all_chess => Look::Chess(sign),
            _ if !all_chess && owned.len() > 2 => Look::Disc(letter(at, &kind.name)),
            // The kind named first is the plain one.
            _ if !all_chess && owned.first() == Some(&kind.name.as_str()) => Look::Disc(None),
            Some(sign @ ('♚' | '♛')) => Look::Disc(Some(sign)),
            _ => Look::Disc(letter(at, &kind.name)),
        });
        let kinds = kinds.collect();
        let single = |name: &str| name.chars().next().filter(|_| name.chars().count() == 1 && owned.len() == 1);
        let marks = game.players.iter().map(|player| single(&player.name)).collect();
        Figures { paints: colors::paints(game), kinds, marks }
    }

    /// Draws a piece around a middle, in a cell of this size.
    pub(super) fn draw(&self, xml: &mut Xml, piece: Piece, x: f64, y: f64, size: f64) {
        let paint = self.paints.get(piece.owner.0 as usize).copied().unwrap_or(colors::NEUTRAL);
        let shape = format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.outline);
        let bold = format!("fill=\"{}\" font-weight=\"bold\"", paint.mark);
        let text = |letter: char| {
            String::from_iter([letter, '\u{fe0e}'].iter().take(1 + usize::from(!letter.is_alphanumeric())))
        };
        if let Some(Some(mark)) = self.marks.get(piece.owner.0 as usize) {
            let ink = format!("fill=\"{}\" font-weight=\"bold\"", paint.outline);
            return xml.label(x, y, 0.8 * size, &ink, &mark.to_string());
        }
        match self.kinds.get(piece.kind.0 as usize) {
            Some(Look::Disc(mark)) => {
                xml.circle(x, y, 0.4 * size, &format!("{shape} stroke-width=\"{}\"", number(size / 32.0)));
                if let Some(mark) = mark {
                    let height = if mark.is_alphanumeric() { 0.42 } else { 0.56 };
                    xml.label(x, y, height * size, &bold, &text(*mark));
                }
            }
            Some(Look::Chess(sign)) => {
                let stroke = format!("{shape} stroke-width=\"{}\" paint-order=\"stroke\"", number(size / 20.0));
                xml.label(x, y, 0.86 * size, &stroke, &text(*sign));
            }
            Some(Look::Block(mark)) => {
                let (corner, side) = (|middle: f64| number(middle - 0.26 * size), number(0.52 * size));
                let place =
                    format!("x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\"", corner(x), corner(y));
                xml.element("rect", &format!("{place} {shape}"));
                if let Some(mark) = mark {
                    xml.label(x, y, 0.36 * size, &bold, &text(*mark));
                }
            }
            None => {}
        }
    }

    /// The pieces that need a word: players not named after their colour, letters on discs, what belongs to nobody.
    pub(super) fn legend(&self, game: &Game, position: &Position) -> Vec<(Piece, String)> {
        let mut pieces = pieces::all(game);
        // What is on the board shows best what is meant.
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
            let needed = matches!(look, Look::Disc(Some(_)) | Look::Block(_));
            if needed && !legend.iter().any(|(_, known)| known.eq_ignore_ascii_case(name)) {
                let first = pieces.iter().find(|piece| piece.kind.0 as usize == kind);
                legend.extend(first.map(|piece| (*piece, name.to_string())));
            }
        }
        legend
    }
}
