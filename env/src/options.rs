//! [`Options`]: the settings of a game, declared once in a table that validates, documents and prints them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::{Error, ErrorKind, nearest};
use crate::excerpt::excerpt;

/// What an option may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number from the first to the second, both included.
    Int(i64, i64),
    /// `true` or `false`.
    Flag,
    /// A word or a comma-separated list of words that the game itself checks.
    Words(&'static str),
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Int(lo, hi) => write!(f, "a whole number from {lo} to {hi}"),
            OptionKind::Flag => f.write_str("true or false"),
            OptionKind::Words(what) => f.write_str(what),
        }
    }
}

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name, as in `--option name=value` and in Python.
    pub name: &'static str,
    /// What it changes, with its source.
    pub doc: &'static str,
    /// What it may be.
    pub kind: OptionKind,
    /// What it is unless given.
    pub default: &'static str,
}

/// A value for every option of a game, each in its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    values: BTreeMap<&'static str, Setting>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Setting {
    Int(i64),
    Flag(bool),
    Words(String),
}

impl Options {
    /// The defaults of `specs` with `given` on top.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownOption`] for a name that is not in `specs`, with the nearest one; [`ErrorKind::Option`] for a value
    /// outside its range.
    pub fn resolve<'a>(
        specs: &[OptionSpec],
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Error> {
        let mut values = BTreeMap::new();
        for spec in specs {
            values.insert(spec.name, parse(spec, spec.default)?);
        }
        for (name, text) in given {
            let Some(spec) = specs.iter().find(|s| s.name == name) else {
                let names = specs.iter().map(|s| s.name);
                let hint = nearest(name, names.clone())
                    .map(|n| format!("; did you mean '{n}'?"))
                    .unwrap_or_default();
                let all = names.collect::<Vec<_>>().join(", ");
                return Err(Error::new(
                    ErrorKind::UnknownOption,
                    format!("unknown option '{}'{hint} (the options are {all})", excerpt(name, 0)),
                ));
            };
            values.insert(spec.name, parse(spec, text)?);
        }
        Ok(Self { values })
    }

    /// The same from a JSON object, as replays and checkpoints store it.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve), and when `json` is not an object of plain values.
    pub fn from_json(specs: &[OptionSpec], json: &Value) -> Result<Self, Error> {
        let map = json
            .as_object()
            .ok_or_else(|| Error::new(ErrorKind::Option, format!("options must be an object, not {json}")))?;
        let given: Vec<(String, String)> = map
            .iter()
            .map(|(k, v)| (k.clone(), v.as_str().map_or_else(|| v.to_string(), str::to_owned)))
            .collect();
        Self::resolve(specs, given.iter().map(|(k, v)| (k.as_str(), v.as_str())))
    }

    /// The value of a number option.
    ///
    /// # Panics
    /// If the table has no such option: the game asks for what it declared.
    pub fn int(&self, name: &str) -> i64 {
        match self.values.get(name) {
            Some(Setting::Int(i)) => *i,
            _ => panic!("'{name}' is not declared as a number"),
        }
    }

    /// The value of a true-or-false option.
    ///
    /// # Panics
    /// As [`int`](Self::int).
    pub fn flag(&self, name: &str) -> bool {
        match self.values.get(name) {
            Some(Setting::Flag(b)) => *b,
            _ => panic!("'{name}' is not declared as a flag"),
        }
    }

    /// The value of a word option.
    ///
    /// # Panics
    /// As [`int`](Self::int).
    pub fn words(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(Setting::Words(w)) => w,
            _ => panic!("'{name}' is not declared as words"),
        }
    }

    /// What the word of an option stands for, among all the words that it may be.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] with the nearest word and the list for any other.
    pub fn choice<T: Copy>(&self, name: &str, among: &[(&str, T)]) -> Result<T, Error> {
        let word = self.words(name);
        if let Some((_, value)) = among.iter().find(|(w, _)| *w == word) {
            return Ok(*value);
        }
        let all = among.iter().map(|(w, _)| *w);
        let hint = nearest(word, all.clone()).map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
        Err(Error::new(
            ErrorKind::Option,
            format!(
                "option '{name}' is '{}'{hint} (it may be {})",
                excerpt(word, 0),
                all.collect::<Vec<_>>().join(", ")
            ),
        ))
    }
}

fn parse(spec: &OptionSpec, text: &str) -> Result<Setting, Error> {
    let text = text.trim();
    let setting = match spec.kind {
        OptionKind::Int(lo, hi) => text.parse().ok().filter(|i| (lo..=hi).contains(i)).map(Setting::Int),
        OptionKind::Flag => text.parse().ok().map(Setting::Flag),
        OptionKind::Words(_) => Some(Setting::Words(text.to_owned())),
    };
    setting.ok_or_else(|| {
        Error::new(
            ErrorKind::Option,
            format!("option '{}' is '{}' but must be {}", spec.name, excerpt(text, 0), spec.kind),
        )
    })
}

impl Serialize for Setting {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Setting::Int(i) => s.serialize_i64(*i),
            Setting::Flag(b) => s.serialize_bool(*b),
            Setting::Words(w) => s.serialize_str(w),
        }
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(&self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { name: "players", doc: "seats", kind: OptionKind::Int(2, 4), default: "2" },
        OptionSpec { name: "early_stop", doc: "stop", kind: OptionKind::Flag, default: "true" },
    ];

    #[test]
    fn values_are_checked_by_name_and_range() {
        let options = Options::resolve(SPECS, [("players", "3")]).unwrap();
        assert_eq!((options.int("players"), options.flag("early_stop")), (3, true));
        let e = Options::resolve(SPECS, [("players", "5")]).unwrap_err();
        assert_eq!(e.to_string(), "option 'players' is '5' but must be a whole number from 2 to 4");
        let e = Options::resolve(SPECS, [("player", "3")]).unwrap_err();
        assert!(e.to_string().contains("did you mean 'players'?"), "{e}");
    }

    #[test]
    fn words_stand_for_values() {
        let specs =
            &[OptionSpec { name: "side", doc: "", kind: OptionKind::Words("a side"), default: "left" }];
        let among = [("left", 1), ("right", 2)];
        assert_eq!(Options::resolve(specs, []).unwrap().choice("side", &among), Ok(1));
        let e = Options::resolve(specs, [("side", "rihgt")]).unwrap().choice("side", &among).unwrap_err();
        assert_eq!(e.to_string(), "option 'side' is 'rihgt'; did you mean 'right'? (it may be left, right)");
    }

    #[test]
    fn json_round_trip() {
        let options = Options::resolve(SPECS, [("early_stop", "false")]).unwrap();
        let json = serde_json::to_value(&options).unwrap();
        assert_eq!(Options::from_json(SPECS, &json).unwrap(), options);
    }
}
