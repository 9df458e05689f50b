//! [`RoundPart`]: the result of one step of a round, in JSON: for `--format json`, and from a round to the watching process.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A step of a round: one line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundPart {
    /// The number of saves since `watch` started.
    #[serde(default)]
    pub save: u64,
    /// The seconds that the step took.
    pub seconds: f64,
    #[serde(flatten)]
    pub found: PartResult,
}

/// The result of a step; `part` is its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum PartResult {
    Check(CheckResult),
    Change(RuleChange),
    Test(TestResult),
    Playout(PlayoutResult),
    /// A step that took too long and was stopped.
    Late {
        what: String,
    },
}

/// The findings of `check`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    pub errors: usize,
    pub warnings: usize,
    /// Why the settings are invalid, if they are.
    pub refused: Option<String>,
    pub report: String,
    /// The files of the rules, including missing ones.
    pub files: Vec<PathBuf>,
}

/// The items that differ from the last playable version, such as `action move`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RuleChange {
    pub changed: Vec<String>,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    /// The keywords of items whose order changed, where the order matters.
    pub reordered: Vec<String>,
}

/// The results of `test`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    pub passed: usize,
    pub failed: usize,
    /// Whether there is a snapshot.
    pub snapshot: bool,
    /// The reports of the tests that failed.
    pub report: String,
}

/// The results of random games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayoutResult {
    /// The title and the settings of the game.
    pub game: String,
    /// The players in turn order.
    pub players: Vec<String>,
    pub games: u64,
    /// The number of wins, by player.
    pub wins: BTreeMap<String, u64>,
    pub draws: u64,
    /// The number of games that did not end.
    pub unfinished: u64,
    /// The lengths, or `None` if there was no time for a game.
    pub plies_per_game: Option<Lengths>,
    /// The report of a fault, if there was one.
    pub fault: Option<String>,
}

/// The lengths of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    pub mean: f64,
    pub deviation: f64,
    /// The shortest.
    pub least: u32,
    /// The longest.
    pub most: u32,
}

impl RoundPart {
    pub fn has_problems(&self) -> bool {
        match &self.found {
            PartResult::Check(checked) => checked.errors > 0 || checked.refused.is_some(),
            PartResult::Test(tested) => tested.failed > 0,
            PartResult::Playout(played) => played.fault.is_some(),
            PartResult::Change(_) => false,
            PartResult::Late { .. } => true,
        }
    }
}
