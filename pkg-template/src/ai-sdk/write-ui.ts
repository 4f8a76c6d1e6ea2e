// Writing UI messages. What the assistant says and calls until somebody else speaks is one message, of as many steps.

import { elements, plainText } from "../formats/content.js";
import { callExtras } from "../formats/extras.js";
import { type Fields, fieldsOf, others } from "../formats/fields.js";
import { marksOf } from "../formats/marks.js";
import type { NeutralCall, NeutralMessage, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { APPROVAL, RESPONDED, approvalOf, isAnswerAlone, isApproved } from "./approval.js";
import { writeInput } from "./call.js";
import { writeContent, writePart } from "./content.js";
import { type Extras, REST } from "./form.js";
import { CALL, RESULT } from "./links.js";
import { Losses } from "./losses.js";
import { namespacesOf, writtenOptions } from "./namespaces.js";
import { OPTIONS_LEFT } from "./options.js";
import { DENIED, OUTPUT_REST } from "./output.js";
import { writeShown } from "./write-output.js";

/** Writes UI messages. */
export function writeUiMessages(messages: readonly WrittenMessage[]): { body: object[]; repairs: WriteRepair[] } {
  const losses = new Losses();
  const body: object[] = [];
  /** The parts of the assistant's message that is not complete. */
  let open: object[] | null = null;
  for (const [place, written] of messages.entries()) {
    const { message, call } = written;
    switch (message.role) {
      case "assistant": {
        const isNext = open !== null && continues(written);
        losses.begin(written, !isNext);
        if (isNext) losses.extras(message.extras ?? {});
        else {
          reportFields(message, losses);
          open = [];
          body.push(enveloped(message, open));
        }
        open?.push(...writeStep(message, resultsBehind(messages, place), losses));
        break;
      }
      case "tool":
        // A result is written with its call.
        if (call !== undefined && place > 0) break;
        losses.begin(written, true);
        losses.report("part-dropped", "the result answers no call, for which there is no form; it was left out", message.toolCallId ?? "");
        break;
      case "system":
      case "user": {
        open = null;
        losses.begin(written, true);
        reportFields(message, losses);
        const parts = writeContent(message.content, "ui", message.role, losses);
        // A message that is not the assistant's has a part.
        body.push(enveloped(message, parts.length > 0 ? parts : writeContent("", "ui", message.role, losses)));
      }
    }
  }
  return { body, repairs: losses.end() };
}

/** True if a step continues the message before: it was read so, or has no own id. */
function continues({ message, isMinted }: WrittenMessage): boolean {
  const { goesOn, id } = marksOf(message.extras);
  return goesOn === true || (isMinted === true && id === undefined);
}

/** Returns a message with these parts. */
function enveloped({ id, role, extras = {} }: WrittenMessage["message"], parts: object[]): object {
  const { id: given = id } = marksOf(extras);
  return { id: given, role, ...(extras.metadata !== undefined && { metadata: extras.metadata }), parts, ...fieldsOf(extras[REST.ui]) };
}

/** Reports the fields of a message that have no place. */
function reportFields({ extras = {} }: NeutralMessage, losses: Losses): void {
  losses.extras(others(extras, ["metadata", REST.ui]));
}

/** The results that follow a message. */
function resultsBehind(messages: readonly WrittenMessage[], place: number): WrittenMessage[] {
  const end = messages.findIndex(({ message, call }, at) => at > place && (message.role !== "tool" || call === undefined));
  return messages.slice(place + 1, end < 0 ? undefined : end);
}

function writeStep(message: NeutralMessage, results: WrittenMessage[], losses: Losses): object[] {
  const { content, toolCalls: calls = [], extras } = message;
  const parts = Array.isArray(content) ? content : [];
  const begun = marksOf(extras).begun === false ? [] : [{ type: "step-start" }];
  const text = Array.isArray(content) ? [] : writeContent(content, "ui", "assistant", losses);
  const rest = elements(parts, calls).flatMap((element) => {
    const { call } = element;
    if (call === undefined) return writePart(element.part, parts, "ui", "assistant", losses);
    const at = results.findIndex((result) => (result.message.toolCallId ?? "") === call.id);
    return [writeTool(call, at < 0 ? undefined : results.splice(at, 1)[0], losses)];
  });
  return [...begun, ...text, ...rest];
}

/** Writes a call with its result. */
function writeTool(call: NeutralCall, result: WrittenMessage | undefined, losses: Losses): object {
  const extras = callExtras(call);
  const marks = marksOf(extras);
  const isDynamic = marks.dynamic === true || call.name === "";
  return {
    ...(isDynamic ? { type: "dynamic-tool", toolName: call.name } : { type: `tool-${call.name}` }),
    toolCallId: call.id,
    state: stateOf(call, marks, result),
    ...writeInput(call, marks, losses),
    ...writeApproval(call, extras, result !== undefined, losses),
    ...writtenOptions(namespacesOf(extras, CALL), "callProviderMetadata"),
    ...losses.rest(extras, "ui", CALL, [APPROVAL]),
    ...(result !== undefined && writeResult(result, call, losses)),
  };
}

function stateOf(call: NeutralCall, marks: Fields, result: WrittenMessage | undefined): string {
  const approved = isApproved(call);
  if (result !== undefined) {
    if (approved === false) return isAnswerAlone(result.message.extras ?? {}) ? RESPONDED : "output-denied";
    return result.message.isError === true ? "output-error" : "output-available";
  }
  if (marks.state === "input-streaming") return "input-streaming";
  if (approvalOf(call) === undefined) return "input-available";
  return approved === undefined ? "approval-requested" : RESPONDED;
}

/** Returns the approval as a field. A tool that has run was not left without an answer. */
function writeApproval(call: NeutralCall, extras: Fields, isOver: boolean, losses: Losses): Extras {
  if (extras[APPROVAL] === undefined) return {};
  const approval = approvalOf(call);
  if (approval !== undefined && !(isOver && isApproved(call) === undefined)) return { [APPROVAL]: approval };
  losses.field(APPROVAL);
  return {};
}

/** Returns the fields of a result. */
function writeResult(result: WrittenMessage, call: NeutralCall, among: Losses): Extras {
  const losses = new Losses();
  losses.begin(result, false);
  const { message } = result;
  const { extras = {} } = message;
  const isDenied = isApproved(call) === false;
  const written: Extras = isDenied ? {} : writeShown(message, losses);
  if (isDenied) {
    const text = plainText(message.content);
    const isReason = text === approvalOf(call)?.reason || text === DENIED;
    if (!isReason) losses.report("part-dropped", "the result of a call that was denied is its reason; its words were left out", call.id);
  } else {
    if (extras.preliminary !== undefined) written.preliminary = extras.preliminary;
    Object.assign(written, writtenOptions(namespacesOf(extras, RESULT), "resultProviderMetadata"));
  }
  // The options of the output itself have no place.
  losses.rest(others(extras, [REST.ui]), "ui", isDenied ? [] : RESULT, isDenied ? [] : ["preliminary", OUTPUT_REST]);
  if (extras[OUTPUT_REST] !== undefined) losses.field(OUTPUT_REST);
  if (isDenied && extras[OPTIONS_LEFT] !== undefined) losses.field(OPTIONS_LEFT);
  among.absorb(losses);
  return written;
}
