// An HTTP service for many threads. Threads are stored in PostgreSQL if DATABASE_URL is set, else in files. Any number of processes may
// serve one database.
//
// node service.ts
// curl -N localhost:8080/threads/t-42 -d "Will it rain in Oslo?"      the answer, as it grows
// curl localhost:8080/threads/t-42                                    the whole thread, as JSON

import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { ConversationManager, type Store } from "backscroll";
import { withHistory } from "backscroll/clients";
import { fileStore } from "backscroll/store/file";

const store = await openStore();
const client = new OpenAI();
const options = { systemPrompt: "You are a helpful assistant. Be brief.", tokenLimit: 100_000 };
const MOST_BYTES = 100_000;
const MODEL = process.env.MODEL ?? "gpt-5";

const server = createServer(async (request, response) => {
  const id = /^\/threads\/([\w-]{1,64})$/.exec(request.url ?? "")?.[1];
  if (id === undefined) return response.writeHead(404).end("There is nothing here.\n");
  try {
    if (request.method === "GET") await show(id, response);
    else if (request.method === "POST") await answer(id, request, response);
    else response.writeHead(405).end();
  } catch (error) {
    console.error(error);
    // An answer that has begun cannot change its status.
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end("The request failed.\n");
  }
});
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

/** Runs `work` with the conversation of a thread, and saves what it changes. */
async function inThread<Result>(id: string, work: (conversation: ConversationManager) => Result | Promise<Result>) {
  const conversation = new ConversationManager(options);
  const thread = await conversation.persist(store, id);
  try {
    return await work(conversation);
  } finally {
    await thread.close();
    conversation.dispose();
  }
}

const show = (id: string, response: ServerResponse) =>
  inThread(id, ({ transcript }) => {
    const messages = transcript
      .filter(({ message }) => message.role !== "system")
      .map(({ message: { id: messageId, role, content }, state }) => ({ id: messageId, role, content, state }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(messages));
  });

async function answer(id: string, request: IncomingMessage, response: ServerResponse) {
  const text = await textOf(request);
  if (text === null) return response.writeHead(413).end("The message is too long.\n");
  // Who closes the connection stops the answer. What was said so far stays in the thread.
  const stopping = new AbortController();
  response.on("close", () => stopping.abort());
  await inThread(id, async (conversation) => {
    conversation.addMessage("user", text);
    const stream = await withHistory(conversation, "openai-chat", client).stream({ model: MODEL }, { signal: stopping.signal });
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
    let sent = 0;
    for await (const { text: sofar } of stream) {
      response.write(sofar.slice(sent));
      sent = sofar.length;
    }
    await stream.result();
  });
  // Now the thread is saved: who has read the end may send the next message.
  response.end("\n");
}

/** The body of a request; null for one that is too long. */
async function textOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function openStore(): Promise<Store> {
  if (process.env.DATABASE_URL === undefined) return fileStore(process.env.FOLDER ?? "./threads");
  const [{ default: pg }, { postgresStore }] = await Promise.all([import("pg"), import("backscroll/store/postgres")]);
  const opened = postgresStore(new pg.Pool({ connectionString: process.env.DATABASE_URL }));
  await opened.setup();
  return opened;
}
