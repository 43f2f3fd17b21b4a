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
