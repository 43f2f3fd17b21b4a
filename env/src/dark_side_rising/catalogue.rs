//! The data set value by value, each with its provenance.

use std::collections::BTreeMap;

use super::cards::{Card, Tables};
use super::text;
use super::words::{Colour, Component, Source, Team, Token, Trait, VaderFace};
use crate::catalogue::Entry;
use crate::finite::Finite;

/// Every printed value.
pub fn entries(t: &Tables) -> Vec<Entry> {
    let mut list = Vec::new();
    for card in &t.cards {
        self::card(t, card, &mut list);
    }
    for (team, base) in Team::all().zip(&t.bases) {
        let dice: Vec<_> = Colour::all()
            .filter(|c| base.dice[c.index()] > 0)
            .map(|c| format!("{} {}", base.dice[c.index()], c.word()))
            .collect();
        let values = [
            ("leader", t.cards[usize::from(base.leader)].name.clone()),
            ("dice", dice.join(" + ")),
            ("trait", base.symbol.label()),
            ("threshold", base.threshold.to_string()),
            ("effect", text::effect(t, base.span)),
        ];
        push(&mut list, "team", &team.label(), &base.source, values);
    }
    for (colour, die) in Colour::all().zip(&t.dice) {
        let faces: Vec<_> = (0..5).map(|f| format!("{} x {}", die.sides[f], face(die.faces[f]))).collect();
        let values = [("faces", faces.join(", ")), ("supply", die.supply.to_string())];
        push(&mut list, "rebellion die", &colour.label(), &die.source, values);
    }
    let sides = |word: String, n: u32| (n > 0).then(|| format!("{n} x {word}"));
    let vader = VaderFace::all().zip(t.vader).filter_map(|(f, n)| sides(f.label(), n));
    let star = Component::all().zip(t.death_star).filter_map(|(c, n)| sides(c.label(), n));
    for (name, faces, source) in [
        ("vader", vader.collect::<Vec<_>>(), t.dark_source[0]),
        ("death star", star.collect(), t.dark_source[1]),
    ] {
        let source = BTreeMap::from([("faces".to_owned(), source)]);
        push(&mut list, "dark side die", name, &source, [("faces", faces.join(", "))]);
    }
    for (token, kind) in Token::all().zip(&t.tokens) {
        let effect = match text::effect(t, kind.span) {
            none if none.is_empty() => format!("1 {} symbol", token.word()),
            some => some,
        };
        push(
            &mut list,
            "alliance token",
            token.word(),
            &kind.source,
            [("count", kind.count.to_string()), ("effect", effect)],
        );
    }
    for (component, tile) in Component::all().zip(&t.tiles) {
        let values = [
            ("component", component.label()),
            ("spaces", tile.spaces.to_string()),
            ("effect", text::effect(t, tile.span)),
        ];
        push(&mut list, "death star component", component.word(), &tile.source, values);
    }
    list
}

fn card(t: &Tables, card: &Card, list: &mut Vec<Entry>) {
    let symbols: Vec<_> = Trait::all()
        .filter(|x| card.need[x.index()] > 0)
        .map(|x| format!("{} {}", card.need[x.index()], x.word()))
        .collect();
    let (capacity, symbols, does) = (card.capacity.to_string(), symbols.join(" + "), text::ability(t, card));
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

fn push<const N: usize>(
    list: &mut Vec<Entry>,
    component: &'static str,
    name: &str,
    source: &BTreeMap<String, Source>,
    values: [(&str, String); N],
) {
    for (key, value) in values {
        let source = source[key].word();
        list.push(Entry { component, name: name.to_owned(), key: key.to_owned(), value, source });
    }
}
