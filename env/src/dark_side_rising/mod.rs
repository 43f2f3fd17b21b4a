//! Dark Side Rising: a co-operative card and dice game for two to four players.
//!
//! The rulebook's table of contents, and where it is played:
//!
//! | rulebook | here |
//! |---|---|
//! | Components (p2) | [`words`], [`cards`], `configs/dark_side_rising/*.toml` |
//! | Set-up (p4) | [`setup`] |
//! | Turn order: deploy, dark side dice, **Vader's attack**, Imperials (p6-7) | [`turn`] |
//! | Rebellion dice: roll, assign, forfeit (p8) | [`legal`] says what may be done, this file does it |
//! | Resolve, conclude the turn, end of the game (p9) | [`turn`] |
//! | Abilities, effects (p10-11) | [`op`] (the verbs), [`apply`] (carries them out), [`targets`] |
//! | Difficulty variants (p12), open rulings | [`rules`] |
//!
//! The project is unofficial. Printed values that are lost are reconstructed and labelled so in the data.

pub mod action;
pub mod apply;
pub mod cards;
mod catalogue;
mod end;
mod features;
mod grammar;
pub mod invariants;
mod json;
pub mod legal;
mod load;
pub mod odds;
pub mod op;
mod packed;
mod picture;
pub mod pool;
pub mod rules;
pub mod setup;
mod sheet;
pub mod state;
pub mod targets;
mod text;
pub mod turn;
mod view;
pub mod words;
mod written;

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

pub use self::action::Action;
use self::action::DieType;
use self::cards::{Rebel, Tables};
use self::op::Traits;
use self::rules::{OPTIONS, Rules};
pub use self::state::State;
use self::state::{Ending, InPlay, Origin, Stage};
use self::words::{Token, Trait};
use crate::catalogue::Entry;
use crate::chance::Chance;
use crate::error::Error;
use crate::finite::Finite;
use crate::game::{Game, Summary, Tabletop};
use crate::observe::Sink;
use crate::options::{OptionSpec, Options};
use crate::picture::Picture;

/// The rules with their options and data set; cheap to clone.
#[derive(Clone, Debug)]
pub struct DarkSideRising {
    /// How many seats play.
    pub players: usize,
    /// The options as the rules read them.
    pub rules: Rules,
    /// Everything printed on the components.
    pub tables: Arc<Tables>,
    options: Arc<Options>,
    features: Arc<features::Features>,
    /// The chances to complete cards with the dice of the data set.
    pub odds: Arc<odds::Odds>,
}

impl DarkSideRising {
    /// What a Rebel card has beside its damage spaces and symbols.
    #[inline]
    pub fn ability(&self, card: u8) -> Rebel {
        self.tables.cards[usize::from(card)].rebel.expect("only Rebels are asked for abilities")
    }

    /// The trait and number of symbols that die type `i` shows.
    #[inline]
    pub fn face(&self, i: usize) -> (Trait, u8) {
        self.features.faces[i]
    }

    /// Whether a Rebel is of one of the affiliations; none given means any.
    #[inline]
    pub fn affiliated(&self, card: u8, of: Traits) -> bool {
        of.is_empty() || of.has(self.ability(card).affiliation)
    }

    /// A Rebel after `n` damage if it is meant, never above its capacity (p10).
    #[inline]
    pub fn hurt(&self, rebel: InPlay, of: Traits, n: u8) -> InPlay {
        if !self.affiliated(rebel.card, of) {
            return rebel;
        }
        let capacity = self.tables.cards[usize::from(rebel.card)].capacity;
        InPlay { damage: rebel.damage.saturating_add(n).min(capacity), ..rebel }
    }

    fn assign(&self, s: &mut State, die: DieType, spot: usize) {
        let (t, n) = self.face(die.index());
        let need = &mut s.need[spot][t.index()];
        *need = need.saturating_sub(n);
        s.fed |= 1 << spot;
        s.fed_now |= 1 << spot;
        spend(s, die);
        s.assigned = true;
    }

    /// Adds symbols to the price of the ability at `place`; it fires as soon as they suffice (p9).
    fn pay(&self, s: &mut State, place: usize, symbols: u8) {
        let (_, price) = self.ability(s.own()[place].card).price.expect("only paid abilities are paid");
        s.paid[place] += symbols;
        if s.paid[place] >= price {
            self.fire(s, place);
        }
    }

    fn fire(&self, s: &mut State, place: usize) {
        s.used |= 1 << place;
        let span = self.tables.cards[usize::from(s.own()[place].card)].span;
        apply::push(s, span, Origin::Member(place));
    }

    fn use_ability(&self, s: &mut State, place: usize) {
        if self.ability(s.own()[place].card).when == op::When::Hurt {
            let seat = usize::from(s.active);
            s.teams[seat][place].damage += 1;
        }
        self.fire(s, place);
    }

    fn use_token(&self, s: &mut State, token: Token) {
        s.tokens[token.index()] -= 1;
        s.discards[token.index()] += 1;
        let span = self.tables.tokens[token.index()].span;
        if span.len > 0 {
            apply::push(s, span, Origin::Elsewhere);
        }
    }
}

fn spend(s: &mut State, die: DieType) {
    s.rolled[die.index()] -= 1;
    s.spent[die.colour.index()] += 1;
}

impl Game for DarkSideRising {
    type State = State;
    type Action = Action;

    fn players(&self) -> usize {
        self.players
    }

    fn team(&self, _player: usize) -> usize {
        0
    }

    fn start(&self, chance: &mut impl Chance) -> State {
        setup::start(self, chance)
    }

    #[inline]
    fn actor(&self, s: &State) -> Option<usize> {
        (s.stage != Stage::Over).then_some(usize::from(s.active))
    }

    #[inline]
    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        legal::each(self, s, f);
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        match a {
            Action::Deploy { sector } => turn::deploy(self, s, sector, chance),
            Action::Roll => turn::roll(self, s, chance),
            Action::Assign { die, spot } => self.assign(s, die, spot.index()),
            Action::Pay { die, place } => {
                spend(s, die);
                s.assigned = true;
                self.pay(s, place.index(), self.face(die.index()).1);
            }
            Action::Forfeit { die } => {
                spend(s, die);
                if s.rolled_dice() + s.waiting_dice() > 0 {
                    turn::roll(self, s, chance);
                }
            }
            Action::Use { place } => self.use_ability(s, place.index()),
            Action::TokenDie { colour } => self.use_token(s, Token::die(colour)),
            Action::TokenSymbol { symbol, spot } => {
                self.use_token(s, Token::symbol(symbol));
                s.need[spot.index()][symbol.index()] -= 1;
            }
            Action::TokenPay { place } => {
                let (t, _) = self.ability(s.own()[place.index()].card).price.expect("a paid ability");
                self.use_token(s, Token::symbol(t));
                self.pay(s, place.index(), 1);
            }
            Action::TokenHeal => self.use_token(s, Token::HealTwo),
            Action::TokenCounter => self.use_token(s, Token::RemoveCounter),
            Action::EndTurn => {
                s.stage = Stage::Resolve;
            }
            Action::ChooseMember { .. }
            | Action::ChooseCard { .. }
            | Action::ChooseComponent { .. }
            | Action::ChooseDie { .. }
            | Action::ChooseFace { .. }
            | Action::ChooseColour { .. }
            | Action::Decline => apply::answer(self, s, a, chance),
        }
        turn::run(self, s, chance);
    }

    fn score(&self, s: &State, _player: usize) -> f32 {
        f32::from(s.ending == Ending::Won)
    }

    fn observe(&self, s: &State, player: usize, sink: &mut impl Sink) {
        view::observe(self, s, player, sink);
    }

    /// Nothing on the table is hidden from one player alone: the deck and the token supply are sets whose
    /// order nobody has fixed, so there is nothing to deal anew.
    fn redeal(&self, _s: &mut State, _player: usize, _chance: &mut impl Chance) {}
}

impl Tabletop for DarkSideRising {
    const NAME: &'static str = "dark_side_rising";
    const ABOUT: &'static str = "co-operative card and dice game for 2-4 players against the Death Star";
    const RULES_VERSION: u32 = 1;
    const REASONS: &'static [&'static str] = end::REASONS;
    const MAX_DECISIONS: usize = 50_000;

    fn option_specs() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn build(options: &Options, data: Option<&Path>) -> Result<Self, Error> {
        let rules = Rules::read(options)?;
        let tables = Tables::load(data)?;
        let features = Arc::new(features::Features::of(&tables));
        let (players, odds) = (options.int("players") as usize, odds::Odds::shared(&tables));
        Ok(Self {
            players,
            rules,
            tables: Arc::new(tables),
            options: Arc::new(options.clone()),
            features,
            odds,
        })
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

    fn tell(&self, s: &State, a: Action) -> String {
        text::tell(self, s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        legal::why_not(self, s, a)
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
        end::summary(s)
    }
}
