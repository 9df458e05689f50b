//! The constructs that all types share: locals, variables, `if`, `match`, calls of defs.

use super::locals::{Local, LocalSet, Locals};
use super::sort::{Held, Sort, Thing};
use super::walk::WIDE;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::engine::fast::operators::NO_VALUE;
use crate::engine::fast::plan::Plan;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::Def;
use cranelift_codegen::ir::condcodes::IntCC;

/// The most nested calls of defs and effects in generated code.
const DEPTH: u32 = 24;

/// Sets of more words are not made only to spare a branch.
const NARROW: usize = 2;

/// The reason for sets of numbers that are not the same in all branches.
const DEPENDS: &str = "sets of numbers that depend on a condition";

impl<'p> Gen<'p, '_> {
    /// Evaluates the forms that every type shares.
    pub(crate) fn common<E: Sort>(&mut self, common: &Common<E>) -> Gets<E::Value> {
        match common {
            Common::Local(slot) => self.local_of::<E>(*slot),
            Common::Lazy(n) => self.lazy::<E>(*n),
            Common::Var(var) => {
                let (base, index) = self.place(var)?;
                E::Value::from_thing(self.load_thing(E::Value::CLASS, base, index)?)
            }
            Common::If(condition, yes, no) => {
                let truth = self.truth(condition)?;
                self.branch::<E>(truth, |make| yes.make(make), |make| no.make(make))
            }
            Common::Match(one) => {
                let subject = self.word(one.subject.part())?;
                self.arms(one, subject, 0)
            }
            Common::Call(call) => match self.once_of(call) {
                Some(once) => self.value_once::<E>(&once, |make| make.call::<E>(call)),
                None => self.call::<E>(call),
            },
            Common::Apply(apply) => {
                if let Some(value) = E::lower(self, apply.op, &apply.args)? {
                    return Ok(value);
                }
                let args = self.arguments(&apply.args)?;
                let (value, bounds) = self.operate(apply.op, &args)?;
                Ok(E::Value::from_thing(value)?.bounded(bounds))
            }
        }
    }

    fn local_of<E: Sort>(&mut self, slot: Slot) -> Gets<E::Value> {
        let thing = self.local_thing(E::Value::CLASS, slot)?;
        let range = match &thing {
            Thing::Word(Word::Made(value), _) => self.ranges.get(value).copied(),
            _ => None,
        };
        let value = E::Value::from_thing(thing)?;
        Ok(match range {
            Some(range) => value.bounded(range),
            None => value,
        })
    }

    /// Evaluates a value that depends on a condition: as a selection if both sides are cheap, otherwise with a branch.
    fn branch<E: Sort>(
        &mut self,
        truth: Word,
        yes: impl FnOnce(&mut Self) -> Gets<E::Value>,
        no: impl FnOnce(&mut Self) -> Gets<E::Value>,
    ) -> Gets<E::Value> {
        if let Some(truth) = truth.known() {
            return if truth != 0 { yes(self) } else { no(self) };
        }
        let (mut first, mut second) = (None, None);
        let left = self.either(
            truth,
            |make| first.insert(yes(make)?).clone().into_thing().words(DEPENDS),
            |make| second.insert(no(make)?).clone().into_thing().words(DEPENDS),
        )?;
        match (first, second) {
            (Some(first), Some(second)) => first.joined(&second, Thing::from_words(E::Value::CLASS, left, DEPENDS)?),
            _ => Err(Unsupported("a branch without a value")),
        }
    }

    /// Evaluates a `where` value.
    fn lazy<E: Sort>(&mut self, n: u16) -> Gets<E::Value> {
        let Some((slot, value)) = self.locals.lazies.get(n as usize) else {
            return Err(Unsupported("a missing `where` value"));
        };
        let is_known = match value.part().class() {
            Class::Word => !matches!(self.locals.words.get(slot.0 as usize), Some(Local::Unset) | None),
            Class::Cells => !matches!(self.locals.cells.get(slot.0 as usize), Some(LocalSet::Unset) | None),
            Class::Ints => self.locals.ints.get(slot.0 as usize).is_some_and(Option::is_some),
        };
        if is_known {
            return self.local_of::<E>(*slot);
        }
        // It is evaluated where it is used: only there is it certain to be needed.
        self.restoring(|make| {
            let value = make.thing(value.part())?;
            make.locals.bind_thing(*slot, value);
            make.local_of::<E>(*slot)
        })
    }

    /// Returns where a variable lies: its first word, and the offset of the value from there.
    pub(crate) fn place(&mut self, var: &VarRef) -> Gets<(usize, Word)> {
        let plan = self.plan;
        let place = plan.game.layout.vars[var.var.0 as usize];
        let mut n = ZERO;
        for (i, index) in var.indexes.iter().enumerate() {
            let (first, count) = place.extent(i);
            let number = self.word(index.part())?;
            let at = self.sub(number, Word::Known(i64::from(first)));
            if !matches!(index, AnyExpr::Cell(cell) if self.is_sure(cell)) {
                let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, at, Word::Known(count as i64));
                self.fault_if(beyond);
                if beyond == ONE {
                    return Ok((place.offset, ZERO));
                }
            }
            n = self.mul(n, Word::Known(count as i64));
            n = self.add(n, at);
        }
        let index = self.mul(n, Word::Known(place.stride as i64));
        Ok((place.offset, index))
    }

    /// Returns whether a cell is a local that is certainly on the board.
    pub(crate) fn is_sure(&self, cell: &CellExpr) -> bool {
        let CellExpr::Common(common) = cell else { return false };
        let Common::Local(slot) = **common else { return false };
        matches!(self.locals.words.get(slot.0 as usize), Some(Local::Word(_, true)))
    }

    fn arms<E: Sort>(&mut self, one: &Match<E>, subject: Word, n: usize) -> Gets<E::Value> {
        let Some((value, result)) = one.arms.get(n) else {
            return match &one.otherwise {
                Some(other) => other.make(self),
                None => {
                    // There is no arm at all, so the value does not matter.
                    self.impossible();
                    E::Value::from_thing(Thing::from_words(E::Value::CLASS, self.no_cells(), DEPENDS)?)
                }
            };
        };
        let value = self.word(value.part())?;
        let here = self.same(subject, value);
        if n + 1 == one.arms.len() && one.otherwise.is_none() {
            let other = self.not(here);
            self.fault_if(other);
            return result.make(self);
        }
        self.branch::<E>(here, |make| result.make(make), |make| make.arms(one, subject, n + 1))
    }

    /// Evaluates a call of a def: its body, with its arguments as locals.
    fn call<E: Sort>(&mut self, call: &Call) -> Gets<E::Value> {
        let plan: &'p Plan = self.plan;
        let def = &E::defs(&plan.game.defs)[call.def as usize];
        let args = self.arguments(&call.args)?;
        if let Some(n) = plan.recursive_def(E::TYPE, call.def) {
            return self.call_def::<E>(n, args);
        }
        let entry = self.tabulated::<E>(call, &args);
        let evaluate = |make: &mut Self| make.with_args(def, args, |make| def.body.make(make));
        let Some(entry) = entry else { return evaluate(self) };
        let value = E::Value::from_thing(Thing::Word(entry.value, entry.sure))?.bounded(entry.bounds);
        if !entry.has_gaps {
            return Ok(value);
        }
        let is_gap = self.same(entry.value, Word::Known(NO_VALUE));
        self.branch::<E>(
            is_gap,
            |make| {
                make.b.current_block().into_iter().for_each(|block| make.b.set_cold_block(block));
                evaluate(make)
            },
            |_| Ok(value),
        )
    }

    /// Runs a function with the body of a def that is called, and its arguments as locals.
    pub(super) fn in_def<E: Sort, R>(&mut self, call: &Call, run: impl FnOnce(&mut Self, &'p E) -> Gets<R>) -> Gets<R> {
        let plan: &'p Plan = self.plan;
        let def = &E::defs(&plan.game.defs)[call.def as usize];
        let args = self.arguments(&call.args)?;
        self.with_args(def, args, |make| run(make, &def.body))
    }

    /// Runs a function with arguments of a def as locals. On wide boards sets that are cheap are evaluated at once, and put into memory.
    fn with_args<E: Sort, R>(
        &mut self,
        def: &'p Def<E>,
        args: Vec<Thing>,
        run: impl FnOnce(&mut Self) -> Gets<R>,
    ) -> Gets<R> {
        let copies = self.copies.len();
        let value = self.at_place(def.span, |make| {
            make.inside(Locals::with(def.frame, &def.lazies, args), |make| {
                if make.width() >= WIDE {
                    make.copy_cheap_sets(&def.lazies, def.body.part())?;
                }
                run(make)
            })
        });
        self.copies.truncate(copies);
        value
    }

    /// Evaluates the `where` values that are cheap sets, and puts sets into memory if the body may ask for single cells in them.
    fn copy_cheap_sets(&mut self, lazies: &'p [(Slot, AnyExpr)], body: Part<'_>) -> Gets<()> {
        for (slot, value) in lazies {
            if value.part().class() == Class::Cells && self.is_light(value.part()) {
                let value = self.thing(value.part())?;
                self.locals.bind_thing(*slot, value);
            }
        }
        let is_asked = |part: Part<'_>| matches!(part.applied(), Some((Op::Neighbors, _)));
        if body.mentions(&self.plan.game, 1, &is_asked) {
            for set in self.locals.cells.clone() {
                if let LocalSet::Set(words) = set
                    && self.as_known(&words).is_none()
                {
                    self.copied(&words);
                }
            }
        }
        Ok(())
    }

    /// Runs a function with other locals.
    pub(crate) fn inside<R>(&mut self, locals: Locals<'p>, run: impl FnOnce(&mut Self) -> Gets<R>) -> Gets<R> {
        if self.depth >= DEPTH {
            return Err(Unsupported("deeply nested defs or effects"));
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.locals, locals);
        let value = run(self);
        self.locals = outer;
        self.depth -= 1;
        value
    }

    /// Runs a function and restores the locals afterwards.
    pub(crate) fn restoring<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.locals.clone();
        let value = run(self);
        self.locals = before;
        value
    }

    pub(crate) fn arguments(&mut self, args: &[AnyExpr]) -> Gets<Vec<Thing>> {
        args.iter().map(|arg| self.thing(arg.part())).collect()
    }

    /// Returns whether evaluating a part takes only a few instructions without a branch, and cannot fault.
    pub(crate) fn is_light(&self, part: Part<'_>) -> bool {
        let mut budget = 7;
        light(part, self.width() <= NARROW, &mut budget)
    }
}

/// `is_narrow` says whether a whole set takes only a few words.
fn light(part: Part<'_>, is_narrow: bool, budget: &mut i32) -> bool {
    *budget -= 1;
    if *budget < 0 {
        return false;
    }
    let own = match part {
        Part::Bool(BoolExpr::Some(_)) => is_narrow,
        Part::Bool(e) => matches!(
            e,
            BoolExpr::Const(_)
                | BoolExpr::Not(_)
                | BoolExpr::And(_)
                | BoolExpr::Or(_)
                | BoolExpr::Compare(..)
                | BoolExpr::Same(_)
                | BoolExpr::In(_)
                | BoolExpr::Common(_)
        ),
        Part::Int(e) => matches!(e, IntExpr::Const(_) | IntExpr::Common(_) | IntExpr::Ply),
        Part::Cell(CellExpr::Const(_) | CellExpr::Common(_)) => true,
        Part::Cells(CellsExpr::One(_)) => is_narrow,
        Part::Dirs(e) => matches!(e, DirsExpr::Const(_)),
        Part::Cells(e) => matches!(
            e,
            CellsExpr::Const(_)
                | CellsExpr::Common(_)
                | CellsExpr::Empty
                | CellsExpr::Occupied
                | CellsExpr::Enemy
                | CellsExpr::OfPlayer(_)
                | CellsExpr::OfKind(_)
                | CellsExpr::Op(..)
        ),
        Part::Player(e) => {
            matches!(e, PlayerExpr::Const(_) | PlayerExpr::Mover | PlayerExpr::Next | PlayerExpr::Common(_))
        }
        Part::Kind(e) => matches!(e, KindExpr::Const(_) | KindExpr::Common(_)),
        Part::Tag(e) => matches!(e, TagExpr::Const(_) | TagExpr::Common(_)),
        Part::Dir(e) => matches!(e, DirExpr::Const(_) | DirExpr::Common(_)),
        _ => false,
    };
    let shared = match part.shared() {
        None | Some(Shared::Local(_)) => true,
        Some(Shared::Var(var)) => var.indexes.is_empty(),
        Some(Shared::Apply(apply)) => match (apply.op, apply.args.as_slice()) {
            (Op::Step, [_, _, AnyExpr::Int(IntExpr::Const(_))]) => true,
            (Op::Neighbors, [AnyExpr::Cells(CellsExpr::One(_)), AnyExpr::Dirs(DirsExpr::Const(_))]) => is_narrow,
            _ => false,
        },
        Some(_) => false,
    };
    let mut all = own && shared;
    part.each(&mut |inner| all = all && light(inner, is_narrow, budget));
    all
}
