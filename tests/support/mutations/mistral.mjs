// Mutations of Mistral's chat completions bodies: those of OpenAI's format, which Mistral shares, and its own.

import { CHAT_MUTATIONS } from "./chat.mjs";
import { copy, one } from "./lists.mjs";

const THOUGHT = { type: "thinking", thinking: [{ type: "text", text: "Hm." }] };
const CHUNKS = [
  THOUGHT,
  { ...THOUGHT, signature: "c2ln", closed: true },
  { type: "image_url", image_url: "https://example.org/a.png" },
  { type: "input_audio", input_audio: "UklGRg==" },
  { type: "input_audio", input_audio: { data: "SUQz", format: "mp3" } },
  { type: "document_url", document_url: "https://example.org/a.pdf", document_name: "a.pdf" },
  { type: "file", file_id: "3f2c" },
  { type: "reference", reference_ids: [1, "b"] },
];
const IDS = ["D681PevKs", "null", "nine_nine", "short", "tenletters", "000000000"];

const assistants = ({ messages }) => messages.filter(({ role }) => role === "assistant");

/** @type {Record<string, import("./lists.mjs").Mutation>} */
export const MISTRAL_MUTATIONS = {
  ...CHAT_MUTATIONS,
  "words are to be continued": (body, random) => one(assistants(body), random, (message) => void (message.prefix = true)),
  "the last words are to be continued": (body) => void body.messages.push({ role: "assistant", content: "And so", prefix: true }),
  "a chunk is put in any message": (body, random) => {
    const message = random.pick(body.messages);
    const chunks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : (message.content ?? []);
    message.content = random.chance(0.5) ? [copy(random.pick(CHUNKS)), ...chunks] : [...chunks, copy(random.pick(CHUNKS))];
  },
  "the id of a call is another, on both sides": (body, random) =>
    one(body.messages.filter(({ tool_calls: calls }) => calls?.length > 0), random, ({ tool_calls: calls }) => {
      const { id: before } = calls[0];
      const after = random.pick(IDS);
      calls[0].id = after;
      body.messages.filter(({ tool_call_id: id }) => id === before).forEach((message) => void (message.tool_call_id = after));
    }),
  "arguments are an object": (body, random) =>
    one(assistants(body).flatMap(({ tool_calls: calls }) => calls ?? []), random, ({ function: called }) => void (called.arguments = { a: [1, null] })),
  "the assistant calls first of all": (body) => void body.messages.splice(0, Math.max(0, body.messages.findIndex(({ tool_calls: calls }) => calls))),
  "instructions come after a result": (body, random) => one(body.messages.filter(({ role }) => role === "tool"), random, (message) => {
    body.messages.splice(body.messages.indexOf(message) + 1, 0, { role: "system", content: [copy(THOUGHT), { type: "text", text: "Be brief." }] });
  }),
};
