//! Moves with the same text: they are one move if they do the same. If they do not, the other engine reports the fault.

use super::calls::Task;
use super::code::stmt::status;
use super::native::FUEL;
use super::run::{Faulted, Question, Runs};
use crate::engine::distinct::ActionPair;
use crate::engine::running::MoveList;
use crate::moves::Move;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

/// The values by which two moves with the same text agree.
type Agreed = SmallVec<[Option<i32>; 4]>;

/// What the text of a move shows: the number of the text and its values, or itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Values(SmallVec<[i64; 6]>),
    Text(String),
}

impl Question<'_> {
    /// Leaves out the moves of a list from the n-th on that are the same as one before them.
    pub(super) fn drop_doubles(&mut self, state: &[u64], list: &mut MoveList, first: usize) -> Runs<()> {
        let mut doubles = BTreeSet::new();
        for pair in &self.plan.alike {
            let all = &list.moves()[first..];
            let suspects = suspects(all, pair);
            if suspects.is_empty() {
                continue;
            }
            let shown = if pair.forms.is_some() {
                self.values(state, all, &suspects)?
            } else {
                self.texts(state, all, &suspects)?
            };
            let mut shown: Vec<(Shown, usize)> = shown.into_iter().zip(suspects).collect();
            shown.sort_unstable();
            for same in shown.chunk_by(|(one, _), (other, _)| one == other) {
                let (kept, others) = (same[0].1, &same[1..]);
                for (_, double) in others {
                    if self.done(state, &all[kept])? != self.done(state, &all[*double])? {
                        return Err(Faulted);
                    }
                    doubles.insert(*double);
                }
            }
        }
        if !doubles.is_empty() {
            list.retain_from(first, |n| !doubles.contains(&n));
        }
        Ok(())
    }

    /// Returns what the texts of some moves show, from code.
    fn values(&mut self, state: &[u64], moves: &[Move], some: &[usize]) -> Runs<Vec<Shown>> {
        let player = state[self.plan.native.mover] as usize;
        let (mut copy, mut args) = (self.copy_of(state), self.some_args(16));
        let mut values = |n: &usize| {
            let mv = &moves[*n];
            for (to, from) in args.iter_mut().zip(&mv.values) {
                *to = i64::from(*from);
            }
            copy[self.plan.native.fuel] = FUEL;
            let count = self.call(player, Task::Show(usize::from(mv.action.0)), &mut copy, &mut args);
            let count = usize::try_from(count).map_err(|_| Faulted)?;
            Ok(Shown::Values(args[..=count].iter().copied().collect()))
        };
        let shown = some.iter().map(&mut values).collect();
        self.spare.push(copy);
        self.spare_args.push(args);
        shown
    }

    /// Returns the texts of some moves, from the other engine.
    fn texts(&self, state: &[u64], moves: &[Move], some: &[usize]) -> Runs<Vec<Shown>> {
        let moves: Vec<Move> = some.iter().map(|n| moves[*n].clone()).collect();
        let texts = (self.definer)(state, self.history.keys(), &moves).ok_or(Faulted)?;
        Ok(texts.into_iter().map(Shown::Text).collect())
    }

    /// Returns the pieces and variables after the `do` of a move, and whether it says `again`.
    fn done(&mut self, state: &[u64], mv: &Move) -> Runs<Vec<u64>> {
        let native = &self.plan.native;
        let action = usize::from(mv.action.0);
        let arity = self.plan.actions.get(action).ok_or(Faulted)?.arity;
        let (values, choices) = mv.values.split_at_checked(arity).ok_or(Faulted)?;
        let words = |values: &[i32]| values.iter().map(|value| i64::from(*value)).collect::<Vec<i64>>();
        let mut args = [words(values), vec![choices.len() as i64], words(choices)].concat();
        args.resize(args.len().max(16), 0);
        let mut after = self.copy_of(state);
        after[native.fuel] = FUEL;
        let said = self.call(state[native.mover] as usize, Task::Do(action), &mut after, &mut args);
        let done = [&after[..native.position], &after[native.again..=native.again]].concat();
        self.spare.push(after);
        if said == status::MADE { Ok(done) } else { Err(Faulted) }
    }
}

/// Returns the numbers of the moves of a pair of actions that may have the same text as another one, by their values.
fn suspects(moves: &[Move], pair: &ActionPair) -> Vec<usize> {
    let of = |action: usize, pick: fn(&(usize, usize)) -> usize| {
        let moves = moves.iter().enumerate().filter(move |(_, mv)| usize::from(mv.action.0) == action);
        moves.map(move |(n, mv)| {
            let agreed = pair.agree.iter().map(|both| mv.values.get(pick(both)).copied());
            (agreed.collect::<Agreed>(), n)
        })
    };
    let mut first: BTreeMap<Agreed, Vec<usize>> = BTreeMap::new();
    for (agreed, n) in of(pair.one, |both| both.0) {
        first.entry(agreed).or_default().push(n);
    }
    if pair.one == pair.other {
        return first.into_values().filter(|same| same.len() > 1).flatten().collect();
    }
    let mut found = BTreeSet::new();
    for (agreed, n) in of(pair.other, |both| both.1) {
        if let Some(same) = first.get(&agreed) {
            found.extend(same);
            found.insert(n);
        }
    }
    found.into_iter().collect()
}
