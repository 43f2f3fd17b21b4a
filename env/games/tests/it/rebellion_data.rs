//! Rebellion's data set: where each value comes from, and what is refused, with the file, the place in it and the reason.

use std::path::Path;

use holotable_env::{Options, Show, Tabletop};
use holotable_games::rebellion::Rebellion;

use crate::any_game::{data, edited};
use crate::rebellion_board::game;

fn build(data: &Path) -> Result<Rebellion, String> {
    let options = Options::resolve(Rebellion::option_specs(), []).unwrap();
    Rebellion::build(&options, Some(data)).map_err(|e| e.to_string())
}

#[test]
fn mistakes_in_the_data_are_refused() {
    let leave = "\n[[route]]\nbetween = [\"Endor\", \"Hoth\"]\nsource = { between = \"agreed\" }\n";
    let twice = leave.replace("Endor", "Ilum").replace("Hoth", "Ilum");
    for (file, old, new, why) in [
        (
            "systems.toml",
            "region = 1",
            "region = 9",
            "systems.toml: system 'Felucia': Felucia: region is 9, not 1 to 8",
        ),
        (
            "systems.toml",
            "build = 1",
            "build = 4",
            "systems.toml: system 'Felucia': Felucia: build is 4, not 1 to 3",
        ),
        (
            "systems.toml",
            "name = \"Felucia\"",
            "name = \"Yavin\"",
            "systems.toml: the name 'Yavin' is used twice",
        ),
        (
            "routes.toml",
            "\"Alderaan\", \"Coruscant\"",
            "\"Alderaan\", \"Corruscant\"",
            "did you mean 'Coruscant'?",
        ),
        ("routes.toml", leave, &twice, "Ilum is not next to itself"),
        ("units.toml", "name = \"X-wing\"", "name = \"Z-wing\"", "units.toml: unit 'Z-wing': "),
        ("leaders.toml", "name = \"Tagge\"", "name = \"Tarkin\"", "Tarkin is listed twice"),
        ("recruits.toml", "[\"Ozzel\"]", "[\"Ozel\"]", "did you mean 'Ozzel'?"),
        ("objectives.toml", "n = 3 }", "n = 3, m = 1 }", "objectives.toml: objective 'Crippling Blow': "),
        ("objectives.toml", "stage = 1", "stage = 4", "stage is 4, not 1 to 3"),
        ("values.toml", "time = 1\n", "time = 14\n", "values.toml: track: time is 14, not 1 to 13"),
        (
            "values.toml",
            "subjugated = [\"Mandalore\"",
            "subjugated = [\"Corellia\"",
            "a system of the first game has two owners",
        ),
        ("values.toml", "\"Corellia\", \"Mustafar\"]", "\"Corellia\"]", "are not those that are subjugated"),
        ("values.toml", "\"Sullust\"]", "\"Felucia\"]", "are not those that are subjugated"),
        (
            "values.toml",
            "\"Stormtrooper\" = 12, \"AT-ST\" = 5, \"AT-AT\" = 1",
            "\"AT-ST\" = 5",
            "fewer Imperial ground units than Imperial systems",
        ),
        ("values.toml", "\"Stormtrooper\" = 3", "\"Stormtrooper\" = 31", "number is 31, not 0 to 30"),
        ("values.toml", "[map]", "[maps]", "values.toml: there is no [map]"),
        ("values.toml", "source = { version = \"own\" }", "source = {}", "'version' has no provenance"),
    ] {
        refuses(file, old, new, why);
    }
}

/// With another text instead the file is refused, in one line that says why.
fn refuses(file: &str, old: &str, new: &str, why: &str) {
    let found = build(&edited::<Rebellion>(file, old, new)).unwrap_err();
    assert!(found.contains(why), "{file}: {found}");
    assert!(!found.contains('\n'), "{found}");
}

/// Verbs, their parameters and numbers, and conditions of venues.
#[test]
fn mistakes_in_verbs_are_refused() {
    let capture = "missions.toml: mission 'Capture Rebel Operative': ";
    let range = "missions.toml: mission 'Gather Intel': Gather Intel: per is 61, not 1 to 60";
    refuses("missions.toml", "per = 4", "per = 61", range);
    refuses("missions.toml", "\"capture\"", "\"capture\", n = 1", capture);
    refuses("missions.toml", "\"capture\"", "\"capture\", n = 1", "unknown field `n`");
    refuses("missions.toml", "\"capture\"", "\"captures\"", "must be one of `capture`, `bring`");
    refuses("missions.toml", "\"imperial_unit\"", "\"no_unit\"", "must be one of `rebel_leader`, `captive`");
    refuses("recruits.toml", "\"TIE Fighter\", n = 4", "\"TIE Fighter\", n = 61", "n is 61, not 0 to 60");
    refuses("recruits.toml", "\"TIE Fighter\"", "\"TIE Figter\"", "did you mean 'TIE Fighter'?");
}

/// Other numbers are another game, which plays.
#[test]
fn other_values_are_another_game() {
    let built_in = game(&[]);
    let same = build(&data::<Rebellion>()).unwrap();
    assert_eq!(same.data_hash(), built_in.data_hash());
    let other = build(&edited::<Rebellion>("values.toml", "probes = 2", "probes = 3")).unwrap();
    assert_ne!(other.data_hash(), built_in.data_hash());
    assert_eq!(other.tables.refresh.probes, 3);
}

#[test]
fn every_value_says_where_it_comes_from() {
    let all = game(&[]).catalogue();
    let of = |component: &str| all.iter().filter(|entry| entry.component == component).count();
    // Region, icons, build number and place in the picture of each, twelve marks, one that is always the Empire's; stage, reputation and
    // goal of each objective, one that returns, five that need missions.
    assert_eq!((of("system"), of("route"), of("objective")), (32 * 4 + 12 + 1, 69, 15 * 3 + 1 + 5));
    // That each begins, its skill, icons, attempt, venue and effects, one with more dice, one with two ways; the skills of 25 leaders, eight of whom begin.
    let keys = |key: &str| all.iter().filter(|entry| entry.component == "leader" && entry.key == key).count();
    assert_eq!((of("mission"), keys("skills"), keys("start")), (8 * 6 + 2, 25, 8));
    assert!(all.iter().all(|entry| !entry.value.is_empty() && !entry.source.is_empty()));
    let others = game(&[("missions", "all")]).catalogue();
    assert!(others.iter().all(|entry| !entry.value.is_empty() && !entry.source.is_empty()));
    assert_eq!(
        others.iter().filter(|entry| entry.component == "mission" && entry.key == "effects").count(),
        53
    );
    let guesses = all.iter().filter(|entry| entry.source == "public" && entry.component == "system");
    assert!(guesses.map(|entry| entry.key.as_str()).all(|key| key == "probe"));
}
