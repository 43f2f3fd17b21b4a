//! Hand-crafted features of Dark Side Rising for networks: exact probabilities and expected values.
//!
//! A *promise* is an expected value: the probability to complete something times the expert's value of it, in units of the
//! expert's weights over 2.

use holotable_env::dark_side_rising::DarkSideRising;
use holotable_env::dark_side_rising::pool::{pool, pool_at};
use holotable_env::dark_side_rising::state::{Stage, State};
use holotable_env::dark_side_rising::words::{Sector, TEAM_CAP};
use holotable_env::{Block, Field, Finite, Sink};

use super::dice::{self, Goal, Target};
use super::expert::Expert;
use super::value::Weights;

const fn promise(name: &'static str) -> Field {
    Field { name, unit: "chance x worth / 2", lo: -4.0, hi: 4.0 }
}

const DEPLOY: Block = Block {
    name: "sense_deploy",
    doc: "before deployment: what each sector promises at best and at second best, and its danger",
    rows: Sector::N,
    fields: &[promise("best"), promise("second"), promise("danger")],
};

const CARDS: Block = Block {
    name: "sense_cards",
    doc: "the nine places in the order of the table",
    rows: 9,
    fields: &[
        Field::share("chance", "of matching it with all dice left, best play, no tokens"),
        Field::share("chance_assigned", "the same once the best rolled dice are assigned to it"),
        promise("worth"),
        promise("promise"),
    ],
};

const TEAM: Block = Block {
    name: "sense_team",
    doc: "for each own Rebel: what its ability would bring now, the chance to pay for it, and what healing it brings",
    rows: TEAM_CAP,
    fields: &[promise("use"), Field::share("chance", "of paying its price"), promise("heal")],
};

/// Writes the features for the acting seat; zeros for the others.
pub fn write(g: &DarkSideRising, s: &State, player: usize, sink: &mut impl Sink) {
    let acts = player == usize::from(s.active) && s.stage != Stage::Over;
    let expert = Expert::new(g, Weights::default());
    let choosing = acts && matches!(s.stage, Stage::Muster | Stage::Rolled);
    let targets = if acts && s.deployed.is_some() { expert.targets(g, s) } else { Vec::new() };
    sink.block(&DEPLOY, |out| {
        if acts && s.stage == Stage::Deploy {
            for (sector, row) in Sector::all().zip(out.chunks_exact_mut(3)) {
                let (best, second, danger) = expert.sector(g, s, sector);
                [best, second, danger].iter().zip(row).for_each(|(x, cell)| *cell = half(*x));
            }
        }
    });
    sink.block(&CARDS, |out| {
        if acts {
            cards(g, s, &expert, &targets, out);
        }
    });
    sink.block(&TEAM, |out| {
        if choosing {
            team(g, s, &expert, &targets, out);
        }
    });
}

fn half(x: f64) -> f32 {
    (x as f32 * 0.5).clamp(-4.0, 4.0)
}

fn cards(g: &DarkSideRising, s: &State, expert: &Expert, targets: &[Target], out: &mut [f32]) {
    let first = s.deployed.unwrap_or(Sector::Scarif);
    let shown = dice::shown(s);
    for (i, row) in out.chunks_exact_mut(CARDS.fields.len()).enumerate() {
        let sector = Sector::at((first.index() + i / 3) % Sector::N);
        let card = s.table[sector.index()][i % 3];
        if !card.is_card() || s.deployed.is_some_and(|d| d != sector) {
            continue;
        }
        let (chance, assigned, value) = if s.deployed.is_none() {
            let need = g.tables.cards[usize::from(card.card)].need;
            let chance = g.odds.chance(pool_at(g, s, usize::from(s.active), sector), need);
            (chance, chance, expert.completion_value(g, s, card))
        } else if let Some(t) = targets.iter().find(|t| t.goal == Goal::Spot(i % 3)) {
            let best = g.odds.shown(&shown, s.waiting, t.need).0;
            (g.odds.chance(pool(s), t.need), best, t.value)
        } else {
            (1.0, 1.0, 0.0)
        };
        row.copy_from_slice(&[chance as f32, assigned as f32, half(value), half(value * assigned)]);
    }
}

fn team(g: &DarkSideRising, s: &State, expert: &Expert, targets: &[Target], out: &mut [f32]) {
    let pool = pool(s);
    for (place, row) in out.chunks_exact_mut(TEAM.fields.len()).enumerate().take(s.own().len()) {
        if s.used >> place & 1 == 0 {
            row[0] = half(expert.use_of(g, s, place));
        }
        if let Some(t) = targets.iter().find(|t| t.goal == Goal::Price(place)) {
            row[1] = g.odds.chance(pool, t.need) as f32;
        }
        row[2] = half(expert.heal_one(g, s, place));
    }
}
