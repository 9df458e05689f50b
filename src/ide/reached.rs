//! Finds rules that no example and no snapshot reaches: [`find_unreached`].

use super::FileAnalysis;
use crate::check::{Bases, watched};
use crate::coverage::Covered;
use crate::example;
use crate::source::{Source, SourceId, Sources, Span};

/// A part of the rules that was not fully reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// Its span, in the file itself.
    pub span: Span,
    /// What never happened: `never true`.
    pub missing: &'static str,
}

/// Returns what the examples of a file and the game of its snapshot do not reach. `follow` are the moves of that game, if there is
/// one. Returns `None` if the file cannot be played, or as soon as the answer is no longer `wanted`.
pub fn find_unreached(
    analysis: &FileAnalysis,
    follow: Option<&[String]>,
    wanted: &dyn Fn() -> bool,
) -> Option<Vec<Unreached>> {
    let own = analysis.sources().get(SourceId::default());
    let game = watched(own, &KnownBases(analysis.sources()), &[]).game?;
    let covered = Covered::new(game.clone());
    for example in &game.examples {
        example::run_while(covered.engine(), example, wanted)?;
    }
    if let Some(moves) = follow.filter(|_| wanted()) {
        covered.snapshot(Some(moves));
    }
    let coverage = covered.coverage();
    let own = coverage.missing().filter(|mark| mark.span.source == SourceId::default());
    Some(own.filter_map(|mark| Some(Unreached { span: mark.span, missing: mark.missing()? })).collect())
}

/// The bases that the analysis has already found.
struct KnownBases<'a>(&'a Sources);

impl Bases for KnownBases<'_> {
    fn base(&self, _name: &str, from: &Source) -> Option<Source> {
        let at = self.0.ids().find(|id| self.0.get(*id).name == from.name)?;
        self.0.ids().find(|id| id.0 == at.0 + 1).map(|id| self.0.get(id))
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::{self, Bundled};

    #[test]
    fn unreached_rules_are_marked() {
        let text = bundled::source("jostle").unwrap().text;
        let rules = text.split("example").next().unwrap();
        let one = format!("{rules}example \"one\" {{ legal d3-d2 }}");
        let mine = FileAnalysis::new(Source::new("mine.game", one), &Bundled, None);
        let found = find_unreached(&mine, None, &|| true).unwrap();
        let shown: Vec<(&str, &str)> =
            found.iter().map(|mark| (mine.sources().text(mark.span), mark.missing)).collect();
        assert!(shown.contains(&("stuck(next)", "never evaluated")), "{shown:?}");
        assert!(shown.contains(&("move", "never played")), "{shown:?}");
        assert!(find_unreached(&mine, None, &|| false).is_none());
        let variant =
            "extends \"jostle\"\ngame \"Mine\"\nalso first end { when ply > 50: draw }\nexample \"e\" { play d3-d2 }";
        let mine = FileAnalysis::new(Source::new("variant.game", variant), &Bundled, None);
        let found = find_unreached(&mine, None, &|| true).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((mine.sources().text(found[0].span), found[0].missing), ("ply > 50", "never true"));
    }
}
