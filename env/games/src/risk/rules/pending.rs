//! [`Pending`]: what is decided, with what the decision is about. Each stage of the game is declared here once.

use holotable_env::json::{Value, unfit};
use holotable_env::{Json, List, Misfit, Pack, finite_enum};

use super::fields::{Names, planet_or_none};
use super::state::Order;
use super::words::{Kind, Planet, SET};

/// Declares stages in the order in which a game comes to them, which invariants compare: what each decision is about, the word that files use, what is done
/// there in words that stand for it in a sentence, and what `Done` means.
macro_rules! stages {
    ($($(#[$meta:meta])* $stage:ident $({ $($part:ident: $of:ty),+ })? = $word:literal, $stage_name:literal
        $(, $done:literal)?;)+) => {
        finite_enum! {
            /// The name of what is decided.
            #[derive(Default)]
            pub enum Stage { $($(#[$meta])* $stage = $word),+ }
        }

        impl Stage {
            /// What is done, in words that stand for it in a sentence.
            pub const fn stage_name(self) -> &'static str {
                match self { $(Self::$stage => $stage_name),+ }
            }

            /// What it means to do nothing, or nothing more.
            pub const fn done(self) -> &'static str {
                match self { $(Self::$stage => [$($done,)? "go on"][0]),+ }
            }
        }

        /// What is decided, and what about. All else happens between two decisions.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Pack)]
        #[expect(missing_docs, reason = "the parts of decisions are explained in Now")]
        pub enum Pending { $($(#[$meta])* $stage $({ $($part: $of),+ })?),+ }

        impl From<Pending> for Now {
            #[inline]
            fn from(pending: Pending) -> Self {
                let none = Self::default();
                match pending {
                    $(Pending::$stage $({ $($part),+ })? => {
                        Self { stage: Stage::$stage, $($($part: $part.into(),)+)? ..none }
                    })+
                }
            }
        }

        impl TryFrom<Now> for Pending {
            type Error = Misfit;

            fn try_from(now: Now) -> Result<Self, Misfit> {
                let lacks = |part| {
                    let why = format!("must not be null at the stage '{}'", now.stage.word());
                    Misfit::new(why).at(part).at("now")
                };
                Ok(match now.stage {
                    $(Stage::$stage => Self::$stage $({
                        $($part: Option::<$of>::from(now.$part).ok_or_else(|| lacks(stringify!($part)))?),+
                    })?),+
                })
            }
        }
    };
}

stages! {
    /// Set-up: claim a planet.
    #[default]
    Claim = "claim", "claiming planets";
    /// Set-up: claim a planet for the neutral Hutts.
    ClaimForHutts = "claim_for_hutts", "claiming planets for the Hutts";
    /// Set-up: put the Death Star on a planet of the Empire.
    PlaceStar = "place_star", "placing the Death Star";
    /// Set-up: put a troop on an own planet.
    Muster = "muster", "placing troops";
    /// Set-up: put a troop on a planet of the neutral Hutts.
    MusterForHutts = "muster_for_hutts", "placing troops for the Hutts";
    /// Step 1: put the base token just drawn on a planet of the Empire.
    Token = "token", "placing a base token";
    /// Step 3: play cards.
    Cards = "cards", "playing cards", "go on without a card";
    /// The rest of a set of three cards.
    Set { set: List<Kind, SET> } = "set", "turning in a set";
    /// Step 4: place troops.
    Place = "place", "placing troops";
    /// Step 4: place the ship that was built.
    PlaceShip = "place_ship", "placing a ship";
    /// Step 5: attack.
    Invade = "invade", "the invasion", "attack no more";
    /// The attacked player may answer.
    Defend { order: Order } = "defend", "defending", "play nothing";
    /// Troops and ships move onto the planet that was taken.
    Advance { order: Order } = "advance", "moving in", "nothing more follows";
    /// The Empire moves a base that the Hutts took.
    MoveBase { order: Order } = "move_base", "moving a base";
    /// The planet at which a directive is aimed.
    Target { card: Kind, in_cards: bool } = "target", "aiming a directive";
    /// The seat at which a directive is aimed.
    Aim { card: Kind, in_cards: bool } = "aim", "aiming a directive";
    /// Step 6: from where troops move.
    From = "from", "troop fortification", "no fortification";
    /// Step 6: where troops move to.
    To { from: Planet } = "to", "troop fortification";
    /// Step 6: how many.
    Carry { from: Planet, to: Planet } = "carry", "troop fortification", "move no more";
    /// Step 6 in teams: a planet of the team-mate to take command of.
    Command = "command", "change of command", "no change of command";
    /// The team-mate agrees or not.
    Consent { from: Planet } = "consent", "change of command", "refuse";
    /// Step 7: from where ships move.
    ShipsFrom = "ships_from", "ship fortification", "no ships move";
    /// Step 7: where ships move to.
    ShipsTo { from: Planet } = "ships_to", "ship fortification";
    /// Step 7: which ships.
    CarryShips { from: Planet, to: Planet } = "carry_ships", "ship fortification", "move no more";
    /// Step 8: where the Death Star moves.
    Orbit { steps: u8 } = "orbit", "moving the Death Star", "the Death Star stays";
    /// Step 8: what the Death Star destroys.
    Shot { steps: u8 } = "shot", "firing the Death Star";
    /// The game is over, perhaps by an attack or by the Death Star.
    Over { order: Option<Order>, steps: u8 } = "over", "the end";
}

/// A [`Pending`] as one record, in which the parts of other stages are nothing: so JSON has it, and who reads a part at any stage.
#[derive(Clone, Copy, Debug, Default, Json)]
#[json(context = Names<'cx>)]
pub struct Now {
    /// What is decided.
    pub stage: Stage,
    /// The attack under way, or the one that has just taken a planet.
    #[json(group = "now")]
    pub order: Option<Order>,
    /// The cards of a set so far.
    #[json(group = "now")]
    pub set: List<Kind, SET>,
    /// The directive that waits for its target.
    #[json(group = "now")]
    pub card: Option<Kind>,
    /// It was played while cards were played, and not in the invasion.
    #[json(group = "now")]
    pub in_cards: bool,
    /// Where a move begins, or the planet that the team-mate shall give.
    #[json(group = "now", with = planet_or_none)]
    pub from: Option<Planet>,
    /// Where it ends.
    #[json(group = "now", with = planet_or_none)]
    pub to: Option<Planet>,
    /// How far the Death Star may move.
    #[json(group = "now")]
    pub steps: u8,
}

impl Json<Names<'_>> for Pending {
    fn to_json(&self, names: &Names) -> Value {
        Now::from(*self).to_json(names)
    }

    fn from_json(json: &Value, names: &Names) -> Result<Self, Misfit> {
        let now = Now::from_json(json, names)?;
        let pending = Self::try_from(now)?;
        let (given, fitting) = (now.to_json(names), pending.to_json(names));
        for (key, fit) in fitting["now"].as_object().into_iter().flatten() {
            if given["now"][key] != *fit {
                let what = format!("{fit} at the stage '{}'", now.stage.word());
                return Err(unfit(&what, &given["now"][key]).at(key).at("now"));
            }
        }
        Ok(pending)
    }
}
