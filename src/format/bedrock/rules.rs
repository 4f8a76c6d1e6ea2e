//! Rules of Amazon Bedrock Converse.

use crate::message::Format;
use crate::rules::{Accepted, Catalogue, Rule};

pub(super) static CATALOGUE: Catalogue = Catalogue::of(Format::Bedrock, RULES)
    .titled("Amazon Bedrock Converse")
    .opening(&[
        "Rules differ by the model, whose name a request has in its path: it is read from `modelId` beside \
         the messages, or from `capabilities.model`.",
        "*Claude* is every model with that name, *others* are those of a known maker \
         (`us.amazon.nova-pro-v1:0`); of any other name nothing is known, and what every model takes is \
         left alone.",
        "What the model refuses comes back in Converse's words: \"The model returned the following errors: \
         ...\".",
        "Neighbours of the same role are judged as one turn.",
    ])
    .accepting("such requests are answered", ACCEPTED);

pub(super) static BE0: Rule = Rule::new("BE0", "The body has the form of Amazon's reference.")
    .based_on("the types of Amazon's client (botocore 1.44.5)")
    .refused(&["invalid-message", "invalid-role"]);

pub(super) static BE1: Rule =
    Rule::new("BE1", "There is a message; with models other than Claude, the first is the user's.")
        .answered(
            "A conversation must start with a user message. Try again with a conversation that starts with \
             a user message.",
        )
        .repaired(
            "with others, or `assistantFirst: false`, a user turn is added; without any message, the error \
             `nothing-to-send`",
            &["boundaries.rs", "prompt.rs"],
        );

pub(super) static BE2: Rule =
    Rule::new("BE2", "With models other than Claude, user and assistant alternate.")
        .answered(
            "A conversation must alternate between user and assistant roles. Make sure the conversation \
             alternates between user and assistant roles and try again.",
        )
        .repaired(
            "neighbours are joined; in a body that is repaired, with others only",
            &["bedrock/mod.rs", "wire_groups.rs"],
        );

pub(super) static BE3: Rule = Rule::new(
    "BE3",
    "Every tool call has its result in the next message, and call ids are unique within a turn, \
         those of server tools included.",
)
.answered("Expected toolResult blocks at messages.2.content for the following Ids: a, b")
.repaired(
    "an error result is put in, or the call left out, as `openCalls` says; results are moved \
             beside their calls, all of a batch in one message; of two calls with one id the second is \
             renamed",
    &["close_open_calls.rs", "history", "call_ids.rs"],
);

pub(super) static BE4: Rule = Rule::new(
    "BE4",
    "A tool result answers a call of the turn before, once; a result of a server tool has its \
         call before it.",
)
.answered(
    "The number of toolResult blocks at messages.N.content exceeds the number of toolUse blocks of \
             previous turn.",
)
.repaired(
    "a result without a call is left out, and so is a second one; so are those of the provider's \
             own tools",
    &["orphans.rs", "blocks/provider_tools.rs"],
);

pub(super) static BE5: Rule = Rule::new("BE5", "Text blocks are not blank, except beside other text.")
    .answered(
        "The text field in the ContentBlock object at messages.N.content.M is blank. Add text to the \
             text field, and try again.",
    )
    .repaired("the text is left out", &["empty_content.rs", "blocks/join.rs"]);

pub(super) static BE6: Rule = Rule::new("BE6", "Every message has content.")
    .answered("The content field in the Message object at messages.1 is empty.")
    .repaired(
        "the message is left out, the last one of the assistant, too",
        &["empty_content.rs", "blocks/join.rs"],
    );

pub(super) static BE7: Rule = Rule::new("BE7", "The result of a failed tool has content.")
    .answered(
        "The content field at messages.N.content.0.toolResult cannot be empty when status value is \
             error.",
    )
    .repaired(
        "`[error]` is put in; the result of a tool of the provider is left out",
        &["empty_content.rs", "blocks/provider_tools.rs"],
    );

pub(super) static BE8: Rule = Rule::new("BE8", "Inputs of calls and JSON in results are objects.")
    .answered(
        "The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide \
             a json object for the field and try again.",
    )
    .repaired(
        "other values are sent as text; inputs that are no objects are wrapped; a call of a tool of the \
             provider with such an input is left out, with its result",
        &["bedrock/block.rs", "arguments.rs", "blocks/provider_tools.rs"],
    );

pub(super) static BE9: Rule = Rule::new("BE9", "A request with calls or results declares at least one tool.")
    .answered("The toolConfig field must be defined when using toolUse and toolResult content blocks.")
    .repaired(
        "without tools in the params, calls and results become text, unless `toolsDeclared: true`; an \
             empty list goes with its `toolConfig`",
        &["flatten.rs", "request.rs"],
    );

pub(super) static BE10: Rule = Rule::new(
    "BE10",
    "Call ids match '[a-zA-Z0-9_.:-]+' and tool names '[a-zA-Z0-9_-]+', both with at most 64 \
         characters.",
)
.based_on("the patterns in the types of Amazon's client (botocore 1.44.5); maximhq/bifrost#6300 saw refusals")
.repaired(
    "mapped, on both sides; a call of a tool of the provider that has others is left out, with its result",
    &["call_ids.rs", "names.rs", "tool_names.rs", "blocks/provider_tools.rs"],
);

pub(super) static BE11: Rule =
    Rule::new("BE11", "There are at most five documents, with plain and distinct names.")
        .answered(
            "The document file name can only contain alphanumeric characters, whitespace characters, \
             hyphens, parentheses, and square brackets. The name can't contain more than one consecutive \
             whitespace character.",
        )
        .or(&[
            "Messages can't contain duplicate document names.",
            "You can't include more than 5 documents in a request.",
        ])
        .repaired(
            "mapped and numbered; of more than five, the oldest become a line that names them",
            &["bedrock/documents.rs"],
        );

pub(super) static BE12: Rule = Rule::new("BE12", "With Claude, call ids match '[a-zA-Z0-9_-]+'.")
    .answered("tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
    .repaired("mapped, on both sides", &["call_ids.rs"]);

pub(super) static BE13: Rule = Rule::new(
    "BE13",
    "The model accepts the block; media are bytes or in S3, in a format that the client's types \
         list.",
)
.answered("This model doesn't support the video content block that you provided.")
.repaired("replaced by a line that names them; sound in a result moves to the user", &["media.rs"]);

pub(super) static BE14: Rule =
    Rule::new("BE14", "Reasoning has a signature, except with models other than Claude.")
        .answered("thinking.signature: Field required")
        .repaired("what is not signed is left out, but with others", &["bedrock/reasoning.rs"]);

pub(super) static BE15: Rule =
    Rule::new("BE15", "With models other than Claude and Nova, the conversation ends with a user message.")
        .answered(
            "The model that you are using requires the last turn in the conversation to be a user message. \
             Add a user message to the conversation and try again.",
        )
        .repaired("a user turn, `Continue.`, is added, unless `prefill: true`", &["boundaries.rs"]);

pub(super) static BE16: Rule =
    Rule::new("BE16", "With Claude, an assistant message at the end does not end in white space.")
        .answered("final assistant content cannot end with trailing whitespace")
        .repaired("trimmed", &["boundaries.rs"]);

pub(super) static BE17: Rule = Rule::new(
    "BE17",
    "From Claude 4.6 on, the conversation ends with a user message.",
)
.answered(
    "This model does not support assistant message prefill. The conversation must end with a user message.",
)
.repaired(
    "a user turn, `Continue.`, is added for these models, and in a written request for unknown ones, unless \
         `capabilities.prefill` says otherwise",
    &["models/rows.rs", "boundaries.rs"],
);

pub(super) static BE18: Rule = Rule::new(
    "BE18",
    "With Claude and thinking on, a turn that ends in tool results begins with its thinking, \
         unchanged.",
)
.answered(
    "Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final \
     `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and \
     `tool_result` blocks).",
)
.repaired("thinking is switched off for the request", &["bound_reasoning.rs", "request.rs"]);

pub(super) static BE19: Rule = Rule::new("BE19", "Reasoning is sent back only to the model that made it.")
    .answered("Invalid `signature` in `thinking` block")
    .repaired("reasoning of another provider or model is left out", &["bedrock/reasoning.rs"]);

pub(super) static BE20: Rule = Rule::new(
    "BE20",
    "With newer models of Claude, the messages before thinking are those that it was made with.",
)
.answered("The block is bound to a different conversation.")
.repaired(
    "after a change, the thinking that follows it is left out",
    &["bedrock/reasoning.rs", "bound_reasoning.rs"],
);

pub(super) static BE21: Rule = Rule::new("BE21", "A request has at most four `cachePoint` blocks.")
    .answered("A maximum of 4 blocks with cache_control may be provided. Found 5.")
    .repaired("the last 4 are kept", &["blocks/cache_breakpoints.rs"]);

pub(super) static BE22: Rule = Rule::new("BE22", "No `cachePoint` follows one with a shorter lifetime.")
    .answered("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.")
    .repaired(
        "the longer-lived one behind a shorter-lived one is left out",
        &["blocks/cache_breakpoints.rs"],
    );

pub(super) static BE23: Rule = Rule::new(
    "BE23",
    "A system message among the others follows a user's turn, and is last or followed by an \
         assistant message.",
)
.answered("role 'system' is not supported on this model")
.repaired(
    "sent in the user's turn; at the start, joined to the system prompt",
    &["system_turns.rs", "system.rs"],
);

pub(super) static BE24: Rule = Rule::new("BE24", "With Claude, the result of a failed tool is text.")
    .answered("all content must be type \"text\" if \"is_error\" is true")
    .repaired("media become a line that names them", &["media.rs"]);

pub(super) static BE25: Rule = Rule::new(
    "BE25",
    "With Claude, an assistant message that is to be continued does not end in thinking.",
)
.answered("The final block in an assistant message cannot be `thinking`.")
.repaired(
    "with `prefill: true`, the thinking at the end is left out, and a message of thinking alone with it",
    &["boundaries.rs"],
);

pub(super) static BE26: Rule = Rule::new(
    "BE26",
    "Claude accepts this type of `thinking` in the additional fields.",
)
    .answered(
        "The model returned the following errors: thinking: Input tag 'adaptive' found using 'type' does not match \
             any of the expected tags: 'disabled', 'enabled'",
    )
    .or(&["\"thinking.type.enabled\" is not supported for this model."])
    .repaired(
        "sent as the type that the model takes in its place, or left out; [MODELS.md](MODELS.md) lists the models",
        &["models/rows.rs", "refused_params.rs"],
    );

pub(super) static BE27: Rule =
    Rule::new("BE27", "From Claude 4.8 on, the words of a message with calls come before the calls.")
        .based_on("refusals that BerriAI/litellm#24361 and NousResearch/hermes-agent#108200 report")
        .repaired(
            "moved before the first call; without a model, in a request that is written",
            &["bedrock/words_first.rs"],
        );

pub(super) static BE28: Rule = Rule::new(
    "BE28",
    "A `cachePoint` stands behind a block that the model caches: not first, nor behind reasoning, a film or a document \
         other than a PDF; and the model has a cache there.",
)
.answered("messages.0.content.3.type: Field required")
.or(&["Malformed input request: #/toolConfig/tools/0: extraneous key [cachePoint] is not permitted"])
.repaired(
    "moved to the block before, or left out; [MODELS.md](MODELS.md) lists the models",
    &["bedrock/cache_points.rs"],
);

/// Every rule of this file, in the order of RULES.md.
const RULES: &[&Rule] = &[
    &BE0, &BE1, &BE2, &BE3, &BE4, &BE5, &BE6, &BE7, &BE8, &BE9, &BE10, &BE11, &BE12, &BE13, &BE14, &BE15,
    &BE16, &BE17, &BE18, &BE19, &BE20, &BE21, &BE22, &BE23, &BE24, &BE25, &BE26, &BE27, &BE28,
];

const ACCEPTED: &[Accepted] = &[
    Accepted { id: "neighbours", what: "several messages of one role in a row, with Claude", seen: 2 },
    Accepted { id: "split-calls", what: "calls of one turn in several messages", seen: 0 },
    Accepted { id: "assistant-first", what: "an assistant that speaks first, with Claude", seen: 1 },
    Accepted { id: "blank-beside-words", what: "white space beside other text", seen: 2 },
    Accepted { id: "words-after-results", what: "text, pictures and documents behind results", seen: 26 },
    Accepted {
        id: "prefill",
        what: "words of the assistant at the end, with Nova and with Claude up to 4.5",
        seen: 1,
    },
    Accepted { id: "call-type", what: "calls of type `tool_use`, as Claude makes them", seen: 0 },
    Accepted {
        id: "server-result",
        what: "the result of a tool of the provider's own in the message of its call",
        seen: 0,
    },
];
