//! Rules of Mistral's chat completions.

use crate::message::Format;
use crate::rules::{Accepted, Catalogue, Rule};

pub(super) static CATALOGUE: Catalogue = Catalogue::of(Format::Mistral, RULES)
    .titled("Mistral")
    .opening(&[
        "From what mistral-common 1.13 (Apache-2.0) checks of requests, for tokenizers from version 13 on, and \
         from what the API is seen to answer.",
    ])
    .accepting("mistral-common 1.13 accepts them for every tokenizer", ACCEPTED)
    .closing(&["mistral-common also accepts the user right after a result. The API refuses it for several models, and \
         so do servers of open ones; it was seen to be answered for `mistral-small-latest` alone."]);

pub(super) static MI0: Rule = Rule::new("MI0", "The body has the form of Mistral's reference.")
    .answered("Field required")
    .or(&["Extra inputs are not permitted"])
    .refused(&["invalid-message", "invalid-role"]);

pub(super) static MI1: Rule = Rule::new(
    "MI1",
    "There is a message, and each role may follow the one before: system messages at the start or \
         after a user message, a result after its call or another result, a user message not directly \
         after a result (except with `mistral-small-latest`); there is no `developer`.",
)
.answered("Unexpected role 'system' after role 'tool'")
.or(&["Unexpected role 'user' after role 'tool'", "Conversation must have at least one message"])
.repaired(
    "instructions elsewhere are sent in the user's turn; results are moved beside their calls; between a \
             result and the user, the assistant says `OK.`; \
             `developer` becomes `system`; without any message, the error `nothing-to-send`",
    &["system_turns.rs", "history", "mistral/result_reply.rs", "chat/read.rs", "prompt.rs"],
);

pub(super) static MI2: Rule = Rule::new("MI2", "Each call has a result before the next assistant message.")
    .answered("Not the same number of function calls and responses")
    .repaired(
        "a result that says it was interrupted is put in, or the call left out, as `openCalls` says",
        &["close_open_calls.rs"],
    );

pub(super) static MI3: Rule = Rule::new(
    "MI3",
    "Call ids are nine letters or digits; the API requires it of all models, the library of older \
         tokenizers.",
)
.answered("Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.")
.repaired("mapped, on both sides", &["call_ids.rs"]);

pub(super) static MI4: Rule =
    Rule::new("MI4", "The last message is the user's or a tool's, or an assistant message with `prefix`.")
        .answered(
            "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
        )
        .or(&["Assistant message with prefix True must be last message"])
        .repaired(
            "a user turn, `Continue.`, is added; with `prefill: true` a request that is written says \
             `prefix`; elsewhere `prefix: true` is left out",
            &["boundaries.rs"],
        );

pub(super) static MI5: Rule = Rule::new("MI5", "An assistant message has content or calls.")
    .answered("Assistant message must have either content or tool_calls, but not none.")
    .repaired("the message is left out", &["empty_content.rs"]);

pub(super) static MI6: Rule = Rule::new(
    "MI6",
    "A result answers an open call, once; call ids are unique within a message, and the conversation \
         does not begin with a call.",
)
.answered("Unexpected tool call id X in tool results")
.or(&["Duplicate tool call id X"])
.repaired(
    "a result without a call, and a second one, are left out; the second call of an id is renamed; \
             before a call that comes first, a user turn is added",
    &["orphans.rs", "history", "call_ids.rs", "boundaries.rs"],
);

pub(super) static MI7: Rule =
    Rule::new("MI7", "Function names are 1 to 64 letters, digits, `_` and `-`; only results have a `name`.")
        .answered(
            "Function name was X but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a \
             maximum length of 64.",
        )
        .repaired("mapped; other names are left out", &["names.rs", "tool_names.rs"]);

pub(super) static MI8: Rule = Rule::new(
    "MI8",
    "Chunks are in roles that accept them (before version 15, no images in results), and media \
         have one of the API's forms.",
)
.answered("Unexpected content chunk types in tool message: ['ImageURLChunk']")
.repaired(
    "media of results move to a user message after them; others become a line that names them, or \
             are left out",
    &["media.rs"],
);

pub(super) static MI9: Rule = Rule::new("MI9", "Content is not null, except in assistant messages.")
    .answered("System prompt must have content")
    .repaired("the empty text", &["empty_content.rs"]);

pub(super) static MI10: Rule =
    Rule::new("MI10", "Thinking was made by Mistral, and its signature is for this model.")
        .based_on("no refusal is known: requests are written so, and no body that was accepted changes by it")
        .repaired(
            "thinking of another provider, and what another model signed or what was signed before a \
             change, is left out",
            &["mistral/reasoning.rs", "bound_reasoning.rs"],
        );

pub(super) static MI11: Rule =
    Rule::new("MI11", "The arguments of a call are an object, or the JSON text of one.")
        .answered("Input should be a valid string [type=string_type, input_value=5, input_type=int]")
        .repaired(
            "other values become their text, empty ones `{}`; input of custom tools is wrapped",
            &["arguments.rs", "chat/read.rs"],
        );

pub(super) static MI12: Rule = Rule::new("MI12", "`tools` is not an empty list.")
    .answered("Extra inputs are not permitted")
    .repaired("the field is left out, and the choice of tools with it", &["request.rs"]);

/// Every rule of this file, in the order of RULES.md.
const RULES: &[&Rule] = &[&MI0, &MI1, &MI2, &MI3, &MI4, &MI5, &MI6, &MI7, &MI8, &MI9, &MI10, &MI11, &MI12];

const ACCEPTED: &[Accepted] = &[
    Accepted {
        id: "user-after-result",
        what: "the user right after a result, with `mistral-small-latest`",
        seen: 2,
    },
    Accepted { id: "neighbours", what: "several messages of one role in a row", seen: 0 },
    Accepted { id: "assistant-first", what: "an assistant that speaks first", seen: 0 },
    Accepted { id: "words-beside-calls", what: "words beside calls", seen: 0 },
    Accepted { id: "no-calls", what: "`tool_calls` that are null or empty", seen: 0 },
    Accepted { id: "prefix-false", what: "`prefix: false`", seen: 0 },
    Accepted { id: "arguments-object", what: "arguments as an object", seen: 0 },
];
