// The public types of messages that wait.

/**
 * Who a waiting message is from: the person, another agent that works for this one, or something that was recalled for the model: a
 * skill, a workflow, an older message, a goal.
 *
 * @example
 * const source: PendingSource = "skill";
 * conversation.enqueue({ source, name: "timetables", content: "Trains leave at ten past." });
 */
export type PendingSource = "user" | "subagent" | "skill" | "workflow" | "recall" | "goal";

/**
 * A message to be taken in while the program may be at work.
 *
 * @example
 * conversation.enqueue({ source: "subagent", name: "researcher", content: "The museum is closed on Mondays." });
 */
export interface PendingInit {
  /** Who it is from. */
  source: PendingSource;
  /**
   * Of the sub-agent, skill or workflow; the number of the recalled message or goal as text, read as far as it is one (0 for `"abc"`).
   * Needed unless the source is `"user"`, where it is the speaker's.
   */
  name?: string;
  /** What it says; not blank. */
  content: string;
}

/**
 * The name of a phantom tool.
 *
 * @example
 * const name: PhantomToolName = PHANTOM_TOOL_NAMES.skill; // "recall_skill"
 */
export type PhantomToolName = "subagent_message" | "recall_skill" | "recall_workflow" | "recall_memory" | "recall_goal";

/**
 * A phantom call and its result, in Anthropic's form.
 *
 * @example
 * const told = pending.toLlmMessages();
 * const pair: PhantomPair | null = typeof told === "string" ? null : told;
 */
export type PhantomPair = [
  {
    /** The assistant calls. */
    role: "assistant";
    /** The call. */
    content: [
      {
        /** A call. */
        type: "tool_use";
        /** The tool's name, `_` and the pending id. */
        id: string;
        /** The phantom tool. */
        name: PhantomToolName;
        /** The arguments. */
        input: Record<string, unknown> | null;
      },
    ];
  },
  {
    /** The result comes back in a user message. */
    role: "user";
    /** The result. */
    content: [
      {
        /** A result. */
        type: "tool_result";
        /** The `id` of the call. */
        tool_use_id: string;
        /** The message's content. */
        content: string;
      },
    ];
  },
];

/**
 * A message that waits, or the one that it became. A copy.
 *
 * @example
 * for (const { id, displayContent } of conversation.pending) console.log(`${id}: ${displayContent}`);
 */
export interface PendingMessage {
  /** Grows with arrival; unique in its conversation. */
  readonly id: number;
  /** Who it is from. */
  readonly source: PendingSource;
  /** Of the sub-agent, skill, workflow or speaker, or a number as text; null when none was given. */
  readonly name: string | null;
  /** What it says, as it was given. */
  readonly content: string;
  /** What a person is shown: the content, and where it is from. */
  readonly displayContent: string;
  /** Its message, once it is in the history. */
  readonly messageId: string | null;
  /** Whether it is promoted as a phantom call with its result: every source but the person. One that did not wait is a user message all the same. */
  readonly isPhantomPair: boolean;
  /** The tool of its phantom call, one of `PHANTOM_TOOL_NAMES`; null unless it is a pair. */
  readonly phantomToolName: PhantomToolName | null;
  /** The arguments of its phantom call; null unless it is a pair. */
  readonly phantomToolInput: Record<string, unknown> | null;
  /** The content of a user message; or a synthetic call and its result, in Anthropic's form, whose id is the tool's name, `_` and the pending id. */
  toLlmMessages(): string | PhantomPair;
}
