//! A game as one page: it holds the game, and nothing that a viewer may not know.

use std::io::Read;

use flate2::read::GzDecoder;
use holotable_agents::session::page::{lacks, page};
use holotable_agents::session::{GameSession, Seat};
use holotable_arena::luck;
use holotable_env::{Sample, Viewer, generator};
use holotable_erased::Kind;
use serde_json::{Value, json};

use crate::study::studied;

fn played(game: &str, seed: u64) -> (GameSession, usize) {
    let game = Kind::named(game).unwrap().build([], None).unwrap();
    let seats = vec![Seat::Agent("expert".into()); game.teams().players()];
    let (mut table, mut at) = (GameSession::new(game, seats, seed), 0);
    while table.nodes[at].state.actor().is_some() {
        at = table.let_agent(at).unwrap();
    }
    (table, at)
}

/// The data of a page.
fn data(page: &str) -> Value {
    let begin = page.find("id=\"game\">").unwrap() + "id=\"game\">".len();
    let text = &page[begin..begin + page[begin..].find('<').unwrap()];
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for four in text.trim_end_matches('=').as_bytes().chunks(4) {
        let word =
            four.iter().fold(0u32, |word, &c| word << 6 | u32::from(digit(c))) << (6 * (4 - four.len()));
        bytes.extend(&word.to_be_bytes()[1..four.len()]);
    }
    let mut json = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

#[test]
fn a_page_holds_the_game_and_needs_nothing_else() {
    for game in ["dark_side_rising", "rebellion_combat"] {
        let (table, last) = played(game, 2);
        let text = page(&table, last, Viewer::All);
        assert!(text.len() < 300_000, "{game}: {} bytes", text.len());
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let allowed = text.matches("http://www.w3.org/2000/svg").count();
            let found = text.matches(outside).count() - if outside == "http://" { allowed } else { 0 };
            assert_eq!(found, 0, "{game}: {outside}");
        }
        let data = data(&text);
        let nodes = data["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), table.nodes.len());
        let shared = data["shared"].as_array().unwrap();
        for (node, kept) in nodes.iter().zip(&table.nodes) {
            let drawn = node["picture"]["shapes"].as_array().unwrap();
            let picture = kept.state.picture(Viewer::All);
            assert_eq!(drawn.len(), picture.shapes.len());
            let first = drawn[0].as_u64().unwrap() as usize;
            assert_eq!(shared[first].as_str().unwrap(), picture.shapes[0].element());
            let lines = node["text"].as_array().unwrap().iter().map(|i| i.as_u64().unwrap() as usize);
            let words: Vec<&str> = lines.map(|i| shared[i].as_str().unwrap()).collect();
            assert_eq!(words, kept.state.text(Viewer::All).lines().collect::<Vec<_>>());
        }
    }
}

/// The line that is asked for comes first at each fork, and the others stay beside it with what was made of them.
#[test]
fn a_page_keeps_variations_names_and_evaluations() {
    let (table, _) = studied();
    // The last of a variation, and a node of the main line.
    let last = table.order(0).0[table.order(0).1[1].1];
    for at in [last, 3] {
        let data = data(&page(&table, at, Viewer::All));
        let nodes = data["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), table.nodes.len());
        let child = |at: usize| nodes[at]["children"][0].as_u64().map(|child| child as usize);
        let line: Vec<usize> = std::iter::successors(Some(0), |&at| child(at)).collect();
        assert_eq!(line, (0..table.path(table.end(at)).len()).collect::<Vec<_>>());
        let forks = nodes.iter().map(|node| node["children"].as_array().unwrap().len().saturating_sub(1));
        assert_eq!(forks.sum::<usize>(), 3, "the other lines");
        for node in nodes {
            for child in node["children"].as_array().unwrap() {
                assert_eq!(nodes[child.as_u64().unwrap() as usize]["parent"], node["id"]);
            }
        }
        let mut names: Vec<&str> = nodes.iter().filter_map(|node| node["name"].as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["lost, or won", "the other sector"]);
        let found = data["analysis"].as_array().unwrap();
        assert!(found.len() == nodes.len() && found.iter().all(|found| found["value"].is_f64()));
    }
}

/// Nobody is left to guess why there is no chance to win, or neither luck nor error.
#[test]
fn a_page_says_why_values_are_missing() {
    let (mut table, last) = played("rebellion_combat", 3);
    let says = |table: &GameSession, words: &[&str]| {
        let told = data(&page(table, last, Viewer::All))["lacks"].clone();
        assert_eq!(told, json!(lacks(table, Viewer::All)));
        let line = told.as_str().unwrap_or_default();
        assert!(
            words.iter().all(|word| line.contains(word)) && line.is_empty() == words.is_empty(),
            "{line}"
        );
    };
    says(&table, &["No agent was named", "ppo"]);
    table.evaluate("expert", 0).unwrap();
    says(&table, &["expert gives no evaluation", "ppo"]);
    table.evaluate("flat:1@all", 0).unwrap();
    says(&table, &["flat:1@all tells the chance to win alone", "ppo"]);
    table.evaluate("ppo", 0).unwrap();
    says(&table, &[]);
    assert!(lacks(&table, Viewer::Seat(0)).is_some_and(|line| line.contains("left out")));
    // No trained agent plays these rules.
    let game = Kind::named("rebellion").unwrap().build([("missions", "all")], None).unwrap();
    let mut other = GameSession::new(game, vec![Seat::Agent("random".into()); 2], 1);
    other.let_agent(0).unwrap();
    assert!(lacks(&other, Viewer::All).is_some_and(|line| line.contains("No trained agent in this program")));
    let alone = GameSession::of_position(other.nodes[0].state.as_ref());
    assert_eq!(lacks(&alone, Viewer::All), None, "a position alone is not evaluated");
}

/// What a seat's page says of positions is the same whatever the others hold, as far as the seat can know.
#[test]
fn a_page_of_a_seat_judges_by_what_the_seat_knows() {
    let (mut table, last) = played("rebellion_combat", 3);
    table.evaluate("ppo", 0).unwrap();
    let all = data(&page(&table, last, Viewer::All))["analysis"].clone();
    let mut evaluator = table.game.player("ppo").unwrap();
    for seat in 0..2 {
        let told = data(&page(&table, last, Viewer::Seat(seat)))["analysis"].clone();
        let (mut kept, mut left_out, mut plies) = (0, 0, 0);
        for (at, node) in table.nodes.iter().enumerate() {
            let mut twin = node.state.copy(false);
            twin.set_rng(Some(Sample(generator(at as u64, 1))));
            let dealt: Vec<_> = (0..20).map(|_| twin.redeal(seat).unwrap()).collect();
            let hidden = dealt.iter().any(|other| !other.same(node.state.as_ref()));
            match told[at]["value"].as_f64() {
                None => left_out += usize::from(all[at]["value"].is_f64()),
                Some(value) => {
                    kept += 1;
                    for other in &dealt {
                        assert_eq!(luck::value(evaluator.as_mut(), other.as_ref(), 0), Some(value), "{at}");
                    }
                }
            }
            if told[at]["ply"].is_object() {
                plies += 1;
                assert!(!hidden || node.state.actor().is_none(), "{at}: {}", told[at]);
            }
        }
        assert!(kept > 5 && left_out > 5, "seat {seat}: {kept} kept, {left_out} left out, {plies} moves");
        assert_eq!(told[last]["value"], json!(table.nodes[last].state.scores().unwrap()[0]));
    }
}

/// The page of a seat has no card that only the other side knew.
#[test]
fn a_page_of_a_seat_keeps_the_secrets_of_others() {
    let hidden: usize = (0..8).map(secrets_kept).sum();
    assert!(hidden > 0, "nothing was hidden in these games");
}

/// How often the page of seat 0 leaves a card out that only seat 1 knew of until the end.
fn secrets_kept(seed: u64) -> usize {
    let (table, last) = played("rebellion_combat", seed);
    let data = data(&page(&table, last, Viewer::Seat(0)));
    let states: Vec<Value> = table.nodes.iter().map(|node| node.state.json(Viewer::All)).collect();
    let mut open = String::new();
    for (node, state) in data["nodes"].as_array().unwrap().iter().zip(&states) {
        let seen = [&node["move"], &state["discards"], &state["empire"]["hand"]];
        open.extend(seen.map(Value::to_string));
    }
    let shown = format!("{}{}", data["shared"], data["nodes"]);
    let mut hidden = 0;
    for state in &states {
        let decks = state["rebels"]["hand"].as_object().into_iter().flatten();
        for name in decks.flat_map(|(_, deck)| deck.as_object().into_iter().flatten().map(|(name, _)| name)) {
            if !open.contains(name) {
                hidden += 1;
                assert!(!shown.contains(name), "seed {seed}: {name}");
            }
        }
    }
    hidden
}
