// Commands of shells that send a request: curl and others, of bash, cmd and PowerShell.

import type { Layer } from "./layer.js";
import { type Found, addFound, named, nothing, requestOf, withoutSecrets } from "./look.js";
import type { ParseFault } from "./node.js";
import { parseAt } from "./parse.js";
import { type Work, readText } from "./read-text.js";
import { type Word, bashCommand, cmdCommand, powerShellStrings, withoutCarets } from "./shell.js";
import { isBody } from "./shape.js";

/** A command with a request. */
export interface Commands {
  readonly found: Found;
  readonly form: string;
  readonly fault: ParseFault | null;
  readonly prose: readonly string[];
}

const PROGRAM = /(?:^|[\s;&|`$(])((?:curl|wget|https?|xh|curlie|aws|echo|printf|cat|grpcurl)(?:\.exe)?)[ \t]+(?=\S)/g;
const POWER_SHELL = /\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm|ConvertTo-Json)\b|@['"][ \t]*\r?\n/i;

/** Reads the commands in a text; null if none holds a request. */
export function readCommands(outer: Layer, work: Work): Commands | null {
  const { text } = outer;
  if (POWER_SHELL.test(text)) {
    const read = readWords(powerShellStrings(outer), work);
    if (read.found.requests.length > 0) {
      const url = /https?:\/\/[^\s"'`)]+/.exec(text)?.[0] ?? null;
      return {
        ...withAddress(read, url, headersOf([...text.matchAll(/^\s*"([\w-]+)"\s*=/gm)].map(([, name]) => `${name}:`))),
        form: "PowerShell",
        prose: [],
      };
    }
  }
  const isCmd = /\bcurl(?:\.exe)?\b/.test(text) && /\^"|\^\r?\n/.test(text);
  const inner = isCmd ? withoutCarets(outer) : outer;
  const found = nothing();
  const prose: string[] = [];
  let [fault, program, done]: [ParseFault | null, string | null, number] = [null, null, 0];
  PROGRAM.lastIndex = 0;
  for (let match = PROGRAM.exec(inner.text); match !== null && work.left > 0; match = PROGRAM.exec(inner.text)) {
    const name = (match[1] as string).replace(".exe", "");
    const start = match.index + match[0].search(/[a-z]/);
    const { words, end } = isCmd ? cmdCommand(inner, start) : bashCommand(inner, start);
    work.left -= words.reduce((sum, { from, to }) => sum + to - from, 1_000);
    const read = /^(?:https?|xh)$/.test(name) ? readItems(words, work) : readWords(words.slice(1), work);
    if (read.found.requests.length === 0) continue;
    prose.push(inner.text.slice(done, start));
    addFound(found, withAddress(read, addressOf(words), headersOf(headerWords(words))).found);
    fault ??= read.fault;
    program ??= name;
    done = Math.max(end, match.index + 1);
    PROGRAM.lastIndex = done;
  }
  if (program === null) return null;
  prose.push(inner.text.slice(done));
  const around = /https?:\/\/[^\s"'`\\]+/.exec(inner.text)?.[0];
  const requests = around === undefined ? found.requests : withAddress({ found, fault }, withoutSecrets(around), []).found.requests;
  if (/\bcurl\b/.test(inner.text)) program = "curl";
  const shell = isCmd ? "cmd" : "bash";
  return { found: { ...found, requests }, form: `${/^https?$/.test(program) ? "HTTPie" : program} (${shell})`, fault, prose };
}

interface Read {
  readonly found: Found;
  readonly fault: ParseFault | null;
}

/** Reads the words that hold JSON. */
function readWords(words: readonly Word[], work: Work): Read {
  const found = nothing();
  let fault: ParseFault | null = null;
  for (const word of words) {
    const start = word.text.slice(0, 400);
    // `--data={…}`, `-d{…}`, and form fields.
    if (work.left < 0 || !/^(?:--?[\w-]+=?)?\s*[[{"]/.test(start)) continue;
    const layer = word.layer();
    const reading = readText(layer, work, 1);
    if (reading.found.requests.length === 0) continue;
    addFound(found, reading.found);
    if (reading.fault !== null) fault ??= { ...reading.fault, offset: layer.at(reading.fault.offset) };
  }
  return { found, fault };
}

/** The request items of HTTPie: `model=gpt-5 messages:='[…]'`. A body in one word is read as it is. */
function readItems(words: readonly Word[], work: Work): Read {
  const read = readWords(words.slice(1), work);
  const body: Record<string, unknown> = {};
  // An assignment to a field that is named `__proto__` would set the prototype.
  const put = (name: string, value: unknown) =>
    Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true });
  for (const { text } of words.slice(1)) {
    const item = /^([\w.-]+)(:?=)([^=][^]*)$/.exec(text);
    if (item === null) continue;
    const [, name, separator, value] = item as unknown as [string, string, string, string];
    try {
      put(name, separator === ":=" ? (JSON.parse(value) as unknown) : value);
    } catch {
      const { node, fault } = parseAt(value, 0);
      if (fault?.isTruncated === true) put(name, node.value);
    }
  }
  if (read.found.requests.some(({ value }) => isBody(value)) || !isBody(body)) return read;
  const found = nothing();
  const made = requestOf(body, null as never, [], false);
  found.requests.push({ ...made, place: null, detected: named(body, made.detected?.format ?? "openai-chat") });
  return { found, fault: null };
}

function withAddress(read: Read, url: string | null, headers: readonly string[]): Read {
  const requests = read.found.requests.map((request) => ({
    ...request,
    url: request.url ?? url,
    headers: request.headers.length > 0 ? request.headers : headers,
  }));
  return { ...read, found: { ...read.found, requests } };
}

function addressOf(words: readonly Word[]): string | null {
  const url = words.map(({ text }) => text).find((text, at) => /^https?:\/\//.test(text) || (at > 0 && words[at - 1]?.text === "--url"));
  return url === undefined ? null : withoutSecrets(url);
}

const headerWords = (words: readonly Word[]): string[] =>
  words.flatMap(({ text }, at) =>
    /^(?:-H|--header)$/.test(text)
      ? [words[at + 1]?.text ?? ""]
      : /^(?:-H|--header=)./.test(text)
        ? [text.replace(/^(?:-H|--header=)/, "")]
        : [],
  );

/** Says of a command whose body is in a file that it is there; null for any other text. */
export function fileOfBody({ text }: Layer): string | null {
  const file =
    /(?:^|[\s;&|`$(])curl(?:\.exe)?[ \t][^]*?\s(?:-d|--data(?:-raw|-binary|-ascii)?|--json)(?:\s+|=)["']?@([^\s"'-][^\s"']*)/.exec(
      text.slice(0, 100_000),
    )?.[1];
  return file === undefined ? null : `A curl command whose body is in the file \`${file}\`: give that file.`;
}

/** The names of headers; their values may be secret. */
const headersOf = (lines: readonly string[]): string[] =>
  lines.map((line) => /^\s*([\w-]+)\s*:/.exec(line)?.[1] ?? "").filter((name) => name !== "");
