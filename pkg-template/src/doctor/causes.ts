// The causes of refusals, each with an advice.

/**
 * A cause of a refusal: the kind of fault that the provider's words name.
 *
 * - `call-without-result`: a tool call has no result, or not where it must be.
 * - `result-without-call`: a result has no call before it, or a second result has the same call.
 * - `call-id-form`: the id of a call is too long, has other characters than allowed, or is used twice.
 * - `item-id-form`: the id of an item of the Responses API is not one of its kind, or is used twice.
 * - `tool-name-form`: the name of a tool is too long, has other characters than allowed, or is used twice.
 * - `json-arguments`: the arguments of a call are no JSON object, or no text where text is wanted.
 * - `result-form`: the provider does not take the result of a tool in this form.
 * - `empty-text`: a text is empty or blank.
 * - `empty-message`: a message has no content.
 * - `messages-missing`: there is no message, or none of the user.
 * - `role-order`: the roles are not in the order that the provider wants.
 * - `last-role`: the conversation ends with a turn that the provider does not continue.
 * - `system-place`: instructions are in a place, or in a role, that the model does not take.
 * - `developer-role`: the provider does not know the role `developer`.
 * - `mixed-content`: calls or results share a message with other content.
 * - `reasoning-missing`: the reasoning of an earlier turn was not sent back.
 * - `reasoning-signature`: the signature of reasoning is absent or wrong.
 * - `reasoning-changed`: reasoning, or what it was made with, has changed.
 * - `reasoning-order`: a reasoning item and the item that followed it are separated.
 * - `reasoning-refused`: the provider takes no reasoning back.
 * - `item-missing`: the server does not have the item or the response that the request refers to.
 * - `unknown-field`: the provider does not know a field.
 * - `missing-field`: a required field is absent.
 * - `content-form`: content is a list where text is wanted, or has another form than wanted.
 * - `unknown-part`: the provider or the model does not take parts of this type.
 * - `media-type`: an image or a file is damaged, cannot be fetched, or has a wrong type.
 * - `media-size`: an image or a file is too large or too small.
 * - `media-count`: there are too many images or documents.
 * - `tool-schema`: the provider does not take the JSON schema of a tool.
 * - `tool-type`: the provider or the model does not take this kind of tool, or not beside the others.
 * - `tools-count`: there are too many tools, or too many calls in one message.
 * - `tools-unsupported`: the model takes no tools.
 * - `tool-choice`: the model does not take this `tool_choice`, or not with the rest of the request.
 * - `parameter-unsupported`: the model does not take a parameter.
 * - `parameter-value`: the model does not take the value of a parameter, or not beside another parameter.
 * - `max-output`: the limit of the output is above the model's maximum.
 * - `context-overflow`: the request is longer than the context window.
 * - `request-too-large`: the request has too many bytes.
 * - `cache-control`: a cache marker is in a place that the provider does not take, or there are too many.
 * - `structured-output`: the provider does not take the format or the schema of the output.
 * - `prompt-cache-key`: the key of the prompt cache is not accepted.
 * - `wrong-endpoint`: the model needs another endpoint.
 * - `server-tool`: a block of a tool that the provider runs is incomplete or in a wrong place.
 * - `unspecified`: the refusal names no fault.
 * - `not-ours`: the refusal is not about the form of the request, but about a key, a quota, a rate, a payment, access, the name of a model, a
 *   filter, the model's own output, or the server.
 *
 * @example
 * const isFaultOfRequest = (cause: RefusalCause) => cause !== "not-ours";
 */
export type RefusalCause =
  | "call-without-result"
  | "result-without-call"
  | "call-id-form"
  | "item-id-form"
  | "tool-name-form"
  | "json-arguments"
  | "result-form"
  | "empty-text"
  | "empty-message"
  | "messages-missing"
  | "role-order"
  | "last-role"
  | "system-place"
  | "developer-role"
  | "mixed-content"
  | "reasoning-missing"
  | "reasoning-signature"
  | "reasoning-changed"
  | "reasoning-order"
  | "reasoning-refused"
  | "item-missing"
  | "unknown-field"
  | "missing-field"
  | "content-form"
  | "unknown-part"
  | "media-type"
  | "media-size"
  | "media-count"
  | "tool-schema"
  | "tool-type"
  | "tools-count"
  | "tools-unsupported"
  | "tool-choice"
  | "parameter-unsupported"
  | "parameter-value"
  | "max-output"
  | "context-overflow"
  | "request-too-large"
  | "cache-control"
  | "structured-output"
  | "prompt-cache-key"
  | "wrong-endpoint"
  | "server-tool"
  | "unspecified"
  | "not-ours";

/** One sentence for each cause: what to do. */
export const ADVICE: Readonly<Record<RefusalCause, string>> = {
  "call-without-result": "Add a result for each tool call, directly after the turn that made it, or remove the call.",
  "result-without-call": "Remove the tool result, or put it directly after its call; each call has one result.",
  "call-id-form": "Give the call and its result the same id, of the form that the provider takes, and use each id once.",
  "item-id-form": "Leave the id of the item out: `call_id` is enough.",
  "tool-name-form": "Rename the tool: use letters, digits, `_` and `-`, at most 64 characters, and each name once.",
  "json-arguments": "Send arguments that are a JSON object; OpenAI and compatible vendors want it as text.",
  "result-form": "Send the tool result in the form that the provider takes, at best as one text.",
  "empty-text": "Leave out texts that are empty or blank.",
  "empty-message": "Leave out messages without content, or give them content.",
  "messages-missing": "Send at least one message of the user.",
  "role-order": "Begin with the user, and let user and assistant alternate: join neighbours of one role.",
  "last-role": "End the conversation with a user message or a tool result, without trailing white space.",
  "system-place": "Put instructions first, or where the provider takes them; for a model without instructions, into the user's message.",
  "developer-role": "Send the role `system` in place of `developer`.",
  "mixed-content": "Put tool results, or calls, into a message of their own.",
  "reasoning-missing": "Send the reasoning of the turn back as it came, or switch thinking off.",
  "reasoning-signature": "Send reasoning unchanged with its signature, or leave it out.",
  "reasoning-changed": "Send the thinking of the latest turn unchanged, or leave it out.",
  "reasoning-order": "Send a reasoning item together with the item that followed it, or neither.",
  "reasoning-refused": "Leave reasoning fields out for this provider.",
  "item-missing": "Send the whole input in place of references and `previous_response_id`.",
  "unknown-field": "Leave the named field out.",
  "missing-field": "Add the named field.",
  "content-form": "Send content in the form that the provider takes: one text, or a list of parts.",
  "unknown-part": "Leave out or convert parts of this type, or use a model that takes them.",
  "media-type": "Send media of an accepted type, whole, and with the media type of their bytes.",
  "media-size": "Make the image or the file smaller.",
  "media-count": "Send fewer images or documents in one request.",
  "tool-schema": "Change the JSON schema of the named tool to what the provider takes.",
  "tool-type": "Remove that kind of tool, or do not mix it with functions.",
  "tools-count": "Send fewer tools, or fewer calls in one message.",
  "tools-unsupported": "Use a model that takes tools, or leave the tools out.",
  "tool-choice": "Leave `tool_choice` out, or set it to `auto`; or switch thinking off.",
  "parameter-unsupported": "Leave the named parameter out, or use the one that replaces it.",
  "parameter-value": "Give the named parameter a value that the model takes, also beside the other parameters.",
  "max-output": "Lower the limit of the output.",
  "context-overflow": "Make the request shorter.",
  "request-too-large": "Make the request smaller, above all its images and files.",
  "cache-control": "Remove the cache marker, or move it to a block that the provider caches.",
  "structured-output": "Change the schema or the format of the output, or do not ask for it beside tools.",
  "prompt-cache-key": "Shorten the key of the prompt cache, or leave it out.",
  "wrong-endpoint": "Use another endpoint for this model.",
  "server-tool": "Leave out what belongs to a tool of the provider, or send it whole.",
  unspecified: "The refusal names no fault: look for broken rules in the request with `validate`.",
  "not-ours": "The form of the request is not at fault: look at the account, the key, the model, the filter or the server.",
};
