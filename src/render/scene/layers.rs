//! The colors and characters of cells that the rules or the look tell apart.

use super::figures::Figure;
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::{Area, AreaSource};
use crate::game::look::Mark;
use crate::game::piece::Piece;
use crate::render::colors::{Paint, by_name};
use crate::render::signs::{free_sign, signed};

/// Cells in one color.
///
/// See [`Scene`](super::Scene) for an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Layer {
    /// The name of the area, if it has one.
    pub name: Option<String>,
    /// The cells.
    pub cells: CellSet,
    /// The color.
    pub paint: Paint,
    /// How strong the color is on paper, from 0 to 1: a table in colors is the board itself.
    pub strength: f64,
    /// The character of the area in its map, unless it is a dot.
    pub mark: Option<char>,
    /// The character that shows it in text boards: that of its map, or one for its color if it is in no map or the map's is also a
    /// piece's. Areas of one color share it.
    pub symbol: Option<char>,
    /// Whether the legend has it.
    pub is_region: bool,
}

/// What parts of a landscape look like, with the color of each.
const LANDSCAPE: [(&str, &str); 6] = [
    ("blue", "water river lake sea pond moat ocean swamp"),
    ("green", "forest wood woods grass meadow garden field jungle park"),
    ("yellow", "sand desert beach palace"),
    ("brown", "trap traps hole holes pit pits mud wall walls earth"),
    ("purple", "den dens goal goals castle throne temple home homes base camp"),
    ("red", "fire lava volcano danger"),
];

/// The colors of other areas, in this order. Only if there are more areas, their characters alone tell them apart.
const OTHERS: [&str; 10] = ["teal", "orange", "purple", "green", "pink", "blue", "yellow", "brown", "red", "lime"];

/// Colors that can hardly be told apart where they are pale.
const ALIKE: [(&str, &str); 8] = [
    ("green", "teal"),
    ("green", "lime"),
    ("yellow", "lime"),
    ("yellow", "orange"),
    ("orange", "brown"),
    ("orange", "red"),
    ("purple", "blue"),
    ("purple", "pink"),
];

/// Returns the areas that are drawn in a color: regions, and the values of a table other than numbers; above them what the
/// look fills.
pub(super) fn layers(game: &Game, figures: &[(Piece, Figure)], fills: &[(CellSet, Paint)]) -> Vec<Layer> {
    let is_taken = |mark: &char| figures.iter().any(|(_, figure)| figure.symbol == *mark);
    let is_colored = |area: &&Area| area.source != AreaSource::Number && !game.look.plain.contains(&area.name);
    let areas: Vec<&Area> = game.areas.iter().filter(is_colored).collect();
    let looks = areas.iter().zip(paints(&areas, fills)).filter_map(|(area, paint)| {
        let (is_region, strength) = match area.source {
            AreaSource::Def => (true, 0.25),
            AreaSource::Region(_) => (true, 0.45),
            AreaSource::Value(_) | AreaSource::Number => (false, 0.75),
        };
        let mark = area.source.symbol().filter(|symbol| *symbol != '.');
        let name = Some(area.name.replace('_', " "));
        // The characters of a table mean more than its colors, also where they are those of pieces.
        let symbol = mark.filter(|mark| !is_region || !is_taken(mark));
        Some(Layer { name, cells: area.cells, paint: paint?, strength, mark, symbol, is_region })
    });
    let mut layers = covered(looks.collect(), fills);
    add_symbols(game, figures, &mut layers);
    layers
}

/// Returns the color of each area. The first area with the name of a color or of a part of a landscape takes that color, unless the look
/// fills cells with it; the others take those that are left, first those unlike all that are taken.
fn paints(areas: &[&Area], fills: &[(CellSet, Paint)]) -> Vec<Option<Paint>> {
    let mut taken: Vec<Paint> = fills.iter().map(|(_, paint)| *paint).collect();
    let mut named = Vec::new();
    for area in areas {
        let paint = named_paint(&area.name).filter(|paint| !taken.contains(paint));
        taken.extend(paint);
        named.push(paint);
    }
    let all = || OTHERS.iter().filter_map(|name| by_name(name));
    let mut other = || {
        let is_unlike = |paint: &Paint| !taken.iter().any(|other| are_alike(*paint, *other));
        let free = || all().filter(|paint| !taken.contains(paint));
        let paint = free().find(is_unlike).or_else(|| free().next()).or_else(|| all().nth(taken.len() % OTHERS.len()));
        taken.extend(paint);
        paint
    };
    named.into_iter().map(|paint| paint.or_else(&mut other)).collect()
}

fn are_alike(one: Paint, other: Paint) -> bool {
    let (one, other) = (one.name(), other.name());
    ALIKE.contains(&(one, other)) || ALIKE.contains(&(other, one))
}

/// Puts what the look fills above the areas. A region that is filled as a whole lies on the highest fill of all its cells, in its color,
/// so that it keeps its name and its character.
fn covered(areas: Vec<Layer>, fills: &[(CellSet, Paint)]) -> Vec<Layer> {
    let cover = |area: &Layer| {
        let is_whole = |(cells, _): &(CellSet, Paint)| area.cells.except(cells).is_empty();
        fills.iter().rposition(is_whole).filter(|_| area.is_region && !area.cells.is_empty())
    };
    let (mut layers, mut raised) = (Vec::new(), Vec::new());
    for area in areas {
        match cover(&area) {
            Some(fill) => raised.push((fill, area)),
            None => layers.push(area),
        }
    }
    for (n, (cells, paint)) in fills.iter().enumerate() {
        let above = || raised.iter().filter(|(fill, _)| *fill == n).map(|(_, area)| area);
        if above().all(|area| area.cells != *cells) {
            layers.push(filled(*cells, *paint));
        }
        layers.extend(above().map(|area| Layer { paint: *paint, strength: FILL, ..area.clone() }));
    }
    layers
}

/// Gives the layers that have no character one for their color.
fn add_symbols(game: &Game, figures: &[(Piece, Figure)], layers: &mut [Layer]) {
    let marks = game.look.marks.iter().filter_map(|marked| match &marked.mark {
        Mark::Sign(sign) => Some(signed(*sign)),
        Mark::Text(text) => text.chars().next(),
    });
    let of_pieces = figures.iter().map(|(_, figure)| figure.symbol);
    let mut taken: Vec<char> = layers.iter().filter_map(|layer| layer.symbol).chain(marks).chain(of_pieces).collect();
    let mut of_colors: Vec<(Paint, char)> = Vec::new();
    for layer in layers.iter_mut().filter(|layer| layer.symbol.is_none()) {
        let known = of_colors.iter().find(|(paint, _)| *paint == layer.paint).map(|(_, symbol)| *symbol);
        let symbol = known.unwrap_or_else(|| free_sign(layer.paint, |sign| taken.contains(&sign)));
        taken.push(symbol);
        of_colors.push((layer.paint, symbol));
        layer.symbol = Some(symbol);
    }
}

/// How strong the colors of a look are.
const FILL: f64 = 0.6;

fn filled(cells: CellSet, paint: Paint) -> Layer {
    Layer { name: None, cells, paint, strength: FILL, mark: None, symbol: None, is_region: false }
}

/// Returns the color that a name stands for: its own, or that of a part of a landscape.
fn named_paint(name: &str) -> Option<Paint> {
    let words: Vec<String> = name.to_lowercase().split('_').map(str::to_owned).collect();
    let color = |word: &String| {
        let of = LANDSCAPE.iter().find(|(_, names)| names.split(' ').any(|name| name == word));
        by_name(word).or_else(|| by_name(of?.0))
    };
    words.iter().find_map(color)
}

/// Returns the numbers that tables show on a cell.
pub(super) fn numbers(game: &Game, cell: Cell) -> Vec<String> {
    let of_cell = game.areas.iter().filter(|area| area.source == AreaSource::Number && area.cells.contains(cell));
    of_cell.map(|area| area.name.clone()).collect()
}
