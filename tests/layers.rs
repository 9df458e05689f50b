//! The layers of docs/architecture.md hold: imports point down only, and what should not know of each other does not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library by layer, the lowest first.
const LAYERS: &[(&str, &[&str])] = &[
    ("L0 text", &["absent", "source", "diagnostic", "suggest", "explain", "meant", "wording", "lines", "types"]),
    ("L1 representations", &["syntax", "game"]),
    ("L2 analysis", &["analysis"]),
    ("L2 translation", &["check"]),
    ("L3 vocabulary", &["position", "moves", "details", "outcome", "zobrist", "rng"]),
    ("L3 engines", &["engine"]),
    (
        "L4 uses",
        &[
            "notation",
            "render",
            "coverage",
            "figure",
            "record",
            "example",
            "refusal",
            "report",
            "sheet",
            "snapshot",
            "stats",
            "strength",
            "perft",
            "threads",
            "measure",
            "bundled",
            "load",
            "diff",
            "fix",
            "deep",
            "session",
            "player",
            "position_line",
            "solve",
        ],
    ),
    ("L4 questions of editors", &["ide"]),
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|(_, modules)| modules.contains(&module))
}

/// All Rust files under a path of the repository, with their text without comments and unit tests.
fn files(path: &str) -> Vec<(PathBuf, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut found = Vec::new();
    if path.is_dir() {
        let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for entry in entries {
            let entry = entry.expect("an entry").path();
            let name = entry.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("inside").to_string_lossy().into_owned();
            found.extend(files(&name));
        }
    } else if path.extension().is_some_and(|end| end == "rs") && !path.to_string_lossy().ends_with("tests.rs") {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("").to_owned();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        found.push((path, lines.join("\n")));
    }
    found
}

/// The library's files with the module each belongs to: `("check", "src/check/types.rs", text)`.
fn library() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    files("src")
        .into_iter()
        .filter_map(|(path, text)| {
            let inside = path.strip_prefix(&root).expect("inside src");
            let first = Path::new(inside.components().next()?.as_os_str()).file_stem()?.to_str()?.to_owned();
            let name = format!("src/{}", inside.display());
            (!["lib", "internals", "main", "cli"].contains(&first.as_str())).then_some((first, name, text))
        })
        .collect()
}

/// Returns the path after each `crate::` of a text: `crate::{a, b::c}` gives `a` and `b::c`.
fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let path = |text: &str| -> String {
            text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect()
        };
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut start = 0;
            for (at, c) in group.char_indices() {
                match c {
                    '{' => depth += 1,
                    ',' | '}' if depth == 0 => {
                        found.push(path(&group[start..at]));
                        start = at + 1;
                        if c == '}' {
                            break;
                        }
                    }
                    '}' => depth -= 1,
                    _ => {}
                }
            }
        } else {
            found.push(path(rest));
        }
    }
    found.retain(|import| !import.is_empty());
    found
}

/// The first part of a path.
fn module_of(import: &str) -> &str {
    import.split("::").next().unwrap_or("")
}

#[test]
fn imports_point_down_only() {
    let mut wrong = Vec::new();
    for (module, name, text) in library() {
        let Some(own) = layer(&module) else {
            wrong.push(format!("{name}: in which layer is `{module}`?"));
            continue;
        };
        for import in imports(&text) {
            match layer(module_of(&import)) {
                Some(other) if other <= own => {}
                Some(other) => wrong.push(format!("{name} ({}) uses {import} ({})", LAYERS[own].0, LAYERS[other].0)),
                None => {} // a macro or an item of lib.rs
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_check_translates_syntax_to_game() {
    // What uses a game may tell people of both what is written and what it means.
    let uses = LAYERS.iter().position(|(name, _)| name.starts_with("L4")).expect("uses");
    for (module, name, text) in library().into_iter().filter(|(module, ..)| layer(module).is_some_and(|own| own < uses))
    {
        let uses = |other: &str| module == other || imports(&text).iter().any(|import| module_of(import) == other);
        assert!(module == "check" || !(uses("syntax") && uses("game")), "{name} knows both syntax and game");
    }
}

#[test]
fn engines_are_mutually_ignorant() {
    let engines: Vec<String> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine"))
        .expect("engines")
        .map(|entry| entry.expect("an entry").path())
        // Other folders are what engines share.
        .filter(|path| fs::read_to_string(path.join("mod.rs")).is_ok_and(|text| text.contains("impl Engine for")))
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    assert!(engines.len() > 1);
    for engine in &engines {
        for (path, text) in files(&format!("src/engine/{engine}")) {
            for other in engines.iter().filter(|other| *other != engine) {
                assert!(!text.contains(&format!("{other}::")), "{} knows the engine {other}", path.display());
            }
        }
    }
}

#[test]
fn only_syntax_uses_pest() {
    for (module, name, text) in library() {
        assert!(module == "syntax" || !text.contains("pest"), "{name} knows of pest");
    }
}

#[test]
fn the_binary_uses_the_public_library_alone() {
    let all = files("src/main.rs").into_iter().chain(files("src/cli"));
    for (path, text) in all {
        for import in imports(&text) {
            let module = module_of(&import);
            assert!(layer(module).is_none(), "{} uses crate::{import}, not boardwright::{import}", path.display());
        }
    }
}

#[test]
fn the_library_does_no_input_or_output() {
    const OUTSIDE: &[&str] =
        &["std::fs", "std::io", "std::env", "std::time", "std::process", "println!", "print!", "clap", "indicatif"];
    // Players look at the clock, if they are asked to think for some time, and the native engine, to find out whether code pays.
    const ALLOWED: &[(&str, &str)] = &[("src/player/", "std::time"), ("src/engine/fast/mod.rs", "std::time")];
    for (_, name, text) in library() {
        for word in OUTSIDE {
            let allowed = ALLOWED.iter().any(|(place, what)| name.starts_with(place) && what == word);
            assert!(allowed || !text.contains(word), "{name} uses {word}");
        }
    }
}

/// The modules of the command line by their paths below `src/cli`, with their texts: `("diff/text", text)`.
fn commands() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let name = |path: &Path| path.strip_prefix(&root).expect("inside src/cli").with_extension("").display().to_string();
    let module =
        |name: String| name.strip_suffix("mod").map_or(name.clone(), |folder| folder.trim_end_matches('/').into());
    files("src/cli").into_iter().map(|(path, text)| (module(name(&path)), text)).collect()
}

/// The module that a `use` path of another one means, such as `super::options::Format` in `perft`.
fn target(commands: &BTreeMap<String, String>, own: &str, path: &str) -> Option<String> {
    let parent = own.rsplit_once('/').map_or("", |(parent, _)| parent);
    let (base, rest) = match path.strip_prefix("crate::cli::") {
        Some(rest) => ("", rest),
        None => path.strip_prefix("super::").map_or((own, path), |rest| (parent, rest)),
    };
    let mut found = base.to_owned();
    for part in rest.split("::") {
        let inner = if found.is_empty() { part.to_owned() } else { format!("{found}/{part}") };
        if !commands.contains_key(&inner) {
            break;
        }
        found = inner;
    }
    (found != own).then_some(found)
}

#[test]
fn imports_of_commands_have_no_circles() {
    let commands = commands();
    let mut uses: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (own, text) in &commands {
        uses.entry(own.as_str()).or_default();
        for line in text.split(';').filter_map(|line| line.trim_start().split_once("use ").map(|(_, path)| path)) {
            let (prefix, group) = line.split_once('{').map_or((line, ""), |(prefix, group)| (prefix, group));
            let names = group.trim_end_matches('}').split(',').map(|name| format!("{prefix}{}", name.trim()));
            uses.entry(own.as_str()).or_default().extend(names.filter_map(|path| target(&commands, own, path.trim())));
        }
    }
    assert!(uses["perft"].contains("options") && uses["diff/text"].contains("diff/summary"));
    // Take away the modules that import nothing, until none is left; what stays imports in a circle.
    while let Some(free) = uses.iter().find(|(_, used)| used.is_empty()).map(|(module, _)| (*module).to_owned()) {
        uses.remove(free.as_str());
        for used in uses.values_mut() {
            used.remove(&free);
        }
    }
    assert!(uses.is_empty(), "{uses:?}");
}
