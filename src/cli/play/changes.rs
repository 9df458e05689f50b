//! Changes of who plays, by words: levels, players, swapped sides.

use super::clocks::Clocks;
use super::forfeit::Forfeit;
use super::live_game::LiveGame;
use super::machine::{ADVISER, Machine};
use super::sides::{self, Who};
use boardwright::game::piece::Player;
use boardwright::player::LEVELS;

/// Gives all seats of the machine to the players of a game.
pub fn seat_all(machine: &Machine, game: &LiveGame) -> Result<(), String> {
    for (seat, who) in game.sides().iter().enumerate() {
        machine.seat(seat, who.create(&game.engine)?, game.seed());
    }
    machine.seat(ADVISER, sides::adviser(&game.engine), game.seed());
    Ok(())
}

/// Takes moves back, as [`LiveGame::undo_times`] does. A player whose time was over gets the time of the beginning: otherwise it
/// would lose again at once.
pub fn undo(game: &mut LiveGame, clocks: Option<&mut Clocks>, times: usize) -> Result<String, String> {
    let late = game.out_of_time();
    let undone = game.undo_times(times)?;
    if let (Some(player), Some(clocks)) = (late, clocks) {
        clocks.refill(player);
    }
    Ok(undone)
}

/// Gives each side to the player of the one before; returns a sentence about it.
pub fn swap_sides(game: &mut LiveGame) -> String {
    game.swap_sides();
    let rules = game.rules();
    let plays = |(n, who): (usize, &Who)| {
        let who = if *who == Who::Human { "you" } else { who.name() };
        format!("{who} for {}", rules.player_name(Player(n as u8)))
    };
    let sides: Vec<String> = game.sides().iter().enumerate().map(plays).collect();
    let again = if sides.len() == 2 { "; swap sides again to undo it" } else { "" };
    format!("Swapped who plays: {}{again}.", sides.join(", "))
}

/// Lets the computer play at another level; returns a sentence about it.
pub fn set_level(game: &mut LiveGame, text: &str) -> Result<String, String> {
    let level = text.trim().parse().ok().filter(|level| LEVELS.contains(level));
    let level = level.ok_or_else(|| format!("Expected a level from {} to {}.", LEVELS.start(), LEVELS.end()))?;
    let leveled: Vec<(usize, Who)> =
        game.sides().iter().enumerate().filter_map(|(n, who)| Some((n, who.with_level(level)?))).collect();
    if leveled.is_empty() {
        let names: Vec<&str> = game.sides().iter().filter(|who| **who != Who::Human).map(Who::name).collect();
        return Err(match names.as_slice() {
            [] => "No computer plays.".to_owned(),
            names => format!("No levels: {} plays the same at each.", names.join(" and ")),
        });
    }
    leveled.into_iter().for_each(|(n, who)| game.set_side(Player(n as u8), who));
    Ok(format!("Level {level}."))
}

/// Lets somebody else play a side: `white human`, `black mcts`; returns a sentence about it.
pub fn set_player(game: &mut LiveGame, text: &str) -> Result<String, String> {
    let (side, who) = text.split_once(['=', ' ']).unwrap_or((text, ""));
    let player = sides::find_player(game.rules(), side.trim()).map_err(|error| error.into_message())?;
    let who = Who::parse(who.trim(), &game.engine)?;
    let said = format!("{} is played by {}.", game.rules().player_name(player), who.name());
    game.set_side(player, who);
    Ok(said)
}

/// Returns the person who can resign: the one to move, or else the first one who is still in the game.
pub fn resigning(game: &LiveGame) -> Option<Player> {
    let players = (0..game.sides().len()).map(|n| Player(n as u8));
    let mut humans = players.filter(|player| game.side(*player) == Some(&Who::Human) && game.is_in(*player));
    let to_move = game.to_move()?;
    if game.side(to_move) == Some(&Who::Human) { Some(to_move) } else { humans.next() }
}

/// Lets a person resign; returns whether there is one and the game goes on.
pub fn resign(game: &mut LiveGame) -> bool {
    let player = resigning(game);
    player.into_iter().for_each(|player| game.end(Forfeit::Resigned(player)));
    player.is_some()
}
