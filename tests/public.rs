//! What the library shows: each public type has an example, or a link to one.

use crate::common;
use std::path::{Path, PathBuf};

/// What is public and stable.
const PUBLIC: &[&str] = &[
    "bundled",
    "check",
    "details",
    "diagnostic",
    "engine",
    "game",
    "load",
    "measure",
    "moves",
    "notation",
    "outcome",
    "perft",
    "player",
    "position",
    "position_line",
    "record",
    "render",
    "report",
    "rng",
    "session",
    "solve",
    "source",
    "stats",
    "strength",
    "threads",
];

/// What is public and unstable, as `internals` says.
const UNSTABLE: &[&str] = &[
    "check/declared.rs",
    "check/expand.rs",
    "check/scope.rs",
    "engine/reference/view.rs",
    "engine/reference/watch.rs",
    "engine/running.rs",
    "engine/symmetries",
    "game/board/blueprint.rs",
    "game/drawing.rs",
    "game/expr.rs",
    "game/layout.rs",
    "game/look.rs",
    "game/operator",
    "game/part.rs",
    "game/place.rs",
    "game/rules.rs",
    "game/stmt.rs",
    "game/text.rs",
];

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|entry| files(&entry)).collect()
}

/// Returns the public types of a file without a link or an example in their documentation.
fn bare_types(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]").next().unwrap_or("");
    let (mut doc, mut bare) = (String::new(), Vec::new());
    for line in text.lines() {
        let item = ["pub struct ", "pub enum ", "pub trait "].iter().find_map(|start| line.strip_prefix(start));
        if let Some(comment) = line.strip_prefix("///") {
            doc += comment;
        } else if let Some(item) = item {
            let name: String = item.chars().take_while(|c| c.is_alphanumeric()).collect();
            if !doc.contains("```") && !doc.contains('[') {
                bare.push(name);
            }
            doc.clear();
        } else if !line.starts_with("#[") {
            doc.clear();
        }
    }
    bare
}

#[test]
fn every_public_type_has_an_example_or_a_link_to_one() {
    let root = common::path("src");
    let mut bare = Vec::new();
    for module in PUBLIC {
        let (file, folder) = (root.join(format!("{module}.rs")), root.join(module));
        for path in [file, folder].iter().filter(|path| path.exists()).flat_map(|path| files(path)) {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            if !UNSTABLE.iter().any(|unstable| name.starts_with(unstable)) && name.ends_with(".rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                bare.extend(bare_types(&text).into_iter().map(|found| format!("src/{name}: {found}")));
            }
        }
    }
    assert!(bare.is_empty(), "{}", bare.join("\n"));
    assert_eq!(
        bare_types("/// A cell.\npub struct Cell;\n/// See [`Cell`].\n#[derive(Debug)]\npub enum Side {}"),
        ["Cell"]
    );
}
