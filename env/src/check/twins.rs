//! [`tells_apart`]: what a seat is shown determines how the game goes on from its choices.

use std::collections::BTreeMap;

use crate::chance::{Chance, Sample, generator};
use crate::finite::Finite;
use crate::game::{Game, each_legal, legal_actions};
use crate::observe::Layout;
use crate::observe::{Explain, Write};
use crate::tabletop::Tabletop;
use crate::trace::Trace;
use crate::viewer::Viewer;
use crate::walk::Walk;

/// What a search for twins looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Twins {
    /// Positions in which a seat had to choose.
    pub positions: usize,
    /// Pairs of different positions that looked alike to the seat that had to choose, and went on alike.
    pub pairs: usize,
}

/// Searches for two positions that look alike to the seat that has to choose, in observation and mask, though it may tell
/// them apart and they go on differently: then the observation leaves something out.
///
/// It looks at `positions` positions: those of games that `choose` plays, those that each action of theirs leads to, and
/// those one choice further. Twins hide among these, for they are one choice apart.
///
/// # Errors
/// Both positions as JSON, the actions that tell them apart, and how they differ then.
pub fn tells_apart<G: Tabletop>(
    game: &G,
    positions: usize,
    seed: u64,
    mut choose: impl FnMut(&G::State, &[G::Action]) -> G::Action,
) -> Result<Twins, String> {
    let mut search = Search::new(game, positions);
    for episode in 0.. {
        let mut rng = Sample(generator(seed, episode));
        let mut s = game.start(&mut rng);
        loop {
            let legal = legal_actions(game, &s);
            if legal.is_empty() {
                break;
            }
            search.around(&s, &legal).map_err(|why| format!("seed {seed}, episode {episode}: {why}"))?;
            if search.twins.positions >= positions {
                return Ok(search.twins);
            }
            let a = choose(&s, &legal);
            game.step(&mut s, a, &mut rng);
        }
    }
    Ok(search.twins)
}

/// The most positions that are remembered at a time.
const REMEMBERED: usize = 1 << 20;
/// How many decisions two twins are followed.
const AHEAD: usize = 12;
/// The least number of times that two twins are followed; more where there are more actions to begin with.
const TRIES: usize = 6;
/// The most results of a line of play that are enumerated.
const WAYS: usize = 50_000;

/// What is shown of a position: who has ended and how, and what the seat that chooses sees and may do.
#[derive(Clone, Debug, Default, PartialEq)]
struct View {
    actor: Option<usize>,
    scores: Vec<Option<f32>>,
    seen: Vec<f32>,
    legal: Vec<usize>,
}

impl View {
    /// A number that is the same for equal views, and for others hardly ever.
    fn key(&self) -> u64 {
        let scores = self.scores.iter().map(|score| score.map_or(u32::MAX, f32::to_bits));
        let seen = self.seen.iter().map(|x| x.to_bits());
        let legal = self.legal.iter().map(|&i| i as u32);
        scores.chain(seen).chain(legal).fold(self.actor.map_or(0, |p| p as u64 + 1), |key, word| {
            (key.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }
}

struct Search<'a, G: Game> {
    game: &'a G,
    /// How many numbers an observation has.
    width: usize,
    twins: Twins,
    /// Positions by the last digits of the keys of their views; a later one takes the place of an earlier.
    remembered: Vec<Option<(u64, G::State)>>,
    /// Reused, for it is long.
    view: View,
}

impl<'a, G: Tabletop> Search<'a, G> {
    fn new(game: &'a G, positions: usize) -> Self {
        let width = Layout::of(game).observation;
        let remembered = vec![None; positions.next_power_of_two().min(REMEMBERED)];
        Self { game, width, twins: Twins::default(), remembered, view: View::default() }
    }

    /// Looks at a position, at the results of each of its actions and of each choice after these, all with the same random numbers.
    fn around(&mut self, s: &G::State, legal: &[G::Action]) -> Result<(), String> {
        self.look(s)?;
        let rng = generator(self.twins.positions as u64, 3);
        for &a in legal {
            let mut next = *s;
            self.game.step(&mut next, a, &mut Sample(rng.clone()));
            self.look(&next)?;
            if self.game.actor(&next) == self.game.actor(s) {
                for b in legal_actions(self.game, &next) {
                    let mut last = next;
                    self.game.step(&mut last, b, &mut Sample(rng.clone()));
                    self.look(&last)?;
                }
            }
        }
        Ok(())
    }

    /// Compares a position with one that looks alike, if one is remembered, and remembers it.
    fn look(&mut self, s: &G::State) -> Result<(), String> {
        let Some(seat) = self.game.actor(s) else { return Ok(()) };
        self.twins.positions += 1;
        let mut view = std::mem::take(&mut self.view);
        self.see(s, &mut view);
        let key = view.key();
        let place = key as usize & (self.remembered.len() - 1);
        let old = self.remembered[place].replace((key, *s));
        if let Some((_, other)) = old.filter(|(old, other)| *old == key && other != s)
            && self.view_of(&other) == view
        {
            self.follow([&other, s], seat)?;
            self.twins.pairs += 1;
        }
        self.view = view;
        Ok(())
    }

    fn see(&self, s: &G::State, view: &mut View) {
        let game = self.game;
        view.actor = game.actor(s);
        view.scores.clear();
        view.scores.extend((0..game.players()).map(|p| game.ended(s, p).then(|| game.score(s, p))));
        view.seen.resize(self.width, 0.0);
        game.observe(s, view.actor.unwrap_or(0), &mut Write::new(&mut view.seen));
        view.legal.clear();
        each_legal(game, s, &mut |a| view.legal.push(a.index()));
    }

    fn view_of(&self, s: &G::State) -> View {
        let mut view = View::default();
        self.see(s, &mut view);
        view
    }

    /// Plays the same actions from both with the same random numbers, after what the seat cannot know is dealt alike.
    fn follow(&self, twins: [&G::State; 2], seat: usize) -> Result<(), String> {
        let game = self.game;
        let first = legal_actions(game, twins[0]);
        for i in 0..first.len().max(TRIES) {
            let lucks = generator(i as u64, 4);
            let mut pair = twins.map(|&s| (s, Sample(lucks.clone())));
            for (s, rng) in &mut pair {
                game.redeal(s, seat, rng);
            }
            let mut choose = Sample(generator(i as u64, 5));
            let mut line = Vec::new();
            while line.len() < AHEAD && pair[0].0 != pair[1].0 {
                let legal = legal_actions(game, &pair[0].0);
                if legal.is_empty() {
                    break;
                }
                let a =
                    if line.is_empty() { first[i % first.len()] } else { legal[choose.below(legal.len())] };
                line.push(a);
                for (s, rng) in &mut pair {
                    game.step(s, a, rng);
                }
                let [one, other] = [&pair[0].0, &pair[1].0];
                if self.view_of(one) != self.view_of(other) {
                    if self.may_tell(twins, seat, &line) {
                        return Err(self.complaint(twins, seat, &line, [one, other]));
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether the seat may know which of two positions it has before it, and the line of play leads from them to
    /// different views, or to the same ones with other probabilities. What it cannot know is weighed by all ways to deal
    /// it; where there are too many results, that the same random numbers led to different ones must do.
    fn may_tell(&self, twins: [&G::State; 2], seat: usize, line: &[G::Action]) -> bool {
        let [one, other] = twins.map(|s| self.game.to_json(s, Viewer::Seat(seat)));
        if one == other {
            return false;
        }
        let [Some(one), Some(other)] = twins.map(|s| self.results(s, seat, line)) else { return true };
        let near = |key: &u64| {
            let [p, q] = [&one, &other].map(|all| all.get(key).copied().unwrap_or(0.0));
            (p - q).abs() < 1e-9
        };
        !one.keys().chain(other.keys()).all(near)
    }

    /// The probability of each view that a line of play ends with, or at which it can be played no further.
    fn results(&self, s: &G::State, seat: usize, line: &[G::Action]) -> Option<BTreeMap<u64, f64>> {
        let mut results = BTreeMap::new();
        let mut walk = Walk::default();
        for _ in 0..WAYS {
            let mut end = *s;
            self.game.redeal(&mut end, seat, &mut walk);
            for &a in line {
                if !legal_actions(self.game, &end).contains(&a) {
                    break;
                }
                self.game.step(&mut end, a, &mut Trace::new(&mut walk));
            }
            *results.entry(self.view_of(&end).key()).or_default() += walk.probability();
            if !walk.advance() {
                return Some(results);
            }
        }
        None
    }

    /// What is wrong, for whoever mends the observation.
    fn complaint(
        &self,
        twins: [&G::State; 2],
        seat: usize,
        line: &[G::Action],
        ends: [&G::State; 2],
    ) -> String {
        let line: Vec<String> = line.iter().map(|a| a.label()).collect();
        let [one, other] = twins.map(|s| self.game.to_json(s, Viewer::All));
        format!(
            "two positions look alike to seat {seat}, in observation and mask, but after {} {}\none:   {one}\nother: {other}",
            line.join(", "),
            self.difference(ends)
        )
    }

    /// How two positions look different to the seats that are to choose.
    fn difference(&self, ends: [&G::State; 2]) -> String {
        let [one, other] = ends.map(|s| self.view_of(s));
        if one.actor != other.actor {
            return format!("{:?} or {:?} is to choose", one.actor, other.actor);
        }
        if one.scores != other.scores {
            return format!("the seats have ended with {:?} or {:?}", one.scores, other.scores);
        }
        let named = ends.map(|s| {
            let mut seen = Explain::default();
            self.game.observe(s, one.actor.unwrap_or(0), &mut seen);
            seen.values
        });
        let pairs = named[0].iter().zip(&named[1]).filter(|(a, b)| a.value.to_bits() != b.value.to_bits());
        let mut words: Vec<String> =
            pairs.map(|(a, b)| format!("{} is {} or {}", a.name, a.value, b.value)).collect();
        if words.is_empty() {
            let only = |a: &View, b: &View| {
                let actions = a.legal.iter().filter(|i| !b.legal.contains(i));
                actions.map(|&i| G::Action::at(i).label()).collect::<Vec<_>>().join(", ")
            };
            words.push(format!("'{}' or '{}' is legal", only(&one, &other), only(&other, &one)));
        }
        words.truncate(6);
        words.join(", ")
    }
}
