//! The variables of a position, for people.

use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
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

/// The cells for which a variable with one value per cell has another value in the two positions.
pub(super) fn changed(game: &Game, before: &Position, after: &Position) -> CellSet {
    let vars = game.vars.iter().enumerate().filter(|(_, var)| var.index == Some(IndexType::Cell) && !var.each_turn);
    vars.flat_map(|(at, _)| {
        let differs = move |cell: &usize| value(game, before, at, *cell) != value(game, after, at, *cell);
        (0..game.board.len()).filter(differs).map(|cell| Cell(cell as u16))
    })
    .collect()
}

/// The variable that [`numbers`] shows.
fn drawn(game: &Game) -> Option<usize> {
    let is_number = |var: &Var| var.index == Some(IndexType::Cell) && var.ty == VarType::Int && !var.each_turn;
    if game.kinds.is_empty() { game.vars.iter().position(is_number) } else { None }
}

/// The words of a variable's value for the element with this index.
fn value<'p>(game: &Game, position: &'p Position, var: usize, index: usize) -> &'p [u64] {
    let Some(place) = game.layout.vars.get(var) else { return &[] };
    let from = place.offset + index * place.stride;
    position.words.get(from..from + place.stride).unwrap_or(&[])
}

/// All values of a variable; of one with many values those that are not empty. None if there is nothing to say.
fn values(game: &Game, position: &Position, at: usize, var: &Var) -> Option<String> {
    let count = game.layout.vars.get(at)?.count;
    let Some(index) = var.index else { return Some(text(game, var.ty, value(game, position, at, 0))) };
    let name = |n: usize| match index {
        IndexType::Cell => game.board.name(Cell(n as u16)).to_string(),
        IndexType::Player => game.player_name(Player(n as u8)).to_string(),
        IndexType::Dir => game.board.dir_name(Dir(n as u8)).to_string(),
        IndexType::Kind => game.kind_name(Kind(n as u8)).to_string(),
    };
    let all = index == IndexType::Player || index == IndexType::Kind;
    let worth = |n: &usize| all || !is_blank(var.ty, value(game, position, at, *n));
    let parts = (0..count).filter(worth).map(|n| match var.ty {
        VarType::Bool if !all => name(n),
        ty => format!("{} {}", name(n), text(game, ty, value(game, position, at, n))),
    });
    let parts: Vec<String> = parts.collect();
    Some(if parts.is_empty() { "none".into() } else { parts.join(", ") })
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
