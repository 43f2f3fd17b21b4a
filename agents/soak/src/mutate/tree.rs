//! Changes of JSON, and of what is written like it.

use holotable_env::{Chance, GameRng};
use serde_json::{Map, Value, json};

use crate::rng::{bits, one_in, one_of};

/// Numbers at which ranges end.
const ENDS: [i64; 24] = [
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    12,
    13,
    16,
    63,
    64,
    127,
    128,
    255,
    256,
    65_533,
    65_535,
    65_536,
    1 << 31,
    1 << 53,
    -1,
    -128,
    i64::MAX,
];

/// Changes one value somewhere in the tree, or where it stands; others come from the tree itself or from `donor`.
pub fn change(tree: &mut Value, donor: &Value, rng: &mut GameRng) {
    let places = places(tree);
    let at = one_of(rng, &places).clone();
    let another = if one_in(rng, 2) { some(tree, rng) } else { some(donor, rng) };
    let Some(value) = tree.pointer_mut(&at) else { return };
    match rng.below(6) {
        0 => *value = another,
        1 => *value = leaf(value, rng),
        _ => match value {
            Value::Object(map) => change_map(map, another, rng),
            Value::Array(list) => change_list(list, another, rng),
            plain @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
                *plain = leaf(plain, rng);
            }
        },
    }
}

/// The pointer of every value of the tree.
fn places(tree: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut next = 0;
    while next < found.len() {
        let place = found[next].clone();
        match tree.pointer(&place) {
            Some(Value::Object(map)) => {
                let key = |key: &String| format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"));
                found.extend(map.keys().map(key));
            }
            Some(Value::Array(list)) => found.extend((0..list.len()).map(|i| format!("{place}/{i}"))),
            _ => {}
        }
        next += 1;
    }
    found
}

/// A value of the tree.
fn some(tree: &Value, rng: &mut GameRng) -> Value {
    let places = places(tree);
    let place: &String = one_of(rng, &places);
    tree.pointer(place).cloned().unwrap_or(Value::Null)
}

fn change_map(map: &mut Map<String, Value>, another: Value, rng: &mut GameRng) {
    let keys: Vec<String> = map.keys().cloned().collect();
    let Some(key) = keys.get(rng.below(keys.len().max(1))) else {
        map.insert("a".to_owned(), another);
        return;
    };
    let other = one_of(rng, &keys);
    match rng.below(4) {
        0 => drop(map.remove(key)),
        1 => drop(map.insert(key.clone(), another)),
        2 => drop(map.insert(format!("{key}s"), another)),
        _ => {
            let (one, two) = (map[key].clone(), map[other].clone());
            map.insert(key.clone(), two);
            map.insert(other.clone(), one);
        }
    }
}

fn change_list(list: &mut Vec<Value>, another: Value, rng: &mut GameRng) {
    if list.is_empty() {
        list.push(another);
        return;
    }
    let (at, other) = (rng.below(list.len()), rng.below(list.len()));
    match rng.below(5) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[other].clone()),
        2 => list.insert(at, another),
        3 => list.swap(at, other),
        _ => (0..rng.below(400)).for_each(|_| list.push(list[at].clone())),
    }
}

/// Something else of the same kind, or nearly.
fn leaf(value: &Value, rng: &mut GameRng) -> Value {
    match value {
        Value::Number(n) => match (rng.below(6), n.as_i64(), n.as_f64()) {
            (0 | 1, Some(n), _) => json!(n.wrapping_add(1)),
            (2, Some(n), _) => json!(n.wrapping_sub(1)),
            (3, _, Some(x)) => json!(x * 1.5),
            (4, ..) => [json!(1e300), json!(-1e-300), json!(0.5), json!(u64::MAX)][rng.below(4)].clone(),
            _ => json!(one_of(rng, &ENDS)),
        },
        Value::Bool(b) => json!(!b),
        Value::String(s) => match rng.below(4) {
            0 => json!(""),
            1 => json!(format!("{s}{s}")),
            2 => json!(s.chars().skip(1).collect::<String>()),
            _ => json!(bits(rng).to_string()),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => {
            [Value::Null, json!([]), json!({}), json!(0)][rng.below(4)].clone()
        }
    }
}
