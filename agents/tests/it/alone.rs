//! Learning without the expert: [`Alone`] is Dark Side Rising to whose bots no code leads, and a run that takes neither
//! expert features nor the expert prior is the same on it, byte for byte, as on the game itself.

use std::path::Path;

use holotable_env::catalogue::Entry;
use holotable_env::{
    Chance, Error, Game, Misfit, Observe, OptionSpec, Options, Picture, Relations, Save, Show, Sink, Summary,
    Tabletop, Viewer,
};
use holotable_erased::erase;
use holotable_games::dark_side_rising::action::Action;
use holotable_games::dark_side_rising::{DarkSideRising, State};
use holotable_players::bots::{Bots, NoExpertFeatures};
use holotable_players::match_rngs::MatchRngs;
use holotable_players::observation_wrapper::FeatureSet;
use holotable_players::odds_features::OddsFeatures;
use holotable_players::odds_features::dark_side_rising::Exact;
use holotable_players::registry::load;
use holotable_train::ppo::{Config, LATEST, Start, Task, train};
use serde_json::Value;

use crate::recipe::recipe;
use crate::scratch::Scratch;

/// The rules of Dark Side Rising and their arithmetic, and nothing else: its type has no bots.
#[derive(Clone, Debug)]
struct Alone(DarkSideRising);

impl Bots for Alone {
    type OddsFeatures = Exact;
    type ExpertFeatures = NoExpertFeatures;
}

impl OddsFeatures<Alone> for Exact {
    const SUBGOALS: bool = true;

    fn of(game: &Alone) -> Self {
        Self::of(&game.0)
    }

    fn write(&self, game: &Alone, s: &State, viewer: usize, out: &mut impl Sink) {
        OddsFeatures::<DarkSideRising>::write(self, &game.0, s, viewer, out);
    }

    fn subgoals(&self, game: &Alone, s: &State, f: impl FnMut(Action, Action)) {
        OddsFeatures::<DarkSideRising>::subgoals(self, &game.0, s, f);
    }
}

impl Game for Alone {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn team(&self, player: usize) -> usize {
        self.0.team(player)
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        self.0.start(chance)
    }

    fn actor(&self, s: &State) -> Option<usize> {
        self.0.actor(s)
    }

    fn turn(&self, s: &State) -> u32 {
        self.0.turn(s)
    }

    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        self.0.legal(s, f);
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        self.0.step(s, a, chance);
    }

    fn score(&self, s: &State, player: usize) -> f32 {
        self.0.score(s, player)
    }

    fn redeal(&self, s: &mut State, player: usize, chance: &mut impl Chance) {
        self.0.redeal(s, player, chance);
    }
}

impl Observe for Alone {
    fn observe(&self, s: &State, viewer: usize, out: &mut impl Sink) {
        self.0.observe(s, viewer, out);
    }

    fn relations(&self) -> Relations {
        self.0.relations()
    }
}

impl Save for Alone {
    fn check(&self, s: &State) -> Result<(), String> {
        self.0.check(s)
    }

    fn to_json(&self, s: &State, viewer: Viewer) -> Value {
        self.0.to_json(s, viewer)
    }

    fn from_json(&self, json: &Value) -> Result<State, Misfit> {
        self.0.from_json(json)
    }
}

impl Show for Alone {
    const REASONS: &'static [&'static str] = DarkSideRising::REASONS;

    fn text(&self, s: &State, viewer: Viewer) -> String {
        self.0.text(s, viewer)
    }

    fn prompt(&self, s: &State) -> String {
        self.0.prompt(s)
    }

    fn describe_action(&self, s: &State, a: Action) -> String {
        self.0.describe_action(s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        self.0.why_illegal(s, a)
    }

    fn picture(&self, s: &State, viewer: Viewer) -> Picture {
        self.0.picture(s, viewer)
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.0.catalogue()
    }

    fn summary(&self, s: &State) -> Summary {
        self.0.summary(s)
    }
}

impl Tabletop for Alone {
    const NAME: &'static str = DarkSideRising::NAME;
    const ABOUT: &'static str = DarkSideRising::ABOUT;
    const RULES: &'static str = "# Rules\n\nFor tests.\n";
    const RULES_VERSION: u32 = DarkSideRising::RULES_VERSION;
    const MAX_DECISIONS: usize = DarkSideRising::MAX_DECISIONS;

    fn option_specs() -> &'static [OptionSpec] {
        DarkSideRising::option_specs()
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        DarkSideRising::build(options, data).map(Self)
    }

    fn options(&self) -> &Options {
        self.0.options()
    }

    fn data_hash(&self) -> &str {
        self.0.data_hash()
    }
}

fn built<G: Tabletop>() -> G {
    G::build(&Options::resolve(G::option_specs(), [("imperials", "1")]).unwrap(), None).unwrap()
}

#[test]
fn a_run_without_worths_and_advice_reaches_no_code_of_the_bots() {
    let set = ["subgoals=true", "total_steps=8192", "eval_games=8", "game.options.imperials=1"];
    let config = recipe(&[&set[..], &["game.name=dark_side_rising"]].concat());
    assert!(
        config.odds_features && !config.expert_features && !config.expert_prior,
        "the default owes nothing to the expert"
    );
    let model = |game, name: &str| {
        let folder = Scratch::new(name);
        train(&config, &Task { game, features: FeatureSet::ODDS }, folder.path(), Start::New).unwrap();
        std::fs::read(folder.path().join(LATEST).join("model.safetensors")).unwrap()
    };
    let alone = model(erase(built::<Alone>()), "alone");
    assert!(alone == model(erase(built::<DarkSideRising>()), "not_alone"), "the bots changed the run");
}

/// No agent `alone` was trained with the inputs, the prior or the play of a bot.
#[test]
fn every_agent_alone_has_a_recipe_without_bots() {
    let checkpoints = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkpoints");
    let mut seen = 0;
    for folder in std::fs::read_dir(checkpoints).unwrap().map(|entry| entry.unwrap().path()) {
        if !folder.to_str().unwrap().ends_with("_alone") {
            continue;
        }
        let text = std::fs::read_to_string(folder.join("config.toml")).unwrap();
        let config = Config::from_toml(&text, &[]).unwrap();
        assert!(!config.expert_features && !config.expert_prior && config.opponents.is_empty(), "{folder:?}");
        seen += 1;
    }
    assert!(seen > 0);
}

/// Trained by subgoals, it plays legal actions of the game itself, and its weights for them are a distribution.
#[test]
fn a_network_of_aims_plays_the_game_itself() {
    let folder = Scratch::new("subgoals");
    let set = ["subgoals=true", "total_steps=4096", "eval_games=4", "game.name=dark_side_rising"];
    let config = recipe(&set);
    train(&config, &Task::of(&config).unwrap(), folder.path(), Start::New).unwrap();
    let game = built::<DarkSideRising>();
    let mut player = load(&game, folder.path().to_str().unwrap()).unwrap();
    let mut rngs = MatchRngs::new(1, game.players());
    let (mut s, mut left_out) = (game.start(&mut rngs.chance), 0);
    while let Some(seat) = game.actor(&s) {
        let mut rng = rngs.seats[seat].clone();
        let analysis = player.analyse(&game, &s, &mut rng).unwrap();
        assert!((analysis.moves.iter().map(|m| m.share).sum::<f64>() - 1.0).abs() < 1e-6);
        left_out += analysis.moves.iter().filter(|m| m.share == 0.0).count();
        let action = rngs.decide(&game, &s, seat, player.as_mut()).action;
        assert!(analysis.moves.iter().any(|m| m.action == action && m.share > 0.0));
        game.step(&mut s, action, &mut rngs.chance);
    }
    assert!(left_out > 20, "steps towards nothing are not played: {left_out}");
}
