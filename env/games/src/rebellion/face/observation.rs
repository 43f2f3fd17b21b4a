//! The observation: what a side sees, itself first; never the other's cards, and of the base what it knows. Each row is a struct beside
//! what fills it.

use holotable_env::{ByKey, Count, Finite, Flag, Game, Observe, Relations, Row, Rows, Share, Sink};

use super::campaign;
use super::partners;
use super::relations::relations;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::base::garrisons;
use crate::rebellion::rules::seats::side_of;
use crate::rebellion::rules::state::{Post, Stage, State};
use crate::rebellion::rules::words::{
    ByIcon, ByPlace, BySide, BySkill, Icon, LEADERS, Leader, Loyalty, Mission, OBJECTIVES, Objective, PLACES,
    Place, Places, RECRUITS, ROWS, Recruit, Row as Kind, SYSTEMS, Side, Stack, Theatre, Units,
};
use crate::rebellion::rules::{attempt, combat, objectives, probes, redeal, supply};

impl Observe for Rebellion {
    #[inline]
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        let me = side_of(viewer);
        let sides = [me, me.other()];
        out.row("game", "where the game stands", || game(self, s, viewer));
        let doc = "the systems in the order of systems.toml, and the Rebel Base space";
        out.rows("places", doc, PLACES, |rows| places(self, s, me, rows));
        let doc = "the leaders, mine in the order of the battle's leaders.toml, then theirs";
        out.rows("leaders", doc, 2 * LEADERS, |rows| {
            for (i, side) in sides.into_iter().enumerate() {
                rows.fill_from(i * LEADERS, Leader::all().map(|leader| one_leader(self, s, side, leader)));
            }
        });
        let (titles, stacks) = self.tables.room();
        let doc = "the missions in the order of missions.toml, mine and then theirs";
        out.rows("missions", doc, 2 * titles, |rows| {
            for (i, side) in sides.into_iter().enumerate() {
                let n = self.tables.missions[side].len();
                rows.fill_from(i * titles, Mission::all().take(n).map(|one| mission(self, s, me, side, one)));
            }
        });
        let doc = "the missions that lie face down, mine in the order in which they were laid, then theirs";
        out.rows("stacks", doc, 2 * stacks, |rows| {
            for (i, side) in sides.into_iter().enumerate() {
                rows.fill_from(
                    i * stacks,
                    Stack::all().take(stacks).map(|one| stack(self, s, me, side, one)),
                );
            }
        });
        let doc = "which missions mine are that lie face down: a row for each and each title, in the order of missions.toml";
        out.rows("faces", doc, stacks * titles, |rows| {
            for (i, mission) in s.stacks[me].iter().take(stacks).enumerate() {
                if let Some(mission) = mission {
                    rows.set(i * titles + mission.index(), FaceRow { lies: Flag::YES });
                }
            }
        });
        if self.tables.all_missions {
            campaign::observe(self, s, me, out);
        }
        if self.tables.action_cards {
            super::action_cards::observe(self, s, me, out);
        }
        let doc = "the kinds of units in the order of the battle's units.toml, mine and then theirs: in the queue, in the box, waiting";
        out.rows("kinds", doc, 2 * ROWS, |rows| {
            for (i, side) in sides.into_iter().enumerate() {
                rows.fill_from(i * ROWS, kinds(self, s, side));
            }
        });
        let doc = "the objectives in the order of objectives.toml";
        out.rows("objectives", doc, OBJECTIVES, |rows| all_objectives(self, s, me, rows));
        recruits(self, s, sides, out);
        if self.players > Side::N {
            partners::observe(self, s, viewer, out);
        }
        out.part("battle", self.part_of(s.lured), s.battle.as_ref(), me.index());
    }

    fn relations(&self) -> Relations {
        relations(self)
    }
}

#[derive(Clone, Copy, Row)]
struct GameRow {
    my_decision: Flag,
    i_am_the_empire: Flag,
    my_turn: Flag,
    #[row(flatten)]
    stage: ByKey<Stage, Flag, { Stage::N }>,
    i_have_passed: Flag,
    they_have_passed: Flag,
    time: Count<16>,
    reputation: Count<16>,
    rounds_left: Count<16>,
    recruits_next: Flag,
    builds_next: Flag,
    base_revealed: Flag,
    possible_systems: Count<32>,
    possible_systems_for_me: Count<32>,
    probe_cards: Count<25>,
    objectives_of_stage_1: Count<4>,
    objectives_of_stage_2: Count<4>,
    objectives_of_stage_3: Count<4>,
    capacity_left: Count<8>,
    units_moved: Flag,
    a_battle_is_fought: Flag,
    objective_played_in_this_combat: Flag,
    system_was_subjugated: Flag,
    #[row(unit = "/66")]
    icon_that_builds: f32,
    pool_leaders: Count<8>,
    their_pool_leaders: Count<8>,
    dice_for_my_mission: Count<10>,
    dice_against_it: Count<10>,
    waiting_to_mobilize: Count<2>,
    units_that_may_still_come: Count<5>,
    #[row(unit = "/3")]
    stage_of_the_objective_on_top: f32,
    objectives_at_the_bottom: Count<8>,
    probe_cards_under_the_deck: Count<16>,
}

#[inline]
fn game(g: &Rebellion, s: &State, viewer: usize) -> GameRow {
    let me = side_of(viewer);
    let mut stage = ByKey::<Stage, Flag, { Stage::N }>::default();
    stage[s.stage] = Flag::YES;
    let of_stage =
        |i: usize| Count::of(g.tables.stages.get(i).map_or(0, |stage| s.hand.and(*stage).len() as u8));
    let next = s.time + 1;
    let pool = |side: Side| Count::of(s.leaders(side, Post::Pool).len() as u8);
    let opposed = s.mission[s.turn].and(s.target);
    let dice = |side: Side| Count::of(opposed.map_or(0, |at| attempt::dice(g, s, side, at) as u8));
    let under = probes::under(s);
    GameRow {
        my_decision: (g.actor(s) == Some(viewer)).into(),
        i_am_the_empire: (me == Side::Empire).into(),
        my_turn: (s.turn == me).into(),
        stage,
        i_have_passed: s.passed[me].into(),
        they_have_passed: s.passed[me.other()].into(),
        time: Count::of(s.time),
        reputation: Count::of(s.reputation),
        rounds_left: Count::of(s.reputation.saturating_sub(s.time)),
        recruits_next: g.tables.track.recruit.contains(&next).into(),
        builds_next: g.tables.track.build.contains(&next).into(),
        base_revealed: s.revealed.into(),
        possible_systems: Count::of(s.possible.len() as u8),
        possible_systems_for_me: Count::of(redeal::possible(s, me).len() as u8),
        probe_cards: Count::of(s.probes.len() as u8),
        objectives_of_stage_1: of_stage(0),
        objectives_of_stage_2: of_stage(1),
        objectives_of_stage_3: of_stage(2),
        capacity_left: Count::of(s.room),
        units_moved: s.loaded.into(),
        a_battle_is_fought: s.battle.is_some().into(),
        objective_played_in_this_combat: s.scored.into(),
        system_was_subjugated: s.liberates.into(),
        icon_that_builds: s.job.index() as f32 / 66.0,
        pool_leaders: pool(me),
        their_pool_leaders: pool(me.other()),
        dice_for_my_mission: dice(me),
        dice_against_it: dice(me.other()),
        waiting_to_mobilize: Count::of(s.mobilized),
        units_that_may_still_come: Count::of(s.lift),
        stage_of_the_objective_on_top: s
            .top
            .first()
            .map_or(0.0, |&top| f32::from(g.tables.objective(top).stage) / 3.0),
        objectives_at_the_bottom: Count::of(s.bottom.len() as u8),
        probe_cards_under_the_deck: Count::of(under as u8),
    }
}

#[derive(Clone, Copy, Row)]
struct PlaceRow {
    base_space: Flag,
    remote: Flag,
    #[row(unit = "/8")]
    region: f32,
    build_space: Count<3>,
    #[row(flatten, named)]
    first_icon: ByIcon<Flag>,
    #[row(flatten, named)]
    second_icon: ByIcon<Flag>,
    loyal_to_me: Flag,
    loyal_to_them: Flag,
    subjugated: Flag,
    sabotaged: Flag,
    destroyed: Flag,
    captive_here: Flag,
    base_can_be_here: Flag,
    base_can_be_here_for_me: Flag,
    probe_card_in_the_box: Flag,
    my_probe_card: Flag,
    /// The base was there, or the Rebels handed it over: all know that the Empire has the card.
    base_was_here: Flag,
    /// The Rebels drew its card for a new base, or put it under the deck; or they name it beside that of the base.
    i_drew_it_for_a_base: Flag,
    i_put_it_under_the_deck: Flag,
    my_leaders: Count<3>,
    their_leaders: Count<3>,
    #[row(flatten, named)]
    my_units: ByKey<Kind, Count<4>, ROWS>,
    #[row(flatten, named)]
    their_units: ByKey<Kind, Count<4>, ROWS>,
    imperial_ground: Flag,
    activated: Flag,
    units_move_from_here: Flag,
    units_have_moved_from_here: Flag,
    fought_over: Flag,
    i_retreat_here: Flag,
    they_retreat_here: Flag,
    deployed_here: Count<2>,
}

fn places(g: &Rebellion, s: &State, me: Side, rows: &mut Rows<'_, PlaceRow>) {
    let them = me.other();
    let mut leaders = BySide::<ByPlace<u8>>::default();
    for (side, posts) in s.posts.iter() {
        for post in posts.values() {
            if let Post::At(place) = *post {
                leaders[side][place] += 1;
            }
        }
    }
    let fled = BySide::from_fn(|side| combat::retreat(g, s, side));
    let captives: Places = s.captives().map(|(_, at)| at).collect();
    let (mine, ground) = (redeal::possible(s, me), garrisons(g, s));
    rows.fill(Place::all().map(|place| {
        let world = &g.tables.worlds[place];
        let icon = |i: usize| ByIcon::from_fn(|icon: Icon| Flag::from(world.icons[i] == Some(icon)));
        let units = |side: Side| ByKey::from_fn(|row: Kind| Count::of(s.units[side][place][row]));
        let loyalty: Loyalty = s.loyalty[place];
        PlaceRow {
            base_space: (place.index() == SYSTEMS).into(),
            remote: (place.index() < SYSTEMS && world.build == 0).into(),
            region: f32::from(world.region) / 8.0,
            build_space: Count::of(world.build),
            first_icon: icon(0),
            second_icon: icon(1),
            loyal_to_me: loyalty.is_to(me).into(),
            loyal_to_them: loyalty.is_to(them).into(),
            subjugated: s.subjugated.has(place).into(),
            sabotaged: s.sabotaged.has(place).into(),
            destroyed: s.destroyed.has(place).into(),
            captive_here: captives.has(place).into(),
            base_can_be_here: s.possible.has(place).into(),
            base_can_be_here_for_me: mine.has(place).into(),
            probe_card_in_the_box: s.boxed.has(place).into(),
            my_probe_card: (me == Side::Empire && s.probes.has(place)).into(),
            base_was_here: s.open.has(place).into(),
            i_drew_it_for_a_base: (me == Side::Rebels && s.havens.has(place)).into(),
            i_put_it_under_the_deck: (me == Side::Rebels && s.depth[place] > 0).into(),
            my_leaders: Count::of(leaders[me][place]),
            their_leaders: Count::of(leaders[them][place]),
            my_units: units(me),
            their_units: units(them),
            imperial_ground: ground.has(place).into(),
            activated: (s.target == Some(place)).into(),
            units_move_from_here: (s.source == Some(place)).into(),
            units_have_moved_from_here: s.origins.has(place).into(),
            fought_over: (s.field == Some(place)).into(),
            i_retreat_here: (fled[me] == Some(place)).into(),
            they_retreat_here: (fled[them] == Some(place)).into(),
            deployed_here: Count::of(s.deployments.at(place)),
        }
    }));
}

#[derive(Clone, Copy, Row)]
struct LeaderRow {
    in_the_supply: Flag,
    in_the_pool: Flag,
    acts_now: Flag,
    on_the_board: Flag,
    captive: Flag,
    a_mission_is_against_them: Flag,
    #[row(unit = "number of the mission that lies face down from 1, of as many as can")]
    on_mission: f32,
    #[row(unit = "number of the place from 1, /33")]
    place: f32,
    space: Share<4>,
    ground: Share<4>,
    #[row(flatten, named)]
    skill: BySkill<Share<4>>,
}

fn one_leader(g: &Rebellion, s: &State, side: Side, leader: Leader) -> LeaderRow {
    let post = s.posts[side][leader];
    let person = g.battle_of(s.lured).tables.leader(side, leader);
    let tactics = |theatre: Theatre| Share::of(person.map_or(0, |person| person.tactics[theatre]));
    let at = match post {
        Post::At(place) | Post::Captive(place) => place.index() + 1,
        Post::Supply | Post::Pool | Post::Ready | Post::On(_) | Post::Gone => 0,
    };
    let on = if let Post::On(stack) = post { stack.index() + 1 } else { 0 };
    LeaderRow {
        in_the_supply: (person.is_some() && post == Post::Supply).into(),
        in_the_pool: (post == Post::Pool).into(),
        acts_now: (post == Post::Ready).into(),
        on_the_board: (at > 0).into(),
        captive: matches!(post, Post::Captive(_)).into(),
        a_mission_is_against_them: (side == Side::Rebels && s.victim == Some(leader)).into(),
        on_mission: on as f32 / g.tables.room().1 as f32,
        place: at as f32 / PLACES as f32,
        space: tactics(Theatre::Space),
        ground: tactics(Theatre::Ground),
        skill: g.skills(s, side, leader).map(Share::of),
    }
}

#[derive(Clone, Copy, Row)]
struct MissionRow {
    #[row(flatten, named)]
    skill: BySkill<Flag>,
    icons: Count<4>,
    attempt: Flag,
    /// All know where it is: turned up in this round, and in the hand again or carried out.
    turned_up: Flag,
    carried_out_now: Flag,
    mine_lies_face_down: Flag,
}

fn mission(g: &Rebellion, s: &State, me: Side, side: Side, mission: Mission) -> MissionRow {
    let card = g.tables.mission(side, mission);
    MissionRow {
        skill: BySkill::from_fn(|skill| (skill == card.skill).into()),
        icons: Count::of(card.icons),
        attempt: card.attempt.into(),
        turned_up: s.shown[side].has(mission).into(),
        carried_out_now: (s.mission[side] == Some(mission)).into(),
        mine_lies_face_down: (me == side && s.stacks[side].contains(&Some(mission))).into(),
    }
}

#[derive(Clone, Copy, Row)]
struct StackRow {
    lies: Flag,
    leaders: Share<2>,
    /// How many icons of the skill of my mission its leaders have.
    icons: Share<8>,
}

#[derive(Clone, Copy, Row)]
struct FaceRow {
    lies: Flag,
}

fn stack(g: &Rebellion, s: &State, me: Side, side: Side, stack: Stack) -> StackRow {
    let laid = s.stacks[side][stack.index()];
    let team = s.on(side, stack);
    let mine = laid.filter(|_| me == side);
    let icons = mine.map_or(0, |one| attempt::icons(g, s, side, team, g.tables.mission(side, one).skill));
    StackRow { lies: laid.is_some().into(), leaders: Share::of(team.len() as u8), icons: Share::of(icons) }
}

#[derive(Clone, Copy, Row)]
struct KindRow {
    queue_1: Count<4>,
    queue_2: Count<4>,
    queue_3: Count<4>,
    in_the_box: Count<8>,
    waiting: Count<4>,
    wanted: Flag,
}

fn kinds(g: &Rebellion, s: &State, side: Side) -> impl Iterator<Item = KindRow> + use<> {
    let board = s.units[side].values().iter().fold(Units::default(), |mut all, units| {
        all.iter_mut().for_each(|(row, n)| *n = n.saturating_add(units[row]));
        all
    });
    let fighting = supply::fighting(s)[side];
    let (queue, waiting, wanted) = (s.queue[side], s.waiting[side], s.wanted[side]);
    let supply: [u8; ROWS] = std::array::from_fn(|i| g.components().units[side][i].supply);
    Kind::all().map(move |row| {
        let out = [board[row], fighting[row], waiting[row]].into_iter().chain(queue.iter().map(|q| q[row]));
        let left = supply[row.index()].saturating_sub(out.fold(0, u8::saturating_add));
        KindRow {
            queue_1: Count::of(queue[0][row]),
            queue_2: Count::of(queue[1][row]),
            queue_3: Count::of(queue[2][row]),
            in_the_box: Count::of(left),
            waiting: Count::of(waiting[row]),
            wanted: (wanted == Some(row)).into(),
        }
    })
}

#[derive(Clone, Copy, Row)]
struct ObjectiveRow {
    #[row(unit = "/3")]
    stage: f32,
    reputation: Count<2>,
    in_hand: Flag,
    seen_in_hand: Flag,
    may_be_in_hand: Flag,
    played: Flag,
    condition_holds: Flag,
    time_has_come_in_this_combat: Flag,
    asked_for: Flag,
    on_top_of_the_deck: Flag,
    at_its_bottom: Flag,
    looked_at: Flag,
}

fn all_objectives(g: &Rebellion, s: &State, me: Side, rows: &mut Rows<'_, ObjectiveRow>) {
    let may = objectives::imaginable(g, s);
    let met = objectives::met_at_refresh(g, s);
    for (i, mission) in g.tables.objectives.iter().enumerate() {
        let one = Objective::at(i);
        let row = ObjectiveRow {
            stage: f32::from(mission.stage) / 3.0,
            reputation: Count::of(mission.reputation),
            in_hand: (me == Side::Rebels && s.hand.has(one)).into(),
            seen_in_hand: s.known.has(one).into(),
            may_be_in_hand: may.has(one).into(),
            played: s.played.has(one).into(),
            condition_holds: met.has(one).into(),
            time_has_come_in_this_combat: s.due.has(one).into(),
            asked_for: s.window.has(one).into(),
            on_top_of_the_deck: (me == Side::Rebels && s.top.contains(&one)).into(),
            at_its_bottom: (me == Side::Rebels && s.bottom.contains(&one)).into(),
            looked_at: (me == Side::Rebels && s.looked.has(one)).into(),
        };
        rows.set(i, row);
    }
}

fn recruits(g: &Rebellion, s: &State, sides: [Side; 2], out: &mut impl Sink) {
    let doc =
        "the action cards from which leaders are recruited, mine in the order of recruits.toml, then theirs";
    out.rows("recruits", doc, 2 * RECRUITS, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            // With abilities only a side itself knows what it draws.
            let open = !g.tables.action_cards || side == sides[0];
            let card = |card: Recruit| RecruitRow {
                in_the_deck: (open && s.recruits[side].has(card)).into(),
                drawn: (open && s.drawn[side].has(card)).into(),
            };
            rows.fill_from(i * RECRUITS, Recruit::all().take(RECRUITS).map(card));
        }
    });
}

#[derive(Clone, Copy, Row)]
struct RecruitRow {
    in_the_deck: Flag,
    drawn: Flag,
}
