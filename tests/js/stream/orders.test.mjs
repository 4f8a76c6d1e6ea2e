// Streams in any order: whatever a server leaves out, repeats, numbers or mixes up, each text that arrived is in the response or among what
// was left out, and no call runs whose arguments are not whole.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { readStream } from "backscroll/stream";
import "backscroll/ai-sdk";
import { random } from "../../support/random.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";
import { streamedSets } from "../../support/shared-data.mjs";
import { CALLS, MADE, NAMES, disturbed, madeStream } from "../../support/stream/parts.mjs";
import { streamedIn } from "../../support/stream/content.mjs";
import { eventsOf, streamOf } from "../../support/stream/recorded.mjs";

const ROUNDS = runs({ few: 150, all: 600 });
const seeds = (rounds) => Array.from({ length: rounds }, (_, at) => FIRST_SEED + at);

const isObject = (json) => {
  try {
    const value = typeof json === "string" ? JSON.parse(json) : json;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

/** Asserts that the calls of a response have names, and whole arguments unless the provider said that the response is whole. */
function assertCallsRun(format, { response, end }, place) {
  for (const [name, json] of response === null ? [] : CALLS[format](response)) {
    assert.ok(typeof name === "string" && name !== "", `${place}: a call without a name`);
    assert.ok(end === "complete" || isObject(json), `${place}: ${name}(${json})`);
  }
}

/** Asserts that a conversation takes the response. */
function assertTaken(format, response, place) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Go.");
  try {
    conversation.addResponse(format, response);
  } catch (error) {
    assert.fail(`${place}: ${error.message} ${JSON.stringify(response)}`);
  } finally {
    conversation.dispose();
  }
}

describe("streams of known texts, disturbed", () => {
  for (const format of MADE) {
    test(`${format}: nothing vanishes`, async () => {
      for (const seed of seeds(ROUNDS)) {
        const chance = random(seed);
        const told = disturbed(madeStream(format, chance), chance);
        const events = told.map(({ event }) => event);
        const before = JSON.stringify(events);
        const place = `SEED ${seed}`;
        const stream = readStream(format, streamOf(events, chance.chance(0.3) ? new TypeError("terminated") : undefined));
        const result = await stream.result();
        assert.equal(JSON.stringify(events), before, `${place}: the events were changed`);
        assert.ok(["complete", "broken"].includes(result.end), `${place}: ${result.end} ${result.error}`);
        const kept = JSON.stringify([result.response, result.leftOut]);
        for (const { event, says } of told) for (const text of says) assert.ok(kept.includes(text), `${place}: ${text} of ${JSON.stringify(event)} is not in ${kept}; ${before}`);
        const usage = told.filter((each) => each.usage !== undefined).at(-1)?.usage;
        if (usage !== undefined) assert.ok(Object.values(stream.partial.usage).includes(usage), `${place}: ${usage} is not in ${JSON.stringify(stream.partial.usage)}`);
        assertCallsRun(format, result, place);
        if (result.response !== null) assertTaken(format, result.response, `${place}: ${before}`);
      }
    });
  }
});

describe("streams of known texts, in order", () => {
  for (const format of MADE) {
    test(`${format}: the response is the same whatever the numbers of its blocks are`, async () => {
      for (const seed of seeds(ROUNDS / 4)) {
        const results = [];
        for (const number of NAMES) {
          const events = madeStream(format, random(seed), number).map(({ event }) => event);
          const { response, leftOut, end } = await readStream(format, streamOf(events)).result();
          // Gemini's candidates keep their numbers, and parts of the AI SDK the ids of their reasoning.
          results.push(JSON.stringify([response, leftOut, end], (name, value) => (name === "index" || (name === "id" && format === "ai-sdk") ? undefined : value)));
        }
        for (const result of results) assert.equal(result, results[0], `SEED ${seed}`);
      }
    });
  }
});

/** All texts in a value, in one. */
const textsIn = (value) => (typeof value === "string" ? value : typeof value === "object" && value !== null ? Object.values(value).map(textsIn).join("\n") : "");

describe("recorded streams, disturbed", () => {
  for (const set of streamedSets()) {
    test(set.name, { skip: set.absence }, async () => {
      for (const seed of seeds(Math.ceil(ROUNDS / 4))) {
        const chance = random(seed);
        const row = chance.pick(set.rows);
        const events = disturbed(eventsOf(row), chance);
        const place = `SEED ${seed}, ${row.id}`;
        const result = await readStream(set.target, streamOf(events)).result();
        assert.ok(["complete", "broken"].includes(result.end), `${place}: ${result.end}`);
        assertCallsRun(set.target, result, place);
        const kept = textsIn([result.response, result.leftOut]);
        for (const event of events) {
          const { text, reasoning, calls } = streamedIn(set.target, [event]);
          for (const said of [text, reasoning, ...calls.map(({ name }) => name)]) assert.ok(kept.includes(said), `${place}: ${JSON.stringify(said)} of ${JSON.stringify(event)}`);
        }
      }
    });
  }
});
