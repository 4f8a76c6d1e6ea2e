//! Reports that lower the size, and what is learnt from the growth between reports.

use crate::talk::{assistant, user};
use backscroll::engine::{Conversation, Settings};
use backscroll::repair::RepairCode;
use serde_json::{Value, json};

/// The numbers of Chat Completions and of the Responses API among the targets.
const CHAT: usize = 0;
const RESPONSES: usize = 2;

fn talk(messages: &[Value]) -> Conversation {
    let mut talk = Conversation::new(Settings::default());
    for message in messages {
        talk.append_json(&message.to_string(), 0).expect("a message");
    }
    talk
}

fn words(count: usize) -> String {
    "house ".repeat(count)
}

fn params(more: &Value) -> String {
    let mut params = json!({ "model": "gpt-4o" });
    for (name, value) in more.as_object().expect("an object") {
        params[name] = value.clone();
    }
    params.to_string()
}

fn ask(talk: &mut Conversation, more: &Value, options: &str) -> u64 {
    talk.request(CHAT, &params(more), options, &mut Vec::new()).expect("a request");
    talk.history().context_tokens() + talk.params_tokens() + talk.added_tokens()
}

/// Our estimate of the last request, without what was learnt from reports.
fn estimated(talk: &Conversation) -> u64 {
    let history = talk.history();
    history.estimator().tokens(history.ledger().total()) + talk.params_tokens() + talk.added_tokens()
}

fn answer(talk: &mut Conversation, counted: u64) {
    let response = json!({
        "choices": [{ "message": { "role": "assistant", "content": "yes" } }],
        "usage": { "prompt_tokens": counted, "completion_tokens": 5 },
    });
    talk.add_response("openai-chat", &response.to_string(), 0).expect("an answer");
}

fn say(talk: &mut Conversation, text: &str) {
    talk.append_json(&user(text).to_string(), 0).expect("a message");
}

fn correction(talk: &Conversation) -> i64 {
    talk.history().ledger().correction(talk.history().estimator())
}

fn believes(talk: &Conversation) -> bool {
    talk.repairs().iter().all(|repair| repair.code != RepairCode::UsageNotBelieved)
}

#[test]
fn a_lower_count_lowers_the_size_where_the_next_request_has_the_same_fields() {
    let tools = |name: &str| json!([{ "type": "function", "function": { "name": name, "parameters": {} } }]);
    let asked = json!({ "tools": tools("clock"), "temperature": 1 });
    let cases = [
        ("the same", asked.clone(), "", true),
        (
            "fields without a size",
            json!({ "tools": tools("clock"), "temperature": 0, "user": "me" }),
            "",
            true,
        ),
        ("other tools", json!({ "tools": tools("watch") }), "", false),
        ("no tools", json!({}), "", false),
        ("another choice", json!({ "tools": tools("clock"), "tool_choice": "required" }), "", false),
        (
            "another response format",
            json!({ "tools": tools("clock"), "response_format": { "type": "json_schema", "json_schema": { "name": "a", "schema": {} } } }),
            "",
            false,
        ),
        ("another thinking mode", json!({ "tools": tools("clock"), "reasoning_effort": "high" }), "", false),
        ("another model", json!({ "tools": tools("clock"), "model": "gpt-4o-mini" }), "", false),
        ("another vendor", asked.clone(), r#"{"baseURL":"https://openrouter.ai/api/v1"}"#, false),
    ];
    for (name, next, options, is_lowered) in cases {
        let mut talk = talk(&[user(&words(400))]);
        let before = ask(&mut talk, &asked, "");
        answer(&mut talk, before - 100);
        assert!(believes(&talk));
        assert_eq!(talk.history().context_tokens() + talk.params_tokens(), before - 100 + 7 - 2, "{name}");
        let after = ask(&mut talk, &next, options);
        assert_eq!(
            after + 100 <= estimated(&talk) + 1,
            is_lowered,
            "{name}: {after} of {}",
            estimated(&talk)
        );
        assert!(is_lowered || after >= estimated(&talk), "{name}");
    }
}

#[test]
fn a_lower_count_says_nothing_where_only_the_provider_knows_the_size_of_something() {
    let picture =
        json!({ "role": "user", "content": [{ "type": "image", "url": "https://a.example/b.png" }] });
    let tool = json!({ "tools": [{ "type": "web_search" }] });
    let cases = [
        ("nothing", user("a"), json!({}), true),
        ("a linked picture", picture, json!({}), false),
        ("a tool of the provider", user("a"), tool, false),
    ];
    for (name, message, fields, is_lowered) in cases {
        let mut talk = talk(&[user(&words(900)), message]);
        let before = ask(&mut talk, &fields, "");
        answer(&mut talk, before - 200);
        let after = ask(&mut talk, &fields, "");
        assert_eq!(after < before, is_lowered, "{name}");
    }
}

#[test]
fn a_conversation_that_the_provider_keeps_is_not_lowered() {
    for continues in [true, false] {
        let mut talk = talk(&[user(&words(900))]);
        for round in 1..=2 {
            let mut params = json!({ "model": "gpt-4o" });
            if continues && round == 2 {
                params["previous_response_id"] = json!("resp_1");
            }
            talk.request(RESPONSES, &params.to_string(), "", &mut Vec::new()).expect("a request");
            let content = json!([{ "type": "output_text", "text": "yes" }]);
            let response = json!({
                "id": format!("resp_{round}"),
                "output": [{ "type": "message", "role": "assistant", "content": content }],
                "usage": { "input_tokens": estimated(&talk) - 200, "output_tokens": 5 },
            });
            talk.add_response("openai-responses", &response.to_string(), 0).expect("an answer");
            say(&mut talk, "and?");
        }
        assert_eq!(correction(&talk) < 0, !continues);
    }
}

/// The tokens that a text adds to our estimate, and those that it adds to the size.
fn grown_by(talk: &mut Conversation, text: &str) -> [u64; 2] {
    let sizes = |talk: &Conversation| {
        let history = talk.history();
        [history.estimator().tokens(history.ledger().total()), history.context_tokens()]
    };
    let before = sizes(talk);
    say(talk, text);
    let after = sizes(talk);
    [after[0] - before[0], after[1] - before[1]]
}

#[test]
fn growth_is_learnt_between_reports_and_counts_for_what_comes_later() {
    for (quotient, learnt) in [(1_300, 1_300), (1_000, 1_000), (960, 960), (5_000, 2_200), (700, 900)] {
        let mut talk = talk(&[user(&words(500))]);
        let first = ask(&mut talk, &json!({}), "");
        answer(&mut talk, first);
        let mut counted = first;
        for _ in 0..4 {
            let before = estimated(&talk);
            say(&mut talk, &words(1_000));
            ask(&mut talk, &json!({}), "");
            counted += (estimated(&talk) - before) * quotient / 1_000;
            answer(&mut talk, counted);
        }
        let [own, grown] = grown_by(&mut talk, &words(10_000));
        let expected = own * learnt / 1_000;
        assert!(grown.abs_diff(expected) < expected / 100, "{quotient}: {grown}, not {expected}");
    }
}

#[test]
fn a_report_that_cannot_be_changes_nothing_and_is_reported() {
    for (share, is_believed) in [(10, false), (40, false), (60, true), (300, true), (90_000, false)] {
        let mut talk = talk(&[user(&words(2_000))]);
        let before = ask(&mut talk, &json!({}), "");
        answer(&mut talk, before * share / 100);
        assert_eq!(believes(&talk), is_believed, "{share} %");
        assert_eq!(correction(&talk) != 0, is_believed, "{share} %");
    }
}

#[test]
fn reasoning_that_is_forgotten_teaches_nothing() {
    let mut talk = talk(&[]);
    for round in 0..6 {
        say(&mut talk, &words(900));
        let mut thought = assistant("");
        thought["content"] = json!([{ "type": "reasoning", "encrypted": "x".repeat(9_000) }]);
        thought["toolCalls"] = json!([{ "id": format!("c{round}"), "name": "clock", "arguments": {} }]);
        talk.append_json(&thought.to_string(), 0).expect("a message");
        let result = json!({ "role": "tool", "toolCallId": format!("c{round}"), "content": "noon" });
        talk.append_json(&result.to_string(), 0).expect("a message");
        ask(&mut talk, &json!({}), "");
        // The model reads less of the text than it forgets of the reasoning.
        let counted = estimated(&talk) - 100 * round;
        answer(&mut talk, counted);
    }
    let [own, grown] = grown_by(&mut talk, &words(10_000));
    assert!(grown.abs_diff(own) < 600, "{grown}, not {own}");
    let mut out = Vec::new();
    talk.write_snapshot("{}", &mut out);
    let snapshot: Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(snapshot["corrections"][0].get("learnt"), None, "{snapshot}");
}

#[test]
fn a_snapshot_keeps_what_was_learnt() {
    let mut talk = talk(&[user(&words(500))]);
    let mut counted = ask(&mut talk, &json!({}), "");
    answer(&mut talk, counted);
    for _ in 0..3 {
        say(&mut talk, &words(1_000));
        ask(&mut talk, &json!({}), "");
        counted += 1_200;
        answer(&mut talk, counted);
    }
    let mut out = Vec::new();
    talk.write_snapshot("{}", &mut out);
    let snapshot = String::from_utf8(out).expect("UTF-8");
    let (mut restored, _) = Conversation::restored(&snapshot, None, 0).expect("a snapshot");
    for talk in [&mut talk, &mut restored] {
        say(talk, &words(3_000));
        ask(talk, &json!({}), "");
        answer(talk, counted + 3_800);
        say(talk, &words(3_000));
    }
    assert_eq!(restored.history().context_tokens(), talk.history().context_tokens());
}
