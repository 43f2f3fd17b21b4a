//! The order of a turn (rulebook p6-9): what happens by itself between decisions.

use super::DarkSideRising;
use super::apply;
use super::cards::Tables;
use super::op::{If, When};
use super::setup::draw;
use super::state::{CardSet, Ending, InPlay, Origin, Stage, State};
use super::words::{Colour, Component, Sector, VaderFace};
use crate::chance::Chance;
use crate::finite::Finite;

/// Plays on until a decision is needed or the game is over.
#[inline]
pub fn run(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    loop {
        while !s.frames.is_empty() {
            if !apply::advance(g, s, chance) {
                return;
            }
        }
        match s.stage {
            Stage::Deploy | Stage::Muster | Stage::Rolled | Stage::Over => return,
            Stage::Vader => vader_die(g, s, chance),
            Stage::Attack => vader_attack(g, s),
            Stage::Imperials => next_imperial(g, s),
            Stage::Gather => gather(g, s),
            Stage::Resolve => resolve(g, s, chance),
            Stage::Struck => next_struck(g, s),
            Stage::Defeat => defeat(g, s),
            Stage::Refill => refill(g, s, chance),
            Stage::Conclude => conclude(g, s),
        }
    }
}

/// Step 1: puts the token down, and rolls the Death Star die (step 2a).
pub fn deploy(g: &DarkSideRising, s: &mut State, sector: Sector, chance: &mut impl Chance) {
    s.deployed = Some(sector);
    s.opening = true;
    for (need, card) in s.need.iter_mut().zip(s.table[sector.index()]) {
        *need = if card.is_card() { g.tables.cards[usize::from(card.card)].need } else { [0; 4] };
    }
    s.stage = Stage::Vader;
    apply::roll_death_star(g, s, chance);
}

/// Step 2b: rotate, or stay with an extra effect (p7, p12). A second Death Star result is resolved at
/// once, before the attack (ruling R2).
fn vader_die(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    s.stage = Stage::Attack;
    match VaderFace::at(chance.pick(&g.tables.vader)) {
        VaderFace::Clockwise => s.vader = s.vader.clockwise(),
        VaderFace::CounterClockwise => s.vader = s.vader.counter_clockwise(),
        VaderFace::Helmet => s.helmet = true,
        VaderFace::DeathStar => apply::roll_death_star(g, s, chance),
    }
}

/// Step 2c, Vader's attack: one damage on every Rebel in his sector, recruited or not, with the active
/// team if it is deployed there (p7, p12). Before the Imperials (ruling R1).
fn vader_attack(g: &DarkSideRising, s: &mut State) {
    let sector = s.vader;
    apply::damage_sector(g, s, sector, super::op::Traits::default(), 1);
    s.stage = Stage::Imperials;
    s.cursor = 0;
}

/// Step 2d: the Imperials in Vader's sector, in order of their places (ruling R6); with the helmet then
/// those of the other sectors clockwise (p7).
fn next_imperial(g: &DarkSideRising, s: &mut State) {
    let end = if s.helmet { 9 } else { 3 };
    while s.cursor < end {
        let at = (s.vader.index() + usize::from(s.cursor) / 3) % 3 * 3 + usize::from(s.cursor) % 3;
        s.cursor += 1;
        let card = s.place(at);
        if card.is_imperial() {
            return apply::push(s, g.tables.cards[usize::from(card.card)].span, Origin::Table(at));
        }
    }
    s.stage = Stage::Gather;
    s.cursor = 0;
}

/// Step 3: the base pool, then extra dice from Rebels on the team (p8). Conditions are judged now
/// (ruling R38).
fn gather(g: &DarkSideRising, s: &mut State) {
    if s.cursor == 0 {
        let base = &g.tables.bases[s.bases[usize::from(s.active)].index()];
        s.waiting = base.dice;
        for _ in 0..s.fewer_dice {
            let most = (0..Colour::N).rev().max_by_key(|&c| s.waiting[c]).expect("there are four colours");
            s.waiting[most] = s.waiting[most].saturating_sub(1);
        }
    }
    next_member(g, s, When::Gather, Stage::Muster);
}

/// Fires the next ability of the active team that acts by itself at this time, or goes on to `then`.
fn next_member(g: &DarkSideRising, s: &mut State, when: When, then: Stage) {
    while let Some(member) = s.own().get(usize::from(s.cursor)).copied() {
        let place = usize::from(s.cursor);
        s.cursor += 1;
        let ability = g.ability(member.card);
        if ability.when == when
            && !s.recruits.has(member.card)
            && holds(&g.tables, s, place, ability.condition)
        {
            return apply::push(s, g.tables.cards[usize::from(member.card)].span, Origin::Member(place));
        }
    }
    s.stage = then;
    s.cursor = 0;
}

/// Whether the condition of the ability of the active team's Rebel at `place` is met.
pub fn holds(t: &Tables, s: &State, place: usize, condition: If) -> bool {
    let others = || {
        s.own()
            .iter()
            .enumerate()
            .filter(move |(i, _)| *i != place)
            .map(|(_, m)| &t.cards[usize::from(m.card)])
    };
    let affiliation = |c: &super::cards::Card| c.rebel.map(|r| r.affiliation);
    match condition {
        If::Always => true,
        If::SameAffiliation => {
            let own = affiliation(&t.cards[usize::from(s.own()[place].card)]);
            others().any(|c| affiliation(c) == own)
        }
        If::Vehicle => others().any(|c| c.kind == super::words::Kind::Vehicle),
        If::ImperialHere => s.deployed.is_some_and(|at| s.table[at.index()].iter().any(|c| c.is_imperial())),
        If::VaderHere => s.is_at(s.vader),
    }
}

/// Rolls all dice that wait or lie unassigned; judges the team ability on the raw opening roll (ruling R22).
pub fn roll(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    for c in 0..Colour::N {
        let dice = &mut s.rolled[c * 5..][..5];
        let n = s.waiting[c] + dice.iter().sum::<u8>();
        s.waiting[c] = 0;
        dice.fill(0);
        if n > 0 {
            dice.copy_from_slice(&g.tables.dice[c].table.roll(usize::from(n), chance));
        }
    }
    s.stage = Stage::Rolled;
    (s.assigned, s.fed_now) = (false, 0);
    if std::mem::take(&mut s.opening) {
        let base = &g.tables.bases[s.bases[usize::from(s.active)].index()];
        let shown: u8 =
            (0..20).map(|i| s.rolled[i] * if g.face(i).0 == base.symbol { g.face(i).1 } else { 0 }).sum();
        if shown >= base.threshold {
            apply::push(s, base.span, Origin::Elsewhere);
        }
    }
}

/// Steps 4a and 4b (p9): matched Rebels join with all damage removed, even at full damage (ruling R28);
/// matched Imperials take one damage; a token for each damage added to an Imperial this turn.
fn resolve(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    let sector = s.deployed.expect("the turn has a deployed team").index();
    for spot in 0..3 {
        let card = s.table[sector][spot];
        let fed = g.rules.tokens_alone_complete || s.fed >> spot & 1 == 1;
        if !card.is_card() || s.need[spot] != [0; 4] || !fed {
            continue;
        }
        if card.is_imperial() {
            apply::strike(g, s, sector * 3 + spot);
        } else if s.own().is_full() {
            s.turned_away = s.turned_away.saturating_add(1);
        } else {
            s.teams[usize::from(s.active)].push(InPlay::fresh(card.card));
            s.table[sector][spot] = InPlay::default();
            s.recruits.add(card.card);
        }
    }
    for _ in 0..s.strikes {
        apply::draw_token(s, chance);
    }
    s.stage = Stage::Struck;
    s.cursor = 0;
}

fn next_struck(g: &DarkSideRising, s: &mut State) {
    if s.strikes == 0 {
        s.stage = Stage::Defeat;
        return;
    }
    next_member(g, s, When::Struck, Stage::Defeat);
}

/// Step 4c: Rebels and Imperials at full capacity are defeated (p9-11); only now (p10).
fn defeat(g: &DarkSideRising, s: &mut State) {
    let full =
        |card: InPlay| card.is_card() && card.damage >= g.tables.cards[usize::from(card.card)].capacity;
    for place in s.table.iter_mut().flatten() {
        if full(*place) {
            s.defeated.add(place.card);
            *place = InPlay::default();
        }
    }
    for team in &mut s.teams[..g.players] {
        let mut i = 0;
        while i < team.len() {
            if full(team[i]) {
                s.defeated.add(team.remove(i).card);
            } else {
                i += 1;
            }
        }
    }
    s.stage = Stage::Refill;
    s.cursor = 0;
}

/// Step 4d: empty places are refilled, sectors clockwise from Vader, places in order (ruling R50). An
/// empty deck leaves them empty (ruling R32).
fn refill(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    while s.cursor < 9 {
        let sector = (s.vader.index() + usize::from(s.cursor) / 3) % 3;
        let spot = usize::from(s.cursor) % 3;
        s.cursor += 1;
        if s.table[sector][spot].is_card() || s.deck == CardSet::default() {
            continue;
        }
        let card = InPlay::fresh(draw(&mut s.deck, chance));
        s.table[sector][spot] = card;
        if card.is_imperial() {
            return revealed(g, s);
        }
    }
    s.stage = Stage::Conclude;
}

/// Rebels that act when an Imperial is revealed: on their owner's turns, not on the turn they were
/// recruited (ruling R34).
fn revealed(g: &DarkSideRising, s: &mut State) {
    for seat in 0..g.players {
        let own = seat == usize::from(s.active);
        if !own && !g.rules.reveal_on_any_turn {
            continue;
        }
        for place in 0..s.teams[seat].len() {
            let card = s.teams[seat][place].card;
            if g.ability(card).when == When::Revealed && !s.recruits.has(card) {
                let origin = if own { Origin::Member(place) } else { Origin::Elsewhere };
                apply::push(s, g.tables.cards[usize::from(card)].span, origin);
            }
        }
    }
}

/// Steps 4e and 4f: full components flip (p9, p11), the end is judged with a win first (p9, ruling R31),
/// dice and token go back, and the next player's turn begins.
fn conclude(g: &DarkSideRising, s: &mut State) {
    for c in 0..Component::N {
        if s.counters[c] == g.tables.tiles[c].spaces {
            s.counters[c] = 0;
            s.operational |= 1 << c;
        }
    }
    s.turn = s.turn.saturating_add(1);
    clear_turn(s);
    s.ending = ending(g, s);
    if s.ending == Ending::None {
        s.active = (s.active + 1) % g.players as u8;
        s.stage = Stage::Deploy;
        for (token, locked) in s.tokens.iter_mut().zip(&mut s.locked) {
            *token += std::mem::take(locked);
        }
    } else {
        s.stage = Stage::Over;
    }
}

fn ending(g: &DarkSideRising, s: &State) -> Ending {
    if s.imperials_defeated() >= g.rules.imperials {
        Ending::Won
    } else if s.operational.count_ones() >= g.rules.components {
        Ending::DeathStarComplete
    } else if s.rebels_defeated() >= g.rules.rebels_lost {
        Ending::TenRebelsLost
    } else if s.teams[..g.players].iter().any(|team| team.is_empty()) {
        Ending::TeamWipedOut
    } else {
        Ending::None
    }
}

fn clear_turn(s: &mut State) {
    s.recruits = CardSet::default();
    s.need = [[0; 4]; 3];
    s.paid = [0; 12];
    s.used = 0;
    s.rolled = [0; 20];
    s.waiting = [0; 4];
    s.spent = [0; 4];
    s.deployed = None;
    s.cursor = 0;
    (s.helmet, s.opening, s.assigned, s.healing_forbidden) = (false, false, false, false);
    (s.fewer_dice, s.fed, s.fed_now, s.strikes) = (0, 0, 0, 0);
}
