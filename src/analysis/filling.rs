//! Games that only fill the board: each ply puts pieces on empty cells, and a piece stays where it is. Their positions bound how the
//! game can end.

use super::area::{Area, Stands};
use super::domain::AbstractValue;
use super::scope::FrameFacts;
use super::{Analysis, Limits};
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::game::piece::Player;
use crate::game::rules::{Action, Clause};
use crate::game::stmt::Stmt;
use crate::source::Span;

/// The most expressions analyzed for one game.
const FUEL: u32 = 500_000;

/// The most elements of a set that are analyzed one by one.
const ELEMENTS: usize = 1100;

/// How many calls of effects inside one another are followed.
const DEPTH: u32 = 8;

/// Makes the analysis of a game for [`filling`] and [`placed`].
pub(crate) fn analyze_filling(game: &Game) -> Analysis<'_> {
    Analysis::of(game, Limits { elements: ELEMENTS, ..Limits::new(FUEL) })
}

/// Pieces that a ply may put on empty cells.
#[derive(Clone, Debug)]
pub(crate) struct Put {
    /// The cells that they may be put on.
    pub cells: CellSet,
    /// Their kinds, as a mask.
    pub kinds: u64,
    /// Their owners, as a mask; none for neutral pieces.
    pub owners: u64,
    /// How many are put at most.
    pub most: usize,
}

/// What plies by an action fill.
#[derive(Clone, Debug)]
pub(crate) struct Filled {
    /// All pieces that they may put.
    pub puts: Vec<Put>,
    /// Cells of which each ply fills at least one.
    pub surely: CellSet,
}

/// Returns what plies by each action fill, or `None` if a piece may be moved, removed, replaced or given away, or if a ply may put
/// nothing.
pub(crate) fn filling<'e>(analysis: &mut Analysis<'e>, game: &'e Game) -> Option<Vec<Filled>> {
    let filler = || Filler { game, puts: Vec::new(), is_repeated: false };
    game.actions.iter().map(|action| filler().action(analysis, action)).collect()
}

/// Cells by what stands on them: all cells of a set, and no others.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Where they lie.
    pub cells: CellSet,
    /// The owners of pieces that count, as a mask.
    pub owners: u64,
    /// The kinds of their pieces that count, as a mask.
    pub kinds: u64,
    /// The kinds of neutral pieces that count, as a mask.
    pub neutral: u64,
    /// Whether empty cells count.
    pub empty: bool,
}

/// Returns which cells are in a set, whoever is to move, or `None` if that depends on more than what stands on them. These locals are players.
pub(crate) fn placed<'e>(
    analysis: &mut Analysis<'e>,
    set: &'e CellsExpr,
    players: &[(Slot, Player)],
) -> Option<Placed> {
    let mut scope = FrameFacts::default();
    for (slot, player) in players {
        scope.known.push(*slot, AbstractValue::Player(analysis.known_player(*player)));
    }
    let area = analysis.inside(scope, |inner| exact_area(inner, set))?;
    let Stands { own, others, neutral, nothing } = area.stands;
    (own == others).then_some(Placed { cells: area.cells, owners: area.owners, kinds: own, neutral, empty: nothing })
}

/// Returns the area that has all cells of a set, and no others.
fn exact_area<'e>(analysis: &mut Analysis<'e>, set: &'e CellsExpr) -> Option<Area> {
    let cells = analysis.cells(set);
    if cells.is_exact || cells.known().is_some() {
        return Some(cells.area);
    }
    let CellsExpr::Op(SetOp::And, pair) = set else { return None };
    let (one, other) = (exact_area(analysis, &pair.0)?, exact_area(analysis, &pair.1)?);
    Some(analysis.meet(&one, &other))
}

impl Placed {
    /// Returns whether pieces that are put may be on these cells.
    pub(crate) fn may_hold(&self, put: &Put) -> bool {
        self.neutral & put.kinds != 0 || self.kinds & put.kinds != 0 && self.owners & put.owners != 0
    }
}

/// Statements put pieces in another way.
struct Other;

/// Goes through the statements of an action.
struct Filler<'e> {
    game: &'e Game,
    puts: Vec<Put>,
    /// Whether the statements may run more than once.
    is_repeated: bool,
}

impl<'e> Filler<'e> {
    fn action(mut self, analysis: &mut Analysis<'e>, action: &'e Action) -> Option<Filled> {
        let surely = analysis.inside(FrameFacts::default(), |of| {
            for binder in &action.binders {
                let element = of.element(&binder.over);
                of.scope.known.push(binder.slot, element);
            }
            for clause in &action.clauses {
                match clause {
                    Clause::Let(slot, value) => {
                        let known = of.value(value.part());
                        of.scope.known.push_local(value.part().class(), *slot, known, Span::default());
                    }
                    Clause::When(condition) => of.suppose(&condition.holds, true, Span::default()),
                }
            }
            self.block(of, &action.body, 0)
        });
        let surely = surely.ok().filter(|cells| !cells.is_empty())?;
        Some(Filled { puts: self.puts, surely })
    }

    /// Goes through statements. Returns cells of which they surely fill one; no cells if that is not sure.
    fn block(&mut self, of: &mut Analysis<'e>, body: &'e [Stmt], depth: u32) -> Result<CellSet, Other> {
        let (mut surely, mut may_return) = (CellSet::EMPTY, false);
        for statement in body {
            let filled = self.statement(of, statement, depth)?;
            if surely.is_empty() && !may_return {
                surely = filled;
            }
            may_return |= returns(statement);
        }
        Ok(surely)
    }

    fn statement(&mut self, of: &mut Analysis<'e>, statement: &'e Stmt, depth: u32) -> Result<CellSet, Other> {
        match statement {
            Stmt::Let(slot, value) => {
                let known = of.value(value.part());
                // Conditions may be about the old value.
                of.scope.known = of.scope.known.locals();
                of.scope.known.push_local(value.part().class(), *slot, known, Span::default());
                Ok(CellSet::EMPTY)
            }
            Stmt::Set { .. } => {
                of.scope.known = of.scope.known.locals();
                Ok(CellSet::EMPTY)
            }
            Stmt::Again | Stmt::Return | Stmt::Reached(_) => Ok(CellSet::EMPTY),
            Stmt::Remove(_) | Stmt::Move(..) | Stmt::MoveEach { .. } | Stmt::Give(..) => Err(Other),
            Stmt::PutKind { kind, owner, at, .. } => {
                let (kinds, owners) = (of.value(kind.part()), of.value(owner.part()));
                let (AbstractValue::Kind(kind), AbstractValue::Player(owner)) = (kinds, owners) else {
                    return Err(Other);
                };
                self.put(of, at, kind.mask, owner.mask)
            }
            Stmt::PutPiece { piece, at, .. } => {
                let AbstractValue::Piece(area) = of.value(piece.part()) else { return Err(Other) };
                self.put(of, at, area.stands.kinds(), area.owners)
            }
            Stmt::Call(effect, args, _) => {
                let effect = self.game.effects.get(usize::from(effect.0)).filter(|_| depth < DEPTH).ok_or(Other)?;
                let mut scope = FrameFacts::default();
                let mut slots = [0; 3];
                for (class, arg) in effect.parameters.iter().zip(args) {
                    let value = of.value(arg.part());
                    let slot = &mut slots[*class as usize];
                    scope.known.push_local(*class, Slot(*slot), value, Span::default());
                    *slot += 1;
                }
                let fills = of.inside(scope, |inner| self.block(inner, &effect.body, depth + 1));
                change(of, &[]);
                fills
            }
            Stmt::If(condition, yes, no) => {
                let mut branch = |of: &mut Analysis<'e>, body: &'e [Stmt], holds: bool| {
                    let scope = of.scope.clone();
                    of.inside(scope, |inner| {
                        inner.suppose(condition, holds, Span::default());
                        self.block(inner, body, depth)
                    })
                };
                let (yes, no) = (branch(of, yes, true)?, branch(of, no, false)?);
                change(of, std::slice::from_ref(statement));
                Ok(if yes.is_empty() || no.is_empty() { CellSet::EMPTY } else { yes.or(&no) })
            }
            Stmt::For(..) | Stmt::While(..) | Stmt::Choose(_) => {
                let element = match statement {
                    Stmt::For(each, _) => Some((each.slot, of.element(&each.over))),
                    Stmt::Choose(choose) => Some((choose.slot, of.element(&choose.over))),
                    _ => None,
                };
                change(of, std::slice::from_ref(statement));
                let mut scope = of.scope.clone();
                if let Some((slot, mut element)) = element
                    && element.outlast(of.everywhere())
                {
                    scope.known.push(slot, element);
                }
                let before = std::mem::replace(&mut self.is_repeated, true);
                for body in statement.blocks() {
                    of.inside(scope.clone(), |inner| self.block(inner, body, depth))?;
                }
                self.is_repeated = before;
                Ok(CellSet::EMPTY)
            }
        }
    }

    /// Notes pieces that are put on cells. Returns these if one of them is surely filled.
    fn put(&mut self, of: &mut Analysis<'e>, at: &'e CellsExpr, kinds: u64, owners: u64) -> Result<CellSet, Other> {
        let set = of.cells(at);
        if set.area.is_empty() {
            return Ok(CellSet::EMPTY);
        }
        if set.area.stands != Stands::EMPTY {
            return Err(Other);
        }
        let is_sure = matches!(at, CellsExpr::One(cell) if !of.cell(cell).off);
        let most = if self.is_repeated { usize::MAX } else { usize::try_from(set.count).unwrap_or(0) };
        self.puts.push(Put { cells: set.area.cells, kinds, owners, most });
        change(of, &[]);
        Ok(if is_sure { set.area.cells } else { CellSet::EMPTY })
    }
}

/// Forgets what stands on cells, and the values of locals that these statements set.
fn change(of: &mut Analysis<'_>, set_by: &[Stmt]) {
    let everywhere = *of.everywhere();
    of.scope.known.outlast(&everywhere);
    for statement in set_by {
        let mut forget = |class, slot, ty| {
            let any = of.anything(ty);
            of.scope.known.push_local(class, slot, any, Span::default());
        };
        match statement {
            Stmt::Let(slot, value) => forget(value.part().class(), *slot, value.part().ty()),
            Stmt::For(each, _) => forget(Class::Word, each.slot, each.over.element()),
            Stmt::Choose(choose) => forget(Class::Word, choose.slot, choose.over.element()),
            _ => {}
        }
        statement.blocks().for_each(|body| change(of, body));
    }
}

/// Returns whether a statement may end the body that it is in.
fn returns(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Return) || statement.blocks().any(|body| body.iter().any(returns))
}
