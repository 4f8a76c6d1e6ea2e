// A service that keeps its messages in SQLite, one row for each, and the memory of `fit` in a row beside them. It holds nothing else
// between two requests, so it may end at any time.

import { DatabaseSync } from "node:sqlite";
import { fit } from "backscroll";

const MODEL = "gpt-5";
const TOOLS = [{ type: "function", function: { name: "look_up", parameters: { type: "object", properties: { order: { type: "number" } } } } }];

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, chat TEXT NOT NULL, message TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS memories (chat TEXT PRIMARY KEY, memory TEXT NOT NULL);
`;

export class Service {
  #database;
  #client;
  #maxTokens;

  /** @param {{ file: string, client: import("openai").OpenAI, maxTokens: number }} options */
  constructor({ file, client, maxTokens }) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(SCHEMA);
    this.#client = client;
    this.#maxTokens = maxTokens;
  }

  /** Answers the user, with as many calls of the tool as the model wants. Returns the reports of what was cut. */
  async answer(chat, text) {
    this.#add(chat, { role: "user", content: text });
    const reductions = [];
    for (;;) {
      const { body, reduction, memory, memoryNote } = fit("openai-chat", { model: MODEL, tools: TOOLS, messages: this.messages(chat) }, { maxTokens: this.#maxTokens, memory: this.#memory(chat) });
      if (memoryNote !== null) throw new Error(memoryNote);
      if (reduction !== null) reductions.push(reduction);
      const { choices } = await this.#client.chat.completions.create(body);
      const { role, content, tool_calls: calls } = choices[0].message;
      this.#keep(chat, memory);
      this.#add(chat, { role, content, ...(calls && { tool_calls: calls }) });
      if (calls === undefined) return reductions;
      for (const { id, function: called } of calls) this.#add(chat, { role: "tool", tool_call_id: id, content: lookUp(JSON.parse(called.arguments)) });
    }
  }

  /** All messages of a chat, as they were said. */
  messages(chat) {
    const rows = this.#database.prepare("SELECT message FROM messages WHERE chat = ? ORDER BY id").all(chat);
    return rows.map(({ message }) => JSON.parse(message));
  }

  close() {
    this.#database.close();
  }

  #add(chat, message) {
    this.#database.prepare("INSERT INTO messages (chat, message) VALUES (?, ?)").run(chat, JSON.stringify(message));
  }

  #memory(chat) {
    const row = this.#database.prepare("SELECT memory FROM memories WHERE chat = ?").get(chat);
    return row === undefined ? null : JSON.parse(row.memory);
  }

  #keep(chat, memory) {
    this.#database.prepare("INSERT OR REPLACE INTO memories (chat, memory) VALUES (?, ?)").run(chat, JSON.stringify(memory));
  }
}

function lookUp({ order }) {
  return `Order ${order}: ${"shipped, and on its way to the customer; ".repeat(1 + (order % 30))}`;
}
