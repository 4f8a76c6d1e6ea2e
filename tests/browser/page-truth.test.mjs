// The page describes a pasted body correctly: its origin, its format, its size and its faults.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize } from "backscroll";
import { useBrowser, visit } from "./visit.mjs";

useBrowser();

const tool = { type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } };
const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
/** Three fields that no page could guess, and a call that has no result. */
const CHAT = {
  model: "my-own-model", temperature: 0.3, vendor_field: { kept: true }, tools: [tool],
  messages: [{ role: "user", content: "Look." }, { role: "assistant", content: null, tool_calls: [call] }, { role: "user", content: "And?" }],
};
const ANTHROPIC = {
  model: "claude-own", max_tokens: 77, system: "Be brief.", metadata: { user_id: "u" },
  messages: [
    { role: "user", content: "Look." },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Sunny." }] },
  ],
};
const BODIES = {
  "openai-chat": CHAT,
  "anthropic": ANTHROPIC,
  "openai-responses": { model: "own", store: false, vendor_field: 1, instructions: "Be brief.", input: [{ role: "user", content: "Hi" }] },
  "gemini": { model: "own", systemInstruction: { parts: [{ text: "s" }] }, labels: { a: "b" }, contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
  "bedrock": { modelId: "own", inferenceConfig: { temperature: 0.1 }, requestMetadata: { a: "b" }, messages: [{ role: "user", content: [{ text: "Hi" }] }] },
  "mistral": { model: "own", safe_prompt: true, messages: [{ role: "user", content: "Hi" }] },
};

/** Pastes a body, and reads it. */
const read = async ({ act, page }, format, body) => {
  const details = page.locator("details", { has: page.locator("#loading") });
  if ((await details.getAttribute("open")) === null) await page.getByText("Paste a transcript of yours").click();
  await page.getByLabel("Format").selectOption(format);
  await page.getByLabel(/whole request body/).fill(JSON.stringify(body));
  return act(() => page.getByRole("button", { name: "Read it", exact: true }).click());
};
const origin = ({ page }) => page.locator("#origin").textContent();

describe("the body", () => {
  for (const [format, body] of Object.entries(BODIES)) {
    test(`of ${format} that was pasted is shown as sanitize returns it, with all its fields`, () =>
      visit({}, async (person) => {
        await read(person, format, body);
        assert.deepEqual(await person.body(), sanitize(format, body).body);
        assert.match(await origin(person), /^Your body/);
      }));
  }

  test("keeps the model and the tools of the pasted one when the conversation changes", () =>
    visit({}, async (person) => {
      await read(person, "openai-chat", CHAT);
      await person.add("User", { Text: "Still there?" });
      const { model, temperature, tools, vendor_field } = await person.body();
      assert.deepEqual({ model, temperature, tools, vendor_field }, { model: CHAT.model, temperature: 0.3, tools: [tool], vendor_field: { kept: true } });
      assert.match(await origin(person), /as it is now, with the model, tools and other params of your body/);
      await person.press("Undo");
      assert.match(await origin(person), /^Your body/);
    }));

  test("is described as the page's when another target gets the page's model", () =>
    visit({}, async (person) => {
      assert.match(await origin(person), /of this page\.$/);
      await read(person, "openai-chat", CHAT);
      await person.target("anthropic");
      await person.page.getByText(/those of your body are for openai-chat/).waitFor();
      assert.notEqual((await person.body()).model, CHAT.model);
    }));
});

test("a body in another format is refused, with an offer to read it in that format", () =>
  visit({}, async (person) => {
    const shown = await person.body();
    assert.match(await read(person, "openai-chat", ANTHROPIC), /wrong-format.*anthropic.*The conversation is as it was/);
    assert.deepEqual(await person.body(), shown);
    await person.page.getByRole("button", { name: "Read it as anthropic" }).click();
    await person.page.getByText(/^Read \d+ messages/).waitFor();
    assert.deepEqual(await person.body(), ANTHROPIC);
    assert.deepEqual(await person.repairs(), []);
  }));

describe("the status", () => {
  for (const [name, body, code, said] of [
    ["a response", { choices: [{ index: 0, message: { role: "assistant", content: "Hi" } }] }, "invalid-message", /a response of openai-chat/],
    ["one message", { role: "user", content: "Hi" }, "invalid-message", /This is one message/],
    ["a body of Gemini's", { contents: [{ role: "user", parts: [{ text: "Hi" }] }] }, "wrong-format", /this is gemini/],
  ]) {
    test(`does not say that the callback refused ${name}`, () =>
      visit({}, async (person) => {
        const status = await read(person, "openai-chat", body);
        assert.match(status, said);
        assert.doesNotMatch(status, /callback/);
        assert.equal(await person.errorCode(), code);
      }));
  }

  test("does not say that a body kept all fields when the request lost one", () =>
    visit({}, async (person) => {
      const thinking = { type: "enabled", budget_tokens: 1024 };
      await read(person, "anthropic", { ...ANTHROPIC, model: "claude-sonnet-4-5", max_tokens: 2048, thinking });
      assert.equal((await person.body()).thinking, undefined);
      assert.equal(await origin(person), "Your body, as sanitize returns it.");
    }));

  test("reports a new repair when the number of repairs stays the same", () =>
    visit({}, async ({ press, act, target, repairs }) => {
      await press("Leave a call open");
      const before = await repairs();
      assert.match(await act(() => target("anthropic")), /needs 1 repair: missing-result-added/);
      assert.equal((await repairs()).length, before.length);
    }));

  test("lists the repairs of reading, which stay visible", () =>
    visit({}, async (person) => {
      const said = await read(person, "backscroll", [{ role: "user", content: "half: \ud800" }]);
      assert.match(said, /1 repair was made: lone-surrogate-replaced/);
      const taken = () => person.page.locator("#taken .repair").count();
      assert.equal(await taken(), 1);
      await person.add("User", { Text: "More." });
      assert.equal(await taken(), 1);
    }));

  test("does not call a missing request valid", () =>
    visit({}, async ({ act, press, target }) => {
      await act(() => target("anthropic"));
      await press("Leave a call open");
      assert.match(await press("Clear"), /There is no request: nothing-to-send/);
    }));
});

describe("the meter", () => {
  for (const [name, prepare] of [
    ["a sound conversation", () => undefined],
    ["an open call, whose result is added", ({ press }) => press("Leave a call open")],
    ["a pasted body with tools", (person) => read(person, "openai-chat", CHAT)],
  ]) {
    test(`shows the size that prepare counts: ${name}`, () =>
      visit({}, async (person) => {
        await prepare(person);
        const tokens = await person.tokens();
        await person.setWindow(tokens);
        assert.equal(await person.room(), "0 free");
        assert.match(await person.press("Make it fit"), /It fits as it is/);
        await person.setWindow(tokens - 1);
        assert.equal(await person.room(), "1 over");
        assert.doesNotMatch(await person.press("Make it fit"), /It fits as it is/);
      }));
  }
});
