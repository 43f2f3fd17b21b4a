//! Data sets and options that are refused: one line that names the file and the card, or the option.

use std::path::PathBuf;

use holotable_env::check::{conforms, play_bytes};
use holotable_env::{
    Error, ErrorKind, Game, Layout, Options, Sample, Save, Tabletop, Viewer, generator, read_state,
};
use holotable_games::dark_side_rising::{DarkSideRising, State};

use crate::dsr_board::{folder, game};

const FILES: [&str; 6] =
    ["rebels.toml", "imperials.toml", "teams.toml", "dice.toml", "tokens.toml", "components.toml"];

/// Builds on a copy of the test data where `old` is `new` in one file.
fn build(test: &str, file: &str, edit: impl Fn(&str) -> String) -> Result<DarkSideRising, Error> {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&dir).unwrap();
    for name in FILES {
        let text = std::fs::read_to_string(folder().join(name)).unwrap();
        let text = if name == file { edit(&text) } else { text };
        std::fs::write(dir.join(name), text).unwrap();
    }
    DarkSideRising::build(&options(&[]).unwrap(), Some(&dir))
}

fn options(given: &[(&str, &str)]) -> Result<Options, Error> {
    Options::resolve(DarkSideRising::option_specs(), given.iter().copied())
}

fn replaced(old: &str, new: &str) -> impl Fn(&str) -> String + use<> {
    let (old, new) = (old.to_owned(), new.to_owned());
    move |text| {
        assert!(text.contains(&old), "no '{old}' to replace");
        text.replacen(&old, &new, 1)
    }
}

/// The edit is refused as data, in one line that has all these words.
fn refused(test: &str, file: &str, edit: impl Fn(&str) -> String, words: &[&str]) {
    let Err(e) = build(test, file, edit) else { panic!("{test}: it should be refused") };
    let line = e.to_string();
    assert_eq!((e.kind(), line.lines().count()), (ErrorKind::Data, 1), "{line}");
    for word in [file].iter().chain(words) {
        assert!(line.contains(word), "no '{word}' in: {line}");
    }
}

const STORMTROOPER: &str =
    "effect = [{ verb = \"damage\", reach = \"here\", affiliations = [\"tactical\", \"support\"] }]";
const HEAL_ONE: &str = "do = [{ verb = \"heal\", reach = \"team_or_sector\", pick = \"one\", amount = 1 }]";

#[test]
fn the_test_data_loads() {
    build("plain", "none", str::to_owned).unwrap();
}

#[test]
fn a_value_without_provenance() {
    let edit = replaced("name = \"reconstructed\", kind = \"reconstructed\", ", "name = \"reconstructed\", ");
    refused("provenance", "rebels.toml", edit, &["Luke Skywalker", "'kind'", "provenance"]);
    let edit = replaced("\nsource = { count = \"reconstructed\", effect = \"reconstructed\" }", "");
    refused("no_source", "tokens.toml", edit, &["token 1", "'source'"]);
    let edit = replaced("kind = \"reconstructed\"", "kind = \"guessed\"");
    refused("odd_source", "rebels.toml", edit, &["Luke Skywalker", "guessed"]);
    let edit = replaced("kind = \"reconstructed\"", "kind = \"rulebook\", colour = \"rulebook\"");
    refused("extra_source", "rebels.toml", edit, &["Luke Skywalker", "'colour'"]);
}

#[test]
fn an_unknown_key_verb_or_word() {
    let edit = replaced("verb = \"strike\", undamaged", "verb = \"strike\", undamagd");
    refused("key", "rebels.toml", edit, &["Baze Malbus", "undamagd"]);
    let edit = replaced("verb = \"strike\", undamaged", "verb = \"smite\", undamaged");
    refused("verb", "rebels.toml", edit, &["Baze Malbus", "smite"]);
    let edit = replaced("reach = \"here\"", "reach = \"there\"");
    refused("reach", "imperials.toml", edit, &["Stormtrooper", "there"]);
    let edit =
        replaced("when = \"gather\", if = \"same_affiliation\"", "when = \"gather\", iff = \"always\"");
    refused("ability_key", "rebels.toml", edit, &["Luke Skywalker", "iff"]);
    let edit = replaced("component = \"blue\"", "component = \"pink\"");
    refused("component", "components.toml", edit, &["component 1", "pink"]);
}

#[test]
fn a_value_that_does_not_fit_is_refused_in_words_of_toml() {
    let wrong =
        ["-1", "1.5", "1e300", "true", "\"x\"", "[]", "{}", "[[0]]", "{ x = 0 }", "[0, 0, 0, 0, 0, 0, 0, 0]"];
    let rust = [
        "u8", "u16", "u32", "u64", "usize", "i64", "f32", "f64", "struct", "enum", "variant", "tuple", "map",
        "sequence",
    ];
    let mut lines = 0;
    for file in FILES {
        let text = std::fs::read_to_string(folder().join(file)).unwrap();
        let keys = text.lines().filter(|line| line.contains(" = ")).count();
        // Every seventh, in a way of its own.
        for (n, key) in (0..keys).step_by(7).enumerate() {
            let edit = |text: &str| {
                let mut key = key;
                let spoil = |line: &str| match line.split_once(" = ") {
                    Some((name, _)) if key == 0 => {
                        key = usize::MAX;
                        format!("{name} = {}", wrong[n % wrong.len()])
                    }
                    Some(_) => {
                        key -= 1;
                        line.to_owned()
                    }
                    None => line.to_owned(),
                };
                text.lines().map(spoil).collect::<Vec<_>>().join("\n")
            };
            let Err(e) = build("words", file, edit) else { continue };
            let line = e.to_string();
            let spoken = line.split(|c: char| !c.is_alphanumeric()).find(|word| rust.contains(word));
            assert!(spoken.is_none() && !line.contains("invalid type"), "{line}");
            lines += 1;
        }
    }
    assert!(lines > 30, "only {lines} are refused");
}

#[test]
fn a_leader_who_is_no_rebel() {
    let edit = replaced("leader = \"Luke Skywalker\"", "leader = \"Luke Skywalkr\"");
    refused("leader", "teams.toml", edit, &["Luke Skywalkr", "rebels.toml"]);
    let edit = replaced("leader = \"Luke Skywalker\"", "leader = \"Stormtrooper\"");
    refused("imperial_leader", "teams.toml", edit, &["Stormtrooper"]);
}

#[test]
fn too_few_or_too_many_cards() {
    let none = |text: &str| text.split_once("[[rebel]]").unwrap().0.to_owned();
    refused("few", "rebels.toml", none, &["11 cards", "13"]);
    let many = |text: &str| rebels_more(text, 9);
    refused("many_rebels", "rebels.toml", many, &["49 cards", "48"]);
    refused("payees", "rebels.toml", |text| priced_more(text, 8), &["13 Rebels have a price, more than 12"]);
    build("as_many_payees", "rebels.toml", |text| priced_more(text, 7)).unwrap();
    let last = |text: &str| format!("\n[[imperial]]{}", text.rsplit_once("[[imperial]]").unwrap().1);
    refused("many", "imperials.toml", |t| t.to_owned() + &last(t).repeat(6), &["17 cards", "16"]);
    let tokens = |text: &str| text.rsplit_once("\n[[token]]").unwrap().0.to_owned();
    refused("tokens", "tokens.toml", tokens, &["remove_counter"]);
    let teams = |text: &str| text.rsplit_once("\n[[team]]").unwrap().0.to_owned();
    refused("teams", "teams.toml", teams, &["alderaan"]);
}

/// The Rebels with `n` more after them, each a copy of the last under a name of its own.
fn rebels_more(text: &str, n: usize) -> String {
    let last = format!("\n[[rebel]]{}", text.rsplit_once("[[rebel]]").unwrap().1);
    let name = last.split('"').nth(1).unwrap();
    (0..n).fold(text.to_owned(), |text, i| text + &last.replacen(name, &format!("Recruit {i}"), 1))
}

/// The same with a price for the ability of each that is added; five have one before.
fn priced_more(text: &str, n: usize) -> String {
    let text = rebels_more(text, n);
    let (before, added) = text.split_at(text.find("name = \"Recruit 0\"").unwrap());
    let paid = "ability = { when = \"paid\", pay = { support = 1 }, do = [{ verb = \"draw_token\" }] }";
    let priced = added.lines().map(|line| if line.starts_with("ability") { paid } else { line });
    before.to_owned() + &priced.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_card_is_added_without_code() {
    let g = build("one_more", "rebels.toml", |text| rebels_more(text, 1)).unwrap();
    assert_eq!(conforms(&g, 50).unwrap().games, 50);
    let layout = Layout::of(&g);
    let rows = |name: &str| layout.observation_blocks.iter().find(|b| b.name == name).unwrap().rows;
    let without = Layout::of(&game(&[])).observation;
    let row: usize = layout.observation_blocks.iter().filter(|b| b.rows == 52).map(|b| b.fields.len()).sum();
    assert_eq!((rows("deck"), rows("cards"), layout.observation), (52, 52, without + row));
    let there = |s: &State| s.cards().any(|c| g.tables[c.card].name == "Recruit 0");
    let mut starts = (0..100).map(|seed| g.start(&mut Sample(generator(seed, 0))));
    let s = starts.find(there).expect("it is among the nine cards of some game");
    assert_eq!(read_state(&g, &g.to_json(&s, Viewer::All)), Ok(s));
}

#[test]
fn there_must_be_as_many_imperials_as_win_the_game() {
    let fewer = |text: &str| text.rsplitn(9, "\n[[imperial]]").last().unwrap().to_owned();
    let e = build("few_imperials", "imperials.toml", fewer).unwrap_err();
    assert_eq!(e.to_string(), "option 'imperials' is 7, but the data set has 3");
}

#[test]
fn a_name_that_is_used_twice() {
    let e = build("twice", "rebels.toml", replaced("name = \"Sabine Wren\"", "name = \"Baze Malbus\""))
        .unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Data);
    assert!(e.to_string().contains("Baze Malbus"), "{e}");
}

#[test]
fn a_verb_where_it_cannot_stand() {
    for (i, op) in [
        "{ verb = \"damage\", reach = \"active_team\" }",
        "{ verb = \"heal\", reach = \"here\", pick = \"one\" }",
        "{ verb = \"heal\", reach = \"every_team\", pick = \"weakest\" }",
        "{ verb = \"heal_imperials\", amount = 1 }",
        "{ verb = \"add_die\", colours = [\"red\"] }",
        "{ verb = \"reroll_die\" }",
        "{ verb = \"change_die\", traits = [\"tactical\"] }",
        "{ verb = \"lose_die\" }",
        "{ verb = \"add_counters\" }",
        "{ verb = \"roll_death_star\" }",
        "{ verb = \"forbid_healing\" }",
    ]
    .iter()
    .enumerate()
    {
        let edit = replaced(HEAL_ONE, &format!("do = [{op}]"));
        refused(&format!("rebel_verb_{i}"), "rebels.toml", edit, &["Once Heal One"]);
    }
    for (i, op) in [
        "{ verb = \"strike\" }",
        "{ verb = \"draw_token\" }",
        "{ verb = \"remove_counter\" }",
        "{ verb = \"heal\", reach = \"active_team\" }",
        "{ verb = \"damage\", reach = \"active_team\", pick = \"one\" }",
        "{ verb = \"damage\", reach = \"here\", pick = \"weakest\" }",
        "{ verb = \"damage\", reach = \"team_or_sector\" }",
        "{ verb = \"damage\", reach = \"itself\" }",
    ]
    .iter()
    .enumerate()
    {
        let edit = replaced(STORMTROOPER, &format!("effect = [{op}]"));
        refused(&format!("imperial_verb_{i}"), "imperials.toml", edit, &["Stormtrooper"]);
    }
    let edit = replaced("{ verb = \"draw_token\" }", "{ verb = \"reroll_die\" }");
    refused("team_verb", "teams.toml", edit, &["alderaan"]);
    let edit = replaced("{ verb = \"lose_die\" }", "{ verb = \"damage\", reach = \"here\" }");
    refused("tile_verb", "components.toml", edit, &["yellow"]);
    let edit = replaced("{ verb = \"remove_counter\" }", "{ verb = \"draw_token\" }");
    refused("token_verb", "tokens.toml", edit, &["remove_counter"]);
    refused("no_verb", "imperials.toml", replaced(STORMTROOPER, "effect = []"), &["Stormtrooper"]);
}

#[test]
fn a_price_without_its_timing_and_the_other_way_round() {
    let edit = replaced("when = \"paid\", pay = { tactical = 1 }", "when = \"paid\"");
    refused("no_price", "rebels.toml", edit, &["Sabine Wren"]);
    let edit = replaced("when = \"paid\", pay = { tactical = 1 }", "when = \"once\", pay = { tactical = 1 }");
    refused("free_price", "rebels.toml", edit, &["Sabine Wren"]);
    let edit = replaced("pay = { tactical = 1 }", "pay = { tactical = 1, support = 1 }");
    refused("two_prices", "rebels.toml", edit, &["Sabine Wren"]);
}

#[test]
fn numbers_out_of_range() {
    refused(
        "capacity",
        "rebels.toml",
        replaced("capacity = 6", "capacity = 0"),
        &["Luke Skywalker", "capacity"],
    );
    let edit = replaced("recruit = { tactical = 3 }", "recruit = { tactical = 9 }");
    refused("symbols", "rebels.toml", edit, &["Sabine Wren", "symbols"]);
    refused("pool", "teams.toml", replaced("blue = 4", "blue = 6"), &["yavin_4", "blue"]);
    refused("spaces", "components.toml", replaced("spaces = 5", "spaces = 0"), &["blue", "spaces"]);
    refused(
        "faces",
        "dice.toml",
        replaced("\"support\", \"leadership\"]", "\"suport\", \"leadership\"]"),
        &["suport"],
    );
    refused("negative", "tokens.toml", replaced("count = 2", "count = -2"), &["token 1"]);
}

#[test]
fn malformed_toml_and_missing_files() {
    refused("malformed", "rebels.toml", |t| t.replacen("[[rebel]]", "[[rebel", 1), &["line 3"]);
    refused("top_key", "rebels.toml", |t| format!("size = 3\n{t}"), &["size"]);
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nothing_here");
    let e = DarkSideRising::build(&options(&[]).unwrap(), Some(&dir)).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Io);
    assert!(e.to_string().contains("rebels.toml"), "{e}");
}

#[test]
fn options_that_are_refused() {
    for (given, words) in [
        ([("players", "5"), ("imperials", "7")], ["players", "5", "2 to 4"]),
        ([("players", "2"), ("imperials", "12")], ["imperials", "12", "1 to 11"]),
        ([("players", "2"), ("early_stop", "yes")], ["early_stop", "yes", "true or false"]),
        ([("players", "2"), ("team", "random")], ["team", "did you mean", "teams"]),
        ([("players", "2"), ("teams", "tatooine")], ["teams", "1 teams", "2 players"]),
        ([("players", "2"), ("teams", "tatooine,tatooine")], ["teams", "tatooine", "twice"]),
        ([("players", "2"), ("teams", "tatooine,lothall")], ["lothall", "did you mean", "lothal"]),
        ([("players", "2"), ("teams", "")], ["teams", "no team", "tatooine"]),
    ] {
        let e = options(&given).and_then(|o| DarkSideRising::build(&o, None)).unwrap_err();
        let line = e.to_string();
        let unknown = line.starts_with("unknown option");
        let kind = if unknown { ErrorKind::UnknownOption } else { ErrorKind::Option };
        assert_eq!((e.kind(), line.lines().count()), (kind, 1), "{line}");
        assert!(words.iter().all(|w| line.contains(w)), "{words:?} in: {line}");
    }
}

/// What loads must play: no data set may make the game panic.
fn refused_or_plays(test: &str, file: &str, edit: impl Fn(&str) -> String) {
    match build(test, file, edit) {
        Err(e) => assert_eq!(e.kind(), ErrorKind::Data),
        Ok(g) => {
            for seed in 0..12 {
                let s = g.start(&mut Sample(generator(seed, 0)));
                assert_eq!(g.check(&s), Ok(()), "{test}");
                let bytes: Vec<u8> = (0..400u64).map(|i| (i * i * 31 + seed * 97 + i) as u8).collect();
                play_bytes(&g, seed, &bytes, |s| g.check(s)).unwrap();
            }
        }
    }
}

#[test]
fn two_teams_with_the_same_leader() {
    let edit = replaced("leader = \"Cassian Andor\"", "leader = \"Luke Skywalker\"");
    refused_or_plays("same_leader", "teams.toml", edit);
}

#[test]
fn the_same_team_or_token_written_twice() {
    let again = |what: &'static str| {
        move |t: &str| format!("{t}\n[[{what}]]{}", t.rsplit_once(&format!("[[{what}]]")).unwrap().1)
    };
    refused("team_twice", "teams.toml", again("team"), &["alderaan"]);
    refused("token_twice", "tokens.toml", again("token"), &["remove_counter"]);
    refused("tile_twice", "components.toml", again("component"), &["yellow"]);
}

#[test]
fn a_huge_amount_of_damage() {
    let edit = replaced("reach = \"here\", amount = 2", "reach = \"here\", amount = 255");
    refused_or_plays("huge_damage", "imperials.toml", edit);
}

#[test]
fn a_huge_amount_of_healing() {
    let edit = replaced("pick = \"one\", amount = 1", "pick = \"two\", amount = 255");
    refused_or_plays("huge_heal", "rebels.toml", edit);
}

#[test]
fn a_huge_amount_of_dice_or_tokens() {
    let edit = replaced("\"purple\"], amount = 2", "\"purple\"], amount = 255");
    refused_or_plays("huge_dice", "rebels.toml", edit);
    let edit = replaced("draw_token\", amount = 2", "draw_token\", amount = 255");
    refused_or_plays("huge_tokens", "rebels.toml", edit);
}

#[test]
fn a_die_with_hundreds_of_sides() {
    let edit = replaced("\"tactical\", \"tactical\", ", &"\"tactical\", ".repeat(300));
    refused_or_plays("many_sides", "dice.toml", edit);
}

#[test]
fn more_rebels_who_wait_for_a_reveal_than_a_reveal_asks() {
    let all = |t: &str| {
        let line = "ability = { when = \"revealed\", do = [{ verb = \"draw_token\" }] }";
        t.lines().map(|l| if l.starts_with("ability") { line } else { l }).collect::<Vec<_>>().join("\n")
    };
    refused("all_revealed", "rebels.toml", all, &["40 Rebels wait for a reveal, more than 8"]);
}

#[test]
fn an_effect_of_a_component_that_rolls_again_and_again() {
    let edit = replaced("{ verb = \"lose_die\" }", "{ verb = \"roll_death_star\" }");
    refused("roll_tile", "components.toml", edit, &["yellow", "RollDeathStar cannot stand here"]);
}

#[test]
fn a_heal_says_may_only_where_it_asks() {
    let edit = replaced(HEAL_ONE, "do = [{ verb = \"heal\", reach = \"active_team\", may = true }]");
    refused("may_all", "rebels.toml", edit, &["Once Heal One"]);
}

#[test]
fn one_each_team_goes_with_every_team() {
    for (i, reach) in ["team_or_sector", "active_team", "itself"].iter().enumerate() {
        let op = format!("do = [{{ verb = \"heal\", reach = \"{reach}\", pick = \"one_each_team\" }}]");
        refused(&format!("each_{i}"), "rebels.toml", replaced(HEAL_ONE, &op), &["Once Heal One"]);
    }
}

/// Numbers that would wrap, or that no price and no card is made for, are refused where they stand.
#[test]
fn numbers_out_of_all_proportion() {
    for symbols in [8, 200, 256] {
        let many = vec!["tactical"; symbols].join(" ");
        let edit = replaced("\"tactical tactical\"", &format!("\"{many}\""));
        let shown = symbols.min(255).to_string();
        let words = ["number of symbols is", shown.as_str(), "not 1 to 3"];
        refused(&format!("face_{symbols}"), "dice.toml", edit, &words);
    }
    let wrapped = |text: &str| {
        let from = text.find("recruit = {").unwrap();
        let to = from + text[from..].find('}').unwrap() + 1;
        format!("{}recruit = {{ tactical = 255, support = 2 }}{}", &text[..from], &text[to..])
    };
    refused("wrapped", "rebels.toml", wrapped, &["number of symbols is 255, not 1 to 8"]);
    let verbs = vec!["{ verb = \"draw_token\", amount = 1 }"; 300].join(", ");
    let edit = replaced(HEAL_ONE, &format!("do = [{verbs}]"));
    refused("verbs", "rebels.toml", edit, &["with it all effects have", "more than 255"]);
}
