//! Rules of Gemini generateContent.

use crate::message::Format;
use crate::rules::{Accepted, Catalogue, Rule};

pub(super) static CATALOGUE: Catalogue = Catalogue::of(Format::Gemini, RULES)
    .titled("Gemini generateContent")
    .opening(&[
        "Neighbours of the same role are judged as one turn.",
        "Fields have two spellings, `functionCall` and `function_call`; both are read, and what is not \
         repaired keeps its own.",
    ])
    .accepting("such requests are answered", ACCEPTED)
    .closing(&[
        "A signature stands on the part that it came with, and is sent back to Gemini alone.",
        "Nothing shows that it is bound to what stood before it, so a change there leaves it where it is.",
    ]);

pub(super) static GE0: Rule = Rule::new("GE0", "The body has the form of Google's reference.")
    .answered("Invalid value at 'contents[0]'")
    .or(&["Invalid JSON payload received. Unknown name \"content\" at 'contents[0]': Cannot find field."])
    .refused(&["invalid-message", "invalid-role"]);

pub(super) static GE1: Rule = Rule::new("GE1", "A turn with calls is followed by as many results.")
    .answered(
        "Please ensure that the number of function response parts is equal to the number of function \
             call parts of the function call turn.",
    )
    .repaired(
        "an `error` result is put in, or the call left out, as `openCalls` says; of two results the \
             first is kept; results of calls without ids stand in the order of their calls",
        &["close_open_calls.rs", "history", "result_order.rs"],
    );

pub(super) static GE2: Rule = Rule::new("GE2", "A turn with calls follows a user turn or results.")
    .answered(
        "Please ensure that function call turn comes immediately after a user turn or after a function \
             response turn.",
    )
    .repaired(
        "calls that come first get a user turn before them; with `assistantFirst: false`, so do words",
        &["boundaries.rs"],
    );

pub(super) static GE3: Rule = Rule::new("GE3", "Results come directly after their calls.")
    .answered("Please ensure that function response turn comes immediately after a function call turn.")
    .repaired("moved beside its call; without one, left out", &["history", "orphans.rs"]);

pub(super) static GE4: Rule = Rule::new(
    "GE4",
    "With Gemini 3, the first call of each step since the last user message has a signature.",
)
.answered("Function call is missing a thought_signature in functionCall parts.")
.repaired(
    "where `capabilities.model` or the params name such a model, the documented \
             `skip_thought_signature_validator` stands for it; in a request that is written on older steps, \
             too, so that their bytes stay",
    &["gemini/signatures.rs"],
);

pub(super) static GE5: Rule = Rule::new("GE5", "A signature is Google's, in base64.")
    .answered("Corrupted thought signature.")
    .repaired(
        "one that is no base64 is left out, and so are thoughts of other providers",
        &["gemini/signatures.rs", "gemini/reasoning.rs"],
    );

pub(super) static GE6: Rule = Rule::new(
    "GE6",
    "There are contents, each has parts, and no part is empty.",
)
.answered("contents.parts must not be empty.")
// genkit-ai/genkit#3816, google-gemini/deprecated-generative-ai-python#697.
.or(&[
    "GenerateContentRequest.contents: contents is not specified",
    "Unable to submit request because it must include at least one parts field",
    "contents[1].parts[0].data: required oneof field 'data' must have one initialized field",
    "Unable to submit request because it has an empty text parameter. Add a value to the parameter and try \
             again.",
])
.repaired(
    "the content or the part is left out; so is an empty text, but in a body that is repaired it \
             stays: only Vertex refuses it; without any content, the error `nothing-to-send`",
    &["empty_content.rs", "gemini/read.rs", "prompt.rs"],
);

pub(super) static GE7: Rule =
    Rule::new("GE7", "Roles are `user` and `model`, and each has only parts that it may have.")
        .answered("Please use a valid role: user, model.")
        .repaired(
            "instructions at the start go to `systemInstruction`, others to the user's turn; other names \
             of the two roles are corrected, and so is the role of parts that only one of them has",
            &["system.rs", "system_turns.rs", "gemini/read.rs"],
        );

pub(super) static GE8: Rule = Rule::new("GE8", "`args` and `response` are objects.")
    .answered("Invalid value at ... (type.googleapis.com/google.protobuf.Struct)")
    .repaired("wrapped", &["arguments.rs", "gemini/read.rs"]);

pub(super) static GE9: Rule =
    Rule::new("GE9", "Tool names match their pattern, and a result has the name of its call.")
        .answered(
            "Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores \
             (_), dots (.), colons (:), or dashes (-), with a maximum length of 128",
        )
        // AstrBotDevs/AstrBot#9876; at Vertex a bare INVALID_ARGUMENT (archestra-ai/archestra#7583).
        .or(&["functionResponse.name \"call_1\" does not match functionCall.name \"clock\""])
        .repaired("mapped, on both sides; a result's is taken from its call", &["names.rs", "tool_names.rs"]);

pub(super) static GE10: Rule = Rule::new(
    "GE10",
    "From Gemini 3.6 and 3.5 Flash-Lite on, the conversation ends with the user, and is never the \
         model's turns alone.",
)
.answered("Requests ending with a model turn are not supported.")
.or(&["Please ensure that single turn requests end with a user role or the role field is empty."])
.repaired(
    "a user turn, `Continue.`, is added for these models, and in a written request for unknown ones, unless \
         `capabilities.prefill` says otherwise; before words that are alone, another",
    &["models/rows.rs", "boundaries.rs"],
);

// Prism-Shadow/agenthub#189, deepnoodle-ai/dive#287, vellum-ai/vellum-assistant#39495. Gemini 2.5 takes them
// (recorded: 200, six times, at Vertex, too).
pub(super) static GE11: Rule =
    Rule::new("GE11", "At Vertex, with the same models, nothing follows results in their content.")
        .answered("Requests ending with a model turn are not supported.")
        .repaired(
            "where `capabilities.model` or the params name such a model, it gets a content of its own, which \
             the provider joins; in a request that is written, always",
            &["gemini/read.rs", "parsed.rs", "gemini/mod.rs"],
        );

pub(super) static GE12: Rule = Rule::new("GE12", "Media have a type that the model accepts in this place.")
    .answered("Unsupported MIME type: image/gif")
    .or(&["Unable to submit request because it has an empty mimeType parameter in fileData."])
    .repaired(
        "replaced by a line that names them; media that results do not hold (sound, and before Gemini \
             3 all) move to the user's turn; a file without a type has the one that its name ends in",
        &["media.rs", "gemini/file_type.rs"],
    );

/// Every rule of this file, in the order of RULES.md.
const RULES: &[&Rule] = &[&GE0, &GE1, &GE2, &GE3, &GE4, &GE5, &GE6, &GE7, &GE8, &GE9, &GE10, &GE11, &GE12];

const ACCEPTED: &[Accepted] = &[
    Accepted { id: "neighbours", what: "neighbours of one role", seen: 105 },
    Accepted {
        id: "split-calls",
        what: "calls of one turn in several contents, and their results likewise",
        seen: 0,
    },
    Accepted { id: "model-first", what: "a model that speaks first", seen: 0 },
    Accepted { id: "without-ids", what: "calls and results without ids", seen: 0 },
    Accepted {
        id: "beside-results",
        what: "other parts behind results in one content, before Gemini 3.6",
        seen: 6,
    },
    Accepted { id: "before-results", what: "other parts before results in one content", seen: 0 },
    Accepted { id: "prefill", what: "the model's words at the end, before Gemini 3.6", seen: 0 },
    Accepted { id: "signature-alone", what: "a signature without a text", seen: 2 },
    Accepted { id: "no-role", what: "a content without a role", seen: 0 },
    Accepted { id: "one-for-a-list", what: "one part in place of a list", seen: 0 },
    Accepted { id: "empty-text", what: "a content of the empty text alone, but at Vertex", seen: 7 },
];
