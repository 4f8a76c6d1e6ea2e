//! The cases in the files of the rules: bodies that break or keep a rule, and the expected results.
//!
//! `src/rules/README.md` describes the fields of a case.

#![cfg(test)]

#[path = "common/cases.rs"]
mod cases;

use backscroll::engine::sanitize_body;
use backscroll::error::ConversationError;
use backscroll::format::{BodyForm, TARGETS};
use cases::cases;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The formats, in the order of the targets' numbers.
fn formats() -> Vec<&'static str> {
    TARGETS.iter().map(|target| target.dialect().format.as_str()).collect()
}

/// The result for a body: its text, and the codes and rules of the repairs.
struct Outcome {
    body: String,
    told: Vec<Value>,
    repairs: Value,
}

impl Outcome {
    fn body(&self) -> Value {
        serde_json::from_str(&self.body).expect("a body is JSON")
    }
}

#[derive(serde::Deserialize)]
struct Report {
    body: Box<RawValue>,
    repairs: Value,
}

fn sanitize(target: usize, body: &Value, options: &Value) -> Result<Outcome, ConversationError> {
    let options = if options.is_null() { String::new() } else { options.to_string() };
    let mut out = Vec::new();
    sanitize_body(BodyForm::Whole, target, &body.to_string(), &options, &mut out)?;
    let Report { body, repairs } = serde_json::from_slice(&out).expect("a report is JSON");
    let told = repairs.as_array().expect("a list of repairs").iter();
    let told = told.map(|repair| match repair.get("rule") {
        Some(rule) => json!({ "code": repair["code"], "rule": rule }),
        None => json!({ "code": repair["code"] }),
    });
    let told = told.collect();
    Ok(Outcome { body: body.get().to_owned(), told, repairs })
}

fn fault(target: usize, case: &Value) -> Option<String> {
    let given = &case["given"];
    let outcome = match sanitize(target, given, &case["options"]) {
        Ok(outcome) => outcome,
        Err(error) if case["error"] == error.code().as_str() => return None,
        Err(error) => return Some(format!("refused: {error}")),
    };
    if !case["error"].is_null() {
        return Some(format!("not refused, but {}", outcome.body));
    }
    let repairs = case["repairs"].as_array().expect("a case lists its repairs, if only none");
    let expected = case.get("expected").unwrap_or(given);
    if outcome.told != *repairs || outcome.body() != *expected {
        // This may be pasted into the case, so it says when the body still breaks a rule.
        let again = sanitize(target, &outcome.body(), &case["options"]);
        let unsound = match again {
            Ok(again) if again.told.is_empty() => String::new(),
            Ok(again) => format!("\nand its body is repaired again, so it is wrong: {:#}", again.repairs),
            Err(error) => format!("\nand its body is refused, so it is wrong: {error}"),
        };
        return Some(format!("repaired by {:#}\nbecame {:#}{unsound}", outcome.repairs, outcome.body()));
    }
    let text = given.to_string();
    if repairs.is_empty() && outcome.body != text {
        return Some(format!("is told in other bytes: {}", outcome.body));
    }
    let again = sanitize(target, expected, &case["options"]).expect("what was sendable is sendable");
    let is_same = again.body() == *expected && again.told.is_empty();
    (!is_same).then(|| format!("a second time: {} {:#}", again.body, again.repairs))
}

#[test]
fn every_case_gives_its_expected_result() {
    let mut faults = Vec::new();
    let mut count = 0_usize;
    for (target, format) in formats().into_iter().enumerate() {
        for case in cases(format) {
            count += 1;
            let name = format!("{format} {}: {}", case.file, case.said["name"]);
            faults.extend(fault(target, &case.said).map(|fault| format!("{name}\n{fault}")));
        }
    }
    assert!(count > 300, "only {count} cases were found");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n\n"));
}
