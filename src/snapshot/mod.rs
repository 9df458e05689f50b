//! Snapshots: what a game does, written down as text, so that a change of its rules shows.
//!
//! [`behaviour`] writes it down, [`file`] keeps it in insta's file format, [`compare`] shows what has changed.

pub mod behaviour;
pub mod compare;
pub mod file;
