//! [`State`]: the table as one `Copy` value. Each field is named here and nowhere else: bytes and JSON are derived.

use holotable_env::{Finite, Json, List, Pack, Private, Viewer};

use super::printed::StartingCard;
use super::words::{
    ByCard, ByColour, ByFace, ByLeader, Card, Colour, Ending, SEATS, SYMBOLS, Stage, TOP, Value,
};
use super::world::World;

/// A known card at the top of a deck: everybody is told what somebody sees there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Top {
    /// The card.
    pub card: Card,
    /// It was revealed, and so its attack counts when it is taken; else its ambush does.
    pub face_up: bool,
}

/// What is known of the order of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Deck {
    /// The known cards at the top, the first on top.
    #[json(default)]
    pub top: List<Top, TOP>,
    /// How many of its other cards come before the first that may be a hero.
    pub without_heroes: u8,
}

/// A card on a leader's field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Cover {
    /// The card.
    pub card: Card,
    /// Everybody knows which card it is.
    pub public: bool,
}

/// The table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Viewer)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the table")]
pub struct State {
    /// The parameters that this game is played with.
    pub world: World,
    /// Turns that are over.
    pub turn: u16,
    /// The seat whose turn it is.
    pub active: u8,
    /// What it decides.
    pub stage: Stage,
    /// How the game ended.
    pub ending: Ending,
    /// The field of the Event Marker.
    pub marker: u8,
    /// Its field when the turn began.
    pub began: u8,
    /// It is set aside for this turn.
    pub frozen: bool,
    /// It will be for the next.
    pub freezes_next: bool,
    /// The dice not yet used.
    pub dice: ByFace<u8>,
    /// The result in the Help Dice area; none on the grey field.
    pub stored: Option<Value>,
    /// It was stored in this turn, and so waits for the next player.
    pub stored_now: bool,
    /// Cards still to be discarded.
    #[json(group = "pending")]
    pub due: u8,
    /// Cards to be revealed or drawn then, or that are being put back.
    #[json(group = "pending")]
    pub amount: u8,
    /// How many of them lie in order already.
    #[json(group = "pending")]
    pub placed: u8,
    /// They are drawn, not revealed.
    #[json(group = "pending")]
    pub draws: bool,
    /// Their deck.
    #[json(group = "pending")]
    pub deck: Option<Colour>,
    /// What lies on the leaders' fields.
    pub covers: ByLeader<Option<Cover>>,
    /// The known order of each deck.
    pub decks: ByColour<Deck>,
    /// Cards moved to the bottom of their deck; they are shuffled when it comes to them.
    pub below: ByCard<u8>,
    /// Discarded cards.
    pub discards: ByCard<u8>,
    /// The other cards of the decks, whose order nobody has fixed: whatever lies nowhere else.
    #[json(skip)]
    pub bag: ByCard<u8>,
    /// The starting cards.
    pub starting: List<StartingCard, SEATS>,
    /// The cards in each hand that everybody knows.
    pub shown: [ByCard<u8>; SEATS],
    /// Those that only their seat knows; never heroes.
    pub hidden: Private<ByCard<u8>, SEATS>,
}

impl State {
    /// For each deck, how many cards a seat holds of which the others know but the ambush.
    pub fn veiled(&self, seat: usize) -> ByColour<[u8; SYMBOLS as usize + 1]> {
        let mut veiled = ByColour::<[u8; SYMBOLS as usize + 1]>::default();
        for (card, n) in self.hidden[seat].iter().filter(|(_, n)| **n > 0) {
            veiled[card.colour()][usize::from(self.world.cards[card].ambush)] += n;
        }
        veiled
    }

    /// The cards of a deck among some.
    pub fn among(cards: &ByCard<u8>, colour: Colour) -> u8 {
        cards.values()[colour.cards()].iter().fold(0, |sum: u8, n| sum.saturating_add(*n))
    }

    /// How many cards a deck has.
    pub fn cards_left(&self, deck: Colour) -> u8 {
        let lie = Self::among(&self.bag, deck).saturating_add(Self::among(&self.below, deck));
        lie.saturating_add(self.decks[deck].top.len() as u8)
    }

    /// How many of a card a seat has.
    pub fn in_hand(&self, seat: usize, card: Card) -> u8 {
        self.shown[seat][card].saturating_add(self.hidden[seat][card])
    }

    /// How many cards of a colour a seat has.
    pub fn hand_of(&self, seat: usize, colour: Colour) -> u8 {
        Self::among(&self.shown[seat], colour).saturating_add(Self::among(&self.hidden[seat], colour))
    }

    /// How many Forces cards a seat has.
    pub fn hand_size(&self, seat: usize) -> u8 {
        Colour::all().fold(0, |sum: u8, colour| sum.saturating_add(self.hand_of(seat, colour)))
    }

    /// The seat whose turn it is.
    pub fn me(&self) -> usize {
        usize::from(self.active)
    }

    /// Everything that lies somewhere, by card: what is missing of a game's cards is in the bag. States from elsewhere may claim more
    /// than a byte counts.
    pub fn placed_cards(&self) -> ByCard<u8> {
        let mut all = ByCard::from_fn(|card| self.below[card].saturating_add(self.discards[card]));
        for seat in 0..SEATS {
            all.iter_mut().for_each(|(card, n)| *n = n.saturating_add(self.in_hand(seat, card)));
        }
        for (_, deck) in self.decks.iter() {
            deck.top.iter().for_each(|top| all[top.card] = all[top.card].saturating_add(1));
        }
        for cover in self.covers.values().iter().flatten() {
            all[cover.card] = all[cover.card].saturating_add(1);
        }
        all
    }
}
