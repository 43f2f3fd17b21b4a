//! The tactic cards: how many there are, and what each does on a board made for it.

use holotable_env::Show;
use holotable_games::rebellion_combat::Action;
use holotable_games::rebellion_combat::action::Die;
use holotable_games::rebellion_combat::op::{Op, When};
use holotable_games::rebellion_combat::state::Stage;
use holotable_games::rebellion_combat::words::{Colour, Face, Theatre};

use crate::rebellion_combat_board::{
    BD, BH, BN, BS, Battle, Empire, Ground, RD, RH, RN, RS, Rebels, Space, game, left_in, row,
};

#[test]
fn r33_fifteen_cards_in_each_deck() {
    let g = game(&[]);
    let copies = |deck: Theatre| g.tables.tactics.iter().filter(move |t| t.theatre == deck).map(|t| t.copies);
    assert_eq!(copies(Space).collect::<Vec<_>>(), [3, 2, 2, 2, 2, 1, 1, 1, 1]);
    assert_eq!(copies(Ground).collect::<Vec<_>>(), [3, 2, 2, 2, 1, 1, 1, 1, 1, 1]);
    assert_eq!((copies(Space).sum::<u8>(), copies(Ground).sum::<u8>()), (15, 15));
    let supply = g.tables.units.values().iter().flatten().map(|u| u32::from(u.supply)).sum::<u32>();
    assert_eq!(supply, 153, "pieces in the box");
}

#[test]
fn every_verb_is_on_a_card_and_every_value_has_a_source() {
    let g = game(&[]);
    let on = |f: &dyn Fn(&Op) -> bool| g.tables.program.iter().any(f);
    assert!(on(&|op| *op == Op::Spend) && on(&|op| *op == Op::Discard) && on(&|op| *op == Op::ForbidBlock));
    assert!(on(&|op| *op == Op::ForbidRetreat) && on(&|op| *op == Op::FreeRetreat));
    let special = g.tables.tactics.iter().filter(|t| t.special).map(|t| t.copies).sum::<u8>();
    assert_eq!(special, 5 + 6, "space: 2 + 3 of one; ground: six of one each");
    assert!(g.catalogue().iter().all(|e| !e.source.is_empty()) && g.catalogue().len() > 300);
}

/// A destroyer against two cruisers; the Empire holds these cards.
fn broadside(cards: &[&str]) -> Battle {
    let b = Battle::new(&[], &[("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 2), ("X-wing", 1)]).begin();
    b.hand(Empire, Space, cards)
}

/// The same, with the Rebels holding cards to block with.
fn shielded(cards: &[&str]) -> Battle {
    broadside(&[]).hand(Rebels, Space, cards)
}

#[test]
fn a_defensive_formation_blocks_one() {
    let mut b = shielded(&["Defensive Formation"]);
    b.roll(&[BN, RH, RH]).hit("Mon Calamari Cruiser", 0);
    let same = b.legal().into_iter().next_back().unwrap();
    b.act(same, &[]);
    assert_eq!((b.s.stage, b.s.hits[0].assigned), (Stage::Block, 2));
    b.play(Space, "Defensive Formation").block(0);
    assert_eq!(b.s.stage, Stage::Roll, "no card is left to block with");
    assert_eq!(b.levels(Rebels, "Mon Calamari Cruiser"), [1, 1, 0, 0, 0, 0]);
}

#[test]
fn outmaneuver_costs_a_card_and_blocks_two() {
    let mut b = shielded(&["Outmaneuver"]);
    b.roll(&[BH, RH, RN]).hit("X-wing", 0).hit("Mon Calamari Cruiser", 0);
    assert_eq!(b.legal(), [Action::Done], "there is no other card to discard");
    let mut b = shielded(&["Outmaneuver", "Critical Hit"]);
    b.roll(&[BH, RH, RN]).hit("X-wing", 0).hit("Mon Calamari Cruiser", 0).play(Space, "Outmaneuver");
    let card = b.card(Space, "Critical Hit");
    b.act(Action::Discard { card }, &[]).block(0).block(0);
    assert_eq!((b.count(Rebels, "X-wing"), b.levels(Rebels, "Mon Calamari Cruiser")[0]), (1, 2));
}

#[test]
fn a_block_of_two_may_stop_after_one() {
    let mut b = Battle::new(&[], &[("AT-AT", 1)], &[("Rebel Trooper", 1), ("Airspeeder", 1)]).begin();
    b = b.hand(Rebels, Ground, &["Dig In", "Dig In"]);
    b.roll(&[BH, RH, RN]).hit("Rebel Trooper", 0).hit("Airspeeder", 0).play(Ground, "Dig In");
    let card = b.card(Ground, "Dig In");
    b.act(Action::Discard { card }, &[]);
    assert!(!b.may(Action::Done), "the first is not left out");
    b.block(0).done();
    assert_eq!((b.count(Rebels, "Rebel Trooper"), b.levels(Rebels, "Airspeeder")[1]), (1, 1));
}

#[test]
fn r16_older_markers_cannot_be_blocked() {
    let mut b = broadside(&[]).hand(Rebels, Space, &["Defensive Formation"]);
    let at = row(&b.g, Rebels, "Mon Calamari Cruiser");
    *b.s.camps[Rebels].units.levels_mut(at) = [1, 0, 1, 0, 0, 0];
    b.roll(&[BN, RH, RN]).hit("Mon Calamari Cruiser", 2).play(Space, "Defensive Formation").block(0);
    assert_eq!(b.levels(Rebels, "Mon Calamari Cruiser"), [1, 0, 1, 0, 0, 0], "the two markers stay");
}

#[test]
fn concentrate_fire_rolls_two_dice_again_together() {
    let mut b = broadside(&["Concentrate Fire"]);
    b.roll(&[BN, RN, RH]).play(Space, "Concentrate Fire");
    let die = |colour, face| Action::Reroll { die: Die { colour, face } };
    assert!(!b.may(Action::Done));
    b.act(die(Colour::Black, Face::Blank), &[]);
    assert!(b.may(Action::Done) && b.may(die(Colour::Red, Face::Hit)));
    let picks = b.picks(&[BD, RD]);
    b.act(die(Colour::Red, Face::Blank), &picks);
    assert_eq!(*b.s.dice.values(), [0, 1, 0, 0, 1, 1, 0, 0]);
}

#[test]
fn concentrate_fire_may_roll_one_die() {
    let mut b = broadside(&["Concentrate Fire"]);
    b.roll(&[BN, RN, RH]).play(Space, "Concentrate Fire");
    b.act(Action::Reroll { die: Die { colour: Colour::Red, face: Face::Blank } }, &[]);
    let picks = b.picks(&[RS]);
    b.act(Action::Done, &picks);
    assert_eq!(*b.s.dice.values(), [0, 0, 0, 1, 1, 0, 1, 0]);
}

#[test]
fn a_critical_hit_has_no_colour_and_can_be_blocked() {
    let mut b = broadside(&["Critical Hit"]).hand(Rebels, Space, &["Defensive Formation"]);
    b.roll(&[BN, RN, RN]).play(Space, "Critical Hit");
    assert!(b.may(b.fresh("X-wing", 0)) && b.may(b.fresh("Mon Calamari Cruiser", 0)));
    b.hit("X-wing", 0);
    assert_eq!(b.s.stage, Stage::Block);
    b.play(Space, "Defensive Formation").block(0);
    assert_eq!(b.count(Rebels, "X-wing"), 1);
}

#[test]
fn take_it_down_costs_a_special_and_hits_one_unit_twice() {
    let mut b = broadside(&["Take It Down"]);
    b.roll(&[BN, RN, RN]);
    assert_eq!(b.legal(), [Action::Done], "no special");
    let mut b = broadside(&["Take It Down"]);
    b.roll(&[BN, RS, RN]).play(Space, "Take It Down").hit("Mon Calamari Cruiser", 0);
    assert_eq!((b.s.specials(), b.levels(Rebels, "Mon Calamari Cruiser")), (0, [1, 0, 1, 0, 0, 0]));
}

#[test]
fn the_player_chooses_which_special_to_spend() {
    let mut b = broadside(&["Take It Down"]);
    b.roll(&[BS, RS, RN]).play(Space, "Take It Down");
    let [black, red] = [Colour::Black, Colour::Red].map(|colour| Action::Spend { colour });
    assert_eq!(b.legal(), [black, red]);
    b.act(black, &[]).hit("Mon Calamari Cruiser", 0);
    assert_eq!(*b.s.dice.values(), [0, 0, 0, 0, 0, 0, 1, 1]);
}

#[test]
fn an_onslaught_hits_two_different_units() {
    let mut b = broadside(&["Onslaught"]);
    b.roll(&[BN, RS, RN]).play(Space, "Onslaught").hit("Mon Calamari Cruiser", 0);
    assert_eq!(b.legal(), [Action::Done, b.fresh("X-wing", 0), b.fresh("Mon Calamari Cruiser", 0)]);
    b.hit("Mon Calamari Cruiser", 0);
    assert_eq!(b.levels(Rebels, "Mon Calamari Cruiser"), [0, 2, 0, 0, 0, 0]);
}

#[test]
fn an_unstoppable_assault_is_not_blocked() {
    let mut b = broadside(&["Unstoppable Assault"]).hand(Rebels, Space, &["Defensive Formation"]);
    b.roll(&[BH, RS, RN]).play(Space, "Unstoppable Assault").hit("X-wing", 0);
    assert_eq!((b.s.stage, b.s.side), (Stage::Roll, Rebels));
    assert_eq!(b.s.camps[Rebels].parked.total(), 1);
}

#[test]
fn a_brilliant_strategy_draws_from_either_deck() {
    let mut b = broadside(&["Brilliant Strategy"]);
    b.roll(&[BN, RS, RN]).play(Space, "Brilliant Strategy");
    let [space, ground] = [Space, Ground].map(|deck| Action::DrawFrom { deck });
    assert_eq!(b.legal(), [space, ground]);
    let pick = b.drawn(Ground, "Bombardment");
    b.act(ground, &[pick]);
    let pick = b.drawn(Space, "Critical Hit");
    b.act(space, &[pick]);
    let sizes = [Space, Ground].map(|deck| b.s.hand_size(&b.g.tables, Empire, deck));
    assert_eq!((sizes, b.s.stage), ([1, 1], Stage::Actions));
}

/// It is discarded only when it has been carried out, so it cannot draw itself.
#[test]
fn a_card_that_is_being_played_is_not_reshuffled() {
    let begin = || {
        let fleet = [("Star Destroyer", 1)];
        let b = Battle::new(&[("reshuffle", "true")], &fleet, &[("Mon Calamari Cruiser", 2)]).begin();
        let mut b = b.hand(Empire, Space, &["Brilliant Strategy"]);
        b.roll(&[BN, RS, RN]);
        b
    };
    let mut b = begin();
    for card in b.g.tables.cards(Space) {
        b.s.discards[card] = std::mem::take(&mut b.s.deck[card]);
    }
    b.play(Space, "Brilliant Strategy");
    let pick = b.drawn(Space, "Critical Hit");
    b.act(Action::DrawFrom { deck: Space }, &[pick]);
    let own = b.card(Space, "Brilliant Strategy");
    assert_eq!((b.s.discards[own], left_in(&b, Space)), (1, 13));

    let mut b = begin();
    for card in b.g.tables.cards(Space) {
        b.s.camps[Rebels].hand[card] = std::mem::take(&mut b.s.deck[card]);
    }
    let picks = ["Bombardment", "Escape Plan"].map(|name| b.drawn(Ground, name));
    b.act(Action::Play { card: b.card(Space, "Brilliant Strategy") }, &picks);
    assert_eq!(b.s.hand_size(&b.g.tables, Empire, Ground), 2, "there was no choice but the other deck");
}

#[test]
fn a_bombardment_counts_the_red_dice_of_one_ship() {
    let empire = [("Star Destroyer", 1), ("Assault Carrier", 1), ("Stormtrooper", 1)];
    let b = Battle::new(&[], &empire, &[("Rebel Trooper", 3)]).begin();
    let mut b = b.hand(Empire, Ground, &["Bombardment"]);
    b.roll(&[BS]).play(Ground, "Bombardment").hit("Rebel Trooper", 0).hit("Rebel Trooper", 0);
    assert_eq!(b.s.camps[Rebels].parked.total(), 2, "two of three");
    let b = Battle::new(&[], &[("Stormtrooper", 1)], &[("Rebel Trooper", 3)]).begin();
    let mut b = b.hand(Empire, Ground, &["Bombardment"]);
    b.roll(&[BS]);
    let draws = b.legal().into_iter().filter(|a| matches!(a, Action::Draw { .. })).count();
    assert_eq!((b.legal().len(), draws), (2, 1), "no ship: the card cannot be played");
}

#[test]
fn cards_are_of_their_theatre_and_time() {
    let mut b = broadside(&["Defensive Formation"]).hand(Empire, Ground, &["Critical Hit"]);
    b.roll(&[BN, RN, RN]);
    assert_eq!(b.legal(), [Action::Done]);
    let why = |deck, name| b.g.why_illegal(&b.s, Action::Play { card: b.card(deck, name) });
    assert!(why(Ground, "Critical Hit").contains("other theatre"));
    assert!(why(Space, "Defensive Formation").contains("to block"));
    assert!(why(Space, "Onslaught").contains("not in the hand"));
    assert!(b.g.tables.tactics.iter().all(|t| t.when == When::Attack || !t.special));
}

#[test]
fn spent_dice_are_gone_for_this_attack() {
    let mut b = broadside(&["Take It Down", "Concentrate Fire"]);
    b.roll(&[BN, RS, RH]).play(Space, "Take It Down").hit("X-wing", 0).play(Space, "Concentrate Fire");
    let specials =
        b.legal().into_iter().filter(|a| matches!(a, Action::Reroll { die } if die.face == Face::Special));
    assert_eq!(specials.count(), 0);
}

#[test]
fn a_card_says_what_it_asks_and_how_much_is_left() {
    let mut b = broadside(&["Brilliant Strategy"]);
    b.roll(&[BN, RS, RN]).play(Space, "Brilliant Strategy");
    assert_eq!(b.g.prompt(&b.s), "Brilliant Strategy: draw 2 more, from either deck");
    let pick = b.drawn(Ground, "Bombardment");
    b.act(Action::DrawFrom { deck: Ground }, &[pick]);
    assert_eq!(b.g.prompt(&b.s), "Brilliant Strategy: draw 1 more, from either deck");
    let mut b = broadside(&["Onslaught"]);
    b.roll(&[BN, RS, RN]).play(Space, "Onslaught");
    assert_eq!(b.g.prompt(&b.s), "Onslaught: put 1 damage each on up to 2 enemy units");
    b.hit("X-wing", 0);
    assert_eq!(b.g.prompt(&b.s), "Onslaught: put 1 damage each on up to 1 more enemy unit, or stop");
    let b = broadside(&[]);
    assert_eq!(b.g.prompt(&b.s), "attack in space: roll 1 black and 2 red dice");
}
