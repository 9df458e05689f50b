//! Hand-written programs, one game each, as fast as possible in safe Rust: the yardstick for the engines.
//!
//! Nothing here is general or shared with the library. `tests/by_hand.rs` checks them against published counts and,
//! move by move, against the reference engine; `playouts.rs` measures them.
#![allow(dead_code)] // the benchmark and the test each use a part

mod amazons;
mod bag;
mod bits;
mod breakthrough;
mod chess;
mod connect_four;
mod english_draughts;
mod go;
mod gomoku;
mod hex;
mod jostle;
mod linked;
mod nine_mens_morris;
mod push;
mod reversi;
mod rng;
mod rush;
mod slash;
mod tiger;

pub use rng::Rng;

/// The result of a game; players in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    First,
    Second,
    Draw,
}

impl Outcome {
    /// Returns a win of player 0 or 1.
    fn win(player: usize) -> Outcome {
        if player == 0 { Outcome::First } else { Outcome::Second }
    }
}

/// A game of a hand-written program. All but [`Game::playout`] is for tests, and may be slow.
pub trait Game: Clone {
    /// A legal move.
    type Move: Copy;

    /// Returns the first position.
    fn start() -> Self;

    /// Returns the legal moves of a game that is not over, in any order.
    fn moves(&self) -> Vec<Self::Move>;

    /// Makes a legal move.
    fn play(&mut self, mv: Self::Move);

    /// Returns the result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the move as the rule file writes it.
    fn text(&self, mv: Self::Move) -> String;

    /// Plays a uniformly random game from the first position. Returns its plies and its result.
    fn playout(rng: &mut Rng) -> (u32, Outcome);
}

/// A position of any game, played by the text of moves.
pub trait Played {
    fn texts(&self) -> Vec<String>;
    fn play_text(&mut self, text: &str);
    fn result(&self) -> Option<Outcome>;
}

impl<G: Game> Played for G {
    fn texts(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.moves().into_iter().map(|mv| self.text(mv)).collect()
    }

    fn play_text(&mut self, text: &str) {
        let mv = self.moves().into_iter().find(|mv| self.text(*mv) == text);
        self.play(mv.unwrap_or_else(|| panic!("{text} is not legal")));
    }

    fn result(&self) -> Option<Outcome> {
        self.outcome()
    }
}

/// A program, and the rule file of the same game.
pub struct Program {
    /// The name in tables.
    pub name: &'static str,
    /// The bundled game.
    pub game: &'static str,
    /// Its settings, such as `size=9`; `-` for none.
    pub settings: &'static str,
    /// See [`Game::playout`].
    pub playout: fn(&mut Rng) -> (u32, Outcome),
    /// Counts the sequences of this many plies.
    pub perft: fn(u32) -> u64,
    /// Returns the first position.
    pub start: fn() -> Box<dyn Played>,
}

const fn program<G: Game + 'static>(name: &'static str, game: &'static str, settings: &'static str) -> Program {
    Program { name, game, settings, playout: G::playout, perft: perft::<G>, start: || Box::new(G::start()) }
}

/// All programs.
pub const PROGRAMS: &[Program] = &[
    program::<rush::Rush9>("rush 9", "rush", "size=9"),
    program::<rush::Rush19>("rush 19", "rush", "-"),
    program::<slash::Slash11>("slash 11", "slash", "size=11"),
    program::<slash::Slash19>("slash 19", "slash", "-"),
    program::<jostle::Jostle>("jostle", "jostle", "-"),
    program::<push::Push>("push", "push", "-"),
    program::<tiger::Tiger>("tiger", "tiger", "-"),
    program::<breakthrough::Breakthrough>("breakthrough", "breakthrough", "-"),
    program::<reversi::Reversi>("reversi", "reversi", "-"),
    program::<hex::Hex11>("hex 11", "hex", "-"),
    program::<connect_four::ConnectFour>("connect-four", "connect-four", "-"),
    program::<gomoku::Gomoku>("gomoku 15", "gomoku", "-"),
    program::<amazons::Amazons>("amazons", "amazons", "-"),
    program::<english_draughts::Draughts>("english-draughts", "english-draughts", "-"),
    program::<nine_mens_morris::Morris>("nine-mens-morris", "nine-mens-morris", "-"),
    program::<go::Go>("go 9", "go", "size=9"),
    program::<chess::Chess>("chess", "chess", "-"),
];

/// The same games on small boards, where more can be counted.
pub const SMALL: &[Program] = &[
    program::<rush::Rush5>("rush 5", "rush", "size=5"),
    program::<slash::Slash4>("slash 4", "slash", "size=4"),
    program::<slash::Slash7>("slash 7", "slash", "size=7"),
    program::<hex::Hex4>("hex 4", "hex", "size=4"),
];

fn perft<G: Game>(depth: u32) -> u64 {
    perft_from(&G::start(), depth)
}

fn perft_from<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |mv| {
        let mut after = position.clone();
        after.play(mv);
        perft_from(&after, depth - 1)
    };
    moves.into_iter().map(below).sum()
}

/// Returns a cell's name; columns and rows start at 0.
fn cell_name(column: usize, row: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}
