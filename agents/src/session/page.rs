//! [`page`]: a game as one HTML file that needs nothing else, neither a server nor a network.
//!
//! The modules of the browser's side stand in it as one script, and the game as data that is packed: positions share most of what
//! they show, so the elements of all pictures and the lines of all words are kept once.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use holotable_env::{Viewer, picture};
use holotable_store::error::Error;
use holotable_store::stop;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{GameSession, Node, Seat, view, web};

/// The modules of a page that stands alone, each behind those that it uses.
const MODULES: [&str; 28] = [
    "dom.js",
    "choice.js",
    "places.js",
    "zoom.js",
    "picture.js",
    "names.js",
    "rules.js",
    "room.js",
    "adapt.js",
    "report.js",
    "tutor.js",
    "story.js",
    "tree.js",
    "cost.js",
    "curve.js",
    "chances.js",
    "header.js",
    "show.js",
    "touch.js",
    "beside.js",
    "ask.js",
    "play.js",
    "time.js",
    "study.js",
    "cards.js",
    "keys.js",
    "board.js",
    "packed.js",
];

/// The line through a node and the variations, as a viewer may know them; with what an evaluator has found, if one was asked.
pub fn page(t: &GameSession, at: usize, viewer: Viewer) -> String {
    let seed = t.told_seed().map_or_else(String::new, |seed| format!(" · {seed}"));
    let title = format!("{}{seed}", picture::heading(t.game.facts().name));
    let data = base64(&packed(data(t, at, viewer).to_string().as_bytes()));
    let script = script();
    let hash = base64(&Sha256::digest(script.as_bytes()));
    let css = web::text("table.css");
    let css_hash = base64(&Sha256::digest(css.as_bytes()));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-{hash}'; \
         style-src 'sha256-{css_hash}'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{css}</style>\n</head>\n<body>\n<main id=\"app\"></main>\n\
         <script type=\"application/octet-stream\" id=\"game\">{data}</script>\n\
         <script type=\"module\">{script}</script>\n</body>\n</html>\n"
    )
}

/// The game that was played, or the position, with what an agent makes of it if one is named.
///
/// # Errors
/// As [`GameSession::evaluate`].
pub fn evaluated(t: &mut GameSession, viewer: Viewer, agent: Option<&str>) -> Result<String, Error> {
    if let Some(agent) = agent {
        t.evaluate(agent, 0)?;
    }
    Ok(page(t, 0, viewer))
}

/// Why a page lacks the chance to win, or what each move was, in a line; nothing where it shows them, or a position alone.
pub fn lacks(t: &GameSession, viewer: Viewer) -> Option<String> {
    if t.nodes.len() == 1 {
        return None;
    }
    let network = || t.game.networks().first().copied();
    let trained = || match network() {
        Some(agent) => format!("Name a trained one, {agent} for instance, to have them."),
        None => "No trained agent in this program plays these rules.".into(),
    };
    let Some(known) = &t.evaluation else {
        let line =
            "No agent was named to evaluate this game, so the chance to win, luck and errors are missing.";
        return Some(format!("{line} {}", trained()));
    };
    let agent = &known.agent;
    // At the end the result is the value, whatever an evaluator makes of it.
    let mut going_on = known.found.iter().filter(|(at, _)| t.nodes[**at].state.actor().is_some());
    if going_on.all(|(_, found)| found.value.is_none()) {
        let line = "gives no evaluation of the position, so the chance to win, luck and errors are missing.";
        return Some(format!("{agent} {line} {}", trained()));
    }
    if known.found.values().all(|found| found.ply.is_none()) {
        let line = "tells the chance to win alone, so luck and errors are missing.";
        return Some(format!("{agent} {line} {}", trained()));
    }
    let left_out = known.found.iter().any(|(&at, found)| t.found_for(at, viewer).as_ref() != Some(found));
    left_out.then(|| "What would tell this viewer something hidden is left out.".into())
}

/// The modules as one: what they say of each other falls away.
fn script() -> String {
    let mut out = String::from("\"use strict\";\n");
    for name in MODULES {
        for line in web::text(name).lines().filter(|line| !line.starts_with("import ")) {
            out.push_str(line.strip_prefix("export ").unwrap_or(line));
            out.push('\n');
        }
    }
    out
}

/// The tree, numbered as files have it ([`GameSession::order`]), and all that is shown of it.
fn data(t: &GameSession, at: usize, viewer: Viewer) -> Value {
    let mut shared = Shared::default();
    let (order, _) = t.order(at);
    let numbers: HashMap<usize, usize> = order.iter().enumerate().map(|(i, &n)| (n, i)).collect();
    let node = |(i, &n): (usize, &usize)| {
        let mut node = view::node(t, n, viewer);
        let Node { parent, children, .. } = t.nodes[n].as_ref();
        // The line through the node comes first, wherever it departs from others.
        let mut children: Vec<usize> = children.iter().map(|child| numbers[child]).collect();
        children.sort_unstable();
        (node["id"], node["parent"], node["children"]) =
            (json!(i), json!(parent.map(|parent| numbers[&parent])), json!(children));
        let shapes = node["picture"]["shapes"].take();
        node["picture"]["shapes"] =
            shared.numbers(shapes.as_array().into_iter().flatten().filter_map(Value::as_str));
        // Of what is shown only what the last move touched is marked.
        let touched = node["move"]["places"].clone();
        if let Some(places) = node["picture"]["places"].as_array_mut() {
            places.retain(|place| touched.as_array().is_some_and(|names| names.contains(&place["name"])));
        }
        let text = node["text"].take();
        node["text"] = shared.numbers(text.as_str().into_iter().flat_map(str::lines));
        // What could have been done instead is not needed to look back.
        if let Some(node) = node.as_object_mut() {
            for key in ["legal", "open", "forced"] {
                node.remove(key);
            }
        }
        node
    };
    // Whoever asks for the end does not want what there is of it.
    let nodes: Vec<Value> = order.iter().enumerate().take_while(|_| !stop::asked()).map(node).collect();
    let found = || order.iter().map(|&at| t.found_for(at, viewer)).collect::<Vec<_>>();
    let analysis = t.evaluation.as_ref().map(|_| found());
    let lacks = lacks(t, viewer);
    let mut table = view::table(t);
    // Levels of the computer are for whoever plays with it. In a game among agents each goes by its name.
    if t.seats.iter().all(|seat| !matches!(seat, Seat::Person)) {
        table["called"] = json!({});
    }
    json!({ "table": table, "shared": shared.all, "nodes": nodes, "analysis": analysis, "lacks": lacks })
}

/// What positions share, each once: the elements of their pictures, and the lines of their words.
#[derive(Default)]
struct Shared {
    all: Vec<String>,
    known: HashMap<String, usize>,
}

impl Shared {
    /// The same by their numbers.
    fn numbers<'a>(&mut self, each: impl Iterator<Item = &'a str>) -> Value {
        let number = |one: &str| {
            *self.known.entry(one.to_owned()).or_insert_with(|| {
                self.all.push(one.to_owned());
                self.all.len() - 1
            })
        };
        each.map(number).collect()
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory is written without fail")
}

/// Bytes as letters, digits, `+` and `/` (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            out.push(if i > chunk.len() { '=' } else { char::from(letter) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_the_standard_has_it() {
        // The test vectors of RFC 4648, section 10.
        let cases = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let wanted = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(cases.map(|case| base64(case.as_bytes())), wanted);
    }

    /// They become one script, so what a module shows the others has a line of its own, and no name is there twice.
    #[test]
    fn modules_can_be_put_together() {
        let mut names: Vec<&str> = Vec::new();
        for name in MODULES {
            for line in web::text(name).lines() {
                assert!(!line.trim_start().starts_with("} from"), "{name}: an import of several lines");
                let line = line.strip_prefix("export ").unwrap_or(line);
                let word = ["const ", "let ", "function ", "async function ", "class "];
                if let Some(rest) = word.iter().find_map(|word| line.strip_prefix(word)) {
                    names.push(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(rest));
                }
            }
        }
        names.sort_unstable();
        assert_eq!(names.windows(2).find(|pair| pair[0] == pair[1] && !pair[0].is_empty()), None);
        assert!(!script().contains("\nimport ") && !script().contains("\nexport "));
        assert!(!script().contains("</script"), "the script would end there");
    }
}
