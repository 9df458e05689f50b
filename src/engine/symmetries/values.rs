//! The values of defs that the board alone decides, such as where a piece turns at the edge, for all cells and directions.

use super::Symmetry;
use crate::engine::Engine;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::expr::{Call, Common, Frame};
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::game::piece::{Dir, Player};
use crate::game::value::Value;
use crate::types::Type;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::slice;

/// The most combinations of arguments.
const MOST: usize = 8192;

/// The most steps that one value takes on average.
const STEPS: u64 = 400;

/// How many calls of defs inside one another are followed.
const DEFS: u32 = 8;

/// The value of a def for each combination of its arguments, `None` where it comes to a fault.
type ValueTable = HashMap<Vec<Value>, Option<Value>>;

/// The tables of defs, each with its type and its number among those of the type.
type Known = HashMap<(Type, u16), Option<Rc<ValueTable>>>;

/// Evaluates defs of one game.
pub(super) struct Values<'g> {
    engine: &'g dyn Engine,
    known: RefCell<Known>,
}

impl<'g> Values<'g> {
    pub(super) fn new(engine: &'g dyn Engine) -> Values<'g> {
        Values { engine, known: RefCell::default() }
    }

    pub(super) fn game(&self) -> &'g Game {
        self.engine.game()
    }

    /// Returns whether the value of a call for the images of its arguments is the image of its value, whatever the arguments.
    pub(super) fn go_along(&self, call: Part<'_>, symmetry: &Symmetry) -> bool {
        let table = match call {
            Part::Bool(of) => self.table(of),
            Part::Int(of) => self.table(of),
            Part::Cell(of) => self.table(of),
            Part::Dir(of) => self.table(of),
            Part::Dirs(of) => self.table(of),
            _ => None,
        };
        table.is_some_and(|table| {
            table.iter().all(|(args, value)| {
                let image: Vec<Value> = args.iter().map(|arg| symmetry.value(arg)).collect();
                let value = value.as_ref().map(|value| symmetry.value(value));
                table.get(&image).is_some_and(|other| *other == value)
            })
        })
    }

    fn table<E: Expression>(&self, of: &E) -> Option<Rc<ValueTable>> {
        let Some(Common::Call(call)) = of.common() else { return None };
        let mut known = self.known.borrow_mut();
        known.entry((E::TYPE, call.def)).or_insert_with(|| self.evaluate::<E>(call).map(Rc::new)).clone()
    }

    fn evaluate<E: Expression>(&self, call: &Call) -> Option<ValueTable> {
        let args = call.args.iter().map(|arg| self.all(arg.part().ty())).collect::<Option<Vec<Vec<Value>>>>()?;
        let count = args.iter().try_fold(1, |all: usize, values| all.checked_mul(values.len()))?;
        let expr = |args| E::from_common(Common::Call(Call { args, ..call.clone() }));
        let reads = |part: Part<'_>| !matches!(part.shared(), Some(Shared::Lazy(_))) && part.reads_position();
        if count > MOST || expr(Vec::new()).part().mentions(self.game(), DEFS, &reads) {
            return None;
        }
        // Those without a place come first: the others have values, unless evaluating has become too long.
        let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
        for values in &args {
            let longer =
                |tuple: Vec<Value>| values.iter().map(move |value| [&tuple[..], slice::from_ref(value)].concat());
            tuples = tuples.into_iter().flat_map(longer).collect();
        }
        let is_off = |tuple: &Vec<Value>| {
            tuple.iter().any(|value| [Value::Cell(Cell::OFF), Value::Dir(Dir::NOTHING)].contains(value))
        };
        tuples.sort_by_key(|tuple| !is_off(tuple));
        let mut table = ValueTable::new();
        self.engine.on_board_alone(Player(0), Frame::default(), STEPS * count as u64, &mut |evaluate| {
            for tuple in &tuples {
                let call = expr(tuple.iter().map(Value::constant).collect());
                let value = evaluate(call.part(), &[]).map(|word| Value::of_word(E::TYPE, word));
                if value.is_none() && !is_off(tuple) {
                    return;
                }
                table.insert(tuple.clone(), value);
            }
        });
        (table.len() == count).then_some(table)
    }

    /// Returns all values that an argument of a type can have.
    fn all(&self, ty: Type) -> Option<Vec<Value>> {
        let board = &self.game().board;
        match ty {
            Type::Cell => Some(board.cells().chain([Cell::OFF]).map(Value::Cell).collect()),
            Type::Dir => {
                let nothing = self.game().dirs_may_be_nothing.then_some(Dir::NOTHING);
                Some((0..board.dirs()).map(|n| Dir(n as u8)).chain(nothing).map(Value::Dir).collect())
            }
            _ => None,
        }
    }
}
