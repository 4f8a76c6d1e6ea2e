// The two texts, with and without an editor. Before it is loaded, the person's text is shown as it is; what was asked for meanwhile is done
// when it comes.

import { loadEditor } from "./load.mjs";

/** Characters that are shown without an editor. */
const SHOWN = 20_000;

/** Requests to the editor that were made before it was there; of each kind, the newest counts. In the order in which they are done. */
const LATER = ["showRepaired", "mark", "hide", "scrollTo", "goToChange", "goTo", "focus"];

export class Texts {
  #host;
  #onChange;
  #onPaste;
  /** @type {import("./editor.mjs").Editors | null} */
  #editors = null;
  /** The texts that the person gave before the editor was there, the newest last. */
  #given = [{ text: "", userEvent: "" }];
  #repaired = "";
  #changeCount = 0;
  #waiting = new Map();

  /**
   * @param {HTMLElement} host
   * @param {(event: string) => void} onChange called after each change of the person's text, with the kind of the change
   * @param {(event: ClipboardEvent) => boolean} onPaste called for each paste; true if it was taken care of
   */
  constructor(host, onChange, onPaste) {
    [this.#host, this.#onChange, this.#onPaste] = [host, onChange, onPaste];
  }

  /** Loads the editor, and gives it the texts. */
  async load() {
    if (this.#editors !== null) return;
    const { Editors } = await loadEditor();
    if (this.#editors !== null) return;
    let isReady = false;
    const editors = new Editors(this.#host, (event) => isReady && this.#onChange(event), this.#onPaste);
    for (const { text, userEvent } of this.#given.slice(1)) editors.setText(text, userEvent);
    isReady = true;
    this.#editors = editors;
    this.#host.replaceChildren();
    for (const name of LATER) if (this.#waiting.has(name)) editors[name](...this.#waiting.get(name));
    this.#waiting.clear();
  }

  /** The person's text before the editor was there. */
  get #text() {
    return this.#given.at(-1).text;
  }

  /** Asks the editor, or remembers the question. */
  #ask(name, given) {
    if (this.#editors !== null) return this.#editors[name](...given);
    this.#waiting.set(name, given);
    return undefined;
  }

  get text() {
    return this.#editors?.text ?? this.#text;
  }

  get size() {
    return this.#editors?.size ?? this.#text.length;
  }

  /** The numbers of lines of both texts. */
  get lines() {
    return this.#editors?.lines ?? [this.#text, this.#repaired].map((text) => text.split("\n").length);
  }

  /** True if all of the person's text is selected, or there is none. */
  get isWholeSelected() {
    return this.#editors?.isWholeSelected ?? true;
  }

  get changeCount() {
    return this.#editors?.changeCount ?? this.#changeCount;
  }

  get canUndo() {
    return this.#editors?.canUndo ?? this.#given.length > 1;
  }

  get canRedo() {
    return this.#editors?.canRedo ?? false;
  }

  /** Replaces the person's text. Undo brings it back. */
  setText(text, userEvent) {
    if (this.#editors !== null) return this.#editors.setText(text, userEvent);
    this.#given.push({ text, userEvent });
    this.#changed(userEvent);
  }

  /** Shows the newest text as it is. */
  #changed(userEvent) {
    this.#waiting.clear();
    const shown = document.createElement("pre");
    shown.className = "plain";
    shown.textContent = this.#text.slice(0, SHOWN);
    this.#host.replaceChildren(shown);
    this.#onChange(userEvent);
  }

  /** Puts a text in the place of the selection, as a paste does. */
  insert(text) {
    if (this.#editors !== null) this.#editors.insert(text);
    else this.setText(text, "input.type");
  }

  /** Shows the repaired text: the person's own with these edits, in the order of their places. */
  showRepaired(edits, places, said) {
    this.#ask("showRepaired", [edits, places, said]);
    this.#changeCount = edits.length;
    let at = 0;
    const parts = edits.flatMap(({ from, to, insert }) => {
      const before = this.#text.slice(at, from);
      at = to;
      return [before, insert];
    });
    if (this.#editors === null) this.#repaired = [...parts, this.#text.slice(at)].join("");
  }

  mark(list) {
    this.#ask("mark", [list]);
  }

  /** Hides a side; null shows both. @param {"a" | "b" | null} side */
  hide(side) {
    this.#ask("hide", [side]);
  }

  scrollTo(offset, isTop) {
    this.#ask("scrollTo", [offset, isTop]);
  }

  goTo(offset) {
    this.#ask("goTo", [offset]);
  }

  /** Goes to the next change, or the one before. Returns its number. */
  goToChange(step) {
    return this.#ask("goToChange", [step]) ?? Math.min(1, this.#changeCount);
  }

  focus() {
    this.#ask("focus", []);
  }

  undo() {
    if (this.#editors !== null) return this.#editors.undo();
    if (this.#given.length === 1) return;
    this.#given.pop();
    this.#changed("undo");
  }

  redo() {
    this.#editors?.redo();
  }
}
