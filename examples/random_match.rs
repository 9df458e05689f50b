//! A random match: `cargo run --example random_match`.

use boardwright::load_bundled;
use boardwright::render::{self, TextStyle};
use boardwright::rng::Rng;

/// Plays the match.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = load_bundled("slash", &[("size", "7")])?;
    let mut session = game.session()?;
    let mut rng = Rng::new(2026);
    while let Some(index) = session.random_move(&mut rng)? {
        let player = session.to_move().map_or("nobody", |player| game.game().player_name(player));
        println!("{:3}. {player}: {}", session.ply() + 1, session.notation(index)?);
        session.make(index)?;
    }
    let position = session.position();
    println!("\n{}", render::text(game.game(), &position, &TextStyle::default()));
    for (player, share) in game.game().players.iter().zip(session.returns()) {
        println!("{}: {share}", player.name);
    }
    Ok(())
}
