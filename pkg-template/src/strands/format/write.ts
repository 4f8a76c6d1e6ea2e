// Writing conversations.

import { marksOf } from "../../formats/marks.js";
import type { Fields } from "../../formats/fields.js";
import type { WriteRepair, WrittenMessage } from "../../types/program-format.js";
import { metadataOf } from "./metadata.js";
import { MESSAGE, STRANDS, restOf } from "./rest.js";
import { Blocks } from "./write-block.js";

/** The forms, the usual one first. */
export const FORMS = ["agent", "messages", "python"] as const;

/** A message of the SDK. */
interface Wire {
  readonly role: "user" | "assistant";
  /** True if its last block is a result. */
  isResult: boolean;
  readonly blocks: Fields[];
  /** The fields after the blocks. */
  readonly about: Fields;
}

/** Writes messages in one of the forms. */
export function write(messages: readonly WrittenMessage[], form: string): { body: unknown; repairs: WriteRepair[] } {
  const isPython = form === "python";
  const repairs: WriteRepair[] = [];
  const wires: Wire[] = [];
  const start = messages.findIndex(({ message }) => message.role !== "system" || message.isSummary === true);
  const leading = start === -1 ? messages : messages.slice(0, start);
  for (const message of messages.slice(leading.length)) put(message, isPython, wires, repairs);
  const list = wires.map(({ role, blocks, about }) => ({ role, content: blocks, ...about }));
  if (form === "messages") {
    const detail = "the system prompt has no place in a list of messages; the form `agent` has one";
    repairs.push(...leading.map(({ message }) => ({ code: "field-dropped" as const, messageId: message.id, detail })));
    return { body: list, repairs };
  }
  const prompt = leading.length === 0 ? {} : { [isPython ? "system_prompt" : "systemPrompt"]: promptOf(leading, isPython, repairs) };
  return { body: { ...prompt, messages: list }, repairs };
}

/** The system prompt: a string where one text is all there is, else blocks. */
function promptOf(leading: readonly WrittenMessage[], isPython: boolean, repairs: WriteRepair[]): unknown {
  const all = leading.flatMap(({ message }, place) => {
    const said = new Blocks(message, isPython);
    said.say(message.content);
    if (place > 0) said.report("system-moved", "instructions at the start were joined to the system prompt");
    said.reportLost(["role"]);
    repairs.push(...said.repairs);
    return said.blocks;
  });
  const content = leading.length === 1 ? leading[0]?.message.content : undefined;
  return typeof content === "string" ? content : all;
}

/** Appends a message, or joins it to the last one. */
function put({ message, isMinted }: WrittenMessage, isPython: boolean, wires: Wire[], repairs: WriteRepair[]): void {
  const role = message.role === "assistant" ? "assistant" : "user";
  const isResult = message.role === "tool";
  const marks = marksOf(message.extras);
  const said = new Blocks(message, isPython);
  if (isResult) said.result(message);
  else said.say(message.content, message.toolCalls);
  const isInstruction = message.role === "system" && message.isSummary !== true;
  if (isInstruction) said.report("system-moved", "the target takes no instructions in mid-conversation; they are sent in the user's turn");
  said.reportLost(["metadata", STRANDS, MESSAGE, ...(message.role === "system" ? ["role"] : [])]);
  repairs.push(...said.repairs);
  const last = wires.at(-1);
  if (last?.role === role && (marks.joined === true || (isResult && last.isResult && marks.apart !== true))) {
    last.blocks.push(...said.blocks);
    last.isResult = isResult;
    return;
  }
  const id = typeof marks.id === "string" ? marks.id : isMinted === true ? undefined : message.id;
  const metadata = metadataOf(message, marks.usage);
  const about = {
    ...(id !== undefined && { [isPython ? "tracking_id" : "trackingId"]: id }),
    ...(metadata !== undefined && { metadata }),
    ...restOf(message.extras ?? {}, isResult ? MESSAGE : STRANDS),
  };
  wires.push({ role, isResult, blocks: said.blocks, about });
}
