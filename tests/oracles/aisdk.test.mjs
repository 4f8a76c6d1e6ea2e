// Compares our bodies with those of the AI SDK, for recorded conversations. Every difference has a name. AI-SDK.md lists for each name how
// often it occurs, and which side is right.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/ai-sdk";
import { parted } from "../support/judges.mjs";
import { recordedConversations } from "../support/shared-data.mjs";
import { aisdkAbsence, loadSdk } from "./aisdk.mjs";
import { DIFFERENCES, differences } from "./differences.mjs";

const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock"];

/** The SDK's error texts for conversations that it refuses, and the names of these differences. */
const REFUSALS = [
  ["open-calls", "AI_MissingToolResultsError", /^Tool results? (is|are) missing/],
  ["instructions-later", "AI_UnsupportedFunctionalityError", /system messages/],
  ["id-of-file", "AI_UnsupportedFunctionalityError", /application\/octet-stream/],
];
const INTERRUPTED = "[interrupted: this tool call has no result]";

const { rows, absence } = recordedConversations();
/** One conversation holds only results without calls, so there is nothing to send. */
const said = rows.filter(({ messages }) => messages.some(({ role }) => role !== "tool"));
const skip = absence || aisdkAbsence();

describe(`${said.length || "no"} recorded conversations, ours beside the AI SDK's`, () => {
  /** The number of conversations with each class of differences, by target. */
  const seen = new Map();
  const count = (name, target) => seen.set(name, { ...seen.get(name), [target]: (seen.get(name)?.[target] ?? 0) + 1 });

  for (const target of TARGETS) {
    test(`${target}: each difference has a name`, { skip }, async () => {
      const send = await loadSdk();
      for (const { id, messages } of said) {
        const { body: model } = convert("openai-chat", "ai-sdk", messages);
        let sent = await send(target, model);
        if (sent.error !== undefined) {
          const refusal = REFUSALS.find(([, name, words]) => sent.error.name === name && words.test(sent.error.message));
          assert.ok(refusal, `${id}: ${sent.error}`);
          count(refusal[0], target);
          if (refusal[0] !== "open-calls") continue;
          sent = await send(target, closed(model));
        }
        assert.ok(sent.body, `${id}: ${sent.error}`);
        if (target === "anthropic" && isLate(messages)) {
          count("instructions-later", target);
          continue;
        }
        const ours = parted(target, convert("openai-chat", target, messages).body).said;
        const { names, rest } = differences(target, ours, parted(target, sent.body).said);
        if (rest !== null) assert.deepEqual(...rest, id);
        names.forEach((name) => count(name, target));
      }
    });
  }

  test("AI-SDK.md has each name with its count", { skip }, (context) => {
    const known = new Set([...REFUSALS.map(([name]) => name), ...DIFFERENCES.map(({ name }) => name)]);
    const rowsOf = readFileSync(new URL("AI-SDK.md", import.meta.url), "utf8").matchAll(/^\| `([a-z-]+)` \| ([^|]*) \|/gm);
    const told = Object.fromEntries([...rowsOf].map(([, name, counts]) => [name, counts.trim()]));
    const found = Object.fromEntries([...known].map((name) => [name, counted(seen.get(name))]));
    context.diagnostic(JSON.stringify(found));
    assert.deepEqual(told, found);
  });
});

function counted(byTarget = {}) {
  return TARGETS.filter((target) => target in byTarget).map((target) => `${target} ${byTarget[target]}`).join(", ");
}

/** Returns true if the first instructions stand behind another message. */
function isLate(messages) {
  return messages.findIndex(({ role }) => role === "system") > 0;
}

/** Returns the conversation with a result directly behind each call, as our requests have it. */
function closed(messages) {
  const parts = ({ role, content }, type) => (role === "user" || !Array.isArray(content) ? [] : content.filter((part) => part.type === type));
  const results = messages.flatMap((message) => parts(message, "tool-result"));
  const resultOf = ({ toolCallId, toolName }) => {
    const came = results.find((result) => result.toolCallId === toolCallId);
    return came ?? { type: "tool-result", toolCallId, toolName, output: { type: "error-text", value: INTERRUPTED } };
  };
  return messages.filter(({ role }) => role !== "tool").flatMap((message) => {
    const calls = parts(message, "tool-call");
    return calls.length > 0 ? [message, { role: "tool", content: calls.map(resultOf) }] : [message];
  });
}
