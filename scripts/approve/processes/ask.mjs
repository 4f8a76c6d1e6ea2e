// Runs until the model makes a call that needs approval. Then saves everything, and ends.

import { row, short } from "../../start/show.mjs";
import { SharedState, wordsOf } from "../shared-state.mjs";
import { needsApproval } from "../tools.mjs";

const state = new SharedState();
const target = await state.target();
const { question } = state.approval;

const conversation = await state.load();
conversation.addMessage("user", question);
row("person", question);
const { body } = await conversation.prepare(target.name, target.params);
const answer = conversation.addResponse(target.name, await target.send(body));
row("model", short(wordsOf(answer), 160));
for (const { name, arguments: args } of answer.toolCalls) row("calls", `${name} ${typeof args === "string" ? args : JSON.stringify(args)}`);

const checkpoint = conversation.suspend({ threadId: "tidy", originalInput: question, needsApproval });
const sealed = await checkpoint.seal(state.key);
// Saves the approval first: an approval without its conversation does no harm, but calls whose approval is lost would wait for ever.
await state.saveApproval(sealed);
await state.save(conversation);
row("suspended", `on ${checkpoint.pendingToolName}; written: the conversation, and the approval (${sealed.length} characters, sealed)`);
state.tell({ waiting: checkpoint.pending.map(({ name }) => name) });
