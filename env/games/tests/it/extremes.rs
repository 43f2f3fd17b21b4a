//! Positions that somebody wrote and that no game reaches, but that break no rule: they are read, and play on without breaking one.

use holotable_env::{
    Chance, GameRng, Options, Sample, Tabletop, Viewer, generator, legal_actions, read_state,
};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::rebellion_combat::RebellionCombat;
use serde_json::{Value, json};

fn built<G: Tabletop>() -> G {
    G::build(&Options::resolve(G::option_specs(), []).unwrap(), None).unwrap()
}

/// Plays at random until `edit` finds something to change in the position, then on from the changed one; how many decisions
/// followed.
fn plays_on<G: Tabletop>(seed: u64, edit: impl Fn(&mut Value) -> bool) -> usize {
    let (g, mut rng): (G, GameRng) = (built(), Sample(generator(seed, 5)));
    let (mut s, mut followed, mut changed) = (g.start(&mut rng), 0, false);
    loop {
        let mut json = g.to_json(&s, Viewer::All);
        if !changed && edit(&mut json) {
            s = read_state(&g, &json).unwrap();
            changed = true;
        }
        let legal = legal_actions(&g, &s);
        if legal.is_empty() {
            return followed;
        }
        let action = legal[rng.below(legal.len())];
        g.step(&mut s, action, &mut rng);
        g.check(&s).unwrap_or_else(|why| panic!("{why}: {json}"));
        g.text(&s, Viewer::All);
        g.picture(&s, Viewer::All);
        followed += usize::from(changed);
    }
}

#[test]
fn a_game_that_has_gone_on_for_ever_goes_on() {
    for turn in [65_533, 65_534] {
        let late = |s: &mut Value| {
            s["turn"] = json!(turn);
            true
        };
        assert!(plays_on::<DarkSideRising>(turn, late) > 20);
    }
}

#[test]
fn a_unit_that_is_hurt_as_much_as_can_be_is_hurt_again() {
    let mut followed = 0;
    for seed in 0..40 {
        followed += plays_on::<RebellionCombat>(seed, |s| {
            let hurt = s.pointer_mut("/now/hits/0/assigned");
            hurt.map(|assigned| *assigned = json!(63)).is_some()
        });
    }
    assert!(followed > 40, "only {followed} decisions followed");
}
