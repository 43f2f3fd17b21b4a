//! What directives do, one by one, and when they may be played.

use holotable_env::{Finite, Game, Sample, Tape, Trace, Viewer, generator};
use holotable_games::risk::Action;
use holotable_games::risk::cards::Verb;
use holotable_games::risk::pending::{Pending, Stage};
use holotable_games::risk::words::{Army, Class, Faction, How, When, count};

use crate::golden::golden;
use crate::risk_board::{War, game, seat};

#[test]
fn each_deck_has_27_cards_nine_of_a_class() {
    let g = game(&[]);
    for (faction, deck) in g.decks.iter() {
        assert_eq!(count(&deck.all), 27, "{}", faction.word());
        for class in Class::all() {
            let n: u8 = deck.kinds.iter().filter(|card| card.class == class).map(|card| card.copies).sum();
            assert_eq!(n, 9, "{} {}", faction.word(), class.word());
        }
    }
    let copies = |faction: Faction, is: fn(Verb) -> bool| -> u8 {
        let kinds = g.decks[faction].kinds.iter();
        kinds.filter(|card| card.verb.is_some_and(is)).map(|card| card.copies).sum()
    };
    assert_eq!(copies(Faction::Empire, |verb| verb == Verb::Fire), 3);
    assert_eq!(copies(Faction::Empire, |verb| verb == Verb::RebuildStar), 2);
    assert_eq!(copies(Faction::Rebels, |verb| verb == Verb::DestroyStar), 1);
    let plain = game(&[("variant", "standard")]);
    assert_eq!(count(&plain.decks[Faction::Rebels].all), 81);
}

#[test]
fn one_in_a_million_destroys_the_death_star() {
    let war = War::new(&[]).cards(0, &[("One in a Million", Class::Capital)]).check();
    let card = war.kind(0, "One in a Million", Class::Capital);
    let war = war.play(Action::Play { card });
    assert_eq!((war.s.star, war.s.meter, war.s.now().stage), (None, 1, Stage::Invade));
}

#[test]
fn a_new_death_star_is_built_twice_at_most() {
    let mut war = War::new(&[]).cards(2, &[("A New Death Star", Class::Bomber)]).turn(2, Pending::Cards);
    war.s.star = None;
    let card = war.kind(2, "A New Death Star", Class::Bomber);
    let built = war.clone().check().play(Action::Play { card });
    let kuat = built.choose("Kuat");
    let built = built.play(kuat);
    assert_eq!((built.s.star, built.s.rebuilt, built.s.meter), (Some(built.planet("Kuat")), 1, -1));
    war.s.rebuilt = 2;
    assert!(!war.check().may(Action::Play { card }));
}

#[test]
fn cards_are_lost_by_lot() {
    let hutts = [("Slaves", Class::Fighter), ("Thugs", Class::Fighter), ("Ambush", Class::Bomber)];
    let war = War::new(&[]).cards(0, &[("Shipyard Attack", Class::Fighter)]).cards(1, &hutts).check();
    let card = war.kind(0, "Shipyard Attack", Class::Fighter);
    let results = war.all(Action::Play { card });
    assert_eq!(results.len(), 6, "two of three, one after the other");
    assert!(results.iter().all(|o| count(&o.state.hands[1]) == 1 && o.state.now().stage == Stage::Invade));
    // Against two seats one is chosen.
    let war = War::new(&[("players", "4")]).cards(0, &[("A Critical Error", Class::Bomber)]);
    let war = war.cards(1, &[("Drill", Class::Capital)]).cards(3, &[("Drill", Class::Bomber)]).check();
    let card = war.kind(0, "A Critical Error", Class::Bomber);
    let war = war.play(Action::Play { card });
    assert_eq!(war.s.now().stage, Stage::Aim);
    let war = war.play(Action::Aim { seat: seat(3) });
    assert_eq!((count(&war.s.hands[1]), count(&war.s.hands[3])), (1, 0));
}

/// The seat that is chosen of two loses as many cards as the directive says.
#[test]
fn the_chosen_seat_loses_two_cards() {
    let hands = [("Drill", Class::Capital), ("Drill", Class::Bomber), ("Bombardment", Class::Bomber)];
    let war = War::new(&[("players", "4")]).cards(0, &[("A Critical Error", Class::Bomber)]);
    let war = war.cards(1, &hands[..2]).cards(3, &hands[2..]).check();
    let card = war.kind(0, "A Critical Error", Class::Bomber);
    let war = war.play(Action::Play { card }).play(Action::Aim { seat: seat(1) });
    assert_eq!((count(&war.s.hands[1]), count(&war.s.hands[3])), (0, 1));
}

/// A directive of the defender may leave one troop to attack with: the attack is off, which is told only where no battle was fought.
#[test]
fn an_attack_is_off_when_one_troop_is_left_to_it() {
    let told = |war: &War, a: Action, picks: &[u32]| {
        let (mut s, mut tape) = (war.s, Tape::new(picks));
        let mut trace = Trace::listening(&mut tape);
        war.g.step(&mut s, a, &mut trace);
        let (_, story) = trace.into_parts();
        let off = story.lines(Viewer::All).iter().any(|line| line.contains("the attack is off"));
        (off, s.board.troops[war.planet("Gamorr")])
    };
    let war = War::new(&[]).own("Gamorr", 0, 2).check();
    assert_eq!(told(&war, war.attack("Gamorr", "Rodia", How::Once), &[0]), (false, 1), "a battle is lost");
    let war = War::new(&[]).own("Gamorr", 0, 3).cards(2, &[("Bombardment", Class::Bomber)]).check();
    let (attack, card) =
        (war.attack("Gamorr", "Rodia", How::Once), war.kind(2, "Bombardment", Class::Bomber));
    let war = war.play(attack);
    assert_eq!(told(&war, Action::Play { card }, &[]), (true, 1), "no battle is fought");
}

#[test]
fn the_force_moves_to_its_ends() {
    let war = War::new(&[])
        .force(2)
        .cards(0, &[("The Force Awakes", Class::Bomber), ("Trust in the Force", Class::Fighter)])
        .check();
    let two = war.kind(0, "The Force Awakes", Class::Bomber);
    let one = war.kind(0, "Trust in the Force", Class::Fighter);
    let war = war.play(Action::Play { card: two });
    assert_eq!(war.s.meter, 3);
    assert!(!war.may(Action::Play { card: one }), "it would change nothing");
    let dark = War::new(&[]).cards(2, &[("Dark Lessons", Class::Fighter)]).turn(2, Pending::Cards).check();
    let card = dark.kind(2, "Dark Lessons", Class::Fighter);
    assert_eq!(dark.play(Action::Play { card }).s.meter, -1);
}

#[test]
fn troops_come_and_go() {
    let war = War::new(&[])
        .own("Gamorr", 0, 2)
        .own("Rodia", 2, 2)
        .cards(0, &[("Volunteers", Class::Fighter), ("Desertion", Class::Bomber)])
        .check();
    let (come, go) = (war.kind(0, "Volunteers", Class::Fighter), war.kind(0, "Desertion", Class::Bomber));
    let gamorr = war.choose("Gamorr");
    let war = war.play(Action::Play { card: come }).play(gamorr);
    assert_eq!(war.troops("Gamorr"), 5);
    let war = war.play(Action::Play { card: go });
    let rodia = war.choose("Rodia");
    let war = war.play(rodia);
    assert_eq!(war.troops("Rodia"), 1, "one is left");
}

/// An attack on the Hutts of Rodia, who hold this card.
fn attacked(name: &str, class: Class) -> (War, Action) {
    let war = War::new(&[])
        .own("Gamorr", 0, 6)
        .ships("Gamorr", [0, 1, 0])
        .own("Rodia", 1, 3)
        .own("Kashyyyk", 2, 1)
        .cards(1, &[(name, class)])
        .check();
    let card = war.kind(1, name, class);
    let attack = war.attack("Gamorr", "Rodia", How::Break);
    let war = war.play_with(attack, &[]);
    assert_eq!((war.s.now().stage, war.s.asked), (Stage::Defend, seat(1)));
    (war, Action::Play { card })
}

#[test]
fn money_calls_an_attack_off() {
    let (war, card) = attacked("Money is Power", Class::Fighter);
    let war = war.play(card).own("Nar Shaddaa", 2, 1).own("Kessel", 0, 6);
    assert_eq!((war.s.now().stage, war.s.asked, war.troops("Rodia")), (Stage::Invade, seat(0), 3));
    for to in ["Rodia", "Nar Shaddaa"] {
        assert!(!war.may(war.attack("Gamorr", to, How::Once)), "nobody attacks {to} from there this turn");
    }
    assert!(war.may(war.attack("Kessel", "Rodia", How::Once)), "others may attack Rodia");
}

#[test]
fn an_offer_protects_until_somebody_else_is_robbed() {
    let (war, card) = attacked("A Better Offer", Class::Bomber);
    let war = war.play(card).own("Nar Shaddaa", 2, 1);
    let again = war.attack("Gamorr", "Rodia", How::Once);
    assert!(!war.may(again));
    let other = war.attack("Gamorr", "Nar Shaddaa", How::Once);
    assert!(war.may(other), "from Gamorr others are attacked");
    let war = war.play_with(other, &[1]).play(Action::Done);
    assert!(war.may(again));
}

#[test]
fn bounty_hunters_destroy_an_attacking_bomber() {
    let (war, card) = attacked("Bounty Hunters", Class::Fighter);
    let gamorr = war.planet("Gamorr");
    let mut after = war.clone();
    let kind = war.kind(1, "Bounty Hunters", Class::Fighter);
    assert_eq!(card, Action::Play { card: kind });
    holotable_env::Game::step(&after.g, &mut after.s, card, &mut Sample(generator(2, 0)));
    assert_eq!(
        (war.s.board.ships[gamorr][Class::Bomber], after.s.board.ships_of(Army::Seat0, Class::Bomber)),
        (1, 0)
    );
}

#[test]
fn a_defender_may_play_nothing() {
    let (war, _) = attacked("Slaves", Class::Fighter);
    let war = war.play(Action::Done);
    assert_eq!(count(&war.s.hands[1]), 1);
}

#[test]
fn plus_counts_for_the_next_attack_alone() {
    let war =
        War::new(&[]).own("Gamorr", 0, 9).own("Rodia", 2, 9).cards(0, &[("Surprise", Class::Bomber)]).check();
    let card = war.kind(0, "Surprise", Class::Bomber);
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let worst = |war: &War| {
        war.all(attack)
            .iter()
            .map(|o| f64::from(o.state.board.troops[war.planet("Rodia")]) * o.probability)
            .sum::<f64>()
    };
    let plain = worst(&war);
    let war = war.play(Action::Play { card });
    assert!(war.s.ready.plus == 2 && worst(&war) < plain);
    let war = war.play(attack);
    assert_eq!(war.s.ready.plus, 0);
}

#[test]
fn every_verb_stands_on_some_card_and_fits_its_time() {
    let g = game(&[]);
    let mut seen = [false; holotable_games::risk::cards::VERBS];
    for card in g.decks.values().iter().flat_map(|deck| &deck.kinds) {
        let verb = card.verb.unwrap();
        seen[verb.index()] = true;
        assert!(card.when.iter().all(|when| verb.fits(when)) && !card.when.is_empty());
        assert!(When::all().any(|when| card.when.has(when)));
    }
    assert!(seen.iter().all(|&there| there));
}

/// The Force Meter has two ends (p14): no card moves it beyond that of the Empire.
#[test]
fn the_force_moves_no_further_than_the_dark_side() {
    let war = War::new(&[]).force(-3).cards(2, &[("Dark Lessons", Class::Fighter)]);
    let war = war.turn(2, Pending::Cards).check();
    assert!(!war.may(Action::Play { card: war.kind(2, "Dark Lessons", Class::Fighter) }));
}

/// Cards that add to dice or kill a bomber answer an attack (p14).
#[test]
fn a_defender_may_add_to_dice_or_kill_a_bomber() {
    for name in ["Thugs", "Bounty Hunters"] {
        let (war, card) = attacked(name, Class::Fighter);
        assert!(war.may(card), "{name}");
    }
}

/// A defender may play one card after the other before the battle.
#[test]
fn a_defender_with_another_card_is_asked_again() {
    let war = War::new(&[]).own("Gamorr", 0, 6).own("Rodia", 1, 3);
    let war = war.cards(1, &[("Slaves", Class::Fighter), ("Thugs", Class::Fighter)]).check();
    let (attack, card) = (war.attack("Gamorr", "Rodia", How::Once), war.kind(1, "Slaves", Class::Fighter));
    let war = war.play(attack).play(Action::Play { card });
    assert_eq!((war.s.now().stage, war.s.asked, war.troops("Rodia")), (Stage::Defend, seat(1), 6));
}

/// What each directive does is printed on its card.
#[test]
fn every_directive_says_what_it_does() {
    let g = game(&[]);
    let all = g.decks.iter().flat_map(|(faction, deck)| {
        deck.kinds
            .iter()
            .map(move |card| format!("{}, {}: {}\n", faction.word(), card.name, card.verb.unwrap().words()))
    });
    golden("risk-directives.txt", &all.collect::<String>());
}

/// Nobody is told whether who has cards thought of playing one; who has none chooses in the open.
#[test]
fn choices_are_private_where_a_card_may_be_played() {
    let (none, held) = (War::new(&[]), War::new(&[]).cards(0, &[("Marksmen", Class::Bomber)]));
    assert!(!none.g.choice_is_private(&none.s) && held.g.choice_is_private(&held.s));
    let later = held.turn(0, Pending::From);
    assert!(!later.g.choice_is_private(&later.s), "no card is played while troops move");
}
