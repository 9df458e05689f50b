//! The file of `--out`: a line of JSON that says what it is about, then the entries of the table as numbers.

use crate::cli::files;
use crate::cli::out::{CliError, plain, remark};
use boardwright::solve::{SavedTable, Solver, TableError};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// The most bytes of the first line.
const FIRST_LINE: u64 = 1 << 20;

/// The bytes of an entry.
const ENTRY: usize = 32;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The number of entries that follow.
    entries: u64,
    #[serde(flatten)]
    table: SavedTable,
}

/// Gives a solver what the file has, if there is one and it is to go on.
pub fn read(solver: &mut Solver, path: &Path, go_on: bool) -> Result<(), CliError> {
    let shown = path.display();
    if !path.exists() {
        // Better now than after an hour.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(CliError::usage(format!("cannot write `{shown}`: there is no folder `{}`", folder.display())));
        }
        return Ok(());
    }
    if path.is_dir() {
        return Err(CliError::usage(format!("`{shown}` is a folder, not a file")));
    }
    if !go_on {
        return Err(CliError::usage(format!("`{shown}` already exists"))
            .help("go on with it with `--continue`, or choose another name"));
    }
    let to_error = |error: io::Error| CliError::usage(format!("cannot read `{shown}`: {}", plain(&error)));
    let wrong = |why: &str| CliError::usage(format!("cannot go on with `{shown}`: {why}"));
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(to_error)?);
    let mut first = Vec::new();
    file.by_ref().take(FIRST_LINE).read_until(b'\n', &mut first).map_err(to_error)?;
    let header: Header = serde_json::from_slice(&first).map_err(|_| wrong("it was not written by `solve`"))?;
    let (mut failed, mut found) = (None, 0);
    let entries = std::iter::from_fn(|| {
        let mut bytes = [0; ENTRY];
        match file.read_exact(&mut bytes) {
            Ok(()) => {
                let (words, _) = bytes.as_chunks::<8>();
                let mut entry = [0; 4];
                entry.iter_mut().zip(words).for_each(|(number, word)| *number = u64::from_le_bytes(*word));
                found += 1;
                Some(entry)
            }
            // The end of the file.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => {
                failed = Some(error);
                None
            }
        }
    });
    let restored = solver.restore(&header.table, entries);
    match (failed, restored) {
        (Some(error), _) => Err(to_error(error)),
        (None, Err(TableError::Entry)) if found < header.entries => Err(wrong("it is not complete")),
        (None, restored) => restored.map_err(|error| wrong(&error.to_string())),
    }
}

/// Replaces the file by what a solver knows. Whatever happens, it has the old table or the new one.
pub fn write(solver: &Solver, path: &Path) -> Result<(), CliError> {
    let to_error = |error: io::Error| CliError::usage(format!("cannot write `{}`: {}", path.display(), plain(&error)));
    let entries = solver.entries().count() as u64;
    let header = Header { entries, table: solver.save() };
    let first = serde_json::to_string(&header).map_err(|error| CliError::usage(error.to_string()))?;
    let fill = |file: &mut dyn Write| {
        let mut file = BufWriter::new(file);
        writeln!(file, "{first}")?;
        for entry in solver.entries() {
            entry.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))?;
        }
        file.flush()
    };
    files::replace(path, fill).map_err(to_error)?;
    remark(format!("wrote {entries} positions to `{}`", path.display()));
    Ok(())
}
