//! Reads expressions of the rules as formulas: with a given mover, calls are followed, known parts are evaluated, and what depends
//! on more than pieces and variables is given up.

use super::formula::{Cells, Num};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::{Op, bits};
use crate::game::part::{AsPart, Expression, Part};
use crate::game::piece::{Dir, Kind, Player};
use crate::game::rules::Def;
use crate::game::value::Value;
use crate::types::Type;

/// How deep calls are followed.
const CALLS: u32 = 12;

/// What an expression has been read as.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Read {
    /// A value that is the same in all positions.
    Value(Value),
    Num(Num),
    Cells(Cells),
}

/// Reads expressions as a player who is to move.
#[derive(Clone)]
pub(super) struct Reader<'g> {
    pub game: &'g Game,
    pub mover: Player,
    locals: Vec<(Class, Slot, Read)>,
    lazies: &'g [(Slot, AnyExpr)],
    calls: u32,
}

impl<'g> Reader<'g> {
    pub(super) fn new(game: &'g Game, mover: Player) -> Reader<'g> {
        Reader { game, mover, locals: Vec::new(), lazies: &[], calls: CALLS }
    }

    /// Returns a reader that also knows the value of a local.
    pub(super) fn with(&self, slot: Slot, value: Value) -> Reader<'g> {
        let mut reader = self.clone();
        reader.set(Class::of(value.ty()), slot, Read::Value(value));
        reader
    }

    fn set(&mut self, class: Class, slot: Slot, read: Read) {
        self.locals.retain(|(other, at, _)| (*other, *at) != (class, slot));
        self.locals.push((class, slot, read));
    }

    /// Returns the player who moves after the mover, if all are still in.
    pub(super) fn next(&self) -> Player {
        Player((self.mover.0 + 1) % self.game.players.len().max(1) as u8)
    }

    /// Returns the number that an expression is.
    pub(super) fn num(&self, expr: &'g IntExpr) -> Option<Num> {
        match self.read(expr.part())? {
            Read::Value(Value::Int(n)) => Some(Num::Const(n.into())),
            Read::Num(num) => Some(num),
            _ => None,
        }
    }

    /// Returns the set of cells that an expression is.
    pub(super) fn cells(&self, part: Part<'g>) -> Option<Cells> {
        match self.read(part)? {
            Read::Value(Value::Cells(set)) => Some(Cells::Const(Box::new(set))),
            Read::Cells(cells) => Some(cells),
            _ => None,
        }
    }

    /// Returns the value of an expression that is the same in all positions.
    pub(super) fn value(&self, part: Part<'g>) -> Option<Value> {
        match self.read(part)? {
            Read::Value(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn holds(&self, condition: &'g BoolExpr) -> Option<bool> {
        match self.value(condition.part())? {
            Value::Bool(holds) => Some(holds),
            _ => None,
        }
    }

    pub(super) fn player(&self, player: &'g PlayerExpr) -> Option<Player> {
        match self.value(player.part())? {
            Value::Player(player) => Some(player),
            _ => None,
        }
    }

    /// Returns a reader for the body of a def that is called.
    pub(super) fn inside<E: Expression>(&self, call: &'g Call) -> Option<(Reader<'g>, &'g E)> {
        let def: &'g Def<E> = E::defs(&self.game.defs).get(call.def as usize)?;
        let mut inner =
            Reader { locals: Vec::new(), lazies: &def.lazies, calls: self.calls.checked_sub(1)?, ..self.clone() };
        let (mut words, mut cells, mut ints) = (0, 0, 0);
        for (class, arg) in def.parameters.iter().zip(&call.args) {
            let next = match class {
                Class::Word => &mut words,
                Class::Cells => &mut cells,
                Class::Ints => &mut ints,
            };
            let slot = Slot(*next);
            *next += 1;
            // An argument that cannot be read may be of no importance.
            if let Some(read) = self.read(arg.part()) {
                inner.set(*class, slot, read);
            }
        }
        Some((inner, &def.body))
    }

    fn read(&self, part: Part<'g>) -> Option<Read> {
        match part {
            Part::Int(e) => self.int(e),
            Part::Bool(e) => self.truth(e),
            Part::Cells(e) => self.set_of_cells(e),
            Part::Ints(e) => match e {
                IntsExpr::Common(common) => self.common(common),
                IntsExpr::Range(ends, _) => {
                    let (Num::Const(a), Num::Const(b)) = (self.num(&ends.0)?, self.num(&ends.1)?) else { return None };
                    (b - a < 1000).then(|| Read::Value(Value::Ints((a as i32..=b as i32).collect())))
                }
                IntsExpr::List(list) => {
                    let numbers = list.iter().map(|n| self.num(n));
                    let known = numbers.map(|n| if let Some(Num::Const(n)) = n { Some(n as i32) } else { None });
                    Some(Read::Value(Value::Ints(known.collect::<Option<_>>()?)))
                }
                _ => None,
            },
            Part::Cell(e) => match e {
                CellExpr::Const(cell) => Some(Read::Value(Value::Cell(*cell))),
                CellExpr::Common(common) => self.common(common),
            },
            Part::Dir(e) => match e {
                DirExpr::Const(dir) => Some(Read::Value(Value::Dir(*dir))),
                DirExpr::Common(common) => self.common(common),
            },
            Part::Kind(e) => match e {
                KindExpr::Const(kind) => Some(Read::Value(Value::Kind(*kind))),
                KindExpr::Common(common) => self.common(common),
            },
            Part::Tag(e) => match e {
                TagExpr::Const(tag) => Some(Read::Value(Value::Tag(*tag))),
                TagExpr::Common(common) => self.common(common),
            },
            Part::Player(e) => match e {
                PlayerExpr::Const(player) => Some(Read::Value(Value::Player(*player))),
                PlayerExpr::Common(common) => self.common(common),
                PlayerExpr::Mover => Some(Read::Value(Value::Player(self.mover))),
                PlayerExpr::Next => Some(Read::Value(Value::Player(self.next()))),
                PlayerExpr::After(player) => {
                    let player = self.player(player)?;
                    Some(Read::Value(Value::Player(Reader { mover: player, ..self.clone() }.next())))
                }
            },
            Part::Piece(e) => match e {
                PieceExpr::Common(common) => self.common(common),
                _ => None,
            },
            Part::Dirs(e) => self.mask(e, Value::Dirs, |n| Value::Dir(Dir(n)), |_| None),
            Part::Kinds(e) => self.mask(e, Value::Kinds, |n| Value::Kind(Kind(n)), |_| None),
            Part::Players(e) => {
                let all = u64::MAX >> (64 - self.game.players.len().clamp(1, 64));
                self.mask(e, Value::Players, |n| Value::Player(Player(n)), |_| Some(all))
            }
        }
    }

    fn common<E: Expression>(&self, common: &'g Common<E>) -> Option<Read> {
        match common {
            Common::Local(slot) => {
                let class = Class::of(E::TYPE);
                self.locals
                    .iter()
                    .find(|(other, at, _)| (*other, *at) == (class, *slot))
                    .map(|(_, _, read)| read.clone())
            }
            Common::Lazy(n) => self.read(self.lazies.get(*n as usize)?.1.part()),
            Common::Var(var) => {
                let place = self.game.layout.vars.get(var.var.0 as usize)?;
                let mut at = 0;
                for (index, expr) in var.indexes.iter().enumerate() {
                    at = place.narrow(at, index, self.value(expr.part())?.word())?;
                }
                let offset = place.offset + at * place.stride;
                match E::TYPE {
                    Type::Int => Some(Read::Num(Num::Word(offset))),
                    Type::Cells => Some(Read::Cells(Cells::Words(offset))),
                    _ => None,
                }
            }
            Common::If(condition, yes, no) => self.read(if self.holds(condition)? { yes.part() } else { no.part() }),
            Common::Match(one) => {
                let subject = self.value(one.subject.part())?;
                for (value, result) in &one.arms {
                    if self.value(value.part())? == subject {
                        return self.read(result.part());
                    }
                }
                self.read(one.otherwise.as_ref()?.part())
            }
            Common::Call(call) => {
                let (inner, body) = self.inside::<E>(call)?;
                inner.read(body.part())
            }
            Common::Apply(apply) => self.applied(apply),
        }
    }

    fn applied(&self, apply: &'g Apply) -> Option<Read> {
        if apply.op == Op::Groups
            && let [of] = apply.args.as_slice()
        {
            return Some(Read::Num(Num::Groups(Box::new(self.cells(of.part())?))));
        }
        let args = apply.args.iter().map(|arg| self.value(arg.part()).map(|value| value.constant()));
        let known = Apply::new(apply.op, args.collect::<Option<_>>()?, apply.at);
        Some(Read::Value(constant(&known.constant(&self.game.ground())?)?))
    }

    fn int(&self, e: &'g IntExpr) -> Option<Read> {
        let num = match e {
            IntExpr::Const(n) => return Some(Read::Value(Value::Int(*n))),
            IntExpr::Common(common) => return self.common(common),
            IntExpr::Neg(n, _) => Num::Op(Arith::Sub, Box::new((Num::Const(0), self.num(n)?))),
            IntExpr::Arith(op, pair, _) => match (self.num(&pair.0)?, self.num(&pair.1)?) {
                (Num::Const(a), Num::Const(b)) => Num::Const(op.evaluate(a as i32, b as i32)?),
                both => Num::Op(*op, Box::new(both)),
            },
            IntExpr::Count(set) => match self.read(set.part())? {
                Read::Value(set) => Num::Const(elements(&set)?.len() as i64),
                Read::Cells(cells) => Num::Count(Box::new(cells)),
                Read::Num(_) => return None,
            },
            IntExpr::Sum(each, _) => {
                let over = elements(&self.value(each.over.part())?)?;
                let terms = over.into_iter().map(|element| self.with(each.slot, element).num(&each.body));
                Num::Sum(terms.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        Some(match num {
            Num::Const(n) => Read::Value(Value::Int(i32::try_from(n).ok()?)),
            num => Read::Num(num),
        })
    }

    fn truth(&self, e: &'g BoolExpr) -> Option<Read> {
        let holds = match e {
            BoolExpr::Const(holds) => *holds,
            BoolExpr::Common(common) => return self.common(common),
            BoolExpr::Not(inner) => !self.holds(inner)?,
            BoolExpr::And(pair) => match (self.holds(&pair.0), self.holds(&pair.1)) {
                (Some(false), _) | (_, Some(false)) => false,
                (Some(true), Some(true)) => true,
                _ => return None,
            },
            BoolExpr::Or(pair) => match (self.holds(&pair.0), self.holds(&pair.1)) {
                (Some(true), _) | (_, Some(true)) => true,
                (Some(false), Some(false)) => false,
                _ => return None,
            },
            BoolExpr::Compare(compare, pair) => match (self.num(&pair.0)?, self.num(&pair.1)?) {
                (Num::Const(a), Num::Const(b)) => compare.holds(a as i32, b as i32),
                _ => return None,
            },
            BoolExpr::Same(pair) => self.value(pair.0.part())? == self.value(pair.1.part())?,
            BoolExpr::In(pair) => {
                let element = self.value(pair.0.part())?;
                elements(&self.value(pair.1.part())?)?.contains(&element)
            }
            BoolExpr::Some(set) => !elements(&self.value(set.part())?)?.is_empty(),
            BoolExpr::Watched(_, inner) => self.holds(inner)?,
            _ => return None,
        };
        Some(Read::Value(Value::Bool(holds)))
    }

    fn set_of_cells(&self, e: &'g CellsExpr) -> Option<Read> {
        let layout = &self.game.layout;
        let of_player = |player: Player| Cells::Words(layout.player(usize::from(player.0)));
        let join = |sets: Vec<Cells>| {
            let none = Cells::Const(Box::new(CellSet::EMPTY));
            sets.into_iter().reduce(|a, b| Cells::op(SetOp::Or, a, b)).unwrap_or(none)
        };
        let players = || (0..layout.players as u8).map(Player);
        let cells = match e {
            CellsExpr::Const(set) => Cells::Const(set.clone()),
            CellsExpr::Common(common) => return self.common(common),
            CellsExpr::One(cell) => match self.value(cell.part())? {
                Value::Cell(cell) => Cells::Const(Box::new(CellSet::of(cell))),
                _ => return None,
            },
            CellsExpr::Op(op, pair) => Cells::op(*op, self.cells(pair.0.part())?, self.cells(pair.1.part())?),
            CellsExpr::Empty => Cells::Empty,
            CellsExpr::Occupied => Cells::Occupied,
            CellsExpr::Pieces => join(players().map(of_player).collect()),
            CellsExpr::Enemy => join(players().filter(|player| *player != self.mover).map(of_player).collect()),
            CellsExpr::OfPlayer(player) => match self.player(player)? {
                Player::NOBODY => Cells::Const(Box::new(CellSet::EMPTY)),
                player => of_player(player),
            },
            CellsExpr::OfKind(kind) => Cells::Words(layout.kind(usize::from(kind.0))),
            CellsExpr::Union(each) => {
                let over = elements(&self.value(each.over.part())?)?;
                let sets = over.into_iter().map(|element| self.with(each.slot, element).cells(each.body.part()));
                join(sets.collect::<Option<_>>()?)
            }
            CellsExpr::Filter(filter) => {
                let over = self.cells(filter.over.part())?;
                let mut keep = CellSet::EMPTY;
                for cell in self.game.board.cells() {
                    if self.with(filter.slot, Value::Cell(cell)).holds(&filter.keep)? {
                        keep.insert(cell);
                    }
                }
                Cells::op(SetOp::And, over, Cells::Const(Box::new(keep)))
            }
            CellsExpr::Reach(_) => return None,
        };
        Some(match cells {
            Cells::Const(set) => Read::Value(Value::Cells(*set)),
            cells => Read::Cells(cells),
        })
    }

    fn mask<E: Element + AsPart>(
        &self,
        e: &'g MaskExpr<E>,
        wrap: fn(u64) -> Value,
        element: fn(u8) -> Value,
        word: impl Fn(&E::Word) -> Option<u64> + Copy,
    ) -> Option<Read>
    where
        MaskExpr<E>: Expression,
    {
        let known = |e: &'g MaskExpr<E>| match self.mask(e, wrap, element, word)? {
            Read::Value(Value::Dirs(mask) | Value::Players(mask) | Value::Kinds(mask)) => Some(mask),
            _ => None,
        };
        let mask = match e {
            MaskExpr::Const(mask) => *mask,
            MaskExpr::Common(common) => return self.common(common),
            MaskExpr::One(one) => {
                let n = self.value(one.part())?.word();
                if (0..64).contains(&n) { 1 << n } else { 0 }
            }
            MaskExpr::Op(op, pair) => op.of_masks(known(&pair.0)?, known(&pair.1)?),
            MaskExpr::Word(of) => word(of)?,
            MaskExpr::Filter(filter) => {
                let mut keep = 0;
                for n in bits(known(&filter.over)?) {
                    if self.with(filter.slot, element(n)).holds(&filter.keep)? {
                        keep |= 1 << n;
                    }
                }
                keep
            }
            MaskExpr::Union(_) => return None,
        };
        Some(Read::Value(wrap(mask)))
    }
}

/// Returns the elements of a known set.
pub(super) fn elements(set: &Value) -> Option<Vec<Value>> {
    Some(match set {
        Value::Cells(set) => set.iter().map(Value::Cell).collect(),
        Value::Ints(numbers) => numbers.iter().map(|n| Value::Int(*n)).collect(),
        Value::Dirs(mask) => bits(*mask).map(|n| Value::Dir(Dir(n))).collect(),
        Value::Players(mask) => bits(*mask).map(|n| Value::Player(Player(n))).collect(),
        Value::Kinds(mask) => bits(*mask).map(|n| Value::Kind(Kind(n))).collect(),
        _ => return None,
    })
}

/// Returns the value of a constant expression.
fn constant(expr: &AnyExpr) -> Option<Value> {
    Some(match expr {
        AnyExpr::Int(e) => Value::Int(e.constant()?),
        AnyExpr::Ints(e) => Value::Ints(e.constant()?),
        AnyExpr::Bool(BoolExpr::Const(holds)) => Value::Bool(*holds),
        AnyExpr::Cell(SingleExpr::Const(cell)) => Value::Cell(*cell),
        AnyExpr::Cells(CellsExpr::Const(set)) => Value::Cells(**set),
        AnyExpr::Dir(SingleExpr::Const(dir)) => Value::Dir(*dir),
        AnyExpr::Dirs(MaskExpr::Const(mask)) => Value::Dirs(*mask),
        AnyExpr::Player(PlayerExpr::Const(player)) => Value::Player(*player),
        AnyExpr::Players(MaskExpr::Const(mask)) => Value::Players(*mask),
        AnyExpr::Tag(SingleExpr::Const(tag)) => Value::Tag(*tag),
        AnyExpr::Kind(SingleExpr::Const(kind)) => Value::Kind(*kind),
        AnyExpr::Kinds(MaskExpr::Const(mask)) => Value::Kinds(*mask),
        _ => return None,
    })
}

/// Returns the cell of a value.
pub(super) fn cell_of(value: &Value) -> Option<Cell> {
    if let Value::Cell(cell) = value { Some(*cell) } else { None }
}
