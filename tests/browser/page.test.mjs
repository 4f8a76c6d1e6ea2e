// The page, as a person uses it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { TARGETS, judged } from "../support/judges.mjs";
import { useBrowser, visit, visitWithoutPackage } from "./visit.mjs";

/** The options of the strict provider. It cannot verify thinking in a transcript, because another provider signed it. */
const PROVIDER = { anthropic: { signatures: "any" }, gemini: { signedCalls: true } };

useBrowser();

/** Fails unless the strict provider accepts the shown body for each target. */
async function assertAccepted({ target, body }) {
  for (const name of TARGETS) {
    await target(name);
    assert.equal(judged(name, await body(), PROVIDER[name]), null, `${name} takes it`);
  }
}

describe("a first visit", () => {
  test("shows turns, tokens against the window, and a request without repairs", () =>
    visit({}, async ({ turns, sizes, tokens, window, room, repairs, page, ...rest }) => {
      const parts = await turns();
      assert.equal(parts.length, 5);
      assert.match(parts[0], /^System prompt\d+ tokens/);
      assert.match(parts[1], /^Turn 1\d+ tokensuserIs there a train/);
      const total = (await sizes()).reduce((sum, size) => sum + size, 0);
      assert.ok((await tokens()) > total && (await tokens()) < (await window()), "the request is its turns and its params, and fits");
      assert.equal(await room(), `${(await window()) - (await tokens())} free`);
      assert.deepEqual(await repairs(), []);
      assert.match(await page.locator("#repair-count").textContent(), /No repairs/);
      await assertAccepted(rest);
    }));

  test("leads to a result in three clicks", () =>
    visit({}, async ({ press, turns, tokens, window, room, repairs, body, page, ...rest }) => {
      const steps = page.locator(".steps");
      assert.match(await press("Leave a call open", steps), /needs 1 repair: missing-result-added/);
      assert.match(await press("Shrink the window", steps), /over/);
      assert.match(await room(), /over/);
      const before = await tokens();
      assert.match(await press("Make it fit", steps), /It fits now/);
      assert.ok((await tokens()) < before && (await tokens()) <= (await window()));
      assert.match(await room(), /free/);
      assert.equal((await turns()).length, 3, "the system prompt and two turns");
      assert.deepEqual(await repairs(), ["missing-result-added OC2"]);
      await assertAccepted({ body, ...rest });
    }));

  test("says so when the package cannot be loaded", () =>
    visitWithoutPackage(async (page) => {
      await page.getByText(/^The package could not be loaded/).waitFor();
    }));
});

describe("messages", () => {
  test("of each kind are added to the request", () =>
    visit({}, async ({ add, turns, body, tokens, ...rest }) => {
      const before = await tokens();
      assert.match(await add("User", { Text: "Is it far to walk?" }), /role user/);
      await add("Tool call", { Tool: "distance", "Call id": "call_walk", Arguments: '{"to": "Bryggen"}' });
      await add("Tool result", { "Id of the call": "call_walk", Text: "900 m" });
      await add("Assistant", { Text: "Ten minutes." });
      const newest = (await turns()).at(-1);
      const said = ["Is it far to walk?", 'distance({"to": "Bryggen"})', "call_walk", "900 m", "Ten minutes."];
      assert.deepEqual(said.filter((text) => !newest.includes(text)), []);
      assert.deepEqual((await body()).messages.slice(-4), [
        { role: "user", content: "Is it far to walk?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_walk", type: "function", function: { name: "distance", arguments: '{"to": "Bryggen"}' } }],
        },
        { role: "tool", content: "900 m", tool_call_id: "call_walk" },
        { role: "assistant", content: "Ten minutes." },
      ]);
      assert.ok((await tokens()) > before);
    }));

  test("are shown as text, never as markup", () =>
    visit({}, async ({ add, page }) => {
      const markup = '<img src="x" onerror="document.title = 1"><b>bold</b>';
      await add("User", { Text: markup });
      assert.ok((await page.locator("#turns").textContent()).includes(markup));
      assert.equal(await page.locator("#turns img, #body img, #turns .text b").count(), 0);
    }));

  test("can be added as JSON with all their fields", () =>
    visit({}, async ({ add, body }) => {
      await add("JSON", { "The message": '{"role": "user", "name": "Kari", "content": [{"type": "text", "text": "Hello"}]}' });
      assert.deepEqual((await body()).messages.at(-1), { role: "user", name: "Kari", content: [{ type: "text", text: "Hello" }] });
    }));

  test("are read in each format of a request", () =>
    visit({}, async ({ act, page, target, body, repairs, turns, press }) => {
      await page.getByText("Paste a transcript of yours").click();
      for (const name of TARGETS) {
        await target(name);
        const [said, shown] = [(await turns()).length, await body()];
        await page.getByLabel("Format").selectOption(name);
        await page.getByLabel(/whole request body/).fill(JSON.stringify(shown));
        await act(() => page.getByRole("button", { name: "Read it" }).click());
        assert.deepEqual([(await turns()).length, await repairs(), await body()], [said, [], shown], name);
        await press("Start over");
      }
    }));

  for (const [format, name, file] of [
    ["OpenAI Chat Completions", "openai-chat", "agent-transcript.json"],
    ["Anthropic Messages", "anthropic", "anthropic-transcript.json"],
  ]) {
    test(`of a whole ${name} transcript are read and repaired`, () =>
      visit({}, async ({ act, page, paste, repairs, turns, target, body }) => {
        const text = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8");
        await page.getByText("Paste a transcript of yours").click();
        await page.getByLabel("Format").selectOption({ label: format });
        await paste(page.getByLabel(/whole request body/), text);
        assert.match(await act(() => page.getByRole("button", { name: "Read it" }).click()), /^Read \d+ messages/);
        assert.ok((await turns()).length > 3);
        await target(name);
        assert.ok((await repairs()).length > 0);
        assert.notEqual(judged(name, { model: "m", max_tokens: 1, ...JSON.parse(text) }, PROVIDER[name]), null, "it was refused before");
        // A pasted body keeps the fields that its provider does not define. A request that is written from the conversation has no such fields.
        await page.getByLabel(/whole request body/).fill(JSON.stringify(JSON.parse(text).messages));
        await act(() => page.getByRole("button", { name: "Read it" }).click());
        assert.equal(judged(name, await body(), PROVIDER[name]), null, "and is taken now");
      }));
  }
});

describe("mishaps", () => {
  /** The repairs that the sample itself needs for some targets: its calls are unsigned, and their ids have another form. */
  const FOR_THE_SAMPLE = { gemini: Array(3).fill("content-filled GE4"), mistral: Array(3).fill("call-id-mapped MI3") };
  for (const [name, mended] of [
    ["Leave a call open", {
      "openai-chat": ["missing-result-added OC2"],
      "anthropic": ["missing-result-added AN1"],
      "openai-responses": ["missing-result-added OR1"],
      "gemini": ["missing-result-added GE1", "content-filled GE4"],
      "bedrock": ["missing-result-added BE3"],
      "mistral": ["missing-result-added MI2", "call-id-mapped MI3", "assistant-message-added MI1"],
    }],
    ["Result without a call", {
      "openai-chat": ["orphan-result-dropped OC1"],
      "anthropic": ["orphan-result-dropped AN2"],
      "openai-responses": ["orphan-result-dropped OR2"],
      "gemini": ["orphan-result-dropped GE3"],
      "bedrock": ["orphan-result-dropped BE4"],
      "mistral": ["orphan-result-dropped MI6"],
    }],
    ["Result that comes late", {
      "openai-chat": ["result-moved OC1"],
      "anthropic": ["result-moved AN5"],
      "openai-responses": ["result-moved OR1"],
      "gemini": ["result-moved GE3", "content-filled GE4"],
      "bedrock": ["result-moved BE3"],
      "mistral": ["result-moved MI1", "call-id-mapped MI3", "assistant-message-added MI1"],
    }],
    ["Call of another vendor", {
      "openai-chat": ["written-as-text"],
      "anthropic": ["call-id-mapped AN6", "arguments-wrapped AN7"],
      "openai-responses": ["written-as-text"],
      "gemini": ["arguments-wrapped GE8", "content-filled GE4"],
      "bedrock": ["call-id-mapped BE12", "arguments-wrapped BE8"],
      "mistral": ["call-id-mapped MI3", "written-as-text"],
    }],
  ]) {
    test(`"${name}" is repaired for each target, with code and rule`, () =>
      visit({}, async ({ press, target, repairs, turns, ...rest }) => {
        const before = await turns();
        await press(name);
        assert.notDeepEqual(await turns(), before);
        for (const to of TARGETS) {
          await target(to);
          assert.deepEqual(await repairs(), [...(FOR_THE_SAMPLE[to] ?? []), ...mended[to]]);
          for (const repair of mended[to]) assert.ok((await turns()).join().includes(repair), "the message says it too");
        }
        await assertAccepted({ target, ...rest });
      }));
  }

  test("a call that was left open gets a result beside it, and both are marked in the body", () =>
    visit({}, async ({ press, body, page }) => {
      await press("Leave a call open");
      const newest = (await body()).messages.slice(-3);
      assert.deepEqual(newest.map(({ role }) => role), ["assistant", "tool", "user"]);
      assert.equal(newest[1].tool_call_id, newest[0].tool_calls[0].id);
      assert.match(newest[1].content, /no result/);
      assert.deepEqual(await page.locator("#body mark").allTextContents(), ['"call_4"', '"call_4"']);
    }));

  test("calls without a result at the end are closed, left out or kept", () =>
    visit({}, async ({ add, choose, body, repairs }) => {
      await add("Tool call", { Tool: "weather", "Call id": "call_now", Arguments: "{}" });
      const newest = async () => (await body()).messages.at(-1);
      assert.equal((await newest()).tool_call_id, "call_now");
      await choose("Open calls", "keep: as they are");
      assert.equal((await newest()).tool_calls[0].id, "call_now");
      assert.deepEqual(await repairs(), []);
      await choose("Open calls", "drop: leave them out");
      assert.ok(!JSON.stringify(await body()).includes("call_now"));
      assert.ok((await repairs()).includes("call-dropped OC2"));
    }));
});

describe("making it fit", () => {
  const NEWEST = "And what is there to do in Bergen";
  for (const [title, seen] of [
    ["Keep the newest 2 turns", /Removed: 12 messages/],
    ["Clear old tool results", /Shortened: 2 messages/],
    ["Summarise the rest", /Put in.*The user asked: Is there a train.*Removed: 14 messages/s],
    ["Cheapest first, until it fits", /Removed: 4 messages.*Shortened: 1 message/s],
    ["Drop all tool results", /Removed: 6 messages.*call-dropped/s],
  ]) {
    test(`"${title}": the source is shown, tokens decrease, and removed messages are listed`, () =>
      visit({}, async ({ press, choose, tokens, window, report, page, ...rest }) => {
        await press("Leave a call open");
        await press("Shrink the window");
        await choose("Callback", title);
        assert.match(await page.locator("#source").textContent(), /^function \w+\(\{ .*draft|messages.* \}\) \{\n/);
        const before = await tokens();
        assert.ok(before > (await window()));
        assert.match(await press("Make it fit"), new RegExp(`from ${before} to ${await tokens()} tokens`));
        assert.ok((await tokens()) <= (await window()));
        assert.match(await report(), seen);
        await assertAccepted(rest);
      }));
  }

  test("a request that fits is unchanged", () =>
    visit({}, async ({ press, turns }) => {
      const before = await turns();
      assert.match(await press("Make it fit"), /It fits as it is.*Nothing was removed/);
      assert.deepEqual(await turns(), before);
    }));

  test("each refusal of a provider reduces the request, until nothing more can be removed", () =>
    visit({}, async ({ press, tokens }) => {
      const before = await tokens();
      assert.match(await press("The provider says: too long"), /says true/);
      assert.ok((await tokens()) < before);
      assert.match(await press("The provider says: too long"), /says false/);
    }));

  test("Undo restores removed messages and the window", () =>
    visit({}, async ({ press, turns, window, report }) => {
      const [turnsBefore, windowBefore] = [await turns(), await window()];
      await press("Shrink the window");
      await press("Make it fit");
      assert.notDeepEqual(await turns(), turnsBefore);
      await press("Undo");
      assert.deepEqual(await turns(), turnsBefore);
      assert.match(await report(), /Nothing has been removed/);
      await press("Undo");
      assert.equal(await window(), windowBefore);
    }));

  test("a removed message can be read in full", () =>
    visit({}, async ({ press, page }) => {
      await press("Shrink the window");
      await press("Make it fit");
      const trains = page.locator("#reductions details", { hasText: "Oslo S to Bergen, Friday" });
      await trains.locator("summary").first().click();
      await trains.getByText("112 seats").last().waitFor();
    }));

  test("the current request stays", () =>
    visit({}, async ({ setWindow, press, body }) => {
      await setWindow(100);
      await press("Make it fit");
      assert.ok(JSON.stringify((await body()).messages.at(-1)).includes(NEWEST));
    }));
});

describe("an error is shown with its code, and changes nothing", () => {
  const json = (text) => ({ add }) => add("JSON", { "The message": text });
  const REFUSED = [
    ["a negative window", "invalid-argument", ({ setWindow }) => setWindow(-1)],
    ["half a token", "invalid-argument", ({ setWindow }) => setWindow(99.5)],
    ["no window", "invalid-argument", ({ setWindow }) => setWindow("")],
    ["a second system prompt", "system-not-first", ({ press }) => press("Second system prompt")],
    ["a role that nobody has", "invalid-role", json('{"role": "narrator", "content": "Meanwhile"}')],
    ["a field that nobody has", "invalid-argument", json('{"role": "user", "contents": "Hello"}')],
    ["content that is a number", "invalid-message", json('{"role": "user", "content": 7}')],
    ["a message that is none", "invalid-role", json("7")],
    ["text that is no JSON", "not-json", json("Hello")],
  ];
  // One visit for all cases, since a refused input changes nothing.
  test("invalid input", (t) =>
    visit({}, async (person) => {
      const [turns, window, body] = [await person.turns(), await person.window(), await person.body()];
      for (const [name, code, action] of REFUSED) {
        await t.test(name, async () => {
          await action(person);
          assert.equal(await person.errorCode(), code);
          assert.match(await person.error(), /The conversation is as it was\.$/);
          assert.deepEqual(await person.turns(), turns);
          assert.equal(await person.window(), window);
          assert.deepEqual(await person.body(), body);
        });
      }
    }));

  for (const [button, code] of [
    ["Make it fit", "cannot-fit"],
    ["The provider says: too long", "reducer-failed"],
  ]) {
    test(`a callback that throws: "${button}" is ${code}, with the error's message`, () =>
      visit({}, async ({ press, choose, turns, errorCode, error }) => {
        await press("Shrink the window");
        await choose("Callback", "Fail");
        const before = await turns();
        await press(button);
        assert.equal(await errorCode(), code);
        assert.match(await error(), /the model that summarises is down/);
        assert.deepEqual(await turns(), before);
      }));
  }

  test("a window that is too small for everything", () =>
    visit({}, async ({ setWindow, press, turns, errorCode, report }) => {
      await setWindow(20);
      const before = await turns();
      await press("Make it fit");
      assert.equal(await errorCode(), "cannot-fit");
      assert.deepEqual(await turns(), before, "what was removed on the way is back");
      assert.match(await report(), /Nothing has been removed/);
    }));

  test("an invalid transcript", () =>
    visit({}, async ({ act, page, turns, errorCode }) => {
      const before = await turns();
      await page.getByText("Paste a transcript of yours").click();
      await page.getByLabel(/whole request body/).fill('[{"role": "user", "content": 7}]');
      await act(() => page.getByRole("button", { name: "Read it" }).click());
      assert.equal(await errorCode(), "invalid-message");
      assert.deepEqual(await turns(), before);
    }));

  test("a conversation without messages has no request, and says why", () =>
    visit({}, async ({ press, repairs, page, target, turns }) => {
      await press("Clear");
      await target("anthropic");
      assert.equal((await turns()).length, 1);
      assert.deepEqual(await repairs(), ["nothing-to-send"]);
      assert.equal(await page.locator("#body").textContent(), "");
      await press("Start over");
      assert.deepEqual(await repairs(), []);
    }));
});
