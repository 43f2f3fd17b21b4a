//! Missions, for the expert of both sides: what each would bring where, how likely it is to succeed, and whom it is worth sending.

use holotable_env::Finite;
use holotable_env::rebellion::goal::When;
use holotable_env::rebellion::rules::DICE;
use holotable_env::rebellion::state::{Post, Stage};
use holotable_env::rebellion::tables::MissionCard;
use holotable_env::rebellion::task::Task;
use holotable_env::rebellion::venue::Aim;
use holotable_env::rebellion::words::{
    Icon, Leader, Leaders, Loyalty, Objective, Place, Places, Side, Skill, Stack,
};
use holotable_env::rebellion::{Action, assign, attempt, base, objectives, passage, probes, under_way};

use super::actions;
use super::deeds;

use super::forces::{Forces, tactics, win};
use super::weights::Missions;

/// What an action that has to do with missions is worth; `None` for all others.
pub fn score(f: &Forces<'_>, w: &Missions, a: Action) -> Option<f64> {
    let s = f.s;
    if let Some(score) = actions::score(f, w, a) {
        return Some(score);
    }
    Some(match (s.stage, a) {
        (Stage::Assign, Action::Assign { mission }) => assigned(f, w, f.g.tables.mission(f.me, mission)),
        (Stage::Assign, _) => w.nerve,
        // One leader a mission: another one does more elsewhere.
        (Stage::Staff, Action::Lead { leader }) => {
            let none = s.on(f.me, assign::stack(s)).is_empty();
            let card = s.stacks[f.me][assign::stack(s).index()].map(|one| f.g.tables.mission(f.me, one));
            if none { card.map_or(0.0, |card| fitness(f, w, card, leader)) } else { -1.0 }
        }
        (Stage::Turn, Action::Carry { stack }) => carried(f, w, stack),
        (Stage::Aim, Action::Choose { place }) => {
            let card = under_way::card(f.g, s);
            at(f, w, card, s.leaders(f.me, Post::Ready), place)
        }
        (Stage::Aim, Action::Seize { leader } | Action::Lead { leader }) => {
            about(f, w, under_way::card(f.g, s), s.leaders(f.me, Post::Ready), leader)
        }
        (Stage::Pick | Stage::Effect | Stage::Reroll | Stage::Eliminate, _) => deeds::score(f, w, a),
        (Stage::Load, _) if s.mission[f.me].is_some() || passage::of(f.g, s).is_some() => {
            f64::from(u8::from(a != Action::Done))
        }
        // What is worth least goes.
        (Stage::Discard, Action::Assign { mission }) => -promise(f, w, f.g.tables.mission(f.me, mission)),
        (Stage::Oppose, Action::Lead { leader }) => opposed(f, w, leader),
        (Stage::Inspect, Action::Keep { objective }) => kept(f, objective),
        (Stage::Mobilize, Action::Relocate) => w.mobilize * (danger(f) - w.calm),
        (Stage::Mobilize, Action::Choose { .. }) => -1.0,
        (Stage::Relocate, Action::Choose { place }) => {
            1.0 + f.steps(place, f.carriers()) as f64 - 0.2 * f.g.tables.next_to[place].len() as f64
        }
        (Stage::Load, Action::Escort) => {
            // Where no unit stays, the captive would go free.
            let left = s.source.is_some_and(|source| f.at(Side::Empire, source).sum() > 0.0);
            if left { -1.0 } else { 0.5 }
        }
        (Stage::Staff | Stage::Oppose | Stage::Mobilize | Stage::Relocate, _) => 0.0,
        _ => return None,
    })
}

/// The leaders who can be spared: those of the pool but for the best in battle, who activate.
fn spare(f: &Forces<'_>, w: &Missions) -> Leaders {
    let mut pool: Vec<Leader> = f.s.leaders(f.me, Post::Pool).iter().collect();
    pool.sort_by(|&a, &b| tactics(f.g, f.s, f.me, b).total_cmp(&tactics(f.g, f.s, f.me, a)));
    let fighters = pool.iter().filter(|&&leader| tactics(f.g, f.s, f.me, leader) > 0.0).count();
    pool.split_off(w.reserve.min(fighters)).into_iter().collect()
}

fn skill(f: &Forces<'_>, side: Side, leader: Leader, skill: Skill) -> u8 {
    f.g.skills(f.s, side, leader)[skill]
}

/// What a mission would bring by the best of all leaders of the side who are in the game.
pub fn promise(f: &Forces<'_>, w: &Missions, card: &MissionCard) -> f64 {
    let there =
        |leader: &Leader| !matches!(f.s.posts[f.me][*leader], Post::Supply | Post::Gone | Post::Captive(_));
    let able = Leader::all().filter(there).filter(|&leader| skill(f, f.me, leader, card.skill) >= card.icons);
    let best = able.max_by_key(|&leader| skill(f, f.me, leader, card.skill));
    best.map_or(-1.0, |leader| best_of(f, w, card, std::iter::once(leader).collect()))
}

/// How well a leader fits a mission: by skill, and rather one who is of little use in battle.
fn fitness(f: &Forces<'_>, w: &Missions, card: &MissionCard, leader: Leader) -> f64 {
    let icons = skill(f, f.me, leader, card.skill);
    let spared = if spare(f, w).has(leader) { 1.0 } else { 0.0 };
    if icons < card.icons {
        0.01
    } else {
        1.0 + spared + f64::from(icons) - 0.1 * tactics(f.g, f.s, f.me, leader)
    }
}

/// What putting a leader on a mission is worth: what it brings at best, by the best who can be spared.
fn assigned(f: &Forces<'_>, w: &Missions, card: &MissionCard) -> f64 {
    let able = spare(f, w).iter().filter(|&leader| skill(f, f.me, leader, card.skill) >= card.icons);
    let best = able.max_by_key(|&leader| skill(f, f.me, leader, card.skill));
    best.map_or(-1.0, |leader| best_of(f, w, card, std::iter::once(leader).collect()))
}

fn carried(f: &Forces<'_>, w: &Missions, stack: Stack) -> f64 {
    let Some(mission) = f.s.stacks[f.me][stack.index()] else { return -1.0 };
    best_of(f, w, f.g.tables.mission(f.me, mission), f.s.on(f.me, stack))
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
fn wins(f: &Forces<'_>, mine: usize, ahead: usize, theirs: usize) -> f64 {
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

/// What a mission brings in a place, times how likely it is.
fn at(f: &Forces<'_>, w: &Missions, card: &MissionCard, team: Leaders, place: Place) -> f64 {
    worth(f, w, card, place) * chance(f, card, team, place, None)
}

/// What a mission does there, in the better of two ways.
fn worth(f: &Forces<'_>, w: &Missions, card: &MissionCard, place: Place) -> f64 {
    let way = |tasks: &Vec<Task>| tasks.iter().map(|&task| does(f, w, task, place)).sum::<f64>();
    card.ways.iter().map(way).fold(f64::NEG_INFINITY, f64::max)
}

/// What one thing that a mission does is worth there.
pub fn does(f: &Forces<'_>, w: &Missions, task: Task, place: Place) -> f64 {
    match task {
        // A card more is one system less to look into, and more where few are left.
        Task::Probe { per } => {
            let cards = probes::for_units(f.s, per) as f64;
            if f.s.revealed { 0.0 } else { w.probe * cards * (1.0 + w.few / f.possible().len() as f64) }
        }
        Task::Repair => {
            if f.s.sabotaged.has(place) {
                w.icon * output(f, place)
            } else {
                0.0
            }
        }
        Task::Sabotage => {
            let imperial = f.s.of(Side::Empire).has(place) && !f.s.sabotaged.has(place);
            if imperial { w.icon * built(f, place) } else { 0.0 }
        }
        Task::Loyalty { n: 1 } => loyalty(f, w, place),
        Task::Loyalty { .. } => 1.6 * loyalty(f, w, place),
        Task::Inspect => w.inspect,
        other => deeds::worth(f, w, other, place),
    }
}

/// What the icons of a system build, in units of a trooper.
pub fn output(f: &Forces<'_>, place: Place) -> f64 {
    f.g.tables.worlds[place].icons.iter().flatten().map(|&icon| size(icon)).sum()
}

/// What the Empire has of them: of a subjugated system the left one.
fn built(f: &Forces<'_>, place: Place) -> f64 {
    if f.s.loyalty[place] == Loyalty::Empire {
        return output(f, place);
    }
    f.g.tables.worlds[place].icons[0].map_or(0.0, size)
}

fn size(icon: Icon) -> f64 {
    match icon {
        Icon::SpaceTriangle | Icon::GroundTriangle => 1.0,
        Icon::SpaceCircle | Icon::GroundCircle => 2.0,
        Icon::SpaceSquare | Icon::GroundSquare => 3.0,
    }
}

/// What a step of loyalty is worth: what the system then builds, or builds no more; for the Empire also that the base cannot be there.
pub fn loyalty(f: &Forces<'_>, w: &Missions, place: Place) -> f64 {
    if f.g.tables.always.has(place) {
        return 0.0;
    }
    let held = f.s.subjugated.has(place);
    let icons = w.icon * output(f, place);
    let left = w.icon * built(f, place);
    match (f.me, f.s.loyalty[place]) {
        (Side::Rebels, Loyalty::Neutral) => {
            if held {
                w.support
            } else {
                icons + w.support
            }
        }
        (Side::Rebels, Loyalty::Empire) => {
            icons - if base::garrisons(f.g, f.s).has(place) { left.min(icons) } else { 0.0 }
        }
        (Side::Empire, Loyalty::Neutral) => {
            let found = !f.s.revealed && f.possible().has(place);
            let gained = if held { icons - left } else { icons };
            gained + if found { w.probe * (1.0 + w.few / f.possible().len() as f64) } else { 0.0 }
        }
        (Side::Empire, Loyalty::Rebels) => w.support + if held { 0.0 } else { icons },
        _ => 0.0,
    }
}

/// What a mission about a Rebel leader is worth: one leader less for the Rebels, or one more.
fn about(f: &Forces<'_>, w: &Missions, card: &MissionCard, team: Leaders, leader: Leader) -> f64 {
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

/// What sending a leader against the mission of the other side is worth: how much less likely it becomes, less what the leader could do.
fn opposed(f: &Forces<'_>, w: &Missions, leader: Leader) -> f64 {
    let card = under_way::card(f.g, f.s);
    let Some(place) = f.s.target else { return -1.0 };
    let (mine, theirs) = (attempt::dice(f.g, f.s, f.me, place), attempt::dice(f.g, f.s, f.me.other(), place));
    let there = !f.s.leaders(f.me, Post::At(place)).is_empty();
    let ahead = if card.portrait.and(f.s.crew()).is_empty() { 0 } else { 2 };
    let before = if there { wins(f, theirs, ahead, mine) } else { 1.0 };
    let after = wins(f, theirs, ahead, mine + usize::from(skill(f, f.me, leader, card.skill)));
    w.oppose * (before - after) - w.nerve - 0.1 * tactics(f.g, f.s, f.me, leader)
}

/// The objective that is nearer comes first.
fn kept(f: &Forces<'_>, objective: Objective) -> f64 {
    let card = f.g.tables.objective(objective);
    let met = objectives::met_at_refresh(f.g, f.s).has(objective);
    let refresh = card.goal.when() == When::Refresh;
    f64::from(card.reputation) * if met { 2.0 } else { 1.0 } + if refresh { 0.5 } else { 0.0 }
}

/// How near the base is to being lost, from 0 to 1: it is found and what can come is stronger, or few systems are left for it, or troops
/// are next to it.
fn danger(f: &Forces<'_>) -> f64 {
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
