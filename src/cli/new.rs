//! `boardwright new`.

use super::args::New;
use super::out::{Exit, Out, Stop};
use super::{chosen, files};
use boardwright::game::Game;
use boardwright::wording::{capital, quoted};
use std::path::{Path, PathBuf};

/// Writes a rule file to begin with.
pub fn run(args: &New, out: &mut Out) -> Result<Exit, Stop> {
    let name = args.name.trim();
    let path = PathBuf::from(if name.ends_with(".game") { name.to_owned() } else { format!("{name}.game") });
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    // A name that begins with a dash would be read as an option wherever it is written.
    let dashed = name.starts_with('-') || stem.starts_with('-');
    if stem.is_empty() || stem == ".game" || dashed || stem.contains(['"', '\n']) {
        return Err(Stop::usage(format!("`{name}` cannot be the name of a game")).help("such as `mygame`".to_owned()));
    }
    let title = title(&stem);
    let text = match &args.from {
        Some(from) => variant(&title, from, &path)?,
        None => GAME.replace("TITLE", &title),
    };
    if let Some(folder) = path.parent()
        && !folder.as_os_str().is_empty()
        && !folder.is_dir()
    {
        return Err(Stop::usage(format!("there is no folder `{}`", folder.display())));
    }
    files::create(&path, &text)?;
    let name = path.display().to_string();
    let word = quoted(&name);
    out.line(format!("{name} is there. Now try:\n  boardwright play {word}\n  boardwright test {word}"))?;
    Ok(Exit::Well)
}

/// `my tiger` and `my-tiger` are titled My tiger.
fn title(stem: &str) -> String {
    capital(&stem.replace(['-', '_'], " "))
}

/// Three lines that make a variant of a game.
fn variant(title: &str, from: &str, path: &Path) -> Result<String, Stop> {
    let (source, bases) = chosen::source(from)?;
    let engine = chosen::playable(boardwright::check::check(source, &*bases, &[]))?;
    let game = engine.game();
    let base = match Path::new(from) {
        file if from.ends_with(".game") || file.is_file() => beside(file, path)?,
        _ => from.to_owned(),
    };
    if path.file_stem().is_some_and(|stem| stem == base.as_str()) {
        return Err(Stop::usage(format!("a variant of `{base}` needs another name")));
    }
    Ok(format!("extends \"{base}\"\ngame \"{title}\"\n{}\n", difference(game)))
}

/// The name of a base that lies beside its variant.
fn beside(base: &Path, variant: &Path) -> Result<String, Stop> {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::canonicalize(folder).ok()
    };
    match (base.file_stem(), folder(base) == folder(variant)) {
        (Some(stem), true) => Ok(stem.to_string_lossy().into_owned()),
        _ => Err(Stop::usage(format!("`{}` is in another folder than its variant", base.display()))
            .help("a game extends one that lies beside it, or a bundled one".to_owned())),
    }
}

/// A first difference that the variant's author can change: a parameter, else the line to begin with.
fn difference(game: &Game) -> String {
    match game.params.first() {
        Some(param) => format!("replace param {} = {}", param.name, param.default),
        None => match game.actions.first() {
            Some(action) => {
                format!("// say what differs, such as: replace action {}(...) when ... do ...", action.name)
            }
            None => "// say what differs here".to_owned(),
        },
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
  when stuck(next): next loses            // who cannot place loses
}

example "no two own stones side by side" {
  play b2, c2
  legal a1
  illegal b1
}
"#;
