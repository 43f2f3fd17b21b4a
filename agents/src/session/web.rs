//! The files of the browser's side, which travel inside the program. They lie in `agents/web/` and need no build.

/// A file for a browser.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The name of the file in the address.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What it holds.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";

macro_rules! files {
    ($($name:literal $kind:ident),* $(,)?) => {
        &[$(File { name: $name, kind: $kind, text: include_str!(concat!("../../web/", $name)) }),*]
    };
}

/// All of them; a module stands behind those that it uses.
pub const FILES: &[File] = files![
    "index.html" HTML,
    "table.css" CSS,
    "dom.js" JS,
    "choice.js" JS,
    "places.js" JS,
    "zoom.js" JS,
    "picture.js" JS,
    "names.js" JS,
    "rules.js" JS,
    "room.js" JS,
    "adapt.js" JS,
    "report.js" JS,
    "tutor.js" JS,
    "story.js" JS,
    "tree.js" JS,
    "cost.js" JS,
    "curve.js" JS,
    "chances.js" JS,
    "header.js" JS,
    "show.js" JS,
    "touch.js" JS,
    "beside.js" JS,
    "ask.js" JS,
    "play.js" JS,
    "time.js" JS,
    "study.js" JS,
    "cards.js" JS,
    "keys.js" JS,
    "board.js" JS,
    "server.js" JS,
    "kept.js" JS,
    "practise.js" JS,
    "lesson.js" JS,
    "fields.js" JS,
    "start.js" JS,
    "main.js" JS,
    "packed.js" JS,
    "lesson.css" CSS,
    "lessons/conflict.json" JSON,
    "lessons/dark_side_rising.json" JSON,
    "lessons/rebellion.json" JSON,
    "lessons/rebellion_combat.json" JSON,
    "lessons/risk.json" JSON,
];

/// The first game that teaches a game, if there is one.
pub fn lesson(game: &str) -> Option<&'static str> {
    let name = format!("lessons/{game}.json");
    FILES.iter().find(|file| file.name == name).map(|file| file.text)
}

/// The text of a file.
///
/// # Panics
/// If there is none of that name.
pub fn text(name: &str) -> &'static str {
    FILES.iter().find(|file| file.name == name).expect("a file of ours").text
}
