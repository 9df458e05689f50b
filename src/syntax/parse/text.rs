//! Texts of moves and choices, and of kinds.

use super::lower::{Lower, Pair, has, parts};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span, Spanned};
use crate::syntax::ast::{Arm, KindName, Template, TemplateNode, TemplatePart};
use boardwright_grammar::Rule;

impl Lower<'_> {
    pub(super) fn text_after_as(&mut self, pair: Pair<'_>, span: Span) -> Template {
        self.next_template(&mut parts(pair), span)
    }

    /// Lowers the next part, the text of a move. Nested texts count as deeper levels.
    pub(super) fn next_template<'i>(&mut self, pieces: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Template {
        let none = |span| Template { span, node: TemplateNode::Parts(Vec::new()) };
        match pieces.next().and_then(|template| parts(template).next()) {
            Some(inner) => {
                let span = self.span(&inner);
                self.deeper(1, span, || none(span), |lower| lower.template(inner, span))
            }
            None => none(self.report_lost(whole)),
        }
    }

    /// Lowers a text, or several with the condition that selects one.
    pub(super) fn template(&mut self, pair: Pair<'_>, span: Span) -> Template {
        let rule = pair.as_rule();
        if rule == Rule::string {
            return Template { span, node: TemplateNode::Parts(self.string(pair, span)) };
        }
        if rule == Rule::template {
            return self.next_template(&mut std::iter::once(pair), span);
        }
        let mut pieces = parts(pair);
        let asked = self.next_expr(&mut pieces, span);
        let node = if rule == Rule::text_if {
            let then = self.next_template(&mut pieces, span);
            TemplateNode::If(asked, Box::new(then), Box::new(self.next_template(&mut pieces, span)))
        } else {
            TemplateNode::Match(asked, pieces.map(|arm| self.text_arm(arm)).collect())
        };
        Template { span, node }
    }

    fn text_arm(&mut self, pair: Pair<'_>) -> Arm<Template> {
        let span = self.span(&pair);
        let otherwise = has(&pair, Rule::kw_else);
        let mut pieces = parts(pair);
        let value = (!otherwise).then(|| self.next_expr(&mut pieces, span));
        Arm { value, body: self.next_template(&mut pieces, span), span }
    }

    /// Lowers the parts of `"{p}-{q}"`.
    fn string(&mut self, pair: Pair<'_>, span: Span) -> Vec<TemplatePart> {
        if pair.as_str().contains('\n') {
            self.report_syntax(span, "a text cannot span several lines", "write the closing quote on the same line");
        }
        let pieces = parts(pair).map(|part| {
            let place = self.span(&part);
            if part.as_rule() == Rule::hole {
                return TemplatePart::Hole(self.next_expr(&mut parts(part), place));
            }
            let text = Spanned::new(part.as_str().to_owned(), place);
            if !self.is_look {
                self.check_move_text(&text.node, place.source, place.start as usize);
            }
            TemplatePart::Text(text)
        });
        pieces.collect()
    }

    /// Lowers `knight "N"`.
    pub(super) fn kind(&mut self, pair: Pair<'_>) -> KindName {
        let span = self.span(&pair);
        let mut pieces = parts(pair);
        let name = self.next_bound(&mut pieces, span);
        let sign = pieces.next().map(|sign| self.quoted(&sign));
        if let Some(sign) = &sign {
            if sign.node.is_empty() {
                let message = format!("the sign of `{}` is empty", name.node);
                self.report(Diagnostic::new(Code::E41, sign.span, message).help("remove it to use the name instead"));
            }
            self.check_move_text(&sign.node, sign.span.source, sign.span.start as usize + 1);
        }
        KindName { name, sign }
    }

    /// Reports characters that the text of a move cannot contain (E41).
    fn check_move_text(&mut self, text: &str, source: SourceId, start: usize) {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '{' | '}');
        let Some((at, wrong)) = text.char_indices().find(|(_, c)| is_separator(*c)) else { return };
        let name = match wrong {
            ',' => "comma",
            ';' => "semicolon",
            '{' | '}' => "brace",
            _ => "space",
        };
        let place = Span::new(source, start + at, start + at + wrong.len_utf8());
        let finding = Diagnostic::new(Code::E41, place, format!("the text of a move cannot contain a {name}"))
            .help("spaces and commas separate moves; join the parts with `-`, `x`, `/` or the like");
        // one `-` for each run of them
        let mut edits: Vec<Edit> = Vec::new();
        for (at, c) in text.char_indices().filter(|(_, c)| is_separator(*c)) {
            let place = Span::new(source, start + at, start + at + c.len_utf8());
            match edits.last_mut() {
                Some(last) if last.span.end == place.start => last.span.end = place.end,
                _ => edits.push(Edit { span: place, text: "-".to_owned() }),
            }
        }
        let is_fixable = !text.contains(['{', '}']);
        self.report(if is_fixable { finding.edits("write `-` instead", edits, false) } else { finding });
    }
}
