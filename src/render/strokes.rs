//! Lines, walls and borders between the cells of a text board of squares.

use super::canvas::{Canvas, ink};
use super::colors::Paint;
use super::scene::{Scene, SceneJoint, Side};
use crate::game::board::Board;
use anstyle::Style;
use std::collections::BTreeSet;

/// The lines, walls and borders that fit between the characters of cells. Some need a free line between two rows.
#[derive(Default)]
pub(super) struct Strokes {
    all: Vec<Stroke>,
    /// Each row above which a free line is needed.
    rows: BTreeSet<i32>,
}

/// A line between cells that are at most two columns and rows apart, or a wall or a part of a border between neighbors.
struct Stroke {
    is_wall: bool,
    /// Column and row of both ends.
    ends: ((i32, i32), (i32, i32)),
    style: Style,
}

impl Stroke {
    fn new(board: &Board, joint: &SceneJoint) -> Option<Stroke> {
        let place = |cell| Some((board.column(cell)?, board.row(cell)?));
        let ends = (place(joint.cells.0)?, place(joint.cells.1)?);
        let stroke = Stroke { is_wall: joint.is_wall, ends, style: ink(joint.paint.terminal).bold() };
        let (dx, dy) = stroke.apart();
        let has_middle = if joint.is_wall { dx.abs() + dy.abs() == 1 } else { dx % 2 != 0 || dy % 2 != 0 };
        (board.is_square() && dx.abs() <= 2 && dy.abs() <= 2 && has_middle).then_some(stroke)
    }

    /// Returns a part of a border. Its second end may be outside of the board.
    fn border(board: &Board, side: &Side, paint: Paint) -> Option<Stroke> {
        let (column, row) = (board.column(side.cell)?, board.row(side.cell)?);
        let (dx, dy) = side.steps(board.is_hex());
        let stroke =
            Stroke { is_wall: true, ends: ((column, row), (column + dx, row + dy)), style: ink(paint.terminal).bold() };
        board.is_square().then_some(stroke)
    }

    fn apart(&self) -> (i32, i32) {
        (self.ends.1.0 - self.ends.0.0, self.ends.1.1 - self.ends.0.1)
    }
}

/// Where the columns and rows of a text board are.
pub(super) struct Grid<'f> {
    /// The first character of a cell, by its column.
    pub x: &'f dyn Fn(i32) -> usize,
    /// The line of a row.
    pub y: &'f dyn Fn(i32) -> usize,
    /// The characters of a cell.
    pub width: usize,
}

impl Strokes {
    /// Returns those that can be drawn.
    pub(super) fn new(board: &Board, scene: &Scene) -> Strokes {
        let joints = scene.joints.iter().filter_map(|joint| Stroke::new(board, joint));
        let sides = scene.borders.iter().flat_map(|(sides, paint)| sides.iter().map(move |side| (side, *paint)));
        let borders = sides.filter_map(|(side, paint)| Stroke::border(board, side, paint));
        let all: Vec<Stroke> = borders.chain(joints).collect();
        let low = |stroke: &Stroke| stroke.ends.0.1.min(stroke.ends.1.1);
        let between = all.iter().filter(|stroke| stroke.apart().1 % 2 != 0);
        let rows = between.map(low).collect();
        Strokes { all, rows }
    }

    /// Returns whether a joint is drawn between characters.
    pub(super) fn can_draw(board: &Board, joint: &SceneJoint) -> bool {
        Stroke::new(board, joint).is_some()
    }

    /// Returns how many free lines are above a row.
    pub(super) fn lines_above(&self, row: i32) -> usize {
        self.rows.range(row..).count()
    }

    /// Draws them.
    pub(super) fn draw(&self, canvas: &mut Canvas, grid: &Grid<'_>) {
        let mut walls: Vec<(usize, usize, Style)> = Vec::new();
        for stroke in &self.all {
            let ((x1, y1), (x2, y2)) = stroke.ends;
            let (dx, dy) = stroke.apart();
            // the line between two rows, or the column between two columns
            let y = if dy % 2 == 0 { (grid.y)((y1 + y2) / 2) } else { (grid.y)(y1.min(y2)).saturating_sub(1) };
            if stroke.is_wall && dx == 0 {
                let (x, next) = ((grid.x)(x1), (grid.x)(x1 + 1));
                let follows = |other: &Stroke| other.is_wall && other.ends == ((x1 + 1, y1), (x2 + 1, y2));
                let end = if self.all.iter().any(follows) { next - 1 } else { x + grid.width };
                canvas.put(x, y, &"-".repeat(end - x), stroke.style);
                walls.push((next - 1, y, stroke.style));
                continue;
            }
            let x = if dx % 2 == 0 { (grid.x)((x1 + x2) / 2) } else { (grid.x)((x1 + x2 + 1).div_euclid(2)) - 1 };
            let sign = match (stroke.is_wall, dx, dy) {
                (true, ..) | (_, 0, _) => '|',
                (_, _, 0) => '-',
                _ if (dx > 0) == (dy > 0) => '/',
                _ => '\\',
            };
            let sign = match (canvas.at(x, y), sign) {
                ('/', '\\') | ('\\', '/') => 'X',
                ('-', '|') | ('|', '-') => '+',
                _ => sign,
            };
            canvas.put(x, y, sign.encode_utf8(&mut [0; 4]), stroke.style);
            if stroke.is_wall {
                walls.push((x, y + 1, stroke.style));
            }
        }
        // Walls that follow each other are joined.
        for (x, y, style) in walls {
            let (left, right) = (x.checked_sub(1).map_or(' ', |left| canvas.at(left, y)), canvas.at(x + 1, y));
            let (up, down) = (y.checked_sub(1).map_or(' ', |up| canvas.at(x, up)), canvas.at(x, y + 1));
            let sign = match (left == '-' && right == '-', up == '|' && down == '|') {
                _ if canvas.at(x, y) != ' ' => continue,
                (true, true) => "+",
                (true, false) => "-",
                (false, true) => "|",
                _ => continue,
            };
            canvas.put(x, y, sign, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::load::load_text;
    use crate::render::{Picture, TextStyle, text};

    /// Returns the text board of a game on this board, with this look.
    fn board(board: &str, look: &str) -> String {
        let rules = format!(
            "game \"Borders\"\nboard {board}\nplayers Black, White\npiece stone\nlook {{ {look} }}\n\
             action put(p: empty) do put stone at p\nend {{ when none(empty): draw }}"
        );
        let engine = load_text(&rules, &[]).unwrap_or_else(|error| panic!("{error:?}"));
        text(engine.game(), &engine.start().unwrap(), &TextStyle::default())
    }

    #[test]
    fn borders_are_drawn_between_and_around_cells() {
        let shown = board("square 4 x 2", "border columns(1..2): brown border columns(3..4): brown");
        let expected = "  ------- \n2|. .|. .|\n1|. .|. .|\n  ------- \n  a b c d\n\n● Black  ○ White\n";
        assert_eq!(shown, expected.replace(" \n", "\n"));
        let inside = board("square 3 x 3", "border b2: red");
        assert!(inside.starts_with("3 . . .\n    -\n2 .|.|.\n    -\n1 . . .\n  a b c\n"), "{inside}");
    }

    #[test]
    fn borders_of_boards_with_space_are_whole() {
        let pentago = crate::load::load_bundled("pentago", &[]).unwrap();
        let picture = Picture::new(pentago.game(), &pentago.start().unwrap(), 2);
        let row = |y: usize| picture.rows[y].iter().map(|(text, _)| text.as_str()).collect::<String>();
        assert_eq!((row(0).as_str(), row(1).as_str()), ("  ---------------------", "6|.   .   .  |.   .   .  |"));
        assert_eq!(row(6), " |-----------+---------  |");
    }

    #[test]
    fn borders_of_several_colors_are_named_below() {
        let shown = board("square 2 x 2", "border a1: Black border b2: White");
        assert!(shown.ends_with("borders: black a1  white b2\n"), "{shown}");
        let hexes = board("hex 3 x 2", "border a1 | b1: red");
        assert!(hexes.starts_with("2   . . .\n1  . . .\n") && hexes.ends_with("borders: red a1-b1\n"), "{hexes}");
    }
}
