//! [`read`]: the arguments of a tool. Models write them as they think, so what is clear is taken: null for what is left out, a number
//! in quotes, one value for a list of one.

use holotable_store::error::Error;
use holotable_store::json;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads arguments that have this schema.
///
/// # Errors
/// One line with the place, what must stand there, and what does.
pub fn read<T: DeserializeOwned>(schema: &Value, mut arguments: Value) -> Result<T, Error> {
    if let Some(given) = arguments.as_object_mut() {
        without_nothing(given);
        for (name, value) in given.iter_mut() {
            meant(&schema[name], value);
        }
    }
    json::object("arguments", arguments)
}

/// Takes off what stands for nothing.
fn without_nothing(map: &mut Map<String, Value>) {
    map.retain(|_, value| !value.is_null());
}

/// Makes a value what it is meant to be, where that is clear.
fn meant(schema: &Value, value: &mut Value) {
    match schema["type"].as_str() {
        Some("integer") => {
            let whole = |number: f64| (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64);
            let digits = value.as_str().and_then(|digits| digits.trim().parse::<u64>().ok());
            let number = value.as_f64().filter(|_| value.is_f64()).and_then(whole);
            if let Some(number) = digits.map(Value::from).or(number.map(Value::from)) {
                *value = number;
            }
        }
        Some("array") => {
            if let Some(list) = inside(value).filter(Value::is_array) {
                *value = list;
            }
            if !value.is_array() && !value.is_object() {
                *value = Value::Array(vec![value.take()]);
            }
            value.as_array_mut().into_iter().flatten().for_each(|value| meant(&schema["items"], value));
        }
        Some("object") => {
            if let Some(map) = inside(value).filter(Value::is_object) {
                *value = map;
            }
            value.as_object_mut().map(without_nothing);
        }
        _ => {}
    }
}

/// The JSON that a string holds.
fn inside(value: &Value) -> Option<Value> {
    serde_json::from_str(value.as_str()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_clear_is_taken() {
        let schema = json!({
            "seed": { "type": "integer" },
            "seats": { "type": "array", "items": { "type": "integer" } },
            "names": { "type": "array", "items": { "type": "string" } },
            "options": { "type": "object" },
        });
        let cases = [
            (json!({ "seed": null }), json!({})),
            (json!({ "seed": "7" }), json!({ "seed": 7 })),
            (json!({ "seed": " 7 " }), json!({ "seed": 7 })),
            (json!({ "seed": 7.0 }), json!({ "seed": 7 })),
            (json!({ "seed": 7.5 }), json!({ "seed": 7.5 })),
            (json!({ "seed": "seven" }), json!({ "seed": "seven" })),
            (json!({ "seats": 1 }), json!({ "seats": [1] })),
            (json!({ "seats": "1" }), json!({ "seats": [1] })),
            (json!({ "seats": ["1", 0] }), json!({ "seats": [1, 0] })),
            (json!({ "seats": "[0, \"1\"]" }), json!({ "seats": [0, 1] })),
            (json!({ "names": "random" }), json!({ "names": ["random"] })),
            (json!({ "names": ["7"] }), json!({ "names": ["7"] })),
            (json!({ "options": { "players": null } }), json!({ "options": {} })),
            (json!({ "options": "{\"players\": 3}" }), json!({ "options": { "players": 3 } })),
            (json!({ "seats": {} }), json!({ "seats": {} })),
        ];
        for (given, taken) in cases {
            let found: Map<String, Value> = read(&schema, given.clone()).unwrap();
            assert_eq!(Value::Object(found), taken, "{given}");
        }
        let wrong = read::<Map<String, Value>>(&schema, json!([1])).unwrap_err().to_string();
        assert_eq!(wrong, "arguments: must be an object, not [1]");
    }
}
