// Approvals: the question about a call, and the person's answer. UI messages have both in one object, which is how they are kept; model
// messages have a part for each.

import { callExtras } from "../formats/extras.js";
import { type Fields, isFields, others } from "../formats/fields.js";
import { marksOf } from "../formats/marks.js";
import type { NeutralCall } from "../types/program-format.js";

/** The field of a call that keeps its approval. */
export const APPROVAL = "approval";

/** The fields of the answer. */
const ANSWER = ["approved", "reason", "providerExecuted"];

/** The approval of a call; undefined when nobody was asked. */
export function approvalOf(call: NeutralCall): Fields | undefined {
  const approval = callExtras(call)[APPROVAL];
  return isFields(approval) ? approval : undefined;
}

/** True or false if the call was approved or denied; undefined while nobody answered. */
export function isApproved(call: NeutralCall): boolean | undefined {
  const approved = approvalOf(call)?.approved;
  return typeof approved === "boolean" ? approved : undefined;
}

/** The state of a tool whose call a person has answered, before the SDK runs it or denies it. */
export const RESPONDED = "approval-responded";

/** Reports whether a result is a person's denial, which the SDK has yet to write as a result. */
export function isAnswerAlone(extras: Fields): boolean {
  return marksOf(extras).state === RESPONDED;
}

/** Keeps the approval of a call. The call is the reader's own. */
export function keepApproval(call: NeutralCall, approval: Fields): void {
  (call as Record<string, unknown>)[APPROVAL] = approval;
}

/** Keeps a question with its call. UI messages name the reason of the question `requestReason`. */
export function keepQuestion(call: NeutralCall, id: string, { reason, ...question }: Fields): void {
  const why = reason === undefined ? {} : { requestReason: reason };
  keepApproval(call, { id, ...why, ...others(question, ["type", "approvalId", "toolCallId"]) });
}

/** Keeps an answer with its call. Returns false when the call has one. */
export function keepAnswer(call: NeutralCall, answer: Fields): boolean {
  const asked = approvalOf(call);
  if (asked === undefined || asked.approved !== undefined) return false;
  keepApproval(call, { ...asked, ...others(answer, ["type", "approvalId"]) });
  return true;
}

/** Writes the question as a part of the assistant's. */
export function writeQuestion({ id, requestReason: reason, ...asked }: Fields, toolCallId: string): object {
  const why = reason === undefined ? {} : { reason };
  return { type: "tool-approval-request", approvalId: id ?? "", toolCallId, ...why, ...others(asked, ANSWER) };
}

/** Writes the answer as a part of the tools'. */
export function writeAnswer({ id, ...asked }: Fields): object {
  const answer = Object.entries(asked).filter(([name]) => ANSWER.includes(name));
  return { type: "tool-approval-response", approvalId: id ?? "", ...Object.fromEntries(answer) };
}
