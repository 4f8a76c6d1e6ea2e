// Compares the outcome with the expected one, from the tools' log, the files and the provider's log.

import { readdirSync } from "node:fs";
import { places } from "./shared-state.mjs";
import { APPROVALS, FILES, MEANWHILE } from "./script.mjs";
import { readLog } from "./tools.mjs";

/**
 * @typedef {{ name: string, value: string, expected: string }} Fact
 *
 * @param {string} folder
 * @param {object[]} requests the provider's log
 * @param {{ pids: number[], told: object, killed: string[] }} processes their ids, messages and the signals that ended them
 * @returns {Fact[]}
 */
export function factsOf(folder, requests, { pids, told, killed }) {
  const at = places(folder);
  const log = readLog(at.toolLog);
  const times = (tool, event) => log.filter((line) => line.tool === tool && line.event === event).length;
  const left = readdirSync(at.files);
  const refused = requests.filter(({ status }) => status !== 200);
  return [
    { name: "processes", value: `${new Set(pids).size}, ${killed.length} killed by ${killed.join()}`, expected: "7, 1 killed by SIGKILL" },
    {
      name: "list_files",
      value: `begun ${times("list_files", "begun")}, ended ${times("list_files", "ended")}`,
      expected: "begun 2, ended 2",
    },
    // One more begun than ended: the tool that ran when its process was killed.
    {
      name: "delete_files",
      value: `begun ${times("delete_files", "begun")}, ended ${times("delete_files", "ended")}`,
      expected: "begun 3, ended 2",
    },
    { name: "deleted", value: FILES.filter((name) => !left.includes(name)).join(", "), expected: "monday.log, sunday.log" },
    {
      name: "requests",
      value: `${requests.length - refused.length} accepted, ${refused.length} refused`,
      expected: "4 accepted, 0 refused",
    },
    {
      name: "calls sent",
      value: callsIn(requests[1]?.body),
      expected: `list_files {}, delete_files ${JSON.stringify(APPROVALS.first.args)}`,
    },
    {
      name: "meanwhile",
      value: `${told.hasWaited ? "waited" : "did not wait"}, ${placeOf(requests[1]?.body)}`,
      expected: "waited, sent right behind 2 results",
    },
    { name: "left waiting", value: String(told.waitsStill), expected: "0" },
    { name: "taken from the ledger", value: String(told.reused), expected: "1" },
    { name: "resumed again", value: told.again, expected: "checkpoint-already-resumed" },
    { name: "seal changed", value: told.changed, expected: "checkpoint-tampered" },
  ];
}

/** The calls of an Anthropic body, with their arguments. */
function callsIn({ messages = [] } = {}) {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ name, input }) => `${name} ${JSON.stringify(input)}`)
    .join(", ");
}

/** The place of the pending message in the newest message of an Anthropic body. */
function placeOf({ messages = [] } = {}) {
  const blocks = messages.at(-1)?.content ?? [];
  const place = blocks.findIndex(({ text }) => text === MEANWHILE);
  if (place === -1) return "never sent";
  const before = blocks.slice(0, place);
  return before.every(({ type }) => type === "tool_result") ? `sent right behind ${before.length} results` : "sent elsewhere";
}
