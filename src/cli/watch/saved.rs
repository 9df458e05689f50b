//! [`SavedFiles`]: notices that files are saved, however an editor does that.
//!
//! It watches the folders, because many editors write a new file and rename it over the old one. Notifications of the system
//! are only hints to look at once: on file systems without them, changes are found a little later.

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// A file that does not change for this time is saved.
const SETTLED: Duration = Duration::from_millis(40);

/// The time to wait for an empty or missing file to be written.
const PATIENCE: Duration = Duration::from_millis(250);

/// The modification time and the length of a file, or `None` if it is missing.
type Stamp = Option<(SystemTime, u64)>;

/// Files and their last known stamps.
pub struct SavedFiles {
    watcher: Option<RecommendedWatcher>,
    stamps: BTreeMap<PathBuf, Stamp>,
    folders: Vec<PathBuf>,
}

impl SavedFiles {
    /// Calls `touched` whenever something happens in the folders of the files.
    pub fn new(touched: impl Fn() + Send + 'static) -> SavedFiles {
        let notified = move |notice: notify::Result<notify::Event>| {
            if notice.is_ok_and(|notice| !notice.kind.is_access()) {
                touched();
            }
        };
        SavedFiles { watcher: notify::recommended_watcher(notified).ok(), stamps: BTreeMap::new(), folders: Vec::new() }
    }

    /// Watches exactly these files.
    pub fn watch(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        let files: Vec<PathBuf> = files.into_iter().collect();
        self.stamps.retain(|file, _| files.contains(file));
        for file in files {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !self.folders.iter().any(|known| known == folder)
                && let Some(watcher) = &mut self.watcher
                && watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()
            {
                self.folders.push(folder.to_owned());
            }
            self.stamps.entry(file).or_insert_with_key(|file| stamp(file));
        }
    }

    /// Returns whether a file has changed since the last call. If so, it waits until the file stops changing.
    pub fn has_changed(&mut self) -> bool {
        let before = self.stamps.clone();
        if !self.update() {
            return false;
        }
        let since = Instant::now();
        loop {
            std::thread::sleep(SETTLED);
            let is_changing = self.update();
            let is_whole = |(file, stamp): (&PathBuf, &Stamp)| match stamp {
                Some((_, length)) => *length > 0,
                None => before.get(file).is_none_or(Stamp::is_none),
            };
            let whole = self.stamps.iter().all(is_whole);
            if since.elapsed() > PATIENCE || (!is_changing && whole) {
                return true;
            }
        }
    }

    /// Updates the stamps and returns whether one has changed.
    fn update(&mut self) -> bool {
        let mut changed = false;
        for (file, old) in &mut self.stamps {
            let now = stamp(file);
            changed |= now != *old;
            *old = now;
        }
        changed
    }
}

fn stamp(file: &Path) -> Stamp {
    let data = std::fs::metadata(file).ok().filter(|data| data.is_file())?;
    Some((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::mpsc::channel;

    #[test]
    fn every_way_of_saving_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.game");
        fs::write(&file, "one").expect("written");
        let (sender, events) = channel();
        let mut saved = SavedFiles::new(move || sender.send(()).unwrap_or_default());
        saved.watch([file.clone()]);
        assert!(!saved.has_changed());
        let other = folder.path().join("b.game");
        fs::write(&other, "in its place").expect("written");
        assert!(!saved.has_changed(), "another file");
        fs::rename(&other, &file).expect("moved");
        assert!(saved.has_changed() && !saved.has_changed(), "replaced");
        fs::remove_file(&file).expect("removed");
        assert!(saved.has_changed() && !saved.has_changed(), "removed");
        fs::write(&file, "again").expect("written");
        assert!(saved.has_changed() && !saved.has_changed(), "written again");
        // If the system sends notifications, they arrived.
        if saved.watcher.is_some() {
            assert!(matches!(events.recv_timeout(Duration::from_secs(5)), Ok(())));
        }
    }
}
