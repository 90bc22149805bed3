//! Messages in a stream of bytes: a header that tells the length, an empty line, and the message.
//!
//! `lsp-server` reads them too, but believes whatever length it is told, and brings threads; here a message that is too
//! long is skipped, whatever it claims.

/// A message has at most so many bytes: a text of the longest source, with room for escapes and for what is around it.
const MAX_BODY: usize = 8 << 20;

/// A header has at most so many bytes.
const MAX_HEADER: usize = 4 << 10;

/// Finds messages in bytes that come piece by piece.
#[derive(Debug, Default)]
pub struct Framing {
    bytes: Vec<u8>,
    /// What of a message that is too long is still to come.
    skips: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Framed {
    /// A message.
    Body(Vec<u8>),
    /// A message of so many bytes, which is too long and is left out.
    TooLong(u64),
    /// A header that cannot be understood. Nobody knows where the next message begins.
    Lost,
}

impl Framing {
    /// Takes bytes, and gives all messages that are complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Framed> {
        let skipped = bytes
            .len()
            .min(usize::try_from(self.skips).unwrap_or(usize::MAX));
        self.skips -= skipped as u64;
        self.bytes.extend_from_slice(&bytes[skipped..]);
        let mut found = Vec::new();
        while let Some(framed) = self.next() {
            found.push(framed);
        }
        found
    }

    fn next(&mut self) -> Option<Framed> {
        let end = self
            .bytes
            .windows(4)
            .position(|window| window == b"\r\n\r\n");
        let Some(end) = end else {
            return self.lost_if(self.bytes.len() > MAX_HEADER);
        };
        let length = length(&self.bytes[..end]).filter(|_| end <= MAX_HEADER);
        let Some(length) = length else {
            return self.lost_if(true);
        };
        let start = end + 4;
        match usize::try_from(length) {
            Ok(length) if length <= MAX_BODY => {
                let end = start + length;
                let body = self.bytes.get(start..end)?.to_vec();
                self.bytes.drain(..end);
                Some(Framed::Body(body))
            }
            Ok(_) | Err(_) => {
                let here =
                    (self.bytes.len() - start).min(usize::try_from(length).unwrap_or(usize::MAX));
                self.bytes.drain(..start + here);
                self.skips = length - here as u64;
                Some(Framed::TooLong(length))
            }
        }
    }

    fn lost_if(&mut self, is_lost: bool) -> Option<Framed> {
        is_lost.then(|| {
            self.bytes.clear();
            Framed::Lost
        })
    }
}

/// The length that a header tells.
fn length(header: &[u8]) -> Option<u64> {
    let header = std::str::from_utf8(header).ok()?;
    let mut fields = header.split("\r\n").filter_map(|line| line.split_once(':'));
    let (_, value) = fields.find(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"))?;
    value.trim().parse().ok()
}

/// A message with its header.
pub fn framed(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], piece: usize) -> Vec<Framed> {
        let mut framing = Framing::default();
        let pieces = bytes.chunks(piece);
        pieces.flat_map(|piece| framing.push(piece)).collect()
    }

    #[test]
    fn messages_are_found_however_the_bytes_come() {
        let body = |text: &str| Framed::Body(text.as_bytes().to_vec());
        let mut bytes = framed("{\"é\":1}").into_bytes();
        bytes.extend(b"content-type: x\r\nContent-Length:2\r\n\r\n{}");
        for piece in [1, 2, 3, 7, 1000] {
            assert_eq!(
                all(&bytes, piece),
                [body("{\"é\":1}"), body("{}")],
                "{piece}"
            );
        }
    }

    #[test]
    fn what_is_too_long_is_skipped_and_the_next_message_is_read() {
        let length = MAX_BODY + 1;
        let mut bytes = format!("Content-Length: {length}\r\n\r\n").into_bytes();
        bytes.resize(bytes.len() + length, b'x');
        bytes.extend(framed("{}").as_bytes());
        for piece in [1 << 10, bytes.len()] {
            let found = all(&bytes, piece);
            assert_eq!(
                found,
                [Framed::TooLong(length as u64), Framed::Body(b"{}".to_vec())]
            );
        }
    }

    #[test]
    fn a_header_without_a_length_or_an_end_is_told() {
        assert_eq!(all(b"Content-Lenght: 2\r\n\r\n", 1), [Framed::Lost]);
        assert_eq!(all(b"Content-Length: -2\r\n\r\n", 9), [Framed::Lost]);
        assert_eq!(all(&vec![b'x'; MAX_HEADER + 1], 100), [Framed::Lost]);
    }
}
