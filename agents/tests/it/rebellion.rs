//! The bots of Rebellion: `expert` above `greedy` on each side, and games of experts under the invariant checker.

use holotable_games::rebellion::Rebellion;

use crate::games::{experts, game, scores};

/// In how many of so many games the Empire wins.
fn won(g: &Rebellion, names: [&str; 2], games: u64) -> usize {
    (0..games).filter(|&seed| scores(g, &names, seed)[0] > 0.5).count()
}

#[test]
fn games_of_experts_break_no_invariant() {
    for setup in ["first", "normal"] {
        for missions in ["starting", "all", "none"] {
            let g = game(&[("setup", setup), ("missions", missions)]);
            assert!(won(&g, ["expert", "expert"], experts(8)) > 0, "{setup}, {missions}");
        }
    }
}

/// With all action cards the Empire wins about one game of five.
#[test]
fn games_of_experts_with_action_cards_break_no_invariant() {
    let all = ["first", "normal"].map(|setup| {
        let g = game(&[("setup", setup), ("missions", "all"), ("actions", "all")]);
        won(&g, ["expert", "expert"], experts(12))
    });
    assert!(all.iter().sum::<usize>() > 0, "{all:?}");
}

/// The Empire must find the base: `random` and `greedy` seldom do in time, `expert` nearly always.
#[test]
fn the_expert_beats_greedy_as_the_empire() {
    for setup in ["first", "normal"] {
        let g = game(&[("setup", setup), ("missions", "none")]);
        let (greedy, expert) = (won(&g, ["greedy", "greedy"], 40), won(&g, ["expert", "greedy"], 40));
        assert!(expert > 35 && greedy < 25, "{setup}: expert {expert}, greedy {greedy} of 40");
    }
}

/// Against the same Empire: a deviation of either count is at most 4.
#[test]
fn the_expert_beats_greedy_as_the_rebels() {
    let g = game(&[("setup", "normal"), ("missions", "none")]);
    let (greedy, expert) = (won(&g, ["expert", "greedy"], 60), won(&g, ["expert", "expert"], 60));
    assert!(expert + 8 < greedy, "of 60 the Empire won {expert} and {greedy}");
}

/// With missions too, on both sides: a deviation of a count is at most 4.
#[test]
fn the_expert_beats_greedy_with_missions() {
    let g = game(&[]);
    let empire = [won(&g, ["greedy", "greedy"], 60), won(&g, ["expert", "greedy"], 60)];
    let rebels = [won(&g, ["expert", "greedy"], 60), won(&g, ["expert", "expert"], 60)];
    assert!(empire[0] + 8 < empire[1], "of 60 the Empire won {empire:?}");
    assert!(rebels[1] + 8 < rebels[0], "of 60 the Empire won {rebels:?}");
}

/// With all missions and projects as well.
#[test]
fn the_expert_beats_greedy_with_all_missions() {
    let g = game(&[("missions", "all")]);
    let empire = [won(&g, ["greedy", "greedy"], 60), won(&g, ["expert", "greedy"], 60)];
    let rebels = [won(&g, ["expert", "greedy"], 60), won(&g, ["expert", "expert"], 60)];
    assert!(empire[0] + 8 < empire[1], "of 60 the Empire won {empire:?}");
    assert!(rebels[1] + 8 < rebels[0], "of 60 the Empire won {rebels:?}");
}

/// With all action cards too.
#[test]
fn the_expert_beats_greedy_with_all_action_cards() {
    let g = game(&[("missions", "all"), ("actions", "all")]);
    let empire = [won(&g, ["greedy", "greedy"], 40), won(&g, ["expert", "greedy"], 40)];
    let rebels = [won(&g, ["expert", "greedy"], 40), won(&g, ["expert", "expert"], 40)];
    assert!(empire[0] + 6 < empire[1], "of 40 the Empire won {empire:?}");
    assert!(rebels[1] + 6 < rebels[0], "of 40 the Empire won {rebels:?}");
}

/// The tables of the team game.
const TEAMS: [&[(&str, &str)]; 4] = [
    &[("players", "3")],
    &[("players", "4")],
    &[("players", "4"), ("setup", "normal"), ("missions", "all")],
    &[("players", "4"), ("missions", "all"), ("actions", "all")],
];

/// Each bot plays every seat of the team game.
#[test]
fn team_games_of_bots_break_no_invariant() {
    for given in TEAMS {
        let g: Rebellion = game(given);
        for (name, games) in [("random", 2), ("greedy", 2), ("expert", experts(4))] {
            let names = vec![name; g.players];
            for seed in 0..games {
                let all = scores(&g, &names, seed);
                assert!((all[0] + all[1] - 1.0).abs() < 1e-6, "{given:?}, {name}: {all:?}");
                assert!((2..g.players).all(|seat| all[seat].to_bits() == all[seat - 2].to_bits()));
            }
        }
    }
}

/// A pair of experts above a pair of greedy ones, on both sides.
#[test]
fn a_pair_of_experts_beats_a_pair_of_greedy_bots() {
    let g: Rebellion = game(&[("players", "4"), ("setup", "normal")]);
    let won = |empire: &str, rebels: &str| {
        (0..40).filter(|&seed| scores(&g, &[empire, rebels, empire, rebels], seed)[0] > 0.5).count()
    };
    let empire = [won("greedy", "greedy"), won("expert", "greedy")];
    let rebels = [won("expert", "greedy"), won("expert", "expert")];
    assert!(empire[0] + 6 < empire[1], "of 40 the Empire won {empire:?}");
    assert!(rebels[1] + 6 < rebels[0], "of 40 the Empire won {rebels:?}");
}
