// Agents of frameworks against the strict provider: a tool that is called for many rounds, and what the provider got.

import { estimateTokens } from "backscroll";
import { startStrictProvider } from "./strict/index.mjs";

/** Tokens that the provider accepts, and that the adapter may send. */
export const WINDOW = 4_000;
export const MAX_TOKENS = 3_000;
/** Rounds of an agent: the window is full after about 23, so it goes on for more than 40 past that. */
export const ROUNDS = 70;

/** The result of the tool: its text differs by round, and has about 260 tokens. */
export const found = (round) => `Order ${round}: ${`item ${round * 7} of shelf ${round % 9}, `.repeat(30)}`;

/** The tokens of a round, counted for no model: its call and its result. */
const ROUND_TOKENS = estimateTokens([
  { role: "assistant", content: null, toolCalls: [{ id: "call_1", name: "look", arguments: '{"order":1}' }] },
  { role: "tool", content: found(1), toolCallId: "call_1" },
]);
/** A cut leaves 0.7 of the window, so the rest holds so many rounds before the next cut. */
const ROUNDS_A_CUT = Math.floor((0.3 * MAX_TOKENS) / ROUND_TOKENS);
/** The most cuts of an agent that cuts no earlier than that. */
export const MOST_CUTS = Math.floor(ROUNDS / ROUNDS_A_CUT);

/** A provider whose model calls the tool `look` for `rounds` rounds after each text of a person, and then answers. */
export function lookingProvider({ rounds = ROUNDS, contextWindow = WINDOW, ...options } = {}) {
  let calls = 0;
  const script = () => {
    calls += 1;
    return calls % (rounds + 1) === 0 ? { text: `Done after ${rounds}.` } : { toolCalls: [{ name: "look", arguments: { order: calls } }] };
  };
  return startStrictProvider({ contextWindow, script, ...options });
}

/** How often the beginning of a request is not the whole request before it. */
export function cuts(requests) {
  const lists = requests.map((body) => (body.messages ?? body.input).map((message) => JSON.stringify(message)));
  return lists.filter((list, place) => place > 0 && lists[place - 1].some((message, at) => list[at] !== message)).length;
}
