//! Chances that are known exactly: the dice, single attacks, and duels to the end.

use std::collections::HashMap;

use holotable_env::{Finite, Game, legal_actions, outcomes};
use holotable_games::rebellion_combat::state::{Ending, Stage};
use holotable_games::rebellion_combat::words::{Colour, Face};
use holotable_games::rebellion_combat::{Action, RebellionCombat, State};

use crate::rebellion_combat_board::{BARE, BN, Battle, RN, Rebels};

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn r1_both_colours_have_two_hits_a_direct_hit_a_special_and_two_blanks() {
    let b = Battle::new(BARE, &[], &[]);
    for die in b.g.tables.dice.values() {
        assert_eq!(*die.sides.values(), [2, 1, 1, 2]);
        // As mission dice: a success for a hit of either kind, two for a special.
        let mean = die.table.distribution(1).map(|(c, p)| p * successes(c)).sum::<f64>();
        near(mean, 5.0 / 6.0);
    }
}

fn successes(shown: [u8; Face::N]) -> f64 {
    f64::from(shown[0] + shown[1] + 2 * shown[2])
}

/// The chance that `mine` dice show more successes than `theirs`.
fn mission(b: &Battle, mine: usize, theirs: usize) -> f64 {
    let table = &b.g.tables.dice[Colour::Black].table;
    let theirs: Vec<_> = table.distribution(theirs).collect();
    let won = |c: [u8; Face::N], d: [u8; Face::N]| f64::from(u8::from(successes(c) > successes(d)));
    table.distribution(mine).map(|(c, p)| theirs.iter().map(|(d, q)| p * q * won(c, *d)).sum::<f64>()).sum()
}

#[test]
fn r2_r3_r5_the_same_dice_give_the_known_chances_of_missions() {
    let b = Battle::new(BARE, &[], &[]);
    for (mine, theirs, chance) in [
        (1, 0, 2.0 / 3.0),
        (1, 1, 11.0 / 36.0),
        (2, 1, 131.0 / 216.0),
        (2, 2, 155.0 / 432.0),
        (3, 2, 757.0 / 1296.0),
        (3, 0, 26.0 / 27.0),
    ] {
        near(mission(&b, mine, theirs), chance);
    }
}

#[test]
fn r12_a_star_destroyer_on_a_red_target() {
    let b = Battle::new(BARE, &[("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 1)]).begin();
    let mut chances = [0.0; 4];
    each_attack_end(&b.g, &b.s, 1.0, &mut |s, p| {
        let levels = s.camps[Rebels].units.values().iter().enumerate();
        let damage = levels.filter(|(_, n)| **n > 0).map(|(i, _)| i % 6).sum::<usize>();
        chances[damage] += p;
    });
    for (p, n) in chances.iter().zip([5.0, 11.0, 7.0, 1.0]) {
        near(*p, n / 24.0);
    }
}

/// Every way in which the first attack can end, with its chance; units have one target, so nothing is chosen.
fn each_attack_end(g: &RebellionCombat, s: &State, p: f64, f: &mut impl FnMut(&State, f64)) {
    let legal = legal_actions(g, s);
    assert_eq!(legal.len(), 1, "{legal:?}");
    for o in outcomes(g, s, legal[0], 10_000).unwrap() {
        if o.state.side == s.side && o.state.stage == Stage::Assign {
            each_attack_end(g, &o.state, p * o.probability, f);
        } else {
            f(&o.state, p * o.probability);
        }
    }
}

/// The chances that only the Empire, only the Rebels and nobody is left of a duel, worked out round by round.
fn duel(g: &RebellionCombat, s: &State, known: &mut HashMap<State, [f64; 3]>) -> [f64; 3] {
    if g.actor(s).is_none() {
        let ends = [Ending::EmpireHolds, Ending::RebelsHold, Ending::Empty];
        return ends.map(|e| f64::from(u8::from(e == s.ending)));
    }
    let start = State { round: 1, ..*s };
    if let Some(chances) = known.get(&start) {
        return *chances;
    }
    let mut ends: Vec<(State, f64)> = Vec::new();
    round(g, &start, 1.0, &mut ends);
    let (mut sum, mut again) = ([0.0; 3], 0.0);
    for (after, p) in ends {
        if after == start {
            again += p;
            continue;
        }
        let chances = duel(g, &after, known);
        (0..3).for_each(|i| sum[i] += p * chances[i]);
    }
    let chances = sum.map(|x| x / (1.0 - again));
    known.insert(start, chances);
    chances
}

/// Every state at the beginning of the next round, or at the end, with its chance.
fn round(g: &RebellionCombat, s: &State, p: f64, ends: &mut Vec<(State, f64)>) {
    for o in outcomes(g, s, legal_actions(g, s)[0], 10_000).unwrap() {
        let p = p * o.probability;
        if o.state.round == s.round && g.actor(&o.state).is_some() {
            round(g, &o.state, p, ends);
        } else {
            let after = if o.state.stage == Stage::Over { o.state } else { State { round: 1, ..o.state } };
            match ends.iter_mut().find(|(state, _)| *state == after) {
                Some((_, q)) => *q += p,
                None => ends.push((after, p)),
            }
        }
    }
}

#[test]
fn r7_an_x_wing_and_a_tie_fighter_are_equals() {
    let b = Battle::new(BARE, &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
    for chance in duel(&b.g, &b.s, &mut HashMap::new()) {
        near(chance, 1.0 / 3.0);
    }
}

#[test]
fn r9_a_star_destroyer_and_a_cruiser_are_equals() {
    let b = Battle::new(BARE, &[("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 1)]).begin();
    let [empire, rebels, both] = duel(&b.g, &b.s, &mut HashMap::new());
    near(empire, rebels);
    assert!((empire - 0.380_614).abs() < 5e-7 && (both - 0.238_772).abs() < 5e-7, "{empire} {both}");
}

#[test]
fn r6_plans_destroy_a_death_star_in_91_of_216() {
    let mut b = Battle::new(BARE, &[("Death Star", 1)], &[("X-wing", 1)]).rebels_first().plans().begin();
    b.roll(&[BN]).roll(&[RN; 4]);
    assert_eq!(b.s.stage, Stage::Plans);
    let all = outcomes(&b.g, &b.s, Action::UsePlans, 100).unwrap();
    let won = all.iter().filter(|o| o.state.ending == Ending::RebelsHold).map(|o| o.probability).sum::<f64>();
    near(won, 91.0 / 216.0);
}
