// The look of the editors. Colours are the page's own, which a shadow root inherits.

import { EditorView } from "@codemirror/view";

export const THEME = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: ".8125rem", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", paddingInlineStart: "2.25rem" },
  ".cm-cursor": { borderInlineStartColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", borderInlineEnd: "1px solid var(--line)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-placeholder": { color: "var(--soft)" },
  ".cm-specialChar": { color: "var(--bad)", fontWeight: "600" },
  ".tok-key": { color: "var(--user)" },
  ".tok-string": { color: "var(--assistant)" },
  ".tok-literal": { color: "var(--summary)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad) 1.5px",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
    backgroundColor: "var(--bad-ground)",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline dashed var(--warn) 1.5px",
    textUnderlineOffset: "3px",
    backgroundColor: "var(--warn-ground)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--edge)",
    borderRadius: ".5rem",
    maxWidth: "32rem",
  },
  ".cm-diagnostic": { padding: ".375rem .625rem", fontFamily: "var(--sans)" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)" },
  ".cm-textfield": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--edge)", fontSize: ".8125rem" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--edge)" },
  "&.cm-merge-a .cm-changedLine": { backgroundColor: "var(--gone-ground)" },
  "&.cm-merge-b .cm-changedLine": { backgroundColor: "var(--new-ground)" },
  "&.cm-merge-a .cm-changedText": { background: "var(--gone-text)" },
  "&.cm-merge-b .cm-changedText": { background: "var(--new-text)" },
  ".cm-collapsedLines": { background: "var(--sunk)", color: "var(--soft)", fontFamily: "var(--sans)", padding: ".125rem 1rem" },
  ".cm-foldGutter": { minWidth: "1rem" },
  ".arcs": { position: "absolute", pointerEvents: "none", overflow: "hidden", color: "var(--tool)" },
  ".arcs path": { fill: "none", stroke: "currentColor", strokeWidth: "1.5" },
  ".arcs .open": { color: "var(--bad)", stroke: "var(--bad)", fill: "var(--bad)" },
});
