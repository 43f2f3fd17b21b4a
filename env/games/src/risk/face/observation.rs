//! The observation: what a seat sees, itself first; never another team's cards, and the Emperor for the Empire only. Each row is a
//! struct beside what fills it.

use holotable_env::bits::places;
use holotable_env::{ByKey, Count, Finite, Flag, Observe, Relations, Row, Rows, Share, Sink};

use super::relations::relations;
use crate::risk::rules::Risk;
use crate::risk::rules::board::Emperor;
use crate::risk::rules::cards::VERBS;
use crate::risk::rules::pending::{Now, Stage};
use crate::risk::rules::sight::knows_emperor;
use crate::risk::rules::state::{Ready, State};
use crate::risk::rules::words::{
    Army, ByClass, Class, Faction, How, KINDS, Kind, PLANETS, Planet, Planets, SEATS, Seat, When, count,
};
use crate::risk::rules::{hand, turn};

impl Observe for Risk {
    #[inline]
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        let (me, now) = (Seat::at(viewer), s.now());
        out.row("game", "where the game stands", || game(self, s, &now, me));
        let doc = "the seats in the order of the chart, you first; the neutral Hutts last";
        out.rows("seats", doc, SEATS + 1, |rows| seats(self, s, me, rows));
        out.rows("planets", "the planets in the order of planets.toml", PLANETS, |rows| {
            planets(self, s, &now, me, rows);
        });
        let doc = "your planets from which you can attack or move, in the same order: what there is to move";
        out.rows("garrisons", doc, PLANETS, |rows| garrisons(s, me, rows));
        let doc = "the kinds of cards of your deck, those of each class in the order of directives.toml";
        out.rows("cards", doc, KINDS, |rows| cards(self, s, &now, me, rows));
        let doc = "the discarded cards by kind: the decks of the Rebels, the Empire and the Hutts";
        out.rows("discards", doc, Faction::N * KINDS, |rows| discards(self, s, rows));
        out.rows("directive", "what the directive that waits for its target does, by verb", VERBS, |rows| {
            if let Some(verb) = now.card.and_then(|kind| self.deck(s.asked).card(kind).verb) {
                rows.set(verb.index(), Directive { amount: Count::of(verb.amount()) });
            }
        });
    }

    fn relations(&self) -> Relations {
        relations(self)
    }
}

#[derive(Clone, Copy, Row)]
struct GameRow {
    my_decision: Flag,
    my_turn: Flag,
    #[row(flatten)]
    stage: ByKey<Stage, Flag, { Stage::N }>,
    #[row(unit = "/40", to = 2.0)]
    round: f32,
    #[row(unit = "/40", to = 2.0)]
    rounds_left: f32,
    #[row(unit = "spaces to the light, /3", from = -2.0, to = 2.0)]
    force: f32,
    death_star: Flag,
    rebuilt: Count<2>,
    asteroid_fields: Count<3>,
    tokens_in_the_stack: Count<6>,
    tokens_in_hand: Count<6>,
    emperor_in_the_stack: Flag,
    emperor_in_hand: Flag,
    sets_turned_in: Count<4>,
    ship_built: Flag,
    #[row(flatten, named)]
    ship_to_place: ByClass<Flag>,
    next_attack_plus: Count<2>,
    next_attack_dice: Count<3>,
    #[row(flatten, named)]
    next_attack_leaves: ByClass<Count<3>>,
    attack_until_one_breaks: Flag,
    attack_plus: Count<2>,
    attack_dice: Count<3>,
    #[row(flatten, named)]
    attack_leaves: ByClass<Count<3>>,
    defence_plus: Count<2>,
    defence_one_die: Flag,
    must_turn_in_sets: Flag,
    ship_moves: Count<2>,
    played_among_the_cards: Flag,
    steps: Count<6>,
    standard_risk: Flag,
}

#[inline]
fn game(g: &Risk, s: &State, now: &Now, me: Seat) -> GameRow {
    let knows = knows_emperor(g, me);
    let order = now.order;
    let with = order.map_or(Ready::default(), |order| order.with);
    let mut stage = ByKey::<Stage, Flag, { Stage::N }>::default();
    stage[now.stage] = Flag::YES;
    GameRow {
        my_decision: (!s.is_over() && s.asked == me).into(),
        my_turn: (s.turn == me).into(),
        stage,
        round: f32::from(s.round) / 40.0,
        rounds_left: f32::from(g.rounds - s.round) / 40.0,
        force: f32::from(s.meter) / 3.0,
        death_star: s.star.is_some().into(),
        rebuilt: Count::of(s.rebuilt),
        asteroid_fields: Count::of(s.board.destroyed.len() as u8),
        tokens_in_the_stack: Count::of(s.stack),
        tokens_in_hand: Count::of(s.tokens),
        emperor_in_the_stack: (knows && s.emperor == Emperor::Stack).into(),
        emperor_in_hand: (knows && s.emperor == Emperor::InHand).into(),
        sets_turned_in: Count::of(s.sets),
        ship_built: s.built.into(),
        ship_to_place: ByClass::from_fn(|class| (s.ship == Some(class)).into()),
        next_attack_plus: Count::of(s.ready.plus),
        next_attack_dice: Count::of(s.ready.dice),
        next_attack_leaves: s.ready.left.map(Count::of),
        attack_until_one_breaks: order.is_some_and(|order| order.how == How::Break).into(),
        attack_plus: Count::of(with.plus),
        attack_dice: Count::of(with.dice),
        attack_leaves: with.left.map(Count::of),
        defence_plus: Count::of(order.map_or(0, |order| order.parry)),
        defence_one_die: order.is_some_and(|order| order.one_die).into(),
        must_turn_in_sets: s.spoils.into(),
        ship_moves: Count::of(s.ship_moves),
        played_among_the_cards: now.in_cards.into(),
        steps: Count::of(now.steps),
        standard_risk: (!g.star_wars).into(),
    }
}

#[derive(Clone, Copy, Row)]
struct SeatRow {
    plays: Flag,
    team: Flag,
    rebels: Flag,
    empire: Flag,
    hutts: Flag,
    turn: Flag,
    asked: Flag,
    began: Flag,
    out: Flag,
    lost_a_planet_this_turn: Flag,
    cards: Count<5>,
    planets: Count<14>,
    resources: Count<10>,
    reinforcements: Count<10>,
    #[row(unit = "/10", to = 6554.0)]
    reserve: f32,
    #[row(unit = "/40", to = 6554.0)]
    troops: f32,
}

/// The seat that is so many places after another one.
#[inline]
fn ahead(g: &Risk, me: Seat, n: usize) -> Seat {
    let i = me.index() + n;
    Seat::at(if i < g.players { i } else { i - g.players })
}

#[inline]
fn seats(g: &Risk, s: &State, me: Seat, rows: &mut Rows<'_, SeatRow>) {
    let row = |army: Army, seat: Option<Seat>| {
        let held = s.board.held[army];
        let of = |faction: Faction| Flag::from(g.star_wars && g.factions[army] == faction);
        let troops: u32 = held.iter().map(|planet| u32::from(s.board.troops[planet])).sum();
        SeatRow {
            plays: seat.is_some().into(),
            team: g.friends[me.index()].has(army).into(),
            rebels: of(Faction::Rebels),
            empire: of(Faction::Empire),
            hutts: of(Faction::Hutts),
            turn: (seat == Some(s.turn)).into(),
            asked: (seat == Some(s.asked)).into(),
            began: (seat == Some(s.first)).into(),
            out: seat.is_some_and(|seat| s.out.has(seat)).into(),
            lost_a_planet_this_turn: s.robbed.has(army).into(),
            cards: Count::of(seat.map_or(0, |seat| count(&s.hands[seat.index()]))),
            planets: Count::of(held.len() as u8),
            resources: Count::of(held.and(g.tables.map.resources).len() as u8),
            reinforcements: Count::of(seat.map_or(0, |seat| turn::reinforcements(g, s, seat).min(255) as u8)),
            reserve: f32::from(s.reserve[army]) / 10.0,
            troops: troops as f32 / 40.0,
        }
    };
    for n in 0..g.players {
        let seat = ahead(g, me, n);
        rows.set(n, row(Army::of(seat), Some(seat)));
    }
    if g.neutral_hutts() {
        rows.set(SEATS, row(Army::Neutral, None));
    }
}

#[derive(Clone, Copy, Default, Row)]
struct PlanetRow {
    mine: Flag,
    of_my_team: Flag,
    of_the_next_seat: Flag,
    of_the_second_seat: Flag,
    of_the_third_seat: Flag,
    of_the_fourth_seat: Flag,
    of_the_rebels: Flag,
    of_the_empire: Flag,
    of_the_hutts: Flag,
    destroyed: Flag,
    #[row(unit = "/10", to = 6554.0)]
    troops: f32,
    fighters: Count<3>,
    bombers: Count<3>,
    capitals: Count<3>,
    bases: Count<2>,
    emperor: Flag,
    death_star: Flag,
    resource: Flag,
    region_bonus: Count<7>,
    region_mine: Flag,
    region_mine_but_one: Flag,
    no_more_attacks_from_here: Flag,
    protected: Flag,
    from: Flag,
    to: Flag,
}

#[inline]
fn planets(g: &Risk, s: &State, now: &Now, me: Seat, rows: &mut Rows<'_, PlanetRow>) {
    let (map, board) = (&g.tables.map, &s.board);
    // What is the same on all planets of an army, and on those of nobody.
    let mut common = [PlanetRow::default(); Army::N + 1];
    for n in 0..g.players {
        let army = Army::of(ahead(g, me, n));
        common[army.index()] = of_army(g, me, army, Some(n));
    }
    common[Army::Neutral.index()] = of_army(g, me, Army::Neutral, None);
    let mut owners = [Army::N; PLANETS];
    for (army, held) in board.held.iter() {
        held.iter().for_each(|planet| owners[planet.index()] = army.index());
    }
    rows.fill(Planet::all().map(|planet| {
        let ships = &board.ships[planet];
        PlanetRow {
            troops: f32::from(board.troops[planet]) * 0.1,
            fighters: Count::of(ships[Class::Fighter]),
            bombers: Count::of(ships[Class::Bomber]),
            capitals: Count::of(ships[Class::Capital]),
            bases: Count::of(board.bases[planet]),
            region_bonus: Count::of(map.bonuses[planet]),
            ..common[owners[planet.index()]]
        }
    }));
    // What holds of few planets is not asked of each.
    let mut mark = |planets: Planets, flag: usize| {
        planets.iter().for_each(|planet| rows.mark(planet.index(), flag));
    };
    let mine = board.held[Army::of(me)];
    for region in &map.regions {
        match region.planets.without(board.destroyed).without(mine).len() {
            0 => mark(region.planets, const { Rows::<PlanetRow>::flag("region_mine") }),
            1 => mark(region.planets, const { Rows::<PlanetRow>::flag("region_mine_but_one") }),
            _ => {}
        }
    }
    let emperor = if let Emperor::On(planet) = s.emperor { Some(planet) } else { None };
    let (from, to) = now.order.map_or((now.from, now.to), |order| (Some(order.from), Some(order.to)));
    let one = |planet: Option<Planet>| planet.map_or(Planets::EMPTY, Planets::only);
    mark(board.destroyed, const { Rows::<PlanetRow>::flag("destroyed") });
    mark(one(emperor.filter(|_| knows_emperor(g, me))), const { Rows::<PlanetRow>::flag("emperor") });
    mark(one(s.star), const { Rows::<PlanetRow>::flag("death_star") });
    mark(map.resources, const { Rows::<PlanetRow>::flag("resource") });
    mark(s.barred, const { Rows::<PlanetRow>::flag("no_more_attacks_from_here") });
    mark(s.shielded, const { Rows::<PlanetRow>::flag("protected") });
    mark(one(from), const { Rows::<PlanetRow>::flag("from") });
    mark(one(to), const { Rows::<PlanetRow>::flag("to") });
}

/// Whose the planets of an army are; its seat is so many places after the one that looks.
#[inline]
fn of_army(g: &Risk, me: Seat, army: Army, ahead: Option<usize>) -> PlanetRow {
    let of = |faction: Faction| Flag::from(g.star_wars && g.factions[army] == faction);
    PlanetRow {
        mine: (ahead == Some(0)).into(),
        of_my_team: g.friends[me.index()].has(army).into(),
        of_the_next_seat: (ahead == Some(1)).into(),
        of_the_second_seat: (ahead == Some(2)).into(),
        of_the_third_seat: (ahead == Some(3)).into(),
        of_the_fourth_seat: (ahead == Some(4)).into(),
        of_the_rebels: of(Faction::Rebels),
        of_the_empire: of(Faction::Empire),
        of_the_hutts: of(Faction::Hutts),
        ..PlanetRow::default()
    }
}

#[derive(Clone, Copy, Row)]
struct Garrison {
    troops_to_move: Flag,
    ships: Flag,
    dice: Share<3>,
}

fn garrisons(s: &State, me: Seat, rows: &mut Rows<'_, Garrison>) {
    for planet in s.board.held[Army::of(me)].iter() {
        let (troops, ships) = (s.board.troops[planet], *s.board.ships[planet].values() != [0; 3]);
        if troops > 1 || ships {
            let dice = Share::of((troops - 1).min(3) as u8);
            rows.set(
                planet.index(),
                Garrison { troops_to_move: (troops > 1).into(), ships: ships.into(), dice },
            );
        }
    }
}

#[derive(Clone, Copy, Row)]
struct CardRow {
    held: Count<3>,
    held_by_my_team: Count<3>,
    in_the_set: Count<3>,
    fighter: Flag,
    bomber: Flag,
    capital: Flag,
    on_my_turn: Flag,
    in_attack: Flag,
    in_defence: Flag,
    amount: Count<4>,
}

fn cards(g: &Risk, s: &State, now: &Now, me: Seat, rows: &mut Rows<'_, CardRow>) {
    let deck = g.deck(me);
    let hand = &s.hands[me.index()];
    let partner = g.partner[me.index()].map(|seat| &s.hands[seat.index()]);
    let set = if g.star_wars && g.faction(s.turn) != g.faction(me) { &[][..] } else { &now.set[..] };
    let mut seen = deck.held(hand) | partner.map_or(0, |hand| deck.held(hand));
    for kind in set {
        seen |= 1 << kind.index();
    }
    for kind in places(u64::from(seen)).map(Kind::at) {
        let card = deck.card(kind);
        let when = |when: When| Flag::from(card.when.has(when));
        let of = |class: Class| Flag::from(card.class == class);
        let row = CardRow {
            held: Count::of(hand[kind]),
            held_by_my_team: Count::of(partner.map_or(0, |hand| hand[kind])),
            in_the_set: Count::of(set.iter().filter(|&&k| k == kind).count() as u8),
            fighter: of(Class::Fighter),
            bomber: of(Class::Bomber),
            capital: of(Class::Capital),
            on_my_turn: when(When::Turn),
            in_attack: when(When::Attack),
            in_defence: when(When::Defend),
            amount: Count::of(card.verb.map_or(0, crate::risk::rules::cards::Verb::amount)),
        };
        rows.set(kind.index(), row);
    }
}

#[derive(Clone, Copy, Row)]
struct Discard {
    cards: Count<3>,
}

fn discards(g: &Risk, s: &State, rows: &mut Rows<'_, Discard>) {
    if s.round == 0 {
        return;
    }
    for faction in Faction::all() {
        let gone = hand::discards(g, s, faction);
        for i in places(holotable_env::bits::nonzero(gone.values())) {
            rows.set(faction.index() * KINDS + i, Discard { cards: Count::of(gone[Kind::at(i)]) });
        }
    }
}

#[derive(Clone, Copy, Row)]
struct Directive {
    amount: Count<4>,
}
