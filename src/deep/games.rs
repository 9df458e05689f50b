//! Many fast random games: their lengths (W52) and winners (W56).

use super::reach::PlayReach;
use super::words::number;
use super::{DeepWork, GAMES};
use crate::coverage::Mark;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Engine;
use crate::game::Game;
use crate::game::expr::BoolExpr;
use crate::game::place::PlaceKind;
use crate::game::rules::{Ending, GameResult};
use crate::outcome::Fault;
use crate::position::Position;
use crate::stats::{self, Stats};

/// Games with more plies than this per cell of the board are long.
const PLIES_PER_CELL: usize = 20;
/// The minimum length of a long game, for small boards.
const LEAST_LONG: usize = 200;
/// One game in this many is often.
const OFTEN: u64 = 20;
/// With fewer games, nothing is reported about winners.
const ENOUGH: u64 = 300;
/// The maximum number of games between two checks of the time.
const ROUND: u64 = 256;

/// The results of many random games.
pub(super) struct GameResults {
    pub stats: Stats,
    /// The ply at which an unfinished game was stopped.
    pub long: u32,
}

/// Returns the ply after which a game of these rules is long.
pub(super) fn long(game: &Game) -> u32 {
    (PLIES_PER_CELL * game.board.len()).max(LEAST_LONG) as u32
}

impl DeepWork<'_> {
    /// Plays fast random games. Returns a fault with the seed and number of its game.
    pub(super) fn games(&mut self, engine: &dyn Engine, start: &Position) -> Result<GameResults, (u64, u64, Fault)> {
        let long = long(self.game);
        let mut sum = GameResults { stats: Stats::new(self.game), long };
        let (mut seed, mut round) = (self.plan.seed, 4);
        while sum.stats.games < self.plan.games && (sum.stats.games == 0 || (self.spent)() < GAMES) {
            let games = round.min(self.plan.games - sum.stats.games);
            let done = sum.stats.games;
            let (progress, all) = (&mut *self.progress, self.plan.games as f64);
            let mut tell = |n: u64| progress(GAMES * (done + n) as f64 / all);
            let played = stats::playouts(engine, start, (seed, games, long), self.threads, &mut tell);
            sum.stats.join(&played.map_err(|(n, fault)| (seed, n, fault))?);
            (seed, round) = (seed.wrapping_add(1), (2 * round).min(ROUND));
        }
        Ok(sum)
    }

    /// Reports W51 for clauses with a draw that no fast random game had, if there were too few watched games to report it.
    pub(super) fn undrawn(&mut self, sum: &GameResults, reached: &PlayReach) {
        let over = sum.stats.games - sum.stats.unfinished;
        if reached.is_enough() || over < ENOUGH || sum.stats.draws > 0 {
            return;
        }
        let is_draw = |ending: &&Ending| {
            let is_stuck = matches!(ending.condition.holds, BoolExpr::Stuck(_));
            matches!(ending.result, GameResult::Draw) && !is_stuck
        };
        for ending in self.game.end.iter().filter(is_draw) {
            let span = ending.condition.span;
            let is_seen = |mark: &Mark| mark.what == PlaceKind::End && mark.span == span && mark.seen_true;
            if reached.coverage.marks.iter().any(is_seen) {
                continue;
            }
            let finding = Diagnostic::new(Code::W51, span, "no game ended by this clause");
            let finding = finding.labeled(format!("no draw in {} random games", number(over)));
            self.found
                .push(finding.help("if it is rare, add an example that ends like this; otherwise check the condition"));
        }
    }

    /// Reports W52 and W56.
    pub(super) fn results(&mut self, sum: &GameResults, reached: &PlayReach) {
        let stats = &sum.stats;
        let (games, place) = (number(stats.games), self.game.title_span);
        if stats.unfinished * OFTEN >= stats.games && stats.games > 0 {
            let (share, long) = (number(stats.unfinished), number(sum.long.into()));
            let limits = "if positions repeat, end the game with `when repeated(next) >= 2: draw`; as a last resort, use \
                 `when ply >= 400: draw`";
            let (message, help) = match stats.unfinished == stats.games {
                true => ("no random game ended", format!("check the conditions in `end`: none of them held; {limits}")),
                false => ("games are often very long", limits.to_owned()),
            };
            let label = format!("{share} of {games} random games were unfinished after {long} plies");
            self.found.push(Diagnostic::new(Code::W52, place, message).labeled(label).help(help));
        }
        let over = stats.games - stats.unfinished;
        if over < ENOUGH && !reached.complete {
            return;
        }
        let shown = if reached.complete { reached.extent() } else { format!("in {games} random games") };
        let help = match reached.complete {
            true => {
                "this holds for all games: check the conditions in `end` for each player; if it is intended, write `// meant: W56` above"
            }
            false => {
                "random play is not good play: if this is intended, write `// meant: W56` above; otherwise check the conditions in \
                 `end` for each player"
            }
        };
        let seen = |player: usize| reached.winners >> player & 1 == 1 || stats.wins.get(player).is_some_and(|n| *n > 0);
        let losers: Vec<&str> = self
            .game
            .players
            .iter()
            .enumerate()
            .filter(|(at, _)| !seen(*at))
            .map(|(_, one)| one.name.as_str())
            .collect();
        let finding = |message: String| Diagnostic::new(Code::W56, place, message).labeled(shown.clone()).help(help);
        if losers.len() == self.game.players.len() {
            self.found.push(finding("no player ever won".to_owned()));
        } else if !losers.is_empty() {
            self.found.push(finding(format!("{} never won", losers.join(" and "))));
        }
    }
}
