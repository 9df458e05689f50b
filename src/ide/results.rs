//! What became of the examples of a file: [`results`].

use super::Analysis;
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
}

/// Runs the examples of a file, as long as it is `wanted`; none if the file has mistakes and cannot be played.
pub fn results(analysis: &Analysis, wanted: &dyn Fn() -> bool) -> Option<Vec<Tested>> {
    let game = analysis.checked().game.as_ref()?;
    let engine = engine::engine(game.clone());
    let tested = game.examples.iter().map(|example| {
        let failures = example::run_while(&*engine, example, wanted);
        let failed = |failure: example::Failure| Failed {
            span: failure.span,
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
        let broken = Analysis::new(Source::new("x.game", "game \"X\""), &Bundled, None);
        assert!(results(&broken, &|| true).is_none());
    }
}
