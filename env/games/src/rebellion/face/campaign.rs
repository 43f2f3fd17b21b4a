//! What a side sees more where all missions are played: hands, decks, rings, given-back probe cards. Each row is a struct beside what fills
//! it.

use holotable_env::{Count, Finite, Flag, Row, Sink};

use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::words::{
    Face, LEADERS, Leader, Mission, OBJECTIVES, Objective, PLACES, Place, Side,
};
use crate::rebellion::rules::{deck, probes};

/// Writes what a side may know of hands, decks and the mission.
pub fn observe(g: &Rebellion, s: &State, me: Side, out: &mut impl Sink) {
    let sides = [me, me.other()];
    let titles = g.tables.room().0;
    out.row("campaign", "hands, decks and the mission that is carried out", || campaign(g, s, me));
    let doc = "the cards of each mission in the order of missions.toml, mine and then theirs";
    out.rows("mission_cards", doc, 2 * titles, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            let n = g.tables.missions[side].len();
            rows.fill_from(i * titles, Mission::all().take(n).map(|one| cards(g, s, me, side, one)));
        }
    });
    let doc = "the rings of the leaders, mine in the order of the battle's leaders.toml, then theirs";
    out.rows("rings", doc, 2 * LEADERS, |rows| {
        for (i, side) in sides.into_iter().enumerate() {
            rows.fill_from(i * LEADERS, Leader::all().map(|leader| rings(s, side, leader)));
        }
    });
    let doc = "the probe cards that the Empire gave back, in the order of systems.toml";
    out.rows("given_back", doc, PLACES, |rows| {
        rows.fill(Place::all().map(|place| GivenRow {
            given_back: s.planted.has(place).into(),
            i_put_it_on_top: Count::of(height(s, me, place)),
        }));
    });
    let doc = "the objectives in the order of objectives.toml: how far from the top of the deck they lie";
    out.rows("objective_order", doc, OBJECTIVES, |rows| {
        rows.fill(Objective::all().map(|one| {
            let at = s.top.iter().position(|&top| top == one).filter(|_| me == Side::Rebels);
            OrderRow {
                from_the_top: Count::of(at.map_or(0, |at| at as u8 + 1)),
                seen_at_the_bottom: (s.known.has(one) && !s.hand.has(one)).into(),
            }
        }));
    });
}

/// How high a probe card lies above the deck, for the Rebels.
fn height(s: &State, me: Side, place: Place) -> u8 {
    let lies = me == Side::Rebels && !s.probes.has(place);
    if lies { s.depth[place].min(0).unsigned_abs() } else { 0 }
}

#[derive(Clone, Copy, Row)]
struct CampaignRow {
    my_missions: Count<10>,
    their_missions: Count<10>,
    my_deck: Count<25>,
    their_deck: Count<25>,
    project_deck: Count<10>,
    projects_under_the_deck: Count<10>,
    projects_drawn: Count<2>,
    second_way: Flag,
    not_the_nearest_on_the_queue: Flag,
    deed: Count<4>,
    left_to_choose: Count<8>,
    dice_of_the_rebels_without_success: Count<10>,
    dice_of_the_rebels_with_one: Count<10>,
    dice_of_the_rebels_with_two: Count<10>,
    successes_against_them: Count<10>,
    probe_cards_on_top: Count<4>,
    mobilizes_again: Flag,
    ring_of_yoda_used: Flag,
    base_moved: Count<4>,
    #[row(unit = "/3")]
    stage_of_the_second_objective: f32,
    #[row(unit = "/3")]
    stage_of_the_third_objective: f32,
    #[row(unit = "/3")]
    stage_of_the_fourth_objective: f32,
}

fn campaign(g: &Rebellion, s: &State, me: Side) -> CampaignRow {
    let (mine, theirs) = (me, me.other());
    let held = |side: Side| Count::of(s.missions[side].len() as u8);
    let left = |side: Side| Count::of(deck::missions(g, s, side).len() as u8);
    let shown = |n: usize| Count::of(s.rolled[Face::at(n)]);
    // Both see the backs of those that the Rebels have put in order.
    let stage = |i: usize| s.top.get(i).map_or(0.0, |&one| f32::from(g.tables.objective(one).stage) / 3.0);
    CampaignRow {
        my_missions: held(mine),
        their_missions: held(theirs),
        my_deck: left(mine),
        their_deck: left(theirs),
        project_deck: Count::of(deck::projects(g, s).len() as u8),
        projects_under_the_deck: Count::of(s.sunk.len() as u8),
        projects_drawn: Count::of(s.offer.len() as u8),
        second_way: (s.way.index() > 0).into(),
        not_the_nearest_on_the_queue: s.later.into(),
        deed: Count::of(s.deed),
        left_to_choose: Count::of(s.left),
        dice_of_the_rebels_without_success: shown(0),
        dice_of_the_rebels_with_one: shown(1),
        dice_of_the_rebels_with_two: shown(2),
        successes_against_them: Count::of(s.against),
        probe_cards_on_top: Count::of(probes::above(s) as u8),
        mobilizes_again: s.again.into(),
        ring_of_yoda_used: s.taught.into(),
        base_moved: Count::of(s.moved),
        stage_of_the_second_objective: stage(1),
        stage_of_the_third_objective: stage(2),
        stage_of_the_fourth_objective: stage(3),
    }
}

#[derive(Clone, Copy, Row)]
struct CardRow {
    project: Flag,
    every_icon_counts: Flag,
    in_my_hand: Count<3>,
    discarded: Count<3>,
    /// I drew it, and decide whether I keep it.
    drawn: Count<2>,
    /// I put it under the deck of projects: how deep the first one lies there, from 1.
    under_the_deck: Count<10>,
}

fn cards(g: &Rebellion, s: &State, me: Side, side: Side, mission: Mission) -> CardRow {
    let mine = me == side;
    let projects = mine && me == Side::Empire;
    let drawn = s.offer.iter().filter(|&&one| projects && one == mission).count();
    let sunk = s.sunk.iter().position(|&one| projects && one == mission);
    CardRow {
        project: g.tables.projects[side].has(mission).into(),
        every_icon_counts: g.tables.mission(side, mission).all_icons.into(),
        in_my_hand: Count::of(if mine { s.missions[side].count(mission) } else { 0 }),
        discarded: Count::of(s.spent[side].count(mission)),
        drawn: Count::of(drawn as u8),
        under_the_deck: Count::of(sunk.map_or(0, |at| at as u8 + 1)),
    }
}

#[derive(Clone, Copy, Row)]
struct RingRow {
    in_carbonite: Flag,
    detained: Flag,
    not_opposed_from_the_pool: Flag,
    with_two_successes_more: Flag,
    ring_of_yoda: Flag,
    carries_the_mission_out: Flag,
    out_of_the_game: Flag,
    #[row(unit = "number of the Rebel leader who this is, lured to the Empire, from 1, /13")]
    lured: f32,
}

fn rings(s: &State, side: Side, leader: Leader) -> RingRow {
    let has = |ring: Option<Leader>| Flag::from(side == Side::Rebels && ring == Some(leader));
    let lured = s.lured.filter(|_| s.is_lured(side, leader)).map_or(0, |leader| leader.index() + 1);
    RingRow {
        in_carbonite: has(s.frozen),
        detained: has(s.detained),
        not_opposed_from_the_pool: has(s.shielded),
        with_two_successes_more: has(s.boosted),
        ring_of_yoda: has(s.yoda),
        carries_the_mission_out: s.team[side].has(leader).into(),
        out_of_the_game: (s.posts[side][leader] == Post::Gone).into(),
        lured: lured as f32 / LEADERS as f32,
    }
}

#[derive(Clone, Copy, Row)]
struct GivenRow {
    given_back: Flag,
    i_put_it_on_top: Count<4>,
}

#[derive(Clone, Copy, Row)]
struct OrderRow {
    from_the_top: Count<4>,
    seen_at_the_bottom: Flag,
}
