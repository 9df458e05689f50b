//! Converts paths to URIs and back.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Converts a `file` URI to a path.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.as_str().starts_with("file://");
    let text = uri.path().as_estr().decode().into_string().ok().filter(|_| is_file)?.into_owned();
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
