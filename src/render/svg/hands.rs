//! The pieces beside the board: a block for each player, at the end of the board where the player sits.

use super::board::Geometry;
use super::xml::{Xml, number};
use super::{INK, figures};
use crate::game::piece::{Piece, Player};
use crate::render::scene::{Hand, Scene};

/// The blocks to the right of the board.
pub(super) struct Hands {
    blocks: Vec<Block>,
    /// The width of all blocks with their margin.
    pub width: f64,
    /// The height that all blocks need.
    pub height: f64,
    /// The size of letters.
    small: f64,
    /// The distance of the blocks from the left.
    left: f64,
    /// The number of pieces side by side.
    columns: usize,
}

/// What a player has beside the board.
struct Block {
    /// The distance of the block from the top.
    top: f64,
    parts: Vec<Part>,
}

/// A part of a block, from the top down.
enum Part {
    Title(String),
    Name(String),
    Pieces(Vec<(Piece, i32)>),
}

/// The margins of the blocks, the height of a line and the size of a piece, in sizes of letters.
const MARGIN: f64 = 1.1;
const LINE: f64 = 1.5;
const PIECE: f64 = 2.4;

/// The width of a piece and its number, in sizes of letters.
const COLUMN: f64 = 4.8;

impl Hands {
    pub(super) fn new(scene: &Scene, plan: &Geometry<'_>) -> Hands {
        let mut owners: Vec<Player> = Vec::new();
        for hand in &scene.hands {
            if !owners.contains(&hand.owner) {
                owners.push(hand.owner);
            }
        }
        let on_top = |owner: &Player| scene.players.get(usize::from(owner.0)).map(|player| player.is_on_top);
        // From the top down, what belongs to nobody between the players.
        owners.sort_by_key(|owner| match on_top(owner) {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        });
        let (small, end) = (plan.small, plan.height);
        let blocks: Vec<Vec<Part>> = owners.iter().map(|owner| parts(scene, *owner)).collect();
        let total = |columns: usize| {
            let heights = blocks.iter().map(|parts| height(parts, columns) * small + MARGIN * small);
            heights.sum::<f64>() + MARGIN * small
        };
        let columns = if total(1) > end { 2 } else { 1 };
        let mut y = MARGIN * small;
        let mut placed: Vec<Block> = Vec::new();
        for (owner, parts) in owners.iter().zip(blocks) {
            let height = height(&parts, columns) * small;
            // Of two players, the one who sits at the bottom has the pieces there.
            let is_at_bottom = scene.players.len() == 2 && on_top(owner) == Some(false);
            let top = if is_at_bottom { y.max(plan.bottom() - height) } else { y };
            y = top + height + MARGIN * small;
            placed.push(Block { top, parts });
        }
        let texts = placed.iter().flat_map(|block| &block.parts).map(|part| part.width(columns));
        let width = texts.fold(0.0, f64::max);
        Hands {
            width: if placed.is_empty() { 0.0 } else { (width + MARGIN) * small },
            height: if placed.is_empty() { 0.0 } else { y },
            blocks: placed,
            small,
            left: plan.width,
            columns,
        }
    }

    pub(super) fn draw(&self, xml: &mut Xml, scene: &Scene) {
        let (small, left) = (self.small, self.left);
        let write = |xml: &mut Xml, (x, y): (f64, f64), weight: &str, text: &str| {
            let place = format!("x=\"{}\" y=\"{}\"", number(x), number(y + 0.35 * small));
            xml.words("text", &format!("{place} font-size=\"{}\" fill=\"{INK}\"{weight}", number(small)), text);
        };
        for block in &self.blocks {
            let mut y = block.top;
            for part in &block.parts {
                let middle = y + LINE * small / 2.0;
                match part {
                    Part::Title(text) => write(xml, (left, middle), " font-weight=\"bold\"", text),
                    Part::Name(text) => write(xml, (left, middle), "", text),
                    Part::Pieces(pieces) => {
                        for (n, (piece, number)) in pieces.iter().enumerate() {
                            let (column, row) = ((n % self.columns) as f64, (n / self.columns) as f64);
                            let (x, y) = (left + column * COLUMN * small, y + (row + 0.5) * PIECE * small);
                            let size = PIECE * small;
                            figures::draw(xml, scene, *piece, (x + size / 2.0, y), size);
                            write(xml, (x + size, y), "", &format!("× {number}"));
                        }
                    }
                }
                y += part.height(self.columns) * small;
            }
        }
    }
}

/// Returns what a player has: the player's name, then what each part is called, and its pieces.
fn parts(scene: &Scene, owner: Player) -> Vec<Part> {
    let title = scene.players.get(usize::from(owner.0)).map(|player| Part::Title(player.name.clone()));
    let hands = scene.hands.iter().filter(|hand| hand.owner == owner).flat_map(|hand: &Hand| {
        if hand.pieces.is_empty() {
            return vec![Part::Name(format!("{}: none", hand.name))];
        }
        vec![Part::Name(hand.name.clone()), Part::Pieces(hand.pieces.clone())]
    });
    title.into_iter().chain(hands).collect()
}

fn height(parts: &[Part], columns: usize) -> f64 {
    parts.iter().map(|part| part.height(columns)).sum()
}

impl Part {
    /// Returns its height in sizes of letters.
    fn height(&self, columns: usize) -> f64 {
        match self {
            Part::Title(_) | Part::Name(_) => LINE,
            Part::Pieces(pieces) => PIECE * pieces.len().div_ceil(columns) as f64,
        }
    }

    /// Returns its width in sizes of letters.
    fn width(&self, columns: usize) -> f64 {
        match self {
            Part::Title(text) => 0.65 * text.chars().count() as f64,
            Part::Name(text) => 0.56 * text.chars().count() as f64,
            Part::Pieces(pieces) => COLUMN * columns.min(pieces.len()) as f64,
        }
    }
}
