//! What the dialogs say about moves: which are legal, why one is not, what is near it.

use boardwright::engine::Engine;
use boardwright::notation;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::refusal;
use boardwright::suggest;
use boardwright::wording::sentence;

/// The most legal moves proposed instead of an illegal one.
const PROPOSALS: usize = 10;

/// The legal moves in lines.
pub fn moves(engine: &dyn Engine, position: &Position) -> Result<String, Fault> {
    let texts = notation::legal_texts(engine, position)?;
    if texts.is_empty() {
        return Ok("There are none: the game is over.".to_owned());
    }
    Ok(texts.chunks(12).map(|line| line.join("  ")).collect::<Vec<_>>().join("\n"))
}

/// Which rule refuses a move.
pub fn why(engine: &dyn Engine, position: &Position, text: &str) -> Result<String, Fault> {
    let refusal = engine.why_not(position, text)?;
    Ok(sentence(&refusal::sentence(engine.game(), text, &refusal)))
}

/// The legal moves near one that is not.
pub fn near(engine: &dyn Engine, position: &Position, text: &str) -> String {
    let legal = notation::legal_texts(engine, position).unwrap_or_default();
    let head = |text: &str| text.split_once('-').map(|(head, _)| head.to_owned());
    let same_piece = legal.iter().filter(|legal| head(text).is_some() && head(legal) == head(text));
    let mut near: Vec<&str> = same_piece.map(String::as_str).collect();
    if near.is_empty() {
        near = suggest::nearest(text, legal.iter().map(String::as_str));
    }
    near.truncate(PROPOSALS);
    match near.as_slice() {
        [] => "`moves` lists the legal moves.".to_owned(),
        near => format!("Legal near it: {}.", near.join(", ")),
    }
}
