//! Boards for tests of Dark Side Rising: put cards, damage, tokens and counters where a test wants them.
//!
//! What is not placed is in the deck, and every board passes `check` before it is played on.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::PathBuf;

use holotable_env::{
    ByKey, Finite, Game, Options, Sample, Save, Show, Slot, Tabletop, Tape, Trace, Viewer, generator,
    legal_actions, outcomes,
};
use holotable_games::dark_side_rising::action::DieType;
use holotable_games::dark_side_rising::card::Card;
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::state::Stage;
use holotable_games::dark_side_rising::words::{
    ByColour, Colour, Component, Payee, SEATS, Sector, Team, Token, Trait, VaderFace,
};
use holotable_games::dark_side_rising::{Action, DarkSideRising, State, setup};

/// A red die that shows tactical, and so on for the faces that tests use most.
pub const T: Shown = (Colour::Red, Trait::Tactical, 1);
pub const TT: Shown = (Colour::Red, Trait::Tactical, 2);
pub const I: Shown = (Colour::Red, Trait::Intelligence, 1);
pub const S: Shown = (Colour::Red, Trait::Support, 1);
pub const L: Shown = (Colour::Red, Trait::Leadership, 1);

/// A rolled die: its colour, and what and how much it shows.
pub type Shown = (Colour, Trait, u8);

/// The folder of the data set whose values tests may rely on.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The rules with the test data.
pub fn game(given: &[(&str, &str)]) -> DarkSideRising {
    let options = Options::resolve(DarkSideRising::option_specs(), given.iter().copied()).unwrap();
    DarkSideRising::build(&options, Some(&folder())).unwrap()
}

/// The rules with the data of the game, whose reconstructed values no test may rely on.
pub fn real(given: &[(&str, &str)]) -> DarkSideRising {
    let options = Options::resolve(DarkSideRising::option_specs(), given.iter().copied()).unwrap();
    DarkSideRising::build(&options, None).unwrap()
}

/// A table under construction or in play.
#[derive(Clone)]
pub struct Board {
    pub g: DarkSideRising,
    pub s: State,
}

impl Board {
    /// The leaders of Tatooine, Yavin 4, ... on their teams, all else in the deck, Vader at Scarif, seat 0
    /// about to deploy; the test data with these options.
    pub fn new(given: &[(&str, &str)]) -> Self {
        Self::on(game(given))
    }

    /// The same for these rules.
    pub fn on(g: DarkSideRising) -> Self {
        let teams = g.rules.teams.map_or(Team::ALL.to_vec(), |teams| teams.to_vec());
        let s = setup::with_teams(&g, &teams[..g.players]);
        Self { g, s }
    }

    /// The number of a card.
    pub fn card(&self, name: &str) -> Card {
        self.g.tables.card(name).unwrap_or_else(|| panic!("no card {name}"))
    }

    /// How much damage a card can take.
    pub fn capacity(&self, name: &str) -> u8 {
        self.g.tables[self.card(name)].capacity
    }

    fn drawn(&mut self, name: &str) -> Card {
        let card = self.card(name);
        assert!(self.s.deck.has(card), "{name} is already placed");
        self.s.deck.take(card);
        card
    }

    /// Puts a card with damage into a sector.
    pub fn put(mut self, sector: Sector, spot: usize, name: &str, damage: u8) -> Self {
        self.s.table[sector][spot] = Some(InPlay { card: self.drawn(name), damage });
        self
    }

    /// Puts a Rebel with damage on a team, after those who are there.
    pub fn join(mut self, seat: usize, name: &str, damage: u8) -> Self {
        let card = self.drawn(name);
        self.s.seats.join(seat, InPlay { card, damage });
        self
    }

    /// Puts damage on the leader of a seat.
    pub fn hurt(mut self, seat: usize, damage: u8) -> Self {
        self.s.seats.rebels_mut(seat)[0].damage = damage;
        self
    }

    /// Fills the empty places with the first Rebels of the deck, so that only what leaves is replaced.
    pub fn filled(mut self) -> Self {
        for place in self.s.table.values_mut().as_flattened_mut().iter_mut().filter(|c| c.is_none()) {
            let rebels = self.s.deck.and(Card::REBELS);
            let last = rebels.nth(rebels.len() - 1);
            self.s.deck.take(last);
            *place = Some(InPlay::fresh(last));
        }
        self
    }

    /// Defeats the first `n` Imperials of the deck.
    pub fn imperials_lost(mut self, n: usize) -> Self {
        for _ in 0..n {
            let card = self.s.deck.and(Card::IMPERIALS).nth(0);
            self.s.deck.take(card);
            self.s.defeated.add(card);
        }
        self
    }

    /// Defeats the last `n` Rebels of the deck.
    pub fn rebels_lost(mut self, n: usize) -> Self {
        for _ in 0..n {
            let rebels = self.s.deck.and(Card::REBELS);
            let card = rebels.nth(rebels.len() - 1);
            self.s.deck.take(card);
            self.s.defeated.add(card);
        }
        self
    }

    /// Where Vader looks.
    pub fn vader(mut self, sector: Sector) -> Self {
        self.s.vader = sector;
        self
    }

    /// Whose turn it is.
    pub fn active(mut self, seat: u8) -> Self {
        self.s.active = seat;
        self
    }

    /// Puts operation counters on a component.
    pub fn counters(mut self, c: Component, n: u8) -> Self {
        self.s.counters[c] = n;
        self
    }

    /// Fills a component but for `n` spaces.
    pub fn short_of_full(self, c: Component, n: u8) -> Self {
        let spaces = self.g.tables.tiles[c].spaces;
        self.counters(c, spaces - n)
    }

    /// Turns a component over.
    pub fn operational(mut self, c: Component) -> Self {
        self.s.counters[c] = 0;
        self.s.operational.add(c);
        self
    }

    /// Takes usable tokens from the supply.
    pub fn token(mut self, t: Token, n: u8) -> Self {
        self.s.supply[t] -= n;
        self.s.tokens[t] += n;
        self
    }

    /// Discards the whole supply.
    pub fn supply_discarded(mut self) -> Self {
        for (t, discard) in self.s.discards.iter_mut() {
            *discard += std::mem::take(&mut self.s.supply[t]);
        }
        self
    }

    /// Puts the whole supply among the usable tokens.
    pub fn supply_held(mut self) -> Self {
        for (t, token) in self.s.tokens.iter_mut() {
            *token += std::mem::take(&mut self.s.supply[t]);
        }
        self
    }

    /// Whether an action is legal.
    pub fn can(&self, a: Action) -> bool {
        self.legal().contains(&a)
    }

    /// What is legal.
    pub fn legal(&self) -> Vec<Action> {
        legal_actions(&self.g, &self.s)
    }

    /// Plays a legal action with exactly these answers of chance.
    pub fn play(&mut self, a: Action, picks: &[u32]) -> &mut Self {
        self.sound();
        assert!(self.can(a), "{a:?} is not legal: {}", self.g.why_illegal(&self.s, a));
        let mut tape = Tape::new(picks);
        self.g.step(&mut self.s, a, &mut Trace::new(&mut tape));
        if let Err(why) = tape.finish() {
            panic!("{a:?}: {why}");
        }
        self.sound();
        self
    }

    /// Plays a legal action when it does not matter what chance answers.
    pub fn any(&mut self, a: Action) -> &mut Self {
        self.sound();
        assert!(self.can(a), "{a:?} is not legal: {}", self.g.why_illegal(&self.s, a));
        self.g.step(&mut self.s, a, &mut Sample(generator(1, 0)));
        self.sound();
        self
    }

    /// The state keeps every invariant. A board may begin a turn with cards at full damage, which says in a word what it would
    /// take several attacks to bring about; no game does, so these are looked at with one damage less.
    pub fn sound(&self) {
        let mut s = self.s;
        if s.stage == Stage::Deploy {
            let teams = (0..self.g.players).flat_map(|seat| {
                self.s.seats.rebels(seat).iter().enumerate().map(move |(i, m)| (seat, i, *m))
            });
            teams
                .filter(|(.., m)| self.g.is_full(*m))
                .for_each(|(seat, i, _)| s.seats.rebels_mut(seat)[i].damage -= 1);
            let places = s.table.values_mut().as_flattened_mut().iter_mut().flatten();
            places.filter(|card| self.g.is_full(**card)).for_each(|card| card.damage -= 1);
        }
        if let Err(why) = self.g.check(&s) {
            panic!("{why}\n{}", self.g.text(&self.s, Viewer::All));
        }
    }

    /// Deploys; the dark dice show a colour and a face.
    pub fn deploy(&mut self, sector: Sector, star: Component, vader: VaderFace) -> &mut Self {
        self.play(Action::Deploy { sector }, &[star.index() as u32, vader.index() as u32])
    }

    /// Rolls the waiting and unassigned dice, which show these.
    pub fn roll(&mut self, shown: &[Shown]) -> &mut Self {
        let picks = self.picks_for(shown);
        self.play(Action::Roll, &picks)
    }

    /// Forfeits a die and rolls the rest, which show these.
    pub fn forfeit(&mut self, die: Shown, shown: &[Shown]) -> &mut Self {
        let picks = self.picks_for(shown);
        let die = self.die(die);
        self.play(Action::Forfeit { die }, &picks)
    }

    /// The answers of chance that make a roll show these dice.
    pub fn picks_for(&self, shown: &[Shown]) -> Vec<u32> {
        let mut counts = ByColour::<[u8; 5]>::default();
        for die in shown {
            let die = self.die(*die);
            counts[die.colour][die.face.index()] += 1;
        }
        let result = |(colour, faces): (Colour, &[u8; 5])| {
            let n: u8 = faces.iter().sum();
            let mut all = self.g.tables.dice[colour].table.distribution(usize::from(n));
            all.position(|(c, _)| c == *faces).unwrap() as u32
        };
        counts.iter().filter(|(_, faces)| **faces != [0; 5]).map(result).collect()
    }

    /// The type of a die that shows this.
    pub fn die(&self, (colour, shown, n): Shown) -> DieType {
        let faces = self.g.tables.dice[colour].faces;
        let face = faces.iter().find(|(_, f)| **f == (shown, n)).expect("the colour has such a face").0;
        DieType { colour, face }
    }

    /// Assigns a die to a place of the team's sector.
    pub fn assign(&mut self, die: Shown, spot: usize) -> &mut Self {
        let die = self.die(die);
        self.play(Action::Assign { die, spot: Slot::at(spot) }, &[])
    }

    /// Which of the prices of the acting team is that of the Rebel at a place.
    pub fn payee(&self, place: usize) -> Payee {
        self.g.prices(&self.s).find(|price| price.place == place).expect("the Rebel has a price").payee
    }

    /// Pays a die for an own Rebel's ability.
    pub fn pay(&mut self, die: Shown, place: usize) -> &mut Self {
        let (die, payee) = (self.die(die), self.payee(place));
        self.play(Action::Pay { die, payee }, &[])
    }

    /// Ends the turn, whatever is drawn.
    pub fn end(&mut self) -> &mut Self {
        self.any(Action::EndTurn)
    }

    /// Ends the turn in which these cards are revealed, in order.
    pub fn end_revealing(&mut self, names: &[&str]) -> &mut Self {
        let picks = self.reveals(names);
        self.play(Action::EndTurn, &picks)
    }

    /// The answers of chance that draw these cards from the deck, one after another.
    pub fn reveals(&self, names: &[&str]) -> Vec<u32> {
        let mut deck = self.s.deck;
        names
            .iter()
            .map(|name| {
                let card = self.card(name);
                let at = deck.iter().position(|c| c == card).expect("it is in the deck") as u32;
                deck.take(card);
                at
            })
            .collect()
    }

    /// Every result of an action with its probability, seen through `key`.
    pub fn spread<K: Ord + Debug>(&self, a: Action, key: impl Fn(&State) -> K) -> BTreeMap<K, f64> {
        self.sound();
        assert!(self.can(a), "{a:?} is not legal");
        let mut spread = BTreeMap::new();
        for o in outcomes(&self.g, &self.s, a, 200_000).unwrap() {
            assert_eq!(self.g.check(&o.state), Ok(()));
            *spread.entry(key(&o.state)).or_insert(0.0) += o.probability;
        }
        spread
    }

    /// The damage of each Rebel of a team.
    pub fn damage(&self, seat: usize) -> Vec<u8> {
        self.s.seats.rebels(seat).iter().map(|m| m.damage).collect()
    }

    /// The damage of each card in a sector.
    pub fn damage_at(&self, sector: Sector) -> [u8; 3] {
        self.s.table[sector].map(|c| c.map_or(0, |c| c.damage))
    }

    /// The names on a team.
    pub fn names(&self, seat: usize) -> Vec<&str> {
        self.s.seats.rebels(seat).iter().map(|m| self.g.tables[m.card].name.as_str()).collect()
    }

    /// Whether a card is defeated.
    pub fn is_lost(&self, name: &str) -> bool {
        self.s.defeated.has(self.card(name))
    }
}

/// How many tokens there are in a zone.
pub fn total<K: Finite, const N: usize>(zone: &ByKey<K, u8, N>) -> u8 {
    zone.values().iter().sum()
}

/// Chooses a Rebel on the team `ally` seats after the acting one.
pub fn member(ally: usize, place: usize) -> Action {
    assert!(ally < SEATS);
    Action::ChooseMember { ally: Slot::at(ally), place: Slot::at(place) }
}

/// Chooses a card in a sector.
pub fn at(sector: Sector, spot: usize) -> Action {
    Action::ChooseCard { sector, spot: Slot::at(spot) }
}

/// Uses the ability of the own Rebel at a place.
pub fn uses(place: usize) -> Action {
    Action::Use { place: Slot::at(place) }
}

/// Uses a symbol token on a place of the team's sector.
pub fn symbol(symbol: Trait, spot: usize) -> Action {
    Action::TokenSymbol { symbol, spot: Slot::at(spot) }
}

/// Probabilities are equal but for rounding.
pub fn assert_close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found} is not {expected}");
}
