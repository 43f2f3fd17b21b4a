//! Kuhn's poker (H. W. Kuhn, "A simplified two-person poker", 1950): two seats, three cards, one bet.
//!
//! Each seat puts one chip into the pot and is dealt one of jack, queen and king, which the other cannot see. Passing after a bet
//! gives the pot away; else the higher card takes it.

use std::path::Path;

use holotable_env::json::Value;
use holotable_env::{
    Chance, Error, Finite, Flag, Game, GameRng, Json, Misfit, Observe, OptionSpec, Options, Pack, Private,
    Row, Save, Show, Sink, Tabletop, Viewer, actions, ensure, finite_enum,
};
use holotable_players::bots::{Bots, NoExpertFeatures};
use holotable_players::odds_features::NoOddsFeatures;
use holotable_players::policy::Policy;

actions! {
    /// What may be done in a turn.
    pub enum Move {
        /// Put nothing into the pot.
        Pass,
        /// Put one chip more into the pot, or answer a bet with one.
        Bet,
    }
}

finite_enum! {
    /// What was done so far; the game ends with the last five.
    #[derive(Default)]
    pub enum Line {
        /// Nobody has moved yet.
        #[default]
        Open = "open",
        /// The first seat passed.
        Pass = "pass",
        /// The first seat bet.
        Bet = "bet",
        /// The first seat passed, and the second bet.
        PassBet = "pass_bet",
        /// Both passed: the cards are compared.
        PassPass = "pass_pass",
        /// The second seat gave the pot away.
        BetPass = "bet_pass",
        /// The second seat answered the bet.
        BetBet = "bet_bet",
        /// The first seat gave the pot away.
        PassBetPass = "pass_bet_pass",
        /// The first seat answered the bet.
        PassBetBet = "pass_bet_bet",
    }
}

finite_enum! {
    /// A card; the later is the higher.
    #[derive(Default)]
    pub enum Card {
        /// The card that every other beats.
        #[default]
        Jack = "jack",
        /// The card in the middle.
        Queen = "queen",
        /// The card that beats every other.
        King = "king",
    }
}

/// The table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Viewer)]
pub struct State {
    /// The card of each seat.
    pub cards: Private<Card, 2>,
    /// What was done so far.
    pub line: Line,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct KuhnPoker {
    options: Options,
}

impl Game for KuhnPoker {
    type State = State;
    type Action = Move;

    fn players(&self) -> usize {
        2
    }

    fn team(&self, player: usize) -> usize {
        player
    }

    /// All randomness goes through `chance`, so that a deal can be sampled, enumerated and replayed.
    fn start(&self, chance: &mut impl Chance) -> State {
        let first = chance.below(3);
        let second = (first + 1 + chance.below(2)) % 3;
        State { cards: Private::new([Card::at(first), Card::at(second)]), line: Line::Open }
    }

    fn actor(&self, s: &State) -> Option<usize> {
        match s.line {
            Line::Open | Line::PassBet => Some(0),
            Line::Pass | Line::Bet => Some(1),
            Line::PassPass | Line::BetPass | Line::BetBet | Line::PassBetPass | Line::PassBetBet => None,
        }
    }

    fn legal(&self, s: &State, f: impl FnMut(Move)) {
        if self.actor(s).is_some() {
            [Move::Pass, Move::Bet].into_iter().for_each(f);
        }
    }

    fn step(&self, s: &mut State, a: Move, _chance: &mut impl Chance) {
        s.line = match (s.line, a) {
            (Line::Open, Move::Pass) => Line::Pass,
            (Line::Open, Move::Bet) => Line::Bet,
            (Line::Pass, Move::Pass) => Line::PassPass,
            (Line::Pass, Move::Bet) => Line::PassBet,
            (Line::Bet, Move::Pass) => Line::BetPass,
            (Line::Bet, Move::Bet) => Line::BetBet,
            (Line::PassBet, Move::Pass) => Line::PassBetPass,
            (Line::PassBet, Move::Bet) => Line::PassBetBet,
            (over, _) => over,
        };
    }

    /// From 0 for two chips lost to 1 for two chips won.
    fn score(&self, s: &State, player: usize) -> f32 {
        let [first, second] = *s.cards.seats();
        let best = if first > second { 1.0 } else { -1.0 };
        let won = match s.line {
            Line::PassPass => best,
            Line::BetPass => 1.0,
            Line::PassBetPass => -1.0,
            Line::BetBet | Line::PassBetBet => 2.0 * best,
            Line::Open | Line::Pass | Line::Bet | Line::PassBet => 0.0,
        };
        0.5 + if player == 0 { won } else { -won } / 4.0
    }

    /// The other seat holds one of the two cards that `player` does not.
    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        s.cards[1 - player] = Card::at((s.cards[player].index() + 1 + chance.below(2)) % 3);
    }
}

/// What is seen of a card.
#[derive(Clone, Copy, Row)]
struct Held {
    here: Flag,
}

/// What was done.
#[derive(Clone, Copy, Row)]
struct Done {
    so_far: Flag,
}

impl Observe for KuhnPoker {
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        out.each("card", "the card of whoever looks", |card: Card| Held {
            here: (s.cards[viewer] == card).into(),
        });
        out.each("line", "what was done so far", |line: Line| Done { so_far: (s.line == line).into() });
    }
}

impl Save for KuhnPoker {
    /// Whatever reads a state from a file or a user asks this.
    fn check(&self, s: &State) -> Result<(), String> {
        let [first, second] = *s.cards.seats();
        ensure(first != second, || format!("both seats hold the {}", first.label()))
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        Json::to_json(s, &viewer)
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        Json::from_json(json, &Viewer::All)
    }
}

/// The table is shown as JSON and the actions by their names, until these are written better.
impl Show for KuhnPoker {}

impl Tabletop for KuhnPoker {
    const NAME: &'static str = "kuhn_poker";
    const ABOUT: &'static str = "Kuhn's poker: two seats, three cards, one bet";
    const RULES: &'static str = "\
# Rules: Kuhn's poker

Each of two seats puts one chip into the pot and is dealt a jack, a queen or a king; the third card lies aside. The first seat begins.

`Pass` puts nothing into the pot, `Bet` one chip. After two passes the higher card takes the pot. After a bet the other seat answers: with
`Bet` the higher card takes the pot, with `Pass` whoever bet takes it.
";
    const RULES_VERSION: u32 = 1;
    const MAX_DECISIONS: usize = 3;

    fn option_specs() -> &'static [OptionSpec] {
        &[]
    }

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        Ok(Self { options: options.clone() })
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

/// The equilibrium of Kuhn's article in which the first seat bets with one jack in three and with every king.
struct Equilibrium;

impl Policy<KuhnPoker> for Equilibrium {
    fn choose(&mut self, game: &KuhnPoker, s: &State, rng: &mut GameRng) -> Move {
        let card = s.cards[game.actor(s).expect("the game goes on")];
        let thirds = match (s.line, card) {
            (Line::Open | Line::Pass, Card::Jack) | (Line::Bet, Card::Queen) => 1,
            (Line::PassBet, Card::Queen) => 2,
            (_, Card::King) => 3,
            _ => 0,
        };
        if rng.below(3) < thirds { Move::Bet } else { Move::Pass }
    }
}

impl Bots for KuhnPoker {
    const BOTS: &'static [(&'static str, &'static str)] =
        &[("equilibrium", "mixes its moves so that no opponent gains on it")];

    type OddsFeatures = NoOddsFeatures;
    type ExpertFeatures = NoExpertFeatures;

    fn bot(&self, name: &str) -> Option<Box<dyn Policy<Self>>> {
        (name == "equilibrium").then(|| Box::new(Equilibrium) as _)
    }
}
