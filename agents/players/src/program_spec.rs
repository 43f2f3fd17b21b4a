//! [`Spec`]: a program as a user types it.

use std::time::Duration;

use holotable_store::error::Error;

/// A program: `exec[@TIME][+AGENT]:COMMAND`, as in `exec:python3 bot.py`, `exec@500ms:./bot`, `exec@2s+greedy:./bot`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec<'a> {
    /// How long it may think about a decision.
    pub limit: Duration,
    /// Who decides where it gives no answer; without one the seat forfeits the game.
    pub instead: Option<&'a str>,
    /// What the shell runs.
    pub command: &'a str,
}

/// How long a program may think unless it is said.
const LIMIT: Duration = Duration::from_secs(10);
/// No program thinks longer than a day.
const MOST_MILLISECONDS: u64 = 86_400_000;

impl<'a> Spec<'a> {
    /// The words for help texts: how a program is written and what it is.
    pub const HELP: &'static [(&'static str, &'static str)] = &[
        ("exec:COMMAND", "a program of yours, asked by JSON lines; it has 10 s a decision, or forfeits"),
        (
            "exec@TIME+AGENT:COMMAND",
            "the same with another limit, such as 500ms; where it gives no answer AGENT decides",
        ),
    ];

    /// Reads a program; `None` if `spec` does not begin like one.
    ///
    /// # Errors
    /// One line: what is wrong with the time, the other agent or the command.
    pub fn read(spec: &'a str) -> Result<Option<Self>, Error> {
        let Some(rest) = spec.strip_prefix("exec").filter(|rest| rest.starts_with([':', '@', '+'])) else {
            return Ok(None);
        };
        let Some((head, command)) = rest.split_once(':') else {
            return Err(Error::new(format!("'{spec}' names no command: exec:python3 bot.py")));
        };
        if command.trim().is_empty() {
            return Err(Error::new(format!("'{spec}' names no command after ':'")));
        }
        let (time, instead) = head.split_once('+').map_or((head, None), |(time, agent)| (time, Some(agent)));
        if let Some("") = instead {
            return Err(Error::new(format!("'{spec}' names no agent after '+'")));
        }
        let limit = match time.strip_prefix('@') {
            None => Some(LIMIT).filter(|_| time.is_empty()),
            Some(time) => duration(time),
        };
        let limit = limit.ok_or_else(|| {
            Error::new(format!(
                "time '{}' of '{spec}' must be milliseconds or seconds from 1ms to 86400s, such as 500ms or 2s",
                time.trim_start_matches('@')
            ))
        })?;
        Ok(Some(Self { limit, instead, command }))
    }
}

fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1),
        None => (text.strip_suffix('s')?, 1_000),
    };
    let milliseconds = number.parse::<u64>().ok()?.checked_mul(unit)?;
    (1..=MOST_MILLISECONDS).contains(&milliseconds).then(|| Duration::from_millis(milliseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read() {
        let cases = [
            ("exec:python3 bot.py", 10_000, None, "python3 bot.py"),
            ("exec@2s:./bot --level 3", 2_000, None, "./bot --level 3"),
            ("exec@500ms+greedy:a:b", 500, Some("greedy"), "a:b"),
            ("exec+random:./bot +x", 10_000, Some("random"), "./bot +x"),
        ];
        for (text, milliseconds, instead, command) in cases {
            let limit = Duration::from_millis(milliseconds);
            assert_eq!(Spec::read(text), Ok(Some(Spec { limit, instead, command })), "{text}");
        }
        for text in ["random", "executor", "exec", "runs/exec:a", ""] {
            assert_eq!(Spec::read(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("exec:", "names no command after"),
            ("exec: ", "names no command after"),
            ("exec@2s", "names no command"),
            ("exec@2:./bot", "time '2'"),
            ("exec@0ms:./bot", "time '0ms'"),
            ("exec@99999999999999999999s:./bot", "from 1ms to 86400s"),
            ("exec@2s+:./bot", "no agent after '+'"),
        ];
        for (text, part) in cases {
            let line = Spec::read(text).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
    }
}
