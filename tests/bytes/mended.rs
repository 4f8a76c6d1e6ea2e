//! The properties of a repaired body: a second repair finds nothing, `validate` agrees with `sanitize`, and no text vanishes
//! without a report.

use backscroll::engine::{sanitize_body, validate_body};
use backscroll::error::{Code, Outcome};
use backscroll::format::{BodyForm, TARGETS};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// Fails if a repaired body needs further repairs, if `validate` disagrees with `sanitize`, or if a change has no report.
/// A body that is refused passes.
pub(crate) fn check(target: usize, text: &str) -> Result<(), String> {
    let name = TARGETS[target].dialect().format.as_str();
    let Some((body, repairs)) = mended(target, text) else { return Ok(()) };
    let fault = |what: String| Err(format!("{name}: {what}\nof {text}\nwhich became {body}"));
    let violations = judged(target, text);
    if violations.len() != repairs.len() {
        return fault(format!("{violations:#?} against {repairs:#?}"));
    }
    let (again, more) = match sanitized(target, &body) {
        Ok(again) => again,
        // The words of two formats are in the body, and repairs left those of the other.
        Err(error) if error.code() == Code::WrongFormat => return Ok(()),
        Err(error) => return fault(format!("the repaired body is refused: {error}")),
    };
    if !more.is_empty() {
        return fault(format!("it is repaired again: {more:#?}"));
    }
    if again != body {
        return fault(format!("a second time, it becomes {again}"));
    }
    let violations = judged(target, &body);
    if !violations.is_empty() {
        return fault(format!("`validate` finds {violations:#?}"));
    }
    // JSON that these cannot read, such as half a surrogate pair, is compared by its bytes above.
    let (Ok(given), Ok(sent)) = (serde_json::from_str::<Value>(text), serde_json::from_str::<Value>(&body))
    else {
        return Ok(());
    };
    if repairs.is_empty() && without_nulls(&given) != without_nulls(&sent) {
        return fault("it was changed without a report".to_owned());
    }
    match vanished(target, &given, &sent, &repairs) {
        Some(text) => fault(format!("{text:?} vanished: {repairs:#?}")),
        None => Ok(()),
    }
}

/// Returns the body without fields that are null: clients write them for absent values, and a null prompt is left out.
fn without_nulls(body: &Value) -> Vec<(&String, &Value)> {
    body.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()).collect()
}

/// Fails if the body needs repairs.
pub(crate) fn is_sound(target: usize, body: &str) -> Result<(), String> {
    let name = TARGETS[target].dialect().format.as_str();
    match mended(target, body) {
        Some((_, repairs)) if repairs.is_empty() => check(target, body),
        Some((_, repairs)) => Err(format!("{name}: {body} needs repairs: {repairs:#?}")),
        None => Err(format!("{name}: {body} is refused")),
    }
}

/// Returns a text that is not in the sent body, and whose message no repair names.
fn vanished(target: usize, given: &Value, sent: &Value, repairs: &[Value]) -> Option<String> {
    let list = TARGETS[target].dialect().request.messages;
    let mut all = Vec::new();
    strings(sent, &mut all);
    let messages = given[list].as_array().map_or(&[][..], Vec::as_slice);
    for (at, message) in messages.iter().enumerate() {
        let is_named = repairs.iter().any(|repair| is_about(&messages[..=at], repair["messageId"].as_str()));
        if is_named {
            continue;
        }
        let mut texts = Vec::new();
        said(message, &mut texts);
        let lost = texts
            .into_iter()
            .find(|text| !text.trim().is_empty() && !all.iter().any(|other| other.contains(text)));
        if let Some(lost) = lost {
            return Some(lost.to_owned());
        }
    }
    None
}

/// Reports whether `m3` or `m3.1` names the last of these messages. Neighbours of the assistant, and items without a role,
/// are one message, with the name of the first.
fn is_about(messages: &[Value], id: Option<&str>) -> bool {
    let number = id.and_then(|id| id.strip_prefix('m')).unwrap_or_default();
    let digits = number.split('.').next().unwrap_or_default();
    let Some(at) = digits.parse::<usize>().ok().filter(|at| *at < messages.len()) else { return false };
    // An item of another type than `message` has no role, whatever its field `role` says.
    let is_item = |message: &Value| message["type"].as_str().is_some_and(|kind| kind != "message");
    let is_assistants = |message: &Value| {
        is_item(message) || matches!(message["role"].as_str(), None | Some("assistant" | "model"))
    };
    messages[at + 1..].iter().all(is_assistants)
}

/// The texts that a message says.
fn said<'a>(message: &'a Value, texts: &mut Vec<&'a str>) {
    for name in ["content", "parts"] {
        match &message[name] {
            Value::String(text) => texts.push(text),
            Value::Array(parts) => texts.extend(parts.iter().filter_map(|part| part["text"].as_str())),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
        }
    }
}

fn strings<'a>(value: &'a Value, all: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => all.push(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, all)),
        Value::Object(fields) => fields.values().for_each(|item| strings(item, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns the text of the body, and the repairs; `None` if it is refused.
fn mended(target: usize, text: &str) -> Option<(String, Vec<Value>)> {
    sanitized(target, text).ok()
}

fn sanitized(target: usize, text: &str) -> Outcome<(String, Vec<Value>)> {
    let mut out = Vec::new();
    sanitize_body(BodyForm::Whole, target, text, "", &mut out)?;
    let report: HashMap<&str, &RawValue> = serde_json::from_slice(&out).expect("a report is JSON");
    let repairs = serde_json::from_str(report["repairs"].get()).expect("a list of repairs");
    Ok((report["body"].get().to_owned(), repairs))
}

/// Returns the violations that a repair helps. Fields beside the messages may break rules that no repair helps.
fn judged(target: usize, text: &str) -> Vec<Value> {
    let mut out = Vec::new();
    validate_body(target, text, "", &mut out).expect("whatever it is, it is judged");
    let report: HashMap<&str, &RawValue> = serde_json::from_slice(&out).expect("a report is JSON");
    let findings: Vec<Value> = serde_json::from_str(report["findings"].get()).expect("a list of violations");
    findings.into_iter().filter(|finding| finding["remedy"].is_string()).collect()
}
