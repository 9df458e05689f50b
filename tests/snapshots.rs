//! [`Snapshots`]: compares texts with snapshots of insta. `INSTA_UPDATE=always cargo test --test library` accepts the differences.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Comparisons with snapshots, collected so that one run shows all differences.
#[derive(Default)]
pub struct Snapshots {
    different: Vec<String>,
}

impl Snapshots {
    /// Compares a text with the snapshot in a file `NAME.snap`.
    pub fn compare(&mut self, file: &Path, text: &str) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(file.parent().unwrap());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let compare = || settings.bind(|| insta::assert_snapshot!(name, text));
        if catch_unwind(AssertUnwindSafe(compare)).is_err() {
            self.different.push(name.to_owned());
        }
    }

    /// Panics if a text differed from its snapshot.
    #[track_caller]
    pub fn finish(self) {
        let accept = "accept them with `cargo insta review` or `INSTA_UPDATE=always cargo test --test library`";
        assert!(self.different.is_empty(), "snapshots differ: {}; {accept}", self.different.join(", "));
    }
}
