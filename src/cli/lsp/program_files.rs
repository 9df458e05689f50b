//! Bundled texts as files that an editor can open: the pages of codes, and bundled games.

use super::uri;
use boardwright::bundled;
use boardwright::diagnostic::Code;
use boardwright::internals::explain;
use lsp_types::Uri;
use std::cell::OnceCell;
use tempfile::TempDir;

/// A temporary folder with these files, created on first use and removed when the server ends.
#[derive(Default)]
pub struct ProgramFiles {
    folder: OnceCell<Option<TempDir>>,
}

impl ProgramFiles {
    /// Returns the page of a code.
    pub fn page(&self, code: Code) -> Option<Uri> {
        self.file(&format!("{code}.md"), explain::page(code))
    }

    /// Returns the rule file of a bundled game, by the name of the file.
    pub fn game(&self, file: &str) -> Option<Uri> {
        let source = bundled::source(file.strip_suffix(".game")?)?;
        self.file(file, &source.text)
    }

    /// Returns whether a file is in this folder.
    pub fn has(&self, path: &std::path::Path) -> bool {
        self.folder.get().and_then(Option::as_ref).is_some_and(|folder| path.starts_with(folder.path()))
    }

    fn file(&self, name: &str, text: &str) -> Option<Uri> {
        let folder = self.folder.get_or_init(|| tempfile::Builder::new().prefix("boardwright").tempdir().ok());
        let path = folder.as_ref()?.path().join(name);
        if !path.exists() {
            std::fs::write(&path, text).ok()?;
        }
        uri::of(&path)
    }
}
