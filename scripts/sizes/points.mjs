// Makes points: of each request one, of each session up to twelve.

/** @typedef {import("./measure.mjs").Point} Point */
/** @typedef {import("./sets.mjs").Session} Session */
/** @typedef {import("./ways/way.mjs").Way} Way */

/** The points of a session. */
const POINTS = 12;
/** A shorter growth, in tokens, says little. */
const LEAST_GROWTH = 1_000;

/**
 * Measures a set in one way.
 *
 * @param {import("./sets.mjs").Measured} set
 * @param {Way} way
 * @returns {{ points: Point[], refused: Map<string, number> }} `refused`: the errors of requests that the way does not take, with their number
 */
export function pointsOf({ rows, sessions }, way) {
  const points = [];
  const refused = new Map();
  const attempt = (measure) => {
    try {
      points.push(...measure());
    } catch (error) {
      const reason = error.code ?? error.message;
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    }
  };
  for (const row of rows) attempt(() => [pointOf(row, way)]);
  for (const session of sessions) attempt(() => growthOf(session, way));
  return { points, refused };
}

function pointOf({ kind, class: of, model, input, uri, id, request, source }, way) {
  const size = way.sizeOf({ kind, model, uri, body: request });
  return { kind, class: of, name: id ?? source, model, count: input, size };
}

/**
 * Measures the growth of a session since its first request. The first holds a prompt and tools that no transcript shows, so it is only the
 * base. The reports divide the growth into stretches; a point is closed when a twelfth of the tokens has grown.
 *
 * @param {Session} session
 * @param {Way} way
 * @returns {Point[]}
 */
export function growthOf(session, way) {
  const { id, format, model, reported } = session;
  const leftOut = new Set([...(session.unsure ?? []), ...(session.unexplained ?? [])]);
  const sizeAt = sizesOf(session, way);
  const step = (reported.at(-1)[1] - reported[0][1]) / POINTS;
  const points = [];
  const grown = { count: 0, size: 0 };
  let [from, next] = [0, step];
  const take = (to) => {
    if (to <= from) return;
    grown.count += reported[to][1] - reported[from][1];
    grown.size += sizeAt(reported[to][0]) - sizeAt(reported[from][0]);
  };
  for (let at = 1; at < reported.length; at += 1) {
    if (leftOut.has(at)) {
      take(at - 1);
      from = at;
      continue;
    }
    const reached = grown.count + reported[at][1] - reported[from][1];
    if (reached < next && at < reported.length - 1) continue;
    take(at);
    from = at;
    next = grown.count + step;
    if (grown.count >= LEAST_GROWTH)
      points.push({ kind: `session ${format}`, class: familyOf(model), name: `${id}@${at}`, model, ...grown });
  }
  return points;
}

/** Returns a function that returns the size of the request that holds so many messages, and remembers it. */
function sizesOf(session, way) {
  const { format, model, messages } = session;
  const known = new Map();
  const bodyOf = (length) =>
    format === "anthropic" ? { model, max_tokens: 1024, messages: messages.slice(0, length) } : { model, input: messages.slice(0, length) };
  return (length) => {
    if (!known.has(length)) known.set(length, way.sizeOf({ kind: format, model, body: bodyOf(length) }) + unseenReasoning(session, length));
    return known.get(length);
  };
}

/** Transcripts of Responses hold no encrypted reasoning. OpenAI reads it until the next user message, so the reports since the last one tell its size. */
function unseenReasoning({ format, messages, reported }, length) {
  if (format !== "openai-responses") return 0;
  const last = messages.slice(0, length).findLastIndex(({ role }) => role === "user");
  return reported.reduce((sum, [at, , , reasoning = 0]) => (at > last && at < length ? sum + reasoning : sum), 0);
}

/** The vocabulary of a session's model. */
function familyOf(model) {
  if (!/claude/.test(model)) return "gpt-5.x";
  return /opus-4-[789]|opus-5|sonnet-5|fable/.test(model) ? "claude since 4.7" : "claude to 4.6";
}
