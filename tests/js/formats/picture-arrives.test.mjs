// A picture arrives in every format as its bytes and their type, whatever its form in the source.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

/** The bytes of a picture, in base64. */
const BYTES = "iVBORw0KGgo=";

/** User messages with the picture, in every form of every format. */
function cases() {
  const url = `data:image/png;base64,${BYTES}`;
  const untyped = `data:;base64,${BYTES}`;
  const content = (part) => [{ role: "user", content: [part] }];
  const neutral = (part) => ["backscroll", content(part)];
  const chat = (url) => ["openai-chat", { messages: content({ type: "image_url", image_url: { url } }) }];
  const anthropic = (source) => ["anthropic", { messages: content({ type: "image", source }) }];
  const responses = (url) => ["openai-responses", { input: content({ type: "input_image", image_url: url }) }];
  const gemini = (data) => ["gemini", { contents: [{ role: "user", parts: [{ inlineData: data }] }] }];
  const bedrock = (bytes) => ["bedrock", { messages: content({ image: { format: "png", source: { bytes } } }) }];
  const mistral = (url) => ["mistral", { messages: content({ type: "image_url", image_url: url }) }];
  const sdk = (part) => ["ai-sdk", content(part)];
  const file = (mediaType, data) => ["ai-sdk", content({ type: "file", mediaType, data })];
  const langchain = (block) => ["langchain", [{ type: "human", content: [block] }]];
  const cohere = (url) => ["cohere", content({ type: "image_url", image_url: { url } })];
  const ollama = () => ["ollama", [{ role: "user", content: "", images: [BYTES] }]];
  const strands = (source) => ["strands", content({ image: { format: "png", source } })];
  return [
    neutral({ type: "image", url }),
    neutral({ type: "image", url: untyped }),
    neutral({ type: "image", url: `DATA:image/PNG;BASE64,${BYTES}` }),
    neutral({ type: "image", data: url }),
    neutral({ type: "image", data: url, mediaType: "image/png" }),
    neutral({ type: "image", data: BYTES }),
    neutral({ type: "image", data: BYTES, mediaType: "image/*" }),
    neutral({ type: "image", data: BYTES, mediaType: "image/jpeg" }),
    neutral({ type: "image", data: BYTES, mediaType: "application/octet-stream" }),
    neutral({ type: "file", url }),
    chat(url),
    chat(untyped),
    anthropic({ type: "base64", media_type: "image/png", data: BYTES }),
    anthropic({ type: "base64", media_type: "image/png", data: url }),
    anthropic({ type: "base64", media_type: "image/jpeg", data: BYTES }),
    anthropic({ type: "url", url }),
    responses(url),
    responses(untyped),
    gemini({ mimeType: "image/png", data: BYTES }),
    gemini({ data: BYTES }),
    gemini({ mimeType: "image/png", data: url }),
    bedrock(BYTES),
    bedrock(url),
    mistral(url),
    mistral(untyped),
    sdk({ type: "image", image: BYTES }),
    sdk({ type: "image", image: url }),
    sdk({ type: "image", image: { type: "data", data: BYTES } }),
    file("image/png", BYTES),
    file("image", BYTES),
    file("image/*", BYTES),
    file("image/png", { type: "data", data: BYTES }),
    file("image", { type: "data", data: BYTES }),
    file("image/png", { type: "url", url }),
    langchain({ type: "image_url", image_url: url }),
    langchain({ type: "image_url", image_url: { url: untyped } }),
    langchain({ type: "image", source_type: "base64", data: BYTES }),
    langchain({ type: "image", source_type: "url", url }),
    langchain({ type: "image", data: BYTES }),
    strands({ bytes: BYTES }),
    strands({ bytes: url }),
    strands({ url }),
    cohere(url),
    ollama(),
  ];
}

/** Returns true if a body holds the bytes once, with their type if the format has one, bare or as a data URL. */
function holdsPicture(body, to) {
  const text = JSON.stringify(body);
  const hasType = to === "ollama" || text.includes("image/png") || text.includes('"format":"png"');
  const isBare = text.includes(`"${BYTES}"`) || text.includes(`"data:image/png;base64,${BYTES}"`);
  return hasType && isBare && text.split(BYTES).length === 2;
}

for (const to of FORMATS) {
  describe(`a picture arrives in ${to}`, () => {
    for (const [from, body] of cases().filter(([from]) => from !== to)) {
      test(`${from} ${JSON.stringify(body)}`, () => {
        const made = convert(from, to, body).body;
        assert.ok(holdsPicture(made, to), JSON.stringify(made));
      });
    }
  });
}

describe("bytes that show no type are refused with advice", () => {
  const table = [
    [{ type: "image", data: "aGVsbG8=" }, "image/png"],
    [{ type: "image", data: "aGVsbG8=", mediaType: "image/*" }, "image/png"],
    [{ type: "audio", data: "aGVsbG8=" }, "audio/wav"],
    [{ type: "image", data: "/path/to.png!" }, "image/png"],
    [{ type: "image", data: BYTES }],
    [{ type: "audio", data: "SUQzBAAAAAA=" }],
    [{ type: "image", url: "https://a.example/b" }],
    [{ type: "file", data: "aGVsbG8=" }],
  ];
  for (const [part, example] of table) {
    test(JSON.stringify(part), () => {
      const conversation = new ConversationManager();
      const add = () => conversation.addMessage({ role: "user", content: [part] });
      if (example === undefined) add();
      else assert.throws(add, ({ code, message }) => code === "invalid-message" && [example, "mediaType", "content[0]"].every((word) => message.includes(word)));
      assert.equal(conversation.messageCount, example === undefined ? 1 : 0);
    });
  }
});

describe("media whose URL only the host can load, in a history that was read from elsewhere, are named in a repair that says why", () => {
  const content = [{ type: "text", text: "See." }, { type: "image", url: "blob:https://app.example/7" }, { type: "file", url: "FILE:///home/me/report.pdf", name: "report.pdf" }];
  const list = [{ role: "user", content }];
  const snapshot = ConversationManager.from("backscroll", list).toJSON();
  const READERS = {
    "a list": () => ConversationManager.from("backscroll", list),
    "a list as a snapshot": () => ConversationManager.fromJSON(list),
    "a snapshot": () => ConversationManager.fromJSON(snapshot),
    "a list of the AI SDK": () => ConversationManager.from("ai-sdk", [{ role: "user", content: [content[0], { type: "file", mediaType: "image/png", data: new URL(content[1].url) }, { type: "file", mediaType: "application/pdf", filename: "report.pdf", data: new URL(content[2].url) }] }]),
  };
  for (const [name, read] of Object.entries(READERS)) {
    test(name, () => {
      const conversation = read();
      for (const target of TARGETS) {
        const { body, repairs } = conversation.toRequest(target, PARAMS[target]);
        assert.equal(objection(target, body), null);
        const reasons = repairs.filter(({ code, detail }) => code === "media-replaced" && /: no provider can load its URL; give its bytes$/.test(detail));
        assert.equal(reasons.length, 2, `${target}: ${JSON.stringify(repairs)}`);
      }
      const urls = (parts) => parts.map(({ url }) => url?.toLowerCase());
      assert.deepEqual(urls(conversation.messages[0].content), urls(content));
    });
  }
});
