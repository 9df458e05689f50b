//! [`Scene`]: what a picture of a board shows, as plain data.

mod figures;
mod ground;
mod hands;
mod json;
mod layers;
mod sides;

pub use figures::Figure;
pub use ground::{Coordinate, Extent, GridLine, Point};
pub use hands::Hand;
pub(super) use hands::is_hand;
pub use layers::Layer;
pub use sides::Side;

use super::colors::{NEUTRAL, Paint, paint_of, paints};
use super::values;
use crate::engine::reference::{LookView, Reference};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::Drawing;
use crate::game::look::{LookColor, Mark};
use crate::game::piece::Piece;
use crate::game::rules::PlayerInfo;
use crate::position::Position;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a picture of a board shows, as plain data: [`text()`](super::text()), [`Picture`](super::Picture) and
/// [`svg()`](super::svg()) draw it.
///
/// It has what a program needs to draw the board: the center and the outline of each cell, the lines of the board, colors, and
/// the look of each piece. As JSON, by [`Serialize`](serde::Serialize), cells and pieces have their names as ids;
/// `boardwright show GAME --format scene` prints it.
///
/// ```
/// use boardwright::render::Scene;
///
/// let hex = boardwright::load_bundled("hex", &[("size", "5")])?;
/// let next = hex.play(&hex.start()?, &hex.legal_moves(&hex.start()?)?[0])?.expect("it is legal");
/// let scene = Scene::new(hex.game(), &next);
/// assert_eq!(scene.cells[0].pieces.len(), 1);
/// assert_eq!(scene.edges.len(), 38);
/// assert!(scene.edges.iter().any(|(side, paint)| side.cell.0 == 0 && paint.name() == "red"));
/// let json = serde_json::to_value(&scene)?;
/// assert_eq!(json["cells"][0]["pieces"][0], "stone of Red");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// The title of the game.
    pub title: String,
    /// The players, in the game's order.
    pub players: Vec<ScenePlayer>,
    /// How the cells are drawn.
    pub drawing: Drawing,
    /// The rectangle around the cells.
    pub extent: Extent,
    /// The cells, in the board's order.
    pub cells: Vec<SceneCell>,
    /// The lines of the board, which [`Drawing::Lines`] draws.
    pub grid: Vec<GridLine>,
    /// The labels of columns and rows.
    pub coordinates: Vec<Coordinate>,
    /// Colored cells, from the bottom up.
    pub layers: Vec<Layer>,
    /// Outlines around sets of cells.
    pub borders: Vec<(Vec<Side>, Paint)>,
    /// Sides of cells at the edge of the board, each with the color of the player whose edge it is.
    pub edges: Vec<(Side, Paint)>,
    /// Lines between cells, and walls.
    pub joints: Vec<SceneJoint>,
    /// The look of each piece of the game: player by player, kind by kind, then the neutral ones.
    pub figures: Vec<(Piece, Figure)>,
    /// The pieces that the picture does not explain by itself, each with a name.
    pub legend: Vec<(Piece, String)>,
    /// The pieces beside the board.
    pub hands: Vec<Hand>,
    /// The lines below the board: captions, then the variables that no cell shows.
    pub lines: Vec<SceneLine>,
}

/// A player of a [`Scene`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScenePlayer {
    /// The player's name.
    pub name: String,
    /// The color of the player's pieces.
    pub paint: Paint,
    /// Whether the player sits at the top of the picture, as one of two players does.
    pub is_on_top: bool,
}

/// What one cell of a [`Scene`] shows.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SceneCell {
    /// Its name in moves and positions.
    pub id: String,
    /// Its center, or `None` if the picture leaves it out, as it does with cells far from all pieces of a board without edges.
    pub center: Option<Point>,
    /// The corners of its square or hex, one after the other; none for a point.
    pub outline: Vec<Point>,
    /// Whether it is one of the darker squares of [`Drawing::Checkered`].
    pub is_dark: bool,
    /// Its name, if it has to be shown beside it.
    pub name: Option<String>,
    /// Its pieces, from the bottom up.
    pub pieces: Vec<Piece>,
    /// The number that it holds in a game without pieces.
    pub number: Option<i32>,
    /// Other numbers that it holds, and the number of its pieces if they are several: for a corner.
    pub corner: Vec<i32>,
    /// What the rule file's maps say of it: numbers of tables, and before them the character of its area.
    pub printed: Vec<String>,
    /// Its sign.
    pub mark: Option<Mark>,
    /// Its text.
    pub label: Option<String>,
}

/// A line below the board of a [`Scene`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneLine {
    /// What it says.
    pub text: String,
    /// Whether the corners of the cells say the same, in pictures whose cells have room for it.
    pub is_in_corners: bool,
    /// Whether the pieces beside the board say the same.
    pub is_in_hands: bool,
    /// Whether the pieces in the cells say the same, as stacks do.
    pub is_in_cells: bool,
}

impl SceneLine {
    /// Returns a line that only says something.
    pub(super) fn plain(text: String) -> SceneLine {
        SceneLine { text, is_in_corners: false, is_in_hands: false, is_in_cells: false }
    }
}

/// A line between two cells of a [`Scene`], or a wall on the side that they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneJoint {
    /// Whether it is a wall.
    pub is_wall: bool,
    /// The two cells.
    pub cells: (Cell, Cell),
    /// Its color.
    pub paint: Paint,
}

impl Scene {
    /// Returns what a picture of a position shows: what the file's `look` says, and otherwise what its rules suggest.
    pub fn new(game: &Game, position: &Position) -> Scene {
        let view = view(game, position);
        let players = paints(game);
        let paint = |color: LookColor| match color {
            LookColor::Named(color) => paint_of(color),
            LookColor::Of(player) => players.get(usize::from(player.0)).copied().unwrap_or(NEUTRAL),
        };
        let painted = |areas: &[(CellSet, LookColor)]| -> Vec<(CellSet, Paint)> {
            areas.iter().map(|(cells, color)| (*cells, paint(*color))).collect()
        };
        let figures = figures::figures(game, &players);
        let layers = layers::layers(game, &figures, &painted(&view.fills));
        let sides = sides::sides(&game.board);
        let owned = painted(&view.edges);
        let edges = if owned.is_empty() { sides::connected(game, &players) } else { owned };
        let joints = view.joints.iter().map(|joint| {
            let owner = position.at(game, joint.cells.0).owner;
            let paint = joint.color.map_or_else(|| paint(LookColor::Of(owner)), paint);
            SceneJoint { is_wall: joint.is_wall, cells: joint.cells, paint }
        });
        let drawing = ground::drawing(game);
        let mut cells = cells(game, position, &view, &layers);
        ground::add_places(&game.board, drawing, &mut cells);
        let is_drawn = |side: &Side| cells.get(usize::from(side.cell.0)).is_some_and(|cell| cell.center.is_some());
        let around =
            |within: &CellSet| sides::around(&sides, within).into_iter().filter(is_drawn).collect::<Vec<Side>>();
        let borders = painted(&view.borders).into_iter().map(|(cells, paint)| (around(&cells), paint)).collect();
        let extent = Extent::around(&cells);
        let is_on_board = |piece: Piece| cells.iter().any(|cell| cell.pieces.last() == Some(&piece));
        Scene {
            title: game.full_title(),
            players: self::players(game, &players),
            drawing,
            extent,
            grid: if drawing == Drawing::Lines { ground::grid(game, &cells) } else { Vec::new() },
            coordinates: ground::coordinates(&game.board, &cells, &extent),
            borders,
            edges: sides::edges(&game.board, &sides, &edges),
            joints: joints.collect(),
            legend: figures::legend(game, &figures, is_on_board),
            hands: hands::hands(game, position),
            lines: lines(game, position, &view),
            layers,
            figures,
            cells,
        }
    }

    /// Returns the look of a piece.
    pub fn figure(&self, piece: Piece) -> Option<&Figure> {
        self.figures.iter().find(|(of, _)| *of == piece).map(|(_, figure)| figure)
    }

    /// Returns whether a character of text boards is that of a piece.
    pub(super) fn has_symbol(&self, symbol: char) -> bool {
        self.figures.iter().any(|(_, figure)| figure.symbol == symbol)
    }

    /// Returns what a cell shows.
    pub fn cell(&self, cell: Cell) -> Option<&SceneCell> {
        self.cells.get(usize::from(cell.0))
    }

    /// Returns the name of a cell.
    pub(super) fn cell_id(&self, cell: Cell) -> &str {
        self.cell(cell).map_or("", |cell| cell.id.as_str())
    }

    /// Returns the name of a piece: `king of White`, or `arrow`.
    pub(super) fn piece_id(&self, piece: Piece) -> &str {
        self.figure(piece).map_or("", |figure| figure.id.as_str())
    }

    /// Returns the names of the cells of a joint: `c3-d5`.
    pub(super) fn joint_text(&self, joint: &SceneJoint) -> String {
        format!("{}-{}", self.cell_id(joint.cells.0), self.cell_id(joint.cells.1))
    }

    /// Returns the highest layer that covers a cell.
    pub fn layer(&self, cell: Cell) -> Option<&Layer> {
        self.layers.iter().rfind(|layer| layer.cells.contains(cell))
    }
}

/// Evaluates the file's look, if it differs from position to position.
fn view(game: &Game, position: &Position) -> LookView {
    if game.look.is_fixed() { LookView::default() } else { Reference::new(Arc::new(game.clone())).look(position) }
}

fn cells(game: &Game, position: &Position, view: &LookView, layers: &[Layer]) -> Vec<SceneCell> {
    let board = &game.board;
    let numbers = values::numbers(game, position);
    let labels: BTreeMap<Cell, &String> = view.labels.iter().map(|(cell, text)| (*cell, text)).collect();
    let cell = |cell: Cell| {
        let pieces = position.stack(game, cell);
        let sign = layers.iter().rfind(|layer| layer.cells.contains(cell)).and_then(|layer| layer.mark);
        let shows_name = board.has_own_name(cell) || !pieces.is_empty();
        SceneCell {
            id: board.name(cell).to_owned(),
            name: board.cell_label(cell).filter(|_| shows_name).map(str::to_owned),
            number: numbers.as_ref().and_then(|numbers| numbers.get(usize::from(cell.0))).copied(),
            corner: values::in_corners(game, position, cell),
            printed: sign.map(String::from).into_iter().chain(layers::numbers(game, cell)).collect(),
            mark: view.marks.iter().rfind(|(cells, _)| cells.contains(cell)).map(|(_, mark)| mark.clone()),
            label: labels.get(&cell).map(|text| (*text).clone()),
            pieces,
            ..SceneCell::default()
        }
    };
    board.cells().map(cell).collect()
}

/// Returns the players. Of two players, the one who goes North sits at the bottom, or the first one.
fn players(game: &Game, paints: &[Paint]) -> Vec<ScenePlayer> {
    let goes_north = |player: &PlayerInfo| {
        let ahead = player.going.and_then(|going| game.board.ahead(going));
        ahead.is_some_and(|dir| game.board.dy(dir) > 0)
    };
    let last_goes_north = game.players.last().is_some_and(goes_north);
    let all = game.players.iter().zip(paints).enumerate();
    let player = |(at, (player, paint)): (usize, (&PlayerInfo, &Paint))| ScenePlayer {
        name: player.name.clone(),
        paint: *paint,
        is_on_top: game.players.len() == 2 && (at == 1) != last_goes_north,
    };
    all.map(player).collect()
}

/// Returns the lines below the board. A line of the look that failed is told, not left out in silence.
fn lines(game: &Game, position: &Position, view: &LookView) -> Vec<SceneLine> {
    let failed = view.faults.iter().map(|fault| {
        let (file, line, _) = game.sources.place(fault.span);
        format!("not drawn ({file}, line {line}): {}", fault.message)
    });
    let said = view.captions.iter().cloned().chain(failed);
    said.map(SceneLine::plain).chain(values::lines(game, position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load_text;

    /// Returns the scene of the first position of a game with these lines of a look.
    fn scene(lines: &str) -> Scene {
        let text = format!(
            "game \"Looks\"\nboard square 3 x 3\nplayers Black, White\npiece stone\nvar level(p: cell) = 0\n\
             setup {{ stone of Black at {{a1 b1}} stone of White at c3 }}\nlook {{ {lines} }}\n\
             action put(p: empty) do {{ put stone at p level(p) += 1 }}\nend {{ when stuck(next): draw }}"
        );
        let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
        Scene::new(engine.game(), &engine.start().unwrap())
    }

    fn texts(scene: &Scene) -> Vec<&str> {
        scene.lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn a_look_decides_what_a_picture_shows() {
        let scene = scene(
            "fill rows(1): blue fill a1: White border rows(1): red edge edge(N): Black mark empty: star mark b2: \"x\"
             label p in own: \"{level(p)}\" line p in a1 to b1 wall p in c3 to c2: teal color White: pink
             name level: \"height\" caption \"{count(empty)} left\"",
        );
        let name = |cell: u16| scene.layer(Cell(cell)).map(|layer| layer.paint.name());
        assert_eq!([0, 1, 8].map(name), [Some("pink"), Some("blue"), None]);
        assert_eq!(scene.borders[0].0.len(), 8);
        assert_eq!(scene.edges.iter().map(|(_, paint)| paint.name()).collect::<Vec<_>>(), ["black"; 3]);
        assert_eq!(scene.cells[4].mark, Some(Mark::Text("x".to_owned())));
        assert_eq!((scene.cells[0].label.as_deref(), scene.cells[8].label.as_deref()), (Some("0"), None));
        let joints: Vec<(bool, &str)> = scene.joints.iter().map(|joint| (joint.is_wall, joint.paint.name())).collect();
        assert_eq!(joints, [(false, "black"), (true, "teal")]);
        assert_eq!(texts(&scene), ["6 left", "height: none"]);
        assert!(texts(&self::scene("hide level")).is_empty());
    }

    #[test]
    fn a_region_has_the_color_that_is_drawn() {
        let shown = |lines: &str| -> Vec<String> {
            let text = format!(
                "game \"Regions\"\nboard square 3 x 3\nplayers Black, White\npiece stone\n\
                 map ~ = river {{ ~ . .  ~ . .  . . . }}\ndef gates = {{c1 c3}}\nlook {{ {lines} }}\n\
                 action put(p: empty) when p not in river | gates do put stone at p\nend {{ when stuck(next): draw }}"
            );
            let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
            let scene = Scene::new(engine.game(), &engine.start().unwrap());
            let layer = |layer: &Layer| format!("{} {}", layer.name.as_deref().unwrap_or("-"), layer.paint.name());
            scene.layers.iter().map(layer).collect()
        };
        assert_eq!(shown(""), ["river blue", "gates teal"]);
        assert_eq!(shown("fill river: lime fill gates: red"), ["river lime", "gates red"]);
        assert_eq!(shown("fill river: lime fill a3: red"), ["gates teal", "river lime", "- red"]);
        assert_eq!(shown("fill board: pink"), ["- pink", "river pink", "gates pink"]);
        assert_eq!(shown("fill rows(3): pink"), ["river blue", "gates teal", "- pink"]);
    }

    #[test]
    fn regions_of_one_picture_have_different_colors() {
        let shown = |map: &str, lines: &str| -> Vec<&str> {
            let text = format!(
                "game \"Regions\"\nboard square 3 x 3\nplayers Black, White\npiece stone\n
                 map w = wood, m = {map}, x = hill {{ w . m  w . m  x x . }}\ndef garden = {{b3}}\nlook {{ {lines} }}\n\
                 action put(p: empty) when p not in wood | garden do put stone at p\nend {{ when stuck(next): draw }}"
            );
            let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
            let scene = Scene::new(engine.game(), &engine.start().unwrap());
            scene.layers.iter().map(|layer| layer.paint.name()).collect()
        };
        assert_eq!(shown("meadow", ""), ["green", "orange", "purple", "teal"]);
        assert_eq!(shown("river", ""), ["green", "blue", "orange", "pink"]);
        // What the look fills is told apart from the regions, too.
        assert_eq!(
            shown("river", "fill b2: green fill b1: teal"),
            ["orange", "blue", "pink", "purple", "green", "teal"]
        );
    }

    #[test]
    fn what_fails_is_told_below_the_board() {
        let scene = scene("fill rows(1): blue\nmark (if 1 / level(a1) > 0 then own else enemy): dot");
        assert_eq!(texts(&scene)[0], "not drawn (rules.game, line 8): 1 is divided by 0");
    }
}
