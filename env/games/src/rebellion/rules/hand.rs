//! [`Hand`]: the action cards of a side: what it holds and for whom each was kept, what it put under the deck, and what it has used.

use holotable_env::Pack;

use super::tables::Tables;
use super::words::{Leader, Leaders, Recruit, Recruits, Side};

/// The action cards of a side that are not in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand {
    /// In the hand.
    held: Recruits,
    /// Those of them that were kept with the first leader whom they show, and with the second one.
    kept: [Recruits; 2],
    /// Under the deck.
    under: Recruits,
    /// Used or discarded, for all to see.
    used: Recruits,
}

impl Hand {
    /// The cards in the hand.
    #[inline]
    pub fn held(self) -> Recruits {
        self.held
    }

    /// The cards that were put under the deck.
    #[inline]
    pub fn under(self) -> Recruits {
        self.under
    }

    /// The cards that were used or discarded.
    #[inline]
    pub fn used(self) -> Recruits {
        self.used
    }

    /// The leader with whom a card of the hand was kept, if there was one.
    pub fn kept_for(self, t: &Tables, side: Side, card: Recruit) -> Option<Leader> {
        let which = self.kept.iter().position(|kept| kept.has(card))?;
        t.action_card(side, card).leaders.iter().nth(which)
    }

    /// Whether a card of the hand was kept with this one of the leaders whom it shows, from 0.
    pub fn is_kept_for(self, card: Recruit, which: usize) -> bool {
        self.kept[which].has(card)
    }

    /// The leaders with whom cards of the hand were kept: all know them.
    pub fn leaders(self, t: &Tables, side: Side) -> Leaders {
        self.held().iter().filter_map(|card| self.kept_for(t, side, card)).collect()
    }

    /// Takes a card into the hand, kept with this leader.
    pub fn keep(&mut self, t: &Tables, side: Side, card: Recruit, leader: Option<Leader>) {
        self.held.add(card);
        let mut shown = t.action_card(side, card).leaders.iter();
        if let Some(which) = leader.and_then(|leader| shown.position(|one| one == leader)) {
            self.kept[which].add(card);
        }
    }

    /// Takes a card out of the hand: it is used.
    pub fn spend(&mut self, card: Recruit) {
        self.held.take(card);
        self.kept.iter_mut().for_each(|kept| kept.take(card));
        self.used.add(card);
    }

    /// Puts a card under the deck.
    pub fn sink(&mut self, card: Recruit) {
        self.under.add(card);
    }

    /// Takes the cards out that lie under the deck.
    pub fn lift(&mut self, card: Recruit) {
        self.under.take(card);
    }

    /// The same cards used, and nothing else yet.
    #[must_use]
    pub fn spent(self) -> Self {
        Self { used: self.used, ..Self::default() }
    }

    /// The same, with these cards used.
    #[must_use]
    pub fn with_used(self, cards: Recruits) -> Self {
        Self { used: self.used.or(cards), ..self }
    }
}

impl Pack for Hand {
    fn pack(&self, out: &mut Vec<u8>) {
        for cards in [self.held, self.kept[0], self.kept[1], self.under, self.used] {
            cards.pack(out);
        }
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut next = || Recruits::unpack(bytes);
        let (held, kept) = (next()?, [next()?, next()?]);
        let (under, used) = (next()?, next()?);
        let once = kept[0].and(kept[1]).is_empty() && kept[0].or(kept[1]).without(held).is_empty();
        once.then_some(Self { held, kept, under, used })
    }
}
