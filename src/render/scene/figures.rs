//! The look of pieces: what the file says, or what their names and signs suggest.

use crate::game::Game;
use crate::game::look::Outline;
use crate::game::piece::{Dir, Kind, Piece};
use crate::game::value::Value;
use crate::render::colors::{NEUTRAL, Paint, paint_of};
use crate::render::{colors, pieces};

/// The look of a piece.
///
/// See [`Scene`](super::Scene) for an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Figure {
    /// The name of the piece: `king of White`, or `arrow`.
    pub id: String,
    /// Its shape.
    pub outline: Outline,
    /// The letters or the sign on it, or the data of its path.
    pub text: Option<String>,
    /// Its color.
    pub paint: Paint,
    /// How far a shape that points forward is turned, in degrees clockwise from North.
    pub turn: f64,
    /// The character that shows it in text boards.
    pub symbol: char,
    /// Whether a legend should name its kind, because the picture does not tell it.
    pub is_named: bool,
}

impl Figure {
    /// Returns whether it is a disc without letters.
    pub(in crate::render) fn is_plain(&self) -> bool {
        self.outline == Outline::Disc && self.text.as_ref().is_none_or(String::is_empty)
    }
}

/// Returns the look of each piece of a game, with these colors of its players.
pub(super) fn figures(game: &Game, players: &[Paint]) -> Vec<(Piece, Figure)> {
    let kinds = kinds(game);
    let marks = marks(game);
    let is_alone = pieces::one_kind(game);
    let figure = |(piece, symbol): (Piece, char)| {
        let owner = usize::from(piece.owner.0);
        let neutral = || game.look.neutral(piece.kind).map_or(NEUTRAL, paint_of);
        let paint = players.get(owner).copied().unwrap_or_else(neutral);
        let usual = || match marks.get(owner).copied().flatten() {
            Some(mark) => (Outline::Text, Some(mark.to_string())),
            None => kinds.get(usize::from(piece.kind.0)).cloned().unwrap_or((Outline::Disc, None)),
        };
        let (outline, text) = match game.look.shape(piece) {
            // Another shape has the usual letters.
            Some(shape) => {
                let text = || usual().1.filter(|_| shape.outline.has_letters());
                (shape.outline, shape.text.clone().or_else(text))
            }
            None => usual(),
        };
        let is_chess = CHESS.iter().any(|(known, _)| *known == outline);
        let is_plain = outline == Outline::Disc && text.as_ref().is_none_or(String::is_empty);
        let is_named = match owner < players.len() {
            _ if outline == Outline::None => false,
            true if is_alone => outline == Outline::Disc && !is_plain,
            true => !is_chess && !is_plain,
            false => true,
        };
        (
            piece,
            Figure {
                id: Value::Piece(piece).text(game),
                outline,
                text,
                paint,
                turn: turn(game, piece),
                symbol,
                is_named,
            },
        )
    };
    pieces::symbols(game).into_iter().map(figure).collect()
}

/// Returns how far the pieces of a player are turned who goes elsewhere than North.
fn turn(game: &Game, piece: Piece) -> f64 {
    let going = game.players.get(usize::from(piece.owner.0)).and_then(|player| player.going);
    let ahead: Option<Dir> = going.and_then(|going| game.board.ahead(going));
    let angle = ahead.map(|dir| f64::from(game.board.dx(dir)).atan2(f64::from(game.board.dy(dir))).to_degrees());
    angle.unwrap_or(0.0)
}

/// The figures of chess, with their usual letters.
const CHESS: [(Outline, &str); 6] = [
    (Outline::Pawn, "P"),
    (Outline::Knight, "N"),
    (Outline::Bishop, "B"),
    (Outline::Rook, "R"),
    (Outline::Queen, "Q"),
    (Outline::King, "K"),
];

/// Returns the figure for a kind of this name, and whether it may stand for a kind with this sign.
fn chess(name: &str, sign: Option<&str>) -> Option<(Outline, bool)> {
    let figure = Outline::named(name)?;
    let (_, letter) = CHESS.iter().find(|(known, _)| *known == figure)?;
    Some((figure, sign.is_none_or(|sign| sign == *letter)))
}

/// Returns the only character of a text.
fn single(text: &str) -> Option<char> {
    let mut all = text.chars();
    all.next().filter(|_| all.next().is_none())
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

/// Returns the usual look of each kind: its outline, and its letters or its sign.
fn kinds(game: &Game) -> Vec<(Outline, Option<String>)> {
    let owned: Vec<&str> = game.kinds.iter().filter(|kind| !kind.neutral).map(|kind| kind.name.as_str()).collect();
    let all_chess =
        owned.len() > 2 && owned.iter().filter(|name| chess(name, None).is_some()).count() * 2 > owned.len();
    let neutrals = game.kinds.len() - owned.len();
    let mut letters = Letters { taken: game.kinds.iter().filter_map(|kind| kind.sign.clone()).collect() };
    let kinds = game.kinds.iter().enumerate().map(|(at, info)| {
        match (&info.sign, chess(&info.name, info.sign.as_deref())) {
            (None, _) if info.neutral && neutrals == 1 => (Outline::Square, None),
            _ if info.neutral => (Outline::Square, letters.of(game, at)),
            _ if owned.len() == 1 => (Outline::Disc, info.sign.clone()),
            (_, Some((figure, true))) if all_chess => (figure, None),
            // The first kind is the plain one, unless the legend has a letter for each of several.
            (None, _) if !all_chess && owned.first() == Some(&info.name.as_str()) => {
                (Outline::Disc, letters.of_legend(game, at).filter(|_| owned.len() > 2))
            }
            (None, Some((Outline::King, _))) => (Outline::Disc, Some("♚".to_owned())),
            (None, Some((Outline::Queen, _))) => (Outline::Disc, Some("♛".to_owned())),
            _ => (Outline::Disc, letters.of(game, at)),
        }
    });
    kinds.collect()
}

/// Returns the letters of players whose names are marks, such as X and O.
fn marks(game: &Game) -> Vec<Option<char>> {
    let plain = game.kinds.iter().all(|kind| kind.neutral || kind.sign.is_none());
    let is_mark = plain && pieces::one_kind(game);
    game.players.iter().map(|player| single(&player.name).filter(|_| is_mark)).collect()
}

/// Returns the pieces that need a legend: players not named after their color, letters on discs, neutral pieces. Pieces that are
/// on the board explain it best.
pub(super) fn legend(
    game: &Game,
    figures: &[(Piece, Figure)],
    is_on_board: impl Fn(Piece) -> bool,
) -> Vec<(Piece, String)> {
    let mut figures: Vec<&(Piece, Figure)> = figures.iter().collect();
    figures.sort_by_key(|(piece, _)| !is_on_board(*piece));
    let mut legend: Vec<(Piece, String)> = Vec::new();
    let says_color = |name: &str, paint: Paint| {
        colors::by_name(name).is_some_and(|named| named == paint) || name.chars().count() == 1
    };
    for (n, player) in game.players.iter().enumerate() {
        let first = figures.iter().find(|(piece, _)| usize::from(piece.owner.0) == n);
        let first = first.filter(|(_, figure)| !says_color(&player.name, figure.paint));
        legend.extend(first.map(|(piece, _)| (*piece, player.name.clone())));
    }
    for kind in 0..game.kinds.len() {
        let name = game.kind_name(Kind(kind as u8));
        // Players are often named after their only kind: Goats have goats.
        let is_named_after =
            |known: &str| known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(&format!("{name}s"));
        let is_known = legend.iter().any(|(_, known)| is_named_after(known));
        let first = figures.iter().find(|(piece, figure)| usize::from(piece.kind.0) == kind && figure.is_named);
        legend.extend(first.filter(|_| !is_known).map(|(piece, _)| (*piece, name.to_owned())));
    }
    legend
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Shape;
    use crate::game::rules::PictureSymbol;
    use crate::render::testing;

    #[test]
    fn letters_come_from_signs_then_the_legend_then_names() {
        let letters = |game: &Game| {
            let shown = kinds(game).into_iter().filter_map(|(outline, text)| match outline {
                Outline::Disc | Outline::Square => text,
                chess => Some(format!("{chess:?}")),
            });
            shown.collect::<Vec<_>>().join(" ")
        };
        let plain = testing::game("Kings", Shape::Square(3, 3), "Red", "man king goose");
        assert_eq!(letters(&plain), "♚ G");
        let mut army = testing::game("Army", Shape::Square(3, 3), "Red", "general=+G guard horse fort!=#");
        assert_eq!(letters(&army), "+G G H #");
        let legend = [('x', 1), ('C', 2)];
        army.legend.extend(legend.map(|(symbol, kind)| PictureSymbol { symbol, piece: pieces::all(&army)[kind] }));
        assert_eq!(letters(&army), "+G X C #");
        let mut many = testing::game("Many", Shape::Square(3, 3), "Red", "general guard horse");
        many.legend.push(PictureSymbol { symbol: 'k', piece: pieces::all(&many)[0] });
        assert_eq!(letters(&many), "K G H");
        let chess = testing::game("Chess", Shape::Square(3, 3), "Red", "pawn=P rook=T queen=Q");
        assert_eq!(letters(&chess), "Pawn T Queen");
        let men = testing::game("Men", Shape::Square(3, 3), "X O", "man=M");
        assert_eq!((letters(&men).as_str(), marks(&men)), ("M", vec![None, None]));
    }
}
