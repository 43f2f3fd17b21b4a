//! [`RebellionCombat`]: the options of the game, which say what battles are fought and settle every ruling that the sources
//! leave open, with the components they are played with.

pub mod action;
pub mod apply;
pub mod ask;
pub mod attack;
pub mod end;
pub(super) mod fields;
pub mod flow;
pub mod generate;
pub mod legal;
pub(super) mod load;
pub(crate) mod names;
pub mod op;
pub mod plans;
pub mod play;
pub(super) mod redeal;
pub mod scenario;
pub(super) mod schema;
pub mod state;
pub(super) mod story;
pub mod tables;
pub mod targets;
pub mod words;
pub mod worth;
pub mod zones;

use std::path::Path;
use std::sync::Arc;

use holotable_env::{Error, ErrorKind, Finite, OptionKind, OptionSpec, Options, Tabletop, suggest};

use self::load::load;
use self::scenario::{Scenario, Setup};
use self::tables::{Person, Tables};
use self::words::{BySide, Colour, Leader, Side, Theatre};
use self::zones::Leaders;

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct RebellionCombat {
    /// The options as the rules read them.
    pub rules: Rules,
    /// Everything printed on the components.
    pub tables: Arc<Tables>,
    /// The battles with a name.
    pub scenarios: Arc<[Scenario]>,
    /// The leaders of each side with tactic values in either theatre.
    pub tacticians: BySide<Leaders>,
    /// The leaders of each side whom random battles know: those who replace nobody.
    pub(in crate::rebellion_combat) generals: BySide<Leaders>,
    /// The battle that is fought; `None` for random ones.
    pub(in crate::rebellion_combat) setup: Option<Setup>,
    /// They are battles of a campaign, whose cards and rings may bring more.
    pub(in crate::rebellion_combat) campaign: bool,
    options: Arc<Options>,
}

impl Tabletop for RebellionCombat {
    const NAME: &'static str = "rebellion_combat";
    const ABOUT: &'static str = "battles of Star Wars: Rebellion between two sides with hidden tactic cards";
    const RULES: &'static str = include_str!("../rules.md");
    const RULES_VERSION: u32 = 2;
    const MAX_DECISIONS: usize = 10_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let rules = Rules::read(options)?;
        let (tables, scenarios) = load(data)?;
        let tables = tables.with_stations_of(rules.dsuc_health);
        let who = |able: fn(&Person) -> bool| BySide::from_fn(|side| tables.leaders_who(side, able));
        Ok(Self {
            rules,
            tacticians: who(|leader| *leader.tactics.values() != [0; Theatre::N]),
            generals: who(|leader| leader.replaces.is_none()),
            setup: setup(&scenarios, options.words("scenario"))?,
            tables: Arc::new(tables),
            scenarios: scenarios.into(),
            campaign: false,
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

impl RebellionCombat {
    /// The same battles in a campaign whose cards and rings may bring more.
    #[must_use]
    pub fn in_campaign(self) -> Self {
        Self { campaign: true, ..self }
    }

    /// The same battles with one more leader of a side, for a game that has one whom the data set does not know.
    #[must_use]
    pub fn joined_by(&self, side: Side, person: Person) -> Self {
        let mut tables = (*self.tables).clone();
        let leader = Leader::at(tables.leaders[side].len());
        let mut tacticians = self.tacticians;
        if *person.tactics.values() != [0; Theatre::N] {
            tacticians[side].add(leader);
        }
        tables.leaders[side].push(person);
        Self { tables: Arc::new(tables), tacticians, ..self.clone() }
    }
}

/// The set-up that the option `scenario` names; `None` for random battles.
fn setup(scenarios: &[Scenario], word: &str) -> Result<Option<Setup>, Error> {
    if word == "random" {
        return Ok(None);
    }
    if let Some(scenario) = scenarios.iter().find(|scenario| scenario.name == word) {
        return Ok(Some(scenario.setup));
    }
    let names = || std::iter::once("random").chain(scenarios.iter().map(|s| s.name.as_str()));
    let all = names().collect::<Vec<_>>().join(", ");
    let why = format!("option 'scenario' is '{word}'{} (it may be {all})", suggest(word, names()));
    Err(Error::new(ErrorKind::Option, why))
}

/// The options and their defaults.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "scenario",
        doc: "A battle by name (scenarios.toml), or 'random' for the generator.",
        kind: OptionKind::Words("'random' or the name of a scenario"),
        default: "random",
    },
    OptionSpec {
        name: "value",
        doc: "Random battles: about how much the units of the stronger side are worth (a TIE Fighter 2, a Star Destroyer 7).",
        kind: OptionKind::Int(4, 40),
        default: "18",
    },
    OptionSpec {
        name: "balance",
        doc: "Random battles: the weaker side, drawn by lot, gets from this many per cent of that value to all of it.",
        kind: OptionKind::Int(10, 100),
        default: "70",
    },
    OptionSpec {
        name: "theatres",
        doc: "Random battles: where they are fought; 'any' draws it by lot.",
        kind: OptionKind::Words("space, ground, both or any"),
        default: "any",
    },
    OptionSpec {
        name: "leaders",
        doc: "Random battles: the most leaders that a side has in the system, and as many in its pool.",
        kind: OptionKind::Int(0, 3),
        default: "2",
    },
    OptionSpec {
        name: "neighbours",
        doc: "Random battles: the most systems beside the one fought over; with none nobody can retreat.",
        kind: OptionKind::Int(0, 8),
        default: "4",
    },
    OptionSpec {
        name: "tactics",
        doc: "Tactic cards are drawn and played; without them only the dice count.",
        kind: OptionKind::Flag,
        default: "true",
    },
    OptionSpec { name: "retreat", doc: "The sides may retreat.", kind: OptionKind::Flag, default: "true" },
    OptionSpec {
        name: "hold",
        doc: "Points for the side that alone has units in the system at the end.",
        kind: OptionKind::Int(0, 20),
        default: "4",
    },
    OptionSpec {
        name: "score",
        doc: "'winner': more points win all, equal points are a tie; 'margin': the score grows with the difference.",
        kind: OptionKind::Words("winner or margin"),
        default: "winner",
    },
    OptionSpec {
        name: "dsuc_health",
        doc: "The colour of the health of stations under construction, on which sources disagree (ruling C1).",
        kind: OptionKind::Words("black or red"),
        default: "black",
    },
    OptionSpec {
        name: "reshuffle",
        doc: "An empty tactic deck is made anew from its discards during a combat (ruling C2; the rulebook shuffles at the end).",
        kind: OptionKind::Flag,
        default: "false",
    },
    OptionSpec {
        name: "overkill",
        doc: "Damage may be put on a unit that is already destroyed while another could take it (rulebook p5).",
        kind: OptionKind::Flag,
        default: "true",
    },
    OptionSpec {
        name: "add_leader",
        doc: "Who may be added from the pool: 'tactic', leaders with tactic values; 'any', the others too (ruling C7).",
        kind: OptionKind::Words("tactic or any"),
        default: "tactic",
    },
];

/// Where random battles are fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fronts {
    /// Only in space.
    Space,
    /// Only on the ground.
    Ground,
    /// In both theatres.
    Both,
    /// Drawn by lot.
    Any,
}

/// The options as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent ruling with a name of its own")]
#[expect(missing_docs, reason = "the fields are documented in OPTIONS")]
pub struct Rules {
    pub value: u32,
    pub balance: u32,
    pub fronts: Fronts,
    pub leaders: usize,
    pub neighbours: usize,
    pub tactics: bool,
    pub retreat: bool,
    pub hold: u16,
    pub margin: bool,
    pub dsuc_health: Colour,
    pub reshuffle: bool,
    pub overkill: bool,
    pub add_any: bool,
}

impl Rules {
    /// Reads the options.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] for a word that an option does not know.
    pub fn read(o: &Options) -> Result<Self, Error> {
        Ok(Self {
            value: o.int("value") as u32,
            balance: o.int("balance") as u32,
            fronts: o.choice(
                "theatres",
                &[
                    ("space", Fronts::Space),
                    ("ground", Fronts::Ground),
                    ("both", Fronts::Both),
                    ("any", Fronts::Any),
                ],
            )?,
            leaders: o.int("leaders") as usize,
            neighbours: o.int("neighbours") as usize,
            tactics: o.flag("tactics"),
            retreat: o.flag("retreat"),
            hold: o.int("hold") as u16,
            margin: o.choice("score", &[("winner", false), ("margin", true)])?,
            dsuc_health: o.choice("dsuc_health", &[("black", Colour::Black), ("red", Colour::Red)])?,
            reshuffle: o.flag("reshuffle"),
            overkill: o.flag("overkill"),
            add_any: o.choice("add_leader", &[("tactic", false), ("any", true)])?,
        })
    }
}
