//! `holotable games`: which games there are, with their options and agents.

use std::io::Write;

use holotable_env::OptionSpec;
use holotable_erased::Kind;
use holotable_players::program_spec;
use holotable_players::search::Spec;
use holotable_players::slips;
use serde_json::{Value, json};

use super::{CommandResult, print_json, table};

/// List the games, their options and their agents
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let kinds = Kind::all();
    if args.json {
        return print_json(out, &kinds.iter().map(as_json).collect::<Vec<_>>());
    }
    kinds.iter().try_for_each(|kind| describe(kind, out))
}

fn describe(kind: &Kind, out: &mut dyn Write) -> CommandResult {
    writeln!(out, "{}: {}\n", kind.name, kind.about)?;
    let cells = |s: &OptionSpec| vec![s.name.into(), s.default.into(), s.kind.to_string()];
    if kind.options.is_empty() {
        writeln!(out, "no options")?;
    } else {
        let options: Vec<_> = kind.options.iter().map(cells).collect();
        table::print(out, &["option", "default", "range"], &[0, 1, 2], &options)?;
        writeln!(out)?;
    }
    for spec in kind.options {
        writeln!(out, "{}: {}", spec.name, spec.doc)?;
    }
    writeln!(out, "\nagents:")?;
    for (name, about) in kind.agents() {
        writeln!(out, "  {name:12} {about}")?;
    }
    writeln!(out, "  {:12} a trained network of your own", "FOLDER")?;
    for (name, about) in kind.specialists {
        writeln!(out, "  {:12} any of these, {about}", format!("AGENT+{name}"))?;
    }
    writeln!(out, "  {:12} {}", slips::HELP.0, slips::HELP.1)?;
    writeln!(out, "\nsearches; BUDGET is simulations a decision, such as 1000, or time, such as 200ms:")?;
    for (name, about) in Spec::HELP {
        writeln!(out, "  {name:12} {about}")?;
    }
    writeln!(out, "\nprograms in any language:")?;
    for (name, about) in program_spec::Spec::HELP {
        writeln!(out, "  {name:24} {about}")?;
    }
    Ok(())
}

fn as_json(kind: &Kind) -> Value {
    let option = |s: &OptionSpec| json!({ "name": s.name, "default": s.default, "range": s.kind.to_string(), "about": s.doc });
    let agent = |(name, about): (&str, &str)| json!({ "name": name, "about": about });
    json!({
        "name": kind.name,
        "about": kind.about,
        "rules_version": kind.rules_version,
        "options": kind.options.iter().map(option).collect::<Vec<_>>(),
        "agents": kind.agents().into_iter().map(agent).collect::<Vec<_>>(),
        "specialists": kind.specialists.iter().copied().map(agent).collect::<Vec<_>>(),
        "programs": program_spec::Spec::HELP.iter().copied().map(agent).collect::<Vec<_>>(),
        "searches": Spec::HELP.iter().copied().map(agent).collect::<Vec<_>>(),
    })
}
