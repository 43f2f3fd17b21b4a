//! What people are shown: [`Show`] for the files that say it.

use holotable_env::catalogue::Entry;
use holotable_env::{Picture, Show, Summary, Viewer};

use super::{picture, places, text, why};
use crate::risk::rules::Risk;
use crate::risk::rules::action::Action;
use crate::risk::rules::state::{Ending, State};
use crate::risk::rules::words::{Army, Faction};
use crate::risk::rules::{end, names};

impl Show for Risk {
    // All but the first, which stands for no ending; the wins come first.
    const REASONS: &'static [&'static str] = Ending::WORDS.split_at(1).1;

    fn team_name(&self, team: usize) -> String {
        names::team(self, team).to_owned()
    }

    fn text(&self, s: &State, viewer: Viewer) -> String {
        text::table(self, s, viewer)
    }

    fn prompt(&self, s: &State) -> String {
        text::prompt(self, s)
    }

    fn describe_action(&self, s: &State, a: Action) -> String {
        text::describe_action(self, s, a)
    }

    /// The cards of a set are seen when it is complete.
    fn public_label(&self, _s: &State, a: Action) -> Option<String> {
        matches!(a, Action::Trade { .. }).then(|| "turn in a card of a set".into())
    }

    fn places(&self, s: &State, a: Action) -> Vec<String> {
        places::touched(self, s, a)
    }

    fn why_illegal(&self, s: &State, a: Action) -> String {
        why::why_not(self, s, a)
    }

    fn picture(&self, s: &State, viewer: Viewer) -> Picture {
        picture::draw(self, s, viewer)
    }

    fn catalogue(&self) -> Vec<Entry> {
        self.tables.printed.clone()
    }

    fn summary(&self, s: &State) -> Summary {
        let won = |faction: Faction| {
            let seat = self.seats_of[faction].iter().next();
            let team = seat.filter(|_| self.star_wars).map(|seat| end::team(self, seat));
            f64::from(u8::from(team.is_some() && s.winner == team))
        };
        let planets = self.seats().map(|seat| s.board.held[Army::of(seat)].len()).max().unwrap_or(0);
        Summary {
            reason: s.ending.word(),
            counts: vec![
                ("rounds", f64::from(s.round)),
                ("rebels_won", won(Faction::Rebels)),
                ("empire_won", won(Faction::Empire)),
                ("hutts_won", won(Faction::Hutts)),
                ("most_planets", planets as f64),
                ("planets_destroyed", s.board.destroyed.len() as f64),
                ("death_stars_rebuilt", f64::from(s.rebuilt)),
                ("force", f64::from(s.meter)),
            ],
        }
    }
}
