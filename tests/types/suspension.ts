// Suspending, checkpoints, resuming, and custom ledgers.

import {
  Checkpoint,
  type CheckpointLedger,
  ConversationError,
  ConversationManager,
  type Decision,
  MemoryLedger,
  type RecordedResult,
  type ResumeOptions,
  type RunToolsOptions,
  type SuspendOptions,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolRun,
  resume,
} from "backscroll";

const conversation = new ConversationManager();

// Suspending.
const options: SuspendOptions = { threadId: "t", originalInput: { query: "x" }, agentClass: null, needsApproval: ({ name }: ToolCall) => name === "rm" };
const checkpoint: Checkpoint = conversation.suspend(options);
const plain: Checkpoint = conversation.suspend();
const open: readonly Checkpoint[] = conversation.checkpoints;

// The fields of a checkpoint.
const texts: string[] = [checkpoint.checkpointId, checkpoint.requestedAt, checkpoint.pendingToolName, checkpoint.pendingToolCallId];
const absent: (string | null)[] = [checkpoint.agentClass, checkpoint.threadId];
const path: unknown = checkpoint.pendingToolArgs.path;
const shown: string[] = checkpoint.pending.map(({ id, name, arguments: args }) => `${id} ${name} ${typeof args === "string" ? args : JSON.stringify(args)}`);
const roles: string[] = checkpoint.messages.map(({ role }) => role);

// Through JSON, and sealed through a browser.
const json: object = checkpoint.toJSON();
const again: Checkpoint = Checkpoint.fromJSON(JSON.stringify(json));
const sealed: Promise<string> = again.seal(new Uint8Array(32));
const opened: Promise<Checkpoint> = sealed.then((text) => Checkpoint.open(text, new Uint8Array(32)));

// Decisions.
const yes: Decision = { approved: true };
const no: Decision = { approved: false, reason: "Not on a Friday." };
const edited: Decision = { approved: true, args: { path: "/tmp" } };
const decisions: ResumeOptions["decisions"] = { c1: yes, c2: no, c3: edited, c4: true };

// Tools.
const named: Tool = (args, call: ToolCall, { checkpointId, messageId, signal }: ToolContext) => fetch(`/${call.name}/${checkpointId ?? messageId}-${call.id}`, { method: "POST", body: JSON.stringify(args), ...(signal && { signal }) });
const tools: Record<string, Tool> = {
  named,
  inline: ({ path }) => String(path),
  later: async () => ({ rows: [1, 2] }),
  parts: () => [{ type: "text", text: "x" }],
  nothing: () => undefined,
  typed: async ({ city }: { city: string }, call, { signal }) => [city.length, call.name, signal?.aborted],
  declared: ({ zip }: Place) => zip.toFixed(),
};
type Place = { zip: number };
conversation.runTools({ weather: ({ city }: { city: string }) => city, other: ({ any }) => any });

// Their run without a checkpoint.
const running: Promise<ToolRun> = conversation.runTools(tools, { concurrency: 2, signal: new AbortController().signal } satisfies RunToolsOptions);
const ran = running.then(({ messages, waiting, notAdded }) => [messages[0]?.toolCallId, waiting[0]?.name, notAdded[0]?.content] as const);

// Ledgers: in memory, and in a database table.
const memory: CheckpointLedger = new MemoryLedger();
class Table implements CheckpointLedger {
  readonly #rows = new Map<string, RecordedResult[]>();
  consumed = async (id: string) => this.#rows.has(id);
  async claim(id: string) {
    if (this.#rows.has(id)) throw new ConversationError("checkpoint-already-resumed", "The row is there.");
  }
  commit() {}
  release = (id: string) => void this.#rows.delete(id);
  async record(id: string, result: RecordedResult) {
    this.#rows.set(id, [...(this.#rows.get(id) ?? []), result]);
  }
  recorded = (id: string) => this.#rows.get(id) ?? [];
}
const known = new MemoryLedger();
const consumed: boolean = known.consumed("id");
const kept: RecordedResult[] = known.recorded("id");
const ranWith: Record<string, unknown> | undefined = kept[0]?.args;
known.consume("id");
known.cleanup("id");
known.clear();

// Resuming.
const resumed: Promise<ConversationManager> = resume(checkpoint, { decisions: true, tools: {} });
const all: ResumeOptions = {
  decisions,
  tools,
  ledger: new Table(),
  agentClass: "A",
  conversation: { tokenLimit: 5_000 },
  save: async (saved: ConversationManager) => void JSON.stringify(saved),
  signal: new AbortController().signal,
};
const into: Promise<ConversationManager> = resume(checkpoint, { ...all, conversation, ledger: memory });

export { absent, consumed, into, open, opened, path, plain, ran, ranWith, resumed, roles, shown, texts };
