//! The verbs that do not move damage on Rebels, and each timing and condition of abilities.

use std::collections::BTreeMap;

use holotable_env::{ByKey, Finite, Show, Slot, Viewer};
use holotable_games::dark_side_rising::op::{Amount, Colours, If, Op, Per, When};
use holotable_games::dark_side_rising::words::{Colour, Component, Sector, Token, Trait, VaderFace};
use holotable_games::dark_side_rising::{Action, State};

use crate::dsr_board::{Board, I, L, S, T, assert_close, at, total, uses};
use crate::dsr_model::{teach, teach_span, traits, ways};

use Component::{Blue, Orange, Yellow};
use Sector::{Eadu, Jedha, Scarif};
use VaderFace::{Clockwise, CounterClockwise, Helmet};

const PROBE: &str = "Once Heal Itself";

/// Seat 0 with Luke and the Rebel that is taught this; two Imperials at Eadu, one at Jedha.
fn taught(given: &[(&str, &str)], when: When, condition: If, ops: &[Op]) -> Board {
    let b = Board::new(given).join(0, PROBE, 0).put(Eadu, 0, "AT-ACT", 1).put(Eadu, 1, "Stormtrooper", 0);
    let mut b = b.put(Jedha, 0, "Every Team", 0).vader(Jedha);
    teach(&mut b, PROBE, when, condition, ops);
    b
}

/// The same in step 3; Vader has gone to Scarif, where nobody is.
fn ready(given: &[(&str, &str)], ops: &[Op]) -> Board {
    let mut b = taught(given, When::Once, If::Always, ops);
    b.deploy(Eadu, Blue, Clockwise);
    b
}

fn times(n: u8, per: Per) -> Amount {
    Amount { n, per }
}

#[test]
fn strike_for_every_undamaged_may_and_reach() {
    for (undamaged, may, flag) in [false, true]
        .iter()
        .flat_map(|u| [false, true].into_iter().flat_map(move |m| ["false", "true"].map(|f| (*u, m, f))))
    {
        let b = ready(&[("global_targets", flag)], &[Op::Strike { undamaged, may }]);
        let mut expected = vec![at(Eadu, 0), at(Eadu, 1)];
        if undamaged {
            expected.remove(0);
        }
        if flag == "true" {
            expected.push(at(Jedha, 0));
        }
        if may {
            expected.push(Action::Decline);
        }
        let mut asked = b.clone();
        asked.play(uses(1), &[]);
        assert_eq!(asked.legal(), expected, "{undamaged} {may} {flag}");
        asked.play(at(Eadu, 1), &[]);
        assert_eq!((asked.damage_at(Eadu), asked.s.strikes), ([1, 1, 0], 1));
    }
}

#[test]
fn strike_finds_no_full_imperial() {
    let mut b = taught(&[], When::Once, If::Always, &[Op::Strike { undamaged: false, may: false }]);
    b.s.table[Eadu][0].as_mut().unwrap().damage = b.g.tables[b.card("AT-ACT")].capacity;
    b.s.table[Eadu][1].as_mut().unwrap().damage = b.g.tables[b.card("Stormtrooper")].capacity;
    b.deploy(Eadu, Blue, Clockwise);
    assert!(!b.can(uses(1)));
}

#[test]
fn draw_token_draws_each_kind_by_its_share_of_the_supply() {
    let b = ready(&[], &[Op::DrawToken { amount: times(1, Per::Once) }]);
    let spread = b.spread(uses(1), |s| s.locked.iter().position(|(_, n)| *n == 1).unwrap());
    let all = f64::from(total(&b.s.supply));
    for (kind, p) in spread {
        assert_close(p, f64::from(b.s.supply.values()[kind]) / all, 1e-12);
    }
    let two = ready(&[], &[Op::DrawToken { amount: times(2, Per::Once) }]);
    assert_eq!(two.spread(uses(1), |s| total(&s.locked)).keys().copied().collect::<Vec<_>>(), [2]);
}

#[test]
fn draw_token_per_two_damage_and_per_strike() {
    for (damage, tokens) in [(0, 0), (1, 0), (2, 1), (3, 1)] {
        let mut b =
            taught(&[], When::Once, If::Always, &[Op::DrawToken { amount: times(1, Per::TwoDamage) }]);
        b.s.seats.rebels_mut(0)[1].damage = damage;
        b.deploy(Eadu, Blue, Clockwise).any(uses(1));
        assert_eq!(total(&b.s.locked), tokens, "{damage} damage");
    }
    let strike = Op::Strike { undamaged: false, may: false };
    let mut b = ready(&[], &[strike, strike, Op::DrawToken { amount: times(2, Per::Strike) }]);
    b.play(uses(1), &[]).play(at(Eadu, 1), &[]).any(at(Eadu, 1));
    assert_eq!((b.damage_at(Eadu), total(&b.s.locked)), ([1, 2, 0], 4), "two strikes, two tokens each");
}

#[test]
fn remove_counter_with_and_without_may() {
    for may in [false, true] {
        let mut b = taught(&[], When::Once, If::Always, &[Op::RemoveCounter { may }]).counters(Orange, 2);
        b.deploy(Eadu, Yellow, Clockwise);
        let expected = [Some([2, 0]), Some([1, 1]), may.then_some([2, 1])];
        let counters = |s: &State| [s.counters[Orange], s.counters[Yellow]];
        assert_eq!(ways(&b, uses(1), &counters), expected.into_iter().flatten().collect());
    }
    let mut b = taught(&[], When::Once, If::Always, &[Op::RemoveCounter { may: false }]).operational(Blue);
    b.deploy(Eadu, Blue, Clockwise);
    assert!(!b.can(uses(1)), "no counter anywhere");
}

#[test]
fn add_die_for_every_amount_and_colour() {
    let cases = [
        (vec![Colour::Red], times(1, Per::Once), 0, vec![[5, 0, 0, 0]]),
        (vec![Colour::Green], times(2, Per::Once), 0, vec![[4, 0, 2, 0]]),
        (vec![Colour::Blue, Colour::Purple], times(1, Per::Once), 0, vec![[4, 0, 0, 1], [4, 1, 0, 0]]),
        (
            vec![Colour::Blue, Colour::Purple],
            times(2, Per::Once),
            0,
            vec![[4, 0, 0, 2], [4, 1, 0, 1], [4, 2, 0, 0]],
        ),
        (vec![Colour::Red], times(1, Per::TwoDamage), 1, vec![[4, 0, 0, 0]]),
        (vec![Colour::Red], times(2, Per::TwoDamage), 3, vec![[6, 0, 0, 0]]),
        (vec![Colour::Red], times(1, Per::Strike), 0, vec![[4, 0, 0, 0]]),
    ];
    for (colours, amount, damage, expected) in cases {
        let op = Op::AddDie { colours: Colours::from(colours.clone()), amount };
        let mut b = taught(&[], When::Gather, If::Always, &[op]);
        b.s.seats.rebels_mut(0)[1].damage = damage;
        // Vader must go to Scarif, where nobody is: elsewhere he would add damage.
        let found = ways(&b, Action::Deploy { sector: Eadu }, &|s| (s.vader, *s.waiting.values()));
        let waiting: Vec<_> = found.into_iter().filter(|w| w.0 == Scarif).map(|w| w.1).collect();
        assert_eq!(waiting, expected, "{colours:?} {amount:?}");
    }
}

#[test]
fn change_die_offers_dice_of_its_traits_and_all_other_faces() {
    for (of, dice) in [
        (vec![Trait::Tactical], vec![T]),
        (vec![Trait::Intelligence, Trait::Leadership], vec![I, L]),
        (vec![], vec![]),
    ] {
        let mut b = taught(&[], When::Roll, If::Always, &[Op::ChangeDie { traits: traits(&of) }]);
        b.deploy(Eadu, Blue, Clockwise).roll(&[T, T, I, L]);
        assert_eq!(b.can(uses(1)), !dice.is_empty());
        if !dice.is_empty() {
            let rolled = |s: &State| *s.rolled.values();
            // Each die of another kind, turned to each of its four other faces.
            assert_eq!(ways(&b, uses(1), &rolled).len(), 4 * dice.len());
        }
    }
}

#[test]
fn reroll_die_rolls_one_die_of_any_kind() {
    let mut b = taught(&[], When::Roll, If::Always, &[Op::RerollDie]);
    b.deploy(Eadu, Blue, Clockwise).roll(&[T, T, I, L]).play(uses(1), &[]);
    let dice = [T, I, L].map(|d| Action::ChooseDie { die: b.die(d) });
    assert_eq!(b.legal(), dice);
    let tactical = b.die(T);
    let double = b.die((Colour::Red, Trait::Tactical, 2));
    let spread = b.spread(dice[1], |s| (s.rolled[tactical], s.rolled[double]));
    // A red die: two sides single TACTICAL, one double, three others.
    let expected = BTreeMap::from([((3, 0), 2.0 / 6.0), ((2, 1), 1.0 / 6.0), ((2, 0), 3.0 / 6.0)]);
    for (key, p) in expected {
        assert_close(spread[&key], p, 1e-12);
    }
}

#[test]
fn the_dark_sides_own_verbs() {
    let fire = |ops: &[Op]| {
        let b = Board::new(&[]).put(Scarif, 0, "Two Verbs", 1).put(Eadu, 0, "AT-ACT", 2).counters(Orange, 1);
        let mut b = b.put(Eadu, 1, "Stormtrooper", 1).vader(Jedha);
        let card = b.card("Two Verbs");
        teach_span(&mut b, card, ops);
        b
    };
    let mut b = fire(&[Op::HealImperials { amount: 2 }]);
    b.deploy(Jedha, Blue, Clockwise);
    assert_eq!((b.damage_at(Scarif), b.damage_at(Eadu)), ([1, 0, 0], [0, 0, 0]));
    let mut b = fire(&[Op::AddCounters]);
    b.deploy(Jedha, Blue, Clockwise);
    assert_eq!(b.s.counters.values(), &[1, 1, 1, 1, 1, 1], "those without a counter");
    let mut b = fire(&[Op::LoseDie, Op::LoseDie]);
    b.deploy(Jedha, Blue, Clockwise);
    assert_eq!(b.s.waiting.values(), &[2, 0, 0, 0]);
    let mut b = fire(&[Op::ForbidHealing]);
    b.deploy(Jedha, Blue, Clockwise);
    assert!(b.s.healing_forbidden);
    let b = fire(&[Op::RollDeathStar]);
    let spread = b.spread(Action::Deploy { sector: Jedha }, |s| (s.vader == Scarif, total(&s.counters)));
    // One counter is there and one is rolled; the Imperial adds one, and so does Vader's Death Star face.
    let stays = spread.iter().filter(|(k, _)| k.0).map(|(_, p)| p).sum::<f64>();
    assert_close(stays, 1.0 / 3.0, 1e-12);
    assert_close(spread[&(true, 3)], 1.0 / 3.0, 1e-12);
}

#[test]
fn forbidden_healing_stops_every_heal_until_the_turn_ends() {
    let b = Board::new(&[("teams", "lothal,tatooine")])
        .hurt(0, 3)
        .join(0, "Once Heal One", 1)
        .token(Token::HealTwo, 1);
    let mut b = b.join(0, "Once Heal Itself", 2).join(0, "Hurt Counter", 0).operational(Component::Red);
    b = b.counters(Orange, 1).put(Jedha, 0, "Sabine Wren", 1).vader(Jedha);
    let heals = [uses(1), uses(2), Action::TokenHeal];
    let support = (Colour::Green, Trait::Support, 2);
    let mut free = b.clone();
    free.deploy(Eadu, Blue, Clockwise);
    assert!(heals.iter().all(|a| free.can(*a)));
    free.roll(&[support; 4]);
    assert!(free.s.asking, "Lothal's ability");
    b.deploy(Eadu, Component::Red, Clockwise);
    assert!(heals.iter().all(|a| !b.can(*a)) && b.can(uses(3)));
    b.roll(&[support; 4]);
    assert!(!b.s.asking);
    let before = b.damage(0);
    b.end();
    assert!(!b.s.healing_forbidden && b.damage(0) == before);
}

#[test]
fn lost_dice_come_off_the_largest_part_of_the_pool_and_never_below_zero() {
    let mut b = Board::new(&[("teams", "alderaan,tatooine")]).put(Scarif, 0, "Two Verbs", 0).vader(Jedha);
    let card = b.card("Two Verbs");
    teach_span(&mut b, card, &[Op::LoseDie; 6]);
    b.deploy(Jedha, Blue, Clockwise);
    assert_eq!(b.s.waiting.values(), &[0; 4]);
    b.play(Action::Roll, &[]);
    assert_eq!(b.legal(), [Action::EndTurn]);
}

#[test]
fn each_timing_is_offered_at_its_time() {
    let draw = [Op::DrawToken { amount: times(1, Per::Once) }];
    let reroll = [Op::RerollDie];
    // Before the roll, after it, after a die was assigned, after the last die.
    for (when, ops, expected) in [
        (When::Once, &draw[..], [true, true, true, true]),
        (When::Hurt, &draw, [true, true, true, true]),
        (When::Roll, &reroll, [false, true, false, false]),
        (When::Paid, &draw, [false, false, false, false]),
        (
            When::Gather,
            &[Op::AddDie { colours: Colours::only(Colour::Blue), amount: times(1, Per::Once) }],
            [false; 4],
        ),
        (When::Revealed, &draw, [false; 4]),
        (When::Struck, &draw, [false; 4]),
    ] {
        let mut b = taught(&[], when, If::Always, ops).filled();
        b.deploy(Eadu, Blue, Clockwise);
        let mut found = vec![b.can(uses(1))];
        b.roll(if when == When::Gather {
            &[T, T, S, S, (Colour::Blue, Trait::Support, 1)]
        } else {
            &[T, T, S, S]
        });
        found.push(b.can(uses(1)));
        let pays = Action::Pay { die: b.die(T), payee: Slot::at(0) };
        assert_eq!(b.can(pays), when == When::Paid);
        b.assign(T, 1);
        found.push(b.can(uses(1)));
        b.assign(T, 1).assign(S, 1);
        b.s.spent[Colour::Red] += b.s.rolled_dice();
        b.s.rolled = ByKey::default();
        found.push(b.can(uses(1)));
        assert_eq!(found, expected, "{when:?}");
        // Struck: the Stormtrooper's damage brings a token of its own.
        b.end();
        assert_eq!(total(&b.s.tokens), 1 + u8::from(when == When::Struck), "{when:?}");
    }
}

#[test]
fn each_condition_holds_or_fails() {
    let bare = |c| taught(&[], When::Once, c, &[Op::DrawToken { amount: times(1, Per::Once) }]);
    let with = |c, name: &str| bare(c).join(0, name, 0);
    let case = |mut b: Board, sector, face, holds: bool| {
        b.deploy(sector, Blue, face);
        assert_eq!(b.can(uses(1)), holds, "{}", b.g.text(&b.s, Viewer::All));
    };
    case(bare(If::Always), Scarif, CounterClockwise, true);
    // Luke is tactical, the Rebel itself is not enough.
    case(bare(If::SameAffiliation), Scarif, CounterClockwise, false);
    case(with(If::SameAffiliation, "Once Token"), Scarif, CounterClockwise, true);
    case(bare(If::Vehicle), Scarif, CounterClockwise, false);
    case(with(If::Vehicle, "The Ghost"), Scarif, CounterClockwise, true);
    case(bare(If::ImperialHere), Scarif, CounterClockwise, false);
    case(bare(If::ImperialHere), Eadu, Clockwise, true);
    case(bare(If::VaderHere), Eadu, Clockwise, false);
    case(bare(If::VaderHere), Scarif, Clockwise, true);
    case(bare(If::VaderHere), Jedha, Helmet, true);
}
