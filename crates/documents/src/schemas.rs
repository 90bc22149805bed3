//! JSON Schemas of the formats, made from the types themselves (JSON Schema, draft 2020-12).
//!
//! A schema describes what is written, which may be narrower than what is read: one name, one version, and neither `null`
//! nor an empty list for a field that is left out instead.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::opening::Format;

/// The schema of a format.
pub(crate) fn schema<T: Format + JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with_transform(RecursiveTransform(without_number_formats))
        .with_transform(RecursiveTransform(without_what_is_left_out));
    let made = settings.into_generator().into_root_schema_for::<T>();
    let made = made.as_object().expect("a document is an object");
    let is_closed = made.get("additionalProperties") == Some(&Value::Bool(false));
    let policy = match is_closed {
        true => {
            "Readers refuse a field that is not listed here, so a new field means a new version."
        }
        false => {
            "Readers skip a field that is not listed here: a new field does not mean a new version."
        }
    };
    let about = made.get("description").and_then(Value::as_str);
    let about = about.expect("a document says what it is");

    // What tells a reader where he is comes first.
    let (name, version) = (T::NAME, T::VERSION);
    let mut schema = Map::new();
    let mut tell = |key: &str, value: String| schema.insert(key.into(), value.into());
    tell(
        "$schema",
        "https://json-schema.org/draft/2020-12/schema".into(),
    );
    tell("$id", format!("urn:nasvet:schema:{name}:{version}"));
    tell("title", format!("{name}, version {version}"));
    tell("description", format!("{about} {policy}"));
    for (key, value) in made {
        if !schema.contains_key(key) {
            schema.insert(key.clone(), value.clone());
        }
    }
    schema.into()
}

/// Everything that is written has a digest: only older versions, which are still read, had none.
pub(crate) fn with_digest(schema: &mut Schema) {
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.push("digest".into());
    }
    if let Some(Value::Object(property)) = schema.pointer_mut("/properties/digest") {
        without_null(property);
    }
}

/// `uint64` and the like are names of Rust's types; strict validators stumble over formats they do not know.
fn without_number_formats(schema: &mut Schema) {
    let kind = schema.get("type");
    let is_number = |kind: &Value| kind == "integer" || kind == "number";
    let is_numeric = match kind {
        Some(Value::Array(kinds)) => kinds.iter().any(is_number),
        Some(kind) => is_number(kind),
        None => false,
    };
    if is_numeric {
        schema.remove("format");
    }
}

/// A field that may be left out is left out where there is nothing to say, so it is never `null` or an empty list.
fn without_what_is_left_out(schema: &mut Schema) {
    let required = schema.get("required").and_then(Value::as_array).cloned();
    let required = required.unwrap_or_default();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return;
    };
    for (name, property) in properties {
        if let Value::Object(property) = property
            && !required.iter().any(|required| required == name)
        {
            // A list that may be `null` in the type may be empty, too.
            if property.get("type").is_some_and(|kind| kind == "array") {
                property.insert("minItems".into(), 1.into());
            }
            without_null(property);
        }
    }
}

fn without_null(property: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = property.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = &**kinds {
            let kind = kind.clone();
            property.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(choices)) = property.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(choice)] = &**choices {
            let choice = choice.clone();
            property.remove("anyOf");
            property.extend(choice);
        }
    }
}
