//! [`Entry`]: who takes part in a season, as a TOML file says.

use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use holotable_env::brief;
use holotable_players::program_spec::Spec;
use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::folder::sum;
use holotable_store::toml_text;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::exec::Confines;

/// An entrant of a season.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What the ladder calls it: at most 32 letters, digits, `-`, `_`, `.` and `+`.
    pub name: String,
    /// The agent: a name such as `ppo`, a folder with a checkpoint, or `exec:COMMAND`. Folders and commands start from where
    /// the file lies.
    pub agent: String,
    /// The games it plays; all of the season if none is named.
    #[serde(default)]
    pub games: Vec<String>,
    /// What it is, in a sentence.
    #[serde(default)]
    pub about: String,
    /// What went into it: rules, hand-written play, other agents, games of people.
    #[serde(default)]
    pub knows: String,
    /// Its licence, such as MIT.
    #[serde(default)]
    pub licence: String,
    /// The entrant that it comes from.
    #[serde(default)]
    pub parent: Option<String>,
    /// Files that make it what it is; an entrant whose files have changed is another one.
    #[serde(default)]
    pub files: Vec<PathBuf>,
    /// A file in which the program keeps prompts and answers, one JSON object a line, as `--log` writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<PathBuf>,
    /// What a program may use; nothing else is held to it.
    #[serde(default)]
    pub limits: Limits,
}

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// The time for one decision, in seconds.
    pub seconds: f64,
    /// Seconds to start in, beside those for the first decision.
    pub start_seconds: f64,
    /// Megabytes of memory, with all that it starts.
    pub memory_mb: u64,
    /// Megabytes that it may write, in all files together.
    pub files_mb: u64,
    /// Processes at the same time.
    pub processes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { seconds: 10.0, start_seconds: 20.0, memory_mb: 4096, files_mb: 64, processes: 16 }
    }
}

/// The longest sentence of an entry.
const LONGEST: usize = 500;
/// The most bytes of an entry, and of each of its files.
const MOST: u64 = 1 << 16;
const MOST_OF_A_FILE: u64 = 1 << 28;

impl Entry {
    /// An entry from its text.
    ///
    /// # Errors
    /// One line with the key and what may stand there.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let entry: Self = parsed(text).map_err(misplaced)?;
        entry.must_be_sound()?;
        Ok(entry)
    }

    /// The entry in a file.
    ///
    /// # Errors
    /// As [`from_text`](Self::from_text), and where the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::from_text(&files::read_up_to(path, MOST)?).map_err(|e| e.within(path.display()))
    }

    fn must_be_sound(&self) -> Result<(), Error> {
        must_be_a_name("name", &self.name)?;
        let named = [
            ("agent", &self.agent),
            ("about", &self.about),
            ("knows", &self.knows),
            ("licence", &self.licence),
        ];
        for (key, text) in named.into_iter().chain(self.parent.iter().map(|name| ("parent", name))) {
            if text.chars().count() > LONGEST || text.chars().any(char::is_control) {
                return Err(Error::new(format!("{key} must be one line of at most {LONGEST} characters")));
            }
        }
        if self.agent.trim().is_empty() {
            return Err(Error::new(
                "agent must name an agent, a folder or a program, such as exec:python3 bot.py",
            ));
        }
        // What is shown of an entrant comes from its own folder.
        let outside = |log: &&PathBuf| !log.components().all(|part| matches!(part, Component::Normal(_)));
        if let Some(log) = self.log.as_ref().filter(outside) {
            return Err(Error::new(format!(
                "log '{}' must be a file in the folder of the entry or below it",
                log.display()
            )));
        }
        let spec = Spec::read(&self.agent)?;
        if spec.is_some() && !self.agent.starts_with("exec:") {
            return Err(Error::new(format!(
                "agent '{}': an entrant has its time in [limits] seconds and nobody decides in its place, so write exec:COMMAND",
                self.agent
            )));
        }
        let Limits { seconds, start_seconds, memory_mb, files_mb, processes } = self.limits;
        for (key, value, least, most) in [
            ("seconds", seconds, 0.001, 3600.0),
            ("start_seconds", start_seconds, 0.0, 3600.0),
            ("memory_mb", memory_mb as f64, 16.0, 1_048_576.0),
            ("files_mb", files_mb as f64, 0.0, 1_048_576.0),
            ("processes", processes as f64, 1.0, 4096.0),
        ] {
            if !(least..=most).contains(&value) {
                return Err(Error::new(format!(
                    "limits.{key} is {value} and must be from {least} to {most}"
                )));
            }
        }
        Ok(())
    }

    /// Whether it plays this game.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|name| name == game)
    }

    /// The program that it is, with what it may use, run in `folder`; `None` where it is no program.
    pub fn program(&self, folder: &Path) -> Option<(&str, Duration, Confines)> {
        let command = self.agent.strip_prefix("exec:")?;
        let Limits { seconds, start_seconds, memory_mb, files_mb, processes } = self.limits;
        let confines = Confines {
            folder: folder.to_owned(),
            start: Duration::from_secs_f64(start_seconds),
            memory: memory_mb << 20,
            written: files_mb << 20,
            processes,
        };
        Some((command, Duration::from_secs_f64(seconds), confines))
    }

    /// A hash of the entry and of its files, which lie in `folder`.
    ///
    /// # Errors
    /// One line where a file cannot be read.
    pub fn hash(&self, folder: &Path) -> Result<String, Error> {
        let mut text = serde_json::to_string(self).expect("plain data is JSON");
        for file in &self.files {
            let bytes = files::bytes(&folder.join(file), MOST_OF_A_FILE)
                .map_err(|e| e.within(format!("{}: files: {}", self.name, file.display())))?;
            text += &sum(&bytes);
        }
        Ok(sum(text.as_bytes()))
    }
}

/// A value from a text in TOML.
pub(super) fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    toml_text::read(text)?.try_into().map_err(|e: toml::de::Error| Error::new(brief(e.message())))
}

/// Tells where a key belongs that stands under `[limits]`.
fn misplaced(e: Error) -> Error {
    let line = e.to_string();
    let under_limits = line.contains("unknown field") && line.contains("`start_seconds`");
    if under_limits { Error::new(format!("{line} under [limits]; other keys stand above it")) } else { e }
}

/// Refuses what is no name of an entrant: it becomes part of the names of files.
pub(super) fn must_be_a_name(key: &str, name: &str) -> Result<(), Error> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let sound = (1..=32).contains(&name.len())
        && name.chars().all(fits)
        && name.starts_with(|c: char| c.is_ascii_alphanumeric());
    match sound {
        true => Ok(()),
        false => Err(Error::new(format!(
            "{key} '{}' must be 1 to 32 letters, digits, '-', '_', '.' or '+', the first a letter or a digit",
            brief(name)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_with_its_defaults() {
        let entry = Entry::from_text(
            "name = \"first\"\nagent = \"exec:python3 first.py\"\n[limits]\nseconds = 2.5\n",
        )
        .unwrap();
        let (command, time, confines) = entry.program(Path::new("bots")).unwrap();
        assert_eq!(
            (command, time, confines.memory),
            ("python3 first.py", Duration::from_millis(2500), 4 << 30)
        );
        assert!(entry.plays("risk") && entry.parent.is_none());
        let named = Entry::from_text("name = \"a\"\nagent = \"ppo\"\ngames = [\"risk\"]").unwrap();
        assert!(named.program(Path::new("")).is_none() && named.plays("risk") && !named.plays("conflict"));
        assert_ne!(entry.hash(Path::new("")).unwrap(), named.hash(Path::new("")).unwrap());
    }

    #[test]
    fn mistakes_are_named() {
        let line = |text: &str| Entry::from_text(text).unwrap_err().to_string();
        for (text, part) in [
            ("agent = \"ppo\"", "missing field `name`"),
            ("name = \"../x\"\nagent = \"ppo\"", "name '../x' must be"),
            ("name = \"a~b\"\nagent = \"ppo\"", "name 'a~b' must be"),
            ("name = \"a\"\nagent = \" \"", "agent must name"),
            ("name = \"a\"\nagent = \"exec@2s:./bot\"", "write exec:COMMAND"),
            ("name = \"a\"\nagent = \"exec+greedy:./bot\"", "write exec:COMMAND"),
            ("name = \"a\"\nagent = \"ppo\"\nabout = \"a\\nb\"", "about must be one line"),
            ("name = \"a\"\nagent = \"ppo\"\n[limits]\nseconds = 0", "limits.seconds is 0"),
            ("name = \"a\"\nagent = \"ppo\"\n[limits]\nmemory_mb = 1", "limits.memory_mb is 1"),
            ("name = \"a\"\nagent = \"ppo\"\nlog = \"../b.jsonl\"", "log '../b.jsonl' must be"),
            ("name = \"a\"\nagent = \"ppo\"\nlog = \"/b.jsonl\"", "log '/b.jsonl' must be"),
            ("name = \"a\"\nagent = \"ppo\"\nspeed = 1", "unknown field `speed`"),
        ] {
            assert!(line(text).contains(part), "{text}: {}", line(text));
        }
    }
}
