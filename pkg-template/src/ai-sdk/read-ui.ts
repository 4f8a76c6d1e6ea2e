// Reading UI messages. A message of the assistant spans several steps, each of which is a neutral message.

import { type Fields, each, list, object, optional, required } from "../formats/fields.js";
import { keptMarks } from "../formats/marks.js";
import type { NeutralCall, NeutralMessage, NeutralPart } from "../types/program-format.js";
import { at, invalid } from "../formats/read-error.js";
import type { Role } from "../types/index.js";
import { APPROVAL, RESPONDED, isApproved, keepApproval } from "./approval.js";
import { AssistantContent } from "./assistant.js";
import { newCall, readInput } from "./call.js";
import { type Extras, old, restOf, verbatim } from "./form.js";
import { RESULT } from "./links.js";
import { readMedia } from "./media.js";
import { keptOptions, readOptions } from "./options.js";
import { type Output, answeredNo, deniedBy, failed, readShown } from "./output.js";
import { type Reader, unknownRole } from "./reader.js";
import { readReasoning } from "./reasoning.js";
import { isPlainText, readText } from "./text.js";
import { isProviderExecuted } from "./words.js";

const STATES = ["input-streaming", "input-available", "approval-requested", RESPONDED, "output-available", "output-error", "output-denied"];

/** Reads a message. */
export function readUiMessage(reader: Reader, fields: Fields, role: string): void {
  if (fields.parts === undefined) throw invalid("expected a list, found nothing", "parts");
  const parts = at("parts", () => list(fields.parts));
  const given = optional(fields, "id");
  const id = given !== undefined && given !== "" && reader.claimId(given) ? { id: given } : {};
  // The SDK gives an empty id where the program gives none. An id that another message has names nothing either.
  const marks: Extras = given === undefined || "id" in id ? {} : { id: given };
  const metadata = fields.metadata === undefined ? {} : { metadata: fields.metadata };
  const extras = { ...metadata, ...restOf("ui", fields, ["id", "role", "metadata", "parts"]) };
  switch (role) {
    case "assistant":
      return pushSteps(reader, readSteps(parts), id, extras, marks);
    case "system":
    case "user": {
      const read = each(parts, "parts", (part) => readPart(object(part), "user"));
      const [part, another] = read;
      const content = part !== undefined && another === undefined && isPlainText(part) ? part.text : read;
      return reader.push({ ...id, role, content }, { ...extras, ...keptMarks(marks) });
    }
    case "data":
      throw old("the role `data`", "role");
  }
  throw unknownRole(role, "system, user, assistant");
}

/** Reads a part of text. A part that only UI messages hold is kept unchanged. */
function readPart(fields: Fields, role: Role): NeutralPart {
  const type = required(fields, "type");
  switch (type) {
    case "text":
      return readText(fields, "ui", role);
    case "file":
      return readMedia(fields, "ui", role, "file");
    case "tool-invocation":
    case "source":
      throw old(`a part of type \`${type}\``, "type");
  }
  return verbatim("ui", fields);
}

/** The content of the assistant between two calls of the model, with the results of its tools. */
interface Step {
  read: AssistantContent;
  results: { message: NeutralMessage; extras: Extras }[];
  /** True if a part says that the step begins. */
  isBegun: boolean;
}

function readSteps(parts: readonly unknown[]): Step[] {
  const steps: Step[] = [];
  let step: Step | undefined;
  for (const [place, part] of parts.entries()) {
    at(`parts[${place}]`, () => {
      const fields = object(part);
      const isBegun = required(fields, "type") === "step-start" && Object.keys(fields).length === 1;
      if (isBegun || step === undefined) steps.push((step = { read: new AssistantContent(), results: [], isBegun }));
      if (!isBegun) readStepPart(step, fields);
    });
  }
  return steps.length > 0 ? steps : [{ read: new AssistantContent(), results: [], isBegun: false }];
}

function readStepPart({ read, results }: Step, fields: Fields): void {
  const type = required(fields, "type");
  const name = toolOf(fields, type);
  if (name === undefined) {
    if (type === "reasoning") read.addReasoning(readReasoning(fields, "ui"));
    else read.parts.push(readPart(fields, "assistant"));
    return;
  }
  if (isProviderExecuted(fields)) {
    read.parts.push(verbatim("ui", fields));
    return;
  }
  const { call, output } = readTool(fields, name, type === "dynamic-tool");
  read.addCall(call);
  if (output === null) return;
  const { content, isError, extras } = output;
  const message: NeutralMessage = {
    role: "tool",
    content,
    toolCallId: call.id,
    ...(isError && { isError }),
    ...(call.id === "" && { toolName: name }),
  };
  results.push({ message, extras });
}

/** The tool that a part is about; undefined when it is about none. */
function toolOf(fields: Fields, type: string): string | undefined {
  if (type === "dynamic-tool") return required(fields, "toolName");
  // Version 4 had parts of this type.
  const isOld = type === "tool-invocation" && fields.toolInvocation !== undefined;
  return type.startsWith("tool-") && !isOld ? type.slice("tool-".length) : undefined;
}

function pushSteps(reader: Reader, steps: readonly Step[], id: { id?: string }, extras: Extras, marks: Extras): void {
  for (const [place, { read, results, isBegun }] of steps.entries()) {
    const own: Extras = place > 0 ? { goesOn: true } : isBegun ? marks : { ...marks, begun: false };
    const message = read.message(true);
    reader.push(place > 0 ? message : { ...id, ...message }, { ...(place > 0 ? {} : extras), ...keptMarks(own) });
    for (const result of results) reader.push(result.message, result.extras);
  }
}

/** Reads a tool: its call, and its output when that is in. */
function readTool(fields: Fields, name: string, isDynamic: boolean): { call: NeutralCall; output: Output | null } {
  const state = required(fields, "state");
  if (!STATES.includes(state)) {
    const isOld = state === "partial-call" || state === "call" || state === "result";
    throw isOld ? old(`the state \`${state}\``, "state") : invalid(`unknown state \`${state}\`; known are ${STATES.join(", ")}`, "state");
  }
  const id = required(fields, "toolCallId");
  const isAvailable = state === "output-available";
  const isOver = isAvailable || state === "output-error";
  const isRaw = fields.input === undefined && fields.rawInput !== undefined;
  const known = ["type", "toolCallId", "state", "input", APPROVAL, "callProviderMetadata"];
  if (isAvailable) known.push("output", "preliminary");
  if (state === "output-error") known.push("errorText");
  if (isOver) known.push("resultProviderMetadata");
  if (isDynamic) known.push("toolName");
  if (isRaw) known.push("rawInput");
  const marks: Extras = {
    ...(isDynamic && { dynamic: true }),
    ...(state === "input-streaming" && { state }),
    ...(isRaw && { input: "raw" }),
  };
  const input = isRaw ? fields.rawInput : readInput(fields.input, marks);
  const options = readOptions(fields, "callProviderMetadata");
  const call = newCall({ id, name, arguments: input }, fields, "ui", known, options, marks);
  const { approval } = fields;
  if (approval !== undefined && approval !== null)
    keepApproval(
      call,
      at(APPROVAL, () => object(approval)),
    );
  const output = readOutcome(fields, state, call);
  if (output === null) return { call, output };
  if (isOver) Object.assign(output.extras, keptOptions(readOptions(fields, "resultProviderMetadata"), RESULT, output.marks));
  if (isAvailable && fields.preliminary !== undefined) output.extras.preliminary = fields.preliminary;
  return { call, output: { ...output, extras: { ...output.extras, ...keptMarks(output.marks) } } };
}

function readOutcome(fields: Fields, state: string, call: NeutralCall): Output | null {
  switch (state) {
    case "output-available":
      return readShown(fields.output);
    case "output-error":
      return failed(required(fields, "errorText"));
    case "output-denied":
      if (isApproved(call) !== false) throw invalid("a call that was denied needs an `approval` with `approved: false`", APPROVAL);
      return deniedBy(call);
    case RESPONDED:
      return isApproved(call) === false ? answeredNo(call) : null;
  }
  return null;
}
