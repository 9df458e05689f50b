//! Tiger: draws a stone and a place in its row or column, or a direction for its strike, or a step of the tiger. If the move is not
//! possible, it draws again.

mod board;

use super::{Game, Outcome, Rng, cell_name};
use board::{Board, COLUMNS, Cell, GONE, Motion, ROWS, STEPS, beside};

/// The draws for each stone: 13 places in its row, 13 in its column, 4 diagonal strikes; and for each of 8 strikes, the second to
/// fourth choice of the stone that the tiger eats, if the strike bumps it to a place with a choice.
const STONE: usize = 26 + 4 + 24;
/// The draws for the tiger: 4 steps, with 3 choices each.
const STEP: usize = 12;
/// After this many refused draws, all moves are listed.
const DRAWS: u32 = 60;

#[derive(Clone)]
pub struct Tiger {
    board: Board,
    player: usize,
    outcome: Option<Outcome>,
}

/// The moving piece and the kind of its move.
#[derive(Clone, Copy)]
enum Kind {
    Slide,
    /// The direction and the number of spaces.
    Strike(usize, u32),
    Prowl,
}

#[derive(Clone, Copy)]
pub struct Move {
    from: Cell,
    to: Cell,
    kind: Kind,
    /// Which of the stones beside the tiger is eaten.
    choice: usize,
    /// The cell of that stone, where there is a choice.
    eaten: Cell,
}

impl Move {
    fn new(from: Cell, to: Cell, kind: Kind, choice: usize) -> Move {
        Move { from, to, kind, choice, eaten: GONE }
    }
}

impl Tiger {
    const START: Tiger = Tiger { board: Board::START, player: 0, outcome: None };

    /// Returns the move of a stone to a place of its row or column, if it is possible.
    #[inline(always)]
    fn straight(&self, from: Cell, family: usize, place: u32) -> Option<(Cell, Kind)> {
        let (line, at) = self.board.line(from, family);
        let bars = line | Board::territory(from, family, self.board.tigers[self.player ^ 1]);
        // The places between; if the stone would not move, they include the stone itself.
        let between = (1u16 << place.max(at)).wrapping_sub(2 << place.min(at));
        if bars & between != 0 {
            return None;
        }
        let spaces = (place as Cell).wrapping_sub(at as Cell);
        let to = from.wrapping_add(if family == ROWS { spaces } else { spaces << 4 });
        if line >> place & 1 == 0 {
            return Some((to, Kind::Slide));
        }
        let forth = if family == ROWS { 2 } else { 0 };
        self.strike(from, to, if place > at { forth } else { forth + 4 }, place.abs_diff(at))
    }

    /// Returns the strike of a stone in a direction.
    #[inline(always)]
    fn along(&self, from: Cell, d: usize) -> Option<(Cell, Kind)> {
        let family = [COLUMNS, 2, ROWS, 3][d & 3];
        let (line, at) = self.board.line(from, family);
        let bars = u32::from(line | Board::territory(from, family, self.board.tigers[self.player ^ 1]));
        // Places grow to the East and, in columns, to the North.
        let bars = if d < 4 { bars & (u32::MAX << 1 << at) } else { bars & ((1 << at) - 1) };
        if bars == 0 {
            return None;
        }
        let place = if d < 4 { bars.trailing_zeros() } else { 31 - bars.leading_zeros() };
        if line >> place & 1 == 0 {
            return None;
        }
        let start = place.abs_diff(at);
        self.strike(from, from.wrapping_add(STEPS[d].wrapping_mul(start as Cell)), d, start)
    }

    #[inline(always)]
    fn strike(&self, from: Cell, to: Cell, d: usize, start: u32) -> Option<(Cell, Kind)> {
        let possible = Motion::new(self.player).bumps(&self.board, self.board.at(from), to, d, start, from);
        possible.then_some((to, Kind::Strike(d, start)))
    }

    /// Returns the step of the tiger in a direction, if it is possible.
    #[inline(always)]
    fn step(&self, d: usize) -> Option<Cell> {
        let to = self.board.tigers[self.player].wrapping_add(STEPS[d]);
        let family = if d.is_multiple_of(4) { COLUMNS } else { ROWS };
        (self.board.at(to) == 0 && !self.board.held(self.player, family)).then_some(to)
    }

    /// Makes a move and returns how many stones the tiger could choose from, at least 1. If the choice is greater, the move was not
    /// legal.
    #[inline(always)]
    fn make(&mut self, mv: Move) -> usize {
        let board = &mut self.board;
        let mut motion = Motion::new(self.player);
        let piece = board.lift(mv.from);
        let mut choices = 1;
        match mv.kind {
            Kind::Slide => motion.land(board, piece, mv.to),
            Kind::Strike(d, start) => motion.bump(board, piece, mv.to, d, start),
            Kind::Prowl => motion.land(board, piece, mv.to),
        }
        if !matches!(mv.kind, Kind::Slide) {
            let (prey, len) = motion.prey(board);
            if mv.choice < len {
                board.remove(prey[mv.choice]);
            }
            choices = len.max(1);
            motion.feed_rival(board);
        }
        board.close();
        self.player ^= 1;
        choices
    }

    fn trapped(&self, player: usize) -> bool {
        self.board.held(player, ROWS) && self.board.held(player, COLUMNS)
    }

    /// Returns the result of the ply, except being stuck.
    #[inline(always)]
    fn judge(&self) -> Option<Outcome> {
        let (mover, next) = (self.player ^ 1, self.player);
        let board = &self.board;
        if board.tigers[mover] == GONE {
            Some(Outcome::win(next))
        } else if board.tigers[next] == GONE {
            Some(Outcome::win(mover))
        } else if board.count[mover] == 0 {
            Some(Outcome::win(next))
        } else if board.count[next] == 0 || (self.trapped(next) && !self.rescued()) {
            Some(Outcome::win(mover))
        } else {
            None
        }
    }

    /// Returns whether the player to move, whose tiger is trapped, has a move after which it is not. The tiger itself cannot move. A
    /// slide must end before a stone that has it in sight.
    #[inline(never)]
    fn rescued(&self) -> bool {
        let (player, tiger) = (self.player, self.board.tigers[self.player]);
        let stones = &self.board.stones[player][..self.board.count[player]];
        let safe_after = |mv: Move| {
            let mut after = self.clone();
            let choices = after.make(mv);
            let safe = after.board.tigers[player] != GONE && !after.trapped(player);
            (safe, choices)
        };
        for (family, other) in [(ROWS, COLUMNS), (COLUMNS, ROWS)] {
            let (_, across) = self.board.line(tiger, other);
            let sight = self.board.sight(player, family);
            for &from in stones {
                let (_, at) = self.board.line(from, family);
                if sight >> at & 1 == 1
                    && let Some((to, kind)) = self.straight(from, other, across)
                    && matches!(kind, Kind::Slide)
                    && safe_after(Move::new(from, to, kind, 0)).0
                {
                    return true;
                }
            }
        }
        for &from in stones {
            for (to, kind) in (0..8).filter_map(|d| self.along(from, d)) {
                let (safe, choices) = safe_after(Move::new(from, to, kind, 0));
                if safe || (1..choices).any(|choice| safe_after(Move::new(from, to, kind, choice)).0) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns all legal moves.
    fn list(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for &from in &self.board.stones[self.player][..self.board.count[self.player]] {
            for family in [ROWS, COLUMNS] {
                let places = (0..13).filter_map(|place| self.straight(from, family, place));
                for (to, kind) in places.filter(|(_, kind)| matches!(kind, Kind::Slide)) {
                    moves.push(Move::new(from, to, kind, 0));
                }
            }
            for (to, kind) in (0..8).filter_map(|d| self.along(from, d)) {
                self.with_choices(Move::new(from, to, kind, 0), &mut moves);
            }
        }
        for to in [0, 2, 4, 6].into_iter().filter_map(|d| self.step(d)) {
            self.with_choices(Move::new(self.board.tigers[self.player], to, Kind::Prowl, 0), &mut moves);
        }
        moves
    }

    /// Adds a move with each of its choices.
    fn with_choices(&self, mv: Move, moves: &mut Vec<Move>) {
        let choices = self.clone().make(mv);
        for choice in 0..choices {
            let mut after = self.clone();
            after.make(Move { choice: 9, ..mv });
            let (prey, _) = after.board.prey(after.board.tigers[self.player], self.player ^ 1);
            moves.push(Move { choice, eaten: if choices > 1 { prey[choice] } else { GONE }, ..mv });
        }
    }

    /// Draws a move, and makes it if it is legal.
    #[inline(always)]
    fn try_drawn(&mut self, drawn: usize) -> bool {
        let (stone, way) = (drawn / STONE, drawn % STONE);
        if stone >= self.board.count[self.player] {
            return self.try_step(way);
        }
        let from = self.board.stones[self.player][stone & 15];
        if way >= 30 {
            return self.try_choice(from, (way - 30) / 3, (way - 30) % 3 + 1);
        }
        let found = if way < 26 {
            let family = if way < 13 { ROWS } else { COLUMNS };
            self.straight(from, family, way as u32 % 13)
        } else {
            self.along(from, (way - 26) * 2 + 1)
        };
        let Some((to, kind)) = found else { return false };
        self.make(Move::new(from, to, kind, 0));
        true
    }

    /// Draws a strike with a later choice. Only making it shows whether the choice exists.
    #[inline(never)]
    fn try_choice(&mut self, from: Cell, d: usize, choice: usize) -> bool {
        if self.board.count[self.player ^ 1] <= choice {
            return false;
        }
        let Some((to, kind)) = self.along(from, d) else { return false };
        let mut after = self.clone();
        let possible = after.make(Move::new(from, to, kind, choice)) > choice;
        if possible {
            *self = after;
        }
        possible
    }

    #[inline(never)]
    fn try_step(&mut self, way: usize) -> bool {
        let Some(to) = self.step(way / 3 * 2) else { return false };
        let choice = way % 3;
        if choice > 0 {
            let (_, prey) = self.board.prey(to, self.player ^ 1);
            if choice >= prey || beside(to, self.board.tigers[self.player ^ 1]) {
                return false;
            }
        }
        self.make(Move::new(self.board.tigers[self.player], to, Kind::Prowl, choice));
        true
    }
}

impl Game for Tiger {
    type Move = Move;

    fn start() -> Tiger {
        Tiger::START
    }

    fn moves(&self) -> Vec<Move> {
        self.list()
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
        self.outcome = self.judge();
        if self.outcome.is_none() && self.list().is_empty() {
            self.outcome = Some(Outcome::win(self.player ^ 1));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn text(&self, mv: Move) -> String {
        let name = |cell: Cell| cell_name(usize::from(cell & 15), usize::from(cell >> 4));
        let eaten = if mv.eaten == GONE { String::new() } else { format!("x{}", name(mv.eaten)) };
        format!("{}-{}{eaten}", name(mv.from), name(mv.to))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = Tiger::START;
        for ply in 0.. {
            let mut draws = 0;
            let all = STONE * game.board.count[game.player] + STEP;
            while !game.try_drawn(rng.below(all)) {
                draws += 1;
                if draws == DRAWS {
                    let moves = game.list();
                    if moves.is_empty() {
                        return (ply, Outcome::win(game.player ^ 1));
                    }
                    game.make(moves[rng.below(moves.len())]);
                    break;
                }
            }
            if let Some(outcome) = game.judge() {
                return (ply + 1, outcome);
            }
        }
        unreachable!("the game has an end")
    }
}
