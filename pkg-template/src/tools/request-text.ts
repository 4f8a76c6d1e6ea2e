// Arguments of functions that write a request, with tools in the target's form.

import type { PlainObject } from "../input/check.js";
import { type RequestText, checkedRequest } from "../input/request.js";
import type { Limits } from "../input/options.js";
import type { FormatOptions, Target } from "../types/index.js";
import { writeTools } from "./write-tools.js";

/** Checks what was given to one of the functions that write a request, and writes tools of another provider's form in the target's. `known` are the names of options. */
export function requestText(target: unknown, params: unknown, options: unknown, limits: Limits, known?: readonly string[]): RequestText {
  const request = checkedRequest(target, params, options, limits, known);
  const { json, replaced } = request.params;
  // All fields of tools begin so.
  if (!json.includes('"tool')) return request;
  const written = writeTools(target as Target, JSON.parse(json) as PlainObject, (options as FormatOptions | undefined)?.spelling);
  return written === null ? request : { ...request, params: { json: JSON.stringify(written.params), replaced }, repairs: written.repairs };
}
