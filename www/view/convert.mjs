// Convert: the request in another format, with what stays behind.

import { TARGETS, TARGET_MODELS, TITLES } from "../formats.mjs";
import { loadEditor } from "../editor/load.mjs";
import { byId, code, copy, count, download, el, headline, number, rich } from "./dom.mjs";
import { caret, menu } from "./menu.mjs";
import { linesOf, showHeads } from "./panes.mjs";

export class Converting {
  #page;
  #editor = null;
  to = null;
  model = null;

  constructor(page) {
    this.#page = page;
  }

  /** The target that was chosen, or one that the request is not in. */
  get target() {
    return this.to ?? (this.#page.about.format === "anthropic" ? "openai-chat" : "anthropic");
  }

  choose(to) {
    const isShown = to === this.target && this.model === null;
    [this.to, this.model] = [to, null];
    this.#page.stateChanged();
    return isShown ? null : this.show();
  }

  async show() {
    const { plainEditor } = await loadEditor();
    this.#editor ??= plainEditor(byId("other"), { label: "Converted text", isReadOnly: true });
    const { about } = this.#page;
    const to = this.target;
    const model = this.model ?? (TARGETS.includes(to) ? TARGET_MODELS[to].model : null);
    const found = await this.#page.engine.newest("convert", "convert", { to, model, openCalls: this.#page.openCalls });
    if (found === null || this.#page.view !== "convert") return;
    this.#editor.text = found.text;
    this.#showTop({ about, to, model, found });
    this.#showRail({ to, found });
    showHeads(
      { title: "Yours", note: `${TITLES[about.format]}, ${linesOf(this.#page.editors.text)}` },
      { title: `As ${TITLES[to]}`, note: `${number(this.#editor.lines)} lines`, tools: [] },
      { mine: null, theirs: null },
    );
    this.#page.showActions(this.#actions(to, found));
    this.#page.editors.mark(
      found.losses
        .filter(({ from, path }) => from !== null && path !== null)
        .map(({ from, to: end, barTo, detail }) => ({ from, to: end, barFrom: from, barTo, severity: "warn", message: detail, say: null })),
    );
    const panes = [
      ["b", `As ${TITLES[to]}`],
      ["a", "Yours"],
      ["rail", "Stays behind"],
    ];
    this.#page.doctor.layout("convert", panes, "b");
  }

  #showTop({ about, to, model, found }) {
    const { lossCount, error, broken } = found;
    byId("main").className = error !== null || broken > 0 ? "find" : lossCount > 0 ? "warn" : "calm";
    byId("word").textContent =
      error !== null
        ? "Cannot be converted"
        : lossCount > 0
          ? `${count(lossCount, "thing")} ${lossCount === 1 ? "stays" : "stay"} behind`
          : "Nothing stays behind";
    const title =
      error !== null
        ? `It cannot be sent as ${TITLES[to]}`
        : lossCount === 0
          ? `As ${TITLES[to]}, whole`
          : `As ${TITLES[to]}, without ${nounsOf(found.losses, lossCount)}`;
    headline("Convert", title);
    byId("why").replaceChildren(rich(error ?? whyOf(found, to)));
    const choices = Object.entries(TITLES)
      .filter(([name]) => name !== about.format)
      .map(([name, text]) => ({ text, id: `to-${name}`, isChosen: name === to, run: () => this.choose(name) }));
    const input = el("input", {
      type: "text",
      class: "chip-input",
      id: "model",
      "aria-label": "Model",
      value: model ?? "",
      spellcheck: "false",
      onchange: ({ target }) => this.#chooseModel(target.value),
    });
    byId("counts").replaceChildren();
    byId("window-host").replaceChildren(
      el("span", {}, "to"),
      menu([TITLES[to], caret()], choices, { kind: "chip", id: "to", name: `Convert to ${TITLES[to]}; change` }),
      ...(model === null ? [] : [el("label", { for: "model" }, "for"), input]),
    );
  }

  #chooseModel(model) {
    this.model = model.trim() === "" ? null : model.trim();
    this.#page.stateChanged();
    return this.show();
  }

  #showRail({ to, found }) {
    const rail = byId("rail");
    const { losses, lossCount, carried, repairs, isWhole, broken, checked, error } = found;
    rail.setAttribute("aria-label", "What stays behind");
    const items = losses
      .slice(0, 200)
      .map(({ code: name, detail, path, from }) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "w", onclick: () => from !== null && this.#page.goTo(from) },
            el("b", {}, path === null ? "The conversation" : code(path, 36)),
            el("small", {}, rich(detail)),
            el("small", {}, el("code", {}, name)),
          ),
        ),
      );
    const changes = [...carried.map(({ from, to: place }) => `${from} to ${place}`), ...repairs.map(({ detail }) => detail)];
    rail.replaceChildren(
      el(
        "div",
        { class: "pane-top" },
        el("h2", {}, "Stays behind"),
        el("span", { class: "end" }, lossCount === 0 ? "nothing" : number(lossCount)),
      ),
      el("ol", { class: "finds", id: "losses" }, ...items),
      el(
        "div",
        { class: "rule" },
        isWhole
          ? el("p", {}, "Messages, calls, results, tools, limits and sampling are carried over.")
          : el(
              "p",
              {},
              "The conversation is carried over. Model, tools and limits are yours to add: a program’s data hold none, or this format has no place for them.",
            ),
        changes.length === 0 ? null : el("h3", {}, "Changed on the way"),
        changes.length === 0 ? null : el("ul", { class: "reports" }, ...changes.slice(0, 100).map((text) => el("li", {}, rich(text)))),
      ),
      error !== null || checked === 0
        ? ""
        : el(
            "p",
            { class: "rail-foot" },
            broken > 0
              ? `The result breaks ${count(broken, "rule")} of ${TITLES[to]}: open it in the Doctor.`
              : `The result breaks none of the ${checked} rules of ${TITLES[to]} that we check.`,
          ),
    );
  }

  #actions(to, { text, error }) {
    if (error !== null) return { primary: null };
    return {
      second: { text: "Open in the Doctor", id: "use-converted", run: () => this.#page.replace(text, to) },
      primary: { text: `Copy as ${TITLES[to]}`, id: "copy-converted", kind: "ink", icon: "copy", run: () => copy(text) },
      menu: [
        { text: "Download", note: ".json", run: () => download(`${to}.json`, text) },
        { text: "Copy a link", note: "redacted", run: () => this.#page.copyLink(false) },
      ],
    };
  }
}

const NOUNS = { "reasoning-dropped": "earlier reasoning", "cache-breakpoint-dropped": "cache markers", "media-replaced": "media" };

/** A few words for what stays behind. */
function nounsOf(losses, all) {
  const nouns = [
    ...new Set(
      losses.map(
        ({ path, code: name }) => NOUNS[name] ?? (path === null ? "a part" : name === "field-dropped" ? path : `a part of ${path}`),
      ),
    ),
  ];
  return nouns.length <= 2 ? nouns.join(" and ") : count(all, "part");
}

function whyOf({ lossCount, isWhole }, to) {
  const carried = isWhole
    ? "Messages, calls, results, tools and limits are carried over."
    : "The conversation is carried over; a model, tools and limits are yours to add.";
  return lossCount === 0 ? carried : `${carried} What ${TITLES[to]} has no place for is listed, with its place in your text.`;
}
