//! `boardwright record`: creates an example from a played game.

mod line;
mod rule_file;

use super::out::{CliError, Exit, Out, remark};
use boardwright::internals::figure::{self, FigureLine, NoFigure};
use boardwright::internals::wording::{counted, quoted};
use clap::Args;
use line::{LineArgs, PlayedLine};
use rule_file::RuleFile;

const AFTER_HELP: &str = "\
FILE is a game saved by `play`, or a rule file or bundled game to play now: with `--moves`, with moves from standard input, or at \
the keyboard. The example has the moves, the final position, and the result, or who is to move and how many legal moves there \
are. It is tested before it is printed.

Examples:
  boardwright record saved.json
  boardwright record saved.json --from 20 --append
  boardwright record mygame.game --moves \"c3 b2 a1\" --title \"three in a row\" --append
  boardwright record mygame.game --set size=5
  boardwright record connect-four --position \"7/7/7/7/3r3/2yr3 Yellow\" --moves c2,d3
  boardwright moves jostle | head -1 | boardwright record jostle";

/// The arguments of `record`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct RecordArgs {
    #[command(flatten)]
    pub line: LineArgs,
    /// Start the example after this many moves, with the position there
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: usize,
    /// End the example after this many moves of the game
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// Title of the example
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Append the example to the rule file of the game
    #[arg(long, conflicts_with = "into")]
    pub append: bool,
}

/// Creates an example from a played game.
pub fn run(args: &RecordArgs, out: &mut Out) -> Result<Exit, CliError> {
    let line = PlayedLine::load(&args.line, out)?;
    let to = args.to.unwrap_or(line.moves.len());
    let too_large = |option: &str, n: usize| {
        let count = counted(line.moves.len(), "move");
        CliError::usage(format!("`{option} {n}` is too large: the game has {count}"))
    };
    if to > line.moves.len() {
        return Err(too_large("--to", to));
    }
    if args.from > to {
        return Err(too_large("--from", args.from)
            .maybe_help((to < line.moves.len()).then(|| format!("`--to` ends the example after {to}"))));
    }
    let mut played = FigureLine {
        title: "",
        settings: &line.settings,
        positions: line.positions.get(..=to).unwrap_or_default(),
        moves: line.moves.get(..to).unwrap_or_default(),
        from: args.from,
        set_up: line.set_up,
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
        NoFigure::Over => {
            let smaller = format!("use a smaller number than `--from {}`", args.from);
            CliError::usage(no.to_string()).maybe_help((args.from > 0).then_some(smaller))
        }
        no => CliError::usage(no.to_string()),
    })?;
    let whole = file.append(&text)?;
    if added {
        let path = file.replace(&whole)?;
        out.text(&text)?;
        out.flush()?;
        remark(format!(
            "Added the example to {path}. Test it with `boardwright test {} --filter {}`",
            quoted(&path),
            quoted(&title)
        ));
    } else {
        out.text(&text)?;
    }
    Ok(Exit::Success)
}
