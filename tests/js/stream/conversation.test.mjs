// Streams that go into a conversation.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager } from "backscroll";
import { addStream, readStream } from "backscroll/stream";
import { memoryStore } from "backscroll/store";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS as PARAMS_OF } from "../../support/conversation/waiting.mjs";
import { CUT, FAILURES, chunk, streamOf } from "../../support/stream/recorded.mjs";

const HI = chunk({ role: "assistant", content: "Hi" });
const STOP = chunk({}, { finish_reason: "stop" });
const PARAMS = { model: "m" };

/** A conversation with a question. */
function asked(options) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Hello?");
  return conversation;
}

/** A source whose next item comes when `push` is called; `end` ends it, with an error if there is one. */
function pushed() {
  const waiting = [];
  const items = [];
  const give = (item) => (waiting.shift() ?? ((each) => items.push(each)))(item);
  const source = (async function* () {
    for (;;) {
      const item = await (items.length > 0 ? items.shift() : new Promise((resolve) => waiting.push(resolve)));
      if (item.error !== undefined) throw item.error;
      if (item.isEnd) return;
      yield item.event;
    }
  })();
  return { source, push: (event) => give({ event }), end: (error) => give({ isEnd: true, error }) };
}

/** Waits until the stream's readers have taken what was pushed. */
const turns = async () => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
};

const contents = ({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`);

describe("while a stream runs", () => {
  test("the message grows in the view, and the conversation gets it whole at the end", async () => {
    const conversation = asked();
    const { source, push, end } = pushed();
    const seen = [];
    const stream = addStream(conversation, "openai-chat", source, { onUpdate: ({ text }) => seen.push(text) });
    push(HI);
    await turns();
    assert.deepEqual([conversation.messageCount, conversation.busy, stream.partial.text], [1, true, "Hi"]);
    assert.deepEqual(conversation.toRequest("openai-chat", PARAMS).body.messages.length, 1);
    push(chunk({ content: " there" }));
    push({ ...STOP, usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } });
    end();
    const { message, end: how, repairs, leftOut, error } = await stream.result();
    assert.deepEqual(seen, ["Hi", "Hi there", "Hi there"]);
    assert.deepEqual([how, error, repairs, leftOut], ["complete", null, [], []]);
    assert.deepEqual(message, conversation.messages.at(-1));
    assert.deepEqual([message.content, message.tokens.output, conversation.busy], ["Hi there", 2, false]);
  });

  test("it is read without anybody who waits for it", async () => {
    const conversation = asked();
    addStream(conversation, "openai-chat", streamOf([HI, STOP]));
    for (let turn = 0; turn < 50 && conversation.busy; turn += 1) await turns();
    assert.deepEqual(contents(conversation), ["user: Hello?", "assistant: Hi"]);
  });

  test("enqueued messages are pending, and come behind the message", async () => {
    const conversation = asked();
    const { source, push, end } = pushed();
    const stream = addStream(conversation, "openai-chat", source);
    push(HI);
    await turns();
    assert.equal(conversation.enqueue({ source: "user", content: "And then?" }).messageId, null);
    push(STOP);
    end();
    await stream.result();
    assert.equal(conversation.pending.length, 1);
    await conversation.prepare("openai-chat", PARAMS);
    assert.deepEqual(contents(conversation), ["user: Hello?", "assistant: Hi", "user: And then?"]);
  });

  test("a request may hold the message so far, where a copy of the conversation takes it", async () => {
    const conversation = asked();
    const { source, push, end } = pushed();
    const stream = addStream(conversation, "anthropic", source);
    assert.deepEqual(stream.soFar(), { response: null, leftOut: [] });
    CUT.anthropic.forEach(push);
    await turns();
    const { response, leftOut } = stream.soFar();
    assert.deepEqual(leftOut.map(({ name, content }) => [name, content]), [["f", '{"x":']]);
    const copy = ConversationManager.fromJSON(conversation.toJSON());
    copy.addResponse("anthropic", response);
    assert.deepEqual(copy.lastAssistantMessage.content, [{ type: "text", text: "Hi" }]);
    push({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "1}" } });
    push({ type: "content_block_stop", index: 1 });
    push({ type: "message_delta", delta: { stop_reason: "tool_use" } });
    end();
    const { message } = await stream.result();
    assert.deepEqual([message.toolCalls[0].arguments, response.content.length], [{ x: 1 }, 1]);
  });

  const RUNS = [
    ["a run that began before", (conversation) => conversation.beginRun(), (conversation) => conversation.endRun()],
    ["a run that begins meanwhile", () => undefined, (conversation) => { assert.equal(conversation.beginRun(), true); conversation.endRun(); }],
    ["a run that never began", () => undefined, (conversation) => conversation.endRun()],
  ];
  for (const [name, before, meanwhile] of RUNS) {
    test(`the end of ${name} does not end the stream's`, async () => {
      const conversation = asked();
      const { source, push, end } = pushed();
      before(conversation);
      const stream = addStream(conversation, "openai-chat", source);
      meanwhile(conversation);
      assert.equal(conversation.busy, true);
      assert.equal(conversation.enqueue({ source: "user", content: "And then?" }).messageId, null);
      push(HI);
      push(STOP);
      end();
      await stream.result();
      assert.deepEqual([conversation.busy, ...contents(conversation)], [false, "user: Hello?", "assistant: Hi"]);
    });
  }

  test("the end of a stream does not end a run of the program, whichever began first", async () => {
    for (const isFirst of [true, false]) {
      const conversation = asked();
      if (isFirst) assert.equal(conversation.beginRun(), true);
      const stream = addStream(conversation, "openai-chat", streamOf([HI, STOP]));
      assert.equal(conversation.beginRun(), !isFirst);
      await stream.result();
      assert.equal(conversation.busy, true);
      conversation.endRun();
      assert.deepEqual([conversation.busy, conversation.beginRun()], [false, true]);
    }
  });

  test("a listener that begins or ends a run when the stream begins is heard", async () => {
    for (const [act, isBusy] of [["beginRun", true], ["endRun", false]]) {
      const conversation = asked();
      let isDone = false;
      conversation.subscribe(() => {
        if (!isDone) conversation[act]((isDone = true));
      });
      await addStream(conversation, "openai-chat", streamOf([HI, STOP])).result();
      assert.equal(conversation.busy, isBusy);
    }
  });

  test("several streams of a conversation are one run, and each goes in when it ends", async () => {
    const conversation = asked();
    const [one, two] = [pushed(), pushed()];
    const streams = [one, two].map(({ source }) => addStream(conversation, "openai-chat", source));
    two.push(chunk({ content: "two" }, { finish_reason: "stop" }));
    two.end();
    await streams[1].result();
    assert.equal(conversation.busy, true);
    one.push(chunk({ content: "one" }, { finish_reason: "stop" }));
    one.end();
    await streams[0].result();
    assert.deepEqual([conversation.busy, ...contents(conversation)], [false, "user: Hello?", "assistant: two", "assistant: one"]);
  });
});

/** The ways in which a stream is cut, with the end that each gives. */
const CUTS = {
  "a broken connection": { end: "broken", code: "stream-broken", source: (events) => streamOf(events, new TypeError("terminated")) },
  "a connection that is closed early": { end: "broken", code: "stream-broken", source: (events) => streamOf(events) },
  "an abort": { end: "aborted", code: "aborted", source: (events, stop) => stalling(events, stop) },
  "an error of the provider": { end: "failed", code: "stream-failed", source: (events, _, format) => streamOf([...events, FAILURES[format]]) },
};

/** Aborts behind the events, and never ends. */
async function* stalling(events, stop) {
  yield* events;
  setTimeout(() => stop.abort("enough"));
  await new Promise(() => {});
}

for (const [how, { end, code, source }] of Object.entries(CUTS)) {
  describe(how, () => {
    const cut = (conversation, format, events) => {
      const stop = new AbortController();
      return addStream(conversation, format, source(events, stop, format), { signal: stop.signal }).result();
    };

    for (const [format, events] of Object.entries(CUT)) {
      test(`${format}: adds the text so far, without the incomplete call, which is reported`, async () => {
        const conversation = asked();
        const result = await cut(conversation, format, events);
        assert.deepEqual([result.end, result.error.code], [end, code]);
        assert.deepEqual(result.leftOut.map(({ type, name }) => [type, name]), [["call", "f"]]);
        const { content } = result.message;
        assert.equal(typeof content === "string" ? content : content.map(({ text }) => text).join(""), "Hi");
        assert.deepEqual([result.message.toolCalls ?? [], conversation.messageCount, conversation.busy], [[], 2, false]);
      });

      test(`${format}: adds nothing when nothing is left to add`, async () => {
        const conversation = asked();
        // The call alone, and what announces a message.
        const withoutText = events.filter((event) => !/"Hi"/.test(JSON.stringify(event)));
        for (const some of [[], withoutText]) {
          const { message, repairs } = await cut(conversation, format, some);
          assert.deepEqual([message, repairs, conversation.messageCount, conversation.busy], [null, [], 1, false]);
        }
      });
    }
  });
}

describe("the result", () => {
  test("has the repairs of the message, although a listener writes a request of its own", async () => {
    const conversation = asked();
    conversation.subscribe(() => conversation.toRequest("openai-chat", PARAMS));
    const half = chunk({ content: "\ud83d" }, { finish_reason: "stop" });
    const { message, repairs } = await addStream(conversation, "openai-chat", streamOf([half])).result();
    assert.deepEqual(repairs.map(({ code, messageId }) => [code, messageId]), [["lone-surrogate-replaced", message.id]]);
    assert.deepEqual(conversation.lastRepairs, []);
  });

  test("leaving the loop adds the text so far", async () => {
    const conversation = asked();
    const stream = addStream(conversation, "openai-chat", (async function* () {
      for (;;) {
        yield HI;
        await new Promise((resolve) => setTimeout(resolve));
      }
    })());
    for await (const { text } of stream) if (text.length >= 4) break;
    assert.equal(conversation.lastAssistantMessage.content, stream.partial.text);
    assert.equal((await stream.result()).end, "aborted");
  });

  describe("a loop gets the whole text, however slow it is", () => {
    const EVENTS = [...Array.from({ length: 20 }, (_, place) => chunk({ ...(place === 0 && { role: "assistant" }), content: `word ${place} ` })), STOP];
    const WHOLE = Array.from({ length: 20 }, (_, place) => `word ${place} `).join("");
    const open = { addStream: () => addStream(asked(), "openai-chat", streamOf(EVENTS)), readStream: () => readStream("openai-chat", streamOf(EVENTS)) };
    const WAITS = [["not at all", async () => undefined], ["a turn", () => Promise.resolve()], ["some milliseconds", () => new Promise((resolve) => setTimeout(resolve, 5))]];
    for (const [name, begin] of Object.entries(open))
      for (const [wait, waited] of WAITS)
        test(`${name}: the body waits ${wait}`, async () => {
          let last = "";
          let updates = 0;
          for await (const { text } of begin()) {
            [last, updates] = [text, updates + 1];
            await waited();
          }
          assert.equal(last, WHOLE);
          assert.ok(updates >= 1);
        });

    test("also a loop that begins when the stream has ended", async () => {
      const stream = open.addStream();
      await stream.result();
      const texts = [];
      for await (const { text } of stream) texts.push(text);
      assert.deepEqual(texts, [WHOLE]);
    });
  });

  test("the loop ends when the message is in the conversation", async () => {
    const conversation = asked();
    let updates = 0;
    for await (const _ of addStream(conversation, "openai-chat", streamOf([HI, HI, STOP]))) updates += 1;
    assert.deepEqual([updates > 0, conversation.lastAssistantMessage.content], [true, "HiHi"]);
  });

  const FAULTS = [
    ["events of another format", "wrong-format", (conversation) => addStream(conversation, "openai-chat", streamOf(CUT.anthropic))],
    ["a response that `addResponse` refuses", "invalid-message", (conversation) => addStream(conversation, "gemini", streamOf([{ promptFeedback: { blockReason: "SAFETY" } }]))],
    ["an error of `onUpdate`", "mine", (conversation) => addStream(conversation, "openai-chat", streamOf([HI, STOP]), { onUpdate: () => { throw Object.assign(new Error(), { code: "mine" }); } })],
  ];
  for (const [name, code, start] of FAULTS) {
    test(`${name}: it rejects, and the conversation is unchanged`, async () => {
      const conversation = asked();
      const before = JSON.stringify(conversation);
      const stream = start(conversation);
      await assert.rejects(stream.result(), { code });
      await assert.rejects(async () => { for await (const _ of stream); }, { code });
      assert.deepEqual([JSON.stringify(conversation), conversation.busy], [before, false]);
    });
  }

  test("a conversation that is disposed meanwhile rejects it", async () => {
    const conversation = asked();
    const { source, push, end } = pushed();
    const stream = addStream(conversation, "openai-chat", source);
    push(HI);
    push(STOP);
    conversation.dispose();
    end();
    await assert.rejects(stream.result(), { code: "disposed" });
  });

  test("wrong arguments are refused at once, and begin no run", () => {
    const conversation = asked();
    const refused = (code) => (error) => error instanceof ConversationError && error.code === code;
    for (const given of [undefined, null, "x", {}, []]) assert.throws(() => addStream(given, "openai-chat", []), refused("invalid-argument"));
    assert.throws(() => addStream(conversation, "langchain", []), refused("unknown-format"));
    assert.throws(() => addStream(conversation, "openai-chat", 1), refused("invalid-argument"));
    assert.throws(() => addStream(conversation, "openai-chat", [], { onChunk: 1 }), refused("invalid-argument"));
    assert.equal(conversation.busy, false);
  });

  test("a stream may be read by hand, and its response added: the message is the same", async () => {
    const [read, added] = [asked(), asked()];
    const { response } = await readStream("openai-chat", streamOf([HI, STOP])).result();
    read.addResponse("openai-chat", response);
    await addStream(added, "openai-chat", streamOf([HI, STOP])).result();
    assert.deepEqual(contents(added), contents(read));
  });
});

describe("a conversation that goes elsewhere while a stream runs", () => {
  const MOVES = {
    "edit of the question": (conversation) => conversation.edit(conversation.messages[0].id, "Other?"),
    clear: (conversation) => conversation.clear(),
  };
  for (const [name, move] of Object.entries(MOVES)) {
    test(`${name}: the response is left out and reported`, async () => {
      const conversation = asked();
      const { source, push, end } = pushed();
      const stream = addStream(conversation, "openai-chat", source);
      push(HI);
      await turns();
      move(conversation);
      const before = contents(conversation);
      push(STOP);
      end();
      const { message, leftOut, response } = await stream.result();
      assert.deepEqual([message, contents(conversation)], [null, before]);
      assert.deepEqual(leftOut.map(({ type, content }) => [type, content]), [["message", response]]);
    });
  }
});

describe("messages of the user that come during a stream", () => {
  const picture = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" };
  const GIVEN = {
    "a text": { content: "And this?" },
    "a text with an id, a name and a pin": { content: "And this?", id: "mine", name: "Ann", pinned: true },
    "parts": { content: [{ type: "text", text: "And this?" }, picture] },
    "a picture alone": { content: [picture] },
    "the empty text": { content: "" },
    "no content": { content: null },
    "half a character": { content: "cut \ud83d" },
  };
  const FORMS = {
    "role and content": (conversation, { content, ...metadata }) => (Object.keys(metadata).length === 0 ? conversation.addMessage("user", content) : conversation.addMessage("user", content, metadata)),
    "one object": (conversation, message) => conversation.addMessage({ role: "user", ...message }),
  };

  /** Starts a stream, of which a part was read. */
  async function begun(format = "openai-chat", events = [HI, STOP]) {
    const conversation = asked();
    const { source, push, end } = pushed();
    const stream = addStream(conversation, format, source);
    const [first, ...rest] = events;
    push(first);
    await turns();
    const finish = (error) => {
      if (error === undefined) rest.forEach(push);
      end(error);
      return stream.result();
    };
    return { conversation, finish };
  }

  for (const [name, given] of Object.entries(GIVEN)) {
    for (const [form, add] of Object.entries(FORMS)) {
      test(`${name}, given as ${form}: it is pending, and stands behind the answer, as it was returned`, async () => {
        for (const error of [undefined, new Error("broken")]) {
          const { conversation, finish } = await begun();
          const message = add(conversation, given);
          const repairs = conversation.lastRepairs.map(({ code, messageId }) => [code, messageId]);
          assert.deepEqual(repairs, name === "half a character" ? [["lone-surrogate-replaced", message.id]] : []);
          assert.deepEqual([conversation.messageCount, conversation.pending.length, conversation.pending[0].source], [1, 1, "user"]);
          assert.ok(conversation.pending[0].content.trim() !== "");
          await finish(error);
          assert.deepEqual(conversation.pending, []);
          assert.deepEqual(conversation.messages.map(({ role }) => role), ["user", "assistant", "user"]);
          assert.deepEqual(conversation.messages.at(-1), message);
          assert.deepEqual(ConversationManager.fromJSON(conversation.toJSON()).messages, conversation.messages);
        }
      });
    }
  }

  test("the next request ends with it, and nothing is invented", async () => {
    for (const target of TARGETS) {
      const { conversation, finish } = await begun();
      conversation.addMessage("user", "And then?");
      await finish();
      for (const { body } of [conversation.toRequest(target, PARAMS_OF[target]), await conversation.prepare(target, PARAMS_OF[target])]) {
        const text = JSON.stringify(body);
        assert.equal(objection(target, body), null, target);
        assert.ok(text.indexOf("And then?") > text.indexOf('"Hi"') && !text.includes("Continue."), text);
      }
    }
  });

  test("several come in their order, behind calls of the answer, which still get their results", async () => {
    const calls = chunk({ tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "f", arguments: "{}" } }] }, { finish_reason: "tool_calls" });
    const { conversation, finish } = await begun("openai-chat", [HI, calls]);
    conversation.addMessage("user", "One");
    conversation.addMessage("user", "Two");
    await finish();
    await conversation.runTools({ f: () => "done" });
    for (const target of TARGETS) {
      const { body } = await conversation.prepare(target, PARAMS_OF[target]);
      const text = JSON.stringify(body);
      assert.equal(objection(target, body), null, target);
      assert.ok(text.includes("done") && !text.includes("interrupted") && text.indexOf("One") < text.indexOf("Two"), text);
    }
  });

  test("two streams: it waits for both", async () => {
    const conversation = asked();
    const [first, second] = [pushed(), pushed()];
    const streams = [first, second].map(({ source }) => addStream(conversation, "openai-chat", source));
    conversation.addMessage("user", "And?");
    for (const [place, { push, end }] of [first, second].entries()) {
      push(HI);
      push(STOP);
      end();
      await streams[place].result();
      assert.equal(conversation.pending.length, 1 - place);
    }
    assert.deepEqual(contents(conversation), ["user: Hello?", "assistant: Hi", "assistant: Hi", "user: And?"]);
  });

  test("one that is withdrawn does not come", async () => {
    const { conversation, finish } = await begun();
    conversation.addMessage("user", "Same");
    conversation.enqueue({ source: "user", content: "Same" });
    conversation.addMessage("user", "Other");
    assert.equal(conversation.withdraw(conversation.pending.find(({ content }) => content === "Other").id), true);
    await finish();
    assert.deepEqual(contents(conversation), ["user: Hello?", "assistant: Hi", "user: Same"]);
    conversation.promotePending();
    assert.deepEqual(contents(conversation).slice(2), ["user: Same", "user: Same"]);
  });

  for (const [name, act] of [["promotePending", (conversation) => conversation.promotePending()], ["prepare", (conversation) => conversation.prepare("openai-chat", PARAMS)]]) {
    test(`${name} adds it at once, whole`, async () => {
      const { conversation, finish } = await begun();
      const message = conversation.addMessage("user", [picture]);
      await act(conversation);
      assert.deepEqual(conversation.messages.at(-1), message);
      assert.deepEqual(conversation.pending, []);
      await finish();
      assert.equal(conversation.messageCount, 3);
    });
  }

  test("what is refused at other times is refused", async () => {
    const { conversation, finish } = await begun();
    const refused = (code) => (error) => error instanceof ConversationError && error.code === code;
    assert.throws(() => conversation.addMessage("user", undefined), refused("invalid-message"));
    assert.throws(() => conversation.addMessage("user", 5), refused("invalid-message"));
    assert.throws(() => conversation.addMessage({ role: "user", content: "x", id: conversation.messages[0].id }), refused("duplicate-id"));
    conversation.addMessage({ role: "user", content: "x", id: "mine" });
    assert.throws(() => conversation.addMessage({ role: "user", content: "y", id: "mine" }), refused("duplicate-id"));
    assert.equal(conversation.pending.length, 1);
    await finish();
    assert.equal(conversation.messageCount, 3);
  });

  test("one whose id another message has got meanwhile stays pending, as a text", async () => {
    const { conversation, finish } = await begun();
    conversation.addMessage({ role: "user", content: "x", id: "mine" });
    conversation.addMessage({ role: "assistant", content: "Aside", id: "mine" });
    await finish();
    assert.deepEqual(conversation.pending.map(({ content }) => content), ["x"]);
    await conversation.prepare("openai-chat", PARAMS);
    assert.equal(conversation.messages.at(-1).content, "x");
  });

  test("messages of other roles come at once, as the program's own", async () => {
    const { conversation, finish } = await begun();
    conversation.addMessage("assistant", "Aside");
    assert.equal(conversation.messageCount, 2);
    await finish();
    assert.deepEqual(contents(conversation), ["user: Hello?", "assistant: Aside", "assistant: Hi"]);
  });

  test("in a store, it is a text of the queue until the stream ends, and is stored once", async () => {
    const store = memoryStore();
    const { conversation, finish } = await begun();
    const thread = await conversation.persist(store, "t", { autoSave: false });
    const message = conversation.addMessage("user", [{ type: "text", text: "See:" }, picture]);
    await thread.save();
    const read = async () => {
      const copy = new ConversationManager();
      await copy.persist(store, "t", { autoSave: false });
      return copy;
    };
    assert.deepEqual((await read()).pending.map(({ content }) => content), ["See:\n[image]"]);
    const other = await read();
    const otherThread = await other.persist(store, "t").catch(({ code }) => code);
    assert.equal(otherThread, "already-persisted");
    await finish();
    await thread.save();
    assert.deepEqual((await read()).messages.at(-1), message);
    assert.deepEqual((await read()).pending, []);
  });
});

describe("a message without content", () => {
  test("is refused where it is undefined, for a value is missing there", () => {
    for (const role of ["user", "system"]) {
      const conversation = new ConversationManager();
      for (const add of [() => conversation.addMessage(role), () => conversation.addMessage(role, undefined), () => conversation.addMessage(role, undefined, { name: "Ann" }), () => conversation.addMessage({ role }), () => conversation.addMessage({ role, content: undefined })]) {
        assert.throws(add, (error) => error instanceof ConversationError && error.code === "invalid-message" && /undefined/.test(error.message));
      }
      assert.equal(conversation.messageCount, 0);
    }
    const conversation = asked();
    assert.throws(() => conversation.edit(conversation.messages[0].id, undefined), { code: "invalid-argument" });
  });

  test("of null is kept, and before another message of the user nothing is invented", async () => {
    for (const target of TARGETS) {
      const conversation = asked();
      conversation.addMessage("assistant", "Hi");
      conversation.addMessage("user", null);
      assert.equal(conversation.messages.at(-1).content, null);
      conversation.addMessage("user", "Now?");
      const { body } = conversation.toRequest(target, PARAMS_OF[target]);
      assert.equal(objection(target, body), null, target);
      assert.ok(!JSON.stringify(body).includes("Continue."), `${target}: ${JSON.stringify(body)}`);
    }
  });
});
