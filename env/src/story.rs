//! [`Story`]: what happened in a step, as data. Words, moving pictures and logs are views of it; nobody compares tables.
//!
//! The rules tell it where things happen ([`Chance::tell`](crate::Chance::tell)), and [`Trace`](crate::Trace) keeps it. Nobody else listens, and then nothing
//! is told at all: telling costs a game that is only played nothing.

use serde_json::{Value, json};

use crate::finite_enum;
use crate::viewer::Viewer;

finite_enum! {
    /// What happened.
    pub enum Deed {
        /// A turn, a round or another part of the game begins.
        Begin = "begin",
        /// An effect is carried out; what it does stands in words.
        Effect = "effect",
        /// Dice, or one die, show faces.
        Roll = "roll",
        /// Dice come into a pool.
        Gain = "gain",
        /// Dice are taken away.
        Lose = "lose",
        /// A side builds something, such as a unit for its queue.
        Build = "build",
        /// An attack on a place.
        Attack = "attack",
        /// Damage is put on somebody.
        Damage = "damage",
        /// Damage is taken off somebody.
        Heal = "heal",
        /// Damage is prevented.
        Block = "block",
        /// Counters are put on something.
        Add = "add",
        /// Counters are taken off something.
        Remove = "remove",
        /// All that something needs is there.
        Complete = "complete",
        /// Somebody changes sides or is taken along.
        Join = "join",
        /// Somebody goes somewhere.
        Move = "move",
        /// Something new is laid open.
        Reveal = "reveal",
        /// Somebody looks at something that is not laid open.
        Look = "look",
        /// Somebody is defeated or destroyed.
        Defeat = "defeat",
        /// Cards or tokens are drawn.
        Draw = "draw",
        /// Cards or tokens are given away.
        Discard = "discard",
        /// Something else, in words.
        Note = "note",
        /// The game ends.
        End = "end",
    }
}

/// Whom or what something happened to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The seats that alone know the name, and what all others are told.
    pub cover: Option<(Vec<usize>, String)>,
    /// How many, or how much.
    pub count: u32,
    /// How much there is of it now, and how much there can be: damage of capacity.
    pub level: Option<(u32, u32)>,
}

impl Item {
    /// Something that everybody may know.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), cover: None, count: 1, level: None }
    }

    /// Something that only these seats may know, one or those of a team; the others are told `cover`.
    pub fn secret(
        seats: impl IntoIterator<Item = usize>,
        name: impl Into<String>,
        cover: impl Into<String>,
    ) -> Self {
        Self { cover: Some((seats.into_iter().collect(), cover.into())), ..Self::new(name) }
    }

    /// So many of it.
    #[must_use]
    pub fn times(self, count: impl Into<u32>) -> Self {
        Self { count: count.into(), ..self }
    }

    /// So much of so much it has now.
    #[must_use]
    pub fn at(self, now: impl Into<u32>, of: impl Into<u32>) -> Self {
        Self { level: Some((now.into(), of.into())), ..self }
    }

    /// What a viewer may call it.
    pub fn name(&self, viewer: Viewer) -> &str {
        match &self.cover {
            Some((seats, cover)) if !viewer.knows_any(seats.iter().copied()) => cover,
            _ => &self.name,
        }
    }
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub deed: Deed,
    /// Whose doing it was: a seat, a card, a die; empty where it is nobody's.
    pub by: String,
    /// To whom or what.
    pub to: Vec<Item>,
    /// Whether the words of the action say it: who has read them need not be told.
    pub said: bool,
}

impl Event {
    /// What happened in words, as far as a viewer may know it: in the past, so that one seat and a whole side are told of alike.
    pub fn words(&self, viewer: Viewer) -> String {
        let each = |before: &str| {
            let items = self.merged(viewer);
            items.iter().map(|item| before.to_owned() + &item.words(viewer)).collect::<Vec<_>>().join(", ")
        };
        let amounts = |what: &str| {
            let items = self.to.iter().map(|item| {
                let now = item.level.map(|(now, of)| format!(" ({now}/{of})")).unwrap_or_default();
                format!("{} {what} {}{now}", item.count, item.name(viewer))
            });
            items.collect::<Vec<_>>().join(", ")
        };
        let by = &self.by;
        let led = |rest: String| if by.is_empty() { rest } else { format!("{by}: {rest}") };
        match self.deed {
            Deed::Begin => format!("— {} —", each("")),
            Deed::Effect | Deed::Note => led(each("")),
            Deed::Roll => format!("{by} rolled {}", each("")),
            Deed::Gain => format!("{by} took {}", each("")),
            Deed::Build => format!("{by} built {}", each("")),
            Deed::Attack => format!("{by} attacked {}", each("")),
            Deed::Damage => led(amounts("damage on")),
            Deed::Heal => led(amounts("damage off")),
            Deed::Block => led(amounts("damage blocked on")),
            Deed::Add => led(amounts("added to")),
            Deed::Remove => led(amounts("taken off")),
            Deed::Complete => format!("Complete: {}", each("")),
            Deed::Join => format!("{by} recruited {}", each("")),
            Deed::Move => format!("{by} moved to {}", each("")),
            Deed::Reveal if by.is_empty() => format!("Revealed: {}", each("")),
            Deed::Reveal => format!("{by} revealed {}", each("")),
            Deed::Look => format!("{by} looked at {}", each("")),
            Deed::Defeat if by.is_empty() => format!("Defeated: {}", each("")),
            Deed::Lose | Deed::Defeat => format!("{by} lost {}", each("")),
            Deed::Draw => format!("{by} drew {}", each("")),
            Deed::Discard => format!("{by} discarded {}", each("")),
            Deed::End => format!("The game is over: {}", each("")),
        }
    }

    /// The event as JSON, as far as a viewer may know it.
    pub fn to_json(&self, viewer: Viewer) -> Value {
        let items: Vec<Value> = self.merged(viewer).iter().map(|item| item.to_json(viewer)).collect();
        json!({ "deed": self.deed.word(), "by": self.by, "to": items, "words": self.words(viewer) })
    }

    /// The items, those of one name as one: two cards that a viewer cannot tell apart are two cards.
    fn merged(&self, viewer: Viewer) -> Vec<Item> {
        let mut list: Vec<Item> = Vec::with_capacity(self.to.len());
        for item in &self.to {
            let same = |other: &&mut Item| {
                other.level.is_none() && item.level.is_none() && other.name(viewer) == item.name(viewer)
            };
            match list.iter_mut().find(same) {
                Some(known) => known.count += item.count,
                None => list.push(item.clone()),
            }
        }
        list
    }
}

impl Item {
    fn words(&self, viewer: Viewer) -> String {
        let times = if self.count == 1 { String::new() } else { format!("{} × ", self.count) };
        let now = self.level.map(|(now, of)| format!(" ({now}/{of})")).unwrap_or_default();
        format!("{times}{}{now}", self.name(viewer))
    }

    fn to_json(&self, viewer: Viewer) -> Value {
        let mut json = json!({ "name": self.name(viewer), "count": self.count });
        if let Some((now, of)) = self.level {
            json["level"] = json!([now, of]);
        }
        json
    }
}

/// What happened in a step, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// What happened.
    pub events: Vec<Event>,
    by: String,
}

impl Story {
    /// Whose doing the following is, until somebody else's is told.
    pub fn cause(&mut self, by: impl Into<String>) -> &mut Self {
        self.by = by.into();
        self
    }

    /// Something that happens. What one cause does to several in a row is one event.
    pub fn push(&mut self, deed: Deed, item: Item) -> &mut Self {
        self.add(deed, item, false)
    }

    /// The same of something that the words of the action say already.
    pub fn echo(&mut self, deed: Deed, item: Item) -> &mut Self {
        self.add(deed, item, true)
    }

    fn add(&mut self, deed: Deed, item: Item, said: bool) -> &mut Self {
        let alike = |last: &Event| last.deed == deed && last.by == self.by && last.said == said;
        match self.events.last_mut() {
            Some(last) if alike(last) && deed.adds_up() => last.to.push(item),
            _ => self.events.push(Event { deed, by: self.by.clone(), to: vec![item], said }),
        }
        self
    }

    /// The same for several.
    pub fn all(&mut self, deed: Deed, items: impl IntoIterator<Item = Item>) -> &mut Self {
        let to: Vec<Item> = items.into_iter().collect();
        if !to.is_empty() {
            self.events.push(Event { deed, by: self.by.clone(), to, said: false });
        }
        self
    }

    /// Something that happens by nobody's doing.
    pub fn note(&mut self, deed: Deed, words: impl Into<String>) -> &mut Self {
        self.cause("").push(deed, Item::new(words))
    }

    /// A line for each event, as far as a viewer may know them.
    pub fn lines(&self, viewer: Viewer) -> Vec<String> {
        self.events.iter().map(|event| event.words(viewer)).collect()
    }

    /// The events as JSON, as far as a viewer may know them.
    pub fn to_json(&self, viewer: Viewer) -> Value {
        self.events.iter().map(|event| event.to_json(viewer)).collect()
    }
}

impl Deed {
    /// Whether it shows what chance has answered, and not what came of that.
    pub fn is_chance(self) -> bool {
        matches!(self, Deed::Roll | Deed::Draw | Deed::Reveal | Deed::Look)
    }

    /// Whether it is one event if it happens to several in a row.
    fn adds_up(self) -> bool {
        matches!(
            self,
            Deed::Roll
                | Deed::Damage
                | Deed::Heal
                | Deed::Block
                | Deed::Add
                | Deed::Remove
                | Deed::Gain
                | Deed::Lose
                | Deed::Build
                | Deed::Complete
                | Deed::Join
                | Deed::Reveal
                | Deed::Defeat
                | Deed::Draw
                | Deed::Discard
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_cause_does_in_a_row_is_one_event() {
        let mut story = Story::default();
        story.cause("Vader").push(Deed::Damage, Item::new("Han").at(1u8, 4u8));
        story.push(Deed::Damage, Item::new("Leia").at(2u8, 5u8));
        story.cause("AT-AT").push(Deed::Damage, Item::new("Han").times(2u8).at(3u8, 4u8));
        story.note(Deed::Begin, "Turn 2");
        let lines = story.lines(Viewer::Table);
        assert_eq!(
            lines,
            [
                "Vader: 1 damage on Han (1/4), 1 damage on Leia (2/5)",
                "AT-AT: 2 damage on Han (3/4)",
                "— Turn 2 —"
            ]
        );
    }

    #[test]
    fn what_the_action_says_is_told_apart() {
        let mut story = Story::default();
        story.cause("Seat 1").echo(Deed::Discard, Item::new("yellow +0"));
        story.push(Deed::Discard, Item::new("yellow +1")).push(Deed::Discard, Item::new("yellow -1"));
        let told: Vec<_> = story.events.iter().map(|e| (e.said, e.words(Viewer::Table))).collect();
        assert_eq!(
            told,
            [
                (true, "Seat 1 discarded yellow +0".into()),
                (false, "Seat 1 discarded yellow +1, yellow -1".into())
            ]
        );
    }

    #[test]
    fn what_is_nobodys_doing_begins_a_sentence() {
        let mut story = Story::default();
        story.note(Deed::Defeat, "Stormtrooper").note(Deed::Reveal, "R2-D2");
        story.cause("Empire").push(Deed::Defeat, Item::new("AT-AT"));
        story.push(Deed::Reveal, Item::new("Retrieve the Plans"));
        assert_eq!(
            story.lines(Viewer::Table),
            [
                "Defeated: Stormtrooper",
                "Revealed: R2-D2",
                "Empire lost AT-AT",
                "Empire revealed Retrieve the Plans"
            ]
        );
    }

    #[test]
    fn only_the_seat_itself_is_told_its_cards() {
        let mut story = Story::default();
        story.cause("Empire");
        for name in ["Critical Hit", "Take It Down"] {
            story.push(Deed::Draw, Item::secret([0], name, "space card"));
        }
        assert_eq!(story.lines(Viewer::Seat(0)), ["Empire drew Critical Hit, Take It Down"]);
        for viewer in [Viewer::Seat(1), Viewer::Table] {
            assert_eq!(story.lines(viewer), ["Empire drew 2 × space card"]);
            let json = story.to_json(viewer).to_string();
            assert!(!json.contains("Critical") && !json.contains("Take"), "{json}");
        }
        assert!(story.to_json(Viewer::All).to_string().contains("Critical Hit"));
    }
}
