//! What the rules tell of what happens: the events of a [`Story`] with the names of units, cards and dice.

use holotable_env::{Deed, Item, Story};

use super::RebellionCombat;
use super::action::{Die, Own};
use super::names;
use super::state::{Ending, Hit, State};
use super::tables::Tables;
use super::words::{ByColour, ByFace, Card, Colour, Face, Row, Side, Theatre};

/// Dice of a colour that are thrown, and what they show; both colours are one roll.
pub fn thrown(story: &mut Story, who: Side, colour: Colour, shown: &ByFace<u8>) {
    let faces = shown.iter().filter(|(_, n)| **n > 0);
    let faces = faces.map(|(face, n)| Item::new(format!("{} {}", colour.word(), face.word())).times(*n));
    story.cause(names::title(who));
    faces.for_each(|face| _ = story.push(Deed::Roll, face));
}

/// Dice taken up to be rolled again.
pub fn again(story: &mut Story, who: Side, dice: &ByColour<u8>) {
    let dice = dice.iter().filter(|(_, n)| **n > 0);
    let words: Vec<String> = dice.map(|(colour, n)| format!("{n} {}", colour.word())).collect();
    story
        .cause(names::title(who))
        .push(Deed::Note, Item::new(format!("{} rolled again", words.join(" and "))));
}

/// A die is paid.
pub fn paid(story: &mut Story, who: Side, colour: Colour) {
    let die = format!("a {} {}", colour.word(), Face::Special.word());
    story.cause(names::title(who)).push(Deed::Discard, Item::new(die));
}

/// A card goes to a hand; only who holds it knows which.
pub fn drawn(story: &mut Story, t: &Tables, who: Side, card: Card) {
    let tactic = t.tactic(card);
    let cover = format!("{} card", tactic.theatre.word());
    let item = Item::secret(who.seats(), format!("{} ({})", tactic.name, cover), cover);
    story.cause(names::title(who)).push(Deed::Draw, item);
}

/// A card is played or thrown away, for all to see.
pub fn discarded(story: &mut Story, t: &Tables, who: Side, card: Card) {
    story.cause(names::title(who)).push(Deed::Discard, Item::new(t.tactic(card).name.as_str()));
}

/// What a card, or a die, does to a unit.
pub fn hit(story: &mut Story, t: &Tables, deed: Deed, by: String, of: Side, n: u8, hit: Hit) {
    let unit = t.unit(of, hit.unit.row);
    story.cause(by).push(deed, Item::new(unit.name.as_str()).times(n).at(hit.total(), unit.health));
}

/// Who or what does what is being done: the card that is played, or else the die.
pub fn by(g: &RebellionCombat, s: &State, die: Option<Die>) -> String {
    match (s.playing, die) {
        (Some(playing), _) => g.tables.tactic(playing.card).name.clone(),
        (None, Some(die)) => format!("{} {}", names::capital(die.colour.word()), die.face.word()),
        (None, None) => names::title(s.decides()).into(),
    }
}

/// Units are gone.
pub fn gone(story: &mut Story, t: &Tables, of: Side, row: Row, n: u8) {
    if n > 0 {
        story.cause(names::title(of)).push(Deed::Defeat, Item::new(t.unit(of, row).name.as_str()).times(n));
    }
}

/// Units leave the system.
pub fn left(story: &mut Story, t: &Tables, of: Side, unit: Own, n: u8) {
    if n > 0 {
        let words = format!("{} leaves the system", names::times(n, &t.unit(of, unit.row).name));
        story.cause(names::title(of)).push(Deed::Note, Item::new(words));
    }
}

/// A battle in a theatre begins.
pub fn battle(story: &mut Story, s: &State, theatre: Theatre) {
    story.note(Deed::Begin, format!("Round {}: battle {}", s.round, names::place(theatre)));
}

/// The combat is over.
pub fn over(story: &mut Story, ending: Ending) {
    story.note(Deed::End, names::ending(ending));
}
