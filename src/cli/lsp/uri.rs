//! Converts paths to URIs and back.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Converts a `file` URI to a path.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let text = decode(rest.split(['?', '#']).next().unwrap_or(""))?;
    // `/c:/games` is a Windows path.
    let drive = text.as_bytes();
    let has_drive = drive.len() > 2 && drive[0] == b'/' && drive[1].is_ascii_alphabetic() && drive[2] == b':';
    Some(PathBuf::from(if has_drive { text.get(1..).unwrap_or("") } else { &text }))
}

/// Converts a path to a `file` URI.
pub fn of(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let text = path.to_str()?.replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => uri.push(byte.into()),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    Uri::from_str(&uri).ok()
}

/// Decodes `%20` and similar escapes.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        match (first, tail) {
            (b'%', [high, low, tail @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                bytes.push(hex(*high)? * 16 + hex(*low)?);
                rest = tail;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn paths_and_uris() {
        for name in ["/tmp/my games/tig%r.game", "/spiel/größe.game", "/a/b-c_d.game"] {
            let uri = of(Path::new(name)).unwrap();
            assert_eq!(path(&uri).unwrap(), Path::new(name), "{}", uri.as_str());
        }
        assert_eq!(path(&Uri::from_str("untitled:Untitled-1").unwrap()), None);
        assert_eq!(path(&Uri::from_str("file:///c%3A/x.game").unwrap()).unwrap(), Path::new("c:/x.game"));
    }
}
