//! Every invariant of a state, stated once: planets, troops, ships, tokens and cards, and a stage that fits.

use holotable_env::{Finite, Set, ensure};

use crate::risk::rules::Risk;
use crate::risk::rules::board::Emperor;
use crate::risk::rules::pending::{Pending, Stage};
use crate::risk::rules::state::{Ending, Order, Ready, State};
use crate::risk::rules::words::{ALL, Army, Cards, Class, Faction, Kind, Planet, SEATS, Seat, count};
use crate::risk::rules::{battle, directive, end, moves, sets, setup, star};

/// More troops than a game ever brings.
pub const MOST_TROOPS: u32 = 50_000;

/// States every invariant once.
///
/// # Errors
/// One line that says which is broken.
pub fn check(g: &Risk, s: &State) -> Result<(), String> {
    seats(g, s)?;
    board(g, s)?;
    cards(g, s)?;
    tokens(g, s)?;
    this_turn(g, s)?;
    ending(g, s)?;
    if s.is_over() {
        return Ok(());
    }
    let now = s.now();
    now.order.map_or(Ok(()), |order| attack(g, s, &order))?;
    now.card.map_or(Ok(()), |card| waits(g, s, card))?;
    stage(g, s)
}

fn says(holds: bool, why: &str) -> Result<(), String> {
    ensure(holds, || why.to_owned())
}

fn seats(g: &Risk, s: &State) -> Result<(), String> {
    for (what, seat) in [("turn", s.turn), ("asked", s.asked), ("first", s.first)] {
        ensure(seat.index() < g.players, || format!("'{what}' is seat {seat:?} of {}", g.players))?;
    }
    let setup = s.round == 0;
    let (round, stage) = (s.round, s.now().stage);
    ensure(setup == (stage <= Stage::MusterForHutts), || {
        format!("it is round {round} at the stage '{}', but the set-up alone is round 0", stage.word())
    })?;
    ensure(round <= g.rounds, || format!("round {round} of at most {}", g.rounds))?;
    let gone: Set<Seat> =
        g.seats().filter(|&seat| !setup && s.board.held[Army::of(seat)].is_empty()).collect();
    // A game that is won with an army's last planet is over before the army is out.
    let out = if s.is_over() { s.out.and(gone) } else { gone };
    let list = |seats: Set<Seat>| seats.iter().map(Seat::index).collect::<Vec<_>>();
    ensure(s.out == out, || format!("the seats {:?} are out, not {:?}", list(s.out), list(out)))?;
    says(s.is_over() || !s.out.has(s.turn), "it is the turn of an army that is gone")?;
    says(s.is_over() || !s.out.has(s.asked), "an army that is gone is asked")
}

fn board(g: &Risk, s: &State) -> Result<(), String> {
    let (board, mut seen) = (&s.board, s.board.destroyed);
    for (army, held) in board.held.iter() {
        let plays = army.seat().map_or(g.neutral_hutts(), |seat| seat.index() < g.players);
        ensure(plays || held.is_empty() && s.reserve[army] == 0, || {
            format!("nobody plays '{}'", army.word())
        })?;
        says(seen.and(*held).is_empty(), "two armies hold a planet, or one holds an asteroid field")?;
        seen = seen.or(*held);
        for class in Class::all() {
            let n = board
                .ships_of(army, class)
                .saturating_add(u8::from(army == s.mine() && s.ship == Some(class)));
            let most = g.tables.values.cards.ships_of_a_class;
            ensure(n <= most, || format!("{} has {n} {}s, more than {most}", army.word(), class.word()))?;
        }
    }
    let stage = s.now().stage;
    let free = ALL.without(seen);
    ensure(stage <= Stage::ClaimForHutts || free.is_empty(), || {
        format!("{} is nobody's", g.tables.map.name(free.nth(0)))
    })?;
    let troops: u32 = board.troops.values().iter().chain(s.reserve.values()).map(|&n| u32::from(n)).sum();
    ensure(troops <= MOST_TROOPS, || format!("{troops} troops, more than {MOST_TROOPS}"))?;
    let fires = usize::from(g.tables.values.star.fires);
    let destroyed = board.destroyed.len();
    ensure(destroyed <= if g.star_wars { fires } else { 0 }, || format!("{destroyed} asteroid fields"))?;
    let taken = board.taken();
    let imperial = star::imperial(g, s);
    for planet in Planet::all() {
        let name = g.tables.map.name(planet);
        let (troops, bases) = (board.troops[planet], board.bases[planet]);
        ensure((troops > 0) == taken.has(planet), || format!("{name} has {troops} troops"))?;
        let ships = *board.ships[planet].values() != [0; 3];
        ensure(!ships || taken.has(planet) && s.round > 0 && g.star_wars, || format!("ships over {name}"))?;
        ensure(bases == 0 || imperial.has(planet) && g.star_wars, || {
            format!("a base on {name}, which is not the Empire's")
        })?;
    }
    if let Some(star) = s.star {
        says(g.star_wars && imperial.has(star), "the Death Star is not over a planet of the Empire")?;
    }
    if stage <= Stage::PlaceStar {
        says(s.star.is_none() && s.rebuilt == 0, "the Death Star is not placed yet")?;
    } else if stage <= Stage::MusterForHutts {
        says(s.star.is_some() == g.star_wars, "the Death Star is missing")?;
    }
    ensure(s.rebuilt <= if g.star_wars { g.tables.values.star.rebuilds } else { 0 }, || {
        format!("the Death Star was rebuilt {} times", s.rebuilt)
    })?;
    let end = g.tables.values.meter.spaces as i8;
    ensure((-end..=end).contains(&s.meter) && (g.star_wars || s.meter == 0), || {
        format!("the Force Meter is at {}", s.meter)
    })
}

fn cards(g: &Risk, s: &State) -> Result<(), String> {
    for faction in Faction::all() {
        for (kind, &all) in g.decks[faction].all.iter() {
            let mut n = u16::from(s.decks[faction][kind]);
            n += g.seats_of[faction].iter().map(|seat| u16::from(s.hands[seat.index()][kind])).sum::<u16>();
            if g.faction(s.turn) == faction {
                n += s.now().set.iter().filter(|&&card| card == kind).count() as u16;
            }
            ensure(n <= u16::from(all), || {
                format!("{n} cards of kind {kind:?} of the {}, more than {all}", faction.word())
            })?;
        }
    }
    for seat in 0..SEATS {
        let n = count(&s.hands[seat]);
        let nobody = seat >= g.players || s.out.has(Seat::at(seat)) || s.round == 0;
        ensure(!nobody || s.hands[seat] == Cards::default(), || format!("seat {seat} has {n} cards"))?;
        let limit = g.tables.values.cards.hand_limit;
        ensure(!g.star_wars || limit == 0 || n <= limit, || {
            format!("seat {seat} has {n} cards, more than {limit}")
        })?;
    }
    Ok(())
}

fn tokens(g: &Risk, s: &State) -> Result<(), String> {
    if !g.star_wars {
        return says(
            s.stack == 0 && s.tokens == 0 && s.emperor == Emperor::Absent,
            "there is no Emperor in standard RISK",
        );
    }
    let on_board: u16 = s.board.bases.values().iter().map(|&n| u16::from(n)).sum();
    let (n, all) =
        (on_board + u16::from(s.stack) + u16::from(s.tokens), u16::from(g.tables.values.bases.tokens));
    ensure(n <= all, || format!("{n} base tokens, more than {all}"))?;
    says(s.round > 0 || u16::from(s.stack) == all, "bases are placed after the set-up")?;
    let there = match s.emperor {
        Emperor::Absent => false,
        Emperor::Stack => s.stack > 0,
        Emperor::InHand => s.tokens > 0,
        Emperor::On(planet) => s.board.bases[planet] > 0,
    };
    says(there || s.is_over(), "the Emperor is where no token is")?;
    let placing = matches!(s.pending, Pending::Token | Pending::MoveBase { .. });
    says(
        placing == (s.tokens > 0) || s.is_over(),
        "tokens are placed at the start of an Imperial turn or when the Hutts take a base",
    )
}

fn this_turn(g: &Risk, s: &State) -> Result<(), String> {
    let friends = g.friends[s.turn.index()];
    says(s.robbed.and(friends).is_empty(), "an army robs its own team")?;
    let plays = |army: Army| army.seat().map_or(g.neutral_hutts(), |seat| seat.index() < g.players);
    says(s.robbed.iter().all(plays), "nobody was robbed")?;
    let now = s.now();
    let invading = now.stage >= Stage::Invade && !now.in_cards;
    let fought = invading && now.stage <= Stage::Aim || s.is_over() || s.spoils;
    says(
        fought || s.barred.is_empty() && s.shielded.is_empty() && s.ready == Ready::default(),
        "what holds for an invasion outlasts it",
    )?;
    says(now.order.is_none() || s.ready == Ready::default(), "the next attack is prepared during an attack")?;
    ready(g, &s.ready)?;
    says(g.star_wars || !s.built && s.ship.is_none() && s.ready.plus == 0, "standard RISK has no ships")?;
    says(s.ship.is_none() || s.built, "a ship waits that was not built")?;
    let placed = s.reserve[s.mine()] == 0 && s.ship.is_none();
    says(placed || !invading || s.is_over(), "troops or a ship were not placed before the invasion")?;
    says(!s.spoils || !g.star_wars, "cards are taken in standard RISK only")?;
    says(s.ship_moves <= g.tables.values.fortification.ship_moves, "more moves of ships than there are")?;
    says(
        s.round > 0 || s.sets == 0 && !s.built && s.ship_moves == 0 && s.robbed.is_empty(),
        "a turn has begun in the set-up",
    )?;
    let least = u8::from(matches!(s.pending, Pending::Orbit { .. } | Pending::Shot { .. }));
    let (die, stage) = (g.tables.values.star.move_die, now.stage.word());
    ensure((least..=die).contains(&now.steps), || {
        format!("the Death Star moves {} steps at the stage '{stage}', not {least} to {die}", now.steps)
    })
}

/// What an attack is made with.
fn ready(g: &Risk, ready: &Ready) -> Result<(), String> {
    ensure(ready.plus <= 2, || format!("a card adds {} to each die, more than 2", ready.plus))?;
    ensure(ready.dice <= 2, || format!("an attack is limited to {} dice, more than 2", ready.dice))?;
    let (left, most) = (ready.left.values().iter().max(), g.tables.values.cards.ships_of_a_class);
    ensure(left <= Some(&most), || format!("an attack leaves out more than {most} ships of a class"))
}

fn ending(g: &Risk, s: &State) -> Result<(), String> {
    let (over, stage) = (s.is_over(), s.now().stage);
    ensure(over == (stage == Stage::Over), || {
        format!("the ending is '{}' at the stage '{}'", s.ending.word(), stage.word())
    })?;
    ensure(s.winner.is_some() == (over && s.ending != Ending::Draw), || {
        let winner = if s.winner.is_some() { "a winner" } else { "no winner" };
        format!("the ending is '{}', but there is {winner}", s.ending.word())
    })?;
    if let Some(winner) = s.winner {
        says(g.seats().any(|seat| end::team(g, seat) == winner), "nobody plays the winner")?;
    }
    if over || s.round == 0 {
        return Ok(());
    }
    says(!end::resources_are_held(g, s), "the Hutts have won, but the game goes on")?;
    let gone = |faction: Faction| g.seats_of[faction].iter().all(|seat| s.out.has(seat));
    if g.star_wars {
        says(!gone(Faction::Empire) && !gone(Faction::Rebels), "a faction is gone, but the game goes on")?;
        let one_is_gone = g.seats_of[Faction::Rebels].iter().any(|seat| s.out.has(seat));
        return says(
            g.tables.values.winning.both_rebels || !one_is_gone,
            "a Rebel army is gone, but the game goes on",
        );
    }
    says(s.out.len() + 1 < g.players, "one player is left, but the game goes on")
}

/// The attack under way, or the one that has just taken a planet.
fn attack(g: &Risk, s: &State, order: &Order) -> Result<(), String> {
    let (map, mine) = (&g.tables.map, s.board.held[s.mine()]);
    let (from, to) = (map.name(order.from), map.name(order.to));
    ensure(mine.has(order.from), || format!("an attack begins on {from}, a planet of another army"))?;
    ensure(map.next_to[order.from].has(order.to), || {
        format!("{to}, which is attacked, is not next to {from}")
    })?;
    ensure(order.parry <= 2, || format!("a card adds {} to each die, more than 2", order.parry))?;
    ready(g, &order.with)?;
    if matches!(s.pending, Pending::Defend { .. }) {
        return ensure(battle::targets(g, s).has(order.to), || format!("{to} is attacked, but cannot be"));
    }
    ensure(mine.has(order.to), || format!("{to} is not taken, but something moves there"))
}

/// The directive that waits for its target.
fn waits(g: &Risk, s: &State, card: Kind) -> Result<(), String> {
    let there = g.deck(s.asked).kinds.get(card.index()).is_some_and(|card| card.verb.is_some());
    ensure(there, || format!("there is no directive of kind {card:?}"))
}

/// Who is asked, and that there is something to choose.
fn stage(g: &Risk, s: &State) -> Result<(), String> {
    let hand = &s.hands[s.asked.index()];
    let imperial = g.star_wars && g.faction(s.asked) == Faction::Empire;
    let (mine, own) = (s.mine(), s.asked == s.turn);
    let (held, troops) = (s.board.held[mine], s.reserve[mine] > 0);
    let hutts = g.neutral_hutts() && s.reserve[Army::Neutral] > 0;
    let has_ships = |planet: Planet| *s.board.ships[planet].values() != [0; 3];
    let leads = |from: Planet, to: Planet| held.has(from) && moves::destinations(g, s, from).has(to);
    let fits = match s.pending {
        Pending::Claim => own && troops && setup::can_end(g, s),
        Pending::ClaimForHutts => own && hutts && setup::can_end(g, s),
        Pending::PlaceStar => imperial && !star::imperial(g, s).is_empty(),
        Pending::Muster => own && troops && !held.is_empty(),
        Pending::MusterForHutts => own && hutts && !s.board.held[Army::Neutral].is_empty(),
        Pending::Token => own && imperial,
        Pending::Cards => own && count(hand) > 0,
        Pending::Set { set } => own && !set.is_empty() && sets::next(g.deck(s.turn), &set, hand) != 0,
        Pending::Place => own && troops,
        Pending::PlaceShip => own && s.ship.is_some(),
        Pending::Invade => own,
        Pending::Defend { order } => {
            s.board.owner(order.to) == Some(Army::of(s.asked))
                && (battle::may_play(g, s, s.asked) || battle::may_choose_dice(g, s, &order))
        }
        Pending::Advance { order } => own && (s.board.troops[order.from] > 1 || has_ships(order.from)),
        Pending::MoveBase { .. } => imperial && !own,
        Pending::Target { card, .. } => own && !directive::targets(g, s, card).is_empty(),
        Pending::Aim { card, .. } => own && directive::aimed(g, s, card).len() > 1,
        Pending::From => own && !moves::sources(g, s).is_empty(),
        Pending::To { from } => own && moves::sources(g, s).has(from),
        Pending::Carry { from, to } => own && s.board.troops[from] > 1 && leads(from, to),
        Pending::Command => own && !moves::commands(g, s).is_empty(),
        Pending::Consent { from } => {
            g.partner[s.turn.index()] == Some(s.asked) && moves::commands(g, s).has(from)
        }
        Pending::ShipsFrom => own && s.ship_moves > 0 && !moves::harbours(g, s).is_empty(),
        Pending::ShipsTo { from } => own && s.ship_moves > 0 && moves::harbours(g, s).has(from),
        Pending::CarryShips { from, to } => own && s.ship_moves > 0 && has_ships(from) && leads(from, to),
        Pending::Orbit { .. } => own && imperial && s.star.is_some(),
        Pending::Shot { steps } => own && imperial && !star::targets(g, s, steps).is_empty(),
        Pending::Over { .. } => true,
    };
    ensure(fits, || {
        let (asked, stage) = (s.asked.index(), s.now().stage.word());
        format!("seat {asked} is asked at the stage '{stage}', but that is not its part, or it has no choice")
    })
}
