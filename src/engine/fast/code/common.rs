//! The constructs that all types share: locals, variables, `if`, `match`, calls of defs.

use super::flow::Left;
use super::locals::{Local, LocalSet, Locals, Numbers};
use super::set::Words;
use super::word::{Int, ONE, Spot, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};
use cranelift_codegen::ir::condcodes::IntCC;

/// The most nested calls of defs and effects in generated code.
const DEPTH: u32 = 24;

/// A type of expressions, and the form of its values while code is generated.
pub(crate) trait Sort: Expression + 'static {
    type Value: Clone;

    fn make(&self, make: &mut Gen<'_, '_>) -> Gets<Self::Value>;
    fn local(make: &mut Gen<'_, '_>, slot: Slot) -> Gets<Self::Value>;
    fn stored(make: &mut Gen<'_, '_>, base: usize, index: Word) -> Gets<Self::Value>;
    /// Returns the value as words, to leave a branch with.
    fn words(value: &Self::Value) -> Gets<Left>;
    /// Returns the value that consists of these words.
    fn whole(left: Left) -> Gets<Self::Value>;
    /// Returns the value that merges those of two branches, from the words that were left.
    fn joined(yes: &Self::Value, no: &Self::Value, left: Left) -> Gets<Self::Value>;
    /// Emits instructions for an operator, or returns `None` if it is called at run time.
    fn lower(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Gets<Option<Self::Value>>;
    /// Returns the value, if it has this type.
    fn of_thing(thing: Thing) -> Gets<Self::Value>;
}

/// The error for a value of another type.
const OTHER: Unsupported = Unsupported("a value of another type");

macro_rules! plain {
    ($($expr:ty: $make:ident, $lower:ident;)*) => {$(
        impl Sort for $expr {
            type Value = Word;

            fn make(&self, make: &mut Gen<'_, '_>) -> Gets<Word> {
                make.$make(self)
            }

            fn local(make: &mut Gen<'_, '_>, slot: Slot) -> Gets<Word> {
                Ok(make.local(slot)?.0)
            }

            fn stored(make: &mut Gen<'_, '_>, base: usize, index: Word) -> Gets<Word> {
                Ok(make.load_word(base, index))
            }

            fn words(value: &Word) -> Gets<Left> {
                Ok(Left::from_slice(&[*value]))
            }

            fn whole(left: Left) -> Gets<Word> {
                Ok(left[0])
            }

            fn joined(_: &Word, _: &Word, left: Left) -> Gets<Word> {
                Ok(left[0])
            }

            fn lower(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
                make.$lower(op, args)
            }

            fn of_thing(thing: Thing) -> Gets<Word> {
                if let Thing::Word(word, _) = thing { Ok(word) } else { Err(OTHER) }
            }
        }
    )*};
}

plain! {
    BoolExpr: truth, lower_truth;
    DirExpr: dir, lower_dir;
    PlayerExpr: player, lower_player;
    KindExpr: kind, lower_kind;
    PieceExpr: piece, lower_none;
    DirsExpr: some_dirs, lower_dirs;
    PlayersExpr: some_players, lower_none;
    KindsExpr: some_kinds, lower_none;
}

impl Sort for IntExpr {
    type Value = Int;

    fn make(&self, make: &mut Gen<'_, '_>) -> Gets<Int> {
        make.int(self)
    }

    fn local(make: &mut Gen<'_, '_>, slot: Slot) -> Gets<Int> {
        Ok(Int::any(make.local(slot)?.0))
    }

    fn stored(make: &mut Gen<'_, '_>, base: usize, index: Word) -> Gets<Int> {
        Ok(Int::any(make.load_word(base, index)))
    }

    fn words(value: &Int) -> Gets<Left> {
        Ok(Left::from_slice(&[value.word]))
    }

    fn whole(left: Left) -> Gets<Int> {
        Ok(Int::any(left[0]))
    }

    fn joined(yes: &Int, no: &Int, left: Left) -> Gets<Int> {
        Ok(Int::between(left[0], yes.low.min(no.low), yes.high.max(no.high)))
    }

    fn lower(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Gets<Option<Int>> {
        make.lower_int(op, args)
    }

    fn of_thing(thing: Thing) -> Gets<Int> {
        if let Thing::Word(word, _) = thing { Ok(Int::any(word)) } else { Err(OTHER) }
    }
}

impl Sort for CellExpr {
    type Value = Spot;

    fn make(&self, make: &mut Gen<'_, '_>) -> Gets<Spot> {
        make.cell(self)
    }

    fn local(make: &mut Gen<'_, '_>, slot: Slot) -> Gets<Spot> {
        make.local_spot(slot)
    }

    fn stored(make: &mut Gen<'_, '_>, base: usize, index: Word) -> Gets<Spot> {
        Ok(Spot { word: make.load_word(base, index), sure: false })
    }

    fn words(value: &Spot) -> Gets<Left> {
        Ok(Left::from_slice(&[value.word]))
    }

    fn whole(left: Left) -> Gets<Spot> {
        Ok(Spot { word: left[0], sure: false })
    }

    fn joined(yes: &Spot, no: &Spot, left: Left) -> Gets<Spot> {
        Ok(Spot { word: left[0], sure: yes.sure && no.sure })
    }

    fn lower(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Gets<Option<Spot>> {
        make.lower_cell(op, args)
    }

    fn of_thing(thing: Thing) -> Gets<Spot> {
        if let Thing::Word(word, sure) = thing { Ok(Spot { word, sure }) } else { Err(OTHER) }
    }
}

impl Sort for CellsExpr {
    type Value = Words;

    fn make(&self, make: &mut Gen<'_, '_>) -> Gets<Words> {
        make.cells(self)
    }

    fn local(make: &mut Gen<'_, '_>, slot: Slot) -> Gets<Words> {
        make.local_cells(slot)
    }

    fn stored(make: &mut Gen<'_, '_>, base: usize, index: Word) -> Gets<Words> {
        Ok((0..make.width()).map(|i| make.load_word(base + i, index)).collect())
    }

    fn words(value: &Words) -> Gets<Left> {
        Ok(value.clone())
    }

    fn whole(left: Left) -> Gets<Words> {
        Ok(left)
    }

    fn joined(_: &Words, _: &Words, left: Left) -> Gets<Words> {
        Ok(left)
    }

    fn lower(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Gets<Option<Words>> {
        make.lower_cells(op, args)
    }

    fn of_thing(thing: Thing) -> Gets<Words> {
        if let Thing::Cells(set) = thing { Ok(set) } else { Err(OTHER) }
    }
}

impl Sort for IntsExpr {
    type Value = Numbers;

    fn make(&self, make: &mut Gen<'_, '_>) -> Gets<Numbers> {
        make.ints(self)
    }

    fn local(make: &mut Gen<'_, '_>, slot: Slot) -> Gets<Numbers> {
        make.local_ints(slot)
    }

    fn stored(_: &mut Gen<'_, '_>, _: usize, _: Word) -> Gets<Numbers> {
        Err(Unsupported("a variable of numbers"))
    }

    fn words(_: &Numbers) -> Gets<Left> {
        Err(Unsupported("sets of numbers that depend on a condition"))
    }

    fn whole(_: Left) -> Gets<Numbers> {
        Err(Unsupported("a recursive def whose value is a set of numbers"))
    }

    fn joined(_: &Numbers, _: &Numbers, _: Left) -> Gets<Numbers> {
        Err(Unsupported("sets of numbers that depend on a condition"))
    }

    fn lower(_: &mut Gen<'_, '_>, _: Op, _: &[AnyExpr]) -> Gets<Option<Numbers>> {
        Ok(None)
    }

    fn of_thing(thing: Thing) -> Gets<Numbers> {
        if let Thing::Ints(ints) = thing { Ok(ints) } else { Err(OTHER) }
    }
}

/// A value of any type.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    Word(Word, bool),
    Cells(Words),
    Ints(Numbers),
}

impl From<Spot> for Thing {
    fn from(spot: Spot) -> Thing {
        Thing::Word(spot.word, spot.sure)
    }
}

impl<'p> Gen<'p, '_> {
    /// Evaluates the forms that every type shares.
    pub(crate) fn common<E: Sort>(&mut self, common: &Common<E>) -> Gets<E::Value> {
        match common {
            Common::Local(slot) => E::local(self, *slot),
            Common::Lazy(n) => self.lazy::<E>(*n),
            Common::Var(var) => {
                let (base, index) = self.place(var)?;
                E::stored(self, base, index)
            }
            Common::If(condition, yes, no) => {
                let truth = self.truth(condition)?;
                self.branch::<E>(truth, |make| yes.make(make), |make| no.make(make))
            }
            Common::Match(one) => self.matched(one),
            Common::Call(call) => self.call::<E>(call),
            Common::Apply(apply) => {
                if let Some(value) = E::lower(self, apply.op, &apply.args)? {
                    return Ok(value);
                }
                let args = self.arguments(&apply.args)?;
                E::of_thing(self.operate(apply.op, &args)?)
            }
        }
    }

    /// Evaluates a value that depends on a condition: as a selection if both sides are cheap, otherwise with a branch.
    fn branch<E: Sort>(
        &mut self,
        truth: Word,
        yes: impl FnOnce(&mut Self) -> Gets<E::Value>,
        no: impl FnOnce(&mut Self) -> Gets<E::Value>,
    ) -> Gets<E::Value>
    where
        E::Value: Clone,
    {
        if let Some(truth) = truth.known() {
            return if truth != 0 { yes(self) } else { no(self) };
        }
        let (mut first, mut second) = (None, None);
        let left = self.either(
            truth,
            |make| {
                let value = yes(make)?;
                let words = E::words(&value)?;
                first = Some(value);
                Ok(words)
            },
            |make| {
                let value = no(make)?;
                let words = E::words(&value)?;
                second = Some(value);
                Ok(words)
            },
        )?;
        match (first, second) {
            (Some(first), Some(second)) => E::joined(&first, &second, left),
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
            return E::local(self, *slot);
        }
        // It is evaluated where it is used: only there is it certain to be needed.
        let before = self.locals.clone();
        match self.any(value)? {
            Thing::Word(word, sure) => self.locals.bind(*slot, word, sure),
            Thing::Cells(cells) => self.locals.put_cells(*slot, LocalSet::Set(cells)),
            Thing::Ints(ints) => self.locals.put_ints(*slot, ints),
        }
        let value = E::local(self, *slot);
        self.locals = before;
        value
    }

    /// Returns where a variable lies: its first word, and the offset of the value from there.
    pub(crate) fn place(&mut self, var: &VarRef) -> Gets<(usize, Word)> {
        let plan = self.plan;
        let place = plan.game.layout.vars[var.var.0 as usize];
        let mut n = ZERO;
        for (i, index) in var.indexes.iter().enumerate() {
            let (first, count) = place.extent(i);
            let number = self.single_word(index)?;
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

    fn matched<E: Sort>(&mut self, one: &Match<E>) -> Gets<E::Value> {
        let subject = self.single_word(&one.subject)?;
        self.arms(one, subject, 0)
    }

    fn arms<E: Sort>(&mut self, one: &Match<E>, subject: Word, n: usize) -> Gets<E::Value> {
        let Some((value, result)) = one.arms.get(n) else {
            return match &one.otherwise {
                Some(other) => other.make(self),
                None => {
                    // There is no arm at all, so the value does not matter.
                    self.impossible();
                    E::whole(self.no_cells())
                }
            };
        };
        let value = self.single_word(value)?;
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
        let plan: &'p crate::engine::fast::plan::Plan = self.plan;
        let def = &E::defs(&plan.game.defs)[call.def as usize];
        let args = self.arguments(&call.args)?;
        if let Some(n) = plan.recursive_def(E::TYPE, call.def) {
            return self.call_def::<E>(n, args);
        }
        let mut locals = Locals::of(def.frame, &def.lazies);
        fill(&mut locals, args);
        self.inside(locals, |make| def.body.make(make))
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

    pub(crate) fn arguments(&mut self, args: &[AnyExpr]) -> Gets<Vec<Thing>> {
        args.iter().map(|arg| self.any(arg)).collect()
    }

    /// Evaluates an expression of any type.
    pub(crate) fn any(&mut self, expr: &AnyExpr) -> Gets<Thing> {
        Ok(match expr {
            AnyExpr::Cells(cells) => Thing::Cells(self.cells(cells)?),
            AnyExpr::Ints(ints) => Thing::Ints(self.ints(ints)?),
            AnyExpr::Cell(cell) => {
                let spot = self.cell(cell)?;
                Thing::Word(spot.word, spot.sure)
            }
            AnyExpr::Int(e) => Thing::Word(self.int(e)?.word, false),
            AnyExpr::Bool(e) => Thing::Word(self.truth(e)?, false),
            AnyExpr::Dir(e) => Thing::Word(self.dir(e)?, false),
            AnyExpr::Dirs(e) => Thing::Word(self.some_dirs(e)?, false),
            AnyExpr::Player(e) => Thing::Word(self.player(e)?, false),
            AnyExpr::Players(e) => Thing::Word(self.some_players(e)?, false),
            AnyExpr::Kind(e) => Thing::Word(self.kind(e)?, false),
            AnyExpr::Kinds(e) => Thing::Word(self.some_kinds(e)?, false),
            AnyExpr::Piece(e) => Thing::Word(self.piece(e)?, false),
        })
    }

    /// A single value.
    pub(crate) fn single_word(&mut self, expr: &AnyExpr) -> Gets<Word> {
        if let Thing::Word(word, _) = self.any(expr)? { Ok(word) } else { Err(OTHER) }
    }

    /// Some types have no operators with instructions of their own.
    fn lower_none(&mut self, _: Op, _: &[AnyExpr]) -> Gets<Option<Word>> {
        Ok(None)
    }

    /// Returns whether evaluating a part takes only a few instructions without a branch, and cannot fault.
    pub(crate) fn is_light(&self, part: Part<'_>) -> bool {
        let mut budget = 6;
        light(part, &mut budget)
    }
}

/// Puts arguments into the first locals of each class.
pub(crate) fn fill(locals: &mut Locals<'_>, args: Vec<Thing>) {
    let (mut words, mut cells, mut ints) = (0, 0, 0);
    let next = |n: &mut u16| {
        *n += 1;
        Slot(*n - 1)
    };
    for arg in args {
        match arg {
            Thing::Word(word, sure) => locals.bind(next(&mut words), word, sure),
            Thing::Cells(set) => locals.put_cells(next(&mut cells), LocalSet::Set(set)),
            Thing::Ints(numbers) => locals.put_ints(next(&mut ints), numbers),
        }
    }
}

fn light(part: Part<'_>, budget: &mut i32) -> bool {
    *budget -= 1;
    if *budget < 0 {
        return false;
    }
    let own = match part {
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
        Part::Dir(e) => matches!(e, DirExpr::Const(_) | DirExpr::Common(_)),
        _ => false,
    };
    let shared = match part.shared() {
        None | Some(Shared::Local(_)) => true,
        Some(Shared::Var(var)) => var.indexes.is_empty(),
        Some(Shared::Apply(apply)) => {
            matches!(apply.args.as_slice(), [_, _, AnyExpr::Int(IntExpr::Const(_))] if apply.op == Op::Step)
        }
        Some(_) => false,
    };
    let mut all = own && shared;
    part.each(&mut |inner| all = all && light(inner, budget));
    all
}
