// Folds of all that is far from the place of a fault or of a change. Both texts fold the same lines, so they stay level.

import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

/** Lines around a place that stay open. */
const MARGIN = 9;
/** Fewer lines are not folded. */
const LEAST = 7;

/** Sets the folds: `{ from, to, label, id }`, in lines from 1. */
export const setFolds = StateEffect.define();
/** Opens the fold of an id. */
const openFold = StateEffect.define();

class Fold extends WidgetType {
  constructor(fold, opened) {
    super();
    this.fold = fold;
    this.opened = opened;
  }

  eq(other) {
    return other.fold.id === this.fold.id && other.fold.label === this.fold.label;
  }

  toDOM() {
    const row = document.createElement("div");
    row.className = "cm-folded";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `⋯ ${this.fold.label}`;
    button.setAttribute("aria-label", `Show ${this.fold.label}`);
    button.addEventListener("click", () => this.opened(this.fold.id));
    row.append(button);
    return row;
  }

  get estimatedHeight() {
    return 22;
  }

  ignoreEvent() {
    return true;
  }
}

/** The extension of a text; `opened` is called with the id of a fold that a person opens. */
export function folds(opened) {
  return StateField.define({
    create: () => Decoration.none,
    update(shown, transaction) {
      let value = transaction.docChanged ? shown.map(transaction.changes) : shown;
      for (const effect of transaction.effects) {
        if (effect.is(setFolds)) value = decorationsOf(transaction.state.doc, effect.value, opened);
        if (effect.is(openFold)) value = value.update({ filter: (_from, _to, { spec }) => spec.id !== effect.value });
      }
      // A place that a person edits or goes to is open.
      if (transaction.docChanged || transaction.selection) {
        const { head } = transaction.state.selection.main;
        value = value.update({ filter: (from, to) => head < from || head > to });
      }
      return value;
    },
    provide: (own) => [EditorView.decorations.from(own), EditorView.atomicRanges.of((view) => view.state.field(own))],
  });
}

export const opening = (id) => openFold.of(id);

function decorationsOf(doc, list, opened) {
  const builder = new RangeSetBuilder();
  for (const fold of list) {
    if (fold.to > doc.lines) continue;
    builder.add(
      doc.line(fold.from).from,
      doc.line(fold.to).to,
      Decoration.replace({ widget: new Fold(fold, opened), block: true, id: fold.id }),
    );
  }
  return builder.finish();
}

/**
 * Plans the folds of two texts that differ by edits. @param {import("@codemirror/state").Text} before @param {import("@codemirror/state").Text} after
 * @param {{ from: number, to: number, insert: string }[]} edits of the first text @param {number[]} places in the first text that stay open
 */
export function foldsOf(before, after, edits, places) {
  const lineOf = (offset) => before.lineAt(Math.min(offset, before.length)).number;
  const open = [
    ...places.map((offset) => ({ from: lineOf(offset), to: lineOf(offset) })),
    ...edits.map(({ from, to }) => ({ from: lineOf(from), to: lineOf(to) })),
  ].sort((one, other) => one.from - other.from);
  const planned = [];
  let next = 1;
  const fold = (from, to) => to - from + 1 >= LEAST && planned.push({ from, to });
  for (const { from, to } of open) {
    fold(next, from - MARGIN - 1);
    next = Math.max(next, to + MARGIN + 1);
  }
  if (open.length > 0) fold(next, before.lines);
  return planned.map(({ from, to }, place) => {
    const label = `${(to - from + 1).toLocaleString("en")} lines`;
    const [start, end] = [mapped(before.line(from).from, edits), mapped(before.line(to).to, edits)];
    return {
      a: { from, to, label, id: place },
      b: {
        from: after.lineAt(Math.min(start, after.length)).number,
        to: after.lineAt(Math.min(end, after.length)).number,
        label,
        id: place,
      },
    };
  });
}

/** The place in the second text of a place between edits. */
function mapped(offset, edits) {
  let moved = 0;
  for (const { from, to, insert } of edits) if (to <= offset && from < offset) moved += insert.length - (to - from);
  return offset + moved;
}
