//! The options of the game: every difficulty variant of the rulebook and every ruling left open by it.

use crate::error::{Error, ErrorKind, nearest};
use crate::options::{OptionKind, OptionSpec, Options};

use super::setup::seated;
use super::words::{SEATS, Team};

/// The options and their defaults.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "players",
        doc: "Seats at the table (rulebook p1).",
        kind: OptionKind::Int(2, 4),
        default: "2",
    },
    OptionSpec {
        name: "teams",
        doc: "The team of each seat in order, or 'random' (p4).",
        kind: OptionKind::Words(
            "'random' or one different team a player: tatooine, yavin_4, lothal, alderaan",
        ),
        default: "random",
    },
    OptionSpec {
        name: "imperials",
        doc: "Imperials to defeat: 7 is the easy game, 11 the expert's (p9, p12).",
        kind: OptionKind::Int(1, 11),
        default: "7",
    },
    OptionSpec {
        name: "rebels_lost",
        doc: "Defeated Rebels that lose the game (p9, p12).",
        kind: OptionKind::Int(1, 40),
        default: "10",
    },
    OptionSpec {
        name: "components",
        doc: "Operational components that lose the game (p9, p12).",
        kind: OptionKind::Int(1, 6),
        default: "6",
    },
    OptionSpec {
        name: "start_counters",
        doc: "Operation counters on each component at the start (variant, p12).",
        kind: OptionKind::Int(0, 1),
        default: "0",
    },
    OptionSpec {
        name: "several_cards_per_roll",
        doc: "Dice of one roll may go to several cards (ruling R7; the analogue allows one).",
        kind: OptionKind::Flag,
        default: "true",
    },
    OptionSpec {
        name: "early_stop",
        doc: "The turn may be concluded while a card could still be completed (ruling R13).",
        kind: OptionKind::Flag,
        default: "true",
    },
    OptionSpec {
        name: "tokens_alone_complete",
        doc: "Tokens alone may complete a card that got no die (ruling R15).",
        kind: OptionKind::Flag,
        default: "true",
    },
    OptionSpec {
        name: "tokens_pay",
        doc: "Symbol tokens may pay for Rebel abilities (ruling R16).",
        kind: OptionKind::Flag,
        default: "false",
    },
    OptionSpec {
        name: "global_targets",
        doc: "'a Rebel' and 'an Imperial' reach every team and sector, not only one's own (ruling R23).",
        kind: OptionKind::Flag,
        default: "false",
    },
    OptionSpec {
        name: "reveal_on_any_turn",
        doc: "Abilities that wait for a revealed Imperial work on every player's turn (ruling R34).",
        kind: OptionKind::Flag,
        default: "false",
    },
];

/// The options as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent ruling with a name of its own")]
#[expect(missing_docs, reason = "the fields are documented in OPTIONS")]
pub struct Rules {
    pub teams: Option<[Team; SEATS]>,
    pub imperials: usize,
    pub rebels_lost: usize,
    pub components: u32,
    pub start_counters: u8,
    pub several_cards_per_roll: bool,
    pub early_stop: bool,
    pub tokens_alone_complete: bool,
    pub tokens_pay: bool,
    pub global_targets: bool,
    pub reveal_on_any_turn: bool,
}

impl Rules {
    /// Reads the options.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] for teams that do not exist, are chosen twice or do not fit the players.
    pub fn read(o: &Options) -> Result<Self, Error> {
        Ok(Self {
            teams: teams(o.words("teams"), o.int("players") as usize)?,
            imperials: o.int("imperials") as usize,
            rebels_lost: o.int("rebels_lost") as usize,
            components: o.int("components") as u32,
            start_counters: o.int("start_counters") as u8,
            several_cards_per_roll: o.flag("several_cards_per_roll"),
            early_stop: o.flag("early_stop"),
            tokens_alone_complete: o.flag("tokens_alone_complete"),
            tokens_pay: o.flag("tokens_pay"),
            global_targets: o.flag("global_targets"),
            reveal_on_any_turn: o.flag("reveal_on_any_turn"),
        })
    }
}

fn teams(words: &str, players: usize) -> Result<Option<[Team; SEATS]>, Error> {
    if words == "random" {
        return Ok(None);
    }
    let wrong = |why: String| Error::new(ErrorKind::Option, format!("option 'teams' is '{words}': {why}"));
    let mut chosen: Vec<Team> = Vec::new();
    for word in words.split(',').map(str::trim) {
        let team = Team::from_label(word).ok_or_else(|| {
            let hint = nearest(word, Team::WORDS.iter().copied()).map(|n| format!("; did you mean '{n}'?"));
            wrong(format!(
                "no team '{word}'{} (the teams are {})",
                hint.unwrap_or_default(),
                Team::WORDS.join(", ")
            ))
        })?;
        if chosen.contains(&team) {
            return Err(wrong(format!("{word} is chosen twice")));
        }
        chosen.push(team);
    }
    if chosen.len() != players {
        return Err(wrong(format!("{} teams for {players} players", chosen.len())));
    }
    Ok(Some(seated(&chosen)))
}
