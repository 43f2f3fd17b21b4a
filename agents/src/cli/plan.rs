//! The arguments of commands that play many games, and the bar while they do.

use holotable_arena::shard::Shard;
use holotable_arena::tournament::Plan;
use holotable_store::progress;
use holotable_store::stop::Stop;

/// Far from the seeds that training runs play, which are few and small: agents are evaluated by games that taught nobody.
const FIRST_SEED: u64 = 1_000_000;

/// How many games to play and how.
#[derive(Debug, clap::Args)]
pub struct PlanArgs {
    /// Games to play, the same seeds for every agent
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// The seed of the first game
    #[arg(long, default_value_t = FIRST_SEED)]
    pub seed: u64,
    /// Threads to play on, 0 for one a core
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
}

impl PlanArgs {
    /// Lets `play` play under a bar that counts `times` the games.
    pub fn run<R>(&self, times: usize, check: bool, play: impl FnOnce(&Plan<'_>) -> R) -> R {
        self.run_shard(Shard::ALL, times, check, &|| false, play)
    }

    /// The same under a bar that counts `times` the games of a shard, until it is stopped.
    pub fn run_shard<R>(
        &self,
        shard: Shard,
        times: usize,
        check: bool,
        stop: &dyn Stop,
        play: impl FnOnce(&Plan<'_>) -> R,
    ) -> R {
        let form = "{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left";
        let counted = shard.range(self.games * times as u64);
        let bar = progress::bar(counted.end - counted.start, form);
        let progress = |games| bar.inc(games);
        let Self { games, seed, threads } = *self;
        let played =
            play(&Plan { games, seed, threads: usize::from(threads), check, progress: &progress, stop });
        bar.finish_and_clear();
        played
    }
}
