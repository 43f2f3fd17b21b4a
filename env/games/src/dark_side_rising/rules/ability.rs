//! What cards, teams and components do, in our own words.

use holotable_env::{Finite, Set};

use super::op::{If, Op, Per, Pick, Reach, Traits, When, Who};
use super::tables::{Base, Printed};

/// What a card does, in our own words.
pub fn ability(card: &Printed, verbs: &[Op]) -> String {
    let verbs = effect(verbs);
    let Some(rebel) = card.rebel else {
        // No Imperial heals itself (ruling R42).
        return format!("If Vader is here: {}.", verbs.replace("all Imperials", "all other Imperials"));
    };
    let condition = match rebel.condition {
        If::Always => String::new(),
        If::SameAffiliation => format!(" with another {} Rebel on the team", rebel.affiliation.word()),
        If::Vehicle => " with another Rebel vehicle on the team".into(),
        If::ImperialHere => " with an Imperial in the team's sector".into(),
        If::VaderHere => " with Vader in the team's sector".into(),
    };
    let when = match (rebel.when, rebel.price) {
        (When::Paid, Some((t, n))) => format!("Pay {n} {}", t.word()),
        (When::Gather, _) => "Each turn".into(),
        (When::Roll, _) => "Once a turn before assigning dice".into(),
        (When::Once | When::Paid, _) => "Once a turn".into(),
        (When::Hurt, _) => "Once a turn for 1 damage on this Rebel".into(),
        (When::Revealed, _) => "Each time a new Imperial is revealed".into(),
        (When::Struck, _) => "At the end of a turn on which an Imperial was damaged".into(),
    };
    format!("{when}{condition}: {verbs}.")
}

/// What a team can do, in our own words.
pub fn team_ability(base: &Base, verbs: &[Op]) -> String {
    let (n, symbol) = (base.threshold, base.symbol.word());
    format!("{n} {symbol} in the opening roll: {}.", effect(verbs))
}

/// What a run of verbs does, in our own words.
pub fn effect(verbs: &[Op]) -> String {
    verbs.iter().map(verb).collect::<Vec<_>>().join(", then ")
}

/// What a verb does, in our own words.
pub fn verb(op: &Op) -> String {
    match op {
        Op::Damage { who } => {
            format!("{} damage on {}{}", who.amount.n, rebels(who), counted_for(who.amount.per))
        }
        Op::Heal { who } => {
            format!("remove {} damage from {}{}", who.amount.n, rebels(who), counted_for(who.amount.per))
        }
        Op::HealImperials { amount } => format!("remove {amount} damage from all Imperials"),
        Op::Strike { undamaged, .. } => {
            format!("1 damage on an {}Imperial", if *undamaged { "undamaged " } else { "" })
        }
        Op::DrawToken { amount: n } => {
            let tokens = if n.n > 1 { "tokens" } else { "token" };
            format!("draw {} Alliance {tokens}{}", n.n, counted_for(n.per))
        }
        Op::RemoveCounter { .. } => "remove an operation counter from a component".into(),
        Op::AddCounters => {
            "a counter on the component with the fewest, or on each of those tied for fewest".into()
        }
        Op::AddDie { colours, amount: n } => {
            let dice = if n.n > 1 || n.per != Per::Once { "dice" } else { "die" };
            format!("roll {} extra {} {dice}{}", n.n, words(*colours, " or "), counted_for(n.per))
        }
        Op::ChangeDie { traits } => format!("turn a die showing {} to another face", words(*traits, " or ")),
        Op::RerollDie => "roll one die again".into(),
        Op::RollDeathStar => "roll the Death Star die again".into(),
        Op::LoseDie => "the active player rolls one die fewer".into(),
        Op::ForbidHealing => "no damage can be removed from Rebels this turn".into(),
    }
}

/// What an amount is multiplied by, behind what there is so many of.
pub fn counted_for(per: Per) -> &'static str {
    match per {
        Per::Once => "",
        Per::TwoDamage => " for every 2 damage on this Rebel",
        Per::Strike => " for each damage put on Imperials this turn",
    }
}

fn rebels(who: &Who) -> String {
    let (pick, rebels) = match who.pick {
        Pick::All => ("all", "Rebels"),
        Pick::One => ("one", "Rebel"),
        Pick::Two => ("each of two", "Rebels"),
        Pick::OneEachTeam => return format!("one{} Rebel on each team", affiliations(who.affiliations)),
        Pick::MostDamaged => ("the most damaged", "Rebels"),
        Pick::Healthiest => ("the healthiest", "Rebels"),
        Pick::Weakest => ("the weakest", "Rebels"),
    };
    if who.reach == Reach::Itself {
        return reach(who.reach).into();
    }
    format!("{pick}{} {rebels} {}", affiliations(who.affiliations), reach(who.reach))
}

/// Where the Rebels meant are.
pub fn reach(reach: Reach) -> &'static str {
    match reach {
        Reach::Here => "in this sector",
        Reach::Clockwise => "one sector clockwise",
        Reach::ActiveTeam => "of the active team",
        Reach::EveryTeam => "of every team",
        Reach::TeamOrSector => "of your team or its sector",
        Reach::Others => "of your team or its sector, but not this one",
        Reach::Itself => "itself",
    }
}

/// Whom of them by affiliation.
pub fn affiliations(of: Traits) -> String {
    if of.is_empty() { String::new() } else { format!(" {}", words(of, " or ")) }
}

fn words<K: Finite>(set: Set<K>, join: &str) -> String {
    set.iter().map(Finite::label).collect::<Vec<_>>().join(join)
}
