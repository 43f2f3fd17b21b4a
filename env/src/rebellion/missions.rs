//! Carrying a mission out: it is turned up, its leaders go where it is, the other side may oppose an attempt, dice decide, and it does
//! what it says (p8 to p10).

use super::assign;
use super::base;
use super::captive;
use super::combat;
use super::command;
use super::probes;
use super::refresh;
use super::rules::{DICE, Rebellion};
use super::state::{Post, Stage, State};
use super::story;
use super::tables::MissionCard;
use super::task::{Task, Venue};
use super::words::{ALL, LOOK, Leader, Leaders, Objective, Objectives, Place, Places, Side, Skill, Stack};
use crate::chance::Chance;
use crate::finite::Finite;

/// The mission that is carried out.
pub fn card<'a>(g: &'a Rebellion, s: &State) -> &'a MissionCard {
    g.tables.mission(s.turn, s.mission[s.turn].expect("a mission is carried out"))
}

/// The icons of a skill that leaders have together.
pub fn icons(g: &Rebellion, side: Side, leaders: Leaders, skill: Skill) -> u8 {
    leaders.each().map(|leader| g.tables.skills[side][leader][skill]).sum()
}

/// The missions that a side can turn up: their leaders have the icons, and there is somewhere to go.
pub fn ready(g: &Rebellion, s: &State, side: Side) -> impl Iterator<Item = Stack> {
    Stack::all().filter(move |&stack| {
        s.stacks[side][stack.index()].is_some_and(|mission| {
            let card = g.tables.mission(side, mission);
            let able = icons(g, side, assign::team(s, side, stack), card.skill) >= card.icons;
            able && (card.venue == Venue::Base || !venues(g, s, card.venue).is_empty())
        })
    })
}

/// The systems that fit; for a mission against a leader those where one is.
pub fn venues(g: &Rebellion, s: &State, venue: Venue) -> Places {
    let imperial = s.with_units(Side::Empire);
    match venue {
        Venue::RebelLeader => {
            let held = |&place: &Place| s.held(Side::Rebels, place);
            imperial.and(ALL).iter().filter(held).collect()
        }
        Venue::RebelSystem => s.of(Side::Rebels),
        Venue::ImperialLoyalty => s.loyal(Side::Empire),
        Venue::PopulousWithImperialUnit => g.tables.populous.and(imperial),
        Venue::Populous => g.tables.populous,
        Venue::ImperialUnit => imperial,
        Venue::Base => Places::EMPTY,
    }
}

/// Turns a mission up.
pub fn reveal(g: &Rebellion, s: &mut State, stack: Stack, chance: &mut impl Chance) {
    let side = s.turn;
    let mission = s.stacks[side][stack.index()].take().expect("a mission lies there");
    s.shown[side].add(mission);
    s.mission[side] = Some(mission);
    let team = assign::team(s, side, stack);
    team.each().for_each(|leader| s.posts[side][leader] = Post::Ready);
    chance.tell(|story| story::reveals_mission(story, g, side, mission, team));
    if g.tables.mission(side, mission).venue == Venue::Base {
        // Nobody comes there to oppose it, and it waits for the end of the phase.
        s.mobilized = team.count() as u8;
        arrive(s, s.rebel_base());
        return finish(g, s, chance);
    }
    s.stage = Stage::Aim;
}

fn arrive(s: &mut State, place: Place) {
    let side = s.turn;
    s.target = Some(place);
    s.leaders(side, Post::Ready).each().for_each(|leader| s.posts[side][leader] = Post::At(place));
}

/// The leaders go to a system.
pub fn go(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) {
    arrive(s, place);
    chance.tell(|story| story::goes(story, g, s.turn, place));
    let other = s.turn.other();
    if card(g, s).attempt && !s.leaders(other, Post::Pool).is_empty() {
        (s.stage, s.asked) = (Stage::Oppose, other);
    } else {
        oppose(g, s, None, chance);
    }
}

/// The leaders go against one of the other side.
pub fn seize(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) {
    let Post::At(place) = s.posts[s.turn.other()][leader] else { unreachable!("the leader is somewhere") };
    s.victim = Some(leader);
    go(g, s, place, chance);
}

/// The other side sends a leader from its pool or nobody; then dice decide.
pub fn oppose(g: &Rebellion, s: &mut State, leader: Option<Leader>, chance: &mut impl Chance) {
    let (me, place) = (s.turn, s.target.expect("a mission is somewhere"));
    if let Some(leader) = leader {
        s.posts[me.other()][leader] = Post::At(place);
        chance.tell(|story| story::opposes(story, g, me.other(), leader));
    }
    let done = !card(g, s).attempt || succeeds(g, s, chance);
    if let Some(mission) = s.mission[me] {
        chance.tell(|story| story::ends(story, g, me, mission, done));
    }
    if done {
        carry_out(g, s, chance);
    } else {
        finish(g, s, chance);
    }
}

/// The dice of a side for the mission that is carried out: one for each icon of its skill among all leaders there.
pub fn dice(g: &Rebellion, s: &State, side: Side, place: Place) -> usize {
    let card = card(g, s);
    let icons = icons(g, side, s.leaders(side, Post::At(place)), card.skill);
    let helped = side == s.turn && !s.units[side][place].is_empty();
    usize::from(icons + if helped { card.bonus } else { 0 }).min(DICE)
}

/// An attempt succeeds where nobody opposes it, or with more successes than the other side.
fn succeeds(g: &Rebellion, s: &State, chance: &mut impl Chance) -> bool {
    let (me, place) = (s.turn, s.target.expect("a mission is somewhere"));
    if s.leaders(me.other(), Post::At(place)).is_empty() {
        return true;
    }
    let mut roll = |side: Side| {
        let n = dice(g, s, side, place);
        let [_, one, two] = g.dice.roll(n, chance);
        let successes = one + 2 * two;
        chance.tell(|story| story::rolls(story, side, n, successes));
        successes
    };
    let mine = roll(me);
    mine > roll(me.other())
}

/// What the mission does.
fn carry_out(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let (me, place) = (s.turn, s.target.expect("a mission is somewhere"));
    match card(g, s).task {
        Task::Capture {} => {
            let victim = s.victim.expect("it is against a leader");
            captive::capture(g, s, victim, chance);
        }
        Task::Probe { per } => {
            let n = probes::for_units(s, per);
            probes::draw(g, s, n, chance);
        }
        Task::Repair {} => s.sabotaged.take(place),
        Task::Sabotage {} => s.sabotaged.add(place),
        Task::Loyalty { n } => base::gain(g, s, place, me, n),
        Task::Mobilize { .. } => {}
        Task::Inspect {} => {
            refresh::look(g, s, LOOK, chance);
            if s.looked.len() > 1 {
                (s.stage, s.asked) = (Stage::Inspect, me);
                return;
            }
            s.top = s.looked.iter().next();
            s.looked = Objectives::EMPTY;
        }
    }
    finish(g, s, chance);
}

/// Puts one of the objectives on top of the deck, the other at the bottom.
pub fn keep(g: &Rebellion, s: &mut State, objective: Objective, chance: &mut impl Chance) {
    s.looked.take(objective);
    s.top = Some(objective);
    std::mem::take(&mut s.looked).iter().for_each(|other| s.bottom.push(other));
    finish(g, s, chance);
}

/// The mission is over and back in the hand; a base that it has laid open is fought for.
fn finish(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    s.mission[s.turn] = None;
    s.victim = None;
    if !combat::for_the_base(g, s, chance) {
        command::finish(g, s, chance);
    }
}
