//! [`Spec`]: a search as a user types it.

use holotable_store::error::Error;

use super::budget::Budget;

/// The name of the search by simulations, with which its specs begin.
pub(crate) const FLAT: &str = "flat";
/// The name of the search without simulations.
pub(crate) const ONE_PLY: &str = "one_ply";

/// How a search compares actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By simulations, within this limit per decision.
    Flat(Budget),
    /// By the mean value right after each action.
    OnePly,
}

/// A search: `flat:BUDGET[@KINDS][+AGENT]` or `one_ply[@KINDS][+AGENT]`, as in `flat:500`, `flat:200ms`, `flat:1000+ppo`,
/// `flat:300@deploy,roll+ppo`, `one_ply+ppo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec<'a> {
    /// How it compares actions.
    pub method: Method,
    /// The kinds of decisions that are searched, with commas between: names of blocks of actions, or `all`; the game's choice
    /// if none are named.
    pub kinds: Option<&'a str>,
    /// The agent that evaluates positions, if one is named: a bot plays them to their end, a network plays two turns and then
    /// uses its value. It also decides where nothing is searched.
    pub evaluator: Option<&'a str>,
}

impl<'a> Spec<'a> {
    /// The words for help texts: how a search is written and what it is.
    pub const HELP: &'static [(&'static str, &'static str)] = &[
        ("flat:BUDGET", "tries every move out, the promising ones more often"),
        ("one_ply", "takes the move after which the mean value is greatest, without simulations"),
        (
            "...+AGENT",
            "with another evaluator than the strongest bot: random or a bot plays to the end, a network two turns on",
        ),
        (
            "...@KINDS",
            "at these kinds of decisions, such as deploy,roll or all, not where it pays most in the game",
        ),
    ];

    /// Reads a search; `None` if `spec` does not begin like one.
    ///
    /// # Errors
    /// One line: what is wrong with the budget or the evaluator.
    pub fn read(spec: &'a str) -> Result<Option<Self>, Error> {
        let (search, evaluator) =
            spec.split_once('+').map_or((spec, None), |(search, evaluator)| (search, Some(evaluator)));
        let (search, kinds) =
            search.split_once('@').map_or((search, None), |(search, kinds)| (search, Some(kinds)));
        let method = match head(search) {
            ONE_PLY if search == ONE_PLY => Method::OnePly,
            ONE_PLY => return Err(Error::new(format!("'{spec}': {ONE_PLY} takes no budget"))),
            FLAT => Method::Flat(budget(spec, search)?),
            _ => return Ok(None),
        };
        match evaluator {
            Some("") => Err(Error::new(format!("'{spec}' names no agent after '+'"))),
            Some(agent) if [FLAT, ONE_PLY].contains(&head(agent)) => {
                Err(Error::new(format!("'{spec}': a search cannot be the evaluator of a search")))
            }
            _ => Ok(Some(Self { method, kinds, evaluator })),
        }
    }
}

/// The budget of the search `flat:BUDGET`, which is part of `spec`.
fn budget(spec: &str, search: &str) -> Result<Budget, Error> {
    let Some(budget) = search[FLAT.len()..].strip_prefix(':') else {
        return Err(Error::new(format!(
            "'{spec}' needs a budget: {FLAT}:1000 for simulations a decision, {FLAT}:200ms for time"
        )));
    };
    Budget::read(budget).ok_or_else(|| {
        Error::new(format!(
            "budget '{budget}' of '{spec}' must be a number of simulations from 1 to 1000000000, or a time such as 200ms"
        ))
    })
}

/// The name with which a spec begins.
pub(crate) fn head(spec: &str) -> &str {
    &spec[..spec.find([':', '@', '+']).unwrap_or(spec.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_read() {
        let cases = [
            ("flat:1000", "1000", None, None),
            ("flat:200ms", "200ms", None, None),
            ("flat:50+ppo", "50", None, Some("ppo")),
            ("flat:7+runs/a+b:c@d", "7", None, Some("runs/a+b:c@d")),
            ("flat:7@all", "7", Some("all"), None),
            ("flat:7ms@deploy,roll+ppo", "7ms", Some("deploy,roll"), Some("ppo")),
        ];
        for (text, budget, kinds, evaluator) in cases {
            let method = Method::Flat(Budget::read(budget).unwrap());
            assert_eq!(Spec::read(text), Ok(Some(Spec { method, kinds, evaluator })), "{text}");
        }
        let cases = [
            ("one_ply", None, None),
            ("one_ply+ppo", None, Some("ppo")),
            ("one_ply@deploy+runs/a:b", Some("deploy"), Some("runs/a:b")),
        ];
        for (text, kinds, evaluator) in cases {
            let method = Method::OnePly;
            assert_eq!(Spec::read(text), Ok(Some(Spec { method, kinds, evaluator })), "{text}");
        }
        for text in ["random", "runs/flat:7", "flatx:7", ""] {
            assert_eq!(Spec::read(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("flat", "needs a budget: flat:1000"),
            ("flat+ppo", "needs a budget: flat:1000"),
            ("flat:", "budget ''"),
            ("flat:many", "budget 'many'"),
            ("flat:10s", "a time such as 200ms"),
            ("flat:0+ppo", "budget '0'"),
            ("flat:10+", "no agent after '+'"),
            ("flat:10+flat:10", "a search cannot be the evaluator"),
            ("flat:10+one_ply+ppo", "a search cannot be the evaluator"),
            ("one_ply:10+ppo", "one_ply takes no budget"),
            ("one_ply+", "no agent after '+'"),
        ];
        for (text, part) in cases {
            let line = Spec::read(text).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
    }
}
