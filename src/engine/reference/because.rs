//! Why a condition does not hold or a cell is not in a set: the part that decides, with the values that it was given. Calls of
//! defs are followed.

use super::compared::sign_of;
use super::run::Run;
use super::text::shown;
use super::typed::Typed;
use super::value::Ran;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::{Op, bits};
use crate::game::part::{AsPart, Part, Shared};
use crate::game::piece::Dir;
use crate::source::Span;
use crate::wording::with_article;

/// The most defs, sets and conditions that are followed into one another.
const DEPTH: u32 = 12;

/// What explains an expression.
struct Why {
    words: String,
    /// Whether the words need no def to be understood: they name one, or tell what is on the board.
    is_placed: bool,
}

impl Why {
    /// Words about expressions of the rules.
    fn about_rules(words: String) -> Option<Why> {
        Some(Why { words, is_placed: false })
    }

    /// Words about what is on the board.
    fn about_board(words: String) -> Option<Why> {
        Some(Why { words, is_placed: true })
    }

    /// Returns what explains both of two parts, if anything explains one.
    fn of_both(parts: [Option<Why>; 2]) -> Option<Why> {
        let mut parts: Vec<Why> = parts.into_iter().flatten().collect();
        parts.dedup_by(|one, other| one.words == other.words);
        let is_placed = parts.iter().any(|part| part.is_placed);
        let words: Vec<String> = parts.into_iter().map(|part| part.words).collect();
        (!words.is_empty()).then(|| Why { words: words.join(", and "), is_placed })
    }
}

/// What an expression is asked to explain.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// Whether the condition holds, or the cell is in the set, which is to be explained.
    is: bool,
    /// How much deeper to look.
    depth: u32,
}

impl Wanted {
    fn not(self) -> Wanted {
        Wanted { is: !self.is, ..self }
    }

    fn deeper(self) -> Option<Wanted> {
        Some(Wanted { depth: self.depth.checked_sub(1)?, ..self })
    }
}

impl<const W: usize> Run<'_, W> {
    /// Returns why a cell is in a set, or why it is not, in words without a full stop; `None` if there is no more to say than
    /// that. Faults explain nothing.
    pub(super) fn why_in(&mut self, set: &CellsExpr, cell: Cell, is: bool) -> Option<String> {
        let why = self.guarded(|run| run.place_in(set, cell, Wanted { is, depth: DEPTH })).ok().flatten();
        why.map(|why| why.words)
    }

    /// Returns why a condition does not hold, unless it is a comparison, whose values say it.
    pub(super) fn why_false(&mut self, condition: &BoolExpr) -> Option<String> {
        match condition {
            BoolExpr::Watched(_, condition) => self.why_false(condition),
            BoolExpr::And(pair) => match self.guarded(|run| run.bool(&pair.0)).ok()? {
                true => self.why_false(&pair.1),
                false => self.why_false(&pair.0),
            },
            BoolExpr::Compare(..) | BoolExpr::Same(_) | BoolExpr::SameSet(_) | BoolExpr::Within(_) => None,
            BoolExpr::Not(inner)
                if matches!(**inner, BoolExpr::Compare(..) | BoolExpr::Same(_) | BoolExpr::SameSet(_)) =>
            {
                None
            }
            condition => {
                let wanted = Wanted { is: false, depth: DEPTH };
                self.guarded(|run| run.truth_of(condition, wanted)).ok().flatten().map(|why| why.words)
            }
        }
    }

    /// Returns why a condition has the wanted truth value, which it has.
    fn truth_of(&mut self, condition: &BoolExpr, wanted: Wanted) -> Ran<Option<Why>> {
        let Some(deeper) = wanted.deeper() else { return Ok(None) };
        match condition {
            BoolExpr::Watched(_, condition) => self.truth_of(condition, wanted),
            BoolExpr::Not(inner) => self.truth_of(inner, deeper.not()),
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                // A false `and` and a true `or` are decided by their first part that is so.
                let deciding = matches!(condition, BoolExpr::Or(_)) == wanted.is;
                if deciding {
                    let first = self.bool(&pair.0)? == wanted.is;
                    return self.truth_of(if first { &pair.0 } else { &pair.1 }, deeper);
                }
                Ok(Why::of_both([self.truth_of(&pair.0, deeper)?, self.truth_of(&pair.1, deeper)?]))
            }
            BoolExpr::Compare(sign, pair) => {
                let sign = if wanted.is { *sign } else { sign.negated() };
                let (a, b) = (self.number(&pair.0)?, self.number(&pair.1)?);
                Ok(Why::about_rules(format!("{a} {} {b}", sign_of(sign))))
            }
            BoolExpr::Same(pair) => {
                if wanted.is
                    && let Some(why) = self.chosen_value(pair, deeper)?
                {
                    return Ok(Some(why));
                }
                let (a, b) = (self.named(pair.0.part())?, self.named(pair.1.part())?);
                // The values of both sides are the same: one of them says it.
                let told = self.text_of(pair.0.part()).filter(|text| wanted.is && *text != a);
                Ok(Why::about_rules(match told {
                    Some(text) => format!("{text} is {b}"),
                    // Nobody asks why something is itself.
                    None if wanted.is && a == b => return Ok(None),
                    None => format!("{a} {} {b}", if wanted.is { "==" } else { "!=" }),
                }))
            }
            BoolExpr::In(membership) => match (&membership.0, &membership.1) {
                (AnyExpr::Cell(cell), SetExpr::Cells(set)) => {
                    let at = self.cell(cell)?;
                    if let Some(why) = self.place_in(set, at, deeper)? {
                        return Ok(Some(why));
                    }
                    let (cell, set) = (self.named(membership.0.part())?, self.named(set.part())?);
                    Ok(Why::about_rules(format!("{cell} is {}in {set}", if wanted.is { "" } else { "not " })))
                }
                (element, set) => {
                    let (element, set) = (self.named(element.part())?, self.named(set.part())?);
                    Ok(Why::about_rules(format!("{element} is {}in {set}", if wanted.is { "" } else { "not " })))
                }
            },
            BoolExpr::Some(set) => match (self.text_of(set.part()), &**set) {
                (Some(text), _) => Ok(Why::about_rules(match wanted.is {
                    true => format!("{text} is {}", self.told(set.part())?),
                    false => format!("{text} is empty"),
                })),
                // A set without a text of its own is explained by what stands on a cell of it.
                (None, SetExpr::Cells(cells)) if wanted.is => match self.cells(cells)?.iter().next() {
                    Some(cell) => Ok(self.place_in(cells, cell, deeper)?.filter(|why| why.is_placed)),
                    None => Ok(None),
                },
                _ => Ok(None),
            },
            BoolExpr::SomeOf(each) if wanted.is => self.first_element(each, deeper),
            BoolExpr::Every(each) if !wanted.is => self.first_element(each, deeper),
            BoolExpr::Possible(action) if wanted.is => {
                let (name, text) = (&self.game.actions[action.0 as usize].name, self.first_text(*action)?);
                Ok(text.and_then(|text| Why::about_rules(format!("{name} is possible: {text}"))))
            }
            BoolExpr::Common(common) => self.shared_truth(common, deeper),
            _ => Ok(None),
        }
    }

    /// Explains the value of a def that an `if` chooses, as in `victim(p, d) == off`: by the condition of the `if`.
    fn chosen_value(&mut self, pair: &(AnyExpr, AnyExpr), wanted: Wanted) -> Ran<Option<Why>> {
        for side in [&pair.0, &pair.1] {
            let AnyExpr::Cell(CellExpr::Common(common)) = side else { continue };
            let Common::Call(call) = &**common else { continue };
            let why = self.in_def::<CellExpr>(call, |run, body| {
                let CellExpr::Common(common) = body else { return Ok(None) };
                let Common::If(condition, ..) = &**common else { return Ok(None) };
                let is = run.bool(condition)?;
                run.truth_of(condition, Wanted { is, ..wanted })
            })?;
            if why.is_some() {
                return Ok(why);
            }
        }
        Ok(None)
    }

    fn shared_truth(&mut self, common: &Common<BoolExpr>, wanted: Wanted) -> Ran<Option<Why>> {
        match common {
            Common::Call(call) => self.in_def::<BoolExpr>(call, |run, body| run.truth_of(body, wanted)),
            Common::If(condition, yes, no) => {
                let is = self.bool(condition)?;
                match self.truth_of(if is { yes } else { no }, wanted)? {
                    // A branch that says no more is chosen by the condition.
                    None => self.truth_of(condition, Wanted { is, ..wanted }),
                    why => Ok(why),
                }
            }
            Common::Match(one) => {
                let chosen = self.arm(one)?;
                self.truth_of(chosen, wanted)
            }
            Common::Lazy(n) => match self.frames.lazy(*n) {
                Some((_, AnyExpr::Bool(value), _)) => self.truth_of(value, wanted),
                _ => Ok(None),
            },
            Common::Var(var) => Ok(Why::about_rules(format!("{} is {}", self.source(var.at.span), wanted.is))),
            _ => Ok(None),
        }
    }

    /// Explains the first element for which a condition has the wanted truth value.
    fn first_element(&mut self, each: &Generator<BoolExpr>, wanted: Wanted) -> Ran<Option<Why>> {
        let ty = each.over.part().ty();
        for element in self.elements(&each.over)? {
            let why = self.with(each.slot, element, |run| match run.bool(&each.body)? == wanted.is {
                true => run.truth_of(&each.body, wanted).map(Some),
                false => Ok(None),
            })?;
            if let Some(why) = why {
                let name = shown(self.game, ty, element);
                return Ok(match why {
                    Some(why) => Some(Why { words: format!("for {name}, {}", why.words), ..why }),
                    None => Why::about_rules(format!("{} for {name}", if wanted.is { "true" } else { "false" })),
                });
            }
        }
        Ok(None)
    }

    /// Returns why a cell is in a set, or not in it, as it is.
    fn place_in(&mut self, set: &CellsExpr, cell: Cell, wanted: Wanted) -> Ran<Option<Why>> {
        let Some(deeper) = wanted.deeper() else { return Ok(None) };
        match set {
            CellsExpr::Empty
            | CellsExpr::Occupied
            | CellsExpr::Pieces
            | CellsExpr::Enemy
            | CellsExpr::OfPlayer(_)
            | CellsExpr::OfKind(_) => Ok(Why::about_board(self.standing(cell))),
            CellsExpr::Op(op, pair) => {
                let a = self.cell_in(cell, &pair.0)?;
                match (op, wanted.is) {
                    (SetOp::And, false) if !a => self.place_in(&pair.0, cell, deeper),
                    (SetOp::And, false) => self.place_in(&pair.1, cell, deeper),
                    (SetOp::Except, false) if !a => self.place_in(&pair.0, cell, deeper),
                    (SetOp::Except, false) => self.place_in(&pair.1, cell, Wanted { is: true, ..deeper }),
                    (SetOp::Or, true) if a => self.place_in(&pair.0, cell, deeper),
                    (SetOp::Or, true) => self.place_in(&pair.1, cell, deeper),
                    (SetOp::And | SetOp::Except, true) => self.place_in(&pair.0, cell, deeper),
                    (SetOp::Or, false) => {
                        Ok(Why::of_both([self.place_in(&pair.0, cell, deeper)?, self.place_in(&pair.1, cell, deeper)?]))
                    }
                }
            }
            CellsExpr::Filter(filter) => match (self.cell_in(cell, &filter.over)?, wanted.is) {
                (false, false) => self.place_in(&filter.over, cell, deeper),
                _ => self.with(filter.slot, i64::from(cell.0), |run| run.truth_of(&filter.keep, deeper)),
            },
            CellsExpr::Common(common) => self.shared_place(common, cell, deeper),
            _ => Ok(None),
        }
    }

    fn shared_place(&mut self, common: &Common<CellsExpr>, cell: Cell, wanted: Wanted) -> Ran<Option<Why>> {
        match common {
            Common::Call(call) => {
                // The arguments are evaluated outside, the cell is the same inside.
                self.in_def::<CellsExpr>(call, |run, body| match run.place_in(body, cell, wanted)? {
                    None => run.lacking(body, cell, wanted),
                    why => Ok(why),
                })
            }
            Common::If(condition, yes, no) => {
                let is = self.bool(condition)?;
                let chosen = if is { yes } else { no };
                // An empty set is explained by the condition that chooses it.
                let is_empty =
                    matches!(chosen, CellsExpr::Empty) || matches!(chosen, CellsExpr::Const(cells) if cells.is_empty());
                if is_empty {
                    return self.truth_of(condition, Wanted { is, ..wanted });
                }
                match self.place_in(chosen, cell, wanted)? {
                    None => self.lacking(chosen, cell, wanted),
                    why => Ok(why),
                }
            }
            Common::Match(one) => {
                let chosen = self.arm(one)?;
                self.place_in(chosen, cell, wanted)
            }
            Common::Lazy(n) => match self.frames.lazy(*n) {
                Some((_, AnyExpr::Cells(value), _)) => self.place_in(value, cell, wanted),
                _ => Ok(None),
            },
            Common::Apply(apply) if !wanted.is => self.blocked(apply, cell, wanted),
            _ => Ok(None),
        }
    }

    /// Names the part of a set that a cell is not in.
    fn lacking(&mut self, set: &CellsExpr, cell: Cell, wanted: Wanted) -> Ran<Option<Why>> {
        if let CellsExpr::Op(op @ (SetOp::And | SetOp::Except), pair) = set
            && !wanted.is
        {
            return match (self.cell_in(cell, &pair.0)?, op) {
                (false, _) => self.lacking(&pair.0, cell, wanted),
                (true, SetOp::Except) => self.lacking(&pair.1, cell, wanted.not()),
                (true, _) => self.lacking(&pair.1, cell, wanted),
            };
        }
        let Some(text) = self.text_of(set.part()) else { return Ok(None) };
        let is = if wanted.is { "is" } else { "is not" };
        Ok(Why::about_rules(format!("{} {is} in {text}", self.game.board.name(cell))))
    }

    /// Explains why a ray does not reach a cell on its line: what the first cell on the way that is not in the set is.
    fn blocked(&mut self, apply: &Apply, cell: Cell, wanted: Wanted) -> Ran<Option<Why>> {
        let (Op::Ray, [AnyExpr::Cells(CellsExpr::One(from)), AnyExpr::Dirs(dirs), AnyExpr::Cells(through)]) =
            (apply.op, apply.args.as_slice())
        else {
            return Ok(None);
        };
        let (from, dirs) = (self.cell(from)?, self.mask(dirs)?);
        let board = &self.game.board;
        for dir in bits(dirs).map(Dir) {
            let mut way = Vec::new();
            let mut here = board.step(from, dir);
            while !here.is_off() && here != from && way.len() < board.len() {
                way.push(here);
                if here == cell {
                    break;
                }
                here = board.step(here, dir);
            }
            if way.last() != Some(&cell) {
                continue;
            }
            for here in way {
                if !self.cell_in(here, through)? {
                    return self.place_in(through, here, wanted);
                }
            }
        }
        Ok(None)
    }

    /// Asks about the body of a def with the arguments of a call, and says that the answer is about this def.
    fn in_def<E: Typed>(
        &mut self,
        call: &Call,
        ask: impl FnOnce(&mut Self, &E) -> Ran<Option<Why>>,
    ) -> Ran<Option<Why>> {
        let game = self.game;
        let Some(def) = E::defs(&game.defs).get(usize::from(call.def)) else { return Ok(None) };
        let at = self.frames.heights();
        self.arguments(&call.args)?;
        let outer = self.frames.enter(at, def.frame, &def.lazies);
        let why = self.deeper(|run| ask(run, &def.body))?;
        self.frames.leave(at, outer);
        // Of defs inside one another the innermost is named.
        Ok(why.map(|why| match why.is_placed {
            true => why,
            false => Why { words: format!("in `{}`, {}", def.name, why.words), is_placed: true },
        }))
    }

    /// Describes what stands on a cell: `d4 is occupied by a Black stone`.
    fn standing(&self, cell: Cell) -> String {
        let name = self.game.board.name(cell);
        if cell.is_off() {
            return "the cell is off the board".to_owned();
        }
        match self.state.at(cell) {
            piece if piece.is_nothing() => format!("{name} is empty"),
            piece => {
                let kind = self.game.kind_name(piece.kind);
                let words = match self.game.players.get(usize::from(piece.owner.0)) {
                    Some(owner) => format!("{} {kind}", owner.name),
                    None => kind.to_owned(),
                };
                format!("{name} is occupied by {}", with_article(&words))
            }
        }
    }

    /// Writes a number: the text of each of its parts with the value, `level(q) 3`, or `level(p) 1 + 1`.
    fn number(&mut self, number: &IntExpr) -> Ran<String> {
        Ok(match number {
            IntExpr::Const(n) => n.to_string(),
            IntExpr::Neg(n, _) => format!("-{}", self.number(n)?),
            IntExpr::Arith(op, pair, _) => {
                format!("{} {} {}", self.operand(&pair.0)?, sign(*op), self.operand(&pair.1)?)
            }
            number => self.named(number.part())?,
        })
    }

    /// Writes an operand of a calculation, in parentheses if it is one itself.
    fn operand(&mut self, number: &IntExpr) -> Ran<String> {
        let text = self.number(number)?;
        Ok(if matches!(number, IntExpr::Arith(..)) { format!("({text})") } else { text })
    }

    /// Writes a part: its text and its value, or the value alone if it has no text of its own.
    fn named(&mut self, part: Part<'_>) -> Ran<String> {
        let value = self.told(part)?;
        Ok(match self.text_of(part) {
            Some(text) if text != value => format!("{text} {value}"),
            _ => value,
        })
    }

    /// Returns the text of a part in the rules, if it is a variable, a call or an operator.
    fn text_of(&self, part: Part<'_>) -> Option<String> {
        let span = match part.shared()? {
            Shared::Var(var) => var.at.span,
            Shared::Call(call) => call.at.span,
            Shared::Apply(apply) => apply.at.span,
            _ => return None,
        };
        Some(self.source(span)).filter(|text| !text.is_empty())
    }

    /// Returns the text of a place in the rules on one line.
    fn source(&self, span: Span) -> String {
        let words: Vec<&str> = self.game.sources.text(span).split_whitespace().collect();
        words.join(" ")
    }
}

fn sign(op: Arith) -> char {
    match op {
        Arith::Add => '+',
        Arith::Sub => '-',
        Arith::Mul => '*',
        Arith::Div => '/',
        Arith::Rem => '%',
    }
}
