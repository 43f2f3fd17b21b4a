//! `holotable train --sweep`: a table of recipes, the best first.

use std::io::{IsTerminal as _, Write, stderr};
use std::path::Path;

use holotable_store::error::Error;
use holotable_store::files;
use holotable_store::limits::CONFIG_BYTES;
use holotable_store::numbers::thousands;
use holotable_store::progress;
use holotable_store::stop::Stop as _;
use holotable_train::ppo::Learners;
use holotable_train::recipes;
use holotable_train::runs::SEED;
use holotable_train::sweep::{Group, Source, Sweep, SweepReport, TrialResult};

use super::{CommandResult, Fault, asked, print_json, table};

/// The arguments of the command.
#[derive(Debug)]
pub struct Plan<'a> {
    pub recipe: &'a Path,
    pub set: &'a [String],
    pub space: &'a Path,
    pub out: Option<&'a Path>,
    pub jobs: u16,
    pub json: bool,
}

pub fn run(plan: &Plan, learners: Learners, out: &mut dyn Write) -> CommandResult {
    let named = || Path::new("runs/sweep").join(plan.space.file_stem().unwrap_or_default());
    let folder = plan.out.map_or_else(named, Path::to_owned);
    let source = |path: &Path, text: String| Source { name: path.display().to_string(), text };
    let recipe = source(plan.recipe, recipes::read(plan.recipe)?);
    let space = source(plan.space, files::read_up_to(plan.space, CONFIG_BYTES)?);
    // Before anything is written.
    let stop = asked::to_end()?;
    let sweep = Sweep::open(&recipe, plan.set, &space, &folder, learners)?;

    let bar = progress::bar(sweep.len() as u64, "{bar:40} {pos}/{len} trials, {elapsed} so far");
    let mut ended = 0;
    let tell = |trial: &TrialResult| {
        ended += 1;
        let line = format!("{ended} of {}: {}", sweep.len(), said(trial));
        // A hidden progress bar would print nothing.
        if stderr().is_terminal() {
            bar.println(line);
        } else {
            progress::say(&line);
        }
        bar.inc(1);
    };
    let report = sweep.run(usize::from(plan.jobs), &stop, tell);
    bar.finish_and_clear();
    let report = report?;
    if stop.is_asked() && report.trials.iter().filter(|trial| trial.failed.is_none()).count() < sweep.len() {
        progress::say("stopped; the same command goes on");
        return Err(Fault::Stopped);
    }
    if plan.json {
        print_json(out, &report)?;
    } else {
        print(out, &sweep.keys(), &report)?;
    }
    out.flush()?;
    let failed: Vec<String> = report
        .trials
        .iter()
        .filter(|trial| trial.failed.is_some())
        .map(|trial| trial.trial.to_string())
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    let (some, all) = (failed.len(), sweep.len());
    let which = failed.join(", ");
    Err(Error::new(format!("{some} of {all} trials failed ({which}); the same command tries them again"))
        .into())
}

/// The line about a trial that has ended.
fn said(trial: &TrialResult) -> String {
    let set: Vec<String> = trial.set.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let (score, interval) = (score(trial.score), interval(trial.ci_low, trial.ci_high));
    let scored = || format!("score {score} (95 % interval {interval})");
    let end = trial.failed.as_ref().map_or_else(scored, |why| format!("failed: {why}"));
    format!("trial {} ({}) {end}", trial.trial, set.join(", "))
}

fn score(score: Option<f64>) -> String {
    score.map_or_else(|| "-".into(), table::percent)
}

fn interval(low: Option<f64>, high: Option<f64>) -> String {
    low.zip(high).map_or_else(|| "-".into(), |(low, high)| table::interval(low, high))
}

/// A row for each group; where no two trials differ in their seed only, a group is a trial.
fn print(out: &mut dyn Write, keys: &[&str], report: &SweepReport) -> CommandResult {
    let seeds = keys.contains(&SEED);
    let keys: Vec<&str> = keys.iter().copied().filter(|&key| key != SEED).collect();
    let mut heads = vec![if seeds { "trials" } else { "trial" }];
    heads.extend(&keys);
    heads.extend(if seeds { &["seeds", "mean score"][..] } else { &["best score"] });
    heads.extend(["95 % interval", "decisions", "minutes"]);
    let cells = |group: &Group| {
        let numbers: Vec<String> = group.trials.iter().map(ToString::to_string).collect();
        let value = |key: &&str| group.set.get(*key).map_or_else(|| "-".into(), ToString::to_string);
        let mut cells = vec![numbers.join(", ")];
        cells.extend(keys.iter().map(value));
        if seeds {
            cells.push(group.seeds.to_string());
        }
        cells.extend([
            if group.failed { "failed".into() } else { score(group.score) },
            interval(group.ci_low, group.ci_high),
            thousands(group.decisions as f64),
            format!("{:.1}", group.minutes),
        ]);
        cells
    };
    table::print(out, &heads, &[], &report.groups.iter().map(cells).collect::<Vec<_>>())?;
    if let Some(best) = &report.best {
        writeln!(out, "\nbest: {}", best.display())?;
    }
    Ok(())
}
