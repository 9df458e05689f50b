//! Candidates of an action in slices: each slice has known values for some binders, and one candidate for each cell of
//! a set, which the values of the other binders follow from. So counting candidates is counting bits, and one can be
//! drawn without listing the others.

use super::lane::{Lane, Lifts, lift};
use super::locals::{Local, Locals, Numbers};
use super::set::Words;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::engine::fast::order::Due;
use crate::game::Game;
use crate::game::expr::{BoolExpr, SetExpr, Slot};
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::{Action, Binder, Clause};
use cranelift_codegen::ir::condcodes::IntCC;
use std::collections::BTreeSet;

/// The value of a binder in a slice.
#[derive(Clone, Debug)]
enum SliceValue {
    /// The same for all candidates.
    Known(Word),
    /// The cell that a map assigns to each cell of the slice.
    Led(Map),
}

/// Some candidates of an action.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    values: Vec<SliceValue>,
    /// The cells with a candidate each; `None` if there is just one candidate.
    cells: Option<Words>,
    /// Whether there are any candidates.
    gate: Word,
    /// How many binders have values; the values of the others are drawn one by one.
    pub tail: usize,
}

impl Slice {
    /// Makes a slice without candidates.
    pub(crate) fn empty(tail: usize) -> Slice {
        Slice { values: Vec::new(), cells: None, gate: ZERO, tail }
    }

    /// Returns whether the first binder's value is the cell of the slice, and those of the others are the same for all.
    pub(crate) fn is_by_first_cell(&self) -> bool {
        let is_known = |value: &SliceValue| matches!(value, SliceValue::Known(_));
        let [SliceValue::Led(first), others @ ..] = self.values.as_slice() else { return false };
        first.is_identity() && others.iter().all(is_known)
    }

    /// Returns the values of the candidate of a cell, if the slice is by its first binder's cells.
    pub(crate) fn values_at(&self, cell: Word) -> Vec<Word> {
        let value = |value: &SliceValue| match value {
            SliceValue::Known(word) => *word,
            SliceValue::Led(_) => cell,
        };
        self.values.iter().map(value).collect()
    }

    /// Returns the cells with a candidate each; `None` if there is just one candidate.
    pub(crate) fn cells(&self) -> Option<&Words> {
        self.cells.as_ref()
    }

    /// Returns the slice with these candidates only if the condition holds, too.
    pub(crate) fn only_if(&self, make: &mut Gen<'_, '_>, condition: Word) -> Slice {
        Slice { gate: make.and(self.gate, condition), ..self.clone() }
    }

    /// Returns the slice with other cells.
    pub(crate) fn with_cells(&self, cells: Words) -> Slice {
        Slice { cells: Some(cells), ..self.clone() }
    }

    /// Returns the value of each binder: a word that is the same for all candidates, or the map that leads to it.
    pub(crate) fn leads(&self) -> impl Iterator<Item = Result<Word, Map>> {
        self.values.iter().map(|value| match value {
            SliceValue::Known(word) => Ok(*word),
            SliceValue::Led(map) => Err(map.clone()),
        })
    }
}

/// The most slices of an action.
const MOST: usize = 400;

/// Sets heavier than this are not evaluated for all cells at once to draw one of their elements.
const HEAVY_SET: usize = 100;

struct Cut<'a, 'p> {
    action: &'p Action,
    order: &'a [Due],
    /// Conditions heavier than this are left out; with `None` all are evaluated.
    limit: Option<usize>,
    /// The clauses that were left out.
    late: BTreeSet<usize>,
    found: Vec<Slice>,
    /// The values of the binders so far.
    values: Vec<SliceValue>,
    /// How many binders get values.
    until: usize,
}

/// The candidates that the clauses so far leave.
#[derive(Clone)]
struct Remaining {
    gate: Word,
    /// See [`Slice::cells`].
    live: Option<Words>,
}

impl Cut<'_, '_> {
    /// Adds a slice, or returns `None` if there are too many.
    fn add(&mut self, left: Remaining) -> Option<()> {
        let values = self.values.clone();
        let tail = values.len();
        self.found.push(Slice { values, cells: left.live, gate: left.gate, tail });
        (self.found.len() <= MOST).then_some(())
    }

    /// Returns whether a part needs a `let` that was left out.
    fn is_missing(&self, part: Part<'_>) -> bool {
        part.contains(&mut |part| {
            let Some(Shared::Local(slot)) = part.shared() else { return false };
            self.late.iter().any(|n| match &self.action.clauses[*n] {
                Clause::Let(other, value) => *other == slot && AsPart::part(value).class() == part.class(),
                Clause::When(_) => false,
            })
        })
    }
}

/// Returns whether a part asks for legal moves.
pub(super) fn asks_moves(game: &Game, part: Part<'_>) -> bool {
    part.mentions(game, 8, &|part| matches!(part, Part::Bool(BoolExpr::Possible(_) | BoolExpr::SomeMoveThen(_))))
}

impl<'p, 'b> Gen<'p, 'b> {
    /// The candidates of an action in slices, if they can be had so. With a limit there may be some more: conditions heavier
    /// than that are not asked. These, and those that cannot be asked of all cells at once, are given as numbers of
    /// clauses, together with the `let`s that are not known.
    pub(crate) fn slices(&mut self, action: &'p Action, limit: Option<usize>) -> Lifts<(Vec<Slice>, Vec<usize>)> {
        let known = self.hoisted.len();
        self.hoist_gated(action, limit)?;
        let cut = self.cut_until(action, limit, action.binders.len());
        self.hoisted.truncate(known);
        cut
    }

    fn cut_until(&mut self, action: &'p Action, limit: Option<usize>, until: usize) -> Lifts<(Vec<Slice>, Vec<usize>)> {
        let order = self.plan.order(action);
        let (late, found, values) = (BTreeSet::new(), Vec::new(), Vec::new());
        let mut cut = Cut { action, order: &order, limit, late, found, values, until };
        let locals = Locals::of(action.frame, &[]);
        let all = Remaining { gate: ONE, live: None };
        lift!(self.within_lane(|make| make.inside(locals, |make| make.cut(&mut cut, all))));
        Ok(Some((cut.found, cut.late.into_iter().collect())))
    }

    /// Computes the set of a binder that is the same for all values of those before it, if they leave a candidate at all.
    fn hoist_gated(&mut self, action: &'p Action, limit: Option<usize>) -> Gets<()> {
        let is_cells = |binder: &Binder| matches!(binder.over, SetExpr::Cells(_));
        let Some(at) = action.binders.iter().position(is_cells).filter(|at| *at > 0) else { return Ok(()) };
        let SetExpr::Cells(over) = &action.binders[at].over else { return Ok(()) };
        if !self.is_closed(over) {
            return Ok(());
        }
        let Some((gates, _)) = self.cut_until(action, limit, at)? else { return Ok(()) };
        let any = gates.iter().fold(ZERO, |any, slice| self.or(any, slice.gate));
        if any.known().is_some() {
            return Ok(());
        }
        let cells = self.either(
            any,
            |make| Ok(make.cells(over)?.into_iter().collect()),
            |make| Ok(make.no_cells().into_iter().collect()),
        )?;
        self.hoisted.push((std::ptr::from_ref(over), cells.into_iter().collect()));
        Ok(())
    }

    /// Evaluates the clauses that need no more binders than have values, then goes on to the next binder.
    fn cut(&mut self, cut: &mut Cut<'_, 'p>, mut left: Remaining) -> Lifts<()> {
        let (action, bound) = (cut.action, cut.values.len());
        for n in cut.order.iter().filter(|due| due.level == bound).map(|due| due.clause) {
            let clause = &action.clauses[n];
            if cut.late.contains(&n) || self.is_left_out(cut, clause) {
                cut.late.insert(n);
                continue;
            }
            match clause {
                Clause::Let(slot, value) => {
                    let mut locals = self.locals.clone();
                    match (self.bind_any(&mut locals, *slot, value)?, cut.limit) {
                        (Some(()), _) => self.locals = locals,
                        (None, Some(_)) => {
                            cut.late.insert(n);
                        }
                        (None, None) => return Ok(None),
                    }
                }
                Clause::When(condition) => {
                    if self.has_lane(condition.holds.part()) {
                        match (self.at_place(condition.span, |make| make.lane(&condition.holds))?, cut.limit) {
                            (Some(holds), _) => left.live = left.live.map(|cells| self.set_and(&cells, &holds)),
                            (None, Some(_)) => {
                                cut.late.insert(n);
                            }
                            (None, None) => return Ok(None),
                        }
                    } else {
                        let holds = self.at_place(condition.span, |make| make.truth(&condition.holds))?;
                        left.gate = self.and(left.gate, holds);
                    }
                }
            }
        }
        if left.gate == ZERO {
            return Ok(Some(()));
        }
        let Some(binder) = action.binders[..cut.until].get(bound) else { return Ok(cut.add(left)) };
        let before = self.locals.clone();
        let found = cut.found.len();
        let is_heavy = cut.limit.is_some()
            && left.live.is_some()
            && binder.over.part().weight(&self.plan.game, 8) > HEAVY_SET
            && self.has_bounds(action, bound);
        let done = match is_heavy {
            true => None,
            false => {
                self.at_place(binder.span, |make| make.cut_binder(cut, left.clone(), &binder.over, binder.slot))?
            }
        };
        self.locals = before;
        if done.is_none() && cut.limit.is_some() && self.has_bounds(action, bound) {
            // Its values, and those of the binders after it, are drawn when those before it are known.
            cut.found.truncate(found);
            return Ok(cut.add(left));
        }
        Ok(done)
    }

    /// Returns whether a clause is left out: it is too heavy, or needs what is not known.
    fn is_left_out(&self, cut: &Cut<'_, 'p>, clause: &Clause) -> bool {
        let Some(limit) = cut.limit else { return false };
        let part = clause.part();
        let is_heavy = self.has_lane(part) && part.weight(&self.plan.game, 8) > limit;
        // Whether there is another move is evaluated last.
        cut.is_missing(part) || is_heavy || asks_moves(&self.plan.game, part)
    }

    fn cut_binder(&mut self, cut: &mut Cut<'_, 'p>, left: Remaining, over: &SetExpr, slot: Slot) -> Lifts<()> {
        if cut.is_missing(over.part()) {
            return Ok(None);
        }
        if self.has_lane(over.part()) {
            let Some(live) = left.live else { return Ok(None) };
            return self.each_lane(over, slot, &mut |make, cells| {
                let value = match &make.locals.words[slot.0 as usize] {
                    Local::Lane(Lane::Cell(map)) => SliceValue::Led(map.clone()),
                    Local::Word(word, _) => SliceValue::Known(*word),
                    _ => return Ok(None),
                };
                let live = Some(make.set_and(&live, cells));
                make.cut_value(cut, Remaining { live, ..left }, value)
            });
        }
        match over {
            SetExpr::Cells(cells) => {
                if left.live.is_some() {
                    return Ok(None);
                }
                let live = Some(self.cells(cells)?);
                let all = Map::identity(self.plan.board());
                self.locals.put(slot, Local::Lane(Lane::Cell(all.clone())));
                return self.cut_value(cut, Remaining { live, ..left }, SliceValue::Led(all));
            }
            SetExpr::Ints(ints) => {
                let Numbers::List(list) = self.ints(ints)? else { return Ok(None) };
                if list.len() > 64 {
                    return Ok(None);
                }
                for n in list {
                    let n = Word::Known(i64::from(n));
                    self.locals.bind(slot, n, false);
                    lift!(self.cut_value(cut, left.clone(), SliceValue::Known(n)));
                }
            }
            masks => {
                let mask = self.word(masks.part())?;
                for element in 0..self.plan.elements(masks).unwrap_or(0) {
                    let bit = self.has_bit(mask, element as usize);
                    let gate = self.and(left.gate, bit);
                    if gate != ZERO {
                        let element = Word::Known(element);
                        self.locals.bind(slot, element, false);
                        lift!(self.cut_value(cut, Remaining { gate, ..left.clone() }, SliceValue::Known(element)));
                    }
                }
            }
        }
        Ok(Some(()))
    }

    /// Goes on with a value of the next binder.
    fn cut_value(&mut self, cut: &mut Cut<'_, 'p>, left: Remaining, value: SliceValue) -> Lifts<()> {
        cut.values.push(value);
        let done = self.cut(cut, left);
        cut.values.pop();
        done
    }

    /// Returns how many candidates a slice has.
    pub(crate) fn slice_size(&mut self, slice: &Slice) -> Word {
        match &slice.cells {
            None => slice.gate,
            Some(cells) => {
                let size = self.size(cells);
                self.select(slice.gate, size, ZERO)
            }
        }
    }

    /// Returns the cells of a slice that have a candidate.
    pub(crate) fn slice_cells(&mut self, slice: &Slice) -> Words {
        match &slice.cells {
            None => self.no_cells(),
            Some(cells) => self.set_if(slice.gate, cells),
        }
    }

    /// Returns whether some slice has a candidate.
    pub(crate) fn slices_any(&mut self, slices: &[Slice]) -> Word {
        let mut any = ZERO;
        for slice in slices {
            let word = match &slice.cells {
                None => slice.gate,
                Some(cells) => {
                    let some = self.any_word(cells);
                    self.select(slice.gate, some, ZERO)
                }
            };
            any = self.or(any, word);
        }
        self.compare(IntCC::NotEqual, any, ZERO)
    }

    /// Returns whether the numbers of values of all binders from the n-th on are bounded.
    pub(crate) fn has_bounds(&mut self, action: &'p Action, from: usize) -> bool {
        self.restoring(|make| {
            action.binders[from..].iter().all(|binder| make.most_elements(action, &binder.over).is_some())
        })
    }

    /// Returns the values of a candidate of a slice, by its cell.
    pub(crate) fn slice_values(&mut self, slice: &Slice, cell: Option<Word>) -> Vec<Word> {
        slice
            .values
            .iter()
            .map(|value| match (value, cell) {
                (SliceValue::Known(word), _) => *word,
                (SliceValue::Led(map), Some(cell)) => {
                    if map.is_identity() {
                        return cell;
                    }
                    match self.plan.shifts(map).as_ref() {
                        [shift] => self.add(cell, Word::Known(i64::from(shift.by))),
                        _ => {
                            let cells = self.plan.board_cells().map(|cell| self.plan.code(map.to(cell)) as u64);
                            let table = self.plan.tables.keep(cells.collect());
                            self.load_at(table, cell)
                        }
                    }
                }
                (SliceValue::Led(_), None) => ZERO,
            })
            .collect()
    }

    /// Returns whether each binder's value in one slice is found like that in another one: known, or at a distance from the cell.
    pub(crate) fn are_parallel(&self, one: &Slice, other: &Slice) -> bool {
        let is_far = |map: &Map| self.plan.shifts(map).len() == 1;
        let is_alike = |(one, other): (&SliceValue, &SliceValue)| match (one, other) {
            (SliceValue::Known(_), SliceValue::Known(_)) => true,
            (SliceValue::Led(one), SliceValue::Led(other)) => is_far(one) && is_far(other),
            _ => false,
        };
        let have_cells = one.cells.is_some() && other.cells.is_some();
        have_cells && one.tail == other.tail && one.values.iter().zip(&other.values).all(is_alike)
    }

    /// Returns the values of the n-th candidate of several slices that are parallel; each is given with the number of its candidates.
    pub(crate) fn values_of_one(&mut self, slices: &[(&Slice, Word)], n: Word) -> Vec<Word> {
        // What is added to the cell, or the value itself.
        let parts = |make: &Self, slice: &Slice| {
            let part = |value: &SliceValue| match value {
                SliceValue::Known(word) => *word,
                SliceValue::Led(map) => {
                    Word::Known(make.plan.shifts(map).first().map_or(0, |shift| i64::from(shift.by)))
                }
            };
            slice.values.iter().map(part).collect::<Vec<Word>>()
        };
        let (first, _) = slices[0];
        let mut cells = first.cells.clone().unwrap_or_default();
        let (mut values, mut left, mut before) = (parts(self, first), n, ZERO);
        for pair in slices.windows(2) {
            let [(_, size), (slice, _)] = pair else { continue };
            before = self.add(before, *size);
            let reached = self.compare(IntCC::UnsignedGreaterThanOrEqual, n, before);
            let rest = self.sub(n, before);
            left = self.select(reached, rest, left);
            cells = self.set_select(reached, slice.cells.as_ref().unwrap_or(&cells), &cells);
            let others = parts(self, slice);
            values = values.into_iter().zip(others).map(|(value, other)| self.select(reached, other, value)).collect();
        }
        let cell = self.nth_of(&cells, left);
        let is_led = |value: &SliceValue| matches!(value, SliceValue::Led(_));
        let sum = |(value, part)| if is_led(value) { self.add(cell, part) } else { part };
        first.values.iter().zip(values).map(sum).collect()
    }
}
