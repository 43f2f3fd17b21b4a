//! [`Json`]: values as JSON in the rulebook's words, read back with every key and word checked.
//!
//! What a value needs to be put in words (the names of the cards, say) comes as a context. A struct derives `Json`; only
//! a type whose words come from the context is written by hand.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
pub use serde_json::Value;
use serde_json::{Map, json};

use crate::error::suggest;
use crate::excerpt::brief;
use crate::finite::Finite;
use crate::list::List;
use crate::plain::plain;

/// A value that is written as JSON and read back equal, in the words of a context.
///
/// ```
/// use holotable_env::Json;
///
/// #[derive(Debug, PartialEq, Json)]
/// struct Seat {
///     #[json(name = "points_won")]
///     points: u8,
///     #[json(group = "this_turn", default)]
///     rolled: [u8; 2],
/// }
///
/// let seat = Seat { points: 3, rolled: [1, 0] };
/// let json = seat.to_json(&());
/// assert_eq!(json.to_string(), r#"{"points_won":3,"this_turn":{"rolled":[1,0]}}"#);
/// assert_eq!(Seat::from_json(&json, &()).unwrap(), seat);
/// let wrong = serde_json::json!({ "points_one": 3 });
/// let line = Seat::from_json(&wrong, &()).unwrap_err().to_string();
/// assert_eq!(line, "'points_won' is missing");
/// ```
pub trait Json<Cx: ?Sized>: Sized {
    /// The value in words.
    fn to_json(&self, cx: &Cx) -> Value;

    /// Reads a value.
    ///
    /// # Errors
    /// [`Misfit`] with the place and the reason.
    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit>;

    /// What a key that is not there stands for; `None` if it must be there.
    fn missing() -> Option<Self> {
        None
    }

    /// Whether the value need not be written in a table of counts.
    fn is_nothing(&self) -> bool {
        false
    }
}

/// The most values in a text that is read as one [`Value`]: each takes some 72 bytes of memory, however short it is written.
pub const MOST_VALUES: usize = 1 << 20;

/// The value of a text in JSON. A key that is written twice is refused: readers do not agree on which of the two counts.
///
/// # Errors
/// What is wrong and where.
pub fn parse(text: &[u8]) -> serde_json::Result<Value> {
    parse_up_to(text, MOST_VALUES)
}

/// The same of a text with so many values at most.
///
/// # Errors
/// As [`parse`].
pub fn parse_up_to(text: &[u8], most: usize) -> serde_json::Result<Value> {
    must_have_at_most(text, most)?;
    serde_json::from_slice::<Strict>(text).map(|strict| strict.0)
}

/// Refuses a text of more values, before any memory is taken for them.
///
/// # Errors
/// That it is one.
pub fn must_have_at_most(text: &[u8], most: usize) -> serde_json::Result<()> {
    // Each value but the first stands behind one of these.
    let values = text.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{' | b':')).count();
    if values < most {
        return Ok(());
    }
    Err(de::Error::custom(format!("it holds more than {most} values")))
}

/// A value of serde's in this JSON.
///
/// # Errors
/// One line in the words of JSON: the place, what must stand there, and what does.
///
/// ```
/// use holotable_env::json::fitted;
/// let json = serde_json::json!([[1], [-2]]);
/// let why = fitted::<Vec<Vec<u64>>>(json).unwrap_err();
/// assert_eq!(why, "[1][0] must be a whole number from 0, not -2");
/// ```
pub fn fitted<'de, T: Deserialize<'de>>(json: impl Deserializer<'de>) -> Result<T, String> {
    serde_path_to_error::deserialize(json).map_err(|e| {
        let (place, why) = (e.path().to_string(), plain(e.inner()));
        let placed = place != "." && why.starts_with("must be ");
        brief(&if placed { format!("{place} {why}") } else { why })
    })
}

/// The same in a text, of which numbers of any kind come back as they were written.
///
/// # Errors
/// As [`fitted`], and where the text is no JSON.
pub fn fitted_text<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = fitted(&mut json)?;
    json.end().map_err(|e| e.to_string())?;
    Ok(value)
}

/// A value of serde's in an object. Fields are told by their names: the order that a list would take them in is nobody's business.
///
/// # Errors
/// As [`fitted`], and for anything else.
pub fn object<T: DeserializeOwned>(json: Value) -> Result<T, String> {
    if json.is_object() { fitted(json) } else { Err(unfit("an object", &json).into()) }
}

/// A value in which no key is written twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, b: bool) -> Result<Value, E> {
        Ok(Value::Bool(b))
    }

    fn visit_i64<E>(self, n: i64) -> Result<Value, E> {
        Ok(n.into())
    }

    fn visit_u64<E>(self, n: u64) -> Result<Value, E> {
        Ok(n.into())
    }

    fn visit_f64<E>(self, x: f64) -> Result<Value, E> {
        Ok(x.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(de::Error::custom(format!("the key '{key}' is written twice")));
            }
            let Strict(value) = object.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// Why JSON is not a value, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    place: String,
    why: String,
}

impl Misfit {
    /// A reason.
    pub fn new(why: impl Into<String>) -> Self {
        Self { place: String::new(), why: why.into() }
    }

    /// The same, found at a key of an object or a place of a list.
    #[must_use]
    pub fn at(self, key: impl fmt::Display) -> Self {
        let place = match self.place.as_str() {
            "" => key.to_string(),
            inner if inner.starts_with('[') => format!("{key}{inner}"),
            inner => format!("{key}.{inner}"),
        };
        Self { place, ..self }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.why),
            place => write!(f, "{place}: {}", self.why),
        }
    }
}

impl From<Misfit> for String {
    fn from(misfit: Misfit) -> Self {
        misfit.to_string()
    }
}

impl From<String> for Misfit {
    fn from(why: String) -> Self {
        Self::new(why)
    }
}

/// What derived code writes an object with.
#[derive(Debug, Default)]
pub struct Writer(Map<String, Value>);

impl Writer {
    /// Adds a key, in the object called `group` if one is given.
    pub fn put(&mut self, group: Option<&str>, key: &str, value: Value) {
        let map = match group {
            None => &mut self.0,
            Some(group) => {
                let group = self.0.entry(group).or_insert_with(|| Value::Object(Map::new()));
                group.as_object_mut().expect("a group is an object")
            }
        };
        map.insert(key.to_owned(), value);
    }

    /// The object.
    pub fn end(self) -> Value {
        Value::Object(self.0)
    }
}

/// What derived code reads an object with; keys that nobody asked for are refused at the end.
#[derive(Debug)]
pub struct Reader<'a> {
    object: &'a Map<String, Value>,
    /// The keys asked for, those of each group apart; `""` is the object itself.
    known: BTreeMap<&'static str, Vec<&'static str>>,
}

impl<'a> Reader<'a> {
    /// A reader of an object.
    ///
    /// # Errors
    /// [`Misfit`] for anything else.
    pub fn new(json: &'a Value) -> Result<Self, Misfit> {
        let object = json.as_object().ok_or_else(|| unfit("an object", json))?;
        Ok(Self { object, known: BTreeMap::from([("", Vec::new())]) })
    }

    /// The value of a key as `read` reads it, in the object called `group` if one is given.
    ///
    /// # Errors
    /// [`Misfit`] if it is missing and must not be, or does not fit.
    pub fn take<T>(
        &mut self,
        group: Option<&'static str>,
        key: &'static str,
        read: impl FnOnce(&Value) -> Result<T, Misfit>,
        missing: impl FnOnce() -> Option<T>,
    ) -> Result<T, Misfit> {
        if let Some(json) = self.find(group, key)? {
            return read(json).map_err(|misfit| match group {
                None => misfit.at(key),
                Some(group) => misfit.at(key).at(group),
            });
        }
        missing().ok_or_else(|| {
            let place = group.map_or_else(String::new, |group| format!(" in '{group}'"));
            Misfit::new(format!("'{key}' is missing{place}"))
        })
    }

    /// The value of a key, which is known from here on.
    fn find(&mut self, group: Option<&'static str>, key: &'static str) -> Result<Option<&'a Value>, Misfit> {
        let found = match group {
            None => self.object.get(key),
            Some(group) => {
                if !self.known.contains_key(group) {
                    self.known.get_mut("").expect("always there").push(group);
                }
                match self.object.get(group) {
                    None => None,
                    Some(Value::Object(inner)) => inner.get(key),
                    Some(other) => return Err(unfit("an object", other).at(group)),
                }
            }
        };
        self.known.entry(group.unwrap_or_default()).or_default().push(key);
        Ok(found)
    }

    /// Refuses keys that nobody asked for.
    ///
    /// # Errors
    /// [`Misfit`] with the first of them.
    pub fn end(self) -> Result<(), Misfit> {
        for (group, known) in &self.known {
            let inner = if group.is_empty() {
                Some(self.object)
            } else {
                self.object.get(*group).and_then(Value::as_object)
            };
            let unknown = inner.and_then(|inner| inner.keys().find(|key| !known.contains(&key.as_str())));
            if let Some(key) = unknown {
                let misfit =
                    Misfit::new(format!("unknown key '{key}'{}", suggest(key, known.iter().copied())));
                return Err(if group.is_empty() { misfit } else { misfit.at(group) });
            }
        }
        Ok(())
    }
}

/// Says that JSON is not what it should be, showing the beginning of what it is.
pub fn unfit(what: &str, json: &Value) -> Misfit {
    let text = json.to_string();
    let start: String = text.chars().take(40).collect();
    let dots = if start.len() < text.len() { "..." } else { "" };
    Misfit::new(format!("must be {what}, not {start}{dots}"))
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl<Cx: ?Sized> Json<Cx> for $number {
            fn to_json(&self, _cx: &Cx) -> Value {
                json!(self)
            }

            fn from_json(json: &Value, _cx: &Cx) -> Result<Self, Misfit> {
                let n = json.as_i64().and_then(|n| n.try_into().ok());
                n.ok_or_else(|| unfit(&format!("a whole number from {} to {}", <$number>::MIN, <$number>::MAX), json))
            }

            fn is_nothing(&self) -> bool {
                *self == 0
            }
        })+
    };
}

numbers!(u8, u16, u32, i8, i16, i32, i64);

impl<Cx: ?Sized> Json<Cx> for u64 {
    fn to_json(&self, _cx: &Cx) -> Value {
        json!(self)
    }

    fn from_json(json: &Value, _cx: &Cx) -> Result<Self, Misfit> {
        json.as_u64().ok_or_else(|| unfit(&format!("a whole number from 0 to {}", u64::MAX), json))
    }

    fn is_nothing(&self) -> bool {
        *self == 0
    }
}

impl<Cx: ?Sized> Json<Cx> for bool {
    fn to_json(&self, _cx: &Cx) -> Value {
        json!(self)
    }

    fn from_json(json: &Value, _cx: &Cx) -> Result<Self, Misfit> {
        json.as_bool().ok_or_else(|| unfit("true or false", json))
    }
}

impl<Cx: ?Sized, T: Json<Cx>> Json<Cx> for Option<T> {
    fn to_json(&self, cx: &Cx) -> Value {
        self.as_ref().map_or(Value::Null, |value| value.to_json(cx))
    }

    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit> {
        if json.is_null() { Ok(None) } else { T::from_json(json, cx).map(Some) }
    }

    fn missing() -> Option<Self> {
        Some(None)
    }

    fn is_nothing(&self) -> bool {
        self.is_none()
    }
}

impl<Cx: ?Sized, T: Json<Cx>, const N: usize> Json<Cx> for [T; N] {
    fn to_json(&self, cx: &Cx) -> Value {
        self.iter().map(|value| value.to_json(cx)).collect()
    }

    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit> {
        let values: Vec<T> = elements(json, cx)?;
        let n = values.len();
        values.try_into().map_err(|_| Misfit::new(format!("has {n} values, not {N}")))
    }
}

impl<Cx: ?Sized, T: Json<Cx> + Copy + Default, const N: usize> Json<Cx> for List<T, N> {
    fn to_json(&self, cx: &Cx) -> Value {
        self.iter().map(|value| value.to_json(cx)).collect()
    }

    fn from_json(json: &Value, cx: &Cx) -> Result<Self, Misfit> {
        let mut list = Self::default();
        for value in elements(json, cx)? {
            if list.is_full() {
                return Err(Misfit::new(format!("has more than {N} values")));
            }
            list.push(value);
        }
        Ok(list)
    }

    fn missing() -> Option<Self> {
        Some(Self::default())
    }
}

/// The values of a list.
///
/// # Errors
/// [`Misfit`] for what is no list, or with the place of the value that does not fit.
pub fn elements<Cx: ?Sized, T: Json<Cx>>(json: &Value, cx: &Cx) -> Result<Vec<T>, Misfit> {
    let list = json.as_array().ok_or_else(|| unfit("a list", json))?;
    let read = |(i, value)| T::from_json(value, cx).map_err(|misfit: Misfit| misfit.at(format!("[{i}]")));
    list.iter().enumerate().map(read).collect()
}

/// Values by the words of their keys; those that are nothing are left out.
pub fn by_word<'a, Cx: ?Sized, T: Json<Cx> + 'a>(
    values: impl IntoIterator<Item = (String, &'a T)>,
    cx: &Cx,
) -> Value {
    let some = values.into_iter().filter(|(_, value)| !value.is_nothing());
    Value::Object(some.map(|(word, value)| (word, value.to_json(cx))).collect())
}

/// Reads values by the words of their keys, each put where `place` finds its word.
///
/// # Errors
/// [`Misfit`] for what is no object, for a word that `place` does not know, and for a value that does not fit.
pub fn read_by_word<Cx: ?Sized, T: Json<Cx>>(
    json: &Value,
    cx: &Cx,
    mut put: impl FnMut(&str, T) -> Result<(), Misfit>,
) -> Result<(), Misfit> {
    let object = json.as_object().ok_or_else(|| unfit("an object", json))?;
    for (word, value) in object {
        let value = T::from_json(value, cx).map_err(|misfit| misfit.at(word))?;
        put(word, value)?;
    }
    Ok(())
}

/// The value of a finite type with this word.
///
/// # Errors
/// [`Misfit`] with the nearest word.
pub fn labelled<F: Finite>(word: &str) -> Result<F, Misfit> {
    F::all().find(|f| f.label() == word).ok_or_else(|| {
        let labels: Vec<String> = F::all().map(Finite::label).collect();
        Misfit::new(format!("no '{word}'{}", suggest(word, labels.iter().map(String::as_str))))
    })
}

#[cfg(test)]
mod tests {
    use super::{Misfit, Value, unfit};
    use crate::Json;

    #[test]
    fn no_key_is_written_twice() {
        let text = r#"{"a":[1,-2,0.1,1e300,null,true,"x"],"b":{"a":18446744073709551615}}"#;
        assert_eq!(super::parse(text.as_bytes()).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        for twice in [r#"{"turn":1,"turn":2}"#, r#"{"a":[{"b":1,"c":2,"b":1}]}"#] {
            let why = super::parse(twice.as_bytes()).unwrap_err().to_string();
            assert!(why.contains("' is written twice at line 1"), "{why}");
        }
        assert!(super::parse(b"{} {}").is_err() && super::parse(b"").is_err());
        assert!(super::parse("[".repeat(100_000).as_bytes()).is_err(), "deep, but refused");
    }

    /// A name that the context knows.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Town(usize);

    mod by_name {
        use super::{Misfit, Town, Value, unfit};

        pub fn to_json(town: &Town, names: &[&str]) -> Value {
            Value::from(names[town.0])
        }

        pub fn from_json(json: &Value, names: &[&str]) -> Result<Town, Misfit> {
            let place = names.iter().position(|name| json == name);
            place.map(Town).ok_or_else(|| unfit("a town", json))
        }
    }

    #[derive(PartialEq, Debug, Json)]
    #[json(context = [&'cx str])]
    struct March {
        #[json(with = by_name)]
        from: Town,
        #[json(with = by_name, group = "then", name = "goes_to")]
        to: Town,
        days: u64,
        debt: i64,
    }

    #[test]
    fn a_field_is_written_and_read_by_a_module_of_its_own() {
        let names = ["Rome", "Ostia"];
        let march = March { from: Town(1), to: Town(0), days: u64::MAX, debt: -3 };
        let json = march.to_json(&names[..]);
        let text = r#"{"from":"Ostia","then":{"goes_to":"Rome"},"days":18446744073709551615,"debt":-3}"#;
        assert_eq!(json.to_string(), text);
        assert_eq!(March::from_json(&json, &names[..]), Ok(march));
        let wrong =
            serde_json::json!({ "from": "Ostia", "then": { "goes_to": "Gaul" }, "days": 1, "debt": 0 });
        let why = March::from_json(&wrong, &names[..]).unwrap_err();
        assert_eq!(why.to_string(), "then.goes_to: must be a town, not \"Gaul\"");
        let missing = March::from_json(&serde_json::json!({ "days": 1 }), &names[..]).unwrap_err();
        assert_eq!(missing.to_string(), "'from' is missing");
    }
}
