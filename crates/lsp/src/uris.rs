//! Addresses of files as paths, and paths as addresses.

use std::fmt::Write as _;
use std::str::FromStr as _;

use lsp_types::Uri;

/// The path of a file's address, with slashes; none for texts that are not in a file.
pub(crate) fn path_of(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let path = decoded(path)?;
    // On Windows the first slash is no part of the path: `/c:/chapters`.
    let bytes = path.as_bytes();
    let has_drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    Some(path[usize::from(has_drive)..].to_owned())
}

/// The address of a file; none if it is no path from the root.
pub(crate) fn uri_of(path: &str) -> Option<Uri> {
    if !is_path(path) {
        return None;
    }
    let path = path.replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') {
        "file://"
    } else {
        "file:///"
    });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' => {
                uri.push(char::from(byte));
            }
            _ => write!(uri, "%{byte:02X}").expect("a text can be written to"),
        }
    }
    Uri::from_str(&uri).ok()
}

/// Is it a path from the root?
pub(crate) fn is_path(file: &str) -> bool {
    let bytes = file.as_bytes();
    file.starts_with('/')
        || bytes.len() > 2
            && bytes[0].is_ascii_alphabetic()
            && bytes[1] == b':'
            && matches!(bytes[2], b'/' | b'\\')
}

/// The folder of a file, with its last slash.
pub(crate) fn folder_of(file: &str) -> &str {
    &file[..file.rfind(['/', '\\']).map_or(0, |slash| slash + 1)]
}

/// A text with its escapes written out; none if that is no UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escape = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| 16 * high + low),
            (_, _) => None,
        };
        rest = if escape.is_some() { &after[2..] } else { after };
        bytes.push(escape.unwrap_or(first));
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    let digit = char::from(digit).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_addresses_go_together() {
        for (path, uri) in [
            ("/a/b.md", "file:///a/b.md"),
            (
                "/mit Raum/š♔.advice",
                "file:///mit%20Raum/%C5%A1%E2%99%94.advice",
            ),
            ("c:/x/y.md", "file:///c:/x/y.md"),
            ("/100%/[a].md", "file:///100%25/%5Ba%5D.md"),
        ] {
            assert_eq!(uri_of(path).expect("a path").as_str(), uri);
            assert_eq!(path_of(uri).as_deref(), Some(path));
        }
        assert_eq!(path_of("file:///c%3A/x.md").as_deref(), Some("c:/x.md"));
        assert_eq!(path_of("untitled:Untitled-1"), None);
        assert_eq!(path_of("file:///%FF.md"), None);
        assert_eq!(uri_of("chapters/library/kings.advice"), None);
    }
}
