//! The lines below a board of characters.

use super::canvas::ink;
use super::colors::Paint;
use super::contents::StyledLine;
use super::pieces;
use super::rims::Rims;
use super::scene::Scene;
use super::signs;
use super::strokes::Strokes;
use crate::game::Game;
use crate::game::cells::CellSet;
use anstyle::Style;

/// Returns the lines below the board: the legend, the edges of players, the borders of several colors, the lines between cells that
/// text cannot draw, and the variables.
pub(super) fn below(game: &Game, scene: &Scene, rims: &Rims) -> Vec<StyledLine> {
    let lines = scene.lines.iter().map(|line| line.text.clone());
    legend(game, scene)
        .into_iter()
        .chain(signs::legend(game, scene))
        .chain(edges(game, scene, rims))
        .chain(borders(game, scene))
        .chain(long_joints(game, scene).into_iter().chain(lines).map(plain))
        .collect()
}

/// Explains the signs of edges, `edges: r red  b blue`, and names the cells at the ends of edges if some have no signs:
/// `edges: r red a1-e1 a5-e5  b blue a1-a5 e1-e5`.
fn edges(game: &Game, scene: &Scene, rims: &Rims) -> Option<StyledLine> {
    let edge = |(paint, sign): &(Paint, char)| {
        let of_paint = scene.edges.iter().filter(|(_, of)| of == paint);
        let cells: CellSet = of_paint.map(|(side, _)| side.cell).collect();
        let ends = if rims.is_whole() { String::new() } else { ends(game, cells) };
        vec![
            (sign.to_string(), ink(paint.terminal)),
            (" ".to_owned(), Style::new()),
            (paint.name().to_owned(), ink(paint.terminal)),
            (ends, Style::new()),
        ]
    };
    listed("edges:", rims.by_color().iter().map(edge))
}

/// Names the cells at the ends of borders, if text cannot draw them or they have several colors: `borders: red c1  blue c5`.
fn borders(game: &Game, scene: &Scene) -> Option<StyledLine> {
    let mut colors: Vec<(Paint, CellSet)> = Vec::new();
    for (sides, paint) in &scene.borders {
        let cells: CellSet = sides.iter().map(|side| side.cell).collect();
        match colors.iter_mut().find(|(of, _)| of == paint) {
            Some((_, all)) => *all = all.or(&cells),
            None if !cells.is_empty() => colors.push((*paint, cells)),
            None => {}
        }
    }
    if game.board.is_square() && colors.len() < 2 {
        return None;
    }
    let border = |(paint, cells): (Paint, CellSet)| {
        vec![(paint.name().to_owned(), ink(paint.terminal)), (ends(game, cells), Style::new())]
    };
    listed("borders:", colors.into_iter().map(border))
}

/// Names the first and the last cell of each connected part of a set: ` a1-e1 a5-e5 c3`.
fn ends(game: &Game, cells: CellSet) -> String {
    let mut rest = cells;
    let mut text = String::new();
    while let Some(first) = rest.first() {
        let part = game.board.group(&CellSet::of(first), &rest);
        let last = part.iter().last().filter(|last| *last != first);
        text += &format!(" {}", game.board.name(first));
        text.extend(last.map(|last| format!("-{}", game.board.name(last))));
        rest = rest.except(&part);
    }
    text
}

/// Returns a line with a heading, or `None` if it has no parts.
fn listed(heading: &str, parts: impl Iterator<Item = StyledLine>) -> Option<StyledLine> {
    let mut line = vec![(heading.to_owned(), Style::new())];
    for part in parts {
        line.push((if line.len() == 1 { " " } else { "  " }.to_owned(), Style::new()));
        line.extend(part);
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
