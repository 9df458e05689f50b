//! Chooses the child of a position to visit next: the one of the greatest value, as a whole row of numbers without branches, because
//! searches spend much of their time here.

use super::later::Later;
use super::tree::{LaterGames, Node, Tree};
use crate::player::evaluation::math::ln_whole;
use crate::rng::Rng;

/// How a tree is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    /// How much rarely visited moves are preferred.
    pub explore: f32,
    /// How many visits the results of the same move made later are worth; 0 if they are not used.
    pub later: f32,
    /// How many visits a node needs so that its own results of moves made later are used, not those of a node above it.
    pub reference: u32,
}

/// How many numbers are added or compared side by side.
const LANES: usize = 4;

/// Chooses children; keeps the room that it needs for that.
#[derive(Debug, Default)]
pub(super) struct Choosing {
    /// The value of each child.
    values: Vec<f32>,
    /// What moves made later have brought to each child.
    later: Vec<LaterGames>,
}

impl Choosing {
    /// Chooses the child of a grown node to visit next; `later` has the node whose results of moves made later count. Of children of the same
    /// value, any may be chosen.
    pub(super) fn select(&mut self, tree: &Tree, node: u32, later: &Later, by: &Selection, rng: &mut Rng) -> u32 {
        let (children, siblings) = (tree.children(node), tree.siblings(node));
        let unsure = by.explore * ln_whole(tree.visits(node)).sqrt();
        let (unvisited, has_bounds) = tree.survey(node);
        self.values.resize(siblings.len(), 0.0);
        if by.later > 0.0 {
            let is_own = later.node() == node;
            let games = match tree.later_of(children.clone()).filter(|_| is_own) {
                Some(games) => games,
                None => {
                    let other = |child: &Node| later.find(child.move_number()).filter(|_| !is_own);
                    let of = |child: &Node| other(child).map_or_else(LaterGames::default, |other| tree.later(other));
                    self.later.clear();
                    self.later.extend(siblings.iter().map(of));
                    &self.later
                }
            };
            set_values_with_later(&mut self.values, siblings, games, (unvisited, unsure, by.later.recip()));
        } else {
            set_values(&mut self.values, siblings, unvisited, unsure);
        }
        let first = rng.below(siblings.len());
        let good = if has_bounds { self.heed_bounds(tree, node, unsure, first) } else { None };
        let best = greatest(&self.values);
        if best == f32::NEG_INFINITY {
            return children.start + good.unwrap_or(first) as u32;
        }
        let (before, after) = self.values.split_at(first);
        let found = find(after, best).map(|n| first + n).or_else(|| find(before, best));
        children.start + found.unwrap_or(first) as u32
    }

    /// Limits the values to what is certain, and to nothing where a visit can teach nothing. Returns a child that is no worse than what is
    /// certain for all of them, in case there is nothing to learn about any.
    fn heed_bounds(&mut self, tree: &Tree, node: u32, unsure: f32, first: usize) -> Option<usize> {
        let (mover, siblings, start) = (tree.mover(node), tree.siblings(node), tree.children(node).start);
        let (worst, _) = tree.bounds(node, mover);
        let mut good = None;
        for n in (first..siblings.len()).chain(0..first).filter(|n| siblings[*n].is_bounded()) {
            let number = start + n as u32;
            let (least, most) = tree.bounds(number, mover);
            // A visit can only teach something where more than what is certain may be reached, or, if there are more than
            // two players, where it is open what the others reach.
            let is_worse = most < worst || most == worst && least < worst;
            let value = &mut self.values[n];
            if is_worse || tree.is_closed(number) {
                *value = f32::NEG_INFINITY;
                good = if least >= worst { Some(n) } else { good };
            } else {
                let doubt = Means::of(&siblings[n], 0.0).doubt;
                *value = (*value - unsure * doubt).clamp(least, most) + unsure * doubt;
            }
        }
        good
    }
}

/// What a child's own visits say.
struct Means {
    visits: f32,
    /// The mean of their results.
    value: f32,
    /// How much that is to be doubted.
    doubt: f32,
}

impl Means {
    #[inline(always)]
    fn of(child: &Node, unvisited: f32) -> Means {
        // Numbers with a sign become floating point in one instruction.
        let visits = child.visits as i32 as f32;
        let at_least_one = if visits > 1.0 { visits } else { 1.0 };
        let doubt = at_least_one.sqrt().recip();
        let at_most_one = if visits < 1.0 { visits } else { 1.0 };
        Means { visits, value: child.sum() * doubt * doubt + unvisited * (1.0 - at_most_one), doubt }
    }
}

/// Sets the values of siblings.
#[inline(never)]
fn set_values(values: &mut [f32], siblings: &[Node], unvisited: f32, unsure: f32) {
    for (to, child) in values.iter_mut().zip(siblings) {
        let Means { value, doubt, .. } = Means::of(child, unvisited);
        *to = value + unsure * doubt;
    }
}

/// Sets the values of siblings to the means of their own games and later ones, which have the share b / (b + n + b n / K) for n visits and b
/// later games.
#[inline(never)]
fn set_values_with_later(
    values: &mut [f32],
    siblings: &[Node],
    later: &[LaterGames],
    (unvisited, unsure, per_later): (f32, f32, f32),
) {
    for ((to, child), later) in values.iter_mut().zip(siblings).zip(later) {
        let Means { visits, value, doubt } = Means::of(child, unvisited);
        let all = later.count + visits + later.count * visits * per_later;
        let all = if all < 1.0 { 1.0 } else { all };
        *to = value + (later.sum - later.count * value) / all + unsure * doubt;
    }
}

/// Returns the greatest of some numbers.
fn greatest(values: &[f32]) -> f32 {
    let greater = |one: f32, other: f32| if other > one { other } else { one };
    let (rows, rest) = values.as_chunks::<LANES>();
    let mut most = [f32::NEG_INFINITY; LANES];
    for row in rows {
        for (most, value) in most.iter_mut().zip(row) {
            *most = greater(*most, *value);
        }
    }
    most.iter().chain(rest).fold(f32::NEG_INFINITY, |one, other| greater(one, *other))
}

/// Returns where a number is first.
fn find(values: &[f32], number: f32) -> Option<usize> {
    let (rows, rest) = values.as_chunks::<LANES>();
    let has_number = |row: &[f32; LANES]| row.iter().fold(false, |found, value| found | (*value == number));
    let row = rows.iter().position(has_number);
    let (start, there) = row.map_or((rows.len() * LANES, rest), |row| (row * LANES, &rows[row]));
    there.iter().position(|value| *value == number).map(|n| start + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_numbers_are_searched() {
        let values: Vec<f32> = (0..11).map(|n| ((n * 7) % 11) as f32).collect();
        for len in 1..=values.len() {
            let values = &values[..len];
            let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(greatest(values), most);
            for number in 0..12 {
                let number = number as f32;
                assert_eq!(find(values, number), values.iter().position(|value| *value == number));
            }
        }
    }

    #[test]
    fn values_are_those_of_the_formula() {
        let node = |visits: u32| Node::of(visits, visits as f32 * 0.25);
        let nodes: Vec<Node> = (0..9).map(node).collect();
        let later: Vec<LaterGames> =
            (0..9).map(|count| LaterGames { count: count as f32, sum: count as f32 * 0.5 }).collect();
        let mean = 0.25;
        let (mut values, mut with_later) = (vec![0.0; 9], vec![0.0; 9]);
        set_values(&mut values, &nodes, mean, 0.1);
        set_values_with_later(&mut with_later, &nodes, &later, (mean, 0.1, 0.01));
        for n in 0..9 {
            let doubt = 0.1 / (n.max(1) as f32).sqrt();
            let b = n as f32;
            let share = if n == 0 { 0.0 } else { b / (b + b + b * b * 0.01) };
            assert!((values[n] - (0.25 + doubt)).abs() < 1e-6);
            assert!((with_later[n] - (0.25 * (1.0 - share) + 0.5 * share + doubt)).abs() < 1e-6, "{n}");
        }
    }
}
