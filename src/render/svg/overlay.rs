//! What looks add to an empty board: borders, edges, signs, texts, lines and walls.

use super::board::Geometry;
use super::xml::{Xml, number};
use super::{INK, UNIT};
use crate::game::look::{Mark, Sign};
use crate::render::colors::Paint;
use crate::render::scene::{Scene, Side};

/// How thick an edge or a border is, and its outline.
const THICK: f64 = 5.0;
const OUTLINE: f64 = 7.0;

/// How thick the lines between cells are.
const LINE: f64 = 4.0;

/// Draws borders, then the edges of the board in players' colors.
pub(super) fn draw_sides(xml: &mut Xml, scene: &Scene, plan: &Geometry<'_>) {
    for (sides, paint) in &scene.borders {
        stroke(xml, &plan.sides(sides.iter()), *paint, (LINE, LINE + 1.5));
    }
    let mut edges: Vec<(Paint, Vec<&Side>)> = Vec::new();
    for (side, paint) in &scene.edges {
        match edges.iter_mut().find(|(of, _)| of == paint) {
            Some((_, sides)) => sides.push(side),
            None => edges.push((*paint, vec![side])),
        }
    }
    for (paint, sides) in edges {
        stroke(xml, &plan.sides(sides.into_iter()), paint, (THICK, OUTLINE));
    }
}

/// Draws the lines between cells, and the walls.
pub(super) fn draw_joints(xml: &mut Xml, scene: &Scene, plan: &Geometry<'_>) {
    for joint in &scene.joints {
        let (Some(from), Some(to)) = (plan.place(joint.cells.0), plan.place(joint.cells.1)) else { continue };
        if joint.is_wall {
            // across the middle, as long as a side
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
            let half = plan.side_length() / 2.0 / length;
            let (dx, dy) = ((to.1 - from.1) * half, (from.0 - to.0) * half);
            let path = line((middle.0 - dx, middle.1 - dy), (middle.0 + dx, middle.1 + dy));
            stroke(xml, &path, joint.paint, (THICK + 1.0, OUTLINE + 1.0));
        } else {
            stroke(xml, &line(from, to), joint.paint, (LINE, LINE + 1.5));
        }
    }
}

fn line(from: (f64, f64), to: (f64, f64)) -> String {
    format!("M{} {}L{} {}", number(from.0), number(from.1), number(to.0), number(to.1))
}

/// Draws a path in a color with its outline.
fn stroke(xml: &mut Xml, path: &str, paint: Paint, (thick, outline): (f64, f64)) {
    if path.is_empty() {
        return;
    }
    for (color, thick) in [(paint.outline, outline), (paint.fill, thick)] {
        let look =
            format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\"", number(thick));
        xml.element("path", &format!("d=\"{path}\" {look}"));
    }
}

/// The color of signs.
const SIGN: &str = "#6b4f2a";

/// Draws a sign around a center.
pub(super) fn draw_mark(xml: &mut Xml, mark: &Mark, (x, y): (f64, f64)) {
    let fill = format!("fill=\"{SIGN}\" fill-opacity=\"0.75\"");
    let stroke = format!(
        "fill=\"none\" stroke=\"{SIGN}\" stroke-opacity=\"0.75\" stroke-width=\"2.5\" stroke-linecap=\"round\""
    );
    let point = |dx: f64, dy: f64| format!("{} {}", number(x + dx * UNIT), number(y + dy * UNIT));
    match mark {
        Mark::Sign(Sign::Dot) => xml.circle(x, y, 0.11 * UNIT, &fill),
        Mark::Sign(Sign::Ring) => xml.circle(x, y, 0.25 * UNIT, &stroke),
        Mark::Sign(Sign::Cross) => {
            let r = 0.3;
            let path = format!("M{}L{}M{}L{}", point(-r, -r), point(r, r), point(-r, r), point(r, -r));
            xml.element("path", &format!("d=\"{path}\" {stroke}"));
        }
        Mark::Sign(Sign::Square) => {
            let r = 0.22;
            let path = format!("M{}L{}L{}L{}Z", point(-r, -r), point(r, -r), point(r, r), point(-r, r));
            xml.element("path", &format!("d=\"{path}\" {stroke}"));
        }
        Mark::Sign(Sign::Star) => {
            let tip = |n: usize| {
                let (angle, r) = (std::f64::consts::PI * n as f64 / 5.0, if n.is_multiple_of(2) { 0.34 } else { 0.14 });
                point(r * angle.sin(), -r * angle.cos())
            };
            let tips: Vec<String> = (0..10).map(tip).collect();
            xml.element("path", &format!("d=\"M{}Z\" {fill}", tips.join("L")));
        }
        Mark::Text(text) => write_label(xml, text, (x, y), &fill),
    }
}

/// Writes the text of a cell around its center.
pub(super) fn draw_label(xml: &mut Xml, text: &str, place: (f64, f64)) {
    write_label(xml, text, place, &format!("fill=\"{INK}\" font-weight=\"bold\""));
}

fn write_label(xml: &mut Xml, text: &str, (x, y): (f64, f64), look: &str) {
    let size = 0.42_f64.min(1.3 / text.chars().count().max(1) as f64) * UNIT;
    xml.label(x, y, size, look, text);
}
