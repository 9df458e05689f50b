//! Actions, their clauses, and statements.

use super::lower::{Lower, Pair, has, parts};
use crate::absent::find_absent;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::*;
use crate::syntax::explain::{WINNER, place_in_words};
use crate::syntax::keywords;
use boardwright_grammar::Rule;

/// The part of an action to which a clause belongs, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ClausePart {
    Before,
    Do,
    After,
}

impl Lower<'_> {
    pub(super) fn action(&mut self, pair: Pair<'_>, span: Span, change: Change) -> Action {
        let mut pieces = parts(pair).peekable();
        let name = self.next_bound(&mut pieces, span);
        let adds = matches!(change, Change::Also(_) | Change::AlsoFirst(_));
        let binders = pieces.next_if(|part| part.as_rule() == Rule::binders);
        match &binders {
            Some(binders) if adds => {
                let place = self.span(binders);
                let finding = Diagnostic::new(Code::E01, place, "`also action` keeps the binders of the base");
                self.report(finding.help("remove the parentheses").fix("remove the parentheses", place, "", false));
            }
            None if matches!(change, Change::Replace(_)) => {
                let help = format!(
                    "write the binders, those of the base or others: `replace action {0}(p: own)`, or `()` for none; \
                    to add clauses only, write `also action {0}`",
                    name.node
                );
                let finding = Diagnostic::new(Code::E01, name.span, "missing binders after the action's name");
                self.report(finding.help(help));
                // the rest may use the binders
                let rest = Span { start: name.span.end + 1, ..span };
                self.unread.push(Unread { span: rest, item: None, names: Vec::new() });
            }
            None if !adds => {
                let help = format!("write `action {0}()`, or with binders: `action {0}(p: own)`", name.node);
                let end = Span { start: name.span.end, ..name.span };
                let finding = Diagnostic::new(Code::E01, name.span, "missing parentheses after the action's name");
                self.report(finding.help(help).fix("write `()` after it", end, "()", true));
            }
            _ => {}
        }
        let binders = binders.into_iter().flat_map(parts).map(|binder| {
            let (name, over) = self.named(binder);
            Binder { name, over }
        });
        let binders = binders.collect();
        let mut action = Action { name, binders, clauses: Vec::new(), body: None, ensures: Vec::new(), maximize: None };
        let mut reached = ClausePart::Before;
        self.do_at = None;
        for clause in pieces {
            if let Some(clause) = parts(clause).next() {
                reached = reached.max(self.clause(clause, &mut action, reached, adds));
            }
        }
        action
    }

    fn clause(&mut self, pair: Pair<'_>, action: &mut Action, reached: ClausePart, adds: bool) -> ClausePart {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let place = match rule {
            Rule::let_clause | Rule::when | Rule::as_clause => ClausePart::Before,
            Rule::do_clause => ClausePart::Do,
            _ => ClausePart::After,
        };
        let word = pair.as_str().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
        let keyword = self.prefix_span(&pair, word.len());
        if rule == Rule::do_clause {
            self.do_at.get_or_insert(keyword);
        }
        if place < reached {
            let later = if place == ClausePart::Before { "`do`" } else { "`ensure` and `maximize`" };
            let help = "the order of clauses is `let`, `when` and `as`, then `do`, then `ensure` and `maximize`";
            let finding = Diagnostic::new(Code::E01, keyword, format!("`{word}` must come before {later}"));
            let fix =
                self.do_at.filter(|_| place == ClausePart::Before).and_then(|at| self.move_before(span, at, word));
            self.report(Diagnostic { fix, ..finding.help(help) });
        }
        if adds && matches!(rule, Rule::as_clause | Rule::maximize) {
            let message = format!("`also action` cannot add `{word}`");
            self.report_syntax(keyword, message, "write `replace action` with the whole action");
        }
        let twice = match rule {
            Rule::as_clause => action.clauses.iter().any(|clause| matches!(clause, Clause::As(_))),
            Rule::do_clause => action.body.is_some(),
            Rule::maximize => action.maximize.is_some(),
            _ => false,
        };
        if twice {
            let help =
                if rule == Rule::do_clause { "put all statements into one: `do { .. }`" } else { "remove one of them" };
            self.report_syntax(keyword, format!("an action can have only one `{word}`"), help);
        }
        match rule {
            Rule::let_clause => {
                let (name, value) = self.named(pair);
                action.clauses.push(Clause::Let(name, value));
            }
            Rule::when => action.clauses.push(Clause::When(self.next_expr(&mut parts(pair), span))),
            Rule::as_clause => action.clauses.push(Clause::As(self.text_after_as(pair, span))),
            Rule::do_clause => {
                let body = parts(pair).next().map(|body| match body.as_rule() {
                    Rule::block => self.block(body),
                    _ => self.statement(body).into_iter().collect(),
                });
                action.body = Some(body.unwrap_or_default());
            }
            Rule::ensure => action.ensures.push(self.next_expr(&mut parts(pair), span)),
            _ => action.maximize = Some(self.next_expr(&mut parts(pair), span)),
        }
        place
    }

    /// Returns the fix that moves a clause before the `do` of its action.
    fn move_before(&self, clause: Span, do_at: Span, word: &str) -> Option<Fix> {
        let gap = self.text_of(Span { start: do_at.end, end: clause.start, ..clause });
        let blank = gap.len() - gap.trim_end().len();
        let line = self.text_of(Span { start: 0, end: do_at.start, ..do_at });
        let margin = line.get(line.trim_end_matches([' ', '\t']).len()..)?;
        let between =
            if line.trim_end_matches([' ', '\t']).ends_with('\n') { format!("\n{margin}") } else { " ".to_owned() };
        let at = Span { end: do_at.start, ..do_at };
        let edits = vec![
            Edit { span: at, text: format!("{}{between}", self.text_of(clause)) },
            Edit { span: Span { start: clause.start - blank as u32, ..clause }, text: String::new() },
        ];
        Some(Fix { title: format!("move the `{word}` before the `do`"), edits, safe: true })
    }

    pub(super) fn block(&mut self, pair: Pair<'_>) -> Vec<Stmt> {
        let span = self.span(&pair);
        self.deeper(1, span, Vec::new, |lower| parts(pair).filter_map(|one| lower.statement(one)).collect())
    }

    fn next_block<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>) -> Vec<Stmt> {
        parts.next().map(|block| self.block(block)).unwrap_or_default()
    }

    fn statement(&mut self, pair: Pair<'_>) -> Option<Stmt> {
        let inner = parts(pair).next()?;
        let span = self.span(&inner);
        let node = self.statement_node(inner, span)?;
        Some(Stmt { span, node })
    }

    fn statement_node(&mut self, pair: Pair<'_>, span: Span) -> Option<StmtNode> {
        let rule = pair.as_rule();
        if rule == Rule::if_statement {
            return Some(self.if_statement(pair, span));
        }
        let (may, of) = (has(&pair, Rule::kw_may), has(&pair, Rule::kw_of));
        let mut pieces = parts(pair).peekable();
        Some(match rule {
            Rule::let_clause => StmtNode::Let(self.next_bound(&mut pieces, span), self.next_expr(&mut pieces, span)),
            Rule::local => {
                let name = self.next_bound(&mut pieces, span);
                let mut ty = None;
                let mut value = None;
                for part in pieces {
                    match part.as_rule() {
                        Rule::r#type => ty = self.ty(&part),
                        _ => value = Some(self.expr(part)),
                    }
                }
                StmtNode::Var(name, ty, value?)
            }
            Rule::for_statement => {
                let name = self.next_bound(&mut pieces, span);
                StmtNode::For(name, self.next_expr(&mut pieces, span), self.next_block(&mut pieces))
            }
            Rule::while_statement => StmtNode::While(self.next_expr(&mut pieces, span), self.next_block(&mut pieces)),
            Rule::choose => {
                let name = self.next_bound(&mut pieces, span);
                let over = self.next_expr(&mut pieces, span);
                let mut text = None;
                let mut body = Vec::new();
                for part in pieces {
                    match part.as_rule() {
                        Rule::as_clause => text = Some(self.text_after_as(part, span)),
                        _ => body = self.block(part),
                    }
                }
                StmtNode::Choose { may, name, over, text, body }
            }
            Rule::put => {
                let what = self.next_operand(&mut pieces, span);
                let owner = of.then(|| self.next_operand(&mut pieces, span));
                StmtNode::Put { what, owner, at: self.next_operand(&mut pieces, span) }
            }
            Rule::remove
                if let Some(part) = pieces.next_if(|part| matches!(part.as_rule(), Rule::tops | Rule::bottoms)) =>
            {
                let (is_top, count) = (part.as_rule() == Rule::tops, self.tally(part));
                let at = self.next_operand(&mut pieces, span);
                if is_top { StmtNode::RemoveTop(count, at) } else { StmtNode::RemoveBottom(count, at) }
            }
            Rule::remove => {
                let what = self.next_operand(&mut pieces, span);
                if matches!(&what.node, Node::Name(name) if name == "at") {
                    let place = Span { end: what.span.end + 1, ..what.span };
                    let finding = Diagnostic::new(Code::E01, what.span, "unexpected `at` after `remove`");
                    self.report(finding.help("write `remove p`").fix("remove `at`", place, "", true));
                    self.idle = Some(span);
                    return None;
                }
                if let Some(place) = self.report_end_of_stack(&what, span) {
                    self.unread.push(Unread { span: place, item: None, names: Vec::new() });
                    self.idle = Some(span);
                    return None;
                }
                StmtNode::Remove(what)
            }
            Rule::move_each => {
                let name = self.next_bound(&mut pieces, span);
                StmtNode::MoveEach(name, self.next_operand(&mut pieces, span), self.next_operand(&mut pieces, span))
            }
            Rule::move_to if let Some(part) = pieces.next_if(|part| part.as_rule() == Rule::tops) => {
                let count = self.tally(part);
                let from = self.next_operand(&mut pieces, span);
                StmtNode::MoveTop(count, from, self.next_operand(&mut pieces, span))
            }
            Rule::move_to => StmtNode::Move(self.next_operand(&mut pieces, span), self.next_operand(&mut pieces, span)),
            Rule::give => StmtNode::Give(self.next_operand(&mut pieces, span), self.next_operand(&mut pieces, span)),
            Rule::again => StmtNode::Again,
            Rule::return_statement => StmtNode::Return,
            _ => return self.assignment_or_call(&mut pieces, span),
        })
    }

    /// Lowers `top n of` to the number.
    fn tally(&mut self, tops: Pair<'_>) -> Option<Expr> {
        parts(tops).next().map(|tally| self.expr(tally))
    }

    /// Lowers the next part, an operand of a statement, where an `if` needs parentheses.
    fn next_operand<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Expr {
        let made = self.next_expr(parts, whole);
        self.check_bare_if(&made);
        made
    }

    /// Lowers an `if`. `else if` is an else block of one `if`, so a chain of them gets deeper.
    fn if_statement(&mut self, pair: Pair<'_>, span: Span) -> StmtNode {
        let mut pieces = parts(pair);
        let condition = self.next_expr(&mut pieces, span);
        let then = self.next_block(&mut pieces);
        let otherwise = pieces.next().map(|otherwise| {
            if otherwise.as_rule() == Rule::block {
                return self.block(otherwise);
            }
            let span = self.span(&otherwise);
            self.deeper(1, span, Vec::new, |lower| vec![Stmt { span, node: lower.if_statement(otherwise, span) }])
        });
        StmtNode::If(condition, then, otherwise)
    }

    /// Lowers `n = E`, `n += E`, `e(p, q)`, and reports what is not a statement.
    fn assignment_or_call<'i>(&mut self, pieces: &mut impl Iterator<Item = Pair<'i>>, span: Span) -> Option<StmtNode> {
        let target = self.next_expr(pieces, span);
        let Some(sign) = pieces.next() else {
            if let Node::Name(name) = &target.node {
                // of several words in a row only the first is reported
                let between = self.idle.map(|idle| Span { start: idle.end, end: span.start, ..idle });
                let continues =
                    between.is_some_and(|between| !between.is_empty() && self.text_of(between).trim().is_empty());
                if !continues || between.is_some_and(|between| self.text_of(between).contains('\n')) {
                    let line =
                        self.text_of(Span { start: span.end, end: u32::MAX, ..span }).lines().next().unwrap_or("");
                    let before = self.text_of(Span { start: 0, end: span.start, ..span });
                    let last = before.lines().last().unwrap_or("").trim_end();
                    let returned = last
                        .ends_with("return")
                        .then(|| Diagnostic::new(Code::E01, span, "`return` has no value").help(RETURN));
                    if let Some(removed) = self.report_removed_in_words(before, name, line, span) {
                        self.unread.push(Unread { span: removed, item: None, names: Vec::new() });
                        self.idle = Some(span);
                        return None;
                    }
                    self.report(returned.unwrap_or_else(|| report_idle(name, target.span, line)));
                    // the rest of the line belongs to the same mistake
                    let line = self.text_of(Span { start: span.end, end: u32::MAX, ..span }).find('\n');
                    let end = line.map_or(span.end, |line| span.end + line as u32);
                    self.unread.push(Unread { span: Span { end, ..span }, item: None, names: Vec::new() });
                }
                self.idle = Some(span);
                return None;
            }
            return Some(StmtNode::Call(target));
        };
        let operator = match sign.as_str() {
            "+=" => AssignOp::Add,
            "-=" => AssignOp::Subtract,
            _ => AssignOp::Set,
        };
        Some(StmtNode::Assign(target, operator, self.next_expr(pieces, span)))
    }

    /// Reports `remove top p`, `remove bottom from p`: the words after `top` are read as statements. Returns the whole of it.
    fn report_end_of_stack(&mut self, what: &Expr, span: Span) -> Option<Span> {
        let end = what.as_name().filter(|name| matches!(*name, "top" | "bottom"))?;
        let rest = self.text_of(Span { start: span.end, end: u32::MAX, ..span }).lines().next()?;
        let rest = rest.split([';', '}', '/']).next()?.trim_end();
        let first = rest.split_whitespace().next()?;
        let joint = Some(first).filter(|word| matches!(*word, "from" | "at" | "on" | "in"));
        let cell = rest.trim_start().strip_prefix(joint.unwrap_or("")).unwrap_or("").trim_start();
        let word = cell.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|word| !word.is_empty())?;
        let is_one =
            cell == word || cell.get(word.len()..).is_some_and(|rest| rest.starts_with('(') && rest.ends_with(')'));
        if keywords::is_reserved(word) || !is_one {
            return None;
        }
        let place = Span { end: span.end + rest.len() as u32, ..span };
        let meant = format!("remove {end} of {cell}");
        let message = match joint {
            Some(joint) => format!("expected `of` after `{end}`, found `{joint}`"),
            None => format!("missing `of` after `{end}`"),
        };
        let finding = Diagnostic::new(Code::E01, place, message).help(format!("write `{meant}`"));
        let has_stacks = self.text_of(Span { start: 0, end: u32::MAX, ..span }).contains("stacks");
        self.report(finding.fix(format!("write `{meant}`"), place, meant, has_stacks));
        Some(place)
    }

    /// Reports `remove man at p`, `remove the man from p`. Returns the whole of it.
    fn report_kind_to_remove(&mut self, start: usize, words: &[&str], line: &str, span: Span) -> Option<Span> {
        let joint = words.iter().position(|word| matches!(*word, "at" | "from" | "on"))?;
        let (kind, cell) = (words.get(..joint)?, words.get(joint + 1..)?.join(" "));
        let is_plain = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if cell.is_empty() || line.contains('{') || !(1..=4).contains(&kind.len()) || !kind.iter().all(is_plain) {
            return None;
        }
        let place = Span { start: start as u32, end: span.end + line.len() as u32, ..span };
        let written = self.text_of(place).trim().to_owned();
        let meant = format!("remove {cell}");
        let finding = Diagnostic::new(Code::E01, place, format!("`{written}` is not a statement"));
        let finding = finding.help(format!("write `{meant}`: the piece on the cell is removed"));
        self.report(finding.fix(format!("write `{meant}`"), place, meant, false));
        Some(place)
    }

    /// Reports `remove enemy beside q`, `remove all enemy`: the words after the set are read as statements. Returns the whole of it.
    fn report_removed_in_words(&mut self, before: &str, name: &str, line: &str, span: Span) -> Option<Span> {
        let start = before.rfind("remove ")?;
        let inside = before.get(start + "remove ".len()..)?;
        let line = line.split([';', '}', '/']).next()?.trim_end();
        if inside.contains([';', '{', '}', '\n']) {
            return None;
        }
        let words: Vec<&str> = inside.split_whitespace().chain([name]).chain(line.split_whitespace()).collect();
        if let Some(place) = self.report_kind_to_remove(start, &words, line, span) {
            return Some(place);
        }
        let (meant, count) = place_in_words(&words)?;
        let place = Span { start: start as u32, end: span.end + line.len() as u32, ..span };
        let written = self.text_of(Span { start: (start + "remove ".len()) as u32, ..place }).trim().to_owned();
        let finding = Diagnostic::new(Code::E01, place, format!("`{written}` is not a set"));
        let finding = finding.help(format!("write `remove {meant}`"));
        let is_whole = count == words.len();
        self.report(if is_whole {
            finding.fix(format!("write `remove {meant}`"), place, format!("remove {meant}"), false)
        } else {
            finding
        });
        Some(place)
    }
}

/// The help for a `return` with a value.
const RETURN: &str = "it ends the statements of a move; what is computed is a `def`: `def f(p: cell) = row(p) + 1`";

/// Reports a lone name in the place of a statement; `line` is the rest of its line.
fn report_idle(name: &str, span: Span, line: &str) -> Diagnostic {
    if let Some(meant) =
        keywords::translate_statement(name).filter(|_| line.trim_start().starts_with(char::is_alphabetic))
    {
        // the fix removes the article
        let article = ["a", "an", "the"].iter().find(|article| line.split_whitespace().next() == Some(**article));
        let end = article.and_then(|article| line.find(article).map(|at| at + article.len()));
        let place = Span { end: span.end + end.unwrap_or(0) as u32, ..span };
        return Diagnostic::new(Code::E01, span, format!("`{name}` is not a statement"))
            .help(format!("use `{meant}`"))
            .fix(format!("write `{meant}`"), place, meant, false);
    }
    let result =
        ["wins", "loses"].iter().find(|word| line.split_whitespace().next().is_some_and(|next| next == **word));
    if let Some(word) = result {
        let end = line.find(word).map_or(0, |at| at + word.len());
        let place = Span { end: span.end + end as u32, ..span };
        let help = format!("say it in `end`, which is checked after every move: `end {{ when C: {name} {word} }}`");
        return Diagnostic::new(Code::E01, place, "an action cannot say who wins").help(help);
    }
    if matches!(name, "win" | "wins" | "lose" | "loses" | "draw" | "tie") {
        return Diagnostic::new(Code::E01, span, "an action cannot say who wins").help(WINNER);
    }
    if let Some(absent) = find_absent(name) {
        return Diagnostic::new(Code::E01, span, absent.message).help(absent.help);
    }
    if matches!(name, "may" | "must" | "can" | "should") && line.trim_start().starts_with(char::is_alphabetic) {
        let line = line.split([';', '}', '/']).next().unwrap_or("").trim_end();
        let place = Span { end: span.end + line.len() as u32, ..span };
        let help = match (line.ends_with(" again"), name) {
            (true, _) => {
                "write `if some(hop(q, all, enemy) & empty) { again }`, with the cells where the piece can go on"
            }
            (false, "may") => "what a player may choose is `may choose q in own { remove q }`",
            _ => "write the statement alone: a move does all of its `do`",
        };
        return Diagnostic::new(Code::E01, place, format!("`{name}{line}` is not a statement")).help(help);
    }
    let joints = ["and", "or", "except", "within", "then", "else"];
    let known = keywords::STATEMENTS.iter().copied().chain(["let", "may"]).chain(joints);
    let help = if matches!(name, "elif" | "elseif" | "elsif") {
        "write `else if`".to_owned()
    } else {
        let known_word = keywords::explain_statement(name).map(str::to_owned);
        known_word
            .or_else(|| suggest::did_you_mean(name, known.clone()))
            .unwrap_or_else(|| format!("write `{name}()` to call an effect, `{name} = ..` to set a variable"))
    };
    // `const q = p`
    if matches!(name, "const" | "val" | "final" | "auto" | "local" | "define") && line.contains('=') {
        let finding = Diagnostic::new(Code::E01, span, format!("`{name}` is not a statement"));
        let help = "a value with a name is a `let`, one that changes a `var`: `let q = p`";
        return finding.help(help).fix("write `let`", span, "let", false);
    }
    // `set n = 1`
    if name == "set" && line.contains('=') {
        return Diagnostic::new(Code::E01, span, "unexpected `set`")
            .help("write `n = 1`, or `let n = 1` for a new name");
    }
    let finding = Diagnostic::new(Code::E01, span, format!("`{name}` is not a statement")).help(help);
    match (suggest::surely(name, known), name) {
        (_, "elif" | "elseif" | "elsif") => finding.fix("write `else if`", span, "else if", true),
        (Some(meant), _) => finding.fix(format!("write `{meant}`"), span, meant, true),
        _ => finding,
    }
}
