//! Batches in which one seat learns: who is asked, what is counted, when an episode ends; and what stands for an action.

use holotable_env::{
    Arrays, AutoReset, Batch, BatchConfig, Chance, Learner, Observe, Sample, SlotAction, generator,
};
use holotable_games::toys::minefield::minefield;
use holotable_games::toys::secret_pig::secret_pig;

const SLOTS: usize = 6;

fn config(learner: Learner) -> BatchConfig {
    BatchConfig { seed: 3, auto_reset: AutoReset::Disabled, learner, ..BatchConfig::default() }
}

/// Some legal action of slot `i`.
fn any<G: Observe>(batch: &Batch<G>, i: usize, rng: &mut impl Chance) -> SlotAction {
    let legal: Vec<usize> = (0..batch.layout().actions).filter(|&a| batch.is_legal(i, a)).collect();
    SlotAction::Play(legal[rng.below(legal.len())])
}

fn plays<G: Observe>(game: &G, learner: Learner) {
    let mut batch = Batch::new(game.clone(), SLOTS, config(learner));
    let players = game.players();
    let mut arrays = Arrays::new(SLOTS, batch.layout(), players);
    let mut rng = Sample(generator(8, 0));
    let (mut seats, mut early) = (vec![0; players], 0);
    for _ in 0..40 {
        let mut decided = [0; SLOTS];
        let learners: Vec<usize> = (0..SLOTS).map(|i| batch.learner(i).unwrap()).collect();
        while (0..SLOTS).any(|i| !batch.is_over(i)) {
            let move_of = |i| if batch.is_over(i) { SlotAction::Stay } else { any(&batch, i, &mut rng) };
            let actions: Vec<_> = (0..SLOTS).map(move_of).collect();
            for i in (0..SLOTS).filter(|&i| !batch.is_over(i) && batch.actor(i) == learners[i]) {
                decided[i] += 1;
            }
            batch.step(&actions, &mut arrays.buffers()).unwrap();
            // An episode in which the learner was never asked is passed over, and another begins.
            let counted: [u32; SLOTS] = std::array::from_fn(|i| batch.decisions(i));
            assert_eq!(counted, decided, "only the learner's decisions count");
        }
        for (i, &seat) in learners.iter().enumerate() {
            let s = batch.state(i);
            assert!(game.ended(s, seat) && decided[i] > 0 && batch.actor(i) == seat);
            early += usize::from(game.actor(s).is_some());
            seats[seat] += 1;
            batch.reset_slot(i, None);
        }
    }
    let alone = matches!(learner, Learner::Seat(_));
    assert_eq!(seats.iter().filter(|&&n| n > 0).count(), if alone { 1 } else { players });
    assert!(early > 0, "some seats are out before the others");
}

#[test]
fn one_seat_learns() {
    for learner in [Learner::Seat(1), Learner::Alternate, Learner::Random] {
        plays(&minefield(4), learner);
        plays(&minefield(2), learner);
    }
}

#[test]
fn all_seats_learn_by_default() {
    let batch = Batch::new(secret_pig(3), 2, config(Learner::Everyone));
    assert_eq!((batch.learner(0), batch.learner(1)), (None, None));
}

#[test]
fn what_stands_for_an_action() {
    use SlotAction::{Miss, Quit, Stay};
    let config = BatchConfig { max_decisions: 3, ..config(Learner::Everyone) };
    let mut batch = Batch::new(secret_pig(3), 3, config);
    let mut arrays = Arrays::new(3, batch.layout(), 3);
    let before: Vec<_> = (0..3).map(|i| *batch.state(i)).collect();
    batch.step(&[Stay, Miss, Quit], &mut arrays.buffers()).unwrap();
    for (i, &state) in before.iter().enumerate() {
        assert_eq!(*batch.state(i), state, "nothing has moved");
    }
    assert_eq!([0, 1, 2].map(|i| batch.decisions(i)), [0, 1, 1]);
    assert_eq!([0, 1, 2].map(|i| batch.is_over(i)), [false, false, true]);
    assert_eq!(arrays.over.to_vec(), [false, false, true]);
    assert!(arrays.reward.iter().all(|&r| r == 0.0), "nobody is rewarded for it");
    batch.step(&[Stay, Miss, Stay], &mut arrays.buffers()).unwrap();
    batch.step(&[Stay, Miss, Stay], &mut arrays.buffers()).unwrap();
    assert_eq!(arrays.truncated.to_vec(), [false, true, false]);
    let refused = batch.step(&[Stay, Stay, Miss], &mut arrays.buffers()).unwrap_err();
    assert!(refused.over && refused.slot == 2, "what is over waits for a reset");
}
