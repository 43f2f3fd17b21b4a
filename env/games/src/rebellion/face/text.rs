//! The galaxy in words: the table, what the side that acts is asked, and what an action means.

use std::fmt::Write as _;

use holotable_env::english::{an, counted};
use holotable_env::{Finite, Show, Viewer};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::When;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::action_cards::moment::Moment;
use crate::rebellion::rules::mission_effects::units as queues;
use crate::rebellion::rules::names::{
    card_names, deck_list, ending, face, leaders, named, places, player, ring, stage_name, title, units,
};
use crate::rebellion::rules::setup::next_kind;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::tables::MissionCard;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::words::{
    Leader, Loyalty, Mission, Objective, Place, Recruit, Role, Row, Side, Skill, Stack, Way, space,
};
use crate::rebellion::rules::{
    assign, attempt, build, command, decider, deck, destroyed_systems, gain, objectives, redeal, under_way,
};
use crate::rebellion_combat::Action as Blow;
use crate::rebellion_combat::text as battle_text;
use crate::rebellion_combat::words::{Neighbour, Theatre};

/// How the game stands, in a line.
#[expect(clippy::wildcard_enum_match_arm, reason = "most stages are told alike")]
pub fn headline(g: &Rebellion, s: &State) -> String {
    let stage = match s.stage {
        Stage::Over => format!(
            "{}: {}",
            title(crate::rebellion::rules::end::winner(s).unwrap_or_default()),
            ending(s.ending)
        ),
        Stage::Battle => format!("battle in {}", s.field.map_or("", |field| g.tables.name(field))),
        stage => format!("{}, {}", player(g, s.asked, decider::role(g, s)), stage_name(stage)),
    };
    format!("Round {}, {stage}", s.time)
}

/// Where the base is or can be, as far as a viewer knows.
pub fn base(g: &Rebellion, s: &State, viewer: Viewer) -> String {
    match s.base {
        Some(base) if s.revealed => format!("revealed in {}", g.tables.name(base)),
        Some(base) if viewer.knows(Side::Rebels.index()) => {
            format!(
                "hidden in {} ({} possible for others)",
                g.tables.name(base),
                counted(s.possible.len(), "system")
            )
        }
        Some(_) => {
            let possible = if viewer.knows(Side::Empire.index()) {
                redeal::possible(s, Side::Empire)
            } else {
                s.possible
            };
            match possible.len() {
                1 => format!("hidden, and only possible in {}", places(g, possible)),
                n => format!("hidden in one of {n}: {}", places(g, possible)),
            }
        }
        None => "not hidden yet".into(),
    }
}

/// What is known of the deck of objectives: what lies on top, what at the bottom, and what is looked at.
fn objective_deck(g: &Rebellion, s: &State, viewer: Viewer) -> Vec<(&'static str, String)> {
    let known = viewer.knows(Side::Rebels.index());
    let one = |o: Objective| {
        let card = g.tables.objective(o);
        if known { card.name.clone() } else { format!("one of stage {}", card.stage) }
    };
    let top: Vec<String> = s.top.iter().map(|&o| one(o)).collect();
    let bottom: Vec<String> = s.bottom.iter().map(|&o| one(o)).collect();
    // In the order of their numbers stages would tell more than there is to see on the backs.
    let mut looked: Vec<Objective> = s.looked.iter().collect();
    looked.sort_by_key(|&o| g.tables.objective(o).stage);
    let looked: Vec<String> = looked.into_iter().map(one).collect();
    let all = [("on top of the deck", top), ("at the bottom of the deck", bottom), ("looked at", looked)];
    all.into_iter().filter(|(_, list)| !list.is_empty()).map(|(what, list)| (what, list.join(", "))).collect()
}

/// The cards and the mission that is carried out, as far as a viewer knows them.
fn cards(g: &Rebellion, s: &State, viewer: Viewer, line: &mut impl FnMut(String)) {
    if viewer.knows(Side::Empire.index()) {
        line(format!("Probe cards of the Empire: {}.", places(g, s.probes)));
    } else {
        line(format!("The Empire has {}.", counted(s.probes.len(), "probe card")));
    }
    if !s.open.is_empty() {
        let what = if g.tables.all_missions { "Probe cards that both have seen:" } else { "The base was in" };
        line(format!("{what} {}.", places(g, s.open)));
    }
    let given = s.planted.without(s.havens);
    if !given.is_empty() {
        line(format!("Probe cards that the Empire gave back: {}.", places(g, given)));
    }
    if !s.havens.is_empty() {
        let known = viewer.knows(Side::Rebels.index());
        let cards = if known { places(g, s.havens) } else { counted(s.havens.len(), "card") };
        let what = if s.stage == Stage::Relocate { "Drawn for a new base" } else { "Looked at" };
        line(format!("{what}: {cards}."));
    }
    for (what, cards) in objective_deck(g, s, viewer) {
        line(format!("Objectives {what}: {cards}."));
    }
    if let Some(mission) = s.mission[s.turn] {
        let card = g.tables.mission(s.turn, mission);
        line(format!("Mission of the {}: {}.", title(s.turn), card.words));
    }
    if g.tables.all_missions {
        hands(g, s, viewer, line);
    }
    if viewer.knows(Side::Rebels.index()) {
        line(format!("Objectives in hand: {}.", named(g, s.hand)));
    } else {
        let backs: Vec<String> = g.tables.stages.iter().map(|st| s.hand.and(*st).len().to_string()).collect();
        line(format!("The Rebels hold objectives of stages 1 to 3: {}.", backs.join(", ")));
    }
    line(format!("Objectives seen: {}. Played: {}.", named(g, s.known), named(g, s.played)));
}

/// Hands and discards of missions, projects, and the rings of leaders.
fn hands(g: &Rebellion, s: &State, viewer: Viewer, line: &mut impl FnMut(String)) {
    for side in Side::all() {
        let hand = if viewer.knows(side.index()) {
            deck_list(g, side, s.missions[side])
        } else {
            s.missions[side].len().to_string()
        };
        line(format!(
            "Missions of the {}: {hand}; in the deck {}; discarded: {}.",
            title(side),
            deck::missions(g, s, side).len(),
            deck_list(g, side, s.spent[side])
        ));
    }
    let known = viewer.knows(Side::Empire.index());
    let named = |cards: &[Mission]| {
        let names: Vec<&str> =
            cards.iter().map(|&one| g.tables.mission(Side::Empire, one).name.as_str()).collect();
        if known { names.join(", ") } else { counted(names.len(), "card") }
    };
    line(format!("Project deck: {}.", counted(deck::projects(g, s).len(), "card")));
    for (what, cards) in [("Projects under the deck", &s.sunk[..]), ("Projects drawn", &s.offer[..])] {
        if !cards.is_empty() {
            line(format!("{what}: {}.", named(cards)));
        }
    }
    for (what, leader) in [
        ("In carbonite", s.frozen),
        ("Lured to the Empire", s.lured),
        ("Detained", s.detained),
        ("Not opposed from the pool", s.shielded),
        ("With two successes more", s.boosted),
        ("With the ring of Yoda", s.yoda),
    ] {
        if let Some(leader) = leader {
            line(format!("{what}: {}.", g.leader_name(Side::Rebels, leader)));
        }
    }
    if s.taught {
        line("The ring of Yoda was used in this round.".into());
    }
    if s.mobilized > 0 && s.again {
        line("A leader is on the base's mobilization a second time.".into());
    }
}

/// Action cards of both sides, as far as a viewer knows them, and what they do for longer.
fn action_cards(g: &Rebellion, s: &State, viewer: Viewer, line: &mut impl FnMut(String)) {
    for side in Side::all() {
        let (hand, known) = (s.action_cards[side], viewer.knows(side.index()));
        let held = if known { card_names(g, side, hand.held()) } else { hand.held().len().to_string() };
        let kept = hand.leaders(&g.tables, side);
        let kept = if kept.is_empty() {
            String::new()
        } else {
            format!("; kept with their leaders: {}", leaders(g, side, kept))
        };
        let under = if known { card_names(g, side, hand.under()) } else { hand.under().len().to_string() };
        line(format!(
            "Action cards of the {}: {held}{kept}; in the deck {}, under it: {under}; used: {}.",
            title(side),
            s.recruits[side].len(),
            card_names(g, side, hand.used())
        ));
        if !s.drawn[side].is_empty() {
            let drawn =
                if known { card_names(g, side, s.drawn[side]) } else { s.drawn[side].len().to_string() };
            line(format!("  drawn: {drawn}"));
        }
    }
    for (one, bearer) in s.rings.iter() {
        if let Some(leader) = bearer {
            line(format!("{} has {}.", g.leader_name(Side::Rebels, *leader), ring(one)));
        }
    }
    if let Some(place) = s.guarded {
        line(format!("In this round the Rebels attempt nothing in {}.", g.tables.name(place)));
    }
    if let Some(leader) = s.loose {
        line(format!("In this round {} holds no units.", g.leader_name(Side::Empire, leader)));
    }
    for (side, stack) in s.fetched.iter() {
        if let Some(stack) = stack {
            line(format!("Mission {} of the {} came out of the deck.", stack.index() + 1, title(side)));
        }
    }
    if let Some(card) = s.act {
        line(format!("Action card of the {}: {}.", title(s.turn), g.tables.action_card(s.turn, card).words));
    }
    if s.surprised {
        line("Nobody comes from the pool against the mission of this turn.".into());
    }
    if s.set > 0 {
        line(format!("{} of the Rebels are set.", counted(usize::from(s.set), "die")));
    }
    if let Some(battle) = &s.battle {
        odds(g, battle, line);
    }
}

/// Whom two partners command, who of them has passed, and what the Admiral lays no more.
fn partners(g: &Rebellion, s: &State, side: Side, viewer: Viewer, line: &mut impl FnMut(String)) {
    for role in Role::all() {
        let command = leaders(g, side, g.own(s, side, role).and(s.present(side)));
        let passed = if s.partners.passed[side][role] { "; has passed" } else { "" };
        line(format!("{} commands {command}{passed}.", player(g, side, role)));
    }
    let refused = s.partners.refused[side];
    if viewer.knows(side.index()) && !refused.is_empty() {
        line(format!("Refused by the General: {}.", deck_list(g, side, refused.iter().collect())));
    }
}

/// What action cards do in the battle.
fn odds(g: &Rebellion, battle: &crate::rebellion_combat::State, line: &mut impl FnMut(String)) {
    for side in Side::all() {
        let (odds, who) = (&battle.camps[side].odds, title(side));
        let [black, red] = *odds.fewer.values();
        for (holds, words) in [
            (black + red > 0, format!("fewer dice, {black} black and {red} red")),
            (odds.muted, "no space cards in the first round".into()),
            (odds.barred, "no retreat".into()),
            (odds.open, "an open hand".into()),
            (odds.again > 0, "a die to roll again by the ring of Yoda".into()),
            (odds.turns > 0, format!("{} black hits that may count as red in space", odds.turns)),
            (!odds.guests.is_empty(), format!("{} for this combat alone", leaders(g, side, odds.guests))),
        ] {
            if holds {
                line(format!("{who}: {words}."));
            }
        }
    }
    if battle.cards.frail > 0 {
        line("All units there have one health less.".into());
    }
}

/// A place and whatever is there, in a line.
pub fn standing(g: &Rebellion, s: &State, place: Place) -> String {
    let loyalty = match s.loyalty[place] {
        Loyalty::Neutral => "",
        Loyalty::Empire => ", loyal to the Empire",
        Loyalty::Rebels => ", loyal to the Rebels",
    };
    let subjugated = if s.subjugated.has(place) { ", subjugated" } else { "" };
    let sabotaged = if s.sabotaged.has(place) { ", sabotaged" } else { "" };
    let destroyed = if s.destroyed.has(place) { ", destroyed" } else { "" };
    let mut words = format!("{}{loyalty}{subjugated}{sabotaged}{destroyed}", g.tables.name(place));
    // Writing to a string never fails.
    for side in Side::all() {
        let (force, people) = (&s.units[side][place], s.leaders(side, Post::At(place)));
        if !force.is_empty() {
            let _ = write!(words, "; {}: {}", title(side), units(g, side, force));
        }
        if !people.is_empty() {
            let led = if force.is_empty() { format!("{}: ", title(side)) } else { "led by ".into() };
            let _ = write!(words, "; {led}{}", leaders(g, side, people));
        }
    }
    for (leader, _) in s.captives().filter(|&(_, at)| at == place) {
        let _ = write!(words, "; captive: {}", g.leader_name(Side::Rebels, leader));
    }
    words
}

/// The table in words.
pub fn table(g: &Rebellion, s: &State, viewer: Viewer) -> String {
    let mut text = format!("{}.\n", headline(g, s));
    // Writing to a string never fails.
    let mut line = |words: String| {
        let _ = writeln!(text, "{words}");
    };
    line(format!("Time {}, reputation {}. Base: {}.", s.time, s.reputation, base(g, s, viewer)));
    for place in Place::all() {
        let words = standing(g, s, place);
        if words != g.tables.name(place) {
            line(words);
        }
    }
    for side in Side::all() {
        line(format!("{}: pool: {}", title(side), leaders(g, side, s.leaders(side, Post::Pool))));
        for (i, mission) in s.stacks[side].iter().enumerate().filter(|(_, one)| one.is_some()) {
            let team = leaders(g, side, s.leaders(side, Post::On(Stack::at(i))));
            line(format!("  mission {}: {}; {team}", i + 1, face(g, side, *mission, viewer)));
        }
        for (i, queue) in s.queue[side].iter().enumerate().filter(|(_, queue)| !queue.is_empty()) {
            line(format!("  queue {}: {}", i + 1, units(g, side, queue)));
        }
        if !s.waiting[side].is_empty() {
            line(format!("  to be placed: {}", units(g, side, &s.waiting[side])));
        }
    }
    cards(g, s, viewer, &mut line);
    if g.tables.action_cards {
        action_cards(g, s, viewer, &mut line);
    }
    Side::all().filter(|&side| g.is_shared(side)).for_each(|side| partners(g, s, side, viewer, &mut line));
    if let Some(battle) = &s.battle {
        // Whether plans are held, only the Rebels know; that they may be is what the battle goes by.
        let known = viewer.knows(Side::Rebels.index()) && objectives::plans(g, s).is_some();
        let shown = crate::rebellion_combat::State { plans: battle.plans && known, ..*battle };
        let words = battle_text::table(g.battle_of(s.lured), &shown, viewer, |at| beside(g, s, at));
        line(format!("Battle. {}", words.trim_end()));
    }
    text
}

/// What the side that acts is asked.
pub fn prompt(g: &Rebellion, s: &State) -> String {
    let target = s.target.map_or("", |target| g.tables.name(target));
    let waiting = || next_kind(s).map_or("", |row| g.unit_name(s.asked, row));
    match s.stage {
        Stage::Muster => format!("say where {} stands", an(waiting())),
        Stage::Hide => "hide the base in a system".into(),
        Stage::Assign if g.tables.action_cards => {
            "put leaders on a mission, play an action card, or assign no more".into()
        }
        Stage::Assign => "put leaders on a mission, or assign no more".into(),
        Stage::Staff => staff(g, s),
        Stage::Turn if s.surprised => "turn a mission of the leaders up against whom nobody comes".into(),
        Stage::Turn => {
            let mission = if command::has_mission(g, s) { ", carry a mission out" } else { "" };
            let reveals = s.turn == Side::Rebels && s.hidden() && decider::keeps_base(g, s);
            let base = if reveals { ", reveal the base" } else { "" };
            format!("activate a system with a leader{mission}{base}, or pass")
        }
        Stage::Target => format!("say what {} activates", leaders(g, s.turn, s.leaders(s.turn, Post::Ready))),
        Stage::From => format!("say from where units move to {target}, or move no more"),
        Stage::Load => load(g, s, target),
        Stage::Aim => format!("say where: {}", under_way::card(g, s).words),
        Stage::Oppose => oppose(g, s, target),
        Stage::Reroll => {
            let against = counted(usize::from(s.against), "success");
            format!("roll a die again, or not (the Empire has {against})")
        }
        Stage::Pick if queues::on_several(g, s).is_some() => {
            "say on which space of the queue the unit is".into()
        }
        Stage::Pick => format!("say how to carry {} out", under_way::card(g, s).name),
        Stage::Effect if s.moment != Moment::None => moment(g, s),
        Stage::Effect => super::mission_effects::prompt(g, s),
        Stage::Inspect => inspect(under_way::task(g, s)).into(),
        Stage::Mobilize => "move units to the base space, look for a new base, or do neither".into(),
        Stage::Relocate => "say to where the base moves, or leave it".into(),
        Stage::Battle => {
            s.battle.as_ref().map_or_else(String::new, |battle| g.battle_of(s.lured).prompt(battle))
        }
        // Whose time it is, of all that others may think of.
        Stage::Objective => match s.window.and(s.hand) {
            held if held.is_empty() => "no objective in hand can be played now".into(),
            held => format!("play an objective ({}), or not", named(g, held)),
        },
        Stage::Eliminate => "say which Imperial leader is eliminated".into(),
        Stage::Discard => format!("discard a mission ({} too many)", deck::over(g, s, s.asked)),
        Stage::Recruit if s.used.is_some() => "recruit a leader of the card that is kept".into(),
        Stage::Recruit if g.tables.action_cards => {
            "say which action card is kept, and whose leader joins".into()
        }
        Stage::Recruit => {
            let card = |card: Recruit| g.tables.action_card(s.asked, card).name.as_str();
            let cards: Vec<&str> = s.drawn[s.asked].iter().map(card).collect();
            format!("recruit a leader who is shown on {}", cards.join(" or "))
        }
        Stage::Build => format!("build at {}", g.tables.name(build::place(s.job))),
        Stage::Scrap => scrap(g, s),
        Stage::Deploy => deploy(s, &an(waiting())),
        Stage::Over => "the game is over".into(),
    }
}

/// Which unit it deploys, and how many wait behind that one.
fn deploy(s: &State, unit: &str) -> String {
    let all: u8 = Row::all().map(|row| s.waiting[s.asked][row]).sum();
    let more = if all > 1 { format!(" ({} more to deploy)", all - 1) } else { String::new() };
    format!("deploy {unit}{more}, or keep all of its kind in the queue")
}

/// Whom it puts on a mission, or whether the General agrees.
fn staff(g: &Rebellion, s: &State) -> String {
    let team = s.on(s.asked, assign::stack(s));
    if s.partners.offered {
        let laid = s.stacks[s.asked][assign::stack(s).index()];
        let name = laid.map_or("the mission", |mission| g.tables.mission(s.asked, mission).name.as_str());
        return format!("agree that {} goes on {name}, or send a leader back", leaders(g, s.asked, team));
    }
    if s.partners.joins.is_some() {
        return format!("put a leader on the mission beside {}", leaders(g, s.asked, team));
    }
    if team.is_empty() {
        return "put a leader on the mission".into();
    }
    format!("put a second leader on the mission beside {}, or not", leaders(g, s.asked, team))
}

/// Which units it moves.
fn load(g: &Rebellion, s: &State, target: &str) -> String {
    let source = s.source.map_or("", |source| g.tables.name(source));
    let lift = if s.lift > 0 { format!(" (up to {} more)", s.lift) } else { String::new() };
    let room = s.room;
    format!(
        "move a unit from {source} to {target}{lift}; the ships have room for {room} more units that cannot fly alone"
    )
}

/// Which of its units it destroys.
fn scrap(g: &Rebellion, s: &State) -> String {
    if let Some(row) = s.wanted[s.asked] {
        let name = g.unit_name(s.asked, row);
        return match gain::destination(g, s) {
            Some(to) => {
                let to = place_name(g, to);
                format!("the box has no {name} left: destroy one elsewhere so that it comes to {to}, or not")
            }
            None => format!("the box has no {name} left: destroy one to build it anew, or not"),
        };
    }
    let place = destroyed_systems::choice(g, s).map_or("", |(_, place)| g.tables.name(place));
    format!("no ship in {place} has room for all ground units: say which is lost")
}

/// Whom it sends against a mission.
fn oppose(g: &Rebellion, s: &State, target: &str) -> String {
    let here = s.target.unwrap_or_default();
    let (me, other) = (attempt::dice(g, s, s.asked, here), attempt::dice(g, s, s.turn, here));
    let name = &under_way::card(g, s).name;
    format!("send a leader against {name} in {target}, or not ({other} against {me} dice so far)")
}

/// What it does with the objectives that it looks at.
#[expect(clippy::wildcard_enum_match_arm, reason = "all else puts one on top")]
fn inspect(task: Task) -> &'static str {
    match task {
        Task::Study { .. } => "say which objective is taken; the other goes under the deck",
        Task::Arrange { .. } => "say which objective comes next",
        _ => "say which objective goes on top of the deck; the other goes to its bottom",
    }
}

/// What the side that acts is asked of action cards.
fn moment(g: &Rebellion, s: &State) -> String {
    let used = s.used.map_or("", |card| g.tables.action_card(s.asked, card).words.as_str());
    match (s.moment, s.used) {
        (Moment::Place, _) => "say which leader of the card is placed".into(),
        (Moment::Dice, _) => format!("say how a die is set ({} more)", s.left),
        (Moment::Ring, _) => format!("say who gets the ring: {used}"),
        (_, Some(_)) => format!("choose for {used}"),
        (Moment::Combat, None) => "use an action card at the start of the combat, or none".into(),
        (Moment::Attempt, None) => {
            format!("use an action card before dice decide about {}, or none", under_way::card(g, s).name)
        }
        (Moment::Failure, None) => "use a ring after the failure, or not".into(),
        (Moment::Success, None) => "use an action card or a ring after the success, or none".into(),
        (Moment::Capture, None) => "use an action card when a leader is captured, or none".into(),
        (Moment::Rescue, None) => "use an action card after the rescue, or none".into(),
        (Moment::None, None) => "go on".into(),
    }
}

/// What an action means.
pub fn describe_action(g: &Rebellion, s: &State, a: Action) -> String {
    match a {
        Action::Done => done(s).into(),
        Action::Reveal => "reveal the base".into(),
        Action::Lead { leader } => lead(g, s, leader),
        Action::Choose { place } => choose(g, s, place),
        Action::Take { unit } => take(g, s, unit),
        Action::Fulfil { objective } => match g.tables.objectives.get(objective.index()) {
            Some(mission) => {
                format!("play {} for {} reputation: {}", mission.name, mission.reputation, mission.words)
            }
            None => "play an objective that there is not".into(),
        },
        Action::Assign { mission } => assign_words(g, s, mission),
        Action::Carry { stack } if s.stage == Stage::Assign => join(g, s, stack),
        Action::Carry { stack } => {
            let name = s.stacks[s.turn][stack.index()]
                .and_then(|mission| g.tables.missions[s.turn].get(mission.index()))
                .map_or("a mission that does not lie there", |card| &card.name);
            format!("carry out {name} with {}", leaders(g, s.turn, s.on(s.turn, stack)))
        }
        Action::Seize { leader } if s.moment == Moment::Rescue => {
            format!("capture {}", g.leader_name(Side::Rebels, leader))
        }
        Action::Seize { leader } if s.stage == Stage::Load => {
            format!("take {} along", g.leader_name(Side::Rebels, leader))
        }
        Action::Seize { leader } if s.stage == Stage::Eliminate => {
            format!("eliminate {}", g.leader_name(Side::Empire, leader))
        }
        Action::Seize { leader } => {
            let name = g.leader_name(s.turn.other(), leader);
            if let Post::At(place) | Post::Captive(place) = s.posts[s.turn.other()][leader] {
                format!("go against {name} in {}", g.tables.name(place))
            } else {
                format!("go against {name}")
            }
        }
        Action::Keep { objective } => match g.tables.objectives.get(objective.index()) {
            Some(card) => match (s.stage, under_way::now(g, s)) {
                (Stage::Effect, _) => format!("put {} under the deck: {}", card.name, card.words),
                (_, Some(Task::Study { .. })) => format!("take {}: {}", card.name, card.words),
                (_, Some(Task::Arrange { .. })) => format!("{} comes next: {}", card.name, card.words),
                _ => format!("put {} on top of the deck: {}", card.name, card.words),
            },
            None => "put an objective on top that there is not".into(),
        },
        Action::Play { card } => play(g, s, card),
        Action::Relocate => "draw probe cards for a new base".into(),
        Action::Pick { way } if s.moment != Moment::None => {
            format!("draw {} cards", Theatre::at(way.index()).word())
        }
        Action::Pick { way } => pick(g, s, way),
        Action::Reroll { face } => format!("roll a die with {} again", counted(face.index(), "success")),
        Action::Battle { battle } => blow(g, s, battle),
    }
}

/// What joining a mission of the Admiral means.
fn join(g: &Rebellion, s: &State, stack: Stack) -> String {
    let mission = s.stacks[s.asked][stack.index()];
    let name =
        mission.map_or("a mission that does not lie there", |one| &g.tables.mission(s.asked, one).name);
    format!("put a leader on {name} beside {}", leaders(g, s.asked, s.on(s.asked, stack)))
}

/// What a move in a battle means.
fn blow(g: &Rebellion, s: &State, a: Blow) -> String {
    let Some(battle) = &s.battle else { return "act in a battle that is not fought".into() };
    if let (Blow::Reroll { die }, Moment::Dice) = (a, s.moment) {
        return format!("set a {} die to {}", die.colour.word(), die.face.word());
    }
    if let Blow::Retreat { to } = a
        && let Some(there) = battle.beside.get(to.index())
    {
        return format!("retreat to {}", battle_text::neighbour(beside(g, s, to), there));
    }
    g.battle_of(s.lured).describe_action(battle, a)
}

/// The name of a system beside the one fought over.
pub fn beside(g: &Rebellion, s: &State, at: Neighbour) -> String {
    s.field
        .map_or_else(String::new, |field| g.tables.name(g.tables.next_to[field].nth(at.index())).to_owned())
}

/// What playing an action card means.
fn play(g: &Rebellion, s: &State, card: Recruit) -> String {
    let Some(card) = g.tables.recruits[s.asked].get(card.index()) else {
        return "play an action card that there is not".into();
    };
    match (s.stage, card.when) {
        (Stage::Recruit, _) => format!("keep {}", card.words),
        (_, When::Immediate) => format!("use the ring of {}", card.words),
        _ => format!("play {}", card.words),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all else is for leaders")]
fn assign_words(g: &Rebellion, s: &State, mission: Mission) -> String {
    let Some(card) = g.tables.missions[s.asked].get(mission.index()) else {
        return "put leaders on a mission that there is not".into();
    };
    match s.stage {
        Stage::Discard => format!("discard {}", card.words),
        Stage::Effect if s.act.is_some() => format!("put the leader on {}", card.words),
        Stage::Effect if s.moment != Moment::None => format!("take {} out of the deck", card.words),
        Stage::Effect if g.tables.projects[s.asked].has(mission) => format!("keep {}", card.words),
        _ => format!("put leaders on {}", card.words),
    }
}

/// A space of the queue, or all after the nearest one.
fn queue_space(g: &Rebellion, s: &State, row: Row, way: Way) -> String {
    let (unit, all) = (g.unit_name(queues::owner(g, s), row), queues::space_choices(g, s));
    match all.get(way.index()) {
        Some(_) if way.index() > 0 && all.len() > 2 => format!("a {unit} on a later space"),
        Some(space) => format!("the {unit} on space {}", space + 1),
        None => format!("a {unit} on a space without one"),
    }
}

/// A way to carry a mission out.
fn pick(g: &Rebellion, s: &State, way: Way) -> String {
    if let Some(row) = queues::on_several(g, s) {
        return queue_space(g, s, row, way);
    }
    let words = under_way::card_if_any(g, s).map_or("", |card| card.words.as_str());
    let effects = words.split_once("): ").map_or(words, |(_, effects)| effects);
    effects.split("; or ").nth(way.index()).unwrap_or("carry the mission out").to_owned()
}

fn done(s: &State) -> &'static str {
    match s.stage {
        Stage::Turn => "pass for the rest of the phase",
        Stage::From => "move no more units",
        Stage::Load => "move no more from there",
        Stage::Objective => "play no objective",
        Stage::Recruit => "recruit nobody",
        Stage::Scrap => "destroy nothing, and do without the new unit",
        Stage::Deploy => "keep all of this kind in the queue",
        Stage::Assign => "assign no more",
        Stage::Staff if s.partners.offered => "agree to the mission",
        Stage::Staff => "put no second leader on it",
        Stage::Oppose => "send nobody",
        Stage::Reroll => "let the dice stand",
        Stage::Effect if s.moment != Moment::None && s.moment != Moment::Dice => "use none",
        Stage::Effect => "choose no more",
        Stage::Mobilize => "do neither",
        Stage::Relocate => "leave the base where it is",
        Stage::Muster
        | Stage::Hide
        | Stage::Target
        | Stage::Aim
        | Stage::Pick
        | Stage::Inspect
        | Stage::Battle
        | Stage::Eliminate
        | Stage::Discard
        | Stage::Build
        | Stage::Over => "go on",
    }
}

/// The skills and tactic values of a leader.
fn abilities(g: &Rebellion, s: &State, leader: Leader) -> String {
    let skills = g.skills(s, s.asked, leader);
    let some = Skill::all().filter(|&skill| skills[skill] > 0);
    let mut all: Vec<String> =
        some.map(|skill| format!("{} {}", skills[skill], skill.word().replace('_', " "))).collect();
    let person = g.battle().tables.leader(s.asked, leader);
    all.push(match person.map(|person| (person.tactics[Theatre::Space], person.tactics[Theatre::Ground])) {
        None | Some((0, 0)) => "no tactics".to_owned(),
        Some((space, ground)) => format!("tactics {space} in space and {ground} on the ground"),
    });
    all.join(", ")
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all else is for activating")]
fn lead(g: &Rebellion, s: &State, leader: Leader) -> String {
    let name = g.leader_name(s.asked, leader);
    let card = |side: Side, mission: Option<Mission>| Some(g.tables.mission(side, mission?));
    let skilled = |card: Option<&MissionCard>| {
        let skill = card.map(|card| card.skill);
        let n = skill.map_or(0, |skill| g.skills(s, s.asked, leader)[skill]);
        format!("{name} ({n} {})", skill.map_or("", Skill::word).replace('_', " "))
    };
    match s.stage {
        Stage::Recruit => format!("recruit {name} ({})", abilities(g, s, leader)),
        Stage::Staff if s.partners.offered => format!("send {name} back to the pool"),
        Stage::Staff => {
            let laid = s.stacks[s.asked][assign::stack(s).index()];
            format!("put {} on it", skilled(card(s.asked, laid)))
        }
        Stage::Oppose => format!("send {}", skilled(card(s.turn, s.mission[s.turn]))),
        Stage::Aim => format!("go to the rescue of {name}"),
        Stage::Effect if s.moment != Moment::None => acted(s, name),
        Stage::Effect => super::mission_effects::choose(g, s, name),
        _ => format!("activate a system with {name}"),
    }
}

/// What choosing a leader for an action card means.
#[expect(clippy::wildcard_enum_match_arm, reason = "else a leader opposes")]
fn acted(s: &State, name: &str) -> String {
    match s.moment {
        Moment::Place => format!("place {name}"),
        Moment::Ring => format!("give {name} the ring"),
        Moment::Combat => format!("{name} comes to the combat"),
        Moment::Success => format!("rescue {name}"),
        _ => format!("{name} comes against the mission"),
    }
}

/// A place in a sentence.
fn place_name(g: &Rebellion, place: Place) -> &str {
    if place == space() { "the Rebel Base space" } else { g.tables.name(place) }
}

fn choose(g: &Rebellion, s: &State, place: Place) -> String {
    let name = place_name(g, place);
    match s.stage {
        Stage::Muster | Stage::Deploy => {
            let unit = next_kind(s).map_or("unit", |row| g.unit_name(s.asked, row));
            format!("put {} in {name}", an(unit))
        }
        Stage::Hide => format!("hide the base in {name}"),
        Stage::Target => format!("activate {name}"),
        Stage::From => format!("move units from {name}"),
        Stage::Scrap => format!("destroy one in {name}"),
        Stage::Aim if s.act.is_some() => format!("use the card in {name}"),
        Stage::Aim => format!("carry the mission out in {name}"),
        Stage::Effect => super::mission_effects::choose(g, s, name),
        Stage::Mobilize => format!("move units from {name} to the base space"),
        Stage::Relocate => format!("move the base to {name}"),
        Stage::Turn
        | Stage::Assign
        | Stage::Staff
        | Stage::Oppose
        | Stage::Reroll
        | Stage::Pick
        | Stage::Inspect
        | Stage::Load
        | Stage::Battle
        | Stage::Objective
        | Stage::Eliminate
        | Stage::Discard
        | Stage::Recruit
        | Stage::Build
        | Stage::Over => format!("choose {name}"),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all else is for moving")]
fn take(g: &Rebellion, s: &State, kind: Row) -> String {
    match s.stage {
        Stage::Build => {
            format!("build {} at {}", an(g.unit_name(s.asked, kind)), g.tables.name(build::place(s.job)))
        }
        Stage::Scrap => format!("lose {}", an(g.unit_name(s.asked, kind))),
        Stage::Effect if s.moment != Moment::None => {
            format!("destroy {}", an(g.unit_name(s.asked.other(), kind)))
        }
        Stage::Effect => super::mission_effects::take(g, s, kind),
        _ => format!("move {}", an(g.unit_name(s.asked, kind))),
    }
}
