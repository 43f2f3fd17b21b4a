//! [`page`]: a game as one HTML file that needs nothing else, neither a server nor a network.
//!
//! The modules of the browser's side stand in it as one script, and the game as data that is packed: positions share most of what
//! they show, so the elements of all pictures are kept once.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use holotable_env::{Viewer, picture};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Table, view, web};
use crate::error::Error;

/// The modules of a page that stands alone, each behind those that it uses.
const MODULES: [&str; 8] =
    ["dom.js", "picture.js", "story.js", "tree.js", "curve.js", "chances.js", "board.js", "packed.js"];

/// The game up to a node, as a viewer may know it; with what a judge has found of it, if one was asked.
pub fn page(t: &Table, at: usize, viewer: Viewer) -> String {
    let seed = t.seed.map_or_else(String::new, |seed| format!(" · {seed}"));
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
/// As [`Table::evaluate`].
pub fn judged(t: &mut Table, viewer: Viewer, agent: Option<&str>) -> Result<String, Error> {
    let last = t.end(0);
    if let Some(agent) = agent {
        t.evaluate(last, agent, 0)?;
    }
    Ok(page(t, last, viewer))
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

/// The line to a node and all that is shown of it.
fn data(t: &Table, at: usize, viewer: Viewer) -> Value {
    let mut shapes: Vec<String> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let path = t.path(at);
    let last = path.len() - 1;
    let nodes = path.iter().enumerate().map(|(i, &n)| {
        let mut node = view::node(t, n, viewer);
        // The pages number the nodes of the line by their order.
        node["id"] = json!(i);
        node["parent"] = if i == 0 { Value::Null } else { json!(i - 1) };
        node["children"] = if i == last { json!([]) } else { json!([i + 1]) };
        let drawn = node["picture"]["shapes"].take();
        let numbers = drawn.as_array().into_iter().flatten().filter_map(Value::as_str).map(|shape| {
            *known.entry(shape.to_owned()).or_insert_with(|| {
                shapes.push(shape.to_owned());
                shapes.len() - 1
            })
        });
        node["picture"]["shapes"] = numbers.collect();
        // What could have been done instead is not needed to look back.
        if let Some(node) = node.as_object_mut() {
            for key in ["legal", "text", "open", "forced"] {
                node.remove(key);
            }
        }
        node
    });
    let nodes: Vec<Value> = nodes.collect();
    let analysis =
        t.evaluation.as_ref().map(|known| path.iter().map(|at| known.found.get(at)).collect::<Vec<_>>());
    json!({ "table": view::table(t), "shapes": shapes, "nodes": nodes, "analysis": analysis })
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
