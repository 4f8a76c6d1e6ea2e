/**
 * Writes down a conversation in the chat-completions form, as an agent's own log would: with what the vendor added, and
 * with the accidents that happen to logs (see `late`, `lost`, `twice`).
 */
export class Recorder {
  #random;
  #messages = [];
  #late = [];

  /** @param {import("./random.mjs").Random} random */
  constructor(random) {
    this.#random = random;
  }

  get messages() {
    return this.#messages;
  }

  system(text) {
    this.#messages.push({ role: "system", content: [{ type: "text", text, cache_control: { type: "ephemeral" } }] });
  }

  /** A message of a person; results that were late arrive just after it. */
  user(name, text) {
    this.#messages.push({ role: "user", name, content: text });
    this.#messages.push(...this.#late.splice(0));
  }

  /** What the agent says when it calls nothing. */
  says(text) {
    this.#messages.push({ role: "assistant", content: text });
  }

  /** An answer that broke off before its first word. */
  saysNothing() {
    this.#messages.push({ role: "assistant", content: "" });
  }

  /**
   * The agent calls tools, and their results follow.
   *
   * @param {string | null} text What it says beside the calls.
   * @param {{name: string, args: object, result: unknown, id?: string, late?: boolean, lost?: boolean, twice?: boolean}[]} calls
   *   `late`: the result arrives after the next user message. `lost`: it never arrives. `twice`: it is delivered again.
   * @param {{reasoning?: string, index?: boolean}} [extras] What some vendors add to an assistant message.
   */
  calls(text, calls, extras = {}) {
    const message = { role: "assistant", content: text };
    if (extras.reasoning !== undefined) message.reasoning_content = extras.reasoning;
    message.tool_calls = calls.map((call, place) => {
      call.id ??= `call_${this.#random.letters(24)}`;
      const written = { id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } };
      return extras.index ? { index: place, ...written } : written;
    });
    this.#messages.push(message);
    for (const call of calls) {
      const result = { role: "tool", tool_call_id: call.id, content: asText(call.result) };
      if (call.late) this.#late.push(result);
      else if (!call.lost) this.#messages.push(result);
      if (call.twice) this.#messages.push({ ...result });
    }
  }

  /** A result whose call is not in this log: it was made before the session was moved to another host. */
  orphan(id, result) {
    this.#messages.push({ role: "tool", tool_call_id: id, content: asText(result) });
  }
}

function asText(result) {
  return typeof result === "string" ? result : JSON.stringify(result);
}
