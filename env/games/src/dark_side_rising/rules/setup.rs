//! Set-up (rulebook p4-5).

use holotable_env::{ByKey, Chance, Finite, List, Set};

use super::DarkSideRising;
use super::card::{Card, CardSet};
use super::in_play::InPlay;
use super::seats::Seats;
use super::state::{Ending, Stage, State};
use super::words::{ByColour, ByComponent, BySector, ByToken, ByTrait, SEATS, SPOTS, Sector, Team};

/// A fresh table: teams, deck, Vader, nine cards, first player.
pub fn start(g: &DarkSideRising, chance: &mut impl Chance) -> State {
    let teams = g.rules.teams.unwrap_or_else(|| deal_teams(chance));
    let mut s = with_teams(g, &teams[..g.players]);
    s.vader = Sector::at(chance.below(Sector::N));
    for place in s.table.values_mut().as_flattened_mut() {
        *place = Some(InPlay::fresh(draw(&mut s.deck, chance)));
    }
    // Who watched a film last is not in the box (ruling R46).
    s.active = g.rules.first.unwrap_or_else(|| chance.below(g.players) as u8);
    s
}

/// A table where these teams have their leaders; all other cards are in the deck.
pub fn with_teams(g: &DarkSideRising, teams: &[Team]) -> State {
    let mut s = empty(g);
    for &team in teams {
        let leader = g.tables.bases[team].leader;
        s.deck.take(leader);
        s.seats.sit(team);
        s.seats.join(s.seats.count() - 1, InPlay::fresh(leader));
    }
    s
}

/// A table with all cards in the deck and nobody in a seat.
fn empty(g: &DarkSideRising) -> State {
    State {
        turn: 0,
        active: 0,
        stage: Stage::Deploy,
        ending: Ending::None,
        vader: Sector::Scarif,
        deployed: None,
        table: BySector::default(),
        seats: Seats::default(),
        deck: g.tables.deck(),
        defeated: CardSet::EMPTY,
        counters: ByComponent::from_fn(|c| g.rules.start_counters.min(g.tables.tiles[c].spaces)),
        operational: Set::EMPTY,
        tokens: ByToken::default(),
        locked: ByToken::default(),
        discards: ByToken::default(),
        supply: ByToken::from_fn(|t| g.tables.tokens[t].count),
        need: [ByTrait::default(); SPOTS],
        fed: Set::EMPTY,
        fed_now: Set::EMPTY,
        rolled: ByKey::default(),
        waiting: ByColour::default(),
        spent: ByColour::default(),
        opening: false,
        assigned: false,
        paid: ByKey::default(),
        used: Set::EMPTY,
        recruits: CardSet::EMPTY,
        strikes: 0,
        helmet: false,
        healing_forbidden: false,
        fewer_dice: 0,
        cursor: 0,
        frames: List::default(),
        chosen: CardSet::EMPTY,
        asking: false,
    }
}

fn deal_teams(chance: &mut impl Chance) -> [Team; SEATS] {
    let mut teams = [Team::Tatooine, Team::Yavin4, Team::Lothal, Team::Alderaan];
    for i in 0..SEATS - 1 {
        teams.swap(i, i + chance.below(SEATS - i));
    }
    teams
}

/// Draws a card: the deck is a set until somebody looks.
pub fn draw(deck: &mut CardSet, chance: &mut impl Chance) -> Card {
    let card = deck.nth(chance.below(deck.len()));
    deck.take(card);
    card
}
