// A transcript whose user says words at the start that the newest answer uses.

const LOG = "some lines of a log that nobody needs later. ".repeat(8);

/** Calls with their results. @param {string} name of the ids @param {number} count */
const steps = (name, count) =>
  Array.from({ length: count }, (_, step) => [
    { role: "assistant", content: null, tool_calls: [{ id: `${name}_${step}`, type: "function", function: { name: "look", arguments: "{}" } }] },
    { role: "tool", tool_call_id: `${name}_${step}`, content: LOG },
  ]).flat();

/** A request of OpenAI's chat API. The user's first message holds four words that are needed: a ticket, an address, an amount and a path. */
export const PLANTED = {
  model: "gpt-5",
  messages: [
    { role: "user", content: "Refund ticket TK-4711 of ada@example.com, 129.90 euros, and note it in /srv/refunds/june.csv." },
    ...steps("first", 10),
    { role: "assistant", content: "The logs are read." },
    { role: "user", content: "Then look at the others, and do it." },
    ...steps("second", 12),
    { role: "assistant", content: "TK-4711 is refunded with 129.90 euros. I wrote it into /srv/refunds/june.csv, and to ada@example.com." },
  ],
};
