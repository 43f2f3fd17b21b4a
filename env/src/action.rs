//! [`actions!`](crate::actions): from one declaration an enum of moves, its numbers, its blocks and its names.

use serde::Serialize;

/// A run of consecutive action numbers that mean the same kind of move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionBlock {
    /// The kind of move.
    pub name: String,
    /// What the move does.
    pub doc: String,
    /// The first action number of the block.
    pub offset: usize,
    /// How many action numbers it takes.
    pub len: usize,
    /// The parameters, the first varying slowest, each with how many values it has.
    pub fields: Vec<(String, usize)>,
}

/// An action type declared by [`actions!`](crate::actions).
pub trait Blocks {
    /// The blocks in order of their numbers.
    fn blocks() -> Vec<ActionBlock>;
}

/// Declares the actions of a game: each variant is a block, its fields are [`Finite`](crate::Finite).
///
/// Numbers run through the blocks in order; inside a block the first field varies slowest.
///
/// ```
/// use holotable_env::{Blocks, Finite, Slot, actions};
/// actions! {
///     /// The moves of a market game.
///     pub enum Move {
///         /// Do nothing.
///         Pass,
///         /// Buy from a stall in a colour.
///         Buy { stall: Slot<4>, colour: Slot<3> },
///     }
/// }
/// assert_eq!(Move::N, 13);
/// let buy = Move::Buy { stall: Slot::at(2), colour: Slot::at(1) };
/// assert_eq!(buy.index(), 1 + 2 * 3 + 1);
/// assert_eq!(Move::at(8), buy);
/// assert_eq!(buy.label(), "Buy stall=2 colour=1");
/// assert_eq!(Move::blocks()[1].len, 12);
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[doc = $doc:literal])* $block:ident $({ $($field:ident : $type:ty),+ $(,)? })?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the fields of a move are named by their types")]
        $vis enum $name { $($(#[doc = $doc])* $block $({ $($field: $type),+ })?),+ }

        const _: () = {
            #[derive(Clone, Copy)]
            enum Order { $($block),+ }
            const SIZES: &[usize] = &[$(1 $($(* <$type as $crate::Finite>::N)+)?),+];
            const OFFSETS: [usize; SIZES.len() + 1] = {
                let mut offsets = [0; SIZES.len() + 1];
                let mut i = 0;
                while i < SIZES.len() {
                    offsets[i + 1] = offsets[i] + SIZES[i];
                    i += 1;
                }
                offsets
            };

            impl $crate::Finite for $name {
                const N: usize = OFFSETS[SIZES.len()];

                #[inline]
                fn index(self) -> usize {
                    match self {
                        $($name::$block $({ $($field),+ })? => {
                            let at = 0;
                            $($(let at = at * <$type as $crate::Finite>::N + $crate::Finite::index($field);)+)?
                            OFFSETS[Order::$block as usize] + at
                        })+
                    }
                }

                #[inline]
                fn at(i: usize) -> Self {
                    $(if i < OFFSETS[Order::$block as usize + 1] {
                        let _at = i - OFFSETS[Order::$block as usize];
                        let mut _span = SIZES[Order::$block as usize];
                        return $name::$block $({ $($field: {
                            _span /= <$type as $crate::Finite>::N;
                            <$type as $crate::Finite>::at(_at / _span % <$type as $crate::Finite>::N)
                        }),+ })?;
                    })+
                    panic!("action {i} is not below {}", Self::N)
                }

                fn label(self) -> String {
                    match self {
                        $($name::$block $({ $($field),+ })? => {
                            let fields: &[(&str, String)] =
                                &[$($((stringify!($field), $crate::Finite::label($field))),+)?];
                            fields.iter().fold(stringify!($block).to_owned(), |text, (field, value)| {
                                text + " " + field + "=" + value
                            })
                        })+
                    }
                }
            }

            impl $crate::Blocks for $name {
                fn blocks() -> Vec<$crate::ActionBlock> {
                    vec![$($crate::ActionBlock {
                        name: stringify!($block).to_owned(),
                        doc: concat!($($doc, "\n"),*).trim().replace("\n ", " "),
                        offset: OFFSETS[Order::$block as usize],
                        len: SIZES[Order::$block as usize],
                        fields: vec![$($((stringify!($field).to_owned(), <$type as $crate::Finite>::N)),+)?],
                    }),+]
                }
            }
        };
    };
}
