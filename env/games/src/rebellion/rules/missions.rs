//! Carrying a mission out: it is turned up, its leaders go where it is, the other side may oppose an attempt, dice decide, and it does
//! what it says (p8 to p10).

use holotable_env::{Chance, Finite};

use super::Rebellion;
use super::ability::Ability;
use super::action_cards::moment::Moment;
use super::action_cards::rings;
use super::action_cards::window::{open, spend};
use super::attempt::{icons, opponents, rerolls, roll, successes};
use super::event::Event;
use super::mission_effects::perform;
use super::state::{Post, Stage, State};
use super::tables::Card;
use super::task::Task;
use super::under_way::card;
use super::venue::Aim;
use super::words::{BySide, Face, Leader, Leaders, Place, Recruit, Recruits, Role, Side, Stack, Way};
use super::{captive, combat, decider, destroyed_systems, story};

/// The missions that a side can turn up: their leaders have the icons, and there is somewhere to go. Of partners whose turn it is turns up
/// only what an own leader is on.
pub fn ready(g: &Rebellion, s: &State, side: Side) -> impl Iterator<Item = Stack> {
    let own = decider::on_turn_own(g, s, side);
    let led = move |stack: Stack| !g.is_shared(side) || !s.on(side, stack).and(own).is_empty();
    Stack::all().filter(move |&stack| {
        s.stacks[side][stack.index()].filter(|_| led(stack)).is_some_and(|mission| {
            let card = g.tables.mission(side, mission);
            let able = icons(g, s, side, s.on(side, stack), card.skill) >= card.icons;
            able && (card.venue.aim == Aim::Base || !card.venue.places(g, s).is_empty())
        })
    })
}

/// The missions of which one is turned up by surprise: those of the leaders on the card.
pub fn surprising(g: &Rebellion, s: &State) -> impl Iterator<Item = Stack> {
    let of = s.used.map_or(Leaders::default(), |card| g.tables.action_card(s.turn, card).able);
    ready(g, s, s.turn).filter(move |&stack| !s.on(s.turn, stack).and(of).is_empty())
}

/// The cards of a hand by which nobody comes from the pool against the mission that is turned up next.
pub fn surprises(g: &Rebellion, s: &State, side: Side) -> Recruits {
    let can = |card: &Card| {
        let able = |stack: Stack| !s.on(side, stack).and(card.able).is_empty();
        card.ability == Some(Ability::Surprise) && ready(g, s, side).any(able)
    };
    let held = s.action_cards[side].held();
    if s.surprised {
        Recruits::EMPTY
    } else {
        let cards = g.usable_by(side, s.partners.turn[side], held);
        cards.iter().filter(|&card| can(g.tables.action_card(side, card))).collect()
    }
}

/// Uses such a card: a mission of one of its leaders is turned up.
pub fn surprise(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) -> Event {
    spend(g, s, s.turn, card, chance);
    (s.surprised, s.used) = (true, Some(card));
    Event::Asked
}

/// Turns a mission up.
pub fn reveal(g: &Rebellion, s: &mut State, stack: Stack, chance: &mut impl Chance) -> Event {
    let side = s.turn;
    let mission = s.stacks[side][stack.index()].take().expect("a mission lies there");
    s.used = None;
    s.fetched[side] = s.fetched[side].filter(|&one| one != stack);
    s.shown[side].add(mission);
    s.mission[side] = Some(mission);
    let team = s.on(side, stack);
    s.team[side] = team;
    team.iter().for_each(|leader| s.posts[side][leader] = Post::Ready);
    chance.tell(|story| story::reveals_mission(story, g, side, mission, team));
    if g.tables.mission(side, mission).venue.aim == Aim::Base {
        // Nobody comes there to oppose it.
        arrive(s, s.rebel_base());
        chance.tell(|story| story::ends(story, g, side, mission, true));
        return perform::begin(g, s, chance);
    }
    s.stage = Stage::Aim;
    Event::Asked
}

/// Who carries it out goes there.
pub(in crate::rebellion) fn arrive(s: &mut State, place: Place) {
    let side = s.turn;
    s.target = Some(place);
    s.leaders(side, Post::Ready).iter().for_each(|leader| s.posts[side][leader] = Post::At(place));
}

/// The leaders go to a system.
pub fn go(g: &Rebellion, s: &mut State, place: Place, chance: &mut impl Chance) -> Event {
    arrive(s, place);
    chance.tell(|story| story::goes(story, g, s.turn, place));
    let other = s.turn.other();
    if card(g, s).attempt && !is_shielded(s) && decider::ask_first(g, s, other, |s, role| sends(g, s, role)) {
        (s.stage, s.asked) = (Stage::Oppose, other);
        return Event::Asked;
    }
    oppose(g, s, None, chance)
}

/// Whether a player of the other side has a leader in the pool to send.
fn sends(g: &Rebellion, s: &State, role: Role) -> bool {
    let other = s.turn.other();
    !s.leaders(other, Post::Pool).and(g.own(s, other, role)).is_empty()
}

/// Nobody is sent; but the partner is asked too.
pub fn decline(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if decider::ask_second(g, s, s.asked, |s, role| sends(g, s, role)) {
        return Event::Asked;
    }
    oppose(g, s, None, chance)
}

/// Whether nobody may come from the pool against those who carry the mission out.
fn is_shielded(s: &State) -> bool {
    s.surprised || s.shielded.is_some_and(|leader| s.turn == Side::Rebels && s.crew().has(leader))
}

/// The leaders go against a Rebel leader, or to the rescue of one.
pub fn seize(g: &Rebellion, s: &mut State, leader: Leader, chance: &mut impl Chance) -> Event {
    let (Post::At(place) | Post::Captive(place)) = s.posts[Side::Rebels][leader] else {
        unreachable!("the leader is somewhere")
    };
    s.victim = Some(leader);
    go(g, s, place, chance)
}

/// The other side sends a leader from its pool or nobody; then dice decide.
pub fn oppose(g: &Rebellion, s: &mut State, leader: Option<Leader>, chance: &mut impl Chance) -> Event {
    let (me, place) = (s.turn, s.target.expect("a mission is somewhere"));
    if let Some(leader) = leader {
        s.posts[me.other()][leader] = Post::At(place);
        chance.tell(|story| story::opposes(story, g, me.other(), leader));
    }
    if !card(g, s).attempt {
        return end(g, s, true, chance);
    }
    if open(g, s, Side::Rebels, Moment::Attempt) { Event::Asked } else { decide(g, s, chance) }
}

/// Dice decide, if anybody is there to oppose the attempt.
pub fn decide(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let (me, place) = (s.turn, s.target.expect("a mission is somewhere"));
    if opponents(s, me.other(), place).is_empty() {
        return end(g, s, true, chance);
    }
    let mine = roll(g, s, me, chance);
    let theirs = roll(g, s, me.other(), chance);
    s.set = 0;
    let (rebels, empire) = if me == Side::Rebels { (mine, theirs) } else { (theirs, mine) };
    (s.rolled, s.against) = (rebels, successes(g, s, Side::Empire, empire));
    s.sharp = Face::all().filter(|&face| empire[face] > 0).last().map_or(0, |face| face.index() as u8);
    after_dice(g, s, chance)
}

/// Asks for rings that change dice, as long as there are some; then the dice decide.
pub(in crate::rebellion) fn after_dice(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if rerolls(s) || rings::blanks(s) {
        (s.stage, s.asked) = (Stage::Reroll, Side::Rebels);
        return Event::Asked;
    }
    settle(g, s, chance)
}

/// What the dice show stands.
fn settle(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let rolled = std::mem::take(&mut s.rolled);
    let rebels = successes(g, s, Side::Rebels, rolled);
    let empire = std::mem::take(&mut s.against);
    s.sharp = 0;
    end(g, s, if s.turn == Side::Rebels { rebels > empire } else { empire > rebels }, chance)
}

/// A Rebel die that shows this is rolled again, or the dice stand.
pub fn reroll(g: &Rebellion, s: &mut State, face: Option<Face>, chance: &mut impl Chance) -> Event {
    let Some(face) = face else { return settle(g, s, chance) };
    s.taught = true;
    s.rolled[face] -= 1;
    let [none, one, two] = g.dice.roll(1, chance);
    for (i, n) in [none, one, two].into_iter().enumerate() {
        s.rolled[Face::at(i)] += n;
    }
    let sum = s.rolled[Face::at(1)] + 2 * s.rolled[Face::at(2)];
    chance.tell(|story| story::rolls(story, Side::Rebels, 1, sum));
    after_dice(g, s, chance)
}

/// The mission has succeeded or is resolved, and does what it says; or it has failed.
pub(in crate::rebellion) fn end(g: &Rebellion, s: &mut State, done: bool, chance: &mut impl Chance) -> Event {
    let me = s.turn;
    s.set = 0;
    if card(g, s).attempt && s.boosted.is_some_and(|leader| me == Side::Rebels && s.crew().has(leader)) {
        s.boosted = None;
    }
    if let Some(mission) = s.mission[me] {
        chance.tell(|story| story::ends(story, g, me, mission, done));
    }
    match done {
        true => perform::begin(g, s, chance),
        false if open(g, s, Side::Rebels, Moment::Failure) => Event::Asked,
        false => finish(g, s, chance),
    }
}

/// Carries the mission out in one of two ways.
pub fn pick(g: &Rebellion, s: &mut State, way: Way, chance: &mut impl Chance) -> Event {
    s.way = way;
    perform::run(g, s, chance)
}

/// The mission is over: after a success action cards may be used. A starting mission is back in the hand, others are discarded. Then comes
/// a combat that it brings, or one for a base that it has laid open.
pub fn finish(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let succeeded = s.deed > 0 && card(g, s).attempt;
    let asks = succeeded && open(g, s, Side::Rebels, Moment::Success);
    if asks { Event::Asked } else { conclude(g, s, chance) }
}

/// The same, when no action card is used any more.
pub(in crate::rebellion) fn conclude(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    if g.tables.all_missions {
        destroyed_systems::settle(g, s, chance);
        if destroyed_systems::asks(g, s) {
            return Event::Asked;
        }
    }
    let me = s.turn;
    let fights = s.target.filter(|_| usize::from(s.deed) > 0 && fights(g, s));
    if let Some(mission) = s.mission[me].take() {
        let deck_counts =
            if g.tables.starting[me].has(mission) { &mut s.missions[me] } else { &mut s.spent[me] };
        deck_counts.add(mission);
    }
    (s.team, s.victim, s.way, s.deed, s.left) = (BySide::default(), None, Way::default(), 0, 0);
    s.surprised = false;
    if g.tables.all_missions {
        captive::release(g, s, chance);
    }
    if let Some(event) = combat::for_the_base(g, s, chance) {
        return event;
    }
    match fights.filter(|&place| combat::meets(g, s, place)) {
        Some(place) => combat::begin(g, s, place, chance),
        None => Event::Concluded,
    }
}

/// Whether the mission ends in a combat, once it was carried out.
fn fights(g: &Rebellion, s: &State) -> bool {
    card(g, s).ways[s.way.index()].contains(&Task::Fight)
}
