// Says what a text was taken for.

import { isArray } from "../input/check.js";
import { isRecord } from "./shape.js";
import type { Pasted, PastedRequest } from "./types.js";

interface Taken extends Omit<Pasted, "taken"> {
  /** Programs whose data the text is. */
  readonly names: readonly string[];
  readonly value?: unknown;
}

/** Returns one or two sentences for people. */
export function sentenceOf({ kind, form, names, requests, refusal, fault, isGuess, value, answer }: Taken): string {
  const source = names.length > 0 && form.startsWith("JSON") && !names.includes(form) ? (names[0] as string) : form;
  switch (kind) {
    case "empty":
      return "There is nothing to read.";
    case "request":
      return [
        `${nounOf(source)}; ${requestsOf(requests)}${refusal === null ? "" : ", with the provider's refusal"}.`,
        faultOf(fault),
        guessOf(isGuess, requests),
      ]
        .filter((part) => part !== "")
        .join(" ");
    case "refusal":
      if (fault !== null)
        return `A provider's refusal; of the request beside it, ${fault.what}. Print it whole, as with \`JSON.stringify\`.`;
      return isGuess ? "A text, perhaps a provider's refusal, without the request." : "A provider's refusal, without the request.";
    case "response":
      return `A response of a provider${formatOf(answer)}, without the request.`;
    case "stream":
      return `The stream of a response${formatOf(answer)}, without the request.`;
    case "broken":
      return `This was meant as ${form}, but cannot be read: ${fault?.what ?? "it is broken"}.`;
    case "unknown":
      return value === undefined
        ? "This is a text without a request and without an error."
        : `This is ${form}, but no request that I know: ${describe(value)}. A request has a list of messages: \`messages\`, \`input\` or \`contents\`.`;
  }
}

const formatOf = (answer: Taken["answer"]): string => (answer?.format === null || answer === null ? "" : ` (${answer.format})`);

/** The form, with its article. */
function nounOf(form: string): string {
  const shell = /^(.+) \((bash|cmd)\)$/.exec(form);
  if (shell !== null) return `${/^[aeio]/.test(form) ? "An" : "A"} ${shell[1]} command for ${shell[2]}`;
  if (/^(?:JSON|PowerShell|JavaScript|Python code|YAML|escaped JSON|lines)/.test(form))
    return form[0] === form[0]?.toUpperCase() ? form : `${form[0]?.toUpperCase()}${form.slice(1)}`;
  if (form.startsWith("Node's")) return form;
  return `${/^(?:[aeio]|HAR|SSE|AI |HTTPie|OpenT|Assist)/i.test(form) && !form.startsWith("one") ? (form.startsWith("HAR") || form.startsWith("HTTPie") ? "A" : "An") : "A"} ${form}`;
}

function requestsOf(requests: readonly PastedRequest[]): string {
  const [first] = requests;
  if (requests.length > 1) return `it holds ${requests.length} requests`;
  if (first?.isInText === false) return "a request was put together from it";
  return isArray(first?.value) ? "it holds a list of messages, without the rest of the request" : "it holds a request";
}

function faultOf(fault: Taken["fault"]): string {
  if (fault === null) return "";
  return `At line ${fault.line}, column ${fault.column}, ${fault.what}${fault.isTruncated ? "; what is missing is not checked" : ""}.`;
}

function guessOf(isGuess: boolean, [first]: readonly PastedRequest[]): string {
  return isGuess ? `That is a guess${first === undefined || first.place === "" ? "" : `, of the value at ${first.place}`}.` : "";
}

function describe(value: unknown): string {
  if (isRecord(value)) {
    const names = Object.keys(value);
    const shown = names.slice(0, 8).map((name) => `\`${name.length > 40 ? `${name.slice(0, 40)}…` : name}\``);
    return names.length === 0
      ? "an empty object"
      : `an object with the fields ${shown.join(", ")}${names.length > 8 ? ` and ${names.length - 8} more` : ""}`;
  }
  if (isArray(value))
    return value.length === 0 ? "an empty list" : `a list of ${value.length} values, of which the first is ${describe(value[0])}`;
  return value === null ? "null" : `a ${typeof value}`;
}
