//! What people are shown: the table in words, what is asked, what actions mean and why one is not legal.

use std::fmt::Write as _;

use holotable_env::catalogue::Entry;
use holotable_env::english::counted;
use holotable_env::picture::title;
use holotable_env::{Finite, Picture, Show, Summary, Viewer};

use super::text::{bare, hand, marker, on_field, order, person, power, stored, symbols};
use super::{picture, places};
use crate::conflict::rules::Conflict;
use crate::conflict::rules::action::Action;
use crate::conflict::rules::names::{dice, ending, heading, name, showing};
use crate::conflict::rules::play::drawn;
use crate::conflict::rules::state::State;
use crate::conflict::rules::words::{Colour, Ending, Leader, Power, Stage, Value};

impl Show for Conflict {
    // All but the first, which stands for no ending; the win comes first.
    const REASONS: &'static [&'static str] = Ending::WORDS.split_at(1).1;

    fn team_name(&self, _team: usize) -> String {
        "Resistance".into()
    }

    fn text(&self, s: &State, viewer: Viewer) -> String {
        let mut text = format!("{}. {}\n", heading(s), marker(s));
        let _ = writeln!(text, "Dice: {}. {}.", dice(s), stored(s));
        for leader in Leader::all() {
            let _ = writeln!(text, "{}: {}.", person(leader), on_field(s, leader, viewer));
        }
        for deck in Colour::all() {
            let _ = writeln!(text, "{} deck: {}.", title(deck.word()), order(s, deck));
        }
        for seat in 0..self.seats {
            let card = s.starting[seat];
            let power = format!("{}{}", power(card.power), symbols(card.symbols));
            let _ = writeln!(text, "Seat {seat}: {}; starting card: {power}.", hand(s, seat, viewer));
        }
        text
    }

    fn prompt(&self, s: &State) -> String {
        match s.stage {
            Stage::Over => format!("the game is over: {}", ending(s.ending)),
            Stage::Dice => format!("use dice: {}", dice(s)),
            Stage::Pay | Stage::Field if s.due > 1 => format!("discard {} cards", s.due),
            Stage::Pay => format!("discard a card to {}", if s.draws { "draw" } else { "reveal" }),
            Stage::Field => "discard a card, as the field asks".into(),
            Stage::Order => {
                format!("which revealed card goes back next, as number {} from the top?", s.placed + 1)
            }
            Stage::Play => "play exactly one card".into(),
            Stage::Cover => format!("cover leaders, whose symbols move the marker by {}, or go on", bare(s)),
        }
    }

    fn describe_action(&self, s: &State, a: Action) -> String {
        match a {
            Action::Done if s.stage == Stage::Dice => "use no more dice".into(),
            Action::Done if s.covers.values().iter().all(Option::is_none) => "cover no leader".into(),
            Action::Done => "cover no more leaders".into(),
            Action::Help { face } => format!("change a die from {} to the stored result", showing(face)),
            Action::Store { value } => format!("store a {} for a following player", value.word()),
            Action::Reveal { value, deck } => {
                format!("reveal {} {}{}", value.word(), deck.word(), self.costs(deck, value.cards(), false))
            }
            Action::Draw { dice, value, deck } => {
                let n = drawn(dice, value);
                format!("draw {n} {} with the {}{}", deck.word(), dice.word(), self.costs(deck, n, true))
            }
            Action::Place { card } => format!("put back {}", name(card)),
            Action::Discard { card } => format!("discard {}", name(card)),
            Action::Play { card } => format!("play {}", name(card)),
            Action::Start { deck } => {
                let card = s.starting[s.me()];
                let then = symbols(card.symbols);
                match card.power {
                    Power::Take => format!("play the starting card: {}{then}", power(card.power)),
                    Power::Peek => format!(
                        "play the starting card on the {} deck: look at its top three cards{then}",
                        deck.word()
                    ),
                    Power::Bottom => format!(
                        "play the starting card on the {} deck: move its top card to its bottom{then}",
                        deck.word()
                    ),
                }
            }
            Action::Cover { leader, card } => format!("cover {} with {}", person(leader), name(card)),
        }
    }

    /// Of a card on a leader's field all see the deck.
    fn public_label(&self, s: &State, a: Action) -> Option<String> {
        let Action::Cover { leader, card } = a else { return None };
        let words = || format!("cover {} with a {} card", person(leader), card.colour().word());
        (s.shown[s.me()][card] == 0).then(words)
    }

    fn places(&self, s: &State, a: Action) -> Vec<String> {
        places::touched(s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        let me = s.me();
        let needs = |stage: Stage| {
            format!(
                "now it is asked: {}",
                if s.stage == stage { "another question".into() } else { self.prompt(s) }
            )
        };
        let buys = |deck: Colour, n: u8, draws: bool, value: Value, dice: u8| {
            let coin = deck.price().unwrap_or(deck);
            let has = s.hand_of(me, coin);
            if s.stage != Stage::Dice {
                needs(Stage::Dice)
            } else if s.dice[value.face()] < dice {
                let dice =
                    if dice == 1 { "a die that shows".into() } else { format!("{dice} dice that show") };
                format!("it takes {dice} {}", value.word())
            } else if s.cards_left(deck) < n {
                format!("the {} deck has {}, not {n}", deck.word(), counted(s.cards_left(deck), "card"))
            } else {
                format!(
                    "it costs {}, and there are {has} in the hand",
                    counted(self.price(deck, n, draws), &format!("{} card", coin.word()))
                )
            }
        };
        match a {
            Action::Done => "one of the others must be chosen".into(),
            Action::Help { .. } | Action::Store { .. } if s.stage != Stage::Dice => needs(Stage::Dice),
            Action::Help { .. } if s.stored.is_none() => "no result is stored".into(),
            Action::Help { .. } if s.stored_now => {
                "only a following player may use what was stored in this turn".into()
            }
            Action::Help { face } => format!("no die shows {} and would change", showing(face)),
            Action::Store { .. } if s.stored_now => "one die a turn is stored".into(),
            Action::Store { value } => format!("no die shows {}, or it is stored already", value.word()),
            Action::Reveal { value, deck } => buys(deck, value.cards(), false, value, 1),
            Action::Draw { dice, value, deck } => buys(deck, drawn(dice, value), true, value, dice.dice()),
            Action::Place { card } if s.stage == Stage::Order => {
                format!("{} is not among the revealed cards", name(card))
            }
            Action::Place { .. } => needs(Stage::Order),
            Action::Play { .. } | Action::Start { .. } if s.stage != Stage::Play => needs(Stage::Play),
            Action::Cover { .. } if s.stage != Stage::Cover => needs(Stage::Cover),
            Action::Discard { .. } if !matches!(s.stage, Stage::Pay | Stage::Field) => needs(Stage::Pay),
            Action::Play { card } | Action::Discard { card } | Action::Cover { card, .. }
                if s.in_hand(me, card) == 0 =>
            {
                format!("{} is not in the hand", name(card))
            }
            Action::Discard { .. } => {
                format!("the price is {} cards", s.deck.and_then(Colour::price).map_or("no", Colour::word))
            }
            Action::Play { .. } => "any card of the hand may be played".into(),
            Action::Start { deck } => {
                format!("the power of the starting card does not act on the {} deck", deck.word())
            }
            Action::Cover { leader, .. } => {
                format!("{} is covered, or the leader before is not", person(leader))
            }
        }
    }

    fn picture(&self, s: &State, viewer: Viewer) -> Picture {
        picture::draw(self, s, viewer)
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.data.printed.clone()
    }

    fn summary(&self, s: &State) -> Summary {
        let heroes = s.covers.values().iter().flatten().filter(|cover| cover.card.is_hero()).count();
        Summary {
            reason: s.ending.word(),
            counts: vec![
                ("turns", f64::from(s.turn)),
                ("marker", f64::from(s.marker)),
                ("track", f64::from(s.world.track)),
                ("heroes_on_leaders", heroes as f64),
            ],
        }
    }
}

impl Conflict {
    fn costs(&self, deck: Colour, n: u8, draws: bool) -> String {
        let price = self.price(deck, n, draws);
        deck.price().map(|colour| format!(" for {price} {}", colour.word())).unwrap_or_default()
    }
}
