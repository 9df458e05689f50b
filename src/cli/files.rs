//! Rule files and other texts on disk: reading with clear refusals, writing that never leaves half a file.

use super::out::{Stop, plain};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// The most bytes of a rule file, record or snapshot: a thousand times what the longest rules take.
pub const LIMIT: u64 = 8 << 20;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Stop> {
    utf8(bytes(path)?, &path.display().to_string())
}

/// The bytes of a file; one more than [`LIMIT`] at most.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Stop> {
    let name = path.display();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Stop::usage(format!("there is no file `{name}`")),
        _ => Stop::usage(format!("cannot read `{name}`: {}", plain(&error))),
    };
    if path.is_dir() {
        return Err(Stop::usage(format!("`{name}` is a folder, not a file")));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes)).map_err(failed)?;
    Ok(bytes)
}

/// Whether a rule file extends another one. No more of it is read than what stands before that.
pub fn is_variant(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let lines = BufReader::new(file.take(LIMIT)).lines().map_while(Result::ok);
    let mut words = lines.map(|line| line.trim_start_matches(['\u{feff}', ' ', '\t']).to_owned());
    words.find(|line| !line.is_empty() && !line.starts_with("//")).is_some_and(|line| line.starts_with("extends"))
}

/// The text of standard input.
pub fn read_stdin() -> Result<String, Stop> {
    let mut bytes = Vec::new();
    io::stdin()
        .take(LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Stop::usage(format!("cannot read standard input: {}", plain(&error))))?;
    utf8(bytes, "standard input")
}

fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Stop> {
    if bytes.len() as u64 > LIMIT {
        return Err(Stop::usage(format!("`{name}` is no rule file: it is larger than {} MB", LIMIT >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column =
            String::from_utf8_lossy(before.rsplit(|byte| *byte == b'\n').next().unwrap_or(&[])).chars().count();
        Stop::usage(format!("`{name}` is not written in UTF-8: line {line}, column {} (byte {at})", column + 1))
            .help("save it as UTF-8 in your editor".to_owned())
    })
}

/// Replaces a file, or makes it, all at once: whatever happens, there is the old text or the new one.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    // The file itself, not a link to it; and never a device.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("it is no ordinary file"));
    }
    prepared(&path, text)?.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// A finished file beside the place where it belongs.
fn prepared(path: &Path, text: &str) -> io::Result<tempfile::NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".boardwright").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    keep_permissions(path, file.as_file())?;
    Ok(file)
}

/// The permissions of the file that is replaced, or those that a new file has.
fn keep_permissions(path: &Path, file: &File) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(old) => file.set_permissions(old.permissions()),
        #[cfg(unix)]
        Err(_) => file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644)),
        #[cfg(not(unix))]
        Err(_) => Ok(()),
    }
}

/// Makes a file that must not exist yet.
pub fn create(path: &Path, text: &str) -> Result<(), Stop> {
    let name = path.display();
    let created = prepared(path, text).and_then(|file| file.persist_noclobber(path).map_err(|error| error.error));
    created.map(drop).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Stop::usage(format!("`{name}` exists already"))
            .help("choose another name, or remove the file first".to_owned()),
        _ => Stop::usage(format!("cannot write `{name}`: {}", plain(&error))),
    })
}

/// The rule files in a folder and below, in order; hidden folders and `target` are left out.
pub fn rule_files(folder: &Path, depth: usize) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let kind = entry.file_type()?;
        let skipped = name.to_string_lossy().starts_with('.') || name == "target" || name == "node_modules";
        if kind.is_dir() && depth > 0 && !skipped {
            // A folder below that cannot be read has nothing to test.
            files.extend(rule_files(&path, depth - 1).unwrap_or_default());
        } else if !kind.is_dir() && path.extension().is_some_and(|extension| extension == "game") {
            files.push(path);
        }
    }
    Ok(files)
}
