//! Rules as they are compiled: they mean the same, and conditions stand where they save most.
//!
//! `when A and B` becomes two conditions, each evaluated as early as [`super::order`] allows. Then, where that is directly after a binder
//! has its value, `q: board` and `when q in S` become `q: board & S`, so that S is evaluated once and not for each value of q; with
//! `when q in S or C` the last binder becomes `q: if C then board else board & S`. So does
//! a condition that the board alone decides, such as `distance(p, q) == 2`, if it holds for few cells: these are read from a table.
//!
//! Where moves with one text do the same because they differ in nothing but a binder that only selects others, the later ones become
//! illegal, so that nobody compares texts: see [`keep_first`].

use super::code::cells::may_fault;
use super::code::fixed::MOST_CELLS;
use super::code::lane::{FEW_STEPS, free_locals};
use super::code::stmt::{is_word, uses_word};
use super::order::find_order;
use crate::engine::Engine;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::part::{AsPart, Expression};
use crate::game::piece::{Dir, Kind, Player};
use crate::game::rules::{Action, Binder, Clause, Condition, Def};
use crate::game::stmt::Stmt;
use crate::game::text::{Text, TextPart};
use crate::game::value::Value;
use crate::source::Span;
use crate::types::Type;

/// Returns the rules of a game in this form.
pub(crate) fn tidied(game: &Game, evaluator: &dyn Engine) -> Game {
    let mut tidy = game.clone();
    for n in 0..tidy.actions.len() {
        let clauses = std::mem::take(&mut tidy.actions[n].clauses);
        tidy.actions[n].clauses = clauses.into_iter().flat_map(split).collect();
        let merged = merged(game, evaluator, &tidy.actions[n]);
        tidy.actions[n] = merged;
    }
    tidy
}

/// Splits a `when` into the conditions that all have to hold.
fn split(clause: Clause) -> Vec<Clause> {
    match clause {
        Clause::When(Condition { holds: BoolExpr::And(pair), span }) => {
            let (a, b) = *pair;
            [a, b].into_iter().flat_map(|holds| split(Clause::When(Condition { holds, span }))).collect()
        }
        other => vec![other],
    }
}

/// Returns an action whose binders take over the conditions that say in which sets their values are.
fn merged(game: &Game, evaluator: &dyn Engine, action: &Action) -> Action {
    let mut merged = action.clone();
    let order = find_order(game, action);
    let mut left: Vec<Option<Clause>> = action.clauses.iter().cloned().map(Some).collect();
    for due in &order {
        let Some(n) = due.level.checked_sub(1).filter(|_| due.after == 0) else { continue };
        let slot = action.binders[n].slot;
        let clause = left[due.clause].as_ref();
        let selected = |clause: &Clause| selected(game, evaluator, action, n, clause);
        let SetExpr::Cells(over) = &merged.binders[n].over else { continue };
        if let Some((other, set)) = clause.and_then(|clause| alternative(game, action, n, clause)) {
            let part = CellsExpr::Op(SetOp::And, Box::new((over.clone(), set)));
            let either = CellsExpr::from_common(Common::If(other, over.clone(), part));
            merged.binders[n].over = SetExpr::Cells(either);
            left[due.clause] = None;
            continue;
        }
        let found = clause.and_then(|clause| membership(clause, slot).or_else(|| selected(clause)));
        let Some((op, set)) = found else { continue };
        let is_whole = op == SetOp::And && matches!(over, CellsExpr::Const(all) if **all == game.board.all_cells());
        let over = match is_whole {
            true => set,
            false => CellsExpr::Op(op, Box::new((over.clone(), set))),
        };
        merged.binders[n].over = SetExpr::Cells(over);
        left[due.clause] = None;
    }
    merged.clauses = left.into_iter().flatten().collect();
    merged
}

/// Returns the set of a condition that says that a local is in a set, or not, which does not depend on the local.
fn membership(clause: &Clause, slot: Slot) -> Option<(SetOp, CellsExpr)> {
    let Clause::When(condition) = clause else { return None };
    let (op, holds) = match &condition.holds {
        BoolExpr::Not(other) => (SetOp::Except, &**other),
        holds => (SetOp::And, holds),
    };
    holds.membership(slot).map(|set| (op, set.clone()))
}

/// Returns C and S of a condition `q in S or C`, where C does not depend on the last binder q.
fn alternative(game: &Game, action: &Action, n: usize, clause: &Clause) -> Option<(BoolExpr, CellsExpr)> {
    let Clause::When(condition) = clause else { return None };
    let BoolExpr::Or(pair) = &condition.holds else { return None };
    let slot = action.binders[n].slot;
    let (set, other) = match (pair.0.membership(slot), pair.1.membership(slot)) {
        (Some(set), None) => (set, &pair.1),
        (None, Some(set)) => (set, &pair.0),
        _ => return None,
    };
    // Where C holds, S is not evaluated.
    let cells = action.binders[..n].iter().filter(|binder| matches!(binder.over, SetExpr::Cells(_)));
    let is_plain = !may_fault(game, set.part(), cells.map(|binder| binder.slot));
    let is_last = n + 1 == action.binders.len();
    (is_last && is_plain && !uses_word(other.part(), slot)).then(|| (other.clone(), set.clone()))
}

/// A condition is read from a table if it holds for at most one cell in this many.
const FEW: usize = 4;

/// For how many cells the others are counted.
const SAMPLES: usize = 8;

/// Returns the cells for which a condition on a binder holds, if these are few, and depend on nothing but one binder before it.
fn selected(
    game: &Game,
    evaluator: &dyn Engine,
    action: &Action,
    n: usize,
    clause: &Clause,
) -> Option<(SetOp, CellsExpr)> {
    let Clause::When(condition) = clause else { return None };
    let slot = action.binders[n].slot;
    let locals = free_locals(game, condition.holds.part(), true)?;
    let others: Vec<Slot> = locals.iter().map(|local| local.slot).filter(|other| *other != slot).collect();
    let is_cell = |binder: &Binder| matches!(binder.over, SetExpr::Cells(_));
    let are_cells = locals.iter().all(|local| {
        local.ty == Type::Cell && action.binders[..=n].iter().any(|binder| binder.slot == local.slot && is_cell(binder))
    });
    if !are_cells || others.len() == locals.len() || others.len() > 1 || game.board.len() > MOST_CELLS {
        return None;
    }
    let cells: Vec<Cell> = game.board.cells().collect();
    let samples = cells.iter().step_by(cells.len().div_ceil(SAMPLES));
    let pairs = || samples.clone().flat_map(|first| cells.iter().map(move |cell| (first, cell)));
    let (mut found, mut asked, mut faults) = (0, 0, false);
    for mover in (0..game.players.len()).map(|mover| Player(mover as u8)) {
        let most = FEW_STEPS * pairs().count() as u64;
        evaluator.on_board_alone(mover, action.frame, most, &mut |evaluate| {
            for (first, cell) in pairs() {
                let other = others.first().map(|other| (*other, *first));
                let locals: Vec<(Slot, i64)> = other
                    .into_iter()
                    .chain([(slot, *cell)])
                    .map(|(slot, cell)| (slot, Value::Cell(cell).word()))
                    .collect();
                let holds = evaluate(condition.holds.part(), &locals);
                faults |= holds.is_none();
                (found, asked) = (found + usize::from(holds.is_some_and(|holds| holds != 0)), asked + 1);
                if faults {
                    break;
                }
            }
        });
    }
    if faults {
        return None;
    }
    let over = CellsExpr::Const(Box::new(game.board.all_cells()));
    let set = CellsExpr::Filter(Box::new(Filter { slot, over, keep: condition.holds.clone() }));
    (found * FEW <= asked).then_some((SetOp::And, set))
}

/// Makes only the first of the moves of an action legal that have the same text, in the order of legal moves, if they surely do the
/// same: the text shows all binders but one, and nothing depends on that one but the sets of other binders and `let`s of cells that the text shows. So of
/// `capture(p: own, d: orthogonal, q: goals(p, d)) as "{p}x{q}" do move p to q`, a move with the direction d is the first if q is not in
/// `goals(p, e)` for a direction e before d. Returns whether it was possible.
pub(super) fn keep_first(game: &mut Game, action: usize) -> bool {
    let rules = &game.actions[action];
    let Some(n) = hidden(rules) else { return false };
    let (binders, mut frame) = (rules.binders.clone(), rules.frame);
    let earlier = Slot(frame.words);
    frame.words += 1;
    let one = element(&binders[n].over, binders[n].slot);
    let over = match &binders[n].over {
        SetExpr::Dirs(over) => {
            let dirs = (0..game.board.dirs()).map(|n| AnyExpr::Dir(DirExpr::Const(Dir(n as u8))));
            SetExpr::Dirs(before(over, one, dirs))
        }
        SetExpr::Players(over) => {
            let players = (0..game.players.len()).map(|n| AnyExpr::Player(PlayerExpr::Const(Player(n as u8))));
            SetExpr::Players(before(over, one, players))
        }
        SetExpr::Kinds(over) => {
            let kinds = (0..game.kinds.len()).map(|n| AnyExpr::Kind(KindExpr::Const(Kind(n as u8))));
            SetExpr::Kinds(before(over, one, kinds))
        }
        SetExpr::Cells(_) | SetExpr::Ints(_) => return false,
    };
    let lets = shown_lets(rules, binders[n].slot);
    // What the locals are in the earlier move.
    let mut values: Vec<(Slot, AnyExpr)> = Vec::new();
    for binder in &binders {
        let slot = if binder.slot == binders[n].slot { earlier } else { binder.slot };
        values.push((binder.slot, element(&binder.over, slot)));
    }
    let cell = |slot: Slot| AnyExpr::Cell(CellExpr::from_common(Common::Local(slot)));
    values.extend(rules.clauses.iter().filter_map(|clause| match clause {
        Clause::Let(slot, AnyExpr::Cell(_)) => Some((*slot, cell(*slot))),
        _ => None,
    }));
    // An expression as a def whose parameters are all locals; those of generators in between are not read.
    let value = |slot: u16| values.iter().find(|(other, _)| other.0 == slot).map(|(_, value)| value.clone());
    let args = (0..earlier.0).map(|slot| value(slot).unwrap_or(AnyExpr::Int(IntExpr::Const(0))));
    let args: Vec<AnyExpr> = args.collect();
    let mut same = Vec::new();
    for binder in &binders[n + 1..] {
        if let (SetExpr::Cells(set), true) = (&binder.over, uses_word(binder.over.part(), binders[n].slot)) {
            let call = call(&mut game.defs.cells, &binder.name, set.clone(), args.clone(), (frame, binder.span));
            let set = CellsExpr::from_common(Common::Call(call));
            same.push(BoolExpr::In(Box::new((cell(binder.slot), SetExpr::Cells(set)))));
        }
    }
    for (slot, value) in lets {
        let call = call(&mut game.defs.cell, "value", value, args.clone(), (frame, game.actions[action].span));
        same.push(BoolExpr::Same(Box::new((cell(slot), AnyExpr::Cell(CellExpr::from_common(Common::Call(call)))))));
    }
    let both = |a: BoolExpr, b: BoolExpr| BoolExpr::And(Box::new((a, b)));
    let body = same.into_iter().reduce(both).unwrap_or(BoolExpr::Const(true));
    let rules = &mut game.actions[action];
    rules.frame = frame;
    let earlier = BoolExpr::SomeOf(Box::new(Generator { slot: earlier, over, body }));
    rules.clauses.push(Clause::When(Condition { holds: BoolExpr::Not(Box::new(earlier)), span: rules.span }));
    true
}

/// Adds a def with this body whose parameters are words, and returns a call of it.
fn call<E>(defs: &mut Vec<Def<E>>, name: &str, body: E, args: Vec<AnyExpr>, (frame, span): (Frame, Span)) -> Call {
    let parameters = vec![Class::Word; args.len()];
    let name = name.into();
    defs.push(Def { name, parameters, body, lazies: Vec::new(), frame, steady: None, span });
    Call { def: (defs.len() - 1) as u16, args, at: At::default() }
}

/// Returns the `let`s of cells that a text shows and that depend on a binder.
fn shown_lets(action: &Action, binder: Slot) -> Vec<(Slot, CellExpr)> {
    let lets = action.clauses.iter().filter_map(|clause| match clause {
        Clause::Let(slot, AnyExpr::Cell(value)) if uses_word(value.part(), binder) && shows(&action.text, *slot) => {
            Some((*slot, value.clone()))
        }
        _ => None,
    });
    lets.collect()
}

/// Returns whether a text without forms shows a local by itself.
fn shows(text: &Text, slot: Slot) -> bool {
    let is_it = |part: &TextPart| matches!(part, TextPart::Value(value) if is_word(value.part(), slot));
    matches!(text, Text::Parts(parts) if parts.iter().any(is_it))
}

/// Returns the number of the only binder that the text of an action does not show, if nothing depends on it but the sets of other binders and `let`s
/// of cells that the text shows.
fn hidden(action: &Action) -> Option<usize> {
    let Text::Parts(parts) = &action.text else { return None };
    let mut hidden = (0..action.binders.len()).filter(|n| !shows(&action.text, action.binders[*n].slot));
    let (Some(n), None) = (hidden.next(), hidden.next()) else { return None };
    let slot = action.binders[n].slot;
    let lets = shown_lets(action, slot);
    let values = parts.iter().filter(|part| matches!(part, TextPart::Value(_))).count();
    let is_shown =
        |clause: &Clause| matches!(clause, Clause::Let(local, _) if lets.iter().any(|(other, _)| other == local));
    // Their values are compared where only cells are known.
    let is_of_cells = |value: &CellExpr| {
        let mut others = action.clauses.iter().filter_map(|clause| match clause {
            Clause::Let(slot, value) if !matches!(value, AnyExpr::Cell(_)) => {
                Some((*slot, AsPart::part(value).class()))
            }
            _ => None,
        });
        !others.any(|(slot, class)| class != Class::Word || uses_word(value.part(), slot))
    };
    let is_free = !action.chooses
        && action.maximize.is_none()
        && action.ensures.is_empty()
        && action.clauses.iter().all(|clause| is_shown(clause) || !uses_word(clause.part(), slot))
        && lets.iter().all(|(_, value)| is_of_cells(value))
        && !mentions(&action.body, slot);
    // Other values in the text could tell the moves apart.
    let is_known = values + 1 == action.binders.len() + lets.len()
        && action
            .binders
            .iter()
            .all(|binder| !uses_word(binder.over.part(), slot) || matches!(binder.over, SetExpr::Cells(_)));
    (is_free && is_known).then_some(n)
}

/// Returns the local that holds an element of a set.
fn element(over: &SetExpr, slot: Slot) -> AnyExpr {
    match over {
        SetExpr::Cells(_) => AnyExpr::Cell(CellExpr::from_common(Common::Local(slot))),
        SetExpr::Dirs(_) => AnyExpr::Dir(DirExpr::from_common(Common::Local(slot))),
        SetExpr::Players(_) => AnyExpr::Player(PlayerExpr::from_common(Common::Local(slot))),
        SetExpr::Kinds(_) => AnyExpr::Kind(KindExpr::from_common(Common::Local(slot))),
        SetExpr::Ints(_) => AnyExpr::Int(IntExpr::from_common(Common::Local(slot))),
    }
}

/// Returns whether statements use a local.
fn mentions(body: &[Stmt], slot: Slot) -> bool {
    body.iter().any(|stmt| {
        stmt.parts().into_iter().any(|part| uses_word(part, slot)) || stmt.blocks().any(|body| mentions(body, slot))
    })
}

/// Returns the elements of a set before one of them.
fn before<E: Element>(over: &MaskExpr<E>, one: AnyExpr, all: impl Iterator<Item = AnyExpr>) -> MaskExpr<E> {
    let arms = all.enumerate().map(|(n, value)| (value, MaskExpr::Const((1 << n) - 1))).collect();
    let those = Match { subject: one, arms, otherwise: Some(MaskExpr::Const(0)), places: None, at: At::default() };
    let those = MaskExpr::Common(Box::new(Common::Match(those)));
    MaskExpr::Op(SetOp::And, Box::new((over.clone(), those)))
}
