//! [`Comparison`]: all differences between two games.

use super::sides::Side;
use crate::cli::chosen;
use crate::cli::options::StartArgs;
use crate::cli::out::CliError;
use crate::cli::progress::ProgressReporter;
use crate::cli::threads::ThreadCount;
use boardwright::engine::Engine;
use boardwright::internals::diff::figures::{Figure, Significance, figures};
use boardwright::internals::diff::{
    Budget, ChangedExample, Counted, Definitions, FailedPlayouts, Games, PlayoutExtent, Playouts, Positions, Two,
    compare_examples, definitions,
};
use boardwright::position::Position;
use boardwright::position_line;
use clap::Args;
use std::time::Instant;

/// The most pairs of random games: nobody waits for more.
const MOST_GAMES: u64 = 1_000_000_000;

/// The most positions: these take about a gigabyte.
const MOST_POSITIONS: u64 = 1_000_000;

/// The greatest perft depth: nobody waits for more, unless there is hardly a choice of moves.
const DEEPEST: i64 = 100;

/// The arguments that say how much is played.
#[derive(Args, Debug)]
pub struct ExtentArgs {
    /// Number of pairs of random games [default: as many as the confidence intervals need]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Stop each random game after this many plies
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Examine at most this many positions, shortest lines first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_POSITIONS))]
    pub positions: Option<u64>,
    /// Count move sequences up to this depth [default: up to three million sequences]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    pub depth: Option<u32>,
}

/// All differences between two games.
pub struct Comparison<'s> {
    pub sides: &'s Two<Side>,
    /// The differences between the rule texts.
    pub definitions: Definitions,
    /// The number of examples of the first game, and those that come out differently under the rules of the second.
    pub examples: (usize, Vec<ChangedExample>),
    /// What the games do not have in common, in sentences.
    pub remarks: Vec<String>,
    /// The lines of the first positions, if they are not the games' own.
    pub start: Option<Two<String>>,
    /// Whether a position of one game can be a position of the other.
    pub is_comparable: bool,
    /// The differences in play, or `None` if no definition that affects play differs.
    pub play: Option<PlayComparison>,
}

/// The differences in play.
pub struct PlayComparison {
    /// Positions in which the games differ.
    pub positions: Positions,
    /// The numbers of move sequences.
    pub counted: Counted,
    /// The results of random games, or the faults in them.
    pub played: Result<(Playouts, Vec<Figure>), FailedPlayouts>,
    /// The seed and the limits of the random games.
    pub extent: PlayoutExtent,
}

impl Comparison<'_> {
    pub fn new<'s>(
        sides: &'s Two<Side>,
        start: &StartArgs,
        args: &ExtentArgs,
        threads: ThreadCount,
    ) -> Result<Comparison<'s>, CliError> {
        let (a, b) = (&*sides.a.engine, &*sides.b.engine);
        let first = first_positions(sides, start)?;
        let start = first.as_ref().map(|first| {
            let line =
                |engine: &dyn Engine, position: &Position| position_line::write(engine, position).unwrap_or_default();
            Two { a: line(a, &first.a), b: line(b, &first.b) }
        });
        let definitions = definitions(a.game(), b.game());
        if !definitions.about_play() {
            let examples = (0, Vec::new());
            let remarks = Vec::new();
            return Ok(Comparison { sides, definitions, examples, remarks, start, is_comparable: true, play: None });
        }
        let begun = Instant::now();
        let recorded = [&sides.a, &sides.b].into_iter().filter_map(Side::recorded_game).collect();
        let mut games = Games::new(a, b).following(recorded);
        let examples = compare_examples(a, b);
        if let Some(first) = first {
            games = games.starting(first);
        }
        let threads = threads.start()?;
        let mut budget = Budget::new(args.seed, args.max_plies);
        if let Some(positions) = args.positions {
            // The budget of moves grows with the requested number of positions.
            budget.moves = (budget.moves / budget.positions.max(1)).saturating_mul(positions.max(budget.positions));
            budget.positions = positions;
        }
        let mut positions = ProgressReporter::show("positions", begun, |news| games.positions(&budget, &threads, news));
        let counted = ProgressReporter::show("moves of perft", begun, |news| games.counts(args.depth, &threads, news));
        let extent = PlayoutExtent { seed: args.seed, games: args.games, max_plies: args.max_plies };
        let played = ProgressReporter::show("pairs of games", begun, |news| games.playouts(&extent, &threads, news));
        let played = played.map(|played| {
            games.trace(&mut positions, &extent, &played);
            let figures = figures(Two { a: a.game(), b: b.game() }, &played);
            (played, figures)
        });
        let play = Some(PlayComparison { positions, counted, played, extent });
        let (remarks, is_comparable) = (games.remarks().to_vec(), games.is_comparable());
        Ok(Comparison { sides, definitions, examples, remarks, start, is_comparable, play })
    }

    /// Returns whether the random games of each seed are the same in both games; `None` if they failed.
    pub fn plays_alike(&self) -> Option<bool> {
        let (played, figures) = self.play.as_ref()?.played.as_ref().ok()?;
        let equal = figures.iter().all(|figure| figure.verdict == Significance::Equal);
        Some(played.apart.is_empty() && equal)
    }

    /// Returns whether the games do not differ.
    pub fn is_same(&self) -> bool {
        self.definitions.same()
    }
}

/// Returns the position of `--position` in both games, if it is given.
///
/// Errors with the report, and says which of the games refuses the line.
fn first_positions(sides: &Two<Side>, start: &StartArgs) -> Result<Option<Two<Position>>, CliError> {
    if start.position.is_none() {
        return Ok(None);
    }
    let position = |side: &Side| chosen::first_position(&*side.engine, start);
    let name = |letter: char, side: &Side| format!("{letter} ({})", side.engine.game().full_title());
    let (a, b) = (name('A', &sides.a), name('B', &sides.b));
    match (position(&sides.a), position(&sides.b)) {
        (Ok(a), Ok(b)) => Ok(Some(Two { a, b })),
        (Err(error), Ok(_)) => Err(refused(error, &a, &b)),
        (Ok(_), Err(error)) => Err(refused(error, &b, &a)),
        (Err(error), Err(_)) => Err(error.and(&format!("Neither {a} nor {b} has such a position"))),
    }
}

/// Adds to the error of one game that the other one takes the line.
fn refused(error: CliError, game: &str, other: &str) -> CliError {
    let line = match error {
        CliError::UsageReport(_) => format!("{game} has no such position; {other} has it"),
        _ => format!("The rules of {game} failed there; those of {other} did not"),
    };
    error.and(&line)
}
