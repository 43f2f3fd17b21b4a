//! Objectives: when their conditions hold, who is asked for them, and the reputation that they bring.

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::event::Event;
use super::goal::{Goal, When};
use super::state::{Post, Stage, State};
use super::tables::ObjectiveCard;
use super::words::{ALL, Leader, Leaders, Objective, Objectives, Row, Side, Theatre};
use super::{destroyed_systems, end, story};
use crate::rebellion_combat::State as Battle;
use crate::rebellion_combat::end::Aftermath;
use crate::rebellion_combat::state::Stage as Step;

/// The objectives of the data set of which this holds.
fn those(g: &Rebellion, mut which: impl FnMut(&ObjectiveCard) -> bool) -> Objectives {
    let all = g.tables.objectives.iter().enumerate().filter(|(_, o)| which(o));
    all.map(|(i, _)| Objective::at(i)).collect()
}

/// The objectives of a time.
pub fn at(g: &Rebellion, when: When) -> Objectives {
    those(g, |o| o.goal.when() == when)
}

/// What the Rebels may hold as far as the Empire can know: what it has seen, and of each stage of which it has not seen all
/// cards in the hand everything that was not played.
pub fn imaginable(g: &Rebellion, s: &State) -> Objectives {
    let unseen = s.hand.without(s.known);
    let stages = g.tables.stages.iter().filter(|stage| !stage.and(unseen).is_empty());
    let known = s.known.and(s.hand);
    // What the Empire has seen at the bottom of the deck is not in the hand.
    let elsewhere = s.played.or(s.known.without(known));
    stages.fold(known, |all, &stage| all.or(stage.without(elsewhere)))
}

/// Whether the Rebels may hold plans of a Death Star, as far as everybody can know.
pub fn plans_possible(g: &Rebellion, s: &State) -> bool {
    !imaginable(g, s).and(at(g, When::Attempt)).is_empty()
}

/// The plans that the Rebels hold.
pub fn plans(g: &Rebellion, s: &State) -> Option<Objective> {
    s.hand.and(at(g, When::Attempt)).iter().next()
}

/// The refresh objectives whose condition holds.
pub fn met_at_refresh(g: &Rebellion, s: &State) -> Objectives {
    let rebels = s.with_units(Side::Rebels).and(ALL);
    let loyal = s.loyal(Side::Rebels);
    those(g, |o| match o.goal {
        Goal::Harass { n } => s.of(Side::Empire).and(rebels.or(s.sabotaged)).len() >= usize::from(n),
        Goal::Hold { system } => rebels.has(system) && s.units[Side::Empire][system].is_empty(),
        Goal::Outposts { n } => rebels.len() >= usize::from(n),
        Goal::Defend { n } => s.of(Side::Rebels).and(rebels).len() >= usize::from(n),
        Goal::UniteRegion => {
            let left = g.tables.regions.iter().map(|region| region.without(s.destroyed));
            left.into_iter().any(|region| !region.is_empty() && region.without(loyal).is_empty())
        }
        Goal::Support { n } => loyal.len() >= usize::from(n),
        Goal::Free => s.captive().is_none(),
        Goal::Sympathy => !s.destroyed.is_empty(),
        // The others are for combats.
        Goal::DestroyHealth { .. }
        | Goal::DestroyUnit { .. }
        | Goal::Plans
        | Goal::Liberate
        | Goal::Defeat { .. } => false,
    })
    .without(s.played)
}

/// The combat objectives whose condition holds in a battle between two attacks, or at its end.
fn met_in(g: &Rebellion, s: &State, battle: &Battle) -> Objectives {
    let after = Aftermath::of(g.battle_of(s.lured), battle);
    let began = battle.current == Side::Rebels;
    let over = battle.stage == Step::Over;
    let lost = &after.sides[Side::Empire].units;
    let health = |theatre: Theatre| {
        let rows = g.components().rows(Side::Empire, theatre);
        let in_battle = rows.map(|row| u16::from(lost[row]) * u16::from(g.stat(Side::Empire, row).health));
        let aboard = if over && theatre == Theatre::Ground {
            destroyed_systems::lost_aboard(g, s, Side::Empire, battle)
        } else {
            0
        };
        in_battle.sum::<u16>() + aboard
    };
    let won = |theatre: Theatre| battle.won[theatre] == Some(Side::Rebels);
    let camp = &battle.camps[Side::Empire];
    those(g, |o| match o.goal {
        Goal::DestroyHealth { theatre, n } => began && health(theatre) >= u16::from(n),
        Goal::DestroyUnit { units } => began && units.iter().any(|row: Row| lost[row] > 0),
        Goal::Liberate => over && s.liberates && won(Theatre::Ground),
        Goal::Defeat { leaders } => {
            let there = camp.leaders.or(camp.away).and(leaders);
            over && !there.is_empty() && Theatre::all().any(won)
        }
        Goal::Plans
        | Goal::Harass { .. }
        | Goal::Hold { .. }
        | Goal::Outposts { .. }
        | Goal::Defend { .. }
        | Goal::UniteRegion
        | Goal::Support { .. }
        | Goal::Free
        | Goal::Sympathy => false,
    })
    .without(s.played)
}

/// Asks the Rebels for an objective whose condition has just come to hold in the battle, if they may hold one. Says whether they
/// are asked.
pub fn open_in_combat(g: &Rebellion, s: &mut State) -> bool {
    let Some(battle) = &s.battle else { return false };
    let between = battle.camps.values().iter().all(|camp| camp.parked.is_empty());
    if s.scored || !between {
        return false;
    }
    let new = met_in(g, s, battle).without(s.due);
    s.due = s.due.or(new);
    open(g, s, new)
}

/// Asks the Rebels for one of these objectives, if they may hold one as far as everybody can know.
pub fn open(g: &Rebellion, s: &mut State, window: Objectives) -> bool {
    if imaginable(g, s).and(window).is_empty() {
        return false;
    }
    (s.window, s.stage, s.asked) = (window, Stage::Objective, Side::Rebels);
    true
}

/// The Rebels play an objective or none, and play goes on.
pub fn answer(g: &Rebellion, s: &mut State, played: Option<Objective>, chance: &mut impl Chance) -> Event {
    s.window = Objectives::EMPTY;
    if let Some(objective) = played {
        fulfil(g, s, objective, chance);
    }
    match (s.stage, s.battle.is_some()) {
        (Stage::Over | Stage::Eliminate, _) => Event::Asked,
        (_, true) => Event::Struck,
        (_, false) => Event::Scored,
    }
}

/// The Imperial leaders of whom the Rebels eliminate one for an objective: those in the system of the battle, if the Jedi is there, free or a
/// captive.
pub fn condemned(g: &Rebellion, s: &State) -> Leaders {
    let (Some(field), Some(battle)) = (s.field, &s.battle) else { return Leaders::default() };
    let people = &g.components().leaders[Side::Rebels];
    let grown = |leader: Leader| people.get(leader.index()).is_some_and(|person| person.replaces.is_some());
    let fights = battle.camps[Side::Rebels].leaders;
    let there = s.captives().filter(|&(_, at)| at == field).map(|(leader, _)| leader).chain(fights.iter());
    if there.into_iter().any(grown) { battle.camps[Side::Empire].leaders } else { Leaders::default() }
}

/// A leader is eliminated, and play goes on.
pub fn eliminate(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    if let Some(battle) = &mut s.battle {
        battle.camps[Side::Empire].leaders.take(leader);
        battle.camps[Side::Empire].odds.guests.take(leader);
    }
    s.posts[Side::Empire][leader] = Post::Gone;
    chance.tell(|story| story::eliminates(story, g, leader));
    Event::Struck
}

/// Plays an objective: the reputation marker moves towards the time.
fn fulfil(g: &Rebellion, s: &mut State, objective: Objective, chance: &mut impl Chance) {
    let played = g.tables.objective(objective);
    chance.tell(|story| story::fulfils(story, played));
    if played.returns {
        s.known.add(objective);
    } else {
        s.hand.take(objective);
        s.known.take(objective);
        s.played.add(objective);
    }
    // For sympathy it counts for each of them.
    let times = if played.goal == Goal::Sympathy { s.destroyed.len() as u8 } else { 1 };
    let reputation = played.reputation * times;
    end::gain(s, reputation, chance);
    if s.stage == Stage::Over {
        return;
    }
    if let Some(battle) = &mut s.battle {
        (s.scored, battle.plans) = (true, false);
    }
    if matches!(played.goal, Goal::Defeat { .. }) && !condemned(g, s).is_empty() {
        (s.stage, s.asked) = (Stage::Eliminate, Side::Rebels);
    }
}

/// The plans were tried for all to see, and did hit or not.
pub fn show_plans(g: &Rebellion, s: &mut State, hit: bool, chance: &mut impl Chance) -> Event {
    let plans = plans(g, s).expect("the Rebels hold the plans");
    if hit {
        fulfil(g, s, plans, chance);
    } else {
        s.known.add(plans);
    }
    if s.stage == Stage::Over { Event::Asked } else { Event::Struck }
}
