//! AN8 to AN21 and AN23: texts, ends, thinking, cache breakpoints, instructions, media.

use super::case::{Case, anthropic};
use serde_json::{Value, json};

fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

fn assistant(content: Value) -> Value {
    json!({ "role": "assistant", "content": content })
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn said(parts: Value) -> Case {
    anthropic(json!([{ "role": "user", "content": parts }]))
}

#[test]
fn an8_texts_are_not_blank() {
    let case = said(json!([text(""), text("a"), text(" ")]));
    case.gives_at(&["empty-text-dropped AN8"], "/messages/0/content", &json!([text("a"), text(" ")]));
    let image = json!({ "type": "image", "url": "https://example.org/a.png" });
    said(json!([text(" "), image])).gives_at(
        &["empty-text-dropped AN8"],
        "/messages/0/content/0/type",
        &json!("image"),
    );
}

#[test]
fn an9_messages_are_not_empty() {
    let case = anthropic(json!([user("a"), assistant(Value::Null), user(" "), user("b")]));
    let repairs = ["empty-message-dropped AN9", "empty-text-dropped AN8", "empty-message-dropped AN9"];
    case.gives(&repairs, &json!([{ "role": "user", "content": [text("a"), text("b")] }]));
}

#[test]
fn an9_a_tool_may_return_nothing() {
    let call = json!({ "role": "assistant", "content": "", "toolCalls": [{ "id": "x", "name": "f", "arguments": "{}" }] });
    let case = anthropic(json!([user("a"), call, { "role": "tool", "toolCallId": "x", "content": "" }]));
    case.gives_at(&[], "/messages/2/content/0/content", &json!(""));
}

#[test]
fn an10_the_last_words_of_the_assistant_do_not_end_in_white_space() {
    let prefill =
        |words: &str| anthropic(json!([user("a"), assistant(json!(words))])).able(json!({ "prefill": true }));
    prefill("so \n").gives_at(&["whitespace-dropped AN10"], "/messages/1/content/0/text", &json!("so"));
    prefill("so").gives_at(&[], "/messages/1/content/0/text", &json!("so"));
}

#[test]
fn an11_the_user_speaks_last_unless_the_model_continues_its_message() {
    let case = || anthropic(json!([user("a"), assistant(json!("so "))]));
    let turn = json!({ "role": "user", "content": [text("Continue.")] });
    case().gives_at(&["user-message-added AN11"], "/messages/2", &turn);
    case().able(json!({ "prefill": true })).gives_at(
        &["whitespace-dropped AN10"],
        "/messages/2",
        &Value::Null,
    );
}

#[test]
fn an25_words_that_are_continued_do_not_end_in_thinking() {
    let thought = json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln" });
    let prefill =
        |content: Value| anthropic(json!([user("a"), assistant(content)])).able(json!({ "prefill": true }));
    let both = prefill(json!([{ "type": "text", "text": "so " }, thought]));
    both.gives_at(
        &["reasoning-dropped AN25", "whitespace-dropped AN10"],
        "/messages/1/content",
        &json!([text("so")]),
    );
    prefill(json!([thought])).gives_at(&["reasoning-dropped AN25"], "/messages/1", &Value::Null);
    let asked = anthropic(json!([user("a"), assistant(json!([thought]))]));
    asked.gives_at(&["user-message-added AN11"], "/messages/1/content/0/type", &json!("thinking"));
}

#[test]
fn an12_the_user_speaks_first_where_the_model_requires_it() {
    let case = || anthropic(json!([assistant(json!("hello")), user("a")]));
    case().gives_at(&[], "/messages/0/role", &json!("assistant"));
    let older = case().able(json!({ "assistantFirst": false }));
    older.gives_at(&["user-message-added AN12"], "/messages/0/role", &json!("user"));
}

#[test]
fn an13_neighbours_of_one_role_share_a_message() {
    let case =
        anthropic(json!([user("a"), user("b"), assistant(json!("c")), assistant(json!("d")), user("e")]));
    let expected = json!([
        { "role": "user", "content": [text("a"), text("b")] },
        { "role": "assistant", "content": [text("c"), text("d")] },
        { "role": "user", "content": [text("e")] },
    ]);
    case.gives(&[], &expected);
}

fn thought(origin: &Value) -> Value {
    json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln", "origin": origin })
}

fn loop_with(parts: Value) -> Case {
    let call = json!({ "role": "assistant", "content": parts, "toolCalls": [{ "id": "x", "name": "f", "arguments": "{}" }] });
    anthropic(json!([user("a"), call, { "role": "tool", "toolCallId": "x", "content": "1" }]))
}

#[test]
fn an15_thinking_is_not_asked_for_where_the_last_tool_turn_lacks_it() {
    let asked = json!({ "type": "enabled", "budget_tokens": 1024 });
    let own = thought(&json!({ "format": "anthropic", "model": "m" }));
    loop_with(json!([own])).param("thinking", asked.clone()).gives_at(&[], "/thinking", &asked);
    let without = loop_with(json!([text("hm")])).param("thinking", asked);
    without.gives_at(&["thinking-disabled AN15"], "/thinking", &Value::Null);
}

#[test]
fn an17_foreign_and_unsigned_thinking_is_dropped() {
    for (origin, signed, repairs) in [
        (json!({ "format": "anthropic", "model": "m" }), true, &[][..]),
        (json!({ "format": "anthropic" }), true, &[]),
        (json!({ "format": "anthropic", "model": "m" }), false, &["reasoning-dropped AN17"]),
        (json!({ "format": "openai-chat", "model": "m" }), true, &["reasoning-dropped AN17"]),
        (json!({ "format": "anthropic", "model": "another" }), true, &["reasoning-dropped AN17"]),
    ] {
        let mut part = thought(&origin);
        if !signed {
            part["signature"] = Value::Null;
        }
        let kind = if repairs.is_empty() { "thinking" } else { "tool_use" };
        loop_with(json!([part])).gives_at(repairs, "/messages/1/content/0/type", &json!(kind));
    }
}

#[test]
fn an19_the_last_four_breakpoints_stay() {
    let marked = |ttl: Option<&str>| {
        let mut part = json!({ "type": "text", "text": "a", "cache_control": { "type": "ephemeral" } });
        if let Some(ttl) = ttl {
            part["cache_control"]["ttl"] = json!(ttl);
        }
        part
    };
    let five: Vec<Value> = (0..5).map(|_| marked(None)).collect();
    let case = said(json!(five));
    case.gives_at(&["cache-breakpoint-dropped AN19"], "/messages/0/content/0", &text("a"));
    case.gives_at(
        &["cache-breakpoint-dropped AN19"],
        "/messages/0/content/1/cache_control/type",
        &json!("ephemeral"),
    );
    let tool = json!([{ "name": "f", "cache_control": { "type": "ephemeral" } }]);
    said(json!(five[1..])).param("tools", tool).gives_at(
        &["cache-breakpoint-dropped AN19"],
        "/messages/0/content/0",
        &text("a"),
    );
    let sorted = said(json!([marked(Some("1h")), marked(None)]));
    sorted.gives_at(&[], "/messages/0/content/0/cache_control/ttl", &json!("1h"));
}

#[test]
fn an20_a_long_lived_breakpoint_after_a_short_lived_one_is_dropped() {
    let short = json!({ "type": "text", "text": "a", "cache_control": { "type": "ephemeral" } });
    let long = json!({ "type": "text", "text": "b", "cache_control": { "type": "ephemeral", "ttl": "1h" } });
    said(json!([short, long])).gives_at(
        &["cache-breakpoint-dropped AN20"],
        "/messages/0/content/1",
        &text("b"),
    );
}

#[test]
fn an20_an_empty_text_takes_its_breakpoint_with_it() {
    let empty = json!({ "type": "text", "text": "", "cache_control": { "type": "ephemeral" } });
    said(json!([text("a"), empty])).gives_at(
        &["empty-text-dropped AN8"],
        "/messages/0/content",
        &json!([text("a")]),
    );
}

#[test]
fn an23_media_without_a_form_there_become_a_line_that_names_them() {
    for (part, sent, repairs) in [
        (json!({ "type": "image", "mediaType": "image/webp", "data": "aaaa" }), "image", &[][..]),
        (
            json!({ "type": "image", "mediaType": "image/bmp", "data": "aaaa" }),
            "text",
            &["media-replaced AN23"],
        ),
        (
            json!({ "type": "image", "data": "aaaa", "mediaType": "image/png", "width": 8_001 }),
            "text",
            &["media-replaced AN23"],
        ),
        (
            json!({ "type": "audio", "mediaType": "audio/wav", "data": "aaaa" }),
            "text",
            &["media-replaced AN23"],
        ),
        (json!({ "type": "file", "mediaType": "application/pdf", "data": "aaaa" }), "document", &[]),
        (
            json!({ "type": "file", "mediaType": "text/csv", "data": "aaaa" }),
            "text",
            &["media-replaced AN23"],
        ),
        (
            json!({ "type": "file", "fileId": "file-1", "origin": { "format": "openai-chat" } }),
            "text",
            &["media-replaced AN23"],
        ),
    ] {
        said(json!([part])).gives_at(repairs, "/messages/0/content/0/type", &json!(sent));
    }
}

#[test]
fn names_of_speakers_are_dropped() {
    let case = anthropic(json!([{ "role": "user", "content": "a", "name": "Ada" }]));
    case.gives(&["field-dropped"], &json!([{ "role": "user", "content": [text("a")] }]));
}
