//! Usage reports of providers, which raise the estimate.

use crate::talk::{assistant, talk, user};
use backscroll::engine::{Conversation, Operation, Settings};
use backscroll::tokens::{Estimator, Weight};
use serde_json::{Value, json};

fn reported(text: &str, tokens: Value) -> Value {
    let mut message = assistant(text);
    message["tokens"] = tokens;
    message
}

fn by(estimator: Estimator, messages: &[Value]) -> Conversation {
    let mut talk = Conversation::new(Settings { estimator, ..Settings::default() });
    for message in messages {
        talk.append_json(&message.to_string(), 0).expect("a message");
    }
    talk
}

#[test]
fn spent_tokens_are_the_sum_of_all_reports() {
    let talk = talk(&[
        user("a question without a report"),
        reported("a", json!({ "input": 100, "output": 20 })),
        user("b"),
        reported("c", json!({ "input": 150, "output": 5, "cachedInput": 90, "reasoning": 3 })),
        reported("d", json!({ "output": 7 })),
    ]);
    assert_eq!(talk.history().ledger().spent(), 282);
}

#[test]
fn a_report_on_a_message_does_not_change_the_size() {
    let mut talk = by(Estimator::CHARS_QUARTER, &[user(&"x".repeat(400))]);
    assert_eq!(talk.history().context_tokens(), 100);
    talk.append_json(&reported("yes", json!({ "input": 9_000, "output": 10 })).to_string(), 0)
        .expect("a message");
    assert_eq!(talk.history().context_tokens(), 101);
    talk.truncate(Some(0), true);
    assert_eq!(talk.history().ledger().spent(), 0, "what was spent goes with its messages");
}

/// Returns a conversation whose request was answered with this usage.
fn answered(messages: &[Value], usage: &Value) -> Conversation {
    let mut talk = by(Estimator::CHARS_QUARTER, messages);
    answer(&mut talk, usage);
    talk
}

fn answer(talk: &mut Conversation, usage: &Value) {
    talk.request(CHAT, "{}", "", &mut Vec::new()).expect("a request");
    let response =
        json!({ "choices": [{ "message": { "role": "assistant", "content": "abcd" } }], "usage": usage });
    talk.add_response("openai-chat", &response.to_string(), 0).expect("an answer");
}

/// The number of Chat Completions among the targets.
const CHAT: usize = 0;

#[test]
fn a_count_of_a_provider_raises_and_lowers_the_size() {
    let cases = [(0, 101), (3, 101), (20, 101), (60, 61), (100, 101), (101, 102), (140, 141)];
    for (input, expected) in cases {
        let usage = json!({ "prompt_tokens": input, "completion_tokens": 5_000 });
        let talk = answered(&[user(&"x".repeat(400))], &usage);
        // The request has 100 tokens for the message, and none for its empty params.
        assert_eq!(talk.history().context_tokens(), expected, "{input}");
    }
}

#[test]
fn the_next_report_replaces_the_one_before() {
    let mut talk = answered(&[user(&"x".repeat(400))], &json!({ "prompt_tokens": 140 }));
    assert_eq!(correction(&talk), 40);
    answer(&mut talk, &json!({ "prompt_tokens": 121 }));
    assert_eq!(correction(&talk), 20, "held against the estimate, without the correction");
    answer(&mut talk, &json!({ "prompt_tokens": 0 }));
    assert_eq!(correction(&talk), 20, "zeros are no measurement");
    answer(&mut talk, &json!({ "prompt_tokens": 90 }));
    assert_eq!(correction(&talk), -13);
}

/// The tokens by which the size differs from the estimate.
fn correction(talk: &Conversation) -> i64 {
    talk.history().ledger().correction(talk.history().estimator())
}

/// Writes a request that names this model. Returns the correction that holds then.
fn ask(talk: &mut Conversation, model: &str) -> i64 {
    let params = if model.is_empty() { "{}".to_owned() } else { json!({ "model": model }).to_string() };
    talk.request(CHAT, &params, "", &mut Vec::new()).expect("a request");
    correction(talk)
}

/// Asks a model, which answers. Its count exceeds the estimate by `excess`.
fn ask_for(talk: &mut Conversation, model: &str, excess: i64) {
    ask(talk, model);
    let estimate = Estimator::CHARS_QUARTER.tokens(talk.history().ledger().total()) + talk.params_tokens();
    let response = json!({
        "choices": [{ "message": { "role": "assistant", "content": "abcd" } }],
        "usage": { "prompt_tokens": estimate.saturating_add_signed(excess) },
    });
    talk.add_response("openai-chat", &response.to_string(), 0).expect("an answer");
    assert_eq!(correction(talk), excess, "{model}");
}

fn saved(talk: &Conversation) -> Value {
    let mut out = Vec::new();
    talk.write_snapshot("{}", &mut out);
    serde_json::from_slice(&out).expect("JSON")
}

fn restored(snapshot: &Value, estimator: Option<Estimator>) -> Conversation {
    Conversation::restored(&snapshot.to_string(), estimator, 0).expect("a snapshot").0
}

#[test]
fn each_model_has_the_correction_of_its_own_newest_report() {
    let mut talk = by(Estimator::CHARS_QUARTER, &[user(&"x".repeat(400))]);
    ask_for(&mut talk, "dear", 40);
    ask_for(&mut talk, "exact", 0);
    ask_for(&mut talk, "near", 3);
    for mut talk in [restored(&saved(&talk), None), talk] {
        assert_eq!(correction(&talk), 3, "of the newest report");
        for (model, correction) in [("dear", 40), ("dear", 40), ("exact", 0), ("near", 3), ("dear", 40)] {
            assert_eq!(ask(&mut talk, model), correction, "{model}");
        }
        assert_eq!(ask(&mut talk, "unknown"), 40, "without a report of the model, it stays");
        assert_eq!(ask(&mut talk, ""), 40, "without a model, it stays");
        ask_for(&mut talk, "dear", 30);
        ask_for(&mut talk, "unknown", 7);
        assert_eq!(ask(&mut talk, "dear"), 30, "the newest report of a model replaces the one before");
    }
}

#[test]
fn the_correction_of_a_model_covers_what_its_own_request_held() {
    let mut talk = by(Estimator::CHARS_QUARTER, &[user(&"x".repeat(400)), assistant(&"y".repeat(400))]);
    ask_for(&mut talk, "dear", 40);
    talk.append_json(&user(&"z".repeat(800)).to_string(), 0).expect("a message");
    ask_for(&mut talk, "exact", 0);
    let mut draft = talk.begin_draft();
    talk.edit(&mut draft, Operation::Remove(vec!["1".to_owned()])).expect("an edit");
    assert_eq!(talk.commit(draft), Ok(true));
    assert_eq!(talk.history().context_tokens(), 100 + 1 + 200 + 1);
    assert_eq!(ask(&mut talk, "dear"), 20, "half of the messages of its request are left");
    let mut talk = restored(&saved(&talk), None);
    assert_eq!(ask(&mut talk, "exact"), 0);
    assert_eq!(ask(&mut talk, "dear"), 20);
}

#[test]
fn a_request_with_another_prompt_has_the_correction_of_its_model() {
    let mut talk = by(Estimator::CHARS_QUARTER, &[user(&"x".repeat(400))]);
    ask_for(&mut talk, "dear", 40);
    ask_for(&mut talk, "exact", 0);
    talk.request_with_prompt(CHAT, r#"{"model":"dear"}"#, "", Some("Be brief.")).expect("a request");
    assert_eq!(correction(&talk), 40);
}

#[test]
fn reports_of_many_models_are_forgotten_from_the_oldest() {
    let mut talk = by(Estimator::CHARS_QUARTER, &[user("abcd")]);
    for model in 1..=40 {
        ask_for(&mut talk, &format!("model-{model}"), model);
    }
    assert_eq!(ask(&mut talk, "model-39"), 39);
    assert_eq!(ask(&mut talk, "model-1"), 39, "it is as unknown as any other");
}

#[test]
fn a_snapshot_has_the_corrections_of_its_estimator_and_of_messages_that_are_left() {
    let mut talk = by(Estimator::CHARS_QUARTER, &[user(&"x".repeat(400))]);
    assert_eq!(saved(&talk).get("corrections"), None, "there was no report");
    ask_for(&mut talk, "exact", 0);
    assert_eq!(saved(&talk).get("corrections"), None, "the estimate was not too low");
    ask_for(&mut talk, "dear", 40);
    let mut snapshot = saved(&talk);
    let beside = &snapshot["corrections"][1]["beside"];
    let corrections = json!([
        { "model": "exact", "counted": 100, "estimated": 100, "weight": 100, "messages": 1, "unchanged": true },
        { "model": "dear", "counted": 141, "estimated": 101, "weight": 101, "messages": 2, "beside": beside, "unchanged": true },
    ]);
    assert_eq!(snapshot.get("corrections"), Some(&corrections));
    assert_eq!(correction(&restored(&snapshot, Some(Estimator::BYTES_THIRD))), 0);
    let object = snapshot.as_object_mut().expect("an object");
    object.remove("corrections");
    object.insert("correction".to_owned(), json!({ "tokens": 40, "weight": 101, "messages": 2 }));
    let mut older = restored(&snapshot, None);
    assert_eq!(correction(&older), 40, "earlier versions knew one correction, of no model");
    assert_eq!(ask(&mut older, "dear"), 40);
    talk.truncate(Some(0), true);
    assert_eq!(saved(&talk).get("corrections"), None, "nothing is left of what they cover");
}

#[test]
fn a_reduction_removes_its_share_of_the_correction() {
    let messages = [user(&"x".repeat(400)), assistant(&"y".repeat(200)), user(&"z".repeat(200))];
    let mut talk = answered(&messages, &json!({ "prompt_tokens": 300 }));
    talk.append_json(&user("efgh").to_string(), 0).expect("a message");
    assert_eq!(talk.history().context_tokens(), 300 + 2);
    talk.truncate(Some(2), true);
    // The provider counted 100 tokens more than the estimate of 200, of which 50 are left.
    assert_eq!(talk.history().context_tokens(), 50 + 25 + 2);
    talk.truncate(Some(1), true);
    assert_eq!(talk.history().context_tokens(), 1, "nothing is left of what it covers");
}

#[test]
fn removing_messages_after_the_request_does_not_change_the_correction() {
    let mut talk = answered(&[user("abcd")], &json!({ "prompt_tokens": 51 }));
    talk.append_json(&user(&"x".repeat(400)).to_string(), 0).expect("a message");
    talk.append_json(&user("efgh").to_string(), 0).expect("a message");
    assert_eq!(talk.history().context_tokens(), 1 + 50 + 1 + 100 + 1);
    let mut draft = talk.begin_draft();
    talk.edit(&mut draft, Operation::Remove(vec!["2".to_owned()])).expect("an edit");
    assert_eq!(draft.tokens(), 53);
    assert_eq!(talk.commit(draft), Ok(true));
    assert_eq!(talk.history().context_tokens(), 53);
}

#[test]
fn a_draft_has_the_size_of_the_next_request() {
    let messages = [user(&"x".repeat(400)), assistant("abcd"), user("abcd")];
    let talk = by(Estimator::CHARS_QUARTER, &messages);
    let mut draft = talk.begin_draft();
    assert_eq!(draft.tokens(), 102);
    talk.edit(&mut draft, Operation::KeepRecentTurns(1)).expect("an edit");
    assert_eq!(draft.tokens(), 1);
    assert_eq!(talk.history().context_tokens(), 102, "nothing is done yet");
}

#[test]
fn tools_are_estimated_for_each_request() {
    let params = json!({ "tools": [{ "type": "function", "function": { "name": "clock" } }] }).to_string();
    let mut talk = by(Estimator::CHARS_QUARTER, &[user("a")]);
    for _ in 0..2 {
        talk.request(CHAT, &params, "", &mut Vec::new()).expect("a request");
        let tool = r#"{"name":"clock"}"#;
        assert_eq!(talk.params_tokens(), u64::try_from(tool.len().div_ceil(2)).expect("small"));
        answer(&mut talk, &json!({ "prompt_tokens": 900 }));
    }
}

#[test]
fn a_host_can_count_its_messages_itself() {
    let mut talk = by(Estimator::GIVEN, &[user("a"), user("b")]);
    assert_eq!(talk.history().context_tokens(), 8, "the borders of two messages");
    let mut out = Vec::new();
    talk.write_unweighed(&mut out);
    let waiting: Value = serde_json::from_slice(&out).expect("a list");
    assert_eq!(waiting, json!([{ "id": "0", "texts": ["a"] }, { "id": "1", "texts": ["b"] }]));
    talk.weigh(r#"[["0",2.25],["1",3.25]]"#).expect("estimates");
    assert_eq!(talk.history().ledger().total(), Weight(13_500));
    assert_eq!(talk.history().context_tokens(), 14, "rounded once, over the sum");
    let mut none = Vec::new();
    talk.write_unweighed(&mut none);
    assert!(none.is_empty());
}
