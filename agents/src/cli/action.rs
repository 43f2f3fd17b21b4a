//! Actions as people name them: by number or by label.

use holotable_env::suggest;
use holotable_erased::{AnyGame, AnyState};
use holotable_players::observation_wrapper::FeatureSet;
use holotable_store::error::Error;

/// The action with this number or label, legal or not.
pub fn named(game: &dyn AnyGame, name: &str) -> Option<usize> {
    let mut all = 0..game.layout(FeatureSet::PLAIN).actions;
    match name.trim().parse() {
        Ok(number) => Some(number).filter(|number| all.contains(number)),
        Err(_) => all.find(|&a| game.label(a).eq_ignore_ascii_case(name.trim())),
    }
}

/// The legal action with this number or label; an error ends with `tip`.
pub fn legal(s: &dyn AnyState, name: &str, tip: &str) -> Result<usize, Error> {
    let refuse = |what: String| Err(Error::new(what));
    let (game, legal) = (s.rules(), s.legal());
    match named(game.as_ref(), name) {
        Some(_) if legal.is_empty() => refuse("the game is over: nothing can be played".into()),
        Some(a) => match s.why_illegal(a) {
            None => Ok(a),
            Some(why) => refuse(format!("{} is not legal: {why}", game.label(a))),
        },
        None => {
            let labels: Vec<String> = legal.iter().map(|&a| game.label(a)).collect();
            let hint = suggest(name, labels.iter().map(String::as_str));
            let last = game.layout(FeatureSet::PLAIN).actions - 1;
            refuse(format!("no action '{name}'{hint} (a label or a number from 0 to {last}; {tip})"))
        }
    }
}
