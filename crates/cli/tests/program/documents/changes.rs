//! Documents that are changed in one place: a schema refuses what the type refuses, and what the type would write otherwise.

use documents::{FORMATS, ListedFormat};
use serde_json::{Value, json};

use super::calls::PRINTED;
use super::{SCHEMAS, Schemas, with_inner};

/// A list of numbers has four of them at most, so that what is longer can be shortened.
const LONGEST: usize = 4;

/// The document with shorter lists, so that there are fewer places.
fn shortened(document: &Value) -> Value {
    match document {
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| (key.clone(), shortened(value)));
            Value::Object(fields.collect())
        }
        Value::Array(items) => items.iter().take(LONGEST).map(shortened).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => document.clone(),
    }
}

/// All places in a document, as JSON pointers.
fn places(value: &Value, place: &str, all: &mut Vec<String>) {
    all.push(place.to_owned());
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                places(value, &format!("{place}/{key}"), all);
            }
        }
        Value::Array(items) => {
            for (idx, value) in items.iter().enumerate() {
                places(value, &format!("{place}/{idx}"), all);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The document with something else in one place.
fn with(document: &Value, place: &str, value: Value) -> Value {
    let mut changed = document.clone();
    *changed.pointer_mut(place).expect("a place") = value;
    changed
}

/// The document without a field.
fn without(document: &Value, place: &str) -> Option<Value> {
    let (object, key) = place.rsplit_once('/')?;
    let mut changed = document.clone();
    changed.pointer_mut(object)?.as_object_mut()?.remove(key)?;
    Some(changed)
}

/// Are they the same, where 2 is 2.0?
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k == l && same(a, b))
        }
        (_, _) => a == b,
    }
}

/// The documents of a format that were printed, with short lists, each once.
fn printed(format: &ListedFormat) -> Vec<Value> {
    let documents = PRINTED
        .iter()
        .flat_map(|printed| with_inner(&printed.document));
    let documents = documents.filter(|document| document["format"] == format.name);
    let mut documents: Vec<Value> = documents.map(shortened).collect();
    documents.sort_by_key(Value::to_string);
    documents.dedup();
    documents
}

/// A schema is exact: it takes a document if the type reads it and writes the same again, and no other.
#[test]
fn a_schema_takes_what_the_type_would_write_and_nothing_else() {
    let (mut n_taken, mut n_refused) = (0, 0);
    for format in FORMATS {
        for document in printed(format) {
            let strict = &Schemas::of(&document).strict;
            let mut check = |changed: &Value, what: &str| {
                let again = format.rewrite(&changed.to_string());
                let is_written = again.is_ok_and(|again| same(&again, changed));
                let is_taken = strict.is_valid(changed);
                assert_eq!(is_taken, is_written, "{}: {what}\n{changed:#}", format.name);
                *if is_taken {
                    &mut n_taken
                } else {
                    &mut n_refused
                } += 1;
            };
            check(&document, "as it is");
            let mut all = Vec::new();
            places(&document, "", &mut all);
            for place in &all {
                for value in [
                    json!(null),
                    json!({}),
                    json!([]),
                    json!("x"),
                    json!(-1),
                    json!(0.5),
                    json!(true),
                ] {
                    check(
                        &with(&document, place, value.clone()),
                        &format!("{place} is {value}"),
                    );
                }
                if let Some(Value::Object(fields)) = document.pointer(place) {
                    let mut fields = fields.clone();
                    fields.insert("no_such_field".into(), json!(1));
                    let changed = with(&document, place, Value::Object(fields));
                    check(&changed, &format!("{place} has one more field"));
                }
                // Types also read documents of version 1, which had no digest; schemas describe what is written.
                let had_none = place.ends_with("/digest");
                if let Some(changed) = without(&document, place).filter(|_| !had_none) {
                    check(&changed, &format!("{place} is left out"));
                }
            }
        }
    }
    assert!(
        n_taken > 1_000 && n_refused > 10_000,
        "{n_taken}, {n_refused}"
    );
}

#[test]
fn another_version_another_name_and_a_missing_field_are_refused() {
    for format in FORMATS {
        let schemas = &SCHEMAS[format.name];
        for document in printed(format) {
            assert!(schemas.open.is_valid(&document));
            for (place, value) in [
                ("/version", json!(format.version + 1)),
                ("/version", json!(format.version - 1)),
                ("/version", json!(format.version.to_string())),
                ("/format", json!("nasvet-something-else")),
            ] {
                let changed = with(&document, place, value);
                assert!(!schemas.open.is_valid(&changed), "{}: {place}", format.name);
            }
            let required = schemas.schema["required"].as_array().expect("a list");
            for field in required {
                let place = format!("/{}", field.as_str().expect("a name"));
                let changed = without(&document, &place).expect("a field that is there");
                assert!(!schemas.open.is_valid(&changed), "{}: {place}", format.name);
                let changed = with(&document, &place, json!({ "no_such_field": [] }));
                assert!(!schemas.open.is_valid(&changed), "{}: {place}", format.name);
            }
        }
    }
}

/// Documents with trees may come from strangers, and mean what they say and nothing else. Others may grow.
#[test]
fn only_documents_with_trees_refuse_fields_they_do_not_know() {
    for format in FORMATS {
        let schemas = &SCHEMAS[format.name];
        for mut document in printed(format) {
            document["no_such_field"] = json!(1);
            let is_read = format.rewrite(&document.to_string()).is_ok();
            let is_closed = ["nasvet-tree", "nasvet-advice"].contains(&format.name);
            assert_eq!(
                (is_read, schemas.open.is_valid(&document)),
                (!is_closed, !is_closed)
            );
            let says = schemas.schema["description"].as_str().unwrap_or_default();
            let policy = if is_closed {
                "Readers refuse a field"
            } else {
                "Readers skip a field"
            };
            assert!(says.contains(policy), "{says}");
        }
    }
}
