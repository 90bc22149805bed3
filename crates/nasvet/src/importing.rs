//! AL0 tables as chapters: texts in, a document out.

use documents::{
    ContentsDocument, DialectName, FileDocument, FormatName, FormatVersion, ImportDocument,
};
use lang::{Diagnostic, Form, NoLibrary, Source, Span};
use logic::al0::{Dialect, import};

use crate::load::check_bytes;

/// Reads an AL0 table, a Prolog file of rules and advice, and writes it as a chapter.
///
/// The first file is the table, the others are its libraries; each has a name and its bytes. The chapter plays the same
/// advice and the same move as the interpreter of the dialect; what cannot be said in our language is an error, and then
/// there is no chapter.
///
/// ```
/// use nasvet::{documents::DialectName, import_al0};
///
/// let table = "
///     always :: if true then [step].
///     advice(step, themtomove : not rooklost : (depth = 0) and kingdiagfirst : nomove).
/// ";
/// let imported = import_al0(&[("step.pl", table.as_bytes())], DialectName::Book);
/// let chapter = imported.chapter.expect("the table makes sense");
/// assert!(chapter.contains("advice step {"));
/// ```
pub fn import_al0(files: &[(&str, &[u8])], dialect: DialectName) -> ImportDocument {
    let mut sources = Vec::new();
    let mut documents = Vec::new();
    for (name, bytes) in files {
        match Source::from_bytes(name, Form::Plain, bytes) {
            Ok(source) => {
                documents.push(file_document(&source, &[]));
                sources.push(source);
            }
            Err(finding) => {
                let source = Source::without_program(name, &String::from_utf8_lossy(bytes));
                documents.push(file_document(&source, &[finding]));
            }
        }
    }
    let mut document = ImportDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        dialect,
        files: documents,
        chapter: None,
    };
    if sources.len() < files.len() || sources.is_empty() {
        return document;
    }
    let dialect = match dialect {
        DialectName::Book => Dialect::Book,
        DialectName::Course => Dialect::Course,
    };
    let mut imported = import(&sources, dialect);
    document.chapter = imported.chapter.take();
    if let Some(refusal) = document.chapter.as_deref().and_then(refused) {
        document.chapter = None;
        imported.findings[0].push(refusal);
    }
    document.files = sources
        .iter()
        .zip(&imported.findings)
        .map(|(source, findings)| file_document(source, findings))
        .collect();
    let contents = [
        (imported.n_rules, "rule"),
        (imported.n_advice, "piece of advice"),
    ];
    document.files[0].contents = contents
        .into_iter()
        .map(|(count, what)| ContentsDocument {
            count,
            what: what.into(),
        })
        .collect();
    document
}

fn file_document(source: &Source, findings: &[Diagnostic]) -> FileDocument {
    FileDocument::new(source, &[], None, findings, false)
}

/// Why a text that was written is no chapter: it breaks a limit of our language.
fn refused(chapter: &str) -> Option<Diagnostic> {
    let loaded = check_bytes("chapter.md", chapter.as_bytes(), &NoLibrary);
    let error = loaded.diagnostics.into_iter().find(Diagnostic::is_error)?;
    let message = format!(
        "this table cannot be said in our language: {}",
        error.message
    );
    let refusal = Diagnostic::error("al0-not-said", Span::default(), message);
    Some(refusal.opt_help(error.help))
}
