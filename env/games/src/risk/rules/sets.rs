//! Cards turned in (p7, p16): three for troops, one for a ship. The cards of a set are named in the order of their kinds, so
//! that a set can be named in one way only.

use holotable_env::bits::places;
use holotable_env::{Chance, Finite, List};

use super::Risk;
use super::cards::Deck;
use super::pending::Pending;
use super::state::State;
use super::words::{Army, Cards, Class, Kind, SET};
use super::{end, story, turn};

/// Whether a set may be begun now: one a turn in the Star Wars game (p16).
pub fn may_begin(g: &Risk, s: &State) -> bool {
    s.sets == 0 || end::must_trade(g, &s.hands[s.turn.index()])
}

/// The kinds in a hand that may be named next for a set, as bits.
pub fn next(deck: &Deck, set: &[Kind], hand: &Cards) -> u32 {
    let held = deck.held(hand);
    let of = |class: Class| held & deck.of_class[class.index()];
    let class = |kind: Kind| deck.card(kind).class;
    let cards = |kinds: u32| places(u64::from(kinds)).map(|i| hand[Kind::at(i)]).sum::<u8>();
    // Those from a kind on.
    let from = |i: usize| !((1_u32 << i) - 1);
    match *set {
        [] => {
            let mixed = of(Class::Bomber) != 0 && of(Class::Capital) != 0;
            let opens = |&i: &usize| {
                let own = class(Kind::at(i));
                own == Class::Fighter && mixed || usize::from(cards(of(own) & from(i))) >= SET
            };
            places(u64::from(held)).filter(opens).fold(0, |kinds, i| kinds | 1 << i)
        }
        [first] => {
            let own = class(first);
            let same = places(u64::from(of(own) & from(first.index())));
            let same = same.filter(|&i| cards(of(own) & from(i)) >= 2).fold(0, |kinds, i| kinds | 1 << i);
            let mixed = own == Class::Fighter && of(Class::Capital) != 0;
            same | if mixed { of(Class::Bomber) } else { 0 }
        }
        [first, second] => match class(first) == class(second) {
            true => of(class(first)) & from(second.index()),
            false => of(Class::Capital),
        },
        _ => 0,
    }
}

/// Names a card of a set after these; with the third its troops are there.
pub fn trade(g: &Risk, s: &mut State, mut set: List<Kind, SET>, kind: Kind, chance: &mut impl Chance) {
    s.hands[s.turn.index()][kind] -= 1;
    set.push(kind);
    s.pending = Pending::Set { set };
    if let [a, b, c] = set[..] {
        let classes = [a, b, c].map(|kind| g.deck(s.turn).card(kind).class);
        let troops = g.tables.values.sets.worth(classes).expect("only sets are turned in");
        let mine = s.mine();
        s.reserve[mine] += u16::from(troops);
        // Only now does everybody see which cards they are.
        chance.tell(|story| {
            for kind in [a, b, c] {
                story::discards(story, g, s.turn, kind);
            }
            story::reinforced(story, g, mine, troops.into(), "the set");
        });
        s.sets += 1;
        turn::enter_cards(g, s);
    }
}

/// The kinds that may be turned in for a ship, as bits: one a turn, and three of a class at most on the board (p16).
pub fn ships(g: &Risk, s: &State) -> u32 {
    if !g.star_wars || s.built {
        return 0;
    }
    let deck = g.deck(s.turn);
    let most = g.tables.values.cards.ships_of_a_class;
    let open = Class::all().filter(|&class| s.board.ships_of(Army::of(s.turn), class) < most);
    deck.held(&s.hands[s.turn.index()]) & open.fold(0, |kinds, class| kinds | deck.of_class[class.index()])
}

/// Turns a card in for a ship.
pub fn build(g: &Risk, s: &mut State, kind: Kind, chance: &mut impl Chance) {
    chance.tell(|story| story::discards(story, g, s.turn, kind));
    s.hands[s.turn.index()][kind] -= 1;
    (s.built, s.ship) = (true, Some(g.deck(s.turn).card(kind).class));
    turn::enter_cards(g, s);
}
