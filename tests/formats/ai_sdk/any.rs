//! Any conversation.

use super::config::cases;
use super::desk::{convert, converted};
use super::said::message;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Neutral messages, each with an id of its own.
fn talk() -> BoxedStrategy<Value> {
    vec(message(), 0..8)
        .prop_map(|messages| {
            let named = messages.into_iter().enumerate().map(|(at, mut message)| {
                message["id"] = json!(format!("n{at}"));
                message
            });
            Value::Array(named.collect())
        })
        .boxed()
}

/// What a message says, calls and answers, where it may be written in several ways.
fn gist(message: &Value) -> Value {
    let parts: Vec<&Value> = message["content"].as_array().into_iter().flatten().collect();
    let is = |part: &Value, kinds: &[&str]| kinds.iter().any(|kind| part["type"] == *kind);
    let texts =
        parts.iter().filter(|part| !is(part, &["reasoning"])).filter_map(|part| part["text"].as_str());
    let said =
        message["content"].as_str().map_or_else(|| texts.collect::<Vec<_>>().join("\n"), str::to_owned);
    let media = parts.iter().filter(|part| is(part, &["image", "audio", "file"]));
    let media: Vec<Value> = media
        .map(|part| json!([part["type"], part["data"], part["url"], part["name"], part["detail"]]))
        .collect();
    let thoughts = parts.iter().filter(|part| is(part, &["reasoning"]));
    let thoughts: Vec<Value> = thoughts
        .map(|part| json!([part["text"].as_str().unwrap_or_default(), part["signature"], part["encrypted"]]))
        .collect();
    let arguments = |call: &Value| {
        let text = call["arguments"].as_str();
        text.map_or_else(
            || call["arguments"].clone(),
            |text| serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
        )
    };
    let calls = message["toolCalls"].as_array().into_iter().flatten();
    let calls: Vec<Value> = calls.map(|call| json!([call["id"], call["name"], arguments(call)])).collect();
    let failed = message["isError"] == true;
    json!([message["role"], said, media, thoughts, calls, message["toolCallId"], failed])
}

/// The messages that a report names, but for fields that are not compared.
fn named(reports: &[String]) -> Vec<String> {
    let is_beside = |report: &String| report.starts_with("field-dropped") && !report.contains("`signature`");
    let reports = reports.iter().filter(|report| !is_beside(report));
    reports.map(|report| report.split([' ', ':']).nth(1).unwrap_or_default().to_owned()).collect()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn what_was_written_comes_back(talk in talk(), form in prop::sample::select(&["ai-sdk/model", "ai-sdk/ui"][..])) {
        let written = converted("backscroll", form, &talk).body;
        let again = converted("ai-sdk", form, &written);
        prop_assert_eq!(&again.body, &written);
        prop_assert!(again.losses.is_empty() && again.repairs.is_empty(), "{:?} {:?}", again.losses, again.repairs);
    }

    #[test]
    fn a_message_that_no_report_names_says_the_same(talk in talk()) {
        // In the order of the history: results stand behind their calls.
        let before = converted("backscroll", "backscroll", &talk).body;
        let there = converted("backscroll", "ai-sdk/model", &talk);
        let after = converted("ai-sdk", "backscroll", &there.body).body;
        let [before, after] = [&before, &after].map(|list| list.as_array().cloned().unwrap_or_default());
        prop_assert_eq!(before.len(), after.len(), "{}", there.body);
        let told = named(&[there.losses, there.repairs].concat());
        for (before, after) in before.iter().zip(&after) {
            let is_named = told.iter().any(|id| before["id"] == **id);
            prop_assert!(is_named || gist(before) == gist(after), "{} became {}", before, after);
            prop_assert_eq!(&before["role"], &after["role"]);
        }
    }

    #[test]
    fn no_list_is_too_strange(list in any_json()) {
        for form in ["ai-sdk/model", "ai-sdk/ui", "openai-chat", "anthropic"] {
            if let Ok(done) = convert("ai-sdk", form, &list) && form.starts_with("ai-sdk") {
                let again = converted("ai-sdk", form, &done.body);
                prop_assert_eq!(again.body, done.body);
            }
        }
    }
}

/// Messages that look like the SDK's, with anything in the places of their fields.
fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(""),
        json!("x"),
        json!("file-1"),
        json!("data:a;base64,b"),
        json!([]),
        json!({}),
        json!({ "anthropic": { "signature": "c2ln" } }),
        json!({ "openai": { "itemId": "rs_1" } }),
        json!({ "id": "a", "approved": true }),
        json!({ "type": "json", "value": { "a": 1 } }),
        json!({ "type": "content", "value": [{ "type": "text", "text": "x" }] }),
    ]);
    let kind = prop::sample::select(vec![
        "text",
        "image",
        "file",
        "reasoning",
        "tool-call",
        "tool-result",
        "tool-approval-request",
        "tool-approval-response",
        "step-start",
        "tool-x",
        "dynamic-tool",
        "data-x",
        "source-url",
        "custom",
    ]);
    let state = prop::sample::select(vec![
        "input-streaming",
        "input-available",
        "approval-responded",
        "output-available",
        "output-error",
        "output-denied",
    ]);
    let field = prop::sample::select(vec![
        "input",
        "rawInput",
        "output",
        "approval",
        "providerOptions",
        "providerMetadata",
        "callProviderMetadata",
        "resultProviderMetadata",
        "mediaType",
        "filename",
        "providerExecuted",
        "preliminary",
        "id",
        "title",
    ]);
    let part = (kind, state, vec((field, leaf.clone()), 0..4), leaf.clone()).prop_map(|(kind, state, fields, source)| {
        let mut part = json!({ "type": kind, "text": "x", "toolCallId": "c", "toolName": "t", "approvalId": "a", "approved": true, "errorText": "e" });
        part["state"] = json!(state);
        ["image", "data", "url"].iter().for_each(|place| part[*place] = source.clone());
        part["output"] = json!({ "type": "text", "value": "v" });
        fields.into_iter().for_each(|(name, value)| part[name] = value);
        part
    });
    let role = prop::sample::select(vec!["system", "user", "assistant", "assistant", "tool"]);
    let message = (role, vec(part, 0..4)).boxed();
    (any::<bool>(), vec(message, 0..5))
        .prop_map(|(is_ui, messages)| {
            let messages = messages.into_iter().map(|(role, parts)| match (is_ui, role) {
                (true, role) => json!({ "id": "i", "role": role, "parts": parts }),
                (false, "system") => json!({ "role": "system", "content": "s" }),
                (false, role) => json!({ "role": role, "content": parts }),
            });
            Value::Array(messages.collect())
        })
        .boxed()
}
