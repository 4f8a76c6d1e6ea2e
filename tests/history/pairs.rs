//! The pairing of results with calls.

use super::tell::{calls, result, units};
use crate::talk::{talk, user};
use backscroll::engine::{Conversation, Settings};
use backscroll::tokens::Estimator;
use serde_json::{Value, json};

fn check(messages: &[Value], expected: &[&str]) {
    assert_eq!(units(&talk(messages)), expected, "{messages:#?}");
}

#[test]
fn a_late_result_finds_its_call() {
    check(&[calls(&["x"]), user("b"), user("c"), result("x", "1")], &["0+3", "1", "2"]);
    check(&[calls(&["x", "y"]), result("x", "1"), user("b"), result("y", "2")], &["0+1+3", "2"]);
}

#[test]
fn a_result_without_a_call_is_kept_unpaired() {
    check(&[user("a"), result("x", "1")], &["0", "1?"]);
    check(&[result("x", "1"), calls(&["x"])], &["0?", "1"]);
    check(&[calls(&["x"]), json!({ "role": "tool", "content": "whose?" })], &["0", "1?"]);
}

#[test]
fn a_second_result_is_kept_unpaired() {
    check(&[calls(&["x"]), result("x", "1"), result("x", "2")], &["0+1", "2?"]);
}

#[test]
fn of_two_calls_with_one_id_the_newest_open_one_is_answered() {
    check(&[calls(&["x"]), calls(&["x"]), result("x", "1"), result("x", "2")], &["0+3", "1+2"]);
    check(&[calls(&["x", "x"]), result("x", "1"), result("x", "2"), result("x", "3")], &["0+1+2", "3?"]);
}

#[test]
fn in_a_body_early_results_find_their_calls() {
    let call = json!({ "id": "x", "type": "function", "function": { "name": "clock", "arguments": "{}" } });
    let early = json!([
        { "role": "tool", "tool_call_id": "x", "content": "1" },
        { "role": "user", "content": "a" },
        { "role": "assistant", "tool_calls": [call] },
    ]);
    let mut read = talk(&[]);
    read.read("openai-chat", &early.to_string(), 0).expect("a body");
    assert_eq!(units(&read), ["1", "2+0"]);
    let ids: Vec<String> = super::tell::ids(&read);
    assert_eq!(ids, ["0", "1", "2"], "it stands where it came");
}

#[test]
fn in_a_running_conversation_a_repeated_id_is_a_new_call() {
    let mut running = talk(&[result("x", "1")]);
    let call = json!({ "id": "x", "type": "function", "function": { "name": "clock", "arguments": "{}" } });
    let body = json!([{ "role": "assistant", "tool_calls": [call] }]);
    running.read("openai-chat", &body.to_string(), 0).expect("a body");
    assert_eq!(units(&running), ["0?", "1"]);
}

#[test]
fn early_results_of_one_unit_keep_their_order_of_arrival() {
    let call = |id: &str| json!({ "id": id, "type": "function", "function": { "name": "clock", "arguments": "{}" } });
    let body = json!([
        { "role": "tool", "tool_call_id": "y", "content": "1" },
        { "role": "assistant", "tool_calls": [call("x"), call("y")] },
        { "role": "tool", "tool_call_id": "x", "content": "2" },
    ]);
    let mut read = talk(&[]);
    read.read("openai-chat", &body.to_string(), 0).expect("a body");
    assert_eq!(units(&read), ["1+0+2"]);
}

/// The number of results of one assistant message: quadratic work would take minutes, cubic work years.
const MANY: usize = 50_000;

/// Returns a conversation with `MANY` calls, and their results.
fn many(settings: Settings) -> (Conversation, Vec<String>) {
    let ids: Vec<String> = (0..MANY).map(|at| format!("call_{at}")).collect();
    let mut asking = Conversation::new(settings);
    let named: Vec<&str> = ids.iter().map(String::as_str).collect();
    asking.append_json(&calls(&named).to_string(), 0).expect("calls");
    let results = ids.iter().map(|id| result(id, "done").to_string()).collect();
    (asking, results)
}

#[test]
fn each_of_many_results_finds_its_call_in_constant_time() {
    let check = |order: &dyn Fn(usize) -> usize| {
        let (mut asking, results) = many(Settings::default());
        for at in 0..MANY {
            asking.append_json(&results[order(at)], 0).expect("a result");
            assert_eq!(asking.is_busy(), at + 1 < MANY);
            assert!(asking.history().message(&(at + 1).to_string()).is_some());
        }
        let unit = asking.history().newest().expect("the calls");
        assert_eq!((unit.len(), unit.open_calls().len(), asking.history().units().len()), (MANY + 1, 0, 1));
    };
    check(&|at| at);
    check(&|at| MANY - 1 - at);
}

#[test]
fn many_results_are_counted_saved_and_restored_in_linear_time() {
    let settings = Settings { estimator: Estimator::GIVEN, ..Settings::default() };
    let (mut asking, results) = many(settings);
    for result in results {
        asking.append_json(&result, 0).expect("a result");
    }
    let weights: Vec<Value> = (0..=MANY).map(|id| json!([id.to_string(), 2])).collect();
    asking.weigh(&json!(weights).to_string()).expect("weights");
    assert!(asking.history().unweighed().is_empty());
    let mut snapshot = Vec::new();
    asking.write_snapshot("{}", &mut snapshot);
    let text = String::from_utf8(snapshot).expect("text");
    let (again, _) = Conversation::restored(&text, Some(Estimator::GIVEN), 0).expect("a snapshot");
    assert_eq!(units(&again), units(&asking));
}
