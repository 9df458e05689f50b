//! The edges of players around a text board.

use super::canvas::ink;
use super::pieces;
use super::scene::{Scene, Side};
use super::signs::free_sign;
use crate::game::Game;
use crate::render::colors::Paint;
use anstyle::Style;
use std::collections::BTreeMap;

/// The signs of edges around a board: each stands where the next cell would be beyond the edge.
#[derive(Default)]
pub(super) struct Rims {
    signs: BTreeMap<(i32, i32), (char, Style)>,
    /// The sign of each edge's color.
    of: Vec<(Paint, char)>,
    is_whole: bool,
}

impl Rims {
    /// Returns the signs of a scene's edges.
    pub(super) fn new(game: &Game, scene: &Scene) -> Rims {
        let mut of: Vec<(Paint, char)> = Vec::new();
        for (_, paint) in &scene.edges {
            if !of.iter().any(|(known, _)| known == paint) {
                let sign = player_sign(game, scene, *paint);
                let used = |sign: char| of.iter().any(|(_, other)| *other == sign);
                of.push((
                    *paint,
                    sign.unwrap_or_else(|| free_sign(*paint, |sign| used(sign) || scene.has_symbol(sign))),
                ));
            }
        }
        let sign = |(side, paint): &(Side, Paint)| {
            let (_, sign) = of.iter().find(|(known, _)| known == paint)?;
            let (column, row) = (game.board.column(side.cell)?, game.board.row(side.cell)?);
            let (dx, dy) = side.steps(game.board.is_hex());
            Some(((column + dx, row + dy), (*sign, ink(paint.terminal))))
        };
        Rims { signs: scene.edges.iter().filter_map(sign).collect(), of, is_whole: true }
    }

    /// Leaves out those above and below a board of more rows than this.
    pub(super) fn within(mut self, game: &Game, rows: i32) -> Rims {
        let height = game.board.height();
        if height > rows {
            let before = self.signs.len();
            self.signs.retain(|(_, row), _| (1..=height).contains(row));
            self.is_whole = self.signs.len() == before;
        }
        self
    }

    /// Returns the signs by their column and row.
    pub(super) fn signs(&self) -> &BTreeMap<(i32, i32), (char, Style)> {
        &self.signs
    }

    /// Returns the columns and rows of the signs.
    pub(super) fn places(&self) -> impl Iterator<Item = (i32, i32)> {
        self.signs.keys().copied()
    }

    /// Returns whether there is a sign at a column and row.
    pub(super) fn has_sign(&self, column: i32, row: i32) -> bool {
        self.signs.contains_key(&(column, row))
    }

    /// Returns the first column with a sign, or 1.
    pub(super) fn first_column(&self) -> i32 {
        self.places().map(|(column, _)| column).min().unwrap_or(1)
    }

    /// Returns the highest row with a sign, or 0.
    pub(super) fn last_row(&self) -> i32 {
        self.places().map(|(_, row)| row).max().unwrap_or(0)
    }

    /// Returns whether all sides of the edges have their signs.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns the colors of the edges with their signs.
    pub(super) fn by_color(&self) -> &[(Paint, char)] {
        &self.of
    }
}

/// Returns the sign of the player with a color, whose pieces are all of one kind.
fn player_sign(game: &Game, scene: &Scene, paint: Paint) -> Option<char> {
    let player = scene.players.iter().position(|player| player.paint == paint).filter(|_| pieces::one_kind(game))?;
    let mut figures = scene.figures.iter().filter(|(piece, _)| usize::from(piece.owner.0) == player);
    figures.next().map(|(_, figure)| figure.symbol)
}

#[cfg(test)]
mod tests {
    use crate::load::load_text;
    use crate::render::{Picture, TextStyle, text};

    /// Returns the text board of a game with these lines.
    fn board(lines: &str) -> String {
        let text_of = format!(
            "game \"Rims\"\n{lines}\nplayers Red, Blue\npiece stone\naction put(p: empty) do put stone at p\n\
             end {{ when none(empty): draw }}"
        );
        let engine = load_text(&text_of, &[]).unwrap_or_else(|error| panic!("{error:?}"));
        text(engine.game(), &engine.start().unwrap(), &TextStyle::default())
    }

    #[test]
    fn edges_of_players_are_around_the_board() {
        let squares = board("board square 3 x 3 look { edge edge(N) | edge(S): Red edge edge(W): Blue }");
        let expected =
            "    r r r\n3 b . . .\n2 b . . .\n1 b . . .\n    r r r\n    a b c\n\nr Red  b Blue\nedges: r red  b blue\n";
        assert_eq!(squares, expected);
        let hexes = board("board hex 3 x 3 look { edge edge(N) | edge(S): Red edge edge(W) | edge(E): Blue }");
        let expected = "     b r r r\n3   b . . . b\n2  b . . . b\n1 b . . . b\n   r r r b\n  a/b/c/\n\nr Red  b Blue\nedges: r red  b blue\n";
        assert_eq!(hexes, expected);
    }

    #[test]
    fn a_color_of_nobody_has_a_sign_of_its_own() {
        let shown = board("board square 2 x 3 look { edge edge(E): teal }");
        assert!(shown.starts_with("3 . . *\n2 . . *\n1 . . *\n  a b\n"), "{shown}");
        assert!(shown.ends_with("edges: * teal\n"), "{shown}");
    }

    #[test]
    fn a_high_board_of_a_screen_has_its_edges_at_the_sides_only() {
        let slash = crate::load::load_bundled("slash", &[]).unwrap();
        let picture = Picture::new(slash.game(), &slash.start().unwrap(), 1);
        assert_eq!(picture.height(), 20);
        let row: String = picture.rows[0].iter().map(|(text, _)| text.as_str()).collect();
        assert!(row.starts_with("19 ○ . ") && row.ends_with(" . ○"), "{row}");
        let below: Vec<String> =
            picture.below.iter().map(|line| line.iter().map(|(text, _)| text.as_str()).collect()).collect();
        assert!(below.contains(&"edges: ● black a1-s1 a19-s19  ○ white a1-a19 s1-s19".to_owned()), "{below:?}");
    }
}
