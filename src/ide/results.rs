//! Runs the examples of a file: [`run_examples`].

use super::FileAnalysis;
use crate::diagnostic::{Edit, Fix};
use crate::engine;
use crate::example;
use crate::source::Span;

/// An example and its result.
#[derive(Clone, Debug)]
pub struct ExampleResult {
    /// The whole example.
    pub span: Span,
    /// Its title.
    pub title: String,
    /// The lines that failed, or `None` if the run was stopped first.
    pub failures: Option<Vec<FailedLine>>,
}

/// A line of an example that failed.
#[derive(Clone, Debug)]
pub struct FailedLine {
    /// The line, or the part of it that failed.
    pub span: Span,
    /// What was expected and what happened.
    pub message: String,
    /// The rule that had a fault, and its message, if there was one.
    pub fault: Option<(Span, String)>,
    /// The fix that writes what happened: another number of moves.
    pub fix: Option<Fix>,
}

/// Runs the examples of a file while the answer is `wanted`. Returns `None` if the file has errors and cannot be played.
pub fn run_examples(analysis: &FileAnalysis, wanted: &dyn Fn() -> bool) -> Option<Vec<ExampleResult>> {
    let game = analysis.checked().game.as_ref()?;
    let engine = engine::engine(game.clone());
    let tested = game.examples.iter().map(|example| {
        let failures = example::run_while(&*engine, example, wanted);
        let failed = |failure: example::Failure| FailedLine {
            span: failure.span,
            fix: failure.count.and_then(|count| fix_count(game.sources.text(failure.span), failure.span, count)),
            message: failure.message,
            fault: failure.fault.map(|fault| (fault.span, fault.message)),
        };
        ExampleResult {
            span: example.span,
            title: example.title.clone(),
            failures: failures.map(|all| all.into_iter().map(failed).collect()),
        }
    });
    Some(tested.collect())
}

/// Returns the fix that replaces the number at the end of a line such as `moves 20`.
fn fix_count(line: &str, span: Span, count: u64) -> Option<Fix> {
    let before = line.trim_end().trim_end_matches(|digit: char| digit.is_ascii_digit());
    let digits = line.get(before.len()..)?.trim_end();
    let start = span.start + before.len() as u32;
    let place = Span { start, end: start + digits.len() as u32, ..span };
    let edit = Edit { span: place, text: count.to_string() };
    (!digits.is_empty()).then(|| Fix { title: format!("write {count}"), edits: vec![edit], safe: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::{self, Bundled};
    use crate::source::Source;

    #[test]
    fn examples_pass_fail_or_are_stopped() {
        let text = bundled::source("jostle").unwrap().text.replace("> value(p, own)", ">= value(p, own)");
        let jostle = FileAnalysis::new(Source::new("jostle.game", text), &Bundled, None);
        let tested = run_examples(&jostle, &|| true).unwrap();
        let failed = |one: &ExampleResult| one.failures.as_ref().map(Vec::len);
        assert_eq!(tested.iter().map(failed).collect::<Vec<_>>(), [Some(0), Some(0), Some(1), Some(2)]);
        assert_eq!(run_examples(&jostle, &|| false).unwrap().iter().map(failed).collect::<Vec<_>>(), [None; 4]);
        let wrong = FileAnalysis::new(
            Source::new("jostle.game", bundled::source("jostle").unwrap().text.replace("moves 16", "moves 3 ")),
            &Bundled,
            None,
        );
        let failed = run_examples(&wrong, &|| true).unwrap().into_iter().find_map(|one| one.failures?.pop()).unwrap();
        let edit = &failed.fix.unwrap().edits[0];
        assert_eq!((wrong.sources().text(edit.span), edit.text.as_str()), ("3", "16"));
        let broken = FileAnalysis::new(Source::new("x.game", "game \"X\""), &Bundled, None);
        assert!(run_examples(&broken, &|| true).is_none());
    }
}
