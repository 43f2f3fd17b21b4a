//! What the bots of every game make of positions for networks, and the prior: sound, in range, and the same whatever is hidden.

use holotable_env::check::play_bytes;
use holotable_env::{Explain, Finite, Options, Sample, generator, legal_actions};
use holotable_games::conflict::Conflict;
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::rebellion::Rebellion;
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::risk::Risk;
use holotable_players::bots::{Bots, ExpertFeatures};
use holotable_players::observation_wrapper::{FeatureSet, ObservationWrapper};

/// `hides` says whether a state of the game holds anything that a seat may not know.
fn worths_and_prior_are_sound<G: Bots>(hides: bool) {
    let g = G::build(&Options::resolve(G::option_specs(), []).unwrap(), None).unwrap();
    let (expert_features, wrapper) =
        (G::ExpertFeatures::of(&g), ObservationWrapper::of(&g, FeatureSet::PLAIN));
    let (mut led, mut hidden) = (0, 0);
    for seed in 0..6 {
        let bytes: Vec<u8> = (0..120).map(|i: u32| (i * 37 + seed * 11) as u8).collect();
        let mut rng = Sample(generator(u64::from(seed), 7));
        play_bytes(&g, u64::from(seed), &bytes, |s| {
            let prior = |s: &G::State| {
                let mut prior = vec![f32::NAN; G::Action::N];
                wrapper.prior(&g, s, &mut prior);
                prior
            };
            let Some(seat) = g.actor(s) else {
                return if prior(s).iter().all(|&x| x == 0.0) { Ok(()) } else { Err("at the end".into()) };
            };
            let distribution = |s: &G::State| {
                let mut list: Vec<(G::Action, f64)> = Vec::new();
                expert_features.action_distribution(&g, s, |a, p| list.push((a, p)));
                list
            };
            let seen = |s: &G::State, seat| {
                let mut seen = Explain::default();
                expert_features.write(&g, s, seat, &mut seen);
                seen.values
            };
            let (mine, legal) = (distribution(s), legal_actions(&g, s));
            let sum: f64 = mine.iter().map(|(_, p)| p).sum();
            // The prior of an action is 1 + ln(p) / 8, at least 0.
            let says = |(i, x): (usize, f32)| {
                let p = mine.iter().find(|(a, _)| a.index() == i).map_or(0.0, |(_, p)| *p);
                (0.0..=1.0).contains(&x) && (f64::from(x) - (1.0 + p.ln() / 8.0).max(0.0)).abs() < 1e-6
            };
            let mut other = *s;
            g.redeal(&mut other, seat, &mut rng);
            led += usize::from(!mine.is_empty());
            hidden += usize::from(other != *s);
            let sound = (sum - 1.0).abs() < 1e-9
                && mine.iter().all(|(a, _)| legal.contains(a))
                && (0..g.players())
                    .all(|p| seen(s, p).iter().all(|x| (x.range.0..=x.range.1).contains(&x.value)))
                && seen(s, seat) == seen(&other, seat)
                && mine == distribution(&other)
                && prior(s).into_iter().enumerate().all(says)
                && prior(s) == prior(&other);
            if sound { Ok(()) } else { Err(format!("{mine:?} among {legal:?}")) }
        })
        .unwrap();
    }
    assert!(G::ExpertFeatures::GIVES_PRIOR);
    assert!(led > 100 && (hidden > 100) == hides, "{led} states had a prior, {hidden} hid anything");
}

#[test]
fn worths_and_prior_of_dark_side_rising_are_sound() {
    worths_and_prior_are_sound::<DarkSideRising>(false);
}

#[test]
fn worths_and_prior_of_rebellion_combat_are_sound() {
    worths_and_prior_are_sound::<RebellionCombat>(true);
}

#[test]
fn worths_and_prior_of_risk_are_sound() {
    worths_and_prior_are_sound::<Risk>(true);
}

#[test]
fn worths_and_prior_of_conflict_are_sound() {
    worths_and_prior_are_sound::<Conflict>(true);
}

#[test]
fn worths_and_prior_of_rebellion_are_sound() {
    worths_and_prior_are_sound::<Rebellion>(true);
}
