//! The signs that text boards have for the ground: areas, filled cells, and marks.

use super::canvas::{columns, faint, ink};
use super::colors::Paint;
use super::contents::{self, StyledLine};
use super::scene::{Scene, SceneCell};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::look::{Color, Mark, Sign};
use anstyle::Style;

/// Returns whether a cell has room for its text: two columns, or one beside a single piece.
pub(super) fn has_text(shown: &SceneCell) -> bool {
    let room = match shown.pieces.len() {
        0 => 2,
        1 => 1,
        _ => 0,
    };
    shown.label.as_ref().is_some_and(|label| !label.is_empty() && columns(label) <= room)
}

/// Returns the sign of a cell's ground with its style: that of its mark, or that of its area. A cell with a visible text has none,
/// because the text says more.
pub(super) fn ground(scene: &Scene, cell: Cell, shown: &SceneCell) -> Option<(String, Style)> {
    if has_text(shown) {
        return None;
    }
    let mark = match &shown.mark {
        Some(Mark::Sign(sign)) => Some(signed(*sign).to_string()),
        Some(Mark::Text(text)) => Some(text.clone()).filter(|text| columns(text) == 1),
        None => None,
    };
    let area = || {
        let area = scene.layers.iter().rfind(|layer| layer.cells.contains(cell) && layer.symbol.is_some());
        area.and_then(|layer| layer.symbol).map(String::from)
    };
    let style = scene.layer(cell).map_or(faint(), |layer| ink(layer.paint.terminal));
    mark.or_else(area).or_else(|| digit(scene, shown)).map(|sign| (sign, style))
}

/// Returns the number that the tables of maps give a cell, if all their numbers fit a sign: one digit for each cell.
fn digit(scene: &Scene, shown: &SceneCell) -> Option<String> {
    let [digit] = numbers(shown).collect::<Vec<_>>()[..] else { return None };
    let fits = |cell: &SceneCell| numbers(cell).count() <= 1 && numbers(cell).all(|number| number.len() == 1);
    scene.cells.iter().all(fits).then(|| digit.clone())
}

/// Returns the numbers that tables give a cell.
fn numbers(shown: &SceneCell) -> impl Iterator<Item = &String> {
    shown.printed.iter().filter(|printed| printed.parse::<i32>().is_ok())
}

/// Returns whether a sign of the ground could be taken for a piece.
pub(super) fn is_piece(scene: &Scene, sign: &str) -> bool {
    sign.chars().any(|sign| scene.has_symbol(sign))
}

/// The most columns of a board whose cells have a column for the signs of their ground: as many as `play` has room for.
const MOST_COLUMNS: i32 = 15;

/// Returns whether each cell has a column for the sign of its ground, after its piece. Without one, the sign stands between the cell
/// and the next one.
pub(super) fn have_column(game: &Game, scene: &Scene) -> bool {
    let has_areas = !game.look.fills.is_empty()
        || scene.layers.iter().any(|layer| layer.symbol.is_some())
        || scene.cells.iter().any(|shown| digit(scene, shown).is_some());
    let has_room = game.board.is_square() && game.board.width() <= MOST_COLUMNS || contents::hexes_are_apart(game);
    has_areas && has_room && game.look.joints.is_empty()
}

/// Explains the signs of areas and of filled cells: `~ river  ^ trap`.
pub(super) fn legend(game: &Game, scene: &Scene) -> Option<StyledLine> {
    let is_seen = |sign: char| {
        let mut cells = game.board.cells().zip(&scene.cells);
        cells.any(|(cell, shown)| ground(scene, cell, shown).is_some_and(|(seen, _)| seen.starts_with(sign)))
    };
    let mut areas: Vec<(char, Style, String)> = Vec::new();
    for layer in &scene.layers {
        let Some(sign) = layer.symbol.filter(|sign| is_seen(*sign)) else { continue };
        let name = layer.name.clone().unwrap_or_else(|| format!("{} cells", layer.paint.name()));
        match areas.iter_mut().find(|(other, ..)| *other == sign) {
            Some((_, _, names)) if names.split(", ").any(|known| known == name) => {}
            Some((_, _, names)) => *names += &format!(", {name}"),
            None => areas.push((sign, ink(layer.paint.terminal), name)),
        }
    }
    // Otherwise the names would seem to be those of pieces.
    let heading = areas.iter().any(|(sign, ..)| is_piece(scene, sign.encode_utf8(&mut [0; 4]))).then_some("cells: ");
    let mut line: StyledLine = Vec::new();
    for (n, (sign, style, name)) in areas.into_iter().enumerate() {
        line.push((if n == 0 { heading.unwrap_or("") } else { "  " }.to_owned(), Style::new()));
        line.push((sign.to_string(), style));
        line.push((format!(" {name}"), Style::new()));
    }
    (!line.is_empty()).then_some(line)
}

/// The signs of colors, in the order of [`SPARE`] if they are taken.
const COLORS: [(Color, char); 13] = [
    (Color::Blue, '~'),
    (Color::Red, '!'),
    (Color::Green, '"'),
    (Color::Yellow, '='),
    (Color::Purple, '#'),
    (Color::Orange, ';'),
    (Color::Teal, '*'),
    (Color::Pink, '&'),
    (Color::Brown, '^'),
    (Color::Gray, '%'),
    (Color::Lime, '\''),
    (Color::Black, '$'),
    (Color::White, ':'),
];

/// What stands for a color whose own sign is taken.
const SPARE: [char; 6] = ['_', '@', '?', '`', ',', '<'];

/// Returns a sign for a color that is not taken.
pub(super) fn free_sign(paint: Paint, is_taken: impl Fn(char) -> bool) -> char {
    let own = COLORS.iter().find(|(color, _)| color.word() == paint.name()).map(|(_, sign)| *sign);
    let all = own.into_iter().chain(SPARE).chain(COLORS.map(|(_, sign)| sign));
    let mut free = all.filter(|sign| !is_taken(*sign));
    free.next().unwrap_or('.')
}

/// Returns the character of a sign.
pub(super) fn signed(sign: Sign) -> char {
    match sign {
        Sign::Dot => '•',
        Sign::Ring => '◦',
        Sign::Cross => '×',
        Sign::Star => '*',
        Sign::Square => '▫',
    }
}

#[cfg(test)]
mod tests {
    use crate::load::load_text;
    use crate::render::{TextStyle, text};

    /// Returns the text board of a game on this board, with these lines, at the start.
    fn board(board: &str, lines: &str) -> String {
        let rules = format!(
            "game \"Ground\"\nboard {board}\nplayers Black, White\npiece stone, wolf\n{lines}\n\
             action put(p: empty) do put stone at p\nend {{ when none(empty): draw }}"
        );
        let engine = load_text(&rules, &[]).unwrap_or_else(|error| panic!("{error:?}"));
        text(engine.game(), &engine.start().unwrap(), &TextStyle::default())
    }

    #[test]
    fn the_ground_is_seen_under_pieces() {
        let map = "map ~ = lake, o = den { ~ . ~  . o o }\nsetup { stone of Black at {a2 b1 b2} }";
        let shown = board("square 3 x 2", map);
        assert!(shown.starts_with("2 S~ S  ~\n1 .  So o\n  a  b  c\n"), "{shown}");
        assert!(shown.contains("\n~ lake  o den\n"), "{shown}");
    }

    #[test]
    fn digits_of_a_table_are_seen_beside_the_color_of_a_def() {
        let setup = "setup { stone of Black at {a1 b2} }";
        let map = "map worth: { 9 7 .  9 2 . }\ndef lake = { p in board: worth(p) == 9 }\n";
        let shown = board("square 3 x 2", &format!("{map}{setup}"));
        assert!(shown.starts_with("2 ~  S7 .\n1 S~ 2  .\n"), "{shown}");
        assert!(shown.contains("\n~ lake\n"), "{shown}");
        // Some of these numbers have no room.
        let shown = board("square 3 x 2", &format!("map worth: {{ 9 17 .  9 2 . }}\n{setup}"));
        assert!(shown.starts_with("2 . S .\n1 S . .\n"), "{shown}");
    }

    #[test]
    fn a_sign_that_is_also_a_pieces_follows_a_dot() {
        let map = "map due: w = wolf, ~ = stone { w ~ w }\nsetup { wolf of Black at c1 }";
        let shown = board("square 3 x 1", map);
        assert!(shown.starts_with("1 .w ~  Ww\n"), "{shown}");
        assert!(shown.contains("\ncells: w wolf  ~ stone\n"), "{shown}");
    }

    #[test]
    fn filled_cells_have_the_sign_of_their_color() {
        let look = "look { fill rows(1): blue fill b1: White }\nsetup { stone of Black at {a1 a2} }";
        let shown = board("square 2 x 2", look);
        assert!(shown.starts_with("2 S  .\n1 S~ :\n"), "{shown}");
        assert!(shown.contains("\n~ blue cells  : white cells\n"), "{shown}");
    }

    #[test]
    fn signs_are_between_the_cells_of_wide_boards_and_hexes() {
        let look = "look { fill rows(1): blue mark b2: star }\nsetup { stone of Black at {a1 b2} }";
        assert!(board("square 16 x 2", look).starts_with("2 . S*. . ."));
        let hexes = board("hex 3 x 2", look);
        assert!(hexes.starts_with("2   . S*.\n1  S~~ ~\n"), "{hexes}");
    }

    #[test]
    fn a_text_says_more_than_the_color_of_its_cell() {
        let look = "look { fill rows(1): blue label c in rows(1): \"7\" }";
        let shown = board("square 2 x 1", look);
        assert!(shown.starts_with("1 7  7\n") && !shown.contains("blue"), "{shown}");
    }
}
