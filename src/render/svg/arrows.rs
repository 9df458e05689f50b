//! Moves on a picture: arrows that keep clear of pieces and of each other, where there is room.

use super::xml::{Xml, number};
use super::{Arrow, ArrowMark, Geometry, MARK, UNIT};
use crate::render::scene::Point;

/// The color of legal moves.
const GOOD: &str = "#1a7f37";

/// The color of illegal moves.
const BAD: &str = "#c62828";

/// The radius of a piece with a margin, in parts of its cell.
const PIECE: f64 = 0.43;

/// How far from an empty cell's center an arrow begins and ends.
const BEGIN: f64 = 0.22 * UNIT;
const END: f64 = 0.1 * UNIT;

/// The shortest arrow whose shaft can be seen. Between neighbors it covers a part of their pieces.
const SHORTEST: f64 = 0.6 * UNIT;

/// The distance of the points at which a path is examined.
const STEP: f64 = 0.05 * UNIT;

/// Arrows that are closer than this seem to be one.
const APART: f64 = 0.13 * UNIT;

/// How far the middle of a path may be beside the straight line.
const BENDS: [f64; 9] = [0.0, 0.3, -0.3, 0.5, -0.5, 0.7, -0.7, 1.0, -1.0];

/// Draws moves: arrows, or rings around one cell; illegal ones are crossed out.
pub(super) fn draw(xml: &mut Xml, plan: &Geometry<'_>, arrows: &[Arrow]) {
    let pieces = plan.cells().filter(|(_, shown, _)| !shown.pieces.is_empty()).map(|(.., place)| place).collect();
    let cells = plan.cells().map(|(.., place)| place).collect();
    let mut room = Room { pieces, cells, plan, drawn: Vec::new() };
    for arrow in arrows {
        let Some(to) = plan.place(arrow.to) else { continue };
        let from = arrow.from.and_then(|from| plan.place(from)).filter(|from| distance(*from, to) > 1.0);
        let ink = match arrow.mark {
            ArrowMark::Last => MARK,
            ArrowMark::Legal => GOOD,
            ArrowMark::Illegal => BAD,
        };
        let look = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"");
        let mut line = |path: String| {
            // A light rim keeps it visible on pieces.
            let rim = "fill=\"none\" stroke=\"#fffdf8\" stroke-width=\"5\"";
            xml.element("path", &format!("d=\"{path}\" {rim} stroke-linecap=\"round\" opacity=\"0.7\""));
            xml.element("path", &format!("d=\"{path}\" {look} stroke-linecap=\"round\" opacity=\"0.85\""));
        };
        let middle = match from {
            Some(from) => {
                let path = room.choose(arrow, from, to);
                line(path.data());
                let middle = path.at((path.begin + path.end) / 2.0);
                room.drawn.push((*arrow, path.points()));
                middle
            }
            None => {
                let radius = if room.pieces.contains(&to) { PIECE * plan.size } else { 0.3 * UNIT };
                xml.circle(to.0, to.1, radius, &format!("{look} opacity=\"0.85\""));
                to
            }
        };
        if arrow.mark == ArrowMark::Illegal {
            let ((x, y), r) = (middle, 0.14 * UNIT);
            let cross = [(-r, -r), (r, r), (-r, r), (r, -r)].map(|(dx, dy)| written((x + dx, y + dy)));
            let [a, b, c, d] = cross;
            let path = format!("M{a}L{b}M{c}L{d}");
            xml.element("path", &format!("d=\"{path}\" {look} stroke-linecap=\"round\" opacity=\"0.85\""));
        }
    }
}

/// What is on the picture already.
struct Room<'p> {
    plan: &'p Geometry<'p>,
    cells: Vec<Point>,
    /// The cells with pieces.
    pieces: Vec<Point>,
    /// The arrows so far, with points on their paths.
    drawn: Vec<(Arrow, Vec<Point>)>,
}

impl Room<'_> {
    /// Returns the path of an arrow that covers least, straight if that is as good.
    fn choose(&self, arrow: &Arrow, from: Point, to: Point) -> Path {
        let mut best = (f64::MAX, self.path(from, to, 0.0));
        for bend in BENDS {
            let path = self.path(from, to, bend * UNIT);
            // Straight arrows may cross each other.
            let bent = if bend == 0.0 { 0.0 } else { 6.0 + 6.0 * bend.abs() };
            let cost = self.covered(arrow, &path) + bent;
            if cost < best.0 {
                best = (cost, path);
            }
        }
        best.1
    }

    /// Returns the path with this bend, between the rims of the pieces at its ends, or nearer to their centers if that leaves too little.
    fn path(&self, from: Point, to: Point, bend: f64) -> Path {
        let rim = PIECE * self.plan.size;
        let margin = |place: Point, empty: f64| if self.pieces.contains(&place) { rim.max(empty) } else { empty };
        let path = Path::new(from, to, bend);
        let (begin, end) = (margin(from, BEGIN), margin(to, END));
        let free = (distance(from, to) - SHORTEST).max(0.0);
        let part = (free / (begin + end)).min(1.0);
        path.between(part * begin, part * end)
    }

    /// Returns how many points of a path are on pieces, on other arrows, or beside the board.
    fn covered(&self, arrow: &Arrow, path: &Path) -> f64 {
        let rim = 0.95 * PIECE * self.plan.size;
        let is_near =
            |places: &[Point], point: Point, within: f64| places.iter().any(|at| distance(*at, point) < within);
        // Moves of one piece, of which one can be made, may share a line.
        let is_other = |drawn: &Arrow| drawn.from != arrow.from || drawn.mark != arrow.mark;
        let others: Vec<&[Point]> =
            self.drawn.iter().filter(|(drawn, _)| is_other(drawn)).map(|(_, points)| points.as_slice()).collect();
        // No path avoids the pieces at its ends.
        let pieces: Vec<Point> = self.pieces.iter().copied().filter(|at| *at != path.from && *at != path.to).collect();
        let mut covered = 0.0;
        for point in path.points() {
            covered += f64::from(u8::from(is_near(&pieces, point, rim)));
            covered += f64::from(u8::from(others.iter().any(|points| is_near(points, point, APART))));
            covered += f64::from(u8::from(!is_near(&self.cells, point, 0.72 * UNIT)));
        }
        covered
    }
}

/// A part of a quadratic curve.
#[derive(Clone, Copy)]
struct Path {
    from: Point,
    control: Point,
    to: Point,
    is_straight: bool,
    /// Where it begins and ends, from 0 to 1.
    begin: f64,
    end: f64,
}

impl Path {
    /// Returns the whole path between two places, whose middle is this far beside the straight line.
    fn new(from: Point, to: Point, bend: f64) -> Path {
        let length = distance(from, to);
        let beside = |d: f64| 2.0 * bend * d / length;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let control = ((from.0 + to.0) / 2.0 + beside(dy), (from.1 + to.1) / 2.0 - beside(dx));
        Path { from, control, to, is_straight: bend == 0.0, begin: 0.0, end: 1.0 }
    }

    fn at(&self, t: f64) -> Point {
        mix(mix(self.from, self.control, t), mix(self.control, self.to, t), t)
    }

    /// Returns the part that is at least this far from its ends.
    fn between(self, begin: f64, end: f64) -> Path {
        if self.is_straight {
            let length = distance(self.from, self.to);
            let begin = (begin / length).min(1.0);
            return Path { begin, end: (1.0 - end / length).max(begin), ..self };
        }
        let steps = 2 * self.steps();
        let part = |n: usize| n as f64 / steps as f64;
        let first = (0..=steps).map(part).find(|t| distance(self.at(*t), self.from) >= begin);
        let last = (0..=steps).rev().map(part).find(|t| distance(self.at(*t), self.to) >= end);
        let begin = first.unwrap_or(1.0);
        Path { begin, end: last.unwrap_or(0.0).max(begin), ..self }
    }

    fn steps(&self) -> usize {
        let around = distance(self.from, self.control) + distance(self.control, self.to);
        (around / STEP).ceil().clamp(8.0, 1000.0) as usize
    }

    /// Returns points along it.
    fn points(&self) -> Vec<Point> {
        let steps = ((self.end - self.begin) * self.steps() as f64).ceil().max(1.0) as usize;
        (0..=steps).map(|n| self.at(self.begin + (self.end - self.begin) * n as f64 / steps as f64)).collect()
    }

    /// Returns the arrow as the data of a path.
    fn data(&self) -> String {
        let (start, tip) = (self.at(self.begin), self.at(self.end));
        // The part of a quadratic curve is one, too.
        let control = mix(mix(self.from, self.control, self.begin), mix(self.control, self.to, self.begin), self.end);
        let back = if self.is_straight { start } else { control };
        let length = distance(back, tip).max(0.001);
        let (ux, uy) = ((tip.0 - back.0) / length, (tip.1 - back.1) / length);
        let head = |side: f64| written((tip.0 - 9.0 * ux + side * 5.0 * uy, tip.1 - 9.0 * uy - side * 5.0 * ux));
        let (start, control, tip) = (written(start), written(control), written(tip));
        let shaft = if self.is_straight { format!("M{start}L{tip}") } else { format!("M{start}Q{control} {tip}") };
        format!("{shaft}M{}L{tip}L{}", head(1.0), head(-1.0))
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

fn mix(a: Point, b: Point, t: f64) -> Point {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

fn written(at: Point) -> String {
    format!("{} {}", number(at.0), number(at.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::board::Shape;
    use crate::render::testing;
    use crate::render::{SvgStyle, svg};

    /// Returns the paths of arrows on a board, each as M and L or Q.
    fn paths(game: &Game, pieces: &str, moves: &str) -> Vec<String> {
        let cell = |name: &str| game.board.cell(name).unwrap();
        let arrow = |(from, to): (&str, &str)| Arrow { from: Some(cell(from)), to: cell(to), mark: ArrowMark::Last };
        let arrows = moves.split(' ').filter_map(|mv| mv.split_once('-')).map(arrow).collect();
        let picture = svg(game, &testing::position(game, pieces), &SvgStyle { arrows, ..SvgStyle::default() });
        let arrows = picture.split("d=\"").filter(|path| path.contains(MARK));
        arrows.map(|path| path.split('"').next().unwrap().to_owned()).collect()
    }

    fn game() -> Game {
        testing::game("Rush", Shape::Square(8, 8), "Black White", "stone")
    }

    #[test]
    fn an_arrow_ends_at_the_rim_of_a_piece() {
        // The centers are at x = 54 + 40 n.
        let found = paths(&game(), "", "a1-c1");
        assert!(found[0].starts_with("M62.8 314L130 314M"), "{found:?}");
        let found = paths(&game(), "Black stone: c1", "a1-c1");
        let tip: f64 = found[0].split('L').nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!((115.0..118.0).contains(&tip), "{found:?}");
        let found = paths(&game(), "Black stone: a1", "a1-c1");
        assert!(found[0].starts_with("M72") || found[0].starts_with("M71"), "{found:?}");
    }

    #[test]
    fn an_arrow_between_neighbors_has_a_shaft() {
        let hexes = testing::game("Hexes", Shape::Hexagon(3), "Black White", "stone");
        for (game, pieces, mv) in [
            (&game(), "Black stone: b1", "a1-b1"),
            (&game(), "Black stone: a1 b1", "a1-b1"),
            (&hexes, "Black stone: c3 d3", "c3-d3"),
            (&hexes, "White stone: c4", "c3-c4"),
        ] {
            let found = paths(game, pieces, mv);
            let numbers: Vec<f64> = found[0].split(['M', 'L', ' ']).filter_map(|part| part.parse().ok()).collect();
            let [x, y, tip_x, tip_y, ..] = numbers[..] else { panic!("{found:?}") };
            assert!(distance((x, y), (tip_x, tip_y)) >= 0.59 * UNIT, "{found:?}");
        }
    }

    #[test]
    fn an_arrow_goes_around_pieces() {
        let straight = |pieces: &str, moves: &str| {
            paths(&game(), pieces, moves).iter().map(|path| !path.contains('Q')).collect::<Vec<_>>()
        };
        assert_eq!(straight("Black stone: c3", "c1-c3"), [true]);
        assert_eq!(straight("Black stone: c3 d4 b3", "c1-c3"), [true]);
        assert_eq!(straight("Black stone: c2 c3", "c1-c3"), [false]);
        // A knight's move is between its neighbors.
        assert_eq!(straight("Black stone: f3 f2 g2 e2", "g1-f3"), [true]);
        // Castling: one arrow above, one below, and both on the board.
        let castled = paths(&game(), "White stone: f1 g1", "e1-g1 h1-f1");
        assert!(castled.iter().all(|path| path.contains('Q')), "{castled:?}");
        let low =
            |path: &String| path.split('Q').nth(1).unwrap().split(' ').nth(1).unwrap().parse::<f64>().unwrap() > 314.0;
        assert!(low(&castled[0]) != low(&castled[1]), "{castled:?}");
    }

    #[test]
    fn arrows_are_beside_each_other() {
        let found = paths(&game(), "", "a1-d1 d1-a1");
        assert!(found[0].contains('L') && !found[0].contains('Q') && found[1].contains('Q'), "{found:?}");
        let found = paths(&game(), "Black stone: c3; White stone: c4", "c3-c4 c4-c3");
        assert!(!found[0].contains('Q') && found[1].contains('Q'), "{found:?}");
        // Arrows may cross.
        assert!(paths(&game(), "", "a1-d4 a4-d1").iter().all(|path| !path.contains('Q')));
    }
}
