//! The shaping potential of Dark Side Rising.

use holotable_env::Finite;
use holotable_env::dark_side_rising::DarkSideRising;
use holotable_env::dark_side_rising::state::{InPlay, State};
use holotable_env::dark_side_rising::words::{Component, Token};

/// Rebels on a team beyond this many no longer count.
const ENOUGH: usize = 6;

/// Progress towards the win less progress towards the losses, about -1 to 1.
pub fn standing(g: &DarkSideRising, s: &State) -> f32 {
    attack(g, s) + 0.35 * teams(g, s) + 0.06 * tokens(s) - 0.8 * losses(g, s) - 0.35 * death_star(g, s)
}

fn filled(g: &DarkSideRising, card: InPlay) -> f32 {
    f32::from(card.damage) / f32::from(g.tables.cards[usize::from(card.card)].capacity)
}

/// Imperials defeated and, in part, damaged; a matched attack counts already.
fn attack(g: &DarkSideRising, s: &State) -> f32 {
    let mut done = s.imperials_defeated() as f32;
    for (i, card) in s.table.iter().flatten().enumerate().filter(|(_, c)| c.is_imperial()) {
        let capacity = f32::from(g.tables.cards[usize::from(card.card)].capacity);
        done += 0.8 * (filled(g, *card) + matched(g, s, i) / capacity).min(1.0);
    }
    done / g.rules.imperials as f32
}

/// How far the card at a place is matched this turn, more than in proportion.
fn matched(g: &DarkSideRising, s: &State, place: usize) -> f32 {
    let card = s.place(place);
    if s.deployed.is_none_or(|d| d.index() != place / 3) {
        return 0.0;
    }
    let all: u8 = g.tables.cards[usize::from(card.card)].need.iter().sum();
    let left: u8 = s.need[place % 3].iter().sum();
    let share = f32::from(all - left) / f32::from(all);
    share * share
}

/// The size of the teams, and their room for damage.
fn teams(g: &DarkSideRising, s: &State) -> f32 {
    let mut sum = 0.0;
    for (p, team) in s.teams[..g.players].iter().enumerate() {
        let mut size: f32 = team.iter().map(|m| 1.0 - 0.5 * filled(g, *m) * filled(g, *m)).sum();
        if p == usize::from(s.active) {
            let rebels = (0..9).filter(|&i| s.place(i).is_rebel());
            size += 0.9 * rebels.map(|i| matched(g, s, i)).sum::<f32>();
        }
        sum += (size / ENOUGH as f32).min(1.0);
    }
    sum / g.players as f32
}

/// Tokens held, up to ten.
fn tokens(s: &State) -> f32 {
    let held: u8 = (0..Token::N).map(|i| s.tokens[i] + s.locked[i]).sum();
    (f32::from(held) / 10.0).min(1.0)
}

/// Rebels lost and, in part, about to be.
fn losses(g: &DarkSideRising, s: &State) -> f32 {
    let table = s.table.iter().flatten().filter(|c| c.is_rebel());
    let teams = s.teams[..g.players].iter().flat_map(|t| t.iter());
    let hurt: f32 = table.chain(teams).map(|c| 0.6 * filled(g, *c) * filled(g, *c)).sum();
    (s.rebels_defeated() as f32 + hurt) / g.rules.rebels_lost as f32
}

/// Components operational and, in part, under construction.
fn death_star(g: &DarkSideRising, s: &State) -> f32 {
    let share = |c: Component| match s.is_operational(c.index()) {
        true => 1.0,
        false => {
            0.5 * (f32::from(s.counters[c.index()]) / f32::from(g.tables.tiles[c.index()].spaces)).powi(2)
        }
    };
    Component::all().map(share).sum::<f32>() / g.rules.components as f32
}
