//! [`Distribution`]: how a random sweep draws the values of a key.

use holotable_env::suggest;
use holotable_net::random::uniform;
use holotable_store::error::Error;
use holotable_store::toml_text::shown;
use rand::Rng;
use serde::Serialize;
use toml::Value;

use crate::ppo::Draws;

const FORMS: &str = "{ uniform = [lo, hi] }, { log_uniform = [lo, hi] } or { choice = [a, b] }";

/// The distribution of the value of a key.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Distribution {
    /// Uniform over a range.
    Uniform(Range),
    /// Uniform in the logarithm: as many draws between 0.001 and 0.01 as between 0.01 and 0.1.
    LogUniform(Range),
    /// Uniform over a list of values.
    Choice(Vec<Value>),
}

/// A range of numbers, and whether they are whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    lo: f64,
    hi: f64,
    whole: bool,
}

impl Distribution {
    /// Reads the distribution of a key.
    ///
    /// # Errors
    /// One line that names the key, the value and the forms that there are.
    pub fn read(key: &str, value: &Value, draws: Draws) -> Result<Self, Error> {
        let wrong = |must: &str| Error::new(format!("{key} is {} but must be {must}", shown(value)));
        let table = value.as_table().filter(|table| table.len() == 1);
        let (word, inner) = table.and_then(|table| table.iter().next()).ok_or_else(|| wrong(FORMS))?;
        let log = match word.as_str() {
            "choice" => {
                let values = inner.as_array().filter(|values| !values.is_empty());
                return values
                    .cloned()
                    .map(Distribution::Choice)
                    .ok_or_else(|| wrong("a choice of at least one value"));
            }
            "uniform" => false,
            "log_uniform" => true,
            other => {
                let hint = suggest(other, ["uniform", "log_uniform", "choice"]);
                return Err(wrong(&format!("{FORMS}{hint}")));
            }
        };
        if draws == Draws::Nothing {
            return Err(wrong("{ choice = [a, b] }, as its values are not numbers"));
        }
        let numbers: Option<Vec<f64>> =
            inner.as_array().and_then(|ends| ends.iter().map(number).collect::<Option<_>>());
        let Some([lo, hi]) = numbers.as_deref() else { return Err(wrong("[lo, hi], two numbers")) };
        let range = Range { lo: *lo, hi: *hi, whole: draws == Draws::Whole };
        match (lo < hi && hi.is_finite() && lo.is_finite(), log) {
            (true, false) => Ok(Distribution::Uniform(range)),
            (true, true) if *lo > 0.0 => Ok(Distribution::LogUniform(range)),
            (_, false) => Err(wrong("[lo, hi] with lo < hi")),
            (_, true) => Err(wrong("[lo, hi] with 0 < lo < hi")),
        }
    }

    /// Draws a value.
    pub fn draw(&self, rng: &mut impl Rng) -> Value {
        let u = uniform(rng);
        match self {
            Distribution::Uniform(range) => range.value(range.lo + u * (range.hi - range.lo)),
            Distribution::LogUniform(range) => {
                range.value((range.lo.ln() + u * (range.hi / range.lo).ln()).exp())
            }
            Distribution::Choice(values) => values[(u * values.len() as f64) as usize].clone(),
        }
    }
}

impl Range {
    /// A whole number, or one of four digits: a person can read it, and the last bits of logarithms, which differ
    /// from machine to machine, do not show.
    fn value(&self, x: f64) -> Value {
        if self.whole {
            return Value::Integer(x.round() as i64);
        }
        let short: f64 = format!("{x:.3e}").parse().expect("a number that was just written");
        Value::Float(short.clamp(self.lo, self.hi))
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or(value.as_integer().map(|i| i as f64))
}
