//! A case: messages of a conversation, and the expected request.

use backscroll::engine::{Conversation, Settings, sanitize_body};
use backscroll::format::BodyForm;
use serde_json::{Value, json};

/// A conversation to write for a target.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    target: usize,
    messages: Vec<Value>,
    options: Value,
    params: Value,
}

/// A message of the user.
pub(crate) fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

/// A message that calls `clock` once for each id.
pub(crate) fn calls(ids: &[&str]) -> Value {
    let call = |id: &&str| json!({ "id": id, "name": "clock", "arguments": "{}" });
    json!({ "role": "assistant", "content": null, "toolCalls": ids.iter().map(call).collect::<Vec<_>>() })
}

/// The result of a call.
pub(crate) fn result(id: &str) -> Value {
    json!({ "role": "tool", "toolCallId": id, "content": "noon" })
}

/// `calls` in the form of Chat Completions and of Mistral.
pub(crate) fn chat_calls(ids: &[&str]) -> Value {
    let call = |id: &&str| json!({ "id": id, "type": "function", "function": { "name": "clock", "arguments": "{}" } });
    json!({ "role": "assistant", "content": null, "tool_calls": ids.iter().map(call).collect::<Vec<_>>() })
}

/// `result` in that form.
pub(crate) fn chat_result(id: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": id, "content": "noon" })
}

/// For Chat Completions.
pub(crate) fn openai(messages: Value) -> Case {
    Case::new(0, messages, json!({ "model": "m" }))
}

/// For Anthropic Messages.
pub(crate) fn anthropic(messages: Value) -> Case {
    Case::new(1, messages, json!({ "model": "m", "max_tokens": 9 }))
}

/// For Responses.
pub(crate) fn responses(messages: Value) -> Case {
    Case::new(2, messages, json!({ "model": "m" }))
}

/// For generateContent.
pub(crate) fn gemini(messages: Value) -> Case {
    Case::new(3, messages, json!({}))
}

/// For Mistral's chat completions.
pub(crate) fn mistral(messages: Value) -> Case {
    Case::new(5, messages, json!({ "model": "m" }))
}

/// For Converse, with tools.
pub(crate) fn bedrock(messages: Value) -> Case {
    let tool = json!({ "toolSpec": { "name": "clock", "inputSchema": { "json": {} } } });
    Case::new(4, messages, json!({ "toolConfig": { "tools": [tool] } }))
}

impl Case {
    fn new(target: usize, messages: Value, params: Value) -> Self {
        let messages = messages.as_array().cloned().expect("a list of messages");
        Self { target, messages, options: json!({}), params }
    }

    /// Sets the capabilities of the model.
    pub(crate) fn able(mut self, capabilities: Value) -> Self {
        self.options["capabilities"] = capabilities;
        self
    }

    /// Sets an option.
    pub(crate) fn option(mut self, name: &str, value: Value) -> Self {
        self.options[name] = value;
        self
    }

    /// Sets the params.
    pub(crate) fn param(mut self, name: &str, value: Value) -> Self {
        self.params[name] = value;
        self
    }

    /// Writes a request. Returns the conversation and the body.
    fn asked(&self) -> (Conversation, Value) {
        let mut talk = Conversation::new(Settings::default());
        for message in &self.messages {
            talk.append_json(&message.to_string(), 0).unwrap_or_else(|error| panic!("{message}: {error}"));
        }
        let mut out = Vec::new();
        let (params, options) = (self.params.to_string(), self.options.to_string());
        talk.request(self.target, &params, &options, &mut out)
            .unwrap_or_else(|error| panic!("{self:?}: {error}"));
        (talk, serde_json::from_slice(&out).expect("a body"))
    }

    fn written(&self) -> (Value, Vec<String>) {
        let (talk, body) = self.asked();
        let told = talk.repairs().iter().map(|repair| match repair.rule {
            Some(rule) => format!("{} {}", repair.code.as_str(), rule.id),
            None => repair.code.as_str().to_owned(),
        });
        (body, told.collect())
    }

    /// Returns the written body. Fails unless exactly these repairs are reported, and none when the body is
    /// sanitised again.
    fn repaired(&self, repairs: &[&str]) -> Value {
        let (body, told) = self.written();
        assert_eq!(told, repairs, "{self:#?}\nbecame\n{body:#}");
        let mut out = Vec::new();
        sanitize_body(BodyForm::Whole, self.target, &body.to_string(), &self.options.to_string(), &mut out)
            .expect("sendable");
        let again: Value = serde_json::from_slice(&out).expect("a report");
        assert_eq!(again["repairs"], json!([]), "a second time, of\n{body:#}");
        assert_eq!(again["body"], body, "a second time");
        body
    }

    /// Returns the written body.
    pub(crate) fn body(&self) -> Value {
        self.written().0
    }

    /// Checks which calls are named by the repairs that name one, each behind the code.
    pub(crate) fn names(&self, calls: &[(&str, &str)]) {
        let (talk, _) = self.asked();
        let named = talk
            .repairs()
            .iter()
            .filter_map(|repair| Some((repair.code.as_str(), repair.call_id.as_deref()?)));
        assert_eq!(named.collect::<Vec<_>>(), calls, "{self:#?}");
    }

    /// Checks the repairs, each as its code and its rule, and the messages.
    pub(crate) fn gives(&self, repairs: &[&str], messages: &Value) {
        let body = self.repaired(repairs);
        assert_eq!(body["messages"], *messages, "{body:#}");
    }

    /// Checks the repairs, and the value at a JSON pointer of the body.
    pub(crate) fn gives_at(&self, repairs: &[&str], pointer: &str, value: &Value) {
        let body = self.repaired(repairs);
        let found = body.pointer(pointer).unwrap_or(&Value::Null);
        assert_eq!(found, value, "{pointer} of {body:#}");
    }
}
