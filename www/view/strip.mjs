// A strip of tokens: a block for each message, arcs from calls to results, and the window as a line to drag.

const COLOURS = { system: "--prompt", user: "--user", assistant: "--assistant", tool: "--tool", summary: "--summary" };
const [BLOCKS, ARCS] = [34, 26];
/** Pairs above this number are not drawn. */
const MOST_ARCS = 400;

export class Strip {
  #canvas;
  #blocks = [];
  #states = [];
  #total = 1;
  #beside = 0;
  #window = 1;

  /** @param {HTMLCanvasElement} canvas @param {(tokens: number) => void} onDrag @param {(index: number | null) => void} onPoint */
  constructor(canvas, onDrag, onPoint) {
    this.#canvas = canvas;
    const at = (event) => {
      const { left, width } = canvas.getBoundingClientRect();
      return Math.max(0, Math.min(1, (event.clientX - left) / width)) * this.#total;
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      onDrag(Math.max(1, Math.round(at(event))));
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) return onDrag(Math.max(1, Math.round(at(event))));
      onPoint(this.#indexAt(at(event)));
    });
    canvas.addEventListener("pointerleave", () => onPoint(null));
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  show({ blocks, beside, total }) {
    [this.#blocks, this.#beside, this.#total, this.#states] = [blocks, beside, Math.max(1, total), []];
    this.draw();
  }

  set window(tokens) {
    this.#window = tokens;
    this.draw();
  }

  set states(states) {
    this.#states = states;
    this.draw();
  }

  #indexAt(tokens) {
    let end = this.#beside;
    for (const [place, block] of this.#blocks.entries()) {
      end += block.tokens;
      if (tokens < end) return place;
    }
    return null;
  }

  draw() {
    const canvas = this.#canvas;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, BLOCKS + ARCS];
    if (width === 0) return;
    [canvas.width, canvas.height] = [width * ratio, height * ratio];
    const paint = canvas.getContext("2d");
    paint.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    const x = (tokens) => (tokens / this.#total) * width;
    const middles = new Map();
    paint.fillStyle = colour("--line");
    paint.fillRect(0, ARCS, x(this.#beside), BLOCKS);
    let from = this.#beside;
    for (const [place, { role, tokens, calls, answers }] of this.#blocks.entries()) {
      const state = this.#states[place] ?? "kept";
      const [left, wide] = [x(from), Math.max(0.5, x(tokens) - (x(tokens) > 3 ? 1 : 0))];
      paint.fillStyle = colour(COLOURS[role] ?? "--soft");
      paint.globalAlpha = state === "kept" ? 1 : state === "changed" ? 0.55 : 0.16;
      paint.fillRect(left, ARCS, wide, BLOCKS);
      paint.globalAlpha = 1;
      if (state === "changed") paint.fillRect(left, ARCS + BLOCKS - 5, wide, 5);
      for (const id of calls) middles.set(id, { from: left + wide / 2, isGone: state === "removed", results: [] });
      if (answers !== null) middles.get(answers)?.results.push(left + wide / 2);
      from += tokens;
    }
    paint.strokeStyle = colour("--tool");
    let drawn = 0;
    for (const { from: start, results, isGone } of middles.values()) {
      for (const end of results) {
        drawn += 1;
        if (drawn > MOST_ARCS) break;
        paint.globalAlpha = isGone ? 0.2 : 0.9;
        paint.beginPath();
        paint.moveTo(start, ARCS);
        paint.quadraticCurveTo((start + end) / 2, ARCS - Math.min(ARCS * 1.6, 8 + (end - start)), end, ARCS);
        paint.stroke();
      }
    }
    paint.globalAlpha = 1;
    paint.fillStyle = colour("--bad");
    const line = Math.min(width - 2, x(this.#window));
    paint.fillRect(line - 1, 0, 2, height);
    paint.fillRect(line - 5, 0, 10, 8);
  }
}
