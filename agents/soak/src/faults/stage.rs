//! [`Stage`]: where a command is disturbed, and what it would leave behind if it were not.

use std::ffi::OsString;
use std::fs;
use std::io::{self, pipe};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::work::{RECIPE, SPACE, Work};
use crate::resume::HOLOTABLE;
use crate::same::{Contents, contents};
use crate::scratch::Scratch;

/// A folder before the command, one after it, and one where it is disturbed.
pub struct Stage<'a> {
    program: &'a Path,
    pub work: &'a Work,
    scratch: Scratch,
    /// What the command leaves behind.
    pub whole: Contents,
    /// What each reader then says.
    pub said: Vec<Vec<u8>>,
    /// How long it takes.
    pub takes: Duration,
}

/// How a command ended.
pub struct Ended {
    pub code: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

impl<'a> Stage<'a> {
    /// Runs the command undisturbed.
    pub fn new(program: &'a Path, work: &'a Work) -> Result<Self, String> {
        let io = |e: io::Error| e.to_string();
        let scratch = Scratch::new().map_err(io)?;
        let (whole, said, takes) = (Contents::new(), Vec::new(), Duration::ZERO);
        let mut stage = Self { program, work, scratch, whole, said, takes };
        let begun = stage.at("begun");
        fs::create_dir_all(begun.join("out")).map_err(io)?;
        fs::write(begun.join("recipe.toml"), RECIPE).map_err(io)?;
        fs::write(begun.join("space.toml"), SPACE).map_err(io)?;
        for line in work.before {
            stage.well("begun", line)?;
        }
        stage.copy("begun", "whole").map_err(io)?;
        let began = Instant::now();
        stage.well("whole", work.line)?;
        stage.takes = began.elapsed();
        stage.whole = contents(&stage.at("whole")).map_err(io)?;
        for (line, _) in work.readers {
            let said = stage.well("whole", line)?.out;
            stage.said.push(said);
        }
        Ok(stage)
    }

    /// One of the folders.
    pub fn at(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// Puts one of the folders in the place of another.
    pub fn copy(&self, from: &str, to: &str) -> io::Result<()> {
        let to = self.at(to);
        if to.exists() {
            fs::remove_dir_all(&to)?;
        }
        let copied = Command::new("cp").arg("-R").args([self.at(from), to]).status()?;
        if copied.success() { Ok(()) } else { Err(io::Error::other("cp fails")) }
    }

    /// Starts a command line in a folder as a shell does after `first` and with `last` behind.
    pub fn start(&self, folder: &str, line: &str, first: &str, last: &str) -> io::Result<Child> {
        // Standard input is a pipe that takes what is written and that nobody reads: `>&0` writes to nobody.
        let (_, nobody) = pipe()?;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{first} exec \"$0\" \"$@\" {last}")).arg(self.program).arg(HOLOTABLE);
        shell.args(line.split_whitespace().map(OsString::from)).current_dir(self.at(folder));
        shell.stdin(nobody).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    }

    /// The same to its end, which must be a fair one.
    pub fn run(&self, folder: &str, line: &str, first: &str, last: &str) -> Result<Ended, String> {
        let ended = self.start(folder, line, first, last).and_then(Child::wait_with_output);
        let ended = Ended::of(ended.map_err(|e| e.to_string())?)?;
        match ended.code {
            Some(0) => Ok(ended),
            Some(2) if last.contains("2>") || ended.refusal().is_some() => Ok(ended),
            code => Err(format!("`{line}` ends with {code:?} and says '{}'", ended.err.trim())),
        }
    }

    /// A command line that must do well.
    pub fn well(&self, folder: &str, line: &str) -> Result<Ended, String> {
        let ended = self.run(folder, line, "", "")?;
        match ended.refusal() {
            None => Ok(ended),
            Some(why) => Err(format!("`{line}` says '{why}'")),
        }
    }
}

impl Ended {
    /// The end of a process, with its exit code and what it wrote. An error where it panicked.
    pub fn of(ended: Output) -> Result<Self, String> {
        let err = String::from_utf8_lossy(&ended.stderr).into_owned();
        if err.contains("panicked") || ended.status.code() == Some(101) {
            return Err(format!("{}: {}", ended.status, err.trim()));
        }
        Ok(Self { code: ended.status.code(), out: ended.stdout, err })
    }

    /// The one line that says why, if there is exactly one.
    pub fn refusal(&self) -> Option<&str> {
        let mut lines = self.err.lines().filter(|line| line.starts_with("error: "));
        lines.next().filter(|_| lines.next().is_none())
    }
}
