//! Small positions solved exactly, held to a plain recursion that shares nothing with the solver.

use std::collections::HashMap;
use std::sync::Arc;

use holotable_arena::agent_factory::AgentFactory;
use holotable_arena::solve::{Limits, Solution, solve, survey};
use holotable_env::{Sample, generator};
use holotable_erased::{AnyGame, AnyPlayer, AnyState, Chooser, Failed, Kind, erase};
use holotable_games::toys::secret_pig::secret_pig;
use holotable_store::error::Error;

use crate::solo::policy_value;
use crate::solo_pig::solo_pig;

/// Battles in which the dice can be put on different units, and in which nobody has cards.
const SMALL: [(&str, &str); 6] = [
    ("value", "4"),
    ("theatres", "space"),
    ("tactics", "false"),
    ("leaders", "0"),
    ("retreat", "false"),
    ("balance", "100"),
];

const LIMITS: Limits<'static> =
    Limits { positions: 100_000, width: 1e-9, stop: &|| false, progress: &|_| {} };

fn battles() -> Arc<dyn AnyGame> {
    Kind::named("rebellion_combat").unwrap().build(SMALL, None).unwrap()
}

fn start(game: &Arc<dyn AnyGame>, seed: u64) -> Box<dyn AnyState> {
    Arc::clone(game).start(Sample(generator(seed, 0)))
}

fn solved(s: &dyn AnyState, agents: &[&str]) -> Solution {
    solve(s, agents, LIMITS).unwrap()
}

/// The score of the first team if all play best for so many moves and then tie.
#[derive(Default)]
struct Recursion(HashMap<(Vec<u8>, usize), f64>);

impl Recursion {
    fn value(&mut self, s: &dyn AnyState, moves: usize) -> f64 {
        let Some(seat) = s.actor() else { return s.scores().unwrap()[0] };
        if moves == 0 {
            return 0.5;
        }
        let mut bytes = Vec::new();
        s.bytes(&mut bytes);
        if let Some(&known) = self.0.get(&(bytes.clone(), moves)) {
            return known;
        }
        let values: Vec<_> = s.legal().iter().map(|&a| self.after(s, a, moves)).collect();
        let value = if s.rules().teams().of_seats()[seat] == 0 {
            values.into_iter().fold(0.0, f64::max)
        } else {
            values.into_iter().fold(1.0, f64::min)
        };
        self.0.insert((bytes, moves), value);
        value
    }

    fn after(&mut self, s: &dyn AnyState, action: usize, moves: usize) -> f64 {
        let results = s.outcomes(action, 100_000).unwrap();
        results.iter().map(|o| o.probability * self.value(o.state.as_ref(), moves - 1)).sum()
    }
}

/// Plays by the recursion.
struct Perfect;

impl AgentFactory for Perfect {
    fn name(&self) -> &'static str {
        "perfect"
    }

    fn player(&self, _game: &dyn AnyGame) -> Result<Box<dyn AnyPlayer>, Error> {
        Ok(battles().chosen(Box::new(Foresight(Recursion::default()))))
    }
}

struct Foresight(Recursion);

impl Chooser for Foresight {
    fn choose(&mut self, states: Vec<Box<dyn AnyState>>) -> Result<Vec<usize>, Failed> {
        let mut best = |s: &dyn AnyState| {
            let sign = if s.actor() == Some(0) { 1.0 } else { -1.0 };
            let score = |a: usize, this: &mut Recursion| sign * this.after(s, a, MOVES);
            let scored: Vec<_> = s.legal().iter().map(|&a| (a, score(a, &mut self.0))).collect();
            scored.iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap().0
        };
        Ok(states.iter().map(|s| best(s.copy(false).as_ref())).collect())
    }
}

/// So many moves decide nearly every small battle.
const MOVES: usize = 30;

#[test]
fn a_game_of_one_seat_is_worth_what_a_recursion_says() {
    let game = solo_pig();
    let optimum = policy_value(&game, &mut |_, all| all);
    let found = solved(start(&erase(game.clone()), 1).as_ref(), &["random"]);
    let best = found.best[0];
    assert!((best.middle() - optimum).abs() < 1e-9 && best.width() < 1e-9, "{best:?} and {optimum}");
    assert!(found.exploitability(0).low > 0.01, "who draws lots is no master");
}

#[test]
fn a_duel_of_equals_is_even_and_nothing_can_be_won_against_who_has_no_choice() {
    for scenario in ["dogfight", "broadside"] {
        let kind = Kind::named("rebellion_combat").unwrap();
        let game = kind.build([("scenario", scenario), ("tactics", "false")], None).unwrap();
        let found = solved(start(&game, 1).as_ref(), &["random", "expert"]);
        assert_eq!(found.choices, 0);
        assert!(found.best.iter().all(|score| (score.middle() - 0.5).abs() < 1e-6), "{:?}", found.best);
        for agent in 0..2 {
            assert!(found.exploitability(agent).high < 1e-6);
        }
    }
}

#[test]
fn battles_of_a_few_units_are_worth_what_a_recursion_says() {
    let (game, mut recursion) = (battles(), Recursion::default());
    for seed in 1..=6 {
        let s = start(&game, seed).copy(false);
        let (known, found) = (recursion.value(s.as_ref(), MOVES), solved(s.as_ref(), &[]));
        let [first, second] = found.best[..] else { panic!("two teams") };
        assert!(first.width() <= 1e-9 && (first.middle() - known).abs() < 1e-4, "{first:?} and {known}");
        assert!((first.middle() + second.middle() - 1.0).abs() < 1e-12);
        let mover = found.best[s.rules().teams().of_seats()[s.actor().unwrap()]].middle();
        let best = found.legal.iter().map(|m| m.score.middle()).fold(0.0, f64::max);
        assert!(found.legal.len() == s.legal().len() && (best - mover).abs() < 1e-12);
    }
}

/// The end of a tiny Conflict: two heroes hold their leaders, the third is one of three black cards, and the marker is two steps from
/// the end. Dice show 1 or nothing, and hands are open.
#[test]
fn the_last_hero_of_conflict_is_worth_what_a_recursion_says() {
    let given = [("players", "2"), ("open_hands", "true"), ("hand", "0"), ("track", "12"), ("every", "6")];
    let faces = [("twos", "0"), ("threes", "0"), ("first_order", "3")];
    let leaders = [("phasma", "2"), ("hux", "2"), ("kylo", "2")];
    let options = given.into_iter().chain(faces).chain(leaders);
    let game = Kind::named("conflict").unwrap().build(options, None).unwrap();
    let position = serde_json::from_str(include_str!("last_hero.json")).unwrap();
    let s = Arc::clone(&game).read_json(&position).unwrap();
    let found = solved(s.as_ref(), &["random", "greedy", "expert", "ppo"]);
    let known = Recursion::default().value(s.as_ref(), MOVES);
    assert!((found.best[0].middle() - known).abs() < 1e-9, "{:?} and {known}", found.best);
    let gaps: Vec<_> = (0..4).map(|agent| found.exploitability(agent).middle()).collect();
    assert!(gaps.iter().all(|&gap| gap > -1e-9 && gap <= known + 1e-9), "{gaps:?}");
    assert!(gaps[2] < 0.1 && gaps[3] < 0.1 && gaps[0] > 0.2, "who is good comes near the optimum: {gaps:?}");
}

#[test]
fn best_replies_gain_nothing_against_perfect_play_and_something_against_lots() {
    let game = battles();
    let found = survey(&game, &[Perfect], 1..4, LIMITS).unwrap();
    assert!(found.agents[0].exploitability.high < 1e-4, "{found:?}");
    let found = survey(&game, &["random", "expert"], 1..41, LIMITS).unwrap();
    let [random, expert] = &found.agents[..] else { panic!("two agents") };
    assert!(random.exploitability.low > 0.01 && random.exploited > 20, "{random:?}");
    assert!(expert.exploitability.high < random.exploitability.low, "{expert:?}");
    assert!(random.worst.1.middle() >= random.exploitability.middle());
    for agent in &found.agents {
        for (own, best) in agent.scores.iter().zip(&found.best) {
            assert!(own.low <= best.high + 1e-9, "nobody beats best replies");
        }
    }
}

#[test]
fn where_positions_run_out_the_truth_lies_between_the_bounds() {
    let s = start(&battles(), 3);
    let whole = solved(s.as_ref(), &["random"]);
    let mut last = 1.0;
    for positions in [5, 50, 500] {
        let found = solve(s.as_ref(), &["random"], Limits { positions, ..LIMITS }).unwrap();
        let (bounds, truth) = (found.best[0], whole.best[0].middle());
        assert!(bounds.low <= truth && truth <= bounds.high && bounds.width() <= last);
        last = bounds.width();
        let (bounds, truth) = (found.exploitability(0), whole.exploitability(0).middle());
        assert!(bounds.low <= truth && truth <= bounds.high, "{bounds:?} and {truth}");
    }
    assert!(last < 1.0, "more positions know more");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let hidden = start(&erase(secret_pig(2)), 1);
    let refused = solve(hidden.as_ref(), &["random"], LIMITS).unwrap_err().to_string();
    assert!(refused.contains("hidden from whoever chooses"), "{refused}");
    let stopped = solve(start(&battles(), 1).as_ref(), &[] as &[&str], Limits { stop: &|| true, ..LIMITS });
    assert!(stopped.unwrap_err().to_string().contains("broken off"));
}
