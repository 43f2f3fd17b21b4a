//! The war as a [`Game`]: what each action does, and then all that follows until the next decision.

use holotable_env::{Chance, Finite, Game, List, legal_actions};

use super::Risk;
use super::action::Action;
use super::board::Emperor;
use super::pending::Pending;
use super::state::State;
use super::words::{Army, Class, Lot, Part, Planet, Seat, count};
use super::{battle, directive, end, legal, names, redeal, sets, setup, star, story, turn};

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
        (!s.is_over()).then(|| s.asked.index())
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
        matches!(s.pending, Pending::Cards | Pending::Set { .. } | Pending::Defend { .. })
            || matches!(s.pending, Pending::Invade | Pending::Orbit { .. }) && hand
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each action of each stage")]
    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        let g = self;
        match (s.pending, a) {
            (Pending::Claim | Pending::ClaimForHutts, Action::Choose { planet }) => {
                setup::claim(g, s, planet, chance);
            }
            (Pending::PlaceStar, Action::Choose { planet }) => setup::place_star(g, s, planet, chance),
            (Pending::Muster | Pending::MusterForHutts, Action::Place { planet, .. }) => {
                setup::muster(g, s, planet, chance);
            }
            (Pending::Token, Action::Choose { planet }) => {
                put_tokens(g, s, planet, chance);
                turn::count_up(g, s, chance);
            }
            (Pending::Cards, Action::Done) => turn::enter_place(s),
            (_, Action::Play { card }) => directive::play(g, s, card, chance),
            (_, Action::Build { card }) => sets::build(g, s, card, chance),
            (Pending::Set { set }, Action::Trade { card }) => sets::trade(g, s, set, card, chance),
            (_, Action::Trade { card }) => sets::trade(g, s, List::default(), card, chance),
            (Pending::Place, Action::Place { planet, lot }) => place(g, s, planet, lot, chance),
            (Pending::PlaceShip, Action::Choose { planet }) => place_ship(g, s, planet, chance),
            (Pending::Invade, Action::Done) => turn::enter_fortification(g, s, chance),
            (Pending::Invade, Action::Attack { route, how }) => {
                let ends = g.tables.map.ends(route).expect("a legal route is on the map");
                battle::order(g, s, ends, how, chance);
            }
            (Pending::Invade, Action::Limit { dice }) => s.ready.dice = dice.index() as u8 + 1,
            (Pending::Invade, Action::Leave { class }) => s.ready.left[class] += 1,
            (Pending::Defend { order }, Action::Done) => battle::fight(g, s, order, chance),
            (Pending::Defend { mut order }, Action::Limit { .. }) => {
                order.one_die = true;
                s.pending = Pending::Defend { order };
                if !battle::may_play(g, s, s.asked) {
                    battle::fight(g, s, order, chance);
                }
            }
            (Pending::Advance { .. }, Action::Done) => battle::end_advance(g, s),
            (Pending::Advance { order }, Action::Move { part }) => {
                march(g, s, (order.from, order.to), part, chance);
                battle::advance(g, s, order);
            }
            (Pending::Advance { order }, Action::Bring { class }) => {
                bring(g, s, (order.from, order.to), class, chance);
                battle::advance(g, s, order);
            }
            (Pending::MoveBase { order }, Action::Choose { planet }) => {
                put_tokens(g, s, planet, chance);
                battle::advance(g, s, order);
            }
            (Pending::Target { card, in_cards }, Action::Choose { planet }) => {
                directive::at_planet(g, s, card, planet, chance);
                directive::resume(g, s, in_cards);
            }
            (Pending::Aim { card, in_cards }, Action::Aim { seat }) => {
                directive::at_seat(g, s, card, seat, chance);
                directive::resume(g, s, in_cards);
            }
            (Pending::From, Action::Choose { planet: from }) => s.pending = Pending::To { from },
            (Pending::To { from }, Action::Choose { planet: to }) => s.pending = Pending::Carry { from, to },
            (Pending::Carry { from, to }, Action::Move { part }) => {
                march(g, s, (from, to), part, chance);
                if s.board.troops[from] == 1 {
                    turn::enter_command(g, s, chance);
                }
            }
            (Pending::From | Pending::Carry { .. }, Action::Done) => turn::enter_command(g, s, chance),
            (Pending::Command, Action::Choose { planet: from }) => {
                s.asked = g.partner[s.turn.index()].expect("a team-mate");
                s.pending = Pending::Consent { from };
            }
            (Pending::Consent { from }, Action::Agree) => agree(g, s, from, chance),
            (Pending::Command | Pending::Consent { .. }, Action::Done) => turn::enter_ships(g, s, chance),
            (Pending::ShipsFrom, Action::Choose { planet: from }) => s.pending = Pending::ShipsTo { from },
            (Pending::ShipsTo { from }, Action::Choose { planet: to }) => {
                s.pending = Pending::CarryShips { from, to };
            }
            (Pending::ShipsFrom, Action::Done) => {
                s.ship_moves = 0;
                turn::enter_ships(g, s, chance);
            }
            (Pending::CarryShips { from, to }, Action::Bring { class }) => {
                bring(g, s, (from, to), class, chance);
                if *s.board.ships[from].values() == [0; 3] {
                    end_ships(g, s, chance);
                }
            }
            (Pending::CarryShips { .. }, Action::Done) => end_ships(g, s, chance),
            (Pending::Orbit { .. }, Action::Choose { planet }) => star::stay(g, s, Some(planet), chance),
            (Pending::Orbit { .. }, Action::Done) => star::stay(g, s, None, chance),
            (Pending::Shot { .. }, Action::Choose { planet }) => star::fire(g, s, planet, chance),
            (_, a) => unreachable!("{a:?} is not legal at '{}'", s.now().stage.word()),
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

/// Puts the tokens that the Empire has taken up face down on a planet.
fn put_tokens(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    chance.tell(|story| story::base(story, g, s.asked, planet));
    s.board.bases[planet] += std::mem::take(&mut s.tokens);
    if s.emperor == Emperor::InHand {
        s.emperor = Emperor::On(planet);
    }
}

fn place(g: &Risk, s: &mut State, planet: Planet, lot: Lot, chance: &mut impl Chance) {
    let mine = s.mine();
    let troops = match lot {
        Lot::One => 1,
        Lot::Three => 3,
        Lot::All => s.reserve[mine],
    };
    s.board.troops[planet] += troops;
    s.reserve[mine] -= troops;
    chance.tell(|story| story::places(story, g, mine, troops, planet));
    turn::enter_place(s);
}

fn place_ship(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    let class = s.ship.take().expect("a ship waits");
    s.board.ships[planet][class] += 1;
    chance.tell(|story| story::ship(story, g, s.mine(), class, planet));
    turn::enter_place(s);
}

/// Moves troops on.
fn march(g: &Risk, s: &mut State, (from, to): (Planet, Planet), part: Part, chance: &mut impl Chance) {
    let troops = match part {
        Part::One => 1,
        Part::Three => 3,
        Part::Ten => 10,
        Part::All => s.board.troops[from] - 1,
    };
    s.board.troops[from] -= troops;
    s.board.troops[to] += troops;
    chance.tell(|story| story::march(story, g, s.mine(), troops, from, to));
}

/// Takes a ship along.
fn bring(g: &Risk, s: &mut State, (from, to): (Planet, Planet), class: Class, chance: &mut impl Chance) {
    s.board.ships[from][class] -= 1;
    s.board.ships[to][class] += 1;
    chance.tell(|story| story::moves(story, g, s.mine(), &format!("a {}", names::ship(class)), from, to));
}

fn end_ships(g: &Risk, s: &mut State, chance: &mut impl Chance) {
    s.ship_moves -= 1;
    turn::enter_ships(g, s, chance);
}

/// The team-mate gives a planet away: his troop is replaced by one of the seat whose turn it is (p21).
fn agree(g: &Risk, s: &mut State, planet: Planet, chance: &mut impl Chance) {
    s.board.held[Army::of(s.asked)].take(planet);
    let mine = s.mine();
    s.board.held[mine].add(planet);
    chance.tell(|story| story::commands(story, g, mine, planet));
    turn::enter_ships(g, s, chance);
}
