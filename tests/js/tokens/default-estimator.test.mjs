// The default estimator beside exact counts, on texts that its fit has not seen.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { estimateTokens, trim } from "backscroll";
import { countTokens } from "backscroll/o200k";
import { EVERYDAY } from "../../support/everyday.mjs";
import { recordedCodingRuns } from "../../support/shared-data.mjs";

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The model whose vocabulary the counts are exact for. */
const model = "gpt-4o";
/** Tokens that its row adds to each message. */
const AROUND = 4;

/** Returns by how many per cent the estimates of the texts differ from their tokens, together. */
function errorOf(texts) {
  // As messages, so that the sum is rounded once.
  const estimate = estimateTokens(texts.map((content) => ({ role: "user", content })), { model, margin: false }) - AROUND * texts.length;
  return 100 * (estimate / sum(texts.map(countTokens)) - 1);
}

describe("eight everyday sentences", () => {
  for (const [language, sentences] of Object.entries(EVERYDAY)) {
    test(`${language}: the estimate is at most 15 % off`, () => {
      const error = errorOf(sentences);
      assert.ok(Math.abs(error) <= 15, `${error.toFixed(1)} %`);
    });
  }

  test("over all languages, it is 6 % off at most in the mean", () => {
    const errors = Object.values(EVERYDAY).map((sentences) => Math.abs(errorOf(sentences)));
    const mean = sum(errors) / errors.length;
    assert.ok(errors.length >= 16 && mean <= 6, `${mean.toFixed(1)} %`);
  });
});

describe("recorded runs of a coding agent", () => {
  const { rows, absence } = recordedCodingRuns();
  const textsOf = (messages) => messages.flatMap(({ content, tool_calls: calls = [] }) => [
    ...(typeof content === "string" ? [content] : (content ?? []).flatMap(({ text = "" }) => [text])),
    ...calls.flatMap(({ function: { name, arguments: text } }) => [name, text]),
  ]);
  const sizeOf = (messages) => trim("openai-chat", { model, messages }, { maxTokens: 1e9, estimator: countTokens, margin: false }).reduction.tokensBefore;

  test("each run is at most 8 % off, and 5 % in the mean", { skip: absence }, () => {
    const errors = rows.map(({ messages }) => Math.abs(errorOf(textsOf(messages))));
    assert.ok(Math.max(...errors) <= 8 && sum(errors) / errors.length <= 5, errors.map((error) => error.toFixed(1)).join(" "));
  });

  // By need, a cut goes down to the limit itself.
  for (const [by, share, most] of [["age", 1 / 20, 3], ["need", 1 / 3, 5]]) {
    test(`by ${by}, a share of ${share.toFixed(2)} of the cuts at most exceeds its limit by an exact count, and none by more than ${most} %`, { skip: absence }, () => {
      const excesses = rows.flatMap(({ messages }) => {
        const size = sizeOf(messages);
        return [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenths) => {
          const maxTokens = Math.floor((size * tenths) / 10);
          const { body, reduction } = trim("openai-chat", { model, messages }, { maxTokens, by });
          assert.ok(reduction !== null);
          return 100 * (sizeOf(body.messages) / maxTokens - 1);
        });
      });
      const over = excesses.filter((excess) => excess > 0);
      assert.ok(over.length <= share * excesses.length && Math.max(...excesses) <= most, `${over.length} of ${excesses.length}: ${over.map((excess) => excess.toFixed(1)).join(" ")}`);
    });
  }
});
