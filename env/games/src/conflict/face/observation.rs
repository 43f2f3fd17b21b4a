//! What a seat sees: the drawn parameters, the table, its hand, and what it knows of the others'.

use holotable_env::{ByKey, Count, Finite, Flag, Observe, Relations, Row, Share, Sink};

use crate::conflict::rules::Conflict;
use crate::conflict::rules::action::Action;
use crate::conflict::rules::state::{Deck, State, Top};
use crate::conflict::rules::words::{
    ByCard, ByColour, ByFace, Card, Colour, Field, Leader, Power, SEATS, Stage, TOP, Value,
};
use crate::conflict::rules::world::World;

/// The fields in front of the marker that are shown from where it stands.
const AHEAD: u8 = 12;
/// The most fields with an effect on a track.
const EFFECTS: usize = 19;

#[derive(Clone, Copy, Row)]
struct Params {
    track: Share<40>,
    heroes_below: Share<12>,
    every: Share<6>,
    #[row(flatten, named)]
    faces: ByFace<Share<6>>,
    simplified: Flag,
    open_hands: Flag,
    price_once: Flag,
    players: Share<4>,
}

#[derive(Clone, Copy, Row)]
struct Table {
    my_turn: Flag,
    #[row(flatten, named)]
    stage: ByKey<Stage, Flag, { Stage::N }>,
    marker: Share<40>,
    to_go: Share<40>,
    began: Share<40>,
    /// The marker is not where the turn began.
    moved: Flag,
    frozen: Flag,
    freezes_next: Flag,
    #[row(flatten, named)]
    dice: ByFace<Share<3>>,
    #[row(flatten, named)]
    stored: ByKey<Value, Flag, { Value::N }>,
    stored_now: Flag,
    due: Share<4>,
    amount: Share<4>,
    placed: Share<3>,
    draws: Flag,
    #[row(flatten, named)]
    deck: ByColour<Flag>,
}

#[derive(Clone, Copy, Row)]
struct LeaderRow {
    symbols: Share<6>,
    covered: Flag,
    hero: Flag,
}

#[derive(Clone, Copy, Row)]
struct DeckRow {
    cards: Count<30>,
    below: Count<30>,
    /// Places before the first unknown card that may be a hero, if an unknown one that is none lies before it.
    without_heroes: Count<12>,
}

/// A known card on top of a deck.
#[derive(Clone, Copy, Row)]
struct TopRow {
    lies: Flag,
    face_up: Flag,
    hero: Flag,
    forward: Share<3>,
    back: Share<3>,
    /// How far the marker moves when it is taken.
    if_taken: Share<2>,
}

#[derive(Clone, Copy, Row)]
struct CardRow {
    copies: Count<20>,
    ambush: Share<2>,
    attack: Share<2>,
    /// In a deck, or in a hand that I do not see.
    unseen: Count<20>,
    below: Count<8>,
    /// On leaders' fields, where I know it.
    covers: Share<3>,
    mine: Count<4>,
    /// Of mine, those that everybody knows.
    mine_shown: Count<4>,
    /// What everybody knows of the next seat's hand, and so on round the table.
    first: Count<4>,
    second: Count<4>,
    third: Count<4>,
}

#[derive(Clone, Copy, Row)]
struct SeatRow {
    plays: Flag,
    active: Flag,
    #[row(flatten, named)]
    power: ByKey<Power, Flag, { Power::N }>,
    symbols: Share<3>,
    #[row(flatten, named)]
    cards: ByColour<Count<8>>,
    /// Cards of which the others know the deck and the ambush: by ambush.
    #[row(flatten, named)]
    without: ByColour<Count<8>>,
    #[row(flatten, named)]
    ambush_1: ByColour<Count<8>>,
    #[row(flatten, named)]
    ambush_2: ByColour<Count<8>>,
}

#[derive(Clone, Copy, Row)]
struct FieldRow {
    #[row(flatten, named)]
    play: ByColour<Flag>,
    #[row(flatten, named)]
    draw: ByColour<Flag>,
    discard: Share<3>,
    freeze: Flag,
}

fn only<K: Finite, const N: usize>(is: Option<K>) -> ByKey<K, Flag, N> {
    ByKey::from_fn(|key| (is == Some(key)).into())
}

fn field(field: Field) -> FieldRow {
    use Field::{DrawBlack, DrawOrange, DrawYellow, PlayBlack, PlayOrange, PlayYellow};
    let of = |three: [Field; Colour::N]| ByColour::new(three.map(|f| (f == field).into()));
    FieldRow {
        play: of([PlayYellow, PlayOrange, PlayBlack]),
        draw: of([DrawYellow, DrawOrange, DrawBlack]),
        discard: Share::of(if field == Field::DiscardThree {
            3
        } else {
            u8::from(field == Field::DiscardOne)
        }),
        freeze: (field == Field::Freeze).into(),
    }
}

impl Observe for Conflict {
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        let w = &s.world;
        out.row("parameters", "what this game is played with", || Params {
            track: Share::of(w.track),
            heroes_below: Share::of(w.heroes_below),
            every: Share::of(w.every),
            faces: w.faces.map(Share::of),
            simplified: self.simplified.into(),
            open_hands: self.open_hands.into(),
            price_once: self.price_once.into(),
            players: Share::of(self.seats as u8),
        });
        out.row("table", "the marker, the dice and what is under way", || table(s, viewer));
        let leaders = "the leaders in the order in which they are covered";
        out.each("leaders", leaders, |leader: Leader| LeaderRow {
            symbols: Share::of(w.leaders[leader]),
            covered: s.covers[leader].is_some().into(),
            hero: s.covers[leader].is_some_and(|cover| cover.card.is_hero()).into(),
        });
        out.each("decks", "the decks", |deck: Colour| DeckRow {
            cards: Count::of(s.cards_left(deck)),
            below: Count::of(State::among(&s.below, deck)),
            without_heroes: Count::of(match s.decks[deck] {
                Deck { without_heroes: 0, .. } => 0,
                Deck { top, without_heroes } => top.len() as u8 + without_heroes,
            }),
        });
        let tops = "the known cards on the decks, deck by deck from the top on";
        out.rows("tops", tops, Colour::N * TOP, |rows| {
            for deck in Colour::all() {
                rows.fill_from(deck.index() * TOP, s.decks[deck].top.iter().map(|top| known(w, *top)));
            }
        });
        out.list("cards", "the cards by deck and move, then the heroes", Card::N, self.cards(s, viewer));
        out.list("seats", "the seats, you first", SEATS, {
            (0..self.seats).map(|ahead| seat(s, (viewer + ahead) % self.seats))
        });
        let next = s.marker / w.every + 1;
        out.rows("ahead", "the fields in front of the marker", usize::from(AHEAD), |rows| {
            for at in (next..).map(|n| n * w.every).take_while(|at| *at <= s.marker + AHEAD) {
                rows.set(usize::from(at - s.marker) - 1, field(w.field(at)));
            }
        });
        out.list("track", "the fields with an effect, from the start on", EFFECTS, {
            (1..=EFFECTS as u8)
                .map(|n| n * w.every)
                .take_while(|at| *at < w.track)
                .map(|at| field(w.field(at)))
        });
    }

    /// Actions that name a card or a deck point at its row.
    fn relations(&self) -> Relations {
        use Action::{Cover, Discard, Done, Draw, Help, Place, Play, Reveal, Start, Store};
        Relations::named_by(|action, name| match action {
            Place { card } | Discard { card } | Play { card } | Cover { card, .. } => {
                name("cards", card.index());
            }
            Start { deck } | Reveal { deck, .. } | Draw { deck, .. } => name("decks", deck.index()),
            Done | Help { .. } | Store { .. } => {}
        })
    }
}

impl Conflict {
    fn cards(&self, s: &State, viewer: usize) -> impl Iterator<Item = CardRow> {
        let seats: [Option<usize>; SEATS] =
            std::array::from_fn(|ahead| (ahead < self.seats).then(|| (viewer + ahead) % self.seats));
        let [_, others @ ..] = seats;
        // What lies on leaders' fields, and what of it the viewer knows.
        let (mut covers, mut known) = (ByCard::<u8>::default(), ByCard::<u8>::default());
        for cover in s.covers.values().iter().flatten() {
            covers[cover.card] += 1;
            known[cover.card] += u8::from(cover.public || s.me() == viewer);
        }
        Card::all().map(move |card| {
            let printed = s.world.cards[card];
            let hidden: u8 = others.iter().flatten().map(|seat| s.hidden[*seat][card]).sum();
            let [first, second, third] =
                others.map(|seat| Count::of(seat.map_or(0, |seat| s.shown[seat][card])));
            CardRow {
                copies: Count::of(printed.copies),
                ambush: Share::of(printed.ambush),
                attack: Share::of(printed.attack),
                unseen: Count::of(s.bag[card] + hidden + covers[card] - known[card]),
                below: Count::of(s.below[card]),
                covers: Share::of(known[card]),
                mine: Count::of(s.in_hand(viewer, card)),
                mine_shown: Count::of(s.shown[viewer][card]),
                first,
                second,
                third,
            }
        })
    }
}

fn table(s: &State, viewer: usize) -> Table {
    Table {
        my_turn: (s.me() == viewer && s.stage != Stage::Over).into(),
        stage: only(Some(s.stage)),
        marker: Share::of(s.marker),
        to_go: Share::of(s.world.track - s.marker),
        began: Share::of(s.began),
        moved: (s.marker != s.began).into(),
        frozen: s.frozen.into(),
        freezes_next: s.freezes_next.into(),
        dice: s.dice.map(Share::of),
        stored: only(s.stored),
        stored_now: s.stored_now.into(),
        due: Share::of(s.due),
        amount: Share::of(s.amount),
        placed: Share::of(s.placed),
        draws: s.draws.into(),
        deck: only(s.deck),
    }
}

/// A known card on top of a deck.
fn known(w: &World, Top { card, face_up }: Top) -> TopRow {
    let (moves, printed) = (card.moves(), w.cards[card]);
    TopRow {
        lies: Flag::YES,
        face_up: face_up.into(),
        hero: card.is_hero().into(),
        forward: Share::of(moves.max(0) as u8),
        back: Share::of(moves.min(0).unsigned_abs()),
        if_taken: Share::of(if face_up { printed.attack } else { printed.ambush }),
    }
}

fn seat(s: &State, seat: usize) -> SeatRow {
    let veiled = s.veiled(seat);
    let with = |ambush: usize| ByColour::from_fn(|colour| Count::of(veiled[colour][ambush]));
    SeatRow {
        plays: Flag::YES,
        active: (s.me() == seat).into(),
        power: only(Some(s.starting[seat].power)),
        symbols: Share::of(s.starting[seat].symbols),
        cards: ByColour::from_fn(|colour| Count::of(s.hand_of(seat, colour))),
        without: with(0),
        ambush_1: with(1),
        ambush_2: with(2),
    }
}
