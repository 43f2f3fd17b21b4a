//! Searches on games whose optimal play is known, and what holds for all games: legal moves, no use of hidden information,
//! reproducible results.

use std::collections::HashMap;
use std::sync::Arc;

use holotable_arena::tournament::{Plan, run};
use holotable_env::{
    Finite, Game, GameRng, Layout, Options, Sample, Tabletop, generator, legal_actions, read_state,
};
use holotable_erased::{Kind, erase};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::toys::secret_pig::{Move, SecretPig, State, secret_pig};
use holotable_net::Net;
use holotable_net::arrays::Array;
use holotable_net::init;
use holotable_net::shape::{Activation, NetShape};
use holotable_players::match_rngs::MatchRngs;
use holotable_players::net_policy::NetPolicy;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::observation_wrapper::{ObservationWrapper, PRIOR_SPAN};
use holotable_players::policy::{Analysis, Policy};
use holotable_players::registry::load;
use holotable_players::search::{Budget, Evaluation, Evaluator, Flat, Playout};

use crate::bandit::{self, Arm, Bandit, bandit};
use crate::solo::{Solo, policy_value};
use crate::solo_pig::{self, SoloPig, pig, solo_pig};

fn rng(seed: u64) -> GameRng {
    Sample(generator(seed, 0))
}

fn flat<G: Game>(simulations: u64) -> Flat<G> {
    Flat::new(Budget::Simulations(simulations), Box::new(Playout::random()))
}

/// The exact probability that this player wins a game of solo pig.
fn chance_to_win(game: &SoloPig, player: &mut impl Policy<SoloPig>) -> f64 {
    let mut rng = rng(1);
    let mut choose =
        |s: &_, all: Vec<_>| if all.len() == 1 { all } else { vec![player.choose(game, s, &mut rng)] };
    policy_value(game, &mut choose)
}

#[test]
fn a_search_comes_near_the_optimum_of_solo_pig() {
    let game = pig(30, 6);
    let optimum = policy_value(&game, &mut |_, all| all);
    let rash = policy_value(&game, &mut |_, all| all[..1].to_vec());
    let found = chance_to_win(&game, &mut flat(1_000));
    println!("optimum {optimum:.4}, found {found:.4}, always rolling {rash:.4}");
    assert!(rash < optimum - 0.05, "the game is too easy to show anything");
    assert!(found <= optimum + 1e-9, "nobody beats the optimum");
    assert!(found > optimum - 0.02, "{found:.4} of {optimum:.4}");
}

/// Secret pig for two, solved exactly: the values of holding and rolling for the seat that acts, which knows its own
/// bonus only, in the last turn of seat 1 or, before it, of seat 0.
struct Exact {
    points: [u8; 2],
    bonus: [u8; 2],
}

impl Exact {
    /// The mean over what the other bonus may be.
    fn over_bonus(&self, seat: usize, value: impl Fn(&Self) -> f64) -> f64 {
        let with = |b| {
            let mut deal = Self { points: self.points, bonus: self.bonus };
            deal.bonus[1 - seat] = b;
            value(&deal)
        };
        (1..=3).map(with).sum::<f64>() / 3.0
    }

    fn score(&self, seat: usize) -> f64 {
        let total = |p: usize| self.points[p] + self.bonus[p];
        match total(seat).cmp(&total(1 - seat)) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    }

    /// The seat's points after it banks the pot.
    fn banked(&self, seat: usize, pot: u8) -> Self {
        let mut deal = Self { points: self.points, bonus: self.bonus };
        deal.points[seat] += pot;
        deal
    }

    /// For each pot the values of rolling and of holding in a seat's last turn, when `end` is what the seat expects
    /// after it.
    fn turn(&self, seat: usize, end: impl Fn(&Self) -> f64) -> [[f64; 2]; 21] {
        let mut policy_value = [[0.0f64; 2]; 21];
        let lost = end(self);
        for pot in (0..=20u8).rev() {
            let eyes = |e: u8| policy_value[usize::from((pot + e).min(20))].into_iter().fold(0.0, f64::max);
            let roll = if pot < 20 { (lost + (2..=6).map(eyes).sum::<f64>()) / 6.0 } else { 0.0 };
            let hold = if pot > 0 { end(&self.banked(seat, pot)) } else { 0.0 };
            policy_value[usize::from(pot)] = [roll, hold];
        }
        policy_value
    }

    /// What seat 1 expects from its last turn.
    fn last(&self) -> [[f64; 2]; 21] {
        self.turn(1, |end| end.over_bonus(1, |deal| deal.score(1)))
    }

    /// What seat 0 gets when seat 1, who does not see the bonus of seat 0, plays its last turn best.
    fn answered(&self) -> f64 {
        let plan = self.last();
        let mut policy_value = [0.0; 21];
        for pot in (0..=20u8).rev() {
            let [roll, hold] = plan[usize::from(pot)];
            let eyes = |e: u8| policy_value[usize::from((pot + e).min(20))];
            policy_value[usize::from(pot)] = if hold >= roll && pot > 0 {
                self.banked(1, pot).score(0)
            } else {
                (self.score(0) + (2..=6).map(eyes).sum::<f64>()) / 6.0
            };
        }
        policy_value[0]
    }

    /// What seat 0 expects from its last turn.
    fn first(&self) -> [[f64; 2]; 21] {
        self.turn(0, |end| end.over_bonus(0, Self::answered))
    }
}

fn position(points: [u8; 2], bonus: [u8; 2], pot: u8, turn: u8) -> State {
    let json = serde_json::json!({
        "points": [points[0], points[1], 0, 0, 0],
        "bonus": [bonus[0], bonus[1], 0, 0, 0],
        "pot": pot,
        "turn": turn,
    });
    read_state(&secret_pig(2), &json).unwrap()
}

/// Plays the last turns of secret pig for two best, by what the seat that acts knows.
#[derive(Default)]
struct Best {
    /// The plan of a turn for each seat with its bonus, by the points of both.
    plans: HashMap<(usize, u8, [u8; 2]), [[f64; 2]; 21]>,
}

impl Policy<SecretPig> for Best {
    fn choose(&mut self, _game: &SecretPig, s: &State, _rng: &mut GameRng) -> Move {
        let (seat, points) = (usize::from(s.turn % 2), [s.points[0], s.points[1]]);
        let plan = self.plans.entry((seat, s.bonus[seat], points)).or_insert_with(|| {
            let exact = Exact { points, bonus: [s.bonus[seat]; 2] };
            if seat == 0 { exact.first() } else { exact.last() }
        });
        let [roll, hold] = plan[usize::from(s.pot)];
        if hold >= roll && s.pot > 0 { Move::Hold } else { Move::Roll }
    }
}

#[test]
fn values_agree_with_exact_solutions_under_hidden_information() {
    const SEEDS: u64 = 60;
    let game = secret_pig(2);
    let budget = Budget::Simulations(4_000);
    let (mut asked, mut search) = (0, Flat::new(budget, Box::new(Playout::by(Box::new(Best::default())))));
    for (mine, other, pot) in
        [(0, 12, 10), (0, 12, 13), (5, 5, 2), (10, 4, 2), (3, 9, 6), (0, 6, 16), (8, 8, 7)]
    {
        for seat in [0, 1] {
            let (mut points, bonus) = ([mine, mine], [2, 2]);
            points[1 - seat] = other;
            let exact = Exact { points, bonus };
            let [roll, hold] = if seat == 0 { exact.first() } else { exact.last() }[usize::from(pot)];
            // A search whose lead is clear ends early, after some sixteen simulations a move. So many searches tell the value,
            // a little too high, since luck is part of a clear lead.
            let s = position(points, bonus, pot, 2 + seat as u8);
            let found = (0..SEEDS).map(|seed| search.analyse(&game, &s, &mut rng(seed)).unwrap());
            let found: Vec<_> = found.map(|found| (found.action, found.score)).collect();
            let (best, gap) = (roll.max(hold), (roll - hold).abs());
            let right = if roll > hold { Move::Roll } else { Move::Hold };
            let mean = found.iter().map(|(_, score)| score).sum::<f64>() / SEEDS as f64;
            println!("seat {seat}, {points:?}, pot {pot}: roll {roll:.3}, hold {hold:.3}, found {mean:.3}");
            assert!((-0.02..0.05).contains(&(mean - best)), "expected {best:.3}, found {mean:.3}");
            if gap > 0.05 {
                asked += 1;
                assert!(found.iter().all(|&(action, _)| action == right), "{found:?}");
            }
        }
    }
    assert!(asked >= 6, "only {asked} cases have a clear answer");
}

#[test]
fn hidden_cards_do_not_change_the_search() {
    let game = secret_pig(2);
    for seat in [0, 1] {
        let mut told: Vec<Analysis<Move>> = Vec::new();
        for hidden in 1..=3 {
            let mut bonus = [2, 2];
            bonus[1 - seat] = hidden;
            let s = position([6, 6], bonus, 5, seat as u8);
            told.push(flat(300).analyse(&game, &s, &mut rng(9)).unwrap());
        }
        assert!(told[0] == told[1] && told[0] == told[2], "seat {seat}: {told:?}");
    }
}

/// Pulls the left arm.
struct AlwaysLeft;

impl Policy<Solo<Bandit>> for AlwaysLeft {
    fn choose(&mut self, _game: &Solo<Bandit>, _s: &bandit::State, _rng: &mut GameRng) -> Arm {
        Arm::Left
    }
}

/// How often a search pulls this arm in a hundred runs, when its evaluator would pull the left one.
fn pulled(arm: Arm, chances: [u32; 3], simulations: u64) -> usize {
    let game = bandit(chances);
    let start = game.start(&mut rng(0));
    let mut search = Flat::new(Budget::Simulations(simulations), Box::new(Playout::by(Box::new(AlwaysLeft))));
    (0..100).filter(|&seed| search.choose(&game, &start, &mut rng(seed)) == arm).count()
}

#[test]
fn few_playouts_lose_little_against_a_good_evaluator() {
    // One standard error is no proof, so noise may well pull another arm; what that costs must stay small.
    for simulations in [1, 10, 30, 100, 300, 1_000, 10_000] {
        let pulled = [Arm::Left, Arm::Middle, Arm::Right].map(|arm| pulled(arm, [50, 45, 48], simulations));
        let chances = pulled.iter().zip([50, 45, 48]).map(|(times, chance)| times * chance);
        let lost = 50.0 - chances.sum::<usize>() as f64 / 100.0;
        println!("{simulations} simulations: {lost:.2} of 100 games lost");
        assert!(lost < 1.5, "{simulations} simulations: {pulled:?}");
    }
}

#[test]
fn a_surely_better_move_is_found() {
    let found = pulled(Arm::Right, [30, 30, 70], 1_000);
    assert!(found >= 95, "{found} of 100");
    let found = pulled(Arm::Middle, [50, 60, 50], 10_000);
    assert!(found >= 90, "{found} of 100");
}

/// A network with the value 0 everywhere, whose logit is `rolling` for rolling and 0 for all other actions.
fn network(game: &SecretPig, rolling: f32) -> NetPolicy<SecretPig> {
    let layout = Layout::of(game);
    let shape = NetShape { hidden_sizes: vec![2], activation: Activation::Tanh, ..NetShape::default() };
    let zeros = |shape: Vec<usize>| Array { values: vec![0.0; shape.iter().product()], shape };
    let arrays = shape.arrays(&layout).into_iter().map(|(name, shape)| (name, zeros(shape))).collect();
    let mut net = Net::new(&shape, &layout, &arrays);
    let biases = net.weights.iter_mut().find(|array| array.len() == layout.actions).unwrap();
    biases[Move::Roll.index()] = rolling;
    NetPolicy::new(&net, ObservationWrapper::of(game, FeatureSet::PLAIN))
}

#[test]
fn a_network_evaluates_by_a_truncated_rollout() {
    let evaluate = |game: &SecretPig, s: &State| {
        let legal = legal_actions(game, s);
        Evaluator::evaluate(&mut network(game, 0.0), game, s, &legal, &mut MatchRngs::new(1, game.players()))
    };
    let game = secret_pig(5);
    let open = evaluate(&game, &game.start(&mut rng(4)));
    // After a good many decisions another seat acts, which expects a half.
    let own = open.scores.iter().position(|&score| (score - 0.5).abs() < 1e-6);
    assert!(own.is_some_and(|seat| seat > 0), "{open:?}");
    assert!(
        open.scores
            .iter()
            .enumerate()
            .all(|(seat, &score)| Some(seat) == own || (score - 0.125).abs() < 1e-6),
        "{open:?}"
    );
    // 12 behind at the very end: the game is over before.
    let (game, s) = (secret_pig(2), position([20, 8], [1, 1], 5, 3));
    let last = evaluate(&game, &s);
    assert_eq!(last.prior, [0.5, 0.5]);
    assert!(last.scores == [1.0, 0.0] || last.scores == [0.0, 1.0] || last.scores == [0.5, 0.5], "{last:?}");
    // With 5 in the pot holding loses for sure, and the search sees it; from then on the network rolls to the end.
    let [roll, hold] = Exact { points: [20, 8], bonus: [1, 1] }.last()[5];
    let budget = Budget::Simulations(4_000);
    let mut search = Flat::new(budget, Box::new(network(&game, 0.0)));
    let found = search.analyse(&game, &s, &mut rng(2)).unwrap();
    assert!(hold < 1e-12 && found.action == Move::Roll, "{found:?}");
    assert!(roll > 0.5 && found.score > 0.0, "{roll:.3}: {found:?}");
}

/// An evaluator that scores one position after the other, each until its end.
struct OneByOne<E>(E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for OneByOne<E> {
    fn evaluate(&mut self, game: &G, s: &G::State, legal: &[G::Action], rngs: &mut MatchRngs) -> Evaluation {
        self.0.evaluate(game, s, legal, rngs)
    }
}

#[test]
fn a_search_finds_the_same_whether_positions_are_scored_together_or_one_by_one() {
    let options = Options::resolve(DarkSideRising::option_specs(), [("imperials", "1")]).unwrap();
    let game = DarkSideRising::build(&options, None).unwrap();
    let wrapper = ObservationWrapper::of(&game, FeatureSet::PLAIN);
    let layout = Layout::observed_by(&game, &wrapper);
    let shape = NetShape { hidden_sizes: vec![24, 16], ..NetShape::default() };
    let network = init::net(&shape, &layout, PRIOR_SPAN, &mut generator(5, 0));
    let player = NetPolicy::new(&network, wrapper);
    assert!(Evaluator::batch(&player) > 1);
    let (mut rngs, mut decisions) = (MatchRngs::new(6, game.players()), 0);
    let mut s = game.start(&mut rngs.chance);
    while game.actor(&s).is_some() && decisions < 60 {
        // Some searches end by their budget, some between two looks for a lead, and some of games that end within a simulation.
        let budget = Budget::Simulations(40 + decisions);
        let mut together = Flat::new(budget, Box::new(player.clone()));
        let mut apart = Flat::new(budget, Box::new(OneByOne(player.clone())));
        let found = together.analyse(&game, &s, &mut rng(decisions)).unwrap();
        assert_eq!(found, apart.analyse(&game, &s, &mut rng(decisions)).unwrap(), "decision {decisions}");
        rngs.step_alike(&game, &mut s, found.action);
        decisions += 1;
    }
    assert_eq!(decisions, 60);
}

#[test]
fn where_moves_are_few_a_confident_network_hides_none() {
    let (game, budget) = (secret_pig(2), Budget::Simulations(200));
    let s = position([0, 0], [1, 1], 5, 0);
    for rolling in [3.0, 5.0, 20.0] {
        let mut search = Flat::new(budget, Box::new(network(&game, rolling)));
        let found = search.analyse(&game, &s, &mut rng(2)).unwrap();
        assert!(found.moves.iter().all(|one| one.score.is_some()), "{found:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let game = solo_pig();
    let s = solo_pig::State { points: 20, pot: 9, turn: 3 };
    let think = |seed| flat(500).analyse(&game, &s, &mut rng(seed)).unwrap();
    assert_eq!(think(4), think(4));
    assert_ne!(think(4), think(5));
    let analysis = think(4);
    assert_eq!(analysis.moves.len(), 2);
    assert_eq!(analysis.action, analysis.moves[0].action);
    assert!((analysis.moves.iter().map(|m| m.share).sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn searches_play_tournaments_alike_on_any_number_of_threads() {
    let game = secret_pig(3);
    let agents = ["flat:20", "flat:20+random", "flat:20+coward"].map(str::to_owned);
    let report = |threads| {
        let report = run(
            erase(game.clone()).as_ref(),
            &agents,
            &Plan { games: 40, seed: 1, threads, check: true, progress: &|_| {}, stop: &|| false },
        );
        serde_json::to_value(report.unwrap()).unwrap()
    };
    assert_eq!(report(1), report(2));
}

#[test]
fn searches_play_the_main_game_legally() {
    let game = Kind::named("dark_side_rising").unwrap().build([("players", "3")], None).unwrap();
    for spec in ["flat:6@all", "flat:6@all+greedy", "flat:6+random", "flat:1ms@all"] {
        let mut player = game.player(spec).unwrap();
        let MatchRngs { chance, mut seats, .. } = MatchRngs::new(5, game.teams().players());
        let mut s = Arc::clone(&game).start(chance);
        for _ in 0..40 {
            let Some(seat) = s.actor() else { break };
            let (action, analysis) = player.consider(s.as_ref(), &mut seats[seat]);
            let legal = s.legal();
            assert!(legal.contains(&action), "{spec}: {action}");
            assert_eq!(analysis.is_none(), legal.len() == 1);
            if let Some(analysis) = analysis {
                let mut told: Vec<_> = analysis.moves.iter().map(|m| m.action).collect();
                told.sort_by_key(|&a| legal.iter().position(|&b| a == b));
                assert_eq!(told, legal, "{spec} analyses every move once");
                assert!((0.0..=1.0).contains(&analysis.score), "{spec}: {}", analysis.score);
            }
            s.apply(action).unwrap();
        }
    }
}

#[test]
fn a_search_leaves_what_it_does_not_look_at_to_its_judge() {
    let game = Kind::named("dark_side_rising").unwrap().build([], None).unwrap();
    let asked = |spec: &str, blocks: &[&str]| {
        let (mut player, mut evaluator) = (game.player(spec).unwrap(), game.player("greedy").unwrap());
        let MatchRngs { chance, mut seats, .. } = MatchRngs::new(5, game.teams().players());
        let mut s = Arc::clone(&game).start(chance);
        let mut searched = 0;
        while let Some(seat) = s.actor() {
            let offered = |block: &&str| s.legal().iter().any(|&a| game.label(a).starts_with(*block));
            let kind = blocks.iter().any(offered);
            let (action, analysis) = player.consider(s.as_ref(), &mut seats[seat]);
            assert!(
                analysis.is_none() || kind && s.legal().len() > 1,
                "{spec}: {}",
                s.describe_action(action)
            );
            if analysis.is_none() {
                assert_eq!(action, evaluator.consider(s.as_ref(), &mut seats[seat]).0, "{spec}");
            }
            searched += usize::from(analysis.is_some());
            s.apply(action).unwrap();
        }
        searched
    };
    assert!(asked("flat:4+greedy", &["Deploy"]) >= 10, "deployments unless the user says otherwise");
    assert!(asked("flat:4@deploy,pay+greedy", &["Deploy", "Pay"]) >= 10);
}

#[test]
fn an_impossible_search_is_refused() {
    let refuse = |spec| load(&secret_pig(2), spec).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(refuse("flat").contains("needs a budget"));
    assert!(refuse("flat:10+cowrad").contains("did you mean 'coward'?"));
    assert!(refuse("falt:10").contains("did you mean 'flat'?"));
    assert!(refuse("flat:10+ppo").contains("unknown agent 'ppo'"));
}
