//! `boardwright show`.

use super::chosen::{self, settings_of};
use super::game_position::{GamePosition, reach_or_set_up};
use super::options::{AfterArgs, GameArgs};
use super::out::{CliError, Exit, Out};
use super::reason::Reasons;
use boardwright::game::Game;
use boardwright::game::cells::CellSet;
use boardwright::game::piece::{Piece, Player};
use boardwright::game::rules::Setting;
use boardwright::internals::sheet::{self, Sheet};
use boardwright::internals::wording::quoted;
use boardwright::notation::{self, Verdict};
use boardwright::position::Position;
use boardwright::position_line;
use boardwright::render::{self, Arrow, Scene, SvgStyle, TextStyle};
use boardwright::source::SourceId;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::BTreeMap;

/// The output formats of `show`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    Text,
    Json,
    Svg,
    /// The picture as data, for programs that draw it: cells, pieces, colors and lines, in JSON
    Scene,
    /// The text of the rule file
    File,
    /// The rule sheet, with `--rules`
    Markdown,
    /// The rule sheet as an HTML page, with `--rules`
    Html,
}

const AFTER_HELP: &str = "\
Examples:
  boardwright show tiger
  boardwright show rush --set size=9 --after \"e5 d4 f6\"
  boardwright show hex --after \"f6\" --format svg > hex.svg
  boardwright show connect-four --position \"7/7/7/7/3r3/2yr3 Yellow\"
  boardwright show jostle --rules
  boardwright show jostle --rules --format html > jostle.html";

/// The arguments of `show`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ShowArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub after: AfterArgs,
    /// Print the rules as a rule sheet for players
    #[arg(long)]
    pub rules: bool,
    /// Text for people, JSON for scripts, or another format
    #[arg(long, default_value = "text")]
    pub format: ShowFormat,
}

/// Draws the position. If the rules fault in the first position, draws the setup and reports the fault after it.
pub fn run(args: &ShowArgs, out: &mut Out) -> Result<Exit, CliError> {
    if args.rules {
        return print_rules(args, out);
    }
    let (GamePosition { engine, last, position, name, settings, .. }, fault) =
        reach_or_set_up(&args.game, &args.after)?;
    let game = engine.game();
    // Where the rules fail, the first values of variables may be unknown.
    let line = position_line::write(&*engine, &position).ok();
    let changed = last.as_ref().map(|last| render::cells_of(game, &last.before, &position));
    match args.format {
        ShowFormat::Text => {
            out.line(format!("{}\n", game.full_title()))?;
            draw(game, &position, changed, out)?;
            let last = last.filter(|last| notation::went_out(game, &last.before, &position).next().is_some());
            if let Some(last) = last
                && let Some(reasons) = Reasons::new(&name, &settings)
                && let Some(mv) = engine.find(&last.before, &last.text).ok().flatten()
                && let Some(watched) = reasons.watch(&last.before, &mv)
            {
                watched.departure_lines().iter().try_for_each(|line| out.line(line))?;
            }
            if let Some(line) = line {
                out.line(format!("\nposition \"{line}\""))?;
            }
        }
        ShowFormat::Svg => {
            let arrows = last.map_or_else(Vec::new, |last| Arrow::last(&*engine, &last.before, &last.text));
            let caption = Some(notation::status(game, &position));
            let style = SvgStyle { last: changed, caption, arrows, ..SvgStyle::default() };
            out.line(render::svg(game, &position, &style).trim_end())?;
        }
        ShowFormat::Json => out.json(&to_json(game, &position, line, changed))?,
        ShowFormat::Scene => {
            let last = changed.unwrap_or_default().iter().map(|cell| game.board.name(cell)).collect();
            let (scene, status) = (Scene::new(game, &position), notation::status(game, &position));
            out.json(&SceneJson { scene, status, last })?;
        }
        ShowFormat::File => out.text(game.sources.get(SourceId(0)).text)?,
        ShowFormat::Markdown | ShowFormat::Html => {
            return Err(CliError::usage("Markdown and HTML are available only for the rule sheet")
                .help(format!("use `boardwright show {} --rules --format html`", quoted(&args.game.game))));
        }
    }
    fault.map_or(Ok(Exit::Success), Err)
}

fn print_rules(args: &ShowArgs, out: &mut Out) -> Result<Exit, CliError> {
    match args.format {
        ShowFormat::Text | ShowFormat::Markdown | ShowFormat::Html => {}
        ShowFormat::Json => {
            return Err(CliError::usage("the rule sheet is not available as JSON")
                .help("remove `--rules` to get the position as JSON, or use `--format file` to get the rule file"));
        }
        ShowFormat::Svg | ShowFormat::Scene | ShowFormat::File => {
            return Err(CliError::usage("the rule sheet is available only as text, Markdown or HTML")
                .help("use `--format text`, `--format markdown` or `--format html`, or remove `--rules`"));
        }
    }
    let is_given =
        [("--after", !args.after.after.trim().is_empty()), ("--position", args.after.start.position.is_some())];
    if let Some((option, _)) = is_given.into_iter().find(|(_, given)| *given) {
        return Err(CliError::usage(format!("`{option}` cannot be used with `--rules`")).help("remove one of them"));
    }
    let engine = chosen::load_engine(&args.game)?;
    let sheet = sheet::sheet(&engine).map_err(|fault| chosen::fault_error(&*engine, &fault))?;
    match args.format {
        ShowFormat::Markdown => out.text(sheet::markdown(&sheet))?,
        ShowFormat::Html => out.text(sheet::html(&sheet))?,
        _ => write_sheet(&sheet, out)?,
    }
    Ok(Exit::Success)
}

/// Writes a rule sheet for the terminal.
pub fn write_sheet(sheet: &Sheet, out: &mut Out) -> Result<(), CliError> {
    let width = terminal_size::terminal_size().filter(|_| out.terminal).map_or(80, |(width, _)| width.0.into());
    out.text(sheet::text(sheet, width, out.color))
}

/// Draws the board and, below it, whose turn it is or the result.
pub fn draw(game: &Game, position: &Position, last: Option<CellSet>, out: &mut Out) -> Result<(), CliError> {
    draw_board(game, position, last, out)?;
    out.line(format!("\n{}", notation::status(game, position)))
}

/// Draws the board.
pub fn draw_board(game: &Game, position: &Position, last: Option<CellSet>, out: &mut Out) -> Result<(), CliError> {
    let style = TextStyle { color: out.color, last };
    out.text(render::text(game, position, &style))
}

/// A scene in JSON, with what pictures say of the position.
#[derive(Serialize)]
struct SceneJson<'a> {
    #[serde(flatten)]
    scene: Scene,
    status: String,
    last: Vec<&'a str>,
}

/// A position in JSON.
#[derive(Serialize)]
struct PositionJson<'a> {
    game: String,
    settings: BTreeMap<String, Setting>,
    ply: u32,
    to_move: Option<&'a str>,
    outcome: Option<Verdict>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out: Vec<&'a str>,
    pieces: BTreeMap<&'a str, PieceJson<'a>>,
    vars: serde_json::Map<String, serde_json::Value>,
    position: Option<String>,
    last: Vec<&'a str>,
}

/// A piece in JSON.
#[derive(Serialize)]
struct PieceJson<'a> {
    owner: Option<&'a str>,
    kind: &'a str,
    /// The pieces under it, from the bottom up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    under: Vec<PieceJson<'a>>,
}

fn to_json<'a>(game: &'a Game, position: &Position, line: Option<String>, last: Option<CellSet>) -> PositionJson<'a> {
    PositionJson {
        game: game.title.clone(),
        settings: settings_of(game),
        ply: position.ply,
        to_move: notation::to_move(position).map(|player| game.player_name(player)),
        outcome: position.outcome.map(|outcome| Verdict::new(game, outcome)),
        out: notation::out(game, position).map(|player| game.player_name(player)).collect(),
        pieces: position
            .pieces(game)
            .map(|(cell, piece)| {
                let json = |piece: Piece, under| {
                    let owner = (piece.owner != Player::NOBODY).then(|| game.player_name(piece.owner));
                    PieceJson { owner, kind: game.kind_name(piece.kind), under }
                };
                let mut under = position.stack(game, cell);
                under.pop();
                let under = under.into_iter().map(|piece| json(piece, Vec::new())).collect();
                (game.board.name(cell), json(piece, under))
            })
            .collect(),
        vars: render::variables(game, position),
        position: line,
        last: last.unwrap_or_default().iter().map(|cell| game.board.name(cell)).collect(),
    }
}
