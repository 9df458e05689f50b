//! The library as others use it: laws, counts, reports and documents. One program, so that it is linked once; the module that a
//! test is in is its filter: `cargo test --test library engines`.

mod alike;
mod breaking;
#[path = "../benches/by_hand/mod.rs"]
mod by_hand;
mod common;
mod markdown;
mod mutation;
mod pages;
mod snapshots;

mod behavior;
mod classics;
mod classics_table;
mod coverage;
mod details;
mod engines;
mod evaluation;
mod examples;
mod explain;
mod fair;
mod fast;
mod formatting;
mod gallery;
mod generated;
mod handwritten;
mod laws;
mod layers;
mod looks;
mod lowered;
mod native_code;
mod parsing;
mod players_alphabeta;
mod players_mcts;
mod players_training;
mod position_lines;
mod positions;
mod programs;
mod public;
mod puzzles;
mod recovery;
mod reference;
mod reports;
mod session;
mod settled;
mod sheets;
mod slips;
mod solve;
mod stacks;
mod stumbles;
mod syntax_laws;
mod tags;
mod tutorial;
mod vectors;
mod wild;
mod words;
