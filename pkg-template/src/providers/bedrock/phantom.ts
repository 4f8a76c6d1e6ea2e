// Removes calls of phantom tools from responses of Converse.

import { type PlainObject, isArray, isObject } from "../../input/check.js";
import { withField } from "../../request/copy-on-write.js";
import { ended, strippedMessage } from "../../request/phantom-message.js";

/** Returns null for a response of another form. */
export function strip(response: PlainObject): PlainObject | null {
  const { output } = response;
  if (!isObject(output) || isArray(output)) return null;
  const { message } = output;
  if (!isObject(message)) return response;
  const left = strippedMessage(message);
  return ended(withField(response, "output", output, withField(output, "message", message, left)), message, left);
}
