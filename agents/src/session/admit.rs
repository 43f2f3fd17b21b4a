//! [`admit`]: which agents a stranger may ask for: those with a name, and searches that end soon. Never a path or a program.

use holotable_players::facts::Facts;
use holotable_players::search::Spec;
use holotable_players::slips;
use holotable_store::error::Error;

/// The most simulations a decision that a stranger may ask for.
pub const MOST_SIMULATIONS: u64 = 5_000;

/// The most characters of a name that a stranger gives.
const MOST_NAME: usize = 80;

/// Whether a stranger, as a page is, may have the agent of this name.
///
/// # Errors
/// One line with those that there are.
pub fn admit(facts: &Facts, name: &str) -> Result<(), Error> {
    if name.chars().count() > MOST_NAME {
        return Err(Error::new(format!("the name of an agent has at most {MOST_NAME} characters here")));
    }
    let names: Vec<&str> = facts.agents().into_iter().map(|(name, _)| name).collect();
    let refuse = || {
        let all = names.join(", ");
        Error::new(format!(
            "no agent '{}' here (there are {all}, and searches of at most {MOST_SIMULATIONS} simulations such as flat:200)",
            name.chars().take(40).collect::<String>()
        ))
    };
    // A stranger may have the agent, so one that slips too.
    if let Some((_, agent)) = slips::read(name)? {
        return admit(facts, agent);
    }
    let known = |name: &str| names.contains(&name);
    // A specialist takes a kind of decision over from any of them.
    let name = match name.rsplit_once('+') {
        Some((agent, special)) if facts.specialists.iter().any(|(known, _)| *known == special) => agent,
        _ => name,
    };
    if known(name) {
        return Ok(());
    }
    let (search, evaluator) =
        name.split_once('+').map_or((name, None), |(search, evaluator)| (search, Some(evaluator)));
    // Which kinds of decisions it makes is the game's choice, or all.
    let search = search.strip_suffix("@all").unwrap_or(search);
    let simulations = search.split_once(':').and_then(|(_, n)| n.parse::<u64>().ok());
    let soon = simulations.is_some_and(|n| (1..=MOST_SIMULATIONS).contains(&n));
    match Spec::read(search) {
        Ok(Some(_)) if soon && evaluator.is_none_or(known) => Ok(()),
        _ => Err(refuse()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use holotable_erased::Kind;

    #[test]
    fn a_stranger_may_name_agents_and_no_paths() {
        let kind = Kind::named("dark_side_rising").unwrap();
        for good in [
            "random",
            "expert",
            "ppo",
            "expert+dice",
            "flat:200",
            "slips:5+ppo",
            "slips:5+flat:200",
            "flat:5000+ppo",
            "flat:9+expert+dice",
            "flat:64@all",
        ] {
            assert_eq!(admit(&kind, good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "checkpoints/dark_side_rising",
            "../../etc",
            "/etc/passwd",
            "flat:5001",
            "flat:0",
            "flat:1000000000000",
            "flat:200ms",
            "flat:9+runs/mine",
            "flat:9+",
            "flat:9@deploy",
            "runs/x+dice",
            "ppo\0",
            "exec:true",
        ] {
            assert!(admit(&kind, bad).is_err(), "{bad}");
        }
    }
}
