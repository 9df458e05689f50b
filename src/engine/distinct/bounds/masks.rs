//! Directions, players and kinds, and sets of them.

use super::common::Bounded;
use super::{Between, Bound, Bounds, Known, NONE};
use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::piece::{Dir, Kind, Player};
use crate::game::rules::Def;
use crate::game::{Game, cells::Cell};

/// The directions of a mask.
pub(super) fn dirs_of(mask: u64) -> impl Iterator<Item = Dir> {
    (0..63u8).filter(move |n| mask & (1 << n) != 0).map(Dir)
}

/// The direction, if it can be but one.
pub(super) fn only(mask: u64) -> Option<Dir> {
    (mask.count_ones() == 1 && mask != NONE).then(|| Dir(mask.trailing_zeros() as u8))
}

/// The mask of all of so many.
fn first(n: usize) -> u64 {
    if n >= 63 { !NONE } else { (1 << n) - 1 }
}

/// Directions, players and kinds: what each says for itself.
pub(in super::super) trait Small: Element {
    /// All of them, and none where a single one may be that.
    fn whole(game: &Game) -> u64;
    /// What cannot be said for all.
    fn own<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Option<u64>;
    /// A built-in set, if something is known of it.
    fn word<'g>(word: &'g Self::Word, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Option<Between<u64>>;
    fn singles(game: &Game) -> &[Def<Self>];
    fn sets(game: &Game) -> &[Def<MaskExpr<Self>>];
    fn shared(&self) -> Option<&Common<Self>>;
}

impl Small for DirExpr {
    fn whole(game: &Game) -> u64 {
        game.board.all_dirs()
    }

    fn own<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Option<u64> {
        Some(match self {
            DirExpr::Const(dir) => 1 << dir.0,
            DirExpr::Opposite(dir) => back(&of.game.board, dir.bound(of, known)),
            DirExpr::Of(pair, _) => {
                let (x, y) = (pair.0.bound(of, known), pair.1.bound(of, known));
                let board = &of.game.board;
                let fits = |dir: &Dir| {
                    (x.from..=x.to).contains(&i64::from(board.dx(*dir)))
                        && (y.from..=y.to).contains(&i64::from(board.dy(*dir)))
                };
                dirs_of(board.all_dirs()).filter(fits).fold(0, |mask, dir| mask | 1 << dir.0)
            }
            DirExpr::The(set, _) => set.bound(of, known).most,
            DirExpr::Common(_) | DirExpr::Ahead(..) => return None,
        })
    }

    fn word<'g>(word: &'g DirsWord, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Option<Between<u64>> {
        let game = of.game;
        let going = |way: fn(&Board, u64) -> u64| {
            let all = game.players.iter().filter_map(|player| player.going).map(|going| way(&game.board, going));
            let (least, most) = all.fold((u64::MAX, 0), |(least, most), dirs| (least & dirs, most | dirs));
            Some(Between { least: least & most, most })
        };
        match word {
            DirsWord::Forward(_) => going(Board::forward),
            DirsWord::Backward(_) => going(Board::backward),
            DirsWord::Sideways(_) => going(Board::sideways),
            DirsWord::Toward(p, q) => {
                let known: [Option<Cell>; 2] = [p.bound(of, known).known(), q.bound(of, known).known()];
                let [Some(p), Some(q)] = known else { return None };
                let dirs = game.board.toward(p, q);
                Some(Between { least: dirs, most: dirs })
            }
            DirsWord::Opposite(dirs) => {
                let dirs = dirs.bound(of, known);
                Some(Between { least: back(&game.board, dirs.least), most: back(&game.board, dirs.most) })
            }
        }
    }

    fn singles(game: &Game) -> &[Def<DirExpr>] {
        &game.defs.dir
    }

    fn sets(game: &Game) -> &[Def<DirsExpr>] {
        &game.defs.dirs
    }

    fn shared(&self) -> Option<&Common<DirExpr>> {
        if let DirExpr::Common(common) = self { Some(common) } else { None }
    }
}

fn back(board: &Board, dirs: u64) -> u64 {
    dirs_of(dirs).map(|dir| board.opposite(dir).unwrap_or(dir)).fold(0, |mask, dir| mask | 1 << dir.0)
}

impl Small for PlayerExpr {
    fn whole(game: &Game) -> u64 {
        first(game.players.len()) | NONE
    }

    fn own<'g>(&'g self, _: &mut Bounds<'g>, _: &mut Known<'g>) -> Option<u64> {
        match self {
            PlayerExpr::Const(Player::NOBODY) => Some(NONE),
            PlayerExpr::Const(player) => Some(1 << player.0),
            _ => None,
        }
    }

    fn word<'g>(_: &'g PlayersWord, _: &mut Bounds<'g>, _: &mut Known<'g>) -> Option<Between<u64>> {
        None
    }

    fn singles(game: &Game) -> &[Def<PlayerExpr>] {
        &game.defs.player
    }

    fn sets(game: &Game) -> &[Def<PlayersExpr>] {
        &game.defs.players
    }

    fn shared(&self) -> Option<&Common<PlayerExpr>> {
        if let PlayerExpr::Common(common) = self { Some(common) } else { None }
    }
}

impl Small for KindExpr {
    fn whole(game: &Game) -> u64 {
        first(game.kinds.len()) | NONE
    }

    fn own<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Option<u64> {
        match self {
            KindExpr::Const(Kind::NOTHING) => Some(NONE),
            KindExpr::Const(kind) => Some(1 << kind.0),
            KindExpr::The(set, _) => {
                let set = set.bound(of, known);
                Some(if set.least == 0 { set.most | NONE } else { set.most })
            }
            _ => None,
        }
    }

    fn word<'g>(word: &'g NoWord, _: &mut Bounds<'g>, _: &mut Known<'g>) -> Option<Between<u64>> {
        match *word {}
    }

    fn singles(game: &Game) -> &[Def<KindExpr>] {
        &game.defs.kind
    }

    fn sets(game: &Game) -> &[Def<KindsExpr>] {
        &game.defs.kinds
    }

    fn shared(&self) -> Option<&Common<KindExpr>> {
        if let KindExpr::Common(common) = self { Some(common) } else { None }
    }
}

macro_rules! singles {
    ($($expr:ty),*) => {$(
        impl Bounded for $expr {
            type Bound = u64;

            fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> u64 {
                match self.shared() {
                    Some(common) => of.common(common, known),
                    None => self.own(of, known).unwrap_or_else(|| Self::whole(of.game)),
                }
            }

            fn anything(of: &Bounds<'_>) -> u64 {
                Self::whole(of.game)
            }

            fn either(one: &u64, other: &u64) -> u64 {
                one | other
            }

            fn taken(bound: &Bound) -> Option<u64> {
                if let Bound::Word(mask) = bound { Some(*mask) } else { None }
            }

            fn defs(game: &Game) -> &[Def<$expr>] {
                Self::singles(game)
            }
        }
    )*};
}

singles!(DirExpr, PlayerExpr, KindExpr);

impl<E: Small + Bounded<Bound = u64>> Bounded for MaskExpr<E> {
    type Bound = Between<u64>;

    fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Between<u64> {
        if !of.may_go_on() {
            return Self::anything(of);
        }
        match self {
            MaskExpr::Const(mask) => Between { least: *mask, most: *mask },
            MaskExpr::Common(common) => of.common(common, known),
            MaskExpr::One(element) => {
                let one = element.bound(of, known);
                Between { least: if one.count_ones() == 1 { one & !NONE } else { 0 }, most: one & !NONE }
            }
            MaskExpr::Op(op, pair) => {
                let (a, b) = (pair.0.bound(of, known), pair.1.bound(of, known));
                match op {
                    SetOp::And => Between { least: a.least & b.least, most: a.most & b.most },
                    SetOp::Or => Between { least: a.least | b.least, most: a.most | b.most },
                    SetOp::Except => Between { least: a.least & !b.most, most: a.most & !b.least },
                }
            }
            MaskExpr::Filter(filter) => {
                let over = filter.over.bound(of, known);
                let mut kept = Between { least: 0, most: 0 };
                for n in (0..63).filter(|n| over.most & (1 << n) != 0) {
                    known.push(filter.slot, Bound::Word(1 << n));
                    let keep = of.truth(&filter.keep, known);
                    known.pop();
                    kept.most |= u64::from(keep.yes) << n;
                    kept.least |= u64::from(!keep.no) << n;
                }
                Between { least: kept.least & over.least, most: kept.most }
            }
            MaskExpr::Union(_) => Self::anything(of),
            MaskExpr::Word(word) => E::word(word, of, known).unwrap_or_else(|| Self::anything(of)),
        }
    }

    fn anything(of: &Bounds<'_>) -> Between<u64> {
        Between { least: 0, most: E::whole(of.game) & !NONE }
    }

    fn either(one: &Between<u64>, other: &Between<u64>) -> Between<u64> {
        Between { least: one.least & other.least, most: one.most | other.most }
    }

    fn taken(bound: &Bound) -> Option<Between<u64>> {
        if let Bound::Words(set) = bound { Some(*set) } else { None }
    }

    fn defs(game: &Game) -> &[Def<MaskExpr<E>>] {
        E::sets(game)
    }
}
