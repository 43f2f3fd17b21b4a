//! Commands and flags that have another name now: who uses an old one is told the new one.

use std::ffi::OsString;

const COMMANDS: [(&str, &str); 1] = [("reliability", "calibration")];
const FLAGS: [(&str, &str); 2] = [("--part", "--shard"), ("--tally", "--result")];

/// The line that refuses an old name among the arguments, of which the first is the program.
pub fn refusal(args: &[OsString]) -> Option<String> {
    let words = args.iter().skip(1).map_while(|arg| arg.to_str().filter(|arg| *arg != "--"));
    words.enumerate().find_map(|(place, word)| {
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
        let refused = |line: &str| refusal(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
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
