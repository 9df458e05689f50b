//! Whether a text can always be written: working out what it shows never comes to a fault.

use crate::game::Game;
use crate::game::expr::*;
use crate::game::text::{Text, TextPart};

/// How deep defs may be used inside one another.
const DEPTH: usize = 8;

/// Whether this is so of a text.
pub(super) fn is_always_written(game: &Game, text: &Text) -> bool {
    let at = Total { game, depth: DEPTH };
    match text {
        Text::Parts(parts) => parts.iter().all(|part| match part {
            TextPart::Plain(_) => true,
            TextPart::Value(value) => at.scalar(value),
        }),
        Text::If(condition, yes, no) => {
            at.bool(condition) && is_always_written(game, yes) && is_always_written(game, no)
        }
        Text::Match(one) => {
            at.arms(one)
                && one.arms.iter().map(|(_, text)| text).chain(&one.otherwise).all(|text| is_always_written(game, text))
        }
    }
}

#[derive(Clone, Copy)]
struct Total<'g> {
    game: &'g Game,
    depth: usize,
}

impl Total<'_> {
    fn scalar(self, value: &Scalar) -> bool {
        match value {
            Scalar::Int(e) => self.int(e),
            Scalar::Bool(e) => self.bool(e),
            Scalar::Cell(e) => self.cell(e),
            Scalar::Dir(e) => self.dir(e),
            Scalar::Player(e) => self.player(e),
            Scalar::Kind(e) => self.kind(e),
            Scalar::Piece(e) => self.piece(e),
        }
    }

    fn any(self, value: &AnyExpr) -> bool {
        match value {
            AnyExpr::Int(e) => self.int(e),
            AnyExpr::Bool(e) => self.bool(e),
            AnyExpr::Cell(e) => self.cell(e),
            AnyExpr::Cells(e) => self.cells(e),
            AnyExpr::Dir(e) => self.dir(e),
            AnyExpr::Dirs(e) => self.mask(e, Self::dir),
            AnyExpr::Player(e) => self.player(e),
            AnyExpr::Players(e) => self.mask(e, Self::player),
            AnyExpr::Kind(e) => self.kind(e),
            AnyExpr::Kinds(e) => self.mask(e, Self::kind),
            AnyExpr::Piece(e) => self.piece(e),
            AnyExpr::Ints(_) => false,
        }
    }

    /// Whether the values and an arm of a `match` are always found. Of directions the check has asked for all arms.
    fn arms<T>(self, one: &Match<T>) -> bool {
        let complete = one.otherwise.is_some() || matches!(one.subject, Scalar::Dir(_));
        complete && self.scalar(&one.subject) && one.arms.iter().all(|(value, _)| self.scalar(value))
    }

    fn common<E>(self, common: &Common<E>, defs: &[crate::game::rules::Def<E>], is: fn(Self, &E) -> bool) -> bool {
        match common {
            Common::Local(_) => true,
            Common::Var(var) => var.indexes.is_empty(),
            Common::If(condition, yes, no) => self.bool(condition) && is(self, yes) && is(self, no),
            Common::Match(one) => {
                self.arms(one)
                    && one.arms.iter().map(|(_, value)| value).chain(&one.otherwise).all(|value| is(self, value))
            }
            Common::Call(call) => {
                let Some(def) = defs.get(call.def as usize) else { return false };
                let inner = Total { depth: self.depth.saturating_sub(1), ..self };
                self.depth > 0
                    && def.lazies.is_empty()
                    && call.args.iter().all(|arg| self.any(arg))
                    && is(inner, &def.body)
            }
            Common::Apply(apply) => !apply.op.form().may_fault && apply.args.iter().all(|arg| self.any(arg)),
            Common::Lazy(_) => false,
        }
    }

    fn int(self, value: &IntExpr) -> bool {
        match value {
            IntExpr::Const(_) | IntExpr::Ply => true,
            IntExpr::Common(common) => self.common(common, &self.game.defs.int, Self::int),
            IntExpr::Count(set) => match &**set {
                SetExpr::Cells(set) => self.cells(set),
                _ => false,
            },
            IntExpr::Extreme(_, all) => all.iter().all(|value| self.int(value)),
            IntExpr::CellNumber(cell) => self.cell(cell),
            IntExpr::Dx(dir) | IntExpr::Dy(dir) => self.dir(dir),
            _ => false,
        }
    }

    fn bool(self, value: &BoolExpr) -> bool {
        match value {
            BoolExpr::Const(_) => true,
            BoolExpr::Common(common) => self.common(common, &self.game.defs.bool, Self::bool),
            BoolExpr::Not(one) | BoolExpr::Watched(_, one) => self.bool(one),
            BoolExpr::And(pair) | BoolExpr::Or(pair) => self.bool(&pair.0) && self.bool(&pair.1),
            BoolExpr::Compare(_, pair) => self.int(&pair.0) && self.int(&pair.1),
            BoolExpr::Same(pair) => match &**pair {
                ScalarPair::Bool(a, b) => self.bool(a) && self.bool(b),
                ScalarPair::Cell(a, b) => self.cell(a) && self.cell(b),
                ScalarPair::Dir(a, b) => self.dir(a) && self.dir(b),
                ScalarPair::Player(a, b) => self.player(a) && self.player(b),
                ScalarPair::Kind(a, b) => self.kind(a) && self.kind(b),
                ScalarPair::Piece(a, b) => self.piece(a) && self.piece(b),
            },
            BoolExpr::In(membership) => match &**membership {
                Membership::Cell(cell, set) => self.cell(cell) && self.cells(set),
                Membership::Dir(dir, set) => self.dir(dir) && self.mask(set, Self::dir),
                Membership::Player(player, set) => self.player(player) && self.mask(set, Self::player),
                Membership::Kind(kind, set) => self.kind(kind) && self.mask(set, Self::kind),
                Membership::Int(..) => false,
            },
            BoolExpr::Some(set) => {
                if let SetExpr::Cells(set) = &**set {
                    self.cells(set)
                } else {
                    false
                }
            }
            _ => false,
        }
    }

    fn cell(self, value: &CellExpr) -> bool {
        match value {
            CellExpr::Const(_) => true,
            CellExpr::Common(common) => self.common(common, &self.game.defs.cell, Self::cell),
            CellExpr::Step(triple) => self.cell(&triple.0) && self.dir(&triple.1) && self.int(&triple.2),
            CellExpr::At(pair) => self.int(&pair.0) && self.int(&pair.1),
            CellExpr::Numbered(n) => self.int(n),
            CellExpr::The(..) => false,
        }
    }

    fn cells(self, value: &CellsExpr) -> bool {
        match value {
            CellsExpr::Const(_) | CellsExpr::Empty | CellsExpr::Occupied | CellsExpr::Pieces | CellsExpr::Enemy => true,
            CellsExpr::OfKind(_) => true,
            CellsExpr::Common(common) => self.common(common, &self.game.defs.cells, Self::cells),
            CellsExpr::One(cell) => self.cell(cell),
            CellsExpr::Op(_, pair) => self.cells(&pair.0) && self.cells(&pair.1),
            CellsExpr::OfPlayer(player) => self.player(player),
            CellsExpr::Neighbors(from, dirs) => {
                self.cells(from) && dirs.as_ref().is_none_or(|dirs| self.mask(dirs, Self::dir))
            }
            CellsExpr::EdgeOf(dirs) => self.mask(dirs, Self::dir),
            _ => false,
        }
    }

    fn dir(self, value: &DirExpr) -> bool {
        match value {
            DirExpr::Const(_) => true,
            DirExpr::Common(common) => self.common(common, &self.game.defs.dir, Self::dir),
            DirExpr::Opposite(dir) => self.dir(dir),
            DirExpr::Ahead(player, _) => matches!(**player, PlayerExpr::Mover | PlayerExpr::Const(_)),
            DirExpr::Of(..) | DirExpr::The(..) => false,
        }
    }

    fn player(self, value: &PlayerExpr) -> bool {
        match value {
            PlayerExpr::Const(_) | PlayerExpr::Mover | PlayerExpr::Next => true,
            PlayerExpr::Common(common) => self.common(common, &self.game.defs.player, Self::player),
            PlayerExpr::Rival(player) | PlayerExpr::After(player) => self.player(player),
            PlayerExpr::Owner(piece) => self.piece(piece),
            PlayerExpr::The(..) => false,
        }
    }

    fn kind(self, value: &KindExpr) -> bool {
        match value {
            KindExpr::Const(_) => true,
            KindExpr::Common(common) => self.common(common, &self.game.defs.kind, Self::kind),
            KindExpr::Of(piece) => self.piece(piece),
            KindExpr::The(..) => false,
        }
    }

    fn piece(self, value: &PieceExpr) -> bool {
        match value {
            PieceExpr::Nothing => true,
            PieceExpr::Common(common) => self.common(common, &self.game.defs.piece, Self::piece),
            PieceExpr::At(cell) => self.cell(cell),
            PieceExpr::Of(pair) => self.kind(&pair.0) && self.player(&pair.1),
        }
    }

    fn mask<E: Element>(self, set: &MaskExpr<E>, is: fn(Self, &E) -> bool) -> bool {
        match set {
            MaskExpr::Const(_) => true,
            MaskExpr::One(element) => is(self, element),
            MaskExpr::Op(_, pair) => self.mask(&pair.0, is) && self.mask(&pair.1, is),
            _ => false,
        }
    }
}
