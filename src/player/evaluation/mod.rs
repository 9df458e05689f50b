//! [`Evaluation`]: what a position seems to be worth, made from the rules alone.
//!
//! Every player has features: pieces by kind and place, the goals that the clauses of `end` ask for, variables, and the number
//! of moves. Each has a weight. Their sum is a number whose differences between players are log odds of winning.

mod classes;
mod fit;
mod formula;
mod goals;
mod links;
pub(super) mod math;
mod places;
mod read;
mod rows;
mod samples;
mod weights;

use crate::engine::Engine;
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::piece::Player;
use crate::game::rules::IndexType;
use crate::types::Type;
use classes::Classes;
use formula::{Num, Words};
use goals::{Form, Goal, Goals};
use math::{exp, ln_after};
use places::Place;
use samples::Samples;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use fit::{Prior, Sample, fit, loss, scales};
pub(crate) use math::probability;

/// What is to be judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'w> {
    /// The words of the position.
    pub words: &'w [u64],
    /// The player to move.
    pub mover: Player,
    /// The players who are still in the game, bit n for player n.
    pub players: u16,
    /// The number of moves that each player had when last to move.
    pub moves: &'w [u32],
}

/// Judges the positions of one game.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    game: Arc<Game>,
    goals: Vec<Goal>,
    /// For each player, what the cells are like.
    places: Vec<Vec<Place>>,
    classes: Classes,
    /// The variables of each player.
    vars: Vec<Vec<Num>>,
    /// The names of the features, in the order of their weights.
    names: Vec<String>,
    /// The weights of the features.
    weights: Vec<f32>,
    /// For each player, kind and cell, what a piece there is worth.
    pieces: Vec<Vec<Vec<f32>>>,
    /// For each player and kind, what captures are ordered by.
    worth: Vec<Vec<i32>>,
    uses_moves: bool,
}

/// Returns the weight of a feature by its name, if it is known.
pub(crate) type KnownWeights<'w> = &'w dyn Fn(&str) -> Option<f32>;

/// Thousandths of log odds, for searches that calculate with whole numbers.
const UNIT: f32 = 1000.0;

/// No judgment is greater.
const MOST: f32 = 50.0;

/// Returns for each player the regions that this player wins by connecting.
pub(crate) fn connections(game: &Game) -> Vec<Vec<CellSet>> {
    let goals = Goals::new(game);
    let of = |player: usize| {
        let won = goals.all.iter().filter(|goal| goal.is_good).filter_map(|goal| goal.forms[player].as_ref());
        won.filter_map(Form::ends).flatten().copied().collect()
    };
    (0..game.players.len()).map(of).collect()
}

impl Evaluation {
    /// Creates the evaluation of a game with weights that are a guess.
    pub(crate) fn new(game: &Game) -> Evaluation {
        let goals = Goals::new(game);
        let players = game.players.len();
        let places: Vec<Vec<Place>> = (0..players).map(|player| places::places(game, &goals, player)).collect();
        let (vars, var_names) = vars(game);
        let uses_moves = goals.is_stuck;
        let kinds =
            game.kinds.iter().flat_map(|kind| places::NAMES.iter().map(|name| format!("{name} of {}", kind.name)));
        let mut names: Vec<String> = kinds.collect();
        names.extend(goals.all.iter().flat_map(|goal| goal.names.iter().cloned()));
        names.extend(var_names);
        names.extend(["moves", "to move", "first"].map(str::to_owned));
        let mut weights = weights::guess(game, &goals, &names);
        let classes = if players == 2 { Classes::new(game, &places) } else { Classes::default() };
        names.extend(game.kinds.iter().flat_map(|kind| classes.names(&kind.name).collect::<Vec<_>>()));
        weights.resize(names.len(), 0.0);
        number_equal(&mut names);
        let (pieces, worth) = (Vec::new(), Vec::new());
        let goals = goals.all;
        let game = Arc::new(game.clone());
        let mut evaluation =
            Evaluation { game, goals, places, classes, vars, names, weights, pieces, worth, uses_moves };
        evaluation.prepare();
        evaluation
    }

    /// Creates the evaluation of a game whose weights explain the results of a few random games. They stay close to those of a
    /// similar game if there are any.
    pub(crate) fn learned(engine: &Arc<dyn Engine>, seed: u64, similar: Option<KnownWeights<'_>>) -> Evaluation {
        let mut evaluation = Evaluation::new(engine.game());
        let samples = Samples::of_random_games(&evaluation, engine, seed);
        for (kind, mobility) in samples.mobility().into_iter().enumerate() {
            // A piece is worth about as much as it can do.
            evaluation.weights[kind * places::NAMES.len()] = 0.25 + 0.15 * mobility as f32;
        }
        if let Some(similar) = similar {
            evaluation.take(similar);
        }
        let strengths = weights::strengths(&evaluation.names);
        let prior = Prior { weights: evaluation.weights.clone(), strengths };
        evaluation.set_weights(fit(&samples.all, &prior));
        evaluation
    }

    /// Returns the features that differ between two players, or `None` if there are not two. `by_cell` adds those of single cells.
    pub(crate) fn differences(&self, view: &View<'_>, by_cell: bool) -> Option<Vec<(u16, f32)>> {
        if self.places.len() != 2 {
            return None;
        }
        let mut all = self.features(view, 0, by_cell);
        all.iter_mut().zip(self.features(view, 1, by_cell)).for_each(|(one, other)| *one -= other);
        Some((0u16..).zip(all).filter(|(_, value)| *value != 0.0).collect())
    }

    /// Returns the features of a player, in the order of their weights.
    fn features(&self, view: &View<'_>, player: usize, by_cell: bool) -> Vec<f32> {
        let layout = &self.game.layout;
        let mut values = vec![0.0; self.game.kinds.len() * places::NAMES.len()];
        let mut cells = vec![0.0; if by_cell { self.game.kinds.len() * self.classes.count() } else { 0 }];
        let holds = |offset: usize, n: usize| view.words[offset + n / 64] >> (n % 64) & 1 == 1;
        for (n, place) in self.places[player].iter().enumerate() {
            let kind = (0..layout.kinds).find(|kind| holds(layout.kind(*kind), n));
            if let Some(kind) = kind.filter(|_| holds(layout.player(player), n)) {
                let values = &mut values[kind * places::NAMES.len()..];
                values.iter_mut().zip(place).for_each(|(value, place)| *value += place);
                if let Some(class) = self.classes.class(player, n).filter(|_| by_cell) {
                    cells[kind * self.classes.count() + class] += 1.0;
                }
            }
        }
        self.others(view, player, &mut values);
        values.extend(cells);
        values
    }

    /// Returns the names of the features.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the weights of the features.
    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Replaces the weights.
    pub(crate) fn set_weights(&mut self, weights: Vec<f32>) {
        self.weights = weights;
        self.uses_moves |= self.weights[self.moves_feature()] != 0.0;
        self.prepare();
    }

    /// Takes weights by the names of their features, where they are known.
    pub(crate) fn take(&mut self, known: KnownWeights<'_>) {
        let of = |(name, weight): (&String, &f32)| known(name).unwrap_or(*weight);
        self.set_weights(self.names.iter().zip(&self.weights).map(of).collect());
    }

    /// Returns the number of the feature that counts moves.
    pub(crate) fn moves_feature(&self) -> usize {
        self.names.len() - self.game.kinds.len() * self.classes.count() - 3
    }

    /// Counts moves whatever their weight is.
    pub(crate) fn count_moves(&mut self) {
        self.uses_moves = true;
    }

    /// Returns whether the number of moves matters.
    pub(crate) fn uses_moves(&self) -> bool {
        self.uses_moves
    }

    /// Returns what a piece of each kind is worth, for each player.
    pub(crate) fn worth(&self) -> &[Vec<i32>] {
        &self.worth
    }

    /// Prepares the tables after a change of the weights.
    fn prepare(&mut self) {
        let kinds = self.game.kinds.len();
        let classes = &self.weights[self.moves_feature() + 3..];
        let worth = |player: usize, kind: usize, (cell, place): (usize, &Place)| {
            let weights = &self.weights[kind * places::NAMES.len()..];
            let sum: f32 = weights.iter().zip(place).map(|(weight, value)| weight * value).sum();
            let class = self.classes.class(player, cell);
            sum + class.map_or(0.0, |class| classes[kind * self.classes.count() + class])
        };
        let cells = |player: usize, kind: usize| {
            self.places[player].iter().enumerate().map(|at| worth(player, kind, at)).collect()
        };
        self.pieces =
            (0..self.places.len()).map(|player| (0..kinds).map(|kind| cells(player, kind)).collect()).collect();
        let worth = |cells: &Vec<f32>| (cells.iter().sum::<f32>() / cells.len().max(1) as f32 * UNIT) as i32;
        self.worth = self.pieces.iter().map(|kinds| kinds.iter().map(worth).collect()).collect();
    }

    /// Returns what the position is worth to the player to move, of two, in thousandths of log odds.
    pub(crate) fn score(&self, view: &View<'_>) -> i32 {
        let [first, second] = [0, 1].map(|player| self.strength(view, player));
        let score = if view.mover.0 == 0 { first - second } else { second - first };
        (score.clamp(-MOST, MOST) * UNIT) as i32
    }

    /// Returns what the position is expected to be worth to each player, from -1 to 1.
    pub(crate) fn returns(&self, view: &View<'_>) -> Vec<f64> {
        let players = self.places.len();
        let is_in = |player: usize| view.players >> player & 1 == 1;
        let strengths: Vec<f64> =
            (0..players).map(|player| self.strength(view, player).clamp(-MOST, MOST).into()).collect();
        if let [alone] = strengths.as_slice() {
            return vec![2.0 * probability(*alone) - 1.0];
        }
        let most = strengths.iter().copied().fold(f64::MIN, f64::max);
        let odds = (0..players).map(|player| if is_in(player) { exp(strengths[player] - most) } else { 0.0 });
        let odds: Vec<f64> = odds.collect();
        let all = odds.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let others = (players - 1).max(1) as f64;
        odds.iter().map(|odds| odds / all - (1.0 - odds / all) / others).collect()
    }

    /// Returns the sum of a player's features.
    fn strength(&self, view: &View<'_>, player: usize) -> f32 {
        let layout = &self.game.layout;
        let len = layout.set_words;
        let own = &view.words[layout.player(player)..][..len];
        let mut sum = 0.0;
        for (kind, cells) in self.pieces[player].iter().enumerate() {
            let set = &view.words[layout.kind(kind)..][..len];
            for (n, (own, kind)) in own.iter().zip(set).enumerate() {
                let mut left = own & kind;
                while left != 0 {
                    sum += cells[64 * n + left.trailing_zeros() as usize];
                    left &= left - 1;
                }
            }
        }
        let first = self.game.kinds.len() * places::NAMES.len();
        let mut values = Vec::new();
        self.others(view, player, &mut values);
        sum + self.weights[first..].iter().zip(&values).map(|(weight, value)| weight * value).sum::<f32>()
    }

    /// Adds the values of the features that are not about single pieces.
    fn others(&self, view: &View<'_>, player: usize, values: &mut Vec<f32>) {
        let at = Words::new(&self.game, view.words);
        for goal in &self.goals {
            let first = values.len();
            if let Some(form) = &goal.forms[player] {
                form.values(&at, values);
            }
            values.resize(first + goal.names.len(), 0.0);
            if !goal.is_good {
                values[first..].iter_mut().for_each(|value| *value = -*value);
            }
        }
        values.extend(self.vars[player].iter().map(|num| at.num(num) as f32));
        let moves = if self.uses_moves { view.moves.get(player).copied().unwrap_or(0) } else { 0 };
        let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
        values.extend([ln_after(moves.into()), flag(usize::from(view.mover.0) == player), flag(player == 0)]);
    }
}

/// Numbers equal names, so that each weight has a name of its own.
fn number_equal(names: &mut [String]) {
    let mut seen = BTreeMap::new();
    for name in names {
        let count: &mut u32 = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name += &format!(" ({count})");
        }
    }
}

/// Returns the variables that are numbers of players, such as pieces in hand, and their names. Variables with further indexes are
/// told apart by kind only.
fn vars(game: &Game) -> (Vec<Vec<Num>>, Vec<String>) {
    let mut all = vec![Vec::new(); game.players.len()];
    let mut names = Vec::new();
    for (var, place) in game.vars.iter().zip(&game.layout.vars) {
        let at = var.indexes.iter().position(|index| *index == IndexType::Player);
        let Some(at) = at.filter(|_| var.ty == Type::Int && place.count <= 1024) else { continue };
        let kind_at = var.indexes.iter().position(|index| *index == IndexType::Kind);
        let kinds = kind_at.map_or(1, |_| game.kinds.len());
        for kind in 0..kinds {
            names.push(match kind_at {
                Some(_) => format!("variable {} of {}", var.name, game.kinds[kind].name),
                None => format!("variable {}", var.name),
            });
            for (player, nums) in all.iter_mut().enumerate() {
                let is_of = |n: &usize| {
                    let indexes = place.indexes(*n);
                    indexes[at] == player as i64 && kind_at.is_none_or(|kind_at| indexes[kind_at] == kind as i64)
                };
                let words = (0..place.count).filter(is_of).map(|n| Num::Word(place.offset + n * place.stride));
                nums.push(Num::Sum(words.collect()));
            }
        }
    }
    (all, names)
}
