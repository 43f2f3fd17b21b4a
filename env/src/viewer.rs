//! [`Viewer`]: who looks at a state.

use std::str::FromStr;

/// Who looks at a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody beside the table, who sees what is public.
    Table,
    /// The person in this seat, who sees the own hand too.
    Seat(usize),
    /// Somebody who may see everything: for files and for looking back at a game that is over.
    All,
}

impl Viewer {
    /// Whether what only `seat` may know is shown.
    #[inline]
    pub fn knows(self, seat: usize) -> bool {
        self == Viewer::All || self == Viewer::Seat(seat)
    }

    /// Whether what only these seats may know is shown: the seats of a team, say.
    pub fn knows_any(self, seats: impl IntoIterator<Item = usize>) -> bool {
        self == Viewer::All || seats.into_iter().any(|seat| self.knows(seat))
    }
}

/// So that a viewer alone is a context for [`Private`](crate::Private).
impl AsRef<Viewer> for Viewer {
    fn as_ref(&self) -> &Viewer {
        self
    }
}

impl FromStr for Viewer {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "table" => Ok(Viewer::Table),
            "all" => Ok(Viewer::All),
            seat => {
                seat.parse().map(Viewer::Seat).map_err(|_| "it must be a seat, 'table' or 'all'".to_owned())
            }
        }
    }
}
