//! Random bytes as bodies: nothing panics, output stays within a multiple of the input, and every refusal has
//! an error code.
//!
//! Bodies of the corpus and the fixtures are cut, duplicated, spliced and mixed with pieces of JSON. All runs
//! are equal. `PROPTEST_RNG_SEED=7 PROPTEST_CASES=100000 cargo test --release --test bytes` looks further.
//!
//! `npm run fuzz` makes the same checks (`fuzzed.rs`) with libFuzzer, which looks for inputs that take new ways through the
//! code. The inputs that it left in `tests/fuzz/corpus` are tested here.

#![cfg(test)]

#[path = "../invariants/config.rs"]
mod config;
mod edit;
mod fuzzed;
mod mended;
mod replays;
mod seeds;
mod snapshots;
mod views;
mod ways_in;

use backscroll::format::TARGETS;
use config::cases;
use edit::{Edit, edits, made_of};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use seeds::SEEDS;
use ways_in::{WAYS_IN, WayIn};

/// The folder of the crate.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn check(way_in: &WayIn, text: &str) -> Result<(), TestCaseError> {
    let taken = way_in.checked(text);
    taken.map(drop).map_err(|fault| TestCaseError::fail(format!("{fault}\nof {text}")))
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
        for target in 0..TARGETS.len() {
            mended::check(target, &text).map_err(TestCaseError::fail)?;
        }
    }
}

#[test]
fn the_kept_inputs_of_the_fuzzer_hold() {
    let mut faults = Vec::new();
    for name in fuzzed::NAMES {
        let folder = format!("{ROOT}/tests/fuzz/corpus/{name}");
        let files: Vec<_> = std::fs::read_dir(&folder).into_iter().flatten().collect();
        assert!(!files.is_empty(), "{folder} has no inputs");
        for file in files {
            let path = file.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("an input");
            let fault = std::panic::catch_unwind(|| fuzzed::check(name, &String::from_utf8_lossy(&bytes)));
            let fault = fault.unwrap_or_else(|_| Err("a panic".to_owned()));
            faults.extend(fault.err().map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
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
