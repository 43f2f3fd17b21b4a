//! [`Venue`]: where a mission can be carried out, as conditions that all hold there.

use holotable_env::Set;

use super::verb::{Context, Names, Refs, declare};
use super::words::{Icon, Place, Places, Row};

declare! {
    /// A condition of a mission's venue. Its words stand behind the system or the leader that it is about.
    #[serde(rename_all = "snake_case")]
    pub enum Condition {
        /// A Rebel leader is there who is no captive: the mission is against him.
        RebelLeader => "",
        /// A captive is there: the mission is against him, or for him.
        Captive => "",
        /// On the Rebel Base space.
        Base => "",
        /// It is nowhere: what is done with cards alone.
        Nowhere => "",
        /// It has icons.
        Populous => "with icons",
        /// It has none, and is not destroyed.
        Remote => "without icons, not destroyed",
        /// It is loyal to the Empire or subjugated.
        ImperialSystem => "that is Imperial",
        /// It is loyal to the Rebels and not subjugated.
        RebelSystem => "that is the Rebels'",
        /// It is loyal to the Empire.
        ImperialLoyalty => "loyal to the Empire",
        /// It is subjugated.
        Subjugated => "that is subjugated",
        /// An Imperial unit is there.
        ImperialUnit => "with an Imperial unit",
        /// An Imperial ship is there.
        ImperialShip => "with an Imperial ship",
        /// No Imperial unit is there.
        NoImperialUnit => "without Imperial units",
        /// No Rebel unit is there.
        NoRebelUnit => "without Rebel units",
        /// It has no sabotage marker.
        NoSabotage => "without a sabotage marker",
        /// One of these Imperial units is there.
        Has(units: Set<Row>) => format!("with a {}", units.join(" or ")),
        /// It has this icon.
        Icon(icon: Icon) => format!("with the icon {}", icon.word().replace('_', " ")),
        /// It is this system.
        At(name: Place) => format!("in {name}"),
        /// It is one of these systems.
        AtOneOf(names: Places) => format!("in {}", names.join(" or ")),
        /// It is loyal to nobody.
        Neutral => "loyal to nobody",
        /// No Rebel ground unit is there.
        NoRebelGround => "without Rebel ground units",
        /// There is another Imperial system without Rebel ground units.
        Outlet => "with another Imperial system without Rebel ground units",
    }
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
    /// The venue of these conditions.
    ///
    /// # Errors
    /// One line for a name that nothing has.
    pub fn read(all: &[Condition<Names>], cx: &Context<'_>) -> Result<Self, String> {
        let words = words(all);
        let all: Result<Vec<Condition>, String> = all.iter().map(|one| one.resolve(cx)).collect();
        let all = all?;
        Ok(Self { aim: aim(&all), all, words, forbidden: false })
    }
}

/// What is aimed at where these conditions hold: a system, unless one says more.
fn aim<R: Refs>(all: &[Condition<R>]) -> Aim {
    all.iter().fold(Aim::System, |aim, condition| match condition {
        Condition::RebelLeader => Aim::Leader,
        Condition::Captive => Aim::Captive,
        Condition::Base => Aim::Base,
        Condition::Nowhere => Aim::Nowhere,
        Condition::Populous
        | Condition::Remote
        | Condition::ImperialSystem
        | Condition::RebelSystem
        | Condition::ImperialLoyalty
        | Condition::Subjugated
        | Condition::ImperialUnit
        | Condition::ImperialShip
        | Condition::NoImperialUnit
        | Condition::NoRebelUnit
        | Condition::NoSabotage
        | Condition::Has(_)
        | Condition::Icon(_)
        | Condition::At(_)
        | Condition::AtOneOf(_)
        | Condition::Neutral
        | Condition::NoRebelGround
        | Condition::Outlet => aim,
    })
}

/// A list of conditions in words.
pub fn words(all: &[Condition<Names>]) -> String {
    let named = || all.iter().any(|one| matches!(one, Condition::At(_) | Condition::AtOneOf(_)));
    let first = match aim(all) {
        Aim::Base => return "on the Rebel Base space".into(),
        Aim::Nowhere => return "with cards".into(),
        Aim::Leader => "against a Rebel leader in a system",
        Aim::Captive => "where a captive is",
        Aim::System if named() => "",
        Aim::System => "in a system",
    };
    let rest: Vec<String> = all.iter().map(Condition::words).filter(|one| !one.is_empty()).collect();
    format!("{first} {}", rest.join(" and ")).trim().to_owned()
}
