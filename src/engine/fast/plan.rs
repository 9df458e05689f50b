//! What code is made from: the game, where everything lies while it runs natively, and tables of what never changes.

use super::maps::{Map, Shift};
use super::native::Native;
use super::walk::{AsPart, Part, Shared};
use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::BoolExpr;
use crate::game::piece::{Dir, Piece};
use crate::game::rules::GameResult;
use crate::zobrist::piece_key;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Everything that is known while code is made.
pub(crate) struct Plan {
    pub game: Arc<Game>,
    pub native: Native,
    pub tables: Tables,
    /// The effects that may come to themselves again.
    pub recursive: Vec<bool>,
    shifts: RefCell<HashMap<Map, std::rc::Rc<[Shift]>>>,
}

impl Plan {
    pub(crate) fn new(game: Arc<Game>) -> Plan {
        let native = Native::new(&game);
        let recursive = recursive_effects(&game);
        Plan { game, native, tables: Tables::default(), recursive, shifts: RefCell::default() }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.game.board
    }

    /// Number of cells; also the code of `off`.
    pub(crate) fn cells(&self) -> usize {
        self.game.layout.cells
    }

    /// Words of a set of cells.
    pub(crate) fn width(&self) -> usize {
        self.game.layout.set_words
    }

    /// The cell of a code.
    pub(crate) fn cell(&self, code: i64) -> Cell {
        match usize::try_from(code) {
            Ok(cell) if cell < self.cells() => Cell(cell as u16),
            _ => Cell::OFF,
        }
    }

    /// The code of a cell.
    pub(crate) fn code(&self, cell: Cell) -> i64 {
        cell.index().map_or(self.cells() as i64, |cell| cell as i64)
    }

    /// A map as shifts.
    pub(crate) fn shifts(&self, map: &Map) -> std::rc::Rc<[Shift]> {
        let mut known = self.shifts.borrow_mut();
        known.entry(map.clone()).or_insert_with(|| map.shifts().into()).clone()
    }

    /// A table with one set for each cell and one for `off`.
    pub(crate) fn sets(&self, name: Name, set: impl Fn(Cell) -> CellSet) -> *const u64 {
        self.tables.named(name, || {
            let cells = (0..self.cells()).map(|cell| Cell(cell as u16)).chain([Cell::OFF]);
            cells.flat_map(|cell| set(cell).0.into_iter().take(self.width())).collect()
        })
    }

    /// A table with one word for each cell and one for `off`.
    pub(crate) fn words(&self, name: Name, word: impl Fn(Cell) -> i64) -> *const u64 {
        self.tables.named(name, || {
            let cells = (0..self.cells()).map(|cell| Cell(cell as u16)).chain([Cell::OFF]);
            cells.map(|cell| word(cell) as u64).collect()
        })
    }

    /// Where a step leads, for each cell.
    pub(crate) fn steps(&self, dir: Dir, n: i32) -> *const u64 {
        self.words(Name::Step(dir.0, n), |cell| self.code(self.board().steps(cell, dir, n)))
    }

    /// The neighbours in these directions, for each cell.
    pub(crate) fn neighbors(&self, dirs: u64) -> *const u64 {
        self.sets(Name::Neighbors(dirs), |cell| self.board().neighbors(&CellSet::of(cell), dirs))
    }

    /// The way to the edge in a direction, for each cell.
    pub(crate) fn rays(&self, dir: Dir) -> *const u64 {
        let all = self.board().all_cells();
        self.sets(Name::Ray(dir.0), |cell| self.board().ray_from(cell, dir, &all))
    }

    /// The most cells that lie on the ways from one cell to the edge in some directions.
    pub(crate) fn longest_rays(&self, dirs: u64) -> i64 {
        let board = self.board();
        let all: CellSet = board.all_cells();
        let way = |cell: Cell| -> usize {
            let dirs = (0..board.dirs()).filter(|dir| dirs >> dir & 1 == 1);
            dirs.map(|dir| board.ray_from(cell, Dir(dir as u8), &all).len()).sum()
        };
        (0..self.cells()).map(|cell| way(Cell(cell as u16))).max().unwrap_or(0) as i64
    }

    /// The key of a piece on each cell.
    pub(crate) fn keys(&self, piece: Piece) -> *const u64 {
        self.words(Name::Keys(piece), |cell| if cell.is_off() { 0 } else { piece_key(piece, cell) as i64 })
    }
}

/// What a table holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name {
    Step(u8, i32),
    Neighbors(u64),
    Ray(u8),
    Keys(Piece),
    AllKeys,
    NthBits,
    Row,
    Column,
    Number,
    Leap(i32, i32),
    Between,
    Toward,
}

/// Tables that the code reads; they live as long as it does.
#[derive(Default)]
pub(crate) struct Tables {
    all: RefCell<Vec<Box<[u64]>>>,
    named: RefCell<HashMap<Name, usize>>,
    known: RefCell<HashMap<Vec<u64>, usize>>,
}

impl Tables {
    /// The address of a table with these words.
    pub(crate) fn keep(&self, words: Vec<u64>) -> *const u64 {
        if let Some(at) = self.known.borrow().get(&words) {
            return self.address(*at);
        }
        let at = self.add(words.clone());
        self.known.borrow_mut().insert(words, at);
        self.address(at)
    }

    fn named(&self, name: Name, words: impl FnOnce() -> Vec<u64>) -> *const u64 {
        if let Some(at) = self.named.borrow().get(&name) {
            return self.address(*at);
        }
        let at = self.add(words());
        self.named.borrow_mut().insert(name, at);
        self.address(at)
    }

    fn add(&self, words: Vec<u64>) -> usize {
        let mut all = self.all.borrow_mut();
        all.push(words.into_boxed_slice());
        all.len() - 1
    }

    fn address(&self, at: usize) -> *const u64 {
        self.all.borrow()[at].as_ptr()
    }

    /// All tables, for the code to keep.
    pub(crate) fn all(&self) -> Vec<Box<[u64]>> {
        std::mem::take(&mut self.all.borrow_mut())
    }
}

/// How a direction's lines lie.
impl Plan {
    /// Whether each line of a direction goes through the board in the order of cells (true), or against it (false), and
    /// ends at an edge; none if some line does neither.
    pub(crate) fn line_order(&self, dir: Dir) -> Option<bool> {
        let board = self.board();
        let mut ways = (0..self.cells()).map(|cell| Cell(cell as u16)).filter_map(|cell| {
            let to = board.step(cell, dir);
            (!to.is_off()).then_some(to > cell)
        });
        let first = ways.next().unwrap_or(true);
        ways.all(|way| way == first).then_some(first)
    }

    /// Refuses directions whose lines come back to their beginning.
    pub(crate) fn open_line(&self, dir: Dir) -> super::code::Gets<()> {
        let board = self.board();
        let closed = (0..self.cells()).map(|cell| Cell(cell as u16)).any(|start| {
            let mut here = start;
            for _ in 0..self.cells() {
                here = board.step(here, dir);
                if here.is_off() {
                    return false;
                }
            }
            true
        });
        if closed { Err(super::code::Unsupported("lines that go in circles")) } else { Ok(()) }
    }

    /// The eight ways of a leap.
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
    pub(crate) fn only_kind(&self) -> Option<crate::game::piece::Kind> {
        match self.game.kinds.as_slice() {
            [kind] if !kind.neutral => Some(crate::game::piece::Kind(0)),
            _ => None,
        }
    }

    /// A table with the place of the n-th bit of each byte.
    pub(crate) fn nth_bits(&self) -> *const u64 {
        let nth = |byte: u64, n: u64| {
            let mut left = byte;
            (0..n).for_each(|_| left &= left.wrapping_sub(1));
            u64::from(left.trailing_zeros()) & 7
        };
        self.tables.named(Name::NthBits, || (0..256).flat_map(|byte| (0..8).map(move |n| nth(byte, n))).collect())
    }

    /// A table for pairs of cells.
    pub(crate) fn pairs(&self, name: Name, words: impl FnOnce() -> Vec<u64>) -> *const u64 {
        self.tables.named(name, words)
    }
}

impl Plan {
    /// The keys of all pieces: a row for each owner (the last one nobody) and kind (the last one none).
    pub(crate) fn all_keys(&self) -> *const u64 {
        use crate::game::piece::{Kind, Player};
        let (players, kinds) = (self.game.players.len(), self.game.kinds.len());
        self.tables.named(Name::AllKeys, || {
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
}

impl Plan {
    /// Whether some effect or action says `again`.
    pub(crate) fn says_again(&self) -> bool {
        use crate::game::stmt::Stmt;
        fn says(statements: &[Stmt]) -> bool {
            statements.iter().any(|statement| match statement {
                Stmt::Again => true,
                Stmt::If(_, yes, no) => says(yes) || says(no),
                Stmt::For(each, _) => says(&each.body),
                Stmt::While(_, body, _) => says(body),
                Stmt::Choose(choose) => says(&choose.body),
                _ => false,
            })
        }
        let effects = self.game.effects.iter().any(|effect| says(&effect.body));
        effects || self.game.actions.iter().any(|action| says(&action.body))
    }
}

impl Plan {
    /// Whether something must hold after a move of this action, so that a candidate is not yet a legal move.
    pub(crate) fn checks_after(&self, action: &crate::game::rules::Action) -> bool {
        !action.ensures.is_empty() || !self.game.always.is_empty()
    }
}

impl Plan {
    /// Whether the end of the game depends on who is stuck.
    pub(crate) fn asks_stuck(&self) -> bool {
        let asks = |part: Part<'_>| matches!(part, Part::Bool(BoolExpr::Stuck(_)));
        self.game.end.iter().any(|ending| ending.condition.holds.part().mentions(&self.game, DEFS, &asks))
    }

    /// Whether a ply may end as if the next player were not stuck, and the end be asked again if he is.
    pub(crate) fn may_end_lightly(&self) -> bool {
        let loses = self.game.end.iter().any(|ending| matches!(ending.result, GameResult::Loses(_)));
        self.native.renewed.len() <= RENEWED && (self.game.players.len() == 2 || !loses)
    }
}

/// How many words that are set anew each turn are kept for the case that the turn never begins.
const RENEWED: usize = 64;

/// How many defs that use one another are followed.
const DEFS: u32 = 24;

/// Which effects may come to themselves again.
fn recursive_effects(game: &Game) -> Vec<bool> {
    use crate::game::stmt::Stmt;
    fn called(statements: &[Stmt], found: &mut Vec<usize>) {
        for statement in statements {
            match statement {
                Stmt::Call(effect, ..) => found.push(effect.0 as usize),
                Stmt::If(_, yes, no) => {
                    called(yes, found);
                    called(no, found);
                }
                Stmt::For(each, _) => called(&each.body, found),
                Stmt::While(_, body, _) => called(body, found),
                Stmt::Choose(choose) => called(&choose.body, found),
                _ => {}
            }
        }
    }
    let calls: Vec<Vec<usize>> = game
        .effects
        .iter()
        .map(|effect| {
            let mut found = Vec::new();
            called(&effect.body, &mut found);
            found
        })
        .collect();
    let comes_back = |start: usize| {
        let mut seen = vec![false; calls.len()];
        let mut left = calls[start].clone();
        while let Some(effect) = left.pop() {
            if effect == start {
                return true;
            }
            if !std::mem::replace(&mut seen[effect], true) {
                left.extend(&calls[effect]);
            }
        }
        false
    };
    (0..calls.len()).map(comes_back).collect()
}

impl Plan {
    /// The number of a cell, 0 if it has none.
    pub(crate) fn number(&self, cell: Cell) -> i32 {
        self.board().number(cell)
    }

    /// Whether a part asks for the number of plies; a use of a def may.
    pub(crate) fn asks_ply(&self, part: Part<'_>) -> bool {
        self.asks(part, &|part| matches!(part, Part::Int(crate::game::expr::IntExpr::Ply)))
    }

    /// Whether a part asks for a variable that is set anew when the turn passes; a use of a def may.
    pub(crate) fn asks_turn(&self, part: Part<'_>) -> bool {
        self.asks(part, &|part| match part.shared() {
            Some(Shared::Var(var)) => self.game.vars[var.var.0 as usize].each_turn,
            _ => false,
        })
    }

    fn asks(&self, part: Part<'_>, wanted: &dyn Fn(Part<'_>) -> bool) -> bool {
        let mut found = wanted(part) || matches!(part.shared(), Some(Shared::Call));
        part.each(&mut |inner| found = found || self.asks(inner, wanted));
        found
    }
}
