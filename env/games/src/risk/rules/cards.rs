//! The cards: a class, and a directive as data, a verb with its amount.

use holotable_env::english::counted;
use holotable_env::picture::title;
use holotable_env::{Finite, Set};
use serde::{Deserialize, Serialize};

use super::words::{ByFaction, Cards, Class, Faction, KINDS, Kind, When};

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
pub enum Verb {
    /// Put troops on an own planet; while defending, on the one that is attacked.
    AddTroops {
        /// So many.
        n: u8,
    },
    /// Add to each own die of an attack.
    Dice {
        /// So much.
        n: u8,
    },
    /// Remove troops from an enemy planet, all but one at most; while defending, from where the attack comes.
    KillTroops {
        /// At most so many.
        n: u8,
        /// Only of this faction.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Faction>,
    },
    /// Destroy an attacking ship.
    KillShip {
        /// Of this class.
        class: Class,
    },
    /// Call an attack off: from where it comes, nobody attacks for the rest of the turn.
    Cancel,
    /// Call an attack off, and the planet cannot be attacked until the attacker has taken one of somebody else this turn.
    Protect,
    /// A seat of a faction loses cards from its hand by lot.
    Discard {
        /// At most so many.
        n: u8,
        /// Whose.
        from: Faction,
    },
    /// Move the Force Meter towards the own side.
    Force {
        /// So many spaces.
        n: u8,
    },
    /// The Death Star destroys a planet.
    Fire,
    /// Destroy the Death Star.
    DestroyStar,
    /// Build a new Death Star on a planet of the Empire.
    RebuildStar,
}

impl Verb {
    /// When it may stand on a card that is played then.
    pub fn fits(self, when: When) -> bool {
        match self {
            Verb::AddTroops { .. } | Verb::KillTroops { .. } => matches!(when, When::Turn | When::Defend),
            Verb::Dice { .. } => matches!(when, When::Attack | When::Defend),
            Verb::KillShip { .. } | Verb::Cancel | Verb::Protect => when == When::Defend,
            Verb::Discard { .. } | Verb::Force { .. } | Verb::DestroyStar | Verb::RebuildStar => {
                when == When::Turn
            }
            Verb::Fire => when == When::Fire,
        }
    }

    /// The amount, if it has one.
    pub fn amount(self) -> u8 {
        match self {
            Verb::AddTroops { n }
            | Verb::Dice { n }
            | Verb::KillTroops { n, .. }
            | Verb::Discard { n, .. }
            | Verb::Force { n } => n,
            Verb::KillShip { .. }
            | Verb::Cancel
            | Verb::Protect
            | Verb::Fire
            | Verb::DestroyStar
            | Verb::RebuildStar => 1,
        }
    }

    /// Which verb it is, whatever its amount: a number below [`VERBS`].
    pub fn index(self) -> usize {
        match self {
            Verb::AddTroops { .. } => 0,
            Verb::Dice { .. } => 1,
            Verb::KillTroops { .. } => 2,
            Verb::KillShip { .. } => 3,
            Verb::Cancel => 4,
            Verb::Protect => 5,
            Verb::Discard { .. } => 6,
            Verb::Force { .. } => 7,
            Verb::Fire => 8,
            Verb::DestroyStar => 9,
            Verb::RebuildStar => 10,
        }
    }

    /// The verb in words.
    pub fn words(self) -> String {
        match self {
            Verb::AddTroops { n } => format!("add {}", counted(n, "troop")),
            Verb::Dice { n } => format!("+{n} to each die of one attack"),
            Verb::KillTroops { n, from: None } => {
                format!("remove up to {}, but the last", counted(n, "enemy troop"))
            }
            Verb::KillTroops { n, from: Some(from) } => {
                format!("remove up to {} of the {}, but the last", counted(n, "troop"), title(from.word()))
            }
            Verb::KillShip { class } => format!("destroy an attacking {}", super::names::ship(class)),
            Verb::Cancel => "call an attack off, and all others from that planet this turn".into(),
            Verb::Protect => {
                "call an attack off, and protect the planet until the attacker takes one of somebody else"
                    .into()
            }
            Verb::Discard { n, from } => format!(
                "the {} {} {}",
                title(from.word()),
                if from == Faction::Empire { "loses" } else { "lose" },
                counted(n, "card")
            ),
            Verb::Force { n } => format!("move the Force Meter {}", counted(n, "space")),
            Verb::Fire => "the Death Star destroys a planet".into(),
            Verb::DestroyStar => "destroy the Death Star".into(),
            Verb::RebuildStar => "build a new Death Star".into(),
        }
    }
}

/// How many verbs there are.
pub const VERBS: usize = 11;

/// What a kind of cards says.
#[derive(Clone, Debug)]
pub struct Card {
    /// The title of the directive; of a plain card, its class.
    pub name: String,
    /// The ship that it builds.
    pub class: Class,
    /// How many there are.
    pub copies: u8,
    /// When the directive may be played; never, for a plain card.
    pub when: Set<When>,
    /// What it does; nothing, for a plain card.
    pub verb: Option<Verb>,
}

/// A deck: its kinds by class, and within a class in the order of `directives.toml`.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// The kinds.
    pub kinds: Vec<Card>,
    /// How many there are of each.
    pub all: Cards,
    /// The kinds of each class, as bits.
    pub of_class: [u32; Class::N],
    /// The kinds that may be played at each time, as bits.
    pub playable: [u32; When::N],
}

impl Deck {
    /// The name of a kind of cards.
    pub fn card_name(&self, kind: Kind) -> String {
        let card = self.card(kind);
        if card.verb.is_none() { card.name.clone() } else { format!("{} ({})", card.name, card.class.word()) }
    }

    /// The deck of these kinds, at most [`KINDS`].
    pub fn new(kinds: Vec<Card>) -> Self {
        let mut deck = Self::default();
        for (i, card) in kinds.iter().enumerate().take(KINDS) {
            deck.all[Kind::at(i)] = card.copies;
            deck.of_class[card.class.index()] |= 1 << i;
            for when in card.when.iter() {
                deck.playable[when.index()] |= 1 << i;
            }
        }
        deck.kinds = kinds;
        deck
    }

    /// What a kind says.
    #[inline]
    pub fn card(&self, kind: Kind) -> &Card {
        &self.kinds[kind.index()]
    }

    /// The kinds of which a hand has cards, as bits.
    #[inline]
    pub fn held(&self, hand: &Cards) -> u32 {
        holotable_env::bits::nonzero(hand.values()) as u32
    }

    /// The kind called so with this class.
    pub fn find(&self, name: &str, class: Class) -> Option<Kind> {
        self.kinds.iter().position(|c| c.name == name && c.class == class).map(Kind::at)
    }
}

/// The decks of the factions; in standard RISK all cards lie in the first.
pub type Decks = ByFaction<Deck>;
