// A tolerant parser of values as JSON, JavaScript, Python, Ruby, PowerShell and their printers write them. It never throws, and takes time in
// proportion to the text.

import { Cursor } from "./cursor.js";
import { filledNode, impliedBy, isUnfinished } from "./made.js";
import type { Entry, Node, Parsed } from "./node.js";
import { quoteAt, isSmart, stringAt } from "./strings.js";
import { ANGLED, INSPECTED, KEY, MORE, NAME, NUMBER, PHP_ARRAY, WORDS } from "./tokens.js";

/** Values nested deeper are not read. */
const DEEPEST = 200;
export const ABSENT = "[undefined]";
export const TOO_DEEP = "the values are nested too deep";

/** Parses the value at a place, up to `limit`. */
export function parseAt(text: string, from: number, limit = text.length): Parsed {
  return new Parser(text, limit).parse(from);
}

/** Parses the call whose name starts at `from`, and whose arguments open at `opens`. */
export function parseCall(text: string, from: number, opens: number, limit = text.length): Parsed {
  return new Parser(text, limit).parseCall(from, opens);
}

class Parser extends Cursor {
  parse(from: number): Parsed {
    this.at = from;
    this.space();
    return this.result(this.#value(null));
  }

  parseCall(from: number, opens: number): Parsed {
    this.at = opens;
    return this.result(this.#call(this.text.slice(from, opens).trim(), from));
  }

  #value(key: string | null): Node {
    const { node, isWhole } = this.#plainValue(key);
    return this.fault === null && isWhole ? this.#rest(node) : node;
  }

  #plainValue(key: string | null): { node: Node; isWhole: boolean } {
    const from = this.at;
    const whole = (node: Node) => ({ node, isWhole: true });
    if (from >= this.limit) {
      this.fail("before a value");
      return { node: this.nothing(from), isWhole: false };
    }
    const letter = this.text[from] as string;
    if (letter === "[") {
      const inspected = this.is(INSPECTED);
      if (inspected !== null) {
        this.at += inspected.length;
        this.space();
        if (inspected.endsWith("prototype]") && this.text[this.at] === "{") return this.#plainValue(key);
        return { node: this.cut(from, `a part is cut out: \`${inspected}\``, true), isWhole: false };
      }
    }
    if (letter === "{" || letter === "[") return whole(this.#container(from, letter, key));
    if (letter === "(") return whole(this.#call("", from));
    const quote = quoteAt(this.text, from);
    if (quote !== null) return whole(this.#string(from, from, quote, key));
    const number = this.is(NUMBER);
    if (number !== null && !/[\p{L}_]/u.test(this.text[from + number.length] ?? "")) return this.#number(from, number);
    if (letter === "@" && "{([".includes(this.text[from + 1] ?? " ")) {
      this.at += 1;
      // A list of PowerShell, also one of a single item.
      return this.text[this.at] === "(" ? whole(this.#call("@", from)) : this.#plainValue(key);
    }
    if (letter === "<") {
      const angled = this.is(ANGLED);
      if (angled !== null) {
        this.at += angled.length;
        this.space();
        if (angled.startsWith("<ref ") && "{[".includes(this.text[this.at] ?? " ")) return this.#plainValue(key);
        // An enum of Python: `<Role.USER: 'user'>`.
        const named = /: (?:'([^']*)'|"([^"]*)"|(\d+))>$/.exec(angled);
        if (named !== null)
          return {
            node: { ...this.nothing(from), kind: "word", to: this.at, value: named[1] ?? named[2] ?? Number(named[3]) },
            isWhole: false,
          };
        return { node: this.cut(from, `a part is cut out: \`${angled}\``, true), isWhole: false };
      }
    }
    const symbol = letter === ":" ? (this.at += 1) : 0;
    const name = this.is(NAME);
    if (name === null) {
      this.at = from;
      this.fail(`a value was expected in place of ${JSON.stringify(letter)}`);
      return { node: this.nothing(from), isWhole: false };
    }
    this.at += name.length;
    if (symbol > 0) return whole({ ...this.nothing(from), kind: "word", to: this.at, value: name });
    return this.#named(from, name, key);
  }

  /** A word, a class, a call, or a variable. */
  #named(from: number, name: string, key: string | null): { node: Node; isWhole: boolean } {
    const whole = (node: Node) => ({ node, isWhole: true });
    const next = this.text[this.at];
    const quote = /^(?:[rRbBfFuU]|[rRbB][bBrRfF]|[fF][rR])$/.test(name) ? quoteAt(this.text, this.at) : null;
    if (quote !== null) return whole(this.#string(from, this.at, quote, key));
    const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (word !== undefined) {
      if (word.of === "json") this.style.jsonWords += 1;
      if (word.of === "python") this.style.pythonWords += 1;
      if (word.of === "ruby") this.style.nils += 1;
      return whole({ ...this.nothing(from), kind: "word", to: this.at, value: word.value });
    }
    if (this.at >= this.limit) {
      this.fail("in a word");
      return { node: this.nothing(from), isWhole: false };
    }
    if (next === "(") return whole(this.#call(name, from));
    const before = this.at;
    this.space();
    if (/^(?:new|await|typeof|void)$/.test(name) && this.at > before) return this.#plainValue(key);
    // `util.inspect` names the class: `Headers {`.
    if (this.text[this.at] === "{" && this.at > before) return this.#plainValue(key);
    this.at = before;
    return { node: this.expression(from), isWhole: false };
  }

  #number(from: number, number: string): { node: Node; isWhole: boolean } {
    this.at += number.length;
    if (this.at >= this.limit && this.limit === this.text.length && this.depth > 0) {
      // The number may go on.
      this.fail("in a number");
      return { node: this.nothing(from), isWhole: false };
    }
    const value = Number(number.replace(/_|n$/g, ""));
    return { node: { ...this.nothing(from), to: this.at, value: Number.isFinite(value) ? value : null }, isWhole: true };
  }

  #string(from: number, opens: number, quote: string, key: string | null): Node {
    const { value, end, isClosed, wrongEscape } = stringAt(this.text, opens, quote, this.limit);
    this.at = end;
    this.style.quotes[isSmart(quote) ? "“" : quote] = (this.style.quotes[isSmart(quote) ? "“" : quote] ?? 0) + 1;
    if (wrongEscape >= 0) this.slip ??= { offset: wrongEscape, what: "a backslash is no escape", isTruncated: false };
    if (!isClosed) this.fail("in a string", this.limit);
    // Of a text that breaks off, only words of people and texts that hold JSON are of use.
    const isKept =
      isClosed ||
      this.depth === 0 ||
      (key !== null && /^(?:content|text|body|raw|data|input|output|thinking|value|postData|requestBody|gen_ai\..*)$/.test(key));
    // Some programs print it in place of a field that is absent.
    if (key !== null && value === ABSENT) return { ...this.nothing(from), kind: "word", to: end, value: undefined };
    return { kind: "text", from, to: end, value: isKept ? value : undefined, entries: [], opening: quote };
  }

  /** Reads on behind a value: strings that continue it, or the rest of an expression. */
  #rest(node: Node): Node {
    for (;;) {
      const end = this.at;
      this.space();
      const letter = this.text[this.at] ?? "";
      if (this.at >= this.limit || ",;)]}:".includes(letter)) return this.back(node, end);
      const more = this.is(MORE);
      if (more !== null) {
        const from = this.at;
        this.at += more.length;
        this.cut(from, `a part is cut out: \`${more}\``, true);
        return node;
      }
      if ((node.kind === "text" || node.opening === "+") && (letter === "+" || this.#isContinued())) {
        const place = this.at;
        if (letter === "+") {
          this.at += 1;
          this.space();
        }
        const quote = quoteAt(this.text, this.at);
        if (quote !== null) {
          const { value, to } = this.#string(this.at, this.at, quote, null);
          if (this.fault !== null) return node;
          // A text in pieces can be replaced, but not edited.
          node = { ...node, kind: "word", to, value: `${node.value}${value ?? ""}`, opening: "+" };
          continue;
        }
        this.at = place;
      }
      if (
        /[.+\-*/?|&!%^(]/.test(letter) ||
        (letter === "=" && this.text[this.at + 1] !== ">") ||
        /^(?:as|if|or|and|for|satisfies)\s/.test(this.text.slice(this.at, this.at + 12))
      )
        return this.depth === 0 ? this.back(node, end) : this.expression(node.from);
      return this.back(node, end);
    }
  }

  /** Reports whether a string goes on in another one, as Python's printer breaks long ones. A string before a colon is a key. */
  #isContinued(): boolean {
    const quote = quoteAt(this.text, this.at);
    if (quote === null || (this.style.quotes["'"] ?? 0) + this.style.pythonWords + this.style.namedArguments === 0) return false;
    const { end } = stringAt(this.text, this.at, quote, this.limit);
    return !/^\s{0,40}(?::|=>)/.test(this.text.slice(end, end + 44));
  }

  /** A record in `{}`, or a list in `[]`. */
  #container(from: number, opening: string, key: string | null): Node {
    const closing = opening === "{" ? "}" : "]";
    const isRecord = opening === "{" || this.is(PHP_ARRAY) !== null;
    this.at += 1;
    this.depth += 1;
    const entries: Entry[] = [];
    if (this.depth > DEEPEST) this.fail(TOO_DEEP);
    while (this.fault === null) {
      this.space();
      if (this.at >= this.limit) {
        this.fail(isRecord ? "in an object" : "in a list");
        break;
      }
      const letter = this.text[this.at] as string;
      if (letter === closing) break;
      if (letter === ")" || letter === "]" || letter === "}") {
        this.fail(`\`${closing}\` was expected in place of \`${letter}\``);
        break;
      }
      const start = this.at;
      if (this.#isSkipped()) continue;
      const entry = isRecord ? this.#entry(true) : this.#item();
      if (entry !== null) entries.push(entry);
      if (this.fault === null) this.#separator(closing);
      if (this.at === start && this.fault === null) this.fail(`\`${closing}\` was expected in place of ${JSON.stringify(letter)}`);
    }
    if (this.fault === null) this.at += 1;
    else if (!isRecord && this.fault.isTruncated && isUnfinished(entries.at(-1)?.node, key)) entries.pop();
    this.depth -= 1;
    const node = filledNode(isRecord ? "record" : "list", from, entries, opening, this.at);
    // Nothing is known of a list that breaks off before its first item.
    return !isRecord && entries.length === 0 && this.fault?.isTruncated === true ? { ...node, value: undefined } : node;
  }

  /** Skips a spread, or what `util.inspect` left out. */
  #isSkipped(): boolean {
    const from = this.at;
    if (this.text[from] !== "." && this.text[from] !== "*") return false;
    const more = this.is(MORE);
    if (more !== null) {
      this.at += more.length;
      this.cut(from, `a part is cut out: \`${more}\``, true);
    } else if (/^(?:\.\.\.|\*\*?)/.test(this.text.slice(from, from + 3))) this.expression(from);
    else return false;
    if (this.fault === null) this.#separator("");
    return true;
  }

  /** The comma behind an entry. */
  #separator(closing: string): void {
    const end = this.at;
    this.space();
    const letter = this.text[this.at];
    if (letter === "," || letter === ";") {
      this.at += 1;
      const after = this.at;
      this.space();
      if (closing !== "" && this.text[this.at] === closing) this.style.trailingCommas += 1;
      this.at = after;
      return;
    }
    if (this.at >= this.limit || letter === closing || letter === ")" || letter === "]" || letter === "}") return;
    // PowerShell ends entries by lines.
    if (!this.text.slice(end, this.at).includes("\n") || this.style.namedArguments === 0) this.note("a comma is missing");
  }

  #item(): Entry | null {
    const node = this.#value(null);
    return node.value === undefined && node.kind !== "cut" && node.to === node.from
      ? null
      : { from: node.from, to: node.to, name: null, keyFrom: node.from, keyTo: node.from, node };
  }

  /** `key: value`, `key = value`, `:key => value`; or a value without a key, where arguments may be. */
  #entry(isRecord: boolean): Entry | null {
    const keyFrom = this.at;
    const letter = this.text[keyFrom] as string;
    let name: string | null = null;
    const quote = quoteAt(this.text, keyFrom);
    if (quote !== null && isRecord) {
      const key = stringAt(this.text, keyFrom, quote, this.limit);
      this.at = key.end;
      if (!key.isClosed) {
        this.fail("in a key", this.limit);
        return null;
      }
      name = key.value;
      this.style.quotes[isSmart(quote) ? "“" : quote] = (this.style.quotes[isSmart(quote) ? "“" : quote] ?? 0) + 1;
    } else if (letter === "[" && isRecord) {
      // A key that is a symbol.
      const closed = this.text.indexOf("]", keyFrom);
      if (closed < 0 || closed >= this.limit || closed - keyFrom > 200) {
        this.fail("a key was expected in place of `[`");
        return null;
      }
      this.at = closed + 1;
      name = "";
    } else {
      if (letter === ":" && isRecord) this.at += 1;
      const bare = this.is(KEY);
      if (bare === null) {
        this.at = keyFrom;
        if (isRecord) this.fail(`a key was expected in place of ${JSON.stringify(letter)}`);
        return isRecord ? null : this.#item();
      }
      this.at += bare.length;
      name = bare;
      if (letter === ":") this.style.symbols += 1;
    }
    const keyTo = this.at;
    this.space();
    const separator = this.is(isRecord ? /=>|[:=](?!=)/y : /=(?![=>])/y);
    if (separator === null) {
      if (this.at >= this.limit) {
        this.fail("behind a key");
        return null;
      }
      this.at = keyFrom;
      if (!isRecord) return this.#item();
      // `{ model, messages }` of JavaScript.
      const isStrict = this.style.bareKeys === 0 && (this.style.quotes['"'] ?? 0) > 0;
      if (isStrict) {
        this.at = keyFrom;
        this.fail(`a key in quotes was expected in place of \`${name}\``);
        return null;
      }
      if (quote !== null || letter === "[") {
        this.at = keyTo;
        this.fail("`:` was expected behind a key");
        return null;
      }
      this.at = keyTo;
      return this.#entryOf(keyFrom, keyTo, name, this.expression(keyFrom));
    }
    this.at += separator.length;
    if (separator === "=>") this.style.arrows += 1;
    if (separator === "=") this.style.namedArguments += 1;
    if (quote === null && letter !== "[" && letter !== ":" && separator !== "=") this.style.bareKeys += 1;
    this.space();
    const node = this.#value(name);
    if (letter === "[" && quote === null) return null;
    return node.to === node.from && node.kind === "word" ? null : this.#entryOf(keyFrom, keyTo, name, node);
  }

  #entryOf(keyFrom: number, keyTo: number, name: string | null, node: Node): Entry {
    return { from: keyFrom, to: node.to, name, keyFrom, keyTo, node };
  }

  /** The arguments of a call, which opens here; a tuple, without a name. */
  #call(name: string, from: number): Node {
    this.at += 1;
    this.depth += 1;
    const entries: Entry[] = [];
    if (this.depth > DEEPEST) this.fail(TOO_DEEP);
    while (this.fault === null) {
      this.space();
      if (this.at >= this.limit) {
        this.fail("in the arguments of a call");
        break;
      }
      const letter = this.text[this.at] as string;
      if (letter === ")") break;
      if (letter === "]" || letter === "}") {
        this.fail(`\`)\` was expected in place of \`${letter}\``);
        break;
      }
      const start = this.at;
      if (this.#isSkipped()) continue;
      const entry = this.#entry(false);
      if (entry !== null) entries.push(entry);
      if (this.fault === null) this.#separator(")");
      if (this.at === start && this.fault === null) this.fail(`\`)\` was expected in place of ${JSON.stringify(letter)}`);
    }
    if (this.fault === null) this.at += 1;
    this.depth -= 1;
    if (entries.some((entry) => entry.name !== null)) {
      this.style.calls.push(name);
      return impliedBy(name, filledNode("record", from, entries, "(", this.at));
    }
    const [first] = entries;
    if (
      first !== undefined &&
      name !== "@" &&
      entries.length === 1 &&
      !/,\s*\)$/.test(this.text.slice(Math.max(from, this.at - 20), this.at))
    )
      return first.node;
    if (name !== "" && name !== "@" && first === undefined)
      return this.cut(from, `the text does not hold the value of \`${name}()\``, false);
    return filledNode("list", from, entries, "(", this.at);
  }
}
