//! [`Kept`]: compares texts with the files that keep them. `BLESS=1 cargo test --test library` writes the files instead.

use boardwright::snapshot::compare::changes;
use std::path::{Path, PathBuf};

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

/// Texts that differ from their files, collected so that one run shows all of them.
#[derive(Default)]
pub struct Kept {
    differences: Vec<String>,
}

impl Kept {
    /// Compares a text with a file; with `BLESS=1` it writes the file.
    pub fn compare(&mut self, file: &Path, text: &str) {
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display();
        let kept = std::fs::read_to_string(file).unwrap_or_default();
        if kept == text {
            return;
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
            return;
        }
        let changes = changes(&kept, text, 5).unwrap_or_default();
        self.differences.push(format!("{name}:\n{changes}"));
    }

    /// Panics if a text differed from its file.
    #[track_caller]
    pub fn finish(self) {
        let count = self.differences.len();
        let accept = "read the differences, then accept them with `BLESS=1 cargo test --test library`";
        assert!(count == 0, "{}\n{count} files differ: {accept}", self.differences.join("\n"));
    }
}
