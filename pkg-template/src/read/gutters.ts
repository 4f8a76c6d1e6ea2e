// Takes the line numbers out of the code of tracebacks, as IPython prints it: `----> 1 response = create(`, `      2     model="m",`.

import { type Layer, LayerBuilder } from "./layer.js";

/** The number before a line; notebooks make it a link. */
const GUTTER = /^(-{2,}> ?| *)(?:\[(\d{1,6})\]\([^)\n]*\)|(\d{1,6})(?![^\s]))/;

/** Lines without the next number, after which the code ends. */
const MOST_OTHERS = 40;

interface Line {
  readonly from: number;
  readonly end: number;
  /** The number before the line; -1 without any. */
  readonly number: number;
  /** The end of the number. */
  readonly code: number;
  readonly isArrow: boolean;
}

/** Returns the text without these numbers: those of a line with an arrow, and of the lines around it that count on. */
export function withoutGutters(layer: Layer): Layer {
  const { text } = layer;
  if (!/^-{2,}> ?(?:\[?\d)/m.test(text)) return layer;
  const lines = linesOf(text);
  const numbered = new Set<Line>();
  lines.forEach((line, at) => {
    if (!line.isArrow || numbered.has(line)) return;
    for (const step of [1, -1]) {
      // Lines that were put in have no number.
      let [number, others] = [line.number, 0];
      for (let next = at; others < MOST_OTHERS && next >= 0 && next < lines.length; next += step) {
        const one = lines[next] as Line;
        if (one.number !== number) others += 1;
        else {
          numbered.add(one);
          [number, others] = [number + step, 0];
        }
      }
    }
  });
  const builder = new LayerBuilder(layer);
  for (const line of lines) builder.raw(numbered.has(line) ? line.code : line.from, line.end);
  return builder.end(text.length);
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from) + 1 || text.length;
    const found = GUTTER.exec(text.slice(from, Math.min(end, from + 200)));
    const number = found === null ? -1 : Number(found[2] ?? found[3]);
    lines.push({ from, end, number, code: from + (found?.[0].length ?? 0), isArrow: found?.[1]?.startsWith("-") === true });
    from = end;
  }
  return lines;
}
