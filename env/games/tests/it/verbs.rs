//! Every verb that moves damage, over each reach, pick, affiliation, amount and `may`: all results of all
//! choices against the model of the words.

use std::collections::BTreeSet;

use holotable_env::Finite;
use holotable_games::dark_side_rising::op::{Amount, If, Op, Per, Pick, Reach, Traits, When, Who};
use holotable_games::dark_side_rising::words::{Component, Sector, Trait, VaderFace};

use crate::dsr_board::{Board, uses};
use crate::dsr_model::{Damage, damage_of, damaged, heals, teach, teach_span, traits, ways};

use Sector::{Eadu, Jedha, Scarif};

/// Three seats, damage everywhere, seat 0 about to deploy to Eadu; Vader looks at Jedha.
///
/// The Rebel whose ability is tested is at place 1 of seat 0.
fn table(global: bool) -> Board {
    let flag = if global { "true" } else { "false" };
    Board::new(&[("players", "3"), ("global_targets", flag)])
        .hurt(0, 2)
        .join(0, "Once Heal Itself", 3)
        .join(0, "The Ghost", 1)
        .join(0, "Once Heal Team", 0)
        .hurt(1, 1)
        .join(1, "Once Heal Any Team", 3)
        .put(Eadu, 0, "Sabine Wren", 2)
        .put(Eadu, 1, "Struck Counter", 1)
        .put(Eadu, 2, "AT-ACT", 1)
        .put(Jedha, 1, "Once Heal Some", 1)
        .put(Jedha, 2, "Baze Malbus", 0)
        .vader(Jedha)
}

#[test]
fn healing_for_every_reach_pick_affiliation_amount_and_may() {
    let cases: usize = heal_shapes().into_iter().map(|shape| heals_as_written(shape, false)).sum();
    assert!(cases > 90, "{cases}");
}

#[test]
fn healing_by_choice_with_global_targets() {
    let chosen = heal_shapes().into_iter().filter(|shape| shape.1 != Pick::All);
    let cases: usize = chosen.map(|shape| heals_as_written(shape, true)).sum();
    assert!(cases > 90, "{cases}");
}

#[test]
fn healing_of_all_with_global_targets() {
    let all = heal_shapes().into_iter().filter(|shape| shape.1 == Pick::All);
    all.for_each(|shape| assert!(heals_as_written(shape, true) > 0));
}

/// Compares every heal of this shape with the model; how many cases there were.
fn heals_as_written((reach, pick): (Reach, Pick), global: bool) -> usize {
    let mut cases = 0;
    // Nothing is asked for all of them, so there is nothing to decline.
    for (of, may, n, per) in filters().into_iter().filter(|f| pick != Pick::All || !f.1) {
        let who = Who { reach, pick, affiliations: of, may, amount: Amount { n, per } };
        let mut b = table(global);
        teach(&mut b, "Once Heal Itself", When::Once, If::Always, &[Op::Heal { who }]);
        b.deploy(Eadu, Component::Blue, VaderFace::Clockwise);
        assert_eq!(b.s.vader, Scarif, "nobody is there");
        // "For every two damage": the Rebel at place 1 has three, which makes one.
        let expected = heals(&b, &damage_of(&b.s), &who, n, global);
        if expected == BTreeSet::from([damage_of(&b.s)]) {
            assert!(!b.can(uses(1)), "{who:?} would change nothing");
            continue;
        }
        assert_eq!(ways(&b, uses(1), &damage_of), expected, "{who:?}, global_targets {global}");
        cases += 1;
    }
    cases
}

fn heal_shapes() -> Vec<(Reach, Pick)> {
    let reaches = [Reach::TeamOrSector, Reach::EveryTeam, Reach::ActiveTeam, Reach::Others, Reach::Itself];
    let mut shapes: Vec<_> =
        reaches.iter().flat_map(|r| [Pick::All, Pick::One, Pick::Two].map(|p| (*r, p))).collect();
    shapes.push((Reach::EveryTeam, Pick::OneEachTeam));
    shapes
}

fn filters() -> Vec<(Traits, bool, u8, Per)> {
    let sets = [traits(&[]), traits(&[Trait::Support]), traits(&[Trait::Tactical, Trait::Intelligence])];
    let mut list = Vec::new();
    for of in sets {
        for (n, per) in [(1, Per::Once), (2, Per::Once), (1, Per::TwoDamage)] {
            list.push((of, false, n, per));
            list.push((of, true, n, per));
        }
    }
    list
}

#[test]
fn damage_of_imperials_for_every_reach_pick_affiliation_and_amount() {
    let ranked = [Pick::All, Pick::MostDamaged, Pick::Healthiest, Pick::Weakest];
    let mut shapes = vec![(Reach::Here, Pick::All), (Reach::Clockwise, Pick::All)];
    shapes.extend([Reach::ActiveTeam, Reach::EveryTeam].iter().flat_map(|r| ranked.map(|p| (*r, p))));
    for (reach, pick) in shapes {
        for (of, _, n, _) in filters().into_iter().filter(|f| f.3 == Per::Once) {
            for deployed in Sector::all() {
                let amount = Amount { n, per: Per::Once };
                let who = Who { reach, pick, affiliations: of, may: false, amount };
                let mut b = table(false);
                let card = b.card("AT-ACT");
                teach_span(&mut b, card, &[Op::Damage { who }]);
                b.s.vader = Scarif;
                let mut expected = damage_of(&b.s);
                b.s.deployed = Some(deployed);
                // Vader comes to Eadu and attacks, then the Imperial there acts.
                let attack = Who {
                    reach: Reach::Here,
                    pick: Pick::All,
                    affiliations: traits(&[]),
                    may: false,
                    amount: Amount { n: 1, per: Per::Once },
                };
                damaged(&b, &mut expected, &attack, Eadu.index());
                let mut after = b.clone();
                put_damage(&mut after, &expected);
                damaged(&after, &mut expected, &who, Eadu.index());
                b.s.deployed = None;
                b.deploy(deployed, Component::Blue, VaderFace::Clockwise);
                assert_eq!(damage_of(&b.s), expected, "{who:?} with the team at {deployed:?}");
            }
        }
    }
}

fn put_damage(b: &mut Board, d: &Damage) {
    for (seat, team) in d.0.iter().enumerate() {
        for (place, n) in team.iter().enumerate() {
            b.s.seats.rebels_mut(seat)[place].damage = *n;
        }
    }
    for (sector, row) in d.1.iter().enumerate() {
        for (spot, n) in row.iter().enumerate() {
            if let Some(card) = &mut b.s.table.values_mut()[sector][spot] {
                card.damage = *n;
            }
        }
    }
}
