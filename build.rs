//! Lists the bundled games for `src/bundled.rs`: the rule files in `games` and `games/classics`, embedded by their paths.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut list = String::from("&[\n");
    for (folder, is_classic) in [("games", false), ("games/classics", true)] {
        println!("cargo:rerun-if-changed={folder}");
        for path in rule_files(&root.join(folder))? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(list, "    ({name:?}, {is_classic}, include_str!({path:?})),");
        }
    }
    list += "]\n";
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("games.rs"), list)
}

fn rule_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    Ok(files)
}
