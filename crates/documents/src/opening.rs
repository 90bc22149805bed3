//! How every document begins: the name of its format, and its version.
//!
//! Both are types that belong to one kind of document, so that nobody can write the wrong name or version, and a
//! document of another kind is not read.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A kind of document.
pub trait Format {
    /// What it calls itself: `nasvet-tree`.
    const NAME: &'static str;
    /// The version that is written.
    const VERSION: u64;
    /// The oldest version that is read.
    const OLDEST: u64 = Self::VERSION;
}

/// The name of a document's format.
pub struct FormatName<T>(PhantomData<fn() -> T>);

/// The version of a document's format.
pub struct FormatVersion<T>(u64, PhantomData<fn() -> T>);

impl<T: Format> FormatVersion<T> {
    /// The version of the document at hand.
    pub fn number(self) -> u64 {
        self.0
    }

    /// A version that is read; none if it is too old or too new.
    pub fn of_number(number: u64) -> Option<FormatVersion<T>> {
        (T::OLDEST..=T::VERSION)
            .contains(&number)
            .then_some(FormatVersion(number, PhantomData))
    }
}

/// What a document of any kind begins with.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Opening {
    /// The name of its format.
    pub format: String,
    /// Its version.
    pub version: u64,
}

impl<T> Default for FormatName<T> {
    fn default() -> Self {
        FormatName(PhantomData)
    }
}

impl<T: Format> Default for FormatVersion<T> {
    fn default() -> Self {
        FormatVersion(T::VERSION, PhantomData)
    }
}

impl<T> Clone for FormatName<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Clone for FormatVersion<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FormatName<T> {}

impl<T> Copy for FormatVersion<T> {}

impl<T> PartialEq for FormatName<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> PartialEq for FormatVersion<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for FormatName<T> {}

impl<T> Eq for FormatVersion<T> {}

impl<T: Format> fmt::Debug for FormatName<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::NAME)
    }
}

impl<T> fmt::Debug for FormatVersion<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<T: Format> Serialize for FormatName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(T::NAME)
    }
}

impl<T> Serialize for FormatVersion<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl<'de, T: Format> Deserialize<'de> for FormatName<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == T::NAME {
            Ok(FormatName(PhantomData))
        } else {
            Err(D::Error::invalid_value(Unexpected::Str(&name), &T::NAME))
        }
    }
}

impl<'de, T: Format> Deserialize<'de> for FormatVersion<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        FormatVersion::of_number(number).ok_or_else(|| {
            let known = format!("a version from {} to {}", T::OLDEST, T::VERSION);
            D::Error::invalid_value(Unexpected::Unsigned(number), &known.as_str())
        })
    }
}

#[cfg(feature = "schema")]
mod schema {
    //! The schemas of names and versions.

    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{Format, FormatName, FormatVersion};

    impl<T: Format> JsonSchema for FormatName<T> {
        fn schema_name() -> Cow<'static, str> {
            format!("{}-name", T::NAME).into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": "string", "const": T::NAME })
        }
    }

    impl<T: Format> JsonSchema for FormatVersion<T> {
        fn schema_name() -> Cow<'static, str> {
            format!("{}-version", T::NAME).into()
        }

        fn inline_schema() -> bool {
            true
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": "integer", "const": T::VERSION })
        }
    }
}
