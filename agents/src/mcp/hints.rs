//! What helps to decide: the [`chances`] of an action, and a [`hint`] of an agent. Neither tells anything hidden.

use holotable_arena::answer;
use holotable_store::error::Error;
use serde_json::Value;

use super::playing::Playing;
use crate::session::results::results;

/// The most results of an action that are counted.
const RESULTS: usize = 5_000;
/// The most of them that are told.
const TOLD: usize = 50;
/// The most moves of a hint.
const MOVES: usize = 10;

/// What may come of a legal action, where nothing is hidden from the seat that decides.
///
/// # Errors
/// One line: it is not the model's turn, something is hidden, the action is not legal, or too much may come of it.
pub fn chances(game: &Playing, action: &Value) -> Result<String, Error> {
    must_be_asked(game)?;
    let action = answer::value(game.state(), action)?;
    if !game.table.hides_nothing(game.at, game.viewer()) {
        return Err(Error::new("something is hidden from your seat, and the chances would tell it"));
    }
    let listed = results(game.state(), action, RESULTS, game.viewer(), |_| None)?;
    let list = |words: &Value| {
        let words: Vec<&str> = words.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        words.join("; ")
    };
    let all = listed["results"].as_array().map_or(&[][..], Vec::as_slice);
    let mut lines = vec![format!("{}: {} results", game.table.game.label(action), all.len())];
    if listed["always"].as_array().is_some_and(|always| !always.is_empty()) {
        lines.push(format!("always: {}", list(&listed["always"])));
    }
    lines.extend(all.iter().take(TOLD).map(|one| {
        let share = 100.0 * one["probability"].as_f64().unwrap_or_default();
        let words = [list(&one["shown"]), list(&one["then"])];
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
        format!("{share:.3} %: {}", words.join(" | "))
    }));
    if all.len() > TOLD {
        lines.push(format!("and {} less likely ones", all.len() - TOLD));
    }
    Ok(lines.join("\n"))
}

/// What an agent of the game's own would do in the model's place. Searches are not asked: how they deal what is hidden hangs on
/// what it is.
///
/// # Errors
/// One line: it is not the model's turn, or there is no such agent.
pub fn hint(game: &mut Playing, agent: Option<&str>) -> Result<String, Error> {
    must_be_asked(game)?;
    let facts = *game.table.game.facts();
    let names: Vec<&str> = facts.agents().into_iter().map(|(name, _)| name).collect();
    let agent = agent.unwrap_or_else(|| game.table.game.best());
    if !names.contains(&agent) {
        return Err(Error::new(format!("no agent '{agent}' gives hints (there are {})", names.join(", "))));
    }
    let Some(analysis) = game.table.analysis(game.at, agent)? else {
        let choice = game.table.choice(game.at, agent)?.expect("the game goes on");
        return Ok(format!("{agent} would play {}", game.table.game.label(choice)));
    };
    let label = |action| game.table.game.label(action);
    let mut lines = vec![
        format!("{agent} would play {}", label(analysis.action)),
        format!("It expects to win {:.1} % and considered:", 100.0 * analysis.score),
    ];
    lines.extend(
        analysis.moves.iter().take(MOVES).map(|m| format!("{:.1} %  {}", 100.0 * m.share, label(m.action))),
    );
    Ok(lines.join("\n"))
}

fn must_be_asked(game: &Playing) -> Result<(), Error> {
    if game.is_asked() { Ok(()) } else { Err(Error::new("you do not decide anything now")) }
}
