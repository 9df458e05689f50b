//! Goals: what the clauses of `end` ask for, as numbers that tell how close a player is.

use super::formula::{Cells, Num, Words};
use super::links::Link;
use super::math::ln_after;
use super::read::{Reader, cell_of, elements};
use super::rows::Rows;
use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AnyExpr, AsPart};
use crate::game::piece::Player;
use crate::game::rules::GameResult;
use crate::game::value::Value;

/// What brings a player closer to a result.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// Two numbers that must compare so.
    Compared(Compare, Num, Num),
    /// The number that decides; more is better, or less.
    Score(Num, bool),
    /// A piece on one of these cells; with the distance of each cell of the board from them.
    Region(Cells, Vec<u16>),
    Rows(Rows),
    Link(Link),
}

/// A goal of the players: a form for each that has it.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// What forms of all players have in common.
    pub key: String,
    pub forms: Vec<Option<Form>>,
    /// The names of its values.
    pub names: Vec<String>,
    /// Whether reaching it is good.
    pub is_good: bool,
}

/// What is found in the clauses of `end`.
#[derive(Clone, Debug, Default)]
pub(super) struct Goals {
    pub all: Vec<Goal>,
    /// Whether a player without a move matters.
    pub is_stuck: bool,
    /// Whether all other clauses are about that.
    pub is_only_stuck: bool,
}

impl Form {
    fn key(&self, clause: usize) -> String {
        match self {
            Form::Compared(..) => format!("number of clause {}", clause + 1),
            Form::Score(..) => "score".to_owned(),
            Form::Region(..) => "region".to_owned(),
            Form::Rows(rows) => format!("rows of {}", rows.length()),
            Form::Link(_) => "connection".to_owned(),
        }
    }

    fn names(&self, key: &str) -> Vec<String> {
        match self {
            Form::Compared(..) => vec![format!("{key}, missing")],
            Form::Score(..) => vec!["score".to_owned()],
            Form::Region(..) => vec!["nearest to region".to_owned(), "nearness to region".to_owned()],
            Form::Rows(rows) => rows.names(),
            Form::Link(link) => link.names(),
        }
    }

    /// Returns the regions of a connection.
    pub(super) fn ends(&self) -> Option<&[CellSet]> {
        match self {
            Form::Link(link) => Some(link.ends()),
            _ => None,
        }
    }

    /// Adds its values in a position.
    pub(super) fn values(&self, at: &Words<'_>, values: &mut Vec<f32>) {
        match self {
            Form::Compared(compare, left, right) => {
                let over = at.num(left) - at.num(right);
                let missing = match compare {
                    Compare::Equal => over.abs(),
                    Compare::NotEqual => i64::from(over == 0),
                    Compare::Less => over + 1,
                    Compare::LessEqual => over,
                    Compare::Greater => 1 - over,
                    Compare::GreaterEqual => -over,
                };
                values.push(-ln_after(missing.max(0) as u64));
            }
            Form::Score(num, is_most) => values.push(at.num(num) as f32 * if *is_most { 1.0 } else { -1.0 }),
            Form::Region(pieces, distances) => {
                let far = |cell: u16| f32::from(distances[usize::from(cell)]);
                let all = || at.cells(pieces).iter().map(|cell| far(cell.0));
                values.push(all().fold(0.0, |best, far| (1.0 / (1.0 + far)).max(best)));
                values.push(all().map(|far| 1.0 / ((1.0 + far) * (1.0 + far))).sum());
            }
            Form::Rows(rows) => rows.values(at, values),
            Form::Link(link) => link.values(at, values),
        }
    }

    /// Returns whether the value may differ between positions of a player who does nothing.
    fn is_known(&self) -> bool {
        matches!(self, Form::Compared(_, Num::Const(_), Num::Const(_)) | Form::Score(Num::Const(_), _))
    }
}

impl Goals {
    /// Reads the clauses of a game.
    pub(super) fn new(game: &Game) -> Goals {
        let mut goals = Goals { is_only_stuck: true, ..Goals::default() };
        for (clause, ending) in game.end.iter().enumerate() {
            for mover in (0..game.players.len() as u8).map(Player) {
                let reader = Reader::new(game, mover);
                let readers = match &ending.each {
                    None => vec![reader],
                    Some((slot, over)) => {
                        let over = reader.value(over.part()).and_then(|over| elements(&over)).unwrap_or_default();
                        over.into_iter().map(|player| reader.with(*slot, player)).collect()
                    }
                };
                for reader in readers {
                    goals.add_clause(&reader, clause, &ending.condition.holds, &ending.result);
                }
            }
        }
        goals
    }

    fn add_clause<'g>(&mut self, reader: &Reader<'g>, clause: usize, condition: &'g BoolExpr, result: &'g GameResult) {
        let (beneficiary, is_good) = match result {
            GameResult::Wins(player) => (reader.player(player), true),
            GameResult::Loses(player) => match (reader.player(player), reader.game.players.len()) {
                (Some(loser), 2) => (Some(Player(1 - loser.0.min(1))), true),
                (loser, _) => (loser, false),
            },
            GameResult::Score { most, score, player, .. } => {
                self.is_only_stuck = false;
                let mut found = Found::default();
                found.read(reader, condition);
                self.is_stuck |= found.is_stuck;
                for one in (0..reader.game.players.len() as u8).map(Player) {
                    if let Some(num) = reader.with(*player, Value::Player(one)).num(score) {
                        self.add(reader.game, clause, one, Form::Score(num, *most), true);
                    }
                }
                return;
            }
            GameResult::Draw => return,
            GameResult::Never => return,
        };
        let mut found = Found::default();
        found.read(reader, condition);
        if found.is_stuck {
            self.is_stuck = true;
        } else {
            self.is_only_stuck = false;
        }
        for form in found.forms {
            if let Some(beneficiary) = beneficiary
                && !form.is_known()
            {
                self.add(reader.game, clause, beneficiary, form, is_good);
            }
        }
    }

    /// Adds a form, to a goal that others have alike if there is one.
    fn add(&mut self, game: &Game, clause: usize, player: Player, form: Form, is_good: bool) {
        let at = usize::from(player.0);
        if at >= game.players.len() || self.all.iter().any(|goal| goal.forms[at].as_ref() == Some(&form)) {
            return;
        }
        let key = form.key(clause);
        let alike = |goal: &&mut Goal| goal.key == key && goal.is_good == is_good && goal.forms[at].is_none();
        if let Some(goal) = self.all.iter_mut().find(alike) {
            goal.forms[at] = Some(form);
            return;
        }
        let names = form.names(&key);
        let mut forms = vec![None; game.players.len()];
        forms[at] = Some(form);
        self.all.push(Goal { key, forms, names, is_good });
    }
}

/// What a condition asks for.
#[derive(Default)]
struct Found {
    forms: Vec<Form>,
    is_stuck: bool,
}

impl Found {
    fn read<'g>(&mut self, reader: &Reader<'g>, condition: &'g BoolExpr) {
        if reader.holds(condition).is_some() {
            return;
        }
        match condition {
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                self.read(reader, &pair.0);
                self.read(reader, &pair.1);
            }
            BoolExpr::Watched(_, inner) => self.read(reader, inner),
            BoolExpr::Stuck(_) => self.is_stuck = true,
            BoolExpr::Not(inner) => match &**inner {
                BoolExpr::Some(set) => self.compared(count(reader, set), Compare::Equal, Some(Num::Const(0))),
                BoolExpr::SomeOf(each) => self.unrolled(reader, each),
                BoolExpr::Compare(compare, pair) => {
                    self.compared(reader.num(&pair.0), compare.negated(), reader.num(&pair.1));
                }
                _ => {}
            },
            BoolExpr::Compare(compare, pair) => self.compared(reader.num(&pair.0), *compare, reader.num(&pair.1)),
            BoolExpr::Some(set) => self.some(reader, set),
            BoolExpr::SomeOf(each) => self.unrolled(reader, each),
            BoolExpr::In(pair) => {
                let cell = reader.value(pair.0.part()).as_ref().and_then(cell_of);
                if let (Some(cell), Some(set)) = (cell, reader.cells(pair.1.part())) {
                    self.region(reader.game, set, CellSet::of(cell));
                }
            }
            BoolExpr::Within(pair) => {
                let (of, inside) = (reader.cells(pair.0.part()), reader.cells(pair.1.part()));
                if let (Some(of), Some(inside)) = (of, inside) {
                    let missing = Num::Count(Box::new(Cells::op(SetOp::Except, of, inside)));
                    self.compared(Some(missing), Compare::Equal, Some(Num::Const(0)));
                }
            }
            BoolExpr::Common(common) => match &**common {
                Common::Call(call) => {
                    if let Some((inner, body)) = reader.inside::<BoolExpr>(call) {
                        self.read(&inner, body);
                    }
                }
                Common::Apply(apply) if apply.op == Op::Connects => self.link(reader, &apply.args),
                _ => {}
            },
            _ => {}
        }
    }

    fn unrolled<'g>(&mut self, reader: &Reader<'g>, each: &'g Generator<BoolExpr>) {
        let Some(over) = reader.value(each.over.part()).and_then(|over| elements(&over)) else { return };
        if over.len() <= crate::game::piece::MAX_PLAYERS {
            over.into_iter().for_each(|element| self.read(&reader.with(each.slot, element), &each.body));
        }
    }

    fn compared(&mut self, left: Option<Num>, compare: Compare, right: Option<Num>) {
        if let (Some(left), Some(right)) = (left, right) {
            self.forms.push(Form::Compared(compare, left, right));
        }
    }

    /// Reads `some(lines(T, n))`, `some(S & region)` or another set.
    fn some<'g>(&mut self, reader: &Reader<'g>, set: &'g SetExpr) {
        if let Some((Op::Lines, [of, least, _, along])) = set.part().applied() {
            let (of, least, along) = (reader.cells(of.part()), reader.value(least.part()), reader.value(along.part()));
            if let (Some(of), Some(Value::Int(length @ 2..=64)), Some(Value::Dirs(along))) = (of, least, along) {
                self.forms.push(Form::Rows(Rows::new(&reader.game.board, of, length as usize, along)));
            }
            return;
        }
        match reader.cells(set.part()) {
            Some(Cells::Op(SetOp::And, pair)) => match *pair {
                (of, Cells::Const(region)) | (Cells::Const(region), of) => self.region(reader.game, of, *region),
                (a, b) => self.not_empty(Cells::Op(SetOp::And, Box::new((a, b)))),
            },
            Some(cells) => self.not_empty(cells),
            None => {}
        }
    }

    fn not_empty(&mut self, cells: Cells) {
        self.compared(Some(Num::Count(Box::new(cells))), Compare::Greater, Some(Num::Const(0)));
    }

    fn region(&mut self, game: &Game, of: Cells, region: CellSet) {
        self.forms.push(Form::Region(of, distances(&game.board, &region)));
    }

    fn link<'g>(&mut self, reader: &Reader<'g>, args: &'g [AnyExpr]) {
        let Some((of, ends)) = args.split_first() else { return };
        let ends = ends.iter().map(|end| reader.cells(end.part()).and_then(|end| end.known().copied()));
        if let (Some(of), Some(ends)) = (reader.cells(of.part()), ends.collect::<Option<Vec<_>>>())
            && !ends.is_empty()
        {
            self.forms.push(Form::Link(Link::new(&reader.game.board, of, ends)));
        }
    }
}

fn count<'g>(reader: &Reader<'g>, set: &'g SetExpr) -> Option<Num> {
    reader.cells(set.part()).map(|cells| Num::Count(Box::new(cells)))
}

/// Returns how many steps each cell is away from a set.
pub(super) fn distances(board: &Board, to: &CellSet) -> Vec<u16> {
    let mut far = vec![board.len() as u16; board.len()];
    let (mut front, mut reached) = (*to, *to);
    for steps in 0.. {
        if front.is_empty() {
            break;
        }
        front.iter().for_each(|cell| far[usize::from(cell.0)] = steps);
        let next = board.neighbors(&front, board.all_dirs()).except(&reached);
        reached = reached.or(&next);
        front = next;
    }
    far
}
