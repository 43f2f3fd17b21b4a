//! Action cards in combats: those for their start, the current player first, and dice that are set instead of rolled.

use holotable_env::{ByKey, Chance, Finite};

use super::battle::{of_class, ships};
use super::moment::Moment;
use super::window::{held, may, reopen, spend};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, of_missions};
use crate::rebellion::rules::action::{Action, chosen};
use crate::rebellion::rules::event::Event;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::words::{Class, Recruit, Role, Side, Theatre, Way};
use crate::rebellion::rules::{decider, objectives, story};
use crate::rebellion_combat::Action as Blow;
use crate::rebellion_combat::State as Battle;
use crate::rebellion_combat::action::Die;
use crate::rebellion_combat::attack;
use crate::rebellion_combat::state::Stage as Step;
use crate::rebellion_combat::words::{Colour, Face};

/// Asks for the cards of the start of a combat, and goes on when both have been. Says whether somebody is asked.
pub fn begin(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> bool {
    if !g.tables.action_cards {
        return false;
    }
    while let Some(side) =
        s.battle.as_ref().filter(|battle| battle.stage == Step::Cards).map(|battle| battle.side)
    {
        if reopen(g, s, side, Moment::Combat) {
            return true;
        }
        next(g, s, chance);
    }
    false
}

/// The other side is asked, or the combat goes on.
fn next(g: &Rebellion, s: &mut State, chance: &mut impl Chance) {
    let rules = g.battle_of(s.lured);
    let battle = s.battle.as_mut().expect("a battle is fought");
    battle.side = battle.side.other();
    s.partners.second = false;
    if battle.side == battle.current {
        rules.go_on(battle, chance);
    }
}

/// A player uses no more cards; then the partner may.
pub fn pass(g: &Rebellion, s: &mut State, chance: &mut impl Chance) -> Event {
    let side = s.asked;
    if decider::ask_second(g, s, side, |s, role| may(g, s, side, role, Moment::Combat)) {
        return Event::Asked;
    }
    s.moment = Moment::None;
    next(g, s, chance);
    Event::Struck
}

/// A side uses a card at the start of the combat.
pub fn play(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) -> Event {
    let side = s.asked;
    spend(g, s, side, card, chance);
    let ability = g.tables.action_card(side, card).ability.expect("a card of combats does something");
    let battle = s.battle.as_mut().expect("a battle is fought");
    let enemy = &mut battle.camps[side.other()];
    match ability {
        Ability::FewerDice { black, red } => {
            enemy.odds.fewer = ByKey::from_fn(|colour| match colour {
                Colour::Black => black,
                Colour::Red => red,
            });
        }
        Ability::OpenHand => enemy.odds.open = true,
        Ability::Bar => (enemy.odds.barred, enemy.held) = (true, true),
        Ability::Mute => enemy.odds.muted = true,
        Ability::Weaken => battle.cards.frail = 1,
        Ability::Turn { hits } => battle.camps[side].odds.turns = hits,
        Ability::Draw { .. } | Ability::Blast | Ability::Raze | Ability::Reinforce => {
            s.used = Some(card);
            return Event::Asked;
        }
        of_missions!() => unreachable!("{ability:?} is for missions"),
    }
    s.moment = Moment::None;
    Event::Struck
}

/// The abilities that ask for nothing in a combat, as a pattern.
macro_rules! acts_at_once {
    () => {
        of_missions!(
            Ability::FewerDice { .. },
            Ability::OpenHand,
            Ability::Bar,
            Ability::Mute,
            Ability::Weaken,
            Ability::Turn { .. }
        )
    };
}

/// What a card of the start of a combat asks for.
pub fn offer(g: &Rebellion, s: &State, card: Recruit, f: &mut impl FnMut(Action)) {
    let Some(ability) = g.tables.action_card(s.asked, card).ability else { return };
    match ability {
        Ability::Draw { .. } => Way::all().for_each(|way| f(Action::Pick { way })),
        Ability::Reinforce => {
            let pool = s.battle.as_ref().map(|battle| battle.camps[s.asked].pool).unwrap_or_default();
            pool.iter().for_each(|leader| f(Action::Lead { leader }));
        }
        Ability::Blast => ships(g, s, s.asked).for_each(|unit| f(Action::Take { unit })),
        Ability::Raze => {
            let structures = of_class(g, s, s.asked.other(), Class::Structure);
            structures.for_each(|unit| f(Action::Take { unit }));
        }
        acts_at_once!() => {}
    }
}

/// What was chosen for it is done.
pub fn answer(g: &Rebellion, s: &mut State, card: Recruit, a: Action, chance: &mut impl Chance) -> Event {
    let (side, rules) = (s.asked, g.battle_of(s.lured));
    let field = s.field.expect("a battle is fought somewhere");
    let battle = s.battle.as_mut().expect("a battle is fought");
    match g.tables.action_card(side, card).ability.expect("a card of combats does something") {
        Ability::Draw { cards } => {
            let theatre = Theatre::at(chosen!(a, Pick, way).index());
            rules.draw(battle, side, theatre, cards, chance);
        }
        Ability::Reinforce => {
            let (camp, leader) = (&mut battle.camps[side], chosen!(a, Lead, leader));
            camp.pool.take(leader);
            camp.leaders.add(leader);
            camp.odds.guests.add(leader);
            chance.tell(|story| story::comes(story, g, side, leader));
        }
        Ability::Blast | Ability::Raze => {
            let (camp, unit) = (&mut battle.camps[side.other()], chosen!(a, Take, unit));
            camp.units.levels_mut(unit)[0] -= 1;
            camp.lost[unit] += 1;
            chance.tell(|story| story::gone(story, g, side.other(), unit, field));
        }
        acts_at_once!() => unreachable!("nothing is asked"),
    }
    (s.moment, s.used) = (Moment::None, None);
    Event::Struck
}

/// Whether whose dice are rolled next may set some, as far as the other side can know.
pub fn may_set(g: &Rebellion, s: &State) -> bool {
    let may = |role: Role| may(g, s, s.asked, role, Moment::Dice);
    // Who rolls sets dice, whoever holds the card.
    g.tables.action_cards && s.stage == Stage::Battle && Role::all().any(may)
}

/// The cards by which dice can be set that are rolled next.
pub fn offer_cards(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    if !g.tables.action_cards {
        return;
    }
    let tries = s.battle.as_ref().is_some_and(|battle| battle.stage == Step::Plans);
    if !tries || objectives::plans(g, s).is_some() {
        held(g, s, s.asked, Moment::Dice).iter().for_each(|card| f(Action::Play { card }));
    }
}

/// Dice are set: those of the plans as direct hits, those of an attack as its side says.
pub fn play_dice(g: &Rebellion, s: &mut State, card: Recruit, chance: &mut impl Chance) -> Event {
    let side = s.asked;
    spend(g, s, side, card, chance);
    let Some(Ability::Set { dice }) = g.tables.action_card(side, card).ability else { return Event::Asked };
    let rules = g.battle_of(s.lured);
    if let Some(battle) = s.battle.as_mut().filter(|battle| battle.stage == Step::Plans) {
        rules.try_plans(battle, usize::from(dice), chance);
        let hit = !battle.plans;
        return objectives::show_plans(g, s, hit, chance);
    }
    (s.stage, s.moment, s.used, s.left) = (Stage::Effect, Moment::Dice, Some(card), dice);
    Event::Asked
}

/// What a die of the attack can be set to, of a colour of which dice are left.
pub fn offer_dice(g: &Rebellion, s: &State, f: &mut impl FnMut(Action)) {
    if s.die.is_some() {
        f(Action::Done);
    }
    let Some(battle) = &s.battle else { return };
    let due = attack::dice(g.battle_of(s.lured), battle);
    let taken = |colour: Colour| s.die.is_some_and(|die| die.colour == colour);
    for die in Die::all().filter(|die| die.face != Face::Blank) {
        if due[die.colour] > u8::from(taken(die.colour)) {
            f(Action::Battle { battle: Blow::Reroll { die } });
        }
    }
}

/// A die is set; after the last one the others are rolled.
pub fn set(g: &Rebellion, s: &mut State, a: Action, chance: &mut impl Chance) -> Event {
    let mut dice: Vec<Die> = s.die.into_iter().collect();
    if let Action::Battle { battle: Blow::Reroll { die } } = a {
        dice.push(die);
        s.left -= 1;
        s.die = Some(die);
        let mut more = false;
        offer_dice(g, s, &mut |a| more |= a != Action::Done);
        if s.left > 0 && more && dice.len() < 2 {
            return Event::Asked;
        }
    }
    (s.moment, s.used, s.die, s.left) = (Moment::None, None, None, 0);
    let rules = g.battle_of(s.lured);
    rules.roll_beside(s.battle.as_mut().expect("a battle is fought"), &dice, chance);
    Event::Struck
}

/// Who came for one combat alone goes back to the pool.
pub fn send_back(s: &mut State, battle: &Battle) {
    for side in Side::all() {
        let camp = &battle.camps[side];
        camp.odds.guests.and(camp.leaders).iter().for_each(|leader| s.posts[side][leader] = Post::Pool);
    }
}
