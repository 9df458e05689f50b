//! [`Level`]: a player whose strength suits a person.

use super::{Budget, Choice, Judgment, Player, PlayerError};
use crate::moves::Move;
use crate::rng::Rng;
use crate::session::Session;

/// The levels, the weakest first.
pub const LEVELS: std::ops::RangeInclusive<u32> = 1..=10;

/// How much a level below the highest may think: random games, or positions looked at.
const WORK: [u64; 9] = [30, 60, 120, 250, 600, 1500, 4000, 12_000, 40_000];

/// How often, of 100 moves, a level makes any move that does not lose for certain.
const CHANCE: [usize; 9] = [90, 60, 35, 20, 10, 6, 3, 1, 0];

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

    /// Draws a move of those that are not lost for certain, if the result is open.
    fn any(&mut self, judgment: &Judgment) -> Option<Move> {
        let open: Vec<_> = judgment.lines.iter().filter(|line| !line.is_proven || line.value >= 0.0).collect();
        let drawn = open.get(self.rng.below(open.len()))?;
        drawn.moves.first().filter(|_| !judgment.is_proven).cloned()
    }
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
        let other = choice.judgment.as_ref().filter(|_| is_drawn).and_then(|judgment| self.any(judgment));
        if let Some(mv) = other
            && let Some(index) = session.legal_moves()?.iter().position(|legal| *legal == mv)
        {
            choice.index = index;
        }
        Ok(choice)
    }
}
