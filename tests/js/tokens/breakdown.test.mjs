// The size of a request by what it is made of: `breakdown`, of a conversation, of a prepared request, of the state, and of `stats`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { ConversationManager, breakdown, estimateTokens, fit } from "backscroll";
import { countTokens } from "backscroll/o200k";
import { at } from "../../../scripts/lib/paths.mjs";
import { LISTS, TARGETS } from "../../support/judges.mjs";
import { byTarget } from "../../support/targets.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";
import { refusal } from "../../support/basics.mjs";
import { listOf, written } from "../../support/reduce/lists.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

const PARTS = ["system", "tools", "schema", "user", "assistant", "calls", "results", "reasoning", "media", "frame"];
const GPT = { model: "gpt-4o" };
const words = (count) => "word after word ".repeat(Math.ceil(count / 3));
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Checks what is true of every breakdown, and returns it. */
function check(made) {
  const { tokens, parts, correction, largest, certainty, window, answer } = made;
  assert.deepEqual(Object.keys(parts).sort(), [...PARTS].sort());
  for (const [name, part] of Object.entries(parts)) assert.ok(Number.isInteger(part) && part >= 0, `${name}: ${part}`);
  assert.equal(sum(Object.values(parts)) + correction, tokens);
  assert.ok(largest.length <= 10);
  const sizes = largest.map(({ tokens: own }) => own);
  assert.deepEqual(sizes, sizes.toSorted((one, other) => other - one));
  assert.ok(["exact", "fitted", "guessed"].includes(certainty));
  assert.ok(window === null || window > 0);
  assert.ok(Number.isInteger(answer) && answer >= 0);
  return made;
}

/** Checks that a change adds to this part, and to no other: each is rounded, and what stands around messages may go with it. */
function checkPart(before, after, part, least = 5) {
  for (const name of PARTS) {
    const more = after.parts[name] - before.parts[name];
    if (name === part) assert.ok(more >= least, `${name}: ${more}`);
    else assert.ok(name === "frame" ? more >= -1 && more < least + 30 : Math.abs(more) <= 1, `${name}: ${more}`);
  }
}

describe("breakdown has parts that add up to the size that `fit` counts", () => {
  const CASES = 6;
  for (const format of FORMATS) {
    for (const kind of format in LISTS ? ["a body", "a list"] : ["what a program keeps"]) {
      test(`${format}: ${kind}`, () => {
        for (let seed = 0; seed < CASES; seed += 1) {
          const { messages } = transcript(seed, { newest: ["request", "closed"], pinned: [], interrupted: false });
          const made = written(format, messages);
          const whole = format === "openai-chat" ? { ...made, ...GPT } : made;
          // Instructions have no place in some lists.
          const input = kind === "a list" ? listOf(format, whole).filter(({ role }) => role !== "system" && role !== "developer") : whole;
          const { tokens } = check(breakdown(format, input));
          const fitted = fit(format, input, { maxTokens: 1e9 });
          // `fit` rounds messages and what stands beside them apart.
          assert.ok(fitted.tokens - tokens >= 0 && fitted.tokens - tokens <= 1, `seed ${seed}: ${tokens}, and ${fitted.tokens} by fit`);
        }
      });
    }
  }

  test("a list is counted by the model that the capabilities name, as a body with that model", () => {
    const messages = [{ role: "user", content: words(50) }, { role: "assistant", content: words(20) }, { role: "user", content: "So?" }];
    const [list, body] = [breakdown("openai-chat", messages, { capabilities: GPT }), breakdown("openai-chat", { ...GPT, messages })];
    assert.deepEqual(list, body);
    assert.notEqual(breakdown("openai-chat", messages).tokens, list.tokens);
  });

  test("without the margin, it is smaller", () => {
    const body = { ...GPT, messages: [{ role: "user", content: words(3_000) }] };
    const [exact, usual] = [check(breakdown("openai-chat", body, { margin: false })), check(breakdown("openai-chat", body))];
    assert.ok(exact.tokens < usual.tokens && exact.tokens > usual.tokens * 0.98, `${exact.tokens} and ${usual.tokens}`);
  });

  for (const [fact, args, code] of [
    ["an unknown format", ["vercel", { messages: [] }], "unknown-format"],
    ["an unknown option", ["openai-chat", { messages: [{ role: "user", content: "u" }] }, { maxTokens: 5 }], "invalid-argument"],
    ["a margin that is no boolean", ["openai-chat", { messages: [{ role: "user", content: "u" }] }, { margin: 1 }], "invalid-argument"],
    ["a text", ["openai-chat", "Hello."], "invalid-argument"],
    ["a role that nobody knows", ["backscroll", [{ role: "bot", content: "u" }]], undefined],
  ]) {
    test(`${fact} is refused`, () => refusal(() => breakdown(...args), code));
  }
});

const description = (count) => `Looks at a place. ${words(count)}`;
const declared = (count) => ({ name: "look", description: description(count), parameters: { type: "object", properties: { at: { type: "string" } } } });
/** The params of a request with a tool, whose description has so many words. */
const PARAMS = byTarget({
  "openai-chat": (count) => ({ ...GPT, tools: [{ type: "function", function: declared(count) }] }),
  "openai-responses": (count) => ({ model: "gpt-5", tools: [{ type: "function", ...declared(count) }] }),
  anthropic: (count) => ({ model: "claude-sonnet-4-5", max_tokens: 1_000, tools: [{ name: "look", description: description(count), input_schema: declared(0).parameters }] }),
  gemini: (count) => ({ model: "gemini-2.5-pro", tools: [{ functionDeclarations: [declared(count)] }] }),
  bedrock: (count) => ({ modelId: "anthropic.claude-sonnet-4-5-20250929-v1:0", toolConfig: { tools: [{ toolSpec: { name: "look", description: description(count), inputSchema: { json: declared(0).parameters } } }] } }),
  mistral: (count) => ({ model: "mistral-large-latest", tools: [{ type: "function", function: declared(count) }] }),
});

const PICTURE = { type: "image", mediaType: "image/png", data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==" };

/** A conversation with a message of each kind; `long` names that which has 60 words more. */
function talk(long) {
  const more = (name) => (name === long ? words(60) : "");
  const content = (text) => (long === "media" ? [{ type: "text", text }, PICTURE] : text);
  return [
    { role: "system", content: `Be brief. ${more("system")}` },
    { role: "user", content: content(`Look at Oslo. ${more("user")}`) },
    { role: "assistant", content: "", toolCalls: [{ id: "call12345", name: "look", arguments: JSON.stringify({ at: `Oslo ${more("calls")}` }) }] },
    { role: "tool", toolCallId: "call12345", content: `It rains. ${more("results")}` },
    { role: "assistant", content: `There is rain. ${more("assistant")}` },
    { role: "user", content: "And now?" },
  ];
}

for (const target of TARGETS) {
  describe(`${target}: what becomes longer adds to its part alone`, () => {
    const bodyOf = (long) => ConversationManager.from("backscroll", talk(long)).toRequest(target, PARAMS[target](long === "tools" ? 60 : 0)).body;
    for (const part of ["system", "tools", "user", "assistant", "calls", "results", "media"]) {
      test(`${part}, in a body and in a conversation`, async () => {
        const [before, after] = [undefined, part].map((long) => check(breakdown(target, bodyOf(long))));
        checkPart(before, after, part, part === "media" ? 1 : 40);
        const [first, second] = await Promise.all([undefined, part].map(async (long) => {
          const conversation = ConversationManager.from("backscroll", talk(long));
          const request = await conversation.prepare(target, PARAMS[target](long === "tools" ? 60 : 0));
          const ofRequest = check(request.breakdown());
          assert.equal(ofRequest.tokens, request.tokens);
          return { ofRequest, ofConversation: check(conversation.breakdown()) };
        }));
        checkPart(first.ofRequest, second.ofRequest, part, part === "media" ? 1 : 40);
        checkPart(first.ofConversation, second.ofConversation, part, part === "media" ? 1 : 40);
      });
    }
  });
}

describe("parts beside the texts", () => {
  const asked = [{ role: "user", content: "Look at Oslo." }];
  const schema = { type: "object", properties: { city: { type: "string", description: words(30) } } };
  const thinking = { type: "thinking", thinking: words(300), signature: "c2ln".repeat(500) };
  const rounds = (...content) => [...asked, { role: "assistant", content: [...content, { type: "tool_use", id: "t", name: "look", input: {} }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "Rain." }] }];
  const claude = (messages) => ({ ...PARAMS.anthropic(0), max_tokens: 5_000, thinking: { type: "enabled", budget_tokens: 2_000 }, messages });
  const answered = (...items) => [...asked, ...items, { type: "function_call", call_id: "c", name: "look", arguments: "{}" }, { type: "function_call_output", call_id: "c", output: "Rain." }];
  const gpt = (input) => ({ ...PARAMS["openai-responses"](0), input });
  const reasoning = (length) => ({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA".repeat(length) });
  for (const [fact, format, before, after, part] of [
    ["a schema, chat completions", "openai-chat", { ...GPT, messages: asked }, { ...GPT, messages: asked, response_format: { type: "json_schema", json_schema: { name: "city", schema } } }, "schema"],
    ["a schema, Responses", "openai-responses", gpt(asked), { ...gpt(asked), text: { format: { type: "json_schema", name: "city", schema } } }, "schema"],
    ["thinking that goes back to Claude", "anthropic", claude(rounds()), claude(rounds(thinking)), "reasoning"],
    ["encrypted reasoning that goes back to GPT", "openai-responses", gpt(answered(reasoning(10))), gpt(answered(reasoning(500))), "reasoning"],
    ["a summary is the user's", "backscroll", asked, [{ role: "system", content: words(60), isSummary: true }, ...asked], "user"],
    ["a document", "anthropic", claude(asked), claude([{ role: "user", content: [{ type: "text", text: "Look at Oslo." }, { type: "document", source: { type: "url", url: "https://a.example/b.pdf" } }] }]), "media"],
    ["fields that no model reads count nowhere", "openai-chat", { ...GPT, messages: asked }, { ...GPT, messages: asked, metadata: { note: words(60) }, user: words(60) }, null],
  ]) {
    test(fact, () => checkPart(check(breakdown(format, before)), check(breakdown(format, after)), part));
  }
});

const answerOf = (input, more) => ({ ...GPT, choices: [{ message: { role: "assistant", content: "So." } }], usage: { prompt_tokens: input, completion_tokens: 1, total_tokens: input + 1 }, ...more });

/** A conversation that asked and was answered; the provider counted `share` of the estimate. */
async function counted(share, options) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", words(900));
  const { tokens } = await conversation.prepare("openai-chat", GPT);
  const { parts } = conversation.breakdown();
  conversation.addResponse("openai-chat", answerOf(Math.round(tokens * share)));
  return { conversation, tokens, parts, difference: Math.round(tokens * share) - tokens };
}

describe("the correction", () => {
  for (const [fact, share] of [["adds what the provider counted beyond the estimate", 1.3], ["takes what it counted below the estimate", 0.8], ["is nothing after a count as estimated", 1], ["is nothing after a count that is not believed", 0.1]]) {
    test(fact, async () => {
      const { conversation, parts, difference } = await counted(share);
      const expected = share === 0.1 ? 0 : difference;
      const made = check(conversation.breakdown());
      assert.equal(made.correction, expected);
      assert.deepEqual([made.parts.user, made.parts.assistant > 0], [parts.user, true]);
      assert.equal(made.tokens - conversation.contextTokens, 3, "the model takes three tokens around a request");
      conversation.addMessage("user", "More?");
      const request = await conversation.prepare("openai-chat", GPT);
      const ofRequest = check(request.breakdown());
      assert.deepEqual([ofRequest.correction, ofRequest.tokens], [expected, request.tokens]);
    });
  }

  test("of a request is the difference to what the program's own estimator has counted", async () => {
    const conversation = new ConversationManager({ estimator: (text) => 2 * countTokens(text) });
    conversation.addMessage("user", words(900));
    const request = await conversation.prepare("openai-chat", GPT);
    const { tokens, correction } = check(request.breakdown());
    assert.equal(tokens, request.tokens);
    assert.ok(correction > tokens / 3, String(correction));
    const own = check(conversation.breakdown());
    assert.deepEqual([own.tokens, own.correction], [request.tokens, 0]);
  });
});

describe("certainty and row", () => {
  const messages = [{ role: "user", content: "Hello." }];
  for (const [fact, format, body, options, certainty, row] of [
    ["a model with a row", "openai-chat", { ...GPT, messages }, {}, "fitted", "gpt-4"],
    ["no model", "openai-chat", { messages }, {}, "guessed", "unknown"],
    ["a model that no row names", "openai-chat", { model: "nobody-knows", messages }, {}, "guessed", "unknown"],
    ["a name of the program's own, by `models`", "openai-chat", { model: "nobody-knows", messages }, { models: [{ name: "nobody-knows", like: "gpt-4o" }] }, "fitted", "gpt-4"],
    ["no model of Anthropic", "anthropic", { max_tokens: 5, messages }, {}, "guessed", "claude, unmeasured"],
    ["no model of Google", "gemini", { contents: [{ role: "user", parts: [{ text: "Hello." }] }] }, {}, "guessed", "gemini, unmeasured"],
    ["no model in Responses", "openai-responses", { input: messages }, {}, "fitted", "gpt-5"],
    ["no model of Mistral", "mistral", { messages }, {}, "fitted", "mistral"],
  ]) {
    test(`${fact}: ${certainty}`, () => {
      const made = check(breakdown(format, body, options));
      assert.deepEqual([made.certainty, made.row], [certainty, row]);
    });
  }

  test("messages that the provider counted are exact, until another comes", async () => {
    const { conversation } = await counted(1.1);
    assert.equal(conversation.breakdown().certainty, "exact");
    conversation.addMessage("user", "More?");
    assert.equal(conversation.breakdown().certainty, "fitted");
  });
});

describe("window and answer", () => {
  const messages = [{ role: "user", content: "Hello." }];
  for (const [fact, format, body, window, answer] of [
    ["of the model, and of the request", "openai-chat", { ...GPT, max_tokens: 50, messages }, 128_000, 50],
    ["a request that says nothing of its answer", "openai-chat", { ...GPT, messages }, 128_000, 0],
    ["a model that nobody knows", "openai-chat", { model: "nobody-knows", max_tokens: 50, messages }, null, 50],
    ["of Claude", "anthropic", { model: "claude-sonnet-4-5", max_tokens: 60, messages }, 200_000, 60],
    ["of Gemini", "gemini", { model: "gemini-2.5-pro", generationConfig: { maxOutputTokens: 70 }, contents: [{ role: "user", parts: [{ text: "Hello." }] }] }, 1_048_576, 70],
    ["of Bedrock", "bedrock", { modelId: "anthropic.claude-sonnet-4-5-20250929-v1:0", inferenceConfig: { maxTokens: 80 }, messages: [{ role: "user", content: [{ text: "Hello." }] }] }, 200_000, 80],
  ]) {
    test(fact, () => {
      const made = check(breakdown(format, body));
      assert.deepEqual([made.window, made.answer], [window, answer]);
    });
  }

  test("of a conversation are those of the last request", async () => {
    const conversation = new ConversationManager();
    assert.deepEqual([check(conversation.breakdown()).window, conversation.breakdown().answer], [null, 0]);
    conversation.addMessage("user", "Hello.");
    const request = await conversation.prepare("openai-chat", { ...GPT, max_tokens: 90 });
    for (const made of [request.breakdown(), conversation.breakdown()]) assert.deepEqual([made.window, made.answer], [128_000, 90]);
    conversation.toRequest("openai-chat", { model: "gpt-4" });
    assert.deepEqual([conversation.breakdown().window, conversation.breakdown().answer], [8_192, 0]);
  });
});

describe("the largest messages", () => {
  const sizes = [50, 10, 90, 30, 70, 20, 60, 40, 80, 100, 110, 15];
  const messages = sizes.map((size, place) => ({ id: `id-${place}`, role: place % 2 === 0 ? "user" : "assistant", content: words(size) }));
  const places = sizes.map((_, place) => place).toSorted((one, other) => sizes[other] - sizes[one]).slice(0, 10);

  test("of a conversation are ten, by their ids", () => {
    const conversation = ConversationManager.from("backscroll", messages);
    const { largest } = check(conversation.breakdown());
    assert.deepEqual(largest.map(({ id }) => id), places.map((place) => `id-${place}`));
    assert.deepEqual(largest.map(({ role }) => role), places.map((place) => messages[place].role));
    assert.deepEqual(largest.map(({ tokens }) => tokens), places.map((place) => estimateTokens([messages[place]])));
  });

  test("of a body are called by their index", () => {
    const { largest } = check(breakdown("openai-chat", { ...GPT, messages: messages.map(({ id, ...message }) => message) }));
    assert.deepEqual(largest.map(({ id }) => id), places.map((place) => `m${place}`));
  });
});

describe("the state of a conversation", () => {
  test("has a breakdown that is made once, when it is read, and is frozen", () => {
    const asked = [];
    const conversation = new ConversationManager({ estimator: (text) => (asked.push(text), text.length) });
    conversation.addMessage("user", "Hello.");
    const state = conversation.getState();
    assert.deepEqual(state.breakdown, conversation.breakdown());
    assert.equal(state.breakdown, state.breakdown);
    for (const value of [state.breakdown, state.breakdown.parts, state.breakdown.largest, state.breakdown.largest[0]]) assert.ok(Object.isFrozen(value));
    check(state.breakdown);
    assert.equal(state, conversation.getState());
    conversation.addMessage("user", words(60));
    const later = conversation.getState();
    assert.notEqual(later, state);
    assert.ok(later.breakdown.tokens > state.breakdown.tokens);
    assert.equal(later.breakdown.tokens, conversation.breakdown().tokens);
  });

  test("holds what the last request held beside the messages", () => {
    for (const params of [GPT, PARAMS["openai-chat"](20), { ...PARAMS["openai-chat"](20), max_tokens: 50 }]) {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Hello.");
      conversation.toRequest("openai-chat", params);
      assert.deepEqual(conversation.getState().breakdown, conversation.breakdown(), JSON.stringify(params));
    }
  });

  test("stays readable after `dispose`, as the state does", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Hello.");
    const state = conversation.getState();
    conversation.dispose();
    assert.equal(conversation.getState(), state);
    check(conversation.getState().breakdown);
  });

  test("that is read late is that of the conversation as it is then", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Hello.");
    const state = conversation.getState();
    conversation.addMessage("user", words(60));
    assert.deepEqual(state.breakdown, conversation.breakdown());
  });
});

describe("npx backscroll stats", () => {
  const run = (body, ...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [at("node_modules", "backscroll", "cli.mjs"), "stats", ...args], { input: JSON.stringify(body), encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
    return stdout;
  };
  const body = { ...PARAMS["openai-chat"](20), max_tokens: 50, messages: ConversationManager.from("backscroll", talk("results")).toRequest("openai-chat", PARAMS["openai-chat"](20)).body.messages };

  test("prints the parts that are there, the largest first, and three messages", () => {
    const { tokens, parts, largest, row } = breakdown("openai-chat", body);
    const made = Object.entries(parts).filter(([, part]) => part > 0).toSorted(([, one], [, other]) => other - one);
    const lines = run(body).trimEnd().split("\n").map((line) => line.replace(/^[^:]*: (?=openai-chat: |[a-z]+: |counted)/, ""));
    assert.match(lines[0], new RegExp(`about ${tokens} tokens$`));
    assert.deepEqual(lines.slice(1, 1 + made.length), made.map(([name, part]) => `${name}: ${part} tokens`));
    assert.deepEqual(lines.slice(1 + made.length, -1), largest.slice(0, 3).map(({ id, role, tokens: own }) => `largest: ${id} (${role}), ${own} tokens`));
    assert.equal(lines.at(-1), `counted by the row "${row}", which is fitted; the window of the model has 128000 tokens`);
  });

  test("has all of it as JSON", () => {
    const [found] = [JSON.parse(run(body, "--json"))].flat();
    assert.deepEqual(found, { ...found, ...breakdown("openai-chat", body), messages: 6, calls: 1 });
    check(found);
  });

  test("counts the messages of a request that could not be sent", () => {
    const wrong = [{ role: "user", parts: [{ type: "text", text: "Hi" }] }];
    assert.match(run(wrong), /about \d+ tokens\n/);
  });
});
