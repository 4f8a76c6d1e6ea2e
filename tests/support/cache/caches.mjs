// Models of the prompt caches of three providers. They read the bodies of requests in order, and serve the beginnings that they hold. They
// share no code with the package, but weigh a beginning as it does (see `prompt.mjs`). The lifetime of entries is not simulated.

import { Prompt } from "./prompt.mjs";

/** The blocks at which a breakpoint looks for what was written, itself the first. */
const LOOKBACK = 20;

/** Anthropic's cache: written at breakpoints, read at a breakpoint or at most 19 blocks before it. */
export class AnthropicCache {
  #held = new Set();
  #minimum;

  /** @param {number} minimum tokens below which the model caches nothing */
  constructor(minimum) {
    this.#minimum = minimum;
  }

  /** Returns the tokens that the cache serves. @param {object} body @returns {number} */
  ask(body) {
    const prompt = new Prompt("anthropic", body);
    // The first image, and the last that goes, end the cache of the messages.
    const keys = prompt.keys.map((key, place) => (place < prompt.firstOfMessages ? key : `${key} ${prompt.hasImages}`));
    const isHeld = (place) => place >= 0 && this.#held.has(keys[place]);
    const found = prompt.marks.flatMap((mark) => Array.from({ length: LOOKBACK }, (_, back) => mark - back).filter(isHeld));
    const served = found.length === 0 ? 0 : prompt.weight(Math.max(...found) + 1);
    for (const mark of prompt.marks) if (prompt.weight(mark + 1) >= this.#minimum) this.#held.add(keys[mark]);
    return served;
  }
}

/** A cache that holds the beginning of every request, in steps of tokens. */
class AutomaticCache {
  #asked = [];
  #target;
  #vendor;
  #minimum;
  #step;

  constructor(target, vendor, minimum, step) {
    this.#target = target;
    this.#vendor = vendor;
    this.#minimum = minimum;
    this.#step = step;
  }

  /** Returns the tokens that the cache serves. @param {object} body @returns {number} */
  ask(body) {
    const prompt = new Prompt(this.#target, body, this.#vendor);
    const shared = Math.max(0, ...this.#asked.map((earlier) => sharedOf(earlier, prompt)));
    this.#asked.push(prompt);
    const served = Math.floor(Math.min(shared, prompt.tokens) / this.#step) * this.#step;
    return served < this.#minimum ? 0 : served;
  }
}

/** The tokens at the beginning that two prompts share. */
function sharedOf(earlier, prompt) {
  let place = 0;
  while (place < prompt.keys.length && earlier.keys[place] === prompt.keys[place]) place += 1;
  return prompt.weight(place) + (place === prompt.keys.length ? 0 : prompt.common(earlier, place));
}

/** OpenAI's cache of models before GPT-5.6: from 1,024 tokens on, in steps of 128. */
export class OpenAICache extends AutomaticCache {
  /** @param {"openai-chat" | "openai-responses"} target */
  constructor(target) {
    super(target, undefined, 1_024, 128);
  }
}

/** A cache of prefixes in units of 64 tokens, as DeepSeek's. */
export class PrefixCache extends AutomaticCache {
  /** @param {"openai-chat"} target @param {string} vendor */
  constructor(target, vendor) {
    super(target, vendor, 64, 64);
  }
}
