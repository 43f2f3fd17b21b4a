//! States as JSON in the rulebook's words; reading validates every invariant and says what is wrong.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RebellionCombat;
use super::action::Die;
use super::invariants;
use super::load::{leader_set, row};
use super::scenario::Setup;
use super::state::{Beside, Camp, Ending, Hit, Playing, Stage, State};
use super::tables::Tables;
use super::words::{CARDS, Colour, HITS, LEVELS, Loyalty, NEIGHBOURS, ROWS, Side, Theatre};
use crate::bits::places;
use crate::error::{Error, ErrorKind, nearest};
use crate::finite::Finite;

/// Counts by the word of a thing; zeros are left out.
type Counts = BTreeMap<String, u8>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Battle {
    loyalty: Loyalty,
    current: Side,
    #[serde(default)]
    plans: bool,
    #[serde(default)]
    neighbours: Vec<Place>,
    empire: Seat,
    rebels: Seat,
    #[serde(default)]
    discards: Decks,
    #[serde(default)]
    round: u8,
    #[serde(default)]
    stage: Stage,
    #[serde(default)]
    ending: Ending,
    #[serde(default)]
    now: Now,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    #[serde(default)]
    loyalty: Loyalty,
    #[serde(default)]
    units: Vec<Side>,
    #[serde(default)]
    origin: bool,
}

/// Cards by deck and name.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Decks {
    space: Counts,
    ground: Counts,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Seat {
    /// For each kind of unit the damage markers on each.
    units: BTreeMap<String, Vec<u8>>,
    leaders: Vec<String>,
    pool: Vec<String>,
    leaders_retreated: Vec<String>,
    hand: Decks,
    destroyed_in_this_step: Counts,
    lost: Counts,
    retreated: Counts,
    has_retreated: bool,
    cannot_retreat_in_this_round: bool,
    retreats_without_carriers_in_this_round: bool,
}

/// What belongs to the battle step under way; all empty before the first.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Now {
    theatre: Option<Theatre>,
    side: Option<Side>,
    dice: Counts,
    rolled_again: Counts,
    hits: Vec<Wound>,
    no_block: bool,
    playing: Option<Step>,
    retreats_to: Option<u8>,
    room: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wound {
    unit: String,
    markers: u8,
    assigned: u8,
    #[serde(default)]
    chosen: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    theatre: Theatre,
    card: String,
    verbs_left: u8,
    memo: u8,
}

/// The state as JSON.
pub fn write(g: &RebellionCombat, s: &State) -> Value {
    let t = &g.tables;
    let retreating = matches!(s.stage, Stage::Lead | Stage::Take);
    let battle = Battle {
        loyalty: s.loyalty,
        current: s.current,
        plans: s.plans,
        neighbours: s.beside.iter().map(place).collect(),
        empire: seat(t, s, Side::Empire),
        rebels: seat(t, s, Side::Rebels),
        discards: decks(t, &s.discards),
        round: s.round,
        stage: s.stage,
        ending: s.ending,
        now: Now {
            theatre: Some(s.theatre),
            side: Some(s.side),
            dice: counts::<Die>(s.dice.as_flattened()),
            rolled_again: counts::<Colour>(&s.aside),
            hits: s.hits.iter().map(|h| wound(t, s.side.other(), *h)).collect(),
            no_block: s.no_block,
            playing: (s.playing.left > 0).then(|| step(t, s.playing)),
            retreats_to: retreating.then_some(s.to),
            room: s.room,
        },
    };
    serde_json::to_value(battle).expect("a battle is plain data")
}

fn place(b: &Beside) -> Place {
    Place { loyalty: b.loyalty, units: Side::all().filter(|&side| b.has(side)).collect(), origin: b.origin }
}

fn wound(t: &Tables, side: Side, h: Hit) -> Wound {
    let unit = t.unit(side, usize::from(h.row)).name.clone();
    Wound { unit, markers: h.marked, assigned: h.assigned, chosen: h.chosen }
}

fn step(t: &Tables, p: Playing) -> Step {
    let tactic = &t.tactics[usize::from(p.card)];
    Step { theatre: tactic.theatre, card: tactic.name.clone(), verbs_left: p.left, memo: p.memo }
}

fn seat(t: &Tables, s: &State, side: Side) -> Seat {
    let (camp, rows) = (s.camp(side), &t.units[side.index()]);
    let name = |row: usize| rows[row].name.clone();
    let by_row = |zone: &[u8; ROWS]| {
        (0..ROWS).filter(|&row| zone[row] > 0).map(|row| (name(row), zone[row])).collect()
    };
    let markers = |row: usize| -> Vec<u8> {
        let levels = s.units[side.index()][row].iter().enumerate();
        levels.flat_map(|(m, &n)| std::iter::repeat_n(m as u8, usize::from(n))).collect()
    };
    let names = |set: u16| places(u64::from(set)).map(|i| t.leaders[side.index()][i].name.clone()).collect();
    Seat {
        units: (0..ROWS).map(|row| (name(row), markers(row))).filter(|(_, m)| !m.is_empty()).collect(),
        leaders: names(camp.leaders),
        pool: names(camp.pool),
        leaders_retreated: names(camp.away),
        hand: decks(t, &camp.hand),
        destroyed_in_this_step: by_row(&camp.parked),
        lost: by_row(&camp.lost),
        retreated: by_row(&camp.retreated),
        has_retreated: camp.has_retreated,
        cannot_retreat_in_this_round: camp.held,
        retreats_without_carriers_in_this_round: camp.free,
    }
}

fn decks(t: &Tables, zone: &[u8; CARDS]) -> Decks {
    let deck = |theatre: Theatre| {
        let cards = t.cards(theatre).filter(|&card| zone[card] > 0);
        cards.map(|card| (t.tactics[card].name.clone(), zone[card])).collect()
    };
    Decks { space: deck(Theatre::Space), ground: deck(Theatre::Ground) }
}

fn counts<F: Finite>(zone: &[u8]) -> Counts {
    F::all().filter(|f| zone[f.index()] > 0).map(|f| (f.label(), zone[f.index()])).collect()
}

/// Reads a state and checks it.
pub fn read(g: &RebellionCombat, json: &Value) -> Result<State, Error> {
    let wrong = |why: String| Error::new(ErrorKind::State, format!("not a state of rebellion_combat: {why}"));
    let battle = Battle::deserialize(json).map_err(|e| wrong(e.to_string()))?;
    let s = build(g, &battle).map_err(wrong)?;
    invariants::check(g, &s).map_err(wrong)?;
    Ok(s)
}

fn build(g: &RebellionCombat, b: &Battle) -> Result<State, String> {
    let t = &g.tables;
    let mut s = Setup { loyalty: b.loyalty, plans: b.plans, ..Setup::default() }.state(t);
    (s.current, s.side) = (b.current, b.now.side.unwrap_or(b.current));
    if b.neighbours.len() > NEIGHBOURS {
        return Err(format!("{} neighbours, more than {NEIGHBOURS}", b.neighbours.len()));
    }
    for n in &b.neighbours {
        let units = n.units.iter().fold(0, |set, side| set | 1 << side.index());
        s.beside.push(Beside { loyalty: n.loyalty, units, origin: n.origin });
    }
    for (side, seat) in [(Side::Empire, &b.empire), (Side::Rebels, &b.rebels)] {
        s.camps[side.index()] = camp(t, side, seat)?;
        for (name, markers) in &seat.units {
            let row = row(t, side, name)?;
            for &m in markers {
                let level = s.units[side.index()][row].get_mut(usize::from(m));
                let level = level.ok_or_else(|| format!("{name} has {m} damage, {LEVELS} or more"))?;
                *level = level.checked_add(1).ok_or_else(|| format!("too many of {name}"))?;
            }
        }
    }
    s.discards = zone(t, &b.discards)?;
    for (card, tactic) in t.tactics.iter().enumerate() {
        let out = [s.discards[card], s.camps[0].hand[card], s.camps[1].hand[card]];
        let left = out.iter().try_fold(tactic.copies, |left, n| left.checked_sub(*n));
        s.deck[card] = left.ok_or_else(|| format!("more than {} of {}", tactic.copies, tactic.name))?;
    }
    (s.round, s.stage, s.ending) = (b.round, b.stage, b.ending);
    resume(t, &mut s, &b.now)?;
    Ok(s)
}

fn camp(t: &Tables, side: Side, seat: &Seat) -> Result<Camp, String> {
    let by_row = |counts: &Counts| {
        counts.iter().try_fold([0; ROWS], |mut zone, (name, n)| {
            zone[row(t, side, name)?] = *n;
            Ok::<_, String>(zone)
        })
    };
    Ok(Camp {
        leaders: leader_set(t, side, &seat.leaders)?,
        pool: leader_set(t, side, &seat.pool)?,
        away: leader_set(t, side, &seat.leaders_retreated)?,
        hand: zone(t, &seat.hand)?,
        parked: by_row(&seat.destroyed_in_this_step)?,
        lost: by_row(&seat.lost)?,
        retreated: by_row(&seat.retreated)?,
        held: seat.cannot_retreat_in_this_round,
        free: seat.retreats_without_carriers_in_this_round,
        has_retreated: seat.has_retreated,
    })
}

fn resume(t: &Tables, s: &mut State, now: &Now) -> Result<(), String> {
    s.theatre = now.theatre.unwrap_or(Theatre::Space);
    fill::<Die>(s.dice.as_flattened_mut(), &now.dice)?;
    fill::<Colour>(&mut s.aside, &now.rolled_again)?;
    if now.hits.len() > HITS {
        return Err(format!("{} hurt units, more than {HITS}", now.hits.len()));
    }
    for w in &now.hits {
        let row = row(t, s.side.other(), &w.unit)? as u8;
        s.hits.push(Hit { row, marked: w.markers, assigned: w.assigned, chosen: w.chosen });
    }
    s.hits.sort_unstable();
    s.no_block = now.no_block;
    if let Some(step) = &now.playing {
        let card = card(t, step.theatre, &step.card)?;
        let end = t.tactics[card].span.end;
        let at = end.checked_sub(step.verbs_left).ok_or_else(|| format!("{} has fewer verbs", step.card))?;
        s.playing = Playing { card: card as u8, at, left: step.verbs_left, memo: step.memo };
    }
    (s.to, s.room) = (now.retreats_to.unwrap_or(0), now.room);
    Ok(())
}

fn card(t: &Tables, deck: Theatre, name: &str) -> Result<usize, String> {
    let names = || t.cards(deck).map(|card| t.tactics[card].name.as_str());
    let found = t.cards(deck).find(|&card| t.tactics[card].name == name);
    found.ok_or_else(|| {
        let hint = nearest(name, names()).map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
        format!("no {} card is called '{name}'{hint}", deck.word())
    })
}

fn zone(t: &Tables, decks: &Decks) -> Result<[u8; CARDS], String> {
    let mut zone = [0; CARDS];
    for (deck, counts) in [(Theatre::Space, &decks.space), (Theatre::Ground, &decks.ground)] {
        for (name, n) in counts {
            zone[card(t, deck, name)?] = *n;
        }
    }
    Ok(zone)
}

fn fill<F: Finite>(zone: &mut [u8], written: &Counts) -> Result<(), String> {
    for (word, n) in written {
        let f = F::all().find(|f| f.label() == *word).ok_or_else(|| format!("no '{word}' to count"))?;
        zone[f.index()] = *n;
    }
    Ok(())
}
