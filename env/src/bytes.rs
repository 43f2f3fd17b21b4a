//! [`Codec`]: states as short versioned bytes that only the same game, options and data read back.
//!
//! A header of 12 bytes (mark, version of the form, fingerprint of the game), the state as its [`Pack`] writes
//! it, where the generator stands if there is one, and a checksum of 4 bytes.

use crate::chance::{GameRng, Sample, generator_at};
use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::hash::short_hash;
use crate::pack::Pack;
use crate::tabletop::Tabletop;

const MARK: [u8; 3] = *b"HT\x02";

/// Writes and reads the states of one game with its options and data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Codec {
    fingerprint: u64,
}

impl Codec {
    /// How many bytes the checksum at the end takes.
    pub const CHECKSUM: usize = 4;

    /// The codec of this game.
    pub fn of<G: Tabletop>(game: &G) -> Self {
        let options = serde_json::to_string(game.options()).expect("options are plain values");
        let version = G::RULES_VERSION.to_string();
        let parts = [G::NAME, &version, game.data_hash(), &options];
        let hash = short_hash(parts.map(str::as_bytes));
        Self { fingerprint: u64::from_str_radix(&hash, 16).expect("a hash is hexadecimal digits") }
    }

    /// A number that differs between games, rules versions, options and data sets.
    pub fn fingerprint(self) -> u64 {
        self.fingerprint
    }

    /// Writes a state, and the generator that goes with it, after clearing `out`.
    pub fn write<S: Pack>(self, s: &S, rng: Option<&GameRng>, out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(&MARK);
        rng.is_some().pack(out);
        self.fingerprint.pack(out);
        s.pack(out);
        if let Some(Sample(rng)) = rng {
            let seed = rng.get_seed();
            u64::from_le_bytes(*seed.first_chunk().expect("a seed has 32 bytes")).pack(out);
            rng.get_stream().pack(out);
            rng.get_word_pos().pack(out);
        }
        Self::write_checksum(out);
    }

    /// Puts the checksum behind what is to be read: only tests that forge states do this for themselves.
    pub fn write_checksum(bytes: &mut Vec<u8>) {
        checksum(bytes).pack(bytes);
    }

    /// Reads what [`write`](Self::write) wrote for the same game.
    ///
    /// # Errors
    /// [`ErrorKind::State`] for anything else: other games, options, data sets or versions, damaged bytes, and
    /// states that break an invariant.
    pub fn read<G: Tabletop>(self, game: &G, bytes: &[u8]) -> Result<(G::State, Option<GameRng>), Error> {
        let wrong = |why: &str| Error::new(ErrorKind::State, format!("not a state of {}: {why}", G::NAME));
        let body = bytes.split_last_chunk::<{ Self::CHECKSUM }>().filter(|(body, _)| body.starts_with(&MARK));
        let (body, sum) =
            body.ok_or_else(|| wrong("these bytes were not written by this version of holotable"))?;
        let mut rest = &body[MARK.len()..];
        let damaged = || wrong("the bytes are damaged or incomplete");
        let has_rng = bool::unpack(&mut rest).ok_or_else(damaged)?;
        if u64::unpack(&mut rest).ok_or_else(damaged)? != self.fingerprint {
            return Err(wrong("it was saved under another game, other options or another data set"));
        }
        if u32::from_le_bytes(*sum) != checksum(body) {
            return Err(damaged());
        }
        let s = <G as Game>::State::unpack(&mut rest).ok_or_else(damaged)?;
        let rng = if has_rng { Some(unpack_rng(&mut rest).ok_or_else(damaged)?) } else { None };
        if !rest.is_empty() {
            return Err(damaged());
        }
        game.check(&s).map_err(|why| wrong(&why))?;
        Ok((s, rng))
    }
}

fn unpack_rng(bytes: &mut &[u8]) -> Option<GameRng> {
    let (seed, stream, word) = (u64::unpack(bytes)?, u64::unpack(bytes)?, u128::unpack(bytes)?);
    generator_at(seed, stream, word).map(Sample)
}

/// Changes with any byte; made for speed, not against forgers.
fn checksum(bytes: &[u8]) -> u32 {
    let mix = |sum: u64, word: u64| (sum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, tail) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    let sum = tail.iter().fold(sum, |sum, &byte| mix(sum, u64::from(byte)));
    (sum >> 32) as u32
}
