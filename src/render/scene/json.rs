//! A [`Scene`] as JSON, for programs that draw it: cells and pieces have their names as ids.

use super::{Figure, Layer, Point, Scene, SceneCell, Side};
use crate::game::cells::{Cell, CellSet};
use crate::game::look::Mark;
use crate::game::piece::{Piece, Player};
use crate::render::colors::Paint;
use serde::{Serialize, Serializer};

impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

#[derive(Serialize)]
struct SceneJson<'s> {
    title: &'s str,
    drawing: &'s str,
    extent: Rectangle,
    players: Vec<PlayerJson<'s>>,
    pieces: Vec<FigureJson<'s>>,
    legend: Vec<LegendJson<'s>>,
    cells: Vec<CellJson<'s>>,
    grid: Vec<Vec<Point>>,
    coordinates: Vec<LabelJson<'s>>,
    layers: Vec<LayerJson<'s>>,
    borders: Vec<BorderJson<'s>>,
    edges: Vec<SideJson<'s>>,
    joints: Vec<JointJson<'s>>,
    hands: Vec<HandJson<'s>>,
    lines: Vec<LineJson<'s>>,
}

#[derive(Serialize)]
struct Rectangle {
    west: f64,
    east: f64,
    south: f64,
    north: f64,
}

#[derive(Serialize)]
struct PaintJson {
    name: &'static str,
    fill: &'static str,
    outline: &'static str,
    text: &'static str,
}

#[derive(Serialize)]
struct PlayerJson<'s> {
    name: &'s str,
    color: PaintJson,
    on_top: bool,
}

#[derive(Serialize)]
struct FigureJson<'s> {
    id: &'s str,
    shape: &'s str,
    text: Option<&'s str>,
    color: PaintJson,
    turn: f64,
    symbol: char,
}

#[derive(Serialize)]
struct LegendJson<'s> {
    piece: &'s str,
    text: &'s str,
}

/// A cell in JSON; what it does not show is left out.
#[derive(Serialize)]
struct CellJson<'s> {
    id: &'s str,
    center: Option<Point>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outline: Vec<Point>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dark: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'s str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<i32>,
    #[serde(skip_serializing_if = "<[i32]>::is_empty")]
    corner: &'s [i32],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    printed: &'s [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<MarkJson<'s>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'s str>,
}

/// A sign by its name, or a text.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum MarkJson<'s> {
    Sign(&'s str),
    Text(&'s str),
}

#[derive(Serialize)]
struct LabelJson<'s> {
    text: &'s str,
    at: Point,
}

#[derive(Serialize)]
struct LayerJson<'s> {
    name: Option<&'s str>,
    cells: Vec<&'s str>,
    color: PaintJson,
    opacity: f64,
    legend: bool,
}

#[derive(Serialize)]
struct SideJson<'s> {
    cell: &'s str,
    ends: [Point; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<PaintJson>,
}

#[derive(Serialize)]
struct BorderJson<'s> {
    sides: Vec<SideJson<'s>>,
    color: PaintJson,
}

#[derive(Serialize)]
struct JointJson<'s> {
    wall: bool,
    cells: [&'s str; 2],
    color: PaintJson,
}

#[derive(Serialize)]
struct HandJson<'s> {
    name: &'s str,
    player: Option<&'s str>,
    pieces: Vec<CountJson<'s>>,
}

#[derive(Serialize)]
struct CountJson<'s> {
    piece: &'s str,
    count: i32,
}

#[derive(Serialize)]
struct LineJson<'s> {
    text: &'s str,
    in_corners: bool,
    in_hands: bool,
    in_cells: bool,
}

impl Scene {
    fn json(&self) -> SceneJson<'_> {
        let border = |(sides, color): &'_ (Vec<Side>, Paint)| BorderJson {
            sides: sides.iter().map(|side| self.side_json(side, None)).collect(),
            color: paint(color),
        };
        SceneJson {
            title: &self.title,
            drawing: self.drawing.word(),
            extent: Rectangle {
                west: short(self.extent.west),
                east: short(self.extent.east),
                south: short(self.extent.south),
                north: short(self.extent.north),
            },
            players: self
                .players
                .iter()
                .map(|player| PlayerJson { name: &player.name, color: paint(&player.paint), on_top: player.is_on_top })
                .collect(),
            pieces: self.figures.iter().map(|(_, figure)| figure_json(figure)).collect(),
            legend: self.legend.iter().map(|(piece, text)| LegendJson { piece: self.piece_id(*piece), text }).collect(),
            cells: self.cells.iter().map(|cell| self.cell_json(cell)).collect(),
            grid: self.grid.iter().map(|line| points(&line.points)).collect(),
            coordinates: self
                .coordinates
                .iter()
                .map(|label| LabelJson { text: &label.text, at: point(label.at) })
                .collect(),
            layers: self.layers.iter().map(|layer| self.layer_json(layer)).collect(),
            borders: self.borders.iter().map(border).collect(),
            edges: self.edges.iter().map(|(side, color)| self.side_json(side, Some(paint(color)))).collect(),
            joints: self
                .joints
                .iter()
                .map(|joint| JointJson {
                    wall: joint.is_wall,
                    cells: [self.cell_id(joint.cells.0), self.cell_id(joint.cells.1)],
                    color: paint(&joint.paint),
                })
                .collect(),
            hands: self
                .hands
                .iter()
                .map(|hand| HandJson {
                    name: &hand.name,
                    player: self.player_name(hand.owner),
                    pieces: hand
                        .pieces
                        .iter()
                        .map(|(piece, count)| CountJson { piece: self.piece_id(*piece), count: *count })
                        .collect(),
                })
                .collect(),
            lines: self
                .lines
                .iter()
                .map(|line| LineJson {
                    text: &line.text,
                    in_corners: line.is_in_corners,
                    in_hands: line.is_in_hands,
                    in_cells: line.is_in_cells,
                })
                .collect(),
        }
    }

    fn player_name(&self, player: Player) -> Option<&str> {
        self.players.get(usize::from(player.0)).map(|player| player.name.as_str())
    }

    fn cell_json<'s>(&'s self, cell: &'s SceneCell) -> CellJson<'s> {
        CellJson {
            id: &cell.id,
            center: cell.center.map(point),
            outline: points(&cell.outline),
            dark: cell.is_dark,
            name: cell.name.as_deref(),
            pieces: cell.pieces.iter().map(|piece: &Piece| self.piece_id(*piece)).collect(),
            number: cell.number,
            corner: &cell.corner,
            printed: &cell.printed,
            mark: cell.mark.as_ref().map(|mark| match mark {
                Mark::Sign(sign) => MarkJson::Sign(sign.word()),
                Mark::Text(text) => MarkJson::Text(text),
            }),
            label: cell.label.as_deref(),
        }
    }

    fn layer_json<'s>(&'s self, layer: &'s Layer) -> LayerJson<'s> {
        LayerJson {
            name: layer.name.as_deref(),
            cells: self.cell_ids(&layer.cells),
            color: paint(&layer.paint),
            opacity: layer.strength,
            legend: layer.is_region,
        }
    }

    fn side_json(&self, side: &Side, color: Option<PaintJson>) -> SideJson<'_> {
        SideJson { cell: self.cell_id(side.cell), ends: side.ends.map(point), color }
    }

    fn cell_ids(&self, cells: &CellSet) -> Vec<&str> {
        cells.iter().map(|cell: Cell| self.cell_id(cell)).collect()
    }
}

fn figure_json(figure: &Figure) -> FigureJson<'_> {
    FigureJson {
        id: &figure.id,
        shape: figure.outline.word(),
        text: figure.text.as_deref(),
        color: paint(&figure.paint),
        turn: short(figure.turn),
        symbol: figure.symbol,
    }
}

fn paint(paint: &Paint) -> PaintJson {
    PaintJson { name: paint.name(), fill: paint.fill, outline: paint.outline, text: paint.mark }
}

/// Rounds a number to the precision of pictures.
fn short(n: f64) -> f64 {
    // Adding 0 makes -0 a plain 0.
    (n * 1e4).round() / 1e4 + 0.0
}

fn point((x, y): Point) -> Point {
    (short(x), short(y))
}

fn points(all: &[Point]) -> Vec<Point> {
    all.iter().copied().map(point).collect()
}

#[cfg(test)]
mod tests {
    use crate::load::{load_bundled, load_text};
    use crate::render::Scene;
    use serde_json::{Value as Json, json};

    fn scene(name: &str) -> Json {
        let engine = load_bundled(name, &[]).unwrap();
        serde_json::to_value(Scene::new(engine.game(), &engine.start().unwrap())).unwrap()
    }

    #[test]
    fn a_page_can_draw_a_board_that_it_does_not_know() {
        let chess = scene("chess");
        assert_eq!((&chess["drawing"], chess["cells"].as_array().map(Vec::len)), (&json!("checkered"), Some(64)));
        let e1 = &chess["cells"][4];
        let outline = json!([[4.5, 1.5], [5.5, 1.5], [5.5, 0.5], [4.5, 0.5]]);
        let expected =
            json!({ "id": "e1", "center": [5.0, 1.0], "outline": outline, "dark": true, "pieces": ["king of White"] });
        assert_eq!(e1, &expected);
        let king = chess["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == "king of White").unwrap();
        assert_eq!((&king["shape"], &king["color"]["fill"]), (&json!("king"), &json!("#fcfcfa")));
        assert_eq!(chess["extent"], json!({ "west": 0.5, "east": 8.5, "south": 0.5, "north": 8.5 }));
        assert_eq!(chess["coordinates"].as_array().map(Vec::len), Some(16));
        let go = scene("go");
        assert_eq!((&go["drawing"], &go["grid"][0]), (&json!("lines"), &json!([[1.0, 1.0], [1.0, 19.0]])));
        let hex = scene("hex");
        assert_eq!(hex["cells"][0]["outline"].as_array().map(Vec::len), Some(6));
        assert!(hex["edges"].as_array().unwrap().iter().all(|edge| edge["color"]["fill"].is_string()));
    }

    #[test]
    fn all_ids_name_cells_and_pieces_of_the_scene() {
        for name in ["chess", "tak", "hive", "quoridor", "jungle", "shogi", "nine-mens-morris"] {
            let scene = scene(name);
            let ids = |part: &str| -> Vec<Json> {
                scene[part].as_array().unwrap().iter().map(|one| one["id"].clone()).collect()
            };
            let (cells, pieces) = (ids("cells"), ids("pieces"));
            let list = |list: &Json| list.as_array().cloned().unwrap_or_default();
            for cell in list(&scene["cells"]) {
                assert!(list(&cell["pieces"]).iter().all(|piece| pieces.contains(piece)), "{name}: {cell}");
            }
            for layer in list(&scene["layers"]) {
                assert!(list(&layer["cells"]).iter().all(|cell| cells.contains(cell)), "{name}: {layer}");
            }
            for hand in list(&scene["hands"]) {
                assert!(list(&hand["pieces"]).iter().all(|each| pieces.contains(&each["piece"])), "{name}: {hand}");
            }
        }
    }

    #[test]
    fn looks_are_in_it() {
        let text = "game \"Looks\"\nboard square 3 x 3\nplayers A, B\npiece stone\nlook { fill rows(1): blue mark a2: star mark b2: \"x\" \
                    label p in a3: \"7\" wall p in a1 to a2: teal border b3: red caption \"</script>\" }\n\
                    action put(p: empty) do put stone at p\nend { when stuck(next): draw }";
        let engine = load_text(text, &[]).unwrap_or_else(|error| panic!("{error:?}"));
        let scene = serde_json::to_value(Scene::new(engine.game(), &engine.start().unwrap())).unwrap();
        assert_eq!(scene["layers"][0]["cells"], json!(["a1", "b1", "c1"]));
        assert_eq!(
            (&scene["cells"][3]["mark"], &scene["cells"][4]["mark"]),
            (&json!({ "sign": "star" }), &json!({ "text": "x" }))
        );
        assert_eq!(scene["cells"][6]["label"], "7");
        assert_eq!((&scene["joints"][0]["wall"], &scene["joints"][0]["cells"]), (&json!(true), &json!(["a1", "a2"])));
        assert_eq!(scene["borders"][0]["sides"].as_array().map(Vec::len), Some(4));
        assert_eq!(
            scene["lines"][0],
            json!({ "text": "</script>", "in_corners": false, "in_hands": false, "in_cells": false })
        );
    }
}
