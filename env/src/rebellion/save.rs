//! States as JSON in the rulebook's words, and what of them is written for whom. The state derives it; here is what needs names.

use serde_json::{Map, Value, json};

use super::invariants;
use super::objectives::card as objectives_of;
use super::probes::{above as probes_above, under as probes_under};
use super::rules::Rebellion;
use super::state::{Stage, State};
use super::words::{BySide, Leader, Objective, Side};
use crate::bits::Word;
use crate::data::find;
use crate::finite::Finite;
use crate::json::{Json, Misfit, labelled, read_by_word, unfit};
use crate::rebellion_combat::tables::Names as Components;
use crate::save::Save;
use crate::set::Set;
use crate::viewer::Viewer;

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

    /// What a side alone sees, as far as it is who reads.
    fn secret(&self, side: Side, value: impl FnOnce() -> Value) -> Value {
        if self.viewer.knows(side.index()) { value() } else { Value::Null }
    }

    fn leader(&self, side: Side, name: &str) -> Result<Leader, Misfit> {
        let people = self.game.components().leaders[side].iter().map(|person| person.name.as_str());
        Ok(Leader::at(find(people, name, "leader")?))
    }
}

impl Save for Rebellion {
    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        let mut json = s.to_json(&Names { game: self, viewer });
        named(self, s, viewer, &mut json);
        if viewer != Viewer::All {
            if let Some(base) = s.revealed_base() {
                json["base"] = self.tables.name(base).into();
            }
            // What everybody knows of the cards that not everybody sees.
            json["probe_cards"] = json!(s.probes.len());
            let backs = self.tables.stages.iter().map(|&stage| json!(s.hand.and(stage).len()));
            json["objectives_by_stage"] = backs.collect();
            let stage = |one: &Objective| json!(objectives_of(self, *one).stage);
            json["stages_on_top"] = s.top.iter().map(stage).collect();
            json["stages_at_the_bottom"] = s.bottom.iter().map(stage).collect();
            let looked = self.tables.stages.iter().flat_map(|&of| s.looked.and(of).iter());
            json["stages_looked_at"] = looked.map(|one| stage(&one)).collect();
            json["probe_cards_looked_at"] = json!(s.havens.len());
            json["probe_cards_under_the_deck"] = json!(probes_under(s));
            json["probe_cards_on_top"] = json!(probes_above(s));
            json["missions_held"] = by_side(&s.missions, |_, hand| json!(hand.len()));
            json["action_cards_drawn"] = by_side(&s.drawn, |_, cards| json!(cards.len()));
            json["action_cards_left"] = by_side(&s.recruits, |_, cards| json!(cards.len()));
            json["projects_drawn"] = json!(s.offer.len());
            json["projects_known"] = json!(s.sunk.len());
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
fn of_names<T: Finite, W: Word>(json: &Value, what: &str, names: &[&str]) -> Result<Set<T, W>, Misfit> {
    let mut set = Set::EMPTY;
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
    use super::{Misfit, Names, Value, places};

    pub fn to_json(set: &Places, names: &Names) -> Value {
        names.secret(Side::Empire, || places::to_json(set, names))
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
    use super::{Misfit, Names, Value, objectives};

    pub fn to_json(set: &Objectives, names: &Names) -> Value {
        names.secret(Side::Rebels, || objectives::to_json(set, names))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Objectives, Misfit> {
        objectives::from_json(json, names)
    }
}

/// Objectives in order, for those who know it.
pub mod order {
    use super::super::words::{Objective, Side};
    use super::{Finite, Misfit, Names, Value, find, unfit};
    use crate::List;

    pub fn name<'a>(names: &Names<'a>, objective: Objective) -> &'a str {
        names.game.tables.objectives[objective.index()].name.as_str()
    }

    pub fn of_name(json: &Value, names: &Names) -> Result<Objective, Misfit> {
        let name = json.as_str().ok_or_else(|| unfit("an objective", json))?;
        let all = names.game.tables.objectives.iter().map(|o| o.name.as_str());
        Ok(Objective::at(find(all, name, "objective")?))
    }

    pub fn to_json<const N: usize>(list: &List<Objective, N>, names: &Names) -> Value {
        names.secret(Side::Rebels, || list.iter().map(|&one| name(names, one)).collect())
    }

    pub fn from_json<const N: usize>(json: &Value, names: &Names) -> Result<List<Objective, N>, Misfit> {
        let all = json.as_array().filter(|list| list.len() <= N);
        let mut list = List::default();
        for one in all.ok_or_else(|| unfit("a list of objectives", json))? {
            list.push(of_name(one, names)?);
        }
        Ok(list)
    }
}

/// Missions of each side by their names.
pub mod missions {
    use super::super::words::{BySide, Mission, Missions, Side};
    use super::{Finite, Misfit, Names, Value, by_side, find, of_names, of_sides, unfit};

    pub fn name<'a>(names: &Names<'a>, side: Side, mission: Mission) -> &'a str {
        names.game.tables.missions[side].get(mission.index()).map_or("no mission", |card| card.name.as_str())
    }

    fn all<'a>(names: &Names<'a>, side: Side) -> Vec<&'a str> {
        names.game.tables.missions[side].iter().map(|card| card.name.as_str()).collect()
    }

    pub fn of_name(json: &Value, names: &Names, side: Side) -> Result<Mission, Misfit> {
        let name = json.as_str().ok_or_else(|| unfit("a mission", json))?;
        Ok(Mission::at(find(all(names, side).into_iter(), name, "mission")?))
    }

    pub fn to_json(sets: &BySide<Missions>, names: &Names) -> Value {
        by_side(sets, |side, set| set.iter().map(|mission| name(names, side, mission)).collect())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Missions>, Misfit> {
        of_sides(json, |side, list| of_names(list, "mission", &all(names, side)))
    }
}

/// The missions that lie face down, each for those who laid it; null where one was turned up.
pub mod stacks {
    use super::super::words::{BySide, Mission, STACKS};
    use super::{Finite, Misfit, Names, Value, by_side, missions, of_sides, unfit};

    type Stacks = BySide<[Option<Mission>; STACKS]>;

    pub fn to_json(stacks: &Stacks, names: &Names) -> Value {
        by_side(stacks, |side, all| {
            let known = names.viewer.knows(side.index());
            let word =
                |mission: Mission| if known { missions::name(names, side, mission) } else { "face down" };
            let laid = all.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            all[..laid].iter().map(|one| one.map_or(Value::Null, |mission| word(mission).into())).collect()
        })
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Stacks, Misfit> {
        of_sides(json, |side, list| {
            let list = list.as_array().filter(|list| list.len() <= STACKS);
            let mut all = [None; STACKS];
            for (stack, one) in all.iter_mut().zip(list.ok_or_else(|| unfit("a list of missions", json))?) {
                *stack = (!one.is_null()).then(|| missions::of_name(one, names, side)).transpose()?;
            }
            Ok(all)
        })
    }
}

/// The mission that is carried out.
pub mod under_way {
    use super::super::words::{BySide, Mission};
    use super::{Misfit, Names, Value, by_side, missions, of_sides};

    pub fn to_json(missions: &BySide<Option<Mission>>, names: &Names) -> Value {
        by_side(missions, |side, one| one.map_or(Value::Null, |one| missions::name(names, side, one).into()))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Option<Mission>>, Misfit> {
        of_sides(
            json,
            |side, one| {
                if one.is_null() { Ok(None) } else { missions::of_name(one, names, side).map(Some) }
            },
        )
    }
}

/// The missions of each side, one name for each card.
pub mod piles {
    use super::super::pile::Pile;
    use super::super::words::{BySide, Side};
    use super::{Misfit, Names, Value, by_side, missions, of_sides, unfit};

    pub fn names_of(pile: Pile, side: Side, names: &Names) -> Value {
        pile.cards().map(|mission| missions::name(names, side, mission)).collect()
    }

    pub fn to_json(piles: &BySide<Pile>, names: &Names) -> Value {
        by_side(piles, |side, pile| names_of(*pile, side, names))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Pile>, Misfit> {
        of_sides(json, |side, list| {
            let mut pile = Pile::default();
            for one in list.as_array().ok_or_else(|| unfit("a list of missions", list))? {
                let mission = missions::of_name(one, names, side)?;
                let all = names.game.tables.copies[side];
                if pile.count(mission) == all.count(mission) {
                    let name = missions::name(names, side, mission);
                    return Err(Misfit::new(format!("there are only {} of {name}", all.count(mission))));
                }
                pile.add(mission);
            }
            Ok(pile)
        })
    }
}

/// The missions in each hand, for those who hold them.
pub mod secret_piles {
    use super::super::pile::Pile;
    use super::super::words::BySide;
    use super::{Finite, Misfit, Names, Value, by_side, piles};

    pub fn to_json(hands: &BySide<Pile>, names: &Names) -> Value {
        let known = |side: super::Side| names.viewer.knows(side.index());
        by_side(
            hands,
            |side, hand| if known(side) { piles::names_of(*hand, side, names) } else { Value::Null },
        )
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Pile>, Misfit> {
        piles::from_json(json, names)
    }
}

/// Projects in order, for the Empire.
pub mod projects {
    use super::super::words::{Mission, Side};
    use super::{Misfit, Names, Value, missions, unfit};
    use crate::List;

    pub fn to_json<const N: usize>(list: &List<Mission, N>, names: &Names) -> Value {
        let name = |&mission: &Mission| missions::name(names, Side::Empire, mission);
        names.secret(Side::Empire, || list.iter().map(name).collect())
    }

    pub fn from_json<const N: usize>(json: &Value, names: &Names) -> Result<List<Mission, N>, Misfit> {
        let all = json.as_array().filter(|list| list.len() <= N);
        let mut list = List::default();
        for one in all.ok_or_else(|| unfit("a list of projects", json))? {
            list.push(missions::of_name(one, names, Side::Empire)?);
        }
        Ok(list)
    }
}

/// The projects that were drawn.
pub mod drawn {
    pub use super::projects::{from_json, to_json};
}

/// Leaders of each side by their names.
pub mod crews {
    use super::super::words::{BySide, Leaders};
    use super::{Json, Misfit, Names, Value, by_side, of_sides};

    pub fn to_json(crews: &BySide<Leaders>, names: &Names) -> Value {
        by_side(crews, |side, crew| crew.to_json(&names.components(side)))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Leaders>, Misfit> {
        of_sides(json, |side, crew| Leaders::from_json(crew, &names.components(side)))
    }
}

/// The name of a leader, or nothing for nobody.
fn name_of(side: Side, leader: Option<Leader>, names: &Names) -> Value {
    leader.map_or(Value::Null, |leader| names.game.leader_name(side, leader).into())
}

/// The leader of that name, or nobody.
fn leader_of(side: Side, json: &Value, names: &Names) -> Result<Option<Leader>, Misfit> {
    if json.is_null() {
        return Ok(None);
    }
    let name = json.as_str().ok_or_else(|| unfit("a leader", json))?;
    names.leader(side, name).map(Some)
}

/// A Rebel leader.
pub mod rebel {
    use super::super::words::{Leader, Side};
    use super::{Misfit, Names, Value, leader_of, name_of};

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(leader: &Option<Leader>, names: &Names) -> Value {
        name_of(Side::Rebels, *leader, names)
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Leader>, Misfit> {
        leader_of(Side::Rebels, json, names)
    }
}

/// Probe cards that only the Rebels know.
pub mod secret_places {
    use super::super::words::{Places, Side};
    use super::{Misfit, Names, Value, places};

    pub fn to_json(set: &Places, names: &Names) -> Value {
        names.secret(Side::Rebels, || places::to_json(set, names))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Places, Misfit> {
        places::from_json(json, names)
    }
}

/// How deep probe cards lie under the deck, for the Rebels; those that do not are left out.
pub mod deep {
    use super::super::words::{ByPlace, Side};
    use super::{Misfit, Names, Value, landed};

    pub fn to_json(depth: &ByPlace<i8>, names: &Names) -> Value {
        names.secret(Side::Rebels, || landed::to_json(depth, names))
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<ByPlace<i8>, Misfit> {
        landed::from_json(json, names)
    }
}

/// Action cards of each side by their names.
pub mod cards {
    use super::super::words::{BySide, Recruit, Recruits, Side};
    use super::{Finite, Misfit, Names, Value, by_side, find, of_names, of_sides, unfit};

    /// All action cards of a side.
    fn all<'a>(side: Side, names: &Names<'a>) -> Vec<&'a str> {
        names.game.tables.recruits[side].iter().map(|card| card.name.as_str()).collect()
    }

    pub fn names_of(set: Recruits, side: Side, names: &Names) -> Value {
        set.iter().map(|card| names.game.tables.act(side, card).name.as_str()).collect()
    }

    pub fn of_list(list: &Value, side: Side, names: &Names) -> Result<Recruits, Misfit> {
        of_names(list, "action card", &all(side, names))
    }

    pub fn of_name(json: &Value, side: Side, names: &Names) -> Result<Recruit, Misfit> {
        let name = json.as_str().ok_or_else(|| unfit("an action card", json))?;
        Ok(Recruit::at(find(all(side, names).into_iter(), name, "action card")?))
    }

    /// Where cards have abilities only their side knows them.
    pub fn to_json(cards: &BySide<Recruits>, names: &Names) -> Value {
        let open = |side: Side| !names.game.tables.acts || names.viewer.knows(side.index());
        by_side(cards, |side, set| if open(side) { names_of(*set, side, names) } else { Value::Null })
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Recruits>, Misfit> {
        of_sides(json, |side, list| of_list(list, side, names))
    }
}

/// The action cards of each side that are not in the deck, its own as far as they are hidden.
pub mod hands {
    use super::super::hand::Hand;
    use super::super::words::{BySide, Recruits, Side};
    use super::{Finite, Map, Misfit, Names, Value, by_side, cards, json, of_sides, unfit};

    pub fn to_json(hands: &BySide<Hand>, names: &Names) -> Value {
        let t = &names.game.tables;
        by_side(hands, |side, hand| {
            let leader = |leader| names.game.leader_name(side, leader);
            let used = cards::names_of(hand.used(), side, names);
            if !names.viewer.knows(side.index()) {
                let kept = hand.leaders(t, side).iter().map(leader);
                let (held, under) = (hand.held().len(), hand.under().len());
                let kept: Value = kept.collect();
                return json!({ "held": held, "kept_for": kept, "under": under, "used": used });
            }
            let kept = hand.held().iter().map(|card| {
                let of = hand.kept_for(t, side, card);
                (t.act(side, card).name.clone(), of.map_or(Value::Null, |one| leader(one).into()))
            });
            let kept = Value::Object(kept.collect::<Map<_, _>>());
            let under = cards::names_of(hand.under(), side, names);
            json!({ "in_hand": kept, "under_the_deck": under, "used": used })
        })
    }

    fn of(json: &Value, side: Side, names: &Names) -> Result<Hand, Misfit> {
        let t = &names.game.tables;
        let list =
            |key: &str| json.get(key).map_or(Ok(Recruits::EMPTY), |list| cards::of_list(list, side, names));
        let mut hand = Hand::default().with_used(list("used")?);
        list("under_the_deck")?.iter().for_each(|card| hand.sink(card));
        let held = json.get("in_hand").and_then(Value::as_object);
        for (name, leader) in held.ok_or_else(|| unfit("action cards in hand with their leaders", json))? {
            let card = cards::of_name(&name.as_str().into(), side, names)?;
            let leader = leader.as_str().map(|leader| names.leader(side, leader)).transpose()?;
            let shows = leader.is_none_or(|leader| t.act(side, card).leaders.has(leader));
            if !shows {
                return Err(Misfit::new(format!("{name} does not show its leader")));
            }
            hand.keep(t, side, card, leader);
        }
        Ok(hand)
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<BySide<Hand>, Misfit> {
        of_sides(json, |side, one| of(one, side, names))
    }
}

/// An action card of whose turn it is, or of who is asked: as JSON its name, which one card of both sides has.
pub mod own_card {
    use super::super::words::{Recruit, Side};
    use super::{Finite, Misfit, Names, Value, cards};

    /// The state itself knows whose it is, and names it: see [`super::named`].
    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(card: &Option<Recruit>, _: &Names) -> Value {
        card.map_or(Value::Null, |card| card.index().into())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Recruit>, Misfit> {
        if json.is_null() {
            return Ok(None);
        }
        let of = |side: Side| cards::of_name(json, side, names);
        of(Side::Empire).or_else(|_| of(Side::Rebels)).map(Some)
    }
}

/// The same of who is asked.
pub mod asked_card {
    pub use super::own_card::{from_json, to_json};
}

/// Writes the names of the action cards that are under way.
fn named(g: &Rebellion, s: &State, viewer: Viewer, json: &mut Value) {
    let known = s.stage != Stage::Recruit || viewer.knows(s.asked.index());
    for (key, side, card, known) in [("act", s.turn, s.act, true), ("used", s.asked, s.used, known)] {
        json["now"][key] = match card {
            Some(card) if known => g.tables.act(side, card).name.as_str().into(),
            Some(_) => "hidden".into(),
            None => Value::Null,
        };
    }
}

/// A die of the battle.
pub mod die {
    use super::{Finite, Misfit, Names, Value, unfit};
    use crate::rebellion_combat::action::Die;

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(die: &Option<Die>, _: &Names) -> Value {
        die.map_or(Value::Null, |die| die.label().into())
    }

    pub fn from_json(json: &Value, _: &Names) -> Result<Option<Die>, Misfit> {
        if json.is_null() {
            return Ok(None);
        }
        let die = json.as_str().and_then(|word| Die::all().find(|die| die.label() == word));
        die.map(Some).ok_or_else(|| unfit("a die", json))
    }
}

/// Who has the rings of action cards.
pub mod bearers {
    use super::super::ability::Ring;
    use super::super::words::Leader;
    use super::{Finite, Map, Misfit, Names, Value, labelled, rebel, unfit};
    use crate::by_key::ByKey;

    type Bearers = ByKey<Ring, Option<Leader>, { Ring::N }>;

    pub fn to_json(rings: &Bearers, names: &Names) -> Value {
        let some = rings.iter().filter(|(_, bearer)| bearer.is_some());
        Value::Object(
            some.map(|(ring, one)| (ring.label(), rebel::to_json(one, names))).collect::<Map<_, _>>(),
        )
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Bearers, Misfit> {
        let mut rings = Bearers::default();
        for (word, one) in json.as_object().ok_or_else(|| unfit("an object", json))? {
            let ring: Ring = labelled(word)?;
            rings[ring] = rebel::from_json(one, names).map_err(|misfit| misfit.at(word))?;
        }
        Ok(rings)
    }
}

/// An Imperial leader.
pub mod imperial {
    use super::super::words::{Leader, Side};
    use super::{Misfit, Names, Value, leader_of, name_of};

    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(leader: &Option<Leader>, names: &Names) -> Value {
        name_of(Side::Empire, *leader, names)
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Leader>, Misfit> {
        leader_of(Side::Empire, json, names)
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
    use super::super::words::{ByLeader, BySide, STACKS, Stack};
    use super::{Finite, Map, Misfit, Names, Value, by_side, of_sides, unfit};

    /// What stands before the number of a mission that lies face down.
    const ON: &str = "mission ";
    /// What stands before the place of a captive.
    const CAPTIVE: &str = "captive in ";
    /// Who is out of the game on this side.
    const GONE: &str = "gone";

    fn stack(number: &str) -> Result<Stack, Misfit> {
        let n = number.parse::<usize>().ok().and_then(|n| Stack::try_at(n.checked_sub(1)?));
        n.ok_or_else(|| Misfit::new(format!("there is no mission '{number}', only 1 to {STACKS}")))
    }

    pub fn to_json(posts: &BySide<ByLeader<Post>>, names: &Names) -> Value {
        by_side(posts, |side, all| {
            let word = |post: Post| match post {
                Post::Supply => None,
                Post::Pool => Some("pool".to_owned()),
                Post::Ready => Some("ready".to_owned()),
                Post::At(place) => Some(names.game.tables.name(place).to_owned()),
                Post::On(stack) => Some(format!("{ON}{}", stack.index() + 1)),
                Post::Captive(place) => Some(format!("{CAPTIVE}{}", names.game.tables.name(place))),
                Post::Gone => Some(GONE.to_owned()),
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
                let leader = names.leader(side, name)?;
                let word = word.as_str().ok_or_else(|| unfit("a place", word))?;
                let place = |name: &str| names.game.tables.place(name);
                posts[leader] = match (word.strip_prefix(ON), word.strip_prefix(CAPTIVE)) {
                    (Some(n), _) => Post::On(stack(n)?),
                    (_, Some(name)) => Post::Captive(place(name)?),
                    _ if word == "pool" => Post::Pool,
                    _ if word == "ready" => Post::Ready,
                    _ if word == GONE => Post::Gone,
                    _ => Post::At(place(word)?),
                };
            }
            Ok(posts)
        })
    }
}

/// Whom systems are loyal to; neutral ones are left out.
pub mod loyalties {
    use super::super::allegiance::Loyalties;
    use super::super::words::{Loyalty, Place};
    use super::{Finite, Map, Misfit, Names, Value, read_by_word};

    pub fn to_json(loyalty: &Loyalties, names: &Names) -> Value {
        let all = Place::all().map(|place| (place, loyalty[place]));
        let some = all.filter(|(_, loyalty)| *loyalty != Loyalty::Neutral);
        let named = some.map(|(place, of)| (names.game.tables.name(place).to_owned(), of.word().into()));
        Value::Object(named.collect::<Map<_, _>>())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Loyalties, Misfit> {
        let mut all = Loyalties::default();
        read_by_word(json, names, |name, of: Loyalty| {
            all.set(names.game.tables.place(name)?, of);
            Ok(())
        })?;
        Ok(all)
    }
}

/// How many units were deployed where.
pub mod landings {
    use super::super::deploy::{Landed, MOST};
    use super::super::words::{ByPlace, Place};
    use super::{Finite, Misfit, Names, Value, landed};

    pub fn to_json(landings: &Landed, names: &Names) -> Value {
        landed::to_json(&ByPlace::from_fn(|place: Place| landings.at(place)), names)
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Landed, Misfit> {
        let counts: ByPlace<u8> = landed::from_json(json, names)?;
        let mut landings = Landed::default();
        for place in Place::all() {
            if counts[place] > MOST {
                return Err(Misfit::new(format!("{} units, but {MOST} are the most", counts[place])));
            }
            (0..counts[place]).for_each(|_| landings.add(place));
        }
        Ok(landings)
    }
}

/// A number of each place that has one.
pub mod landed {
    use super::super::words::ByPlace;
    use super::{Json, Map, Misfit, Names, Value, read_by_word};

    pub fn to_json<T: Copy + Default + PartialEq + Into<Value>>(landed: &ByPlace<T>, names: &Names) -> Value {
        let some = landed.iter().filter(|(_, n)| **n != T::default());
        let named = some.map(|(place, &n)| (names.game.tables.name(place).to_owned(), n.into()));
        Value::Object(named.collect::<Map<_, _>>())
    }

    pub fn from_json<T: Copy + Default + for<'a> Json<Names<'a>>>(
        json: &Value,
        names: &Names,
    ) -> Result<ByPlace<T>, Misfit> {
        let mut all = ByPlace::<T>::default();
        read_by_word(json, names, |name, n: T| {
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
