//! Answers as language models give them, and what each says.

use std::time::{Duration, Instant};

use holotable_env::{Sample, generator};
use holotable_games::GAMES;
use serde_json::json;

use super::*;
use holotable_erased::Kind;

/// The start of a game: one may deploy to three sectors.
fn start() -> Box<dyn AnyState> {
    let game = Kind::named("dark_side_rising").unwrap().build([], None).unwrap();
    game.start(Sample(generator(7, 0)))
}

fn label(state: &dyn AnyState, action: usize) -> String {
    state.rules().label(action)
}

/// `X` stands for the second legal action, `Y` for the first; `x` is X in small letters, `#` its number, `W` its words, `S` its structure.
fn filled(state: &dyn AnyState, answer: &str) -> String {
    let legal = state.legal();
    let (x, y) = (label(state, legal[1]), label(state, legal[0]));
    let structure = holotable_env::action_struct(&x).to_string();
    answer.chars().fold(String::new(), |text, c| match c {
        'X' => text + &x,
        'Y' => text + &y,
        'Ж' => text + &x.to_lowercase(),
        '№' => text + &legal[1].to_string(),
        'Ш' => text + &state.describe_action(legal[1]),
        'Щ' => text + &structure,
        _ => text + &c.to_string(),
    })
}

/// Answers that say X.
const SAID: &[&str] = &[
    "X",
    "  X  ",
    "№",
    "Ж",
    "Ш",
    "Щ",
    "X.",
    "`X`",
    "**X**",
    "“X”",
    "- X",
    "I think.\n\nX\n",
    "I think.\n```\nX\n```",
    "```text\nX\n```\n",
    "Action: X",
    "action: X",
    "ACTION: X",
    "Action: Ж",
    "Action: Ш",
    "Action: №",
    "Action: X.",
    "Action:X",
    "Action : X",
    "**Action:** X",
    "**Action**: X",
    "**Action: X**",
    "*Action:* `X`",
    "__Action:__ X",
    "### Action: X",
    "> Action: X",
    "- **Action:** X",
    "Action: `X`",
    "Action: **X**",
    "Action: \"X\"",
    "Action: 'X'",
    "Action: “X”",
    "Action: «X»",
    "Action: X (Ш)",
    "Action: X  (Ш)",
    "Action: №: X",
    "Action: №: X  (Ш)",
    "Action: I will play X now",
    "Final action: X",
    "**Final Action:** X",
    "My final action: X",
    "The best action: X",
    "Final answer: X",
    "**Answer:** X",
    "Move: X",
    "My move: X",
    "Decision: X",
    "Final Answer: Action: X",
    "I hold. Action: X",
    "Action:\nX",
    "Action:\n\n```\nX\n```",
    "**Action:**\n```json\n{\"action\": \"X\"}\n```",
    "Action：X",
    "行动：X",
    "最终行动：X",
    "アクション：X",
    "Aktion: X",
    "Acción: X",
    "Pelaa nyt: X",
    "\\boxed{X}",
    "$\\boxed{\\text{X}}$",
    "so \\boxed{X}.",
    "\\boxed{Action: X}",
    "<answer>X</answer>",
    "<Answer>\nX\n</Answer>",
    "<action>X</action> it is",
    "<answer>Action: X</answer>",
    "<answer>{\"action\": \"X\"}</answer>",
    "{\"action\": \"X\"}",
    "{\"action\": \"Ж\"}",
    "{\"action\": №}",
    "{\"action\": \"№\"}",
    "{\"action\": Щ}",
    "{\"action\": \"X\", \"why\": \"better than Y\"}",
    "{\"why\": \"my action: Y is worse\", \"action\": \"X\"}",
    "{\"action\": \"X\", \"why\": \"Done. Action: Y is worse, {Y}\"}",
    "{\"move\": \"X\"}",
    "{\"Action\": \"X\"}",
    "{\"ACTION\": \"X\"}",
    "{\"final_action\": \"X\"}",
    "{\"answer\": \"X\"}",
    "{'action': 'X'}",
    "{'action': 'X',}",
    "{\"action\": \"X\",}",
    "{action: \"X\"}",
    "{“action”: “X”}",
    "{\"response\": {\"action\": \"X\"}}",
    "{\"previous_action\": \"Y\", \"action\": \"X\"}",
    "I play {\"action\": \"X\"} for it is best.",
    "I play Щ",
    "```json\n{\n  \"why\": \"it is best\",\n  \"action\": \"X\"\n}\n```\nThat is all.",
    "{\"action\": \"X\", \"why\": \"because",
    "{\"action\": \"nonsense\"} no, rather {\"action\": №}",
    // The last statement counts, in whatever form.
    "First I thought of {\"action\": \"Y\"}, but no.\nAction: X",
    "Action: Y\nNo.\n{\"action\": \"X\"}",
    "Action: Y\n\\boxed{X}",
    "\\boxed{Y} no, <answer>X</answer>",
    "<answer>Y</answer>\nAction: X",
    "Action: Y\nOn second thought:\nAction: X",
    "Y is good, and so is X.\nAction: X",
    "Legal actions:\n- Y\n- X\n\nAction: X",
    "Action: X\n\nX",
    "Action: X\nThis transaction: is done. It scores 3 points.",
    "Action: X\nIt is better than 0 and 1.",
    "I thought of it: {about} all.\nX",
    "Y or not?\nX",
];

/// Answers that say nothing, and a part of why.
const REFUSED: &[(&str, &str)] = &[
    ("", "there is no action in the answer"),
    ("\n \t\n", "there is no action in the answer"),
    ("```\n```", "there is no action in the answer"),
    ("Action:", "no action"),
    ("{\"action\": \"\"}", "there is no action in the answer"),
    ("I would rather not say.", "no action 'I would rather not say'"),
    ("I cannot take part in games of war, sorry.", "no action 'I cannot"),
    ("Action: Y or X", "names two actions, '"),
    ("Action: Y, X", "names two actions, '"),
    ("Action: X\nCorrected pick: Y", "names two actions, '"),
    ("Action: X\n\nLegal actions:\n- Y\n- X", "names two actions, '"),
    ("{\"action\": \"X\"}\nNo, Y.", "names two actions, '"),
    ("Legal actions:\n- Y\n- X", "names two actions, '"),
    ("I think that I shall play X", "no action"),
    ("Action: anything but not X", "no action"),
    ("Action: I don't play X", "no action"),
    ("Action: I don’t play X", "no action"),
    ("Action: X or Deploy sector=endor", "no action"),
    ("Action: 640", "there is no action 640: the actions are 0 to 639"),
    ("Action: -1", "there is no action -1"),
    ("Action: 99999999999999999999", "the number is too great"),
    ("{\"action\": 0.5}", "there is no action 0.5"),
    ("{\"action\": [1]}", "a number, a name or an object with kind, not [1]"),
    ("{\"action\": true}", "a number, a name or an object with kind, not true"),
    ("{\"action\": \"EndTurn\"}", "EndTurn is not legal: it is for step 3"),
    ("action: endturn", "EndTurn is not legal: it is for step 3"),
    ("Action: Deploy sector=endor", "no action 'Deploy sector=endor'"),
    ("Action: X spot=2", "no action"),
    ("Action: 1 or 2 dice", "no action '1 or 2 dice'"),
    ("The score is now: №", "no action"),
    // What is said last counts though it is none.
    ("Action: X\nAction: nonsense", "no action 'nonsense'"),
];

#[test]
fn an_answer_may_stand_in_many_ways() {
    let state = start();
    let state = state.as_ref();
    for answer in SAID {
        let answer = filled(state, answer);
        assert_eq!(read(state, &answer).action, Ok(state.legal()[1]), "{answer}");
        let windows = answer.replace('\n', "\r\n");
        assert_eq!(read(state, &windows).action, Ok(state.legal()[1]), "{windows:?}");
    }
}

#[test]
fn what_says_no_single_action_is_refused_in_one_line() {
    let state = start();
    for (answer, part) in REFUSED {
        let answer = filled(state.as_ref(), answer);
        let why = read(state.as_ref(), &answer).action.unwrap_err().to_string();
        assert!(why.contains(part) && !why.contains('\n') && why.len() < 400, "{answer}: {why}");
    }
    let answer = filled(state.as_ref(), "Action: Y or X");
    let why = read(state.as_ref(), &answer).action.unwrap_err().to_string();
    let legal = state.legal();
    assert!(legal[..2].iter().all(|&action| why.contains(&label(state.as_ref(), action))), "{why}");
}

/// Names hold names, numbers and dots; words are shared. None of that makes one action another.
#[test]
fn every_action_of_every_game_is_read_as_itself() {
    for name in GAMES {
        let game = Kind::named(name).unwrap().build([], None).unwrap();
        let mut bot = game.player("random").unwrap();
        let mut rng = Sample(generator(3, 9));
        let mut s = game.clone().start(Sample(generator(5, 0)));
        let mut decisions = 0;
        while s.actor().is_some() && decisions < 200 {
            decisions += 1;
            let legal = s.legal();
            for &action in legal.iter().step_by(1 + legal.len() / 8) {
                let (name, words) = (game.label(action), s.describe_action(action));
                for answer in [
                    action.to_string(),
                    name.clone(),
                    name.to_lowercase(),
                    format!("**Action:** {name}"),
                    format!("Action: {name} ({words})"),
                    format!("Action: {action}: {name}  ({words})"),
                    format!("Action: I take {name}."),
                    json!({ "why": words, "action": name }).to_string(),
                    holotable_env::action_struct(&name).to_string(),
                ] {
                    assert_eq!(read(s.as_ref(), &answer).action, Ok(action), "{name}: {answer}");
                }
                let by_words = read(s.as_ref(), &format!("Action: {words}")).action;
                let alone = legal
                    .iter()
                    .filter(|&&other| s.describe_action(other).eq_ignore_ascii_case(&words))
                    .count()
                    == 1;
                match by_words {
                    Ok(found) => assert_eq!(found, action, "{words}"),
                    Err(e) => assert!(!alone, "{words}: {e}"),
                }
            }
            let action = bot.choose(s.as_ref(), &mut rng);
            s.apply(action).unwrap();
        }
        assert!(decisions > 10, "{name}");
    }
}

#[test]
fn a_long_answer_is_read_from_its_end_and_in_no_long_time() {
    let state = start();
    let state = state.as_ref();
    let begun = Instant::now();
    for part in [
        "é",
        "Action: Y\n",
        "{\"action\": \"Y\"}\n",
        "{",
        "[",
        "\\boxed{",
        "<answer>",
        "Action:",
        "::",
        "Y ",
        "\"'",
        "\n",
    ] {
        let long = filled(state, &part.repeat(2_000_000 / part.len()));
        let _ = read(state, &long);
        let said = filled(state, "\n\nAction: X");
        assert_eq!(read(state, &(long + &said)).action, Ok(state.legal()[1]), "{part}");
    }
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
}

#[test]
fn what_stands_as_json_is_read_too() {
    let state = start();
    let state = state.as_ref();
    let action = state.legal()[1];
    let name = label(state, action);
    let structure = holotable_env::action_struct(&name);
    for said in [
        json!(action),
        json!(action.to_string()),
        json!(name),
        structure,
        json!(format!("**Action:** {name}")),
    ] {
        assert_eq!(value(state, &said), Ok(action), "{said}");
    }
    for said in [json!(null), json!([]), json!(true), json!({}), json!(1e9), json!("")] {
        assert!(value(state, &said).is_err(), "{said}");
    }
}

#[test]
fn what_was_said_is_told() {
    let state = start();
    let said = |answer: &str| read(state.as_ref(), answer).said;
    assert_eq!(said(""), None);
    assert_eq!(said("Fly").as_deref(), Some("Fly"));
    assert_eq!(said("Action: **Fly**").as_deref(), Some("Fly"));
    assert_eq!(said("{\"action\": 3}").as_deref(), Some("3"));
    assert!(said(&"x".repeat(10_000)).unwrap().len() < 100);
}
