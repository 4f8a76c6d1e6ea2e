// `compareRequests` on pairs of requests with one planted cause each, made of the repository's own histories for all targets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { compareRequests } from "backscroll/cache";
import { KINDS, plantedPair } from "../../support/cache/planted.mjs";
import { BreakpointCache } from "../../support/conversation/breakpoint-cache.mjs";
import { TARGETS } from "../../support/judges.mjs";
import { paramsFor } from "../../support/request-params.mjs";

const PAIRS = 200;
/** Pairs whose cause and place must be right. */
const LEAST = 195;

const pairs = Array.from({ length: PAIRS }, (_, seed) => ({ seed, ...plantedPair(seed) }));

test("the pairs have every cause at every target that knows it", () => {
  assert.deepEqual([...new Set(pairs.map(({ target, cause }) => `${target} ${cause}`))].sort(), KINDS.map((kind) => kind.join(" ")).sort());
});

test(`cause and place are right for at least ${LEAST} of ${PAIRS} pairs`, () => {
  const wrong = pairs.flatMap(({ seed, target, before, after, options, ...planted }) => {
    const { misses } = compareRequests(target, before, after, options);
    const [{ cause, path, pathIn } = { cause: "none", path: "", pathIn: "after" }] = misses;
    const said = [cause, path, pathIn].join(" ");
    const truth = [planted.cause, planted.path, planted.pathIn].join(" ");
    return said === truth ? [] : [`seed ${seed}, ${target}: ${truth}; said: ${said}`];
  });
  assert.ok(pairs.length - wrong.length >= LEAST, `${pairs.length - wrong.length} are right\n${wrong.join("\n")}`);
});

/** The causes that a cache of blocks and breakpoints knows. */
const OTHERS = ["account-changed", "endpoint-changed", "model-changed", "lifetime-passed", "below-minimum", "parameter-changed", "images-changed"];

test("a pair loses something exactly if a model of caches with breakpoints serves less than it holds", () => {
  const wrong = pairs.flatMap(({ seed, target, before, after, cause }) => {
    if (!["anthropic", "bedrock"].includes(target) || OTHERS.includes(cause)) return [];
    const cache = new BreakpointCache(target, 20);
    const { kept } = cache.ask(before);
    const { read } = cache.ask(after);
    const { isLost, keptTokens } = compareRequests(target, before, after);
    return isLost === read < kept && keptTokens > 0 === read > 0 ? [] : [`seed ${seed}, ${cause}: ${read} of ${kept} blocks; said: ${isLost}, ${keptTokens} tokens`];
  });
  assert.deepEqual(wrong, []);
});

test("a request beside itself loses nothing", () => {
  const lost = pairs.flatMap(({ seed, target, after }) => compareRequests(target, after, after).misses.filter(({ cause }) => !["below-minimum", "breakpoint-missing"].includes(cause)).map(({ cause }) => `seed ${seed}: ${cause}`));
  assert.deepEqual(lost, []);
});

test("a real conversation with `cacheBreakpoints` loses nothing from request to request", async () => {
  const { messages } = JSON.parse(readFileSync(new URL("../../fixtures/agent-transcript.json", import.meta.url), "utf8"));
  for (const target of TARGETS) {
    const conversation = new ConversationManager({ systemPrompt: "You are the operations agent. ".repeat(600), tokenLimit: 1_000_000 });
    const params = paramsFor(target, messages);
    let [last, compared] = [null, 0];
    for (const message of ConversationManager.from("openai-chat", { messages: messages.slice(1, 60) }).messages) {
      const { id: _, createdAt: __, ...init } = message;
      conversation.addMessage(init);
      if (message.role !== "user" && message.role !== "tool") continue;
      const { body } = conversation.toRequest(target, params, { cacheBreakpoints: true });
      if (last !== null && !hasOpenCalls(conversation)) {
        const { misses } = compareRequests(target, last, body);
        assert.deepEqual(misses, [], `${target}: ${conversation.messages.length} messages`);
        compared += 1;
      }
      if (!hasOpenCalls(conversation)) last = JSON.parse(JSON.stringify(body));
    }
    assert.ok(compared > 10, `${compared} were compared`);
    conversation.dispose();
  }
});

/** True if a call of the newest answer has no result yet: its request holds a result that the next one replaces. */
function hasOpenCalls({ messages }) {
  const answer = messages.findLastIndex(({ toolCalls }) => toolCalls !== undefined);
  const results = messages.slice(answer + 1).filter(({ role }) => role === "tool");
  return answer >= 0 && results.length < messages[answer].toolCalls.length;
}
