// Files in the AI SDK's messages, in all forms of its version 7, sent to each provider.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit } from "backscroll";
import "backscroll/ai-sdk";
import { comesBack } from "../../support/formats/ai-sdk.mjs";

const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "mistral"];
const PDF = "JVBERi0xLjQ=";
const bytes = () => Uint8Array.from(atob(PDF), (letter) => letter.charCodeAt(0));
const URL_OF_FILE = "https://example.org/a.pdf";
const GEMINI = "https://generativelanguage.googleapis.com/v1beta/files/g";

const ids = { openai: "file-o", anthropic: "file_a", google: GEMINI, mistral: "file_m", bedrock: "s3://b/k", acme: "acme-1" };
/** The id that each provider gave the file; null where a target takes no ids of files. */
const OWN = { "openai-chat": "file-o", "openai-responses": "file-o", anthropic: "file_a", gemini: GEMINI, bedrock: null, mistral: "file_m" };

/** Messages that hold a part in each place that the SDK has for files. */
const PLACES = {
  "a message": (part) => [{ role: "user", content: [{ type: "text", text: "See:" }, part] }],
  "a result": (part) => [
    { role: "user", content: "Go." },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "look", input: {} }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "look", output: { type: "content", value: [{ type: "text", text: "See:" }, part] } }] },
  ],
  "a UI message": (part) => [{ id: "u1", role: "user", parts: [{ type: "text", text: "See:" }, part] }],
};

/** Converts, and returns the request as text with the codes of all reports but those that say nothing about the file. */
function sent(messages, target) {
  const { body, repairs, losses } = convert("ai-sdk", target, { messages });
  const others = ["call-id-mapped", "name-mapped", "assistant-message-added", "media-moved"];
  const codes = [...repairs, ...losses].map(({ code }) => code).filter((code) => !others.includes(code));
  return { text: JSON.stringify(body), codes };
}

describe("the bytes, the address or the text of a file are sent, or reported", () => {
  const file = (data, mediaType = "application/pdf") => ({ type: "file", data, mediaType, filename: "a.pdf" });
  const forms = {
    "base64": [file(PDF), PDF],
    "a data URL": [file(`data:application/pdf;base64,${PDF}`), PDF],
    "bytes": [file(bytes()), PDF],
    "an ArrayBuffer": [file(bytes().buffer), PDF],
    "data of base64": [file({ type: "data", data: PDF }), PDF],
    "data of bytes": [file({ type: "data", data: bytes() }), PDF],
    "data of an ArrayBuffer": [file({ type: "data", data: bytes().buffer }), PDF],
    "a URL": [file(new URL(URL_OF_FILE)), URL_OF_FILE],
    "a tagged URL": [file({ type: "url", url: new URL(URL_OF_FILE) }), URL_OF_FILE],
    "a tagged URL as text": [file({ type: "url", url: URL_OF_FILE }), URL_OF_FILE],
    "a tagged data URL": [file({ type: "url", url: new URL(`data:application/pdf;base64,${PDF}`) }), PDF],
    "text": [file({ type: "text", text: "the words" }, "text/plain"), "the words"],
  };
  for (const [what, [part, wanted]] of Object.entries(forms)) {
    for (const place of ["a message", "a result"]) {
      test(`${what}, in ${place}`, () => {
        for (const target of TARGETS) {
          const { text, codes } = sent(PLACES[place](part), target);
          assert.ok(text.includes(wanted) || codes.includes("media-replaced"), `${target}: ${text}`);
        }
      });
    }
  }
});

describe("a file that several providers keep is sent to each by its own id", () => {
  const parts = {
    "tagged": ["a message", { type: "file", data: { type: "reference", reference: ids }, mediaType: "application/pdf" }],
    "bare": ["a message", { type: "file", data: ids, mediaType: "application/pdf" }],
    "a picture": ["a message", { type: "image", image: ids }],
    "tagged, in a result": ["a result", { type: "file", data: { type: "reference", reference: ids }, mediaType: "image/png" }],
    "`file-id`": ["a result", { type: "file-id", fileId: ids }],
    "`file-reference`": ["a result", { type: "file-reference", providerReference: ids }],
    "`image-file-id`": ["a result", { type: "image-file-id", fileId: ids }],
    "`image-file-reference`": ["a result", { type: "image-file-reference", providerReference: ids }],
  };
  for (const [what, [place, part]] of Object.entries(parts)) {
    test(what, () => {
      for (const target of TARGETS) {
        const { text, codes } = sent(PLACES[place](part), target);
        assert.ok(codes.length === 0 ? text.includes(OWN[target]) : codes.join() === "media-replaced", `${target}: ${codes} ${text}`);
        if (place === "a message" && part.type === "file" && OWN[target] !== null) assert.deepEqual(codes, [], target);
      }
      comesBack("model", PLACES[place](part));
    });
  }

  test("of a UI message, in place of its URL", () => {
    const messages = PLACES["a UI message"]({ type: "file", mediaType: "application/pdf", url: URL_OF_FILE, providerReference: { openai: "file-o", anthropic: "file_a" } });
    const wanted = { "openai-chat": "file-o", "openai-responses": "file-o", anthropic: "file_a", gemini: URL_OF_FILE, mistral: URL_OF_FILE };
    for (const [target, source] of Object.entries(wanted)) {
      const { text, codes } = sent(messages, target);
      assert.ok(text.includes(source), `${target}: ${text}`);
      assert.deepEqual(codes, [], target);
    }
    comesBack("ui", messages);
    assert.deepEqual(convert("ai-sdk", "ai-sdk", messages, { form: "model" }).body[0].content[1].data, { type: "reference", reference: { openai: "file-o", anthropic: "file_a" } });
  });

  test("but not where the provider takes no id for such media: there its URL is sent", () => {
    const url = "https://example.org/a.png";
    const messages = PLACES["a UI message"]({ type: "file", mediaType: "image/png", url, providerReference: { openai: "file-o" } });
    const sources = TARGETS.map((target) => (sent(messages, target).text.includes("file-o") ? "id" : sent(messages, target).text.includes(url) ? "url" : "words"));
    assert.deepEqual(sources, ["url", "id", "url", "url", "words", "url"]);
  });

  test("of a conversation that changes providers", () => {
    const messages = PLACES["a message"]({ type: "file", data: { type: "reference", reference: ids }, mediaType: "application/pdf" });
    const conversation = new ConversationManager();
    for (const { role, content } of convert("ai-sdk", "backscroll", messages).body) conversation.addMessage(role, content);
    for (const target of ["anthropic", "gemini", "openai-responses", "mistral", "anthropic"]) {
      const { body, repairs } = conversation.toRequest(target);
      assert.ok(JSON.stringify(body).includes(OWN[target]), target);
      assert.deepEqual(repairs, [], target);
    }
  });

  test("one of which goes by another name at the SDK", () => {
    for (const [name, target] of [["azure", "openai-responses"], ["vertex", "gemini"], ["googleVertex", "gemini"]]) {
      const part = { type: "file", data: { type: "reference", reference: { [name]: ids.google } }, mediaType: "application/pdf" };
      assert.ok(sent(PLACES["a message"](part), target).text.includes(ids.google), name);
      comesBack("model", PLACES["a message"](part));
    }
  });
});

describe("a file that only another provider keeps is named", () => {
  const parts = {
    "to all": { type: "file", data: { acme: "acme-1" }, mediaType: "application/pdf", filename: "a.pdf" },
    "tagged": { type: "file", data: { type: "reference", reference: { acme: "acme-1" } }, mediaType: "application/pdf", filename: "a.pdf" },
  };
  for (const [what, part] of Object.entries(parts)) {
    for (const place of ["a message", "a result"]) {
      test(`${what}, in ${place}`, () => {
        for (const target of TARGETS) {
          const { text, codes } = sent(PLACES[place](part), target);
          assert.ok(text.includes("[file: a.pdf]"), `${target}: ${text}`);
          assert.deepEqual(codes, ["written-as-text"], target);
        }
        comesBack("model", PLACES[place](part));
      });
    }
  }
});

test("`fit` returns files as they are, and notices other bytes", () => {
  const messages = (data) => PLACES["a message"]({ type: "file", data, mediaType: "application/pdf" });
  const buffer = bytes().buffer;
  const first = fit("ai-sdk", messages(buffer), { maxTokens: 100_000 });
  assert.equal(first.messages[0].content[1].data, buffer);
  const other = bytes();
  other[3] = 1;
  assert.equal(fit("ai-sdk", messages(buffer), { maxTokens: 100_000, memory: first.memory }).memoryNote ?? null, first.memoryNote ?? null);
  assert.notEqual(fit("ai-sdk", messages(other.buffer), { maxTokens: 100_000, memory: first.memory }).memoryNote ?? null, null);
});
