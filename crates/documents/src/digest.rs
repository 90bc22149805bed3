//! Digests: which advice a document speaks of.
//!
//! A digest is the SHA-256 of the advice written out in one canonical way: its game, its header, its goals, moves,
//! bounds and conventions, and everything these call, imported or not. Names of definitions, their order, comments,
//! layout and prose are not part of it; whatever changes the meaning is.

mod canon;
mod thinking;

use std::fmt;

use domain::Vocabulary;
use lang::checked::{PieceId, Program};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};

use crate::digest::canon::Canon;

/// The digest of a piece of advice or of a chapter: 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Digest(String);

/// The digest of a piece of advice and everything it calls.
pub fn digest_of_piece(vocabulary: &Vocabulary, program: &Program, piece: PieceId) -> Digest {
    let mut canon = Canon::new(vocabulary, program);
    canon.piece(piece);
    Digest::of(&canon.finish())
}

/// The digest of all pieces of a program, in their order: with the same digest, the same number means the same piece.
pub fn digest_of_pieces(vocabulary: &Vocabulary, program: &Program) -> Digest {
    let pieces = (0..program.pieces.len() as u32).map(PieceId);
    let digests = pieces.map(|piece| digest_of_piece(vocabulary, program, piece).0);
    Digest::of(&digests.collect::<Vec<_>>().join("\n"))
}

/// The digest of a chapter: its tables, pieces, hypotheses, plans, methods and claims.
pub fn digest_of_chapter(vocabulary: &Vocabulary, program: &Program) -> Digest {
    let mut canon = Canon::new(vocabulary, program);
    canon.chapter();
    Digest::of(&canon.finish())
}

/// The digest of any other text.
pub fn digest_of_text(text: &str) -> Digest {
    Digest::of(text)
}

impl Digest {
    /// The first digits, enough to tell two digests apart in a message.
    pub fn short(&self) -> &str {
        &self.0[..12]
    }

    fn of(text: &str) -> Digest {
        let bytes = Sha256::digest(text.as_bytes());
        Digest(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(is_digit) {
            Ok(Digest(text))
        } else {
            Err(D::Error::custom("a digest has 64 hexadecimal digits"))
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Digest {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Digest".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "The SHA-256 of the advice: 64 hexadecimal digits.",
            "pattern": "^[0-9a-f]{64}$"
        })
    }
}
