//! The corpus: for each rule of a provider, bodies that break or keep it, and what becomes of them.
//!
//! `tests/corpus/<format>/<rule>.json` holds `{rule, demands, cases}`. A case has a body (`given`), the `options` of
//! the sanitiser, the `repairs` that are reported, and the body as it is `expected`; without one it stays as it is. A
//! case with an `error` is refused under that code.

#![cfg(test)]

use backscroll::engine::sanitize_body;
use backscroll::error::ConversationError;
use backscroll::format::TARGETS;
use serde_json::{Value, json};
use std::path::Path;

/// The formats, in the order of the targets' numbers.
fn formats() -> Vec<&'static str> {
    TARGETS.iter().map(|target| target.dialect().format.as_str()).collect()
}

/// The cases of a format, each under the name of its rule and its own.
fn cases(format: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(format);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("text");
        let file: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        assert_eq!(file["rule"], json!(stem), "the file is named after its rule");
        for case in file["cases"].as_array().expect("a list of cases") {
            cases.push((format!("{stem}: {}", case["name"].as_str().expect("a name")), case.clone()));
        }
    }
    cases
}

fn sanitize(target: usize, body: &Value, options: &Value) -> Result<Value, ConversationError> {
    let options = if options.is_null() { String::new() } else { options.to_string() };
    let mut out = Vec::new();
    sanitize_body(target, &body.to_string(), &options, &mut out)?;
    Ok(serde_json::from_slice(&out).expect("a report is JSON"))
}

/// The codes and rules of what was done.
fn told(report: &Value) -> Vec<Value> {
    let repairs = report["repairs"].as_array().expect("a list of repairs");
    repairs.iter().map(|repair| json!({ "code": repair["code"], "rule": repair["rule"] })).collect()
}

fn fault(target: usize, case: &Value) -> Option<String> {
    let report = match sanitize(target, &case["given"], &case["options"]) {
        Ok(report) => report,
        Err(error) if case["error"] == error.code().as_str() => return None,
        Err(error) => return Some(format!("refused: {error}")),
    };
    if !case["error"].is_null() {
        return Some(format!("not refused, but {report}"));
    }
    let repairs = case["repairs"].as_array().expect("a case lists its repairs, if only none");
    if told(&report) != *repairs {
        return Some(format!("repaired by {:#}", report["repairs"]));
    }
    let expected = case.get("expected").unwrap_or(&case["given"]);
    if report["body"] != *expected {
        return Some(format!("became {:#}", report["body"]));
    }
    let again = sanitize(target, expected, &case["options"]).expect("what was sendable is sendable");
    (again["body"] != *expected || !told(&again).is_empty()).then(|| format!("a second time: {again:#}"))
}

#[test]
fn every_case_comes_out_as_it_says() {
    let mut faults = Vec::new();
    let mut count = 0_usize;
    for (target, format) in formats().into_iter().enumerate() {
        for (name, case) in cases(format) {
            count += 1;
            faults.extend(fault(target, &case).map(|fault| format!("{format} {name}\n{fault}")));
        }
    }
    assert!(count > 80, "only {count} cases were found");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n\n"));
}
