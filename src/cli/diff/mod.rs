//! `boardwright diff`: what a change of the rules does, from the text to the play.

mod html;
mod json;
mod sides;
mod snapshot;
mod summary;
mod text;

use super::args::EngineName;
use super::chosen::run_by;
use super::out::{Exit, Out, Stop};
use super::progress::Progress;
use super::threads::ThreadCount;
use boardwright::diff::figures::{Figure, figures};
use boardwright::diff::{
    Budget, Counted, Definitions, Extent, Failed, Games, Playouts, Positions, Two, What, definitions,
};
use clap::{Args, ValueEnum};
use sides::{Side, Sides};
use std::time::Instant;

/// The most pairs of random games: nobody waits for more.
const MOST_GAMES: u64 = 1_000_000_000;

/// The most positions: these take a gigabyte or so.
const MOST_POSITIONS: u64 = 1_000_000;

/// The most plies of perft: nobody waits for more, unless there is hardly a choice of moves.
const DEEPEST: i64 = 100;

/// What `diff` takes.
#[derive(Args, Debug)]
pub struct Diff {
    /// A bundled game or the path of a rule file
    pub a: String,
    /// The game to compare it with; without it, two settings of A, or A's last accepted snapshot
    pub b: Option<String>,
    /// Set a parameter: given once on both sides, given twice first that of A, then that of B
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Set a parameter of the first game only (repeatable)
    #[arg(long = "a", value_name = "NAME=VALUE")]
    pub set_a: Vec<String>,
    /// Set a parameter of the second game only (repeatable)
    #[arg(long = "b", value_name = "NAME=VALUE")]
    pub set_b: Vec<String>,
    /// Pairs of random games [default: as many as the intervals need]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Seed of all random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Leave a random game after so many plies
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Examine so many positions at most, the shortest lines first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_POSITIONS))]
    pub positions: Option<u64>,
    /// Count sequences of up to so many plies [default: as deep as a moment allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    pub depth: Option<u32>,
    /// Threads to work on: a number, or `all` for one on each core; what comes out is the same
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All)]
    pub threads: ThreadCount,
    /// What runs the rules
    #[arg(long, default_value = "fast")]
    pub engine: EngineName,
    /// Text for people, JSON for scripts, or a page for browsers and paper
    #[arg(long, default_value = "text")]
    pub format: Shape,
}

/// What `diff` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    Text,
    Json,
    /// One page that needs nothing beside it
    Html,
}

/// What `diff --help` ends with.
pub const AFTER_HELP: &str = "\
What it compares:
  boardwright diff A B                              two games
  boardwright diff A                                a rule file and its last accepted snapshot
  boardwright diff A --set size=7 --set size=9      a game with two settings
  boardwright diff A --b size=9                     a game as it is, and with a setting

It says which definitions differ; in which positions the legal moves, or what comes of a move, differ, with the shortest line of play to the first one; how many sequences of plies there are; and what random games of the same seeds come to, with confidence intervals of 95 % and whether a difference is real.

Examples:
  boardwright diff jostle mygame.game
  boardwright diff mygame.game
  boardwright diff rush --set size=7 --set size=9 --games 2000
  boardwright diff tiger mytiger.game --set gravity=2 --format html > diff.html

Exit code: 0 nothing differs, 1 something does (or a rule file has errors), 2 wrong usage.";

/// All that was found out about two games.
pub struct Comparison<'s> {
    /// The games.
    pub sides: &'s Two<Side>,
    /// What differs in the texts.
    pub definitions: Definitions,
    /// What the games do not have in common, in sentences.
    pub remarks: Vec<String>,
    /// Whether a position of one can be a position of the other.
    pub comparable: bool,
    /// What was played; none if nothing differs that could be seen in play.
    pub play: Option<Play>,
}

/// What was found out by playing.
pub struct Play {
    /// Positions in which the games differ.
    pub positions: Positions,
    /// Sequences of plies.
    pub counted: Counted,
    /// Random games, or the faults that they ran into.
    pub played: Result<(Playouts, Vec<Figure>), Failed>,
    /// The seed of the random games.
    pub extent: Extent,
}

impl Comparison<'_> {
    /// Whether nothing differs.
    pub fn same(&self) -> bool {
        self.definitions.same()
    }
}

/// Compares, and prints what came of it.
pub fn run(args: &Diff, out: &mut Out) -> Result<Exit, Stop> {
    let sides = match sides::sides(args)? {
        Sides::Games(sides) => sides.map(|side| Side { engine: run_by(args.engine, side.engine), ..side }),
        Sides::Recorded(recorded) => return snapshot::run(args, &recorded, out),
    };
    let comparison = compare(args, &sides)?;
    match args.format {
        Shape::Text => text::print(&comparison, out)?,
        Shape::Json => out.json(&json::value(&comparison))?,
        Shape::Html => out.text(html::page(&comparison))?,
    }
    Ok(if comparison.same() { Exit::Well } else { Exit::Findings })
}

fn compare<'s>(args: &Diff, sides: &'s Two<Side>) -> Result<Comparison<'s>, Stop> {
    let (a, b) = (&*sides.a.engine, &*sides.b.engine);
    let definitions = definitions(a.game(), b.game());
    if !definitions.about_play() {
        return Ok(Comparison { sides, definitions, remarks: Vec::new(), comparable: true, play: None });
    }
    let begun = Instant::now();
    let games = Games::new(a, b);
    let threads = args.threads.threads()?;
    let mut budget = Budget::new(args.seed, args.max_plies);
    if let Some(positions) = args.positions {
        // Who asks for more positions asks for what they take, too.
        budget.moves = (budget.moves / budget.positions.max(1)).saturating_mul(positions.max(budget.positions));
        budget.positions = positions;
    }
    let mut progress = Progress::new(0, "positions").since(begun);
    let positions = games.positions(&budget, &threads, &mut |done, all| progress.of(all).at(done));
    drop(progress);
    let mut progress = Progress::new(0, "moves of perft").since(begun);
    let counted = games.counts(args.depth, &threads, &mut |done, all| progress.of(all).at(done));
    drop(progress);
    let extent = Extent { seed: args.seed, games: args.games, max_plies: args.max_plies };
    let mut progress = Progress::new(0, "pairs of games").since(begun);
    let played = games.playouts(&extent, &threads, &mut |done, all| progress.of(all).at(done));
    drop(progress);
    let played = played.map(|played| {
        let figures = figures(Two { a: a.game(), b: b.game() }, &played);
        (played, figures)
    });
    let (remarks, comparable) = (games.remarks().to_vec(), games.comparable());
    Ok(Comparison { sides, definitions, remarks, comparable, play: Some(Play { positions, counted, played, extent }) })
}

/// In what a position differs, as scripts read it.
pub fn what(what: What) -> &'static str {
    match what {
        What::Start => "start",
        What::Moves => "moves",
        What::Result => "result",
        What::Turn => "turn",
        What::Effect => "effect",
        What::Fault => "fault",
    }
}
