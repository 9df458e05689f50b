//! Checks a syntax tree and lowers it to a [`Game`]. This is the only stage that knows both. [`check`] reports all mistakes of a
//! file at once.
//!
//! Variants are merged first ([`expand`]). Then names are declared, parameters and the board are evaluated, and every item is
//! lowered to the typed rules of [`crate::game`]. Warnings come last.

mod action;
mod arms;
mod assignment;
mod boards;
mod branch;
mod call;
mod cell;
mod cell_names;
mod checker;
mod complete;
mod condition;
mod declared;
mod def;
mod divided;
mod drawing;
mod ending;
mod example;
pub mod expand;
mod expr;
mod fold;
mod game;
mod generate;
mod index;
mod indifferent;
mod joined;
mod kind;
mod layout;
mod lint;
mod look;
mod map;
mod maximize;
mod merge;
mod mismatch;
mod name;
mod need;
mod numbered;
mod place;
mod position_line;
mod preset;
mod sample;
mod scope;
mod set;
mod settings;
mod settled;
mod slow;
pub mod stacks;
mod stmt;
mod stuck;
mod subject;
mod tags;
mod taken;
#[cfg(test)]
mod testing;
mod text;
mod tops;
mod turns;
mod types;
mod undeclared;
mod unknown;
mod unplaced;
mod unread;
mod var;
mod walk;
mod winner;
pub mod words;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::source::{Source, SourceId, Sources, Span};
use crate::syntax::{self, ast::Unread};
use std::sync::Arc;

pub use crate::syntax::ast::Type;
pub use declared::Declared;
pub use expand::Bases;
pub use scope::{CheckedExpr, CheckedStatements, Meaning, Scope, ScopeError};

/// The result of checking a rule file.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The sources of the file and its bases. Spans point into them.
    pub sources: Arc<Sources>,
    /// The game, or `None` if there was an error.
    pub game: Option<Arc<Game>>,
    /// All errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Settings that cannot be used. If there is one, there is no game.
    pub refused: Vec<RefusedSetting>,
    /// The types of the declared names, as far as the check came.
    pub declared: Declared,
}

/// A setting from outside that cannot be used.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug)]
pub struct RefusedSetting {
    /// The name as given.
    pub name: String,
    /// The reason, a sentence without a period.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The parameter in the file, if there is one of that name.
    pub span: Option<Span>,
}

/// Checks a rule file with these settings (name and value, as written). Later settings win.
///
/// ```
/// use boardwright::bundled::Bundled;
/// use boardwright::check::check;
/// use boardwright::diagnostic::Severity;
/// use boardwright::report::{self, JsonFinding, Style};
/// use boardwright::source::Source;
///
/// let checked = check(Source::new("mine.game", "game \"Mine\"\nboard squary 3 x 3"), &Bundled, &[]);
/// assert!(checked.game.is_none());
/// let finding = checked.diagnostics.iter().find(|finding| finding.code.name() == "E01").unwrap();
/// assert_eq!(finding.code.severity(), Severity::Error);
/// assert_eq!(checked.sources.text(finding.labels[0].span), "squary");
/// let fix = finding.fix.as_ref().expect("it is misspelled");
/// assert_eq!((fix.safe, fix.edits[0].text.as_str()), (true, "square"));
///
/// assert!(report::plain(finding, &checked.sources).starts_with("mine.game:2:7: E01: "));
/// assert!(report::text(finding, &checked.sources, &Style::default()).contains("did you mean `square`?"));
/// let json = JsonFinding::new(finding, &checked.sources);
/// assert_eq!((json.line, json.column), (2, 7));
/// assert_eq!(json.fix.unwrap().edits[0].end_column, 13);
///
/// let rush = boardwright::bundled::source("rush").unwrap();
/// let checked = check(rush, &Bundled, &[("sise".to_owned(), "9".to_owned())]);
/// assert_eq!(checked.refused[0].help.as_deref(), Some("did you mean `size`?"));
/// ```
pub fn check(source: Source, bases: &dyn Bases, settings: &[(String, String)]) -> Checked {
    check_on_large_stack(source, bases, settings, false)
}

/// Checks a rule file for coverage: the game records its [places](crate::game::place::Place), and a
/// [`PlayWatch`](crate::engine::reference::PlayWatch) notes which of them are reached in play.
pub fn watched(source: Source, bases: &dyn Bases, settings: &[(String, String)]) -> Checked {
    check_on_large_stack(source, bases, settings, true)
}

fn check_on_large_stack(source: Source, bases: &dyn Bases, settings: &[(String, String)], watched: bool) -> Checked {
    // Expressions and defs nest. The parser limits the depth, and this stack is large enough for it.
    stacker::maybe_grow(16 << 20, 64 << 20, || check_here(source, bases, settings, watched))
}

fn check_here(source: Source, bases: &dyn Bases, settings: &[(String, String)], watched: bool) -> Checked {
    let mut sources = Sources::new();
    let id = sources.add(source);
    let syntax::Parsed { mut file, errors: slips } = syntax::parse_with_errors(&sources, id);
    // A part that was parsed in spite of a mistake may mean something else, unless the mistake is just an operator's spelling.
    let (spelled, unclear): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        slips.iter().partition(|slip| unread::is_spelling(slip));
    let spelled: Vec<Span> = spelled.into_iter().map(Diagnostic::span).collect();
    file.unread.extend(unclear.iter().map(|slip| Unread { span: slip.span(), item: None, names: Vec::new() }));
    let wrong: Vec<Span> = file.unread.iter().map(|unread| unread.span).collect();
    // Without its base every name of a variant would be unknown.
    let nothing = file.items.is_empty() && !slips.is_empty()
        || file.unread.iter().any(|unread| unread.item.as_deref() == Some("extends"));
    let mut all = game::Findings::default();
    let expanded = if nothing { None } else { expand::expand(&mut sources, file, bases, &mut all.diagnostics) };
    let sources = Arc::new(sources);
    let game = expanded.and_then(|expanded| {
        let wanted = preset::WantedExamples::Own;
        let task = game::Lowering {
            expanded: &expanded,
            sources: &sources,
            settings,
            wanted,
            watched,
            outside: SourceId(u16::MAX),
        };
        let game = game::lower(task, &mut all, &mut |_| ())?;
        Some(preset::with_preset_examples(game, task, &mut all.diagnostics))
    });
    let broken = !slips.is_empty();
    let game::Findings { diagnostics, refused, declared } = all;
    let mut found = unread::outside_of(diagnostics, &wrong);
    found.retain(|one| !spelled.iter().any(|place| place.contains(one.span())));
    found.extend(slips);
    divided::add_cut_divisions(&mut found, &sources, id);
    // A mistake that is found several times is reported once.
    let mut seen = std::collections::HashSet::new();
    found.retain(|one: &Diagnostic| seen.insert((one.code, one.span(), one.message.clone())));
    if found.iter().any(Diagnostic::is_error) {
        // An invalid part may use what seems unused.
        found.retain(|one| !matches!(one.code, Code::W10 | Code::W12 | Code::W15 | Code::W16 | Code::W40));
    }
    if broken {
        found.retain(Diagnostic::is_error);
    }
    found.retain(|one| !crate::meant::is_meant(one, &sources));
    found.sort_by_key(|one| (one.span().source, one.span().start, one.code));
    // So is a mistake in a word and in a longer expression that starts with it: `pieces`, `pieces of White`.
    found.dedup_by(|later, first| {
        let same = (later.code, later.span().source, later.span().start)
            == (first.code, first.span().source, first.span().start);
        same && later.message == first.message
    });
    let found = unread::merge_repeated(found, &sources);
    let clean = refused.is_empty() && !found.iter().any(Diagnostic::is_error);
    Checked { sources, game: game.filter(|_| clean).map(Arc::new), diagnostics: found, refused, declared }
}
