// `fitBudget` by need, the default: which messages, results and stretches stay, and the notes of what is left out.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, fit, fitBudget } from "backscroll";
import { TARGETS } from "../../support/judges.mjs";
import { random as randomOf } from "../../support/random.mjs";
import { paramsFor } from "../../support/request-params.mjs";
import { callOf, gapsOf, isNote, longResult, markProblems, noteProblems } from "../../support/reduce/need.mjs";
import { GPT, assertSound, ids, story, tell, text } from "../../support/reduce/stories.mjs";

/** Makes a conversation whose reductions leave `tokens`, and adds these messages. */
function talk(tokens, messages, options) {
  const conversation = new ConversationManager({ systemPrompt: "You are a clerk.", tokenLimit: tokens, reduce: fitBudget({ by: "need", reduceTo: 1, ...options }) });
  for (const message of messages) conversation.addMessage(message);
  return conversation;
}

const user = (content, more) => ({ role: "user", content, ...more });
const says = (content, more) => ({ role: "assistant", content, ...more });
const turns = (count, size = 60) => Array.from({ length: count }, () => [user(text(size)), says(text(size))]).flat();
/** Words without a name or a number, which no two messages have in the same order. */
const plain = (at, count) => Array.from({ length: count }, (_, place) => PLAIN[(at * 7 + place * (at + 1)) % PLAIN.length]).join(" ");
const PLAIN = "river stone window garden paper morning silver bread winter candle forest music butter leather summer coffee yellow summit velvet copper".split(" ");
const contentOf = (conversation, id) => conversation.messages.find((message) => message.id === id)?.content;
const bytes = (messages) => JSON.stringify(messages);

describe("what stays", () => {
  const first = [user("My order is W4471902.", { id: "order" }), says("I see.")];

  test("an id of the first minute stays, which goes by age", async () => {
    for (const [by, isKept] of [["need", true], ["age", false]]) {
      const conversation = talk(600, [...first, ...turns(20), user("Please cancel it.")], { by });
      const { body } = await conversation.prepare("openai-chat", GPT);
      assert.equal(bytes(body).includes("W4471902"), isKept, by);
    }
  });

  test("of two ids the one that was said again stays", async () => {
    const asked = (id) => user(`It is about ${id}. ${text(40)}`, { id });
    for (const again of ["A1111111", "B2222222"]) {
      // What says it again is too long to stay.
      const messages = [...turns(1), asked("A1111111"), ...turns(1), asked("B2222222"), ...turns(4), says(`I look for ${again}. ${text(400)}`), ...turns(2), user("And?")];
      const conversation = talk(180, messages);
      await conversation.prepare("openai-chat", GPT);
      assert.deepEqual(["A1111111", "B2222222"].filter((id) => contentOf(conversation, id) !== undefined), [again]);
    }
  });

  test("a call stays without most of its long result", async () => {
    const messages = [user("Look."), ...callOf("read", { path: "src/engine/parser.rs" }, text(3_000), { id: "read" }), ...turns(3), user("Go on.")];
    const conversation = talk(600, messages);
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    assert.ok(contentOf(conversation, "read:result").length < text(3_000).length / 5);
    assert.deepEqual(markProblems(contentOf(conversation, "read:result"), text(3_000)), []);
    assert.deepEqual(conversation.messages.find(({ id }) => id === "read").toolCalls[0].arguments, { path: "src/engine/parser.rs" });
    assert.equal(reduction.shortened.find(({ messageId }) => messageId === "read:result").original.content, text(3_000));
    assertSound(conversation);
  });

  test("the stretch of a long result with the order stays, and marks stand for the others", async () => {
    for (const line of [0, 17, 59]) {
      const result = longResult(60, line);
      const messages = [user("Show my orders."), ...callOf("orders", {}, result, { id: "list" }), ...turns(2), user("Where is W4471902?")];
      const conversation = talk(450, messages);
      await conversation.prepare("openai-chat", GPT);
      const content = contentOf(conversation, "list:result");
      assert.match(content, /W4471902 left with TRK998817/, `line ${line}`);
      assert.ok(content.length < result.length / 2, `line ${line}`);
      assert.deepEqual(markProblems(content, result), []);
    }
  });

  test("a stretch that stays now may go later, and one mark stands for it and for earlier marks", async () => {
    for (const result of [longResult(60, 30), longResult(60, 30).replaceAll("\n", ". "), `[${Array.from({ length: 60 }, (_, at) => `{"id": ${at}, "parcel": "TRK${100_000 + at}"}`).join(", ")}]`]) {
      const conversation = talk(100_000, [user("Show my orders."), ...callOf("orders", {}, result, { id: "list" }), ...turns(2), user("Where is W4471902?")]);
      let last = result;
      let cuts = 0;
      for (let targetTokens = 1_300; targetTokens > 150; targetTokens -= 45) {
        await conversation.reduceNow({ reduce: fitBudget({ by: "need", reduceTo: 1 }), targetTokens });
        const content = contentOf(conversation, "list:result");
        if (content === undefined || content === "[result cleared]") break;
        assert.deepEqual(markProblems(content, result), [], `${targetTokens} tokens`);
        assert.doesNotMatch(content, /\[…\]\s*\[…\]/, "no mark stands beside another");
        cuts += content === last ? 0 : 1;
        last = content;
      }
      assert.ok(cuts > 5, `${cuts}`);
    }
  });

  test("small results are whole or cleared, and never cut in pieces", async () => {
    const small = (at) => `bash-$ W447190${at} left the depot.\n`.repeat(4);
    for (let tokens = 150; tokens < 700; tokens += 25) {
      const messages = [user("Look."), ...Array.from({ length: 12 }, (_, at) => callOf("look", { at }, small(at % 10), { id: `c${at}` })).flat()];
      const conversation = talk(tokens, messages);
      await conversation.prepare("openai-chat", GPT);
      for (const { role, content } of conversation.messages) {
        if (role === "tool") assert.ok(content === "[result cleared]" || content.split("\n").length === 5, `${tokens}: ${content}`);
      }
    }
  });

  test("of user messages that name nothing, the newest stay", async () => {
    for (const tokens of [450, 600, 800]) {
      const messages = Array.from({ length: 12 }, (_, at) => [user(plain(at, 40), { id: `u${at}` }), says(plain(at, 80), { id: `a${at}` })]).flat();
      const conversation = talk(tokens, messages);
      await conversation.prepare("openai-chat", GPT);
      // The first one stands beside no gap before it, and is cheaper for that.
      const kept = conversation.messages.filter(({ role, id }) => role === "user" && id !== "u0").map(({ id }) => id);
      assert.ok(kept.length >= 2 && kept.length < 12, `${tokens}: ${kept}`);
      // A short one may be cheaper than a newer one.
      for (const id of kept) assert.ok(Number(id.slice(1)) >= 9 - kept.length, `${tokens}: ${kept}`);
    }
  });

  test("pins, the current request, open and suspended calls are untouched", async () => {
    const conversation = talk(5_000, turns(2));
    for (const message of [user(text(30), { id: "pin", pinned: true }), ...callOf("look", {}, text(200), { id: "pinned", pinned: true }), ...turns(3), says(null, { id: "asks", toolCalls: [{ id: "c", name: "remove", arguments: "{}" }] })]) conversation.addMessage(message);
    conversation.suspend();
    for (const message of [...turns(6), user("Now this.", { id: "now" }), says(null, { id: "open", toolCalls: [{ id: "x", name: "look", arguments: "{}" }, { id: "y", name: "look", arguments: "{}" }] }), { role: "tool", toolCallId: "x", content: text(200), id: "fresh" }]) conversation.addMessage(message);
    const fixed = ["pin", "pinned", "pinned:result", "asks", "now", "open", "fresh"];
    const before = fixed.map((id) => conversation.messages.find((message) => message.id === id));
    const { removed } = await conversation.reduceNow({ maxTokens: 900 });
    assert.ok(removed.length > 10, `${removed.length}`);
    assert.deepEqual(fixed.map((id) => conversation.messages.find((message) => message.id === id)), before);
  });

  test("of equal changes of files, the newest one of a file that was changed before stays", async () => {
    const edit = (path, from, to, id) => callOf("edit", { path, old: `mode = "${from}"`, new: `mode = "${to}"` }, `changed ${path}`, { id });
    const others = (letter) => Array.from({ length: 6 }, (_, at) => edit(`src/${letter}${at}.ts`, `${letter}-10${at}`, `${letter}-20${at}`, `${letter}${at}`)).flat();
    for (const before of ["src/mode.ts", "src/other.ts"]) {
      const first = edit(before, "LK-5908", "PK-3235", "first");
      const messages = [user("Set the modes."), ...turns(1), ...first, ...turns(1), ...others("a"), ...edit("src/mode.ts", "PK-3235", "QR-7741", "newest"), ...others("b"), ...turns(3), user("Go on.")];
      const conversation = talk(480, messages);
      await conversation.prepare("openai-chat", GPT);
      assert.equal(ids(conversation).includes("newest"), before === "src/mode.ts", `${before}: ${ids(conversation)}`);
    }
  });

  test("the newest `keepTurns` turns stay whole, with their results, while others can go", async () => {
    const letters = "uccauccauccaucca";
    const conversation = story(letters, { tokenLimit: 1_100, reduce: fitBudget({ by: "need", keepTurns: 2, reduceTo: 1 }) });
    const before = conversation.messages.slice(-12);
    assert.ok(conversation.contextTokens > 1_100);
    await conversation.prepare("openai-chat", GPT);
    assert.deepEqual(conversation.messages.slice(-12), before);
    tell(conversation, "ucca");
    const { tokens } = await conversation.prepare("openai-chat", GPT);
    assert.ok(tokens <= 1_100);
  });
});

describe("notes", () => {
  test("each run of removed messages leaves one, with the number of messages", async () => {
    const messages = [...turns(4), user("It is W4471902.", { id: "w" }), ...turns(3), user("It is V5581903.", { id: "v" }), ...turns(2), user(text(60)), says(text(60), { id: "reply" }), user("Go on.")];
    const conversation = talk(142, messages);
    const all = conversation.messages;
    const { reduction } = await conversation.prepare("openai-chat", GPT);
    const left = conversation.messages.slice(1, -1).map((message) => (isNote(message) ? message.content : message.id));
    assert.deepEqual(left, ["[8 messages left out]", "w", "[6 messages left out]", "v", "[5 messages left out]", "reply"]);
    assert.deepEqual(noteProblems(conversation, all), []);
    for (const note of conversation.messages.filter(isNote)) assert.deepEqual([note.id.endsWith(":gap"), note.isSummary], [true, true]);
    assert.deepEqual(reduction.steps.map(({ name, messages: count }) => [name, count]), [["drop-messages", 19], ["note-gaps", 3]]);
    assert.equal(reduction.removed.length, 19);
    assertSound(conversation);
  });

  test("one removed message is told in the singular", async () => {
    const conversation = talk(100, [user("One."), says(text(200)), user("Two.")]);
    await conversation.prepare("openai-chat", GPT);
    assert.equal(conversation.messages.find(isNote).content, "[1 message left out]");
  });

  test("a second reduction joins notes, and adds their numbers", async () => {
    const conversation = talk(350, [...turns(4), user("It is W4471902."), ...turns(4), user("Go on.")]);
    const all = [...conversation.messages];
    let most = 0;
    for (let round = 0; round < 10; round += 1) {
      await conversation.prepare("openai-chat", GPT);
      assert.deepEqual(noteProblems(conversation, all), [], `round ${round}`);
      const now = Math.max(...gapsOf(conversation));
      assert.ok(now >= most, `round ${round}`);
      most = now;
      const before = conversation.messages.length;
      for (const message of [says(text(40)), user(text(40))]) conversation.addMessage(message);
      all.push(...conversation.messages.slice(before));
    }
    assert.ok(most > 8, `${most}`);
  });

  test("writes and failures are named, with a path or an id, and no other text of their arguments", async () => {
    const messages = [
      user("Go."),
      ...callOf("write_file", { path: "src/a.rs", content: text(900) }, "ok", { id: "write" }),
      ...callOf("run", { command: "npm test; ls" }, `E_CONN\n${text(300)}`, { id: "run" }, true),
      ...callOf("look", { path: "src/b.rs" }, text(300), { id: "look" }),
      ...turns(8, 40),
      user("Go on."),
    ];
    const conversation = talk(90, messages);
    await conversation.prepare("openai-chat", GPT);
    const note = conversation.messages.find(isNote).content;
    assert.match(note, /^\[\d+ messages left out: /);
    assert.match(note, /write_file\(src\/a\.rs\)/);
    assert.match(note, /; run failed[;\]]/);
    assert.doesNotMatch(note, /npm/);
    assert.doesNotMatch(note, /look/);
  });

  test("deeds are named up to a number, and counted from there on, by later reductions too", async () => {
    const writes = (from, count) => Array.from({ length: count }, (_, at) => callOf("edit", { path: `f${from + at}` }, text(30), { id: `e${from + at}` })).flat();
    const conversation = talk(150, [user("Go."), ...writes(0, 9), ...turns(1), user("On.")]);
    await conversation.prepare("openai-chat", GPT);
    const deeds = () => {
      const note = conversation.messages.filter(isNote).map(({ content }) => content).join();
      return (note.match(/edit\(f\d+\)/g) ?? []).length + Number(/and (\d+) more/.exec(note)?.[1] ?? 0);
    };
    const kept = () => conversation.messages.filter(({ toolCalls = [] }) => toolCalls.some(({ name }) => name === "edit")).length;
    assert.equal(deeds() + kept(), 9);
    for (const message of [...writes(9, 5), ...turns(2), user("Go on.")]) conversation.addMessage(message);
    await conversation.prepare("openai-chat", GPT);
    assert.equal(deeds() + kept(), 14);
  });

  test("the first line of a failure stays, however little of its result stays", async () => {
    for (let tokens = 150; tokens < 600; tokens += 50) {
      const messages = [user("Go."), ...callOf("run", { path: "src/engine/parser.rs" }, `\nThe line is busy.\n${text(900)}`, { id: "run" }, true), ...turns(2), user("Go on.")];
      const conversation = talk(tokens, messages);
      await conversation.prepare("openai-chat", GPT);
      assert.match(contentOf(conversation, "run:result") ?? "The line is busy.", /^\n?The line is busy\./, `${tokens}`);
      const told = conversation.messages.some(isNote) ? conversation.messages.map(({ content }) => content).join() : "";
      assert.ok(contentOf(conversation, "run:result") !== undefined || told.includes("failed"), `${tokens}`);
    }
  });
});

describe("a reduction by need", () => {
  const messages = [user("My order is W4471902."), says("I see."), ...callOf("orders", {}, longResult(60, 30), { id: "list" }), ...turns(12), user("Where is W4471902?")];

  test("is the same for the same history", async () => {
    const bodies = [];
    for (let run = 0; run < 3; run += 1) bodies.push(bytes((await talk(700, messages).prepare("anthropic", { model: "m", max_tokens: 5 })).body));
    assert.equal(new Set(bodies).size, 1);
  });

  test("is the same in `fit` and in a conversation", async () => {
    const { body: whole } = talk(100_000, messages).toRequest("openai-chat", { model: "m" });
    // `fit` reads a list as the conversation that led to it, with a request before each answer.
    const conversation = talk(700, [], { reduceTo: 0.6 });
    for (const message of messages) {
      if (message.role === "assistant") await conversation.prepare("openai-chat", GPT);
      conversation.addMessage(message);
    }
    const prepared = await conversation.prepare("openai-chat", GPT);
    assert.ok(conversation.messages.some(isNote));
    const fitted = fit("openai-chat", whole.messages, { by: "need", maxTokens: 700, capabilities: GPT });
    assert.deepEqual(fitted.messages, prepared.body.messages);
  });

  test("can be undone: all is back, and the notes are gone", async () => {
    const conversation = talk(700, messages);
    const before = conversation.messages;
    await conversation.prepare("openai-chat", GPT);
    assert.ok(conversation.messages.some(isNote));
    conversation.undo();
    assert.deepEqual(conversation.messages, before);
  });

  test("leaves the transcript whole", async () => {
    const conversation = talk(800, messages);
    const before = conversation.messages;
    await conversation.prepare("openai-chat", GPT);
    assert.deepEqual(conversation.transcript.map(({ message }) => message), before);
    const states = new Set(conversation.transcript.map(({ state }) => state));
    assert.deepEqual([...states].sort(), ["changed", "kept", "removed"]);
  });

  test("changes nothing in a history that fits", async () => {
    assert.equal((await talk(100_000, messages).prepare("openai-chat", GPT)).reduction, null);
  });

  test("by age is another: the oldest messages go, without notes", async () => {
    const conversation = talk(700, messages, { by: "age" });
    const before = ids(conversation);
    await conversation.prepare("openai-chat", GPT);
    const after = ids(conversation);
    assert.deepEqual(after, before.slice(-after.length));
    assert.ok(!conversation.messages.some(isNote));
  });
});

describe("over many reductions of a growing history", () => {
  const SEEDS = 24;
  const name = (random) => random.pick(["read_file", "write_file", "run", "look"]);

  /** Adds a turn: a question, rounds of calls, an answer. Returns nothing. */
  function grow(conversation, random, turn) {
    const thing = () => `W${4_000_000 + random.below(40)}`;
    conversation.addMessage("user", `Question ${turn} about ${thing()}. ${text(random.below(60))}`, { pinned: random.chance(0.02) });
    for (let round = random.below(4); round > 0; round -= 1) {
      const lines = Array.from({ length: random.below(40) }, () => `${thing()} is at depot D${random.below(99)}\n`);
      const content = random.chance(0.3) ? text(random.below(400)) : lines.join("");
      const args = { path: `src/${thing()}.rs`, content: random.chance(0.2) ? text(150) : "" };
      for (const message of callOf(name(random), args, content, { id: `c${turn}-${round}` }, random.chance(0.15))) conversation.addMessage(message);
    }
    if (random.chance(0.9)) conversation.addMessage("assistant", `It is ${thing()}. ${text(random.below(80))}`);
  }

  for (const by of ["need", "age"]) {
    test(`by ${by}, requests fit, and each run of removed messages has one note with its number (${SEEDS} seeds)`, async () => {
      let reductions = 0;
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const random = randomOf(seed);
        // Any tool alone takes some 600 tokens of Claude's window.
        const tokenLimit = 1_500 + random.below(1_500);
        const conversation = new ConversationManager({ systemPrompt: "You are a clerk.", tokenLimit, reserveTokens: 0, reduce: fitBudget({ by, reduceTo: random.pick([1, 0.7, 0.4]), keepTurns: random.pick([1, 1, 3]) }) });
        const all = conversation.messages;
        // A reduction that must drop its notes, as the last resort, forgets their numbers.
        let told = [...all];
        const cutDown = new Set();
        for (let turn = 1; turn <= 25; turn += 1) {
          const before = conversation.messages.length;
          grow(conversation, random, turn);
          all.push(...conversation.messages.slice(before));
          told.push(...conversation.messages.slice(before));
          const target = random.pick(TARGETS);
          const { tokens, reduction } = await conversation.prepare(target, paramsFor(target, conversation.toOpenAIMessages()));
          reductions += reduction === null ? 0 : 1;
          const where = `seed ${seed}, turn ${turn}`;
          assert.ok(tokens <= tokenLimit, `${where}: ${tokens}`);
          if (by === "age") assert.ok(!conversation.messages.some(isNote), where);
          else if (reduction?.steps.some(({ name }) => name === "drop-summary" || name === "drop-notes")) told = conversation.messages.filter((message) => !isNote(message));
          else assert.deepEqual(noteProblems(conversation, told), [], where);
          for (const { id, role, content } of conversation.messages) {
            const original = role === "tool" ? all.find((message) => message.id === id).content : content;
            // Results that were cut down, as the last resort, have other marks.
            if (content?.includes?.("<truncated")) cutDown.add(id);
            if (content?.includes?.("[… ") && !cutDown.has(id)) assert.deepEqual(markProblems(content, original), [], `${where}: ${id}`);
          }
          for (const { id, ...message } of all.filter(({ pinned }) => pinned)) assert.ok(conversation.messages.some((own) => own.id === id && own.content === message.content), `${where}: the pin ${id}`);
        }
        assertSound(conversation);
        assert.deepEqual(conversation.transcript.map(({ message }) => message.id), all.map(({ id }) => id), `seed ${seed}`);
        conversation.undoAll();
        assert.deepEqual(conversation.messages, all, `seed ${seed}`);
        conversation.dispose();
      }
      assert.ok(reductions > SEEDS * 4, `${reductions}`);
    });
  }
});
