//! `boardwright playout`.

use super::chosen::{compile_games, fault_report, select_engine};
use super::game_position::{GamePosition, reach};
use super::options::{AfterArgs, EngineName, Format, GameArgs, RunArgs};
use super::out::{CliError, Exit, Out, count, remark};
use super::progress::ProgressReporter;
use super::record_file::RecordFile;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::measure::{self, Stats};
use boardwright::notation::Verdict;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::position_line;
use boardwright::record::{Record, Stopped};
use boardwright::rng::Rng;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

const AFTER_HELP: &str = "\
The same seed gives the same games on every machine.

Examples:
  boardwright playout jostle --games 1000
  boardwright playout connect-four --position \"7/7/7/7/3r3/2yr3 Yellow\"
  boardwright playout tiger --seed 7 --format json
  boardwright playout hex --games 10 --records games.jsonl";

/// The arguments of `playout`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct PlayoutArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub after: AfterArgs,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Stop each game after this many plies
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_plies: u32,
    /// Write each game to this new file, a line of JSON each
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    #[command(flatten)]
    pub run: RunArgs,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// The results in JSON.
#[derive(Serialize)]
struct PlayoutReport<'a> {
    games: u64,
    plies: u64,
    /// The time of the games alone.
    seconds: f64,
    /// The time of one game before them, which compiles the rules. `None` if the engine interprets them.
    compile_seconds: Option<f64>,
    plies_per_second: f64,
    wins: WinsByPlayer<'a>,
    draws: u64,
    unfinished: u64,
    plies_per_game: LengthReport,
    seed: u64,
    /// The first position of each game, if it is not the game's own.
    position: Option<String>,
}

/// The lengths of games in JSON.
#[derive(Serialize)]
struct LengthReport {
    mean: f64,
    least: u32,
    most: u32,
}

/// Wins by the players' names, in turn order.
struct WinsByPlayer<'a>(&'a Game, &'a Stats);

impl Serialize for WinsByPlayer<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.players.iter().map(|player| &player.name).zip(&self.1.wins))
    }
}

/// Plays random games and prints a summary.
pub fn run(args: &PlayoutArgs, out: &mut Out) -> Result<Exit, CliError> {
    let GamePosition { engine, position, is_later, name, settings, .. } = reach(&args.game, &args.after)?;
    let engine = select_engine(args.run.engine, engine);
    let game = engine.game();
    let line = is_later.then(|| position_line::write(&*engine, &position).ok()).flatten();
    let mut file = match &args.records {
        Some(path) => Some(RecordFile::open(path, false, "choose another name", name, settings)?),
        None => None,
    };
    let mut progress = ProgressReporter::new(args.games, "games");
    let threads = args.run.threads.start()?;
    // Compiling is measured apart. A fault is reported with the games.
    let compiling = (args.run.engine == EngineName::Fast).then(|| {
        let since = Instant::now();
        let _ = compile_games(&*engine, &position, args.max_plies);
        since.elapsed().as_secs_f64()
    });
    if let Some(why) = engine.unsupported() {
        progress.aside(|| remark(format!("the reference engine plays, because {why} cannot be compiled")));
    }
    let since = Instant::now();
    let games = (args.seed, args.games, args.max_plies);
    let played = measure::playouts(&*engine, &position, games, &threads, &mut |done| progress.at(done));
    drop(progress);
    let stats = match played {
        Ok(stats) => stats,
        Err((n, fault)) => {
            let text = fault_report_of_game(&*engine, &position, (args.seed, n, args.max_plies), &fault);
            return Err(CliError::Report(text));
        }
    };
    let seconds = since.elapsed().as_secs_f64();
    if let Some(file) = &mut file {
        write_records(args, &*engine, (&position, line.as_deref()), file)?;
    }
    let speed = stats.plies as f64 / seconds.max(1e-9);
    if args.format == Format::Json {
        out.json(&PlayoutReport {
            games: stats.games,
            plies: stats.plies,
            seconds,
            compile_seconds: compiling,
            plies_per_second: speed,
            wins: WinsByPlayer(game, &stats),
            draws: stats.draws,
            unfinished: stats.unfinished,
            plies_per_game: LengthReport { mean: stats.mean(), least: stats.least, most: stats.most },
            seed: args.seed,
            position: line,
        })?;
        return Ok(Exit::Success);
    }
    out.line(format!("{}: {}, seed {}", game.full_title(), count(stats.games, "random game"), args.seed))?;
    if let Some(line) = line {
        out.line(format!("position \"{line}\""))?;
    }
    out.line("")?;
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
    let without = compiling.map_or(String::new(), |seconds| format!(", after {seconds:.2} seconds of compiling"));
    out.line(format!("plies per second  {speed:.0}{without}"))?;
    Ok(Exit::Success)
}

/// Writes the games to a file. They are played a second time, and their moves verified.
fn write_records(
    args: &PlayoutArgs,
    engine: &dyn Engine,
    (start, line): (&Position, Option<&str>),
    file: &mut RecordFile,
) -> Result<(), CliError> {
    let mut progress = ProgressReporter::new(args.games, "games written");
    let settings: Vec<(String, String)> = file.settings.clone();
    for n in 0..args.games {
        let mut record = Record::new(&file.name, &settings, Some(args.seed));
        record.position = line.map(str::to_owned);
        record.number = Some(n + 1);
        record.moves = measure::moves(engine, start, args.seed, n, args.max_plies);
        let mut end = start.clone();
        engine
            .random_game(&mut end, &mut Rng::for_game(args.seed, n), args.max_plies, &mut Vec::new())
            .map_err(|fault| CliError::finding(fault.to_string()))?;
        let outcome = end.outcome;
        record.result = outcome.map(|outcome| Verdict::new(engine.game(), outcome));
        if outcome.is_none() {
            record.stopped =
                Some(Stopped { loser: None, why: format!("after {}", count(record.moves.len() as u64, "ply")) });
        }
        record.replay(engine).map_err(|error| CliError::finding(error.to_string()))?;
        file.add(&record)?;
        progress.at(n + 1);
    }
    Ok(())
}

/// Draws the report of a fault in the n-th game of a seed, with the moves that lead to it.
pub fn fault_report_of_game(
    engine: &dyn Engine,
    start: &Position,
    (seed, n, max_plies): (u64, u64, u32),
    fault: &Fault,
) -> String {
    let moves = measure::moves(engine, start, seed, n, max_plies).join(" ");
    let report = fault_report(engine, fault);
    let when =
        if moves.is_empty() { "before the first move".to_owned() } else { format!("after these moves:\n{moves}") };
    format!("{report}\nIt happened in random game {} of seed {seed}, {when}\n", n + 1)
}
