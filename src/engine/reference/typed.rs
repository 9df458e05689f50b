//! The constructs that all types share: locals, variables, `if`, `match`, calls of defs.

use super::run::{Run, fault, unsaid};
use super::text::shown;
use super::value::{Elements, Ran};
use crate::diagnostic::Code;
use crate::game::cells::{Cell, Set};
use crate::game::expr::*;
use crate::game::operator::{Coded, Ints, OpValue, Raw};
use crate::game::part::{AsPart, Expression, Part};
use crate::game::piece::{Dir, Kind, Player, Tag};
use crate::game::place::PlaceKind;
use crate::game::rules::{Def, IndexType};

/// A type of expressions: its values, its defs, and how its values lie in frames and variables.
pub(super) trait Typed: Expression + 'static {
    /// A value.
    type Value<const W: usize>;

    /// Returns the value in the position, frame and context of the run.
    fn eval<const W: usize>(&self, run: &mut Run<'_, W>) -> Ran<Self::Value<W>>;

    /// Returns the value of a local.
    fn local<const W: usize>(run: &Run<'_, W>, slot: Slot) -> Self::Value<W>;

    /// Returns the value at an offset of the position.
    fn stored<const W: usize>(run: &Run<'_, W>, offset: usize) -> Self::Value<W>;

    /// Returns the value as one of any type.
    fn to_value<const W: usize>(value: &Self::Value<W>) -> Raw<W>;

    /// Returns the value from one of any type.
    fn of_value<const W: usize>(value: &Raw<W>) -> Self::Value<W>;

    /// Returns the value from that of an operator.
    fn of_operator<const W: usize>(value: OpValue<W>) -> Self::Value<W>;
}

macro_rules! words {
    ($($expr:ident: $value:ty, $part:ident, $eval:ident;)*) => {
        $(
        impl Typed for $expr {
            type Value<const W: usize> = $value;

            #[inline]
            fn eval<const W: usize>(&self, run: &mut Run<'_, W>) -> Ran<$value> {
                run.$eval(self)
            }

            #[inline]
            fn local<const W: usize>(run: &Run<'_, W>, slot: Slot) -> $value {
                <$value>::decode(run.frames.word(slot))
            }

            #[inline]
            fn stored<const W: usize>(run: &Run<'_, W>, offset: usize) -> $value {
                <$value>::decode(run.state.word(offset))
            }

            #[inline]
            fn to_value<const W: usize>(value: &$value) -> Raw<W> {
                Raw::Word(value.code())
            }

            #[inline]
            fn of_value<const W: usize>(value: &Raw<W>) -> $value {
                <$value>::decode(value.word())
            }

            #[inline]
            fn of_operator<const W: usize>(value: OpValue<W>) -> $value {
                <$value>::decode(if let OpValue::Word(word) = value { word } else { 0 })
            }
        }
    )*

        impl<const W: usize> Run<'_, W> {
            /// Returns the value of a part whose type fits a word; 0 for other types.
            pub(super) fn word(&mut self, part: Part<'_>) -> Ran<i64> {
                Ok(match part {
                    $(Part::$part(e) => self.$eval(e)?.code(),)*
                    Part::Cells(_) | Part::Ints(_) => 0,
                })
            }
        }
    };
}

words! {
    IntExpr: i32, Int, int;
    BoolExpr: bool, Bool, bool;
    CellExpr: Cell, Cell, cell;
    DirExpr: Dir, Dir, dir;
    PlayerExpr: Player, Player, player;
    KindExpr: Kind, Kind, kind;
    PieceExpr: Piece, Piece, piece;
    TagExpr: Tag, Tag, tag;
    DirsExpr: u64, Dirs, mask;
    PlayersExpr: u64, Players, mask;
    KindsExpr: u64, Kinds, mask;
}

impl Typed for CellsExpr {
    type Value<const W: usize> = Set<W>;

    #[inline]
    fn eval<const W: usize>(&self, run: &mut Run<'_, W>) -> Ran<Set<W>> {
        run.cells(self)
    }

    #[inline]
    fn local<const W: usize>(run: &Run<'_, W>, slot: Slot) -> Set<W> {
        run.frames.cells(slot)
    }

    #[inline]
    fn stored<const W: usize>(run: &Run<'_, W>, offset: usize) -> Set<W> {
        run.state.cells_at(offset)
    }

    #[inline]
    fn to_value<const W: usize>(value: &Set<W>) -> Raw<W> {
        Raw::Cells(*value)
    }

    #[inline]
    fn of_value<const W: usize>(value: &Raw<W>) -> Set<W> {
        if let Raw::Cells(cells) = value { *cells } else { Set::EMPTY }
    }

    #[inline]
    fn of_operator<const W: usize>(value: OpValue<W>) -> Set<W> {
        if let OpValue::Cells(cells) = value { cells } else { Set::EMPTY }
    }
}

impl Typed for IntsExpr {
    type Value<const W: usize> = Ints;

    #[inline]
    fn eval<const W: usize>(&self, run: &mut Run<'_, W>) -> Ran<Ints> {
        run.ints(self)
    }

    #[inline]
    fn local<const W: usize>(run: &Run<'_, W>, slot: Slot) -> Ints {
        run.frames.ints(slot)
    }

    /// No variable holds a set of numbers.
    #[inline]
    fn stored<const W: usize>(_: &Run<'_, W>, _: usize) -> Ints {
        Ints::new()
    }

    #[inline]
    fn to_value<const W: usize>(value: &Ints) -> Raw<W> {
        Raw::Ints(value.clone())
    }

    #[inline]
    fn of_value<const W: usize>(value: &Raw<W>) -> Ints {
        if let Raw::Ints(ints) = value { ints.clone() } else { Ints::new() }
    }

    #[inline]
    fn of_operator<const W: usize>(_: OpValue<W>) -> Ints {
        Ints::new()
    }
}

impl<'g, const W: usize> Run<'g, W> {
    /// Evaluates the forms that every type shares.
    #[inline(always)]
    pub(super) fn common<E: Typed>(&mut self, common: &Common<E>) -> Ran<E::Value<W>> {
        match common {
            Common::Local(slot) => Ok(E::local(self, *slot)),
            Common::Apply(apply) => Ok(E::of_operator(self.apply(apply)?)),
            other => self.uncommon(other),
        }
    }

    /// Evaluates the forms that are too large, or too rare, to be inlined everywhere.
    fn uncommon<E: Typed>(&mut self, common: &Common<E>) -> Ran<E::Value<W>> {
        match common {
            Common::Lazy(n) => self.lazy::<E>(*n),
            Common::Var(var) => {
                let offset = self.offset(var)?;
                Ok(E::stored(self, offset))
            }
            Common::If(condition, yes, no) => {
                if self.bool(condition)? {
                    yes.eval(self)
                } else {
                    no.eval(self)
                }
            }
            Common::Match(one) => self.arm(one)?.eval(self),
            Common::Call(call) => self.call::<E>(call),
            Common::Local(_) | Common::Apply(_) => self.common(common),
        }
    }

    /// Returns a `where` value: evaluated when first needed, then read from its slot.
    fn lazy<E: Typed>(&mut self, n: u16) -> Ran<E::Value<W>> {
        let Some((slot, value, known)) = self.frames.lazy(n) else { return Err(unsaid(self.place)) };
        if !known {
            let value = self.deeper(|run| run.value(value.part()))?;
            self.frames.set(slot, value);
            self.frames.know(n);
        }
        Ok(E::local(self, slot))
    }

    /// Returns where the value of a variable lies.
    pub(super) fn offset(&mut self, var: &VarRef) -> Ran<usize> {
        let game = self.game;
        let Some(place) = game.layout.vars.get(var.var.0 as usize) else { return Err(unsaid(var.at)) };
        let mut n = 0;
        for (i, index) in var.indexes.iter().enumerate() {
            let number = self.word(index.part())?;
            let Some(narrowed) = place.narrow(n, i, number) else {
                let declared = game.vars.get(var.var.0 as usize);
                let name = declared.map_or("", |var| &var.name);
                let value = shown(game, index.part().ty(), number);
                let possible = declared.and_then(|var| var.indexes.get(i)).map_or(String::new(), |index| match index {
                    IndexType::Range(first, last) => format!(": its index goes from {first} to {last}"),
                    other => format!(": its index is {}", other.ty().describe()),
                });
                return Err(fault(Code::F06, var.at, format!("`{name}` has no value for {value}{possible}")));
            };
            n = narrowed;
        }
        Ok(place.offset + n * place.stride)
    }

    /// Returns the result of the arm that a `match` takes.
    pub(super) fn arm<'m, T>(&mut self, one: &'m Match<T>) -> Ran<&'m T> {
        let subject = self.word(one.subject.part())?;
        for (n, (value, result)) in one.arms.iter().enumerate() {
            if self.word(value.part())? == subject {
                self.reached_arm(one, n);
                return Ok(result);
            }
        }
        self.reached_arm(one, one.arms.len());
        one.otherwise.as_ref().ok_or_else(|| {
            let value = shown(self.game, one.subject.part().ty(), subject);
            fault(Code::F07, one.at, format!("this `match` has no arm for `{value}`"))
        })
    }

    fn call<E: Typed>(&mut self, call: &Call) -> Ran<E::Value<W>> {
        let game = self.game;
        let Some(def) = E::defs(&game.defs).get(call.def as usize) else { return Err(unsaid(call.at)) };
        self.reached_named(PlaceKind::Def, def.span);
        match def.steady {
            Some(number) => self.remembered::<E>(number, |run| run.call_anew(def, call)),
            None => self.call_anew(def, call),
        }
    }

    fn call_anew<E: Typed>(&mut self, def: &'g Def<E>, call: &Call) -> Ran<E::Value<W>> {
        let at = self.frames.heights();
        self.arguments(&call.args)?;
        let outer = self.frames.enter(at, def.frame, &def.lazies);
        self.place = call.at.span;
        let value = self.deeper(|run| def.body.eval(run))?;
        self.frames.leave(at, outer);
        Ok(value)
    }

    /// Pushes the values of arguments.
    pub(super) fn arguments(&mut self, args: &[AnyExpr]) -> Ran<()> {
        for arg in args {
            let value = self.value(arg.part())?;
            self.frames.push(value);
        }
        Ok(())
    }

    /// Returns the value of a part of any type.
    pub(super) fn value(&mut self, part: Part<'_>) -> Ran<Raw<W>> {
        Ok(match part {
            Part::Cells(cells) => Raw::Cells(self.cells(cells)?),
            Part::Ints(ints) => Raw::Ints(self.ints(ints)?),
            word => Raw::Word(self.word(word)?),
        })
    }

    /// Returns the elements of a set.
    pub(super) fn elements(&mut self, set: &SetExpr) -> Ran<Elements<W>> {
        Ok(match set {
            SetExpr::Cells(cells) => Elements::Cells(self.cells(cells)?, 0),
            SetExpr::Ints(ints) => Elements::Ints(self.ints(ints)?, 0),
            mask => Elements::Mask(self.word(mask.part())? as u64),
        })
    }
}
