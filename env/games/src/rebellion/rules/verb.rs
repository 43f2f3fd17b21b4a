//! What the enums of the data set share: each is declared once, by names in a file and by numbers in the rules.

use std::collections::BTreeMap;

use holotable_env::Finite;
use holotable_env::Set;
use holotable_env::data::{find, range};
use serde::{Deserialize, Deserializer};

use super::ability::Ring;
use super::load_names::{row, system, units};
use super::tables::{MissionCard, World};
use super::task::Spot;
use super::words::{
    ByPlace, Icon, Leader, Leaders, Mission, Missions, Place, Places, Row, Side, Skill, Theatre, Units,
};
use crate::rebellion_combat::tables::{self, Tables as Combat};

/// How an enum refers to parts of the game.
pub trait Refs {
    /// A parameter of this kind.
    type Of<T: Param>;
}

/// By names, as a data file writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names;

/// By numbers, as the rules know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids;

impl Refs for Names {
    type Of<T: Param> = T::Name;
}

impl Refs for Ids {
    type Of<T: Param> = T::Id;
}

/// A parameter of a verb.
pub trait Param {
    /// As a data file writes it.
    type Name;
    /// As the rules know it.
    type Id;

    /// Finds what a data file writes under a key.
    ///
    /// # Errors
    /// One line for a number out of range, or a name that nothing has.
    fn resolve(key: &str, name: &Self::Name, cx: &Context<'_>) -> Result<Self::Id, String>;
}

/// The card that is read, and what it can name.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The printed name of the card.
    pub name: &'a str,
    /// The side that has the card.
    pub side: Side,
    /// Units and leaders.
    pub combat: &'a Combat,
    /// Systems.
    pub worlds: &'a ByPlace<World>,
    /// The missions of the side.
    pub missions: &'a [MissionCard],
}

impl Context<'_> {
    /// Leaders of a side by name.
    ///
    /// # Errors
    /// One line for a name that nobody has, or that is listed twice.
    pub fn leaders(&self, side: Side, names: &[impl AsRef<str>]) -> Result<Leaders, String> {
        tables::Names { tables: self.combat, side }.leaders(names)
    }
}

/// A number in a range.
#[derive(Debug)]
pub struct N<const LEAST: u8, const MOST: u8>;

/// Implements [`Param`]: `kind, as written => as known: how it is found`.
macro_rules! params {
    ($($kind:ty, $written:ty => $id:ty: |$key:ident, $name:ident, $cx:ident| $find:expr;)*) => { $(
        impl Param for $kind {
            type Name = $written;
            type Id = $id;

            fn resolve($key: &str, $name: &$written, $cx: &Context<'_>) -> Result<$id, String> {
                $find
            }
        }
    )* };
}

params! {
    bool, bool => bool: |_key, it, _cx| Ok(*it);
    u8, u8 => u8: |_key, it, _cx| Ok(*it);
    Icon, Icon => Icon: |_key, it, _cx| Ok(*it);
    Ring, Ring => Ring: |_key, it, _cx| Ok(*it);
    Skill, Skill => Skill: |_key, it, _cx| Ok(*it);
    Spot, Spot => Spot: |_key, it, _cx| Ok(*it);
    Theatre, Theatre => Theatre: |_key, it, _cx| Ok(*it);
    // A Rebel leader, some leaders of the Empire.
    Leader, String => Leader: |_key, name, cx| {
        let one = cx.leaders(Side::Rebels, &[name])?;
        one.iter().next().ok_or_else(|| format!("{}: nobody is {name}", cx.name))
    };
    Leaders, Vec<String> => Leaders: |_key, names, cx| cx.leaders(Side::Empire, names);
    // A unit of the card's side, some units of it, some kinds of the Empire.
    Row, String => Row: |_key, name, cx| row(cx.combat, cx.side, name);
    Units, BTreeMap<String, u8> => Units: |_key, list, cx| units(cx.combat, cx.side, list);
    Set<Row>, Vec<String> => Set<Row>: |_key, names, cx| {
        names.iter().map(|name| row(cx.combat, Side::Empire, name)).collect()
    };
    Place, String => Place: |_key, name, cx| system(cx.worlds, name);
    Places, Vec<String> => Places: |_key, names, cx| names.iter().map(|name| system(cx.worlds, name)).collect();
    Missions, Vec<String> => Missions: |_key, names, cx| {
        let titles = || cx.missions.iter().map(|card| card.name.as_str());
        names.iter().map(|name| find(titles(), name, "mission").map(Mission::at)).collect()
    };
}

impl<const LEAST: u8, const MOST: u8> Param for N<LEAST, MOST> {
    type Name = u8;
    type Id = u8;

    fn resolve(key: &str, n: &u8, cx: &Context<'_>) -> Result<u8, String> {
        range(cx.name, key, *n, LEAST, MOST)
    }
}

impl<T: Param> Param for Option<T> {
    type Name = Option<T::Name>;
    type Id = Option<T::Id>;

    fn resolve(key: &str, one: &Self::Name, cx: &Context<'_>) -> Result<Self::Id, String> {
        one.as_ref().map(|one| T::resolve(key, one, cx)).transpose()
    }
}

/// Reads a verb without parameters, and refuses any.
pub(super) fn bare<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Bare {}
    Bare::deserialize(from).map(|Bare {}| ())
}

/// Declares an enum once: each variant with its parameters, and with the words for them.
macro_rules! declare {
    ($(#[$attr:meta])* pub enum $name:ident { $(
        $(#[$doc:meta])* $one:ident $(($it:ident: $It:ty))?
        $({ $($(#[$serde:meta])* $key:ident: $Key:ty),* })? => $words:expr,
    )* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
        $(#[$attr])*
        pub enum $name<R: $crate::rebellion::rules::verb::Refs = $crate::rebellion::rules::verb::Ids> { $(
            $(#[$doc])*
            $one $((R::Of<$It>))? $({ $(
                $(#[$serde])*
                #[doc = concat!("The key `", stringify!($key), "` of the data file.")]
                $key: R::Of<$Key>,
            )* })?,
        )* }

        impl $name<$crate::rebellion::rules::verb::Names> {
            /// The same by numbers.
            ///
            /// # Errors
            /// One line for a number out of range, or a name that nothing has.
            pub fn resolve(&self, cx: &$crate::rebellion::rules::verb::Context<'_>) -> Result<$name, String> {
                use $crate::rebellion::rules::verb::Param;
                Ok(match self { $(
                    Self::$one $(($it))? $({ $($key),* })? => $name::$one
                        $((<$It as Param>::resolve(stringify!($it), $it, cx)?))?
                        $({ $($key: <$Key as Param>::resolve(stringify!($key), $key, cx)?),* })?,
                )* })
            }

            /// The same in words.
            pub fn words(&self) -> String {
                match self { $(
                    Self::$one $(($it))? $({ $($key),* })? => $words.into(),
                )* }
            }
        }
    };
}

/// Declares an enum of verbs, which a data file writes as tables with the key `verb`.
macro_rules! verbs {
    ($(#[$attr:meta])* pub enum $name:ident { $($verbs:tt)* }) => {
        verbs! { @ [$(#[$attr])* pub enum $name] [] $($verbs)* }
    };
    (@ $head:tt [$($done:tt)*] $(#[$doc:meta])* $one:ident => $words:expr, $($more:tt)*) => {
        verbs! { @ $head [
            $($done)* $(#[$doc])* #[serde(deserialize_with = "crate::rebellion::rules::verb::bare")] $one => $words,
        ] $($more)* }
    };
    (@ $head:tt [$($done:tt)*] $(#[$doc:meta])* $one:ident $with:tt => $words:expr, $($more:tt)*) => {
        verbs! { @ $head [$($done)* $(#[$doc])* $one $with => $words,] $($more)* }
    };
    (@ [$($head:tt)*] [$($done:tt)*]) => {
        $crate::rebellion::rules::verb::declare! {
            #[serde(tag = "verb", rename_all = "snake_case", deny_unknown_fields)]
            $($head)* { $($done)* }
        }
    };
}

pub(super) use {declare, verbs};
