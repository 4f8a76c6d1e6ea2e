// Images in the messages.

import { isObject } from "../input/check.js";
import type { Found } from "./found.js";
import { startOf } from "./parameters.js";
import type { Entry } from "./sections.js";

/** Anthropic: images that are added or removed anywhere end the cache of the messages (prompt caching, "What invalidates the cache"). */
export function imageChange(before: readonly Entry[], after: readonly Entry[]): Found[] {
  const [one, other] = [before, after].map((entries) => entries.find(({ section, value }) => section === "messages" && hasImage(value)));
  if ((one === undefined) === (other === undefined)) return [];
  const place = { path: (other ?? (one as Entry)).path, pathIn: other === undefined ? ("before" as const) : ("after" as const) };
  const detail =
    other === undefined ? "the request has no image, and the first one had" : "the request has an image, and the first one had none";
  return [{ cause: "images-changed", at: startOf("messages", after), ...place, detail }];
}

function hasImage(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasImage);
  if (!isObject(value)) return false;
  return value.type === "image" || isObject(value.image) || hasImage(value.content) || hasImage(value.toolResult);
}
