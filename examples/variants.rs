//! All variants of a parameter compared by random games: `cargo run --release --example variants`.

use boardwright::load_bundled;
use boardwright::outcome::Outcome;

const GAMES: u64 = 200;
const LONGEST: u32 = 2000;

/// Plays the games and prints a table.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{:>5} {:>8} {:>8} {:>8}", "size", "plies", "first", "draws");
    for size in ["5", "7", "9"] {
        let game = load_bundled("rush", &[("size", size)])?;
        let (mut plies, mut first, mut draws) = (0, 0, 0);
        let mut ended = |outcome: Option<Outcome>, length: u32| {
            plies += u64::from(length);
            match outcome {
                Some(Outcome::Win(player)) => first += u64::from(player.0 == 0),
                Some(Outcome::Draw) => draws += 1,
                None => {}
            }
        };
        game.random_games(&game.start()?, 1, 0..GAMES, LONGEST, &mut ended).map_err(|(_, fault)| fault)?;
        let share = |n: u64| format!("{:.0} %", 100.0 * n as f64 / GAMES as f64);
        println!("{size:>5} {:>8.1} {:>8} {:>8}", plies as f64 / GAMES as f64, share(first), share(draws));
    }
    Ok(())
}
