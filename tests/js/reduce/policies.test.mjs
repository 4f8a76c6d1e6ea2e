// The host's policies: `pin`, `instructions`, `tools` and `pictures` of `fitBudget`, `costAware` and `fit`.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, costAware, fit, fitBudget, offload } from "backscroll";
import { fitSteps } from "backscroll/ai-sdk/agent";
import { fitInput } from "backscroll/openai-agents";
import { listOf, stored, written } from "../../support/reduce/lists.mjs";
import { GPT, assertSound, summariser } from "../../support/reduce/stories.mjs";

const RULE = "Never touch the folder legacy.";
const filler = (at, lines = 12) => Array.from({ length: lines }, (_, line) => `row ${line} of drawer ${at}: nothing to see`).join("\n");
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = (at) => ({ type: "image", mediaType: "image/png", url: `https://pictures.example/${at}.png` });

/** Rounds of a question, a call with its result, and an answer: `u1`, `a1`, `r1`, `s1`. `changes` replaces fields of one. */
function rounds(count, changes = () => ({})) {
  return Array.from({ length: count }, (_, index) => {
    const at = index + 1;
    const { ask = `Look at drawer ${at}.`, tool = "look", text = filler(at), said = `Drawer ${at} is done.`, message = {} } = changes(at);
    return [
      { id: `u${at}`, role: "user", content: ask },
      { id: `a${at}`, role: "assistant", content: null, toolCalls: [{ id: `c${at}`, name: tool, arguments: { drawer: at } }] },
      { id: `r${at}`, role: "tool", toolCallId: `c${at}`, content: text, ...message },
      { id: `s${at}`, role: "assistant", content: said },
    ];
  }).flat();
}

function talk(messages, options) {
  const conversation = new ConversationManager({ systemPrompt: "You are a clerk.", ...options });
  for (const message of messages) conversation.addMessage(message);
  return conversation;
}

const QUESTION = { id: "now", role: "user", content: "And now?" };
const contentOf = (conversation, id) => conversation.messages.find((message) => message.id === id)?.content;
const whyOf = ({ choices }, id) => choices.find(({ messageId }) => messageId === id)?.why;
const isCleared = (content) => content === "[result cleared]";
const failures = ({ repairs }) => repairs.filter(({ code }) => code === "reduction-step-failed").map(({ detail }) => detail);

/** Reduces a conversation of these messages once, and checks that the result is sound. */
async function reduced(messages, policies, { tokenLimit = 900, ...options } = {}) {
  const conversation = talk([...messages, QUESTION], { tokenLimit, reduce: fitBudget({ ...policies, ...options }) });
  const { reduction, repairs } = await conversation.prepare("openai-chat", GPT);
  assert.notEqual(reduction, null, "a reduction was due");
  assertSound(conversation);
  return { conversation, reduction, repairs };
}

/** Fails unless undoing all reductions brings back the messages. */
function assertUndone(conversation, messages) {
  while (conversation.undo());
  const known = new Map(messages.map((message) => [message.id, message]));
  for (const { id, content } of conversation.messages) if (known.has(id)) assert.deepEqual(content, known.get(id).content, id);
  assert.ok(messages.every(({ id }) => conversation.messages.some((message) => message.id === id)));
}

const pages = rounds(12, (at) => (at === 3 ? { ask: `${RULE} Look at drawer 3.` } : at % 2 === 0 ? { tool: "list" } : {}));

/** Policies, and the messages that each keeps whole (`kept`), clears (`cleared`) and leaves in the history (`left`). */
const TABLE = [
  ["pinned ids stay", { pin: ["s2", "r3", "gone"] }, { kept: ["s2", "r3"], why: { s2: "pinned", r3: "pinned", a3: "pinned" } }],
  ["messages that a function pins stay", { pin: ({ content }) => content === "Look at drawer 2." }, { kept: ["u2"], why: { u2: "pinned" } }],
  ["the message with an instruction stays", { instructions: RULE }, { kept: ["u3"], why: { u3: "instructions" } }],
  ["the results of a tool are kept, with their calls", { tools: { list: "keep" }, tokenLimit: 1_700 }, { kept: ["r2", "r4", "r12"], why: { r2: "tool-kept", a2: "tool-kept" } }],
  ["the newest results of a tool are kept, the others are cleared", { tools: { look: { keepLast: 2 } }, tokenLimit: 1_600 }, { kept: ["r9", "r11"], cleared: ["r1", "r3", "r5", "r7"], why: { r11: "tool-kept", r7: "tool-dropped" } }],
  ["the results of a tool are cleared once they were read", { tools: { list: "drop" }, tokenLimit: 1_600 }, { kept: ["r11"], cleared: ["r2", "r4", "r12"], why: { r2: "tool-dropped" } }],
  ["each other tool has the policy of *", { tools: { look: "keep", "*": "drop" }, tokenLimit: 1_700 }, { kept: ["r1", "r11"], cleared: ["r2", "r12"], why: { r1: "tool-kept", r2: "tool-dropped" } }],
  ["results become shorter by a function", { tools: { "*": { shorten: (text, { name, arguments: given }) => `${name} ${given.drawer}: ${text.split("\n").length} lines` } }, tokenLimit: 1_600 }, { texts: { r1: "look 1: 12 lines", r12: "list 12: 12 lines" }, why: { r1: "tool-shortened" } }],
  ["a pin counts before the policy of a tool", { pin: ["r2"], tools: { "*": "drop" }, tokenLimit: 1_600 }, { kept: ["r2"], cleared: ["r3"], why: { r2: "pinned", r3: "tool-dropped" } }],
];

describe("a reduction with policies", () => {
  for (const by of ["need", "age"]) {
    for (const [fact, { tokenLimit, ...policies }, expected] of TABLE) {
      test(`${fact}, by ${by}`, async () => {
        const { conversation, reduction, repairs } = await reduced(pages, policies, { tokenLimit, by });
        check(conversation, reduction, expected, by);
        assert.deepEqual(failures({ repairs }), []);
        assertUndone(conversation, pages);
      });
    }
  }

  function check(conversation, reduction, { kept = [], cleared = [], texts = {}, why = {} }, by) {
    for (const id of kept) assert.deepEqual(contentOf(conversation, id), pages.find((message) => message.id === id).content, id);
    for (const id of cleared) assert.ok(contentOf(conversation, id) === undefined || isCleared(contentOf(conversation, id)), id);
    for (const [id, text] of Object.entries(texts)) assert.ok([text, undefined].includes(contentOf(conversation, id)), `${id}: ${contentOf(conversation, id)}`);
    for (const [id, reason] of Object.entries(why)) {
      // By age, only policies have reasons; the reason of a result is that of its own policy.
      if (by === "age" && whyOf(reduction, id) === undefined) continue;
      assert.ok([reason, "unneeded"].includes(whyOf(reduction, id) ?? "unneeded"), `${id}: ${whyOf(reduction, id)}`);
    }
    const left = new Set(conversation.messages.map(({ id }) => id));
    for (const { messageId, why: reason } of reduction.choices) assert.equal(left.has(messageId), reason !== "unneeded", `${messageId} ${reason}`);
  }

  test("goes no further where clearing by a policy is enough", async () => {
    const { conversation, reduction } = await reduced(pages, { tools: { "*": { keepLast: 1 } } }, { tokenLimit: 1_500 });
    assert.deepEqual(reduction.steps.map(({ name }) => name), ["clear-results"]);
    assert.deepEqual([reduction.removed, conversation.messages.length], [[], pages.length + 2]);
    assert.deepEqual(reduction.choices.filter(({ why }) => why === "tool-dropped").length, 10);
  });

  test("leaves a history alone that fits", async () => {
    const conversation = talk(pages, { tokenLimit: 20_000, reduce: fitBudget({ tools: { "*": "drop" }, pictures: { keepLast: 0 } }) });
    assert.equal((await conversation.prepare("openai-chat", GPT)).reduction, null);
  });

  test("does not clear what the model has not read", async () => {
    const unread = [...pages, ...rounds(1, () => ({ text: filler(13) })).slice(0, 3).map((message) => ({ ...message, id: `last-${message.id}` }))];
    const conversation = talk(unread.map((message) => (message.id === "last-r1" ? { ...message, toolCallId: "c1" } : message)), { tokenLimit: 1_000, reduce: fitBudget({ tools: { "*": "drop" } }) });
    await conversation.prepare("openai-chat", GPT);
    assert.equal(contentOf(conversation, "last-r1"), filler(13));
  });

  test("keeps an instruction once: the newest message that holds it", async () => {
    const messages = rounds(10, (at) => ({ ask: at < 4 ? `${RULE} Look at drawer ${at}. ${filler(at, 4)}` : `Look at drawer ${at}.` }));
    const { conversation, reduction } = await reduced(messages, { instructions: [RULE] }, { by: "age", tokenLimit: 700 });
    assert.deepEqual([contentOf(conversation, "u1"), contentOf(conversation, "u2")], [undefined, undefined]);
    assert.match(contentOf(conversation, "u3"), /legacy/);
    assert.equal(whyOf(reduction, "u3"), "instructions");
  });

  test("takes no instruction from a result", async () => {
    const messages = rounds(10, (at) => (at === 2 ? { text: `${RULE}\n${filler(2, 30)}` } : {}));
    const { reduction } = await reduced(messages, { instructions: RULE }, { tokenLimit: 700 });
    assert.deepEqual(reduction.choices.filter(({ why }) => why === "instructions"), []);
  });

  test("measures by the estimator of the host", async () => {
    const conversation = talk([...pages, QUESTION], { tokenLimit: 1_500, estimator: (text) => text.length / 4, reduce: fitBudget({ tools: { look: "drop", list: { shorten: (text) => text.slice(0, 40) } } }) });
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.deepEqual(reduction.steps.map(({ name }) => name), ["clear-results", "shorten-results"]);
    assert.deepEqual([contentOf(conversation, "r1"), contentOf(conversation, "r2")], ["[result cleared]", filler(2).slice(0, 40)]);
  });

  test("fails as a whole where a function rewrites the history meanwhile", async () => {
    const conversation = talk([...pages, QUESTION], { tokenLimit: 900, reduce: fitBudget({ pin: () => conversation.truncate(2) !== null }) });
    await assert.rejects(conversation.prepare("openai-chat", GPT), ({ code }) => ["stale-plan", "cannot-fit"].includes(code));
    assertSound(conversation);
  });

  test("keeps a pinned message out of a summary", async () => {
    const { summarize, requests } = summariser("They looked.");
    const messages = rounds(12, (at) => ({ ask: at === 3 ? `${RULE} Look at drawer 3.` : undefined, said: filler(at) }));
    const { conversation } = await reduced(messages, { pin: ["u3"], summarize }, { tokenLimit: 900 });
    assert.ok(requests.length > 0 && requests.every(({ messages }) => messages.every(({ id }) => id !== "u3")));
    assert.equal(contentOf(conversation, "u3"), `${RULE} Look at drawer 3.`);
  });

  test("runs before `firstStep`, which leaves alone what they keep", async () => {
    const messages = rounds(8, (at) => ({ text: filler(at, 30), tool: at === 2 ? "ask" : "look" }));
    const { conversation, reduction } = await reduced(messages, { tools: { ask: "keep" }, firstStep: offload({ keep: 0, longerThan: 100 }) }, { tokenLimit: 2_000 });
    assert.equal(contentOf(conversation, "r2"), filler(2, 30));
    assert.match(JSON.stringify(conversation.messages), /\[moved out/);
    assert.deepEqual(reduction.repairs, []);
  });

  test("keeps what was pinned through four cuts in a row, a snapshot between them, and undo", async () => {
    const reduce = fitBudget({ pin: ["u1"], instructions: RULE, tools: { list: { keepLast: 1 }, look: "drop" }, pictures: { keepLast: 1 } });
    let conversation = talk(pages, { tokenLimit: 3_000, reduce });
    const all = [...pages];
    for (let cut = 1; cut <= 4; cut += 1) {
      const more = rounds(8, (at) => (at % 2 === 0 ? { tool: "list" } : { ask: [{ type: "text", text: "Look." }, picture(at)] })).map((message) => ({
        ...message,
        id: `${cut}-${message.id}`,
        ...(message.toolCallId && { toolCallId: `${cut}-${message.toolCallId}` }),
        ...(message.toolCalls && { toolCalls: message.toolCalls.map((call) => ({ ...call, id: `${cut}-${call.id}` })) }),
      }));
      for (const message of more) conversation.addMessage(message);
      all.push(...more);
      conversation.addMessage({ ...QUESTION, id: `q${cut}` });
      const { reduction } = await conversation.prepare("openai-chat", { model: "gpt-4o" });
      assert.notEqual(reduction, null, `cut ${cut}`);
      assertSound(conversation);
      assert.deepEqual([contentOf(conversation, "u1"), contentOf(conversation, "u3")], ["Look at drawer 1.", `${RULE} Look at drawer 3.`]);
      assert.equal(contentOf(conversation, `${cut}-r8`), filler(8));
      conversation = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation)), { reduce });
    }
    assertUndone(conversation, all);
  });

  test("is the same with `costAware`", async () => {
    const conversation = talk([...pages, QUESTION], { tokenLimit: 2_000, reduce: costAware({ model: "gpt-5", reduceTo: 600, pin: ["u2"], tools: { look: "drop" } }) });
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.equal(whyOf(reduction, "u2"), "pinned");
    assert.ok(reduction.choices.some(({ why }) => why === "tool-dropped") || isCleared(contentOf(conversation, "r11")) || contentOf(conversation, "r11") === undefined);
  });
});

describe("pictures", () => {
  const seen = rounds(8, (at) => ({ ask: [{ type: "text", text: `Look at picture ${at}.` }, picture(at)], message: { content: [{ type: "text", text: "taken" }, { type: "image", mediaType: "image/png", data: PIXEL }] } }));
  const linesOf = (conversation) => JSON.stringify(conversation.messages).split("[image: png, source").length - 1;
  const picturesOf = (conversation) => conversation.messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === "image").length;

  for (const by of ["need", "age"]) {
    test(`beyond the newest become lines, in messages and results, by ${by}`, async () => {
      const conversation = talk([...seen, QUESTION], { tokenLimit: 4_000, reduce: fitBudget({ pictures: { keepLast: 3 }, by }) });
      const { reduction } = await conversation.prepare("openai-chat", GPT);
      assertSound(conversation);
      assert.equal(picturesOf(conversation), 3);
      assert.ok(linesOf(conversation) > 0);
      assert.equal(reduction.steps[0].name, "drop-pictures");
      assert.deepEqual(["r8", "u8", "r7"].map((id) => whyOf(reduction, id)), ["picture-kept", "picture-kept", "picture-kept"]);
      assert.ok(reduction.choices.some(({ why }) => why === "picture-dropped"));
      assertUndone(conversation, seen);
    });
  }

  test("that are pinned or were not seen stay", async () => {
    const last = { id: "last", role: "user", content: [picture("last"), { type: "text", text: "And this?" }] };
    const conversation = talk([...seen, last], { tokenLimit: 4_000, reduce: fitBudget({ pin: ["u1"], pictures: { keepLast: 0 } }) });
    await conversation.prepare("openai-chat", GPT);
    assert.equal(picturesOf(conversation), 2);
    assert.deepEqual(["u1", "last"].map((id) => contentOf(conversation, id).some(({ type }) => type === "image")), [true, true]);
  });
});

describe("a function of the host", () => {
  const later = () => Promise.reject(new Error("later"));
  for (const [fact, policies, detail] of [
    ["that throws for a pin keeps the messages", { pin: ({ id }) => { if (id === "u2") throw new Error("no id"); return false; } }, /`pin` failed for the message `u2`, which stays as it is: no id/],
    ["that pins by no truth is reported", { pin: ({ id }) => (id === "u2" ? "yes" : false) }, /`u2`, .*: it must return a boolean; returned was "yes"/],
    ["that throws for a result keeps it", { tools: { look: { shorten: () => { throw new Error("cannot read"); } } } }, /`tools\.look\.shorten` failed for the message `r11`, .*: cannot read/],
    ["that returns a longer text keeps the result", { tools: { look: { shorten: (text) => `${text}.` } } }, /: it returned a longer text/],
    ["that returns no text keeps the result", { tools: { look: { shorten: () => 7 } } }, /it must return a string; returned was 7/],
    ["that is async keeps the result", { tools: { look: { shorten: later } } }, /it must return a string; returned was an object/],
  ]) {
    test(`${fact}, and a report says so`, async () => {
      const { conversation, repairs } = await reduced(pages, policies, { tokenLimit: 1_200 });
      const [only, ...others] = failures({ repairs });
      assert.match(only, detail);
      assert.deepEqual(others, []);
      if (policies.pin) assert.equal(contentOf(conversation, "u2"), "Look at drawer 2.");
    });
  }
});

describe("what does not fit", () => {
  for (const [fact, policies, named] of [
    ["pins", { pin: () => true }, /tokens stay because of `pin`: let the policies keep less/],
    ["tools", { tools: { "*": "keep" } }, /because of `tools`:/],
    ["instructions and tools", { tools: { "*": { keepLast: 9 } }, instructions: RULE }, /because of `instructions`, `tools`:/],
  ]) {
    test(`is named with the policies that keep it: ${fact}`, async () => {
      const conversation = talk([...pages, QUESTION], { tokenLimit: 400, reduce: fitBudget(policies) });
      const before = conversation.messages;
      const error = await conversation.prepare("openai-chat", GPT).then(() => null, (thrown) => thrown);
      assert.equal(error?.code, "cannot-fit");
      assert.match(error.message, named);
      assert.deepEqual(conversation.messages, before);
      assert.throws(() => fit("backscroll", [...pages, QUESTION], { maxTokens: 400, ...policies }), (thrown) => thrown.code === "cannot-fit" && named.test(thrown.message));
    });
  }
});

describe("`fit`", () => {
  const messages = [...pages.map((message) => ({ ...message })), QUESTION];
  const textOf = (value) => JSON.stringify(value);

  for (const format of ["anthropic", "openai-chat", "openai-responses", "gemini", "bedrock", "mistral", "backscroll", "ai-sdk"]) {
    test(`keeps and clears by policies, and goes on from its memory: ${format}`, () => {
      const policies = { instructions: RULE, tools: { list: "drop", look: { keepLast: 1 } }, pin: ({ content }) => JSON.stringify(content).includes("Drawer 5 is done.") };
      const input = written(format, messages);
      const options = { maxTokens: 1_150, ...policies };
      const { reduction, memory, ...out } = fit(format, input, options);
      const text = textOf(listOf(format, out.body ?? out.messages));
      assert.ok(reduction !== null && text.includes(RULE) && text.includes("Drawer 5 is done.") && text.includes("row 0 of drawer 11"), text);
      assert.ok(["row 0 of drawer 2:", "row 0 of drawer 1:"].every((row) => !text.includes(row)), text);
      assert.deepEqual(["pinned", "instructions", "tool-kept"].filter((reason) => reduction.choices.every(({ why }) => why !== reason)), [], textOf(reduction.choices));
      const again = fit(format, input, { ...options, memory: stored(memory) });
      assert.deepEqual([again.reduction, textOf(again.body ?? again.messages)], [null, textOf(out.body ?? out.messages)]);
    });
  }

  test("takes the index of a message as its id", () => {
    const list = messages.map(({ id: _, ...message }) => message);
    const { messages: left } = fit("backscroll", list, { maxTokens: 700, pin: ["m3"] });
    assert.ok(left.includes(list[3]));
  });
});

describe("the adapters for frameworks", () => {
  const policies = { instructions: RULE, tools: { list: "drop" }, maxTokens: 1_150 };
  const items = written("openai-responses", [...pages, QUESTION]).input;
  const model = written("ai-sdk", [...pages, QUESTION]);
  for (const [name, cut] of [
    ["fitSteps", async () => (await fitSteps(policies)({ steps: [], messages: [...model], model: { modelId: "gpt-5" } })).messages],
    ["fitInput", async () => (await fitInput(policies)({ modelData: { input: items.map((item) => ({ ...item })) }, agent: { model: "gpt-5" } })).input],
  ]) {
    test(`take policies: ${name}`, async () => {
      const left = JSON.stringify(await cut());
      assert.deepEqual([left.includes(RULE), left.includes("row 0 of drawer 2:"), left.includes("row 0 of drawer 4:")], [true, false, false]);
    });
  }

  test("refuse wrong policies at once", () => {
    for (const adapter of [fitSteps, fitInput]) assert.throws(() => adapter({ maxTokens: 9, tools: { read: 7 } }), /`options\.tools\.read` must be/);
  });
});

describe("wrong options", () => {
  for (const [options, expected] of [
    [{ pin: "u1" }, /`options\.pin` must be an array of strings; given was "u1"/],
    [{ pin: [1] }, /`options\.pin` must be an array of strings/],
    [{ instructions: 7 }, /`options\.instructions` must be an array of strings; given was 7/],
    [{ instructions: [""] }, /`options\.instructions` must not hold an empty text/],
    [{ tools: "keep" }, /`options\.tools` must be an object/],
    [{ tools: ["read"] }, /`options\.tools` must be an object; given was an array/],
    [{ tools: { read: "clear" } }, /`options\.tools\.read` must be "keep", "drop", `\{ keepLast \}` or `\{ shorten \}`; given was "clear"/],
    [{ tools: { read: { keepLast: -1 } } }, /`options\.tools\.read\.keepLast` must be a whole number, 0 or more; given was -1/],
    [{ tools: { read: {} } }, /`options\.tools\.read\.keepLast` must be a whole number/],
    [{ tools: { read: { shorten: "short" } } }, /`options\.tools\.read\.shorten` must be a function/],
    [{ tools: { read: { keepLast: 1, shorten: () => "" } } }, /`options\.tools\.read` must not have both/],
    [{ tools: { read: { keep: 1 } } }, /`options\.tools\.read` has no field "keep"/],
    [{ pictures: 2 }, /`options\.pictures` must be an object/],
    [{ pictures: {} }, /`options\.pictures\.keepLast` must be a whole number/],
    [{ pictures: { keepLast: 1.5 } }, /`options\.pictures\.keepLast` must be a whole number, 0 or more; given was 1\.5/],
  ]) {
    test(`are refused with their path: ${JSON.stringify(options)}`, () => {
      for (const make of [() => fitBudget(options), () => costAware({ model: "gpt-5", ...options }), () => fit("backscroll", [QUESTION], { maxTokens: 100, ...options })]) {
        assert.throws(make, (error) => error.code === "invalid-argument" && expected.test(error.message));
      }
    });
  }
});
