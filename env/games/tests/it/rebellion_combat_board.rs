//! Battles for tests: units by name, dice by what they show, cards by name.

use holotable_env::{Finite, Game, Save, Tape, Trace, legal_actions};
use holotable_games::rebellion_combat::action::{Own, Target};
use holotable_games::rebellion_combat::scenario::Setup;
use holotable_games::rebellion_combat::state::Beside;
use holotable_games::rebellion_combat::words::{
    Card, Colour, Face, Leader, Marked, Neighbour, Row, Side, Theatre, Wounded,
};
use holotable_games::rebellion_combat::{Action, RebellionCombat, State};

use crate::any_game;

/// A die as it falls.
pub type Shown = (Colour, Face);
pub const BH: Shown = (Colour::Black, Face::Hit);
pub const BD: Shown = (Colour::Black, Face::Direct);
pub const BS: Shown = (Colour::Black, Face::Special);
pub const BN: Shown = (Colour::Black, Face::Blank);
pub const RH: Shown = (Colour::Red, Face::Hit);
pub const RD: Shown = (Colour::Red, Face::Direct);
pub const RS: Shown = (Colour::Red, Face::Special);
pub const RN: Shown = (Colour::Red, Face::Blank);

pub use Side::{Empire, Rebels};
pub use Theatre::{Ground, Space};

/// The game with options on the built-in data set.
pub fn game(given: &[(&str, &str)]) -> RebellionCombat {
    any_game::game(given)
}

/// Only dice: no tactic cards, no retreat.
pub const BARE: &[(&str, &str)] = &[("tactics", "false"), ("retreat", "false")];

/// A battle being set up, then fought.
#[derive(Clone, Debug)]
pub struct Battle {
    pub g: RebellionCombat,
    pub setup: Setup,
    pub s: State,
}

impl Battle {
    /// A battle of these units; the Empire is the current player.
    pub fn new(given: &[(&str, &str)], empire: &[(&str, u8)], rebels: &[(&str, u8)]) -> Self {
        let g = game(given);
        let mut setup = Setup::default();
        for (side, units) in [(Empire, empire), (Rebels, rebels)] {
            for (name, n) in units {
                setup.sides[side].units[row(&g, side, name)] = *n;
            }
        }
        let s = setup.state(&g.tables);
        Self { g, setup, s }
    }

    pub fn leader(mut self, side: Side, name: &str) -> Self {
        let leader = self.who(side, name);
        self.setup.sides[side].leaders.add(leader);
        self
    }

    pub fn pool(mut self, side: Side, name: &str) -> Self {
        let leader = self.who(side, name);
        self.setup.sides[side].pool.add(leader);
        self
    }

    pub fn beside(mut self, beside: Beside) -> Self {
        self.setup.beside.push(beside);
        self
    }

    pub fn rebels_first(mut self) -> Self {
        self.setup.current = Rebels;
        self
    }

    pub fn plans(mut self) -> Self {
        self.setup.plans = true;
        self
    }

    /// Begins the battle; nothing is drawn or rolled before the first decision.
    pub fn begin(mut self) -> Self {
        self.s = self.g.begin(&self.setup, &mut Tape::new(&[]));
        self.sound();
        self
    }

    /// Puts cards from the deck into a hand.
    pub fn hand(mut self, side: Side, deck: Theatre, names: &[&str]) -> Self {
        for name in names {
            let card = self.card(deck, name);
            self.s.deck[card] -= 1;
            self.s.camps[side].hand[card] += 1;
        }
        self
    }

    pub fn card(&self, deck: Theatre, name: &str) -> Card {
        let tactics = &self.g.tables.tactics;
        Card::at(tactics.iter().position(|t| t.theatre == deck && t.name == name).unwrap())
    }

    pub fn who(&self, side: Side, name: &str) -> Leader {
        Leader::at(self.g.tables.leaders[side].iter().position(|l| l.name == name).unwrap())
    }

    /// An enemy unit of the attacker as a target.
    pub fn fresh(&self, name: &str, marked: usize) -> Action {
        let row = row(&self.g, self.s.side.other(), name);
        Action::Damage { target: Target::Fresh(Own { row, marked: Marked::at(marked) }) }
    }

    pub fn legal(&self) -> Vec<Action> {
        legal_actions(&self.g, &self.s)
    }

    pub fn may(&self, a: Action) -> bool {
        self.legal().contains(&a)
    }

    /// Plays a legal action with these answers of chance, and checks the state after it.
    pub fn act(&mut self, a: Action, picks: &[u32]) -> &mut Self {
        assert!(self.may(a), "{a:?} is not among {:?}", self.legal());
        let mut tape = Tape::new(picks);
        self.g.step(&mut self.s, a, &mut Trace::new(&mut tape));
        tape.finish().unwrap();
        self.sound();
        self
    }

    /// Rolls the dice of the attack so that they show this.
    pub fn roll(&mut self, shown: &[Shown]) -> &mut Self {
        let picks = self.picks(shown);
        self.act(Action::Proceed, &picks)
    }

    /// The answers of chance that make dice show this, black before red.
    pub fn picks(&self, shown: &[Shown]) -> Vec<u32> {
        let mut picks = Vec::new();
        for colour in Colour::all() {
            let mut counts = [0u8; Face::N];
            shown.iter().filter(|(c, _)| *c == colour).for_each(|(_, f)| counts[f.index()] += 1);
            let n: u8 = counts.iter().sum();
            if n > 0 {
                let mut all = self.g.tables.dice[colour].table.distribution(usize::from(n));
                picks.push(all.position(|(c, _)| c == counts).unwrap() as u32);
            }
        }
        picks
    }

    /// The place of a card in the deck, as chance names it.
    pub fn drawn(&self, deck: Theatre, name: &str) -> u32 {
        let card = self.card(deck, name);
        self.g.tables.cards(deck).position(|c| c == card).unwrap() as u32
    }

    pub fn play(&mut self, deck: Theatre, name: &str) -> &mut Self {
        let card = self.card(deck, name);
        self.act(Action::Play { card }, &[])
    }

    pub fn done(&mut self) -> &mut Self {
        self.act(Action::Done, &[])
    }

    pub fn hit(&mut self, name: &str, marked: usize) -> &mut Self {
        let a = self.fresh(name, marked);
        self.act(a, &[])
    }

    pub fn block(&mut self, unit: usize) -> &mut Self {
        self.act(Action::Block { unit: Wounded::at(unit) }, &[])
    }

    pub fn count(&self, side: Side, name: &str) -> u8 {
        self.s.count(side, row(&self.g, side, name))
    }

    /// Units of a kind by damage markers.
    pub fn levels(&self, side: Side, name: &str) -> [u8; 6] {
        *self.s.camps[side].units.levels(row(&self.g, side, name))
    }

    pub fn lost(&self, side: Side, name: &str) -> u8 {
        self.s.camps[side].lost[row(&self.g, side, name)]
    }

    pub fn retreats(&self) -> Vec<usize> {
        let to = |a: Action| if let Action::Retreat { to } = a { Some(to.index()) } else { None };
        self.legal().into_iter().filter_map(to).collect()
    }

    pub fn retreat(&mut self, to: usize) -> &mut Self {
        self.act(Action::Retreat { to: Neighbour::at(to) }, &[])
    }

    pub fn sound(&self) {
        self.g.check(&self.s).unwrap();
    }
}

pub fn row(g: &RebellionCombat, side: Side, name: &str) -> Row {
    Row::at(g.tables.units[side].iter().position(|u| u.name == name).unwrap())
}

/// How many cards of a deck lie in it.
pub fn left_in(b: &Battle, deck: Theatre) -> u8 {
    b.g.tables.cards(deck).map(|card| b.s.deck[card]).sum()
}
