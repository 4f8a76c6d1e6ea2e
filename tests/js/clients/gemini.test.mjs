// Gemini through its own client, against the strict provider. `toRequest` writes the body of REST; the client takes another shape.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiError, GoogleGenAI } from "@google/genai";
import { ConversationManager, sanitize } from "backscroll";
import { startStrictProvider } from "../../support/strict/index.mjs";

describe("Google's client, with bodies of conversations", () => {
  const TOOLS = [{ functionDeclarations: [{ name: "clock", description: "Tells the time." }] }];
  const HI = { role: "user", parts: [{ text: "Hello." }] };

  /** Converts a REST body to the client's input: everything except the contents goes into `config`, and the generation config is flat there. */
  const asked = (model, { contents, generationConfig, ...config }) => ({ model, contents, config: { ...generationConfig, ...config } });

  async function startGemini(t, settings) {
    const provider = await startStrictProvider(settings);
    t.after(() => provider.close());
    const client = new GoogleGenAI({ apiKey: "any", httpOptions: { baseUrl: provider.url, retryOptions: { attempts: 1 } } });
    return { ...provider, ask: (body) => client.models.generateContent(asked("gemini-test", body)) };
  }

  test("runs a tool loop with bodies of a conversation, with and without call ids", async (t) => {
    const script = [{ thinking: "Hm.", toolCalls: [{ name: "clock", arguments: { zone: "UTC" } }, { name: "clock" }] }, { text: "Noon." }];
    const { ask, log } = await startGemini(t, { script, gemini: { signedCalls: true, refuseEmptyText: true, requireRole: true } });
    const conversation = new ConversationManager({ systemPrompt: "Be brief." });
    conversation.addMessage("user", "Time?");
    const params = { tools: TOOLS, generationConfig: { temperature: 0 } };
    const { toolCalls, tokens, model } = conversation.addResponse("gemini", await ask(conversation.toRequest("gemini", params).body));
    assert.deepEqual(toolCalls.map(({ name }) => name), ["clock", "clock"]);
    assert.equal(model, "gemini-test");
    assert.deepEqual([tokens.input > 0, tokens.output > tokens.reasoning, tokens.reasoning > 0], [true, true, true]);
    // Without ids, results are matched by order.
    conversation.addMessage("tool", "second", { toolCallId: toolCalls[1].id });
    conversation.addMessage("tool", "first", { toolCallId: toolCalls[0].id });
    const answer = await ask(conversation.toRequest("gemini", params).body);
    assert.equal(conversation.addResponse("gemini", answer).content, "Noon.");
    const [, call, results] = log[1].body.contents;
    assert.deepEqual(call.parts.map(({ functionCall, text }) => text ?? functionCall.id), ["Hm.", undefined, undefined]);
    assert.ok(call.parts[1].thoughtSignature);
    assert.deepEqual(results.parts.map(({ functionResponse }) => functionResponse.response), [{ output: "first" }, { output: "second" }]);
    assert.deepEqual(log[1].body.systemInstruction.parts, [{ text: "Be brief." }]);
    assert.equal(log[1].body.generationConfig.temperature, 0);
    conversation.dispose();
  });

  test("throws its own error for a broken pair, and none for the repaired body", async (t) => {
    const { ask, log } = await startGemini(t);
    const broken = { contents: [HI, { role: "model", parts: [{ functionCall: { name: "clock", args: {} } }] }, HI] };
    await assert.rejects(ask(broken), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 400);
      assert.match(error.message, /number of function response parts is equal/);
      return true;
    });
    assert.equal(log[0].rule, "GE1");
    assert.equal((await ask(sanitize("gemini", broken).body)).text, "Understood.");
  });

  test("throws its own error for an overflow, which isContextOverflow recognises", async (t) => {
    const { ask, log } = await startGemini(t, { contextWindow: 500 });
    const conversation = new ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
    for (const words of ["x".repeat(3000), "And now?"]) {
      conversation.addMessage("user", words);
      conversation.addMessage("assistant", "Hm.");
    }
    conversation.addMessage("user", "So?");
    const error = await ask(conversation.toRequest("gemini").body).catch((reason) => reason);
    assert.match(error.message, /input token count/);
    assert.equal(log[0].rule, "context-window");
    assert.equal(await conversation.recover(error), true);
    assert.equal((await ask(conversation.toRequest("gemini").body)).text, "Understood.");
    conversation.dispose();
  });
});
