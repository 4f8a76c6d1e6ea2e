// The system prompt, the window and pins, changed later or for one request; and reductions at the host's word.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, fitBudget, noReduction, recentTurns } from "backscroll";
import { objection } from "../../support/judges.mjs";
import { TARGETS } from "../../support/targets.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

/** A conversation of turns, each with an id of its number: q1, a1, q2, and so on. */
function turns(count, options) {
  const conversation = new ConversationManager(options);
  for (let turn = 1; turn <= count; turn += 1) {
    conversation.addMessage({ id: `q${turn}`, role: "user", content: `Question ${turn}: what is there to see on day ${turn}?` });
    conversation.addMessage({ id: `a${turn}`, role: "assistant", content: `Answer ${turn}: the harbour, and the old town behind it.` });
  }
  return conversation;
}

const ids = (conversation) => conversation.messages.map(({ id }) => id);
const bytes = (conversation, target) => Buffer.from(conversation.toRequestBytes(target, PARAMS[target])).toString();
const allBytes = (conversation) => TARGETS.map((target) => bytes(conversation, target));
/** Writes every request once, so that bytes are cached. */
const warm = (conversation) => void allBytes(conversation);

/** A signed thought, which Anthropic binds to what stands before it. */
const thought = (id, text) => ({
  id,
  role: "assistant",
  model: "claude-sonnet-5-5",
  content: [{ type: "reasoning", text, signature: "c2ln" }, { type: "text", text: "Done." }],
  extrasFrom: "anthropic",
});

async function rejected(work) {
  try {
    await work();
  } catch (error) {
    return error.code;
  }
  return null;
}

describe("the system prompt", () => {
  const told = (prompt) => turns(2, prompt === null ? {} : { systemPrompt: prompt });
  for (const [name, from, to] of [["another", "Be brief.", "Be long."], ["a first", null, "Be brief."], ["none", "Be brief.", null], ["an empty", "Be brief.", ""]]) {
    test(`changes to ${name} one, and requests are those of a conversation that always had it`, () => {
      const conversation = told(from);
      warm(conversation);
      conversation.systemPrompt = to;
      assert.equal(conversation.systemPrompt, to);
      const expected = told(to);
      assert.deepEqual(allBytes(conversation), allBytes(expected));
      assert.equal(conversation.contextTokens, expected.contextTokens);
      assert.deepEqual(conversation.messages.map(({ role, content }) => [role, content]), expected.messages.map(({ role, content }) => [role, content]));
      const restored = ConversationManager.fromJSON(JSON.stringify(conversation));
      assert.deepEqual(allBytes(restored), allBytes(expected));
      conversation.addMessage("user", "More?");
      expected.addMessage("user", "More?");
      assert.deepEqual(allBytes(conversation), allBytes(expected));
    });
  }

  test("keeps its id, and an equal text changes nothing", () => {
    const conversation = told("Be brief.");
    const [{ id }] = conversation.messages;
    conversation.systemPrompt = "Be long.";
    assert.equal(conversation.messages[0].id, id);
    conversation.addMessage(thought("t", "Hm."));
    conversation.addMessage("user", "So?");
    conversation.systemPrompt = "Be long.";
    assert.match(bytes(conversation, "anthropic"), /Hm\./);
  });

  test("voids reasoning that is bound to it, in messages that a reduction removed too", () => {
    const conversation = told("Be brief.");
    conversation.addMessage(thought("t1", "First."));
    conversation.addMessage("user", "So?");
    conversation.truncate({ keepRecent: 1 });
    conversation.addMessage(thought("t2", "Second."));
    conversation.addMessage("user", "So?");
    assert.match(bytes(conversation, "anthropic"), /Second\./);
    conversation.systemPrompt = "Be long.";
    conversation.addMessage(thought("t3", "Third."));
    conversation.addMessage("user", "So?");
    assert.doesNotMatch(bytes(conversation, "anthropic"), /Second\./);
    assert.match(bytes(conversation, "anthropic"), /Third\./);
    conversation.undo();
    assert.doesNotMatch(bytes(conversation, "anthropic"), /First\.|Second\./);
    assert.equal(objection("anthropic", conversation.toRequest("anthropic", PARAMS.anthropic).body), null);
  });

  for (const keepSystemPrompt of [true, false]) {
    test(`survives the undo of a reduction that ${keepSystemPrompt ? "kept" : "removed"} it`, () => {
      const conversation = told("Be brief.");
      conversation.truncate({ keepRecent: 1, keepSystemPrompt });
      conversation.systemPrompt = "Be long.";
      assert.deepEqual(ConversationManager.fromJSON(JSON.stringify(conversation)).transcript.length, 5);
      conversation.undoAll();
      assert.deepEqual(allBytes(conversation), allBytes(told("Be long.")));
      assert.deepEqual(conversation.transcript.map(({ state }) => state), Array(5).fill("kept"));
    });
  }

  test("is that of all paths", () => {
    for (const first of ["Be brief.", null]) {
      const conversation = told(first);
      const edited = conversation.edit("q2", "Other?");
      conversation.systemPrompt = "Be long.";
      conversation.select("q2");
      assert.deepEqual(allBytes(conversation), allBytes(told("Be long.")));
      const restored = ConversationManager.fromJSON(JSON.stringify(conversation));
      restored.select(edited.id);
      assert.deepEqual(restored.messages.map(({ content }) => content).slice(0, 1), ["Be long."]);
      assert.deepEqual(restored.siblings(edited.id), ["q2", edited.id]);
    }
  });

  test("makes a reduction in progress stale", async () => {
    const conversation = turns(9, { tokenLimit: 200, systemPrompt: "Be brief." });
    const own = () => ConversationManager.fromJSON(conversation.toJSON(), {
      async reduce({ draft }) {
        await null;
        changing.systemPrompt = "Be long.";
        return draft.keepRecentTurns(2) > 0;
      },
    });
    const changing = own();
    assert.equal(await rejected(() => changing.prepare("openai-chat", PARAMS["openai-chat"])), "stale-plan");
    assert.deepEqual([changing.messageCount, changing.systemPrompt], [19, "Be long."]);
  });

  test("is counted by an estimator function", () => {
    const estimator = (text) => text.length;
    const conversation = turns(1, { estimator, systemPrompt: "Be brief." });
    const before = conversation.contextTokens;
    conversation.systemPrompt = "Be brief, and kind.";
    assert.equal(conversation.contextTokens, before + ", and kind".length);
  });

  for (const [value, code] of [[5, "invalid-argument"], [undefined, "invalid-argument"], ["x".repeat(2_000), "too-large"]]) {
    test(`that is ${String(value).slice(0, 9)} is refused by \`${code}\`, and nothing changes`, async () => {
      const conversation = turns(1, { systemPrompt: "Be brief.", limits: { messageBytes: 1_000 } });
      const before = allBytes(conversation);
      assert.equal(await rejected(() => void (conversation.systemPrompt = value)), code);
      if (value !== undefined) assert.equal(await rejected(() => conversation.prepare("gemini", {}, { systemPrompt: value })), code);
      assert.deepEqual(allBytes(conversation), before);
    });
  }
});

describe("one request", () => {
  for (const target of TARGETS) {
    for (const systemPrompt of ["Answer in French.", null]) {
      test(`for ${target} has ${systemPrompt === null ? "no prompt" : "a prompt"} of its own, and the next one is as before`, async () => {
        const conversation = turns(3, { systemPrompt: "Be brief.", tokenLimit: 10_000 });
        const before = bytes(conversation, target);
        const withoutRequests = () => ({ ...conversation.toJSON(), requests: null });
        const snapshot = withoutRequests();
        const request = await conversation.prepare(target, PARAMS[target], { systemPrompt });
        const expected = turns(3, systemPrompt === null ? {} : { systemPrompt });
        const own = await expected.prepare(target, PARAMS[target]);
        assert.equal(Buffer.from(request.bytes()).toString(), Buffer.from(own.bytes()).toString());
        assert.equal(request.tokens, own.tokens);
        assert.equal(objection(target, request.body), null);
        assert.deepEqual(withoutRequests(), snapshot);
        assert.equal(bytes(conversation, target), before);
      });
    }
  }

  test("of its own prompt takes no reasoning that is bound to the history's, and neither has its answer later", async () => {
    const conversation = turns(1, { systemPrompt: "Be brief." });
    conversation.addMessage(thought("t", "Before."));
    conversation.addMessage("user", "So?");
    const { body } = await conversation.prepare("anthropic", PARAMS.anthropic, { systemPrompt: "Other." });
    assert.doesNotMatch(JSON.stringify(body), /Before\./);
    assert.match(bytes(conversation, "anthropic"), /Before\./);
    await conversation.prepare("anthropic", PARAMS.anthropic, { systemPrompt: "Other." });
    const content = [{ type: "thinking", thinking: "Under another.", signature: "c2ln" }, { type: "text", text: "Yes." }];
    conversation.addResponse("anthropic", { id: "m", type: "message", role: "assistant", model: "claude-sonnet-5-5", content, stop_reason: "end_turn", usage: { input_tokens: 50, output_tokens: 9 } });
    conversation.addMessage("user", "So?");
    const sent = bytes(conversation, "anthropic");
    assert.doesNotMatch(sent, /Under another\./);
    assert.match(sent, /Before\./);
  });

  test("that has a large prompt reduces the history further, and one with none less", async () => {
    const systemPrompt = "Be brief. ".repeat(40);
    const count = async (options) => {
      const conversation = turns(20, { systemPrompt: "Be brief.", tokenLimit: 400 });
      const { tokens } = await conversation.prepare("openai-chat", PARAMS["openai-chat"], options);
      assert.ok(tokens <= 400);
      return conversation.messageCount;
    };
    assert.ok((await count({ systemPrompt })) < (await count()));
    assert.equal(await rejected(() => count({ systemPrompt: "Be brief. ".repeat(400) })), "cannot-fit");
  });

  const LONG = "Be brief. ".repeat(100);
  const OVER = [
    ["over the window", {}, {}, /, 2\d\d because of its own `systemPrompt`.*No reduction helps: shorten the `systemPrompt` of this request, or raise `tokenLimit`\.$/],
    ["over the window, beside one of the conversation", { systemPrompt: "Be kind." }, {}, /, 2\d\d because of its own `systemPrompt`.*shorten the `systemPrompt` of this request/],
    ["almost over the window", { tokenLimit: 340 }, {}, /The `systemPrompt` of this request alone takes about 2\d\d tokens: shorten it, or raise `tokenLimit`\.$/],
    ["that is as long as that of the conversation", { systemPrompt: LONG.toUpperCase() }, {}, /The `systemPrompt` of this request alone takes about 2\d\d tokens: shorten it/],
    ["beside tools that are longer", {}, { tools: [{ type: "function", function: { name: "f", description: LONG.repeat(2) } }] }, /, 2\d\d because of its own `systemPrompt`.*declare fewer or shorter tools/],
  ];
  for (const [name, options, params, text] of OVER) {
    test(`that has a prompt ${name} is \`cannot-fit\`, which names it`, async () => {
      const conversation = turns(1, { tokenLimit: 200, ...options });
      conversation.addMessage("user", "Where to? ".repeat(20));
      const error = await conversation.prepare("openai-chat", params, { systemPrompt: LONG }).catch((caught) => caught);
      assert.match(error.message, text);
      const { tokens, params: ofParams, prompt, added } = error.details;
      assert.equal(error.code, "cannot-fit");
      // An unknown model takes four tokens around a request.
      assert.ok(params.tools === undefined ? ofParams === 4 : ofParams > 200, String(ofParams));
      assert.ok(prompt <= 300 && tokens > prompt + ofParams + added, String(prompt));
    });
  }

  test("counts its own prompt with an estimator function", async () => {
    const conversation = turns(1, { estimator: (text) => text.length, systemPrompt: "Be brief." });
    const { tokens } = await conversation.prepare("openai-chat", PARAMS["openai-chat"]);
    const own = await conversation.prepare("openai-chat", PARAMS["openai-chat"], { systemPrompt: "Be brief, and kind." });
    assert.equal(own.tokens, tokens + ", and kind".length);
  });

  test("has a window of its own", async () => {
    const conversation = turns(20, { tokenLimit: 10_000, reserveTokens: 100 });
    const { tokens, reduction } = await conversation.prepare("openai-chat", PARAMS["openai-chat"], { tokenLimit: 400, reserveTokens: 50 });
    assert.ok(tokens <= 350 && reduction.removed.length > 0);
    assert.deepEqual([conversation.tokenLimit, conversation.reserveTokens], [10_000, 100]);
    assert.equal((await turns(20, { tokenLimit: 400 }).prepare("openai-chat", PARAMS["openai-chat"], { tokenLimit: null })).reduction, null);
  });

  for (const options of [{ tokenLimit: -1 }, { tokenLimit: 50 }, { reserveTokens: 10_000 }, { reserveTokens: null }, { tokenlimit: 5 }]) {
    test(`with ${JSON.stringify(options)} is refused`, async () => {
      const conversation = turns(2, { tokenLimit: 10_000, reserveTokens: 100 });
      assert.equal(await rejected(() => conversation.prepare("openai-chat", {}, options)), "invalid-argument");
      assert.equal(conversation.messageCount, 4);
    });
  }
});

describe("the window", () => {
  test("changes later", async () => {
    const conversation = turns(20);
    assert.deepEqual([conversation.tokenLimit, conversation.reserveTokens], [null, "auto"]);
    conversation.tokenLimit = 400;
    conversation.reserveTokens = 50;
    assert.equal(conversation.tokenRemaining, 400 - conversation.contextTokens);
    assert.ok((await conversation.prepare("openai-chat", PARAMS["openai-chat"])).tokens <= 350);
    const restored = ConversationManager.fromJSON(conversation.toJSON());
    assert.deepEqual([restored.tokenLimit, restored.reserveTokens], [400, 50]);
    const copy = conversation.fork();
    copy.tokenLimit = null;
    assert.deepEqual([copy.tokenRemaining, conversation.tokenLimit], [null, 400]);
  });

  for (const [name, value] of [["tokenLimit", 50], ["tokenLimit", "5"], ["tokenLimit", undefined], ["reserveTokens", 400], ["reserveTokens", null], ["reserveTokens", 0.5]]) {
    test(`refuses ${name} = ${JSON.stringify(value)}`, async () => {
      const conversation = turns(1, { tokenLimit: 400, reserveTokens: 50 });
      assert.equal(await rejected(() => void (conversation[name] = value)), "invalid-argument");
      assert.deepEqual([conversation.tokenLimit, conversation.reserveTokens], [400, 50]);
    });
  }
});

describe("fromJSON", () => {
  const saved = () => JSON.stringify(turns(3, { systemPrompt: "Be brief.", tokenLimit: 400, reserveTokens: 50, limits: { messageBytes: 1_000 } }));

  test("takes other settings", async () => {
    const own = ConversationManager.fromJSON(saved(), { tokenLimit: 90, reserveTokens: 10, systemPrompt: "Be long.", proactiveCompression: true, transcript: false, limits: { messageBytes: 100 } });
    assert.deepEqual([own.tokenLimit, own.reserveTokens, own.systemPrompt], [90, 10, "Be long."]);
    assert.equal(await rejected(() => own.addMessage("user", "x".repeat(101))), "too-large");
    own.truncate({ keepRecent: 1 });
    assert.equal(own.undo(), false);
    const { settings, limits } = own.toJSON();
    assert.deepEqual([settings.transcript, settings.proactiveCompression, limits.messageBytes], [false, { compressionThreshold: 0.7 }, 100]);
  });

  test("keeps what is not given, and removes by null", () => {
    assert.deepEqual(ConversationManager.fromJSON(saved(), { reserveTokens: 20 }).toJSON().settings, { tokenLimit: 400, reserveTokens: 20 });
    const own = ConversationManager.fromJSON(saved(), { systemPrompt: null, tokenLimit: null });
    assert.deepEqual([own.systemPrompt, own.tokenLimit, own.messageCount], [null, null, 6]);
  });

  for (const options of [{ tokenLimit: 50 }, { reserveTokens: 400 }, { systemPrompt: 5 }, { transcript: 1 }, { limits: { depth: 0 } }, { proactiveCompression: 2 }, { window: 5 }]) {
    test(`refuses ${JSON.stringify(options)}`, async () => {
      assert.equal(await rejected(() => ConversationManager.fromJSON(saved(), options)), "invalid-argument");
    });
  }
});

describe("a pin", () => {
  test("holds a message from then on, and lets go of it", () => {
    const conversation = turns(4);
    conversation.pin("a1");
    conversation.truncate({ keepRecent: 2 });
    assert.deepEqual(ids(conversation), ["a1", "q3", "a3", "q4", "a4"]);
    assert.equal(ConversationManager.fromJSON(JSON.stringify(conversation)).messages[0].pinned, true);
    conversation.pin("a1", false);
    assert.equal("pinned" in conversation.messages[0], false);
    conversation.truncate({ keepRecent: 2 });
    assert.deepEqual(ids(conversation), ["q3", "a3", "q4", "a4"]);
  });

  test("belongs to the path, changes no request, and survives an undo", async () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Look.");
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "look", arguments: "{}" }] });
    conversation.addMessage({ id: "result", role: "tool", toolCallId: "c1", content: "Seen. ".repeat(200) });
    conversation.addMessage({ id: "end", role: "assistant", content: "Done." });
    await conversation.reduceNow({ reduce: ({ draft }) => draft.shortenToolResults() > 0 });
    const before = allBytes(conversation);
    conversation.pin("result");
    assert.deepEqual(allBytes(conversation), before);
    conversation.undo();
    const pinned = ({ messages }) => messages.filter(({ pinned }) => pinned === true).map(({ id }) => id);
    assert.deepEqual(pinned(conversation), ["result"]);
    assert.deepEqual(conversation.transcript.map(({ state }) => state), Array(4).fill("kept"));
    const edited = conversation.edit("end", "Over.");
    conversation.pin(edited.id);
    conversation.select("end");
    assert.deepEqual(pinned(conversation), ["result"]);
  });

  for (const [name, args, pattern] of [["unknown", ["x"], /no message/], ["removed", ["q1"], /undo/], ["no text", [5], /messageId/], ["not true or false", ["q4", "yes"], /pinned/]]) {
    test(`of a message that is ${name} is refused`, () => {
      const conversation = turns(4);
      conversation.truncate({ keepRecent: 2 });
      assert.throws(() => conversation.pin(...args), (error) => error.code === "invalid-argument" && pattern.test(error.message));
    });
  }
});

describe("reduceNow", () => {
  const report = [];
  const onReduce = (reduction) => report.push(reduction);

  test("reduces by the conversation's strategy, with or without a limit", async () => {
    for (const options of [{}, { tokenLimit: 10_000 }, { tokenLimit: 300, reserveTokens: 20 }]) {
      const conversation = turns(20, { ...options, onReduce });
      const before = conversation.contextTokens;
      const reduction = await conversation.reduceNow();
      assert.equal(conversation.contextTokens, reduction.tokensAfter);
      assert.ok(reduction.tokensAfter <= 0.7 * Math.min(before, (options.tokenLimit ?? Infinity) - (options.reserveTokens ?? 0)));
      assert.deepEqual(report.pop(), reduction);
      assert.equal(conversation.undo(), true);
      assert.equal(conversation.contextTokens, before);
    }
  });

  test("reduces to a target", async () => {
    const conversation = turns(20);
    const reduction = await conversation.reduceNow({ maxTokens: 100, reduce: fitBudget({ reduceTo: 1 }) });
    assert.ok(reduction.tokensAfter <= 100 && reduction.tokensAfter > 50);
  });

  test("takes a strategy or a callback, and calls an override without one", async () => {
    const [signal, model] = [new AbortController().signal, "gpt-5"];
    const conversation = turns(5);
    assert.equal((await conversation.reduceNow({ reduce: recentTurns({ keep: 2 }) })).removed.length, 6);
    const seen = [];
    await conversation.reduceNow({ signal, model, maxTokens: 7, reduce: (context) => void seen.push(context.signal, context.model, context.targetTokens) });
    assert.deepEqual(seen, [signal, model, 7]);
    class Own extends ConversationManager {
      reduce({ messages }) {
        return messages.slice(-2);
      }
    }
    const own = Own.fromJSON(turns(5).toJSON());
    await own.reduceNow();
    assert.deepEqual(ids(own), ["q5", "a5"]);
  });

  test("returns null when nothing gets smaller", async () => {
    const conversation = turns(5, { onReduce });
    assert.equal(await conversation.reduceNow({ reduce: noReduction() }), null);
    assert.deepEqual(report, []);
  });

  const throwing = () => { throw new Error("no"); };
  const aborted = AbortSignal.abort();
  for (const [options, code] of [[{ reduce: throwing }, "reducer-failed"], [{ signal: aborted }, "aborted"], [{ targetTokens: -1 }, "invalid-argument"], [{ reduce: recentTurns }, "invalid-argument"], [{ target: 5 }, "invalid-argument"]]) {
    test(`fails by \`${code}\`, and leaves the history as it was: ${Object.keys(options)}`, async () => {
      const conversation = turns(5);
      assert.equal(await rejected(() => conversation.reduceNow(options)), code);
      assert.deepEqual([conversation.messageCount, conversation.reductions], [10, []]);
    });
  }
});
