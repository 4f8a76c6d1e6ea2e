// The page: one document, three views. The worker reads it; this module connects the two.

import { Editors } from "./editor/editor.mjs";
import { Engine } from "./engine.mjs";
import { REFUSALS, pasteOf } from "./refusals.mjs";
import { keep, kept } from "./kept.mjs";
import { codeOf, testOf } from "./share/code.mjs";
import { fromLink, linkOf } from "./share/link.mjs";
import { showCards, showRepairs } from "./view/cards.mjs";
import { Converting } from "./view/converting.mjs";
import { byId, complain, copy, count, download, el, rich } from "./view/dom.mjs";
import { Fitting } from "./view/fitting.mjs";
import { TITLES } from "./formats.mjs";
import { showBadges, showVerdict } from "./view/verdict.mjs";

const VIEWS = ["doctor", "fit", "convert"];
/** A file above this size is not opened. */
const MOST_BYTES = 20_000_000;
const NARROW = matchMedia("(max-width: 48rem)");
const [TYPING_MS, KEEPING_MS] = [250, 400];

class Page {
  view = "doctor";
  about = { kind: "empty" };
  #format = null;
  #line = 1;
  #turn = 0;
  #typing = 0;
  #keeping = 0;
  #found = null;
  #isReady = false;
  #isRestored = false;
  /** True until the place of the first fault was shown. */
  #isNew = true;

  constructor() {
    this.engine = new Engine({
      ready: () => this.#ready(),
      failed: (message) => complain(`The engine could not be loaded: ${message}. Reload the page.`),
      reduce: (args) => this.fitting.reduce(args),
    });
    this.editors = new Editors(
      byId("editor"),
      (isPaste, isUndo) => this.#textChanged(isPaste, isUndo),
      (file) => this.openFile(file),
      (size) => this.#refuse("The text", size),
    );
    this.fitting = new Fitting(this);
    this.converting = new Converting(this);
    this.#offer();
  }

  get hasBody() {
    return this.about.format !== undefined && this.about.error === null;
  }

  #ready() {
    this.#isReady = true;
    document.documentElement.dataset.ready = "true";
    this.read(false);
  }

  async restore() {
    const state = (await this.#shared()) ?? (await kept());
    if (state !== null && this.editors.size === 0) this.#show(state);
    this.#isRestored = true;
  }

  /** Takes the document out of the address, so that a reload shows what it has become. */
  async #shared() {
    const shared = await fromLink(location.hash);
    if (shared !== null) history.replaceState(null, "", location.pathname + location.search);
    return shared;
  }

  #show({ text, format = null, line = 1, view, fit }) {
    Object.assign(this.fitting.settings, fit);
    if (text !== "") this.editors.setText(text, "input.restore");
    [this.#format, this.#line, this.#isNew] = [format, line, true];
    this.go(VIEWS.includes(view) ? view : "doctor");
  }

  /** Keeps the page's state when it has come to rest. */
  changed() {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.#keep(), KEEPING_MS);
  }

  #keep() {
    if (!this.#isRestored) return null;
    return keep({ text: this.editors.text, format: this.#format, line: this.#line, view: this.view, fit: this.fitting.settings });
  }

  #textChanged(isPaste, isUndo) {
    // What is on its way is about another text.
    this.#turn += 1;
    byId("use").disabled = true;
    if (isPaste) [this.#format, this.#line, this.#isNew] = [null, 1, true];
    if (isUndo) this.#format = null;
    byId("undo").disabled = !this.editors.canUndo;
    byId("redo").disabled = !this.editors.canRedo;
    this.changed();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.read(isPaste), isPaste ? 0 : TYPING_MS);
  }

  /** Reads the text anew, and shows what was found. */
  async read(isPaste = false) {
    if (!this.#isReady) return;
    this.#turn += 1;
    const turn = this.#turn;
    try {
      await this.#read(turn, isPaste);
    } catch (error) {
      // Another text has come meanwhile.
      if (turn !== this.#turn) return;
      complain(`The page failed: ${error.message}. Your text is as it was.`);
      throw error;
    }
  }

  async #read(turn, isPaste) {
    const isStale = () => turn !== this.#turn;
    const text = this.editors.text;
    const about = await this.engine.newest("open", "open", { text, format: this.#format, line: this.#line });
    if (about === null || isStale()) return;
    if (isPaste && about.spreadText) {
      // The text changes, and is read again.
      return this.editors.setText(about.spreadText, "input.spread");
    }
    this.about = about;
    this.#found = null;
    showVerdict(about);
    document.body.dataset.body = String(this.hasBody);
    // An open link would be that of the text before.
    byId("share-panel").hidden = true;
    byId("share").setAttribute("aria-expanded", "false");
    this.#arrange();
    if (!this.hasBody) {
      const fault = about.fault;
      this.editors.showRepaired([]);
      this.editors.mark(
        fault === undefined ? [] : [{ from: fault.offset, to: fault.offset + Math.max(1, fault.length), message: about.fault.what }],
        [],
      );
      showCards(about.cards ?? [], (from) => this.goTo(from));
      showRepairs({ repairs: [], repairCount: 0, error: null }, () => undefined);
      byId("badges").replaceChildren();
      if (about.error) this.#offerFormat(about.error);
      await this.#showView();
      return this.#finish(turn);
    }
    await this.#showDetail(isStale);
    if (isStale()) return;
    const first = this.#found?.marks[0];
    if (this.#isNew && first !== undefined) this.editors.scrollTo(first.from);
    this.#isNew = false;
    await this.#showView();
    const badges = await this.engine.newest("badges", "badges", {});
    if (badges !== null && !isStale()) showBadges(badges);
    this.#finish(turn);
  }

  /** Marks the end of a reading, for tests and for scripts of others. */
  #finish(turn) {
    if (turn === this.#turn) document.documentElement.dataset.read = String(turn);
  }

  async #showDetail(isStale) {
    const found = await this.engine.newest("detail", "detail", { openCalls: byId("open-calls").value });
    if (found === null || isStale()) return;
    this.#found = found;
    this.#arrange();
    this.editors.showRepaired(found.edits);
    this.editors.mark(found.marks, found.pairs);
    showCards(found.cards, (from) => this.goTo(from));
    showRepairs(found, (from) => this.goTo(from));
    byId("use").disabled = found.edits.length === 0;
    for (const id of ["copy-code", "copy-test"]) byId(id).disabled = !this.about.isTarget;
  }

  /** A body in another format can be read as that format. */
  #offerFormat({ looksLike }) {
    if (looksLike === null || looksLike === undefined) return;
    complain(el("button", { type: "button", onclick: () => this.readAs(looksLike) }, `Read it as ${TITLES[looksLike] ?? looksLike}`));
  }

  readAs(format) {
    this.#format = format;
    this.changed();
    return this.read();
  }

  async #showView() {
    if (this.view === "fit") await this.fitting.show();
    if (this.view === "convert") await this.converting.show();
  }

  /** Underlines losses. In Doctor the violations are underlined again. */
  mark(marks) {
    this.editors.mark(marks, this.#found?.pairs ?? []);
  }

  goTo(offset) {
    this.#showSide("a");
    this.editors.goTo(offset);
  }

  /** Puts another text in the place of the person's. Undo brings the person's back. */
  use(text, format = this.#format) {
    this.editors.setText(text, "input.use");
    this.#format = format;
  }

  async go(view) {
    this.view = view;
    document.body.dataset.view = view;
    for (const tab of document.querySelectorAll(".tabs [data-go]")) {
      if (tab.dataset.go === view) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    this.#arrange();
    this.changed();
    if (view === "doctor" && this.#found !== null) this.editors.mark(this.#found.marks, this.#found.pairs);
    await this.#showView();
  }

  async openFile(file) {
    if (file.size > MOST_BYTES) {
      return this.#refuse(file.name, file.size);
    }
    try {
      this.editors.setText(await file.text(), "input.drop");
    } catch (error) {
      complain(`${file.name} cannot be read: ${error.message}`);
    }
  }

  /** Shows both texts, or one: without a body, in Convert, and where there is no room for two. */
  #arrange() {
    const isNarrow = NARROW.matches;
    const side = document.body.dataset.side ?? "a";
    if (!this.hasBody || this.view === "convert") this.editors.hide("b");
    else this.editors.hide(isNarrow ? (side === "a" ? "b" : "a") : null);
  }

  #refuse(what, size) {
    complain(
      rich(
        `${what} is too large for the page: ${count(Math.round(size / 1e6), "megabyte")}, and it reads up to 20. Use \`npx backscroll check\` on the file.`,
      ),
    );
  }

  #showSide(side) {
    document.body.dataset.side = side;
    this.#arrange();
    for (const button of document.querySelectorAll("[data-side][aria-pressed]"))
      button.setAttribute("aria-pressed", String(button.dataset.side === side));
  }

  #repairedBody() {
    return this.engine.ask("repaired", { openCalls: byId("open-calls").value });
  }

  /** Runs the work of a button; says why it cannot be done. */
  async #tried(work) {
    try {
      await work();
    } catch (error) {
      complain(rich(error.message));
    }
  }

  #offer() {
    byId("format").append(...Object.entries(TITLES).map(([name, title]) => el("option", { value: name }, title)));
    byId("format").addEventListener("change", ({ target }) => this.readAs(target.value));
    byId("line").addEventListener("change", ({ target }) => this.#readLine(target.valueAsNumber));
    byId("line-faults").addEventListener("click", ({ target }) => target.dataset.line && this.#readLine(Number(target.dataset.line)));
    byId("examples").append(
      ...REFUSALS.slice(0, 6).map((refusal) =>
        el("button", { type: "button", class: "quiet", onclick: () => this.editors.setText(pasteOf(refusal)) }, refusal.title),
      ),
    );
    document.addEventListener("click", ({ target }) => {
      const go = target.closest?.("[data-go]");
      if (go) this.go(go.dataset.go);
      const badge = target.closest?.("[data-target]");
      if (badge) this.#showTarget(badge.dataset.target);
      const side = target.closest?.("[data-side][aria-pressed]");
      if (side) this.#showSide(side.dataset.side);
    });
    byId("undo").addEventListener("click", () => this.editors.undo());
    byId("redo").addEventListener("click", () => this.editors.redo());
    byId("clear").addEventListener("click", () => this.editors.setText(""));
    byId("file").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      if (file !== undefined) this.openFile(file);
      // The same file may be opened again.
      target.value = "";
    });
    byId("open-calls").addEventListener("change", async () => {
      if (!this.hasBody) return;
      const turn = this.#turn;
      await this.#showDetail(() => turn !== this.#turn);
      await this.#showView();
    });
    byId("use").addEventListener("click", () => this.use(this.editors.repaired));
    byId("copy").addEventListener("click", ({ target }) => this.#tried(async () => copy(target, await this.#repairedBody())));
    byId("download").addEventListener("click", () => this.#tried(async () => download("repaired.json", await this.#repairedBody())));
    byId("copy-code").addEventListener("click", async ({ target }) =>
      copy(target, codeOf(this.about.format, await this.engine.ask("source"), byId("open-calls").value)),
    );
    byId("copy-test").addEventListener("click", async ({ target }) =>
      copy(target, testOf(this.about.format, await this.engine.ask("source"), this.about.ruleIds, this.#found?.leftRules)),
    );
    NARROW.addEventListener("change", () => this.#arrange());
    this.#offerSharing();
    const note = byId("private-note");
    byId("why-private").addEventListener("click", ({ target }) => {
      note.hidden = !note.hidden;
      target.setAttribute("aria-expanded", String(!note.hidden));
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file !== undefined) this.openFile(file);
    });
    // A paste anywhere goes to the text.
    addEventListener("paste", (event) => {
      if (
        event.defaultPrevented ||
        event.target.closest?.("input, textarea") ||
        event.composedPath().some((node) => node.isContentEditable)
      )
        return;
      const [file] = event.clipboardData.files;
      const text = event.clipboardData.getData("text/plain");
      if (file !== undefined) this.openFile(file);
      else if (text.length > MOST_BYTES) this.#refuse("The text", text.length);
      else if (text !== "") this.editors.setText(text);
    });
    addEventListener("pagehide", () => this.#keep());
    addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.#keep());
    addEventListener("hashchange", async () => {
      const shared = await this.#shared();
      if (shared !== null) this.#show(shared);
    });
  }

  #offerSharing() {
    const panel = byId("share-panel");
    const write = async () => {
      const source = this.hasBody ? await this.engine.ask("source") : null;
      const { link, isSkeleton, length } = await linkOf({
        text: this.editors.text,
        source,
        isCommand: this.about.kind === "curl",
        format: this.about.format ?? null,
        view: this.view,
        isWhole: byId("share-texts").checked,
      });
      byId("share-link").value = link ?? "";
      byId("share-note").textContent =
        length === 0
          ? "There is no request here to take the texts out of. Include the texts, and share all of it."
          : link === null
            ? `The link would have ${count(length, "character")}, which is too long for most programs. Download the body instead.`
            : isSkeleton
              ? "The body is large: its texts are cut short in the link."
              : "";
    };
    byId("share").addEventListener("click", async ({ target }) => {
      panel.hidden = !panel.hidden;
      target.setAttribute("aria-expanded", String(!panel.hidden));
      if (!panel.hidden) await write();
    });
    byId("share-texts").addEventListener("change", write);
    byId("copy-link").addEventListener("click", ({ target }) => copy(target, byId("share-link").value));
  }

  #readLine(line) {
    if (!(line >= 1)) return;
    this.#line = Math.min(line, Number(byId("line").max));
    this.changed();
    return this.read();
  }

  /** A badge of another provider shows the body as that provider would get it. */
  async #showTarget(target) {
    if (target === this.about.format) return this.go("doctor");
    await this.go("convert");
    await this.converting.to(target);
  }
}

const page = new Page();
await page.restore();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => undefined);
