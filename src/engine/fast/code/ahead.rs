//! Future moves: whether there are any, and whether there is one after which a condition holds.

use super::sort::Thing;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Moment, Perspective, Unsupported};
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::Helper;
use crate::game::expr::{BoolExpr, Class, Slot};
use crate::game::part::{AsPart, Part, Shared};
use cranelift_codegen::ir::Value;

impl Gen<'_, '_> {
    /// Returns whether the player to move has a legal move by an action.
    pub(crate) fn possible(&mut self, action: crate::game::rules::ActionId) -> Gets<Word> {
        match self.seen.moment {
            Moment::Before => {
                let action = action.0 as usize;
                match self.known_possible.iter().find(|(known, _)| *known == action) {
                    Some((_, some)) => Ok(*some),
                    None => self.ask_any(self.seen.mover, Some(action)),
                }
            }
            Moment::End => self.ask_any(self.seen.next, Some(action.0 as usize)),
            Moment::After => {
                let answer = self.ask_after(Task::Any(action.0 as usize));
                Ok(self.and(answer, ONE))
            }
        }
    }

    /// Returns whether the player to move (or that player, if it is the one to move) has no legal move.
    pub(crate) fn stuck(&mut self, who: Option<Word>) -> Gets<Word> {
        let to_move = match self.seen.moment {
            Moment::Before => self.seen.mover,
            Moment::End => self.seen.next,
            Moment::After => {
                let answer = self.ask_after(Task::AnyAll);
                let (found, to_move) = (self.and(answer, ONE), self.right_by(answer, 1));
                let asked = who.map_or(ONE, |who| self.same(who, to_move));
                return Ok(self.and_not(asked, found));
            }
        };
        let asked = match who {
            Some(who) => self.same(who, to_move),
            None => ONE,
        };
        if let Some(stuck) = self.seen.stuck {
            return Ok(self.and(asked, stuck));
        }
        if asked == ZERO {
            return Ok(ZERO);
        }
        self.and_then(asked, |make| {
            let any = make.ask_any(to_move, None)?;
            Ok(make.not(any))
        })
    }

    /// Returns whether the player to move has a legal move after which a condition holds. A function of its own
    /// evaluates the condition, with the same players and locals.
    pub(crate) fn some_move_then(&mut self, condition: &BoolExpr) -> Gets<Word> {
        let seen = self.seen;
        let (player, begins) = match seen.moment {
            Moment::Before => (seen.mover, begins::NOW),
            Moment::End => (seen.next, seen.passed),
            Moment::After => (seen.actor, begins::AFTER),
        };
        if seen.mover.known().is_none() {
            return Err(Unsupported("`some move then` for an unknown player"));
        }
        let mut used = Vec::new();
        if outer(condition.part(), &mut Vec::new(), &mut used) {
            return Err(Unsupported("`some move then` with a `where` value"));
        }
        let (mut outer, mut words) = (Vec::new(), Vec::new());
        for (class, slot) in used {
            let value = self.local_thing(class, slot)?;
            let sure = matches!(value, Thing::Word(_, true));
            words.extend(value.words("`some move then` with a set of numbers")?);
            outer.push((class, slot, sure));
        }
        let site = {
            let mut sites = self.sites.borrow_mut();
            sites.push(super::Site {
                condition: condition.clone(),
                mover: seen.mover,
                span: self.current_place(),
                outer,
            });
            sites.len() - 1
        };
        let args = self.header(words);
        Ok(self.engine(Helper::Then, &[Word::Known(site as i64), player, begins, Word::Made(args)]))
    }

    fn ask_after(&mut self, task: Task) -> Word {
        let task = self.calls.number(0, task);
        self.engine(Helper::After, &[self.seen.actor, Word::Known(task as i64)])
    }

    /// Makes the function of a condition on a future move.
    pub(crate) fn make_site(&mut self, site: &super::Site) -> Gets<()> {
        self.see_header(site.mover, Moment::After);
        let classes: Vec<Class> = site.outer.iter().map(|(class, ..)| *class).collect();
        let values = self.arguments_from(header::WORDS, &classes)?;
        for ((_, slot, sure), value) in site.outer.iter().zip(values) {
            match value {
                Thing::Word(word, _) => self.locals.bind(*slot, word, *sure),
                other => self.locals.bind_thing(*slot, other),
            }
        }
        let holds = self.at_place(site.span, |make| make.truth(&site.condition))?;
        self.give_back(holds);
        Ok(())
    }

    /// Makes the arguments of a function called within another one: a header with the point of view, then words.
    pub(crate) fn header(&mut self, words: Vec<Word>) -> Value {
        let seen = self.seen;
        let mut all = vec![ZERO; header::WORDS];
        all[header::NEXT] = seen.next;
        all[header::ACTOR] = seen.actor;
        all[header::PASSED] = seen.passed;
        all.extend(words);
        all[header::LEN] = Word::Known(all.len() as i64);
        // What comes back may need room as well.
        self.on_stack(&all, self.width() + 1).1
    }

    /// Looks at the position with the point of view that a header gives.
    pub(crate) fn see_header(&mut self, mover: Word, moment: Moment) {
        let next = self.args_word(header::NEXT);
        let (actor, passed) = (self.args_word(header::ACTOR), self.args_word(header::PASSED));
        self.seen = Perspective { moment, passed, actor, ..Perspective::before(mover, next) };
        if moment == Moment::Before {
            (self.seen.next, self.seen.actor, self.seen.passed) = (Word::Known(super::pieces::NONE), mover, ZERO);
        }
    }
}

/// The header of the arguments of a function called within another one.
pub(crate) mod header {
    /// The number of words.
    pub(crate) const LEN: usize = 0;
    /// The player that `next` names.
    pub(crate) const NEXT: usize = 1;
    /// Who makes the ply.
    pub(crate) const ACTOR: usize = 2;
    /// Whether the turn passes.
    pub(crate) const PASSED: usize = 3;
    /// The number of words in a header.
    pub(crate) const WORDS: usize = 4;
}

/// When the turn begins in which a move is searched for.
pub(crate) mod begins {
    use crate::engine::fast::code::word::Word;
    /// It has begun.
    pub(crate) const NOW: Word = Word::Known(0);
    /// It passes with this ply, which has been counted.
    pub(crate) const PASSED: i64 = 1;
    /// The ply has not been counted yet.
    pub(crate) const AFTER: Word = Word::Known(2);
}

/// Collects the locals that a part uses and does not bind itself. Returns whether it uses a `where` value.
fn outer(part: Part<'_>, bound: &mut Vec<u16>, used: &mut Vec<(Class, Slot)>) -> bool {
    if let Some(Shared::Local(slot)) = part.shared() {
        let is_bound = part.class() == Class::Word && bound.contains(&slot.0);
        if !is_bound && !used.contains(&(part.class(), slot)) {
            used.push((part.class(), slot));
        }
        return false;
    }
    if matches!(part.shared(), Some(Shared::Lazy(_))) {
        return true;
    }
    let own = part.binds();
    bound.extend(own.map(|slot| slot.0));
    let mut lazy = false;
    part.each(&mut |inner| lazy = outer(inner, bound, used) || lazy);
    if own.is_some() {
        bound.pop();
    }
    lazy
}
