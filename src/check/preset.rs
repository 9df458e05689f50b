//! Checks examples with their own settings, `set size = 5`. The whole file is lowered again for each of them.

use super::checker::*;
use super::game::{Findings, Lowering, lower};
use super::lint::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::game::rules::{Example, Param, PictureSymbol};
use crate::source::Span;
use crate::syntax::ast::{self, CheckNode, ItemNode, LayoutNode, Node};
use std::sync::Arc;

/// The examples of a file to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WantedExamples {
    /// All examples without their own settings.
    Own,
    /// The example at this span. The game is lowered with its settings.
    One(Span),
}

/// A line `set size = 5` of an example: the parameter, the span of the value, and the span of the line.
struct Preset<'a> {
    name: &'a str,
    value: Span,
    line: Span,
}

/// Returns the lines of an example that set parameters.
fn presets<'a>(example: &'a ast::Example, params: &'a [Param]) -> impl Iterator<Item = Preset<'a>> {
    example.checks.iter().filter_map(|check| {
        let CheckNode::Set(target, value) = &check.node else { return None };
        let Node::Name(name) = &target.node else { return None };
        let is_param = params.iter().any(|param| param.name == *name);
        is_param.then_some(Preset { name, value: value.span, line: check.span })
    })
}

/// Returns whether an example sets a parameter.
pub(super) fn has_settings(example: &ast::Example, params: &[Param]) -> bool {
    presets(example, params).next().is_some()
}

impl Checker<'_> {
    /// Marks the names in an example as used. The example itself is checked in a game with other settings.
    pub(super) fn mark_used(&mut self, example: &ast::Example, symbols: &[(PictureSymbol, Span)]) {
        let mut names: Vec<&str> = Vec::new();
        let mut see = |name, _| names.push(name);
        for check in &example.checks {
            match &check.node {
                CheckNode::Expect(condition) => walk(condition, &mut see),
                CheckNode::Set(target, value) => {
                    walk(value, &mut see);
                    if let Node::Call(_, args) = &target.node {
                        args.iter().for_each(|arg| walk(arg, &mut see));
                    }
                }
                CheckNode::Position(layout) => match &layout.node {
                    LayoutNode::Placements(placements) => placements.iter().for_each(|placement| {
                        see(&placement.kind.node, placement.kind.span);
                        walk(&placement.at, &mut see);
                    }),
                    LayoutNode::Picture(picture) => {
                        let shown =
                            |symbol: &PictureSymbol| picture.iter().any(|sign| sign.node.contains(symbol.symbol));
                        let kinds = symbols.iter().filter(|(symbol, _)| shown(symbol));
                        self.kinds_used.extend(kinds.map(|(symbol, _)| usize::from(symbol.piece.kind.0)));
                    }
                },
                CheckNode::Line(line) => self.mark_used_in_line(&line.node, symbols),
                _ => {}
            }
        }
        for name in names {
            match self.globals.get(name) {
                Some((Global::Param(at), _)) => drop(self.params_used.insert(*at)),
                Some((Global::Kind(at), _)) => drop(self.kinds_used.insert(*at)),
                Some((Global::Var(at), _)) => self.vars[*at].used = true,
                Some((Global::Def(at), _)) => self.defs[*at].used = true,
                _ => {}
            }
        }
    }
}

/// Adds the examples with their own settings to a game, each with its own game.
pub(super) fn with_preset_examples(mut game: Game, task: Lowering<'_>, found: &mut Vec<Diagnostic>) -> Game {
    if game.params.iter().any(|param| param.value != param.default) {
        return game;
    }
    for item in &task.expanded.items {
        let ItemNode::Example(ast) = &item.node else { continue };
        let presets: Vec<Preset<'_>> = presets(ast, &game.params).collect();
        if !presets.is_empty() {
            let example = preset_example(item.span, &presets, task, found);
            game.examples.extend(example);
        }
    }
    game.examples.sort_by_key(|example| (example.span.source, example.span.start));
    game
}

/// Checks the example at a span in the game with its settings.
fn preset_example(
    span: Span,
    presets: &[Preset<'_>],
    task: Lowering<'_>,
    found: &mut Vec<Diagnostic>,
) -> Option<Example> {
    let own = presets.iter().map(|preset| (preset.name.to_owned(), task.sources.text(preset.value).to_owned()));
    let settings: Vec<(String, String)> = task.settings.iter().cloned().chain(own).collect();
    let mut here = Findings::default();
    let game =
        lower(Lowering { settings: &settings, wanted: WantedExamples::One(span), ..task }, &mut here, &mut |_| ());
    let Findings { diagnostics: findings, refused, .. } = here;
    for refusal in &refused {
        let value = presets.iter().find(|preset| preset.name == refusal.name).map_or(span, |preset| preset.value);
        let mut finding = Diagnostic::new(Code::E31, value, refusal.message.clone());
        finding.help.clone_from(&refusal.help);
        found.push(finding);
    }
    let is_inside = |finding: &Diagnostic| span.contains(finding.span());
    let (inside, outside): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_inside);
    found.extend(inside);
    if let Some(error) = outside.iter().find(|finding| finding.is_error())
        && refused.is_empty()
    {
        let line = presets.first().map_or(span, |preset| preset.line);
        let message = "the rules are wrong with this setting";
        found.push(
            Diagnostic::new(Code::E05, line, message)
                .and(error.span(), error.message.clone())
                .help("make them work with every value of the parameter, or narrow its range"),
        );
    }
    let mut game = game.filter(|_| refused.is_empty())?;
    let mut example = game.examples.pop()?;
    example.game = Some(Arc::new(game));
    Some(example)
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes;
    use crate::diagnostic::Code;

    /// Returns the findings for a game with a def, a parameter, a kind and a variable that only this example may use.
    fn found(example: &str) -> Vec<Code> {
        codes(&format!(
            "def f(n: int) = n * 2 param size = 3 in 1..5 var v = size piece man, king legend k = king of A \
             action add(p: empty) do {{ put man at p; v = 0 }} end {{ when stuck(next): draw }} example \"e\" {{ {example} }}"
        ))
    }

    #[test]
    fn names_in_an_example_with_a_setting_are_used() {
        let moves = "expect f(size) == 8 and v == 4";
        assert_eq!(found(&format!("position {{ king of A at d4 }} set size = 4 {moves}")), []);
        assert_eq!(found(&format!("position {{ k . . .  . . . .  . . . .  . . . . }} set size = 4 {moves}")), []);
        assert_eq!(found(&format!("set size = 4 position \"k3/4/4/4 A v=4\" {moves}")), []);
        assert_eq!(found("set size = 4 moves 16"), [Code::W10, Code::W10, Code::W10]);
    }
}
