//! Games that are settled before they end: where pieces are only added, and counts of them decide, a player may have more than the other can
//! still reach. Then it does not matter what else is played.

use crate::analysis::{Analysis, Filled, Placed, Put, analyze_filling, filling, placed};
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::layout::Layout;
use crate::game::part::{AsPart, Expression};
use crate::game::piece::Player;
use crate::game::rules::{Ending, GameResult};

/// How many calls of defs inside one another are followed.
const DEPTH: u32 = 8;

/// Bounds of what is still to come, known from the rules. Only for games of two in which each ply puts pieces on empty cells, where
/// they stay, and each end compares counts of cells.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    layout: Layout,
    ends: Vec<End>,
    /// Cells of which each ply fills at least one.
    open: Vec<u64>,
}

/// How a player stands in a position in which the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The player wins, whatever is played.
    Wins,
    /// The player cannot win. It may be a draw, or not.
    Fails { may_draw: bool },
    /// Nothing is settled.
    Open,
}

/// How many plies it takes until the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remaining {
    pub least: u16,
    pub most: u16,
}

impl Remaining {
    /// Returns whether it is the same, whatever is played.
    pub(super) fn is_fixed(self) -> bool {
        self.least == self.most
    }
}

/// An end of the game that compares counts.
#[derive(Clone, Debug)]
struct End {
    most: bool,
    draw: bool,
    scores: [Score; 2],
    /// Cells that have to be filled before, and how many of them a ply fills at most.
    filled: Vec<(Vec<u64>, u32)>,
}

/// What a player's score is: a number, and numbers of cells.
#[derive(Clone, Debug, Default)]
struct Score {
    number: i64,
    counts: Vec<Count>,
}

/// A number of cells, by what stands on them.
#[derive(Clone, Debug)]
struct Count {
    placed: Placed,
    cells: Vec<u64>,
    /// The cells that may become such cells if they are empty.
    maybe: Vec<u64>,
}

impl Outlook {
    /// Returns the bounds for a game, or `None` if there are none.
    pub(super) fn of(game: &Game) -> Option<Outlook> {
        let counts = |end: &Ending| matches!(end.result, GameResult::Score { .. } | GameResult::Never);
        if game.players.len() != 2 || !game.end.iter().all(counts) {
            return None;
        }
        let mut analysis = analyze_filling(game);
        let filled_by = filling(&mut analysis, game)?;
        let all: Vec<&Put> = filled_by.iter().flat_map(|filled| &filled.puts).collect();
        let words = |cells: &CellSet| cells.0[..game.layout.set_words].to_vec();
        let mut ends = Vec::new();
        for end in &game.end {
            let GameResult::Score { most, score, player, draw } = &end.result else { continue };
            let mut one = |n: u8| {
                let mut sum = Score::default();
                let mut reader = Reader { game, analysis: &mut analysis, puts: &all };
                reader.add(score, &[(*player, Player(n))], DEPTH, &mut sum).then_some(sum)
            };
            let scores = [one(0)?, one(1)?];
            let mut filled = Vec::new();
            for condition in end.condition.holds.conjuncts() {
                if let BoolExpr::Not(not) = condition
                    && let BoolExpr::Some(set) = &**not
                    && let SetExpr::Cells(set) = &**set
                    && let Some(set) = placed(&mut analysis, set, &[])
                    && set.empty
                {
                    let fill = |put: &Put| put.most.min(put.cells.and(&set.cells).len());
                    let each = |filled: &Filled| filled.puts.iter().map(fill).sum::<usize>();
                    let most = filled_by.iter().map(each).max().unwrap_or(0);
                    filled.push((words(&set.cells), most as u32));
                }
            }
            ends.push(End { most: *most, draw: *draw, scores, filled });
        }
        let open = filled_by.iter().fold(CellSet::EMPTY, |open, filled| open.or(&filled.surely));
        (!ends.is_empty()).then(|| Outlook { layout: game.layout.clone(), ends, open: words(&open) })
    }

    /// Returns how a player stands in a position in which the game goes on, by its words.
    pub(super) fn standing(&self, words: &[u64], player: Player) -> Standing {
        let own = usize::from(player.0.min(1));
        let (mut wins, mut fails, mut may_draw) = (true, true, false);
        for end in &self.ends {
            let mut bounds = [own, 1 - own].map(|n| self.bound(&end.scores[n], words));
            if !end.most {
                bounds = bounds.map(|(least, most)| (-most, -least));
            }
            let [(own_least, own_most), (other_least, other_most)] = bounds;
            wins &= own_least > other_most;
            fails &= own_most <= other_least;
            may_draw |= end.draw && own_most == other_least;
        }
        match (wins, fails) {
            (true, _) => Standing::Wins,
            (_, true) => Standing::Fails { may_draw },
            _ => Standing::Open,
        }
    }

    /// Returns how long the game goes on from a position.
    pub(super) fn remaining(&self, words: &[u64]) -> Remaining {
        let empty = |cells: &[u64]| -> u32 {
            cells.iter().enumerate().map(|(n, cells)| (cells & !self.occupied(words, n)).count_ones()).sum()
        };
        let fill = |(cells, most): &(Vec<u64>, u32)| empty(cells).div_ceil((*most).max(1));
        let least = self.ends.iter().map(|end| end.filled.iter().map(fill).max().unwrap_or(0)).min().unwrap_or(0);
        Remaining { least: least as u16, most: empty(&self.open) as u16 }
    }

    /// Returns the least and the most that a score can be at the end.
    fn bound(&self, score: &Score, words: &[u64]) -> (i64, i64) {
        let (mut least, mut most) = (score.number, score.number);
        for count in &score.counts {
            for (n, (cells, maybe)) in count.cells.iter().zip(&count.maybe).enumerate() {
                let Placed { owners, kinds, neutral, .. } = count.placed;
                let owned = self.players(words, owners, n) & self.kinds(words, kinds, n);
                let now = cells & (owned | self.kinds(words, neutral, n));
                least += i64::from(now.count_ones());
                most += i64::from((now | maybe & !self.occupied(words, n)).count_ones());
            }
        }
        (least, most)
    }

    /// Returns the n-th word of the cells with a piece of one of these kinds.
    fn kinds(&self, words: &[u64], kinds: u64, n: usize) -> u64 {
        let of = |kind: &usize| kinds >> kind & 1 == 1;
        (0..self.layout.kinds).filter(of).fold(0, |all, kind| all | words[self.layout.kind(kind) + n])
    }

    /// Returns the n-th word of the cells with a piece of one of these players.
    fn players(&self, words: &[u64], players: u64, n: usize) -> u64 {
        let of = |player: &usize| players >> player & 1 == 1;
        (0..self.layout.players).filter(of).fold(0, |all, player| all | words[self.layout.player(player) + n])
    }

    fn occupied(&self, words: &[u64], n: usize) -> u64 {
        self.kinds(words, u64::MAX, n)
    }
}

/// Reads scores.
struct Reader<'a, 'e> {
    game: &'e Game,
    analysis: &'a mut Analysis<'e>,
    puts: &'a [&'a Put],
}

impl<'e> Reader<'_, 'e> {
    /// Adds a number to a score. Returns whether its bounds are known. These locals are players.
    fn add(&mut self, number: &'e IntExpr, players: &[(Slot, Player)], depth: u32, score: &mut Score) -> bool {
        match number {
            IntExpr::Const(n) => {
                score.number += i64::from(*n);
                true
            }
            IntExpr::Arith(Arith::Add, pair, _) => {
                self.add(&pair.0, players, depth, score) && self.add(&pair.1, players, depth, score)
            }
            IntExpr::Count(set) => {
                let SetExpr::Cells(set) = &**set else { return false };
                let Some(placed) = placed(self.analysis, set, players) else { return false };
                let words = |cells: &CellSet| cells.0[..self.game.layout.set_words].to_vec();
                let (holding, empty) = (|put: &&&Put| placed.may_hold(put), CellSet::EMPTY);
                let filled = self.puts.iter().filter(holding).fold(empty, |all, put| all.or(&put.cells));
                let maybe = if placed.empty { placed.cells } else { placed.cells.and(&filled) };
                score.counts.push(Count { cells: words(&placed.cells), maybe: words(&maybe), placed });
                true
            }
            IntExpr::Common(common) => {
                let Common::Call(call) = &**common else { return false };
                let Some(def) = IntExpr::defs(&self.game.defs).get(usize::from(call.def)).filter(|_| depth > 0) else {
                    return false;
                };
                // Arguments of other types are unknown in it.
                let mut inner = Vec::new();
                for (n, arg) in call.args.iter().enumerate() {
                    if arg.part().class() != Class::Word {
                        return false;
                    }
                    if let Some(player) = known_player(arg, players) {
                        inner.push((Slot(n as u16), player));
                    }
                }
                self.add(&def.body, &inner, depth - 1, score)
            }
            _ => false,
        }
    }
}

/// Returns the player that an argument is.
fn known_player(arg: &AnyExpr, players: &[(Slot, Player)]) -> Option<Player> {
    let AnyExpr::Player(player) = arg else { return None };
    match player {
        PlayerExpr::Const(player) => Some(*player),
        PlayerExpr::Common(common) => match **common {
            Common::Local(slot) => players.iter().find(|(other, _)| *other == slot).map(|(_, player)| *player),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_that_fill_the_board_are_settled_early() {
        let is_bounded = |name: &str| Outlook::of(crate::load_bundled(name, &[]).unwrap().game()).is_some();
        for name in ["rush", "dots-and-boxes"] {
            assert!(is_bounded(name), "{name}");
        }
        for name in ["ataxx", "go", "kalah", "reversi", "surakarta", "tak", "slash", "tic-tac-toe"] {
            assert!(!is_bounded(name), "{name}");
        }
    }

    #[test]
    fn who_has_the_majority_wins() {
        let engine = crate::load_bundled("rush", &[("size", "3")]).unwrap();
        let outlook = Outlook::of(engine.game()).unwrap();
        let (mut rng, mut early) = (crate::rng::Rng::new(3), 0);
        for _ in 0..20 {
            let mut session = engine.session().unwrap();
            while let Some(index) = session.random_move(&mut rng).unwrap() {
                session.make(index).unwrap();
                if session.outcome().is_some() {
                    break;
                }
                let words = session.words();
                let pieces = |player: usize| words[engine.game().layout.player(player)].count_ones() as u16;
                for (own, other) in [(0, 1), (1, 0)] {
                    let expected = match (pieces(own), pieces(other)) {
                        (5.., _) => Standing::Wins,
                        (_, 5..) => Standing::Fails { may_draw: false },
                        _ => Standing::Open,
                    };
                    assert_eq!(outlook.standing(words, Player(own as u8)), expected);
                    early += u32::from(expected == Standing::Wins);
                }
                let empty = 9 - pieces(0) - pieces(1);
                assert_eq!(outlook.remaining(words), Remaining { least: empty, most: empty });
            }
        }
        assert!(early > 0);
    }

    #[test]
    fn a_box_is_one_of_those_that_are_left() {
        let engine = crate::load_bundled("dots-and-boxes", &[("boxes_wide", "2"), ("boxes_high", "1")]).unwrap();
        let outlook = Outlook::of(engine.game()).unwrap();
        let mut session = engine.session().unwrap();
        let mut standings = Vec::new();
        for text in ["a2", "b1", "b3", "c2", "d1", "d3"] {
            session.make_text(text).unwrap();
            assert_eq!(session.outcome(), None);
            standings.push([0, 1].map(|player| outlook.standing(session.words(), Player(player))));
        }
        // The second player closes the first box: the first one can only draw.
        let half = [Standing::Fails { may_draw: true }, Standing::Open];
        assert_eq!(standings[..3], [[Standing::Open; 2]; 3]);
        assert_eq!(standings[3..], [half; 3]);
        assert_eq!(outlook.remaining(session.words()), Remaining { least: 1, most: 1 });
    }
}
