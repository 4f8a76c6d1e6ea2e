//! Sizes by model: the row of a model, and what it counts.

use backscroll::engine::{Conversation, Settings, write_breakdown};
use backscroll::format::read_options;
use backscroll::format::sizes::{estimator, estimator_name, model_size, named};
use backscroll::message::Format;
use backscroll::tokens::Estimator;
use serde_json::{Value, json};

fn row(format: &str, options: &Value) -> &'static str {
    let options = read_options(&options.to_string()).expect("options");
    model_size(Format::parse(format).expect("a format"), &options).name
}

#[test]
fn a_model_has_the_newest_row_that_its_name_allows() {
    for (format, model, expected) in [
        ("anthropic", "claude-3-haiku-20240307", "claude-haiku-3"),
        ("anthropic", "claude-sonnet-4-5-20250929", "claude-sonnet-4.5"),
        ("anthropic", "claude-opus-4-6", "claude-4.5"),
        ("anthropic", "claude-opus-4-8", "claude-4.7"),
        ("anthropic", "claude-sonnet-5", "claude-sonnet-5"),
        ("anthropic", "claude-fable-5", "claude-opus-5"),
        ("anthropic", "claude-opus-6", "claude, unmeasured"),
        ("anthropic", "claude-zephyr-2", "claude, unmeasured"),
        ("anthropic", "my-deployment", "claude, unmeasured"),
        ("bedrock", "us.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4.5"),
        ("bedrock", "us.amazon.nova-micro-v1:0", "nova"),
        ("bedrock", "us.amazon.nova-2-lite-v1:0", "nova-2"),
        ("bedrock", "us.meta.llama4-maverick-17b-instruct-v1:0", "llama-4, bedrock"),
        ("bedrock", "openai.gpt-oss-120b-1:0", "gpt-oss"),
        ("bedrock", "mistral.pixtral-large-2502-v1:0", "pixtral"),
        ("openai-chat", "anthropic/claude-haiku-4.5", "claude-haiku-4.5"),
        ("openai-chat", "gpt-4o-2024-08-06", "gpt-4"),
        ("openai-chat", "gpt-4o-mini", "gpt-4o-mini"),
        ("openai-chat", "gpt-4.1-mini", "gpt-4.1-mini"),
        ("openai-chat", "gpt-5", "gpt-5, chat"),
        ("openai-responses", "gpt-5", "gpt-5"),
        ("openai-responses", "gpt-5.5", "gpt-5"),
        ("openai-responses", "o4-mini", "o4-mini"),
        ("openai-responses", "a-deployment", "gpt-5"),
        ("openai-chat", "google/gemini-2.5-flash", "gemini-2.5"),
        ("gemini", "gemini-3-pro-preview", "gemini-3"),
        ("gemini", "gemini-4-flash", "gemini, unmeasured"),
        ("openai-chat", "deepseek-ai/DeepSeek-R1", "deepseek"),
        ("openai-chat", "zai/GLM-5.2", "glm"),
        ("openai-chat", "Kimi-K2.5", "kimi"),
        ("openai-chat", "qwen3-32b", "qwen"),
        ("mistral", "mistral-small-latest", "mistral"),
        ("openai-chat", "phi-4", "unknown"),
        ("ai-sdk", "phi-4", "unknown"),
    ] {
        assert_eq!(row(format, &json!({ "capabilities": { "model": model } })), expected, "{format} {model}");
    }
}

#[test]
fn a_row_may_be_about_one_vendor_alone() {
    let model = |name: &str| json!({ "model": name });
    for (format, options, expected) in [
        ("openai-chat", json!({ "capabilities": model("llama-4-scout") }), "llama-4, elsewhere"),
        ("openai-chat", json!({ "capabilities": model("llama-4-scout"), "vendor": "groq" }), "llama-4"),
        ("openai-chat", json!({ "capabilities": model("grok-4-fast") }), "grok-4"),
        (
            "openai-chat",
            json!({ "capabilities": model("grok-4-fast"), "baseURL": "https://api.x.ai/v1" }),
            "grok-4-fast",
        ),
    ] {
        assert_eq!(row(format, &options), expected, "{format} {options}");
    }
}

#[test]
fn a_deployment_is_like_the_model_that_the_host_names() {
    let options = json!({
        "capabilities": { "model": "our-writer" },
        "models": [{ "name": "our-writer", "like": "claude-sonnet-4-5" }],
    });
    assert_eq!(row("openai-chat", &options), "claude-sonnet-4.5");
}

#[test]
fn a_window_is_that_of_the_newest_row_that_the_name_allows() {
    for (model, window) in [
        ("claude-2.0", Some(100_000)),
        ("claude-3-haiku-20240307", Some(200_000)),
        ("claude-sonnet-4-5-20250929", Some(200_000)),
        ("us.anthropic.claude-opus-4-6-v1:0", Some(1_000_000)),
        ("claude-haiku-4-5", Some(200_000)),
        ("claude-opus-9", Some(1_000_000)),
        ("gpt-3.5-turbo", Some(16_385)),
        ("gpt-4", Some(8_192)),
        ("gpt-4-turbo", Some(128_000)),
        ("gpt-4o-mini", Some(128_000)),
        ("gpt-4.1-nano", Some(1_047_576)),
        ("openai/gpt-5-mini", Some(272_000)),
        ("gpt-5-chat-latest", Some(128_000)),
        ("gpt-5.5", Some(922_000)),
        ("gpt-5.4-mini", Some(272_000)),
        ("o3", Some(200_000)),
        ("o1-mini", Some(128_000)),
        ("gemini-2.5-flash", Some(1_048_576)),
        ("gemini-2.5-flash-image", Some(32_768)),
        ("meta.llama3-1-70b-instruct-v1:0", Some(128_000)),
        ("meta-llama/llama-4-scout", Some(128_000)),
        ("amazon.nova-pro-v1:0", Some(300_000)),
        ("kimi-k2.5", Some(262_144)),
        ("our-writer", None),
    ] {
        let options = read_options(&json!({ "capabilities": { "model": model } }).to_string());
        assert_eq!(backscroll::format::sizes::window(&options.expect("options")), window, "{model}");
    }
}

#[test]
fn without_a_model_the_row_of_the_vendor_that_counts_most_holds() {
    let profile = json!({ "capabilities": { "model": "arn:aws:bedrock:us-east-1:1:application-inference-profile/a1" } });
    for (format, options, expected) in [
        ("anthropic", json!({}), "claude, unmeasured"),
        ("openai-responses", json!({}), "gpt-5"),
        ("openai-chat", json!({}), "unknown"),
        ("openai-chat", json!({ "vendor": "openai" }), "gpt-5, chat"),
        ("gemini", json!({}), "gemini, unmeasured"),
        ("mistral", json!({}), "mistral"),
        ("bedrock", json!({}), "claude, unmeasured"),
        ("bedrock", profile, "claude, unmeasured"),
        ("ai-sdk", json!({}), "unknown"),
        ("backscroll", json!({}), "unknown"),
    ] {
        assert_eq!(row(format, &options), expected, "{format} {options}");
    }
}

#[test]
fn an_estimator_is_found_by_its_name_with_its_model_and_without_its_margin() {
    for name in [
        "script",
        "script without margin",
        "given",
        "bytes/3",
        "chars/4",
        "script@gpt-5, chat",
        "given@claude-4.7",
    ] {
        assert_eq!(estimator_name(estimator(name).expect("an estimator")), name);
    }
    assert_eq!(estimator("script@gone").expect("an estimator"), Estimator::SCRIPT, "a row that is no more");
    assert!(estimator("tiktoken@gpt-5").is_err());
    assert!(named("unknown").is_some());
}

/// The tokens of a body for chat completions, without margins.
fn size(body: &Value) -> u64 {
    let mut out = Vec::new();
    let by = estimator("script without margin").expect("an estimator");
    write_breakdown("openai-chat", &body.to_string(), "", by, &mut out).expect("a body");
    let breakdown: Value = serde_json::from_slice(&out).expect("JSON");
    breakdown["tokens"].as_u64().expect("a number")
}

#[test]
fn fields_that_no_model_reads_count_nothing() {
    let messages = json!([{ "role": "user", "content": "Hello" }]);
    let plain = size(&json!({ "model": "gpt-4o", "messages": messages }));
    for (name, value) in [
        ("temperature", json!(0.2)),
        ("max_tokens", json!(4_096)),
        ("metadata", json!({ "user": "a long name of a user, which stands in no prompt" })),
        ("response_format", json!({ "type": "json_object" })),
        ("tool_choice", json!("auto")),
        ("tools", json!([])),
    ] {
        let mut body = json!({ "model": "gpt-4o", "messages": messages });
        body[name] = value;
        assert_eq!(size(&body), plain, "{name}");
    }
    assert!((8..=9).contains(&plain), "a request, a message and a word: {plain}");
}

#[test]
fn tools_their_choice_and_a_schema_count() {
    let tool = json!({ "type": "function", "function": { "name": "clock", "description": "Tells the time.", "parameters": { "type": "object", "properties": {} } } });
    let body = |model: &str, choice: &str, tools: usize| {
        size(&json!({
            "model": model,
            "messages": [{ "role": "user", "content": "Hello" }],
            "tools": vec![tool.clone(); tools],
            "tool_choice": choice,
        }))
    };
    let cost = |model: &str, choice: &str, tools: usize| body(model, choice, tools) - body(model, "auto", 0);
    let claude = "anthropic/claude-sonnet-4.5";
    assert_eq!(cost(claude, "required", 1) - cost(claude, "auto", 1), 589 - 496);
    let each = cost(claude, "auto", 2) - cost(claude, "auto", 1);
    assert!((20..60).contains(&each), "{each}");
    assert!(cost(claude, "auto", 1).abs_diff(496 + each) <= 2);
    assert!(cost("gpt-4o", "auto", 1) < 40);
    let schema =
        json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    let format = json!({ "type": "json_schema", "json_schema": { "name": "person", "schema": schema } });
    let with = size(
        &json!({ "model": claude, "messages": [{ "role": "user", "content": "Hello" }], "response_format": format }),
    );
    assert!(with - body(claude, "auto", 0) > 120);
}

/// The tokens of a conversation after a request for Responses.
fn tokens_of(items: &Value, model: &str) -> u64 {
    let mut talk = Conversation::new(Settings {
        estimator: estimator("script without margin").expect("one"),
        ..Settings::default()
    });
    talk.read("openai-responses", &json!({ "input": items }).to_string(), 0).expect("items");
    let params = json!({ "model": model, "store": false }).to_string();
    talk.request(2, &params, "", &mut Vec::new()).expect("a request");
    talk.history().context_tokens()
}

#[test]
fn encrypted_reasoning_counts_by_its_length_until_the_user_speaks_again() {
    let secret = "g".repeat(1_000 + 6_210);
    let user = |text: &str| json!({ "role": "user", "content": text });
    let thought = json!({ "type": "reasoning", "id": "rs_1", "summary": [{ "type": "summary_text", "text": "I thought about it at length." }], "encrypted_content": secret });
    let said = json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": "Yes." }] });
    let of = |items: &[&Value]| tokens_of(&json!(items), "gpt-5");
    let (first, second) = (user("Well?"), user("And now?"));
    let thinking = of(&[&first, &thought, &said]) - of(&[&first, &said]);
    assert!(
        (999..=1_000).contains(&thinking),
        "6.21 characters a token, beyond the first thousand: {thinking}"
    );
    assert_eq!(of(&[&first, &thought, &said, &second]), of(&[&first, &said, &second]), "it is forgotten");
}

#[test]
fn a_conversation_is_weighed_anew_for_each_model_and_comes_back_by_the_same() {
    let mut talk = Conversation::new(Settings::default());
    talk.append_json(
        &json!({ "role": "user", "content": "fn main() { println!(\"{}\", 12345); }\n".repeat(20) })
            .to_string(),
        0,
    )
    .expect("a message");
    let mut ask = |model: &str| {
        talk.request(1, &json!({ "model": model, "max_tokens": 9 }).to_string(), "", &mut Vec::new())
            .expect("a request");
        talk.history().context_tokens()
    };
    let [old, new, again] = [ask("claude-opus-4-5"), ask("claude-opus-4-8"), ask("claude-opus-4-5")];
    assert!(new > old, "{old} {new}");
    assert_eq!(old, again);
}
