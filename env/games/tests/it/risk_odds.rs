//! Chances that are known exactly: battles, the Death Star, and attacks to the end, against tables and against dice rolled one by one.

use holotable_env::{Chance, Deed, Game, Sample, Tape, Trace, generator};
use holotable_games::risk::dice::{Volley, at_least, battle};
use holotable_games::risk::odds::{Duel, of_attack, of_star};
use holotable_games::risk::words::{ByClass, How};

use crate::risk_board::War;

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

/// Fighters, bombers, capital ships.
fn volley(dice: u8, [fighters, bombers, capitals]: [u8; 3]) -> Volley {
    Volley { dice, fighters, bombers, capitals }
}

/// The chances of the defender losing so many, as numbers.
fn chances(attacker: Volley, defender: Volley, plus: u8, parry: u8) -> [f64; 3] {
    let ways = battle(attacker, defender, plus, parry);
    let all = f64::from(attacker.ways()) * f64::from(defender.ways());
    near(f64::from(ways.iter().sum::<u32>()), all);
    ways.map(|n| f64::from(n) / all)
}

const NONE: [u8; 3] = [0; 3];

#[test]
fn three_against_two_as_known() {
    for (attacker, defender, both, one, none, all) in [
        (NONE, NONE, 2890.0, 2611.0, 2275.0, 7776.0),
        ([1, 0, 0], NONE, 16925.0, 13113.0, 8842.0, 38880.0),
        ([0, 1, 0], NONE, 3970.0, 2377.0, 1429.0, 7776.0),
        ([0, 0, 1], NONE, 4880.0, 3213.0, 2275.0, 10368.0),
        ([0, 0, 2], NONE, 7734.0, 3815.0, 2275.0, 13824.0),
        ([0, 0, 3], NONE, 11740.0, 4417.0, 2275.0, 18432.0),
        (NONE, [0, 0, 2], 2890.0, 4771.0, 6163.0, 13824.0),
        (NONE, [0, 1, 0], 465.0, 794.0, 685.0, 1944.0),
    ] {
        let found = chances(volley(3, attacker), volley(2, defender), 0, 0);
        [none, one, both].iter().zip(found).for_each(|(n, p)| near(p, n / all));
    }
    let found = chances(volley(2, NONE), volley(2, NONE), 0, 0);
    [581.0, 420.0, 295.0].iter().zip(found).for_each(|(n, p)| near(p, n / 1296.0));
}

#[test]
fn one_comparison_as_known() {
    for (a, attacker, d, defender, chance) in [
        (1, NONE, 1, NONE, 5.0 / 12.0),
        (1, NONE, 2, NONE, 55.0 / 216.0),
        (2, NONE, 1, NONE, 125.0 / 216.0),
        (3, NONE, 1, NONE, 95.0 / 144.0),
        (1, NONE, 1, [0, 0, 1], 5.0 / 16.0),
        (1, [0, 0, 1], 1, NONE, 9.0 / 16.0),
        (1, [1, 0, 0], 1, NONE, 0.5),
    ] {
        near(chances(volley(a, attacker), volley(d, defender), 0, 0)[1], chance);
    }
}

#[test]
fn the_death_star_as_known() {
    for (dice, ships, row) in [
        (3, NONE, [0.0, 0.0, 0.0, 0.0046, 0.0185, 0.0463, 0.0926]),
        (3, [1, 0, 0], [0.0, 0.0, 0.0, 0.0074, 0.0296, 0.0741, 0.1481]),
        (3, [0, 1, 0], [0.0, 0.0, 0.0046, 0.0185, 0.0463, 0.0926, 0.1620]),
        (3, [0, 3, 0], [0.0046, 0.0185, 0.0463, 0.0926, 0.1620, 0.2593, 0.3750]),
        (3, [0, 0, 1], [0.0, 0.0035, 0.0139, 0.0347, 0.0694, 0.1215, 0.1944]),
        (3, [0, 0, 3], [0.0391, 0.0684, 0.1094, 0.1641, 0.2344, 0.3164, 0.4062]),
        (3, [1, 1, 1], [0.0054, 0.0214, 0.0536, 0.1071, 0.1875, 0.2910, 0.4122]),
        (2, [0, 0, 2], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0156, 0.0469]),
    ] {
        for (shift, known) in (-3..).zip(row) {
            let [short, reached] = at_least(volley(dice, ships), shift, 18).map(f64::from);
            let chance = reached / (short + reached);
            assert!(
                (chance - known).abs() < 5.1e-5,
                "{dice} dice, {ships:?}, {shift:+}: {chance}, not {known}"
            );
        }
    }
    let exact = |ships: [u8; 3]| {
        let [short, reached] = at_least(volley(3, ships), 0, 18).map(f64::from);
        reached / (short + reached)
    };
    for (ships, chance) in [
        (NONE, 1.0 / 216.0),
        ([1, 0, 0], 1.0 / 135.0),
        ([0, 1, 0], 1.0 / 54.0),
        ([0, 3, 0], 5.0 / 54.0),
        ([0, 0, 1], 5.0 / 144.0),
        ([0, 0, 3], 21.0 / 128.0),
        ([1, 1, 1], 3.0 / 28.0),
    ] {
        near(exact(ships), chance);
    }
}

/// The chance of each highest and second die of dice that are rolled one by one: nothing is shared with the game's tables.
fn rolled(dice: usize, [fighters, bombers, capitals]: [u8; 3]) -> Vec<([u8; 2], f64)> {
    let sides: Vec<u8> = (0..dice).map(|i| if i < usize::from(capitals) { 8 } else { 6 }).collect();
    let mut hands = vec![(Vec::<u8>::new(), 1.0)];
    for &n in &sides {
        hands = hands
            .iter()
            .flat_map(|(hand, p)| (1..=n).map(move |face| ([&hand[..], &[face]].concat(), p / f64::from(n))))
            .collect();
    }
    let mut chances = std::collections::BTreeMap::<[u8; 2], f64>::new();
    for (hand, p) in hands {
        // Ones on larger dice first, which stand first.
        let ones: Vec<usize> = (0..dice).filter(|&i| hand[i] == 1).take(usize::from(fighters)).collect();
        let mut ways = vec![(hand, p)];
        for i in ones {
            ways = ways
                .iter()
                .flat_map(|(hand, p)| {
                    let n = sides[i];
                    (2..=n).map(move |face| {
                        let mut hand = hand.clone();
                        hand[i] = face;
                        (hand, p / f64::from(n - 1))
                    })
                })
                .collect();
        }
        for (mut hand, p) in ways {
            hand.sort_by_key(|face| std::cmp::Reverse(*face));
            (0..usize::from(bombers)).for_each(|i| hand[i] += 1);
            hand.sort_by_key(|face| std::cmp::Reverse(*face));
            *chances.entry([hand[0], hand.get(1).copied().unwrap_or(0)]).or_default() += p;
        }
    }
    chances.into_iter().collect()
}

/// Every number of fighters, bombers and capital ships that counts for so many dice.
fn mixes(dice: u8) -> Vec<[u8; 3]> {
    let each = || 0..=dice;
    each().flat_map(|a| each().flat_map(move |b| each().map(move |c| [a, b, c]))).collect()
}

#[test]
fn every_battle_is_as_dice_rolled_one_by_one() {
    let rolls = |dice: u8| {
        mixes(dice).into_iter().map(|ships| (ships, rolled(usize::from(dice), ships))).collect::<Vec<_>>()
    };
    let (attackers, defenders) = ([1, 2, 3].map(rolls), [1, 2].map(rolls));
    let mut battles = 0;
    for (a, attackers) in (1..).zip(&attackers) {
        for (d, defenders) in (1..).zip(&defenders) {
            for ((x, highs), (y, lows)) in
                attackers.iter().flat_map(|x| defenders.iter().map(move |y| (x, y)))
            {
                let mut known = [0.0; 3];
                for (high, p) in highs {
                    for (low, q) in lows {
                        let second = a.min(d) == 2 && high[1] > low[1];
                        known[usize::from(high[0] > low[0]) + usize::from(second)] += p * q;
                    }
                }
                let found = chances(volley(a, *x), volley(d, *y), 0, 0);
                known.iter().zip(found).for_each(|(p, q)| near(*p, q));
                battles += 1;
            }
        }
    }
    assert_eq!(battles, (8 + 27 + 64) * (8 + 27));
}

#[test]
fn a_card_that_adds_to_dice_breaks_ties() {
    // With one more on his die, an attacker wins ties too: 21 of 36.
    near(chances(volley(1, NONE), volley(1, NONE), 1, 0)[1], 21.0 / 36.0);
    near(chances(volley(1, NONE), volley(1, NONE), 0, 1)[1], 10.0 / 36.0);
    near(chances(volley(1, NONE), volley(1, NONE), 2, 2)[1], 15.0 / 36.0);
}

#[test]
fn a_walk_through_the_rules_gives_the_same_for_every_mix_of_ships() {
    for attacker in mixes(3) {
        for defender in mixes(2) {
            let war = War::new(&[("defence_dice", "most")])
                .own("Gamorr", 0, 9)
                .ships("Gamorr", attacker)
                .own("Rodia", 2, 9)
                .ships("Rodia", defender);
            let rodia = war.planet("Rodia");
            let known = chances(volley(3, attacker), volley(2, defender), 0, 0);
            for o in war.all(war.attack("Gamorr", "Rodia", How::Once)) {
                near(o.probability, known[usize::from(9 - o.state.board.troops[rodia])]);
            }
        }
    }
}

#[test]
fn an_attack_to_the_end_is_the_sum_of_its_battles() {
    for (attacker, defender, troops, foes) in
        [(NONE, NONE, 5, 3), ([1, 1, 1], [1, 0, 1], 4, 3), ([0, 0, 3], [0, 2, 0], 6, 2)]
    {
        let war = War::new(&[("defence_dice", "most")])
            .own("Gamorr", 0, troops)
            .ships("Gamorr", attacker)
            .own("Rodia", 2, foes)
            .ships("Rodia", defender);
        let duel = Duel::between(&war.s, war.planet("Gamorr"), war.planet("Rodia"));
        let odds = duel.odds(troops - 1, foes);
        let ends = duel.ends(troops - 1, foes);
        let (mut taken, mut left) = (0.0, 0.0);
        for o in war.all(war.attack("Gamorr", "Rodia", How::Break)) {
            let board = &o.state.board;
            let own = board.held[war.s.mine()];
            let attackers: u16 = ["Gamorr", "Rodia"]
                .iter()
                .map(|name| war.planet(name))
                .filter(|p| own.has(*p))
                .map(|p| board.troops[p])
                .sum();
            left += o.probability * f64::from(attackers - 1);
            if own.has(war.planet("Rodia")) {
                taken += o.probability;
            }
        }
        near(odds.win, taken);
        near(odds.attackers_left, left);
        near(ends.iter().map(|(_, _, p)| p).sum(), 1.0);
        near(ends.iter().filter(|(_, d, _)| *d == 0).map(|(_, _, p)| p).sum(), taken);
        near(ends.iter().map(|(a, _, p)| f64::from(*a) * p).sum(), left);
    }
}

#[test]
fn odds_are_consistent_for_every_mix_and_beyond_the_tables() {
    for duel in Duel::all() {
        let odds = duel.odds(6, 4);
        let ends = duel.ends(6, 4);
        let win: f64 = ends.iter().filter(|(_, d, _)| *d == 0).map(|(_, _, p)| p).sum();
        near(odds.win, win);
        assert!(duel.odds(7, 4).win >= odds.win - 1e-12 && duel.odds(6, 5).win <= odds.win + 1e-12);
    }
    let plain = Duel { attacker: ByClass::default(), ..Duel::default() };
    assert!(plain.odds(120, 60).win > 0.999 && plain.odds(60, 120).win < 0.01);
    // J. A. Osborne, Markov Chains for the RISK Board Game Revisited (2003), table 3.
    for (troops, win) in [(1, 0.417), (2, 0.363), (3, 0.470), (4, 0.477), (5, 0.506), (10, 0.568)] {
        let found = plain.odds(troops, troops).win;
        assert!((found - win).abs() < 6e-4, "{troops}: {found}, not {win}");
    }
}

/// Armies that no game brings have the odds of smaller ones in proportion, at once.
#[test]
fn odds_of_armies_without_end() {
    let duel = Duel::default();
    let odds = |a: u16, d: u16| duel.odds(a, d);
    assert!(odds(25_000, 12_000).win > 0.999_999 && odds(10_000, 25_000).win < 1e-6);
    let (many, fewer) = (odds(2_000, 1_000), odds(1_000, 500));
    near(many.win, fewer.win);
    near(many.attackers_left, 2.0 * fewer.attackers_left);
    near(odds(25_000, 1).win, 1.0);
    near(odds(u16::MAX, 0).attackers_left, f64::from(u16::MAX));
    near(odds(0, u16::MAX).defenders_left, f64::from(u16::MAX));
}

/// Without ships a defender never gains by rolling one die, so nobody is asked (ruling U24): not in one battle of an invasion, whatever
/// ships, cards and base there are.
#[test]
fn two_dice_without_ships_are_never_worse_than_one() {
    let fleets = (0..4_usize.pow(3)).map(|i| ByClass::new([i / 16, i / 4 % 4, i % 4].map(|n| n as u8)));
    for attacker in fleets {
        for (base, plus, parry) in [(false, 0, 0), (false, 2, 0), (false, 0, 2), (true, 0, 0), (true, 1, 2)] {
            let two = Duel { attacker, base, plus, parry, ..Duel::default() };
            let one = Duel { one_die: true, ..two };
            let mut held = [[0.0; 9]; 13];
            for d in 1..9 {
                held[0][d] = 1.0;
                for a in 1..13 {
                    let [two, one] = [two, one].map(|duel| {
                        let mut p = 0.0;
                        duel.battle(a, d, |x, y, q| p += q * held[a - x][d - y]);
                        p
                    });
                    assert!(
                        two >= one - 1e-12,
                        "{a} against {d}, ships {attacker:?}, base {base}: {two} < {one}"
                    );
                    held[a][d] = two;
                }
            }
        }
    }
}

/// With ships one die can be better (p8): 12 troops against 6 with a ship of each class.
#[test]
fn one_die_with_ships_can_hold_more() {
    let duel = Duel { defender: ByClass::new([1; 3]), ..Duel::default() };
    let holds = |duel: Duel| 1.0 - duel.odds(11, 6).win;
    assert!((holds(duel) - 0.7262).abs() < 1e-4, "{}", holds(duel));
    assert!(holds(Duel { one_die: true, ..duel }) > holds(duel));
}

/// Cards that add to dice, and a defender who rolls one: each is a duel of its own.
#[test]
fn cards_and_the_choice_of_dice_change_the_odds() {
    for (plus, parry, one_die) in
        (0..=2).flat_map(|plus| (0..=2).flat_map(move |parry| [false, true].map(|one| (plus, parry, one))))
    {
        let duel = Duel { plus, parry, one_die, ..Duel::default() };
        let (odds, ends) = (duel.odds(6, 4), duel.ends(6, 4));
        near(odds.win, ends.iter().filter(|(_, d, _)| *d == 0).map(|(_, _, p)| p).sum());
        near(odds.defenders_left, ends.iter().map(|(_, d, p)| f64::from(*d) * p).sum());
    }
}

/// Two troops can attack (p8), of which one stays behind; the Death Star is no army, but three dice that reach 18 destroy it (p15).
#[test]
fn odds_are_of_troops_or_of_the_death_star() {
    let war = War::new(&[]).own("Gamorr", 0, 2).own("Elom", 0, 1).star("Kuat").check();
    let [gamorr, rodia, elom] = ["Gamorr", "Rodia", "Elom"].map(|name| war.planet(name));
    near(of_attack(&war.s, gamorr, rodia).unwrap().win, 5.0 / 12.0);
    assert_eq!(of_attack(&war.s, elom, rodia), None);
    let war = war.own("Gamorr", 0, 9).star("Rodia").check();
    assert_eq!(of_attack(&war.s, gamorr, rodia), None);
    near(of_star(&war.g, &war.s, gamorr, rodia), 1.0 / 216.0);
}

/// What is told of the dice of an attack from Gamorr on Rodia.
fn told(war: &War, chance: &mut impl Chance) -> String {
    let (mut s, mut trace) = (war.s, Trace::listening(chance));
    war.g.step(&mut s, war.attack("Gamorr", "Rodia", How::Once), &mut trace);
    let (_, story) = trace.into_parts();
    story.events.iter().find(|event| event.deed == Deed::Roll).unwrap().to[0].name.clone()
}

/// The three dice that are told at the Death Star have the sum that is told, which reaches 18 or not (p15).
#[test]
fn dice_that_are_told_at_the_death_star_add_up() {
    let war = War::new(&[]).own("Gamorr", 0, 9).star("Rodia").check();
    for hit in 0..2 {
        let words = told(&war, &mut Tape::new(&[hit]));
        let (dice, sum) = words.split_once(": ").unwrap();
        let dice: Vec<u8> = dice.split(' ').map(|die| die.parse().unwrap()).collect();
        let sum: u8 = sum.split(' ').next().unwrap().parse().unwrap();
        assert_eq!((dice.len(), dice.iter().sum(), sum == 18), (3, sum, hit == 1), "{words}");
    }
}

/// The dice that are told (p8): one has eight sides for each capital ship, and each bomber adds one. Each fighter rolls
/// a 1 again, which shows another face.
#[test]
fn dice_that_are_told_have_the_sides_of_ships() {
    let mut again = 0;
    for (troops, ships) in (4..80).flat_map(|n| [[1, 0, 0], [2, 1, 2], [0, 2, 3], [3, 0, 1]].map(|s| (n, s)))
    {
        let war = War::new(&[]).own("Gamorr", 0, troops).ships("Gamorr", ships);
        let words = told(&war, &mut Sample(generator(troops.into(), 0)));
        let (dice, _) = words.split_once(" against ").unwrap();
        let count = |what: &str| dice.matches(what).count();
        assert_eq!([count("(8-sided)"), count("(bomber)")], [ships[2], ships[1]].map(usize::from), "{dice}");
        let ones = dice.split(' ').filter(|die| die.starts_with('1')).count();
        assert_eq!(count("(fighter)"), ones.min(ships[0].into()), "{dice}");
        for die in dice.split(' ') {
            let sides = if die.contains("(8-sided)") { '8' } else { '6' };
            let shown = die.split_once('→').map(|(_, face)| face);
            again += usize::from(shown.is_some());
            assert!(shown.is_none_or(|face| ('2'..=sides).contains(&face.chars().next().unwrap())), "{dice}");
        }
    }
    assert!(again > 100, "{again} dice are rolled again");
}
