//! Examples with settings of their own, `set size = 5`: the whole file is lowered anew for each of them.

use super::expand::Expanded;
use super::game::lower;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::game::rules::{Example, Param};
use crate::source::{Sources, Span};
use crate::syntax::ast::{self, CheckNode, ItemNode, Node};
use std::sync::Arc;

/// Which examples of a file are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Those of the game as the file has it: all but the ones with settings of their own.
    Own,
    /// The one at this place in the file, for whose settings the game is lowered.
    One(Span),
}

/// A line `set size = 5` of an example: the parameter, the place of the value, and the place of the line.
struct Preset<'a> {
    name: &'a str,
    value: Span,
    line: Span,
}

/// The lines of an example that set parameters.
fn presets<'a>(example: &'a ast::Example, params: &'a [Param]) -> impl Iterator<Item = Preset<'a>> {
    example.checks.iter().filter_map(|check| match &check.node {
        CheckNode::Set(target, value) => match &target.node {
            Node::Name(name) if params.iter().any(|param| param.name == *name) => {
                Some(Preset { name, value: value.span, line: check.span })
            }
            _ => None,
        },
        _ => None,
    })
}

/// Whether an example sets a parameter.
pub(super) fn has_settings(example: &ast::Example, params: &[Param]) -> bool {
    presets(example, params).next().is_some()
}

/// Adds the examples with settings of their own to a game, each with the game that it is about.
pub(super) fn with_preset_examples(
    mut game: Game,
    expanded: &Expanded,
    sources: &Arc<Sources>,
    settings: &[(String, String)],
    found: &mut Vec<Diagnostic>,
) -> Game {
    if game.params.iter().any(|param| param.value != param.default) {
        return game;
    }
    for item in &expanded.items {
        let ItemNode::Example(ast) = &item.node else { continue };
        let presets: Vec<Preset<'_>> = presets(ast, &game.params).collect();
        if !presets.is_empty() {
            let example = preset_example(item.span, &presets, expanded, sources, settings, found);
            game.examples.extend(example);
        }
    }
    game.examples.sort_by_key(|example| (example.span.source, example.span.start));
    game
}

/// The example at a place, checked in the game with its settings.
fn preset_example(
    span: Span,
    presets: &[Preset<'_>],
    expanded: &Expanded,
    sources: &Arc<Sources>,
    settings: &[(String, String)],
    found: &mut Vec<Diagnostic>,
) -> Option<Example> {
    let own = presets.iter().map(|preset| (preset.name.to_owned(), sources.text(preset.value).to_owned()));
    let settings: Vec<(String, String)> = settings.iter().cloned().chain(own).collect();
    let (mut findings, mut refused) = (Vec::new(), Vec::new());
    let game = lower(expanded, sources, &settings, Wanted::One(span), &mut findings, &mut refused);
    for refusal in &refused {
        let value = presets.iter().find(|preset| preset.name == refusal.name).map_or(span, |preset| preset.value);
        let mut finding = Diagnostic::new(Code::E31, value, refusal.message.clone());
        finding.help.clone_from(&refusal.help);
        found.push(finding);
    }
    let is_inside = |finding: &Diagnostic| {
        let place = finding.span();
        place.source == span.source && span.start <= place.start && place.end <= span.end
    };
    let (inside, outside): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_inside);
    found.extend(inside);
    if let Some(error) = outside.iter().find(|finding| finding.is_error())
        && refused.is_empty()
    {
        let line = presets.first().map_or(span, |preset| preset.line);
        let message = "with this setting the file has a mistake";
        found.push(
            Diagnostic::new(Code::E05, line, message)
                .and(error.span(), error.message.clone())
                .help("let the file work with every value of the parameter, or narrow its values"),
        );
    }
    let mut game = game.filter(|_| refused.is_empty())?;
    let mut example = game.examples.pop()?;
    example.game = Some(Arc::new(game));
    Some(example)
}
