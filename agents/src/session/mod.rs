//! [`GameSession`]: a game that people and agents play, as a tree of positions in which nothing is lost. Whoever shows it, a server
//! or a page, asks it for [`view`]s.

pub mod admit;
pub mod change;
pub mod evaluation;
pub mod levels;
pub mod luck;
pub mod opening;
pub mod page;
mod players;
pub mod refusals;
pub mod results;
pub mod study;
pub mod trial;
pub mod view;
pub mod web;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use holotable_env::streams::FORKS;
use holotable_env::{Error as GameError, GameRng, Move, Replay, Sample, Viewer, generator};
use holotable_erased::{AnyGame, AnyPlayer, AnyState, Kind, StepResult};
use holotable_players::match_rngs::MatchRngs;
use holotable_players::policy::Analysis;
use holotable_store::error::Error;
use holotable_store::stop::{Stop, Token};
use serde::{Deserialize, Serialize};

use self::evaluation::Evaluation;
use self::players::Players;

/// More positions than a table keeps.
pub const MOST_NODES: usize = 20_000;

/// How often what a seat cannot see is dealt anew to find whether it cannot see anything: two ways that are as likely would be taken
/// for one once in 65,536 times.
const DEALS: usize = 16;

/// Who sits where nobody has said who does.
const UNKNOWN: &str = "unknown";

/// Where chance comes from when a move is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dice {
    /// From the generator of the position: the same move has the same result again.
    Same,
    /// From a new generator.
    New,
    /// These answers of chance.
    Chosen(Vec<u32>),
}

impl Dice {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Dice::Same => "same",
            Dice::New => "new",
            Dice::Chosen(_) => "chosen",
        }
    }
}

/// The move that led to a position.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The seat that moved.
    pub seat: usize,
    /// Who sat there: an agent, or `you`.
    pub who: String,
    /// The number of the action.
    pub action: usize,
    /// What it meant.
    pub words: String,
    /// What those are told of it who must not know which it was; nothing where all saw it.
    pub public_label: Option<String>,
    /// What it touched of the picture, for those who are told its words.
    pub places: Vec<String>,
    /// Whether it was the only one.
    pub only: bool,
    /// Whether everybody saw that it was the only one.
    pub forced: bool,
    /// Where chance came from.
    pub dice: Dice,
    /// What came of it.
    pub result: StepResult,
}

/// A position of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The one before; none for the first.
    pub parent: Option<usize>,
    /// Those that follow, in the order in which they were played.
    pub children: Vec<usize>,
    /// How it was reached; nothing for the first.
    pub played: Option<PlayedMove>,
    /// What a person calls it.
    pub name: Option<String>,
    /// Whether it was taken off the tree.
    pub removed: bool,
    /// The position, with the generator of what follows.
    pub state: Arc<dyn AnyState>,
    /// The generators of the seats.
    seats: Vec<GameRng>,
    /// What the agent that acts here has decided, once it was asked.
    decision: Option<Decision>,
}

/// What an agent has decided to do.
#[derive(Clone, Debug)]
pub struct Decision {
    action: usize,
    /// The generators of the seats after that.
    seats: Vec<GameRng>,
}

/// A decision that is an agent's.
#[derive(Debug)]
pub struct Turn {
    /// The seat that acts.
    pub seat: usize,
    /// The name of the agent in that seat.
    pub name: String,
    state: Arc<dyn AnyState>,
    /// The generators of the seats.
    seats: Vec<GameRng>,
}

impl Turn {
    /// What a player decides.
    pub fn decide(&self, player: &mut dyn AnyPlayer) -> Decision {
        let mut seats = self.seats.clone();
        let action = player.choose(self.state.as_ref(), &mut seats[self.seat]);
        Decision { action, seats }
    }
}

/// Who sits at a table.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A person.
    Person,
    /// The agent of this name.
    Agent(String),
}

/// A game under way, or one that is looked back at. A copy shares the agents, and the positions until one of them changes: to think
/// about a copy keeps nobody from the table.
#[derive(Clone)]
pub struct GameSession {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// Who sits where.
    pub seats: Vec<Seat>,
    /// What the persons in the seats call themselves.
    pub names: Vec<Option<String>>,
    /// The tree; the first node is the start.
    pub nodes: Vec<Arc<Node>>,
    /// What every replay of this table begins with.
    head: Replay,
    /// The seed of the game; none for a position of which nobody knows how it was come to.
    pub seed: Option<u64>,
    /// Whether the seed is told only when the game is over: it tells all cards and dice to whoever begins the same game alone.
    pub hides_seed: bool,
    /// Whether all hands may be seen, for nobody plays against anybody any more.
    open: bool,
    players: Arc<Mutex<Players>>,
    /// How many new generators were made.
    made: u64,
    /// What the evaluator of the last analysis has found so far.
    pub evaluation: Option<Evaluation>,
}

impl std::fmt::Debug for GameSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameSession")
            .field("head", &self.head.header)
            .field("nodes", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

impl GameSession {
    /// A new game with the generators of [`MatchRngs`], so that the same moves make the same game as everywhere.
    pub fn new(game: Arc<dyn AnyGame>, seats: Vec<Seat>, seed: u64) -> Self {
        let names: Vec<String> = seats.iter().map(Seat::name).collect();
        let (head, state) = Arc::clone(&game).begin(&names, seed);
        let generators = MatchRngs::new(seed, game.teams().players()).seats;
        let open = seats.iter().all(|seat| matches!(seat, Seat::Agent(_)));
        Self::beginning(game, seats, head, state, generators, open)
    }

    /// A position to look at, in whose seats nobody is known to sit.
    pub fn of_position(state: &dyn AnyState) -> Self {
        let game = state.rules();
        let seats = vec![Seat::Agent(UNKNOWN.into()); game.teams().players()];
        let mut table = Self::new(game, seats, 0);
        table.node_mut(0).state = state.copy(false).into();
        Self { seed: None, ..table }
    }

    /// A game that was played, to look back at.
    ///
    /// # Errors
    /// As [`Kind::of_replay`] and [`AnyGame::frames`].
    pub fn of_replay(replay: &Replay, data: Option<&std::path::Path>) -> Result<Self, GameError> {
        let game = Kind::named(&replay.header.game)?.of_replay(replay, data)?;
        let frames = Arc::clone(&game).frames(replay)?;
        let head = Replay { moves: Vec::new(), result: serde_json::Value::Null, ..replay.clone() };
        let seats: Vec<Seat> = (0..game.teams().players())
            .map(|seat| Seat::Agent(replay.header.seats.get(seat).cloned().unwrap_or_else(|| UNKNOWN.into())))
            .collect();
        let MatchRngs { chance, seats: generators, .. } =
            MatchRngs::new(replay.header.seed, game.teams().players());
        let mut start = frames[0].copy(false);
        start.set_rng(Some(chance));
        let mut table = Self::beginning(game, seats, head, start, generators, true);
        for (i, m) in replay.moves.iter().enumerate().take(MOST_NODES - 1) {
            let action = table.game.actions().number(&m.action).expect("it has just played back");
            table.play(i, action, &Dice::Chosen(m.picks.clone())).map_err(|e| {
                GameError::new(holotable_env::ErrorKind::Replay, format!("move {}: {e}", i + 1))
            })?;
        }
        table.plain_dice();
        Ok(table)
    }

    fn beginning(
        game: Arc<dyn AnyGame>,
        seats: Vec<Seat>,
        head: Replay,
        state: Box<dyn AnyState>,
        generators: Vec<GameRng>,
        open: bool,
    ) -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            played: None,
            name: None,
            removed: false,
            state: state.into(),
            seats: generators,
            decision: None,
        };
        let (nodes, seed, players) = (vec![Arc::new(root)], Some(head.header.seed), Arc::default());
        let names = vec![None; seats.len()];
        Self {
            game,
            seats,
            names,
            nodes,
            head,
            seed,
            hides_seed: false,
            open,
            players,
            made: 0,
            evaluation: None,
        }
    }

    /// A position, to be changed.
    pub fn node_mut(&mut self, at: usize) -> &mut Node {
        Arc::make_mut(&mut self.nodes[at])
    }

    /// Whether a game of this table has come to its end.
    pub fn is_finished(&self) -> bool {
        self.nodes.iter().any(|node| !node.removed && node.state.actor().is_none())
    }

    /// Whether a person sits in this seat.
    pub fn is_person(&self, seat: usize) -> bool {
        matches!(self.seats.get(seat), Some(Seat::Person))
    }

    /// Whether all hands may be seen: nobody plays any more, or a game of it has ended.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The seed, if it may be told.
    pub fn told_seed(&self) -> Option<u64> {
        self.seed.filter(|_| !self.hides_seed || self.open)
    }

    /// Lays all hands open.
    pub fn lay_open(&mut self) {
        self.open = true;
    }

    /// Whether nothing in a position is hidden from a viewer, or all may be seen by now: then exact chances and what others
    /// think of it tell no secret.
    pub fn hides_nothing(&self, at: usize, viewer: Viewer) -> bool {
        self.open || self.sees_all(at, viewer)
    }

    /// Whether a viewer sees all of a position with no more than its own eyes. Of a seat dealing anew shows it.
    fn sees_all(&self, at: usize, viewer: Viewer) -> bool {
        let state = self.nodes[at].state.as_ref();
        match viewer {
            Viewer::All => true,
            Viewer::Table => state.json(viewer) == state.json(Viewer::All),
            Viewer::Seat(seat) => {
                let mut twin = state.copy(false);
                twin.set_rng(Some(Sample(generator(at as u64, FORKS))));
                (0..DEALS).all(|_| twin.redeal(seat).is_ok_and(|other| other.same(state)))
            }
        }
    }

    /// The nodes from the start to this one.
    pub fn path(&self, at: usize) -> Vec<usize> {
        let mut path = vec![at];
        while let Some(parent) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// Plays an action of whoever acts, and gives the node it leads to; the one that is there if it was played before with the
    /// same dice.
    ///
    /// # Errors
    /// One line: an action that is not legal here, a result that is none of its own, a full table.
    pub fn play(&mut self, at: usize, action: usize, dice: &Dice) -> Result<usize, Error> {
        let (who, seats) = self.mover(at);
        self.put(at, action, dice, who, seats)
    }

    /// Who moves at a node, and the generators of the seats there.
    fn mover(&self, at: usize) -> (String, Vec<GameRng>) {
        let node = &self.nodes[at];
        let seat = node.state.actor().and_then(|seat| self.seats.get(seat));
        (seat.map_or_else(String::new, Seat::name), node.seats.clone())
    }

    /// Lets the agent in the seat that acts make its move.
    ///
    /// # Errors
    /// One line: the game is over, a person sits there, a full table.
    pub fn let_agent(&mut self, at: usize) -> Result<usize, Error> {
        let decision = self.decide(at)?;
        self.follow(at, decision)
    }

    /// What the agent in the seat that acts does, for [`follow`](Self::follow). It is asked once.
    ///
    /// # Errors
    /// One line: the game is over, or a person sits there.
    pub fn decide(&self, at: usize) -> Result<Decision, Error> {
        let turn = self.turn(at)?;
        if let Some(known) = &self.nodes[at].decision {
            return Ok(known.clone());
        }
        Ok(turn.decide(self.players().named(&self.game, &turn.name)?))
    }

    /// The decision of an agent at a node, for whoever asks it away from the table.
    ///
    /// # Errors
    /// One line: the game is over, or a person sits there.
    pub fn turn(&self, at: usize) -> Result<Turn, Error> {
        let node = &self.nodes[at];
        let seat = node.state.actor().ok_or_else(|| Error::new("the game is over"))?;
        let Seat::Agent(name) = self.seats[seat].clone() else {
            return Err(Error::new(format!("a person has seat {seat}")));
        };
        Ok(Turn { seat, name, state: Arc::clone(&node.state), seats: node.seats.clone() })
    }

    /// Plays what an agent has [decided](Self::decide).
    ///
    /// # Errors
    /// One line: an action that is not legal here, a full table.
    pub fn follow(&mut self, at: usize, decision: Decision) -> Result<usize, Error> {
        // A search that was cut short may choose otherwise, and is to be made again.
        if !Token::heeded().is_some_and(|token| token.is_asked()) {
            self.node_mut(at).decision = Some(decision.clone());
        }
        let (who, _) = self.mover(at);
        self.put(at, decision.action, &Dice::Same, who, decision.seats)
    }

    /// Plays the only move there is, if there is but one.
    ///
    /// # Errors
    /// One line: there are more, or the table is full.
    pub fn forced(&mut self, at: usize) -> Result<usize, Error> {
        let only = self.only(at)?;
        self.play(at, only, &Dice::Same)
    }

    /// The only action there is.
    ///
    /// # Errors
    /// One line: there are more, or none.
    pub fn only(&self, at: usize) -> Result<usize, Error> {
        match self.nodes[at].state.legal()[..] {
            [only] => Ok(only),
            _ => Err(Error::new("there is a choice")),
        }
    }

    /// Refuses an action that is not legal in a position.
    fn check(&self, state: &dyn AnyState, action: usize) -> Result<(), Error> {
        let why = state.why_illegal(action);
        why.map_or(Ok(()), |why| Err(Error::new(format!("{} is not legal: {why}", self.game.label(action)))))
    }

    /// Whether there is a position of this number that was not taken off the tree.
    pub fn has(&self, at: usize) -> bool {
        self.nodes.get(at).is_some_and(|node| !node.removed)
    }

    fn put(
        &mut self,
        at: usize,
        action: usize,
        dice: &Dice,
        who: String,
        seats: Vec<GameRng>,
    ) -> Result<usize, Error> {
        let node = &self.nodes[at];
        let again = |&child: &usize| {
            let child = &self.nodes[child];
            let played = child.played.as_ref();
            !child.removed && played.is_some_and(|played| played.action == action && played.dice == *dice)
        };
        if let (Dice::Same | Dice::Chosen(_), Some(known)) = (dice, node.children.iter().copied().find(again))
        {
            return Ok(known);
        }
        self.lay(at, action, dice, who, seats)
    }

    /// Plays a move as a new node.
    fn lay(
        &mut self,
        at: usize,
        action: usize,
        dice: &Dice,
        who: String,
        seats: Vec<GameRng>,
    ) -> Result<usize, Error> {
        let node = &self.nodes[at];
        if self.nodes.len() >= MOST_NODES {
            return Err(Error::new(format!("a table keeps {MOST_NODES} positions, and these are all")));
        }
        let mut state = node.state.copy(true);
        let seat = state.actor().ok_or_else(|| Error::new("the game is over"))?;
        self.check(state.as_ref(), action)?;
        let (words, public_label) = (state.describe_action(action), state.public_label(action));
        let (only, forced) = (state.legal().len() == 1, state.is_forced());
        let places = state.places(action);
        let picks = match dice {
            Dice::Same => None,
            Dice::New => {
                self.made += 1;
                state.set_rng(Some(Sample(generator(self.head.header.seed, FORKS + self.made))));
                None
            }
            Dice::Chosen(picks) => Some(&picks[..]),
        };
        let result = state.play(action, picks).map_err(|e| Error::new(e.to_string()))?;
        // A game that has ended has no secrets left.
        self.open |= state.actor().is_none();
        let dice = dice.clone();
        let played =
            PlayedMove { seat, who, action, words, public_label, places, only, forced, dice, result };
        let new = self.nodes.len();
        self.nodes.push(Arc::new(Node {
            parent: Some(at),
            children: Vec::new(),
            played: Some(played),
            name: None,
            removed: false,
            state: state.into(),
            seats,
            decision: None,
        }));
        self.node_mut(at).children.push(new);
        Ok(new)
    }

    /// Takes a node, and all that follow it, off the tree.
    ///
    /// # Errors
    /// One line: the start stays.
    pub fn remove(&mut self, at: usize) -> Result<usize, Error> {
        let parent = self.nodes[at].parent.ok_or_else(|| Error::new("the start of the game stays"))?;
        self.node_mut(parent).children.retain(|&child| child != at);
        let mut open = vec![at];
        while let Some(next) = open.pop() {
            let node = self.node_mut(next);
            node.removed = true;
            open.extend(&node.children);
        }
        Ok(parent)
    }

    /// The moves from the start to a node as a replay.
    pub fn replay(&self, at: usize) -> Replay {
        let mut replay = self.head.clone();
        replay.moves = self.path(at).into_iter().filter_map(|n| self.move_to(n)).collect();
        replay.result = self.nodes[at].state.result();
        replay
    }

    /// The move that led to a node.
    fn move_to(&self, at: usize) -> Option<Move> {
        let played = self.nodes[at].played.as_ref()?;
        Some(Move {
            seat: played.seat,
            action: self.game.label(played.action),
            picks: played.result.picks.clone(),
        })
    }

    /// What an agent thinks of a position, if it has anything to say.
    ///
    /// # Errors
    /// As [`AnyGame::player`].
    pub fn analysis(&self, at: usize, agent: &str) -> Result<Option<Analysis<usize>>, Error> {
        let state = self.nodes[at].state.as_ref();
        if state.actor().is_none() {
            return Ok(None);
        }
        Ok(self.players().named(&self.game, agent)?.analyse(state, &mut analysis_rng(at)))
    }

    /// What an agent would do in a position, if anything is to be done.
    ///
    /// # Errors
    /// As [`AnyGame::player`].
    pub fn choice(&self, at: usize, agent: &str) -> Result<Option<usize>, Error> {
        let state = self.nodes[at].state.as_ref();
        if state.actor().is_none() {
            return Ok(None);
        }
        Ok(Some(self.players().named(&self.game, agent)?.choose(state, &mut analysis_rng(at))))
    }

    /// The agents, also if one of them failed before: each is asked for a whole answer.
    fn players(&self) -> MutexGuard<'_, Players> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The generator of an agent that is asked for its analysis, the same each time.
fn analysis_rng(at: usize) -> GameRng {
    Sample(generator(at as u64, holotable_env::streams::AGENT))
}

impl Seat {
    /// What the seat is called in a replay.
    pub fn name(&self) -> String {
        match self {
            Seat::Person => "person".into(),
            Seat::Agent(name) => name.clone(),
        }
    }
}
