//! Every invariant of a state, stated once: planets, troops, ships, tokens and cards, and a stage that fits.

use holotable_env::{Finite, Set, ensure};

use crate::risk::rules::Risk;
use crate::risk::rules::board::Emperor;
use crate::risk::rules::state::{Ending, Ready, Stage, State};
use crate::risk::rules::words::{ALL, Army, Cards, Class, Faction, SEATS, Seat, count};
use crate::risk::rules::{battle, end, moves, sets, setup, star};

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
    now(g, s)?;
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
    let stage = matches!(
        s.stage,
        Stage::Claim | Stage::ClaimForHutts | Stage::PlaceStar | Stage::Muster | Stage::MusterForHutts
    );
    says(setup == stage, "rounds begin after the set-up")?;
    ensure(s.round <= g.rounds, || format!("round {} of at most {}", s.round, g.rounds))?;
    let gone: Set<Seat> =
        g.seats().filter(|&seat| !setup && s.board.held[Army::of(seat)].is_empty()).collect();
    // A game that is won with an army's last planet is over before the army is out.
    let out = if s.stage == Stage::Over { s.out.and(gone) } else { gone };
    says(s.out == out, "who is out and who has no planets disagree")?;
    says(s.stage == Stage::Over || !s.out.has(s.turn), "it is the turn of an army that is gone")?;
    says(s.stage == Stage::Over || !s.out.has(s.asked), "an army that is gone is asked")
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
    says(s.stage == Stage::Claim || s.stage == Stage::ClaimForHutts || seen == ALL, "a planet is nobody's")?;
    let troops: u32 = board.troops.values().iter().chain(s.reserve.values()).map(|&n| u32::from(n)).sum();
    ensure(troops <= MOST_TROOPS, || format!("{troops} troops, more than {MOST_TROOPS}"))?;
    let fires = usize::from(g.tables.values.star.fires);
    let destroyed = board.destroyed.len();
    ensure(destroyed <= if g.star_wars { fires } else { 0 }, || format!("{destroyed} asteroid fields"))?;
    let taken = board.taken();
    let imperial = star::imperial(g, s);
    for planet in crate::risk::rules::words::Planet::all() {
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
    let before = matches!(s.stage, Stage::Claim | Stage::ClaimForHutts | Stage::PlaceStar);
    says(!before || s.star.is_none() && s.rebuilt == 0, "the Death Star is not placed yet")?;
    says(
        !matches!(s.stage, Stage::Muster | Stage::MusterForHutts) || s.star.is_some() == g.star_wars,
        "the Death Star is missing",
    )?;
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
                n += s.set.iter().filter(|&&card| card == kind).count() as u16;
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
    let over = s.stage == Stage::Over;
    says(there || over, "the Emperor is where no token is")?;
    let placing = matches!(s.stage, Stage::Token | Stage::MoveBase);
    says(
        placing == (s.tokens > 0) || over,
        "tokens are placed at the start of an Imperial turn or when the Hutts take a base",
    )
}

fn this_turn(g: &Risk, s: &State) -> Result<(), String> {
    let friends = g.friends[s.turn.index()];
    says(s.robbed.and(friends).is_empty(), "an army robs its own team")?;
    let plays = |army: Army| army.seat().map_or(g.neutral_hutts(), |seat| seat.index() < g.players);
    says(s.robbed.iter().all(plays), "nobody was robbed")?;
    let fought = matches!(
        s.stage,
        Stage::Invade
            | Stage::Defend
            | Stage::Advance
            | Stage::MoveBase
            | Stage::Target
            | Stage::Aim
            | Stage::Over
    ) || s.spoils;
    says(
        fought || s.barred.is_empty() && s.shielded.is_empty() && s.ready == Ready::default(),
        "what holds for an invasion outlasts it",
    )?;
    says(s.order.is_none() || s.ready == Ready::default(), "the next attack is prepared during an attack")?;
    says(s.ready.plus <= 2 && s.ready.dice <= 2, "a card adds 2 at most, and 0 to 2 limits dice")?;
    let most = g.tables.values.cards.ships_of_a_class;
    says(s.ready.left.values().iter().all(|&n| n <= most), "more ships are left behind than there are")?;
    says(g.star_wars || !s.built && s.ship.is_none() && s.ready.plus == 0, "standard RISK has no ships")?;
    says(s.ship.is_none() || s.built, "a ship waits that was not built")?;
    let placed = s.reserve[s.mine()] == 0 && s.ship.is_none();
    says(placed || !has_placed(s), "troops or a ship were not placed before the invasion")?;
    says(!s.spoils || !g.star_wars, "cards are taken in standard RISK only")?;
    says(s.ship_moves <= g.tables.values.fortification.ship_moves, "more moves of ships than there are")?;
    says(
        s.round > 0 || s.sets == 0 && !s.built && s.ship_moves == 0 && s.robbed.is_empty(),
        "a turn has begun in the set-up",
    )?;
    let steps = matches!(s.stage, Stage::Orbit | Stage::Shot);
    says(
        steps == (s.steps > 0) || s.stage == Stage::Over,
        "the Death Star moves at the end of an Imperial turn",
    )?;
    says(s.steps <= g.tables.values.star.move_die, "the die has fewer sides")
}

fn ending(g: &Risk, s: &State) -> Result<(), String> {
    let over = s.stage == Stage::Over;
    says(over == (s.ending != Ending::None), "stage and ending disagree")?;
    says(s.winner.is_some() == (over && s.ending != Ending::Draw), "ending and winner disagree")?;
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

/// What the step under way needs, and nothing that it does not.
fn now(g: &Risk, s: &State) -> Result<(), String> {
    if s.stage == Stage::Over {
        return Ok(());
    }
    let attack = matches!(s.stage, Stage::Defend | Stage::Advance | Stage::MoveBase);
    says(attack == s.order.is_some(), "an attack is under way or not")?;
    if let Some(order) = s.order {
        says(s.board.held[s.mine()].has(order.from), "an attack begins on a planet of another army")?;
        says(
            g.tables.map.next_to[order.from].has(order.to),
            "an attack leads to a planet that is not adjacent",
        )?;
        says(order.parry <= 2 && order.with.plus <= 2 && order.with.dice <= 2, "a card adds 2 at most")?;
        let most = g.tables.values.cards.ships_of_a_class;
        says(
            order.with.left.values().iter().all(|&n| n <= most),
            "more ships are left behind than there are",
        )?;
        let after = matches!(s.stage, Stage::Advance | Stage::MoveBase);
        let mine = s.board.held[s.mine()].has(order.to);
        says(after == mine, "a planet is taken or not")?;
        says(after || battle::targets(g, s).has(order.to), "what is attacked cannot be attacked")?;
    }
    says(s.set.is_empty() == (s.stage != Stage::Set), "a set is begun or not")?;
    let waits = matches!(s.stage, Stage::Target | Stage::Aim);
    says(waits == s.card.is_some(), "a directive waits for its target or not")?;
    says(waits || !s.in_cards, "no directive waits")?;
    if let Some(kind) = s.card {
        let there = g.deck(s.asked).kinds.get(kind.index()).is_some_and(|card| card.verb.is_some());
        ensure(there, || format!("there is no directive of kind {kind:?}"))?;
    }
    let from =
        matches!(s.stage, Stage::To | Stage::Carry | Stage::Consent | Stage::ShipsTo | Stage::CarryShips);
    says(from == s.from.is_some(), "a move begins somewhere or not")?;
    let to = matches!(s.stage, Stage::Carry | Stage::CarryShips);
    says(to == s.to.is_some(), "a move ends somewhere or not")
}

/// The invasion has begun: what was to be placed in this turn lies on the board.
fn has_placed(s: &State) -> bool {
    match s.stage {
        Stage::Invade
        | Stage::Defend
        | Stage::Advance
        | Stage::MoveBase
        | Stage::From
        | Stage::To
        | Stage::Carry
        | Stage::Command
        | Stage::Consent
        | Stage::ShipsFrom
        | Stage::ShipsTo
        | Stage::CarryShips
        | Stage::Orbit => true,
        Stage::Target | Stage::Aim => !s.in_cards,
        Stage::Claim
        | Stage::ClaimForHutts
        | Stage::PlaceStar
        | Stage::Muster
        | Stage::MusterForHutts
        | Stage::Token
        | Stage::Cards
        | Stage::Set
        | Stage::Place
        | Stage::PlaceShip
        | Stage::Shot
        | Stage::Over => false,
    }
}

/// Who is asked, and that there is something to choose.
#[expect(clippy::too_many_lines, reason = "an arm for each stage")]
fn stage(g: &Risk, s: &State) -> Result<(), String> {
    let hand = &s.hands[s.asked.index()];
    let imperial = g.star_wars && g.faction(s.asked) == Faction::Empire;
    let (held, own) = (s.board.held[s.mine()], s.asked == s.turn);
    let fits = match s.stage {
        Stage::Claim => own && s.reserve[s.mine()] > 0 && setup::can_end(g, s),
        Stage::ClaimForHutts => {
            own && g.neutral_hutts() && s.reserve[Army::Neutral] > 0 && setup::can_end(g, s)
        }
        Stage::PlaceStar => imperial && !star::imperial(g, s).is_empty(),
        Stage::Muster => own && s.reserve[s.mine()] > 0 && !held.is_empty(),
        Stage::MusterForHutts => {
            own && g.neutral_hutts()
                && s.reserve[Army::Neutral] > 0
                && !s.board.held[Army::Neutral].is_empty()
        }
        Stage::Token => own && imperial,
        Stage::Cards => own && count(hand) > 0,
        Stage::Set => {
            own && sets::next(g, s) != 0 && s.set.iter().all(|kind| kind.index() < g.deck(s.turn).kinds.len())
        }
        Stage::Place => own && s.reserve[s.mine()] > 0,
        Stage::PlaceShip => own && s.ship.is_some(),
        Stage::Invade => own && s.ship.is_none() && s.reserve[s.mine()] == 0,
        Stage::Defend => {
            let order = s.order.expect("an attack is under way");
            s.board.owner(order.to) == Some(Army::of(s.asked))
                && s.board.troops[order.from] >= 1
                && (battle::may_play(g, s, s.asked) || battle::may_choose_dice(g, s, order.to))
        }
        Stage::Advance => {
            own && s
                .order
                .is_some_and(|o| s.board.troops[o.from] > 1 || *s.board.ships[o.from].values() != [0; 3])
        }
        Stage::MoveBase => imperial && !own,
        Stage::Target => own && !crate::risk::rules::directive::targets(g, s).is_empty(),
        Stage::Aim => own && crate::risk::rules::directive::aimed(g, s).len() > 1,
        Stage::From => own && !moves::sources(g, s).is_empty(),
        Stage::To => own && s.from.is_some_and(|from| moves::sources(g, s).has(from)),
        Stage::Carry => {
            own && s.from.zip(s.to).is_some_and(|(from, to)| {
                held.has(from) && s.board.troops[from] > 1 && moves::destinations(g, s, from).has(to)
            })
        }
        Stage::Command => own && !moves::commands(g, s).is_empty(),
        Stage::Consent => {
            g.partner[s.turn.index()] == Some(s.asked)
                && s.from.is_some_and(|from| moves::commands(g, s).has(from))
        }
        Stage::ShipsFrom => own && s.ship_moves > 0 && !moves::harbours(g, s).is_empty(),
        Stage::ShipsTo => {
            own && s.ship_moves > 0 && s.from.is_some_and(|from| moves::harbours(g, s).has(from))
        }
        Stage::CarryShips => {
            let ships = |from| held.has(from) && *s.board.ships[from].values() != [0; 3];
            own && s.ship_moves > 0
                && s.from
                    .zip(s.to)
                    .is_some_and(|(from, to)| ships(from) && moves::destinations(g, s, from).has(to))
        }
        Stage::Orbit => own && imperial && s.star.is_some(),
        Stage::Shot => own && imperial && !star::targets(g, s).is_empty(),
        Stage::Over => true,
    };
    ensure(fits, || format!("nobody can be asked for '{}' so", s.stage.word()))
}
