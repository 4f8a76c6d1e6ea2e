// A Cloudflare Worker for many threads, which are kept in D1. It streams its answers.
//
// The binding DB is a database of D1. OPENAI_API_KEY is a secret. OPENAI_BASE_URL may name another vendor.

import { ConversationManager } from "backscroll";
import { d1Store } from "backscroll/store/cloudflare";
import { addStream } from "backscroll/stream";

const options = { systemPrompt: "You are a helpful assistant. Be brief.", tokenLimit: 100_000 };

interface Env {
  DB: D1Database;
  OPENAI_API_KEY: string;
  OPENAI_BASE_URL?: string;
  MODEL?: string;
}

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext) {
    const id = /^\/threads\/([\w-]{1,64})$/.exec(new URL(request.url).pathname)?.[1];
    if (id === undefined || request.method !== "POST") return new Response("POST a message to /threads/<id>.\n", { status: 404 });

    const conversation = new ConversationManager(options);
    const thread = await conversation.persist(d1Store(env.DB), id);
    conversation.addMessage("user", await request.text());
    const { body } = await conversation.prepare("openai-chat", { model: env.MODEL ?? "gpt-5", stream: true });
    const response = await fetch(`${env.OPENAI_BASE_URL ?? "https://api.openai.com/v1"}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${env.OPENAI_API_KEY}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      await thread.close();
      return new Response(`The model cannot be asked: ${response.status}\n`, { status: 502 });
    }

    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    const encoder = new TextEncoder();
    let sent = 0;
    const onUpdate = ({ text }: { text: string }) => {
      // A reader that went away does not stop the answer: the thread gets all of it.
      writer.write(encoder.encode(text.slice(sent))).catch(() => undefined);
      sent = text.length;
    };
    const answered = addStream(conversation, "openai-chat", response, { onUpdate }).result();
    context.waitUntil(
      answered.then(async ({ end }) => {
        try {
          await thread.close();
        } finally {
          // A reader must not take a broken answer for a whole one.
          await (end === "complete" ? writer.close() : writer.abort(new Error(`The answer is ${end}.`))).catch(() => undefined);
        }
      }),
    );
    return new Response(readable, { headers: { "content-type": "text/plain; charset=utf-8" } });
  },
};
