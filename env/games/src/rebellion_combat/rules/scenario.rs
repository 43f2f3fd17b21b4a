//! [`Setup`]: how a battle begins, as a scenario, the generator or a campaign says it, and the state it begins with.

use holotable_env::{Finite, Json, List, ensure};

use super::action::Own;
use super::fields::leaders;
use super::state::{Beside, Camp, Campaign, State};
use super::tables::{Names, Tables};
use super::words::{BySide, Card, Loyalty, NEIGHBOURS, Side, Theatre};
use super::zones::{Cards, Leaders, Units};

/// A battle with a name.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The word of the option `scenario`.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// How it begins.
    pub setup: Setup,
}

/// How a battle begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(context = Names<'cx>)]
pub struct Setup {
    /// Whom the system is loyal to.
    #[json(default)]
    pub loyalty: Loyalty,
    /// Whose turn of the game it is.
    pub current: Side,
    /// The Rebels hold the plans of the Death Star.
    #[json(default)]
    pub plans: bool,
    /// The systems beside it.
    #[json(name = "neighbours", default)]
    pub beside: List<Beside, NEIGHBOURS>,
    /// What each side brings, written under its own word.
    #[json(skip)]
    pub sides: BySide<Brought>,
    /// Tactic cards that are not in the decks, since they have been discarded.
    #[json(default)]
    pub discards: Cards,
    /// A campaign has cards for the start of the combat.
    #[json(name = "waits_for_cards", default)]
    pub waits: bool,
}

/// What a side brings to a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(context = Names<'cx>)]
pub struct Brought {
    /// Units, none of them damaged.
    pub units: Units,
    /// Leaders in the system.
    #[json(default, with = leaders)]
    pub leaders: Leaders,
    /// Leaders in the pool.
    #[json(default, with = leaders)]
    pub pool: Leaders,
    /// Tactic cards in hand already; the decks have so many fewer.
    #[json(default)]
    pub hand: Cards,
    /// The side cannot retreat in the first round.
    #[json(name = "cannot_retreat_in_this_round", default)]
    pub held: bool,
    /// The side may retreat without carriers in the first round.
    #[json(name = "retreats_without_carriers_in_this_round", default)]
    pub free: bool,
}

impl Setup {
    /// Whether both sides have units in some theatre, so that there is a combat.
    pub fn is_combat(&self, t: &Tables) -> bool {
        let any = |side: Side, theatre| t.rows(side, theatre).any(|row| self.sides[side].units[row] > 0);
        Theatre::all().any(|theatre| Side::all().all(|side| any(side, theatre)))
    }

    /// The state before the first decision is looked for. More cards than there are make one that breaks an invariant.
    pub fn state(&self, t: &Tables) -> State {
        let camps = self.sides.map(|brought| {
            let Brought { leaders, pool, hand, held, free, .. } = brought;
            let mut camp = Camp { leaders, pool, hand, held, free, ..Camp::default() };
            brought.units.some().for_each(|(row, n)| camp.units[Own::whole(row)] = n);
            camp
        });
        let mut s = State {
            loyalty: self.loyalty,
            beside: self.beside,
            current: self.current,
            side: self.current,
            camps,
            discards: self.discards,
            plans: self.plans,
            cards: Campaign { waits: self.waits, ..Campaign::default() },
            ..State::default()
        };
        s.fill_decks(t);
        s
    }
}

impl State {
    /// Puts into the decks what is neither discarded nor in a hand.
    pub(in crate::rebellion_combat) fn fill_decks(&mut self, t: &Tables) {
        for card in Card::all() {
            let (_, copies) = t.name_and_copies(card);
            self.deck[card] = u16::from(copies).saturating_sub(self.cards_out(card)) as u8;
        }
    }

    /// Holds every card to being in exactly one zone.
    pub(in crate::rebellion_combat) fn count_cards(&self, t: &Tables) -> Result<(), String> {
        for (card, &in_deck) in self.deck.iter() {
            let n = self.cards_out(card) + u16::from(in_deck);
            let (name, copies) = t.name_and_copies(card);
            let copies = u16::from(copies);
            ensure(n <= copies, || format!("more than {copies} of {name}"))?;
            ensure(n == copies, || format!("{n} cards of {name}, not {copies}"))?;
        }
        Ok(())
    }

    /// How many cards of a kind are discarded or in a hand.
    fn cards_out(&self, card: Card) -> u16 {
        let hands: u16 = self.camps.iter().map(|(_, camp)| u16::from(camp.hand[card])).sum();
        hands + u16::from(self.discards[card])
    }
}
