//! Boards with stacks. Their words are a piece of the language, `stacks.game`, that is added to the items of the file. The board of the
//! game has the tops of the stacks, and a variable has what lies under them, so that engines need to know nothing of stacks. The
//! statements that put, move and remove pieces call its effects.

use super::checker::*;
use super::expand::Expanded;
use super::fold;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::part::{AsPart, Shared};
use crate::game::rules::{EffectId, IndexType, VarId};
use crate::game::stacks::Stacks;
use crate::game::stmt::*;
use crate::source::{Source, Sources, Span, Spanned};
use crate::syntax::ast::{self, BinaryOp, ItemNode, Node};
use crate::syntax::parse;

/// The words of a board with stacks.
const WORDS: &str = include_str!("stacks.game");

/// Returns whether a source has the words of stacks. It is no file, and its names are words of the language.
pub fn are_words(source: &Source) -> bool {
    *source.text == *WORDS
}

/// Returns the words that rules can use on a board with stacks.
pub fn words() -> impl Iterator<Item = &'static str> {
    let defs = WORDS.lines().filter_map(|line| line.strip_prefix("def ")?.split('(').next());
    defs.filter(|name| !name.starts_with("stack_"))
}

/// The most pieces on a cell if the board does not say it.
const USUAL: i64 = 32;

/// Adds the words of stacks before the items, if the board has stacks.
pub(super) fn add_words(expanded: &mut Expanded, sources: &mut Sources) {
    let board = expanded.items.iter().find_map(|item| match &item.node {
        ItemNode::Board(board) => Some(board),
        _ => None,
    });
    let lost = || find_lost(&expanded.unread, sources).map(|span| ast::Stacks { most: None, span });
    let Some(stacks) = board.and_then(|board| board.stacks.clone()).or_else(lost) else { return };
    let id = sources.add(Source::new("stacks", WORDS));
    let Ok(mut file) = parse(sources, id) else { return };
    let most = stacks.most.unwrap_or(ast::Expr { span: stacks.span, node: Node::Number(USUAL) });
    for item in &mut file.items {
        let ItemNode::Def(def) = &mut item.node else { continue };
        if def.name.node == "stack_most" {
            let one = ast::Expr { span: most.span, node: Node::Number(1) };
            let minus = Spanned::new(BinaryOp::Sub, most.span);
            def.body = ast::Expr { span: most.span, node: Node::Binary(Box::new(most.clone()), minus, Box::new(one)) };
        }
    }
    file.items.append(&mut expanded.items);
    expanded.items = file.items;
    expanded.words = Some(id);
}

/// Returns an unread part of a board that has `stacks`, so that the words of stacks are not reported, too.
fn find_lost(unread: &[ast::Unread], sources: &Sources) -> Option<Span> {
    let has_stacks = |span: &Span| {
        let text = &sources.get(span.source).text;
        let start = text.get(..span.start as usize).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let line = text.get(start..span.end as usize).unwrap_or("");
        line.starts_with("board")
            && sources.text(*span).split(|c: char| !c.is_alphanumeric()).any(|word| word == "stacks")
    };
    unread.iter().map(|unread| unread.span).find(has_stacks)
}

impl Checker<'_> {
    /// Returns whether a span is in the words of stacks.
    pub(super) fn is_word_of_stacks(&self, span: Span) -> bool {
        self.words == Some(span.source)
    }

    /// Returns where the height of the stacks stands in the rules.
    pub(super) fn span_of_stacks(&self) -> Option<Span> {
        let most = self.defs.iter().find(|def| self.is_word_of_stacks(def.ast.name.span))?;
        Some(most.ast.body.span)
    }

    /// Reports E05 for a rule or an example that sets a variable of the words of stacks. Returns whether it does.
    pub(super) fn report_set_of_stacks(&mut self, name: &str, span: Span) -> bool {
        let is_hidden = self.globals.get(name).is_some_and(|(_, place)| self.is_word_of_stacks(*place));
        let is_reported = is_hidden && !self.is_word_of_stacks(span);
        if is_reported {
            let help = "`put`, `move` and `remove` change stacks; an example has them in `position`";
            self.error_help(Code::E05, span, format!("`{name}` is a part of the stacks and cannot be set"), help);
        }
        is_reported
    }

    /// Checks `stacks of n`.
    pub(super) fn check_stacks(&mut self, stacks: &ast::Stacks) {
        let Some(most) = &stacks.most else {
            let message = format!("a stack can have {USUAL} pieces here");
            let help = format!("say how high stacks can get: `stacks of {USUAL}`");
            return self.report(Diagnostic::new(Code::W28, stacks.span, message).help(help));
        };
        let unroll = std::mem::replace(&mut self.unroll, true);
        let known = self.in_context(Context::Static, |check| check.typed::<IntExpr>(most));
        self.unroll = unroll;
        match known {
            Some(IntExpr::Const(n)) if n < 2 => {
                let help = "without `stacks`, a cell has one piece";
                self.error_help(Code::E34, most.span, format!("a stack of {n} is no stack"), help);
            }
            Some(IntExpr::Const(_)) | None => {}
            Some(_) => self.error(Code::E22, most.span, "the height of stacks must be known before play"),
        }
    }

    /// Returns the variables that hold what lies under the tops.
    pub(super) fn stacks(&self) -> Option<Stacks> {
        let var = |name: &str| match self.globals.get(name).filter(|(_, span)| self.is_word_of_stacks(*span)) {
            Some((Global::Var(at), _)) => Some(VarId(*at as u16)),
            _ => None,
        };
        let under = var("stack_under")?;
        let most = match self.vars.get(usize::from(under.0))?.indexes.as_deref() {
            Some([_, IndexType::Range(_, last)]) => usize::try_from(*last).ok()? + 1,
            _ => return None,
        };
        Some(Stacks { under, depth: var("stack_depth")?, words: self.words?, most })
    }

    /// Returns the statements that do on a board with stacks what a `put`, `remove` or `move` says. Others stay as they are.
    pub(super) fn on_stacks(&mut self, stmt: Stmt, span: Span) -> Vec<Stmt> {
        let mut done = Vec::new();
        match stmt {
            Stmt::PutKind { kind, owner, at, .. } => {
                let kind = self.held(AnyExpr::Kind(kind), &mut done);
                let owner = self.held(AnyExpr::Player(owner), &mut done);
                let at = self.cover(at, span, &mut done);
                if let (AnyExpr::Kind(kind), AnyExpr::Player(owner)) = (kind, owner) {
                    done.push(Stmt::PutKind { kind, owner, at, span });
                }
            }
            Stmt::PutPiece { piece, at, .. } => {
                let piece = self.held(AnyExpr::Piece(piece), &mut done);
                let at = self.cover(at, span, &mut done);
                if let AnyExpr::Piece(piece) = piece {
                    done.push(Stmt::PutPiece { piece, at, span });
                }
            }
            Stmt::Remove(at) => {
                done.extend(
                    self.for_each_cell(at, span, |check, cell| check.call_word("stack_clear", vec![cell], span)),
                );
            }
            Stmt::Move(p, q, _) => {
                let (p, q) = self.moved(p, q, span, &mut done);
                done.extend(self.call_word("stack_move", vec![p, q], span));
            }
            other => done.push(other),
        }
        done
    }

    /// Lowers `remove top n of S` and `remove bottom n of S` to an effect of the words.
    pub(super) fn lower_remove_of(
        &mut self,
        effect: &str,
        n: Option<&ast::Expr>,
        at: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let (n, at) = (self.number_of_pieces(n), self.typed::<CellsExpr>(at));
        let mut done = Vec::new();
        let n = self.held(n?, &mut done);
        let each = |check: &mut Self, cell| check.call_word(effect, vec![cell, n.clone()], span);
        done.extend(self.for_each_cell(at?, span, each));
        self.need_stacks(span).then_some(done)
    }

    /// Lowers `move top n of p to q`.
    pub(super) fn lower_move_top(
        &mut self,
        n: Option<&ast::Expr>,
        from: &ast::Expr,
        to: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let (n, p, q) = (self.number_of_pieces(n), self.typed::<CellExpr>(from), self.typed::<CellExpr>(to));
        let mut done = Vec::new();
        let n = self.held(n?, &mut done);
        let (p, q) = self.moved(p?, q?, span, &mut done);
        done.extend(self.call_word("stack_carry", vec![p, n, q], span));
        self.need_stacks(span).then_some(done)
    }

    /// Reports `top` on a board without stacks. Returns whether there are stacks.
    fn need_stacks(&mut self, span: Span) -> bool {
        if self.words.is_none() && !self.lost.board {
            let help = "write `board ... stacks of 20` if a cell can have several pieces";
            self.error_help(Code::E20, span, "this board has no stacks, and a cell has one piece at most", help);
        }
        self.words.is_some()
    }

    fn number_of_pieces(&mut self, n: Option<&ast::Expr>) -> Option<AnyExpr> {
        match n {
            Some(n) => Some(AnyExpr::Int(self.typed::<IntExpr>(n)?)),
            None => Some(AnyExpr::Int(IntExpr::Const(1))),
        }
    }

    /// Covers what is on these cells. Returns the cells as they were before.
    fn cover(&mut self, at: CellsExpr, span: Span, done: &mut Vec<Stmt>) -> CellsExpr {
        let at = match at {
            CellsExpr::One(cell) => match self.held(AnyExpr::Cell(*cell), done) {
                AnyExpr::Cell(cell) => CellsExpr::One(Box::new(cell)),
                _ => return CellsExpr::Empty,
            },
            at => match self.held(AnyExpr::Cells(at), done) {
                AnyExpr::Cells(at) => at,
                _ => return CellsExpr::Empty,
            },
        };
        let each = |check: &mut Self, cell| check.call_word("stack_cover", vec![cell], span);
        done.extend(self.for_each_cell(at.clone(), span, each));
        at
    }

    /// Returns the two cells of a `move`. It fails as everywhere if there is nothing to move.
    fn moved(&mut self, p: CellExpr, q: CellExpr, span: Span, done: &mut Vec<Stmt>) -> (AnyExpr, AnyExpr) {
        let (p, q) = (self.held(AnyExpr::Cell(p), done), self.held(AnyExpr::Cell(q), done));
        if let (AnyExpr::Cell(from), AnyExpr::Cell(to)) = (p.clone(), q.clone()) {
            let is_there = BoolExpr::In(Box::new((p.clone(), SetExpr::Cells(CellsExpr::Occupied))));
            done.push(Stmt::If(is_there, Vec::new(), vec![Stmt::Move(from, to, span)]));
        }
        (p, q)
    }

    /// Keeps a value in a local, so that statements can change what it depends on.
    fn held(&mut self, value: AnyExpr, done: &mut Vec<Stmt>) -> AnyExpr {
        let is_fixed = matches!(value.part().shared(), Some(Shared::Local(_))) || fold::constant(&value).is_some();
        if is_fixed || matches!(value, AnyExpr::Player(PlayerExpr::Mover)) {
            return value;
        }
        let ty = value.ty();
        let slot = self.body.slot(ty);
        done.push(Stmt::Let(slot, value));
        local(ty, slot)
    }

    /// Returns the statement for one cell, or for each of several.
    fn for_each_cell(
        &mut self,
        cells: CellsExpr,
        span: Span,
        each: impl Fn(&mut Self, AnyExpr) -> Option<Stmt>,
    ) -> Option<Stmt> {
        if let CellsExpr::One(cell) = cells {
            return each(self, AnyExpr::Cell(*cell));
        }
        let slot = self.body.slot(Type::Cell);
        let body = each(self, local(Type::Cell, slot)).into_iter().collect();
        Some(Stmt::For(Generator { slot, over: SetExpr::Cells(cells), body }, span))
    }

    /// Returns a call of an effect of the words.
    fn call_word(&mut self, name: &str, args: Vec<AnyExpr>, span: Span) -> Option<Stmt> {
        let (Global::Effect(at), _) = self.globals.get(name).copied()? else { return None };
        self.effects[at].used |= self.body.effect != Some(at);
        self.body.calls.push(at);
        Some(Stmt::Call(EffectId(at as u16), args, span))
    }
}
