//! Where a rule file can be changed: the places of its conditions, sets, numbers, statements and so on.

use boardwright::internals::syntax::ast::*;
use boardwright::source::Span;
use std::ops::Range;

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Condition,
    Set,
    Dirs,
    Number,
    /// `when C` of an action.
    When,
    Statement,
    Ending,
    /// What an ending decides.
    Result,
    Board,
    Setup,
}

#[derive(Clone, Debug)]
pub struct Place {
    pub sort: Sort,
    pub range: Range<usize>,
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// The text without its examples.
pub fn without_examples(text: &str, file: &File) -> String {
    let mut text = text.to_owned();
    for item in file.items.iter().rev() {
        if matches!(item.node, ItemNode::Example(_)) {
            text.replace_range(range(item.span), "");
        }
    }
    text
}

/// All places of a file.
pub fn all(text: &str, file: &File) -> Vec<Place> {
    let mut finder = Finder { text, found: Vec::new() };
    for item in &file.items {
        finder.item(item);
    }
    finder.found.retain(|place| text.get(place.range.clone()).is_some());
    finder.found
}

struct Finder<'t> {
    text: &'t str,
    found: Vec<Place>,
}

/// Calls whose n-th argument is a set of directions.
const WITH_DIRS: &[&str] = &["neighbors", "ray", "first", "hop", "edge"];

impl Finder<'_> {
    fn add(&mut self, sort: Sort, range: Range<usize>) {
        self.found.push(Place { sort, range });
    }

    fn item(&mut self, item: &Item) {
        match &item.node {
            ItemNode::Board(board) => self.add(Sort::Board, range(board.span)),
            ItemNode::Setup(layout) => self.add(Sort::Setup, range(layout.span)),
            ItemNode::Def(def) => {
                self.expr(&def.body, None);
                def.wheres.iter().for_each(|(_, value)| self.expr(value, None));
            }
            ItemNode::Effect(effect) => self.block(&effect.body),
            ItemNode::Action(action) => self.action(action),
            ItemNode::Always(always) => self.expr(&always.condition, Some(Sort::Condition)),
            ItemNode::End(endings) => endings.iter().for_each(|ending| self.ending(ending)),
            _ => {}
        }
    }

    fn action(&mut self, action: &Action) {
        for binder in &action.binders {
            self.expr(&binder.over, Some(Sort::Set));
        }
        for clause in &action.clauses {
            match clause {
                Clause::Let(_, value) => self.expr(value, None),
                Clause::When(condition) => {
                    let start = self.text[..condition.span.start as usize].rfind("when");
                    if let Some(start) = start {
                        self.add(Sort::When, start..condition.span.end as usize);
                    }
                    self.expr(condition, Some(Sort::Condition));
                }
                Clause::As(_) => {}
            }
        }
        action.body.iter().for_each(|body| self.block(body));
        action.ensures.iter().for_each(|ensure| self.expr(ensure, Some(Sort::Condition)));
        action.maximize.iter().for_each(|value| self.expr(value, Some(Sort::Number)));
    }

    fn ending(&mut self, ending: &Ending) {
        self.add(Sort::Ending, range(ending.span));
        self.expr(&ending.condition, Some(Sort::Condition));
        let (from, to) = (ending.condition.span.end as usize, ending.span.end as usize);
        if let Some(colon) = self.text.get(from..to).and_then(|text| text.find(':')) {
            self.add(Sort::Result, from + colon + 1..to);
        }
    }

    fn block(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.add(Sort::Statement, range(statement.span));
            match &statement.node {
                StmtNode::Let(_, value) | StmtNode::Var(_, _, value) | StmtNode::Assign(_, _, value) => {
                    self.expr(value, None);
                }
                StmtNode::If(condition, yes, no) => {
                    self.expr(condition, Some(Sort::Condition));
                    self.block(yes);
                    no.iter().for_each(|no| self.block(no));
                }
                StmtNode::For(_, over, body) => {
                    self.expr(over, Some(Sort::Set));
                    self.block(body);
                }
                StmtNode::While(condition, body) => {
                    self.expr(condition, Some(Sort::Condition));
                    self.block(body);
                }
                StmtNode::Choose { over, body, .. } => {
                    self.expr(over, Some(Sort::Set));
                    self.block(body);
                }
                StmtNode::Put { at, .. } | StmtNode::Remove(at) => self.expr(at, Some(Sort::Set)),
                StmtNode::RemoveTop(n, at) | StmtNode::RemoveBottom(n, at) => {
                    n.iter().for_each(|n| self.expr(n, Some(Sort::Number)));
                    self.expr(at, Some(Sort::Set));
                }
                StmtNode::MoveTop(n, ..) => n.iter().for_each(|n| self.expr(n, Some(Sort::Number))),
                StmtNode::MoveEach(_, over, _) => self.expr(over, Some(Sort::Set)),
                StmtNode::Give(at, _) => self.expr(at, Some(Sort::Set)),
                StmtNode::Call(call) => self.expr(call, None),
                StmtNode::Move(..) | StmtNode::Again | StmtNode::Return => {}
            }
        }
    }

    fn expr(&mut self, expr: &Expr, sort: Option<Sort>) {
        if let Some(sort) = sort.filter(|_| !matches!(expr.node, Node::Region(..) | Node::Table(_))) {
            self.add(sort, range(expr.span));
        }
        match &expr.node {
            Node::Paren(inner) => self.expr(inner, sort),
            Node::Collect(each) => self.generator(each, Some(Sort::Condition)),
            Node::Generate(name, each) => {
                let body = match name.node.as_str() {
                    "some" | "every" | "none" | "count" => Some(Sort::Condition),
                    "sum" | "max" | "min" => Some(Sort::Number),
                    _ => Some(Sort::Set),
                };
                self.generator(each, body);
            }
            Node::Call(name, args) => {
                let takes_dirs = WITH_DIRS.contains(&name.node.as_str());
                for (n, arg) in args.iter().enumerate() {
                    let is_dirs = takes_dirs && (n == 1 || name.node == "edge");
                    let sort = if is_dirs {
                        Some(Sort::Dirs)
                    } else if takes_dirs || ["group", "some", "none", "count", "connects"].contains(&name.node.as_str())
                    {
                        Some(Sort::Set)
                    } else {
                        None
                    };
                    self.expr(arg, sort);
                }
            }
            Node::Match(subject, arms) => {
                self.expr(subject, None);
                arms.iter().for_each(|arm| self.expr(&arm.body, sort));
            }
            Node::Neg(inner) => self.expr(inner, Some(Sort::Number)),
            Node::Not(inner) | Node::Look(_, inner) => self.expr(inner, Some(Sort::Condition)),
            Node::Binary(a, op, b) => {
                use BinaryOp::*;
                let sort = match op.node {
                    Mul | Div | Rem | Add | Sub | Less | LessEqual | Greater | GreaterEqual => Some(Sort::Number),
                    And | Or | Except => Some(sort.unwrap_or(Sort::Set)),
                    Both | Either => Some(Sort::Condition),
                    In | NotIn | Within => Some(Sort::Set),
                    Equal | NotEqual => None,
                };
                let is_element = matches!(op.node, In | NotIn);
                self.expr(a, if is_element { None } else { sort });
                self.expr(b, sort);
            }
            Node::Range(a, b) => {
                self.expr(a, Some(Sort::Number));
                self.expr(b, Some(Sort::Number));
            }
            Node::Of(a, _) => self.expr(a, None),
            Node::If(condition, yes, no) => {
                self.expr(condition, Some(Sort::Condition));
                self.expr(yes, sort);
                self.expr(no, sort);
            }
            Node::List(elements) => elements.iter().for_each(|element| self.expr(element, None)),
            Node::Number(_) | Node::Bool(_) | Node::Cell(_) | Node::Name(_) | Node::Possible(_) => {}
            Node::Region(..) | Node::Table(_) => {}
        }
    }

    fn generator(&mut self, each: &Generator, body: Option<Sort>) {
        self.expr(&each.over, Some(Sort::Set));
        self.expr(&each.body, body);
    }
}
