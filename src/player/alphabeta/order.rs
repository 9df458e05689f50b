//! The order in which moves are tried: the best one of an earlier search, captures, and what was good elsewhere.

use super::keys;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::layout::Layout;
use crate::game::piece::Player;
use crate::moves::Move;
use crate::types::Type;

/// How many numbers of history each player has.
const HISTORY: usize = 1 << 12;

/// The most that a number of history can be.
pub(super) const MOST: i32 = 1 << 14;

/// What has been learned about moves, whatever the position.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// For each player and key of a move, how often it was the best one.
    history: Vec<[i32; HISTORY]>,
    /// For each ply, the keys of the last two moves that refuted others.
    killers: Vec<[u64; 2]>,
    /// For each class of moves, how often one was tried, and how often it was sharp.
    classes: Vec<[u32; 2]>,
    /// For each action, which of its values are cells.
    cells: Vec<Vec<usize>>,
}

/// A move of a list, to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// What it is ordered by, the greatest first.
    pub rank: i32,
    /// Its index in the list.
    pub index: u32,
    /// Its class: its action, and whether it names a cell with a piece of somebody else.
    pub class: u16,
    /// Its key.
    pub key: u64,
}

impl Order {
    pub(super) fn new(game: &Game) -> Order {
        let cells = game.actions.iter().map(|action| {
            let binders = action.binders.iter().enumerate();
            binders.filter(|(_, binder)| binder.over.element() == Type::Cell).map(|(n, _)| n).collect()
        });
        Order {
            history: vec![[0; HISTORY]; game.players.len()],
            killers: Vec::new(),
            classes: vec![[0; 2]; 2 * game.actions.len()],
            cells: cells.collect(),
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|numbers| numbers.fill(0));
        self.classes.fill([0; 2]);
    }

    /// Begins the search of another position: killers are forgotten, and history counts less.
    pub(super) fn begin(&mut self) {
        self.killers.clear();
        self.history.iter_mut().flatten().for_each(|number| *number /= 4);
    }

    /// Ranks the moves of a player, and puts the best first. `worth` is the worth of the kinds.
    pub(super) fn rank(&self, at: &Board<'_>, moves: &[Move], ply: usize, first: u32, ranked: &mut Vec<Ranked>) {
        ranked.clear();
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let history = &self.history[usize::from(at.mover.0)];
        for (index, mv) in moves.iter().enumerate() {
            let (key, index) = (keys::of_move(mv), index as u32);
            let (class, taken) = self.class(at, mv);
            let rank = if index == first {
                i32::MAX
            } else if self.is_sharp(class) != Some(false) {
                2 * MOST + taken
            } else if killers.contains(&key) {
                MOST + i32::from(killers[0] == key)
            } else {
                history[key as usize % HISTORY]
            };
            ranked.push(Ranked { rank, index, class, key });
        }
        ranked.sort_unstable_by_key(|one| (std::cmp::Reverse(one.rank), one.index));
    }

    /// Returns the class of a move, and what the piece of somebody else is worth on the last cell that it names.
    fn class(&self, at: &Board<'_>, mv: &Move) -> (u16, i32) {
        let cells = self.cells.get(mv.action.0 as usize).map_or(&[][..], |cells| cells);
        let values = cells.iter().filter_map(|n| mv.values.get(*n));
        let mut others = values.filter_map(|value| at.worth_of_other(Cell(*value as u16)));
        let taken = others.next_back();
        (2 * mv.action.0 + u16::from(taken.is_some()), taken.unwrap_or(0))
    }

    /// Returns whether moves of a class are sharp: they capture or promote. `None` if some do, or too few have been tried.
    pub(super) fn is_sharp(&self, class: u16) -> Option<bool> {
        match self.classes[class as usize] {
            [tried, 0] if tried >= 50 => Some(false),
            [tried, sharp] if tried >= 50 && tried == sharp => Some(true),
            _ => None,
        }
    }

    /// Adds a move of a class that has been made.
    pub(super) fn learn_class(&mut self, class: u16, is_sharp: bool) {
        let counts = &mut self.classes[class as usize];
        counts[0] = counts[0].saturating_add(1);
        counts[1] = counts[1].saturating_add(u32::from(is_sharp));
    }

    /// Returns whether captures are the exception here. Where every other move captures, a search of captures alone tells
    /// nothing.
    pub(super) fn has_quiet_moves(&self) -> bool {
        let (tried, sharp) = self
            .classes
            .iter()
            .fold((0, 0), |all, [tried, sharp]| (all.0 + u64::from(*tried), all.1 + u64::from(*sharp)));
        5 * sharp < 2 * tried
    }

    /// Adds a move that refuted what was played before it, after others that did not.
    pub(super) fn learn(&mut self, mover: Player, ply: usize, best: &Ranked, others: &[Ranked], depth: i32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best.key {
            *killers = [best.key, killers[0]];
        }
        let history = &mut self.history[usize::from(mover.0)];
        let bonus = (depth * depth).clamp(1, 400);
        // A number that is already great changes little.
        let mut add = |key: u64, bonus: i32| {
            let number = &mut history[key as usize % HISTORY];
            *number += bonus - *number * bonus.abs() / MOST;
        };
        add(best.key, 16 * bonus);
        others.iter().for_each(|other| add(other.key, -bonus));
    }
}

/// The pieces of a position, as a player sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<'w> {
    pub words: &'w [u64],
    pub layout: &'w Layout,
    pub mover: Player,
    /// What a piece of each kind is worth, for each player.
    pub worth: &'w [Vec<i32>],
}

/// The pieces of a player and of all others, as far as captures and promotions change them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    own: u32,
    others: u32,
    worth: i32,
}

impl Board<'_> {
    /// Returns what a piece of somebody else on a cell is worth, or `None` if there is no such piece.
    fn worth_of_other(&self, cell: Cell) -> Option<i32> {
        let (word, bit) = (cell.0 as usize / 64, cell.0 % 64);
        let holds = |offset: usize| self.words[offset + word] >> bit & 1 == 1;
        if cell.0 as usize >= self.layout.cells {
            return None;
        }
        let other = (0..self.layout.players)
            .find(|player| *player != usize::from(self.mover.0) && holds(self.layout.player(*player)))?;
        let kind = (0..self.layout.kinds).find(|kind| holds(self.layout.kind(*kind)))?;
        Some(self.worth[other][kind])
    }

    /// Returns the balance of the pieces.
    pub(super) fn balance(&self) -> Balance {
        let (layout, len) = (self.layout, self.layout.set_words);
        let count = |offset: usize| self.words[offset..offset + len].iter().map(|word| word.count_ones()).sum::<u32>();
        let me = usize::from(self.mover.0);
        let own = count(layout.player(me));
        let others =
            (0..layout.players).filter(|player| *player != me).map(|player| count(layout.player(player))).sum();
        let pieces = &self.words[layout.player(me)..][..len];
        let of_kind = |kind: usize| {
            let set = &self.words[layout.kind(kind)..][..len];
            set.iter().zip(pieces).map(|(kind, own)| (kind & own).count_ones()).sum::<u32>() as i32
        };
        let worth = match layout.kinds {
            0 | 1 => 0,
            kinds => (0..kinds).map(|kind| self.worth[me][kind] * of_kind(kind)).sum(),
        };
        Balance { own, others, worth }
    }
}

impl Balance {
    /// Returns whether a move that led here captured or promoted.
    pub(super) fn is_sharp_after(&self, before: &Balance) -> bool {
        self.others < before.others || (self.own == before.own && self.worth > before.worth)
    }
}
