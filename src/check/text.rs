//! Lowers the texts of moves and choices.

use super::arms::Arms;
use super::checker::*;
use super::fold;
use super::lint::find_name;
use super::set::known_elements;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::place::PlaceKind;
use crate::game::rules::Binder;
use crate::game::text::{Text, TextPart};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node, Template, TemplateNode, TemplatePart};

impl<'a> Checker<'a> {
    /// Lowers the text after `as`, or several texts, one of which the position selects.
    pub(super) fn lower_template(&mut self, template: &Template) -> Option<Text> {
        match &template.node {
            TemplateNode::Parts(parts) => self.lower_text_parts(parts).map(Text::Parts),
            TemplateNode::If(condition, yes, no) => {
                let seen = self.params_seen;
                let holds = self.lower_condition(condition, PlaceKind::If);
                self.always_true(holds.as_ref(), seen, condition, "`if`");
                let spans = (yes.span, no.span);
                let (yes, no) = (self.lower_template(yes), self.lower_template(no));
                let (holds, yes, no) = (holds?, yes?, no?);
                Some(match fold::known_condition(&holds) {
                    Some(known) => {
                        self.switch_off(condition.span, [if known { spans.1 } else { spans.0 }]);
                        if known { yes } else { no }
                    }
                    None => Text::If(holds, Box::new(yes), Box::new(no)),
                })
            }
            TemplateNode::Match(subject, arms) => {
                let decided = self.lower_arms(subject, arms, template.span);
                let places = self.record_arms(arms);
                let texts: Vec<Option<Text>> = arms.iter().map(|arm| self.lower_template(&arm.body)).collect();
                let mut texts: Vec<Text> = texts.into_iter().collect::<Option<_>>()?;
                Some(match decided? {
                    Arms::Selected(at) => {
                        self.mark_selected_arm(places, arms, at);
                        texts.into_iter().nth(at)?
                    }
                    Arms::Compared(subject, values) => {
                        let otherwise = if texts.len() > values.len() { texts.pop() } else { None };
                        let arms = values.into_iter().zip(texts).collect();
                        Text::Match(Box::new(Match { subject, arms, otherwise, places, at: template.span.into() }))
                    }
                })
            }
        }
    }

    fn lower_text_parts(&mut self, parts: &[TemplatePart]) -> Option<Vec<TextPart>> {
        let mut lowered = Vec::new();
        let mut complete = true;
        let mut before: Option<&ast::Expr> = None;
        for part in parts {
            match part {
                TemplatePart::Text(text) => {
                    lowered.push(TextPart::Plain(text.node.clone()));
                    before = None;
                }
                TemplatePart::Hole(expr) => match self.lower_hole(expr) {
                    Some(value) => {
                        let is_of_move = self.body.context != Context::Look;
                        if let (Some(left), Some(TextPart::Value(shown))) = (before.replace(expr), lowered.last())
                            && is_of_move
                        {
                            self.report_run_together((left, shown), (expr, &value));
                        }
                        lowered.push(TextPart::Value(value));
                    }
                    None => complete = false,
                },
            }
        }
        complete.then_some(lowered)
    }

    /// Reports E41 for an empty text of a move.
    pub(super) fn report_empty_text(&mut self, template: &Template) {
        match &template.node {
            TemplateNode::Parts(parts) => {
                if parts.iter().all(|part| matches!(part, TemplatePart::Text(text) if text.node.is_empty())) {
                    let help = "write a text that names the move, such as `as \"pass\"`";
                    self.error_help(Code::E41, template.span, "the text of a move cannot be empty", help);
                }
            }
            TemplateNode::If(_, yes, no) => {
                self.report_empty_text(yes);
                self.report_empty_text(no);
            }
            TemplateNode::Match(_, arms) => arms.iter().for_each(|arm| self.report_empty_text(&arm.body)),
        }
    }

    fn lower_hole(&mut self, expr: &ast::Expr) -> Option<AnyExpr> {
        let any = self.any_or_kind(expr)?;
        let ty = any.ty();
        if ty.is_set() {
            let help = "show a single cell, direction, player, kind or number";
            return self.refuse(Code::E10, expr.span, format!("a text cannot show {}", ty.describe()), help);
        }
        Some(any)
    }

    /// Reports W40 for a binder that no other binder or condition uses, and that a text of the action does not show. The default text shows no
    /// `let` either.
    pub(super) fn report_hidden_binders(
        &mut self,
        action: &ast::Action,
        stated: Option<&Template>,
        binders: &[Binder],
    ) {
        for (at, binder) in binders.iter().enumerate() {
            let mentions = |expr: &ast::Expr| find_name(expr, &binder.name).is_some();
            let asked = action.binders.iter().any(|other| mentions(&other.over))
                || action.clauses.iter().any(|clause| match clause {
                    ast::Clause::Let(_, expr) => stated.is_some() && mentions(expr),
                    ast::Clause::When(expr) => mentions(expr),
                    ast::Clause::As(_) => false,
                });
            if asked || self.is_inherited(binder.span) {
                continue;
            }
            // A binder with a single value, such as the first piece in one direction, need not be shown.
            let values = match known_elements(&binder.over) {
                Some(known) => known.len() as i64,
                None => {
                    let all = match &binder.over {
                        SetExpr::Players(_) => self.players.len(),
                        SetExpr::Kinds(_) => self.kinds.len(),
                        _ => usize::MAX,
                    };
                    self.analysis().count(&binder.over).min(i64::try_from(all).unwrap_or(i64::MAX))
                }
            };
            let blind = match stated {
                Some(template) => self.find_blind_text(template, &binder.name, values),
                None => (values > 1 && !matches!(binder.over, SetExpr::Cells(_))).then_some(action.name.span),
            };
            let (Some(blind), Some(place)) = (blind, action.binders.get(at).map(|binder| binder.name.span)) else {
                continue;
            };
            let name = &action.name.node;
            let message = format!("the text of `{name}` does not show `{}`: two moves may look the same", binder.name);
            let report = Diagnostic::new(Code::W40, place, message);
            self.report(match stated.map(|template| &template.node) {
                Some(TemplateNode::If(..) | TemplateNode::Match(..)) => report
                    .and(blind, "this text does not show it")
                    .help(format!("add `{{{}}}` to each of the texts", binder.name)),
                _ => {
                    let all = binders.iter().map(|binder| format!("{{{}}}", binder.name)).collect::<Vec<_>>();
                    report.help(format!("show it in the text of the action: `as \"{}\"`", all.join("-")))
                }
            });
        }
    }

    /// Returns the span of a text that does not show which of its `values` a name has.
    fn find_blind_text(&self, template: &Template, name: &str, values: i64) -> Option<Span> {
        if values <= 1 {
            return None;
        }
        let named = |expr: &ast::Expr| expr.as_name() == Some(name);
        let asked = |expr: &ast::Expr, ways: usize| {
            // A text for each value shows the value.
            let ways = ways as i64;
            if find_name(expr, name).is_some() && values <= ways { 1 } else { values }
        };
        match &template.node {
            TemplateNode::Parts(parts) => {
                let shows =
                    |part: &TemplatePart| matches!(part, TemplatePart::Hole(expr) if find_name(expr, name).is_some());
                (!parts.iter().any(shows)).then_some(template.span)
            }
            TemplateNode::If(condition, yes, no) => {
                let compared = match &condition.bare().node {
                    Node::Binary(left, op, right) if named(left) || named(right) => Some(op.node),
                    _ => None,
                };
                let (yes_values, no_values) = match compared {
                    _ if self.can_look_alike(yes, no) => (values, values),
                    Some(BinaryOp::Equal) => (1, values - 1),
                    Some(BinaryOp::NotEqual) => (values - 1, 1),
                    _ => (asked(condition, 2), asked(condition, 2)),
                };
                self.find_blind_text(yes, name, yes_values).or_else(|| self.find_blind_text(no, name, no_values))
            }
            TemplateNode::Match(subject, arms) => arms.iter().enumerate().find_map(|(at, arm)| {
                let mut others = arms.iter().enumerate().filter(|(other, _)| *other != at);
                let left = match (named(subject), &arm.value) {
                    _ if others.any(|(_, other)| self.can_look_alike(&arm.body, &other.body)) => values,
                    (true, Some(_)) => 1,
                    (true, None) => values - (arms.len() as i64 - 1),
                    (false, _) => asked(subject, arms.len()),
                };
                self.find_blind_text(&arm.body, name, left)
            }),
        }
    }

    /// Returns whether two branches can produce the same text, which does not show the branch then.
    fn can_look_alike(&self, one: &Template, other: &Template) -> bool {
        let (one, other) = (self.written_texts(one), self.written_texts(other));
        one.iter().any(|text| other.contains(text))
    }

    /// Returns every text of a template as it is written, without spaces in its holes.
    fn written_texts(&self, template: &Template) -> Vec<String> {
        match &template.node {
            TemplateNode::Parts(parts) => {
                let part = |part: &TemplatePart| match part {
                    TemplatePart::Text(text) => text.node.clone(),
                    TemplatePart::Hole(expr) => {
                        format!("{{{}}}", self.text(expr.bare().span).split_whitespace().collect::<String>())
                    }
                };
                vec![parts.iter().map(part).collect()]
            }
            TemplateNode::If(_, yes, no) => [self.written_texts(yes), self.written_texts(no)].concat(),
            TemplateNode::Match(_, arms) => arms.iter().flat_map(|arm| self.written_texts(&arm.body)).collect(),
        }
    }
}

/// Returns the default text of an action: its cell binders joined by `-`, or its name.
pub(super) fn default_text(name: &str, binders: &[Binder]) -> Text {
    let mut parts = Vec::new();
    for binder in binders.iter().filter(|binder| matches!(binder.over, SetExpr::Cells(_))) {
        if !parts.is_empty() {
            parts.push(TextPart::Plain("-".into()));
        }
        parts.push(TextPart::Value(AnyExpr::Cell(CellExpr::Common(Box::new(Common::Local(binder.slot))))));
    }
    if parts.is_empty() {
        parts.push(TextPart::Plain(name.to_string()));
    }
    Text::Parts(parts)
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes;
    use crate::diagnostic::Code;

    /// Returns the findings for a game with an action of these binders and this text.
    fn found(binders: &str, text: &str) -> Vec<Code> {
        let action = format!("action add({binders}) as {text} do put man at a1");
        let mut found = codes(&format!(
            "piece man, king \"K\" setup {{ king of A at d4 }} {action} end {{ when ply > 9: draw when stuck(next): draw }}"
        ));
        // The statements are always the same.
        found.retain(|code| *code != Code::W16);
        found
    }

    #[test]
    fn each_text_must_show_the_binders() {
        for (binders, text) in [
            ("d: E | W", "match d { E: \"O-O\", W: \"O-O-O\" }"),
            ("d: E | W", "if d == E then \"R\" else \"L\""),
            ("d: E | W", "if dx(d) > 0 then \"R\" else \"L\""),
            ("d: E | W | N", "if d != E then \"{d}\" else \"L\""),
            ("d: E | W | N", "if d == E then \"R\" else if d == W then \"L\" else \"U\""),
            ("n: 1..3", "match n { 1: \"one\", 2: \"two\", else: \"three\" }"),
            ("k: {man, king}", "match k { man: \"m\", king: \"k\" }"),
            ("p: empty", "if p in edge then \"{p}\" else \"x{p}\""),
            ("P: players", "if P == A then \"w\" else \"b\""),
            ("k: kinds", "if k == man then \"w\" else \"b\""),
        ] {
            assert_eq!(found(binders, text), [], "{binders}, {text}");
        }
        for (binders, text) in [
            ("d: orthogonal", "if d == E then \"R\" else \"L\""),
            ("d: E | W | N", "match d { E: \"R\", else: \"L\" }"),
            ("n: 1..4", "match n { 1: \"one\", 2: \"two\", else: \"three\" }"),
            ("p: empty", "if p in edge then \"{p}\" else \"x\""),
            ("d: E | W", "if d == E then \"x\" else \"x\""),
            ("d: E | W, p: empty", "match d { E: \"{p}x\", W: \"{ p }x\" }"),
            ("n: 1..3", "match n { 1: \"a\", 2: \"b\", 3: \"a\" }"),
            ("P: players, k: kinds", "if P == A then \"w\" else \"b\""),
            ("p: empty", "if ply > 3 then (if ply > 4 then \"x\" else \"{p}\") else \"{p}\""),
        ] {
            assert_eq!(found(binders, text), [Code::W40], "{binders}, {text}");
        }
    }

    #[test]
    fn the_default_text_shows_no_let() {
        let step = |text: &str, condition: &str| {
            codes(&format!(
                "piece man setup {{ man of A at d4 }}
                 action go(p: own, d: orthogonal) let q = step(p, d) {condition} {text} do move p to q
                 end {{ when ply > 9: draw when stuck(next): draw }}"
            ))
        };
        assert_eq!(step("", "when q in empty"), [Code::W40]);
        assert_eq!(step("as \"{p}-{q}\"", "when q in empty"), []);
        // One direction may be left.
        assert_eq!(step("", "when q in empty when d == (if ply % 2 == 0 then N else E)"), []);
    }

    #[test]
    fn the_text_of_a_move_cannot_be_empty() {
        assert_eq!(found("", "\"\""), [Code::E41]);
        assert_eq!(found("", "if ply > 3 then \"\" else \"late\""), [Code::E41]);
        let chosen = "piece man action add() as \"\" do { choose p in empty as \"{p}\" { put man at p } }";
        assert_eq!(codes(&format!("{chosen} end {{ when stuck(next): draw }}")), []);
    }

    #[test]
    fn arms_must_cover_all_possible_values() {
        for text in ["match n { 1: \"a\", 2: \"b\" }", "match n { 1: \"a\", 2: \"b\", 3: \"c\" }"] {
            assert_eq!(found("n: 1..2", text), [], "{text}");
        }
        assert_eq!(found("n: 1..3", "match n { 1: \"a\", 3: \"b\" }"), [Code::E33]);
        assert_eq!(found("p: {a1 b1}", "match p { a1: \"a\", b1: \"b\" }"), []);
        assert_eq!(found("p: empty", "match p { a1: \"a\", b1: \"b\" }"), [Code::E33]);
        assert_eq!(found("d: E | W", "match d { else: \"a\", E: \"b{d}\" }"), [Code::E33]);
        assert_eq!(found("d: E | W", "match d { E: \"a\", W: \"b\", E: \"c\" }"), [Code::W21]);
        assert_eq!(found("p: empty", "if row(p) > 0 then \"{p}\" else \"x{p}\""), [Code::W12]);
    }
}
