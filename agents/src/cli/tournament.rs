//! `holotable tournament`: how well agents play, with intervals.

use std::io::Write;

use holotable_arena::shard_result::Form;
use holotable_arena::tournament::{self, AgentReport, Plan, Report, TeamReport};
use holotable_store::numbers::thousands;

use super::game::GameArgs;
use super::names::names;
use super::plan::PlanArgs;
use super::shard::{self, ShardArgs};
use super::{CommandResult, asked, print_json, table};

/// Let agents play the same seeded games and compare them
///
/// In a co-operative game each agent plays all seats of its own games. With two teams it plays every other agent, from both
/// sides. With more teams, agents sit at mixed tables. All agents get the same decks and dice. The result does not depend on the
/// number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Agents, separated by commas: names from `holotable games` or checkpoint folders. Put a name that contains a comma in
    /// double quotes: 'random,"runs/x,y"'
    #[arg(long, value_parser = names, default_value = "random,greedy,expert", value_name = "AGENT,...")]
    agents: std::vec::Vec<String>,
    /// Instead of --agents: one agent for each seat, in seat order
    #[arg(long, value_parser = names, conflicts_with = "agents", value_name = "AGENT,...")]
    seats: Option<std::vec::Vec<String>>,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
    /// Check every invariant of the game in every state. Print the greatest value of each game count, such as rounds
    #[arg(long)]
    check: bool,
    /// Print JSON: the same bytes for the same arguments
    #[arg(long, conflicts_with = "shard")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  holotable tournament dark_side_rising --agents random,expert --games 10000 -o players=3
  holotable tournament rebellion_combat --agents random,greedy,expert -o scenario=blockade
  holotable tournament dark_side_rising --agents ppo,runs/mine --seed 5 --json > result.json
  holotable tournament dark_side_rising --seats ppo,expert --games 2000

Intervals are Wilson's, at 95 %. In the score a tie counts as part of a win. Decisions are choices between two or more legal actions.";

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let (game, agents) = (args.game.build()?, &args.agents);
    if let Some(job) = args.shard.job() {
        let (form, agents) =
            args.seats.as_ref().map_or((Form::Tournament, agents), |seats| (Form::Seated, seats));
        let stop = asked::to_end()?;
        let play = |plan: &Plan<'_>| shard::run(out, &game, agents, &form, &job, plan);
        return args.plan.run_shard(job.shard, agents.len(), args.check, &stop, play);
    }
    let game = game.as_ref();
    let report = match &args.seats {
        None => args.plan.run(agents.len(), args.check, |plan| tournament::run(game, agents, plan))?,
        Some(seats) => args.plan.run(1, args.check, |plan| tournament::run_seated(game, seats, plan))?,
    };
    if args.json {
        return print_json(out, &report);
    }
    print(out, &report)?;
    if args.check { print_greatest(out, &report) } else { Ok(()) }
}

pub fn print(out: &mut dyn Write, report: &Report) -> CommandResult {
    let mut heads =
        vec!["agent", "games", "wins", "win rate", "95 % interval", "turns", "decisions", "games/s"];
    if report.agents.iter().any(|agent| agent.elo.is_some()) {
        heads.push("Elo");
    }
    table::print(out, &heads, &[0], &report.agents.iter().map(cells).collect::<Vec<_>>())?;
    let sides: Vec<_> =
        report.agents.iter().flat_map(|agent| agent.sides.iter().map(|team| by_team(agent, team))).collect();
    if !sides.is_empty() {
        writeln!(out)?;
        let heads = ["agent", "as", "games", "wins", "win rate", "95 % interval", "score"];
        table::print(out, &heads, &[0, 1], &sides)?;
    }
    writeln!(out)?;
    let mut heads = vec!["games ended by"];
    heads.extend(report.agents.iter().map(|agent| agent.name.as_str()));
    // Who forfeited has one reason more than the others.
    let reasons = report.agents.iter().map(|agent| &agent.reasons).max_by_key(|reasons| reasons.len());
    let counts = reasons.into_iter().flatten().enumerate().map(|(i, (reason, _))| {
        let count = |agent: &AgentReport| agent.reasons.get(i).map_or(0, |(_, n)| *n).to_string();
        [(*reason).to_owned()].into_iter().chain(report.agents.iter().map(count)).collect()
    });
    table::print(out, &heads, &[0], &counts.collect::<Vec<_>>())?;
    let mut others = report.agents.iter().filter(|agent| !agent.stood_in.is_empty());
    Ok(others.try_for_each(|agent| writeln!(out, "\n{}: {}", agent.name, agent.stood_in))?)
}

fn print_greatest(out: &mut dyn Write, report: &Report) -> CommandResult {
    for agent in &report.agents {
        let most: Vec<_> = agent.greatest.iter().map(|(name, n)| format!("{name} {n}")).collect();
        writeln!(
            out,
            "\n{}: no invariant broken in {} games; at most {}",
            agent.name,
            agent.games,
            most.join(", ")
        )?;
    }
    Ok(())
}

fn cells(agent: &AgentReport) -> Vec<String> {
    let mut cells = vec![agent.name.clone(), agent.games.to_string()];
    cells.extend(table::won(&agent.won));
    cells.extend([
        agent.mean_turns.map_or_else(|| "-".into(), |turns| format!("{turns:.2}")),
        format!("{:.1}", agent.decisions_per_game),
        agent.games_per_s.map_or_else(|| "-".into(), thousands),
    ]);
    cells.extend(agent.elo.map(|elo| format!("{elo:.0}")));
    cells
}

fn by_team(agent: &AgentReport, team: &TeamReport) -> Vec<String> {
    let mut cells = vec![agent.name.clone(), team.name.clone(), team.games.to_string()];
    cells.extend(table::won(&team.won));
    cells.push(format!("{:.3}", team.mean_score));
    cells
}
