//! What became of the examples of a file: [`results`].

use super::Analysis;
use crate::diagnostic::{Edit, Fix};
use crate::engine;
use crate::example;
use crate::source::Span;

/// An example, and what became of it.
#[derive(Clone, Debug)]
pub struct Tested {
    /// The whole example.
    pub span: Span,
    /// Its title.
    pub title: String,
    /// What came otherwise than it says; none if it was no longer wanted before that was clear.
    pub failures: Option<Vec<Failed>>,
}

/// A line of an example that does not hold.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The line, or the part of it that matters.
    pub span: Span,
    /// What was expected and what came.
    pub message: String,
    /// The rule that ran into a fault, and the fault in words, if that is what happened.
    pub fault: Option<(Span, String)>,
    /// The change that says what came: another number of moves.
    pub fix: Option<Fix>,
}

/// Runs the examples of a file, as long as it is `wanted`; none if the file has mistakes and cannot be played.
pub fn results(analysis: &Analysis, wanted: &dyn Fn() -> bool) -> Option<Vec<Tested>> {
    let game = analysis.checked().game.as_ref()?;
    let engine = engine::engine(game.clone());
    let tested = game.examples.iter().map(|example| {
        let failures = example::run_while(&*engine, example, wanted);
        let failed = |failure: example::Failure| Failed {
            span: failure.span,
            fix: failure.count.and_then(|count| counted(game.sources.text(failure.span), failure.span, count)),
            message: failure.message,
            fault: failure.fault.map(|fault| (fault.span, fault.message)),
        };
        Tested {
            span: example.span,
            title: example.title.clone(),
            failures: failures.map(|all| all.into_iter().map(failed).collect()),
        }
    });
    Some(tested.collect())
}

/// Another number at the end of a line such as `moves 20`.
fn counted(line: &str, span: Span, count: u64) -> Option<Fix> {
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
    fn examples_pass_fail_or_are_left() {
        let text = bundled::source("jostle").unwrap().text.replace("> value(p, own)", ">= value(p, own)");
        let jostle = Analysis::new(Source::new("jostle.game", text), &Bundled, None);
        let tested = results(&jostle, &|| true).unwrap();
        let failed = |one: &Tested| one.failures.as_ref().map(Vec::len);
        assert_eq!(tested.iter().map(failed).collect::<Vec<_>>(), [Some(0), Some(0), Some(1), Some(2)]);
        assert_eq!(results(&jostle, &|| false).unwrap().iter().map(failed).collect::<Vec<_>>(), [None; 4]);
        let wrong = Analysis::new(
            Source::new("jostle.game", bundled::source("jostle").unwrap().text.replace("moves 16", "moves 3 ")),
            &Bundled,
            None,
        );
        let failed = results(&wrong, &|| true).unwrap().into_iter().find_map(|one| one.failures?.pop()).unwrap();
        let edit = &failed.fix.unwrap().edits[0];
        assert_eq!((wrong.sources().text(edit.span), edit.text.as_str()), ("3", "16"));
        let broken = Analysis::new(Source::new("x.game", "game \"X\""), &Bundled, None);
        assert!(results(&broken, &|| true).is_none());
    }
}
