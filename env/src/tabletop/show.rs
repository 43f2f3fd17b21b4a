//! [`Show`]: what people are shown of a game, each according to what they may know.

use serde::Serialize;

use super::Save;
use crate::catalogue::Entry;
use crate::finite::Finite;
use crate::picture::Picture;
use crate::viewer::Viewer;

/// How a finished game ended, for tables and `info`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// One word of the game's own: `won`, `team_wiped_out`.
    pub reason: &'static str,
    /// Named counts: turns, cards won, cards lost.
    pub counts: Vec<(&'static str, f64)>,
}

/// A game in words and pictures. Redealing what a seat cannot know changes nothing that it is shown. A first game writes none of
/// these: its table is its JSON, its actions are their labels.
pub trait Show: Save {
    /// The words of [`Summary::reason`] that a finished game may have, wins first.
    const REASONS: &'static [&'static str] = &["over"];

    /// What a team is called.
    fn team_name(&self, team: usize) -> String {
        format!("team {team}")
    }

    /// The table in words.
    fn text(&self, s: &Self::State, viewer: Viewer) -> String {
        format!("{:#}\n", self.to_json(s, viewer))
    }

    /// What the acting seat is asked: the effect that asks, what it will do, how much of it is left.
    fn prompt(&self, _s: &Self::State) -> String {
        "choose an action".into()
    }

    /// What an action means in this state, with the names of the cards concerned.
    fn describe_action(&self, _s: &Self::State, a: Self::Action) -> String {
        a.label()
    }

    /// What those are told of an action who must not know which it is, such as a card that is laid face down; nothing of actions that
    /// all see.
    fn public_label(&self, _s: &Self::State, _a: Self::Action) -> Option<String> {
        None
    }

    /// What an action of the seat that acts means to a viewer.
    fn describe_action_for(&self, s: &Self::State, a: Self::Action, viewer: Viewer) -> String {
        let hidden = self.actor(s).is_some_and(|seat| !viewer.knows(seat));
        self.public_label(s, a).filter(|_| hidden).unwrap_or_else(|| self.describe_action(s, a))
    }

    /// What an action touches, in the order in which a hand would: the card, then the sector that it goes to. The names are those of the
    /// [places](crate::picture::Place) in the picture that the acting seat sees. Without any an action is chosen from the list alone.
    fn places(&self, _s: &Self::State, _a: Self::Action) -> Vec<String> {
        Vec::new()
    }

    /// What a viewer may know of what an action of the seat that acts touches: all of it, or nothing where the action is hidden.
    fn places_for(&self, s: &Self::State, a: Self::Action, viewer: Viewer) -> Vec<String> {
        let told = self.describe_action_for(s, a, viewer) == self.describe_action(s, a);
        if told { self.places(s, a) } else { Vec::new() }
    }

    /// Which rule forbids an action that is not legal in this state.
    fn why_illegal(&self, _s: &Self::State, _a: Self::Action) -> String {
        "the rules do not allow that now".into()
    }

    /// The table as a picture; its text unless the game draws one.
    fn picture(&self, s: &Self::State, viewer: Viewer) -> Picture {
        Picture::of_text(&self.text(s, viewer))
    }

    /// Every printed value of the data set with its provenance; nothing for a game without one.
    fn catalogue(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// How a finished game ended, or where an unfinished one stands. Everybody is shown it, so before the end it holds only
    /// what is public.
    fn summary(&self, _s: &Self::State) -> Summary {
        Summary { reason: Self::REASONS[0], counts: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_shares_what_it_knows() {
        let knows = |viewer: Viewer, team: &[usize]| viewer.knows_any(team.iter().copied());
        assert!(knows(Viewer::Seat(3), &[1, 3]) && knows(Viewer::All, &[]));
        assert!(!knows(Viewer::Seat(2), &[1, 3]) && !knows(Viewer::Table, &[1, 3]));
    }
}
