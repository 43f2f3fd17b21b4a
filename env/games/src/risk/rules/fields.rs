//! How fields of the state that need names, or are not for all, are written as JSON.

use holotable_env::json::{by_word, fitted, labelled, read_by_word, unfit};
use holotable_env::{Finite, Json, Misfit, Viewer, suggest};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Risk;
use super::board::Board;
use super::cards::Deck;
use super::sight::{sees_emperor, sees_hand};
use super::words::{Army, ByFaction, Cards, Class, Faction, Fleet, Kind, Planet, SEATS, Seat};

/// The names of planets and cards, and who reads.
#[derive(Debug)]
pub struct Names<'a> {
    /// The rules.
    pub game: &'a Risk,
    /// The viewer, from whom hidden values are left out.
    pub viewer: Viewer,
}

/// Cards by their names.
pub fn pack(cards: &Cards, deck: &Deck) -> Value {
    let names = (0..deck.kinds.len()).map(|i| (deck.card_name(Kind::at(i)), &cards[Kind::at(i)]));
    by_word(names, &())
}

fn unpacked(json: &Value, deck: &Deck) -> Result<Cards, Misfit> {
    let mut cards = Cards::default();
    read_by_word(json, &(), |name, n| {
        let names: Vec<String> = (0..deck.kinds.len()).map(|i| deck.card_name(Kind::at(i))).collect();
        let place = names.iter().position(|known| known == name).ok_or_else(|| {
            Misfit::new(format!("no card '{name}'{}", suggest(name, names.iter().map(String::as_str))))
        })?;
        cards[Kind::at(place)] = n;
        Ok(())
    })?;
    Ok(cards)
}

/// A planet by its name.
pub mod planet {
    use super::{Misfit, Names, Planet, Value, unfit};

    pub fn to_json(planet: &Planet, names: &Names) -> Value {
        Value::from(names.game.tables.map.name(*planet))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Planet, Misfit> {
        let name = json.as_str().ok_or_else(|| unfit("a planet", json))?;
        Ok(names.game.tables.planet(name)?)
    }
}

/// A planet by its name, or none.
pub mod planet_or_none {
    use super::{Misfit, Names, Planet, Value, planet};

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(place: &Option<Planet>, names: &Names) -> Value {
        place.as_ref().map_or(Value::Null, |place| planet::to_json(place, names))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Planet>, Misfit> {
        if json.is_null() { Ok(None) } else { planet::from_json(json, names).map(Some) }
    }
}

/// A team by its faction, in standard RISK by its seat; or none.
pub mod team_or_none {
    use super::{Army, Faction, Finite, Misfit, Names, Seat, Value, labelled, unfit};

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(team: &Option<Seat>, names: &Names) -> Value {
        let word = |team: Seat| match names.game.star_wars {
            true => Faction::at(team.index()).label(),
            false => Army::of(team).label(),
        };
        team.map_or(Value::Null, |team| Value::from(word(team)))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Seat>, Misfit> {
        if json.is_null() {
            return Ok(None);
        }
        let word = json.as_str().ok_or_else(|| unfit("a team", json))?;
        if names.game.star_wars {
            return Ok(Some(Seat::at(labelled::<Faction>(word)?.index())));
        }
        let seat = labelled::<Army>(word)?.seat().filter(|seat| seat.index() < names.game.players);
        seat.map(Some).ok_or_else(|| Misfit::new(format!("nobody plays '{word}'")))
    }
}

/// Planets by their names.
pub mod planets {
    use super::{Misfit, Names, Value, planet, unfit};
    use crate::risk::rules::words::Planets;

    pub fn to_json(set: &Planets, names: &Names) -> Value {
        set.iter().map(|place| planet::to_json(&place, names)).collect()
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Planets, Misfit> {
        let list = json.as_array().ok_or_else(|| unfit("a list of planets", json))?;
        list.iter().map(|place| planet::from_json(place, names)).collect()
    }
}

/// Where the Emperor is, for those who know it.
pub mod hidden {
    use super::{Misfit, Names, Value, planet, sees_emperor};
    use crate::risk::rules::board::Emperor;

    pub fn to_json(emperor: &Emperor, names: &Names) -> Value {
        match emperor {
            _ if !sees_emperor(names.game, names.viewer) && *emperor != Emperor::Absent => "hidden".into(),
            Emperor::Absent => Value::Null,
            Emperor::Stack => "stack".into(),
            Emperor::InHand => "in_hand".into(),
            Emperor::On(place) => planet::to_json(place, names),
        }
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Emperor, Misfit> {
        match json.as_str() {
            None if json.is_null() => Ok(Emperor::Absent),
            Some("stack") => Ok(Emperor::Stack),
            Some("in_hand") => Ok(Emperor::InHand),
            _ => planet::from_json(json, names).map(Emperor::On),
        }
    }
}

/// The hands, each for those who see it.
pub mod hands {
    use super::{
        Army, Cards, Finite, Map, Misfit, Names, SEATS, Seat, Value, labelled, pack, sees_hand, unfit,
        unpacked,
    };

    pub fn to_json(hands: &[Cards; SEATS], names: &Names) -> Value {
        let g = names.game;
        let hand = |seat: Seat| match sees_hand(g, names.viewer, seat) {
            true => pack(&hands[seat.index()], g.deck(seat)),
            false => Value::Null,
        };
        Value::Object(g.seats().map(|seat| (Army::of(seat).label(), hand(seat))).collect::<Map<_, _>>())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<[Cards; SEATS], Misfit> {
        let mut hands = [Cards::default(); SEATS];
        for (word, hand) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let army: Army = labelled(word)?;
            let seat = army.seat().filter(|seat| seat.index() < names.game.players);
            let seat = seat.ok_or_else(|| Misfit::new(format!("nobody plays '{word}'")))?;
            hands[seat.index()] = unpacked(hand, names.game.deck(seat)).map_err(|why| why.at(word))?;
        }
        Ok(hands)
    }
}

/// The decks, for who sees everything.
pub mod packs {
    use super::{
        ByFaction, Cards, Faction, Finite, Map, Misfit, Names, Value, Viewer, labelled, pack, unfit, unpacked,
    };

    pub fn to_json(decks: &ByFaction<Cards>, names: &Names) -> Value {
        if names.viewer != Viewer::All {
            return Value::Null;
        }
        let deck = |faction: Faction| (faction.label(), pack(&decks[faction], &names.game.decks[faction]));
        Value::Object(Faction::all().map(deck).collect::<Map<_, _>>())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<ByFaction<Cards>, Misfit> {
        let mut decks = ByFaction::<Cards>::default();
        for (word, deck) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let faction: Faction = labelled(word)?;
            decks[faction] = unpacked(deck, &names.game.decks[faction]).map_err(|why| why.at(word))?;
        }
        Ok(decks)
    }
}

/// What stands on a planet, in words.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Standing {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    army: Option<Army>,
    #[serde(default)]
    troops: u16,
    #[serde(default, skip_serializing_if = "none")]
    fighters: u8,
    #[serde(default, skip_serializing_if = "none")]
    bombers: u8,
    #[serde(default, skip_serializing_if = "none")]
    capitals: u8,
    #[serde(default, skip_serializing_if = "none")]
    bases: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    destroyed: bool,
}

fn none(n: &u8) -> bool {
    *n == 0
}

impl Json<Names<'_>> for Board {
    fn to_json(&self, names: &Names) -> Value {
        let standing = |planet: Planet| {
            let ships = &self.ships[planet];
            let standing = Standing {
                army: self.owner(planet),
                troops: self.troops[planet],
                fighters: ships[Class::Fighter],
                bombers: ships[Class::Bomber],
                capitals: ships[Class::Capital],
                bases: self.bases[planet],
                destroyed: self.destroyed.has(planet),
            };
            (names.game.tables.map.name(planet).to_owned(), json!(standing))
        };
        Value::Object(Planet::all().map(standing).collect())
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let mut board = Self::default();
        for (name, standing) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let planet = names.game.tables.planet(name)?;
            let x: Standing = fitted(standing).map_err(|why| Misfit::new(why).at(name))?;
            if let Some(army) = x.army {
                board.held[army].add(planet);
            }
            if x.destroyed {
                board.destroyed.add(planet);
            }
            board.troops[planet] = x.troops;
            board.ships[planet] = Fleet::new([x.fighters, x.bombers, x.capitals]);
            board.bases[planet] = x.bases;
        }
        Ok(board)
    }
}
