//! `holotable solve`: best play in small positions, and how much best replies gain against agents.

use std::io::Write;

use holotable_arena::solve::{Bounds, Limits, Move, Solution, Survey, solve, survey};
use holotable_env::Viewer;
use holotable_erased::{AnyGame, AnyState};
use holotable_store::error::Error;
use holotable_store::numbers::thousands;
use holotable_store::progress;

use super::game::GameArgs;
use super::names::names;
use super::position::Position;
use super::{CommandResult, print_json, table};

/// Solve small positions exactly, and measure how exploitable agents are
///
/// Follows every move and every chance outcome from the first position of a game, or from a state in JSON. Then computes
/// backwards the score of each team under best play. Each agent then plays each team against best replies. Its mean loss against
/// best play is its exploitability. For a single position every legal move comes with its exact score. Needs one or two teams and
/// no hidden cards. Beyond --limit positions, scores are bounds. A game that may never end is followed until scores are known to
/// within --within.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  holotable solve rebellion_combat -o scenario=broadside -o tactics=false
  holotable solve rebellion_combat -o value=6 -o tactics=false --agents expert,ppo --games 100
  holotable solve rebellion_combat -o tactics=false --state here.json --agents ppo --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The agents to find best replies against, as for `tournament`
    #[arg(long, value_parser = names)]
    agents: Option<std::vec::Vec<String>>,
    #[command(flatten)]
    position: Position,
    /// How many games to solve from their first positions, with seeds from --seed on
    #[arg(long, default_value_t = 1, conflicts_with = "state", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The most positions of a game to follow; a million take up to a gigabyte
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    limit: u64,
    /// The width of the bounds at which to stop; scores run from 0 to 1
    #[arg(long, default_value_t = 1e-6, value_parser = distance)]
    within: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A distance of scores.
fn distance(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (1e-12..=1.0).contains(value));
    value.ok_or_else(|| "not a number from 1e-12 to 1".to_owned())
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let game = args.game.build()?;
    let bar = progress::bar(0, "{human_pos} positions, {elapsed}");
    let limits = Limits {
        positions: args.limit as usize,
        width: args.within,
        stop: &|| false,
        progress: &|found| bar.inc(found as u64),
    };
    if args.games > 1 {
        let first = args.position.seed;
        let Some(end) = first.checked_add(args.games) else {
            return Err(Error::new(format!("there are no {} seeds from {first} on", args.games)).into());
        };
        let found = survey(&game, args.agents.as_deref().unwrap_or_default(), first..end, limits)?;
        bar.finish_and_clear();
        return if args.json { print_json(out, &found) } else { print_survey(game.as_ref(), &found, out) };
    }
    let start = args.position.of(&game)?;
    let found = solve(start.as_ref(), args.agents.as_deref().unwrap_or_default(), limits)?;
    bar.finish_and_clear();
    if args.json { print_json(out, &found) } else { print_solution(start.as_ref(), &found, args.within, out) }
}

fn print_solution(start: &dyn AnyState, found: &Solution, within: f64, out: &mut dyn Write) -> CommandResult {
    writeln!(out, "{}\n", start.text(Viewer::All).trim_end())?;
    let Solution { positions, choices, moves, .. } = found;
    let [positions, choices] = [positions, choices].map(|&n| thousands(n as f64));
    writeln!(out, "{positions} positions in up to {moves} moves, {choices} of them with a choice")?;
    if found.best[0].width() > within {
        writeln!(
            out,
            "there are more: scores lie between two bounds, and a greater --limit brings these closer"
        )?;
    }
    writeln!(out)?;
    let mut rows = vec![row("best play", &found.best, "")];
    for (i, agent) in found.agents.iter().enumerate() {
        rows.push(row(&agent.name, &agent.scores, &percent(found.exploitability(i))));
    }
    print_table(start.rules().as_ref(), "exploitability", &rows, out)?;
    print_moves(start, found, out)
}

/// The moves in the position, the best first, and who chooses which.
fn print_moves(start: &dyn AnyState, found: &Solution, out: &mut dyn Write) -> CommandResult {
    let mut moves: Vec<_> = found.legal.iter().collect();
    if moves.len() < 2 {
        return Ok(());
    }
    moves.sort_by(|a, b| b.score.middle().total_cmp(&a.score.middle()));
    let chosen_by = |action| {
        let agents = found.agents.iter().filter(|agent| agent.action == Some(action));
        agents.map(|agent| agent.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let line = |&m: &&Move| {
        vec![m.label.clone(), percent(m.score), start.describe_action(m.action), chosen_by(m.action)]
    };
    let rows: Vec<_> = moves.iter().map(line).collect();
    writeln!(out, "\n{}\n", start.prompt().unwrap_or_default())?;
    Ok(table::print(out, &["move", "score", "what it is", "chosen by"], &[0, 2, 3], &rows)?)
}

fn print_survey(game: &dyn AnyGame, found: &Survey, out: &mut dyn Write) -> CommandResult {
    let Survey { seeds, positions, .. } = found;
    writeln!(
        out,
        "first positions of the games {} to {}, with {} positions to follow in the mean\n",
        seeds.start,
        seeds.end - 1,
        thousands(*positions)
    )?;
    let mut rows = vec![row("best play", &found.best, "")];
    for agent in &found.agents {
        let (low, high) = agent.interval.expect("more than one game");
        let gain = format!("{} ({})", percent(agent.exploitability), table::interval(low.max(0.0), high));
        rows.push(row(&agent.name, &agent.scores, &gain));
    }
    print_table(game, "exploitability (95 % interval)", &rows, out)?;
    for agent in &found.agents {
        let (seed, gain) = agent.worst;
        let (name, games) = (&agent.name, seeds.end - seeds.start);
        writeln!(
            out,
            "{name} is exploited in {} of {games} games, most with seed {seed}: {}",
            agent.exploited,
            percent(gain)
        )?;
    }
    Ok(())
}

fn row(name: &str, scores: &[Bounds], gain: &str) -> Vec<String> {
    let scores = scores.iter().map(|&score| percent(score));
    [name.to_owned()].into_iter().chain(scores).chain([gain.to_owned()]).collect()
}

fn print_table(game: &dyn AnyGame, gain: &str, rows: &[Vec<String>], out: &mut dyn Write) -> CommandResult {
    let teams: Vec<String> = match game.teams().leads().len() {
        1 => vec!["score".to_owned()],
        teams => (0..teams).map(|team| format!("as the {}", game.team_name(team))).collect(),
    };
    let heads: Vec<&str> =
        ["against best replies"].into_iter().chain(teams.iter().map(String::as_str)).chain([gain]).collect();
    Ok(table::print(out, &heads, &[0], rows)?)
}

/// As per cent, to as many places as are known.
fn percent(score: Bounds) -> String {
    if score.width() < 1e-4 { table::percent(score.middle()) } else { table::interval(score.low, score.high) }
}
