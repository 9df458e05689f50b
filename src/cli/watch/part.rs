//! [`RoundPart`]: what one part of a round found out, as `--format json` prints it and the watching process reads it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// One line of JSON: a part of a round, and the seconds it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundPart {
    /// After how many saves since `watch` was started.
    #[serde(default)]
    pub save: u64,
    /// The part's seconds.
    pub seconds: f64,
    /// What it found.
    #[serde(flatten)]
    pub found: PartResult,
}

/// What was found, told apart by `part`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum PartResult {
    /// What is wrong with the file.
    Check(CheckResult),
    /// What the rules say otherwise than before.
    RuleChange(RuleChange),
    /// What became of examples and snapshot.
    Test(TestResult),
    /// How random games went.
    Playout(PlayoutResult),
    /// A part that took too long and was left.
    Late {
        /// What it was.
        what: String,
    },
}

/// What `check` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// How many errors.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// Why the settings of the command line cannot be used, if so.
    pub refused: Option<String>,
    /// The reports.
    pub report: String,
    /// The files that the rules are made of, also such as are looked for and not there.
    pub files: Vec<PathBuf>,
}

/// Items that differ from those of the last version that could be played, such as `action move`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RuleChange {
    /// Items that say something else.
    pub changed: Vec<String>,
    /// Items that are new.
    pub added: Vec<String>,
    /// Items that are gone.
    pub removed: Vec<String>,
    /// The words of items that stand in another order, if that means something.
    pub reordered: Vec<String>,
}

/// What `test` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Whether there is a snapshot to compare with.
    pub snapshot: bool,
    /// What is wrong with those that failed.
    pub report: String,
}

/// The sum of random games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayoutResult {
    /// Which title and settings they were of.
    pub game: String,
    /// The players in turn order.
    pub players: Vec<String>,
    /// How many games.
    pub games: u64,
    /// Games won, by player.
    pub wins: BTreeMap<String, u64>,
    /// Drawn games.
    pub draws: u64,
    /// Games that did not end.
    pub unfinished: u64,
    /// Their lengths; none if there was time for no game.
    pub plies_per_game: Option<Lengths>,
    /// The report of the fault that stopped them, if one did.
    pub fault: Option<String>,
}

/// Lengths of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// Of all games.
    pub mean: f64,
    /// How far they lie from the mean: the standard deviation.
    pub deviation: f64,
    /// Of the shortest game.
    pub least: u32,
    /// Of the longest game.
    pub most: u32,
}

impl RoundPart {
    /// Whether there is something to mend.
    pub fn found_something(&self) -> bool {
        match &self.found {
            PartResult::Check(checked) => checked.errors > 0 || checked.refused.is_some(),
            PartResult::Test(tested) => tested.failed > 0,
            PartResult::Playout(played) => played.fault.is_some(),
            PartResult::RuleChange(_) => false,
            PartResult::Late { .. } => true,
        }
    }
}
