//! `holotable compare`: which of two agents is better, and how sure that is.

use std::io::Write;

use holotable_arena::compare::{self, Adjusted, Comparison, Contestant};
use holotable_arena::shard_result::Form;
use holotable_arena::tournament::Plan;
use holotable_store::numbers::thousands;

use super::game::GameArgs;
use super::plan::PlanArgs;
use super::shard::{self, ShardArgs};
use super::{CommandResult, asked, print_json, table};

/// Find out which of two agents is better
///
/// Both play the same seeds, so luck that helps or hurts both cancels out. The difference of their win rates comes with its 95 %
/// interval (Bonett and Price). McNemar's exact test uses the seeds that only one of them won. The command also says how many
/// seeds show such a difference with a power of 80 %. With several teams, the agents take turns: one plays one team, the other
/// plays the rest. That team changes with each seed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The first agent, as for `tournament`
    a: String,
    /// The second agent
    b: String,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
    /// Subtract the luck from each result, as a network or a search estimates it: fewer games are enough, but each takes longer
    ///
    /// The evaluator estimates what each outcome of chance was worth beyond the mean over all outcomes. Subtracting these sums
    /// leaves the mean of the difference as it is, however good the evaluator. The difference then varies less. Use this for slow
    /// agents, in games of one or two teams.
    #[arg(long, value_name = "EVALUATOR", num_args = 0..=1, default_missing_value = "ppo")]
    luck_adjusted: Option<String>,
    /// Print JSON: the same bytes for the same arguments
    #[arg(long, conflicts_with = "shard")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  holotable compare dark_side_rising expert greedy
  holotable compare dark_side_rising runs/second checkpoints/dark_side_rising --games 5000 --seed 1000000
  holotable compare dark_side_rising flat:200 expert --games 200 --json > result.json
  holotable compare dark_side_rising flat:1000 ppo --games 100 --luck-adjusted";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    if let Some(job) = args.shard.job() {
        let form = Form::Comparison { evaluator: args.luck_adjusted.clone() };
        let agents = [args.a.clone(), args.b.clone()];
        let stop = asked::to_end()?;
        let play = |plan: &Plan<'_>| shard::run(out, &game, &agents, &form, &job, plan);
        return args.plan.run_shard(job.shard, 1, false, &stop, play);
    }
    let found = args.plan.run(1, false, |plan| {
        compare::run(&game, &[args.a.as_str(), args.b.as_str()], args.luck_adjusted.as_deref(), plan)
    })?;
    if args.json { print_json(out, &found) } else { print(out, &found) }
}

pub fn print(out: &mut dyn Write, found: &Comparison) -> CommandResult {
    let cells = |agent: &Contestant| [agent.name.clone()].into_iter().chain(table::won(&agent.won)).collect();
    let heads = ["agent", "wins", "win rate", "95 % interval"];
    table::print(out, &heads, &[0], &[cells(&found.a), cells(&found.b)])?;
    for agent in [&found.a, &found.b].into_iter().filter(|agent| !agent.stood_in.is_empty()) {
        writeln!(out, "\n{}: {}", agent.name, agent.stood_in)?;
    }
    let Comparison { games, both, only_a, only_b, neither, .. } = found;
    writeln!(
        out,
        "\nof {games} seeds both won {both}, only the first {only_a}, only the second {only_b}, neither {neither}"
    )?;
    writeln!(out, "{}", table::difference(found.difference, found.ci_low, found.ci_high))?;
    if let Some(adjusted) = &found.adjusted {
        let Adjusted { evaluator, difference, ci_low, ci_high, variance_ratio, luck_share, .. } = adjusted;
        let worth =
            variance_ratio.map_or("any number of".into(), |ratio| format!("{ratio:.2} times as many"));
        if let Some(share) = luck_share {
            writeln!(
                out,
                "luck as {evaluator} evaluates it explains {:.0} % of the variance of the results",
                100.0 * share
            )?;
        }
        writeln!(
            out,
            "luck taken off as {evaluator} evaluates it: {}; as good as {worth} games",
            table::difference(*difference, *ci_low, *ci_high)
        )?;
    }
    writeln!(out, "McNemar's exact p {}", small(found.p_value))?;
    Ok(match found.games_for_power_80 {
        Some(n) => {
            writeln!(out, "seeds to find such a difference with 80 % power: {}", thousands(n as f64))
        }
        None => writeln!(out, "no difference, so no number of seeds would find it"),
    }?)
}

/// A probability to four places, or to two digits where that would be 0.
fn small(p: f64) -> String {
    if p >= 5e-4 { format!("{p:.4}") } else { format!("{p:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::small;

    #[test]
    fn small_probabilities_keep_their_size() {
        for (p, text) in [(1.0, "1.0000"), (0.070_312_5, "0.0703"), (6.6e-5, "6.6e-5"), (0.0, "0.0e0")] {
            assert_eq!(small(p), text);
        }
    }
}
