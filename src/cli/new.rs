//! `boardwright new`.

use super::out::{CliError, Exit, Out};
use super::{chosen, files};
use boardwright::game::Game;
use boardwright::internals::wording::{capital, quoted};
use clap::Args;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  boardwright new mygame
  boardwright new \"my tiger\" --from tiger";

/// The arguments of `new`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct NewArgs {
    /// Name of the new game, or the path of its file
    pub name: String,
    /// Create a variant of this game
    #[arg(long, value_name = "GAME", add = super::candidates::games())]
    pub from: Option<String>,
}

/// Creates a rule file.
pub fn run(args: &NewArgs, out: &mut Out) -> Result<Exit, CliError> {
    let name = args.name.trim();
    let path = PathBuf::from(if name.ends_with(".game") { name.to_owned() } else { format!("{name}.game") });
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    // A name that begins with a dash would be parsed as an option.
    let dashed = name.starts_with('-') || stem.starts_with('-');
    if stem.is_empty() || stem == ".game" || dashed || stem.contains(['"', '\n']) {
        return Err(CliError::usage(format!("invalid name `{name}`"))
            .help("use a name such as `mygame`, without quotes or a leading dash"));
    }
    // `my tiger` and `my-tiger` become My tiger.
    let title = capital(&stem.replace(['-', '_'], " "));
    let text = match &args.from {
        Some(from) => make_variant(&title, from, &path)?,
        None => GAME.replace("TITLE", &title),
    };
    if let Some(folder) = path.parent()
        && !folder.as_os_str().is_empty()
        && !folder.is_dir()
    {
        return Err(CliError::usage(format!("no such folder: `{}`", folder.display())));
    }
    files::create(&path, &text)?;
    let name = path.display().to_string();
    let word = quoted(&name);
    out.line(format!("Created {name}\n\nNow try:\n  boardwright play {word}\n  boardwright test {word}"))?;
    Ok(Exit::Success)
}

/// Returns a variant of a game, in three lines.
fn make_variant(title: &str, from: &str, path: &Path) -> Result<String, CliError> {
    let (source, bases) = chosen::find_source(from)?;
    let engine = chosen::build_engine(boardwright::check::check(source, &*bases, &[]))?;
    let game = engine.game();
    let base = match Path::new(from) {
        file if from.ends_with(".game") || file.is_file() => base_name(file, path)?,
        _ => from.to_owned(),
    };
    if path.file_stem().is_some_and(|stem| stem == base.as_str()) {
        return Err(CliError::usage(format!("a variant of `{base}` cannot have the same name")));
    }
    Ok(format!("extends \"{base}\"\ngame \"{title}\"\n{}\n", first_change(game)))
}

/// Returns the name of a base in the folder of its variant.
fn base_name(base: &Path, variant: &Path) -> Result<String, CliError> {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::canonicalize(folder).ok()
    };
    match (base.file_stem(), folder(base) == folder(variant)) {
        (Some(stem), true) => Ok(stem.to_string_lossy().into_owned()),
        _ => Err(CliError::usage(format!("`{}` is not in the folder of its variant", base.display()))
            .help("a game can extend a game in the same folder or a bundled game")),
    }
}

/// Returns a first change to start from: a parameter, or else a comment.
fn first_change(game: &Game) -> String {
    match game.params.first() {
        Some(param) => format!("replace param {} = {}", param.name, param.default),
        None => game.actions.first().map_or("// write the changes here".to_owned(), |action| {
            format!("// write the changes here, such as: replace action {}(...) when ... do ...", action.name)
        }),
    }
}

/// A small game that shows each part of a rule file.
const GAME: &str = r#"game "TITLE"

board square 4 x 4
players Black, White
piece stone

/// Players take turns putting a stone on an empty cell that touches no own stone.
action place(p: empty)
  when none(neighbors(p) & own)
  do put stone at p

end {
  when stuck(next): next loses            // a player who cannot place loses
}

example "no two own stones side by side" {
  play b2, c2
  legal a1
  illegal b1
}
"#;
