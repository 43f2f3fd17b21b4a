//! [`Random`]: every legal action is equally likely.

use holotable_env::{Chance, Game, GameRng};

use crate::policy::Policy;

/// Plays any legal action, each with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        let mut count = 0;
        game.legal(s, |_| count += 1);
        let (mut left, mut chosen) = (pick(count, rng), None);
        game.legal(s, |a| {
            if left == 0 && chosen.is_none() {
                chosen = Some(a);
            }
            left = left.wrapping_sub(1);
        });
        chosen.expect("a game that is not over has a legal action")
    }
}

/// A number below `n`, each equally likely; `Chance::below` reaches to 64.
fn pick(n: usize, rng: &mut GameRng) -> usize {
    if n <= 64 { rng.below(n) } else { rng.pick(&vec![1; n]) }
}

#[cfg(test)]
mod tests {
    use holotable_env::{Sample, generator};

    use super::pick;

    #[test]
    fn every_number_comes_up() {
        let mut rng = Sample(generator(5, 0));
        for n in [1, 3, 64, 65, 200] {
            let mut seen = vec![false; n];
            (0..50 * n).for_each(|_| seen[pick(n, &mut rng)] = true);
            assert!(seen.iter().all(|&s| s), "below {n}");
        }
    }
}
