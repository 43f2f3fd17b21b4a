//! Data sets and options of rebellion combat that are refused, in one line that names the file and the thing.

use holotable_env::check::conforms;
use holotable_env::{
    Chance, ErrorKind, Finite, Game, Layout, Options, Sample, Show, Tabletop, generator, legal_actions,
};
use holotable_games::rebellion_combat::scenario::Setup;
use holotable_games::rebellion_combat::state::Beside;
use holotable_games::rebellion_combat::tables::Unit;
use holotable_games::rebellion_combat::words::{Card, Class, Row, Side, Theatre};
use holotable_games::rebellion_combat::{Action, RebellionCombat, State, generate};

use crate::any_game::{data, edited};
use crate::rebellion_combat_board::game;

/// What a data set is refused for where `old` is `new` in one file.
fn refused(file: &str, old: &str, new: &str) -> String {
    let dir = edited::<RebellionCombat>(file, old, new);
    let options = Options::resolve(RebellionCombat::option_specs(), []).unwrap();
    let Err(e) = RebellionCombat::build(&options, Some(&dir)) else {
        panic!("'{new}' for '{old}' in {file} should be refused")
    };
    assert_eq!((e.kind(), e.to_string().lines().count()), (ErrorKind::Data, 1), "{e}");
    assert!(e.to_string().starts_with(file), "{e}");
    e.to_string()
}

#[test]
fn bad_data_is_refused_by_name() {
    for (file, old, new, words) in [
        ("units.toml", "health = 1\n", "health = 9\n", "health is 9, not 0 to 6"),
        ("units.toml", "theatre = \"agreed\", ", "", "'theatre' has no provenance"),
        ("units.toml", "name = \"Assault Carrier\"", "name = \"TIE Fighter\"", "'TIE Fighter' is used twice"),
        ("units.toml", "colour = \"black\"\n", "", "'source' speaks of 'colour'"),
        ("units.toml", "value = 2\n", "value = 3\n", "no unit of value 2 or less"),
        (
            "units.toml",
            "theatre = \"space\"\nclass = \"fighter\"",
            "theatre = \"ground\"\nclass = \"fighter\"",
            "before",
        ),
        ("tactics.toml", "verb = \"discard\"", "verb = \"discuss\"", "discuss"),
        ("tactics.toml", "n = 1 }]", "n = 1, m = 2 }]", "unknown key 'm'"),
        (
            "tactics.toml",
            "when = \"block\"\nspecial = false",
            "when = \"attack\"\nspecial = false",
            "cannot stand on a card",
        ),
        (
            "tactics.toml",
            "when = \"block\"\nspecial = false",
            "when = \"block\"\nspecial = true",
            "only the attacker",
        ),
        ("tactics.toml", "copies = 3", "copies = 16", "copies is 16, not 0 to 15"),
        (
            "leaders.toml",
            "replaces = \"Luke Skywalker\"\n",
            "replaces = \"Yoda\"\n",
            "there is no 'Yoda' before it",
        ),
        ("dice.toml", "\"blank\", \"blank\"", "\"blank\"", "6 faces, not 5"),
        (
            "scenarios.toml",
            "\"X-wing\" = 1",
            "\"B-wing\" = 1",
            "no unit of the rebels is called 'B-wing'; did you mean",
        ),
        (
            "scenarios.toml",
            "\"X-wing\" = 1 }",
            "\"X-wing\" = 1 }\nhand = { space = { \"Onslaught\" = 2 } }",
            "more than 1 of Onslaught",
        ),
        ("scenarios.toml", "\"X-wing\" = 1", "\"X-wing\" = 9", "number is 9, not 0 to 8"),
        ("scenarios.toml", "\"X-wing\" = 1", "\"Rebel Trooper\" = 1", "no theatre has units of both sides"),
    ] {
        let line = refused(file, old, new);
        assert!(line.contains(words), "no '{words}' in: {line}");
    }
}

#[test]
fn bad_options_are_refused_by_name() {
    for (name, value, words) in [
        ("scenario", "dogfigth", "did you mean 'dogfight'?"),
        ("theatres", "sea", "it may be space, ground, both, any"),
        ("score", "goals", "it may be winner, margin"),
        ("value", "3", "a whole number from 4 to 40"),
    ] {
        let built = Options::resolve(RebellionCombat::option_specs(), [(name, value)])
            .and_then(|o| RebellionCombat::build(&o, None));
        let e = built.err().unwrap();
        assert_eq!(e.kind(), ErrorKind::Option);
        assert!(e.to_string().contains(words), "{e}");
    }
}

#[test]
fn random_battles_keep_to_their_options() {
    for (theatres, space, ground) in [("space", true, false), ("ground", false, true), ("both", true, true)] {
        let g = game(&[
            ("theatres", theatres),
            ("value", "20"),
            ("balance", "50"),
            ("leaders", "0"),
            ("neighbours", "0"),
        ]);
        let mut unequal = 0;
        for seed in 0..200 {
            let s = g.start(&mut Sample(generator(seed, 0)));
            let met = [Theatre::Space, Theatre::Ground].map(|t| s.contested(&g.tables, t));
            assert_eq!(met, [space, ground]);
            let worth = [Side::Empire, Side::Rebels].map(|side| {
                let value = |row| u32::from(g.tables.stat(side, row).value);
                Row::all().map(|row| value(row) * u32::from(s.count(side, row))).sum::<u32>()
            });
            let (weak, strong) = (worth[0].min(worth[1]), worth[0].max(worth[1]));
            assert!((9..=20).contains(&weak) && (17..=20).contains(&strong), "{worth:?}");
            unequal += u32::from(strong > weak + 5);
            assert!(
                s.camps.iter().all(|(_, c)| c.leaders.is_empty() && c.pool.is_empty()) && s.beside.is_empty()
            );
        }
        assert!((20..180).contains(&unequal), "{unequal} of 200 are far from equal");
    }
}

/// The last card of each deck again, `n` times, under names of their own.
fn with_more_cards(n: usize) -> Result<RebellionCombat, holotable_env::Error> {
    let text = std::fs::read_to_string(data::<RebellionCombat>().join("tactics.toml")).unwrap();
    let space =
        text.find("theatre = \"ground\"").and_then(|ground| text[..ground].rfind("[[card]]")).unwrap();
    let copy = |deck: &str, i: usize| {
        let card = deck.rsplit_once("[[card]]").unwrap().1;
        let name = card.split('"').nth(1).unwrap();
        format!("\n[[card]]{}\n", card.replacen(name, &format!("New Order {i}"), 1))
    };
    let more = |deck: &str| (0..n).fold(deck.to_owned(), |all, i| all + &copy(deck, i));
    let dir = edited::<RebellionCombat>("tactics.toml", "# ", &format!("# {n} more "));
    std::fs::write(dir.join("tactics.toml"), more(&text[..space]) + &more(&text[space..])).unwrap();
    RebellionCombat::build(&Options::resolve(RebellionCombat::option_specs(), []).unwrap(), Some(&dir))
}

#[test]
fn tactic_cards_are_added_without_code() {
    let (printed, g) = (game(&[]), with_more_cards(2).unwrap());
    assert_eq!(conforms(&g, 50).unwrap().games, 50);
    let rows = |g: &RebellionCombat| {
        let blocks = Layout::of(g).observation_blocks;
        ["hand", "discarded", "unseen", "played"]
            .map(|name| blocks.iter().find(|b| b.name == name).unwrap().rows)
    };
    assert_eq!((rows(&printed), rows(&g)), ([19; 4], [23; 4]));
    assert_eq!(Layout::of(&printed).actions, Layout::of(&g).actions, "actions keep their numbers");

    let play = |i: usize| Action::Play { card: Card::at(i) };
    let s = g.start(&mut Sample(generator(1, 0)));
    assert!(
        g.describe_action(&s, play(22)).starts_with("play New Order 1: "),
        "{}",
        g.describe_action(&s, play(22))
    );
    for absent in [play(23), Action::Discard { card: Card::at(23) }] {
        assert!(!g.describe_action(&s, absent).is_empty() && !g.why_illegal(&s, absent).is_empty());
    }
    let dealt =
        |s: &State| s.camps.iter().any(|(_, camp)| camp.hand.some().any(|(card, _)| card.index() > 18));
    let played = (0..200).any(|seed| {
        let mut chance = Sample(generator(seed, 0));
        let mut s = g.start(&mut chance);
        while g.actor(&s).is_some() && !dealt(&s) {
            let all = legal_actions(&g, &s);
            let a = all[chance.below(all.len())];
            g.step(&mut s, a, &mut chance);
        }
        dealt(&s)
    });
    assert!(played, "a new card is drawn in some game");
    let e = with_more_cards(3).unwrap_err();
    assert!(e.to_string().contains("25 kinds of cards, but there must be 1 to 24"), "{e}");
}

/// The set-ups of battles by lot.
fn drawn(given: &[(&str, &str)], n: u64) -> (RebellionCombat, Vec<Setup>) {
    let g = game(given);
    let all = (0..n).map(|seed| generate::random(&g, &mut Sample(generator(seed, 0)))).collect();
    (g, all)
}

/// Whether so many of `n` are as many as this share of them, but for five deviations.
fn is_share(found: usize, n: usize, share: f64) -> bool {
    let n = n as f64;
    (found as f64 - n * share).abs() < 5.0 * (n * share * (1.0 - share)).sqrt()
}

/// The plans are tried by fighters against a Death Star: the Rebels hold them in half of such battles, and in no other.
#[test]
fn the_rebels_hold_the_plans_only_against_a_station_and_with_a_fighter() {
    let (g, all) = drawn(&[("value", "40"), ("theatres", "space")], 3_000);
    let (mut battles, mut plans) = (0, 0);
    for setup in &all {
        let has = |side: Side, class: Class| {
            setup.sides[side].units.some().any(|(row, _)| g.tables.stat(side, row).class == class)
        };
        let may = has(Side::Empire, Class::Station) && has(Side::Rebels, Class::Fighter);
        assert!(may || !setup.plans);
        (battles, plans) = (battles + usize::from(may), plans + usize::from(setup.plans));
    }
    assert!(battles > 200 && is_share(plans, battles, 0.5), "{plans} of {battles}");
}

/// Whatever the armies may cost, each side has a unit in each theatre that can fight by itself there.
#[test]
fn both_sides_can_fight_in_each_theatre_of_a_random_battle() {
    for value in [4, 6, 18] {
        let given =
            [("value", value.to_string()), ("balance", "100".to_owned()), ("theatres", "both".to_owned())];
        let (g, all) = drawn(&given.each_ref().map(|(name, value)| (*name, value.as_str())), 1_000);
        for (setup, side) in all.iter().flat_map(|setup| Side::all().map(move |side| (setup, side))) {
            let units = || setup.sides[side].units.some().map(|(row, n)| (g.tables.unit(side, row), n));
            assert!(units().map(|(unit, n)| i32::from(unit.value) * i32::from(n)).sum::<i32>() <= value);
            for theatre in Theatre::all() {
                let fights = |unit: &Unit| {
                    unit.theatre == theatre
                        && unit.black + unit.red > 0
                        && !unit.helpless
                        && unit.class != Class::Station
                };
                assert!(units().any(|(unit, _)| fights(unit)), "{side:?} {theatre:?}: {setup:?}");
            }
        }
    }
}

/// Of the systems beside a random battle most are empty, and the current player came from the first.
#[test]
fn systems_beside_a_random_battle_are_mostly_empty() {
    let (_, all) = drawn(&[("neighbours", "8")], 1_000);
    assert!(all.iter().all(|setup| setup.beside.first().is_none_or(|beside| beside.origin)));
    let beside: Vec<_> = all.iter().flat_map(|setup| setup.beside.iter().skip(1)).collect();
    let n = |is: &dyn Fn(&Beside) -> bool| beside.iter().filter(|beside| is(beside)).count();
    assert!(is_share(n(&|beside| beside.origin), beside.len(), 1.0 / 6.0));
    for (units, share) in [([false; 2], 6.0), ([true, false], 2.0), ([false, true], 2.0), ([true; 2], 1.0)] {
        let found = n(&|beside| Side::all().map(|side| beside.units.has(side)).eq(units));
        assert!(is_share(found, beside.len(), share / 11.0), "{units:?}: {found} of {}", beside.len());
    }
}

/// A leader is in one place, each side has as many as the option says at most, and nobody who replaces another one.
#[test]
fn leaders_of_a_random_battle_are_in_one_place() {
    let (g, all) = drawn(&[("leaders", "3")], 1_000);
    let mut counts = [0; 4];
    for (setup, side) in all.iter().flat_map(|setup| Side::all().map(move |side| (setup, side))) {
        let brought = &setup.sides[side];
        assert!(brought.leaders.and(brought.pool).is_empty());
        let replaces = |leader| g.tables.leader(side, leader).unwrap().replaces.is_some();
        assert!(!brought.leaders.or(brought.pool).iter().any(replaces));
        for some in [brought.leaders, brought.pool] {
            counts[some.len()] += 1;
        }
    }
    assert!(counts.iter().all(|&n| is_share(n, 4_000, 0.25)), "{counts:?}");
}
