/**
 * Fits the weights of the automaton to each vocabulary on the training side and
 * writes src/kernels/script/weights.rs. Run: node benches/estimator/fit.mjs
 *
 * Ridge least squares on relative errors, with bounds: no weight below zero and
 * none above MOST, so that no text can be priced absurdly. Weights that the
 * data say little about stay near their prior.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CLASSES, buildAutomaton, countFeatures } from "./automaton.mjs";
import { loadBlocks } from "./blocks.mjs";
import { loadChunks } from "./chunks.mjs";
import { LIKE, UNITS_PER_TOKEN, renderTables } from "./render.mjs";
import { VOCABULARIES } from "./teachers.mjs";

const MOST = 3;
const RIDGE = 0.0005;
const ROUNDS = 6;
const SWEEPS = 300;
const ROUNDING_SWEEPS = 10;

/** Steps by which a rounded weight may be off, and the error that a bit less in the compressed table is worth. */
const REACH = 6;
const BIT = 1.7e-6;

/** Weights are whole multiples of a twentieth of a token, or so far from those of the vocabulary that they are like: fewer values compress better. */
const STEP = UNITS_PER_TOKEN / 20;

/** Rules repeat one weight a hundred times, so theirs are not rounded. */
const stepOf = (feature) => (/row\+$|^(box|orn)[2-5]/.test(feature) ? 1 : STEP);

/** Agents send mostly English, code and JSON. All other categories have the same weight. */
const IMPORTANCE = {
  English: 2,
  logs: 1.5,
  code: 2,
  "JSON compact": 2.5,
  "JSON indented": 2,
  "JSON spaced": 1.5,
  markdown: 2.5,
  capitals: 0.5,
  emoji: 0.7,
  "base64 and hashes": 1,
  terminal: 2.5,
  screens: 1.5,
  "code in JSON": 1.5,
  "code in results": 2,
  decomposed: 0.5,
};

/**
 * Weights that the splitting of a vocabulary itself fixes. In all of them digits start a new piece, and a space before digits is a token of
 * its own, because digits do not take it along as words do.
 *
 * - o200k: three digits to a token; whatever follows digits starts a piece, and a word there takes the space along. All spaces of a run
 *   but the last are a token.
 * - Tekken: the same, and every digit is a token.
 * - Claude: three digits to a token. A space is free only between two words or marks. Any other run of spaces is a token, so the space
 *   behind digits or a line break is, and the second space of two.
 */
const PINS = {
  shared: (feature) => {
    if (/^sp[12]>d$/.test(feature)) return 2;
    if (feature.endsWith(">d") || feature === "d.1" || feature === "d>nl" || feature === "d>tab" || feature === "lf0") return 1;
    return undefined;
  },
  joining: (feature) => {
    if (feature === "ls>d") return 2;
    if (feature === "sp2") return 1;
    if (feature.startsWith("d+")) return 1;
    return feature === "d>sp" ? 0 : undefined;
  },
  threes: (feature) => (["d.2", "d.3"].includes(feature) ? 0 : undefined),
  o200k: (feature) => PINS.joining(feature) ?? PINS.threes(feature) ?? PINS.shared(feature),
  tekken: (feature) => PINS.joining(feature) ?? (["d.2", "d.3"].includes(feature) ? 1 : undefined) ?? PINS.shared(feature),
  claude: (feature) => {
    if (["d>sp", "nl>sp", "tab>sp", "sp2", "sp2>d", "ls>d"].includes(feature)) return 1;
    return feature === "ls2" ? 0 : (PINS.threes(feature) ?? PINS.shared(feature));
  },
  claude47: (feature) => PINS.claude(feature),
};

/** Tokenizers that join a space with the word after it. */
const JOINING = new Set(["o200k", "tekken"]);

/** The first character of a run starts a token, later characters seldom do. */
const priorOf = (feature, vocabulary) => {
  if (/^(han|hir|kat|hgl|cjp)\d/.test(feature)) return 0.6;
  if (feature.includes(">nl")) return feature.startsWith("mark") ? 0.2 : 1;
  if (feature.startsWith("sp>l")) return (feature === "sp>lf0" ? 1 : 0) + (JOINING.has(vocabulary) ? 0 : 1);
  if (feature.includes(">sp")) return JOINING.has(vocabulary) && !/^(nl|tab|d)>/.test(feature) ? 0 : 0.2;
  if (feature.startsWith("@"))
    return /^@(pct|ops|orn)/.test(feature) ? 0.5 : feature === "@lc9.cyr" ? 0.8 : WRITTEN.has(feature) || COMMON.has(feature) ? 0.3 : 1;
  // A corner or crossing within a rule is a piece of its own, and so is the rule behind it.
  if (/^box4\.t(8|9|a|b)$/.test(feature)) return 1.5;
  if (/row\+$|^(box[234]|orn2)\./.test(feature)) return 0.1;
  if (feature.includes(">")) return feature.startsWith("word") || feature.startsWith("u") ? 0.6 : 0.9;
  if (feature.includes("+")) return /^(sp|line|d)?\+/.test(feature) ? 0.9 : 0.5;
  if (/^([fhv]?w)\d/.test(feature)) return 0.25;
  if (feature.includes(".")) return 0;
  return 0.25;
};

const importanceOf = (category) => (category.endsWith(" short") ? SHORT : 1) * (IMPORTANCE[category.replace(" short", "")] ?? 1);

/** Distributes the importance of each category over its sources, and then over their chunks. */
const SHORT = 0.4;

const weightsOf = (given) => {
  const chunks = given.map(({ category, isShort, source }) => ({ category: isShort ? `${category} short` : category, source }));
  const sources = new Map();
  for (const { category, source } of chunks) {
    if (!sources.has(category)) sources.set(category, new Map());
    const counts = sources.get(category);
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return chunks.map(({ category, source }) => {
    const counts = sources.get(category);
    const total = [...counts.values()].reduce((sum, count) => sum + Math.sqrt(count), 0);
    return (importanceOf(category) * Math.sqrt(counts.get(source))) / total / counts.get(source);
  });
};

const sparse = (counts, scale) => {
  const indices = [];
  const values = [];
  counts.forEach((count, index) => {
    if (count === 0) return;
    indices.push(index);
    values.push(count * scale);
  });
  return { indices, values };
};

const predict = ({ indices, values }, weights) => indices.reduce((sum, feature, at) => sum + values[at] * weights[feature], 0);

/** Coordinate descent on the normal equations, each weight clamped to its bounds. */
const solve = (rows, rowWeights, priors, pins, base, steps) => {
  const size = priors.length;
  const gram = new Float64Array(size * size);
  const target = Float64Array.from(priors, (prior) => RIDGE * prior);
  rows.forEach(({ indices, values }, row) => {
    indices.forEach((left, at) => {
      const scaled = rowWeights[row] * values[at];
      target[left] += scaled;
      indices.forEach((right, other) => {
        gram[left * size + right] += scaled * values[other];
      });
    });
  });
  for (let index = 0; index < size; index += 1) gram[index * size + index] += RIDGE;
  const weights = Float64Array.from(priors, (prior, index) => pins[index] ?? prior);
  const best = (index) => {
    let rest = target[index];
    for (let other = 0; other < size; other += 1) if (other !== index) rest -= gram[index * size + other] * weights[other];
    return Math.min(MOST, Math.max(0, rest / gram[index * size + index]));
  };
  const free = Array.from({ length: size }, (_, index) => index).filter((index) => pins[index] === undefined);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) for (const index of free) weights[index] = best(index);
  // A weight that is rounded is made up for by the weights after it, so that their errors do not add up.
  for (let sweep = 0; sweep < ROUNDING_SWEEPS; sweep += 1) {
    const price = sweep < 2 ? () => 0 : pricesOf(Array.from(weights, (weight, index) => unitsOf(weight - base[index])));
    for (const index of free) weights[index] = rounded(best(index), base[index], steps[index], gram[index * size + index], price);
  }
  return weights;
};

const unitsOf = (tokens) => Math.round(tokens * UNITS_PER_TOKEN);

/** The bits that a byte takes after compression: the fewer, the more often it is in the table. */
const pricesOf = (values) => {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (value) => Math.log2(values.length / ((counts.get(value) ?? 0) + 0.5));
};

/** The weight at so many steps from the base that is cheapest, by what it adds to the errors and by the bits it takes. */
const rounded = (wanted, base, step, curvature, price) => {
  const middle = Math.round(((wanted - base) * UNITS_PER_TOKEN) / step);
  let [least, found] = [Infinity, 0];
  for (let steps = middle - REACH; steps <= middle + REACH; steps += 1) {
    const weight = base + (steps * step) / UNITS_PER_TOKEN;
    const cost = (curvature * (weight - wanted) ** 2) / 2 + BIT * price(steps * step);
    if (weight >= 0 && weight <= MOST && cost < least) [least, found] = [cost, weight];
  }
  return found;
};

/** Claude's later vocabulary has few words for code, and what the fit cannot tell costs more there. */
const LEAN = { claude47: 1.005 };

/** Reweights by the inverse error: this turns squared errors into absolute errors, which the report shows. */
const fit = (counts, base, tokens, priors, pins, like, steps) => {
  const rows = counts.map((features, at) => sparse(features, 1 / tokens[at]));
  let weights = Float64Array.from(priors);
  let rowWeights = base;
  for (let round = 0; round < ROUNDS; round += 1) {
    rowWeights = rows.map((row, at) => (round === 0 ? base[at] : (base[at] * 0.05) / Math.max(0.02, Math.abs(predict(row, weights) - 1))));
    weights = solve(rows, rowWeights, priors, pins, like, steps);
  }
  return weights;
};

/** No block of Unicode may be estimated at less than this share of its tokens. */
const LEAST_SHARE = 0.97;

/** The declaration is a text that tokenizers have seen, in every language: others cost more. */
const WRITTEN_SHARE = 1.1;
const RAISES = 200;

/** In texts, these are seldom the rare characters of their bytes, but the selector of emoji, joiners of Persian, and accents apart from their letters. */
const COMMON = new Set(["@lef.tb8", "@pct.t8", "@lc9.latin"]);

/** Characters of scripts that people write: a text in their languages decides, since characters at random cost several times as much. */
const WRITTEN = new Set([
  "@lc9.cyr",
  "@lc9.other",
  "@ldc",
  "@le0.ta0",
  "@le0.tb2",
  "@le0.tba",
  "@le1.t80",
  "@le1.t81",
  "@le1.t83",
  "@le1.t9e",
]);

/** Raises the weights of rare scripts until no block is estimated far too low. */
const raise = (weights, automaton, blocks, vocabulary) => {
  const isRaised = (feature, isWritten) => feature.startsWith("@") && !COMMON.has(feature) && (isWritten || !WRITTEN.has(feature));
  const rows = blocks.map(({ first, text, tokens }) => ({
    ...sparse(countFeatures(automaton, text), 1),
    goal: (first === undefined ? WRITTEN_SHARE : LEAST_SHARE) * tokens[vocabulary],
    raised: automaton.features.map((feature) => isRaised(feature, first === undefined)),
  }));
  for (let round = 0; round < RAISES; round += 1) {
    for (const { indices, values, goal, raised } of rows) {
      const missing = goal - predict({ indices, values }, weights);
      const room = indices.reduce((sum, feature, at) => sum + (raised[feature] ? values[at] ** 2 : 0), 0);
      if (missing <= 0 || room === 0) continue;
      indices.forEach((feature, at) => {
        if (raised[feature]) weights[feature] = Math.min(MOST_RARE, weights[feature] + (missing * values[at]) / room);
      });
    }
  }
};
const MOST_RARE = 255 / UNITS_PER_TOKEN;

const automaton = buildAutomaton();
const chunks = (await loadChunks()).filter(({ split }) => split === "train");
const counts = chunks.map(({ text }) => countFeatures(automaton, text));
const base = weightsOf(chunks);
const blocks = loadBlocks();
const done = {};
const fitted = Object.fromEntries(
  VOCABULARIES.map((vocabulary) => {
    const weights = fit(
      counts,
      base,
      chunks.map(({ tokens }) => tokens[vocabulary] * (LEAN[vocabulary] ?? 1)),
      automaton.features.map((feature) => priorOf(feature, vocabulary)),
      automaton.features.map(PINS[vocabulary]),
      done[LIKE[vocabulary]] ?? new Float64Array(automaton.features.length),
      automaton.features.map(stepOf),
    );
    done[vocabulary] = weights;
    raise(weights, automaton, blocks, vocabulary);
    return [vocabulary, weights];
  }),
);
const target = fileURLToPath(new URL("../../src/kernels/script/weights.rs", import.meta.url));
writeFileSync(target, renderTables(automaton, fitted));
process.stdout.write(
  `${chunks.length} chunks, ${automaton.states.length} states, ${CLASSES.length} classes, ${automaton.features.length} weights -> src/kernels/script/weights.rs\n`,
);
