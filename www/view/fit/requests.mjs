// The requests of a conversation, replayed: what the cache served in grey, all else in dark, and the cuts.

import { count, number, shape } from "../dom.mjs";

const [WIDTH, HEIGHT, FLOOR] = [352, 70, 52];

/** @param {{ tokens: number, cached: number, isCut: boolean }[]} requests */
export function requestBars(requests, window) {
  const most = Math.max(1, ...requests.map(({ tokens }) => tokens));
  const scale = (FLOOR - 6) / Math.max(most, Math.min(window, most * 1.15));
  // More requests than pixels are drawn as the largest of each pixel.
  const step = Math.max(1, Math.ceil(requests.length / WIDTH));
  const wide = WIDTH / Math.max(1, Math.ceil(requests.length / step));
  const cuts = requests.flatMap(({ isCut }, place) => (isCut ? [place] : []));
  const picture = shape("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": `${count(requests.length, "request")}, each as a column. ${cuts.length === 0 ? "No cut." : `${count(cuts.length, "cut")}, the first at request ${cuts[0] + 1}.`}`,
  });
  const add = (name, attributes, ...children) => picture.append(shape(name, attributes, ...children));
  if (window * scale <= FLOOR) add("path", { class: "wline", d: `M0 ${FLOOR - window * scale}H${WIDTH}`, "stroke-dasharray": "3 3" });
  for (let place = 0; place * step < requests.length; place += 1) {
    const group = requests.slice(place * step, (place + 1) * step);
    const { tokens, cached } = group.reduce((largest, request) => (request.tokens > largest.tokens ? request : largest));
    const bar = Math.max(0.5, wide - (wide > 3 ? 1.4 : 0));
    add("rect", { class: "c-old", x: place * wide, y: FLOOR - cached * scale, width: bar, height: cached * scale });
    add("rect", { class: "c-new", x: place * wide, y: FLOOR - tokens * scale, width: bar, height: Math.max(0, tokens - cached) * scale });
  }
  add("path", { class: "axis", d: `M0 ${FLOOR + 0.5}H${WIDTH}` });
  add("text", { class: "m", x: 0, y: 66 }, "1");
  add("text", { class: "m", x: WIDTH, y: 66, "text-anchor": "end" }, number(requests.length));
  const [first] = cuts;
  if (first !== undefined) {
    const x = ((first / step) | 0) * wide + wide / 2;
    add("path", { class: "c-cut", d: `M${x} ${FLOOR + 3}l4 7h-8z` });
    const isRight = x > WIDTH / 2;
    add(
      "text",
      { class: "w", x: isRight ? x - 10 : x + 10, y: 66, "text-anchor": isRight ? "end" : null },
      `${cuts.length === 1 ? "cut" : `${cuts.length} cuts, the first`} at ${first + 1}`,
    );
  }
  return picture;
}
