//! The rulings on open questions, R27 to R52: one test each, both values where an option decides.

use std::sync::Arc;

use holotable_env::{Finite, Game, Sample, generator};
use holotable_games::dark_side_rising::card::Card;
use holotable_games::dark_side_rising::state::{Ending, Stage};
use holotable_games::dark_side_rising::words::{Colour, Component, Sector, Team, Token, Trait, VaderFace};
use holotable_games::dark_side_rising::{Action, apply};

use crate::dsr_board::{Board, I, S, T, TT, game, member, total, uses};

use Component::{Blue, Orange, Yellow};
use Sector::{Eadu, Jedha, Scarif};
use VaderFace::{Clockwise, CounterClockwise, Helmet};

#[test]
fn r27_healing_a_full_rebel_before_the_end_saves_it() {
    for saved in [true, false] {
        let mut b = Board::new(&[]).join(0, "Once Heal One", 0).join(0, "Once Token", 4).filled();
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[T; 4]);
        if saved {
            b.play(uses(1), &[]).play(member(0, 2), &[]);
        }
        b.end();
        assert_eq!(b.is_lost("Once Token"), !saved);
    }
}

#[test]
fn r28_a_rebel_at_full_damage_is_recruited_and_healed() {
    let mut b = Board::new(&[]).put(Eadu, 0, "Sabine Wren", 4).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, I, I]).assign(TT, 0).assign(T, 0).end();
    assert_eq!((b.damage(0), b.s.rebels_defeated()), (vec![0, 0], 0));
}

#[test]
fn r29_defeated_rebels_who_were_never_recruited_count() {
    let mut b = Board::new(&[]).put(Jedha, 0, "Sabine Wren", 4).filled().rebels_lost(9);
    b.deploy(Eadu, Blue, Clockwise).roll(&[T; 4]).end();
    assert_eq!(b.s.ending, Ending::TooManyRebelsLost);
}

#[test]
fn r30_a_recruit_of_the_same_turn_keeps_the_team_alive() {
    for recruited in [true, false] {
        let mut b = Board::new(&[]).hurt(0, 6).put(Eadu, 0, "Sabine Wren", 0).filled();
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, I, I]);
        if recruited {
            b.assign(TT, 0).assign(T, 0);
        }
        b.end();
        let ending = if recruited { Ending::None } else { Ending::TeamWipedOut };
        assert_eq!((b.is_lost("Luke Skywalker"), b.s.ending), (true, ending));
    }
}

#[test]
fn r31_a_win_goes_before_any_loss_of_the_same_turn() {
    // All six components complete, ten Rebels and a whole team are lost, and the seventh Imperial falls.
    for imperials in [6, 5] {
        let mut b =
            Board::new(&[]).hurt(0, 6).put(Eadu, 0, "Weakest", 0).imperials_lost(imperials).rebels_lost(9);
        for c in Component::all() {
            b = b.short_of_full(c, 0);
        }
        let mut b = b.filled();
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[S, I, I, I]).assign(S, 0).end();
        assert_eq!((b.s.operational.len(), b.s.rebels_defeated() >= 10), (6, true));
        let ending = if imperials == 6 { Ending::Won } else { Ending::DeathStarComplete };
        assert_eq!((b.s.ending, b.s.stage), (ending, Stage::Over));
        let score = if imperials == 6 { 1.0 } else { 0.0 };
        assert!((0..2).all(|p| (b.g.score(&b.s, p) - score).abs() < 1e-6));
    }
}

#[test]
fn r32_r33_an_empty_deck_leaves_places_empty_and_empty_sectors_can_be_deployed_to() {
    let mut b = Board::new(&[("rebels_lost", "40"), ("imperials", "11")]).put(Eadu, 0, "Sabine Wren", 0);
    b = b.put(Scarif, 2, "AT-ACT", 0).imperials_lost(10).rebels_lost(37);
    assert_eq!(b.s.deck.len(), 0);
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, I, I]).assign(TT, 0).assign(T, 0);
    b.play(Action::EndTurn, &[]);
    assert_eq!((b.s.ending, b.names(0).len()), (Ending::None, 2));
    assert_eq!(b.s.cards().count(), 1);
    for sector in Sector::all() {
        let mut b = b.clone();
        b.deploy(sector, Blue, Clockwise).any(Action::Roll);
        assert!(b.can(Action::EndTurn));
    }
}

#[test]
fn r34_raddus_draws_on_his_owners_turns_from_the_turn_after_he_came() {
    let two = ["AT-ACT", "Two Verbs"];
    let board = |flag| {
        let b = Board::new(&[("reveal_on_any_turn", flag)]).put(Eadu, 0, "Sabine Wren", 0);
        b.put(Eadu, 1, "Gather Red", 0).put(Jedha, 2, "Here Two", 0)
    };
    // On his owner's turn: one token for each Imperial.
    let mut b = board("false").join(0, "Admiral Raddus", 0).filled();
    recruit_two(&mut b);
    let [first, second] = b.reveals(&two)[..] else { unreachable!() };
    b.play(Action::EndTurn, &[first, 0, second, 1]);
    assert_eq!(total(&b.s.tokens), 2);
    // On another player's turn, only with the option.
    for (flag, tokens) in [("false", 0), ("true", 2)] {
        let mut b = board(flag).join(1, "Admiral Raddus", 0).filled();
        recruit_two(&mut b);
        let [first, second] = b.reveals(&two)[..] else { unreachable!() };
        b.play(
            Action::EndTurn,
            if tokens == 0 { vec![first, second] } else { vec![first, 0, second, 1] }.as_slice(),
        );
        assert_eq!(total(&b.s.tokens), tokens);
    }
    // On the turn he is recruited: not yet.
    let mut b = Board::new(&[("teams", "alderaan,tatooine")]).put(Eadu, 0, "Admiral Raddus", 0).filled();
    let purple = |t, n| (Colour::Purple, t, n);
    b.deploy(Eadu, Blue, CounterClockwise);
    let leader = purple(Trait::Leadership, 1);
    b.roll(&[leader, leader, leader, (Colour::Green, Trait::Tactical, 1)]);
    b.assign(leader, 0).assign(leader, 0).assign(leader, 0).assign((Colour::Green, Trait::Tactical, 1), 0);
    b.end_revealing(&["AT-ACT"]);
    assert_eq!(total(&b.s.tokens), 0);
}

#[test]
fn r34_a_recruit_does_not_act_on_the_turn_it_came() {
    for recruited in [false, true] {
        let b = Board::new(&[]).put(Eadu, 0, "Two Verbs", 0).counters(Orange, 2);
        let mut b =
            if recruited { b.put(Eadu, 1, "Struck Counter", 0) } else { b.join(0, "Struck Counter", 0) };
        b = b.filled();
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[T, T, S, I]).assign(T, 0);
        if recruited {
            b.assign(T, 1).assign(S, 1);
        }
        b.end();
        assert_eq!(b.s.asking, !recruited, "a removed counter is asked for");
        assert_eq!(b.names(0).len(), 2);
    }
}

/// Recruits the Rebels at places 0 and 1 of Eadu: three and two TACTICAL.
fn recruit_two(b: &mut Board) {
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, TT, I]);
    b.assign(TT, 0).assign(T, 0).assign(TT, 1);
}

#[test]
fn r35_r36_a_price_is_built_up_over_rolls_and_pays_at_once_or_is_wasted() {
    let mut b = Board::new(&[("teams", "yavin_4,tatooine")]).join(0, "The Ghost", 1).filled();
    let support = (Colour::Blue, Trait::Support, 1);
    let tactical = (Colour::Blue, Trait::Tactical, 1);
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[support, tactical, tactical, tactical]).pay(support, 1);
    let mut later = b.clone();
    later.roll(&[support, tactical, tactical]).pay(support, 1);
    assert_eq!(later.legal(), [member(0, 1)], "at once, in the middle of the roll");
    b.roll(&[tactical; 3]).end();
    assert_eq!((b.s.paid.values(), b.damage(0)), (&[0; 12], vec![0, 1]), "incomplete: wasted");
}

#[test]
fn r37_free_abilities_are_used_once_at_any_time_of_step_three() {
    let mut b = Board::new(&[]).join(0, "Once Token", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise);
    assert!(b.can(uses(1)), "before the opening roll");
    b.roll(&[I; 4]);
    assert!(b.can(uses(1)), "after a roll");
    b.forfeit(I, &[I; 3]).forfeit(I, &[I; 2]).forfeit(I, &[I]).forfeit(I, &[]);
    b.play(uses(1), &[0]);
    assert!(!b.can(uses(1)), "once");
    b.end();
    b.deploy(Eadu, Blue, CounterClockwise).any(Action::Roll).end();
    b.deploy(Eadu, Blue, CounterClockwise);
    assert!(b.can(uses(1)), "again on the next own turn");
}

#[test]
fn r38_conditions_are_judged_at_the_start_of_step_three_and_a_full_rebel_counts() {
    // Paid Strike is full by Vader's attack and still makes Luke's condition true.
    let mut b = Board::new(&[]).join(0, "Paid Strike", 3).filled();
    b.deploy(Scarif, Blue, Helmet);
    assert_eq!(b.damage(0)[1], b.capacity("Paid Strike"));
    assert_eq!(b.legal(), [Colour::Red, Colour::Blue].map(|colour| Action::ChooseColour { colour }));
    b.play(Action::ChooseColour { colour: Colour::Blue }, &[]);
    assert_eq!(b.s.waiting.values(), &[4, 1, 0, 0]);
}

#[test]
fn r39_without_supply_the_other_colour_is_taken_and_without_both_no_die() {
    for (red, blue, asks, waiting) in [
        (5, 5, true, [4, 0, 0, 0]),
        (4, 5, false, [4, 1, 0, 0]),
        (5, 0, false, [5, 0, 0, 0]),
        (4, 0, false, [4, 0, 0, 0]),
    ] {
        let mut b = Board::new(&[]).join(0, "Paid Strike", 0).filled();
        let tables = Arc::make_mut(&mut b.g.tables);
        tables.dice[Colour::Red].supply = red;
        tables.dice[Colour::Blue].supply = blue;
        b.deploy(Eadu, Blue, CounterClockwise);
        assert_eq!((b.s.asking, *b.s.waiting.values()), (asks, waiting), "{red} red, {blue} blue");
    }
}

#[test]
fn r40_r41_the_helmet_brings_imperials_of_other_sectors_but_no_attack_there() {
    let b = Board::new(&[]).put(Eadu, 0, "Here Two", 0).put(Eadu, 1, "Sabine Wren", 0);
    let mut b = b.put(Scarif, 0, "Baze Malbus", 0).put(Jedha, 0, "Once Token", 0);
    b.deploy(Eadu, Blue, Helmet);
    assert_eq!(b.s.vader, Scarif);
    assert_eq!(b.damage_at(Scarif)[0], 1, "Vader's attack, and nothing of Eadu's Imperial");
    assert_eq!(b.damage_at(Eadu)[1], 2, "the Imperial's own sector, no attack");
    assert_eq!(b.damage(0), [2], "with the team deployed there");
    assert_eq!(b.damage_at(Jedha)[0], 0);
}

#[test]
fn r42_tarkin_heals_all_other_imperials_in_play() {
    let b = Board::new(&[]).put(Scarif, 0, "Grand Moff Tarkin", 2).put(Scarif, 1, "AT-ACT", 2);
    let mut b = b.put(Eadu, 0, "Stormtrooper", 1).put(Jedha, 2, "Here Two", 0).vader(Jedha).filled();
    b.deploy(Eadu, Blue, Clockwise);
    assert_eq!(
        (b.damage_at(Scarif)[..2].to_vec(), b.damage_at(Eadu)[0], b.damage_at(Jedha)[2]),
        (vec![2, 1], 0, 0)
    );
}

#[test]
fn r43_thrawn_hits_all_tied_for_most_among_those_not_full_of_each_team() {
    let b = Board::new(&[("players", "3")]).put(Scarif, 0, "Grand Admiral Thrawn", 0).vader(Jedha);
    let b = b.hurt(0, 2).join(0, "Once Token", 2).join(0, "The Ghost", 1).join(0, "Once Heal One", 4);
    let mut b = b.hurt(1, 0).join(2, "Hurt Counter", 1).filled();
    b.deploy(Eadu, Blue, Clockwise);
    assert_eq!(b.damage(0), [3, 3, 1, 4], "ties are all hit, the full one is passed over");
    assert_eq!(b.damage(1), [0], "a team without damage takes nothing");
    assert_eq!(b.damage(2), [0, 2]);
}

#[test]
fn r44_r45_two_rebels_are_two_different_ones_or_as_many_as_there_are() {
    let board = |second| {
        let b = Board::new(&[]).hurt(0, 3).join(0, "Once Heal One", second).token(Token::HealTwo, 1);
        let mut b = b.filled();
        b.deploy(Eadu, Blue, CounterClockwise);
        b.play(Action::TokenHeal, &[]).play(member(0, 0), &[]);
        b
    };
    let one = board(0);
    assert_eq!((one.s.asking, one.damage(0)), (false, vec![2, 0]), "only one damaged: it is healed once");
    let mut two = board(2);
    assert_eq!(two.legal(), [member(0, 1)], "not the same again");
    two.play(member(0, 1), &[]);
    assert_eq!((two.s.asking, two.damage(0)), (false, vec![2, 1]));
}

/// A token heals two Rebels, who are chosen one after the other.
#[test]
fn r44_the_second_of_two_rebels_is_chosen_after_the_first() {
    let left = |b: &Board| {
        let (op, frame) = b.g.verb(&b.s).unwrap();
        apply::choices_left(&b.g, &b.s, op, frame)
    };
    let b = Board::new(&[]).hurt(0, 3).join(0, "Once Heal One", 2).token(Token::HealTwo, 1);
    let mut b = b.filled();
    b.deploy(Eadu, Blue, CounterClockwise);
    b.play(Action::TokenHeal, &[]);
    assert_eq!(left(&b), 2);
    b.play(member(0, 0), &[]);
    assert_eq!(left(&b), 1);
}

#[test]
fn r46_the_first_seat_is_random() {
    let g = game(&[("players", "4")]);
    let mut first = [0; 4];
    for seed in 0..400 {
        first[usize::from(g.start(&mut Sample(generator(seed, 0))).active)] += 1;
    }
    // Standard deviation is below 9; five of them is a mistake, not luck.
    assert!(first.iter().all(|n: &i32| (n - 100).abs() < 45), "{first:?}");
}

#[test]
fn r48_leaders_who_are_not_seated_are_in_the_deck_and_can_be_recruited() {
    let g = game(&[("teams", "tatooine,lothal")]);
    for seed in 0..10 {
        let s = g.start(&mut Sample(generator(seed, 0)));
        let leader = |i: usize| g.tables.bases[Team::ALL[i]].leader;
        let there = |c: Card| s.deck.has(c) || s.cards().any(|p| p.card == c);
        assert_eq!([0, 1, 2, 3].map(|i| there(leader(i))), [false, true, false, true]);
    }
}

#[test]
fn r49_a_leaders_ability_works_for_whoever_recruited_the_card() {
    let b = Board::new(&[("teams", "tatooine,lothal")]).join(0, "Cassian Andor", 0);
    let mut b = b.join(0, "Once Heal One", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise);
    assert_eq!(b.legal(), [Colour::Blue, Colour::Green].map(|colour| Action::ChooseColour { colour }));
}

#[test]
fn r50_empty_places_are_refilled_clockwise_from_vader_in_order() {
    let names = ["Gather Red", "Once Token", "AT-ACT", "Stormtrooper", "Two Verbs", "Here Two"];
    let b = Board::new(&[]).put(Scarif, 1, "Baze Malbus", 0).put(Eadu, 0, "Sabine Wren", 0);
    let mut b = b.put(Jedha, 2, "Once Counter", 0);
    b.deploy(Scarif, Blue, CounterClockwise).roll(&[T; 4]).end_revealing(&names);
    let at = |sector: Sector, spot: usize| b.s.table[sector][spot].unwrap().card;
    let places = [(Jedha, 0), (Jedha, 1), (Scarif, 0), (Scarif, 2), (Eadu, 1), (Eadu, 2)];
    assert_eq!(b.s.vader, Jedha);
    assert_eq!(places.map(|(sector, spot)| at(sector, spot)), names.map(|name| b.card(name)));
}

#[test]
fn r52_undamaged_cards_are_not_healed() {
    let b = Board::new(&[]).join(0, "Once Heal One", 0).join(0, "Once Heal Team", 0).operational(Blue);
    let mut b = b.put(Eadu, 0, "AT-ACT", 0).put(Eadu, 1, "Stormtrooper", 1).token(Token::HealTwo, 1).filled();
    b.deploy(Eadu, Blue, CounterClockwise);
    assert_eq!(b.damage_at(Eadu)[..2], [0, 0]);
    // Nobody in reach is damaged: none of these would change anything.
    assert!(!b.can(uses(1)) && !b.can(uses(2)) && !b.can(Action::TokenHeal));
    assert_eq!((b.s.counters[Orange], b.s.counters[Yellow]), (0, 0));
    assert!(b.s.operational.has(Blue));
    assert!(b.can(Action::Roll) && !b.can(Action::EndTurn));
    b.roll(&[S, I, I, I]);
}
