//! One visit after the other: choose a way through the tree, play a random game from its end, and bring the result back.

use super::later::Later;
use super::select::{Choosing, Selection};
use super::tree::{Grown, ROOT, Tree};
use crate::engine::running::{LastPosition, PlayedMoves, RandomRules};
use crate::moves::Move;
use crate::player::evaluation::{Evaluation, View};
use crate::player::{Clock, PlayerError};
use crate::rng::Rng;
use crate::session::Session;
use smallvec::SmallVec;
use std::sync::Mutex;

/// What threads share while they search.
pub(super) struct Shared {
    pub tree: Tree,
    /// How many visits there have been.
    pub visits: u64,
    /// The longest way that has been taken.
    pub depth: u32,
    /// Why a thread stopped.
    pub failed: Option<PlayerError>,
    /// How often nodes have been dropped: the numbers of all others have changed then.
    shrunk: u32,
    /// No nodes are dropped as long as the tree has fewer bytes: what was left the last time, and half as much again. Where the children of
    /// the root alone are too many, each visit would drop the little that the last one has added.
    few: usize,
}

impl Shared {
    pub(super) fn new(tree: Tree) -> Shared {
        Shared { tree, visits: 0, depth: 0, failed: None, shrunk: 0, few: 0 }
    }
}

/// How visits are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub selection: Selection,
    /// After this many visits a node gets children, for each ten siblings.
    pub grow: u32,
    /// How random games are played; if there is an evaluation, they are judged when they are stopped.
    pub random: RandomRules,
    /// The most bytes of the tree.
    pub bytes: usize,
}

/// One thread of a search.
pub(super) struct Searcher<'s> {
    shared: &'s Mutex<Shared>,
    pub(super) session: &'s mut Session,
    rng: Rng,
    pub(super) rules: Rules,
    /// Judges random games that were stopped.
    evaluation: Option<&'s Evaluation>,
    later: Later,
    choosing: Choosing,
    /// The nodes of the way.
    way: Vec<u32>,
    /// The nodes below the root whose moves have been made in the session.
    stands: Vec<u32>,
    /// The moves of the way that are still to be made.
    moves: Vec<Move>,
    /// The moves of the random game.
    played: PlayedMoves,
    /// The last move that won at once.
    pub(super) winner: Option<Move>,
    /// How often nodes had been dropped when the way was chosen.
    shrunk: u32,
    /// After how many visits the time is looked at again.
    look: u64,
}

/// The most visits between two looks at the time, which takes as long as a step through the tree.
const UNTIMED: u64 = 32;

/// The end of a way.
#[derive(Clone, Copy)]
enum End {
    /// It is known what it leads to.
    Decided,
    /// A node that is to get children.
    Grows(u32),
    /// A node that waits for more visits.
    Open(u32),
}

/// What a visit found at the end of its way.
enum Found {
    /// The node is decided already, or has become so.
    Decided,
    /// A game with these results.
    Game(Returns),
}

/// One result for each player.
type Returns = SmallVec<[f32; 4]>;

fn returns_of(returns: &[f64]) -> Returns {
    returns.iter().map(|result| *result as f32).collect()
}

/// Returns the results of a finished game; `None` if it goes on.
fn ended(session: &mut Session) -> Option<Returns> {
    session.outcome()?;
    Some(returns_of(&session.returns()))
}

impl<'s> Searcher<'s> {
    pub(super) fn new(
        shared: &'s Mutex<Shared>,
        session: &'s mut Session,
        rng: Rng,
        rules: Rules,
        evaluation: Option<&'s Evaluation>,
    ) -> Searcher<'s> {
        let later = Later::new(session.game().players.len());
        let (way, stands, moves, played) = (Vec::new(), Vec::new(), Vec::new(), PlayedMoves::default());
        Searcher {
            shared,
            session,
            rng,
            rules,
            evaluation,
            later,
            choosing: Choosing::default(),
            way,
            stands,
            moves,
            played,
            winner: None,
            shrunk: 0,
            look: 0,
        }
    }

    /// Visits until the time is over, or the root is decided. What fails is left in what the threads share.
    pub(super) fn run(&mut self, clock: &Clock) {
        let done = self.visits(clock);
        self.go_back(0);
        if let Err(error) = done {
            self.lock().failed.get_or_insert(error);
        }
    }

    pub(super) fn lock(&self) -> std::sync::MutexGuard<'s, Shared> {
        self.shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn visits(&mut self, clock: &Clock) -> Result<(), PlayerError> {
        loop {
            let end = {
                let mut shared = self.lock();
                if shared.failed.is_some() || is_decided(&shared.tree) || self.is_over(clock, shared.visits) {
                    return Ok(());
                }
                if shared.tree.bytes() > self.rules.bytes.max(shared.few) {
                    shrink(&mut shared.tree);
                    shared.few = shared.tree.bytes() / 2 * 3;
                    shared.shrunk += 1;
                }
                if shared.shrunk != self.shrunk {
                    self.shrunk = shared.shrunk;
                    self.later.forget();
                    self.go_back(0);
                }
                shared.visits += 1;
                self.descend(&mut shared.tree)
            };
            let depth = self.way.len() - 1;
            let found = self.visit(end)?;
            let mut shared = self.lock();
            shared.depth = shared.depth.max(depth as u32);
            if shared.shrunk == self.shrunk {
                self.back_up(&mut shared.tree, &found);
            }
        }
    }

    /// Returns whether the search must end after this many visits. The time may be exceeded by a 64th.
    fn is_over(&mut self, clock: &Clock, visits: u64) -> bool {
        if visits < self.look {
            return clock.is_spent(visits);
        }
        self.look = visits + (visits / 64).min(UNTIMED);
        clock.is_over(visits)
    }

    /// Takes back moves until this many are left.
    fn go_back(&mut self, left: usize) {
        self.session.undo_many(self.stands.len() - left);
        self.stands.truncate(left);
    }

    /// Chooses a way through the tree.
    fn descend(&mut self, tree: &mut Tree) -> End {
        let selection = &self.rules.selection;
        self.way.clear();
        let mut node = ROOT;
        self.way.push(node);
        tree.enter(None, node);
        while tree.is_grown(node) && !tree.is_closed(node) {
            if selection.later > 0.0 {
                match node == ROOT || tree.visits(node) >= selection.reference {
                    true => self.later.look_at(node),
                    false => self.later.prepare(tree),
                }
            }
            let above = node;
            node = self.choosing.select(tree, node, &self.later, selection, &mut self.rng);
            self.way.push(node);
            tree.enter(Some(above), node);
        }
        if tree.is_closed(node) {
            return End::Decided;
        }
        // The session stands where the last way ended: most ways begin alike.
        let way = &self.way[1..];
        let same = self.stands.iter().zip(way).take_while(|(one, other)| one == other).count();
        self.moves.clear();
        self.moves.extend(way[same..].iter().map(|node| tree.move_to(*node).clone()));
        self.go_back(same);
        let siblings = match self.way[..] {
            [.., parent, _] => tree.children(parent).len() as u32,
            _ => 0,
        };
        if tree.visits(node) > siblings * self.rules.grow / 10 { End::Grows(node) } else { End::Open(node) }
    }

    /// Goes the chosen way, and plays a random game from its end. Gives the last node children, if it is time for that.
    fn visit(&mut self, end: End) -> Result<Found, PlayerError> {
        let (node, grows) = match end {
            End::Decided => return Ok(Found::Decided),
            End::Grows(node) => (node, true),
            End::Open(node) => (node, false),
        };
        for mv in self.moves.drain(..) {
            self.session.make_owned(mv)?;
            self.stands.push(self.way[self.stands.len() + 1]);
        }
        // The children that end the game were found when their parent grew; where a move wins at once, no way goes on.
        self.session.know_move()?;
        if grows && self.grow(node)? {
            return Ok(Found::Decided);
        }
        self.played.clear();
        let (mut judged, evaluation) = (None, self.evaluation);
        let judge = &mut |last: LastPosition<'_>| {
            let LastPosition { words, mover, players } = last;
            let view = View { words, mover, players, moves: &[] };
            judged = evaluation.map(|evaluation| returns_of(&evaluation.returns(&view)));
        };
        let played = (self.rules.selection.later > 0.0).then_some(&mut self.played);
        let playout = self.session.random_game(&mut self.rng, &self.rules.random, played, judge)?;
        Ok(Found::Game(judged.unwrap_or_else(|| returns_of(&playout.returns()))))
    }

    /// Gives a node its children, and finds those that end the game, up to the first one that wins. Returns whether that decides
    /// the node.
    pub(super) fn grow(&mut self, node: u32) -> Result<bool, PlayerError> {
        let moves = self.session.legal_moves()?.len();
        let Some(mover) = self.session.to_move() else { return Ok(false) };
        // What won before may win here, too.
        let winner = self.winner.as_ref();
        let first = winner.and_then(|winner| self.session.listed().iter().position(|mv| mv == winner));
        let mut ends = Vec::new();
        for n in first.into_iter().chain((0..moves).filter(|n| Some(*n) != first)) {
            self.session.make(n)?;
            let returns = ended(self.session);
            self.session.undo();
            let Some(returns) = returns else { continue };
            let wins = returns[usize::from(mover.0)] >= 1.0;
            ends.push((n as u32, returns));
            if wins {
                self.winner = self.session.listed().get(n).cloned();
                break;
            }
        }
        let mut shared = self.lock();
        if shared.shrunk != self.shrunk {
            return Ok(true);
        }
        shared.tree.grow(node, &Grown { mover: mover.0, moves: self.session.listed(), ends: &ends });
        if !ends.is_empty() {
            // What is certain about a node may narrow the bounds of those above it; other threads see that at once.
            let way = if self.way.last() == Some(&node) { self.way.as_slice() } else { &[node] };
            for node in way.iter().rev() {
                if !shared.tree.narrow(*node) {
                    break;
                }
            }
        }
        Ok(shared.tree.is_closed(node))
    }

    /// Returns a copy of the session for another thread.
    pub(super) fn fork(&self) -> Session {
        self.session.fork()
    }

    /// Brings the result of a visit back to all nodes of the way.
    fn back_up(&mut self, tree: &mut Tree, found: &Found) {
        let last = self.way.len() - 1;
        let end = self.way[last];
        let result = |tree: &Tree, player: usize| match found {
            Found::Decided => {
                let (least, most) = tree.bounds(end, player);
                (least + most) / 2.0
            }
            Found::Game(returns) => returns[player],
        };
        let uses_later = self.rules.selection.later > 0.0 && matches!(found, Found::Game(_));
        if uses_later {
            self.note_game(tree, end);
        }
        for n in (0..=last).rev() {
            let node = self.way[n];
            let above = n.checked_sub(1).map(|above| self.way[above]);
            let mover = above.map_or(0, |above| tree.mover(above));
            // What a visit brings is no worse or better than what is certain.
            let (least, most) = tree.bounds(node, mover);
            let returns = result(tree, mover).clamp(least, most);
            tree.back_up(above, node, returns);
            if uses_later && tree.is_grown(node) {
                let mover = tree.mover(node);
                let returns = result(tree, mover);
                tree.back_up_later(node, returns, self.later.made(mover));
            }
            if uses_later {
                // What was made after this node was also made after the nodes above it.
                self.later.note_before(mover, tree.move_number(node));
            }
        }
    }

    /// Notes the moves of the random game, as if the players had taken turns.
    fn note_game(&mut self, tree: &Tree, end: u32) {
        self.later.begin();
        let players = tree.players();
        let before = self.way.len().checked_sub(2).map(|n| tree.mover(self.way[n]));
        let first = match tree.is_grown(end) {
            true => tree.mover(end),
            false => before.map_or(0, |mover| (mover + 1) % players),
        };
        for (n, (action, values)) in self.played.iter().enumerate() {
            // A move that no node has is of no use.
            if let Some(number) = tree.find_number(action, values) {
                self.later.note_after((first + n) % players, number);
            }
        }
    }
}

/// Returns whether nothing can change the choice of a move any more.
pub(super) fn is_decided(tree: &Tree) -> bool {
    if !tree.is_grown(ROOT) {
        return false;
    }
    let mover = tree.mover(ROOT);
    let (least, _) = tree.bounds(ROOT, mover);
    // Of most roots nothing is certain; otherwise the best child may be decided.
    least > -1.0 && tree.children(ROOT).all(|child| tree.bounds(child, mover).1 <= least) || tree.is_closed(ROOT)
}

/// Drops the least visited nodes: half of them, or more.
fn shrink(tree: &mut Tree) {
    let all = tree.count_below(ROOT, 0);
    let mut least = 2;
    while tree.count_below(ROOT, least) > all / 2 && least < u32::MAX / 2 {
        least *= 2;
    }
    *tree = tree.below(ROOT, least);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Budget;

    /// Each visit would drop what the last one has added.
    #[test]
    fn a_memory_too_small_for_the_moves_of_the_root_does_not_shrink_with_each_visit() {
        let engine = crate::load_bundled("hex", &[]).unwrap();
        let shared = Mutex::new(Shared::new(Tree::new(2)));
        let selection = Selection { explore: 0.5, later: 0.0, reference: 50 };
        let rules = Rules { selection, grow: 5, random: RandomRules::all_alike(1000), bytes: 1 };
        let mut session = engine.session().unwrap();
        Searcher::new(&shared, &mut session, Rng::new(1), rules, None).run(&Budget::work(2000).start());
        let shared = shared.into_inner().unwrap();
        assert!(shared.visits == 2000 && shared.shrunk < 200, "{}", shared.shrunk);
    }
}
