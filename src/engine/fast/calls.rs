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
    /// Lists the candidates of an action with given values of some binders.
    Agreeing(usize),
    /// Makes a move of an action, as far as `do` goes.
    Do(usize),
    /// Makes a move of an action without choices, or one whose `do` has been made, and ends the ply by [`Task::Light`].
    Play(usize),
    /// Returns the number of a move's text, and the values that it shows.
    Show(usize),
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
    /// As [`Task::Ply`], for a player who waits with moves that nobody else could make, see [`super::code::patient`].
    Patient,
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
    /// Tests whether what `always` says holds after a `do`, if that is a function.
    Always,
    /// Runs an effect that is a function.
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

/// The tasks in the order of their numbers: first those of each action, then those of which there is one for each player.
macro_rules! tasks {
    (each action: $($each:ident)*; once: $($once:ident)*) => {
        /// The tasks of an action.
        const EACH: [fn(usize) -> Task; [$(stringify!($each)),*].len()] = [$(Task::$each),*];
        /// The tasks of which there is one for each player.
        const ONCE: [Task; [$(stringify!($once)),*].len()] = [$(Task::$once),*];

        /// The place of a task among those of its kind.
        enum EachPlace { $($each),* }
        enum OncePlace { $($once),* }

        impl Calls {
            /// Returns the number of a task among those of one player.
            #[inline]
            fn number_of(self, task: Task) -> usize {
                match task {
                    $(Task::$each(action) => PER_ACTION * action + EachPlace::$each as usize,)*
                    $(Task::$once => self.singles() + OncePlace::$once as usize,)*
                    Task::Effect(effect) => self.singles() + ONCE.len() + effect,
                    Task::Def(def, moment) => {
                        let at = MOMENTS.iter().position(|other| *other == moment).unwrap_or(0);
                        self.singles() + ONCE.len() + self.effects + MOMENTS.len() * def + at
                    }
                }
            }
        }
    };
}

// `AnyAll` is the first after those of the actions, as `Question::has_move` assumes.
tasks! {
    each action: Count Any List Agreeing Do Play Show;
    once: AnyAll Finish Light Renew Draw Ply Patient Late Pass Settled Next Keys Always
}

/// The number of functions for each action.
pub(crate) const PER_ACTION: usize = EACH.len();

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
        self.singles() + ONCE.len() + self.effects + MOMENTS.len() * self.defs
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
        player * self.per_player() + self.number_of(task)
    }

    /// Returns the functions of all players that have the same task as this one; itself if it has no task.
    pub(crate) fn alike(self, number: usize) -> Vec<usize> {
        let per_player = self.per_player();
        let players = (0..self.players).map(|player| player * per_player + number % per_player);
        if number < self.len() { players.collect() } else { vec![number] }
    }

    /// Returns whether a function may call itself.
    pub(crate) fn is_recursive(self, number: usize) -> bool {
        number < self.len() && number % self.per_player() >= self.singles() + ONCE.len()
    }

    /// Returns all functions.
    pub(crate) fn all(self) -> impl Iterator<Item = (usize, Task)> {
        (0..self.players).flat_map(move |player| {
            let actions = (0..self.actions).flat_map(|n| EACH.map(|task| task(n)));
            let effects = (0..self.effects).map(Task::Effect);
            let defs = (0..self.defs).flat_map(|def| MOMENTS.into_iter().map(move |moment| Task::Def(def, moment)));
            actions.chain(ONCE).chain(effects).chain(defs).map(move |task| (player, task))
        })
    }
}
