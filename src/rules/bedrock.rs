//! What Amazon Bedrock Converse demands.

use super::{Accepted, Catalogue, Rule};
use crate::message::Format;

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

const fn rule(id: &'static str, demand: &'static str) -> Rule {
    Rule::of(Format::Bedrock, id, demand)
}

const RULES: &[Rule] = &[
    rule("BE0", "The body has the form of Amazon's reference.")
        .based_on("the types of Amazon's client (botocore 1.44.5)")
        .refused(&["invalid-message", "invalid-role"]),
    rule("BE1", "There is a message, and with models other than Claude the user speaks first.")
        .answered(
            "A conversation must start with a user message. Try again with a conversation that starts with \
             a user message.",
        )
        .repaired(
            "with others, or `assistantFirst: false`, a user turn is added; without any message, the error \
             `nothing-to-send`",
            &["ending.rs", "prompt.rs"],
        ),
    rule("BE2", "With models other than Claude, roles alternate.")
        .answered(
            "A conversation must alternate between user and assistant roles. Make sure the conversation \
             alternates between user and assistant roles and try again.",
        )
        .repaired(
            "neighbours are joined; in a body that is mended, with others only",
            &["bedrock/mod.rs", "regroup.rs"],
        ),
    rule(
        "BE3",
        "Every call is answered in the next turn, in one message, and ids of calls are unique within a turn, those of \
         calls that the provider runs included.",
    )
    .answered("Expected toolResult blocks at messages.2.content for the following Ids: a, b")
    .repaired(
        "an error result is put in, or the call left out, as `openCalls` says; results are moved \
             beside their calls, all of a batch in one message; of two calls with one id the second is \
             renamed",
        &["interrupted.rs", "history", "call_ids.rs"],
    ),
    rule(
        "BE4",
        "A result answers a call of the turn before, once; one of the provider's own tools, a call before \
         it.",
    )
    .answered(
        "The number of toolResult blocks at messages.N.content exceeds the number of toolUse blocks of \
             previous turn.",
    )
    .repaired(
        "a result without a call is left out, and so is a second one; so are those of the provider's \
             own tools",
        &["orphans.rs", "server_tools.rs"],
    ),
    rule("BE5", "Texts are not blank, but beside other text.")
        .answered(
            "The text field in the ContentBlock object at messages.N.content.M is blank. Add text to the \
             text field, and try again.",
        )
        .repaired("the text is left out", &["blank.rs", "blocks/join.rs"]),
    rule("BE6", "Messages have content.")
        .answered("The content field in the Message object at messages.1 is empty.")
        .repaired(
            "the message is left out, the last one of the assistant, too",
            &["blank.rs", "blocks/join.rs"],
        ),
    rule("BE7", "A tool that failed says so.")
        .answered(
            "The content field at messages.N.content.0.toolResult cannot be empty when status value is \
             error.",
        )
        .repaired(
            "`[error]` is put in; the result of a tool of the provider is left out",
            &["blank.rs", "server_tools.rs"],
        ),
    rule("BE8", "Inputs, and JSON in results, are objects.")
        .answered(
            "The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide \
             a json object for the field and try again.",
        )
        .repaired(
            "other values are sent as text; inputs that are no objects are wrapped; a call of a tool of the \
             provider with such an input is left out, with its result",
            &["bedrock/block.rs", "arguments.rs", "server_tools.rs"],
        ),
    rule("BE9", "Tools are declared where calls or results are, and the list of them has one at least.")
        .answered("The toolConfig field must be defined when using toolUse and toolResult content blocks.")
        .repaired(
            "without tools in the params, calls and results become text, unless `toolsDeclared: true`; an \
             empty list goes with its `toolConfig`",
            &["flatten.rs", "request.rs"],
        ),
    rule(
        "BE10",
        "Ids match '[a-zA-Z0-9_.:-]+' and names of tools '[a-zA-Z0-9_-]+', both with at most 64 characters.",
    )
    .based_on("the patterns in the types of Amazon's client (botocore 1.44.5); maximhq/bifrost#6300 saw refusals")
    .repaired(
        "mapped, on both sides; a call of a tool of the provider that has others is left out, with its result",
        &["call_ids.rs", "names.rs", "server_tools.rs"],
    ),
    rule("BE11", "Documents are at most five, and have plain, distinct names.")
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
            &["documents.rs"],
        ),
    rule(
        "BE12",
        "Claude behind it demands what AN10, AN11, AN15 to AN18, AN19 and AN20 (of `cachePoint` blocks), \
         AN21 and AN25 say; where it is known to be Claude, also AN6 (no dots or colons in ids) and AN22.",
    )
    .answered("The model returned the following errors: ...")
    .repaired(
        "as there, and reported under these numbers, but ids under this one",
        &[
            "ending.rs",
            "thinking.rs",
            "reasoning.rs",
            "cache_markers.rs",
            "system_turns.rs",
            "call_ids.rs",
            "media.rs",
        ],
    ),
    rule(
        "BE13",
        "The model takes the block; media are bytes or lie in S3, of the formats in the types of the client.",
    )
    .answered("This model doesn't support the video content block that you provided.")
    .repaired("replaced by a line that names them; sound in a result moves to the user", &["media.rs"]),
    rule("BE14", "Reasoning is signed, but with models other than Claude.")
        .answered("thinking.signature: Field required")
        .repaired("what is not signed is left out, but with others", &["reasoning.rs"]),
    rule("BE15", "With models other than Claude and Nova, the user speaks last.")
        .answered(
            "The model that you are using requires the last turn in the conversation to be a user message. \
             Add a user message to the conversation and try again.",
        )
        .repaired("a user turn, `Continue.`, is added, unless `prefill: true`", &["ending.rs"]),
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
