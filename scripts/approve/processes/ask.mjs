// Talks until the model wants something that a person has to allow. Then all of it is written down, and this process ends.

import { row, short } from "../../start/show.mjs";
import { Desk, wordsOf } from "../desk.mjs";
import { needsApproval } from "../tools.mjs";

const desk = new Desk();
const target = await desk.target();
const { question } = desk.approval;

const conversation = await desk.load();
conversation.addMessage("user", question);
row("person", question);
const { body } = await conversation.prepare(target.name, target.params);
const answer = conversation.addResponse(target.name, await target.send(body));
row("model", short(wordsOf(answer), 160));
for (const { name, arguments: args } of answer.toolCalls) row("calls", `${name} ${typeof args === "string" ? args : JSON.stringify(args)}`);

const checkpoint = conversation.suspend({ threadId: "tidy", originalInput: question, needsApproval });
const sealed = await checkpoint.seal(desk.key);
// The approval first: one that no conversation waits for does no harm, but calls that wait for a lost one would wait for ever.
await desk.saveApproval(sealed);
await desk.save(conversation);
row("suspended", `on ${checkpoint.pendingToolName}; written: the conversation, and the approval (${sealed.length} characters, sealed)`);
desk.tell({ waiting: checkpoint.pending.map(({ name }) => name) });
