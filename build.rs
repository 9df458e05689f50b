//! Lists the bundled games for `src/bundled.rs`: the rule files in `games` and `games/classics`, embedded by their paths, and the
//! weights in `games/weights`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut list = String::from("&[\n");
    for (folder, is_classic) in [("games", false), ("games/classics", true)] {
        println!("cargo:rerun-if-changed={folder}");
        for path in files(&root.join(folder), "game")? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(list, "    ({name:?}, {is_classic}, include_str!({path:?})),");
        }
    }
    list += "]\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("games.rs"), list)?;
    let folder = "games/weights";
    println!("cargo:rerun-if-changed={folder}");
    let mut list = String::from("&[\n");
    for path in files(&root.join(folder), "weights")? {
        let _ = writeln!(list, "    include_str!({path:?}),");
    }
    list += "]\n";
    fs::write(out.join("weights.rs"), list)
}

/// Returns the files in a folder whose names end like this.
fn files(folder: &Path, end: &str) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == end));
    files.sort();
    Ok(files)
}
