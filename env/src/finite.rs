//! Numbered types: every value of a [`Finite`] type has an index in `0..N`.
//!
//! Actions, seats, colours and places are all `Finite`, so tables are arrays, sets are bits, and one
//! declaration gives numbers, names and bounds.

use std::fmt::Debug;

use crate::action::ActionBlock;

/// A type with exactly [`N`](Finite::N) values, numbered `0..N`.
pub trait Finite: Copy + Eq + Debug + Send + Sync + 'static {
    /// How many values the type has.
    const N: usize;

    /// The number of this value, below [`N`](Finite::N).
    fn index(self) -> usize;

    /// The value numbered `i`.
    ///
    /// # Panics
    /// If `i` is not below [`N`](Finite::N).
    fn at(i: usize) -> Self;

    /// The word shown for this value in logs, replays and layouts.
    fn label(self) -> String;

    /// Whether the values are actions, declared by [`actions!`](crate::actions).
    const ACTS: bool = false;

    /// The blocks of a type of actions in order of their numbers; none for others.
    fn blocks() -> Vec<ActionBlock> {
        Vec::new()
    }

    /// The value numbered `i`, or `None` beyond the last.
    fn try_at(i: usize) -> Option<Self> {
        (i < Self::N).then(|| Self::at(i))
    }

    /// Every value in order.
    fn all() -> impl Iterator<Item = Self> {
        (0..Self::N).map(Self::at)
    }
}

/// Declares a field-less enum as [`Finite`], with a lower-case word for each value.
///
/// The word is what data files, replays and layouts use; `from_label` reads it back.
///
/// ```
/// use holotable_env::{Finite, finite_enum};
/// finite_enum! {
///     /// A side of a coin.
///     pub enum Side {
///         /// The one with the portrait.
///         Heads = "heads",
///         /// The other one.
///         Tails = "tails",
///     }
/// }
/// assert_eq!(Side::N, 2);
/// assert_eq!(Side::from_label("tails"), Some(Side::Tails));
/// assert_eq!(Side::at(0).label(), "heads");
/// ```
#[macro_export]
macro_rules! finite_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        $vis enum $name { $($(#[$doc])* $value),+ }

        impl $name {
            /// Every value in order.
            pub const ALL: &'static [$name] = &[$($name::$value),+];
            /// The words of all values in order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word of this value, as data files and replays write it.
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// The value with this word.
            pub fn from_label(word: &str) -> Option<Self> {
                Self::WORDS.iter().position(|w| *w == word).map(|i| Self::ALL[i])
            }
        }

        impl $crate::Finite for $name {
            const N: usize = Self::ALL.len();
            #[inline]
            fn index(self) -> usize { self as usize }
            #[inline]
            fn at(i: usize) -> Self { Self::ALL[i] }
            fn label(self) -> String { self.word().to_owned() }
        }

        impl $crate::Pack for $name {
            #[inline]
            fn pack(&self, out: &mut Vec<u8>) { out.push(*self as u8); }
            #[inline]
            fn unpack(bytes: &mut &[u8]) -> Option<Self> {
                <u8 as $crate::Pack>::unpack(bytes).and_then(|i| Self::ALL.get(usize::from(i)).copied())
            }
        }

        impl<Cx: ?Sized> $crate::Json<Cx> for $name {
            fn to_json(&self, _cx: &Cx) -> $crate::json::Value {
                $crate::json::Value::from(self.word())
            }

            fn from_json(json: &$crate::json::Value, _cx: &Cx) -> Result<Self, $crate::Misfit> {
                let word = json.as_str().ok_or_else(|| $crate::json::unfit("a word", json))?;
                $crate::json::labelled(word)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(self.word())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let word = <::std::borrow::Cow<'de, str> as $crate::serde::Deserialize>::deserialize(d)?;
                Self::from_label(&word)
                    .ok_or_else(|| $crate::serde::de::Error::unknown_variant(&word, Self::WORDS))
            }
        }
    };
}

/// Declares a struct of [`Finite`] fields as [`Finite`]: its values are numbered with the last field varying fastest, and
/// its label joins those of the fields with dots.
///
/// ```
/// use holotable_env::{Finite, Slot, finite_struct};
/// finite_struct! {
///     /// A square of a small board.
///     pub struct Square {
///         /// From the top.
///         pub row: Slot<2>,
///         /// From the left.
///         pub column: Slot<3>,
///     }
/// }
/// assert_eq!(Square::N, 6);
/// assert_eq!(Square::at(5).label(), "1.2");
/// assert!(Square::all().map(Square::index).eq(0..6));
/// ```
#[macro_export]
macro_rules! finite_struct {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$doc:meta])* $field_vis:vis $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis struct $name { $($(#[$doc])* $field_vis $field: $type),+ }

        impl $crate::Finite for $name {
            const N: usize = 1 $(* <$type as $crate::Finite>::N)+;

            #[inline]
            fn index(self) -> usize {
                let mut index = 0;
                $(index = index * <$type as $crate::Finite>::N + $crate::Finite::index(self.$field);)+
                index
            }

            #[inline]
            fn at(i: usize) -> Self {
                assert!(i < Self::N, "{i} is not below {}", Self::N);
                // How many values the fields still to come have together.
                let mut rest = Self::N;
                $(
                    rest /= <$type as $crate::Finite>::N;
                    let $field = <$type as $crate::Finite>::at(i / rest % <$type as $crate::Finite>::N);
                )+
                Self { $($field),+ }
            }

            fn label(self) -> String {
                [$($crate::Finite::label(self.$field)),+].join(".")
            }
        }
    };
}
