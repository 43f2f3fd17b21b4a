//! [`Hand`]: the action cards of a side: what it holds and for whom each was kept, what it put under the deck, and what it has used.

use super::tables::Tables;
use super::words::{CARDS, Leader, Leaders, Recruit, Recruits, Side};
use crate::Pack;
use crate::finite::Finite;

/// The action cards of a side that are not in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    /// In the hand.
    held: u32,
    /// Those of them that were kept with the first leader whom they show, and with the second one.
    kept: [u32; 2],
    /// Under the deck.
    under: u32,
    /// Used or discarded, for all to see.
    used: u32,
}

fn set(bits: u32) -> Recruits {
    Recruits::of_bits(u64::from(bits))
}

fn bit(card: Recruit) -> u32 {
    1 << card.index()
}

impl Hand {
    /// The cards in the hand.
    #[inline]
    pub fn held(self) -> Recruits {
        set(self.held)
    }

    /// The cards that were put under the deck.
    #[inline]
    pub fn under(self) -> Recruits {
        set(self.under)
    }

    /// The cards that were used or discarded.
    #[inline]
    pub fn used(self) -> Recruits {
        set(self.used)
    }

    /// The leader with whom a card of the hand was kept, if there was one.
    pub fn kept_for(self, t: &Tables, side: Side, card: Recruit) -> Option<Leader> {
        let which = self.kept.iter().position(|kept| kept & bit(card) != 0)?;
        t.act(side, card).leaders.each().nth(which)
    }

    /// Whether a card of the hand was kept with this one of the leaders whom it shows, from 0.
    pub fn is_kept_for(self, card: Recruit, which: usize) -> bool {
        self.kept[which] & bit(card) != 0
    }

    /// The leaders with whom cards of the hand were kept: all know them.
    pub fn leaders(self, t: &Tables, side: Side) -> Leaders {
        self.held().iter().filter_map(|card| self.kept_for(t, side, card)).collect()
    }

    /// Takes a card into the hand, kept with this leader.
    pub fn keep(&mut self, t: &Tables, side: Side, card: Recruit, leader: Option<Leader>) {
        self.held |= bit(card);
        let mut shown = t.act(side, card).leaders.each();
        if let Some(which) = leader.and_then(|leader| shown.position(|one| one == leader)) {
            self.kept[which] |= bit(card);
        }
    }

    /// Takes a card out of the hand: it is used.
    pub fn spend(&mut self, card: Recruit) {
        self.held &= !bit(card);
        self.kept.iter_mut().for_each(|kept| *kept &= !bit(card));
        self.used |= bit(card);
    }

    /// Puts a card under the deck.
    pub fn sink(&mut self, card: Recruit) {
        self.under |= bit(card);
    }

    /// Takes the cards out that lie under the deck.
    pub fn lift(&mut self, card: Recruit) {
        self.under &= !bit(card);
    }

    /// The same cards used, and nothing else yet.
    #[must_use]
    pub fn spent(self) -> Self {
        Self { used: self.used, ..Self::default() }
    }

    /// The same, with these cards used.
    #[must_use]
    pub fn with_used(self, cards: Recruits) -> Self {
        Self { used: self.used | cards.bits() as u32, ..self }
    }
}

impl Pack for Hand {
    fn pack(&self, out: &mut Vec<u8>) {
        for bits in [self.held, self.kept[0], self.kept[1], self.under, self.used] {
            bits.pack(out);
        }
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut next = || u32::unpack(bytes).filter(|bits| bits >> CARDS == 0);
        let (held, first, second) = (next()?, next()?, next()?);
        let (under, used) = (next()?, next()?);
        let kept = [first, second];
        (first & second == 0 && (first | second) & !held == 0).then_some(Self { held, kept, under, used })
    }
}
