//! What Python asks of a batch of any game: positions, saved slots, and all three ways to handle illegal actions.

use holotable_agents::any::{AnyBatch, AnyState, Refusal};
use holotable_env::{Buffers, GameRng, IllegalAction, Pack, Sample, SlotState, generator};

use crate::errors::Fault;

/// The bytes of a saved slot after those of its position.
const TAIL: usize = 6;

/// How to handle an illegal action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Illegal {
    /// An exception; no slot has moved.
    Raise,
    /// The slot stays where it is and its seat gets this reward.
    Stay(f32),
}

/// Steps every slot; marks in `illegal` the slots that stayed because their action is not legal.
pub fn step(
    batch: &mut dyn AnyBatch,
    actions: &[usize],
    mode: Illegal,
    illegal: &mut [bool],
    out: &mut Buffers<'_>,
) -> Result<(), Fault> {
    illegal.fill(false);
    let Err(first) = batch.step(actions, out) else { return Ok(()) };
    let Illegal::Stay(reward) = mode else { return Err(refused(batch, first)) };
    for (i, &action) in actions.iter().enumerate() {
        illegal[i] = !batch.is_over(i) && batch.legal(i)[action / 64] >> (action % 64) & 1 == 0;
    }
    step_the_legal(batch, actions, illegal, out)?;
    let players = batch.rules().teams().players();
    for i in (0..actions.len()).filter(|&i| illegal[i]) {
        out.reward[i * players + usize::from(out.actor[i])] = reward;
    }
    Ok(())
}

/// Steps the slots whose action is legal: the others play some action and are put back.
fn step_the_legal(
    batch: &mut dyn AnyBatch,
    actions: &[usize],
    illegal: &[bool],
    out: &mut Buffers<'_>,
) -> Result<(), Fault> {
    let stay = |i: &usize| illegal[*i];
    let kept: Vec<_> = (0..actions.len()).filter(stay).map(|i| (i, batch.save(i))).collect();
    let mut legal = actions.to_vec();
    for (i, _) in &kept {
        legal[*i] = any_legal(batch.legal(*i));
    }
    batch.step(&legal, out).map_err(|e| refused(batch, e))?;
    for (i, saved) in &kept {
        batch.restore(*i, saved)?;
        batch.write_slot(*i, out);
    }
    Ok(())
}

/// Some legal action of a slot that is not over.
fn any_legal(legal: &[u64]) -> usize {
    let word = legal.iter().position(|&bits| bits != 0).expect("a slot that is not over has a legal action");
    word * 64 + legal[word].trailing_zeros() as usize
}

fn refused(batch: &dyn AnyBatch, IllegalAction { slot, action, over }: IllegalAction) -> Fault {
    if over {
        return Fault::Over(format!("the episode in slot {slot} is over: reset it before stepping it"));
    }
    let (label, why) = (batch.rules().label(action), batch.why_illegal(slot, action));
    Fault::Illegal(format!("action {action}, {label}, is not legal in slot {slot}: {why}"))
}

/// The position of a slot, with a copy of its generator.
pub fn state(batch: &dyn AnyBatch, slot: usize) -> Box<dyn AnyState> {
    with_generator(batch.save(slot))
}

fn with_generator(saved: SlotState<Box<dyn AnyState>>) -> Box<dyn AnyState> {
    let mut rng = generator(saved.seed, saved.episode);
    rng.set_word_pos(saved.word);
    let mut state = saved.state;
    state.set_rng(Some(Sample(rng)));
    state
}

/// Puts a slot into a position of the same rules, as the first decision of an episode.
pub fn set_state(batch: &mut dyn AnyBatch, slot: usize, state: &dyn AnyState) -> Result<(), Fault> {
    if state.rules().fingerprint() != batch.rules().fingerprint() {
        let line = "the state is of another game, or of other options or data, than the environment";
        return Err(Fault::Value(line.into()));
    }
    if state.actor().is_none() {
        return Err(Fault::Over("an episode cannot start in a state whose game is over".into()));
    }
    let mut saved = batch.save(slot);
    (saved.state, saved.decisions, saved.over) = (state.copy(false), 0, false);
    if let Some(rng) = state.rng() {
        (saved.seed, saved.episode, saved.word) = place(rng);
    }
    batch.restore(slot, &saved)?;
    if batch.save(slot).state.actor().is_none() {
        batch.reset(slot, None);
    }
    Ok(())
}

/// All that is needed to go on with a slot exactly, as bytes.
pub fn save(batch: &dyn AnyBatch, slot: usize) -> Vec<u8> {
    let saved = batch.save(slot);
    let (decisions, over, viewer) = (saved.decisions, saved.over, saved.viewer);
    let mut out = Vec::new();
    with_generator(saved).bytes(&mut out);
    decisions.pack(&mut out);
    over.pack(&mut out);
    viewer.pack(&mut out);
    out
}

/// Puts a slot where [`save`] found it.
pub fn restore(batch: &mut dyn AnyBatch, slot: usize, bytes: &[u8]) -> Result<(), Fault> {
    let damaged = || Fault::Value("a saved environment is damaged or incomplete".into());
    let (state, mut tail) = bytes.split_at_checked(bytes.len().saturating_sub(TAIL)).ok_or_else(damaged)?;
    let rules = batch.rules();
    let players = rules.teams().players();
    let mut state = rules.read_bytes(state)?;
    let decisions = u32::unpack(&mut tail).ok_or_else(damaged)?;
    let over = bool::unpack(&mut tail).ok_or_else(damaged)?;
    let viewer = u8::unpack(&mut tail).ok_or_else(damaged)?;
    let (seed, episode, word) = state.rng().map(place).ok_or_else(damaged)?;
    if usize::from(viewer) >= players || !over && state.actor().is_none() {
        return Err(damaged());
    }
    state.set_rng(None);
    let saved = SlotState { state, seed, episode, word, decisions, over, viewer };
    batch.restore(slot, &saved).map_err(|e: Refusal| e.into())
}

/// Where a generator stands: its seed, its episode, and how far it has been read.
fn place(Sample(rng): &GameRng) -> (u64, u64, u128) {
    let seed = u64::from_le_bytes(*rng.get_seed().first_chunk().expect("a key has 32 bytes"));
    (seed, rng.get_stream(), rng.get_word_pos())
}
