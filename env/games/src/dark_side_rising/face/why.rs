//! Which rule forbids an action that is not legal.

use holotable_env::{Finite, Set, Slot};

use super::text;
use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::action::Action;
use crate::dark_side_rising::rules::names;
use crate::dark_side_rising::rules::op::When;
use crate::dark_side_rising::rules::state::{Stage, State};
use crate::dark_side_rising::rules::words::{Place, Token};

/// Which rule forbids an action that is not legal.
pub fn not_legal(g: &DarkSideRising, s: &State, a: Action) -> String {
    if s.asking {
        return format!("{}: this is not one of the choices", text::prompt(g, s));
    }
    let now = s.stage.word().replace('_', " ");
    let wrong_time = |when: &str| format!("it is for {when}, and the turn stands at {now}");
    let remedy = matches!(a, Action::Use { .. } | Action::TokenHeal | Action::TokenCounter);
    let early = g.rules.before_dark_dice && s.stage == Stage::Deploy && remedy;
    let in_step_3 = matches!(s.stage, Stage::Muster | Stage::Rolled) || early;
    match a {
        Action::Deploy { .. } => wrong_time("the start of a turn (p6)"),
        Action::ChooseMember { .. }
        | Action::ChooseCard { .. }
        | Action::ChooseComponent { .. }
        | Action::ChooseDie { .. }
        | Action::ChooseFace { .. }
        | Action::ChooseColour { .. }
        | Action::Decline => "no effect asks for a choice".into(),
        _ if !in_step_3 => wrong_time("step 3 of the turn (p8)"),
        Action::Roll => "assign at least one die of this roll or forfeit one first (p8)".into(),
        Action::Forfeit { die } if s.rolled[die] > 0 => {
            "a die of this roll is already assigned, and a roll is either assigned or forfeited (ruling R11)"
                .into()
        }
        Action::Assign { die, .. } | Action::Pay { die, .. } | Action::Forfeit { die }
            if s.rolled[die] == 0 =>
        {
            format!("there is no unassigned {}", names::die(&g.tables, die))
        }
        Action::Assign { spot, .. }
            if !g.rules.several_cards_per_roll && !s.fed_now.without(Set::only(spot)).is_empty() =>
        {
            "the dice of one roll go to one card (option several_cards_per_roll)".into()
        }
        Action::Assign { .. } | Action::TokenSymbol { .. } => {
            "it needs a held token or die whose symbol is still open on a card there (p8, ruling R8)".into()
        }
        Action::Use { place } => not_usable(g, s, place),
        Action::Pay { payee, .. } | Action::TokenPay { payee } => match g.prices(s).nth(payee.index()) {
            Some(price) => not_usable(g, s, Slot::at(price.place)),
            None => format!("the team has {} Rebels whose ability has a price", g.prices(s).count()),
        },
        Action::TokenDie { colour } if s.tokens[Token::die(colour)] > 0 => {
            format!("all {} dice of the supply are in use", colour.word())
        }
        Action::TokenDie { .. } => "no such token may be used this turn (p11)".into(),
        Action::TokenHeal | Action::TokenCounter => {
            "no such token may be used this turn, or it would change nothing (p11)".into()
        }
        Action::EndTurn if s.stage == Stage::Muster => "the dice are not rolled yet (p8)".into(),
        Action::EndTurn => "dice are left and a card can still be completed (option early_stop)".into(),
        Action::Forfeit { .. } => "there is nothing to forfeit".into(),
    }
}

fn not_usable(g: &DarkSideRising, s: &State, place: Place) -> String {
    let Some(member) = s.own().get(place.index()) else {
        return format!("there is no Rebel at place {} of the team", place.index());
    };
    let name = &g.tables[member.card].name;
    if s.used.has(place) {
        return format!("{name} has been used this turn (p10)");
    }
    match g.ability(member.card).when {
        When::Gather | When::Revealed | When::Struck => format!("{name} acts by itself"),
        When::Hurt if s.stage == Stage::Deploy => format!("{name} is used in step 3 of the turn (p8)"),
        When::Hurt if g.is_full(*member) => {
            format!("{name} is at full damage and cannot pay with more (p10)")
        }
        When::Roll if s.assigned || s.rolled_dice() == 0 => {
            format!("{name} works on rolled dice before any of the roll is assigned (p10)")
        }
        When::Roll | When::Once | When::Paid | When::Hurt => {
            format!("{name} would change nothing now, or its condition or price does not fit")
        }
    }
}
