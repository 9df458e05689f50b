//! The players' colors, on paper and in terminals.

use crate::game::Game;

/// A player's color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint {
    /// Its names.
    names: &'static [&'static str],
    /// The terminal color, of 256: one that is readable on dark and light backgrounds.
    pub terminal: u8,
    /// The piece on paper.
    pub fill: &'static str,
    /// The outline on paper.
    pub outline: &'static str,
    /// A letter on the piece, on paper.
    pub mark: &'static str,
}

const fn paint(
    names: &'static [&'static str],
    terminal: u8,
    fill: &'static str,
    outline: &'static str,
    mark: &'static str,
) -> Paint {
    Paint { names, terminal, fill, outline, mark }
}

/// The colors of players not named after a color, in order, skipping those in use.
const PAINTS: [Paint; 13] = [
    paint(&["blue"], 33, "#2f66b8", "#1d4379", "#ffffff"),
    paint(&["red"], 160, "#c8392f", "#84241d", "#ffffff"),
    paint(&["green"], 35, "#3f9150", "#275d33", "#ffffff"),
    paint(&["yellow", "gold", "amber"], 178, "#f0c22e", "#9c7a0f", "#33290a"),
    paint(&["purple", "violet"], 134, "#7c4aa8", "#4f2d6d", "#ffffff"),
    paint(&["orange"], 208, "#e07b26", "#964f13", "#33200a"),
    paint(&["teal", "cyan"], 37, "#2a9aa0", "#196367", "#ffffff"),
    paint(&["pink", "rose"], 169, "#e086b0", "#9c4f76", "#3a1527"),
    paint(&["brown"], 137, "#7a5230", "#4d331d", "#ffffff"),
    paint(&["gray", "grey", "silver"], 245, "#9a9a9a", "#5e5e5e", "#1e1e1e"),
    paint(&["lime"], 106, "#9bbf3b", "#647d23", "#222b0a"),
    paint(&["black", "dark"], 69, "#2b2b2b", "#000000", "#ffffff"),
    paint(&["white", "light"], 172, "#fcfcfa", "#3d3d3d", "#222222"),
];

/// The color of neutral pieces.
pub(super) const NEUTRAL: Paint = paint(&[], 243, "#8c8478", "#575047", "#ffffff");

/// Returns the color of each player: the one it is named after, otherwise an unused one while there are any.
pub(super) fn paints(game: &Game) -> Vec<Paint> {
    let named: Vec<Option<Paint>> = game.players.iter().map(|player| by_name(&player.name)).collect();
    let mut free = PAINTS.iter().filter(|paint| !named.contains(&Some(**paint))).cycle();
    named.iter().map(|paint| paint.or_else(|| free.next().copied()).unwrap_or(NEUTRAL)).collect()
}

/// Returns the color that a player is named after.
pub(super) fn by_name(name: &str) -> Option<Paint> {
    let name = name.to_lowercase();
    PAINTS.iter().find(|paint| paint.names.contains(&name.as_str())).copied()
}
