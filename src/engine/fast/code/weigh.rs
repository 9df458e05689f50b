//! Moves with choices in random plies. A candidate is drawn with a number below the most moves that it can become, and
//! the number selects the choices; if there are fewer choices, another candidate is drawn. So all moves stay equally
//! likely.

use super::arms::Arm;
use super::bounds::{Given, Since};
use super::choose::offer;
use super::guards::{Guard, Names, add_guards, common};
use super::most_numbers::UP_TO_STORED;
use super::region::Region;
use super::set::Words;
use super::slice::Slice;
use super::stmt::each_let;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::circles::effects_called;
use crate::engine::fast::conserve::{FEW, Gain, most};
use crate::engine::fast::trying::ROOM;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::rules::{Action, Clause, VarId};
use crate::game::stmt::{Choose, Stmt};
use crate::moves::Move;
use cranelift_codegen::ir::condcodes::IntCC;

/// How many moves a candidate may become, worked out before the move.
#[derive(Clone, Copy)]
struct Ways {
    /// An upper bound in the position.
    most: Word,
    /// An upper bound in any position.
    limit: u64,
}

impl Ways {
    const ONE: Ways = Ways { most: ONE, limit: 1 };
}

/// The way to the choices of an action.
struct Path<'p> {
    since: Since,
    /// The conditions under which a statement is reached.
    guards: Vec<Guard<'p>>,
    /// What is known about the locals of the action or effect so far.
    names: Names<'p>,
    /// For each choice that may have several values: the conditions under which it is made.
    several: Vec<Vec<Guard<'p>>>,
    /// The variables that may have changed so far.
    changed: Vec<VarId>,
}

impl Path<'_> {
    /// Notes the variables that statements may change, and those that the effects may change that they call.
    fn note_changes(&mut self, game: &Game, body: &[Stmt]) {
        each_set(body, &mut self.changed);
        effects_called(game, body).for_each(|effect| each_set(&effect.body, &mut self.changed));
    }
}

/// Adds the variables that statements may change, apart from the effects that they call.
fn each_set(body: &[Stmt], found: &mut Vec<VarId>) {
    for statement in body {
        if let Stmt::Set { target, .. } = statement {
            found.push(target.var);
        }
        statement.blocks().for_each(|body| each_set(body, found));
    }
}

/// Partly known candidates, and the number of moves that each of them may become.
pub(crate) struct Load {
    pub slice: Slice,
    /// How many moves each candidate may become.
    pub weight: Word,
    /// How many values each binder has that is drawn later.
    pub bounds: Vec<Word>,
    /// How many combinations of choices there may be.
    pub choices: Word,
    /// The values of the last binder, drawn with the choice, for which there is a choice; the others count once.
    pub region: Option<Words>,
    /// Whether the bound of the last binder is that of the arm that the candidates take.
    pub is_arm: bool,
}

impl Load {
    /// Makes the load of complete candidates without choices.
    pub(crate) fn all(tail: usize) -> Load {
        let slice = Slice::empty(tail);
        Load { slice, weight: ONE, bounds: Vec::new(), choices: ONE, region: None, is_arm: false }
    }
}

/// The most moves of a candidate that are drawn; if there may be more, all moves are listed.
pub(crate) const MOST: i64 = 1 << 12;

/// The most moves that a candidate may become in any position, for them to be drawn.
const LIMIT: u64 = 1 << 28;

/// How many calls of defs inside one another are followed.
const DEPTH: u32 = 8;

impl<'p> Gen<'p, '_> {
    /// Returns how many choices an action makes one after the other, at most; `None` if that is not known before play, or more
    /// than the code has room for.
    pub(crate) fn choices_of(&self, action: &Action) -> Option<usize> {
        self.choices_in_a_row(&action.body)
    }

    fn choices_in_a_row(&self, body: &[Stmt]) -> Option<usize> {
        body.iter().try_fold(0, |all, statement| {
            let own = match statement {
                Stmt::Call(effect, ..) if !self.plan.choosing[usize::from(effect.0)] => 0,
                Stmt::Call(effect, ..) => self.choices_in_a_row(&self.plan.written_out(*effect)?.body)?,
                Stmt::While(..) if statement.blocks().any(|body| self.plan.has_choice(body)) => return None,
                Stmt::For(each, _) if self.plan.has_choice(&each.body) => {
                    self.passes(each)? * self.choices_in_a_row(&each.body)?
                }
                Stmt::Choose(choose) => 1 + self.choices_in_a_row(&choose.body)?,
                other => {
                    let mut blocks = other.blocks().map(|body| self.choices_in_a_row(body));
                    blocks.try_fold(0, |most, own| Some(own?.max(most)))?
                }
            };
            Some(all + own).filter(|all| *all <= ROOM)
        })
    }

    /// Returns how often the statements of a loop with choices run at most; `None` if that is too often to be drawn.
    fn passes(&self, each: &Generator<Vec<Stmt>>) -> Option<usize> {
        usize::try_from(most(&self.plan.game, &[], &each.over)).ok().filter(|most| *most <= ROOM)
    }

    /// Returns how many moves statements may become: the product of the numbers of choices that are made one after the other.
    fn ways_of(&mut self, body: &'p [Stmt], path: &mut Path<'p>) -> Gets<Option<Ways>> {
        let plan = self.plan;
        let mut all = Ways::ONE;
        for statement in body {
            let own = match statement {
                Stmt::Let(slot, value) => {
                    path.names.add(*slot, value);
                    continue;
                }
                Stmt::If(condition, yes, no) => {
                    let (outer, before) = (path.guards.len(), path.names.clone());
                    add_guards(&plan.game, condition, &path.names, DEPTH, &mut path.guards);
                    let either = self.ways_of(yes, path);
                    path.guards.truncate(outer);
                    // What holds in one branch is not known in the other.
                    let there = std::mem::replace(&mut path.names, before.clone());
                    let (Some(yes), Some(no)) = (either?, self.ways_of(no, path)?) else { return Ok(None) };
                    path.names = before.joined(there, &path.names);
                    Ways { most: self.extreme(true, yes.most, no.most), limit: yes.limit.max(no.limit) }
                }
                Stmt::Choose(choose) => {
                    let Some(many) = self.most_choices(choose, path) else { return Ok(None) };
                    let outer = path.guards.len();
                    if let SetExpr::Cells(over) = &choose.over {
                        path.guards.push(Guard::Some(path.names.written(over)));
                    }
                    // What holds at the choices inside it need not hold yet where it is made itself.
                    if many.limit > 1 || choose.may || plan.has_choice(&choose.body) {
                        path.several.push(path.guards.clone());
                    }
                    let before = path.names.clone();
                    let each = self.ways_of(&choose.body, path)?;
                    path.guards.truncate(outer);
                    // Where nothing is on offer, nothing of this is done.
                    path.names = before.joined(path.names.clone(), &before);
                    let Some(each) = each else { return Ok(None) };
                    let Some(taken) = self.one_after_the_other(many, each) else { return Ok(None) };
                    let may = i64::from(choose.may);
                    let most = self.add(taken.most, Word::Known(may));
                    // Where nothing is on offer, the move is made without the choice.
                    let most = self.extreme(true, most, ONE);
                    Ways { most, limit: (taken.limit + may as u64).max(1) }
                }
                Stmt::Call(effect, ..) if !plan.choosing[usize::from(effect.0)] => {
                    path.note_changes(&plan.game, std::slice::from_ref(statement));
                    path.names.change();
                    continue;
                }
                Stmt::Call(effect, args, _) => {
                    let Some(effect) = plan.written_out(*effect) else { return Ok(None) };
                    let inside = path.names.inside(args);
                    let outer = std::mem::replace(&mut path.names, inside);
                    let own = self.ways_of(&effect.body, path)?;
                    path.names = outer;
                    path.names.change();
                    let Some(own) = own else { return Ok(None) };
                    own
                }
                Stmt::While(..) if statement.blocks().any(|body| plan.has_choice(body)) => return Ok(None),
                Stmt::For(..) | Stmt::While(..) => {
                    path.note_changes(&plan.game, std::slice::from_ref(statement));
                    path.names.change();
                    // Locals that they assign have several values.
                    let names = &mut path.names;
                    statement.blocks().for_each(|body| each_let(body, &mut |slot, value| names.add(slot, value)));
                    let Stmt::For(each, _) = statement else { continue };
                    if !plan.has_choice(&each.body) {
                        continue;
                    }
                    let (Some(passes), Some(one)) = (self.passes(each), self.ways_of(&each.body, path)?) else {
                        return Ok(None);
                    };
                    let mut every = Ways::ONE;
                    for _ in 0..passes {
                        let Some(more) = self.one_after_the_other(every, one) else { return Ok(None) };
                        every = more;
                    }
                    every
                }
                Stmt::Set { target, .. } => {
                    path.changed.push(target.var);
                    continue;
                }
                Stmt::Move(from, to, _) => {
                    path.names.note_move(from, to);
                    continue;
                }
                Stmt::Remove(_) | Stmt::Give(..) => {
                    path.names.lose();
                    continue;
                }
                Stmt::PutKind { .. } | Stmt::PutPiece { .. } | Stmt::MoveEach { .. } => {
                    path.names.change();
                    continue;
                }
                Stmt::Again | Stmt::Return | Stmt::Reached(_) => continue,
            };
            let Some(both) = self.one_after_the_other(all, own) else { return Ok(None) };
            all = both;
        }
        Ok(Some(all))
    }

    fn one_after_the_other(&mut self, one: Ways, other: Ways) -> Option<Ways> {
        let limit = one.limit.checked_mul(other.limit).filter(|limit| *limit <= LIMIT)?;
        Some(Ways { most: self.mul(one.most, other.most), limit })
    }

    /// Returns the slices of an action with the number of moves that each candidate may become; `None` if that is not
    /// known.
    pub(crate) fn loads(&mut self, action: &'p Action, slices: Vec<Slice>) -> Gets<Option<Vec<Load>>> {
        let (mut choices, mut limit) = (None, 1);
        if action.chooses {
            let adds = match (self.plan.gain(action), self.growth(action)) {
                (Some(gain), Some(_)) => Some(Gain { own: gain.own.min(1), ..gain }),
                (gain, growth) => gain.or(growth.map(|_| Gain { own: 1, others: 0, neutral: true })),
            };
            let since = Since::Move { adds, empties: self.emptied(&action.body, &action.clauses) };
            let (guards, several, changed) = (Vec::new(), Vec::new(), Vec::new());
            let mut path = Path { since, guards, names: Names::before(action), several, changed };
            let Some(ways) = self.ways_of(&action.body, &mut path)? else { return Ok(None) };
            choices = Some((ways.most, self.regions(action, &common(&path.several))?));
            limit = ways.limit;
        }
        // Their total must fit 64 bits with room to spare.
        let cells = self.plan.cells() as u64 + 1;
        let tail = slices.iter().map(|slice| slice.tail).min().unwrap_or(0);
        let sizes = action.binders[tail..].iter().map(|binder| match &binder.over {
            SetExpr::Cells(_) => cells,
            // A number may be bounded by several counts of cells.
            SetExpr::Ints(_) => super::most_numbers::TERMS * (cells + 64),
            _ => 64,
        });
        let all = sizes.chain([cells, limit]).try_fold(1u64, |all, size| all.checked_mul(size));
        if all.is_none_or(|all| all > 1 << 50) {
            return Ok(None);
        }
        let regions = choices.as_ref().map_or(&[][..], |(_, regions)| regions);
        let mut loads = Vec::new();
        for slice in slices {
            let first = loads.len();
            let arms = match self.by_arms(action, &slice, regions)? {
                Some(arms) => arms,
                None => vec![Arm::whole(slice)],
            };
            for arm in arms {
                let is_arm = arm.bound.is_some();
                let mut bounds: Vec<Word> = arm.bound.into_iter().collect();
                for binder in &action.binders[arm.slice.tail + bounds.len()..] {
                    let Some(most) = self.most_elements(action, &binder.over) else { return Ok(None) };
                    bounds.push(most);
                }
                match &choices {
                    None => loads.push(self.load_of(arm.slice, bounds, ONE, None)),
                    Some((most, _)) => self.add_loads(arm, bounds, *most, regions, &mut loads),
                }
                loads[first..].iter_mut().for_each(|load| load.is_arm |= is_arm);
            }
        }
        Ok(Some(loads))
    }

    /// Adds the load of an arm: candidates for which there is no choice are drawn once each.
    fn add_loads(&mut self, arm: Arm, bounds: Vec<Word>, most: Word, regions: &[Region], loads: &mut Vec<Load>) {
        let tail = arm.slice.tail;
        let (early, last): (Vec<_>, Vec<_>) = regions.iter().partition(|region| region.binder < tail);
        // The same code tries the candidates without a choice: all their numbers select the first one.
        let region = match last.iter().find(|region| bounds.len() == region.binder + 1 - tail) {
            Some(last) => Some((*last).clone()),
            None if bounds.is_empty() || early.is_empty() => None,
            None => Some(Region::anywhere(self, tail + bounds.len() - 1)),
        };
        let (mut inside, mut outside) = (Some(arm.slice), Vec::new());
        for region in early {
            let Some(slice) = inside.take() else { break };
            // What stands on the slice's cells is known of each arm.
            let is_here = matches!(slice.leads().nth(region.binder), Some(Err(map)) if map.is_identity());
            let kinds = arm.piece.filter(|_| is_here).map_or(u64::MAX, |piece| piece.kinds);
            if kinds & region.kinds == 0 {
                outside.push(slice);
            } else if region.has_all && kinds & !region.kinds == 0 {
                inside = Some(slice);
            } else {
                let (there, elsewhere) = self.split(&slice, region.binder, &region.cells);
                inside = Some(there);
                outside.push(elsewhere);
            }
        }
        if let (Some(slice), Some(reaching)) = (&inside, arm.reaching) {
            let (there, elsewhere) = self.halves(slice, &reaching);
            inside = Some(there);
            outside.push(elsewhere);
        }
        for slice in outside {
            let choices = if region.is_some() { most } else { ONE };
            let weight = bounds.iter().fold(ONE, |weight, bound| self.mul(weight, *bound));
            let load = self.load_of(slice, bounds.clone(), choices, region.as_ref());
            loads.push(Load { weight, ..load });
        }
        if let Some(slice) = inside {
            loads.push(self.load_of(slice, bounds, most, region.as_ref()));
        }
    }

    /// Returns the load of a slice. Each candidate may become as many moves as there are choices; with a region, only with values of the last
    /// binder there.
    fn load_of(&mut self, slice: Slice, bounds: Vec<Word>, choices: Word, region: Option<&Region>) -> Load {
        let weight = match (region, bounds.split_last()) {
            (Some(region), Some((last, others))) => {
                // The last binder's values, and those in the region once more for each further choice.
                let inside = self.extreme(false, *last, region.most);
                let more = self.sub(choices, ONE);
                let more = self.mul(inside, more);
                let all = self.add(*last, more);
                others.iter().fold(all, |weight, bound| self.mul(weight, *bound))
            }
            _ => bounds.iter().fold(choices, |weight, bound| self.mul(weight, *bound)),
        };
        let region = region.map(|region| region.cells.clone());
        Load { slice, weight, bounds, choices, region, is_arm: false }
    }

    /// Returns an upper bound of the number of values on offer, as seen before the move.
    fn most_choices(&mut self, choose: &'p Choose, path: &Path<'p>) -> Option<Ways> {
        let cells = self.plan.cells() as i64;
        let (most, limit) = match &choose.over {
            SetExpr::Kinds(kinds) => (Word::Known(self.most_kinds(kinds, DEPTH)), 0),
            SetExpr::Cells(over) => {
                let lets = path.names.all_lets();
                let bound = self.most_cells(over, Given::lets(&lets), path.since, DEPTH);
                (bound.unwrap_or(Word::Known(cells)), cells)
            }
            other => {
                let count = most(&self.plan.game, &[], other);
                let stored = match other {
                    SetExpr::Ints(numbers) if count > UP_TO_STORED => self.most_up_to(numbers, &path.changed),
                    _ => None,
                };
                stored.map_or((Word::Known(count), 0), |most| (most, UP_TO_STORED))
            }
        };
        let limit = u64::try_from(most.known().unwrap_or(limit)).ok().filter(|limit| *limit <= LIMIT)?;
        Some(Ways { most, limit })
    }

    /// Returns how many cells statements may empty, or `None` if that is not known before play. The clauses are those of the action.
    fn emptied(&self, body: &[Stmt], clauses: &[Clause]) -> Option<i64> {
        body.iter().try_fold(0, |all, statement| {
            let own = match statement {
                Stmt::Let(..) | Stmt::Set { .. } | Stmt::Again | Stmt::Return | Stmt::Reached(_) => 0,
                Stmt::PutKind { .. } | Stmt::PutPiece { .. } | Stmt::Give(..) => 0,
                Stmt::Move(..) => 1,
                Stmt::Remove(at) | Stmt::MoveEach { over: at, .. } => {
                    Some(most(&self.plan.game, clauses, at)).filter(|most| *most <= FEW)?
                }
                Stmt::Call(effect, ..) => self.emptied(&self.plan.written_out(*effect)?.body, &[])?,
                Stmt::If(..) | Stmt::Choose(_) => {
                    statement.blocks().try_fold(0, |most, body| Some(self.emptied(body, clauses)?.max(most)))?
                }
                Stmt::For(each, _) => match self.emptied(&each.body, clauses)? {
                    0 => 0,
                    one => one.checked_mul(most(&self.plan.game, clauses, &each.over))?,
                },
                Stmt::While(_, body, _) => self.emptied(body, clauses).filter(|own| *own == 0)?,
            };
            Some(all + own).filter(|all| *all <= FEW)
        })
    }

    /// Makes the choice that was drawn, see [`super::DrawnChoice`].
    pub(crate) fn choose_drawn(
        &mut self,
        choose: &'p Choose,
        way: super::stmt::Way,
        drawn: super::DrawnChoice,
    ) -> Gets<()> {
        let (on_offer, some) = self.on_offer(&choose.over)?;
        let size = self.offered_size(&on_offer);
        let locals = self.locals.clone();
        self.only_if(some, |make| {
            let number = make.read(drawn.number);
            let all = if choose.may { make.add(size, ONE) } else { size };
            let (rest, n) = if drawn.is_only {
                let fits = make.below(number, all);
                make.refuse_unless(fits, drawn.refused);
                (ZERO, number)
            } else {
                make.divided_by(number, all)
            };
            make.assign(drawn.number, rest);
            let (place, count) = if drawn.is_only {
                (make.args, ONE)
            } else {
                let before = make.args_word(super::drawn::CHOICES);
                let place = make.address(make.args, before);
                (place, make.add(before, ONE))
            };
            make.args_put(super::drawn::CHOICES, count);
            let is_taken = make.compare(IntCC::NotEqual, n, ZERO);
            let n = if choose.may { make.sub(n, ONE) } else { n };
            let go_on = |make: &mut Self| -> Gets<()> {
                let chosen = make.nth_offered(&on_offer, n);
                make.store_at(place, drawn.place, chosen);
                make.locals.bind(choose.slot, chosen, on_offer.tag == offer::CELLS);
                make.block(&choose.body, way)
            };
            if choose.may {
                make.store_at(place, drawn.place, Word::Known(i64::from(Move::LEFT)));
                make.only_if(is_taken, go_on)
            } else {
                go_on(make)
            }
        })?;
        self.locals = locals;
        Ok(())
    }
}
