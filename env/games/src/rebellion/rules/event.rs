//! [`Event`]: what has happened once a file has done its part; [`flow`](super::flow) knows what follows.

/// What has happened.
#[must_use = "what follows is played by `flow`"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody is asked, or the game is over.
    Asked,
    /// The base is hidden, and rings are given that are had at once.
    SetUp,
    /// A side has assigned.
    Assigned,
    /// All units have moved into what is activated.
    Moved,
    /// Something was done in the battle, or for it.
    Struck,
    /// After a mission or a combat ground units were lost for which no ship has room.
    Shed,
    /// A combat is over.
    Fought,
    /// One of the things that a mission does is done.
    Done,
    /// A mission has done all that it does.
    Resolved,
    /// A mission is over that brings no combat.
    Concluded,
    /// Both sides have passed.
    Passed,
    /// Units have come to the space of the base.
    Lifted,
    /// The command phase is over.
    Commanded,
    /// The objectives of the refresh phase were played.
    Scored,
    /// Hands have as many missions as they may.
    Discarded,
    /// Cards were drawn, and the time goes on.
    Drawn,
    /// A side has recruited.
    Recruited,
    /// A side has built.
    Built,
    /// A side has deployed.
    Deployed,
}
