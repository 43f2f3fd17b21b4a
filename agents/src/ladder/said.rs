//! What a language model was asked and said, from the log that its program keeps.

use std::fmt::Write as _;
use std::path::Path;

use holotable_arena::season::Entrant;
use holotable_store::files;
use serde::Deserialize;

use super::html::text;

/// The most bytes of a log that is read, the answers that are shown, and the characters of each text.
const MOST: u64 = 1 << 28;
const SHOWN: usize = 10;
const LONGEST: usize = 8_000;

/// A line of the log; see `--log` of `holotable.program`.
#[derive(Deserialize)]
struct Line {
    prompt: String,
    answer: serde_json::Value,
    action: Option<u64>,
    error: Option<String>,
}

/// The first answers in the log of an entrant; nothing where it names no log.
pub(super) fn section(entrant: &Entrant, season: &Path) -> String {
    let Some(log) = &entrant.entry.log else { return String::new() };
    let mut out = format!(
        "<h2>What it said</h2>\n<p>The first answers in <code>{}</code>.",
        text(&log.to_string_lossy())
    );
    let read = files::bytes(&entrant.folder(season).join(log), MOST);
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(why) => {
            let _ = writeln!(out, " It cannot be read: {}.</p>", text(&why.to_string()));
            return out;
        }
    };
    out += "</p>\n";
    let lines = String::from_utf8_lossy(&bytes);
    for line in lines.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()).take(SHOWN) {
        let answer = line.answer.as_str().map_or_else(|| line.answer.to_string(), str::to_owned);
        let verdict = match (line.action, line.error) {
            (Some(action), _) => format!("action {action}"),
            (None, why) => format!("refused: {}", why.unwrap_or_default()),
        };
        let [prompt, answer] =
            [&line.prompt, &answer].map(|it| text(&it.chars().take(LONGEST).collect::<String>()));
        let _ = writeln!(
            out,
            "<details><summary>{}</summary>\n<p class=\"caption\">asked</p><pre>{prompt}</pre>\n\
             <p class=\"caption\">said</p><pre>{answer}</pre></details>",
            text(&verdict)
        );
    }
    out
}
