//! [`scores`]: those of the first team in all positions when it is known who plays each team.

use std::ops::Range;

use holotable_store::stop::Stop;

use super::Bounds;
use super::graph::{Graph, Node};

/// Who plays a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Whatever is best.
    Best,
    /// The agent with this number.
    Agent(usize),
}

impl Role {
    /// An agent as one team, and best play as the other.
    pub fn of(agent: usize, team: usize) -> [Self; 2] {
        let mut roles = [Role::Best; 2];
        roles[team] = Role::Agent(agent);
        roles
    }
}

/// Sweeps whose bounds move less than this end.
const STILL: f64 = 1e-13;
/// After how many positions of a sweep it is asked whether to go on.
const LOOK: usize = 1 << 14;

/// The score of the first team in each position. Bounds begin at 0 and 1 and close in, sweep by sweep from the positions
/// that were found last (interval iteration: Haddad and Monmege, Theoretical Computer Science 735, 2018); where the graph has
/// no circles they come together. Where it is to end, they are left as they are.
pub(super) fn scores(graph: &Graph, roles: [Role; 2], stop: &dyn Stop) -> Vec<Bounds> {
    let mut known = vec![Bounds { low: 0.0, high: 1.0 }; graph.nodes.len()];
    loop {
        let mut moved = 0.0_f64;
        for (number, node) in graph.nodes.iter().enumerate().rev() {
            if number % LOOK == 0 && stop.is_asked() {
                return known;
            }
            let new = score(node, graph, &known, roles);
            let old = std::mem::replace(&mut known[number], new);
            moved = moved.max(new.low - old.low).max(old.high - new.high);
        }
        if moved < STILL {
            return known;
        }
    }
}

fn score(node: &Node, graph: &Graph, known: &[Bounds], roles: [Role; 2]) -> Bounds {
    let (team, moves, picks) = match node {
        &Node::Over(score) => return Bounds { low: score, high: score },
        Node::Open => return Bounds { low: 0.0, high: 1.0 },
        Node::On { team, moves, picks } => (*team, moves.clone(), picks),
    };
    let mean = |results: &Range<usize>| mean(graph, known, results);
    if let (Role::Agent(agent), false) = (roles[team], picks.is_empty()) {
        return mean(&graph.moves[moves.start + picks[agent]]);
    }
    let better = |a: f64, b: f64| if team == 0 { a.max(b) } else { a.min(b) };
    let best = |a: Bounds, b: Bounds| Bounds { low: better(a.low, b.low), high: better(a.high, b.high) };
    graph.moves[moves].iter().map(mean).reduce(best).expect("a legal move")
}

/// The mean score of the first team over the results of a move.
pub(super) fn mean(graph: &Graph, known: &[Bounds], results: &Range<usize>) -> Bounds {
    let mut sum = Bounds { low: 0.0, high: 0.0 };
    for &(place, probability) in &graph.results[results.clone()] {
        sum.low += probability * known[place].low;
        sum.high += probability * known[place].high;
    }
    sum
}
