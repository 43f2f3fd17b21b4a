//! [`DarkSideRising`]: the rules with their data set and their options, which are every difficulty variant of the
//! rulebook and every ruling left open by it.

pub(super) mod ability;
pub mod action;
pub mod apply;
pub mod assign;
pub mod card;
pub mod in_play;
pub mod legal;
pub(super) mod load;
pub(super) mod names;
pub mod op;
pub(super) mod play;
pub(super) mod schema;
pub mod seats;
pub mod setup;
pub mod state;
pub(super) mod story;
pub mod tables;
pub mod targets;
pub mod turn;
pub(super) mod validate;
pub mod words;

use std::path::Path;
use std::sync::Arc;

use holotable_env::{Error, ErrorKind, Finite, OptionKind, OptionSpec, Options, Slot, Tabletop, suggest};

use self::action::DieType;
use self::card::Card;
use self::in_play::InPlay;
use self::op::{Ask, If, Op, Traits};
use self::state::{Frame, State};
use self::tables::{Base, Rebel, Tables};
use self::words::{Ally, Kind, Payee, SEATS, Team, Trait};
use super::face::observation::card::Fixed;

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct DarkSideRising {
    /// How many seats play.
    pub players: usize,
    /// The options as the rules read them.
    pub rules: Rules,
    /// Everything printed on the components.
    pub tables: Arc<Tables>,
    options: Arc<Options>,
    /// What never changes in an observation.
    pub(in crate::dark_side_rising) fixed: Arc<Fixed>,
}

/// The price of the ability of an own Rebel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Which of the prices of the team it is.
    pub payee: Payee,
    /// The place of the Rebel.
    pub place: usize,
    /// The trait to pay.
    pub symbol: Trait,
    /// How many symbols of it.
    pub symbols: u8,
}

impl DarkSideRising {
    /// What a Rebel card has beside its damage spaces and symbols.
    #[inline]
    pub fn ability(&self, card: Card) -> Rebel {
        self.tables[card].rebel.expect("only Rebels are asked for abilities")
    }

    /// The prices of the abilities of the active team, in the order of the Rebels on it.
    #[inline]
    pub fn prices(&self, s: &State) -> impl Iterator<Item = Price> {
        let rebels = s.own().iter().enumerate();
        let priced = rebels.filter_map(|(place, rebel)| Some((place, self.ability(rebel.card).price?)));
        priced.enumerate().map(|(i, (place, (symbol, symbols)))| Price {
            payee: Slot::at(i),
            place,
            symbol,
            symbols,
        })
    }

    /// The trait and number of symbols that a type of die shows.
    #[inline]
    pub fn face(&self, die: DieType) -> (Trait, u8) {
        self.tables.faces[die]
    }

    /// The team base of the active seat.
    #[inline]
    pub fn base(&self, s: &State) -> &Base {
        &self.tables.bases[s.seats.team(usize::from(s.active))]
    }

    /// The verb at the top of the stack, for as long as effects are under way.
    #[inline]
    pub fn verb(&self, s: &State) -> Option<(Op, Frame)> {
        s.frames.last().map(|&frame| (self.tables.program[usize::from(frame.at)], frame))
    }

    /// What the acting player is asked to choose, if an effect waits for it.
    #[inline]
    pub fn asked(&self, s: &State) -> Option<Ask> {
        let (op, frame) = self.verb(s).filter(|_| s.asking)?;
        op.asks(frame.memo)
    }

    /// The die that is being turned to another face, if an effect asks to which.
    #[inline]
    pub fn turned(&self, s: &State) -> Option<DieType> {
        let (op, frame) = self.verb(s).filter(|_| s.asking)?;
        frame.chosen_die().filter(|_| matches!(op, Op::ChangeDie { .. }))
    }

    /// The seat of an [`Ally`] of the active seat.
    #[inline]
    pub fn seat(&self, s: &State, ally: Ally) -> usize {
        (usize::from(s.active) + ally.index()) % self.players
    }

    /// Whether a card has as much damage as it has spaces.
    #[inline]
    pub fn is_full(&self, card: InPlay) -> bool {
        card.damage >= self.tables[card.card].capacity
    }

    /// Whether a Rebel is of one of the affiliations; none given means any.
    #[inline]
    pub fn affiliated(&self, card: Card, of: Traits) -> bool {
        of.is_empty() || of.has(self.ability(card).affiliation)
    }

    /// A Rebel after `n` damage if it is meant, never above its capacity (p10).
    #[inline]
    pub fn hurt(&self, rebel: InPlay, of: Traits, n: u8) -> InPlay {
        if !self.affiliated(rebel.card, of) {
            return rebel;
        }
        let capacity = self.tables[rebel.card].capacity;
        InPlay { damage: rebel.damage.saturating_add(n).min(capacity), ..rebel }
    }

    /// Whether the condition of the ability of the active team's Rebel at `place` is met.
    pub fn holds(&self, s: &State, place: usize, condition: If) -> bool {
        let others = || {
            s.own().iter().enumerate().filter(move |(i, _)| *i != place).map(|(_, m)| &self.tables[m.card])
        };
        let affiliation = |rebel: Option<Rebel>| rebel.map(|r| r.affiliation);
        match condition {
            If::Always => true,
            If::SameAffiliation => {
                let own = affiliation(self.tables[s.own()[place].card].rebel);
                others().any(|c| affiliation(c.rebel) == own)
            }
            If::Vehicle => others().any(|c| c.kind == Kind::Vehicle),
            If::ImperialHere => {
                s.deployed.is_some_and(|at| s.table[at].iter().flatten().any(|c| c.is_imperial()))
            }
            If::VaderHere => s.is_at(s.vader),
        }
    }
}

impl Tabletop for DarkSideRising {
    const NAME: &'static str = "dark_side_rising";
    const ABOUT: &'static str = "co-operative card and dice game for 2-4 players against the Death Star";
    const RULES: &'static str = include_str!("../rules.md");
    const RULES_VERSION: u32 = 1;
    const MAX_DECISIONS: usize = 50_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let rules = Rules::read(options)?;
        let tables = Tables::load(data)?;
        let there = tables.imperials().len();
        if rules.imperials > there {
            let why = format!("option 'imperials' is {}, but the data set has {there}", rules.imperials);
            return Err(Error::new(ErrorKind::Option, why));
        }
        Ok(Self {
            players: options.int("players") as usize,
            rules,
            fixed: Arc::new(Fixed::of(&tables)),
            tables: Arc::new(tables),
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
    OptionSpec {
        name: "before_dark_dice",
        doc: "Tokens that heal or remove a counter, and abilities without a price, may be used before the team is \
              deployed and the dark dice roll, too (rulings R18 and R37).",
        kind: OptionKind::Flag,
        default: "false",
    },
    OptionSpec {
        name: "heal_waiting_teams",
        doc: "Damage may be removed from 'a Rebel' of the teams that wait, too (ruling R23; global_targets allows it \
              with all else).",
        kind: OptionKind::Flag,
        default: "false",
    },
    OptionSpec {
        name: "first",
        doc: "The seat that begins, or 'random'; by the rulebook who last watched a film (p6, ruling R46).",
        kind: OptionKind::Words("'random' or the number of a seat, from 0"),
        default: "random",
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
    pub components: usize,
    pub start_counters: u8,
    pub several_cards_per_roll: bool,
    pub early_stop: bool,
    pub tokens_alone_complete: bool,
    pub tokens_pay: bool,
    pub global_targets: bool,
    pub reveal_on_any_turn: bool,
    pub before_dark_dice: bool,
    pub heal_waiting_teams: bool,
    pub first: Option<u8>,
}

impl Rules {
    /// Reads the options.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] for teams that do not exist, are chosen twice or do not fit the players, and for a first seat
    /// that nobody has.
    pub fn read(o: &Options) -> Result<Self, Error> {
        Ok(Self {
            teams: teams(o.words("teams"), o.int("players") as usize)?,
            imperials: o.int("imperials") as usize,
            rebels_lost: o.int("rebels_lost") as usize,
            components: o.int("components") as usize,
            start_counters: o.int("start_counters") as u8,
            several_cards_per_roll: o.flag("several_cards_per_roll"),
            early_stop: o.flag("early_stop"),
            tokens_alone_complete: o.flag("tokens_alone_complete"),
            tokens_pay: o.flag("tokens_pay"),
            global_targets: o.flag("global_targets"),
            reveal_on_any_turn: o.flag("reveal_on_any_turn"),
            before_dark_dice: o.flag("before_dark_dice"),
            heal_waiting_teams: o.flag("heal_waiting_teams"),
            first: first(o.words("first"), o.int("players") as usize)?,
        })
    }
}

fn first(word: &str, players: usize) -> Result<Option<u8>, Error> {
    if word == "random" {
        return Ok(None);
    }
    let seat = word.parse().ok().filter(|seat| usize::from(*seat) < players);
    let wrong =
        || format!("option 'first' is '{word}': it must be 'random' or a seat from 0 to {}", players - 1);
    seat.map(Some).ok_or_else(|| Error::new(ErrorKind::Option, wrong()))
}

fn teams(words: &str, players: usize) -> Result<Option<[Team; SEATS]>, Error> {
    if words == "random" {
        return Ok(None);
    }
    let wrong = |why: String| Error::new(ErrorKind::Option, format!("option 'teams' is '{words}': {why}"));
    let mut chosen: Vec<Team> = Vec::new();
    for word in words.split(',').map(str::trim) {
        let team = Team::from_label(word).ok_or_else(|| {
            let (hint, all) = (suggest(word, Team::WORDS.iter().copied()), Team::WORDS.join(", "));
            wrong(format!("no team '{word}'{hint} (the teams are {all})"))
        })?;
        if chosen.contains(&team) {
            return Err(wrong(format!("{word} is chosen twice")));
        }
        chosen.push(team);
    }
    if chosen.len() != players {
        return Err(wrong(format!("{} teams for {players} players", chosen.len())));
    }
    // The teams without a seat are not in play; which come after the others does not matter.
    let rest = Team::all().filter(|team| !chosen.contains(team));
    let mut teams = chosen.iter().copied().chain(rest);
    Ok(Some([(); SEATS].map(|()| teams.next().expect("there are as many teams as seats"))))
}
