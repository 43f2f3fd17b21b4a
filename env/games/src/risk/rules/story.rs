//! What the rules tell of what happens: the events of a [`Story`] with the names of planets, seats and cards.

use holotable_env::english::counted;
use holotable_env::{Deed, Finite, Item, Story};

use super::Risk;
use super::dice::Volley;
use super::faces::{self, Die};
use super::names;
use super::state::{Order, State};
use super::words::{Army, Class, Fleet, Kind, Planet, Seat};

fn by(story: &mut Story, g: &Risk, army: Army, deed: Deed, item: Item) {
    _ = story.cause(names::army(g, army)).push(deed, item);
}

/// An army does what the action says.
fn echo(story: &mut Story, g: &Risk, army: Army, deed: Deed, words: String) {
    _ = story.cause(names::army(g, army)).echo(deed, Item::new(words));
}

/// An army does something that stands in words.
fn does(story: &mut Story, g: &Risk, army: Army, words: String) {
    by(story, g, army, Deed::Note, Item::new(words));
}

/// A turn begins.
pub fn turn(story: &mut Story, g: &Risk, s: &State) {
    story.note(Deed::Begin, format!("Round {}: {}", s.round, names::seat(g, s.turn)));
}

/// A planet is claimed, with the first troop on it.
pub fn claims(story: &mut Story, g: &Risk, army: Army, planet: Planet) {
    echo(story, g, army, Deed::Note, format!("{} is claimed", g.tables.map.name(planet)));
}

/// Troops are put on a planet.
pub fn places(story: &mut Story, g: &Risk, army: Army, troops: u16, planet: Planet) {
    let words = format!("{} on {}", counted(troops, "troop"), g.tables.map.name(planet));
    echo(story, g, army, Deed::Note, words);
}

/// A ship is put on a planet.
pub fn ship(story: &mut Story, g: &Risk, army: Army, class: Class, planet: Planet) {
    does(story, g, army, format!("a {} on {}", names::ship(class), g.tables.map.name(planet)));
}

/// Troops or a ship go from one planet to another.
pub fn moves(story: &mut Story, g: &Risk, army: Army, what: &str, from: Planet, to: Planet) {
    let map = &g.tables.map;
    does(story, g, army, format!("{what} from {} to {}", map.name(from), map.name(to)));
}

/// So many troops go from one planet to another.
pub fn march(story: &mut Story, g: &Risk, army: Army, troops: u16, from: Planet, to: Planet) {
    moves(story, g, army, &counted(troops, "troop"), from, to);
}

/// Troops to be placed.
pub fn reinforced(story: &mut Story, g: &Risk, army: Army, troops: u16, why: &str) {
    by(story, g, army, Deed::Gain, Item::new(format!("{} for {why}", counted(troops, "troop"))));
}

/// The Empire looks at the top token of its stack.
pub fn token(story: &mut Story, g: &Risk, seat: Seat, emperor: bool) {
    let name = if emperor { "the base token of the Emperor" } else { "a base token without the Emperor" };
    by(story, g, Army::of(seat), Deed::Draw, Item::secret([seat.index()], name, "a base token"));
}

/// A base is put on a planet.
pub fn base(story: &mut Story, g: &Risk, seat: Seat, planet: Planet) {
    echo(story, g, Army::of(seat), Deed::Note, format!("a base on {}", g.tables.map.name(planet)));
}

/// A base is taken with its planet; the Emperor may be in it.
pub fn base_found(story: &mut Story, g: &Risk, planet: Planet, emperor: bool) {
    let what = if emperor { "the Emperor, in the base" } else { "no Emperor in the base" };
    story.note(Deed::Reveal, format!("{what} on {}", g.tables.map.name(planet)));
}

/// A card is drawn; only the seat itself is told which.
pub fn draws(story: &mut Story, g: &Risk, seat: Seat, kind: Kind) {
    let item = Item::secret([seat.index()], g.deck(seat).card_name(kind), "a card");
    by(story, g, Army::of(seat), Deed::Draw, item);
}

/// A card is lost, or turned in.
pub fn discards(story: &mut Story, g: &Risk, seat: Seat, kind: Kind) {
    by(story, g, Army::of(seat), Deed::Discard, Item::new(g.deck(seat).card_name(kind)));
}

/// A card is played for its directive.
pub fn plays(story: &mut Story, g: &Risk, seat: Seat, kind: Kind) {
    let deck = g.deck(seat);
    let what = deck.card(kind).verb.map_or(String::new(), |verb| format!(": {}", verb.words()));
    by(story, g, Army::of(seat), Deed::Effect, Item::new(deck.card_name(kind) + &what));
}

/// An attack is ordered.
pub fn attacks(story: &mut Story, g: &Risk, s: &State, order: &Order) {
    let map = &g.tables.map;
    let star = if s.star == Some(order.to) { "the Death Star over " } else { "" };
    let words = format!("{star}{} from {}", map.name(order.to), map.name(order.from));
    echo(story, g, s.mine(), Deed::Attack, words);
}

/// Dice of both sides fall, and the attacker wins so many of the comparisons; the troops that are lost are still there.
pub fn battle(story: &mut Story, g: &Risk, s: &State, order: &Order, volleys: [Volley; 2], won: u16) {
    let plus = [order.with.plus, order.parry];
    let seed = seed(s, [order.from, order.to], won.into());
    let [attack, defence] = faces::of_battle(volleys, plus, won.into(), seed);
    let of = attack.len().min(defence.len());
    let words =
        format!("{} against {}: {won} of {of} won", thrown(&attack, plus[0]), thrown(&defence, plus[1]));
    by(story, g, s.mine(), Deed::Roll, Item::new(words));
}

/// Dice with their faces, and what changed them.
fn thrown(dice: &[Die], plus: u8) -> String {
    let die = |die: &Die| {
        let again = die.again.map_or(String::new(), |face| format!("→{face}(fighter)"));
        let bomber = if die.bomber { "+1(bomber)" } else { "" };
        let sides = if die.sides == 8 { "(8-sided)" } else { "" };
        format!("{}{again}{bomber}{sides}", die.face)
    };
    let card = if plus > 0 { format!(", each +{plus} by a card") } else { String::new() };
    dice.iter().map(die).collect::<Vec<_>>().join(" ") + &card
}

/// What the faces of a roll are drawn from: the same where the same troops fight with the same result.
fn seed(s: &State, [from, to]: [Planet; 2], result: u64) -> u64 {
    let board = [from, to].map(|planet| u64::from(s.board.troops[planet]) * 256 + planet.index() as u64);
    let when = [u64::from(s.round), s.turn.index() as u64];
    [board, when].as_flattened().iter().fold(result, |seed, n| seed.wrapping_mul(1_000_003) ^ n)
}

/// Troops are lost on a planet.
pub fn falls(story: &mut Story, g: &Risk, army: Army, troops: u16, planet: Planet) {
    if troops > 0 {
        let item = Item::new(format!("{} on {}", counted(troops, "troop"), g.tables.map.name(planet)));
        by(story, g, army, Deed::Lose, item);
    }
}

/// The dice at the Death Star reach its total with `shift`, or not.
pub fn at_star(story: &mut Story, g: &Risk, s: &State, from: Planet, volley: Volley, shift: i32, hit: bool) {
    let total = g.tables.values.star.total;
    let over = s.star.expect("the Death Star is attacked");
    let dice = faces::of_star(volley, shift, total, hit, seed(s, [from, over], hit.into()));
    let sum = dice.iter().map(|die| i32::from(die.shown())).sum::<i32>() + shift;
    let shifted = if shift == 0 { String::new() } else { format!(", {shift:+} by the Force or cards") };
    let words = format!("{}{shifted}: {sum} of {total} against the Death Star", thrown(&dice, 0));
    by(story, g, s.mine(), Deed::Roll, Item::new(words));
}

/// A planet is taken, and those who fought move in.
pub fn takes(
    story: &mut Story,
    g: &Risk,
    (by, from): (Army, Army),
    planet: Planet,
    troops: u16,
    with: &Fleet,
) {
    let ships = names::ships(with);
    let and = if ships.is_empty() { String::new() } else { format!(" and {ships}") };
    let name = g.tables.map.name(planet);
    does(
        story,
        g,
        by,
        format!(
            "{name} is taken from {}: {}{and} {} in",
            names::army(g, from),
            counted(troops, "troop"),
            if troops == 1 && and.is_empty() { "moves" } else { "move" }
        ),
    );
}

/// Ships are lost on a planet.
pub fn sinks(story: &mut Story, g: &Risk, army: Army, fleet: &Fleet, planet: Planet) {
    let ships = names::ships(fleet);
    if !ships.is_empty() {
        by(story, g, army, Deed::Lose, Item::new(format!("{ships} on {}", g.tables.map.name(planet))));
    }
}

/// The Death Star is put on the board, or moves.
pub fn star(story: &mut Story, g: &Risk, planet: Planet) {
    _ = story.cause("The Death Star").push(Deed::Move, Item::new(g.tables.map.name(planet)));
}

/// The die of the Death Star.
pub fn steps(story: &mut Story, steps: u8) {
    _ = story.cause("The Death Star").push(Deed::Roll, Item::new(steps.to_string()));
}

/// The Death Star destroys a planet.
pub fn destroys(story: &mut Story, g: &Risk, planet: Planet) {
    let words = format!("{} is destroyed, with all that was on it", g.tables.map.name(planet));
    _ = story.cause("The Death Star").push(Deed::Note, Item::new(words));
}

/// The Death Star is destroyed itself.
pub fn destroyed(story: &mut Story) {
    story.note(Deed::Note, "The Death Star is destroyed");
}

/// The Force Meter moves, or is at its end.
pub fn force(story: &mut Story, meter: i8, moves: bool) {
    let how = if moves { "is" } else { "stays" };
    story.note(Deed::Note, format!("The Force {how} {}", names::force(meter)));
}

/// Nobody is left to attack: a card of the defence has killed them.
pub fn breaks_off(story: &mut Story, g: &Risk, army: Army, from: Planet) {
    does(story, g, army, format!("the attack is off, one troop is left on {}", g.tables.map.name(from)));
}

/// A seat has no planets left.
pub fn out(story: &mut Story, g: &Risk, seat: Seat) {
    story.note(Deed::Defeat, names::seat(g, seat));
}

/// A team-mate gives a planet away.
pub fn commands(story: &mut Story, g: &Risk, army: Army, planet: Planet) {
    does(story, g, army, format!("{} changes command", g.tables.map.name(planet)));
}

/// The game is over.
pub fn over(story: &mut Story, g: &Risk, s: &State) {
    story.note(Deed::End, names::headline(g, s));
}
