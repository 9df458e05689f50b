//! Loops over cells in which most passes do nothing: those that do something are found for all cells at once.
//!
//! A pass of `for q in enemy { let g = group(q, enemy); if none(neighbors(g) & empty) { remove g } }` changes nothing if the condition does not
//! hold. So the next pass that does something is the first one for which it holds now. Light conditions are as fast one by one, and so is any condition
//! where most passes do something.

use super::cells::may_fault;
use super::set::Words;
use super::stmt::Way;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::HEAVY;
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::game::stmt::Stmt;
use crate::source::Span;

/// The most parts of a value or condition in which other values stand in place of locals.
const PARTS: usize = 100;

/// After two searches for another pass that does something, this many passes are run one by one, and about eight times as many after each further
/// search: perhaps all of them do something.
const ONE_BY_ONE: i64 = 8;

/// How deep calls of defs are followed.
const DEFS: u32 = 4;

/// Returns how many parts an expression has.
fn size(part: Part<'_>) -> usize {
    let mut count = 1;
    part.each(&mut |inner| count += size(inner));
    count
}

/// Returns an expression with values in place of locals; `None` if it becomes too long, or binds a local that a value uses.
fn with_lets(mut expr: AnyExpr, lets: &[(Slot, AnyExpr)]) -> Option<AnyExpr> {
    let mut bound: Vec<Slot> = Vec::new();
    expr.part().contains(&mut |part| {
        bound.extend(part.binds());
        false
    });
    for (slot, value) in lets.iter().rev() {
        let clashes = value.part().contains(&mut |part| match part.shared() {
            Some(Shared::Local(other)) if part.class() == Class::Word => bound.contains(&other),
            _ => part.binds().is_some_and(|other| bound.contains(&other)),
        });
        if clashes {
            return None;
        }
        expr.put(*slot, value);
        if size(expr.part()) > PARTS {
            return None;
        }
    }
    Some(expr)
}

impl<'p> Gen<'p, '_> {
    /// Returns the condition under which statements of a pass for the cell in a slot do anything but give values to locals of their own. Without
    /// such a condition, or if they may fault, it returns `None`.
    fn acts(&self, slot: Slot, body: &[Stmt], lets: &mut Vec<(Slot, AnyExpr)>) -> Option<BoolExpr> {
        let is_safe = |part: Part<'_>| !may_fault(&self.plan.game, part, [slot]);
        let (outer, mut all) = (lets.len(), BoolExpr::Const(false));
        for statement in body {
            match statement {
                Stmt::Let(local, value) => {
                    let class = value.part().class();
                    let is_it = |(other, known): &(Slot, AnyExpr)| other == local && known.part().class() == class;
                    // What an `else`, or one pass, does to a local would have to be followed.
                    let is_outer = lets[..outer].iter().any(is_it);
                    if is_outer || self.locals.declared.contains(&(class, *local)) {
                        return None;
                    }
                    let value = with_lets(value.clone(), lets).filter(|value| is_safe(value.part()))?;
                    lets.push((*local, value));
                }
                Stmt::If(condition, _, otherwise) => {
                    let condition = with_lets(condition.clone().wrap(), lets).filter(|value| is_safe(value.part()))?;
                    let condition = BoolExpr::from_any(condition)?;
                    let either = |one, other| BoolExpr::Or(Box::new((one, other)));
                    all = either(all, condition);
                    if !otherwise.is_empty() {
                        all = either(all, self.acts(slot, otherwise, lets)?);
                    }
                }
                _ => return None,
            }
        }
        lets.truncate(outer);
        Some(all)
    }

    /// Runs a loop from one pass that does something to the next one. Returns whether it could.
    pub(super) fn acting_passes(&mut self, each: &'p Generator<Vec<Stmt>>, span: Span, way: Way) -> Gets<bool> {
        let SetExpr::Cells(over) = &each.over else { return Ok(false) };
        // Passes that do nothing count, too.
        if self.plan.counts_statements {
            return Ok(false);
        }
        let acts = self.acts(each.slot, &each.body, &mut Vec::new());
        let game = &self.plan.game;
        let is_useful = |acts: &BoolExpr| acts.part().weight(game, DEFS) >= HEAVY && !self.are_few(over);
        let Some(acts) = acts.filter(is_useful) else { return Ok(false) };
        if self.at_most_one(over)?.is_some() {
            return Ok(false);
        }
        let all = self.cells(over)?;
        let Some(first) = self.first_acting(each.slot, over, &all, &acts)? else { return Ok(false) };
        let (left, cell) = (self.set_variable(&all), self.variable(first.word));
        // How many passes are run before the next search, and how many after it.
        let (unsearched, more) = (self.variable(ZERO), self.variable(ZERO));
        self.repeat(
            |make| {
                let cell = make.read(cell);
                Ok(make.is_on_board(Spot { word: cell, sure: false }))
            },
            |make| {
                let now = Spot { word: make.read(cell), sure: true };
                make.locals.bind(each.slot, now.word, true);
                make.pass(each, span, way)?;
                let (all, later) = (make.read_set(&left), make.cells_after(now));
                let later = make.set_and(&all, &later);
                make.assign_set(&left, &later);
                make.facts.clear();
                let (now, next) = (make.read(unsearched), make.first_of(&later).word);
                let is_searched = make.same(now, ZERO);
                let next = make.either_word(
                    is_searched,
                    |make| {
                        let wait = make.read(more);
                        make.assign(unsearched, wait);
                        let longer = make.mul(wait, Word::Known(ONE_BY_ONE));
                        let longer = make.add(longer, Word::Known(ONE_BY_ONE));
                        make.assign(more, longer);
                        Ok(make.first_acting(each.slot, over, &later, &acts)?.map_or(next, |acting| acting.word))
                    },
                    |make| {
                        let wait = make.sub(now, ONE);
                        make.assign(unsearched, wait);
                        Ok(next)
                    },
                )?;
                make.assign(cell, next);
                Ok(())
            },
        )?;
        self.facts.clear();
        Ok(true)
    }

    /// Returns the first cell of a set for which a condition holds, or `off`, if it can be asked of all at once. The set has the cells of `over`
    /// that are left.
    fn first_acting(&mut self, slot: Slot, over: &CellsExpr, left: &Words, acts: &BoolExpr) -> Gets<Option<Spot>> {
        let acting = match self.kept_by_group(slot, over, acts, Some(left))? {
            None => self.lanes_of(slot, left, acts)?,
            acting => acting,
        };
        Ok(acting.map(|acting| self.first_of(&acting)))
    }

    /// Returns the cells that come after one in the language's order.
    fn cells_after(&mut self, cell: Spot) -> Words {
        let board = self.plan.board();
        let (cells, width): (CellSet, _) = (board.all_cells(), self.width());
        let after = |n: usize| cells.iter().filter(move |cell| usize::from(cell.0) > n).collect::<CellSet>();
        let words = (0..board.len()).flat_map(|n| after(n).0.into_iter().take(width)).collect();
        let table = self.plan.tables.keep(words);
        self.load_set_at(table, cell.word)
    }
}
