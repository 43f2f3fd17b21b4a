//! [`MatchRngs`]: the generators of one game; [`MatchRngs::decide`] asks a policy for the move of a seat;
//! [`teams`]: one seat of each team.

use holotable_env::{Game, GameRng, Sample, each_legal, generator, streams};

use crate::policy::Policy;

/// The generator of the game itself, and one for each seat's own choices, so that players do not change the chance of the game.
#[derive(Clone, Debug)]
pub struct MatchRngs {
    seed: u64,
    /// Draws what dice and decks do, as a single environment does in the first episode of the same seed.
    pub chance: GameRng,
    /// Draws what each seat's player likes, and what the seat cannot see.
    pub seats: Vec<GameRng>,
}

/// Seeds of turns differ by this odd number, 2^64 divided by the golden ratio, so that they are far apart.
const TURNS_APART: u64 = 0x9e37_79b9_7f4a_7c15;

/// The next move of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision<A> {
    /// The action played.
    pub action: A,
    /// Whether it was the only legal action, so that no policy was asked.
    pub forced: bool,
}

impl MatchRngs {
    /// The generators of the match with this seed.
    pub fn new(seed: u64, players: usize) -> Self {
        let rng = |stream| Sample(generator(seed, stream));
        Self { seed, chance: rng(0), seats: (0..players).map(|seat| rng(streams::seat(0, seat))).collect() }
    }

    /// Plays an action. At the end of a turn all generators begin anew, so that matches of the same seed that have drawn
    /// differently so far draw alike in the next turn: these common random numbers make the difference between two moves
    /// less noisy.
    pub fn step_alike<G: Game>(&mut self, game: &G, s: &mut G::State, action: G::Action) {
        let turn = game.turn(s);
        game.step(s, action, &mut self.chance);
        if game.turn(s) != turn {
            let seed = self.seed.wrapping_add(TURNS_APART.wrapping_mul(u64::from(game.turn(s))));
            *self = Self { seed: self.seed, ..Self::new(seed, self.seats.len()) };
        }
    }

    /// The move of `seat`, which acts in `s`, as `policy` chooses it, knowing only what the seat may.
    pub fn decide<G: Game>(
        &mut self,
        game: &G,
        s: &G::State,
        seat: usize,
        policy: &mut dyn Policy<G>,
    ) -> Decision<G::Action> {
        if let Some(action) = only_action(game, s) {
            return Decision { action, forced: true };
        }
        let view = self.view(game, s, seat);
        let action = policy.choose(game, &view, &mut self.seats[seat]);
        debug_assert!(is_legal(game, s, action), "{action:?} is legal for seat {seat} in {s:?}");
        Decision { action, forced: false }
    }

    /// Plays `s` to its end with `policy` in every seat, each turn [alike](Self::step_alike), and returns the final state.
    pub fn finish<G: Game>(&mut self, game: &G, s: &G::State, policy: &mut dyn Policy<G>) -> G::State {
        let mut s = *s;
        while let Some(seat) = game.actor(&s) {
            let action = self.decide(game, &s, seat, policy).action;
            self.step_alike(game, &mut s, action);
        }
        s
    }

    /// The state as `seat` knows it: what it cannot see is dealt anew by its own generator.
    fn view<G: Game>(&mut self, game: &G, s: &G::State, seat: usize) -> G::State {
        let mut view = *s;
        game.redeal(&mut view, seat, &mut self.seats[seat]);
        view
    }
}

/// One seat of each team, in the order of the teams.
pub fn teams<G: Game>(game: &G) -> Vec<usize> {
    let mut seats = Vec::new();
    while let Some(seat) = (0..game.players()).find(|&p| game.team(p) == seats.len()) {
        seats.push(seat);
    }
    seats
}

/// The legal action, if there is but one.
pub fn only_action<G: Game>(game: &G, s: &G::State) -> Option<G::Action> {
    let (mut count, mut last) = (0, None);
    each_legal(game, s, &mut |a| (count, last) = (count + 1, Some(a)));
    last.filter(|_| count == 1)
}

fn is_legal<G: Game>(game: &G, s: &G::State, a: G::Action) -> bool {
    let mut found = false;
    each_legal(game, s, &mut |b| found |= a == b);
    found
}
