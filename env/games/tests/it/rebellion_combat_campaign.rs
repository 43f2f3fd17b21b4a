//! What a campaign needs of a battle: to begin it with what its cards bring, and to know what came of it.

use holotable_env::{ByKey, Finite, Game, Sample, Save, Tape, Trace, Viewer, generator, read_state};
use holotable_games::rebellion_combat::Action;
use holotable_games::rebellion_combat::action::{Die, Target};
use holotable_games::rebellion_combat::end::{Aftermath, Front};
use holotable_games::rebellion_combat::state::{Beside, Ending, Stage};
use holotable_games::rebellion_combat::tables::Person;
use holotable_games::rebellion_combat::words::{BySide, Colour, Face, Neighbour, Wounded};
use holotable_games::rebellion_combat::worth::points;

use crate::rebellion_combat_board::{
    BARE, BD, BH, BN, Battle, Empire, Ground, RD, RN, RS, Rebels, Space, row,
};

impl Battle {
    /// The cards for the start of the combat have been played.
    fn goes_on(&mut self) -> &mut Self {
        self.g.go_on(&mut self.s, &mut Sample(generator(1, 0)));
        self.sound();
        self
    }
}

fn aftermath(b: &Battle) -> Aftermath {
    Aftermath::of(&b.g, &b.s)
}

/// Rebels who have units beside the system already go there, and everybody still knows it.
#[test]
fn a_retreat_is_known_afterwards_even_where_own_units_stood() {
    let own = Beside { units: [Rebels].into_iter().collect(), ..Beside::default() };
    let b = Battle::new(&[("tactics", "false")], &[("TIE Fighter", 1)], &[("X-wing", 2)]);
    let mut b = b.leader(Rebels, "Wedge").beside(Beside::default()).beside(own).beside(own).begin();
    b.roll(&[BN]).roll(&[BN, BN]);
    assert_eq!((b.s.stage, b.retreats()), (Stage::Retreat, vec![1, 2]));
    b.retreat(2);
    assert_eq!(aftermath(&b).sides[Rebels].fled_to, None, "nobody has left yet");
    let lead = b.legal()[0];
    b.act(lead, &[]);
    let after = aftermath(&b);
    let (empire, rebels) = (after.sides[Empire], after.sides[Rebels]);
    assert_eq!(
        (b.s.ending, empire.fled_to, rebels.fled_to),
        (Ending::EmpireHolds, None, Some(Neighbour::at(2)))
    );
    assert_eq!(rebels.retreated[row(&b.g, Rebels, "X-wing")], 2);
    assert!(rebels.led_by.has(b.who(Rebels, "Wedge")) && rebels.units.is_empty());
    let back = read_state(&b.g, &b.g.to_json(&b.s, Viewer::All)).unwrap();
    assert_eq!(Aftermath::of(&b.g, &back), after);
}

/// Two cards in hand, two discarded, and nobody of the Rebels may flee in the first round.
fn brought() -> Battle {
    let mut b = Battle::new(&[], &[("Star Destroyer", 1)], &[("Mon Calamari Cruiser", 1), ("X-wing", 2)]);
    b = b.leader(Rebels, "Mon Mothma").beside(Beside::default());
    let [onslaught, hit] = ["Onslaught", "Critical Hit"].map(|name| b.card(Space, name));
    let digging = b.card(Ground, "Dig In");
    b.setup.sides[Empire].hand[onslaught] = 1;
    b.setup.sides[Empire].hand[digging] = 1;
    b.setup.discards[hit] = 2;
    b.setup.sides[Rebels].held = true;
    b.begin()
}

#[test]
fn a_battle_begins_with_what_a_campaign_brings() {
    let mut b = brought();
    let in_deck = |b: &Battle, deck, name| b.s.deck[b.card(deck, name)];
    assert_eq!([in_deck(&b, Space, "Onslaught"), in_deck(&b, Space, "Critical Hit")], [0, 0]);
    assert_eq!(in_deck(&b, Ground, "Dig In"), 1);
    b.roll(&[BN, RS, RN]).play(Space, "Onslaught").hit("X-wing", 0).hit("X-wing", 0);
    b.roll(&[BN, BN, BN, RN, RN]);
    assert_eq!((b.s.round, b.s.stage), (2, Stage::Roll), "the Rebels could not flee");
    b.roll(&[BN, RN, RN]).roll(&[BN, RN, RN]);
    assert_eq!((b.s.round, b.s.stage, b.g.actor(&b.s)), (2, Stage::Retreat, Some(1)), "now they can");
}

#[test]
fn more_cards_than_there_are_are_refused() {
    let mut b = brought();
    let card = b.card(Space, "Onslaught");
    b.setup.sides[Rebels].hand[card] = 1;
    let s = b.setup.state(&b.g.tables);
    assert!(b.g.check(&s).unwrap_err().contains("more than 1 of Onslaught"));
}

/// Space: the Corvette and an X-wing fall, the Empire loses a TIE Fighter and wins. Ground: nobody of the Empire ever stood there.
#[test]
fn the_aftermath_of_a_battle() {
    let rebels = [("X-wing", 1), ("Corellian Corvette", 1), ("Rebel Trooper", 1)];
    let mut b = Battle::new(BARE, &[("TIE Fighter", 2), ("Star Destroyer", 1)], &rebels).begin();
    b.roll(&[BH, BD, BN, RD, RN]).hit("X-wing", 0).hit("Corellian Corvette", 0);
    let again = b.legal().into_iter().next_back().unwrap();
    b.act(again, &[]).roll(&[BH, BN, RN]).hit("TIE Fighter", 0);
    let after = aftermath(&b);
    assert_eq!((after.ending, after.rounds), (Ending::Apart, 1));
    let both = BySide::new([true, true]);
    let space = Front { met: both, held_by: Some(Empire), won_by: Some(Empire) };
    let ground = Front { met: BySide::new([false, true]), held_by: Some(Rebels), won_by: None };
    assert_eq!((after.theatres[Space], after.theatres[Ground]), (space, ground));
    let lost = after.sides.map(|toll| (toll.units.total(), toll.health));
    assert_eq!(*lost.values(), [(1, 1), (2, 3)]);
    assert_eq!([Empire, Rebels].map(|side| points(&b.g, &b.s, side)), [2 + 4, 2]);
}

/// The Empire has won in space, then flies off while it still fights on the ground: space stays won.
#[test]
fn a_theatre_stays_won_when_the_winner_leaves() {
    let empire = [("Assault Carrier", 1), ("Stormtrooper", 1)];
    let b = Battle::new(&[("tactics", "false")], &empire, &[("X-wing", 1), ("Rebel Trooper", 1)]);
    let mut b = b.leader(Empire, "Piett").beside(Beside::default()).begin();
    b.roll(&[BH, RN]).hit("X-wing", 0).roll(&[BN]).roll(&[BN]).roll(&[BN]);
    b.retreat(0);
    let lead = b.legal()[0];
    b.act(lead, &[]).act(Action::Done, &[]);
    let front = aftermath(&b).theatres[Space];
    assert_eq!((front.held_by, front.won_by), (None, Some(Empire)));
}

/// Golden case R57: the Rebels destroy the last ship, then flee with everything; or both fleets flee in the same step.
#[test]
fn r57_who_has_won_where_all_leave() {
    let dice = &[("tactics", "false")];
    let empire = [("TIE Fighter", 1), ("Stormtrooper", 2)];
    let b = Battle::new(dice, &empire, &[("X-wing", 1), ("Rebel Transport", 1), ("Rebel Trooper", 1)]);
    let mut b = b.leader(Rebels, "Wedge").beside(Beside::default()).begin();
    b.roll(&[BN]).roll(&[BH]).hit("TIE Fighter", 0).roll(&[BN, BN]).roll(&[BN]);
    b.retreat(0);
    let lead = b.legal()[0];
    b.act(lead, &[]);
    let trooper = *b.legal().last().unwrap();
    b.act(trooper, &[]);
    let won = |b: &Battle| [Space, Ground].map(|theatre| aftermath(b).theatres[theatre].won_by);
    assert_eq!((b.s.ending, won(&b)), (Ending::EmpireHolds, [Some(Rebels), Some(Empire)]));

    let empire = [("Assault Carrier", 1), ("Stormtrooper", 1)];
    let b = Battle::new(dice, &empire, &[("X-wing", 1), ("Rebel Trooper", 1)]);
    let b = b.leader(Empire, "Piett").leader(Rebels, "Wedge");
    let mut b = b.beside(Beside::default()).beside(Beside::default()).begin();
    b.roll(&[BN, RN]).roll(&[BN]).roll(&[BN]).roll(&[BN]);
    b.retreat(0);
    let lead = b.legal()[0];
    b.act(lead, &[]).done();
    assert_eq!(b.s.stage, Stage::Retreat, "the Stormtrooper has stayed, so the Rebels may flee too");
    b.retreat(1);
    let lead = b.legal()[0];
    b.act(lead, &[]);
    assert_eq!(won(&b), [None, None]);
}

#[test]
fn whoever_is_wiped_out_with_the_enemy_has_won_nothing() {
    let mut b = Battle::new(BARE, &[("TIE Fighter", 1)], &[("X-wing", 1)]).begin();
    b.roll(&[BH]).hit("X-wing", 0).roll(&[BH]).hit("TIE Fighter", 0);
    let front = aftermath(&b).theatres[Space];
    assert_eq!((b.s.ending, front.held_by, front.won_by), (Ending::Empty, None, None));
    assert_eq!(front.met, BySide::new([true, true]));
}

/// A card turns one black hit in space into a red one: a hit that needs no turning does not use it up.
#[test]
fn black_hits_hurt_red_health_as_often_as_a_card_says() {
    let mut b =
        Battle::new(BARE, &[("Star Destroyer", 1), ("TIE Fighter", 2)], &[("X-wing", 3)]).rebels_first();
    (b.g, b.setup.waits) = (b.g.in_campaign(), true);
    let mut b = b.begin();
    b.s.camps[Rebels].odds.turns = 1;
    b.goes_on().roll(&[BH, BH, BH]).hit("TIE Fighter", 0);
    assert_eq!(b.s.cards.turned, 0);
    b.hit("Star Destroyer", 0);
    assert_eq!((b.s.cards.turned, b.may(b.fresh("TIE Fighter", 0))), (1, true));
    let again = Action::Damage { target: Target::Wounded(Wounded::at(1)) };
    assert!(!b.may(again), "the third one is black");
}

/// Before the cards for the start of a combat no tactic card is drawn, and no die rolled.
#[test]
fn a_combat_goes_on_after_the_cards_for_its_start() {
    let mut b = Battle::new(&[], &[("Star Destroyer", 1)], &[("X-wing", 3)]).leader(Empire, "Darth Vader");
    (b.g, b.setup.waits) = (b.g.in_campaign(), true);
    let mut b = b.begin();
    assert_eq!((b.s.stage, b.legal().len()), (Stage::Cards, 0));
    b.goes_on();
    assert_eq!((b.s.stage, b.legal()), (Stage::Tactics, vec![Action::Proceed]));
}

/// Dice that a card sets are dice of the attack: the others are rolled.
#[test]
fn a_die_that_a_card_sets_is_not_rolled_again() {
    let mut b = Battle::new(BARE, &[("Star Destroyer", 1)], &[("X-wing", 1)]).begin();
    let (set, picks) = (Die { colour: Colour::Red, face: Face::Direct }, b.picks(&[BN, RN]));
    let mut tape = Tape::new(&picks);
    b.g.roll_beside(&mut b.s, &[set], &mut Trace::new(&mut tape));
    tape.finish().unwrap();
    assert_eq!((b.s.dice[set], b.s.dice.values().iter().sum::<u8>()), (1, 3));
}

/// A die of the plans that a card sets as a direct hit destroys the Death Star, whatever the other two show.
#[test]
fn plans_hit_with_a_die_that_a_card_sets() {
    let mut b = Battle::new(BARE, &[("Death Star", 1)], &[("X-wing", 1)]).rebels_first().plans().begin();
    b.roll(&[BN]).roll(&[RN; 4]);
    let picks = b.picks(&[RN, RN]);
    b.g.try_plans(&mut b.s, 1, &mut Tape::new(&picks));
    assert_eq!((b.lost(Empire, "Death Star"), b.s.plans), (1, false));
}

/// Only leaders with tactic values may be added from the pool, those who have joined a side among them.
#[test]
fn who_joins_a_side_may_be_added_by_tactic_values() {
    for (tactics, may) in [([2, 0], true), ([0, 0], false)] {
        let mut b = Battle::new(&[], &[("Star Destroyer", 1)], &[("X-wing", 1)]);
        let person = Person { name: "Mara".to_owned(), tactics: ByKey::new(tactics), replaces: None };
        b.g = b.g.joined_by(Empire, person);
        let b = b.pool(Empire, "Mara").begin();
        assert_eq!(b.may(Action::AddLeader { leader: b.who(Empire, "Mara") }), may);
    }
}
