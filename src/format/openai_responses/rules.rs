//! Rules of OpenAI Responses.

use crate::message::Format;
use crate::rules::{Accepted, Catalogue, Rule};

pub(super) static CATALOGUE: Catalogue = Catalogue::of(Format::OpenaiResponses, RULES)
    .titled("OpenAI Responses")
    .opening(&[
        "A request is a list of items.",
        "Neighbouring items of the assistant (reasoning, messages, calls) are read as one message; ids \
         tell which items belong to a call or to reasoning.",
    ])
    .accepting("such requests are answered", ACCEPTED)
    .closing(&[
        "In a body that is repaired, all items keep their order.",
        "In a request that is written, words come first, then the calls, then their outputs, because some \
         vendors want them so; only reasoning keeps its place before the item that it led to.",
    ]);

pub(super) static OR0: Rule = Rule::new("OR0", "The body has the form of OpenAI's reference.")
    .answered("Missing required parameter: 'input[0].call_id'.")
    .refused(&["invalid-message", "invalid-role"]);

pub(super) static OR1: Rule = Rule::new(
    "OR1",
    "Every call that the program runs (function, custom tool, computer, shell, patch, search) has \
         an output of its type, anywhere in the request, and every request for approval has its \
         decision.",
)
        .answered("No tool output found for function call call_X.")
        .or(&[
            "No tool output found for computer call call_X.",
            "The following MCP approval requests do not have an approval: mcpr_X",
        ])
        .repaired(
            "a result that says it was interrupted is put in, or the call left out, as `openCalls` says; an \
             approval is denied so; a call of a computer is left out where others get such a result, for its own \
             is a picture; a result of another type gets the type that fits",
            &["close_open_calls.rs", "builtins.rs", "openai_responses/read.rs"],
        );

pub(super) static OR2: Rule = Rule::new(
    "OR2",
    "Every output has its call in the request, or, with `previous_response_id` or `conversation`, \
         on the server; a `function_call_output` may also answer a `tool_search_call` or a \
         `local_shell_call`.",
)
.answered("No tool call found for function call output with call_id call_X.")
.repaired("without one, left out", &["orphans.rs", "history"]);

pub(super) static OR3: Rule =
    Rule::new("OR3", "A reasoning item is followed by the item that followed it in the response.")
        .answered("Item 'rs_X' of type 'reasoning' was provided without its required following item.")
        .repaired("the reasoning is left out", &["openai_responses/item_links.rs"]);

pub(super) static OR4: Rule = Rule::new("OR4", "An item that came with reasoning follows that reasoning.")
    .answered(
        "Item 'fc_X' of type 'function_call' was provided without its required 'reasoning' item: 'rs_X'.",
    )
    .repaired(
        "the item whose reasoning was left out is sent without its id",
        &["openai_responses/item_links.rs"],
    );

pub(super) static OR5: Rule =
    Rule::new("OR5", "The id of an item begins with the prefix of its kind: `fc`, `ctc`, `msg`, `rs`.")
        .answered("Invalid 'input[3].id': 'call_X'. Expected an ID that begins with 'fc'.")
        .repaired("the id is left out; reasoning goes with its own", &["openai_responses/item_links.rs"]);

pub(super) static OR6: Rule = Rule::new("OR6", "No item is in a request twice.")
    .answered("Duplicate item found with id rs_X. Remove duplicate items from your input and try again.")
    .repaired(
        "the second is sent without its id, or left out where it cannot be",
        &["openai_responses/duplicate_items.rs", "openai_responses/run.rs"],
    );

pub(super) static OR7: Rule = Rule::new("OR7", "Call ids have 1 to 64 characters.")
    .answered(
        "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64, but \
             got a string with length 116 instead.",
    )
    .repaired("mapped to 40 or fewer, on both sides", &["call_ids.rs"]);

pub(super) static OR8: Rule = Rule::new(
    "OR8",
    "Content is present, and of a type that its role accepts; arguments and outputs have their \
         types.",
)
.answered("Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.")
.repaired(
    "text gets the type of its side, absent content is the empty text (in a request that is written, no \
         item beside calls), values become JSON text; a call of a computer that returned no picture is left \
         out with its result; words that decide nothing deny an approval",
    &[
        "openai_responses/read.rs",
        "empty_content.rs",
        "media.rs",
        "arguments.rs",
        "openai_responses/builtins.rs",
    ],
);

pub(super) static OR8B: Rule = Rule::new("OR8b", "Tool names are 1 to 128 letters, digits, `_` and `-`.")
    .answered(
        "Invalid 'input[3].name': string does not match pattern. Expected a string that matches the \
             pattern '^[a-zA-Z0-9_-]+$'.",
    )
    .repaired("mapped", &["names.rs", "tool_names.rs"]);

pub(super) static OR9: Rule =
    Rule::new("OR9", "OpenAI's models accept only the summary of reasoning, not its text.")
        .answered("Invalid 'input[0].content': array too long. Expected an array with maximum length 0")
        .repaired(
            "the `content` is left out, unless `reasoningContent: true`",
            &["openai_responses/item_links.rs"],
        );

pub(super) static OR10: Rule =
    Rule::new("OR10", "With `store: false`, no item is referred to by its id alone.")
        .answered("Item with id 'rs_X' not found. Items are not persisted when `store` is set to false.")
        .repaired(
            "reasoning that is not encrypted, and references to items, are left out",
            &["openai_responses/reasoning.rs", "openai_responses/item_links.rs"],
        );

pub(super) static OR11: Rule =
    Rule::new("OR11", "Data URLs of files have a file's type, and those of images an image's.")
        .answered(
            "Invalid file data: 'input[4].content[0].file_data'. Expected a base64-encoded data URL with a \
             valid file MIME type",
        )
        .repaired("replaced by a line that names it", &["media.rs"]);

pub(super) static OR12: Rule =
    Rule::new("OR12", "Encrypted reasoning was made by this provider, for this model.")
        .answered("The encrypted content for item rs_X could not be verified.")
        .repaired(
            "reasoning of another provider or model, or with nothing to verify, is left out",
            &["openai_responses/reasoning.rs"],
        );

pub(super) static OR13: Rule = Rule::new("OR13", "The input is not an empty list.")
    .answered(
        "Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array \
             instead.",
    )
    .refused(&["nothing-to-send"]);

pub(super) static OR14: Rule = Rule::new("OR14", "Each `call_id` belongs to one call, which has one output.")
    .answered(
        "Duplicate function_call_output for call_id 'X'. Each function_call must have exactly one matching \
             function_call_output",
    )
    .repaired(
        "a later call of an id is renamed with its output, and a second output of a call is left out",
        &["sent_ids.rs", "call_ids.rs", "orphans.rs", "history"],
    );

// `input_transformations` with the reason `prefix_mismatch`: openai-node 7.57, and OpenAI's guide "Keep the prefix unchanged".
pub(super) static OR15: Rule =
    Rule::new(
    "OR15",
    "With newer models, everything before reasoning is what it was made with.",
)
        .based_on(
            "OpenAI's guide \"Keep the prefix unchanged\": from newer frontier models on, the API leaves out \
             reasoning behind a change, and says so in `input_transformations`",
        )
        .repaired(
            "after a change, a request that is written holds none of the reasoning that follows it; in a body that is \
             repaired it stays, because the API leaves it out without an error",
            &["openai_responses/reasoning.rs"],
        );

pub(super) static OR16: Rule = Rule::new("OR16", "The model accepts the fields that choose among its words.")
    .answered("Unsupported parameter: 'temperature' is not supported with this model.")
    .repaired("left out; [MODELS.md](MODELS.md) lists the models", &["models/rows.rs", "refused_params.rs"]);

/// Every rule of this file, in the order of RULES.md.
const RULES: &[&Rule] = &[
    &OR0, &OR1, &OR2, &OR3, &OR4, &OR5, &OR6, &OR7, &OR8, &OR8B, &OR9, &OR10, &OR11, &OR12, &OR13, &OR14,
    &OR15, &OR16,
];

const ACCEPTED: &[Accepted] = &[
    Accepted { id: "outputs-apart", what: "outputs away from their calls, or before them", seen: 0 },
    Accepted { id: "open-async-calls", what: "asynchronous calls without an output", seen: 0 },
    Accepted { id: "outputs-without-call-id", what: "outputs of functions that name no call", seen: 0 },
    Accepted { id: "items-without-ids", what: "items without ids", seen: 31 },
    Accepted { id: "neighbours", what: "neighbours of one role", seen: 0 },
    Accepted { id: "assistant-last", what: "words of the assistant at the end", seen: 0 },
    Accepted { id: "instructions-anywhere", what: "instructions anywhere", seen: 0 },
    Accepted { id: "empty-texts", what: "empty texts", seen: 0 },
    Accepted { id: "empty-instructions", what: "an empty `instructions`", seen: 0 },
    Accepted {
        id: "call-on-the-server",
        what: "outputs whose calls are in the response or the conversation that the request goes on from",
        seen: 0,
    },
    Accepted {
        id: "tool-search",
        what: "a `function_call_output` that answers a `tool_search_call`",
        seen: 0,
    },
    Accepted {
        id: "local-shell",
        what: "a `function_call_output` that answers a `local_shell_call`",
        seen: 0,
    },
];
