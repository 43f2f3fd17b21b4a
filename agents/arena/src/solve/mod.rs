//! [`solve`]: best play in a small position, exactly, and how much best replies gain against an agent.
//!
//! Every position that can follow is found, move by move, and values are worked out backwards. Where a game can go on for long,
//! the search ends once they are known closely enough; each value has two bounds, as if every game that is still on were lost,
//! and as if it were won.

mod contest;
mod graph;
mod survey;

use holotable_store::error::Error;
use holotable_store::stop::{self, Stop};

use self::contest::{Role, mean, scores};
use self::graph::{Graph, Node, go_on};
use crate::agent_factory::AgentFactory;
use holotable_erased::{AnyPlayer, AnyState};

pub use self::survey::{Survey, Surveyed, survey};

/// Values are looked at again after so many moves.
const MOVES_APART: usize = 8;

/// When to stop.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "functions have none")]
pub struct Limits<'a> {
    /// Positions are followed until there are so many; each takes up to a kilobyte.
    pub positions: usize,
    /// How far apart the two bounds of a value may be.
    pub width: f64,
    /// Asked before each position; once it says so, the work is broken off.
    pub stop: &'a dyn Stop,
    /// Called with the number of positions just found.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// Between what and what a score lies, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Bounds {
    /// The score if every game that was not followed to its end were lost.
    pub low: f64,
    /// The score if every such game were won.
    pub high: f64,
}

impl Bounds {
    /// The middle.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// How far apart they are.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// The same for the other of two teams, whose scores add up to 1.
    #[must_use]
    fn of_the_other(self) -> Self {
        Self { low: 1.0 - self.high, high: 1.0 - self.low }
    }
}

/// What is known exactly of a position.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Solution {
    /// Positions that were followed.
    pub positions: usize,
    /// Those of them in which there was a choice.
    pub choices: usize,
    /// The most moves by which one was first found.
    pub moves: usize,
    /// The score of each team if all play best.
    pub best: Vec<Bounds>,
    /// The legal moves.
    pub legal: Vec<Move>,
    /// What each agent reaches.
    pub agents: Vec<Reached>,
}

/// A move in the position that was solved.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Move {
    /// The number of the action.
    pub action: usize,
    /// Its label.
    pub label: String,
    /// The score of whoever makes it if all play best afterwards.
    pub score: Bounds,
}

/// What an agent reaches where all others play best against it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Reached {
    /// What it is called.
    pub name: String,
    /// The number of the action that it chooses, where there is a choice and the position was followed.
    pub action: Option<usize>,
    /// Its score as each team.
    pub scores: Vec<Bounds>,
}

impl Solution {
    /// What best replies gain against an agent, by its place in [`agents`](Self::agents): by how much its score is below that of
    /// best play, the mean over the teams that it may be. 0 is perfect.
    pub fn exploitability(&self, agent: usize) -> Bounds {
        let teams = self.best.len() as f64;
        let scores = || self.best.iter().zip(&self.agents[agent].scores);
        let low = scores().map(|(best, own)| best.low - own.high).sum::<f64>() / teams;
        let high = scores().map(|(best, own)| best.high - own.low).sum::<f64>() / teams;
        Bounds { low: low.max(0.0), high: high.max(0.0) }
    }
}

/// Solves a position for best play, and for each agent against best replies. An agent that draws lots draws the same ones
/// whenever it comes to the same position.
///
/// # Errors
/// For more than two teams, or two whose scores do not add up to 1; where a seat that has a choice does not see all; where an
/// action has too many results to list; as [`AgentFactory::player`]; when it was stopped.
pub fn solve<E: AgentFactory>(
    start: &dyn AnyState,
    agents: &[E],
    limits: Limits<'_>,
) -> Result<Solution, Error> {
    let game = start.rules();
    let teams = game.teams().leads().len();
    if teams > 2 {
        return Err(Error::new(format!("the game has {teams} teams; only one or two can be solved")));
    }
    let players: Result<Vec<_>, Error> = agents.iter().map(|agent| agent.player(game.as_ref())).collect();
    let mut players = players?;
    let (graph, moves) = stop::heeding(limits.stop, || follow(start, &mut players, teams, limits))?;
    let of_team = |team: usize, first: Bounds| if team == 0 { first } else { first.of_the_other() };
    let score = |team: usize, roles| of_team(team, scores(&graph, roles, limits.stop)[0]);
    let known = scores(&graph, [Role::Best; 2], limits.stop);
    let actions = start.legal();
    let (mut legal, mut chosen) = (Vec::new(), vec![None; agents.len()]);
    if let Node::On { team, moves, picks } = &graph.nodes[0] {
        let scored = actions.iter().zip(&graph.moves[moves.clone()]);
        legal.extend(scored.map(|(&action, results)| Move {
            action,
            label: game.label(action),
            score: of_team(*team, mean(&graph, &known, results)),
        }));
        chosen.iter_mut().zip(picks).for_each(|(chosen, &pick)| *chosen = Some(actions[pick]));
    }
    let reached = |agent: usize| Reached {
        name: agents[agent].name().to_owned(),
        action: chosen[agent],
        scores: (0..teams).map(|team| score(team, Role::of(agent, team))).collect(),
    };
    let solution = Solution {
        positions: graph.nodes.len(),
        choices: graph.choices(),
        moves,
        best: (0..teams).map(|team| of_team(team, known[0])).collect(),
        agents: (0..agents.len()).map(reached).collect(),
        legal,
    };
    go_on(limits.stop)?;
    Ok(solution)
}

/// The positions that follow `start` until no game is on, the values are known or the limit is reached; and by how many moves.
fn follow(
    start: &dyn AnyState,
    players: &mut [Box<dyn AnyPlayer>],
    teams: usize,
    limits: Limits<'_>,
) -> Result<(Graph, usize), Error> {
    let (mut graph, mut moves, mut found) = (Graph::new(start)?, 0, 0);
    loop {
        let goes_on = graph.expand(players, limits.positions, limits.stop)?;
        moves += 1;
        (limits.progress)(graph.nodes.len() - found);
        found = graph.nodes.len();
        let done = !goes_on
            || moves % MOVES_APART == 0 && widest(&graph, players.len(), teams, limits) <= limits.width;
        if done {
            return Ok((graph, moves));
        }
    }
}

/// The distance between the bounds of the least known value.
fn widest(graph: &Graph, agents: usize, teams: usize, limits: Limits<'_>) -> f64 {
    let roles = (0..agents).flat_map(|agent| (0..teams).map(move |team| Role::of(agent, team)));
    roles
        .chain([[Role::Best; 2]])
        .map(|roles| scores(graph, roles, limits.stop)[0].width())
        .fold(0.0, f64::max)
}
