//! The text under the board.

use super::board::Geometry;
use super::figures;
use super::xml::{Xml, number};
use super::{INK, SMALL, SvgStyle};
use crate::game::Game;
use crate::game::piece::Piece;
use crate::render::colors::Paint;
use crate::render::scene::{Hand, Scene, legend};

/// The text under the board.
pub(super) struct Below {
    lines: Vec<(String, bool)>,
    /// Lines of pieces in hand, then of pieces and areas with their names; each part with its distance from the left.
    samples: Vec<Vec<(f64, Sample, String)>>,
}

/// What a name under the board stands beside.
enum Sample {
    None,
    Piece(Piece),
    Area(Paint, f64),
}

/// The height of a line under the board.
const LINE: f64 = 20.0;

impl Below {
    pub(super) fn new(game: &Game, scene: &Scene, style: &SvgStyle, plan: &Geometry<'_>) -> Below {
        let width = plan.width;
        let is_on_board = |piece: Piece| scene.cells.iter().any(|cell| cell.pieces.last() == Some(&piece));
        let pieces = legend(game, &scene.figures, is_on_board);
        let pieces = pieces.into_iter().map(|(piece, name)| (Sample::Piece(piece), name));
        let regions = scene.layers.iter().filter(|area| area.is_region && !area.cells.is_empty());
        let regions = regions.filter_map(|area| Some((Sample::Area(area.paint, area.strength), area.name.clone()?)));
        let hands = scene.lines.iter().flat_map(|line| &line.hands).map(|hand| in_hand(game, hand));
        let samples = hands.chain([pieces.chain(regions).collect()]).flat_map(|samples| arranged(samples, width));
        let samples = samples.collect();
        let columns = ((width - 28.0) / (0.52 * SMALL)) as usize;
        let caption = style.caption.iter().flat_map(|caption| wrap(caption, columns)).map(|line| (line, true));
        let shown =
            scene.lines.iter().filter(|line| !(line.is_in_corners && plan.has_corners()) && line.hands.is_empty());
        let values = shown.flat_map(|line| wrap(&line.text, columns)).map(|line| (line, false));
        Below { lines: caption.chain(values).collect(), samples }
    }

    pub(super) fn height(&self) -> f64 {
        match self.samples.len() + self.lines.len() {
            0 => 0.0,
            lines => LINE * lines as f64 + 8.0,
        }
    }

    pub(super) fn draw(&self, xml: &mut Xml, top: f64, scene: &Scene) {
        let mut y = top + LINE / 2.0;
        let at = |x: f64, y: f64| format!("x=\"{}\" y=\"{}\"", number(x), number(y + 0.35 * SMALL));
        let font = format!("font-size=\"{SMALL}\" fill=\"{INK}\"");
        for (line, bold) in &self.lines {
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            xml.words("text", &format!("{} {font}{weight}", at(14.0, y)), line);
            y += LINE;
        }
        for line in &self.samples {
            for (x, sample, name) in line {
                match sample {
                    Sample::None => {}
                    Sample::Piece(piece) => figures::draw(xml, scene, *piece, (x + 8.0, y), 20.0),
                    Sample::Area(paint, strength) => {
                        let place = format!("x=\"{}\" y=\"{}\"", number(x + 1.0), number(y - 7.0));
                        let fill = format!("fill=\"{}\" fill-opacity=\"{}\"", paint.fill, strength);
                        xml.element("rect", &format!("{place} width=\"14\" height=\"14\" {fill} stroke=\"{INK}\""));
                    }
                }
                let left = if matches!(sample, Sample::None) { *x } else { x + 20.0 };
                xml.words("text", &format!("{} {font}", at(left, y)), name);
            }
            y += LINE;
        }
    }
}

/// Returns the pieces in a hand, after its name and owner.
fn in_hand(game: &Game, hand: &Hand) -> Vec<(Sample, String)> {
    let none = if hand.pieces.is_empty() { " none" } else { "" };
    let title = format!("{} of {}:{none}", hand.name, game.player_name(hand.owner));
    let pieces = hand.pieces.iter().map(|(piece, number)| (Sample::Piece(*piece), format!("× {number}")));
    std::iter::once((Sample::None, title)).chain(pieces).collect()
}

/// Arranges samples in lines of this width.
fn arranged(samples: Vec<(Sample, String)>, width: f64) -> Vec<Vec<(f64, Sample, String)>> {
    let mut lines: Vec<Vec<(f64, Sample, String)>> = Vec::new();
    let mut x = f64::MAX;
    for (sample, name) in samples {
        let room = if matches!(sample, Sample::None) { 14.0 } else { 34.0 };
        let needs = room + 0.56 * SMALL * name.chars().count() as f64;
        if x + needs > width {
            lines.push(Vec::new());
            x = 14.0;
        }
        if let Some(line) = lines.last_mut() {
            line.push((x, sample, name));
        }
        x += needs;
    }
    lines
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
    use super::*;

    #[test]
    fn long_lines_are_wrapped() {
        assert_eq!(wrap("hand: White 9, Black 9", 12), ["hand: White", "9, Black 9"]);
        assert_eq!(wrap("unbreakable", 3), ["unbreakable"]);
    }
}
