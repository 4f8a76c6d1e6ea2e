// A person's own `reduce`: its code, which runs only when the person says so.

import { loadEditor } from "../../editor/load.mjs";
import { el } from "../dom.mjs";

const BEGINNING = `({ messages, maxTokens }) => {
  // Each message has its size in \`tokens\`. \`maxTokens\` is the size to come down to, or null.
  let tokens = messages.reduce((sum, message) => sum + message.tokens, 0);
  return messages.filter((message) => {
    const goes = message.role === "tool" && message.tokens > 200 && maxTokens !== null && tokens > maxTokens;
    if (goes) tokens -= message.tokens;
    return !goes;
  });
}`;

export class OwnReduce {
  #editor = null;
  #ran = null;
  element;

  /** @param {() => void} run called when the person runs the code */
  constructor(run) {
    const host = el("div", { id: "own-code" });
    const open = async () => {
      const { plainEditor } = await loadEditor();
      this.#editor ??= plainEditor(host, { label: "Your own reduce", text: BEGINNING, language: [] });
    };
    this.element = el(
      "details",
      { class: "own card", id: "own", ontoggle: open },
      el("summary", {}, "Cut by a function of your own"),
      el(
        "p",
        { class: "soft" },
        "A function of the messages. It returns those that stay. It runs in a sandboxed frame without network, for at most two seconds, and only when you press Run.",
      ),
      host,
      el(
        "button",
        { type: "button", class: "btn", id: "run-own", onclick: () => [(this.#ran = this.#editor?.text ?? BEGINNING), run()] },
        "Run",
      ),
    );
  }

  get mayRun() {
    return this.#ran !== null;
  }

  get code() {
    return this.#ran;
  }
}
