//! What the rules tell of what happens: the events of a [`Story`] with the names of systems, units, leaders and cards.

use holotable_env::english::{counted, many};
use holotable_env::{Chance, Deed, Finite, Item, Story};

use super::Rebellion;
use super::ability::Ring;
use super::allegiance::Loyalties;
use super::names;
use super::state::State;
use super::tables::{Card, ObjectiveCard};
use super::words::{BySide, Leader, Leaders, Mission, Objective, Place, Places, Role, Row, Side, Stack};
use crate::rebellion_combat::scenario::Brought;
use crate::rebellion_combat::words::Neighbour;

fn by(story: &mut Story, side: Side, deed: Deed, item: Item) {
    _ = story.cause(names::title(side)).push(deed, item);
}

/// Something that a side alone knows, each of its players.
fn secret(side: Side, name: impl Into<String>, cover: impl Into<String>) -> Item {
    Item::secret(side.seats(), name, cover)
}

/// What the action says that the side has taken.
fn echo(story: &mut Story, side: Side, deed: Deed, words: String) {
    _ = story.cause(names::title(side)).echo(deed, Item::new(words));
}

/// A phase of a round begins.
pub fn phase(story: &mut Story, s: &State, name: &str) {
    story.note(Deed::Begin, format!("Round {}: {name}", s.time));
}

/// Whose the systems are, and where there is sabotage.
#[derive(Clone, Copy)]
pub struct Systems {
    loyalty: Loyalties,
    subjugated: Places,
    sabotaged: Places,
}

impl Systems {
    /// As they are now.
    #[inline]
    pub fn of(s: &State) -> Self {
        Self { loyalty: s.loyalty, subjugated: s.subjugated, sabotaged: s.sabotaged }
    }
}

/// The systems have changed.
pub fn changes(story: &mut Story, g: &Rebellion, before: Systems, now: Systems) {
    for place in Place::all() {
        let name = g.tables.name(place);
        let mut tell = |words: &str| _ = story.note(Deed::Note, format!("{name} {words}"));
        if before.loyalty[place] != now.loyalty[place] {
            tell(&format!("becomes {}", names::loyalty(now.loyalty[place])));
        }
        match (before.subjugated.has(place), now.subjugated.has(place)) {
            (false, true) => tell("is subjugated by the Empire"),
            (true, false) => tell("is subjugated no more"),
            _ => {}
        }
        match (before.sabotaged.has(place), now.sabotaged.has(place)) {
            (false, true) => tell("is sabotaged"),
            (true, false) => tell("is sabotaged no more"),
            _ => {}
        }
    }
}

/// A battle begins in a system.
pub fn meets(story: &mut Story, g: &Rebellion, field: Place, sides: &BySide<Brought>) {
    let units = |side| names::units(g, side, &sides[side].units);
    let (empire, rebels) = (units(Side::Empire), units(Side::Rebels));
    story.note(Deed::Note, format!("Battle in {}: Empire {empire}; Rebels {rebels}", g.tables.name(field)));
}

/// How many events have been told so far.
pub fn told(chance: &mut impl Chance) -> usize {
    let mut count = 0;
    chance.tell(|story| count = story.events.len());
    count
}

/// From an event on, a battle in a system was told in its own words: its rounds are no phases of the game, it ends and not the
/// game, and the systems beside it have names.
pub fn battle(story: &mut Story, g: &Rebellion, field: Place, from: usize) {
    for event in &mut story.events[from..] {
        if event.deed == Deed::End {
            // A campaign counts no points of a battle.
            event.to.truncate(1);
            event.to.iter_mut().for_each(|item| item.name = format!("The battle is over: {}", item.name));
        }
        if matches!(event.deed, Deed::Begin | Deed::End) {
            event.deed = Deed::Note;
        }
        for item in event.to.iter_mut().filter(|_| event.deed == Deed::Move) {
            let mut beside = Neighbour::all().zip(g.tables.next_to[field].iter());
            if let Some((_, place)) = beside.find(|(at, _)| item.name == names::beside(*at)) {
                g.tables.name(place).clone_into(&mut item.name);
            }
        }
    }
}

/// Who takes the turn passes.
pub fn passes(story: &mut Story, g: &Rebellion, s: &State) {
    let who = names::player(g, s.turn, s.partners.turn[s.turn]);
    _ = story.cause(who).echo(Deed::Note, Item::new("passed"));
}

/// The General refuses the Admiral a leader for a mission.
pub fn refuses(story: &mut Story, g: &Rebellion, side: Side, leader: Leader, stack: Stack) {
    let words = format!("sent {} back from mission {}", g.leader_name(side, leader), stack.index() + 1);
    _ = story.cause(names::player(g, side, Role::General)).push(Deed::Note, Item::new(words));
}

/// A leader activates.
pub fn activates(story: &mut Story, g: &Rebellion, side: Side, leader: Leader, place: Place) {
    let words = format!("{} activated {}", g.leader_name(side, leader), g.tables.name(place));
    echo(story, side, Deed::Effect, words);
}

/// Units have to go somewhere else.
pub fn driven_out(story: &mut Story, g: &Rebellion, row: Row, n: u8, from: Place, to: Place) {
    if n > 0 {
        let units = counted(n, g.unit_name(Side::Empire, row));
        let words = format!("{units} from {} to {}", g.tables.name(from), g.tables.name(to));
        by(story, Side::Empire, Deed::Note, Item::new(words));
    }
}

/// A unit moves.
pub fn moves(story: &mut Story, g: &Rebellion, side: Side, row: Row, from: Place, to: Place) {
    let (name, from, to) = (g.unit_name(side, row), g.tables.name(from), g.tables.name(to));
    echo(story, side, Deed::Note, format!("{name} from {from} to {to}"));
}

/// The base is revealed.
pub fn reveals(story: &mut Story, g: &Rebellion, base: Place) {
    by(story, Side::Rebels, Deed::Reveal, Item::new(format!("the base in {}", g.tables.name(base))));
}

/// An objective is played.
pub fn fulfils(story: &mut Story, mission: &ObjectiveCard) {
    let words = format!("{}, {} reputation", mission.name, mission.reputation);
    by(story, Side::Rebels, Deed::Complete, Item::new(words));
}

/// Leaders are put on a mission that lies face down.
pub fn assigns(story: &mut Story, g: &Rebellion, s: &State, side: Side, stack: Stack) {
    let team = names::leaders(g, side, s.on(side, stack));
    let n = stack.index() + 1;
    let name = s.stacks[side][stack.index()]
        .map_or("no mission", |mission| g.tables.mission(side, mission).name.as_str());
    let item =
        secret(side, format!("{team} on mission {n}, {name}"), format!("{team} on mission {n}, face down"));
    _ = story.cause(names::title(side)).echo(Deed::Note, item);
}

/// A mission is turned up.
pub fn reveals_mission(story: &mut Story, g: &Rebellion, side: Side, mission: Mission, team: Leaders) {
    let words = format!("{}, by {}", g.tables.mission(side, mission).name, names::leaders(g, side, team));
    by(story, side, Deed::Reveal, Item::new(words));
}

/// The leaders of a mission go where it is.
pub fn goes(story: &mut Story, g: &Rebellion, side: Side, place: Place) {
    echo(story, side, Deed::Note, format!("the leaders go to {}", g.tables.name(place)));
}

/// A leader is sent against a mission.
pub fn opposes(story: &mut Story, g: &Rebellion, side: Side, leader: Leader) {
    echo(story, side, Deed::Note, format!("{} opposes the mission", g.leader_name(side, leader)));
}

/// Dice are rolled for a mission.
pub fn rolls(story: &mut Story, side: Side, dice: usize, successes: u8) {
    let successes = many(successes, "success", "successes");
    let words =
        if dice == 0 { "no dice".into() } else { format!("{successes} with {}", many(dice, "die", "dice")) };
    by(story, side, Deed::Roll, Item::new(words));
}

/// A mission succeeds, or is resolved; and one that failed.
pub fn ends(story: &mut Story, g: &Rebellion, side: Side, mission: Mission, done: bool) {
    let name = &g.tables.mission(side, mission).name;
    let item = Item::new(if done { name.clone() } else { format!("{name} failed") });
    by(story, side, if done { Deed::Complete } else { Deed::Note }, item);
}

/// A leader is captured.
pub fn captures(story: &mut Story, g: &Rebellion, leader: Leader, place: Place) {
    let words = format!("{} in {}", g.leader_name(Side::Rebels, leader), g.tables.name(place));
    by(story, Side::Empire, Deed::Note, Item::new(format!("captured {words}")));
}

/// The captive is rescued.
pub fn rescues(story: &mut Story, g: &Rebellion, leader: Leader) {
    let words = format!("{} is rescued", g.leader_name(Side::Rebels, leader));
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// The captive is taken along.
pub fn escorts(story: &mut Story, g: &Rebellion, leader: Leader, to: Place) {
    let words = format!("took {} to {}", g.leader_name(Side::Rebels, leader), g.tables.name(to));
    by(story, Side::Empire, Deed::Note, Item::new(words));
}

/// A captive is frozen in carbonite.
pub fn freezes(story: &mut Story, g: &Rebellion, leader: Leader) {
    let words = format!("froze {} in carbonite", g.leader_name(Side::Rebels, leader));
    by(story, Side::Empire, Deed::Note, Item::new(words));
}

/// A captive becomes Imperial.
pub fn lures(story: &mut Story, g: &Rebellion, leader: Leader) {
    let words = format!("lured {} to its side", g.leader_name(Side::Rebels, leader));
    by(story, Side::Empire, Deed::Note, Item::new(words));
}

/// A leader is somewhere else now.
pub fn placed(story: &mut Story, g: &Rebellion, leader: Leader, place: Place) {
    let words = format!("{} is rescued, to {}", g.leader_name(Side::Rebels, leader), g.tables.name(place));
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// A leader goes along to the base.
pub fn goes_along(story: &mut Story, g: &Rebellion, leader: Leader) {
    let words = format!("{} goes along to the base", g.leader_name(Side::Rebels, leader));
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// A leader becomes who replaces him.
pub fn becomes(story: &mut Story, g: &Rebellion, young: Leader, grown: Leader) {
    let [young, grown] = [young, grown].map(|leader| g.leader_name(Side::Rebels, leader));
    by(story, Side::Rebels, Deed::Note, Item::new(format!("{young} became {grown}")));
}

/// The missions of a leader are shielded.
pub fn shields(story: &mut Story, g: &Rebellion, leader: Leader) {
    let words = format!("nobody comes from the pool against {}", g.leader_name(Side::Rebels, leader));
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// An Imperial leader is eliminated.
pub fn eliminates(story: &mut Story, g: &Rebellion, leader: Leader) {
    let words = format!("{}, who is eliminated", g.leader_name(Side::Empire, leader));
    by(story, Side::Empire, Deed::Defeat, Item::new(words));
}

/// The Empire is told whether the base is in a system.
pub fn searches(story: &mut Story, g: &Rebellion, place: Place, found: bool) {
    let is = if found { "is" } else { "is not" };
    by(story, Side::Rebels, Deed::Note, Item::new(format!("the base {is} in {}", g.tables.name(place))));
}

/// The Rebels name the systems in one of which the base is.
pub fn admits(story: &mut Story, g: &Rebellion, possible: Places) {
    let words = format!("the base is in one of {}", names::places(g, possible));
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// The Rebels hand over probe cards.
pub fn hands_over(story: &mut Story, g: &Rebellion, cards: Places) {
    let words = match cards.is_empty() {
        true => "handed over no probe card".into(),
        false => format!("handed over the probe cards of {}", names::places(g, cards)),
    };
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// The Empire gives probe cards back.
pub fn gives_back(story: &mut Story, g: &Rebellion, cards: Places) {
    let words = match cards.is_empty() {
        true => "gave no probe card back".into(),
        false => format!("gave back the probe cards of {}", names::places(g, cards)),
    };
    by(story, Side::Empire, Deed::Note, Item::new(words));
}

/// A system is destroyed.
pub fn destroys(story: &mut Story, g: &Rebellion, place: Place) {
    by(story, Side::Empire, Deed::Note, Item::new(format!("destroyed {}", g.tables.name(place))));
}

/// A mission or a project is drawn; only its side sees which.
pub fn draws(story: &mut Story, g: &Rebellion, side: Side, mission: Mission) {
    let cover = if g.tables.projects[side].has(mission) { "project" } else { "mission" };
    let item = secret(side, format!("the {cover} {}", g.tables.mission(side, mission).name), cover);
    by(story, side, Deed::Draw, item);
}

/// There is no probe card to draw.
pub fn no_probe(story: &mut Story) {
    by(story, Side::Empire, Deed::Note, Item::new("the probe deck is empty"));
}

/// A mission is discarded.
pub fn discards(story: &mut Story, g: &Rebellion, side: Side, mission: Mission) {
    by(story, side, Deed::Discard, Item::new(g.tables.mission(side, mission).name.as_str()));
}

/// The Empire puts an objective under the deck, which both see.
pub fn buries(story: &mut Story, g: &Rebellion, objective: Objective) {
    let words = format!("put {} under the deck", g.tables.objective(objective).name);
    by(story, Side::Empire, Deed::Note, Item::new(words));
}

/// A unit comes.
pub fn gains(story: &mut Story, g: &Rebellion, side: Side, row: Row, at: Place) {
    let words = format!("{} in {}", g.unit_name(side, row), g.tables.name(at));
    by(story, side, Deed::Gain, Item::new(words));
}

/// A unit of the queue is destroyed.
pub fn lost_on_queue(story: &mut Story, g: &Rebellion, side: Side, row: Row, space: u8) {
    let words = format!("{} on space {space} of the queue", g.unit_name(side, row));
    by(story, side, Deed::Defeat, Item::new(words));
}

/// The Rebels look at an objective; all see of which stage it is.
pub fn looks_at(story: &mut Story, card: &ObjectiveCard) {
    let cover = format!("an objective of stage {}", card.stage);
    by(story, Side::Rebels, Deed::Look, secret(Side::Rebels, format!("the objective {}", card.name), cover));
}

/// The Rebels draw probe cards for a new base.
pub fn looks_for_a_base(story: &mut Story, cards: usize) {
    by(
        story,
        Side::Rebels,
        Deed::Draw,
        Item::new(format!("{} for a new base", counted(cards, "probe card"))),
    );
}

/// The base has moved.
pub fn leaves_base(story: &mut Story, g: &Rebellion, old: Place) {
    by(
        story,
        Side::Rebels,
        Deed::Note,
        Item::new(format!("the base was in {}, and is elsewhere now", g.tables.name(old))),
    );
}

/// A probe card is drawn; only the Empire sees it.
pub fn probe(story: &mut Story, g: &Rebellion, card: Place) {
    let item = secret(Side::Empire, format!("the probe card of {}", g.tables.name(card)), "probe card");
    by(story, Side::Empire, Deed::Draw, item);
}

/// An objective is drawn; only the Rebels see which, and all of which stage.
pub fn objective(story: &mut Story, mission: &ObjectiveCard) {
    let cover = format!("objective of stage {}", mission.stage);
    let name = format!("the objective {}", mission.name);
    by(story, Side::Rebels, Deed::Draw, secret(Side::Rebels, name, cover));
}

/// An action card is drawn; where cards have abilities only its side sees which.
pub fn action_card(story: &mut Story, side: Side, card: &Card, hidden: bool) {
    let name = format!("the action card {}", card.name);
    let item = if hidden { secret(side, name, "action card") } else { Item::new(name) };
    by(story, side, Deed::Draw, item);
}

/// An action card is used.
pub fn plays(story: &mut Story, side: Side, card: &Card) {
    echo(story, side, Deed::Note, format!("used the action card {}", card.name));
}

/// A leader comes to a combat by an action card.
pub fn comes(story: &mut Story, g: &Rebellion, side: Side, leader: Leader) {
    by(story, side, Deed::Note, Item::new(format!("{} came to the combat", g.leader_name(side, leader))));
}

/// A leader gets a ring.
pub fn wears(story: &mut Story, g: &Rebellion, leader: Leader, ring: Ring) {
    let words = format!("{} gets {}", g.leader_name(Side::Rebels, leader), names::ring(ring));
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// A ring is discarded for what it does.
pub fn uses(story: &mut Story, ring: Ring) {
    by(story, Side::Rebels, Deed::Discard, Item::new(names::ring(ring)));
}

/// A captive sacrifices himself.
pub fn sacrifices(story: &mut Story, g: &Rebellion, leader: Leader) {
    let words = format!("{}, who is eliminated", g.leader_name(Side::Rebels, leader));
    by(story, Side::Rebels, Deed::Defeat, Item::new(words));
}

/// The Empire is told whether the base is in a region.
pub fn inquires(story: &mut Story, g: &Rebellion, region: Places, found: bool) {
    let is = if found { "is" } else { "is not" };
    let words = format!("the base {is} in one of {}", names::places(g, region));
    by(story, Side::Rebels, Deed::Note, Item::new(words));
}

/// A leader is recruited.
pub fn recruits(story: &mut Story, g: &Rebellion, side: Side, leader: Leader) {
    by(story, side, Deed::Join, Item::new(g.leader_name(side, leader)));
}

/// A unit is put on the queue.
pub fn builds(story: &mut Story, g: &Rebellion, side: Side, row: Row, number: u8) {
    let item = Item::new(format!("{} on space {number} of the queue", g.unit_name(side, row)));
    by(story, side, Deed::Build, item);
}

/// Units that nobody can deploy go back to the queue.
pub fn goes_back(story: &mut Story, g: &Rebellion, side: Side, row: Row, n: u8) {
    let units = counted(n, g.unit_name(side, row));
    let words = format!("{units} cannot be deployed, back to space 1 of the queue");
    by(story, side, Deed::Note, Item::new(words));
}

/// A unit is destroyed.
pub fn gone(story: &mut Story, g: &Rebellion, side: Side, row: Row, at: Place) {
    let words = format!("{} in {}", g.unit_name(side, row), g.tables.name(at));
    by(story, side, Deed::Defeat, Item::new(words));
}

/// A unit is deployed.
pub fn deploys(story: &mut Story, g: &Rebellion, side: Side, row: Row, at: Place) {
    let words = format!("{} deployed in {}", g.unit_name(side, row), g.tables.name(at));
    echo(story, side, Deed::Note, words);
}

/// The game is over.
pub fn over(story: &mut Story, s: &State) {
    let words = format!("{} (time {}, reputation {})", names::ending(s.ending), s.time, s.reputation);
    story.note(Deed::End, words);
}
