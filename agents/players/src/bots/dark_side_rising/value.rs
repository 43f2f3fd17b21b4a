//! The expert's values of cards, abilities, damage and tokens, as terms with named weights.

use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::op::{Op, Reach};
use holotable_games::dark_side_rising::state::State;
use holotable_games::dark_side_rising::tables::Printed;
use holotable_games::dark_side_rising::words::{Component, Sector};

use crate::odds_features::dark_side_rising::sector::cards;

/// The expert's weights, in units of "one damage on an Imperial".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// One damage on an Imperial of capacity 2 (others in proportion).
    pub strike: f64,
    /// On top, when it is the last one.
    pub kill: f64,
    /// On top, for an Imperial that hurts or helps others: it is better gone.
    pub menace: f64,
    /// A Rebel for the team, whatever it does; it and its ability count less as the team fills.
    pub recruit: f64,
    /// The size at which a team wants no more Rebels but those it rescues.
    pub full_team: f64,
    /// On top, divided by the size of the team: small teams die.
    pub company: f64,
    /// On top, for a Rebel that would be defeated soon and count towards the loss.
    pub rescue: f64,
    /// An ability that adds a die.
    pub extra_die: f64,
    /// An ability that changes or re-rolls dice.
    pub control: f64,
    /// An ability that heals.
    pub healing: f64,
    /// An ability that removes counters.
    pub sabotage: f64,
    /// An ability that draws tokens.
    pub supply: f64,
    /// An ability that damages Imperials.
    pub ambush: f64,
    /// The expected value of the second-best target of a sector, besides the best.
    pub second_prospect: f64,
    /// One damage on an own Rebel with plenty of room; it grows as room shrinks.
    pub wound: f64,
    /// The last space of an own Rebel.
    pub last_space: f64,
    /// The last space of the last Rebel of a team.
    pub last_stand: f64,
    /// A counter less on a component about to become operational, for each that already is.
    pub counter: f64,
    /// Keeping a token for later.
    pub token: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            strike: 1.6,
            kill: 0.6,
            menace: 0.2,
            recruit: 0.3,
            full_team: 6.0,
            company: 0.72,
            rescue: 0.4,
            extra_die: 0.54,
            control: 0.35,
            healing: 0.5,
            sabotage: 0.8,
            supply: 0.4,
            ambush: 0.96,
            second_prospect: 0.25,
            wound: 0.24,
            last_space: 1.2,
            last_stand: 6.0,
            counter: 0.25,
            token: 0.25,
        }
    }
}

impl Weights {
    /// The value of completing the card at a place for the acting player.
    pub fn completion(&self, g: &DarkSideRising, s: &State, card: InPlay) -> f64 {
        let printed = &g.tables[card.card];
        let room = printed.capacity - card.damage;
        match printed.rebel {
            Some(_) => {
                let saved = if room <= 1 {
                    self.rescue * 2.0
                } else if room == 2 {
                    self.rescue
                } else {
                    0.0
                };
                let size = s.own().len() as f64;
                let hunger = (1.0 - size / self.full_team).max(0.0);
                saved + self.company / size + hunger * (self.recruit + self.ability(g, printed))
            }
            None if room == 0 => 0.0,
            None => {
                let last = if room == 1 { self.kill + self.menace } else { 0.0 };
                self.strike * 2.0 / f64::from(printed.capacity) + self.token + last
            }
        }
    }

    /// The value of an ability on a team for the rest of the game.
    fn ability(&self, g: &DarkSideRising, card: &Printed) -> f64 {
        let verb = |op: &Op| match op {
            Op::AddDie { .. } => self.extra_die,
            Op::ChangeDie { .. } | Op::RerollDie => self.control,
            Op::Heal { .. } => self.healing,
            Op::RemoveCounter { .. } => self.sabotage,
            Op::DrawToken { .. } => self.supply,
            Op::Strike { .. } => self.ambush,
            // What Imperials, components and tokens do.
            Op::Damage { .. }
            | Op::HealImperials { .. }
            | Op::AddCounters
            | Op::RollDeathStar
            | Op::LoseDie
            | Op::ForbidHealing => 0.0,
        };
        g.tables.ops(card.span).iter().map(verb).sum()
    }

    /// The cost of one damage on a Rebel with this much room left after it, or the value of healing it.
    pub fn damage(&self, room_after: u8, alone: bool) -> f64 {
        match room_after {
            0 if alone => self.last_stand,
            0 => self.last_space,
            1 if alone => self.last_stand * 0.4,
            1 => self.last_space * 0.4,
            _ => self.wound,
        }
    }

    /// The value of healing up to `n` damage of a Rebel; `alone` if it is the last of its team.
    pub fn healing(&self, g: &DarkSideRising, rebel: InPlay, n: u8, alone: bool) -> f64 {
        let capacity = g.tables[rebel.card].capacity;
        let room = capacity - rebel.damage;
        (0..n.min(rebel.damage)).map(|i| self.damage(room + i, alone)).sum()
    }

    /// The value of removing a counter from a component: little far from completion, much when it would flip now.
    pub fn counter(&self, g: &DarkSideRising, s: &State, component: Component) -> f64 {
        let left = g.tables.tiles[component].spaces - s.counters[component];
        let urgency = match left {
            0 => 3.0,
            1 => 1.0,
            2 => 0.4,
            _ => 0.15,
        };
        urgency * self.counter * (1 + s.operational.len()) as f64
    }

    /// The damage to expect for the own team in a sector from Imperials that strike by sector.
    ///
    /// Vader's own attack hits every sector with chance 1/3 and so does not tell sectors apart; Imperials
    /// act where he ends, and everywhere else too on the helmet (1/6).
    pub fn danger(&self, g: &DarkSideRising, s: &State, sector: Sector) -> f64 {
        let mut cost = 0.0;
        for (from, reach) in [(sector, Reach::Here), (sector.counter_clockwise(), Reach::Clockwise)] {
            let helmet = if s.vader == from { 0.0 } else { 1.0 / 6.0 };
            for (_, card) in cards(&s.table[from]).filter(|(_, c)| c.is_imperial()) {
                for op in g.tables.ops(g.tables[card.card].span) {
                    let Op::Damage { who } = op else { continue };
                    if who.reach != reach {
                        continue;
                    }
                    let alone = s.own().len() == 1;
                    let hit = s.own().iter().filter(|m| g.affiliated(m.card, who.affiliations));
                    let each = hit.map(|m| {
                        let room = g.tables[m.card].capacity - m.damage;
                        if room == 0 { 0.0 } else { self.damage(room - 1, alone) }
                    });
                    cost += (1.0 / 3.0 + helmet) * each.sum::<f64>();
                }
            }
        }
        cost
    }
}
