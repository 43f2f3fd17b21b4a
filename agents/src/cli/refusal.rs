//! Refusals that name the way out: a command or flag has a new name, or this build lacks a command.

use std::ffi::OsString;

const COMMANDS: [(&str, &str); 1] = [("reliability", "calibration")];
/// The commands whose features this build lacks.
const ABSENT: &[&str] = &[
    #[cfg(not(feature = "data"))]
    "generate",
    #[cfg(not(feature = "mcp"))]
    "mcp",
    #[cfg(not(feature = "serve"))]
    "serve",
];
const FLAGS: [(&str, &str); 2] = [("--part", "--shard"), ("--tally", "--result")];

/// The line that refuses an old name among the arguments, of which the first is the program.
pub fn of(args: &[OsString]) -> Option<String> {
    let words = args.iter().skip(1).map_while(|arg| arg.to_str().filter(|arg| *arg != "--"));
    words.enumerate().find_map(|(place, word)| {
        if place == 0 && ABSENT.contains(&word) {
            return Some(format!(
                "this build of holotable has no {word}: `make command` builds all commands"
            ));
        }
        let (names, name) = if place == 0 { (&COMMANDS[..], word) } else { (&FLAGS[..], flag(word)) };
        let (old, new) = names.iter().find(|(old, _)| *old == name)?;
        Some(format!("{old} was renamed to {new}"))
    })
}

/// A flag without the value behind its `=`.
fn flag(word: &str) -> &str {
    word.split_once('=').map_or(word, |(flag, _)| flag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_are_refused_with_the_new_ones() {
        let refused = |line: &str| of(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        for (line, says) in [
            ("holotable reliability risk", Some("reliability was renamed to calibration")),
            ("holotable tournament risk --part 1/2", Some("--part was renamed to --shard")),
            ("holotable compare risk a b --tally=file", Some("--tally was renamed to --result")),
            ("holotable tournament reliability", None),
            ("holotable games -- --part", None),
        ] {
            assert_eq!(refused(line).as_deref(), says, "{line}");
        }
    }
}
