//! Truth values, one for each cell.

use super::{Digits, Lane, Lifted, Lifts, TruthSide, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::cells::may_fault;
use crate::engine::fast::code::locals::Numbers;
use crate::engine::fast::code::pieces::NONE;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
use crate::game::piece::Kind;

/// The arms of a match that depends on a lane.
pub(crate) struct LaneArms<'e, E> {
    /// The results, each with the cells that take it.
    pub taken: Vec<(Words, &'e E)>,
    /// The cells that may take none, if there is no `else`.
    pub left: Option<Words>,
}

impl<'p> Gen<'p, '_> {
    fn lane_search(&mut self, each: &Generator<BoolExpr>, wanted: bool) -> Lifts<Words> {
        let mut found = self.no_cells();
        lift!(self.each_lane(&each.over, each.slot, &mut |make, cells| {
            let holds = lift!(make.lane(&each.body));
            let hit = make.on_side(cells, TruthSide { holds: &holds, wanted });
            found = make.set_or(&found, &hit);
            Ok(Some(()))
        }));
        Ok(Some(found))
    }

    /// Selects for each cell one set's bit or the other's.
    pub(crate) fn set_choice(&mut self, holds: &Words, yes: &Words, no: &Words) -> Words {
        let a = self.set_and(holds, yes);
        let b = self.set_except(no, holds);
        self.set_or(&a, &b)
    }

    /// Returns the arms of a match that depends on a lane.
    pub(crate) fn lane_arms<'e, E>(&mut self, one: &'e Match<E>) -> Lifts<LaneArms<'e, E>> {
        let mut left = self.all_cells();
        let mut taken = Vec::new();
        for (value, result) in &one.arms {
            if self.has_lane(value.part()) {
                return Ok(None);
            }
            let value = self.word(value.part())?;
            let here = lift!(self.lane_is(&one.subject, value));
            taken.push((self.set_and(&here, &left), result));
            left = self.set_except(&left, &here);
        }
        let Some(other) = &one.otherwise else { return Ok(Some(LaneArms { taken, left: Some(left) })) };
        taken.push((left, other));
        Ok(Some(LaneArms { taken, left: None }))
    }

    /// Returns the cells for which a single value is this one.
    fn lane_is(&mut self, subject: &AnyExpr, value: Word) -> Lifts<Words> {
        match subject {
            AnyExpr::Kind(kind) => self.lane_kind_is(kind, value),
            AnyExpr::Player(player) => self.lane_player_is(player, value),
            AnyExpr::Bool(truth) => {
                let holds = lift!(self.lane(truth));
                let other = self.set_not(&holds);
                Ok(Some(self.set_select(value, &holds, &other)))
            }
            AnyExpr::Int(n) => {
                let n = lift!(self.lane(n));
                let Word::Known(value) = value else { return Ok(None) };
                self.lane_compare(Compare::Equal, n, Digits::known(value))
            }
            _ => Ok(None),
        }
    }

    /// Returns the cells for which a kind is this one.
    fn lane_kind_is(&mut self, kind: &KindExpr, value: Word) -> Lifts<Words> {
        if !self.has_lane(kind.part()) {
            let kind = self.kind(kind)?;
            let same = self.same(kind, value);
            let all = self.all_cells();
            return Ok(Some(self.set_if(same, &all)));
        }
        let Some((Op::KindOf, [AnyExpr::Piece(PieceExpr::At(cell))])) = kind.applied() else { return Ok(None) };
        let map = lift!(self.lane(&**cell));
        let Word::Known(value) = value else { return Ok(None) };
        if value == NONE {
            let occupied = self.occupied();
            let there = self.pulled(&map, &occupied);
            return Ok(Some(self.set_not(&there)));
        }
        let set = self.of_kind(Kind(value as u8));
        Ok(Some(self.pulled(&map, &set)))
    }

    /// Returns the cells for which a player is this one.
    pub(crate) fn lane_player_is(&mut self, player: &PlayerExpr, value: Word) -> Lifts<Words> {
        if !self.has_lane(player.part()) {
            let player = self.player(player)?;
            let same = self.same(player, value);
            let all = self.all_cells();
            return Ok(Some(self.set_if(same, &all)));
        }
        let Some((Op::Owner, [AnyExpr::Piece(PieceExpr::At(cell))])) = player.applied() else { return Ok(None) };
        let map = lift!(self.lane(&**cell));
        if value == Word::Known(NONE) {
            let owned = self.of_others(Word::Known(NONE));
            let there = self.pulled(&map, &owned);
            return Ok(Some(self.set_not(&there)));
        }
        if value.known().is_none() {
            return Ok(None);
        }
        let set = self.of_player(value);
        Ok(Some(self.pulled(&map, &set)))
    }

    fn lane_same(&mut self, pair: &(AnyExpr, AnyExpr)) -> Lifts<Words> {
        match pair {
            (AnyExpr::Cell(a), AnyExpr::Cell(b)) => {
                let (a, b) = if self.has_lane(a.part()) { (a, b) } else { (b, a) };
                let map = lift!(self.lane(a));
                if self.has_lane(b.part()) {
                    let other = lift!(self.lane(b));
                    let mut same = map.meeting(&other);
                    let off = self.plan.board().all_cells().except(&map.domain()).except(&other.domain());
                    same = same.or(&off);
                    return Ok(Some(self.known_set(&same)));
                }
                let other = self.cell(b)?;
                let set = self.just(other);
                let there = self.pulled(&map, &set);
                let off = self.is_on_board(other);
                let off = self.not(off);
                let gone = self.plan.board().all_cells().except(&map.domain());
                let gone = self.known_set(&gone);
                let gone = self.set_if(off, &gone);
                Ok(Some(self.set_or(&there, &gone)))
            }
            (AnyExpr::Player(a), AnyExpr::Player(b)) => {
                let (a, b) = if self.has_lane(a.part()) { (a, b) } else { (b, a) };
                if self.has_lane(b.part()) {
                    return Ok(None);
                }
                let value = self.player(b)?;
                self.lane_player_is(a, value)
            }
            (AnyExpr::Kind(a), AnyExpr::Kind(b)) => {
                let (a, b) = if self.has_lane(a.part()) { (a, b) } else { (b, a) };
                if self.has_lane(b.part()) {
                    return Ok(None);
                }
                let value = self.kind(b)?;
                self.lane_kind_is(a, value)
            }
            (AnyExpr::Piece(PieceExpr::At(cell)), AnyExpr::Piece(PieceExpr::Nothing))
            | (AnyExpr::Piece(PieceExpr::Nothing), AnyExpr::Piece(PieceExpr::At(cell))) => {
                let map = lift!(self.lane(&**cell));
                let occupied = self.occupied();
                let there = self.pulled(&map, &occupied);
                Ok(Some(self.set_not(&there)))
            }
            (AnyExpr::Bool(a), AnyExpr::Bool(b)) => {
                let (a, b) = (lift!(self.lane(a)), lift!(self.lane(b)));
                let differ = self.set_xor(&a, &b);
                Ok(Some(self.set_not(&differ)))
            }
            _ => Ok(None),
        }
    }

    /// Returns whether the first condition is the same for all cells, and may prevent a fault in the second one.
    fn is_guard(&self, pair: &(BoolExpr, BoolExpr)) -> bool {
        !self.has_lane(pair.0.part()) && may_fault(&self.plan.game, pair.1.part(), [])
    }

    /// Returns the cells for which both conditions hold, or one of them. The first one is the same for all cells; the second one is evaluated
    /// only if it matters.
    fn lane_guarded(&mut self, pair: &(BoolExpr, BoolExpr), both: bool) -> Lifts<Words> {
        let holds = self.truth(&pair.0)?;
        let first = if both { holds } else { self.not(holds) };
        let mut gave_up = false;
        let cells = self.either(
            first,
            |make| {
                let second = make.lane(&pair.1)?;
                gave_up = second.is_none();
                Ok(second.unwrap_or_else(|| make.no_cells()))
            },
            |make| Ok(if both { make.no_cells() } else { make.all_cells() }),
        )?;
        Ok((!gave_up).then_some(cells))
    }

    /// Returns the cells whose number is one of these, which are in order.
    fn lane_listed(&mut self, n: Digits, numbers: &[i32]) -> Lifts<Words> {
        let mut found = self.no_cells();
        for run in numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next)) {
            let [least, most] = [run[0], run[run.len() - 1]].map(|end| Digits::known(i64::from(end)));
            let above = lift!(self.lane_compare(Compare::GreaterEqual, n.clone(), least));
            let below = lift!(self.lane_compare(Compare::LessEqual, n.clone(), most));
            let here = self.set_and(&above, &below);
            found = self.set_or(&found, &here);
        }
        Ok(Some(found))
    }

    /// Returns the cells for which every element of one set is in the other.
    fn lane_within(&mut self, a: &CellsExpr, b: &CellsExpr) -> Lifts<Words> {
        let (entries, b) = (lift!(self.lane_entries(a)), lift!(self.lane(b)));
        let mut outside = self.no_cells();
        for (map, cells) in entries {
            let holds = self.lane_holds(&b, &map);
            let missing = self.set_except(&cells, &holds);
            outside = self.set_or(&outside, &missing);
        }
        Ok(Some(self.set_not(&outside)))
    }
}

impl Lifted for BoolExpr {
    type Lane = Words;

    fn from_lane(lane: &Lane) -> Option<Words> {
        if let Lane::Truth(cells) = lane { Some(cells.clone()) } else { None }
    }

    fn spread(make: &mut Gen<'_, '_>, truth: Word) -> Lifts<Words> {
        let all = make.all_cells();
        Ok(Some(make.set_if(truth, &all)))
    }

    fn lift(&self, make: &mut Gen<'_, '_>) -> Lifts<Words> {
        Ok(Some(match self {
            BoolExpr::Watched(_, condition) => return make.lane(&**condition),
            BoolExpr::Not(condition) => {
                let holds = lift!(make.lane(&**condition));
                make.set_not(&holds)
            }
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                let both = matches!(self, BoolExpr::And(_));
                if make.is_guard(pair) {
                    return make.lane_guarded(pair, both);
                }
                let (a, b) = (lift!(make.lane(&pair.0)), lift!(make.lane(&pair.1)));
                if both { make.set_and(&a, &b) } else { make.set_or(&a, &b) }
            }
            BoolExpr::Compare(sign, pair) => {
                if let Some(holds) = make.lane_counts_group(*sign, pair)? {
                    return Ok(Some(holds));
                }
                let (a, b) = (lift!(make.lane(&pair.0)), lift!(make.lane(&pair.1)));
                lift!(make.lane_compare(*sign, a, b))
            }
            BoolExpr::Same(pair) => lift!(make.lane_same(pair)),
            BoolExpr::SameSet(pair) => {
                let (SetExpr::Cells(a), SetExpr::Cells(b)) = &**pair else { return Ok(None) };
                let forth = lift!(make.lane_within(a, b));
                let back = lift!(make.lane_within(b, a));
                make.set_and(&forth, &back)
            }
            BoolExpr::Within(pair) => {
                let (SetExpr::Cells(a), SetExpr::Cells(b)) = &**pair else { return Ok(None) };
                let outside = |make: &mut Gen<'_, '_>| {
                    let inside = make.cells(b)?;
                    Ok(make.set_not(&inside))
                };
                if !make.has_lane(b.part())
                    && let Some(meets) = make.lane_group_meets(a, outside)?
                {
                    return Ok(Some(make.set_not(&meets)));
                }
                lift!(make.lane_within(a, b))
            }
            BoolExpr::In(membership) => match &**membership {
                (AnyExpr::Cell(cell), SetExpr::Cells(set)) => {
                    let map = lift!(make.lane(cell));
                    lift!(make.lane_contains(set, &map))
                }
                (AnyExpr::Kind(kind), SetExpr::Kinds(kinds)) if !make.has_lane(kinds.part()) => {
                    let Some((Op::KindOf, [AnyExpr::Piece(PieceExpr::At(cell))])) = kind.applied() else {
                        return Ok(None);
                    };
                    let map = lift!(make.lane(&**cell));
                    let Word::Known(mask) = make.mask_of(kinds)? else { return Ok(None) };
                    let mut all = make.no_cells();
                    for kind in (0..make.plan.game.kinds.len()).filter(|kind| mask >> kind & 1 == 1) {
                        let set = make.of_kind(Kind(kind as u8));
                        let here = make.pulled(&map, &set);
                        all = make.set_or(&all, &here);
                    }
                    all
                }
                (AnyExpr::Int(n), SetExpr::Ints(numbers)) => {
                    if make.has_lane(numbers.part()) || may_fault(&make.plan.game, numbers.part(), []) {
                        return Ok(None);
                    }
                    let n = lift!(make.lane(n));
                    let Numbers::List(numbers) = make.ints(numbers)? else { return Ok(None) };
                    lift!(make.lane_listed(n, &numbers))
                }
                (AnyExpr::Dir(dir), SetExpr::Dirs(dirs)) if !make.has_lane(dir.part()) => {
                    let Word::Known(dir) = make.dir(dir)? else { return Ok(None) };
                    let dirs = lift!(make.lane(dirs));
                    let found = dirs.into_iter().find(|(d, _)| i64::from(d.0) == dir);
                    found.map_or_else(|| make.no_cells(), |(_, cells)| cells)
                }
                _ => return Ok(None),
            },
            BoolExpr::Some(set) => match &**set {
                SetExpr::Cells(cells) => match make.lane_group_meets(cells, |make| Ok(make.all_cells()))? {
                    Some(holds) => holds,
                    None => lift!(make.lane_is_some(cells)),
                },
                SetExpr::Dirs(dirs) => {
                    let dirs = lift!(make.lane(dirs));
                    dirs.iter().fold(make.no_cells(), |all, (_, cells)| make.set_or(&all, cells))
                }
                _ => return Ok(None),
            },
            BoolExpr::SomeOf(each) => lift!(make.lane_search(each, true)),
            BoolExpr::Every(each) => {
                let found = lift!(make.lane_search(each, false));
                make.set_not(&found)
            }
            BoolExpr::Const(_)
            | BoolExpr::Common(_)
            | BoolExpr::Stuck(_)
            | BoolExpr::Possible(_)
            | BoolExpr::SomeMoveThen(_) => return Ok(None),
        }))
    }

    fn lift_operator(_: &mut Gen<'_, '_>, _: Op, _: &[AnyExpr]) -> Lifts<Words> {
        Ok(None)
    }

    fn fixed(&self, make: &mut Gen<'_, '_>) -> Option<Words> {
        make.fixed_lane(self).map(|cells| make.known_set(&cells))
    }

    fn join(make: &mut Gen<'_, '_>, before: Option<Words>, value: Words, side: TruthSide<'_>) -> Lifts<Words> {
        let here = make.on_side(&value, side);
        Ok(Some(before.map_or(here.clone(), |before| make.set_or(&before, &here))))
    }
}
