//! Tests of boards as characters.

use super::*;
use crate::game::board::{Corner, Shape};
use crate::game::rules::IndexType;
use crate::render::{pieces, testing};
use crate::types::Type;

fn show(game: &Game, pieces: &str, last: &str) -> String {
    let style = TextStyle { color: false, last: Some(testing::cells(game, last)) };
    text(game, &testing::position(game, pieces), &style)
}

/// Returns the lines of a picture in a test, which follow a `|`.
fn lines(picture: &str) -> String {
    picture.lines().filter_map(|line| Some(format!("{}\n", line.trim_start().strip_prefix('|')?))).collect()
}

#[test]
fn squares_with_circles_for_black_and_white() {
    let game = testing::game("Rush", Shape::Square(5, 3), "Black White", "stone");
    let expected = "
        |3 . ● . . .
        |2[○]. . . .
        |1 .[.|●]. .
        |  a b c d e
        |
        |● Black  ○ White";
    assert_eq!(show(&game, "Black stone: b3 c1; White stone: a2", "a2 b1 c1"), lines(expected));
}

#[test]
fn letters_distinguish_kinds_of_one_color() {
    let game = testing::game("Kings", Shape::Square(3, 2), "Gold Silver", "man king rock!");
    let game = testing::var(game, "hand", &[IndexType::Player], Type::Int);
    let mut position = testing::position(&game, "Gold man: a1; Silver king: c2; rock: b1");
    testing::set(&game, &mut position, 0, 1, -3);
    let expected = "
        |2 . . k
        |1 M r .
        |  a b c
        |
        |Gold: M man  K king
        |Silver: m man  k king
        |r rock
        |hand: Gold 0, Silver -3";
    assert_eq!(text(&game, &position, &TextStyle::default()), lines(expected));
}

#[test]
fn the_legend_overrides_signs() {
    let mut game = testing::game("Signs", Shape::Square(3, 1), "Gold Silver", "knight king=K prince=+P post!=#");
    let all = || pieces::symbols(&game).into_iter().map(|(_, symbol)| symbol).collect::<String>();
    assert_eq!(all(), "NKPnkp#");
    let king = pieces::all(&game)[1];
    game.legend.push(crate::game::rules::PictureSymbol { symbol: 'N', piece: king });
    let all = || pieces::symbols(&game).into_iter().map(|(_, symbol)| symbol).collect::<String>();
    assert_eq!(all(), "KNPnkp#");
}

#[test]
fn a_sign_of_the_only_kind_is_shown() {
    let game = testing::game("Men", Shape::Square(3, 1), "Black White", "man=M");
    let all: String = pieces::symbols(&game).into_iter().map(|(_, symbol)| symbol).collect();
    assert_eq!(all, "Mm");
}

#[test]
fn tables_show_changed_values() {
    let game = testing::game("Hands", Shape::Square(2, 1), "Gold Silver", "man king");
    let game = testing::var(game, "hand", &[IndexType::Player, IndexType::Kind], Type::Int);
    let game = testing::var(game, "under", &[IndexType::Cell, IndexType::Range(0, 2)], Type::Bool);
    let game = testing::var(game, "deck", &[IndexType::Range(1, 4)], Type::Int);
    let mut position = testing::position(&game, "");
    testing::set(&game, &mut position, 0, 3, 2);
    testing::set(&game, &mut position, 1, 3, 1);
    testing::set(&game, &mut position, 1, 5, 1);
    let expected = "
        |1 . .
        |  a b
        |
        |hand: Gold none, Silver (king 2)
        |under: b1 (0, 2)
        |deck: none";
    let shown = text(&game, &position, &TextStyle::default());
    assert!(shown.ends_with(lines(expected).split_once("\n\n").unwrap().1), "{shown}");
}

#[test]
fn hexes_match_the_language_reference() {
    let rhombus = testing::game("Hex", Shape::Rhombus(4, 3), "Red Blue", "stone");
    let expected = "
        |3    . . . .
        |2   .[r]b .
        |1  . . . .
        |  a/b/c/d/
        |
        |r Red  b Blue";
    assert_eq!(show(&rhombus, "Red stone: b2; Blue stone: c2", "b2"), lines(expected));
    let hexagon = testing::game("Y", Shape::Hexagon(3), "Red Blue", "stone");
    let expected = "
        |5    . . .
        |4   . . . .
        |3  . . . . .
        |2 a/. . . .
        |1  b/. . .
        |    c/d/e/
        |
        |r Red  b Blue";
    assert_eq!(show(&hexagon, "", ""), lines(expected));
}

#[test]
fn points_and_lines() {
    let game = testing::game("Morris", testing::morris(), "White Black", "man");
    let expected = "
        |7 ○-----------+-----------+
        |  |           |           |
        |6 |   +-------+-------+   |
        |  |   |       |       |   |
        |5 |   |   +---●---+   |   |
        |  |   |   |       |   |   |
        |4 +---+---+       +---+---+
        |  |   |   |       |   |   |
        |3 |   |   +---+---+   |   |
        |  |   |       |       |   |
        |2 |   +-------+-------+   |
        |  |           |           |
        |1 +-----------+-----------+
        |  a   b   c   d   e   f   g
        |
        |○ White  ● Black";
    assert_eq!(show(&game, "White man: a7; Black man: d5", ""), lines(expected));
    let slants = testing::graph(&[("NE/SW", "a1 b2 c3"), ("NW/SE", "c1 b2 a3"), ("N/S", "a1 a3")]);
    let game = testing::game("Slants", slants, "White Black", "man");
    let expected = "
        |3 +       +
        |  | \\   /
        |2 |   +
        |  | /   \\
        |1 +       +
        |  a   b   c
        |
        |○ White  ● Black";
    assert_eq!(show(&game, "", ""), lines(expected));
}

#[test]
fn names_are_in_the_cells_unless_the_edges_show_them() {
    let mut game = testing::game("Draughts", Shape::Square(4, 3), "Black White", "man");
    game.board.number_cells(&game.board.dark(), Corner::NORTH_WEST);
    let expected = "
        | ○1 .  ○2 .
        | .   3 .   4
        | ●5 . [ 6].
        |
        |● Black  ○ White";
    assert_eq!(show(&game, "Black man: a1; White man: a3 c3", "c1"), lines(expected));
    let names = [("a1", "2b"), ("b1", "1b"), ("a2", "2a"), ("b2", "1a")];
    let mut game = testing::game("Shogi", Shape::Square(2, 2), "Black White", "man");
    let names = names.map(|(cell, name)| (game.board.cell(cell).unwrap(), name.to_string()));
    game.board.name_cells(&names.into());
    let expected = "
        |a . .
        |b ● .
        |  2 1
        |
        |● Black  ○ White";
    assert_eq!(show(&game, "Black man: a1", ""), lines(expected));
}

#[test]
fn numbers_are_in_the_cells_of_a_game_without_pieces() {
    let (game, position) = testing::oware();
    let expected = "
        |2  5--12---4---0---5--12
        |   |                   |
        |1  4---0---5--12---4---0
        |   a   b   c   d   e   f
        |
        |store: South 0, North 7";
    let plain = text(&game, &position, &TextStyle::default());
    assert_eq!(plain, lines(expected));
    let style = TextStyle { color: false, last: Some(testing::cells(&game, "b2 c2")) };
    let marked = text(&game, &position, &style);
    assert_eq!(marked.lines().next(), Some("2  5-[12][ 4]--0---5--12"));
}

#[test]
fn colors_end_with_their_line() {
    let game = testing::game("Rush", Shape::Square(2, 1), "Black White", "stone");
    let style = TextStyle { color: true, last: Some(testing::cells(&game, "a1")) };
    let picture = text(&game, &testing::position(&game, "Black stone: a1"), &style);
    assert!(picture.contains("\u{1b}[7m") && !picture.contains("[●"));
    assert!(picture.lines().take(2).all(|line| line.ends_with("\u{1b}[0m")), "{picture:?}");
}

/// Returns the text board of a game with stacks, with these lines and the last move on these cells.
fn piles(board: &str, lines: &str, last: &str) -> String {
    let rules = format!(
        "game \"Piles\" board {board} stacks of 20 players Black, White piece stone
         setup {{ stone of Black at {{a1 b1}} stone of White at {{a1 c2}} }} {lines}
         action put(p: board) do put stone at p
         end {{ when ply == 9: draw }}"
    );
    let engine = crate::load::load_text(&rules, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let last = Some(testing::cells(engine.game(), last));
    text(engine.game(), &engine.start().unwrap(), &TextStyle { color: false, last })
}

#[test]
fn heights_brackets_and_signs_have_columns_where_boards_have_stacks() {
    let hexes = piles("hex 3 x 2", "", "a1 b1 b2");
    assert!(hexes.starts_with("2     .  [. ] ○\n1  [○2][● ] .\n"), "{hexes}");
    let look = "look { fill {a1 b1}: blue }";
    let filled = piles("hex 3 x 2", look, "a1 b1");
    assert!(filled.starts_with("2     .   .   ○\n1  [○2~|●~ ].\n"), "{filled}");
    let squares = piles("square 3 x 2", look, "a1 b2");
    assert!(squares.starts_with("2 .  [.  ]○\n1[○2~]●~  .\n"), "{squares}");
    let points = piles("graph { E/W: a1 b1 c1, a2 b2 c2  N/S: a1 a2 }", look, "a1");
    assert!(points.contains("\n1[○2~]-●~--+\n"), "{points}");
}

#[test]
fn brackets_cover_no_other_piece_where_wide_boards_have_heights() {
    let shown = piles("hex 40 x 2", "", "a1 b1 b2");
    assert!(shown.starts_with("2   .[.]○ .") && shown.contains("\n1 [○2●]. ."), "{shown}");
}
