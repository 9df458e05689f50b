//! The text under the board, with samples of pieces and areas.

use super::figures;
use super::lines::{LINE, arrange, wrap};
use super::stacks::Stacks;
use super::xml::{Xml, number};
use super::{INK, SvgStyle};
use crate::game::piece::Piece;
use crate::render::colors::Paint;
use crate::render::scene::{Layer, Scene};

/// The text under the board.
pub(super) struct Below {
    lines: Vec<(String, bool)>,
    stacks: Stacks,
    /// Lines of pieces and areas with their names, each with its distance from the left.
    samples: Vec<Vec<(f64, (Sample, String))>>,
    /// The size of letters.
    small: f64,
}

/// What a name under the board stands beside.
enum Sample {
    Piece(Piece),
    /// Its color, how strong that is, and the character in the corners of its cells.
    Area(Paint, f64, Option<char>),
}

/// The distance from the left, in sizes of letters.
const LEFT: f64 = 1.08;

impl Below {
    /// Arranges the text in a picture of this width. Corners of cells that the picture has may say a part of it.
    pub(super) fn new(scene: &Scene, style: &SvgStyle, (width, small): (f64, f64), has_corners: bool) -> Below {
        let pieces = scene.legend.iter().map(|(piece, name)| (Sample::Piece(*piece), name.clone()));
        let regions = scene.layers.iter().filter(|area| area.is_region && !area.cells.is_empty());
        let mark = |area: &Layer| area.mark.filter(|_| has_corners);
        let sample = |area: &Layer| Sample::Area(area.paint, area.strength, mark(area));
        let regions = regions.filter_map(|area| Some((sample(area), area.name.clone()?)));
        let samples = pieces.chain(regions).map(|(sample, name)| {
            let needs = (2.62 + 0.56 * name.chars().count() as f64) * small;
            vec![(needs, (sample, name))]
        });
        let samples = arrange(samples, (LEFT * small, width), 0.0);
        let columns = ((width - 2.0 * LEFT * small) / (0.52 * small)) as usize;
        let caption = style.caption.iter().flat_map(|caption| wrap(caption, columns)).map(|line| (line, true));
        let shown = scene
            .lines
            .iter()
            .filter(|line| !(line.is_in_hands || line.is_in_cells || line.is_in_corners && has_corners));
        let values = shown.flat_map(|line| wrap(&line.text, columns)).map(|line| (line, false));
        let stacks = Stacks::new(scene, LEFT * small, width, small);
        Below { lines: caption.chain(values).collect(), stacks, samples, small }
    }

    pub(super) fn height(&self) -> f64 {
        match self.samples.len() + self.stacks.len() + self.lines.len() {
            0 => 0.0,
            lines => (LINE * lines as f64 + 0.6) * self.small,
        }
    }

    pub(super) fn draw(&self, xml: &mut Xml, top: f64, scene: &Scene) {
        let small = self.small;
        let mut y = top + LINE * small / 2.0;
        let at = |x: f64, y: f64| format!("x=\"{}\" y=\"{}\"", number(x), number(y + 0.35 * small));
        let font = format!("font-size=\"{}\" fill=\"{INK}\"", number(small));
        for (line, bold) in &self.lines {
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            xml.words("text", &format!("{} {font}{weight}", at(LEFT * small, y)), line);
            y += LINE * small;
        }
        self.stacks.draw(xml, scene, y);
        y += LINE * small * self.stacks.len() as f64;
        for line in &self.samples {
            for (x, (sample, name)) in line {
                match sample {
                    Sample::Piece(piece) => figures::draw(xml, scene, *piece, (x + 0.62 * small, y), LINE * small),
                    Sample::Area(paint, strength, mark) => {
                        let side = number(1.08 * small);
                        let place = format!("x=\"{}\" y=\"{}\"", number(x + 0.08 * small), number(y - 0.54 * small));
                        let fill = format!("fill=\"{}\" fill-opacity=\"{}\"", paint.fill, strength);
                        let square = format!("{place} width=\"{side}\" height=\"{side}\" {fill} stroke=\"{INK}\"");
                        xml.element("rect", &square);
                        if let Some(mark) = mark {
                            let ink = format!("fill=\"{INK}\"");
                            xml.label(x + 0.62 * small, y, 0.8 * small, &ink, &mark.to_string());
                        }
                    }
                }
                xml.words("text", &format!("{} {font}", at(x + LINE * small, y)), name);
            }
            y += LINE * small;
        }
    }
}
