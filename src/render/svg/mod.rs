//! Boards as pictures: [`svg()`].

mod arrows;
mod board;
mod edges;
mod figures;
mod xml;

use super::grounds::{self, Ground};
use super::{Arrow, ArrowMark, colors, pieces, values};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::Drawing;
use crate::game::piece::Piece;
use crate::position::Position;
use board::{Geometry, LAST};
use figures::Figures;
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
    let figures = Figures::new(game);
    let plan = Geometry::new(game, UNIT);
    let marked = style.last.unwrap_or_default();
    let areas = grounds::grounds(game);
    let below = Below::new(game, position, style, &figures, &plan, &areas);
    let (width, height) = (plan.width, plan.height + below.height());
    let mut xml = Xml::default();
    let scale = (520.0 / width.max(height)).clamp(0.5, 1.25);
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
    xml.words("title", "", &style.title.clone().unwrap_or_else(|| game.full_title()));
    xml.words("desc", "", &description(game, position, &marked));
    let sheet = format!("width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#fffdf8\"", number(width), number(height));
    xml.element("rect", &sheet);
    plan.draw(&mut xml, &areas, &marked);
    edges::draw(&mut xml, game, &plan);
    draw_corners(&mut xml, game, position, &plan, &areas);
    draw_contents(&mut xml, game, position, &plan, &figures, &marked);
    arrows::draw(&mut xml, &plan, &style.arrows, |cell| !position.at(game, cell).is_nothing());
    below.draw(&mut xml, plan.height, &figures);
    xml.finish()
}

/// Writes into the corners of each cell what maps say of it, so that color is not all that tells areas apart, and its numbers.
fn draw_corners(xml: &mut Xml, game: &Game, position: &Position, plan: &Geometry, areas: &[Ground<'_>]) {
    if !plan.has_corners() {
        return;
    }
    for (cell, place) in plan.cells() {
        let symbol = areas.iter().rfind(|area| area.cells.contains(cell)).and_then(|area| area.mark);
        let mut texts: Vec<String> = symbol.map(String::from).into_iter().collect();
        texts.extend(grounds::numbers(game, cell).into_iter().map(str::to_owned));
        if !texts.is_empty() {
            plan.corner(xml, place, false, &texts.join(" "));
        }
        let numbers: Vec<String> = values::in_corners(game, position, cell).iter().map(i32::to_string).collect();
        if !numbers.is_empty() {
            plan.corner(xml, place, true, &numbers.join(" "));
        }
    }
}

/// Draws the contents of the cells, and rings around changed cells where the background cannot show them.
fn draw_contents(
    xml: &mut Xml,
    game: &Game,
    position: &Position,
    plan: &Geometry,
    figures: &Figures,
    marked: &CellSet,
) {
    let numbers = values::numbers(game, position);
    for cell in (0..game.board.len()).map(|cell| Cell(cell as u16)) {
        let Some((x, y)) = plan.place(cell) else { continue };
        let piece = position.at(game, cell);
        if let Some(name) = game.board.cell_label(cell).filter(|_| game.board.has_own_name(cell) || !piece.is_nothing())
        {
            plan.name(xml, cell, name);
        }
        if let Some(number) = numbers.as_ref().and_then(|numbers| numbers.get(cell.0 as usize)) {
            let ink = if *number == 0 { "fill=\"#b5aa9a\"" } else { "fill=\"#33291d\" font-weight=\"bold\"" };
            if plan.ground == Drawing::Lines {
                let rim = if marked.contains(cell) { MARK } else { "#6b4f2a" };
                let hollow = format!("fill=\"#f7e9cd\" stroke=\"{rim}\" stroke-width=\"1.6\"");
                xml.circle(x, y, 0.41 * UNIT, &hollow);
            }
            xml.label(x, y, 0.42 * UNIT, ink, &number.to_string());
        }
        // An empty hole is marked by its color, which a piece covers.
        let hidden = plan.ground == Drawing::Lines || plan.ground == Drawing::Holes && !piece.is_nothing();
        let ringed = marked.contains(cell) && hidden && numbers.is_none();
        // Letters on pieces leave no room for a ring.
        let halo = ringed && !piece.is_nothing() && !pieces::one_kind(game);
        if halo {
            xml.circle(x, y, 0.47 * plan.size, &format!("fill=\"{LAST}\" stroke=\"{MARK}\" stroke-width=\"1.5\""));
        }
        draw_stack(xml, &position.stack(game, cell), figures, (x, y), plan.size);
        if ringed && !halo {
            let (radius, dashes) = if piece.is_nothing() { (0.2, " stroke-dasharray=\"3 3\"") } else { (0.24, "") };
            let ring = format!("fill=\"none\" stroke=\"{MARK}\" stroke-width=\"2.5\"{dashes}");
            xml.circle(x, y, radius * plan.size, &ring);
        }
    }
}

/// Draws the upper pieces of a stack around a center, each a little above the one under it.
fn draw_stack(xml: &mut Xml, stack: &[Piece], figures: &Figures, (x, y): (f64, f64), size: f64) {
    let shown = stack.get(stack.len().saturating_sub(SHOWN)..).unwrap_or(stack);
    let lowest = (shown.len().max(1) - 1) as f64 / 2.0;
    // The pieces of a stack are a little smaller, so that it stays in its cell.
    let size = if shown.len() > 1 { 0.9 * size } else { size };
    for (n, piece) in shown.iter().enumerate() {
        figures.draw(xml, *piece, x, y + (lowest - n as f64) * STEP * size, size);
    }
}

/// The most pieces of a stack that are drawn.
const SHOWN: usize = 5;

/// How far a piece is above the one under it, as a part of its size.
const STEP: f64 = 0.09;

/// Describes the position in words.
fn description(game: &Game, position: &Position, marked: &CellSet) -> String {
    let cells = |wanted: &dyn Fn(Cell) -> bool| {
        let cells = (0..game.board.len()).map(|cell| Cell(cell as u16)).filter(|cell| wanted(*cell));
        cells.map(|cell| game.board.name(cell)).collect::<Vec<_>>().join(" ")
    };
    let mut parts = Vec::new();
    for piece in pieces::all(game) {
        let found = cells(&|cell| position.at(game, cell) == piece);
        if !found.is_empty() {
            let owner =
                game.players.get(piece.owner.0 as usize).map_or(String::new(), |info| format!("{} ", info.name));
            parts.push(format!("{owner}{}: {found}.", game.kind_name(piece.kind)));
        }
    }
    if let Some(numbers) = values::numbers(game, position) {
        let cell = |(cell, number): (usize, &i32)| format!("{} {number}", game.board.name(Cell(cell as u16)));
        parts.push(format!("{}.", numbers.iter().enumerate().map(cell).collect::<Vec<_>>().join(", ")));
    }
    parts.extend(values::lines(game, position).into_iter().map(|line| format!("{line}.")));
    if !marked.is_empty() {
        parts.push(format!("Last move: {}.", cells(&|cell| marked.contains(cell))));
    }
    parts.join(" ")
}

/// The text under the board.
struct Below<'g> {
    /// Lines of pieces and areas with their names; each part with its distance from the left.
    legend: Vec<Vec<(f64, Sample<'g>, String)>>,
    lines: Vec<(String, bool)>,
}

/// What a name under the board stands beside.
enum Sample<'g> {
    Piece(Piece),
    Area(&'g Ground<'g>),
}

/// The height of a line under the board.
const LINE: f64 = 20.0;

impl<'g> Below<'g> {
    fn new(
        game: &Game,
        position: &Position,
        style: &SvgStyle,
        figures: &Figures,
        plan: &Geometry,
        areas: &'g [Ground<'g>],
    ) -> Below<'g> {
        let width = plan.width;
        let mut legend: Vec<Vec<(f64, Sample<'g>, String)>> = Vec::new();
        let mut x = f64::MAX;
        let pieces = figures.legend(game, position).into_iter().map(|(piece, name)| (Sample::Piece(piece), name));
        let regions = areas.iter().filter(|area| area.is_region && !area.cells.is_empty());
        let regions = regions.map(|area| (Sample::Area(area), area.name.replace('_', " ")));
        for (sample, name) in pieces.chain(regions) {
            let needs = 34.0 + 0.56 * SMALL * name.chars().count() as f64;
            if x + needs > width {
                legend.push(Vec::new());
                x = 14.0;
            }
            if let Some(line) = legend.last_mut() {
                line.push((x, sample, name));
            }
            x += needs;
        }
        let columns = ((width - 28.0) / (0.52 * SMALL)) as usize;
        let caption = style.caption.iter().flat_map(|caption| wrap(caption, columns)).map(|line| (line, true));
        let values = if plan.has_corners() {
            values::lines_without_corners(game, position)
        } else {
            values::lines(game, position)
        };
        let values = values.iter().flat_map(|line| wrap(line, columns)).map(|line| (line, false));
        Below { legend, lines: caption.chain(values).collect() }
    }

    fn height(&self) -> f64 {
        match self.legend.len() + self.lines.len() {
            0 => 0.0,
            lines => LINE * lines as f64 + 8.0,
        }
    }

    fn draw(&self, xml: &mut Xml, top: f64, figures: &Figures) {
        let mut y = top + LINE / 2.0;
        let at = |x: f64, y: f64| format!("x=\"{}\" y=\"{}\"", number(x), number(y + 0.35 * SMALL));
        let font = format!("font-size=\"{SMALL}\" fill=\"{INK}\"");
        for (line, bold) in &self.lines {
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            xml.words("text", &format!("{} {font}{weight}", at(14.0, y)), line);
            y += LINE;
        }
        for line in &self.legend {
            for (x, sample, name) in line {
                match sample {
                    Sample::Piece(piece) => figures.draw(xml, *piece, x + 8.0, y, 20.0),
                    Sample::Area(area) => {
                        let place = format!("x=\"{}\" y=\"{}\"", number(x + 1.0), number(y - 7.0));
                        let fill = format!("fill=\"{}\" fill-opacity=\"{}\"", area.paint.fill, area.strength);
                        xml.element("rect", &format!("{place} width=\"14\" height=\"14\" {fill} stroke=\"{INK}\""));
                    }
                }
                xml.words("text", &format!("{} {font}", at(x + 20.0, y)), name);
            }
            y += LINE;
        }
    }
}

/// Breaks a text into lines of at most this many characters, if its words allow.
fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use crate::game::board::{Corner, Shape};
    use crate::game::drawing::{Area, AreaSource, BoardDrawing};
    use crate::game::rules::PictureSymbol;

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
        assert!(picture.contains("<desc>Black stone: c3 d4. White stone: e5. Last move: d4.</desc>"), "{picture}");
        let (game, position) = testing::oware();
        let picture = svg(&game, &position, &SvgStyle::default());
        assert!(picture.contains("a1 4, b1 0") && picture.contains("store: South 0, North 7."), "{picture}");
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
        assert!(board.contains("1 W ~ ."), "{board}");
        // A character that is also a piece's is not shown for an empty cell.
        assert!(board.contains("3 . . .") && board.contains("~ deep water"), "{board}");
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

    #[test]
    fn letters_come_from_signs_then_the_legend_then_names() {
        let letters = |game: &Game| {
            let figures = Figures::new(game);
            let mut xml = Xml::default();
            pieces::all(game).into_iter().for_each(|piece| figures.draw(&mut xml, piece, 20.0, 20.0, 40.0));
            let text = xml.finish();
            let labels = text.split("</text>").filter_map(|part| Some(part.rsplit_once('>')?.1.to_owned()));
            labels.filter(|label| !label.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let plain = testing::game("Kings", Shape::Square(3, 3), "Red", "man king goose");
        assert_eq!(letters(&plain), "♚\u{fe0e} G");
        let mut army = testing::game("Army", Shape::Square(3, 3), "Red", "general=+G guard horse fort!=#");
        assert_eq!(letters(&army), "+G G H #");
        let legend = [('x', 1), ('C', 2)];
        army.legend.extend(legend.map(|(symbol, kind)| PictureSymbol { symbol, piece: pieces::all(&army)[kind] }));
        assert_eq!(letters(&army), "+G X C #");
        let mut many = testing::game("Many", Shape::Square(3, 3), "Red", "general guard horse");
        many.legend.push(PictureSymbol { symbol: 'k', piece: pieces::all(&many)[0] });
        assert_eq!(letters(&many), "K G H");
        let chess = testing::game("Chess", Shape::Square(3, 3), "Red", "pawn=P rook=T queen=Q");
        assert_eq!(letters(&chess), "♟\u{fe0e} T ♛\u{fe0e}");
        let men = testing::game("Men", Shape::Square(3, 3), "X O", "man=M");
        assert_eq!(letters(&men), "M M");
    }

    #[test]
    fn long_lines_are_wrapped() {
        assert_eq!(wrap("hand: White 9, Black 9", 12), ["hand: White", "9, Black 9"]);
        assert_eq!(wrap("unbreakable", 3), ["unbreakable"]);
    }
}
