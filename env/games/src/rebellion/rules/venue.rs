//! [`Venue`]: where a mission can be carried out, as conditions that all hold there.

use holotable_env::Set;
use serde::Deserialize;

use super::words::{Icon, Place, Places, Row};

/// A condition as `missions.toml` writes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Written {
    /// A Rebel leader is there who is no captive: the mission is against him.
    RebelLeader,
    /// A captive is there: the mission is against him, or for him.
    Captive,
    /// On the Rebel Base space.
    Base,
    /// It is nowhere: what is done with cards alone.
    Nowhere,
    /// It has icons.
    Populous,
    /// It has none, and is not destroyed.
    Remote,
    /// It is loyal to the Empire or subjugated.
    ImperialSystem,
    /// It is loyal to the Rebels and not subjugated.
    RebelSystem,
    /// It is loyal to the Empire.
    ImperialLoyalty,
    /// It is subjugated.
    Subjugated,
    /// An Imperial unit is there.
    ImperialUnit,
    /// An Imperial ship is there.
    ImperialShip,
    /// No Imperial unit is there.
    NoImperialUnit,
    /// No Rebel unit is there.
    NoRebelUnit,
    /// It has no sabotage marker.
    NoSabotage,
    /// One of these units of the side is there, by name.
    Has(Vec<String>),
    /// It has this icon.
    Icon(Icon),
    /// It is this system.
    At(String),
    /// It is one of these systems.
    AtOneOf(Vec<String>),
    /// It is loyal to nobody.
    Neutral,
    /// No Rebel ground unit is there.
    NoRebelGround,
    /// There is another Imperial system without Rebel ground units.
    Outlet,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are those of `Written`")]
pub enum Condition {
    RebelLeader,
    Captive,
    Base,
    Nowhere,
    Populous,
    Remote,
    ImperialSystem,
    RebelSystem,
    ImperialLoyalty,
    Subjugated,
    ImperialUnit,
    ImperialShip,
    NoImperialUnit,
    NoRebelUnit,
    NoSabotage,
    Has(Set<Row>),
    Icon(Icon),
    At(Place),
    AtOneOf(Places),
    Neutral,
    NoRebelGround,
    Outlet,
}

/// What a mission is aimed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// A system.
    #[default]
    System,
    /// A Rebel leader in a system.
    Leader,
    /// A captive.
    Captive,
    /// The Rebel Base.
    Base,
    /// Nothing on the board.
    Nowhere,
}

/// Where a mission can be carried out: what holds there, all of it.
#[derive(Clone, Debug, Default)]
pub struct Venue {
    /// What it is aimed at.
    pub aim: Aim,
    /// What holds there.
    pub all: Vec<Condition>,
    /// The same in words.
    pub words: String,
    /// Nothing of the kind is attempted where an action card forbids it to the Rebels.
    pub forbidden: bool,
}

impl Venue {
    /// A venue of these conditions.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are of the system")]
    pub fn new(all: Vec<Condition>, words: String) -> Self {
        let aim = all.iter().fold(Aim::System, |aim, condition| match condition {
            Condition::RebelLeader => Aim::Leader,
            Condition::Captive => Aim::Captive,
            Condition::Base => Aim::Base,
            Condition::Nowhere => Aim::Nowhere,
            _ => aim,
        });
        Self { aim, all, words, forbidden: false }
    }
}

impl Written {
    /// The condition in words, to stand behind the system or the leader that it is about.
    fn words(&self) -> String {
        match self {
            Self::RebelLeader | Self::Captive | Self::Base | Self::Nowhere => String::new(),
            Self::Populous => "with icons".into(),
            Self::Remote => "without icons".into(),
            Self::ImperialSystem => "that is Imperial".into(),
            Self::RebelSystem => "that is the Rebels'".into(),
            Self::ImperialLoyalty => "loyal to the Empire".into(),
            Self::Subjugated => "that is subjugated".into(),
            Self::ImperialUnit => "with an Imperial unit".into(),
            Self::ImperialShip => "with an Imperial ship".into(),
            Self::NoImperialUnit => "without Imperial units".into(),
            Self::NoRebelUnit => "without Rebel units".into(),
            Self::NoSabotage => "without a sabotage marker".into(),
            Self::Has(units) => format!("with a {}", units.join(" or ")),
            Self::Icon(icon) => format!("with the icon {}", icon.word().replace('_', " ")),
            Self::At(name) => format!("in {name}"),
            Self::AtOneOf(names) => format!("in {}", names.join(" or ")),
            Self::Neutral => "loyal to nobody".into(),
            Self::Outlet => "with another Imperial system without Rebel ground units".into(),
            Self::NoRebelGround => "without Rebel ground units".into(),
        }
    }
}

/// A list of conditions in words.
pub fn words(all: &[Written]) -> String {
    let is = |which: fn(&Written) -> bool| all.iter().any(which);
    if is(|one| matches!(one, Written::Base)) {
        return "on the Rebel Base space".into();
    }
    if is(|one| matches!(one, Written::Nowhere)) {
        return "with cards".into();
    }
    let named = is(|one| matches!(one, Written::At(_) | Written::AtOneOf(_)));
    let first = if is(|one| matches!(one, Written::RebelLeader)) {
        "against a Rebel leader in a system"
    } else if is(|one| matches!(one, Written::Captive)) {
        "where a captive is"
    } else if named {
        ""
    } else {
        "in a system"
    };
    let rest: Vec<String> = all.iter().map(Written::words).filter(|one| !one.is_empty()).collect();
    let words = format!("{first} {}", rest.join(" and "));
    words.trim().to_owned()
}
