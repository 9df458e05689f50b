//! A search for two players, deeper and deeper: for the best line, or for as many of the best ones as are wanted.

use super::score::{self, DECIDED};
use super::search::{Found, Search};
use super::{AlphaBeta, Plan};
use crate::player::{Choice, Judgment, Line};
use crate::session::Session;
use std::cmp::Reverse;

/// The first two plies are searched to their ends if there are at most this many moves.
pub(super) const FEW: usize = 400;

impl AlphaBeta {
    pub(super) fn choose_of_two(&mut self, session: &mut Session, plan: Plan) -> Choice {
        let mut search = Search::new(session, &mut self.memory, &self.evaluation, plan.clock, self.switches);
        let count = search.session.legal_moves().map_or(0, |moves| moves.len());
        let most = plan.lines.clamp(1, count.max(1));
        let (mut found, mut depth, mut is_known) = (Vec::<Found>::new(), 0, false);
        for next in 1..=plan.most_depth {
            // A line that wins stays as it is.
            let mut now: Vec<Found> = found.iter().filter(|line| line.value >= DECIDED).cloned().collect();
            let (won, mut result) = (now.len(), Ok(()));
            while now.len() < most && result.is_ok() {
                search.skipped = now.iter().map(|line| line.best).collect();
                // What wins or loses at once is seen however short the search is.
                let is_first = now.len() == won;
                search.is_free = (1..=FEW).contains(&count) && next <= 2 && is_first;
                let is_open = |line: &&Found| !search.skipped.contains(&line.best);
                let mut line = found.iter().find(is_open).cloned().unwrap_or_default();
                let (best, work) = (line.best, search.work);
                result = search.root(next as i32, &mut line);
                line.work = search.work - work + if line.best == best { line.work } else { 0 };
                if result.is_ok() {
                    depth = next;
                    // A search that was stopped, or that leaves out what does not win, says nothing about all moves.
                    is_known |= is_first && (line.is_complete || line.value <= -DECIDED);
                }
                if result.is_ok() || is_first {
                    now.push(line);
                }
            }
            // Of a depth to which not all lines have been searched, the others are those of the depths before.
            now.extend(search.refuted.take());
            found.retain(|line| now.iter().all(|other| other.best != line.best));
            now.append(&mut found);
            // Of all moves, the first line has the best one, however well others did when they were searched less deeply.
            if won == 0
                && let Some(most) = now.first().map(|line| line.value)
            {
                now.iter_mut().for_each(|line| line.value = line.value.min(most));
            }
            now.sort_by_key(|line| Reverse(line.value));
            now.truncate(most);
            found = now;
            let all_win = found.len() == most && found.iter().all(|line| line.value >= DECIDED);
            if is_known || all_win || (result.is_err() && next > 1) {
                break;
            }
        }
        let (best, work) = (&found[0], search.work);
        let is_proven = is_known || best.value >= DECIDED;
        let value = score::expected(best.value);
        let mut returns = vec![-value; 2];
        returns[plan.mover] = value;
        let line = |line: &Found| Line {
            moves: line.line.clone(),
            value: score::expected(line.value),
            is_proven: line.value.abs() >= DECIDED || (is_known && line.best == best.best),
            plies: score::plies(line.value),
            work: line.work,
        };
        let mut lines: Vec<Line> = found.iter().map(line).collect();
        let moves = session.listed();
        let is_other = |(index, _): &&(usize, i32)| found.iter().all(|line| line.best != *index);
        let others = found.iter().map(|line| &line.others).max_by_key(|others| others.len());
        let mut others: Vec<_> = others.into_iter().flatten().filter(is_other).collect();
        others.sort_by_key(|(index, value)| (Reverse(*value), *index));
        lines.extend(others.into_iter().map(|(index, value)| {
            let moves = moves.get(*index).cloned().into_iter().collect();
            Line { moves, value: score::expected(*value), is_proven: *value <= -DECIDED, ..Line::default() }
        }));
        let judgment = Judgment { returns, is_proven, lines, work, depth };
        Choice { index: best.best, judgment: Some(judgment) }
    }
}
