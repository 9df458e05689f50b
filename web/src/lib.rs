//! Boardwright in WebAssembly: functions that JavaScript calls, without generated bindings.
//!
//! Texts go through one buffer: JavaScript asks for its place with [`buffer`], and writes or reads UTF-8 there. See
//! `perft.mjs` beside this file for a caller in Node.

use std::sync::Mutex;

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Makes room for a text of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    with_buffer(|text| {
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Returns the length of the text in the buffer, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    with_buffer(|text| text.len())
}

/// Counts the sequences of `depth` plies of the game in the buffer: the name of a bundled game or a rule file. Returns -1
/// if there is an error, with its message in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn perft(depth: u32) -> i64 {
    with_buffer(|text| match count(&String::from_utf8_lossy(text), depth) {
        Ok(sequences) => sequences.cast_signed(),
        Err(message) => {
            *text = message.into_bytes();
            -1
        }
    })
}

fn count(game: &str, depth: u32) -> Result<u64, String> {
    let is_text = game.contains(char::is_whitespace);
    let engine = if is_text { boardwright::load_text(game, &[]) } else { boardwright::load_bundled(game, &[]) };
    let engine = engine.map_err(|error| error.to_string())?;
    let counted = engine.start().and_then(|start| engine.perft(&start, depth));
    counted.map_err(|fault| fault.to_string())
}

fn with_buffer<R>(run: impl FnOnce(&mut Vec<u8>) -> R) -> R {
    run(&mut BUFFER.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
}
