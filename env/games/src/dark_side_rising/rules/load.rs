//! Compiles the data set from `configs/dark_side_rising/*.toml` into [`Tables`].
//!
//! All validation is here; after loading nothing can fail.

use std::path::Path;

use holotable_env::data::{Files, Label, distinct, once_each, range, six, strict, wrong};
use holotable_env::{ByKey, DiceTable, Error, Finite, suggest};
use serde::de::DeserializeOwned;

use super::ability::{self, effect};
use super::action::ByDie;
use super::card::{Card, MOST_IMPERIALS, MOST_REBELS};
use super::op::{Op, When};
use super::schema::{self, Symbols};
use super::state::MOST_FRAMES;
use super::tables::{Base, Die, Printed, Rebel, Span, Tables, Tile, TokenKind};
use super::validate::{Owner, allowed};
use super::words::{
    ByColour, ByFace, ByTeam, ByTrait, Component, Face, PAYEES, SEATS, SPOTS, Sector, Team, Token, Trait,
    VaderFace,
};
use crate::config;

const REBELS: &str = "rebels.toml";
const IMPERIALS: &str = "imperials.toml";
const TEAMS: &str = "teams.toml";
const DICE: &str = "dice.toml";
const TOKENS: &str = "tokens.toml";
const COMPONENTS: &str = "components.toml";

/// The files of the built-in data set.
const BUILT_IN: [(&str, &str); 6] = [
    (REBELS, config!("dark_side_rising/rebels.toml")),
    (IMPERIALS, config!("dark_side_rising/imperials.toml")),
    (TEAMS, config!("dark_side_rising/teams.toml")),
    (DICE, config!("dark_side_rising/dice.toml")),
    (TOKENS, config!("dark_side_rising/tokens.toml")),
    (COMPONENTS, config!("dark_side_rising/components.toml")),
];

/// The most symbols on a face: the printed dice have two, and prices and cards are paid for with whole dice.
const MOST_SYMBOLS: u8 = 3;

/// A deck that all teams have a leader from and that still fills the places around the Deployment Zone.
const LEAST_CARDS: usize = SEATS + Sector::N * SPOTS;

impl Tables {
    /// The data set in a folder, or the built-in one.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](holotable_env::ErrorKind::Io) for a file that cannot be read, [`ErrorKind::Data`](holotable_env::ErrorKind::Data)
    /// with file and place for one that does not make sense.
    pub fn load(folder: Option<&Path>) -> Result<Self, Error> {
        let mut files = Files::read(&BUILT_IN, folder)?;
        let mut program = Program::default();
        let mut cards = files.each(REBELS, "rebel", &[], |d, label| program.rebel(d, label))?;
        let imperials = files.each(IMPERIALS, "imperial", &[], |d, label| program.imperial(d, label))?;
        let rebel_count = cards.len();
        cards.extend(imperials);
        fit_the_table(cards.split_at(rebel_count))?;
        let bases =
            files.each(TEAMS, "team", &["team"], |d, label| program.team(d, label, &cards[..rebel_count]))?;
        let (dice, vader, death_star) = dice(&mut files)?;
        let tokens = files.each(TOKENS, "token", &["token"], |d, label| program.token(&d, label))?;
        let tiles = files.each(COMPONENTS, "component", &[], |d, label| program.tile(&d, label))?;
        let bases: ByTeam<Base> = once_each(TEAMS, bases)?;
        distinct(bases.values().iter().map(|base| cards[base.leader.index()].name.as_str()))
            .map_err(|why| wrong(TEAMS, why))?;
        for (team, base) in bases.iter() {
            if let Some((c, n)) = base.dice.iter().find(|(c, n)| **n > dice[*c].supply) {
                let (team, colour, supply) = (team.word(), c.word(), dice[c].supply);
                let why = format!("{team} starts with {n} {colour} dice but there are {supply}");
                return Err(wrong(TEAMS, why));
            }
        }
        Ok(Self {
            cards,
            rebel_count,
            program: program.0,
            bases,
            tiles: once_each(COMPONENTS, tiles)?,
            faces: ByDie::from_fn(|d| dice[d.colour].faces[d.face]),
            dice,
            tokens: once_each(TOKENS, tokens)?,
            vader,
            death_star,
            hash: files.hash().to_owned(),
            printed: files.printed().to_vec(),
        })
    }
}

/// What must hold of the cards together.
fn fit_the_table((rebels, imperials): (&[Printed], &[Printed])) -> Result<(), Error> {
    for (file, cards, most) in [(REBELS, rebels, MOST_REBELS), (IMPERIALS, imperials, MOST_IMPERIALS)] {
        if cards.len() > most {
            return Err(wrong(file, format!("{} cards, but there is room for {most}", cards.len())));
        }
    }
    let all = rebels.len() + imperials.len();
    if all < LEAST_CARDS {
        return Err(wrong(REBELS, format!("{all} cards with {IMPERIALS}, but set-up takes {LEAST_CARDS}")));
    }
    distinct(rebels.iter().chain(imperials).map(|card| card.name.as_str()))
        .map_err(|why| wrong(REBELS, why))?;
    let priced = rebels.iter().filter(|c| c.rebel.is_some_and(|r| r.price.is_some())).count();
    if priced > PAYEES {
        return Err(wrong(REBELS, format!("{priced} Rebels have a price, more than {PAYEES}")));
    }
    let waiting = rebels.iter().filter(|c| c.rebel.is_some_and(|r| r.when == When::Revealed)).count();
    // Their effects are carried out together.
    if waiting > MOST_FRAMES {
        let why = format!("{waiting} Rebels wait for a reveal, more than {MOST_FRAMES}");
        return Err(wrong(REBELS, why));
    }
    Ok(())
}

/// All verbs of all effects so far.
#[derive(Default)]
struct Program(Vec<Op>);

impl Program {
    fn rebel(&mut self, d: schema::Rebel, label: &mut Label) -> Result<Printed, String> {
        let written = d.ability;
        let price = match (&written.pay, written.when) {
            (Some(pay), When::Paid) => match pay.iter().collect::<Vec<_>>()[..] {
                [(t, n)] => Some((*t, range(&d.name, "price", *n, 1, 3)?)),
                _ => return Err(format!("{}: 'pay' names one trait", d.name)),
            },
            (None, When::Paid) => return Err(format!("{}: a paid ability needs 'pay'", d.name)),
            (Some(_), _) => return Err(format!("{}: 'pay' goes with when = \"paid\"", d.name)),
            (None, _) => None,
        };
        let (affiliation, when, condition) = (d.affiliation, written.when, written.condition);
        let printed = Printed {
            kind: d.kind,
            capacity: range(&d.name, "capacity", d.capacity, 1, 7)?,
            need: need(&d.name, &d.recruit)?,
            rebel: Some(Rebel { affiliation, when, condition, price }),
            span: self.span(&d.name, Owner::Rebel(when), &written.effect)?,
            name: d.name,
        };
        label.say("ability", ability::ability(&printed, self.verbs(printed.span)));
        Ok(printed)
    }

    fn imperial(&mut self, d: schema::Imperial, label: &mut Label) -> Result<Printed, String> {
        let printed = Printed {
            kind: d.kind,
            capacity: range(&d.name, "capacity", d.capacity, 1, 7)?,
            need: need(&d.name, &d.attack)?,
            rebel: None,
            span: self.span(&d.name, Owner::Imperial, &d.effect)?,
            name: d.name,
        };
        label.say("effect", ability::ability(&printed, self.verbs(printed.span)));
        Ok(printed)
    }

    fn team(
        &mut self,
        d: schema::Team,
        label: &mut Label,
        rebels: &[Printed],
    ) -> Result<(Team, Base), String> {
        let name = d.base.word();
        let leader = rebels.iter().position(|rebel| rebel.name == d.leader).ok_or_else(|| {
            let hint = suggest(&d.leader, rebels.iter().map(|rebel| rebel.name.as_str()));
            format!("the leader '{}' is no Rebel of {REBELS}{hint}", d.leader)
        })?;
        let mut dice = ByColour::default();
        for (c, n) in d.dice {
            dice[c] = range(name, "dice", n, 1, 6)?;
        }
        let base = Base {
            leader: Card::rebel(leader),
            dice,
            symbol: d.r#trait,
            threshold: range(name, "threshold", d.threshold, 1, 30)?,
            span: self.span(name, Owner::Team, &d.effect)?,
        };
        label.say("effect", effect(self.verbs(base.span)));
        Ok((d.base, base))
    }

    fn token(&mut self, d: &schema::Token, label: &mut Label) -> Result<(Token, TokenKind), String> {
        let name = d.kind.word();
        let span = self.span(name, Owner::Token, &d.effect)?;
        let ops = self.verbs(span);
        let fits = match d.kind {
            Token::RedDie | Token::BlueDie | Token::GreenDie | Token::PurpleDie => {
                matches!(ops, [Op::AddDie { .. }])
            }
            Token::Tactical | Token::Intelligence | Token::Support | Token::Leadership => ops.is_empty(),
            Token::HealTwo => matches!(ops, [Op::Heal { .. }]),
            Token::RemoveCounter => matches!(ops, [Op::RemoveCounter { .. }]),
        };
        if !fits {
            return Err(format!("{name}: the effect is not what this kind of token does"));
        }
        let symbol = || format!("1 {name} symbol");
        label.call("alliance token", name);
        label.say("effect", if ops.is_empty() { symbol() } else { effect(ops) });
        Ok((d.kind, TokenKind { count: range(name, "count", d.count, 0, 30)?, span }))
    }

    fn tile(&mut self, d: &schema::Tile, label: &mut Label) -> Result<(Component, Tile), String> {
        let name = d.component.word();
        let spaces = range(name, "spaces", d.spaces, 1, 10)?;
        let span = self.span(name, Owner::Component, &d.effect)?;
        label.call("death star component", name);
        label.say("effect", effect(self.verbs(span)));
        Ok((d.component, Tile { spaces, span }))
    }

    fn verbs(&self, span: Span) -> &[Op] {
        &self.0[usize::from(span.at)..][..usize::from(span.len)]
    }

    fn span(&mut self, name: &str, owner: Owner, effect: &[toml::Table]) -> Result<Span, String> {
        let verbs = self.0.len() + effect.len();
        if verbs > usize::from(u8::MAX) {
            return Err(format!("{name}: with it all effects have {verbs} verbs, more than {}", u8::MAX));
        }
        let at = self.0.len() as u8;
        for table in effect {
            let op: Op = strict(table).map_err(|why| format!("{name}: {why}"))?;
            allowed(owner, &op).map_err(|why| format!("{name}: {why}"))?;
            range(name, "amount", op.amount(), 1, 9)?;
            self.0.push(op);
        }
        if effect.is_empty() && owner != Owner::Token {
            return Err(format!("{name}: there is no verb in its effect"));
        }
        Ok(Span { at, len: effect.len() as u8 })
    }
}

fn need(name: &str, symbols: &Symbols) -> Result<ByTrait<u8>, String> {
    let total: u32 = symbols.values().map(|n| u32::from(*n)).sum();
    range(name, "number of symbols", total.min(u32::from(u8::MAX)) as u8, 1, 8)?;
    Ok(ByTrait::from_fn(|t| symbols.get(&t).copied().unwrap_or(0)))
}

/// How many sides of a dark die show each face.
type Sides<F, const N: usize> = ByKey<F, u32, N>;

/// The Rebellion dice, Vader's die and the Death Star die.
type Dice = (ByColour<Die>, Sides<VaderFace, { VaderFace::N }>, Sides<Component, { Component::N }>);

fn dice(files: &mut Files) -> Result<Dice, Error> {
    let schema::Dice { rebellion, vader, death_star } = files.whole(DICE)?;
    let mut dice = Vec::new();
    for (colour, table) in rebellion {
        dice.push((colour, one_die(files, "rebellion die", colour.word(), &table, die)?));
    }
    let vader = one_die(files, DARK, "vader", &vader, dark_die)?;
    let death_star = one_die(files, DARK, "death star", &death_star, dark_die)?;
    Ok((once_each(DICE, dice)?, vader, death_star))
}

const DARK: &str = "dark side die";

fn one_die<D: DeserializeOwned, T>(
    files: &mut Files,
    kind: &'static str,
    name: &str,
    table: &toml::Table,
    read: fn(&D) -> Result<T, String>,
) -> Result<T, Error> {
    let die = files.table(kind, &[], table, |die: D, label| {
        label.call(kind, name);
        read(&die)
    });
    die.map_err(|why| wrong(DICE, format!("{name}: {why}")))
}

fn die(d: &schema::RebellionDie) -> Result<Die, String> {
    six(d.faces.len())?;
    let mut faces: Vec<((Trait, u8), u32)> = Vec::new();
    for text in &d.faces {
        let words: Vec<&str> = text.split_whitespace().collect();
        let all_alike = |word: &&&str| words.iter().all(|other| other == *word);
        let shown = words.first().filter(all_alike).and_then(|word| Trait::from_label(word));
        let shown = shown.ok_or_else(|| format!("'{text}' is no face"))?;
        let symbols = u8::try_from(words.len()).unwrap_or(u8::MAX);
        let face = (shown, range("a face", "number of symbols", symbols, 1, MOST_SYMBOLS)?);
        match faces.iter_mut().find(|(known, _)| *known == face) {
            Some((_, sides)) => *sides += 1,
            None => faces.push((face, 1)),
        }
    }
    if faces.len() != Face::N {
        return Err(format!("{} different faces, not {}", faces.len(), Face::N));
    }
    let (faces, sides) = (ByFace::from_fn(|f| faces[f.index()].0), ByFace::from_fn(|f| faces[f.index()].1));
    let supply = range("die", "supply", d.supply, 0, 8)?;
    let table = DiceTable::new(*sides.values(), usize::from(supply));
    Ok(Die { faces, sides, table, supply })
}

fn dark_die<F: Finite, const N: usize>(d: &schema::DarkDie<F>) -> Result<Sides<F, N>, String> {
    six(d.faces.len())?;
    let mut sides = ByKey::default();
    d.faces.iter().for_each(|&face| sides[face] += 1);
    Ok(sides)
}
