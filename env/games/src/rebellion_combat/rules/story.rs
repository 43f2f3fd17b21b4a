//! What the rules tell of what happens: the events of a [`Story`] with the names of units, cards and dice.

use std::cmp::Ordering;

use holotable_env::{Deed, Item, Story};

use super::RebellionCombat;
use super::action::{Die, Own};
use super::end::holder;
use super::names;
use super::state::{Hit, State};
use super::tables::Tables;
use super::words::{ByColour, ByFace, Card, Colour, Face, Row, Side, Theatre};
use super::worth::points;

/// Dice of a colour that are thrown, and what they show; both colours are one roll.
pub fn thrown(story: &mut Story, who: Side, colour: Colour, shown: &ByFace<u8>) {
    let faces = shown.iter().filter(|(_, n)| **n > 0);
    let faces = faces.map(|(face, n)| Item::new(format!("{} {}", colour.word(), face.word())).times(*n));
    story.cause(names::title(who));
    faces.for_each(|face| _ = story.push(Deed::Roll, face));
}

/// Dice taken up to be rolled again.
pub fn again(story: &mut Story, who: Side, dice: &ByColour<u8>) {
    let all: u8 = dice.values().iter().sum();
    let dice = dice.iter().filter(|(_, n)| **n > 0);
    let words: Vec<String> = dice.map(|(colour, n)| format!("{n} {}", colour.word())).collect();
    let what = if all == 1 { "die" } else { "dice" };
    let words = format!("{} {what} rolled again", words.join(" and "));
    story.cause(names::title(who)).push(Deed::Note, Item::new(words));
}

/// A die is paid, as the action says.
pub fn paid(story: &mut Story, who: Side, colour: Colour) {
    let words = format!("a {} {} is paid", colour.word(), Face::Special.word());
    story.cause(names::title(who)).echo(Deed::Note, Item::new(words));
}

/// A card goes to a hand; only who holds it knows which.
pub fn drawn(story: &mut Story, t: &Tables, who: Side, card: Card) {
    let tactic = t.tactic(card);
    let cover = format!("{} card", tactic.theatre.word());
    let item = Item::secret(who.seats(), format!("{} ({})", tactic.name, cover), cover);
    story.cause(names::title(who)).push(Deed::Draw, item);
}

/// The action throws a card away, for all to see.
pub fn discarded(story: &mut Story, t: &Tables, who: Side, card: Card) {
    story.cause(names::title(who)).echo(Deed::Discard, Item::new(t.tactic(card).name.as_str()));
}

/// What a card, or a die, does to a unit.
pub fn hit(story: &mut Story, (t, s): (&Tables, &State), deed: Deed, by: String, of: Side, n: u8, hit: Hit) {
    let (row, damage) = (hit.unit.row, hit.total());
    story
        .cause(by)
        .push(deed, Item::new(t.unit(of, row).name.as_str()).times(n).at(damage, s.health(t, of, row)));
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
pub fn left(t: &Tables, of: Side, unit: Own, n: u8) -> Item {
    let leave = if n == 1 { "leaves" } else { "leave" };
    Item::new(format!("{} {leave} the system", names::times(n, &t.unit(of, unit.row).name)))
}

/// Dice that units would roll and do not.
pub fn withheld(story: &mut Story, g: &RebellionCombat, s: &State) {
    if let Some(words) = names::withheld(g, s) {
        story.cause(names::title(s.side)).push(Deed::Note, Item::new(words));
    }
}

/// Dice with damage that no unit can take.
pub fn wasted(story: &mut Story, s: &State) {
    let spare = s.dice.iter().filter(|(die, n)| **n > 0 && matches!(die.face, Face::Hit | Face::Direct));
    let spare = spare.map(|(die, n)| names::times(*n, &format!("{} {}", die.colour.word(), die.face.word())));
    let spare: Vec<String> = spare.collect();
    if !spare.is_empty() {
        let words = format!("{} lost, no unit can take the damage", spare.join(", "));
        story.cause(names::title(s.side)).push(Deed::Note, Item::new(words));
    }
}

/// A side has only units left in a theatre that cannot fight, and the enemy is there: they are destroyed.
pub fn helpless(story: &mut Story, of: Side, theatre: Theatre) {
    let words =
        format!("no unit that can fight is left {}, so that the others are lost", names::place(theatre));
    story.cause(names::title(of)).push(Deed::Note, Item::new(words));
}

/// A battle in a theatre begins.
pub fn battle(story: &mut Story, s: &State, theatre: Theatre) {
    story.note(Deed::Begin, format!("Round {}: battle {}", s.round, names::place(theatre)));
}

/// The combat is over; then the points, which a combat of a campaign does without.
pub fn over(story: &mut Story, g: &RebellionCombat, s: &State) {
    let [empire, rebels] = [Side::Empire, Side::Rebels].map(|side| points(g, s, side));
    let wins = match empire.cmp(&rebels) {
        Ordering::Greater => "the Empire wins",
        Ordering::Less => "the Rebels win",
        Ordering::Equal => "a draw",
    };
    let held = |side: Side| match holder(s) {
        Some(holder) if holder == side && g.rules.hold > 0 => {
            format!(" ({} for holding the system)", g.rules.hold)
        }
        _ => String::new(),
    };
    let count = format!(
        "{wins}, Empire {empire} points{}, Rebels {rebels}{}",
        held(Side::Empire),
        held(Side::Rebels)
    );
    story.cause("").all(Deed::End, [Item::new(names::ending(s.ending)), Item::new(count)]);
}
