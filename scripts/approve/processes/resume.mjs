// Runs after a person's decision: opens the sealed approval, runs the tools, and lets the model go on.

import { Checkpoint, resume } from "backscroll";
import { row, short } from "../../start/show.mjs";
import { SharedState, wordsOf } from "../shared-state.mjs";
import { toolsOver } from "../tools.mjs";

const state = new SharedState();
const target = await state.target();
const { args } = state.approval;

const checkpoint = await Checkpoint.open(await state.loadApproval(), state.key);
row(
  "decided",
  `${checkpoint.pendingToolName} may run, with ${JSON.stringify(args)} in place of ${JSON.stringify(checkpoint.pendingToolArgs)}`,
);
const before = await state.ledger.recorded(checkpoint.checkpointId);
if (before.length > 0) row("ledger", `its last holder is dead, and left the result of ${before.length} call; that tool need not run again`);
const conversation = await resume(checkpoint, {
  decisions: { [checkpoint.pendingToolCallId]: { approved: true, args } },
  tools: toolsOver(state.at.files, state.at.toolLog, state.task),
  ledger: state.ledger,
  conversation: await state.load(),
  save: (resumed) => state.save(resumed),
});
for (const result of conversation.messages.slice(-2)) row("result", wordsOf(result));

// The pending messages join the results only here.
const { body } = await conversation.prepare(target.name, target.params);
conversation.addResponse(target.name, await target.send(body));
await state.save(conversation);
row("answer", short(wordsOf(conversation.lastAssistantMessage), 160));
state.tell({ waitsStill: conversation.pending.length, reused: before.length });
