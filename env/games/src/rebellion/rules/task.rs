//! [`Task`]: what a mission does, as a verb.

use std::collections::BTreeMap;

use serde::Deserialize;

use holotable_env::data::range;
use holotable_env::english::counted;
use holotable_env::ensure;

use super::verb::{Context, Ids, N, Names, Param, Refs, verbs};
use super::words::{DRAWN, Leader, Place, QUEUE, Row, TOP, Theatre, Units};

/// From where a mission moves units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// From the Rebel Base space, as if it were adjacent.
    Base,
    /// From one system, however far.
    System,
    /// From any systems, however far.
    Anywhere,
}

/// Where a mission brings units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// Where it is carried out.
    Here,
    /// The Rebel Base space, or the system of a revealed base.
    Base,
}

verbs! {
    /// What a mission does.
    pub enum Task {
        /// The leader whom it is against is captured.
        Capture => "the leader is captured",
        /// The captive and who took him go to the nearest system with an Imperial unit.
        Bring => "both go to the nearest system with an Imperial unit",
        /// The captive gets the carbonite ring, and the Rebels lose reputation.
        Freeze { reputation: N<0, 4> } =>
            format!("the captive is frozen in carbonite, and the Rebels lose {reputation} reputation"),
        /// The leader is not retrieved in the next refresh phase.
        Detain => "the leader is not retrieved in the next refresh phase",
        /// The captive becomes Imperial; the prize, or who replaces him, costs the Rebels reputation.
        Lure { prize: Leader, reputation: N<0, 4> } =>
            format!("the captive becomes Imperial, and for {prize} the Rebels lose {reputation} reputation"),
        /// The captive is rescued, and the Rebels place him in the region of the base.
        Beacon => "the captive is rescued, and placed in a system of the base's region",
        /// The captive is rescued, and the leaders of the mission may go along.
        Rescue { along: bool } =>
            format!("the captive is rescued{}", if *along { ", and the leaders may go along" } else { "" }),
        /// The Empire sees the objectives in the hand.
        Question => "the Empire sees the objectives in the hand",
        /// The Empire puts one of them under their deck.
        Bury => "it puts one of them under their deck",
        /// The Rebels name systems, that of the base among them.
        Confess { systems: N<1, 32> } =>
            format!("the Rebels name {systems} systems, that of the base among them"),
        /// The Empire is told whether the base is here.
        Search => "the Empire is told whether the base is there",
        /// The Empire draws a probe card for so many Rebel units at the base, one at least.
        Probe { per: N<1, 60> } =>
            format!("the Empire draws a probe card for each {per} Rebel units at the base, and at least one"),
        /// The Empire draws probe cards, and more with the leader of the portrait.
        Probes { n: N<1, 16>, portrait: N<0, 16> } =>
            format!("the Empire draws {n} probe cards, {portrait} more with the leader of the portrait"),
        /// The Rebels draw probe cards, hand over those of systems with Imperial units, and shuffle the others into the deck.
        Intercept { n: N<1, 31> } => format!(
            "the Rebels draw {n} probe cards, hand over those of systems with Imperial units and shuffle the others into the deck"
        ),
        /// The Rebels put probe cards of the Empire, drawn by lot, on top of the deck or under it.
        Plant { n: N<1, 16> } =>
            format!("{n} probe cards of the Empire, by lot, go on top of the deck or under it"),
        /// The Empire draws projects; those that it does not keep go under their deck.
        Projects { n: N<1, { DRAWN as u8 }>, keep: u8 } => if n == keep {
            format!("{} drawn", one_or(*n, "a project is", "projects are"))
        } else {
            format!("{n} projects are drawn and {keep} of them kept, the other goes under the deck")
        },
        /// Of the next two objectives one goes back on top of the deck, the other to its bottom.
        Inspect => "of the next two objectives one goes on top of the deck, the other to its bottom",
        /// The Rebels take one of the next objectives, the others go to the bottom of the deck.
        Study { n: N<1, 2> } =>
            format!("of the next {n} objectives one is kept, the other goes under the deck"),
        /// The Rebels put the next objectives in an order of their choice.
        Arrange { n: N<1, { TOP as u8 }> } => format!("the next {n} objectives come in any order"),
        /// The Rebels draw objectives.
        Objective { n: N<1, 4> } => one_or(*n, "an objective is drawn", "objectives are drawn"),
        /// The system becomes more loyal, by so many steps.
        Loyalty { n: N<1, 2> } => format!("gain {n} loyalty there"),
        /// Systems of the region become more loyal, each by one step.
        Spread { systems: N<1, 2> } =>
            format!("gain 1 loyalty in {} of the region", one_or(*systems, "a system", "systems")),
        /// Systems of the region that are loyal to the Rebels become neutral.
        Unsettle => "systems of the region that are loyal to the Rebels become neutral",
        /// The system gets a sabotage marker.
        Sabotage => "a sabotage marker: nothing is built or deployed there",
        /// The sabotage marker is removed.
        Repair => "the sabotage marker is removed",
        /// Each icon of the system puts a unit on the queue.
        Produce => "each icon puts a unit on the queue",
        /// A unit is put on a space of the queue, from 1.
        Queue { unit: Row, space: N<1, { QUEUE as u8 }> } => format!("{unit} on space {space} of the queue"),
        /// Units come at once.
        Gain { units: Units, at: Spot } => {
            let to = match at {
                Spot::Here => "there",
                Spot::Base => "at the base",
            };
            format!("gain {} {to}", listed(units))
        },
        /// Units with these icons come, of either theatre.
        Rise { circles: N<0, 8>, triangles: N<0, 8> } =>
            format!("gain {} with circles and {triangles} with triangles there", counted(*circles, "unit")),
        /// Units of the queue come one space nearer, and more with the leader of the portrait.
        Hasten { n: N<1, 8>, portrait: N<0, 8> } => format!(
            "{} on the queue one space nearer, {portrait} more with the leader of the portrait",
            one_or(*n, "a unit comes", "units come")
        ),
        /// One unit of the first spaces of the queue is deployed here.
        Commission { spaces: N<1, { QUEUE as u8 }> } =>
            format!("a unit of the first {spaces} spaces of the queue is deployed there"),
        /// Enemy units here are destroyed, with so much health at most, those of one theatre alone.
        Destroy { health: N<1, 20>, theatre: Option<Theatre> } => {
            let what = theatre.map_or("units", kind);
            format!("enemy {what} with up to {health} health are destroyed there")
        },
        /// Units of the Imperial queue are destroyed, with so much health at most.
        Raid { health: N<1, 20> } =>
            format!("units on the Imperial queue with up to {health} health are destroyed"),
        /// For each icon of the system a unit of the Imperial queue that it builds is destroyed.
        Demolish => "for each icon a unit on the Imperial queue that it builds is destroyed",
        /// The system is destroyed.
        Annihilate => "the system is destroyed",
        /// Units move here.
        Move(passage: Passage) => passage.words(),
        /// Both sides fight here afterwards.
        Fight => "then both sides fight",
        /// At the end of the phase so many units come to the base space, or the base moves to the system of a card of those
        /// that are drawn for each leader.
        Mobilize { units: N<0, 60>, cards: N<1, 16> } => format!(
            "at the end of the phase up to {units} units come to the space of the hidden base, or the base moves to the system of one of {cards} probe cards for each leader"
        ),
        /// A leader is trained by Yoda: he gets his ring, and becomes who replaces him.
        Train => "Yoda trains a leader: he may reroll a die a round, and Luke Skywalker becomes a Jedi",
        /// The missions of a leader are not opposed from the pool in this round.
        Shield => "nobody comes from the pool against the missions of one leader in this round",
        /// A leader of the mission is put on a starting mission.
        Reassign => "one of its leaders is put on a starting mission in the hand",
        /// The leader is put on a mission, or a project, that is taken out of the deck.
        Fetch { project: bool } => {
            let what = if *project { "project" } else { "mission" };
            format!("the leader is put on a {what} out of the deck, which is shuffled")
        },
        /// Units move in from adjacent systems, and both sides fight where they meet.
        Advance => "units move in from adjacent systems, and both sides fight",
        /// The Empire is told whether the base is in the region.
        Inquire => "the Empire is told whether the base is in the region",
        /// In this round the Rebels attempt no mission here and use no action card.
        Guard => "in this round the Rebels attempt no missions and use no action cards there",
        /// The leader holds no units in this round.
        Loosen => "in this round the leader holds no units",
        /// The Imperial ground units here move to one Imperial system without Rebel ground units.
        Expel => "Imperial ground units there move to one Imperial system without Rebel ground units",
        /// Here this leader joins the Rebels.
        Enlist { leader: Leader, at: Place } => format!("in {at} {leader} joins"),
    }
}

/// The most kinds of units of which a passage limits the number, and the most of each.
pub const KINDS: usize = 4;
/// See [`KINDS`].
pub const MOST: u8 = (1 << BITS) - 1;
/// How many of a kind are left takes so many bits of what is left.
pub const BITS: usize = 2;

/// What a mission lets move, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage<R: Refs = Ids> {
    /// Where the units come from.
    pub from: Origin,
    /// Units of one theatre alone.
    pub theatre: Option<Theatre>,
    /// At most so many of each kind; any if none are named.
    #[serde(default)]
    pub units: R::Of<Units>,
    /// Units of one kind alone.
    pub only: R::Of<Option<Row>>,
    /// At most so many together; 0 for any number.
    #[serde(default)]
    pub n: u8,
    /// Some need to be carried, as ever.
    pub carried: bool,
    /// A leader of the side holds them, as ever.
    pub held: bool,
}

impl Param for Passage {
    type Name = Passage<Names>;
    type Id = Self;

    fn resolve(_: &str, written: &Passage<Names>, cx: &Context<'_>) -> Result<Self, String> {
        let &Passage { from, theatre, ref units, ref only, n, carried, held } = written;
        // Few enough to be counted in the state.
        range(cx.name, "kinds", units.len() as u8, 0, KINDS as u8)?;
        units.iter().try_for_each(|(unit, n)| range(cx.name, unit, *n, 1, MOST).map(|_| ()))?;
        range(cx.name, "n", n, 0, 60)?;
        let one =
            (from == Origin::Anywhere) == only.is_some() && (only.is_none() || units.is_empty() && n > 0);
        ensure(one, || format!("{}: from anywhere a number of one kind moves", cx.name))?;
        let (units, only) = (Units::resolve("units", units, cx)?, Option::<Row>::resolve("only", only, cx)?);
        Ok(Self { from, theatre, units, only, n, carried, held })
    }
}

impl Passage<Names> {
    /// The same in words.
    fn words(&self) -> String {
        let Self { from, theatre, units, only, n, .. } = self;
        if let Some(only) = only {
            let from = if *from == Origin::Anywhere { "any systems" } else { "one place" };
            return format!("up to {n} {only} move there from {from}");
        }
        let what = match theatre {
            _ if !units.is_empty() => format!("up to {}", listed(units)),
            Some(Theatre::Ground) if *n > 0 => format!("up to {n} ground units"),
            theatre => theatre.map_or("units", kind).into(),
        };
        let from = if *from == Origin::Base { "from the base" } else { "from one system" };
        format!("{what} move there {from}")
    }
}

/// Units of a theatre.
fn kind(theatre: Theatre) -> &'static str {
    match theatre {
        Theatre::Ground => "ground units",
        Theatre::Space => "ships",
    }
}

fn one_or(n: u8, one: &str, many: &str) -> String {
    if n == 1 { one.to_owned() } else { format!("{n} {many}") }
}

fn listed(units: &BTreeMap<String, u8>) -> String {
    units.iter().map(|(name, n)| counted(*n, name)).collect::<Vec<_>>().join(", ")
}
