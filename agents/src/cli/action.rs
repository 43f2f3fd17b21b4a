//! Actions as people name them: by number or by label.

use holotable_agents::error::Error;
use holotable_env::{Finite, Tabletop, legal_actions, suggest};

/// The action with this number or label, legal or not.
pub fn named<A: Finite>(name: &str) -> Option<A> {
    match name.trim().parse() {
        Ok(number) => A::try_at(number),
        Err(_) => A::all().find(|a| a.label().eq_ignore_ascii_case(name.trim())),
    }
}

/// The legal action with this number or label; an error ends with `tip`.
pub fn legal<G: Tabletop>(game: &G, s: &G::State, name: &str, tip: &str) -> Result<G::Action, Error> {
    let refuse = |what: String| Err(Error::new(what));
    let legal = legal_actions(game, s);
    match named(name) {
        Some(a) if legal.contains(&a) => Ok(a),
        Some(_) if legal.is_empty() => refuse("the game is over: nothing can be played".into()),
        Some(a) => refuse(format!("{} is not legal: {}", a.label(), game.why_illegal(s, a))),
        None => {
            let labels: Vec<String> = legal.iter().map(|a| a.label()).collect();
            let hint = suggest(name, labels.iter().map(String::as_str));
            let last = G::Action::N - 1;
            refuse(format!("no action '{name}'{hint} (a label or a number from 0 to {last}; {tip})"))
        }
    }
}
