// Breakpoints of a list whose end is cut off.
//
// The provider finds what the last request wrote at the end of that request, so the breakpoint belongs there. OpenAI looks nowhere else.

import { isArray, isObject } from "../input/check.js";
import { type Fields, blocksOf, lastPlace } from "./form.js";

/** The fields that are breakpoints. */
const MARKS = ["cache_control", "prompt_cache_breakpoint"] as const;

/** A breakpoint, with the name of its field. */
type Mark = readonly [name: string, value: unknown];

/**
 * Puts the newest breakpoint of the whole list at the end of a message, and removes those of the other messages. System messages in the
 * list keep theirs. If the message cannot hold one, the message before it gets it. A list without breakpoints stays as it is.
 */
export function moveMark(list: Fields[], all: readonly Fields[], at: number, type = "text", holdsMark = (_: Fields) => true): void {
  const mark = all.flatMap((item) => [item, ...blocksOf(item.content)]).reduce<Mark | null>((last, block) => markIn(block) ?? last, null);
  if (mark === null) return;
  // LiteLLM has the breakpoint of a result on its message.
  const isBeside = (item: Fields) => item.role === "tool" && all.some((other) => other.role === "tool" && markIn(other) !== null);
  const place = lastPlace(list, (item, index) => index <= at && holdsMark(item));
  list.forEach((item, index) => {
    if (item.role === "system" || item.role === "developer") return;
    if (index === place) list[index] = isBeside(item) ? { ...item, ...fieldOf(mark) } : marked(unmarked(item), mark, type);
    else list[index] = unmarked(item);
  });
}

function markIn(block: Fields): Mark | null {
  const name = MARKS.find((each) => isObject(block[each]));
  return name === undefined ? null : [name, block[name]];
}

function fieldOf([name, value]: Mark): Fields {
  return { [name]: value };
}

function unmarked(item: Fields): Fields {
  const { content } = item;
  const others = without(item);
  return isArray(content) ? { ...others, content: blocksOf(content).map(without) } : others;
}

function without(block: Fields): Fields {
  return markIn(block) === null
    ? block
    : Object.fromEntries(Object.entries(block).filter(([name]) => !(MARKS as readonly string[]).includes(name)));
}

function marked(item: Fields, mark: Mark, type: string): Fields {
  const blocks = typeof item.content === "string" ? [{ type, text: item.content }] : blocksOf(item.content);
  const last = blocks.at(-1);
  return last === undefined ? item : { ...item, content: [...blocks.slice(0, -1), { ...last, ...fieldOf(mark) }] };
}
