/**
 * Fits the weights of the automaton to o200k_base on the training side and
 * writes src/tokens/script/weights.rs. Run: node benches/estimator/fit.mjs
 *
 * Ridge least squares on relative errors, with bounds: no weight below zero and
 * none above MOST, so that no text can be priced absurdly. Weights that the
 * data say little about stay near their prior.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CLASSES, buildAutomaton, countFeatures } from "./automaton.mjs";
import { loadChunks } from "./chunks.mjs";
import { renderTables } from "./render.mjs";

const MOST = 3;
const RIDGE = 0.0008;
const ROUNDS = 6;
const SWEEPS = 300;

/** Agents send mostly English, code and JSON. All other categories have the same weight. */
const IMPORTANCE = { English: 2, code: 2, "JSON compact": 2, markdown: 2, capitals: 0.5, emoji: 0.5, "base64 and hashes": 1, terminal: 2, "code in JSON": 1.5 };

/**
 * Weights that the splitting expression itself fixes: digits always start a new
 * piece, three to a token; whatever follows them starts one too; and a space before them is a token of its own, because digits do not take
 * it along as words do.
 */
const pinnedTo = (feature) => {
  if (/^sp[12]>d$/.test(feature)) return 2;
  if (feature.endsWith(">d") || feature === "d.1" || feature.startsWith("d+") || feature === "d>nl" || feature === "d>tab") return 1;
  if (["d.2", "d.3", "text>sp", "d>sp"].includes(feature)) return 0;
  return undefined;
};

/** The first character of a run starts a token, later characters seldom do. */
const priorOf = (feature) => {
  if (/^(han|hir|kat|hgl|cjp)\d/.test(feature)) return 0.6;
  if (feature.includes(">nl")) return feature.startsWith("mark") ? 0.2 : 1;
  if (feature.includes(">sp")) return 0.2;
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
const solve = (rows, rowWeights, priors, pins) => {
  const size = priors.length;
  const gram = new Float64Array(size * size);
  const target = Float64Array.from(priors, (prior) => RIDGE * prior);
  rows.forEach(({ indices, values }, row) => {
    indices.forEach((left, at) => {
      const scaled = rowWeights[row] * values[at];
      target[left] += scaled;
      indices.forEach((right, other) => { gram[left * size + right] += scaled * values[other]; });
    });
  });
  for (let index = 0; index < size; index += 1) gram[index * size + index] += RIDGE;
  const weights = Float64Array.from(priors, (prior, index) => pins[index] ?? prior);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let index = 0; index < size; index += 1) {
      if (pins[index] !== undefined) continue;
      let rest = target[index];
      for (let other = 0; other < size; other += 1) if (other !== index) rest -= gram[index * size + other] * weights[other];
      weights[index] = Math.min(MOST, Math.max(0, rest / gram[index * size + index]));
    }
  }
  return weights;
};

/** Reweights by the inverse error: this turns squared errors into absolute errors, which the report shows. */
const fit = (automaton, chunks) => {
  const rows = chunks.map(({ text, tokens }) => sparse(countFeatures(automaton, text), 1 / tokens));
  const base = weightsOf(chunks);
  const priors = automaton.features.map(priorOf);
  const pins = automaton.features.map(pinnedTo);
  let weights = Float64Array.from(priors);
  for (let round = 0; round < ROUNDS; round += 1) {
    const rowWeights = rows.map((row, at) => (round === 0 ? base[at] : (base[at] * 0.05) / Math.max(0.02, Math.abs(predict(row, weights) - 1))));
    weights = solve(rows, rowWeights, priors, pins);
  }
  return weights;
};

const automaton = buildAutomaton();
const chunks = (await loadChunks()).filter(({ split }) => split === "train");
const weights = fit(automaton, chunks);
const target = fileURLToPath(new URL("../../src/tokens/script/weights.rs", import.meta.url));
writeFileSync(target, renderTables(automaton, weights));
process.stdout.write(`${chunks.length} chunks, ${automaton.states.length} states, ${CLASSES.length} classes, ${automaton.features.length} weights -> src/tokens/script/weights.rs\n`);
