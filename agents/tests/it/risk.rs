//! The bots of RISK: `expert` above `greedy` as each faction, and games of experts under the invariant checker.

use holotable_env::Game;
use holotable_games::risk::Risk;

use crate::games::{experts, game, scores};

/// The mean score of one seat, where all others are played by another bot.
fn mean(g: &Risk, seat: usize, own: &str, others: &str, games: u64) -> f32 {
    let mut names = vec![others; g.players()];
    names[seat] = own;
    (0..games).map(|seed| scores(g, &names, seed)[seat]).sum::<f32>() / games as f32
}

#[test]
fn games_of_experts_break_no_invariant() {
    for given in [
        &[("players", "2")][..],
        &[("players", "3")],
        &[("players", "4")],
        &[("players", "5")],
        &[("players", "3"), ("variant", "standard")],
        &[("players", "4"), ("variant", "standard")],
    ] {
        let g: Risk = game(given);
        let names = vec!["expert"; g.players()];
        for seed in 0..experts(4) {
            let sum: f32 = scores(&g, &names, seed).iter().sum();
            assert!(sum > 0.99, "{given:?}: somebody wins, or several share it");
        }
    }
}

/// As each faction, in the same seat and the same luck: a deviation of a mean of 60 scores is at most 0.065.
#[test]
fn the_expert_beats_greedy_as_each_faction() {
    let g: Risk = game(&[("rounds", "12")]);
    for seat in 0..g.players() {
        let greedy = mean(&g, seat, "greedy", "greedy", 60);
        let expert = mean(&g, seat, "expert", "greedy", 60);
        assert!(expert > greedy + 0.2, "seat {seat}: expert {expert}, greedy {greedy}");
    }
}
