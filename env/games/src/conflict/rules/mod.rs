//! [`Conflict`]: the options of the family, each an unknown of the rulebook with a name.

pub mod action;
pub mod load;
pub(super) mod names;
pub mod play;
pub mod printed;
pub mod state;
pub(super) mod story;
pub mod turn;
pub mod words;
pub mod world;

use std::path::Path;
use std::sync::Arc;

use holotable_env::{Error, OptionKind, OptionSpec, Options, Tabletop};

use self::load::{Data, Side, load};
use self::world::Worlds;

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// How many seats.
    pub(in crate::conflict) seats: usize,
    /// Leaders may be covered in any order.
    pub simplified: bool,
    /// Everybody sees all hands.
    pub open_hands: bool,
    /// A draw from the Orange or Black deck costs one card, however many are drawn.
    pub price_once: bool,
    /// The side of the board.
    pub(in crate::conflict) side: Side,
    /// What games draw their parameters from.
    pub(in crate::conflict) worlds: Arc<Worlds>,
    /// The data set.
    pub(in crate::conflict) data: Arc<Data>,
    options: Arc<Options>,
}

impl Tabletop for Conflict {
    const NAME: &'static str = "conflict";
    const ABOUT: &'static str = "a family of co-operative card and dice games, reconstructed from fragments of Star Wars Conflict's rulebook";
    const RULES: &'static str = include_str!("../rules.md");
    const RULES_VERSION: u32 = 1;
    // Each turn without a frozen marker moves it forward or uses up one of some hundred cards, which can move it back by 3 each;
    // every other turn may be frozen; a turn has at most 25 decisions.
    const MAX_DECISIONS: usize = 25_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let variants = [
            ("standard", (Side::Standard, false)),
            ("simplified", (Side::Standard, true)),
            ("advanced", (Side::Advanced, false)),
        ];
        let (side, simplified) = options.choice("variant", &variants)?;
        let data = load(data)?;
        Ok(Self {
            seats: options.int("players") as usize,
            simplified,
            open_hands: options.flag("open_hands"),
            price_once: options.choice("draw_price", &[("each", false), ("once", true)])?,
            side,
            worlds: Arc::new(Worlds::read(options, &data, side)?),
            data: Arc::new(data),
            options: Arc::new(options.clone()),
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn data_hash(&self) -> &str {
        &self.data.hash
    }
}

const RANGE: OptionKind =
    OptionKind::Words("a whole number, or a range such as 24..36 from which each game draws its own");

const fn range(name: &'static str, default: &'static str, doc: &'static str) -> OptionSpec {
    OptionSpec { name, doc, kind: RANGE, default }
}

/// The options and their defaults, which are calibrated: see README.md.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec { name: "players", doc: "Seats (unknown).", kind: OptionKind::Int(2, 4), default: "3" },
    OptionSpec {
        name: "variant",
        doc: "standard; simplified, in which leaders are covered in any order; advanced, on the other side of the board.",
        kind: OptionKind::Words("standard, simplified or advanced"),
        default: "standard",
    },
    OptionSpec {
        name: "open_hands",
        doc: "Everybody sees all hands (unknown).",
        kind: OptionKind::Flag,
        default: "false",
    },
    OptionSpec {
        name: "deck",
        doc: "The Forces cards (unknown): fixed in cards.toml, random anew in each game, or drawn once from a seed.",
        kind: OptionKind::Words("fixed, random or a seed"),
        default: "fixed",
    },
    OptionSpec {
        name: "board",
        doc: "The fields with an effect (unknown): fixed in board.toml, random anew in each game, or drawn once from a seed.",
        kind: OptionKind::Words("fixed, random or a seed"),
        default: "fixed",
    },
    range("track", "36", "The last field of the Event Track, 12 to 40 (unknown)."),
    OptionSpec {
        name: "every",
        doc: "Fields with an effect lie this far apart (unknown).",
        kind: OptionKind::Int(2, 6),
        default: "3",
    },
    range("hand", "8", "Yellow cards in each hand at the start, 0 to 8 (unknown)."),
    range(
        "heroes_below",
        "9",
        "The heroes are shuffled into so many cards at the bottom of the Black deck, 3 to 12 (unknown).",
    ),
    range("twos", "2", "Faces of a die that show 2, 0 to 4; what is left of six faces shows 1 (unknown)."),
    range("threes", "1", "Faces of a die that show 3, 0 to 4 (unknown)."),
    range("first_order", "1", "Faces of a die that show the First Order's symbol, 0 to 3 (unknown)."),
    range("phasma", "1", "The First Order symbols of Captain Phasma, 1 to 6 (unknown)."),
    range("hux", "2", "Those of General Hux, 1 to 6 (unknown)."),
    range("kylo", "3", "Those of Kylo Ren, 1 to 6 (unknown)."),
    OptionSpec {
        name: "draw_price",
        doc: "What a draw from the Orange or Black deck costs (unknown): a card for each card drawn, or one card once.",
        kind: OptionKind::Words("each or once"),
        default: "each",
    },
];
