//! The functions that the code consists of, and their numbers.

use super::code::Moment;
use super::plan::Plan;

/// The task of a function; there is one function for each player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Counts the candidates of an action.
    Count(usize),
    /// Tests whether an action has a candidate.
    Any(usize),
    /// Lists the candidates of an action.
    List(usize),
    /// Makes a move of an action, as far as `do` goes.
    Do(usize),
    /// Makes a move of an action without choices, or one whose `do` has been made, and ends the ply by [`Task::Light`].
    Play(usize),
    /// Tests whether the player has any legal move.
    AnyAll,
    /// Ends a ply after its `do`.
    Finish,
    /// Ends a ply after its `do`: it assumes that the next player has a move, and that what is watched did not hold before.
    Light,
    /// Resets the variables that last for a turn.
    Renew,
    /// Draws one of the candidates of all actions without choices at random.
    Draw,
    /// Makes a random ply and ends it lightly.
    Ply,
    /// Evaluates the end of the game, when the next player turns out to be stuck.
    Late,
    /// Passes the turn, when the player who said `again` turns out to have no move.
    Pass,
    /// Returns whose turn it is after a `do`.
    Next,
    /// Records the keys of the position in which a player begins.
    Keys,
    /// Prepares random plies.
    Settled,
    /// Runs a recursive effect.
    Effect(usize),
    /// Evaluates a recursive def at this moment.
    Def(usize, Moment),
}

/// The numbers of all functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Calls {
    players: usize,
    actions: usize,
    effects: usize,
    defs: usize,
}

/// The number of functions for each action.
pub(crate) const PER_ACTION: usize = 5;

/// The functions of which there is one for each player.
const SINGLES: [Task; 11] = [
    Task::AnyAll,
    Task::Finish,
    Task::Light,
    Task::Renew,
    Task::Draw,
    Task::Ply,
    Task::Late,
    Task::Pass,
    Task::Settled,
    Task::Next,
    Task::Keys,
];

const MOMENTS: [Moment; 3] = [Moment::Before, Moment::After, Moment::End];

impl Calls {
    pub(crate) fn of(plan: &Plan) -> Calls {
        let game = &plan.game;
        let (players, actions, effects) = (game.players.len(), game.actions.len(), game.effects.len());
        Calls { players, actions, effects, defs: plan.recursive_defs.len() }
    }

    /// Returns the number of players.
    pub(crate) fn players(self) -> usize {
        self.players
    }

    /// Returns the number of functions for each player.
    pub(crate) fn per_player(self) -> usize {
        self.singles() + SINGLES.len() + self.effects + MOMENTS.len() * self.defs
    }

    /// Returns the number of a player's first function that belongs to no single action.
    fn singles(self) -> usize {
        PER_ACTION * self.actions
    }

    /// Returns the number of functions.
    pub(crate) fn len(self) -> usize {
        self.players * self.per_player()
    }

    /// Returns the number of a function.
    #[inline]
    pub(crate) fn number(self, player: usize, task: Task) -> usize {
        let task = match task {
            Task::Count(action) => PER_ACTION * action,
            Task::Any(action) => PER_ACTION * action + 1,
            Task::List(action) => PER_ACTION * action + 2,
            Task::Do(action) => PER_ACTION * action + 3,
            Task::Play(action) => PER_ACTION * action + 4,
            Task::Effect(effect) => self.singles() + SINGLES.len() + effect,
            Task::Def(def, moment) => {
                let at = MOMENTS.iter().position(|other| *other == moment).unwrap_or(0);
                self.singles() + SINGLES.len() + self.effects + MOMENTS.len() * def + at
            }
            single => self.singles() + SINGLES.iter().position(|other| *other == single).unwrap_or(0),
        };
        player * self.per_player() + task
    }

    /// Returns all functions.
    pub(crate) fn all(self) -> impl Iterator<Item = (usize, Task)> {
        (0..self.players).flat_map(move |player| {
            let of_action = |n| [Task::Count(n), Task::Any(n), Task::List(n), Task::Do(n), Task::Play(n)];
            let actions = (0..self.actions).flat_map(of_action);
            let effects = (0..self.effects).map(Task::Effect);
            let defs = (0..self.defs).flat_map(|def| MOMENTS.into_iter().map(move |moment| Task::Def(def, moment)));
            actions.chain(SINGLES).chain(effects).chain(defs).map(move |task| (player, task))
        })
    }
}
