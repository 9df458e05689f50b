//! Boards as pictures: [`svg()`].

mod arrows;
mod below;
mod board;
mod corners;
mod figures;
mod hands;
mod lines;
mod overlay;
mod stacks;
mod xml;

use super::scene::{Point, Scene, SceneCell};
use super::values::MOST;
use super::{Arrow, ArrowMark};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::Drawing;
use crate::game::piece::Piece;
use crate::position::Position;
use below::Below;
use board::{Geometry, LAST, PAGE};
use hands::Hands;
pub use xml::escape;
use xml::{Xml, number};

/// The style of [`svg()`].
#[derive(Clone, Debug, Default)]
pub struct SvgStyle {
    /// The cells of the last move, to mark them; see [`super::cells_of`].
    pub last: Option<CellSet>,
    /// The title, for readers who do not see the picture; by default that of the game.
    pub title: Option<String>,
    /// A caption under the board, such as the player to move.
    pub caption: Option<String>,
    /// Moves to mark.
    pub arrows: Vec<Arrow>,
}

/// The distance of neighboring cells, in the picture's units.
const UNIT: f64 = 40.0;

/// The size of letters under and beside the board.
const SMALL: f64 = 13.0;

/// The color of letters outside the board.
const INK: &str = "#4a4239";

/// The color that marks the last move.
const MARK: &str = "#e0532f";

/// Draws the board as a self-contained SVG picture: no external fonts, styles or images, and always the same text.
///
/// ```
/// use boardwright::render::{Arrow, ArrowMark, SvgStyle, svg};
///
/// let chess = boardwright::load_bundled("chess", &[])?;
/// let start = chess.start()?;
/// let mv = chess.find(&start, "g1-f3")?.expect("it is legal");
/// let arrows = Arrow::each_moved(&chess.details(&start, &mv)?, ArrowMark::Legal);
/// let picture = svg(chess.game(), &start, &SvgStyle { arrows, ..SvgStyle::default() });
/// assert!(picture.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(game: &Game, position: &Position, style: &SvgStyle) -> String {
    let scene = Scene::new(game, position);
    let plan = Geometry::new(&scene, UNIT);
    let marked = style.last.unwrap_or_default();
    let hands = Hands::new(&scene, &plan);
    let (width, top) = (plan.width + hands.width, plan.height.max(hands.height));
    let below = Below::new(&scene, style, (width, plan.small), plan.has_corners());
    let height = top + below.height();
    let mut xml = Xml::default();
    let scale = (PAGE / width.max(height)).clamp(0.5, 1.25);
    xml.open(
        "svg",
        &format!(
            "xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {} {}\" width=\"{:.0}\" height=\"{:.0}\" \
             font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\"",
            number(width),
            number(height),
            width * scale,
            height * scale
        ),
    );
    xml.words("title", "", style.title.as_ref().unwrap_or(&scene.title));
    xml.words("desc", "", &description(&scene, &marked));
    let sheet = format!("width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#fffdf8\"", number(width), number(height));
    xml.element("rect", &sheet);
    plan.draw(&mut xml, &marked);
    overlay::draw_sides(&mut xml, &scene, &plan);
    overlay::draw_joints(&mut xml, &scene, &plan);
    corners::draw(&mut xml, &plan);
    draw_contents(&mut xml, &scene, &plan, &marked);
    arrows::draw(&mut xml, &plan, &style.arrows);
    corners::draw_badges(&mut xml, &plan);
    hands.draw(&mut xml, &scene);
    below.draw(&mut xml, top, &scene);
    xml.finish()
}

/// Draws the contents of the cells, and rings around changed cells where the background cannot show them.
fn draw_contents(xml: &mut Xml, scene: &Scene, plan: &Geometry<'_>, marked: &CellSet) {
    for (cell, shown, (x, y)) in plan.cells() {
        let is_empty = shown.pieces.is_empty();
        if let Some(name) = &shown.name {
            plan.name(xml, (x, y), name);
        }
        if let Some(mark) = &shown.mark {
            overlay::draw_mark(xml, mark, (x, y));
        }
        if let Some(label) = shown.label.as_ref().filter(|_| is_empty) {
            overlay::draw_label(xml, label, (x, y));
        }
        if let Some(number) = shown.number {
            let ink = if number == 0 { "fill=\"#b5aa9a\"" } else { "fill=\"#33291d\" font-weight=\"bold\"" };
            if scene.drawing == Drawing::Lines {
                let rim = if marked.contains(cell) { MARK } else { "#6b4f2a" };
                let hollow = format!("fill=\"#f7e9cd\" stroke=\"{rim}\" stroke-width=\"1.6\"");
                xml.circle(x, y, 0.41 * UNIT, &hollow);
            }
            xml.label(x, y, 0.42 * UNIT, ink, &number.to_string());
        }
        // An empty hole is marked by its color, which a piece covers.
        let hidden = scene.drawing == Drawing::Lines || scene.drawing == Drawing::Holes && !is_empty;
        let ringed = marked.contains(cell) && hidden && shown.number.is_none();
        // Letters on pieces leave no room for a ring.
        let top = shown.pieces.last().and_then(|piece| scene.figure(*piece));
        let halo = ringed && top.is_some_and(|figure| !figure.is_plain());
        if halo {
            xml.circle(x, y, 0.47 * plan.size, &format!("fill=\"{LAST}\" stroke=\"{MARK}\" stroke-width=\"1.5\""));
        }
        let (top, size) = draw_stack(xml, scene, plan, &shown.pieces, (x, y));
        if ringed && !halo {
            let (radius, dashes) = if is_empty { (0.2, " stroke-dasharray=\"3 3\"") } else { (0.24, "") };
            let ring = format!("fill=\"none\" stroke=\"{MARK}\" stroke-width=\"2.5\"{dashes}");
            xml.circle(x, top, radius * size, &ring);
        }
    }
}

/// Draws the upper pieces of a stack around a center, each a little above the one under it. Returns the y of the top, and the size of
/// a piece.
fn draw_stack(xml: &mut Xml, scene: &Scene, plan: &Geometry<'_>, stack: &[Piece], (x, y): Point) -> (f64, f64) {
    let shown = stack.get(stack.len().saturating_sub(SHOWN)..).unwrap_or(stack);
    let lowest = (shown.len().max(1) - 1) as f64 / 2.0;
    // The higher a stack, the smaller its pieces, so that it stays in its cell.
    let fitting = plan.reach() / (HALF + lowest * STEP);
    let size = if shown.len() > 1 { fitting.min(0.92 * plan.size) } else { plan.size };
    for (n, piece) in shown.iter().enumerate() {
        figures::draw(xml, scene, *piece, (x, y + (lowest - n as f64) * STEP * size), size);
    }
    (y - lowest * STEP * size, size)
}

/// How far the highest piece reaches from its center, as a part of its size.
const HALF: f64 = 0.43;

/// The most pieces of a stack that are drawn.
const SHOWN: usize = 5;

/// How far a piece is above the one under it, as a part of its size.
const STEP: f64 = 0.085;

/// Describes the position in words.
fn description(scene: &Scene, marked: &CellSet) -> String {
    let cells = |wanted: &dyn Fn(usize, &SceneCell) -> bool| {
        let cells = scene.cells.iter().enumerate().filter(|(at, shown)| wanted(*at, shown));
        cells.map(|(_, shown)| shown.id.as_str()).collect::<Vec<_>>().join(" ")
    };
    let mut parts = Vec::new();
    for (piece, figure) in &scene.figures {
        let found = cells(&|_, shown| shown.pieces.last() == Some(piece));
        if !found.is_empty() {
            parts.push(format!("{}: {found}.", figure.id));
        }
    }
    let numbers = scene.cells.iter().filter_map(|shown| {
        let text = shown.number.map(|number| number.to_string()).or_else(|| shown.label.clone())?;
        Some(format!("{} {text}", shown.id))
    });
    let numbers: Vec<String> = numbers.collect();
    if !numbers.is_empty() {
        parts.push(format!("{}.", numbers.join(", ")));
    }
    let joints = |is_wall: bool| {
        let joints = scene.joints.iter().filter(|joint| joint.is_wall == is_wall);
        joints.map(|joint| scene.joint_text(joint)).collect::<Vec<_>>().join(" ")
    };
    for (joints, name) in [(joints(false), "Lines"), (joints(true), "Walls")] {
        if !joints.is_empty() {
            parts.push(format!("{name}: {joints}."));
        }
    }
    let stacks = scene.cells.iter().filter(|shown| shown.pieces.len() > 1).take(MOST).map(|shown| {
        let pieces: Vec<&str> = shown.pieces.iter().map(|piece| scene.piece_id(*piece)).collect();
        format!("{} {}", shown.id, pieces.join(", "))
    });
    let stacks: Vec<String> = stacks.collect();
    if !stacks.is_empty() {
        parts.push(format!("Stacks, from the bottom up: {}.", stacks.join("; ")));
    }
    parts.extend(scene.lines.iter().filter(|line| !line.is_in_cells).map(|line| format!("{}.", line.text)));
    if !marked.is_empty() {
        parts.push(format!("Last move: {}.", cells(&|at, _| marked.contains(Cell(at as u16)))));
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use crate::game::board::{Corner, Shape};
    use crate::game::drawing::{Area, AreaSource, BoardDrawing};

    fn draw(game: &Game, pieces: &str, last: &str) -> String {
        let style = SvgStyle { last: Some(testing::cells(game, last)), ..SvgStyle::default() };
        svg(game, &testing::position(game, pieces), &style)
    }

    /// Returns whether every element is closed where it was opened, and no attribute is cut short.
    fn is_well_formed(text: &str) -> bool {
        let mut open: Vec<&str> = Vec::new();
        for tag in text.split('<').skip(1) {
            let Some((tag, _)) = tag.split_once('>') else { return false };
            match tag.strip_prefix('/') {
                Some(name) if open.pop() != Some(name) => return false,
                Some(_) => {}
                None if tag.matches('"').count() % 2 == 1 => return false,
                None if tag.ends_with('/') => {}
                None => open.extend(tag.split(' ').next()),
            }
        }
        open.is_empty()
    }

    #[test]
    fn every_shape_makes_a_well_formed_picture() {
        for shape in [
            Shape::Square(9, 9),
            Shape::Square(3, 1),
            Shape::Rhombus(3, 4),
            Shape::Hexagon(3),
            Shape::Triangle(4),
            Shape::Star(2),
            testing::morris(),
        ] {
            let game = testing::game("<Tom & \"Jerry\">", shape, "Cat Mouse", "stone king rock!");
            let names: Vec<&str> = (0..3).map(|cell| game.board.name(Cell(cell))).collect();
            let pieces = format!("Cat stone: {}; Mouse king: {}; rock: {}", names[0], names[1], names[2]);
            let picture = draw(&game, &pieces, names[0]);
            assert!(is_well_formed(&picture), "{picture}");
            assert!(picture.contains("<title>&lt;Tom &amp; &quot;Jerry&quot;&gt;</title>"));
            assert_eq!(picture, draw(&game, &pieces, names[0]));
            assert!(!picture.contains("href") && !picture.contains("NaN"));
        }
    }

    #[test]
    fn the_picture_has_a_description() {
        let game = testing::game("Rush", Shape::Square(9, 9), "Black White", "stone");
        let picture = draw(&game, "Black stone: c3 d4; White stone: e5", "d4");
        assert!(
            picture.contains("<desc>stone of Black: c3 d4. stone of White: e5. Last move: d4.</desc>"),
            "{picture}"
        );
        let (game, position) = testing::oware();
        let picture = svg(&game, &position, &SvgStyle::default());
        assert!(picture.contains("a1 4, b1 0") && picture.contains("store: South 0, North 7."), "{picture}");
    }

    #[test]
    fn stacks_are_listed_as_pieces_and_described_in_words() {
        let text = "game \"Piles\" board square 3 x 1 stacks of 9 players Red, Blue piece man
                    setup { man of Red, man of Blue at a1 man of Blue at c1 }
                    action go(p: own) do remove p
                    end { when stuck(next): draw }";
        let engine = crate::load::load_text(text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
        let picture = svg(engine.game(), &engine.start().unwrap(), &SvgStyle::default());
        assert!(picture.contains("Stacks, from the bottom up: a1 man of Red, man of Blue.</desc>"), "{picture}");
        // The picture is narrow, so that the heading is broken.
        let (_, list) = picture.split_once(">stacks, from").unwrap_or_else(|| panic!("{picture}"));
        assert!(list.contains(">a1</text>") && list.matches("<circle").count() == 2, "{picture}");
    }

    #[test]
    fn stones_are_on_crossings_and_the_last_one_has_a_ring() {
        let mut game = testing::game("Rush", Shape::Square(9, 9), "Black White", "stone");
        assert_eq!(draw(&game, "Black stone: c3", "c3 d4").matches("<circle").count(), 1);
        game.drawn = Some(BoardDrawing { drawing: Drawing::Lines, lines: None });
        assert_eq!(draw(&game, "Black stone: c3", "").matches("<circle").count(), 1);
        assert_eq!(draw(&game, "Black stone: c3", "c3 d4").matches("<circle").count(), 3);
        game.drawn = Some(BoardDrawing { drawing: Drawing::Holes, lines: None });
        let picture = draw(&game, "Black stone: c3", "c3 d4");
        assert_eq!(picture.matches("<circle").count(), 81 + 2);
        assert_eq!(picture.matches(MARK).count(), 1);
    }

    #[test]
    fn maps_are_drawn_in_color_with_their_characters_and_numbers() {
        let mut game = testing::game("Lake", Shape::Square(3, 3), "Black White", "frog=w");
        let area = |source, name: &str, cells: &str| Area {
            name: name.to_owned(),
            source,
            cells: testing::cells(&game, cells),
        };
        game.areas = vec![
            area(AreaSource::Region('~'), "deep_water", "a1 b1"),
            area(AreaSource::Region('w'), "<den>", "c3"),
            area(AreaSource::Number, "12", "b2"),
        ];
        let picture = draw(&game, "Black frog: a1", "b1");
        assert!(is_well_formed(&picture), "{picture}");
        for shown in
            ["#2f66b8\" fill-opacity=\"0.45\"", ">~</text>", ">w</text>", ">12</text>", ">deep water<", "&lt;den&gt;"]
        {
            assert!(picture.contains(shown), "{shown}: {picture}");
        }
        let board = crate::render::text(&game, &testing::position(&game, "Black frog: a1"), &Default::default());
        assert!(board.contains("1 W~ ~  ."), "{board}");
        // Another sign stands for a character that is also a piece's.
        assert!(board.contains("3 .  .  *") && board.contains("~ deep water  * <den>"), "{board}");
    }

    #[test]
    fn characters_of_hexes_are_beside_their_pieces() {
        let mut game = testing::game("Lake", Shape::Hexagon(2), "Black White", "frog");
        let cells = testing::cells(&game, "b2");
        game.areas = vec![Area { name: "lake".to_owned(), source: AreaSource::Region('~'), cells }];
        let picture = draw(&game, "Black frog: b2", "");
        let number = |name: &str, after: &str| -> f64 {
            let rest = picture.split(after).nth(1).unwrap_or_else(|| panic!("{picture}"));
            let text = rest.split(&format!(" {name}=\"")).nth(1).unwrap();
            text.split('"').next().unwrap().parse().unwrap()
        };
        let (middle, radius) = (number("cy", "<circle"), number("r", "<circle"));
        let text = picture.split("<text").find(|text| text.contains(">~</text>")).unwrap();
        let of_text = |name: &str| -> f64 {
            let value = text.split(&format!(" {name}=\"")).nth(1).unwrap();
            value.split('"').next().unwrap().parse().unwrap()
        };
        // The letters are about 0.7 of their size high, above the line on which they stand.
        assert!(of_text("y") - 0.7 * of_text("font-size") > middle + radius, "{picture}");
    }

    #[test]
    fn boards_are_drawn_as_their_file_says() {
        let mut game = testing::game("Rivers", Shape::Square(3, 3), "Black White", "man");
        let a1 = game.board.cell("a1").unwrap();
        let lines = Some(vec![vec![a1, game.board.cell("c3").unwrap()]]);
        game.drawn = Some(BoardDrawing { drawing: Drawing::Lines, lines });
        assert!(draw(&game, "", "").contains("d=\"M54 114L134 34\""), "{}", draw(&game, "", ""));
        game.drawn = Some(BoardDrawing { drawing: Drawing::Holes, lines: None });
        assert_eq!(draw(&game, "Black man: a1", "").matches("<circle").count(), 10);
        assert!(draw(&game, "", "").contains(">a</text>"));
        game.board.number_cells(&CellSet::of(a1), Corner::NORTH_WEST);
        let picture = draw(&game, "", "");
        assert!(picture.contains(">1</text>") && !picture.contains(">a</text>") && !picture.contains(">b1</text>"));
        assert!(draw(&game, "Black man: b1", "").contains(">b1</text>"));
    }
}
