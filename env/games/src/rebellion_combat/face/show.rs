//! What people are shown: [`Show`] for the files that say it.

use holotable_env::catalogue::Entry;
use holotable_env::{Finite, Picture, Show, Summary, Viewer};

use super::{picture, places, text, why};
use crate::rebellion_combat::rules::RebellionCombat;
use crate::rebellion_combat::rules::action::Action;
use crate::rebellion_combat::rules::end::Aftermath;
use crate::rebellion_combat::rules::names;
use crate::rebellion_combat::rules::state::{Ending, State};
use crate::rebellion_combat::rules::words::Side;
use crate::rebellion_combat::rules::worth::points;

impl Show for RebellionCombat {
    // All but the first, which stands for no ending; the wins come first.
    const REASONS: &'static [&'static str] = Ending::WORDS.split_at(1).1;

    fn team_name(&self, team: usize) -> String {
        Side::at(team).label()
    }

    fn text(&self, s: &State, viewer: Viewer) -> String {
        text::table(self, s, viewer, names::beside)
    }

    fn prompt(&self, s: &State) -> String {
        text::prompt(self, s)
    }

    fn describe_action(&self, s: &State, a: Action) -> String {
        text::describe_action(self, s, a)
    }

    fn places(&self, s: &State, a: Action) -> Vec<String> {
        places::touched(s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        why::why_not(self, s, a)
    }

    fn picture(&self, s: &State, viewer: Viewer) -> Picture {
        picture::draw(self, s, viewer, |at| format!("System {}", at.index()))
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.tables.printed.clone()
    }

    fn summary(&self, s: &State) -> Summary {
        let after = Aftermath::of(self, s);
        let [empire, rebels] = after.sides.values();
        let fled = |to: Option<_>| f64::from(u8::from(to.is_some()));
        Summary {
            reason: after.ending.word(),
            counts: vec![
                ("rounds", f64::from(after.rounds)),
                ("empire_points", f64::from(points(self, s, Side::Empire))),
                ("rebel_points", f64::from(points(self, s, Side::Rebels))),
                ("empire_units_lost", f64::from(empire.units.total())),
                ("rebel_units_lost", f64::from(rebels.units.total())),
                ("empire_retreats", fled(empire.fled_to)),
                ("rebel_retreats", fled(rebels.fled_to)),
            ],
        }
    }
}
