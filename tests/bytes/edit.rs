//! Edits of bytes.

use super::seeds::FIELDS;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

/// Pieces of JSON and of messages, and bytes that may break readers.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "null",
    "true",
    "0",
    "-1",
    "1e999",
    "\"\"",
    "\" \"",
    "{}",
    "[]",
    "[[]]",
    "\\u0000",
    "\\ud800",
    "\\udc00",
    "\u{feff}",
    "\u{1f600}",
    "\u{7f}",
    "\0",
    "\"role\"",
    "\"content\"",
    "\"type\"",
    "\"id\"",
    "\"text\"",
    "\"user\"",
    "\"assistant\"",
    "\"tool\"",
    "\"system\"",
    "\"model\"",
    "\"tool_calls\":[{}]",
    "{\"role\":\"user\",\"content\":\"x\"}",
    "{\"type\":\"text\",\"text\":\"\"}",
    "\"__proto__\":{}",
    "\"parts\":[{}]",
    "{\"functionCall\":{\"name\":\"f\"}}",
    "{\"toolUse\":{}}",
    "{\"type\":\"reasoning\",\"summary\":[]}",
    "{\"role\":\"tool\",\"tool_call_id\":\"\"}",
    "123456789012345678901234567890",
    "0.1e-400",
];

/// Values that a reader may not expect.
const VALUES: &[&str] = &[
    "null",
    "true",
    "0",
    "-7.5",
    "\"\"",
    "\" \"",
    "\"x\"",
    "[]",
    "{}",
    "[null]",
    "[\"\"]",
    "[{}]",
    "[[]]",
    "\"{\"",
    "\"null\"",
    "{\"type\":\"text\",\"text\":\"\"}",
    "{\"type\":\"text\"}",
    "{\"text\":\" \"}",
    "\"\\u0000\"",
    "1e999",
    "\"user\"",
    "\"assistant\"",
    "\"system\"",
    "\"tool\"",
    "\"model\"",
    "{\"role\":\"user\",\"content\":\"x\"}",
    "18446744073709551616",
];

/// An edit.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Replaces a byte.
    Set(Index, u8),
    /// Inserts a piece.
    Insert(Index, Index),
    /// Removes bytes.
    Cut(Index, usize),
    /// Copies bytes to another place.
    Copy(Index, usize, Index),
    /// Cuts off the rest.
    End(Index),
    /// Inserts a piece many times.
    Repeat(Index, Index, usize),
    /// Replaces one piece of text by another, everywhere.
    Replace(Index, Index),
    /// Replaces a JSON value by another one of the document.
    Graft(Index, Index),
    /// Replaces a JSON value by one that may break readers.
    Plant(Index, Index),
    /// Gives an object a field of another body.
    Field(Index, Index),
    /// Removes an item or a field.
    Drop(Index),
    /// Duplicates an item.
    Double(Index),
}

/// Most edits keep the text valid JSON, so that they test the readers and not only the parser.
pub(crate) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop_oneof![3 => prop::collection::vec(of_values(), 0..6), 1 => prop::collection::vec(of_bytes(), 0..6)]
}

fn of_values() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        3 => (at(), at()).prop_map(|(old, new)| Edit::Replace(old, new)),
        3 => (at(), at()).prop_map(|(at, from)| Edit::Graft(at, from)),
        3 => (at(), at()).prop_map(|(at, value)| Edit::Plant(at, value)),
        3 => (at(), at()).prop_map(|(at, field)| Edit::Field(at, field)),
        2 => at().prop_map(Edit::Drop),
        2 => at().prop_map(Edit::Double),
    ]
}

fn of_bytes() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        3 => (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        6 => (at(), at()).prop_map(|(at, token)| Edit::Insert(at, token)),
        3 => (at(), 1..80_usize).prop_map(|(at, length)| Edit::Cut(at, length)),
        3 => (at(), 1..400_usize, at()).prop_map(|(from, length, to)| Edit::Copy(from, length, to)),
        1 => at().prop_map(Edit::End),
        1 => (at(), at(), 2..300_usize).prop_map(|(at, token, times)| Edit::Repeat(at, token, times)),
    ]
}

pub(crate) fn made_of(seed: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for edit in edits {
        bytes = apply(bytes, edit);
    }
    bytes
}

fn apply(mut bytes: Vec<u8>, edit: &Edit) -> Vec<u8> {
    // The place behind the last byte is valid, too.
    let place = |at: &Index| at.index(bytes.len() + 1);
    let span = |at: &Index, length: usize| {
        let from = place(at);
        from..(from + length).min(bytes.len())
    };
    match edit {
        Edit::Set(at, byte) => {
            let at = place(at);
            bytes.get_mut(at).into_iter().for_each(|old| *old = *byte);
        }
        Edit::Insert(at, token) => {
            let at = place(at);
            bytes.splice(at..at, token.get(TOKENS).bytes());
        }
        Edit::Cut(at, length) => {
            let span = span(at, *length);
            bytes.drain(span);
        }
        Edit::Copy(from, length, to) => {
            let copy = bytes[span(from, *length)].to_vec();
            let to = place(to);
            bytes.splice(to..to, copy);
        }
        Edit::End(at) => {
            let at = place(at);
            bytes.truncate(at);
        }
        Edit::Repeat(at, token, times) => {
            let at = place(at);
            bytes.splice(at..at, token.get(TOKENS).repeat(*times).into_bytes());
        }
        Edit::Replace(old, new) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let strings: Vec<&str> =
                text.split('"').skip(1).step_by(2).filter(|text| !text.is_empty()).collect();
            if !strings.is_empty() {
                let (old, new) = (*old.get(&strings), *new.get(&strings));
                bytes = text.replacen(old, new, 3).into_bytes();
            }
        }
        Edit::Graft(..) | Edit::Plant(..) | Edit::Field(..) | Edit::Drop(..) | Edit::Double(..) => {
            return of_value(bytes, edit);
        }
    }
    bytes
}

/// Applies an edit that keeps JSON valid. Text that is no JSON stays unchanged.
fn of_value(bytes: Vec<u8>, edit: &Edit) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<Value>(&bytes) else { return bytes };
    let mut places = Vec::new();
    walk(&value, String::new(), &mut places);
    let of = |at: &Index| at.get(&places).clone();
    match edit {
        Edit::Graft(at, from) => {
            let graft = value.pointer(&of(from)).cloned().unwrap_or_default();
            value.pointer_mut(&of(at)).into_iter().for_each(|old| *old = graft.clone());
        }
        Edit::Plant(at, planted) => {
            let text = VALUES[planted.index(VALUES.len())];
            let planted: Value = serde_json::from_str(text).unwrap_or_default();
            value.pointer_mut(&of(at)).into_iter().for_each(|old| *old = planted.clone());
        }
        Edit::Field(at, field) => {
            places.retain(|place| value.pointer(place).is_some_and(Value::is_object));
            let (name, planted) = &FIELDS[field.index(FIELDS.len())];
            let place = places.get(at.index(places.len().max(1)));
            if let Some(object) = place.and_then(|place| value.pointer_mut(place)) {
                object[name.as_str()] = planted.clone();
            }
        }
        Edit::Drop(at) => change_in(&mut value, &of(at), |holder, name| match holder {
            Value::Array(items) => drop(name.parse().map(|at: usize| items.remove(at))),
            Value::Object(fields) => drop(fields.shift_remove(name)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }),
        Edit::Double(at) => change_in(&mut value, &of(at), |holder, name| {
            if let (Value::Array(items), Ok(at)) = (holder, name.parse::<usize>()) {
                items.insert(at, items[at].clone());
            }
        }),
        Edit::Set(..)
        | Edit::Insert(..)
        | Edit::Cut(..)
        | Edit::Copy(..)
        | Edit::End(..)
        | Edit::Repeat(..)
        | Edit::Replace(..) => {}
    }
    value.to_string().into_bytes()
}

/// Returns the pointers to a value and to all values in it.
fn walk(value: &Value, at: String, places: &mut Vec<String>) {
    let step = |name: &str| format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(place, item)| walk(item, step(&place.to_string()), places))
        }
        Value::Object(fields) => fields.iter().for_each(|(name, item)| walk(item, step(name), places)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    places.push(at);
}

/// Changes the parent of the value at a pointer. The closure gets the parent and the key.
fn change_in(value: &mut Value, pointer: &str, change: impl FnOnce(&mut Value, &str)) {
    let Some((holder, name)) = pointer.rsplit_once('/') else { return };
    let name = name.replace("~1", "/").replace("~0", "~");
    if let Some(holder) = value.pointer_mut(holder) {
        change(holder, &name);
    }
}
