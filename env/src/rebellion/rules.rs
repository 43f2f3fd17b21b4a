//! [`Rebellion`]: the options of the game, its data set, and the battle inside it.

use std::path::Path;
use std::sync::Arc;

use super::load::load;
use super::tables::Tables;
use super::words::{Leader, Row, Side};
use crate::dice::DiceTable;
use crate::error::Error;
use crate::observe::Part;
use crate::options::{OptionKind, OptionSpec, Options};
use crate::rebellion_combat::RebellionCombat;
use crate::rebellion_combat::tables::{Stat, Tables as Combat};
use crate::tabletop::Tabletop;

/// The most dice that are rolled for a mission (p9).
pub const DICE: usize = 10;
/// Of the faces of a die for a mission, how many are no success, one, and two (p7): blank, hit or direct hit, special.
const SUCCESSES: [u32; 3] = [2, 3, 1];

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct Rebellion {
    /// The data set.
    pub tables: Arc<Tables>,
    /// Up to how many dice are rolled for a mission, as successes: none, one, two.
    pub dice: Arc<DiceTable<3>>,
    /// The battle.
    pub combat: Arc<Part<RebellionCombat>>,
    /// The first game's set-up, or the normal one.
    pub first: bool,
    options: Arc<Options>,
}

impl Rebellion {
    /// The rules of the battle.
    #[inline]
    pub fn battle(&self) -> &RebellionCombat {
        self.combat.game()
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
        "the war of Star Wars: Rebellion for two: the Empire looks for the hidden base of the Rebels";
    const RULES: &'static str = include_str!("rules.md");
    const RULES_VERSION: u32 = 2;
    const MAX_DECISIONS: usize = 100_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let first = options.choice("setup", &[("first", true), ("normal", false)])?;
        let missions = options.choice("missions", &[("starting", true), ("none", false)])?;
        let battle = Options::resolve(
            RebellionCombat::option_specs(),
            [("reshuffle", "true"), ("add_leader", options.words("add_leader"))],
        )?;
        let combat = Part::new(RebellionCombat::build(&battle, None)?);
        let tables = load(data, &combat.game().tables, missions)?;
        Ok(Self {
            tables: Arc::new(tables),
            dice: Arc::new(DiceTable::new(SUCCESSES, DICE)),
            combat: Arc::new(combat),
            first,
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
        doc: "The missions that are played: 'starting', the four of each side; 'none', so leaders activate systems and fight (rulings W1 to W5).",
        kind: OptionKind::Words("starting or none"),
        default: "starting",
    },
    OptionSpec {
        name: "add_leader",
        doc: "Who may be added to a combat from the pool: 'any' leader, or 'tactic', those with tactic values (ruling W20).",
        kind: OptionKind::Words("any or tactic"),
        default: "any",
    },
];
