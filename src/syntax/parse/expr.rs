//! Lowers expressions.

use super::lower::{Lower, Pair, has, parts};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Arm, BinaryOp, Expr, Generator, Name, Node};
use crate::syntax::keywords;
use boardwright_grammar::Rule;

impl Lower<'_> {
    /// Lowers the next part, an expression.
    pub(super) fn next_expr<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Expr {
        if let Some(part) = parts.next() { self.expr(part) } else { self.lost_expr(whole) }
    }

    /// Lowers any rule for an expression, from `expr` down to `primary` and its alternatives.
    pub(super) fn expr(&mut self, pair: Pair<'_>) -> Expr {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::expr
            | Rule::conjunction
            | Rule::comparison
            | Rule::setexpr
            | Rule::sum
            | Rule::tally
            | Rule::product => self.chain(pair, span),
            Rule::negation => self.negation(pair, span),
            Rule::ranged | Rule::extent => self.ranged(pair, span),
            Rule::signed => self.signed(pair, span),
            Rule::owned => self.owned(pair, span),
            Rule::primary => {
                let Some(inner) = parts(pair).next() else { return self.lost_expr(span) };
                self.deeper(1, span, || Expr { span, node: Node::Bool(false) }, |lower| lower.expr(inner))
            }
            Rule::number => Expr { span, node: Node::Number(self.number(&pair)) },
            Rule::boolean => Expr { span, node: Node::Bool(pair.as_str() == "true") },
            Rule::cell => Expr { span, node: Node::Cell(pair.as_str().to_owned()) },
            Rule::name | Rule::set_name => Expr { span, node: Node::Name(self.name(&pair).node) },
            Rule::paren => {
                let inner = self.next_expr(&mut parts(pair), span);
                Expr { span, node: Node::Paren(Box::new(inner)) }
            }
            Rule::if_value => {
                let mut parts = parts(pair);
                let condition = self.next_expr(&mut parts, span);
                let then = self.next_expr(&mut parts, span);
                let otherwise = self.next_expr(&mut parts, span);
                Expr { span, node: Node::If(Box::new(condition), Box::new(then), Box::new(otherwise)) }
            }
            Rule::match_value => self.match_value(pair, span),
            Rule::braces => self.braces(pair, span),
            Rule::call => self.call(pair, span),
            Rule::possible => {
                let action = parts(pair).find(|part| part.as_rule() == Rule::action_name);
                let name = action.map(|part| self.name(&part));
                name.map_or_else(|| self.lost_expr(span), |name| Expr { span, node: Node::Possible(name) })
            }
            _ => self.lost_expr(span),
        }
    }

    /// Lowers operands with operators between them, from left to right.
    fn chain(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let comparison = pair.as_rule() == Rule::comparison;
        let mut pieces = parts(pair);
        let Some(first) = pieces.next() else { return self.lost_expr(span) };
        let rest: Vec<Pair<'_>> = pieces.collect();
        let signs = rest.len() / 2;
        if signs == 0 {
            return self.expr(first);
        }
        let instead = || Expr { span, node: Node::Bool(false) };
        self.deeper(signs, span, instead, |lower| {
            let head = std::mem::take(&mut lower.is_generator_head);
            let mut left = lower.expr(first);
            let mut rest = rest.into_iter();
            let mut count = 0;
            while let (Some(sign), Some(right)) = (rest.next(), rest.next()) {
                if sign.as_str().trim_end() == "=>" && comparison && count > 0 {
                    return lower.implication(left, &sign, right, rest);
                }
                let mut operator = lower.operator(&sign);
                let right = lower.expr(right);
                if matches!(sign.as_str().trim_end(), "&&" | "||") {
                    lower.report_doubled_sign(&mut operator, &left, &right);
                }
                if !(head && operator.node == BinaryOp::In) {
                    lower.check_bare_if(&right);
                }
                count += 1;
                if comparison
                    && count == 2
                    && let Some(counted) = lower.report_counted_in(&left, &operator, &right)
                {
                    left = counted;
                    continue;
                }
                if comparison
                    && count == 2
                    && let Some(compared) = lower.report_compared_conditions(&left, &operator, &right, &mut rest)
                {
                    left = compared;
                    continue;
                }
                if comparison && count == 2 {
                    lower.report_chained(&left, &operator);
                }
                let both = left.span.to(right.span);
                if let (Node::Binary(_, _, middle), true) = (&left.node, comparison && count > 1) {
                    // parsed as what is probably meant
                    let mut middle = middle.clone();
                    let mut joint = Spanned::new(BinaryOp::Both, operator.span);
                    if let Node::Binary(first, sign, second) = &middle.node
                        && matches!(sign.node, BinaryOp::And | BinaryOp::Or)
                    {
                        if sign.node == BinaryOp::Or {
                            joint.node = BinaryOp::Either;
                        }
                        let (first, second) = (first.clone(), second.clone());
                        if let Node::Binary(.., old) = &mut left.node {
                            *old = first;
                        }
                        middle = second;
                    }
                    let right = Expr { span: both, node: Node::Binary(middle, operator, Box::new(right)) };
                    left = Expr { span: both, node: Node::Binary(Box::new(left), joint, Box::new(right)) };
                    continue;
                }
                left = Expr { span: both, node: Node::Binary(Box::new(left), operator, Box::new(right)) };
            }
            left
        })
    }

    /// Reports `a == b => C`, an implication of other languages, and returns what it means.
    fn implication<'p>(
        &mut self,
        left: Expr,
        sign: &Pair<'p>,
        right: Pair<'p>,
        mut rest: impl Iterator<Item = Pair<'p>>,
    ) -> Expr {
        let mut right = self.expr(right);
        while let (Some(sign), Some(next)) = (rest.next(), rest.next()) {
            let (operator, next) = (self.operator(&sign), self.expr(next));
            let both = right.span.to(next.span);
            right = Expr { span: both, node: Node::Binary(Box::new(right), operator, Box::new(next)) };
        }
        let (span, both) = (self.span(sign), left.span.to(right.span));
        let opposite = match &left.node {
            Node::Binary(a, op, b) if op.node == BinaryOp::Equal => Some((a, "!=", b)),
            Node::Binary(a, op, b) if op.node == BinaryOp::NotEqual => Some((a, "==", b)),
            _ => None,
        };
        let negated = match opposite {
            Some((a, sign, b)) => format!("{} {sign} {}", self.text_of(a.span), self.text_of(b.span)),
            None => format!("not ({})", self.text_of(left.span)),
        };
        let meant = format!("{negated} or {}", self.text_of(right.span));
        let finding = Diagnostic::new(Code::E01, span, "`=>` cannot join conditions").help(format!("write `{meant}`"));
        self.report(finding.fix(format!("write `{meant}`"), both, meant, false));
        let not = Expr { span: left.span, node: Node::Not(Box::new(left)) };
        Expr { span: both, node: Node::Binary(Box::new(not), Spanned::new(BinaryOp::Either, span), Box::new(right)) }
    }

    /// Lowers an operator, and reports those of other languages.
    pub(super) fn operator(&mut self, sign: &Pair<'_>) -> Spanned<BinaryOp> {
        use BinaryOp::*;
        let span = self.span(sign);
        let text = sign.as_str().trim_end();
        let (operator, instead) = match text {
            "*" => (Mul, None),
            "/" => (Div, None),
            "%" => (Rem, None),
            "+" => (Add, None),
            "-" => (Sub, None),
            "&" => (And, None),
            "|" => (Or, None),
            "except" => (Except, None),
            "==" => (Equal, None),
            "!=" => (NotEqual, None),
            "<" => (Less, None),
            "<=" => (LessEqual, None),
            ">" => (Greater, None),
            ">=" => (GreaterEqual, None),
            "in" => (In, None),
            "within" => (Within, None),
            "and" => (Both, None),
            "or" => (Either, None),
            "&&" => (Both, None),
            "||" => (Either, None),
            "<>" => (NotEqual, Some("!=")),
            "=<" => (LessEqual, Some("<=")),
            "=>" => (GreaterEqual, Some(">=")),
            "=" => {
                let finding = Diagnostic::new(Code::E01, span, "`=` sets a value; it does not compare");
                self.report(finding.help("write `==` to compare").fix("write `==`", span, "==", true));
                (Equal, None)
            }
            _ => (NotIn, None),
        };
        if let Some(instead) = instead {
            let finding = Diagnostic::new(Code::E01, span, format!("unknown operator `{text}`"));
            self.report(finding.suggest(span, self.with_spaces(span, instead), true));
        }
        Spanned::new(operator, span)
    }

    /// Reports `&&` and `||`. Between sets they mean `&` and `|`, between conditions `and` and `or`.
    fn report_doubled_sign(&mut self, operator: &mut Spanned<BinaryOp>, left: &Expr, right: &Expr) {
        let (sign, single, word) = match operator.node {
            BinaryOp::Both => ("&&", BinaryOp::And, "and"),
            _ => ("||", BinaryOp::Or, "or"),
        };
        let finding = Diagnostic::new(Code::E01, operator.span, format!("unknown operator `{sign}`"));
        if [left, right].into_iter().any(is_surely_set) {
            operator.node = single;
            self.report(finding.suggest(operator.span, &sign[..1], true));
        } else {
            let word = self.with_spaces(operator.span, word);
            self.report(finding.suggest(operator.span, word, true));
        }
    }

    /// Returns a word that replaces an operator, with spaces where the operator touches other words.
    pub(super) fn with_spaces(&self, span: Span, word: &str) -> String {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let before = self.text_of(Span { start: 0, end: span.start, ..span }).chars().next_back();
        let after = self.text_of(Span { start: span.end, end: u32::MAX, ..span }).chars().next();
        let is_word = word.starts_with(|c: char| c.is_alphabetic());
        let space = |needed: bool| if needed && is_word { " " } else { "" };
        format!("{}{word}{}", space(letter(before) || before == Some(')')), space(letter(after) || after == Some('(')))
    }

    /// Reports an `if` as an operand without parentheses: it would extend as far to the right as it can.
    pub(super) fn check_bare_if(&mut self, operand: &Expr) {
        if matches!(operand.node, Node::If(..)) {
            let word = Span { end: operand.span.start + 2, ..operand.span };
            let finding = Diagnostic::new(Code::E01, word, "an `if` inside an expression needs parentheses")
                .help("write `(if .. then .. else ..)`");
            let at = |place: u32, text: &str| Edit {
                span: Span { start: place, end: place, ..word },
                text: text.to_owned(),
            };
            let edits = vec![at(operand.span.start, "("), at(operand.span.end, ")")];
            self.report(finding.edits("put parentheses around it", edits, true));
        }
    }

    /// Lowers `not`, `some move then`, `no move then` before a comparison; the last one is the innermost.
    fn negation(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let mut prefixes: Vec<Pair<'_>> = parts(pair).collect();
        let Some(inner) = prefixes.pop() else { return self.lost_expr(span) };
        if prefixes.is_empty() {
            return self.expr(inner);
        }
        let instead = || Expr { span, node: Node::Bool(false) };
        self.deeper(prefixes.len(), span, instead, |lower| {
            let mut made = lower.expr(inner);
            lower.check_bare_if(&made);
            for prefix in prefixes.into_iter().rev() {
                let word = lower.span(&prefix);
                let whole = word.to(made.span);
                let node = if prefix.as_rule() == Rule::look {
                    Node::Look(has(&prefix, Rule::kw_some), Box::new(made))
                } else {
                    if prefix.as_str().starts_with('!') {
                        let finding = Diagnostic::new(Code::E01, word, "unknown operator `!`");
                        lower.report(finding.suggest(word, lower.with_spaces(word, "not"), true));
                    }
                    Node::Not(Box::new(made))
                };
                made = Expr { span: whole, node };
            }
            made
        })
    }

    fn ranged(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let mut ends = parts(pair);
        let low = self.next_expr(&mut ends, span);
        let Some(high) = ends.next() else { return low };
        let high = self.expr(high);
        self.check_bare_if(&high);
        Expr { span: low.span.to(high.span), node: Node::Range(Box::new(low), Box::new(high)) }
    }

    fn signed(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let mut signs: Vec<Pair<'_>> = parts(pair).collect();
        let Some(inner) = signs.pop() else { return self.lost_expr(span) };
        let instead = || Expr { span, node: Node::Bool(false) };
        self.deeper(signs.len(), span, instead, |lower| {
            let mut made = lower.expr(inner);
            if !signs.is_empty() {
                lower.check_bare_if(&made);
            }
            for sign in signs.into_iter().rev() {
                made = Expr { span: lower.span(&sign).to(made.span), node: Node::Neg(Box::new(made)) };
            }
            made
        })
    }

    fn owned(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let mut pieces = parts(pair);
        let what = self.next_expr(&mut pieces, span);
        let Some(owner) = pieces.next() else { return what };
        let owner = self.expr(owner);
        self.check_bare_if(&owner);
        if matches!(&what.node, Node::Name(name) if name == "number")
            && let Some(of) = pieces.next()
        {
            // `number of pieces of P`: the number is reported when the names are known
            let of = self.expr(of);
            let both = owner.span.to(of.span);
            let set = Expr { span: both, node: Node::Of(Box::new(owner), Box::new(of)) };
            return Expr { span: what.span.to(both), node: Node::Of(Box::new(what), Box::new(set)) };
        }
        for further in pieces {
            let further = self.span(&further);
            self.report_syntax(further, "a piece can have only one owner", "write one `of`: `king of White`");
        }
        Expr { span: what.span.to(owner.span), node: Node::Of(Box::new(what), Box::new(owner)) }
    }

    fn match_value(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let mut pieces = parts(pair);
        let of = self.next_expr(&mut pieces, span);
        let arms = pieces.map(|piece| {
            let span = self.span(&piece);
            let otherwise = has(&piece, Rule::kw_else);
            let mut pieces = parts(piece);
            let value = (!otherwise).then(|| self.next_expr(&mut pieces, span));
            let body = self.next_expr(&mut pieces, span);
            Arm { value, body, span }
        });
        Expr { span, node: Node::Match(Box::new(of), arms.collect()) }
    }

    fn braces(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let mut elements: Vec<Expr> = Vec::new();
        let mut apart: Option<Span> = None;
        self.is_generator_head = has(&pair, Rule::generated);
        for part in parts(pair) {
            match part.as_rule() {
                Rule::cells => elements.extend(parts(part).map(|cell| self.expr(cell)).collect::<Vec<_>>()),
                Rule::generated => {
                    let (Some(head), Some(body)) = (elements.pop(), parts(part).next()) else {
                        return self.lost_expr(span);
                    };
                    let body = self.expr(body);
                    return match self.generator(head, body) {
                        Some(generator) => Expr { span, node: Node::Collect(Box::new(generator)) },
                        None => Expr { span, node: Node::List(Vec::new()) },
                    };
                }
                Rule::unseparated => {
                    let before = elements.last().map_or(span, |element| element.span);
                    if let Some(inner) = parts(part).next() {
                        let element = self.expr(inner);
                        apart.get_or_insert(before.to(element.span));
                        elements.push(element);
                    }
                }
                _ => elements.push(self.expr(part)),
            }
        }
        if let Some(apart) = apart {
            match self.report_odd_element(&elements) {
                Some(odd) => {
                    elements.remove(odd);
                }
                None if self.report_rows_in_words(span, &elements) => {}
                None => self.report_commas(apart, &elements),
            }
        } else if let [only] = elements.as_slice()
            && !self.report_condition_in_braces(span, only)
        {
            self.check_lone_element(only);
        }
        elements.iter().for_each(|element| self.check_glued_minus(element));
        Expr { span, node: Node::List(elements) }
    }

    /// Reports the only element that is not a cell among cells: that is the mistake, not the commas.
    fn report_odd_element(&mut self, elements: &[Expr]) -> Option<usize> {
        let others = |element: &&Expr| !matches!(element.node, Node::Cell(_));
        let odd = elements.iter().position(|element| others(&element))?;
        let element = elements.get(odd)?;
        let Node::Name(name) = &element.node else { return None };
        if elements.len() < 3 || elements.iter().filter(others).count() > 1 || keywords::is_capital_cell(name) {
            return None;
        }
        if let "to" | "through" | "until" = name.as_str()
            && let Some(finding) = self.explain_range_in_words(elements, odd)
        {
            self.report(finding);
            return Some(odd);
        }
        let finding = Diagnostic::new(Code::E01, element.span, format!("`{name}` is not a cell"));
        self.report(finding.help(format!("the other elements are cells; join a set with `|`: `{{a1 c3}} | {name}`")));
        Some(odd)
    }

    /// Explains `{a1 to a5}`: the element at `joint` stands between two cells.
    fn explain_range_in_words(&self, elements: &[Expr], joint: usize) -> Option<Diagnostic> {
        let (first, last) = (elements.get(joint.checked_sub(1)?)?, elements.get(joint + 1)?);
        let (Node::Cell(from), Node::Cell(to)) = (&first.node, &last.node) else { return None };
        let place = first.span.to(last.span);
        let finding = Diagnostic::new(Code::E01, place, "cells have no ranges");
        let Some(cells) = keywords::list_cells(from, to) else {
            return Some(finding.help("for a rectangle, write `rows(1..3) & columns(1..5)`"));
        };
        let listed = cells.join(" ");
        Some(finding.help(format!("write `{listed}`")).fix(format!("write `{listed}`"), place, listed, false))
    }

    /// Reports missing commas in a list, or a call with a space. Cells in capital letters are reported elsewhere.
    fn report_commas(&mut self, apart: Span, elements: &[Expr]) {
        let cells = |element: &Expr| match &element.node {
            Node::Cell(_) => true,
            Node::Name(name) => keywords::is_capital_cell(name),
            _ => false,
        };
        if elements.iter().all(cells) {
            return;
        }
        match elements {
            [Expr { node: Node::Name(name), .. }, Expr { node: Node::Paren(_), .. }, ..] => {
                let finding = Diagnostic::new(Code::E01, apart, format!("unexpected space between `{name}` and `(`"))
                    .help(format!("write `{name}(..)`"));
                let gap = match elements {
                    [name, argument, ..] => Span { start: name.span.end, end: argument.span.start, ..apart },
                    _ => apart,
                };
                self.report(finding.fix("remove the space", gap, "", true));
            }
            _ => {
                let finding = Diagnostic::new(Code::E01, apart, "missing commas between the elements of a list")
                    .help("only cells need no commas: `{a1 c3}`, but `{N, E}`");
                let between = |pair: &[Expr]| match pair {
                    [first, second]
                        if !self
                            .text_of(Span { start: first.span.end, end: second.span.start, ..apart })
                            .contains(',') =>
                    {
                        Some(Edit { span: Span { start: first.span.end, ..first.span }, text: ",".to_owned() })
                    }
                    _ => None,
                };
                let edits = elements.windows(2).filter_map(between).collect();
                self.report(finding.edits("insert commas", edits, true));
            }
        }
    }

    /// Reports `{ p in own }`, a collection without a condition.
    fn check_lone_element(&mut self, only: &Expr) {
        if let Node::Binary(left, operator, right) = &only.node
            && let (Node::Name(name), BinaryOp::In) = (&left.node, operator.node)
        {
            let over = self.text_of(right.span);
            let finding = Diagnostic::new(Code::E01, only.span, format!("missing condition after `{name} in {over}`"))
                .help(format!("write `{{ {name} in {over}: condition }}`, or just `{over}` for all of them"));
            self.report(finding);
        }
    }

    /// Reports `{1 -1}`: a minus that touches only the number after it was meant as its sign.
    fn check_glued_minus(&mut self, element: &Expr) {
        if let Node::Binary(left, operator, right) = &element.node
            && operator.node == BinaryOp::Sub
            && left.span.end < operator.span.start
            && operator.span.end == right.span.start
        {
            self.report_syntax(
                left.span.to(right.span),
                "missing commas between the elements of a list",
                "write `{1, -1}` for two numbers, `{1 - 1}` for their difference",
            );
        }
    }

    fn call(&mut self, pair: Pair<'_>, span: Span) -> Expr {
        let generated = has(&pair, Rule::generated);
        let mut pieces = parts(pair);
        let Some(callee) = pieces.next() else { return self.lost_expr(span) };
        let word = callee.as_str().trim_end_matches('(');
        let name: Name = Spanned::new(word.to_owned(), self.prefix_span(&callee, word.len()));
        let mut arguments: Vec<Expr> = Vec::new();
        self.is_generator_head = generated;
        for part in pieces {
            if part.as_rule() != Rule::generated {
                arguments.push(self.expr(part));
                continue;
            }
            let (Some(head), Some(body)) = (arguments.pop(), parts(part).next()) else { return self.lost_expr(span) };
            let body = self.expr(body);
            if let Some(generator) = self.generator(head, body) {
                return Expr { span, node: Node::Generate(name, Box::new(generator)) };
            }
        }
        Expr { span, node: Node::Call(name, arguments) }
    }

    /// Makes a generator `x in X: E` from `x in X` and E.
    fn generator(&mut self, head: Expr, body: Expr) -> Option<Generator> {
        let place = head.span;
        if let Node::Binary(left, _, _) = &head.node
            && let Node::Cell(cell) = &left.node
        {
            let help = "one or two lowercase letters and a number always mean a cell; choose another name";
            self.report_syntax(left.span, format!("`{cell}` is a cell and cannot be a name"), help);
            return None;
        }
        let is_key = matches!(head.node, Node::Name(_) | Node::Number(_));
        if let Node::Binary(left, operator, over) = head.node
            && let (Node::Name(name), BinaryOp::In) = (left.node, operator.node)
        {
            let name = Spanned::new(name, left.span);
            self.record_bound(&name);
            return Some(Generator { name, over: *over, body });
        }
        if is_key && self.text_of(Span { start: 0, end: place.start, ..place }).trim_end().ends_with('{') {
            let help = "for a value for each kind, write `match kind(p) { man: 1, else: 0 }`; for a set, `{ p in own: condition }`";
            self.report_syntax(place, "braces hold a set, not a table of values", help);
            return None;
        }
        self.report_syntax(place, "expected a new name and a set before `:`", "write `p in own: condition`");
        None
    }
}

/// Returns whether an expression can only be a set, by its form alone.
pub(super) fn is_surely_set(expr: &Expr) -> bool {
    match &expr.bare().node {
        Node::List(_) | Node::Collect(_) | Node::Range(..) | Node::Of(..) => true,
        Node::Name(name) => keywords::SETS.contains(&name.as_str()),
        Node::Call(name, _) | Node::Generate(name, _) => keywords::CALLS_OF_SETS.contains(&name.node.as_str()),
        Node::Binary(left, operator, _) => match operator.node {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Except => true,
            _ => matches!(operator.node, BinaryOp::Both | BinaryOp::Either) && is_surely_set(left),
        },
        _ => false,
    }
}
