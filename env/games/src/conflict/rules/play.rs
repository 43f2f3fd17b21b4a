//! [`Game`]: what may be done, and what each action does.

use holotable_env::{Chance, Finite, Game};

use super::Conflict;
use super::action::Action;
use super::state::{Cover, State};
use super::turn;
use super::words::{Alike, ByColour, ByFace, Card, Colour, Ending, Face, Leader, Power, Stage, Value};

impl Game for Conflict {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        self.seats
    }

    /// All win or lose together.
    fn team(&self, _player: usize) -> usize {
        0
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        self.set_up(chance)
    }

    fn actor(&self, s: &State) -> Option<usize> {
        (s.stage != Stage::Over).then(|| s.me())
    }

    fn turn(&self, s: &State) -> u32 {
        1 + u32::from(s.turn)
    }

    fn legal(&self, s: &State, mut f: impl FnMut(Action)) {
        let me = s.me();
        let each_card =
            |f: &mut dyn FnMut(Card)| Card::all().filter(|card| s.in_hand(me, *card) > 0).for_each(f);
        match s.stage {
            Stage::Over => {}
            Stage::Dice => self.uses(s, f),
            Stage::Pay => {
                let price = s.deck.and_then(Colour::price);
                each_card(&mut |card| {
                    if Some(card.colour()) == price {
                        f(Action::Discard { card });
                    }
                });
            }
            Stage::Order => {
                let left =
                    s.deck.map(|deck| &s.decks[deck].top[usize::from(s.placed)..usize::from(s.amount)]);
                let lies = |card: &Card| left.is_some_and(|left| left.iter().any(|top| top.card == *card));
                Card::all().filter(lies).for_each(|card| f(Action::Place { card }));
            }
            Stage::Play => {
                each_card(&mut |card| f(Action::Play { card }));
                start_decks(s).for_each(|deck| f(Action::Start { deck }));
            }
            Stage::Cover => {
                f(Action::Done);
                let bare = Leader::all().filter(|leader| s.covers[*leader].is_none());
                for leader in bare.take(if self.simplified { Leader::N } else { 1 }) {
                    each_card(&mut |card| f(Action::Cover { leader, card }));
                }
            }
            Stage::Field => each_card(&mut |card| f(Action::Discard { card })),
        }
    }

    /// How many cards a hand has is known to all, but not which.
    fn choice_is_private(&self, s: &State) -> bool {
        matches!(s.stage, Stage::Pay | Stage::Play | Stage::Cover | Stage::Field)
            && s.hidden[s.me()].values().iter().any(|n| *n > 0)
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        match a {
            Action::Done if s.stage == Stage::Dice => {
                s.dice = ByFace::default();
                s.stage = Stage::Play;
            }
            Action::Done => self.conclude(s, chance),
            Action::Help { face } => {
                let value = s.stored.take().expect("a result is stored");
                s.dice[face] -= 1;
                s.dice[value.face()] += 1;
            }
            Action::Store { value } => {
                s.dice[value.face()] -= 1;
                (s.stored, s.stored_now) = (Some(value), true);
            }
            Action::Reveal { value, deck } => self.buy(s, (value, 1), (deck, value.cards(), false), chance),
            Action::Draw { dice, value, deck } => {
                self.buy(s, (value, dice.dice()), (deck, drawn(dice, value), true), chance);
            }
            Action::Place { card } => {
                let (deck, to) = (s.deck.expect("a deck was revealed"), usize::from(s.placed));
                let top = &mut s.decks[deck].top;
                let from = to + top[to..].iter().position(|t| t.card == card).expect("it was revealed");
                top[to..=from].rotate_right(1);
                s.placed += 1;
                turn::end_of_order(s);
            }
            Action::Discard { card } => {
                s.due -= 1;
                let last = s.due == 0;
                turn::from_hand(s, card);
                turn::discard(s, card, chance);
                if last && s.stage == Stage::Pay {
                    self.carry_out(s, chance);
                } else if last && s.stage == Stage::Field {
                    self.end_turn(s, chance);
                }
            }
            Action::Play { card } => {
                turn::from_hand(s, card);
                turn::discard(s, card, chance);
                turn::advance(s, card.moves(), "the card", chance);
                to_covers(s);
            }
            Action::Start { deck } => {
                self.start_card(s, deck, chance);
                to_covers(s);
            }
            Action::Cover { leader, card } => {
                let public = turn::from_hand(s, card);
                s.covers[leader] = Some(Cover { card, public });
                let on = |fits: fn(Cover) -> bool| s.covers.values().iter().all(|c| c.is_some_and(fits));
                if on(|cover| cover.card.is_hero()) {
                    turn::end(s, Ending::Heroes, chance);
                } else if on(|_| true) {
                    self.conclude(s, chance);
                }
            }
        }
    }

    fn score(&self, s: &State, _player: usize) -> f32 {
        if s.ending == Ending::Heroes { 1.0 } else { 0.0 }
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        turn::redeal(s, player, chance);
    }
}

/// How many cards equal dice draw.
pub const fn drawn(dice: Alike, value: Value) -> u8 {
    value.cards() + dice.dice() - 2
}

fn to_covers(s: &mut State) {
    if s.stage != Stage::Over {
        s.stage = Stage::Cover;
    }
}

impl Conflict {
    /// How many cards of the next lower deck it costs to reveal or draw.
    pub fn price(&self, deck: Colour, amount: u8, draws: bool) -> u8 {
        match deck.price() {
            None => 0,
            Some(_) if draws && !self.price_once => amount,
            Some(_) => 1,
        }
    }

    /// Step 2: what the dice may be used for.
    fn uses(&self, s: &State, mut f: impl FnMut(Action)) {
        f(Action::Done);
        if let Some(value) = s.stored.filter(|_| !s.stored_now) {
            let changes = |face: &Face| s.dice[*face] > 0 && *face != value.face();
            Face::all().filter(changes).for_each(|face| f(Action::Help { face }));
        }
        let shown = |value: Value| s.dice[value.face()];
        let stores = |value: &Value| shown(*value) > 0 && !s.stored_now && s.stored != Some(*value);
        Value::all().filter(stores).for_each(|value| f(Action::Store { value }));
        let left = ByColour::from_fn(|deck| s.cards_left(deck));
        let coins = ByColour::from_fn(|colour| s.hand_of(s.me(), colour));
        // Whether the deck has so many cards and the active hand can pay for them.
        let can = |deck: Colour, amount: u8, draws: bool| {
            let pays = |colour| coins[colour] >= self.price(deck, amount, draws);
            left[deck] >= amount && deck.price().is_none_or(pays)
        };
        for value in Value::all().filter(|value| shown(*value) > 0) {
            let decks = Colour::all().filter(|deck| can(*deck, value.cards(), false));
            decks.for_each(|deck| f(Action::Reveal { value, deck }));
        }
        for dice in Alike::all() {
            for value in Value::all().filter(|value| shown(*value) >= dice.dice()) {
                let decks = Colour::all().filter(|deck| can(*deck, drawn(dice, value), true));
                decks.for_each(|deck| f(Action::Draw { dice, value, deck }));
            }
        }
    }

    /// Uses dice, and asks for the price if there is one.
    fn buy(
        &self,
        s: &mut State,
        (value, dice): (Value, u8),
        (deck, amount, draws): (Colour, u8, bool),
        chance: &mut impl Chance,
    ) {
        s.dice[value.face()] -= dice;
        (s.deck, s.amount, s.draws) = (Some(deck), amount, draws);
        s.due = self.price(deck, amount, draws);
        if s.due > 0 {
            s.stage = Stage::Pay;
        } else {
            self.carry_out(s, chance);
        }
    }
}

/// The decks on which the active seat's starting card may act. It may always be played: taking from an empty deck loses, and
/// where no deck has cards the other powers do nothing.
fn start_decks(s: &State) -> impl Iterator<Item = Colour> {
    let takes = s.starting[s.me()].power == Power::Take;
    let left = |deck: Colour| s.cards_left(deck) > 0;
    let none = !Colour::all().any(left);
    let may = move |deck: Colour, left: bool| if takes || none { deck == Colour::Yellow } else { left };
    Colour::all().filter(move |deck| may(*deck, left(*deck)))
}
