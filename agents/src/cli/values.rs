//! `holotable values`: how true an agent's values are, and how well they rank actions.

use std::io::Write;

use holotable_arena::compare::{self, Comparison};
use holotable_arena::tournament::Plan;
use holotable_arena::values;
use holotable_arena::values::agreement::{Agreement, Figure};
use holotable_arena::values::changes::{Changes, ValueChanges};
use holotable_arena::values::truth::{Depth, Truth};
use holotable_env::Options;
use holotable_store::error::Error;
use serde::Serialize;

use super::game::GameArgs;
use super::plan::PlanArgs;
use super::{CommandResult, print_json, table};

/// Measure how true an agent's values are, and how well they rank actions
///
/// The agent, a network or a search, plays all seats. Three measurements:
///
/// changes: with fixed play a true value changes by chance alone. "own" is the mean value over all outcomes of the chosen action
/// less the value before it; a true value has none. "luck" is the value after it less that mean. Squares are sums a game.
///
/// truth: one decision of each game. Its actions, at most 8, are played on to the end of the game, with the same luck for all. The
/// table compares how the results differ between the actions with how three estimates differ: the value at the next decision, the
/// value once the turn has passed, and the logarithm of the agent's probability. A second table takes the value once the turn has
/// passed as the truth. Correlations are those of the means without the noise of the simulations: 1 is perfect.
///
/// one-ply: pairs of games between the agent and the player that takes the action with the greatest mean value.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The agent, as for `tournament`
    #[arg(default_value = "ppo")]
    agent: String,
    #[command(flatten)]
    plan: PlanArgs,
    /// Make these measurements only, with commas between; each plays that many games
    #[arg(long, value_delimiter = ',', default_values = ["changes", "truth", "one-ply"])]
    only: Vec<Measurement>,
    /// Compare decisions of these kinds only, such as deploy,roll
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// Whole games for each action of a decision
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u64).range(2..=10_000))]
    playouts: u64,
    /// Simulations of a decision to the end of its turn, all its actions together
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    simulations: u64,
    /// Print JSON: the same bytes for the same arguments
    #[arg(long)]
    json: bool,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Measurement {
    Changes,
    Truth,
    OnePly,
}

const EXAMPLES: &str = "\
Examples:
  holotable values dark_side_rising --games 200
  holotable values dark_side_rising runs/second --only changes --games 500
  holotable values dark_side_rising --only truth --kinds deploy --games 1000
  holotable values conflict --games 100 --json";

/// All that was measured.
#[derive(Debug, Serialize)]
struct Values<'a> {
    game: &'static str,
    options: &'a Options,
    agent: &'a str,
    /// The seed of the first game of each measurement.
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ValueChanges>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<Vec<Truth>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one_ply: Option<Comparison>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let agent = args.agent.as_str();
    let only = |measurement| args.only.contains(&measurement);
    let times = [Measurement::Changes, Measurement::Truth, Measurement::OnePly].map(only);
    let times = times.iter().filter(|&&wanted| wanted).count();
    let depth = Depth { playouts: args.playouts, simulations: args.simulations };
    let found = args.plan.run(times, false, |plan: &Plan<'_>| {
        let one_ply = format!("one_ply+{agent}");
        Ok::<_, Error>(Values {
            game: game.facts().name,
            options: game.options(),
            agent,
            seed: plan.seed,
            changes: only(Measurement::Changes).then(|| values::changes(&game, agent, plan)).transpose()?,
            truth: only(Measurement::Truth)
                .then(|| values::truth(&game, agent, &args.kinds, depth, plan))
                .transpose()?,
            one_ply: only(Measurement::OnePly)
                .then(|| compare::run(&game, &[one_ply.as_str(), agent], None, plan))
                .transpose()?,
        })
    })?;
    if args.json {
        return print_json(out, &found);
    }
    let mut parts = Vec::new();
    parts.extend(found.changes.as_ref().map(changes));
    parts.extend(found.truth.as_deref().map(|truth| compared(truth, args.playouts)));
    parts.extend(found.one_ply.as_ref().map(one_ply));
    Ok(write!(out, "{}", parts.join("\n"))?)
}

/// A table under a line that says what it shows.
fn titled(title: &str, heads: &[&str], left: &[usize], rows: &[Vec<String>]) -> String {
    let mut text = Vec::new();
    table::print(&mut text, heads, left, rows).expect("memory takes all");
    format!("{title}\n\n{}", String::from_utf8(text).expect("it was text"))
}

fn points(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

fn changes(found: &ValueChanges) -> String {
    let row = |changes: &Changes| {
        let Changes { kind, decisions, own, own_squares, luck, luck_squares, left_out } = changes;
        vec![
            kind.clone(),
            format!("{decisions:.1}"),
            points(*own),
            format!("{own_squares:.4}"),
            points(*luck),
            format!("{luck_squares:.4}"),
            format!("{left_out:.1}"),
        ]
    };
    let rows: Vec<_> = found.kinds.iter().map(row).collect();
    let heads =
        ["decision", "a game", "own, points", "squares", "luck, points", "squares", "left out a game"];
    let title = format!(
        "Changes of the value in {} games. The result differs from the first value by {:.4} squared.",
        found.games, found.result_squares
    );
    titled(&title, &heads, &[0], &rows)
}

fn figure(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || "-".into(),
        |Figure { value, ci_low, ci_high }| format!("{value:.2} ({ci_low:.2} to {ci_high:.2})"),
    )
}

fn compared(found: &[Truth], playouts: u64) -> String {
    let row = |truth: &Truth, estimate: &str, agreement: &Agreement, is_value: bool| {
        vec![
            truth.kind.clone(),
            truth.decisions.to_string(),
            format!("{:.1}", truth.actions),
            points(agreement.truth_sd),
            estimate.to_owned(),
            if is_value { points(agreement.estimate_sd) } else { "-".into() },
            figure(agreement.correlation),
            if is_value { figure(agreement.slope) } else { "-".into() },
        ]
    };
    let (next, turn, policy) = ("value at the next decision", "value after the turn", "policy");
    let games: Vec<_> = (found.iter())
        .flat_map(|truth| {
            [
                row(truth, next, &truth.next, true),
                row(truth, turn, &truth.turn, true),
                row(truth, policy, &truth.policy, false),
            ]
        })
        .collect();
    let turns: Vec<_> = (found.iter())
        .flat_map(|truth| {
            [row(truth, next, &truth.next_of_turn, true), row(truth, policy, &truth.policy_of_turn, false)]
        })
        .collect();
    let heads = ["decision", "count", "actions", "truth, sd", "estimate", "its sd", "correlation", "slope"];
    let title = format!("Truth: {playouts} whole games for each action (standard deviations in points).");
    let whole = titled(&title, &heads, &[0, 4], &games);
    let title = "Truth: the value once the turn has passed.";
    format!("{whole}\n{}", titled(title, &heads, &[0, 4], &turns))
}

fn one_ply(found: &Comparison) -> String {
    format!(
        "One ply: {} against {} in {} pairs of games: {}\n",
        found.a.name,
        found.b.name,
        found.games,
        table::difference(found.difference, found.ci_low, found.ci_high)
    )
}
