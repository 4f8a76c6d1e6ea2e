// The page: one document, three views. The worker reads it; this module connects the two.

import { VIEWS, readAddress, writeAddress } from "./address.mjs";
import { Texts } from "./editor/texts.mjs";
import { Engine } from "./engine.mjs";
import { exampleOf, offerExamples } from "./examples.mjs";
import { Intake } from "./intake.mjs";
import { drop, keep, kept } from "./kept.mjs";
import { fromLink } from "./share/link.mjs";
import { copyIssue, copyLink } from "./share/sharing.mjs";
import { showActions } from "./view/actions.mjs";
import { Converting } from "./view/convert.mjs";
import { Doctor } from "./view/doctor.mjs";
import { showBusy, showProgress } from "./view/busy.mjs";
import { NARROW, byId, complain, rich, toast } from "./view/dom.mjs";
import { Fitting } from "./view/fit/fitting.mjs";
import { TITLES } from "./formats.mjs";
import { offerTheme } from "./view/theme.mjs";
import { showPicker, showVerdict } from "./view/verdict.mjs";

/** The page of each rule's refusal. Put in when the page is built. */
const REFUSAL_PAGES = __REFUSALS__;
const [TYPING_MS, KEEPING_MS, SIGN_MS] = [250, 400, 400];

class Page {
  view = "doctor";
  about = { kind: "empty" };
  /** The error that was pasted apart from the request. */
  words = "";
  openCalls = "close";
  #format = null;
  #number = null;
  /** The vendor that the person chose; "" for none of them, null if the words decide. */
  #vendor = null;
  #example = null;
  /** The form of a text that was replaced by the request in it. */
  #readFrom = null;
  #turn = 0;
  #typing = 0;
  #keeping = 0;
  #isReady = false;
  #isRestored = false;
  /** The documents of the history of this visit, by the number in its entries. */
  #documents = new Map();
  #entry = 0;

  constructor() {
    const host = {
      ready: () => this.#ready(),
      failed: (message) => complain(`The engine could not be loaded: ${message}. Reload the page.`),
      growing: (isOn) => showBusy(isOn ? "Loading what cuts and converts." : null),
      reduce: (args) => this.fitting.reduce(args),
      progress: (state) => showProgress(state, () => this.engine.ask("stop")),
    };
    this.engine = new Engine(host, readAddress(location.hash).view !== "doctor");
    this.intake = new Intake(this);
    this.editors = new Texts(
      byId("editor"),
      (event) => this.#textChanged(event),
      (event) => this.intake.pasted(event),
    );
    this.doctor = new Doctor(this);
    this.fitting = new Fitting(this);
    this.converting = new Converting(this);
    this.#offer();
  }

  get hasBody() {
    return this.about.format !== undefined && this.about.error === null;
  }

  /** The page of a refusal. */
  refusalOf(rule) {
    return REFUSAL_PAGES[rule] ?? "refusals/index.html";
  }

  #ready() {
    this.#isReady = true;
    document.documentElement.dataset.ready = "true";
    this.read();
    this.#loadEditor();
  }

  /** Loads the editor after what a first verdict needs. */
  async #loadEditor() {
    await this.tried(() => this.editors.load());
    document.documentElement.dataset.editor = "true";
  }

  /** Shows the state of the address; without a document in it, what this tab showed before. */
  async restore() {
    const address = readAddress(location.hash);
    const before = history.state?.entry === undefined ? null : await kept();
    const fresh = (await this.#documentOf(address)) ?? before ?? (await kept());
    const typed = byId("paste").value;
    if (typed !== "") this.intake.take(typed);
    else if (fresh !== null && this.editors.size === 0) this.#show(fresh, address);
    else this.#apply(address);
    this.#isRestored = true;
    history.replaceState({ entry: this.#entry }, "", writeAddress(this.#address()));
    this.read();
  }

  /** The document that an address names: an example, or one that is packed in it. */
  async #documentOf({ example, shared }) {
    if (shared !== undefined) return fromLink(shared);
    if (example === undefined) return null;
    const found = await exampleOf(example);
    if (found === null) complain(`There is no example ${example}.`);
    return found;
  }

  #show({ text, words = "", format = null, number = null, openCalls = "close" }, address) {
    [this.words, this.#format, this.#number, this.openCalls] = [words, format, number, openCalls];
    if (text !== "") this.editors.setText(text, "input.restore");
    this.#apply(address);
  }

  #apply({ view, example = null, format, request, vendor, to, model, window, way }) {
    if (vendor !== undefined) this.#vendor = vendor;
    if (format !== undefined) this.#format = format;
    if (request !== undefined) this.#number = request;
    if (to !== undefined && Object.hasOwn(TITLES, to)) [this.converting.to, this.converting.model] = [to, model ?? null];
    if (window !== undefined) this.fitting.window = window;
    if (way !== undefined) this.fitting.way = way === "own" ? "need" : way;
    this.#example = example;
    this.#setView(view);
  }

  #address() {
    const { to, model } = this.converting;
    const isFit = this.view === "fit";
    return {
      view: this.view,
      example: this.#example,
      format: this.#format,
      vendor: this.#vendor,
      request: this.#number !== null && this.about.count > 1 ? this.#number : null,
      ...(this.view === "convert" && { to, model }),
      ...(isFit && { window: this.fitting.window, way: this.fitting.way === "need" ? null : this.fitting.way }),
    };
  }

  /** Writes the state into the address. With `isNew`, called before a change, the state before it is one to which Back returns. */
  stateChanged(isNew = false) {
    if (!this.#isRestored) return;
    const address = writeAddress(this.#address());
    if (isNew) {
      this.#documents.set(this.#entry, this.document());
      this.#entry = Math.max(this.#entry, ...this.#documents.keys()) + 1;
      history.pushState({ entry: this.#entry }, "", address);
    } else history.replaceState({ entry: this.#entry }, "", address);
    this.#later();
  }

  async #wentBack({ state }) {
    const address = readAddress(location.hash);
    this.#documents.set(this.#entry, this.document());
    this.#entry = state?.entry ?? this.#entry;
    const known = this.#documents.get(this.#entry) ?? (await this.#documentOf(address));
    if (known !== null && known !== undefined) {
      [this.words, this.#format, this.#number] = [known.words ?? "", known.format ?? null, known.number ?? null];
      if (known.text !== this.editors.text) this.editors.setText(known.text, "input.restore");
    }
    this.#apply(address);
    await this.read();
  }

  /** The text, and how it is read. */
  document() {
    return { text: this.editors.text, words: this.words, format: this.#format, number: this.#number, openCalls: this.openCalls };
  }

  /** Keeps the document when it has come to rest. */
  #later() {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.#keep(), KEEPING_MS);
  }

  #keep() {
    if (!this.#isRestored) return null;
    return this.editors.size === 0 && this.words === "" ? drop() : keep(this.document());
  }

  #textChanged(event) {
    // An answer that is on its way is about another text.
    this.#turn += 1;
    if (event === "input.paste" || event === "input.example") [this.#format, this.#number, this.#vendor] = [null, null, null];
    if (event !== "input.example" && event !== "input.restore" && event !== "input.spread") this.#example = null;
    // A text that came at once is kept at once: a reload may follow.
    if (event === "input.type") this.#later();
    else this.#keep();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.read(event), event === "input.type" ? TYPING_MS : 0);
  }

  /** Puts a text in the place of the document. Undo brings the old one back. */
  replace(text, format = null, { event = "input.use", words = "", example = null } = {}) {
    this.stateChanged(true);
    [this.words, this.#example] = [words, example];
    this.editors.setText(text, event);
    [this.#format, this.#number] = [format, null];
    this.#setView("doctor");
    this.stateChanged();
  }

  /** Puts the error beside the request. */
  setWords(words) {
    this.words = words;
    this.stateChanged();
    return this.read();
  }

  /** Deletes the document. */
  clear() {
    const before = this.document();
    this.stateChanged(true);
    [this.words, this.#format, this.#number, this.#example] = ["", null, null, null];
    this.editors.setText("", "input.clear");
    byId("paste").value = "";
    this.#setView("doctor");
    this.stateChanged();
    byId("paste").focus();
    if (before.text !== "") toast("Cleared.", () => this.#show(before, { view: "doctor" }));
  }

  /** Reads the text, and shows what was found. */
  async read(event = "input.type") {
    // The kept document is read once, and not again while a person is at work.
    if (!this.#isReady || !this.#isRestored) return;
    this.#turn += 1;
    const turn = this.#turn;
    const sign = setTimeout(() => showBusy("Reading your text."), SIGN_MS);
    try {
      await this.#read(turn, event);
    } catch (error) {
      // Another text has come meanwhile.
      if (turn !== this.#turn) return;
      complain(`The page failed: ${error.message}. Your text is as it was.`);
      throw error;
    } finally {
      clearTimeout(sign);
      if (turn === this.#turn) showBusy(null);
    }
  }

  async #read(turn, event) {
    const isStale = () => turn !== this.#turn;
    const text = this.editors.text;
    const about = await this.engine.newest("open", "open", {
      text,
      words: this.words,
      format: this.#format,
      number: this.#number,
      vendor: this.#vendor,
    });
    if (about === null || isStale()) return;
    if (about.spreadText && (event === "input.paste" || event === "input.example" || event === "input.use")) {
      // The text changes, and is read again.
      return this.editors.setText(about.spreadText, "input.spread");
    }
    if (about.yours) {
      toast(`${about.taken} Its request is shown; Undo brings your text back.`, () => this.editors.undo());
      this.#readFrom = about.form;
      return this.editors.setText(about.yours, "input.spread");
    }
    this.about = event === "input.spread" && this.#readFrom !== null ? { ...about, form: `from a ${this.#readFrom}` } : about;
    if (event !== "input.spread") this.#readFrom = null;
    complain();
    const isEmpty = about.kind === "empty" && this.words === "";
    document.body.dataset.state = isEmpty ? "empty" : this.hasBody ? "request" : "text";
    this.#setView(this.view);
    if (isEmpty) document.title = "backscroll Doctor: paste the 400, see what broke it";
    else {
      showVerdict(this.about, this);
      showPicker(this.about, (number) => this.pick(number));
      await this.#showView(isStale);
    }
    if (isStale()) return;
    this.#finish(turn);
    if (about.count > (about.list?.length ?? 0)) await this.#survey(turn);
  }

  /** Checks the other requests of the text, one after the other. */
  async #survey(turn) {
    const list = await this.engine.ask("survey");
    if (turn !== this.#turn) return;
    this.about = { ...this.about, list };
    showBusy(null);
    showPicker(this.about, (number) => this.pick(number));
  }

  /** Marks the end of a reading, for tests and for scripts of others. */
  #finish(turn) {
    if (turn === this.#turn) document.documentElement.dataset.read = String(turn);
  }

  /** Reads the text as a request to a vendor; "" for none. */
  at(vendor) {
    this.#vendor = vendor;
    this.stateChanged();
    return this.read();
  }

  readAs(format) {
    this.#format = format;
    this.stateChanged();
    return this.read();
  }

  pick(number) {
    this.stateChanged(true);
    this.#number = number;
    this.stateChanged();
    return this.read();
  }

  async #showView(isStale = () => false) {
    if (this.view === "doctor" || !this.hasBody) return this.doctor.show(isStale);
    if (this.view === "fit") return this.fitting.show();
    return this.converting.show();
  }

  goTo(offset) {
    this.doctor.showPane("a");
    this.editors.goTo(offset);
  }

  async go(view) {
    if (view === this.view) return;
    this.stateChanged(true);
    this.#setView(view);
    this.stateChanged();
    if (document.body.dataset.state !== "empty") {
      showVerdict(this.about, this);
      await this.tried(() => this.#showView());
    }
  }

  #setView(view) {
    this.view = VIEWS.includes(view) ? view : "doctor";
    document.body.dataset.view = this.view;
    byId("window-host").replaceChildren();
    for (const tab of document.querySelectorAll(".tabs [data-go]")) {
      if (tab.dataset.go === this.view) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
  }

  showActions(actions) {
    showActions(actions);
  }

  /** Runs the work of a button; says why it cannot be done. */
  async tried(work) {
    try {
      await work();
    } catch (error) {
      complain(rich(error.message));
    }
  }

  /** Copies a link to this state; with the texts, or with their form only. */
  copyLink(isWhole) {
    return this.tried(() => copyLink(this, isWhole));
  }

  /** Copies the rule, the place, a redacted body and a link, for an issue. */
  copyIssue() {
    return this.tried(() => copyIssue(this));
  }

  #offer() {
    offerTheme();
    offerExamples(byId("examples"));
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("[data-go], [data-start], a[href^='#doctor?example=']");
      if (!link || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (link.dataset.go !== undefined) return this.go(link.dataset.go);
      if (link.dataset.start !== undefined) return this.go("doctor");
      this.#openExample(readAddress(link.hash).example);
    });
    // On a phone, the verdict that is scrolled away stays as one line.
    const show = ([{ isIntersecting }]) => {
      byId("stuck").hidden = isIntersecting || !NARROW.matches || document.body.dataset.state === "empty";
    };
    // The header covers the top of the window.
    new IntersectionObserver(show, { rootMargin: "-52px 0px 0px 0px" }).observe(byId("headline"));
    NARROW.addEventListener("change", () => this.hasBody && this.#showView());
    const note = byId("private-note");
    byId("why-private").addEventListener("click", ({ target }) => {
      note.hidden = !note.hidden;
      target.setAttribute("aria-expanded", String(!note.hidden));
    });
    addEventListener("pagehide", () => this.#keep());
    addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.#keep());
    addEventListener("popstate", (event) => this.#wentBack(event));
  }

  async #openExample(id) {
    const found = await exampleOf(id);
    if (found === null) return complain(`There is no example ${id}.`);
    this.replace(found.text, null, { event: "input.example", example: id });
  }
}

const page = new Page();
await page.restore();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => undefined);
