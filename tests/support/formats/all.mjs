// The formats, including those of programs, which are registered here.

import "backscroll/ag-ui";
import "backscroll/ai-sdk";
import "backscroll/cohere";
import "backscroll/gemini-interactions";
import "backscroll/langchain";
import "backscroll/mistral-conversations";
import "backscroll/ollama";
import "backscroll/opentelemetry";
import "backscroll/strands/format";
import { random } from "../random.mjs";
import { TARGETS } from "../targets.mjs";

export { TARGETS };

/**
 * All formats whose lists `fit` takes: those of providers first, then those of programs. "opentelemetry" has two lists, and is in the tests
 * of its own.
 */
export const FORMATS = [...TARGETS, "ai-sdk", "langchain", "strands", "cohere", "ollama", "gemini-interactions", "mistral-conversations", "ag-ui", "backscroll"];

const WORDS = ["Hi", "and\nso", '{"lc":1}', "한국어 🙂", '"quoted" \\ \u0000'];

const PICTURES = [
  { type: "image", data: "AAAA", mediaType: "image/png" },
  { type: "image", url: "https://a.test/b.jpeg", detail: "low" },
  { type: "image", fileId: "f", origin: { format: "anthropic" } },
  { type: "file", data: "AAAA", mediaType: "application/pdf", name: "a.pdf" },
  { type: "file", url: "https://a.test/a.pdf" },
  { type: "audio", data: "AAAA", mediaType: "audio/wav" },
];

const THOUGHTS = [
  { type: "reasoning", text: "hm", signature: "s", origin: { format: "anthropic" } },
  { type: "reasoning", encrypted: "zz", origin: { format: "anthropic" } },
  { type: "reasoning", text: "hm", encrypted: "zz", itemId: "rs_1", origin: { format: "openai-responses" } },
  { type: "reasoning", text: "hm", origin: { format: "gemini" } },
  { type: "reasoning", text: "hm", signature: "s", origin: { format: "bedrock" } },
  { type: "reasoning", text: "hm" },
  { type: "refusal", text: "No." },
  { type: "other", format: "anthropic", value: { type: "server_tool_use", id: "s" } },
  { type: "other", format: "gemini", value: { executableCode: { code: "1" } } },
];

const ARGUMENTS = [{ a: 1 }, '{"a": [1.0]}', '{"a":', "[1]", { lc: 1 }];

function part(chance, role) {
  if (chance.chance(0.5)) return { type: "text", text: chance.pick(WORDS) };
  return chance.pick(role === "assistant" ? THOUGHTS : PICTURES);
}

function content(chance, role) {
  return chance.chance(0.5) ? chance.pick(WORDS) : Array.from({ length: 1 + chance.below(3) }, () => part(chance, role));
}

/** A random answer with calls, and results of some of them. */
function round(chance, turn) {
  const calls = Array.from({ length: chance.below(3) }, (_, at) => {
    const isCustom = chance.chance(0.2);
    const place = chance.below(3);
    return {
      id: `call-${turn}-${at}`,
      name: "n",
      arguments: isCustom ? "ls" : chance.pick(ARGUMENTS),
      ...(isCustom && { kind: "custom" }),
      ...(place < 2 && { afterParts: place }),
    };
  });
  const answered = calls.map((call, at) => ({ role: "tool", toolCallId: call.id, content: content(chance, "tool"), isError: at === 1 }));
  return [{ role: "assistant", content: content(chance, "assistant"), ...(calls.length > 0 && { toolCalls: calls }) }, ...answered.filter(() => chance.chance(0.5))];
}

/** Returns a random conversation in messages of this package. */
export function randomConversation(seed) {
  const chance = random(seed);
  const turns = Array.from({ length: chance.below(6) }, (_, turn) => {
    const kind = chance.below(8);
    if (kind < 3) return [{ role: "user", content: content(chance, "user") }];
    return kind < 7 ? round(chance, turn) : [{ role: "system", content: content(chance, "system") }];
  });
  return turns.flat().map((message, at) => ({ ...message, id: `m${at}` }));
}
