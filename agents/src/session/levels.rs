//! [`levels`]: opponents, or partners, of five strengths for each game, measured against each other; [`called`]: what people call
//! them.

use std::collections::BTreeMap;

/// An agent of some strength.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// What the level is called.
    pub name: &'static str,
    /// The name of the agent.
    pub agent: &'static str,
    /// How many of a hundred games it wins among the five levels of the game, or with partners of its own level.
    pub wins: f64,
}

/// The names of the levels, the weakest first.
const NAMES: [&str; 5] = ["forgives", "easy", "steady", "strong", "strongest"];

/// Agents and what they win in a hundred games, the weakest first: `holotable tournament GAME --agents ... --seed 73000000`, where
/// each level sits among the others in equal shares. Games a level: 200 of the co-operative games, 1,000 battles, 400 of Rebellion,
/// 60 of RISK. Search is no better than `ppo` in a battle, and takes too long in Rebellion.
const MEASURED: [(&str, [(&str, f64); 5]); 5] = [
    (
        "dark_side_rising",
        [
            ("slips:25+ppo", 3.5),
            ("slips:8+ppo", 34.0),
            ("slips:4+ppo", 52.0),
            ("ppo", 65.0),
            ("flat:64+ppo", 72.5),
        ],
    ),
    (
        "conflict",
        [
            ("slips:25+ppo", 12.5),
            ("slips:15+ppo", 29.0),
            ("slips:8+ppo", 54.0),
            ("ppo", 79.0),
            ("flat:64+ppo", 96.5),
        ],
    ),
    (
        "rebellion_combat",
        [
            ("random", 20.4),
            ("slips:60+ppo", 37.4),
            ("slips:30+ppo", 50.6),
            ("slips:10+ppo", 60.2),
            ("ppo", 65.6),
        ],
    ),
    (
        "rebellion",
        [
            ("slips:60+ppo", 8.8),
            ("slips:40+ppo", 36.0),
            ("slips:25+ppo", 52.3),
            ("slips:8+ppo", 72.3),
            ("ppo", 80.8),
        ],
    ),
    (
        "risk",
        [
            ("slips:60+ppo", 1.7),
            ("slips:40+ppo", 15.0),
            ("slips:15+ppo", 41.7),
            ("ppo", 46.7),
            ("flat:32+ppo", 61.7),
        ],
    ),
];

/// The five levels of a game, the weakest first; none of a game whose agents nobody has measured.
pub fn levels(game: &str) -> Vec<Level> {
    let measured = MEASURED.iter().find(|(name, _)| *name == game);
    let levels = measured.into_iter().flat_map(|(_, levels)| levels).zip(NAMES);
    levels.map(|(&(agent, wins), name)| Level { name, agent, wins }).collect()
}

/// What a page calls the agents of a game's levels. Another agent is known by its own name alone.
pub fn called(game: &str) -> BTreeMap<&'static str, String> {
    let levels = levels(game);
    let words = |i: usize| {
        if i + 1 == levels.len() {
            "Computer, strongest".into()
        } else {
            format!("Computer, level {}", i + 1)
        }
    };
    levels.iter().enumerate().map(|(i, level)| (level.agent, words(i))).collect()
}

#[cfg(test)]
mod tests {
    use holotable_erased::Kind;

    use super::*;
    use crate::session::admit::admit;

    #[test]
    fn every_game_has_five_levels_each_stronger_than_the_one_before() {
        for kind in Kind::all() {
            let levels = levels(kind.name);
            assert_eq!(levels.len(), 5, "{}", kind.name);
            assert!(levels.windows(2).all(|pair| pair[0].wins < pair[1].wins), "{}", kind.name);
            let called = called(kind.name);
            assert_eq!(called.len(), 5, "two levels of {} are one agent", kind.name);
            assert_eq!(called[levels[1].agent], "Computer, level 2");
            assert_eq!(called[levels[4].agent], "Computer, strongest");
            for level in levels {
                assert_eq!(admit(&kind, level.agent), Ok(()), "{}", level.agent);
            }
        }
    }
}
