//! Rebellion combat: the battles of Star Wars: Rebellion, for two sides, with hidden tactic cards.
//!
//! The rulebook's headings, and where they are played:
//!
//! | rulebook | here |
//! |---|---|
//! | Units, leaders, dice, tactic cards | [`tables`], `configs/rebellion_combat/*.toml` |
//! | Add leader, draw tactic cards, the combat round, ending combat (p4) | [`flow`] |
//! | Resolving an attack: dice, assigning, blocking, destroying (p4-5) | [`attack`], [`targets`] |
//! | Combat actions: the cards (p4-5) | [`op`] (the verbs), [`apply`] (carries them out) |
//! | The Death Star Plans | [`plans`] |
//! | Retreating (p5) | [`legal`] (when and where to), [`flow`] (how) |
//! | Winning a battle | [`end`]; points are ours, since the campaign around a combat is not played |
//! | Battles to fight | [`scenario`], [`generate`] |
//! | Open rulings | [`rules`] |
//!
//! Seat 0 is the Empire, seat 1 the Rebels. Hands are hidden; decks are sets whose order nobody has fixed. Cards of the
//! campaign that are used at the start of a combat are not part of this game. Whether the Rebels hold the Death Star Plans
//! is open to both; a station under construction and transports that are left alone with each other are both lost; the
//! plans hit the most valuable station.

pub mod action;
pub mod apply;
pub mod attack;
mod catalogue;
pub mod end;
pub mod flow;
pub mod generate;
mod invariants;
mod json;
pub mod legal;
mod load;
pub mod op;
mod packed;
mod picture;
pub mod plans;
mod redeal;
pub mod rules;
pub mod scenario;
mod sheet;
pub mod state;
pub mod tables;
pub mod targets;
mod text;
mod view;
mod why;
pub mod words;
mod written;

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

pub use self::action::Action;
use self::rules::{OPTIONS, Rules};
use self::scenario::{Scenario, Setup, tacticians};
use self::state::Stage;
pub use self::state::State;
use self::tables::Tables;
use self::words::{Face, Side};
use crate::catalogue::Entry;
use crate::chance::Chance;
use crate::error::{Error, ErrorKind, nearest};
use crate::finite::Finite;
use crate::game::{Game, Summary, Tabletop};
use crate::observe::Sink;
use crate::options::{OptionSpec, Options};
use crate::picture::Picture;

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct RebellionCombat {
    /// The options as the rules read them.
    pub rules: Rules,
    /// Everything printed on the components.
    pub tables: Arc<Tables>,
    /// The battles with a name.
    pub scenarios: Arc<[Scenario]>,
    /// The leaders of each side who can be added to a combat, as bits.
    pub tacticians: [u16; Side::N],
    /// The leaders of each side whom random battles know, as bits: those who replace nobody.
    generals: [u16; Side::N],
    setup: Option<Setup>,
    options: Arc<Options>,
}

impl RebellionCombat {
    /// The state at the first decision of a battle that begins so.
    pub fn begin(&self, setup: &Setup, chance: &mut impl Chance) -> State {
        let mut s = setup.state(&self.tables);
        flow::run(self, &mut s, chance);
        s
    }

    fn proceed(&self, s: &mut State, chance: &mut impl Chance) {
        match s.stage {
            Stage::Tactics => {
                for _ in 0..flow::cards_of_leaders(self, s) {
                    attack::draw(self, s, s.side, s.theatre, chance);
                }
                flow::next_tactics(self, s);
            }
            Stage::Structures => {
                for _ in 0..flow::cards_of_structures(self, s) {
                    attack::draw(self, s, s.side, s.theatre, chance);
                }
                flow::next_structures(s);
            }
            Stage::Leaders
            | Stage::Roll
            | Stage::Actions
            | Stage::Assign
            | Stage::Block
            | Stage::Plans
            | Stage::Retreat
            | Stage::Lead
            | Stage::Take
            | Stage::Over => attack::roll(self, s, chance),
        }
    }

    fn done(&self, s: &mut State) {
        match s.stage {
            Stage::Leaders => flow::next_leader(s),
            Stage::Actions => s.stage = Stage::Assign,
            Stage::Block => flow::end_attack(self, s),
            Stage::Plans => flow::no_plans(self, s),
            Stage::Retreat => flow::next_retreat(self, s),
            Stage::Take => flow::arrive(self, s),
            Stage::Tactics | Stage::Structures | Stage::Roll | Stage::Assign | Stage::Lead | Stage::Over => {
                unreachable!("'{}' is not left out", s.stage.word())
            }
        }
    }
}

impl Game for RebellionCombat {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        Side::N
    }

    fn team(&self, player: usize) -> usize {
        player
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        let setup = self.setup.unwrap_or_else(|| generate::random(self, chance));
        self.begin(&setup, chance)
    }

    #[inline]
    fn actor(&self, s: &State) -> Option<usize> {
        (s.stage != Stage::Over).then(|| s.decides().index())
    }

    #[inline]
    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        legal::each(self, s, f);
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        match a {
            _ if s.playing.left > 0 => apply::answer(self, s, a, chance),
            Action::Proceed => self.proceed(s, chance),
            Action::Done => self.done(s),
            Action::AddLeader { leader } => {
                let camp = s.camp_mut(s.side);
                camp.pool &= !(1 << leader.index());
                camp.leaders |= 1 << leader.index();
                flow::next_leader(s);
            }
            Action::Draw { colour } => {
                s.dice[colour.index()][Face::Special.index()] -= 1;
                attack::draw(self, s, s.side, s.theatre, chance);
            }
            Action::Play { card } => apply::play(self, s, card),
            Action::Damage { target } => attack::assign(self, s, target),
            Action::UsePlans => flow::use_plans(self, s, chance),
            Action::Retreat { to } => (s.to, s.stage) = (to.index() as u8, Stage::Lead),
            Action::Lead { leader } => flow::leave(self, s, leader.index()),
            Action::Take { unit } => flow::take(s, unit),
            Action::Spend { .. }
            | Action::Reroll { .. }
            | Action::DrawFrom { .. }
            | Action::Discard { .. }
            | Action::Block { .. } => unreachable!("{a:?} answers a card"),
        }
        flow::run(self, s, chance);
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        end::score(self, s, Side::at(player))
    }

    fn observe(&self, s: &State, player: usize, sink: &mut impl Sink) {
        view::observe(self, s, Side::at(player), sink);
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        redeal::redeal(self, s, Side::at(player), chance);
    }
}

impl Tabletop for RebellionCombat {
    const NAME: &'static str = "rebellion_combat";
    const ABOUT: &'static str = "battles of Star Wars: Rebellion between two sides with hidden tactic cards";
    const RULES_VERSION: u32 = 1;
    const REASONS: &'static [&'static str] = end::REASONS;
    const MAX_DECISIONS: usize = 10_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let rules = Rules::read(options)?;
        let (tables, scenarios) = load::load(data)?;
        let tables = tables.with_stations_of(rules.dsuc_health);
        let tacticians = [tacticians(&tables, Side::Empire), tacticians(&tables, Side::Rebels)];
        let generals = [Side::Empire, Side::Rebels].map(|side| scenario::generals(&tables, side));
        let setup = setup(&scenarios, options.words("scenario"))?;
        let options = Arc::new(options.clone());
        let (tables, scenarios) = (Arc::new(tables), scenarios.into());
        Ok(Self { rules, tables, scenarios, tacticians, generals, setup, options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn data_hash(&self) -> &str {
        &self.tables.hash
    }

    fn check(&self, s: &State) -> Result<(), String> {
        invariants::check(self, s)
    }

    fn to_json(&self, s: &State) -> Value {
        json::write(self, s)
    }

    fn from_json(&self, json: &Value) -> Result<State, Error> {
        json::read(self, json)
    }

    fn team_name(&self, team: usize) -> String {
        Side::at(team).word().into()
    }

    fn tell(&self, s: &State, a: Action) -> String {
        text::tell(self, s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        why::why_not(self, s, a)
    }

    fn text(&self, s: &State) -> String {
        text::table(self, s)
    }

    fn picture(&self, s: &State) -> Picture {
        picture::draw(self, s)
    }

    fn catalogue(&self) -> Vec<Entry> {
        catalogue::entries(&self.tables)
    }

    fn summary(&self, s: &State) -> Summary {
        end::summary(self, s)
    }
}

/// The set-up that the option `scenario` names; `None` for random battles.
fn setup(scenarios: &[Scenario], word: &str) -> Result<Option<Setup>, Error> {
    if word == "random" {
        return Ok(None);
    }
    if let Some(scenario) = scenarios.iter().find(|scenario| scenario.name == word) {
        return Ok(Some(scenario.setup));
    }
    let names = || std::iter::once("random").chain(scenarios.iter().map(|s| s.name.as_str()));
    let hint = nearest(word, names()).map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
    let all = names().collect::<Vec<_>>().join(", ");
    Err(Error::new(ErrorKind::Option, format!("option 'scenario' is '{word}'{hint} (it may be {all})")))
}
