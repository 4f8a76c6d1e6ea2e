// The time to save and restore a conversation of about 1 MB, beside writing and reading its messages as JSON; and the size and the time of
// snapshots of conversations with edited messages.

import { ConversationManager } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { agentMessages, prose } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { kilobytes, spread, table, times } from "./lib/table.mjs";

const MESSAGES = isQuick ? 20 : 1_000;
const CHARACTERS = 900;
/** The messages on the path of a chat, and its edits. With 4 times as many of both, linear growth takes 4 times as much. */
const [PATHS, EDITS] = isQuick
  ? [[8], [0, 2]]
  : [
      [1_000, 4_000],
      [0, 100, 400],
    ];
const ROUNDS = isQuick ? 2 : 25;

const conversation = ConversationManager.from("openai-chat", {
  messages: agentMessages(MESSAGES, CHARACTERS).map((message) => message["openai-chat"]),
});
const { messages } = conversation;
const json = JSON.stringify(messages);
const snapshot = conversation.toJSON();
const text = JSON.stringify(snapshot);

function restored(from) {
  const other = ConversationManager.fromJSON(from);
  const { messageCount } = other;
  other.dispose();
  return messageCount;
}

console.log(`Saving and restoring, ${machine()}\n`);
const taken = await measure(
  {
    "JSON.stringify of the messages": () => JSON.stringify(messages).length,
    "JSON.parse of the messages": () => JSON.parse(json).length,
    toJSON: () => conversation.toJSON().messages.length,
    "JSON.stringify(conversation)": () => JSON.stringify(conversation).length,
    "fromJSON of an object": () => restored(snapshot),
    "fromJSON of its text": () => restored(JSON.parse(text)),
  },
  { rounds: ROUNDS },
);
conversation.dispose();
const [written, read] = [taken["JSON.stringify of the messages"], taken["JSON.parse of the messages"]];
const rows = Object.entries(taken).map(([name, rounds]) => [
  name,
  times(ratio(rounds, written)),
  times(ratio(rounds, read)),
  spread(rounds),
]);
console.log(table([`${MESSAGES} messages, ${kilobytes(json.length)}`, "stringifies", "parses", "time"], rows));
console.log("\n`fromJSON` checks all messages, and counts their tokens.");

/**
 * Returns a chat with a path of `count` messages. `edits` of its questions, evenly spread, are edited and answered again. `tree` is the least
 * that a program stores: each message once, and the id of the message before it.
 */
function chat(count, edits) {
  const edited = new ConversationManager();
  const tree = [];
  const turns = count / 2;
  let last = null;
  const note = ({ id, role, content, createdAt }, parent) => {
    tree.push({ id, parent, role, content, createdAt });
    return id;
  };
  const answer = (seed, parent) => note(edited.addMessage("assistant", prose(100, seed)), parent);
  for (let turn = 0; turn < turns; turn += 1) {
    const question = edited.addMessage("user", prose(50, turn + 1));
    const first = answer(turn + 2, note(question, last));
    const isEdited = Math.floor(((turn + 1) * edits) / turns) > Math.floor((turn * edits) / turns);
    last = isEdited ? answer(turn + 4, note(edited.edit(question.id, prose(50, turn + 3)), last)) : first;
  }
  return { edited, tree };
}

console.log("\nA chat whose questions are edited:\n");
const chats = [];
for (const [count, edits] of PATHS.flatMap((path) => EDITS.map((edits) => [path, edits]))) {
  const { edited, tree } = chat(count, edits);
  const [saved, asTree] = [edited, tree].map((value) => JSON.stringify(value));
  const { mine, back, theirs, read } = await measure(
    {
      mine: () => JSON.stringify(edited).length,
      back: () => restored(saved),
      theirs: () => JSON.stringify(tree).length,
      read: () => JSON.parse(asTree).length,
    },
    { rounds: Math.ceil(ROUNDS / 5) },
  );
  edited.dispose();
  chats.push([
    `${count.toLocaleString("en")} messages, ${edits} edits`,
    kilobytes(saved.length),
    times(saved.length / asTree.length),
    times(ratio(mine, theirs)),
    times(ratio(back, read)),
    spread(mine),
    spread(back),
  ]);
}
const titles = [
  "on the newest path",
  "snapshot",
  "bytes of a tree",
  "stringifies of the tree",
  "parses of the tree",
  "saving",
  "restoring",
];
console.log(table(titles, chats));
console.log(
  "\nThe tree holds each message of all paths once, with the id of the message before it, as programs do that store versions themselves.",
);
