//! Boardwright: a general interpreter for abstract board games.
//!
//! A game is a text that reads like its rule sheet. The library checks it, explains its errors, and plays it. It does no
//! input or output of its own, and every random seed comes from the caller.
//!
//! # Loading a game
//!
//! Bundled games are loaded by name, with parameters as text:
//!
//! ```
//! let rush = boardwright::load_bundled("rush", &[("size", "9")])?;
//! assert_eq!(rush.game().title, "Rush");
//! assert_eq!(rush.game().board.len(), 81);
//! # Ok::<(), boardwright::LoadError>(())
//! ```
//!
//! A text of your own may be complete, or extend a bundled game:
//!
//! ```
//! let clear = boardwright::load_text(
//!     r#"
//!     game "Clear"
//!     board square 3 x 3
//!     players Black, White
//!     piece stone
//!     action place(p: empty)
//!       when none(neighbors(p) & own)
//!       do put stone at p
//!     end { when stuck(next): next loses }
//!     "#,
//!     &[],
//! )?;
//! assert_eq!(clear.start()?.ply, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Errors say what is wrong and how to fix it:
//!
//! ```
//! use boardwright::{LoadError, load_bundled, load_text};
//!
//! let error = load_bundled("rsh", &[]).err().unwrap();
//! assert_eq!(error.to_string(), "unknown game `rsh`; did you mean `rush`?");
//!
//! let Err(LoadError::Wrong { diagnostics, .. }) = load_text("game \"X\"\nboard squary 3 x 3", &[]) else { panic!() };
//! assert!(diagnostics.iter().any(|finding| finding.code.name() == "E01"));
//! ```
//!
//! [`load()`] loads your own files with your own bases; [`check::check`] returns all diagnostics of a text, including
//! warnings.
//!
//! # Playing
//!
//! An [`engine::Engine`] answers every question about the positions of its game. Moves come in a fixed order, and each has a
//! text that no other legal move has:
//!
//! ```
//! let jostle = boardwright::load_bundled("jostle", &[])?;
//! let start = jostle.start()?;
//! let moves = jostle.legal_moves(&start)?;
//! assert_eq!(moves.len(), 16);
//!
//! let text = jostle.text(&start, &moves[0])?;
//! assert_eq!(jostle.find(&start, &text)?.as_ref(), Some(&moves[0]));
//!
//! let next = jostle.play(&start, &moves[0])?.expect("it is legal");
//! assert_eq!(next.ply, 1);
//! assert_eq!(jostle.outcome(&next), None);
//! assert_ne!(jostle.zobrist_hash(&start), jostle.zobrist_hash(&next));
//!
//! assert_eq!(jostle.perft(&start, 2)?, 296);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`notation::play`] plays a move by its text. An illegal move is refused with the condition that it fails:
//!
//! ```
//! use boardwright::notation;
//!
//! let jostle = boardwright::load_bundled("jostle", &[])?;
//! let start = jostle.start()?;
//! assert!(notation::play(&*jostle, &start, "d3-d2").is_ok());
//! let refused = notation::play(&*jostle, &start, "d3-d4").unwrap_err();
//! assert!(refused.to_string().starts_with("`d3-d4` is not legal: move needs"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Session`] plays fast: it lists moves, makes them by their index, tells what they change, and takes them back. [`session`] has a search.
//!
//! ```
//! let chess = boardwright::load_bundled("chess", &[])?;
//! let mut session = chess.session()?;
//! assert_eq!(session.legal_moves()?.len(), 20);
//! for text in ["e2-e4", "d7-d5"] {
//!     session.make_text(text)?;
//! }
//!
//! // What a move changes, without parsing its text:
//! let index = session.find("e4-d5")?.expect("it is legal");
//! let changes = session.details(index)?.changes;
//! assert_eq!(changes[0].text(chess.game()), "pawn of White moves from e4 to d5");
//! assert_eq!(changes[1].text(chess.game()), "pawn of Black is removed from d5");
//!
//! session.make(index)?;
//! assert_eq!(session.ply(), 3);
//! while session.undo().is_some() {}
//! assert_eq!(session.ply(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Random games depend only on their seed, on every machine:
//!
//! ```
//! use boardwright::rng::Rng;
//!
//! let rush = boardwright::load_bundled("rush", &[("size", "5")])?;
//! let mut one = rush.start()?;
//! let mut other = one.clone();
//! rush.playout(&mut one, &mut Rng::new(7), 1000)?;
//! rush.playout(&mut other, &mut Rng::new(7), 1000)?;
//! assert_eq!(one, other);
//! assert!(one.outcome.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules can be wrong, or not cover a situation. That is a value, [`outcome::Fault`], with its place in the rules and the
//! position:
//!
//! ```
//! let silent = boardwright::load_text(
//!     "game \"Silent\"
//!      board square 2 x 1
//!      players Black, White
//!      piece stone
//!      action place(p: empty) do put stone at p
//!      end { when ply > 99: draw }",
//!     &[],
//! )?;
//! let full = boardwright::notation::play_all(&*silent, &silent.start()?, ["a1", "b1"])?;
//! let fault = silent.legal_moves(&full[1]).unwrap_err();
//! assert_eq!(fault.code.name(), "F01");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Positions
//!
//! Every position is one line of text, the same in examples and on the command line ([`position_line`]). [`PositionBuilder`] makes one
//! piece by piece:
//!
//! ```
//! use boardwright::position_line;
//!
//! let chess = boardwright::load_bundled("chess", &[])?;
//! let position = position_line::parse(&*chess, "4k3/8/8/8/8/8/8/R3K3 White rights=a1")?;
//! let game = chess.game();
//! let pieces: Vec<String> =
//!     position.pieces(game).map(|(cell, piece)| format!("{} {}", game.piece_name(piece), game.board.name(cell))).collect();
//! assert_eq!(pieces, ["rook of White a1", "king of White e1", "king of Black e8"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Saving
//!
//! Positions and moves serialize with serde. Save a whole game as a [`record::Record`], which is verified move by move when
//! it is loaded. Check a position from outside with [`Position::fits`](position::Position::fits).
//!
//! ```
//! use boardwright::position::Position;
//!
//! let push = boardwright::load_bundled("push", &[])?;
//! let start = push.start()?;
//! let kept = serde_json::to_string(&start)?;
//! let again: Position = serde_json::from_str(&kept)?;
//! assert!(again.fits(push.game()));
//! assert_eq!(again, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! What stands in [`internals`] is for the program and its tests, and may change at any time. All else is meant to stay as it
//! is; what may grow is `#[non_exhaustive]`.
//!
//! # Features
//!
//! - `cli` (default): the program, with all of the following.
//! - `native`: rules are compiled to native code when that pays, by Cranelift.
//! - `parallel`: [`measure`] on several threads, and the comparisons of the program.
//! - `fancy`: reports draw the lines that they are about; without it, they tell the same in words.
//!
//! Without features, the library has the language, the checks and the reference engine; it also builds for WebAssembly.

mod absent;
mod analysis;
pub mod bundled;
pub mod check;
mod details;
pub mod diagnostic;
pub mod engine;
pub mod game;
pub mod internals;
pub mod measure;
pub mod moves;
pub mod notation;
pub mod outcome;
#[cfg(feature = "parallel")]
mod perft;
pub mod player;
pub mod position;
pub mod position_line;
pub mod record;
pub mod render;
pub mod report;
pub mod rng;
pub mod session;
pub mod solve;
pub mod source;
mod stats;
mod strength;
#[cfg(feature = "parallel")]
mod threads;

use internals::*;

pub use game::spec::PositionBuilder;
pub use load::{LoadError, load, load_bundled, load_text};
pub use session::{Session, SessionError};
