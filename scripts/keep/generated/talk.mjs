// A conversation that a script writes, in the form of OpenAI's chat API.

/** Collects the messages of one conversation. */
export class Talk {
  /** @type {object[]} */
  messages = [];
  #calls = 0;

  /** @param {string} prompt the system prompt */
  constructor(prompt) {
    this.messages.push({ role: "system", content: prompt });
  }

  /** @param {string} text */
  user(text) {
    this.messages.push({ role: "user", content: text });
  }

  /** @param {string} text */
  answer(text) {
    this.messages.push({ role: "assistant", content: text });
  }

  /**
   * Adds a call with its result.
   *
   * @param {string} name
   * @param {object} given the arguments
   * @param {string} result
   * @param {string | null} [text] the words of the assistant before the call
   */
  call(name, given, result, text = null) {
    this.#calls += 1;
    this.messages.push(...called(`call_${this.#calls}`, name, given, result, text));
  }
}

/** Returns a call with its result. */
export function called(id, name, given, result, text = null) {
  const call = { id, type: "function", function: { name, arguments: JSON.stringify(given) } };
  return [
    { role: "assistant", content: text, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: result },
  ];
}
