//! [`Game`]: the rules of one game with its settings, resolved, typed and immutable.
//!
//! The topology of its board is in [`board`], its expressions are in [`expr`], its
//! statements in [`stmt`], its other parts in [`rules`]. Only [`crate::check`] makes
//! a `Game`; running it can only end in a value or a [`crate::outcome::Fault`].
//!
//! [`expr`], [`layout`], [`operator`], [`part`], [`place`], [`rules`], [`stmt`] and [`text`] are the rules in the form in which
//! engines run them, [`drawing`] and [`look`] that in which pictures draw them. They are as unstable as [`crate::internals`].

pub mod board;
pub mod cells;
pub mod drawing;
pub mod expr;
pub mod layout;
pub(crate) mod limits;
pub mod look;
pub mod operator;
pub mod part;
pub(crate) mod past;
pub mod piece;
pub mod place;
pub mod rules;
pub mod spec;
pub mod stacks;
pub mod stmt;
mod symbols;
pub mod text;
pub mod value;
mod visit;
pub(crate) mod written;

use crate::source::{Sources, Span};
use crate::types::Type;
use board::Board;
use drawing::{Area, BoardDrawing};
use layout::Layout;
use look::Look;
use piece::{Kind, Piece, Player, Tag};
use place::Place;
use rules::*;
use stacks::Stacks;
use std::sync::Arc;

/// A checked game with the values of its parameters.
///
/// ```
/// let chess = boardwright::load_bundled("chess", &[])?;
/// let game = chess.game();
/// assert_eq!((game.title.as_str(), game.players.len(), game.kinds.len()), ("Chess", 2, 6));
/// assert_eq!(game.board.name(game.board.named("e4").unwrap()), "e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The title.
    pub title: String,
    /// Where the file has it.
    pub title_span: Span,
    /// The designers named by `author`.
    pub authors: Vec<String>,
    /// The year, if the file names it.
    pub year: Option<i32>,
    /// The `///` comment over `game`.
    pub docs: String,
    /// The settings, in the file's order.
    pub params: Vec<Param>,
    /// The words that stand for themselves: of parameters, variables, defs and tables.
    pub tags: Vec<String>,
    /// The board.
    pub board: Board,
    /// How the board is drawn, if the file says so.
    pub drawn: Option<BoardDrawing>,
    /// The parts of the board that the file tells apart, in its order, for pictures.
    pub areas: Vec<Area>,
    /// What the file says about pictures.
    pub look: Look,
    /// The players, in turn order; the first begins.
    pub players: Vec<PlayerInfo>,
    /// The kinds of pieces, as declared.
    pub kinds: Vec<KindInfo>,
    /// Characters for pictures, as the file gives them; see also [`Game::symbol`].
    pub legend: Vec<PictureSymbol>,
    /// What stands on the board at the beginning.
    pub setup: Vec<Placement>,
    /// The state variables.
    pub vars: Vec<Var>,
    /// The named values.
    pub defs: Defs,
    /// The named changes.
    pub effects: Vec<Effect>,
    /// What players may do.
    pub actions: Vec<Action>,
    /// What must hold after every move.
    pub always: Vec<Always>,
    /// How the game ends.
    pub end: Vec<Ending>,
    /// The forms of `repeated` that the rules use.
    pub repetitions: Vec<Repetition>,
    /// Whether the rules use `ply`, which then distinguishes positions.
    pub uses_ply: bool,
    /// Whether a direction can be `nothing`, because the rules have a variable for a direction or name none.
    pub dirs_may_be_nothing: bool,
    /// The examples; empty if the game was loaded with settings other than the file's own.
    pub examples: Vec<Example>,
    /// The places that coverage reports; empty unless the game was checked by [`crate::check::watched`].
    pub places: Vec<Place>,
    /// The layout of its positions.
    pub layout: Layout,
    /// Where the pieces under others are, if the board has stacks.
    pub stacks: Option<Stacks>,
    /// The texts that it was checked from; spans point into them.
    pub sources: Arc<Sources>,
}

impl Game {
    /// Returns how many cells, directions, players, kinds or words there are, without `off` and `nothing`; `None` for other types.
    pub fn count_of(&self, ty: Type) -> Option<usize> {
        match ty {
            Type::Cell => Some(self.layout.cells),
            Type::Dir => Some(self.board.dirs()),
            Type::Player => Some(self.players.len()),
            Type::Kind => Some(self.kinds.len()),
            Type::Tag => Some(self.tags.len()),
            _ => None,
        }
    }

    /// Returns whether the n-th variable holds a part of the stacks, which are pieces for people.
    pub(crate) fn is_of_stacks(&self, n: usize) -> bool {
        self.stacks.is_some_and(|stacks| stacks.has(VarId(n as u16)))
    }

    /// Returns the name of a player; "nobody" for [`Player::NOBODY`].
    pub fn player_name(&self, player: Player) -> &str {
        self.players.get(player.0 as usize).map_or("nobody", |info| &info.name)
    }

    /// Returns the player with a name, ignoring case.
    pub fn player(&self, name: &str) -> Option<Player> {
        let at = self.players.iter().position(|info| info.name.eq_ignore_ascii_case(name))?;
        Some(Player(at as u8))
    }

    /// Returns a word that stands for itself.
    pub fn tag_name(&self, tag: Tag) -> &str {
        self.tags.get(usize::from(tag.0)).map_or("", String::as_str)
    }

    /// Returns the name of a kind; "nothing" for [`Kind::NOTHING`].
    pub fn kind_name(&self, kind: Kind) -> &str {
        self.kinds.get(kind.0 as usize).map_or("nothing", |info| &info.name)
    }

    /// Returns the text of a kind in moves: its own text, or else its name; "nothing" for [`Kind::NOTHING`].
    pub fn kind_text(&self, kind: Kind) -> &str {
        self.kinds.get(kind.0 as usize).map_or("nothing", KindInfo::text)
    }

    /// Returns a piece in words: `king of White`, `rock`, `nothing`.
    pub fn piece_name(&self, piece: Piece) -> String {
        let kind = self.kind_name(piece.kind);
        match self.players.get(piece.owner.0 as usize) {
            Some(owner) => format!("{kind} of {}", owner.name),
            None => kind.to_owned(),
        }
    }

    /// Returns the character for a piece in pictures: the legend's, or one chosen so that pieces differ.
    pub fn symbol(&self, piece: Piece) -> char {
        if let Some(symbol) = self.legend.iter().find(|symbol| symbol.piece == piece) {
            return symbol.symbol;
        }
        let chosen = symbols::chosen(&self.legend, &self.kinds, &self.players);
        chosen.into_iter().find(|(other, _)| *other == piece).map_or('?', |(_, symbol)| symbol)
    }

    /// Returns the title with the settings that differ from the file's own: `Rush (size=9)`.
    pub fn full_title(&self) -> String {
        let set: Vec<String> = self
            .params
            .iter()
            .filter(|param| param.value != param.default)
            .map(|param| format!("{}={}", param.name, param.value))
            .collect();
        if set.is_empty() { self.title.clone() } else { format!("{} ({})", self.title, set.join(", ")) }
    }
}
