//! The action cards of the data set.

use holotable_env::data::{Files, distinct, wrong};
use holotable_env::{Error, Finite, ensure};

use super::ability::{Ability, When};
use super::load_missions::{Decks, deed, listed};
use super::tables::{Card, World};
use super::verb::Context;
use super::words::{ByPlace, BySide, CARDS, Leader, Leaders, RECRUITS, Side};
use super::{schema, venue};
use crate::rebellion_combat::tables::{Names, Tables as Combat};

/// The file with the recruits and their action cards.
pub const CARD: &str = "recruits.toml";

/// Reads the action cards: those from which leaders are recruited, and then, with abilities, those that a side may begin with.
pub fn cards(
    files: &mut Files,
    combat: &Combat,
    worlds: &ByPlace<World>,
    decks: &Decks,
    action_cards: bool,
) -> Result<BySide<Vec<Card>>, Error> {
    let mut all = BySide::<Vec<Card>>::default();
    let mut openings = BySide::<Vec<Card>>::default();
    files.each(CARD, "card", &["name", "side"], |c: schema::Card, label| {
        label.call("action card", &c.name);
        label.say("venue", venue::words(&c.venue));
        label.say("effects", listed(&c.effects));
        let ability = c.ability.as_ref().map(Ability::words);
        label.say("ability", ability.unwrap_or_default());
        let (side, start) = (c.side, c.start);
        let card = card(combat, worlds, decks, c, action_cards)?;
        let (list, most) =
            if start { (&mut openings[side], CARDS - RECRUITS) } else { (&mut all[side], RECRUITS) };
        let kind = if start { "action cards to begin with" } else { "action cards" };
        ensure(list.len() < most, || format!("the {} have more than {most} {kind}", side.word()))?;
        if start && !action_cards {
            label.leave_out();
            return Ok(());
        }
        list.push(card);
        Ok(())
    })?;
    for side in Side::all() {
        let full = all[side].len() == RECRUITS;
        let why = || format!("{} action cards of the {}, not {RECRUITS}", all[side].len(), side.word());
        ensure(full, why).map_err(|why| wrong(CARD, why))?;
        all[side].append(&mut openings[side]);
        distinct(all[side].iter().map(|c| c.name.as_str())).map_err(|why| wrong(CARD, why))?;
    }
    Ok(all)
}

fn card(
    combat: &Combat,
    worlds: &ByPlace<World>,
    decks: &Decks,
    c: schema::Card,
    action_cards: bool,
) -> Result<Card, String> {
    let name = &c.name;
    let leaders = Names { tables: combat, side: c.side }.leaders(&c.leaders)?;
    ensure(c.start || !leaders.is_empty(), || format!("{name} shows nobody"))?;
    ensure(leaders.len() <= 2, || format!("{name} shows more than two leaders"))?;
    let assigned = c.when == When::Assignment;
    ensure(assigned != c.effects.is_empty(), || format!("{name}: 'effects' go with when = \"assignment\""))?;
    ensure(assigned == c.ability.is_none(), || {
        format!("{name}: an 'ability' goes with when = \"combat\", \"special\" or \"immediate\"")
    })?;
    ensure(!assigned || !leaders.is_empty(), || format!("{name} shows nobody to place"))?;
    let cx = Context { name, side: c.side, combat, worlds, missions: &decks.cards[c.side] };
    let deed = deed(&cx, &c)?;
    // Without abilities the missions that they name need not be there.
    let ability =
        c.ability.as_ref().filter(|_| action_cards).map(|ability| ability.resolve(&cx)).transpose()?;
    let fits =
        ability.is_none_or(|ability| ability.when() == c.when && ability.side().is_none_or(|s| s == c.side));
    ensure(fits, || format!("{name}: its ability is for another time, or for the other side"))?;
    let does = c.ability.as_ref().map_or_else(|| listed(&c.effects), Ability::words);
    let place =
        if assigned { format!("{}, {}", c.when.word(), deed.venue.words) } else { c.when.word().into() };
    let shown: Vec<&str> = c.leaders.iter().map(String::as_str).collect();
    let of = if shown.is_empty() { String::new() } else { format!(", {}", shown.join(" or ")) };
    let words = format!("{name} ({place}{of}): {does}");
    Ok(Card {
        able: able(combat, c.side, leaders),
        name: c.name,
        leaders,
        when: c.when,
        deed,
        ability,
        words,
    })
}

/// These leaders, and who replaces one of them.
fn able(combat: &Combat, side: Side, leaders: Leaders) -> Leaders {
    let grown = combat.leaders[side]
        .iter()
        .enumerate()
        .filter(|(_, person)| person.replaces.is_some_and(|young| leaders.has(young)));
    leaders.or(grown.map(|(i, _)| Leader::at(i)).collect())
}
