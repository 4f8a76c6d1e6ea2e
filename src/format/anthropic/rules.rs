//! Rules of Anthropic Messages.

use crate::message::Format;
use crate::rules::{Accepted, Catalogue, Rule};

pub(super) static CATALOGUE: Catalogue = Catalogue::of(Format::Anthropic, RULES)
    .titled("Anthropic Messages")
    .opening(&["Neighbours of the same role are judged as one turn."])
    .accepting("such requests are answered", ACCEPTED);

pub(super) static AN0: Rule = Rule::new("AN0", "The body has the form of Anthropic's reference.")
    .answered("messages.0.content: Field required")
    .refused(&["invalid-message", "invalid-role"]);

pub(super) static AN1: Rule = Rule::new("AN1", "Every tool call has its result in the next turn.")
    .answered(
        "`tool_use` ids were found without `tool_result` blocks immediately after: X. Each `tool_use` \
             block must have a corresponding `tool_result` block in the next message.",
    )
    .repaired(
        "an error result is put in, or the call left out, as `openCalls` says",
        &["close_open_calls.rs"],
    );

pub(super) static AN2: Rule = Rule::new(
    "AN2",
    "A tool result has its call in the turn before; a result of a server tool has its call before \
         it.",
)
.answered(
    "unexpected `tool_use_id` found in `tool_result` blocks: X. Each `tool_result` block must have \
             a corresponding `tool_use` block in the previous message.",
)
.or(&["must have a corresponding `server_tool_use` block before it"])
.repaired(
    "moved beside its call; without one, left out",
    &["history", "orphans.rs", "blocks/provider_tools.rs"],
);

pub(super) static AN3: Rule = Rule::new("AN3", "Call ids are unique within a turn.")
    .answered("`tool_use` ids must be unique")
    .repaired("the second is renamed, with its result", &["call_ids.rs"]);

pub(super) static AN4: Rule = Rule::new("AN4", "Each call has one result.")
    .answered("each tool_use must have a single result. Found multiple `tool_result` blocks with id: X")
    .repaired("the first is kept", &["history"]);

pub(super) static AN5: Rule = Rule::new("AN5", "Tool results come first in their turn.")
    .answered("`tool_use` ids were found without `tool_result` blocks immediately after: X")
    .repaired("moved to the front", &["history", "orphans.rs"]);

pub(super) static AN6: Rule = Rule::new(
    "AN6",
    "Call ids and tool names consist of letters, digits, `_` and `-`; names have at most 128.",
)
.answered("tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
.or(&["tool_use.name: String should have at least 1 character"])
.repaired("mapped, on both sides", &["call_ids.rs", "names.rs", "tool_names.rs"]);

pub(super) static AN7: Rule = Rule::new("AN7", "The input of a call is an object.")
    .answered("tool_use.input: Input should be a valid dictionary")
    .repaired("empty arguments become `{}`, others are wrapped", &["arguments.rs"]);

pub(super) static AN8: Rule = Rule::new(
    "AN8",
    "Text blocks are not empty; white space alone is accepted only beside other text or a call.",
)
.answered("text content blocks must be non-empty")
.or(&["text content blocks must contain non-whitespace text"])
.repaired("the text is left out", &["empty_content.rs", "blocks/join.rs"]);

pub(super) static AN9: Rule =
    Rule::new("AN9", "Every message has content, except an assistant message at the end.")
        .answered("all messages must have non-empty content except for the optional final assistant message")
        .repaired("the message is left out", &["empty_content.rs", "blocks/join.rs"]);

pub(super) static AN10: Rule =
    Rule::new("AN10", "An assistant message at the end does not end in white space.")
        .answered("final assistant content cannot end with trailing whitespace")
        .repaired("trimmed", &["boundaries.rs"]);

pub(super) static AN11: Rule = Rule::new(
    "AN11",
    "From Claude 4.6 on, the conversation ends with a user message.",
)
.answered(
    "This model does not support assistant message prefill. The conversation must end with a user \
             message.",
)
.repaired(
    "a user turn, `Continue.`, is added for these models, and in a written request for unknown ones, unless \
         `capabilities.prefill` says otherwise",
    &["models/rows.rs", "boundaries.rs"],
);

pub(super) static AN12: Rule =
    Rule::new("AN12", "With older models, the conversation begins with a user message.")
        .answered("messages: first message must use the \"user\" role")
        .repaired("with `assistantFirst: false`, a user turn is added", &["boundaries.rs"]);

pub(super) static AN13: Rule = Rule::new("AN13", "With the oldest models, user and assistant alternate.")
    .answered(
        "roles must alternate between \"user\" and \"assistant\", but found multiple \"user\" roles in \
             a row",
    )
    .not_enforced("it is no rule any more, and neighbours are merged");

pub(super) static AN14: Rule = Rule::new("AN14", "There is at least one message.")
    .answered("messages: at least one message is required")
    .refused(&["nothing-to-send"]);

pub(super) static AN15: Rule =
    Rule::new("AN15", "With thinking on, a turn that ends in tool results begins with thinking.")
        .answered(
            "Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, \
             a final `assistant` message must start with a thinking block (preceeding the lastmost set of \
             `tool_use` and `tool_result` blocks).",
        )
        .repaired("thinking is switched off for the request", &["bound_reasoning.rs", "request.rs"]);

pub(super) static AN16: Rule = Rule::new("AN16", "The thinking in the latest turn is unchanged.")
    .answered(
        "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. \
             These blocks must remain as they were in the original response.",
    )
    .repaired("they are never merged, moved or cut", &["anthropic/write.rs"]);

pub(super) static AN17: Rule =
    Rule::new("AN17", "Thinking has a signature of this provider, for this model.")
        .answered("Invalid `signature` in `thinking` block")
        .or(&["thinking.signature: Field required"])
        .repaired(
            "thinking that is unsigned, or of another provider or model, is left out",
            &["anthropic/reasoning.rs"],
        );

pub(super) static AN18: Rule =
    Rule::new("AN18", "With newer models, the messages before thinking are those that it was made with.")
        .answered("The block is bound to a different conversation.")
        .repaired(
            "after a change, the thinking that follows it is left out",
            &["anthropic/reasoning.rs", "bound_reasoning.rs"],
        );

pub(super) static AN19: Rule = Rule::new("AN19", "At most four blocks have `cache_control`.")
    .answered("A maximum of 4 blocks with cache_control may be provided. Found 5.")
    .repaired("the last 4 are kept", &["blocks/cache_breakpoints.rs"]);

pub(super) static AN20: Rule =
    Rule::new("AN20", "No empty text has `cache_control`, and no longer lifetime follows a shorter one.")
        .answered("cache_control cannot be set for empty text blocks")
        .or(&["a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."])
        .repaired(
            "goes with the text; the longer-lived one behind a shorter-lived one is left out",
            &["empty_content.rs", "blocks/cache_breakpoints.rs"],
        );

pub(super) static AN21: Rule = Rule::new(
    "AN21",
    "A system message among the others follows a user's turn, and is last or followed by an \
         assistant message.",
)
.answered("role 'system' is not supported on this model")
.repaired(
    "sent in the user's turn; at the start, joined to the system prompt",
    &["system_turns.rs", "system.rs"],
);

pub(super) static AN22: Rule = Rule::new("AN22", "The result of a failed tool is text.")
    .answered("all content must be type \"text\" if \"is_error\" is true")
    .repaired("media become a line that names them", &["media.rs"]);

pub(super) static AN23: Rule = Rule::new(
    "AN23",
    "Images have one of four types, which `media_type` names, and at most 8000 pixels a side; \
         bytes are base64; documents in base64 are PDFs; a request has at most 100 images and 100,000 \
         messages.",
)
.answered(
    "At least one of the image dimensions exceed max allowed size for many-image requests: 2000 \
             pixels; or invalid base64 data; or The image was specified using the image/png media type, \
             but the image appears to be a image/jpeg image",
)
.repaired(
    "sent as bytes of the type that they show; a text file as a document of text; others are replaced by a \
         line that names them",
    &["media.rs"],
);

pub(super) static AN24: Rule =
    Rule::new("AN24", "With older models, a request with calls or results declares tools.")
        .answered("Requests which include `tool_use` or `tool_result` blocks must define tools")
        .repaired("with `toolsDeclared: false`, calls and results become text", &["flatten.rs"]);

pub(super) static AN25: Rule =
    Rule::new("AN25", "An assistant message that is to be continued does not end in thinking.")
        .answered("The final block in an assistant message cannot be `thinking`.")
        .repaired(
            "with `prefill: true`, the thinking at the end is left out, and a message of thinking alone \
             with it",
            &["boundaries.rs"],
        );

pub(super) static AN26: Rule = Rule::new(
    "AN26",
    "A server tool has its result before the next user message; results of other tools do not \
         count.",
)
    .answered(
        "`web_search` tool use with id `srvtoolu_X` was found without a corresponding `web_search_tool_result` block",
    )
    .repaired(
        "the call is left out, with what it called itself; calls of other tools are sent without it as their `caller`",
        &["blocks/provider_tools.rs"],
    );

pub(super) static AN27: Rule = Rule::new("AN27", "The model accepts this type of `thinking`.")
    .answered(
        "\"thinking.type.disabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \
             \"output_config.effort\" to control thinking behavior.",
    )
    .or(&[
        "\"thinking.type.enabled\" is not supported for this model.",
        "adaptive thinking is not supported on this model",
        "To turn thinking off on this model, send \"thinking\": {\"type\": \"between_tools\"}",
    ])
    .repaired(
        "sent as the type that the model takes in its place, or left out; [MODELS.md](MODELS.md) lists the models",
        &["models/rows.rs", "refused_params.rs"],
    );

pub(super) static AN28: Rule = Rule::new("AN28", "Of signed summaries, only the newest is sent.")
    .answered(
        "compaction_block_ambiguous: `messages` holds more than one `compaction` block with content. Send only the block \
             the conversation returned last.",
    )
    .repaired("the older ones are left out", &["anthropic/compaction.rs"]);

pub(super) static AN29: Rule = Rule::new(
    "AN29",
    "A signed summary comes first, in place of the messages that it summarizes.",
)
    .answered(
        "compaction_block_misplaced: The `compaction` block is not the first block of the conversation, or is in a \
             `system` message.",
    )
    .repaired(
        "what stands before it is left out; a summary without a signature may stand anywhere",
        &["anthropic/compaction.rs"],
    );

pub(super) static AN30: Rule =
    Rule::new("AN30", "A summary has a text, or null where the compaction failed.")
        .answered("Empty string content is not allowed.")
        .repaired("the empty summary is left out", &["anthropic/compaction.rs"]);

pub(super) static AN31: Rule =
    Rule::new("AN31", "A request to compact does not also ask for context management.")
        .answered("`compaction` cannot be combined with `context_management`.")
        .repaired("`context_management` is left out", &["request.rs"]);

pub(super) static AN32: Rule = Rule::new(
    "AN32",
    "A request to compact does not end in an unfinished assistant turn.",
)
.answered(
    "compaction_incomplete_turn: The compaction request ends on an `assistant` turn that is not finished.",
)
.repaired(
    "calls of the provider's tools that have no result are left out; other calls get one (AN1)",
    &["blocks/provider_tools.rs"],
);

pub(super) static AN33: Rule =
    Rule::new(
    "AN33",
    "Tools that a message adds or removes are declared in the request, or were defined before.",
)
        .answered(
            "tool_reference_unresolved: A tool change or MCP tool listing references a tool or MCP server that is not \
                 defined at that position in the conversation.",
        )
        .repaired("the change is left out", &["anthropic/tool_changes.rs"]);

pub(super) static AN34: Rule = Rule::new(
    "AN34",
    "A request with a thread has no field that threads do not support.",
)
    .answered(
        "thread_unsupported_request: The request combines `thread` with a request field or an organization setting that \
             Threads do not support",
    )
    .repaired("`cache_control`, `context_management` and `fallbacks` are left out", &["request.rs"]);

pub(super) static AN35: Rule = Rule::new("AN35", "The model accepts this type of `tool_choice`.")
    .answered("tool_choice: type \"tool\" and \"any\" are not supported for this model.")
    .repaired(
        "sent as `auto`, without a `name`; [MODELS.md](MODELS.md) lists the models",
        &["models/rows.rs", "refused_params.rs"],
    );

/// Every rule of this file, in the order of RULES.md.
const RULES: &[&Rule] = &[
    &AN0, &AN1, &AN2, &AN3, &AN4, &AN5, &AN6, &AN7, &AN8, &AN9, &AN10, &AN11, &AN12, &AN13, &AN14, &AN15,
    &AN16, &AN17, &AN18, &AN19, &AN20, &AN21, &AN22, &AN23, &AN24, &AN25, &AN26, &AN27, &AN28, &AN29, &AN30,
    &AN31, &AN32, &AN33, &AN34, &AN35,
];

const ACCEPTED: &[Accepted] = &[
    Accepted { id: "neighbours", what: "several messages of one role in a row", seen: 7 },
    Accepted {
        id: "split-calls",
        what: "calls of one turn in several messages, and their results likewise",
        seen: 4,
    },
    Accepted { id: "assistant-first", what: "an assistant that speaks first", seen: 1 },
    Accepted { id: "id-again", what: "an id that is used again in a later turn", seen: 2 },
    Accepted { id: "blank-beside-words", what: "white space beside other text", seen: 1 },
    Accepted { id: "blank-beside-calls", what: "white space beside a call", seen: 1 },
    Accepted { id: "prefill", what: "words of the assistant at the end, with Claude up to 4.5", seen: 1 },
    Accepted {
        id: "server-tool-last",
        what: "a tool of the provider's own that is at work at the end",
        seen: 2,
    },
    Accepted {
        id: "server-tool-across-results",
        what: "a tool of the provider's own that goes on behind the results of the tools that it called",
        seen: 0,
    },
    Accepted { id: "system-in-the-middle", what: "instructions behind a user's turn", seen: 20 },
    Accepted {
        id: "summary-in-the-middle",
        what: "a summary without a signature behind other messages",
        seen: 1,
    },
    Accepted { id: "undeclared-tool", what: "calls of a tool that `tools` does not name", seen: 31 },
];
