//! Where files are: paths for us, URIs for editors.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The path of a `file` URI.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let text = decoded(rest.split(['?', '#']).next().unwrap_or(""))?;
    // `/c:/games` is a path of Windows
    let drive = text.as_bytes();
    let has_drive = drive.len() > 2 && drive[0] == b'/' && drive[1].is_ascii_alphabetic() && drive[2] == b':';
    Some(PathBuf::from(if has_drive { text.get(1..).unwrap_or("") } else { &text }))
}

/// The URI of a file.
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

/// A text with `%20` and its like as the characters that they stand for.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let hex = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        match (first, behind) {
            (b'%', [high, low, behind @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                bytes.push(hex(*high)? * 16 + hex(*low)?);
                rest = behind;
            }
            _ => {
                bytes.push(*first);
                rest = behind;
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
