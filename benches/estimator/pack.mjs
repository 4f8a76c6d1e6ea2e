/**
 * The steps of the automaton, packed for compression. A state does nearly what one of the states before it does, its model, so a step says only
 * how it differs: most are nought.
 */

/** The kinds of difference, of the next state and of the feature alike. A step is four times the one and the other. */
const [AS_MODEL, NEW, AS_LEFT, GIVEN] = [0, 1, 2, 3];

const ROUNDS = 4;
/** Bits that a step costs which is unlike its model, in proportion to a distance that no other state has. */
const PER_DIFFERENCE = 8;

/**
 * @typedef {object} Packed
 * @property {number[]} models How many states before it the model of each state is.
 * @property {number[]} steps
 * @property {number[]} states Next states that steps give, in the order of the steps.
 * @property {number[]} features Features that steps give.
 */

/** Numbers the features from 1 in the order of the steps, so that a new one is the last one and one. @param {number[]} feature */
const numbered = (feature) => {
  const numbers = new Map([[-1, 0]]);
  return { numbers, feature: feature.map((found) => numbers.get(found) ?? numbers.set(found, numbers.size).get(found)) };
};

/** The next state of the model, or the state itself where the model stays. */
const nextLike = (next, classes, model, state, at) => (next[model * classes + at] === model ? state : next[model * classes + at]);

/** Finds the model of every state: few differences, at a distance that other models have too. */
const modelsOf = (next, feature, classes) => {
  const amount = next.length / classes;
  const differences = (state, model) => {
    let found = 0;
    let isSame = true;
    for (let at = 0; at < classes; at += 1) {
      const here = state * classes + at;
      const wasSame = isSame;
      isSame = next[here] === nextLike(next, classes, model, state, at) && feature[here] === feature[model * classes + at];
      if (!isSame && (wasSame || next[here] !== next[here - 1] || feature[here] !== feature[here - 1])) found += 1;
    }
    return found;
  };
  const costs = Array.from({ length: amount }, (_, state) =>
    Array.from({ length: state }, (_, model) => PER_DIFFERENCE * differences(state, model)),
  );
  let used = new Map();
  let models = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bitsOf = (distance) => Math.log2(amount / ((used.get(distance) ?? 0) + 0.5));
    models = costs.map(
      (row, state) =>
        row.reduce(
          (best, cost, model) => {
            const bits = cost + bitsOf(state - model);
            return bits <= best.bits ? { bits, distance: state - model } : best;
          },
          { bits: Infinity, distance: 0 },
        ).distance,
    );
    used = new Map();
    for (const distance of models) used.set(distance, (used.get(distance) ?? 0) + 1);
  }
  return models;
};

/** @param {{ next: number[], feature: number[] }} automaton @param {number} classes @returns {Packed & { numbers: Map<number, number> }} */
export const pack = ({ next, feature: given }, classes) => {
  const { numbers, feature } = numbered(given);
  const models = modelsOf(next, feature, classes);
  const packed = { models, steps: [], states: [], features: [], numbers };
  let [lastState, lastFeature] = [0, 0];
  next.forEach((to, step) => {
    const [state, at] = [Math.floor(step / classes), step % classes];
    const model = state - models[state];
    const kindOf = (value, like, left, last, list) => {
      if (value === like) return AS_MODEL;
      if (value === last + 1) return NEW;
      if (at > 0 && value === left) return AS_LEFT;
      list.push(value);
      return GIVEN;
    };
    const kind = kindOf(to, state === 0 ? 0 : nextLike(next, classes, model, state, at), next[step - 1], lastState, packed.states);
    const of = kindOf(feature[step], state === 0 ? 0 : feature[model * classes + at], feature[step - 1], lastFeature, packed.features);
    packed.steps.push(4 * kind + of);
    lastState = Math.max(lastState, to);
    lastFeature = Math.max(lastFeature, feature[step]);
  });
  return packed;
};

/** @param {Packed} packed @param {number} classes @returns {{ next: number[], feature: number[] }} */
export const unpack = ({ models, steps, states, features }, classes) => {
  const [next, feature] = [[], []];
  let [lastState, lastFeature, givenStates, givenFeatures] = [0, 0, 0, 0];
  steps.forEach((kinds, step) => {
    const [state, at] = [Math.floor(step / classes), step % classes];
    const model = state - models[state];
    const like = model * classes + at;
    next.push(
      [
        () => (state === 0 ? 0 : nextLike(next, classes, model, state, at)),
        () => (lastState += 1),
        () => next[step - 1],
        () => states[givenStates++],
      ][kinds >> 2](),
    );
    feature.push(
      [() => feature[like] ?? 0, () => (lastFeature += 1), () => feature[step - 1], () => features[givenFeatures++]][kinds & 3](),
    );
  });
  return { next, feature };
};
