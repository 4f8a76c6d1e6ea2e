// The intake of texts: pastes, files and drops. An error that is pasted beside a request joins it; it never replaces it.

import { byId, complain, count, rich } from "./view/dom.mjs";

/** A text above this size is not read. */
const MOST = 50_000_000;
/** A line above this number of characters is long. */
const LONG_LINE = 20_000;
/** A shorter paste into a text is a part of it. */
const LEAST_ERROR = 30;

export class Intake {
  #page;

  constructor(page) {
    this.#page = page;
    const field = byId("paste");
    field.addEventListener("paste", (event) => this.#intoField(event));
    // A text that is typed is checked when the hand rests.
    let timer = 0;
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => field.value !== "" && this.take(field.value), 600);
    });
    byId("paste-button").addEventListener("click", () => this.#fromClipboard());
    byId("file").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      if (file !== undefined) this.open(file);
      // A second choice of one file counts, too.
      target.value = "";
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file !== undefined) this.open(file);
      else this.#beside(event.dataTransfer.getData("text/plain"));
    });
    // A paste anywhere goes to the text.
    addEventListener("paste", (event) => {
      if (
        event.defaultPrevented ||
        event.target.closest?.("input, textarea") ||
        event.composedPath().some((node) => node.isContentEditable)
      )
        return;
      this.#read(event, (text) => this.#beside(text));
    });
  }

  /** Takes a text as the document. */
  async take(text, words = "") {
    this.#page.replace(await this.#shown(text), null, { event: "input.paste", words });
    this.#page.editors.focus();
  }

  /** A text as it is shown: browsers take seconds to lay out a line of a megabyte, so its request is put on many. */
  async #shown(text) {
    const isLong = text.length > LONG_LINE && text.split("\n").some((line) => line.length > LONG_LINE);
    return (isLong ? await this.#page.engine.ask("spreadOf", { text }) : null) ?? text;
  }

  #intoField(event) {
    const field = byId("paste");
    if (field.value !== "" && field.selectionEnd - field.selectionStart < field.value.length) return;
    this.#read(event, (text) => this.take(text));
  }

  /** A paste into the editor: true if it was taken care of. */
  pasted(event) {
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { editors } = this.#page;
    if (file === undefined && !editors.isWholeSelected && text.length < LEAST_ERROR) return false;
    this.#read(event, (given) => (editors.isWholeSelected ? this.#beside(given) : this.#inside(given)));
    return true;
  }

  #read(event, use) {
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text/plain");
    if (file === undefined && text === "") return;
    event.preventDefault();
    if (file !== undefined) this.open(file);
    else if (text.length > MOST) this.#refuse("The text", text.length);
    else use(text);
  }

  /** A paste at a place of the text: an error joins the request, everything else goes into the text. */
  async #inside(text) {
    const { engine, hasBody, editors } = this.#page;
    const { kind } = hasBody ? await engine.ask("kindOf", { text }) : { kind: "request" };
    if (kind === "refusal") return this.#page.setWords(text);
    editors.insert(text);
  }

  /** A whole text that comes when there is one already: an error joins a request, and a request an error. */
  async #beside(text) {
    if (text.trim() === "") return;
    const { engine, hasBody, about, editors, words } = this.#page;
    const { kind } = await engine.ask("kindOf", { text });
    if (kind === "refusal" && hasBody) return this.#page.setWords(text);
    const error = kind === "request" && !hasBody ? words || (about.kind === "refusal" ? editors.text : "") : "";
    await this.take(text, error);
  }

  async #fromClipboard() {
    try {
      const text = await navigator.clipboard.readText();
      if (text !== "") this.take(text);
    } catch {
      byId("paste").focus();
      complain("The browser did not allow reading the clipboard. Press Ctrl+V in the field.");
    }
  }

  /** Asks for the error of the request that is shown. */
  async pasteError() {
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() !== "") return await this.#beside(text);
    } catch {
      // Without leave to read the clipboard, the person pastes by hand: a paste anywhere arrives.
    }
    complain("Press Ctrl+V to paste the error: it joins your request.");
  }

  async open(file) {
    if (file.size > MOST) return this.#refuse(file.name, file.size);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      await this.#beside(new TextDecoder(encodingOf(bytes)).decode(bytes));
    } catch (error) {
      complain(`${file.name} cannot be read: ${error.message}`);
    }
  }

  #refuse(what, size) {
    complain(
      rich(
        `${what} is too large for the page: ${count(Math.round(size / 1e6), "megabyte")}, and it reads up to 50. Use \`npx backscroll check\` on the file.`,
      ),
    );
  }
}

/** The encoding of a file by its first bytes. */
function encodingOf([first, second]) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
