//! What is computed from the rules of each game for networks, and subgoals: sound, the same whatever is hidden, and exact.

use std::collections::HashMap;

use holotable_env::check::play_bytes;
use holotable_env::{
    Explain, Finite, Game, OUTCOME_LIMIT, Options, Sample, Slot, Tabletop, generator, legal_actions, outcomes,
};
use holotable_games::dark_side_rising::action::{Action, DieType};
use holotable_games::dark_side_rising::state::Stage;
use holotable_games::dark_side_rising::{DarkSideRising, State};
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::risk::Risk;
use holotable_players::bots::Bots;
use holotable_players::odds_features::OddsFeatures;
use holotable_players::odds_features::dark_side_rising::odds::Odds;
use holotable_players::odds_features::dark_side_rising::{Exact, shown, spots};

fn built<G: Tabletop>() -> G {
    G::build(&Options::resolve(G::option_specs(), []).unwrap(), None).unwrap()
}

/// Returns in how many states some subgoal was not the action that it is named by.
fn chances_are_sound<G: Bots>(hides: bool) -> usize {
    let g = built::<G>();
    let features = G::OddsFeatures::of(&g);
    let (mut towards, mut hidden) = (0, 0);
    for seed in 0..6 {
        let bytes: Vec<u8> = (0..120).map(|i: u32| (i * 41 + seed * 13) as u8).collect();
        let mut rng = Sample(generator(u64::from(seed), 9));
        play_bytes(&g, u64::from(seed), &bytes, |s| {
            let seen = |s: &G::State, seat| {
                let mut seen = Explain::default();
                features.write(&g, s, seat, &mut seen);
                seen.values
            };
            let in_range = (0..g.players())
                .all(|p| seen(s, p).iter().all(|x| (x.range.0..=x.range.1).contains(&x.value)));
            let Some(seat) = g.actor(s) else {
                return if in_range { Ok(()) } else { Err("at the end".into()) };
            };
            let subgoals = |s: &G::State| {
                let mut list = Vec::new();
                features.subgoals(&g, s, |subgoal, step| list.push((subgoal, step)));
                list
            };
            let (mine, legal) = (subgoals(s), legal_actions(&g, s));
            let mut other = *s;
            g.redeal(&mut other, seat, &mut rng);
            towards += usize::from(mine.iter().any(|(subgoal, step)| subgoal != step));
            hidden += usize::from(other != *s);
            let names =
                mine.iter().map(|(subgoal, _)| subgoal.index()).collect::<std::collections::BTreeSet<_>>();
            let sound = in_range
                && !mine.is_empty()
                && names.len() == mine.len()
                && mine.iter().all(|(_, step)| legal.contains(step))
                && seen(s, seat) == seen(&other, seat)
                && mine == subgoals(&other);
            if sound { Ok(()) } else { Err(format!("{mine:?} among {legal:?}")) }
        })
        .unwrap();
    }
    assert!((hidden > 100) == hides, "{hidden} states hid anything");
    towards
}

#[test]
fn chances_and_aims_of_dark_side_rising_are_sound() {
    let towards = chances_are_sound::<DarkSideRising>(false);
    assert!(towards > 100, "{towards} states had subgoals");
}

#[test]
fn chances_of_rebellion_combat_are_sound() {
    assert_eq!(chances_are_sound::<RebellionCombat>(true), 0, "it has no subgoals");
}

#[test]
fn chances_of_risk_are_sound() {
    assert_eq!(chances_are_sound::<Risk>(true), 0, "it has no subgoals");
}

/// Who follows one subgoal through all rolls completes the card as often as its chance says: every roll is played out by the rules.
#[test]
fn aims_reach_what_their_chances_promise() {
    let g = built::<DarkSideRising>();
    let (odds, features, mut compared) = (Odds::shared(&g.tables), Exact::of(&g), 0);
    for seed in 0..12 {
        let mut rng = Sample(generator(seed, 3));
        let mut s = g.start(&mut rng);
        // Whatever effects ask before the roll, the first answer will do.
        while s.asking || s.stage != Stage::Rolled {
            let roll = !s.asking && s.stage == Stage::Muster;
            let action = if roll { Action::Roll } else { legal_actions(&g, &s)[0] };
            g.step(&mut s, action, &mut rng);
        }
        for (spot, _, need) in spots(&s) {
            let promised = odds.shown(&shown(&s), *s.waiting.values(), need).0;
            let subgoal = Action::Assign { die: DieType::at(0), spot: Slot::at(spot) };
            let played = completed(&g, &features, &s, spot, subgoal, &mut HashMap::new());
            assert!((played - promised).abs() < 1e-9, "seed {seed}, place {spot}: {played}, not {promised}");
            compared += usize::from(promised > 0.01 && promised < 0.99);
        }
    }
    assert!(compared >= 12, "only {compared} chances were neither 0 nor 1");
}

fn completed(
    g: &DarkSideRising,
    features: &impl OddsFeatures<DarkSideRising>,
    s: &State,
    spot: usize,
    subgoal: Action,
    known: &mut HashMap<State, f64>,
) -> f64 {
    if *s.need[spot].values() == [0; 4] {
        return 1.0;
    }
    if let Some(&chance) = known.get(s) {
        return chance;
    }
    let mut step = None;
    features.subgoals(g, s, |a, b| step = if a == subgoal { Some(b) } else { step });
    let after = |step| {
        let all = outcomes(g, s, step, OUTCOME_LIMIT).unwrap();
        all.iter().map(|o| o.probability * completed(g, features, &o.state, spot, subgoal, known)).sum()
    };
    let chance = step.map_or(0.0, after);
    known.insert(*s, chance);
    chance
}
