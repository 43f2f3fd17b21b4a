//! `holotable new-game` writes a whole crate, or says in a line why not. `make own-game` builds such a crate.

use std::fs;
use std::path::Path;

use crate::cli::{prints, refuses};
use crate::scratch::Scratch;

/// The root of the repository.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
fn a_crate_is_written_whole_and_nothing_is_overwritten() {
    let scratch = Scratch::new("new_game");
    let folder = scratch.path().join("in/my_game");
    let asked = ["new-game", "my_game", "--out", folder.to_str().unwrap(), "--checkout", CHECKOUT];
    assert!(prints(&asked).contains("src/my_game.rs is the game"));

    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    assert_eq!(manifest["package"]["name"].as_str(), Some("my_game"));
    for (name, dependency) in manifest["dependencies"].as_table().unwrap() {
        let path = Path::new(dependency["path"].as_str().unwrap());
        let found = fs::read_to_string(path.join("Cargo.toml")).unwrap();
        assert!(path.is_absolute() && found.contains(&format!("name = \"{name}\"")), "{name}: {path:?}");
    }
    assert!(read("src/main.rs").contains("Kind::register::<my_game::MyGame>()"));
    assert!(read("src/my_game.rs").contains(r#"const NAME: &'static str = "my_game";"#));
    assert!(read("my_game.toml").contains(r#"name = "my_game""#));
    assert!(read("tests/it.rs").contains("../my_game.toml"));
    assert!(read(".gitignore").contains("/target"));

    let why = refuses(&asked);
    assert!(why.contains("it exists already") && why.contains("my_game"), "{why}");
}

#[test]
fn without_a_checkout_the_crate_builds_on_the_release() {
    let scratch = Scratch::new("new_game_release");
    let folder = scratch.path().join("crate");
    prints(&["new-game", "my_game", "--out", folder.to_str().unwrap()]);
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    assert_eq!(manifest.matches("git = ").count(), 6, "{manifest}");
    assert!(!manifest.contains("path = "), "{manifest}");
}

#[test]
fn what_does_not_fit_is_refused_before_anything_is_written() {
    let scratch = Scratch::new("new_game_refused");
    let folder = scratch.path().join("crate");
    let out = folder.to_str().unwrap();
    let elsewhere = scratch.path().to_str().unwrap();
    for (asked, why) in [
        (vec!["new-game", "My-Game", "--out", out], "2 to 40 of a to z, 0 to 9 and _"),
        (vec!["new-game", "risk", "--out", out], "comes with holotable"),
        (vec!["new-game", "match", "--out", out], "such as 'match_game'"),
        (vec!["new-game", "my_game", "--out", out, "--checkout", elsewhere], "no checkout of holotable in"),
        (vec!["new-game"], "NAME"),
    ] {
        let line = refuses(&asked);
        assert!(line.contains(why), "{asked:?}: {line}");
        assert!(!folder.exists(), "{asked:?} has written something");
    }
}
