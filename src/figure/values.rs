//! `set` lines: the variables of a position that differ from their values without `set`.

use super::layout;
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::layout::Place;
use crate::game::piece::{Dir, Kind, Piece, Player};
use crate::game::rules::{IndexType, Var, VarType};
use crate::position::Position;
use std::fmt::Write;

/// Writes a line for each value that differs from the bare position's, or one line for a variable whose values are all equal.
/// line for all.
pub(super) fn settings(text: &mut String, game: &Game, bare: &Position, position: &Position) {
    for (var, place) in game.vars.iter().zip(&game.layout.vars) {
        let values: Vec<&[u64]> = (0..place.count).map(|n| words(position, place, n)).collect();
        let differs = |n: &usize| words(bare, place, *n) != words(position, place, *n);
        let Some(first) = values.first().filter(|_| (0..place.count).any(|n| differs(&n))) else { continue };
        if values.len() > 1 && values.iter().all(|value| value == first) {
            let _ = writeln!(text, "  set {} = {}", var.name, value(game, var.ty, first));
            continue;
        }
        for n in (0..place.count).filter(differs) {
            let value = value(game, var.ty, words(position, place, n));
            let _ = writeln!(text, "  set {}{} = {value}", var.name, indexes(game, var, place, n));
        }
    }
}

fn words<'p>(position: &'p Position, place: &Place, n: usize) -> &'p [u64] {
    let from = place.offset + n * place.stride;
    position.words.get(from..from + place.stride).unwrap_or(&[])
}

/// Writes `(White, 3)`, or nothing for a variable with one value.
fn indexes(game: &Game, var: &Var, place: &Place, n: usize) -> String {
    let names = var.indexes.iter().zip(place.indexes(n)).map(|(index, number)| match index {
        IndexType::Cell => game.board.coordinate(Cell(number as u16)).to_owned(),
        IndexType::Player => game.player_name(Player(number as u8)).to_owned(),
        IndexType::Dir => game.board.dir_name(Dir(number as u8)).to_owned(),
        IndexType::Kind => game.kind_name(Kind(number as u8)).to_owned(),
        IndexType::Range(..) => number.to_string(),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) }
}

/// Writes a value in the language.
fn value(game: &Game, ty: VarType, words: &[u64]) -> String {
    let word = words.first().copied().unwrap_or(0);
    let listed = |name: &dyn Fn(u8) -> String| {
        let names: Vec<String> = (0..64).filter(|bit| word >> bit & 1 == 1).map(name).collect();
        format!("{{{}}}", names.join(", "))
    };
    let dir = |n: u8| game.board.dir_name(Dir(n)).to_owned();
    let player = |n: u8| game.players.get(usize::from(n)).map_or("nothing", |player| &player.name).to_owned();
    let kind = |n: u8| game.kind_name(Kind(n)).to_owned();
    match ty {
        VarType::Int => (word as i32).to_string(),
        VarType::Bool => (word != 0).to_string(),
        VarType::Cell => match u16::try_from(word).map_or(Cell::OFF, Cell) {
            Cell::OFF => "off".to_owned(),
            cell => game.board.coordinate(cell).to_owned(),
        },
        VarType::Cells => {
            let mut set = CellSet::EMPTY;
            set.0.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
            layout::cells(game, &set)
        }
        VarType::Dir => dir(word as u8),
        VarType::Dirs => listed(&dir),
        VarType::Player => player(word as u8),
        VarType::Players => listed(&player),
        VarType::Kind => kind(word as u8),
        VarType::Kinds => listed(&kind),
        VarType::Piece => {
            let piece = Piece { owner: Player((word >> 8) as u8), kind: Kind(word as u8) };
            game.piece_name(piece)
        }
    }
}
