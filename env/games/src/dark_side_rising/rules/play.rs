//! [`Game`] for [`DarkSideRising`]: each decision goes to the step of the turn that it belongs to.

use holotable_env::{Chance, Finite, Game};

use super::DarkSideRising;
use super::action::Action;
use super::state::{Ending, Stage, State};
use super::words::Token;
use super::{apply, assign, legal, setup, turn};

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

    fn turn(&self, s: &State) -> u32 {
        1 + u32::from(s.turn)
    }

    #[inline]
    fn legal(&self, s: &State, f: impl FnMut(Action)) {
        legal::each(self, s, f);
    }

    fn step(&self, s: &mut State, a: Action, chance: &mut impl Chance) {
        match a {
            Action::Deploy { sector } => turn::deploy(self, s, sector, chance),
            Action::Roll => turn::roll(self, s, chance),
            Action::Assign { die, spot } => assign::assign(self, s, die, spot, chance),
            Action::Pay { die, payee } => assign::pay_die(self, s, die, payee),
            Action::Forfeit { die } => {
                assign::spend(s, die);
                if s.rolled_dice() + s.waiting_dice() > 0 {
                    turn::roll(self, s, chance);
                }
            }
            Action::Use { place } => assign::use_ability(self, s, place, chance),
            Action::TokenDie { colour } => assign::use_token(self, s, Token::die(colour)),
            Action::TokenSymbol { symbol, spot } => {
                assign::use_token(self, s, Token::symbol(symbol));
                s.need[spot.index()][symbol] -= 1;
                assign::tell_matched(self, s, spot, chance);
            }
            Action::TokenPay { payee } => assign::pay_token(self, s, payee),
            Action::TokenHeal => assign::use_token(self, s, Token::HealTwo),
            Action::TokenCounter => assign::use_token(self, s, Token::RemoveCounter),
            Action::EndTurn => s.stage = Stage::Resolve,
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

    /// Nothing on the table is hidden from one player alone: the deck and the token supply are sets whose
    /// order nobody has fixed, so there is nothing to deal anew.
    fn redeal(&self, _s: &mut State, _player: usize, _chance: &mut impl Chance) {}
}
