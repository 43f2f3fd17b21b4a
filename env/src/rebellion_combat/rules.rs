//! The options of the game: which battles are fought, and every ruling that the sources leave open.

use super::words::Colour;
use crate::options::{OptionKind, OptionSpec, Options};

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
}

impl Rules {
    /// Reads the options.
    ///
    /// # Errors
    /// [`ErrorKind::Option`](crate::ErrorKind::Option) for a word that an option does not know.
    pub fn read(o: &Options) -> Result<Self, crate::Error> {
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
        })
    }
}
