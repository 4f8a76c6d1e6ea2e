//! Random bytes as bodies: nothing panics, output stays within a multiple of the input, and every refusal has
//! an error code.
//!
//! Bodies of the corpus and the fixtures are cut, duplicated, spliced and mixed with pieces of JSON. All runs
//! are equal. `PROPTEST_RNG_SEED=7 PROPTEST_CASES=100000 cargo test --release --test bytes` looks further.

#![cfg(test)]

#[path = "../invariants/config.rs"]
mod config;
mod edit;
mod seeds;
mod ways_in;

use config::cases;
use edit::{Edit, edits, made_of};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use seeds::SEEDS;
use ways_in::{WAYS_IN, WayIn};

/// The maximum number of output bytes for each input byte, including the report. A report has a sentence for
/// a message or a call of a few bytes. The largest observed ratio is below half of this.
const MOST_GROWTH: usize = 100;

/// The number of output bytes that are always allowed.
const ROOM: usize = 4096;

fn check(way_in: &WayIn, text: &str) -> Result<(), TestCaseError> {
    let out = match (way_in.take)(text) {
        Ok(out) => out,
        Err(error) => {
            let code = error.code().as_str();
            let known = way_in.refusals.contains(&code);
            prop_assert!(known, "{}: refused with `{code}`: {error}", way_in.name);
            return Ok(());
        }
    };
    let most = text.len() * MOST_GROWTH + ROOM;
    prop_assert!(out.len() <= most, "{}: {} bytes became {}", way_in.name, text.len(), out.len());
    // Raw values, because JSON numbers may exceed every numeric type.
    let json: Result<&serde_json::value::RawValue, _> = serde_json::from_slice(&out);
    prop_assert!(
        json.is_ok(),
        "{}: what came out of {text} is no JSON: {}",
        way_in.name,
        String::from_utf8_lossy(&out)
    );
    Ok(())
}

fn broken(seed: &prop::sample::Index, edits: &[Edit]) -> String {
    let seed = seed.get(&SEEDS);
    String::from_utf8_lossy(&made_of(seed.as_bytes(), edits)).into_owned()
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn a_broken_body_causes_no_panic(seed in any::<prop::sample::Index>(), edits in edits()) {
        let text = broken(&seed, &edits);
        for way_in in WAYS_IN.iter() {
            check(way_in, &text)?;
        }
    }

    #[test]
    fn a_repaired_body_needs_no_repair(seed in any::<prop::sample::Index>(), edits in edits()) {
        let text = broken(&seed, &edits);
        ways_in::is_mended_for_good(&text)?;
    }
}

/// The messages with the fewest bytes and the longest reports.
#[test]
fn repeated_reports_stay_within_the_size_limit() {
    let calls = r#"{"id":"","type":"function","function":{"name":"","arguments":""}}"#;
    let items = [
        ("messages", "{\"role\":\"user\"}"),
        ("messages", "{\"role\":\"tool\",\"content\":\"\"}"),
        ("messages", "{\"role\":\"user\",\"content\":[]}"),
        ("messages", &format!("{{\"role\":\"assistant\",\"tool_calls\":[{}]}}", [calls; 50].join(","))),
        ("messages", "{\"role\":\"user\",\"content\":[{\"text\":\"\"}]}"),
        (
            "messages",
            "{\"role\":\"assistant\",\"content\":[{\"toolUse\":{\"toolUseId\":\"\",\"name\":\"\",\"input\":0}}]}",
        ),
        ("contents", "{}"),
        ("contents", "{\"parts\":[{\"functionCall\":{\"name\":\"\"}}]}"),
        ("contents", "{\"parts\":[{\"functionResponse\":{\"name\":\"\"}}]}"),
        ("input", "{\"role\":\"user\",\"content\":null}"),
        ("input", "{\"type\":\"function_call\",\"call_id\":\"\",\"name\":\"\",\"arguments\":\"\"}"),
        ("input", "{\"type\":\"function_call_output\",\"call_id\":\"\",\"output\":\"\"}"),
    ];
    for (list, item) in items {
        let text = format!("{{\"{list}\":[{}]}}", vec![item; 12_000 / item.len()].join(","));
        for way_in in WAYS_IN.iter() {
            check(way_in, &text).unwrap_or_else(|error| panic!("{item}: {error}"));
        }
    }
}

#[test]
fn the_depth_limit_applies_before_the_stack_overflows() {
    for open in [
        "[",
        "{\"a\":",
        "{\"messages\":[",
        "[{\"content\":[",
        "{\"contents\":[{\"parts\":[{\"functionCall\":{\"args\":",
    ] {
        let text = open.repeat(200_000);
        for way_in in WAYS_IN.iter() {
            check(way_in, &text).unwrap_or_else(|error| panic!("{open}: {error}"));
        }
    }
}
