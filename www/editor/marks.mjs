// The marks in a text: the key or the id at fault underlined, a bar beside the lines around it, and a word at the end of its line.

import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, hoverTooltip } from "@codemirror/view";

/**
 * @typedef {object} Mark
 * @property {number} from
 * @property {number} to
 * @property {number} barFrom
 * @property {number} barTo
 * @property {"find" | "warn" | "mend"} severity
 * @property {string} message
 * @property {string | null} say a word for the end of the line
 */

/** Lines beside which a bar stands; a longer value has it at its first lines. */
const MOST_LINES = 60;

export const setMarks = StateEffect.define();

class Saying extends WidgetType {
  constructor(text, severity) {
    super();
    this.text = text;
    this.severity = severity;
  }

  eq(other) {
    return other.text === this.text && other.severity === this.severity;
  }

  toDOM() {
    const element = document.createElement("span");
    element.className = `cm-say ${this.severity}`;
    element.textContent = this.text;
    return element;
  }
}

const field = StateField.define({
  create: () => ({ marks: [], shown: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) return { marks: effect.value, shown: decorationsOf(transaction.state.doc, effect.value) };
    // Places move with the text until new ones arrive.
    if (!transaction.docChanged) return value;
    const { changes } = transaction;
    const marks = value.marks.map((mark) => ({ ...mark, from: changes.mapPos(mark.from), to: changes.mapPos(mark.to) }));
    return { marks, shown: value.shown.map(changes) };
  },
  provide: (own) => EditorView.decorations.from(own, ({ shown }) => shown),
});

function decorationsOf(doc, marks) {
  const size = doc.length;
  const ranges = [];
  const barred = new Set();
  const said = new Set();
  for (const { from, to, barFrom, barTo, severity, say } of marks) {
    if (to > size || barTo > size) continue;
    const [first, last] = [doc.lineAt(barFrom).number, doc.lineAt(barTo).number];
    for (let line = first; line <= Math.min(last, first + MOST_LINES); line += 1) {
      if (barred.has(line) || severity === "mend") continue;
      barred.add(line);
      const at = doc.line(line).from;
      ranges.push([at, at, Decoration.line({ class: `cm-bar ${severity}` })]);
    }
    if (to > from) ranges.push([from, to, Decoration.mark({ class: `cm-at ${severity}` })]);
    const line = doc.lineAt(from);
    if (say !== null && say !== undefined && !said.has(line.number)) {
      said.add(line.number);
      ranges.push([line.to, line.to, Decoration.widget({ widget: new Saying(say, severity), side: 1 })]);
    }
  }
  ranges.sort(([one, , first], [other, , second]) => one - other || first.startSide - second.startSide);
  const builder = new RangeSetBuilder();
  for (const [from, to, decoration] of ranges) builder.add(from, to, decoration);
  return builder.finish();
}

/** The fault at a place, for a pointer that rests there. */
const tooltip = hoverTooltip((view, at) => {
  const found = view.state.field(field).marks.find(({ from, to, message }) => from <= at && at <= to && message);
  if (found === undefined) return null;
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-fault";
      dom.textContent = found.message;
      return { dom };
    },
  };
});

export const marks = [field, tooltip];
