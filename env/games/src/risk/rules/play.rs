//! The war as a [`Game`]: what each action does, and then all that follows until the next decision.

use holotable_env::{Chance, Finite, Game, legal_actions};

use super::Risk;
use super::action::Action;
use super::board::Emperor;
use super::state::{Stage, State};
use super::words::{Army, Class, Dice, Lot, Part, Planet, Seat, count};
use super::{battle, directive, end, legal, redeal, sets, setup, star, story, turn};

impl Game for Risk {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        self.players
    }

    fn team(&self, player: usize) -> usize {
        end::team(self, Seat::at(player)).index()
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        let mut s = setup::begin(self, chance);
        while self.dealt && s.round == 0 {
            let legal = legal_actions(self, &s);
            self.step(&mut s, legal[chance.below(legal.len())], chance);
        }
        s
    }

    #[inline]
    fn actor(&self, s: &State) -> Option<usize> {
        (s.stage != Stage::Over).then(|| s.asked.index())
    }

    fn turn(&self, s: &State) -> u32 {
        u32::from(s.round)
    }

    #[inline]
    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        legal::each(self, s, f);
    }

    #[inline]
    fn choice_is_private(&self, s: &State) -> bool {
        let hand = self.star_wars && count(&s.hands[s.asked.index()]) > 0;
        matches!(s.stage, Stage::Cards | Stage::Set | Stage::Defend)
            || matches!(s.stage, Stage::Invade | Stage::Orbit) && hand
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        match a {
            Action::Done => done(self, s, chance),
            Action::Agree => agree(self, s, chance),
            Action::Choose { planet } => choose(self, s, planet, chance),
            Action::Place { planet, lot } => place(self, s, planet, lot, chance),
            Action::Attack { route, how } => {
                let ends = self.tables.map.ends(route).expect("a legal route is on the map");
                battle::order(self, s, ends, how, chance);
            }
            Action::Limit { dice } => limit(self, s, dice, chance),
            Action::Leave { class } => s.ready.left[class] += 1,
            Action::Move { part } => carry(self, s, part, chance),
            Action::Bring { class } => bring(self, s, class, chance),
            Action::Play { card } => directive::play(self, s, card, chance),
            Action::Build { card } => sets::build(self, s, card, chance),
            Action::Trade { card } => sets::trade(self, s, card, chance),
            Action::Aim { seat } => directive::at_seat(self, s, seat, chance),
        }
    }

    #[inline]
    fn ended(&self, s: &State, player: usize) -> bool {
        end::ended(self, s, Seat::at(player))
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        end::score(self, s, Seat::at(player))
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        redeal::redeal(self, s, Seat::at(player), chance);
    }
}

/// Leaves out what the stage offers, or ends it.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn done(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    match s.stage {
        Stage::Cards => turn::enter_place(g, s),
        Stage::Invade => turn::enter_fortification(g, s, chance),
        Stage::Defend => battle::fight(g, s, chance),
        Stage::Advance => battle::end_advance(g, s),
        Stage::From | Stage::Carry => turn::enter_command(g, s, chance),
        Stage::Command | Stage::Consent => turn::enter_ships(g, s, chance),
        Stage::ShipsFrom => {
            s.ship_moves = 0;
            turn::enter_ships(g, s, chance);
        }
        Stage::CarryShips => end_ships(g, s, chance),
        Stage::Orbit => star::stay(g, s, None, chance),
        stage => unreachable!("'{}' is not left out", stage.word()),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what is not legal is not asked for")]
fn choose(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    match s.stage {
        Stage::Claim | Stage::ClaimForHutts => setup::claim(g, s, planet, chance),
        Stage::PlaceStar => setup::place_star(g, s, planet, chance),
        Stage::Token => {
            put_tokens(g, s, planet, chance);
            turn::count_up(g, s, chance);
        }
        Stage::MoveBase => {
            put_tokens(g, s, planet, chance);
            battle::advance(g, s);
        }
        Stage::PlaceShip => {
            let class = s.ship.take().expect("a ship waits");
            s.board.ships[planet][class] += 1;
            chance.tell(|story| story::ship(story, g, s.mine(), class, planet));
            turn::enter_place(g, s);
        }
        Stage::Target => directive::at_planet(g, s, planet, chance),
        Stage::From => (s.from, s.stage) = (Some(planet), Stage::To),
        Stage::To => (s.to, s.stage) = (Some(planet), Stage::Carry),
        Stage::Command => {
            s.asked = g.partner[s.turn.index()].expect("a team-mate");
            (s.from, s.stage) = (Some(planet), Stage::Consent);
        }
        Stage::ShipsFrom => (s.from, s.stage) = (Some(planet), Stage::ShipsTo),
        Stage::ShipsTo => (s.to, s.stage) = (Some(planet), Stage::CarryShips),
        Stage::Orbit => star::stay(g, s, Some(planet), chance),
        Stage::Shot => star::fire(g, s, planet, chance),
        stage => unreachable!("'{}' asks for no planet", stage.word()),
    }
}

/// Puts the tokens that the Empire has taken up face down on a planet.
fn put_tokens(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    chance.tell(|story| story::base(story, g, s.asked, planet));
    s.board.bases[planet] += std::mem::take(&mut s.tokens);
    if s.emperor == Emperor::InHand {
        s.emperor = Emperor::On(planet);
    }
}

fn place(g: &Risk, s: &mut State, planet: Planet, lot: Lot, chance: &mut impl Chance) {
    if s.stage != Stage::Place {
        return setup::muster(g, s, planet, chance);
    }
    let mine = s.mine();
    let troops = match lot {
        Lot::One => 1,
        Lot::Three => 3,
        Lot::All => s.reserve[mine],
    };
    s.board.troops[planet] += troops;
    s.reserve[mine] -= troops;
    chance.tell(|story| story::places(story, g, mine, troops, planet));
    turn::enter_place(g, s);
}

fn limit(g: &Risk, s: &mut State, dice: Dice, chance: &mut impl Chance) {
    if s.stage == Stage::Invade {
        s.ready.dice = dice.index() as u8 + 1;
        return;
    }
    s.order.as_mut().expect("an attack is under way").one_die = true;
    if !battle::may_play(g, s, s.asked) {
        battle::fight(g, s, chance);
    }
}

/// Moves troops on.
fn carry(g: &Risk, s: &mut State, part: Part, chance: &mut impl Chance) {
    let (from, to) = ends(s);
    let left = s.board.troops[from] - 1;
    let troops = match part {
        Part::One => 1,
        Part::Three => 3,
        Part::Ten => 10,
        Part::All => left,
    };
    s.board.troops[from] -= troops;
    s.board.troops[to] += troops;
    chance.tell(|story| story::march(story, g, s.mine(), troops, from, to));
    if s.stage == Stage::Advance {
        battle::advance(g, s);
    } else if troops == left {
        turn::enter_command(g, s, chance);
    }
}

/// Takes a ship along.
fn bring(g: &Risk, s: &mut State, class: Class, chance: &mut impl Chance) {
    let (from, to) = ends(s);
    s.board.ships[from][class] -= 1;
    s.board.ships[to][class] += 1;
    chance.tell(|story| story::moves(story, g, s.mine(), &format!("a {}", class.word()), from, to));
    if s.stage == Stage::Advance {
        battle::advance(g, s);
    } else if *s.board.ships[from].values() == [0; 3] {
        end_ships(g, s, chance);
    }
}

/// Where a move begins and ends.
fn ends(s: &State) -> (Planet, Planet) {
    match (s.order, s.from, s.to) {
        (Some(order), ..) => (order.from, order.to),
        (None, Some(from), Some(to)) => (from, to),
        _ => unreachable!("something moves from somewhere to somewhere"),
    }
}

fn end_ships(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    s.ship_moves -= 1;
    turn::enter_ships(g, s, chance);
}

/// The team-mate gives a planet away: his troop is replaced by one of the seat whose turn it is (p21).
fn agree(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    let planet = s.from.expect("a planet was proposed");
    s.board.held[Army::of(s.asked)].take(planet);
    let mine = s.mine();
    s.board.held[mine].add(planet);
    chance.tell(|story| story::commands(story, g, mine, planet));
    turn::enter_ships(g, s, chance);
}
