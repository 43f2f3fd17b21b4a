//! [`World`]: every number that no source gives, as one game is played with it; and how the unknown ones are drawn.

use holotable_env::{Chance, Error, ErrorKind, GameRng, Json, List, Options, Pack, Sample, generator};

use super::load::{Data, Side};
use super::printed::Printed;
use super::words::{ByCard, ByFace, ByLeader, Card, Colour, FIELDS, Field};

/// The faces of a die.
const SIDES: u8 = 6;

/// The parameters of one game. All seats know them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct World {
    /// The last field of the Event Track.
    pub track: u8,
    /// Yellow cards in each hand at the start.
    pub hand: u8,
    /// The heroes are shuffled into so many cards at the bottom of the Black deck.
    pub heroes_below: u8,
    /// How many of the six faces of a die show what.
    pub faces: ByFace<u8>,
    /// The First Order symbols of the leaders.
    pub leaders: ByLeader<u8>,
    /// Fields with an effect lie this far apart.
    pub every: u8,
    /// Those fields from the start on.
    pub fields: List<Field, FIELDS>,
    /// The Forces cards.
    pub cards: ByCard<Printed>,
}

impl World {
    /// The field of that number.
    pub fn field(&self, at: u8) -> Field {
        if at == 0 || at >= self.track || !at.is_multiple_of(self.every) {
            return Field::Empty;
        }
        self.fields[usize::from(at / self.every) - 1]
    }

    /// How many copies of a card there are.
    pub fn copies(&self, card: Card) -> u8 {
        self.cards[card].copies
    }
}

/// The least and the greatest value of a parameter, between which each game draws its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The least value of the range.
    pub lo: u8,
    /// The greatest value of the range.
    pub hi: u8,
}

impl Span {
    /// Reads `30` or `24..36`, which must be within `bounds`.
    fn read(options: &Options, (name, lo, hi): (&str, u8, u8)) -> Result<Self, Error> {
        let text = options.words(name);
        let (a, b) = text.split_once("..").unwrap_or((text, text));
        match (a.trim().parse(), b.trim().parse()) {
            (Ok(a), Ok(b)) if lo <= a && a <= b && b <= hi => Ok(Self { lo: a, hi: b }),
            _ => Err(Error::new(
                ErrorKind::Option,
                format!(
                    "option '{name}' is '{text}' but must be a whole number from {lo} to {hi}, or a range such as {lo}..{hi}"
                ),
            )),
        }
    }

    /// A value for a game, each equally likely.
    fn draw(self, chance: &mut impl Chance) -> u8 {
        if self.lo == self.hi {
            self.lo
        } else {
            self.lo + chance.below(usize::from(self.hi - self.lo) + 1) as u8
        }
    }

    fn has(self, n: u8) -> bool {
        (self.lo..=self.hi).contains(&n)
    }
}

/// What games draw their parameters from.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// One for each of [`RANGES`].
    spans: [Span; RANGES.len()],
    every: u8,
    /// The cards of all games; none if each draws its own.
    cards: Option<ByCard<Printed>>,
    /// The fields of all games; none if each draws its own.
    fields: Option<List<Field, FIELDS>>,
}

/// The parameters that may be ranges, with their bounds.
pub const RANGES: [(&str, u8, u8); 9] = [
    ("track", 12, 40),
    ("hand", 0, 8),
    ("heroes_below", 3, 12),
    ("twos", 0, 4),
    ("threes", 0, 4),
    ("first_order", 0, 3),
    ("phasma", 1, 6),
    ("hux", 1, 6),
    ("kylo", 1, 6),
];

impl Worlds {
    /// What the options say, on this data.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] for a range that is none, or that this data cannot serve.
    pub fn read(options: &Options, data: &Data, side: Side) -> Result<Self, Error> {
        let mut spans = [Span { lo: 0, hi: 0 }; RANGES.len()];
        for (span, range) in spans.iter_mut().zip(RANGES) {
            *span = Span::read(options, range)?;
        }
        let wrong = |why: String| Err(Error::new(ErrorKind::Option, why));
        let faces: u8 = spans[3..6].iter().map(|span| span.hi).sum();
        if faces > SIDES {
            return wrong(format!(
                "options 'twos', 'threes' and 'first_order' ask for up to {faces} of six faces"
            ));
        }
        let (black, yellow) = (data.size(Colour::Black), data.size(Colour::Yellow));
        if spans[2].hi > black {
            return wrong(format!(
                "option 'heroes_below' is {} but the Black deck has {black} cards",
                spans[2].hi
            ));
        }
        let dealt = u32::from(spans[1].hi) * options.int("players") as u32;
        if dealt > u32::from(yellow) {
            return wrong(format!("option 'hand' asks for {dealt} yellow cards, but there are {yellow}"));
        }
        let every = options.int("every") as u8;
        Ok(Self {
            spans,
            every,
            cards: fixed(options, "deck", data.cards, |chance| data.draw_cards(chance))?,
            fields: fixed(options, "board", data.fields(side), |chance| data.draw_fields(side, chance))?,
        })
    }

    /// The parameters of a new game.
    pub fn draw(&self, data: &Data, side: Side, chance: &mut impl Chance) -> World {
        let [track, hand, heroes_below, two, three, first_order, phasma, hux, kylo] =
            self.spans.map(|span| span.draw(chance));
        World {
            track,
            hand,
            heroes_below,
            faces: ByFace::new([SIDES - two - three - first_order, two, three, first_order]),
            leaders: ByLeader::new([phasma, hux, kylo]),
            every: self.every,
            fields: self.fields.unwrap_or_else(|| data.draw_fields(side, chance)),
            cards: self.cards.unwrap_or_else(|| data.draw_cards(chance)),
        }
    }

    /// Whether a game may be played with these.
    pub fn has(&self, w: &World) -> bool {
        let ([one, two, three, first_order], [phasma, hux, kylo]) = (*w.faces.values(), *w.leaders.values());
        let drawn = [w.track, w.hand, w.heroes_below, two, three, first_order, phasma, hux, kylo];
        self.spans.iter().zip(drawn).all(|(span, n)| span.has(n))
            && one == SIDES - two - three - first_order
            && w.every == self.every
            && self.fields.is_none_or(|fields| fields == w.fields)
            && self.cards.is_none_or(|cards| cards == w.cards)
    }
}

/// What all games share: what the data says, or what a seed draws; nothing where each game draws its own.
fn fixed<T>(
    options: &Options,
    name: &str,
    data: T,
    draw: impl FnOnce(&mut GameRng) -> T,
) -> Result<Option<T>, Error> {
    match options.words(name) {
        "fixed" => Ok(Some(data)),
        "random" => Ok(None),
        seed => match seed.parse() {
            Ok(seed) => Ok(Some(draw(&mut Sample(generator(seed, 0))))),
            Err(_) => Err(Error::new(
                ErrorKind::Option,
                format!(
                    "option '{name}' is '{seed}' but must be fixed, random or the seed of one, a whole number"
                ),
            )),
        },
    }
}
