//! States as JSON in the rulebook's words, and what of them is written for whom. The state derives it; here is what needs names.

use serde_json::{Map, Value, json};

use super::invariants;
use super::rules::Rebellion;
use super::state::State;
use super::words::{BySide, Side};
use crate::data::find;
use crate::finite::Finite;
use crate::json::{Json, Misfit, labelled, read_by_word, unfit};
use crate::rebellion_combat::tables::Names as Components;
use crate::save::Save;
use crate::show::Viewer;

/// The names of everything, and who reads.
#[derive(Debug)]
pub struct Names<'a> {
    /// The rules.
    pub game: &'a Rebellion,
    /// Who reads.
    pub viewer: Viewer,
}

impl<'a> Names<'a> {
    fn components(&self, side: Side) -> Components<'a> {
        Components { tables: self.game.components(), side }
    }
}

impl Save for Rebellion {
    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        let mut json = s.to_json(&Names { game: self, viewer });
        if viewer != Viewer::All {
            if let Some(base) = s.base.filter(|_| s.revealed) {
                json["base"] = self.tables.name(base).into();
            }
            // What everybody knows of the cards that not everybody sees.
            json["probe_cards"] = json!(s.probes.len());
            let backs = self.tables.stages.iter().map(|&stage| json!(s.hand.and(stage).len()));
            json["objectives_by_stage"] = backs.collect();
        }
        json
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        State::from_json(json, &Names { game: self, viewer: Viewer::All })
    }
}

/// An object with a value for each side.
fn by_side<T>(all: &BySide<T>, value: impl Fn(Side, &T) -> Value) -> Value {
    all.iter().map(|(side, one)| (side.label(), value(side, one))).collect::<Map<_, _>>().into()
}

/// The values of such an object; who is not there has nothing.
fn of_sides<T: Default>(
    json: &Value,
    value: impl Fn(Side, &Value) -> Result<T, Misfit>,
) -> Result<BySide<T>, Misfit> {
    let mut all = BySide::<T>::default();
    for (word, one) in json.as_object().ok_or_else(|| unfit("an object", json))? {
        let side: Side = labelled(word)?;
        all[side] = value(side, one).map_err(|misfit| misfit.at(word))?;
    }
    Ok(all)
}

/// A list of names of a kind of things.
fn of_names<T: Finite>(json: &Value, what: &str, names: &[&str]) -> Result<crate::set::Set<T>, Misfit> {
    let mut set = crate::set::Set::EMPTY;
    for name in json.as_array().ok_or_else(|| unfit("a list of names", json))? {
        let word = name.as_str().ok_or_else(|| unfit("a name", name))?;
        let one = T::at(find(names.iter().copied(), word, what)?);
        if set.has(one) {
            return Err(Misfit::new(format!("{word} is listed twice")));
        }
        set.add(one);
    }
    Ok(set)
}

/// A place by its name, or none.
pub mod place {
    use super::super::words::Place;
    use super::{Misfit, Names, Value, unfit};

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(place: &Option<Place>, names: &Names) -> Value {
        place.map_or(Value::Null, |place| names.game.tables.name(place).into())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Place>, Misfit> {
        if json.is_null() {
            return Ok(None);
        }
        let name = json.as_str().ok_or_else(|| unfit("a place", json))?;
        Ok(Some(names.game.tables.place(name)?))
    }
}

/// Where the base is, for those who know it.
pub mod base {
    use super::super::words::{Place, Side};
    use super::{Finite, Misfit, Names, Value, place};

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(base: &Option<Place>, names: &Names) -> Value {
        if base.is_some() && !names.viewer.knows(Side::Rebels.index()) {
            return "hidden".into();
        }
        place::to_json(base, names)
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Place>, Misfit> {
        place::from_json(json, names)
    }
}

/// Places by their names.
pub mod places {
    use super::super::words::Places;
    use super::{Misfit, Names, Value, of_names};

    pub fn to_json(set: &Places, names: &Names) -> Value {
        set.iter().map(|place| names.game.tables.name(place)).collect()
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Places, Misfit> {
        let all: Vec<&str> = names.game.tables.worlds.values().iter().map(|w| w.name.as_str()).collect();
        of_names(json, "place", &all)
    }
}

/// The probe cards of the Empire, for those who see them.
pub mod probes {
    use super::super::words::{Places, Side};
    use super::{Finite, Misfit, Names, Value, places};

    pub fn to_json(set: &Places, names: &Names) -> Value {
        if names.viewer.knows(Side::Empire.index()) { places::to_json(set, names) } else { Value::Null }
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Places, Misfit> {
        places::from_json(json, names)
    }
}

/// Objectives by their names.
pub mod objectives {
    use super::super::words::Objectives;
    use super::{Finite, Misfit, Names, Value, of_names};

    pub fn to_json(set: &Objectives, names: &Names) -> Value {
        set.iter().map(|o| names.game.tables.objectives[o.index()].name.as_str()).collect()
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Objectives, Misfit> {
        let all: Vec<&str> = names.game.tables.objectives.iter().map(|o| o.name.as_str()).collect();
        of_names(json, "objective", &all)
    }
}

/// The objectives in the hand, for those who see them.
pub mod secret {
    use super::super::words::{Objectives, Side};
    use super::{Finite, Misfit, Names, Value, objectives};

    pub fn to_json(set: &Objectives, names: &Names) -> Value {
        if names.viewer.knows(Side::Rebels.index()) { objectives::to_json(set, names) } else { Value::Null }
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Objectives, Misfit> {
        objectives::from_json(json, names)
    }
}

/// Action cards of each side by their names.
pub mod cards {
    use super::super::words::{BySide, Recruits};
    use super::{Finite, Misfit, Names, Value, by_side, of_names, of_sides};

    pub fn to_json(cards: &BySide<Recruits>, names: &Names) -> Value {
        let name = |side, i: usize| names.game.tables.recruits[side][i].name.as_str();
        by_side(cards, |side, set| set.iter().map(|card| name(side, card.index())).collect())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Recruits>, Misfit> {
        of_sides(json, |side, list| {
            let all: Vec<&str> =
                names.game.tables.recruits[side].iter().map(|card| card.name.as_str()).collect();
            of_names(list, "action card", &all)
        })
    }
}

/// Units of each side.
pub mod forces {
    use super::super::words::{BySide, Units};
    use super::{Json, Misfit, Names, Value, by_side, of_sides};

    pub fn to_json(units: &BySide<Units>, names: &Names) -> Value {
        by_side(units, |side, units| units.to_json(&names.components(side)))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Units>, Misfit> {
        of_sides(json, |side, units| Units::from_json(units, &names.components(side)))
    }
}

/// Units of each side by place.
pub mod armies {
    use super::super::words::{ByPlace, BySide, Units};
    use super::{Json, Map, Misfit, Names, Value, by_side, of_sides, unfit};

    pub fn to_json(armies: &BySide<ByPlace<Units>>, names: &Names) -> Value {
        by_side(armies, |side, all| {
            let some = all.iter().filter(|(_, units)| !units.is_empty());
            let named = some.map(|(place, units)| {
                (names.game.tables.name(place).to_owned(), units.to_json(&names.components(side)))
            });
            Value::Object(named.collect::<Map<_, _>>())
        })
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<ByPlace<Units>>, Misfit> {
        of_sides(json, |side, all| {
            let mut army = ByPlace::<Units>::default();
            for (name, units) in all.as_object().ok_or_else(|| unfit("an object", all))? {
                let place = names.game.tables.place(name)?;
                let units = Units::from_json(units, &names.components(side));
                army[place] = units.map_err(|misfit| misfit.at(name))?;
            }
            Ok(army)
        })
    }
}

/// The queues of each side, a list of spaces.
pub mod queues {
    use super::super::words::{BySide, QUEUE, Units};
    use super::{Json, Misfit, Names, Value, by_side, of_sides, unfit};

    pub fn to_json(queues: &BySide<[Units; QUEUE]>, names: &Names) -> Value {
        by_side(queues, |side, queue| {
            queue.iter().map(|units| units.to_json(&names.components(side))).collect()
        })
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<[Units; QUEUE]>, Misfit> {
        of_sides(json, |side, list| {
            let list = list.as_array().filter(|list| list.len() == QUEUE);
            let list = list.ok_or_else(|| unfit("a list of three spaces", json))?;
            let mut queue = [Units::default(); QUEUE];
            for (space, units) in queue.iter_mut().zip(list) {
                *space = Units::from_json(units, &names.components(side))?;
            }
            Ok(queue)
        })
    }
}

/// Where leaders are, by their names; those who are not recruited are left out.
pub mod posts {
    use super::super::state::Post;
    use super::super::words::{ByLeader, BySide, Leader};
    use super::{Finite, Map, Misfit, Names, Value, by_side, find, of_sides, unfit};

    pub fn to_json(posts: &BySide<ByLeader<Post>>, names: &Names) -> Value {
        by_side(posts, |side, all| {
            let word = |post: Post| match post {
                Post::Supply => None,
                Post::Pool => Some("pool"),
                Post::Ready => Some("ready"),
                Post::At(place) => Some(names.game.tables.name(place)),
            };
            let some = all.iter().filter_map(|(leader, &post)| {
                Some((names.game.leader_name(side, leader).to_owned(), word(post)?.into()))
            });
            Value::Object(some.collect::<Map<_, _>>())
        })
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<ByLeader<Post>>, Misfit> {
        of_sides(json, |side, all| {
            let mut posts = ByLeader::<Post>::default();
            for (name, word) in all.as_object().ok_or_else(|| unfit("an object", all))? {
                let people = names.game.components().leaders[side].iter().map(|person| person.name.as_str());
                let leader = Leader::at(find(people, name, "leader")?);
                posts[leader] = match word.as_str().ok_or_else(|| unfit("a place", word))? {
                    "pool" => Post::Pool,
                    "ready" => Post::Ready,
                    place => Post::At(names.game.tables.place(place)?),
                };
            }
            Ok(posts)
        })
    }
}

/// Whom systems are loyal to; neutral ones are left out.
pub mod loyalties {
    use super::super::words::{ByPlace, Loyalty};
    use super::{Map, Misfit, Names, Value, read_by_word};

    pub fn to_json(loyalty: &ByPlace<Loyalty>, names: &Names) -> Value {
        let some = loyalty.iter().filter(|(_, loyalty)| **loyalty != Loyalty::Neutral);
        let named = some.map(|(place, of)| (names.game.tables.name(place).to_owned(), of.word().into()));
        Value::Object(named.collect::<Map<_, _>>())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<ByPlace<Loyalty>, Misfit> {
        let mut all = ByPlace::<Loyalty>::default();
        read_by_word(json, names, |name, of: Loyalty| {
            all[names.game.tables.place(name)?] = of;
            Ok(())
        })?;
        Ok(all)
    }
}

/// How many units were deployed where.
pub mod landed {
    use super::super::words::ByPlace;
    use super::{Map, Misfit, Names, Value, read_by_word};

    pub fn to_json(landed: &ByPlace<u8>, names: &Names) -> Value {
        let some = landed.iter().filter(|(_, n)| **n > 0);
        let named = some.map(|(place, &n)| (names.game.tables.name(place).to_owned(), n.into()));
        Value::Object(named.collect::<Map<_, _>>())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<ByPlace<u8>, Misfit> {
        let mut all = ByPlace::<u8>::default();
        read_by_word(json, names, |name, n: u8| {
            all[names.game.tables.place(name)?] = n;
            Ok(())
        })?;
        Ok(all)
    }
}

/// The kind of unit that a side wants to build.
pub mod wanted {
    use super::super::words::{BySide, Row};
    use super::{Misfit, Names, Value, by_side, of_sides, unfit};

    pub fn to_json(wanted: &BySide<Option<Row>>, names: &Names) -> Value {
        by_side(wanted, |side, row| row.map_or(Value::Null, |row| names.game.unit_name(side, row).into()))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Option<Row>>, Misfit> {
        of_sides(json, |side, one| {
            if one.is_null() {
                return Ok(None);
            }
            let name = one.as_str().ok_or_else(|| unfit("a unit", one))?;
            Ok(Some(names.components(side).row(name)?))
        })
    }
}

/// The battle, as its own rules write it.
pub mod fight {
    use super::{Misfit, Names, Save, Value};
    use crate::rebellion_combat::State;

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(battle: &Option<State>, names: &Names) -> Value {
        battle.as_ref().map_or(Value::Null, |battle| names.game.battle().to_json(battle, names.viewer))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<State>, Misfit> {
        if json.is_null() { Ok(None) } else { names.game.battle().from_json(json).map(Some) }
    }
}
