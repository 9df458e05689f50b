//! Reports stacks in other words: `top of p`, `bottom(p)`, `size(p)`, `height of p`, `put top of p at q`.

use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Node};
use crate::syntax::keywords;

/// Words for the number of pieces on a cell.
const SIZES: &[&str] = &["size", "length", "len", "number_of", "height_of", "pieces_on", "depth"];

impl<'a> Checker<'a> {
    /// Reports `top of p`, `bottom of p` and `height of p` for a cell p. Returns whether it is one of them.
    pub(super) fn report_top_of(&mut self, set: &ast::Expr, owner: &ast::Expr, span: Span) -> bool {
        let Some(word) = set.as_name() else { return false };
        (self.is_free_word(word) || word == "height") && self.report_word_of_stacks(word, owner, span)
    }

    /// Reports `top(p)`, `bottom(p)` and `size(p)` for a cell p. Returns whether it is one of them.
    pub(super) fn report_top_call(&mut self, word: &str, args: &[ast::Expr], span: Span) -> bool {
        match args {
            [of] if self.is_free_word(word) => self.report_word_of_stacks(word, of, span),
            _ => false,
        }
    }

    /// Returns whether the file does not declare a name.
    fn is_free_word(&self, word: &str) -> bool {
        !self.globals.contains_key(word) && !self.body.scope.iter().any(|local| local.name == word)
    }

    fn report_word_of_stacks(&mut self, word: &str, of: &ast::Expr, span: Span) -> bool {
        let is_size = SIZES.contains(&word) || word == "height";
        if !is_size && !matches!(word, "top" | "bottom" | "uppermost" | "lowest") {
            return false;
        }
        if self.probe(of, None).is_none_or(|value| value.ty() != Type::Cell) {
            return false;
        }
        let cell = self.text(of.span);
        let written = self.text(span);
        let has_stacks = self.words.is_some();
        let (meant, help) = match word {
            _ if is_size && has_stacks => (Some(format!("height({cell})")), format!("write `height({cell})`")),
            _ if is_size => {
                let help = format!("a cell has one piece at most: to test for one, write `{cell} in occupied`");
                (None, help)
            }
            "bottom" | "lowest" if has_stacks => (Some(format!("stack({cell}, 1)")), keywords::help_for_bottom(&cell)),
            _ => (Some(format!("at({cell})")), keywords::help_for_top(&cell)),
        };
        let finding = Diagnostic::new(Code::E02, span, format!("`{written}` is not a value")).help(help);
        self.report(match meant {
            Some(meant) => finding.fix(format!("write `{meant}`"), span, meant, false),
            None => finding,
        });
        true
    }

    /// Reports `put top of p at q` and `put 3 of man at p`. Returns whether it is one of them.
    pub(super) fn report_put_of_stack(
        &mut self,
        what: &ast::Expr,
        owner: Option<&ast::Expr>,
        at: &ast::Expr,
        span: Span,
    ) -> bool {
        if let (Node::Number(n), Some(kind)) = (&what.bare().node, owner) {
            let kind = self.text(kind.span);
            let help =
                format!("write `put {kind} at ..`; on a board with stacks, `for n in 1..{n} {{ put {kind} at .. }}`");
            self.error_help(Code::E10, what.span, "`put` puts one piece on a cell", help);
            return true;
        }
        if let Node::Of(bottom, under) = &at.bare().node
            && bottom.as_name().is_some_and(|word| matches!(word, "bottom" | "lowest") && self.is_free_word(word))
        {
            let piece = self.text(owner.map_or(what.span, |owner| what.span.to(owner.span)));
            let to = self.text(under.span);
            let help = match owner.filter(|_| what.as_name() == Some("top")) {
                Some(from) => keywords::help_for_move_under(Some("1"), &self.text(from.span), &to),
                None => keywords::help_for_put_under(&piece, &to),
            };
            self.error_help(Code::E20, at.span, "a piece cannot be put under others", help);
            return true;
        }
        let (Some(word), Some(owner)) = (what.as_name(), owner) else { return false };
        if !matches!(word, "top" | "bottom") || !self.is_free_word(word) {
            return false;
        }
        let (from, to) = (self.text(owner.span), self.text(at.span));
        let place = what.span.to(owner.span);
        let finding = Diagnostic::new(Code::E02, place, "`put` takes a kind of piece, or a piece");
        let has_stacks = self.words.is_some();
        self.report(match word {
            "top" if has_stacks => {
                let meant = format!("move top of {from} to {to}");
                finding.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), span, meant, false)
            }
            "bottom" if has_stacks => {
                finding.help(format!("write `put stack({from}, 1) at {to}`, and `remove bottom of {from}`"))
            }
            _ => finding.help(format!("write `move {from} to {to}`, or `put at({from}) at {to}` for a copy")),
        });
        true
    }

    /// Reports `move bottom of p to q`. Returns whether it is that.
    pub(super) fn report_moved_bottom(&mut self, from: &ast::Expr, to: &ast::Expr) -> bool {
        let Node::Of(bottom, of) = &from.bare().node else { return false };
        if bottom.as_name() != Some("bottom") || !self.is_free_word("bottom") || self.words.is_none() {
            return false;
        }
        let (p, q) = (self.text(of.span), self.text(to.span));
        let help = format!("write `let x = stack({p}, 1); remove bottom of {p}; put x at {q}`, in braces");
        self.error_help(Code::E02, from.span, "`move` takes pieces from the top of a stack", help);
        true
    }

    /// Reports `move p to bottom of q` and `move top n of p to bottom of q`. Returns whether it is one of them.
    pub(super) fn report_moved_under(&mut self, number: Option<&str>, from: &ast::Expr, to: &ast::Expr) -> bool {
        let Node::Of(bottom, of) = &to.bare().node else { return false };
        if bottom.as_name() != Some("bottom") || !self.is_free_word("bottom") || self.words.is_none() {
            return false;
        }
        let help = keywords::help_for_move_under(number, &self.text(from.span), &self.text(of.span));
        self.error_help(Code::E20, to.span, "`move` puts pieces on top of a stack", help);
        true
    }

    /// Warns of an expectation about `some({a1 b1})`, which is so in every position.
    pub(super) fn report_count_of_list(&mut self, word: &str, of: &ast::Expr) {
        if self.body.context != Context::Expect || !is_written_out(of) {
            return;
        }
        let list = self.text(of.span);
        let message = format!("`{list}` is a list of cells: this does not depend on the pieces");
        let list = if matches!(of.node, Node::Binary(..)) { format!("({list})") } else { list };
        let help = match word {
            "count" => format!("for the pieces on these cells, write `count({list} & occupied)`"),
            _ => format!("to test what stands there, write `{word}({list} & occupied)`, or `own` for `occupied`"),
        };
        self.report(Diagnostic::new(Code::W12, of.span, message).help(help));
    }

    /// Warns of `count(P)` for one player and of `count(p)` for one cell of a board with stacks: they do not depend on the pieces.
    pub(super) fn report_count_of_one(&mut self, word: &str, of: &ast::Expr, ty: Type) {
        let Some(name) = of.as_name() else { return };
        let is_player = self.players.iter().any(|info| info.name == name) || matches!(name, "mover" | "next");
        // what a `let` or a `var` holds can be nobody
        let is_bound = self.body.local(name).is_some_and(LocalName::is_bound);
        let (what, meant, instead) = match ty {
            Type::Player if is_player || is_bound => {
                ("player", format!("pieces of {name}"), format!("{word}(pieces of {name})"))
            }
            Type::Cell if is_bound && word == "count" && self.words.is_some() => {
                ("cell", format!("height({name})"), format!("height({name})"))
            }
            _ => return,
        };
        let message = format!("`{name}` is one {what}: this does not depend on the pieces");
        let warning = Diagnostic::new(Code::W12, of.span, message).help(format!("write `{instead}`"));
        let is_inside = what == "player";
        self.report(if is_inside { warning.fix(format!("write `{meant}`"), of.span, meant, false) } else { warning });
    }
}

/// Returns whether a set is written out, cell by cell.
fn is_written_out(set: &ast::Expr) -> bool {
    match &set.bare().node {
        Node::Cell(_) => true,
        Node::List(items) => !items.is_empty() && items.iter().all(is_written_out),
        Node::Binary(a, _, b) => is_written_out(a) && is_written_out(b),
        _ => false,
    }
}
