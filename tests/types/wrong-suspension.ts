// Wrong use of checkpoints. Each line must be an error: one that compiles fails the check.

import { Checkpoint, type CheckpointLedger, ConversationManager, type Decision, MemoryLedger, type RecordedResult, type Tool, resume } from "backscroll";

const conversation = new ConversationManager();
const checkpoint = conversation.suspend();

// Suspending.
// @ts-expect-error: camel case
conversation.suspend({ thread_id: "t" });
// @ts-expect-error: a name
conversation.suspend({ threadId: 42 });
// @ts-expect-error: `needsApproval` returns a boolean
conversation.suspend({ needsApproval: ({ name }) => name });
// @ts-expect-error: `needsApproval` is synchronous
conversation.suspend({ needsApproval: async () => true });
// @ts-expect-error: the list is a copy
conversation.checkpoints = [];

// A checkpoint is made by `suspend`, and does not change.
// @ts-expect-error: no constructor for others
new Checkpoint({ checkpointId: "id" });
// @ts-expect-error: frozen
checkpoint.threadId = "other";
// @ts-expect-error: the lists are frozen
checkpoint.pending.push({ id: "c", name: "f", arguments: "" });
// @ts-expect-error: the messages are frozen
checkpoint.messages.pop();
// @ts-expect-error: JSON is an object or text
Checkpoint.fromJSON(5);
// @ts-expect-error: `open` returns a promise
Checkpoint.open("text", new Uint8Array(32)).pending;
// @ts-expect-error: a key is bytes
checkpoint.seal("secret");

// Decisions.
// @ts-expect-error: `approved` is required
const silent: Decision = { reason: "x" };
// @ts-expect-error: the value is a boolean
const word: Decision = { approved: "yes" };
// @ts-expect-error: arguments have names
const unnamed: Decision = { approved: true, args: "x" };
// @ts-expect-error: one for all, or one for each
resume(checkpoint, { decisions: "yes", tools: {} });
// @ts-expect-error: by the ids of calls
resume(checkpoint, { decisions: [true], tools: {} });

// Resuming.
// @ts-expect-error: `decisions` is required
resume(checkpoint, { tools: {} });
// @ts-expect-error: `tools` is required
resume(checkpoint, { decisions: true });
// @ts-expect-error: a checkpoint, not its JSON
resume(checkpoint.toJSON(), { decisions: true, tools: {} });
// @ts-expect-error: a tool is a function
resume(checkpoint, { decisions: true, tools: { rm: "rm" } });
// @ts-expect-error: options of a conversation
resume(checkpoint, { decisions: true, tools: {}, conversation: { limit: 5 } });
// @ts-expect-error: `resume` returns a promise
resume(checkpoint, { decisions: true, tools: {} }).messages;
// @ts-expect-error: arguments are an object of unknown values
const assuming: Tool = ({ path }) => path.length;

// Ledgers.
// @ts-expect-error: a ledger has all of its methods
const careless: CheckpointLedger = { consumed: () => false, commit: () => undefined, release: () => undefined };
// @ts-expect-error: the value is a boolean
const vague: CheckpointLedger = { consumed: () => "no", claim: () => undefined, commit: () => undefined, release: () => undefined };
// @ts-expect-error: an id
new MemoryLedger().claim();
// @ts-expect-error: a result belongs to a call
const result: RecordedResult = { content: "x" };

export { assuming, careless, result, silent, unnamed, vague, word };
