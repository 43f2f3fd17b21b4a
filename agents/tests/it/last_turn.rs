//! The last turn of a game of Dark Side Rising: two Imperials are wounded, one more must fall, and after this turn the
//! tenth Rebel is lost. Four red dice, one turn, and what is won is known exactly.

use holotable_env::{
    Chance, Game, Observe, OptionSpec, Options, Sample, Save, Sink, Tabletop, Viewer, generator,
};
use holotable_games::dark_side_rising::{Action, DarkSideRising, State};
use serde_json::{Value, json};

use crate::solo::Rules;

/// The sector with its cards, each one symbol of a kind from its two tactical ones; a hit each and they fall.
const TARGETS: [(&str, &str); 2] = [("Stormtrooper", "support"), ("Death Trooper", "leadership")];

#[derive(Clone, Debug)]
pub struct LastTurn {
    game: DarkSideRising,
    start: State,
}

/// The position, made from the start of any game: the deck is spent.
fn position(game: &DarkSideRising) -> State {
    let mut json = game.to_json(&game.start(&mut Sample(generator(1, 0))), Viewer::All);
    let mut gone: Vec<Value> = json["deck"].as_array().unwrap().clone();
    for places in json["sectors"].as_object_mut().unwrap().values_mut() {
        for place in places.as_array_mut().unwrap() {
            gone.extend(place.as_object().map(|card| card["card"].clone()));
            *place = Value::Null;
        }
    }
    gone.retain(|card| TARGETS.iter().all(|(name, _)| card != name));
    (json["deck"], json["defeated"]) = (json!([]), json!(gone));
    for (spot, (name, _)) in TARGETS.iter().enumerate() {
        json["sectors"]["scarif"][spot] = json!({ "card": name, "damage": 1 });
    }
    (json["stage"], json["deployed"]) = (json!("before_opening_roll"), json!("scarif"));
    let needed = |symbol: &str| json!({ "tactical": 2, symbol: 1 });
    json["this_turn"]["symbols_needed"] = json!([needed(TARGETS[0].1), needed(TARGETS[1].1), {}]);
    json["this_turn"]["waiting"] = json!({ "red": 4 });
    json["this_turn"]["opening_roll_to_come"] = json!(true);
    // Not by `read_state`: so many Rebels are lost that no game gets here, and that is what makes it the last turn.
    game.from_json(&json).unwrap()
}

impl Rules for LastTurn {
    type State = State;
    type Action = Action;

    const NAME: &'static str = "last_turn";
    const MAX_DECISIONS: usize = 100;

    fn specs() -> &'static [OptionSpec] {
        &[]
    }

    fn new(_options: &Options) -> Self {
        let given = [("players", "2"), ("imperials", "10"), ("teams", "tatooine,yavin_4")];
        let options = Options::resolve(DarkSideRising::option_specs(), given).unwrap();
        let game = DarkSideRising::build(&options, None).unwrap();
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

    fn observe(&self, s: &State, sink: &mut impl Sink) {
        self.game.observe(s, 0, sink);
    }

    fn check(&self, s: &State) -> Result<(), String> {
        self.game.check(s)
    }
}
