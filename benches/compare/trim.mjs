// Cuts random agent transcripts to a budget, with backscroll and with other libraries, and counts the requests that are worth sending.
//
// RUNS=1000 takes fewer transcripts.

import { ConversationError, estimateTokens } from "backscroll";
import { roomForFloor } from "../../tests/support/reduce/floor.mjs";
import { objection } from "../../tests/support/judges.mjs";
import { ASKED, COMPARED } from "./ways/way.mjs";
import { SHARES, shareOf } from "../../tests/support/transcripts/budget.mjs";
import { transcript } from "../../tests/support/transcripts/transcript.mjs";
import { machine } from "../lib/machine.mjs";
import { table } from "../lib/table.mjs";
import { shapeFor } from "./lib/shape.mjs";
import { QUESTIONS, verdict } from "./lib/verdict.mjs";
import { versions } from "./lib/versions.mjs";
import { aiSdk } from "./ways/ai-sdk.mjs";
import { langchain } from "./ways/langchain.mjs";
import { ours } from "./ways/ours.mjs";
import { strands } from "./ways/strands.mjs";

const CASES = Number(process.env.RUNS ?? 10_000);
/** The control runs on a part of the transcripts, because it takes as long as everything else. */
const CONTROLS = Math.min(CASES, 1_000);
/** The last question. */
const PINS = QUESTIONS.indexOf("pins kept");
/** A limit that no transcript reaches. */
const ROOMY = 1_000_000;

const WAYS = [ours("backscroll", "prepare, with the reducer that it has by default"), langchain, aiSdk, strands];

/** Prints the progress at every tenth, since the run takes minutes. */
const isTenth = (seed) => CASES >= 5_000 && (seed + 1) % (CASES / 10) === 0;

console.log(`Random transcripts cut to a budget, ${machine()}\n${versions()}\n`);
const rows = [];
for (const target of COMPARED) {
  const tallies = WAYS.map(() => ({ whole: 0, none: 0, answers: QUESTIONS.map(() => 0), clean: 0, cleanButPins: 0 }));
  for (let seed = 0; seed < CASES; seed += 1) {
    const { messages } = transcript(seed, shapeFor(target));
    const budget = budgetOf(seed, messages, target);
    for (const [index, way] of WAYS.entries()) {
      await count(tallies[index], way, target, messages, budget);
      if (seed < CONTROLS) await control(tallies[index], way, target, messages);
    }
    if (isTenth(seed)) console.log(`    ... ${target}: ${seed + 1} of ${CASES}`);
  }
  for (const [index, { name }] of WAYS.entries()) {
    const { whole, none, answers, clean, cleanButPins } = tallies[index];
    rows.push([`${target}, ${name}`, clean, cleanButPins, ...answers, none, `${whole} of ${CONTROLS}`]);
  }
}

const head = ["", "clean", "pins aside", ...QUESTIONS, "no request", "accepted uncut"];
console.log(`${table(head, rows)}

Of ${CASES} transcripts, seeds 0 to ${CASES - 1}; the budget is ${SHARES} of the size, and never less than
what must stay: the system prompt, pins, the current request and the newest calls with their results cut to a few words, and a bit more.
"clean" is all five: accepted by the strict provider of tests/support, in budget by our estimate (1 % of rounding is nobody's fault), and
the newest user message, the system prompt and pinned messages are there word for word. LangChain and the AI SDK have no pins: "pins
aside" leaves out that question. The AI SDK has no budget. "no request": the library threw (LangChain's list holds \`undefined\` when
nothing fits).
"accepted uncut" is the control: requests of the same client before anything is cut. All requests are those that each library's own
client was about to send.`);
for (const { name, how } of WAYS) console.log(`- ${name}: ${how}.`);

function budgetOf(seed, messages, target) {
  return Math.max(Math.floor(estimateTokens(messages, ASKED[target]) * shareOf(seed)), roomForFloor(messages, ASKED[target]));
}

async function control(tally, way, target, messages) {
  const body = await requestOf(way, target, messages, ROOMY);
  if (body !== null && objection(target, body) === null) tally.whole += 1;
}

async function count(tally, way, target, messages, budget) {
  const body = await requestOf(way, target, messages, budget);
  if (body === null) {
    tally.none += 1;
    return;
  }
  const answers = verdict(target, body, messages, budget);
  for (const [index, isYes] of answers.entries()) tally.answers[index] += Number(isYes);
  tally.clean += Number(answers.every(Boolean));
  tally.cleanButPins += Number(answers.slice(0, PINS).every(Boolean));
}

/** Returns null when the library threw an error of its own. Any other error is a bug of this program. */
async function requestOf(way, target, messages, budget) {
  const run = way.begin(target);
  try {
    return await run.request(messages, budget);
  } catch (error) {
    if (way === WAYS[0] && !(error instanceof ConversationError)) throw error;
    return null;
  } finally {
    run.end?.();
  }
}
