//! What is no message of the SDK, or one of an older version.

use super::desk::convert;
use backscroll::error::Code;
use serde_json::{Value, json};

#[track_caller]
fn refused(body: Value, code: Code, path: &str, words: &str) {
    let error = convert("ai-sdk", "backscroll", &body).err().unwrap_or_else(|| panic!("accepted: {body}"));
    assert_eq!((error.code(), error.path().unwrap_or_default()), (code, path), "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

fn model(role: &str, part: Value) -> Value {
    json!([{ "role": role, "content": [part] }])
}

fn ui(role: &str, part: Value) -> Value {
    json!({ "messages": [{ "id": "1", "role": role, "parts": [part] }] })
}

#[test]
fn what_is_no_list_of_messages_is_refused() {
    let wrong = Code::InvalidMessage;
    refused(json!(1), wrong, "", "expected a list of messages");
    refused(json!({ "prompt": "Hi." }), wrong, "", "expected a list of messages");
    refused(json!({ "messages": {} }), wrong, "messages", "expected a list of messages, found an object");
    refused(json!(["Hi."]), wrong, "[0]", "expected an object, found a string");
    refused(json!([{ "role": "user" }]), wrong, "[0]", "needs `content` or `parts`");
    refused(json!([{ "content": "Hi." }]), wrong, "[0].role", "found nothing");
    refused(
        json!([{ "role": "user", "content": 1 }]),
        wrong,
        "[0].content",
        "expected a string or a list of parts",
    );
    refused(json!([{ "role": "system", "content": [] }]), wrong, "[0].content", "expected a string");
    refused(json!([{ "id": 1, "role": "user", "parts": [] }]), wrong, "[0].id", "expected a string");
    refused(
        json!([{ "role": "robot", "content": "Hi." }]),
        Code::InvalidRole,
        "[0].role",
        "system, user, assistant, tool",
    );
    refused(
        ui("tool", json!({ "type": "text", "text": "" })),
        Code::InvalidRole,
        "messages[0].role",
        "system, user, assistant",
    );
}

#[test]
fn a_list_of_both_forms_is_refused() {
    let ui = json!({ "id": "1", "role": "user", "parts": [] });
    let model = json!({ "role": "user", "content": "Hi." });
    refused(json!([ui, model]), Code::InvalidMessage, "[1]", "a model message among UI messages");
    refused(
        json!({ "messages": [model, ui] }),
        Code::InvalidMessage,
        "messages[1]",
        "a UI message among model messages",
    );
}

#[test]
fn parts_that_lack_something_are_refused_at_their_place() {
    let wrong = Code::InvalidMessage;
    refused(model("user", json!({ "text": "Hi." })), wrong, "[0].content[0].type", "found nothing");
    refused(model("user", json!({ "type": "text" })), wrong, "[0].content[0].text", "found nothing");
    refused(
        model("user", json!({ "type": "text", "text": "", "providerOptions": 1 })),
        wrong,
        "[0].content[0].providerOptions",
        "expected an object",
    );
    refused(model("user", json!({ "type": "image" })), wrong, "[0].content[0].image", "found nothing");
    refused(
        model("user", json!({ "type": "file", "data": { "type": "Buffer", "data": [1] } })),
        wrong,
        "[0].content[0].data",
        "bytes have no form in JSON",
    );
    refused(
        model("user", json!({ "type": "image", "image": { "0": 137 } })),
        wrong,
        "[0].content[0].image",
        "bytes have no form in JSON",
    );
    refused(
        model("assistant", json!({ "type": "tool-call", "toolName": "x" })),
        wrong,
        "[0].content[0].toolCallId",
        "found nothing",
    );
    refused(
        model("tool", json!({ "type": "text", "text": "" })),
        wrong,
        "[0].content[0].type",
        "tool-result",
    );
    let result = |output: Value| {
        model("tool", json!({ "type": "tool-result", "toolCallId": "c", "toolName": "t", "output": output }))
    };
    refused(result(json!("x")), wrong, "[0].content[0].output", "expected an object");
    refused(result(json!({ "type": "json" })), wrong, "[0].content[0].output.value", "found nothing");
    refused(
        result(json!({ "type": "html", "value": "" })),
        wrong,
        "[0].content[0].output.type",
        "unknown type of output `html`",
    );
    refused(
        result(json!({ "type": "content", "value": [{ "type": "file-data" }] })),
        wrong,
        "[0].content[0].output.value[0].data",
        "found nothing",
    );
    refused(
        ui("assistant", json!({ "type": "tool-x", "toolCallId": "c" })),
        wrong,
        "messages[0].parts[0].state",
        "found nothing",
    );
    refused(
        ui("assistant", json!({ "type": "tool-x", "toolCallId": "c", "state": "lost" })),
        wrong,
        "messages[0].parts[0].state",
        "input-streaming",
    );
    refused(
        ui("assistant", json!({ "type": "tool-x", "toolCallId": "c", "state": "output-error" })),
        wrong,
        "messages[0].parts[0].errorText",
        "found nothing",
    );
    refused(
        ui("assistant", json!({ "type": "tool-x", "toolCallId": "c", "state": "output-denied" })),
        wrong,
        "messages[0].parts[0].approval",
        "needs an `approval` with `approved: false`",
    );
}

#[test]
fn older_versions_are_named() {
    let old = "is of version 4 of the AI SDK or older";
    let wrong = Code::InvalidMessage;
    refused(json!([{ "id": "1", "role": "user", "content": "Hi.", "parts": [] }]), wrong, "[0].content", old);
    refused(
        json!([{ "id": "1", "role": "assistant", "content": "", "toolInvocations": [] }]),
        wrong,
        "[0].toolInvocations",
        old,
    );
    refused(
        json!([{ "role": "user", "content": "", "experimental_attachments": [] }]),
        wrong,
        "[0].experimental_attachments",
        old,
    );
    refused(json!([{ "role": "data", "content": "" }]), wrong, "[0].role", old);
    refused(
        model("assistant", json!({ "type": "tool-call", "toolCallId": "c", "toolName": "t", "args": {} })),
        wrong,
        "[0].content[0].args",
        old,
    );
    refused(
        model("tool", json!({ "type": "tool-result", "toolCallId": "c", "toolName": "t", "result": 1 })),
        wrong,
        "[0].content[0].result",
        old,
    );
    refused(
        model("user", json!({ "type": "file", "data": "", "mimeType": "text/plain" })),
        wrong,
        "[0].content[0].mimeType",
        old,
    );
    refused(
        ui("assistant", json!({ "type": "tool-invocation", "toolInvocation": {} })),
        wrong,
        "messages[0].parts[0].type",
        old,
    );
    refused(
        ui("assistant", json!({ "type": "source", "source": {} })),
        wrong,
        "messages[0].parts[0].type",
        old,
    );
    refused(
        ui("assistant", json!({ "type": "reasoning", "reasoning": "Hm." })),
        wrong,
        "messages[0].parts[0].reasoning",
        old,
    );
    refused(
        ui("assistant", json!({ "type": "tool-x", "toolCallId": "c", "state": "result" })),
        wrong,
        "messages[0].parts[0].state",
        old,
    );
}

#[test]
fn an_input_may_be_no_deeper_than_other_arguments() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let call = json!({ "type": "tool-call", "toolCallId": "c", "toolName": "t", "input": deep });
    refused(model("assistant", call), Code::TooDeep, "[0].the arguments of call `c`", "nested deeper");
}
