//! Which rule forbids an action.

use holotable_env::Finite;

use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::action::Action;
use crate::rebellion_combat::rules::op::When;
use crate::rebellion_combat::rules::state::{Stage, State};
use crate::rebellion_combat::rules::words::Card;

/// Which rule forbids an action that is not legal.
pub fn why_not(g: &RebellionCombat, s: &State, a: Action) -> String {
    if let Some(playing) = s.playing {
        let name = &g.tables.tactic(playing.card).name;
        return format!("{name} waits for a choice, and this is not one of its choices");
    }
    let stage = s.stage.word();
    let other = |when: &str| format!("it is for {when}, and the combat stands at '{stage}'");
    match (a, s.stage) {
        (Action::AddLeader { .. }, Stage::Leaders) => {
            "a leader with tactic values, from the pool, and only where the side has none in the system (p4)".into()
        }
        (Action::AddLeader { .. }, _) => other("the start of combat"),
        (Action::Play { card }, Stage::Actions | Stage::Block) => why_not_play(g, s, card),
        (Action::Draw { .. }, Stage::Actions) => {
            "it needs a die of that colour that shows a special icon, and a card in the deck (p4)".into()
        }
        (Action::Play { .. } | Action::Draw { .. }, _) => other("the combat actions of an attack"),
        (Action::Damage { .. }, Stage::Assign) => {
            "hits go to units of this theatre whose health has the colour of the die, direct hits to any (p5)".into()
        }
        (Action::Damage { .. }, _) => other("an attack with damage to assign"),
        (Action::Retreat { .. }, Stage::Retreat) => {
            "a retreat goes to own units or loyalty if it can, else to a system without units; never to enemy units \
             or to where they came from (p5)"
                .into()
        }
        (Action::Retreat { .. }, _) => other("the end of a round"),
        (Action::Lead { .. }, Stage::Lead) => "that leader is not in the system".into(),
        (Action::Take { .. }, Stage::Take) => "no such unit is there, or it cannot be carried".into(),
        (Action::Lead { .. } | Action::Take { .. }, _) => other("a retreat"),
        (Action::UsePlans, _) => other("the end of a space battle with fighters left and a Death Star there"),
        (Action::Done, Stage::Retreat) => {
            "nobody can hurt the other any more, so the Rebels must retreat".into()
        }
        (Action::Done, Stage::Take) => "a leader retreats only with units (p5)".into(),
        (Action::Done, _) => "this cannot be left out".into(),
        (Action::Proceed, _) => other("what chance decides next"),
        (
            Action::Spend { .. }
            | Action::Reroll { .. }
            | Action::DrawFrom { .. }
            | Action::Discard { .. }
            | Action::Block { .. },
            _,
        ) => "no card asks for a choice".into(),
    }
}

fn why_not_play(g: &RebellionCombat, s: &State, card: Card) -> String {
    let Some(tactic) = g.tables.tactics.get(card.index()) else {
        return format!("the data set has {} kinds of cards, numbered from 0", g.tables.tactics.len());
    };
    let when = if s.stage == Stage::Block { When::Block } else { When::Attack };
    let name = &tactic.name;
    if tactic.theatre != s.theatre {
        format!("{name} is a card of the other theatre (p5)")
    } else if s.camps[s.decides()].hand[card] == 0 {
        format!("{name} is not in the hand")
    } else if tactic.when != when {
        format!("{name} is played to {}", tactic.when.word())
    } else if tactic.special && s.specials() == 0 {
        format!("{name} costs a die that shows a special icon (p5)")
    } else {
        format!("{name} would change nothing now")
    }
}
