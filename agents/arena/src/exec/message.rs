//! What a program is told, and how its answer is read: one JSON object a line.

use std::time::Duration;

use holotable_env::{Viewer, action_struct};
use serde_json::{Value, json};

use crate::answer as words;
use holotable_erased::{AnyGame, AnyState};

/// The version of the protocol: raised when a program that keeps to it could fail.
const PROTOCOL: u32 = 1;

/// The first line: which game is played, and by which rules.
pub(super) fn game(game: &dyn AnyGame) -> Value {
    json!({
        "type": "game",
        "protocol": PROTOCOL,
        "game": game.facts().name,
        "options": game.options(),
        "players": game.teams().players(),
        "teams": game.teams().of_seats(),
        "rules": game.rules_text(),
    })
}

/// A question: what the acting seat sees, and what it may do. `id` and the numbers of the legal actions come first, so that a
/// program without a reader of JSON finds them.
pub(super) fn question(id: u64, state: &dyn AnyState, seat: usize, limit: Duration) -> Value {
    let rules = state.rules();
    let legal = state.legal();
    let actions: Vec<Value> = legal
        .iter()
        .map(|&action| {
            let label = rules.label(action);
            json!({ "action": action, "name": label, "words": state.describe_action(action), "struct": action_struct(&label) })
        })
        .collect();
    json!({
        "type": "act",
        "id": id,
        "legal": legal,
        "seat": seat,
        "seconds": limit.as_secs_f64(),
        "prompt": state.prompt(),
        "text": state.text(Viewer::Seat(seat)),
        "state": state.json(Viewer::Seat(seat)),
        "actions": actions,
    })
}

/// The answer to a program that wants the whole position: what its seat cannot know has been dealt anew in it.
pub(super) fn position(id: u64, state: &dyn AnyState) -> Value {
    json!({ "type": "position", "id": id, "position": state.json(Viewer::All) })
}

/// What a line of a program is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The answer to the question.
    Answer(usize),
    /// An answer to an earlier one.
    Late,
    /// It wants the position of the question as well.
    WantsPosition,
    /// None of these, and why.
    Wrong(String),
}

/// Reads a line as the answer to the question `id`.
pub(super) fn answer(line: &str, id: u64, state: &dyn AnyState) -> Line {
    let Ok(Value::Object(said)) = serde_json::from_str(line) else {
        return Line::Wrong(format!("its answer is no JSON object: {}", shown(line)));
    };
    if said.get("want").is_some_and(|want| want == "position")
        && said.get("id").and_then(Value::as_u64) == Some(id)
    {
        return Line::WantsPosition;
    }
    let (Some(theirs), Some(action)) = (said.get("id").and_then(Value::as_u64), said.get("action")) else {
        return Line::Wrong(format!("its answer has no id and action: {}", shown(line)));
    };
    if theirs < id {
        return Line::Late;
    }
    if theirs > id {
        return Line::Wrong(format!("it answers the question {theirs}, which was not asked"));
    }
    words::value(state, action).map_or_else(|e| Line::Wrong(e.to_string()), Line::Answer)
}

/// The start of what it said.
fn shown(line: &str) -> String {
    const MOST: usize = 80;
    let start: String = line.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if start.len() < line.len() { format!("{start}...") } else { start }
}

#[cfg(test)]
mod tests {
    use holotable_env::{Sample, generator};
    use holotable_games::GAMES;

    use super::*;
    use holotable_erased::Kind;

    /// What a seat cannot know changes nothing of what a program is told.
    #[test]
    fn a_program_is_told_what_its_seat_sees() {
        for name in GAMES {
            let game = Kind::named(name).unwrap().build([], None).unwrap();
            let mut bot = game.player("greedy").unwrap();
            let (mut rng, mut told) = (Sample(generator(3, 9)), 0);
            for seed in 0..20 {
                let mut s = game.clone().start(Sample(generator(seed, 0)));
                while let Some(seat) = s.actor() {
                    let other = s.known(&mut rng);
                    let limit = Duration::from_secs(1);
                    let [here, there] = [s.as_ref(), other.as_ref()].map(|s| question(1, s, seat, limit));
                    assert_eq!(here, there, "{name}, seed {seed}");
                    told += 1;
                    let action = bot.choose(s.as_ref(), &mut rng);
                    s.apply(action).unwrap();
                }
            }
            assert!(told > 200, "{name}: {told}");
        }
    }

    #[test]
    fn answers_are_read_in_three_ways_and_held_to_the_rules() {
        let game = Kind::named("dark_side_rising").unwrap().build([], None).unwrap();
        let s = game.clone().start(Sample(generator(7, 0)));
        let s = s.as_ref();
        for said in [
            r#"{"id": 5, "action": 1}"#,
            r#"{"id": 5, "action": "Deploy sector=eadu", "why": "it is near"}"#,
            r#"{"action": {"sector": "eadu", "kind": "Deploy"}, "id": 5}"#,
            r#"{"id": 5, "action": "It is near.\n**Action:** deploy sector=eadu"}"#,
        ] {
            assert_eq!(answer(said, 5, s), Line::Answer(1), "{said}");
        }
        assert_eq!(answer(r#"{"id": 4, "action": 1}"#, 5, s), Line::Late);
        let cases = [
            ("1", "no JSON object"),
            ("{", "no JSON object"),
            (r#"{"id": 5}"#, "no id and action"),
            (r#"{"action": 1}"#, "no id and action"),
            (r#"{"id": 6, "action": 1}"#, "the question 6, which was not asked"),
            (r#"{"id": 5, "action": 640}"#, "the actions are 0 to 639"),
            (r#"{"id": 5, "action": -1}"#, "there is no action -1"),
            (r#"{"id": 5, "action": 0.5}"#, "there is no action 0.5"),
            (r#"{"id": 5, "action": "Deploy sector=endor"}"#, "no action 'Deploy sector=endor'"),
            (r#"{"id": 5, "action": {"kind": "Deploy"}}"#, "no action 'Deploy'"),
            (r#"{"id": 5, "action": null}"#, "an action is a number, a name or an object"),
            (r#"{"id": 5, "action": "EndTurn"}"#, "EndTurn is not legal: "),
        ];
        for (said, part) in cases {
            let Line::Wrong(why) = answer(said, 5, s) else { panic!("{said} is taken") };
            assert!(why.contains(part), "{said}: {why}");
        }
        let long = format!("\u{1b}{}", "x".repeat(10_000));
        let Line::Wrong(why) = answer(&long, 5, s) else { panic!("it is taken") };
        assert!(why.len() < 200 && !why.contains('\u{1b}'), "{why}");
    }

    #[test]
    fn the_start_of_a_question_is_read_without_a_reader() {
        let game = Kind::named("dark_side_rising").unwrap().build([], None).unwrap();
        let s = game.start(Sample(generator(7, 0)));
        let line = question(12, s.as_ref(), 0, Duration::from_millis(1500)).to_string();
        assert!(line.starts_with(r#"{"type":"act","id":12,"legal":[0,1,2],"#), "{line}");
        assert!(!line.contains('\n'), "{line}");
    }
}
