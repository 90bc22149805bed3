//! The files of the page: those that the program was built with, or those of a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The page, held in memory.
#[derive(Clone, Debug, Default)]
pub struct WebPage {
    files: BTreeMap<String, Vec<u8>>,
}

/// The files that the program was built with; none if the page was not built before.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A folder that is no page is not read to its end.
const MAX_BYTES: u64 = 64 << 20;

impl WebPage {
    /// What the program was built with, if anything.
    pub fn built_in() -> Option<WebPage> {
        let files = BUILT_IN.iter();
        let files: BTreeMap<String, Vec<u8>> = files
            .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
            .collect();
        WebPage { files }.with_server()
    }

    /// The files of a folder, or why they are no page.
    pub fn from_folder(folder: &Path) -> Result<WebPage, String> {
        let shown = folder.display();
        let problem = |error: std::io::Error| format!("cannot read the page in `{shown}`: {error}");
        let (mut files, mut n_bytes) = (BTreeMap::new(), 0);
        for entry in fs::read_dir(folder).map_err(problem)? {
            let entry = entry.map_err(problem)?;
            let size = entry.metadata().map_err(problem)?;
            n_bytes += size.len();
            if n_bytes > MAX_BYTES {
                return Err(format!("`{shown}` holds more than a page"));
            }
            if size.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.insert(name, fs::read(entry.path()).map_err(problem)?);
            }
        }
        let page = WebPage { files }.with_server();
        page.ok_or_else(|| format!("there is no `index.html` in `{shown}`"))
    }

    /// The page learns that a server answers its requests.
    fn with_server(mut self) -> Option<WebPage> {
        let index = self.files.get_mut("index.html")?;
        let text = String::from_utf8_lossy(index);
        let told = text.replace(
            "name=\"nasvet-engine\" content=\"worker\"",
            "name=\"nasvet-engine\" content=\"server\"",
        );
        *index = told.into_bytes();
        Some(self)
    }

    /// A file and its type.
    pub(crate) fn file(&self, path: &str) -> Option<(&[u8], &'static str)> {
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let bytes = self.files.get(name)?;
        Some((bytes, kind(name)))
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
