//! [`Graph`]: the positions that can follow one, each once, and what leads where.

use std::collections::HashMap;
use std::ops::Range;

use holotable_env::{OUTCOME_LIMIT, Sample, generator};
use holotable_store::error::Error;
use holotable_store::stop::Stop;

use holotable_erased::{AnyPlayer, AnyState};

/// Scores of two teams add up to 1 as nearly as this: they are kept with 24 bits.
const ROUNDING: f64 = 1e-6;

/// One position.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// The game is over; the score of the first team.
    Over(f64),
    /// It has not been followed.
    Open,
    /// A team moves.
    On {
        /// The team.
        team: usize,
        /// Its moves, among those of the graph.
        moves: Range<usize>,
        /// Which of them each agent plays; empty if there is but one.
        picks: Box<[usize]>,
    },
}

/// Positions in the order in which they were found, the first one first.
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    /// For each move its results.
    pub moves: Vec<Range<usize>>,
    /// For each result the number of its position, and its probability.
    pub results: Vec<(usize, f64)>,
    numbers: HashMap<Box<dyn AnyState>, usize>,
    /// The positions that were found last and are not over.
    open: Vec<(usize, Box<dyn AnyState>)>,
}

impl Graph {
    /// One position, not followed yet.
    pub fn new(start: &dyn AnyState) -> Result<Self, Error> {
        let (nodes, moves, results, open) = Default::default();
        let mut graph = Self { nodes, moves, results, numbers: HashMap::new(), open };
        graph.number(start.copy(false))?;
        Ok(graph)
    }

    /// In how many positions there is a choice.
    pub fn choices(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::On { moves, .. } if moves.len() > 1)).count()
    }

    /// Follows all positions that were found last by one move. Positions beyond `most` are not added: those before them stay
    /// open. Returns whether there is anything left to follow.
    pub fn expand(
        &mut self,
        players: &mut [Box<dyn AnyPlayer>],
        most: usize,
        stop: &dyn Stop,
    ) -> Result<bool, Error> {
        for (number, s) in std::mem::take(&mut self.open) {
            let (first, legal) = (self.moves.len(), s.legal());
            for &action in &legal {
                go_on(stop)?;
                let begin = self.results.len();
                let results = s.outcomes(action, OUTCOME_LIMIT);
                for result in results.map_err(|e| Error::new(format!("{}: {e}", s.rules().label(action))))? {
                    let place = self.number(result.state)?;
                    self.results.push((place, result.probability));
                }
                self.moves.push(begin..self.results.len());
            }
            let picks = if legal.len() > 1 { picks(s.as_ref(), &legal, players)? } else { Box::default() };
            let seat = s.actor().expect("the game is on");
            let team = s.rules().teams().of_seats()[seat];
            self.nodes[number] = Node::On { team, moves: first..self.moves.len(), picks };
            if self.nodes.len() >= most {
                return Ok(false);
            }
        }
        Ok(!self.open.is_empty())
    }

    /// The number of a position; the next one if it is new.
    fn number(&mut self, s: Box<dyn AnyState>) -> Result<usize, Error> {
        if let Some(&known) = self.numbers.get(&s) {
            return Ok(known);
        }
        let number = self.nodes.len();
        self.nodes.push(over(s.as_ref())?.unwrap_or(Node::Open));
        if matches!(self.nodes[number], Node::Open) {
            self.open.push((number, s.copy(false)));
        }
        self.numbers.insert(s, number);
        Ok(number)
    }
}

/// That it is not to end.
pub(super) fn go_on(stop: &dyn Stop) -> Result<(), Error> {
    if stop.is_asked() { Err(Error::new("the solving was broken off")) } else { Ok(()) }
}

/// The node of a position in which the game is over.
fn over(s: &dyn AnyState) -> Result<Option<Node>, Error> {
    let Some(scores) = s.scores() else { return Ok(None) };
    let rules = s.rules();
    let leads = rules.teams().leads();
    let sum: f64 = leads.iter().map(|&seat| scores[seat]).sum();
    if leads.len() > 1 && (sum - 1.0).abs() > ROUNDING {
        return Err(Error::new(format!(
            "the scores of the teams add up to {sum}, not to 1, so what is best for one is not worst for the other"
        )));
    }
    Ok(Some(Node::Over(scores[leads[0]])))
}

/// The place among the legal actions of what each player chooses. Whoever chooses must see all: best play may then depend on
/// the position.
fn picks(
    s: &dyn AnyState,
    legal: &[usize],
    players: &mut [Box<dyn AnyPlayer>],
) -> Result<Box<[usize]>, Error> {
    // Each position has a generator of its own, so that an answer depends on nothing else.
    let rng = || Sample(generator(s.hash_code(), 0));
    if !s.known(&mut rng()).same(s) {
        return Err(Error::new(
            "something is hidden from whoever chooses, and only positions in which all is seen can be solved",
        ));
    }
    let pick = |player: &mut Box<dyn AnyPlayer>| {
        let action = player.choose(s, &mut rng());
        legal.iter().position(|&a| a == action).expect("players choose what is legal")
    };
    Ok(players.iter_mut().map(pick).collect())
}
