//! Options drawn at random.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use holotable_env::{Chance, Error, ErrorKind, GameRng, OptionKind, OptionSpec, Options, Tabletop};

use crate::rng::{one_in, one_of};

/// Options by name, as on the command line.
pub type Given = BTreeMap<String, String>;

/// Values for some options of a game that go together. Words are drawn from those that its options and data files hold.
///
/// # Errors
/// A refusal that does not say that it is of an option.
pub fn drawn<G: Tabletop>(rng: &mut GameRng) -> Result<Given, String> {
    let words = words(G::NAME, G::option_specs());
    for _ in 0..20 {
        let mut given = Given::new();
        for spec in G::option_specs() {
            if one_in(rng, 2) {
                given.insert(spec.name.to_owned(), value(spec, &words, rng));
            }
        }
        match build::<G>(&given) {
            Ok(_) => return Ok(given),
            Err(e) if e.kind() == ErrorKind::Option => {}
            Err(e) => return Err(format!("{given:?}: {e}")),
        }
    }
    Ok(Given::new())
}

/// The game under these options.
///
/// # Errors
/// As [`Tabletop::build`].
pub fn build<G: Tabletop>(given: &Given) -> Result<G, Error> {
    build_on(given, None)
}

/// The game under these options on the data set in a folder, or on the built-in one.
///
/// # Errors
/// As [`Tabletop::build`].
pub fn build_on<G: Tabletop>(given: &Given, data: Option<&Path>) -> Result<G, Error> {
    G::build(&Options::resolve(G::option_specs(), pairs(given))?, data)
}

/// Names and values as they are resolved.
pub fn pairs(given: &Given) -> impl Iterator<Item = (&str, &str)> {
    given.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}

/// The folder of the data files of a game, if it has any.
pub fn data(game: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs")).join(game);
    folder.is_dir().then_some(folder)
}

fn value(spec: &OptionSpec, words: &[String], rng: &mut GameRng) -> String {
    match spec.kind {
        OptionKind::Int(least, most) => {
            let span = (most - least) as usize + 1;
            let at = if one_in(rng, 3) { [0, span - 1][rng.below(2)] } else { rng.below(span) };
            (least + at as i64).to_string()
        }
        OptionKind::Flag => rng.below(2).eq(&1).to_string(),
        OptionKind::Words(_) if one_in(rng, 2) => spec.default.to_owned(),
        OptionKind::Words(_) => one_of(rng, words).clone(),
    }
}

/// All words that an option may mean.
fn words(game: &str, specs: &[OptionSpec]) -> Vec<String> {
    let mut words: BTreeSet<String> = (0..4).map(|seat: u8| seat.to_string()).collect();
    let plain = |c: char| !(c.is_alphanumeric() || c == '_');
    for spec in specs {
        if let OptionKind::Words(what) = spec.kind {
            words.extend(what.split(plain).chain(spec.doc.split(plain)).map(str::to_owned));
        }
    }
    for entry in data(game).iter().flat_map(fs::read_dir).flatten().flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let names = text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        words.extend(names.map(str::to_owned));
    }
    words.into_iter().filter(|word| !word.is_empty()).collect()
}
