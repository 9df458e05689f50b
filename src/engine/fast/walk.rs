//! Going through expressions: the parts they are made of.

use crate::game::expr::*;

/// A part of an expression, of any type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'e> {
    Int(&'e IntExpr),
    Ints(&'e IntsExpr),
    Bool(&'e BoolExpr),
    Cell(&'e CellExpr),
    Cells(&'e CellsExpr),
    Dir(&'e DirExpr),
    Dirs(&'e DirsExpr),
    Player(&'e PlayerExpr),
    Players(&'e PlayersExpr),
    Kind(&'e KindExpr),
    Kinds(&'e KindsExpr),
    Piece(&'e PieceExpr),
}

/// The types of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeName {
    Int,
    Ints,
    Bool,
    Cell,
    Cells,
    Dir,
    Dirs,
    Player,
    Players,
    Kind,
    Kinds,
    Piece,
}

/// What all types have in common, whatever the type.
pub(crate) enum Shared<'e> {
    Local(Slot),
    Lazy(u16),
    Var(&'e VarRef),
    Call,
    /// `if` or `match`.
    Branch,
}

/// An expression that can be seen as a [`Part`].
pub(crate) trait AsPart {
    fn part(&self) -> Part<'_>;
}

/// An expression of a type that is known.
pub(crate) trait Typed: AsPart {
    const NAME: TypeName;
}

macro_rules! parts {
    ($($expr:ty: $part:ident;)*) => {$(
        impl AsPart for $expr {
            fn part(&self) -> Part<'_> {
                Part::$part(self)
            }
        }

        impl Typed for $expr {
            const NAME: TypeName = TypeName::$part;
        }
    )*};
}

parts! {
    IntExpr: Int; IntsExpr: Ints; BoolExpr: Bool; CellExpr: Cell; CellsExpr: Cells; DirExpr: Dir; DirsExpr: Dirs;
    PlayerExpr: Player; PlayersExpr: Players; KindExpr: Kind; KindsExpr: Kinds; PieceExpr: Piece;
}

impl AsPart for AnyExpr {
    fn part(&self) -> Part<'_> {
        match self {
            AnyExpr::Int(e) => e.part(),
            AnyExpr::Ints(e) => e.part(),
            AnyExpr::Bool(e) => e.part(),
            AnyExpr::Cell(e) => e.part(),
            AnyExpr::Cells(e) => e.part(),
            AnyExpr::Dir(e) => e.part(),
            AnyExpr::Dirs(e) => e.part(),
            AnyExpr::Player(e) => e.part(),
            AnyExpr::Players(e) => e.part(),
            AnyExpr::Kind(e) => e.part(),
            AnyExpr::Kinds(e) => e.part(),
            AnyExpr::Piece(e) => e.part(),
        }
    }
}

impl AsPart for Scalar {
    fn part(&self) -> Part<'_> {
        match self {
            Scalar::Int(e) => e.part(),
            Scalar::Bool(e) => e.part(),
            Scalar::Cell(e) => e.part(),
            Scalar::Dir(e) => e.part(),
            Scalar::Player(e) => e.part(),
            Scalar::Kind(e) => e.part(),
            Scalar::Piece(e) => e.part(),
        }
    }
}

impl AsPart for SetExpr {
    fn part(&self) -> Part<'_> {
        match self {
            SetExpr::Cells(e) => e.part(),
            SetExpr::Dirs(e) => e.part(),
            SetExpr::Players(e) => e.part(),
            SetExpr::Kinds(e) => e.part(),
            SetExpr::Ints(e) => e.part(),
        }
    }
}

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
    /// What it has in common with all types, if it is nothing of its own.
    pub(crate) fn shared(self) -> Option<Shared<'e>> {
        fn of<E>(common: &Common<E>) -> Shared<'_> {
            match common {
                Common::Local(slot) => Shared::Local(*slot),
                Common::Lazy(n) => Shared::Lazy(*n),
                Common::Var(var) => Shared::Var(var),
                Common::Call(_) => Shared::Call,
                Common::If(..) | Common::Match(_) => Shared::Branch,
            }
        }
        match self {
            Part::Int(IntExpr::Common(e)) => Some(of(e)),
            Part::Ints(IntsExpr::Common(e)) => Some(of(e)),
            Part::Bool(BoolExpr::Common(e)) => Some(of(e)),
            Part::Cell(CellExpr::Common(e)) => Some(of(e)),
            Part::Cells(CellsExpr::Common(e)) => Some(of(e)),
            Part::Dir(DirExpr::Common(e)) => Some(of(e)),
            Part::Dirs(DirsExpr::Common(e)) => Some(of(e)),
            Part::Player(PlayerExpr::Common(e)) => Some(of(e)),
            Part::Players(PlayersExpr::Common(e)) => Some(of(e)),
            Part::Kind(KindExpr::Common(e)) => Some(of(e)),
            Part::Kinds(KindsExpr::Common(e)) => Some(of(e)),
            Part::Piece(PieceExpr::Common(e)) => Some(of(e)),
            _ => None,
        }
    }

    /// The class of its local, if it is one.
    pub(crate) fn class(self) -> Class {
        match self {
            Part::Cells(_) => Class::Cells,
            Part::Ints(_) => Class::Ints,
            _ => Class::Word,
        }
    }

    /// The local that it binds for its own parts, if it does.
    pub(crate) fn binds(self) -> Option<Slot> {
        match self {
            Part::Bool(BoolExpr::SomeOf(each) | BoolExpr::Every(each)) => Some(each.slot),
            Part::Int(IntExpr::CountOf(each)) => Some(each.slot),
            Part::Int(IntExpr::Sum(each, _)) => Some(each.slot),
            Part::Int(IntExpr::Best { each, .. }) => Some(each.slot),
            Part::Cells(CellsExpr::Union(each)) => Some(each.slot),
            Part::Cells(CellsExpr::Filter(filter)) => Some(filter.slot),
            Part::Cells(CellsExpr::Reach(reach)) => Some(reach.slot),
            Part::Ints(IntsExpr::Filter(filter)) => Some(filter.slot),
            Part::Ints(IntsExpr::Union(each)) => Some(each.slot),
            Part::Dirs(MaskExpr::Filter(filter)) => Some(filter.slot),
            Part::Dirs(MaskExpr::Union(each)) => Some(each.slot),
            Part::Players(MaskExpr::Filter(filter)) => Some(filter.slot),
            Part::Players(MaskExpr::Union(each)) => Some(each.slot),
            Part::Kinds(MaskExpr::Filter(filter)) => Some(filter.slot),
            Part::Kinds(MaskExpr::Union(each)) => Some(each.slot),
            _ => None,
        }
    }

    /// The def that it uses, if it is the use of one: its type and its number among the defs of its type.
    pub(crate) fn call(self) -> Option<(TypeName, u16)> {
        fn of<E>(common: &Common<E>) -> Option<u16> {
            match common {
                Common::Call(call) => Some(call.def),
                _ => None,
            }
        }
        let (sort, def) = match self {
            Part::Int(IntExpr::Common(e)) => (TypeName::Int, of(e)),
            Part::Ints(IntsExpr::Common(e)) => (TypeName::Ints, of(e)),
            Part::Bool(BoolExpr::Common(e)) => (TypeName::Bool, of(e)),
            Part::Cell(CellExpr::Common(e)) => (TypeName::Cell, of(e)),
            Part::Cells(CellsExpr::Common(e)) => (TypeName::Cells, of(e)),
            Part::Dir(DirExpr::Common(e)) => (TypeName::Dir, of(e)),
            Part::Dirs(DirsExpr::Common(e)) => (TypeName::Dirs, of(e)),
            Part::Player(PlayerExpr::Common(e)) => (TypeName::Player, of(e)),
            Part::Players(PlayersExpr::Common(e)) => (TypeName::Players, of(e)),
            Part::Kind(KindExpr::Common(e)) => (TypeName::Kind, of(e)),
            Part::Kinds(KindsExpr::Common(e)) => (TypeName::Kinds, of(e)),
            Part::Piece(PieceExpr::Common(e)) => (TypeName::Piece, of(e)),
            _ => return None,
        };
        Some((sort, def?))
    }

    /// Visits the parts that it is directly made of.
    pub(crate) fn each(self, visit: Visit<'_, 'e>) {
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
        BoolExpr::Not(condition) | BoolExpr::SomeMoveThen(condition) => visit(condition.part()),
        BoolExpr::And(pair) | BoolExpr::Or(pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        BoolExpr::Compare(_, pair) => {
            visit(pair.0.part());
            visit(pair.1.part());
        }
        BoolExpr::Same(pair) => {
            let (a, b) = scalars(pair);
            visit(a);
            visit(b);
        }
        BoolExpr::SameSet(pair) | BoolExpr::Within(pair) => {
            let (a, b) = sets(pair);
            visit(a);
            visit(b);
        }
        BoolExpr::In(membership) => {
            let (a, b) = match &**membership {
                Membership::Cell(a, b) => (a.part(), b.part()),
                Membership::Dir(a, b) => (a.part(), b.part()),
                Membership::Player(a, b) => (a.part(), b.part()),
                Membership::Kind(a, b) => (a.part(), b.part()),
                Membership::Int(a, b) => (a.part(), b.part()),
            };
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

fn scalars(pair: &ScalarPair) -> (Part<'_>, Part<'_>) {
    match pair {
        ScalarPair::Bool(a, b) => (a.part(), b.part()),
        ScalarPair::Cell(a, b) => (a.part(), b.part()),
        ScalarPair::Dir(a, b) => (a.part(), b.part()),
        ScalarPair::Player(a, b) => (a.part(), b.part()),
        ScalarPair::Kind(a, b) => (a.part(), b.part()),
        ScalarPair::Piece(a, b) => (a.part(), b.part()),
    }
}

fn sets(pair: &SetPair) -> (Part<'_>, Part<'_>) {
    match pair {
        SetPair::Cells(a, b) => (a.part(), b.part()),
        SetPair::Dirs(a, b) => (a.part(), b.part()),
        SetPair::Players(a, b) => (a.part(), b.part()),
        SetPair::Kinds(a, b) => (a.part(), b.part()),
        SetPair::Ints(a, b) => (a.part(), b.part()),
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
