//! W53: parameters without effect.

use super::words::number;
use super::{ALL, DeepWork, POSITIONS};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{self, Engine};
use crate::game::Game;
use crate::game::rules::{Domain, Param, Setting};
use crate::outcome::Fault;
use crate::position::Position;
use crate::rng::Rng;
use crate::suggest;
use std::sync::Arc;

/// The maximum number of values tried per parameter.
const VALUES: usize = 6;
/// Games compared for each value.
const GAMES: u64 = 100;
/// The maximum length of these games in plies.
const PLIES: u32 = 300;

/// Compiles the game with other settings, or returns `None` if they are refused.
pub(super) type With<'a> = dyn Fn(&[(String, String)]) -> Option<Arc<Game>> + 'a;

impl DeepWork<'_> {
    /// Plays the same games with other values of each parameter.
    pub(super) fn params(&mut self, settings: &[(String, String)], with: &With) {
        let engine = engine::engine(self.game.clone());
        let games = GAMES.min(self.plan.games);
        for (at, one) in self.game.params.iter().enumerate() {
            (self.progress)(POSITIONS + (ALL - POSITIONS) * at as f64 / self.game.params.len() as f64);
            let mut tried = Vec::new();
            let mut changes = false;
            for value in values(one) {
                if (self.spent)() >= ALL {
                    return;
                }
                let mut other = settings.to_vec();
                other.push((one.name.clone(), value.to_string()));
                // Values that the parameter's condition forbids do not count.
                let Some(other) = with(&other) else { continue };
                changes = !self.plays_equally(&*engine, &*engine::engine(other), games).unwrap_or(false);
                if changes {
                    break;
                }
                tried.push(value.to_string());
            }
            if changes || tried.is_empty() {
                continue;
            }
            let tried: Vec<&str> = tried.iter().map(String::as_str).collect();
            // Conditions on such a parameter never change either.
            let sources = &self.game.sources;
            let asks = |finding: &Diagnostic| {
                let words = sources.text(finding.span()).split(|c: char| !c.is_alphanumeric() && c != '_');
                finding.code == Code::W55 && words.clone().any(|word| word == one.name)
            };
            self.found.retain(|finding| !asks(finding));
            let games = number(games);
            let message = format!("`{}` has no effect", one.name);
            self.found.push(
                Diagnostic::new(Code::W53, one.span, message)
                    .labeled(format!("{games} random games were the same with {}", suggest::listed(&tried)))
                    .help("check the rules that use it: their conditions may never hold"),
            );
        }
    }

    /// Returns whether two games begin with the same position and proceed equally, move by move.
    fn plays_equally(&self, one: &dyn Engine, other: &dyn Engine, games: u64) -> Result<bool, Fault> {
        let (start, begins) = (one.start()?, other.start()?);
        if start != begins {
            return Ok(false);
        }
        for n in 0..games {
            let (mut here, mut there) = (start.clone(), begins.clone());
            let mut rng = Rng::for_game(self.plan.seed, n);
            for ply in 0..PLIES {
                if (self.spent)() >= ALL {
                    // Too little was played to decide.
                    return Ok(false);
                }
                if !self.alike_here(one, other, (&here, &there), n == 0 && ply < 20)? {
                    return Ok(false);
                }
                let moves = one.legal_moves(&here)?;
                let Some(mv) = moves.get(rng.below(moves.len())) else { break };
                one.play_unchecked(&mut here, mv)?;
                other.play_unchecked(&mut there, mv)?;
            }
            if here != there {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn alike_here(
        &self,
        one: &dyn Engine,
        other: &dyn Engine,
        (here, there): (&Position, &Position),
        texts: bool,
    ) -> Result<bool, Fault> {
        let (moves, others) = (one.legal_moves(here)?, other.legal_moves(there)?);
        if here != there || moves != others {
            return Ok(false);
        }
        for mv in moves.iter().filter(|_| texts) {
            if one.text(here, mv)? != other.text(there, mv)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns other values of a parameter: all if they are few, otherwise the ends of its range and some between.
fn values(param: &Param) -> Vec<Setting> {
    let number = match param.value {
        Setting::Int(n) => n,
        _ => 0,
    };
    let all = match &param.domain {
        Domain::Any => [-1, 1, -number, number].iter().map(|by| Setting::Int(number.saturating_add(*by))).collect(),
        Domain::Range(low, high) => {
            let middle = (i64::from(*low) + i64::from(*high)) / 2;
            let near = [number.saturating_sub(1), number.saturating_add(1), *low, *high, middle as i32];
            near.into_iter().filter(|n| (low..=high).contains(&n)).map(Setting::Int).collect::<Vec<_>>()
        }
        Domain::List(list) => list.iter().map(|n| Setting::Int(*n)).collect(),
        Domain::Bool => vec![Setting::Bool(false), Setting::Bool(true)],
        Domain::Words(words) => words.iter().map(|word| Setting::Word(word.clone())).collect(),
    };
    let mut values: Vec<Setting> = Vec::new();
    for value in all {
        if value != param.value && !values.contains(&value) {
            values.push(value);
        }
    }
    values.truncate(VALUES);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_values_cover_the_range() {
        let param = |value: i32, domain: Domain| Param {
            name: "n".into(),
            value: Setting::Int(value),
            default: Setting::Int(value),
            domain,
            condition: None,
            docs: String::new(),
            span: Default::default(),
        };
        let tried =
            |value, domain| values(&param(value, domain)).iter().map(Setting::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(tried(9, Domain::Range(3, 25)), "8 10 3 25 14");
        assert_eq!(tried(3, Domain::Range(3, 4)), "4");
        assert_eq!(tried(0, Domain::Any), "-1 1");
        assert_eq!(tried(9, Domain::List(vec![9, 13, 19])), "13 19");
    }
}
