//! The parts that hold text, in the formats of providers.

use super::check::{Case, WORD, WORD_IN_BASE64};
use super::programs::{langchain, neutral, strands};
use serde_json::{Value, json};

/// Every part of every format.
pub(crate) fn cases() -> Vec<Case> {
    [chat(), anthropic(), responses(), gemini(), bedrock(), mistral(), langchain(), strands(), neutral()]
        .concat()
        .into_iter()
        .map(|(from, what, body)| Case { from, what, body })
        .collect()
}

pub(super) type Row = (&'static str, &'static str, Value);

fn chat() -> Vec<Row> {
    let row = |what, messages: Value| ("openai-chat", what, json!({ "messages": messages }));
    let called = |result: Value| {
        let call = json!({ "id": "c1", "type": "function", "function": { "name": "f", "arguments": "{}" } });
        json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": null, "tool_calls": [call] },
            { "role": "tool", "tool_call_id": "c1", "content": result }])
    };
    let said = |message: Value| json!([{ "role": "user", "content": "Hi" }, message]);
    let asked = |content: Value| json!([{ "role": "user", "content": content }]);
    let file = format!("data:text/markdown;base64,{WORD_IN_BASE64}");
    vec![
        row("user text", asked(json!([{ "type": "text", "text": WORD }]))),
        row("user string", asked(json!(WORD))),
        row(
            "user file",
            asked(json!([{ "type": "file", "file": { "file_data": file, "filename": "a.md" } }])),
        ),
        row("system", json!([{ "role": "system", "content": WORD }, { "role": "user", "content": "Hi" }])),
        row(
            "developer",
            json!([{ "role": "developer", "content": [{ "type": "text", "text": WORD }] }, { "role": "user", "content": "Hi" }]),
        ),
        row(
            "assistant text",
            said(json!({ "role": "assistant", "content": [{ "type": "text", "text": WORD }] })),
        ),
        row(
            "assistant refusal",
            said(json!({ "role": "assistant", "content": [{ "type": "refusal", "refusal": WORD }] })),
        ),
        row(
            "assistant reasoning",
            said(json!({ "role": "assistant", "content": "Yes", "reasoning_content": WORD })),
        ),
        row("tool string", called(json!(WORD))),
        row("tool text", called(json!([{ "type": "text", "text": WORD }]))),
    ]
}

fn anthropic() -> Vec<Row> {
    let row = |what, messages: Value| ("anthropic", what, json!({ "messages": messages }));
    let asked = |content: Value| json!([{ "role": "user", "content": content }]);
    let said = |block: Value| json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": [block, { "type": "text", "text": "Yes" }] }, { "role": "user", "content": "Go on" }]);
    let called = |content: Value| {
        json!([{ "role": "user", "content": "Hi" },
            { "role": "assistant", "content": [{ "type": "tool_use", "id": "c1", "name": "f", "input": {} }] },
            { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "c1", "content": content }] }])
    };
    let text = |word: &str| json!({ "type": "text", "text": word });
    let document = |title: &str, context: &str, data: &str| json!({ "type": "document", "title": title, "context": context, "citations": { "enabled": true }, "source": { "type": "text", "media_type": "text/plain", "data": data } });
    let content =
        |content: Value| json!({ "type": "document", "source": { "type": "content", "content": content } });
    let picture = json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" } });
    let found = |source: &str, title: &str, word: &str| json!({ "type": "search_result", "source": source, "title": title, "content": [text("first"), text(word)], "citations": { "enabled": true } });
    let ran = |call: Value, result: Value| json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": [call, result, text("Yes")] }, { "role": "user", "content": "Go on" }]);
    let used = |name: &str, input: Value| json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": name, "input": input });
    vec![
        row("user text", asked(json!([text(WORD)]))),
        row("user document", asked(json!([document("t", "c", WORD)]))),
        row("user document's title", asked(json!([document(WORD, "c", "d")]))),
        row("user document's context", asked(json!([document("t", WORD, "d")]))),
        row("user document of blocks", asked(json!([content(json!([text("first"), text(WORD)]))]))),
        row("user document of a string", asked(json!([content(json!(WORD))]))),
        row("user document of text and a picture", asked(json!([content(json!([picture, text(WORD)]))]))),
        row("user search result", asked(json!([found("s", "t", WORD)]))),
        row("user search result's title", asked(json!([found("s", WORD, "x")]))),
        row("user search result's source", asked(json!([found(WORD, "t", "x")]))),
        row("tool string", called(json!(WORD))),
        row("tool text", called(json!([text(WORD)]))),
        row("tool document", called(json!([document("t", "c", WORD)]))),
        row("tool document of text and a picture", called(json!([content(json!([picture, text(WORD)]))]))),
        row("tool search result", called(json!([found("s", "t", WORD)]))),
        row("assistant text", said(text(WORD))),
        row("assistant reasoning", said(json!({ "type": "thinking", "thinking": WORD, "signature": "s" }))),
        row("assistant compaction", said(json!({ "type": "compaction", "content": WORD }))),
        row(
            "server call",
            ran(
                used("web_search", json!({ "query": WORD })),
                json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [] }),
            ),
        ),
        row(
            "server search",
            ran(
                used("web_search", json!({})),
                json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [{ "type": "web_search_result", "title": WORD, "url": "u", "encrypted_content": "e" }] }),
            ),
        ),
        row(
            "server fetch",
            ran(
                used("web_fetch", json!({})),
                json!({ "type": "web_fetch_tool_result", "tool_use_id": "srvtoolu_1", "content": { "type": "web_fetch_result", "url": "u", "content": document("t", "c", WORD) } }),
            ),
        ),
        row(
            "server code",
            ran(
                used("code_execution", json!({})),
                json!({ "type": "code_execution_tool_result", "tool_use_id": "srvtoolu_1", "content": { "type": "code_execution_result", "stdout": WORD, "stderr": "", "return_code": 0, "content": [] } }),
            ),
        ),
        row(
            "server mcp",
            ran(
                json!({ "type": "mcp_tool_use", "id": "m1", "name": "f", "server_name": "s", "input": {} }),
                json!({ "type": "mcp_tool_result", "tool_use_id": "m1", "is_error": false, "content": [text(WORD)] }),
            ),
        ),
        ("anthropic", "system", json!({ "system": [text(WORD)], "messages": asked(json!("Hi")) })),
    ]
}

fn responses() -> Vec<Row> {
    let row = |what, items: Value| ("openai-responses", what, json!({ "input": items }));
    let asked = |part: Value| json!([{ "role": "user", "content": [part] }]);
    let said = |item: Value| json!([{ "role": "user", "content": "Hi" }, item, { "role": "user", "content": "Go on" }]);
    let output = |part: Value| json!({ "type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part] });
    let called = |output: Value| json!([{ "role": "user", "content": "Hi" }, { "type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}" }, { "type": "function_call_output", "call_id": "c1", "output": output }]);
    vec![
        row("user text", asked(json!({ "type": "input_text", "text": WORD }))),
        row(
            "user file",
            asked(
                json!({ "type": "input_file", "filename": "a.csv", "file_data": format!("data:text/csv;base64,{WORD_IN_BASE64}") }),
            ),
        ),
        row(
            "assistant text",
            said(output(json!({ "type": "output_text", "text": WORD, "annotations": [] }))),
        ),
        row("assistant refusal", said(output(json!({ "type": "refusal", "refusal": WORD })))),
        row(
            "assistant reasoning",
            said(
                json!({ "type": "reasoning", "id": "rs_1", "summary": [{ "type": "summary_text", "text": WORD }] }),
            ),
        ),
        row("tool string", called(json!(WORD))),
        row("tool text", called(json!([{ "type": "input_text", "text": WORD }]))),
        row(
            "tool file",
            called(
                json!([{ "type": "input_file", "filename": "a.txt", "file_data": format!("data:text/plain;base64,{WORD_IN_BASE64}") }]),
            ),
        ),
        row(
            "custom tool",
            json!([{ "role": "user", "content": "Hi" }, { "type": "custom_tool_call", "call_id": "c1", "name": "f", "input": "x" }, { "type": "custom_tool_call_output", "call_id": "c1", "output": WORD }]),
        ),
        row(
            "server search",
            said(
                json!({ "type": "web_search_call", "id": "ws_1", "status": "completed", "action": { "type": "search", "query": WORD } }),
            ),
        ),
        row(
            "server files",
            said(
                json!({ "type": "file_search_call", "id": "fs_1", "status": "completed", "queries": ["q"], "results": [{ "file_id": "f", "filename": "n", "text": WORD }] }),
            ),
        ),
        row(
            "server code",
            said(
                json!({ "type": "code_interpreter_call", "id": "ci_1", "status": "completed", "container_id": "c", "code": WORD, "outputs": [] }),
            ),
        ),
        row(
            "server code's output",
            said(
                json!({ "type": "code_interpreter_call", "id": "ci_1", "status": "completed", "container_id": "c", "code": "x", "outputs": [{ "type": "logs", "logs": WORD }] }),
            ),
        ),
        row(
            "server mcp",
            said(
                json!({ "type": "mcp_call", "id": "mcp_1", "name": "f", "server_label": "s", "arguments": "{}", "output": WORD }),
            ),
        ),
        ("openai-responses", "instructions", json!({ "instructions": WORD, "input": "Hi" })),
    ]
}

fn gemini() -> Vec<Row> {
    let row = |what, contents: Value| ("gemini", what, json!({ "contents": contents }));
    let asked = |part: Value| json!([{ "role": "user", "parts": [part] }]);
    let said = |part: Value| json!([{ "role": "user", "parts": [{ "text": "Hi" }] }, { "role": "model", "parts": [part, { "text": "Yes" }] }, { "role": "user", "parts": [{ "text": "Go on" }] }]);
    let called = |response: Value| json!([{ "role": "user", "parts": [{ "text": "Hi" }] }, { "role": "model", "parts": [{ "functionCall": { "id": "c1", "name": "f", "args": {} } }] }, { "role": "user", "parts": [{ "functionResponse": response }] }]);
    let blob = |kind: &str| json!({ "inlineData": { "mimeType": kind, "data": WORD_IN_BASE64 } });
    vec![
        row("user text", asked(json!({ "text": WORD }))),
        row("user text/plain", asked(blob("text/plain"))),
        row("user text/csv", asked(blob("text/csv"))),
        row("user text/markdown", asked(blob("text/markdown"))),
        row("user text/html", asked(blob("text/html; charset=utf-8"))),
        row("user application/json", asked(blob("application/json"))),
        row("user application/xml", asked(blob("application/xml"))),
        row("model text", said(json!({ "text": WORD }))),
        row("model text/plain", said(blob("text/plain"))),
        row("model reasoning", said(json!({ "text": WORD, "thought": true }))),
        row("model code", said(json!({ "executableCode": { "language": "PYTHON", "code": WORD } }))),
        row(
            "model code's output",
            said(json!({ "codeExecutionResult": { "outcome": "OUTCOME_OK", "output": WORD } })),
        ),
        row("tool output", called(json!({ "id": "c1", "name": "f", "response": { "output": WORD } }))),
        row("tool object", called(json!({ "id": "c1", "name": "f", "response": { "a": WORD } }))),
        row(
            "tool text/plain",
            called(
                json!({ "id": "c1", "name": "f", "response": { "output": "x" }, "parts": [blob("text/plain")] }),
            ),
        ),
        (
            "gemini",
            "system",
            json!({ "systemInstruction": { "parts": [{ "text": WORD }] }, "contents": asked(json!({ "text": "Hi" })) }),
        ),
    ]
}

fn bedrock() -> Vec<Row> {
    let row = |what, messages: Value| ("bedrock", what, json!({ "messages": messages }));
    let text = |word: &str| json!({ "text": word });
    let asked = |block: Value| json!([{ "role": "user", "content": [text("Hi"), block] }]);
    let said = |block: Value| json!([{ "role": "user", "content": [text("Hi")] }, { "role": "assistant", "content": [block] }, { "role": "user", "content": [text("Go on")] }]);
    let called = |block: Value| json!([{ "role": "user", "content": [text("Hi")] }, { "role": "assistant", "content": [{ "toolUse": { "toolUseId": "c1", "name": "f", "input": {} } }] }, { "role": "user", "content": [{ "toolResult": { "toolUseId": "c1", "content": [block] } }] }]);
    let document = |name: &str, format: &str, source: Value| json!({ "document": { "name": name, "format": format, "source": source, "citations": { "enabled": true } } });
    let found = |word: &str| json!({ "searchResult": { "source": "s", "title": "t", "content": [text("first"), text(word)], "citations": { "enabled": true } } });
    vec![
        row("user text", asked(text(WORD))),
        row("user document", asked(document("d", "txt", json!({ "text": WORD })))),
        row("user document's name", asked(document(WORD, "txt", json!({ "text": "d" })))),
        row(
            "user document of blocks",
            asked(document("d", "md", json!({ "content": [text("first"), text(WORD)] }))),
        ),
        row("user document of bytes", asked(document("d", "csv", json!({ "bytes": WORD_IN_BASE64 })))),
        row("user search result", asked(found(WORD))),
        row("user guarded text", asked(json!({ "guardContent": { "text": { "text": WORD } } }))),
        row("tool text", called(text(WORD))),
        row("tool json", called(json!({ "json": { "a": WORD } }))),
        row("tool document", called(document("d", "txt", json!({ "text": WORD })))),
        row("tool document of bytes", called(document("d", "html", json!({ "bytes": WORD_IN_BASE64 })))),
        row("tool search result", called(found(WORD))),
        row("assistant text", said(text(WORD))),
        row(
            "assistant cited text",
            said(json!({ "citationsContent": { "content": [text(WORD)], "citations": [] } })),
        ),
        row(
            "assistant cited texts",
            said(json!({ "citationsContent": { "content": [text("first"), text(WORD)], "citations": [] } })),
        ),
        row(
            "assistant reasoning",
            said(json!({ "reasoningContent": { "reasoningText": { "text": WORD, "signature": "s" } } })),
        ),
        row(
            "server call",
            json!([{ "role": "user", "content": [text("Hi")] }, { "role": "assistant", "content": [
            { "toolUse": { "toolUseId": "s1", "name": "g", "input": { "q": WORD }, "type": "server_tool_use" } },
            { "toolResult": { "toolUseId": "s1", "content": [text("x")], "type": "server_tool_use" } }, text("Yes")] },
            { "role": "user", "content": [text("Go on")] }]),
        ),
        row(
            "server result",
            json!([{ "role": "user", "content": [text("Hi")] }, { "role": "assistant", "content": [
            { "toolUse": { "toolUseId": "s1", "name": "g", "input": {}, "type": "server_tool_use" } },
            { "toolResult": { "toolUseId": "s1", "content": [text(WORD)], "type": "nova_code_interpreter_result" } }, text("Yes")] },
            { "role": "user", "content": [text("Go on")] }]),
        ),
        ("bedrock", "system", json!({ "system": [text(WORD)], "messages": asked(text("Hi")) })),
        (
            "bedrock",
            "guarded system",
            json!({ "system": [{ "guardContent": { "text": { "text": WORD } } }], "messages": asked(text("Hi")) }),
        ),
    ]
}

fn mistral() -> Vec<Row> {
    let row = |what, messages: Value| ("mistral", what, json!({ "messages": messages }));
    let asked = |chunk: Value| json!([{ "role": "user", "content": [chunk] }]);
    let said = |chunk: Value| json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": [chunk, { "type": "text", "text": "Yes" }] }, { "role": "user", "content": "Go on" }]);
    let called = |content: Value| json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "", "tool_calls": [{ "id": "abcdefghi", "function": { "name": "f", "arguments": "{}" } }] }, { "role": "tool", "tool_call_id": "abcdefghi", "name": "f", "content": content }]);
    vec![
        row("user text", asked(json!({ "type": "text", "text": WORD }))),
        row(
            "user document",
            asked(
                json!({ "type": "document_url", "document_name": "a.txt", "document_url": format!("data:text/plain;base64,{WORD_IN_BASE64}") }),
            ),
        ),
        row("assistant text", said(json!({ "type": "text", "text": WORD }))),
        row(
            "assistant reasoning",
            said(json!({ "type": "thinking", "thinking": [{ "type": "text", "text": WORD }] })),
        ),
        row("tool string", called(json!(WORD))),
        row("tool text", called(json!([{ "type": "text", "text": WORD }]))),
        row("system", json!([{ "role": "system", "content": WORD }, { "role": "user", "content": "Hi" }])),
    ]
}
