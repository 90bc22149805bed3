//! Documents written one on a line, to the screen or to a file that a later run goes on with.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, Write};

use serde::de::DeserializeOwned;

/// Where the lines go.
pub(crate) enum LinesOut {
    Screen(std::io::Stdout),
    File(BufWriter<File>),
}

impl LinesOut {
    /// To standard output.
    pub(crate) fn screen() -> LinesOut {
        LinesOut::Screen(std::io::stdout())
    }

    /// Writes whole lines; says whether anybody still reads them.
    pub(crate) fn write(&mut self, text: &str) -> Result<bool, String> {
        let written = match self {
            LinesOut::Screen(screen) => screen
                .write_all(text.as_bytes())
                .and_then(|()| screen.flush()),
            LinesOut::File(file) => file.write_all(text.as_bytes()).and_then(|()| file.flush()),
        };
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(format!("cannot write the answers: {error}")),
        }
    }
}

/// A file of documents that is gone on with, and the number of the last of them, or 0. What a stopped run has left of
/// a line is cut off.
pub(crate) fn resumed<D: DeserializeOwned>(
    name: &str,
    number: impl Fn(&D) -> u64,
) -> Result<(LinesOut, u64), String> {
    let mut done = 0;
    let out = resumed_with(name, |document: D| done = number(&document))?;
    Ok((out, done))
}

/// The same, where every document that is there is wanted.
pub(crate) fn resumed_with<D: DeserializeOwned>(
    name: &str,
    mut take: impl FnMut(D),
) -> Result<LinesOut, String> {
    let problem = |error: std::io::Error| format!("cannot write `{name}`: {error}");
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(name).map_err(problem)?;
    let mut whole = 0;
    let mut lines = BufReader::new(&file);
    loop {
        let mut line = String::new();
        let n = lines.read_line(&mut line).map_err(problem)?;
        if n == 0 || !line.ends_with('\n') {
            break;
        }
        let document = serde_json::from_str(&line)
            .map_err(|_| format!("`{name}` holds something else than what this command writes"))?;
        take(document);
        whole += n as u64;
    }
    file.set_len(whole).map_err(problem)?;
    file.seek(std::io::SeekFrom::End(0)).map_err(problem)?;
    Ok(LinesOut::File(BufWriter::new(file)))
}
