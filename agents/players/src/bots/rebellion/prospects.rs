//! What a mission would bring, for the expert of both sides: where and against whom, times how likely it is to succeed.

use holotable_env::Finite;
use holotable_games::rebellion::DICE;
use holotable_games::rebellion::state::Post;
use holotable_games::rebellion::tables::MissionCard;
use holotable_games::rebellion::task::Task;
use holotable_games::rebellion::venue::Aim;
use holotable_games::rebellion::words::{Leader, Leaders, Place, Places, Side, Skill};
use holotable_games::rebellion::{attempt, probes};

use super::forces::{Forces, tactics, win};
use super::mission_effects::does;
use super::weights::Missions;

/// What a mission would bring by the best of all leaders of the side who are in the game.
pub fn promise(f: &Forces<'_>, w: &Missions, card: &MissionCard) -> f64 {
    let there =
        |leader: &Leader| !matches!(f.s.posts[f.me][*leader], Post::Supply | Post::Gone | Post::Captive(_));
    let able = Leader::all().filter(there).filter(|&leader| skill(f, f.me, leader, card.skill) >= card.icons);
    let best = able.max_by_key(|&leader| skill(f, f.me, leader, card.skill));
    best.map_or(-1.0, |leader| best_of(f, w, card, std::iter::once(leader).collect()))
}

/// What a mission brings where it brings most.
pub fn best_of(f: &Forces<'_>, w: &Missions, card: &MissionCard, team: Leaders) -> f64 {
    match card.venue.aim {
        Aim::Base if card.tasks().any(|task| matches!(task, Task::Reassign)) => w.nerve + 0.1,
        Aim::Base => w.mobilize * (danger(f) - w.calm),
        Aim::Nowhere => -1.0,
        Aim::Leader | Aim::Captive => {
            let victims = card.venue.victims(f.g, f.s).iter();
            victims.map(|leader| about(f, w, card, team, leader)).fold(-1.0, f64::max)
        }
        Aim::System => {
            let places = card.venue.places(f.g, f.s).iter();
            places.map(|place| at(f, w, card, team, place)).fold(-1.0, f64::max)
        }
    }
}

/// What a mission about a Rebel leader is worth: one leader less for the Rebels, or one more.
pub fn about(f: &Forces<'_>, w: &Missions, card: &MissionCard, team: Leaders, leader: Leader) -> f64 {
    let (place, captive) = match f.s.posts[Side::Rebels][leader] {
        Post::At(place) => (place, None),
        Post::Captive(place) => (place, Some(leader).filter(|_| f.me == Side::Empire)),
        _ => return -1.0,
    };
    let skills: u8 = f.g.tables.skills[Side::Rebels][leader].values().iter().sum();
    let worth = w.captive * (f64::from(skills) + tactics(f.g, f.s, Side::Rebels, leader));
    let does = |task: Task| match task {
        Task::Capture | Task::Rescue { .. } => worth,
        Task::Detain => 0.3 * worth,
        Task::Lure { .. } => 1.5 * worth,
        other => does(f, w, other, place),
    };
    let worth: f64 = card.tasks().map(does).sum();
    worth * chance(f, card, team, place, captive)
}

/// What a mission brings in a place, times how likely it is.
pub fn at(f: &Forces<'_>, w: &Missions, card: &MissionCard, team: Leaders, place: Place) -> f64 {
    worth(f, w, card, place) * chance(f, card, team, place, None)
}

/// What a mission does there, in the better of two ways.
fn worth(f: &Forces<'_>, w: &Missions, card: &MissionCard, place: Place) -> f64 {
    let way = |tasks: &Vec<Task>| tasks.iter().map(|&task| does(f, w, task, place)).sum::<f64>();
    card.ways.iter().map(way).fold(f64::NEG_INFINITY, f64::max)
}

/// How likely an attempt succeeds there, against this captive if it is against one, if the other side sends its best leader half the time.
fn chance(f: &Forces<'_>, card: &MissionCard, team: Leaders, place: Place, captive: Option<Leader>) -> f64 {
    if !card.attempt {
        return 1.0;
    }
    let other = f.me.other();
    let own = team.or(f.s.leaders(f.me, Post::At(place)));
    let helped = !f.s.units[f.me][place].is_empty();
    let icons = |side: Side, leaders: Leaders| {
        let all = Skill::all().filter(|&skill| card.all_icons || skill == card.skill);
        all.map(|skill| usize::from(attempt::icons(f.g, f.s, side, leaders, skill))).sum::<usize>()
    };
    let dice = icons(f.me, own) + usize::from(if helped { card.bonus } else { 0 });
    let ahead = if card.portrait.and(team).is_empty() { 0 } else { 2 };
    let mut there = f.s.leaders(other, Post::At(place));
    if let Some(leader) = captive {
        there.add(leader);
    }
    let pool = f.s.leaders(other, Post::Pool);
    let against = icons(other, there);
    let alone = if there.is_empty() { 1.0 } else { wins(f, dice, ahead, against) };
    let sent = pool.iter().map(|leader| icons(other, std::iter::once(leader).collect())).max();
    sent.map_or(alone, |more| 0.5 * (alone + wins(f, dice, ahead, against + more)))
}

/// How likely so many dice, with so many successes more, have more of them than so many others.
pub fn wins(f: &Forces<'_>, mine: usize, ahead: usize, theirs: usize) -> f64 {
    let sums = |n: usize| {
        let mut by_sum = vec![0.0; 2 * DICE + 1];
        for ([_, one, two], p) in f.g.dice.distribution(n.min(DICE)) {
            by_sum[usize::from(one + 2 * two)] += p;
        }
        by_sum
    };
    let (mine, theirs) = (sums(mine), sums(theirs));
    let mut below: f64 = theirs.iter().take(ahead).sum();
    let mut all = 0.0;
    for (i, p) in mine.into_iter().enumerate() {
        all += p * below;
        below += theirs.get(i + ahead).copied().unwrap_or(0.0);
    }
    all
}

/// How near the base is to being lost, from 0 to 1: it is found and what can come is stronger, or few systems are left for it, or troops
/// are next to it.
pub fn danger(f: &Forces<'_>) -> f64 {
    let Some(base) = f.s.base else { return 0.0 };
    if f.s.revealed {
        let come = f.arriving(Side::Empire, f.sources(Side::Empire, base, false)).ground;
        return 1.0 - win(f.at(Side::Rebels, base).ground, come + f.at(Side::Empire, base).ground);
    }
    // The Empire has looked at as many systems as it has cards, of those where the base can be as of any others.
    let cards = probes::deck(f.g, f.s).len().max(1) as f64;
    let unseen = 1.0 - f.s.probes.len() as f64 / (cards + f.s.probes.len() as f64);
    let left = (f.s.possible.len() as f64 * unseen).max(1.0);
    let troops =
        f.carriers().iter().any(|at| f.steps(at, Places::only(base)) <= 1 && f.carries(Side::Empire, at));
    (1.0 / left + if troops { 0.3 } else { 0.0 }).min(1.0)
}

/// The icons of a skill that a leader has.
pub fn skill(f: &Forces<'_>, side: Side, leader: Leader, skill: Skill) -> u8 {
    f.g.skills(f.s, side, leader)[skill]
}
