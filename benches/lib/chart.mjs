// Line charts as SVG, readable on light and dark pages.

const [WIDTH, HEIGHT] = [720, 360];
const EDGE = { left: 78, right: 190, top: 44, bottom: 54 };
const COLOURS = ["#c2410c", "#2563eb", "#059669", "#9333ea", "#db2777"];
const STYLE = `text { font: 13px system-ui, sans-serif; fill: #1f2937 } .title { font-size: 15px; font-weight: 600 } .grid { stroke: #d1d5db }
@media (prefers-color-scheme: dark) { text { fill: #e5e7eb } .back { fill: #111827 } .grid { stroke: #374151 } }`;

/**
 * @typedef {object} Axis
 * @property {string} label what it shows, and the unit
 * @property {boolean} [isLog] each step is ten times the one before; otherwise the axis begins at 0
 */

/**
 * Returns a chart.
 *
 * @param {{ title: string, x: Axis, y: Axis, lines: { name: string, points: [number, number][] }[] }} content
 */
export function chart({ title, x, y, lines }) {
  const points = lines.flatMap((line) => line.points);
  const across = scale(
    x,
    points.map(([value]) => value),
    EDGE.left,
    WIDTH - EDGE.right,
  );
  const up = scale(
    y,
    points.map(([, value]) => value),
    HEIGHT - EDGE.bottom,
    EDGE.top,
  );
  const [right, bottom] = [WIDTH - EDGE.right, HEIGHT - EDGE.bottom];
  const parts = [
    `<text class="title" x="${EDGE.left}" y="24">${escaped(title)}</text>`,
    ...across.steps.map((step) => `<text x="${across.at(step)}" y="${bottom + 20}" text-anchor="middle">${named(step)}</text>`),
    ...up.steps.map(
      (step) =>
        `<path class="grid" d="M${EDGE.left} ${up.at(step)}H${right}"/><text x="${EDGE.left - 8}" y="${up.at(step) + 4}" text-anchor="end">${named(step)}</text>`,
    ),
    `<text x="${(EDGE.left + right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(18 ${(EDGE.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
    ...lines.map(({ name, points: own }, index) =>
      drawn(
        name,
        own.map(([one, other]) => `${across.at(one)} ${up.at(other)}`),
        index,
        right,
      ),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<rect class="back" width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

function drawn(name, points, index, right) {
  const colour = COLOURS[index % COLOURS.length];
  const y = EDGE.top + 8 + 22 * index;
  const line = `<path d="M${points.join("L")}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  return `${line}<path d="M${right + 14} ${y}h18" stroke="${colour}" stroke-width="3"/><text x="${right + 38}" y="${y + 4}">${escaped(name)}</text>`;
}

/** Places values between two ends, and says where the steps of the axis are. */
function scale({ isLog = false }, values, from, to) {
  const highest = Math.max(...values);
  const [low, high] = isLog ? [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(highest))] : [0, rounded(highest)];
  const steps = isLog
    ? Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step))
    : Array.from({ length: 6 }, (_, step) => (high * step) / 5);
  const at = (value) => Math.round(10 * (from + (((isLog ? Math.log10(value) : value) - low) / (high - low)) * (to - from))) / 10;
  return { steps, at };
}

/** The next number of the kind 1, 2 or 5, 10, ... */
function rounded(value) {
  const ten = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * ten).find((step) => step >= value);
}

const named = (value) => (value >= 1 ? Math.round(10 * value) / 10 : Number(value.toPrecision(2))).toLocaleString("en");

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
