//! What several test files share: loading the games of this repository.

use boardwright::check::{self, Bases};
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::game::Game;
use boardwright::game::rules::Domain;
use boardwright::source::Source;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Both engines of a game, of which the fast one has generated its code.
pub fn translated(game: Arc<Game>) -> (Arc<Reference>, Arc<Fast>) {
    let reference = Arc::new(Reference::new(game.clone()));
    let fast = Fast::new(game, reference.clone());
    fast.unsupported();
    (reference, Arc::new(fast))
}

/// Both engines of a bundled game. They are made once for all tests, because it takes long to generate code.
pub fn both_engines(name: &str) -> (Arc<Reference>, Arc<Fast>) {
    type Made = Arc<OnceLock<(Arc<Reference>, Arc<Fast>)>>;
    static MADE: Mutex<BTreeMap<String, Made>> = Mutex::new(BTreeMap::new());
    let made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).entry(name.to_owned()).or_default().clone();
    made.get_or_init(|| translated(game(name, "-"))).clone()
}

/// A path below the root of the repository.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The rule files in a folder of the repository, in order.
pub fn rule_files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "game")).collect();
    files.sort();
    files
}

/// The folders of the bundled games: our own, and the classics.
pub fn folders() -> [PathBuf; 2] {
    let games = path("games");
    [games.clone(), games.join("classics")]
}

/// Returns whether a bundled game is one of the classics.
pub fn is_classic(name: &str) -> bool {
    let [_, classics] = folders();
    file(name).starts_with(classics)
}

/// The rule file of a bundled game.
pub fn file(name: &str) -> PathBuf {
    let [games, classics] = folders().map(|folder| folder.join(format!("{name}.game")));
    if games.is_file() { games } else { classics }
}

/// The snapshot of a bundled game's behavior.
pub fn snapshot(name: &str) -> PathBuf {
    file(name).with_file_name("snapshots").join(format!("{name}.snap"))
}

/// Bases beside the bundled games.
pub struct Folder;

impl Bases for Folder {
    fn base(&self, name: &str, _from: &Source) -> Option<Source> {
        Some(Source::new(format!("{name}.game"), std::fs::read_to_string(file(name)).ok()?))
    }

    fn names(&self) -> Vec<String> {
        all_games()
    }
}

/// Bases in a folder, then the bundled games.
pub struct Beside<'a>(pub &'a Path);

impl Bases for Beside<'_> {
    fn base(&self, name: &str, from: &Source) -> Option<Source> {
        match std::fs::read_to_string(self.0.join(format!("{name}.game"))) {
            Ok(text) => Some(Source::new(format!("{name}.game"), text)),
            Err(_) => Folder.base(name, from),
        }
    }

    fn names(&self) -> Vec<String> {
        all_games()
    }
}

/// The names of all bundled games.
pub fn all_games() -> Vec<String> {
    let mut names: Vec<String> = folders()
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            (path.extension()? == "game").then(|| path.file_stem().unwrap().to_string_lossy().into_owned())
        })
        .collect();
    names.sort();
    names
}

/// An engine for a game of this repository with settings such as `size=9,pie=false`, or `-` for none.
pub fn engine(name: &str, settings: &str) -> Reference {
    Reference::new(game(name, settings))
}

/// A game of this repository with settings.
pub fn game(name: &str, settings: &str) -> Arc<Game> {
    let settings: Vec<(String, String)> = settings
        .split(',')
        .filter_map(|setting| setting.split_once('='))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    let path = file(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let checked = check::check(Source::new(format!("{name}.game"), text), &Folder, &settings);
    assert!(checked.refused.is_empty(), "{name}: {:?}", checked.refused);
    match checked.game {
        Some(game) => game,
        None => panic!("{name}: {:#?}", checked.diagnostics),
    }
}

/// Both engines of a game: the one that defines the meaning, and the fast one. (No two moves of a bundled game have one
/// text.)
pub fn both(game: &Arc<Game>) -> [Arc<dyn Engine>; 2] {
    let reference = Arc::new(Reference::new(game.clone()));
    [reference.clone(), Arc::new(Fast::trusting(game.clone(), reference))]
}

/// Settings of a game: as the file has them, and each parameter at its least and its greatest. Not all of them fit together.
pub fn settings(game: &Game) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for param in &game.params {
        let values: Vec<String> = match &param.domain {
            Domain::Range(least, most) => vec![least.to_string(), most.to_string()],
            Domain::List(list) => list.iter().min().into_iter().chain(list.iter().max()).map(i32::to_string).collect(),
            Domain::Bool => vec!["true".to_owned(), "false".to_owned()],
            Domain::Words(words) => words.clone(),
            Domain::Any => Vec::new(),
        };
        all.extend(values.into_iter().map(|value| vec![(param.name.clone(), value)]));
    }
    all
}
