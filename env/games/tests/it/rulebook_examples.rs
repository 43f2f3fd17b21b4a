//! The worked examples and testable statements of the rulebook, GT2 to GT26 (GT1 is in `rulebook_turn`).

use holotable_env::{Finite, Game, Sample, Show, Viewer, generator};
use holotable_games::dark_side_rising::card::Card;
use holotable_games::dark_side_rising::state::{Ending, Stage};
use holotable_games::dark_side_rising::words::{Colour, Component, Face, Sector, Token, Trait, VaderFace};
use holotable_games::dark_side_rising::{Action, DarkSideRising};

use crate::dsr_board::{Board, I, L, S, T, TT, assert_close, at, game, member, symbol, total, uses};

use Component::{Blue, Orange, Yellow};
use Sector::{Eadu, Jedha, Scarif};
use VaderFace::{Clockwise, CounterClockwise, DeathStar, Helmet};

const GREEN_DOUBLE: (Colour, Trait, u8) = (Colour::Green, Trait::Support, 2);
const BLUE_ONE: (Colour, Trait, u8) = (Colour::Blue, Trait::Intelligence, 1);
const BLUE_DOUBLE: (Colour, Trait, u8) = (Colour::Blue, Trait::Intelligence, 2);

#[test]
fn rulebook_02_the_ghost_heals_one_rebel_of_each_team_at_once_and_once() {
    let mut b = Board::new(&[("players", "3")]).join(0, "The Ghost", 2).hurt(0, 1).hurt(1, 3).filled();
    b.deploy(Scarif, Blue, Clockwise).roll(&[S, S, S, T]);
    b.pay(S, 1);
    assert!(!b.s.asking, "one symbol of two");
    b.pay(S, 1);
    assert_eq!(b.legal(), [member(0, 0), member(0, 1)], "the own team first, free choice");
    b.play(member(0, 1), &[]);
    assert_eq!(b.legal(), [member(1, 0)], "then the next; a team without damage is passed over");
    b.play(member(1, 0), &[]);
    assert_eq!((b.damage(0), b.damage(1), b.damage(2)), (vec![1, 1], vec![2], vec![0]));
    assert!(!b.s.asking && b.s.rolled_dice() == 2, "at once, before other dice are rolled again");
    assert!(!b.legal().iter().any(|a| matches!(a, Action::Pay { .. })), "only once a turn");
}

#[test]
fn rulebook_02_one_double_pays_the_ghost_too() {
    let mut b = Board::new(&[("teams", "alderaan,tatooine")]).join(0, "The Ghost", 1).filled();
    let rest = (Colour::Purple, Trait::Tactical, 1);
    b.deploy(Scarif, Blue, Clockwise).roll(&[GREEN_DOUBLE, rest, rest, rest]);
    b.pay(GREEN_DOUBLE, 1);
    assert_eq!(b.legal(), [member(0, 1)]);
}

#[test]
fn rulebook_03_a_fourth_counter_on_raddus_defeats_him_at_the_end_and_a_fifth_is_refused() {
    let mut b = Board::new(&[]).join(0, "Admiral Raddus", 3).put(Scarif, 0, "AT-ACT", 0).filled();
    assert_eq!(b.capacity("Admiral Raddus"), 4);
    // Vader's attack is the fourth counter, AT-ACT's the fifth.
    b.deploy(Scarif, Blue, Helmet);
    assert_eq!(b.damage(0), [2, 4]);
    assert_eq!(b.names(0), ["Luke Skywalker", "Admiral Raddus"]);
    b.roll(&[T, T, T, T]).end();
    assert_eq!(b.names(0), ["Luke Skywalker"]);
    assert!(b.is_lost("Admiral Raddus"));
}

#[test]
fn rulebook_04_a_die_for_an_operation_counter_before_the_rest_is_rolled() {
    let mut b = Board::new(&[]).join(0, "Paid Counter", 0).counters(Yellow, 2).counters(Orange, 1).filled();
    b.deploy(Scarif, Blue, Clockwise).roll(&[I, T, T, T]).pay(I, 1);
    let choices = [Blue, Orange, Yellow].map(|component| Action::ChooseComponent { component });
    assert_eq!(b.legal(), choices);
    b.play(choices[2], &[]);
    assert_eq!((b.s.counters[Yellow], b.s.rolled_dice()), (1, 3));
    assert!(b.can(Action::Roll));
}

#[test]
fn rulebook_05_the_four_outcomes_of_vaders_die() {
    let board = || {
        Board::new(&[])
            .put(Scarif, 0, "AT-ACT", 0)
            .put(Eadu, 0, "Grand Inquisitor", 0)
            .put(Jedha, 0, "Stormtrooper", 0)
            .put(Scarif, 1, "Gather Red", 0)
            .put(Eadu, 1, "Once Token", 0)
            .put(Jedha, 1, "Once Heal Itself", 0)
            .vader(Scarif)
    };
    // Clockwise: the attack at Eadu, and the Inquisitor's at Jedha.
    let mut b = board();
    b.deploy(Scarif, Blue, Clockwise);
    assert_eq!((b.s.vader, b.damage(0)), (Eadu, vec![0]));
    assert_eq!([Scarif, Eadu, Jedha].map(|x| b.damage_at(x)[1]), [0, 1, 1]);
    // Counter-clockwise: the attack at Jedha; the Stormtrooper hits no affiliation there.
    let mut b = board();
    b.deploy(Scarif, Blue, CounterClockwise);
    assert_eq!((b.s.vader, b.damage(0)), (Jedha, vec![0]));
    assert_eq!([Scarif, Eadu, Jedha].map(|x| b.damage_at(x)[1]), [0, 0, 1]);
    // Helmet: the attack and AT-ACT at Scarif, then all Imperials elsewhere.
    let mut b = board();
    b.deploy(Scarif, Blue, Helmet);
    assert_eq!((b.s.vader, b.damage(0)), (Scarif, vec![2]));
    assert_eq!([Scarif, Eadu, Jedha].map(|x| b.damage_at(x)[1]), [1, 0, 1]);
    // Death Star: a second result, then the attack and AT-ACT at Scarif.
    let mut b = board();
    b.play(
        Action::Deploy { sector: Scarif },
        &[Blue.index() as u32, DeathStar.index() as u32, Yellow.index() as u32],
    );
    assert_eq!((b.s.vader, b.damage(0)), (Scarif, vec![2]));
    assert_eq!((b.s.counters[Blue], b.s.counters[Yellow]), (1, 1));
    assert_eq!([Scarif, Eadu, Jedha].map(|x| b.damage_at(x)[1]), [1, 0, 0]);
}

#[test]
fn rulebook_05_vader_ends_in_each_sector_with_one_chance_in_three() {
    for (from, to) in Sector::all().flat_map(|a| Sector::all().map(move |b| (a, b))) {
        let b = Board::new(&[]).vader(from).filled();
        let spread = b.spread(Action::Deploy { sector: to }, |s| s.vader);
        for sector in Sector::all() {
            assert_close(spread[&sector], 1.0 / 3.0, 1e-12);
        }
    }
}

#[test]
fn rulebook_07_a_full_tile_flips_at_the_end_and_acts_only_later() {
    let mut b = Board::new(&[("players", "2")]).short_of_full(Orange, 1).filled();
    let spaces = b.g.tables.tiles[Orange].spaces;
    let orange = Orange.index() as u32;
    // The last space, and the same colour once more on the second die: ignored, no effect.
    b.play(Action::Deploy { sector: Eadu }, &[orange, DeathStar.index() as u32, orange]);
    assert_eq!((b.s.counters[Orange], b.s.operational.len(), b.damage(0)), (spaces, 0, vec![0]));
    b.roll(&[T, T, T, T]).end();
    assert!(b.s.operational.has(Orange));
    assert_eq!(b.s.counters[Orange], 0, "the counters are gone");
    // The next roll of its colour fires it: one damage on the healthiest of the team.
    b.deploy(Eadu, Orange, Clockwise);
    assert_eq!((b.damage(1), b.s.counters[Orange]), (vec![if b.s.vader == Eadu { 2 } else { 1 }], 0));
}

#[test]
fn rulebook_07_a_counter_removed_in_time_saves_the_tile() {
    let mut b = Board::new(&[]).short_of_full(Orange, 1).token(Token::RemoveCounter, 1).filled();
    let spaces = b.g.tables.tiles[Orange].spaces;
    b.deploy(Eadu, Orange, Clockwise).roll(&[T, T, T, T]);
    b.play(Action::TokenCounter, &[]).play(Action::ChooseComponent { component: Orange }, &[]).end();
    assert!(!b.s.operational.has(Orange));
    assert_eq!(b.s.counters[Orange], spaces - 1);
}

#[test]
fn rulebook_09_ten_defeated_rebels_of_teams_and_sectors_lose() {
    for (before, ending) in [(8, Ending::TooManyRebelsLost), (7, Ending::None)] {
        let mut b = Board::new(&[])
            .join(0, "Once Counter", 3)
            .put(Scarif, 0, "Once Token", 3)
            .filled()
            .rebels_lost(before);
        b.deploy(Scarif, Blue, Helmet).roll(&[T, T, T, T]).end();
        assert_eq!((b.s.rebels_defeated(), b.s.ending), (before + 2, ending));
    }
}

#[test]
fn rulebook_10_one_team_without_rebels_loses_while_others_live() {
    let mut b = Board::new(&[("players", "3")]).hurt(1, 5).join(1, "Once Heal Team", 3).active(1).filled();
    b.deploy(Scarif, Blue, Helmet);
    let blue = [BLUE_ONE; 4];
    b.roll(&blue).play(Action::Decline, &[]).end();
    assert_eq!((b.s.ending, b.s.stage), (Ending::TeamWipedOut, Stage::Over));
    assert_eq!(b.s.rebels_defeated(), 2);
    assert!(b.legal().is_empty());
}

#[test]
fn rulebook_12_two_imperials_matched_bring_two_tokens() {
    let mut b = Board::new(&[]).put(Eadu, 0, "AT-ACT", 0).put(Eadu, 1, "Two Verbs", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, T, T]);
    b.assign(TT, 0).assign(T, 0).assign(T, 1).end();
    assert_eq!(b.damage_at(Eadu)[..2], [1, 1]);
    assert_eq!(total(&b.s.tokens), 2);
}

#[test]
fn rulebook_13_tatooine_may_damage_an_imperial_that_dice_attack_as_well() {
    let board = || {
        let mut b = Board::new(&[]).put(Eadu, 0, "AT-ACT", 0).filled();
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, TT, TT, I]);
        b
    };
    let mut b = board();
    assert_eq!(b.legal(), [at(Eadu, 0), Action::Decline]);
    b.play(at(Eadu, 0), &[]).assign(TT, 0).assign(TT, 0).end();
    assert_eq!((b.damage_at(Eadu)[0], total(&b.s.tokens)), (2, 2));
    let mut b = board();
    b.play(Action::Decline, &[]).end();
    assert_eq!((b.damage_at(Eadu)[0], total(&b.s.tokens)), (0, 0));
    // Five symbols are not enough.
    let mut b = Board::new(&[]).put(Eadu, 0, "AT-ACT", 0).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, TT, T, I]);
    assert!(!b.s.asking);
}

#[test]
fn rulebook_14_yavin_4_may_remove_a_counter_at_four_symbols() {
    for (roll, asks) in [
        ([BLUE_DOUBLE, BLUE_ONE, BLUE_ONE], true),
        ([BLUE_DOUBLE, BLUE_ONE, (Colour::Blue, Trait::Support, 1)], false),
    ] {
        let mut b = Board::new(&[("teams", "yavin_4,tatooine")]).counters(Orange, 3).filled();
        b.deploy(Eadu, Orange, Clockwise);
        let rest = (Colour::Blue, Trait::Tactical, 1);
        b.roll(&[roll[0], roll[1], roll[2], rest]);
        assert_eq!(b.s.asking, asks);
        if asks {
            let orange = Action::ChooseComponent { component: Orange };
            assert_eq!(b.legal(), [orange, Action::Decline]);
            let mut declined = b.clone();
            declined.play(Action::Decline, &[]);
            assert_eq!(declined.s.counters[Orange], 4);
            b.play(orange, &[]);
            assert_eq!(b.s.counters[Orange], 3);
        }
    }
}

#[test]
fn rulebook_15_lothal_removes_two_damage_from_one_rebel() {
    let mut b = Board::new(&[("teams", "lothal,tatooine")]).hurt(0, 3).join(0, "Once Token", 1).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[
        GREEN_DOUBLE,
        GREEN_DOUBLE,
        (Colour::Green, Trait::Tactical, 1),
        (Colour::Green, Trait::Tactical, 1),
    ]);
    assert_eq!(b.legal(), [member(0, 0), member(0, 1), Action::Decline]);
    b.play(member(0, 0), &[]);
    assert_eq!(b.damage(0), [1, 1]);
}

#[test]
fn rulebook_17_a_token_waits_for_the_next_turn_and_serves_any_player() {
    let mut b = Board::new(&[]).join(0, "Once Token", 0).filled();
    b.deploy(Eadu, Blue, Clockwise);
    b.play(uses(1), &[Token::RedDie.index() as u32]);
    let red = Action::TokenDie { colour: Colour::Red };
    assert!(!b.can(red), "drawn this turn");
    b.roll(&[T, T, T, T]).end();
    b.deploy(Eadu, Blue, Clockwise);
    assert_eq!(b.s.active, 1, "the other player may use it");
    b.play(red, &[]);
    assert_eq!(b.s.waiting[Colour::Red], 1);
}

#[test]
fn rulebook_18_a_symbol_token_completes_a_card_after_the_last_die() {
    let mut b = Board::new(&[]).put(Eadu, 0, "AT-ACT", 0).token(Token::Tactical, 1).filled();
    b.deploy(Eadu, Blue, CounterClockwise).roll(&[T, T, I, I]).assign(T, 0).assign(T, 0);
    b.roll(&[I, L]).forfeit(I, &[L]).forfeit(L, &[]);
    assert_eq!(b.s.rolled_dice(), 0);
    b.play(symbol(Trait::Tactical, 0), &[]).end();
    assert_eq!((b.damage_at(Eadu)[0], total(&b.s.tokens)), (1, 1));
}

#[test]
fn rulebook_19_the_discards_become_the_supply_when_it_is_empty() {
    let mut b = Board::new(&[]).join(0, "Once Token", 0).filled().supply_discarded();
    let all = total(&b.s.discards);
    b.deploy(Eadu, Blue, Clockwise).any(uses(1));
    assert_eq!((total(&b.s.supply), total(&b.s.discards), total(&b.s.locked)), (all - 1, 0, 1));
}

#[test]
fn rulebook_20_change_turns_single_and_double_to_any_other_face_of_the_die() {
    let given = [("teams", "yavin_4,tatooine")];
    let mut b = Board::new(&given).join(0, "Roll Change Tactical", 0).token(Token::RedDie, 2).filled();
    let red = Action::TokenDie { colour: Colour::Red };
    b.deploy(Eadu, Blue, Clockwise).play(red, &[]).play(red, &[]);
    let blue = |t| (Colour::Blue, t, 1);
    b.roll(&[TT, T, blue(Trait::Tactical), blue(Trait::Support), BLUE_ONE, BLUE_ONE]);
    b.play(uses(1), &[]);
    let dice = [T, TT, (Colour::Blue, Trait::Tactical, 1)].map(|d| Action::ChooseDie { die: b.die(d) });
    assert_eq!(b.legal(), dice, "single and double, of whatever colour");
    b.play(dice[1], &[]);
    let shown = b.die(TT).face;
    let others: Vec<_> =
        Face::all().filter(|f| *f != shown).map(|face| Action::ChooseFace { face }).collect();
    assert_eq!(b.legal(), others);
    b.play(Action::ChooseFace { face: b.die(L).face }, &[]);
    assert_eq!((b.s.rolled[b.die(TT)], b.s.rolled[b.die(L)]), (0, 1));
    assert!(!b.can(uses(1)), "once a turn");
}

#[test]
fn rulebook_21_vader_attacks_the_active_team_and_never_another() {
    for sector in Sector::all() {
        let mut b = Board::new(&[("players", "4")]).join(0, "Once Token", 0).vader(sector).filled();
        b.deploy(sector, Blue, Helmet);
        assert_eq!(b.damage(0), [1, 1]);
        assert!((1..4).all(|seat| b.damage(seat) == [0]));
    }
}

#[test]
fn rulebook_24_a_recruit_loses_all_damage_even_at_capacity() {
    for damage in [1, 4] {
        let mut b = Board::new(&[]).put(Eadu, 0, "Sabine Wren", damage).filled();
        assert_eq!(b.capacity("Sabine Wren"), 4);
        b.deploy(Eadu, Blue, CounterClockwise).roll(&[TT, T, I, I]).assign(TT, 0).assign(T, 0).end();
        assert_eq!((b.names(0), b.damage(0)), (vec!["Luke Skywalker", "Sabine Wren"], vec![0, 0]));
        assert!(!b.is_lost("Sabine Wren"));
    }
}

#[test]
fn rulebook_25_set_up_counts() {
    for n in 2..=4 {
        let g: DarkSideRising = game(&[("players", &n.to_string())]);
        for seed in 0..20 {
            let s = g.start(&mut Sample(generator(seed, 0)));
            assert_eq!(s.deck.len(), 51 - n - 9);
            assert!(s.places().iter().all(|c| c.is_some_and(|c| c.damage == 0)));
            let leaders: Vec<Card> = (0..n).map(|p| g.tables.bases[s.seats.team(p)].leader).collect();
            assert!((0..n).all(|p| s.seats.rebels(p).len() == 1 && s.seats.rebels(p)[0].card == leaders[p]));
            let shown = s.cards().filter(|c| c.is_imperial()).count();
            let hidden = s.deck.and(Card::IMPERIALS).len();
            assert_eq!(shown + hidden, 11);
            assert_eq!(total(&s.supply), 30);
        }
    }
}

#[test]
fn rulebook_26_a_counter_on_each_component_at_the_start() {
    for (given, n) in [("0", 0), ("1", 1)] {
        let g = game(&[("start_counters", given)]);
        assert_eq!(g.start(&mut Sample(generator(1, 0))).counters.values(), &[n; 6]);
    }
}

/// The odds of the team abilities: own dice, other dice, at least 4 symbols, at least 6.
#[test]
fn team_ability_odds_are_those_of_the_table() {
    let g = game(&[]);
    let symbols = |colour: usize, n: usize| {
        let die = &g.tables.dice.values()[colour];
        die.table.distribution(n).map(move |(counts, p)| {
            let shown = |(k, f): (&u8, &(Trait, u8))| if f.0 == Trait::Tactical { k * f.1 } else { 0 };
            (counts.iter().zip(die.faces.values()).map(shown).sum::<u8>(), p)
        })
    };
    for (own, other, four, six) in
        [(4, 0, 0.28, 0.035), (6, 0, 0.59, 0.20), (3, 1, 0.16, 0.009), (2, 2, 0.07, 0.001)]
    {
        let at_least = |k: u8| -> f64 {
            symbols(0, own)
                .map(|(a, p)| symbols(1, other).filter(|(b, _)| a + b >= k).map(|(_, q)| p * q).sum::<f64>())
                .sum()
        };
        assert_close(at_least(4), four, 0.005);
        assert_close(at_least(6), six, if six < 0.1 { 0.0005 } else { 0.005 });
    }
}

#[test]
fn a_prompt_names_the_effect_what_it_does_and_what_is_left() {
    let mut b = Board::new(&[]).hurt(0, 1).join(0, "Once Heal One", 1).token(Token::HealTwo, 1).filled();
    assert_eq!(b.g.prompt(&b.s), "Seat 0 (Tatooine): choose the sector to deploy to");
    b.deploy(Eadu, Blue, CounterClockwise);
    assert_eq!(b.g.prompt(&b.s), "Seat 0 (Tatooine): use abilities and tokens, or roll the dice");
    let mut heal = b.clone();
    heal.play(uses(1), &[]);
    let asked = "Once Heal One: remove 1 damage from one Rebel of your team or its sector";
    assert_eq!(heal.g.prompt(&heal.s), asked);
    assert!(heal.g.text(&heal.s, Viewer::Table).contains(asked));
    let why = heal.g.why_illegal(&heal.s, Action::Roll);
    assert_eq!(why, format!("{asked}: this is not one of the choices"));
    b.play(Action::TokenHeal, &[]);
    let asked = "The heal two token: remove 1 damage from one Rebel of your team or its sector, ";
    assert_eq!(b.g.prompt(&b.s), format!("{asked}2 to go"));
    b.play(member(0, 0), &[]);
    assert_eq!(b.g.prompt(&b.s), format!("{asked}1 to go"));
}
