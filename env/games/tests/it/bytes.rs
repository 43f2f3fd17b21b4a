//! States as bytes: round trip, refusal of everything else, and whatever is read can be played.

use holotable_env::{Chance, Codec, Game, GameRng, Pack, Sample, Save, generator, legal_actions};
use holotable_games::dark_side_rising::State;
use holotable_games::toys::secret_pig::secret_pig;

use crate::dsr_board::game;
use crate::json_states::states;

#[test]
fn every_state_comes_back_with_its_generator() {
    for players in ["2", "3", "4"] {
        let g = game(&[("players", players)]);
        let codec = Codec::of(&g);
        let mut bytes = Vec::new();
        for (i, s) in (0..4).flat_map(|seed| states(&g, seed)).enumerate() {
            codec.write(&s, None, &mut bytes);
            let (back, rng) = codec.read(&g, &bytes).unwrap();
            assert_eq!((back, rng.is_none()), (s, true));

            let mut rng: GameRng = Sample(generator(i as u64, 5));
            for _ in 0..i {
                rng.below(7);
            }
            codec.write(&s, Some(&rng), &mut bytes);
            assert!(bytes.len() <= 1024, "{} bytes", bytes.len());
            let (back, again) = codec.read(&g, &bytes).unwrap();
            let mut again = again.unwrap();
            assert_eq!(back, s);
            assert_eq!([(); 40].map(|()| again.below(64)), [(); 40].map(|()| rng.below(64)));
        }
    }
}

#[test]
fn other_games_and_damaged_bytes_are_refused() {
    let (g, other) = (game(&[("players", "2")]), game(&[("players", "3")]));
    let mut bytes = Vec::new();
    Codec::of(&g).write(&g.start(&mut Sample(generator(1, 0))), None, &mut bytes);
    let refusal = |bytes: &[u8]| Codec::of(&g).read(&g, bytes).unwrap_err().to_string();
    assert!(Codec::of(&other).read(&other, &bytes).unwrap_err().to_string().contains("other options"));
    {
        let pig = secret_pig(2);
        assert!(Codec::of(&pig).read(&pig, &bytes).is_err());
    }
    assert!(refusal(b"").contains("not written by"), "{}", refusal(b""));
    assert!(refusal(&[7; 300]).contains("not written by"));
    for n in 0..bytes.len() {
        refusal(&bytes[..n]);
        let mut damaged = bytes.clone();
        damaged[n] ^= 1 << (n % 8);
        refusal(&damaged);
    }
}

/// A checksum keeps accidents out, not forgers: forged states either break an invariant or can be played on.
#[test]
fn whatever_passes_the_check_can_be_played() {
    let g = game(&[("players", "3")]);
    let mut rng = Sample(generator(9, 0));
    let (mut refused, mut played) = (0, 0);
    let found: Vec<State> = (0..6).flat_map(|seed| states(&g, seed)).collect();
    for round in 0..30_000 {
        let mut bytes = Vec::new();
        found[round % found.len()].pack(&mut bytes);
        for _ in 0..=rng.below(2) {
            let at = rng.below(64) * bytes.len() / 64;
            bytes[at] = [0, 1, 2, 3, 11, 12, 63, 255][rng.below(8)];
        }
        let forged = State::unpack(&mut &bytes[..]).filter(|s| g.check(s).is_ok());
        let Some(mut s) = forged else {
            refused += 1;
            continue;
        };
        played += 1;
        for _ in 0..20 {
            let legal = legal_actions(&g, &s);
            if g.actor(&s).is_none() {
                break;
            }
            assert!(!legal.is_empty(), "{s:?}");
            g.step(&mut s, legal[rng.below(legal.len().min(64))], &mut rng);
        }
    }
    assert!(refused > 1_000 && played > 1_000, "{refused} refused, {played} played");
}
