/** Responses and conversations that OpenAI keeps. */

import { refuse } from "../openai-chat/refuse.js";
import { itemsOf } from "./item.js";

/** @returns {import('../endpoint.js').Kept} */
export function keepResponses() {
  const responses = new Map();
  const conversations = new Map();
  const idOf = ({ conversation }) => conversation?.id ?? conversation ?? null;
  return {
    join(body) {
      const { previous_response_id: id = null, conversation: _, ...rest } = body;
      const conversation = idOf(body);
      if (id !== null && conversation !== null) {
        return {
          refusal: refuse(
            "http",
            "Mutually exclusive parameters: 'previous_response_id', 'conversation'. Ensure you are only providing one of them.",
          ),
        };
      }
      if (id !== null && !responses.has(id)) {
        const about = { param: "previous_response_id", code: "previous_response_not_found" };
        return { refusal: refuse("http", `Previous response with id '${id}' not found.`, about) };
      }
      const kept = id === null ? (conversations.get(conversation) ?? []) : responses.get(id);
      // An empty request is judged as it is.
      if (kept.length === 0 || itemsOf(body).length === 0) return { joined: rest };
      return { joined: { ...rest, input: [...kept, ...itemsOf(body)] } };
    },
    keep(body, joined, { id, output }) {
      const items = [...(typeof joined.input === "string" ? [{ role: "user", content: joined.input }] : joined.input), ...output];
      if (body.store !== false) responses.set(id, items);
      if (idOf(body) !== null) conversations.set(idOf(body), items);
    },
    forget: (id) => responses.delete(id),
  };
}
