//! The order of a turn (rulebook p6-9): what happens by itself between decisions.

use holotable_env::english::counted;
use holotable_env::picture::title;
use holotable_env::{Chance, Deed, Finite, Item, Set, turns};

use super::DarkSideRising;
use super::ability::effect;
use super::card::CardSet;
use super::in_play::InPlay;
use super::op::{Traits, When};
use super::setup::draw;
use super::state::{Ending, Origin, Stage, State, nothing};
use super::words::{ByPayee, Colour, Component, SPOTS, Sector, Spot, VaderFace};
use super::{apply, names, story};

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
            Stage::Attack => vader_attack(g, s, chance),
            Stage::Imperials => next_imperial(g, s),
            Stage::Gather => gather(g, s, chance),
            Stage::Resolve => resolve(g, s, chance),
            Stage::Struck => next_struck(g, s),
            Stage::Defeat => defeat(g, s, chance),
            Stage::Refill => refill(g, s, chance),
            Stage::Conclude => conclude(g, s, chance),
        }
    }
}

/// Step 1: puts the token down, and rolls the Death Star die (step 2a).
pub fn deploy(g: &DarkSideRising, s: &mut State, sector: Sector, chance: &mut impl Chance) {
    s.deployed = Some(sector);
    s.opening = true;
    s.need = s.table[sector].map(|place| place.map(|card| g.tables[card.card].need).unwrap_or_default());
    s.stage = Stage::Vader;
    apply::roll_death_star(g, s, chance);
}

/// Step 2b: rotate, or stay with an extra effect (p7, p12). A second Death Star result is resolved at
/// once, before the attack (ruling [R2](crate::dark_side_rising::rulings#r2)).
fn vader_die(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    s.stage = Stage::Attack;
    let face = VaderFace::at(chance.pick(g.tables.vader.values()));
    chance.tell(|story| story::vader_die(story, face));
    match face {
        VaderFace::Clockwise => turn_vader(s, s.vader.clockwise(), chance),
        VaderFace::CounterClockwise => turn_vader(s, s.vader.counter_clockwise(), chance),
        VaderFace::Helmet => s.helmet = true,
        VaderFace::DeathStar => apply::roll_death_star(g, s, chance),
    }
}

fn turn_vader(s: &mut State, to: Sector, chance: &mut impl Chance) {
    s.vader = to;
    chance.tell(|story| story::vader(story, to));
}

/// Step 2c, Vader's attack: one damage on every Rebel in his sector, recruited or not, with the active
/// team if it is deployed there (p7, p12). Before the Imperials (ruling [R1](crate::dark_side_rising::rulings#r1)).
fn vader_attack(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    let sector = s.vader;
    chance.tell(|story| {
        _ = story.cause("Darth Vader").push(Deed::Attack, Item::new(names::sector(sector)));
    });
    apply::damage_sector(g, s, sector, Traits::EMPTY, 1, chance);
    s.stage = Stage::Imperials;
    s.cursor = 0;
}

/// Step 2d: the Imperials in Vader's sector, in order of their places (ruling [R6](crate::dark_side_rising::rulings#r6)); with the helmet then
/// those of the other sectors clockwise (p7).
fn next_imperial(g: &DarkSideRising, s: &mut State) {
    let end = if s.helmet { PLACES } else { SPOTS };
    while let Some((sector, spot)) = next_place(s, end) {
        if let Some(card) = s.table[sector][spot].filter(|card| card.is_imperial()) {
            return apply::push(s, g.tables[card.card].span, Origin::Table(sector.index() * SPOTS + spot));
        }
    }
    s.stage = Stage::Gather;
    s.cursor = 0;
}

const PLACES: usize = Sector::N * SPOTS;

/// The next of the first `end` places, sectors clockwise from Vader.
fn next_place(s: &mut State, end: usize) -> Option<(Sector, usize)> {
    let i = usize::from(s.cursor);
    (i < end).then(|| {
        s.cursor += 1;
        (s.vader.ahead(i / SPOTS), i % SPOTS)
    })
}

/// Step 3: the base pool, then extra dice from Rebels on the team (p8). Conditions are judged now
/// (ruling [R38](crate::dark_side_rising::rulings#r38)).
fn gather(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    if s.cursor == 0 {
        s.waiting = g.base(s).dice;
        chance.tell(|story| {
            let dice = s.waiting.iter().filter(|(_, n)| **n > 0);
            let dice = dice.map(|(c, n)| Item::new(format!("{} die", c.word())).times(*n));
            _ = story.cause(names::active(s)).all(Deed::Gain, dice);
        });
        for _ in 0..s.fewer_dice {
            let colours = Colour::ALL.iter().rev();
            let most = *colours.max_by_key(|&&c| s.waiting[c]).expect("there are four colours");
            s.waiting[most] = s.waiting[most].saturating_sub(1);
            chance.tell(|story| {
                let die = Item::new(format!("{} die", most.word()));
                _ = story.cause(names::active(s)).push(Deed::Lose, die);
            });
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
        if ability.when == when && !s.recruits.has(member.card) && g.holds(s, place, ability.condition) {
            return apply::push(s, g.tables[member.card].span, Origin::Member(place));
        }
    }
    s.stage = then;
    s.cursor = 0;
}

/// Rolls all dice that wait or lie unassigned; judges the team ability on the raw opening roll (ruling [R22](crate::dark_side_rising::rulings#r22)).
pub fn roll(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    for c in Colour::all() {
        let n = std::mem::take(&mut s.waiting[c]) + s.faces(c).iter().sum::<u8>();
        *s.faces_mut(c) = match n {
            0 => Default::default(),
            n => g.tables.dice[c].table.roll(usize::from(n), chance),
        };
    }
    s.stage = Stage::Rolled;
    (s.assigned, s.fed_now) = (false, Set::EMPTY);
    chance.tell(|story| story::rolled(story, g, s));
    if std::mem::take(&mut s.opening) {
        let base = g.base(s);
        let rolled = s.rolled.values().iter().zip(g.tables.faces.values());
        let shown: u8 = rolled.map(|(n, (t, symbols))| if *t == base.symbol { n * symbols } else { 0 }).sum();
        chance.tell(|story| {
            let (symbol, wanted) = (base.symbol.word(), base.threshold);
            let team = title(s.seats.team(usize::from(s.active)).word());
            let so = if shown >= wanted { "works" } else { "does not work" };
            let shown = counted(shown, &format!("{symbol} symbol"));
            let words = format!("{shown}, {wanted} needed: the team's ability {so}");
            _ = story.cause(format!("Team {team}")).push(Deed::Note, Item::new(words));
        });
        if shown >= base.threshold {
            apply::push(s, base.span, Origin::Elsewhere);
        }
    }
}

/// Steps 4a and 4b (p9): matched Rebels join with all damage removed, even at full damage (ruling [R28](crate::dark_side_rising::rulings#r28));
/// matched Imperials take one damage; a token for each damage added to an Imperial this turn.
fn resolve(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    let sector = s.deployed.expect("the turn has a deployed team");
    for spot in Spot::all() {
        let Some(card) = s.table[sector][spot.index()] else { continue };
        let fed = g.rules.tokens_alone_complete || s.fed.has(spot);
        if !nothing(&s.need[spot.index()]) || !fed {
            continue;
        }
        if card.is_imperial() {
            chance.tell(|story| _ = story.cause("Dice"));
            apply::strike(g, s, sector, spot.index(), chance);
        } else {
            chance.tell(|story| {
                _ = story.cause(names::active(s)).push(Deed::Join, story::card(g, card));
            });
            s.seats.join(usize::from(s.active), InPlay::fresh(card.card));
            s.table[sector][spot.index()] = None;
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
fn defeat(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    chance.tell(|story| _ = story.cause(""));
    for place in s.table.values_mut().as_flattened_mut() {
        if let Some(card) = place.take_if(|card| g.is_full(*card)) {
            s.defeated.add(card.card);
            chance.tell(|story| _ = story.push(Deed::Defeat, story::card(g, card)));
        }
    }
    for seat in 0..g.players {
        let mut i = 0;
        while let Some(&rebel) = s.seats.rebels(seat).get(i) {
            if g.is_full(rebel) {
                s.defeated.add(s.seats.leave(seat, i).card);
                chance.tell(|story| _ = story.push(Deed::Defeat, story::card(g, rebel)));
            } else {
                i += 1;
            }
        }
    }
    s.stage = Stage::Refill;
    s.cursor = 0;
}

/// Step 4d: empty places are refilled, sectors clockwise from Vader, places in order (ruling [R50](crate::dark_side_rising::rulings#r50)). An
/// empty deck leaves them empty (ruling [R32](crate::dark_side_rising::rulings#r32)).
fn refill(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    while let Some((sector, spot)) = next_place(s, PLACES) {
        if s.table[sector][spot].is_some() || s.deck.is_empty() {
            continue;
        }
        let card = draw(&mut s.deck, chance);
        s.table[sector][spot] = Some(InPlay::fresh(card));
        chance.tell(|story| {
            let place = format!("{} ({})", g.tables[card].name, names::sector(sector));
            _ = story.cause("").push(Deed::Reveal, Item::new(place));
        });
        if card.is_imperial() {
            return revealed(g, s);
        }
    }
    s.stage = Stage::Conclude;
}

/// Rebels that act when an Imperial is revealed: on their owner's turns, not on the turn they were
/// recruited (ruling [R34](crate::dark_side_rising::rulings#r34)).
fn revealed(g: &DarkSideRising, s: &mut State) {
    for seat in 0..g.players {
        let own = seat == usize::from(s.active);
        if !own && !g.rules.reveal_on_any_turn {
            continue;
        }
        for place in 0..s.seats.rebels(seat).len() {
            let card = s.seats.rebels(seat)[place].card;
            if g.ability(card).when == When::Revealed && !s.recruits.has(card) {
                let origin = if own { Origin::Member(place) } else { Origin::Elsewhere };
                apply::push(s, g.tables[card].span, origin);
            }
        }
    }
}

/// Steps 4e and 4f: full components flip (p9, p11), the end is judged with a win first (p9, ruling [R31](crate::dark_side_rising::rulings#r31)),
/// dice and token go back, and the next player's turn begins.
fn conclude(g: &DarkSideRising, s: &mut State, chance: &mut impl Chance) {
    for c in Component::all() {
        if s.counters[c] == g.tables.tiles[c].spaces {
            s.counters[c] = 0;
            s.operational.add(c);
            chance.tell(|story| {
                let does = effect(g.tables.ops(g.tables.tiles[c].span));
                let words = format!("it is operational. When its colour is rolled: {does}");
                _ = story.cause(names::component(c)).push(Deed::Note, Item::new(words));
            });
        }
    }
    s.turn = turns::after(s.turn);
    clear(s);
    s.ending = ending(g, s);
    if s.ending == Ending::None {
        s.active = (s.active + 1) % g.players as u8;
        s.stage = Stage::Deploy;
        for (token, n) in s.tokens.iter_mut() {
            *n += std::mem::take(&mut s.locked[token]);
        }
        chance
            .tell(|story| _ = story.note(Deed::Begin, format!("Turn {}: {}", s.turn + 1, names::active(s))));
    } else {
        s.stage = Stage::Over;
        chance.tell(|story| _ = story.note(Deed::End, names::ending(g, s)));
    }
}

/// How the game has ended at the end of a turn, a win first (p9, ruling [R31](crate::dark_side_rising::rulings#r31)).
pub fn ending(g: &DarkSideRising, s: &State) -> Ending {
    if s.imperials_defeated() >= g.rules.imperials {
        Ending::Won
    } else if s.operational.len() >= g.rules.components {
        Ending::DeathStarComplete
    } else if s.rebels_defeated() >= g.rules.rebels_lost {
        Ending::TooManyRebelsLost
    } else if s.seats.each().any(<[_]>::is_empty) {
        Ending::TeamWipedOut
    } else {
        Ending::None
    }
}

/// Takes away what belongs to a turn.
pub fn clear(s: &mut State) {
    (s.recruits, s.used, s.fed, s.fed_now) = (CardSet::EMPTY, Set::EMPTY, Set::EMPTY, Set::EMPTY);
    s.need = Default::default();
    s.paid = ByPayee::default();
    (s.rolled, s.waiting, s.spent) = Default::default();
    s.deployed = None;
    (s.helmet, s.opening, s.assigned, s.healing_forbidden) = (false, false, false, false);
    (s.cursor, s.fewer_dice, s.strikes) = (0, 0, 0);
}
