// Telling words: ids, paths, names and amounts. They say which lines of a long result the conversation uses.

import { WORD, argumentsText, excerpt, flat, linesOf, textOf } from "./message-text.js";
import type { Message } from "../types/index.js";

/** A digit, `_`, `/`, `@`, an inner dot or an inner capital. */
const TELLING = /[\p{N}_/@]|.\.|\p{Ll}\p{Lu}/u;

/** The fewest letters of a telling word. */
const SHORTEST = 3;

/** Characters of a line that are kept. */
const KEPT = 200;

/** Weights of a word that is in a message, and of a word that is only in other results. */
const [SAID, FOUND] = [3, 1];

/** The messages that use a word. */
interface Use {
  /** True if another message uses the word. */
  isElsewhere: boolean;
  /** True if a message other than a tool's uses the word. */
  isSaid: boolean;
}

/** The telling words of a conversation. */
export class TellingWords {
  readonly #uses = new Map<string, Use>();

  constructor(messages: readonly Message[]) {
    messages.forEach(({ role, content, toolCalls = [] }) => {
      const text = [textOf(content), ...toolCalls.map((call) => argumentsText(flat(call)))].join("\n");
      for (const word of telling(text)) {
        const use = this.#uses.get(word);
        if (use === undefined) this.#uses.set(word, { isElsewhere: false, isSaid: role !== "tool" });
        else {
          use.isElsewhere = true;
          use.isSaid ||= role !== "tool";
        }
      }
    });
  }

  /**
   * Returns at most `most` numbered lines of a result, in order: the lines whose words other messages use. The words of `known`, the text
   * of the call, do not count, because all lines are about them.
   */
  linesOf(text: string, { known, most }: { known: string; most: number }): string[] {
    const own = new Set(telling(known));
    const weightOf = (word: string) => {
      const use = this.#uses.get(word);
      if (use === undefined || own.has(word) || !use.isElsewhere) return 0;
      return use.isSaid ? SAID : FOUND;
    };
    const all = linesOf(text)
      .map((line, at) => ({ at, line: line.trimEnd(), words: telling(line).filter((word) => weightOf(word) > 0) }))
      .filter(({ words }) => words.length > 0);
    const covered = new Set<string>();
    const chosen: typeof all = [];
    while (chosen.length < most) {
      let [best, gain] = [all[0], 0];
      for (const each of all) {
        const own = each.words.reduce((sum, word) => sum + (covered.has(word) ? 0 : weightOf(word)), 0);
        if (own > gain) [best, gain] = [each, own];
      }
      if (best === undefined || gain === 0) break;
      chosen.push(best);
      for (const word of best.words) covered.add(word);
    }
    return chosen
      .sort((one, other) => one.at - other.at)
      .map(({ at, line, words }) => `${at + 1}: ${excerpt(line, line.indexOf(words[0] ?? ""), KEPT)}`);
  }
}

/** Returns the telling words of a text, each once. */
function telling(text: string): string[] {
  return [...new Set(text.match(WORD))].filter((word) => word.length >= SHORTEST && TELLING.test(word));
}
