//! One attack (rulebook p4-5): roll dice, combat actions, assign damage, block damage, destroy units.

use holotable_env::{ByKey, Chance, Deed, Finite};

use super::RebellionCombat;
use super::action::{Die, Own, Target};
use super::state::{Hit, Stage, State};
use super::tables::Volley;
use super::words::{ByColour, BySide, ByTheatre, Card, Colour, Face, MOST_CARDS, Row, Side, Theatre};
use super::{story, targets};

/// The most damage that is counted on a unit in one attack: more than any attack deals, and what a byte of the saved form holds
/// beside its flags.
pub const MOST_ASSIGNED: u8 = 63;

/// The dice that the attacker rolls.
#[inline]
pub fn dice(g: &RebellionCombat, s: &State) -> ByColour<u8> {
    dice_of(g, s, s.side, s.theatre)
}

/// The dice of an attack by a side in a theatre.
#[inline]
pub fn dice_of(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> ByColour<u8> {
    all_dice(g, s)[side][theatre]
}

/// Whether an attack by a side in a theatre rolls any dice.
#[inline]
pub fn has_dice(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> bool {
    *dice_of(g, s, side, theatre).values() != [0; Colour::N]
}

/// The dice of each side's attacks: those of all its units there, destroyed in this step or not, less those that standing
/// enemy units cut, but at most as many as one attack may roll.
pub fn all_dice(g: &RebellionCombat, s: &State) -> BySide<ByTheatre<ByColour<u8>>> {
    let (mut all, mut cuts) = (BySide::<Volley>::default(), BySide::<u16>::default());
    for side in Side::all() {
        let (camp, volleys) = (&s.camps[side], &g.tables.volleys[side]);
        let (mut standing, mut fallen) = (Volley::default(), Volley::default());
        // Every row, there or not: to find out which costs more than to add nothing.
        for row in Row::all() {
            standing.add(camp.units.count(row), volleys[row]);
            fallen.add(camp.parked[row], volleys[row]);
        }
        cuts[side.other()] = standing.cut();
        all[side] = standing.and(fallen);
    }
    let most = ByColour::from_fn(|colour| u16::from(g.tables.dice[colour].most));
    BySide::from_fn(|side| {
        ByTheatre::from_fn(|theatre| {
            ByColour::from_fn(|colour| {
                let cut = if (theatre, colour) == (Theatre::Space, Colour::Red) { cuts[side] } else { 0 };
                let cut = cut + u16::from(s.camps[side].odds.fewer[colour]);
                all[side].dice(theatre, colour).saturating_sub(cut).min(most[colour]) as u8
            })
        })
    })
}

/// The dice of the attack that its units would roll more, and why they do not: by colour what enemy units and cards cut, and what is
/// beyond the most of a colour.
pub fn withheld(g: &RebellionCombat, s: &State) -> ByColour<(u16, u16)> {
    let (camp, rolled) = (&s.camps[s.side], dice(g, s));
    ByColour::from_fn(|colour| {
        let rows = g.tables.rows(s.side, s.theatre);
        let units = |row: Row| u16::from(s.count(s.side, row)) + u16::from(camp.parked[row]);
        let of = |row: Row| units(row) * u16::from(g.tables.stat(s.side, row).dice[colour]);
        let (all, rolled) = (rows.map(of).sum::<u16>(), u16::from(rolled[colour]));
        let at_most = rolled == u16::from(g.tables.dice[colour].most);
        let fewer = all.saturating_sub(rolled);
        if at_most { (0, fewer) } else { (fewer, 0) }
    })
}

/// Rolls the dice of the attack.
pub fn roll(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    roll_beside(g, s, &[], chance);
}

/// Lays some of the dice of the attack as they are chosen, and rolls the others.
pub fn roll_beside(g: &RebellionCombat, s: &mut State, set: &[Die], chance: &mut impl Chance) {
    let mut due = dice(g, s);
    chance.tell(|story| story::withheld(story, g, s));
    for &die in set {
        due[die.colour] -= 1;
        s.dice[die] += 1;
    }
    throw(g, s, due, chance);
    s.stage = Stage::Actions;
}

/// Rolls a die again that a ring allows.
pub fn reroll(g: &RebellionCombat, s: &mut State, die: Die, chance: &mut impl Chance) {
    s.camps[s.side].odds.again -= 1;
    s.dice[die] -= 1;
    let mut one = ByColour::default();
    one[die.colour] = 1;
    throw(g, s, one, chance);
}

/// Throws so many dice, which come to those that lie there.
pub fn throw(g: &RebellionCombat, s: &mut State, dice: ByColour<u8>, chance: &mut impl Chance) {
    for (colour, &n) in dice.iter() {
        if n > 0 {
            let shown = g.tables.dice[colour].table.roll(usize::from(n), chance);
            chance.tell(|story| story::thrown(story, s.side, colour, &ByKey::new(shown)));
            for (face, more) in Face::all().zip(shown) {
                s.dice[Die { colour, face }] += more;
            }
        }
    }
}

/// Whether the attacker has anything to act with, as far as everybody can see.
pub fn may_act(g: &RebellionCombat, s: &State) -> bool {
    s.camps[s.side].odds.again > 0 && s.any_dice()
        || g.rules.tactics
            && (s.playable(&g.tables, s.side) != 0 || s.specials() > 0 && can_draw(g, s, s.theatre))
}

/// Whether the defender has anything to block with, as far as everybody can see.
pub fn may_block(g: &RebellionCombat, s: &State) -> bool {
    g.rules.tactics && !s.no_block && !s.hits.is_empty() && s.playable(&g.tables, s.side.other()) != 0
}

/// The next die to assign: hits of each colour, then direct hits, as long as a unit can take them.
#[inline]
pub fn next_die(g: &RebellionCombat, s: &State) -> Option<Die> {
    let shown = |colour: Colour, face: Face| s.dice[Die { colour, face }] > 0;
    let hurts = |colour: Colour| targets::any(g, s, colour_of(s, Die { colour, face: Face::Hit }), false);
    let hit = |&colour: &Colour| shown(colour, Face::Hit) && hurts(colour);
    if let Some(colour) = Colour::all().find(hit) {
        return Some(Die { colour, face: Face::Hit });
    }
    let colour = Colour::all().find(|&colour| shown(colour, Face::Direct))?;
    targets::any(g, s, None, false).then_some(Die { colour, face: Face::Direct })
}

/// The colour of health that a die of the attack can hurt; `None` for any.
#[inline]
pub fn colour_of(s: &State, die: Die) -> Option<Colour> {
    let turns = die.colour == Colour::Black
        && s.theatre == Theatre::Space
        && s.cards.turned < s.camps[s.side].odds.turns;
    (die.face == Face::Hit && !turns).then_some(die.colour)
}

/// Puts the next die on a unit.
pub fn assign(g: &RebellionCombat, s: &mut State, target: Target, chance: &mut impl Chance) {
    let die = next_die(g, s).expect("a die is left to assign");
    s.dice[die] -= 1;
    let hit = damage(s, target, 1, false);
    let red = g.tables.places[s.side.other()].colour[Colour::Red] >> hit.unit.index() & 1 == 1;
    s.cards.turned += u8::from(die == Die { colour: Colour::Black, face: Face::Hit } && red);
    chance.tell(|story| {
        let enemy = s.side.other();
        story::hit(story, (&g.tables, s), Deed::Damage, story::by(g, s, Some(die)), enemy, 1, hit);
    });
}

/// Assigns damage to an enemy unit, and says how hurt it then is; hurt units are kept in order, so that equal states are
/// equal values.
pub fn damage(s: &mut State, target: Target, n: u8, chosen: bool) -> Hit {
    let mut hit = match target {
        Target::Fresh(unit) => {
            s.camps[s.side.other()].units[unit] -= 1;
            Hit { unit, assigned: 0, chosen: false }
        }
        Target::Wounded(unit) => s.hits.remove(unit.index()),
    };
    hit.assigned = hit.assigned.saturating_add(n).min(MOST_ASSIGNED);
    hit.chosen |= chosen;
    s.hits.push(hit);
    s.hits.sort_unstable();
    hit
}

/// Takes one damage of this attack off a unit of the defender, and says how hurt it then is.
pub fn unhurt(s: &mut State, unit: usize) -> Hit {
    let mut hit = s.hits.remove(unit);
    hit.assigned -= 1;
    if hit.assigned == 0 {
        s.camps[s.side.other()].units[hit.unit] += 1;
    } else {
        s.hits.push(hit);
        s.hits.sort_unstable();
    }
    hit
}

/// Destroys the units with enough damage, which still attack in this step; markers stay on the others.
pub fn settle(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    let enemy = s.side.other();
    while let Some(hit) = s.hits.pop() {
        let (row, health) = (hit.unit.row, s.health(&g.tables, enemy, hit.unit.row));
        let camp = &mut s.camps[enemy];
        if hit.total() >= health {
            camp.parked[row] += 1;
            chance.tell(|story| story::gone(story, &g.tables, enemy, row, 1));
        } else {
            camp.units[Own { row, marked: Finite::at(usize::from(hit.total())) }] += 1;
        }
    }
    s.dice = ByKey::default();
    (s.no_block, s.cards.turned) = (false, 0);
}

/// Whether a deck can give a card.
#[inline]
pub fn can_draw(g: &RebellionCombat, s: &State, deck: Theatre) -> bool {
    s.deck.there() & g.tables.deck(deck) != 0
        || g.rules.reshuffle && g.tables.cards(deck).any(|card| spare(s, card) > 0)
}

/// How many discarded cards of a kind can come back: all but the one that is being played.
fn spare(s: &State, card: Card) -> u8 {
    let played = s.playing.is_some_and(|playing| playing.card == card);
    s.discards[card].saturating_sub(u8::from(played))
}

/// A side draws a card, if there is one (ruling [C2](crate::rebellion_combat::rulings#c2): discards come back only after the combat).
pub fn draw(g: &RebellionCombat, s: &mut State, side: Side, deck: Theatre, chance: &mut impl Chance) {
    if !can_draw(g, s, deck) {
        return;
    }
    if s.deck.there() & g.tables.deck(deck) == 0 {
        for card in g.tables.cards(deck) {
            s.deck[card] = spare(s, card);
            s.discards[card] -= s.deck[card];
        }
        chance.tell(|story| _ = story.note(Deed::Note, "The discarded cards are shuffled into a new deck"));
    }
    deal(g, s, side, deck, chance);
}

/// Moves a card from a deck that has one to a hand.
pub fn deal(g: &RebellionCombat, s: &mut State, side: Side, deck: Theatre, chance: &mut impl Chance) {
    let (mut weights, mut kinds) = ([0; MOST_CARDS], 0);
    for (weight, card) in weights.iter_mut().zip(g.tables.cards(deck)) {
        *weight = u32::from(s.deck[card]);
        kinds += 1;
    }
    let card = g.tables.cards(deck).nth(chance.pick(&weights[..kinds])).expect("one of the kinds");
    s.deck[card] -= 1;
    s.camps[side].hand[card] += 1;
    chance.tell(|story| story::drawn(story, &g.tables, side, card));
}
