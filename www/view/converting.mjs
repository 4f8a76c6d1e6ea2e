// Convert: the body in another format, and what is lost.

import { byId, copy, count, el, rich } from "./dom.mjs";
import { plainEditor } from "../editor/editor.mjs";
import { TITLES } from "../formats.mjs";

export class Converting {
  #page;
  #editor = null;
  #to = "anthropic";
  #isChosen = false;

  constructor(page) {
    this.#page = page;
    const select = byId("to");
    select.append(...Object.entries(TITLES).map(([name, title]) => el("option", { value: name }, title)));
    select.value = this.#to;
    select.addEventListener("change", () => this.to(select.value));
    byId("copy-converted").addEventListener("click", ({ target }) => copy(target, this.#editor?.text ?? ""));
    byId("use-converted").addEventListener("click", () => page.use(this.#editor.text, this.#to));
  }

  get target() {
    return this.#to;
  }

  to(target) {
    [this.#to, this.#isChosen] = [target, true];
    return this.show();
  }

  async show() {
    this.#editor ??= plainEditor(byId("converted-text"), { label: "Converted text", isReadOnly: true });
    const place = byId("losses");
    if (!this.#page.hasBody) {
      this.#editor.text = "";
      return place.replaceChildren(el("p", { class: "soft" }, "Paste a body or messages, and see them in any format."));
    }
    if (!this.#isChosen && this.#page.about.format === this.#to) this.#to = this.#to === "anthropic" ? "openai-chat" : "anthropic";
    byId("to").value = this.#to;
    const found = await this.#page.engine.newest("convert", "convert", { to: this.#to, openCalls: byId("open-calls").value });
    if (found === null) return;
    if (found.error !== null) {
      this.#editor.text = "";
      place.replaceChildren(el("p", { class: "bad" }, found.error));
      return;
    }
    this.#editor.text = found.text;
    const items = (list) =>
      el(
        "ul",
        { class: "reports" },
        ...list
          .slice(0, 100)
          .map(({ code, detail, from }) =>
            el(
              "li",
              {},
              from === null ? null : el("button", { type: "button", class: "place", onclick: () => this.#page.goTo(from) }, "Show"),
              " ",
              el("code", {}, code),
              " ",
              rich(detail),
            ),
          ),
      );
    place.replaceChildren(
      el(
        "h2",
        {},
        found.lossCount === 0
          ? `Nothing is lost on the way to ${TITLES[this.#to]}`
          : `${count(found.lossCount, "loss", "losses")} on the way to ${TITLES[this.#to]}`,
      ),
      found.losses.length > 0 ? items(found.losses) : "",
      found.params.length > 0
        ? el(
            "p",
            { class: "soft" },
            "No part of the conversation, and left out: ",
            rich(`${found.params.map((name) => `\`${name}\``).join(", ")}.`),
          )
        : "",
      found.repairCount > 0 ? el("details", {}, el("summary", {}, count(found.repairCount, "repair")), items(found.repairs)) : "",
    );
    this.#page.mark(
      found.losses
        .filter(({ from }) => from !== null)
        .map(({ from, code, detail }) => ({ from, to: from + 1, severity: "warning", message: `${code}: ${detail}` })),
    );
  }
}
