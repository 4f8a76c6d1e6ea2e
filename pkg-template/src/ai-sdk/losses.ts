// Reports of what the form cannot carry.

import { placeless } from "../formats/placeless.js";
import { type Fields, fieldsOf } from "../formats/fields.js";
import { WRITTEN_AS } from "../formats/marks.js";
import type { WriteRepair, WrittenMessage } from "../types/program-format.js";
import type { RepairCode } from "../types/index.js";
import { type Extras, type Form, REST } from "./form.js";
import type { Link } from "./sdk-provider.js";
import { OPTIONS_LEFT } from "./options.js";

/** The field of a result whose text is the JSON text of a value. */
export const STRUCTURED = "structured";

/** Neutral fields that are written in another way, or mean nothing here. */
const SILENT = [WRITTEN_AS, STRUCTURED, OPTIONS_LEFT];

/** Collects reports, message by message. */
export class Losses {
  readonly #repairs: WriteRepair[] = [];
  /** The message that is being written. */
  #messageId: string | undefined;
  /** Its fields that were left out. */
  #fields = new Set<string>();

  /** Begins with the fields of a message beside its content. `hasId` says that its id is written. */
  begin({ message, isMinted }: WrittenMessage, hasId: boolean): void {
    this.#settle();
    this.#messageId = message.id;
    const isResult = message.role === "tool";
    if (isMinted !== true && !hasId) this.field("id");
    const { name, toolName, ...others } = message;
    const given = isResult ? others : { ...others, name, toolName };
    for (const field of placeless(given, LOST)) this.field(field);
  }

  /** Reports a field of the message that was left out. */
  field(name: string): void {
    this.#fields.add(name);
  }

  /** Reports another change of the message, or of one of its calls. */
  report(code: RepairCode, detail: string, toolCallId?: string): void {
    const messageId = this.#messageId;
    this.#repairs.push({ code, ...(messageId !== undefined && { messageId }), ...(toolCallId !== undefined && { toolCallId }), detail });
  }

  /** Returns the unmodelled fields of the form, and reports others that are neither linked to an option nor `known`. */
  rest(extras: Fields, form: Form, links: readonly Link[], known: readonly string[] = []): Extras {
    let rest: Extras = {};
    for (const [name, value] of Object.entries(extras)) {
      if (links.some(([, , field]) => field === name) || known.includes(name) || SILENT.includes(name)) continue;
      if (name === "role" && value === "system") continue;
      if (name === REST[form]) rest = { ...fieldsOf(value) };
      else if (name === REST.ui || name === REST.model) for (const inner of Object.keys(fieldsOf(value))) this.field(inner);
      else this.field(name);
    }
    return rest;
  }

  /** Reports fields of which none is written. */
  extras(extras: Fields): void {
    this.rest(extras, "ui", [], [REST.ui]);
    if (extras[OPTIONS_LEFT] !== undefined) this.field(OPTIONS_LEFT);
  }

  /** Reports a part that no message of the SDK can hold. Nothing of it is written. */
  foreign(value: Fields): [] {
    this.report("part-dropped", `a part of type \`${typeOf(value)}\` is not defined by the format, and was left out`);
    return [];
  }

  /** Adds the reports of what was written with the message. */
  absorb(other: Losses): void {
    this.#repairs.push(...other.end());
  }

  /** Ends with all reports. */
  end(): WriteRepair[] {
    this.#settle();
    return this.#repairs;
  }

  #settle(): void {
    if (this.#fields.size === 0) return;
    const names = [...this.#fields].map((name) => `\`${name}\``);
    this.#fields.clear();
    this.report("field-dropped", `left out what the format does not define: ${names.join(", ")}`);
  }
}

/** The fields of a message that have no place. */
const LOST = [
  "createdAt",
  "isSummary",
  "name",
  "model",
  "response",
  "vendor",
  "tokens",
  "notices",
  "prefixDigest",
  "pinned",
  "toolName",
  "toolArguments",
  "toolResult",
];

/** The type of an unmodelled part: its `type`, else the name of its first field that holds an object, or anything. */
function typeOf(value: Fields): string {
  if (typeof value.type === "string") return value.type;
  const fields = Object.entries(value);
  const isObject = (inner: unknown) => typeof inner === "object" && inner !== null && !Array.isArray(inner);
  return (fields.find(([, inner]) => isObject(inner)) ?? fields.find(([, inner]) => inner !== null))?.[0] ?? "";
}
