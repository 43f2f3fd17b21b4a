//! `holotable watch`: an agent plays a game in words.

use std::io::Write;
use std::sync::Arc;

use holotable_arena::exec;
use holotable_env::Viewer;
use holotable_players::match_rngs::MatchRngs;

use super::game::GameArgs;
use super::story::{Tables, Teller};
use super::{CommandResult, forfeited, story, tell_stand_in};

/// Watch an agent play one game, decision by decision
///
/// After each decision its consequences are printed. Decisions of one seat without consequences between share a line. The whole
/// table is printed when a phase, a turn or a round begins; --tables every prints it before every decision.
///
/// A network or a search also prints its estimated chance to win and the moves it considered. Each move has its share of the
/// probability or of the simulations. A search adds the chance to win after each move. Where a network gives one move 95 % or more,
/// this line is left out, unless with --tables every.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable watch dark_side_rising --agent expert --seed 7 | less
  holotable watch dark_side_rising --agent checkpoints/dark_side_rising -o players=4
  holotable watch dark_side_rising --agent flat:200")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays every seat
    #[arg(long, default_value = "random")]
    agent: String,
    /// The seed of the game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which hidden cards to show: all, table (none), or a seat number (those this seat sees)
    #[arg(long, default_value = "all")]
    viewer: Viewer,
    /// When to print the whole table
    #[arg(long, value_enum, default_value_t = Tables::Phases)]
    tables: Tables,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    story::seated(game.as_ref(), args.viewer)?;
    let mut player = exec::player(game.as_ref(), &args.agent)?;
    let MatchRngs { chance, mut seats, .. } = MatchRngs::new(args.seed, game.teams().players());
    let mut s = Arc::clone(&game).start(chance);
    let (mut teller, mut number) = (Teller::new(args.viewer, args.tables), 0);
    while let Some(seat) = s.actor() {
        number += 1;
        let (action, analysis) = player.consider(s.as_ref(), &mut seats[seat]);
        if let Some(why) = player.forfeit() {
            teller.close(out)?;
            return Err(forfeited(&args.agent, &why));
        }
        tell_stand_in(&args.agent, player.as_mut());
        teller.decision(out, s.as_ref(), number, (seat, &args.agent), action)?;
        // The moves that an agent considered name the cards that it holds.
        if let Some(analysis) = analysis.filter(|_| args.viewer.knows(seat)) {
            teller.reasons(out, s.as_ref(), &analysis)?;
        }
        let result = s.play(action, None).expect("a player chooses what is legal");
        teller.events(out, &result)?;
    }
    teller.ending(out, s.as_ref())
}
