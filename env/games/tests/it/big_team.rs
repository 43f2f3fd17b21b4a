//! A team has no limit (rulebook p9): all Rebels but the other leader can serve on one.

use holotable_env::{
    Chance, Explain, Finite, Game, Observe, Pack, Sample, Save, Show, Viewer, generator, legal_actions,
    read_state,
};
use holotable_games::dark_side_rising::Action;
use holotable_games::dark_side_rising::card::{Card, CardSet};
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::state::Stage;
use holotable_games::dark_side_rising::words::{ByTrait, Component, Place, Sector, VaderFace};

use crate::dsr_board::{Board, uses};

use Component::Blue;
use Sector::Eadu;
use VaderFace::CounterClockwise;

/// Seat 0 has each Rebel but those on the table and the other leader; these come last.
fn crowd(last: &[&str]) -> Board {
    let mut b = Board::new(&[]).put(Eadu, 0, "Sabine Wren", 0);
    let last_cards: CardSet = last.iter().map(|name| b.card(name)).collect();
    for card in b.s.deck.and(Card::REBELS).without(last_cards).iter() {
        b.s.deck.take(card);
        b.s.seats.join(0, InPlay::fresh(card));
    }
    for name in last {
        b = b.join(0, name, 1);
    }
    for place in b.s.table.values_mut().as_flattened_mut().iter_mut().filter(|place| place.is_none()).take(6)
    {
        *place = Some(InPlay::fresh(b.s.deck.nth(b.s.deck.len() - 1)));
        b.s.deck.take(place.unwrap().card);
    }
    b
}

/// The value of an observed number.
fn seen(b: &Board, name: &str) -> f32 {
    let mut seen = Explain::default();
    b.g.observe(&b.s, 0, &mut seen);
    seen.values.iter().find(|v| v.name == name).unwrap_or_else(|| panic!("no {name}")).value
}

#[test]
fn who_is_matched_joins_a_team_of_any_size() {
    let mut b = crowd(&[]);
    let before = b.s.own().len();
    assert!(before > 30, "{before}");
    b.deploy(Eadu, Blue, CounterClockwise);
    while b.s.stage != Stage::Rolled || b.s.asking {
        let a = b.legal()[0];
        b.any(a);
    }
    b.s.need[0] = ByTrait::default();
    b.end();
    assert_eq!(b.names(0).last(), Some(&"Sabine Wren"));
    assert_eq!(b.s.seats.rebels(0).len(), before + 1);
}

#[test]
fn a_rebel_at_any_place_is_used_healed_seen_and_written() {
    let mut b = crowd(&["Once Token", "Once Heal Itself"]);
    let (token, healer) = (b.s.own().len() - 2, b.s.own().len() - 1);
    b.deploy(Eadu, Blue, CounterClockwise);
    while b.s.stage != Stage::Muster || b.s.asking {
        let a = b.legal()[0];
        b.any(a);
    }
    b.any(uses(token));
    assert!(b.s.used.has(Place::at(token)) && !b.can(uses(token)));
    let row = |name: &str| format!("cards[{}]", b.g.tables.place(b.card(name)));
    let [there, second] = [row("Once Token"), row("Once Heal Itself")];
    assert!(seen(&b, &format!("{there}.used_this_turn")) > 0.99);
    assert!(seen(&b, &format!("{second}.used_this_turn")) < 0.01);
    assert!((seen(&b, &format!("{second}.place")) * 144.0 - (healer + 1) as f32).abs() < 1e-4);
    assert!(seen(&b, &format!("{second}.damage")) > 0.0);
    b.any(uses(healer));
    assert_eq!(b.s.own()[healer].damage, 0);
    let json = b.g.to_json(&b.s, Viewer::All);
    assert_eq!(read_state(&b.g, &json), Ok(b.s));
    let mut bytes = Vec::new();
    b.s.pack(&mut bytes);
    assert_eq!(Pack::unpack(&mut &bytes[..]), Some(b.s));
    let picture = b.g.picture(&b.s, Viewer::All);
    assert!((0..b.s.own().len()).all(|place| picture.shows(&format!("member.0.{place}"))));
}

#[test]
fn games_with_large_teams_keep_every_invariant() {
    for seed in 0..20 {
        let (mut b, mut rng) = (crowd(&[]), Sample(generator(seed, 0)));
        while b.g.actor(&b.s).is_some() {
            let legal = legal_actions(&b.g, &b.s);
            b.g.step(&mut b.s, legal[rng.below(legal.len())], &mut rng);
            b.sound();
        }
    }
}

#[test]
fn more_rebels_than_cards_are_refused() {
    let b = crowd(&[]);
    let mut json = b.g.to_json(&b.s, Viewer::All);
    let team = json.pointer_mut("/seats/0/rebels").unwrap().as_array_mut().unwrap();
    let rebel = team[0].clone();
    team.resize(48, rebel);
    assert!(b.g.from_json(&json).unwrap_err().to_string().contains("has more than 48 Rebels"));
    let a = Action::Use { place: Place::at(47) };
    assert!(b.g.why_illegal(&b.s, a).contains("step 3"));
}
