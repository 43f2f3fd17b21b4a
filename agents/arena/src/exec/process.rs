//! [`Process`]: a running program with its three pipes. Nothing here waits for it longer than it is asked to: whatever could wait
//! has a thread of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use holotable_store::error::Error;
use serde_json::Value;

use super::confines::Confines;

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;
/// Lines that wait to be read before the program has to wait.
const WAITING: usize = 64;
/// How much of its complaints is kept.
const COMPLAINT: usize = 8000;
/// How long a program may take to end by itself once its standard input is closed.
const GRACE: Duration = Duration::from_millis(200);

/// What comes out of a program.
pub(super) enum Out {
    /// A line, without its end.
    Line(String),
    /// A line longer than any answer.
    TooLong,
}

/// A running program. Dropped, it and all that it has started are ended.
pub(super) struct Process {
    child: Child,
    /// To the thread that writes; closed first when the program is ended.
    input: Option<Sender<String>>,
    output: Receiver<Out>,
    complaint: Arc<Mutex<String>>,
    /// The thread that reads its complaints, to their end.
    listening: JoinHandle<()>,
}

impl Process {
    /// Starts a command in the shell, in a process group of its own, and under limits if there are any.
    pub fn start(command: &str, confines: Option<&Confines>) -> Result<Self, Error> {
        let mut shell = match confines {
            Some(confines) if cfg!(unix) => shell(&confines.command(command)),
            _ => shell(command),
        };
        if let Some(confines) = confines {
            shell.current_dir(&confines.folder);
        }
        #[cfg(unix)]
        let mark = super::registry::mark(&mut shell);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = shell.spawn();
        let mut child = started.map_err(|e| Error::new(format!("cannot start '{command}': {e}")))?;
        #[cfg(unix)]
        super::registry::add(child.id(), mark);
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (input, lines) = channel();
        let (out, output) = sync_channel(WAITING);
        let complaint = Arc::default();
        let kept = Arc::clone(&complaint);
        let started = || {
            thread::Builder::new().spawn(move || write(stdin, &lines))?;
            thread::Builder::new().spawn(move || read(stdout, &out))?;
            thread::Builder::new().spawn(move || keep(stderr, &kept))
        };
        match started() {
            Ok(listening) => Ok(Self { child, input: Some(input), output, complaint, listening }),
            Err(e) => {
                end(&mut child);
                Err(Error::new(format!("cannot start a thread for '{command}': {e}")))
            }
        }
    }

    /// Writes a line, later if the program does not read.
    pub fn tell(&self, line: &Value) {
        if let Some(input) = &self.input {
            // Whoever waits for its answer finds out that the program is gone.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line that it writes until then; `None` if there is none yet.
    ///
    /// # Errors
    /// Why there will be none: it has closed its output.
    pub fn line(&mut self, until: Instant) -> Result<Option<Out>, String> {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(out) => Ok(Some(out)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// What of its limits it exceeds with all that it has started, in words.
    #[cfg(unix)]
    pub fn excess(&self, confines: &Confines) -> Option<String> {
        confines.excess(&super::registry::usage(self.child.id()))
    }

    /// Nothing is known of what it uses.
    #[cfg(not(unix))]
    pub fn excess(&self, _confines: &Confines) -> Option<String> {
        None
    }

    /// How it ended, with its last complaint, which may still be on its way when it has ended.
    fn end(&mut self) -> String {
        let until = Instant::now() + GRACE;
        let how = loop {
            let waits = Instant::now() < until;
            match self.child.try_wait() {
                Ok(Some(status)) if self.listening.is_finished() || !waits => {
                    break format!("it has ended ({status})");
                }
                Ok(_) if waits => thread::sleep(Duration::from_millis(5)),
                Ok(_) | Err(_) => break "it has closed its output".to_owned(),
            }
        };
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        match complaint_of(&complaint) {
            Some(line) => format!("{how}: {line}"),
            None => how,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its children are known as such while it is there.
        #[cfg(unix)]
        super::registry::look(self.child.id());
        drop(self.input.take());
        let until = Instant::now() + GRACE;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(5));
        }
        end(&mut self.child);
    }
}

/// The line of its standard error that says why: the last one that speaks of an error, else the last one.
fn complaint_of(said: &str) -> Option<&str> {
    let speaks = |line: &&str| line.to_ascii_lowercase().contains("error");
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().rfind(speaks).or_else(|| lines().next_back())
}

/// Ends a program with all that it has started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    super::registry::end(child.id());
    // Where it has ended already there is nothing to end.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(windows)]
fn shell(command: &str) -> Command {
    use std::os::windows::process::CommandExt;
    let mut shell = Command::new("cmd");
    shell.arg("/C").raw_arg(command);
    shell
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stdout: impl Read, out: &SyncSender<Out>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let whole = line.last() == Some(&b'\n') || (line.len() as u64) < LONGEST;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\n', '\r']);
        if text.is_empty() && whole {
            continue;
        }
        let one = if whole { Out::Line(text.to_owned()) } else { Out::TooLong };
        if out.send(one).is_err() {
            return;
        }
    }
}

/// Keeps the end of what it complains, and reads on for as long as it does, so that it never waits for that.
fn keep(mut stderr: impl Read, kept: &Mutex<String>) {
    let mut bytes = [0; 4096];
    while let Ok(n @ 1..) = stderr.read(&mut bytes) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_str(&String::from_utf8_lossy(&bytes[..n]));
        let chars = kept.chars().count();
        if chars > COMPLAINT {
            *kept = kept.chars().skip(chars - COMPLAINT).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_says_why_is_found() {
        let node = "bot.js:1\n\nError: boom\n    at Object (bot.js:1:7)\n\nNode.js v20.20.2\n";
        assert_eq!(complaint_of(node), Some("Error: boom"));
        assert_eq!(complaint_of("sh: 1: nosuchlang: not found\n\n"), Some("sh: 1: nosuchlang: not found"));
        assert_eq!(complaint_of(" \n"), None);
    }

    #[test]
    fn a_long_trace_does_not_push_the_reason_out() {
        let trace =
            format!("Error: boom\n{}\nNode.js v20.20.2\n", "    at Object (bot.js:1:7)\n".repeat(100));
        let kept = Mutex::default();
        keep(trace.as_bytes(), &kept);
        assert_eq!(complaint_of(&kept.lock().unwrap()), Some("Error: boom"));
    }
}
