// Bars of a replay: a bar for each request, what the cache served below and what was read anew above.

const HEIGHT = 96;

/** @param {HTMLCanvasElement} canvas @param {{ tokens: number, cached: number, isCut: boolean }[]} requests */
export function drawBars(canvas, requests, most) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  if (width === 0) return;
  [canvas.width, canvas.height] = [width * ratio, HEIGHT * ratio];
  const paint = canvas.getContext("2d");
  paint.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(name).trim();
  // More requests than pixels are drawn as the largest of each pixel.
  const step = Math.max(1, Math.ceil(requests.length / width));
  const wide = width / Math.ceil(requests.length / step || 1);
  for (let place = 0; place * step < requests.length; place += 1) {
    const group = requests.slice(place * step, (place + 1) * step);
    const { tokens, cached } = group.reduce((largest, request) => (request.tokens > largest.tokens ? request : largest));
    const y = (value) => (value / Math.max(1, most)) * (HEIGHT - 8);
    const bar = Math.max(0.5, wide - (wide > 3 ? 1 : 0));
    paint.fillStyle = colour("--accent");
    paint.fillRect(place * wide, HEIGHT - y(cached), bar, y(cached));
    paint.fillStyle = colour("--fresh");
    paint.fillRect(place * wide, HEIGHT - y(tokens), bar, y(tokens - cached));
    if (group.some(({ isCut }) => isCut)) {
      paint.fillStyle = colour("--bad");
      paint.fillRect(place * wide, 0, Math.max(2, bar), 4);
    }
  }
}
