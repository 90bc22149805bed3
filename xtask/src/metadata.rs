//! What Cargo knows about our packages and those that they use.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::command::{cargo, output};

/// All packages, ours and others'.
pub(crate) struct Metadata {
    packages: Vec<Package>,
}

/// One package.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The oldest Rust that it says it compiles with.
    pub(crate) rust_version: Option<String>,
    /// Is it ours?
    pub(crate) is_member: bool,
    /// May it be published?
    pub(crate) is_published: bool,
    /// What a registry asks for and is not said.
    pub(crate) missing: Vec<&'static str>,
}

impl Metadata {
    pub(crate) fn read() -> Result<Metadata, String> {
        let text = output(&mut cargo(&[
            "metadata",
            "--format-version",
            "1",
            "--locked",
        ]))?;
        Metadata::parse(&text).ok_or_else(|| "`cargo metadata` has changed its form".into())
    }

    fn parse(text: &str) -> Option<Metadata> {
        let json: Value = serde_json::from_str(text).ok()?;
        let members: BTreeSet<&str> = json["workspace_members"]
            .as_array()?
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let packages = json["packages"].as_array()?.iter().map(|package| {
            let text = |field: &str| package[field].as_str().map(str::to_owned);
            let is_empty = |field: &&str| {
                let value = &package[*field];
                value.is_null() || value.as_array().is_some_and(Vec::is_empty)
            };
            Some(Package {
                name: text("name")?,
                version: text("version")?,
                rust_version: text("rust_version"),
                is_member: members.contains(package["id"].as_str()?),
                is_published: package["publish"].is_null(),
                missing: ["description", "license", "keywords", "categories"]
                    .into_iter()
                    .filter(is_empty)
                    .collect(),
            })
        });
        Some(Metadata {
            packages: packages.collect::<Option<_>>()?,
        })
    }

    /// Our packages.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_member)
    }

    /// Those of others.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| !package.is_member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_told_apart() {
        let text = r#"{
            "workspace_members": ["ours"],
            "packages": [
                {"id": "ours", "name": "a", "version": "1.0.0", "rust_version": "1.95", "publish": null,
                 "description": "A thing", "license": "MIT", "keywords": [], "categories": ["games"]},
                {"id": "theirs", "name": "b", "version": "2.0.0", "rust_version": null, "publish": []}
            ]
        }"#;
        let metadata = Metadata::parse(text).expect("it is of the right form");
        let ours: Vec<&Package> = metadata.members().collect();
        assert_eq!(
            (ours.len(), ours[0].missing.as_slice()),
            (1, &["keywords"][..])
        );
        assert!(ours[0].is_published);
        let theirs = metadata.others().next().expect("there is one");
        assert_eq!((theirs.name.as_str(), theirs.is_published), ("b", false));
        assert!(Metadata::parse("{}").is_none());
    }
}
