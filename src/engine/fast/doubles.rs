//! Moves with the same text, and candidates that may lead to such moves: they are one move if they do the same. If they do not, the
//! other engine reports the fault.

use super::calls::Task;
use super::code::show::SHOWN;
use super::code::stmt::status;
use super::listing::packed;
use super::native::FUEL;
use super::run::{Facet, Faulted, Question, Runs};
use crate::engine::distinct::ActionPair;
use crate::engine::running::{Mark, MoveList};
use crate::game::rules::ActionId;
use crate::moves::Move;
use crate::zobrist::mix;
use smallvec::{SmallVec, smallvec};
use std::collections::{BTreeMap, BTreeSet};

/// The values by which two moves with the same text agree.
type Agreed = SmallVec<[Option<i32>; 4]>;

/// Two moves with the same text: the first one stays.
type Double = (usize, usize);

/// Candidates of an action that agree with a move.
struct Agreeing {
    action: usize,
    /// Their list, and how many they are.
    values: Vec<i64>,
    count: usize,
    /// Whether one of them is not that of the move.
    has_others: bool,
}

impl Question<'_> {
    /// Returns whether there may be two moves here with the same text.
    pub(crate) fn may_be_alike(&mut self, state: &mut [u64], player: usize) -> Runs<bool> {
        let plan = self.plan;
        for pair in &plan.alike {
            if self.has_candidate(state, player, pair.one)?
                && (pair.one == pair.other || self.has_candidate(state, player, pair.other)?)
                && (pair.in_choices || self.have_agreeing_candidates(state, player, pair)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether two candidates of a pair of actions have the values in common that moves with the same text have in common.
    fn have_agreeing_candidates(&mut self, state: &mut [u64], player: usize, pair: &ActionPair) -> Runs<bool> {
        let mut agreed = |action: usize, pick: fn(&(usize, usize)) -> usize| {
            let (list, count) = self.candidates(state, player, action)?;
            let arity = self.plan.actions[action].arity;
            let of = |n: usize| {
                let values = &list[1 + n * arity..];
                pair.agree.iter().map(|both| Some(values[pick(both)] as i32)).collect()
            };
            let all: Vec<Agreed> = (0..count).map(of).collect();
            self.spare_lists.push(list);
            Ok(all)
        };
        let mut all = agreed(pair.one, |both| both.0)?;
        all.sort_unstable();
        if pair.one == pair.other {
            return Ok(all.windows(2).any(|two| two[0] == two[1]));
        }
        Ok(agreed(pair.other, |both| both.1)?.iter().any(|other| all.binary_search(other).is_ok()))
    }

    /// Returns whether no move with the same text comes before a legal one; `None` if only a list of all moves tells.
    pub(super) fn is_first(&mut self, state: &[u64], mv: &Move, list: &mut MoveList) -> Runs<Option<bool>> {
        let plan = self.plan;
        let (player, own) = (state[plan.native.mover] as usize, usize::from(mv.action.0));
        let is_of_own = |pair: &&ActionPair| [pair.one, pair.other].contains(&own);
        let pairs: SmallVec<[&ActionPair; 4]> = plan.alike.iter().filter(is_of_own).collect();
        let (mut copy, mut found) = (self.copy_of(state), Vec::new());
        for action in 0..plan.actions.len() {
            let pair = pairs.iter().find(|pair| action == pair.one + pair.other - own);
            if action == own || pair.is_some() {
                found.push(self.agreeing_with(mv, (&mut copy, player), action, pair.copied())?);
            }
        }
        let is_alone = !pairs.iter().any(|pair| pair.in_choices) && !found.iter().any(|agreeing| agreeing.has_others);
        // Which candidates `maximize` leaves depends on all of them.
        let is_known = is_alone || !found.iter().any(|agreeing| plan.actions[agreeing.action].maximizes);
        if !is_alone && is_known {
            list.truncate(0);
            for Agreeing { action, values, count, .. } in &found {
                let (id, facet) = (ActionId(*action as u16), &plan.actions[*action]);
                if !facet.tried {
                    list.extend((0..*count).map(|n| packed(id, &values[1 + n * facet.arity..][..facet.arity], &[])));
                    continue;
                }
                let of_action = (player, *action);
                self.each_move_of((&mut copy, state), of_action, (values, *count), &mut |_, _, values, choices| {
                    list.push(packed(id, values, choices), Mark::NONE);
                    Ok(false)
                })?;
            }
            self.drop_doubles(state, list, 0)?;
        }
        self.spare.push(copy);
        self.spare_lists.extend(found.into_iter().map(|agreeing| agreeing.values));
        Ok(is_known.then(|| is_alone || list.moves().contains(mv)))
    }

    /// Returns the candidates of an action that may lead to moves with the same text as a move, by a pair of this action and that of the move,
    /// or only the candidate of the move itself.
    fn agreeing_with(
        &mut self,
        mv: &Move,
        (copy, player): (&mut [u64], usize),
        action: usize,
        pair: Option<&ActionPair>,
    ) -> Runs<Agreeing> {
        let (arity, own) = (self.plan.actions[action].arity, usize::from(mv.action.0));
        let mut given: SmallVec<[Option<i64>; 8]> = smallvec![None; arity];
        match pair {
            None => given.iter_mut().zip(&mv.values).for_each(|(given, value)| *given = Some(i64::from(*value))),
            // Moves of one action agree in the same binders, so that the move itself is among them.
            Some(pair) => {
                for (one, other) in &pair.agree {
                    let (mine, its) = if pair.one == own { (*one, *other) } else { (*other, *one) };
                    given[its] = Some(i64::from(mv.values[mine]));
                }
            }
        }
        let (values, count) = self.agreeing_candidates(copy, player, action, &given)?;
        let is_move = |n: usize| (0..arity).all(|at| i64::from(mv.values[at]) == values[1 + n * arity + at]);
        let has_others = (0..count).any(|n| action != own || !is_move(n));
        Ok(Agreeing { action, values, count, has_others })
    }

    /// Leaves out the moves of a list from the n-th on that are the same as one before them.
    pub(super) fn drop_doubles(&mut self, state: &[u64], list: &mut MoveList, first: usize) -> Runs<()> {
        let mut doubles = BTreeSet::new();
        for pair in &self.plan.alike {
            let all = &list.moves()[first..];
            let is_shown = |action| self.plan.texts.of_action(action).is_some();
            let found = match pair.is_readable && is_shown(pair.one) && is_shown(pair.other) {
                true => self.same_values(state, all, pair)?,
                false => self.same_texts(state, all, pair)?,
            };
            for (kept, double) in found {
                if self.done(state, &all[kept])? != self.done(state, &all[double])? {
                    return Err(Faulted);
                }
                doubles.insert(double);
            }
        }
        if !doubles.is_empty() {
            list.retain_from(first, |n| !doubles.contains(&n));
        }
        Ok(())
    }

    /// Returns the moves of a pair of actions whose texts show the same, as code tells.
    fn same_values(&mut self, state: &[u64], moves: &[Move], pair: &ActionPair) -> Runs<Vec<Double>> {
        let both = [pair.one, pair.other];
        let is_of_pair = |n: &usize| both.contains(&usize::from(moves[*n].action.0));
        // To show what has been chosen, the move is made.
        let asked = match both.iter().any(|action| self.plan.actions[*action].chooses) {
            true => self.suspects(moves, pair),
            false => (0..moves.len()).filter(is_of_pair).collect(),
        };
        let (mut copy, mut args) = (self.copy_of(state), self.some_args(16));
        let mut keys: Vec<(u64, usize)> = Vec::with_capacity(asked.len());
        let mut found = Vec::new();
        for n in asked {
            let mut key = 0;
            self.show((&mut copy, state), &moves[n], &mut args, &mut |sign| key = mix(key ^ sign as u64))?;
            keys.push((key, n));
        }
        keys.sort_unstable();
        for same in keys.chunk_by(|one, other| one.0 == other.0).filter(|same| same.len() > 1) {
            // Other values may have the same key.
            let mut kept: Vec<(Vec<i64>, usize)> = Vec::new();
            for (_, n) in same {
                let mut shown = Vec::new();
                self.show((&mut copy, state), &moves[*n], &mut args, &mut |sign| shown.push(sign))?;
                match kept.iter().find(|(other, _)| *other == shown) {
                    Some((_, first)) => found.push((*first, *n)),
                    None => kept.push((shown, *n)),
                }
            }
        }
        self.spare.push(copy);
        self.spare_args.push(args);
        Ok(found)
    }

    /// Visits the signs of a move's text and the values in it; the copy of the position is as before afterwards.
    fn show(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        mv: &Move,
        args: &mut Vec<i64>,
        visit: &mut dyn FnMut(i64),
    ) -> Runs<()> {
        let (native, action) = (&self.plan.native, usize::from(mv.action.0));
        let Facet { arity, chooses, .. } = self.plan.actions[action];
        let (values, choices) = mv.values.split_at_checked(arity).ok_or(Faulted)?;
        let first = if chooses { arity + 1 + choices.len() } else { 0 };
        // A text for the move and for each choice, with their numbers.
        let room = first + (1 + choices.len()) * (1 + SHOWN);
        if args.len() < room {
            args.resize(room, 0);
        }
        let words =
            |from: &[i32], to: &mut [i64]| to.iter_mut().zip(from).for_each(|(to, from)| *to = i64::from(*from));
        words(values, args);
        (copy[native.fuel], copy[native.depth]) = (FUEL, state[native.depth]);
        native.note_changes(copy);
        if chooses {
            args[arity] = choices.len() as i64;
            words(choices, &mut args[arity + 1..]);
        }
        let player = state[native.mover] as usize;
        let count = self.call(player, Task::Show(action), copy, args);
        if chooses {
            native.take_back(copy, state);
        }
        let shown = usize::try_from(count).ok().and_then(|count| args.get(first..first + count)).ok_or(Faulted)?;
        self.plan.texts.each_sign(shown, visit).ok_or(Faulted)
    }

    /// Returns the moves of a pair of actions with the same texts, which the other engine writes.
    fn same_texts(&self, state: &[u64], moves: &[Move], pair: &ActionPair) -> Runs<Vec<Double>> {
        let suspects = self.suspects(moves, pair);
        if suspects.is_empty() {
            return Ok(Vec::new());
        }
        let written: Vec<Move> = suspects.iter().map(|n| moves[*n].clone()).collect();
        let texts = (self.definer)(state, self.history.keys(), &written).ok_or(Faulted)?;
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        let pairs = texts.iter().zip(&suspects);
        Ok(pairs
            .filter_map(|(text, n)| Some((*first.entry(text).or_insert(*n), *n)).filter(|(kept, n)| kept != n))
            .collect())
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

    /// Returns the numbers of the moves of a pair of actions that may have the same text as another one, by their values.
    fn suspects(&self, moves: &[Move], pair: &ActionPair) -> Vec<usize> {
        let of = |action: usize, pick: fn(&(usize, usize)) -> usize| {
            let moves = moves.iter().enumerate().filter(move |(_, mv)| usize::from(mv.action.0) == action);
            moves.map(move |(n, mv)| {
                let agreed = pair.agree.iter().map(|both| mv.values.get(pick(both)).copied());
                (agreed.collect::<Agreed>(), n)
            })
        };
        if pair.one == pair.other {
            let mut all: Vec<(Agreed, usize)> = of(pair.one, |both| both.0).collect();
            all.sort_unstable();
            let arity = self.plan.actions.get(pair.one).map_or(0, |facet| facet.arity);
            let candidate = |n: usize| moves[n].values.get(..arity);
            let differ = |same: &&[(Agreed, usize)]| {
                same.len() > 1 && (pair.in_choices || same.iter().any(|(_, n)| candidate(*n) != candidate(same[0].1)))
            };
            let same = all.chunk_by(|one, other| one.0 == other.0).filter(differ);
            return same.flatten().map(|(_, n)| *n).collect();
        }
        let mut first: BTreeMap<Agreed, Vec<usize>> = BTreeMap::new();
        for (agreed, n) in of(pair.one, |both| both.0) {
            first.entry(agreed).or_default().push(n);
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
}
