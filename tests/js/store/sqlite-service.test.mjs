// A service with its messages in SQLite, for 200 rounds and through a restart, against the strict provider.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { fit } from "backscroll";
import { startStrictProvider } from "../../support/strict/index.mjs";
import { continues } from "../../support/reduce/lists.mjs";

const PROCESS = fileURLToPath(new URL("../../support/hosts/sqlite-process.mjs", import.meta.url));
const ROUNDS = 200;
const MAX_TOKENS = 4_000;

const sqlite = await import("node:sqlite").catch(() => null);
const skip = sqlite === null && `this runtime, ${process.version}, has no node:sqlite`;

describe("a service with rows in SQLite", { skip }, () => {
  /** The requests as the provider got them, and what the process said of each round. */
  const requests = [];
  const answers = [];

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "backscroll-sqlite-"));
    const provider = await startStrictProvider({ contextWindow: MAX_TOKENS * 2, script: reply });
    const start = () => fork(PROCESS, [join(folder, "rows.db"), `${provider.url}/v1`, String(MAX_TOKENS)]);
    let child = start();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        if (round === ROUNDS / 2) child = await restarted(child, start);
        child.send({ chat: "only", text: `Question ${round}: where is order ${round}?` });
        const [answer] = await once(child, "message");
        assert.equal(answer.failure, undefined);
        answers.push({ ...answer, requests: provider.log.length });
      }
      requests.push(...provider.log);
    } finally {
      child.kill();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("has each request accepted, and in the window", () => {
    assert.ok(requests.length > ROUNDS, String(requests.length));
    assert.deepEqual(requests.filter(({ status }) => status !== 200), []);
    for (const { body } of requests) assert.ok(fit("openai-chat", body, { maxTokens: 1e9 }).tokens <= MAX_TOKENS);
  });

  test("keeps each message as a row", () => {
    // A request answers with one message, and each round adds the question and the results.
    assert.equal(answers.at(-1).messages, requests.length + ROUNDS + requests.filter(({ body }) => body.messages.at(-1).role === "tool").length);
  });

  test("cuts seldom, and leaves the cut where it is in between, through the restart too", () => {
    const moved = requests.filter(({ body }, at) => at > 0 && !continues(body.messages, requests[at - 1].body.messages)).length;
    const cuts = answers.reduce((sum, answer) => sum + answer.cuts, 0);
    assert.ok(cuts > 5, `${cuts} cuts`);
    assert.equal(moved, cuts);
    assert.ok(cuts < requests.length / 8, `${cuts} cuts in ${requests.length} requests`);
    assert.equal(answers[ROUNDS / 2].cuts, 0, "the first round of the new process goes on from the memory");
  });
});

/** Every third question takes the tool. */
function reply({ body, index }) {
  const last = body.messages.at(-1);
  const round = Number(/Question (\d+)/.exec(last.content)?.[1] ?? 1);
  if (last.role === "user" && round % 3 === 0) return { toolCalls: [{ name: "look_up", arguments: { order: round } }] };
  return { text: `Answer ${index}: it is ${"on its way, ".repeat(1 + (index % 7))}and will be there soon.` };
}

/** The process dies without a word, and another one goes on. */
async function restarted(child, start) {
  child.kill("SIGKILL");
  await once(child, "exit");
  return start();
}
