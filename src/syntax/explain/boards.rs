//! Boards in other words: `board hexagon 5`, `board square 9 x 9 dark only`, `board square 8 x 8 with stacks of 9`, `side 1`.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::suggest;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The words of other languages for a shape of board, and what they are here.
const SHAPES: &[(&str, &str)] = &[
    ("hexagon hexagonal hexes hexhex honeycomb", "hex side"),
    ("rectangle rect rectangular grid squares matrix checkerboard chessboard", "square"),
    ("triangle triangular", "hex triangle"),
    ("star starshaped hexagram", "hex star"),
    ("points network nodes", "graph"),
];

/// The options of a board.
pub(in crate::internals::syntax) const OPTIONS: &[&str] =
    &["without", "links", "wraps", "stacks", "columns", "numbered", "named", "drawn"];

impl ErrorSite<'_> {
    /// Explains `board hexagon of side 5`; `at` is the place of `board`.
    fn explain_hexagon_of_side(&self, at: usize) -> Option<Diagnostic> {
        let [shape, filler, side, size] = self.tokens.get(at + 1..at + 5)? else { return None };
        if !shape.is_word_of(self.text, &["hex", "hexagon", "hexagonal"])
            || !filler.is_word_of(self.text, &["of", "with"])
            || !side.is_word_of(self.text, &["side", "size", "sides", "radius"])
        {
            return None;
        }
        let meant = format!("hex side {}", size.text(self.text));
        let place = self.span(shape).to(self.span(size));
        let report =
            self.report_span(place, format!("`{}` is not a shape of board", self.text.get(shape.start..side.end)?));
        let report = report.help(format!("write `board {meant}`"));
        let is_side = size.kind == TokenKind::Number && side.is(self.text, "side");
        Some(if is_side { report.fix(format!("write `{meant}`"), place, meant, false) } else { report })
    }

    /// Explains `board hexagon 5`, `board hex 5`, `board rectangle 5 x 7`, `board square 5`.
    pub(super) fn explain_shape(&self) -> Option<Diagnostic> {
        let board = self.construct().filter(|head| head.is(self.text, "board"))?;
        let at = self.tokens.iter().position(|token| token.start == board.start)?;
        let shape = self.tokens.get(at + 1)?;
        if let Some(report) = self.explain_hexagon_of_side(at) {
            return Some(report);
        }
        let next = self.tokens.get(at + 2);
        let number = next.filter(|next| next.kind == TokenKind::Number && !self.is_first_on_line(next));
        let size = number.map(|number| number.text(self.text));
        let is_alone = !self.tokens.get(at + 3).is_some_and(|sign| self.is_any(sign, &["x", "*", "by", ","]));
        if let (Some(number), true, true) = (number, is_alone, self.expects("`x`")) {
            let size = number.text(self.text);
            let report = self.report(number, "missing `x` and the second size of the board");
            let meant = match shape.text(self.text) {
                "hex" => format!("hex side {size}"),
                "square" => format!("square {size} x {size}"),
                _ => return None,
            };
            let place = self.span(shape).to(self.span(number));
            return Some(report.suggest(place, meant, false));
        }
        let word = shape.text(self.text).to_lowercase();
        let (_, meant) = SHAPES.iter().find(|(words, _)| words.split(' ').any(|other| other == word))?;
        if self.found()?.start > shape.start + shape.text(self.text).len()
            && !self.expects("`square`, `hex` or `graph`")
        {
            return None;
        }
        // `hexagonal side 5` has its `side`
        let has_side = next.is_some_and(|next| next.is_word_of(self.text, &["side", "triangle", "star"]));
        let has_sizes = !is_alone && meant.starts_with("hex");
        let meant = if has_side || has_sizes { meant.split(' ').next().unwrap_or(meant) } else { meant };
        let report = self.report(shape, format!("unknown shape of board `{word}`"));
        let help = match (meant, size) {
            ("graph", _) => "write a `graph`: `board graph { E/W: a1 b1, a2 b2 }`".to_owned(),
            ("square", Some(size)) if is_alone => format!("write `board square {size} x {size}`"),
            (_, Some(size)) if is_alone => format!("write `board {meant} {size}`"),
            ("hex", None) => "write `board hex side 5`".to_owned(),
            _ => {
                let sizes =
                    self.tokens.get(at + 2..at + 5).and_then(|all| self.text.get(all.first()?.start..all.last()?.end));
                format!("write `board {meant} {}`", sizes.unwrap_or(".."))
            }
        };
        if meant == "graph" {
            return Some(report.help(help));
        }
        let mut edits = vec![self.replace(shape, meant)];
        if let (Some(number), "square", true) = (number, meant, is_alone) {
            edits.push(self.insert_after(number, format!(" x {}", number.text(self.text))));
        }
        Some(report.help(help).edits(format!("write `{meant}`"), edits, false))
    }

    /// Explains `stacks 4`, `stacks up to 4`.
    pub(super) fn explain_stacks_without_of(&self) -> Option<Diagnostic> {
        const FILLERS: &[&str] = &["up", "to", "max", "maximum", "high", "height", "limit", "at", "most"];
        let stacks = self.before().filter(|before| before.is(self.text, "stacks") && self.expects("`links`"))?;
        let line = self.rest_of_line();
        let fillers = line.iter().take_while(|token| token.is_word_of(self.text, FILLERS)).count();
        let number = line.get(fillers).filter(|number| number.kind == TokenKind::Number)?;
        let report = self.report(self.found()?, format!("missing `of` after `{}`", stacks.text(self.text)));
        let report = report.help(format!("write `stacks of {}`", number.text(self.text)));
        let gap = self.end(stacks).to(self.start(number));
        Some(report.fix("write `of`", gap, " of ", true))
    }

    /// Explains words after the size of a board: `dark only`, `with stacks of 9`, `torus`, `without light squares`.
    pub(super) fn explain_option_of_board(&self) -> Option<Diagnostic> {
        self.construct().filter(|head| head.is_word_of(self.text, &["board", "without"]))?;
        let found = self.found().filter(|found| found.kind == TokenKind::Word && self.expects("`links`"))?;
        // a misspelled option is reported as such
        if self.is_first_on_line(found) || suggest::surely(found.text(self.text), OPTIONS.iter().copied()).is_some() {
            return None;
        }
        let line = self.rest_of_line();
        let is_option = |token: &&Token| token.is_word_of(self.text, OPTIONS);
        let words = line.get(..line.iter().position(|token| is_option(&token)).unwrap_or(line.len()))?;
        if let Some(report) = self.explain_cells_left_out(found, words) {
            return Some(report);
        }
        let has = |all: &[&str]| words.iter().any(|token| token.is_word_of(self.text, all));
        let before = self.before()?;
        if self.back(2)?.is(self.text, "numbered") {
            return None;
        }
        if before.is_word_of(self.text, &["dark", "light"])
            && found.is_word_of(self.text, &["squares", "cells", "fields"])
        {
            let written = before.text(self.text);
            let report = self.report(found, format!("unexpected `{}`", found.text(self.text)));
            let gap = self.end(before).to(self.span(found));
            return Some(report.help(format!("write `without {written}`")).fix("remove it", gap, "", true));
        }
        if let (Some(next), true) =
            (self.after().filter(is_option), found.is_word_of(self.text, &["with", "and", "having"]))
        {
            let (word, next) = (found.text(self.text), next.text(self.text));
            let report = self.report(found, format!("unexpected `{word}` before `{next}`"));
            let gap = self.end(before).to(self.span(found));
            return Some(report.help(format!("write `{next} ..` without it")).fix("remove it", gap, "", true));
        }
        let last = words.last()?;
        let place = self.span(found).to(self.span(last));
        let written = self.text.get(found.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not an option of a board"));
        let other = match (has(&["dark", "black"]), has(&["light", "white"])) {
            (true, false) => Some("without light"),
            (false, true) => Some("without dark"),
            _ => None,
        };
        if let Some(meant) = other {
            let help = format!("leave the other cells out: write `{meant}`");
            return Some(report.help(help).fix(format!("write `{meant}`"), place, meant, false));
        }
        if has(&["torus", "toroidal", "wrap", "wrapped", "wrapping", "cylinder", "cyclic"]) {
            let meant = if has(&["cylinder"]) { "wraps E/W" } else { "wraps E/W, N/S" };
            return Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, false));
        }
        if has(&["stack", "stacked", "stackable", "towers", "piles"]) {
            let help = "write `stacks of 20`, with the most pieces of a stack";
            return Some(report.help(help).fix("write `stacks of 20`", place, "stacks of 20", false));
        }
        Some(report.help(
            "options are `without {a1 h8}`, `links orthogonal`, `wraps E/W`, `stacks of 20`, `columns \"abc\"`, `numbered board`, \
             `named { .. }` and `drawn as lines`",
        ))
    }

    /// Explains `except {b1}`, `minus corner`: another word for `without`.
    fn explain_cells_left_out(&self, found: &Token, words: &[Token]) -> Option<Diagnostic> {
        const OTHERS: &[&str] =
            &["except", "excluding", "excepting", "minus", "missing", "lacking", "omitting", "omit"];
        let word = Some(found).filter(|found| found.is_word_of(self.text, OTHERS))?.text(self.text);
        let (first, last) = (words.get(1)?, words.last()?);
        let cells = self.text.get(first.start..last.end)?;
        let report = self.report(found, format!("`{word}` is not an option of a board"));
        let report = report.help(format!("write `without {cells}`"));
        let is_set =
            first.is(self.text, "{") || first.is_word_of(self.text, &["corner", "center", "edge", "dark", "light"]);
        Some(report.fix("write `without`", self.span(found), "without", is_set))
    }

    /// Explains `edge N` in a `setup`: the direction is read as the kind of the next placement.
    pub(super) fn explain_edge_without_parentheses(&self) -> Option<Diagnostic> {
        let (edge, dir) = (self.back(2)?, self.before()?);
        let is_dir = dir.is_word_of(self.text, &["N", "E", "S", "W", "NE", "NW", "SE", "SW"]);
        if !is_dir || !edge.is_word_of(self.text, &["edge", "corner", "side"]) || !self.is_in_layout() {
            return None;
        }
        let meant = format!("edge({})", dir.text(self.text));
        let place = self.span(edge).to(self.span(dir));
        let report = self.report_span(place, format!("missing parentheses after `{}`", edge.text(self.text)));
        Some(report.suggest(place, meant, edge.is(self.text, "edge")))
    }

    /// Explains `{ p on edge: C }`, `some(p from own: C)`: another word for the `in` of a generator.
    pub(super) fn explain_joint_of_generator(&self) -> Option<Diagnostic> {
        const JOINTS: &[&str] = &["on", "at", "from", "of", "among", "inside", "over", "within"];
        let near = (self.at.saturating_sub(6)..=self.at).rev();
        let at = near
            .into_iter()
            .find(|at| self.tokens.get(*at).is_some_and(|token| token.is_word_of(self.text, JOINTS)))?;
        let (open, name) = (self.tokens.get(at.checked_sub(2)?)?, self.tokens.get(at.checked_sub(1)?)?);
        let is_local = name.kind == TokenKind::Word
            && !self.is_keyword(name)
            && name.text(self.text).len() <= 2
            && !keywords::is_cell(name.text(self.text));
        let colon =
            self.value_end(at + 1).filter(|end| self.tokens.get(*end).is_some_and(|token| token.is(self.text, ":")))?;
        if open.kind != TokenKind::Open || !is_local || colon < self.at {
            return None;
        }
        let joint = self.tokens.get(at)?;
        let set = self.text.get(self.tokens.get(at + 1)?.start..self.tokens.get(colon - 1)?.end)?;
        let report = self.report(joint, format!("expected `in`, found `{}`", joint.text(self.text)));
        let help = format!("write `{} in {set}: ..`", name.text(self.text));
        Some(report.help(help).edits("write `in`", vec![Edit { span: self.span(joint), text: "in".to_owned() }], true))
    }
}
