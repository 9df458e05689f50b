//! The variables of a position, for people.

use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::{AnyExpr, BoolExpr, IntExpr};
use crate::game::layout::Place;
use crate::game::piece::{Dir, Kind, Player};
use crate::game::rules::{IndexType, Var, VarType};
use crate::position::Position;

/// The numbers that stand in the cells of a game without pieces, as seeds do: the first variable with one number per cell.
pub(super) fn numbers(game: &Game, position: &Position) -> Option<Vec<i32>> {
    let at = drawn(game)?;
    Some(
        (0..game.board.len())
            .map(|cell| value(game, position, at, cell).first().map_or(0, |word| *word as i32))
            .collect(),
    )
}

/// One line for each variable that is not drawn in the cells: `hand: White 9, Black 9`. What lasts for a turn only is no
/// state that a player would look for.
pub(super) fn lines(game: &Game, position: &Position) -> Vec<String> {
    let shown = game.vars.iter().enumerate().filter(|(at, var)| !var.each_turn && Some(*at) != drawn(game));
    shown.filter_map(|(at, var)| Some(format!("{}: {}", var.name, values(game, position, at, var)?))).collect()
}

/// The cells for which a variable has another value in the two positions.
pub(super) fn changed(game: &Game, before: &Position, after: &Position) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for (at, (var, place)) in game.vars.iter().zip(&game.layout.vars).enumerate().filter(|(_, (var, _))| !var.each_turn)
    {
        let differs = |n: &usize| value(game, before, at, *n) != value(game, after, at, *n);
        for n in (0..place.count).filter(differs) {
            for (number, index) in place.indexes(n).into_iter().zip(&var.indexes) {
                if *index == IndexType::Cell {
                    cells.insert(Cell(number as u16));
                }
            }
        }
    }
    cells
}

/// The variable that [`numbers`] shows.
fn drawn(game: &Game) -> Option<usize> {
    let is_number = |var: &Var| var.indexes == [IndexType::Cell] && var.ty == VarType::Int && !var.each_turn;
    if game.kinds.is_empty() { game.vars.iter().position(is_number) } else { None }
}

/// The words of a variable's n-th value.
fn value<'p>(game: &Game, position: &'p Position, var: usize, n: usize) -> &'p [u64] {
    let Some(place) = game.layout.vars.get(var) else { return &[] };
    let from = place.offset + n * place.stride;
    position.words.get(from..from + place.stride).unwrap_or(&[])
}

/// All values of a variable; of one with many values those that differ from their first ones. None if there is nothing to
/// say.
fn values(game: &Game, position: &Position, at: usize, var: &Var) -> Option<String> {
    let place = game.layout.vars.get(at)?;
    if var.indexes.is_empty() {
        return Some(text(game, var.ty, value(game, position, at, 0)));
    }
    let table = Table { game, position, at, var, place };
    Some(table.part(0, 0).unwrap_or_else(|| "none".into()))
}

/// A variable with indexes: `White 2, Black 3`, `White (pawn 2, rook 1), Black none`.
struct Table<'p> {
    game: &'p Game,
    position: &'p Position,
    at: usize,
    var: &'p Var,
    place: &'p Place,
}

impl Table<'_> {
    /// The values from the n-th on that have the same indexes before `level`; none if no value is worth a word.
    fn part(&self, level: usize, n: usize) -> Option<String> {
        let index = self.var.indexes.get(level).copied()?;
        let (all, each) = (self.place.below(level), self.place.below(level + 1));
        let parts = (n..n + all).step_by(each.max(1)).filter_map(|n| {
            let number = self.place.indexes(n).get(level).copied().unwrap_or(0);
            let name = name(self.game, index, number);
            if level + 1 < self.var.indexes.len() {
                return match self.part(level + 1, n) {
                    Some(part) => Some(format!("{name} ({part})")),
                    None => (index == IndexType::Player).then(|| format!("{name} none")),
                };
            }
            let words = value(self.game, self.position, self.at, n);
            let all = level == 0 && matches!(index, IndexType::Player | IndexType::Kind);
            match (all || !is_first(self.var, words), self.var.ty) {
                (false, _) => None,
                (true, VarType::Bool) if !all && words != [0] => Some(name),
                (true, ty) => Some(format!("{name} {}", text(self.game, ty, words))),
            }
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// An element that an index goes through.
fn name(game: &Game, index: IndexType, number: i64) -> String {
    match index {
        IndexType::Cell => game.board.name(Cell(number as u16)).to_string(),
        IndexType::Player => game.player_name(Player(number as u8)).to_string(),
        IndexType::Dir => game.board.dir_name(Dir(number as u8)).to_string(),
        IndexType::Kind => game.kind_name(Kind(number as u8)).to_string(),
        IndexType::Range(..) => number.to_string(),
    }
}

/// Whether a value is what the variable begins with; where that has to be worked out, whether it is blank.
fn is_first(var: &Var, words: &[u64]) -> bool {
    let word = words.first().copied().unwrap_or(0);
    match &var.first {
        AnyExpr::Int(IntExpr::Const(n)) => word as i32 == *n,
        AnyExpr::Bool(BoolExpr::Const(holds)) => (word != 0) == *holds,
        _ => is_blank(var.ty, words),
    }
}

/// Whether a value is what a variable has without anything said: 0, false, off, nothing or no element.
fn is_blank(ty: VarType, words: &[u64]) -> bool {
    let word = words.first().copied().unwrap_or(0);
    match ty {
        VarType::Cell => word >= u64::from(Cell::OFF.0),
        VarType::Player | VarType::Kind => word >= u64::from(u8::MAX),
        VarType::Piece => word as u8 == Kind::NOTHING.0,
        VarType::Dir => false,
        _ => words.iter().all(|word| *word == 0),
    }
}

/// A value as the rules would write it.
fn text(game: &Game, ty: VarType, words: &[u64]) -> String {
    let word = words.first().copied().unwrap_or(0);
    let kind = |kind: u64| game.kind_name(Kind(kind as u8)).to_string();
    let player = |player: u64| game.players.get(player as usize).map_or("nothing".into(), |info| info.name.clone());
    let dir = |dir: u64| game.board.dir_name(Dir(dir as u8)).to_string();
    let mask = |name: &dyn Fn(u64) -> String| (0..64).filter(|bit| word >> bit & 1 == 1).map(name).collect::<Vec<_>>();
    let list = |names: Vec<String>| if names.is_empty() { "none".into() } else { names.join(" ") };
    match ty {
        VarType::Int => (word as i32).to_string(),
        VarType::Bool => (word != 0).to_string(),
        VarType::Cell => game.board.name(u16::try_from(word).map_or(Cell::OFF, Cell)).to_string(),
        VarType::Cells => {
            let mut set = CellSet::EMPTY;
            set.0.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
            list(set.iter().map(|cell| game.board.name(cell).to_string()).collect())
        }
        VarType::Dir => dir(word),
        VarType::Player => player(word),
        VarType::Kind => kind(word),
        VarType::Dirs => list(mask(&dir)),
        VarType::Players => list(mask(&player)),
        VarType::Kinds => list(mask(&kind)),
        VarType::Piece if is_blank(ty, words) => "nothing".into(),
        VarType::Piece => match game.players.get((word >> 8) as u8 as usize) {
            Some(owner) => format!("{} of {}", kind(word & 0xff), owner.name),
            None => kind(word & 0xff),
        },
    }
}
