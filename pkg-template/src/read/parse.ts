// A tolerant parser of values as JSON, JavaScript, Python, Ruby, PowerShell and their printers write them. It never throws, and takes time in
// proportion to the text.

import { type Entry, type Node, type ParseFault, type Parsed, newStyle, setField } from "./node.js";
import { quoteAt, isSmart, stringAt } from "./strings.js";

/** Values nested deeper are not read. */
const DEEPEST = 700;

const SPACE = /[\s\u200b\u2060\ufeff\u0000]+/y;
const STRANGE = /[\u00a0\u200b\u2060\u2028\u2029]/;
const COMMENT = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|#(?!\{)[^\n]*/y;
const NUMBER = /[+-]?(?:0[xX][\da-fA-F]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?|Infinity\b|NaN\b)n?/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*/uy;
const KEY = /[\p{L}\p{N}_$][\p{L}\p{N}_$-]*/uy;
/** What `util.inspect` prints in place of a value, or before one. */
const INSPECTED =
  /\[(?:Object|Array|Circular[^\]\n]{0,20}|(?:Async)?(?:Generator)?Function[^\]\n]{0,80}|class [^\]\n]{0,80}|(?:Getter|Setter)(?:\/Setter)?(?::[^\]\n]{0,80})?|\w+: null prototype)\]/y;
const MORE = /\.\.\.\s?\d+ more (?:items?|characters?|properties|property)/y;
const ANGLED = /<(?:ref \*\d+|[\p{L}_][^<>\n]{0,200})>/uy;
const EXPRESSION_STOPS = /[,;\n)\]}([{"'`]|$/g;

const WORDS: Readonly<Record<string, { readonly value: unknown; readonly of: "json" | "python" | "ruby" | "none" }>> = {
  true: { value: true, of: "json" },
  false: { value: false, of: "json" },
  null: { value: null, of: "json" },
  True: { value: true, of: "python" },
  False: { value: false, of: "python" },
  None: { value: null, of: "python" },
  nil: { value: null, of: "ruby" },
  undefined: { value: undefined, of: "json" },
  NaN: { value: null, of: "none" },
  Infinity: { value: null, of: "none" },
};

/** Parses the value at a place, up to `limit`. */
export function parseAt(text: string, from: number, limit = text.length): Parsed {
  return new Parser(text, limit).parse(from);
}

/** Parses the call whose name starts at `from`, and whose arguments open at `opens`. */
export function parseCall(text: string, from: number, opens: number, limit = text.length): Parsed {
  return new Parser(text, limit).parseCall(from, opens);
}

/** Adds what the name of a class says of a message: `HumanMessage(content='…')`. */
function impliedBy(name: string, node: Node): Node {
  const kind = /(?:^|\.)(Human|AI|System|Tool|Function)Message(?:Chunk)?$/.exec(name)?.[1]?.toLowerCase();
  const value = node.value as Record<string, unknown>;
  if (kind === undefined || value.type !== undefined || value.role !== undefined || value.content === undefined) return node;
  return { ...node, value: { type: kind, ...value }, implied: "type" };
}

/** Lists of messages, of their parts and of their calls. */
const OF_MESSAGES = "messages contents content parts input tool_calls toolCalls tools gen_ai.input.messages".split(" ");

/**
 * Reports whether the last item of a list that breaks off says too little: a message without its content, a call without its arguments.
 * What is kept of it would be judged as if it were whole.
 */
function isUnfinished(node: Node | undefined, key: string | null): boolean {
  if (node?.kind === "list") return node.entries.length === 0;
  if (node?.kind !== "record") return false;
  const { role, type, content, parts, text, thinking, tool_calls: calls } = node.value as Record<string, unknown>;
  const isOfMessages =
    (key !== null && OF_MESSAGES.includes(key)) ||
    typeof role === "string" ||
    typeof type === "string" ||
    Object.keys(node.value as object).length === 0;
  const isFilled = (field: unknown) => (typeof field === "string" || Array.isArray(field)) && field.length > 0;
  return isOfMessages && ![content, parts, text, thinking, calls].some(isFilled);
}

class Parser {
  readonly #text: string;
  readonly #limit: number;
  #at = 0;
  #depth = 0;
  #fault: ParseFault | null = null;
  #slip: ParseFault | null = null;
  readonly #style = newStyle();

  constructor(text: string, limit: number) {
    this.#text = text;
    this.#limit = limit;
  }

  parse(from: number): Parsed {
    this.#at = from;
    this.#space();
    return this.#result(this.#value(null));
  }

  parseCall(from: number, opens: number): Parsed {
    this.#at = opens;
    return this.#result(this.#call(this.#text.slice(from, opens).trim(), from));
  }

  #result(node: Node): Parsed {
    return { node, end: this.#at, fault: this.#fault, slip: this.#slip, style: this.#style };
  }

  /** Ends the parsing. What was read stays. */
  #fail(what: string, offset = this.#at): void {
    if (this.#fault !== null) return;
    const isTruncated = this.#limit === this.#text.length && this.#at >= this.#limit;
    this.#fault = { offset: Math.min(offset, this.#limit), what: isTruncated ? `the text breaks off ${what}` : what, isTruncated };
  }

  #note(what: string): void {
    this.#slip ??= { offset: this.#at, what, isTruncated: false };
  }

  #cut(from: number, what: string, isInspected: boolean): Node {
    this.#style.cuts.push({ offset: from, what, isInspected });
    return { kind: "cut", from, to: this.#at, value: undefined, entries: [], opening: "" };
  }

  #is(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    return found === null || this.#at + found[0].length > this.#limit ? null : found[0];
  }

  #space(): void {
    for (;;) {
      SPACE.lastIndex = this.#at;
      const space = SPACE.exec(this.#text)?.[0];
      if (space !== undefined) {
        if (STRANGE.test(space)) this.#style.strangeSpaces += 1;
        this.#at = Math.min(this.#limit, this.#at + space.length);
      }
      const letter = this.#text[this.#at];
      if (letter !== "/" && letter !== "#") return;
      COMMENT.lastIndex = this.#at;
      const comment = COMMENT.exec(this.#text)?.[0];
      if (comment === undefined || this.#at >= this.#limit) return;
      this.#style.comments += 1;
      this.#at = Math.min(this.#limit, this.#at + comment.length);
    }
  }

  #value(key: string | null): Node {
    const { node, isWhole } = this.#plainValue(key);
    return this.#fault === null && isWhole ? this.#rest(node) : node;
  }

  #plainValue(key: string | null): { node: Node; isWhole: boolean } {
    const from = this.#at;
    const whole = (node: Node) => ({ node, isWhole: true });
    if (from >= this.#limit) {
      this.#fail("before a value");
      return { node: this.#nothing(from), isWhole: false };
    }
    const letter = this.#text[from] as string;
    if (letter === "[") {
      const inspected = this.#is(INSPECTED);
      if (inspected !== null) {
        this.#at += inspected.length;
        this.#space();
        if (inspected.endsWith("prototype]") && this.#text[this.#at] === "{") return this.#plainValue(key);
        return { node: this.#cut(from, `a part is cut out: \`${inspected}\``, true), isWhole: false };
      }
    }
    if (letter === "{" || letter === "[") return whole(this.#container(from, letter, key));
    if (letter === "(") return whole(this.#call("", from));
    const quote = quoteAt(this.#text, from);
    if (quote !== null) return whole(this.#string(from, from, quote, key));
    const number = this.#is(NUMBER);
    if (number !== null && !/[\p{L}_]/u.test(this.#text[from + number.length] ?? "")) return this.#number(from, number);
    if (letter === "@" && "{([".includes(this.#text[from + 1] ?? " ")) {
      this.#at += 1;
      return this.#plainValue(key);
    }
    if (letter === "<") {
      const angled = this.#is(ANGLED);
      if (angled !== null) {
        this.#at += angled.length;
        this.#space();
        if (angled.startsWith("<ref ") && "{[".includes(this.#text[this.#at] ?? " ")) return this.#plainValue(key);
        // An enum of Python: `<Role.USER: 'user'>`.
        const named = /: (?:'([^']*)'|"([^"]*)"|(\d+))>$/.exec(angled);
        if (named !== null)
          return {
            node: { ...this.#nothing(from), kind: "word", to: this.#at, value: named[1] ?? named[2] ?? Number(named[3]) },
            isWhole: false,
          };
        return { node: this.#cut(from, `a part is cut out: \`${angled}\``, true), isWhole: false };
      }
    }
    const symbol = letter === ":" ? (this.#at += 1) : 0;
    const name = this.#is(NAME);
    if (name === null) {
      this.#at = from;
      this.#fail(`a value was expected in place of ${JSON.stringify(letter)}`);
      return { node: this.#nothing(from), isWhole: false };
    }
    this.#at += name.length;
    if (symbol > 0) return whole({ ...this.#nothing(from), kind: "word", to: this.#at, value: name });
    return this.#named(from, name, key);
  }

  /** A word, a class, a call, or a variable. */
  #named(from: number, name: string, key: string | null): { node: Node; isWhole: boolean } {
    const whole = (node: Node) => ({ node, isWhole: true });
    const next = this.#text[this.#at];
    const quote = /^(?:[rRbBfFuU]|[rRbB][bBrRfF]|[fF][rR])$/.test(name) ? quoteAt(this.#text, this.#at) : null;
    if (quote !== null) return whole(this.#string(from, this.#at, quote, key));
    const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (word !== undefined) {
      if (word.of === "json") this.#style.jsonWords += 1;
      if (word.of === "python") this.#style.pythonWords += 1;
      if (word.of === "ruby") this.#style.nils += 1;
      return whole({ ...this.#nothing(from), kind: "word", to: this.#at, value: word.value });
    }
    if (this.#at >= this.#limit) {
      this.#fail("in a word");
      return { node: this.#nothing(from), isWhole: false };
    }
    if (next === "(") return whole(this.#call(name, from));
    const before = this.#at;
    this.#space();
    if (/^(?:new|await|typeof|void)$/.test(name) && this.#at > before) return this.#plainValue(key);
    // `util.inspect` names the class: `Headers {`.
    if (this.#text[this.#at] === "{" && this.#at > before) return this.#plainValue(key);
    this.#at = before;
    return { node: this.#expression(from), isWhole: false };
  }

  #nothing(from: number): Node {
    return { kind: "word", from, to: from, value: undefined, entries: [], opening: "" };
  }

  #number(from: number, number: string): { node: Node; isWhole: boolean } {
    this.#at += number.length;
    if (this.#at >= this.#limit && this.#limit === this.#text.length && this.#depth > 0) {
      // The number may go on.
      this.#fail("in a number");
      return { node: this.#nothing(from), isWhole: false };
    }
    const value = Number(number.replace(/_|n$/g, ""));
    return { node: { ...this.#nothing(from), to: this.#at, value: Number.isFinite(value) ? value : null }, isWhole: true };
  }

  #string(from: number, opens: number, quote: string, key: string | null): Node {
    const { value, end, isClosed, wrongEscape } = stringAt(this.#text, opens, quote, this.#limit);
    this.#at = end;
    this.#style.quotes[isSmart(quote) ? "“" : quote] = (this.#style.quotes[isSmart(quote) ? "“" : quote] ?? 0) + 1;
    if (wrongEscape >= 0) this.#slip ??= { offset: wrongEscape, what: "a backslash is no escape", isTruncated: false };
    if (!isClosed) this.#fail("in a string", this.#limit);
    // Of a text that breaks off, only words of people and texts that hold JSON are of use.
    const isKept =
      isClosed ||
      this.#depth === 0 ||
      (key !== null && /^(?:content|text|body|raw|data|input|output|thinking|value|postData|requestBody|gen_ai\..*)$/.test(key));
    return { kind: "text", from, to: end, value: isKept ? value : undefined, entries: [], opening: quote };
  }

  /** What follows a value: nothing, strings that continue it, or the rest of an expression. */
  #rest(node: Node): Node {
    for (;;) {
      const end = this.#at;
      this.#space();
      const letter = this.#text[this.#at] ?? "";
      if (this.#at >= this.#limit || ",;)]}:".includes(letter)) return this.#back(node, end);
      const more = this.#is(MORE);
      if (more !== null) {
        const from = this.#at;
        this.#at += more.length;
        this.#cut(from, `a part is cut out: \`${more}\``, true);
        return node;
      }
      if (
        node.kind === "text" &&
        (letter === "+" || (quoteAt(this.#text, this.#at) !== null && this.#style.pythonWords + this.#style.namedArguments > 0))
      ) {
        const place = this.#at;
        if (letter === "+") {
          this.#at += 1;
          this.#space();
        }
        const quote = quoteAt(this.#text, this.#at);
        if (quote !== null) {
          const { value, to } = this.#string(this.#at, this.#at, quote, null);
          if (this.#fault !== null) return node;
          // A text in pieces can be replaced, but not edited.
          node = { ...node, kind: "word", to, value: `${node.value}${value ?? ""}`, opening: "+" };
          continue;
        }
        this.#at = place;
      }
      if (
        /[.+\-*/?|&!%^(]/.test(letter) ||
        (letter === "=" && this.#text[this.#at + 1] !== ">") ||
        /^(?:as|if|or|and|for|satisfies)\s/.test(this.#text.slice(this.#at, this.#at + 12))
      )
        return this.#depth === 0 ? this.#back(node, end) : this.#expression(node.from);
      return this.#back(node, end);
    }
  }

  #back(node: Node, end: number): Node {
    this.#at = end;
    return node;
  }

  /** An expression, which the text names but does not hold the value of: up to the next comma or the bracket around it. */
  #expression(from: number): Node {
    let depth = 0;
    while (this.#at < this.#limit) {
      EXPRESSION_STOPS.lastIndex = this.#at;
      const found = EXPRESSION_STOPS.exec(this.#text);
      if (found === null) break;
      this.#at = Math.min(found.index, this.#limit);
      const letter = found[0];
      if (letter === "" || this.#at >= this.#limit) break;
      if ("([{".includes(letter)) depth += 1;
      else if (")]}".includes(letter)) {
        if (depth === 0) break;
        depth -= 1;
      } else if (letter === "\n") {
        // A line break ends an expression in PowerShell; in others, it needs no comma only before a bracket.
        if (depth === 0 && /^\s*[\p{L}_"'][\p{L}\p{N}_"']*\s*[:=]/u.test(this.#text.slice(this.#at, this.#at + 80))) break;
      } else if (depth === 0 && (letter === "," || letter === ";")) break;
      else if (letter === '"' || letter === "'" || letter === "`") {
        const { end } = stringAt(this.#text, this.#at, letter, this.#limit);
        this.#at = end;
        continue;
      }
      this.#at += 1;
    }
    if (this.#at >= this.#limit) this.#fail("in an expression");
    const text = this.#text.slice(from, this.#at).trim();
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return this.#cut(from, `the text does not hold the value of \`${shown}\``, false);
  }

  /** A record in `{}`, or a list in `[]`. */
  #container(from: number, opening: string, key: string | null): Node {
    const closing = opening === "{" ? "}" : "]";
    this.#at += 1;
    this.#depth += 1;
    const entries: Entry[] = [];
    const isRecord = opening === "{";
    if (this.#depth > DEEPEST) this.#fail("the values are nested too deep");
    while (this.#fault === null) {
      this.#space();
      if (this.#at >= this.#limit) {
        this.#fail(isRecord ? "in an object" : "in a list");
        break;
      }
      const letter = this.#text[this.#at] as string;
      if (letter === closing) break;
      if (letter === ")" || letter === "]" || letter === "}") {
        this.#fail(`\`${closing}\` was expected in place of \`${letter}\``);
        break;
      }
      const start = this.#at;
      if (this.#isSkipped()) continue;
      const entry = isRecord ? this.#entry(true) : this.#item();
      if (entry !== null) entries.push(entry);
      if (this.#fault === null) this.#separator(closing);
      if (this.#at === start && this.#fault === null) this.#fail(`\`${closing}\` was expected in place of ${JSON.stringify(letter)}`);
    }
    if (this.#fault === null) this.#at += 1;
    else if (!isRecord && this.#fault.isTruncated && isUnfinished(entries.at(-1)?.node, key)) entries.pop();
    this.#depth -= 1;
    return this.#filled(isRecord ? "record" : "list", from, entries, opening);
  }

  /** Skips a spread, or what `util.inspect` left out. */
  #isSkipped(): boolean {
    const from = this.#at;
    if (this.#text[from] !== "." && this.#text[from] !== "*") return false;
    const more = this.#is(MORE);
    if (more !== null) {
      this.#at += more.length;
      this.#cut(from, `a part is cut out: \`${more}\``, true);
    } else if (/^(?:\.\.\.|\*\*?)/.test(this.#text.slice(from, from + 3))) this.#expression(from);
    else return false;
    if (this.#fault === null) this.#separator("");
    return true;
  }

  /** The comma behind an entry. */
  #separator(closing: string): void {
    const end = this.#at;
    this.#space();
    const letter = this.#text[this.#at];
    if (letter === "," || letter === ";") {
      this.#at += 1;
      const after = this.#at;
      this.#space();
      if (closing !== "" && this.#text[this.#at] === closing) this.#style.trailingCommas += 1;
      this.#at = after;
      return;
    }
    if (this.#at >= this.#limit || letter === closing || letter === ")" || letter === "]" || letter === "}") return;
    // PowerShell ends entries by lines.
    if (!this.#text.slice(end, this.#at).includes("\n") || this.#style.namedArguments === 0) this.#note("a comma is missing");
  }

  #item(): Entry | null {
    const node = this.#value("text");
    return node.value === undefined && node.kind !== "cut" && node.to === node.from
      ? null
      : { from: node.from, to: node.to, name: null, keyFrom: node.from, keyTo: node.from, node };
  }

  /** `key: value`, `key = value`, `:key => value`; or a value without a key, where arguments may be. */
  #entry(isRecord: boolean): Entry | null {
    const keyFrom = this.#at;
    const letter = this.#text[keyFrom] as string;
    let name: string | null = null;
    const quote = quoteAt(this.#text, keyFrom);
    if (quote !== null && isRecord) {
      const key = stringAt(this.#text, keyFrom, quote, this.#limit);
      this.#at = key.end;
      if (!key.isClosed) {
        this.#fail("in a key", this.#limit);
        return null;
      }
      name = key.value;
      this.#style.quotes[isSmart(quote) ? "“" : quote] = (this.#style.quotes[isSmart(quote) ? "“" : quote] ?? 0) + 1;
    } else if (letter === "[" && isRecord) {
      // A key that is a symbol.
      const closed = this.#text.indexOf("]", keyFrom);
      if (closed < 0 || closed >= this.#limit || closed - keyFrom > 200) {
        this.#fail("a key was expected in place of `[`");
        return null;
      }
      this.#at = closed + 1;
      name = "";
    } else {
      if (letter === ":" && isRecord) this.#at += 1;
      const bare = this.#is(KEY);
      if (bare === null) {
        this.#at = keyFrom;
        if (isRecord) this.#fail(`a key was expected in place of ${JSON.stringify(letter)}`);
        return isRecord ? null : this.#item();
      }
      this.#at += bare.length;
      name = bare;
      if (letter === ":") this.#style.symbols += 1;
    }
    const keyTo = this.#at;
    this.#space();
    const separator = this.#is(isRecord ? /=>|[:=](?!=)/y : /=(?![=>])/y);
    if (separator === null) {
      if (this.#at >= this.#limit) {
        this.#fail("behind a key");
        return null;
      }
      this.#at = keyFrom;
      if (!isRecord) return this.#item();
      // `{ model, messages }` of JavaScript.
      if (quote !== null || letter === "[") {
        this.#at = keyTo;
        this.#fail("`:` was expected behind a key");
        return null;
      }
      this.#at = keyTo;
      return this.#entryOf(keyFrom, keyTo, name, this.#expression(keyFrom));
    }
    this.#at += separator.length;
    if (separator === "=>") this.#style.arrows += 1;
    if (separator === "=") this.#style.namedArguments += 1;
    if (quote === null && letter !== "[" && letter !== ":" && separator !== "=") this.#style.bareKeys += 1;
    this.#space();
    const node = this.#value(name);
    if (letter === "[" && quote === null) return null;
    return node.to === node.from && node.kind === "word" ? null : this.#entryOf(keyFrom, keyTo, name, node);
  }

  #entryOf(keyFrom: number, keyTo: number, name: string | null, node: Node): Entry {
    return { from: keyFrom, to: node.to, name, keyFrom, keyTo, node };
  }

  /** The arguments of a call, which opens here; a tuple, without a name. */
  #call(name: string, from: number): Node {
    this.#at += 1;
    this.#depth += 1;
    const entries: Entry[] = [];
    if (this.#depth > DEEPEST) this.#fail("the values are nested too deep");
    while (this.#fault === null) {
      this.#space();
      if (this.#at >= this.#limit) {
        this.#fail("in the arguments of a call");
        break;
      }
      const letter = this.#text[this.#at] as string;
      if (letter === ")") break;
      if (letter === "]" || letter === "}") {
        this.#fail(`\`)\` was expected in place of \`${letter}\``);
        break;
      }
      const start = this.#at;
      if (this.#isSkipped()) continue;
      const entry = this.#entry(false);
      if (entry !== null) entries.push(entry);
      if (this.#fault === null) this.#separator(")");
      if (this.#at === start && this.#fault === null) this.#fail(`\`)\` was expected in place of ${JSON.stringify(letter)}`);
    }
    if (this.#fault === null) this.#at += 1;
    this.#depth -= 1;
    if (entries.some((entry) => entry.name !== null)) {
      this.#style.calls.push(name);
      return impliedBy(name, this.#filled("record", from, entries, "("));
    }
    const [first] = entries;
    if (first !== undefined && entries.length === 1 && !/,\s*\)$/.test(this.#text.slice(Math.max(from, this.#at - 20), this.#at)))
      return first.node;
    if (name !== "" && first === undefined) return this.#cut(from, `the text does not hold the value of \`${name}()\``, false);
    return this.#filled("list", from, entries, "(");
  }

  #filled(kind: "record" | "list", from: number, entries: Entry[], opening: string): Node {
    if (kind === "list") {
      const held = entries.map(({ node }) => node.value).filter((item) => item !== undefined);
      // A list of which every item is cut out is cut out itself, and not empty.
      const value = held.length === 0 && entries.length > 0 ? undefined : held;
      return { kind, from, to: this.#at, value, entries, opening };
    }
    const value: Record<string, unknown> = {};
    for (const { name, node } of entries) if (name !== null && node.value !== undefined) setField(value, name, node.value);
    return { kind, from, to: this.#at, value, entries, opening };
  }
}
