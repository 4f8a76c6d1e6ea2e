// The prompt that a provider reads from a body, in its order, and the weight of its beginnings: the tokens that the package counts for the
// same body without the rest, so that a forecast differs from what a cache serves by the share alone.

import { createHash } from "node:crypto";
import { breakdown, estimateTokens } from "backscroll";
import { LISTS, SYSTEMS } from "../targets.mjs";

/** The fields that make a block a breakpoint. They are no part of the prompt. */
const MARKS = ["cache_control", "prompt_cache_breakpoint"];

/** A request, as pieces: tools, blocks of the system prompt, and blocks of messages. */
export class Prompt {
  #target;
  #body;
  #vendor;
  #weights = new Map();

  /**
   * @param {import("../targets.mjs").Target} target
   * @param {object} body
   * @param {string} [vendor]
   */
  constructor(target, body, vendor) {
    this.#target = target;
    this.#body = body;
    this.#vendor = vendor;
    this.pieces = piecesOf(target, body);
    let beginning = `${body.model} ${body.prompt_cache_key ?? ""} ${JSON.stringify(body.tool_choice ?? null)}`;
    /** A hash of each beginning: texts of all beginnings of a long request take hundreds of megabytes. */
    this.keys = this.pieces.map(({ print }) => (beginning = createHash("sha1").update(`${beginning}\n${print}`).digest("base64")));
    /** The places behind which a breakpoint stands. */
    this.marks = this.pieces.flatMap(({ isMarked }, place) => (isMarked ? [place] : []));
  }

  get hasImages() {
    return this.pieces.some(({ isImage }) => isImage);
  }

  /** The place of the first piece of a message. */
  get firstOfMessages() {
    const place = this.pieces.findIndex(({ section }) => section === "messages");
    return place === -1 ? this.pieces.length : place;
  }

  /** The tokens of the whole request, counted as the package counts them. */
  get tokens() {
    return this.weight(this.pieces.length);
  }

  /**
   * Returns the tokens of the first pieces: those of the same body without the rest.
   *
   * @param {number} count
   */
  weight(count) {
    if (count <= 0) return 0;
    if (!this.#weights.has(count)) this.#weights.set(count, this.#weighed(count));
    return this.#weights.get(count);
  }

  #weighed(count) {
    const list = LISTS[this.#target];
    const pieces = this.pieces.slice(0, count);
    const of = (section) => pieces.filter((piece) => piece.section === section);
    const messages = of("messages");
    const body = { ...this.#body, [list]: [] };
    const cut = (field, section) => {
      const all = this.pieces.filter((piece) => piece.section === section).length;
      const own = of(section).length;
      if (own === 0) delete body[field];
      else if (own < all && Array.isArray(body[field])) body[field] = body[field].slice(0, own);
    };
    cut("tools", "tools");
    cut(SYSTEMS[this.#target], "system");
    for (const [index, message] of this.#body[list].entries()) {
      const kept = messages.filter((piece) => piece.index === index);
      if (kept.length === 0) break;
      body[list].push(kept.at(-1).ends ? message : { ...message, content: message.content.slice(0, kept.length) });
    }
    const isEmpty = body[list].length === 0;
    if (isEmpty) body[list].push({ role: "user", content: "." });
    const { tokens } = breakdown(this.#target, body, { vendor: this.#vendor });
    return isEmpty ? tokens - 4 : tokens;
  }

  /**
   * Returns the tokens of a text that two pieces have in common at their beginnings.
   *
   * @param {Prompt} other
   * @param {number} place
   */
  common(other, place) {
    const [one, two] = [this.pieces[place]?.print ?? "", other.pieces[place]?.print ?? ""];
    let length = 0;
    while (length < one.length && one[length] === two[length]) length += 1;
    return estimateTokens(one.slice(0, length), { model: this.#body.model });
  }
}

function piecesOf(target, body) {
  const piece = (section, value, more = {}) => ({ section, print: printOf(value), isMarked: MARKS.some((name) => value[name] != null), isImage: isImage(value), ...more });
  const system = body[SYSTEMS[target]];
  const blocks = typeof system === "string" ? [{ type: "text", text: system }] : (system ?? []);
  return [
    ...(body.tools ?? []).map((tool) => piece("tools", tool)),
    ...blocks.map((block) => piece("system", block)),
    ...body[LISTS[target]].flatMap((message, index) => {
      if (target !== "anthropic" || typeof message.content === "string") return [piece("messages", flat(message), { index, ends: true })];
      return message.content.map((block, at, all) => piece("messages", { role: message.role, ...block }, { index, ends: at === all.length - 1 }));
    }),
  ];
}

/** A string is short for a list of one text. */
function flat(message) {
  const [block] = Array.isArray(message.content) ? message.content : [];
  const isText = message.content?.length === 1 && block?.type?.endsWith("text");
  const marks = MARKS.filter((name) => block?.[name] != null).map((name) => [name, block[name]]);
  return isText ? { ...message, ...Object.fromEntries(marks), content: block.text } : message;
}

function printOf(value) {
  return JSON.stringify(value, (name, held) => (MARKS.includes(name) ? undefined : held));
}

function isImage(value) {
  if (Array.isArray(value)) return value.some(isImage);
  return typeof value === "object" && value !== null && (value.type === "image" || isImage(value.content));
}
