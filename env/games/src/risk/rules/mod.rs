//! [`Risk`]: the options of the game and its data set, with who sits where.

pub mod action;
pub mod battle;
pub mod board;
pub mod cards;
pub mod dice;
pub mod directive;
pub mod end;
pub(super) mod faces;
pub(super) mod fields;
pub mod hand;
pub mod legal;
pub(super) mod load;
pub mod map;
pub mod moves;
pub(super) mod names;
pub mod odds;
pub mod pending;
pub mod play;
pub mod redeal;
pub(super) mod schema;
pub mod sets;
pub mod setup;
pub mod sight;
pub mod star;
pub mod state;
pub(super) mod story;
pub mod tables;
pub mod turn;
pub mod values;
pub mod words;

use std::path::Path;
use std::sync::Arc;

use holotable_env::{Error, ErrorKind, Finite, OptionKind, OptionSpec, Options, Set, Tabletop};

use self::cards::{Card, Deck, Decks};
use self::load::load;
use self::tables::Tables;
use self::words::{Army, ByArmy, ByFaction, Class, Faction, SEATS, Seat};

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct Risk {
    /// The data set.
    pub tables: Arc<Tables>,
    /// The cards that are played with: those of the factions, or in standard RISK all of them in the first deck, plain.
    pub decks: Arc<Decks>,
    /// How many seats there are.
    pub players: usize,
    /// The Star Wars game, or standard RISK on the same board.
    pub star_wars: bool,
    /// After so many rounds the game is a draw.
    pub rounds: u16,
    /// Planets are claimed and troops placed by lot.
    pub dealt: bool,
    /// A defender with ships may roll one die.
    pub choose_dice: bool,
    /// Which faction each army is of. In standard RISK everybody plays for himself, and this says whose deck is drawn from.
    pub factions: ByArmy<Faction>,
    /// The armies that a seat may not attack: its own and its team-mate's.
    pub friends: [Set<Army>; SEATS],
    /// The team-mate of each seat.
    pub partner: [Option<Seat>; SEATS],
    /// The seats of each faction.
    pub seats_of: ByFaction<Set<Seat>>,
    options: Arc<Options>,
}

impl Tabletop for Risk {
    const NAME: &'static str = "risk";
    const ABOUT: &'static str = "RISK Star Wars Original Trilogy: a war on a map for two to five seats";
    const RULES: &'static str = include_str!("../rules.md");
    const RULES_VERSION: u32 = 3;
    const MAX_DECISIONS: usize = 200_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let star_wars = options.choice("variant", &[("star_wars", true), ("standard", false)])?;
        let dealt = options.choice("setup", &[("played", false), ("dealt", true)])?;
        let choose_dice = options.choice("defence_dice", &[("chosen", true), ("most", false)])?;
        let players = options.int("players") as usize;
        if !star_wars && !(3..=4).contains(&players) {
            let why = format!(
                "option 'players' is '{players}', but standard RISK is for 3 or 4 (option 'variant')"
            );
            return Err(Error::new(ErrorKind::Option, why));
        }
        let tables = Arc::new(load(data)?);
        let decks = if star_wars { tables.decks.clone() } else { plain(&tables.decks) };
        let seated = if star_wars { seats(players) } else { &[Faction::Rebels; SEATS][..players] };
        let others = if star_wars { Faction::Hutts } else { Faction::Rebels };
        let mut seats_of = ByFaction::<Set<Seat>>::default();
        for (seat, &faction) in seated.iter().enumerate() {
            seats_of[faction].add(Seat::at(seat));
        }
        let mates = |seat: usize| match seated.get(seat) {
            Some(&faction) if star_wars => seats_of[faction],
            Some(_) => Set::only(Seat::at(seat)),
            None => Set::EMPTY,
        };
        Ok(Self {
            decks: Arc::new(decks),
            tables,
            players,
            star_wars,
            rounds: options.int("rounds") as u16,
            dealt,
            choose_dice,
            factions: ByArmy::from_fn(|army: Army| seated.get(army.index()).copied().unwrap_or(others)),
            friends: std::array::from_fn(|seat| mates(seat).iter().map(Army::of).collect()),
            partner: std::array::from_fn(|seat| mates(seat).iter().find(|mate| mate.index() != seat)),
            seats_of,
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

impl Risk {
    /// Whether nobody plays the Hutts (p12).
    #[inline]
    pub fn neutral_hutts(&self) -> bool {
        self.star_wars && self.players.is_multiple_of(2)
    }

    /// The faction of a seat.
    #[inline]
    pub fn faction(&self, seat: Seat) -> Faction {
        self.factions[Army::of(seat)]
    }

    /// The deck of a seat.
    #[inline]
    pub fn deck(&self, seat: Seat) -> &Deck {
        &self.decks[self.faction(seat)]
    }

    /// The seats in the order of the chart.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players).map(Seat::at)
    }
}

/// Who sits where (p13).
fn seats(players: usize) -> &'static [Faction] {
    use Faction::{Empire, Hutts, Rebels};
    match players {
        2 => &[Rebels, Empire],
        3 => &[Rebels, Hutts, Empire],
        4 => &[Rebels, Empire, Rebels, Empire],
        _ => &[Rebels, Empire, Hutts, Rebels, Empire],
    }
}

/// All cards together, of which nothing counts but the class.
fn plain(decks: &Decks) -> Decks {
    let copies = |class: Class| {
        let cards = decks.values().iter().flat_map(|deck| &deck.kinds);
        cards.filter(|card| card.class == class).map(|card| card.copies).sum()
    };
    let kinds = Class::all().map(|class| Card {
        name: class.label(),
        class,
        copies: copies(class),
        when: Set::EMPTY,
        verb: None,
    });
    let mut all = Decks::default();
    all[Faction::Rebels] = Deck::new(kinds.collect());
    all
}

/// The options and their defaults.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "players",
        doc: "Seats: 2 and 3 play a faction each, 4 and 5 the Rebels and the Empire in teams (p3); 2 and 4 with neutral Hutts.",
        kind: OptionKind::Int(2, 5),
        default: "3",
    },
    OptionSpec {
        name: "variant",
        doc: "'star_wars', or 'standard' for RISK without factions on the same board (3 or 4 players).",
        kind: OptionKind::Words("star_wars or standard"),
        default: "star_wars",
    },
    OptionSpec {
        name: "rounds",
        doc: "After so many rounds the game is a draw between those who are left (ruling U26).",
        kind: OptionKind::Int(1, 40),
        default: "20",
    },
    OptionSpec {
        name: "setup",
        doc: "'played': planets are claimed and troops placed by the players; 'dealt': all this by lot.",
        kind: OptionKind::Words("played or dealt"),
        default: "played",
    },
    OptionSpec {
        name: "defence_dice",
        doc: "'chosen': a defender with ships is asked for one die or two; 'most': two are rolled (ruling U24).",
        kind: OptionKind::Words("chosen or most"),
        default: "chosen",
    },
];
