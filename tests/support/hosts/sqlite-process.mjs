// A process of `tests/js/store/sqlite-service.test.mjs`: answers the questions of its parent, one after the other.

import OpenAI from "openai";
import { Service } from "./sqlite-service.mjs";

const [file, baseURL, maxTokens] = process.argv.slice(2);
const service = new Service({ file, client: new OpenAI({ baseURL, apiKey: "any", maxRetries: 0 }), maxTokens: Number(maxTokens) });

process.on("message", async ({ chat, text }) => {
  try {
    const reductions = await service.answer(chat, text);
    process.send({ cuts: reductions.length, messages: service.messages(chat).length });
  } catch (error) {
    process.send({ failure: error.stack });
  }
});
