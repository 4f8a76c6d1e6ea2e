// Doctor: the finding, the strip of messages, and both texts, opened at the place.

import { codeOf, testOf } from "../share/code.mjs";
import { NARROW, byId, copy, count, download, el, icon, number } from "./dom.mjs";
import { showChecked, showFindings, showNothing, showTries } from "./findings.mjs";
import { checkBar, errorBar, linesOf, showHeads, tool } from "./panes.mjs";
import { showTurns } from "./turns.mjs";

/** Texts of a place are at most so many marked places away from being folded. */
const MOST_OPEN = 200;

export class Doctor {
  #page;
  #found = null;
  #chosen = 0;
  #pane = "b";

  constructor(page) {
    this.#page = page;
    addEventListener("keydown", (event) => this.#key(event));
    byId("seg").addEventListener("click", ({ target }) => target.dataset.pane && this.showPane(target.dataset.pane));
    byId("seg").addEventListener(
      "keydown",
      ({ key }) => ["ArrowLeft", "ArrowRight"].includes(key) && this.#nextPane(key === "ArrowRight" ? 1 : -1),
    );
  }

  get found() {
    return this.#found;
  }

  async show(isStale) {
    const { about, editors } = this.#page;
    if (!this.#page.hasBody) {
      this.#found = null;
      editors.showRepaired([]);
      const { fault } = about;
      const at = fault ? Math.min(fault.offset, Math.max(0, editors.size - 1)) : 0;
      editors.mark(
        fault
          ? [
              {
                from: at,
                to: Math.min(at + 1, editors.size),
                barFrom: at,
                barTo: at,
                severity: "warn",
                message: fault.what,
                say: fault.isTruncated ? "the text breaks off" : "broken here",
              },
            ]
          : [],
      );
      if (fault) editors.scrollTo(at);
      showTurns({ turns: [], eye: -1 }, false, () => undefined);
      showNothing(about, this.#page);
      this.layout(
        "one",
        [
          ["a", "Your text"],
          ["rail", about.findings?.length ? "Rule" : "Help"],
        ],
        "a",
      );
      this.#heads(false);
      return this.#page.showActions(this.#actionsOfText());
    }
    const found = await this.#page.engine.newest("detail", "detail", { openCalls: this.#page.openCalls, chosen: this.#chosen });
    if (found === null || isStale()) return;
    this.#found = found;
    this.#draw();
  }

  #draw() {
    const { about, editors } = this.#page;
    const found = this.#found;
    const { verdict } = about;
    const hasRepair = found.edits.length > 0 && verdict.kind === "refused";
    const hasTries = verdict.kind === "unexplained";
    if (hasTries && this.#chosen >= found.tries.length) this.#chosen = 0;
    const strip = verdict.kind === "clean" ? { turns: [], eye: -1 } : found;
    showTurns(strip, verdict.kind === "refused", (path) => this.#goToPath(path));
    if (hasTries) showTries(found, this.#chosen, { choose: (place) => this.#choose(place), report: () => this.#page.copyIssue() });
    else if (verdict.kind === "clean") showChecked(found, about);
    else if (verdict.kind === "unchecked") showNothing(about, this.#page);
    else showFindings({ ...found }, { checked: verdict.checked, page: this.#page });
    const panes = hasRepair
      ? [
          ["a", "Yours"],
          ["b", `Repaired: ${number(found.repairCount)}`],
          ["rail", verdict.rule === null ? "Findings" : `Rule ${verdict.rule}`],
        ]
      : [
          ["a", "Yours"],
          ["rail", hasTries ? "Repairs" : verdict.kind === "clean" ? "Checked" : "Findings"],
        ];
    this.layout(hasRepair ? "three" : verdict.kind === "refused" ? "left" : hasTries ? "two" : "one", panes, hasRepair ? "b" : "a");
    const places = [...found.marks.slice(0, MOST_OPEN).map(({ from }) => from)];
    const calls = /`([^`]{3,80})`/.exec(verdict.title)?.[1];
    editors.showRepaired(found.edits, places, hasRepair && calls !== undefined ? [calls] : []);
    editors.mark(found.marks);
    this.#heads(hasRepair);
    this.#page.showActions(this.#actions(hasRepair, hasTries));
    const first = found.marks[0]?.from ?? found.edits[0]?.from;
    if (hasRepair && NARROW.matches) editors.goToChange(1);
    else if (first !== undefined) editors.scrollTo(first, hasRepair);
  }

  #goToPath(path) {
    const spelled = this.#found.turns.findIndex((turn) => turn.path === path);
    if (spelled >= 0) this.#page.engine.ask("placeOf", { path }).then((from) => this.#page.goTo(from));
  }

  #choose(place) {
    this.#chosen = place;
    return this.show(() => false).then(() => document.querySelector(`input[name="try"][value="${place}"]`)?.focus());
  }

  /** The panes of this state; on a phone they are tabs. */
  layout(kind, panes, first) {
    byId("bench").className = `bench ${kind === "convert" ? "three" : kind}`;
    this.#pane = panes.some(([name]) => name === this.#pane) && kind === byId("bench").dataset.kind ? this.#pane : first;
    byId("bench").dataset.kind = kind;
    byId("seg").replaceChildren(
      ...panes.map(([name, title]) => el("button", { type: "button", role: "tab", "data-pane": name, id: `tab-${name}` }, title)),
    );
    this.showPane(this.#pane);
  }

  showPane(name) {
    this.#pane = name;
    const isPhone = NARROW.matches;
    for (const tab of byId("seg").children) {
      tab.setAttribute("aria-selected", String(tab.dataset.pane === name));
      tab.tabIndex = tab.dataset.pane === name ? 0 : -1;
    }
    byId("bench").dataset.pane = isPhone ? name : "";
    const { kind } = byId("bench").dataset;
    if (kind === "convert") return this.#page.editors.hide("b");
    const isTwo = kind === "three";
    this.#page.editors.hide(!isTwo ? "b" : !isPhone ? null : name === "b" ? "a" : "b");
  }

  #nextPane(step) {
    const tabs = [...byId("seg").children];
    const at = tabs.findIndex(({ dataset }) => dataset.pane === this.#pane);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    this.showPane(next.dataset.pane);
    next.focus();
  }

  #heads(hasRepair) {
    const { about, editors, words } = this.#page;
    const error = errorBar(about.words ?? "", {
      isWhole: about.verdict?.kind === "unexplained",
      path: about.verdict?.path ?? null,
      remove: words === "" ? null : () => this.#page.setWords(""),
    });
    const tools = [
      tool("Undo", () => editors.undo(), { id: "undo", isDisabled: !editors.canUndo }),
      tool("Redo", () => editors.redo(), { id: "redo", isDisabled: !editors.canRedo }),
      tool("Clear", () => this.#page.clear(), { id: "clear" }),
    ];
    const mine = { title: this.#page.hasBody ? (hasRepair ? "Yours" : "Your request") : "Your text", note: linesOf(editors.text), tools };
    if (!hasRepair) return showHeads(mine, null, { mine: isBeside(about, words) ? error : null, theirs: null });
    const { repairCount, repairs, leftCount } = this.#found;
    const place = el("span", {}, repairs[0]?.after ?? repairs[0]?.before ?? "");
    const theirs = {
      title: count(repairCount, "change"),
      isChange: true,
      note: place.textContent,
      tools: [
        tool(icon("up"), () => editors.goToChange(-1), { name: "Change before", id: "change-before" }),
        tool(icon("down"), () => editors.goToChange(1), { name: "Next change", id: "change-next" }),
      ],
    };
    showHeads(mine, theirs, { mine: error, theirs: error === null ? null : checkBar({ leftCount, checked: about.verdict.checked }) });
  }

  #actions(hasRepair, hasTries) {
    const { about } = this.#page;
    const { tries, hasOpenCalls, error, leftCount } = this.#found;
    if (error !== null) return { primary: null, second: null, menu: this.#shares() };
    const isTry = hasTries && tries.length > 0;
    if (hasRepair || isTry) {
      return {
        second: hasRepair ? { text: "Replace my text", id: "use", run: () => this.#use() } : null,
        primary: {
          text: isTry
            ? `Copy with repair ${this.#chosen + 1}`
            : leftCount > 0
              ? `Copy with ${count(this.#found.repairCount, "repair")}`
              : "Copy repaired request",
          id: "copy",
          kind: isTry ? "ink" : "mend",
          icon: "copy",
          run: () => this.#take((text, said) => copy(text, said)),
        },
        menu: [
          { text: "Download", note: ".json", id: "download", run: () => this.#take((text) => download("repaired.json", text), false) },
          ...(about.form === undefined || about.form === "JSON"
            ? []
            : [{ text: "Copy the body as JSON", note: "JSON", run: () => this.#take((text, said) => copy(text, said), false) }]),
          { text: "Copy the code that repairs it", note: "JS", id: "copy-code", run: () => this.#code() },
          { text: "Copy as a test", note: "JS", id: "copy-test", run: () => this.#test() },
          null,
          ...this.#shares(),
          ...(hasOpenCalls || this.#page.openCalls !== "close" ? [null, ...this.#otherWays()] : []),
        ],
      };
    }
    if (about.verdict.kind === "unchecked")
      return {
        second: { text: "Show what stays in a window", id: "to-fit", run: () => this.#page.go("fit") },
        primary: { text: "Convert to a request", id: "to-convert", kind: "ink", run: () => this.#page.go("convert") },
        menu: this.#shares(),
      };
    if (about.verdict.kind === "clean")
      return {
        second: { text: "Paste the error", id: "paste-error", icon: "paste", run: () => this.#page.intake.pasteError() },
        primary: null,
        menu: this.#shares(),
      };
    return { primary: null, second: null, menu: this.#shares() };
  }

  #actionsOfText() {
    const { about } = this.#page;
    if (about.kind === "refusal")
      return {
        second: { text: "Paste the request", id: "paste-error", icon: "paste", run: () => this.#page.intake.pasteError() },
        primary: null,
      };
    return { second: { text: "Start again", id: "again", run: () => this.#page.clear() }, primary: null };
  }

  #shares() {
    return [
      { text: "Copy as an issue comment", note: "redacted", id: "copy-issue", run: () => this.#page.copyIssue() },
      { text: "Copy a link", note: "redacted", id: "copy-link", run: () => this.#page.copyLink(false) },
      { text: "Copy a link with the texts", note: "whole", id: "copy-link-whole", run: () => this.#page.copyLink(true) },
    ];
  }

  #otherWays() {
    const ways = { close: "Put in a result for open calls", drop: "Leave open calls out", keep: "Keep open calls open" };
    return Object.entries(ways).map(([name, text]) => ({
      text,
      id: `open-calls-${name}`,
      isChosen: this.#page.openCalls === name,
      run: () => {
        this.#page.openCalls = name;
        return this.show(() => false);
      },
    }));
  }

  /** Takes the repaired request away, in the form of the paste or as JSON. */
  #take(use, isForm = true) {
    return this.#page.tried(async () => {
      const { text, leftCount, checked } = await this.#page.engine.ask("repaired", {
        openCalls: this.#page.openCalls,
        chosen: this.#chosen,
        isForm,
      });
      await use(text, leftCount > 0 ? `${count(leftCount, "fault")} left to you` : `breaks none of the ${checked} rules that we check`);
    });
  }

  /** Puts the repaired request in the place of the text. The error was about the request before. */
  #use() {
    return this.#page.tried(async () => {
      const { text } = await this.#page.engine.ask("repaired", { openCalls: this.#page.openCalls });
      this.#page.replace(text, this.#page.about.format);
    });
  }

  async #code() {
    await copy(codeOf(this.#page.about.format, await this.#page.engine.ask("source"), this.#page.openCalls));
  }

  async #test() {
    const left = await this.#page.engine.ask("leftRules", { openCalls: this.#page.openCalls });
    await copy(testOf(this.#page.about.format, await this.#page.engine.ask("source"), this.#page.about.ruleIds, left));
  }

  /** F8 goes through the changes; Mod Enter takes the repair over. */
  #key(event) {
    if (this.#page.view !== "doctor" || this.#found === null) return;
    if (event.key === "F8") this.#page.editors.goToChange(event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.#found.edits.length > 0) byId("use")?.click();
    else return;
    event.preventDefault();
  }
}

/** The error stands above the text unless it is all of the text. */
const isBeside = ({ kind }, words) => kind === "request" || words !== "";
