//! [`Spec`]: a search as a user types it.

use holotable_store::error::Error;

use super::budget::Budget;

/// The name of the search, with which its specs begin.
pub(crate) const FLAT: &str = "flat";

/// A search: `flat:BUDGET[@KINDS][+AGENT]`, as in `flat:500`, `flat:200ms`, `flat:1000+ppo`, `flat:300@deploy,roll+ppo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec<'a> {
    /// The limit per decision.
    pub budget: Budget,
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
        if head(spec) != FLAT {
            return Ok(None);
        }
        let Some(rest) = spec[FLAT.len()..].strip_prefix(':') else {
            return Err(Error::new(format!(
                "'{spec}' needs a budget: {FLAT}:1000 for simulations a decision, {FLAT}:200ms for time"
            )));
        };
        let (budget, evaluator) =
            rest.split_once('+').map_or((rest, None), |(budget, evaluator)| (budget, Some(evaluator)));
        let (budget, kinds) =
            budget.split_once('@').map_or((budget, None), |(budget, kinds)| (budget, Some(kinds)));
        let Some(budget) = Budget::read(budget) else {
            return Err(Error::new(format!(
                "budget '{budget}' of '{spec}' must be a number of simulations from 1 to 1000000000, or a time such as 200ms"
            )));
        };
        match evaluator {
            Some("") => Err(Error::new(format!("'{spec}' names no agent after '+'"))),
            Some(agent) if head(agent) == FLAT => {
                Err(Error::new(format!("'{spec}': a search cannot be the evaluator of a search")))
            }
            _ => Ok(Some(Self { budget, kinds, evaluator })),
        }
    }
}

/// The name with which a spec begins.
pub(crate) fn head(spec: &str) -> &str {
    &spec[..spec.find([':', '+']).unwrap_or(spec.len())]
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
            let budget = Budget::read(budget).unwrap();
            assert_eq!(Spec::read(text), Ok(Some(Spec { budget, kinds, evaluator })), "{text}");
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
        ];
        for (text, part) in cases {
            let line = Spec::read(text).unwrap_err().to_string();
            assert!(line.contains(part), "{text}: {line}");
        }
    }
}
