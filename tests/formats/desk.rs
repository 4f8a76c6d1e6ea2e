//! Helpers for tables of conversions.

use backscroll::engine::convert_body;
use serde_json::Value;

/// A successful conversion.
#[derive(Clone, Debug)]
pub(crate) struct Converted {
    pub(crate) body: Value,
    repairs: Vec<Value>,
    pub(crate) losses: Vec<Value>,
}

impl Converted {
    /// Returns the losses, as `code: detail`.
    pub(crate) fn losses(&self) -> Vec<String> {
        self.losses.iter().map(told).collect()
    }

    /// Returns the repairs, as `code: detail`.
    pub(crate) fn repairs(&self) -> Vec<String> {
        self.repairs.iter().map(told).collect()
    }
}

fn told(repair: &Value) -> String {
    format!("{}: {}", repair["code"].as_str().unwrap_or(""), repair["detail"].as_str().unwrap_or(""))
}

/// Converts a body, and panics if it is refused.
pub(crate) fn convert(names: [&str; 2], body: &Value) -> Converted {
    let mut out = Vec::new();
    convert_body(names, [""; 2], &body.to_string(), "{}", &mut out)
        .unwrap_or_else(|error| panic!("{error}: {body}"));
    let all: Value = serde_json::from_slice(&out).expect("a conversion is JSON");
    let list = |name: &str| all[name].as_array().cloned().expect("a list");
    Converted { body: all["body"].clone(), repairs: list("repairs"), losses: list("losses") }
}
