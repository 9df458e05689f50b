//! Conditions, one at a time.

use super::locals::Locals;
use super::rows::{Rows, sets};
use super::set::Words;
use super::sort::{Held, Thing};
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets, Moment};
use crate::engine::fast::slow::SlowKind;
use crate::engine::fast::tables::TableId;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
use crate::types::Type;
use cranelift_codegen::ir::condcodes::IntCC;

/// Returns the comparison of the code generator.
pub(crate) fn sign(compare: Compare) -> IntCC {
    match compare {
        Compare::Equal => IntCC::Equal,
        Compare::NotEqual => IntCC::NotEqual,
        Compare::Less => IntCC::SignedLessThan,
        Compare::LessEqual => IntCC::SignedLessThanOrEqual,
        Compare::Greater => IntCC::SignedGreaterThan,
        Compare::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
    }
}

impl Gen<'_, '_> {
    /// Returns whether a condition holds: 0 or 1.
    pub(crate) fn truth(&mut self, expr: &BoolExpr) -> Gets<Word> {
        self.has_room()?;
        if self.watch.is_some()
            && let Some(holds) = self.watched(expr)?
        {
            return Ok(holds);
        }
        match expr {
            BoolExpr::Const(truth) => Ok(Word::truth(*truth)),
            BoolExpr::Common(common) => self.common(common),
            BoolExpr::Watched(_, condition) => self.truth(condition),
            BoolExpr::Not(condition) => {
                let truth = self.truth(condition)?;
                Ok(self.not(truth))
            }
            BoolExpr::And(pair) => {
                let first = self.truth(&pair.0)?;
                if first == ZERO {
                    return Ok(ZERO);
                }
                if first == ONE || self.is_light(pair.1.part()) {
                    let second = self.truth(&pair.1)?;
                    return Ok(self.and(first, second));
                }
                self.and_then(first, |make| make.truth(&pair.1))
            }
            BoolExpr::Or(pair) => {
                let first = self.truth(&pair.0)?;
                if first == ONE {
                    return Ok(ONE);
                }
                if first == ZERO || self.is_light(pair.1.part()) {
                    let second = self.truth(&pair.1)?;
                    return Ok(self.or(first, second));
                }
                self.either_word(first, |_| Ok(ONE), |make| make.truth(&pair.1))
            }
            BoolExpr::Compare(compare, pair) => {
                if let Some(holds) = self.compare_groups(*compare, pair)? {
                    return Ok(holds);
                }
                let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                Ok(self.compare(sign(*compare), a.word, b.word))
            }
            BoolExpr::Same(pair) => {
                let (a, b) = (self.word(pair.0.part())?, self.word(pair.1.part())?);
                Ok(self.same(a, b))
            }
            BoolExpr::SameSet(pair) => match self.two_sets(pair)? {
                (Thing::Cells(a), Thing::Cells(b)) => Ok(self.set_same(&a, &b)),
                (Thing::Ints(a), Thing::Ints(b)) => {
                    let forth = self.numbers_within(a.clone(), &b)?;
                    let back = self.numbers_within(b, &a)?;
                    Ok(self.and(forth, back))
                }
                (a, b) => {
                    let (a, b) = (Word::from_thing(a)?, Word::from_thing(b)?);
                    Ok(self.same(a, b))
                }
            },
            BoolExpr::Within(pair) => match self.two_sets(pair)? {
                (Thing::Cells(a), Thing::Cells(b)) => {
                    let rest = self.set_except(&a, &b);
                    let any = self.any_word(&rest);
                    Ok(self.same(any, ZERO))
                }
                (Thing::Ints(a), Thing::Ints(b)) => self.numbers_within(a, &b),
                (a, b) => {
                    let rest = self.and_not(Word::from_thing(a)?, Word::from_thing(b)?);
                    Ok(self.same(rest, ZERO))
                }
            },
            BoolExpr::In(pair) => match &**pair {
                (AnyExpr::Cell(cell), SetExpr::Cells(set)) => {
                    let cell = self.cell(cell)?;
                    self.cell_in(cell, set)
                }
                (AnyExpr::Int(n), SetExpr::Ints(set)) => {
                    let n = self.int(n)?;
                    self.int_in(n, set)
                }
                (element, set) => {
                    let (element, mask) = (self.word(element.part())?, self.word(set.part())?);
                    let bit = self.bit(element);
                    let both = self.and(bit, mask);
                    Ok(self.compare(IntCC::NotEqual, both, ZERO))
                }
            },
            BoolExpr::Some(set) => {
                if let (SetExpr::Cells(CellsExpr::Empty), Moment::End) = (&**set, self.seen.moment)
                    && let Some(size) = self.bag_size()
                {
                    return Ok(self.compare(IntCC::NotEqual, size, ZERO));
                }
                if let SetExpr::Cells(cells) = &**set
                    && let Some(near) = self.near(cells)?
                {
                    return Ok(self.near_some(&near));
                }
                let set = self.thing(set.part())?;
                Ok(self.has_some(&set))
            }
            BoolExpr::SomeOf(each) => self.search(each, true),
            BoolExpr::Every(each) => {
                let found = self.search(each, false)?;
                Ok(self.not(found))
            }
            BoolExpr::Stuck(who) => {
                let who = match who {
                    Some(who) => Some(self.player(who)?),
                    None => None,
                };
                self.stuck(who)
            }
            BoolExpr::Possible(action) => self.possible(*action),
            BoolExpr::SomeMoveThen(condition) => self.some_move_then(condition),
        }
    }

    /// Compares the number of groups of a set with 1, for which one group is enough to know.
    fn compare_groups(&mut self, compare: Compare, pair: &(IntExpr, IntExpr)) -> Gets<Option<Word>> {
        let (Some((Op::Groups, [AnyExpr::Cells(set)])), IntExpr::Const(1)) = (pair.0.applied(), &pair.1) else {
            return Ok(None);
        };
        let near = match self.near(set)? {
            Some(near) => self.near_is_one_group(&near)?,
            None => None,
        };
        let (one, none) = match near {
            Some(said) => said,
            None => {
                let set = self.cells(set)?;
                self.is_one_group(&set)?
            }
        };
        let holds = match compare {
            Compare::Equal => one,
            Compare::NotEqual => self.not(one),
            Compare::Less => none,
            Compare::GreaterEqual => self.not(none),
            Compare::LessEqual => self.or(one, none),
            Compare::Greater => {
                let few = self.or(one, none);
                self.not(few)
            }
        };
        Ok(Some(holds))
    }

    /// Returns whether the condition is `wanted` for some element.
    fn search(&mut self, each: &Generator<BoolExpr>, wanted: bool) -> Gets<Word> {
        if let SetExpr::Cells(over) = &each.over
            && let Some(by) = self.asked_by_group(each.slot, over, &each.body)
        {
            let over = self.cells(over)?;
            return self.ask_groups(&over, &by, &mut |make, _| {
                make.count_step(SlowKind::Each(if wanted { "some" } else { "every" }));
                let holds = make.truth(&each.body)?;
                Ok(if wanted { holds } else { make.not(holds) })
            });
        }
        if wanted && let Some(found) = self.search_backwards(each)? {
            return Ok(found);
        }
        if let Some(found) = self.search_lanes(each, wanted)? {
            return Ok(found);
        }
        self.hoisting(each.body.part(), each.slot, |make| {
            if wanted {
                return make.each_judged(each, "some", &mut |_, holds| Ok(holds));
            }
            make.each_unordered(&each.over, each.slot, &mut |make| {
                make.count_step(SlowKind::Each("every"));
                let holds = make.truth(&each.body)?;
                Ok(make.not(holds))
            })
        })
    }

    /// Runs code with the condition of a generator, which has this word, for each element that may satisfy it, until it returns to
    /// stop. Returns whether it did.
    pub(crate) fn each_judged(
        &mut self,
        each: &Generator<BoolExpr>,
        word: &'static str,
        run: &mut dyn FnMut(&mut Self, Word) -> Gets<Word>,
    ) -> Gets<Word> {
        if let SetExpr::Cells(over) = &each.over
            && !self.is_near(over)
        {
            let over = self.cells(over)?;
            let (over, rest) = self.narrowed(&over, each.slot, &each.body)?;
            return self.each_cell(&over, &mut |make, cell| {
                make.count_step(SlowKind::Each(word));
                make.locals.bind(each.slot, cell.word, true);
                let holds = make.all_hold(&rest)?;
                run(make, holds)
            });
        }
        self.each_unordered(&each.over, each.slot, &mut |make| {
            make.count_step(SlowKind::Each(word));
            let holds = make.truth(&each.body)?;
            run(make, holds)
        })
    }

    fn two_sets(&mut self, pair: &(SetExpr, SetExpr)) -> Gets<(Thing, Thing)> {
        Ok((self.thing(pair.0.part())?, self.thing(pair.1.part())?))
    }

    /// Returns whether there is an element in a set.
    pub(crate) fn has_some(&mut self, set: &Thing) -> Word {
        match set {
            Thing::Cells(cells) => self.is_some(cells),
            Thing::Word(mask, _) => self.compare(IntCC::NotEqual, *mask, ZERO),
            Thing::Ints(numbers) => self.is_some_number(numbers),
        }
    }

    /// Emits instructions for operators whose value is a truth value.
    pub(crate) fn lower_truth(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
        let (Op::Connects, [AnyExpr::Cells(of), ends @ ..]) = (op, args) else { return Ok(None) };
        let of = self.cells(of)?;
        let ends = sets(ends).map(|end| self.cells(end)).collect::<Gets<Vec<_>>>()?;
        Ok(Some(self.connects(&of, &ends)?))
    }

    /// Returns whether a cell is in a set, without computing the whole set where possible.
    pub(crate) fn cell_in(&mut self, cell: Spot, set: &CellsExpr) -> Gets<Word> {
        let layout = &self.plan.game.layout;
        Ok(match set {
            CellsExpr::One(other) => {
                let other = self.cell(other)?;
                let same = self.same(cell.word, other.word);
                let on = self.is_on_board(cell);
                self.and(same, on)
            }
            CellsExpr::Op(op, pair) => {
                let a = self.cell_in(cell, &pair.0)?;
                let b = self.cell_in(cell, &pair.1)?;
                self.mask_op(*op, a, b)
            }
            CellsExpr::OfPlayer(player) => match self.player(player)? {
                Word::Known(p) if (0..layout.players as i64).contains(&p) => {
                    self.stored_contains(layout.player(p as usize), cell)
                }
                player => {
                    let set = self.of_player(player);
                    self.contains(&set, cell)
                }
            },
            CellsExpr::OfKind(kind) if self.plan.only_kind().is_none() => {
                self.stored_contains(layout.kind(kind.0 as usize), cell)
            }
            CellsExpr::Empty => {
                let there = self.any_stored(cell);
                let on = self.is_on_board(cell);
                self.and_not(on, there)
            }
            CellsExpr::Occupied => self.any_stored(cell),
            CellsExpr::Enemy => match self.seen.mover {
                Word::Known(mover) => {
                    let mut found = ZERO;
                    for p in (0..layout.players).filter(|p| *p as i64 != mover) {
                        let here = self.stored_contains(layout.player(p), cell);
                        found = self.or(found, here);
                    }
                    found
                }
                Word::Made(_) => {
                    let set = self.cells(set)?;
                    self.contains(&set, cell)
                }
            },
            CellsExpr::Common(common) if self.hoisted(set).is_none() => match &**common {
                Common::Call(call) if self.plan.recursive_def(Type::Cells, call.def).is_none() => {
                    let plan = self.plan;
                    let def = &plan.game.defs.cells[usize::from(call.def)];
                    let args = self.arguments(&call.args)?;
                    let locals = Locals::with(def.frame, &def.lazies, args);
                    self.at_place(def.span, |make| make.inside(locals, |make| make.cell_in(cell, &def.body)))?
                }
                Common::Apply(apply) => self.cell_among(cell, set, apply)?,
                _ => {
                    let set = self.cells(set)?;
                    self.contains(&set, cell)
                }
            },
            other => {
                let set = self.cells(other)?;
                self.contains(&set, cell)
            }
        })
    }

    /// Returns whether a cell is in a set that an operator gives.
    fn cell_among(&mut self, cell: Spot, set: &CellsExpr, apply: &Apply) -> Gets<Word> {
        if let (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(MaskExpr::Const(dirs))]) =
            (apply.op, apply.args.as_slice())
            && self.single(from)?.is_none()
        {
            // A neighbor of the set is a cell that has one of the set as a neighbor, the other way round.
            let from = self.cells(from)?;
            if self.as_known(&from).is_none() {
                let row = self.neighbors_back(cell, *dirs);
                let both = self.set_and(&row, &from);
                let some = self.any_word(&both);
                return Ok(self.compare(IntCC::NotEqual, some, ZERO));
            }
            let all = self.neighbor_set(&from, Word::Known(*dirs as i64))?;
            return Ok(self.contains(&all, cell));
        }
        let in_row = match Rows::of(set) {
            Some(rows) => self.is_in_row(cell, rows)?,
            None => None,
        };
        match in_row {
            Some(there) => Ok(there),
            None => {
                let set = self.cells(set)?;
                Ok(self.contains(&set, cell))
            }
        }
    }

    /// Returns the cells from which a step in one of these directions leads to a cell.
    pub(super) fn neighbors_back(&mut self, cell: Spot, dirs: u64) -> Words {
        let plan = self.plan;
        let back = |to: Cell| -> CellSet {
            plan.board_cells()
                .filter(|from| plan.dirs_in(dirs).any(|dir| plan.board().step(*from, dir) == to))
                .collect()
        };
        if let Some(known) = cell.word.known() {
            let from = plan.cell(known);
            return self.known_set(&if from.is_off() { CellSet::EMPTY } else { back(from) });
        }
        let table = plan.sets(TableId::Back(dirs), |to| if to.is_off() { CellSet::EMPTY } else { back(to) });
        self.load_set_at(table, cell.word)
    }

    /// Returns whether something stands on a cell.
    fn any_stored(&mut self, cell: Spot) -> Word {
        self.stored_sets().into_iter().fold(ZERO, |found, set| {
            let here = self.stored_contains(set, cell);
            self.or(found, here)
        })
    }

    /// Returns where the sets of the position begin that hold all pieces.
    pub(super) fn stored_sets(&self) -> Vec<usize> {
        let layout = &self.plan.game.layout;
        if let Some(kind) = self.plan.only_kind() {
            return vec![layout.kind(usize::from(kind.0))];
        }
        let neutral = self.plan.game.kinds.iter().enumerate().filter(|(_, kind)| kind.neutral);
        (0..layout.players).map(|p| layout.player(p)).chain(neutral.map(|(k, _)| layout.kind(k))).collect()
    }
}
