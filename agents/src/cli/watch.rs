//! `holotable watch`: an agent plays a game in words.

use std::io::Write;

use holotable_agents::bots::Bots;
use holotable_agents::game_match::Match;
use holotable_agents::roster::load;
use holotable_env::{Viewer, with_game};

use super::game::GameArgs;
use super::{CommandResult, story};

/// Watch an agent play one game, decision by decision
///
/// A network or a search also says what it expects and which moves it considered: for each its share of the
/// probability or of the simulations and, from a search, the chance to win after it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable watch dark_side_rising --agent expert --seed 7 | less
  holotable watch dark_side_rising --agent checkpoints/dark_side_rising -o players=4
  holotable watch dark_side_rising --agent mcts:200")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays every seat
    #[arg(long, default_value = "random")]
    agent: String,
    /// The seed of the game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What is shown of hidden cards: all, table (none) or those of a seat, by its number
    #[arg(long, default_value = "all")]
    viewer: Viewer,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    with_game!(args.game.game.as_str(), |G| watch::<G>(args, out))
}

fn watch<G: Bots>(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game: G = args.game.build()?;
    story::seated(&game, args.viewer)?;
    let mut player = load(&game, &args.agent)?;
    let mut game_match = Match::new(args.seed, game.players());
    let mut s = game.start(&mut game_match.chance);
    let mut number = 0;
    while let Some(seat) = game.actor(&s) {
        number += 1;
        let (decision, weighed) = game_match.weigh(&game, &s, seat, player.as_mut());
        story::decision(out, &game, &s, args.viewer, number, (seat, &args.agent), decision.action)?;
        // The moves that an agent considered name the cards that it holds.
        if let Some(weighed) = weighed.filter(|_| args.viewer.knows(seat)) {
            story::reasons(out, &game, &s, &weighed)?;
        }
        game.step(&mut s, decision.action, &mut game_match.chance);
    }
    story::ending(out, &game, &s, args.viewer)
}
