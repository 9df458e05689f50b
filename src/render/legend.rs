//! The lines below a board of characters.

use super::canvas::ink;
use super::colors::Paint;
use super::contents::StyledLine;
use super::pieces;
use super::scene::Scene;
use super::strokes::Strokes;
use crate::game::Game;
use crate::game::cells::CellSet;
use anstyle::Style;

/// Returns the lines below the board: the legend, the edges of players, the lines between cells that text cannot draw, and
/// the variables.
pub(super) fn below(game: &Game, scene: &Scene) -> Vec<StyledLine> {
    let lines = scene.lines.iter().map(|line| line.text.clone());
    legend(game, scene)
        .into_iter()
        .chain(map_legend(scene))
        .chain(edges(game, scene))
        .chain(long_joints(game, scene).into_iter().chain(lines).map(plain))
        .collect()
}

/// Names the edges in players' colors by the cells at their ends: `edges: red a1-e1 a5-e5  blue a1-a5 e1-e5`.
fn edges(game: &Game, scene: &Scene) -> Option<StyledLine> {
    let mut owned: Vec<(Paint, CellSet)> = Vec::new();
    for (side, paint) in &scene.edges {
        match owned.iter_mut().find(|(of, _)| of == paint) {
            Some((_, cells)) => cells.insert(side.cell),
            None => owned.push((*paint, CellSet::of(side.cell))),
        }
    }
    let mut line = vec![("edges:".to_owned(), Style::new())];
    for (paint, mut rest) in owned {
        line.push((if line.len() == 1 { " " } else { "  " }.to_owned(), Style::new()));
        line.push((paint.name().to_owned(), ink(paint.terminal)));
        while let Some(first) = rest.first() {
            let edge = game.board.group(&CellSet::of(first), &rest);
            let last = edge.iter().last().unwrap_or(first);
            line.push((format!(" {}-{}", game.board.name(first), game.board.name(last)), Style::new()));
            rest = rest.except(&edge);
        }
    }
    (line.len() > 1).then_some(line)
}

/// Lists the lines and walls that do not fit between characters: `lines: c3-f6`.
fn long_joints(game: &Game, scene: &Scene) -> Option<String> {
    let long = scene.joints.iter().filter(|joint| !Strokes::can_draw(&game.board, joint));
    let mut names: Vec<String> = long.map(|joint| scene.joint_text(joint)).collect();
    let more = names.len().saturating_sub(MOST_JOINTS);
    names.truncate(MOST_JOINTS);
    let rest = if more > 0 { format!(" … and {more} more") } else { String::new() };
    (!names.is_empty()).then(|| format!("lines: {}{rest}", names.join(", ")))
}

/// The most lines that are listed.
const MOST_JOINTS: usize = 30;

fn plain(text: String) -> StyledLine {
    vec![(text, Style::new())]
}

/// Builds the legend: players for pieces of one kind, otherwise one line per player, and neutral pieces.
fn legend(game: &Game, scene: &Scene) -> Vec<StyledLine> {
    let mut lines: Vec<StyledLine> = Vec::new();
    let one_kind = pieces::one_kind(game);
    let mut owner_before = None;
    for (piece, figure) in &scene.figures {
        let is_owned = usize::from(piece.owner.0) < game.players.len();
        let style = ink(figure.paint.terminal);
        if lines.is_empty() || (!one_kind && owner_before != Some(piece.owner)) {
            let heading = (is_owned && !one_kind).then(|| format!("{}: ", game.player_name(piece.owner)));
            lines.push(heading.map(|heading| (heading, style)).into_iter().collect());
        } else if let Some(line) = lines.last_mut() {
            line.push(("  ".into(), Style::new()));
        }
        owner_before = Some(piece.owner);
        let names_player = is_owned && one_kind;
        let name = if names_player { game.player_name(piece.owner) } else { game.kind_name(piece.kind) };
        if let Some(line) = lines.last_mut() {
            line.push((figure.symbol.to_string(), style));
            line.push((format!(" {name}"), Style::new()));
        }
    }
    lines
}

/// Names the areas whose characters empty cells show.
fn map_legend(scene: &Scene) -> Option<StyledLine> {
    let mut line: StyledLine = Vec::new();
    for layer in &scene.layers {
        let (Some(symbol), Some(name)) = (layer.symbol, &layer.name) else { continue };
        line.push((if line.is_empty() { "" } else { "  " }.to_owned(), Style::new()));
        line.push((symbol.to_string(), ink(layer.paint.terminal)));
        line.push((format!(" {name}"), Style::new()));
    }
    (!line.is_empty()).then_some(line)
}
