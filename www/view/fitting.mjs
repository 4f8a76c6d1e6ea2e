// Fit: what a window leaves of the conversation, by two strategies, what of it the newest answers used, and what its requests cost.

import { RECALL, sentenceOf } from "../../pkg-template/src/cli/kept.ts";
import { javascript } from "@codemirror/lang-javascript";
import { plainEditor } from "../editor/editor.mjs";
import { drawBars } from "./bars.mjs";
import { byId, count, el, number, own, rich } from "./dom.mjs";
import { Sandbox } from "./sandbox.mjs";
import { Strip } from "./strip.mjs";

export const STRATEGIES = {
  need: "fitBudget (default)",
  age: 'fitBudget({ by: "age" })',
  "cost-aware": "costAware",
  "sliding-window": "slidingWindow, then by age",
  "recent-turns": "recentTurns({ keep: 3 }), then fitBudget",
  own: "Your own reduce",
};
const OWN_CODE = `({ messages, maxTokens }) => {
  // Each message has its size in \`tokens\`. \`maxTokens\` is the size to come down to, or null.
  let tokens = messages.reduce((sum, message) => sum + message.tokens, 0);
  return messages.filter((message) => {
    const goes = message.role === "tool" && message.tokens > 200 && maxTokens !== null && tokens > maxTokens;
    if (goes) tokens -= message.tokens;
    return !goes;
  });
}`;

export class Fitting {
  #page;
  #sizes = null;
  #sides = {};
  #own = null;
  #code = null;
  #sandbox = null;
  #timer = 0;
  settings = { tokenLimit: null, one: "need", two: "age", prices: { input: 3, cachedInput: 0.3, output: 15 }, code: OWN_CODE };

  constructor(page) {
    this.#page = page;
    for (const side of ["one", "two"]) this.#sides[side] = this.#offer(side);
    byId("recall-note").textContent = RECALL;
    const [input, range] = [byId("window"), byId("window-range")];
    for (const control of [input, range])
      control.addEventListener("input", () => control.valueAsNumber >= 1 && this.#setWindow(Math.round(control.valueAsNumber)));
    const prices = { "price-input": "input", "price-cached": "cachedInput", "price-write": "cacheWrite" };
    for (const [id, name] of Object.entries(prices)) {
      byId(id).addEventListener("input", ({ target }) => {
        const { [name]: _, ...others } = this.settings.prices;
        if (target.valueAsNumber >= 0) this.settings.prices = { ...others, [name]: target.valueAsNumber };
        else if (name === "cacheWrite") this.settings.prices = others;
        else return;
        this.#page.changed();
        this.#later();
      });
    }
    byId("own").addEventListener("toggle", () => this.#openOwn());
    byId("run-own").addEventListener("click", () => this.#runOwn());
  }

  /** Answers the worker: runs the person's code. */
  reduce({ code, messages, maxTokens, tokens }) {
    this.#sandbox ??= new Sandbox();
    // Code in an older link has the former name.
    return this.#sandbox.run(code, { messages, maxTokens, targetTokens: maxTokens, tokens });
  }

  #offer(side) {
    const place = document.querySelector(`.strategy[data-side="${side}"]`);
    const names = { one: "First strategy", two: "Second strategy" };
    const select = el(
      "select",
      { "aria-label": names[side] },
      ...Object.entries(STRATEGIES).map(([name, title]) => el("option", { value: name, disabled: name === "own" }, title)),
    );
    const canvas = el("canvas", { class: "strip", role: "img", "aria-label": "Tokens of each message" });
    const bars = el("canvas", { class: "bars", role: "img", "aria-label": "Tokens of each request" });
    const [said, kept, pointed, gone, bill] = [
      el("p", { class: "said" }),
      el("p", { class: "kept" }),
      el("p", { class: "pointed soft" }),
      el("div"),
      el("p", { class: "bill" }),
    ];
    place.append(select, said, kept, canvas, pointed, el("h3", {}, "Its requests, replayed"), bars, bill, gone);
    select.addEventListener("change", () => {
      this.settings[side] = select.value;
      this.#page.changed();
      this.#cut(side);
      this.#later();
    });
    const strip = new Strip(
      canvas,
      (tokens) => this.#setWindow(tokens),
      (index) => this.#point(pointed, index),
    );
    return { select, canvas, strip, bars, said, kept, pointed, gone, bill };
  }

  #point(place, index) {
    const block = index === null ? undefined : this.#sizes?.blocks[index];
    place.replaceChildren(
      ...(block === undefined ? [" "] : [`${block.role}, ${count(block.tokens, "token")}: `, own(block.text.slice(0, 120))]),
    );
  }

  #setWindow(tokens) {
    this.settings.tokenLimit = tokens;
    this.#page.changed();
    byId("window").value = String(tokens);
    byId("window-range").value = String(tokens);
    for (const side of Object.values(this.#sides)) side.strip.window = tokens;
    for (const side of Object.keys(this.#sides)) this.#cut(side);
    this.#later();
  }

  /** Shows the conversation of the page. Called when the text changed, and when the view opens. */
  async show() {
    const place = byId("fit-note");
    // Code that was kept does not run before the person says so.
    if (this.#code === null)
      for (const [side, otherwise] of [
        ["one", "need"],
        ["two", "age"],
      ])
        if (this.settings[side] === "own") this.settings[side] = otherwise;
    for (const side of Object.keys(this.#sides)) this.#sides[side].select.value = this.settings[side];
    const { input, cachedInput, cacheWrite = "" } = this.settings.prices;
    [byId("price-input").value, byId("price-cached").value, byId("price-write").value] = [input, cachedInput, cacheWrite].map(String);
    document.querySelector(".view-fit").classList.toggle("is-empty", !this.#page.hasBody);
    if (!this.#page.hasBody)
      return void (place.textContent = "Paste a body or messages: see what fits into a window, and what its requests cost.");
    let sizes;
    try {
      sizes = await this.#page.engine.newest("sizes", "sizes", {});
    } catch (error) {
      document.querySelector(".view-fit").classList.add("is-empty");
      return void (place.textContent = error.message);
    }
    if (sizes === null) return;
    this.#sizes = sizes;
    const { total, blocks, target, model, isAssumed, parts, certainty, row } = sizes;
    const largest = Object.entries(parts)
      .filter(([, tokens]) => tokens > 0)
      .sort(([, one], [, other]) => other - one);
    const made = largest.map(([name, tokens]) => `${name} ${number(tokens)}`).join(", ");
    place.textContent = `The request holds ${count(blocks.length, "message")} and takes about ${count(total, "token")}: ${made}. It is counted as ${target} with ${model}${isAssumed ? ", because the body names no model" : ""}; the row "${row}" is ${certainty}.`;
    byId("window-range").max = String(Math.max(2, Math.ceil(total * 1.05)));
    for (const { strip } of Object.values(this.#sides)) strip.show(sizes);
    const wanted = this.settings.tokenLimit;
    this.#setWindow(wanted === null || wanted > total * 1.05 ? Math.max(1, Math.round(total * 0.8)) : wanted);
  }

  async #cut(side) {
    if (this.#sizes === null) return;
    const { strip, said, kept, gone } = this.#sides[side];
    kept.textContent = "";
    const { tokenLimit } = this.settings;
    const strategy = this.settings[side];
    const found = await this.#page.engine
      .newest(`cut ${side}`, "cut", { strategy, code: strategy === "own" ? this.#code : null, tokenLimit })
      .catch((error) => ({ error: error.message, states: [] }));
    if (found === null) return;
    if (found.error !== null) {
      said.replaceChildren(rich(found.error));
      strip.states = [];
      return gone.replaceChildren();
    }
    strip.states = found.states;
    const places = (state) => found.states.flatMap((each, place) => (each === state ? [place] : []));
    const [removed, changed] = [places("removed"), places("changed")];
    const stays = found.states.length - removed.length;
    said.textContent = `${number(found.tokens)} of ${count(tokenLimit, "token")}. ${number(stays)} of ${count(found.states.length, "message")} stay${changed.length > 0 ? `, ${number(changed.length)} of them shortened` : ""}.${found.faults.length > 0 ? ` ${found.faults.join(" ")}` : ""}`;
    const list = [...removed, ...changed].slice(0, 40).map((place) => {
      const block = this.#sizes.blocks[place];
      return el(
        "li",
        {},
        `${found.states[place] === "changed" ? "shortened" : "removed"}, ${block?.role}, ${count(block?.tokens ?? 0, "token")}: `,
        own(block?.text.slice(0, 100) ?? ""),
      );
    });
    gone.replaceChildren(
      el(
        "details",
        {},
        el("summary", {}, `What goes: ${count(removed.length, "message")} removed, ${number(changed.length)} shortened`),
        el("ul", { class: "reports" }, ...list),
      ),
    );
  }

  /** Looks at the cuts, and replays the conversation, when the settings have come to rest. */
  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const side of Object.keys(this.#sides)) this.#look(side);
      this.#replay();
    }, 350);
  }

  /** Says what a cut keeps. Nothing is said of a cut that cannot be made: the strategy says why. */
  async #look(side) {
    if (this.#sizes === null) return;
    const { tokenLimit, [side]: strategy } = this.settings;
    const found = await this.#page.engine
      .newest(`kept ${side}`, "kept", { strategy, code: strategy === "own" ? this.#code : null, tokenLimit })
      .catch(() => undefined);
    const isStale = found === null || tokenLimit !== this.settings.tokenLimit || strategy !== this.settings[side];
    if (!isStale) this.#sides[side].kept.textContent = found === undefined ? "" : `${sentenceOf(found.user, found.recall)}.`;
  }

  async #replay() {
    if (this.#sizes === null) return;
    const { tokenLimit, prices } = this.settings;
    const results = await Promise.all(
      ["one", "two"].map((side) => {
        const strategy = this.settings[side];
        return this.#page.engine
          .newest(`replay ${side}`, "replay", { side, strategy, code: strategy === "own" ? this.#code : null, tokenLimit, prices })
          .catch((error) => ({ requests: [], isWhole: false, error: error.message }));
      }),
    );
    if (results.includes(null)) return;
    const most = Math.max(1, ...results.flatMap(({ requests }) => requests.map(({ tokens }) => tokens)));
    for (const [place, { requests, isWhole, error }] of results.entries()) {
      const { bars, bill } = this.#sides[["one", "two"][place]];
      drawBars(bars, requests, most);
      const [tokens, cached] = ["tokens", "cached"].map((name) => requests.reduce((sum, request) => sum + request[name], 0));
      const usd = requests.reduce((sum, request) => sum + (request.usd ?? 0), 0);
      const cuts = requests.filter(({ isCut }) => isCut).length;
      bill.textContent =
        requests.length === 0
          ? error === null
            ? "There is no request to replay."
            : "No request fits into the window."
          : `${isWhole ? "" : "So far: "}${count(requests.length, "request")}, ${count(cuts, "cut")}. ${count(tokens, "token")} of input, ${Math.round((100 * cached) / Math.max(1, tokens))} % from the cache: $${usd.toFixed(usd < 1 ? 4 : 2)}.`;
    }
  }

  #openOwn() {
    if (!byId("own").open) return;
    this.#own ??= plainEditor(byId("own-code"), { label: "Your own reduce", text: this.settings.code, language: javascript() });
  }

  /** Runs the person's code, on the side of the second strategy. */
  async #runOwn() {
    this.#code = this.#own.text;
    this.settings.code = this.#code;
    this.settings.two = "own";
    const { select } = this.#sides.two;
    select.querySelector('[value="own"]').disabled = false;
    select.value = "own";
    this.#page.changed();
    byId("own-said").textContent = "It runs beside the first strategy.";
    await this.#cut("two");
    this.#later();
  }
}
