//! What the first games say is true of the games: each is played by the moves that its lesson recommends.

use std::collections::HashSet;

use holotable_agents::session::{Dice, GameSession, Seat, opening, view, web};
use holotable_env::Viewer;
use holotable_erased::Kind;
use holotable_games::GAMES;
use serde_json::{Map, Value};

/// The longest sentence of a lesson, in words.
const MOST_WORDS: usize = 25;
/// More moves than a lesson takes.
const MOST_MOVES: usize = 500;

/// A lesson as its file has it.
fn lesson(game: &str) -> Map<String, Value> {
    let text = web::lesson(game).unwrap_or_else(|| panic!("{game} has no first game"));
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{game}: {e}"))
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

/// The steps that were met and not read, and those that were, as `lesson.js` has them.
struct Reader<'a> {
    steps: &'a [Value],
    read: HashSet<usize>,
    happened: HashSet<usize>,
}

impl Reader<'_> {
    /// What has happened since the last decision is kept until it is read.
    fn see(&mut self, story: &Value) {
        for event in story.as_array().unwrap() {
            let tells = |step: &Value| {
                let words = step["when"]["words"].as_str().unwrap_or("");
                step["when"]["deed"] == event["deed"] && event["words"].as_str().unwrap().contains(words)
            };
            self.happened.extend((0..self.steps.len()).filter(|&i| tells(&self.steps[i])));
        }
    }

    /// Reads what has happened and what opens the lesson.
    fn tell(&mut self) {
        let opens = |i: &usize| self.steps[*i]["when"].as_object().unwrap().is_empty();
        let told: Vec<usize> =
            (0..self.steps.len()).filter(|i| opens(i) || self.happened.contains(i)).collect();
        self.read.extend(told);
    }

    /// Reads the next step on a decision, if one is left, and gives it.
    fn ask(&mut self, node: &Value) -> Option<usize> {
        let legal = node["legal"].as_array().unwrap();
        let tells = |i: &usize| {
            let when = &self.steps[*i]["when"];
            let (prompt, kind) = (when["prompt"].as_str(), when["move"].as_str());
            let begins = |kind: &str| legal.iter().any(|m| m["label"].as_str().unwrap().starts_with(kind));
            (prompt.is_some() || kind.is_some())
                && prompt.is_none_or(|prompt| node["prompt"].as_str().unwrap().contains(prompt))
                && kind.is_none_or(begins)
        };
        let next = (0..self.steps.len()).filter(|i| !self.read.contains(i)).find(tells)?;
        self.read.insert(next);
        Some(next)
    }
}

/// Plays a first game by what is recommended, until every step was read; gives how many moves that took.
fn taught(game: &str) -> usize {
    let lesson = lesson(game);
    assert_eq!(lesson["game"], game);
    let rules = opening::rules(game, lesson["options"].as_object().unwrap()).unwrap();
    let agent = opening::agent(rules.as_ref(), lesson["agent"].as_str().unwrap()).unwrap();
    let mut seats = vec![agent; rules.teams().players()];
    seats[0] = Seat::Person;
    let mut table = GameSession::new(rules, seats, lesson["seed"].as_u64().unwrap());
    let steps = lesson["steps"].as_array().unwrap();
    let mut reader = Reader { steps, read: HashSet::new(), happened: HashSet::new() };
    let mut at = 0;
    for moves in 0..MOST_MOVES {
        let node = view::node(&table, at, Viewer::Seat(0));
        reader.see(&node["story"]);
        let decides = node["actor"] == 0 && node["forced"] == false;
        if decides || node["over"] == true {
            reader.tell();
        }
        let step = if decides { reader.ask(&node) } else { None };
        let named = step.and_then(|i| steps[i]["play"].as_str());
        if reader.read.len() == steps.len() {
            return moves;
        }
        assert_eq!(node["over"], false, "{game}: not met: {:?}", left(&reader));
        at = if let Some(label) = named {
            let legal = node["legal"].as_array().unwrap();
            let found = legal.iter().find(|m| m["label"] == label);
            let found = found.unwrap_or_else(|| panic!("{game}: {label} is not legal when its step is met"));
            table.play(at, found["action"].as_u64().unwrap() as usize, &Dice::Same).unwrap()
        } else if decides {
            let action = table.choice(at, lesson["teacher"].as_str().unwrap()).unwrap().unwrap();
            table.play(at, action, &Dice::Same).unwrap()
        } else if node["actor"] == 0 {
            table.forced(at).unwrap()
        } else {
            table.let_agent(at).unwrap()
        };
    }
    panic!("{game}: not met in {MOST_MOVES} moves: {:?}", left(&reader));
}

/// The titles of what was not read.
fn left<'a>(reader: &Reader<'a>) -> Vec<&'a str> {
    let unread = reader.steps.iter().enumerate().filter(|(i, _)| !reader.read.contains(i));
    unread.map(|(_, step)| step["title"].as_str().unwrap()).collect()
}

#[test]
fn whoever_follows_a_lesson_meets_every_step() {
    for game in GAMES {
        println!("{game}: every step is met in {} moves", taught(game));
    }
}

#[test]
fn lessons_are_short_and_plain() {
    for game in GAMES {
        let lesson = lesson(game);
        let steps = lesson["steps"].as_array().unwrap();
        assert!((10..=20).contains(&steps.len()), "{game}: {} steps", steps.len());
        let mut titles = HashSet::new();
        for step in steps {
            let title = step["title"].as_str().unwrap();
            assert!(titles.insert(title), "{game}: two steps are called {title}");
            let keys: Vec<&String> = step.as_object().unwrap().keys().collect();
            let known = ["title", "when", "rule", "do", "play"];
            assert!(keys.iter().all(|key| known.contains(&key.as_str())), "{game}, {title}: {keys:?}");
            assert!(
                step.get("play").is_none() || step.get("do").is_some(),
                "{game}, {title}: why that move?"
            );
            let rule = strings(&step["rule"]);
            assert!((1..=3).contains(&rule.len()), "{game}, {title}: {} lines", rule.len());
            for line in rule.into_iter().chain(step.get("do").and_then(Value::as_str)) {
                for sentence in line.split_inclusive(". ") {
                    let words = sentence.split_whitespace().count();
                    assert!(words <= MOST_WORDS, "{game}, {title}: {words} words: {sentence}");
                }
            }
        }
    }
}

#[test]
fn every_game_says_whether_it_has_a_first_game() {
    for kind in Kind::all() {
        assert_eq!(view::kind(&kind)["lesson"], GAMES.contains(&kind.name), "{}", kind.name);
    }
}
