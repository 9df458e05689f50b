//! [`compare_examples`]: the examples of one game under the rules of another.

use crate::engine::Engine;
use crate::example;
use crate::game::Game;
use crate::load::{self, Given, LoadError};
use crate::source::{Source, SourceId};
use serde::Serialize;
use std::sync::Arc;

/// An example of the first game that comes out differently under the rules of the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedExample {
    /// Its title.
    pub title: String,
    /// The file and the line of it.
    pub place: (String, usize),
    /// What fails under the first game's rules, usually nothing.
    pub a: Vec<String>,
    /// What fails under the second game's rules, or why the example cannot be read there.
    pub b: Vec<String>,
    /// Whether it can be read there: it may use names that the second game does not have, which says nothing of play.
    pub read: bool,
}

/// Runs the examples of `a` under the rules of `b`. Returns how many there are, and those that come out differently.
pub fn compare_examples(a: &dyn Engine, b: &dyn Engine) -> (usize, Vec<ChangedExample>) {
    let game = a.game();
    let mut changed = Vec::new();
    for one in &game.examples {
        let messages = |engine: &dyn Engine, one| -> Vec<String> {
            example::run(engine, one).into_iter().map(|failure| failure.message).collect()
        };
        let before = messages(a, one);
        let text = game.sources.text(one.span);
        let (after, read) = match with_example(b.game(), text) {
            Ok(engine) => {
                let one = engine.game().examples.first();
                (one.map(|one| messages(&*engine, one)).unwrap_or_default(), true)
            }
            Err(why) => (vec![why], false),
        };
        if before != after {
            let (file, line, _) = game.sources.place(one.span);
            changed.push(ChangedExample {
                title: one.title.clone(),
                place: (file.to_string(), line),
                a: before,
                b: after,
                read,
            });
        }
    }
    (game.examples.len(), changed)
}

/// Returns the game with this example instead of its own, or why it cannot be read there.
fn with_example(game: &Game, example: &str) -> Result<Arc<dyn Engine>, String> {
    let mut sources = game.sources.all().to_vec();
    let Some(main) = sources.first_mut() else { return Err("there are no rules".to_owned()) };
    let mut text = String::new();
    let mut from = 0;
    let mut own: Vec<_> = game.examples.iter().map(|one| one.span).filter(|span| span.source == SourceId(0)).collect();
    own.sort_by_key(|span| span.start);
    for span in own {
        text += main.text.get(from..span.start as usize).unwrap_or("");
        from = span.end as usize;
    }
    text += main.text.get(from..).unwrap_or("");
    text += "\n";
    text += example;
    *main = Source::new(&*main.name, text);
    let settings: Vec<(String, String)> = (game.params.iter().filter(|param| param.value != param.default))
        .map(|param| (param.name.clone(), param.value.to_string()))
        .collect();
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    load::load(sources[0].clone(), &Given(sources.clone()), &settings).map_err(|error| match &error {
        LoadError::Wrong { diagnostics, .. } => {
            let first = diagnostics.iter().find(|finding| finding.is_error());
            first.map_or_else(|| error.to_string(), |finding| finding.message.clone())
        }
        _ => error.to_string(),
    })
}
