//! The lines of a user at a terminal: edited, remembered, completed.

use std::collections::VecDeque;
use std::path::PathBuf;

use lang::find_steering;
use nasvet::session::pasted_lines;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::commands::print;

/// A terminal.
pub(in crate::commands) struct Terminal {
    editor: Editor<LineCompletion, FileHistory>,
    history: Option<PathBuf>,
    /// Lines that were pasted together with one that has been given.
    pasted: VecDeque<String>,
    /// Was the last line given up with Ctrl-C?
    interrupted: bool,
}

/// What the word at the end of a line may become, given the legal moves, and the byte at which it begins.
pub(in crate::commands) type Complete = Box<dyn Fn(&str, &[String]) -> (usize, Vec<String>)>;

/// So many lines are remembered from session to session.
const MAX_HISTORY: usize = 1_000;

impl Terminal {
    pub(in crate::commands) fn open(complete: Complete) -> Result<Terminal, String> {
        let cannot = |error: ReadlineError| format!("cannot read from the terminal: {error}");
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .max_history_size(MAX_HISTORY)
            .map_err(cannot)?
            .build();
        let mut editor = Editor::with_config(config).map_err(cannot)?;
        editor.set_helper(Some(LineCompletion {
            moves: Vec::new(),
            complete,
            files: FilenameCompleter::new(),
        }));
        let history = history_file();
        if let Some(history) = &history {
            // There is none before the first session.
            let _ = editor.load_history(history);
        }
        Ok(Terminal {
            editor,
            history,
            pasted: VecDeque::new(),
            interrupted: false,
        })
    }

    /// The next line, behind a prompt; none when the user leaves. The legal moves complete what is typed.
    pub(in crate::commands) fn line(
        &mut self,
        prompt: &str,
        moves: Vec<String>,
    ) -> Result<Option<String>, String> {
        if let Some(line) = self.pasted.pop_front() {
            print(&format!("{prompt}{line}\n"))?;
            return Ok(Some(line));
        }
        if let Some(helper) = self.editor.helper_mut() {
            helper.moves = moves;
        }
        loop {
            match self.editor.readline(prompt) {
                Ok(line) => {
                    self.interrupted = false;
                    self.remember();
                    let mut lines = pasted_lines(&line).into_iter();
                    let first = lines.next().unwrap_or_default();
                    self.pasted.extend(lines);
                    return Ok(Some(first));
                }
                Err(ReadlineError::Interrupted) => {
                    if self.interrupted {
                        print("`quit` or Ctrl-D ends the session.\n")?;
                    }
                    self.interrupted = !self.interrupted;
                }
                Err(ReadlineError::Eof) => {
                    print("Goodbye.\n")?;
                    return Ok(None);
                }
                Err(error) => return Err(format!("cannot read from the terminal: {error}")),
            }
        }
    }

    /// Keeps the history for the next session. A game goes on without it, if it cannot be kept.
    fn remember(&mut self) {
        if let Some(history) = &self.history {
            if let Some(folder) = history.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = self.editor.save_history(history);
        }
    }
}

/// Where the history is kept: in the user's folder for data of programs.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| {
        let folder = std::env::var_os(name).filter(|value| !value.is_empty());
        folder.map(PathBuf::from)
    };
    let data = folder("XDG_DATA_HOME")
        .or_else(|| folder("APPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    Some(data.join("nasvet").join("history"))
}

/// Completes with what the session offers, or names of files.
struct LineCompletion {
    moves: Vec<String>,
    complete: Complete,
    files: FilenameCompleter,
}

impl Completer for LineCompletion {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if line.starts_with("load ") || line.starts_with("save ") {
            let (start, mut files) = self.files.complete(line, cursor, context)?;
            files.retain(|file| find_steering(&file.display).is_none());
            return Ok((start, files));
        }
        let (start, candidates) = (self.complete)(&line[..cursor], &self.moves);
        let pair = |text: String| Pair {
            display: text.clone(),
            replacement: text,
        };
        Ok((start, candidates.into_iter().map(pair).collect()))
    }
}

impl Hinter for LineCompletion {
    type Hint = String;
}

impl Highlighter for LineCompletion {}

impl Validator for LineCompletion {}

impl Helper for LineCompletion {}
