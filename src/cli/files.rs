//! Files: reading with clear errors, and writing that never leaves a half-written file.

use super::out::{CliError, plain};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The most bytes of a rule file, record or snapshot: a thousand times as many as the longest rules have.
const LIMIT: u64 = 8 << 20;

pub fn read(path: &Path) -> Result<String, CliError> {
    decode(read_bytes(path)?, &path.display().to_string())
}

/// Reads a file, at most one byte more than [`LIMIT`].
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    let name = path.display();
    let to_error = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => CliError::usage(format!("file not found: `{name}`")),
        _ => CliError::usage(format!("cannot read `{name}`: {}", plain(&error))),
    };
    if path.is_dir() {
        return Err(CliError::usage(format!("`{name}` is a folder, not a file")));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_end(&mut bytes)).map_err(to_error)?;
    Ok(bytes)
}

/// Returns whether a rule file extends another one. Reads only the beginning of the file.
pub fn is_variant(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let lines = BufReader::new(file.take(LIMIT)).lines().map_while(Result::ok);
    let mut words = lines.map(|line| line.trim_start_matches(['\u{feff}', ' ', '\t']).to_owned());
    words.find(|line| !line.is_empty() && !line.starts_with("//")).is_some_and(|line| line.starts_with("extends"))
}

/// Reads standard input to its end. It can be read several times.
pub fn read_stdin() -> Result<String, CliError> {
    static TEXT: OnceLock<String> = OnceLock::new();
    if let Some(text) = TEXT.get() {
        return Ok(text.clone());
    }
    let text = read_stdin_once()?;
    Ok(TEXT.get_or_init(|| text).clone())
}

fn read_stdin_once() -> Result<String, CliError> {
    let mut bytes = Vec::new();
    io::stdin()
        .take(LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| CliError::usage(format!("cannot read standard input: {}", plain(&error))))?;
    decode(bytes, "standard input")
}

/// Reads a line of standard input, or returns `None` at the end of the input.
pub fn read_line() -> Result<Option<String>, CliError> {
    let mut line = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
        Err(error) => Err(CliError::usage(format!("cannot read standard input: {}", plain(&error)))),
    }
}

fn decode(bytes: Vec<u8>, name: &str) -> Result<String, CliError> {
    if bytes.len() as u64 > LIMIT {
        return Err(CliError::usage(format!("`{name}` is too large: more than {} MB", LIMIT >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column =
            String::from_utf8_lossy(before.rsplit(|byte| *byte == b'\n').next().unwrap_or(&[])).chars().count();
        CliError::usage(format!("`{name}` is not UTF-8: line {line}, column {} (byte {at})", column + 1))
            .help("save it as UTF-8 in your editor")
    })
}

/// Replaces or creates a file atomically: whatever happens, the file has the old text or the new text.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    replace(path, |file| file.write_all(text.as_bytes()))
}

/// Does the same as [`write()`] with what `fill` writes.
pub fn replace(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // Write to the file itself, not to a link, and never to a device.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    write_temporary(&path, fill)?.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes a temporary file in the folder of `path`.
fn write_temporary(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<tempfile::NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".boardwright").tempfile_in(folder)?;
    fill(&mut file)?;
    file.as_file().sync_all()?;
    set_permissions(path, file.as_file())?;
    Ok(file)
}

/// Gives a temporary file the permissions of the file it replaces, or those of a new file.
fn set_permissions(path: &Path, file: &File) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(old) => file.set_permissions(old.permissions()),
        #[cfg(unix)]
        Err(_) => file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644)),
        #[cfg(not(unix))]
        Err(_) => Ok(()),
    }
}

/// Creates a file.
///
/// Errors if the file exists.
pub fn create(path: &Path, text: &str) -> Result<(), CliError> {
    let name = path.display();
    let created = write_temporary(path, |file| file.write_all(text.as_bytes()))
        .and_then(|file| file.persist_noclobber(path).map_err(|error| error.error));
    created.map(drop).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            CliError::usage(format!("`{name}` already exists")).help("choose another name, or remove the file first")
        }
        _ => CliError::usage(format!("cannot write `{name}`: {}", plain(&error))),
    })
}

/// The number of levels of subfolders that are searched for rule files.
const DEPTH: usize = 3;

/// Replaces each folder by the rule files in it and its subfolders. Other paths stay as they are.
///
/// Errors if a folder cannot be read or has no rule files.
pub fn find_rule_files<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.to_owned());
            continue;
        }
        let inside = list_folder(path)?;
        if inside.is_empty() {
            return Err(CliError::usage(format!("no rule files in the folder `{}`", path.display()))
                .help("the names of rule files end in `.game`"));
        }
        found.extend(inside);
    }
    Ok(found)
}

/// The most files and folders that are looked at for rule files.
const MOST_ENTRIES: usize = 100_000;

/// Lists the rule files in a folder and its subfolders.
pub fn list_folder(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    list_rule_files(folder, DEPTH)
        .map_err(|error| CliError::usage(format!("cannot read the folder `{}`: {}", folder.display(), plain(&error))))
}

/// Lists the rule files in a folder and its subfolders, sorted, without hidden files and folders, `target` and `node_modules`. Links to
/// folders are not followed, so that nothing goes round.
///
/// Errors if the folder cannot be read, or if there is too much in it.
pub fn list_rule_files(folder: &Path, depth: usize) -> io::Result<Vec<PathBuf>> {
    let (mut files, mut left) = (Vec::new(), MOST_ENTRIES);
    add_rule_files(folder, depth, &mut left, &mut files)?;
    match left {
        0 => Err(io::Error::other(format!(
            "it has more than {MOST_ENTRIES} files and folders; name the rule files, or a smaller folder"
        ))),
        _ => Ok(files),
    }
}

/// Adds the rule files of a folder, as long as there are entries `left` to look at.
fn add_rule_files(folder: &Path, depth: usize, left: &mut usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        entries.push(entry?);
        *left -= 1;
        if *left == 0 {
            return Ok(());
        }
    }
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let is_skipped = name.to_string_lossy().starts_with('.') || name == "target" || name == "node_modules";
        let is_folder = entry.file_type()?.is_dir();
        if is_folder && depth > 0 && !is_skipped && *left > 0 {
            // Unreadable subfolders are skipped.
            let _ = add_rule_files(&path, depth - 1, left, files);
        } else if !is_folder
            && !is_skipped
            && path.extension().is_some_and(|extension| extension == "game")
            // Neither a link to a folder nor a pipe, which would never end.
            && path.is_file()
        {
            files.push(path);
        }
    }
    Ok(())
}
