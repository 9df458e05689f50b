//! [`Look`]: what a rule file says about pictures of its board.

use super::expr::{CellsExpr, Frame, Slot};
use super::piece::{Kind, Piece, Player};
use super::rules::VarId;
use super::text::Text;

/// What a rule file says about pictures of its board. It changes nothing in play.
///
/// ```
/// let twixt = boardwright::load_bundled("twixt", &[])?;
/// assert_eq!(twixt.game().look.joints.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// `fill S: blue`, in the file's order; later ones cover earlier ones.
    pub fills: Vec<ColoredCells>,
    /// `border S: black`.
    pub borders: Vec<ColoredCells>,
    /// `edge S: Red`; if there are none, edges follow from the rules.
    pub edges: Vec<ColoredCells>,
    /// `mark S: star`, `mark S: "x"`.
    pub marks: Vec<MarkedCells>,
    /// `label p in S: "{n}"`.
    pub labels: Vec<LabeledCells>,
    /// `line p in S to T`, `wall p in S to T`.
    pub joints: Vec<JoinedCells>,
    /// `shape man of White: ring`. The last one for a piece counts.
    pub shapes: Vec<(Piece, PieceShape)>,
    /// `color Red: green`. The last one for a player counts.
    pub colors: Vec<(Player, Color)>,
    /// `color arrow: brown`, for pieces of nobody. The last one for a kind counts.
    pub neutrals: Vec<(Kind, Color)>,
    /// `name hand: "in hand"`. The last one for a variable counts.
    pub names: Vec<(VarId, String)>,
    /// `beside hand: man`: a number that pictures show as pieces beside the board. The owner is nobody for a variable with a number
    /// for each player. The last one for a variable counts.
    pub beside: Vec<(VarId, Piece)>,
    /// `hide hand`.
    pub hidden: Vec<VarId>,
    /// `hide lake`: regions and defs whose cells have no color of their own.
    pub plain: Vec<String>,
    /// `caption "{n} stones left"`.
    pub captions: Vec<Caption>,
}

/// Cells with a color.
#[derive(Clone, Debug)]
pub struct ColoredCells {
    /// The cells, in the position of the picture.
    pub cells: CellsExpr,
    /// The frame of `cells`.
    pub frame: Frame,
    /// The color.
    pub color: LookColor,
}

/// Cells with a sign.
#[derive(Clone, Debug)]
pub struct MarkedCells {
    /// The cells, in the position of the picture.
    pub cells: CellsExpr,
    /// The frame of `cells`.
    pub frame: Frame,
    /// The sign.
    pub mark: Mark,
}

/// Cells with a text.
#[derive(Clone, Debug)]
pub struct LabeledCells {
    /// The cells, in the position of the picture.
    pub cells: CellsExpr,
    /// Where the text finds its cell, in [`Class::Word`](super::expr::Class::Word).
    pub slot: Slot,
    /// The text.
    pub text: Text,
    /// The frame of both.
    pub frame: Frame,
}

/// Lines from cells to other cells.
#[derive(Clone, Debug)]
pub struct JoinedCells {
    /// Whether the lines are walls between neighbors.
    pub is_wall: bool,
    /// The first cells, in the position of the picture.
    pub cells: CellsExpr,
    /// Where `to` finds its first cell, in [`Class::Word`](super::expr::Class::Word).
    pub slot: Slot,
    /// The second cells of each first one.
    pub to: CellsExpr,
    /// The frame of both.
    pub frame: Frame,
    /// The color; without one, that of the piece on the first cell.
    pub color: Option<LookColor>,
}

/// A line below the board.
#[derive(Clone, Debug)]
pub struct Caption {
    /// The text, in the position of the picture.
    pub text: Text,
    /// Its frame.
    pub frame: Frame,
}

/// A color, by its name or that of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookColor {
    /// A color of the palette.
    Named(Color),
    /// The color of a player's pieces.
    Of(Player),
}

/// A sign in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One of the signs that have names.
    Sign(Sign),
    /// A short text.
    Text(String),
}

/// The look of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceShape {
    /// Its outline.
    pub outline: Outline,
    /// A text on it: letters, a sign or an emoji; without one, the usual letters of the kind; an empty one for none.
    pub text: Option<String>,
}

/// The longest text on a piece or in a mark, in characters: an emoji may have several.
pub const LONGEST_TEXT: usize = 12;

/// The longest name of a variable in pictures, in characters.
pub const LONGEST_NAME: usize = 60;

/// The longest path of an [`Outline::Path`], in bytes.
pub const LONGEST_PATH: usize = 2000;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $words:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$each])* $variant),* }

        impl $name {
            /// All of them, each with its words; the first is the usual one.
            pub const ALL: &[($name, &str)] = &[$(($name::$variant, $words)),*];

            /// Returns the one with a name.
            pub fn named(word: &str) -> Option<$name> {
                $name::ALL.iter().find(|(_, words)| words.split(' ').any(|known| known == word)).map(|(one, _)| *one)
            }

            /// Returns its usual name.
            pub fn word(self) -> &'static str {
                let words = $name::ALL.iter().find(|(one, _)| *one == self).map_or("", |(_, words)| *words);
                words.split(' ').next().unwrap_or(words)
            }

            /// Returns the usual name of each.
            pub fn names() -> impl Iterator<Item = &'static str> {
                $name::ALL.iter().map(|(one, _)| one.word())
            }
        }
    };
}

words! {
    /// The colors of pieces and cells.
    Color {
        /// Blue.
        Blue = "blue",
        /// Red.
        Red = "red",
        /// Green.
        Green = "green",
        /// Yellow.
        Yellow = "yellow gold amber",
        /// Purple.
        Purple = "purple violet",
        /// Orange.
        Orange = "orange",
        /// Teal.
        Teal = "teal cyan",
        /// Pink.
        Pink = "pink rose",
        /// Brown.
        Brown = "brown",
        /// Gray.
        Gray = "gray grey silver",
        /// Lime.
        Lime = "lime",
        /// Black.
        Black = "black dark",
        /// White.
        White = "white light",
    }
}

words! {
    /// The signs that `mark` knows by name.
    Sign {
        /// A small disc.
        Dot = "dot point",
        /// A circle.
        Ring = "ring circle",
        /// Two crossing strokes.
        Cross = "cross",
        /// A star with five points.
        Star = "star",
        /// A small square.
        Square = "square",
    }
}

words! {
    /// The outlines of pieces.
    Outline {
        /// A disc.
        Disc = "disc circle",
        /// A ring, open in the middle.
        Ring = "ring",
        /// A ring around a disc.
        Target = "target",
        /// Two crossing strokes.
        Cross = "cross",
        /// A square.
        Square = "square",
        /// A hexagon.
        Hex = "hex hexagon",
        /// The five-sided wedge of shogi, which points forward.
        Wedge = "wedge",
        /// Nothing: lines or marks show the piece.
        None = "none",
        /// Only the text.
        Text = "text",
        /// The text is a path of SVG, in a square from -50 to 50.
        Path = "path",
        /// A pawn of chess.
        Pawn = "pawn",
        /// A knight of chess.
        Knight = "knight",
        /// A bishop of chess.
        Bishop = "bishop",
        /// A rook of chess.
        Rook = "rook",
        /// A queen of chess.
        Queen = "queen",
        /// A king of chess.
        King = "king",
    }
}

impl Outline {
    /// Returns whether letters fit on it.
    pub fn has_letters(self) -> bool {
        matches!(self, Outline::Disc | Outline::Ring | Outline::Square | Outline::Hex | Outline::Wedge)
    }
}

impl Look {
    /// Returns whether pictures look the same in all positions, but for the pieces.
    pub fn is_fixed(&self) -> bool {
        let colored = [&self.fills, &self.borders, &self.edges].iter().all(|areas| areas.is_empty());
        colored && self.marks.is_empty() && self.labels.is_empty() && self.joints.is_empty() && self.captions.is_empty()
    }

    /// Returns the shape of a piece, if the file gives it one.
    pub fn shape(&self, piece: Piece) -> Option<&PieceShape> {
        self.shapes.iter().rfind(|(of, _)| *of == piece).map(|(_, shape)| shape)
    }

    /// Returns the color of a player, if the file gives it one.
    pub fn color(&self, player: Player) -> Option<Color> {
        self.colors.iter().rfind(|(of, _)| *of == player).map(|(_, color)| *color)
    }

    /// Returns the color of a neutral kind, if the file gives it one.
    pub fn neutral(&self, kind: Kind) -> Option<Color> {
        self.neutrals.iter().rfind(|(of, _)| *of == kind).map(|(_, color)| *color)
    }

    /// Returns the piece that a variable counts beside the board, if the file says so.
    pub fn beside(&self, var: VarId) -> Option<Piece> {
        self.beside.iter().rfind(|(of, _)| *of == var).map(|(_, piece)| *piece)
    }

    /// Returns the name of a variable in pictures, if the file gives it one.
    pub fn name(&self, var: VarId) -> Option<&str> {
        self.names.iter().rfind(|(of, _)| *of == var).map(|(_, name)| name.as_str())
    }
}
