//! Moves with a choice in random plies: how many moves a candidate can become at most. Of so many numbers one is drawn with the
//! candidate, and says what is chosen; if there is less to choose, the candidate is drawn anew. So all moves stay equally
//! likely.

use super::slice::Slice;
use super::word::{Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::plan::Ways;
use crate::engine::fast::walk::{AsPart, Part, Shared};
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::rules::{Action, Clause};
use crate::game::stmt::{Choose, Stmt};

/// The one choice of an action.
pub(crate) struct Weighed<'p> {
    choose: &'p Choose,
    /// Conditions of the action without which nothing is chosen.
    guards: Vec<&'p BoolExpr>,
    /// The `let`s of the effect in which it is.
    lets: Vec<(Slot, &'p AnyExpr)>,
}

/// Candidates as far as they are known, and the number of moves that each may become.
pub(crate) struct Load {
    pub slice: Slice,
    /// How many moves each may become.
    pub weight: Word,
    /// How many values the binders have that are drawn one by one.
    pub bounds: Vec<Word>,
    /// How many choices there may be.
    pub choices: Word,
    /// The values of the last binder, drawn with the choice, for which there is one; the others count once.
    pub region: Option<CellSet>,
}

impl Load {
    /// Whole candidates of which nothing else is known.
    pub(crate) fn all(tail: usize) -> Load {
        let slice = Slice::empty(tail);
        Load { slice, weight: Word::Known(1), bounds: Vec::new(), choices: Word::Known(1), region: None }
    }
}

/// The most moves of a candidate that are drawn; where there may be more, all moves are listed.
pub(crate) const MOST: i64 = 12;

impl<'p> Gen<'p, '_> {
    /// The choice of an action, if it has just one, in no loop.
    pub(crate) fn weighed(&self, action: &'p Action) -> Option<Weighed<'p>> {
        let mut found = Vec::new();
        let simple = self.find_choice(&action.body, &mut Vec::new(), &mut Vec::new(), &mut found, 8);
        match (simple, found.len()) {
            (true, 1) => found.pop(),
            _ => None,
        }
    }

    fn find_choice(
        &self,
        body: &'p [Stmt],
        guards: &mut Vec<&'p BoolExpr>,
        lets: &mut Vec<(Slot, &'p AnyExpr)>,
        found: &mut Vec<Weighed<'p>>,
        depth: u32,
    ) -> bool {
        let plan = self.plan;
        body.iter().all(|statement| match statement {
            Stmt::Let(slot, value) => {
                lets.push((*slot, value));
                true
            }
            Stmt::If(condition, yes, no) => {
                guards.push(condition);
                let before = found.len();
                let simple = self.find_choice(yes, guards, lets, found, depth);
                guards.pop();
                let guarded = found.len();
                // What holds for one way is not known of the other.
                let simple = simple && self.find_choice(no, guards, lets, found, depth);
                simple && (guarded == before || found.len() == guarded)
            }
            Stmt::Choose(choose) => {
                found.push(Weighed { choose, guards: guards.clone(), lets: lets.clone() });
                !has_choice(&choose.body, plan.game.effects.len() as u32 + 8, &plan.game)
            }
            Stmt::For(each, _) => !has_choice(&each.body, 8, &plan.game),
            Stmt::While(_, body, _) => !has_choice(body, 8, &plan.game),
            Stmt::Call(effect, ..) => match plan.game.effects.get(effect.0 as usize) {
                Some(effect) if depth > 0 => {
                    // Its locals are others.
                    self.find_choice(&effect.body, &mut Vec::new(), &mut Vec::new(), found, depth - 1)
                }
                _ => false,
            },
            _ => true,
        })
    }

    /// The slices of an action with the number of moves that each candidate may become; none if that is not known.
    pub(crate) fn loads(&mut self, action: &'p Action, slices: Vec<Slice>) -> Gets<Option<Vec<Load>>> {
        let mut choices = None;
        if action.chooses {
            let Some(weighed) = self.weighed(action) else { return Ok(None) };
            let Some(most) = self.most_choices(&weighed)? else { return Ok(None) };
            let may = Word::Known(i64::from(weighed.choose.may));
            let most = self.add(most, may);
            let most = self.extreme(true, most, Word::Known(1));
            choices = Some((most, self.region(action, &weighed)?));
        }
        let mut loads = Vec::new();
        for slice in slices {
            let mut bounds = Vec::new();
            for binder in &action.binders[slice.tail..] {
                let Some(most) = self.most_elements(action, &binder.over) else { return Ok(None) };
                bounds.push(most);
            }
            let last = action.binders.len().wrapping_sub(1);
            match &choices {
                None => loads.push(self.load_of(slice, bounds, None, None)),
                Some((most, Some((binder, region)))) if *binder < slice.tail => {
                    let (inside, outside) = self.split(&slice, *binder, region);
                    loads.push(self.load_of(outside, bounds.clone(), Some(Word::Known(1)), None));
                    loads.push(self.load_of(inside, bounds, Some(*most), None));
                }
                Some((most, Some((binder, region)))) if *binder == last => {
                    loads.push(self.load_of(slice, bounds, Some(*most), Some(*region)));
                }
                Some((most, _)) => loads.push(self.load_of(slice, bounds, Some(*most), None)),
            }
        }
        Ok(Some(loads))
    }

    fn load_of(&mut self, slice: Slice, bounds: Vec<Word>, choices: Option<Word>, region: Option<CellSet>) -> Load {
        let mut weight = bounds.iter().fold(Word::Known(1), |weight, bound| self.mul(weight, *bound));
        let choices = choices.unwrap_or(Word::Known(1));
        match (&region, bounds.split_last()) {
            (Some(region), Some((last, others))) => {
                // The last binder's values, and those in the region once more for each further choice.
                let inside = self.extreme(false, *last, Word::Known(region.len() as i64));
                let more = self.sub(choices, Word::Known(1));
                let more = self.mul(inside, more);
                let all = self.add(*last, more);
                weight = others.iter().fold(all, |weight, bound| self.mul(weight, *bound));
            }
            _ => weight = self.mul(weight, choices),
        }
        Load { slice, weight, bounds, choices, region }
    }

    /// Where the value of a binder must be for something to be chosen, if that is known: the binder's number and the cells.
    fn region(&mut self, action: &Action, weighed: &Weighed<'p>) -> Gets<Option<(usize, CellSet)>> {
        let mut conditions: Vec<&BoolExpr> = weighed.guards.clone();
        let mut best: Option<(usize, CellSet)> = None;
        while let Some(condition) = conditions.pop() {
            match condition {
                BoolExpr::And(pair) => conditions.extend([&pair.0, &pair.1]),
                BoolExpr::In(membership) => {
                    let Membership::Cell(CellExpr::Common(cell), set) = &**membership else { continue };
                    let Common::Local(slot) = **cell else { continue };
                    let Some(binder) = action.binders.iter().position(|binder| binder.slot == slot) else { continue };
                    if let Some(region) = self.fixed_part(set)?
                        && best.as_ref().is_none_or(|(_, other)| region.len() < other.len())
                    {
                        best = Some((binder, region));
                    }
                }
                _ => {}
            }
        }
        Ok(best)
    }

    /// A set that never changes and holds all of another one.
    fn fixed_part(&mut self, set: &CellsExpr) -> Gets<Option<CellSet>> {
        Ok(match set {
            CellsExpr::Const(set) => Some(**set),
            CellsExpr::EdgeOf(_) | CellsExpr::Rows(_) | CellsExpr::Columns(_) if !self.has_locals(set.part()) => {
                let set = self.cells(set)?;
                self.as_known(&set)
            }
            CellsExpr::Op(SetOp::And, pair) => match self.fixed_part(&pair.0)? {
                Some(set) => Some(set),
                None => self.fixed_part(&pair.1)?,
            },
            CellsExpr::Op(SetOp::Except, pair) => self.fixed_part(&pair.0)?,
            _ => None,
        })
    }

    fn has_locals(&self, part: Part<'_>) -> bool {
        let is_local = |part: Part<'_>| matches!(part.shared(), Some(Shared::Local(_) | Shared::Lazy(_)));
        part.mentions(&self.plan.game, 8, &is_local)
    }

    /// How many things there can be to choose from, seen from the position before the move.
    fn most_choices(&mut self, weighed: &Weighed<'p>) -> Gets<Option<Word>> {
        Ok(match &weighed.choose.over {
            SetExpr::Kinds(kinds) => Some(Word::Known(self.most_kinds(kinds, 8))),
            SetExpr::Dirs(_) => Some(Word::Known(self.plan.board().dirs() as i64)),
            SetExpr::Players(_) => Some(Word::Known(self.plan.game.players.len() as i64)),
            SetExpr::Cells(cells) => self.most_cells(cells, &weighed.lets, false, 8),
            SetExpr::Ints(_) => None,
        }
        .filter(|most| most.known().is_none_or(|most| most <= MOST)))
    }

    fn most_kinds(&self, kinds: &KindsExpr, depth: u32) -> i64 {
        match kinds {
            MaskExpr::Const(mask) => i64::from(mask.count_ones()),
            MaskExpr::One(_) => 1,
            MaskExpr::Common(common) => match &**common {
                Common::Call(call) if depth > 0 => match self.plan.game.defs.kinds.get(call.def as usize) {
                    Some(def) => self.most_kinds(&def.body, depth - 1),
                    None => self.plan.game.kinds.len() as i64,
                },
                Common::If(_, yes, no) => self.most_kinds(yes, depth).max(self.most_kinds(no, depth)),
                _ => self.plan.game.kinds.len() as i64,
            },
            _ => self.plan.game.kinds.len() as i64,
        }
    }

    /// How many values a binder can have, seen from the position before the move.
    pub(crate) fn most_elements(&mut self, action: &'p Action, over: &'p SetExpr) -> Option<Word> {
        let lets: Vec<(Slot, &AnyExpr)> = action
            .clauses
            .iter()
            .filter_map(|clause| match clause {
                Clause::Let(slot, value) => Some((*slot, value)),
                Clause::When(_) => None,
            })
            .collect();
        let plan = self.plan;
        match over {
            SetExpr::Cells(cells) => self.most_cells(cells, &lets, true, 8),
            SetExpr::Dirs(_) => Some(Word::Known(plan.board().dirs() as i64)),
            SetExpr::Players(_) => Some(Word::Known(plan.game.players.len() as i64)),
            SetExpr::Kinds(_) => Some(Word::Known(plan.game.kinds.len() as i64)),
            SetExpr::Ints(_) => None,
        }
    }

    /// An upper bound of the size of a set: before the move, or after one that adds no piece but one of the mover.
    fn most_cells(
        &mut self,
        cells: &'p CellsExpr,
        lets: &[(Slot, &'p AnyExpr)],
        before: bool,
        depth: u32,
    ) -> Option<Word> {
        let plan = self.plan;
        let dirs = |dirs: Option<&DirsExpr>| match dirs {
            Some(MaskExpr::Const(mask)) => *mask,
            _ => u64::MAX,
        };
        let count = |dirs: u64| Word::Known((0..plan.board().dirs()).filter(|dir| dirs >> dir & 1 == 1).count() as i64);
        match cells {
            CellsExpr::One(_) => Some(Word::Known(1)),
            CellsExpr::Const(set) => Some(Word::Known(set.len() as i64)),
            CellsExpr::Enemy => {
                let enemy = self.of_others(self.seen.mover);
                Some(self.size(&enemy))
            }
            CellsExpr::Empty if before => {
                let set = self.empty();
                Some(self.size(&set))
            }
            CellsExpr::OfPlayer(player) if before && matches!(**player, PlayerExpr::Mover | PlayerExpr::Const(_)) => {
                let set = self.cells(cells).ok()?;
                Some(self.size(&set))
            }
            CellsExpr::Neighbors(from, along) => {
                let from = self.most_cells(from, lets, before, depth)?;
                let along = count(dirs(along.as_deref()));
                Some(self.mul(from, along))
            }
            CellsExpr::First(triple) | CellsExpr::Hop(triple) => {
                let from = self.most_cells(&triple.0, lets, before, depth)?;
                let along = count(dirs(Some(&triple.1)));
                Some(self.mul(from, along))
            }
            CellsExpr::Leap(triple) => {
                let from = self.most_cells(&triple.0, lets, before, depth)?;
                Some(self.mul(from, Word::Known(8)))
            }
            CellsExpr::Ray(pair, _) => match pair.0 {
                CellsExpr::One(_) => Some(Word::Known(plan.longest_rays(dirs(Some(&pair.1))))),
                _ => None,
            },
            CellsExpr::Op(SetOp::And, pair) => {
                let (a, b) =
                    (self.most_cells(&pair.0, lets, before, depth), self.most_cells(&pair.1, lets, before, depth));
                match (a, b) {
                    (Some(a), Some(b)) => Some(self.extreme(false, a, b)),
                    (a, b) => a.or(b),
                }
            }
            CellsExpr::Op(SetOp::Except, pair) => self.most_cells(&pair.0, lets, before, depth),
            CellsExpr::Op(SetOp::Or, pair) => {
                let a = self.most_cells(&pair.0, lets, before, depth)?;
                let b = self.most_cells(&pair.1, lets, before, depth)?;
                Some(self.add(a, b))
            }
            CellsExpr::Filter(filter) => self.most_cells(&filter.over, lets, before, depth),
            CellsExpr::Common(common) => match &**common {
                Common::If(_, yes, no) => {
                    let a = self.most_cells(yes, lets, before, depth)?;
                    let b = self.most_cells(no, lets, before, depth)?;
                    Some(self.extreme(true, a, b))
                }
                Common::Match(one) => {
                    let mut most = ZERO;
                    for result in one.arms.iter().map(|(_, result)| result).chain(&one.otherwise) {
                        let arm = self.most_cells(result, lets, before, depth)?;
                        most = self.extreme(true, most, arm);
                    }
                    Some(most)
                }
                Common::Local(slot) => {
                    let mut same = lets.iter().filter_map(|(other, value)| match value {
                        AnyExpr::Cells(cells) if other == slot => Some(cells),
                        _ => None,
                    });
                    match (same.next(), same.next()) {
                        (Some(cells), None) => self.most_cells(cells, lets, before, depth),
                        _ => None,
                    }
                }
                Common::Call(call) if depth > 0 => {
                    let def = plan.game.defs.cells.get(call.def as usize)?;
                    self.most_cells(&def.body, &[], before, depth - 1)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// An upper bound of the size of a set, now that what its conditions ask for is known: which arm of a `match` it is. None
    /// if that says no more than is known without.
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
                let subject = self.scalar(&one.subject)?.0;
                let mut bound = match &one.otherwise {
                    Some(other) => self.bound_of(other, depth)?,
                    // A subject without an arm is a fault: it is left to the set itself.
                    None => Some(Word::Known(NO_BOUND)),
                };
                for (value, result) in one.arms.iter().rev() {
                    let (value, arm) = (self.scalar(value)?.0, self.bound_of(result, depth)?);
                    let (Some(arm), Some(other)) = (arm, bound) else { return Ok(None) };
                    let is_it = self.same(subject, value);
                    bound = Some(self.select(is_it, arm, other));
                }
                Ok(bound)
            }
            Common::Call(call) if depth > 0 => {
                let Some(def) = plan.game.defs.cells.get(call.def as usize) else { return Ok(None) };
                if !is_branch(&def.body) {
                    return Ok(None);
                }
                let args = self.arguments(&call.args)?;
                let mut locals = super::locals::Locals::of(def.frame, &def.lazies);
                super::common::fill(&mut locals, args);
                self.inside(locals, |make| make.bound_here(&def.body, depth - 1))
            }
            _ => Ok(None),
        }
    }

    fn bound_of(&mut self, cells: &'p CellsExpr, depth: u32) -> Gets<Option<Word>> {
        match self.bound_here(cells, depth)? {
            Some(bound) => Ok(Some(bound)),
            None => Ok(self.most_cells(cells, &[], true, 8)),
        }
    }

    /// The cells on the ways from each cell, if a set is that of a ray from a cell that is on the board.
    pub(crate) fn ways(&self, cells: &CellsExpr) -> Option<Ways> {
        let CellsExpr::Ray(pair, Some(_)) = cells else { return None };
        let (CellsExpr::One(from), MaskExpr::Const(dirs)) = (&pair.0, &pair.1) else { return None };
        if self.is_sure(from) { self.plan.ways(*dirs) } else { None }
    }

    /// Chooses what the number that was drawn says; [`super::Drawn`].
    pub(crate) fn choose_drawn(&mut self, choose: &'p Choose, way: super::stmt::Way, drawn: super::Drawn) -> Gets<()> {
        use super::word::ONE;
        use cranelift_codegen::ir::condcodes::IntCC;
        // How many there are, and the n-th of them.
        enum Over {
            Cells(super::set::Words),
            Mask(Word),
            From(Word),
            /// The places of bits, counted from a number on.
            Bits(Word, Word),
        }
        let (over, size) = match &choose.over {
            SetExpr::Cells(cells) => {
                let cells = self.cells(cells)?;
                let size = self.size(&cells);
                (Over::Cells(cells), size)
            }
            SetExpr::Ints(ints) => {
                let numbers = self.ints(ints)?;
                let (tag, words, _) = self.number_offer(numbers)?;
                let [first, last] = [0, 1].map(|n| words.get(n).copied().unwrap_or(ZERO));
                if tag == super::stmt::offer::RANGE {
                    let size = self.sub(last, first);
                    let size = self.add(size, ONE);
                    (Over::From(first), self.extreme(true, size, ZERO))
                } else {
                    (Over::Bits(first, last), self.bits(first))
                }
            }
            SetExpr::Dirs(e) => {
                let mask = self.some_dirs(e)?;
                let size = self.bits(mask);
                (Over::Mask(mask), size)
            }
            SetExpr::Players(e) => {
                let mask = self.some_players(e)?;
                let size = self.bits(mask);
                (Over::Mask(mask), size)
            }
            SetExpr::Kinds(e) => {
                let mask = self.some_kinds(e)?;
                let size = self.bits(mask);
                (Over::Mask(mask), size)
            }
        };
        let some = self.compare(IntCC::NotEqual, size, ZERO);
        let locals = self.locals.clone();
        self.only_if(some, |make| {
            let number = make.read(drawn.number);
            let all = if choose.may { make.add(size, ONE) } else { size };
            let fits = make.below(number, all);
            make.refuse_unless(fits, drawn.refused);
            make.assign(drawn.number, ZERO);
            let n = if choose.may { make.sub(number, ONE) } else { number };
            let go_on = |make: &mut Self| -> Gets<()> {
                let (chosen, is_cell) = match &over {
                    Over::Cells(cells) => (make.nth_of(cells, n), true),
                    Over::Mask(mask) => (make.nth_bit(*mask, n), false),
                    Over::From(first) => (make.add(*first, n), false),
                    Over::Bits(bits, first) => {
                        let place = make.nth_bit(*bits, n);
                        (make.add(place, *first), false)
                    }
                };
                make.locals.bind(choose.slot, chosen, is_cell);
                make.block(&choose.body, way)
            };
            if choose.may {
                let taken = make.compare(IntCC::NotEqual, number, ZERO);
                make.only_if(taken, go_on)
            } else {
                go_on(make)
            }
        })?;
        self.locals = locals;
        Ok(())
    }
}

/// More elements than any set has.
const NO_BOUND: i64 = 1 << 40;

/// Whether a set is one of several.
fn is_branch(cells: &CellsExpr) -> bool {
    match cells {
        CellsExpr::Common(common) => matches!(**common, Common::If(..) | Common::Match(_)),
        CellsExpr::Op(SetOp::Except, pair) => is_branch(&pair.0),
        _ => false,
    }
}

/// Whether statements come to a choice.
fn has_choice(body: &[Stmt], depth: u32, game: &crate::game::Game) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Choose(_) => true,
        Stmt::If(_, yes, no) => has_choice(yes, depth, game) || has_choice(no, depth, game),
        Stmt::For(each, _) => has_choice(&each.body, depth, game),
        Stmt::While(_, body, _) => has_choice(body, depth, game),
        Stmt::Call(effect, ..) => match game.effects.get(effect.0 as usize) {
            Some(effect) if depth > 0 => has_choice(&effect.body, depth - 1, game),
            _ => true,
        },
        _ => false,
    })
}
