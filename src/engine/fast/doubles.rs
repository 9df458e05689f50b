//! Moves with the same text: they are one move if they do the same. If they do not, the other engine reports the fault.

use super::calls::Task;
use super::code::stmt::status;
use super::native::FUEL;
use super::run::{Faulted, Question, Runs};
use crate::engine::distinct::ActionPair;
use crate::engine::running::MoveList;
use crate::moves::Move;
use smallvec::SmallVec;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The values by which two moves with the same text agree.
type Agreed = SmallVec<[Option<i32>; 4]>;

impl Question<'_> {
    /// Leaves out the moves of a list from the n-th on that are the same as one before them.
    pub(super) fn drop_doubles(&mut self, state: &[u64], list: &mut MoveList, first: usize) -> Runs<()> {
        let all = &list.moves()[first..];
        let suspects: Vec<usize> = self
            .plan
            .alike
            .iter()
            .flat_map(|pair| suspects(all, pair))
            .collect::<BTreeSet<usize>>()
            .into_iter()
            .collect();
        if suspects.is_empty() {
            return Ok(());
        }
        let moves: Vec<Move> = suspects.iter().filter_map(|n| all.get(*n).cloned()).collect();
        let texts = (self.definer)(state, self.history.keys(), &moves).ok_or(Faulted)?;
        let mut known: BTreeMap<&str, &Move> = BTreeMap::new();
        let mut doubles = BTreeSet::new();
        for ((text, mv), n) in texts.iter().zip(&moves).zip(&suspects) {
            match known.entry(text) {
                Entry::Vacant(free) => {
                    free.insert(mv);
                }
                Entry::Occupied(same) => {
                    if self.done(state, same.get())? != self.done(state, mv)? {
                        return Err(Faulted);
                    }
                    doubles.insert(*n);
                }
            }
        }
        list.retain_from(first, |n| !doubles.contains(&n));
        Ok(())
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
    let mut found = Vec::new();
    for (agreed, n) in of(pair.other, |both| both.1) {
        if let Some(same) = first.get(&agreed) {
            found.extend(same);
            found.push(n);
        }
    }
    found
}
