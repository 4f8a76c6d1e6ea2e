//! I10, no harm: a request that the provider accepts is not changed.

use super::accepted::{
    accepted_by_anthropic, accepted_by_bedrock, accepted_by_gemini, accepted_by_mistral, accepted_by_openai,
};
use super::accepted_responses::accepted_by_responses;
use super::config::cases;
use super::wish::{ANTHROPIC, BEDROCK, GEMINI, MISTRAL, OPENAI, RESPONSES, plain};
use crate::judge::{Leave, objections};
use proptest::prelude::*;
use serde_json::Value;
use std::io::Write;

/// Fields that vendors and newer versions add are not judged, nor is who speaks last: models differ.
fn is_accepted(target: usize, body: &Value) -> Vec<String> {
    let leave = Leave { prefill: true, reasoning_content: true, ..plain(target).leave() };
    objections(target, body, &leave)
}

fn unharmed(target: usize, body: &Value) -> Result<(), String> {
    let (mended, repairs) = plain(target).mend(&body.to_string()).map_err(|error| error.to_string())?;
    match repairs.is_empty() && mended == *body {
        true => Ok(()),
        false => Err(format!("{repairs:#?}\n{body}\nbecame\n{mended}")),
    }
}

/// The bodies of a recording that a provider answered with 200.
fn recorded(name: &str) -> Option<Vec<(String, Value)>> {
    let path = format!("{}/../shared/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).ok()?;
    let rows = text.lines().map(|line| {
        let mut row: Value = serde_json::from_str(line).expect("a line of JSON");
        (row["id"].to_string(), row["request"].take())
    });
    Some(rows.collect())
}

/// The judge knows the fields and blocks of the random stories only.
fn is_of_schema(objection: &str) -> bool {
    objection.starts_with("schema") || objection.starts_with("unknown field")
}

fn check_recorded(target: usize, name: &str) {
    let Some(bodies) = recorded(name) else {
        let line = format!("skipped: {name} is not beside this checkout\n");
        std::io::stderr().write_all(line.as_bytes()).expect("stderr");
        return;
    };
    // A judge that refuses what a provider took would be no judge of I6.
    let misjudged: Vec<Vec<String>> = bodies.iter().map(|(_, body)| is_accepted(target, body)).collect();
    let misjudged: Vec<&String> = misjudged.iter().flatten().filter(|found| !is_of_schema(found)).collect();
    assert!(misjudged.is_empty(), "the judge objects: {misjudged:#?}");
    let harmed: Vec<String> = bodies
        .iter()
        .filter_map(|(id, body)| Some(format!("{id}: {}", unharmed(target, body).err()?)))
        .collect();
    assert!(!bodies.is_empty());
    assert!(harmed.is_empty(), "{} of {} were changed:\n{}", harmed.len(), bodies.len(), harmed.join("\n"));
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i10_no_harm(
        openai in accepted_by_openai(),
        anthropic in accepted_by_anthropic(),
        responses in accepted_by_responses(),
        gemini in accepted_by_gemini(),
        bedrock in accepted_by_bedrock(),
        mistral in accepted_by_mistral(),
    ) {
        let bodies = [
            (OPENAI, openai),
            (ANTHROPIC, anthropic),
            (RESPONSES, responses),
            (GEMINI, gemini),
            (BEDROCK, bedrock),
            (MISTRAL, mistral),
        ];
        for (target, body) in bodies {
            prop_assert_eq!(is_accepted(target, &body), Vec::<String>::new(), "the judge objects to {}", body);
            prop_assert_eq!(unharmed(target, &body), Ok(()));
        }
    }
}

#[test]
fn i10_no_harm_to_recorded_chat_completions() {
    check_recorded(OPENAI, "wire_accepted_dev_openai_chat.jsonl");
}

#[test]
fn i10_no_harm_to_recorded_messages() {
    check_recorded(ANTHROPIC, "wire_accepted_dev_anthropic.jsonl");
}

#[test]
fn i10_no_harm_to_recorded_responses() {
    check_recorded(RESPONSES, "wire_accepted_dev_openai_responses.jsonl");
}

#[test]
fn i10_no_harm_to_recorded_contents() {
    check_recorded(GEMINI, "wire_accepted_dev_gemini.jsonl");
}

#[test]
fn i10_no_harm_to_recorded_converse() {
    check_recorded(BEDROCK, "wire_accepted_dev_bedrock.jsonl");
}
