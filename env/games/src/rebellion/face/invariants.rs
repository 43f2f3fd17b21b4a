//! Every invariant of a state, stated once: units, leaders, cards, markers, and a stage that fits.

use holotable_env::{ByKey, Finite, Save, ensure};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::When;
use crate::rebellion::rules::action_cards::moment::Moment;
use crate::rebellion::rules::deployments::Deployments;
use crate::rebellion::rules::hand::Hand;
use crate::rebellion::rules::partners::Partners;
use crate::rebellion::rules::state::{Ending, Post, Stage, State};
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::venue::Aim;
use crate::rebellion::rules::words::{
    ALL, ByRole, BySide, Job, LOOK, Leader, Leaders, Loyalty, Mission, Missions, Objectives, Place, Places,
    Recruit, Recruits, Role, Row, Side, Stack, TEAM, TOP, Units, Way, space, turncoat,
};
use crate::rebellion::rules::{
    action_cards, assign, attempt, base, build, command, decider, deck, deploy, destroyed_systems, gain,
    goal, legal, mission_effects, mobilize, movement, objectives, passage, probes, recruit, scrap, setup,
    supply, under_way,
};
use crate::rebellion_combat::state::Stage as Step;

/// States every invariant once.
///
/// # Errors
/// One line that says which is broken.
pub fn check(g: &Rebellion, s: &State) -> Result<(), String> {
    // First, since what follows counts its units.
    let battle_check = |battle| g.battle_of(s.lured).check(battle).map_err(|why| format!("battle: {why}"));
    s.battle.as_ref().map_or(Ok(()), battle_check)?;
    titles(g, s)?;
    track(g, s)?;
    cards(g, s)?;
    owners(g, s)?;
    hidden_base(g, s)?;
    Side::all().try_for_each(|side| units(g, s, side).and_then(|()| leaders(g, s, side)))?;
    missions(g, s)?;
    piles(g, s)?;
    rings(g, s)?;
    action_rings(g, s)?;
    battle(g, s)?;
    partners(g, s)?;
    unused(g, s)?;
    stage(g, s)
}

fn says(holds: bool, why: &str) -> Result<(), String> {
    ensure(holds, || why.to_owned())
}

fn is_setup(s: &State) -> bool {
    matches!(s.stage, Stage::Muster | Stage::Hide)
}

/// The command phase, in which turns are taken.
fn is_command(s: &State) -> bool {
    is_ending(s)
        || is_mission(s)
        || scrap::is_for_room(s)
        || matches!(
            s.stage,
            Stage::Turn | Stage::Target | Stage::From | Stage::Load | Stage::Aim | Stage::Battle
        )
        || matches!(s.stage, Stage::Objective | Stage::Eliminate | Stage::Effect) && s.battle.is_some()
}

/// A mission is carried out, and its leaders are there.
fn is_mission(s: &State) -> bool {
    if elsewhere(s) {
        return false;
    }
    let deed = matches!(s.stage, Stage::Reroll | Stage::Pick | Stage::Effect);
    deed || matches!(s.stage, Stage::Oppose | Stage::Inspect)
        || matches!(s.stage, Stage::Load | Stage::Scrap) && (s.mission[s.turn].is_some() || s.act.is_some())
}

/// The end of the command phase.
fn is_ending(s: &State) -> bool {
    matches!(s.stage, Stage::Mobilize | Stage::Relocate)
}

fn all_passed(s: &State) -> bool {
    *s.passed.values() == [true; 2]
}

fn track(g: &Rebellion, s: &State) -> Result<(), String> {
    let t = &g.tables.track;
    let on = |n: u8| (t.time..=t.spaces).contains(&n);
    ensure(on(s.time) && on(s.reputation), || {
        format!("time {} and reputation {} on a track of {}", s.time, s.reputation, t.spaces)
    })?;
    let most = if g.tables.all_missions { t.spaces } else { t.reputation };
    says(s.reputation <= most, "the Rebels lost reputation, which nothing takes")?;
    let starts = (s.time, s.reputation) == (t.time, t.reputation) && begins_with(s);
    let built = s.queue.values().iter().flatten().any(|space| !space.is_empty());
    says(!is_setup(s) || starts && !built, "markers moved, a side passed or units were built in the set-up")?;
    let met = matches!(s.ending, Ending::Reputation | Ending::Time);
    says(met == (s.time == s.reputation) && s.time <= s.reputation, "time meets reputation without an end")?;
    says((s.stage == Stage::Over) == (s.ending != Ending::None), "only the stage 'over' has an ending")?;
    // While units move or fight, it is not said yet who is left.
    let moving = s.battle.is_some()
        || matches!(s.stage, Stage::From | Stage::Load)
        || is_mission(s)
        || scrap::is_for_room(s);
    let taken = s.revealed_base().filter(|_| !moving).is_some_and(|base| {
        !s.units[Side::Empire][base].is_empty() && s.units[Side::Rebels][base].is_empty()
    });
    let destroyed = s.ending == Ending::BaseDestroyed;
    says(destroyed == s.base.is_some_and(|base| s.destroyed.has(base)), "a destroyed base ends the game")?;
    let fits = taken == (s.ending == Ending::BaseTaken);
    says(met || destroyed || fits, "the ending and the units at the base disagree")
}

fn cards(g: &Rebellion, s: &State) -> Result<(), String> {
    let t = &g.tables;
    let probes = ALL.without(t.always);
    says(s.boxed.without(probes).is_empty(), "a probe card in the box that there is not")?;
    let n =
        if g.first { t.first.empire.len() + t.first.subjugated.len() } else { usize::from(t.normal.empire) };
    ensure(s.boxed.len() == n, || format!("{} probe cards in the box, not {n}", s.boxed.len()))?;
    says(
        s.probes.without(probes.without(s.boxed)).is_empty(),
        "the Empire has a probe card that is not in the game",
    )?;
    let rounds = usize::from(s.time - t.track.time);
    let drawn = (rounds * usize::from(t.refresh.probes)).min(probes.without(s.boxed).len() - 1);
    // Missions bring more of them.
    let plays = is_played(g);
    let all = t.all_missions;
    let fits = s.probes.len() == drawn || plays && (s.probes.len() > drawn || all);
    ensure(fits, || format!("{} probe cards drawn, not {drawn}", s.probes.len()))?;
    says(
        s.open.without(s.probes).is_empty() && (plays || s.open.is_empty()),
        "a probe card was seen that was not drawn",
    )?;
    let deep: Places = s.depth.iter().filter(|(_, depth)| **depth > 0).map(|(card, _)| card).collect();
    let cards = probes::deck(g, s).or(s.probes.without(s.open));
    says(
        deep.without(cards).is_empty() && (plays || deep.is_empty()),
        "a card under the probe deck that there is not",
    )?;
    says(
        s.depth.values().iter().all(|&depth| (if all { -32 } else { 0 }..=32).contains(&depth)),
        "a card too deep under the probe deck",
    )?;
    given_back(g, s)?;
    let base = s.base.map_or(Places::EMPTY, Places::only);
    let names = mission_effects::bases::names(g, s);
    let able = if names { s.possible.without(base) } else { probes::deck(g, s) };
    says(s.havens.without(able).is_empty(), "the Rebels have drawn or named a system that they cannot")?;
    objectives(g, s)?;
    for side in Side::all() {
        let all = t.all_recruits(side);
        says(s.recruits[side].without(all).is_empty(), "an action card that there is not")?;
        says(
            s.drawn[side].without(all.without(s.recruits[side])).is_empty(),
            "an action card in two places",
        )?;
        actions(g, s, side)?;
    }
    Ok(())
}

/// Action cards with abilities: each in one place, and those of the deck in some.
fn actions(g: &Rebellion, s: &State, side: Side) -> Result<(), String> {
    let (t, hand) = (&g.tables, s.action_cards[side]);
    if !t.action_cards {
        let none = hand == Hand::default() && s.act.is_none() && s.used.is_none() && s.moment == Moment::None;
        return says(none && !s.surprised, "an action card is somewhere whose ability is not played");
    }
    let (deck, openings) = (t.all_recruits(side), t.openings(side));
    let zones = [hand.held(), hand.under(), hand.used(), s.drawn[side], s.recruits[side]];
    let mut seen = Recruits::EMPTY;
    for zone in zones {
        says(zone.and(seen).is_empty(), "an action card in two places")?;
        seen = seen.or(zone);
    }
    says(seen.without(deck.or(openings)).is_empty(), "an action card that there is not")?;
    says(deck.without(seen).is_empty(), "an action card is nowhere")?;
    says(hand.under().and(openings).is_empty(), "a card to begin with lies under the deck")?;
    says(seen.and(openings).len() <= usize::from(t.actions.begin), "too many cards to begin with")?;
    let at_once = t.acts_who(side, |card| card.when == When::Immediate);
    let early = is_setup(s);
    says(
        early || hand.held().and(at_once).is_empty() || s.moment == Moment::Ring,
        "a card is held that is used at once",
    )?;
    for card in hand.held().iter() {
        let leader = hand.kept_for(t, side, card);
        let joined = leader.is_none_or(|leader| {
            let people = &g.components().leaders[side];
            let grown = |l: &Leader| people.get(l.index()).is_some_and(|p| p.replaces == Some(leader));
            s.posts[side][leader] != Post::Supply
                || Leader::all().any(|l| grown(&l) && s.posts[side][l] != Post::Supply)
        });
        says(joined && (leader.is_none() || deck.has(card)), "a card was kept for who did not join")?;
    }
    let known = action_cards::window::imaginable(g, s, side);
    says(hand.held().without(at_once).without(known).is_empty(), "a card is held that cannot be")
}

/// Rings of action cards, what they do in this round, and what is asked of them.
fn action_rings(g: &Rebellion, s: &State) -> Result<(), String> {
    let free = |leader: Leader| {
        !matches!(s.posts[Side::Rebels][leader], Post::Captive(_) | Post::Supply | Post::Gone)
    };
    let bearers: Vec<Leader> = s.rings.values().iter().copied().flatten().chain(s.yoda).collect();
    let once = bearers.iter().enumerate().all(|(i, one)| !bearers[..i].contains(one));
    says(
        once && s.rings.values().iter().flatten().all(|&one| free(one)),
        "a ring is a captive's or out of play, or a leader has two",
    )?;
    says(
        g.tables.action_cards || s.rings.values().iter().all(Option::is_none),
        "a ring of an action card is not played",
    )?;
    let phase = is_command(s) || assigning(s) || s.stage == Stage::Over;
    let lasting = s.guarded.is_some() || s.loose.is_some() || s.fetched.values().iter().any(Option::is_some);
    says(!lasting || phase && g.tables.action_cards, "an action card outlasts the round")?;
    says(s.guarded != Some(space()), "the space of the base is guarded")?;
    let lies = |(side, stack): (Side, &Option<Stack>)| {
        stack.is_none_or(|stack| {
            s.stacks[side][stack.index()].is_some_and(|one| !g.tables.starting[side].has(one))
        })
    };
    says(s.fetched.iter().all(lies), "a mission came out of the deck that does not lie there")?;
    says(s.set <= 2, "more than 2 dice are set for a mission")?;
    says(s.sharp <= 2, "a die of the Empire has more than 2 successes")
}

/// Who is asked for an action card may be.
fn moment(g: &Rebellion, s: &State) -> bool {
    let battle = s.battle.as_ref();
    let mission = s.mission[s.turn].is_some() && s.target.is_some() && battle.is_none();
    let fits = match s.moment {
        Moment::None => false,
        Moment::Place => s.asked == s.turn && s.act.is_some() && begins_with(s),
        Moment::Combat => battle.is_some_and(|b| b.stage == Step::Cards && b.side == s.asked),
        Moment::Dice => {
            battle.is_some_and(|b| b.stage == Step::Roll && b.side == s.asked) && (1..=2).contains(&s.left)
        }
        Moment::Attempt => mission && s.asked == Side::Rebels && under_way::card(g, s).attempt,
        Moment::Failure | Moment::Success => mission && s.asked == Side::Rebels && s.turn == Side::Rebels,
        Moment::Capture => mission && s.asked == Side::Rebels && s.victim.is_some(),
        Moment::Rescue => mission && s.asked == Side::Empire && s.turn == Side::Rebels,
        Moment::Ring => s.asked == Side::Rebels && s.used.is_some() && battle.is_none(),
    };
    let asks = !matches!(
        s.moment,
        Moment::Combat
            | Moment::Attempt
            | Moment::Failure
            | Moment::Success
            | Moment::Capture
            | Moment::Rescue
    );
    fits && (asks
        || s.used.is_some()
        || action_cards::window::may(g, s, s.asked, decider::role(g, s), s.moment))
}

/// Nobody has taken a turn yet, and an action card of the assignment phase is carried out.
fn begins_with(s: &State) -> bool {
    *s.passed.values() == [false; 2]
}

/// Every mission and action card that is named is there, and a mission that is carried out does something.
fn titles(g: &Rebellion, s: &State) -> Result<(), String> {
    for side in Side::all() {
        let held = s.missions[side].titles().chain(s.spent[side].titles()).chain(s.shown[side].iter());
        let own = s.sunk.iter().chain(s.offer.iter()).copied().filter(|_| side == Side::Empire);
        let mut all = held.chain(s.face_down(side)).chain(s.mission[side]).chain(own);
        says(all.all(|one| g.tables.titles(side).has(one)), "a mission that there is not")?;
    }
    for (key, side, card) in [("act", s.turn, s.act), ("used", s.asked, s.used)] {
        let there = card.is_none_or(|card: Recruit| card.index() < g.tables.recruits[side].len());
        ensure(there, || format!("'now.{key}' is no action card of the {}", side.word()))?;
    }
    let stage = matches!(
        s.stage,
        Stage::Aim | Stage::Oppose | Stage::Reroll | Stage::Pick | Stage::Effect | Stage::Inspect
    );
    let stage = stage && s.moment == Moment::None;
    says(!stage || under_way::now(g, s).is_some(), "a mission is carried out that does nothing")
}

/// Probe cards that the Empire gave back.
fn given_back(g: &Rebellion, s: &State) -> Result<(), String> {
    let there = s.planted.without(probes::deck(g, s).or(s.probes)).is_empty();
    says(
        there && (g.tables.all_missions || s.planted.is_empty()),
        "a probe card was given back that is elsewhere",
    )?;
    says(
        !s.hidden() || s.possible.and(s.planted).is_empty(),
        "the base can be where both know that it is not",
    )
}

/// Hands, discards and decks of missions: no more cards of a title than there are.
fn piles(g: &Rebellion, s: &State) -> Result<(), String> {
    let t = &g.tables;
    for side in Side::all() {
        let apart = s.face_down(side).chain(s.mission[side]);
        let empire = side == Side::Empire;
        let apart: Vec<Mission> = apart.chain(s.offer.iter().copied().filter(|_| empire)).collect();
        for title in Mission::all() {
            let out = apart.iter().filter(|&&one| one == title).count();
            let n = usize::from(s.missions[side].count(title) + s.spent[side].count(title)) + out;
            let most = usize::from(t.copies[side].count(title));
            ensure(n <= most, || format!("{n} missions of a title of which there are {most}"))?;
            let starting = t.starting[side].has(title);
            ensure(!starting || n == most && !s.spent[side].has(title), || {
                "a starting mission is lost".to_owned()
            })?;
            let sunk = s.sunk.iter().filter(|&&one| empire && one == title).count();
            ensure(n + sunk <= most, || "a project lies under the deck that is elsewhere".to_owned())?;
        }
    }
    let projects = |list: &[Mission]| list.iter().all(|&one| t.projects[Side::Empire].has(one));
    says(projects(&s.sunk) && projects(&s.offer), "a card lies in the project deck that is none")
}

/// Rings, and what destroyed systems cannot have.
fn rings(g: &Rebellion, s: &State) -> Result<(), String> {
    let captive = |leader: Leader| matches!(s.posts[Side::Rebels][leader], Post::Captive(_));
    says(s.frozen.is_none_or(captive), "who is in carbonite is no captive")?;
    says(
        s.captives().filter(|&(leader, _)| s.frozen != Some(leader)).count() <= 1,
        "there is a captive too many",
    )?;
    says(!s.yoda.is_some_and(captive), "a captive has the ring of Yoda")?;
    let gone = |leader: Leader| s.posts[Side::Rebels][leader] == Post::Gone;
    says(s.lured.is_none_or(gone), "who was lured is among the Rebels")?;
    let lured = s.posts[Side::Empire][turncoat()] != Post::Supply;
    says(
        lured == s.lured.is_some() || s.posts[Side::Empire][turncoat()] == Post::Gone,
        "'lured' does not fit the leaders of the Empire",
    )?;
    let posted = |leader: Leader| matches!(s.posts[Side::Rebels][leader], Post::At(_) | Post::Pool);
    says(s.detained.is_none_or(posted), "who is detained is nowhere")?;
    let bare = s.destroyed.and(s.subjugated.or(s.sabotaged)).is_empty();
    says(
        bare && s.destroyed.iter().all(|at| s.loyalty[at] == Loyalty::Neutral),
        "a destroyed system has markers",
    )?;
    let any = s.frozen.or(s.lured).or(s.detained).or(s.shielded).or(s.boosted).or(s.yoda);
    let apart = any.is_none() && s.destroyed.is_empty() && !s.taught && !s.again;
    says(g.tables.all_missions || apart, "a mission did something that is not played")
}

/// Objectives in the hand, played, and in the deck where the Rebels have put them.
fn objectives(g: &Rebellion, s: &State) -> Result<(), String> {
    let t = &g.tables;
    let plays = is_played(g);
    let rounds = usize::from(s.time - t.track.time);
    let all = t.all_objectives();
    let out = s.hand.or(s.played);
    says(s.hand.and(s.played).is_empty() && out.without(all).is_empty(), "an objective is in two places")?;
    let mut taken = out;
    let apart = s.top.iter().copied().chain(s.bottom.iter().copied()).chain(s.looked.iter());
    for one in apart {
        says(plays && all.has(one) && !taken.has(one), "an objective of the deck is elsewhere too")?;
        taken.add(one);
    }
    let looks = s.stage == Stage::Inspect;
    says(!looks || (LOOK..=TOP).contains(&s.looked.len()), "too few or too many objectives are looked at")?;
    let lies = s.hand.or(s.bottom.iter().copied().collect());
    says(s.known.without(lies).is_empty(), "an objective was seen that is not in the hand")?;
    let drawn = ((rounds + 1) * usize::from(t.refresh.objectives)).min(t.objectives.len());
    let fits = out.len() == drawn || t.all_missions;
    ensure(fits, || format!("{} objectives drawn, not {drawn}", out.len()))?;
    let mut rest = taken.len();
    for stage in &t.stages {
        let n = taken.and(*stage).len();
        says(n == stage.len().min(rest), "objectives are drawn stage by stage")?;
        rest -= n;
    }
    Ok(())
}

/// Loyalty and subjugation.
fn owners(g: &Rebellion, s: &State) -> Result<(), String> {
    let t = &g.tables;
    for place in Place::all() {
        let loyalty = s.loyalty[place];
        let name = t.name(place);
        ensure(t.populous.has(place) || loyalty == Loyalty::Neutral, || format!("{name} has no loyalty"))?;
        let always = t.always.has(place) && !s.destroyed.has(place);
        ensure(!always || loyalty == Loyalty::Empire, || format!("{name} is always the Empire's"))?;
    }
    let able = t.populous.without(s.loyal(Side::Empire)).without(s.destroyed);
    says(s.subjugated.without(able).is_empty(), "a system is subjugated that cannot be")?;
    if s.stage == Stage::Muster {
        return Ok(());
    }
    let fought = s.field.map_or(Places::EMPTY, Places::only);
    let bare = s.subjugated.without(base::garrisons(g, s)).without(fought);
    says(bare.is_empty(), "a system is subjugated by nobody")?;
    // In an activation the marker comes last, and a won game has stopped anywhere.
    let settled = s.target.is_none() && s.battle.is_none() && s.stage != Stage::Over;
    let due = base::garrisons(g, s).and(able).without(s.subjugated);
    says(!settled || due.is_empty(), "a system with Imperial ground units is not subjugated")
}

fn hidden_base(g: &Rebellion, s: &State) -> Result<(), String> {
    let cards = ALL.without(g.tables.always).without(s.boxed);
    says(s.possible.without(cards).is_empty(), "the base cannot be where there is no probe card")?;
    // Their cards are in the box from the start. Units that the Empire deploys there find nothing.
    let loyal = s.loyal(Side::Empire);
    says(!is_setup(s) || loyal.and(cards).is_empty(), "a system of the Empire has a probe card")?;
    says(s.base.is_none() == is_setup(s), "the base is hidden after the set-up")?;
    let Some(base) = s.base else { return says(!s.revealed, "a base is revealed that is not hidden") };
    let destroyed = s.ending == Ending::BaseDestroyed;
    says(destroyed || s.possible.has(base), "the base is where it cannot be")?;
    says(!s.probes.has(base), "the Empire has the probe card of the base")?;
    if s.revealed {
        let known = s.possible == Places::only(base) || destroyed;
        says(known, "a revealed base can be elsewhere")?;
        let gone = s.units[Side::Rebels][space()].is_empty() && !s.held(Side::Rebels, space());
        return says(gone, "somebody is on the space of a revealed base");
    }
    let gained = s.source.filter(|_| s.stage == Stage::Effect).map_or(Places::EMPTY, Places::only);
    let shown = s.possible.and(loyal).without(gained);
    says(shown.is_empty(), "the base can be in a system that is loyal to the Empire")?;
    let moving = matches!(s.stage, Stage::From | Stage::Load);
    let arriving = s.target.filter(|_| s.turn == Side::Empire && moving);
    says(s.possible.and(s.open).is_empty(), "the base can be where it was")?;
    let seen = base::watched(g, s).without(arriving.map_or(Places::EMPTY, Places::only));
    // Loyalty that a mission brings elsewhere is looked at when it is over.
    says(
        s.possible.and(seen).without(gained).is_empty() || s.stage == Stage::Over,
        "the Empire looked round where the base can be",
    )
}

fn units(g: &Rebellion, s: &State, side: Side) -> Result<(), String> {
    for row in Row::all() {
        let unit = g.components().unit(side, row);
        let n = supply::out(s, side, row);
        ensure(n <= unit.supply, || format!("{n} of {}, more than {}", unit.name, unit.supply))?;
    }
    says(
        side == Side::Rebels || s.units[side][space()].is_empty(),
        "Imperial units are on the Rebel Base space",
    )?;
    let troops = s.field.is_some_and(|field| s.destroyed.has(field));
    let fought = troops || s.field.is_none_or(|field| s.units[side][field].is_empty());
    says(fought, "units are in the system of a battle, but not in the battle")
}

fn leaders(g: &Rebellion, s: &State, side: Side) -> Result<(), String> {
    let people = &g.components().leaders[side];
    let there: Leaders =
        s.posts[side].iter().filter(|(_, post)| **post != Post::Supply).map(|(l, _)| l).collect();
    for leader in there.iter() {
        let person = people.get(leader.index());
        let person =
            person.ok_or_else(|| format!("the {} have no leader {}", side.word(), leader.index()))?;
        let both =
            person.replaces.is_some_and(|other| there.has(other) && s.posts[side][other] != Post::Gone);
        ensure(!both, || format!("{} is in play beside whom it replaces", person.name))?;
    }
    let ready = s.leaders(side, Post::Ready).len();
    let due = match (s.turn == side, s.stage) {
        (true, Stage::Target) => 1..=1,
        (true, Stage::Aim) => 1..=TEAM,
        (true, Stage::Effect) if fetches(g, s) && s.moment == Moment::None => 1..=1,
        _ => 0..=0,
    };
    says(due.contains(&ready), "the leaders who are 'ready' are not those who act now")?;
    says(side == Side::Rebels || !s.held(side, space()), "an Imperial leader is on the Rebel Base space")?;
    // Who was detained is not retrieved.
    let left = posted_late(g, s, side);
    let is_posted = |(_, post): &(_, &Post)| matches!(post, Post::At(_));
    let posted: Leaders = s.posts[side].iter().filter(is_posted).map(|(leader, _)| leader).collect();
    // Who is freed while units are built comes to the base too late to be retrieved.
    let base = s.leaders(Side::Rebels, Post::At(s.rebel_base()));
    let freed = side == Side::Rebels && s.captive().is_none() && posted == base && posted.len() == 1;
    says(
        is_command(s)
            || refreshing_objective(s)
            || s.stage == Stage::Over
            || posted.is_empty()
            || freed
            || left
            || g.tables.action_cards && assigning(s),
        "a leader was not retrieved",
    )
}

/// The assignment phase, in which action cards are carried out.
fn assigning(s: &State) -> bool {
    s.act.is_some() || matches!(s.stage, Stage::Assign | Stage::Staff)
}

/// Whether leaders may stand on the board when others were retrieved: one who was detained, and those who went free since.
fn posted_late(g: &Rebellion, s: &State, side: Side) -> bool {
    let there = s.posts[side].values().iter().filter(|post| matches!(post, Post::At(_))).count();
    g.tables.all_missions && side == Side::Rebels && there <= 3
}

/// Whether missions are played.
fn is_played(g: &Rebellion) -> bool {
    !g.tables.missions[Side::Rebels].is_empty()
}

/// Missions that lie face down, the one that is carried out, the captive, and what waits for the end of the phase.
fn missions(g: &Rebellion, s: &State) -> Result<(), String> {
    let phase = is_command(s) || assigning(s) || s.stage == Stage::Over;
    for side in Side::all() {
        let all = g.tables.titles(side);
        let mut seen = s.shown[side];
        says(seen.without(all).is_empty(), "a mission that there is not")?;
        let one_card = |mission: Mission| g.tables.copies[side].count(mission) == 1 && !g.tables.all_missions;
        let laying = s.stage == Stage::Staff && s.asked == side;
        let last = s.laid(side);
        for stack in Stack::all() {
            let team = s.on(side, stack).len();
            let Some(mission) = s.stacks[side][stack.index()] else {
                says(team == 0, "a leader is on a mission that does not lie there")?;
                continue;
            };
            let twice = one_card(mission) && seen.has(mission);
            says(all.has(mission) && !twice, "a mission is in two places")?;
            seen.add(mission);
            let least = usize::from(!(laying && stack.index() + 1 == last));
            says((least..=TEAM).contains(&team), "too few or too many leaders on a mission")?;
        }
        let untouched = last == 0 && s.shown[side].is_empty();
        says(phase || untouched, "missions lie face down after the command phase")?;
        let before = matches!(s.stage, Stage::Assign | Stage::Staff);
        let in_order = s.stacks[side].iter().take(last).all(Option::is_some) && s.shown[side].is_empty();
        says(!before || in_order, "missions are carried out before the command phase")?;
        let performs = side == s.turn && (is_mission(s) || s.stage == Stage::Aim)
            || s.ending == Ending::BaseDestroyed && side == Side::Empire;
        let performs = performs && s.act.is_none() && !elsewhere(s);
        says(
            s.mission[side].is_some() == performs || s.stage == Stage::Over,
            "wrong stage for 'now.mission'",
        )?;
        let known = s.mission[side].is_none_or(|mission| s.shown[side].has(mission));
        says(known, "a mission is carried out that was not turned up")?;
    }
    let aim = || under_way::card(g, s).venue.aim;
    let against = s.stage == Stage::Oppose && matches!(aim(), Aim::Leader | Aim::Captive);
    let open = is_mission(s) && s.stage != Stage::Oppose || s.stage == Stage::Over;
    says(open || s.victim.is_some() == against, "'now.victim' does not fit the mission")?;
    let there = |leader| {
        let post = s.posts[Side::Rebels][leader];
        s.target.is_some_and(|at| post == Post::At(at) || post == Post::Captive(at))
    };
    says(open || s.victim.is_none_or(there), "the leader whom a mission is against is elsewhere")?;
    held(g, s)?;
    let waits = usize::from(s.mobilized) <= TEAM * usize::from(is_played(g)) && (phase || s.mobilized == 0);
    says(waits, "'mobilized' counts the leaders of a mission until the command phase ends")?;
    let most = match passage::of(g, s).filter(|_| is_mission(s)) {
        Some(passage) => passage.n,
        None if s.stage == Stage::Load && all_passed(s) => mobilize::numbers(g).0,
        None => 0,
    };
    ensure(s.lift <= most, || format!("'now.lift' is {}, not 0 to {most}", s.lift))
}

/// What is asked has nothing to do with a mission: an action card in a combat, or when it is had.
fn elsewhere(s: &State) -> bool {
    s.battle.is_some() || matches!(s.moment, Moment::Place | Moment::Ring)
}

/// Captives and sabotage markers.
fn held(g: &Rebellion, s: &State) -> Result<(), String> {
    let captives =
        |side: Side| s.posts[side].values().iter().filter(|post| matches!(post, Post::Captive(_))).count();
    says(
        captives(Side::Empire) == 0
            && captives(Side::Rebels) <= usize::from(is_played(g)) + usize::from(g.tables.all_missions),
        "there is a captive too many",
    )?;
    for (_, at) in s.captives() {
        let moving = s.turn == Side::Empire && matches!(s.stage, Stage::From | Stage::Load) || is_mission(s);
        let fought = s.field == Some(at) || scrap::is_for_room(s);
        let guarded = !s.units[Side::Empire][at].is_empty() || fought || moving;
        says(at != space() && guarded && !is_setup(s), "nobody guards the captive")?;
    }
    let markers = s.sabotaged.without(g.tables.populous);
    says(
        markers.is_empty() && (is_played(g) || s.sabotaged.is_empty()),
        "a system is sabotaged that cannot be",
    )
}

/// The refresh phase has begun, and leaders are still where they were.
fn refreshing_objective(s: &State) -> bool {
    s.stage == Stage::Objective && s.battle.is_none()
}

fn battle(g: &Rebellion, s: &State) -> Result<(), String> {
    says(s.field.is_some() == s.battle.is_some(), "'now.battle' and 'now.field' go together")?;
    let (Some(field), Some(battle)) = (s.field, &s.battle) else {
        return Ok(());
    };
    ensure(field != space(), || "a battle on the Rebel Base space".to_owned())?;
    says(battle.current == s.turn && battle.loyalty == s.loyalty[field], "battle: another turn or loyalty")?;
    let near = g.tables.next_to[field];
    says(battle.beside.len() == near.len(), "the battle has other neighbours than its system")?;
    for (place, beside) in near.iter().zip(battle.beside.iter()) {
        says(beside.loyalty == s.loyalty[place], "a neighbour of the battle has another loyalty")?;
        says(beside.origin == s.origins.has(place), "units came to the battle from elsewhere")?;
        for side in Side::all() {
            let fled = battle.camps[side].has_retreated()
                && battle.camps[side].fled_to.is_some_and(|to| near.nth(to.index()) == place);
            let there = !s.units[side][place].is_empty() || fled && battle.stage != Step::Take;
            let exact = there == beside.units.has(side) || fled;
            says(exact, "a neighbour of the battle has other units")?;
        }
    }
    for side in Side::all() {
        let camp = &battle.camps[side];
        let posts = s.leaders(side, Post::Pool).or(s.leaders(side, Post::At(field)));
        let all = camp.leaders.or(camp.pool).or(camp.away);
        says(posts == all, "a leader of the battle is elsewhere")?;
        says(s.leaders(side, Post::Pool).and(camp.pool) == camp.pool, "a leader of the pool was not there")?;
    }
    let all: Objectives = objectives::at(g, goal::When::Combat).or(objectives::at(g, goal::When::CombatEnd));
    says(s.due.without(all).is_empty(), "an objective is due in combat that is for another time")?;
    let plans = !s.scored && objectives::plans_possible(g, s);
    says(!battle.plans || plans || s.stage == Stage::Over, "there can be no plans")
}

/// What partners share: nothing where nobody shares a side, and else whose turn it is among those who have not passed.
fn partners(g: &Rebellion, s: &State) -> Result<(), String> {
    let Partners { turn, passed, second, offered, joins, refused } = s.partners;
    for side in Side::all() {
        let alone = turn[side] == Role::Admiral && passed[side] == ByRole::default();
        says(g.is_shared(side) || alone && refused[side].is_empty(), "nobody shares the side")?;
        let all = *passed[side].values() == [true; 2];
        says(!g.is_shared(side) || all == s.passed[side], "a side passes with both its players")?;
        let held: Missions = s.missions[side].titles().collect();
        says(refused[side].without(held).is_empty(), "a mission was refused that is not in the hand")?;
        let lays = assigning(s) && s.asked == side || s.act.is_some() && s.turn == side;
        let lays = lays && turn[side] == Role::Admiral;
        says(lays || refused[side].is_empty(), "a mission is refused while an Admiral assigns")?;
    }
    let on_turn = s.stage != Stage::Turn || !passed[s.turn][turn[s.turn]];
    says(on_turn, "the partner who has passed takes a turn")?;
    let asks_both = matches!(s.stage, Stage::Oppose | Stage::Effect | Stage::Battle);
    says(!second || asks_both && g.is_shared(s.asked), "nobody is asked second")?;
    let staffs = s.stage == Stage::Staff && g.is_shared(s.asked);
    let admiral = staffs && turn[s.asked] == Role::Admiral;
    says(!offered || admiral && !s.on(s.asked, assign::stack(s)).is_empty(), "no leader is offered")?;
    let joinable = joins.is_none_or(|stack| assign::joinable(g, s).any(|one| one == stack));
    says(joins.is_none() || staffs && !admiral && joinable, "the General joins no mission of the Admiral")
}

/// What means something at some stages only is empty at all others.
fn unused(g: &Rebellion, s: &State) -> Result<(), String> {
    let at = |stage: Stage| s.stage == stage;
    let (over, cards) = (at(Stage::Over), s.moment != Moment::None);
    let does = |deed: fn(Task) -> bool| at(Stage::Effect) && under_way::now(g, s).is_some_and(deed);
    let activates = (is_command(s) || s.act.is_some() || over) && !at(Stage::Turn) && !at(Stage::Target);
    let carries = is_mission(s) || at(Stage::Aim) || s.act.is_some() || over;
    let places = at(Stage::Muster) || at(Stage::Deploy);
    let draws = does(|task| matches!(task, Task::Confess { .. } | Task::Plant { .. }));
    let (asked, other) = (s.asked, s.asked.other());
    let queue_of = mission_effects::units::on_several(g, s).map(|_| mission_effects::units::owner(g, s));
    let (own_queue, their_queue) = (queue_of == Some(asked), queue_of == Some(other));
    let all = [
        ("target", activates, s.target.is_none()),
        ("source", at(Stage::Load) || does(|task| matches!(task, Task::Spread { .. })), s.source.is_none()),
        ("origins", s.target.is_some(), s.origins.is_empty()),
        ("loaded", at(Stage::Load), !s.loaded),
        ("room", at(Stage::Load), s.room == 0),
        ("team", carries, s.team == BySide::default()),
        ("rolled", at(Stage::Reroll), s.rolled == ByKey::default()),
        ("against", at(Stage::Reroll), s.against == 0),
        ("way", carries, s.way == Way::default()),
        ("deed", carries, s.deed == 0),
        ("left", carries || s.moment == Moment::Dice, s.left == 0),
        ("offer", does(|task| matches!(task, Task::Projects { .. })), s.offer.is_empty()),
        ("looked", at(Stage::Inspect), s.looked.is_empty()),
        ("havens", draws || at(Stage::Relocate), s.havens.is_empty()),
        ("moment", at(Stage::Effect), !cards),
        ("used", cards || at(Stage::Recruit) || s.surprised && at(Stage::Turn), s.used.is_none()),
        ("surprised", s.turn == Side::Empire && (is_command(s) || over), !s.surprised),
        ("dice_set", s.moment == Moment::Attempt, s.set == 0),
        ("best_die_against", at(Stage::Reroll), s.sharp == 0),
        ("die_set", s.moment == Moment::Dice, s.die.is_none()),
        ("liberates", s.battle.is_some(), !s.liberates),
        ("scored", s.battle.is_some(), !s.scored),
        ("due", s.battle.is_some(), s.due.is_empty()),
        ("window", at(Stage::Objective), s.window.is_empty()),
        ("drawn", at(Stage::Recruit), s.drawn[asked].is_empty()),
        ("drawn", false, s.drawn[other].is_empty()),
        ("job", at(Stage::Build) || at(Stage::Scrap) || over, s.job == Job::default()),
        ("wanted", at(Stage::Scrap) || own_queue, s.wanted[asked].is_none()),
        ("wanted", their_queue, s.wanted[other].is_none()),
        ("later", own_queue || their_queue, !s.later),
        ("waiting", places, s.waiting[asked].is_empty()),
        ("waiting", false, s.waiting[other].is_empty()),
        ("landed", at(Stage::Deploy), s.deployments == Deployments::default()),
    ];
    match all.iter().find(|(_, used, empty)| !used && !empty) {
        None => Ok(()),
        Some((key, ..)) => Err(format!("'now.{key}' must be empty at the stage '{}'", s.stage.word())),
    }
}

/// Who is asked, and that there is something to choose, as far as everybody can see.
fn stage(g: &Rebellion, s: &State) -> Result<(), String> {
    let own = s.asked == s.turn;
    let going = s.passed.values().iter().any(|passed| !passed) && !s.passed[s.turn];
    let fits = match s.stage {
        Stage::Muster => !g.first && setup::next_kind(s).is_some(),
        Stage::Hide => s.asked == Side::Rebels,
        Stage::Assign => {
            let first = s.asked == Side::Empire || s.laid(Side::Empire) == 0;
            let role = s.partners.turn[s.asked];
            let able = assign::can_lay(g, s)
                || assign::joinable(g, s).next().is_some()
                || action_cards::window::may(g, s, s.asked, role, Moment::Place);
            first && able && begins(s)
        }
        Stage::Staff => {
            let first = s.asked == Side::Empire || s.laid(Side::Empire) == 0;
            let room = s.laid(s.asked) > 0 && s.on(s.asked, assign::stack(s)).len() < TEAM;
            let asks = s.partners.offered || room && !assign::pool(g, s).is_empty();
            first && asks && s.laid(s.asked) > 0 && begins(s)
        }
        Stage::Turn if s.surprised => own && going && s.used.is_some(),
        Stage::Turn => own && going && command::may_act(g, s),
        Stage::Effect if s.moment != Moment::None => moment(g, s),
        Stage::Aim | Stage::Oppose | Stage::Reroll | Stage::Pick | Stage::Effect | Stage::Inspect => {
            going && mission_stage(g, s)
        }
        Stage::Eliminate => s.asked == Side::Rebels && s.battle.is_some(),
        Stage::Discard => deck::over(g, s, s.asked) > 0,
        Stage::Mobilize => {
            own && s.turn == Side::Rebels && all_passed(s) && s.mobilized > 0 && mobilize::numbers(g).1 > 0
        }
        Stage::Relocate => own && s.turn == Side::Rebels && all_passed(s) && s.mobilized == 0,
        Stage::Target => own && going,
        Stage::From => own && going && goes_there(s) && !movement::imaginable(g, s).is_empty(),
        Stage::Load if passage::of(g, s).is_some() => {
            let there = s.source.is_some() && s.target.is_some();
            own && going
                && there
                && (movement::kinds(g, s).next().is_some() || movement::escorted(g, s).next().is_some())
        }
        Stage::Load if s.lift > 0 => own && s.turn == Side::Rebels && all_passed(s) && lifts(g, s),
        Stage::Load => own && going && goes_there(s) && loads(g, s),
        Stage::Battle => s.battle.as_ref().is_some_and(|b| b.stage != Step::Over && b.decides() == s.asked),
        Stage::Objective => {
            let any = !objectives::imaginable(g, s).and(s.window).is_empty();
            s.asked == Side::Rebels && any && window(g, s)
        }
        Stage::Recruit if g.tables.action_cards => {
            !s.drawn[s.asked].is_empty() && s.used.is_none_or(|card| s.drawn[s.asked].has(card))
        }
        Stage::Recruit => !recruit::choices(g, s).is_empty(),
        Stage::Build => build::icon(g, s, s.job).is_some_and(|icon| build::kinds(g, s, icon).len() > 1),
        Stage::Scrap => scraps(g, s, own && going),
        Stage::Deploy => setup::next_kind(s).is_some() && !deploy::places(g, s).is_empty() && deployed(g, s),
        Stage::Over => true,
    };
    let mut able = s.stage == Stage::Over;
    if fits {
        legal::each(g, s, |_| able = true);
    }
    ensure(able, || format!("the {} decide nothing at the stage '{}'", s.asked.word(), s.stage.word()))
}

/// There is a unit to destroy: where no ship has room for it, or for another one that comes by a card or is built.
fn scraps(g: &Rebellion, s: &State, acts: bool) -> bool {
    if scrap::is_for_room(s) {
        return destroyed_systems::choice(g, s).is_some_and(|(side, _)| side == s.asked);
    }
    if is_mission(s) {
        return acts && gains(g, s);
    }
    let icon = build::icon(g, s, s.job).map(|icon| build::kinds(g, s, icon));
    let wanted = s.wanted[s.asked].filter(|&row| supply::supply(g, s, s.asked, row) == 0);
    wanted.is_some_and(|row| {
        let kinds = icon.is_some_and(|kinds| kinds.has(row));
        kinds && !scrap::sources(g, s, row).is_empty()
    })
}

/// The same where a mission is carried out.
#[expect(clippy::wildcard_enum_match_arm, reason = "it is asked at these stages alone")]
fn mission_stage(g: &Rebellion, s: &State) -> bool {
    let own = s.asked == s.turn;
    match s.stage {
        Stage::Aim => {
            let venue = &under_way::card(g, s).venue;
            own && !matches!(venue.aim, Aim::Base | Aim::Nowhere) && !venue.places(g, s).is_empty()
        }
        Stage::Oppose => {
            let card = under_way::card(g, s);
            let there = s.target.is_some_and(|at| at != space() && s.held(s.turn, at));
            let any = !s.leaders(s.asked, Post::Pool).and(decider::mine(g, s)).is_empty();
            !own && card.attempt && card.venue.aim != Aim::Base && there && any
        }
        Stage::Reroll => {
            let able = attempt::rerolls(s) || action_cards::rings::blanks(s);
            s.asked == Side::Rebels && able && s.target.is_some()
        }
        Stage::Pick if mission_effects::units::on_several(g, s).is_some() => {
            own && s.target.is_some() && mission_effects::units::space_choices(g, s).len() > 1
        }
        Stage::Pick => own && s.target.is_some() && under_way::ways(g, s) > 1,
        Stage::Effect => s.target.is_some() || fetches(g, s),
        Stage::Inspect => {
            let task = under_way::now(g, s);
            let looks = matches!(task, Some(Task::Inspect | Task::Study { .. } | Task::Arrange { .. }));
            own && looks && s.target.is_some()
        }
        stage => unreachable!("'{}' is no stage of a mission", stage.word()),
    }
}

/// A unit comes by a card of which the box has none, unless another one is destroyed for it.
fn gains(g: &Rebellion, s: &State) -> bool {
    let none = |row: Row| supply::supply(g, s, s.turn, row) == 0;
    let task = under_way::now(g, s);
    let wanted = |row: Row| {
        if let Some(Task::Gain { units, .. }) = task {
            return (1..=units[row]).contains(&s.left);
        }
        let Some(Task::Rise { triangles, .. }) = task else { return false };
        s.left > 0 && mission_effects::units::rising(g, s, triangles).has(row)
    };
    let there = s.target.is_some() && s.wanted[s.turn].is_some_and(|row| none(row) && wanted(row));
    there && s.wanted[s.turn].is_some_and(|row| !gain::sources(g, s, row).is_empty())
}

/// A mission is taken out of the deck.
fn fetches(g: &Rebellion, s: &State) -> bool {
    matches!(under_way::now(g, s), Some(Task::Fetch { .. }))
}

fn goes_there(s: &State) -> bool {
    s.target.is_some_and(|target| {
        let there = s.held(s.turn, target);
        there && (target != space() || s.turn == Side::Rebels && s.hidden())
    })
}

/// Units move from a place that is next to what is activated, or near a base that can be there.
fn loads(g: &Rebellion, s: &State) -> bool {
    let (Some(source), Some(target)) = (s.source, s.target) else { return false };
    let near = match (source == space(), target == space()) {
        (true, true) => false,
        (true, false) => s.possible.without(g.tables.around[target]).is_empty(),
        (false, true) => s.possible.without(g.tables.around[source]).is_empty(),
        (false, false) => g.tables.next_to[target].has(source),
    };
    let more = movement::kinds(g, s).next().is_some() || movement::escorted(g, s).next().is_some();
    near && s.origins.has(source) && !s.held(s.turn, source) && more
}

/// Nobody has taken a turn yet.
fn begins(s: &State) -> bool {
    begins_with(s) && s.turn == Side::Rebels
}

/// Units move to the space of the hidden base by a mission.
fn lifts(g: &Rebellion, s: &State) -> bool {
    let from = s.source.is_some_and(|from| from != space() && !s.held(Side::Rebels, from));
    from && s.target == Some(space()) && s.hidden() && movement::kinds(g, s).next().is_some()
}

/// The objectives that are asked for are those of the time.
fn window(g: &Rebellion, s: &State) -> bool {
    if s.battle.is_some() {
        s.window.without(s.due).is_empty() && !s.scored
    } else {
        all_passed(s) && s.window == objectives::met_at_refresh(g, s)
    }
}

/// No more units were deployed in a place than may be, and they are there.
fn deployed(g: &Rebellion, s: &State) -> bool {
    Place::all().all(|place| {
        let n = s.deployments.at(place);
        let there: u16 = s.units[s.asked][place].total();
        n <= g.tables.refresh.deploy && u16::from(n) <= there
    }) && supply::fighting(s) == BySide::<Units>::default()
}
