//! AL0 tables: whatever the bytes, reading ends without a panic, and what is written is a chapter.

use nasvet::documents::{DialectName, TextStyle};
use nasvet::{Chapter, NoLibrary, import_al0};

/// Reads the bytes as a table in both dialects, alone and with themselves as a library.
///
/// There is a chapter or an error, never both and never neither; the chapter makes sense, and is laid out already.
pub fn import_al0_files(bytes: &[u8]) {
    for dialect in [DialectName::Book, DialectName::Course] {
        for files in [&[("t.pl", bytes)][..], &[("t.pl", bytes), ("l.pl", bytes)]] {
            let imported = import_al0(files, dialect);
            assert_eq!(imported.files.len(), files.len());
            let is_ok = imported.files.iter().all(|file| file.ok);
            assert_eq!(
                imported.chapter.is_some(),
                is_ok,
                "a table is refused for a reason, and only for one"
            );
            for file in &imported.files {
                for finding in &file.diagnostics {
                    finding.text(&file.file, TextStyle::PLAIN);
                    assert!(finding.help.is_some(), "{} has no help", finding.code);
                }
            }
            if let Some(chapter) = &imported.chapter {
                let read = Chapter::from_text("t.md", chapter, &NoLibrary);
                read.unwrap_or_else(|faulty| panic!("{faulty}\n{chapter}"));
            }
        }
    }
}
