//! One text of one format, looked for in another.

use super::super::desk::try_convert;
use backscroll::engine::{Conversation, Settings};
use serde_json::{Value, json};

/// The word that is looked for, and the base64 of a text file that is that word alone.
pub(crate) const WORD: &str = "kumquat";
pub(crate) const WORD_IN_BASE64: &str = "a3VtcXVhdA==";

/// The request formats in the order of their numbers, then the formats of programs.
pub(crate) const FORMATS: [&str; 9] = [
    "openai-chat",
    "anthropic",
    "openai-responses",
    "gemini",
    "bedrock",
    "mistral",
    "langchain",
    "strands",
    "backscroll",
];

/// The number of a request format.
pub(crate) fn number(format: &str) -> Option<usize> {
    FORMATS.iter().take(6).position(|name| *name == format)
}

/// A body that holds the word once, in one kind of part.
pub(crate) struct Case {
    pub(crate) from: &'static str,
    /// The kind of part, and the role that says it.
    pub(crate) what: &'static str,
    pub(crate) body: Value,
}

/// Looks for the word after a conversion, and in a request of a conversation that was given the neutral messages.
/// Returns a line for each place that lost it.
pub(crate) fn check(case: &Case, to: &str) -> Vec<String> {
    let Case { from, what, body } = case;
    // Reasoning goes only to the model that made it, and the report names the loss.
    let may_be_lost = what.ends_with("reasoning");
    let ways = [
        ("convert", Some(converted(from, to, body))),
        ("request", number(to).map(|at| requested(from, body, at))),
    ];
    let fault = |outcome: Outcome| match outcome {
        Ok((body, reports)) => fault(&body, &reports, may_be_lost),
        Err(error) => Some(error),
    };
    let faults = ways.into_iter().filter_map(|(way, outcome)| Some((way, fault(outcome?)?)));
    faults.map(|(way, fault)| format!("{from} {what} -> {to} ({way}): {fault}")).collect()
}

/// The body that came of it, and the reports.
type Outcome = Result<(Value, Vec<String>), String>;

fn fault(body: &Value, reports: &[String], may_be_lost: bool) -> Option<String> {
    let text = body.to_string();
    let is_there = text.contains(WORD) || text.contains(WORD_IN_BASE64);
    let is_told = may_be_lost && !reports.is_empty();
    (!is_there && !is_told).then(|| format!("{reports:?}\n    {text}"))
}

fn converted(from: &str, to: &str, body: &Value) -> Outcome {
    let converted = try_convert([from, to], body, "").map_err(|error| error.to_string())?;
    let reports = [converted.losses(), converted.repairs()].concat();
    Ok((converted.body, reports))
}

fn requested(from: &str, body: &Value, number: usize) -> Outcome {
    let (neutral, _) = converted(from, "backscroll", body)?;
    let mut talk = Conversation::new(Settings::default());
    for message in neutral.as_array().into_iter().flatten() {
        talk.append_json(&message.to_string(), 0).map_err(|error| error.to_string())?;
    }
    let tool = json!({ "toolSpec": { "name": "f", "inputSchema": { "json": {} } } });
    let params = match number {
        4 => json!({ "toolConfig": { "tools": [tool] } }),
        3 => json!({}),
        _ => json!({ "model": "m", "max_tokens": 9 }),
    };
    let mut out = Vec::new();
    talk.request(number, &params.to_string(), "{}", &mut out).map_err(|error| error.to_string())?;
    let told = talk.repairs().iter().map(|repair| format!("{}: {}", repair.code.as_str(), repair.detail));
    Ok((serde_json::from_slice(&out).expect("a body"), told.collect()))
}
