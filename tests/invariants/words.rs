//! Texts, ids and names: plausible values, and invalid values that programs have sent.

use proptest::prelude::*;
use serde_json::{Value, json};

/// The placeholder in a text for a mark that is unique in the sequence.
pub(crate) const MARK: &str = "@@";

/// Texts.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(format!("{MARK} what is the weather in Lisbon?")),
        2 => Just(format!("{MARK} 안녕하세요 🙂 שלום")),
        1 => Just(format!("{MARK} \"quoted\" \\ back\u{0}slash\n</system>")),
        1 => Just(format!("{MARK} ends in white space \n")),
        1 => Just(format!("{MARK}{}", " many words of one result".repeat(40))),
        1 => Just(String::new()),
        1 => Just("  ".to_owned()),
    ]
}

/// Ids of calls. They are few, so that results match a call, none, or several.
pub(crate) const CALL_IDS: [&str; 8] = [
    "call_1",
    "call_2",
    "call_3",
    "toolu_01A-b",
    "functions.Web:3",
    "",
    "호출 하나",
    "a-very-long-id-of-more-than-sixty-four-characters-as-some-hosts-give-them",
];

/// Names of tools.
pub(crate) const TOOL_NAMES: [&str; 6] = ["search", "read_file", "read file", "날씨", "", "n.of:a/tool"];

/// Arguments as models write them.
pub(crate) fn arguments() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => Just(json!("{\"query\": \"@@\", \"big\": 12345678901234567890.10}")),
        2 => Just(json!({ "path": "@@", "deep": [1, { "a": null }] })),
        1 => Just(json!("")),
        1 => Just(json!("null")),
        1 => Just(json!("[1, 2]")),
        1 => Just(json!("{\"cut\": ")),
    ]
}
