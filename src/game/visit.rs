//! Going through expressions: the parts they are directly made of.

use super::Game;
use super::expr::*;
use super::part::{AsPart, Part};

type Visit<'v, 'e> = &'v mut dyn FnMut(Part<'e>);

fn common<'e, E: AsPart>(common: &'e Common<E>, visit: Visit<'_, 'e>) {
    match common {
        Common::Local(_) | Common::Lazy(_) => {}
        Common::Var(var) => var.indexes.iter().for_each(|index| visit(index.part())),
        Common::If(condition, yes, no) => {
            visit(condition.part());
            visit(yes.part());
            visit(no.part());
        }
        Common::Match(one) => {
            visit(one.subject.part());
            for (value, result) in &one.arms {
                visit(value.part());
                visit(result.part());
            }
            one.otherwise.iter().for_each(|other| visit(other.part()));
        }
        Common::Call(call) => call.args.iter().for_each(|arg| visit(arg.part())),
        Common::Apply(apply) => apply.args.iter().for_each(|arg| visit(arg.part())),
    }
}

fn mask<'e, E: Element + AsPart>(
    mask: &'e MaskExpr<E>,
    visit: Visit<'_, 'e>,
    word: impl FnOnce(&'e E::Word, Visit<'_, 'e>),
) where
    MaskExpr<E>: AsPart,
{
    match mask {
        MaskExpr::Const(_) => {}
        MaskExpr::Common(shared) => common(shared, visit),
        MaskExpr::One(one) => visit(one.part()),
        MaskExpr::Op(_, pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        MaskExpr::Filter(filter) => {
            visit(filter.over.part());
            visit(filter.keep.part());
        }
        MaskExpr::Union(each) => {
            visit(each.over.part());
            visit(each.body.part());
        }
        MaskExpr::Word(special) => word(special, visit),
    }
}

fn dirs_word<'e>(word: &'e DirsWord, visit: Visit<'_, 'e>) {
    match word {
        DirsWord::Forward(player) | DirsWord::Backward(player) | DirsWord::Sideways(player) => visit(player.part()),
        DirsWord::Toward(p, q) => {
            visit(p.part());
            visit(q.part());
        }
        DirsWord::Opposite(dirs) => visit(dirs.part()),
    }
}

impl<'e> Part<'e> {
    /// Visits the parts that it is directly made of.
    pub fn each(self, visit: Visit<'_, 'e>) {
        match self {
            Part::Int(e) => int(e, visit),
            Part::Ints(e) => match e {
                IntsExpr::Common(shared) => common(shared, visit),
                IntsExpr::Range(pair, _) => {
                    visit(pair.0.part());
                    visit(pair.1.part());
                }
                IntsExpr::List(numbers) => numbers.iter().for_each(|n| visit(n.part())),
                IntsExpr::Op(_, pair) => {
                    visit(pair.0.part());
                    visit(pair.1.part());
                }
                IntsExpr::Filter(filter) => {
                    visit(filter.over.part());
                    visit(filter.keep.part());
                }
                IntsExpr::Union(each) => {
                    visit(each.over.part());
                    visit(each.body.part());
                }
            },
            Part::Bool(e) => truth(e, visit),
            Part::Cell(e) => match e {
                CellExpr::Const(_) => {}
                CellExpr::Common(shared) => common(shared, visit),
                CellExpr::Step(triple) => {
                    visit(triple.0.part());
                    visit(triple.1.part());
                    visit(triple.2.part());
                }
                CellExpr::The(set, _) => visit(set.part()),
                CellExpr::Numbered(n) => visit(n.part()),
                CellExpr::At(pair) => {
                    visit(pair.0.part());
                    visit(pair.1.part());
                }
            },
            Part::Cells(e) => cells(e, visit),
            Part::Dir(e) => match e {
                DirExpr::Const(_) => {}
                DirExpr::Common(shared) => common(shared, visit),
                DirExpr::Opposite(dir) => visit(dir.part()),
                DirExpr::The(set, _) => visit(set.part()),
                DirExpr::Of(pair, _) => {
                    visit(pair.0.part());
                    visit(pair.1.part());
                }
                DirExpr::Ahead(player, _) => visit(player.part()),
            },
            Part::Player(e) => match e {
                PlayerExpr::Const(_) | PlayerExpr::Mover | PlayerExpr::Next => {}
                PlayerExpr::Common(shared) => common(shared, visit),
                PlayerExpr::Rival(player) | PlayerExpr::After(player) => visit(player.part()),
                PlayerExpr::Owner(piece) => visit(piece.part()),
                PlayerExpr::The(set, _) => visit(set.part()),
            },
            Part::Kind(e) => match e {
                KindExpr::Const(_) => {}
                KindExpr::Common(shared) => common(shared, visit),
                KindExpr::Of(piece) => visit(piece.part()),
                KindExpr::The(set, _) => visit(set.part()),
            },
            Part::Piece(e) => match e {
                PieceExpr::Nothing => {}
                PieceExpr::Common(shared) => common(shared, visit),
                PieceExpr::At(cell) => visit(cell.part()),
                PieceExpr::Of(pair) => {
                    visit(pair.0.part());
                    visit(pair.1.part());
                }
            },
            Part::Dirs(e) => mask(e, visit, dirs_word),
            Part::Players(e) => mask(e, visit, |_, _| {}),
            Part::Kinds(e) => mask(e, visit, |_, _| {}),
        }
    }

    /// Whether something is found in it or in the defs that it uses. Defs are followed to some depth; what lies deeper
    /// counts as found.
    pub fn mentions(self, game: &'e Game, depth: u32, wanted: &dyn Fn(Part<'e>) -> bool) -> bool {
        if depth == 0 || wanted(self) {
            return true;
        }
        let mut found = self.called(game).into_iter().any(|part| part.mentions(game, depth - 1, wanted));
        self.each(&mut |inner| found = found || inner.mentions(game, depth, wanted));
        found
    }
}

fn int<'e>(e: &'e IntExpr, visit: Visit<'_, 'e>) {
    match e {
        IntExpr::Const(_) | IntExpr::Ply | IntExpr::Repeated(_) => {}
        IntExpr::Common(shared) => common(shared, visit),
        IntExpr::Neg(n, _) | IntExpr::Abs(n, _) => visit(n.part()),
        IntExpr::Arith(_, pair, _) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        IntExpr::Count(set) => visit(set.part()),
        IntExpr::CountOf(each) => {
            visit(each.over.part());
            visit(each.body.part());
        }
        IntExpr::Sum(each, _) => {
            visit(each.over.part());
            visit(each.body.part());
        }
        IntExpr::Best { each, default, .. } => {
            visit(each.over.part());
            visit(each.body.part());
            default.iter().for_each(|n| visit(n.part()));
        }
        IntExpr::Extreme(_, numbers) => numbers.iter().for_each(|n| visit(n.part())),
        IntExpr::Row(cell, _) | IntExpr::Column(cell, _) | IntExpr::CellNumber(cell) => visit(cell.part()),
        IntExpr::Dx(dir) | IntExpr::Dy(dir) => visit(dir.part()),
        IntExpr::Number(player, _) => visit(player.part()),
        IntExpr::Distance(pair, _) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        IntExpr::Groups(set) => visit(set.part()),
    }
}

fn truth<'e>(e: &'e BoolExpr, visit: Visit<'_, 'e>) {
    match e {
        BoolExpr::Const(_) | BoolExpr::Possible(_) => {}
        BoolExpr::Common(shared) => common(shared, visit),
        BoolExpr::Not(condition) | BoolExpr::SomeMoveThen(condition) | BoolExpr::Watched(_, condition) => {
            visit(condition.part());
        }
        BoolExpr::And(pair) | BoolExpr::Or(pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        BoolExpr::Compare(_, pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        BoolExpr::Same(pair) => {
            let (a, b) = pair.parts();
            visit(a);
            visit(b);
        }
        BoolExpr::SameSet(pair) | BoolExpr::Within(pair) => {
            let (a, b) = pair.parts();
            visit(a);
            visit(b);
        }
        BoolExpr::In(membership) => {
            let (a, b) = membership.parts();
            visit(a);
            visit(b);
        }
        BoolExpr::Some(set) => visit(set.part()),
        BoolExpr::SomeOf(each) | BoolExpr::Every(each) => {
            visit(each.over.part());
            visit(each.body.part());
        }
        BoolExpr::Connects(of, ends) => {
            visit(of.part());
            ends.iter().for_each(|end| visit(end.part()));
        }
        BoolExpr::Stuck(player) => player.iter().for_each(|player| visit(player.part())),
    }
}

fn cells<'e>(e: &'e CellsExpr, visit: Visit<'_, 'e>) {
    match e {
        CellsExpr::Const(_)
        | CellsExpr::Empty
        | CellsExpr::Occupied
        | CellsExpr::Pieces
        | CellsExpr::Enemy
        | CellsExpr::OfKind(_) => {}
        CellsExpr::Common(shared) => common(shared, visit),
        CellsExpr::One(cell) => visit(cell.part()),
        CellsExpr::Op(_, pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        CellsExpr::OfPlayer(player) => visit(player.part()),
        CellsExpr::Rows(ints) | CellsExpr::Columns(ints) | CellsExpr::Numbered(ints) => visit(ints.part()),
        CellsExpr::Side(n) => visit(n.part()),
        CellsExpr::EdgeOf(dirs) => visit(dirs.part()),
        CellsExpr::Neighbors(set, dirs) => {
            visit(set.part());
            dirs.iter().for_each(|dirs| visit(dirs.part()));
        }
        CellsExpr::Ray(pair, through) => {
            visit(pair.0.part());
            visit(pair.1.part());
            through.iter().for_each(|set| visit(set.part()));
        }
        CellsExpr::First(triple) | CellsExpr::Hop(triple) => {
            visit(triple.0.part());
            visit(triple.1.part());
            visit(triple.2.part());
        }
        CellsExpr::Leap(triple) => {
            visit(triple.0.part());
            visit(triple.1.part());
            visit(triple.2.part());
        }
        CellsExpr::Between(pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        CellsExpr::Group(pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        CellsExpr::Lines { of, least, most, along } => {
            visit(of.part());
            visit(least.part());
            most.iter().for_each(|n| visit(n.part()));
            along.iter().for_each(|dirs| visit(dirs.part()));
        }
        CellsExpr::Union(each) => {
            visit(each.over.part());
            visit(each.body.part());
        }
        CellsExpr::Reach(reach) => {
            visit(reach.from.part());
            visit(reach.to.part());
        }
        CellsExpr::Filter(filter) => {
            visit(filter.over.part());
            visit(filter.keep.part());
        }
    }
}

macro_rules! parts_of {
    ($($(#[$doc:meta])* $pair:ty: $($variant:ident)*;)*) => {$(
        impl $pair {
            $(#[$doc])*
            pub fn parts(&self) -> (Part<'_>, Part<'_>) {
                match self { $(Self::$variant(a, b) => (a.part(), b.part()),)* }
            }
        }
    )*};
}

parts_of! {
    /// The two values.
    ScalarPair: Bool Cell Dir Player Kind Piece;
    /// The two sets.
    SetPair: Cells Dirs Players Kinds Ints;
    /// The element and the set.
    Membership: Cell Dir Player Kind Int;
}
