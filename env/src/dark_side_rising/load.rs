//! Compiles the data set from `configs/dark_side_rising/*.toml` into [`Tables`].
//!
//! All validation is here; after loading nothing can fail.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::cards::{Base, Card, Die, Rebel, Span, Tables, Tile, TokenKind};
use super::grammar::{Owner, allowed};
use super::op::{Op, When};
use super::words::{Colour, Component, IMPERIALS, REBELS, Source, Team, Token, Trait, VaderFace};
use super::written::{
    ComponentData, ComponentFile, DarkDie, DiceFile, ImperialData, ImperialFile, RebelData, RebelFile,
    RebellionDie, TeamData, TeamFile, TokenData, TokenFile, Written,
};
use crate::data::{self, range, six, sourced, sourced_but};
use crate::dice::DiceTable;
use crate::error::{Error, ErrorKind};
use crate::finite::Finite;
use crate::layout::short_hash;

/// The files of the data set with their built-in text.
const FILES: [(&str, &str); 6] = [
    ("rebels.toml", include_str!("../../../configs/dark_side_rising/rebels.toml")),
    ("imperials.toml", include_str!("../../../configs/dark_side_rising/imperials.toml")),
    ("teams.toml", include_str!("../../../configs/dark_side_rising/teams.toml")),
    ("dice.toml", include_str!("../../../configs/dark_side_rising/dice.toml")),
    ("tokens.toml", include_str!("../../../configs/dark_side_rising/tokens.toml")),
    ("components.toml", include_str!("../../../configs/dark_side_rising/components.toml")),
];

impl Tables {
    /// The data set in a folder, or the built-in one.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] for a file that cannot be read, [`ErrorKind::Data`] with file and place for one
    /// that does not make sense.
    pub fn load(folder: Option<&Path>) -> Result<Self, Error> {
        let texts = data::texts(&FILES, folder)?;
        Compiler::default().compile(&texts)
    }
}

type Sources = BTreeMap<String, Source>;
/// Effects of Rebels that wait for a reveal are carried out together, on a stack of this size.
const MOST_REVEALED: usize = 8;

#[derive(Default)]
struct Compiler {
    program: Vec<Op>,
}

impl Compiler {
    fn compile(mut self, texts: &[String]) -> Result<Tables, Error> {
        let mut cards = Vec::new();
        for (i, table) in file::<RebelFile>(0, texts)?.rebel.into_iter().enumerate() {
            cards.push(at(0, "rebel", i, &table, |t| self.rebel(t))?);
        }
        expect(0, "rebel", cards.len(), REBELS)?;
        for (i, table) in file::<ImperialFile>(1, texts)?.imperial.into_iter().enumerate() {
            cards.push(at(1, "imperial", i, &table, |t| self.imperial(t))?);
        }
        expect(1, "imperial", cards.len() - REBELS, IMPERIALS)?;
        whole(&cards)?;
        let mut bases = BTreeMap::new();
        for (i, table) in file::<TeamFile>(2, texts)?.team.into_iter().enumerate() {
            let (team, base) = at(2, "team", i, &table, |t| self.team(t, &cards))?;
            let leader = base.leader;
            once(2, &mut bases, team, base)?;
            if bases.iter().any(|(other, base)| *other != team && base.leader == leader) {
                let name = &cards[usize::from(leader)].name;
                return Err(Error::new(ErrorKind::Data, format!("teams.toml: {name} leads two teams")));
            }
        }
        let dice = file::<DiceFile>(3, texts)?;
        let rebellion = dice
            .rebellion
            .iter()
            .map(|(c, t)| Ok((*c, at(3, c.word(), 0, t, die)?)))
            .collect::<Result<_, Error>>()?;
        let vader = at(3, "vader", 0, &dice.vader, dark_die::<VaderFace, { VaderFace::N }>)?;
        let death_star = at(3, "death_star", 0, &dice.death_star, dark_die::<Component, { Component::N }>)?;
        let mut tokens = BTreeMap::new();
        for (i, table) in file::<TokenFile>(4, texts)?.token.into_iter().enumerate() {
            let (token, kind) = at(4, "token", i, &table, |t| self.token(t))?;
            once(4, &mut tokens, token, kind)?;
        }
        let mut tiles = BTreeMap::new();
        for (i, table) in file::<ComponentFile>(5, texts)?.component.into_iter().enumerate() {
            let (component, tile) = at(5, "component", i, &table, |t| self.component(t))?;
            once(5, &mut tiles, component, tile)?;
        }
        if self.program.len() > usize::from(u8::MAX) {
            return Err(Error::new(ErrorKind::Data, "the effects have more than 255 verbs in all"));
        }
        let tables = Tables {
            cards,
            program: self.program,
            bases: complete(2, bases)?,
            tiles: complete(5, tiles)?,
            dice: complete(3, rebellion)?,
            tokens: complete(4, tokens)?,
            vader: vader.0,
            death_star: death_star.0,
            dark_source: [vader.1, death_star.1],
            hash: short_hash(texts.iter().map(String::as_bytes)),
        };
        fits_supply(&tables)?;
        Ok(tables)
    }

    fn rebel(&mut self, table: &toml::Table) -> Result<Card, String> {
        let (d, source): (RebelData, Sources) = sourced(table)?;
        let within = |what: &str, n: u8, lo: u8, hi: u8| range(&d.name, what, n, lo, hi);
        within("capacity", d.capacity, 1, 7)?;
        let ability = d.ability;
        let price = match (&ability.pay, ability.when) {
            (Some(pay), When::Paid) => match pay.iter().collect::<Vec<_>>()[..] {
                [(t, n)] => Some((*t, range(&d.name, "price", *n, 1, 3)?)),
                _ => return Err(format!("{}: 'pay' names one trait", d.name)),
            },
            (None, When::Paid) => return Err(format!("{}: a paid ability needs 'pay'", d.name)),
            (Some(_), _) => return Err(format!("{}: 'pay' goes with when = \"paid\"", d.name)),
            (None, _) => None,
        };
        let span = self.span(&d.name, Owner::Rebel(ability.when), &ability.r#do)?;
        Ok(Card {
            kind: d.kind,
            capacity: d.capacity,
            need: need(&d.name, &d.recruit)?,
            rebel: Some(Rebel {
                affiliation: d.affiliation,
                when: ability.when,
                condition: ability.condition,
                price,
            }),
            span,
            source,
            name: d.name,
        })
    }

    fn imperial(&mut self, table: &toml::Table) -> Result<Card, String> {
        let (d, source): (ImperialData, Sources) = sourced(table)?;
        range(&d.name, "capacity", d.capacity, 1, 7)?;
        let span = self.span(&d.name, Owner::Imperial, &d.effect)?;
        let need = need(&d.name, &d.attack)?;
        Ok(Card { kind: d.kind, capacity: d.capacity, need, rebel: None, span, source, name: d.name })
    }

    fn team(&mut self, table: &toml::Table, cards: &[Card]) -> Result<(Team, Base), String> {
        let (d, source): (TeamData, Sources) = sourced_but(table, &["team"])?;
        let leader = cards[..REBELS]
            .iter()
            .position(|c| c.name == d.leader)
            .ok_or_else(|| format!("the leader '{}' is no Rebel of rebels.toml", d.leader))?;
        let name = d.team.word();
        range(name, "threshold", d.threshold, 1, 30)?;
        let mut dice = [0; Colour::N];
        for (c, n) in d.dice {
            dice[c.index()] = range(name, "dice", n, 1, 6)?;
        }
        let span = self.span(name, Owner::Team, &d.effect)?;
        let base =
            Base { leader: leader as u8, dice, symbol: d.r#trait, threshold: d.threshold, span, source };
        Ok((d.team, base))
    }

    fn token(&mut self, table: &toml::Table) -> Result<(Token, TokenKind), String> {
        let (d, source): (TokenData, Sources) = sourced_but(table, &["token"])?;
        let span = self.span(d.token.word(), Owner::Token, &d.effect)?;
        let ops = &self.program[usize::from(span.at)..];
        let fits = match d.token {
            Token::RedDie | Token::BlueDie | Token::GreenDie | Token::PurpleDie => {
                matches!(ops, [Op::AddDie { .. }])
            }
            Token::Tactical | Token::Intelligence | Token::Support | Token::Leadership => ops.is_empty(),
            Token::HealTwo => matches!(ops, [Op::Heal { .. }]),
            Token::RemoveCounter => matches!(ops, [Op::RemoveCounter { .. }]),
        };
        if !fits {
            return Err(format!("{}: the effect is not what this kind of token does", d.token.word()));
        }
        Ok((d.token, TokenKind { count: range(d.token.word(), "count", d.count, 0, 30)?, span, source }))
    }

    fn component(&mut self, table: &toml::Table) -> Result<(Component, Tile), String> {
        let (d, source): (ComponentData, Sources) = sourced(table)?;
        let name = d.component.word();
        let spaces = range(name, "spaces", d.spaces, 1, 10)?;
        Ok((d.component, Tile { spaces, span: self.span(name, Owner::Component, &d.effect)?, source }))
    }

    fn span(&mut self, name: &str, owner: Owner, ops: &[toml::Table]) -> Result<Span, String> {
        let at = self.program.len() as u8;
        for table in ops {
            let op: Op = data::strict(table).map_err(|why| format!("{name}: {why}"))?;
            allowed(owner, &op).map_err(|why| format!("{name}: {why}"))?;
            range(name, "amount", op.amount(), 1, 9)?;
            self.program.push(op);
        }
        if ops.is_empty() && owner != Owner::Token {
            return Err(format!("{name}: there is no verb in its effect"));
        }
        Ok(Span { at, len: ops.len() as u8 })
    }
}

/// What must hold of the cards together.
fn whole(cards: &[Card]) -> Result<(), Error> {
    for (i, card) in cards.iter().enumerate() {
        if cards[..i].iter().any(|c| c.name == card.name) {
            return Err(Error::new(ErrorKind::Data, format!("the name '{}' is used twice", card.name)));
        }
    }
    let waiting = cards.iter().filter(|c| c.rebel.is_some_and(|r| r.when == When::Revealed)).count();
    if waiting > MOST_REVEALED {
        let why = format!("rebels.toml: {waiting} Rebels wait for a reveal, more than {MOST_REVEALED}");
        return Err(Error::new(ErrorKind::Data, why));
    }
    Ok(())
}

/// No pool may ask for more dice of a colour than the roll tables hold.
fn fits_supply(tables: &Tables) -> Result<(), Error> {
    for (base, team) in tables.bases.iter().zip(Team::ALL) {
        for (c, die) in tables.dice.iter().enumerate() {
            if base.dice[c] > die.supply {
                return Err(Error::new(
                    ErrorKind::Data,
                    format!(
                        "teams.toml: {} starts with {} {} dice but there are {}",
                        team.word(),
                        base.dice[c],
                        Colour::at(c).word(),
                        die.supply
                    ),
                ));
            }
        }
    }
    Ok(())
}

fn file<F: DeserializeOwned>(i: usize, texts: &[String]) -> Result<F, Error> {
    data::parse(FILES[i].0, &texts[i])
}

/// Runs `read` on the `i`-th table called `what` of a file; an error says where it is.
fn at<T>(
    file: usize,
    what: &str,
    i: usize,
    table: &toml::Table,
    read: impl FnMut(&toml::Table) -> Result<T, String>,
) -> Result<T, Error> {
    data::at(FILES[file].0, what, i, table, read)
}

fn expect(file: usize, what: &str, n: usize, wanted: usize) -> Result<(), Error> {
    if n == wanted {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Data, format!("{}: {n} tables of {what}, not {wanted}", FILES[file].0)))
}

/// Inserts what must be written only once.
fn once<K: Finite + Ord, V>(file: usize, map: &mut BTreeMap<K, V>, k: K, v: V) -> Result<(), Error> {
    match map.insert(k, v) {
        None => Ok(()),
        Some(_) => {
            Err(Error::new(ErrorKind::Data, format!("{}: '{}' is written twice", FILES[file].0, k.label())))
        }
    }
}

/// One entry for every value of `K`, in order.
fn complete<K: Finite + Ord, V>(file: usize, mut map: BTreeMap<K, V>) -> Result<Vec<V>, Error> {
    K::all()
        .map(|k| {
            map.remove(&k).ok_or_else(|| {
                Error::new(ErrorKind::Data, format!("{}: '{}' is missing", FILES[file].0, k.label()))
            })
        })
        .collect()
}

fn need(name: &str, written: &Written) -> Result<[u8; Trait::N], String> {
    let mut need = [0; Trait::N];
    for (t, n) in written {
        need[t.index()] = *n;
    }
    range(name, "number of symbols", need.iter().sum(), 1, 8)?;
    Ok(need)
}

fn die(table: &toml::Table) -> Result<Die, String> {
    let (d, source): (RebellionDie, Sources) = sourced(table)?;
    let mut faces: Vec<(Trait, u8)> = Vec::new();
    let mut sides = [0; 5];
    six(d.faces.len())?;
    for text in &d.faces {
        let words: Vec<&str> = text.split_whitespace().collect();
        let read =
            words.first().and_then(|w| Trait::from_label(w)).filter(|_| words.iter().all(|w| w == &words[0]));
        let face = (read.ok_or_else(|| format!("'{text}' is no face"))?, words.len() as u8);
        let i = faces.iter().position(|f| *f == face).unwrap_or_else(|| {
            faces.push(face);
            faces.len() - 1
        });
        *sides.get_mut(i).ok_or("a die has at most five different faces")? += 1;
    }
    let faces = faces.try_into().map_err(|f: Vec<_>| format!("{} different faces, not 5", f.len()))?;
    let supply = range("die", "supply", d.supply, 0, 8)?;
    Ok(Die { faces, sides, table: DiceTable::new(sides, usize::from(supply)), supply, source })
}

fn dark_die<F: Finite + DeserializeOwned, const N: usize>(
    table: &toml::Table,
) -> Result<([u32; N], Source), String> {
    let (d, source): (DarkDie<F>, Sources) = sourced(table)?;
    six(d.faces.len())?;
    let mut sides = [0; N];
    for face in d.faces {
        sides[face.index()] += 1;
    }
    Ok((sides, source["faces"]))
}
