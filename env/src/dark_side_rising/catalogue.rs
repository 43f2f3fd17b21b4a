//! The data set value by value, each with its provenance.

use super::tables::{Printed, Sources, Tables};
use super::text;
use super::words::Trait;
use crate::by_key::ByKey;
use crate::catalogue::Entry;
use crate::finite::Finite;

/// Every printed value.
pub fn entries(t: &Tables) -> Vec<Entry> {
    let mut list = Vec::new();
    for (_, printed) in t.cards() {
        card(t, printed, &mut list);
    }
    for (team, base) in t.bases.iter() {
        let values = [
            ("leader", t[base.leader].name.clone()),
            ("dice", text::counted(&base.dice, " + ")),
            ("trait", base.symbol.label()),
            ("threshold", base.threshold.to_string()),
            ("effect", text::effect(t, base.span)),
        ];
        push(&mut list, "team", team.word(), &base.source, values);
    }
    for (colour, die) in t.dice.iter() {
        let faces: Vec<_> = die.sides.iter().map(|(f, n)| format!("{n} x {}", face(die.faces[f]))).collect();
        let values = [("faces", faces.join(", ")), ("supply", die.supply.to_string())];
        push(&mut list, "rebellion die", colour.word(), &die.source, values);
    }
    push(&mut list, "dark side die", "vader", &t.dark_source[0], [("faces", sides(&t.vader))]);
    push(&mut list, "dark side die", "death star", &t.dark_source[1], [("faces", sides(&t.death_star))]);
    for (token, kind) in t.tokens.iter() {
        let effect = match text::effect(t, kind.span) {
            none if none.is_empty() => format!("1 {} symbol", token.word()),
            some => some,
        };
        let values = [("count", kind.count.to_string()), ("effect", effect)];
        push(&mut list, "alliance token", token.word(), &kind.source, values);
    }
    for (component, tile) in t.tiles.iter() {
        let values = [
            ("component", component.label()),
            ("spaces", tile.spaces.to_string()),
            ("effect", text::effect(t, tile.span)),
        ];
        push(&mut list, "death star component", component.word(), &tile.source, values);
    }
    list
}

fn card(t: &Tables, card: &Printed, list: &mut Vec<Entry>) {
    let symbols = text::counted(&card.need, " + ");
    let (capacity, does) = (card.capacity.to_string(), text::ability(t, card));
    let (name, kind) = (card.name.clone(), card.kind.label());
    if let Some(rebel) = card.rebel {
        let values = [
            ("name", name),
            ("kind", kind),
            ("affiliation", rebel.affiliation.label()),
            ("capacity", capacity),
            ("recruit", symbols),
            ("ability", does),
        ];
        push(list, "rebel", &card.name, &card.source, values);
    } else {
        let values =
            [("name", name), ("kind", kind), ("capacity", capacity), ("attack", symbols), ("effect", does)];
        push(list, "imperial", &card.name, &card.source, values);
    }
}

fn face((shown, n): (Trait, u8)) -> String {
    if n == 1 { shown.label() } else { format!("{n} {}", shown.word()) }
}

fn sides<K: Finite, const N: usize>(sides: &ByKey<K, u32, N>) -> String {
    let some = sides.iter().filter(|(_, n)| **n > 0);
    some.map(|(face, n)| format!("{n} x {}", face.label())).collect::<Vec<_>>().join(", ")
}

fn push<const N: usize>(
    list: &mut Vec<Entry>,
    component: &'static str,
    name: &str,
    source: &Sources,
    values: [(&str, String); N],
) {
    for (key, value) in values {
        let source = source[key].word();
        list.push(Entry { component, name: name.to_owned(), key: key.to_owned(), value, source });
    }
}
