// What the tests of checkpoints and of resuming share.

import { Checkpoint, ConversationManager, MemoryLedger, resume } from "backscroll";

/** A call of the tool `rm`, unless something else is said. */
export const call = (id = "c1", fields = {}) => ({ id, name: "rm", arguments: { path: `/${id}` }, ...fields });

/** A conversation whose assistant asks for these calls. */
export function asking(calls = [call()], options = {}) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Tidy up.");
  conversation.addMessage({ role: "assistant", content: "I shall.", toolCalls: calls });
  return conversation;
}

/** A checkpoint on these calls. */
export function checkpointOn(calls = [call()], options = {}) {
  return asking(calls).suspend(options);
}

/** A tool that says what it was given, and keeps it in `runs`. */
export function recordingTools(...names) {
  const runs = [];
  const tool = (name) => (args) => {
    runs.push({ name, args });
    return `${name} done`;
  };
  return { runs, tools: Object.fromEntries((names.length === 0 ? ["rm"] : names).map((name) => [name, tool(name)])) };
}

/** Resumes with a ledger of its own, so that tests do not meet each other in the shared one. */
export function resumed(checkpoint, options = {}) {
  return resume(checkpoint, { decisions: true, tools: recordingTools().tools, ledger: new MemoryLedger(), ...options });
}

/** The results of tools in the history: call id, content, and `isError` where it is there. */
export function results({ messages }) {
  const ofTools = messages.filter(({ role }) => role === "tool");
  return ofTools.map(({ toolCallId, content, isError }) => [toolCallId, content, ...(isError === undefined ? [] : [isError])]);
}

/** As it comes back from a file. */
export const reread = (checkpoint) => Checkpoint.fromJSON(JSON.stringify(checkpoint));

/** A promise and the function that resolves it. */
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
