//! Properties of rebellion combat over random battles that a byte string spells, and over forged states.

use holotable_env::check::play_bytes;
use holotable_env::{
    Chance, Codec, Finite, Game, Pack, Sample, Save, Show, Tabletop, Viewer, generator, legal_actions,
    read_state,
};
use holotable_games::rebellion_combat::state::Ending;
use holotable_games::rebellion_combat::words::{Colour, Row, Side, Theatre};
use holotable_games::rebellion_combat::{RebellionCombat, State, attack};
use proptest::prelude::{ProptestConfig, any, prop};
use proptest::{prop_assert, proptest};

use crate::rebellion_combat_board::game;

const FLAGS: [&str; 4] = ["tactics", "retreat", "reshuffle", "overkill"];

/// Rules with the options that these numbers spell.
fn rules(flags: u8, value: u8, balance: u8) -> RebellionCombat {
    let (value, balance) = ((4 + value % 37).to_string(), (10 + balance % 91).to_string());
    let mut given =
        vec![("value", value.as_str()), ("balance", balance.as_str()), ("leaders", "3"), ("neighbours", "8")];
    given.extend(
        FLAGS.iter().enumerate().map(|(i, name)| (*name, ["true", "false"][usize::from(flags >> i & 1)])),
    );
    game(&given)
}

/// The units, leaders and cards of a battle, wherever they are.
fn census(s: &State) -> (Vec<u16>, Vec<u16>, Vec<u16>) {
    let mut units = Vec::new();
    for (side, camp) in s.camps.iter() {
        for row in Row::all() {
            let zones = [
                s.count(side, row),
                s.hurt(side, row),
                camp.parked[row],
                camp.lost[row],
                camp.retreated[row],
            ];
            units.push(zones.iter().map(|&n| u16::from(n)).sum::<u16>());
        }
    }
    let leaders = s.camps.values().map(|c| c.leaders.or(c.pool).or(c.away).len() as u16);
    let hands = |card| s.camps.values().map(|camp| camp.hand[card]).iter().sum::<u8>();
    let cards = s.deck.iter().map(|(card, n)| u16::from(n + s.discards[card] + hands(card)));
    (units, leaders.to_vec(), cards.collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_battle_keeps_the_rules_and_ends(
        (flags, value, balance, seed) in (any::<u8>(), any::<u8>(), any::<u8>(), any::<u64>()),
        bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let g = rules(flags, value, balance);
        let mut first = None;
        let mut decisions = 0;
        let end = play_bytes(&g, seed, &bytes, |s| {
            decisions += 1;
            g.check(s)?;
            let here = census(s);
            let kept = *first.get_or_insert_with(|| here.clone()) == here;
            let sum = g.score(s, 0) + g.score(s, 1);
            match (kept, (sum - 1.0).abs() < 1e-6, decisions <= RebellionCombat::MAX_DECISIONS) {
                (true, true, true) => Ok(()),
                (false, ..) => Err("units, leaders or cards are lost or made".into()),
                (_, false, _) => Err(format!("the scores sum to {sum}")),
                (.., false) => Err("it does not end".into()),
            }
        });
        prop_assert!(end.is_ok(), "{:?}", end);
        // Whoever always plays the first legal action never tries the plans of the Death Star, which may be all that is left.
        let end = end.unwrap();
        prop_assert!(end.ending != Ending::Endless || end.plans);
    }
}

/// Two Ion Cannons leave a Death Star no red dice: it cannot hurt the fleet, nor be hurt but by the plans.
#[test]
fn plans_that_are_never_tried_hold_a_battle_up_to_the_last_round() {
    let g = rules(152, 27, 139);
    let end = play_bytes(&g, 17_093_236_980_751_472_335, &[], |s| g.check(s)).unwrap();
    assert_eq!((end.ending, end.plans), (Ending::Endless, true));
    assert_eq!(read_state(&g, &g.to_json(&end, Viewer::All)).unwrap(), end);
}

/// States along random battles.
fn states(g: &RebellionCombat, seeds: u64) -> Vec<State> {
    let mut found = Vec::new();
    for seed in 0..seeds {
        let bytes: Vec<u8> =
            (0..200u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 20) as u8 ^ seed as u8).collect();
        play_bytes(g, seed, &bytes, |s| {
            found.push(*s);
            Ok(())
        })
        .unwrap();
    }
    found
}

#[test]
fn dice_are_those_of_a_count_unit_by_unit() {
    let g = game(&[("value", "40")]);
    let mut cut = 0;
    for s in states(&g, 20) {
        for (side, theatre) in Side::all().flat_map(|side| Theatre::all().map(move |theatre| (side, theatre)))
        {
            let mut dice = [0u16; Colour::N];
            for row in g.tables.rows(side, theatre) {
                let n = s.camps[side].units.levels(row).iter().sum::<u8>() + s.camps[side].parked[row];
                let unit = g.tables.unit(side, row);
                let of = [unit.black, unit.red];
                (0..Colour::N).for_each(|c| dice[c] += u16::from(n) * u16::from(of[c]));
            }
            if theatre == Theatre::Space {
                for (row, unit) in Row::all().zip(&g.tables.units[side.other()]) {
                    let fewer = u16::from(unit.cuts_red) * u16::from(s.count(side.other(), row));
                    cut += u16::from(fewer.min(dice[1]) > 0);
                    dice[1] = dice[1].saturating_sub(fewer);
                }
            }
            assert_eq!(
                attack::dice_of(&g, &s, side, theatre).values().map(u16::from),
                dice.map(|n| n.min(5))
            );
        }
    }
    assert!(cut > 20, "Ion Cannons cut dice only {cut} times");
}

#[test]
fn states_come_back_from_bytes() {
    let g = game(&[]);
    let codec = Codec::of(&g);
    let mut bytes = Vec::new();
    for s in states(&g, 6) {
        codec.write(&s, None, &mut bytes);
        assert_eq!(codec.read(&g, &bytes).unwrap().0, s);
        assert!(bytes.len() < 512, "{} bytes", bytes.len());
    }
}

/// A checksum keeps accidents out, not forgers: forged states either break an invariant or can be played on.
#[test]
fn whatever_passes_the_check_can_be_played() {
    let g = game(&[("leaders", "3"), ("neighbours", "8")]);
    let mut rng = Sample(generator(9, 0));
    let (mut refused, mut played) = (0, 0);
    let found = states(&g, 30);
    for round in 0..30_000 {
        let mut bytes = Vec::new();
        found[round % found.len()].pack(&mut bytes);
        for _ in 0..=rng.below(2) {
            let at = rng.below(64) * bytes.len() / 64 + rng.below(6);
            let at = at.min(bytes.len() - 1);
            bytes[at] = [0, 1, 2, 3, 4, 8, 31, 255][rng.below(8)];
        }
        let forged = State::unpack(&mut &bytes[..]).filter(|s| g.check(s).is_ok());
        let Some(mut s) = forged else {
            refused += 1;
            continue;
        };
        played += 1;
        let mut view = s;
        g.redeal(&mut view, rng.below(2), &mut rng);
        g.picture(&s, Viewer::All);
        for _ in 0..30 {
            let legal = legal_actions(&g, &s);
            if g.actor(&s).is_none() {
                break;
            }
            assert!(!legal.is_empty(), "{s:?}");
            g.step(&mut s, legal[rng.below(legal.len().min(64))], &mut rng);
        }
    }
    assert!(refused > 1_000 && played > 1_000, "{refused} refused, {played} played");
}

#[test]
fn pictures_stay_inside_their_frame() {
    let g = game(&[("scenario", "forest_moon")]);
    let mut every = states(&g, 2);
    every.extend(states(&game(&[("value", "40"), ("neighbours", "8"), ("leaders", "3")]), 20));
    for s in every {
        let p = g.picture(&s, Viewer::All);
        for shape in &p.shapes {
            let [x, y, right, bottom] = shape.ends();
            let (w, h) = (p.size.0 as i32, p.size.1 as i32);
            assert!(x >= 0 && y >= 0 && right <= w && bottom <= h, "{shape:?} outside of {w} x {h}");
        }
    }
}

#[test]
fn json_errors_name_the_thing() {
    let g = game(&[("scenario", "broadside")]);
    let s = g.start(&mut Sample(generator(1, 0)));
    let json = g.to_json(&s, Viewer::All).to_string();
    for (old, new, word) in [
        ("Star Destroyer", "Star Destoyer", "did you mean 'Star Destroyer'"),
        ("\"Star Destroyer\":[0]", "\"Star Destroyer\":[4]", "with 4 or more damage is not destroyed"),
        (
            "\"Star Destroyer\":[0]",
            "\"Star Destroyer\":[9]",
            "Star Destroyer[0]: must be a whole number below 6, not 9",
        ),
        ("\"round\":1", "\"round\":0", "rounds begin"),
        ("\"stage\":\"roll\"", "\"stage\":\"assign\"", "no decision in 'assign'"),
        ("\"Mon Calamari Cruiser\":[0]", "\"Mon Calamari Cruiser\":[0,0,0,0]", "more than 3"),
        ("\"leaders\":[]", "\"leaders\":[\"Yoda\"]", "no leader of the empire is called 'Yoda'"),
        (
            "\"discards\":{\"space\":{}",
            "\"discards\":{\"space\":{\"Onslaught\":2}",
            "more than 1 of Onslaught",
        ),
    ] {
        assert!(json.contains(old), "no {old} in {json}");
        let edited = serde_json::from_str(&json.replacen(old, new, 1)).unwrap();
        let e = read_state(&g, &edited).unwrap_err().to_string();
        assert!(e.starts_with("not a state of rebellion_combat") && e.contains(word), "{e}");
    }
}

#[test]
fn a_position_needs_only_its_units() {
    let g = game(&[]);
    let json = serde_json::json!({
        "loyalty": "neutral", "current": "rebels", "round": 1, "stage": "roll",
        "empire": { "units": { "TIE Fighter": [0, 0] } },
        "rebels": { "units": { "Y-wing": [0] }, "leaders": ["Wedge"] },
    });
    let s = read_state(&g, &json).unwrap();
    assert_eq!((s.count(Side::Empire, Row::at(0)), g.actor(&s)), (2, Some(1)));
}
