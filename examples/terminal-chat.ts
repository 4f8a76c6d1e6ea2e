// A chat in the terminal. Its thread is saved, so the next start goes on with it. Ctrl-C stops an answer, and at the prompt the program.
//
// node terminal-chat.ts my-thread

import { createInterface } from "node:readline";
import OpenAI from "openai";
import { ConversationManager } from "backscroll";
import { withHistory } from "backscroll/clients";
import { fileStore } from "backscroll/store/file";

const conversation = new ConversationManager({ systemPrompt: "You are a helpful assistant. Be brief.", tokenLimit: 100_000 });
const thread = await conversation.persist(fileStore("./chats"), process.argv[2] ?? "default");
const ask = withHistory(conversation, "openai-chat", new OpenAI());
for (const { message } of conversation.transcript) if (message.role !== "system") console.log(`${message.role}: ${message.content}`);

let answering: AbortController | null = null;
process.on("SIGINT", () => (answering === null ? process.exit() : answering.abort()));
const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: "> " });
terminal.on("SIGINT", () => void process.emit("SIGINT"));
let isOpen = true;
terminal.on("close", () => (isOpen = false)); // the input may end during an answer
terminal.prompt();

for await (const line of terminal) {
  if (line.trim() !== "") await answer(line.trim());
  if (isOpen) terminal.prompt();
}
await thread.close();

async function answer(text: string) {
  conversation.addMessage("user", text);
  const stopping = new AbortController();
  answering = stopping;
  let shown = 0;
  const onUpdate = ({ text: sofar }: { text: string }) => {
    process.stdout.write(sofar.slice(shown));
    shown = sofar.length;
  };
  try {
    const stream = await ask.stream({ model: process.env.MODEL ?? "gpt-5" }, { signal: stopping.signal, onUpdate });
    const { end } = await stream.result();
    console.log(end === "complete" ? "" : ` [${end}]`);
  } catch (error) {
    // The question stays. The next answer is to both.
    if (!stopping.signal.aborted) console.log(`The request failed: ${error}`);
  }
  answering = null;
}
