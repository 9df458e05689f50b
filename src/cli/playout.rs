//! `boardwright playout`.

use super::args::{Format, Playout};
use super::chosen::{Reached, fault_report, reach, run_by};
use super::out::{Exit, Out, Stop};
use super::progress::Progress;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::stats::{self, Stats};
use serde::Serialize;
use serde::ser::SerializeMap;
use std::time::Instant;

/// The sum as scripts read it.
#[derive(Serialize)]
struct Sum<'a> {
    games: u64,
    plies: u64,
    seconds: f64,
    plies_per_second: f64,
    wins: Wins<'a>,
    draws: u64,
    unfinished: u64,
    plies_per_game: PerGame,
    seed: u64,
}

/// Lengths of games.
#[derive(Serialize)]
struct PerGame {
    mean: f64,
    least: u32,
    most: u32,
}

/// Wins by the players' names, in turn order.
struct Wins<'a>(&'a Game, &'a Stats);

impl Serialize for Wins<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.players.len()))?;
        for (player, wins) in self.0.players.iter().zip(&self.1.wins) {
            map.serialize_entry(&player.name, wins)?;
        }
        map.end()
    }
}

/// Plays random games and sums them up.
pub fn run(args: &Playout, out: &mut Out) -> Result<Exit, Stop> {
    let Reached { engine, position, .. } = reach(&args.chosen, &args.after)?;
    let engine = run_by(args.engine, engine);
    let game = engine.game();
    let mut progress = Progress::new(args.games, "games");
    let threads = args.threads.threads()?;
    let since = Instant::now();
    let games = (args.seed, args.games, args.max_plies);
    let played = stats::playouts(&*engine, &position, games, &threads, &mut |done| progress.at(done));
    drop(progress);
    let stats = match played {
        Ok(stats) => stats,
        Err((n, fault)) => {
            let text = fault_in_game(&*engine, &position, (args.seed, n, args.max_plies), &fault);
            return Err(Stop::Report(text));
        }
    };
    let seconds = since.elapsed().as_secs_f64();
    let speed = stats.plies as f64 / seconds.max(1e-9);
    if args.format == Format::Json {
        out.json(&Sum {
            games: stats.games,
            plies: stats.plies,
            seconds,
            plies_per_second: speed,
            wins: Wins(game, &stats),
            draws: stats.draws,
            unfinished: stats.unfinished,
            plies_per_game: PerGame { mean: stats.mean(), least: stats.least, most: stats.most },
            seed: args.seed,
        })?;
        return Ok(Exit::Well);
    }
    out.line(format!("{}: {} random games, seed {}\n", game.full_title(), stats.games, args.seed))?;
    let mut rows: Vec<(String, u64)> =
        game.players.iter().zip(&stats.wins).map(|(player, wins)| (format!("{} wins", player.name), *wins)).collect();
    rows.push(("draws".to_owned(), stats.draws));
    if stats.unfinished > 0 {
        rows.push(("unfinished".to_owned(), stats.unfinished));
    }
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, count) in rows {
        let share = 100.0 * count as f64 / stats.games.max(1) as f64;
        out.line(format!("{name:width$}  {count:>8}  {share:5.1} %"))?;
    }
    out.line(format!("\nplies per game    {:.1} (least {}, most {})", stats.mean(), stats.least, stats.most))?;
    out.line(format!("plies per second  {speed:.0}"))?;
    Ok(Exit::Well)
}

/// The report of a fault in the n-th game of a seed from a position, with the moves that lead to it.
pub fn fault_in_game(
    engine: &dyn Engine,
    start: &Position,
    (seed, n, max_plies): (u64, u64, u32),
    fault: &Fault,
) -> String {
    let moves = stats::moves(engine, start, seed, n, max_plies).join(" ");
    let report = fault_report(engine, fault);
    format!("{report}\nIt came in game {} of seed {seed}, whose moves are:\n{moves}\n", n + 1)
}
