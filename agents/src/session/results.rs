//! [`merge`]: the results of a move, those that lead to equal positions as one; [`split`]: what they have in common; [`lead`]: where
//! a move leads, in short.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use holotable_env::{Outcome, Viewer};
use holotable_erased::AnyState;
use serde_json::{Value, json};

/// Ways that lead to equal states.
#[derive(Debug)]
pub struct Merged<S> {
    /// The first of these ways, with the probability of all.
    pub way: Outcome<S>,
    /// How many they are.
    pub ways: usize,
}

/// Adds up equal states; the most likely first, and among equals the first in the order of chance.
pub fn merge<S: Eq + Hash>(ways: Vec<Outcome<S>>) -> Vec<Merged<S>> {
    // For each way, the first that leads to an equal state.
    let mut known: HashMap<&S, usize> = HashMap::new();
    let firsts: Vec<usize> =
        ways.iter().enumerate().map(|(i, way)| *known.entry(&way.state).or_insert(i)).collect();
    let mut merged: Vec<Merged<S>> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for (i, (way, first)) in ways.into_iter().zip(firsts).enumerate() {
        if first == i {
            places.insert(i, merged.len());
            merged.push(Merged { way, ways: 1 });
        } else {
            let known = &mut merged[places[&first]];
            known.way.probability += way.probability;
            known.ways += 1;
        }
    }
    merged.sort_by(|a, b| b.way.probability.total_cmp(&a.way.probability));
    merged
}

/// What all lists have in common, and what is left of each.
pub fn split(lists: &[Vec<String>]) -> (Vec<String>, Vec<Vec<String>>) {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for item in lists.iter().flatten() {
        *counts.entry(item).or_default() += 1;
    }
    let shared = |item: &String| counts.get(item.as_str()) == Some(&lists.len());
    let always: Vec<String> = lists.iter().take(1).flatten().filter(|item| shared(item)).cloned().collect();
    let rest = lists.iter().map(|list| list.iter().filter(|item| !shared(item)).cloned().collect());
    (always, rest.collect())
}

/// The most results that are put in words.
const TOLD: usize = 200;

/// The results of a move with their probabilities, in the words of what happens, as a viewer may know it; with what `value` says of
/// each position that they lead to.
///
/// # Errors
/// One line: it is not legal, or has more results than `limit`.
pub fn results(
    s: &dyn AnyState,
    action: usize,
    limit: usize,
    viewer: Viewer,
    mut value: impl FnMut(&dyn AnyState) -> Option<f64>,
) -> Result<Value, holotable_store::error::Error> {
    let refuse = |e: &dyn std::fmt::Display| holotable_store::error::Error::new(e.to_string());
    let merged = merge(s.outcomes(action, limit).map_err(|e| refuse(&e))?);
    // What chance showed, and what came of it.
    let mut shown: HashSet<String> = HashSet::new();
    let result = merged.iter().take(TOLD).map(|result| {
        let result = s.copy(false).play(action, Some(&result.way.picks)).map_err(|e| refuse(&e))?;
        let events = result.story.events.iter();
        shown.extend(events.filter(|e| e.deed.is_chance()).map(|e| e.words(viewer)));
        Ok(result.story.lines(viewer))
    });
    let lines: Vec<Vec<String>> = result.collect::<Result<_, holotable_store::error::Error>>()?;
    let (always, rest) = split(&lines);
    // A sum over some of the results would be no mean.
    let valued = merged.len() <= TOLD;
    let values: Vec<Option<f64>> =
        merged.iter().take(if valued { TOLD } else { 0 }).map(|it| value(it.way.state.as_ref())).collect();
    let result = |i: usize, result: &Merged<Box<dyn AnyState>>, words: &Vec<String>| {
        json!({
            "probability": result.way.probability,
            "ways": result.ways,
            "picks": result.way.picks,
            "value": values.get(i).copied().flatten(),
            "shown": words.iter().filter(|line| shown.contains(*line)).collect::<Vec<_>>(),
            "then": words.iter().filter(|line| !shown.contains(*line)).collect::<Vec<_>>(),
        })
    };
    let listed = merged.iter().zip(&rest).enumerate();
    let listed = listed.map(|(i, (way, words))| result(i, way, words));
    Ok(json!({
        "action": action,
        "words": s.describe_action(action),
        "always": always,
        "count": merged.len(),
        "results": listed.collect::<Vec<_>>(),
    }))
}

/// Where a move leads, of its [`results`]: how many there are, their mean value, and what the likeliest of them is.
pub fn lead(results: &Value) -> Value {
    let listed = results["results"].as_array().map_or(&[][..], Vec::as_slice);
    let number = |it: &Value, key: &str| it[key].as_f64();
    let mean =
        listed.iter().try_fold(0.0, |sum, it| Some(sum + number(it, "probability")? * number(it, "value")?));
    let first = listed.first();
    let events = |it: &Value| {
        ["shown", "then"].iter().filter_map(|key| it[key].as_array().cloned()).flatten().collect()
    };
    let then: Vec<Value> = first.map(events).unwrap_or_default();
    let always = results["always"].as_array().cloned().unwrap_or_default();
    json!({
        "words": results["words"],
        "count": results["count"],
        "value": mean.filter(|_| !listed.is_empty()),
        "probability": first.map(|it| &it["probability"]),
        "then": always.into_iter().chain(then).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_states_are_added_up_and_the_likeliest_comes_first() {
        let way = |probability, state| Outcome { probability, picks: vec![], state };
        let merged = merge(vec![way(0.25, 'a'), way(0.5, 'b'), way(0.125, 'a'), way(0.125, 'c')]);
        let seen: Vec<_> = merged.iter().map(|m| (m.way.state, m.way.probability, m.ways)).collect();
        assert_eq!(seen, [('b', 0.5, 1), ('a', 0.375, 2), ('c', 0.125, 1)]);
    }

    #[test]
    fn a_move_leads_to_the_mean_of_its_results_and_likely_to_the_first() {
        let result = |p: f64, value: f64, line: &str| json!({ "probability": p, "value": value, "shown": [line], "then": [] });
        let results = |list: Vec<Value>| json!({ "words": "roll", "count": 2, "always": ["it rolls"], "results": list });
        let found = lead(&results(vec![result(0.75, 1.0, "six"), result(0.25, 0.5, "one")]));
        assert_eq!((&found["value"], &found["probability"]), (&json!(0.875), &json!(0.75)));
        assert_eq!(found["then"], json!(["it rolls", "six"]));
        // Where nobody says what a result is worth, there is no mean.
        let unvalued = json!({ "probability": 0.25, "value": null, "shown": [], "then": [] });
        assert_eq!(lead(&results(vec![result(0.75, 1.0, "six"), unvalued]))["value"], Value::Null);
    }

    #[test]
    fn what_all_results_share_is_said_once() {
        let words = |list: &[&str]| -> Vec<String> { list.iter().map(|&w| w.to_owned()).collect() };
        let (always, rest) = split(&[words(&["a", "b"]), words(&["b"]), words(&["c", "b"])]);
        assert_eq!((always, rest), (words(&["b"]), vec![words(&["a"]), words(&[]), words(&["c"])]));
    }
}
