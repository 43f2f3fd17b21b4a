//! The rows of cards, and [`Fixed`]: what never changes of them, computed once.

use holotable_env::{ByKey, Finite, Flag, Row, Share};

use crate::dark_side_rising::rules::action::ByDie;
use crate::dark_side_rising::rules::card::Card;
use crate::dark_side_rising::rules::in_play::InPlay;
use crate::dark_side_rising::rules::op::{Op, Reach, Traits, When};
use crate::dark_side_rising::rules::state::nothing;
use crate::dark_side_rising::rules::tables::{Printed, Tables};
use crate::dark_side_rising::rules::words::{ByColour, ByComponent, ByToken, ByTrait, Kind, Trait};

/// What cards on the table and on teams show alike.
#[derive(Clone, Copy, Debug, Default, Row)]
struct Skills {
    #[row(flatten)]
    affiliations: ByTrait<Flag>,
    vehicle: Flag,
    extra_die: Flag,
    change_die: Flag,
    reroll_die: Flag,
    draw_token: Flag,
    heal: Flag,
    remove_counter: Flag,
    strike: Flag,
    #[row(flatten, named)]
    deals_with: ByTrait<Flag>,
    price: Share<3>,
}

impl Skills {
    fn of(t: &Tables, card: &Printed) -> Self {
        let (mut of, mut deals) = (Traits::EMPTY, Traits::EMPTY);
        let price = card.rebel.and_then(|rebel| rebel.price);
        if let Some(rebel) = card.rebel {
            of.add(rebel.affiliation);
        }
        if let Some((symbol, _)) = price {
            deals.add(symbol);
        }
        for op in t.ops(card.span) {
            if let Op::Damage { who } = op {
                who.affiliations.iter().for_each(|t| of.add(t));
            } else if let Op::ChangeDie { traits } = op {
                traits.iter().for_each(|t| deals.add(t));
            } else if let Op::AddDie { colours, .. } = op {
                // Each colour is strong in the trait of its number.
                colours.iter().for_each(|c| deals.add(Trait::at(c.index())));
            }
        }
        let has = |verb: fn(&Op) -> bool| Flag::from(t.ops(card.span).iter().any(verb));
        Self {
            affiliations: ByTrait::from_fn(|t| of.has(t).into()),
            vehicle: (card.kind == Kind::Vehicle).into(),
            extra_die: has(|op| matches!(op, Op::AddDie { .. })),
            change_die: has(|op| matches!(op, Op::ChangeDie { .. })),
            reroll_die: has(|op| matches!(op, Op::RerollDie)),
            draw_token: has(|op| matches!(op, Op::DrawToken { .. })),
            heal: has(|op| matches!(op, Op::Heal { .. })),
            remove_counter: has(|op| matches!(op, Op::RemoveCounter { .. })),
            strike: has(|op| matches!(op, Op::Strike { .. })),
            deals_with: ByTrait::from_fn(|t| deals.has(t).into()),
            price: Share::of(price.map_or(0, |(_, n)| n)),
        }
    }
}

/// A card at one of the nine places.
#[derive(Clone, Copy, Debug, Default, Row)]
pub struct OnTable {
    rebel: Flag,
    imperial: Flag,
    capacity: Share<7>,
    damage: Share<7>,
    reachable: Flag,
    matched: Flag,
    #[row(flatten, named)]
    need: ByTrait<Share<8>>,
    #[row(flatten)]
    skills: Skills,
    affects_here: Flag,
    affects_clockwise: Flag,
    affects_active_team: Flag,
    affects_every_team: Flag,
    heals_imperials: Flag,
    rolls_death_star: Flag,
}

impl OnTable {
    /// The card undamaged, where the team is not.
    fn of(t: &Tables, card: &Printed) -> Self {
        let has = |verb: &dyn Fn(&Op) -> bool| Flag::from(t.ops(card.span).iter().any(verb));
        let hits = |reach: Reach| has(&|op| matches!(op, Op::Damage { who } if who.reach == reach));
        Self {
            rebel: card.rebel.is_some().into(),
            imperial: card.rebel.is_none().into(),
            capacity: Share::of(card.capacity),
            need: card.need.map(Share::of),
            skills: Skills::of(t, card),
            affects_here: hits(Reach::Here),
            affects_clockwise: hits(Reach::Clockwise),
            affects_active_team: hits(Reach::ActiveTeam),
            affects_every_team: hits(Reach::EveryTeam),
            heals_imperials: has(&|op| matches!(op, Op::HealImperials { .. })),
            rolls_death_star: has(&|op| matches!(op, Op::RollDeathStar)),
            ..Self::default()
        }
    }
}

/// A Rebel on the team of the player who looks.
#[derive(Clone, Copy, Debug, Default, Row)]
pub struct OnTeam {
    rebel: Flag,
    capacity: Share<7>,
    damage: Share<7>,
    used_this_turn: Flag,
    condition_holds: Flag,
    #[row(flatten)]
    skills: Skills,
    amount: Share<3>,
    by_itself_before_rolling: Flag,
    before_assigning: Flag,
    free: Flag,
    paid_with_dice: Flag,
    paid_with_damage: Flag,
    triggered: Flag,
}

impl OnTeam {
    /// The card undamaged, on another player's turn.
    fn of(t: &Tables, card: &Printed) -> Self {
        let amount = t.ops(card.span).iter().map(Op::amount).max().unwrap_or(0);
        let now = card.rebel.map(|rebel| rebel.when);
        let when = |when: When| Flag::from(now == Some(when));
        Self {
            rebel: Flag::YES,
            capacity: Share::of(card.capacity),
            skills: Skills::of(t, card),
            amount: Share::of(amount.min(3)),
            by_itself_before_rolling: when(When::Gather),
            before_assigning: when(When::Roll),
            free: when(When::Once),
            paid_with_dice: when(When::Paid),
            paid_with_damage: when(When::Hurt),
            triggered: matches!(now, Some(When::Revealed | When::Struck)).into(),
            ..Self::default()
        }
    }
}

/// What of an observation never changes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// Apart from the rows, since it is asked for far more often than they are.
    capacity: ByCard<u8>,
    row: ByCard<u8>,
    on_table: ByCard<OnTable>,
    on_team: ByCard<OnTeam>,
    /// How many Rebels and how many cards the data set has.
    pub count: (usize, usize),
    /// One share of the spaces of each component.
    pub space: ByComponent<f32>,
    /// One share of the tokens of each kind.
    pub token: ByToken<f32>,
    /// One share of the dice of each colour.
    pub die: ByColour<f32>,
    /// What each type of die shows, in 16 bits for each trait.
    pub symbols: ByDie<u64>,
}

type ByCard<T> = ByKey<Card, T, { Card::N }>;

impl Fixed {
    /// Computes it for a data set.
    pub fn of(t: &Tables) -> Self {
        let share = |n: u8| 1.0 / f32::from(n.max(1));
        let mut fixed = Self {
            capacity: ByCard::default(),
            row: ByCard::default(),
            on_table: ByCard::default(),
            on_team: ByCard::default(),
            count: (t.rebel_count, t.cards.len()),
            space: ByComponent::from_fn(|c| share(t.tiles[c].spaces)),
            token: ByToken::from_fn(|k| share(t.tokens[k].count)),
            die: ByColour::from_fn(|c| share(t.dice[c].supply)),
            symbols: ByDie::from_fn(|die| {
                let (symbol, n) = t.faces[die];
                u64::from(n) << (16 * symbol.index())
            }),
        };
        for (row, (card, printed)) in t.cards().enumerate() {
            fixed.capacity[card] = printed.capacity;
            fixed.row[card] = row as u8;
            fixed.on_table[card] = OnTable::of(t, printed);
            fixed.on_team[card] = OnTeam::of(t, printed);
        }
        fixed
    }

    /// The row of a card in blocks with a row for each card: Rebels, then Imperials.
    #[inline]
    pub fn row(&self, card: Card) -> usize {
        usize::from(self.row[card])
    }

    /// How much damage a card can still take.
    #[inline]
    pub fn room(&self, card: InPlay) -> u8 {
        self.capacity[card.card] - card.damage
    }

    /// A card at one of the nine places.
    #[inline]
    pub fn on_table(&self, card: InPlay) -> OnTable {
        OnTable { damage: Share::of(card.damage), ..self.on_table[card.card] }
    }

    /// The same where the team is, with the symbols that are still open.
    #[inline]
    pub fn in_reach(&self, card: InPlay, open: &ByTrait<u8>) -> OnTable {
        OnTable {
            reachable: Flag::YES,
            matched: nothing(open).into(),
            need: ByTrait::from_fn(|t| Share::of(open[t])),
            ..self.on_table(card)
        }
    }

    /// A Rebel on the own team; on its turn with whether it was used, and whether its condition holds.
    #[inline]
    pub fn on_team(&self, card: InPlay, now: Option<(bool, bool)>) -> OnTeam {
        let (used, holds) = now.unwrap_or_default();
        OnTeam {
            damage: Share::of(card.damage),
            used_this_turn: used.into(),
            condition_holds: holds.into(),
            ..self.on_team[card.card]
        }
    }
}
