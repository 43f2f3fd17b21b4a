//! Luck and skill: they add up, and luck is fair.

use holotable_agents::any::Kind;
use holotable_agents::table::{Dice, Seat, Table};

/// A table at which an agent has every seat, and the last node once it has played to the end.
fn played(game: &str, agent: &str, seed: u64) -> (Table, usize) {
    let game = Kind::named(game).unwrap().build([], None).unwrap();
    let seats = vec![Seat::Agent(agent.into()); game.teams().players()];
    let mut table = Table::new(game, seats, seed);
    let mut at = 0;
    while table.nodes[at].state.actor().is_some() {
        at = table.let_agent(at).unwrap();
    }
    (table, at)
}

#[test]
fn start_luck_and_skill_are_the_result() {
    for (game, seeds) in [("dark_side_rising", 0..2), ("rebellion_combat", 0..4)] {
        for seed in seeds {
            let (mut table, last) = played(game, "greedy", seed);
            let result = table.nodes[last].state.scores().unwrap()[0];
            let mut sum = table.value(0, "ppo", 0).unwrap().unwrap();
            for at in table.path(last).into_iter().skip(1) {
                let ply = table.split(at, "ppo", 0).unwrap().unwrap();
                assert!(ply.cost.is_none_or(|(cost, _)| cost > 0.0));
                sum += ply.luck + ply.skill;
            }
            assert!((sum - result).abs() < 1e-9, "{game} {seed}: {sum}, {result}");
        }
    }
}

/// Over all results of a move, each by its chance, luck is nothing, and skill is the same in each.
#[test]
fn luck_is_fair() {
    let mut tried = 0;
    for game in ["dark_side_rising", "rebellion_combat"] {
        let (mut table, last) = played(game, "expert", 5);
        for at in table.path(last).into_iter().skip(1).step_by(7) {
            let (parent, action) =
                (table.nodes[at].parent.unwrap(), table.nodes[at].came.as_ref().unwrap().action);
            let Ok(results) = table.nodes[parent].state.outcomes(action, 500) else { continue };
            if results.len() < 2 {
                continue;
            }
            let (mut luck, mut mass, mut skills) = (0.0, 0.0, Vec::new());
            for result in results {
                let child = table.play(parent, action, &Dice::Chosen(result.picks)).unwrap();
                let ply = table.split(child, "ppo", 0).unwrap().unwrap();
                assert!(ply.exact);
                luck += result.probability * ply.luck;
                mass += result.probability;
                skills.push(ply.skill);
            }
            assert!((mass - 1.0).abs() < 1e-9 && luck.abs() < 1e-9, "{game}: {mass} {luck}");
            assert!(skills.iter().all(|skill| (skill - skills[0]).abs() < 1e-12), "{skills:?}");
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}

/// A game that is played at a table, saved and read again is the same game, and so is that of the command line.
#[test]
fn a_table_keeps_what_everybody_keeps() {
    for name in ["dark_side_rising", "rebellion_combat"] {
        let (table, last) = played(name, "expert", 3);
        let replay = table.replay(last);
        let game = Kind::named(name).unwrap().build([], None).unwrap();
        let mut players = [(0, game.player("expert").unwrap())].into();
        let seats = game.teams().players();
        let (same, _) = game.record(&vec![0; seats], &vec!["expert".to_owned(); seats], &mut players, 3);
        assert_eq!(replay.to_text(), same.to_text());
        let back = Table::of_replay(&replay, None).unwrap();
        assert_eq!(back.nodes.len(), table.nodes.len());
        for (one, other) in back.nodes.iter().zip(&table.nodes) {
            assert_eq!(one.came.as_ref().map(|c| &c.told.story), other.came.as_ref().map(|c| &c.told.story));
            assert!(one.state.same(other.state.as_ref()));
        }
        assert!(back.is_open());
    }
}
