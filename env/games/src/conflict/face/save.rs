//! States as JSON, what of them is written for whom, and their invariants.

use holotable_env::{Finite, Json, Misfit, Save, Viewer, ensure, turns};
use serde_json::Value;

use crate::conflict::rules::Conflict;
use crate::conflict::rules::printed::HERO;
use crate::conflict::rules::state::State;
use crate::conflict::rules::words::{ByCard, Card, Colour, Ending, Face, SEATS, Stage};

impl Save for Conflict {
    fn check(&self, s: &State) -> Result<(), String> {
        self.check_world(s)?;
        self.check_seats(s)?;
        check_cards(s)?;
        check_stage(s)?;
        check_pending(s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        let mut json = Json::to_json(s, &viewer);
        for (leader, cover) in s.covers.iter() {
            if cover.is_some_and(|cover| !cover.public) && !viewer.knows(s.me()) {
                json["covers"][leader.word()]["card"] = Value::Null;
            }
        }
        if viewer != Viewer::All {
            // What everybody knows of the cards that only their seat knows.
            let each = (0..self.seats).map(|seat| s.veiled(seat).to_json(&()));
            json["hidden_by_ambush"] = each.collect();
        }
        json
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        let mut s = State::from_json(json, &Viewer::All)?;
        let placed = s.placed_cards();
        s.bag = ByCard::from_fn(|card| s.world.copies(card).saturating_sub(placed[card]));
        Ok(s)
    }
}

impl Conflict {
    fn check_world(&self, s: &State) -> Result<(), String> {
        let w = &s.world;
        ensure(self.worlds.has(w), || "the options allow no game with these parameters".into())?;
        for colour in Colour::all() {
            let cards = w.cards.iter().filter(|(card, _)| card.colour() == colour);
            let n: u32 = cards.map(|(_, printed)| u32::from(printed.copies)).sum();
            ensure(n == u32::from(self.data.size(colour)), || {
                format!("there are {n} {} cards", colour.word())
            })?;
        }
        let most = |(_, p): (Card, &crate::conflict::rules::printed::Printed)| {
            p.ambush.max(p.attack) <= crate::conflict::rules::words::SYMBOLS
        };
        let hero = w.cards[Card::HERO];
        ensure(w.cards.iter().all(most) && hero == HERO, || "a card cannot be printed so".into())?;
        ensure(w.fields.is_full(), || "a field with an effect is missing".into())
    }

    fn check_seats(&self, s: &State) -> Result<(), String> {
        turns::check(s.turn)?;
        ensure(s.me() < self.seats, || format!("it is the turn of seat {}", s.active))?;
        let deals = s.starting.iter().all(|card| self.data.has_starting(*card));
        ensure(s.starting.len() == self.seats && deals, || "there are other starting cards".into())?;
        for seat in 0..SEATS {
            let hides = s.hidden[seat].values().iter().any(|n| *n > 0);
            let fits = !hides || seat < self.seats && !self.open_hands && s.hidden[seat][Card::HERO] == 0;
            ensure(fits, || format!("seat {seat} cannot hide these cards"))?;
            let holds = s.shown[seat].values().iter().any(|n| *n > 0);
            ensure(!holds || seat < self.seats, || format!("nobody sits in seat {seat}"))?;
        }
        Ok(())
    }
}

/// Each card lies in one place, and no hero where none can be.
fn check_cards(s: &State) -> Result<(), String> {
    let placed = s.placed_cards();
    for card in Card::all() {
        let (n, copies) = (u16::from(placed[card]) + u16::from(s.bag[card]), u16::from(s.world.copies(card)));
        ensure(n == copies, || format!("there are {n} '{}', not {copies}", card.label()))?;
    }
    for (colour, deck) in s.decks.iter() {
        ensure(deck.top.iter().all(|top| top.card.colour() == colour), || {
            "a card lies on another deck".into()
        })?;
        let heroes = if colour == Colour::Black { s.bag[Card::HERO] } else { 0 };
        let (free, soldiers) = (deck.without_heroes, State::among(&s.bag, colour) - heroes);
        let fits = free <= soldiers && (colour == Colour::Black || free == 0);
        ensure(fits, || format!("{free} cards of the {} deck cannot be without heroes", colour.word()))?;
    }
    Ok(())
}

fn check_stage(s: &State) -> Result<(), String> {
    let heroes = s.covers.values().iter().flatten().filter(|cover| cover.card.is_hero()).count();
    let ending = if heroes == 3 {
        Ending::Heroes
    } else if s.discards[Card::HERO] > 0 {
        Ending::HeroLost
    } else if s.marker == s.world.track {
        Ending::FirstOrder
    } else {
        Ending::None
    };
    let empty = s.ending == Ending::EmptyDeck
        && ending == Ending::None
        && Colour::all().any(|colour| s.cards_left(colour) == 0);
    ensure(s.ending == ending || empty, || format!("the ending is '{}'", s.ending.word()))?;
    ensure((s.stage == Stage::Over) == (s.ending != Ending::None), || "it is over, or it is not".into())?;
    ensure(s.marker <= s.world.track && s.began < s.world.track, || "the marker is off the track".into())?;
    ensure(!s.frozen || s.marker == s.began, || "a marker that was set aside has moved".into())?;
    let covering = matches!(s.stage, Stage::Cover | Stage::Field | Stage::Over);
    for (leader, cover) in s.covers.iter() {
        let Some(cover) = cover else { continue };
        let fits = if cover.card.is_hero() { cover.public } else { covering };
        ensure(fits, || format!("{} cannot be covered so", leader.word()))?;
    }
    let full = s.covers.values().iter().all(Option::is_some);
    ensure(!full || s.stage != Stage::Cover, || "no leader is left to cover".into())?;
    let dice: u32 = s.dice.values().iter().map(|n| u32::from(*n)).sum();
    let rolled = matches!(s.stage, Stage::Dice | Stage::Pay | Stage::Order | Stage::Over);
    ensure(dice <= 3 && (dice == 0 || rolled), || format!("{dice} dice are left"))?;
    ensure(!s.stored_now || s.stored.is_some(), || "nothing is stored".into())?;
    let real = s.dice[Face::FirstOrder] == 0 || s.world.faces[Face::FirstOrder] > 0;
    ensure(real, || "no die has the First Order's symbol".into())
}

/// What is under way is what its stage says, and can be ended.
fn check_pending(s: &State) -> Result<(), String> {
    let hand = |colour: Colour| s.hand_of(s.me(), colour);
    let fits = match (s.stage, s.deck) {
        (Stage::Pay, Some(deck)) => {
            let most = if s.draws { 4 } else { 3 };
            let pays = deck.price().is_some_and(|colour| (1..=hand(colour)).contains(&s.due));
            pays && (1..=most).contains(&s.amount)
                && s.due <= s.amount
                && (s.draws || s.due == 1)
                && s.amount <= s.cards_left(deck)
                && s.placed == 0
        }
        (Stage::Order, Some(deck)) => {
            let top = &s.decks[deck].top;
            let revealed = top.iter().take(usize::from(s.amount)).all(|top| top.face_up);
            let lies = (2..=top.len()).contains(&usize::from(s.amount)) && s.placed < s.amount;
            let left = || &top[usize::from(s.placed)..usize::from(s.amount)];
            lies && revealed && s.due == 0 && !s.draws && left().windows(2).any(|pair| pair[0] != pair[1])
        }
        (Stage::Field, None) => {
            (1..=s.hand_size(s.me()).min(3)).contains(&s.due)
                && (s.amount, s.placed, s.draws) == (0, 0, false)
        }
        (Stage::Pay | Stage::Order, None) => false,
        (_, deck) => deck.is_none() && (s.due, s.amount, s.placed, s.draws) == (0, 0, 0, false),
    };
    ensure(fits, || format!("this cannot be pending at '{}'", s.stage.word()))
}
