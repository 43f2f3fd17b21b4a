//! The end of a tiny game of Conflict: two heroes hold their leaders, the third is among the last four black cards, and there is time
//! for three turns or so. Dice show 1 or nothing, hands are open, and what is won is known exactly.

use holotable_env::conflict::state::{Cover, StartingCard};
use holotable_env::conflict::words::{Card, Colour, Leader, Power};
use holotable_env::conflict::{Action, Conflict, State};
use holotable_env::{Chance, Game, Observe, OptionSpec, Options, Sample, Save, Sink, Tabletop, generator};

use crate::solo::Rules;

#[derive(Clone, Debug)]
pub struct LastHero {
    pub game: Conflict,
    start: State,
}

/// What lies where besides: all other cards are discarded.
fn position(game: &Conflict) -> State {
    let mut s = game.start(&mut Sample(generator(1, 0)));
    for leader in [Leader::Phasma, Leader::Hux] {
        s.bag[Card::HERO] -= 1;
        s.covers[leader] = Some(Cover { card: Card::HERO, public: true });
    }
    let mut left = [(Card::of(Colour::Yellow, 0), 4), (Card::of(Colour::Orange, 0), 3)].to_vec();
    left.extend([(Card::of(Colour::Black, -3), 2), (Card::of(Colour::Black, 3), 1), (Card::HERO, 1)]);
    for (card, n) in s.bag.iter_mut() {
        let keep = left.iter().find(|(kept, _)| *kept == card).map_or(0, |(_, kept)| *kept);
        s.discards[card] += *n - keep;
        *n = keep;
    }
    for (seat, power) in [Power::Bottom, Power::Peek].into_iter().enumerate() {
        s.starting[seat] = StartingCard { power, symbols: 0 };
        for card in [Card::of(Colour::Yellow, 0), Card::of(Colour::Orange, 0)] {
            s.bag[card] -= 1;
            s.shown[seat][card] += 1;
        }
    }
    (s.marker, s.began, s.decks[Colour::Black].without_heroes) = (7, 7, 0);
    game.check(&s).unwrap();
    s
}

impl Rules for LastHero {
    type State = State;
    type Action = Action;

    const NAME: &'static str = "last_hero";
    const MAX_DECISIONS: usize = 500;

    fn specs() -> &'static [OptionSpec] {
        &[]
    }

    fn new(_options: &Options) -> Self {
        let given =
            [("players", "2"), ("open_hands", "true"), ("hand", "0"), ("track", "12"), ("every", "6")];
        let dice = [
            ("twos", "0"),
            ("threes", "0"),
            ("first_order", "3"),
            ("phasma", "2"),
            ("hux", "2"),
            ("kylo", "2"),
        ];
        let options = Options::resolve(Conflict::option_specs(), given.into_iter().chain(dice)).unwrap();
        let game = Conflict::build(&options, None).unwrap();
        let start = position(&game);
        Self { game, start }
    }

    fn start(&self, _chance: &mut impl Chance) -> State {
        self.start
    }

    fn over(&self, s: &State) -> bool {
        self.game.actor(s).is_none()
    }

    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        self.game.legal(s, f);
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        self.game.step(s, a, chance);
    }

    fn score(&self, s: &State) -> f32 {
        self.game.score(s, 0)
    }

    /// Both seats play as one, each with its own eyes.
    fn observe(&self, s: &State, sink: &mut impl Sink) {
        self.game.observe(s, s.me(), sink);
    }

    fn check(&self, s: &State) -> Result<(), String> {
        self.game.check(s)
    }
}
