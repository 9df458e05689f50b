//! The variables of a position, for people.

use super::pieces;
use super::scene::{SceneLine, is_hand};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::{AnyExpr, IntExpr};
use crate::game::layout::VarLayout;
use crate::game::piece::{Dir, Kind, Piece, Player};
use crate::game::rules::{IndexType, Var, VarId};
use crate::game::value::Value;
use crate::position::Position;
use crate::types::Type;
use serde_json::Value as Json;

/// Returns the numbers shown in the cells of a game without pieces, such as seeds: the first variable with one number per cell.
pub(super) fn numbers(game: &Game, position: &Position) -> Option<Vec<i32>> {
    let place = game.layout.vars.get(drawn(game)?)?;
    let number = |cell| position.value_words(place, cell).first().map_or(0, |word| *word as i32);
    Some((0..game.board.len()).map(number).collect())
}

/// Returns one line per variable that is not drawn in the cells: `hand: White 9, Black 9`. Variables of a single turn are
/// left out while they have their first value; so are those with a value for each cell, which copy the board.
pub(super) fn lines(game: &Game, position: &Position) -> Vec<SceneLine> {
    let is_shown = |at: usize, var: &Var| {
        !var.each_turn || !var.indexes.contains(&IndexType::Cell) && has_changed(game, position, at, var)
    };
    let shown = listed(game).filter(|(at, var)| Some(*at) != drawn(game) && is_shown(*at, var));
    let vars = shown.filter_map(|(at, var)| {
        let text = format!("{}: {}", name(game, at, var), values(game, position, at, var)?);
        Some(SceneLine {
            text,
            is_in_corners: is_number_of_cell(var),
            is_in_hands: is_hand(game, at, var),
            is_in_cells: false,
        })
    });
    let (stacks, out) = (stacks(game, position), out(game, position));
    let stacks = stacks.map(|text| SceneLine { is_in_cells: true, ..SceneLine::plain(text) });
    stacks.into_iter().chain(vars).chain(out.map(SceneLine::plain)).collect()
}

/// Returns the variables of the file, without those that its look hides.
pub(super) fn listed(game: &Game) -> impl Iterator<Item = (usize, &Var)> {
    let vars = game.vars.iter().enumerate().filter(|(at, _)| !game.is_of_stacks(*at));
    vars.filter(|(at, _)| !game.look.hidden.contains(&VarId(*at as u16)))
}

/// Returns what pictures call a variable.
pub(super) fn name<'g>(game: &'g Game, at: usize, var: &'g Var) -> &'g str {
    game.look.name(VarId(at as u16)).unwrap_or(&var.name)
}

/// Names the players who are out of a game that goes on.
fn out(game: &Game, position: &Position) -> Option<String> {
    let is_out = |player: usize| position.outcome.is_none() && position.players >> player & 1 == 0;
    let out = game.players.iter().enumerate().filter(|(player, _)| is_out(*player));
    let names: Vec<&str> = out.map(|(_, player)| player.name.as_str()).collect();
    (!names.is_empty()).then(|| format!("out of the game: {}", names.join(", ")))
}

/// Lists the stacks of several pieces, from the bottom up, as the characters of text boards: `stacks: c3 sS, d4 SSo`.
fn stacks(game: &Game, position: &Position) -> Option<String> {
    let symbols = pieces::symbols(game);
    let symbol = |piece: &Piece| symbols.iter().find(|(of, _)| of == piece).map(|(_, symbol)| *symbol);
    let high = game.board.cells().filter(|_| game.stacks.is_some()).map(|cell| (cell, position.stack(game, cell)));
    let written = high.filter(|(_, pieces)| pieces.len() > 1).map(|(cell, pieces)| {
        format!("{} {}", game.board.name(cell), pieces.iter().filter_map(symbol).collect::<String>())
    });
    let mut written: Vec<String> = written.collect();
    let more = written.len().saturating_sub(MOST);
    written.truncate(MOST);
    let rest = if more > 0 { format!(" … and {more} more") } else { String::new() };
    (!written.is_empty()).then(|| format!("stacks: {}{rest}", written.join(", ")))
}

/// Returns the numbers that a picture shows in the corner of a cell, beside its piece: those of variables with one number per cell,
/// such as the level of a building, and before them the number of pieces in a stack of several. 0 is left out.
pub(super) fn in_corners(game: &Game, position: &Position, cell: Cell) -> Vec<i32> {
    if drawn(game).is_some() {
        return Vec::new();
    }
    let height = Some(position.stack(game, cell).len() as i32).filter(|height| *height > 1);
    let places = listed(game).filter(|(_, var)| is_number_of_cell(var)).filter_map(|(at, _)| game.layout.vars.get(at));
    let number = |place| position.value_words(place, cell.0 as usize).first().map_or(0, |word| *word as i32);
    height.into_iter().chain(places.map(number).filter(|number| *number != 0)).collect()
}

fn is_number_of_cell(var: &Var) -> bool {
    var.indexes == [IndexType::Cell] && var.ty == Type::Int && !var.each_turn
}

/// Returns whether a variable has another value than at first. A first value that must be computed differs from all values.
fn has_changed(game: &Game, position: &Position, at: usize, var: &Var) -> bool {
    let Some(place) = game.layout.vars.get(at) else { return false };
    let value = |n| Value::stored(var.ty, position.value_words(place, n)).constant();
    (0..place.count).any(|n| value(n) != var.first)
}

/// Returns the cells for which a variable differs between the two positions.
pub(super) fn changed(game: &Game, before: &Position, after: &Position) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for changed in after.changed_values(before, game).filter(|changed| !changed.var.each_turn) {
        for index in changed.indexes() {
            if let Value::Cell(cell) = index {
                cells.insert(cell);
            }
        }
    }
    cells
}

/// Returns the variable that [`numbers`] shows.
fn drawn(game: &Game) -> Option<usize> {
    let of_cells = || listed(game).find(|(_, var)| is_number_of_cell(var));
    if game.kinds.is_empty() { of_cells().map(|(at, _)| at) } else { None }
}

/// The maximum number of values listed per variable, so that they fit below a board.
pub(super) const MOST: usize = 60;

/// With more values than this, cells with the same value are listed together.
const FEW: usize = 12;

/// Lists the values of a variable up to the maximum, or returns `None` if there is nothing to say.
fn values(game: &Game, position: &Position, at: usize, var: &Var) -> Option<String> {
    let table = VarTable { game, position, at, var, place: game.layout.vars.get(at)? };
    let mut room = Room { left: MOST, more: 0 };
    let values = table.part(0, 0);
    let text = match values.grouped(&table, &mut room) {
        Some(text) => text,
        None => values.text(&table, &mut room),
    };
    Some(if room.more > 0 { format!("{text} … and {} more", room.more) } else { text })
}

/// Returns the variables of a position for scripts: each by its name, those with indexes as (nested) objects.
/// The values are those of the text, but without a limit. `off` and `nothing` are `null`, sets are lists.
pub fn variables(game: &Game, position: &Position) -> serde_json::Map<String, Json> {
    let vars = game.vars.iter().zip(&game.layout.vars).enumerate().filter(|(at, _)| !game.is_of_stacks(*at));
    vars.map(|(at, (var, place))| {
        let table = VarTable { game, position, at, var, place };
        (var.name.clone(), table.part(0, 0).json(game))
    })
    .collect()
}

/// A variable to list.
struct VarTable<'p> {
    game: &'p Game,
    position: &'p Position,
    at: usize,
    var: &'p Var,
    place: &'p VarLayout,
}

/// The number of values that may still be listed, and the number left out.
struct Room {
    left: usize,
    more: usize,
}

/// A variable's values by index.
enum ValueTree {
    Value(Value),
    Each(Vec<(String, ValueTree)>),
}

impl VarTable<'_> {
    /// Returns whether all values are listed: one per player or kind, which are few, the contents of cells, and some numbers that
    /// are not 0 at the beginning, such as the pieces in hand. Other tables list the values that differ from the initial ones.
    fn lists_all(&self) -> bool {
        let indexes = self.var.indexes.as_slice();
        let is_full = matches!(&self.var.first, AnyExpr::Int(IntExpr::Const(first)) if *first != 0);
        let is_short = self.place.count <= MOST && !indexes.contains(&IndexType::Cell);
        matches!(indexes, [IndexType::Player | IndexType::Kind])
            || is_full && is_short && !indexes.is_empty()
            || drawn(self.game) == Some(self.at)
    }

    /// Returns the values from the n-th on that share the indexes before `level`.
    fn part(&self, level: usize, n: usize) -> ValueTree {
        let Some(index) = self.var.indexes.get(level).copied() else {
            return ValueTree::Value(Value::stored(self.var.ty, self.position.value_words(self.place, n)));
        };
        let all_listed = self.lists_all();
        let (all, each) = (self.place.below(level), self.place.below(level + 1));
        let parts = (n..n + all).step_by(each.max(1)).filter_map(|n| {
            let part = self.part(level + 1, n);
            let shown = match &part {
                // An initial value that must be computed differs from all constants.
                ValueTree::Value(value) => all_listed || value.constant() != self.var.first,
                ValueTree::Each(parts) => !parts.is_empty() || index == IndexType::Player,
            };
            let number = self.place.indexes(n).get(level).copied().unwrap_or(0);
            shown.then(|| (Value::of_word(index.ty(), number).text(self.game), part))
        });
        ValueTree::Each(parts.collect())
    }
}

impl ValueTree {
    /// Writes `White 2, Black 3`, or `White (pawn 2, rook 1), Black none`.
    fn text(&self, table: &VarTable, room: &mut Room) -> String {
        let parts = match self {
            ValueTree::Value(value) => return text(table.game, value, room),
            ValueTree::Each(parts) if parts.is_empty() => return "none".into(),
            ValueTree::Each(parts) => parts,
        };
        let mut texts = Vec::new();
        for (name, part) in parts {
            if room.left == 0 {
                room.more += part.count();
                continue;
            }
            let text = part.text(table, room);
            texts.push(match part {
                ValueTree::Value(Value::Bool(true)) if !table.lists_all() => name.clone(),
                ValueTree::Each(parts) if !parts.is_empty() => format!("{name} ({text})"),
                _ => format!("{name} {text}"),
            });
        }
        texts.join(", ")
    }

    /// Writes many values of cells by their values, `2 at a1 b1; 1 at c3; 0 elsewhere`: a variable such as the height of each cell
    /// mirrors the board. Returns `None` for other values.
    fn grouped(&self, table: &VarTable, room: &mut Room) -> Option<String> {
        let (ValueTree::Each(parts), [IndexType::Cell]) = (self, table.var.indexes.as_slice()) else { return None };
        if parts.len() <= FEW || table.var.ty == Type::Bool {
            return None;
        }
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for (cell, part) in parts {
            let ValueTree::Value(value) = part else { return None };
            let value = value.text(table.game);
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((value, vec![cell])),
            }
        }
        let is_whole = parts.len() == table.game.board.len();
        let most = groups.iter().map(|(_, cells)| cells.len()).max()?;
        let rest = is_whole.then(|| groups.iter().position(|(_, cells)| cells.len() == most)).flatten();
        let rest = rest.map(|at| groups.remove(at).0);
        let is_alone = groups.is_empty();
        // Where groups are cut, `elsewhere` would be wrong for what is left out of them.
        let is_cut = groups.iter().map(|(_, cells)| cells.len()).sum::<usize>() > room.left;
        let mut texts: Vec<String> = Vec::new();
        for (value, mut cells) in groups {
            room.more += cells.len().saturating_sub(room.left);
            cells.truncate(room.left);
            room.left -= cells.len();
            if !cells.is_empty() {
                texts.push(format!("{value} at {}", cells.join(" ")));
            }
        }
        let place = if is_alone { "everywhere" } else { "elsewhere" };
        match rest {
            Some(_) if is_cut => room.more += most,
            rest => texts.extend(rest.map(|value| format!("{value} {place}"))),
        }
        Some(texts.join("; "))
    }

    /// Returns the number of values listed.
    fn count(&self) -> usize {
        match self {
            ValueTree::Value(_) => 1,
            ValueTree::Each(parts) => parts.iter().map(|(_, part)| part.count()).sum(),
        }
    }

    fn json(&self, game: &Game) -> Json {
        match self {
            ValueTree::Value(value) => to_json(game, value),
            ValueTree::Each(parts) => parts.iter().map(|(name, part)| (name.clone(), part.json(game))).collect(),
        }
    }
}

/// Writes a value, and a set up to the available room.
fn text(game: &Game, value: &Value, room: &mut Room) -> String {
    match value.elements(game) {
        Some(mut names) if !names.is_empty() => {
            room.more += names.len().saturating_sub(room.left);
            names.truncate(room.left);
            room.left -= names.len();
            names.join(" ")
        }
        elements => {
            room.left = room.left.saturating_sub(1);
            elements.map_or_else(|| value.text(game), |_| "none".into())
        }
    }
}

/// Converts a value to JSON: `off` and `nothing` are `null`, sets are lists.
pub fn to_json(game: &Game, value: &Value) -> Json {
    match value {
        Value::Int(n) => (*n).into(),
        Value::Ints(ints) => ints.clone().into(),
        Value::Bool(holds) => (*holds).into(),
        Value::Cell(Cell::OFF) | Value::Player(Player::NOBODY) => Json::Null,
        Value::Kind(Kind::NOTHING) | Value::Dir(Dir::NOTHING) => Json::Null,
        Value::Piece(piece) if piece.is_nothing() => Json::Null,
        Value::Piece(piece) => {
            let owner = game.players.get(piece.owner.0 as usize).map(|owner| owner.name.clone());
            serde_json::json!({ "owner": owner, "kind": game.kind_name(piece.kind) })
        }
        _ => value.elements(game).map_or_else(|| value.text(game).into(), Into::into),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use crate::game::board::Shape;
    use crate::game::expr::*;

    fn lines(game: &Game, position: &Position) -> Vec<String> {
        super::lines(game, position).into_iter().map(|line| line.text).collect()
    }

    fn first(mut game: Game, first: AnyExpr) -> Game {
        game.vars.last_mut().unwrap().first = first;
        game
    }

    #[test]
    fn values_that_differ_from_the_initial_ones_are_listed() {
        let game = testing::game("Firsts", Shape::Square(2, 1), "White Black", "man king");
        let indexes = [IndexType::Cell, IndexType::Range(1, 2)];
        let (white, man) = (PlayerExpr::Const(Player(0)), KindExpr::Const(Kind(0)));
        let game = testing::var(game, "o", &indexes, Type::Player);
        let game = first(game, AnyExpr::Player(white.clone()));
        let game = testing::var(game, "pc", &indexes, Type::Piece);
        let game = first(game, AnyExpr::Piece(PieceExpr::Of(Box::new((man, white)))));
        let game = testing::var(game, "x", &indexes[..1], Type::Int);
        let game = first(game, AnyExpr::Int(IntExpr::Common(Box::new(Common::Local(Slot(0))))));
        let mut position = testing::position(&game, "");
        testing::set(&game, &mut position, 0, 1, i64::from(Player::NOBODY.0));
        testing::set(&game, &mut position, 1, 2, 0x0101);
        testing::set(&game, &mut position, 1, 3, 0xffff);
        let text = ["o: a1 (2 nothing)", "pc: b1 (1 king of Black, 2 nothing)", "x: a1 0, b1 0"];
        assert_eq!(lines(&game, &position), text);
        let json = serde_json::json!({
            "o": { "a1": { "2": null } },
            "pc": { "b1": { "1": { "owner": "Black", "kind": "king" }, "2": null } },
            "x": { "a1": 0, "b1": 0 },
        });
        assert_eq!(Json::Object(variables(&game, &position)), json);
    }

    #[test]
    fn pieces_in_hand_are_not_none_at_the_beginning() {
        let game = testing::game("Stacks", Shape::Square(2, 1), "White Black", "man");
        let indexes = [IndexType::Player, IndexType::Range(1, 2)];
        let game = first(testing::var(game, "stack", &indexes, Type::Int), AnyExpr::Int(IntExpr::Const(3)));
        let game = testing::var(game, "taken", &indexes, Type::Int);
        let mut position = testing::position(&game, "");
        (0..4).for_each(|n| testing::set(&game, &mut position, 0, n, 3));
        testing::set(&game, &mut position, 0, 1, 2);
        let text = ["stack: White (1 3, 2 2), Black (1 3, 2 3)", "taken: White none, Black none"];
        assert_eq!(lines(&game, &position), text);
    }

    #[test]
    fn many_values_of_cells_are_grouped() {
        let game = testing::game("Heights", Shape::Square(5, 3), "White Black", "man");
        let game = testing::var(game, "tall", &[IndexType::Cell], Type::Int);
        let computed = AnyExpr::Int(IntExpr::Common(Box::new(Common::Local(Slot(0)))));
        let game = first(game, computed);
        let mut position = testing::position(&game, "");
        (0..15).for_each(|n| testing::set(&game, &mut position, 0, n, 0));
        assert_eq!(lines(&game, &position), ["tall: 0 everywhere"]);
        testing::set(&game, &mut position, 0, 2, 1);
        testing::set(&game, &mut position, 0, 7, 3);
        testing::set(&game, &mut position, 0, 9, 1);
        assert_eq!(lines(&game, &position), ["tall: 1 at c1 e2; 3 at c2; 0 elsewhere"]);
    }

    #[test]
    fn long_lists_are_shortened() {
        let game = testing::game("Many", Shape::Square(10, 10), "White Black", "man");
        let game = testing::var(game, "x", &[IndexType::Range(0, 99)], Type::Int);
        let game = testing::var(game, "seen", &[], Type::Cells);
        let mut position = testing::position(&game, "");
        (0..100).for_each(|n| testing::set(&game, &mut position, 0, n, 7));
        testing::set(&game, &mut position, 1, 0, -1);
        let all = lines(&game, &position);
        assert!(all[0].starts_with("x: 0 7, 1 7") && all[0].ends_with(", 59 7 … and 40 more"), "{all:?}");
        assert!(all[1].starts_with("seen: a1 b1") && all[1].ends_with(" j6 … and 4 more"), "{all:?}");
        let json = variables(&game, &position);
        assert_eq!(json["x"].as_object().map(serde_json::Map::len), Some(100));
        assert_eq!(json["seen"].as_array().map(Vec::len), Some(64));
    }

    #[test]
    fn a_cell_may_have_any_name() {
        let mut game = testing::game("Names", Shape::Square(2, 1), "White Black", "man");
        game.board.name_cells(&[(Cell(0), "none".to_string())].into());
        let game = testing::var(game, "seen", &[], Type::Cells);
        let mut position = testing::position(&game, "");
        testing::set(&game, &mut position, 0, 0, 0b11);
        assert_eq!(variables(&game, &position)["seen"], serde_json::json!(["none", "b1"]));
    }
}
