//! [`Moment`]: when a side is asked whether it uses an action card, or what one does.

use holotable_env::finite_enum;

finite_enum! {
    /// What an action card is asked for.
    #[derive(Default)]
    pub enum Moment {
        /// Nothing is asked.
        #[default]
        None = "none",
        /// Which leader of a card of the assignment phase is placed.
        Place = "place",
        /// The start of a combat.
        Combat = "combat",
        /// How a die of an attack is set.
        Dice = "dice",
        /// An attempt, before dice are rolled.
        Attempt = "attempt",
        /// An attempt that has failed.
        Failure = "failure",
        /// An attempt that has succeeded.
        Success = "success",
        /// A leader was captured.
        Capture = "capture",
        /// A captive was rescued by an attempt.
        Rescue = "rescue",
        /// Who gets a ring.
        Ring = "ring",
    }
}
