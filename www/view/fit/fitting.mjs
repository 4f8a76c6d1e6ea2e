// Fit: what a window leaves of the conversation, by each way to cut, what later steps need of it, and what its requests cost.

import { TITLES } from "../../formats.mjs";
import { NotLoaded } from "../../engine.mjs";
import { byId, copy, count, download, el, headline, number, own, rich, shape } from "../dom.mjs";
import { Sandbox } from "../sandbox.mjs";
import { answers } from "./answers.mjs";
import { columns } from "./columns.mjs";
import { money, shareOf, usdOf } from "./figures.mjs";
import { OwnReduce } from "./own-reduce.mjs";
import { requestBars } from "./requests.mjs";
import { cutRows, rowsTable } from "./rows.mjs";

/** The ways to cut, by their plain names. */
const WAYS = {
  need: "By need",
  age: "Oldest first",
  newest: "Newest messages only",
  cost: "By cost of the cache",
  own: "Your own function",
  none: "No cut",
};
/** A window that is offered where a model's own holds everything. */
const TRIAL = 0.5;

export class Fitting {
  #page;
  #sizes = null;
  #cut = null;
  /** The recall and the cost of each way in this window. */
  #known = new Map();
  #sandbox = null;
  #own;
  #timer = 0;
  #turn = 0;
  window = null;
  way = "need";

  constructor(page) {
    this.#page = page;
    this.#own = new OwnReduce(() => this.choose("own"));
  }

  /** Answers the worker: runs the person's code. */
  reduce({ code, messages, maxTokens, tokens }) {
    this.#sandbox ??= new Sandbox();
    return this.#sandbox.run(code, { messages, maxTokens, targetTokens: maxTokens, tokens });
  }

  get #code() {
    return this.way === "own" ? this.#own.code : null;
  }

  /** Shows the conversation of the page. Called when the text changed, and when the view opens. */
  async show() {
    const { about, engine } = this.#page;
    // Code of another visit does not run before the person says so.
    if (this.way === "own" && !this.#own.mayRun) this.way = "need";
    let sizes;
    try {
      sizes = await engine.newest("sizes", "sizes", {});
    } catch (error) {
      if (error instanceof NotLoaded) throw error;
      return this.#showTrouble(error.message);
    }
    if (sizes === null || this.#page.view !== "fit") return;
    [this.#sizes, this.#known] = [sizes, new Map()];
    const window = this.window ?? sizes.window ?? Math.max(1, Math.round(sizes.total * TRIAL));
    this.#controls(about, window);
    return this.#apply(window);
  }

  choose(way) {
    this.way = way;
    this.#page.stateChanged();
    return this.#apply(this.#cut?.window ?? this.window);
  }

  setWindow(window) {
    this.window = window;
    this.#page.stateChanged();
    for (const id of ["window", "window-range"]) if (byId(id) !== null) byId(id).value = String(window);
    return this.#apply(window);
  }

  #controls({ format }, window) {
    const { total, window: whole, model, messages, isAssumed } = this.#sizes;
    const most = Math.max(whole ?? 0, Math.ceil(total * 1.1), window);
    const isSmall = whole !== null && total * 4 < whole;
    const range = el("input", {
      type: "range",
      id: "window-range",
      min: "1",
      max: String(isSmall ? Math.ceil(total * 1.2) : most),
      value: String(window),
      "aria-label": "Window, in tokens, as a slider",
    });
    const field = el("input", { type: "number", id: "window", min: "1", inputmode: "numeric", value: String(window) });
    for (const control of [range, field])
      control.addEventListener("input", () => control.valueAsNumber >= 1 && this.setWindow(Math.round(control.valueAsNumber)));
    const offers = [
      whole !== null && whole !== window
        ? el(
            "button",
            { type: "button", class: "chip no-phone", id: "use-own", onclick: () => this.setWindow(whole) },
            `Use ${model}’s ${number(whole)}`,
          )
        : null,
      total <= window
        ? el(
            "button",
            { type: "button", class: "chip", id: "try-half", onclick: () => this.setWindow(Math.max(1, Math.round(total * TRIAL))) },
            `Try ${number(Math.max(1, Math.round(total * TRIAL)))}, half of it`,
          )
        : null,
    ];
    byId("word").textContent = "";
    byId("counts").replaceChildren(
      el("span", {}, count(messages, "message")),
      el("span", {}, own(String(model)), isAssumed ? ", assumed" : ""),
    );
    byId("window-host").replaceChildren(el("label", { for: "window" }, "Window"), field, range, ...offers.filter(Boolean));
    byId("format-host").title = TITLES[format] ?? format;
  }

  /** Cuts to a window, and shows what becomes of each message. */
  async #apply(window) {
    if (this.#sizes === null) return;
    this.#turn += 1;
    const { total } = this.#sizes;
    const way = this.way;
    const isNone = way === "none";
    const args = { way: isNone ? "need" : way, code: this.#code, tokenLimit: isNone ? Math.max(total, window) : window };
    const found = await this.#page.engine
      .newest("cut", "cut", args)
      .catch((error) => ({ error: error.message, fates: [], tokens: null, faults: [] }));
    if (found === null || this.#page.view !== "fit") return;
    if (window !== this.#cut?.window) this.#known = new Map();
    const rows = cutRows(this.#sizes, found.fates);
    this.#cut = { window, way, rows, after: found.tokens ?? total, error: found.error, faults: found.faults, args };
    this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#learn(this.#turn), 300);
  }

  /** Learns what each way keeps and costs, the chosen one first. */
  async #learn(turn) {
    const { window } = this.#cut;
    const ways = [this.way, ...Object.keys(WAYS).filter((way) => way !== this.way && (way !== "own" || this.#own.mayRun))];
    for (const way of ways) {
      for (const part of ["kept", "bill"]) {
        const known = this.#known.get(way) ?? {};
        if (part in known || (way === "none" && part === "kept")) continue;
        const value = part === "kept" ? await this.#keptBy(way, window) : await this.#billOf(way, window);
        if (turn !== this.#turn || this.#page.view !== "fit") return;
        this.#known.set(way, { ...known, ...this.#known.get(way), [part]: value });
        this.#drawFigures();
      }
    }
    document.documentElement.dataset.fit = String(turn);
  }

  #keptBy(way, tokenLimit) {
    return this.#page.engine.ask("kept", { way, code: way === "own" ? this.#own.code : null, tokenLimit }).catch(() => null);
  }

  #billOf(way, tokenLimit) {
    return this.#page.engine.ask("replay", { way, code: way === "own" ? this.#own.code : null, tokenLimit }).catch(() => null);
  }

  #showTrouble(message) {
    byId("main").className = "warn";
    byId("word").textContent = "Cannot be cut";
    headline("Fit", "There is nothing here that a window could hold");
    byId("why").replaceChildren(rich(message));
    byId("fit").replaceChildren();
    this.#page.showActions({ primary: null });
  }

  #draw() {
    const { window, after, rows, error, way, faults } = this.#cut;
    const { total } = this.#sizes;
    byId("main").className = error === null && after <= window ? "calm" : "warn";
    const fits = total <= window;
    const title = fits
      ? [`${number(total)} tokens `, el("em", {}, `fit into the window of ${number(window)}.`), " Nothing goes"]
      : [
          `${number(total)} tokens `,
          el("em", {}, `for a window of ${number(window)}.`),
          error !== null ? " No cut is so small" : way === "none" ? " Uncut, they are refused" : ` The cut leaves ${number(after)}`,
        ];
    headline("Fit", ...title);
    byId("why").replaceChildren(rich([error ?? "", ...faults].filter(Boolean).join(" ")));
    const table = rowsTable(rows, (row) => this.#texts(row));
    const legend = el(
      "ul",
      { class: "legend" },
      ...[
        ["system", "system, tools"],
        ["user", "user"],
        ["assistant", "assistant"],
        ["tool", "call and result"],
      ].map(([kind, name]) => el("li", {}, el("i", { class: `kd ${kind}` }), name)),
      el("li", {}, el("i", { class: "gone" }), "goes"),
      el("li", { class: "end no-phone" }, "Open a row to read what goes"),
    );
    byId("fit").replaceChildren(
      el("section", { class: "card report", "aria-label": "What the cut does" }, el("dl", { class: "sum", id: "sum" })),
      el(
        "div",
        { class: "fit" },
        el(
          "section",
          { class: "card", "aria-label": "Messages" },
          el("div", { class: "rows-scroll", tabindex: "0", role: "region", "aria-label": "The messages, row by row" }, table),
          legend,
        ),
        el(
          "div",
          { class: "side" },
          el("div", { class: "card ways", role: "radiogroup", "aria-labelledby": "how", id: "ways" }),
          el(
            "section",
            { class: "card grow", "aria-label": "The window" },
            el("h2", {}, "The window, oldest on top"),
            columns(rows, { total, after, window }),
          ),
          el("section", { class: "card", id: "requests", "aria-label": "The requests, replayed" }),
        ),
      ),
      this.#own.element,
    );
    this.#drawWays();
    this.#drawFigures();
    this.#page.showActions(this.#actions());
  }

  /** The figures that come in one by one; nothing else moves. */
  #drawFigures() {
    this.#drawSum();
    this.#fillWays();
    const bill = this.#known.get(this.way)?.bill;
    const { window } = this.#cut;
    byId("requests").replaceChildren(
      el(
        "div",
        { class: "t" },
        el("h2", {}, bill ? `Its ${count(bill.requests.length, "request")}` : "Its requests"),
        el(
          "ul",
          {},
          el("li", {}, el("i", { class: "i-old" }), "from the cache"),
          el("li", {}, el("i", { class: "i-new" }), "not from the cache"),
        ),
      ),
      bill && bill.requests.length > 0
        ? requestBars(bill.requests, window)
        : el("p", {}, bill === undefined ? "Replaying…" : (bill?.error ?? "There is no request to replay.")),
    );
  }

  #drawSum() {
    const { window, after } = this.#cut;
    const size = this.way === "none" ? this.#sizes.total : after;
    byId("sum").replaceChildren(...answers({ window, size, way: this.way, known: this.#known }));
  }

  /** The ways to cut. Their figures come later, in their places: a press must not miss. */
  #drawWays() {
    const rows = Object.entries(WAYS)
      .filter(([way]) => way !== "own" || this.#own.mayRun)
      .map(([way, title]) =>
        el(
          "label",
          { "data-way": way },
          el("input", { type: "radio", name: "way", value: way, checked: way === this.way, onchange: () => this.choose(way) }),
          el("b", {}, title),
        ),
      );
    const focused = document.activeElement?.name === "way" ? document.activeElement.value : null;
    byId("ways").replaceChildren(
      el("div", { class: "ways-h" }, el("h2", { id: "how" }, "How to cut"), el("span", {}, "what is needed, kept"), el("span", {}, "cost")),
      ...rows,
    );
    if (focused !== null) byId("ways").querySelector(`[value="${focused}"]`)?.focus();
  }

  #fillWays() {
    const refused = this.#known.get("none")?.bill?.requests.findIndex(({ tokens }) => tokens > this.#cut.window) ?? -1;
    for (const row of byId("ways").querySelectorAll("[data-way]")) {
      const { way } = row.dataset;
      const { kept, bill } = this.#known.get(way) ?? {};
      const [recall, usd] = [shareOf(kept?.recall), usdOf(bill)];
      const isAll = way === "none";
      const figures =
        isAll && refused >= 0
          ? [el("span", { class: "no" }, `refused from request ${refused + 1}`)]
          : [
              shape(
                "svg",
                { viewBox: "0 0 100 5", preserveAspectRatio: "none", "aria-hidden": "true" },
                shape("rect", { class: "m0", width: 100, height: 5 }),
                shape("rect", { class: "m1", width: isAll ? 100 : (recall ?? 0), height: 5 }),
              ),
              el("span", { class: "p" }, isAll ? "all" : recall === undefined ? "…" : recall === null ? "–" : `${recall} %`),
              el("span", { class: "c" }, usd === undefined ? "…" : usd === null ? "–" : money(usd)),
            ];
      row.replaceChildren(...[...row.children].slice(0, 2), ...figures);
    }
  }

  /** The texts of a row, before and after the cut. */
  async #texts({ from, to }) {
    const { args } = this.#cut;
    const texts = await this.#page.engine
      .ask("texts", { ...args, from, to })
      .catch((error) => [{ role: "", state: "kept", before: error.message, after: null }]);
    return el(
      "div",
      { class: "row-texts" },
      ...texts.map(({ role, state, before, after }) =>
        el(
          "div",
          {},
          el("p", { class: "label" }, `${role}, ${state === "changed" ? "shortened" : state}`),
          el("pre", { class: state === "removed" ? "goes" : "" }, own(before)),
          after === null ? null : el("p", { class: "label" }, "What stays"),
          after === null ? null : el("pre", {}, own(after)),
        ),
      ),
    );
  }

  #actions() {
    const { error, args } = this.#cut;
    if (error !== null || this.way === "none") return { primary: null };
    const fitted = () => this.#page.engine.ask("fitted", args);
    const tried = (work) => this.#page.tried(async () => work(await fitted()));
    return {
      second: {
        text: "Open in the Doctor",
        id: "open-fitted",
        run: () => tried(({ text }) => this.#page.replace(text, this.#page.about.format)),
      },
      primary: {
        text: "Copy fitted request",
        id: "copy-fitted",
        kind: "ink",
        icon: "copy",
        run: () => tried(({ text, tokens }) => copy(text, tokens === null ? "" : `${number(tokens)} tokens`)),
      },
      menu: [
        { text: "Download", note: ".json", run: () => tried(({ text }) => download("fitted.json", text)) },
        { text: "Copy the code that cuts it", note: "JS", run: () => copy(cutCode(this.#page.about.format, args)) },
        { text: "Copy a link", note: "redacted", run: () => this.#page.copyLink(false) },
      ],
    };
  }
}

const cutCode = (format, { way, tokenLimit }) => `import { fit } from "backscroll";

const { body, tokens, reduction, repairs } = fit(${JSON.stringify(format)}, request, { maxTokens: ${tokenLimit}${way === "age" ? ', by: "age"' : ""} });
// Send \`body\`. \`reduction\` says what went.
`;
