//! [`State`]: the galaxy as one small `Copy` value. Each field is named here and nowhere else: bytes and JSON are derived.

use holotable_env::{Json, Pack, Set, finite_enum};

use super::board::{Board, Emperor};
use super::fields::{Names, hands, hidden, packs, planet, planet_or_none, planets, team_or_none};
use super::pending::{Now, Pending};
use super::words::{Army, ByArmy, ByFaction, Cards, Class, Fleet, How, Planet, Planets, SEATS, Seat};

finite_enum! {
    /// How the game ended.
    #[derive(Default)]
    pub enum Ending {
        /// It has not.
        #[default]
        None = "unfinished",
        /// The Rebels took the planet with the Emperor.
        EmperorFound = "emperor_found",
        /// No Imperial army is left.
        EmpireGone = "empire_gone",
        /// No Rebel army is left.
        RebelsGone = "rebels_gone",
        /// The Hutts hold enough resource planets.
        Resources = "resources",
        /// Standard RISK: one player is left.
        Conquest = "conquest",
        /// The rounds are over.
        Draw = "draw",
    }
}

/// What the next attack is made with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
pub struct Ready {
    /// What a card adds to each die.
    pub plus: u8,
    /// At most so many dice; 0 for as many as may be.
    pub dice: u8,
    /// Ships that stay behind.
    pub left: Fleet,
}

/// An attack under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Pack, Json)]
#[json(context = Names<'cx>)]
pub struct Order {
    /// The planet from which the attack comes.
    #[json(with = planet)]
    pub from: Planet,
    /// On what.
    #[json(with = planet)]
    pub to: Planet,
    /// How long the attack goes on.
    pub how: How,
    /// What with.
    pub with: Ready,
    /// What a card adds to each die of the defender.
    pub parry: u8,
    /// The defender rolls one die only.
    pub one_die: bool,
}

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack, Json)]
#[json(context = Names<'cx>)]
pub struct State {
    /// What is decided: in JSON the key `stage` and the group `now`.
    #[json(skip)]
    pub pending: Pending,
    /// Rounds begun; 0 in the set-up.
    pub round: u16,
    /// Whose turn it is.
    pub turn: Seat,
    /// The seat that decides.
    pub asked: Seat,
    /// The seat that began the game.
    pub first: Seat,
    /// What stands on the board.
    pub board: Board,
    /// The Force Meter: light above 0, dark below.
    pub meter: i8,
    /// Where the Death Star is.
    #[json(with = planet_or_none)]
    pub star: Option<Planet>,
    /// How often it was built again.
    pub rebuilt: u8,
    /// Base tokens in the stack.
    pub stack: u8,
    /// Base tokens that the Empire is about to put on a planet.
    pub tokens: u8,
    /// Where the Emperor is.
    #[json(with = hidden)]
    pub emperor: Emperor,
    /// The cards in the hands.
    #[json(with = hands)]
    pub hands: [Cards; SEATS],
    /// The cards in the decks.
    #[json(with = packs)]
    pub decks: ByFaction<Cards>,
    /// The seats whose armies are gone.
    pub out: Set<Seat>,
    /// Troops still to be placed.
    pub reserve: ByArmy<u16>,
    /// The armies that lost a planet to whose turn it is.
    #[json(group = "this_turn")]
    pub robbed: Set<Army>,
    /// Sets turned in.
    #[json(group = "this_turn")]
    pub sets: u8,
    /// A card was turned in for a ship.
    #[json(group = "this_turn")]
    pub built: bool,
    /// The ship that waits to be placed.
    #[json(group = "this_turn")]
    pub ship: Option<Class>,
    /// From where nobody attacks any more.
    #[json(group = "this_turn", with = planets)]
    pub barred: Planets,
    /// What cannot be attacked for now.
    #[json(group = "this_turn", with = planets)]
    pub shielded: Planets,
    /// What the next attack is made with.
    #[json(group = "this_turn")]
    pub ready: Ready,
    /// Cards were taken from an eliminated player, and sets must be turned in now.
    #[json(group = "this_turn")]
    pub spoils: bool,
    /// Moves of ships that are left.
    #[json(group = "this_turn")]
    pub ship_moves: u8,
    /// The ending of the game, once it is over.
    pub ending: Ending,
    /// The team that has won.
    #[json(with = team_or_none)]
    pub winner: Option<Seat>,
}

const _: () = assert!(size_of::<State>() <= 1024, "a state is at most 1 KiB");

impl State {
    /// The army whose turn it is.
    #[inline]
    pub fn mine(&self) -> Army {
        Army::of(self.turn)
    }

    /// What is decided as one record.
    #[inline]
    pub fn now(&self) -> Now {
        self.pending.into()
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.ending != Ending::None
    }
}
