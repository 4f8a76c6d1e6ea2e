// `runTools` on calls that share an id, while a tool adds results to the conversation itself: every call has one result, that of its tool
// or the one that was added, and no other result is lost.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { asking, call, results } from "../../support/suspend/checkpoints.mjs";

const named = (id, name, path = "/") => call(id, { name, arguments: { path } });

/** A tool for each name: it returns the name, and adds results before. `adds` has the messages that each name adds. */
function toolsOf(conversation, adds) {
  const tool = (_, { name }) => {
    for (const [content, metadata] of adds[name] ?? []) conversation.addMessage("tool", content, metadata);
    return `of ${name}`;
  };
  return { a: tool, b: tool, c: tool };
}

const mine = ["mine", { toolCallId: "c1" }];

/** The calls, the results that tools add, and then the history's results, those of the run, and those that it did not add. */
const CASES = {
  "the tool of the first adds one": [[named("c1", "a"), named("c1", "b")], { a: [mine] }, ["mine", "of b"], ["of b"], ["of a"]],
  "the tool of the second adds one, which the first gets": [[named("c1", "a"), named("c1", "b")], { b: [mine] }, ["mine", "of b"], ["of b"], ["of a"]],
  "the tool of the second adds one for itself by name": [[named("c1", "a"), named("c1", "b")], { b: [["mine", { toolCallId: "c1", toolName: "b" }]] }, ["mine", "of a"], ["of a"], ["of b"]],
  "both add one": [[named("c1", "a"), named("c1", "b")], { a: [mine], b: [mine] }, ["mine", "mine"], [], ["of a", "of b"]],
  "one adds one too many": [[named("c1", "a"), named("c1", "b")], { a: [mine, mine, mine] }, ["mine", "mine", "mine"], [], ["of a", "of b"]],
  "a call of another id is between them": [[named("c1", "a"), named("c2", "c"), named("c1", "b")], { a: [mine] }, ["mine", "of c", "of b"], ["of c", "of b"], ["of a"]],
  "the tool of another id adds one": [[named("c1", "a"), named("c2", "c"), named("c1", "b")], { c: [mine] }, ["mine", "of c", "of b"], ["of c", "of b"], ["of a"]],
  "three calls, of which two are equal": [[named("c1", "a"), named("c1", "a"), named("c1", "b")], { b: [mine] }, ["mine", "of a", "of b"], ["of a", "of b"], ["of a"]],
  "nobody adds one": [[named("c1", "a"), named("c1", "b")], {}, ["of a", "of b"], ["of a", "of b"], []],
};

for (const concurrency of [1, Infinity]) {
  describe(`${concurrency} at once`, () => {
    for (const [name, [calls, adds, held, added, notAdded]] of Object.entries(CASES)) {
      test(name, async () => {
        const conversation = asking(calls);
        const run = await conversation.runTools(toolsOf(conversation, adds), { concurrency });
        const contents = (list) => list.map(({ content }) => content);
        assert.deepEqual([contents(run.messages), contents(run.notAdded)], [added, notAdded]);
        assert.deepEqual(results(conversation).map(([, content]) => content), held);
        assert.equal(conversation.busy, false);
        for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null);
        const { messages } = conversation.toRequest("openai-chat", PARAMS["openai-chat"]).body;
        const asked = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id, function: { name } }) => [id, name]));
        // A result of a tool answers the call of that tool.
        for (const { tool_call_id: id, content } of messages.filter(({ role, content }) => role === "tool" && content !== "mine")) {
          assert.equal(`of ${asked.find(([own]) => own === id)[1]}`, content);
        }
      });
    }
  });
}

test("a call that waits for a person stays open, although another call of its message is answered by hand", async () => {
  const conversation = asking([named("c1", "a"), named("c2", "b"), named("c1", "b")]);
  conversation.suspend({ needsApproval: ({ id }) => id === "c2" });
  const { messages, waiting } = await conversation.runTools(toolsOf(conversation, { a: [mine] }));
  assert.deepEqual([messages.map(({ content }) => content), waiting.map(({ id }) => id), conversation.busy], [["of b"], ["c2"], true]);
});
