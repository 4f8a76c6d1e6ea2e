// The other process of never-over.test.mjs: takes a conversation up from its snapshot, prepares a request or takes an answer in, and
// hands the snapshot back.

import { ConversationManager } from "backscroll";
import { addAnswer, functionsOf, prepared } from "./never-over-support.mjs";

let conversation = null;

process.on("message", async ({ settings, snapshot, answer, way }) => {
  let request;
  if (snapshot !== undefined) {
    conversation?.dispose();
    conversation = ConversationManager.fromJSON(snapshot, functionsOf(settings));
    request = await prepared(conversation, settings);
  } else {
    addAnswer(conversation, answer, way);
  }
  process.send({ request, snapshot: JSON.stringify(conversation) });
});
