//! The galaxy in words: the table, what the seat that acts is asked, and what an action means.

use std::fmt::Write as _;

use holotable_env::english::{counted, many};
use holotable_env::picture::title;
use holotable_env::{Finite, Viewer};

use crate::risk::rules::Risk;
use crate::risk::rules::action::Action;
use crate::risk::rules::board::Emperor;
use crate::risk::rules::names::{army, force, headline, seat, ship, ships};
use crate::risk::rules::pending::Pending;
use crate::risk::rules::sight::{sees_emperor, sees_hand};
use crate::risk::rules::state::{Order, State};
use crate::risk::rules::words::{Army, Cards, Dice, Faction, How, Kind, Lot, Part, Planet, Seat, count};
use crate::risk::rules::{battle, hand};

fn owner(g: &Risk, s: &State, planet: Planet) -> &'static str {
    s.board.owner(planet).map_or("nobody", |owner| army(g, owner))
}

/// Cards in words.
fn hand(g: &Risk, seat: Seat, cards: &Cards) -> String {
    let deck = g.deck(seat);
    let some = cards.iter().filter(|(_, n)| **n > 0);
    let words: Vec<String> = some
        .map(|(kind, n)| {
            format!("{}{}", deck.card_name(kind), if *n > 1 { format!(" ×{n}") } else { String::new() })
        })
        .collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

/// The table in words.
pub fn table(g: &Risk, s: &State, viewer: Viewer) -> String {
    let mut text = format!("{}.\n", headline(g, s));
    // Writing to a string never fails.
    let mut line = |words: String| {
        let _ = writeln!(text, "{words}");
    };
    if g.star_wars {
        let star = s.star.map_or("not on the board".into(), |at| format!("over {}", g.tables.map.name(at)));
        line(format!(
            "Force: {}. Death Star: {star}, rebuilt {}. Base tokens left: {}.",
            force(s.meter),
            counted(s.rebuilt, "time"),
            s.stack
        ));
        if sees_emperor(g, viewer) && !matches!(s.emperor, Emperor::Absent) {
            let place = match s.emperor {
                Emperor::On(planet) => format!("on {}", g.tables.map.name(planet)),
                Emperor::InHand => "in the token to be placed".into(),
                Emperor::Stack | Emperor::Absent => "in the stack".into(),
            };
            line(format!("The Emperor is {place}."));
        }
    }
    for one in g.seats() {
        let (held, cards) = (s.board.held[Army::of(one)], &s.hands[one.index()]);
        let out = if s.out.has(one) { ", gone" } else { "" };
        let resources = held.and(g.tables.map.resources).len();
        let mut words = format!(
            "{}: {}, {resources} of them with resources, {}{out}",
            seat(g, one),
            counted(held.len(), "planet"),
            counted(count(cards), "card")
        );
        if sees_hand(g, viewer, one) && count(cards) > 0 {
            let _ = write!(words, " ({})", hand(g, one, cards));
        }
        if s.reserve[Army::of(one)] > 0 {
            let _ = write!(words, ", {} to place", counted(s.reserve[Army::of(one)], "troop"));
        }
        line(words + ".");
    }
    for region in &g.tables.map.regions {
        let planets: Vec<String> = region.planets.iter().map(|planet| standing(g, s, planet)).collect();
        line(format!("{} (+{}): {}.", region.name, region.bonus, planets.join("; ")));
    }
    if let Some(order) = s.now().order {
        line(under_way(g, s, &order));
    }
    for faction in Faction::all().filter(|_| s.round > 0) {
        let gone = hand::discards(g, s, faction);
        if count(&gone) > 0 && !g.seats_of[faction].is_empty() {
            line(format!(
                "Discarded by the {}: {}.",
                if g.star_wars { title(faction.word()) } else { "players".into() },
                hand(g, g.seats_of[faction].nth(0), &gone)
            ));
        }
    }
    text
}

/// A planet in words.
pub fn standing(g: &Risk, s: &State, planet: Planet) -> String {
    let name = g.tables.map.name(planet);
    if s.board.destroyed.has(planet) {
        return format!("{name} destroyed");
    }
    let Some(owner) = s.board.owner(planet) else { return format!("{name} free") };
    let mut words = format!("{name} {} {}", army(g, owner), s.board.troops[planet]);
    let fleet = ships(&s.board.ships[planet]);
    if !fleet.is_empty() {
        let _ = write!(words, " with {fleet}");
    }
    match s.board.bases[planet] {
        0 => {}
        1 => words += ", base",
        n => {
            let _ = write!(words, ", {n} bases");
        }
    }
    if s.star == Some(planet) {
        words += ", Death Star";
    }
    words
}

/// An attack in words.
fn under_way(g: &Risk, s: &State, order: &Order) -> String {
    let map = &g.tables.map;
    let how = if order.how == How::Break { ", until one side breaks" } else { "" };
    let (from, to) = (map.name(order.from), map.name(order.to));
    match s.board.held[s.mine()].has(order.to) {
        true => format!("{} took {to}, attacking from {from}.", seat(g, s.turn)),
        false => format!("{} attacked {to} from {from}{how}.", seat(g, s.turn)),
    }
}

/// What the seat that acts is asked.
#[expect(clippy::too_many_lines, reason = "an arm for each stage")]
pub fn prompt(g: &Risk, s: &State) -> String {
    let name = |planet| g.tables.map.name(planet);
    match s.pending {
        Pending::Claim => format!("claim a planet ({} left)", counted(s.reserve[s.mine()], "troop")),
        Pending::ClaimForHutts => "claim a planet for the neutral Hutts".into(),
        Pending::PlaceStar => "put the Death Star over a planet of the Empire".into(),
        Pending::Muster => format!("put a troop on a planet of yours ({} left)", s.reserve[s.mine()]),
        Pending::MusterForHutts => format!(
            "put a troop of the neutral Hutts on a planet of theirs ({} left)",
            s.reserve[Army::Neutral]
        ),
        Pending::Token => {
            let emperor = if s.emperor == Emperor::InHand {
                "the Emperor is under it"
            } else {
                "the Emperor is elsewhere"
            };
            format!("put the base token on a planet of the Empire ({emperor})")
        }
        Pending::Cards if s.spoils => "turn in sets until fewer than five cards are left".into(),
        Pending::Cards => "play cards: a set for troops, one card for a ship, any directives".into(),
        Pending::Set { set } => format!("name the next card of the set ({} so far)", set.len()),
        Pending::Place => format!("place troops ({} left)", s.reserve[s.mine()]),
        Pending::PlaceShip => format!("place the {}", s.ship.map_or("ship", ship)),
        Pending::Invade => {
            let mut words = "attack, or go on to fortification".to_owned();
            if s.ready.plus > 0 {
                let _ = write!(words, "; the next attack adds {} to each die", s.ready.plus);
            }
            if s.ready.dice > 0 {
                let _ = write!(words, "; it rolls at most {}", s.ready.dice);
            }
            let left = ships(&s.ready.left);
            if !left.is_empty() {
                let _ = write!(words, "; it leaves {left} behind");
            }
            words
        }
        Pending::Defend { order: Order { from, to, .. } } => {
            let what = if s.star == Some(to) { "the Death Star over " } else { "" };
            format!("{what}{} is attacked from {}: answer with cards, or go on", name(to), name(from))
        }
        Pending::Advance { order: Order { from, to, .. } } => {
            let more = counted(s.board.troops[from] - 1, "troop");
            format!("{} is taken: more may follow from {} ({more})", name(to), name(from))
        }
        Pending::MoveBase { .. } => "the Hutts have taken a base: move it to a planet of the Empire".into(),
        Pending::Target { card, .. } => match g.deck(s.asked).card(card).verb {
            Some(verb) => format!("choose a planet: {}", verb.words()),
            None => "choose a planet".into(),
        },
        Pending::Aim { .. } => "choose whose hand".into(),
        Pending::From => "fortify: choose from where troops move, or leave it out".into(),
        Pending::To { from } | Pending::ShipsTo { from } => format!("choose where to, from {}", name(from)),
        Pending::Carry { from, to } => {
            let troops = s.board.troops[from] - 1;
            format!("move troops from {} to {} ({troops} may)", name(from), name(to))
        }
        Pending::Command => "take command of a planet of your team-mate, or leave it out".into(),
        Pending::Consent { from } => format!("the team-mate asks for {}: agree, or refuse", name(from)),
        Pending::ShipsFrom => "choose from where ships move, or leave it out".into(),
        Pending::CarryShips { from, to } => format!("move ships from {} to {}", name(from), name(to)),
        Pending::Orbit { steps } => format!("move the Death Star (the die shows {steps}), or leave it"),
        Pending::Shot { .. } => "choose the planet that the Death Star destroys".into(),
        Pending::Over { .. } => "nothing: the game is over".into(),
    }
}

/// What an action means.
pub fn describe_action(g: &Risk, s: &State, a: Action) -> String {
    let map = &g.tables.map;
    match a {
        Action::Done => s.now().stage.done().into(),
        Action::Agree => "let your team-mate have it".into(),
        Action::Choose { planet } => choose(g, s, planet),
        Action::Place { planet, lot } => {
            let n = match lot {
                Lot::One => "a troop".to_owned(),
                Lot::Three => "three troops".to_owned(),
                Lot::All => format!("all {} troops", s.reserve[s.mine()]),
            };
            format!("{n} on {} ({} there before)", map.name(planet), s.board.troops[planet])
        }
        Action::Attack { route, how } => match map.ends(route) {
            Some((from, to)) => attack(g, s, from, to, how),
            None => format!("attack along route {route:?}, which this board does not have"),
        },
        Action::Limit { dice } => {
            let n = if dice == Dice::One { "one die" } else { "two dice" };
            if matches!(s.pending, Pending::Defend { .. }) {
                format!("defend with {n}")
            } else {
                format!("roll at most {n} in the next attack")
            }
        }
        Action::Leave { class } => format!("leave a {} out of the next attack", ship(class)),
        Action::Move { part } => match part {
            Part::One => "move one troop".into(),
            Part::Three => "move three troops".into(),
            Part::Ten => "move ten troops".into(),
            Part::All => "move all troops but one".into(),
        },
        Action::Bring { class } => format!("move a {}", ship(class)),
        Action::Play { card } => format!("play {}", with_card(g, s, card, true)),
        Action::Build { card } => format!("turn in {} for its ship", with_card(g, s, card, false)),
        Action::Trade { card } => format!("turn in {}", with_card(g, s, card, false)),
        Action::Aim { seat: at } => {
            format!("at the {}", if at.index() < g.players { seat(g, at) } else { "nobody" })
        }
    }
}

fn with_card(g: &Risk, s: &State, kind: Kind, directive: bool) -> String {
    let deck = g.deck(s.asked);
    let Some(card) = deck.kinds.get(kind.index()) else {
        return format!("card {kind:?}, which the deck does not have");
    };
    let name = deck.card_name(kind);
    match card.verb.filter(|_| directive) {
        Some(verb) => format!("{name}: {}", verb.words()),
        None => name,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most stages name a planet alike")]
fn choose(g: &Risk, s: &State, planet: Planet) -> String {
    let name = g.tables.map.name(planet);
    match s.pending {
        Pending::Claim | Pending::ClaimForHutts => {
            let world = &g.tables.map.worlds[planet];
            let resource = if g.tables.map.resources.has(planet) { ", resources" } else { "" };
            let whose = if s.pending == Pending::Claim { "" } else { "for the Hutts: " };
            format!("{whose}{name} ({}{resource})", g.tables.map.regions[world.region].name)
        }
        Pending::Token | Pending::MoveBase { .. } => format!("on {name}"),
        Pending::Target { .. } | Pending::Shot { .. } => {
            format!("{name} ({} {})", owner(g, s, planet), s.board.troops[planet])
        }
        Pending::PlaceStar | Pending::Orbit { .. } => format!("the Death Star over {name}"),
        Pending::From | Pending::ShipsFrom => {
            format!("from {name} ({})", counted(s.board.troops[planet], "troop"))
        }
        Pending::To { .. } | Pending::ShipsTo { .. } => {
            format!("to {name} ({})", counted(s.board.troops[planet], "troop"))
        }
        _ => format!("{name} ({})", counted(s.board.troops[planet], "troop")),
    }
}

/// An attack and the troops of both sides.
fn attack(g: &Risk, s: &State, from: Planet, to: Planet, how: How) -> String {
    let [here, there] = [from, to].map(|planet| g.tables.map.name(planet));
    let (a, d, whose) = (s.board.troops[from], s.board.troops[to], owner(g, s, to));
    let order = Order { from, to, how, with: s.ready, parry: 0, one_die: false };
    if s.star == Some(to) && a > 1 {
        let (dice, shift) = battle::star_dice(g, s, &order);
        let shift = if shift == 0 { String::new() } else { format!(" {shift:+}") };
        let dice = many(dice.dice, "die", "dice");
        let total = g.tables.values.star.total;
        return format!(
            "attack the Death Star over {there} from {here}: {dice}{shift} must add up to {total}, or these troops are lost"
        );
    }
    let place = format!("{there} ({whose} {d}) from {here} ({a})");
    if a < 2 || d == 0 {
        return format!("attack {place}");
    }
    if how == How::Break {
        return format!("attack {place} until one side breaks");
    }
    format!("attack {place} once with {}", many(battle::attack_dice(s, &order).dice, "die", "dice"))
}
