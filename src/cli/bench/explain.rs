//! `bench --explain`: what the native code of a game does step by step, and where in its rules.

use super::loaded::BenchGame;
use super::measure::{PlayoutFigures, measure_playouts};
use super::table::write_number;
use crate::cli::chosen::{compile_games, fault_report};
use crate::cli::options::Format;
use crate::cli::out::{CliError, Exit, Out};
use boardwright::engine::Engine;
use boardwright::engine::fast::{FAULTY_TEXTS_HELP, SAME_TEXTS_HELP, SlowKind, SlowPlace, SlowReport, same_texts};
use boardwright::game::Game;
use boardwright::measure::Threads;
use boardwright::outcome::Fault;
use boardwright::source::Span;
use serde::Serialize;
use std::time::Duration;

/// The longest part of the rules that is shown, in characters.
const LONGEST: usize = 60;

/// What makes a game slow, for scripts.
#[derive(Serialize)]
struct Explanation {
    /// The name that the user gave.
    game: String,
    /// What cannot be compiled, so that the reference engine runs the game.
    refused: Option<&'static str>,
    /// The action or effect with a text that may fault, if that is why.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_at: Option<String>,
    plies_per_second: u64,
    /// The same of the reference engine.
    reference: u64,
    /// How many texts of moves the reference engine writes in a ply, to compare them.
    texts_per_ply: f64,
    /// Actions whose moves may have the same text.
    same_texts: Vec<[String; 2]>,
    places: Vec<ExplainedPlace>,
}

/// A place in the rules that runs step by step.
#[derive(Serialize)]
struct ExplainedPlace {
    steps_per_ply: f64,
    #[serde(serialize_with = "write_name")]
    kind: SlowKind,
    /// The built-in word, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<&'static str>,
    /// The place, `my.game:12:8`; none for the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// What stands there.
    text: String,
}

fn write_name<S: serde::Serializer>(kind: &SlowKind, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(kind.name())
}

/// Explains each game.
pub fn run(
    games: &[BenchGame],
    threads: &Threads,
    length: Duration,
    format: Format,
    out: &mut Out,
) -> Result<Exit, CliError> {
    let mut all = Vec::new();
    let mut exit = Exit::Success;
    for game in games {
        match explain(game, threads, length) {
            Ok(explanation) => all.push(explanation),
            Err(fault) => {
                CliError::Report(fault_report(&*game.reference, &fault)).print();
                exit = Exit::Problems;
            }
        }
    }
    if format == Format::Json {
        out.json(&all)?;
        return Ok(exit);
    }
    for (n, explanation) in all.iter().enumerate() {
        if n > 0 {
            out.line("")?;
        }
        print(explanation, out)?;
    }
    Ok(exit)
}

fn explain(game: &BenchGame, threads: &Threads, length: Duration) -> Result<Explanation, Fault> {
    let fast = game.fast();
    let speed = |engine: &dyn Engine| -> Result<u64, Fault> {
        let played: PlayoutFigures = measure_playouts(engine, &engine.start()?, threads, length, &mut || {})?;
        Ok(played.plies_per_second)
    };
    let reference = speed(&*game.reference)?;
    let (refused, report) = match fast.slow_places(SlowReport::PLIES) {
        Ok(report) => (None, report?),
        Err(why) => (Some(why), SlowReport::default()),
    };
    if refused.is_none() {
        // Code that is replaced later would be measured otherwise.
        compile_games(&fast, &fast.start()?, u32::MAX)?;
        fast.finish_compiling();
    }
    let plies_per_second = if refused.is_none() { speed(&fast)? } else { reference };
    let rules = fast.game();
    let name = |action: usize| rules.actions.get(action).map_or_else(String::new, |action| action.name.clone());
    Ok(Explanation {
        game: game.name.clone(),
        refused,
        refused_at: refused.and_then(|_| fast.faulty_text()).map(|span| write_place(rules, span)),
        plies_per_second,
        reference,
        texts_per_ply: report.per_ply(report.texts),
        same_texts: report.alike.iter().map(|(one, other)| [name(*one), name(*other)]).collect(),
        places: report.places.iter().map(|place| explain_place(rules, place, report.per_ply(place.steps))).collect(),
    })
}

fn explain_place(game: &Game, place: &SlowPlace, steps_per_ply: f64) -> ExplainedPlace {
    let text = game.sources.text(place.span).lines().next().unwrap_or("").trim();
    let short: String = text.chars().take(LONGEST).collect();
    ExplainedPlace {
        steps_per_ply,
        kind: place.kind,
        word: place.kind.word(),
        place: (!place.span.is_empty()).then(|| write_place(game, place.span)),
        text: if short.len() < text.len() { format!("{short} ..") } else { short },
    }
}

fn write_place(game: &Game, span: Span) -> String {
    let (file, line, column) = game.sources.place(span);
    format!("{file}:{line}:{column}")
}

fn print(explanation: &Explanation, out: &mut Out) -> Result<(), CliError> {
    let Explanation { game, refused, plies_per_second, reference, .. } = explanation;
    let times = *plies_per_second as f64 / (*reference).max(1) as f64;
    let speed = write_number(*plies_per_second);
    let speed = speed.trim();
    match refused {
        Some(why) => {
            out.line(format!(
                "{game}: {speed} plies per second in the reference engine, because {why} cannot be compiled"
            ))?;
            let Some(at) = &explanation.refused_at else { return Ok(()) };
            return out.line(format!("{at}  a text here may fault: {FAULTY_TEXTS_HELP}"));
        }
        None if *plies_per_second == 0 => out.line(format!("{game}: no plies, because nobody has a first move"))?,
        None => out.line(format!("{game}: {speed} plies per second, {times:.1} x the reference engine"))?,
    }
    for [one, other] in &explanation.same_texts {
        out.line(same_texts(one, other))?;
    }
    if explanation.texts_per_ply > 0.0 {
        out.line(format!("the reference engine writes {} texts of moves per ply", explanation.texts_per_ply))?;
    }
    if explanation.places.is_empty() {
        out.line("nothing runs step by step")?;
    } else {
        out.line("\nsteps per ply")?;
    }
    let mut kinds: Vec<SlowKind> = Vec::new();
    for place in explanation.places.iter().take(SlowReport::MOST_LISTED) {
        let at = place.place.as_deref().unwrap_or("the whole game");
        out.line(format!("{:>13.1}  {at}  {}", place.steps_per_ply, place.kind))?;
        if !place.text.is_empty() {
            out.line(format!("{:15}{}", "", place.text))?;
        }
        // All built-in words have one help.
        if !kinds.iter().any(|kind| kind.name() == place.kind.name()) {
            kinds.push(place.kind);
        }
    }
    let more = explanation.places.len().saturating_sub(SlowReport::MOST_LISTED);
    if more > 0 {
        out.line(format!("{more:>13}  more with fewer steps"))?;
    }
    let compares = !explanation.same_texts.is_empty();
    if compares || !kinds.is_empty() {
        out.line("")?;
    }
    if compares {
        out.line(format!("texts are compared: {SAME_TEXTS_HELP}"))?;
    }
    kinds.iter().try_for_each(|kind| out.line(format!("{}: {}", kind.name(), kind.help())))
}
