// Arguments of calls, for providers that want an object.

import { type Fields, isFields } from "../formats/fields.js";
import { isBlank, objectIn } from "../formats/json-text.js";
import type { NeutralCall } from "../types/program-format.js";
import type { Report } from "./message-report.js";

/** The arguments as an object. Free text, and JSON of any other value, is put into one. */
export function argumentsObject({ id, name, kind, arguments: given, isJson }: NeutralCall, report: Report): Fields {
  const isText = typeof given === "string" && isJson === undefined;
  if (kind !== "custom") {
    const value = isText ? objectIn(given) : given;
    if (isFields(value)) return value;
    if (isText && isBlank(given)) {
      report.add("arguments-filled", `the empty arguments of ${name} are written as {}`, id);
      return {};
    }
  }
  report.add("arguments-wrapped", `the format cannot take the arguments of ${name} as they are; they are sent inside an object`, id);
  return { input: isText ? given : JSON.stringify(given) };
}
