//! [`sheet`]: the rules of a game as a rule sheet that players can read, made of its rule file.
//!
//! The file's own comments come first; what the language says is told in words, and stays code where words fail. A [`Sheet`] is
//! a list of [`Block`]s; [`text`], [`markdown`] and [`html`] write it.

mod example;
mod items;
mod moves;
mod notes;
mod words;
mod write;

pub use write::{html, markdown, text};

use crate::check::Scope;
use crate::engine::Engine;
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::outcome::Fault;
use crate::position::Position;
use crate::render::Arrow;
use crate::wording::{capital, sentence};
use std::sync::Arc;

/// The rules of a game for players.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The title of the game.
    pub title: String,
    /// What stands on it, from top to bottom.
    pub blocks: Vec<Block>,
}

/// A part of a sheet. Texts may have code between backquotes.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading of a level, from 1.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A paragraph of less weight.
    Small(String),
    /// Points one below the other.
    List(Vec<Point>),
    /// Boards, in the order of play.
    Boards(Vec<Diagram>),
}

/// A point of a list, and those under it.
#[derive(Clone, Debug)]
pub struct Point {
    /// What it says.
    pub text: String,
    /// What belongs under it.
    pub under: Vec<Point>,
}

impl Point {
    /// A point alone.
    pub fn new(text: impl Into<String>) -> Point {
        Point { text: text.into(), under: Vec::new() }
    }
}

/// A board in a position.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The game, which may have other settings than that of the sheet.
    pub game: Arc<Game>,
    /// The position.
    pub position: Position,
    /// The cells of the last move.
    pub last: Option<CellSet>,
    /// Moves that are legal, or not.
    pub arrows: Vec<Arrow>,
    /// What stands under it.
    pub caption: String,
    /// Whether what the characters mean is said below it.
    pub legend: bool,
}

/// The rule sheet of a game.
///
/// # Errors
///
/// A fault of the rules before the first move, if not even the pieces can be set up.
pub fn sheet(engine: &Arc<dyn Engine>) -> Result<Sheet, Fault> {
    let game = Arc::new(engine.game().clone());
    let start = engine.start().or_else(|fault| match &fault.position {
        Some(position) => Ok(Position::clone(position)),
        None => Err(fault),
    })?;
    let scope = Scope::new(&game);
    let items = scope.as_ref().map_or(&[][..], Scope::items);
    let mut maker = Maker { engine, game: &game, items, start: &start, blocks: Vec::new() };
    maker.title();
    maker.equipment();
    maker.beginning();
    maker.settings();
    maker.moves();
    maker.effects();
    maker.always();
    maker.end();
    maker.terms();
    maker.examples();
    let blocks = maker.blocks;
    Ok(Sheet { title: game.full_title(), blocks })
}

/// Makes the blocks.
struct Maker<'g> {
    engine: &'g Arc<dyn Engine>,
    game: &'g Arc<Game>,
    items: &'g [crate::syntax::ast::Item],
    start: &'g Position,
    blocks: Vec<Block>,
}

impl Maker<'_> {
    fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    fn paragraph(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.trim().is_empty() {
            self.blocks.push(Block::Text(text));
        }
    }

    fn list(&mut self, points: Vec<Point>) {
        if !points.is_empty() {
            self.blocks.push(Block::List(points));
        }
    }
}
