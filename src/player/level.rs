//! [`Level`]: a player whose strength suits a person.

use super::{Budget, Choice, Judgment, Line, Player, PlayerError};
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::rng::Rng;
use crate::session::Session;

/// The levels, the weakest first.
pub const LEVELS: std::ops::RangeInclusive<u32> = 1..=10;

/// How much a level below the highest may think: random games, or positions looked at.
const WORK: [u64; 9] = [30, 60, 120, 250, 600, 1500, 4000, 12_000, 40_000];

/// How often, of 100 moves, a level makes any move that does not lose for certain.
const CHANCE: [usize; 9] = [90, 60, 35, 20, 10, 6, 3, 1, 0];

/// How many moves are drawn at most, until one does not lose at once, and how many plies may be looked at for that.
const DRAWS: usize = 10;
const PLIES: usize = 20_000;

/// Makes another player weaker: it thinks less, and sometimes makes a move by chance. It still takes a win that it sees, and
/// does not walk into a loss that it sees.
///
/// ```
/// use boardwright::player::{Budget, Level, Mcts, MctsSettings, Player};
///
/// let mut session = boardwright::load_bundled("tic-tac-toe", &[])?.session()?;
/// for text in ["a1", "b1", "a2", "b2"] {
///     session.make_text(text)?;
/// }
/// let mut player = Level::new(Box::new(Mcts::new(MctsSettings::default())), 1, 7);
/// let choice = player.choose(&mut session, &Budget::default())?;
/// assert_eq!(session.notation(choice.index)?, "a3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Level {
    player: Box<dyn Player>,
    level: u32,
    seed: u64,
    rng: Rng,
}

impl Level {
    /// Creates a player of a level, from 1 to 10, which stands for the player itself. Levels beyond are taken for these.
    pub fn new(player: Box<dyn Player>, level: u32, seed: u64) -> Level {
        Level { player, level: level.clamp(*LEVELS.start(), *LEVELS.end()), seed, rng: Rng::new(seed) }
    }

    /// Draws a move of those that are not lost for certain and do not lose at once, if the result is open.
    fn any(&mut self, session: &mut Session, judgment: &Judgment) -> Result<Option<usize>, PlayerError> {
        let is_open = |line: &&Line| !line.is_proven || line.value >= 0.0;
        let first = |line: &Line| line.moves.first().cloned();
        let mut open: Vec<Move> = match judgment.is_proven {
            true => Vec::new(),
            false => judgment.lines.iter().filter(is_open).filter_map(first).collect(),
        };
        let mut left = PLIES;
        for _ in 0..DRAWS.min(open.len()) {
            let mv = open.swap_remove(self.rng.below(open.len()));
            let index = session.legal_moves()?.iter().position(|legal| *legal == mv);
            if let Some(index) = index
                && !loses_at_once(session, index, &mut left)
            {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

/// Returns whether a move loses, or lets another player win with the next ply. `left` is how many plies may be looked at.
fn loses_at_once(session: &mut Session, index: usize, left: &mut usize) -> bool {
    let mover = session.to_move();
    let is_lost =
        |session: &mut Session| matches!(session.outcome(), Some(Outcome::Win(winner)) if Some(winner) != mover);
    // Whoever makes a move that faults is told so.
    if session.make(index).is_err() {
        return false;
    }
    let mut loses = is_lost(session);
    let replies = if session.to_move() == mover { 0 } else { session.legal_moves().map_or(0, <[_]>::len) };
    for reply in 0..replies.min(*left) {
        if loses {
            break;
        }
        *left -= 1;
        if session.make(reply).is_ok() {
            loses = is_lost(session);
            session.undo();
        }
    }
    session.undo();
    loses
}

impl Player for Level {
    fn name(&self) -> String {
        let name = self.player.name();
        let colon = if name.contains(':') { ',' } else { ':' };
        format!("{name}{colon}level={}", self.level)
    }

    fn begin(&mut self, number: u64) -> Result<(), PlayerError> {
        self.rng = Rng::for_game(self.seed, number);
        self.player.begin(number)
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        let at = self.level as usize - 1;
        let Some((most, chance)) = WORK.get(at).zip(CHANCE.get(at)) else { return self.player.choose(session, budget) };
        let work = budget.work.map_or(*most, |work| work.min(*most));
        let mut choice = self.player.choose(session, &budget.clone().with_work(work))?;
        let is_drawn = self.rng.below(100) < *chance;
        if let Some(judgment) = choice.judgment.as_ref().filter(|_| is_drawn)
            && let Some(index) = self.any(session, judgment)?
        {
            choice.index = index;
        }
        Ok(choice)
    }
}
