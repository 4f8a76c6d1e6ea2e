// Replays recorded conversations message by message in a window that is too small for them: each request is accepted, fits, and shares the
// longest possible prefix with the one before. Each target has a file of its own, so that several run at once.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager, estimateTokens } from "backscroll";
import { PromptCache } from "../../benches/compare/lib/prompt-cache.mjs";
import { movingWindow } from "../../benches/compare/ways/moving-window.mjs";
import { besideTokens, modelOf } from "../support/reduce/asked.mjs";
import { roomForFloor } from "../support/reduce/floor.mjs";
import { objection } from "../support/judges.mjs";
import { paramsFor } from "../support/request-params.mjs";
import { recordedConversations } from "../support/shared-data.mjs";
import { judge, oracleAvailable } from "./oracle.mjs";

/** Windows by description, in tokens: functions of a history, of the model that reads it, and of the points at which the model is called. */
const WINDOWS = {
  "a quarter of their size": (history, asked) => Math.floor(estimateTokens(history, asked) / 4),
  "a quarter of their size, or what must stay": (history, asked, counts) =>
    Math.max(Math.floor(estimateTokens(history, asked) / 4), ...counts.map((count) => roomForFloor(history.slice(0, count), asked))),
};
/**
 * How much the cache serves at least, beside a window that moves. Where hardly more fits than what must stay, nearly every request is cut
 * again in either way, and Claude's tokens for calls leave the least room.
 */
const leastOf = (window) => (window === "a quarter of their size" ? 1 : 0.98);

/** The maximum number of bodies for the oracle, which takes milliseconds for each. Of more bodies it judges every second, every third and so on. */
const MOST_FOR_ORACLE = 4_000;

const { rows, absence } = recordedConversations();

/** @param {import("../support/judges.mjs").Target} target the target of the requests */
export function testReplay(target) {
  for (const [window, windowOf] of Object.entries(WINDOWS)) {
    describe(`${target}: ${rows.length || "no"} recorded conversations, in a window of ${window}`, () => {
      /** @type {Replay[]} */
      const replays = [];
      const all = () => replays.flatMap(({ id, requests }) => requests.map((request) => ({ id, ...request })));

      test("each request fits, or the protected messages are too large, or there is nothing to send", { skip: absence }, async () => {
        for (const { id, messages } of rows) replays.push({ id, ...(await replayed(target, messages, windowOf)) });
        for (const { id, count, tokens, room, code, enough } of all()) {
          const at = `${id}, message ${count}`;
          if (code === undefined) assert.ok(tokens <= room, `${at}: ${tokens} tokens in a room of ${room}`);
          else if (code === "cannot-fit") assert.ok(enough > room, `${at}: refused, though ${enough} tokens are enough of ${room}`);
          else assert.equal(code, "nothing-to-send", at);
        }
        const sent = all().filter(({ body }) => body !== undefined);
        assert.ok(sent.length > rows.length, `${sent.length} were sent`);
        assert.ok(sent.some(({ isReduced }) => isReduced));
      });

      test("the strict provider accepts each", { skip: absence }, () => {
        const sent = all().filter(({ body }) => body !== undefined);
        for (const { id, count, body } of sent) assert.equal(objection(target, body), null, `${id}, message ${count}`);
      });

      test("the oracle accepts each", async (context) => {
        if (absence) return context.skip(absence);
        const oracle = oracleAvailable(target);
        if (!oracle.available) return context.skip(oracle.reason);
        const bodies = all().flatMap(({ body }) => (body === undefined ? [] : [body]));
        const step = Math.ceil(bodies.length / MOST_FOR_ORACLE);
        const { valid, total, output } = await judge(target, bodies.filter((_, index) => index % step === 0));
        assert.equal(valid, total, output);
      });

      test("the cache can serve as many tokens as with a window that moves with each message, or more", { skip: absence }, async () => {
        const [mine, moving] = [{ sent: 0, served: 0 }, { sent: 0, served: 0 }];
        for (const { history, params, budget, requests } of replays) {
          const caches = [new PromptCache(), new PromptCache()];
          // Uses the same params, so that tools alone make no difference.
          const run = movingWindow.begin(target, params, modelOf(target, params));
          for (const { count, body } of requests) {
            if (body === undefined) continue;
            add(mine, caches[0].take(body));
            add(moving, caches[1].take(await run.request(history.slice(0, count), budget)));
          }
        }
        const share = ({ sent, served }) => served / sent;
        assert.ok(share(mine) > share(moving) * leastOf(window), `${share(mine)} against ${share(moving)}`);
      });
    });
  }
}

/**
 * @typedef {object} Request
 * @property {number} count the number of messages before the request
 * @property {number} room the limit in tokens, params included
 * @property {object} [body]
 * @property {number} [tokens]
 * @property {boolean} [isReduced]
 * @property {string} [code] the code of the error, when there is no body
 * @property {number} [enough] a generous estimate of the tokens of all protected messages
 */

/** @typedef {{ id: string, history: object[], params: object, budget: number, requests: Request[] }} Replay */

/** Makes every request of a conversation: before each assistant message, and at the end. */
async function replayed(target, recorded, windowOf) {
  const history = neutral(recorded);
  const params = paramsFor(target, recorded);
  const asked = modelOf(target, params);
  const fixed = besideTokens(target, params);
  const counts = [...history.flatMap(({ role }, index) => (role === "assistant" && index > 0 ? [index] : [])), history.length];
  const budget = windowOf(history, asked, counts);
  const conversation = ConversationManager.from("backscroll", history.slice(0, counts[0]), { tokenLimit: budget + fixed, reserveTokens: 0 });
  const requests = [];
  let taken = counts[0];
  for (const count of counts) {
    for (const message of history.slice(taken, count)) conversation.addMessage(message);
    taken = count;
    requests.push({ count, room: budget + fixed, ...(await prepared(conversation, target, params, { said: history.slice(0, count), asked, fixed })) });
  }
  conversation.dispose();
  return { history, params, budget, requests };
}

async function prepared(conversation, target, params, { said, asked, fixed }) {
  try {
    const { body, tokens, reduction } = await conversation.prepare(target, params);
    return { body, tokens, isReduced: reduction !== null };
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    return { code: error.code, enough: roomForFloor(said, asked) + fixed };
  }
}

function neutral(messages) {
  const conversation = ConversationManager.from("openai-chat", { messages });
  try {
    return conversation.messages;
  } finally {
    conversation.dispose();
  }
}

function add(sum, { sent, served }) {
  sum.sent += sent;
  sum.served += served;
}
