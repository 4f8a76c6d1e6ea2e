//! What providers report, and how it corrects the estimate.

use crate::talk::{assistant, talk, user};
use backscroll::engine::{Conversation, Settings};
use backscroll::json::Limits;
use backscroll::tokens::{Estimator, Weight};
use serde_json::{Value, json};

fn reported(text: &str, tokens: Value) -> Value {
    let mut message = assistant(text);
    message["tokens"] = tokens;
    message
}

fn by(estimator: Estimator, messages: &[Value]) -> Conversation {
    let mut talk = Conversation::new(Settings { estimator, limits: Limits::default() });
    for message in messages {
        talk.append_json(&message.to_string(), 0).expect("a message");
    }
    talk
}

#[test]
fn what_was_spent_is_the_sum_of_all_reports_and_nothing_else() {
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
fn the_next_request_is_the_last_report_and_an_estimate_of_what_came_after() {
    let mut talk = by(Estimator::CharsQuarter, &[user(&"x".repeat(400))]);
    assert_eq!(talk.history().context_tokens(), 100, "an estimate while nobody reported");
    assert!(!talk.history().ledger().is_reported());
    talk.append_json(&reported("yes", json!({ "input": 140, "output": 10 })).to_string(), 0)
        .expect("a message");
    assert_eq!(talk.history().context_tokens(), 150, "tools and the like are in the report");
    talk.append_json(&user("abcdefgh").to_string(), 0).expect("a message");
    assert_eq!(talk.history().context_tokens(), 152);
    talk.append_json(&reported("no", json!({ "output": 4 })).to_string(), 0).expect("a message");
    assert_eq!(talk.history().context_tokens(), 153, "a report without input is no baseline");
}

#[test]
fn a_reduction_corrects_the_report_by_what_it_took_away() {
    let messages = [
        user(&"x".repeat(400)),
        assistant(&"y".repeat(200)),
        user("abcd"),
        reported("abcd", json!({ "input": 200, "output": 10 })),
        user("efgh"),
    ];
    let mut talk = by(Estimator::CharsQuarter, &messages);
    assert_eq!(talk.history().context_tokens(), 211);
    talk.truncate(Some(2), true);
    // 210 tokens were reported for an estimate of 152, of which 2 are left; and 1 came after.
    assert_eq!(talk.history().context_tokens(), 210 * 2 / 152 + 1);
    talk.truncate(Some(1), true);
    assert_eq!(talk.history().context_tokens(), 1, "the report covers nothing that is left");
    assert!(!talk.history().ledger().is_reported());
    assert_eq!(talk.history().ledger().spent(), 0, "what was spent goes with its messages");
}

#[test]
fn what_a_reduction_takes_away_after_the_report_leaves_the_report_alone() {
    let messages =
        [user("abcd"), reported("abcd", json!({ "input": 50, "output": 10 })), user(&"x".repeat(400))];
    let mut talk = by(Estimator::CharsQuarter, &messages);
    assert_eq!(talk.history().context_tokens(), 160);
    talk.append_json(&user("efgh").to_string(), 0).expect("a message");
    let draft = talk.begin_draft();
    talk.draft_remove(draft, r#"["2"]"#).expect("an edit");
    assert_eq!(talk.draft_tokens(draft), Ok(61));
    assert_eq!(talk.commit_draft(draft), Ok(true));
    assert_eq!(talk.history().context_tokens(), 61);
}

#[test]
fn a_draft_says_what_the_next_request_would_hold() {
    let messages = [user(&"x".repeat(400)), assistant("abcd"), user("abcd")];
    let mut talk = by(Estimator::CharsQuarter, &messages);
    let draft = talk.begin_draft();
    assert_eq!(talk.draft_tokens(draft), Ok(102));
    talk.draft_keep_turns(draft, 1).expect("an edit");
    assert_eq!(talk.draft_tokens(draft), Ok(1));
    assert_eq!(talk.history().context_tokens(), 102, "nothing is done yet");
}

#[test]
fn params_are_estimated_until_a_provider_reports() {
    let params = json!({ "tools": [{ "name": "clock" }] }).to_string();
    let mut talk = by(Estimator::CharsQuarter, &[user("a")]);
    assert_eq!(talk.params_tokens(&params), u64::try_from(params.len().div_ceil(2)).expect("small"));
    talk.append_json(&reported("b", json!({ "input": 9, "output": 1 })).to_string(), 0).expect("a message");
    assert_eq!(talk.params_tokens(&params), 0);
}

#[test]
fn a_host_weighs_its_messages_itself() {
    let mut talk = by(Estimator::Given, &[user("a"), user("b")]);
    assert_eq!(talk.history().context_tokens(), 0);
    let mut out = Vec::new();
    talk.write_unweighed(&mut out);
    let waiting: Value = serde_json::from_slice(&out).expect("a list");
    assert_eq!(waiting, json!([{ "key": "h:0", "texts": ["a"] }, { "key": "h:1", "texts": ["b"] }]));
    talk.weigh(r#"[["h:0",2.25],["h:1",3.25]]"#).expect("estimates");
    assert_eq!(talk.history().ledger().total(), Weight(5_500));
    assert_eq!(talk.history().context_tokens(), 6, "rounded once, over the sum");
    let mut none = Vec::new();
    talk.write_unweighed(&mut none);
    assert!(none.is_empty());
}
