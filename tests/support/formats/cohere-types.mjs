// Judges messages of Cohere by the schemas of Cohere's own client, which are not among its exports.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const { ChatMessages, V2ChatResponse } = loaded();

function loaded() {
  const { ChatMessages, v2 } = require(join(dirname(require.resolve("cohere-ai")), "serialization"));
  return { ChatMessages, V2ChatResponse: v2.V2ChatResponse };
}

/** Nothing that the client does not declare is let through. */
const STRICT = { unrecognizedObjectKeys: "fail", allowUnrecognizedUnionMembers: false, allowUnrecognizedEnumValues: false };

/** Returns the faults of a list of messages in the spelling of REST: `[1].content: Expected string. Received list.` */
export const faultsOf = (messages) => told(ChatMessages.parse(messages, STRICT));

/** Returns the faults of a list of messages in the spelling of the client. */
export const clientFaultsOf = (messages) => told(ChatMessages.json(messages, STRICT));

/** Returns the messages as the client sends them. */
export function sentBy(messages) {
  return ChatMessages.jsonOrThrow(messages, STRICT);
}

/** Returns an answer as the client hands it out. */
export function answered(response) {
  return V2ChatResponse.parseOrThrow(response, STRICT);
}

function told(outcome) {
  return outcome.ok ? [] : outcome.errors.map(({ path, message }) => `${path.join(".")}: ${message}`);
}
