//! [`TurnValues`]: the values of the possible ends of a turn, as a network estimates them.

use holotable_env::streams::SAMPLES;
use holotable_env::{ByKey, Finite, Game, GameRng, Sample, Set, Slot, generator};
use holotable_games::dark_side_rising::Price;
use holotable_games::dark_side_rising::action::Action;
use holotable_games::dark_side_rising::state::{Origin, Stage, State};
use holotable_games::dark_side_rising::words::{ByPayee, ByTrait};
use holotable_games::dark_side_rising::{DarkSideRising, apply, turn};

use crate::odds_features::dark_side_rising::Goal;
use crate::odds_features::dark_side_rising::sector::cards;
use crate::policy::Policy;

/// The number of samples of the rest of the turn for each of its ends.
const TRIES: u64 = 16;

/// The values of the ends of the latest turn, kept for all decisions about its dice.
#[derive(Debug, Default)]
pub(super) struct TurnValues {
    turn: Option<(State, Vec<Goal>)>,
    values: Vec<f64>,
}

impl TurnValues {
    /// The probability to win for each set of `goals`, as bits, if the turn ends once these are completed. It is the mean of the
    /// estimates of `player`, who must [have them](Policy::analyse), over samples of chance; all sets share random numbers.
    pub fn values(
        &mut self,
        g: &DarkSideRising,
        s: &State,
        goals: &[Goal],
        player: &mut dyn Policy<DarkSideRising>,
    ) -> &[f64] {
        let turn = (without_dice(g, s), goals.to_vec());
        if self.turn.as_ref() != Some(&turn) {
            let completed =
                |set: usize| (0..goals.len()).filter(move |i| set >> i & 1 == 1).map(|i| goals[i]);
            let mut mean = |set| {
                let tries = (0..TRIES).map(|n| end(g, &turn.0, completed(set), player, n));
                tries.sum::<f64>() / TRIES as f64
            };
            self.values = (0..1 << goals.len()).map(&mut mean).collect();
            self.turn = Some(turn);
        }
        &self.values
    }
}

/// The state without its dice and the effects of those assigned so far: the same for all decisions of the turn about dice.
fn without_dice(g: &DarkSideRising, s: &State) -> State {
    let mut bare = State {
        rolled: ByKey::default(),
        waiting: ByKey::default(),
        spent: ByKey::default(),
        paid: ByPayee::default(),
        assigned: false,
        fed: Set::EMPTY,
        fed_now: Set::EMPTY,
        ..*s
    };
    let here = s.deployed.map(|sector| s.table[sector]).unwrap_or_default();
    for (spot, card) in cards(&here) {
        if bare.need[spot] != ByTrait::default() {
            bare.need[spot] = g.tables[card.card].need;
        } else if s.fed.has(Slot::at(spot)) {
            bare.fed.add(Slot::at(spot));
        }
    }
    bare
}

/// The estimated probability to win if the turn ends once `completed` are, in the sample of chance with this number.
fn end(
    g: &DarkSideRising,
    s: &State,
    completed: impl Iterator<Item = Goal>,
    player: &mut dyn Policy<DarkSideRising>,
    number: u64,
) -> f64 {
    let [mut chance, mut own] = [0, 1].map(|own| -> GameRng { Sample(generator(number, SAMPLES + own)) });
    let mut s = *s;
    for goal in completed {
        match goal {
            Goal::Spot(spot) => {
                s.need[spot] = ByTrait::default();
                s.fed.add(Slot::at(spot));
            }
            Goal::Price(Price { place, .. }) => {
                s.used.add(Slot::at(place));
                let span = g.tables[s.own()[place].card].span;
                apply::push(&mut s, span, Origin::Member(place));
                turn::run(g, &mut s, &mut chance);
                while s.asking {
                    let a = player.choose(g, &s, &mut own);
                    g.step(&mut s, a, &mut chance);
                }
            }
        }
    }
    g.step(&mut s, Action::EndTurn, &mut chance);
    while g.actor(&s).is_some() {
        if s.stage == Stage::Deploy {
            return player.analyse(g, &s, &mut own).expect("the player values positions").score;
        }
        let a = player.choose(g, &s, &mut own);
        g.step(&mut s, a, &mut chance);
    }
    f64::from(g.score(&s, usize::from(s.active)))
}

#[cfg(test)]
mod tests {
    use holotable_env::{Options, Tabletop, legal_actions};
    use holotable_games::dark_side_rising::in_play::InPlay;

    use super::super::expert::Expert;
    use super::super::value::Weights;
    use super::*;
    use crate::match_rngs::MatchRngs;
    use crate::policy::Analysis;

    /// Values nothing but damage on Imperials and Imperials defeated.
    struct Striker;

    impl Policy<DarkSideRising> for Striker {
        fn choose(&mut self, g: &DarkSideRising, s: &State, _: &mut GameRng) -> Action {
            legal_actions(g, s)[0]
        }

        fn analyse(&mut self, g: &DarkSideRising, s: &State, _: &mut GameRng) -> Option<Analysis<Action>> {
            assert!(
                s.stage == Stage::Deploy && s.rolled_dice() == 0,
                "a turn has ended and the next has begun"
            );
            let imperials = s.cards().filter(|card| card.is_imperial());
            let damage: u8 = imperials.map(|card| card.damage).sum();
            let score = (f64::from(damage) + 100.0 * s.imperials_defeated() as f64) / 1e4;
            Some(Analysis { action: legal_actions(g, s)[0], score, moves: Vec::new() })
        }
    }

    #[test]
    fn a_completed_imperial_is_damage_whatever_the_dice_show() {
        let options = Options::resolve(DarkSideRising::option_specs(), []).unwrap();
        let game = DarkSideRising::build(&options, None).unwrap();
        let mut expert = Expert::new(&game, Weights::default());
        let mut rngs = MatchRngs::new(5, game.players());
        let mut s = game.start(&mut rngs.chance);
        let (mut turn_values, mut struck, mut before) = (TurnValues::default(), 0, None);
        while let Some(seat) = game.actor(&s) {
            let open = |spot: &usize| s.need[*spot] != ByTrait::default();
            let here = s.deployed.map(|sector| s.table[sector]).unwrap_or_default();
            let hurts = |card: InPlay| card.is_imperial() && card.damage < game.tables[card.card].capacity;
            let imperial = (0..3).filter(open).find(|&spot| here[spot].is_some_and(hurts));
            if let (Stage::Rolled, false, Some(spot)) = (s.stage, s.asking, imperial) {
                let values = turn_values.values(&game, &s, &[Goal::Spot(spot)], &mut Striker).to_vec();
                let won = values[0] >= 1.0;
                assert!(won || values[1] >= values[0] + 1e-4 - 1e-9, "{values:?}");
                let done = s.need.map(|need| need == ByTrait::default());
                let turn = (s.turn, s.strikes, s.tokens, s.used, done);
                if let Some((then, known)) = before.replace((turn, values.clone())) {
                    assert!(then != turn || known == values, "another roll, another value");
                }
                struck += 1;
            }
            let action = rngs.decide(&game, &s, seat, &mut expert).action;
            game.step(&mut s, action, &mut rngs.chance);
        }
        assert!(struck > 20, "{struck}");
    }
}
