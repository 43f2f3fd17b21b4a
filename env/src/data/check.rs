//! What data sets are held to.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::by_key::ByKey;
use crate::error::{Error, ErrorKind, suggest};
use crate::finite::Finite;

/// A refusal of a data file, in one line.
pub fn wrong(file: &str, why: impl Display) -> Error {
    Error::new(ErrorKind::Data, format!("{file}: {why}"))
}

/// A value for each key, from a list that has each once.
///
/// # Errors
/// [`ErrorKind::Data`] with the key that is written twice or missing.
pub fn once_each<K: Finite, V, const N: usize>(
    file: &str,
    list: impl IntoIterator<Item = (K, V)>,
) -> Result<ByKey<K, V, N>, Error> {
    let mut found: ByKey<K, Option<V>, N> = ByKey::from_fn(|_| None);
    for (key, value) in list {
        if found[key].replace(value).is_some() {
            return Err(wrong(file, format!("'{}' is written twice", key.label())));
        }
    }
    if let Some((key, _)) = found.iter().find(|(_, value)| value.is_none()) {
        return Err(wrong(file, format!("'{}' is missing", key.label())));
    }
    Ok(found.map(|value| value.expect("none is missing")))
}

/// The place of a name among names of a kind of thing.
///
/// # Errors
/// One line with the nearest name.
pub fn find<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
    name: &str,
    what: &str,
) -> Result<usize, String> {
    let place = names.clone().position(|n| n == name);
    place.ok_or_else(|| format!("no {what} is called '{name}'{}", suggest(name, names)))
}

/// Holds names to being different.
///
/// # Errors
/// One line with the first that is used twice.
pub fn distinct<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    match names.into_iter().find(|name| !seen.insert(*name)) {
        Some(name) => Err(format!("the name '{name}' is used twice")),
        None => Ok(()),
    }
}

/// Holds a die to its six faces.
///
/// # Errors
/// One line with the number.
pub fn six(faces: usize) -> Result<(), String> {
    if faces == 6 { Ok(()) } else { Err(format!("a die has 6 faces, not {faces}")) }
}

/// Holds a number of a component to its range.
///
/// # Errors
/// One line with the component, the number and the range.
pub fn range(name: &str, what: &str, n: u8, lo: u8, hi: u8) -> Result<u8, String> {
    if (lo..=hi).contains(&n) { Ok(n) } else { Err(format!("{name}: {what} is {n}, not {lo} to {hi}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_differ() {
        let names = ["X-wing", "Y-wing", "Corvette"];
        assert_eq!(find(names.into_iter(), "Y-wing", "ship"), Ok(1));
        let why = find(names.into_iter(), "Corvete", "ship").unwrap_err();
        assert_eq!(why, "no ship is called 'Corvete'; did you mean 'Corvette'?");
        assert_eq!(distinct(names.into_iter()), Ok(()));
        assert_eq!(distinct(["a", "b", "a"].into_iter()), Err("the name 'a' is used twice".into()));
    }
}
