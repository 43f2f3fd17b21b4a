//! One attack (rulebook p4-5): roll dice, combat actions, assign damage, block damage, destroy units.

use super::RebellionCombat;
use super::action::{Own, Target};
use super::state::{Hit, Stage, State};
use super::tables::Volley;
use super::targets;
use super::words::{CARDS, Colour, Face, Side, Theatre};
use crate::bits::nonzero;
use crate::chance::Chance;
use crate::finite::Finite;

/// The dice that the attacker rolls.
#[inline]
pub fn dice(g: &RebellionCombat, s: &State) -> [u8; Colour::N] {
    dice_of(g, s, s.side, s.theatre)
}

/// The dice of an attack by a side in a theatre.
#[inline]
pub fn dice_of(g: &RebellionCombat, s: &State, side: Side, theatre: Theatre) -> [u8; Colour::N] {
    all_dice(g, s)[side.index()][theatre.index()]
}

/// The dice of each side's attacks by theatre and colour: those of all its units there, destroyed in this step or not, less
/// those that standing enemy units cut, but at most as many as one attack may roll.
pub fn all_dice(g: &RebellionCombat, s: &State) -> [[[u8; Colour::N]; Theatre::N]; Side::N] {
    let (mut all, mut cuts) = ([Volley::default(); Side::N], [0; Side::N]);
    for side in Side::all() {
        let (i, parked) = (side.index(), &s.camp(side).parked);
        let (mut standing, mut fallen) = (Volley::default(), Volley::default());
        // Every row, there or not: to find out which costs more than to add nothing.
        for (row, &of) in g.tables.volleys[i].iter().enumerate() {
            standing.add(s.count(side, row), of);
            fallen.add(parked[row], of);
        }
        cuts[side.other().index()] = standing.cut();
        all[i] = standing.and(fallen);
    }
    let most = |colour: Colour| u16::from(g.tables.dice[colour.index()].most);
    let mut dice = [[[0; Colour::N]; Theatre::N]; Side::N];
    for ((dice, all), cut) in dice.iter_mut().zip(all).zip(cuts) {
        for (dice, theatre) in dice.iter_mut().zip(Theatre::all()) {
            let cut = if theatre == Theatre::Space { cut } else { 0 };
            let [black, red] = [Colour::Black, Colour::Red].map(|colour| all.dice(theatre, colour));
            *dice = [black.min(most(Colour::Black)), red.saturating_sub(cut).min(most(Colour::Red))]
                .map(|n| n as u8);
        }
    }
    dice
}

/// Rolls the dice of the attack.
pub fn roll(g: &RebellionCombat, s: &mut State, chance: &mut impl Chance) {
    let due = dice(g, s);
    for ((shown, die), n) in s.dice.iter_mut().zip(&g.tables.dice).zip(due) {
        if n > 0 {
            *shown = die.table.roll(usize::from(n), chance);
        }
    }
    s.stage = Stage::Actions;
}

/// Whether the attacker has anything to act with, as far as everybody can see.
pub fn may_act(g: &RebellionCombat, s: &State) -> bool {
    g.rules.tactics
        && (s.hand_size(&g.tables, s.side, s.theatre) > 0 || s.specials() > 0 && can_draw(g, s, s.theatre))
}

/// Whether the defender has anything to block with, as far as everybody can see.
pub fn may_block(g: &RebellionCombat, s: &State) -> bool {
    g.rules.tactics
        && !s.no_block
        && !s.hits.is_empty()
        && s.hand_size(&g.tables, s.side.other(), s.theatre) > 0
}

/// The next die to assign: hits of each colour, then direct hits, as long as a unit can take them.
#[inline]
pub fn next_die(g: &RebellionCombat, s: &State) -> Option<(Colour, Face)> {
    let shown = |c: Colour, f: Face| s.dice[c.index()][f.index()] > 0;
    let hit = |c: &&Colour| shown(**c, Face::Hit) && targets::any(g, s, Some(**c));
    if let Some(&colour) = Colour::ALL.iter().find(hit) {
        return Some((colour, Face::Hit));
    }
    let direct = Colour::all().find(|c| shown(*c, Face::Direct))?;
    targets::any(g, s, None).then_some((direct, Face::Direct))
}

/// The colour of health that a die can hurt; `None` for any.
#[inline]
pub fn colour_of(colour: Colour, face: Face) -> Option<Colour> {
    (face == Face::Hit).then_some(colour)
}

/// Puts the next die on a unit.
pub fn assign(g: &RebellionCombat, s: &mut State, target: Target) {
    let (colour, face) = next_die(g, s).expect("a die is left to assign");
    s.dice[colour.index()][face.index()] -= 1;
    damage(s, target, 1, false);
}

/// Assigns damage to an enemy unit; hurt units are kept in order, so that equal states are equal values.
pub fn damage(s: &mut State, target: Target, n: u8, chosen: bool) {
    let enemy = s.side.other();
    let mut hit = match target {
        Target::Fresh(Own { row, marked }) => {
            s.units[enemy.index()][row.index()][usize::from(marked)] -= 1;
            Hit { row: row.index() as u8, marked, assigned: 0, chosen: false }
        }
        Target::Wounded(unit) => s.hits.remove(unit.index()),
    };
    hit.assigned = hit.assigned.saturating_add(n);
    hit.chosen |= chosen;
    s.hits.push(hit);
    s.hits.sort_unstable();
}

/// Takes one damage of this attack off a unit of the defender.
pub fn unhurt(s: &mut State, unit: usize) {
    let mut hit = s.hits.remove(unit);
    hit.assigned -= 1;
    if hit.assigned == 0 {
        s.units[s.side.other().index()][usize::from(hit.row)][usize::from(hit.marked)] += 1;
    } else {
        s.hits.push(hit);
        s.hits.sort_unstable();
    }
}

/// Destroys the units with enough damage, which still attack in this step; markers stay on the others.
pub fn settle(g: &RebellionCombat, s: &mut State) {
    let enemy = s.side.other();
    while let Some(hit) = s.hits.pop() {
        let row = usize::from(hit.row);
        let total = hit.marked.saturating_add(hit.assigned);
        if total >= g.tables.stat(enemy, row).health {
            s.camp_mut(enemy).parked[row] += 1;
        } else {
            s.units[enemy.index()][row][usize::from(total)] += 1;
        }
    }
    s.dice = Default::default();
    s.no_block = false;
}

/// Whether a deck can give a card.
#[inline]
pub fn can_draw(g: &RebellionCombat, s: &State, deck: Theatre) -> bool {
    nonzero(&s.deck) & g.tables.deck(deck) != 0
        || g.rules.reshuffle && g.tables.cards(deck).any(|card| spare(s, card) > 0)
}

/// How many discarded cards of a kind can come back: all but the one that is being played.
fn spare(s: &State, card: usize) -> u8 {
    let played = s.playing.left > 0 && usize::from(s.playing.card) == card;
    s.discards[card].saturating_sub(u8::from(played))
}

/// A side draws a card, if there is one (ruling C2: discards come back only after the combat).
pub fn draw(g: &RebellionCombat, s: &mut State, side: Side, deck: Theatre, chance: &mut impl Chance) {
    let cards = g.tables.cards(deck);
    if !can_draw(g, s, deck) {
        return;
    }
    if s.deck[cards.clone()].iter().all(|&n| n == 0) {
        for card in cards.clone() {
            s.deck[card] = spare(s, card);
            s.discards[card] -= s.deck[card];
        }
    }
    deal(g, s, side, deck, chance);
}

/// Moves a card from a deck that has one to a hand.
pub fn deal(g: &RebellionCombat, s: &mut State, side: Side, deck: Theatre, chance: &mut impl Chance) {
    let cards = g.tables.cards(deck);
    let mut weights = [0; CARDS];
    let weights = &mut weights[..cards.len()];
    weights.iter_mut().zip(&s.deck[cards.clone()]).for_each(|(w, &n)| *w = u32::from(n));
    let card = cards.start + chance.pick(weights);
    s.deck[card] -= 1;
    s.camp_mut(side).hand[card] += 1;
}
