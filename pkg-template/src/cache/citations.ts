// Citations of documents in the messages.

import { isObject } from "../input/check.js";
import type { Found } from "./found.js";
import { startOf } from "./parameters.js";
import type { Entry } from "./sections.js";

/** Anthropic: switching citations on or off changes the system prompt (prompt caching, "What invalidates the cache"). */
export function citationChange(before: readonly Entry[], after: readonly Entry[]): Found[] {
  const [one, other] = [before, after].map((entries) =>
    entries.find(({ section, value }) => section === "messages" && hasCitations(value)),
  );
  if ((one === undefined) === (other === undefined)) return [];
  const place = { path: (other ?? (one as Entry)).path, pathIn: other === undefined ? ("before" as const) : ("after" as const) };
  const detail = other === undefined ? "no document has citations, and one had" : "a document has citations, and none had";
  return [{ cause: "parameter-changed", at: startOf("system", after), ...place, detail }];
}

function hasCitations(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasCitations);
  if (!isObject(value)) return false;
  const { citations } = isObject(value.document) ? value.document : value;
  return (isObject(citations) && citations.enabled === true) || hasCitations(value.content);
}
