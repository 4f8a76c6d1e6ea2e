// The parts of a request in the order in which its provider reads them: tools, system prompt, messages.
//
// Anthropic: "Cache prefixes are created in the following order: tools, system, then messages" (platform.claude.com, prompt caching).
// Bedrock: the same order for `tools`, `system` and `messages` (docs.aws.amazon.com/bedrock, prompt caching). OpenAI: tools "get injected
// before developer instructions", and a schema for the output precedes both (cookbook, Prompt Caching 201; guide, prompt caching). The
// documents of Gemini and Mistral do not say where tools stand; a change of tools is taken for the costlier of the two, as at OpenAI.

import { LISTS } from "../providers/names.js";
import type { Target } from "../types/index.js";
import { isArray, isObject } from "../input/check.js";
import { isMarkBlock, listOf } from "./marks.js";
import { below } from "./path.js";

export type Section = "tools" | "system" | "messages";

/** A tool, a block of the system prompt, or a message. */
export interface Entry {
  readonly section: Section;
  readonly path: string;
  readonly value: unknown;
}

type Body = Readonly<Record<string, any>>;

/** Returns the entries of a body, in reading order. */
export function entriesOf(target: Target, body: Body): Entry[] {
  const list = (LISTS as Record<string, string>)[target] as string;
  const messages = entries("messages", list, typeof body[list] === "string" ? [body[list]] : listOf(body[list]));
  return [...toolsOf(body), ...systemOf(body), ...withSystem(messages)];
}

function entries(section: Section, path: string, list: readonly unknown[]): Entry[] {
  return list.flatMap((value, index) => (isMarkBlock(value) ? [] : [{ section, path: below(path, index), value }]));
}

function toolsOf(body: Body): Entry[] {
  if (isObject(body.toolConfig) && isArray(body.toolConfig.tools)) return entries("tools", "toolConfig.tools", body.toolConfig.tools);
  return entries("tools", "tools", listOf(body.tools)).flatMap((entry) => {
    // Gemini lists its functions in one tool.
    const declared = isObject(entry.value) ? entry.value.functionDeclarations : undefined;
    return isArray(declared) ? entries("tools", below(entry.path, "functionDeclarations"), declared) : [entry];
  });
}

/** The fields of system prompts beside the messages. */
const SYSTEMS = ["system", "instructions", "systemInstruction", "system_instruction"];

function systemOf(body: Body): Entry[] {
  return SYSTEMS.flatMap((field): Entry[] => {
    const value = body[field];
    if (value === undefined || value === null || value === "") return [];
    return isArray(value) ? entries("system", field, value) : [{ section: "system", path: field, value }];
  });
}

/** Counts messages of instructions at the beginning as the system prompt. */
function withSystem(messages: Entry[]): Entry[] {
  const isSystem = ({ value }: Entry) => isObject(value) && (value.role === "system" || value.role === "developer");
  const first = messages.findIndex((entry) => !isSystem(entry));
  return messages.map((entry, index) => (first === -1 || index < first ? { ...entry, section: "system" } : entry));
}

/** The name of a tool; its type, if it has no name. */
export function toolName(tool: unknown): string {
  if (!isObject(tool)) return "";
  const named = [tool, tool.function, tool.toolSpec, tool.custom].filter(isObject).find(({ name }) => typeof name === "string");
  return String(named?.name ?? tool.server_label ?? tool.type ?? Object.keys(tool).join());
}
