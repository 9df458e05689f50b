//! Moves on a picture.

use super::xml::{Xml, number};
use super::{Arrow, ArrowMark, Geometry, MARK, UNIT};

/// The color of legal moves.
const GOOD: &str = "#1a7f37";

/// The color of illegal moves.
const BAD: &str = "#c62828";

/// Draws a move: an arrow, or a ring around one cell; an illegal one is crossed out.
pub(super) fn draw(xml: &mut Xml, plan: &Geometry<'_>, arrow: Arrow) {
    let Some((x, y)) = plan.place(arrow.to) else { return };
    let ink = match arrow.mark {
        ArrowMark::Last => MARK,
        ArrowMark::Legal => GOOD,
        ArrowMark::Illegal => BAD,
    };
    let from = arrow.from.and_then(|from| plan.place(from));
    let (dx, dy) = from.map_or((0.0, 0.0), |(fx, fy)| (x - fx, y - fy));
    let length = dx.hypot(dy);
    let line = |path: String| {
        format!(
            "d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\" stroke-linecap=\"round\" opacity=\"0.85\""
        )
    };
    let at = |x: f64, y: f64| format!("{} {}", number(x), number(y));
    if length > 1.0 {
        let (ux, uy) = (dx / length, dy / length);
        let (start, end) = (0.22 * UNIT, 0.1 * UNIT);
        let (sx, sy) = (x - dx + ux * start, y - dy + uy * start);
        let (ex, ey) = (x - ux * end, y - uy * end);
        let head = |side: f64| at(ex - 9.0 * ux + side * 5.0 * uy, ey - 9.0 * uy - side * 5.0 * ux);
        let path = format!("M{}L{}M{}L{}L{}", at(sx, sy), at(ex, ey), head(1.0), at(ex, ey), head(-1.0));
        xml.element("path", &line(path));
    } else {
        let ring = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\" opacity=\"0.85\"");
        xml.circle(x, y, 0.3 * UNIT, &ring);
    }
    if arrow.mark == ArrowMark::Illegal {
        let (cx, cy) = if length > 1.0 { (x - dx / 2.0, y - dy / 2.0) } else { (x, y) };
        let r = 0.14 * UNIT;
        let path =
            format!("M{}L{}M{}L{}", at(cx - r, cy - r), at(cx + r, cy + r), at(cx - r, cy + r), at(cx + r, cy - r));
        xml.element("path", &line(path));
    }
}
