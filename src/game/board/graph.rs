//! Boards of points joined by chains.

use super::compass::Compass;
use super::{BoardError, Chains, Stretch, coordinates};
use crate::game::piece::{Dir, MAX_DIRS};
use std::collections::{BTreeMap, BTreeSet};

/// A column and a row.
type GridPoint = (i32, i32);

/// Where a step from a place in a direction leads, and where the rule file says so.
type Steps = BTreeMap<(GridPoint, Dir), (GridPoint, Stretch)>;

/// A graph whose chains do not contradict each other.
pub(super) struct Graph {
    /// The column and row of each point, in the language's order.
    pub places: Vec<GridPoint>,
    /// The directions, by the names that the chains give them.
    pub compass: Compass,
    /// The steps that the chains define.
    pub steps: Steps,
}

/// Reads the chains.
pub(super) fn read(all: &[Chains]) -> Result<Graph, BoardError> {
    let mut compass = Compass::default();
    let mut rows = BTreeSet::new();
    let mut steps = Steps::new();
    for (n, chains) in all.iter().enumerate() {
        let (forth, back) = name_pair(&mut compass, chains)?;
        for (m, chain) in chains.chains.iter().enumerate() {
            let mut before = None;
            for (at, name) in chain.iter().enumerate() {
                let place =
                    coordinates::parse(None, name).filter(|place| place.0 <= coordinates::LAST).ok_or_else(|| {
                        let message =
                            format!("`{name}` cannot name a point: write one or two lowercase letters and a number");
                        BoardError::Chain(message, vec![Stretch { chains: n, chain: m, first: at, last: at }])
                    })?;
                rows.insert((place.1, place.0));
                if let Some(before) = before.replace(place) {
                    let written = Stretch { chains: n, chain: m, first: at - 1, last: at };
                    join(&mut steps, (before, forth), (place, written), &chains.forth)?;
                    if let (Some(back), Some(word)) = (back, &chains.back) {
                        join(&mut steps, (place, back), (before, written), word)?;
                    }
                }
            }
        }
    }
    let places = rows.into_iter().map(|(row, column)| (column, row)).collect();
    Ok(Graph { places, compass, steps })
}

/// Returns the directions of chains, forth and back; each must be the other's opposite wherever it is named.
fn name_pair(compass: &mut Compass, chains: &Chains) -> Result<(Dir, Option<Dir>), BoardError> {
    let too_many = || BoardError::Links(format!("a board has at most {MAX_DIRS} directions"));
    let known = compass.names.len();
    let forth = compass.name(&chains.forth).ok_or_else(too_many)?;
    let back = chains.back.as_ref().map(|back| compass.name(back).ok_or_else(too_many)).transpose()?;
    if back == Some(forth) {
        return Err(BoardError::Links(format!("`{}` cannot be its own opposite", chains.forth)));
    }
    let mut pair = |one: Dir, other: Option<Dir>| {
        let opposite = &mut compass.opposite[one.0 as usize];
        let fits = one.0 as usize >= known || *opposite == other;
        *opposite = other;
        fits
    };
    if pair(forth, back) && back.is_none_or(|back| pair(back, Some(forth))) {
        return Ok((forth, back));
    }
    let name = match &chains.back {
        Some(back) => format!("{}/{back}", chains.forth),
        None => chains.forth.clone(),
    };
    Err(BoardError::Links(format!("`{name}` has another opposite in the chains above")))
}

/// Adds a step. Errors if it contradicts another step.
fn join(steps: &mut Steps, from: (GridPoint, Dir), to: (GridPoint, Stretch), word: &str) -> Result<(), BoardError> {
    let name = |place: GridPoint| coordinates::cell_name(None, place.0, place.1);
    let (here, next) = (name(from.0), name(to.0));
    if from.0 == to.0 {
        return Err(BoardError::Chain(format!("`{here}` follows itself"), vec![to.1]));
    }
    match steps.insert(from, to) {
        Some((other, written)) if other != to.0 => {
            let other = name(other);
            let message = format!("in direction {word}, `{here}` is followed by `{other}` and by `{next}`");
            Err(BoardError::Chain(message, vec![to.1, written]))
        }
        _ => Ok(()),
    }
}
