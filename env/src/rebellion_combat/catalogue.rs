//! The data set value by value, each with its provenance.

use super::tables::{Sources, Tables, Unit};
use super::text;
use super::words::{Colour, Face, Side};
use crate::catalogue::Entry;
use crate::finite::Finite;

/// Every printed value.
pub fn entries(t: &Tables) -> Vec<Entry> {
    let mut list = Vec::new();
    for side in Side::all() {
        t.units[side.index()].iter().for_each(|u| unit(u, &mut list));
    }
    for (card, tactic) in t.tactics.iter().enumerate() {
        let name = format!("{} ({})", tactic.name, tactic.theatre.word());
        let values = [
            ("copies", tactic.copies.to_string()),
            ("when", tactic.when.label()),
            ("special", yes(tactic.special)),
            ("effect", text::ability(t, card)),
        ];
        push(&mut list, "tactic card", &name, &tactic.source, values);
    }
    for leader in t.leaders.iter().flatten() {
        let [space, ground] = leader.tactics.map(|n| n.to_string());
        push(&mut list, "leader", &leader.name, &leader.source, [("space", space), ("ground", ground)]);
    }
    for (colour, die) in Colour::all().zip(&t.dice) {
        let faces: Vec<_> = Face::all().map(|f| format!("{} {}", die.sides[f.index()], f.word())).collect();
        let values = [("faces", faces.join(", ")), ("most", die.most.to_string())];
        push(&mut list, "die", &colour.label(), &die.source, values);
    }
    list
}

fn unit(u: &Unit, list: &mut Vec<Entry>) {
    let values = [
        ("theatre", u.theatre.label()),
        ("class", u.class.label()),
        ("black", u.dice[0].to_string()),
        ("red", u.dice[1].to_string()),
        ("health", u.health.to_string()),
        ("colour", u.colour.map(Finite::label).unwrap_or_default()),
        ("carries", u.carries.to_string()),
        ("moves", u.moves.label()),
        ("helpless", yes(u.helpless)),
        ("draws", u.draws.to_string()),
        ("cuts_red", u.cuts_red.to_string()),
        ("supply", u.supply.to_string()),
        ("value", u.value.to_string()),
    ];
    push(list, "unit", &u.name, &u.source, values);
}

fn yes(holds: bool) -> String {
    if holds { "yes" } else { "no" }.into()
}

/// Adds the values that are written on the component; what is left out there has no provenance either.
fn push<const N: usize>(
    list: &mut Vec<Entry>,
    component: &'static str,
    name: &str,
    sources: &Sources,
    values: [(&str, String); N],
) {
    for (key, value) in values {
        if let Some(source) = sources.get(key) {
            let (name, key) = (name.to_owned(), key.to_owned());
            list.push(Entry { component, name, key, value, source: source.word() });
        }
    }
}
