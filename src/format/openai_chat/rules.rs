//! Rules of OpenAI Chat Completions.

use crate::message::Format;
use crate::rules::{Accepted, Catalogue, Rule};

pub(super) static CATALOGUE: Catalogue = Catalogue::of(Format::OpenaiChat, RULES)
    .titled("OpenAI Chat Completions")
    .accepting("such requests are answered", ACCEPTED);

pub(super) static OC0: Rule = Rule::new("OC0", "The body has the form of OpenAI's reference.")
    .answered(
        "Invalid type for 'messages[1].content': expected one of a string or array of objects, but got \
             an object instead.",
    )
    .or(&["Missing required parameter: 'messages[0].role'."])
    .refused(&["invalid-message", "invalid-role"]);

pub(super) static OC1: Rule = Rule::new(
    "OC1",
    "A tool message answers a call of the assistant message before it, with only tool messages \
         between them.",
)
.answered("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'")
.or(&["Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"])
.repaired("moved beside its call; without one, left out", &["history", "orphans.rs"]);

pub(super) static OC2: Rule =
    Rule::new("OC2", "Every tool call has its result before the next message that is no tool message.")
        .answered(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each \
             'tool_call_id'.",
        )
        .or(&["(insufficient tool messages following tool_calls message)"])
        .repaired(
            "a result that says it was interrupted is put in, or the call left out, as `openCalls` says",
            &["close_open_calls.rs"],
        );

pub(super) static OC3: Rule = Rule::new("OC3", "Call ids have 1 to 64 characters, or 40 with older models.")
    .answered(
        "string too long. Expected a string with maximum length 40, but got a string with length 83 \
             instead.",
    )
    .repaired("mapped to 40 or fewer, on both sides", &["call_ids.rs"]);

pub(super) static OC4: Rule = Rule::new("OC4", "Tool names are 1 to 64 letters, digits, `_` and `-`.")
    .answered("string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.")
    .repaired("mapped", &["names.rs", "tool_names.rs"]);

pub(super) static OC5: Rule = Rule::new(
    "OC5",
    "Content is a text or a list of parts; only a message with calls may leave it out, or null.",
)
.answered("Invalid value for 'content': expected a string, got null.")
.repaired("the empty text; another value becomes its JSON text", &["empty_content.rs", "chat/read.rs"]);

pub(super) static OC6: Rule = Rule::new("OC6", "The arguments of a call are a string.")
    .answered(
        "Invalid type for 'messages[2].tool_calls[0].function.arguments': expected a string, but got an \
             object instead.",
    )
    .repaired("empty ones become `{}`; text that is no JSON is accepted, and kept", &["arguments.rs"]);

pub(super) static OC7: Rule = Rule::new("OC7", "The list of messages is not empty, and no list of parts is.")
    .answered(
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty \
             array instead.",
    )
    .repaired(
        "the empty text; without any message, the error `nothing-to-send`",
        &["empty_content.rs", "prompt.rs"],
    );

pub(super) static OC7B: Rule = Rule::new("OC7b", "`tool_calls` and `tools` are not empty lists.")
    .answered(
        "Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1, but \
             got an empty array instead.",
    )
    .repaired(
        "the field is left out; with an empty list of tools, the choice among them, too",
        &["chat/read.rs", "request.rs"],
    );

pub(super) static OC7C: Rule =
    Rule::new("OC7c", "A `name` of a message is 1 to 64 letters, digits, `_` and `-`.")
        .answered(
            "Invalid 'messages[1].name': string does not match pattern. Expected a string that matches the \
             pattern '^[a-zA-Z0-9_-]+$'.",
        )
        .repaired("mapped", &["names.rs"]);

pub(super) static OC8: Rule = Rule::new("OC8", "Tool results are text.")
    .answered(
        "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' \
             contains an image URL.",
    )
    .or(&["Content blocks are expected to be either text or image_url type."])
    .repaired(
        "media move to a user message after the last result; in a body that is repaired, pictures stay where \
             the model's name is another vendor's",
        &["media.rs", "vendors/mod.rs"],
    );

pub(super) static OC9: Rule = Rule::new(
    "OC9",
    "Call ids are unique within a message, and each call has one result.",
)
        .answered("Duplicate value for 'tool_call_id' of 'call_X', in messages[7] and messages[8].")
        .repaired(
            "the second call is renamed with its result; the second result left out; in a request that is written, \
             so is a later call of an id in another message, for DeepSeek wants ids that are unique in the request",
            &["sent_ids.rs", "call_ids.rs", "history"],
        );

pub(super) static OC10: Rule = Rule::new("OC10", "The model accepts the role.")
    .answered("Unsupported value: 'messages[0].role' does not support 'system' with this model.")
    .repaired(
        "with `systemMidConversation: false`, instructions in the middle go to the user's turn; `developer` becomes \
         `system` for vendors that refuse it, and in a request that is written for all that are not known to take it",
        &["system.rs", "vendors/pass.rs"],
    );

pub(super) static OC11: Rule = Rule::new("OC11", "A request declares at most 128 tools.")
    .answered("Invalid 'tools': array too long. Expected an array with maximum length 128")
    .not_enforced("which tools a request offers is the caller's choice, and nothing is left out of it");

pub(super) static OC12: Rule =
    Rule::new("OC12", "Images have a type that the provider knows, and can be fetched.")
        .answered("The image data you provided does not represent a valid image")
        .repaired("replaced by a line that names them", &["media.rs"]);

pub(super) static OC13: Rule = Rule::new(
    "OC13",
    "Some vendors require their `reasoning_content` back, and others refuse it.",
)
.answered("The reasoning_content in the thinking mode must be passed back to the API.")
.repaired(
    "sent back to the vendor that it came from, under the names that the vendor takes, else left out; \
             `reasoningContent` overrides that",
    &["openai_chat/reasoning.rs", "vendors/pass.rs"],
);

pub(super) static OC14: Rule = Rule::new(
    "OC14",
    "Some vendors require `reasoning_content` on every message with calls when the model thinks.",
)
.answered("thinking is enabled but reasoning_content is missing in assistant tool call message at index 2")
.or(&["Missing `reasoning_content` field in the assistant message at message index 2."])
.repaired("an empty text is added for the vendors that [VENDORS.md](VENDORS.md) lists", &["vendors/pass.rs"]);

pub(super) static OC15: Rule =
    Rule::new("OC15", "The model accepts `parallel_tool_calls`, if the request has it.")
        .answered("Unsupported parameter: 'parallel_tool_calls' is not supported with this model.")
        .repaired(
            "left out; [MODELS.md](MODELS.md) lists the models",
            &["models/rows.rs", "refused_params.rs"],
        );

pub(super) static OC16: Rule = Rule::new(
    "OC16",
    "Instructions are one message, the first, where the model's template wants it so.",
)
.answered("System message must be at the beginning.")
.repaired(
    "with the models that [MODELS.md](MODELS.md) lists, at the servers that [VENDORS.md](VENDORS.md) lists: \
             instructions at the start are joined, others go to the user's turn",
    &["system.rs", "system_turns.rs"],
);

pub(super) static OC17: Rule = Rule::new(
    "OC17",
    "An answer says or calls something, where the vendor wants it so; beside calls there is no empty text.",
)
.answered("Invalid request: the message at position 8 with role 'assistant' must not be empty")
.or(&["Invalid assistant message: content or tool_calls must be set"])
.repaired(
    "the answer, or the empty text, is left out for the vendors that [VENDORS.md](VENDORS.md) lists",
    &["vendors/pass.rs"],
);

pub(super) static OC18: Rule = Rule::new("OC18", "At OpenAI, a message has at most 128 calls.")
    .answered("Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 128")
    .repaired("the message is divided, each part with its results behind it", &["call_limit.rs"]);

pub(super) static OC19: Rule =
    Rule::new("OC19", "With GPT-5.4 and later, function tools go to the Responses endpoint.")
        .answered("Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.")
        .or(&["To use function tools, use /v1/responses or set reasoning_effort to 'none'."])
        .not_enforced(
            "what to leave out is the caller's choice; `validate` names the rule, and a request that is written is refused with \
             `invalid-argument`",
        );

/// Every rule of this file, in the order of RULES.md.
const RULES: &[&Rule] = &[
    &OC0, &OC1, &OC2, &OC3, &OC4, &OC5, &OC6, &OC7, &OC7B, &OC7C, &OC8, &OC9, &OC10, &OC11, &OC12, &OC13,
    &OC14, &OC15, &OC16, &OC17, &OC18, &OC19,
];

const ACCEPTED: &[Accepted] = &[
    Accepted {
        id: "neighbours",
        what: "several messages of the user, or of the assistant, in a row",
        seen: 94,
    },
    Accepted { id: "assistant-last", what: "words of the assistant at the end", seen: 60 },
    Accepted { id: "system-in-the-middle", what: "system messages in the middle", seen: 31 },
    Accepted { id: "calls-without-tools", what: "calls without declared `tools`", seen: 27 },
    Accepted { id: "name-on-tool", what: "a `name` on tool messages", seen: 62 },
    Accepted { id: "calls-alone", what: "calls beside which content is absent or the empty text", seen: 64 },
    Accepted {
        id: "vendors-pictures",
        what: "pictures in results, at vendors who speak the format: Ollama, OpenRouter",
        seen: 2,
    },
    Accepted { id: "arguments-no-json", what: "arguments that are no JSON", seen: 0 },
];
