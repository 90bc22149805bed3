//! JSON from strangers: no text in it may steer the terminal on which it is shown.

use std::fmt;

use lang::find_steering;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Refuses a text of JSON in which a string or a key has a control character, or one that turns the direction of
/// writing. Tabs and line ends are allowed.
pub fn refuse_steering(json: &[u8]) -> serde_json::Result<()> {
    serde_json::from_slice(json).map(|Harmless| ())
}

/// Any value without such characters; nothing of it is kept.
struct Harmless;

impl<'de> Deserialize<'de> for Harmless {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Harmless, D::Error> {
        deserializer.deserialize_any(Harmless)
    }
}

impl<'de> Visitor<'de> for Harmless {
    type Value = Harmless;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text without control characters")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Harmless, E> {
        match find_steering(text) {
            None => Ok(Harmless),
            Some((_, found)) => Err(E::custom(format_args!(
                "the character U+{:04X} may not be in a document",
                u32::from(found)
            ))),
        }
    }

    fn visit_bool<E>(self, _: bool) -> Result<Harmless, E> {
        Ok(Harmless)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Harmless, E> {
        Ok(Harmless)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Harmless, E> {
        Ok(Harmless)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Harmless, E> {
        Ok(Harmless)
    }

    fn visit_unit<E>(self) -> Result<Harmless, E> {
        Ok(Harmless)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Harmless, A::Error> {
        while items.next_element::<Harmless>()?.is_some() {}
        Ok(Harmless)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Harmless, A::Error> {
        while entries.next_entry::<Harmless, Harmless>()?.is_some() {}
        Ok(Harmless)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values_are_looked_at_however_deep() {
        let check = |json: &str, is_good: bool| {
            assert_eq!(refuse_steering(json.as_bytes()).is_ok(), is_good, "{json}");
        };
        check(r#"{"a": [1, -1, 1.5, true, null, "Š\n\t"]}"#, true);
        check(r#"{"a": [{"b": "\u001b[2J"}]}"#, false);
        check(r#"{"\u009b": 1}"#, false);
        check("[\"\u{202e}\"]", false);
        check("[", false);
    }
}
