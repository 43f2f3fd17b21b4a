//! A game as one page: it holds the game, and nothing that a viewer may not know.

use std::io::Read;

use flate2::read::GzDecoder;
use holotable_agents::any::Kind;
use holotable_agents::table::page::page;
use holotable_agents::table::{Seat, Table};
use holotable_env::Viewer;
use serde_json::Value;

fn played(game: &str, seed: u64) -> (Table, usize) {
    let game = Kind::named(game).unwrap().build([], None).unwrap();
    let seats = vec![Seat::Agent("expert".into()); game.teams().players()];
    let (mut table, mut at) = (Table::new(game, seats, seed), 0);
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
        let shapes = data["shapes"].as_array().unwrap();
        for (node, kept) in nodes.iter().zip(&table.nodes) {
            let drawn = node["picture"]["shapes"].as_array().unwrap();
            let picture = kept.state.picture(Viewer::All);
            assert_eq!(drawn.len(), picture.shapes.len());
            let first = drawn[0].as_u64().unwrap() as usize;
            assert_eq!(shapes[first].as_str().unwrap(), picture.shapes[0].element());
        }
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
    let shown = format!("{}{}", data["shapes"], data["nodes"]);
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
