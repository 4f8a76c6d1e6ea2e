// Reductions of an agent's messages: the changes, the messages that stay, and the report.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  AudioBlock, CachePointBlock, CitationsBlock, DocumentBlock, GuardContentBlock, ImageBlock, JsonBlock, Message, ReasoningBlock, TextBlock, ToolResultBlock,
  ToolUseBlock, VideoBlock,
} from "@strands-agents/sdk";
import { ConversationManager } from "backscroll/strands";
import { ScriptedModel, agentWith, assertSound, assistant, calls, overflow, results, rounds, talk, texts, user } from "../../support/formats/strands.mjs";

const pinned = { custom: { pinned: true } };
const long = (word = "word") => `${word} `.repeat(400);
const citation = { location: { type: "web", url: "https://example.org" }, source: "a page", sourceContent: [{ text: "as it says" }], title: "A page" };

/** Reduces once after an overflow. Returns the agent's messages before and after, and the report. */
async function reduced(messages, reduce, error = overflow()) {
  const reductions = [];
  const manager = new ConversationManager({ ...(reduce && { reduce }), onReduce: (reduction) => reductions.push(reduction) });
  const agent = agentWith(manager, { model: new ScriptedModel(), messages });
  const before = [...agent.messages];
  const array = agent.messages;
  const hasShrunk = await manager.reduce({ agent, model: agent.model, error });
  assert.equal(agent.messages, array, "the same array");
  assert.equal(reductions.length, hasShrunk ? 1 : 0);
  return { before, after: agent.messages, hasShrunk, reduction: reductions[0], manager, agent };
}

/** Counts the messages that are the same objects. */
const kept = ({ before, after }) => after.filter((message) => before.includes(message)).length;

describe("messages that a reduction does not touch", () => {
  test("are the same objects, whatever they hold", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const document = { name: "report", format: "pdf" };
    const strange = { type: "hologramBlock", depth: 3, toJSON: () => ({ hologram: { depth: 3 } }) };
    const everything = [
      new Message({ role: "user", content: [
        new TextBlock("Look at these."), new CachePointBlock({ cacheType: "default" }), new ImageBlock({ format: "png", source: { bytes } }),
        new ImageBlock({ format: "jpeg", source: { url: "https://example.org/a.jpg" } }), new ImageBlock({ format: "png", source: { location: { type: "s3", uri: "s3://b/k" } } }),
        new DocumentBlock({ ...document, source: { bytes } }), new DocumentBlock({ ...document, format: "txt", source: { text: "plain" } }),
        new DocumentBlock({ ...document, format: "txt", source: { content: [{ text: "a" }, { text: "b" }] } }),
        new DocumentBlock({ ...document, source: { location: { type: "s3", uri: "s3://b/k" } } }), new VideoBlock({ format: "mp4", source: { bytes } }),
        new AudioBlock({ format: "mp3", source: { bytes } }), new GuardContentBlock({ text: { text: "guarded", qualifiers: ["query"] } }),
        new GuardContentBlock({ image: { format: "png", source: { bytes } } }), strange, new TextBlock("half \ud800 a pair"),
      ] }),
      new Message({ role: "assistant", content: [
        new ReasoningBlock({ text: "Let me see.", signature: "sig" }), new ReasoningBlock({ redactedContent: bytes }), new TextBlock("I shall look."),
        new ToolUseBlock({ name: "read", toolUseId: "a", input: { b: 1, a: [null] }, reasoningSignature: "s" }), new TextBlock("And:"),
        new ToolUseBlock({ name: "read", toolUseId: "b", input: "no object" }), new CitationsBlock({ citations: [citation], content: [{ text: "cited" }] }),
      ], metadata: { usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7 }, custom: { mine: 1 } } }),
      new Message({ role: "user", content: [
        new ToolResultBlock({ toolUseId: "b", status: "error", content: [new TextBlock("no")], error: new Error("no") }),
        new ToolResultBlock({ toolUseId: "a", status: "success", content: [new JsonBlock({ json: { x: [1] } }), new ImageBlock({ format: "png", source: { bytes } })] }),
        new CachePointBlock({ cacheType: "default" }), new TextBlock("And go on."),
      ] }),
      new Message({ role: "user", content: [new CachePointBlock({ cacheType: "default" })] }),
      assistant("Done."),
    ];
    const outcome = await reduced([...talk(5), ...everything], ({ draft }) => draft.keepRecentTurns(3) > 0);
    assert.equal(outcome.hasShrunk, true);
    assert.equal(outcome.after.length, everything.length);
    outcome.after.forEach((message, at) => assert.equal(message, everything[at]));
  });

  test("stay behind changed ones", async () => {
    const messages = [...talk(1), user("Read."), calls("a"), results({ a: long() }), ...talk(1)];
    const outcome = await reduced(messages, ({ draft }) => draft.shortenToolResults() > 0);
    assert.equal(kept(outcome), messages.length - 1);
    assert.equal(outcome.after.length, messages.length);
  });

  for (const [name, reduce] of [["false", () => false], ["true without an edit", () => true], ["the same messages", ({ messages }) => messages]]) {
    test(`all stay when the reducer returns ${name}`, async () => {
      const { before, after, hasShrunk } = await reduced(talk(5), reduce);
      assert.equal(hasShrunk, false);
      assert.deepEqual(after, before);
      after.forEach((message, at) => assert.equal(message, before[at]));
    });
  }

  test("all stay when one cannot be read", async () => {
    const messages = [...talk(3), new Message({ role: "assistant", content: [new ToolUseBlock({ name: "read", toolUseId: "a", input: { big: 1n } })] }), results({ a: "x" })];
    const agent = agentWith(new ConversationManager(), { model: new ScriptedModel() });
    agent.messages.push(...messages);
    const manager = new ConversationManager({ reduce: () => assert.fail("called") });
    await assert.rejects(manager.reduce({ agent, error: overflow() }), { code: "invalid-message" });
    assert.deepEqual(agent.messages, messages);
  });
});

describe("a shortened result", () => {
  test("is edited block by block, and keeps its other fields", async () => {
    const image = new ImageBlock({ format: "png", source: { bytes: new Uint8Array(9) } });
    const short = new TextBlock("short");
    const error = new Error("partly");
    const round = new Message({ role: "user", content: [
      new ToolResultBlock({ toolUseId: "a", status: "error", error, content: [
        new TextBlock(long()), image, short, new JsonBlock({ json: { rows: long("row") } }),
        new DocumentBlock({ name: "log", format: "txt", source: { text: long("log") }, citations: { enabled: true }, context: "of today" }),
        new DocumentBlock({ name: "notes", format: "md", source: { content: [{ text: long("note") }] } }),
      ] }),
      new ToolResultBlock({ toolUseId: "b", status: "success", content: [short] }),
      new TextBlock("What now?"),
    ], metadata: { custom: { mine: 1 } } });
    const { after } = await reduced([user("Read."), calls("a", "b"), round, assistant("Well.")], ({ draft }) => draft.shortenToolResults() > 0);
    const [, , message] = after;
    assert.notEqual(message, round);
    assert.equal(message.trackingId, round.trackingId);
    assert.deepEqual(message.metadata, round.metadata);
    assert.equal(message.content[1], round.content[1], "the other result is the same");
    assert.equal(message.content[2], round.content[2], "and so is what the user said");
    const [{ toolUseId, status, error: keptError, content: [text, picture, same, json, log, notes] }] = message.content;
    assert.deepEqual([toolUseId, status], ["a", "error"]);
    assert.equal(keptError, error);
    assert.ok(text instanceof TextBlock && text.text.includes('<truncated chars="1600"/>'));
    assert.equal(picture, image);
    assert.equal(same, short);
    assert.ok(json instanceof TextBlock && json.text.startsWith('{"rows":"row row'));
    assert.ok(log instanceof DocumentBlock && log.source.text.length < 500);
    assert.deepEqual([log.name, log.format, log.citations, log.context], ["log", "txt", { enabled: true }, "of today"]);
    assert.ok(notes instanceof DocumentBlock && notes.source.content[0].text.length < 500);
    assert.equal(notes.citations, undefined);
  });

  test("that was cleared becomes one text", async () => {
    const { after } = await reduced(rounds(3, 500), ({ draft }) => draft.clearToolResults({ keep: 1, placeholder: "(cleared)" }) > 0);
    assert.deepEqual(texts(after).filter((text) => text.includes("cleared")), ["(cleared)", "(cleared)"]);
    assertSound(after);
  });

  test("with only media and JSON becomes lines that name them by default", async () => {
    const bytes = new Uint8Array(3_000);
    const media = [
      new ImageBlock({ format: "png", source: { bytes } }), new ImageBlock({ format: "png", source: { url: "https://example.org/a.png" } }),
      new DocumentBlock({ name: "report", format: "pdf", source: { bytes } }), new VideoBlock({ format: "mp4", source: { location: { type: "s3", uri: "s3://b/k" } } }),
      new ImageBlock({ format: "png", source: { location: { type: "s3", uri: "s3://b/k" } } }),
      new JsonBlock({ json: { rows: "x".repeat(2006) } }), new JsonBlock({ json: { a: 1 } }),
    ];
    const round = new Message({ role: "user", content: [new ToolResultBlock({ toolUseId: "a", status: "success", content: media })] });
    const { after } = await reduced([user("Read."), calls("a"), round]);
    assert.equal(texts(after)[2], [
      "[image: png, source: bytes, 3000 bytes]", "[image: png, source: url]", "[document: report, pdf, source: bytes, 3000 bytes]", "[video: mp4, source: s3]",
      "[image: png, source: s3]", "[json: 2017 chars]", "(jsonBlock)",
    ].join(""));
    assertSound(after);
  });
});

describe("pairs", () => {
  test("stay or are removed together, however the reducer cuts", async () => {
    const parallel = [user("Go."), calls("a", "b"), results({ a: "A".repeat(300), b: "B".repeat(300) }), calls("c"), results({ c: "C" }), assistant("So."), ...talk(1)];
    const cuts = [
      ({ draft }) => draft.keepRecentMessages(5) > 0,
      ({ draft, messages }) => draft.remove([messages.find(({ toolCallId }) => toolCallId === "b").id]) > 0,
      ({ messages }) => messages.slice(3),
      ({ messages }) => messages.filter(({ toolCallId }) => toolCallId !== "a"),
      ({ messages }) => messages.filter(({ role }) => role !== "tool"),
    ];
    for (const cut of cuts) {
      const { after, hasShrunk } = await reduced(parallel, cut);
      assert.equal(hasShrunk, true);
      assertSound(after);
    }
  });

  test("lose their other half when a reducer's array has one half, and other results in the message stay", async () => {
    const parallel = [user("Go."), calls("a", "b"), results({ a: "A".repeat(300), b: "B" }), assistant("So."), ...talk(1)];
    const { before, after } = await reduced(parallel, ({ messages }) => messages.filter(({ toolCallId }) => toolCallId !== "a"));
    assert.deepEqual(after[1].content, [before[1].content[1]]);
    assert.deepEqual(after[2].content, [before[2].content[1]]);
    assert.equal(after[2].content[0], before[2].content[1], "the same block");
  });

  test("that were broken before are accepted, and no reduction breaks another", async () => {
    const broken = [results({ lost: "no call" }), ...talk(3), calls("open"), user("Never mind."), results({ open: "late" }), results({ open: "twice" }), ...talk(3)];
    const { after, hasShrunk } = await reduced(broken, ({ draft }) => draft.keepRecentTurns(2) > 0);
    assert.equal(hasShrunk, true);
    assertSound(after);
  });
});

describe("the remaining history", () => {
  test("does not begin with an answer whose question was removed", async () => {
    const { after, reduction } = await reduced([...talk(3), ...rounds(3), assistant("So."), ...talk(2)], ({ draft }) => draft.keepRecentMessages(7) > 0);
    assertSound(after);
    assert.equal(after.length, 4);
    assert.equal(reduction.removed.length, 6 + 7 + 1);
  });

  test("may begin with an answer where it did before", async () => {
    const greeting = assistant("Hello, what can I do?");
    const { after } = await reduced([greeting, ...rounds(3, 1_000)], ({ draft }) => draft.shortenToolResults() > 0);
    assert.equal(after[0], greeting);
    const cut = await reduced([greeting, ...talk(5)], ({ draft }) => draft.keepRecentTurns(2) > 0);
    assertSound(cut.after);
  });

  test("holds pinned messages with their other half", async () => {
    const answered = Object.assign(calls("a"), { metadata: pinned });
    const asked = Object.assign(results({ b: long() }), { metadata: pinned });
    const rule = user("Never use tabs.", pinned);
    const messages = [rule, assistant("Right."), user("Read."), answered, results({ a: long() }), calls("b"), asked, assistant("So."), ...talk(30)];
    for (const reduce of [undefined, ({ draft }) => draft.keepRecentTurns(0) > 0, ({ draft }) => draft.shortenToolResults() + draft.keepRecentMessages(0) > 0]) {
      const { after, before, hasShrunk } = await reduced(messages, reduce);
      assert.equal(hasShrunk, true);
      for (const at of [0, 3, 4, 5, 6]) assert.ok(after.includes(before[at]), `message ${at} is there, as it was`);
    }
  });

  test("holds the current request, and the calls of the newest message", async () => {
    const { after } = await reduced([...talk(4), user("Now this."), ...rounds(4).slice(1)], ({ draft }) => draft.keepRecentMessages(1) > 0);
    assert.equal(texts(after)[0], "Now this.");
    assertSound(after);
  });
});

describe("a summary", () => {
  test("is one user message with only text", async () => {
    const { before, after, reduction } = await reduced(talk(5), ({ draft, messages }) => draft.summarize(messages[5].id, "They talked.") > 0);
    assert.equal(after.length, 5);
    assert.equal(after[0].role, "user");
    assert.deepEqual(after[0].content, [new TextBlock("They talked.")]);
    after.slice(1).forEach((message, at) => assert.equal(message, before[6 + at]));
    assert.equal(reduction.summary.content, "They talked.");
  });

  test("is recognised by the next reduction, which may include it", async () => {
    const told = ["First.", "In all."];
    const seen = [];
    const reduce = ({ draft, messages }) => {
      seen.push(messages.map(({ isSummary }) => isSummary === true).indexOf(true));
      return draft.summarize(messages[5].id, told.shift()) > 0;
    };
    const { manager, agent } = await reduced([user("Never use tabs.", pinned), ...talk(8)], reduce);
    assert.equal(await manager.reduce({ agent, error: overflow() }), true);
    assert.deepEqual(seen, [-1, 1]);
    assert.deepEqual(texts(agent.messages).slice(0, 2), ["Never use tabs.", "In all."]);
    assert.equal(agent.messages.length, 9);
    const [, summary] = agent.messages;
    assert.deepEqual(Message.fromJSON(JSON.parse(JSON.stringify(summary))).metadata, summary.metadata, "it is saved and restored as one");
  });
});

describe("a reducer's array", () => {
  test("may change messages, and insert new ones", async () => {
    const thought = { type: "reasoning", text: "Hm.", signature: "sig" };
    const { before, after } = await reduced([...talk(4, 500), ...rounds(2), assistant("So."), ...talk(1)], ({ messages }) => [
      { role: "system", content: "In short: they talked." },
      { role: "assistant", content: [thought, { type: "text", text: "I recall." }], toolCalls: [{ id: "new1", name: "read", arguments: '{"a":1}' }, { id: "new2", name: "read", arguments: "{" }] },
      { role: "tool", toolCallId: "new1", content: "One." },
      { role: "tool", toolCallId: "new2", content: "Two.", isError: true },
      ...messages.slice(8, -3).map((message) => (message.toolCalls ? { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, arguments: "{}" })) } : message)),
      { ...messages.at(-3), content: "So, in short." },
      ...messages.slice(-2),
    ]);
    assertSound(after);
    const [summary, made, answers, ...rest] = after;
    assert.deepEqual(summary.content, [new TextBlock("In short: they talked.")]);
    assert.deepEqual(made.content, [
      new ReasoningBlock({ text: "Hm.", signature: "sig" }), new TextBlock("I recall."),
      new ToolUseBlock({ name: "read", toolUseId: "new1", input: { a: 1 } }), new ToolUseBlock({ name: "read", toolUseId: "new2", input: "{" }),
    ]);
    assert.deepEqual(answers.content.map(({ toolUseId, status }) => [toolUseId, status]), [["new1", "success"], ["new2", "error"]]);
    assert.equal(rest[5].content[0].text, "So, in short.");
    assert.equal(rest[5].trackingId, before[13].trackingId);
    assert.equal(rest.at(-1), before.at(-1));
  });

  test("with a part that the SDK has no form for is refused", async () => {
    const audio = { type: "audio", mediaType: "audio/mp3", data: "AAAA" };
    const reduce = ({ messages }) => [{ role: "user", content: [audio] }, ...messages.slice(6)];
    await assert.rejects(reduced(talk(5, 500), reduce), { code: "invalid-message" });
  });
});

describe("the target of a reducer", () => {
  const goalOf = async (messages, contextWindowLimit) => {
    let seen;
    const manager = new ConversationManager({ reduce: ({ draft, targetTokens }) => { seen = [draft.tokens, targetTokens]; return false; } });
    const agent = agentWith(manager, { model: new ScriptedModel({ contextWindowLimit }), messages });
    await manager.reduce({ agent, model: agent.model, error: overflow() });
    return seen;
  };
  const answer = (usage) => assistant("An answer.", { usage });

  test("is a share of the estimate of the messages, whatever their usage reports say", async () => {
    const [plain] = await goalOf([...talk(2), assistant("An answer.")], 200_000);
    const reports = [
      { inputTokens: 380, outputTokens: 20, totalTokens: 400 },
      { inputTokens: 900_000, outputTokens: 20, totalTokens: 900_020 },
      { inputTokens: 100, outputTokens: 20, totalTokens: 1_000, cacheReadInputTokens: 700, cacheWriteInputTokens: 180 },
      { inputTokens: NaN, outputTokens: -1, totalTokens: 0 },
    ];
    for (const usage of reports) assert.deepEqual(await goalOf([...talk(2), answer(usage)], 200_000), [plain, Math.floor(plain * 0.7)]);
  });

  test("is below the model's window, if the model has one", async () => {
    const [tokens, goal] = await goalOf(talk(60), 500);
    assert.ok(tokens > 500);
    assert.equal(goal, 350);
  });
});

describe("the report", () => {
  test("names messages by their tracking ids, and holds removed messages completely", async () => {
    const document = new DocumentBlock({ name: "log", format: "txt", source: { text: "all of it" } });
    const said = new Message({ role: "assistant", content: [new CitationsBlock({ citations: [citation], content: [{ text: "cited" }] })] });
    const opening = new Message({ role: "user", content: [new TextBlock("Read."), document] });
    const round = Object.assign(calls("a"), {});
    const answer = results({ a: "Yes." });
    const { reduction } = await reduced([opening, round, answer, said, ...talk(2)], ({ draft }) => draft.keepRecentTurns(1) > 0);
    const [first, second, third, fourth] = reduction.removed;
    assert.equal(first.id, opening.trackingId);
    assert.deepEqual(first.content, [{ type: "text", text: "Read." }, { type: "text", text: "all of it", document: { name: "log", format: "txt" } }]);
    assert.deepEqual([second.id, second.toolCalls[0].id], [round.trackingId, "a"]);
    assert.deepEqual([third.id, third.toolCallId], [`${answer.trackingId}/0`, "a"]);
    assert.deepEqual(fourth.content, [{ type: "text", text: "cited", citations: [citation] }]);
    assert.ok(reduction.tokensAfter < reduction.tokensBefore);
  });

  test("gives copies of one message different ids", async () => {
    const again = user("Again, please.");
    const { reduction } = await reduced([again, assistant("Yes."), again, assistant("Yes."), ...talk(1)], ({ draft }) => draft.keepRecentTurns(1) > 0);
    assert.deepEqual(reduction.removed.map(({ role }) => role), ["user", "assistant", "user", "assistant"]);
    assert.equal(new Set(reduction.removed.map(({ id }) => id)).size, 4);
  });
});

describe("attempts", () => {
  test("end after three without an answer in between", async () => {
    const manager = new ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(draft.turnCount - 1) > 0 });
    const agent = agentWith(manager, { model: new ScriptedModel(), messages: talk(12) });
    const ask = () => manager.reduce({ agent, model: agent.model, error: overflow() });
    assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [true, true, true, false]);
    agent.messages.push(user("Hello?"));
    assert.equal(await ask(), false);
    agent.messages.push(assistant("An answer."));
    assert.equal(await ask(), true);
  });

  test("without an error are not counted", async () => {
    const manager = new ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(draft.turnCount - 1) > 0 });
    const agent = agentWith(manager, { model: new ScriptedModel(), messages: talk(12) });
    for (let times = 1; times <= 6; times += 1) assert.equal(await manager.reduce({ agent }), true);
    assert.equal(agent.messages.length, 12);
  });

  test("without messages return false", async () => {
    const manager = new ConversationManager({ reduce: () => assert.fail("called") });
    const agent = agentWith(manager, { model: new ScriptedModel() });
    assert.equal(await manager.reduce({ agent, error: overflow() }), false);
  });
});
