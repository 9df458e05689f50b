//! Short texts in cells: what maps say, numbers, the heights of stacks, and texts of looks on pieces.

use super::board::Geometry;
use super::xml::{Xml, number};
use super::{INK, UNIT};
use crate::render::scene::{Point, SceneCell};

/// Writes into the corners of each cell what maps say of it, so that color is not all that tells areas apart, and its numbers.
pub(super) fn draw(xml: &mut Xml, plan: &Geometry<'_>) {
    if !plan.has_corners() {
        return;
    }
    for (_, shown, place) in plan.cells() {
        if !shown.printed.is_empty() {
            plan.corner(xml, place, false, &shown.printed.join(" "));
        }
        let text = beside(plan, shown);
        if !text.is_empty() && is_in_corner(plan, shown, &text) {
            plan.corner(xml, place, true, &text);
        }
    }
}

/// Draws the heights of stacks, and the texts that are too wide for a corner, over the pieces.
pub(super) fn draw_badges(xml: &mut Xml, plan: &Geometry<'_>) {
    for (_, shown, (x, y)) in plan.cells().filter(|(_, shown, _)| !shown.pieces.is_empty()) {
        if shown.pieces.len() > 1 {
            let (right, middle) = if plan.is_hex() { (0.4, -0.24) } else { (0.47, -0.34) };
            let height = shown.pieces.len().to_string();
            let badge = Badge::new(&height, HEIGHT, 0.9);
            badge.draw(xml, (x + right * UNIT - badge.width / 2.0, y + middle * UNIT));
        }
        let text = beside(plan, shown);
        if !text.is_empty() && !is_in_corner(plan, shown, &text) {
            draw_text(xml, plan, shown, (x, y), &text);
        }
    }
}

/// Draws a text below the middle of a cell. In a square, a letter in the lower right corner remains visible.
fn draw_text(xml: &mut Xml, plan: &Geometry<'_>, shown: &SceneCell, (x, y): Point, text: &str) {
    if plan.is_hex() {
        Badge::new(text, TEXT, 0.88).draw(xml, (x, y + 0.24 * UNIT));
        return;
    }
    let letters: usize = shown.printed.iter().map(|printed| printed.chars().count() + 1).sum();
    let most = if plan.has_corners() { (0.94 - 0.14 * letters as f64).max(0.5) } else { 0.94 };
    let badge = Badge::new(text, TEXT, most);
    badge.draw(xml, (x - 0.47 * UNIT + badge.width / 2.0, y + 0.35 * UNIT));
}

/// Returns what a cell says beside the height of its stack: its numbers, which boards without corners list below, and the text of
/// its piece.
fn beside(plan: &Geometry<'_>, shown: &SceneCell) -> String {
    // The first number of a stack is its height.
    let heights = usize::from(shown.pieces.len() > 1);
    let numbers = shown.corner.iter().skip(heights).filter(|_| plan.has_corners()).map(i32::to_string);
    let label = shown.label.iter().filter(|label| !label.is_empty() && !shown.pieces.is_empty()).cloned();
    numbers.chain(label).collect::<Vec<_>>().join(" ")
}

/// Returns whether a text is in the upper corner of its cell, where it does not reach the piece.
fn is_in_corner(plan: &Geometry<'_>, shown: &SceneCell, text: &str) -> bool {
    let most = if plan.is_hex() { 1 } else { 2 };
    plan.has_corners() && (shown.pieces.is_empty() || shown.pieces.len() == 1 && text.chars().count() <= most)
}

/// The sizes of letters on badges, as parts of a cell.
const HEIGHT: f64 = 0.23;
const TEXT: f64 = 0.21;

/// The width of a bold letter, as a part of its size.
const LETTER: f64 = 0.66;

/// A text on a light ground, which can be read on every piece.
struct Badge<'t> {
    text: &'t str,
    /// The size of letters.
    size: f64,
    width: f64,
    height: f64,
}

impl Badge<'_> {
    /// Returns a badge of at most this width; both sizes are parts of a cell. Long texts have smaller letters.
    fn new(text: &str, size: f64, most: f64) -> Badge<'_> {
        let letters = text.chars().count().max(1) as f64;
        let margin = 0.1;
        let size = size.min((most - margin) / (LETTER * letters));
        let height = size + 0.03;
        let width = height.max(LETTER * letters * size + margin);
        Badge { text, size: size * UNIT, width: width * UNIT, height: height * UNIT }
    }

    fn draw(&self, xml: &mut Xml, (x, y): Point) {
        let Badge { text, size, width, height } = *self;
        let place = format!("x=\"{}\" y=\"{}\"", number(x - width / 2.0), number(y - height / 2.0));
        let sides =
            format!("width=\"{}\" height=\"{}\" rx=\"{}\"", number(width), number(height), number(height / 2.0));
        xml.element("rect", &format!("{place} {sides} fill=\"#fffdf8\" stroke=\"{INK}\" stroke-width=\"0.8\""));
        xml.label(x, y, size, &format!("fill=\"{INK}\" font-weight=\"bold\""), text);
    }
}

#[cfg(test)]
mod tests {
    use crate::load::load_text;
    use crate::render::{SvgStyle, svg};

    /// Returns the picture of a board of this kind, with stacks of 12 and of 3 pieces, one piece, and these lines of a look.
    fn picture(board: &str, look: &str) -> String {
        let twelve = ["man of Red"; 12].join(", ");
        let text = format!(
            "game \"Piles\"\nboard {board} stacks of 12\nplayers Red, Blue\npiece man\n\
             setup {{ {twelve} at a1 man of Blue, man of Red, man of Blue at b1 man of Red at c1 }}\nlook {{ {look} }}\n\
             action go(p: own) do remove p\nend {{ when stuck(next): draw }}"
        );
        let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{board}: {error:?}"));
        svg(engine.game(), &engine.start().unwrap(), &SvgStyle::default())
    }

    const BOARDS: [&str; 5] = [
        "square 3 x 1",
        "hex 3 x 1",
        "square 3 x 1 drawn as lines",
        "square 3 x 1 drawn as holes",
        "graph { E/W: a1 b1 c1 }",
    ];

    /// Returns the badges of a picture: from where to where each reaches, and its text.
    fn badges(picture: &str) -> Vec<([f64; 4], String)> {
        let lines: Vec<&str> = picture.lines().collect();
        let badge = |pair: &[&str]| {
            let [rect, text] = pair else { return None };
            if !rect.contains("stroke-width=\"0.8\"") {
                return None;
            }
            let number = |name: &str| -> Option<f64> {
                rect.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse().ok()
            };
            let (x, y) = (number("x")?, number("y")?);
            let text = text.split('>').nth(1)?.split('<').next()?;
            Some(([x, x + number("width")?, y, y + number("height")?], text.to_owned()))
        };
        lines.windows(2).filter_map(badge).collect()
    }

    #[test]
    fn heights_are_over_the_pieces_on_every_board() {
        for board in BOARDS {
            let picture = picture(board, "");
            let found = badges(&picture);
            let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(texts, ["12", "3"], "{board}: {picture}");
            let last_piece = picture[..picture.find("stacks").unwrap_or(picture.len())].rfind("<circle");
            assert!(last_piece < picture.find("stroke-width=\"0.8\""), "{board}: {picture}");
        }
    }

    #[test]
    fn texts_on_stacks_are_apart_from_their_heights_and_in_their_cells() {
        for board in BOARDS {
            let picture = picture(board, "label p in board: \"long text\"");
            let found = badges(&picture);
            let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(texts, ["12", "long text", "3", "long text", "long text"], "{board}: {picture}");
            for pair in found.windows(2) {
                let ([west, east, north, south], [other_west, other_east, other_north, other_south]) =
                    (pair[0].0, pair[1].0);
                let is_apart = east <= other_west || other_east <= west || south <= other_north || other_south <= north;
                assert!(is_apart && east - west < 40.0 && south - north < 20.0, "{board}: {pair:?}");
            }
        }
    }

    #[test]
    fn short_texts_on_single_pieces_are_in_corners() {
        let picture = picture("square 3 x 1", "label p in c1: \"7\"");
        assert!(picture.contains(">7</text>") && badges(&picture).len() == 2, "{picture}");
    }
}
