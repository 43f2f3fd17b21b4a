//! Which verbs may stand in whose effect.

use super::op::{Op, Pick, Reach, When};

/// Who an effect belongs to: what its verbs may be depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// A Rebel, whose ability works at this time.
    Rebel(When),
    /// An Imperial.
    Imperial,
    /// A component of the Death Star.
    Component,
    /// A team base.
    Team,
    /// An Alliance token.
    Token,
}

/// Which verbs an owner may have: the dark side never asks a player to choose, Rebels never hurt others.
///
/// # Errors
/// One line that shows the verb.
pub fn allowed(owner: Owner, op: &Op) -> Result<(), String> {
    let dark = matches!(owner, Owner::Imperial | Owner::Component);
    let ok = match op {
        Op::Damage { who } => {
            let chosen = matches!(who.pick, Pick::One | Pick::Two | Pick::OneEachTeam);
            let sector = matches!(who.reach, Reach::Here | Reach::Clockwise);
            let ranked = matches!(who.pick, Pick::MostDamaged | Pick::Healthiest | Pick::Weakest);
            let teams = matches!(who.reach, Reach::ActiveTeam | Reach::EveryTeam);
            dark && !chosen && (owner == Owner::Imperial || !sector) && (teams || sector && !ranked)
        }
        Op::Heal { who } => {
            let own = matches!(who.reach, Reach::Itself | Reach::Others) && matches!(owner, Owner::Rebel(_));
            let others = matches!(who.reach, Reach::TeamOrSector | Reach::EveryTeam | Reach::ActiveTeam);
            let asks = op.asks(0).is_some();
            let each_team = who.pick != Pick::OneEachTeam || who.reach == Reach::EveryTeam;
            !dark && (asks || who.pick == Pick::All && !who.may) && each_team && (own || others)
        }
        Op::HealImperials { .. } | Op::AddCounters | Op::LoseDie | Op::ForbidHealing => dark,
        // A component that rolls again could set itself off without end.
        Op::RollDeathStar => owner == Owner::Imperial,
        Op::Strike { .. } | Op::DrawToken { .. } | Op::RemoveCounter { .. } => !dark,
        Op::AddDie { .. } => matches!(owner, Owner::Rebel(When::Gather) | Owner::Token),
        Op::ChangeDie { .. } | Op::RerollDie => owner == Owner::Rebel(When::Roll),
    };
    let revealed = owner == Owner::Rebel(When::Revealed) && !matches!(op, Op::DrawToken { .. });
    let gather = matches!(owner, Owner::Rebel(When::Gather)) && !matches!(op, Op::AddDie { .. });
    let roll = owner == Owner::Rebel(When::Roll) && !matches!(op, Op::ChangeDie { .. } | Op::RerollDie);
    if ok && !gather && !roll && !revealed { Ok(()) } else { Err(format!("{op:?} cannot stand here")) }
}
