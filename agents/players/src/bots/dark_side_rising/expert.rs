//! `expert`: hand-written rules a strong player would recognise, as weighted terms.
//!
//! - Deploy where the best completion has the greatest value, less the danger there.
//! - Chase the card or ability whose value times exact chance of completion is greatest; let other dice
//!   serve a second one.
//! - Heal whoever would be defeated, remove counters where a component would flip.
//! - Spend tokens where they bring more than keeping them.

use std::sync::Arc;

use holotable_env::{Finite, GameRng, Slot, legal_actions};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::action::{Action, DieType};
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::op::{Op, Pick, Reach, When, Who};
use holotable_games::dark_side_rising::state::{Stage, State};
use holotable_games::dark_side_rising::words::{Colour, Component, Face, Sector, Token, Trait};

use super::dice::{self, Target};
use super::greedy::{best, stop};
use super::value::Weights;
use crate::odds_features::dark_side_rising::odds::{Need, Odds};
use crate::odds_features::dark_side_rising::pool::{pool, pool_at};
use crate::odds_features::dark_side_rising::sector::cards;
use crate::odds_features::dark_side_rising::{Goal, prices, shown, spots};
use crate::policy::Policy;

/// The temperature of the expert's distribution over sectors.
const TEMPERATURE: f64 = 0.25;

/// Chooses by hand-written rules, whose terms are [`Weights`].
#[derive(Clone, Debug)]
pub struct Expert {
    weights: Weights,
    chances: Arc<Odds>,
}

impl Expert {
    /// The bot with these weights for a game's dice.
    pub fn new(g: &DarkSideRising, weights: Weights) -> Self {
        Self { weights, chances: Odds::shared(&g.tables) }
    }

    /// The exact chances to complete cards.
    pub(super) fn odds(&self) -> &Odds {
        &self.chances
    }

    /// The expert's choice; the game must not be over.
    pub fn best_action(&self, g: &DarkSideRising, s: &State) -> Action {
        let legal = legal_actions(g, s);
        if s.asking {
            return best(&legal, |a| self.choice(g, s, a));
        }
        if s.stage == Stage::Deploy {
            return best(&legal, |a| match a {
                Action::Deploy { sector } => self.deploy(g, s, *sector),
                _ => 0.0,
            });
        }
        if let Some(a) = self.ability(g, s, &legal).or_else(|| self.token(g, s, &legal)) {
            return a;
        }
        if s.stage == Stage::Muster {
            return Action::Roll;
        }
        let targets = self.targets(g, s);
        let planned = dice::play(g, s, &self.chances, &self.with_tokens(s, &targets));
        self.carry_out(s, &legal, &targets, planned)
    }

    /// What was planned with the dice, if it is legal; else a token that completes a target, or the end of the turn.
    pub(super) fn carry_out(
        &self,
        s: &State,
        legal: &[Action],
        targets: &[Target],
        planned: Option<Action>,
    ) -> Action {
        let planned = planned.filter(|a| legal.contains(a));
        planned.or_else(|| self.finishing_token(s, targets)).unwrap_or_else(|| stop(legal))
    }

    /// The expert's action distribution: for deployment the softmax of the sectors' values, else its one choice.
    pub fn action_distribution(&self, g: &DarkSideRising, s: &State, mut f: impl FnMut(Action, f64)) {
        if s.asking || s.stage != Stage::Deploy {
            return f(self.best_action(g, s), 1.0);
        }
        let mut weights = [0.0; Sector::N];
        for sector in Sector::all() {
            weights[sector.index()] = (self.deploy(g, s, sector) / TEMPERATURE).exp();
        }
        let total: f64 = weights.iter().sum();
        for sector in Sector::all() {
            f(Action::Deploy { sector }, weights[sector.index()] / total);
        }
    }

    fn deploy(&self, g: &DarkSideRising, s: &State, sector: Sector) -> f64 {
        let (first, second, danger) = self.sector(g, s, sector);
        first + self.weights.second_prospect * second - danger
    }

    /// The expected values of the best and the second-best target of a sector, and its danger.
    pub(super) fn sector(&self, g: &DarkSideRising, s: &State, sector: Sector) -> (f64, f64, f64) {
        let pool = pool_at(g, s, usize::from(s.active), sector);
        let targets: Vec<Target> = cards(&s.table[sector])
            .map(|(spot, c)| Target {
                goal: Goal::Spot(spot),
                need: *g.tables[c.card].need.values(),
                value: self.weights.completion(g, s, c),
            })
            .collect();
        let (first, second) = dice::prospects(&self.chances, pool, &targets);
        (first, second, self.weights.danger(g, s, sector))
    }

    /// The value of completing a card.
    pub(super) fn completion_value(&self, g: &DarkSideRising, s: &State, card: InPlay) -> f64 {
        self.weights.completion(g, s, card)
    }

    /// The value of healing one damage of the own Rebel at `place`.
    pub(super) fn heal_one(&self, g: &DarkSideRising, s: &State, place: usize) -> f64 {
        self.weights.healing(g, s.own()[place], 1, s.own().len() == 1)
    }

    /// The value of the effect of a token now.
    fn token_value(&self, g: &DarkSideRising, s: &State, t: Token) -> f64 {
        let ops = g.tables.ops(g.tables.tokens[t].span);
        ops.iter().map(|op| self.verb(g, s, op)).sum()
    }

    /// The targets for the dice: cards of the sector and prices of abilities, with their values.
    pub(super) fn targets(&self, g: &DarkSideRising, s: &State) -> Vec<Target> {
        let mut targets = Vec::new();
        for (spot, card, need) in spots(s) {
            let value = self.weights.completion(g, s, card);
            targets.push(Target { goal: Goal::Spot(spot), need, value });
        }
        for (price, need) in prices(g, s) {
            let value = self.use_of(g, s, price.place);
            if value > 0.0 {
                targets.push(Target { goal: Goal::Price(price), need, value });
            }
        }
        targets
    }

    /// The value of the ability of the own Rebel at `place` if it were used now.
    pub(super) fn use_of(&self, g: &DarkSideRising, s: &State, place: usize) -> f64 {
        let card = s.own()[place].card;
        let ops = g.tables.ops(g.tables[card].span);
        ops.iter().map(|op| self.verb(g, s, op)).sum()
    }

    fn verb(&self, g: &DarkSideRising, s: &State, op: &Op) -> f64 {
        match op {
            Op::Heal { who } => self.heal(g, s, who),
            Op::RemoveCounter { .. } => self.best_counter(g, s),
            Op::DrawToken { .. } => self.weights.token,
            Op::Strike { undamaged, .. } => self.best_strike(g, s, *undamaged),
            // Dice are judged by the question that these ask; the others are not an ability's.
            Op::AddDie { .. }
            | Op::ChangeDie { .. }
            | Op::RerollDie
            | Op::Damage { .. }
            | Op::HealImperials { .. }
            | Op::AddCounters
            | Op::RollDeathStar
            | Op::LoseDie
            | Op::ForbidHealing => 0.0,
        }
    }

    fn heal(&self, g: &DarkSideRising, s: &State, who: &Who) -> f64 {
        if s.healing_forbidden {
            return 0.0;
        }
        let n = who.amount.n;
        let team = |seat: usize| {
            let alone = s.seats.rebels(seat).len() == 1;
            s.seats
                .rebels(seat)
                .iter()
                .map(move |m| self.weights.healing(g, *m, n, alone))
                .fold(0.0, f64::max)
        };
        match (who.reach, who.pick) {
            (Reach::EveryTeam, _) => (0..g.players).map(team).sum(),
            (_, Pick::Two) => 1.6 * team(usize::from(s.active)),
            _ => team(usize::from(s.active)),
        }
    }

    fn best_counter(&self, g: &DarkSideRising, s: &State) -> f64 {
        let open = Component::all().filter(|&c| s.counters[c] > 0);
        open.map(|c| self.weights.counter(g, s, c)).fold(0.0, f64::max)
    }

    fn best_strike(&self, g: &DarkSideRising, s: &State, undamaged: bool) -> f64 {
        let Some(sector) = s.deployed else { return 0.0 };
        let open = cards(&s.table[sector]).filter(|(_, c)| c.is_imperial() && !(undamaged && c.damage > 0));
        open.map(|(_, c)| self.weights.completion(g, s, c)).fold(0.0, f64::max)
    }

    /// The value of a target that an effect asks for.
    fn choice(&self, g: &DarkSideRising, s: &State, a: &Action) -> f64 {
        let healing = |rebel: InPlay, alone: bool| {
            self.weights.healing(g, rebel, 1, alone) + f64::from(rebel.damage) * 1e-3
        };
        match *a {
            Action::ChooseMember { ally, place } => {
                let team = s.seats.rebels(g.seat(s, ally));
                healing(team[place.index()], team.len() == 1)
            }
            Action::ChooseCard { sector, spot } => {
                let card = s.table[sector][spot.index()].expect("a choice is of a card");
                if card.is_imperial() {
                    self.weights.completion(g, s, card)
                } else {
                    0.5 * healing(card, false)
                }
            }
            Action::ChooseComponent { component } => self.weights.counter(g, s, component),
            Action::ChooseColour { colour } => self.with_die(g, s, colour),
            Action::ChooseDie { die } => self.with_face(g, s, die),
            Action::ChooseFace { face } => {
                let die = s.frames.last().and_then(|f| f.chosen_die()).expect("a die is being turned");
                self.turned(s, &self.targets(g, s), die, face, 0.0)
            }
            _ => 0.0,
        }
    }

    /// The expected value of the turn with one more die of a colour.
    fn with_die(&self, g: &DarkSideRising, s: &State, colour: Colour) -> f64 {
        let mut pool = pool(s);
        pool[colour.index()] += 1;
        dice::prospects(&self.chances, pool, &self.targets(g, s)).0
    }

    /// The expected value of the turn if a die may be turned or rolled again: its best face, or a fresh roll.
    fn with_face(&self, g: &DarkSideRising, s: &State, die: DieType) -> f64 {
        let targets = self.targets(g, s);
        if let Some((Op::ChangeDie { .. }, _)) = g.verb(s) {
            return self.best_turn(s, &targets, die, 0.0);
        }
        let sides = &g.tables.dice[die.colour].sides;
        let total: u32 = sides.values().iter().sum();
        let rolled = |f: Face| f64::from(sides[f]) / f64::from(total) * self.turned(s, &targets, die, f, 0.0);
        Face::all().map(rolled).sum()
    }

    /// The expected value of the turn with one rolled die turned to its best face; `least` if it is no more than that.
    fn best_turn(&self, s: &State, targets: &[Target], die: DieType, least: f64) -> f64 {
        Face::all().fold(least, |best, face| self.turned(s, targets, die, face, best))
    }

    /// The expected value of the turn with one rolled die showing another face; `least` if it is no more than that.
    fn turned(&self, s: &State, targets: &[Target], die: DieType, face: Face, least: f64) -> f64 {
        let mut shown = shown(s);
        let dice = &mut shown[die.colour.index()];
        dice[die.face.index()] -= 1;
        dice[face.index()] += 1;
        dice::promise(&self.chances, &shown, *s.waiting.values(), targets, least)
    }

    /// Abilities worth using now.
    fn ability(&self, g: &DarkSideRising, s: &State, legal: &[Action]) -> Option<Action> {
        let useful = |a: &&Action| {
            let Action::Use { place } = a else { return false };
            let (place, member) = (place.index(), s.own()[place.index()]);
            match g.ability(member.card).when {
                When::Hurt => {
                    let room = g.tables[member.card].capacity - member.damage;
                    let cost = self.weights.damage(room - 1, s.own().len() == 1);
                    self.use_of(g, s, place) > cost
                }
                When::Roll => self.control_pays(g, s, place),
                _ => self.use_of(g, s, place) > 0.0,
            }
        };
        legal.iter().find(useful).copied()
    }

    /// Whether turning or re-rolling some die now betters the turn.
    fn control_pays(&self, g: &DarkSideRising, s: &State, place: usize) -> bool {
        let targets = self.targets(g, s);
        let now = dice::promise(&self.chances, &shown(s), *s.waiting.values(), &targets, 0.0);
        let pays = now + 0.02;
        let ops = g.tables.ops(g.tables[s.own()[place].card].span);
        let gain = |op: &Op| {
            s.shown().any(|die| match op {
                Op::ChangeDie { traits } => {
                    traits.has(g.face(die).0) && self.best_turn(s, &targets, die, pays) > pays
                }
                _ => targets.iter().all(|t| t.need[g.face(die).0.index()] == 0),
            })
        };
        ops.iter().any(gain)
    }

    /// Tokens worth spending before or between rolls: healing, counters, dice.
    fn token(&self, g: &DarkSideRising, s: &State, legal: &[Action]) -> Option<Action> {
        let keep = self.weights.token;
        let useful = |a: &&Action| match **a {
            Action::TokenHeal => self.token_value(g, s, Token::HealTwo) > 2.0 * keep,
            Action::TokenCounter => self.token_value(g, s, Token::RemoveCounter) > 2.0 * keep,
            Action::TokenDie { colour } if s.stage == Stage::Muster => {
                let now = dice::prospects(&self.chances, pool(s), &self.targets(g, s)).0;
                self.with_die(g, s, colour) > now + 0.6 * keep
            }
            _ => false,
        };
        legal.iter().find(useful).copied()
    }

    /// A symbol token that, with others held, completes a card of greater value than theirs.
    fn finishing_token(&self, s: &State, targets: &[Target]) -> Option<Action> {
        let missing = |t: &&Target| {
            let short = t.need.iter().sum::<u8>();
            let held = (0..4).all(|i| symbols(s)[i] >= t.need[i]);
            matches!(t.goal, Goal::Spot(_)) && held && t.value > self.weights.token * f64::from(short)
        };
        let target = targets.iter().filter(missing).max_by(|a, b| a.value.total_cmp(&b.value))?;
        let symbol = (0..4).find(|&i| target.need[i] > 0)?;
        let Goal::Spot(spot) = target.goal else { return None };
        Some(Action::TokenSymbol { symbol: Finite::at(symbol), spot: Slot::at(spot) })
    }

    /// The targets with held symbol tokens counted in where that increases the expected value: fewer symbols are left to roll, and
    /// the value is less by that of the tokens.
    pub(super) fn with_tokens(&self, s: &State, targets: &[Target]) -> Vec<Target> {
        let pool = pool(s);
        let reduce = |t: &Target| {
            let mut best = *t;
            if matches!(t.goal, Goal::Price(_)) {
                return best;
            }
            let mut held = symbols(s);
            let mut now = *t;
            for _ in 0..2 {
                let open = (0..4).filter(|&i| held[i] > 0 && now.need[i] > 0);
                let better = open.max_by(|&a, &b| {
                    let less = |i: usize| self.chances.chance(pool, minus(now.need, i));
                    less(a).total_cmp(&less(b))
                });
                let Some(i) = better else { break };
                held[i] -= 1;
                now = Target { need: minus(now.need, i), value: now.value - self.weights.token, ..now };
                let value = |t: &Target| t.value * self.chances.chance(pool, t.need);
                if now.need != [0; 4] && value(&now) > value(&best) {
                    best = now;
                }
            }
            best
        };
        targets.iter().map(reduce).collect()
    }
}

/// The usable tokens that stand for a symbol, by trait.
fn symbols(s: &State) -> Need {
    std::array::from_fn(|t| s.tokens[Token::symbol(Trait::at(t))])
}

fn minus(mut need: [u8; 4], i: usize) -> [u8; 4] {
    need[i] -= 1;
    need
}

impl Policy<DarkSideRising> for Expert {
    fn choose(&mut self, g: &DarkSideRising, s: &State, _rng: &mut GameRng) -> Action {
        self.best_action(g, s)
    }
}
