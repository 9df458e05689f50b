//! The directions of a board: names, opposites, and which of them lead forward for a player.

use super::super::piece::{Dir, MAX_DIRS};
use super::Board;

/// The directions of a board, in the language's order.
#[derive(Clone, Debug, Default)]
pub(super) struct Compass {
    /// Their names.
    pub names: Vec<String>,
    /// How a step changes column and row; (0, 0) for a graph's direction that is not named after a compass point.
    pub vectors: Vec<(i32, i32)>,
    /// The opposites.
    pub opposite: Vec<Option<Dir>>,
    /// The masks of the built-in words `orthogonal` and `diagonal`.
    pub orthogonal: u64,
    pub diagonal: u64,
    /// Words for several directions.
    pub groups: Vec<(&'static str, u64)>,
}

/// The eight compass points, clockwise, with the change of column and row on a square board.
const POINTS: [(&str, i32, i32); 8] =
    [("N", 0, 1), ("NE", 1, 1), ("E", 1, 0), ("SE", 1, -1), ("S", 0, -1), ("SW", -1, -1), ("W", -1, 0), ("NW", -1, 1)];

/// The six directions between hexes, clockwise, in columns that run Southwest to Northeast.
const HEXES: [(&str, i32, i32); 6] =
    [("NE", 0, 1), ("E", 1, 0), ("SE", 1, -1), ("SW", 0, -1), ("W", -1, 0), ("NW", -1, 1)];

impl Compass {
    /// Returns the eight directions of a square board.
    pub(super) fn square() -> Compass {
        Compass { orthogonal: 0b0101_0101, diagonal: 0b1010_1010, ..Compass::of(&POINTS) }
    }

    /// Returns the six directions of a hexagonal board; `N` and `S` are pairs of them.
    pub(super) fn hex() -> Compass {
        Compass { orthogonal: 0b11_1111, groups: vec![("N", 0b10_0001), ("S", 0b00_1100)], ..Compass::of(&HEXES) }
    }

    fn of(points: &[(&str, i32, i32)]) -> Compass {
        let half = points.len() / 2;
        Compass {
            names: points.iter().map(|point| point.0.to_string()).collect(),
            vectors: points.iter().map(|point| (point.1, point.2)).collect(),
            opposite: (0..points.len()).map(|d| Some(Dir(((d + half) % points.len()) as u8))).collect(),
            ..Compass::default()
        }
    }

    /// Returns the direction of a graph with this name, adding it if it is new; `None` if there would be too many.
    pub(super) fn name(&mut self, name: &str) -> Option<Dir> {
        if let Some(known) = self.names.iter().position(|other| other == name) {
            return Some(Dir(known as u8));
        }
        if self.names.len() == MAX_DIRS {
            return None;
        }
        let vector = POINTS.iter().find(|point| point.0 == name).map_or((0, 0), |point| (point.1, point.2));
        self.names.push(name.to_string());
        self.vectors.push(vector);
        self.opposite.push(None);
        self.orthogonal = self.all();
        Some(Dir((self.names.len() - 1) as u8))
    }

    /// Returns the mask of all directions.
    pub(super) fn all(&self) -> u64 {
        (1 << self.names.len()) - 1
    }

    /// Returns the mask of a word.
    pub(super) fn word(&self, name: &str) -> Option<u64> {
        let single = self.names.iter().position(|other| other == name).map(|dir| 1 << dir);
        single.or_else(|| self.groups.iter().find(|group| group.0 == name).map(|group| group.1))
    }

    /// Returns the mask of the opposites.
    pub(super) fn back(&self, dirs: u64) -> u64 {
        bits(dirs).filter_map(|dir| *self.opposite.get(dir.0 as usize)?).fold(0, |mask, dir| mask | 1 << dir.0)
    }
}

/// Returns the directions of a mask, in the language's order.
#[inline]
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = Dir> {
    std::iter::from_fn(move || {
        let dir = (mask != 0).then(|| Dir(mask.trailing_zeros() as u8));
        mask &= mask.wrapping_sub(1);
        dir
    })
}

impl Board {
    /// Returns the number of directions, which is the number of bits of a direction mask.
    #[inline]
    pub fn dirs(&self) -> usize {
        self.compass.names.len()
    }

    /// Returns the directions that a word names: one (`N` on squares, `sow` on a graph) or several (`N` on hexes is NW|NE).
    pub fn dir_word(&self, name: &str) -> Option<u64> {
        self.compass.word(name)
    }

    /// Returns all words that [`Board::dir_word`] knows.
    pub fn dir_words(&self) -> Vec<&str> {
        let groups = self.compass.groups.iter().map(|group| group.0);
        self.compass.names.iter().map(String::as_str).chain(groups).collect()
    }

    /// Returns the name of a direction.
    pub fn dir_name(&self, dir: Dir) -> &str {
        self.compass.names.get(dir.0 as usize).map_or("nothing", String::as_str)
    }

    /// Returns the mask of `orthogonal`: on hexes and graphs all directions.
    pub fn orthogonal(&self) -> u64 {
        self.compass.orthogonal
    }

    /// Returns the mask of `diagonal`: on hexes and graphs no direction.
    pub fn diagonal(&self) -> u64 {
        self.compass.diagonal
    }

    /// Returns the mask of all directions.
    pub fn all_dirs(&self) -> u64 {
        self.compass.all()
    }

    /// Returns the directions in which cells are neighbors.
    pub fn links(&self) -> u64 {
        self.links
    }

    /// Returns the opposite direction, or `None` for a graph's direction without a way back.
    #[inline]
    pub fn opposite(&self, dir: Dir) -> Option<Dir> {
        *self.compass.opposite.get(dir.0 as usize)?
    }

    /// Returns how a step changes the column, from -1 to 1. A graph's direction must be named after a compass point for
    /// this.
    #[inline]
    pub fn dx(&self, dir: Dir) -> i32 {
        self.compass.vectors.get(dir.0 as usize).map_or(0, |vector| vector.0)
    }

    /// Returns how a step changes the row, like [`Board::dx`].
    #[inline]
    pub fn dy(&self, dir: Dir) -> i32 {
        self.compass.vectors.get(dir.0 as usize).map_or(0, |vector| vector.1)
    }

    /// Returns the direction with this [`Board::dx`] and [`Board::dy`].
    pub fn dir_of(&self, dx: i32, dy: i32) -> Option<Dir> {
        let found = self.compass.vectors.iter().position(|vector| *vector == (dx, dy) && *vector != (0, 0))?;
        Some(Dir(found as u8))
    }

    /// Returns the forward directions of a player: three on squares, `going` itself on hexes and graphs.
    pub fn forward(&self, going: u64) -> u64 {
        if self.is_square() { self.along(going, |dot| dot > 0) } else { going & self.all_dirs() }
    }

    /// Returns the opposites of [`Board::forward`].
    pub fn backward(&self, going: u64) -> u64 {
        self.compass.back(self.forward(going))
    }

    /// Returns the sideways directions: on squares at a right angle, on hexes and graphs all that lead neither forward
    /// nor back.
    pub fn sideways(&self, going: u64) -> u64 {
        if self.is_square() {
            return self.along(going, |dot| dot == 0);
        }
        self.all_dirs() & !self.forward(going) & !self.backward(going)
    }

    /// Returns the one direction straight ahead, or `None` if `going` is several directions.
    pub fn ahead(&self, going: u64) -> Option<Dir> {
        (going.count_ones() == 1).then(|| Dir(going.trailing_zeros() as u8))
    }

    /// Returns the directions whose scalar product with `going` is `wanted`.
    fn along(&self, going: u64, wanted: impl Fn(i32) -> bool) -> u64 {
        let (x, y) = bits(going).fold((0, 0), |(x, y), dir| (x + self.dx(dir), y + self.dy(dir)));
        let vectors = self.compass.vectors.iter().enumerate();
        vectors.fold(0, |mask, (dir, (dx, dy))| mask | u64::from(wanted(dx * x + dy * y)) << dir)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{dirs, graph, hex, square};

    #[test]
    fn squares_have_three_directions_to_the_front() {
        let board = square(8, 8);
        let mask = |words: &str| dirs(&board, words);
        assert_eq!(board.forward(mask("N")), mask("NW N NE"));
        assert_eq!(board.forward(mask("E")), mask("NE E SE"));
        assert_eq!(board.forward(mask("SW")), mask("S SW W"));
        assert_eq!(board.backward(mask("N")), mask("SW S SE"));
        assert_eq!(board.sideways(mask("S")), mask("E W"));
        assert_eq!(board.sideways(mask("NE")), mask("NW SE"));
        assert_eq!(board.ahead(mask("N")), board.dir_of(0, 1));
        assert_eq!(board.orthogonal() | board.diagonal(), board.all_dirs());
    }

    #[test]
    fn hexes_have_two_directions_to_the_north() {
        let board = hex(4, 3);
        let mask = |words: &str| dirs(&board, words);
        assert_eq!(mask("N"), mask("NW NE"));
        assert_eq!(board.forward(mask("N")), mask("NW NE"));
        assert_eq!(board.backward(mask("N")), mask("S"));
        assert_eq!(board.sideways(mask("N")), mask("E W"));
        assert_eq!(board.ahead(mask("N")), None);
        assert_eq!(board.forward(mask("E")), mask("E"));
        assert_eq!(board.backward(mask("E")), mask("W"));
        assert_eq!((board.orthogonal(), board.diagonal()), (board.all_dirs(), 0));
        assert_eq!(board.dir_words(), ["NE", "E", "SE", "SW", "W", "NW", "N", "S"]);
    }

    #[test]
    fn graphs_have_the_directions_that_they_name() {
        let board = graph(&[("sow/back", "a1 b1 a1"), ("N", "a1 a2")]);
        let mask = |words: &str| dirs(&board, words);
        assert_eq!(board.dir_words(), ["sow", "back", "N"]);
        assert_eq!(board.backward(mask("sow")), mask("back"));
        assert_eq!(board.sideways(mask("sow")), mask("N"));
        assert_eq!(board.backward(mask("N")), 0);
        assert_eq!(board.dir_of(0, 1).map(|dir| board.dir_name(dir)), Some("N"));
        assert_eq!(board.dir_of(0, 0), None);
    }
}
