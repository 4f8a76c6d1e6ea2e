//! Conversions, as tables need them.

use backscroll::engine::convert_body;
use backscroll::error::ConversationError;
use serde_json::{Value, json};

/// A conversion that worked.
#[derive(Clone, Debug)]
pub(crate) struct Converted {
    pub(crate) body: Value,
    pub(crate) repairs: Vec<Value>,
    pub(crate) losses: Vec<Value>,
}

impl Converted {
    /// The losses, as `code: detail`.
    pub(crate) fn losses(&self) -> Vec<String> {
        self.losses.iter().map(told).collect()
    }

    /// The repairs, as `code: detail`.
    pub(crate) fn repairs(&self) -> Vec<String> {
        self.repairs.iter().map(told).collect()
    }
}

fn told(repair: &Value) -> String {
    format!("{}: {}", repair["code"].as_str().unwrap_or(""), repair["detail"].as_str().unwrap_or(""))
}

/// Converts a body.
pub(crate) fn try_convert(
    names: [&str; 2],
    body: &Value,
    form: &str,
) -> Result<Converted, ConversationError> {
    let mut out = Vec::new();
    convert_body(names, &body.to_string(), "{}", form, &mut out)?;
    let all: Value = serde_json::from_slice(&out).expect("a conversion is JSON");
    let list = |name: &str| all[name].as_array().cloned().expect("a list");
    Ok(Converted { body: all["body"].clone(), repairs: list("repairs"), losses: list("losses") })
}

/// Converts a body that can be.
pub(crate) fn convert(names: [&str; 2], body: &Value) -> Converted {
    try_convert(names, body, "").unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// What a body that cannot be read is answered with: code, path and text.
pub(crate) fn refusal(from: &str, body: &Value) -> String {
    let error = try_convert([from, "backscroll"], body, "").expect_err("refused");
    format!("{} {}", error.code().as_str(), error)
}

/// Checks that each body comes back as it was, without a report.
pub(crate) fn comes_back(format: &str, cases: &[(&str, Value)]) {
    for (name, body) in cases {
        let back = convert([format, format], body);
        assert_eq!(&back.body, body, "{name}");
        assert_eq!((back.losses(), back.repairs()), (vec![], vec![]), "{name}");
        // What it says in between comes back too.
        let neutral = convert([format, "backscroll"], body).body;
        let again = convert(["backscroll", format], &neutral);
        assert_eq!(&again.body, body, "{name}: {neutral}");
    }
}
