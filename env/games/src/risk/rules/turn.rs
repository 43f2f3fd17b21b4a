//! The order of a turn (p16-17, back page): each step is entered here, and left out where there is nothing to decide.

use holotable_env::{Chance, Finite, Set};

use super::Risk;
use super::board::Emperor;
use super::pending::Pending;
use super::state::{Ready, State};
use super::values::Ruined;
use super::words::{ALL, Army, Faction, Planets, Seat, count};
use super::{end, hand, moves, story};

/// Step 1: the turn of [`State::turn`] begins.
pub fn begin(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    s.asked = s.turn;
    chance.tell(|story| story::turn(story, g, s));
    s.ship_moves = g.tables.values.fortification.ship_moves;
    if g.star_wars && g.faction(s.turn) == Faction::Empire && s.stack > 0 {
        draw_token(g, s, chance);
        s.pending = Pending::Token;
    } else {
        count_up(g, s, chance);
    }
}

/// Takes the top token of the stack and looks at it.
fn draw_token(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    if s.emperor == Emperor::Stack && chance.pick(&[u32::from(s.stack) - 1, 1]) == 1 {
        s.emperor = Emperor::InHand;
    }
    s.stack -= 1;
    s.tokens = 1;
    chance.tell(|story| story::token(story, g, s.turn, s.emperor == Emperor::InHand));
}

/// Step 2: counts planets and regions; step 3 follows.
pub fn count_up(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    let (mine, troops) = (s.mine(), reinforcements(g, s, s.turn));
    s.reserve[mine] += troops;
    chance.tell(|story| story::reinforced(story, g, mine, troops, "planets and regions"));
    enter_cards(g, s);
}

/// The troops that a seat gets for its planets and regions (p6-7).
pub fn reinforcements(g: &Risk, s: &State, seat: Seat) -> u16 {
    let values = &g.tables.values.reinforcements;
    let held = s.board.held[Army::of(seat)];
    let planets = (held.len() as u16 / u16::from(values.planets_a_troop)).max(u16::from(values.least));
    planets + regions(g, s, seat).map(u16::from).sum::<u16>()
}

/// The bonus of each region that a seat controls.
fn regions(g: &Risk, s: &State, seat: Seat) -> impl Iterator<Item = u8> {
    let values = &g.tables.values.reinforcements;
    let held = match values.regions_by_team {
        true => s.board.of(g.friends[seat.index()]),
        false => s.board.held[Army::of(seat)],
    };
    let destroyed = s.board.destroyed;
    g.tables.map.regions.iter().filter_map(move |region| {
        let rest = region.planets.without(destroyed);
        let whole = values.ruined_regions == Ruined::Rest || rest == region.planets;
        (whole && !rest.is_empty() && rest.without(held).is_empty()).then_some(region.bonus)
    })
}

/// Step 3: cards, if there are any in the hand.
pub fn enter_cards(g: &Risk, s: &mut State) {
    let hand = &s.hands[s.turn.index()];
    // An eliminated player's cards are turned in until few are left, and no longer (p9).
    if count(hand) > 0 && (!s.spoils || end::must_trade(g, hand)) {
        s.pending = Pending::Cards;
    } else {
        enter_place(s);
    }
}

/// Step 4: troops, then the ship.
pub fn enter_place(s: &mut State) {
    s.pending = if s.reserve[s.mine()] > 0 {
        Pending::Place
    } else if s.ship.is_some() {
        Pending::PlaceShip
    } else {
        return enter_invade(s);
    };
}

/// Step 5, which an attack or an eliminated player's cards may have interrupted.
pub fn enter_invade(s: &mut State) {
    (s.pending, s.asked, s.spoils) = (Pending::Invade, s.turn, false);
}

/// Step 6.
pub fn enter_fortification(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    (s.barred, s.shielded, s.ready) = (Planets::EMPTY, Planets::EMPTY, Ready::default());
    if moves::sources(g, s).is_empty() {
        enter_command(g, s, chance);
    } else {
        s.pending = Pending::From;
    }
}

/// Step 6 in teams: change of command.
pub fn enter_command(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    s.asked = s.turn;
    if moves::commands(g, s).is_empty() {
        enter_ships(g, s, chance);
    } else {
        s.pending = Pending::Command;
    }
}

/// Step 7.
pub fn enter_ships(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    s.asked = s.turn;
    if s.ship_moves == 0 || moves::harbours(g, s).is_empty() {
        s.ship_moves = 0;
        enter_orbit(g, s, chance);
    } else {
        s.pending = Pending::ShipsFrom;
    }
}

/// Step 8.
pub fn enter_orbit(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    if g.star_wars && g.faction(s.turn) == Faction::Empire && s.star.is_some() {
        let steps = 1 + chance.below(usize::from(g.tables.values.star.move_die)) as u8;
        chance.tell(|story| story::steps(story, steps));
        s.pending = Pending::Orbit { steps };
    } else {
        finish(g, s, chance);
    }
}

/// The end of a turn: cards are drawn, and the next army's turn begins.
pub fn finish(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    for _ in 0..draws(g, s) {
        hand::draw(g, s, s.turn, chance);
    }
    (s.robbed, s.sets, s.built) = (Set::EMPTY, 0, false);
    loop {
        s.turn = Seat::at((s.turn.index() + 1) % g.players);
        if s.turn == s.first {
            if s.round == g.rounds {
                return end::draw(g, s, chance);
            }
            s.round += 1;
        }
        if !s.out.has(s.turn) {
            return begin(g, s, chance);
        }
    }
}

/// How many cards the seat draws whose turn ends (p15, p20).
pub fn draws(g: &Risk, s: &State) -> u8 {
    if !g.star_wars {
        return u8::from(!s.robbed.is_empty());
    }
    let factions: Set<Faction> = s.robbed.iter().map(|army| g.factions[army]).collect();
    factions.len() as u8 + bonus(g, s, s.turn)
}

/// The cards that the Force or the resources give.
pub fn bonus(g: &Risk, s: &State, seat: Seat) -> u8 {
    let values = &g.tables.values;
    let spaces = match g.faction(seat) {
        Faction::Rebels => s.meter,
        Faction::Empire => -s.meter,
        Faction::Hutts => {
            let held = s.board.held[Army::of(seat)].and(g.tables.map.resources).len();
            return values.hutts.cards(g.players, held);
        }
    };
    if spaces > 0 { values.meter.cards[spaces as usize - 1] } else { 0 }
}

/// The planets that are left.
pub fn there(s: &State) -> Planets {
    ALL.without(s.board.destroyed)
}
