// Finds the places of repairs, in the body before them and in the repaired one.

import { isArray, isObject, reading, unlike } from "../input/check.js";
import type { Repair } from "../index.js";
import { alignedTo } from "./align.js";
import type { LocatedRepair } from "./types.js";

const LISTS = ["messages", "input", "contents"] as const;
const CALL_IDS = ["id", "call_id", "toolUseId"] as const;
const RESULT_IDS = ["tool_call_id", "toolCallId", "tool_use_id", "call_id", "toolUseId", "id"] as const;

/** The messages or items of a body, and the name of their list. */
function listOf(body: unknown): { items: readonly unknown[]; path: string } {
  const name = isObject(body) ? LISTS.find((field) => isArray(body[field])) : undefined;
  if (name === undefined) throw unlike("body", "a request body", body);
  return { items: (body as Record<string, readonly unknown[]>)[name] ?? [], path: name };
}

const isResult = (value: Record<string, unknown>): boolean =>
  value.role === "tool" || /result$|_output$/.test(String(value.type)) || "content" in value || "response" in value;

/** The path of the call, or of its result, within an item; null if the item has neither. */
function callIn(item: unknown, path: string, id: string, wanted: "call" | "result"): string | null {
  if (isArray(item)) {
    for (const [place, inner] of item.entries()) {
      const found = callIn(inner, `${path}[${place}]`, id, wanted);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isObject(item)) return null;
  const ids = wanted === "call" ? CALL_IDS : RESULT_IDS;
  if (ids.some((name) => item[name] === id) && isResult(item) === (wanted === "result")) return path;
  for (const [name, inner] of Object.entries(item)) {
    if (!isArray(inner) && !isObject(inner)) continue;
    const found = callIn(inner, `${path}.${name}`, id, wanted);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns the place of each repair in the body that was given to `sanitize`, and in the repaired body. A path is null if there is no place:
 * left-out content is not in the repaired body, and a repair of the whole request has no place.
 *
 * @throws ConversationError `invalid-argument`.
 * @example
 * const { body: repaired, repairs } = sanitize("anthropic", body);
 * for (const { repair, after } of locateRepairs(repairs, body, repaired)) console.log(after ?? "(left out)", repair.detail);
 */
export function locateRepairs(repairs: Repair[], before: object, after: object): LocatedRepair[] {
  // Getters and proxies of the caller's may throw, and cyclic bodies have no end.
  return reading("`repairs`, `before` or `after`", () => located(repairs, before, after));
}

function located(repairs: Repair[], before: object, after: object): LocatedRepair[] {
  if (!isArray(repairs)) throw unlike("repairs", "the list that `sanitize` returns", repairs);
  const [given, repaired] = [listOf(before), listOf(after)];
  const aligned = alignedTo(given.items, repaired.items);
  return (repairs as Repair[]).map((repair, at) => {
    if (!isObject(repair)) throw unlike(`repairs[${at}]`, "a repair", repair);
    const { code, messageId = "", toolCallId } = repair;
    const index = /^m(\d+)$/.exec(messageId)?.[1];
    if (index === undefined || Number(index) >= given.items.length) return { repair, before: null, after: null };
    const place = Number(index);
    const item = `${given.path}[${place}]`;
    const inner = (wanted: "call" | "result"): string | null =>
      toolCallId === undefined ? null : callIn(given.items[place], "", toolCallId, wanted);
    const within = inner("call") ?? inner("result") ?? "";
    return { repair, before: item + within, after: afterOf(code, place, within) };
  });

  function afterOf(code: Repair["code"], place: number, within: string): string | null {
    const now = aligned.indexOf(place);
    const at = (index: number, inner = ""): string => `${repaired.path}[${index}]${inner}`;
    switch (code) {
      case "missing-result-added":
      case "result-moved": {
        const id = resultOf(place, within, code);
        const found = repaired.items.findIndex((item) => id !== null && callIn(item, "", id, "result") !== null);
        return found < 0
          ? now < 0
            ? null
            : at(Math.min(now + 1, repaired.items.length - 1))
          : at(found, callIn(repaired.items[found], "", id as string, "result") as string);
      }
      case "assistant-message-added":
      case "user-message-added": {
        let added = now < 0 ? aligned.length - 1 : now;
        while (added >= 0 && aligned[added] !== -1) added -= 1;
        return added < 0 ? null : at(added);
      }
      default:
        if (now < 0) return null;
        if (valueAt(repaired.items[now], within) === undefined) return /-dropped$/.test(code) ? null : at(now);
        return at(now, within);
    }
  }

  /** The id of a call's result in the repaired body, where ids may have changed. */
  function resultOf(place: number, within: string, code: string): string | null {
    const now = aligned.indexOf(place);
    const mapped = now < 0 ? undefined : valueAt(repaired.items[now], within);
    const call = isObject(mapped) ? mapped : valueAt(given.items[place], within);
    const names: readonly string[] = code === "result-moved" ? RESULT_IDS : CALL_IDS;
    const name = isObject(call) ? names.find((field) => typeof call[field] === "string") : undefined;
    return name === undefined ? null : ((call as Record<string, string>)[name] ?? null);
  }
}

function valueAt(value: unknown, path: string): unknown {
  let at: any = value;
  for (const [, index, name] of path.matchAll(/\[(\d+)\]|\.([^.[]+)/g)) at = at?.[index ?? (name as string)];
  return at;
}
