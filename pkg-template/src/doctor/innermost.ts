// Finds the innermost messages of a refusal: clients, proxies and logs wrap the provider's words in JSON, in JSON within JSON, in Python
// dicts, in tracebacks and in sentences of their own.

/** Depth to which texts within texts are read. */
const DEEPEST = 6;
/** Messages that are kept. */
const MOST_MESSAGES = 30;
/** Characters of a place (`loc`, `path`) before and after the message that it belongs to. */
const NEAR = 300;
/** Characters of a message that are compared, at its beginning and at its end. */
const MOST_WORDS = 1_500;

/** A line of a stack that names a place. */
const PLACE_OF_CODE = /^\s*File "/;
const STACK = /^\s+at \S|^\s*(?:File "|Traceback \(|node path:|-{4,})/;

/** A field that holds a message, up to the quote that opens it: JSON, also escaped, a Python dict, or an object as Node prints it. */
const FIELD =
  /(?:(\\{0,15})(["'])(?:message|Message|error|detail|details|msg|raw|reason|description|error_message|error_msg|errorMessage|error_description|title|body|responseBody)\1\2|\b(?:message|detail|responseBody|body|raw|error))\s{0,40}[:=]\s{0,40}(\\{0,15})(["'`])/g;

/** Fields whose texts only name a class of errors. */
const CLASS = /^[\w.:-]*$/;

/** A place beside a message: `'loc': ('body', 'messages', 3)` of pydantic, `"path": ["messages", 3]` of zod. */
const PLACE = /["'](?:loc|path)["']\s{0,9}:\s{0,9}[[(]([^\])]{1,200})[\])]/;

/** A text of an error, and how deep in the error it is. */
export interface Nested {
  readonly text: string;
  readonly depth: number;
}

/** The messages of a refusal. */
export interface Messages {
  /** The innermost ones, the deepest first. A text without wrappers is its own message. */
  readonly inner: readonly string[];
  /** The words of the wrappers, and names of classes and codes. They count only if the innermost messages say nothing. */
  readonly outer: readonly string[];
}

/** Returns the messages in the texts of an error. */
export function messagesIn(texts: readonly Nested[]): Messages {
  const inner: Nested[] = [];
  const outer: string[] = [];
  for (const { text, depth } of texts) {
    if (CLASS.test(text.trim())) outer.push(text);
    else if (hasFields(text, depth, inner)) outer.push(text.slice(0, Math.max(0, text.search(/[{[]/))));
    else inner.push({ text, depth });
  }
  inner.sort((one, other) => other.depth - one.depth);
  return { inner: barely(inner.map(({ text }) => text)), outer: barely(outer) };
}

const barely = (texts: readonly string[]): string[] => [...new Set(texts.map(bare))].filter((text) => text !== "");

/** Collects the messages in the fields of a text. Returns false if it has none. */
function hasFields(text: string, depth: number, found: Nested[]): boolean {
  if (depth >= DEEPEST || found.length >= MOST_MESSAGES) return false;
  let isFound = false;
  const starts = [...text.matchAll(FIELD)].slice(0, MOST_MESSAGES);
  let from = 0;
  for (const start of starts) {
    const opened = start.index + start[0].length;
    // A field within the text of the field before it is read with that text.
    if (start.index < from) continue;
    const escapes = start[3] ?? "";
    const closed = closingOf(text, opened, escapes.length, start[4] as string);
    let inner = text.slice(opened, closed);
    from = closed;
    for (let level = escapes.length; ; level = (level - 1) / 2) {
      inner = unescaped(inner);
      if (level < 1) break;
    }
    if (CLASS.test(inner.trim())) continue;
    isFound = true;
    const place = placeBeside(text, start.index, closed);
    if (!hasFields(inner, depth + 1, found)) found.push({ text: place === "" ? inner : `${place}: ${inner}`, depth: depth + 1 });
  }
  return isFound;
}

/**
 * The end of a quoted text: the first quote with as many backslashes as the one that opened it, before a comma or a bracket. Some wrappers
 * do not escape the quotes that they wrap. A text that was cut short ends there.
 */
function closingOf(text: string, from: number, escapes: number, quote: string): number {
  let backslashes = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "\\") backslashes += 1;
    else {
      const isEscaped = escapes === 0 ? backslashes % 2 === 1 : backslashes > escapes;
      if (letter === quote && !isEscaped && isEnd(text, at + 1)) return escapes === 0 ? at : at - backslashes;
      backslashes = 0;
    }
  }
  return text.length;
}

/** Reports whether a quoted text may end before a place. */
const isEnd = (text: string, at: number): boolean => /^[\s\\]{0,20}(?:[,}\])]|$)|^\s{0,9}\n/.test(text.slice(at, at + 24));

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|([^u]))/g, (_, code?: string, letter?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return letter === "n" || letter === "r" || letter === "t" ? " " : (letter as string);
  });

/** The place in the same object as a message, as `messages.3.content`; empty if there is none. */
function placeBeside(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const after = text.slice(end, end + NEAR);
  const own = PLACE.exec(before.slice(before.lastIndexOf("{") + 1)) ?? PLACE.exec(after.slice(0, (after.indexOf("}") + 1 || NEAR + 1) - 1));
  if (own === null) return "";
  const steps = (own[1] as string).split(",").map((step) => step.trim().replace(/^["']|["']$/g, ""));
  return steps.filter((step) => step !== "" && step !== "body").join(".");
}

/** A message without addresses, the lines of a stack, and what LiteLLM adds; on one line, with one kind of quotes. */
function bare(message: string): string {
  const lines = message.replace(/https?:\/\/[^\s"'<>)\]]+/g, " ").split(/\r?\n/);
  const words = lines
    // A traceback quotes the program's line below each place.
    .filter((line, at) => !STACK.test(line) && !(PLACE_OF_CODE.test(lines[at - 1] ?? "") && /^\s/.test(line)))
    .join(" ")
    .replace(
      /An error occurred \(\w+\) when calling the \w+ operation(?: \(reached max retries: \d+\))?:|[\w.]{1,80}(?:Error|Exception)(?: \[\w+\])?: /g,
      " ",
    )
    .replace(/Received Model Group=\S*|Available Model Group Fallbacks=\S*|LiteLLM Retried: \d+ times/g, " ")
    .replace(/\\?["`´‘’“”']/g, "'")
    .replace(/\s+/g, " ")
    .trim();
  return words.length > 2 * MOST_WORDS ? `${words.slice(0, MOST_WORDS)} ${words.slice(-MOST_WORDS)}` : words;
}
