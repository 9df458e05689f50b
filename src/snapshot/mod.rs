//! Snapshots: the behavior of a game as text, so that a change of its rules shows.
//!
//! [`mod@behavior`] generates it, [`mod@file`] stores it in insta's file format, and [`mod@compare`] shows what changed.

pub mod behavior;
pub mod compare;
pub mod file;
pub mod listed;
