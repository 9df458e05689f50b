//! What the tool says about a rule file: [`Diagnostic`], with a stable [`Code`], labelled places and help.

use crate::source::Span;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file can be played; the author should look.
    Warning,
    /// The file cannot be played.
    Error,
}

macro_rules! codes {
    ($($code:ident $title:literal,)*) => {
        /// The stable codes of everything that Boardwright reports about rules: `E` errors and `W` warnings of the check,
        /// `F` faults of a run. `boardwright explain CODE` has a page for each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs)] // each variant is described by its title
        pub enum Code { $($code,)* }

        impl Code {
            /// Every code, in the order of the reference.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// The code as people write it: `E10`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)* }
            }
        }
    };
}

codes! {
    E01 "syntax",
    E02 "unknown name",
    E03 "name already taken",
    E04 "no such cell, direction or symbol on this board",
    E05 "this cannot be set, or no action can write such a move",
    E10 "wrong type",
    E11 "wrong number of arguments",
    E12 "type cannot be inferred",
    E13 "operators mixed without parentheses",
    E14 "several directions where one is wanted",
    E15 "word only for two players, or for players that are going somewhere",
    E20 "word that means nothing here",
    E21 "possible in a circle",
    E22 "pieces asked for before there are any",
    E30 "picture or names do not fit the board",
    E31 "parameter or index out of range",
    E32 "links or chains that do not match backwards",
    E33 "match lacks an arm",
    E34 "board or variable too large or impossible",
    E35 "item missing or given twice",
    E36 "number too large",
    E41 "character that a move's text cannot hold",
    E50 "replace or without of nothing",
    E51 "item exists in the base",
    E52 "base cannot be found",
    E53 "extends in a circle",
    W01 "nothing says what happens to a stuck player",
    W02 "a tie is possible and nothing says what it means",
    W03 "no clause can end the game",
    W10 "unused",
    W11 "never possible, never reached",
    W12 "condition always true or always false",
    W13 "set always empty",
    W14 "off in a set",
    W15 "part that changes nothing",
    W16 "choice without a difference",
    W20 "an own piece may be replaced",
    W21 "clause that can never be reached",
    W22 "next may be the mover here",
    W23 "move text that names no cell or action of the game",
    W40 "two moves may read alike",
    W50 "action that no game chose",
    W51 "clause that no game ended by",
    W52 "games that go on for long",
    W53 "parameter that changes nothing",
    W54 "choice without a difference in play",
    W55 "condition that came out the same in all games",
    W56 "player who never wins, or nothing but draws",
    F01 "a player without a move, and no rule for it",
    F02 "a tie that the rules do not decide",
    F03 "two different moves with one text",
    F04 "the budget of a move is used up",
    F05 "a number beyond 32 bits, or a division by zero",
    F06 "a question without an answer",
    F07 "match without an arm",
    F08 "moving or putting nothing, or two pieces moved to one cell",
    F09 "giving a neutral piece",
}

impl Code {
    /// Whether a finding of this code stops the file from being played.
    pub fn severity(self) -> Severity {
        if self.name().starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// The code that is written so, in any case of letters.
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(text))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.name())
    }
}

/// A place in a text, with a few words about it.
#[derive(Clone, Debug)]
pub struct Label {
    /// What is underlined.
    pub span: Span,
    /// What stands under the line; may be empty.
    pub text: String,
}

/// A change of the text that mends a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an order in a few words: ``write `neighbors` ``.
    pub title: String,
    /// What is put in place of what; the places do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it can only be what the author meant, so that it may be made without asking.
    pub safe: bool,
}

/// A part of the text, and what is to stand there instead; an empty place is put in before, an empty text taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// What it is replaced by.
    pub text: String,
}

/// One finding: code, message, places (the first is the place itself) and, where there is one, the way out.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Its stable code.
    pub code: Code,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// The places; never empty.
    pub labels: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
    /// The change that mends it, if there is one to be made.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding at a place.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            labels: vec![Label { span, text: String::new() }],
            help: None,
            fix: None,
        }
    }

    /// The same, with words under the underlined place.
    pub fn labelled(mut self, text: impl Into<String>) -> Diagnostic {
        self.labels[0].text = text.into();
        self
    }

    /// The same, with a further place.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same, with the way out.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same, with one text to be put in place of one part of the text; `safe` as in [`Fix`].
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>, safe: bool) -> Diagnostic {
        self.fix = Some(Fix { title: title.into(), edits: vec![Edit { span, text: text.into() }], safe });
        self
    }

    /// Where it is.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    /// Whether it stops the file from being played.
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}
