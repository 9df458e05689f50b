//! `boardwright record`: an example from a played game.

mod line;
mod rule_file;

use super::out::{CliError, Exit, Out, remark};
use boardwright::figure::{self, FigureLine, NoFigure};
use boardwright::wording::{counted, quoted};
use clap::Args;
use line::{LineArgs, PlayedLine};
use rule_file::RuleFile;

const AFTER_HELP: &str = "\
FILE is a game that `play` has saved, or a rule file (or a bundled game) to be played now: by `--moves`, by moves on standard \
input, or at the keyboard. The example says the moves, the position in which they end (as a picture where the legend has a symbol \
for all that stands there), and the result, or who is to move and how many moves there are. It is tried before it is shown.

Examples:
  boardwright record saved.json
  boardwright record saved.json --from 20 --append
  boardwright record mygame.game --moves \"c3 b2 a1\" --title \"three in a row\" --append
  boardwright record mygame.game --set size=5
  boardwright moves jostle | head -1 | boardwright record jostle";

/// The arguments of `record`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct RecordArgs {
    #[command(flatten)]
    pub line: LineArgs,
    /// Begin the example after so many moves, with the position there
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: usize,
    /// End it after so many moves of the game
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// What the example is called
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Append the example to the rule file of the game
    #[arg(long, conflicts_with = "into")]
    pub append: bool,
}

/// Makes an example of a played game.
pub fn run(args: &RecordArgs, out: &mut Out) -> Result<Exit, CliError> {
    let line = PlayedLine::of(&args.line, out)?;
    let to = args.to.unwrap_or(line.moves.len());
    let cut = |what: &str, n: usize| {
        let count = counted(line.moves.len(), "move");
        CliError::usage(format!("`{what} {n}` is too much: the game has {count}"))
    };
    if to > line.moves.len() {
        return Err(cut("--to", to));
    }
    if args.from > to {
        return Err(
            cut("--from", args.from).maybe_help((to < line.moves.len()).then(|| format!("`--to` ends it at {to}")))
        );
    }
    let mut played = FigureLine {
        title: "",
        settings: &line.settings,
        positions: line.positions.get(..=to).unwrap_or_default(),
        moves: line.moves.get(..to).unwrap_or_default(),
        from: args.from,
    };
    let added = args.append || args.line.into.is_some();
    let file = RuleFile::find(&line.game, added)?;
    let title = match &args.title {
        Some(title) => title.clone(),
        None => file.free_title(figure::title(line.engine.game(), &played)),
    };
    played.title = &title;
    let text = figure::example(&*line.engine, &played).map_err(|no| match no {
        NoFigure::Fault(fault) => super::chosen::fault_error(&*line.engine, &fault),
        NoFigure::Over | NoFigure::SomebodyIsOut => {
            CliError::usage(no.to_string()).help(format!("begin earlier than `--from {}`", args.from))
        }
        no => CliError::usage(no.to_string()),
    })?;
    let whole = file.with(&text)?;
    if added {
        let path = file.replace(&whole)?;
        out.text(&text)?;
        out.flush()?;
        remark(format!("added to {path}; `boardwright test {} --filter {}` tries it", quoted(&path), quoted(&title)));
    } else {
        out.text(&text)?;
    }
    Ok(Exit::Success)
}
