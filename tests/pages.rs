//! Files of the repository that tests generate: pages and pictures in `docs`, word lists of editors.
//! `BLESS=1 cargo test --test library` writes those that differ.

use crate::common::path;
use boardwright::internals::snapshot::compare::changes;

/// Compares generated texts with their files, named from the root of the repository, or writes the files with `BLESS=1`.
///
/// Panics if a text differs from its file.
#[track_caller]
pub fn compare(pages: impl IntoIterator<Item = (String, String)>) {
    let mut differences = Vec::new();
    for (name, text) in pages {
        let file = path(&name);
        let old = std::fs::read_to_string(&file).unwrap_or_default();
        if old == text {
            continue;
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(file, text).unwrap();
            continue;
        }
        differences.push(format!("{name}:\n{}", changes(&old, &text, 5).unwrap_or_default()));
    }
    let accept = "read the differences, then accept them with `BLESS=1 cargo test --test library`";
    assert!(differences.is_empty(), "{}\n{accept}", differences.join("\n"));
}
