//! Special directives (p14): what a card does when it is played, and at what.

use holotable_env::{Chance, Finite, Set};

use super::Risk;
use super::cards::Verb;
use super::hand::pick;
use super::pending::{Now, Pending};
use super::state::{Order, State};
use super::words::{Army, ByClass, Faction, Kind, Planet, Planets, Seat, When, count};
use super::{battle, star, story, turn};

/// The verb of a card that can be played.
fn verb(g: &Risk, seat: Seat, kind: Kind) -> Verb {
    g.deck(seat).card(kind).verb.expect("plain cards are not played")
}

/// The times at which cards may be played now.
#[expect(clippy::wildcard_enum_match_arm, reason = "cards are played at few stages")]
pub fn times(s: &State) -> &'static [When] {
    match s.pending {
        Pending::Cards if !s.spoils => &[When::Turn],
        Pending::Invade => &[When::Turn, When::Attack],
        Pending::Defend { .. } => &[When::Defend],
        Pending::Orbit { .. } => &[When::Fire],
        _ => &[],
    }
}

/// The kinds of cards that the seat asked may play now, as bits.
pub fn playable(g: &Risk, s: &State) -> u32 {
    let deck = g.deck(s.asked);
    let fitting = times(s).iter().fold(0, |kinds, when| kinds | deck.playable[when.index()]);
    let held = fitting & deck.held(&s.hands[s.asked.index()]);
    holotable_env::bits::places(u64::from(held))
        .filter(|&i| would_act(g, s, verb(g, s.asked, Kind::at(i))))
        .fold(0, |kinds, i| kinds | 1 << i)
}

/// Whether a directive would change anything now.
pub fn would_act(g: &Risk, s: &State, verb: Verb) -> bool {
    let end = g.tables.values.meter.spaces as i8;
    let Now { order, steps, .. } = s.now();
    match verb {
        Verb::AddTroops { .. } | Verb::Cancel | Verb::Protect => true,
        Verb::Dice { .. } => match order {
            Some(order) => order.parry == 0 && s.star != Some(order.to),
            None => s.ready.plus == 0,
        },
        Verb::KillTroops { from, .. } => match order {
            Some(order) => {
                s.board.troops[order.from] > 1 && from.is_none_or(|faction| faction == g.faction(s.turn))
            }
            None => !prey(g, s, from).is_empty(),
        },
        Verb::KillShip { class } => order.is_some_and(|order| battle::attacking(s, &order)[class] > 0),
        Verb::Discard { from, .. } => !marks(g, s, from).is_empty(),
        Verb::Force { .. } => s.meter != if g.faction(s.asked) == Faction::Rebels { end } else { -end },
        Verb::Fire => !star::targets(g, s, steps).is_empty(),
        Verb::DestroyStar => s.star.is_some(),
        Verb::RebuildStar => star::may_be_rebuilt(g, s),
    }
}

/// The enemy planets with troops to remove.
fn prey(g: &Risk, s: &State, from: Option<Faction>) -> Planets {
    let enemies: Set<Army> = Army::all()
        .filter(|&army| !g.friends[s.asked.index()].has(army) && from.is_none_or(|f| g.factions[army] == f))
        .collect();
    s.board.of(enemies).iter().filter(|&planet| s.board.troops[planet] > 1).collect()
}

/// The seats of a faction with cards to lose.
pub fn marks(g: &Risk, s: &State, from: Faction) -> Set<Seat> {
    let enemy = |seat: &Seat| !g.friends[s.asked.index()].has(Army::of(*seat));
    g.seats_of[from].iter().filter(enemy).filter(|seat| count(&s.hands[seat.index()]) > 0).collect()
}

/// The planets at which a card that waits can be aimed.
#[expect(clippy::wildcard_enum_match_arm, reason = "most verbs ask for no planet")]
pub fn targets(g: &Risk, s: &State, card: Kind) -> Planets {
    match verb(g, s.asked, card) {
        Verb::AddTroops { .. } => s.board.held[Army::of(s.asked)],
        Verb::KillTroops { from, .. } => prey(g, s, from),
        Verb::RebuildStar => star::imperial(g, s),
        _ => Planets::EMPTY,
    }
}

/// The seats at which a card that waits can be aimed.
pub fn aimed(g: &Risk, s: &State, card: Kind) -> Set<Seat> {
    if let Verb::Discard { from, .. } = verb(g, s.asked, card) { marks(g, s, from) } else { Set::EMPTY }
}

/// Plays a card for its directive.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other stages are the own turn")]
pub fn play(g: &Risk, s: &mut State, card: Kind, chance: &mut impl Chance) {
    s.hands[s.asked.index()][card] -= 1;
    chance.tell(|story| story::plays(story, g, s.asked, card));
    let verb = verb(g, s.asked, card);
    let in_cards = match s.pending {
        Pending::Defend { order } => return defend(g, s, order, verb, chance),
        Pending::Orbit { steps } => return s.pending = Pending::Shot { steps },
        pending => pending == Pending::Cards,
    };
    match verb {
        Verb::AddTroops { .. } | Verb::KillTroops { .. } | Verb::RebuildStar => {
            return s.pending = Pending::Target { card, in_cards };
        }
        Verb::Discard { n, from } => {
            let marks = marks(g, s, from);
            if marks.len() > 1 {
                return s.pending = Pending::Aim { card, in_cards };
            }
            discard(g, s, marks.nth(0), n, chance);
        }
        Verb::Dice { n } => s.ready.plus = n,
        Verb::Force { n } => {
            let towards = if g.faction(s.asked) == Faction::Rebels { 1 } else { -1 };
            star::shift(g, s, towards * n as i8, chance);
        }
        Verb::DestroyStar => star::destroy(g, s, chance),
        Verb::KillShip { .. } | Verb::Cancel | Verb::Protect | Verb::Fire => {
            unreachable!("'{}' is for another time", verb.words())
        }
    }
    resume(g, s, in_cards);
}

/// Back to where the card was played.
pub fn resume(g: &Risk, s: &mut State, in_cards: bool) {
    if in_cards {
        turn::enter_cards(g, s);
    } else {
        turn::enter_invade(s);
    }
}

/// The planet is chosen.
#[expect(clippy::wildcard_enum_match_arm, reason = "most verbs ask for no planet")]
pub fn at_planet(g: &Risk, s: &mut State, card: Kind, planet: Planet, chance: &mut impl Chance) {
    match verb(g, s.asked, card) {
        Verb::AddTroops { n } => add(g, s, planet, n, chance),
        Verb::KillTroops { n, .. } => kill(g, s, planet, n, chance),
        Verb::RebuildStar => star::rebuild(g, s, planet, chance),
        other => unreachable!("'{}' asks for no planet", other.words()),
    }
}

/// The seat is chosen.
pub fn at_seat(g: &Risk, s: &mut State, card: Kind, seat: Seat, chance: &mut impl Chance) {
    discard(g, s, seat, verb(g, s.asked, card).amount(), chance);
}

fn add(g: &Risk, s: &mut State, planet: Planet, n: u8, chance: &mut impl Chance) {
    s.board.troops[planet] += u16::from(n);
    chance.tell(|story| story::places(story, g, Army::of(s.asked), n.into(), planet));
}

fn kill(g: &Risk, s: &mut State, planet: Planet, n: u8, chance: &mut impl Chance) {
    let gone = u16::from(n).min(s.board.troops[planet] - 1);
    s.board.troops[planet] -= gone;
    let army = s.board.owner(planet).expect("somebody's troops");
    chance.tell(|story| story::falls(story, g, army, gone, planet));
}

/// Cards are lost by lot.
fn discard(g: &Risk, s: &mut State, seat: Seat, n: u8, chance: &mut impl Chance) {
    let hand = &mut s.hands[seat.index()];
    for _ in 0..n.min(count(hand)) {
        let kind = pick(hand, chance);
        hand[kind] -= 1;
        chance.tell(|story| story::discards(story, g, seat, kind));
    }
}

/// Answers an attack.
fn defend(g: &Risk, s: &mut State, mut order: Order, verb: Verb, chance: &mut impl Chance) {
    let (from, to) = (order.from, order.to);
    match verb {
        Verb::AddTroops { n } => add(g, s, to, n, chance),
        Verb::Dice { n } => order.parry = n,
        Verb::KillTroops { n, .. } => kill(g, s, from, n, chance),
        Verb::KillShip { class } => {
            s.board.ships[from][class] -= 1;
            let gone = ByClass::from_fn(|one| u8::from(one == class));
            chance.tell(|story| story::sinks(story, g, s.mine(), &gone, from));
        }
        Verb::Cancel | Verb::Protect => {
            if verb == Verb::Cancel {
                s.barred.add(from);
            } else {
                s.shielded.add(to);
            }
            return turn::enter_invade(s);
        }
        Verb::Discard { .. } | Verb::Force { .. } | Verb::Fire | Verb::DestroyStar | Verb::RebuildStar => {
            unreachable!("'{}' does not answer an attack", verb.words())
        }
    }
    s.pending = Pending::Defend { order };
    // How many cards there are, everybody sees.
    if !battle::may_play(g, s, s.asked) && !battle::may_choose_dice(g, s, &order) {
        battle::fight(g, s, order, chance);
    }
}
