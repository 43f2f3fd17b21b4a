//! [`Action`]: the decisions of the game, numbered for policies.

use holotable_env::{ByKey, Finite, actions, finite_struct};

use super::words::{Ally, Colour, Component, Face, Payee, Place, Sector, Spot, Trait};

actions! {
    /// The decisions of Dark Side Rising.
    pub enum Action {
        /// Put the team's deployment token on a sector (step 1).
        Deploy { sector: Sector },
        /// Roll the Rebellion dice that are not assigned or forfeited (step 3).
        Roll,
        /// Assign a rolled die to a card in the team's sector.
        Assign { die: DieType, spot: Spot },
        /// Assign a rolled die to the price of an own Rebel's ability; payees are the own Rebels with a price, in order.
        Pay { die: DieType, payee: Payee },
        /// Forfeit one rolled die because none is assigned in this roll, and roll the rest.
        Forfeit { die: DieType },
        /// Use the ability of an own Rebel.
        Use { place: Place },
        /// Use a token that adds a die.
        TokenDie { colour: Colour },
        /// Use a token as one symbol on a card in the team's sector.
        TokenSymbol { symbol: Trait, spot: Spot },
        /// Use a token as one symbol of the price of an own Rebel's ability (option `tokens_pay`).
        TokenPay { payee: Payee },
        /// Use a token that removes a damage from each of two Rebels.
        TokenHeal,
        /// Use a token that removes an operation counter.
        TokenCounter,
        /// Choose a Rebel on a team; ally 0 is the acting seat, 1 the next.
        ChooseMember { ally: Ally, place: Place },
        /// Choose a card in a sector.
        ChooseCard { sector: Sector, spot: Spot },
        /// Choose a component of the Death Star.
        ChooseComponent { component: Component },
        /// Choose a rolled die.
        ChooseDie { die: DieType },
        /// Choose a face to turn the chosen die to: a shows the trait its colour is strong in, b the same twice, c, d and e the
        /// other traits.
        ChooseFace { face: Face },
        /// Choose the colour of an extra die.
        ChooseColour { colour: Colour },
        /// Decline an ability that may be declined.
        Decline,
        /// Stop rolling and conclude the turn (step 4).
        EndTurn,
    }
}

finite_struct! {
    /// A rolled die as players see it: its colour and the face it shows. Equal dice are one type.
    pub struct DieType {
        /// The colour of the die.
        pub colour: Colour,
        /// Which of the colour's five faces: a shows the trait that the colour is strong in, b the same twice.
        pub face: Face,
    }
}

/// A value for each type of rolled die.
pub type ByDie<T> = ByKey<DieType, T, { DieType::N }>;
