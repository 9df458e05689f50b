//! Symmetries of a game: ways to turn and mirror the board after which every rule says the same.
//!
//! They are found on the board's links alone, and kept if each constant of the rules is its own image and every operator goes along.
//! A position and its images have the same value, so that a proof about one is a proof about all.

use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AnyExpr, AsPart, Expression, Part};
use crate::game::piece::{Dir, Player};
use crate::game::rules::{Clause, GameResult};
use crate::game::stmt::Stmt;
use crate::game::text::Text;
use crate::types::Type;
use std::collections::VecDeque;

/// The most steps to find all symmetries of a board: more than any bundled board takes.
const FUEL: u32 = 2_000_000;

/// A way to map the board onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each cell.
    cells: Vec<Cell>,
    /// The image of each direction.
    dirs: Vec<Dir>,
    /// The words of the image of each set of cells among four that follow each other: searches map a position for every key.
    nibbles: Vec<u64>,
}

impl Symmetry {
    fn new(cells: Vec<Cell>, dirs: Vec<Dir>) -> Symmetry {
        let words = cells.len().div_ceil(64).max(1);
        let mut nibbles = vec![0; cells.len().div_ceil(4) * 16 * words];
        for (entry, image) in nibbles.chunks_mut(words).enumerate() {
            for (n, to) in cells.iter().enumerate().skip(entry / 16 * 4).take(4) {
                if entry >> (n % 4) & 1 == 1 {
                    image[usize::from(to.0) / 64] |= 1 << (to.0 % 64);
                }
            }
        }
        Symmetry { cells, dirs, nibbles }
    }

    /// Returns the image of a cell.
    pub fn cell(&self, cell: Cell) -> Cell {
        cell.index().and_then(|n| self.cells.get(n)).copied().unwrap_or(cell)
    }

    /// Returns the image of a set of cells.
    pub fn set(&self, set: &CellSet) -> CellSet {
        set.iter().map(|cell| self.cell(cell)).collect()
    }

    fn dir(&self, dir: Dir) -> Dir {
        self.dirs.get(usize::from(dir.0)).copied().unwrap_or(dir)
    }

    fn mask(&self, mask: u64) -> u64 {
        (0..64).filter(|n| mask >> n & 1 == 1).fold(0, |image, n| image | 1 << self.dir(Dir(n)).0)
    }
}

/// Returns the symmetries of a game but the one that changes nothing; none if that cannot be seen from the rules.
///
/// ```
/// use boardwright::internals::symmetries;
///
/// let count = |name: &str| symmetries(boardwright::load_bundled(name, &[]).unwrap().game()).len();
/// assert_eq!((count("tic-tac-toe"), count("connect-four"), count("breakthrough")), (7, 1, 1));
/// ```
pub fn symmetries(game: &Game) -> Vec<Symmetry> {
    if game
        .vars
        .iter()
        .any(|var| is_of_the_board(var.ty) || var.indexes.iter().any(|index| is_of_the_board(index.ty())))
    {
        return Vec::new();
    }
    let all = Finder::all(&game.board);
    let is_identity = |symmetry: &Symmetry| symmetry.cells.iter().enumerate().all(|(n, cell)| cell.index() == Some(n));
    all.into_iter().filter(|symmetry| !is_identity(symmetry) && is_kept(game, symmetry)).collect()
}

impl Symmetry {
    /// Writes the words of a position's image.
    pub fn map_words(&self, game: &Game, words: &[u64], image: &mut Vec<u64>) {
        let layout = &game.layout;
        image.clear();
        image.extend_from_slice(words);
        let players = (0..layout.players).map(|player| layout.player(player));
        for at in players.chain((0..game.kinds.len()).map(|kind| layout.kind(kind))) {
            let sets = at..at + layout.set_words;
            image[sets.clone()].fill(0);
            for (n, word) in words[sets.clone()].iter().enumerate() {
                let (mut left, mut entry) = (*word, 16 * n * 16);
                while left != 0 {
                    let from = (entry + (left & 15) as usize) * layout.set_words;
                    let of = &self.nibbles[from..from + layout.set_words];
                    image[sets.clone()].iter_mut().zip(of).for_each(|(image, of)| *image |= of);
                    (left, entry) = (left >> 4, entry + 16);
                }
            }
        }
    }
}

/// Returns whether values of a type stand for parts of the board.
fn is_of_the_board(ty: Type) -> bool {
    matches!(ty, Type::Cell | Type::Cells | Type::Dir | Type::Dirs)
}

/// Returns whether the rules say the same about every position and its image.
fn is_kept(game: &Game, symmetry: &Symmetry) -> bool {
    let (keeper, links) = (Keeper { game, symmetry }, game.board.links());
    let keeps_clause = |clause: &Clause| match clause {
        Clause::Let(_, value) => keeper.keeps(value.part()),
        Clause::When(condition) => keeper.keeps(condition.holds.part()),
    };
    let actions = game.actions.iter().all(|action| {
        keeper.keeps_text(&action.text)
            && action.binders.iter().all(|binder| keeper.keeps(binder.over.part()))
            && action.clauses.iter().all(keeps_clause)
            && action.ensures.iter().all(|ensure| keeper.keeps(ensure.holds.part()))
            && action.maximize.iter().all(|number| keeper.keeps(number.part()))
            && keeper.keeps_body(&action.body)
    });
    let end = game.end.iter().all(|ending| {
        ending.each.iter().all(|(_, players)| keeper.keeps(players.part()))
            && keeper.keeps(ending.condition.holds.part())
            && match &ending.result {
                GameResult::Draw | GameResult::Never => true,
                GameResult::Wins(player) | GameResult::Loses(player) => keeper.keeps(player.part()),
                GameResult::Score { score, .. } => keeper.keeps(score.part()),
            }
    });
    // What is reset each turn is evaluated there.
    let mut renewed = game.vars.iter().filter(|var| var.each_turn);
    symmetry.mask(links) == links
        && renewed.all(|var| keeper.keeps(var.first.part()))
        && actions
        && end
        && game.always.iter().all(|always| keeper.keeps(always.condition.holds.part()))
        && game.effects.iter().all(|effect| keeper.keeps_body(&effect.body))
        && game.defs.parts().iter().all(|(_, _, parts)| parts.iter().all(|part| keeper.keeps(*part)))
}

/// Tests whether parts of the rules say the same about the image of what they are about.
struct Keeper<'g> {
    game: &'g Game,
    symmetry: &'g Symmetry,
}

impl Keeper<'_> {
    fn keeps(&self, part: Part<'_>) -> bool {
        let symmetry = self.symmetry;
        let is_same = match part {
            Part::Cell(CellExpr::Const(cell)) => symmetry.cell(*cell) == *cell,
            Part::Cells(CellsExpr::Const(set)) => symmetry.set(set) == **set,
            Part::Dir(DirExpr::Const(dir)) => symmetry.dir(*dir) == *dir,
            Part::Dirs(MaskExpr::Const(dirs)) => symmetry.mask(*dirs) == *dirs,
            _ => true,
        };
        if !is_same {
            return false;
        }
        if let Some((op, args)) = part.applied() {
            if let Some(value) = Apply::new(op, args.to_vec(), At::default()).constant(&self.game.ground()) {
                return self.keeps(value.part());
            }
            if let (Op::Connects, [of, ends @ ..]) = (op, args)
                && self.exchanges(ends)
            {
                return self.keeps(of.part());
            }
            if !self.goes_along(op) {
                return false;
            }
        }
        let mut keeps = true;
        part.each(&mut |inner| keeps = keeps && self.keeps(inner));
        keeps
    }

    /// Returns whether the image of some sets are the same sets, in any order.
    fn exchanges(&self, ends: &[AnyExpr]) -> bool {
        let constant = |end: &AnyExpr| match end {
            AnyExpr::Cells(CellsExpr::Const(set)) => Some(**set),
            AnyExpr::Cells(set) => match set.common() {
                Some(Common::Apply(apply)) => match apply.constant(&self.game.ground()) {
                    Some(AnyExpr::Cells(CellsExpr::Const(set))) => Some(*set),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let Some(mut left) = ends.iter().map(constant).collect::<Option<Vec<CellSet>>>() else { return false };
        let images: Vec<CellSet> = left.iter().map(|set| self.symmetry.set(set)).collect();
        images.iter().all(|image| left.iter().position(|set| set == image).map(|n| left.swap_remove(n)).is_some())
    }

    /// Returns whether the value of an operator for the images of its arguments is the image of its value.
    fn goes_along(&self, op: Op) -> bool {
        let board = &self.game.board;
        match op {
            Op::Step
            | Op::Neighbors
            | Op::EdgeOf
            | Op::Ray
            | Op::First
            | Op::Hop
            | Op::Group
            | Op::Groups
            | Op::Connects
            | Op::Lines => true,
            Op::Opposite | Op::Opposites | Op::TheCell | Op::TheDir => true,
            Op::Owner | Op::KindOf | Op::Rival | Op::PlayerNumber | Op::ThePlayer | Op::TheKind => true,
            Op::Abs | Op::Min | Op::Max => true,
            // They go by columns and rows, of which the links of a graph say nothing, and which a board that wraps shifts.
            Op::Leap | Op::Between | Op::Distance | Op::Toward => !board.is_graph() && !self.wraps(),
            Op::Forward | Op::Backward | Op::Sideways | Op::Ahead => (0..self.game.players.len()).all(|player| {
                let player = AnyExpr::Player(PlayerExpr::Const(Player(player as u8)));
                let value = Apply::new(op, vec![player], At::default()).constant(&self.game.ground());
                value.is_some_and(|value| self.keeps(value.part()))
            }),
            _ => false,
        }
    }

    fn wraps(&self) -> bool {
        let blueprint = self.game.board.blueprint();
        blueprint.wraps_columns || blueprint.wraps_rows
    }

    /// Returns whether the texts of two moves are equal if those of their images are: equal moves are one move, or a fault.
    fn keeps_text(&self, text: &Text) -> bool {
        text.parts().into_iter().all(|part| self.keeps(part))
    }

    fn keeps_body(&self, body: &[Stmt]) -> bool {
        body.iter().all(|statement| {
            let is_in_order = match statement {
                // Later passes may depend on what earlier ones did.
                Stmt::For(each, _) => !is_of_the_board(each.over.part().ty()),
                Stmt::Choose(choose) => self.keeps_text(&choose.text),
                _ => true,
            };
            is_in_order
                && statement.parts().into_iter().all(|part| self.keeps(part))
                && statement.blocks().all(|body| self.keeps_body(body))
        })
    }
}

/// A symmetry of which only the images of some cells and directions are known.
#[derive(Clone)]
struct Draft {
    cells: Vec<Option<Cell>>,
    dirs: Vec<Option<Dir>>,
    /// The cells with an image, in the order in which they were found.
    known: Vec<Cell>,
}

/// Finds the symmetries of a board.
struct Finder<'b> {
    board: &'b Board,
    fuel: u32,
    found: Vec<Symmetry>,
}

impl Finder<'_> {
    fn all(board: &Board) -> Vec<Symmetry> {
        let mut finder = Finder { board, fuel: FUEL, found: Vec::new() };
        for first in board.cells() {
            let mut cells = vec![None; board.len()];
            cells[0] = Some(first);
            finder.go_on(Draft { cells, dirs: vec![None; board.dirs()], known: vec![Cell(0)] }, 0);
        }
        if finder.fuel == 0 { Vec::new() } else { finder.found }
    }

    /// Follows each direction from each known cell, from this number of a cell and direction on.
    fn go_on(&mut self, mut draft: Draft, mut at: usize) {
        let ways = self.board.dirs();
        while at < ways * draft.known.len() && self.fuel > 0 {
            self.fuel -= 1;
            let (cell, dir) = (draft.known[at / ways], at % ways);
            let to = self.board.step(cell, Dir(dir as u8));
            let Some(image_dir) = draft.dirs[dir] else {
                if !to.is_off() {
                    self.try_dirs(&draft, Dir(dir as u8), at);
                    return;
                }
                at += 1;
                continue;
            };
            let image = draft.cells[usize::from(cell.0)].map_or(Cell::OFF, |cell| self.board.step(cell, image_dir));
            match (to.index(), image.index()) {
                (None, None) => {}
                (Some(to), Some(_)) => match draft.cells[to] {
                    Some(known) if known == image => {}
                    None if !draft.cells.contains(&Some(image)) => {
                        draft.cells[to] = Some(image);
                        draft.known.push(Cell(to as u16));
                    }
                    _ => return,
                },
                _ => return,
            }
            at += 1;
        }
        self.add(&draft);
    }

    /// Goes on with each direction that can be the image of another one.
    fn try_dirs(&mut self, draft: &Draft, dir: Dir, at: usize) {
        for image in (0..self.board.dirs()).map(|n| Dir(n as u8)) {
            let mut next = draft.clone();
            let opposites = (self.board.opposite(dir), self.board.opposite(image));
            let pairs = match opposites {
                (Some(back), Some(image_back)) => vec![(dir, image), (back, image_back)],
                (None, None) => vec![(dir, image)],
                _ => continue,
            };
            let fits = pairs.into_iter().all(|(dir, image)| {
                let known = next.dirs[usize::from(dir.0)];
                let is_new = known.is_none() && !next.dirs.contains(&Some(image));
                next.dirs[usize::from(dir.0)] = Some(image);
                is_new || known == Some(image)
            });
            if fits {
                self.go_on(next, at);
            }
        }
    }

    /// Keeps a symmetry, if it maps every step to a step.
    fn add(&mut self, draft: &Draft) {
        let Some(cells) = draft.cells.iter().copied().collect::<Option<Vec<Cell>>>() else { return };
        let mut free: VecDeque<Dir> =
            (0..draft.dirs.len()).map(|n| Dir(n as u8)).filter(|dir| !draft.dirs.contains(&Some(*dir))).collect();
        // No step goes in a direction without an image.
        let dirs = draft.dirs.iter().map(|image| image.or_else(|| free.pop_front()).unwrap_or(Dir(0))).collect();
        let symmetry = Symmetry::new(cells, dirs);
        let is_whole = self.board.cells().all(|cell| {
            (0..self.board.dirs()).map(|n| Dir(n as u8)).all(|dir| {
                let to = self.board.step(symmetry.cell(cell), symmetry.dir(dir));
                to == symmetry.cell(self.board.step(cell, dir))
            })
        });
        if is_whole {
            self.found.push(symmetry);
        }
    }
}
