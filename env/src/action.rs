//! [`actions!`](crate::actions): from one declaration an enum of moves, its numbers, its blocks and its names.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A run of consecutive action numbers that mean the same kind of move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionBlock {
    /// The kind of move; those of a game inside the game stand behind a scope, as in `battle/Retreat`.
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

/// Adds a block to `list`; one whose only field is again a type of actions adds their blocks instead, scoped.
#[doc(hidden)]
pub fn add_block(list: &mut Vec<ActionBlock>, block: ActionBlock, inside: &[Vec<ActionBlock>]) {
    match (inside, &block.fields[..]) {
        ([inner], [(scope, _)]) if !inner.is_empty() => {
            list.extend(inner.iter().map(|b| ActionBlock {
                name: format!("{scope}/{}", b.name),
                offset: block.offset + b.offset,
                ..b.clone()
            }));
        }
        _ => list.push(block),
    }
}

/// An action as a structure: `kind`, and its arguments by name, those that are numbers as numbers. `label` is its name.
///
/// ```
/// use holotable_env::{action_label, action_struct};
/// let buy = action_struct("Buy stall=2 colour=red");
/// assert_eq!(buy.to_string(), r#"{"kind":"Buy","stall":2,"colour":"red"}"#);
/// assert_eq!(action_label(&buy).as_deref(), Ok("Buy stall=2 colour=red"));
/// ```
pub fn action_struct(label: &str) -> Value {
    let mut words = label.split(' ');
    let mut map = Map::new();
    map.insert("kind".into(), words.next().unwrap_or_default().into());
    for (name, value) in words.filter_map(|word| word.split_once('=')) {
        map.insert(name.into(), value.parse::<u64>().map_or_else(|_| value.into(), Value::from));
    }
    Value::Object(map)
}

/// The name of the action that a structure says; its arguments stand in their order.
///
/// # Errors
/// One line if it is no object with `kind` and arguments that are words or whole numbers.
pub fn action_label(structure: &Value) -> Result<String, String> {
    let wrong = || format!("an action is an object with kind and its arguments by name, not {structure}");
    let map = structure.as_object().ok_or_else(wrong)?;
    let mut label = map.get("kind").and_then(Value::as_str).ok_or_else(wrong)?.to_owned();
    for (name, value) in map.iter().filter(|(name, _)| *name != "kind") {
        let number = || value.as_u64().map(|n| n.to_string());
        let value = value.as_str().map(str::to_owned).or_else(number).ok_or_else(wrong)?;
        label = format!("{label} {name}={value}");
    }
    Ok(label)
}

/// Declares the actions of a game: each variant is a block, its fields are [`Finite`](crate::Finite).
///
/// Numbers run through the blocks in order; inside a block the first field varies slowest. A variant whose only field
/// is itself a type of actions holds the actions of a game inside the game: their blocks keep their names, behind the
/// name of the field.
///
/// ```
/// use holotable_env::{Finite, Slot, actions};
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
///
/// actions! {
///     /// The moves of a campaign with markets in it.
///     pub enum Campaign {
///         /// Go on.
///         March,
///         /// Trade.
///         Trade { market: Move },
///     }
/// }
/// assert_eq!(Campaign::blocks()[2].name, "market/Buy");
/// assert_eq!(Campaign::at(2).label(), "market/Buy stall=0 colour=0");
/// ```
#[macro_export]
macro_rules! actions {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[doc = $doc:literal])* $block:ident $({ $($field:ident : $type:ty),+ $(,)? })?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name {
            $($(#[doc = $doc])* $block $({ $(#[doc = concat!("The ", stringify!($field), ".")] $field: $type),+ })?),+
        }

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
                const ACTS: bool = true;

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
                            let fields: &[(&str, String, bool)] = &[$($((
                                stringify!($field),
                                $crate::Finite::label($field),
                                <$type as $crate::Finite>::ACTS,
                            )),+)?];
                            if let [(scope, inside, true)] = fields {
                                return format!("{scope}/{inside}");
                            }
                            fields.iter().fold(stringify!($block).to_owned(), |text, (field, value, _)| {
                                text + " " + field + "=" + value
                            })
                        })+
                    }
                }

                fn blocks() -> Vec<$crate::ActionBlock> {
                    let mut list = Vec::new();
                    $({
                        let block = $crate::ActionBlock {
                            name: stringify!($block).to_owned(),
                            doc: concat!($($doc, "\n"),*).trim().replace("\n ", " "),
                            offset: OFFSETS[Order::$block as usize],
                            len: SIZES[Order::$block as usize],
                            fields: vec![$($((stringify!($field).to_owned(), <$type as $crate::Finite>::N)),+)?],
                        };
                        $crate::add_block(&mut list, block, &[$($(<$type as $crate::Finite>::blocks()),+)?]);
                    })+
                    list
                }
            }
        };
    };
}
