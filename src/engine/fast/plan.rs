//! The input of the code generator: the game, its native layout, and tables of what never changes.

use super::choices::{self, ChoiceBounds};
use super::circles;
use super::code::pieces::NONE;
use super::conserve;
use super::maps::{Map, MapShift};
use super::native::Native;
use super::operators::{FiniteCall, Lookup};
use super::rings::Ring;
use super::slow::StepCounters;
use super::tables::{TableId, Tables};
use super::texts::Texts;
use super::tidy::tidied;
use crate::engine::{Engine, patience};
use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::Cell;
use crate::game::expr::{BoolExpr, CellsExpr, IntExpr, SetExpr};
use crate::game::limits::MOVES;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::piece::{Dir, Kind, Piece, Player};
use crate::game::rules::{Action, ActionId, Binder, Ending, GameResult, RepetitionPart};
use crate::game::stmt::Stmt;
use crate::game::value::Value;
use crate::types::Type;
use crate::zobrist::piece_key;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// If all that `always` says is heavier than this, it is written out for no more actions than a few.
const LONG: usize = 200;

/// How many actions are a few.
const FEW: usize = 2;

/// All that is known while code is generated.
pub(crate) struct Plan {
    pub game: Arc<Game>,
    pub native: Native,
    pub tables: Tables,
    /// Which effects are functions, see [`circles::effects`].
    pub functions: Vec<bool>,
    /// Which effects may make a choice, by themselves or by an effect that they call.
    pub choosing: Vec<bool>,
    /// For each action the pieces that it may add, or `None` if these may be any.
    pub gains: Vec<Option<conserve::Gain>>,
    /// Whether what `always` says is a function, because several actions would have the same long code.
    pub calls_always: bool,
    /// The recursive defs.
    pub recursive_defs: Vec<(Type, u16)>,
    /// Whether statements have to be counted at run time, because a move may run too many.
    pub counts_statements: bool,
    /// Whether loops over numbers and cells are not unrolled, because the code would be too large.
    pub is_compact: bool,
    /// Tables of the values of operators.
    pub lookups: RefCell<HashMap<FiniteCall, Option<Lookup>>>,
    /// Tables of the values of defs.
    pub def_tables: RefCell<super::code::tabulate::DefTables>,
    pub(super) around: OnceCell<Option<super::around::Around>>,
    pub(super) walks: OnceCell<Option<super::board::Walks>>,
    pub(super) shifts: RefCell<HashMap<Map, Rc<[MapShift]>>>,
    pub(super) rings: RefCell<HashMap<u8, Option<Rc<[Ring]>>>>,
    /// The texts that are compared in native code.
    pub(super) texts: Texts,
    /// Actions of whose moves with the same text only the first is legal.
    pub(super) only_first: Vec<usize>,
    /// For each action whose candidates have to be tried: how many moves each of them may become.
    pub(super) bounds: Vec<Option<ChoiceBounds>>,
    /// Counters of what runs step by step, if the code is made to be explained.
    pub(super) steps: Option<StepCounters>,
    /// See [`Plan::order`], by the names of the actions.
    pub(super) orders: RefCell<HashMap<String, Rc<[super::order::Due]>>>,
    /// Evaluates what the board alone decides.
    pub(super) evaluator: Arc<dyn Engine>,
    /// Conditions on two cells that have been evaluated for all of them.
    pub(super) fixed: RefCell<super::code::fixed::KnownPairs>,
    /// Facts about sets of cells.
    pub(super) facts: RefCell<super::code::facts::KnownFacts>,
}

impl Plan {
    pub(crate) fn new(game: &Game, definer: &Arc<dyn Engine>) -> Plan {
        let evaluator = definer.clone();
        let game = Arc::new(tidied(game, &*evaluator));
        let native = Native::new(&game);
        let (functions, recursive_defs) = (circles::effects(&game), circles::defs(&game));
        let (choosing, gains) = (choices::choosing(&game), conserve::actions(&game));
        let always: usize = game.always.iter().map(|always| always.condition.holds.part().weight(&game, 8)).sum();
        let calls_always = game.actions.len() > FEW && always > LONG;
        let mut plan = Plan {
            game,
            native,
            tables: Tables::default(),
            functions,
            choosing,
            gains,
            calls_always,
            recursive_defs,
            counts_statements: false,
            is_compact: false,
            lookups: RefCell::default(),
            def_tables: RefCell::default(),
            around: OnceCell::new(),
            walks: OnceCell::new(),
            shifts: RefCell::default(),
            rings: RefCell::default(),
            texts: Texts::default(),
            only_first: Vec::new(),
            bounds: Vec::new(),
            steps: None,
            orders: RefCell::default(),
            evaluator,
            fixed: RefCell::default(),
            facts: RefCell::default(),
        };
        plan.counts_statements = plan.has_long_moves();
        plan.bounds = plan.game.actions.iter().map(|action| plan.choice_bounds(action)).collect();
        plan
    }

    pub(crate) fn board(&self) -> &Board {
        &self.game.board
    }

    /// Returns the engine that evaluates what the board alone decides.
    pub(crate) fn evaluator(&self) -> &dyn Engine {
        &*self.evaluator
    }

    /// Returns the number of cells, which is also the code of `off`.
    pub(crate) fn cells(&self) -> usize {
        self.game.layout.cells
    }

    /// Returns the number of words of a set of cells.
    pub(crate) fn width(&self) -> usize {
        self.game.layout.set_words
    }

    /// Returns how many elements a set of this type can have; none for numbers.
    pub(crate) fn elements(&self, set: &SetExpr) -> Option<i64> {
        self.game.count_of(set.element()).map(|count| count as i64)
    }

    /// Returns all directions.
    pub(crate) fn dirs(&self) -> impl Iterator<Item = Dir> + use<> {
        (0..self.board().dirs() as u8).map(Dir)
    }

    /// Returns the directions of a mask.
    pub(crate) fn dirs_in(&self, mask: u64) -> impl Iterator<Item = Dir> + use<> {
        self.dirs().filter(move |dir| mask >> dir.0 & 1 == 1)
    }

    /// Returns the cells of the board.
    pub(crate) fn board_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cells() as u16).map(Cell)
    }

    /// Returns the cells of the board, and `off`.
    pub(crate) fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.board_cells().chain([Cell::OFF])
    }

    /// Returns the cell of a code.
    pub(crate) fn cell(&self, code: i64) -> Cell {
        match usize::try_from(code) {
            Ok(cell) if cell < self.cells() => Cell(cell as u16),
            _ => Cell::OFF,
        }
    }

    /// Returns the code of a cell.
    pub(crate) fn code(&self, cell: Cell) -> i64 {
        cell.index().map_or(self.cells() as i64, |cell| cell as i64)
    }

    /// Returns a value of this type from its word in code, or `None` for no direction, player or kind.
    pub(crate) fn value_of(&self, ty: Type, word: i64) -> Option<Value> {
        match ty {
            Type::Cell => Some(Value::Cell(self.cell(word))),
            Type::Dir | Type::Player | Type::Kind if word == NONE => None,
            _ => Some(Value::of_word(ty, word)).filter(|value| value.word() == word),
        }
    }

    /// Returns a map as shifts.
    pub(crate) fn shifts(&self, map: &Map) -> Rc<[MapShift]> {
        let mut known = self.shifts.borrow_mut();
        known.entry(map.clone()).or_insert_with(|| map.shifts().into()).clone()
    }
}

/// The most words reset each turn that are kept in case the turn never begins.
const RENEWED: usize = 64;

/// The depth to which nested calls of defs are followed.
const DEFS: u32 = 24;

impl Plan {
    /// Returns whether each line of a direction runs in the order of cells (true) or against it (false) and ends at an
    /// edge, or `None` if some line does neither.
    pub(crate) fn line_order(&self, dir: Dir) -> Option<bool> {
        let board = self.board();
        let mut ways = self.board_cells().filter_map(|cell| {
            let to = board.step(cell, dir);
            (!to.is_off()).then_some(to > cell)
        });
        let first = ways.next().unwrap_or(true);
        ways.all(|way| way == first).then_some(first)
    }

    /// Returns whether all directions have a [line order](Self::line_order).
    pub(crate) fn all_in_order(&self) -> bool {
        self.dirs().all(|dir| self.line_order(dir).is_some())
    }

    /// Returns the maps of the eight ways of a leap.
    pub(crate) fn leap_maps(&self, m: i32, n: i32) -> Vec<Map> {
        let board = self.board();
        let mut maps: Vec<Map> = Vec::new();
        if !board.is_square() {
            return maps;
        }
        for (dx, dy) in [(m, n), (n, m)] {
            for (dx, dy) in [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy)] {
                let map = Map::of(board, |cell| board.offset(cell, dx, dy));
                if !maps.contains(&map) && !map.is_empty() {
                    maps.push(map);
                }
            }
        }
        maps
    }

    /// The kind of all pieces, if there is only one and it is not neutral: its set is that of all players' pieces.
    pub(crate) fn only_kind(&self) -> Option<Kind> {
        match self.game.kinds.as_slice() {
            [kind] if !kind.neutral => Some(Kind(0)),
            _ => None,
        }
    }

    /// Returns a table of the position of the n-th bit of each byte.
    pub(crate) fn nth_bits(&self) -> *const u64 {
        let nth = |byte: u64, n: u64| {
            let mut left = byte;
            (0..n).for_each(|_| left &= left.wrapping_sub(1));
            u64::from(left.trailing_zeros()) & 7
        };
        self.tables.named(TableId::NthBits, || (0..256).flat_map(|byte| (0..8).map(move |n| nth(byte, n))).collect())
    }

    /// Returns a table of the keys of all pieces: a row for each owner (the last for nobody) and kind (the last for none).
    pub(crate) fn all_keys(&self) -> *const u64 {
        let (players, kinds) = (self.game.players.len(), self.game.kinds.len());
        self.tables.named(TableId::AllKeys, || {
            let mut keys = Vec::new();
            for owner in 0..=players {
                for kind in 0..=kinds {
                    let neutral = self.game.kinds.get(kind).is_some_and(|kind| kind.neutral);
                    let owner = if owner == players { Player::NOBODY } else { Player(owner as u8) };
                    let is_piece = kind < kinds && neutral == (owner == Player::NOBODY);
                    for cell in 0..=self.cells() {
                        let piece = Piece { owner, kind: Kind(kind as u8) };
                        let there = is_piece && cell < self.cells();
                        keys.push(if there { piece_key(piece, Cell(cell as u16)) } else { 0 });
                    }
                }
            }
            keys
        })
    }

    /// Returns whether some effect or action uses `again`.
    pub(crate) fn says_again(&self) -> bool {
        fn says(statements: &[Stmt]) -> bool {
            statements.iter().any(|statement| matches!(statement, Stmt::Again) || statement.blocks().any(says))
        }
        let effects = self.game.effects.iter().any(|effect| says(&effect.body));
        effects || self.game.actions.iter().any(|action| says(&action.body))
    }

    /// Returns whether some condition must hold after a move of this action, so that a candidate may turn out illegal.
    pub(crate) fn checks_after(&self, action: &Action) -> bool {
        !action.ensures.is_empty() || !self.game.always.is_empty()
    }

    /// Returns whether every player has the same candidates of an action, as far as that is easily seen.
    pub(crate) fn is_common(&self, action: &Action) -> bool {
        let is_someones = |part: Part<'_>| {
            matches!(part, Part::Player(_) | Part::Players(_) | Part::Bool(_) | Part::Cells(CellsExpr::Enemy))
        };
        let is_common = |binder: &Binder| !binder.over.part().mentions(&self.game, DEFS, &is_someones);
        action.clauses.is_empty() && action.binders.iter().all(is_common)
    }

    /// Returns whether two cells are linked in both directions or not at all.
    pub(crate) fn is_linked_both_ways(&self) -> bool {
        let board = self.board();
        let has_back = |dir| board.opposite(dir).is_some_and(|back| board.links() >> back.0 & 1 == 1);
        self.dirs_in(board.links()).all(has_back)
    }

    /// Returns the action that passes, if random plies of players who wait are compiled: another player could make a move of any other
    /// action if only its effect is legal.
    pub(crate) fn patient_pass(&self) -> Option<ActionId> {
        let pass = patience::pass(&self.game)?;
        let is_compared = |action: &Action| !action.chooses && action.maximize.is_none() && self.is_common(action);
        let others = self.game.actions.iter().enumerate().filter(|(n, _)| *n != usize::from(pass.0));
        let is_simple = self.game.players.len() == 2 && self.native.keeps_position() && self.native.tables.is_empty();
        (is_simple && self.is_linked_both_ways() && others.into_iter().all(|(_, action)| is_compared(action)))
            .then_some(pass)
    }

    /// Returns whether a position may have more legal moves than the language allows.
    pub(crate) fn may_have_too_many_moves(&self) -> bool {
        let candidates = |action: &Action| {
            let choices = if action.chooses { super::code::weigh::MOST } else { 1 };
            let sizes = action.binders.iter().map(|binder| self.elements(&binder.over).unwrap_or(i64::MAX));
            sizes.fold(choices, i64::saturating_mul)
        };
        let all = self.game.actions.iter().map(candidates).fold(0, i64::saturating_add);
        all > MOVES as i64
    }

    /// Returns whether some of these clauses of `end` depend on who is stuck.
    pub(crate) fn ask_stuck(&self, clauses: &[Ending]) -> bool {
        let asks = |part: Part<'_>| matches!(part, Part::Bool(BoolExpr::Stuck(_)));
        let mentions = |part: Part<'_>| part.mentions(&self.game, DEFS, &asks);
        clauses.iter().any(|ending| {
            let result = match &ending.result {
                GameResult::Wins(player) | GameResult::Loses(player) => mentions(player.part()),
                GameResult::Score { score, .. } => mentions(score.part()),
                GameResult::Draw | GameResult::Never => false,
            };
            let each = ending.each.as_ref().is_some_and(|(_, players)| mentions(players.part()));
            result || each || mentions(ending.condition.holds.part())
        })
    }

    /// Returns whether a ply may end as if the next player were not stuck, with `end` evaluated again if that turns out
    /// wrong.
    pub(crate) fn may_end_lightly(&self) -> bool {
        self.native.renewed.len() <= RENEWED && !self.passes_over()
    }

    /// Returns whether a ply that ends lightly leaves something open.
    pub(crate) fn may_leave_open(&self) -> bool {
        self.may_end_lightly() && (self.ask_stuck(&self.game.end) || self.says_again())
    }

    /// Returns whether what a form of `repeated` compares may depend on the number of plies, or on whose turn it is
    /// other than through `mover` and `next`.
    pub(crate) fn depends_on_turn(&self, form: usize) -> bool {
        let asks = |part: Part<'_>| match part {
            Part::Int(IntExpr::Ply) => true,
            Part::Bool(BoolExpr::Possible(_) | BoolExpr::Stuck(_) | BoolExpr::SomeMoveThen(_)) => true,
            part => match part.shared() {
                Some(Shared::Var(var)) => self.game.vars[var.var.0 as usize].each_turn,
                _ => false,
            },
        };
        self.game.repetitions[form].with.iter().any(|with| match with {
            RepetitionPart::Value(value) => AsPart::part(value).mentions(&self.game, DEFS, &asks),
            RepetitionPart::Table(var) => self.game.vars[var.0 as usize].each_turn,
        })
    }

    /// Returns whether the turn may pass over a player who goes out in `end`.
    pub(crate) fn passes_over(&self) -> bool {
        let loses = self.game.end.iter().any(|ending| matches!(ending.result, GameResult::Loses(_)));
        loses && self.game.players.len() != 2
    }

    /// Returns the number of a def among the recursive ones.
    pub(crate) fn recursive_def(&self, name: Type, n: u16) -> Option<usize> {
        self.recursive_defs.iter().position(|def| *def == (name, n))
    }

    /// Returns whether some def or effect is a function.
    pub(crate) fn has_functions(&self) -> bool {
        self.functions.contains(&true) || !self.recursive_defs.is_empty()
    }

    /// Returns whether a part calls a recursive def, so that it cannot be evaluated for all cells at once.
    pub(crate) fn is_recursive(&self, part: Part<'_>) -> bool {
        part.call().is_some_and(|(name, n)| self.recursive_def(name, n).is_some())
    }
}
