//! `holotable games`: which games there are, with their options and agents.

use std::io::Write;

use holotable_agents::bots::Bots;
use holotable_agents::roster::roster;
use holotable_agents::search::Spec;
use holotable_env::games::GAMES;
use holotable_env::{OptionSpec, with_game};
use serde_json::{Value, json};

use super::{CommandResult, Fault, print_json, table};

/// List the games, their options and their agents
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    if args.json {
        let games = GAMES.iter().map(|&name| with_game!(name, |G| Ok::<_, Fault>(as_json::<G>())));
        return print_json(out, &games.collect::<Result<Vec<_>, _>>()?);
    }
    for &name in GAMES {
        with_game!(name, |G| describe::<G>(out))?;
    }
    Ok(())
}

fn describe<G: Bots>(out: &mut dyn Write) -> CommandResult {
    writeln!(out, "{}: {}\n", G::NAME, G::ABOUT)?;
    let cells = |s: &OptionSpec| vec![s.name.into(), s.default.into(), s.kind.to_string()];
    table::print(
        out,
        &["option", "default", "range"],
        &[0, 1, 2],
        &G::option_specs().iter().map(cells).collect::<Vec<_>>(),
    )?;
    writeln!(out)?;
    for spec in G::option_specs() {
        writeln!(out, "{}: {}", spec.name, spec.doc)?;
    }
    writeln!(out, "\nagents:")?;
    for (name, about) in roster::<G>() {
        writeln!(out, "  {name:12} {about}")?;
    }
    writeln!(out, "  {:12} a trained network of your own", "FOLDER")?;
    for (name, about) in G::SPECIALISTS {
        writeln!(out, "  {:12} any of these, {about}", format!("AGENT+{name}"))?;
    }
    writeln!(out, "\nsearches; BUDGET is simulations a decision, such as 1000, or time, such as 200ms:")?;
    for (name, about) in Spec::HELP {
        writeln!(out, "  {name:12} {about}")?;
    }
    Ok(())
}

fn as_json<G: Bots>() -> Value {
    let option = |s: &OptionSpec| json!({ "name": s.name, "default": s.default, "range": s.kind.to_string(), "about": s.doc });
    let agent = |(name, about): (&str, &str)| json!({ "name": name, "about": about });
    json!({
        "name": G::NAME,
        "about": G::ABOUT,
        "rules_version": G::RULES_VERSION,
        "options": G::option_specs().iter().map(option).collect::<Vec<_>>(),
        "agents": roster::<G>().into_iter().map(agent).collect::<Vec<_>>(),
        "specialists": G::SPECIALISTS.iter().copied().map(agent).collect::<Vec<_>>(),
        "searches": Spec::HELP.iter().copied().map(agent).collect::<Vec<_>>(),
    })
}
