//! Sentences about sets and players: `no men in rows(1)`, `some own in edge`, `all corners are empty`, `every player has passed`,
//! `mover cannot jump`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The help for a game that ends when nobody moves.
const PASSES: &str = "count the passes that follow each other: `var passes = 0`, `do passes += 1` in `pass`, `passes = 0` in the other \
                      actions, and `when passes == 2: draw`";

impl ErrorSite<'_> {
    /// Explains `no men in rows(1)`, `some own in edge`, `all corners are empty`, `no place is possible`.
    pub(super) fn explain_quantified_set(&self) -> Option<Diagnostic> {
        let quantifier = self.before().filter(|word| word.kind == TokenKind::Word)?;
        let quantity = match quantifier.text(self.text) {
            word @ ("no" | "none" | "some") => word,
            word @ ("any" | "every" | "all" | "each") if !self.is_declared(word) => word,
            _ => return None,
        };
        let line = self.rest_of_line();
        let joint = self.find_at_depth_0(line, |token| {
            token.is_word_of(self.text, &["in", "on", "at", "is", "are", "within", "and", "or", "do", "then"])
        })?;
        let subject = line.get(..joint)?;
        let verb = line.get(joint)?;
        let is_test = verb.is_word_of(self.text, &["is", "are"]);
        let is_place = verb.is_word_of(self.text, &["in", "on", "at", "within"]);
        let no = matches!(quantity, "no" | "none");
        if let ([action], Some(able)) = (subject, line.get(joint + 1))
            && is_test
            && able.is_word_of(self.text, &["possible", "available", "legal"])
            && self.is_action(action)
        {
            let not = if no { "not " } else { "" };
            let meant = format!("{not}possible({})", action.text(self.text));
            return Some(self.report_sentence(quantifier, able, meant));
        }
        let set = self.name_set(subject)?;
        let skipped = usize::from(line.get(joint + 1).is_some_and(|word| {
            word.is(self.text, "the") && !line.get(joint + 2).is_some_and(|next| next.is(self.text, "("))
        }));
        let first = self.at + joint + 1 + skipped;
        let end = match is_test {
            true => first + 1,
            false => self.value_end(first)?,
        };
        let (from, last) = (self.tokens.get(first)?, self.tokens.get(end.checked_sub(1)?)?);
        let other = self.text.get(from.start..last.end)?;
        if !(is_place || is_test && keywords::SETS.contains(&other)) {
            return None;
        }
        let meant = match quantity {
            "no" | "none" => format!("none({set} & {other})"),
            "some" | "any" => format!("some({set} & {other})"),
            _ => format!("{set} within {other}"),
        };
        Some(self.report_sentence(quantifier, last, meant))
    }

    /// Explains `neighbors(a1) are all empty`, `rows(1) are empty`.
    pub(super) fn explain_set_is_all(&self) -> Option<Diagnostic> {
        let verb = self.found().filter(|found| found.is_word_of(self.text, &["is", "are"]))?;
        let all = self.after().filter(|all| all.is_word_of(self.text, &["all", "completely", "entirely", "only"]));
        let test = self.tokens.get(self.at + 1 + usize::from(all.is_some()))?;
        let start = self.value_before(self.at)?;
        let subject = self.tokens.get(start..self.at)?;
        let is_one = |tokens: &[Token]| matches!(tokens, [word] if keywords::is_cell(word.text(self.text)));
        let is_call = subject.first().is_some_and(|word| word.is_word_of(self.text, keywords::CALLS_OF_SETS));
        if !test.is_word_of(self.text, &["empty", "occupied", "own", "enemy"])
            || is_one(subject)
            || all.is_none() && !is_call && !verb.is(self.text, "are")
        {
            return None;
        }
        let written = self.text.get(subject.first()?.start..subject.last()?.end)?;
        let meant = format!("{written} within {}", test.text(self.text));
        Some(self.report_sentence(subject.first()?, test, meant))
    }

    /// Explains `every player has passed`, `both players pass`.
    pub(super) fn explain_passes(&self) -> Option<Diagnostic> {
        let near = self.tokens.get(self.at.saturating_sub(4)..(self.at + 4).min(self.tokens.len()))?;
        let is_pass = |token: &Token| token.is_word_of(self.text, &["pass", "passed", "passes"]);
        let is_everyone =
            |token: &Token| token.is_word_of(self.text, &["every", "all", "both", "each", "everyone", "everybody"]);
        let start = near.iter().position(is_everyone)?;
        let end = near.iter().position(is_pass).filter(|end| *end > start)?;
        let (first, last) = (near.get(start)?, near.get(end)?);
        let between = near.get(start + 1..end)?;
        let fits =
            |token: &Token| token.is_word_of(self.text, &["player", "players", "has", "have", "of", "the", "just"]);
        let is_sentence = between.iter().all(fits)
            && (!between.is_empty() || first.is_word_of(self.text, &["everyone", "everybody"]));
        is_sentence.then(|| {
            let place = self.span(first).to(self.span(last));
            let written = self.text.get(first.start..last.end).unwrap_or("");
            self.report_span(place, format!("`{written}` is not a condition")).help(PASSES)
        })
    }

    /// Explains `mover cannot jump`, `q can jump`, with the name of an action.
    pub(super) fn explain_player_can(&self) -> Option<Diagnostic> {
        let can = self.found().filter(|can| can.is_word_of(self.text, &["can", "cannot", "cant"]))?;
        let who = self.before().filter(|who| who.kind == TokenKind::Word && !self.is_keyword(who))?;
        let skipped = usize::from(self.after()?.is(self.text, "not"));
        let action = self.tokens.get(self.at + 1 + skipped).filter(|action| self.is_action(action))?;
        let not = if skipped > 0 || !can.is(self.text, "can") { "not " } else { "" };
        Some(self.report_sentence(who, action, format!("{not}possible({})", action.text(self.text))))
    }

    fn report_sentence(&self, first: &Token, last: &Token, meant: String) -> Diagnostic {
        let place = self.span(first).to(self.span(last));
        let written = self.text.get(first.start..last.end).unwrap_or("");
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        report.suggest(place, meant, false)
    }

    /// Returns whether the file has an action with this name.
    pub(super) fn is_action(&self, name: &Token) -> bool {
        let name = name.text(self.text);
        self.tokens.windows(2).any(|pair| match pair {
            [head, word] => head.is(self.text, "action") && word.is(self.text, name),
            _ => false,
        })
    }

    /// Returns the first of these tokens outside of brackets that fits, before the brackets around them close.
    fn find_at_depth_0(&self, tokens: &[Token], fits: impl Fn(&Token) -> bool) -> Option<usize> {
        let mut depth = 0usize;
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.checked_sub(1)?,
                _ if depth == 0 && self.is_any(token, &[":", ",", ";", "="]) => return None,
                _ if depth == 0 && fits(token) => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// Returns the index of the first token of the value that ends before a token: after a keyword, a sign such as `,`, or an open
    /// bracket.
    pub(super) fn value_before(&self, at: usize) -> Option<usize> {
        let mut closed = 0usize;
        for start in (0..at).rev() {
            let token = self.tokens.get(start)?;
            match token.kind {
                TokenKind::Close => closed += 1,
                TokenKind::Open if closed > 0 => closed -= 1,
                _ if closed > 0 => {}
                TokenKind::Open => return Some(start + 1).filter(|start| *start < at),
                TokenKind::Sign if self.is_any(token, &[",", ":", ";", "="]) => return Some(start + 1),
                TokenKind::Word
                    if token
                        .is_word_of(self.text, &["when", "and", "or", "not", "if", "while", "ensure", "expect"]) =>
                {
                    return Some(start + 1).filter(|start| *start < at);
                }
                TokenKind::Word
                    if self.is_keyword(token) && !self.is_any(token, &["of", "except", "board", "players"]) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    /// Returns a set in the words of the language: `own & stone` for `own stones`, `corner` for `of the corners`.
    fn name_set(&self, words: &[Token]) -> Option<String> {
        let skipped = words.iter().take_while(|word| word.is_word_of(self.text, &["of", "the"])).count();
        let words = words.get(skipped..)?;
        let name = |token: &Token| {
            let word = token.text(self.text);
            match word {
                "piece" => Some("pieces".to_owned()),
                _ if keywords::SETS.contains(&word) => Some(word.to_owned()),
                _ => self.find_kind(word).or_else(|| {
                    let singular = word.strip_suffix('s').filter(|word| keywords::SETS.contains(word));
                    singular.map(str::to_owned)
                }),
            }
        };
        let (first, last) = (words.first()?, words.last()?);
        match words {
            [one] => name(one),
            [kind, of, player] if of.is(self.text, "of") && player.kind == TokenKind::Word => {
                Some(keywords::of_player(&name(kind)?, player.text(self.text)))
            }
            [set, kind] if keywords::SETS.contains(&set.text(self.text)) => {
                let kind = name(kind)?;
                let set = set.text(self.text);
                Some(if kind == "pieces" { set.to_owned() } else { format!("{set} & {kind}") })
            }
            [call, open, ..]
                if call.is_word_of(self.text, keywords::CALLS_OF_SETS)
                    && open.is(self.text, "(")
                    && last.is(self.text, ")") =>
            {
                self.text.get(first.start..last.end).map(str::to_owned)
            }
            _ => None,
        }
    }
}
