// The entries that count tokens: they count as tiktoken does, on every text.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import * as backscroll from "backscroll";
import * as cl100k from "backscroll/cl100k";
import * as o200k from "backscroll/o200k";
import { get_encoding } from "tiktoken";
import { random } from "../../support/random.mjs";
import { runs } from "../../support/runs.mjs";

const require = createRequire(import.meta.url);
const { ConversationManager, ConversationError, estimateTokens, fit, trim } = backscroll;

const TOKENIZERS = { o200k: [o200k.countTokens, get_encoding("o200k_base")], cl100k: [cl100k.countTokens, get_encoding("cl100k_base")] };

for (const [name, [countTokens, tiktoken]] of Object.entries(TOKENIZERS)) {
  const expected = (text) => tiktoken.encode_ordinary(text).length;
  /** Compares the counts of many texts, and shows the first that differ. */
  const check = (texts) => {
    const wrong = [];
    for (const text of texts) {
      const [actual, right] = [countTokens(text), expected(text)];
      if (actual !== right) wrong.push({ text, actual, right });
    }
    assert.deepEqual(wrong.slice(0, 5), []);
  };

  describe(`${name} counts as tiktoken does`, () => {
    for (const [what, texts] of Object.entries(TEXTS())) test(what, () => check(texts));

    test("every character, in words, lines and numbers, and before contractions", () => check(everyCharacter(runs({ few: 0x3000, all: 0x40000 }))));

    test("random texts of characters that the splitting tells apart", () => check(randomTexts(runs({ few: 8_000, all: 40_000 }))));

    test("random texts of one script each, with characters that no token holds", () => check(randomScripts(runs({ few: 1_000, all: 4_000 }))));

    test("more words than it remembers, each counted twice", () => {
      const words = [...randomWords(60_000)];
      check(words);
      check(words);
    });

    test("words with the hash of a long token", () => {
      const hashes = new Set();
      for (const bytes of tiktoken.token_byte_values()) if (bytes.length > 8 && bytes.every((byte) => byte < 0x80)) hashes.add(hashOf(bytes));
      const words = [...randomWords(runs({ few: 400_000, all: 1_500_000 }))].filter((word) => word.length > 8 && hashes.has(hashOf(Buffer.from(word))));
      assert.ok(words.length > 0);
      check(words);
    });

    // tiktoken would take minutes.
    for (const letter of ["a", "é"]) {
      test(`a megabyte of ${letter} is a hundred times ten kilobytes of it`, () => {
        assert.equal(countTokens(letter.repeat(1_000_000)), 100 * countTokens(letter.repeat(10_000)));
      });
    }

    test("each token is one token", () => {
      const decoder = new TextDecoder("utf-8", { fatal: true });
      let texts = 0;
      for (const bytes of tiktoken.token_byte_values()) {
        let text;
        try {
          text = decoder.decode(Uint8Array.from(bytes));
        } catch {
          continue; // A part of a character.
        }
        // The splitting takes a few tokens apart.
        if (expected(text) !== 1) continue;
        texts += 1;
        if (countTokens(text) !== 1) assert.fail(`${JSON.stringify(text)} is one token`);
      }
      assert.ok(texts > 90_000, `${texts} tokens`);
    });
  });

  describe(`${name} as an estimator`, () => {
    const messages = [{ role: "user", content: "Will I need an umbrella in Oslo?" }, { role: "assistant", content: "Nein, es bleibt trocken. ☀️" }];
    const sum = messages.reduce((total, { content }) => total + expected(content) + 4, 0);

    test("a conversation is its texts and four tokens for each message", () => {
      const conversation = new ConversationManager({ estimator: countTokens });
      for (const { role, content } of messages) conversation.addMessage(role, content);
      assert.equal(conversation.contextTokens, sum);
      assert.equal(estimateTokens(messages, { estimator: countTokens }), sum);
      conversation.dispose();
    });

    test("`fit` and `trim` meet its limit", () => {
      const many = Array.from({ length: 200 }, (_, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content: `${index}: ${"Zeile mit Wörtern. ".repeat(1 + (index % 7))}` })).slice(0, 199);
      for (const { messages: kept } of [fit("openai-chat", many, { maxTokens: 900, estimator: countTokens }), trim("openai-chat", { model: "m", messages: many }, { maxTokens: 900, estimator: countTokens }).body]) {
        const tokens = kept.reduce((total, { content }) => total + expected(content) + 4, 0);
        assert.ok(tokens <= 900 && kept.length > 3, `${tokens} tokens in ${kept.length} messages`);
      }
    });
  });

  test(`${name} has one name, imported and required`, () => {
    for (const face of [{ o200k, cl100k }[name], require(`backscroll/${name}`)]) {
      assert.deepEqual(Object.keys(face).filter((key) => key !== "default" && key !== "module.exports"), ["countTokens"]);
      assert.equal(face.countTokens("Hello, world!"), 4);
    }
  });

  test(`${name} refuses what is no text`, () => {
    for (const bad of [undefined, null, 1, {}, ["a"], new String("a")]) {
      assert.throws(() => countTokens(bad), (error) => error instanceof ConversationError && error.code === "invalid-argument");
    }
  });
}

function TEXTS() {
  const runs = ["a", "A", "ab", " ", "\n", "\r\n", "\t", "日", "한국", "😀", "=", "-", "1", "\u0301", "'s", "'ſ", "a ", "ÀÉ", "\u3000"];
  return {
    "the empty text": [""],
    "names of special tokens, as ordinary text": ["<|endoftext|>", "<|endofprompt|><|fim_prefix|> <|im_start|>user<|im_sep|>", "a<|endoftext|>b"],
    "lone surrogates": ["\ud800", "a\udc00b", "\udc00\ud800", "x\ud83d", "\ud83d\ude00\ud83d"],
    "contractions": ["it's IT'S It'LL we'Re they'vE i'M you'd d'ſ 'sx 'S 'l 'le 'r", "don't'll've", "'", "a'", "l'été qu'il"],
    "runs of one character, short and long": runs.flatMap((run) => [1, 2, 3, 4, 7, 95, 96, 97, 200, 1_000].map((length) => run.repeat(length))),
    "10 KB of one letter": ["a".repeat(10_000), "é".repeat(5_000)],
    // The start is the key of a text of up to eight bytes.
    "texts of up to nine bytes that start alike": ["a", "\0", "~", "\x7f", "in", "the"].flatMap((part) =>
      Array.from({ length: 10 }, (_, length) => part.repeat(10).slice(0, length)).flatMap((text) => [text, ` ${text}`, `\0${text}`, `${text}\0`, `x${text}`])),
    "one character beyond ASCII in each place": [0, 1, 3, 4, 7, 8, 9, 15].flatMap((at) => ["é", "я", "日", "😀"].map((character) => `${"interesting words".slice(0, at)}${character}${"interesting words".slice(at)}`)),
    "pieces as long as the shortest that a heap merges": ["ab", "é", "ж", "क्", "ไทย", "日本", "𠀀"].flatMap((part) => [30, 31, 32, 33, 34].flatMap((bytes) => [1, 3].map((times) => part.repeat(Math.ceil((bytes * times) / Buffer.byteLength(part)))))),
    "blanks and newlines": ["  \n \r\n\r\n  x", "\u00a0\u00a0a", "\u2003\u2003\n\u2028\u2029x", "\u0085\u0085 \ufeff\ufeff", "a  ", "a \n", " \t\n\t x\n\n\n", "!\n\n/ /\n//\r"],
    "code, data and prose": [
      'fn main() {\n    let total: u64 = items.iter().map(|x| x * 2).sum::<u64>();\n}\n', '{"id":42,"name":"read_file","arguments":{"path":"src/lib.rs"},"ok":true,"items":[1,2.5e-7,null]}\n',
      "2026-11-23T21:25:09.123Z ERROR [worker-7] timeout after 30000 ms: https://example.com/a?b=c&d=%20 (id=7f3a9c)", "Élève à l'école, naïve façade - «ça va?»",
      "안녕하세요, 오늘 날씨가 좋네요. 今日はいい天気ですね。今天天气很好。 Привет, как дела? สวัสดีครับ नमस्ते, आज मौसम अच्छा है। مرحبا، الطقس جميل. שלום 😀👍🏽👨‍👩‍👧",
    ],
  };
}

/** Yields a text of each character. From the code point `sparse` on, some are enough: no plane from 0x40000 on has letters. */
function* everyCharacter(sparse) {
  for (let point = 0; point < 0x110000; point += 1) {
    if (point >= sparse && point % (point < 0x40000 ? 17 : 251) !== 0) continue;
    const character = String.fromCodePoint(point);
    yield `${character}'s'x${character}a${character}A${character}1${character} ${character}\n${character}${character}'LL b${character}  c`;
  }
}

function* randomTexts(amount) {
  const { below, pick } = random(7);
  const characters = [..."aAbBzZ'sStTdDmMrReEvVlL 019 .,!?\n\r\t/\\<|>_-~éÉßſKİıΣς日本語한국어ไทยहिन्दीعربيעבריתǅʰªº²½٣८😀👍🏽‍\u0301\u200d\u00a0\u2003\u3000\u0085\ufeff\u2028", "\ud800", "\udc00"];
  for (let text = 0; text < amount; text += 1) yield Array.from({ length: 1 + below(14) }, () => pick(characters)).join("");
}

/** Words of 2 to 14 small letters with a blank before them. */
function* randomWords(amount) {
  const { below } = random(13);
  for (let word = 0; word < amount; word += 1) yield ` ${Array.from({ length: 2 + below(13) }, () => String.fromCharCode(0x61 + below(26))).join("")}`;
}

/** Returns the hash by which the tokenizers find tokens. */
function hashOf(bytes) {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, 0x01000193) + byte + 1) | 0;
  return hash;
}

function* randomScripts(amount) {
  const { below, pick, chance } = random(11);
  const starts = [0, 0x80, 0x370, 0x400, 0x590, 0x600, 0x900, 0xe00, 0x10d0, 0x1100, 0x3040, 0x4e00, 0xac00, 0xe000, 0xf700, 0x1f300, 0x10000, 0x20000];
  for (let text = 0; text < amount; text += 1) {
    const start = pick(starts);
    yield Array.from({ length: 1 + below(200) }, () => (chance(0.15) ? " " : String.fromCodePoint(start + below(256)))).join("");
  }
}
