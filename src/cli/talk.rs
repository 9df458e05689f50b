//! Answers about moves in `play` and `repl`: the legal moves, and similar legal moves.

use boardwright::engine::Engine;
use boardwright::internals::suggest;
use boardwright::notation;
use boardwright::outcome::Fault;
use boardwright::position::Position;

/// The most legal moves suggested instead of an illegal one.
const MOST_SUGGESTIONS: usize = 10;

/// Lists the legal moves.
pub fn list_moves(engine: &dyn Engine, position: &Position) -> Result<String, Fault> {
    let texts = notation::legal_texts(engine, position)?;
    if texts.is_empty() {
        return Ok("The game is over.".to_owned());
    }
    Ok(columns(&texts))
}

/// Arranges moves in lines.
pub fn columns(texts: &[String]) -> String {
    texts.chunks(12).map(|line| line.join("  ")).collect::<Vec<_>>().join("\n")
}

/// Suggests legal moves that are similar to an illegal one.
pub fn suggest_moves(engine: &dyn Engine, position: &Position, text: &str) -> String {
    let legal = notation::legal_texts(engine, position).unwrap_or_default();
    let head = |text: &str| text.split_once('-').map(|(head, _)| head.to_owned());
    let same_piece = legal.iter().filter(|legal| head(text).is_some() && head(legal) == head(text));
    let mut near: Vec<&str> = same_piece.map(String::as_str).collect();
    if near.is_empty() {
        near = suggest::nearest(text, legal.iter().map(String::as_str));
    }
    near.truncate(MOST_SUGGESTIONS);
    match near.as_slice() {
        [] => "Type `moves` to list the legal moves.".to_owned(),
        near => format!("Similar legal moves: {}.", near.join(", ")),
    }
}
