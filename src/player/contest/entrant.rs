//! [`Entrant`]: who takes part in a contest; [`Team`]: the players that one thread has created of them.

use crate::player::{NameError, Player};
use std::fmt;

/// Someone who takes part in a [`Contest`]: a name, and how to create the player. It is created once for each thread, and
/// again after a failure.
pub struct Entrant {
    pub(super) name: String,
    pub(super) create: Box<Create>,
}

type Create = dyn Fn() -> Result<Box<dyn Player>, NameError> + Send + Sync;

impl Entrant {
    /// Creates an entrant with a player of your own.
    pub fn new(
        name: impl Into<String>,
        create: impl Fn() -> Result<Box<dyn Player>, NameError> + Send + Sync + 'static,
    ) -> Entrant {
        Entrant { name: name.into(), create: Box::new(create) }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Entrant").field(&self.name).finish()
    }
}

/// The players of a contest that one thread has created.
///
/// See [`Contest`] for an example.
#[derive(Default)]
pub struct Team(pub(super) Vec<Option<Box<dyn Player>>>);

impl fmt::Debug for Team {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player: &Option<Box<dyn Player>>| player.as_ref().map(|player| player.name());
        out.debug_list().entries(self.0.iter().map(name)).finish()
    }
}
