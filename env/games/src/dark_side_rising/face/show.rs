//! [`Show`]: what people are shown of the game. Nothing is hidden, so all viewers see the same.

use holotable_env::catalogue::Entry;
use holotable_env::{Picture, Show, Summary, Viewer};

use super::{picture, places, text, why};
use crate::dark_side_rising::rules::DarkSideRising;
use crate::dark_side_rising::rules::action::Action;
use crate::dark_side_rising::rules::state::{Ending, State};

impl Show for DarkSideRising {
    const REASONS: &'static [&'static str] = Ending::WORDS.split_at(1).1;

    fn text(&self, s: &State, _viewer: Viewer) -> String {
        text::table(self, s)
    }

    fn prompt(&self, s: &State) -> String {
        text::prompt(self, s)
    }

    fn describe_action(&self, s: &State, a: Action) -> String {
        text::describe_action(self, s, a)
    }

    fn places(&self, s: &State, a: Action) -> Vec<String> {
        places::touched(self, s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        why::not_legal(self, s, a)
    }

    fn picture(&self, s: &State, _viewer: Viewer) -> Picture {
        picture::draw(self, s)
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.tables.printed.clone()
    }

    fn summary(&self, s: &State) -> Summary {
        Summary {
            reason: s.ending.word(),
            counts: vec![
                ("turns", f64::from(s.turn)),
                ("imperials_defeated", s.imperials_defeated() as f64),
                ("rebels_lost", s.rebels_defeated() as f64),
                ("components_operational", s.operational.len() as f64),
                ("largest_team", s.seats.each().map(<[_]>::len).max().unwrap_or(0) as f64),
            ],
        }
    }
}
