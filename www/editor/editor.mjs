// The two texts side by side: the person's own, and the repaired one.

import { history, defaultKeymap, historyKeymap, indentWithTab, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bidiIsolates, bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Change, diff, MergeView } from "@codemirror/merge";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { arcs, setPairs } from "./arcs.mjs";
import { THEME } from "./theme.mjs";

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, class: "tok-key" },
  { tag: tags.string, class: "tok-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "tok-literal" },
]);

/** A text above this size is shown without colours, which would make typing slow. */
const LARGE = 1_000_000;
/** A text above this size is not pasted. */
const MOST = 20_000_000;

/** Characters that turn the direction of text are shown as boxes. */
const TURNS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

const common = [
  lineNumbers(),
  drawSelection(),
  bracketMatching(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorView.lineWrapping,
  highlightSpecialChars({ addSpecialChars: TURNS }),
  EditorView.perLineTextDirection.of(false),
  syntaxHighlighting(COLOURS),
  THEME,
];

const colours = (size) => (size > LARGE ? [] : [json(), bidiIsolates(), foldGutter()]);

/** Sides of the comparison: an attribute of the host hides one. */
const SIDES = `
  .cm-mergeView { height: 100%; }
  .cm-mergeViewEditors { min-height: 100%; }
  .cm-mergeViewEditor { min-width: 0; }
  .cm-mergeViewEditor + .cm-mergeViewEditor { border-inline-start: 1px solid var(--line); }
  :host([data-hidden="a"]) .cm-mergeViewEditor:first-child, :host([data-hidden="b"]) .cm-mergeViewEditor:last-child { display: none; }
  .cm-editor { height: 100%; }
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

  /**
   * @param {HTMLElement} host
   * @param {(isPaste: boolean, isUndo: boolean) => void} onChange called after each change of the person's text
   * @param {(file: File) => void} onFile called for a file that is dropped or pasted
   * @param {(size: number) => void} onTooLarge called for a text that is too large to paste
   */
  constructor(host, onChange, onFile, onTooLarge) {
    this.#onChange = onChange;
    const root = shadowOf(host);
    const changed = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      const isPaste = update.transactions.some(
        (transaction) =>
          transaction.isUserEvent("input.paste") || transaction.isUserEvent("input.drop") || transaction.isUserEvent("input.example"),
      );
      const isUndo = update.transactions.some((transaction) => transaction.isUserEvent("undo") || transaction.isUserEvent("redo"));
      this.#onChange(isPaste, isUndo);
    });
    const files = EditorView.domEventHandlers({
      drop: (event) => {
        const [file] = event.dataTransfer?.files ?? [];
        if (file === undefined) return false;
        event.preventDefault();
        onFile(file);
        return true;
      },
      paste: (event) => {
        const [file] = event.clipboardData?.files ?? [];
        const size = event.clipboardData?.getData("text/plain").length ?? 0;
        if (file === undefined && size <= MOST) return false;
        event.preventDefault();
        if (file === undefined) onTooLarge(size);
        else onFile(file);
        return true;
      },
    });
    const first = [
      ...common,
      history(),
      keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      this.#language[0].of(colours(0)),
      changed,
      files,
      arcs,
      placeholder("Paste the request or the error here"),
      EditorView.contentAttributes.of({ "aria-label": "Your text", spellcheck: "false" }),
    ];
    const second = [
      ...common,
      EditorState.readOnly.of(true),
      keymap.of([...searchKeymap, ...defaultKeymap]),
      this.#language[1].of(colours(0)),
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

  get repaired() {
    return this.#merge.b.state.doc.toString();
  }

  /** Replaces the person's text. Undo brings it back. */
  setText(text, userEvent = "input.example") {
    const { state } = this.#merge.a;
    this.#merge.a.dispatch({
      changes: { from: 0, to: state.doc.length, insert: text },
      selection: { anchor: 0 },
      userEvent,
      scrollIntoView: true,
    });
    this.#colour(0, text.length);
  }

  #colour(side, size) {
    const view = side === 0 ? this.#merge.a : this.#merge.b;
    view.dispatch({ effects: this.#language[side].reconfigure(colours(size)) });
  }

  /** Underlines places of the person's text, and draws the calls. */
  mark(marks, pairs) {
    const { a } = this.#merge;
    const size = a.state.doc.length;
    const found = marks
      .filter(({ to }) => to <= size)
      .map(({ from, to, message, severity = "error" }) => ({ from, to: Math.max(to, Math.min(from + 1, size)), severity, message }));
    a.dispatch(setDiagnostics(a.state, found));
    a.dispatch({ effects: setPairs.of(pairs.filter(({ call, result }) => Math.max(call, result) <= size)) });
  }

  /** Shows the repaired text: the person's own with these edits. */
  showRepaired(edits) {
    const { a, b } = this.#merge;
    const text = a.state.doc.toString();
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
  }

  /** Hides a side; null shows both. @param {"a" | "b" | null} side */
  hide(side) {
    if (side === null) delete this.#host.dataset.hidden;
    else this.#host.dataset.hidden = side;
    this.#merge.a.requestMeasure();
    this.#merge.b.requestMeasure();
  }

  /** Scrolls to a place of the person's text. */
  scrollTo(offset) {
    const { a } = this.#merge;
    a.dispatch({ effects: EditorView.scrollIntoView(Math.min(offset, a.state.doc.length), { y: "center" }) });
  }

  /** Goes to a place of the person's text. */
  goTo(offset) {
    const { a } = this.#merge;
    a.dispatch({
      selection: { anchor: Math.min(offset, a.state.doc.length) },
      effects: EditorView.scrollIntoView(Math.min(offset, a.state.doc.length), { y: "center" }),
    });
    a.focus();
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

/** One text: read-only, or code to edit. */
export function plainEditor(host, { label, text = "", isReadOnly = false, language = json() }) {
  const root = shadowOf(host);
  const extensions = [
    ...common,
    language,
    isReadOnly ? EditorState.readOnly.of(true) : [history(), keymap.of([...historyKeymap, indentWithTab])],
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
  };
}
