// Helpers for tests of checkpoints and of `resume`.

import { Checkpoint, ConversationManager, MemoryLedger, resume } from "backscroll";

/** Makes a call, by default of the tool `rm`. */
export const call = (id = "c1", fields = {}) => ({ id, name: "rm", arguments: { path: `/${id}` }, ...fields });

/** Makes a conversation whose newest message has these calls. */
export function asking(calls = [call()], options = {}) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Tidy up.");
  conversation.addMessage({ role: "assistant", content: "I shall.", toolCalls: calls });
  return conversation;
}

/** Makes a checkpoint on these calls. */
export function checkpointOn(calls = [call()], options = {}) {
  return asking(calls).suspend(options);
}

/** Makes a tool that returns its arguments, and records them in `runs`. */
export function recordingTools(...names) {
  const runs = [];
  const tool = (name) => (args) => {
    runs.push({ name, args });
    return `${name} done`;
  };
  return { runs, tools: Object.fromEntries((names.length === 0 ? ["rm"] : names).map((name) => [name, tool(name)])) };
}

/** Resumes with a new ledger, so that tests do not share the default one. */
export function resumed(checkpoint, options = {}) {
  return resume(checkpoint, { decisions: true, tools: recordingTools().tools, ledger: new MemoryLedger(), ...options });
}

/** Returns the tool results in the history: call id, content, and `isError` where present. */
export function results({ messages }) {
  const ofTools = messages.filter(({ role }) => role === "tool");
  return ofTools.map(({ toolCallId, content, isError }) => [toolCallId, content, ...(isError === undefined ? [] : [isError])]);
}

/** Returns a copy through JSON, as from a file. */
export const reread = (checkpoint) => Checkpoint.fromJSON(JSON.stringify(checkpoint));

/** Returns a promise and the function that resolves it. */
export function gate() {
  let open;
  const opened = new Promise((resolve) => { open = resolve; });
  return { opened, open };
}

/** A checkpoint as Phronomy writes it: nine fields in snake_case, whole seconds, calls as plain hashes. */
export const phronomy = (fields = {}) => ({
  checkpoint_id: "0b7c2ddc-52ab-4d6f-a3b4-5f2f9c4f7d10",
  agent_class: "Billing::Agent",
  requested_at: "2026-03-14T15:09:26Z",
  thread_id: "thread-7",
  original_input: { query: "Refund order 7", user_id: 42 },
  messages: [
    { role: "user", content: "Refund order 7" },
    {
      role: "assistant",
      content: "",
      model_id: "gemini-3-pro",
      tool_calls: [
        { id: "call_1", name: "refund", arguments: { order_id: 7, amount: { cents: 500 } }, thought_signature: "c2ln" },
        { id: "call_2", name: "notify", arguments: { to: "a@example.org" } },
      ],
      input_tokens: 210,
      output_tokens: 17,
    },
  ],
  pending_tool_name: "refund",
  pending_tool_args: { order_id: 7, amount: { cents: 500 } },
  pending_tool_call_id: "call_1",
  ...fields,
});
