//! Bounds for the arms of a branch: `q: match kind(p) { ... }` has few values where `p` is a pawn, and many where it is a queen.
//! Each arm gets candidates of its own, so that few numbers are drawn in vain; where that is not possible, the number is compared with the
//! bound of the arm once the other binders have values.

use super::bounds::{self, Given, Since};
use super::lane::{Goal, Lane, Lifts, lift};
use super::locals::{Local, LocalSet, Locals};
use super::piece_kinds::{PieceKinds, asks_for_kinds, narrowed};
use super::region::Region;
use super::set::Words;
use super::slice::Slice;
use super::word::Word;
use super::{Gen, Gets};
use crate::analysis::{Analysis, Limits};
use crate::game::Game;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::{Action, Binder};

/// How deep branches in defs are followed.
const DEFS: u32 = 6;

/// The most expressions that are analyzed to find out whether a set may fault.
const FUEL: u32 = 20_000;

/// More than the size of any set.
const NO_BOUND: i64 = 1 << 40;

/// Candidates of a slice that take one arm.
pub(super) struct Arm {
    pub slice: Slice,
    /// An upper bound of how many values the next binder has for each of them, if it is that of the arm.
    pub bound: Option<Word>,
    /// What stands on the slice's cells.
    pub piece: Option<PieceKinds>,
    /// Those of its cells for which the next binder may have a value in the region where moves have choices, if that is known.
    pub reaching: Option<Words>,
}

impl Arm {
    /// Makes an arm of all candidates of a slice.
    pub(super) fn whole(slice: Slice) -> Arm {
        Arm { slice, bound: None, piece: None, reaching: None }
    }
}

/// An arm that some cells of a slice take.
struct TakenArm {
    cells: Words,
    bound: Word,
    piece: Option<PieceKinds>,
    reaching: Option<Words>,
}

/// Where a branch is looked for.
#[derive(Clone)]
struct Place<'r> {
    /// The cells that come here, and what stands there.
    here: Words,
    piece: Option<PieceKinds>,
    /// The values of the last binder for which moves have choices.
    region: Option<&'r Words>,
    /// The kinds of pieces whose moves have choices.
    choosing: u64,
    depth: u32,
}

impl Place<'_> {
    fn at(&self, here: Words, piece: Option<PieceKinds>) -> Self {
        Place { here, piece, ..self.clone() }
    }

    /// Returns whether moves of the pieces here may have choices.
    fn may_choose(&self, piece: Option<PieceKinds>) -> bool {
        self.region.is_some() && piece.is_none_or(|piece| piece.kinds & self.choosing != 0)
    }
}

impl<'p> Gen<'p, '_> {
    /// Splits a slice whose candidates lack the value of the last binder by the arms of the branch that this is drawn from, and by the kinds of pieces
    /// that it depends on. Returns `None` if there is neither, nor a region where moves have choices.
    pub(super) fn by_arms(&mut self, action: &'p Action, slice: &Slice, regions: &[Region]) -> Lifts<Vec<Arm>> {
        let Some((last, known)) = action.binders.split_last().filter(|(_, known)| known.len() == slice.tail) else {
            return Ok(None);
        };
        let (SetExpr::Cells(over), Some(cells)) = (&last.over, slice.cells()) else { return Ok(None) };
        let has_arms = is_branch(&self.plan.game, over, DEFS) || asks_for_kinds(&self.plan.game, over);
        let region_of = |binder: usize| regions.iter().find(|region| region.binder == binder);
        let goal = region_of(known.len()).filter(|_| !self.may_fault_in(&last.over, known));
        if !has_arms && goal.is_none() {
            return Ok(None);
        }
        let first = slice.leads().position(|value| value.is_err_and(|map| map.is_identity()));
        let kinds = first.and_then(region_of).map_or(u64::MAX, |region| region.kinds);
        let place = Place {
            here: cells.clone(),
            piece: first.map(|n| PieceKinds::any(known[n].slot)),
            region: goal.map(|region| &region.cells),
            choosing: kinds,
            depth: DEFS,
        };
        self.inside(Locals::of(action.frame, &[]), |make| {
            for (binder, value) in known.iter().zip(slice.leads()) {
                match value {
                    Ok(word) => make.locals.bind(binder.slot, word, true),
                    Err(map) => make.locals.put(binder.slot, Local::Lane(Lane::Cell(map))),
                }
            }
            if !has_arms {
                let reaching = make.within_lane(|make| make.reaching_region(over, &place))?;
                return Ok(reaching.map(|reaching| vec![Arm { reaching: Some(reaching), ..Arm::whole(slice.clone()) }]));
            }
            let mut arms = Vec::new();
            lift!(make.within_lane(|make| make.arms_of(over, &place, &mut arms)));
            let arm = |TakenArm { cells, bound, piece, reaching }| Arm {
                slice: slice.with_cells(cells),
                bound: Some(bound),
                piece,
                reaching,
            };
            Ok(Some(arms.into_iter().map(arm).collect()))
        })
    }

    /// Returns whether the set of a binder may fault for some values of the binders before it.
    fn may_fault_in(&self, over: &SetExpr, known: &[Binder]) -> bool {
        let mut analysis = Analysis::of(&self.plan.game, Limits::new(FUEL));
        for binder in known {
            let element = analysis.element(&binder.over);
            analysis.scope.known.push(binder.slot, element);
        }
        analysis.value(over.part());
        analysis.may_fault || analysis.is_spent()
    }

    /// Returns the cells of a place from which a set reaches the region where moves have choices, if that is known.
    fn reaching_region(&mut self, set: &CellsExpr, at: &Place<'_>) -> Lifts<Words> {
        let Some(region) = at.region.filter(|_| at.may_choose(at.piece)) else { return Ok(None) };
        self.reaching(set, &Goal::at_least(region.clone(), at.piece), &at.here)
    }

    /// Adds the arms that some cells take. `None` means that an arm has no bound.
    fn arms_of(&mut self, cells: &'p CellsExpr, at: &Place<'_>, arms: &mut Vec<TakenArm>) -> Lifts<()> {
        let plan = self.plan;
        match cells {
            CellsExpr::Op(SetOp::Except, pair) => return self.arms_of(&pair.0, at, arms),
            CellsExpr::Common(common) => match &**common {
                Common::If(condition, yes, no) => {
                    if !self.is_set(condition.part()) {
                        return Ok(None);
                    }
                    let holds = lift!(self.lane(condition));
                    let (there, elsewhere) = (self.set_and(&at.here, &holds), self.set_except(&at.here, &holds));
                    for (branch, here, holds) in [(yes, there, true), (no, elsewhere, false)] {
                        if let Some(piece) = narrowed(at.piece, |piece| piece.where_it(holds, condition)) {
                            lift!(self.arms_of(branch, &at.at(here, piece), arms));
                        }
                    }
                    return Ok(Some(()));
                }
                Common::Match(one) => {
                    if !self.is_set(AsPart::part(&one.subject)) {
                        return Ok(None);
                    }
                    let every = lift!(self.lane_arms(one));
                    for (n, (holds, arm)) in every.taken.into_iter().enumerate() {
                        if let Some(piece) = narrowed(at.piece, |piece| piece.where_arm(one, n)) {
                            let there = self.set_and(&at.here, &holds);
                            lift!(self.arms_of(arm, &at.at(there, piece), arms));
                        }
                    }
                    if let Some(left) = every.left {
                        // To draw one of these is a fault.
                        let there = self.set_and(&at.here, &left);
                        let arm = TakenArm { cells: there, bound: Word::Known(1), piece: None, reaching: None };
                        self.add_arm(arms, at, arm);
                    }
                    return Ok(Some(()));
                }
                Common::Call(call) if at.depth > 0 && is_branch(&plan.game, cells, at.depth) => {
                    if plan.is_recursive(cells.part()) || !call.args.iter().all(|arg| self.is_set(AsPart::part(arg))) {
                        return Ok(None);
                    }
                    let piece = at.piece.and_then(|piece| piece.inside(&call.args));
                    let at = Place { depth: at.depth - 1, ..at.at(at.here.clone(), piece) };
                    let run = |make: &mut Self, body: &'p CellsExpr| make.arms_of(body, &at, arms);
                    return self.lane_in_def::<CellsExpr, _>(call, run);
                }
                _ => {}
            },
            _ => {}
        }
        let bound = |make: &mut Self, piece: Option<PieceKinds>| {
            make.most_cells(cells, Given { piece, ..Given::NOTHING }, Since::Now, bounds::DEFS)
        };
        let mut left = at.clone();
        if let Some(piece) = at.piece.filter(|_| asks_for_kinds(&plan.game, cells)) {
            let mut by_bound: Vec<(Word, u64)> = Vec::new();
            for piece in (0..plan.game.kinds.len()).filter_map(|kind| piece.only(1 << kind)) {
                let Some(bound) = bound(self, Some(piece)) else { return Ok(None) };
                match by_bound.iter_mut().find(|(other, _)| *other == bound) {
                    Some((_, kinds)) => *kinds |= piece.kinds,
                    None => by_bound.push((bound, piece.kinds)),
                }
            }
            // Those with the greatest bound, and cells without a piece, are what is left.
            by_bound.sort_by_key(|(bound, _)| bound.known());
            by_bound.pop();
            for (bound, kinds) in by_bound {
                let of = self.of_kinds(kinds);
                let here = self.set_and(&left.here, &of);
                left.here = self.set_except(&left.here, &of);
                self.add_leaf(cells, &at.at(here, piece.only(kinds)), bound, arms)?;
            }
        }
        let Some(bound) = bound(self, at.piece) else { return Ok(None) };
        self.add_leaf(cells, &left, bound, arms)?;
        Ok(Some(()))
    }

    /// Adds an arm that is no branch itself.
    fn add_leaf(&mut self, cells: &CellsExpr, at: &Place<'_>, bound: Word, arms: &mut Vec<TakenArm>) -> Gets<()> {
        let reaching = self.reaching_region(cells, at)?;
        self.add_arm(arms, at, TakenArm { cells: at.here.clone(), bound, piece: at.piece, reaching });
        Ok(())
    }

    /// Returns an upper bound of the size of a set, given the arm that its `match` takes here, or `None` if that does not
    /// improve the bound.
    pub(crate) fn bound_here(&mut self, cells: &'p CellsExpr, depth: u32) -> Gets<Option<Word>> {
        let plan = self.plan;
        let CellsExpr::Common(common) = cells else {
            return match cells {
                CellsExpr::Op(SetOp::Except, pair) => self.bound_here(&pair.0, depth),
                _ => Ok(None),
            };
        };
        match &**common {
            Common::If(condition, yes, no) => {
                let (a, b) = (self.bound_of(yes, depth)?, self.bound_of(no, depth)?);
                let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
                if condition.part().weight(&plan.game, 8) > super::ply::LIGHT {
                    return Ok(Some(self.extreme(true, a, b)));
                }
                let holds = self.truth(condition)?;
                Ok(Some(self.select(holds, a, b)))
            }
            Common::Match(one) => {
                let subject = self.word(one.subject.part())?;
                let mut bound = match &one.otherwise {
                    Some(other) => self.bound_of(other, depth)?,
                    // A `match` without a matching arm is a fault: it is left to the set itself.
                    None => Some(Word::Known(NO_BOUND)),
                };
                for (value, result) in one.arms.iter().rev() {
                    let (value, arm) = (self.word(value.part())?, self.bound_of(result, depth)?);
                    let (Some(arm), Some(other)) = (arm, bound) else { return Ok(None) };
                    let is_it = self.same(subject, value);
                    bound = Some(self.select(is_it, arm, other));
                }
                Ok(bound)
            }
            Common::Call(call) if depth > 0 => {
                let Some(def) = plan.game.defs.cells.get(call.def as usize) else { return Ok(None) };
                if plan.is_recursive(cells.part()) || !is_branch(&plan.game, &def.body, depth - 1) {
                    return Ok(None);
                }
                let args = self.arguments(&call.args)?;
                let locals = Locals::with(def.frame, &def.lazies, args);
                self.inside(locals, |make| make.bound_here(&def.body, depth - 1))
            }
            _ => Ok(None),
        }
    }

    fn bound_of(&mut self, cells: &'p CellsExpr, depth: u32) -> Gets<Option<Word>> {
        match self.bound_here(cells, depth)? {
            Some(bound) => Ok(Some(bound)),
            None => Ok(self.most_cells(cells, Given::NOTHING, Since::Now, bounds::DEFS)),
        }
    }

    /// Adds an arm, or joins it with one that has the same bound, if the moves of both have choices in the same cases.
    fn add_arm(&mut self, arms: &mut Vec<TakenArm>, at: &Place<'_>, arm: TakenArm) {
        let is_like = |other: &TakenArm| {
            let choose = [&arm, other].map(|arm| at.may_choose(arm.piece));
            other.bound == arm.bound
                && (at.region.is_none() || choose[0] == choose[1] && arm.reaching.is_none() == other.reaching.is_none())
        };
        let Some(known) = arms.iter_mut().find(|other| is_like(other)) else { return arms.push(arm) };
        known.cells = self.set_or(&known.cells, &arm.cells);
        known.piece = known.piece.zip(arm.piece).and_then(|(one, other)| one.or(other));
        known.reaching = known.reaching.as_ref().zip(arm.reaching).map(|(one, other)| {
            let (one, other) = (one.clone(), other);
            self.set_or(&one, &other)
        });
    }

    /// Returns whether all locals of a part have values.
    fn is_set(&self, part: Part<'_>) -> bool {
        let is_unset = |part: Part<'_>| {
            let Some(Shared::Local(slot)) = part.shared() else { return false };
            let at = usize::from(slot.0);
            match part.class() {
                Class::Word => matches!(self.locals.words.get(at), None | Some(Local::Unset)),
                Class::Cells => matches!(self.locals.cells.get(at), None | Some(LocalSet::Unset)),
                Class::Ints => self.locals.ints.get(at).is_none_or(Option::is_none),
            }
        };
        !part.contains(&mut { is_unset })
    }
}

/// Returns whether a set is an `if` or a `match`, or a call of a def that is.
fn is_branch(game: &Game, cells: &CellsExpr, depth: u32) -> bool {
    match cells {
        CellsExpr::Op(SetOp::Except, pair) => is_branch(game, &pair.0, depth),
        CellsExpr::Common(common) => match &**common {
            Common::Call(call) if depth > 0 => {
                game.defs.cells.get(call.def as usize).is_some_and(|def| is_branch(game, &def.body, depth - 1))
            }
            branch => matches!(branch, Common::If(..) | Common::Match(_)),
        },
        _ => false,
    }
}
