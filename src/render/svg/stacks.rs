//! The stacks of a board, piece by piece, under the board.

use super::lines::{LINE, arrange, wrap};
use super::xml::{Xml, number};
use super::{INK, figures};
use crate::game::piece::Piece;
use crate::render::scene::Scene;
use crate::render::values::MOST;

/// The pieces of each stack, in lines.
pub(super) struct Stacks {
    /// What each line has, each with its distance from the left.
    lines: Vec<Vec<(f64, Item)>>,
    /// The size of letters.
    small: f64,
}

enum Item {
    Text(String),
    Piece(Piece),
}

const HEADING: &str = "stacks, from the bottom up:";

/// The size of a piece and the distance of two, in sizes of letters.
const SIZE: f64 = 1.4;
const PIECE: f64 = 1.2;

/// The space after a text, and between stacks.
const SPACE: f64 = 0.35;
const GAP: f64 = 0.9;

impl Stacks {
    /// Arranges the stacks of a board in lines that begin at `left`, in a picture of this width. A stack is in one line if it fits.
    pub(super) fn new(scene: &Scene, left: f64, width: f64, small: f64) -> Stacks {
        let stacks: Vec<_> = scene.cells.iter().filter(|cell| cell.pieces.len() > 1).collect();
        if stacks.is_empty() {
            return Stacks { lines: Vec::new(), small };
        }
        let columns = ((width - 2.0 * left) / (0.56 * small)) as usize;
        let heading = wrap(HEADING, columns).into_iter().map(|line| vec![Item::Text(line)]);
        let stack = |cell: &&crate::render::SceneCell| {
            let pieces = cell.pieces.iter().map(|piece| Item::Piece(*piece));
            [Item::Text(cell.id.clone())].into_iter().chain(pieces).collect()
        };
        let more = stacks.len().saturating_sub(MOST);
        let rest = (more > 0).then(|| vec![Item::Text(format!("… and {more} more"))]);
        let parts = heading.chain(stacks.iter().take(MOST).map(stack)).chain(rest);
        let measured = |part: Vec<Item>| part.into_iter().map(|item| (item.width() * small, item)).collect();
        let lines = arrange(parts.map(measured), (left, width - left), GAP * small);
        Stacks { lines, small }
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Draws the lines, the first one around this height.
    pub(super) fn draw(&self, xml: &mut Xml, scene: &Scene, y: f64) {
        let small = self.small;
        for (n, line) in self.lines.iter().enumerate() {
            let y = y + LINE * small * n as f64;
            for (x, item) in line {
                match item {
                    Item::Text(text) => {
                        let place = format!("x=\"{}\" y=\"{}\"", number(*x), number(y + 0.35 * small));
                        let font = format!("font-size=\"{}\" fill=\"{INK}\"", number(small));
                        xml.words("text", &format!("{place} {font}"), text);
                    }
                    Item::Piece(piece) => {
                        figures::draw(xml, scene, *piece, (x + PIECE * small / 2.0, y), SIZE * small);
                    }
                }
            }
        }
    }
}

impl Item {
    /// Returns its width in sizes of letters.
    fn width(&self) -> f64 {
        match self {
            Item::Text(text) => {
                let letter = |c: char| match c {
                    'm' | 'w' | 'M' | 'W' => 0.95,
                    'f' | 'i' | 'j' | 'l' | 'r' | 't' | ' ' | ',' | ':' => 0.4,
                    _ => 0.62,
                };
                text.chars().map(letter).sum::<f64>() + SPACE
            }
            Item::Piece(_) => PIECE,
        }
    }
}
