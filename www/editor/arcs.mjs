// Arcs from calls to their results, beside the text. A call or a result that stands alone gets a dot.

import { StateEffect, StateField } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";

/** @type {import("@codemirror/state").StateEffectType<import("../worker/places.mjs").Pair[]>} */
export const setPairs = StateEffect.define();

const pairs = StateField.define({
  create: () => [],
  update: (value, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setPairs)) return effect.value;
    // Places move with the text until new ones arrive.
    if (!transaction.docChanged) return value;
    const moved = (offset) => (offset < 0 ? offset : transaction.changes.mapPos(offset));
    return value.map(({ id, call, result }) => ({ id, call: moved(call), result: moved(result) }));
  },
});

const [WIDTH, MOST] = [30, 150];
const svg = (name, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const drawing = ViewPlugin.define((view) => {
  const layer = svg("svg", { class: "arcs", "aria-hidden": "true", width: WIDTH });
  view.scrollDOM.append(layer);

  const read = () => {
    const { from, to } = view.viewport;
    const isSeen = (offset) => offset >= from && offset <= to;
    const seen = view.state
      .field(pairs)
      .filter(({ call, result }) => isSeen(call) || isSeen(result))
      .slice(0, MOST);
    const y = (offset) => {
      const block = view.lineBlockAt(Math.min(offset, view.state.doc.length));
      return block.top + Math.min(block.height, view.defaultLineHeight) / 2;
    };
    const top = view.lineBlockAt(from).top;
    const bottom = view.lineBlockAt(to).bottom;
    const padding = view.documentPadding.top;
    const left = view.contentDOM.offsetLeft;
    return {
      seen: seen.map(({ call, result }) => ({ call: call < 0 ? null : y(call) - top, result: result < 0 ? null : y(result) - top })),
      top: top + padding,
      height: bottom - top,
      left,
    };
  };

  const write = ({ seen, top, height, left }) => {
    layer.style.top = `${top}px`;
    layer.style.left = `${left}px`;
    layer.setAttribute("height", String(Math.max(0, height)));
    const shapes = seen.map(({ call, result }) => {
      if (call === null || result === null) return svg("circle", { class: "open", cx: WIDTH - 6, cy: call ?? result, r: 3.5 });
      const depth = Math.min(WIDTH - 8, 8 + Math.log2(1 + Math.abs(result - call)) * 1.6);
      const [x, inner] = [WIDTH - 3, WIDTH - 3 - depth];
      const [start, end] = [Math.max(call, -50), Math.min(result, height + 50)];
      return svg("path", {
        d: `M${x},${start} C${inner},${start} ${inner},${start} ${inner},${start + 6} L${inner},${end - 6} C${inner},${end} ${inner},${end} ${x},${end} m-5,-3 l5,3 l-5,3`,
      });
    });
    layer.replaceChildren(...shapes);
  };

  const measure = () => view.requestMeasure({ key: "arcs", read, write });
  measure();
  return {
    update: (update) =>
      (update.docChanged ||
        update.viewportChanged ||
        update.geometryChanged ||
        update.transactions.some(({ effects }) => effects.length > 0)) &&
      measure(),
    destroy: () => layer.remove(),
  };
});

export const arcs = [pairs, drawing];
