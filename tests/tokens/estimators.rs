//! Estimates of text and of messages.

use backscroll::engine::{Conversation, Settings, estimate_messages, estimate_text};
use backscroll::format::sizes::estimator;
use backscroll::tokens::Estimator;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::{Value, json};

const BYTES_THIRD: Estimator = Estimator::BYTES_THIRD;
const CHARS_QUARTER: Estimator = Estimator::CHARS_QUARTER;
const GIVEN: Estimator = Estimator::GIVEN;
const SCRIPT: Estimator = Estimator::SCRIPT;

fn of_gpt_5() -> Estimator {
    estimator("script@gpt-5").expect("a row")
}

fn messages(estimator: Estimator, messages: &Value) -> u64 {
    estimate_messages(estimator, &messages.to_string()).expect("messages")
}

#[test]
fn bytes_third_counts_the_bytes_of_contents_names_and_arguments_and_divides_once() {
    let call = json!({ "id": "not counted", "name": "read", "arguments": "{\"a\":1}" });
    for (list, expected) in [
        (json!([]), 0),
        (json!([{ "role": "user", "content": "ab" }]), 0),
        (json!([{ "role": "user", "content": "ab" }, { "role": "user", "content": "cd" }]), 1),
        (json!([{ "role": "user", "content": "한국어" }]), 3),
        (json!([{ "role": "user", "content": "🙂🙂🙂" }]), 4),
        (json!([{ "role": "assistant", "content": "x", "toolCalls": [call] }]), 4),
        (
            json!([{ "role": "tool", "toolCallId": "not counted", "toolName": "nor this", "content": "abc" }]),
            1,
        ),
        (json!([{ "role": "user", "name": "Ada", "content": null }]), 0),
    ] {
        assert_eq!(messages(BYTES_THIRD, &list), expected, "{list}");
    }
}

#[test]
fn chars_quarter_counts_utf16_units_of_each_text_and_halves_json_rounding_each_up() {
    let call = |arguments: Value| json!([{ "role": "assistant", "content": null, "toolCalls": [{ "id": "c", "name": "clock", "arguments": arguments }] }]);
    for (list, expected) in [
        (json!([]), 0),
        (json!([{ "role": "user", "content": "abcd" }]), 1),
        (json!([{ "role": "user", "content": "abcde" }]), 2),
        (json!([{ "role": "user", "content": "ab" }, { "role": "user", "content": "cd" }]), 2),
        (
            json!([{ "role": "user", "content": [{ "type": "text", "text": "a" }, { "type": "text", "text": "b" }] }]),
            2,
        ),
        (json!([{ "role": "user", "content": "한국어" }]), 1),
        (json!([{ "role": "user", "content": "🙂🙂🙂" }]), 2),
        // The name is five letters, so two; `{"a":1}` is seven, so four.
        (call(json!("{\"a\":1}")), 6),
        (call(json!({ "a": 1 })), 6),
    ] {
        assert_eq!(messages(CHARS_QUARTER, &list), expected, "{list}");
    }
}

#[test]
fn a_single_text_is_counted_by_the_same_rule() {
    assert_eq!(estimate_text(BYTES_THIRD, "abcdefgh"), 2);
    assert_eq!(estimate_text(CHARS_QUARTER, "abcde"), 2);
    assert_eq!(estimate_text(SCRIPT, ""), 0);
    assert_eq!(estimate_text(of_gpt_5(), "Hello, world!"), 5, "four tokens, and the margin");
}

#[test]
fn script_and_a_hosts_own_estimator_get_four_tokens_a_message_for_its_borders_and_role() {
    for (estimator, expected) in [(SCRIPT, 8), (GIVEN, 8), (BYTES_THIRD, 0), (CHARS_QUARTER, 0)] {
        let empty = json!([{ "role": "user", "content": "" }, { "role": "assistant", "content": null }]);
        assert_eq!(messages(estimator, &empty), expected, "{estimator:?}");
    }
}

#[test]
fn media_cost_the_same_whatever_the_estimator() {
    for (part, expected) in [
        (json!({ "type": "image", "data": "aaaa", "width": 1000, "height": 1000 }), 1_120),
        (json!({ "type": "image", "data": "aaaa" }), 1_120),
        (
            json!({ "type": "image", "url": "https://example.org/a-very-long-address-that-is-no-text.png" }),
            1_120,
        ),
        (json!({ "type": "image", "data": "aaaa", "width": 90_000, "height": 90_000 }), 1_120),
        (json!({ "type": "image", "data": "aaaa", "width": 0, "height": 0 }), 1_120),
        (json!({ "type": "file", "data": "aaaa", "name": "a.pdf" }), 4_050),
        (json!({ "type": "audio", "data": "a".repeat(12_800) }), 20),
    ] {
        let with = json!([{ "role": "user", "content": [part] }]);
        let without = json!([{ "role": "user", "content": [] }]);
        for estimator in [SCRIPT, BYTES_THIRD, CHARS_QUARTER] {
            let cost = messages(estimator, &with) - messages(estimator, &without);
            assert_eq!(cost, expected, "{part} by {estimator:?}");
        }
    }
}

#[test]
fn names_of_estimators_are_those_of_the_options() {
    for (name, expected) in [("script", SCRIPT), ("bytes/3", BYTES_THIRD), ("chars/4", CHARS_QUARTER)] {
        assert_eq!(Estimator::parse(name), Ok(expected));
    }
    assert!(Estimator::parse("tiktoken").is_err());
}

fn config() -> Config {
    Config { cases: 256, rng_seed: RngSeed::Fixed(3), failure_persistence: None, ..Config::default() }
}

proptest! {
    #![proptest_config(config())]

    /// The estimator processes a text in several lanes, which cut words: each seam may be off by a token.
    #[test]
    fn script_grows_with_the_text(head in "(\\PC|[ \n]){0,120}", tail in "(\\PC|[ \n]){0,120}") {
        let whole = format!("{head}{tail}");
        prop_assert!(estimate_text(SCRIPT, &whole) + 3 >= estimate_text(SCRIPT, &head));
        prop_assert!(estimate_text(SCRIPT, &whole.repeat(4)) >= estimate_text(SCRIPT, &whole));
        for estimator in [BYTES_THIRD, CHARS_QUARTER] {
            prop_assert!(estimate_text(estimator, &whole) >= estimate_text(estimator, &head));
        }
    }
}

#[test]
fn media_inside_unknown_parts_cost_the_same_as_media() {
    let bytes = "iVBORw0KGgo".repeat(20_000);
    let url = format!("data:image/png;base64,{bytes}");
    let of = |format: &str, value: Value| json!([{ "role": "assistant", "content": [{ "type": "other", "format": format, "value": value }] }]);
    let painted =
        json!({ "type": "image_generation_call", "id": "ig_1", "status": "completed", "result": bytes });
    let shown = json!({ "type": "computer_call_output", "call_id": "c1", "output": { "type": "computer_screenshot", "image_url": url } });
    let film = json!({ "video": { "format": "mp4", "source": { "bytes": bytes } } });
    for (format, value, tokens) in
        [("openai-responses", painted, 1_120), ("openai-responses", shown, 1_120), ("bedrock", film, 389)]
    {
        for estimator in [SCRIPT, BYTES_THIRD, CHARS_QUARTER] {
            let found = messages(estimator, &of(format, value.clone()));
            assert!((tokens..tokens + 100).contains(&found), "{format} {estimator:?}: {found}");
        }
    }
    // Encrypted data and short data are read as text.
    for value in
        [json!({ "type": "compaction", "encrypted_content": bytes }), json!({ "result": "x".repeat(1_000) })]
    {
        let length = u64::try_from(value.to_string().len()).expect("a length");
        assert_eq!(messages(BYTES_THIRD, &of("openai-responses", value)), length / 3);
    }
}

#[test]
fn a_screenshot_costs_the_same_as_a_picture() {
    let url = format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(20_000));
    let body = json!({ "input": [
        { "role": "user", "content": "Look." },
        { "type": "computer_call", "id": "cu_1", "call_id": "c1", "action": { "type": "screenshot" }, "pending_safety_checks": [], "status": "completed" },
        { "type": "computer_call_output", "call_id": "c1", "output": { "type": "computer_screenshot", "image_url": url } },
    ] });
    let mut conversation = Conversation::new(Settings::default());
    conversation.read("openai-responses", &body.to_string(), 0).expect("a body");
    let tokens = conversation.history().context_tokens();
    assert!((1_120..1_300).contains(&tokens), "{tokens}");
}
