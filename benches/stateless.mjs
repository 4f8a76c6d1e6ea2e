// The time to repair a request body of about 1 MB (`sanitize`) and to make it fit (`fit`), beside reading and writing it as JSON, and beside
// the libraries that do a part of it. Long messages are those of tools that return files and pages.

import { fit, sanitize } from "backscroll";
import { CUTTING, REPAIRING, cuts, repairs } from "./lib/peers.mjs";
import { machine } from "./lib/machine.mjs";
import { prose } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { kilobytes, spread, table, times } from "./lib/table.mjs";

const CHARACTERS = isQuick ? 20_000 : 1_000_000;
const ROUNDS = isQuick ? 2 : 25;
const ROOMY = 1e9;

/** A body whose results have this length. */
function bodyOf(length) {
  const turns = Math.ceil(CHARACTERS / (length + 400));
  const messages = Array.from({ length: turns }, (_, turn) => {
    const call = {
      id: `call_${turn}`,
      type: "function",
      function: { name: "read", arguments: JSON.stringify({ path: `src/module-${turn}.ts` }) },
    };
    return [
      { role: "user", content: prose(150, turn + 1) },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", content: prose(length, turn + 7), tool_call_id: call.id },
      { role: "assistant", content: prose(250, turn + 13) },
    ];
  });
  return { model: "gpt-5", messages: [...messages.flat(), { role: "user", content: "Go on." }] };
}

const titled = (task, works) => Object.fromEntries(Object.entries(works).map(([name, work]) => [`${task}, ${name}`, work]));

console.log(`A body without a conversation, ${machine(...new Set([...CUTTING, ...REPAIRING]))}\n`);
for (const length of [1_000, 10_000]) {
  const body = bodyOf(length);
  const json = JSON.stringify(body);
  const { messages } = body;
  const broken = { ...body, messages: messages.filter(({ role }, place) => role !== "tool" || place > 4) };
  const { tokens, memory } = fit("openai-chat", { ...body, messages: messages.slice(0, -1) }, { maxTokens: ROOMY });
  const half = Math.floor(tokens / 2);
  const cut = fit("openai-chat", body, { maxTokens: half });
  const next = { ...body, messages: [...messages, { role: "assistant", content: "Done." }, { role: "user", content: "And now?" }] };
  const works = {
    "JSON.parse": () => JSON.parse(json).messages.length,
    "JSON.stringify": () => JSON.stringify(body).length,
    "sanitize, nothing to repair": () => sanitize("openai-chat", body).body.messages.length,
    "sanitize, a result is missing": () => sanitize("openai-chat", broken).repairs.length,
    "fit, nothing to drop": () => fit("openai-chat", body, { maxTokens: ROOMY }).tokens,
    "fit with memory, nothing to drop": () => fit("openai-chat", body, { maxTokens: ROOMY, memory }).tokens,
    "fit with memory, after a cut to half": () => fit("openai-chat", next, { maxTokens: half, memory: cut.memory }).tokens,
    "fit, cuts to half": () => fit("openai-chat", body, { maxTokens: half }).tokens,
    ...titled("a result is missing", repairs(broken.messages)),
    ...titled("cut to half", cuts(messages)),
  };
  const taken = await measure(works, { rounds: ROUNDS });
  const rows = Object.entries(taken).map(([name, rounds]) => [name, times(ratio(rounds, taken["JSON.parse"])), spread(rounds)]);
  const title = `${kilobytes(json.length)}, results of ${length.toLocaleString("en")} characters`;
  console.log(`${table([title, "parses that take as long", "time"], rows)}\n`);
}
console.log(
  "`fit` and `sanitize` take objects, as clients do, and return objects. The others take messages in their own form, keep the objects, and" +
    "\nreturn a list. context-chef and pi-ai add a missing result, and check little else.",
);
