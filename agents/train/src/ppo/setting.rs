//! [`Setting`]: how a recipe writes a value.

use std::collections::BTreeMap;

use holotable_net::shape::Activation;
use toml::Value;

use super::device::DeviceChoice;
use super::learner_kind::LearnerKind;
use super::value_lambda::ValueLambda;

/// What may be drawn at random for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// Whole numbers.
    Whole,
    /// Any numbers.
    Real,
    /// Nothing between two values: they are not numbers.
    Nothing,
}

/// A kind of value that a key may have.
pub(super) trait Setting: Sized {
    /// What it is called in an error.
    const WHAT: &'static str;
    /// What may be drawn for it.
    const DRAWS: Draws = Draws::Nothing;
    /// The value, if it is of this kind.
    fn read(value: &Value) -> Option<Self>;
    /// The value as a recipe has it.
    fn show(&self) -> Value;
    /// The numbers in it, to be compared with the range of the key.
    fn numbers(&self) -> Vec<f64>;
}

impl Setting for u64 {
    const WHAT: &'static str = "a whole number";
    const DRAWS: Draws = Draws::Whole;
    fn read(value: &Value) -> Option<Self> {
        // 1e6 is a float to TOML and a whole number to people.
        let float = value.as_float().filter(|f| f.fract() == 0.0 && (0.0..9e15).contains(f));
        value.as_integer().and_then(|i| u64::try_from(i).ok()).or(float.map(|f| f as u64))
    }
    fn show(&self) -> Value {
        Value::Integer(*self as i64)
    }
    fn numbers(&self) -> Vec<f64> {
        vec![*self as f64]
    }
}

impl Setting for usize {
    const WHAT: &'static str = u64::WHAT;
    const DRAWS: Draws = Draws::Whole;
    fn read(value: &Value) -> Option<Self> {
        u64::read(value).map(|i| i as usize)
    }
    fn show(&self) -> Value {
        (*self as u64).show()
    }
    fn numbers(&self) -> Vec<f64> {
        vec![*self as f64]
    }
}

impl Setting for f64 {
    const WHAT: &'static str = "a number";
    const DRAWS: Draws = Draws::Real;
    fn read(value: &Value) -> Option<Self> {
        value.as_float().or(value.as_integer().map(|i| i as f64))
    }
    fn show(&self) -> Value {
        Value::Float(*self)
    }
    fn numbers(&self) -> Vec<f64> {
        vec![*self]
    }
}

impl Setting for String {
    const WHAT: &'static str = "a word";
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
    fn show(&self) -> Value {
        Value::String(self.clone())
    }
    fn numbers(&self) -> Vec<f64> {
        vec![]
    }
}

impl Setting for bool {
    const WHAT: &'static str = "true or false";
    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }
    fn show(&self) -> Value {
        Value::Boolean(*self)
    }
    fn numbers(&self) -> Vec<f64> {
        vec![]
    }
}

/// A kind of value of which a key may have a list.
trait Listed: Setting {
    /// What a list of them is called in an error.
    const LIST: &'static str;
}

impl Listed for usize {
    const LIST: &'static str = "a list of whole numbers";
}

impl Listed for String {
    const LIST: &'static str = "a list of words";
}

impl<T: Listed> Setting for Vec<T> {
    const WHAT: &'static str = T::LIST;
    fn read(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::read).collect()
    }
    fn show(&self) -> Value {
        Value::Array(self.iter().map(T::show).collect())
    }
    fn numbers(&self) -> Vec<f64> {
        self.iter().flat_map(T::numbers).collect()
    }
}

impl Setting for BTreeMap<String, f64> {
    const WHAT: &'static str = "a table of names and numbers";
    fn read(value: &Value) -> Option<Self> {
        let number = |(name, value): (&String, &Value)| Some((name.clone(), f64::read(value)?));
        value.as_table()?.iter().map(number).collect()
    }
    fn show(&self) -> Value {
        Value::Table(self.iter().map(|(name, number)| (name.clone(), number.show())).collect())
    }
    fn numbers(&self) -> Vec<f64> {
        self.values().copied().collect()
    }
}

impl Setting for ValueLambda {
    const WHAT: &'static str = "a number or \"gae_lambda\"";
    const DRAWS: Draws = Draws::Real;
    fn read(value: &Value) -> Option<Self> {
        let same = value.as_str().is_some_and(|word| word == Self::SAME);
        if same { Some(Self::Advantages) } else { f64::read(value).map(Self::Own) }
    }
    fn show(&self) -> Value {
        self.own().map_or_else(|| Value::String(Self::SAME.to_owned()), |lambda| lambda.show())
    }
    fn numbers(&self) -> Vec<f64> {
        self.own().into_iter().collect()
    }
}

/// Settings that are one of a few words.
macro_rules! words {
    ($($kind:ty = $what:literal;)+) => {$(
        impl Setting for $kind {
            const WHAT: &'static str = $what;
            fn read(value: &Value) -> Option<Self> {
                Self::from_word(value.as_str()?)
            }
            fn show(&self) -> Value {
                Value::String(self.word().to_owned())
            }
            fn numbers(&self) -> Vec<f64> {
                vec![]
            }
        }
    )+};
}

words! {
    LearnerKind = "\"fast\" or \"torch\"";
    DeviceChoice = "\"auto\", \"cpu\" or \"cuda\"";
    Activation = "\"tanh\" or \"relu\"";
}
