// The two texts side by side: the person's own, and the repaired one.

import { defaultKeymap, history, historyKeymap, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bidiIsolates, bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Change, diff, MergeView } from "@codemirror/merge";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { folds, foldsOf, opening, setFolds } from "./folds.mjs";
import { marks, setMarks } from "./marks.mjs";
import { THEME } from "./theme.mjs";

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, class: "tok-key" },
  { tag: tags.string, class: "tok-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "tok-literal" },
]);

/** A text above this size is shown without colours, which would make typing slow. */
const LARGE = 1_000_000;

/** Characters that turn the direction of text are shown as boxes. */
const TURNS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

const common = [
  lineNumbers(),
  drawSelection(),
  bracketMatching(),
  search({ top: true }),
  EditorView.lineWrapping,
  highlightSpecialChars({ addSpecialChars: TURNS }),
  EditorView.perLineTextDirection.of(false),
  syntaxHighlighting(COLOURS),
  THEME,
];

const colours = (size) => (size > LARGE ? [] : [json(), bidiIsolates(), foldGutter({ openText: "▾", closedText: "▸" })]);

/** Sides of the comparison: an attribute of the host hides one. */
const SIDES = `
  .cm-mergeView { height: 100%; }
  .cm-mergeViewEditors { min-height: 100%; }
  .cm-mergeViewEditor { min-width: 0; overflow: hidden; }
  .cm-mergeViewEditor + .cm-mergeViewEditor { border-inline-start: 1px solid var(--line); }
  /* A side that is not laid out draws every line of its text. */
  :host([data-hidden="a"]) .cm-mergeViewEditor:first-child, :host([data-hidden="b"]) .cm-mergeViewEditor:last-child { position: absolute; inset: 0; height: 600px; visibility: hidden; overflow: hidden; pointer-events: none; }
  :host([data-hidden]) { position: relative; }
  :host([data-hidden]) .cm-mergeSpacer { display: none; }
  .cm-editor { height: 100%; }
  .cm-folded { padding: 1px 6px; line-height: 20px; }
  .cm-folded button { margin: 0; padding: 0 7px; border: 1px solid var(--line); border-radius: var(--r1); background: var(--sunken); color: var(--ink-3); font: 400 12px/16px var(--mono); cursor: pointer; }
  .cm-folded button:hover { color: var(--ink); border-color: var(--line-2); }
  .cm-folded button:focus-visible { outline: 2px solid var(--signal); outline-offset: 1px; }
`;

/** An editor in a shadow root of `host`, where the editor's styles need no exception from the content security policy. */
function shadowOf(host) {
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SIDES);
  root.adoptedStyleSheets = [sheet];
  return root;
}

export class Editors {
  #merge;
  #host;
  #known = null;
  #language = [new Compartment(), new Compartment()];
  #onChange;
  #changeAt = -1;
  #changes = [];

  /**
   * @param {HTMLElement} host
   * @param {(event: string) => void} onChange called after each change of the person's text, with the kind of the change
   * @param {(event: ClipboardEvent) => boolean} onPaste called for each paste; true if it was taken care of
   */
  constructor(host, onChange, onPaste) {
    this.#onChange = onChange;
    const root = shadowOf(host);
    const changed = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      const event = update.transactions.map((transaction) => EVENTS.find((name) => transaction.isUserEvent(name))).find(Boolean);
      this.#onChange(event ?? "input.type");
    });
    const opened = (id) => {
      for (const view of [this.#merge.a, this.#merge.b]) view.dispatch({ effects: opening(id) });
    };
    const first = [
      ...common,
      history(),
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      this.#language[0].of(colours(0)),
      changed,
      EditorView.domEventHandlers({ paste: (event) => onPaste(event) && (event.preventDefault(), true) }),
      marks,
      folds(opened),
      EditorView.contentAttributes.of({ "aria-label": "Your text", spellcheck: "false" }),
    ];
    const second = [
      ...common,
      EditorState.readOnly.of(true),
      keymap.of([...searchKeymap, ...defaultKeymap]),
      this.#language[1].of(colours(0)),
      marks,
      folds(opened),
      EditorView.contentAttributes.of({ "aria-label": "Repaired text", "aria-readonly": "true", spellcheck: "false" }),
    ];
    const compare = (a, b) => {
      if (this.#known !== null && a.length === this.#known.a && b.length === this.#known.b) return this.#known.changes;
      return diff(a, b, { scanLimit: 200, timeout: 20 });
    };
    this.#merge = new MergeView({
      a: { doc: "", extensions: first },
      b: { doc: "", extensions: second },
      parent: root,
      root,
      gutter: true,
      highlightChanges: true,
      diffConfig: { override: compare },
    });
    this.#host = host;
    host.dataset.hidden = "b";
  }

  get text() {
    return this.#merge.a.state.doc.toString();
  }

  get size() {
    return this.#merge.a.state.doc.length;
  }

  get lines() {
    return [this.#merge.a.state.doc.lines, this.#merge.b.state.doc.lines];
  }

  /** True if all of the person's text is selected, or there is none. */
  get isWholeSelected() {
    const { main } = this.#merge.a.state.selection;
    return main.to - main.from >= this.size;
  }

  /** Replaces the person's text. Undo brings it back. */
  setText(text, userEvent) {
    const { state } = this.#merge.a;
    this.#merge.a.dispatch({
      changes: { from: 0, to: state.doc.length, insert: text },
      selection: { anchor: 0 },
      userEvent,
      scrollIntoView: true,
    });
    this.#colour(0, text.length);
  }

  /** Puts a text in the place of the selection, as a paste does. */
  insert(text) {
    this.#merge.a.dispatch(this.#merge.a.state.replaceSelection(text), { userEvent: "input.type" });
  }

  #colour(side, size) {
    const view = side === 0 ? this.#merge.a : this.#merge.b;
    view.dispatch({ effects: this.#language[side].reconfigure(colours(size)) });
  }

  /** Marks places of the person's text. @param {import("./marks.mjs").Mark[]} list */
  mark(list) {
    const { a } = this.#merge;
    a.dispatch({ effects: setMarks.of(list) });
  }

  /** Shows the repaired text: the person's own with these edits. Folds what is far from the edits and from the places. */
  showRepaired(given, places = [], said = []) {
    const { a, b } = this.#merge;
    const text = a.state.doc.toString();
    const edits = given.map((edit) => trimmed(text, edit));
    const changes = [];
    let [out, from] = ["", 0];
    for (const edit of edits) {
      out += text.slice(from, edit.from);
      changes.push(new Change(edit.from, edit.to, out.length, out.length + edit.insert.length));
      out += edit.insert;
      from = edit.to;
    }
    out += text.slice(from);
    this.#known = { a: text.length, b: out.length, changes };
    b.dispatch({ changes: { from: 0, to: b.state.doc.length, insert: out } });
    this.#colour(1, out.length);
    this.#known = null;
    this.#changes = changes;
    this.#changeAt = -1;
    const planned = foldsOf(a.state.doc, b.state.doc, edits, places);
    a.dispatch({ effects: setFolds.of(planned.map((fold) => fold.a)) });
    b.dispatch({ effects: [setFolds.of(planned.map((fold) => fold.b)), setMarks.of(mendsOf(out, said))] });
  }

  get changeCount() {
    return this.#changes.length;
  }

  /** Goes to the next change, or the one before. Returns its number. */
  goToChange(step) {
    if (this.#changes.length === 0) return 0;
    this.#changeAt = (this.#changeAt + step + this.#changes.length) % this.#changes.length;
    const { fromA, fromB } = this.#changes[this.#changeAt];
    this.#scroll(this.#merge.b, fromB);
    this.#scroll(this.#merge.a, fromA);
    return this.#changeAt + 1;
  }

  /** Hides a side; null shows both. @param {"a" | "b" | null} side */
  hide(side) {
    if (side === null) delete this.#host.dataset.hidden;
    else this.#host.dataset.hidden = side;
    this.#merge.a.requestMeasure();
    this.#merge.b.requestMeasure();
  }

  #scroll(view, offset) {
    view.dispatch({ effects: EditorView.scrollIntoView(Math.min(offset, view.state.doc.length), { y: "center" }) });
  }

  /** Scrolls to a place of the person's text: into the middle, or to the top, so that what follows is seen. */
  scrollTo(offset, isTop = false) {
    const { a } = this.#merge;
    const at = Math.min(offset, a.state.doc.length);
    a.dispatch({ effects: EditorView.scrollIntoView(at, isTop ? { y: "start", yMargin: 100 } : { y: "center" }) });
  }

  /** Goes to a place of the person's text. */
  goTo(offset) {
    const { a } = this.#merge;
    a.dispatch({ selection: { anchor: Math.min(offset, a.state.doc.length) } });
    this.scrollTo(offset);
    a.focus();
  }

  focus() {
    this.#merge.a.focus();
  }

  undo() {
    undo(this.#merge.a);
  }

  redo() {
    redo(this.#merge.a);
  }

  get canUndo() {
    return undoDepth(this.#merge.a.state) > 0;
  }

  get canRedo() {
    return redoDepth(this.#merge.a.state) > 0;
  }
}

/** The kinds of changes that are not typed. */
const EVENTS = ["input.paste", "input.example", "input.spread", "input.use", "input.restore", "input.clear", "undo", "redo"];

/** An edit without what is the same before and after it, at the granularity of lines. */
function trimmed(text, { from, to, insert }) {
  const old = text.slice(from, to);
  let [start, end] = [0, 0];
  while (start < Math.min(old.length, insert.length) && old[start] === insert[start]) start += 1;
  while (end < Math.min(old.length, insert.length) - start && old.at(-1 - end) === insert.at(-1 - end)) end += 1;
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
}

/** The ids that a repair is about, in the repaired text. */
function mendsOf(text, ids) {
  return ids.flatMap((id) => {
    const found = [];
    for (let at = text.indexOf(`"${id}"`); at >= 0 && found.length < 4; at = text.indexOf(`"${id}"`, at + 1))
      found.push({ from: at, to: at + id.length + 2, barFrom: at, barTo: at, severity: "mend", message: "", say: null });
    return found;
  });
}

/** One text: read-only, or code to edit. */
export function plainEditor(host, { label, text = "", isReadOnly = false, language = json() }) {
  const root = shadowOf(host);
  const extensions = [
    ...common,
    language,
    isReadOnly ? EditorState.readOnly.of(true) : [history(), keymap.of(historyKeymap)],
    keymap.of([...searchKeymap, ...defaultKeymap]),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    },
    get lines() {
      return view.state.doc.lines;
    },
  };
}
