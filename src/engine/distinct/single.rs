//! Whether a set never has more than one element, in whatever position.

use crate::game::Game;
use crate::game::expr::*;

/// How deep defs may be used inside one another.
const DEPTH: usize = 8;

/// Whether this is so of a set of any type.
pub(super) fn is_single(game: &Game, set: &SetExpr) -> bool {
    match set {
        SetExpr::Cells(set) => cells(game, set, DEPTH),
        SetExpr::Dirs(set) => mask(game, set, DEPTH),
        SetExpr::Players(set) => mask(game, set, DEPTH),
        SetExpr::Kinds(set) => mask(game, set, DEPTH),
        SetExpr::Ints(IntsExpr::List(list)) => list.len() <= 1,
        SetExpr::Ints(_) => false,
    }
}

/// `if`, `match` and defs: all that they may come to.
fn common<E>(
    common: &Common<E>,
    defs: &[crate::game::rules::Def<E>],
    depth: usize,
    is: &dyn Fn(&E, usize) -> bool,
) -> bool {
    match common {
        Common::If(_, yes, no) => is(yes, depth) && is(no, depth),
        Common::Match(one) => one.arms.iter().map(|(_, set)| set).chain(&one.otherwise).all(|set| is(set, depth)),
        Common::Call(call) => depth > 0 && defs.get(call.def as usize).is_some_and(|def| is(&def.body, depth - 1)),
        Common::Local(_) | Common::Lazy(_) | Common::Var(_) | Common::Apply(_) => false,
    }
}

fn cells(game: &Game, set: &CellsExpr, depth: usize) -> bool {
    let is = |set: &CellsExpr| cells(game, set, depth);
    match set {
        CellsExpr::Const(set) => set.len() <= 1,
        CellsExpr::One(_) => true,
        CellsExpr::Common(one) => common(one, &game.defs.cells, depth, &|set, depth| cells(game, set, depth)),
        CellsExpr::Op(SetOp::And, pair) => is(&pair.0) || is(&pair.1),
        CellsExpr::Op(SetOp::Except, pair) => is(&pair.0),
        CellsExpr::Filter(filter) => is(&filter.over),
        CellsExpr::Neighbors(from, Some(dirs)) => is(from) && mask(game, dirs, depth),
        CellsExpr::First(triple) | CellsExpr::Hop(triple) => is(&triple.0) && mask(game, &triple.1, depth),
        _ => false,
    }
}

fn mask<E: Defined>(game: &Game, set: &MaskExpr<E>, depth: usize) -> bool {
    let is = |set: &MaskExpr<E>| mask(game, set, depth);
    match set {
        MaskExpr::Const(mask) => mask.count_ones() <= 1,
        MaskExpr::One(_) => true,
        MaskExpr::Common(one) => common(one, E::defs(game), depth, &|set, depth| mask(game, set, depth)),
        MaskExpr::Op(SetOp::And, pair) => is(&pair.0) || is(&pair.1),
        MaskExpr::Op(SetOp::Except, pair) => is(&pair.0),
        MaskExpr::Filter(filter) => is(&filter.over),
        MaskExpr::Op(SetOp::Or, _) | MaskExpr::Union(_) | MaskExpr::Word(_) => false,
    }
}

/// A type of elements of which there are defs of sets.
trait Defined: Element {
    fn defs(game: &Game) -> &[crate::game::rules::Def<MaskExpr<Self>>];
}

impl Defined for DirExpr {
    fn defs(game: &Game) -> &[crate::game::rules::Def<DirsExpr>] {
        &game.defs.dirs
    }
}

impl Defined for PlayerExpr {
    fn defs(game: &Game) -> &[crate::game::rules::Def<PlayersExpr>] {
        &game.defs.players
    }
}

impl Defined for KindExpr {
    fn defs(game: &Game) -> &[crate::game::rules::Def<KindsExpr>] {
        &game.defs.kinds
    }
}
