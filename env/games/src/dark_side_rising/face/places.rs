//! What actions touch on the table: sectors and their cards, dice, tokens, Rebels, components.

use holotable_env::Finite;

use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::action::{Action, DieType};
use crate::dark_side_rising::rules::state::State;
use crate::dark_side_rising::rules::words::{Component, Sector, Token};

/// What a sector is called.
pub fn sector(sector: Sector) -> String {
    format!("sector.{}", sector.word())
}

/// What a place for a card in a sector is called.
pub fn card(sector: Sector, spot: usize) -> String {
    format!("card.{}.{spot}", sector.word())
}

/// What a rolled die is called.
pub fn die(die: DieType) -> String {
    format!("die.{}", die.label())
}

/// What a token that may be used is called.
pub fn token(token: Token) -> String {
    format!("token.{}", token.word())
}

/// What a component of the Death Star is called.
pub fn component(component: Component) -> String {
    format!("component.{}", component.word())
}

/// What a Rebel on a team is called.
pub fn member(seat: usize, place: usize) -> String {
    format!("member.{seat}.{place}")
}

/// What an action touches, in order.
pub fn touched(g: &DarkSideRising, s: &State, a: Action) -> Vec<String> {
    let here = |spot: usize| s.deployed.map(|sector| card(sector, spot));
    let own = |place: usize| Some(member(usize::from(s.active), place));
    let priced = |payee: usize| g.prices(s).nth(payee).and_then(|price| own(price.place));
    let (first, second) = match a {
        Action::Deploy { sector: to } => (Some(sector(to)), None),
        Action::Assign { die: d, spot } => (Some(die(d)), here(spot.index())),
        Action::Pay { die: d, payee } => (Some(die(d)), priced(payee.index())),
        Action::Forfeit { die: d } | Action::ChooseDie { die: d } => (Some(die(d)), None),
        Action::Use { place } => (own(place.index()), None),
        Action::TokenDie { colour } => (Some(token(Token::die(colour))), None),
        Action::TokenSymbol { symbol, spot } => (Some(token(Token::symbol(symbol))), here(spot.index())),
        // Which token it is, the price says.
        Action::TokenPay { payee } => {
            let paid = g.prices(s).nth(payee.index()).map(|price| token(Token::symbol(price.symbol)));
            (paid, priced(payee.index()))
        }
        Action::TokenHeal => (Some(token(Token::HealTwo)), None),
        Action::TokenCounter => (Some(token(Token::RemoveCounter)), None),
        Action::ChooseMember { ally, place } => (Some(member(g.seat(s, ally), place.index())), None),
        Action::ChooseCard { sector, spot } => (Some(card(sector, spot.index())), None),
        Action::ChooseComponent { component: c } => (Some(component(c)), None),
        Action::Roll
        | Action::ChooseFace { .. }
        | Action::ChooseColour { .. }
        | Action::Decline
        | Action::EndTurn => (None, None),
    };
    first.into_iter().chain(second).collect()
}
