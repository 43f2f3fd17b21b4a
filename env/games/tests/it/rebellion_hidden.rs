//! What a side cannot know changes nothing that it sees, may do, reads or is drawn; and the base that is imagined for the Empire is
//! never contradicted by what everybody has seen.

use holotable_env::{ByKey, Finite, Game, Layout, List, Sample, Save, Set, generator, legal_actions};
use holotable_games::rebellion::deck_counts::DeckCounts;
use holotable_games::rebellion::state::Stage;
use holotable_games::rebellion::words::{ALL, Mission, Place, Places, Side, Theatre, space};
use holotable_games::rebellion::{Action, Rebellion, State, base, supply};
use holotable_games::rebellion_combat::zones::Cards;

use crate::any_game::{look_alike, random_game};
use crate::rebellion_board::{Empire, Rebels, game};
use crate::variants::{REBELLION, REBELLION_TEAMS};

/// Whether two states differ in what this side cannot know, and in nothing else.
fn are_twins(one: &State, other: &State, side: Side) -> bool {
    let mut bare = [*one, *other];
    for s in &mut bare {
        match side {
            Empire => {
                (s.base, s.hand, s.looked, s.havens) = (None, Set::EMPTY, Set::EMPTY, Set::EMPTY);
                (s.depth, s.top, s.bottom) = (ByKey::default(), List::default(), List::default());
            }
            Rebels => (s.probes, s.sunk, s.offer) = (Set::EMPTY, List::default(), List::default()),
        }
        s.missions[side.other()] = DeckCounts::default();
        s.partners.refused[side.other()] = Set::EMPTY;
        s.action_cards[side.other()] = s.action_cards[side.other()].spent();
        (s.recruits[side.other()], s.drawn[side.other()]) = (Set::EMPTY, Set::EMPTY);
        if s.stage == Stage::Recruit && s.asked != side {
            s.used = None;
        }
        for laid in s.stacks[side.other()].iter_mut().flatten() {
            *laid = Mission::at(0);
        }
        if let Some(battle) = &mut s.battle {
            battle.camps[side.other()].hand = Cards::default();
            battle.deck = Cards::default();
        }
    }
    bare[0] == bare[1] && one != other
}

#[test]
fn twins_look_alike_to_both_sides() {
    for given in REBELLION.into_iter().chain(REBELLION_TEAMS) {
        let g = game(given);
        let layout = Layout::of(&g);
        let mut rng = Sample(generator(7, 0));
        let (mut twins, mut at) = ([0; 2], 0);
        for seed in 0..16 {
            random_game(&g, seed, |s, _| {
                at += 1;
                if at % 7 != 0 {
                    return;
                }
                for side in Side::all() {
                    let mut other = *s;
                    g.redeal(&mut other, side.index(), &mut rng);
                    g.check(&other).unwrap();
                    if are_twins(s, &other, side) {
                        twins[side.index()] += 1;
                        let seats = (0..g.players).filter(|&seat| g.team(seat) == side.index());
                        seats.for_each(|seat| look_alike(&g, [s, &other], seat, &layout, given));
                    }
                    assert_eq!(g.actor(s), g.actor(&other));
                    assert_eq!(g.choice_is_private(s), g.choice_is_private(&other));
                }
            });
        }
        assert!(twins.iter().all(|&n| n > 200), "{given:?}: {twins:?}");
    }
}

/// Where the base can be as far as everybody has seen, worked out here from what happens, and not as the rules do.
struct Witness {
    possible: Places,
}

impl Witness {
    fn see(&mut self, g: &Rebellion, s: &State, a: Option<Action>) {
        if matches!(s.stage, Stage::Muster | Stage::Hide) {
            let cards = ALL.without(g.tables.always).without(s.boxed);
            self.possible = if s.stage == Stage::Hide { s.possible } else { cards };
            return;
        }
        if let (Stage::From, Side::Rebels, Some(Action::Choose { place: source })) = (s.stage, s.turn, a) {
            let target = s.target.unwrap();
            let near = |one: Place, other: Place| one == other || g.tables.next_to[one].has(other);
            let other = if source == space() { target } else { source };
            if source == space() || target == space() {
                self.possible = self.possible.iter().filter(|&base| near(base, other)).collect();
            }
        }
        // Troops that came to fight have looked round, even if they die.
        if let (Stage::Battle, Some(field), false) = (s.stage, s.field, s.revealed) {
            let troops = supply::fighting(s)[Empire];
            if g.components().rows(Empire, Theatre::Ground).any(|row| troops[row] > 0) {
                self.possible.take(field);
            }
        }
        if let (Stage::Relocate, Some(Action::Choose { .. })) = (s.stage, a) {
            let cards = ALL.without(g.tables.always).without(s.boxed).without(s.open);
            let old = Places::only(s.base.unwrap());
            self.possible = cards.without(old).without(s.with_units(Empire)).without(s.loyal(Empire));
        }
        if s.stage == Stage::Turn && !s.revealed {
            self.possible = self.possible.without(base::garrisons(g, s)).without(s.loyal(Empire));
        }
    }
}

#[test]
fn the_imagined_base_is_never_contradicted() {
    for given in REBELLION {
        let g = game(given);
        let mut rng = Sample(generator(9, 0));
        let (mut looked, mut fewest) = (0, 32);
        for seed in 0..80 {
            let mut witness = Witness { possible: ALL };
            random_game(&g, seed, |s, a| {
                witness.see(&g, s, a);
                if s.stage != Stage::Turn || s.revealed {
                    return;
                }
                assert!(witness.possible.has(s.base.unwrap()), "the true base itself is contradicted");
                if g.tables.all_missions {
                    // Cards tell more than what is worked out here.
                    assert!(s.possible.without(witness.possible).is_empty());
                    witness.possible = s.possible;
                }
                assert_eq!(s.possible, witness.possible);
                let mut other = *s;
                g.redeal(&mut other, 0, &mut rng);
                let imagined = other.base.unwrap();
                assert!(witness.possible.has(imagined) && !s.probes.has(imagined));
                (looked, fewest) = (looked + 1, fewest.min(s.possible.len()));
            });
        }
        assert!(looked > 500 && fewest < 6, "{given:?}: {looked} positions, {fewest} systems left");
    }
}

/// Every system that is left is as likely as any other.
#[test]
fn the_base_is_imagined_evenly() {
    let g = game(&[]);
    let mut s = g.start(&mut Sample(generator(1, 0)));
    let hide = legal_actions(&g, &s)[3];
    g.step(&mut s, hide, &mut Sample(generator(1, 0)));
    let mut rng = Sample(generator(2, 0));
    let mut counts = [0u32; 33];
    for _ in 0..10_000 {
        let mut other = s;
        g.redeal(&mut other, 0, &mut rng);
        counts[other.base.unwrap().index()] += 1;
    }
    for place in Place::all() {
        // The deviation of each count is 30.
        let n = counts[place.index()];
        let fits = if s.possible.has(place) { (820..1_180).contains(&n) } else { n == 0 };
        assert!(fits, "{}: {n}", g.tables.name(place));
    }
}
