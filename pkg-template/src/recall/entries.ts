// The messages that can be recalled.

import { invalid, isArray, isObject } from "../input/check.js";
import { argumentsLine, argumentsText, flat, textOf } from "../reduce/message-text.js";
import type { MessageInit } from "../index.js";
import type { RecallList, RecallSource } from "./types.js";

/** A message that can be recalled. */
export interface Entry {
  readonly id: string;
  /** The ids of the message's calls, or of the call that it answers. */
  readonly callIds: readonly string[];
  readonly isResult: boolean;
  /** The role of its speaker; for a result, the call. */
  readonly head: string;
  readonly text: string;
  /** True if the model does not get the message, or gets it changed. */
  readonly isLeftOut: boolean;
  /** True for a result of this tool: a copy of other messages, which searches skip. */
  readonly isCopy: boolean;
}

/** Characters of the arguments in the head of a result. */
const MOST_ARGUMENTS = 120;

/** Returns all messages of a source, oldest first. A message without an id, as in lists of other formats, gets an id made of its place. */
export function entriesOf(source: RecallSource, sent: RecallList | (() => RecallList) | undefined, tool: string): Entry[] {
  if ("transcript" in source)
    return entries(
      source.transcript.map(({ message, state }) => ({ message, isLeftOut: state !== "kept" })),
      tool,
    );
  const inRequest = new Set(sent === undefined ? [] : listOf("sent", sent).map(keyOf));
  return entries(
    listOf("source", source).map((message) => ({ message, isLeftOut: !inRequest.has(keyOf(message)) })),
    tool,
  );
}

function listOf(name: string, given: unknown): RecallList {
  const list: unknown = typeof given === "function" ? (given as () => unknown)() : given;
  if (isArray(list) && list.every(isObject)) return list as unknown as RecallList;
  throw invalid(
    `\`${name}\` must be a list of messages in the form of this package, or a function that returns one; \`convert(format, "backscroll", messages).body\` is one.`,
  );
}

/** Returns a key; messages with equal content have equal keys. */
function keyOf({ role, content, toolCalls, toolCallId }: MessageInit): string {
  return JSON.stringify([role, content ?? null, toolCalls, toolCallId]);
}

interface Given {
  readonly message: MessageInit;
  readonly isLeftOut: boolean;
}

function entries(given: readonly Given[], tool: string): Entry[] {
  const calls = new Map<string, ReturnType<typeof flat>>();
  return given.map(({ message, isLeftOut }, place): Entry => {
    const { role, content, toolCalls = [], toolCallId = "", isError, id = `m${place}` } = message;
    const own = toolCalls.map(flat);
    for (const call of own) calls.set(call.id, call);
    const said = textOf(content);
    if (role === "tool") {
      const call = calls.get(toolCallId);
      const failed = isError === true ? "error " : "";
      const head = `${failed}result${call === undefined ? "" : ` of ${call.name} ${shortened(argumentsLine(call))}`}`;
      return { id, callIds: [toolCallId], isResult: true, head, text: said, isLeftOut, isCopy: call?.name === tool };
    }
    // The model's own searches hold the words that they search for.
    const asked = own.filter(({ name }) => name !== tool).map((call) => `call of ${call.name}\n${argumentsText(call)}`);
    const text = [said, ...asked].filter((part) => part !== "").join("\n");
    return { id, callIds: own.map((call) => call.id), isResult: false, head: `${role} message`, text, isLeftOut, isCopy: false };
  });
}

function shortened(text: string): string {
  return text.length > MOST_ARGUMENTS ? `${text.slice(0, MOST_ARGUMENTS)}...` : text;
}
