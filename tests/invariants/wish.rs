//! Wishes: params and options of a request, and the constraints on its body.

use super::promises::Promises;
use super::world::World;
use backscroll::engine::sanitize_body;
use backscroll::error::Outcome;
use backscroll::format::{BodyForm, TARGETS};
use backscroll::repair::Repair;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// The numbers of the targets.
pub(crate) const OPENAI: usize = 0;
pub(crate) const ANTHROPIC: usize = 1;
pub(crate) const RESPONSES: usize = 2;
pub(crate) const GEMINI: usize = 3;
pub(crate) const BEDROCK: usize = 4;
pub(crate) const MISTRAL: usize = 5;

/// The targets of the family of chat completions that take OpenAI's bodies. Mistral has other parts, and bodies of its
/// own.
pub(crate) fn family() -> impl Strategy<Value = usize> {
    let is_member = |target: &usize| TARGETS[*target].is_chat() && *target != MISTRAL;
    select((0..TARGETS.len()).filter(is_member).collect::<Vec<usize>>())
}

/// Params and options of a request.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) target: usize,
    open_calls: &'static str,
    summary_role: Option<&'static str>,
    capabilities: Map<String, Value>,
    thinking: bool,
}

/// A written body, and its repairs.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) body: Value,
    pub(crate) bytes: Vec<u8>,
    pub(crate) repairs: Vec<Repair>,
}

/// The tools of Converse, which requires them if the history has calls.
pub(crate) fn bedrock_tools() -> Value {
    json!({ "tools": [{ "toolSpec": { "name": "search", "inputSchema": { "json": { "type": "object" } } } }] })
}

/// Any wish.
pub(crate) fn wish() -> impl Strategy<Value = Wish> {
    let flag =
        |name: &'static str| prop::option::weighted(0.2, any::<bool>()).prop_map(move |flag| (name, flag));
    let capabilities = (
        flag("prefill"),
        flag("systemMidConversation"),
        flag("assistantFirst"),
        flag("media"),
        flag("toolsDeclared"),
        flag("reasoningContent"),
        prop::option::weighted(
            0.3,
            select(
                &[
                    "gemini-3-pro-preview",
                    "gemini-2.5-flash",
                    "gemini-3.7-flash",
                    "claude-haiku-4-5-20251001",
                ][..],
            ),
        ),
    );
    let asked = (select(&["close", "keep", "drop"][..]), select(&[None, Some("system"), Some("user")][..]));
    (0..TARGETS.len(), asked, capabilities, prop::bool::weighted(0.3)).prop_map(
        |(target, asked, flags, thinking)| {
            let model = flags.6;
            let flags = [flags.0, flags.1, flags.2, flags.3, flags.4, flags.5];
            let given = flags.into_iter().filter_map(|(name, flag)| Some((name.to_owned(), json!(flag?))));
            let given = given.chain(model.map(|model| ("model".to_owned(), json!(model))));
            Wish {
                target,
                open_calls: asked.0,
                summary_role: asked.1,
                capabilities: given.collect(),
                thinking,
            }
        },
    )
}

/// Returns the wish without options.
pub(crate) fn plain(target: usize) -> Wish {
    Wish { target, open_calls: "close", summary_role: None, capabilities: Map::new(), thinking: false }
}

impl Wish {
    /// Returns the wish for another target.
    pub(crate) fn of(self, target: usize) -> Self {
        Self { target, ..self }
    }

    /// Returns true if the caller declares tools.
    pub(crate) fn vouches_for_tools(&self) -> bool {
        self.capabilities.get("toolsDeclared") == Some(&Value::Bool(true))
    }

    /// Returns the wish with open calls left open.
    pub(crate) fn keep_open(self) -> Self {
        Self { open_calls: "keep", ..self }
    }

    /// Returns the wish with open calls answered.
    pub(crate) fn close(self) -> Self {
        Self { open_calls: "close", ..self }
    }

    /// Returns the options as JSON.
    pub(crate) fn options(&self) -> String {
        let mut options = json!({ "openCalls": self.open_calls, "capabilities": self.capabilities });
        if let Some(role) = self.summary_role {
            options["summaryRole"] = json!(role);
        }
        options.to_string()
    }

    fn params(&self) -> String {
        match (self.target, self.thinking) {
            (ANTHROPIC, true) => {
                json!({ "model": "m", "max_tokens": 4_096, "thinking": { "type": "enabled", "budget_tokens": 1_024 } })
            }
            (ANTHROPIC, false) => json!({ "model": "m", "max_tokens": 4_096 }),
            (BEDROCK, thinking) => {
                let fields = if thinking { json!({ "thinking": { "type": "enabled", "budget_tokens": 1_024 } }) } else { json!({}) };
                json!({ "modelId": "m", "toolConfig": bedrock_tools(), "additionalModelRequestFields": fields })
            }
            // A vendor of the format may accept reasoning back; OpenAI does not.
            (OPENAI, _) => json!({ "model": "gpt-5", "tools": [] }),
            _ => json!({ "model": "m", "tools": [] }),
        }
        .to_string()
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        self.capabilities.get(name).and_then(Value::as_bool).unwrap_or(default)
    }

    /// Returns true if calls of the newest message may stay open.
    pub(crate) fn keeps_open(&self) -> bool {
        self.open_calls == "keep"
    }

    /// Returns the capabilities that restrict the body for every provider.
    pub(crate) fn promises(&self) -> Promises {
        Promises {
            system_mid_conversation: self.flag("systemMidConversation", true),
            assistant_first: self.flag("assistantFirst", true),
            media: self.flag("media", true),
            tools: self.flag("toolsDeclared", true),
            prefill: self.flag("prefill", true),
        }
    }

    /// Returns the strict provider's options for the model of the wish.
    pub(crate) fn provider(&self) -> Value {
        let model = self.capabilities.get("model").and_then(Value::as_str).unwrap_or_default();
        let prefill = self.flag("prefill", model == "claude-haiku-4-5-20251001");
        match self.target {
            OPENAI => json!({ "requireReasoningContent": self.flag("reasoningContent", !model.is_empty()) }),
            ANTHROPIC => json!({ "allowPrefill": prefill }),
            RESPONSES => {
                json!({ "acceptReasoningContent": self.flag("reasoningContent", !model.is_empty()) })
            }
            GEMINI => json!({
                "allowPrefill": prefill,
                "model": model,
                "signedCalls": model.starts_with("gemini-3"),
                "mediaInResults": model != "gemini-2.5-flash",
            }),
            _ => json!({ "allowPrefill": prefill }),
        }
    }

    /// Returns the options for a caller's body, which may hold fields of other vendors.
    pub(crate) fn vendor(&self) -> Value {
        let mut options = self.provider();
        options["acceptUnknownFields"] = json!(true);
        match self.target {
            OPENAI => options["requireReasoningContent"] = json!(false),
            RESPONSES => options["acceptReasoningContent"] = json!(true),
            _ => {}
        }
        options
    }

    /// Writes a request of the conversation.
    pub(crate) fn request(&self, world: &mut World) -> Outcome<Written> {
        let mut bytes = Vec::new();
        world.conversation.request(self.target, &self.params(), &self.options(), &mut bytes)?;
        let body = serde_json::from_slice(&bytes).expect("a request is JSON");
        Ok(Written { body, bytes, repairs: world.conversation.repairs().to_vec() })
    }

    /// Repairs a provider's body. Returns the new body, and the number of repairs by code.
    pub(crate) fn mend(&self, body: &str) -> Outcome<(Value, Vec<Value>)> {
        let mut out = Vec::new();
        sanitize_body(BodyForm::Whole, self.target, body, &self.options(), &mut out)?;
        let mut told: Value = serde_json::from_slice(&out).expect("a report is JSON");
        let repairs = told["repairs"].as_array().cloned().expect("a list of repairs");
        Ok((told["body"].take(), repairs))
    }
}
