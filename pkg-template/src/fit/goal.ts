// The tokens that a request may take, as the options say.

import { isArray, isObject } from "../input/check.js";
import { type Goal, type GoalOptions, goalIn } from "../input/window.js";
import { breakdownOf } from "../request/breakdown.js";

/** A message with which the settings of a request are a body. */
const MESSAGES = [{ role: "user", content: "." }];

/** Returns the tokens that a request with these fields may take. */
export function goalOf(given: GoalOptions, fields: object, options: string): Goal {
  return goalIn(given, () => {
    const body = JSON.stringify({ ...settingsOf(fields), messages: MESSAGES });
    const { window, answer } = breakdownOf("openai-chat", body, "script", options);
    return { window: window ?? 0, answer };
  });
}

/** The settings among the fields of a request: its model and the length of its answer stand neither in messages nor in tools. */
function settingsOf(fields: object): object {
  if (isArray(fields)) return {};
  const { modelId, ...others } = fields as { modelId?: unknown };
  const settings = Object.entries(others).filter(([, value]) => !isArray(value) && !(isObject(value) && Object.values(value).some(isArray)));
  return { ...(modelId !== undefined && { model: modelId }), ...Object.fromEntries(settings) };
}
