// Removes calls of phantom tools from responses of chat completions.

import { type PlainObject, isArray, isObject } from "../../input/check.js";
import { mapped, withField } from "../../request/copy-on-write.js";
import { ended, strippedMessage } from "../../request/phantom-message.js";

/** Returns null for a response of another form. */
export function strip(response: PlainObject): PlainObject | null {
  const { choices } = response;
  return isArray(choices) ? withField(response, "choices", choices, mapped(choices, strippedChoice)) : null;
}

function strippedChoice(choice: unknown): unknown {
  if (!isObject(choice)) return choice;
  const { message } = choice;
  if (!isObject(message)) return choice;
  const left = strippedMessage(message);
  return ended(withField(choice, "message", message, left), message, left);
}
