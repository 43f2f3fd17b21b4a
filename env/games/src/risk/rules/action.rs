//! [`Action`]: every decision of the game, numbered once.

use holotable_env::actions;

use super::words::{Class, Dice, Edge, How, Kind, Lot, Part, Planet, Seat};

actions! {
    /// A decision. What a planet or a card is chosen for, the stage says.
    pub enum Action {
        /// Go on to the next step, attack no more, move no more, play no card; refuse what a team-mate proposes.
        Done,
        /// Let the team-mate take command of a planet.
        Agree,
        /// Choose a planet: to claim, for the Death Star, a base token or a ship, as the target of a directive, as where a move
        /// begins or ends.
        Choose { planet: Planet },
        /// Put troops on an own planet.
        Place { planet: Planet, lot: Lot },
        /// Attack along a route, once or until one side breaks. A planet with the Death Star is attacked once, and what is attacked
        /// is the Death Star.
        Attack { route: Edge, how: How },
        /// Roll at most so many dice in the next attack.
        Limit { dice: Dice },
        /// Leave one more ship of a class out of the next attack.
        Leave { class: Class },
        /// Move so many troops on.
        Move { part: Part },
        /// Take a ship along.
        Bring { class: Class },
        /// Play a card for its directive.
        Play { card: Kind },
        /// Turn a card in for the ship it shows.
        Build { card: Kind },
        /// Turn a card in as part of a set of three.
        Trade { card: Kind },
        /// Choose whose hand a directive is aimed at.
        Aim { seat: Seat },
    }
}
