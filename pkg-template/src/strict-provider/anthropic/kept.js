/** Threads that Anthropic keeps. */

import { refuse } from "./refuse.js";

/** @returns {import('../endpoint.js').Kept} */
export function keepThreads() {
  const threads = new Map();
  const fixed = ({ system = null, tools = null }) => JSON.stringify([system, tools]);
  return {
    join(body) {
      const { thread } = body;
      if (thread?.type !== "continue") return { joined: body };
      const { previous_message_id: id } = thread;
      const kept = threads.get(id);
      if (kept === undefined) {
        const about = { status: 404, type: "not_found_error", details: { error_code: "thread_not_found" } };
        return { refusal: refuse("http", `No usable Thread state was found for \`${id}\`. Replay the full conversation.`, about) };
      }
      if (kept.isContinued) {
        return {
          refusal: refuse("http", `The response \`${id}\` has already been continued.`, {
            details: { error_code: "thread_already_continued" },
          }),
        };
      }
      if (kept.fixed !== fixed(body)) {
        return {
          refusal: refuse("http", "The system prompt or the tools differ from those of the Thread.", {
            details: { error_code: "thread_fingerprint_mismatch" },
          }),
        };
      }
      return { joined: { ...body, messages: [...kept.messages, ...body.messages] } };
    },
    keep(body, { messages }, { id, content }) {
      if ((body.thread ?? null) === null) return;
      const before = threads.get(body.thread.previous_message_id);
      if (before !== undefined) before.isContinued = true;
      threads.set(id, { messages: [...messages, { role: "assistant", content }], fixed: fixed(body), isContinued: false });
    },
    forget: (id) => threads.delete(id),
  };
}
