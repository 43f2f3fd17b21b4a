//! Invasion (p8-9, p17): an attack from its order to the planet that is taken, and the attack on the Death Star.

use holotable_env::{Chance, Finite};

use super::Risk;
use super::board::Emperor;
use super::dice::{self, MOST, Volley};
use super::pending::Pending;
use super::state::{Ending, Order, State};
use super::values::{MoveIn, TakenBase};
use super::words::{Army, ByClass, Faction, Fleet, How, Planet, Planets, Seat, When, count};
use super::{end, star, story, turn};

/// What a seat may attack: planets of others that are not protected.
#[inline]
pub fn targets(g: &Risk, s: &State) -> Planets {
    let friends = s.board.of(g.friends[s.turn.index()]);
    s.board.taken().without(friends).without(s.shielded)
}

/// From where it may attack: with two troops or more (p8).
#[inline]
pub fn bases(g: &Risk, s: &State) -> Planets {
    let able = s.board.held[s.mine()].without(s.barred);
    let held_back = if g.tables.values.star.sortie { None } else { s.star };
    able.iter().filter(|&planet| s.board.troops[planet] >= 2 && held_back != Some(planet)).collect()
}

/// Orders an attack; who is attacked may answer.
pub fn order(g: &Risk, s: &mut State, (from, to): (Planet, Planet), how: How, chance: &mut impl Chance) {
    let with = std::mem::take(&mut s.ready);
    let order = Order { from, to, how, with, parry: 0, one_die: false };
    chance.tell(|story| story::attacks(story, g, s, &order));
    match defender(g, s, &order) {
        Some(seat) => (s.pending, s.asked) = (Pending::Defend { order }, seat),
        None => fight(g, s, order, chance),
    }
}

/// Who is asked when a planet is attacked: its player, if he has cards, whatever they are, or chooses his dice.
fn defender(g: &Risk, s: &State, order: &Order) -> Option<Seat> {
    let seat = s.board.owner(order.to)?.seat()?;
    (may_play(g, s, seat) || may_choose_dice(g, s, order)).then_some(seat)
}

/// Whether a defender has cards, of a deck in which some can be played in defence.
pub fn may_play(g: &Risk, s: &State, seat: Seat) -> bool {
    g.deck(seat).playable[When::Defend.index()] != 0 && count(&s.hands[seat.index()]) > 0
}

/// Whether a defender is asked how many dice he rolls: with ships, which then help the one die, while there is somebody to fight.
/// Without ships two dice are never worse (ruling [U24](crate::risk::rulings#u24)).
pub fn may_choose_dice(g: &Risk, s: &State, order: &Order) -> bool {
    let (from, to) = (order.from, order.to);
    let dice = g.choose_dice && !order.one_die && s.star != Some(to) && s.board.troops[to] >= 2;
    dice && s.board.troops[from] >= 2 && *s.board.ships[to].values() != [0; 3]
}

/// The ships that take part in an attack.
#[inline]
pub fn attacking(s: &State, order: &Order) -> Fleet {
    ByClass::from_fn(|class| s.board.ships[order.from][class].saturating_sub(order.with.left[class]))
}

/// The dice of the attacker.
#[inline]
pub fn attack_dice(s: &State, order: &Order) -> Volley {
    let most = if order.with.dice > 0 { order.with.dice } else { MOST[0] as u8 };
    let dice = (s.board.troops[order.from] - 1).min(u16::from(most)) as u8;
    Volley::new(dice, &attacking(s, order))
}

/// The dice of the defender.
#[inline]
pub fn defence_dice(s: &State, order: &Order) -> Volley {
    let most = if order.one_die { 1 } else { MOST[1] as u16 };
    let dice = s.board.troops[order.to].min(most) as u8;
    let volley = Volley::new(dice, &s.board.ships[order.to]);
    if s.board.bases[order.to] > 0 { volley.of_eights() } else { volley }
}

/// Battle after battle, as ordered.
pub fn fight(g: &Risk, s: &mut State, order: Order, chance: &mut impl Chance) {
    s.asked = s.turn;
    let (from, to) = (order.from, order.to);
    let mut toll = Toll::default();
    while s.board.troops[from] >= 2 {
        if s.star == Some(to) {
            attack_star(g, s, &order, chance);
            break;
        }
        let (attack, defence) = (attack_dice(s, &order), defence_dice(s, &order));
        let lost = chance.pick(dice::battle(attack, defence, order.with.plus, order.parry)) as u16;
        let cost = u16::from(attack.dice.min(defence.dice)) - lost;
        chance.tell(|story| story::battle(story, g, s, &order, [attack, defence], lost));
        s.board.troops[to] -= lost;
        s.board.troops[from] -= cost;
        (toll.defender, toll.attacker) = (toll.defender + lost, toll.attacker + cost);
        if s.board.troops[to] == 0 {
            toll.tell(g, s, &order, chance);
            return capture(g, s, order, attack, chance);
        }
        if order.how == How::Once {
            break;
        }
    }
    toll.tell(g, s, &order, chance);
    if toll.attacker + toll.defender == 0 && s.board.troops[from] < 2 {
        chance.tell(|story| story::breaks_off(story, g, s.mine(), from));
    }
    turn::enter_invade(s);
}

/// The troops that both sides lose in an attack.
#[derive(Default)]
struct Toll {
    attacker: u16,
    defender: u16,
}

impl Toll {
    fn tell(&self, g: &Risk, s: &State, order: &Order, chance: &mut impl Chance) {
        let defender = s.board.owner(order.to).expect("somebody defends");
        chance.tell(|story| {
            story::falls(story, g, s.mine(), self.attacker, order.from);
            story::falls(story, g, defender, self.defender, order.to);
        });
    }
}

/// The one try at the Death Star: with three dice at most a sum that destroys it, or the troops are lost.
fn attack_star(g: &Risk, s: &mut State, order: &Order, chance: &mut impl Chance) {
    let rules = &g.tables.values.star;
    let (volley, shift) = star_dice(g, s, order);
    let dice = volley.dice;
    let hit = chance.pick(&dice::at_least(volley, shift, rules.total)) == 1;
    chance.tell(|story| story::at_star(story, g, s, order.from, volley, shift, hit));
    if hit {
        star::destroy(g, s, chance);
        if !rules.attack_after {
            s.shielded.add(order.to);
        }
        return;
    }
    s.board.troops[order.from] -= u16::from(dice);
    chance.tell(|story| story::falls(story, g, s.mine(), dice.into(), order.from));
    if rules.ships_are_lost {
        let ships = &mut s.board.ships[order.from];
        *ships = less(ships, &used(volley));
        chance.tell(|story| story::sinks(story, g, s.mine(), &used(volley), order.from));
    }
}

/// The dice of a try at the Death Star, and what is added to their sum.
pub fn star_dice(g: &Risk, s: &State, order: &Order) -> (Volley, i32) {
    let dice = attack_dice(s, order).dice.min(g.tables.values.star.dice);
    (Volley::new(dice, &attacking(s, order)), star_shift(g, s, dice, order.with.plus))
}

/// What is added to the sum of so many dice: by a card, and by the Force for the Rebels (p15).
fn star_shift(g: &Risk, s: &State, dice: u8, plus: u8) -> i32 {
    let force = if g.faction(s.turn) == Faction::Rebels { i32::from(s.meter) } else { 0 };
    force + i32::from(dice * plus)
}

/// The ships that helped dice.
fn used(volley: Volley) -> Fleet {
    ByClass::new([volley.fighters, volley.bombers, volley.capitals])
}

fn less(ships: &Fleet, gone: &Fleet) -> Fleet {
    ByClass::from_fn(|class| ships[class] - gone[class])
}

/// The defender's last troop is lost, and with it his ships; troops and ships that fought move in (p9, p17).
fn capture(g: &Risk, s: &mut State, order: Order, attack: Volley, chance: &mut impl Chance) {
    s.pending = Pending::Advance { order };
    let (from, to) = (order.from, order.to);
    let loser = s.board.owner(to).expect("somebody defends");
    s.board.held[loser].take(to);
    let mine = s.mine();
    s.board.held[mine].add(to);
    let ships = used(attack);
    s.board.ships[from] = less(&s.board.ships[from], &ships);
    let sunk = std::mem::replace(&mut s.board.ships[to], ships);
    let troops = if g.tables.values.battle.move_in == MoveIn::Used { u16::from(attack.dice) } else { 1 };
    s.board.troops[from] -= troops;
    s.board.troops[to] = troops;
    chance.tell(|story| {
        story::sinks(story, g, loser, &sunk, to);
        story::takes(story, g, (mine, loser), to, troops, &ships);
    });
    s.robbed.add(loser);
    // Who has taken a planet of somebody else may attack those who bought his patience.
    s.shielded = s.shielded.and(s.board.held[loser]);
    let moved = take_base(g, s, to, chance);
    if s.is_over() || end::resources_run(g, s, chance) || end::lose(g, s, loser, Some(s.turn), chance) {
        return;
    }
    match moved.then(|| imperial_seat(g, s, loser)) {
        Some(seat) => (s.pending, s.asked) = (Pending::MoveBase { order }, seat),
        None => advance(g, s, order),
    }
}

/// The player of the army that lost a base, or else of another Imperial army.
fn imperial_seat(g: &Risk, s: &State, loser: Army) -> Seat {
    let seats = g.seats_of[Faction::Empire].without(s.out);
    loser.seat().filter(|&seat| seats.has(seat)).unwrap_or_else(|| seats.nth(0))
}

/// A base is destroyed, or it moves; says whether it does. The game may be over.
fn take_base(g: &Risk, s: &mut State, at: Planet, chance: &mut impl Chance) -> bool {
    let tokens = std::mem::take(&mut s.board.bases[at]);
    if tokens == 0 {
        return false;
    }
    let (rebels, here) = (g.faction(s.turn) == Faction::Rebels, s.emperor == Emperor::On(at));
    if !rebels && g.tables.values.hutts.take_bases == TakenBase::Move {
        // Where the Empire has nothing left, the game is about to be over.
        s.tokens = tokens;
        if here {
            s.emperor = Emperor::InHand;
        }
        return true;
    }
    chance.tell(|story| story::base_found(story, g, at, here));
    if rebels {
        // Once for the planet, however many bases were on it (ruling [R13](crate::risk::rulings#r13)).
        star::shift(g, s, 1, chance);
    }
    if here {
        s.tokens = 0;
        end::win(g, s, Ending::EmperorFound, g.seats_of[Faction::Rebels].nth(0), chance);
    }
    false
}

/// More troops and ships may follow.
pub fn advance(g: &Risk, s: &mut State, order: Order) {
    let follow = s.board.troops[order.from] > 1 || *s.board.ships[order.from].values() != [0; 3];
    if follow {
        (s.pending, s.asked) = (Pending::Advance { order }, s.turn);
    } else {
        end_advance(g, s);
    }
}

/// Nothing more follows; an eliminated player's cards may have to be turned in (p9).
pub fn end_advance(g: &Risk, s: &mut State) {
    if s.spoils && end::must_trade(g, &s.hands[s.turn.index()]) {
        (s.pending, s.asked) = (Pending::Cards, s.turn);
    } else {
        turn::enter_invade(s);
    }
}
