// Places of values in a pasted text, and edits that leave everything else as it is.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { editedText, readPaste } from "backscroll/read";

const slice = (text, { from, to }) => text.slice(from, to);

describe("a path leads to its value in the text", () => {
  const CASES = [
    ["JSON", '{ "messages": [ { "role": "user", "content": [ { "type": "text", "text": "Hi" } ], "a.b": 1 } ] }'],
    ["a string in JSON", JSON.stringify({ body: '{ "messages": [ { "role": "user", "content": [ { "type": "text", "text": "Hi" } ], "a.b": 1 } ] }' })],
    ["Python", "create(messages=[{'role': 'user', 'content': [{'type': 'text', 'text': 'Hi'}], 'a.b': 1}])"],
    ["a shell", `curl https://x.test -d '{ "messages": [ { "role": "user", "content": [ { "type": "text", "text": "Hi" } ], "a.b": 1 } ] }'`],
  ];
  for (const [name, text] of CASES) {
    test(name, () => {
      const [request] = readPaste(text).requests;
      const bare = (found) => found.replace(/["'\\]/g, "");
      assert.equal(bare(slice(text, request.rangeOf("messages[0].content[0].text"))), "Hi");
      assert.equal(slice(text, request.rangeOf('messages[0]["a.b"]')), "1");
      const { keyFrom, keyTo } = request.rangeOf("messages[0].role");
      assert.equal(bare(text.slice(keyFrom, keyTo)), "role");
      assert.equal(request.rangeOf("messages[0]").keyFrom, null);
      // A place that is not there is in the nearest value around it.
      assert.deepEqual(request.rangeOf("messages[0].content[0].cache_control"), request.rangeOf("messages[0].content[0]"));
      assert.deepEqual(request.rangeOf("messages[7].content"), request.rangeOf("messages"));
      assert.deepEqual(request.rangeOf("max_tokens").from, request.from);
    });
  }

  test("places of a request that was put together are those of its JSON", () => {
    const text = JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Hi" }] }]);
    const [request] = readPaste(text).requests;
    const json = JSON.stringify(request.value, null, 2);
    assert.equal(slice(json, request.rangeOf("messages[0].content")), '"Hi"');
  });
});

describe("only what changed is written", () => {
  const user = { role: "user", content: "Hi" };
  /** Each case: the text, the change of the value, and the text after it. */
  const CASES = [
    ["a new message in lines", '{\n  "messages": [\n    {\n      "role": "user"\n    , "content": "Hi" }\n  ]\n}', ({ messages }) => messages.push(user), '{\n  "messages": [\n    {\n      "role": "user"\n    , "content": "Hi" },\n    {\n      "role": "user",\n      "content": "Hi"\n    }\n  ]\n}'],
    ["a new message on a line of its own", "{\n  messages: [\n    { role: 'user', content: 'Hi' },\n    { role: 'user', content: 'So?' },\n  ],\n}", ({ messages }) => messages.unshift({ role: "user", content: "It's" }), "{\n  messages: [\n    { role: 'user', content: 'It\\'s' },\n    { role: 'user', content: 'Hi' },\n    { role: 'user', content: 'So?' },\n  ],\n}"],
    ["a message that goes, with a trailing comma", "{ messages: [ {role: 'user', content: 'Hi'}, /* no */ {role: 'user', content: 'So?'}, ] }", ({ messages }) => messages.pop(), "{ messages: [ {role: 'user', content: 'Hi'}, ] }"],
    ["the first message goes", '{"messages": [{"role":"user","content":"Hi"},  {"role":"user","content":"So?"}]}', ({ messages }) => messages.shift(), '{"messages": [{"role":"user","content":"So?"}]}'],
    ["a field that gets another name", '{"model":"m","max_tokens": 9,"messages":[{"role":"user","content":"Hi"}]}', (body) => {
      const { model, max_tokens: most, messages } = body;
      for (const name of Object.keys(body)) delete body[name];
      Object.assign(body, { model, max_completion_tokens: most, messages });
    }, '{"model":"m","max_completion_tokens":9,"messages":[{"role":"user","content":"Hi"}]}'],
    ["the words of Python", "{'messages': [{'role': 'user', 'content': None}], 'stream': True}", (body) => Object.assign(body, { stream: false, stop: null, user: 'it\'s "me"' }), `{'messages': [{'role': 'user', 'content': None}], 'stream': False, 'stop': None, 'user': 'it\\'s "me"'}`],
    ["an argument of a call", "create(model='m', messages=[{'role': 'user', 'content': 'Hi'}])", (body) => Object.assign(body, { max_tokens: 9, stop: ["a"] }), "create(model='m', messages=[{'role': 'user', 'content': 'Hi'}], max_tokens=9, stop=['a'])"],
    ["smart quotes", "{ “messages”: [ { “role”: “user”, “content”: “Hi” } ] }", ({ messages }) => (messages[0].content = 'So "so" ”'), "{ “messages”: [ { “role”: “user”, “content”: “So \"so\" \\u201d” } ] }"],
    ["line breaks of Windows", '{\r\n\t"messages": [\r\n\t\t{ "role": "user", "content": "Hi" }\r\n\t]\r\n}', ({ messages }) => messages.push(user), '{\r\n\t"messages": [\r\n\t\t{ "role": "user", "content": "Hi" },\r\n\t\t{"role": "user", "content": "Hi"}\r\n\t]\r\n}'],
    ["a line for a message", '{"role":"user","content":"Hi"}\n{"role":"user","content":"So?"}\n', (list) => list.splice(1, 0, user), '{"role":"user","content":"Hi"}\n{"role":"user","content":"Hi"}\n{"role":"user","content":"So?"}\n'],
    ["a hash of Ruby", '{ "messages" => [{ "role" => "user", "content" => nil }] }', ({ messages }) => messages.push({ role: "user", content: "#{x}" }), '{ "messages" => [{ "role" => "user", "content" => nil }, {"role" => "user", "content" => "\\u0023{x}"}] }'],
  ];
  for (const [name, text, change, wanted] of CASES) {
    test(name, () => {
      const [request] = readPaste(text).requests;
      const after = structuredClone(request.value);
      change(after);
      const edited = editedText(text, request.editsTo(after));
      assert.equal(edited, wanted);
      assert.deepEqual(JSON.parse(JSON.stringify(readPaste(edited).requests[0].value)), after);
    });
  }

  test("what lines cannot hold is no edit", () => {
    const [request] = readPaste('{"role":"user","content":"Hi"}\n{"role":"user","content":"So?"}\n').requests;
    assert.equal(request.editsTo({ messages: [] }), null);
    assert.equal(request.editsTo([]), null);
  });
});

test("a value nested deeper than the reader goes is found, and not edited", () => {
  const deep = `${'{"a":'.repeat(900)}1${"}".repeat(900)}`;
  const [request] = readPaste(`{"messages":[{"role":"user","content":"Hi","deep":${deep}}]}`).requests;
  assert.equal(request.editsTo({ messages: [{ role: "user", content: "So?" }] }), null);
});
