// Callbacks that make a conversation smaller, as a program would pass them as `reduce`. The page shows their source, so each is
// self-contained, with short lines.

function keepNewestTwoTurns({ draft }) {
  return draft.keepRecentTurns(2) > 0;
}

function clearOldResults({ draft }) {
  // The calls stay, so the model still sees its steps.
  const options = { keep: 1, placeholder: "[cleared]" };
  return draft.clearToolResults(options) > 0;
}

function summariseTheRest({ messages, draft }) {
  const asks = ({ role }) => role === "user";
  const rest = messages.slice(0, messages.findLastIndex(asks));
  const last = rest.at(-1);
  if (last === undefined || last.role === "system") return false;

  // A program would ask a model here. This page takes the
  // first words of each question.
  const text = ({ content }) =>
    [content].flat().map((part) => part?.text ?? part).join(" ");
  const words = rest.filter(asks).map((message) =>
    text(message).split(" ").slice(0, 6).join(" "));
  const summary = `The user asked: ${words.join(" ... ")}`;
  draft.summarize(last.id, summary);
}

function cheapestFirst({ draft, targetTokens }) {
  const ends = { longerThan: 80, head: 30, tail: 10 };
  draft.shortenToolResults(ends);
  let turns = draft.turnCount;
  while (draft.tokens > targetTokens && turns > 1) {
    turns -= 1;
    draft.keepRecentTurns(turns);
  }
  // `false` would discard the edits.
  return draft.tokens <= targetTokens;
}

function returnAnotherList({ messages }) {
  // Calls and results stay together: half of a pair
  // takes the other half along, as the report says.
  return messages.filter(({ role }) => role !== "tool");
}

function fail() {
  throw new Error("the model that summarises is down");
}

/** @type {{ id: string, title: string, reduce: import("backscroll").ReduceCallback }[]} */
export const CALLBACKS = [
  { id: "keep-turns", title: "Keep the newest 2 turns", reduce: keepNewestTwoTurns },
  { id: "clear-results", title: "Clear old tool results", reduce: clearOldResults },
  { id: "summarise", title: "Summarise the rest", reduce: summariseTheRest },
  { id: "cheapest-first", title: "Cheapest first, until it fits", reduce: cheapestFirst },
  { id: "another-list", title: "Drop all tool results", reduce: returnAnotherList },
  { id: "fail", title: "Fail", reduce: fail },
];
