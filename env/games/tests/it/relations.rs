//! What a legal action names is there: its row of the observation is not empty.

use std::collections::{BTreeMap, BTreeSet};

use holotable_env::{Chance, Finite, Layout, Relations, Sample, Tabletop, Write, generator, legal_actions};
use holotable_games::dark_side_rising::DarkSideRising;
use holotable_games::rebellion_combat::RebellionCombat;
use holotable_games::toys::minefield::{Move, minefield};
use holotable_games::toys::toy;

/// Plays random games; `empty` are the blocks whose rows may be empty. Gives how often a row of each block was named.
fn named_rows<G: Tabletop>(game: &G, games: u64, empty: &[&str]) -> BTreeMap<String, usize> {
    let (layout, mut counts) = (Layout::of(game), BTreeMap::new());
    let mut places = BTreeMap::new();
    let mut column = 0;
    for block in &layout.observation_blocks {
        places.insert(block.name.as_str(), (column, block.fields.len()));
        column += block.len();
    }
    let mut seen = vec![0.0; layout.observation];
    for seed in 0..games {
        let (mut chance, mut choose) = (Sample(generator(seed, 0)), Sample(generator(seed, 1)));
        let mut s = game.start(&mut chance);
        while let Some(actor) = game.actor(&s) {
            game.observe(&s, actor, &mut Write::new(&mut seen));
            let legal = legal_actions(game, &s);
            let numbers: BTreeSet<usize> = legal.iter().map(|a| a.index()).collect();
            for names in &layout.relations.names {
                let (column, fields) = places[names.block.as_str()];
                for &(action, row) in names.rows.iter().filter(|(action, _)| numbers.contains(action)) {
                    let shown = &seen[column + row * fields..][..fields];
                    let there = shown.iter().any(|&x| x != 0.0) || empty.contains(&names.block.as_str());
                    let label = G::Action::at(action).label();
                    assert!(
                        there,
                        "seed {seed}: {label} names row {row} of '{}', which is empty",
                        names.block
                    );
                    *counts.entry(names.block.clone()).or_insert(0) += 1;
                }
            }
            game.step(&mut s, legal[choose.below(legal.len())], &mut chance);
        }
    }
    let all: BTreeSet<&str> = layout.relations.names.iter().map(|names| names.block.as_str()).collect();
    assert!(counts.keys().all(|block| all.contains(block.as_str())));
    assert_eq!(counts.len(), all.len(), "no legal action named a row of some block: {counts:?}");
    counts
}

#[test]
fn actions_of_dark_side_rising_name_what_is_there() {
    // A sector without Vader and Imperials, a place that got no die, a symbol that no die shows.
    let empty = ["sectors", "spots", "symbols"];
    named_rows(&toy::<DarkSideRising>(&[("players", "3"), ("tokens_pay", "true")]), 60, &empty);
}

#[test]
fn actions_of_rebellion_combat_name_what_is_there() {
    named_rows(&toy::<RebellionCombat>(&[]), 300, &[]);
}

#[test]
fn relations_between_what_is_not_there_are_refused() {
    let layout = Layout::of(&minefield(2));
    let with = |relations: Relations| Layout { relations, ..layout.clone() };
    assert_eq!(layout.check_relations(), Ok(()));
    assert_eq!(layout.hash(), with(Relations::default()).hash(), "relations change no number's meaning");
    assert!(layout.relations.edges[0].rows.contains(&(3, 2)), "edges go both ways");
    let refused = |relations: Relations| with(relations).check_relations().unwrap_err();
    let edge = Relations::default().with_edges("steps", [(6, 7)]);
    assert_eq!(refused(edge), "there is an edge from row 6 to 7 of 7 of 'steps'");
    let edge = Relations::default().with_edges("paths", []);
    assert_eq!(refused(edge), "the relations are of 'paths', which is no block");
    let named = |rows: &'static [usize]| {
        Relations::named_by(move |_: Move, name| {
            for &row in rows {
                name("seats", row);
            }
        })
    };
    assert_eq!(refused(named(&[5])), "action 0 names row 5 of 5 of 'seats'");
    assert_eq!(with(named(&[1, 2])).check_relations(), Ok(()), "an action may name several rows");
    assert_eq!(refused(named(&[1, 1])), "action 0 names row 1 of 'seats' twice");
}
