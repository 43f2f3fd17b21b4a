//! [`Rebellion`]: the options of the game, its data set, and the battle inside it.

pub mod ability;
pub mod action;
pub mod action_cards;
pub(super) mod aims;
pub mod allegiance;
pub mod assign;
pub mod attempt;
pub mod base;
pub mod build;
pub mod captive;
pub mod combat;
pub mod command;
pub mod decider;
pub mod deck;
pub mod deck_counts;
pub mod deploy;
pub mod deployments;
pub mod destroyed_systems;
pub mod end;
pub mod event;
pub(super) mod fields;
pub mod flow;
pub mod gain;
pub mod goal;
pub mod hand;
pub mod legal;
pub(super) mod load;
pub(super) mod load_cards;
pub(super) mod load_missions;
pub(super) mod load_names;
pub mod mission_effects;
pub mod missions;
pub mod mobilize;
pub mod movement;
pub(super) mod names;
pub mod objectives;
pub mod partners;
pub mod passage;
pub mod play;
pub mod post;
pub mod probes;
pub mod recruit;
pub mod redeal;
pub mod refresh;
pub(super) mod schema;
pub mod scrap;
pub mod seats;
pub mod setup;
pub mod state;
pub mod stations;
pub(super) mod story;
pub mod supply;
pub mod tables;
pub mod task;
pub mod under_way;
pub mod venue;
pub mod verb;
pub mod words;

use std::path::Path;
use std::sync::Arc;

use holotable_env::{DiceTable, Error, ErrorKind, Finite, OptionKind, OptionSpec, Options, Part, Tabletop};

use self::load::load;
use self::state::State;
use self::tables::{Played, Tables};
use self::words::{BySkill, Leader, Row, Side};
use crate::rebellion_combat::RebellionCombat;
use crate::rebellion_combat::tables::{Person, Stat, Tables as Combat};
use crate::rebellion_combat::words::ByTheatre;

/// The most dice that are rolled for a mission (p9).
pub const DICE: usize = 10;
/// Of the faces of a die for a mission, how many are no success, one, and two (p7): blank, hit or direct hit, special.
const SUCCESSES: [u32; 3] = [2, 3, 1];

/// What the Rebel leader who was lured to the Empire is called among its own.
pub const TURNCOAT: &str = "Lured leader";

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct Rebellion {
    /// The data set.
    pub tables: Arc<Tables>,
    /// Up to how many dice are rolled for a mission, as successes: none, one, two.
    pub dice: Arc<DiceTable<3>>,
    /// The battle; then, if missions can lure a Rebel leader to the Empire, the battle with each of them on its side.
    combat: Arc<[Part<RebellionCombat>]>,
    /// The first game's set-up, or the normal one.
    pub first: bool,
    /// How many players there are: two, or three or four of whom some share a side.
    pub players: usize,
    options: Arc<Options>,
}

impl Rebellion {
    /// The rules of the battle.
    #[inline]
    pub fn battle(&self) -> &RebellionCombat {
        self.combat[0].game()
    }

    /// The rules of the battle when this Rebel leader was lured to the Empire.
    #[inline]
    pub fn battle_of(&self, lured: Option<Leader>) -> &RebellionCombat {
        self.part_of(lured).game()
    }

    /// The same, with who writes its observations.
    #[inline]
    pub fn part_of(&self, lured: Option<Leader>) -> &Part<RebellionCombat> {
        lured.and_then(|leader| self.combat.get(leader.index() + 1)).unwrap_or(&self.combat[0])
    }

    /// The skills of a leader.
    #[inline]
    pub fn skills(&self, s: &State, side: Side, leader: Leader) -> &BySkill<u8> {
        match s.lured {
            Some(lured) if s.is_lured(side, leader) => &self.tables.skills[Side::Rebels][lured],
            _ => &self.tables.skills[side][leader],
        }
    }

    /// The components of the battle: units, leaders, dice, tactic cards.
    #[inline]
    pub fn components(&self) -> &Combat {
        &self.battle().tables
    }

    /// The numbers of a kind of unit.
    #[inline]
    pub fn stat(&self, side: Side, row: Row) -> &Stat {
        self.components().stat(side, row)
    }

    /// The name of a kind of unit.
    pub fn unit_name(&self, side: Side, row: Row) -> &str {
        &self.components().unit(side, row).name
    }

    /// The name of a leader; numbers beyond the last have none.
    pub fn leader_name(&self, side: Side, leader: Leader) -> &str {
        self.components().leader(side, leader).map_or("nobody", |person| person.name.as_str())
    }
}

impl Tabletop for Rebellion {
    const NAME: &'static str = "rebellion";
    const ABOUT: &'static str =
        "the war of Star Wars: Rebellion for two to four: the Empire looks for the hidden base of the Rebels";
    const RULES: &'static str = include_str!("../rules.md");
    const RULES_VERSION: u32 = 6;
    const MAX_DECISIONS: usize = 100_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let first = options.choice("setup", &[("first", true), ("normal", false)])?;
        let missions = options.choice(
            "missions",
            &[("starting", Played::Starting), ("none", Played::None), ("all", Played::All)],
        )?;
        let battle = Options::resolve(
            RebellionCombat::option_specs(),
            [("reshuffle", "true"), ("add_leader", options.words("add_leader"))],
        )?;
        let action_cards = options.choice("actions", &[("none", false), ("all", true)])?;
        if action_cards && missions != Played::All {
            let why = format!(
                "option 'actions' is 'all', which needs all missions, but option 'missions' is '{}' (ruling W53)",
                options.words("missions")
            );
            return Err(Error::new(ErrorKind::Option, why));
        }
        let battle = RebellionCombat::build(&battle, None)?;
        let battle = battle.in_campaign();
        let players = options.int("players") as usize;
        let tables = load(data, &battle.tables, missions, action_cards, players > Side::N)?;
        let combat =
            if tables.all_missions { with_turncoats(battle).collect() } else { [Part::new(battle)].into() };
        Ok(Self {
            tables: Arc::new(tables),
            dice: Arc::new(DiceTable::new(SUCCESSES, DICE)),
            combat,
            first,
            players,
            options: Arc::new(options.clone()),
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn data_hash(&self) -> &str {
        &self.tables.hash
    }
}

/// The battle with somebody on the Empire's side who was lured to it, and then with each Rebel leader as this one.
fn with_turncoats(battle: RebellionCombat) -> impl Iterator<Item = Part<RebellionCombat>> {
    let person = |tactics| Person { name: TURNCOAT.to_owned(), tactics, replaces: None };
    let rebels: Vec<_> = battle.tables.leaders[Side::Rebels].iter().map(|leader| leader.tactics).collect();
    let all = std::iter::once(ByTheatre::default()).chain(rebels);
    all.map(move |tactics| Part::new(battle.joined_by(Side::Empire, person(tactics))))
}

/// The options and their defaults.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "setup",
        doc: "'first': the fixed set-up of the first game; 'normal': loyalty by lot, units placed by the players.",
        kind: OptionKind::Words("first or normal"),
        default: "first",
    },
    OptionSpec {
        name: "missions",
        doc: "The missions that are played: 'starting', the four of each side; 'all', with projects (rulings W36 to W52); 'none', so leaders activate systems and fight (rulings W1 to W5).",
        kind: OptionKind::Words("starting, all or none"),
        default: "starting",
    },
    OptionSpec {
        name: "actions",
        doc: "The abilities of action cards: 'none', so that leaders are recruited from them alone (ruling W3); 'all', which needs missions=all (rulings W53 to W77).",
        kind: OptionKind::Words("none or all"),
        default: "none",
    },
    OptionSpec {
        name: "players",
        doc: "The players: 2; with 3 two share the Empire, with 4 both sides, each pair an Admiral and a General (rulings W78 to W86).",
        kind: OptionKind::Int(2, 4),
        default: "2",
    },
    OptionSpec {
        name: "add_leader",
        doc: "Who may be added to a combat from the pool: 'any' leader, or 'tactic', those with tactic values (ruling W20).",
        kind: OptionKind::Words("any or tactic"),
        default: "any",
    },
];
