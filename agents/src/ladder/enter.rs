//! How to enter, on the page of a season: all that somebody needs who has nothing but the page.

use holotable_arena::season::Season;

use super::html::{table, text};

/// A complete program, which plays the first legal action.
const BOT: &str = r#"import json, sys

for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "act":
        answer = {"id": question["id"], "action": question["legal"][0]}
        print(json.dumps(answer), flush=True)
"#;

/// The file of its entrant.
const ENTRY: &str = r#"name = "my_bot"
agent = "exec:python3 my_bot.py"
about = "plays the first legal action"
knows = "the rules alone"
licence = "MIT"
files = ["my_bot.py"]        # a change of these makes it another entrant
# games = ["conflict"]       # without this line: all games of the season
# parent = "greedy"          # the entrant it comes from
# log = "said.jsonl"         # prompts and answers of a language model, as holotable.program --log writes them

[limits]                     # each may be left out; these are the defaults
seconds = 10                 # a decision
start_seconds = 20           # more for the first decision
memory_mb = 4096
files_mb = 64                # files that the program writes, in all
processes = 16               # at the same time
"#;

/// What a program reads and may answer, shortened.
const QUESTION: &str = r#"{"type":"game","protocol":1,"game":"rebellion_combat","options":{...},"players":2,"teams":[0,1],"rules":"..."}
{"type":"act","id":2,"legal":[1,18],"seat":0,"seconds":10.0,"prompt":"play a card to block damage, or take it",
 "text":"...","state":{...},
 "actions":[{"action":1,"name":"Done","words":"take the damage","struct":{"kind":"Done"}},
            {"action":18,"name":"Play card=1","words":"play Outmaneuver: ...","struct":{"kind":"Play","card":1}}]}

{"id":2,"action":18}
{"id":2,"action":"Play card=1"}
"#;

const COMMANDS: &str =
    "holotable arena check SEASON my_bot.toml     # up to 50 games of each game against random
holotable compare rebellion_combat 'exec:python3 my_bot.py' expert     # against any agent, as often as you like
holotable arena enter SEASON my_bot.toml     # enters, plays (minutes to hours), prints the ladder
holotable arena page SEASON                  # writes these pages anew
";

/// What may stand behind `agent =`.
const AGENTS: [[&str; 2]; 7] = [
    ["ppo, expert, flat:256+ppo", "an agent by name, also with a search"],
    ["runs/mine/best", "the folder of a checkpoint"],
    ["exec:COMMAND", "a program in any language"],
    ["exec:python3 -m holotable.program my_module:my_agent", "a Python function of a state, or an object"],
    ["exec:python3 -m holotable.program model.zip", "a model of Stable-Baselines3, or FILE.onnx"],
    [
        "exec:python3 -m holotable.program --answers my_module:my_model",
        "a language model, as a function of prompts",
    ],
    [
        "exec:python3 -m holotable.mcp_seat 'my_client {url}'",
        "a client of the Model Context Protocol, such as a coding agent",
    ],
];

/// The section of the page.
pub(super) fn section(season: &Season) -> String {
    let games: Vec<&str> = season.plan.games.keys().map(String::as_str).collect();
    let agents = AGENTS.map(|[agent, what]| vec![format!("<code>{}</code>", text(agent)), text(what)]);
    let [bot, entry, question, commands] = [BOT, ENTRY, QUESTION, COMMANDS].map(text);
    format!(
        "<h2 id=\"enter\">Enter</h2>\n<p>An entrant is a file. The games are {}; <code>holotable rules GAME</code> prints their rules.</p>\n\
         {}<p>A whole program, <code>my_bot.py</code>:</p>\n<pre>{bot}</pre>\n\
         <p>Its entry, <code>my_bot.toml</code>, in the same folder:</p>\n<pre>{entry}</pre>\n\
         <p>With the folder of this season as <code>SEASON</code>:</p>\n<pre>{commands}</pre>\n\
         <p>A program reads one JSON object a line, and answers each question with one. The first line has the rules and needs no \
         answer. <code>text</code> is what the seat sees, in words; <code>state</code> has the same content as data. The action is a number or a \
         name:</p>\n<pre>{question}</pre>\n\
         <ul>\n<li>Each question has all that the seat may know, so a program needs no memory. A program plays many games, and hears of the \
         rules once. Where one action is legal, nothing is asked. Several copies run at the same time.</li>\n\
         <li>A program may write to standard error. If the program ends, the line with the error is shown as the reason.</li>\n\
         <li>The command runs in the folder of the entry. Keep that folder: the season starts the program from there.</li>\n\
         <li>Without a valid answer in time, the entrant forfeits the game. After three forfeits in the check, it does not play that \
         game of the season.</li>\n\
         <li>In a co-operative game the entrant plays all seats.</li>\n\
         <li>Do not change the files of an entrant. A better version enters by other files, under another name.</li>\n\
         <li>If <code>enter</code> is stopped, the same command goes on.</li>\n\
         <li>A new entrant changes no game of the others. Their ratings may move by a few points.</li>\n</ul>\n",
        text(&games.join(", ")),
        table("Values of agent in the entry", &["agent", "entrant"], &agents),
    )
}
