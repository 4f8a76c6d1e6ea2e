// The causes of refusals: how a program comes to send such a request, and the part of the list that a refusal belongs to.

/**
 * Ways in which programs come to a fault, by the cause that `explain` names. Each way has a title and a sentence.
 *
 * @type {Readonly<Record<string, readonly (readonly [title: string, text: string])[]>>}
 */
export const WAYS = {
  "call-without-result": [
    [
      "The run was stopped between call and result",
      "Escape, a closed tab, a timeout, a crash of the tool. The call is in the history, its result never came.",
    ],
    ["The history was cut between them", "A window of the newest messages begins or ends in the middle of a pair."],
    ["Several calls, results in several places", "All results of one turn belong directly behind it."],
    ["Something was put in front of the result", "A reminder, a file or the user's next words came first. Results come first."],
  ],
  "result-without-call": [
    ["The call was cut away, its result was not", "A window of the newest messages begins with the result of a call that is older."],
    ["The result was stored twice", "A retry, or two writers of one history, appended it again."],
    ["The ids differ", "The call was renamed, or the result was given an id of its own."],
  ],
  "call-id-form": [
    ["The history comes from another provider", "Each provider writes ids in its own form, and some accept no other."],
    ["The ids are made by the program", "A counter that starts again each turn, or a path, or a whole UUID with a prefix."],
  ],
  "item-id-form": [
    ["Items were put together by hand", "An item got the id of a message of another API, or of another kind of item."],
    ["Items were stored twice", "The output of a response and the input of the next request were both appended."],
  ],
  "tool-name-form": [
    ["Names come from a server of tools", "MCP servers name tools with dots, slashes or spaces, and prefixes make names longer."],
    ["The history comes from another provider", "What one provider accepts as a name, another refuses."],
  ],
  "json-arguments": [
    ["The stream of the arguments broke off", "What was stored is the first part of a JSON text."],
    ["The arguments were parsed, or not", "One provider wants the text of the JSON, another the object."],
    ["The call had no arguments", "An empty text was stored in place of an empty object."],
  ],
  "result-form": [
    ["The tool returned a picture or a list", "Not every provider takes more than text as a result."],
    ["The result was passed on as it was", "A number, null or a list stands where a text or an object belongs."],
  ],
  "empty-text": [
    ["The answer was stopped before its first word", "An empty text was stored as the answer."],
    ["A tool printed nothing", "Its output became a block without text."],
    ["A text was trimmed or redacted", "Nothing was left, and the block stayed."],
  ],
  "empty-message": [
    ["The answer was stopped before its first word", "The message was stored without content."],
    ["All content was removed", "Thinking, media or calls were left out, and the message stayed."],
  ],
  "messages-missing": [
    ["The history was cut to nothing", "A window smaller than the newest message leaves none."],
    ["Only instructions were sent", "The first words of the user were lost, or put into the system prompt."],
  ],
  "role-order": [
    ["Two turns of one role follow each other", "A retry, a queue or a stopped answer left two messages of the user in a row."],
    ["The history was cut", "It now begins with the assistant, or with a result."],
  ],
  "last-role": [
    ["The request continues the assistant's words", "Prefilling the answer was accepted by older models, and is not by newer ones."],
    ["The run was resumed without new words", "The history ends with the assistant's own turn."],
  ],
  "system-place": [
    ["Instructions were added in the middle", "A reminder of the program was appended with the role `system`."],
    ["The model changed", "The next model takes instructions in another place, or in another role."],
  ],
  "developer-role": [["The body was written for OpenAI's newest models", "Most compatible servers know `system` only."]],
  "mixed-content": [
    ["A turn holds results and words together", "The user's next words, or the assistant's, were put into the same message."],
  ],
  "reasoning-missing": [
    ["The history does not keep reasoning", "A database, a framework or a compatible layer stored text and calls only."],
    ["The history was cut, or made by another model", "The turn with the calls is there, its reasoning is not."],
    ["Thinking was switched on in the middle", "The turns before were made without it."],
  ],
  "reasoning-signature": [
    ["The reasoning is of another model or provider", "Signatures hold only where they were made."],
    ["The signature was not stored", "A framework or a stream reader kept the text alone."],
  ],
  "reasoning-changed": [
    ["What came before was edited", "A repair, a cut or a redaction changed a message that the reasoning was made with."],
    ["The reasoning was edited", "It was trimmed, joined or stored without a part."],
  ],
  "reasoning-order": [
    ["The history was cut between them", "The reasoning stayed and the item behind it went, or the other way round."],
    ["The answer broke off after its reasoning", "What should have followed never came."],
  ],
  "reasoning-refused": [["The reasoning of another vendor was sent back", "Not every server takes the field in which it came."]],
  "item-missing": [
    ["The server does not keep the items", "With `store: false`, or after they expired, an id alone refers to nothing."],
    ["The history went to another account", "Items are kept for the account that made them."],
  ],
  "unknown-field": [
    ["The body was written for another API", "A client, a proxy or a framework passed on a field that this one does not know."],
    ["A response was sent back as it came", "It has fields that a request does not take."],
  ],
  "missing-field": [
    ["A required field was left out", "Another provider makes it optional, or a client fills it in."],
    ["A block was rebuilt by hand", "One of its fields was not stored."],
  ],
  "content-form": [
    ["Content was stored as another type", "An object, a number or null stands where a text or a list of parts belongs."],
    ["The body was written for another API", "Each has its own form of content."],
  ],
  "unknown-part": [
    ["The model changed", "The next model does not see pictures, files or sound."],
    ["The block is of another API", "A type of part was passed on under a name that this provider does not know."],
  ],
  "media-type": [
    ["The type was guessed by the file's name", "The bytes are those of another format."],
    ["The bytes are damaged, or are none", "A download failed, and a page of HTML was sent as the picture."],
  ],
  "media-size": [["A picture came from a camera or a screen as it was", "Providers limit bytes, and the pixels of each side."]],
  "media-count": [["Pictures pile up in the history", "Each step adds a screenshot, and all are sent again."]],
  "tool-schema": [
    ["The schema was generated", "Libraries write keywords, references and alternatives that the provider does not take."],
    ["The tool has no parameters", "The schema was left empty, without a type or without properties."],
  ],
  "tool-type": [
    ["Tools of the provider stand beside functions", "Not every model takes both in one request."],
    ["A tool was removed, and the history still names it", "What the history refers to must be declared."],
  ],
  "tools-count": [["Tools of many servers were joined", "Each MCP server brings its own, and all are sent."]],
  "tools-unsupported": [["The model was not made for tools", "Small and older models, and some servers, take none."]],
  "tool-choice": [["A tool was forced while the model thinks", "Structured output is often asked for by a forced tool."]],
  "parameter-unsupported": [
    ["The model changed, its parameters did not", "Reasoning models take no sampling parameters, and other names of limits."],
    ["A framework sends its defaults", "It adds parameters that nobody asked for."],
  ],
  "parameter-value": [
    ["The value is that of another model", "Each model has its own ranges and levels."],
    ["Two parameters exclude each other", "One of them was added by a default."],
  ],
  "max-output": [["One limit is used for all models", "It is above what this model writes at most."]],
  "cache-control": [
    ["Each step adds a marker", "Markers of earlier steps stay in the history."],
    ["The marked block became empty", "A marker may only stand at a block that can be cached."],
  ],
  "structured-output": [["The schema of the output was generated", "The provider takes a part of JSON Schema only."]],
  "wrong-endpoint": [["The model wants another endpoint for this", "The same request is accepted by OpenAI's Responses API."]],
  "server-tool": [
    ["The answer broke off while the provider's tool ran", "Its call was stored, its result was not."],
    ["The history was cut, or changed by a framework", "Blocks that only the provider writes were left out."],
  ],
  compaction: [
    ["Summaries pile up", "Each compaction adds a block, and earlier ones stay in the history."],
    ["The history was rebuilt in another order", "A summary stands for everything before it."],
  ],
};

/** The parts of the list, each with its causes. */
export const TOPICS = {
  "Tool calls and results": [
    "call-without-result",
    "result-without-call",
    "call-id-form",
    "item-id-form",
    "json-arguments",
    "result-form",
    "mixed-content",
    "server-tool",
  ],
  Messages: [
    "empty-text",
    "empty-message",
    "messages-missing",
    "role-order",
    "last-role",
    "system-place",
    "developer-role",
    "content-form",
    "missing-field",
  ],
  Thinking: ["reasoning-missing", "reasoning-signature", "reasoning-changed", "reasoning-order", "reasoning-refused", "item-missing"],
  "Pictures and files": ["media-type", "media-size", "media-count", "unknown-part"],
  Tools: ["tool-name-form", "tool-schema", "tool-type", "tools-count", "tools-unsupported", "tool-choice"],
  Parameters: ["parameter-unsupported", "parameter-value", "max-output", "unknown-field", "structured-output", "wrong-endpoint"],
  "Cache and summaries": ["cache-control", "compaction"],
};

/** Habits that keep a program from sending such requests, by cause. */
export const PREVENTION = {
  "call-without-result":
    "When a run stops, append an error result for each open call before anything else. Cut histories between turns, never inside of a pair.",
  "result-without-call": "Cut histories between turns, so that a call and its result stay or go together. Append each result once.",
  "call-id-form": "Keep one table of ids for each provider: make a new id for each call, and write it on the call and on its result.",
  "item-id-form": "Append the items of a response as they came, once, and leave the ids of your own items out.",
  "tool-name-form": "Map names before the tools are declared, and map them back when a call comes.",
  "json-arguments": "Store the arguments of a call when the stream has ended, and store `{}` for a call without any.",
  "result-form": "Make each result one text before it is stored, and send pictures in a message of the user.",
  "mixed-content": "Give each turn of results a message of its own, and let the user's words follow.",
  "server-tool": "Store all blocks of an answer as they came. When it broke off, leave the open call of the provider's tool out.",
  "empty-text": "Leave empty texts out when a message is stored, and again when it is sent.",
  "empty-message": "Do not store an answer that said and called nothing.",
  "messages-missing": "Check before each request that a message of the user is left.",
  "role-order": "Join neighbours of one role when the request is written, and begin a cut history with the user.",
  "last-role": "End each request with the user or with results. Ask for a form of the answer by a schema, not by its first words.",
  "system-place": "Keep instructions beside the history, and write them where the model takes them.",
  "developer-role": "Choose the name of the role by the vendor when the request is written.",
  "content-form": "Store content in one form, and write the provider's form when the request is made.",
  "missing-field": "Check a body against the provider's reference before it is sent for the first time.",
  "reasoning-missing": "Store reasoning with its turn, whole, and send it back until the user speaks again.",
  "reasoning-signature": "Store the model beside each piece of reasoning, and send it to no other.",
  "reasoning-changed": "Leave out the reasoning behind each change of a message.",
  "reasoning-order": "Let a reasoning item and what followed it stay or go together.",
  "reasoning-refused": "Decide by the vendor whether reasoning is sent back.",
  "item-missing": "Store the items themselves, with the encrypted reasoning, in place of their ids.",
  "media-type": "Read the type from the first bytes of the file, and check it when the file arrives.",
  "media-size": "Make pictures smaller when they arrive.",
  "media-count": "Keep the newest pictures, and replace older ones by a line that names them.",
  "unknown-part": "Keep what a model can see beside its name, and convert parts when the request is written.",
  "tool-schema": "Write schemas by the provider's reference, and check them when a tool is added, not when it is sent.",
  "tool-type": "Declare each tool that the history names, and keep the provider's own tools apart where the model wants it so.",
  "tools-count": "Offer the tools that the task needs, and let a search find the others.",
  "tools-unsupported": "Keep what a model can do beside its name, and ask before tools are sent.",
  "tool-choice": "Ask for structured output by the provider's own parameter in place of a forced tool.",
  "parameter-unsupported": "Keep the parameters of each model beside its name, and send no others.",
  "parameter-value": "Keep the ranges of each model beside its name, and set one of two parameters that exclude each other.",
  "max-output": "Keep the limit of each model beside its name.",
  "unknown-field": "Build each request field by field, and pass nothing on that you did not set.",
  "structured-output": "Write the schema of an output by the provider's reference.",
  "wrong-endpoint": "Choose the endpoint by the model when the request is written.",
  "cache-control": "Set markers when the request is written, not in the stored history, and set at most four.",
  compaction: "Send the newest summary in place of what it summarizes, as the first block.",
};
