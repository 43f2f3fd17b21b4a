//! The solver against plain enumeration, against the single-target chances, and against its own bounds.

use std::collections::BTreeMap;

use holotable_env::{Finite, Options, Tabletop};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::dark_side_rising::words::{Colour, Face};

use super::solver::{Goals, Solver, Step};
use crate::odds_features::dark_side_rising::odds::{Need, Odds, Pool};

fn game() -> DarkSideRising {
    DarkSideRising::build(&Options::resolve(DarkSideRising::option_specs(), []).unwrap(), None).unwrap()
}

/// The dice one by one, each with its six sides, every ordered roll, every way to place each die.
struct Plain {
    sides: [Vec<(usize, u8)>; 4],
    known: BTreeMap<(Vec<usize>, Vec<Need>), f64>,
}

impl Plain {
    fn new(g: &DarkSideRising) -> Self {
        let sides = std::array::from_fn(|c| {
            let die = &g.tables.dice[Colour::at(c)];
            let of = |f: Face| vec![(die.faces[f].0.index(), die.faces[f].1); die.sides[f] as usize];
            Face::all().flat_map(of).collect()
        });
        Self { sides, known: BTreeMap::new() }
    }

    fn turn_value(&mut self, dice: &[usize], needs: &[Need], value: &impl Fn(usize) -> f64) -> f64 {
        let done = (0..needs.len()).filter(|&i| needs[i] == [0; 4]).fold(0, |set, i| set | 1 << i);
        if dice.is_empty() {
            return value(done);
        }
        let key = (dice.to_vec(), needs.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut forfeit = f64::NEG_INFINITY;
        for i in 0..dice.len() {
            let mut less = dice.to_vec();
            less.remove(i);
            forfeit = forfeit.max(self.turn_value(&less, needs, value));
        }
        let (mut sum, rolls) = (0.0, 6usize.pow(dice.len() as u32));
        for code in 0..rolls {
            let roll: Vec<_> = dice
                .iter()
                .enumerate()
                .map(|(i, &c)| (c, self.sides[c][code / 6usize.pow(i as u32) % 6]))
                .collect();
            sum += self.place(&roll, &[], needs, value, false).max(forfeit);
        }
        let best = value(done).max(sum / rolls as f64);
        self.known.insert(key, best);
        best
    }

    /// Each die of the roll is kept or goes to a target that it matches.
    fn place(
        &mut self,
        roll: &[(usize, (usize, u8))],
        kept: &[usize],
        needs: &[Need],
        value: &impl Fn(usize) -> f64,
        some: bool,
    ) -> f64 {
        let Some((&(c, (symbol, n)), rest)) = roll.split_first() else {
            return if some { self.turn_value(kept, needs, value) } else { f64::NEG_INFINITY };
        };
        let mut best = self.place(rest, &[kept, &[c]].concat(), needs, value, some);
        for i in (0..needs.len()).filter(|&i| needs[i][symbol] > 0) {
            let mut needs = needs.to_vec();
            needs[i][symbol] = needs[i][symbol].saturating_sub(n);
            best = best.max(self.place(rest, kept, &needs, value, true));
        }
        best
    }
}

#[test]
fn small_pools_agree_with_plain_enumeration() {
    let g = game();
    let mut solver = Solver::new(&g.tables);
    let cases: [(Pool, &[(Need, f64)]); 7] = [
        ([1, 0, 0, 0], &[([1, 0, 0, 0], 1.0), ([0, 1, 0, 0], 2.0)]),
        ([2, 0, 0, 0], &[([1, 0, 0, 0], 1.0), ([1, 0, 0, 0], 1.0)]),
        ([1, 1, 0, 0], &[([2, 0, 0, 0], 1.5), ([0, 1, 0, 0], 1.0), ([0, 0, 1, 0], 0.7)]),
        ([3, 0, 0, 0], &[([2, 1, 0, 0], 2.0), ([1, 0, 0, 0], 0.5)]),
        ([1, 1, 1, 0], &[([1, 1, 0, 0], 1.0), ([0, 1, 1, 0], 1.1)]),
        ([2, 0, 0, 1], &[([2, 0, 0, 1], 2.0), ([0, 0, 0, 2], 1.0), ([1, 0, 0, 0], 0.3)]),
        ([0, 2, 1, 0], &[([0, 2, 0, 0], 1.0), ([0, 0, 2, 0], 1.0), ([0, 1, 0, 0], 0.2), ([0, 0, 1, 0], 0.2)]),
    ];
    for (pool, targets) in cases {
        let dice: Vec<usize> = (0..4).flat_map(|c| vec![c; usize::from(pool[c])]).collect();
        let needs: Vec<Need> = targets.iter().map(|t| t.0).collect();
        let sum = |set: usize| (0..targets.len()).filter(|i| set >> i & 1 == 1).map(|i| targets[i].1).sum();
        let (found, plain) =
            (solver.turn_value(pool, &Goals::apart(targets)), Plain::new(&g).turn_value(&dice, &needs, &sum));
        assert!((found - plain).abs() < 1e-12, "{pool:?} {targets:?}: {found}, plainly {plain}");
        assert!(found > 0.0);
        // Ends of turns with arbitrary values: less with more completed, below 0, more than the sum.
        for seed in 1..6 {
            let any = |set: usize| ((set + 1) as f64 * f64::from(seed) * 1.7).sin();
            let (found, plain) = (
                solver.turn_value(pool, &Goals::new(&needs, any)),
                Plain::new(&g).turn_value(&dice, &needs, &any),
            );
            assert!((found - plain).abs() < 1e-12, "{pool:?} {needs:?} {seed}: {found}, plainly {plain}");
        }
    }
}

#[test]
fn one_target_is_its_chance() {
    let g = game();
    let mut solver = Solver::new(&g.tables);
    for pool in [[4, 0, 0, 0], [0, 3, 0, 1], [2, 1, 1, 0], [4, 1, 0, 0], [1, 1, 1, 1]] {
        for need in [[1, 0, 0, 0], [3, 0, 0, 0], [2, 1, 0, 0], [0, 1, 0, 2], [1, 1, 1, 0], [4, 0, 0, 1]] {
            let (found, odds) = (
                solver.turn_value(pool, &Goals::apart(&[(need, 2.5)])),
                2.5 * Odds::shared(&g.tables).chance(pool, need),
            );
            assert!((found - odds).abs() < 1e-9, "{pool:?} {need:?}: {found}, by the odds {odds}");
        }
    }
}

#[test]
fn one_target_with_rolled_dice_is_its_chance() {
    let g = game();
    let mut solver = Solver::new(&g.tables);
    let mut shown = [[0; 5]; 4];
    shown[0] = [2, 0, 1, 1, 0];
    for need in [[3, 0, 0, 0], [2, 1, 0, 0], [1, 0, 0, 1]] {
        let (step, found) = solver.best(&shown, [0; 4], false, &Goals::apart(&[(need, 1.0)]));
        let (odds, _) = Odds::shared(&g.tables).shown(&shown, [0; 4], need);
        assert!((found - odds).abs() < 1e-9, "{need:?}: {found}, by the odds {odds}");
        assert!(matches!(step, Step::Assign { target: 0, .. }), "{need:?}: {step:?}");
    }
}

/// Two targets compete for dice, and one makes use of what the other leaves.
#[test]
fn two_targets_have_more_value_than_one_and_less_than_both_apart() {
    let g = game();
    let mut solver = Solver::new(&g.tables);
    let (a, b) = (([2, 1, 0, 0], 1.6), ([1, 0, 0, 1], 0.9));
    let (both, one, other) = (
        solver.turn_value([4, 0, 0, 0], &Goals::apart(&[a, b])),
        solver.turn_value([4, 0, 0, 0], &Goals::apart(&[a])),
        solver.turn_value([4, 0, 0, 0], &Goals::apart(&[b])),
    );
    assert!(both > one.max(other) + 0.05 && both < one + other - 0.05, "{both} of {one} and {other}");
    let goals = Goals::apart(&[a, b]);
    assert_eq!(solver.best(&[[0; 5]; 4], [0; 4], false, &goals), (Step::Stop, 0.0));
    let (step, rolling) = solver.best(&[[0; 5]; 4], [4, 0, 0, 0], false, &goals);
    assert!((rolling - both).abs() < 1e-12 && step == Step::Roll);
}

/// What is remembered of a turn serves its later parts, and other turns are not mistaken for it.
#[test]
fn a_memory_changes_nothing() {
    let g = game();
    let mut solver = Solver::new(&g.tables);
    let (a, b) = (([2, 1, 0, 0], 1.6), ([1, 0, 0, 1], 0.9));
    let turns: [(Pool, [(Need, f64); 2]); 6] = [
        ([3, 1, 0, 0], [a, b]),
        ([2, 1, 0, 0], [([1, 1, 0, 0], 1.6), b]),
        ([1, 1, 0, 0], [([0, 1, 0, 0], 1.6), ([0, 0, 0, 1], 0.9)]),
        ([3, 1, 0, 0], [b, a]),
        ([3, 1, 0, 0], [(a.0, 1.0), (b.0, 2.0)]),
        ([3, 1, 0, 0], [a, b]),
    ];
    for (pool, targets) in turns {
        let goals = Goals::apart(&targets);
        let fresh = Solver::new(&g.tables).turn_value(pool, &goals);
        assert!((solver.turn_value(pool, &goals) - fresh).abs() < 1e-12, "{pool:?} {targets:?}");
    }
}

#[test]
fn large_turns_are_refused() {
    assert!(Solver::can([4, 1, 1, 0], &[[4, 1, 0, 0]; 3]));
    assert!(!Solver::can([4, 1, 1, 1], &[[1, 0, 0, 0]]), "too many dice");
    assert!(!Solver::can([1, 0, 0, 0], &[[1, 0, 0, 0]; 5]), "too many targets");
    assert!(!Solver::can([1, 0, 0, 0], &[[2, 2, 2, 2]; 4]), "too many symbols");
}

#[test]
#[should_panic(expected = "5 targets are too many")]
fn goals_are_few() {
    Goals::new(&[[1, 0, 0, 0]; 5], |_| 0.0);
}

/// Two dice that match nothing lie on the table: one is forfeited and the other rolled again.
#[test]
fn dice_that_match_nothing_are_forfeited() {
    let g = game();
    let mut solver = Solver::new(&g.tables);
    let mut shown = [[0; 5]; 4];
    shown[0][0] = 2;
    let symbol = g.tables.dice[Colour::at(0)].faces[Face::at(0)].0.index();
    let other = (symbol + 1) % 4;
    let mut need = [0; 4];
    need[other] = 1;
    let (step, best) = solver.best(&shown, [0; 4], false, &Goals::apart(&[(need, 1.0)]));
    assert!(matches!(step, Step::Forfeit { colour: 0, face: 0 }), "{step:?}");
    assert!((best - Odds::shared(&g.tables).chance([1, 0, 0, 0], need)).abs() < 1e-12);
}
