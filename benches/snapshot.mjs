// The time to save and restore a conversation of about 1 MB, beside writing and reading its messages as JSON; and the size and the time of
// snapshots of conversations with edited messages.

import { mapChatMessagesToStoredMessages, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { validateUIMessages } from "ai";
import { ConversationManager } from "backscroll";
import { langchainMessages } from "./lib/peers.mjs";
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

const wire = agentMessages(MESSAGES, CHARACTERS).map((message) => message["openai-chat"]);
const conversation = ConversationManager.from("openai-chat", { messages: wire });
const { messages } = conversation;
const json = JSON.stringify(messages);
const snapshot = conversation.toJSON();
const text = JSON.stringify(snapshot);

const langchain = langchainMessages(wire);
const stored = JSON.stringify(mapChatMessagesToStoredMessages(langchain));
const uiText = JSON.stringify(uiMessages());

/** The AI SDK's messages for a chat window, which its programs save. A call and its result are one part. */
function uiMessages() {
  return wire.flatMap(({ role, content, tool_calls: [call] = [] }, place) => {
    if (role === "tool") return [];
    if (call === undefined) return [{ id: String(place), role, parts: [{ type: "text", text: content }] }];
    const { name: toolName, arguments: args } = call.function;
    const part = { type: "dynamic-tool", toolName, toolCallId: call.id, state: "output-available", input: JSON.parse(args) };
    return [{ id: String(place), role, parts: [{ ...part, output: wire[place + 1].content }] }];
  });
}

function restored(from) {
  const other = ConversationManager.fromJSON(from);
  const { messageCount } = other;
  other.dispose();
  return messageCount;
}

console.log(`Saving and restoring, ${machine("@langchain/core", "ai")}\n`);
const taken = await measure(
  {
    "JSON.stringify of the messages": () => JSON.stringify(messages).length,
    "JSON.parse of the messages": () => JSON.parse(json).length,
    toJSON: () => conversation.toJSON().messages.length,
    "JSON.stringify(conversation)": () => JSON.stringify(conversation).length,
    "fromJSON of an object": () => restored(snapshot),
    "fromJSON of its text": () => restored(JSON.parse(text)),
    "LangChain, stored messages as JSON": () => JSON.stringify(mapChatMessagesToStoredMessages(langchain)).length,
    "LangChain, messages of that text": () => mapStoredMessagesToChatMessages(JSON.parse(stored)).length,
    "AI SDK, validateUIMessages of their text": async () => (await validateUIMessages({ messages: JSON.parse(uiText) })).length,
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
console.log(
  "\n`fromJSON` checks all messages, and counts their tokens. LangChain checks nothing; the AI SDK checks the form of each message.",
);

/**
 * Returns a chat with a path of `count` messages. `edits` of its questions, evenly spread, are edited and answered again. `tree` is the least
 * that a program stores: each message once, and the id of the message before it.
 */
function chat(count, edits) {
  const edited = new ConversationManager();
  const tree = [];
  const turns = count / 2;
  let [last, newest] = [null, ""];
  const note = ({ id, role, content, createdAt }, parent) => {
    tree.push({ id, parent, role, content, createdAt });
    return id;
  };
  const answer = (seed, parent) => note(edited.addMessage("assistant", prose(100, seed)), parent);
  for (let turn = 0; turn < turns; turn += 1) {
    const question = edited.addMessage("user", prose(50, turn + 1));
    const first = answer(turn + 2, note(question, last));
    const isEdited = Math.floor(((turn + 1) * edits) / turns) > Math.floor((turn * edits) / turns);
    const again = isEdited ? edited.edit(question.id, prose(50, turn + 3)) : question;
    last = isEdited ? answer(turn + 4, note(again, last)) : first;
    newest = again.id;
  }
  /** Edits the newest question, and answers it. */
  const edit = () => {
    newest = edited.edit(newest, "And now?").id;
    return edited.addMessage("assistant", "Done.").content.length;
  };
  return { edited, tree, edit };
}

console.log("\nA chat whose questions are edited:\n");
const chats = [];
for (const [count, edits] of PATHS.flatMap((path) => EDITS.map((edits) => [path, edits]))) {
  const { edited, tree, edit } = chat(count, edits);
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
  const { more } = await measure({ more: edit }, { rounds: ROUNDS });
  edited.dispose();
  chats.push([
    `${count.toLocaleString("en")} messages, ${edits} edits`,
    kilobytes(saved.length),
    times(saved.length / asTree.length),
    times(ratio(mine, theirs)),
    times(ratio(back, read)),
    spread(mine),
    spread(back),
    spread(more),
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
  "one more edit, answered",
];
console.log(table(titles, chats));
console.log(
  "\nThe tree holds each message of all paths once, with the id of the message before it, as programs do that store versions themselves.",
);
