//! The rules of Converse, for requests of a conversation.

use super::case::bedrock;
use backscroll::engine::{Conversation, Settings};
use serde_json::{Value, json};

fn user() -> Value {
    json!({ "role": "user", "content": "Time?" })
}

fn result(id: &str, content: &Value) -> Value {
    json!({ "role": "tool", "toolCallId": id, "content": content })
}

#[test]
fn be2_results_of_a_batch_and_words_after_them_share_a_message() {
    let calls = json!([{ "id": "a", "name": "clock", "arguments": "{}" }, { "id": "b", "name": "clock", "arguments": "{}" }]);
    let asks = json!({ "role": "assistant", "toolCalls": calls });
    let told = |id: &str| json!({ "toolResult": { "toolUseId": id, "content": [{ "text": "noon" }] } });
    let used = |id: &str| json!({ "toolUse": { "toolUseId": id, "name": "clock", "input": {} } });
    bedrock(json!([user(), asks, result("b", &json!("noon")), result("a", &json!("noon")), user()])).gives(
        &[],
        &json!([
            { "role": "user", "content": [{ "text": "Time?" }] },
            { "role": "assistant", "content": [used("a"), used("b")] },
            { "role": "user", "content": [told("b"), told("a"), { "text": "Time?" }] },
        ]),
    );
}

#[test]
fn be11_documents_of_other_formats_get_names() {
    let file = |name: Option<&str>| json!({ "type": "file", "mediaType": "application/pdf", "data": "JVBERg==", "name": name });
    let said = json!({ "role": "user", "content": [file(Some("a.pdf")), file(None), file(Some("a.pdf"))] });
    let case = bedrock(json!([said]));
    let repairs = ["name-mapped BE11"; 4];
    for (at, name) in ["a-pdf", "Document", "a-pdf 2"].into_iter().enumerate() {
        case.gives_at(&repairs, &format!("/messages/0/content/{at}/document/name"), &json!(name));
    }
}

#[test]
fn be13_media_at_an_address_are_named_in_words() {
    let image = json!({ "type": "image", "url": "https://example.org/a.png" });
    let case = bedrock(json!([{ "role": "user", "content": [{ "type": "text", "text": "Look." }, image] }]));
    case.gives_at(&["media-replaced BE13"], "/messages/0/content/1", &json!({ "text": "[image]" }));
}

#[test]
fn reasoning_goes_back_only_to_its_provider() {
    let thought = |format: &str| json!({ "type": "reasoning", "text": "Hm.", "signature": "c2ln", "origin": { "format": format } });
    let talk = |format: &str| {
        let says =
            json!({ "role": "assistant", "content": [thought(format), { "type": "text", "text": "Noon." }] });
        bedrock(json!([user(), says, user()]))
    };
    let own = json!({ "reasoningContent": { "reasoningText": { "text": "Hm.", "signature": "c2ln" } } });
    talk("bedrock").gives_at(&[], "/messages/1/content/0", &own);
    talk("anthropic").gives_at(
        &["reasoning-dropped BE19"],
        "/messages/1/content/0",
        &json!({ "text": "Noon." }),
    );
}

#[test]
fn instructions_in_the_middle_are_the_users_unless_the_model_takes_them() {
    let mut talk = Conversation::new(Settings::default());
    let said = json!({ "messages": [user(), { "role": "system", "content": "Be brief." }] });
    talk.read("openai-chat", &said.to_string(), 0).expect("a body");
    let mut messages = |options: &str| {
        let mut out = Vec::new();
        talk.request(4, "", options, &mut out).expect("sendable");
        let body: Value = serde_json::from_slice(&out).expect("a body");
        body["messages"].clone()
    };
    let (time, brief) = (json!({ "text": "Time?" }), json!({ "text": "Be brief." }));
    assert_eq!(messages(""), json!([{ "role": "user", "content": [time, brief] }]));
    let able = messages(r#"{"capabilities":{"systemMidConversation":true}}"#);
    assert_eq!(
        able,
        json!([{ "role": "user", "content": [time] }, { "role": "system", "content": [brief] }])
    );
}

#[test]
fn instructions_at_the_start_are_joined_to_the_prompt_whatever_the_model_takes_in_the_middle() {
    let mut talk = Conversation::new(Settings::default());
    let system = |text: &str| json!({ "role": "system", "content": text });
    let said =
        json!({ "messages": [system("Be brief."), system("Be kind."), user(), system("In English.")] });
    talk.read("openai-chat", &said.to_string(), 0).expect("a body");
    let mut written = |target: usize, params: &str| -> Value {
        let mut out = Vec::new();
        let options = r#"{"capabilities":{"systemMidConversation":false}}"#;
        talk.request(target, params, options, &mut out).expect("sendable");
        serde_json::from_slice(&out).expect("a body")
    };
    let bedrock = written(4, "");
    assert_eq!(bedrock["system"], json!([{ "text": "Be brief." }, { "text": "Be kind." }]));
    let rest = json!([{ "role": "user", "content": [{ "text": "Time?" }, { "text": "In English." }] }]);
    assert_eq!(bedrock["messages"], rest);
    let anthropic = written(1, r#"{"model":"m","max_tokens":9}"#);
    let texts = ["Be brief.", "Be kind."].map(|text| json!({ "type": "text", "text": text }));
    assert_eq!(anthropic["system"], json!(texts));
    assert_eq!(anthropic["messages"].as_array().map(Vec::len), Some(1));
}
