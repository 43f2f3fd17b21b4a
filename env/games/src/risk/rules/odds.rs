//! [`Duel`]: an attack until one side breaks, solved exactly: how likely the planet is taken, and what is left of both sides.
//!
//! The chances of single battles are those of [`dice`], so every mix of ships, bases and cards is covered.

use std::sync::{LazyLock, OnceLock};

use super::Risk;
use super::battle;
use super::dice::{self, PLUS, Volley};
use super::state::{Order, State};
use super::words::{ByClass, Class, Fleet, How, Planet};

/// What helps the dice of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// The attacker's ships.
    pub attacker: Fleet,
    /// The defender's ships.
    pub defender: Fleet,
    /// The defender has a base.
    pub base: bool,
    /// What a card adds to each die of the attacker, at most 2.
    pub plus: u8,
    /// What a card adds to each die of the defender, at most 2.
    pub parry: u8,
    /// The defender rolls one die.
    pub one_die: bool,
}

/// How an attack until one side breaks is expected to end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    /// The chance that the defender loses his last troop.
    pub win: f64,
    /// How many of the attacking troops are left on average, won or lost.
    pub attackers_left: f64,
    /// How many of the defending troops are left on average.
    pub defenders_left: f64,
}

/// How many troops a kept table reaches to.
const KEPT: usize = 48;
/// How many troops a side has at most whose odds are worked out one by one: a table of a million battles.
pub const EXACT: usize = 1_000;
/// The numbers of ships that count for an attacker, a class, and for a defender.
const COUNTS: [usize; 2] = [4, 3];
const LEADS: usize = 2 * PLUS as usize + 1;
const DUELS: usize = COUNTS[0].pow(3) * COUNTS[1].pow(3) * LEADS * 2;

static TABLES: LazyLock<Vec<OnceLock<Table>>> =
    LazyLock::new(|| (0..DUELS).map(|_| OnceLock::new()).collect());

/// The odds by attackers and defenders.
#[derive(Debug)]
struct Table {
    defenders: usize,
    odds: Vec<Odds>,
}

impl Table {
    fn at(&self, attackers: usize, defenders: usize) -> Odds {
        self.odds[attackers * (self.defenders + 1) + defenders]
    }

    fn of(duel: &Duel, attackers: usize, defenders: usize) -> Self {
        let mut table = Self { defenders, odds: Vec::with_capacity((attackers + 1) * (defenders + 1)) };
        for a in 0..=attackers {
            for d in 0..=defenders {
                let odds = if a == 0 || d == 0 {
                    Odds {
                        win: f64::from(u8::from(d == 0)),
                        attackers_left: a as f64,
                        defenders_left: d as f64,
                    }
                } else {
                    let mut odds = Odds::default();
                    duel.battle(a, d, |lost_a, lost_d, p| {
                        let then = table.at(a - lost_a, d - lost_d);
                        odds.win += p * then.win;
                        odds.attackers_left += p * then.attackers_left;
                        odds.defenders_left += p * then.defenders_left;
                    });
                    odds
                };
                table.odds.push(odds);
            }
        }
        table
    }
}

impl Duel {
    /// The duel of an attack as it stands.
    pub fn of(s: &State, order: &Order) -> Self {
        Self {
            attacker: battle::attacking(s, order),
            defender: s.board.ships[order.to],
            base: s.board.bases[order.to] > 0,
            plus: order.with.plus,
            parry: order.parry,
            one_die: order.one_die,
        }
    }

    /// The duel of an attack between two planets with what is ready now, as if nobody answered it.
    pub fn between(s: &State, from: Planet, to: Planet) -> Self {
        Self::of(s, &Order { from, to, how: How::Break, with: s.ready, parry: 0, one_die: false })
    }

    /// Calls `f` with the troops that both sides lose in a battle of so many, and how likely that is.
    pub fn battle(&self, attackers: usize, defenders: usize, mut f: impl FnMut(usize, usize, f64)) {
        let attack = Volley::new(attackers.min(dice::MOST[0]) as u8, &self.attacker);
        let most = if self.one_die { 1 } else { dice::MOST[1] };
        let defence = Volley::new(defenders.min(most) as u8, &self.defender);
        let defence = if self.base { defence.of_eights() } else { defence };
        let ways = dice::battle(attack, defence, self.plus, self.parry);
        let all = f64::from(ways.iter().sum::<u32>());
        let compared = usize::from(attack.dice.min(defence.dice));
        for (lost, &n) in ways.iter().enumerate().take(compared + 1) {
            if n > 0 {
                f(compared - lost, lost, f64::from(n) / all);
            }
        }
    }

    /// How an attack with so many troops, the one that stays behind not counted, on so many is expected to end. Of armies beyond
    /// [`EXACT`] troops, which no game brings, it is what smaller ones in the same proportion can expect.
    pub fn odds(&self, attackers: u16, defenders: u16) -> Odds {
        let (a, d) = (usize::from(attackers), usize::from(defenders));
        if a <= KEPT && d <= KEPT {
            return TABLES[self.index()].get_or_init(|| Table::of(self, KEPT, KEPT)).at(a, d);
        }
        let scale = (a.max(d) as f64 / EXACT as f64).max(1.0);
        let fewer = |n: usize| ((n as f64 / scale).round() as usize).max(n.min(1));
        let (a, d) = (fewer(a), fewer(d));
        let odds = Table::of(self, a, d).at(a, d);
        let Odds { win, attackers_left, defenders_left } = odds;
        Odds { win, attackers_left: scale * attackers_left, defenders_left: scale * defenders_left }
    }

    /// Every end of such an attack, as attackers and defenders left and its chance; either is 0.
    pub fn ends(&self, attackers: u16, defenders: u16) -> Vec<(u16, u16, f64)> {
        let (a, d) = (usize::from(attackers), usize::from(defenders));
        let mut chances = vec![0.0; (a + 1) * (d + 1)];
        let at = |a: usize, d: usize| a * (defenders as usize + 1) + d;
        chances[at(a, d)] = 1.0;
        let mut ends = Vec::new();
        for a in (0..=a).rev() {
            for d in (0..=d).rev() {
                let p: f64 = chances[at(a, d)];
                if p == 0.0 {
                    continue;
                }
                if a == 0 || d == 0 {
                    ends.push((a as u16, d as u16, p));
                } else {
                    self.battle(a, d, |lost_a, lost_d, q| chances[at(a - lost_a, d - lost_d)] += p * q);
                }
            }
        }
        ends
    }

    /// Its number among all.
    fn index(&self) -> usize {
        let ships = |fleet: &Fleet, n: usize| {
            fleet.values().iter().fold(0, |at, &ships| at * n + usize::from(ships).min(n - 1))
        };
        let mut defender = self.defender;
        if self.base {
            defender[Class::Capital] = 2;
        }
        let lead = usize::from(self.plus + PLUS - self.parry);
        let fleets = ships(&self.attacker, COUNTS[0]) * COUNTS[1].pow(3) + ships(&defender, COUNTS[1]);
        (fleets * LEADS + lead) * 2 + usize::from(self.one_die)
    }

    /// Every mix of ships that counts, with and without a base, without cards.
    pub fn all() -> impl Iterator<Item = Self> {
        let fleets = |n: usize| {
            (0..n.pow(3)).map(move |i| ByClass::new([i / n / n, i / n % n, i % n].map(|ships| ships as u8)))
        };
        fleets(COUNTS[0]).flat_map(move |attacker| {
            fleets(COUNTS[1]).flat_map(move |defender| {
                [false, true].map(|base| Self { attacker, defender, base, ..Self::default() })
            })
        })
    }
}

/// The odds of an attack along a route with what is ready now, until one side breaks and as if nobody answered it. `None` where
/// the Death Star is attacked, or nobody can attack.
pub fn of_attack(s: &State, from: Planet, to: Planet) -> Option<Odds> {
    let troops = s.board.troops[from];
    (troops > 1 && s.star != Some(to))
        .then(|| Duel::between(s, from, to).odds(troops - 1, s.board.troops[to]))
}

/// The chance that an attack on the Death Star with what is ready now destroys it.
pub fn of_star(g: &Risk, s: &State, from: Planet, to: Planet) -> f64 {
    let order = Order { from, to, how: How::Once, with: s.ready, parry: 0, one_die: false };
    let (volley, shift) = battle::star_dice(g, s, &order);
    let [short, reached] = dice::at_least(volley, shift, g.tables.values.star.total);
    f64::from(reached) / f64::from(short + reached)
}
