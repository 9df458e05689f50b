//! What the tool reports about a rule file: [`Diagnostic`], with a stable [`Code`], labeled spans and help.

use crate::source::Span;

/// The severity of a finding.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file can be played, but the author should look at it.
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

            /// Returns the code as text: `E10`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// Returns its title, a few words.
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
    E05 "value that cannot be set",
    E10 "wrong type",
    E11 "wrong number of arguments",
    E12 "type cannot be inferred",
    E13 "operators mixed without parentheses",
    E14 "several directions where one is expected",
    E15 "word for two players only, or for players with a direction",
    E20 "word that cannot be used here",
    E21 "circular condition",
    E22 "value not known before play",
    E30 "picture or names that do not fit the board",
    E31 "parameter or index out of range",
    E32 "links or chains without their opposite",
    E33 "match with a missing arm",
    E34 "board or variable too large or impossible",
    E35 "item missing or given twice",
    E36 "number too large",
    E37 "look that cannot be drawn",
    E41 "character not allowed in a move's text",
    E50 "nothing to replace or remove",
    E51 "item already in the base",
    E52 "base not found",
    E53 "circular extends",
    W01 "no rule for a player without a move",
    W02 "no rule for a tie",
    W03 "no clause can end the game",
    W10 "unused",
    W11 "never possible or never reached",
    W12 "condition always true or always false",
    W13 "set always empty",
    W14 "off in a set",
    W15 "part that changes nothing",
    W16 "choice without effect",
    W20 "own piece may be replaced",
    W21 "clause or arm that is never reached",
    W22 "next may be the mover here",
    W23 "move that names no cell or action",
    W24 "element compared with a set",
    W25 "two pieces on one cell",
    W26 "piece that is moved back",
    W27 "text that is read differently",
    W28 "height of stacks not given",
    W29 "loop that does not end",
    W30 "line that makes play slow",
    W31 "winner named, but pieces of whoever has moved",
    W40 "two moves may look the same",
    W50 "action that no game used",
    W51 "clause that ended no game",
    W52 "very long games",
    W53 "parameter that changes nothing",
    W54 "choice without effect in play",
    W55 "condition with the same result in all games",
    W56 "player who never wins, or only draws",
    F01 "a player without a move, and no rule for it",
    F02 "a tie that no rule decides",
    F03 "two different moves with one text",
    F04 "too much work in one move",
    F05 "number too large, or division by zero",
    F06 "expression without a value",
    F07 "no matching arm",
    F08 "nothing to move or put, or two pieces moved to one cell",
    F09 "giving a neutral piece",
    F10 "stack with too many or too few pieces",
}

impl Code {
    /// Returns how serious findings of this code are.
    pub fn severity(self) -> Severity {
        if self.name().starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// Parses a code, ignoring case.
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(text))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.name())
    }
}

/// A span with a short text about it.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug)]
pub struct Label {
    /// What is underlined.
    pub span: Span,
    /// The text under the line; may be empty.
    pub text: String,
}

/// A change of the text that removes a finding.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an imperative: ``write `neighbors` ``.
    pub title: String,
    /// The replacements; their spans do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it can be applied without asking, because nothing else can be meant.
    pub safe: bool,
}

/// A replacement. An empty span inserts the text, an empty text removes the span.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// One finding: its code, message and labels (the first is the mistake itself), with help and a fix if there are any.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Its stable code.
    pub code: Code,
    /// What is wrong, as a sentence without a period.
    pub message: String,
    /// The labels; never empty.
    pub labels: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
    /// Its fix, if there is one.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Creates a finding at a span.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            labels: vec![Label { span, text: String::new() }],
            help: None,
            fix: None,
        }
    }

    /// Adds text under the underlined span.
    pub fn labeled(mut self, text: impl Into<String>) -> Diagnostic {
        self.labels[0].text = text.into();
        self
    }

    /// Adds another label.
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds help: what to write instead.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds a fix that replaces one span; `safe` as in [`Fix`].
    pub fn fix(self, title: impl Into<String>, span: Span, text: impl Into<String>, safe: bool) -> Diagnostic {
        self.edits(title, vec![Edit { span, text: text.into() }], safe)
    }

    /// Adds a fix with several edits; `safe` as in [`Fix`].
    pub fn edits(mut self, title: impl Into<String>, edits: Vec<Edit>, safe: bool) -> Diagnostic {
        self.fix = Some(Fix { title: title.into(), edits, safe });
        self
    }

    /// Adds a fix that writes `text` in a span, and says so as help.
    pub fn suggest(self, span: Span, text: impl Into<String>, safe: bool) -> Diagnostic {
        let text = text.into();
        let help = format!("write `{}`", text.trim());
        self.help(help.clone()).fix(help, span, text, safe)
    }

    /// Adds a fix that corrects the spelling of the underlined word, and asks for it as help.
    pub fn did_you_mean(self, meant: &str, safe: bool) -> Diagnostic {
        let span = self.span();
        self.help(format!("did you mean `{meant}`?")).fix(format!("write `{meant}`"), span, meant, safe)
    }

    /// Returns the span of the mistake.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    /// Returns whether it stops the file from being played.
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}
