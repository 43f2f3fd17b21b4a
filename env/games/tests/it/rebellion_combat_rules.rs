//! The steps of a combat in the order of the rulebook, each on a board made for it.

use holotable_env::{Explain, Game, Observe, Save, Show, Viewer, legal_actions, outcomes};
use holotable_games::rebellion_combat::Action;
use holotable_games::rebellion_combat::action::{Own, Target};
use holotable_games::rebellion_combat::attack::dice;
use holotable_games::rebellion_combat::state::{Ending, Stage};
use holotable_games::rebellion_combat::words::Theatre;

use crate::rebellion_combat_board::{
    BARE, BD, BH, BN, BS, Battle, Empire, Ground, RD, RH, RN, Rebels, Space, left_in, row,
};

#[test]
fn r13_nine_stormtroopers_roll_five_dice() {
    let mut b = Battle::new(BARE, &[("Stormtrooper", 9)], &[("Rebel Trooper", 1)]).begin();
    assert_eq!(*dice(&b.g, &b.s).values(), [5, 0]);
    b.roll(&[BN; 5]);
    assert_eq!((b.s.side, *dice(&b.g, &b.s).values()), (Rebels, [1, 0]));
}

#[test]
fn r13_ion_cannons_cut_before_the_limit() {
    for (destroyers, red) in [(5, 5), (2, 0), (3, 2)] {
        let empire = [("Star Destroyer", destroyers), ("Stormtrooper", 1)];
        let b = Battle::new(BARE, &empire, &[("X-wing", 1), ("Ion Cannon", 2)]).begin();
        assert_eq!(dice(&b.g, &b.s).values()[1], red, "{destroyers} Star Destroyers");
    }
}

#[test]
fn ion_cannons_spare_the_ground() {
    let b = Battle::new(BARE, &[("AT-AT", 2)], &[("Rebel Trooper", 1), ("Ion Cannon", 2)]).begin();
    assert_eq!(*dice(&b.g, &b.s).values(), [2, 4]);
}

#[test]
fn r14_a_unit_destroyed_by_the_first_attack_still_rolls() {
    let mut b = Battle::new(BARE, &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
    b.roll(&[BH]).hit("X-wing", 0);
    assert_eq!((b.s.stage, b.s.side, b.count(Rebels, "X-wing")), (Stage::Roll, Rebels, 0));
    b.roll(&[BD]).hit("TIE Fighter", 0);
    assert_eq!((b.s.ending, b.lost(Rebels, "X-wing"), b.lost(Empire, "TIE Fighter")), (Ending::Empty, 1, 1));
}

#[test]
fn the_destroyed_are_no_targets_of_the_second_attack() {
    let mut b = Battle::new(BARE, &[("TIE Fighter", 2)], &[("X-wing", 2)]).begin();
    b.roll(&[BH, BN]).hit("X-wing", 0).roll(&[BH, BH]).hit("TIE Fighter", 0);
    assert!(b.may(b.fresh("TIE Fighter", 0)), "the other one");
    b.hit("TIE Fighter", 0);
    assert_eq!((b.s.ending, b.lost(Empire, "TIE Fighter")), (Ending::RebelsHold, 2));
}

#[test]
fn r15_hits_of_a_colour_that_nobody_has_are_not_assigned() {
    let mut b = Battle::new(BARE, &[("AT-ST", 2)], &[("Rebel Trooper", 3)]).rebels_first().begin();
    b.roll(&[BH, BH, BH]);
    assert_eq!((b.s.stage, b.s.side), (Stage::Roll, Empire), "nothing was assigned");
    assert_eq!(b.levels(Empire, "AT-ST"), [2, 0, 0, 0, 0, 0]);
}

#[test]
fn direct_hits_go_anywhere_and_colours_where_they_fit() {
    let mut b =
        Battle::new(BARE, &[("TIE Fighter", 1), ("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 1)]);
    b = b.rebels_first().begin();
    b.roll(&[BD, RH, RN]);
    assert_eq!(b.legal(), [b.fresh("Star Destroyer", 0)], "the red hit comes first");
    b.hit("Star Destroyer", 0);
    assert_eq!(b.legal().len(), 2, "the direct hit: the fighter, or the destroyer again");
    b.hit("TIE Fighter", 0);
    assert_eq!(b.levels(Empire, "Star Destroyer"), [0, 1, 0, 0, 0, 0]);
}

#[test]
fn overkill_is_legal_unless_the_option_forbids_it() {
    for (overkill, targets) in [("true", 2), ("false", 1)] {
        let given = [("tactics", "false"), ("retreat", "false"), ("overkill", overkill)];
        let mut b = Battle::new(&given, &[("TIE Fighter", 2)], &[("X-wing", 2)]).begin();
        b.roll(&[BH, BH]).hit("X-wing", 0);
        assert_eq!(b.legal().len(), targets, "overkill {overkill}");
    }
}

#[test]
fn every_die_must_be_assigned_if_only_overkill_is_left() {
    let mut b = Battle::new(BARE, &[("TIE Fighter", 3)], &[("X-wing", 1)]).begin();
    b.roll(&[BH, BH, BD]).hit("X-wing", 0);
    for left in [2, 1] {
        assert_eq!((b.s.stage, b.legal().len()), (Stage::Assign, 1), "{left} more");
        let a = b.legal()[0];
        b.act(a, &[]);
    }
    assert_eq!(b.s.side, Rebels);
}

#[test]
fn damage_stays_until_the_end_of_the_combat() {
    let mut b = Battle::new(BARE, &[("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 1)]).begin();
    b.roll(&[BN, RH, RH]).hit("Mon Calamari Cruiser", 0);
    let again = b.legal()[0];
    b.act(again, &[]).roll(&[BN, RN, RN]);
    assert_eq!((b.s.round, b.levels(Rebels, "Mon Calamari Cruiser")), (2, [0, 0, 1, 0, 0, 0]));
}

#[test]
fn the_death_star_takes_no_damage() {
    let mut b = Battle::new(BARE, &[("Death Star", 1)], &[("Y-wing", 3)]).rebels_first().begin();
    b.roll(&[RD, RD, RH]);
    assert_eq!((b.s.side, b.count(Empire, "Death Star")), (Empire, 1));
}

/// Draws what is due and counts the cards in both hands: Empire space and ground, Rebels space and ground.
fn draw_all(b: &mut Battle) -> [u8; 4] {
    while b.s.stage == Stage::Tactics {
        let o = outcomes(&b.g, &b.s, Action::Proceed, 2_000).unwrap();
        b.s = o[0].state;
        b.sound();
    }
    [(Empire, Space), (Empire, Ground), (Rebels, Space), (Rebels, Ground)]
        .map(|(side, deck)| b.s.hand_size(&b.g.tables, side, deck))
}

#[test]
fn r17_cards_for_the_best_leader_of_each_contested_theatre() {
    let both =
        Battle::new(&[], &[("TIE Fighter", 1), ("Stormtrooper", 1)], &[("X-wing", 1), ("Rebel Trooper", 1)]);
    let mut b = both.leader(Empire, "Palpatine").leader(Empire, "Veers").begin();
    assert_eq!(draw_all(&mut b), [3, 3, 0, 0]);
    let space = Battle::new(&[], &[("TIE Fighter", 1), ("Stormtrooper", 1)], &[("X-wing", 1)]);
    let mut b = space.leader(Empire, "Palpatine").leader(Empire, "Veers").leader(Rebels, "Wedge").begin();
    assert_eq!(draw_all(&mut b), [3, 0, 3, 0]);
}

#[test]
fn r21_leaders_without_tactic_values_are_added_by_an_option() {
    let begun = |given: &[(&str, &str)]| {
        let b = Battle::new(given, &[("TIE Fighter", 1)], &[("X-wing", 1)]);
        b.pool(Empire, "Boba Fett").pool(Empire, "Greejatus").pool(Rebels, "Mon Mothma").begin()
    };
    assert_eq!(begun(&[]).s.stage, Stage::Roll, "nobody can be added");
    let mut b = begun(&[("add_leader", "any")]);
    let add = |b: &Battle, side, name| Action::AddLeader { leader: b.who(side, name) };
    let fett = add(&b, Empire, "Boba Fett");
    assert_eq!(b.legal(), [Action::Done, fett, add(&b, Empire, "Greejatus")]);
    b.act(fett, &[]);
    assert_eq!(b.legal(), [Action::Done, add(&b, Rebels, "Mon Mothma")], "one each");
    b.done();
    assert_eq!(b.s.stage, Stage::Roll, "Fett brings no cards");
}

#[test]
fn a_leader_is_added_only_where_none_with_tactic_values_is() {
    let b = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)]);
    let b =
        b.leader(Empire, "Boba Fett").pool(Empire, "Piett").leader(Rebels, "Wedge").pool(Rebels, "Ackbar");
    let mut b = b.begin();
    let piett = Action::AddLeader { leader: b.who(Empire, "Piett") };
    assert_eq!(b.legal(), [Action::Done, piett], "Fett has no tactic values, so he is in nobody's way");
    b.act(piett, &[]);
    assert_eq!((b.s.stage, b.s.side), (Stage::Tactics, Empire), "Wedge is there already");
    assert_eq!(draw_all(&mut b), [3, 0, 3, 0]);
}

#[test]
fn the_current_player_decides_and_draws_first() {
    let b = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)]);
    let mut b = b.pool(Empire, "Piett").pool(Rebels, "Wedge").rebels_first().begin();
    assert_eq!((b.s.stage, b.g.actor(&b.s)), (Stage::Leaders, Some(1)));
    b.done();
    assert_eq!((b.s.stage, b.g.actor(&b.s)), (Stage::Leaders, Some(0)));
    b.done();
    assert_eq!((b.s.stage, b.g.actor(&b.s)), (Stage::Roll, Some(1)));
}

#[test]
fn a_shield_generator_draws_at_the_start_of_each_ground_battle() {
    let rebels = [("Rebel Trooper", 1), ("Shield Generator", 2)];
    let mut b = Battle::new(&[], &[("Stormtrooper", 1)], &rebels).begin();
    assert_eq!((b.s.stage, b.g.actor(&b.s)), (Stage::Structures, Some(1)));
    let card = b.drawn(Ground, "Dig In");
    b.act(Action::Proceed, &[card, card]);
    assert_eq!((b.s.hand_size(&b.g.tables, Rebels, Ground), b.s.stage), (2, Stage::Roll));
    b.roll(&[BN]).roll(&[BN]);
    assert_eq!(b.s.stage, Stage::Actions, "the Rebels hold cards, so they are asked");
    b.done();
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Structures));
}

#[test]
fn r19_structures_alone_are_lost_at_the_end_of_the_round() {
    let rebels = [("Rebel Trooper", 1), ("Shield Generator", 1), ("Ion Cannon", 1)];
    let mut b = Battle::new(BARE, &[("Stormtrooper", 1)], &rebels).begin();
    b.roll(&[BH]).hit("Rebel Trooper", 0).roll(&[BN]);
    assert_eq!(b.s.ending, Ending::EmpireHolds);
    assert_eq!((b.lost(Rebels, "Shield Generator"), b.lost(Rebels, "Ion Cannon")), (1, 1));
}

#[test]
fn a_station_under_construction_alone_is_lost() {
    let mut b =
        Battle::new(BARE, &[("Death Star Under Construction", 1), ("TIE Fighter", 1)], &[("X-wing", 2)]);
    b = b.rebels_first().begin();
    b.roll(&[BH, BN]).hit("TIE Fighter", 0).roll(&[BN]);
    assert_eq!((b.s.ending, b.lost(Empire, "Death Star Under Construction")), (Ending::RebelsHold, 1));
}

#[test]
fn transports_alone_are_lost_if_they_do_not_retreat() {
    let mut b = Battle::new(BARE, &[("TIE Fighter", 2)], &[("X-wing", 1), ("Rebel Transport", 2)]).begin();
    b.roll(&[BH, BN]).hit("X-wing", 0).roll(&[BN]);
    assert_eq!((b.s.ending, b.lost(Rebels, "Rebel Transport")), (Ending::EmpireHolds, 2));
}

#[test]
fn a_station_and_transports_that_meet_are_both_lost() {
    let b = Battle::new(BARE, &[("Death Star Under Construction", 1)], &[("Rebel Transport", 1)]).begin();
    assert_eq!(b.s.ending, Ending::Empty);
}

#[test]
fn the_colour_of_a_station_under_construction_is_an_option() {
    for (colour, targets) in [("black", 0), ("red", 1)] {
        let given = [("tactics", "false"), ("retreat", "false"), ("dsuc_health", colour)];
        let mut b = Battle::new(&given, &[("Death Star Under Construction", 1)], &[("Y-wing", 1)]).begin();
        b.roll(&[RH]);
        assert_eq!(usize::from(b.s.stage == Stage::Assign), targets, "{colour}");
    }
}

#[test]
fn plans_need_a_fighter_and_are_tried_once_a_round() {
    let rebels = [("X-wing", 1), ("Corellian Corvette", 1)];
    let mut b = Battle::new(BARE, &[("Death Star", 1)], &rebels).rebels_first().plans().begin();
    b.roll(&[BN, BN, RN]).roll(&[RN; 4]);
    assert_eq!((b.s.stage, b.g.actor(&b.s)), (Stage::Plans, Some(1)));
    let miss = b.picks(&[RN, RN, RN]);
    b.act(Action::UsePlans, &miss);
    assert_eq!((b.s.round, b.s.stage, b.s.plans), (2, Stage::Roll, true));
    b.roll(&[BN, BN, RN]).roll(&[RD, RN, RN, RN]).hit("X-wing", 0);
    assert_eq!((b.s.round, b.s.stage), (3, Stage::Roll), "no fighter is left for a third attempt");
}

/// Ruling C16: of a Death Star and one under construction the Rebels say which one the plans destroy.
#[test]
fn the_rebels_say_which_station_the_plans_destroy() {
    let empire = ["Death Star", "Death Star Under Construction"];
    for lost in 0..2 {
        let units = ["TIE Fighter", empire[0], empire[1]].map(|name| (name, 1));
        let mut b = Battle::new(BARE, &units, &[("X-wing", 1)]).rebels_first().plans().begin();
        b.roll(&[BN]).roll(&[BN, RN, RN, RN, RN]);
        let hit = b.picks(&[RD, RN, RN]);
        b.act(Action::UsePlans, &hit);
        assert_eq!((b.s.stage, b.g.actor(&b.s), b.s.plans), (Stage::Plans, Some(1), false));
        b.g.check(&b.s).unwrap();
        assert_eq!(b.g.from_json(&b.g.to_json(&b.s, Viewer::All)).unwrap(), b.s);
        let rows = empire.map(|name| row(&b.g, Empire, name));
        let choices = rows.map(|row| Action::Damage { target: Target::Fresh(Own::whole(row)) });
        assert_eq!(b.legal(), choices);
        assert_eq!(b.g.describe_action(&b.s, choices[1]), "destroy Death Star Under Construction");
        b.act(choices[lost], &[]);
        assert_eq!(rows.map(|row| b.s.camps[Empire].lost[row]), [1 - lost as u8, lost as u8]);
        assert!(!b.s.any_dice() && b.s.stage != Stage::Plans);
    }
}

#[test]
fn space_comes_before_ground_and_each_needs_both_sides() {
    let empire = [("TIE Fighter", 1), ("Stormtrooper", 1)];
    let mut b = Battle::new(BARE, &empire, &[("X-wing", 1), ("Rebel Trooper", 1)]).begin();
    assert_eq!(b.s.theatre, Theatre::Space);
    b.roll(&[BH]).hit("X-wing", 0).roll(&[BN]);
    assert_eq!((b.s.theatre, b.s.side, b.s.round), (Theatre::Ground, Empire, 1));
    b.roll(&[BN]).roll(&[BN]);
    assert_eq!((b.s.theatre, b.s.round), (Theatre::Ground, 2), "no ship of the Rebels is left");
}

#[test]
fn a_combat_ends_when_the_sides_no_longer_meet() {
    let mut b = Battle::new(BARE, &[("TIE Fighter", 1), ("Stormtrooper", 1)], &[("X-wing", 1)])
        .rebels_first()
        .begin();
    b.roll(&[BH]).hit("TIE Fighter", 0).roll(&[BN]);
    assert_eq!(b.s.ending, Ending::Apart);
}

#[test]
fn a_combat_without_possible_damage_ends() {
    let rebels = [("X-wing", 1), ("Ion Cannon", 2)];
    let mut b = Battle::new(BARE, &[("Death Star", 1)], &rebels).begin();
    assert_eq!((b.s.side, b.s.stage), (Rebels, Stage::Roll), "the Death Star has no dice left");
    b.roll(&[BH]);
    assert_eq!(b.s.ending, Ending::Stalemate);
    let tie = [0, 1].map(|p| b.g.score(&b.s, p));
    assert!(tie.iter().all(|x| (x - 0.5).abs() < 1e-6), "{tie:?}");
}

/// One try in every round (rulebook p4): a miss is not the end while there may be another.
#[test]
fn plans_keep_a_combat_going_in_which_no_die_can_do_damage() {
    let rebels = [("X-wing", 1), ("Ion Cannon", 2)];
    let mut b = Battle::new(BARE, &[("Death Star", 1)], &rebels).plans().begin();
    for round in 1..=3 {
        b.roll(&[BN]);
        assert_eq!((b.s.stage, b.s.round), (Stage::Plans, round));
        let missed = b.picks(&[RN; 3]);
        b.act(Action::UsePlans, &missed);
        assert_eq!(b.s.ending, Ending::None);
    }
    let found = b.picks(&[RN, RD, RN]);
    b.roll(&[BN]).act(Action::UsePlans, &found);
    assert_eq!(b.s.ending, Ending::RebelsHold);
}

#[test]
fn points_and_scores() {
    // A Corvette of 4 for a TIE Fighter of 2; the Empire alone is left and holds the system for 4 more.
    let margin = [("tactics", "false"), ("retreat", "false"), ("score", "margin")];
    for (given, score) in [(BARE, 1.0), (&margin, 0.5 + 0.5 * (8.0 - 2.0) / 12.0)] {
        let empire = [("TIE Fighter", 1), ("TIE Fighter", 1)];
        let mut b = Battle::new(given, &empire, &[("Corellian Corvette", 1)]).rebels_first();
        b.setup.sides[Empire].units[row(&b.g, Empire, "TIE Fighter")] = 2;
        let mut b = b.begin();
        b.roll(&[BH, RN]).hit("TIE Fighter", 0).roll(&[BD, BD]).hit("Corellian Corvette", 0);
        let last = b.legal()[0];
        b.act(last, &[]);
        assert_eq!(b.s.ending, Ending::EmpireHolds);
        assert!(
            (b.g.score(&b.s, 0) - score).abs() < 1e-6 && (b.g.score(&b.s, 1) - (1.0 - score)).abs() < 1e-6
        );
    }
}

#[test]
fn a_special_draws_a_card_of_the_theatre() {
    let mut b = Battle::new(&[], &[("TIE Fighter", 2)], &[("X-wing", 1)]).begin();
    b.roll(&[BS, BH]);
    let draw = b.legal()[1];
    assert!(matches!(draw, Action::Draw { .. }));
    let card = b.drawn(Space, "Critical Hit");
    b.act(draw, &[card]);
    assert_eq!((b.s.specials(), b.s.hand_size(&b.g.tables, Empire, Space)), (0, 1));
    b.play(Space, "Critical Hit").hit("X-wing", 0);
    assert_eq!(b.s.stage, Stage::Assign, "the hit is assigned after the combat actions");
}

#[test]
fn an_empty_deck_gives_no_card_unless_it_is_reshuffled() {
    for (reshuffle, may) in [("false", false), ("true", true)] {
        let mut b = Battle::new(&[("reshuffle", reshuffle)], &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
        for card in b.g.tables.cards(Space) {
            b.s.discards[card] = std::mem::take(&mut b.s.deck[card]);
        }
        b.roll(&[BS]);
        assert_eq!(b.s.stage == Stage::Actions, may, "reshuffle {reshuffle}");
        if may {
            let draw = b.legal()[1];
            b.act(draw, &[0]);
            assert_eq!(left_in(&b, Space), 14);
        }
    }
}

#[test]
fn nobody_sees_the_other_hand() {
    let b = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
    let other = b.clone().hand(Rebels, Space, &["Defensive Formation", "Defensive Formation"]);
    let b = b.hand(Rebels, Space, &["Outmaneuver", "Critical Hit"]);
    b.sound();
    other.sound();
    let seen = |b: &Battle, seat: usize| {
        let mut seen = Explain::default();
        b.g.observe(&b.s, seat, &mut seen);
        seen.values
    };
    assert_eq!(seen(&b, 0), seen(&other, 0));
    assert_ne!(seen(&b, 1), seen(&other, 1));
    assert_eq!(b.g.text(&b.s, Viewer::Table), other.g.text(&other.s, Viewer::Table), "what is public");
    assert_eq!(legal_actions(&b.g, &b.s), legal_actions(&other.g, &other.s));
    let told = |b: &Battle| b.legal().into_iter().map(|a| b.g.describe_action(&b.s, a)).collect::<Vec<_>>();
    assert_eq!(told(&b), told(&other));
}

#[test]
fn everybody_reads_the_own_hand_and_counts_the_other() {
    let b = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
    let b = b.hand(Empire, Space, &["Critical Hit", "Critical Hit"]).hand(Rebels, Ground, &["Dig In"]);
    for (viewer, empire, rebels) in [
        (Viewer::Table, false, false),
        (Viewer::Seat(0), true, false),
        (Viewer::Seat(1), false, true),
        (Viewer::All, true, true),
    ] {
        let text = b.g.text(&b.s, viewer);
        let lines = [
            "  in hand: 2 Critical Hit (space): 1 damage\n",
            "  in hand: 1 Dig In (ground): discard another",
        ];
        assert_eq!(lines.map(|line| text.contains(line)), [empire, rebels], "{viewer:?}: {text}");
        assert!(text.contains("cards: 2 space, 0 ground") && text.contains("cards: 0 space, 1 ground"));
        let json = b.g.to_json(&b.s, viewer);
        let hands = [&json["empire"]["hand"], &json["rebels"]["hand"]].map(ToString::to_string);
        let known = [r#"{"space":{"Critical Hit":2},"ground":{}}"#, r#"{"space":{},"ground":{"Dig In":1}}"#];
        let counts = [r#"{"space":2,"ground":0}"#, r#"{"space":0,"ground":1}"#];
        assert_eq!(hands[0], if empire { known[0] } else { counts[0] });
        assert_eq!(hands[1], if rebels { known[1] } else { counts[1] });
        assert!(!json.to_string().contains("deck"), "what is left tells what is held");
        let drawn = format!("{:?}", b.g.picture(&b.s, viewer));
        assert_eq!(["2 Critical Hit", "1 Dig In"].map(|card| drawn.contains(card)), [empire, rebels]);
    }
}
