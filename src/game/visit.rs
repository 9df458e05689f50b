//! Visiting the direct parts of expressions.

use super::Game;
use super::expr::*;
use super::part::{AsPart, Part, Shared};
#[cfg(feature = "native")]
use super::part::{AsPartMut, PartMut};
use super::rules::{Action, Clause};
use super::stmt::Stmt;
use super::text::{Text, TextPart};
use crate::types::Type;
use smallvec::SmallVec;

/// Defines a module whose `each` visits the direct parts of an expression, by shared or by mutable references.
macro_rules! visits {
    ($module:ident, $AsPart:ident, $Part:ident, $part:ident, $iter:ident $(, $mutable:tt)?) => {
        mod $module {
            use crate::game::expr::*;
            use crate::game::part::{$AsPart, $Part};

            type Visit<'v, 'e> = &'v mut dyn FnMut($Part<'e>);

            /// Visits the direct parts of an expression.
            pub(in crate::game) fn each<'e>(part: $Part<'e>, visit: Visit<'_, 'e>) {
                match part {
                    $Part::Int(e) => int(e, visit),
                    $Part::Ints(e) => match e {
                        IntsExpr::Common(shared) => common(shared, visit),
                        IntsExpr::Range(pair, _) => both(pair, visit),
                        IntsExpr::List(numbers) => numbers.$iter().for_each(|n| visit(n.$part())),
                        IntsExpr::Op(_, pair) => both(pair, visit),
                        IntsExpr::Filter(filter) => filtered(filter, visit),
                        IntsExpr::Union(each) => ranged(each, visit),
                    },
                    $Part::Bool(e) => truth(e, visit),
                    $Part::Cell(e) => match e {
                        CellExpr::Const(_) => {}
                        CellExpr::Common(shared) => common(shared, visit),
                    },
                    $Part::Cells(e) => cells(e, visit),
                    $Part::Dir(e) => match e {
                        DirExpr::Const(_) => {}
                        DirExpr::Common(shared) => common(shared, visit),
                    },
                    $Part::Player(e) => match e {
                        PlayerExpr::Const(_) | PlayerExpr::Mover | PlayerExpr::Next => {}
                        PlayerExpr::Common(shared) => common(shared, visit),
                        PlayerExpr::After(player) => visit(player.$part()),
                    },
                    $Part::Kind(e) => match e {
                        KindExpr::Const(_) => {}
                        KindExpr::Common(shared) => common(shared, visit),
                    },
                    $Part::Tag(e) => match e {
                        TagExpr::Const(_) => {}
                        TagExpr::Common(shared) => common(shared, visit),
                    },
                    $Part::Piece(e) => match e {
                        PieceExpr::Nothing => {}
                        PieceExpr::Common(shared) => common(shared, visit),
                        PieceExpr::At(cell) => visit(cell.$part()),
                        PieceExpr::Of(pair) => both(pair, visit),
                    },
                    $Part::Dirs(e) => mask(e, visit),
                    $Part::Players(e) => mask(e, visit),
                    $Part::Kinds(e) => mask(e, visit),
                }
            }

            fn common<'e, E: $AsPart>(common: &'e $($mutable)? Common<E>, visit: Visit<'_, 'e>) {
                match common {
                    Common::Local(_) | Common::Lazy(_) => {}
                    Common::Var(var) => var.indexes.$iter().for_each(|index| visit(index.$part())),
                    Common::If(condition, yes, no) => {
                        visit(condition.$part());
                        visit(yes.$part());
                        visit(no.$part());
                    }
                    Common::Match(one) => {
                        visit(one.subject.$part());
                        one.arms.$iter().for_each(|(value, result)| {
                            visit(value.$part());
                            visit(result.$part());
                        });
                        one.otherwise.$iter().for_each(|other| visit(other.$part()));
                    }
                    Common::Call(call) => call.args.$iter().for_each(|arg| visit(arg.$part())),
                    Common::Apply(apply) => apply.args.$iter().for_each(|arg| visit(arg.$part())),
                }
            }

            fn both<'e>(pair: &'e $($mutable)? (impl $AsPart, impl $AsPart), visit: Visit<'_, 'e>) {
                visit(pair.0.$part());
                visit(pair.1.$part());
            }

            fn ranged<'e>(each: &'e $($mutable)? Generator<impl $AsPart>, visit: Visit<'_, 'e>) {
                visit(each.over.$part());
                visit(each.body.$part());
            }

            fn filtered<'e>(filter: &'e $($mutable)? Filter<impl $AsPart>, visit: Visit<'_, 'e>) {
                visit(filter.over.$part());
                visit(filter.keep.$part());
            }

            fn mask<'e, E: Element + $AsPart>(mask: &'e $($mutable)? MaskExpr<E>, visit: Visit<'_, 'e>)
            where
                MaskExpr<E>: $AsPart,
            {
                match mask {
                    MaskExpr::Const(_) | MaskExpr::Word(_) => {}
                    MaskExpr::Common(shared) => common(shared, visit),
                    MaskExpr::One(one) => visit(one.$part()),
                    MaskExpr::Op(_, pair) => both(pair, visit),
                    MaskExpr::Filter(filter) => filtered(filter, visit),
                    MaskExpr::Union(each) => ranged(each, visit),
                }
            }

            fn int<'e>(e: &'e $($mutable)? IntExpr, visit: Visit<'_, 'e>) {
                match e {
                    IntExpr::Const(_) | IntExpr::Ply | IntExpr::Repeated(_) => {}
                    IntExpr::Common(shared) => common(shared, visit),
                    IntExpr::Neg(n, _) => visit(n.$part()),
                    IntExpr::Arith(_, pair, _) => both(pair, visit),
                    IntExpr::Count(set) => visit(set.$part()),
                    IntExpr::CountOf(each) => ranged(each, visit),
                    IntExpr::Sum(each, _) => ranged(each, visit),
                    IntExpr::Best { each, default, .. } => {
                        visit(each.over.$part());
                        visit(each.body.$part());
                        default.$iter().for_each(|n| visit(n.$part()));
                    }
                }
            }

            fn truth<'e>(e: &'e $($mutable)? BoolExpr, visit: Visit<'_, 'e>) {
                match e {
                    BoolExpr::Const(_) | BoolExpr::Possible(_) => {}
                    BoolExpr::Common(shared) => common(shared, visit),
                    BoolExpr::Not(condition) | BoolExpr::SomeMoveThen(condition) | BoolExpr::Watched(_, condition) => {
                        visit(condition.$part());
                    }
                    BoolExpr::And(pair) | BoolExpr::Or(pair) => both(pair, visit),
                    BoolExpr::Compare(_, pair) => both(pair, visit),
                    BoolExpr::Same(pair) => both(pair, visit),
                    BoolExpr::SameSet(pair) | BoolExpr::Within(pair) => both(pair, visit),
                    BoolExpr::In(membership) => both(membership, visit),
                    BoolExpr::Some(set) => visit(set.$part()),
                    BoolExpr::SomeOf(each) | BoolExpr::Every(each) => ranged(each, visit),
                    BoolExpr::Stuck(player) => player.$iter().for_each(|player| visit(player.$part())),
                }
            }

            fn cells<'e>(e: &'e $($mutable)? CellsExpr, visit: Visit<'_, 'e>) {
                match e {
                    CellsExpr::Const(_)
                    | CellsExpr::Empty
                    | CellsExpr::Occupied
                    | CellsExpr::Pieces
                    | CellsExpr::Enemy
                    | CellsExpr::OfKind(_) => {}
                    CellsExpr::Common(shared) => common(shared, visit),
                    CellsExpr::One(cell) => visit(cell.$part()),
                    CellsExpr::Op(_, pair) => both(pair, visit),
                    CellsExpr::OfPlayer(player) => visit(player.$part()),
                    CellsExpr::Union(each) => ranged(each, visit),
                    CellsExpr::Reach(reach) => {
                        visit(reach.from.$part());
                        visit(reach.to.$part());
                    }
                    CellsExpr::Filter(filter) => filtered(filter, visit),
                }
            }
        }
    };
}

visits!(shared, AsPart, Part, part, iter);
#[cfg(feature = "native")]
visits!(mutable, AsPartMut, PartMut, part_mut, iter_mut, mut);

impl BoolExpr {
    /// Returns the conditions that all have to hold for it to hold, in order.
    pub fn conjuncts(&self) -> Vec<&BoolExpr> {
        match self {
            BoolExpr::And(pair) => [pair.0.conjuncts(), pair.1.conjuncts()].concat(),
            one => vec![one],
        }
    }
}

impl Action {
    /// Returns the values that its clauses give to locals.
    #[cfg(feature = "native")]
    pub(crate) fn lets(&self) -> impl Iterator<Item = (Slot, &AnyExpr)> {
        self.clauses.iter().filter_map(|clause| match clause {
            Clause::Let(slot, value) => Some((*slot, value)),
            Clause::When(_) => None,
        })
    }

    /// Returns the conditions that all have to hold for a move of the action, before its `do`.
    pub(crate) fn conditions(&self) -> Vec<&BoolExpr> {
        let whens = self.clauses.iter().filter_map(|clause| match clause {
            Clause::When(condition) => Some(&condition.holds),
            Clause::Let(..) => None,
        });
        whens.flat_map(BoolExpr::conjuncts).collect()
    }
}

impl PlayerExpr {
    /// Returns whether this is the same player during a whole move, whatever the move changes.
    pub fn is_steady(&self) -> bool {
        matches!(self, PlayerExpr::Mover | PlayerExpr::Const(_))
    }
}

impl BoolExpr {
    /// Returns the set in which the condition says a local is, if the set does not depend on the local.
    pub fn membership(&self, slot: Slot) -> Option<&CellsExpr> {
        let BoolExpr::In(pair) = self else { return None };
        let (AnyExpr::Cell(cell), SetExpr::Cells(set)) = &**pair else { return None };
        let is_it = |part: Part<'_>| {
            part.class() == Class::Word && matches!(part.shared(), Some(Shared::Local(other)) if other == slot)
        };
        (is_it(cell.part()) && !set.part().contains(&mut |part| is_it(part))).then_some(set)
    }
}

impl Text {
    /// Returns the expressions on which it depends.
    pub fn parts(&self) -> Vec<Part<'_>> {
        match self {
            Text::Parts(parts) => {
                let values = parts.iter().filter_map(|part| match part {
                    TextPart::Value(value) => Some(value.part()),
                    TextPart::Plain(_) => None,
                });
                values.collect()
            }
            Text::If(condition, yes, no) => [vec![condition.part()], yes.parts(), no.parts()].concat(),
            Text::Match(one) => {
                let arms = one.arms.iter().flat_map(|(value, text)| [vec![value.part()], text.parts()].concat());
                let others = one.otherwise.iter().flat_map(Text::parts);
                std::iter::once(one.subject.part()).chain(arms).chain(others).collect()
            }
        }
    }
}

impl Stmt {
    /// Returns the expressions in it, but not those of its blocks.
    pub fn parts(&self) -> Vec<Part<'_>> {
        match self {
            Stmt::Let(_, value) => vec![value.part()],
            Stmt::Set { target, value } => target.indexes.iter().chain([value]).map(AsPart::part).collect(),
            Stmt::If(condition, ..) | Stmt::While(condition, ..) => vec![condition.part()],
            Stmt::For(each, _) => vec![each.over.part()],
            Stmt::Call(_, args, _) => args.iter().map(AsPart::part).collect(),
            Stmt::Choose(choose) => vec![choose.over.part()],
            Stmt::PutKind { kind, owner, at, .. } => vec![kind.part(), owner.part(), at.part()],
            Stmt::PutPiece { piece, at, .. } => vec![piece.part(), at.part()],
            Stmt::Remove(cells) => vec![cells.part()],
            Stmt::Move(from, to, _) => vec![from.part(), to.part()],
            Stmt::MoveEach { over, to, .. } => vec![over.part(), to.part()],
            Stmt::Give(cells, player, _) => vec![cells.part(), player.part()],
            Stmt::Again | Stmt::Return | Stmt::Reached(_) => Vec::new(),
        }
    }
}

impl<'e> Part<'e> {
    /// Visits its direct parts.
    pub fn each(self, visit: &mut dyn FnMut(Part<'e>)) {
        shared::each(self, visit);
    }

    /// Returns whether it contains a wanted part. Calls are not followed.
    pub fn contains(self, wanted: &mut dyn FnMut(Part<'e>) -> bool) -> bool {
        let mut found = wanted(self);
        self.each(&mut |inner| found = found || inner.contains(wanted));
        found
    }

    /// Returns whether it, or a def that it calls, contains a wanted part. Calls are followed to a given depth; deeper
    /// ones count as found.
    pub fn mentions(self, game: &'e Game, depth: u32, wanted: &dyn Fn(Part<'e>) -> bool) -> bool {
        self.mentions_unseen(game, depth, wanted, &mut SmallVec::new())
    }

    /// As [`Part::mentions`], without the defs in which nothing has been found.
    fn mentions_unseen(
        self,
        game: &'e Game,
        depth: u32,
        wanted: &dyn Fn(Part<'e>) -> bool,
        seen: &mut SmallVec<[(Type, u16); 8]>,
    ) -> bool {
        if depth == 0 || wanted(self) {
            return true;
        }
        if let Some(call) = self.call().filter(|call| !seen.contains(call)) {
            if self.called(game).into_iter().any(|part| part.mentions_unseen(game, depth - 1, wanted, seen)) {
                return true;
            }
            seen.push(call);
        }
        let mut found = false;
        self.each(&mut |inner| found = found || inner.mentions_unseen(game, depth, wanted, seen));
        found
    }
}

#[cfg(feature = "native")]
impl AnyExpr {
    /// Puts a value in place of a local of its class, wherever it is used.
    pub(crate) fn put(&mut self, slot: Slot, value: &AnyExpr) {
        put(self.part_mut(), slot, value);
    }
}

#[cfg(feature = "native")]
fn put(part: PartMut<'_>, slot: Slot, value: &AnyExpr) {
    let is_it = |part: Part<'_>| {
        part.class() == value.part().class() && matches!(part.shared(), Some(Shared::Local(other)) if other == slot)
    };
    if is_it(part.as_part()) {
        part.set(value.clone());
    } else {
        mutable::each(part, &mut |inner| put(inner, slot, value));
    }
}
