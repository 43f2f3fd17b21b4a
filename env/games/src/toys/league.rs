//! League: two seats play games of Secret Pig against each other for stakes, until one has enough points.
//!
//! A game inside a game: the state holds Secret Pig's while one is played, the actions hold its moves, the observation
//! its blocks, and everything that is Secret Pig's is asked of Secret Pig.

use std::path::Path;

use holotable_env::catalogue::Entry;
use holotable_env::json::Value;
use holotable_env::{
    Chance, Error, Finite, Flag, Game, Json, Misfit, Observe, OptionSpec, Options, Pack, Part, Row, Save,
    Share, Show, Sink, Slot, Summary, Tabletop, Viewer, actions, ensure,
};

use super::secret_pig::{self, SecretPig};
use super::toy;

const SEATS: usize = 2;
/// Points that win the league.
const ENOUGH: u8 = 5;
/// The most games that a league lasts.
const GAMES: u8 = 9;

actions! {
    /// The decisions of a league.
    pub enum Action {
        /// Play the next game for one to three points.
        Stake { less_one: Slot<3> },
        /// A move in the game that is being played.
        Pig { pig: secret_pig::Move },
    }
}

/// The league.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Viewer)]
pub struct State {
    /// The points of each seat.
    pub points: [u8; SEATS],
    /// Completed games.
    pub games: u8,
    /// What the running game is played for.
    pub stake: u8,
    /// The running game.
    pub pig: Option<secret_pig::State>,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct League {
    options: Options,
    pig: Part<SecretPig>,
}

impl League {
    fn over(s: &State) -> bool {
        s.pig.is_none() && (s.games == GAMES || s.points.iter().any(|&n| n >= ENOUGH))
    }

    /// The game is over: its winner gets the stake, and nobody at a tie.
    fn settle(&self, s: &mut State) {
        let Some(pig) = s.pig.filter(|pig| self.pig.game().actor(pig).is_none()) else { return };
        for (seat, points) in s.points.iter_mut().enumerate() {
            if self.pig.game().score(&pig, seat) > 0.5 {
                *points += s.stake;
            }
        }
        (s.pig, s.stake, s.games) = (None, 0, s.games + 1);
    }
}

impl Game for League {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        SEATS
    }

    fn team(&self, player: usize) -> usize {
        player
    }

    fn start(&self, _chance: &mut impl Chance) -> State {
        State::default()
    }

    fn actor(&self, s: &State) -> Option<usize> {
        match &s.pig {
            Some(pig) => self.pig.game().actor(pig),
            None => (!Self::over(s)).then_some(usize::from(s.games) % SEATS),
        }
    }

    fn legal(&self, s: &State, mut f: impl FnMut(Action)) {
        match &s.pig {
            Some(pig) => self.pig.game().legal(pig, |a| f(Action::Pig { pig: a })),
            None if Self::over(s) => {}
            None => Slot::all().for_each(|less_one| f(Action::Stake { less_one })),
        }
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        match a {
            Action::Stake { less_one } => {
                s.stake = less_one.index() as u8 + 1;
                s.pig = Some(self.pig.game().start(chance));
            }
            Action::Pig { pig: a } => {
                let pig = s.pig.as_mut().expect("a game is being played");
                self.pig.game().step(pig, a, chance);
                self.settle(s);
            }
        }
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        let (mine, theirs) = (s.points[player], s.points[1 - player]);
        0.5 + 0.5 * f32::from(i8::from(mine > theirs) - i8::from(mine < theirs))
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        if let Some(pig) = &mut s.pig {
            self.pig.game().redeal(pig, player, chance);
        }
    }
}

#[derive(Clone, Copy, Row)]
struct Standing {
    my_points: Share<7>,
    their_points: Share<7>,
    games: Share<9>,
    stake: Share<3>,
    a_game_is_played: Flag,
    my_choice: Flag,
}

impl Observe for League {
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        out.row("standing", "the points and what is played for", || Standing {
            my_points: Share::of(s.points[viewer]),
            their_points: Share::of(s.points[1 - viewer]),
            games: Share::of(s.games),
            stake: Share::of(s.stake),
            a_game_is_played: s.pig.is_some().into(),
            my_choice: (self.actor(s) == Some(viewer)).into(),
        });
        out.part("pig", &self.pig, s.pig.as_ref(), viewer);
    }
}

impl Save for League {
    fn check(&self, s: &State) -> Result<(), String> {
        let fits = s.points.iter().all(|&n| n < ENOUGH + 3) && s.games <= GAMES;
        ensure(fits, || format!("{:?} points after {} games", s.points, s.games))?;
        let won: u8 = s.points.iter().sum();
        ensure(won <= 3 * s.games, || format!("{won} points cannot be won in {} games", s.games))?;
        ensure(s.pig.is_some() == (1..=3).contains(&s.stake), || format!("a stake of {}", s.stake))?;
        let Some(pig) = &s.pig else { return Ok(()) };
        let goes_on = s.games < GAMES && s.points.iter().all(|&n| n < ENOUGH);
        ensure(goes_on, || "a game is played although the league is over".into())?;
        ensure(self.pig.game().actor(pig).is_some(), || "the game is over, but not settled".into())?;
        self.pig.game().check(pig).map_err(|why| format!("pig: {why}"))
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        Json::to_json(s, &viewer)
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        Json::from_json(json, &Viewer::All)
    }
}

impl Show for League {
    const REASONS: &'static [&'static str] = &["enough_points", "all_games_played"];

    fn text(&self, s: &State, viewer: Viewer) -> String {
        let game = s.pig.map_or_else(String::new, |pig| self.pig.game().text(&pig, viewer));
        let [a, b] = s.points;
        format!("{} games played, {a} to {b} points, {} at stake.\n{game}", s.games, s.stake)
    }

    fn prompt(&self, s: &State) -> String {
        match &s.pig {
            Some(pig) => self.pig.game().prompt(pig),
            None => "say what the next game is played for".into(),
        }
    }

    fn describe_action(&self, s: &State, a: Action) -> String {
        match (a, &s.pig) {
            (Action::Stake { less_one }, _) => format!("play for {}", less_one.index() + 1),
            (Action::Pig { pig: a }, Some(pig)) => self.pig.game().describe_action(pig, a),
            (Action::Pig { .. }, None) => "move in a game that is not played".into(),
        }
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        match (a, &s.pig) {
            (Action::Stake { .. }, _) => "a game is being played".into(),
            (Action::Pig { pig: a }, Some(pig)) => self.pig.game().why_illegal(pig, a),
            (Action::Pig { .. }, None) => "no game is being played".into(),
        }
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.pig.game().catalogue()
    }

    fn summary(&self, s: &State) -> Summary {
        let enough = s.points.iter().any(|&n| n >= ENOUGH);
        let reason = if enough { "enough_points" } else { "all_games_played" };
        Summary { reason, counts: vec![("games", f64::from(s.games))] }
    }
}

impl Tabletop for League {
    const NAME: &'static str = "league";
    const ABOUT: &'static str = "a toy: a game inside a game";
    const RULES: &'static str = "\
# Rules: League

A toy for two rivals, who play games of Secret Pig. The seats in turn say for how many points the next one is played, one to three (`Stake`, which
counts from 0: `less_one`). Its winner gets them; at a tie nobody does. The league ends once a seat has five points, or after nine
games; more points win, equal points are a tie.

In a game of Secret Pig every seat holds a hidden card worth 1 to 3 points. In its turn a seat rolls a die as often as it likes (`pig/Roll`): a 1
loses the points of this turn and ends it. Holding (`pig/Hold`) banks them. After two turns each the banked points and the card are added.
`pig/Point` is never legal.
";
    const RULES_VERSION: u32 = 1;
    const MAX_DECISIONS: usize = GAMES as usize * (1 + SecretPig::MAX_DECISIONS);

    fn option_specs() -> &'static [OptionSpec] {
        &[]
    }

    fn build(options: &Options, _data: Option<&Path>) -> Result<Self, Error> {
        Ok(Self { options: options.clone(), pig: Part::new(toy(&[])) })
    }

    fn options(&self) -> &Options {
        &self.options
    }
}
