//! Set-up (rulebook p4-5).

use super::DarkSideRising;
use super::state::{CardSet, Ending, InPlay, Stage, State};
use super::words::{CARDS, Component, SEATS, Sector, Team};
use crate::chance::Chance;
use crate::finite::Finite;
use crate::list::List;

/// A fresh table: teams, deck, Vader, nine cards, first player.
pub fn start(g: &DarkSideRising, chance: &mut impl Chance) -> State {
    let mut s = empty(g);
    s.bases = g.rules.teams.unwrap_or_else(|| seated(&deal_teams(chance)[..g.players]));
    for (p, base) in s.bases.iter().take(g.players).enumerate() {
        let leader = g.tables.bases[base.index()].leader;
        s.deck.take(leader);
        s.teams[p].push(InPlay::fresh(leader));
    }
    s.vader = Sector::at(chance.below(Sector::N));
    for place in 0..9 {
        s.table[place / 3][place % 3] = InPlay::fresh(draw(&mut s.deck, chance));
    }
    // Who watched a film last is not in the box (ruling R46).
    s.active = chance.below(g.players) as u8;
    s
}

/// A table with all cards in the deck and nobody on a team.
pub fn empty(g: &DarkSideRising) -> State {
    let mut s = State {
        deck: CardSet((1 << CARDS) - 1),
        defeated: CardSet::default(),
        recruits: CardSet::default(),
        chosen: CardSet::default(),
        table: [[InPlay::default(); 3]; 3],
        need: [[0; 4]; 3],
        teams: [List::default(); SEATS],
        bases: [Team::Tatooine, Team::Yavin4, Team::Lothal, Team::Alderaan],
        paid: [0; 12],
        used: 0,
        rolled: [0; 20],
        waiting: [0; 4],
        spent: [0; 4],
        supply: [0; 10],
        discards: [0; 10],
        tokens: [0; 10],
        locked: [0; 10],
        counters: [0; Component::N],
        operational: 0,
        vader: Sector::Scarif,
        deployed: None,
        active: 0,
        turn: 0,
        stage: Stage::Deploy,
        cursor: 0,
        helmet: false,
        opening: false,
        assigned: false,
        healing_forbidden: false,
        fewer_dice: 0,
        fed: 0,
        fed_now: 0,
        strikes: 0,
        turned_away: 0,
        frames: List::default(),
        asking: false,
        ending: Ending::None,
    };
    for (i, kind) in g.tables.tokens.iter().enumerate() {
        s.supply[i] = kind.count;
    }
    for (i, tile) in g.tables.tiles.iter().enumerate() {
        s.counters[i] = g.rules.start_counters.min(tile.spaces);
    }
    s
}

/// The bases with these teams seated first and the others, which do not exist in play, after them in order.
pub fn seated(teams: &[Team]) -> [Team; SEATS] {
    let mut bases = [Team::Tatooine; SEATS];
    let rest = Team::all().filter(|team| !teams.contains(team));
    for (base, team) in bases.iter_mut().zip(teams.iter().copied().chain(rest)) {
        *base = team;
    }
    bases
}

fn deal_teams(chance: &mut impl Chance) -> [Team; SEATS] {
    let mut teams = [Team::Tatooine, Team::Yavin4, Team::Lothal, Team::Alderaan];
    for i in 0..SEATS - 1 {
        teams.swap(i, i + chance.below(SEATS - i));
    }
    teams
}

/// Draws a card: the deck is a set until somebody looks.
pub fn draw(deck: &mut CardSet, chance: &mut impl Chance) -> u8 {
    let card = deck.nth(chance.below(deck.count(CardSet(u64::MAX))));
    deck.take(card);
    card
}
