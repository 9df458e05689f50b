//! [`sheet`]: a rule sheet for players, generated from a rule file.
//!
//! The author's comments are the rules. Sentences derived from the code are for checking. They are folded away ([`Block::Details`])
//! if the author has a comment on the same rule; otherwise they replace the missing comment. Code without a phrase stays code.
//! A [`Sheet`] is a list of [`Block`]s; [`text`], [`markdown`] and [`html`] write it.

mod end;
mod example;
mod items;
mod moves;
mod notation;
mod notes;
mod words;
mod write;

pub use end::end_clause;
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
    /// Its content, from top to bottom.
    pub blocks: Vec<Block>,
}

/// A part of a sheet. Texts may contain code between backquotes.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading of a level, from 1.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A paragraph in small print.
    Small(String),
    /// A bulleted list.
    List(Vec<Point>),
    /// Sentences derived from the code of a rule for which the author has a comment, with the name of the rule.
    Details(String, Vec<Point>),
    /// Boards, in the order of play.
    Boards(Vec<Diagram>),
}

/// A point of a list, and the points below it.
#[derive(Clone, Debug)]
pub struct Point {
    /// The sentence.
    pub text: String,
    /// The points below it.
    pub under: Vec<Point>,
}

impl Point {
    /// Creates a point without subpoints.
    pub fn new(text: impl Into<String>) -> Point {
        Point { text: text.into(), under: Vec::new() }
    }
}

/// A board in a position.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The game; its settings may differ from the sheet's.
    pub game: Arc<Game>,
    /// The position.
    pub position: Position,
    /// The cells of the last move.
    pub last: Option<CellSet>,
    /// Moves that are legal or illegal.
    pub arrows: Vec<Arrow>,
    /// The caption.
    pub caption: String,
    /// Whether a legend explains the characters.
    pub legend: bool,
}

/// Generates the rule sheet of a game.
///
/// # Errors
///
/// Returns the fault if the rules fail before the pieces are set up.
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

/// Iterates over the items of one sort, each with its node.
macro_rules! items_of {
    ($items:expr, $sort:ident) => {
        $items.iter().filter_map(|item| match &item.node {
            crate::syntax::ast::ItemNode::$sort(node) => Some((item, node)),
            _ => None,
        })
    };
}
use items_of;

/// Collects the blocks.
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

    /// Adds a section of rules, each with the author's sentence, if any, and what is derived from the code.
    fn section(&mut self, heading: &str, rules: Vec<(Option<String>, Point)>) {
        let (mut points, mut details) = (Vec::new(), Vec::new());
        for (said, derived) in rules {
            match said {
                Some(said) => {
                    points.push(Point::new(said));
                    details.push(derived);
                }
                None => points.push(derived),
            }
        }
        self.section_of(heading, points, details);
    }

    /// Adds a section of rules, and what the tool derives from them.
    fn section_of(&mut self, heading: &str, points: Vec<Point>, details: Vec<Point>) {
        if points.is_empty() {
            return;
        }
        self.heading(2, heading);
        self.list(points);
        self.details(heading, details);
    }

    fn details(&mut self, name: impl Into<String>, points: Vec<Point>) {
        if !points.is_empty() {
            self.blocks.push(Block::Details(name.into(), points));
        }
    }
}
