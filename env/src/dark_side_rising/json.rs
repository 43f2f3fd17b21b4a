//! States as JSON in the rulebook's words; reading validates every invariant and says what is wrong.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::DarkSideRising;
use super::action::DieType;
use super::cards::Tables;
use super::invariants;
use super::setup;
use super::state::{CardSet, Ending, Frame, InPlay, Stage, State};
use super::words::{CARDS, Colour, Component, Sector, TEAM_CAP, Team, Token, Trait};
use crate::error::{Error, ErrorKind};
use crate::finite::Finite;

/// Counts by the word of a thing; zeros are left out.
type Counts = BTreeMap<String, u8>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    turn: u16,
    active_seat: u8,
    stage: String,
    ending: String,
    vader: Sector,
    deployed: Option<Sector>,
    sectors: BTreeMap<String, [Option<Placed>; 3]>,
    seats: Vec<Seat>,
    deck: Vec<String>,
    defeated: Vec<String>,
    components: BTreeMap<String, Tile>,
    tokens: Tokens,
    this_turn: ThisTurn,
    #[serde(default)]
    recruits_turned_away: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    card: String,
    damage: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    team: Team,
    rebels: Vec<Placed>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Tile {
    Counters(u8),
    Word(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    usable: Counts,
    locked: Counts,
    discarded: Counts,
    face_down: Counts,
}

/// What belongs to the running turn only; all empty before deployment.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of the turn of its own")]
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct ThisTurn {
    symbols_needed: Option<[Counts; 3]>,
    spots_with_dice: u8,
    spots_with_dice_in_this_roll: u8,
    rolled: Counts,
    waiting: Counts,
    spent: Counts,
    opening_roll_to_come: bool,
    die_assigned_in_this_roll: bool,
    symbols_paid: [u8; TEAM_CAP],
    abilities_used: Vec<u8>,
    recruits: Vec<String>,
    damage_on_imperials: u8,
    helmet: bool,
    healing_forbidden: bool,
    fewer_dice: u8,
    place_reached: u8,
    effects: Vec<Effect>,
    chosen: Vec<String>,
    waits_for_choice: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Effect {
    verb: u8,
    verbs_left: u8,
    origin: u8,
    memo: u8,
}

const STAGES: [(Stage, &str); 13] = [
    (Stage::Deploy, "deploy"),
    (Stage::Vader, "vader"),
    (Stage::Attack, "attack"),
    (Stage::Imperials, "imperials"),
    (Stage::Gather, "gather"),
    (Stage::Muster, "before_opening_roll"),
    (Stage::Rolled, "rolled"),
    (Stage::Resolve, "resolve"),
    (Stage::Struck, "struck"),
    (Stage::Defeat, "defeat"),
    (Stage::Refill, "refill"),
    (Stage::Conclude, "conclude"),
    (Stage::Over, "over"),
];

const ENDINGS: [Ending; 5] =
    [Ending::None, Ending::Won, Ending::DeathStarComplete, Ending::TenRebelsLost, Ending::TeamWipedOut];

/// The state as JSON.
pub fn write(g: &DarkSideRising, s: &State) -> Value {
    let t = &g.tables;
    let names = |set: CardSet| set.iter().map(|c| t.cards[usize::from(c)].name.clone()).collect();
    let placed = |c: &InPlay| Placed { card: t.cards[usize::from(c.card)].name.clone(), damage: c.damage };
    let stage = STAGES.iter().find(|(stage, _)| *stage == s.stage).expect("every stage has a word").1;
    let table = Table {
        turn: s.turn,
        active_seat: s.active,
        stage: stage.into(),
        ending: s.ending.word().into(),
        vader: s.vader,
        deployed: s.deployed,
        sectors: Sector::all()
            .map(|at| (at.label(), s.table[at.index()].map(|c| c.is_card().then(|| placed(&c)))))
            .collect(),
        seats: (0..g.players)
            .map(|p| Seat { team: s.bases[p], rebels: s.teams[p].iter().map(placed).collect() })
            .collect(),
        deck: names(s.deck),
        defeated: names(s.defeated),
        components: Component::all()
            .map(|c| {
                let tile = match s.is_operational(c.index()) {
                    true => Tile::Word("operational".into()),
                    false => Tile::Counters(s.counters[c.index()]),
                };
                (c.label(), tile)
            })
            .collect(),
        tokens: Tokens {
            usable: counts::<Token>(&s.tokens),
            locked: counts::<Token>(&s.locked),
            discarded: counts::<Token>(&s.discards),
            face_down: counts::<Token>(&s.supply),
        },
        this_turn: this_turn(t, s),
        recruits_turned_away: s.turned_away,
    };
    serde_json::to_value(table).expect("a table is plain data")
}

fn this_turn(t: &Tables, s: &State) -> ThisTurn {
    let names = |set: CardSet| set.iter().map(|c| t.cards[usize::from(c)].name.clone()).collect();
    ThisTurn {
        symbols_needed: s.deployed.map(|_| s.need.map(|n| counts::<Trait>(&n))),
        spots_with_dice: s.fed,
        spots_with_dice_in_this_roll: s.fed_now,
        rolled: counts::<DieType>(&s.rolled),
        waiting: counts::<Colour>(&s.waiting),
        spent: counts::<Colour>(&s.spent),
        opening_roll_to_come: s.opening,
        die_assigned_in_this_roll: s.assigned,
        symbols_paid: s.paid,
        abilities_used: (0..TEAM_CAP as u8).filter(|p| s.used >> p & 1 == 1).collect(),
        recruits: names(s.recruits),
        damage_on_imperials: s.strikes,
        helmet: s.helmet,
        healing_forbidden: s.healing_forbidden,
        fewer_dice: s.fewer_dice,
        place_reached: s.cursor,
        effects: s
            .frames
            .iter()
            .map(|f| Effect { verb: f.at, verbs_left: f.left, origin: f.origin, memo: f.memo })
            .collect(),
        chosen: names(s.chosen),
        waits_for_choice: s.asking,
    }
}

fn counts<F: Finite>(zone: &[u8]) -> Counts {
    F::all().filter(|f| zone[f.index()] > 0).map(|f| (f.label(), zone[f.index()])).collect()
}

/// Reads a state and checks it.
pub fn read(g: &DarkSideRising, json: &Value) -> Result<State, Error> {
    let wrong = |why: String| Error::new(ErrorKind::State, format!("not a state of dark_side_rising: {why}"));
    let table: Table = Table::deserialize(json).map_err(|e| wrong(e.to_string()))?;
    let s = build(g, table).map_err(wrong)?;
    invariants::check(g, &s).map_err(wrong)?;
    Ok(s)
}

fn build(g: &DarkSideRising, table: Table) -> Result<State, String> {
    let t = &g.tables;
    let mut s = setup::empty(g);
    let stage = STAGES.iter().find(|(_, word)| *word == table.stage);
    let ending = ENDINGS.iter().find(|e| e.word() == table.ending);
    s.stage = stage.ok_or_else(|| format!("no stage '{}'", table.stage))?.0;
    s.ending = *ending.ok_or_else(|| format!("no ending '{}'", table.ending))?;
    (s.turn, s.active, s.turned_away) = (table.turn, table.active_seat, table.recruits_turned_away);
    (s.vader, s.deployed) = (table.vader, table.deployed);
    s.deck = set(t, &table.deck)?;
    s.defeated = set(t, &table.defeated)?;
    for (word, places) in table.sectors {
        let sector = Sector::from_label(&word).ok_or_else(|| format!("no sector '{word}'"))?;
        for (spot, card) in places.into_iter().enumerate() {
            s.table[sector.index()][spot] = card.map_or(Ok(InPlay::default()), |c| placed(t, &c))?;
        }
    }
    seats(g, &mut s, table.seats)?;
    s.counters = [0; Component::N];
    for (word, tile) in table.components {
        let c = Component::from_label(&word).ok_or_else(|| format!("no component '{word}'"))?.index();
        match tile {
            Tile::Counters(n) => s.counters[c] = n,
            Tile::Word(word) if word == "operational" => s.operational |= 1 << c,
            Tile::Word(word) => {
                return Err(format!("a component is a count or \"operational\", not '{word}'"));
            }
        }
    }
    fill::<Token>(&mut s.tokens, &table.tokens.usable)?;
    fill::<Token>(&mut s.locked, &table.tokens.locked)?;
    fill::<Token>(&mut s.discards, &table.tokens.discarded)?;
    fill::<Token>(&mut s.supply, &table.tokens.face_down)?;
    resume(g, &mut s, table.this_turn)?;
    Ok(s)
}

fn seats(g: &DarkSideRising, s: &mut State, seats: Vec<Seat>) -> Result<(), String> {
    if seats.len() != g.players {
        return Err(format!("{} seats, but the game has {} players", seats.len(), g.players));
    }
    let teams: Vec<Team> = seats.iter().map(|seat| seat.team).collect();
    s.bases = setup::seated(&teams);
    for (p, seat) in seats.into_iter().enumerate() {
        if seat.rebels.len() > TEAM_CAP {
            return Err(format!("seat {p} has {} Rebels, more than {TEAM_CAP}", seat.rebels.len()));
        }
        for rebel in seat.rebels {
            s.teams[p].push(placed(&g.tables, &rebel)?);
        }
    }
    Ok(())
}

fn resume(g: &DarkSideRising, s: &mut State, now: ThisTurn) -> Result<(), String> {
    let t = &g.tables;
    if now.symbols_needed.is_some() != s.deployed.is_some() {
        return Err("'symbols_needed' goes with a deployed team".into());
    }
    for (need, written) in s.need.iter_mut().zip(now.symbols_needed.unwrap_or_default()) {
        fill::<Trait>(need, &written)?;
    }
    fill::<DieType>(&mut s.rolled, &now.rolled)?;
    fill::<Colour>(&mut s.waiting, &now.waiting)?;
    fill::<Colour>(&mut s.spent, &now.spent)?;
    (s.fed, s.fed_now) = (now.spots_with_dice, now.spots_with_dice_in_this_roll);
    (s.opening, s.assigned) = (now.opening_roll_to_come, now.die_assigned_in_this_roll);
    (s.helmet, s.healing_forbidden, s.asking) = (now.helmet, now.healing_forbidden, now.waits_for_choice);
    (s.fewer_dice, s.strikes, s.cursor) = (now.fewer_dice, now.damage_on_imperials, now.place_reached);
    s.paid = now.symbols_paid;
    s.used = now.abilities_used.iter().try_fold(0, |bits, p| match usize::from(*p) < TEAM_CAP {
        true => Ok(bits | 1 << p),
        false => Err(format!("no place {p} on a team")),
    })?;
    s.recruits = set(t, &now.recruits)?;
    s.chosen = set(t, &now.chosen)?;
    if now.effects.len() > 8 {
        return Err("more than 8 effects under way".into());
    }
    for f in now.effects {
        if usize::from(f.verb) + usize::from(f.verbs_left) > t.program.len() {
            return Err(format!("no verb {}", usize::from(f.verb) + usize::from(f.verbs_left)));
        }
        s.frames.push(Frame { at: f.verb, left: f.verbs_left, origin: f.origin, memo: f.memo });
    }
    Ok(())
}

fn card(t: &Tables, name: &str) -> Result<u8, String> {
    let found = t.cards.iter().position(|c| c.name == name);
    found.map(|c| c as u8).ok_or_else(|| {
        let hint = crate::error::nearest(name, t.cards.iter().map(|c| c.name.as_str()));
        format!("no card '{name}'{}", hint.map(|n| format!("; did you mean '{n}'?")).unwrap_or_default())
    })
}

fn placed(t: &Tables, p: &Placed) -> Result<InPlay, String> {
    Ok(InPlay { card: card(t, &p.card)?, damage: p.damage })
}

fn set(t: &Tables, names: &[String]) -> Result<CardSet, String> {
    let mut set = CardSet::default();
    for name in names {
        let c = card(t, name)?;
        if set.has(c) {
            return Err(format!("{name} is listed twice"));
        }
        set.add(c);
    }
    debug_assert!(set.count(CardSet(u64::MAX)) <= CARDS);
    Ok(set)
}

fn fill<F: Finite>(zone: &mut [u8], written: &Counts) -> Result<(), String> {
    zone.fill(0);
    for (word, n) in written {
        let f = F::all().find(|f| f.label() == *word).ok_or_else(|| format!("no '{word}' to count"))?;
        zone[f.index()] = *n;
    }
    Ok(())
}
