// Removes calls of phantom tools from responses of Anthropic, where the answer is the message, and from messages by themselves.

import type { PlainObject } from "../../input/check.js";
import { ended, strippedMessage } from "../../request/phantom-message.js";

export function strip(answer: PlainObject): PlainObject {
  const { role } = answer;
  if (role !== undefined && role !== "assistant") return answer;
  const left = strippedMessage(answer);
  return ended(left, answer, left);
}
