//! `holotable new-game`: a crate with a game to go on from.

use std::fs;
use std::io::Write;
use std::path::{self, Path, PathBuf};

use holotable_erased::Kind;
use holotable_store::error::Error;
use holotable_store::files;

use super::CommandResult;

/// Write a crate with a game of your own
///
/// The crate stands by itself. It holds a small complete game, Kuhn's poker, under the name that you choose: rules, observation,
/// words, a bot, a recipe and tests. Change it into your game one piece at a time; `cargo test` says what no longer holds.
/// The program of the crate has every command of this one and knows your game beside the others.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable new-game my_game
  holotable new-game my_game --out games/my_game --checkout .

Then, in the folder of the crate:
  cargo test                                        what the core promises of every game, and that agents learn yours
  cargo run --release -- watch my_game              one random game in words
  cargo run --release -- tournament my_game --agents random,equilibrium,flat:100
  cargo run --release -- train my_game.toml         a network, half a minute on two cores
  cargo run --release -- serve                      the game in a browser

src/my_game.rs is the game. `impl Game` holds the rules, `impl Observe` the numbers that networks see, `impl Save` the
invariants, `impl Tabletop` the name and the rules in words, and `impl Bots` the bots.")]
pub struct Args {
    /// The name of the game and of the crate: small letters, digits and _
    name: String,
    /// The folder of the crate, which must not exist yet (without it: the name)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Build on the checkout of holotable in this folder, and not on the release of this program
    #[arg(long, value_name = "FOLDER")]
    checkout: Option<PathBuf>,
}

/// A file of the example, which is built and tested as it stands.
macro_rules! example {
    ($file:literal) => {
        include_str!(concat!("../../examples/own_game/", $file))
    };
}

const MAIN: &str = example!("src/main.rs");
const GAME: &str = example!("src/kuhn_poker.rs");
const TEST: &str = example!("tests/it.rs");

/// The files of the crate. Cargo leaves a folder with a `Cargo.toml` out of a package, so the example calls its own otherwise.
const FILES: [(&str, &str); 6] = [
    (".gitignore", example!("gitignore")),
    ("Cargo.toml", example!("manifest.toml")),
    ("kuhn_poker.toml", example!("kuhn_poker.toml")),
    ("src/main.rs", MAIN),
    ("src/kuhn_poker.rs", GAME),
    ("tests/it.rs", TEST),
];

/// What the example calls its game, as a module and as a type.
const NAMES: (&str, &str) = ("kuhn_poker", "KuhnPoker");

/// How the manifest of the example begins to say where holotable is.
const HERE: &str = "path = \"../../..";

/// The most letters of a name.
const LONGEST: usize = 40;

/// Words that the example does not hold and that are no name of a module, a type or a program either.
const RESERVED: &str = "abstract alloc as async await become box break build const continue core crate deps do dyn else examples extern \
    false final for gen if impl in incremental iterator loop macro match move mut option override priv pub ref return self string struct \
    super test trait true try type typeof union unsafe unsized vec virtual where while yield";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    check(&args.name)?;
    let source = match &args.checkout {
        Some(folder) => Source::checkout(folder)?,
        None => Source::Release,
    };
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(&args.name));
    let io = |e: std::io::Error| Error::io("create", &folder, e);
    if fs::symlink_metadata(&folder).is_ok() {
        return Err(Error::io("create", &folder, "it exists already").into());
    }
    for inside in ["src", "tests"] {
        fs::create_dir_all(folder.join(inside)).map_err(io)?;
    }
    for (file, text) in FILES {
        let text = if file == "Cargo.toml" { source.put_into(text) } else { text.to_owned() };
        files::write(&folder.join(renamed(file, &args.name)), &renamed(&text, &args.name))?;
    }
    writeln!(out, "{}: {} files; src/{}.rs is the game", folder.display(), FILES.len(), args.name)?;
    Ok(writeln!(out, "Next: cd {} && cargo test", folder.display())?)
}

/// Where the crate finds holotable.
enum Source {
    /// In this folder, with a slash between its parts.
    Checkout(String),
    /// In the repository, at the tag of this version.
    Release,
}

impl Source {
    fn checkout(folder: &Path) -> Result<Self, Error> {
        let manifest = folder.join("agents").join("Cargo.toml");
        if !manifest.is_file() {
            let why = format!(
                "no checkout of holotable in {}: there is no {}",
                folder.display(),
                manifest.display()
            );
            return Err(Error::new(why));
        }
        let whole = path::absolute(folder).map_err(|e| Error::io("find", folder, e))?;
        let whole = whole.to_str().ok_or_else(|| Error::io("name", folder, "its path is not Unicode"))?;
        Ok(Self::Checkout(whole.trim_end_matches(['/', '\\']).replace('\\', "/")))
    }

    /// The manifest of the example, with the dependencies from here.
    fn put_into(&self, manifest: &str) -> String {
        let line = |line: &str| {
            let Some((before, rest)) = line.split_once(HERE) else {
                return format!("{line}\n");
            };
            let (inside, after) = rest.split_once('"').unwrap_or((rest, ""));
            match self {
                Self::Checkout(folder) => {
                    // A string of JSON without characters beyond the first plane escaped is one of TOML.
                    let path = serde_json::Value::from(format!("{folder}{inside}"));
                    format!("{before}path = {path}{after}\n")
                }
                Self::Release => {
                    let (repository, version) = (env!("CARGO_PKG_REPOSITORY"), env!("CARGO_PKG_VERSION"));
                    format!("{before}git = \"{repository}\", tag = \"v{version}\"{after}\n")
                }
            }
        };
        manifest.lines().map(line).collect()
    }
}

/// A text of the example with the game called by another name.
fn renamed(text: &str, name: &str) -> String {
    text.replace(NAMES.0, name).replace(NAMES.1, &type_name(name))
}

/// `my_game` as `MyGame`.
fn type_name(name: &str) -> String {
    let capital = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    name.split('_').filter(|part| !part.is_empty()).map(capital).collect()
}

/// Says why a name fits no game or no crate.
fn check(name: &str) -> Result<(), Error> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !(2..=LONGEST).contains(&name.len())
        || !name.chars().all(fits)
        || !name.starts_with(|c: char| c.is_ascii_lowercase())
    {
        return Err(Error::new(format!(
            "name '{name}' must be 2 to {LONGEST} of a to z, 0 to 9 and _, a letter first"
        )));
    }
    if Kind::named(name).is_ok() {
        return Err(Error::new(format!(
            "a game of the name '{name}' comes with holotable; take another name"
        )));
    }
    let main_or_test = [MAIN, TEST].into_iter().flat_map(words);
    let modules = main_or_test.chain(RESERVED.split(' ')).any(|word| word == name);
    let types = [GAME, TEST].into_iter().flat_map(words).any(|word| word == type_name(name));
    if name != NAMES.0 && (modules || types || name.starts_with("holotable")) {
        return Err(Error::new(format!(
            "name '{name}' is a word of Rust or of the example already; take another, such as '{name}_game'"
        )));
    }
    Ok(())
}

/// The words of a program, comments left out.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_its_own_name_the_example_is_written_as_it_is_tested() {
        for (_, text) in FILES {
            assert_eq!(renamed(text, NAMES.0), text);
        }
    }

    #[test]
    fn another_name_leaves_nothing_of_the_old_one() {
        for (file, text) in FILES {
            let text = renamed(text, "my_game");
            assert!(
                !text.contains("kuhn") && !text.contains("Kuhn") || text.contains("Kuhn's"),
                "{file}: {text}"
            );
        }
        assert_eq!(type_name("my_2nd__game_"), "My2ndGame");
    }

    #[test]
    fn names_that_mean_something_else_are_refused() {
        for name in ["match", "state", "card", "line", "cli", "std", "game", "test", "string", "holotable_x"]
        {
            let why = check(name).unwrap_err().to_string();
            assert!(why.contains("a word of Rust or of the example"), "{why}");
        }
        for name in ["", "a", "My", "my-game", "2048", "_go", "é", &"g".repeat(41)] {
            let why = check(name).unwrap_err().to_string();
            assert!(why.contains("2 to 40 of a to z"), "{why}");
        }
        assert!(check("risk").unwrap_err().to_string().contains("comes with holotable"));
        for name in ["go", "my_game", "poker", "kuhn_poker", "game_2"] {
            check(name).unwrap();
        }
    }

    #[test]
    fn the_dependencies_come_from_where_they_are_asked_for() {
        let manifest = FILES[1].1;
        let release = Source::Release.put_into(manifest);
        let tag = concat!("tag = \"v", env!("CARGO_PKG_VERSION"), '"');
        assert_eq!(release.matches(tag).count(), manifest.matches(HERE).count());
        let checkout = Source::Checkout("/a \"b\"/c".to_owned()).put_into(manifest);
        assert!(checkout.contains(r#"holotable-env = { path = "/a \"b\"/c/env" }"#), "{checkout}");
        assert_eq!(Source::Checkout("../../..".to_owned()).put_into(manifest), manifest);
        for text in [release, checkout] {
            let read: toml::Table = text.parse().unwrap();
            assert_eq!(read["dependencies"].as_table().map(toml::Table::len), Some(6));
        }
    }
}
