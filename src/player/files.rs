//! Files that names of players ask for: the library reads none, but asks the program.

use std::sync::OnceLock;

/// Reads a file, or says why that is not possible.
type Reader = fn(&str) -> Result<String, String>;

static READER: OnceLock<Reader> = OnceLock::new();

/// Sets how files are read that the name of a player asks for, such as `alphabeta:weights=FILE`. The first reader stays: later ones are
/// ignored. Without a reader, these names are errors. The reader returns the text, or a sentence without a full stop that says why
/// there is no text.
///
/// ```
/// use boardwright::player;
///
/// let engine = boardwright::load_bundled("tic-tac-toe", &[])?;
/// player::set_file_reader(|path| Err(format!("there is no file `{path}`")));
/// let error = player::of("alphabeta:weights=my.weights", &engine).err().unwrap();
/// assert_eq!(error.to_string(), "there is no file `my.weights`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn set_file_reader(reader: fn(&str) -> Result<String, String>) {
    let _ = READER.set(reader);
}

/// Reads a file.
pub(super) fn read(path: &str) -> Result<String, String> {
    match READER.get() {
        Some(reader) => reader(path),
        None => Err(format!("cannot read `{path}`: files are not available here")),
    }
}
