//! Snapshots: what a game does, written down as text, so that a change of its rules shows.
//!
//! [`mod@behaviour`] writes it down, [`mod@file`] keeps it in insta's file format, [`mod@compare`] shows what has changed.

pub mod behaviour;
pub mod compare;
pub mod file;
pub mod listed;
