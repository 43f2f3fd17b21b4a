//! The observation: what a side sees, itself first; never the other hand. Each row is a struct beside what fills it.

use holotable_env::{Capped, Count, Finite, Flag, Observe, Relations, Row, Rows, Share, Sink};

use super::relations::relations;
use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::action::{Die, Own};
use crate::rebellion_combat::rules::ask::asked;
use crate::rebellion_combat::rules::legal::destinations;
use crate::rebellion_combat::rules::state::{Stage, State};
use crate::rebellion_combat::rules::words::{
    ByColour, ByTheatre, Colour, Face, HITS, LEADERS, LEVELS, NEIGHBOURS, ROWS, Row as Kind, Side, Theatre,
};
use crate::rebellion_combat::rules::worth::points;
use crate::rebellion_combat::rules::zones::{Cards, Units};
use crate::rebellion_combat::rules::{attack, plans, targets};

impl Observe for RebellionCombat {
    // Else it would be one function for both views of a game, with features and without, and slower in each.
    #[inline(always)]
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        let me = Side::at(viewer);
        let sides = [me, me.other()];
        out.row("combat", "where the combat stands", || combat(self, s, me));
        out.rows("sides", "the sides, mine first", Side::N, |rows| self::sides(self, s, sides, rows));
        let doc = "the units in the system by kind, mine in the order of units.toml, then theirs, and by damage markers";
        out.rows("units", doc, 2 * ROWS, |rows| {
            for (i, side) in sides.into_iter().enumerate() {
                rows.fill_from(i * ROWS, Kind::all().map(|row| levels(s.camps[side].units.levels(row))));
            }
        });
        let doc = "the units that this attack has hurt by kind, in the order of 'units'";
        out.rows("hurt", doc, 2 * ROWS, |rows| hurt(s, me, rows));
        let camps = sides.map(|side| &s.camps[side]);
        let doc = "the units destroyed in this battle step, which still attack in it, by kind";
        out.rows("destroyed", doc, 2 * ROWS, |rows| zone(camps.map(|camp| &camp.parked), rows));
        let doc = "the units lost in this combat by kind";
        out.rows("lost", doc, 2 * ROWS, |rows| zone(camps.map(|camp| &camp.lost), rows));
        let doc = "the units that have retreated by kind";
        out.rows("retreated", doc, 2 * ROWS, |rows| zone(camps.map(|camp| &camp.retreated), rows));
        let doc = "the units hurt in this attack, in the order in which actions name them";
        out.rows("wounded", doc, HITS, |rows| wounded(self, s, rows));
        let doc = "the dice of the attack that can still be used, by colour × face";
        out.each("dice", doc, |die: Die| Shown { shown: Share::of(s.dice[die]) });
        let kinds = self.tables.tactics.len();
        let held = |n: u8| Held { cards: Count::of(n) };
        let (mine, theirs) = (counts(self, &s.camps[me].hand), counts(self, &s.camps[me.other()].hand));
        let doc = "my tactic cards by kind, in the order of tactics.toml";
        out.list("hand", doc, kinds, mine.iter().map(|&n| held(n)));
        let doc = "the tactic cards played or discarded, in the same order";
        out.list("discarded", doc, kinds, counts(self, &s.discards).iter().map(|&n| held(n)));
        let doc = "the tactic cards in the deck or in the other hand, in the same order";
        let unseen = counts(self, &s.deck).iter().zip(theirs).map(|(deck, hand)| held(deck + hand));
        out.list("unseen", doc, kinds, unseen);
        out.rows("played", "the tactic card being played, in the same order", kinds, |rows| {
            if let Some(playing) = s.playing {
                rows.set(playing.card.index(), Played { this_one: Flag::YES });
            }
        });
        let doc = "how much of it is left, this verb and this choice included, and the dice chosen to be rolled again";
        out.rows("effect", doc, 1, |rows| {
            if let Some(playing) = s.playing {
                let choices_left = Count::of(asked(self, s).map_or(0, |ask| ask.left));
                let (verbs_left, rolled_again) = (Count::of(playing.left), s.aside.map(Share::of));
                rows.set(0, Effect { verbs_left, choices_left, rolled_again });
            }
        });
        let doc = "the leaders, mine in the order of leaders.toml, then theirs";
        out.rows("leaders", doc, 2 * LEADERS, |rows| leaders(self, s, sides, rows));
        out.rows("neighbours", "the neighbouring systems", NEIGHBOURS, |rows| beside(s, me, rows));
    }

    fn relations(&self) -> Relations {
        relations(self.tables.tactics.len())
    }
}

#[derive(Clone, Copy, Row)]
struct Combat {
    my_decision: Flag,
    i_am_the_empire: Flag,
    i_am_current: Flag,
    my_attack: Flag,
    #[row(flatten)]
    theatre: ByTheatre<Flag>,
    leaders: Flag,
    actions: Flag,
    assign: Flag,
    block: Flag,
    plans: Flag,
    retreat: Flag,
    take: Flag,
    asked_by_a_card: Flag,
    #[row(flatten, named)]
    next_die: ByColour<Flag>,
    next_die_direct: Flag,
    no_block: Flag,
    plans_held: Flag,
    round: Capped<10>,
    capacity_left: Count<20>,
    my_points: Count<40>,
    their_points: Count<40>,
    #[row(unit = "/20")]
    points_for_holding: f32,
    tactics: Flag,
    structures: Flag,
    roll: Flag,
}

/// How far a tactic card has come that asks.
#[derive(Clone, Copy, Row)]
struct Effect {
    verbs_left: Count<4>,
    choices_left: Count<8>,
    #[row(flatten, named)]
    rolled_again: ByColour<Share<5>>,
}

#[inline]
fn combat(g: &RebellionCombat, s: &State, me: Side) -> Combat {
    let attack = matches!(s.stage, Stage::Actions | Stage::Assign | Stage::Block);
    let fought =
        !matches!(s.stage, Stage::Leaders | Stage::Retreat | Stage::Lead | Stage::Take | Stage::Over);
    let by_card = s.playing.is_some();
    let at = |stage: Stage| Flag::from(!by_card && s.stage == stage);
    let assigned = if s.stage == Stage::Assign { attack::next_die(g, s) } else { None };
    let die = assigned.or(plans::waits(s).then_some(plans::HIT));
    let hit = |colour: Colour| Flag::from(die == Some(Die { colour, face: Face::Hit }));
    let earned = |side: Side| Count::of(points(g, s, side).min(255) as u8);
    Combat {
        my_decision: (s.stage != Stage::Over && s.decides() == me).into(),
        i_am_the_empire: (me == Side::Empire).into(),
        i_am_current: (s.current == me).into(),
        my_attack: (attack && s.side == me).into(),
        theatre: ByTheatre::from_fn(|theatre| (fought && s.theatre == theatre).into()),
        leaders: at(Stage::Leaders),
        actions: at(Stage::Actions),
        assign: at(Stage::Assign),
        block: at(Stage::Block),
        plans: at(Stage::Plans),
        retreat: (!by_card && matches!(s.stage, Stage::Retreat | Stage::Lead)).into(),
        take: at(Stage::Take),
        asked_by_a_card: by_card.into(),
        next_die: ByColour::from_fn(hit),
        next_die_direct: die.is_some_and(|die| die.face == Face::Direct).into(),
        no_block: s.no_block.into(),
        plans_held: s.plans.into(),
        round: Capped::of(s.round),
        capacity_left: Count::of(s.room),
        my_points: earned(me),
        their_points: earned(me.other()),
        points_for_holding: f32::from(g.rules.hold) / 20.0,
        tactics: at(Stage::Tactics),
        structures: at(Stage::Structures),
        roll: at(Stage::Roll),
    }
}

#[derive(Clone, Copy, Row)]
struct OneSide {
    space_cards: Count<8>,
    ground_cards: Count<8>,
    black_dice_in_space: Share<5>,
    red_dice_in_space: Share<5>,
    black_dice_on_ground: Share<5>,
    red_dice_on_ground: Share<5>,
    cannot_retreat_this_round: Flag,
    needs_no_carriers_this_round: Flag,
    has_retreated: Flag,
}

#[inline]
fn sides(g: &RebellionCombat, s: &State, sides: [Side; 2], rows: &mut Rows<OneSide>) {
    let dice = attack::all_dice(g, s);
    for (i, side) in sides.into_iter().enumerate() {
        let (camp, [space, ground]) = (&s.camps[side], dice[side].values());
        let cards = |deck: Theatre| Count::of(s.hand_size(&g.tables, side, deck));
        let row = OneSide {
            space_cards: cards(Theatre::Space),
            ground_cards: cards(Theatre::Ground),
            black_dice_in_space: Share::of(space[Colour::Black]),
            red_dice_in_space: Share::of(space[Colour::Red]),
            black_dice_on_ground: Share::of(ground[Colour::Black]),
            red_dice_on_ground: Share::of(ground[Colour::Red]),
            cannot_retreat_this_round: camp.held.into(),
            needs_no_carriers_this_round: camp.free.into(),
            has_retreated: camp.has_retreated().into(),
        };
        rows.set(i, row);
    }
}

#[derive(Clone, Copy, Row)]
struct Levels {
    undamaged: Count<8>,
    damage_1: Count<8>,
    damage_2: Count<8>,
    damage_3: Count<8>,
    damage_4: Count<8>,
    damage_5: Count<8>,
}

#[inline]
fn levels(levels: &[u8; LEVELS]) -> Levels {
    let units = |damage: usize| Count::of(levels[damage]);
    Levels {
        undamaged: units(0),
        damage_1: units(1),
        damage_2: units(2),
        damage_3: units(3),
        damage_4: units(4),
        damage_5: units(5),
    }
}

#[derive(Clone, Copy, Row)]
struct OneKind {
    units: Count<8>,
}

fn hurt(s: &State, me: Side, rows: &mut Rows<OneKind>) {
    let first = if me == s.side { ROWS } else { 0 };
    let mut hurt = Units::default();
    for Own { row, .. } in s.hits.iter().map(|hit| hit.unit) {
        hurt[row] += 1;
        rows.set(first + row.index(), OneKind { units: Count::of(hurt[row]) });
    }
}

/// A zone of both sides.
fn zone(zones: [&Units; 2], rows: &mut Rows<OneKind>) {
    for (i, zone) in zones.into_iter().enumerate() {
        rows.fill_from(i * ROWS, zone.values().iter().map(|&n| OneKind { units: Count::of(n) }));
    }
}

#[derive(Clone, Copy, Row)]
struct Wounded {
    there: Flag,
    black_dice: Share<5>,
    red_dice: Share<5>,
    red_health: Flag,
    #[row(unit = "/6")]
    health: f32,
    #[row(unit = "/6")]
    markers: f32,
    #[row(unit = "/6, at most 1")]
    assigned: f32,
    destroyed_unless_blocked: Flag,
    #[row(unit = "/20")]
    value: f32,
    chosen_by_this_verb: Flag,
}

fn wounded(g: &RebellionCombat, s: &State, rows: &mut Rows<Wounded>) {
    rows.fill(s.hits.iter().map(|hit| {
        let unit = g.tables.stat(s.side.other(), hit.unit.row);
        Wounded {
            there: Flag::YES,
            black_dice: Share::of(unit.dice[Colour::Black]),
            red_dice: Share::of(unit.dice[Colour::Red]),
            red_health: (unit.colour == Some(Colour::Red)).into(),
            health: f32::from(unit.health) / 6.0,
            markers: hit.unit.marked.index() as f32 / 6.0,
            assigned: (f32::from(hit.assigned) / 6.0).min(1.0),
            destroyed_unless_blocked: targets::doomed(g, s, *hit).into(),
            value: f32::from(unit.value) / 20.0,
            chosen_by_this_verb: hit.chosen.into(),
        }
    }));
}

#[derive(Clone, Copy, Row)]
struct Shown {
    shown: Share<5>,
}

#[derive(Clone, Copy, Row)]
struct Held {
    cards: Count<3>,
}

/// How many there are of each kind of tactic card that the data set has.
fn counts<'a>(g: &RebellionCombat, cards: &'a Cards) -> &'a [u8] {
    &cards.values()[..g.tables.tactics.len()]
}

#[derive(Clone, Copy, Row)]
struct Played {
    this_one: Flag,
}

#[derive(Clone, Copy, Row)]
struct Leader {
    here: Flag,
    in_the_pool: Flag,
    #[row(unit = "/4, if here or in the pool")]
    space: Share<4>,
    #[row(unit = "/4, if here or in the pool")]
    ground: Share<4>,
}

#[inline]
fn leaders(g: &RebellionCombat, s: &State, sides: [Side; 2], rows: &mut Rows<Leader>) {
    for (i, side) in sides.into_iter().enumerate() {
        let camp = &s.camps[side];
        for leader in camp.leaders.or(camp.pool).iter() {
            let tactics = &g.tables.leaders[side][leader.index()].tactics;
            let [space, ground] =
                [Theatre::Space, Theatre::Ground].map(|theatre| Share::of(tactics[theatre]));
            let (here, in_the_pool) = (camp.leaders.has(leader).into(), camp.pool.has(leader).into());
            rows.set(i * LEADERS + leader.index(), Leader { here, in_the_pool, space, ground });
        }
    }
}

#[derive(Clone, Copy, Row)]
struct Neighbour {
    there: Flag,
    loyal_to_me: Flag,
    loyal_to_them: Flag,
    my_units: Flag,
    their_units: Flag,
    origin: Flag,
    open_to_my_retreat: Flag,
    chosen: Flag,
}

fn beside(s: &State, me: Side, rows: &mut Rows<Neighbour>) {
    let (them, open) = (me.other(), destinations(s, me));
    let moving = matches!(s.stage, Stage::Lead | Stage::Take);
    let to = s.camps[s.side].fled_to.filter(|_| moving).map(Finite::index);
    rows.fill(s.beside.iter().enumerate().map(|(i, b)| Neighbour {
        there: Flag::YES,
        loyal_to_me: b.loyalty.is_to(me).into(),
        loyal_to_them: b.loyalty.is_to(them).into(),
        my_units: b.units.has(me).into(),
        their_units: b.units.has(them).into(),
        origin: b.origin.into(),
        open_to_my_retreat: (open >> i & 1 == 1).into(),
        chosen: (to == Some(i)).into(),
    }));
}
