// The growth of `sanitize` and `fit` in bodies of many shapes: the time for a body of four times as many messages, beside the time for the
// body. Linear work takes 4 times as long, quadratic work 16 times.

import { fit, sanitize } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { SHAPES } from "./lib/shapes.mjs";
import { median, ratio } from "./lib/statistics.mjs";
import { table, time, times } from "./lib/table.mjs";

const FORMAT = "openai-chat";
/** `--count=4000` begins with larger bodies, and `--shape=ids` takes only the shapes whose name contains the word. */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const COUNT = Number(option("count") ?? (isQuick ? 3 : 500));
const CHOSEN = Object.entries(SHAPES).filter(([name]) => name.includes(option("shape") ?? ""));
const ROUNDS = isQuick ? 1 : 3;
const TIMES = 4;
const ROOMY = 1e9;
/** The number of the worst growths that are listed below the table. */
const WORST = 5;

/** The works, by name. `tokens` is the size of the body. */
const WORKS = {
  sanitize: (body) => sanitize(FORMAT, body).body.messages.length,
  "fit, nothing to drop": (body) => fitted(body, ROOMY),
  "fit to half": (body, tokens) => fitted(body, Math.ceil(tokens / 2)),
  "fit to an eighth": (body, tokens) => fitted(body, Math.ceil(tokens / 8)),
};

/** Returns the tokens of the fitted body; 0 when the current request alone is larger. A refusal takes time, too, so it is measured. */
function fitted(body, maxTokens) {
  try {
    return fit(FORMAT, body, { maxTokens }).tokens;
  } catch (error) {
    if (error.code !== "cannot-fit") throw error;
    return 0;
  }
}

const rows = [];
const growths = [];

console.log(`Growth of sanitize and fit, ${machine()}\n`);
for (const [name, shape] of CHOSEN) {
  const [small, large] = [COUNT, TIMES * COUNT].map((count) => {
    const body = shape(count);
    return { body, tokens: fitted(body, ROOMY) };
  });
  const [cells, longest] = [[], []];
  for (const [task, work] of Object.entries(WORKS)) {
    let isRefused = false;
    const run = ({ body, tokens }) => {
      const number = work(body, tokens);
      isRefused = number === 0;
      return number;
    };
    const taken = await measure({ small: () => run(small), large: () => run(large) }, { rounds: ROUNDS, warmUp: 0 });
    const growth = ratio(taken.large, taken.small);
    growths.push({ growth, title: `${task}, ${name}: ${times(growth)}` });
    cells.push(times(growth) + (isRefused ? ", refused" : ""));
    longest.push(median(taken.large));
  }
  const counts = [small, large].map(({ body }) => body.messages.length.toLocaleString("en"));
  rows.push([name, counts.join(" → "), ...cells, time(Math.max(...longest))]);
}
console.log(table(["body", "messages", ...Object.keys(WORKS), "the longest of them"], rows));
const worst = growths.toSorted((one, other) => other.growth - one.growth).slice(0, WORST);
console.log(`
The columns with × say how many times as long ${TIMES} times as many repetitions of the shape take: about ${TIMES} times when the work is linear, ${TIMES ** 2} times
when it is quadratic. \`refused\`: the current request alone is larger than that, and \`fit\` says so.
The worst: ${worst.map(({ title }) => title).join("; ")}.`);
