//! Retreats: who may, where to, what goes along.

use holotable_env::{Game, Show};
use holotable_games::rebellion_combat::Action;
use holotable_games::rebellion_combat::action::Own;
use holotable_games::rebellion_combat::state::{Beside, Ending, Stage};
use holotable_games::rebellion_combat::words::{Loyalty, Side};

use crate::rebellion_combat_board::{BN, Battle, Empire, Ground, RN, RS, Rebels, Space, row};

const DICE_ONLY: &[(&str, &str)] = &[("tactics", "false")];

fn place(loyalty: Loyalty, units: &[Side], origin: bool) -> Beside {
    Beside { loyalty, units: units.iter().copied().collect(), origin }
}

fn empty() -> Beside {
    Beside::default()
}

/// All attacks of this round miss: who may retreat is asked, or else the next round begins.
fn to_retreat(mut b: Battle) -> Battle {
    let round = b.s.round;
    while b.s.stage == Stage::Roll && b.s.round == round {
        let [black, red] =
            holotable_games::rebellion_combat::attack::dice(&b.g, &b.s).values().map(usize::from);
        let shown: Vec<_> = std::iter::repeat_n(BN, black).chain(std::iter::repeat_n(RN, red)).collect();
        b.roll(&shown);
    }
    b
}

fn cruisers() -> Battle {
    let b = Battle::new(DICE_ONLY, &[("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 1)]);
    b.leader(Rebels, "Ackbar")
}

#[test]
fn r18_own_loyalty_or_units_are_compulsory() {
    let b = cruisers().beside(empty()).beside(place(Loyalty::Rebels, &[], false));
    let b = to_retreat(b.beside(place(Loyalty::Neutral, &[Rebels], false)).begin());
    assert_eq!((b.s.stage, b.g.actor(&b.s), b.retreats()), (Stage::Retreat, Some(1), vec![1, 2]));
}

#[test]
fn r18_else_a_system_without_units() {
    let b = cruisers().beside(empty()).beside(place(Loyalty::Empire, &[], false));
    let b = to_retreat(b.beside(place(Loyalty::Neutral, &[Empire], false)).begin());
    assert_eq!(b.retreats(), [0, 1]);
}

#[test]
fn r18_never_to_enemy_units_nor_to_where_they_came_from() {
    let b =
        cruisers().beside(place(Loyalty::Rebels, &[Empire], false)).beside(place(Loyalty::Rebels, &[], true));
    let b = to_retreat(b.beside(empty()).begin());
    assert_eq!(b.retreats(), [2], "what is not open does not oblige");
}

#[test]
fn the_current_player_may_go_back() {
    let b = Battle::new(DICE_ONLY, &[("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 1)]);
    let b = b.leader(Empire, "Piett").leader(Rebels, "Ackbar").beside(place(Loyalty::Neutral, &[], true));
    let mut b = to_retreat(b.begin());
    assert_eq!((b.g.actor(&b.s), b.retreats()), (Some(0), vec![0]));
    b.done();
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Roll), "the Rebels have nowhere to go");
}

#[test]
fn r18_no_retreat_of_the_empire_with_a_death_star() {
    for station in ["Death Star", "Death Star Under Construction"] {
        let b = Battle::new(DICE_ONLY, &[("Star Destroyer", 1), (station, 1)], &[("X-wing", 1)]);
        let b = to_retreat(b.leader(Empire, "Piett").beside(empty()).begin());
        assert_eq!((b.s.round, b.s.stage), (2, Stage::Roll), "{station}");
    }
}

#[test]
fn nobody_retreats_without_a_leader() {
    let b = Battle::new(DICE_ONLY, &[("Star Destroyer", 1)], &[("X-wing", 1)]);
    let b = to_retreat(b.pool(Rebels, "Mon Mothma").beside(empty()).begin());
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Roll));
}

#[test]
fn a_leader_without_tactic_values_leads_as_well() {
    let b = Battle::new(DICE_ONLY, &[("Star Destroyer", 1)], &[("X-wing", 1)]);
    let mut b = to_retreat(b.leader(Rebels, "Mon Mothma").leader(Rebels, "Wedge").beside(empty()).begin());
    b.retreat(0);
    let lead = |name| Action::Lead { leader: b.who(Rebels, name) };
    assert_eq!(b.legal(), [lead("Mon Mothma"), lead("Wedge")]);
    let a = lead("Mon Mothma");
    b.act(a, &[]);
    assert_eq!((b.s.ending, b.g.summary(&b.s).reason), (Ending::EmpireHolds, "empire_holds"));
    assert_eq!(b.s.camps[Rebels].retreated[row(&b.g, Rebels, "X-wing")], 1);
    assert!(b.s.beside[0].units.has(Rebels));
}

fn take(b: &Battle, side: Side, name: &str) -> Action {
    Action::Take { unit: Own::whole(row(&b.g, side, name)) }
}

#[test]
fn ships_go_and_carry_what_they_can() {
    let empire = [("TIE Fighter", 3), ("Assault Carrier", 1), ("Stormtrooper", 2)];
    let rebels = [("X-wing", 2), ("Rebel Trooper", 1)];
    let b = Battle::new(DICE_ONLY, &empire, &rebels).leader(Empire, "Tagge").beside(empty());
    let mut b = to_retreat(b.begin());
    b.retreat(0);
    let tagge = Action::Lead { leader: b.who(Empire, "Tagge") };
    b.act(tagge, &[]);
    assert_eq!((b.s.stage, b.s.room, b.count(Empire, "Assault Carrier")), (Stage::Take, 4, 0));
    let (tie, trooper) = (take(&b, Empire, "TIE Fighter"), take(&b, Empire, "Stormtrooper"));
    assert_eq!(b.legal(), [Action::Done, tie, trooper]);
    b.act(tie, &[]).act(tie, &[]).act(tie, &[]).act(trooper, &[]);
    // The carrier is full: a Stormtrooper stays, and fights on against the Trooper.
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Roll));
    assert_eq!((b.count(Empire, "Stormtrooper"), b.count(Empire, "TIE Fighter")), (1, 0));
    let back = to_retreat(b);
    assert_eq!(back.s.round, 3, "a side retreats once in a combat");
}

#[test]
fn ground_units_alone_cannot_leave() {
    let b = Battle::new(DICE_ONLY, &[("Stormtrooper", 1)], &[("Rebel Trooper", 2)]).leader(Rebels, "Madine");
    let b = to_retreat(b.beside(empty()).begin());
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Roll));
}

#[test]
fn an_escape_plan_needs_no_carriers_but_structures_stay() {
    let rebels = [("Airspeeder", 1), ("Rebel Trooper", 1), ("Shield Generator", 1)];
    let b = Battle::new(&[], &[("Stormtrooper", 1)], &rebels).leader(Rebels, "Mon Mothma").beside(empty());
    let b = b.begin();
    let mut b = b.hand(Rebels, Ground, &["Escape Plan"]);
    b.act(Action::Proceed, &[0]).roll(&[BN]).roll(&[BN, BN, RS]).play(Ground, "Escape Plan").done();
    assert_eq!(b.s.stage, Stage::Retreat);
    b.retreat(0);
    let lead = b.legal()[0];
    b.act(lead, &[]);
    let (trooper, speeder) = (take(&b, Rebels, "Rebel Trooper"), take(&b, Rebels, "Airspeeder"));
    assert_eq!(b.legal(), [trooper, speeder], "a leader leaves only with units");
    b.act(trooper, &[]);
    assert!(b.may(Action::Done));
    b.act(speeder, &[]);
    assert_eq!((b.s.ending, b.lost(Rebels, "Shield Generator")), (Ending::EmpireHolds, 1));
}

#[test]
fn no_escape_holds_the_enemy_for_the_round() {
    let b = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)])
        .leader(Rebels, "Mon Mothma")
        .beside(empty());
    let mut b = b.begin().hand(Empire, Space, &["No Escape"]);
    b.roll(&[BN]).play(Space, "No Escape").roll(&[BN]);
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Roll));
    b.roll(&[BN]).roll(&[BN]);
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Retreat), "in the next round they may");
}

/// Ruling C9: who has retreated once does not retreat again, so a card about the retreat would change nothing.
#[test]
fn no_escape_is_not_played_against_who_has_retreated() {
    let b = Battle::new(&[], &[("TIE Fighter", 1)], &[("X-wing", 1)]);
    let b = b.leader(Rebels, "Mon Mothma").beside(empty());
    let mut b = b.begin().hand(Empire, Space, &["No Escape"]);
    b.roll(&[BN]);
    let play = Action::Play { card: b.card(Space, "No Escape") };
    assert!(b.may(play));
    let leader = b.who(Rebels, "Mon Mothma");
    b.s.camps[Rebels].away.add(leader);
    assert!(!b.may(play));
}

#[test]
fn nobody_retreats_from_nobody() {
    let b = Battle::new(DICE_ONLY, &[("TIE Fighter", 1)], &[("X-wing", 1)]).leader(Empire, "Piett");
    let mut b = b.leader(Rebels, "Wedge").beside(empty()).rebels_first().begin();
    b.roll(&[crate::rebellion_combat_board::BH]).hit("TIE Fighter", 0).roll(&[BN]);
    assert_eq!(b.s.ending, Ending::RebelsHold);
}

#[test]
fn the_rebels_must_retreat_from_what_nobody_can_end() {
    let rebels = [("X-wing", 1), ("Ion Cannon", 2)];
    let b = Battle::new(DICE_ONLY, &[("Death Star", 1)], &rebels).leader(Rebels, "Wedge").beside(empty());
    let b = to_retreat(b.begin());
    assert_eq!((b.s.stage, b.may(Action::Done), b.retreats()), (Stage::Retreat, false, vec![0]));
    assert!(b.g.why_illegal(&b.s, Action::Done).contains("must retreat"));
}

#[test]
fn the_second_to_retreat_avoids_the_first() {
    let b = Battle::new(DICE_ONLY, &[("TIE Fighter", 2), ("Assault Carrier", 1)], &[("X-wing", 1)]);
    let b = b.leader(Empire, "Piett").leader(Rebels, "Wedge").beside(empty()).beside(empty());
    let mut b = to_retreat(b.begin());
    b.retreat(1);
    let lead = b.legal()[0];
    b.act(lead, &[]).done();
    assert_eq!((b.g.actor(&b.s), b.retreats()), (Some(1), vec![0]), "TIE Fighters were left behind");
    assert_eq!(b.s.camps[Empire].retreated.total(), 1);
}
