//! [`Tool`]: what a model may ask for, and with which arguments.

use std::sync::Arc;

use holotable_store::error::Error;
use rmcp::model::{Tool as Declared, ToolAnnotations};
use serde_json::{Value, json};

use super::config::Config;
use super::words::{LINES, MOST_LINES};

/// What a model may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Which games there are.
    Games,
    /// How a game is played.
    Rules,
    /// Begins a game.
    New,
    /// The table as the seat sees it.
    Look,
    /// Takes an action.
    Act,
    /// What has happened since the start.
    History,
    /// What may come of an action.
    Chances,
    /// Tells who has won.
    Result,
    /// Tells what an agent would do.
    Hint,
}

const ALL: [Tool; 9] = [
    Tool::Games,
    Tool::Rules,
    Tool::New,
    Tool::Look,
    Tool::Act,
    Tool::History,
    Tool::Chances,
    Tool::Result,
    Tool::Hint,
];

impl Tool {
    /// Every tool; hints only where there is a coach.
    pub fn all(coach: bool) -> impl Iterator<Item = Self> {
        ALL.into_iter().filter(move |&tool| coach || tool != Tool::Hint)
    }

    /// The tool of this name.
    ///
    /// # Errors
    /// One line with those that there are.
    pub fn named(name: &str, coach: bool) -> Result<Self, Error> {
        Self::all(coach).find(|tool| tool.name() == name).ok_or_else(|| {
            let all: Vec<&str> = Self::all(coach).map(Tool::name).collect();
            let name: String = name.chars().take(40).collect();
            Error::new(format!("there is no tool '{name}' (there are {})", all.join(", ")))
        })
    }

    /// The name by which a model calls the tool.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Games => "games",
            Tool::Rules => "rules",
            Tool::New => "new",
            Tool::Look => "look",
            Tool::Act => "act",
            Tool::History => "history",
            Tool::Chances => "chances",
            Tool::Result => "result",
            Tool::Hint => "hint",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Tool::Games => "Which games there are, with their options and opponents.",
            Tool::Rules => "The rules of a game, with its options and components: enough to play by.",
            Tool::New => {
                "Begins a game and shows the table as at your first decision. A game that is under way is given up."
            }
            Tool::Look => {
                "What has happened since your last decision, the table as your seat sees it, what you are asked, and every legal \
                 action."
            }
            Tool::Act => {
                "Takes a legal action, lets the others play until you decide again, and answers as `look` does. An action that is \
                 not legal is refused with the reason, and changes nothing."
            }
            Tool::History => "What has happened in this game, as your seat saw it; the latest last.",
            Tool::Chances => {
                "Everything that may come of a legal action, with exact probabilities, where nothing is hidden from you. Changes \
                 nothing."
            }
            Tool::Result => "Who has won and why, or how the game stands.",
            Tool::Hint => {
                "What an agent would do in your place, and what it expects. It knows what you know."
            }
        }
    }

    /// What it takes by name, as a schema of JSON. What the host has fixed is nothing that a model gives.
    pub fn takes(self, config: &Config) -> Value {
        let action =
            || json!({ "type": "string", "description": "its name or its number, as `look` lists them" });
        let options =
            || json!({ "type": "object", "description": "options of the game by name; `games` lists them" });
        match self {
            Tool::Games | Tool::Look | Tool::Result => json!({}),
            Tool::Rules => json!({
                "game": { "type": "string", "description": "its name; the game under way where it is left out" },
                "options": options(),
            }),
            Tool::New => new(&options(), config),
            Tool::Act | Tool::Chances => json!({ "action": action() }),
            Tool::History => json!({
                "lines": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": MOST_LINES,
                    "description": format!("how many at most; {} where it is left out", LINES),
                },
            }),
            Tool::Hint => json!({
                "agent": { "type": "string", "description": "an agent that `games` lists; the best one that knows these rules where it is left out" },
            }),
        }
    }

    fn needs(self) -> &'static [&'static str] {
        match self {
            Tool::New => &["game"],
            Tool::Act | Tool::Chances => &["action"],
            Tool::Games | Tool::Rules | Tool::Look | Tool::History | Tool::Result | Tool::Hint => &[],
        }
    }

    /// As the protocol wants it.
    pub fn declared(self, config: &Config) -> Declared {
        let schema = json!({
            "type": "object",
            "properties": self.takes(config),
            "required": self.needs(),
            "additionalProperties": false,
        });
        let Value::Object(schema) = schema else { unreachable!("it is an object") };
        let changes = matches!(self, Tool::New | Tool::Act);
        let how = ToolAnnotations::new().read_only(!changes).destructive(self == Tool::New).open_world(false);
        Declared::new(self.name(), self.about(), Arc::new(schema)).with_annotations(how)
    }
}

/// What begins a game.
fn new(options: &Value, config: &Config) -> Value {
    let mut takes = json!({
        "game": { "type": "string", "description": "its name; `games` lists them" },
        "options": options,
        "opponents": {
            "type": "array",
            "items": { "type": "string" },
            "description": "who takes the other seats, in order, the last one all that are left: agents that `games` lists, or \
                searches such as flat:200; the strongest bot where it is left out",
        },
    });
    if config.seats.is_none() {
        takes["seats"] = json!({
            "type": "array",
            "items": { "type": "integer", "minimum": 0 },
            "description": "the seats that you take, from 0; [0] where it is left out",
        });
    }
    if config.seed.is_none() {
        takes["seed"] = json!({
            "type": "integer",
            "minimum": 0,
            "description": "the same seed and the same actions give the same game; one is drawn, and told, where it is left out",
        });
    }
    takes
}
