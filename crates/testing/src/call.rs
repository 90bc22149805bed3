//! A program that is started: what it is told, what it prints, and how it ends.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use serde_json::Value;

/// What the environment says about colours, letters and terminals.
const TASTES: [&str; 6] = [
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "LC_ALL",
    "LC_CTYPE",
    "TERM",
];

/// A program that will be started, with its arguments, in the same environment on every machine.
pub struct Call {
    command: Command,
    input: String,
}

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    /// The exit status; none if a signal ended it.
    pub status: Option<i32>,
    /// What it printed to standard output.
    pub out: String,
    /// What it printed to standard error.
    pub err: String,
}

impl Call {
    /// A program, which Cargo names: `Call::new(env!("CARGO_BIN_EXE_nasvet"), &["check", "krk"])`.
    pub fn new(program: &str, args: &[impl AsRef<OsStr>]) -> Call {
        let mut command = Command::new(program);
        command.args(args).env("LANG", "C.UTF-8");
        // Whatever is piped is not paged.
        command.env("PAGER", "no-such-pager");
        // How many lines of progress there are depends on the machine.
        command.env("NASVET_PROGRESS", "off");
        for name in TASTES {
            command.env_remove(name);
        }
        Call {
            command,
            input: String::new(),
        }
    }

    /// What is typed; without this, nothing.
    pub fn input(mut self, text: &str) -> Call {
        self.input = text.into();
        self
    }

    /// A variable of the environment.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Call {
        self.command.env(name, value);
        self
    }

    /// The folder in which the program runs.
    pub fn inside(mut self, folder: &Path) -> Call {
        self.command.current_dir(folder);
        self
    }

    /// Runs the program to its end.
    pub fn run(self) -> Run {
        ended(self.start())
    }

    /// Runs the program, and fails if it takes longer than this.
    #[cfg(unix)]
    pub fn run_within(self, time: Duration) -> Run {
        let what = format!("{:?}", self.command);
        let child = self.start();
        let id = child.id().to_string();
        let (done, wait) = channel();
        let thread = std::thread::spawn(move || {
            let _ = done.send(());
            ended_lossy(child, &done)
        });
        // Once when it waits, once when the program has ended.
        let _ = wait.recv();
        let in_time = wait.recv_timeout(time).is_ok();
        if !in_time {
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
        let run = thread.join().expect("the program ends");
        assert!(in_time, "{what} takes longer than {time:?}: {run:?}");
        run
    }

    /// Runs the program, and asks it to end after a while, as Ctrl-C does.
    #[cfg(unix)]
    pub fn interrupted_after(self, time: Duration) -> Run {
        let child = self.start();
        std::thread::sleep(time);
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill is there").success());
        ended(child)
    }

    /// Starts the program and types.
    pub fn start(mut self) -> Child {
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A program that reads nothing may have ended already.
        let _ = stdin.write_all(self.input.as_bytes());
        child
    }
}

fn ended(child: Child) -> Run {
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    Run {
        status: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// What a run came to, whatever bytes it prints. Tells when it has ended.
#[cfg(unix)]
fn ended_lossy(child: Child, done: &Sender<()>) -> Run {
    let output = child.wait_with_output().expect("the program ends");
    let _ = done.send(());
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Run {
        status: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

impl Run {
    /// The document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect("JSON on standard output")
    }
}
