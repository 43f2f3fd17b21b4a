//! What the rules do by themselves: the marker, the decks, the fields, the order of a turn.

use holotable_env::{Chance, Finite, turns};

use super::Conflict;
use super::state::{Cover, State, Top};
use super::story;
use super::words::{ByCard, ByFace, Card, Colour, Ending, Face, Field, Leader, Power, SEATS, Stage};

/// The dice of a turn.
const DICE: u8 = 3;

/// Ends the game, whatever was under way.
pub fn end(s: &mut State, ending: Ending, chance: &mut impl Chance) {
    back_to_dice(s);
    (s.ending, s.due) = (ending, 0);
    s.stage = Stage::Over;
    chance.tell(|story| story::over(story, s));
}

/// Moves the Event Marker, forward if `by` is positive, unless it is set aside; `why` names what moves it.
pub fn advance(s: &mut State, by: i8, why: &str, chance: &mut impl Chance) {
    if s.frozen || s.stage == Stage::Over {
        return;
    }
    let before = s.marker;
    s.marker = s.marker.saturating_add_signed(by).min(s.world.track);
    if s.marker != before {
        chance.tell(|story| story::marker(story, s, before, why));
    }
    if s.marker == s.world.track {
        end(s, Ending::FirstOrder, chance);
    }
}

/// Takes a card out of a hand, a copy that everybody knows first; whether it was one.
pub fn from_hand(s: &mut State, card: Card) -> bool {
    let me = s.me();
    let public = s.shown[me][card] > 0;
    let hand = if public { &mut s.shown[me] } else { &mut s.hidden[me] };
    hand[card] -= 1;
    public
}

/// Puts a card of the active hand on the discards.
pub fn discard(s: &mut State, card: Card, chance: &mut impl Chance) {
    chance.tell(|story| story::discards(story, s, card));
    away(s, card, chance);
}

/// Puts a card on the discards. Without its heroes the Resistance cannot win.
fn away(s: &mut State, card: Card, chance: &mut impl Chance) {
    s.discards[card] += 1;
    if card.is_hero() {
        end(s, Ending::HeroLost, chance);
    }
}

fn pick(cards: &ByCard<u8>, fits: impl Fn(Card) -> bool, chance: &mut impl Chance) -> Card {
    let weight = |i| if fits(Card::at(i)) { u32::from(cards.values()[i]) } else { 0 };
    Card::at(chance.pick(&std::array::from_fn::<_, { Card::N }, _>(weight)))
}

/// Takes a card that fits out of some.
pub fn pick_out(cards: &mut ByCard<u8>, fits: impl Fn(Card) -> bool, chance: &mut impl Chance) -> Card {
    let card = pick(cards, fits, chance);
    cards[card] -= 1;
    card
}

/// Makes the first `n` cards of a deck, which has as many, known.
pub fn look(s: &mut State, deck: Colour, n: u8, chance: &mut impl Chance) {
    while s.decks[deck].top.len() < usize::from(n) {
        let hero_may = s.decks[deck].without_heroes == 0;
        s.decks[deck].without_heroes -= u8::from(!hero_may);
        let fits = |card: Card| card.colour() == deck && (hero_may || !card.is_hero());
        let from = if State::among(&s.bag, deck) > 0 { &mut s.bag } else { &mut s.below };
        let card = pick_out(from, fits, chance);
        s.decks[deck].top.push(Top { card, face_up: false });
    }
}

/// Takes the top card of a deck, if it has one; and whether everybody knew it.
pub fn take_top(s: &mut State, deck: Colour, chance: &mut impl Chance) -> Option<(Top, bool)> {
    if s.cards_left(deck) == 0 {
        return None;
    }
    let known = !s.decks[deck].top.is_empty();
    look(s, deck, 1, chance);
    Some((s.decks[deck].top.remove(0), known))
}

impl Conflict {
    /// The top card of a deck comes into the hand, and its ambush or attack moves the marker. The game is lost if there is none.
    pub(in crate::conflict) fn draw_card(&self, s: &mut State, deck: Colour, chance: &mut impl Chance) {
        let Some((Top { card, face_up }, known)) = take_top(s, deck, chance) else {
            return end(s, Ending::EmptyDeck, chance);
        };
        let printed = s.world.cards[card];
        let public = self.to_hand(s, s.me(), card, known);
        chance.tell(|story| story::draws(story, s, card, public));
        let (by, why) = match (face_up, deck) {
            (true, Colour::Yellow) => (printed.attack, "the attack of the yellow card"),
            (true, Colour::Orange) => (printed.attack, "the attack of the orange card"),
            (true, Colour::Black) => (printed.attack, "the attack of the black card"),
            (false, Colour::Yellow) => (printed.ambush, "the ambush of the yellow card"),
            (false, Colour::Orange) => (printed.ambush, "the ambush of the orange card"),
            (false, Colour::Black) => (printed.ambush, "the ambush of the black card"),
        };
        advance(s, by as i8, why, chance);
    }

    /// Puts a card into a hand, and says whether all know it there. Heroes are shown to all.
    fn to_hand(&self, s: &mut State, seat: usize, card: Card, known: bool) -> bool {
        let public = known || self.open_hands || card.is_hero();
        let hand = if public { &mut s.shown[seat] } else { &mut s.hidden[seat] };
        hand[card] += 1;
        public
    }

    /// A fresh game.
    pub(in crate::conflict) fn set_up(&self, chance: &mut impl Chance) -> State {
        let world = self.worlds.draw(&self.data, self.side, chance);
        let mut s =
            State { world, starting: self.data.deal_starting(self.seats, chance), ..State::default() };
        s.bag = ByCard::from_fn(|card| world.copies(card));
        s.decks[Colour::Black].without_heroes = State::among(&s.bag, Colour::Black) - world.heroes_below;
        for seat in 0..self.seats {
            for _ in 0..world.hand {
                let card = pick_out(&mut s.bag, |card| card.colour() == Colour::Yellow, chance);
                self.to_hand(&mut s, seat, card, false);
            }
        }
        roll(&mut s, chance);
        s
    }

    /// The power of the starting card acts on a deck, and then its symbols do.
    pub(in crate::conflict) fn start_card(&self, s: &mut State, deck: Colour, chance: &mut impl Chance) {
        let card = s.starting[s.me()];
        match card.power {
            Power::Peek => {
                look(s, deck, s.cards_left(deck).min(super::words::TOP as u8), chance);
                chance.tell(|story| story::looks(story, s, deck));
            }
            Power::Bottom => {
                if let Some((top, _)) = take_top(s, deck, chance) {
                    s.below[top.card] += 1;
                    chance.tell(|story| story::buries(story, s, top.card));
                }
            }
            Power::Take => self.draw_card(s, deck, chance),
        }
        advance(s, card.symbols as i8, "the starting card", chance);
    }

    /// What was paid for: cards are revealed, or drawn.
    pub(in crate::conflict) fn carry_out(&self, s: &mut State, chance: &mut impl Chance) {
        let deck = s.deck.expect("something is revealed or drawn");
        if s.draws {
            for _ in 0..s.amount {
                self.draw_card(s, deck, chance);
                if s.stage == Stage::Over {
                    return;
                }
            }
            return back_to_dice(s);
        }
        look(s, deck, s.amount, chance);
        s.decks[deck].top.iter_mut().take(usize::from(s.amount)).for_each(|top| top.face_up = true);
        chance.tell(|story| story::reveals(story, s, deck, s.amount));
        s.stage = Stage::Order;
        end_of_order(s);
    }

    /// The end of step 3 and step 4: the leaders' symbols, then the field if the marker has another than when the turn began.
    pub(in crate::conflict) fn conclude(&self, s: &mut State, chance: &mut impl Chance) {
        let bare = |leader: &Leader| s.covers[*leader].is_none();
        let symbols: u8 = Leader::all().filter(bare).map(|leader| s.world.leaders[leader]).sum();
        advance(s, symbols as i8, "leaders without a cover", chance);
        if s.stage != Stage::Over && s.marker != s.began {
            self.resolve(s, s.world.field(s.marker), chance);
        }
        if !matches!(s.stage, Stage::Over | Stage::Field) {
            self.end_turn(s, chance);
        }
    }

    /// A field acts. If that moves the marker, its new field does not.
    fn resolve(&self, s: &mut State, field: Field, chance: &mut impl Chance) {
        if field != Field::Empty {
            chance.tell(|story| story::field(story, field));
        }
        let mut play = |s: &mut State, deck| match take_top(s, deck, chance) {
            None => end(s, Ending::EmptyDeck, chance),
            Some((Top { card, .. }, _)) => {
                chance.tell(|story| story::plays(story, card));
                away(s, card, chance);
                advance(s, card.moves(), "the card", chance);
            }
        };
        match field {
            Field::Empty => {}
            Field::PlayYellow => play(s, Colour::Yellow),
            Field::PlayOrange => play(s, Colour::Orange),
            Field::PlayBlack => play(s, Colour::Black),
            Field::DrawYellow => self.draw_card(s, Colour::Yellow, chance),
            Field::DrawOrange => self.draw_card(s, Colour::Orange, chance),
            Field::DrawBlack => self.draw_card(s, Colour::Black, chance),
            Field::DiscardOne => ask_for(s, 1),
            Field::DiscardThree => ask_for(s, 3),
            Field::Freeze => s.freezes_next = true,
        }
    }

    /// Step 5: covers but heroes are discarded, and the dice go to the next player.
    pub(in crate::conflict) fn end_turn(&self, s: &mut State, chance: &mut impl Chance) {
        for leader in Leader::all() {
            if let Some(Cover { card, .. }) = s.covers[leader].filter(|cover| !cover.card.is_hero()) {
                s.covers[leader] = None;
                s.discards[card] += 1;
                chance.tell(|story| story::uncovers(story, card));
            }
        }
        s.frozen = std::mem::take(&mut s.freezes_next);
        s.stored_now = false;
        s.turn = turns::after(s.turn);
        s.active = ((s.me() + 1) % self.seats) as u8;
        roll(s, chance);
    }
}

/// Step 1.
fn roll(s: &mut State, chance: &mut impl Chance) {
    s.began = s.marker;
    s.stage = Stage::Dice;
    s.dice = ByFace::default();
    // Face by face how many of the dice show it: fewer results than die by die.
    let (mut left, mut sides) = (u32::from(DICE), 6);
    for face in Face::all() {
        let n = u32::from(s.world.faces[face]);
        let ways = |k: u32| {
            [1, left, left * left.saturating_sub(1) / 2, 1][k as usize] * n.pow(k) * (sides - n).pow(left - k)
        };
        let weights: [u32; DICE as usize + 1] =
            std::array::from_fn(|k| if k as u32 <= left { ways(k as u32) } else { 0 });
        let shown = if left == 0 { 0 } else { chance.pick(&weights) as u32 };
        s.dice[face] = shown as u8;
        (left, sides) = (left - shown, sides - n);
    }
    chance.tell(|story| story::turn(story, s));
}

/// A field takes cards from the hand, all if it has no more.
fn ask_for(s: &mut State, n: u8) {
    s.due = n.min(s.hand_size(s.me()));
    if s.due > 0 {
        s.stage = Stage::Field;
    }
}

/// Goes on with the dice.
fn back_to_dice(s: &mut State) {
    (s.stage, s.deck, s.amount, s.placed, s.draws) = (Stage::Dice, None, 0, 0, false);
}

/// Goes on once what is left of the revealed cards has but one order.
pub fn end_of_order(s: &mut State) {
    let deck = s.deck.expect("cards are being put back");
    let left = &s.decks[deck].top[usize::from(s.placed)..usize::from(s.amount)];
    if left.windows(2).all(|pair| pair[0] == pair[1]) {
        back_to_dice(s);
    }
}

/// What no seat but its own may know is taken back and dealt anew: of each hidden card, the deck and the ambush are known.
pub fn redeal(s: &mut State, player: usize, chance: &mut impl Chance) {
    let cards = s.world.cards;
    let mut again = |pool: &mut ByCard<u8>, old: Card| {
        let alike = |card: Card| {
            !card.is_hero() && card.colour() == old.colour() && cards[card].ambush == cards[old].ambush
        };
        pick_out(pool, alike, chance)
    };
    let mut pool = s.bag;
    let mine = |seat: usize| seat == player;
    let covered = !mine(s.me());
    for seat in (0..SEATS).filter(|seat| !mine(*seat)) {
        s.hidden[seat].iter().for_each(|(card, n)| pool[card] += n);
    }
    for (_, cover) in s.covers.iter().filter(|_| covered) {
        cover.filter(|cover| !cover.public).iter().for_each(|cover| pool[cover.card] += 1);
    }
    for seat in (0..SEATS).filter(|seat| !mine(*seat)) {
        for (old, n) in std::mem::take(&mut s.hidden[seat]).iter() {
            for _ in 0..*n {
                s.hidden[seat][again(&mut pool, old)] += 1;
            }
        }
    }
    for (_, cover) in s.covers.iter_mut().filter(|_| covered) {
        if let Some(cover) = cover.as_mut().filter(|cover| !cover.public) {
            cover.card = again(&mut pool, cover.card);
        }
    }
    s.bag = pool;
}
