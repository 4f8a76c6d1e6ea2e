// Calls of tools that OpenAI defines and the host runs. They stand in the content as the items that they are.

import { callExtras, callWithExtras } from "../formats/extras.js";
import { type Fields, isFields, others } from "../formats/fields.js";
import type { NeutralCall } from "../types/program-format.js";
import { parsed } from "../formats/json-text.js";
import { itemFields } from "../providers/registry/langchain-items.js";

/** The name of a tool. */
type Builtin = Exclude<NonNullable<NeutralCall["kind"]>, "function" | "custom">;

/** The form of a tool's calls. */
interface Form {
  /** The type of the item. */
  readonly type: string;
  /** The field that names the call. */
  readonly id: "call_id" | "id";
  /** The fields that hold the arguments. Of two, the first is for a list, the last for one value. */
  readonly payloads: readonly string[];
}

const FORMS: Readonly<Record<Builtin, Form>> = {
  computer: { type: "computer_call", id: "call_id", payloads: ["actions", "action"] },
  shell: { type: "shell_call", id: "call_id", payloads: ["action"] },
  local_shell: { type: "local_shell_call", id: "call_id", payloads: ["action"] },
  apply_patch: { type: "apply_patch_call", id: "call_id", payloads: ["operation"] },
  tool_search: { type: "tool_search_call", id: "call_id", payloads: ["arguments"] },
  mcp_approval: { type: "mcp_approval_request", id: "id", payloads: ["arguments"] },
};

/** Reports whether a call is of such a tool. */
export function isBuiltin(call: NeutralCall): call is NeutralCall & { kind: Builtin } {
  return call.kind !== undefined && call.kind in FORMS;
}

/** Reads a block that is a built-in call; undefined for any other block, and for a search that is not marked as the host's. */
export function readBuiltinCall(block: unknown): NeutralCall | undefined {
  if (!isFields(block)) return undefined;
  const [kind, form] = (Object.entries(FORMS) as [Builtin, Form][]).find(([, { type }]) => type === block.type) ?? [];
  if (kind === undefined || form === undefined || (kind === "tool_search" && block.execution !== "client")) return undefined;
  const id = block[form.id];
  if (typeof id !== "string") return undefined;
  const isApproval = kind === "mcp_approval";
  const payload = form.payloads.find((name) => block[name] !== undefined && block[name] !== null);
  const given = payload === undefined ? "" : block[payload];
  const extras = others(block, ["type", "id", form.id, ...(payload === undefined ? [] : [payload]), ...(isApproval ? ["name"] : [])]);
  const call = {
    id,
    name: isApproval ? (typeof block.name === "string" ? block.name : "") : kind,
    // The arguments of other tools are kept as the JSON text that they are.
    arguments: payload === undefined || (isApproval && typeof given === "string") ? (given as string) : JSON.stringify(given),
    kind,
  };
  return callWithExtras(call, { ...extras, ...(!isApproval && typeof block.id === "string" && { itemId: block.id }) });
}

/** Writes the item of such a call. `text` is its arguments. */
export function writeBuiltinCall(call: NeutralCall & { kind: Builtin }, text: string): Fields {
  const form = FORMS[call.kind];
  return {
    type: form.type,
    [form.id]: call.id,
    ...(call.kind === "mcp_approval" ? { name: call.name, arguments: text } : payloadOf(form, text)),
    ...itemFields(callExtras(call)),
  };
}

/** The arguments in their field: a value if they are JSON, else the text. */
function payloadOf({ payloads }: Form, text: string): Fields {
  const [first = "", last = first] = payloads;
  const value = parsed(text);
  if (value !== undefined) return { [Array.isArray(value) ? first : last]: value };
  return text === "" ? {} : { [first]: text };
}
