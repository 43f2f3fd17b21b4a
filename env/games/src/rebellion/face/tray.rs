//! What may be chosen now and stands nowhere else in the picture: cards of a hand, kinds of units, leaders who are to come.

use holotable_env::{Finite, Picture, Show, Viewer, legal_actions};

use crate::chips::{self, Chip};
use crate::inks::{IMPERIAL, REBEL, TEXT};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::state::State;
use crate::rebellion::rules::words::Side;

/// Lays it into a box, as far as a viewer knows it.
pub fn draw(g: &Rebellion, s: &State, viewer: Viewer, (at, size): ((i32, i32), (i32, i32)), p: &mut Picture) {
    if !viewer.knows(s.asked.index()) {
        return;
    }
    let fill = if s.asked == Side::Empire { IMPERIAL } else { REBEL };
    let mut chips: Vec<Chip> = Vec::new();
    for action in legal_actions(g, s) {
        for name in g.places(s, action) {
            if p.shows(&name) || chips.iter().any(|chip| chip.name == name) {
                continue;
            }
            let label = g.describe_action(s, action);
            chips.push(Chip { name, words: words(g, s, action), label, inks: (fill, TEXT) });
        }
    }
    chips::lay(p, at, size, &chips);
}

/// What stands on the chip: the name of a card or a leader, or what is done.
#[expect(clippy::wildcard_enum_match_arm, reason = "all else is told as it is done")]
fn words(g: &Rebellion, s: &State, a: Action) -> String {
    let named = match a {
        Action::Assign { mission } => g.tables.missions[s.asked].get(mission.index()).map(|card| &card.name),
        Action::Fulfil { objective } | Action::Keep { objective } => {
            g.tables.objectives.get(objective.index()).map(|card| &card.name)
        }
        Action::Play { card } => g.tables.recruits[s.asked].get(card.index()).map(|card| &card.name),
        _ => None,
    };
    named.cloned().unwrap_or_else(|| g.describe_action(s, a))
}
