//! Cards that lie in piles, hands and rows.

use holotable_env::json::unfit;
use holotable_env::{Finite, Misfit};
use serde_json::{Map, Value, json};

use super::named::Titled;
use super::{Named, Names};
use crate::rebellion::rules::deck_counts::DeckCounts;
use crate::rebellion::rules::hand::Hand;
use crate::rebellion::rules::words::{Mission, Recruit, Recruits, STACKS, Side};

/// Missions, one name for each card.
impl Named for DeckCounts {
    fn write(&self, side: Side, names: &Names) -> Value {
        self.cards().map(|mission| mission.title(side, names)).collect()
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let mut deck_counts = Self::default();
        for one in json.as_array().ok_or_else(|| unfit("a list of missions", json))? {
            let mission = Mission::read(one, side, names)?;
            let all = names.tables.copies[side].count(mission);
            if deck_counts.count(mission) == all {
                return Err(Misfit::new(format!("there are only {all} of {}", mission.title(side, names))));
            }
            deck_counts.add(mission);
        }
        Ok(deck_counts)
    }
}

/// The missions that lie face down, for those who laid them; null where one was turned up.
impl Named for [Option<Mission>; STACKS] {
    fn write(&self, side: Side, names: &Names) -> Value {
        let known = names.knows(side);
        let word = |mission: Mission| if known { mission.title(side, names) } else { "face down" };
        let laid = self.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        self[..laid].iter().map(|one| one.map_or(Value::Null, |mission| word(mission).into())).collect()
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let list = json.as_array().filter(|list| list.len() <= STACKS);
        let mut all = [None; STACKS];
        for (stack, one) in all.iter_mut().zip(list.ok_or_else(|| unfit("a list of missions", json))?) {
            *stack = Option::read(one, side, names)?;
        }
        Ok(all)
    }
}

/// The action cards of a side that are not in the deck, as far as they are hidden for this side.
impl Named for Hand {
    fn write(&self, side: Side, names: &Names) -> Value {
        let t = names.tables;
        let used = self.used().write(side, names);
        if !names.knows(side) {
            let (held, under) = (self.held().len(), self.under().len());
            let kept = self.leaders(t, side).write(side, names);
            return json!({ "held": held, "kept_for": kept, "under": under, "used": used });
        }
        let kept = self.held().iter().map(|card| {
            (card.title(side, names).to_owned(), self.kept_for(t, side, card).write(side, names))
        });
        let kept = Value::Object(kept.collect::<Map<_, _>>());
        json!({ "in_hand": kept, "under_the_deck": self.under().write(side, names), "used": used })
    }

    fn read(json: &Value, side: Side, names: &Names) -> Result<Self, Misfit> {
        let t = names.tables;
        let list =
            |key: &str| json.get(key).map_or(Ok(Recruits::EMPTY), |list| Recruits::read(list, side, names));
        let mut hand = Self::default().with_used(list("used")?);
        list("under_the_deck")?.iter().for_each(|card| hand.sink(card));
        let held = json.get("in_hand").and_then(Value::as_object);
        for (name, leader) in held.ok_or_else(|| unfit("action cards in hand with their leaders", json))? {
            let card = Recruit::called(name, side, names)?;
            let leader = Option::read(leader, side, names)?;
            if !leader.is_none_or(|leader| t.action_card(side, card).leaders.has(leader)) {
                return Err(Misfit::new(format!("{name} does not show its leader")));
            }
            hand.keep(t, side, card, leader);
        }
        Ok(hand)
    }
}

/// An action card of whose turn it is, or of who is asked: as JSON its name, which one card of both sides has.
pub mod own_card {
    use super::{Finite, Misfit, Named, Names, Recruit, Side, Value};

    /// The state itself knows whose it is: its name is put here where the whole state is written.
    #[expect(clippy::ref_option, reason = "derived code passes a field by reference")]
    pub fn to_json(card: &Option<Recruit>, _: &Names) -> Value {
        card.map_or(Value::Null, |card| card.index().into())
    }

    pub fn from_json(json: &Value, names: &Names) -> Result<Option<Recruit>, Misfit> {
        Option::read(json, Side::Empire, names).or_else(|_| Option::read(json, Side::Rebels, names))
    }
}
