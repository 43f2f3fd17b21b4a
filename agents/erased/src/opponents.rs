//! [`Opponents`]: play the seats of a batch that do not learn.

use holotable_env::threads::Threads;
use holotable_env::{Buffers, GameRng, Sample, SlotAction, generator, streams};
use holotable_store::error::Error;
use holotable_store::stop;
use rayon::prelude::*;

use crate::refusal::Failed;
use crate::traits::{AnyBatch, AnyPlayer, AnyState, Chooser};

/// Who plays a seat that does not learn.
#[expect(missing_debug_implementations, reason = "players have none")]
pub enum Opponent {
    /// One such player for each thread that may ask it.
    Players(Vec<Box<dyn AnyPlayer>>),
    /// Asked about all waiting slots at once.
    Chooser(Box<dyn Chooser>),
}

/// The generators of an episode's seats, as those of a [`MatchRngs`](holotable_players::match_rngs::MatchRngs).
#[derive(Clone, Debug)]
struct SeatRngs {
    episode: (u64, u64),
    seats: Vec<GameRng>,
}

impl SeatRngs {
    fn of(episode: (u64, u64), players: usize) -> Self {
        let (seed, number) = episode;
        let seats = (0..players).map(|seat| Sample(generator(seed, streams::seat(number, seat))));
        Self { episode, seats: seats.collect() }
    }
}

/// The players of a batch with a [`Learner`](holotable_env::Learner) of one seat: they decide for all others. The first
/// episode of a slot with a seed is the game that a tournament plays on that seed with the same players.
#[expect(missing_debug_implementations, reason = "players have none")]
pub struct Opponents {
    players: Vec<Opponent>,
    /// Of each seat the number of who plays it, unless it learns.
    seats: Vec<usize>,
    rngs: Vec<SeatRngs>,
    threads: Option<Threads>,
    actions: Vec<SlotAction>,
    step: Step,
}

/// What happens in one of the steps between two decisions of the learners.
#[derive(Default)]
struct Step {
    reward: Vec<f32>,
    actor: Vec<u8>,
    terminated: Vec<bool>,
    over: Vec<bool>,
    truncated: Vec<bool>,
}

/// A slot that waits for an opponent.
struct Waiting {
    slot: usize,
    seat: usize,
    state: Box<dyn AnyState>,
}

impl Opponents {
    /// Who plays each seat of `slots` slots, by their numbers in `players`, who think on `threads` threads.
    ///
    /// # Errors
    /// Where these cannot be started.
    pub fn new(
        players: Vec<Opponent>,
        seats: Vec<usize>,
        slots: usize,
        threads: usize,
    ) -> Result<Self, Error> {
        let threads = (threads > 1).then(|| Threads::new(threads)).transpose()?;
        let wide = seats.len();
        let rngs = (0..slots).map(|_| SeatRngs::of((0, 0), wide)).collect();
        let step = Step {
            reward: vec![0.0; slots * wide],
            actor: vec![0; slots],
            terminated: vec![false; slots * wide],
            over: vec![false; slots],
            truncated: vec![false; slots],
        };
        Ok(Self { players, seats, rngs, threads, actions: vec![SlotAction::Stay; slots], step })
    }

    /// How far the generators of a slot's seats have been read in this episode of this seed.
    pub fn rng_places(&self, slot: usize, episode: (u64, u64)) -> Vec<u64> {
        let rngs = Some(&self.rngs[slot]).filter(|rngs| rngs.episode == episode);
        let word = |rng: &GameRng| rng.0.get_word_pos() as u64;
        rngs.map_or_else(|| vec![0; self.seats.len()], |rngs| rngs.seats.iter().map(word).collect())
    }

    /// Puts the generators of a slot's seats where [`rng_places`](Self::rng_places) found them, in this episode of this seed.
    pub fn set_rng_places(&mut self, slot: usize, episode: (u64, u64), words: &[u64]) {
        let mut rngs = SeatRngs::of(episode, self.seats.len());
        for (rng, &word) in rngs.seats.iter_mut().zip(words) {
            rng.0.set_word_pos(word.into());
        }
        self.rngs[slot] = rngs;
    }

    /// Plays on in every slot until its learner decides or its episode is over; adds what happens to what `out` says of
    /// the step so far, and writes where each slot then stands.
    ///
    /// # Errors
    /// [`Failed`] once one of them has no answer, or a [token](stop::Token) that is heeded asks for the end; some slots have moved.
    pub fn play_on(&mut self, batch: &mut dyn AnyBatch, out: &mut Buffers<'_>) -> Result<(), Failed> {
        let mut moved = false;
        loop {
            let waiting = self.waiting(batch);
            if waiting.is_empty() {
                break;
            }
            moved = true;
            self.actions.fill(SlotAction::Stay);
            self.ask(waiting)?;
            if stop::asked() {
                return Err(Failed);
            }
            self.step(batch, out);
        }
        if moved {
            let Step { reward, actor: _, terminated, over, truncated } = &mut self.step;
            batch.write(&mut Buffers {
                obs: out.obs,
                mask: out.mask,
                actor: out.actor,
                reward,
                terminated,
                over,
                truncated,
                final_obs: out.final_obs,
            });
        }
        Ok(())
    }

    /// The slots in which an opponent decides.
    fn waiting(&mut self, batch: &dyn AnyBatch) -> Vec<Waiting> {
        let mut waiting = Vec::new();
        for slot in 0..self.rngs.len() {
            let seat = batch.actor(slot);
            if batch.is_over(slot) || batch.learner(slot) == Some(seat) {
                continue;
            }
            let episode = batch.episode(slot);
            if self.rngs[slot].episode != episode {
                self.rngs[slot] = SeatRngs::of(episode, self.seats.len());
            }
            waiting.push(Waiting { slot, seat, state: batch.save(slot).state });
        }
        waiting
    }

    /// Asks everybody about the slots that wait for them.
    fn ask(&mut self, waiting: Vec<Waiting>) -> Result<(), Failed> {
        let Self { players, seats, rngs, threads, actions, .. } = self;
        let mut asked: Vec<Vec<Waiting>> = players.iter().map(|_| Vec::new()).collect();
        for one in waiting {
            asked[seats[one.seat]].push(one);
        }
        for (opponent, waiting) in players.iter_mut().zip(asked) {
            if waiting.is_empty() {
                continue;
            }
            match opponent {
                Opponent::Players(each) => ask_players(each, threads.as_mut(), waiting, rngs, actions),
                Opponent::Chooser(chooser) => ask_chooser(chooser.as_mut(), &waiting, rngs, actions)?,
            }
        }
        Ok(())
    }

    fn step(&mut self, batch: &mut dyn AnyBatch, out: &mut Buffers<'_>) {
        let Step { reward, actor, terminated, over, truncated } = &mut self.step;
        let mut step = Buffers {
            obs: &mut [],
            mask: &mut [],
            reward,
            actor,
            terminated,
            over,
            truncated,
            final_obs: out.final_obs,
        };
        batch.step(&self.actions, &mut step).expect("players choose legal actions");
        add(out.reward, reward, |sum, more| *sum += more);
        add(out.terminated, terminated, |ever, now| *ever |= now);
        add(out.over, over, |ever, now| *ever |= now);
        add(out.truncated, truncated, |ever, now| *ever |= now);
    }
}

fn add<T: Copy>(to: &mut [T], from: &[T], how: impl Fn(&mut T, T)) {
    to.iter_mut().zip(from).for_each(|(to, &from)| how(to, from));
}

/// A slot in the hands of a player, and the answer.
struct Asked {
    one: Waiting,
    rng: GameRng,
    action: SlotAction,
}

/// Deals the slots to as many players as there are, which think at the same time.
fn ask_players(
    players: &mut [Box<dyn AnyPlayer>],
    threads: Option<&mut Threads>,
    waiting: Vec<Waiting>,
    rngs: &mut [SeatRngs],
    actions: &mut [SlotAction],
) {
    let asked =
        |one: Waiting| Asked { rng: rngs[one.slot].seats[one.seat].clone(), action: SlotAction::Stay, one };
    let mut asked: Vec<Asked> = waiting.into_iter().map(asked).collect();
    let share = asked.len().div_ceil(players.len());
    let ask = |(asked, player): (&mut [Asked], &mut Box<dyn AnyPlayer>)| {
        for Asked { one, rng, action } in asked {
            if stop::asked() {
                break;
            }
            *action = SlotAction::Play(player.choose(one.state.as_ref(), rng));
        }
    };
    match threads.and_then(Threads::pool) {
        Some(threads) => stop::at_once(threads, |token| {
            let pairs = asked.par_chunks_mut(share).zip(players.par_iter_mut());
            pairs.for_each(|pair| token.heed(|| ask(pair)));
        }),
        None => asked.chunks_mut(share).zip(players).for_each(ask),
    }
    for Asked { one, rng, action } in asked {
        rngs[one.slot].seats[one.seat] = rng;
        actions[one.slot] = action;
    }
}

fn ask_chooser(
    chooser: &mut dyn Chooser,
    waiting: &[Waiting],
    rngs: &mut [SeatRngs],
    actions: &mut [SlotAction],
) -> Result<(), Failed> {
    let known = |one: &Waiting| one.state.known(&mut rngs[one.slot].seats[one.seat]);
    let chosen = chooser.choose(waiting.iter().map(known).collect())?;
    for (one, action) in waiting.iter().zip(chosen) {
        actions[one.slot] = SlotAction::Play(action);
    }
    Ok(())
}
