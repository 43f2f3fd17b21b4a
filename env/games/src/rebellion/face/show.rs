//! What people are shown: [`Show`] for the files that say it.

use holotable_env::catalogue::Entry;
use holotable_env::{Finite, Game, Picture, Show, Summary, Viewer};

use super::{picture, places, text, why};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::action::Action;
use crate::rebellion::rules::seats::{side_of, sided};
use crate::rebellion::rules::state::{Ending, Stage, State};
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::words::{ALL, Side};
use crate::rebellion::rules::{end, names, under_way};

impl Show for Rebellion {
    // All but the first, which stands for no ending.
    const REASONS: &'static [&'static str] = Ending::WORDS.split_at(1).1;

    fn team_name(&self, team: usize) -> String {
        Side::try_at(team).map_or_else(String::new, |side| names::title(side).to_owned())
    }

    fn text(&self, s: &State, viewer: Viewer) -> String {
        text::table(self, s, sided(viewer))
    }

    fn prompt(&self, s: &State) -> String {
        text::prompt(self, s)
    }

    fn describe_action(&self, s: &State, a: Action) -> String {
        text::describe_action(self, s, a)
    }

    /// Where the base is hidden nobody sees, nor to where it moves, which mission is laid, and which objective is put on top.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most of what missions do is open")]
    fn public_label(&self, s: &State, a: Action) -> Option<String> {
        let hides = |words: &str| Some(words.to_owned());
        match (s.stage, a) {
            (Stage::Hide, _) => hides("hide the base"),
            (Stage::Assign, Action::Carry { stack }) => {
                Some(format!("put a leader on mission {} too", stack.index() + 1))
            }
            (Stage::Assign, Action::Assign { .. }) => hides("put leaders on a mission, face down"),
            // All see who goes. The skill that counts there tells of the mission, which lies face down.
            (Stage::Staff, Action::Lead { leader }) if !s.partners.offered => {
                Some(format!("put {} on it", self.leader_name(s.asked, leader)))
            }
            (Stage::Effect, Action::Assign { .. }) => hides("take a mission, face down"),
            (Stage::Recruit, Action::Play { .. }) => hides("keep an action card"),
            (Stage::Effect, Action::Choose { .. }) => match under_way::task(self, s) {
                Task::Confess { .. } => hides("name a system beside that of the base"),
                Task::Plant { .. } => hides("put a probe card on top of the deck"),
                _ => None,
            },
            (Stage::Effect, Action::Keep { .. }) => None,
            (_, Action::Carry { stack }) => Some(format!("turn mission {} up", stack.index() + 1)),
            (_, Action::Keep { objective }) => {
                let taken = matches!(under_way::task(self, s), Task::Study { .. });
                let what = if taken { "take one of stage" } else { "put one of stage" };
                let to = if taken { "" } else { " on top of the deck" };
                Some(format!("{what} {}{to}", self.tables.objective(objective).stage))
            }
            (Stage::Relocate, Action::Choose { .. }) => hides("move the base"),
            _ => None,
        }
    }

    /// Who plays the side that moves is told all (ruling W84).
    fn describe_action_for(&self, s: &State, a: Action, viewer: Viewer) -> String {
        let covered = self.actor(s).is_some_and(|seat| !sided(viewer).knows(side_of(seat).index()));
        self.public_label(s, a).filter(|_| covered).unwrap_or_else(|| self.describe_action(s, a))
    }

    fn places(&self, s: &State, a: Action) -> Vec<String> {
        places::touched(self, s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        why::why_not(self, s, a)
    }

    fn picture(&self, s: &State, viewer: Viewer) -> Picture {
        picture::draw(self, s, sided(viewer))
    }

    fn catalogue(&self) -> Vec<Entry> {
        let mut all = self.tables.printed.clone();
        all.extend(self.battle().catalogue());
        all
    }

    fn summary(&self, s: &State) -> Summary {
        let won = |side: Side| f64::from(u8::from(end::winner(s) == Some(side)));
        Summary {
            reason: s.ending.word(),
            counts: vec![
                ("rounds", f64::from(s.time)),
                ("empire_won", won(Side::Empire)),
                ("rebels_won", won(Side::Rebels)),
                ("reputation", f64::from(s.reputation)),
                ("objectives_played", s.played.len() as f64),
                ("possible_systems", s.possible.and(ALL).len() as f64),
                ("base_revealed", f64::from(u8::from(s.revealed))),
                ("base_moved", f64::from(s.moved)),
            ],
        }
    }
}
