// The report of a message that is written.

import { type Fields, isFields } from "../formats/fields.js";
import { WRITTEN_AS } from "../formats/marks.js";
import type { NeutralCall, WriteRepair } from "../formats/program-format.js";
import type { RepairCode } from "../types/index.js";

/** Unmodelled fields of other formats that say nothing to a provider. */
const SILENT: readonly string[] = [WRITTEN_AS, "structured"];

/** Collects the repairs of a message. */
export class Report {
  readonly #repairs: WriteRepair[];
  readonly #messageId: string;
  readonly #lost = new Set<string>();

  /** Adds to `repairs`. */
  constructor(repairs: WriteRepair[], messageId: string) {
    this.#repairs = repairs;
    this.#messageId = messageId;
  }

  add(code: RepairCode, detail: string, toolCallId?: string): void {
    this.#repairs.push({ code, messageId: this.#messageId, ...(toolCallId !== undefined && { toolCallId }), detail });
  }

  /** Reports a part that is left out. */
  drop(kind: string): undefined {
    this.add("part-dropped", `a part of type \`${kind}\` is not defined by the format here, and was left out`);
  }

  /** Notes fields that have no place. */
  lose(fields: Fields): void {
    for (const [name, value] of Object.entries(fields)) {
      if (value !== null && value !== undefined && !SILENT.includes(name)) this.#lost.add(name);
    }
  }

  /** Names the fields that had no place. */
  finish(): void {
    if (this.#lost.size === 0) return;
    this.add("field-dropped", `left out what the format does not define: ${[...this.#lost].map((name) => `\`${name}\``).join(", ")}`);
  }

  /** Reports that a tool which a provider defines is called like any other. */
  kindOf({ kind = "function" }: NeutralCall): void {
    if (kind !== "function" && kind !== "custom") this.lose({ kind });
  }
}

/** The kind of an unmodelled part: its type, or the field that holds it. */
export function kindOf(value: object): string {
  const fields = value as Fields;
  if (typeof fields.type === "string") return fields.type;
  const [first = ""] = Object.keys(fields);
  return Object.keys(fields).find((name) => isFields(fields[name])) ?? first;
}
