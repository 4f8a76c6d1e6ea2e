import { refuse } from "./refuse.js";

/** OC5: a message has content, unless it is an assistant message with calls, or one that adds tools at a vendor who takes it. */
export function* contentIsPresent({ messages }, { acceptUnknownFields }) {
  for (const [index, message] of messages.entries()) {
    if (acceptUnknownFields && message.role === "system" && Array.isArray(message.tools)) {
      if (message.content === undefined) continue;
      yield refuse("OC5", "a message that adds tools has no content", { param: `messages.[${index}].content` });
    }
    if (message.content !== undefined && message.content !== null) continue;
    if (message.role === "assistant" && speaksOtherwise(message)) continue;
    yield refuse("OC5", "Invalid value for 'content': expected a string, got null.", {
      param: `messages.[${index}].content`,
    });
  }
}

function speaksOtherwise({ tool_calls: calls, function_call: call, refusal, audio }) {
  return [calls, call, refusal, audio].some((value) => value !== undefined && value !== null);
}

/** OC7, second half: a list of parts has at least one. */
export function* contentHasParts({ messages }) {
  for (const [index, { content }] of messages.entries()) {
    if (Array.isArray(content) && content.length === 0) {
      const path = `messages[${index}].content`;
      yield refuse("OC7", `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`, {
        param: path,
        code: "empty_array",
      });
    }
  }
}

/** OC8: some vendors take parts of a type in no message. */
export function* partsAreSupported({ messages }, { unsupportedParts }) {
  for (const [index, { content }] of messages.entries()) {
    const refused = Array.isArray(content) && content.find(({ type }) => unsupportedParts.includes(type));
    if (refused)
      yield refuse(
        "OC8",
        `Failed to deserialize the JSON body into the target type: messages[${index}]: unknown variant \`${refused.type}\`, expected \`text\``,
      );
  }
}

/** Models of OpenAI and of Mistral. Other vendors accept pictures in results. */
const STRICT = /^(?:.*\/)?(?:gpt|chatgpt|o\d|codex|ft:|[a-z]*stral)/i;

/** OC8: the content of a tool message is text. */
export function* toolContentIsText({ messages, model: named }, { model = named, textResults }) {
  const known = typeof model === "string" && !STRICT.test(model) ? ["text", "image_url"] : ["text"];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== "tool" || !Array.isArray(content)) continue;
    if (textResults) {
      yield refuse(
        "OC8",
        `Failed to deserialize the JSON body into the target type: messages[${index}]: invalid type: sequence, expected a string`,
        { param: `messages[${index}]` },
      );
    }
    if (content.some((part) => !known.includes(part.type))) {
      yield refuse("OC8", `Invalid 'messages[${index}]'. Content blocks are expected to be either text or image_url type.`, {
        param: `messages[${index}]`,
      });
    }
  }
}
