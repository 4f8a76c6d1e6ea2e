// Accounts for a change (I1, I4): every given piece is in the body, in order, or a repair names it; and a repair names every new piece.
//
// Of a repair's text, only the names in backticks count.

import { ownId } from "./atoms.mjs";

/** @typedef {import("./atoms.mjs").Atom} Atom */

/** Repairs that leave out a result with everything in it. */
const RESULT_LOSSES = ["orphan-result-dropped", "duplicate-result-dropped"];

/** Repairs that account for a removed piece. Text is only ever removed together with its result. */
const LOSSES = {
  text: RESULT_LOSSES,
  blank: [...RESULT_LOSSES, "empty-text-dropped", "empty-message-dropped", "whitespace-dropped"],
  result: RESULT_LOSSES,
  call: ["call-dropped"],
  media: [...RESULT_LOSSES, "media-replaced", "media-source-corrected", "part-dropped", "written-as-text"],
  reasoning: [...RESULT_LOSSES, "reasoning-dropped", "part-dropped"],
  other: [...RESULT_LOSSES, "part-dropped", "written-as-text"],
  // A cache point goes together with its block.
  field: [
    ...RESULT_LOSSES,
    ...["part-dropped", "media-replaced", "empty-text-dropped", "empty-message-dropped", "reasoning-dropped", "call-dropped"],
  ],
};

/** Fields that are left out without a report, as JSON. */
const SAYS_NOTHING = ["null", "[]", "{}", '""'];

/** The marks of a failed tool's result, in formats without a flag. */
const FAILED = "[error]";

/** Repairs that give a call and its results another id. */
const ID_CHANGES = ["call-id-mapped", "call-id-renamed"];
/** Repairs that change the content of a call. */
const CALL_CHANGES = ["tool-name-mapped", "arguments-wrapped", "arguments-filled"];

/**
 * @param {Atom[]} given
 * @param {Atom[]} sent
 * @param {object[]} repairs
 * @param {(message: number, messageId: string) => boolean} isOf returns true if a report is about the message with this index
 * @returns {string[]} the pieces that are not accounted for
 */
export function unaccounted(given, sent, repairs, isOf) {
  const account = new Account(given, sent, repairs.map((repair) => ({ ...repair, toolCallId: ownId(repair.toolCallId) })), isOf);
  // Pieces with the same place and role are matched first, so that no other piece is matched with them.
  const moved = given.filter((atom) => !account.finds(atom));
  const lost = moved.filter((atom) => !account.findsChanged(atom));
  return [
    ...account.problems,
    ...lost.filter((atom) => !account.isLossTold(atom)).map((atom) => `lost without a report: ${told(atom)}`),
    ...account.rest().filter((atom) => !account.isGainTold(atom)).map((atom) => `added without a report: ${told(atom)}`),
  ];
}

/**
 * Returns results that were dropped although the history holds their call: when call and result occur once each, they can always be paired.
 *
 * @param {Atom[]} given
 * @param {object[]} repairs
 * @returns {string[]}
 */
export function tornPairs(given, repairs) {
  const count = (kind, id) => given.filter((atom) => atom.kind === kind && atom.id === id).length;
  const dropped = repairs.filter(({ code }) => RESULT_LOSSES.includes(code)).map(({ toolCallId }) => toolCallId);
  const torn = dropped.filter((id) => id && count("call", id) === 1 && count("result", id) === 1);
  return torn.map((id) => `dropped though its call is there: result of call ${id}`);
}

class Account {
  problems = [];
  #used = new Set();
  /** Joins texts that the body holds as lines of one text. */
  #joined = new Map();
  #given;
  #sent;
  #repairs;
  #isOf;
  /** The last place in the body that earlier messages reached, and that the current one reached. */
  #before = -1;
  #reached = -1;
  #message = -1;

  constructor(given, sent, repairs, isOf) {
    this.#given = given;
    this.#sent = sent;
    this.#repairs = repairs;
    this.#isOf = isOf;
  }

  /** Finds a piece in the body under the same role, and crosses it off. */
  finds(atom) {
    if (atom.message !== this.#message) {
      this.#before = Math.max(this.#before, this.#reached);
      this.#message = atom.message;
    }
    const inRole = (other) => this.#isSame(atom, other) && other.role === atom.role;
    const found = this.#take((other) => inRole(other) && other.message >= this.#before) ?? this.#take(inRole);
    if (found === undefined) return false;
    if (keepsOrder(atom) && !this.#hasLostTwin(atom)) {
      if (found.message < this.#before) this.problems.push(`out of order: ${told(atom)}`);
      this.#reached = Math.max(this.#reached, found.message);
    }
    return true;
  }

  /** If one of several calls of an id was left out, the remaining call cannot be distinguished from it. */
  #hasLostTwin({ kind, id }) {
    return kind === "call" && this.#repairs.some(({ code, toolCallId }) => code === "call-dropped" && toolCallId === id);
  }

  /** Finds a piece under another role, if a repair reports that. A result may become text, and text a result. */
  findsChanged(atom) {
    if (this.#takeFailure(atom) || this.#isJoined(atom)) return true;
    if (atom.kind === "field") return this.#take((other) => isEqual(atom, other)) !== undefined;
    if (!this.#isRoleTold(atom)) return false;
    const isLoose = (other) => isEqual(atom, other) && atom.kind !== "result" && atom.kind !== "call";
    return (this.#take((other) => this.#isSame(atom, other)) ?? this.#take(isLoose)) !== undefined;
  }

  /** Finds the text of a failed tool behind a mark, in formats without a flag. */
  #takeFailure(atom) {
    if (atom.kind !== "text" || !this.#about(atom).some(({ code }) => code === "written-as-text")) return false;
    const marked = { ...atom, value: `${FAILED} ${atom.value}` };
    return this.#take((other) => this.#isSame(marked, other)) !== undefined;
  }

  /** The texts of a result are lines of one text, in formats where a result is one text. */
  #isJoined(atom) {
    if (atom.kind !== "text" || atom.id === undefined) return false;
    const holds = (other) => {
      const isOfIt = other.kind === "text" && (other.id === atom.id || this.#newIds(atom.id).includes(other.id));
      return isOfIt && other.value !== atom.value && `\n${other.value}\n`.includes(`\n${atom.value}\n`);
    };
    const whole = this.#sent.find((other, at) => !this.#used.has(at) && holds(other));
    if (whole === undefined) return false;
    this.#joined.set(whole, [...(this.#joined.get(whole) ?? []), atom.value]);
    return true;
  }

  rest() {
    return this.#sent.filter((_, place) => !this.#used.has(place));
  }

  isLossTold(atom) {
    // Calls and results that become text are reported at the call.
    if (this.#isFlattened() && ["call", "result", "field", "other"].includes(atom.kind)) return true;
    // The results of a message are one text then, and omissions are reported at the first result.
    if (this.#isFlattened() && atom.role === "tool" && atom.kind !== "text" && this.#repairs.some(({ code }) => ["part-dropped", "reasoning-dropped"].includes(code))) return true;
    const about = this.#about(atom);
    const codes = LOSSES[atom.kind === "text" && atom.value.trim() === "" ? "blank" : atom.kind];
    if (about.some(({ code }) => codes.includes(code))) return true;
    switch (atom.kind) {
      case "text":
        return about.some(({ code }) => code === "whitespace-dropped") && this.rest().some(({ value }) => value === atom.value.trimEnd());
      case "call":
        return this.#isCallChanged([atom.id, ...this.#newIds(atom.id)]);
      case "result":
        return about.some(({ code }) => code === "role-corrected");
      case "other":
        // The call of a provider's tool is named by its id.
        return about.some(({ code, toolCallId }) => code === "call-dropped" && Boolean(toolCallId) && JSON.stringify(atom.value).includes(toolCallId));
      case "field":
        if (SAYS_NOTHING.includes(atom.value)) return true;
        // Cache breakpoints are counted, and reported at the first message of the reply.
        if (["cache_control", "cachePoint"].includes(atom.name) && this.#repairs.some(({ code }) => code === "cache-breakpoint-dropped")) return true;
        return about.some((repair) => repair.code === "field-dropped" && quoted(repair).some((name) => name === atom.name || isItemId(atom, name)));
      default:
        return false;
    }
  }

  isGainTold(atom) {
    const { kind, id, name, value } = atom;
    const has = (...codes) => this.#repairs.some(({ code }) => codes.includes(code));
    const names = (text) => this.#repairs.some((repair) => quoted(repair).includes(text));
    const closed = this.#repairs.filter(({ code }) => code === "missing-result-added").map(({ toolCallId }) => toolCallId);
    const isClosed = closed.some((toolCallId) => toolCallId === id || this.#newIds(toolCallId).includes(id));
    switch (kind) {
      case "result":
        return isClosed || has("role-corrected");
      case "text":
        if (this.#joined.has(atom)) {
          const left = this.#joined.get(atom).reduce((text, piece) => text.replace(piece, ""), value);
          return left.split("\n").every((line) => line.trim() === "" || names(line));
        }
        if (has("written-as-text") && this.#isToldAsText(value)) return true;
        return names(value) || isClosed || has("media-moved", "tool-call-written-as-text", "whitespace-dropped") || (value === FAILED && has("written-as-text"));
      case "media":
        // A text file is bytes in one format and text in another.
        return this.#isToldAsText(value);
      case "call":
        return this.#isCallChanged([id, ...this.#oldIds(id)]);
      case "field":
        // The field by which each format expresses `prefill`.
        return (has("content-filled") && names(name)) || (name === "prefix" && value === "true");
      default:
        return false;
    }
  }

  /** Returns the repairs of a piece's message. Of two equal messages, a report may name either. */
  #about(atom) {
    const fields = ["text", "media"].includes(atom.kind) ? ["kind", "value"] : ["kind", "value", "id", "name"];
    const isTwin = (other) => fields.every((field) => other[field] === atom[field]);
    const messages = [...new Set(this.#given.filter(isTwin).map(({ message }) => message))];
    return this.#repairs.filter(({ messageId }) => messageId !== undefined && messages.some((message) => this.#isOf(message, messageId)));
  }

  /** Finds the text for a piece that the target cannot hold: each line is a heading, or occurs in the piece. */
  #isToldAsText(text) {
    const pieces = this.#given.filter(({ kind }) => kind === "other" || kind === "media").map(({ value }) => wordsOf(value)).join("\n");
    const isTold = (line) => /^\[.*\]$/.test(line) || pieces.includes(line.replace(/^\[called \S+ with /, "").replace(/\]$/, ""));
    return text.split("\n").every((line) => isTold(line.trim()));
  }

  #isCallChanged(ids) {
    return this.#repairs.some(({ code, toolCallId }) => CALL_CHANGES.includes(code) && ids.includes(toolCallId));
  }

  /** Crosses off the first remaining piece for which the condition holds. */
  #take(isIt) {
    const place = this.#sent.findIndex((other, at) => !this.#used.has(at) && isIt(other));
    if (place !== -1) this.#used.add(place);
    return this.#sent[place];
  }

  #isSame(atom, other) {
    if (!isEqual(atom, other)) return false;
    return atom.id === undefined ? other.id === undefined : other.id === atom.id || this.#newIds(atom.id).includes(other.id);
  }

  /** Returns the ids that a call with this id got, according to the reports. */
  #newIds(id) {
    const changes = this.#repairs.filter(({ code, toolCallId }) => ID_CHANGES.includes(code) && toolCallId === id).map((change) => quoted(change).at(-1));
    // A result that named no call got the id of the call in whose place it stood.
    const paired = this.#repairs.filter((repair) => repair.code === "result-paired" && namedBefore(repair) === id).map(({ toolCallId }) => toolCallId);
    return [...changes, ...paired, ...paired.flatMap((next) => this.#repairs.filter(({ code, toolCallId }) => ID_CHANGES.includes(code) && toolCallId === next).map((change) => quoted(change).at(-1)))];
  }

  #oldIds(id) {
    const changes = this.#repairs.filter((repair) => ID_CHANGES.includes(repair.code) && quoted(repair).at(-1) === id);
    return changes.map(({ toolCallId }) => toolCallId);
  }

  #isFlattened() {
    return this.#repairs.some(({ code }) => code === "tool-call-written-as-text");
  }

  #isRoleTold(atom) {
    if (atom.role === "tool" && this.#isFlattened()) return true;
    const codes = new Set(["role-corrected"]);
    if (atom.role === "system") codes.add("system-moved");
    if (atom.kind === "media") codes.add("media-moved");
    return this.#about(atom).some(({ code }) => codes.has(code));
  }
}

function isEqual(one, other) {
  return other.kind === one.kind && other.name === one.name && other.value === one.value;
}

/**
 * Checks the order: results follow their calls, and instructions may go beside the messages; everything else keeps its order, message by
 * message. Blank texts are skipped, because kept and removed ones cannot be distinguished.
 */
function keepsOrder({ kind, role, value }) {
  return (kind === "call" || (kind === "text" && value.trim() !== "")) && (role === "user" || role === "assistant");
}

function told({ kind, message, role, id, name, value }) {
  const about = [id === undefined ? "" : ` of call ${id}`, name === undefined ? "" : ` \`${name}\``].join("");
  return `${kind}${about} (${role}, message ${message}): ${value.slice(0, 120)}`;
}

/** Returns the id that a result named before it was paired; "" where it named none. */
function namedBefore(repair) {
  const [named] = quoted(repair);
  return named === repair.toolCallId ? "" : named;
}

/** Returns the names in a repair's text. */
function quoted({ detail }) {
  return [...detail.matchAll(/`([^`]*)`/g)].map(([, name]) => name);
}

/** Returns true if a name is the id of the item in the field. */
function isItemId({ name, value }, quoted) {
  return name === "itemId" && JSON.parse(value) === quoted;
}

/** Returns all texts in a piece, as lines, including texts in base64. */
function wordsOf(value) {
  const texts = [];
  const collect = (inner) => {
    if (typeof inner === "string") texts.push(inner, Buffer.from(inner, "base64").toString());
    else if (typeof inner === "object" && inner !== null) Object.values(inner).forEach(collect);
  };
  try {
    collect(JSON.parse(value));
  } catch {
    collect(value);
  }
  return texts.join("\n");
}
