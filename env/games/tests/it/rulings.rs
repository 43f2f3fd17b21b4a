//! The rulings on open questions, R1 to R26: one test each, both values where an option decides.

use holotable_env::{Finite, Slot};
use holotable_games::dark_side_rising::Action;
use holotable_games::dark_side_rising::state::Stage;
use holotable_games::dark_side_rising::words::{Colour, Component, Sector, Token, Trait, VaderFace};

use crate::dsr_board::{Board, I, L, S, T, TT, at, member, symbol, total, uses};

use Component::{Blue, Green, Orange, Purple, Yellow};
use Sector::{Eadu, Jedha, Scarif};
use VaderFace::{Clockwise, CounterClockwise, DeathStar, Helmet};

/// Tatooine at Eadu with these cards there, after the opening roll; Vader has gone to Jedha.
fn rolled(given: &[(&str, &str)], cards: &[(&str, u8)], shown: &[crate::dsr_board::Shown]) -> Board {
    let mut b = at_eadu(given, cards).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(shown);
    b
}

fn at_eadu(given: &[(&str, &str)], cards: &[(&str, u8)]) -> Board {
    let b = Board::new(given);
    cards.iter().enumerate().fold(b, |b, (spot, (name, damage))| b.put(Eadu, spot, name, *damage))
}

#[test]
fn r01_vader_attacks_before_the_imperials_act() {
    // Thrawn finds the damage of the attack; had he acted first, there would have been none.
    let mut b = Board::new(&[]).put(Scarif, 0, "Grand Admiral Thrawn", 0).filled();
    b.deploy(Scarif, Blue, Helmet);
    assert_eq!(b.damage(0), [2]);
}

#[test]
fn r02_a_second_death_star_result_comes_before_the_attack_and_ends_there() {
    // The purple effect fills the weakest, which the attack then cannot hurt any more.
    let mut b = Board::new(&[]).join(0, "Once Token", 3).operational(Purple).filled();
    let purple = Purple.index() as u32;
    b.play(Action::Deploy { sector: Scarif }, &[Blue.index() as u32, DeathStar.index() as u32, purple]);
    assert_eq!(b.damage(0), [1, 4]);
}

#[test]
fn r03_a_counter_for_a_full_component_is_lost_and_fires_nothing() {
    let mut b = Board::new(&[]).short_of_full(Orange, 0).filled();
    let before = b.s.counters;
    b.deploy(Eadu, Orange, CounterClockwise);
    assert_eq!((b.s.counters, b.damage(0)), (before, vec![0]));
}

#[test]
fn r04_a_full_component_can_be_saved_until_the_turn_ends() {
    let mut b = Board::new(&[]).short_of_full(Orange, 0).join(0, "Once Counter", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[T; 4]).play(uses(1), &[]);
    b.play(Action::ChooseComponent { component: Orange }, &[]).end();
    assert!(b.s.operational.is_empty());
}

#[test]
fn r05_an_operational_component_takes_no_counters_and_never_flips_back() {
    let mut b = Board::new(&[]).operational(Orange).operational(Green).join(0, "Once Counter", 0).filled();
    // Green: a counter on each component tied for fewest, but not on an operational one.
    b.deploy(Eadu, Green, CounterClockwise).roll(&[T; 4]);
    let open: Vec<_> = Component::all().filter(|c| *c != Orange && *c != Green).collect();
    assert!(Component::all().all(|c| b.s.counters[c] == u8::from(open.contains(&c))));
    b.play(uses(1), &[]);
    let choices = open.into_iter().map(|component| Action::ChooseComponent { component });
    assert_eq!(b.legal(), choices.chain([Action::Decline]).collect::<Vec<_>>());
    b.play(Action::Decline, &[]).end();
    assert!(b.s.operational.has(Orange) && b.s.operational.has(Green));
}

#[test]
fn r06_imperials_of_a_sector_act_in_the_order_of_their_places() {
    for (first, second, damage) in
        [("Healthiest", "Grand Admiral Thrawn", 2), ("Grand Admiral Thrawn", "Healthiest", 1)]
    {
        let mut b = Board::new(&[]).put(Scarif, 0, first, 0).put(Scarif, 1, second, 0).filled();
        b.deploy(Eadu, Blue, Helmet);
        assert_eq!(b.damage(0), [damage], "{first} first");
    }
}

#[test]
fn r06_with_the_helmet_the_sectors_act_clockwise_from_vader() {
    for (next, last, damage) in
        [("Healthiest", "Grand Admiral Thrawn", 2), ("Grand Admiral Thrawn", "Healthiest", 1)]
    {
        let b = Board::new(&[]).put(Eadu, 0, next, 0).put(Jedha, 0, last, 0).put(Jedha, 1, "Baze Malbus", 0);
        let mut b = b.vader(Scarif);
        b.deploy(Eadu, Blue, Helmet);
        assert_eq!(b.damage(0), [damage], "{next} first");
    }
}

#[test]
fn r07_dice_of_one_roll_go_to_several_cards_or_to_one() {
    for (flag, several) in [("true", true), ("false", false)] {
        let cards = [("Sabine Wren", 0), ("Stormtrooper", 0)];
        let mut b = rolled(&[("several_cards_per_roll", flag)], &cards, &[T, T, T, I]);
        let other = Action::Assign { die: b.die(T), spot: Slot::at(1) };
        assert!(b.can(other));
        b.assign(T, 0);
        assert_eq!(b.can(other), several);
        assert!(b.can(Action::Assign { die: b.die(T), spot: Slot::at(0) }), "more to the same card");
        b.roll(&[T, T, I]);
        assert!(b.can(other), "another roll may go to another card");
    }
}

#[test]
fn r08_a_die_must_cover_an_open_symbol_and_a_double_may_overfill() {
    let mut b = rolled(&[], &[("Stormtrooper", 0), ("AT-ACT", 0)], &[TT, T, L, S]);
    let to = |b: &Board, die, spot| Action::Assign { die: b.die(die), spot: Slot::at(spot) };
    assert!(!b.can(to(&b, L, 0)), "no such symbol");
    b.assign(TT, 0);
    assert!(!b.can(to(&b, T, 0)), "already matched");
    assert!(b.can(to(&b, T, 1)));
    let mut b = rolled(&[], &[("Stormtrooper", 0), ("AT-ACT", 0)], &[TT, T, L, S]);
    b.assign(T, 0).assign(TT, 0);
    assert_eq!(
        [0, 1].map(|spot| *b.s.need[spot].values()),
        [[0, 0, 1, 0], [3, 0, 0, 0]],
        "the surplus goes nowhere (R9)"
    );
}

#[test]
fn r10_forfeiting_is_free_even_where_a_die_could_be_assigned() {
    let mut b = rolled(&[], &[("Sabine Wren", 0)], &[T, T, I, S]);
    assert!(!b.can(Action::Roll), "neither assigned nor forfeited");
    b.forfeit(T, &[TT, I, S]);
    assert_eq!((b.s.rolled_dice(), b.s.spent[Colour::Red]), (3, 1));
}

#[test]
fn r11_a_roll_is_assigned_or_forfeited_not_both() {
    let mut b = rolled(&[], &[("Sabine Wren", 0)], &[T, T, I, S]);
    b.assign(T, 0);
    assert!(!b.legal().iter().any(|a| matches!(a, Action::Forfeit { .. })));
    b.roll(&[I, I, S]);
    assert!(b.can(Action::Forfeit { die: b.die(I) }), "the next roll is free again");
}

#[test]
fn r12_dice_on_an_uncompleted_card_are_wasted() {
    let mut b = rolled(&[], &[("Sabine Wren", 0)], &[TT, I, I, S]);
    b.assign(TT, 0).end();
    assert_eq!(b.s.table[Eadu][0].unwrap().card, b.card("Sabine Wren"));
    b.deploy(Eadu, Blue, Clockwise);
    assert_eq!(b.s.need[0].values(), &[3, 0, 0, 0]);
}

#[test]
fn r13_the_turn_may_stop_early_or_only_when_nothing_can_be_completed() {
    for (flag, early) in [("true", true), ("false", false)] {
        let b = rolled(&[("early_stop", flag)], &[("AT-ACT", 0)], &[I, I, S, L]);
        assert_eq!(b.can(Action::EndTurn), early, "four dice can still show three TACTICAL");
        // One red die shows at most two symbols of the three, and no card needs less than two dice.
        let cards = [("AT-ACT", 0), ("Baze Malbus", 0), ("Grand Inquisitor", 0)];
        let mut b = rolled(&[("early_stop", flag)], &cards, &[I, I, S, S]);
        b.forfeit(I, &[I, S, L]).forfeit(I, &[S, L]).forfeit(S, &[L]);
        assert!(b.can(Action::EndTurn));
    }
}

#[test]
fn r14_a_token_is_not_the_die_that_must_be_assigned() {
    let mut b = at_eadu(&[], &[("AT-ACT", 0)]).token(Token::Tactical, 1).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[T, I, I, S]);
    b.play(symbol(Trait::Tactical, 0), &[]);
    assert!(!b.can(Action::Roll) && b.can(Action::Forfeit { die: b.die(I) }));
}

#[test]
fn r15_tokens_alone_complete_a_card_or_do_not() {
    for (flag, damage) in [("true", 1), ("false", 0)] {
        let mut b =
            at_eadu(&[("tokens_alone_complete", flag)], &[("AT-ACT", 0)]).token(Token::Tactical, 3).filled();
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[T; 4]);
        for _ in 0..3 {
            b.play(symbol(Trait::Tactical, 0), &[]);
        }
        b.end();
        assert_eq!((b.damage_at(Eadu)[0], total(&b.s.tokens)), (damage, damage));
    }
    // A die of the turn before does not count.
    let b = at_eadu(&[("tokens_alone_complete", "false")], &[("AT-ACT", 0)]).token(Token::Tactical, 3);
    let mut b = b.filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[T; 4]).assign(T, 0).end();
    b.deploy(Eadu, Blue, Clockwise).any(Action::Roll);
    for _ in 0..3 {
        b.play(symbol(Trait::Tactical, 0), &[]);
    }
    b.end();
    assert_eq!(b.damage_at(Eadu)[0], 0);
    // With a die among them they do in both.
    let mut b =
        at_eadu(&[("tokens_alone_complete", "false")], &[("AT-ACT", 0)]).token(Token::Tactical, 2).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[T; 4]).assign(T, 0);
    b.play(symbol(Trait::Tactical, 0), &[]).play(symbol(Trait::Tactical, 0), &[]).end();
    assert_eq!(b.damage_at(Eadu)[0], 1);
}

#[test]
fn r16_symbol_tokens_pay_for_abilities_only_with_the_option() {
    for (flag, pays) in [("true", true), ("false", false)] {
        let b =
            at_eadu(&[("tokens_pay", flag)], &[]).join(0, "Paid Counter", 0).token(Token::Intelligence, 1);
        let mut b = b.counters(Orange, 2).filled();
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[T; 4]);
        let pay = Action::TokenPay { payee: b.payee(1) };
        assert_eq!(b.can(pay), pays);
        if pays {
            b.play(pay, &[]).play(Action::ChooseComponent { component: Orange }, &[]);
            assert_eq!((b.s.counters[Orange], total(&b.s.tokens)), (1, 0));
        }
    }
}

#[test]
fn r17_r18_tokens_serve_from_the_dark_dice_to_the_end_of_the_turn() {
    let mut b = at_eadu(&[], &[("AT-ACT", 0)]).token(Token::Tactical, 3).token(Token::RedDie, 1).filled();
    let token = symbol(Trait::Tactical, 0);
    assert!(b.legal().iter().all(|a| matches!(a, Action::Deploy { .. })), "not before");
    b.deploy(Eadu, Blue, CounterClockwise).play(token, &[]);
    b.roll(&[I; 4]).play(token, &[]);
    b.forfeit(I, &[I; 3]).forfeit(I, &[I; 2]).forfeit(I, &[I]).forfeit(I, &[]);
    assert!(b.can(token));
    let red = Action::TokenDie { colour: Colour::Red };
    b.play(red, &[]).roll(&[T]);
    assert!(b.can(token) && b.s.rolled_dice() == 1, "an extra die after the last");
}

#[test]
fn r19_tokens_drawn_by_abilities_are_locked_until_the_next_turn() {
    let mut b = at_eadu(&[], &[("AT-ACT", 0)]).join(0, "Once Token", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise).play(uses(1), &[Token::Tactical.index() as u32]);
    assert_eq!((total(&b.s.locked), total(&b.s.tokens)), (1, 0));
    assert!(!b.can(symbol(Trait::Tactical, 0)));
    b.roll(&[I; 4]).end();
    assert_eq!((total(&b.s.locked), total(&b.s.tokens)), (0, 1));
}

#[test]
fn r20_with_supply_and_discards_empty_nothing_is_drawn() {
    let mut b = at_eadu(&[], &[("Two Verbs", 0)]).join(0, "Once Token", 0).supply_held().filled();
    let held = total(&b.s.tokens);
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[T, T, I, I]);
    assert!(!b.can(uses(1)), "it would change nothing");
    b.assign(T, 0).end();
    assert_eq!((b.damage_at(Eadu)[0], total(&b.s.tokens)), (1, held));
}

#[test]
fn r22_the_team_ability_counts_the_raw_opening_roll_with_extra_dice() {
    let board =
        || at_eadu(&[], &[("AT-ACT", 0)]).join(0, "Roll Change Two", 0).token(Token::RedDie, 2).filled();
    let red = Action::TokenDie { colour: Colour::Red };
    let mut b = board();
    b.deploy(Eadu, Blue, CounterClockwise).play(red, &[]).play(red, &[]).roll(&[T, T, T, T, T, T]);
    assert!(b.s.asking, "six with extra dice");
    let mut b = board();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, TT, T, I]);
    assert!(!b.s.asking);
    let (die, face) = (b.die(I), b.die(TT).face);
    b.play(uses(1), &[]).play(Action::ChooseDie { die }, &[]).play(Action::ChooseFace { face }, &[]);
    assert!(!b.s.asking, "six only after a change");
    b.forfeit(T, &[TT, TT, TT]);
    assert!(!b.s.asking, "six only on the second roll");
}

#[test]
fn r23_abilities_reach_the_own_team_and_sector_or_everything() {
    for (flag, wide) in [("false", false), ("true", true)] {
        let b = at_eadu(&[("global_targets", flag)], &[("Sabine Wren", 1), ("AT-ACT", 0)]);
        let b = b.put(Jedha, 0, "Baze Malbus", 1).put(Jedha, 1, "Two Verbs", 0).hurt(0, 1).hurt(1, 1);
        // Vader goes to Scarif, where nobody is.
        let mut b = b.join(0, "Once Heal One", 0).join(0, "Once Strike", 0).vader(Jedha);
        b.deploy(Eadu, Blue, Clockwise);
        b.play(uses(1), &[]);
        let mut rebels = vec![member(0, 0), at(Eadu, 0)];
        let mut imperials = vec![at(Eadu, 1)];
        if wide {
            rebels = vec![member(0, 0), member(1, 0), at(Eadu, 0), at(Jedha, 0)];
            imperials.push(at(Jedha, 1));
        }
        assert_eq!(b.legal(), rebels);
        b.play(member(0, 0), &[]).play(uses(2), &[]);
        assert_eq!(b.legal(), imperials);
    }
}

#[test]
fn r24_each_counter_on_an_imperial_earns_a_token_never_above_capacity() {
    let mut b = at_eadu(&[], &[("AT-ACT", 0)]).join(0, "Once Strike", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, I, I]).play(uses(1), &[]).play(at(Eadu, 0), &[]);
    b.assign(TT, 0).assign(T, 0).end();
    assert_eq!((b.damage_at(Eadu)[0], total(&b.s.tokens)), (2, 2));
}

#[test]
fn r25_a_full_imperial_takes_no_counter_and_earns_no_token() {
    let mut b = at_eadu(&[], &[("AT-ACT", 2)]).join(0, "Once Strike", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, I, I]).play(uses(1), &[]).play(at(Eadu, 0), &[]);
    b.assign(TT, 0).assign(T, 0).end();
    assert!(b.is_lost("AT-ACT"));
    assert_eq!(total(&b.s.tokens), 1);
}

#[test]
fn r26_a_full_rebel_still_acts_unless_it_costs_damage() {
    let b = at_eadu(&[], &[]).join(0, "Once Token", 4).join(0, "Hurt Counter", 4).join(0, "Hurt Token", 1);
    let mut b = b.counters(Yellow, 1).filled();
    b.deploy(Eadu, Blue, CounterClockwise);
    assert!(b.can(uses(1)) && !b.can(uses(2)) && b.can(uses(3)));
    b.play(uses(3), &[0]);
    assert_eq!(b.damage(0)[3], 2, "the price is a damage");
    assert_eq!(b.s.stage, Stage::Muster);
}
