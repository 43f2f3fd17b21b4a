//! Deeds: what a mission does, one [`Task`](super::task::Task) after the other, and what is asked for it.

pub mod answer;
pub mod bases;
pub mod cards;
pub mod choice;
pub mod people;
pub mod perform;
pub mod systems;
pub mod units;

/// The verbs that ask for nothing, or at a stage of its own, as a pattern; and others, for which the same is done.
macro_rules! asks_nothing {
    ($($other:pat_param),*) => {
        Task::Capture
            | Task::Freeze { .. }
            | Task::Detain
            | Task::Lure { .. }
            | Task::Question
            | Task::Search
            | Task::Probe { .. }
            | Task::Probes { .. }
            | Task::Intercept { .. }
            | Task::Inspect
            | Task::Study { .. }
            | Task::Arrange { .. }
            | Task::Objective { .. }
            | Task::Loyalty { .. }
            | Task::Unsettle
            | Task::Sabotage
            | Task::Repair
            | Task::Queue { .. }
            | Task::Gain { .. }
            | Task::Annihilate
            | Task::Fight
            | Task::Mobilize { .. }
            | Task::Advance
            | Task::Inquire
            | Task::Guard
            | Task::Loosen
            | Task::Enlist { .. }
            $(| $other)*
    };
}
pub(in crate::rebellion) use asks_nothing;
