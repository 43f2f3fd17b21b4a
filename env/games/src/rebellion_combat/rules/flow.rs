//! The order of a combat (rulebook p4-5): what happens by itself between decisions.

use holotable_env::bits::places;
use holotable_env::{Chance, Deed, Finite, Item};

use super::RebellionCombat;
use super::action::Own;
use super::legal::{any_to_take, may_add_leader, may_retreat};
use super::state::{Camp, Ending, Stage, State};
use super::words::{ByColour, BySide, ByTheatre, Leader, Side, Theatre};
use super::{apply, attack, end, names, plans, story};

/// Plays on until a decision is needed or the combat is over.
#[inline]
pub fn run(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    loop {
        while s.playing.is_some() {
            if !apply::advance(g, s, chance) {
                return;
            }
        }
        match s.stage {
            Stage::Leaders if may_add_leader(g, s) => return,
            Stage::Leaders => next_leader(s),
            Stage::Tactics if cards_of_leaders(g, s) > 0 => return,
            Stage::Tactics => next_tactics(g, s, chance),
            Stage::Structures if cards_of_structures(g, s) > 0 => return,
            Stage::Structures => next_structures(s),
            Stage::Roll if attack::has_dice(g, s, s.side, s.theatre) => return,
            Stage::Roll => {
                chance.tell(|story| {
                    let words = format!("no dice to attack with {}", names::place(s.theatre));
                    _ = story.cause(names::title(s.side)).push(Deed::Note, Item::new(words));
                });
                s.stage = Stage::Actions;
            }
            Stage::Actions if attack::may_act(g, s) => return,
            Stage::Actions => s.stage = Stage::Assign,
            Stage::Assign if attack::next_die(g, s).is_some() => return,
            Stage::Assign => {
                chance.tell(|story| story::wasted(story, s));
                s.stage = Stage::Block;
            }
            Stage::Block if attack::may_block(g, s) => return,
            Stage::Block => end_attack(g, s, chance),
            Stage::Plans if plans::waits(s) || plans::may_try(g, s) => return,
            Stage::Plans => begin_battle(g, s, Theatre::Ground, chance),
            Stage::Retreat if may_retreat(g, s, s.side) => return,
            Stage::Retreat => next_retreat(g, s, chance),
            Stage::Take if any_to_take(g, s) => return,
            Stage::Take => arrive(g, s, chance),
            Stage::Cards | Stage::Lead | Stage::Over => return,
        }
    }
}

/// Step 1: the current player decides first.
pub fn next_leader(s: &mut State) {
    if s.side == s.current {
        s.side = s.side.other();
    } else {
        let next = if s.cards.waits { Stage::Cards } else { Stage::Tactics };
        (s.stage, s.side, s.theatre) = (next, s.current, Theatre::Space);
    }
}

/// Step 2: how many cards of this theatre the side draws for its best leader, if the theatre is contested.
pub fn cards_of_leaders(g: &RebellionCombat, s: &State) -> u8 {
    if !g.rules.tactics || !s.contested(&g.tables, s.theatre) {
        return 0;
    }
    let leaders = s.camps[s.side].leaders.iter().filter_map(|leader| g.tables.leader(s.side, leader));
    leaders.map(|leader| leader.tactics[s.theatre]).max().unwrap_or(0)
}

/// The current player draws for both theatres, then the opponent.
pub fn next_tactics(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    match (s.theatre, s.side == s.current) {
        (Theatre::Space, _) => s.theatre = Theatre::Ground,
        (Theatre::Ground, true) => (s.side, s.theatre) = (s.side.other(), Theatre::Space),
        (Theatre::Ground, false) => begin_round(g, s, chance),
    }
}

fn begin_round(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    s.round += 1;
    begin_battle(g, s, Theatre::Space, chance);
}

/// A battle step is resolved only where both sides have units.
fn begin_battle(g: &RebellionCombat, s: &mut State, theatre: Theatre, chance: &mut impl Chance) {
    (s.theatre, s.side) = (theatre, s.current);
    s.stage = match (s.contested(&g.tables, theatre), theatre) {
        (true, Theatre::Space) => Stage::Roll,
        (true, Theatre::Ground) => Stage::Structures,
        (false, Theatre::Space) => return begin_battle(g, s, Theatre::Ground, chance),
        (false, Theatre::Ground) => return begin_retreats(g, s),
    };
    chance.tell(|story| story::battle(story, s, theatre));
}

/// The retreat step begins. Who has won so far is noted before anybody leaves: where both sides flee in the same step, neither
/// has won by that (FAQ p2).
fn begin_retreats(g: &RebellionCombat, s: &mut State) {
    end::note_wins(g, s);
    (s.side, s.stage) = (s.current, Stage::Retreat);
}

/// How many ground cards the side draws for its Shield Generators.
pub fn cards_of_structures(g: &RebellionCombat, s: &State) -> u8 {
    if !g.rules.tactics {
        return 0;
    }
    let rows = g.tables.rows(s.side, Theatre::Ground);
    rows.map(|row| g.tables.stat(s.side, row).draws * s.count(s.side, row)).sum()
}

/// Both draw for their structures, then the current player attacks.
pub fn next_structures(s: &mut State) {
    let last = s.side != s.current;
    s.side = s.side.other();
    if last {
        s.stage = Stage::Roll;
    }
}

/// The last step of an attack: destroy units. The opponent attacks next; after both the destroyed are gone for good.
pub fn end_attack(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    attack::settle(g, s, chance);
    if s.side == s.current {
        (s.side, s.stage) = (s.side.other(), Stage::Roll);
        return;
    }
    for Camp { lost, parked, .. } in s.camps.values_mut() {
        lost.iter_mut().for_each(|(row, n)| *n += std::mem::take(&mut parked[row]));
    }
    match s.theatre {
        Theatre::Space => (s.side, s.stage) = (Side::Rebels, Stage::Plans),
        Theatre::Ground => begin_retreats(g, s),
    }
}

/// The Rebels try the plans, with some dice set as direct hits, then fight on the ground.
pub fn use_plans(g: &RebellionCombat, s: &mut State, set: usize, chance: &mut impl Chance) {
    plans::attempt(g, s, set, chance);
    if !plans::waits(s) {
        begin_battle(g, s, Theatre::Ground, chance);
    }
}

/// The Rebels say which station the plans destroy, then both fight on the ground.
pub fn hit_station(g: &RebellionCombat, s: &mut State, station: Own, chance: &mut impl Chance) {
    plans::destroy(g, s, station, chance);
    begin_battle(g, s, Theatre::Ground, chance);
}

/// The attempt is left out this round.
pub fn no_plans(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    begin_battle(g, s, Theatre::Ground, chance);
}

/// The current player decides first about a retreat.
pub fn next_retreat(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    if s.side == s.current {
        (s.side, s.stage) = (s.side.other(), Stage::Retreat);
    } else {
        conclude(g, s, chance);
    }
}

/// A retreat: the leader goes, and all ships that move by themselves.
pub fn leave(g: &RebellionCombat, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    let side = s.side;
    let going = s.there(side) & g.tables.places[side].free;
    let camp = &mut s.camps[side];
    let mut room = 0u8;
    chance.tell(|story| {
        let name = g.tables.leader(side, leader).map_or("nobody", |leader| &leader.name);
        _ = story.cause(names::title(side)).echo(Deed::Note, Item::new(format!("{name} leads the retreat")));
    });
    for unit in places(going).map(Own::at) {
        let n = std::mem::take(&mut camp.units[unit]);
        room = room.saturating_add(g.tables.stat(side, unit.row).carries * n);
        camp.retreated[unit.row] += n;
        chance.tell(|story| _ = story.push(Deed::Note, story::left(&g.tables, side, unit, n)));
    }
    camp.leaders.take(leader);
    camp.away.add(leader);
    (s.room, s.stage) = (room, Stage::Take);
}

/// Takes a unit along that is carried, or moves by itself when the side may leave without carriers.
pub fn take(g: &RebellionCombat, s: &mut State, unit: Own, chance: &mut impl Chance) {
    let side = s.side;
    chance.tell(|story| {
        _ = story.cause(names::title(side)).echo(Deed::Note, story::left(&g.tables, side, unit, 1));
    });
    let camp = &mut s.camps[side];
    camp.units[unit] -= 1;
    camp.retreated[unit.row] += 1;
    if !camp.free {
        s.room -= 1;
    }
}

/// The retreat is complete.
pub fn arrive(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    let to = s.camps[s.side].fled_to.expect("a retreat goes somewhere");
    s.beside[to.index()].units.add(s.side);
    s.room = 0;
    chance.tell(|story| {
        _ = story.cause(names::title(s.side)).push(Deed::Move, Item::new(names::beside(to)));
    });
    next_retreat(g, s, chance);
}

/// The end of a round: the helpless are lost, and the combat goes on where both still have units.
fn conclude(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    // Of both sides before any is taken away.
    let helpless =
        BySide::from_fn(|side| ByTheatre::from_fn(|theatre| end::is_helpless(g, s, side, theatre)));
    for (side, camp) in s.camps.iter_mut() {
        for theatre in Theatre::all().filter(|&theatre| helpless[side][theatre]) {
            chance.tell(|story| story::helpless(story, side, theatre));
            for row in g.tables.rows(side, theatre) {
                let n = camp.units.count(row);
                camp.lost[row] += n;
                chance.tell(|story| story::gone(story, &g.tables, side, row, n));
                camp.units.levels_mut(row).fill(0);
            }
        }
    }
    end::note_wins(g, s);
    s.ending = end::judge(g, s);
    for camp in s.camps.values_mut() {
        (camp.held, camp.free) = (camp.odds.barred && s.ending == Ending::None, false);
        (camp.odds.fewer, camp.odds.muted) = (ByColour::default(), false);
    }
    if s.ending == Ending::None {
        begin_round(g, s, chance);
    } else {
        // Hands and damage are left as they are, for whoever looks back at the combat.
        (s.stage, s.side, s.theatre) = (Stage::Over, s.current, Theatre::Space);
        chance.tell(|story| story::over(story, g, s));
    }
}
