// The other process of `tests/js/reduce/never-over.test.mjs`: restores a conversation from its snapshot, prepares a request or adds an answer,
// and returns the snapshot.

import { ConversationManager } from "backscroll";
import { addAnswer, functionsOf, prepared } from "./loops.mjs";

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
