// An agent that works on a folder, and asks a person before it deletes a file. It may be ended at any time, even while it waits for the
// person: the next start goes on where it stood.
//
// node agent.ts my-task "Tidy up this folder."

import { readFile, readdir, rm } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import Anthropic from "@anthropic-ai/sdk";
import { type Checkpoint, ConversationManager, type Decision, type ToolCall, resume, tool } from "backscroll";
import { withHistory } from "backscroll/clients";
import { fileStore } from "backscroll/store/file";

const [, , task = "default", instruction] = process.argv;
const named = { type: "object", properties: { name: { type: "string" } }, required: ["name"] } as const;
const list = tool({ name: "list", description: "Lists the files of the folder.", run: async () => (await readdir(".")).join("\n") });
const read = tool({
  name: "read",
  description: "Reads a file of the folder.",
  input: named,
  run: ({ name }) => readFile(basename(name), "utf8"),
});
const remove = tool({
  name: "remove",
  description: "Deletes a file of the folder. A person has to approve it.",
  input: named,
  run: async ({ name }) => {
    await rm(basename(name));
    return `${name} is deleted.`;
  },
});
const tools = [list, read, remove];
const needsApproval = ({ name }: ToolCall) => name === "remove";

const store = fileStore("./.agent");
const conversation = new ConversationManager({ systemPrompt: "You look after a folder of files.", tokenLimit: 150_000 });
const thread = await conversation.persist(store, task);
const ask = withHistory(conversation, "anthropic", new Anthropic());
const terminal = createInterface({ input: process.stdin, output: process.stdout });

// Calls that waited when the program ended are decided first.
for (const checkpoint of conversation.checkpoints) await decide(checkpoint);
if (instruction !== undefined) conversation.addMessage("user", instruction);
else if (!conversation.messages.some(({ role }) => role === "user"))
  throw new Error('Say what to do: node agent.ts my-task "Tidy up this folder."');
while (conversation.messages.at(-1)?.role !== "assistant") {
  const { message } = await ask({ model: process.env.MODEL ?? "claude-sonnet-5-5", max_tokens: 4_096, tools }, { cacheBreakpoints: true });
  const { toolCalls = [] } = message;
  if (toolCalls.some(needsApproval)) {
    const checkpoint = conversation.suspend({ needsApproval });
    await thread.save();
    await decide(checkpoint);
  } else if (toolCalls.length > 0) await conversation.runTools(tools);
}
console.log(conversation.messages.at(-1)?.content);
terminal.close();
await thread.close();

/** Asks the person about each call that waits, and runs the calls. */
async function decide(checkpoint: Checkpoint) {
  const decisions: Record<string, Decision> = {};
  for (const { id, name, arguments: given } of checkpoint.pending) {
    const answer = await terminal.question(`${name} ${JSON.stringify(given)} (y/n) `);
    decisions[id] = answer.trim() === "y" ? { approved: true } : { approved: false, reason: "The person said no." };
  }
  await resume(checkpoint, { conversation, ledger: store.ledger, decisions, tools });
}
