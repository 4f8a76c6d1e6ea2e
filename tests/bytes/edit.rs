//! What is done to bytes.

use proptest::prelude::*;
use proptest::sample::Index;

/// What JSON and messages are made of, and what breaks readers.
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

/// One change.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// A byte becomes another.
    Set(Index, u8),
    /// Something is put in.
    Insert(Index, Index),
    /// Bytes go.
    Cut(Index, usize),
    /// Bytes are put in once more, elsewhere.
    Copy(Index, usize, Index),
    /// The rest goes.
    End(Index),
    /// Something is put in many times.
    Repeat(Index, Index, usize),
    /// One piece of text becomes another, wherever it is.
    Replace(Index, Index),
}

pub(crate) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<Index>;
    let edit = prop_oneof![
        3 => (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        6 => (at(), at()).prop_map(|(at, token)| Edit::Insert(at, token)),
        3 => (at(), 1..80_usize).prop_map(|(at, length)| Edit::Cut(at, length)),
        3 => (at(), 1..400_usize, at()).prop_map(|(from, length, to)| Edit::Copy(from, length, to)),
        1 => at().prop_map(Edit::End),
        1 => (at(), at(), 2..300_usize).prop_map(|(at, token, times)| Edit::Repeat(at, token, times)),
        4 => (at(), at()).prop_map(|(old, new)| Edit::Replace(old, new)),
    ];
    prop::collection::vec(edit, 0..6)
}

pub(crate) fn made_of(seed: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for edit in edits {
        bytes = apply(bytes, edit);
    }
    bytes
}

fn apply(mut bytes: Vec<u8>, edit: &Edit) -> Vec<u8> {
    // One past the end is a place too.
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
    }
    bytes
}
